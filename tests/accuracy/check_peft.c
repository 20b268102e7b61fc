/*
 * What PEFT adds beside plain LoRA: modules that train whole, DoRA.
 */
#include "oracle.h"

#include "core/step/sharded_step.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/** PEFT's modules_to_save: a second embedding and head, with gradients and states, in bfloat16. */
START_TEST(modules_trained_whole)
{
	static const enum layout all[] = {LAYOUT_NONE,	LAYOUT_DDP,   LAYOUT_FSDP1,
					  LAYOUT_FSDP2, LAYOUT_ZERO2, LAYOUT_ZERO3};
	double n = 2 * 128256.0 * 4096;
	struct step_spec s;
	struct step before, after;
	const struct need *a, *b;

	ck_assert(oracle_spec(STR("{\"model\": \"llama-3.1-8b\", \"seq_len\": 512, "
				  "\"method\": \"lora\", \"grad_ckpt\": \"nonreentrant\"}"),
			      &s));
	before = step_of(&s);
	s.train_embed = s.train_head = true;
	after = step_of(&s);
	a = &step_max(&before, PHASE_STEP)->need;
	b = &step_max(&after, PHASE_STEP)->need;
	ck_assert_double_eq_tol(b->by[TERM_WEIGHTS], a->by[TERM_WEIGHTS], 1);
	ck_assert_double_eq_tol(b->by[TERM_ADAPTERS] - a->by[TERM_ADAPTERS], 2 * n, 1);
	ck_assert_double_eq_tol(b->by[TERM_OPTIMIZER] - a->by[TERM_OPTIMIZER], 4 * n, 1);
	ck_assert_double_eq_tol(b->by[TERM_GRADIENTS] - a->by[TERM_GRADIENTS], 2 * n, 1);
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		s.parallel.layout = all[i];
		s.parallel.world = 8;
		s.train_embed = s.train_head = false;
		before = step_of(&s);
		s.train_embed = s.train_head = true;
		after = step_of(&s);
		ck_assert_double_gt(need_total(&step_max(&after, PHASE_COUNT)->need),
				    need_total(&step_max(&before, PHASE_COUNT)->need));
	}
}
END_TEST

/**
 * PEFT's comparison of methods on Llama-3.2-3B, rank 32 on q and v, 4 x 768 tokens, no checkpointing:
 * 20.762 GiB with LoRA, 22.848 with DoRA (method_comparison/MetaMathQA/results, July 2026).
 */
START_TEST(dora_beside_lora)
{
	struct step_spec s;
	double lora, dora, gib = 1073741824;
	struct step st;

	ck_assert(oracle_spec(STR("{\"model\": \"llama-3.2-3b\", \"seq_len\": 768, "
				  "\"micro_batch\": 4, \"method\": \"lora\", "
				  "\"autocast\": false, \"lora\": {\"r\": 32, "
				  "\"targets\": \"attn-qv\"}}"),
			      &s));
	st = step_of(&s);
	lora = need_total(&step_max(&st, PHASE_COUNT)->need) / gib;
	s.dora = true;
	st = step_of(&s);
	dora = need_total(&step_max(&st, PHASE_COUNT)->need) / gib;
	printf("  DoRA adds %.2f GiB to %.2f\n", dora - lora, lora);
	ck_assert_double_eq_tol(dora - lora, 22.848 - 20.762, 0.25);
	s.lora_dropout = true; /* the base result again, from a copy of the weight that stays */
	st = step_of(&s);
	ck_assert_double_gt(need_total(&step_max(&st, PHASE_COUNT)->need) / gib, dora);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("peft");
	TCase *tc = tcase_create("peft");

	suite_add_tcase(suite, tc);
	tcase_add_test(tc, modules_trained_whole);
	tcase_add_test(tc, dora_beside_lora);
	return run_suite(suite);
}
