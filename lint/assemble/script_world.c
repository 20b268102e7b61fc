#include "script_world.h"

#include "core/base/base.h"
#include "lint/model/model.h"
#include "lint/python/python.h"

/* What the evaluated script may ask of its card. */
static struct eval_target eval_target_of(const struct target *t)
{
	struct eval_target out = {.num_gpus = -1, .major = -1, .minor = -1, .bf16 = -1};

	if (t->row) {
		out.gpu_bytes = t->row->torch_total_bytes;
		out.bf16 = t->row->bf16;
		if (t->row->compute_capability) {
			out.major = (int)(t->row->compute_capability / 10);
			out.minor = (int)(t->row->compute_capability % 10);
		}
	} else if (t->gpu.type == VALUE_STR) {
		bytes_parse(t->gpu.as.s, &out.gpu_bytes);
	}
	return out;
}

/* Where a launch that changes no folder is meant to run: "-m src.train" starts a/src/train.py in a. */
static struct str base_of(struct assembly *s, uint32_t file, const struct launch *launch)
{
	struct str path = path_of_file(s->c, file), word;
	const struct node *program = launch->program.value;

	if (program->kind != NODE_STR || launch->program.rooted || launched_folder(s->c, launch).n)
		return STR("");
	word = program->text;
	if (launch->kind == LAUNCH_MODULE)
		word = str_cat(s->arena, str_tr(s->arena, word, '.', '/'),
			       str_ends(path, STR("/__main__.py")) ? STR("/__main__.py") : STR(".py"));
	word = str_undotted(word);
	return word.n + 1 < path.n && str_ends(path, word) && path.s[path.n - word.n - 1] == '/'
		   ? str_sub(path, 0, path.n - word.n - 1)
		   : STR("");
}

/*
 * "configs/a.yaml" of a launch in p/scripts/run.sh that changes no folder: the file in the nearest folder above, p. An
 * installed package ("-m pkg.train" of p/src) says nothing of where that is. Empty: there is none, or the program's own
 * folders have one.
 */
static struct str above_value(struct assembly *s, const struct launch *launch, uint32_t program, struct str text)
{
	const struct str own[] = {base_of(s, program, launch), eval_dirname(path_of_file(s->c, program))};
	struct str folder = path_of_file(s->c, launch->file);

	if (launched_folder(s->c, launch).n)
		return STR("");
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++) {
		struct str at = own[i].n ? eval_path(s->arena, own[i], text) : STR("");

		if (at.n && files_find(s->repo->files, at))
			return STR("");
	}
	for (folder = eval_dirname(folder); folder.n && !str_is(folder, "."); folder = eval_dirname(folder)) {
		struct str at = eval_path(s->arena, folder, text);

		if (at.n && files_find(s->repo->files, at))
			return at;
	}
	return STR("");
}

/*
 * "project/configs/a.yaml" of a launch from beside the repository: where no file has that path, the only one that the longest end of it names, two names at least. Of a flag "--config=…" its value.
 */
static struct node *beside_value(struct assembly *s, const struct launch *launch, uint32_t program, struct node *value)
{
	struct str text = value->text, flag = STR(""), at;
	enum file_kind kind = file_kind_of(text);
	uint32_t found[2];

	if (kind != KIND_JSON && kind != KIND_YAML && kind != KIND_TOML)
		return value;
	if (str_starts(text, STR("-"))) {
		flag = str_sub(text, 0, str_chr(text, '=', 0) + 1);
		text = str_sub(text, flag.n, text.n);
	}
	at = eval_path(s->arena, launched_folder(s->c, launch), text);
	if (!text.n || text.s[0] == '/' || files_find(s->repo->files, text) || (at.n && files_find(s->repo->files, at)))
		return value;
	at = above_value(s, launch, program, text);
	if (at.n)
		return node_str(s->arena, str_fmt(s->arena, "%.*s" EVAL_ROOT "/%.*s", STR_ARG(flag), STR_ARG(at)), value->at);
	for (struct str_cut cut = str_cut(str_undotted(text), '/'); cut.ok && str_chr(cut.tail, '/', 0) != SIZE_MAX;
	     cut = str_cut(cut.tail, '/'))
		if (repository_ending(s->repo, cut.tail, found, 2) == 1)
			return node_str(s->arena,
					str_fmt(s->arena, "%.*s" EVAL_ROOT "/%.*s", STR_ARG(flag), STR_ARG(path_of_file(s->c, found[0]))),
					value->at);
	return value;
}

/* "$PROJECT/deepspeed/zero2.json": whatever the project's folder is, the end with a folder names the file. */
static struct node *word_value(struct assembly *s, const struct launch *launch, uint32_t program, const struct launch_word *w)
{
	enum file_kind kind = file_kind_of(w->tail);
	uint32_t file = 0;

	if (w->value->kind == NODE_UNKNOWN && !w->head.n && str_starts(w->tail, STR("/")) &&
	    str_chr(w->tail, '/', 1) != SIZE_MAX && (kind == KIND_JSON || kind == KIND_YAML || kind == KIND_TOML))
		file = launched_word_file(s->c, launch, w);
	if (!file)
		return w->value->kind == NODE_STR && !w->rooted ? beside_value(s, launch, program, w->value) : w->value;
	return node_str(s->arena, str_fmt(s->arena, EVAL_ROOT "/%.*s", STR_ARG(path_of_file(s->c, file))),
			w->value->at);
}

/* Whether a word, or what is known of it, can only be a flag. */
static bool is_flag(const struct launch_word *w)
{
	return w->head.n > 1 && w->head.s[0] == '-' && !(w->head.s[1] >= '0' && w->head.s[1] <= '9');
}

/*
 * "--output_dir=run-${SLURM_JOB_ID}" is one flag, whatever the number is: as two words where no other could be
 * taken for a second value of it. Else, and in "key=run-$ID", the known text and what is not are added, as in Python.
 */
static void push_partly(struct assembly *s, const struct launch *launch, size_t i, struct node *argv)
{
	const struct launch_word *w = &launch->args.at[i], *next = i + 1 < launch->args.n ? w + 1 : NULL;
	struct str_cut cut = str_cut(w->head, '=');
	struct node *value;

	if (is_flag(w) && (!next || is_flag(next))) {
		node_push(s->arena, argv, node_str(s->arena, cut.head, w->value->at));
		value = node_copy(s->arena, w->value);
		value->op = 'f';
		node_push(s->arena, argv, value);
		return;
	}
	value = node_unknown(s->arena, w->value->text, w->value->at);
	value->quoted = true;
	value->op = '+';
	value->from[0] = node_str(s->arena, w->head, w->value->at);
	value->from[1] = w->value;
	node_push(s->arena, argv, value);
}

/* "--rows=$ROWS" of one of two: one flag, and either value behind it; false: it is something else. */
static bool push_either(struct assembly *s, const struct launch_word *w, struct node *argv)
{
	struct node *value;
	struct str name;

	if (w->value->kind != NODE_EITHER || !launch_split(s->arena, w, &name, &value) || name.n < 2 || name.s[0] != '-')
		return false;
	node_push(s->arena, argv, node_str(s->arena, name, w->value->at));
	node_push(s->arena, argv, value);
	return true;
}

static struct node *argv_of(struct assembly *s, const struct launch *launch, uint32_t program)
{
	struct node *argv = node_new(s->arena, NODE_LIST, launch->at);

	for (size_t i = 0; i < launch->args.n; i++) {
		const struct launch_word *w = &launch->args.at[i];

		if (w->lost)
			continue;
		if (w->value->kind == NODE_UNKNOWN && str_chr(w->head, '=', 1) != SIZE_MAX)
			push_partly(s, launch, i, argv);
		else if (!push_either(s, w, argv))
			node_push(s->arena, argv, word_value(s, launch, program, w));
	}
	argv->open = launch->open;
	return argv;
}

/* The configuration file that the launcher itself is given, or NULL. */
static const struct node *launcher_config(const struct launch *launch, struct draft_opener *opener)
{
	const struct node *path = launch_option(launch, STR("config_file"));

	return path && path->kind == NODE_STR ? draft_open(opener, path->text, path->at) : NULL;
}

/* Whether a launcher adds --local_rank to the words of the program. */
static bool passes_rank(const struct launch *launch)
{
	for (size_t i = 0; i < launch->layers.n; i++) {
		const char *unless = launcher_rank_switch(launch->layers.at[i].name);

		if (unless)
			return launch_option(launch, str_of(unless)) == NULL;
	}
	return false;
}

struct eval_world script_world(struct assembly *s, uint32_t file, const struct launch *launch,
			       const struct target *target, struct draft_opener *opener)
{
	struct eval_world world = repository_eval_world(s->repo);
	struct target card;

	/* Scripts that fit their batch to the card are read for the one that is asked about. */
	card = resolve_target(s->c, files_parent(s->repo->files, file), target);
	world.target = eval_target_of(&card);
	world.function = s->function;
	world.known = known_config;
	world.known_model = known_model;
	if (!launched_folder(s->c, launch).n)
		world.beside = eval_dirname(path_of_file(s->c, file));
	if (launch) {
		const struct node *start = launch_option(launch, STR("function"));
		int visible = launch_visible_devices(launch);
		int64_t n;

		if (start && start->kind == NODE_STR)
			world.start = start->text;
		world.env = (struct node *)(uintptr_t)rank_variables(
		    s->arena, launch, launcher_config(launch, opener), target);
		world.argv = argv_of(s, launch, file);
		world.passes_rank = passes_rank(launch);
		world.cwd = launched_folder(s->c, launch);
		world.base = base_of(s, file, launch);
		if (visible > 0)
			world.target.num_gpus = visible;
		else if (launched_count(launch_option(launch, STR("nproc_per_node")), &n) ||
			 launched_count(launch_option(launch, STR("num_processes")), &n) ||
			 launched_count(launch_option(launch, STR("num_gpus")), &n))
			world.target.num_gpus = n;
		else if (target->per_node.type == VALUE_INT)
			world.target.num_gpus = target->per_node.as.i;
	}
	return world;
}

/* ---- what code in Python prints that shell code asks: $(python -c "…") ---- */

enum {
	/** Such code reads a file and prints what is in it. */
	STEPS_MAX = 20000,
	/** Programs of all scripts. */
	PROGRAMS_MAX = 1000,
};

/* Whether code prints; most of what is asked so says whether a library can be imported. */
static bool prints(struct str code)
{
	return str_has(code, STR("print")) || str_has(code, STR("sys.stdout.write"));
}

/* A text that is printed, where it stands in a file of the repository; else it is told by the command. */
static struct node *told(struct assembly *s, const struct node *printed, uint32_t program, struct span at)
{
	struct node *out = node_new(s->arena, printed->kind == NODE_STR ? NODE_STR : NODE_UNKNOWN, printed->at);

	out->text = printed->kind == NODE_STR ? str_dup(s->arena, printed->text) : STR("what the code prints is not known");
	out->quoted = true;
	if (!printed->at.file || printed->at.file == program || !span_known(printed->at))
		out->at = (struct span){at.file, at.off, 0};
	return out;
}

/* Whether something of it is known besides blanks. */
static bool says_something(const struct trace *trace)
{
	for (size_t i = 0; i < trace->printed.n; i++)
		if (trace->printed.at[i]->kind == NODE_STR && str_trim(trace->printed.at[i]->text).n)
			return true;
	return false;
}

const struct node *printed_code(void *assembly, struct str code, const struct node *words, const struct node *env, struct str folder,
				struct span at)
{
	struct assembly *s = assembly;
	struct eval_world world = repository_eval_world(s->repo);
	struct arena own = {0};
	struct py_cache *cache;
	const struct trace *trace;
	struct node *out;
	uint32_t program;

	if (!at.file || !prints(code) || s->printed_programs++ >= PROGRAMS_MAX)
		return NULL;
	program = files_derive(s->repo->files, at.file, str_dup(s->arena, code), NULL, 0);
	world.argv = (struct node *)(uintptr_t)words;
	world.env = (struct node *)(uintptr_t)env;
	world.cwd = folder;
	world.prints = true;
	world.budget.steps = STEPS_MAX;
	cache = py_cache_new(&own);
	trace = py_run(&own, &world, cache, program);
	out = node_new(s->arena, NODE_LIST, at);
	for (size_t i = 0; i < trace->printed.n; i++)
		node_push(s->arena, out, told(s, trace->printed.at[i], program, at));
	/* What ends before its end may have printed more. */
	if (trace->spent.n || span_known(trace->stop) || !says_something(trace))
		out = NULL;
	py_cache_free(cache);
	arena_free(&own);
	return out;
}
