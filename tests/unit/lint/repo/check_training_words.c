/*
 * What words tell of training: where code trains, in which function, and of what.
 */
#include "lint/repo/training_words.h"
#include "tests/support/run_suite.h"

#include <check.h>

struct row {
	const char *code;
	/** The line that trains; NULL: none. */
	const char *line, *function;
};

static const struct row rows[] = {
	{"t = X()\ntrainer.train()\n", "trainer.train()", ""},
	{"def run(x):\n    if x:\n        trainer.fit(x)\n", "trainer.fit(x)", "run"},
	{"class A:\n    async def go(self):\n        self.trainer.train()\n", "self.trainer.train()", "go"},
	{"# trainer.train()\n>>> trainer.train()\n", NULL, ""},
	{"optimizer = AdamW()\nfor x in y:\n  loss.backward()\n  optimizer.step()\n", "loss.backward()", ""},
	{"loss.backward()\nbar.step()\n", NULL, ""},
	{"model.train()\n", NULL, ""},
	{"trainer.train()", "trainer.train()", ""},
	{"def f():\n    \"\"\"Converts.\n\n        trainer.fit(x)\n    \"\"\"\n    save()\n", NULL, ""},
	{"\"\"\"Words.\n        trainer.fit(x)\n\"\"\"\nuse()\ntrainer.fit(y)\n", "trainer.fit(y)", ""},
	/* A program that is written out, with a text of its own in it. */
	{"CELL = r\"\"\"\nx = r'''\n{}\n'''\ntrainer.train()\n\"\"\"\nwrite(CELL)\n", NULL, ""},
	{"x = \"\"\"it'''s\"\"\"\ntrainer.train()\n", "trainer.train()", ""},
	{"cells.append(code(\"stats = trainer.train()\\n\"\n", NULL, ""},
	{"say('\\'', \"it's\", trainer.train())\n", "say('\\'', \"it's\", trainer.train())", ""},
	{"", NULL, ""},
};

START_TEST(code_that_trains_is_found)
{
	const struct row *row = &rows[_i];
	struct str code = str_of(row->code);
	size_t at = 0, length = 0;

	ck_assert_int_eq(training_words_place(code, &at, &length), row->line != NULL);
	if (!row->line)
		return;
	ck_assert(str_is(str_sub(code, at, at + length), row->line));
	ck_assert(str_is(training_words_function(code, at), row->function));
}
END_TEST

/* Shell code, and the line that begins its first launch of a training of language. */
static const struct {
	const char *code, *line;
} launches[] = {
	{"f() {\n  N=8 \\\n  torchrun --nproc_per_node 8 \\\n    x.py --max_length 10\n}\n", "torchrun --nproc_per_node 8 \\"},
	{"# torchrun x.py --lora\necho torchrun x.py --lora\n", NULL},
	{"exec uv run accelerate launch x.py \\\n --model_name_or_path m\n", "exec uv run accelerate launch x.py \\"},
	{"accelerate config\nswift infer --model_path m\nswift sft --max_length 8\n", "swift sft --max_length 8"},
	{"swift s --max_length 8\n", NULL},
	{"pip install deepspeed\ntorchrun x.py --image_folder i --max_length 8\n", NULL},
	{"uv pip install \\\n  trl \\\n  deepspeed \\\n  --model_path m\ntorchrun x.py --lora_r 8\n", "torchrun x.py --lora_r 8"},
	{"usage() {\ncat <<'EOF'\ntorchrun x.py --lora_r 8\nEOF\n}\n", NULL},
	{"cat > a.sh <<EOF\ntorchrun x.py --lora_r 8\nEOF\n", "torchrun x.py --lora_r 8"},
	{"python x.py <<< \"$A\"\nA=(1) deepspeed x.py --model_path m", NULL},
	{"A=1 deepspeed x.py --model_path m", "A=1 deepspeed x.py --model_path m"},
	{"", NULL},
};

START_TEST(launches_in_shell_code_are_found)
{
	struct str code = str_of(launches[_i].code);
	size_t at = 0, length = 0;

	ck_assert_int_eq(training_words_launch(code, &at, &length), launches[_i].line != NULL);
	if (launches[_i].line)
		ck_assert(str_is(str_sub(code, at, at + length), launches[_i].line));
}
END_TEST

START_TEST(names_tell_programs_that_train)
{
	ck_assert(training_words_program(str_of("train_sft.py")));
	ck_assert(training_words_program(str_of("run_dpo.py")));
	ck_assert(!training_words_program(str_of("support.py")));
	ck_assert(!training_words_program(str_of("evaluate_finetuned.py")));
	ck_assert(!training_words_program(str_of("train_dreambooth_lora.py")));
	ck_assert(!training_words_other(str_of("--grad_clip")));
	ck_assert(!training_words_other_code(str_of("torch.compile(model)")));
	ck_assert(training_words_other_code(str_of("from PIL import Image")));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("training_words");
	TCase *tests = tcase_create("words");

	tcase_add_loop_test(tests, launches_in_shell_code_are_found, 0, (int)(sizeof(launches) / sizeof(*launches)));
	tcase_add_loop_test(tests, code_that_trains_is_found, 0, sizeof(rows) / sizeof(*rows));
	tcase_add_test(tests, names_tell_programs_that_train);
	suite_add_tcase(s, tests);
	return run_suite(s);
}
