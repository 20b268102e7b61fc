#include "cache.h"
#include "library_tables.h"

#include "lint/frameworks/frameworks.h"
#include "lint/python/commandline/commandline.h"
#include "lint/python/statements/statements.h"

static void add_search(struct interpreter *py, struct str folder)
{
	struct str path = eval_rooted(py->arena, str_is(folder, ".") ? STR("") : folder);

	for (size_t i = 0; i < py->sys_path->as.items.n; i++)
		if (str_eq(py->sys_path->as.items.at[i]->text, path))
			return;
	node_push(py->arena, py->sys_path, node_str(py->arena, path, (struct span){0}));
}

/*
 * Where imports look: the script's folder and the working directory, as Python does; then where the
 * launch is meant to run, the root and src/, which is what "pip install -e ." or PYTHONPATH=. make of a repository.
 */
static void set_search(struct interpreter *py, struct str script)
{
	py->sys_path = node_new(py->arena, NODE_LIST, (struct span){0});
	add_search(py, eval_dirname(script));
	add_search(py, py->world->cwd);
	add_search(py, py->world->base);
	add_search(py, STR(""));
	add_search(py, STR("src"));
}

/* A node of the launch as this run's own: other runs get the same launch. */
static struct node *own(struct interpreter *py, const struct node *n)
{
	return node_copy(py->arena, n);
}

static struct node *environment(struct interpreter *py)
{
	struct node *map = node_new(py->arena, NODE_MAP, (struct span){0});
	const struct node *given = py->world->env;

	if (given && given->kind == NODE_MAP)
		for (size_t i = 0; i < given->as.pairs.n; i++)
			*vec_push(py->arena, &map->as.pairs) =
				(struct pair){own(py, given->as.pairs.at[i].key),
					      own(py, given->as.pairs.at[i].value)};
	return map;
}

/* "--output_dir=" and what is not known: one word again, for a program that takes its words apart by itself. */
static void join_flag(struct interpreter *py, struct node *flag, struct node *value)
{
	struct node word = *node_unknown(py->arena, value->text, value->at);

	word.quoted = true;
	word.op = '+';
	word.from[0] = node_str(py->arena, str_cat(py->arena, flag->text, STR("=")), flag->at);
	word.from[1] = value;
	value->op = 0;
	*flag = word;
}

/* sys.argv: the script's name, then what the launch gives. */
static struct node *arguments(struct interpreter *py, struct str script)
{
	struct node *list = node_new(py->arena, NODE_LIST, (struct span){0});
	const struct node *given = py->world->argv;

	node_push(py->arena, list, node_str(py->arena, script, (struct span){0}));
	list->open = given == NULL;
	for (size_t i = 0; given && i < given->as.items.n; i++) {
		struct node *word = own(py, given->as.items.at[i]);

		if (word->kind == NODE_UNKNOWN && word->op == 'f')
			join_flag(py, list->as.items.at[list->as.items.n - 1], word);
		else
			node_push(py->arena, list, word);
	}
	return list;
}

static void init(struct interpreter *py, struct arena *a, const struct eval_world *world,
		 struct py_cache *cache, struct str script)
{
	*py = (struct interpreter){
		.arena = a, .world = world, .cache = cache->sources, .natives = py_cache_natives(cache),
		.library = &library_hooks, .run_block = py_run_block, .run_module = module_start,
		.run = source_cache_run(cache->sources)};
	py_set_budget(py);
	py->trace = arena_new(a, struct trace);
	py->trail.arena = a;
	set_search(py, script);
	py->environ = environment(py);
	py->widgets = node_new(py->arena, NODE_MAP, (struct span){0});
	py->argv = arguments(py, script);
}

static struct str key_of(const struct span *at)
{
	return (struct str){(const char *)at, sizeof(*at)};
}

/* A constant behind "or" is dead only if no pass over that place ever reached it. */
static void report_shadows(struct interpreter *py)
{
	struct dict known = {0};

	for (size_t i = 0; py->shadows.n && i < py->unshadowed.n; i++)
		*dict_put(py->arena, &known, key_of(&py->unshadowed.at[i])) = 1;
	for (size_t i = 0; i < py->shadows.n; i++) {
		uint32_t *alive = dict_put(py->arena, &known, key_of(&py->shadows.at[i].at));

		if (!*alive)
			*vec_push(py->arena, &py->trace->dead) = py->shadows.at[i];
		*alive = 1;
	}
}

static void report_parameters(struct interpreter *py)
{
	for (size_t i = 0; i < py->parameters.n; i++) {
		const struct parameter *p = &py->parameters.at[i];

		if (p->name.n && span_known(p->at) && !module_mentioned(py, p->name, p->at))
			*vec_push(py->arena, &py->trace->dead) = (struct dead){
				.kind = DEAD_PARAMETER, .name = p->name, .at = p->at,
				.value = p->value};
	}
}

static void finish(struct interpreter *py)
{
	py->trace->steps = py->steps;
	py->trace->refused = py->refused;
	if (!py->stopping)
		py->trace->stop = (struct span){0};
	if (span_known(py->other_end)) {
		py->end = py->other_end;
		py_note_end(py);
	}
	report_shadows(py);
	if (!py->halted && !py->whole_namespace)
		report_parameters(py);
}

/* The global names of a module that hold values, in order of assignment. */
static struct node *values_of(struct arena *a, const struct module *m, uint32_t file)
{
	struct node *map = node_new(a, NODE_MAP, (struct span){file, 0, 0});

	for (size_t i = 0; m && i < m->scope->cells.n; i++) {
		const struct cell *cell = m->scope->cells.at[i];
		struct node *value = cell->value;

		if (value && !str_starts(cell->name, STR("__")) && value->kind != NODE_FUNCTION &&
		    value->kind != NODE_CLASS && value->kind != NODE_MODULE &&
		    value->kind != NODE_METHOD && value->kind != NODE_NAME)
			*vec_push(a, &map->as.pairs) =
				(struct pair){node_str(a, cell->name, value->at), value};
	}
	return map;
}

/* What a field has if nothing is given; NULL if that is no plain value. */
static struct node *default_of(struct interpreter *py, const struct field *field)
{
	struct node *value = field->value;

	if (!value && field->factory)
		value = py_call(py, field->factory, &(struct args){0}, (struct site){field->at, field->at});
	return value && value->kind < NODE_NAME ? value : NULL;
}

/* What a class's body assigns, and the defaults of its fields. */
static struct node *values_of_class(struct interpreter *py, const struct node *node)
{
	struct arena *a = py->arena;
	const struct class *class = node->code;
	struct node *map = node_new(a, NODE_MAP, node->at);

	for (size_t i = 0; class->scope && i < class->scope->cells.n; i++) {
		const struct cell *cell = class->scope->cells.at[i];

		if (cell->value && !str_starts(cell->name, STR("__")) && cell->value->kind < NODE_NAME)
			node_set(a, map, node_str(a, cell->name, cell->value->at), cell->value);
	}
	for (size_t i = 0; i < class->fields.n; i++) {
		struct node *value = default_of(py, &class->fields.at[i]);

		if (value)
			node_set(a, map, node_str(a, class->fields.at[i].name, class->fields.at[i].at), value);
	}
	return map;
}

/* Whether a hosted function is one where its launcher starts the program. */
static bool is_start(const struct node *function)
{
	const struct func *f = function->code;

	return !f->host->row->arg || !*f->host->row->arg || f->host->row->arg[0] == '\'';
}

/* The function of a module that the launch names, "app.tune" as well, or the only one that it can mean; NULL: no such. */
static struct node *named_start(const struct interpreter *py, const struct module *m)
{
	struct str name = str_tail(py->world->start, '.');
	struct node *only = NULL;
	size_t n = 0;

	for (size_t i = 0; i < py->hosted.n; i++) {
		const struct func *f = py->hosted.at[i]->code;

		if (f->module != m)
			continue;
		if (name.n && str_eq(f->name, name))
			return py->hosted.at[i];
		/* What the program has run itself needs no name: the steps of a flow. */
		if (f->entered)
			continue;
		only = py->hosted.at[i];
		n++;
	}
	return n == 1 ? only : NULL;
}

/* @task def train(c): a tool calls it with an object of a class of its own, which the row's arg names: "'invoke.Context". */
static void run_task(struct interpreter *py, const struct func *f, struct site site)
{
	struct args none = {0}, args = {0};
	struct node *context = py_call_library(py, str_of(f->host->row->arg + 1), NULL, &none, site);

	*vec_push(py->arena, &args) = (struct arg){.value = context, .at = site.at};
	py_call_func(py, f, NULL, &args, site);
	py->unwinding = FLOW_NEXT;
}

static void run_start(struct interpreter *py, struct node *function, const struct node *words)
{
	const struct func *f = function->code;

	if (f->host->row->arg && f->host->row->arg[0] == '\'') {
		run_task(py, f, (struct site){function->at, function->at});
		return;
	}
	typer_call(py, function, words, (struct site){function->at, function->at});
	py->unwinding = FLOW_NEXT;
}

/* "modal run app.py": the entry point; the functions that nothing has called may be run by their names. */
static void run_hosted(struct interpreter *py, struct module *m)
{
	struct frame *frame = arena_new(py->arena, struct frame);
	struct node *named = named_start(py, m);

	if (py->halted)
		return;
	frame->scope = m->scope;
	frame->module = m;
	py->unwinding = FLOW_NEXT;
	py->frame = frame;
	if (named)
		run_start(py, named, py->world->argv);
	for (int round = 0; round < 2 && !named; round++)
		for (size_t i = 0; i < py->hosted.n; i++) {
			struct node *function = py->hosted.at[i];
			const struct func *f = function->code;

			if (!f->entered && f->module == m && is_start(function) == (round == 0))
				run_start(py, function, round == 0 ? py->world->argv : NULL);
		}
	py->frame = NULL;
}

struct trace *py_run(struct arena *a, const struct eval_world *world, struct py_cache *cache,
		     uint32_t entry)
{
	struct interpreter py;
	struct eval_file file = {0};
	struct module *m;

	if (world->function.n)
		return py_run_function(a, world, cache, entry, world->function, NULL, 0);
	if (!world->file(world->context, entry, &file))
		return arena_new(a, struct trace);
	init(&py, a, world, cache, file.path);
	m = module_of(&py, &file, STR("__main__"));
	module_start(&py, m);
	run_hosted(&py, m);
	finish(&py);
	py.trace->globals = values_of(a, m, entry);
	py.trace->environ = py.environ;
	return py.trace;
}

/* The dotted name that a file is imported by. */
static struct str module_name(struct arena *a, struct str path)
{
	struct str end = STR(".py"), package = STR("/__init__.py");

	if (str_ends(path, package))
		path.n -= package.n;
	else if (str_ends(path, end))
		path.n -= end.n;
	return str_tr(a, path, '/', '.');
}

static struct module *import_file(struct interpreter *py, struct arena *a,
				  const struct eval_world *world, struct py_cache *cache,
				  uint32_t id)
{
	struct eval_file file = {0};
	struct module *m;

	if (!world->file(world->context, id, &file)) {
		init(py, a, world, cache, (struct str){0});
		return NULL;
	}
	init(py, a, world, cache, file.path);
	m = module_of(py, &file, module_name(a, file.path));
	module_start(py, m);
	return m;
}

/* Calls a function of a module, "Trainer.run" as well; what it gives. */
static struct node *call_function(struct interpreter *py, struct module *m, struct str function, const struct args *all)
{
	struct site site = {m->node->at, m->node->at};
	struct node *callee = m->node;

	while (function.n) {
		struct str_cut cut = str_cut(function, '.');

		callee = py_get_attr(py, callee, cut.head, m->node->at);
		/* "Trainer.run": a method of an object made without arguments. */
		if (callee->kind == NODE_CLASS && cut.ok)
			callee = py_call(py, callee, &(struct args){0}, site);
		function = cut.tail;
	}
	return py_call(py, callee, all, site);
}

struct trace *py_run_function(struct arena *a, const struct eval_world *world,
			      struct py_cache *cache, uint32_t file, struct str function,
			      const struct arg *args, size_t nargs)
{
	struct interpreter py;
	struct module *m = import_file(&py, a, world, cache, file);
	struct frame frame = {.scope = m ? m->scope : NULL, .module = m};
	struct args all = {0};

	for (size_t i = 0; i < nargs; i++)
		*vec_push(a, &all) = args[i];
	if (m) {
		py.frame = &frame;
		call_function(&py, m, function, &all);
		if (py.unwinding == FLOW_RAISE || py.unwinding == FLOW_EXIT)
			py_note_end(&py);
	}
	finish(&py);
	return py.trace;
}

/*
 * What a function gives, in the world of the run, in which a raise that it ends in is gone on behind, as in a script: it refuses
 * a card or a package that is not the one which the config is for.
 */
static struct node *value_given(struct interpreter *py, struct module *m, struct str name, struct eval_world *world, struct span *behind)
{
	struct frame *frame = py->frame;
	struct node *value;

	world->behind = behind;
	world->nbehind = 0;
	for (;;) {
		/* One that spends its budget leaves the others theirs. */
		py->halted = false;
		py->steps = 0;
		py->frame = frame;
		py->unwinding = FLOW_NEXT;
		value = call_function(py, m, name, &(struct args){0});
		if (py->unwinding != FLOW_RAISE)
			return value;
		if (world->nbehind == EVAL_ENDS_MAX)
			return NULL;
		behind[world->nbehind++] = py->end;
	}
}

void py_call_each(struct arena *a, const struct eval_world *world, struct py_cache *cache, uint32_t file, struct py_given *functions,
		  size_t n)
{
	struct interpreter py;
	struct module *m = import_file(&py, a, world, cache, file);
	struct frame frame = {.scope = m ? m->scope : NULL, .module = m};
	struct eval_world own = *world;
	struct span behind[EVAL_ENDS_MAX];

	py.world = &own;
	for (size_t i = 0; m && i < n; i++) {
		py.frame = &frame;
		functions[i].value = value_given(&py, m, functions[i].name, &own, behind);
	}
	py.unwinding = FLOW_NEXT;
	finish(&py);
}

struct node *py_globals(struct arena *a, const struct eval_world *world, struct py_cache *cache,
			uint32_t file, struct trace **trace)
{
	struct interpreter py;
	struct module *m = import_file(&py, a, world, cache, file);
	struct node *map = values_of(a, m, file);

	finish(&py);
	if (trace)
		*trace = py.trace;
	return map;
}

struct node *py_constants(struct arena *a, const struct eval_world *world, struct py_cache *cache, uint32_t file)
{
	struct interpreter py;
	struct module *m = import_file(&py, a, world, cache, file);
	struct node *map = values_of(a, m, file);
	struct frame frame = {.scope = m ? m->scope : NULL, .module = m};

	py.frame = &frame;
	for (size_t i = 0; m && i < m->scope->cells.n; i++) {
		const struct cell *cell = m->scope->cells.at[i];

		/* The classes of other files stand for themselves. */
		if (cell->value && cell->value->kind == NODE_CLASS && cell->value->code && cell->value->at.file == file)
			*vec_push(a, &map->as.pairs) = (struct pair){node_str(a, cell->name, cell->value->at),
								      values_of_class(&py, cell->value)};
	}
	finish(&py);
	return map;
}
