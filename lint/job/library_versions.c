/*
 * Which versions of libraries a file's jobs run with.
 */
#include "lint/assemble/assemble.h"

static struct environment *environment_at(const struct assembly *s, uint32_t file)
{
	const struct file *f = files_at(s->repo->files, files_parent(s->repo->files, file));

	return environments_of(s->environments, f ? f->path : STR(""));
}

static struct versions *copy_of(struct arena *a, const struct versions *from)
{
	struct versions *copy = arena_new(a, struct versions);

	copy->arena = a;
	for (size_t i = 0; i < from->n; i++)
		*vec_push(a, copy) = from->at[i];
	return copy;
}

/* Requirements beside the script are installed over what the image has; what else the repository asks for is not. */
static struct versions *in_image(const struct assembly *s, const struct environment *env)
{
	struct versions *all = copy_of(s->arena, s->image);

	for (const struct environment *k = env; k; k = k->above)
		for (size_t i = 0; i < k->asked.versions.n; i++)
			if (k == env || !versions_find(all, k->asked.versions.at[i].package))
				versions_set(all, k->asked.versions.at[i]);
	return all;
}

struct versions *assemble_versions(const struct assembly *s, uint32_t file, const struct launch *launch)
{
	struct environment *env;

	if (s->installed)
		return s->installed;
	env = environment_at(s, file);
	/* A shared script at the top of a repository that asks for nothing is started from a project of it. */
	if (launch && !s->image && !requirements_any(&env->asked))
		env = environment_at(s, launch->file);
	return s->image ? in_image(s, env) : &env->versions;
}

void assemble_install(struct assembly *s, uint32_t file, uint32_t commands)
{
	struct versions installed = {.arena = s->arena};

	requirements_installed(s->repo->files, commands, &installed);
	s->installed = copy_of(s->arena, assemble_versions(s, file, NULL));
	for (size_t i = 0; i < installed.n; i++)
		versions_set(s->installed, installed.at[i]);
}

void assemble_install_own(struct assembly *s, uint32_t script)
{
	struct versions installed = {.arena = s->arena};

	if (!script || s->installed || (script <= s->ntaken && s->installs_nothing[script - 1]))
		return;
	requirements_installed(s->repo->files, script, &installed);
	if (installed.n)
		assemble_install(s, script, script);
	else if (script <= s->ntaken)
		s->installs_nothing[script - 1] = true;
}
