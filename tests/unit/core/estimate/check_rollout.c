/*
 * Learning from rewards: what an engine, a critic and the log-probabilities of a policy add to a step. Every number
 * can be done again on paper.
 */
#include "core/base/base.h"
#include "core/estimate/memory_tiers.h"
#include "core/estimate/point_estimate.h"
#include "core/job/job.h"
#include "core/model/model.h"
#include "core/step/step.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static void set(struct job *job, const char *text)
{
	struct str_cut cut = str_cut(str_of(text), '=');
	enum setting s = setting_find(cut.head);

	ck_assert_int_ne(s, SETTING_NONE);
	ck_assert_msg(setting_parse(&arena, s, cut.tail, &job->set[s]), "%s", text);
	if (s == SETTING_MODEL)
		ck_assert_ptr_nonnull(job->model = model_find(cut.tail));
	if (s == SETTING_CRITIC_MODEL)
		job->critic = model_find(cut.tail);
	if (s == SETTING_TARGET_GPU)
		ck_assert_ptr_nonnull(job->gpu = gpu_find(cut.tail));
}

/** GRPO of Llama-3.1-8B as verl does it: float32 shards over 8 cards of 80 GB, an engine that sleeps. */
static struct job policy(void)
{
	static const char *const settings[] = {
	    "model=meta-llama/Llama-3.1-8B", "task=grpo", "peft=none", "beta=0", "data_parallel=fsdp", "num_gpus=8",
	    "weights_dtype=float32", "mixed_precision=bf16", "optimizer=adamw_torch", "sync_gradients=each",
	    "per_device_train_batch_size=4", "max_seq_length=1000", "max_completion_length=500",
	    "gradient_checkpointing=true", "use_reentrant=false", "attention=flash_attention_2", "attention_mask=none",
	    "loss_kernel=logprobs", "rollout_engine=vllm", "rollout_gpu_memory_utilization=0.5", "rollout_sleep=true",
	    "target_gpu=A100-80GB"};
	struct job job;

	memset(&job, 0, sizeof(job));
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		set(&job, settings[i]);
	return job;
}

static const struct moment *moment_of(const struct step *st, const char *name)
{
	for (size_t i = 0; i < st->n; i++)
		if (strcmp(st->at[i].name, name) == 0)
			return &st->at[i];
	return NULL;
}

static double bytes_in(const struct job *job, const char *moment, enum term term)
{
	struct point_estimate o;
	const struct moment *m;

	point_estimate_of(job, &o);
	m = moment_of(&o.step, moment);
	ck_assert_ptr_nonnull(m);
	return m->need.by[term];
}

static const double parameters = 8030261248.0;

START_TEST(the_policys_gradient_takes_the_logits_place)
{
	struct job job = policy();
	/* 4 rows of 1000 tokens, 128,256 words, 2 bytes; the head keeps its input, 4096 wide. */
	double logits = 4.0 * 1000 * 128256 * 2, scored = logits / 2, input = 4.0 * 1000 * 4096 * 2;

	ck_assert_double_eq(bytes_in(&job, "logits and loss", TERM_LOGITS), input + logits);
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_LOGITS), input + 2 * logits);
	set(&job, "loss_kernel=logprobs_entropy");
	ck_assert_double_eq(bytes_in(&job, "logits and loss", TERM_LOGITS), input + logits);
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_LOGITS), input + 3 * logits);
	/* Padded rows: completions are copied; their entropy is eager and in float32. */
	set(&job, "attention_mask=padded");
	ck_assert_double_eq(bytes_in(&job, "logits and loss", TERM_LOGITS), input + logits + scored + 4 * scored);
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_LOGITS), input + logits + scored + 8 * scored);
	set(&job, "loss_kernel=logprobs");
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_LOGITS), input + 2 * logits);
	/* OpenRLHF's: a copy in float32, whose gradient is another one. */
	set(&job, "loss_kernel=logprobs_float");
	ck_assert_double_eq(bytes_in(&job, "logits and loss", TERM_LOGITS), input + 3 * logits);
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_LOGITS), input + 4 * logits);
}
END_TEST

START_TEST(a_batch_of_prompts_has_all_their_completions)
{
	struct job job = policy();
	double one = 1000.0 * (128256 + 4096) * 2;

	set(&job, "per_device_train_batch_size=2");
	set(&job, "num_generations=8");
	ck_assert_double_eq(bytes_in(&job, "logits and loss", TERM_LOGITS), 2 * one);
	set(&job, "batch_counts=prompts");
	ck_assert_double_eq(bytes_in(&job, "logits and loss", TERM_LOGITS), 2 * 8 * one);
}
END_TEST

START_TEST(a_batch_that_is_not_stated_is_a_prompts_group)
{
	struct job job = policy();
	struct assumed as;

	set(&job, "num_generations=8");
	job_assume(&arena, &job, &as);
	ck_assert_int_eq(job_int(&as.job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 0), 4);
	memset(&job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE], 0, sizeof(struct value));
	job_assume(&arena, &job, &as);
	ck_assert_int_eq(job_int(&as.job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 0), 8);
	set(&job, "task=sft");
	job_assume(&arena, &job, &as);
	ck_assert_int_eq(job_int(&as.job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 0), 1);
}
END_TEST

START_TEST(log_probabilities_may_have_batches_of_their_own)
{
	struct job job = policy();
	struct point_estimate o;
	double most = 0;

	set(&job, "rollout_offload=optimizer");
	set(&job, "logprob_batch_size=32");
	point_estimate_of(&job, &o);
	for (size_t i = 0; i < o.step.n; i++) {
		const struct moment *m = &o.step.at[i];

		if (strcmp(m->name, "log-probabilities") != 0)
			continue;
		ck_assert_double_eq(m->need.by[TERM_WEIGHTS], parameters * 4 / 8);
		ck_assert_double_eq(m->need.by[TERM_OPTIMIZER], 0);
		most = m->need.by[TERM_LOGITS] > most ? m->need.by[TERM_LOGITS] : most;
	}
	/* 32 rows of 1000 tokens, of which the logits alone are there. */
	ck_assert_double_eq(most, 32.0 * 1000 * 128256 * 2);
}
END_TEST

START_TEST(shards_lie_on_so_many_gpus_as_are_said)
{
	struct job job = policy();

	set(&job, "num_gpus=64");
	ck_assert_double_eq(bytes_in(&job, "update", TERM_OPTIMIZER), parameters * 8 / 64);
	set(&job, "shard_size=16");
	ck_assert_double_eq(bytes_in(&job, "update", TERM_OPTIMIZER), parameters * 8 / 16);
	set(&job, "num_gpus=8");
	ck_assert_double_eq(bytes_in(&job, "update", TERM_OPTIMIZER), parameters * 8 / 8);
}
END_TEST

START_TEST(gradients_stay_sharded_between_micro_batches)
{
	struct job job = policy();

	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_GRADIENTS), 0);
	set(&job, "gradient_accumulation_steps=4");
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_GRADIENTS), parameters * 4 / 8);
}
END_TEST

START_TEST(an_engine_takes_of_the_card_or_of_what_is_free)
{
	struct job job = policy();
	double shard = parameters * 4 / 8, weights = parameters * 2, context = (double)job.gpu->context_bytes;
	double card = (double)job.gpu->torch_total_bytes;

	ck_assert_double_eq(bytes_in(&job, "generation", TERM_ENGINE), card / 2);
	/* SGLang's share, weights and cache, is one of what the trainer's shards leave. */
	set(&job, "rollout_engine=sglang");
	ck_assert_double_eq_tol(bytes_in(&job, "generation", TERM_ENGINE), (card - context - shard) / 2, 1);
	/* The cache of the workers that verl brought is one of what is left behind the engine's weights as well. */
	set(&job, "rollout_engine=vllm");
	set(&job, "rollout_share_of=rest");
	ck_assert_double_eq_tol(bytes_in(&job, "generation", TERM_ENGINE),
				weights + (card - context - shard - weights) / 2, 1);
	set(&job, "rollout_tensor_parallel=2");
	ck_assert_double_eq_tol(bytes_in(&job, "generation", TERM_ENGINE),
				weights / 2 + (card - context - shard - weights / 2) / 2, 1);
}
END_TEST

START_TEST(what_is_offloaded_is_not_there_while_the_engine_generates)
{
	struct job job = policy();

	ck_assert_double_eq(bytes_in(&job, "generation", TERM_WEIGHTS), parameters * 4 / 8);
	ck_assert_double_eq(bytes_in(&job, "generation", TERM_OPTIMIZER), parameters * 8 / 8);
	set(&job, "rollout_offload=optimizer");
	ck_assert_double_eq(bytes_in(&job, "generation", TERM_WEIGHTS), parameters * 4 / 8);
	ck_assert_double_eq(bytes_in(&job, "generation", TERM_OPTIMIZER), 0);
	set(&job, "rollout_offload=all");
	ck_assert_double_eq(bytes_in(&job, "generation", TERM_WEIGHTS), 0);
	/* Both are back for the update. */
	ck_assert_double_eq(bytes_in(&job, "update", TERM_OPTIMIZER), parameters * 8 / 8);
	/* Megatron's float32 gradients are a buffer, which is there unless it goes with the parameters. */
	set(&job, "data_parallel=megatron");
	set(&job, "rollout_offload=none");
	ck_assert_double_eq(bytes_in(&job, "generation", TERM_GRADIENTS), parameters * 4);
	set(&job, "rollout_offload=params");
	ck_assert_double_eq(bytes_in(&job, "generation", TERM_GRADIENTS), 0);
}
END_TEST

START_TEST(a_share_of_the_card_is_no_guess)
{
	struct job job = policy();
	struct point_estimate o;
	double engine = 0.9 * (double)job.gpu->torch_total_bytes, kept = parameters * (4 + 8) / 8;

	set(&job, "rollout_gpu_memory_utilization=0.9");
	point_estimate_of(&job, &o);
	/* FSDP 1 is known to 5 %: of the trainer's part, and two cuBLAS workspaces. */
	ck_assert_double_eq_tol(o.tiers.allocated.high, engine + 1.05 * (kept + 2 * 8519680.0), 2);
	ck_assert_double_eq_tol(o.tiers.reserved.high, o.tiers.allocated.high, 2);
}
END_TEST

START_TEST(a_critic_waits_with_its_weights_and_states)
{
	struct job job = policy();
	/* Llama's without the head; what gives the values is at most a matrix as wide as the model. */
	double critic = parameters - 128256.0 * 4096, width = 4096.0 * 4096;

	set(&job, "task=ppo");
	set(&job, "reference_model=none");
	set(&job, "critic_update=apart");
	ck_assert_double_eq_tol(bytes_in(&job, "backward of the loss", TERM_OTHERS), critic * (4 + 8) / 8, 1.1 * width * 12 / 8);
	set(&job, "critic_offload=optimizer");
	ck_assert_double_eq_tol(bytes_in(&job, "backward of the loss", TERM_OTHERS), critic * 4 / 8, 1.1 * width * 4 / 8);
	set(&job, "critic_offload=all");
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_OTHERS), 0);
	set(&job, "critic_offload=none");
	set(&job, "critic_update=elsewhere");
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_OTHERS), 0);
	set(&job, "critic_update=apart");
	set(&job, "critic_model=none");
	ck_assert_double_eq(bytes_in(&job, "backward of the loss", TERM_OTHERS), 0);
	/* Beside adapters it is sharded as the policy is, whatever becomes of models that only run: in 16 bits here. */
	set(&job, "critic_model=meta-llama/Llama-3.1-8B");
	set(&job, "critic_update=joint");
	set(&job, "peft=lora");
	set(&job, "weights_dtype=bfloat16");
	set(&job, "lora_r=1");
	set(&job, "data_parallel=zero3");
	ck_assert_double_lt(bytes_in(&job, "backward of the loss", TERM_OTHERS), critic * 2 / 8 + 1.2e9);
	set(&job, "peft=none");
	set(&job, "weights_dtype=float32");
	set(&job, "data_parallel=fsdp");
	set(&job, "critic_update=apart");
	/* One of another size is counted by its own. */
	set(&job, "critic_model=meta-llama/Llama-3.2-1B");
	ck_assert_double_lt(bytes_in(&job, "backward of the loss", TERM_OTHERS), 1.3e9 * 12 / 8);
	ck_assert_double_gt(bytes_in(&job, "backward of the loss", TERM_OTHERS), 0.9e9 * 12 / 8);
}
END_TEST

/* ZeRO 3 that gathers all weights between steps: for the model that generates itself, or to hand an engine merged adapters. */
START_TEST(shards_are_gathered_for_generation)
{
	struct job job = policy();
	double packed;

	set(&job, "data_parallel=zero3");
	set(&job, "weights_dtype=bfloat16");
	set(&job, "rollout_engine=transformers");
	/* A layer of 218 million. */
	ck_assert_double_lt(bytes_in(&job, "generation", TERM_GATHERED), 0.5e9);
	set(&job, "gather_for_generation=true");
	ck_assert_double_eq_tol(bytes_in(&job, "generation", TERM_GATHERED), parameters * 2, 1e6);
	set(&job, "rollout_engine=vllm_server");
	ck_assert_double_eq_tol(bytes_in(&job, "weights for the engine", TERM_GATHERED), parameters * 2, 1e6);
	/* Four bits of what is quantised, two bytes of embedding and head. */
	set(&job, "peft=lora");
	set(&job, "quantization=nf4");
	packed = bytes_in(&job, "weights for the engine", TERM_GATHERED);
	ck_assert_double_gt(packed, parameters * 0.5 + 2 * 128256.0 * 4096 * 1.5);
	ck_assert_double_lt(packed, parameters * 0.57 + 2 * 128256.0 * 4096 * 1.5);
	/* Other layouts have no shards, or their own ways. */
	set(&job, "data_parallel=zero2");
	set(&job, "rollout_engine=transformers");
	ck_assert_double_eq(bytes_in(&job, "generation", TERM_GATHERED), 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("rollout");
	TCase *tc = tcase_create("rollout");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, the_policys_gradient_takes_the_logits_place);
	tcase_add_test(tc, a_batch_of_prompts_has_all_their_completions);
	tcase_add_test(tc, a_batch_that_is_not_stated_is_a_prompts_group);
	tcase_add_test(tc, log_probabilities_may_have_batches_of_their_own);
	tcase_add_test(tc, shards_lie_on_so_many_gpus_as_are_said);
	tcase_add_test(tc, gradients_stay_sharded_between_micro_batches);
	tcase_add_test(tc, an_engine_takes_of_the_card_or_of_what_is_free);
	tcase_add_test(tc, what_is_offloaded_is_not_there_while_the_engine_generates);
	tcase_add_test(tc, a_share_of_the_card_is_no_guess);
	tcase_add_test(tc, a_critic_waits_with_its_weights_and_states);
	tcase_add_test(tc, shards_are_gathered_for_generation);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
