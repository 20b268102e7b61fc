/*
 * Which versions of libraries a file's jobs run with.
 */
#include "library_versions.h"

static struct environment *environment_at(const struct draft_context *c, uint32_t file)
{
	const struct file *f = files_at(c->repo->files, files_parent(c->repo->files, file));

	return environments_of(c->environments, f ? f->path : STR(""));
}

/* Requirements beside the script are installed over what the image has; what else the repository asks for is not. */
static struct versions *in_image(const struct draft_context *c, const struct environment *env)
{
	struct versions *all = versions_copy(c->arena, c->image);

	for (const struct environment *k = env; k; k = k->above)
		for (size_t i = 0; i < k->asked.versions.n; i++)
			if (k == env || !versions_find(all, k->asked.versions.at[i].package))
				versions_set(all, k->asked.versions.at[i]);
	return all;
}

struct versions *library_versions(const struct draft_context *c, uint32_t file, const struct launch *launch)
{
	struct environment *env;

	if (c->installed)
		return c->installed;
	env = environment_at(c, file);
	/* A shared script at the top of a repository that asks for nothing is started from a project of it. */
	if (launch && !c->image && !requirements_any(&env->asked))
		env = environment_at(c, launch->file);
	return c->image ? in_image(c, env) : &env->versions;
}

void library_versions_install(struct draft_context *c, uint32_t file, uint32_t commands)
{
	struct versions installed = {.arena = c->arena};

	requirements_installed(c->repo->files, commands, &installed);
	c->installed = versions_copy(c->arena, library_versions(c, file, NULL));
	for (size_t i = 0; i < installed.n; i++)
		versions_set(c->installed, installed.at[i]);
	date_by_needs(&installed, c->installed);
}

void library_versions_install_own(struct draft_context *c, uint32_t script)
{
	struct versions installed = {.arena = c->arena};

	if (!script || c->installed || (script <= c->nfiles && c->installs_nothing[script - 1]))
		return;
	requirements_installed(c->repo->files, script, &installed);
	if (installed.n)
		library_versions_install(c, script, script);
	else if (script <= c->nfiles)
		c->installs_nothing[script - 1] = true;
}
