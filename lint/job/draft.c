#include "draft.h"

bool draft_same(const struct draft *a, const struct draft *b)
{
	if (a->cases.n != b->cases.n || !job_same_settings(&a->job, &b->job))
		return false;
	for (size_t i = 0; i < a->cases.n; i++)
		if (!job_same_settings(&a->cases.at[i].job, &b->cases.at[i].job))
			return false;
	return true;
}

bool draft_tells_model(const struct draft *d)
{
	return d->job.model || job_get(&d->job, SETTING_MODEL);
}

struct draft_opener *draft_opener(struct draft_context *c, struct str cwd, struct str from)
{
	struct draft_opener *opener = arena_new(c->arena, struct draft_opener);

	opener->context = c;
	opener->repo = c->repo;
	opener->cwd = cwd;
	opener->from = from;
	return opener;
}

bool draft_has(const struct draft *d, uint32_t file)
{
	for (size_t i = 0; i < d->files.n; i++)
		if (d->files.at[i] == file)
			return true;
	return false;
}

void draft_take(struct draft_context *c, struct draft *draft, uint32_t file)
{
	file = files_parent(c->repo->files, file);
	if (!file)
		return;
	if (file <= c->nfiles)
		c->taken[file - 1] = true;
	if (!draft_has(draft, file))
		*vec_push(c->arena, &draft->files) = file;
}

void draft_take_launch(struct draft_context *c, struct draft *draft, const struct launch *launch)
{
	draft_take(c, draft, launch->file);
	for (size_t i = 0; i < launch->through.n; i++)
		draft_take(c, draft, launch->through.at[i]);
	for (size_t i = 0; i < launch->layers.n; i++)
		if (span_known(launch->layers.at[i].at))
			draft_take(c, draft, launch->layers.at[i].at.file);
}

bool draft_has_taken(const struct draft_context *c, uint32_t file)
{
	return file && file <= c->nfiles && c->taken[file - 1];
}

const struct node *draft_open(void *ctx, struct str path, struct span at)
{
	struct draft_opener *opener = ctx;
	struct repository *repo = opener->repo;
	const struct draft_context *c = opener->context;
	const struct file *from = files_at(repo->files, at.file);
	const struct node *tree;
	uint32_t file = repository_resolve(repo, opener->cwd, from ? from->path : opener->from, path);

	if (!file)
		return NULL;
	*vec_push(repo->arena, &opener->files) = file;
	tree = repository_tree(repo, file);
	opener->lacks |= !tree && !c;
	return tree || !c || !c->module ? tree : c->module(c->evaluating, file);
}

void draft_opened(struct draft_opener *opener, uint32_t file)
{
	*vec_push(opener->repo->arena, &opener->files) = file;
	repository_tree(opener->repo, file);
}

void draft_add(struct draft_context *c, struct draft *draft)
{
	const struct draft_opener *opener = draft->extract.ctx;
	struct draft *own;

	for (size_t i = 0; opener && i < opener->files.n; i++)
		draft_take(c, draft, opener->files.at[i]);
	own = arena_bytes(&c->drafted, sizeof(*own), _Alignof(struct draft));
	*own = *draft;
	*vec_push(c->arena, &c->drafts) = own;
}

void drafts_end(struct draft_context *c)
{
	c->drafts.n = 0;
	c->points = NULL;
	arena_free(&c->tried);
	arena_adopt(c->arena, &c->drafted);
	arena_free(&c->drafted);
}

void drafts_drop(struct draft_context *c)
{
	c->drafts.n = c->on_cpu.n = 0;
	arena_reset(&c->drafted);
}
