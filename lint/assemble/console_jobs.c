/*
 * Console scripts: what a shell script starts by the name that installing the repository gives it, and
 * functions that nothing starts here but such a name.
 */
#include "file_jobs.h"
#include "script_jobs.h"

void console_scripts_read(struct assembly *s)
{
	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		struct str path = files_at(s->repo->files, file)->path;

		if (!console_file(path) || str_has(path, STR("third_party")))
			continue;
		repository_text(s->repo, file);
		console_read(s->arena, s->repo->files, file, &s->consoles);
	}
}

static uint32_t file_of(struct assembly *s, const struct console *c)
{
	struct str from = files_at(s->repo->files, c->file)->path;

	return repository_resolve_module(s->repo, STR(""), from, c->module);
}

/* The console script that a launch's program is; NULL: none. */
static const struct console *launched_console(struct assembly *s, const struct launch *launch)
{
	const struct node *program = launch->kind == LAUNCH_COMMAND ? launch->program.value : NULL;

	return program && program->kind == NODE_STR ? console_find(&s->consoles, str_tail(program->text, '/')) : NULL;
}

uint32_t console_launched(struct assembly *s, const struct launch *launch)
{
	const struct console *c = launched_console(s, launch);

	return c ? file_of(s, c) : 0;
}

bool console_jobs(struct assembly *s, const struct launch *launch)
{
	const struct console *c = launched_console(s, launch);
	uint32_t file = c ? file_of(s, c) : 0;
	struct target target;

	if (!file)
		return false;
	target = launch_target(s->c, launch, file);
	s->function = c->function;
	if (script_jobs(s, file, launch, &target) && file <= s->c->nfiles)
		s->c->taken[file - 1] = true;
	return true;
}

void unlaunched_console_jobs(struct assembly *s)
{
	for (size_t i = 0; i < s->consoles.n; i++) {
		uint32_t file = file_of(s, &s->consoles.at[i]);

		if (!file || file > s->c->nfiles || draft_has_taken(s->c, file) ||
		    !(s->of.marks[file - 1] & (MARK_SINK | MARK_REACH)) ||
		    path_is_aside(files_at(s->repo->files, file)->path))
			continue;
		s->function = s->consoles.at[i].function;
		unlaunched_file_jobs(s, file);
	}
}
