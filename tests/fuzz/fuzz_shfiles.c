/*
 * Any bytes are a makefile, a Dockerfile, a fish script and an .env file: reading them ends within their
 * budgets, and what is found can be walked.
 */
#include "fuzz_bash.h"
#include "fuzz_launches.h"

#include "lint/launch/files/launch_files.h"
#include "lint/read/read.h"

/* Small, so that loops without end cost little; some inputs get more, to come as far as real ones do. */
static const struct shell_budget SMALL = {.steps = 120, .work = 3000},
				 LARGE = {.steps = 2000, .work = 40000};

typedef struct launches *reader(struct arena *a, const struct shell_world *world,
				struct files *files, uint32_t file);

static void check(struct arena *a, reader *read, struct files *files, uint32_t id, size_t size)
{
	struct shell_world world = {.cwd = STR("sub"), .budget = size % 16 ? SMALL : LARGE};
	const struct launches *first = read(a, &world, files, id);

	fuzz_launches(a, first, world.budget, size);
	/* Now and then, as it costs as much again: the same bytes say the same. */
	if (size % 8 == 4)
		fuzz_same_launches(a, first, read(a, &world, files, id));
}

static const struct fuzz_rule RULES[] = {
    {'s', FORMS("all:\n\t~l", "~n := ~w $(~n)", "~n ?= ~w", "~n += ${~n} $$~n", "export ~n = ~w",
		"ifeq ($(~n), ~w)\n~s\nelse\n~s\nendif", "define ~n\n~l\nendef", "\t@~l \\\n\t~l",
		"~n: ~n\n\t-~l", "FROM ~n AS ~n", "ENV ~n=~w ~n=\"~w\"", "ENV ~n ~w", "ARG ~n=~w",
		"RUN ~l && \\\n ~l", "WORKDIR ~w", "CMD [\"~n\", \"~w\"]", "ENTRYPOINT ~l",
		"CMD ~l", "RUN --mount=~w ~l", "RUN <<EOF\n~l\nEOF", "set -x ~n ~w ~w",
		"set -l ~n (~l)", "if ~t\n ~s\nelse if ~t\n ~s\nend", "for ~n in ~w\n ~s\nend",
		"function ~n --argument ~n\n ~s\nend", "switch ~w\n case ~w\n  ~s\nend",
		"executable = ~w\narguments = \"~w $(~n) '~w'\"\nqueue", "~n = ~w $(~n)", "queue ~n in (~w ~w)", "queue ~n, ~n from (\n~w, ~w\n)",
		"rule ~n:\n    params: ~n=\"~w\"\n    shell:\n        \"~l {params.~n} \"\n        '{{~w}} \\\" {~n}'", "rule:\n  shell: r\"\"\"\n ~l\n \"\"\"",
		"begin\n ~s\nend", "and ~l", "or ~l", "not ~l", "~n $argv[~i] $~n[~i..~i] (~l)",
		"~n='~w'", "~n=\"~w\\n$~n\" # ~w", "~l", "~l", "~s\n~s")},
    {'l', FORMS(STATEMENTS)},
    SHELL_RULES};

FUZZ_GRAMMAR(RULES)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static reader *const readers[] = {makefile_read, dockerfile_read, fish_read, submit_file_read, snakefile_read};
	static struct arena a;
	struct files files = {.arena = &a};
	uint32_t id = files_add(&files, STR("Makefile"), (struct str){(const char *)data, size});

	fuzz_reserve(&a);
	if (size <= 1 << 16) {
		for (size_t i = 0; i < sizeof(readers) / sizeof(*readers); i++)
			check(&a, readers[i], &files, id, size);
		fuzz_walk(&a, dotenv_read(&a, &files, id), size);
	}
	arena_reset(&a);
	return 0;
}
