/*
 * Notebooks: their Python is a script that nothing launches, their shell lines may launch others.
 */
#include "budgets.h"
#include "evaluation_cache.h"
#include "file_jobs.h"
#include "script_jobs.h"
#include "written_files.h"

#include "lint/job/job.h"
#include "lint/read/read.h"

/* What is kept of a notebook that was taken apart, for the next reading of the repository as well. */
struct page {
	struct notebook notebook;
	/** The card that its last run printed, and where; empty: none. */
	struct str printed;
	struct span printed_at;
	/** The releases that it printed. */
	struct versions versions;
	/** It is none. */
	bool is_none;
};

/* Takes a notebook apart, unless that was done before. */
static const struct page *page_of(struct assembly *s, uint32_t file)
{
	struct page *page = s->pages[file - 1];
	struct arena scratch = {0};

	if (page)
		return page;
	page = s->pages[file - 1] = arena_new(s->arena, struct page);
	repository_text(s->repo, file);
	page->is_none = !notebook_read(s->arena, &scratch, s->repo->files, file, &page->notebook);
	if (!page->is_none) {
		page->printed = str_dup(s->arena, notebook_card(&page->notebook, &page->printed_at));
		page->versions.arena = s->arena;
		versions_printed(&page->notebook, &page->versions);
		if (page->notebook.metadata)
			page->notebook.metadata = node_dup(s->arena, page->notebook.metadata);
	}
	page->notebook.cells = NULL;
	arena_free(&scratch);
	return page;
}

uint32_t notebook_prose(struct assembly *s, uint32_t file)
{
	const struct page *page = str_has(repository_text(s->repo, file), STR("```")) ? page_of(s, file) : NULL;

	return page && !page->is_none ? page->notebook.prose : 0;
}

/* The releases of the last run, where no cell and no requirement pins one. */
static void take_printed_versions(struct assembly *s, const struct page *page)
{
	for (size_t i = 0; i < page->versions.n; i++) {
		const struct version *v = &page->versions.at[i], *known = versions_find(s->c->installed, v->package);

		if (!known || known->open)
			versions_set(s->c->installed, *v);
	}
}

/*
 * The card of the last run, where the metadata names none, or leaves its size open: Colab's "A100" is
 * the card of 40 GB or that of 80.
 */
static void take_printed(struct assembly *s, const struct page *page, struct target *target)
{
	struct target printed;

	if (!page->printed.n || !target_of_text(s->arena, page->printed, page->printed_at, TARGET_TYPED, &printed))
		return;
	if (target->gpu.type == VALUE_STR && !str_has_nocase(page->printed, target->gpu.as.s))
		return;
	target->gpu = printed.gpu;
	target->row = printed.row;
	target->gpu_weight = printed.gpu_weight;
}

/* What IPython puts into a shell line for a variable; NULL: that is not known. */
static struct node *as_word(struct assembly *s, const struct node *value)
{
	switch ((int)value->kind) {
	case NODE_STR:
		return node_str(s->arena, str_dup(s->arena, value->text), value->at);
	case NODE_INT:
		return node_str(s->arena, str_fmt(s->arena, "%lld", (long long)value->as.i),
				value->at);
	case NODE_BOOL:
		return node_str(s->arena, value->as.b ? STR("True") : STR("False"), value->at);
	default:
		return NULL;
	}
}

/* Whether Python may write files that shell lines read. */
static bool writes_files(struct str python)
{
	return str_has(python, STR("dump(")) || str_has(python, STR(".write"));
}

/* Whether shell lines may name a variable. */
static bool names_variables(struct str text)
{
	return str_chr(text, '$', 0) != SIZE_MAX || str_chr(text, '{', 0) != SIZE_MAX;
}

/* How often a name is assigned at the begin of a line. */
static size_t assigned(struct str text, struct str name)
{
	size_t n = 0;

	while (text.n) {
		struct str_cut line = str_cut(text, '\n');
		struct str rest = str_starts(line.head, name)
				      ? str_trim(str_sub(line.head, name.n, line.head.n))
				      : (struct str){0};

		n += rest.n && rest.s[0] == '=' && (rest.n == 1 || rest.s[1] != '=');
		text = line.tail;
	}
	return n;
}

/** Keys of a mapping's mappings that a shell line may name: {config["train"]["out"]}. */
enum { KEYS_DEEP = 3, KEYS_MAX = 200 };

/* The words that are in a mapping, by the names that the shell sees, its quotes gone: config[train][out]. */
static void add_keys(struct assembly *s, struct node *map, struct str name, const struct node *of, int depth)
{
	for (size_t i = 0; of->kind == NODE_MAP && i < of->as.pairs.n && map->as.pairs.n < KEYS_MAX && depth < KEYS_DEEP; i++) {
		const struct pair *pair = &of->as.pairs.at[i];
		struct node *word = as_word(s, pair->value);
		struct str key;

		if (pair->key->kind != NODE_STR)
			continue;
		key = str_fmt(s->arena, "%.*s[%.*s]", STR_ARG(name), STR_ARG(pair->key->text));
		if (word)
			node_set(s->arena, map, node_str(s->arena, key, pair->key->at), word);
		else
			add_keys(s, map, key, pair->value, depth + 1);
	}
}

/*
 * The variables of a notebook's Python that its shell lines may name ($MODEL, {MODEL}): IPython puts
 * their values there. One that is assigned twice may have another value where a line stands.
 */
static struct node *variables(struct assembly *s, const struct notebook *notebook, const struct node *globals)
{
	struct node *map = node_new(s->arena, NODE_MAP, (struct span){0});
	struct str text = repository_text(s->repo, notebook->python);

	for (size_t i = 0; globals && i < globals->as.pairs.n; i++) {
		const struct pair *pair = &globals->as.pairs.at[i];
		struct node *word = as_word(s, pair->value);

		if (word && assigned(text, pair->key->text) < 2)
			node_set(
			    s->arena, map,
			    node_str(s->arena, str_dup(s->arena, pair->key->text), pair->key->at),
			    word);
		else if (pair->value->kind == NODE_MAP && assigned(text, pair->key->text) < 2)
			add_keys(s, map, pair->key->text, pair->value, 0);
	}
	return map;
}

/* What the Python of a notebook has for its shell lines: variables in *env, and the files that it writes. */
static struct written_files run_python(struct assembly *s, const struct notebook *notebook, struct node **env)
{
	struct eval_world world = repository_eval_world(s->repo);
	bool names = names_variables(repository_text(s->repo, notebook->shell));
	struct written_files dumps = {0};
	const struct trace *trace;

	if (!names && !writes_files(repository_text(s->repo, notebook->python)))
		return dumps;
	world.target = (struct eval_target){.num_gpus = -1, .major = -1, .minor = -1, .bf16 = -1};
	trace = py_run(&s->entry, &world, evaluation_trees(s), notebook->python);
	if (names)
		*env = variables(s, notebook, trace->globals);
	dumps = written_files_of(s->arena, trace);
	*env = written_files_env(s->arena, &dumps, *env);
	arena_reset(&s->entry);
	return dumps;
}

/* Writes the files of the cells above a shell line, and of its own, whose lines may have no places. */
static void put_written_files(struct assembly *s, const struct written_files *dumps, struct span line)
{
	line = files_origin(s->repo->files, line);
	for (size_t i = 0; i < dumps->n; i++)
		if (files_origin(s->repo->files, dumps->at[i].at).off <= line.off)
			written_file_put(s, &dumps->at[i]);
}

/* "{MODEL}" among a launch's words, which to the shell is a word like any other. */
static void put_variables(struct assembly *s, struct launches *launches,
			  const struct node *variables)
{
	for (size_t i = 0; i < launches->n; i++) {
		struct launch *l = &launches->at[i];

		for (size_t k = 0; k < l->args.n; k++) {
			struct launch_word *word = &l->args.at[k];
			struct str text = word->value->text;
			const struct node *value;

			if (word->value->kind != NODE_STR || text.n < 3 || text.s[0] != '{' ||
			    text.s[text.n - 1] != '}')
				continue;
			value = node_get(variables, str_sub(text, 1, text.n - 1));
			if (!value)
				continue;
			word->value = node_str(s->arena, value->text, word->value->at);
			word->head = word->tail = value->text;
		}
	}
}

/* A file of that name which is none: broken JSON. An empty one is just begun. */
static void say_unread(struct assembly *s, uint32_t file)
{
	if (str_ends(files_at(s->repo->files, file)->path, STR(".ipynb")) && str_trim(repository_text(s->repo, file)).n)
		findings_add(s->c->findings, RULE_UNREADABLE_FILE, (struct span){file, 0, 0},
			     "no notebook by its JSON, so its cells were not read");
}

void notebook_jobs(struct assembly *s, uint32_t file)
{
	struct shell_world world = budget_shell_world(s);
	struct node *env = NULL;
	const struct page *page = page_of(s, file);
	struct notebook notebook = page->notebook;
	struct target target = {0};
	struct launches *launches;
	struct written_files dumps;

	if (page->is_none) {
		say_unread(s, file);
		return;
	}
	/* What the notebook installs is what its code runs with. */
	library_versions_install(s->c, file, notebook.shell);
	take_printed_versions(s, page);
	if (notebook.metadata) {
		target_of_tree(s->arena, notebook.metadata, &target);
		target_of_kaggle(s->arena, notebook.metadata, &target);
		target_of_colab(notebook.metadata, &target);
	}
	if (str_ends(path_of_file(s->c, file), STR(".py")))
		target_of_comments(s->arena, s->repo->files, file, &target);
	take_printed(s, page, &target);
	s->c->document = notebook.metadata;
	dumps = run_python(s, &notebook, &env);
	world.env = env;
	launches = launches_keep(s->arena, &s->shell, shell_read(&s->shell, &world, s->repo->files, notebook.shell));
	arena_reset(&s->shell);
	if (world.env)
		put_variables(s, launches, world.env);
	budget_shell_done(s, notebook.shell, launches);
	for (size_t i = 0; i < launches->n; i++) {
		written_files_above(s, launches, &launches->at[i]);
		put_written_files(s, &dumps, launches->at[i].at);
		launch_jobs(s, &launches->at[i]);
	}
	s->c->document = NULL;
	written_files_above(s, launches, NULL);
	script_jobs(s, notebook.python, NULL, &target);
	repository_restore(s->repo);
	s->c->installed = NULL;
}
