/*
 * Any bytes are a shell script, and the command string of another file: evaluation ends within its
 * budgets, places stay in the file, and what is found can be walked.
 */
#include "fuzz_bash.h"
#include "fuzz_launches.h"

/*
 * Small, so that loops without end cost little: they are a third of what fuzzers write. One input of 64
 * gets more, to come as far as real ones do: past the rounds of a loop, and the alternatives of a value.
 */
static const struct shell_budget SMALL = {.steps = 60, .work = 1500},
				 LARGE = {.steps = 2000, .work = 40000};

/** What is done with an input hangs on its bytes, so that it is found again: sizes are nearly all the largest. */
static uint64_t dice(const uint8_t *data, size_t size)
{
	return str_hash((struct str){(const char *)data, size}) >> 16;
}

/** Every script that is asked for is the script itself. */
static uint32_t find(void *data, struct str path)
{
	(void)data;
	return path.n && path.s[0] != '/' ? 1 : 0;
}

static const struct launches *script(struct arena *a, struct shell_budget budget,
				     struct files *files, uint32_t id)
{
	struct shell_world world = {.find = find, .cwd = STR("sub"), .budget = budget};
	/*
	 * What lint/launch/launch.c allows for values, and what a command may take that began within it: it reads
	 * text that it made, up to AGAIN_MAX of lint/shell/syntax/simple_command.c more than once, 64 bytes for each.
	 */
	size_t full = a->used + ((size_t)2 << 20) + budget.work * 256 + ((size_t)32 << 20);
	const struct launches *out = shell_read(a, &world, files, id);

	fuzz_check(a->used <= full);
	return out;
}

static const struct fuzz_rule RULES[] = {
    {'s', FORMS("~l", "~l\n~l")}, {'l', FORMS(STATEMENTS)}, SHELL_RULES};

FUZZ_GRAMMAR(RULES)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena a;
	struct files files = {.arena = &a};
	uint64_t rolled = dice(data, size);
	struct shell_world bare = {.budget = rolled % 64 ? SMALL : LARGE};
	uint32_t id =
	    files_add(&files, STR("scripts/run.sh"), (struct str){(const char *)data, size});
	struct shell_segment segments[2] = {
	    {0, {1, 0, (uint32_t)(size / 2)}},
	    {(uint32_t)(size / 2), {1, (uint32_t)(size / 2), (uint32_t)(size - size / 2)}}};
	const struct launches *first;

	fuzz_reserve(&a);
	/* Longer inputs than scripts are would find nothing new. */
	if (size > 1 << 16) {
		arena_reset(&a);
		return 0;
	}
	first = script(&a, bare.budget, &files, id);
	fuzz_launches(&a, first, bare.budget, size);
	/* Now and then, as it costs as much again: the same bytes say the same. */
	if (rolled / 64 % 8 == 4)
		fuzz_same_launches(&a, first, script(&a, bare.budget, &files, id));
	if (rolled / 512 % 4 == 2)
		fuzz_launches(&a,
			      shell_read_string(&a, &bare, &files, files.at[0].text,
						(struct span){id, 0, 0}, segments, 2),
			      bare.budget, size);
	arena_reset(&a);
	return 0;
}
