#include "budgets.h"

enum { HALVINGS_MAX = 10 };

/* 50,000 commands, halved eight times, are still more than 97 of 100 scripts run. */
static unsigned halvings(const struct assembly *s)
{
	uint64_t n = s->shell_spent < 8 ? s->shell_spent : s->shell_spent < 64 ? 8 : HALVINGS_MAX;

	/* Loops within loops make 300 MB of one script: ninety of them must not take all memory. */
	n += halvings_by_bytes(s->arena->used - s->before_shell);
	return n < HALVINGS_MAX ? (unsigned)n : HALVINGS_MAX;
}

/* For struct shell_world: the id of a file by its path, loaded. data is a struct repository. */
static uint32_t find_file(void *data, struct str path)
{
	struct repository *repo = data;
	uint32_t file = files_find(repo->files, path);

	if (file)
		repository_text(repo, file);
	return file;
}

/* For struct shell_world: the only file whose path ends so. */
static uint32_t find_ending(void *data, struct str path)
{
	struct repository *repo = data;
	uint32_t found[2];

	if (repository_ending(repo, path, found, 2) != 1)
		return 0;
	repository_text(repo, found[0]);
	return found[0];
}

struct shell_world budget_shell_world(const struct assembly *s)
{
	struct shell_world world = {.data = s->repo, .find = find_file, .ending = find_ending};

	world.budget = shell_budget(world.budget);
	world.budget.steps >>= halvings(s);
	world.budget.work >>= halvings(s);
	return world;
}

void budget_note(struct assembly *s, uint32_t file, struct str phrase)
{
	file = files_parent(s->repo->files, file);
	if (phrase.n && file && file <= s->c->nfiles && !s->partly[file - 1].n)
		s->partly[file - 1] = str_dup(s->arena, phrase);
}

bool budget_is_spent(struct assembly *s, uint32_t file)
{
	/* Thirty times what a library of 2,000 files takes, and 4,000 more jobs than anybody has. */
	enum { MEMORY_MAX = 1536 << 20, STEPS_MAX = 64 << 20, JOBS_MAX = 4096 };
	const char *what = s->arena->used >= MEMORY_MAX ? "1.5 GiB for the whole repository"
			   : s->steps >= STEPS_MAX     ? "64 million steps for the whole repository"
			   : s->c->drafts.n >= JOBS_MAX   ? "4096 jobs for the whole repository"
						       : NULL;

	if (what)
		budget_note(s, file, str_of(what));
	return what != NULL;
}

/* What stands behind a spent budget is not seen: that is no pass. */
void budget_report(struct assembly *s)
{
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (s->partly[file - 1].n)
			findings_add(s->c->findings, RULE_UNREADABLE_FILE, (struct span){file, 0, 0},
				     "evaluated only as far as its budget went: %.*s", STR_ARG(s->partly[file - 1]));
}

void budget_shell_done(struct assembly *s, uint32_t file, const struct launches *launches)
{
	struct shell_budget given = budget_shell_world(s).budget;

	budget_note(s, file, launches->spent);
	/* A repository of scripts without end must not take minutes; other scripts keep what they need. */
	s->shell_spent += launches->steps >= given.steps || launches->work >= given.work;
}
