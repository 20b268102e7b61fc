#include "budgets.h"

#include "script_world.h"

#include "lint/text/text.h"

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
	struct shell_world world = {.data = s->repo, .find = find_file, .ending = find_ending, .prints = printed_code, .printer = (void *)(uintptr_t)s};

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

static bool speaks_of_training(struct str text)
{
	static const char *const words[] = {"train", "tune", "sft", "dpo", "ppo", "grpo", "rlhf", "distill", "fit", "learn"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(text, str_of(words[i])))
			return true;
	return false;
}

/* Whether a value may be a choice. Stages are counted by small numbers; a larger one is a size. */
static bool may_choose(struct str text)
{
	double number;

	if (str_to_real(text, &number))
		return number < 10 && number == (double)(int)number;
	return str_chr(text, '/', 0) == SIZE_MAX && str_chr(text, ',', 0) == SIZE_MAX && str_chr(text, ' ', 0) == SIZE_MAX;
}

static void put_line(struct out *out, struct str text)
{
	out_put(out, text);
	out_put(out, STR("\n"));
}

/** The texts that the two shapes are hashed from. */
struct shape_texts {
	struct out close, loose;
};

/* "value", "--flag=value", "key=value"; free: what stands for it in the loose shape. */
static void put_value(struct shape_texts *t, struct str text, bool free)
{
	struct str_cut cut = str_cut(text, '=');
	bool trains;

	if (cut.tail.n && str_chr(cut.head, '/', 0) == SIZE_MAX) {
		put_line(&t->close, cut.head);
		put_line(&t->loose, cut.head);
		text = cut.tail;
		free = true;
	}
	trains = speaks_of_training(text);
	put_line(&t->close, trains || may_choose(text) ? text : STR("*"));
	put_line(&t->loose, trains || !free ? text : STR("*"));
}

static void put_node(struct shape_texts *t, const struct node *value, struct str head, bool free)
{
	if (value->kind == NODE_STR) {
		put_value(t, value->text, free);
		return;
	}
	put_line(&t->close, value->text);
	put_value(t, head, free);
}

struct launch_shape budget_shape(struct assembly *s, uint32_t file, const struct launch *launch)
{
	struct shape_texts t = {.close = {.arena = &s->entry}, .loose = {.arena = &s->entry}};
	const struct node *env = launch->env;
	struct launch_shape shape;
	bool flags = false;

	out_fmt(&t.close, "%u %u %d\n%.*s\n", file, s->programs, launch->told.file != 0, STR_ARG(s->function));
	out_put(&t.loose, out_str(&t.close));
	out_put(&t.loose, STR("loose"));
	/* The words before the first flag are commands of the program. */
	for (size_t i = 0; i < launch->args.n; i++) {
		bool flag = str_starts(launch->args.at[i].head, STR("-"));

		flags |= flag;
		put_node(&t, launch->args.at[i].value, launch->args.at[i].head, flags && !flag);
	}
	for (size_t i = 0; env && i < env->as.pairs.n; i++) {
		put_line(&t.close, env->as.pairs.at[i].key->text);
		put_node(&t, env->as.pairs.at[i].value, STR(""), true);
	}
	shape = (struct launch_shape){str_hash(out_str(&t.close)), str_hash(out_str(&t.loose))};
	arena_reset(&s->entry);
	return shape;
}

static struct str key_of(const uint64_t *hash)
{
	return (struct str){(const char *)hash, sizeof(*hash)};
}

bool budget_is_idle(const struct assembly *s, const struct launch_shape *shape)
{
	/* The first few tell; where another one would train, it is by a value that nobody chooses by. */
	enum { CLOSE_MAX = 4, LOOSE_MAX = 12 };

	return !s->request->show_trace && (dict_get(&s->idle_runs, key_of(&shape->close)) >= CLOSE_MAX ||
					   dict_get(&s->idle_runs, key_of(&shape->loose)) >= LOOSE_MAX);
}

void budget_note_idle(struct assembly *s, const struct launch_shape *shape)
{
	++*dict_put(s->arena, &s->idle_runs, str_dup(s->arena, key_of(&shape->close)));
	++*dict_put(s->arena, &s->idle_runs, str_dup(s->arena, key_of(&shape->loose)));
}
