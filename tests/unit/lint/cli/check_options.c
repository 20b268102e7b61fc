#include "lint/cli/options.h"
#include "lint/os/os.h"

#include "lint/cli/pages.h"
#include "lint/text/text.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdlib.h>

static struct arena arena;
static struct options options;

static void teardown(void)
{
	arena_free(&arena);
}

/** Parses words with blanks between. */
static bool parse(const char *line)
{
	char *argv[32] = {"gpumem-lint"};
	int argc = 1;
	char *copy = (char *)(uintptr_t)str_dup(&arena, str_of(line)).s;

	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	return options_parse(&arena, argc, argv, &options);
}

/* The commands themselves are run by tests/program/cli.sh. */
static int nothing(const struct options *o)
{
	(void)o;
	return 0;
}

const struct command_row command_rows[] = {{"check", "", "", nothing}, {"rules", "", "", nothing}};
const size_t command_rows_n = 2;

START_TEST(right)
{
	ck_assert(parse("--gpu H100-80GB -qv a --format=json b --output markdown=x.md -- --gpu"));
	ck_assert(str_is(options.gpu, "H100-80GB"));
	ck_assert(options.quiet && options.verbose && !options.strict);
	ck_assert_str_eq(options.format->name, "json");
	ck_assert_str_eq(options.outputs.at[0].path, "x.md");
	ck_assert_uint_eq(options.words.n, 3);
	ck_assert(str_is(options.words.at[2], "--gpu"));
	ck_assert_str_eq(options.command->name, "check");
	ck_assert(parse("-gH200 -s max_seq_length=2048 --set weights_dtype=bf16 --color never"));
	ck_assert(str_is(options.gpu, "H200"));
	ck_assert_int_eq(options.given.at[0].value.as.i, 2048);
	ck_assert(str_is(options.given.at[1].value.as.s, "bfloat16"));
	ck_assert_int_eq(options.color, COLOR_NEVER);
}
END_TEST

START_TEST(commands)
{
	ck_assert(parse("rules"));
	ck_assert_str_eq(options.command->name, "rules");
	/* Only the first word is one, and none behind "--". */
	ck_assert(parse("a rules"));
	ck_assert_str_eq(options.command->name, "check");
	ck_assert_uint_eq(options.words.n, 2);
	ck_assert(parse("-- rules"));
	ck_assert_str_eq(options.command->name, "check");
	ck_assert(parse("-"));
	ck_assert(str_is(options.words.at[0], "-"));
}
END_TEST

START_TEST(wrong)
{
	static const struct {
		const char *line, *message;
	} rows[] = {
	    {"--gpus x", "no option --gpus: did you mean \"gpu\"?"},
	    {"--format", "--format needs FORMAT"},
	    {"--format jsno", "no format \"jsno\": did you mean \"json\"? (there are text, "},
	    {"--output json", "--output: \"json\" is not FORMAT=FILE"},
	    {"--output x=y", "no format \"x\""},
	    {"--set nonsense", "--set: \"nonsense\" is not NAME=VALUE"},
	    {"--set max_seq_len=1", "no setting \"max_seq_len\": did you mean \"max_seq_length\"?"},
	    {"--set max_seq_length=long", "\"long\" is no value of max_seq_length"},
	    {"--set packing=perhaps", "\"perhaps\" is no value of packing"},
	    {"--fail-on never", "--fail-on: \"never\" is not low|likely|high"},
	    {"--color blue", "--color: \"blue\" is not auto|always|never"},
	    {"--quiet=yes", "--quiet takes no value"},
	    {"-x", "no option -x"},
	    {"-g", "--gpu needs NAME"},
	    {"--\033[2J", "no option --\\x1b[2J"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ck_assert_msg(!parse(rows[i].line), "%s", rows[i].line);
		ck_assert_msg(str_has(options.message, str_of(rows[i].message)), "%s: %.*s",
			      rows[i].line, STR_ARG(options.message));
	}
}
END_TEST

START_TEST(help_names_every_option)
{
	struct out out = {.arena = &arena};
	static const char *const words[] = {"--gpu NAME", "-q, --quiet", "rules", "markdown",
					    "  3  "};

	options_help(&out);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		ck_assert_msg(str_has(out_str(&out), str_of(words[i])), "%s", words[i]);
}
END_TEST

START_TEST(near_words)
{
	static const struct {
		const char *word, *known, *best;
	} rows[] = {
	    {"forgive", "format", ""},
	    {"fromat", "format", "format"},
	    {"", "gpu", ""},
	    {"gpu", "gpu", "gpu"},
	    {"unknow-gpu", "unknown-gpu", "unknown-gpu"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct similar s = similar_to(str_of(rows[i].word));

		similar_offer(&s, str_of(rows[i].known));
		ck_assert_msg(str_is(s.best, rows[i].best), "%s", rows[i].word);
	}
}
END_TEST

START_TEST(every_rule_has_a_page)
{
	for (size_t i = 0; i < RULE_COUNT; i++)
		ck_assert_msg(str_has(page_find(str_of(rule_rows[i].id)), str_of(rule_rows[i].id)),
			      "%s", rule_rows[i].id);
	ck_assert(page_find(STR("schema")).n > 0);
	ck_assert(page_find(STR("nothing")).n == 0);
}
END_TEST

static bool choose(const char *given, const char *first, const char *second, struct root *root)
{
	struct str *paths = arena_news(&arena, struct str, 2);
	struct str message;

	paths[0] = str_of(first);
	paths[1] = str_of(second);
	return root_choose(&arena, str_of(given), paths, second ? 2 : 1, "/tmp", root,
			   &message);
}

START_TEST(roots)
{
	char folder[] = "/tmp/gpumem-root-XXXXXX";
	struct root root;
	struct str all;

	ck_assert(mkdtemp(folder) != NULL);
	all = str_fmt(&arena, "mkdir -p %s/a/b %s/c; touch %s/a/f; ln -s a %s/l; ln -s f %s/a/g",
		      folder, folder, folder, folder, folder);
	ck_assert_int_eq(system(all.s), 0);
	all = str_fmt(&arena, "%s/a/f", folder);
	ck_assert(choose("", all.s, NULL, &root));
	ck_assert(str_is(root.paths[0], "f"));
	ck_assert(choose("", all.s, str_fmt(&arena, "%s/c", folder).s, &root));
	ck_assert(str_is(root.paths[0], "a/f") && str_is(root.paths[1], "c"));
	ck_assert(str_ends(root.prefix, STR("/")) && root.prefix.n > 1);
	ck_assert(choose(folder, str_fmt(&arena, "%s/l/f", folder).s, NULL, &root));
	ck_assert(str_is(root.paths[0], "a/f"));
	ck_assert(choose(folder, str_fmt(&arena, "%s/a/g", folder).s, NULL, &root));
	ck_assert(str_is(root.paths[0], "a/g"));
	ck_assert(choose(folder, folder, NULL, &root));
	ck_assert(str_is(root.paths[0], "."));
	ck_assert(!choose(str_fmt(&arena, "%s/c", folder).s, all.s, NULL, &root));
	ck_assert(!choose("", str_fmt(&arena, "%s/x", folder).s, NULL, &root));
	ck_assert(choose("", "Makefile", "lint", &root));
	ck_assert(str_is(root.paths[1], "lint"));
	ck_assert_int_eq(system(str_fmt(&arena, "rm -r %s", folder).s), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("options");
	TCase *tc = tcase_create("options");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, right);
	tcase_add_test(tc, commands);
	tcase_add_test(tc, wrong);
	tcase_add_test(tc, help_names_every_option);
	tcase_add_test(tc, near_words);
	tcase_add_test(tc, every_rule_has_a_page);
	tcase_add_test(tc, roots);
	return run_suite(suite);
}
