#include "launch_target.h"

/* What a file's comments and name say: one script may start hundreds of commands. */
static void add_comments(struct draft_context *c, uint32_t file, struct target *out)
{
	struct target **said;

	if (file > c->nfiles) {
		target_of_comments(c->arena, c->repo->files, file, out);
		return;
	}
	said = &c->said[file - 1];
	if (!*said) {
		*said = arena_new(c->arena, struct target);
		target_of_comments(c->arena, c->repo->files, file, *said);
	}
	target_merge(out, *said);
}

/* kernel-metadata.json beside a script or notebook that it names: the machine on which Kaggle runs it. */
static void add_kernel(struct draft_context *c, uint32_t file, struct target *out)
{
	struct str path = files_at(c->repo->files, files_parent(c->repo->files, file))->path;
	uint32_t metadata = files_find(c->repo->files, eval_path(c->arena, eval_dirname(path), STR("kernel-metadata.json")));
	const struct node *tree = metadata && metadata <= c->nfiles ? repository_tree(c->repo, metadata) : NULL;
	const struct node *code = tree ? node_get(tree, STR("code_file")) : NULL;

	if (code && code->kind == NODE_STR && str_eq(str_undotted(code->text), str_tail(path, '/')))
		target_of_kernel(c->arena, tree, out);
}

/* What the README nearest above a file says, in its folder or one that holds it; each is read once. */
static void add_page(struct draft_context *c, uint32_t file, struct target *out)
{
	static const char *const names[] = {"README.md", "readme.md", "Readme.md", "README", "README.rst", "README_EN.md"};
	struct str path = files_at(c->repo->files, files_parent(c->repo->files, file))->path;
	struct str folder = path;

	while (out->gpu.type == VALUE_ABSENT && folder.n) {
		folder = eval_dirname(folder);
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
			uint32_t page = files_find(c->repo->files, eval_path(c->arena, folder, str_of(names[i])));

			if (!page || page > c->nfiles)
				continue;
			if (!c->pages[page - 1]) {
				c->pages[page - 1] = arena_new(c->arena, struct target);
				repository_text(c->repo, page);
				target_of_page(c->arena, c->repo->files, page, c->pages[page - 1]);
			}
			target_merge(out, c->pages[page - 1]);
			break;
		}
	}
}

/* Whether a command stands in a document that tells people to run it. */
static bool is_of_page(struct draft_context *c, const struct launch *launch)
{
	return launch->told.file && file_kind_of(files_at(c->repo->files, launch->told.file)->path) == KIND_DOCUMENT;
}

/* The options of the last sbatch on the command line: they replace the directives of the same name (sbatch.1). NULL: none. */
static const struct node *submission(const struct launch *launch)
{
	const struct node *options = NULL;

	for (size_t i = 0; i < launch->layers.n; i++)
		if (str_is(launch->layers.at[i].name, "sbatch"))
			options = launch->layers.at[i].options;
	return options;
}

static void add_directives(struct draft_context *c, const struct node *directives, const struct node *replaced, struct target *out)
{
	struct node *left;

	if (!replaced || directives->kind != NODE_MAP) {
		target_of_directives(c->arena, directives, out);
		return;
	}
	left = node_new(c->arena, NODE_MAP, directives->at);
	for (size_t i = 0; i < directives->as.pairs.n; i++)
		if (!node_get(replaced, directives->as.pairs.at[i].key->text))
			*vec_push(c->arena, &left->as.pairs) = directives->as.pairs.at[i];
	target_of_directives(c->arena, left, out);
}

struct target launch_target(struct draft_context *c, const struct launch *launch, uint32_t file)
{
	struct target t = {0};
	struct target weak = {0};

	if (launch) {
		const struct node *replaced = submission(launch);

		if (replaced)
			target_of_directives(c->arena, replaced, &t);
		for (size_t i = 0; launch->batch && i < launch->batch->as.pairs.n; i++)
			add_directives(c, launch->batch->as.pairs.at[i].value, replaced, &t);
		/* srun, sbatch and salloc on the command line, from the outermost in. */
		for (size_t i = 0; i < launch->layers.n; i++)
			target_of_directives(c->arena, launch->layers.at[i].options, &t);
		if (launch->told.file)
			target_of_block(c->arena, c->repo->files, launch->told, launch->at, &weak);
		/* A page is about many things; a config in whose head the command stands is about this one. */
		if (weak.gpu.type == VALUE_ABSENT && !is_of_page(c, launch))
			add_comments(c, launch->file, &weak);
	}
	if (c->document) {
		target_of_tree(c->arena, c->document, &t);
		target_of_kaggle(c->arena, c->document, &t);
	}
	if (c->host)
		target_merge(&t, c->host);
	if (c->around && launch && !launch->batch && !submission(launch))
		target_merge(&t, c->around);
	if (file && t.gpu.type == VALUE_ABSENT)
		add_kernel(c, file, &t);
	if (file && weak.gpu.type == VALUE_ABSENT)
		add_comments(c, file, &weak);
	target_merge(&t, &weak);
	/* A framework's own program has no file here: its commands are what a README is about. */
	if ((file || launch) && t.gpu.type == VALUE_ABSENT)
		add_page(c, file ? file : launch->file, &t);
	return t;
}
