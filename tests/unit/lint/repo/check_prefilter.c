#include "core/base/base.h"
#include "lint/frameworks/frameworks.h"
#include "lint/repo/repo.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;
static struct prefilter *prefilter;

static void setup(void)
{
	prefilter = prefilter_new(&arena);
}

static void teardown(void)
{
	arena_free(&arena);
}

START_TEST(every_word_of_the_rows_is_found)
{
	for (size_t f = 0; f < frameworks_n; f++) {
		for (size_t c = 0; c < frameworks[f]->nconfigs; c++) {
			struct str word =
			    str_cut(str_of(frameworks[f]->configs[c].markers), '|').head;

			bool module = frameworks[f]->configs[c].module;
			unsigned mark = module ? MARK_MODULE : MARK_CONFIG;

			ck_assert_msg((prefilter_marks(prefilter, module ? KIND_PYTHON : KIND_YAML,
						       str_fmt(&arena, "x\n%.*s: 1", STR_ARG(word))) &
				       mark) == mark,
				      "%.*s", STR_ARG(word));
		}
		for (size_t c = 0; c < frameworks[f]->ncallables; c++) {
			const struct callable *row = &frameworks[f]->callables[c];

			if (row->effect == EFFECT_SINK)
				ck_assert_msg(
				    prefilter_marks(prefilter, KIND_PYTHON, str_fmt(&arena, "%s()", row->names)) &
					(MARK_SINK | MARK_METHOD),
				    "%s", row->names);
		}
	}
}
END_TEST

START_TEST(marks_of_kinds)
{
	ck_assert_uint_eq(prefilter_marks(prefilter, KIND_SHELL, STR("torchrun x.py")),
			  MARK_COMMAND);
	ck_assert_uint_eq(prefilter_marks(prefilter, KIND_NONE, STR("torchrun x.py")), 0);
	ck_assert_uint_eq(prefilter_marks(prefilter, KIND_YAML, STR("name: nothing\n")), 0);
	ck_assert_uint_eq(prefilter_marks(prefilter, KIND_YAML, STR("")), 0);
}
END_TEST

START_TEST(methods_count_where_they_are_called)
{
	static const struct {
		const char *text;
		unsigned marks;
	} rows[] = {
	    {"loss.backward()", MARK_METHOD},
	    {"backward; loss.backward (x)", MARK_METHOD},
	    {"goes backwards, backward(1); f.backward", 0},
	    {"x.backward_hook()", 0},
	    {"benefit(x); outfit.x; fit(x)", 0},
	    {"t.fit(x)", MARK_METHOD},
	    {"class X(trl.SFTTrainer):", MARK_SINK},
	    {"opt = PagedAdamW8bit", MARK_SINK},
	    {"m = AutoModel.from_pretrained(x, trust_remote_code=True)", 0},
	    {"constrain(x); split='train'; trained = 1", 0},
	    {"train_model (x)", MARK_SINK},
	    {"library.train()", MARK_SINK},
	    {"os.makedirs(x); client.chat.completions.create(y)", 0},
	    {"client.fine_tuning.jobs.create(y)", MARK_SINK},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_msg(prefilter_marks(prefilter, KIND_PYTHON, str_of(rows[i].text)) ==
				  rows[i].marks, "%s", rows[i].text);
}
END_TEST

START_TEST(kinds)
{
	static const struct {
		const char *path;
		enum file_kind kind;
	} rows[] = {
	    {"a/b.py", KIND_PYTHON},
	    {"a.YAML", KIND_NONE},
	    {"x.yml", KIND_YAML},
	    {"run.slurm", KIND_SHELL},
	    {"docker/Dockerfile.gpu", KIND_DOCKER},
	    {"docker/tuner.Dockerfile", KIND_DOCKER},
	    {"requirements-gpu.txt", KIND_REQUIREMENTS},
	    {"requirements/dev.txt", KIND_REQUIREMENTS},
	    {"requirement.txt", KIND_REQUIREMENTS},
	    {"environment.yaml", KIND_REQUIREMENTS},
	    {"docker/conda_env.yml", KIND_REQUIREMENTS},
	    {"env.yml", KIND_REQUIREMENTS},
	    {"conf/env.yaml", KIND_YAML},
	    {"notes.txt", KIND_LINES},
	    {"slurm_submit.txt", KIND_MAYBE},
	    {"bin/train", KIND_MAYBE},
	    {"pool/train.jdf", KIND_MAYBE},
	    {"tokenizer.json", KIND_NONE},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		ck_assert_msg(file_kind_of(str_of(rows[i].path)) == rows[i].kind, "%s", rows[i].path);
	ck_assert_int_eq(file_kind_of_bytes(STR("#!/usr/bin/env python3\n")), KIND_PYTHON);
	ck_assert_int_eq(file_kind_of_bytes(STR("#!/bin/bash -l\n")), KIND_SHELL);
	ck_assert_int_eq(file_kind_of_bytes(STR("MIT License\n#!/bin/sh")), KIND_NONE);
	ck_assert_int_eq(file_kind_of_bytes(STR("# ours\n\nA = 1\nExecutable=a.sh\nQueue\t3\n")), KIND_SUBMIT);
	ck_assert_int_eq(file_kind_of_bytes(STR("[A]\nexecutable = a.sh\nqueue\n")), KIND_NONE);
	ck_assert_int_eq(file_kind_of_bytes(STR("executable = a.sh\nqueued = 3\n")), KIND_NONE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("prefilter");
	TCase *tc = tcase_create("prefilter");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, every_word_of_the_rows_is_found);
	tcase_add_test(tc, marks_of_kinds);
	tcase_add_test(tc, methods_count_where_they_are_called);
	tcase_add_test(tc, kinds);
	return run_suite(suite);
}
