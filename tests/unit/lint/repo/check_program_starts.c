#include "lint/repo/repo.h"
#include "tests/support/run_suite.h"

#include <check.h>

static const struct {
	const char *text;
	bool starts;
} rows[] = {
    {"subprocess.run(['python', 'train.py'])", true},
    {"path = root / \"scripts\" / \"train.py\"", true},
    {"os.system(f'python {name}.py')", true},
    {"run([sys.executable, '-m', 'pkg.train'])", true},
    {"os.system('python -m tool')", true},
    {"os.system('python -m {module}')", true},
    {"os.system('axolotl train x.yml')", true},
    {"subprocess.run(['git', 'log'])", false},
    {"run(['python', 'setup.py'])", false},
    {"x = my_train.pyc, train.python", false},
    {"retrain = pretrain.py", false},
    {"name.endswith('.py')", false},
    {"git commit -m 'train'd", true},
    {"git commit -m 'done'", false},
    {"control = trl_like", false},
    {"-m", false},
    {".py", false},
    {"", false},
};

START_TEST(texts)
{
	struct arena arena = {0};
	struct program_starts starts = {.arena = &arena};

	program_starts_add(&starts, STR("a/train.py"));
	program_starts_add(&starts, STR("tool/__main__.py"));
	program_starts_add(&starts, STR("notes.txt"));
	ck_assert_msg(program_starts_training(&starts, str_of(rows[_i].text)) == rows[_i].starts, "%s",
		      rows[_i].text);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("starts");
	TCase *tc = tcase_create("starts");

	suite_add_tcase(suite, tc);
	tcase_add_loop_test(tc, texts, 0, (int)(sizeof(rows) / sizeof(*rows)));
	return run_suite(suite);
}
