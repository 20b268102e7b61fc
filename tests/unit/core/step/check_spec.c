/*
 * What the settings of a job become in the formulas, mechanism by mechanism: each test is one that decided the
 * verdict of real runs.
 */
#include "core/step/spec.h"

#include "core/estimate/estimate.h"
#include "core/model/model.h"
#include "core/step/step.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>
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
	if (s == SETTING_REFERENCE_MODEL)
		job->reference = model_find(cut.tail);
	if (s == SETTING_TARGET_GPU)
		ck_assert_ptr_nonnull(job->gpu = gpu_find(cut.tail));
}

/** A job of settings, "name=value" each, NULL at the end. */
static struct job job_of(const char *const *settings)
{
	struct job job;

	memset(&job, 0, sizeof(job));
	for (; *settings; settings++)
		set(&job, *settings);
	return job;
}

#define JOB(...) job_of((const char *const[]){__VA_ARGS__, NULL})

static double most_of(const struct job *job, enum term term)
{
	struct step_spec spec = step_spec_of_job(job);
	struct step st = step_of(&spec);
	double most = 0;

	for (size_t i = 0; i < st.n; i++)
		most = fmax(most, st.at[i].need.by[term]);
	return most;
}

/* Megatron builds the reference with the arguments of the trained model: a rank has its part of both. */
START_TEST(a_reference_under_megatron_is_split_as_the_model)
{
	struct job job = JOB("model=Qwen/Qwen2.5-7B-Instruct", "reference_model=Qwen/Qwen2.5-7B-Instruct", "task=dpo",
			     "weights_dtype=bfloat16", "mixed_precision=bf16", "max_seq_length=1024", "num_gpus=4",
			     "data_parallel=megatron", "tensor_parallel=4");
	double quarter = most_of(&job, TERM_WEIGHTS);

	ck_assert_double_eq_tol(most_of(&job, TERM_OTHERS), quarter, 1e-3 * quarter);
	set(&job, "tensor_parallel=2");
	set(&job, "pipeline_parallel=2");
	ck_assert_double_eq_tol(most_of(&job, TERM_OTHERS), 7.6156e9 / 2, 1e7);
}
END_TEST

/* unsloth pyproject.toml asks for transformers 4.46.1 since the release that cuts the logits. */
START_TEST(unsloth_beside_old_transformers_builds_all_logits)
{
	struct job job = JOB("model=unsloth/llama-3-8b-bnb-4bit", "peft=lora", "quantization=nf4", "fused_kernels=unsloth", "task=sft",
			     "mixed_precision=fp16", "max_seq_length=8192", "gradient_checkpointing=offload", "target_gpu=A100-80GB",
			     "framework_version=transformers 4.43.4");
	double logits = 8192.0 * 128256;
	struct assumed as;

	job_assume(&arena, &job, &as);
	ck_assert_double_eq(most_of(&as.job, TERM_LOGITS), 6 * logits);
	set(&job, "framework_version=transformers 4.46.1");
	job_assume(&arena, &job, &as);
	ck_assert_double_lt(most_of(&as.job, TERM_LOGITS), 5 * logits);
}
END_TEST

/* trl pull request 2799; before it, and in LLaMA-Factory, the policy's logits and log-softmax lie beside the reference's three. */
START_TEST(old_dpo_takes_a_log_softmax_of_all_logits)
{
	struct job job = JOB("model=Qwen/Qwen2.5-7B-Instruct", "reference_model=Qwen/Qwen2.5-7B-Instruct", "task=dpo",
			     "weights_dtype=bfloat16", "mixed_precision=bf16", "max_seq_length=1024", "gradient_checkpointing=true",
			     "framework_version=trl 0.15.0");
	double logits = 2 * 1024.0 * 152064;

	ck_assert_double_eq_tol(most_of(&job, TERM_LOGITS), 10 * logits, 0.1 * logits);
	set(&job, "framework_version=trl 0.14.0");
	ck_assert_double_eq_tol(most_of(&job, TERM_LOGITS), 16 * logits, 0.1 * logits);
	set(&job, "framework_version=transformers 4.44");
	ck_assert_double_eq_tol(most_of(&job, TERM_LOGITS), 20 * logits, 0.1 * logits);
	set(&job, "framework_version=llamafactory 0.9.3");
	ck_assert_double_eq_tol(most_of(&job, TERM_LOGITS), 10 * logits, 0.1 * logits);
	set(&job, "loss_kernel=log_softmax");
	set(&job, "num_gpus=8");
	set(&job, "data_parallel=zero3");
	ck_assert_double_eq_tol(most_of(&job, TERM_LOGITS), 20 * logits, 0.1 * logits);
}
END_TEST

/* The reference's pass of an evaluation, beside the policy's logits: transformers' Trainer evaluates eight pairs at once. */
START_TEST(old_dpo_evaluates_beside_the_logits_of_the_policy)
{
	struct job job = JOB("model=Qwen/Qwen2.5-0.5B-Instruct", "reference_model=Qwen/Qwen2.5-0.5B-Instruct", "task=dpo",
			     "weights_dtype=bfloat16", "mixed_precision=bf16", "max_seq_length=1024", "gradient_checkpointing=true",
			     "evaluation=true", "framework_version=transformers 4.44");
	struct estimate before, after;

	before = estimate_job(&arena, &job);
	ck_assert_str_eq(before.phase, "evaluation");
	set(&job, "framework_version=trl 0.14.0");
	after = estimate_job(&arena, &job);
	ck_assert_double_gt((double)(before.allocated.likely - after.allocated.likely), 0.9 * 16 * 1024 * 151936 * 4.0);
}
END_TEST

/* A tower that does not train is there, and has neither gradients nor states. */
START_TEST(a_frozen_tower_has_weights_only)
{
	static const char *const layouts[] = {"none", "ddp", "fsdp", "fsdp2", "zero2", "zero3", "megatron"};
	struct job job = JOB("model=Qwen/Qwen2.5-VL-7B-Instruct", "weights_dtype=bfloat16", "mixed_precision=bf16",
			     "max_seq_length=1024", "gradient_checkpointing=true", "num_gpus=4");
	double tower = (double)model_count(job.model).tower;

	ck_assert_double_gt(tower, 0.6e9);
	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
		double weights, states, gradients;

		ck_assert(setting_parse(&arena, SETTING_DATA_PARALLEL, str_of(layouts[i]), &job.set[SETTING_DATA_PARALLEL]));
		set(&job, "trainable=all");
		weights = most_of(&job, TERM_WEIGHTS);
		states = most_of(&job, TERM_OPTIMIZER);
		gradients = most_of(&job, TERM_GRADIENTS);
		set(&job, "trainable=language");
		/* FSDP's trained shards are float32, its frozen ones stay 16 bit. */
		ck_assert_msg(most_of(&job, TERM_WEIGHTS) <= weights, "%s", layouts[i]);
		ck_assert_msg(most_of(&job, TERM_WEIGHTS) >= weights - tower * 2 / 4 - 1, "%s", layouts[i]);
		ck_assert_msg(most_of(&job, TERM_OPTIMIZER) <= states - tower * 4 / 4 + 1, "%s", layouts[i]);
		ck_assert_msg(most_of(&job, TERM_GRADIENTS) <= gradients, "%s", layouts[i]);
	}
}
END_TEST

/* transformers computes Qwen2-VL's tower anew since 4.47 (pull request 34724); LLaMA-Factory issue 5449 ran 4.45, and died. */
START_TEST(a_tower_that_trains_keeps_its_blocks)
{
	static const char *const layouts[] = {"zero3", "none"};
	const double patches = 4 * (2048 - 100), h = 1280, f = 5120;

	for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
		struct job job = JOB("model=Qwen/Qwen2-VL-7B-Instruct", "weights_dtype=bfloat16", "mixed_precision=no",
				     "max_seq_length=2048", "attention=flash_attention_2", "gradient_checkpointing=true",
				     "framework_version=transformers 4.47");

		job.set[SETTING_DATA_PARALLEL] = value_str(str_of(layouts[i]), ORIGIN_STATED, STR(""));
		set(&job, "num_gpus=2");
		ck_assert_double_eq(most_of(&job, TERM_TOWER), 32 * patches * 2 * h);
		set(&job, "gradient_checkpointing=false");
		ck_assert_double_eq(most_of(&job, TERM_TOWER), 32 * patches * (20 * h + 6 * f));
		set(&job, "gradient_checkpointing=true");
		set(&job, "framework_version=transformers 4.45");
		ck_assert_double_eq(most_of(&job, TERM_TOWER), 32 * patches * (20 * h + 6 * f));
		set(&job, "attention=sdpa");
		ck_assert_double_eq(most_of(&job, TERM_TOWER), 32 * patches * (20 * h + 6 * f + 2 * patches));
		set(&job, "trainable=language");
		ck_assert_double_eq(most_of(&job, TERM_TOWER), 0);
	}
}
END_TEST

/* A few pictures of what they may have at most; none where rows are prompts and what was generated. */
START_TEST(a_tower_sees_the_pictures_of_a_row)
{
	struct job job = JOB("model=Qwen/Qwen2-VL-7B-Instruct", "weights_dtype=bfloat16", "mixed_precision=no", "max_seq_length=8192",
			     "picture_tokens=256", "gradient_checkpointing=true");

	ck_assert_double_eq(most_of(&job, TERM_TOWER), 32.0 * 4 * 4 * 256 * 2 * 1280);
	set(&job, "task=grpo");
	ck_assert_double_eq(most_of(&job, TERM_TOWER), 0);
}
END_TEST

/* accelerate before 1.11 reduced the gradients of FSDP 2 after each pass: without its version, either may be. */
START_TEST(gradients_between_passes_of_fsdp2_are_whole_or_not)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-8B", "weights_dtype=bfloat16", "mixed_precision=bf16",
			     "max_seq_length=1024", "packing=true", "gradient_checkpointing=true", "num_gpus=8",
			     "data_parallel=fsdp2", "gradient_accumulation_steps=2", "target_gpu=A100-80GB");
	struct estimate open = estimate_job(&arena, &job), each, last;

	set(&job, "sync_gradients=each");
	each = estimate_job(&arena, &job);
	set(&job, "sync_gradients=last");
	last = estimate_job(&arena, &job);
	ck_assert_uint_gt(last.needed.likely, each.needed.likely + UINT64_C(10000000000));
	ck_assert_uint_eq(open.needed.likely, last.needed.likely);
	ck_assert_uint_eq(open.needed.low, each.needed.low);
}
END_TEST

static bool assumes(const struct estimate *e, enum setting s)
{
	for (size_t i = 0; i < e->n_assumptions; i++)
		if (e->assumptions[i].setting == s)
			return true;
	return false;
}

/* Unsloth's dynamic share of 16-bit weights is nobody else's, and no checkpoint's that says 16 bits. */
START_TEST(only_a_dynamic_checkpoint_leaves_linears_in_16_bits)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-8B", "peft=lora", "quantization=nf4");
	struct estimate e;

	job.set[SETTING_MODEL].as.s = STR("someone/llama-3-70b-fp16");
	e = estimate_job(&arena, &job);
	ck_assert(!assumes(&e, SETTING_QUANT_SKIPPED));
	job.set[SETTING_MODEL].as.s = STR("unsloth/Llama-3.1-8B-unsloth-bnb-4bit");
	e = estimate_job(&arena, &job);
	ck_assert(assumes(&e, SETTING_QUANT_SKIPPED));
}
END_TEST

/* fixtures/accuracy/notebooks.csv: models of 24 billion parameters and more leave fewer, 2 % of 68 billion here. */
START_TEST(large_dynamic_checkpoints_leave_fewer_linears)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-70B", "peft=lora", "quantization=nf4", "double_quant=true",
			     "weights_dtype=bfloat16", "mixed_precision=bf16");
	struct estimate plain = estimate_job(&arena, &job), dynamic;

	job.set[SETTING_MODEL].as.s = STR("unsloth/Llama-3.1-70B-unsloth-bnb-4bit");
	dynamic = estimate_job(&arena, &job);
	ck_assert(assumes(&dynamic, SETTING_QUANT_SKIPPED));
	ck_assert_double_eq_tol((double)(dynamic.allocated.likely - plain.allocated.likely), 0.02 * 68.45e9 * 1.484, 0.1e9);
}
END_TEST

/* Before it cut the cross-entropy, Unsloth had 16-bit logits of all tokens, and accelerate a float32 copy of them. */
START_TEST(unsloths_older_loss_has_whole_logits)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-8B", "peft=lora", "lora_r=8", "quantization=nf4",
			     "weights_dtype=bfloat16", "mixed_precision=bf16", "gradient_checkpointing=offload",
			     "fused_kernels=unsloth", "loss_kernel=unsloth_logits", "per_device_train_batch_size=1",
			     "max_seq_length=8192", "target_gpu=A100-80GB");
	double logits = 8192. * 128256;
	struct estimate open, whole;

	ck_assert_double_eq_tol(most_of(&job, TERM_LOGITS), 6 * logits, 1);
	whole = estimate_job(&arena, &job);
	job.set[SETTING_LOSS_KERNEL] = (struct value){0};
	open = estimate_job(&arena, &job);
	ck_assert(assumes(&open, SETTING_LOSS_KERNEL));
	ck_assert_uint_lt(open.needed.likely, whole.needed.likely);
	ck_assert_uint_ge(open.needed.high, whole.needed.likely);
}
END_TEST

/* PEFT takes a target for the end of a module's path. */
START_TEST(a_target_with_a_path_is_no_other_module_of_that_name)
{
	struct job job = JOB("model=Qwen/Qwen1.5-MoE-A2.7B", "peft=lora", "lora_target_modules=shared_expert.up_proj");

	ck_assert_uint_eq(step_spec_of_job(&job).lora_targets, LINEAR(SHARED_UP));
	set(&job, "lora_target_modules=experts.up_proj,q_proj");
	ck_assert_uint_eq(step_spec_of_job(&job).lora_targets, LINEAR(W3) | LINEAR(Q));
	set(&job, "lora_target_modules=up_proj");
	ck_assert_uint_eq(step_spec_of_job(&job).lora_targets, LINEAR(W3) | LINEAR(SHARED_UP));
	job = JOB("model=EleutherAI/pythia-1b", "peft=lora", "lora_target_modules=dense");
	ck_assert_uint_eq(step_spec_of_job(&job).lora_targets, LINEAR(O));
	job = JOB("model=google-bert/bert-base-uncased", "peft=lora", "lora_target_modules=dense");
	ck_assert_uint_eq(step_spec_of_job(&job).lora_targets, LINEAR(O) | LINEAR(FC1) | LINEAR(FC2));
}
END_TEST

/* A batch of preference pairs has two rows of each, whoever computes the loss; of packed ones a row holds both. */
START_TEST(pairs_are_two_rows_under_megatron)
{
	struct job job = JOB("model=Qwen/Qwen2.5-7B-Instruct", "task=dpo", "weights_dtype=bfloat16", "mixed_precision=bf16",
			     "max_seq_length=1024", "per_device_train_batch_size=2", "num_gpus=4", "data_parallel=megatron",
			     "tensor_parallel=4");

	ck_assert_double_eq(step_spec_of_job(&job).micro_batch, 4);
	set(&job, "packing=true");
	ck_assert_double_eq(step_spec_of_job(&job).micro_batch, 2);
	set(&job, "task=sft");
	set(&job, "packing=false");
	ck_assert_double_eq(step_spec_of_job(&job).micro_batch, 2);
}
END_TEST

static double saved_by(const struct job *job)
{
	return most_of(job, TERM_SAVED);
}

/* PyTorch 1.11 no longer keeps what softmax and log_softmax were given (pull request 65242). */
START_TEST(softmax_keeps_its_input_in_old_versions)
{
	struct job job = JOB("model=openai-community/gpt2", "task=pretrain", "weights_dtype=float32", "mixed_precision=no",
			     "max_seq_length=1024", "per_device_train_batch_size=8", "attention=eager",
			     "framework_version=transformers 4.3.3");
	double scores = 12. * 12 * 8 * 1024 * 1024, logits = 8. * 1023 * 50257, saved = saved_by(&job),
	       loss = most_of(&job, TERM_LOGITS);

	set(&job, "framework_version=transformers 4.30");
	ck_assert_double_eq_tol(saved - saved_by(&job), 4 * scores, 1);
	ck_assert_double_eq_tol(loss - most_of(&job, TERM_LOGITS), 4 * logits, 1);
	set(&job, "framework_version=torch 1.10");
	ck_assert_double_eq_tol(saved_by(&job), saved, 1);
	/* A trainer whose transformers is pinned. */
	set(&job, "framework_version=trl 0.4");
	ck_assert_double_eq_tol(saved - saved_by(&job), 4 * scores, 1);
	job.transformers = STR("4.16.2");
	ck_assert_double_eq_tol(saved_by(&job), saved, 1);
}
END_TEST

/* OPT's eager attention, and Llama's before transformers 4.31, takes the larger of a score and the least number. */
START_TEST(clamped_scores_are_kept)
{
	struct job opt = JOB("model=facebook/opt-1.3b", "weights_dtype=float16", "mixed_precision=no", "max_seq_length=512",
			     "per_device_train_batch_size=16", "attention=eager");
	struct job llama = JOB("model=huggyllama/llama-7b", "weights_dtype=float16", "mixed_precision=no",
			       "max_seq_length=512", "attention=eager", "framework_version=transformers 4.29");
	double scores = 24. * 32 * 16 * 512 * 512, saved = saved_by(&llama);
	struct shape opts = step_spec_of_job(&opt).shape;

	ck_assert(opts.clamps_scores);
	ck_assert(!opts.attn_dropout); /* attention_dropout is 0 in OPT's configs, dropout is not */
	ck_assert(opts.resid_dropout);
	ck_assert_double_ge(saved_by(&opt), (4 + 2 + 2) * scores);
	set(&llama, "framework_version=transformers 4.33");
	ck_assert_double_eq_tol(saved - saved_by(&llama), 2. * 32 * 32 * 512 * 512, 1);
}
END_TEST

/* LoHa and LoKr multiply their factors out to a matrix as large as the weight, of which a matmul keeps the copy it reads. */
START_TEST(adapters_multiplied_out_are_kept)
{
	struct job lora = JOB("model=huggyllama/llama-7b", "weights_dtype=bfloat16", "mixed_precision=bf16", "max_seq_length=512",
			      "gradient_checkpointing=false", "peft=lora", "lora_r=32", "lora_target_modules=q_proj");
	struct job loha = lora, lokr = lora;
	double matrices = 32. * 4096 * 4096 * 2, saved = saved_by(&lora);

	set(&loha, "peft=loha");
	set(&lokr, "peft=lokr");
	ck_assert_double_eq_tol(saved_by(&lokr) - saved, matrices, 1);
	/* Its ranks are twice LoRA's, and so is what the branch keeps of each. */
	ck_assert_double_ge(saved_by(&loha) - saved, matrices);
	ck_assert_double_eq_tol(most_of(&loha, TERM_ADAPTERS), 2 * most_of(&lora, TERM_ADAPTERS), 1);
}
END_TEST

/* PyTorch pull request 86509: kernels are loaded when they are called from 1.13 on. */
START_TEST(the_context_of_old_versions_holds_all_kernels)
{
	struct job job = JOB("model=facebook/opt-1.3b", "max_seq_length=512", "target_gpu=V100-32GB",
			     "framework_version=torch 1.13");
	struct estimate lazy = estimate_job(&arena, &job), eager;

	set(&job, "framework_version=torch 1.12");
	eager = estimate_job(&arena, &job);
	ck_assert_uint_eq(eager.reserved.likely, lazy.reserved.likely);
	ck_assert_uint_ge(eager.needed.likely, lazy.needed.likely + UINT64_C(500000000));
}
END_TEST

/* PyTorch pull request 92731: zero_grad() lets gradients go since 2.0. */
START_TEST(gradients_stay_as_zeros_in_old_versions)
{
	struct job job = JOB("model=openai-community/gpt2", "task=pretrain", "weights_dtype=float32", "mixed_precision=no",
			     "max_seq_length=1024", "per_device_train_batch_size=4", "attention=eager",
			     "framework_version=torch 2.0");
	struct step_spec spec = step_spec_of_job(&job), old;
	struct step st = step_of(&spec), before;
	double gradients = 4 * 124439808.;

	set(&job, "framework_version=torch 1.13");
	old = step_spec_of_job(&job);
	before = step_of(&old);
	ck_assert_double_eq_tol(need_total(&step_max(&before, PHASE_LOSS)->need),
				need_total(&step_max(&st, PHASE_LOSS)->need) + gradients, 1);
}
END_TEST

/* NVIDIA/nccl issue 964: each group of GPUs has buffers of its own, which PyTorch's allocator does not count. */
START_TEST(groups_of_gpus_have_buffers)
{
	struct job job = JOB("model=Qwen/Qwen2.5-7B", "weights_dtype=bfloat16", "mixed_precision=bf16",
			     "max_seq_length=1024", "gradient_checkpointing=true", "num_gpus=8", "data_parallel=fsdp");
	struct job cards = job, zero = job;
	struct estimate e = estimate_job(&arena, &job), two;
	double context = 0.5e9;

	ck_assert_double_eq_tol((double)(e.needed.likely - e.reserved.likely), context + 0.688e9, 2);
	set(&job, "data_parallel=megatron");
	set(&job, "tensor_parallel=2");
	two = estimate_job(&arena, &job);
	/* Data and tensor parallel, model parallel; the world's, and that of the optimizer's ranks. */
	ck_assert_double_eq_tol((double)(two.needed.likely - two.reserved.likely), context + 3 * 0.688e9 + 2 * 0.544e9, 2);
	set(&zero, "data_parallel=zero2");
	e = estimate_job(&arena, &zero);
	ck_assert_double_eq_tol((double)(e.needed.likely - e.reserved.likely), context + 2 * 0.688e9, 2);
	set(&cards, "data_parallel=device_map");
	e = estimate_job(&arena, &cards);
	ck_assert_double_eq_tol((double)(e.needed.likely - e.reserved.likely), context, 2);
}
END_TEST

/* megatron/core/optimizer/cpu_offloading/hybrid_optimizer.py: a share of the parameters' states. */
START_TEST(a_share_of_the_states_is_on_the_host)
{
	struct job job = JOB("model=Qwen/Qwen2.5-7B", "weights_dtype=bfloat16", "mixed_precision=bf16", "max_seq_length=1024",
			     "gradient_checkpointing=true", "num_gpus=2", "data_parallel=megatron", "tensor_parallel=2");
	double all = most_of(&job, TERM_OPTIMIZER);

	set(&job, "offload_fraction=0.64");
	ck_assert_double_eq_tol(most_of(&job, TERM_OPTIMIZER), 0.36 * all, 1);
}
END_TEST

/* cut_cross_entropy/transformers/utils.py use_lce(): wherever there are labels, in evaluation too. */
START_TEST(cut_cross_entropy_evaluates_without_logits)
{
	struct job job = JOB("model=Qwen/Qwen3-4B", "peft=lora", "quantization=nf4", "max_seq_length=2048", "batch_layout=fixed",
			     "per_device_train_batch_size=2", "gradient_checkpointing=true", "loss_kernel=cut_cross_entropy",
			     "evaluation=true");
	struct estimate cut = estimate_job(&arena, &job), whole;

	set(&job, "loss_kernel=liger"); /* builds them when the model does not train */
	whole = estimate_job(&arena, &job);
	ck_assert_double_lt((double)cut.allocated.likely + 4096. * 151936 * 4, (double)whole.allocated.likely);
	ck_assert_uint_ge(cut.allocated.high, whole.allocated.likely);
}
END_TEST

/* How often an assumption is wrong, where its row knows better. */
START_TEST(a_row_says_how_often_it_is_otherwise)
{
	struct job job = JOB("model=mistralai/Mistral-7B-v0.1", "peft=lora", "quantization=int8", "max_seq_length=4096",
			     "per_device_train_batch_size=2", "batch_layout=fixed", "gradient_checkpointing=false");
	struct estimate e = estimate_job(&arena, &job);
	double most = 0;

	ck_assert(assumes(&e, SETTING_KBIT_UPCAST));
	for (size_t i = 0; i < e.spread.n_ways; i++)
		most = fmax(most, e.spread.ways[i].change > 30e9 ? e.spread.ways[i].share : 0);
	ck_assert_double_eq_tol(most, 0.3, 1e-9);
	set(&job, "kbit_upcast=false");
	e = estimate_job(&arena, &job);
	for (size_t i = 0; i < e.spread.n_ways; i++)
		ck_assert_double_lt(e.spread.ways[i].share, 0.3);
}
END_TEST

/* transformers pull request 2356 prints what nvidia-smi showed of the library's own loop, in December 2019. */
START_TEST(gpt2_of_2019_needs_what_was_printed)
{
	static const struct {
		const char *model, *length;
		double gb;
	} runs[] = {{"model=openai-community/gpt2", "max_seq_length=512", 9.9},
		    {"model=openai-community/gpt2", "max_seq_length=1024", 20.4},
		    {"model=openai-community/gpt2-medium", "max_seq_length=512", 23.36}};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
		struct job job = JOB(runs[i].model, runs[i].length, "task=pretrain", "weights_dtype=float32",
				     "mixed_precision=no", "per_device_train_batch_size=4", "optimizer=adamw_hf",
				     "framework_version=transformers 2.3", "batch_layout=fixed");
		struct estimate e = estimate_job(&arena, &job);

		ck_assert_double_ge((double)e.needed.high, runs[i].gb * 1e9);
		ck_assert_double_eq_tol((double)e.needed.likely, runs[i].gb * 1e9, (i < 2 ? 0.02 : 0.13) * runs[i].gb * 1e9);
	}
}
END_TEST

/* torch/optim/adamw.py: a loop before 2.0, in 2.0 two intermediates, since 2.1 one (pull requests 104780, 104898). */
START_TEST(temporaries_of_a_foreach_step_depend_on_the_version)
{
	struct job job = JOB("model=meta-llama/Llama-2-7b-hf", "peft=none", "weights_dtype=bfloat16",
			     "mixed_precision=bf16", "max_seq_length=512", "gradient_checkpointing=true",
			     "optimizer=adamw_torch");
	double one = most_of(&job, TERM_STEP);

	ck_assert_double_eq_tol(one, 2 * 6.738e9, 0.01e9);
	set(&job, "framework_version=transformers 4.31");
	ck_assert_double_eq_tol(most_of(&job, TERM_STEP), 2 * one, 1);
	set(&job, "framework_version=transformers 4.25");
	ck_assert_double_lt(most_of(&job, TERM_STEP), 0.1 * one);
	set(&job, "framework_version=transformers 4.40");
	ck_assert_double_eq_tol(most_of(&job, TERM_STEP), one, 1);
}
END_TEST

/* LLaMA-Factory issue 1221: 28.28 GiB allocated in the loop's quotient, and 3.14 GiB asked for. */
START_TEST(a_loop_over_zero_s_one_tensor_has_two_more_of_it)
{
	struct job job = JOB("model=huggyllama/llama-7b", "peft=none", "mixed_precision=fp16", "max_seq_length=1024",
			     "gradient_checkpointing=true", "num_gpus=8", "data_parallel=zero2", "offload_optimizer=none",
			     "optimizer=adamw_torch", "framework_version=torch 1.13");
	struct estimate e = estimate_job(&arena, &job);

	ck_assert_double_eq_tol((double)e.allocated.likely, (28.28 + 3.14) * GIB, 0.1 * GIB);
}
END_TEST

/* Each stream has a pool: ZeRO 3 gathers embedding and head twice, and copies their gradients if they train. */
START_TEST(zero_3_needs_the_pools_of_its_streams)
{
	struct job job = JOB("model=Qwen/Qwen2.5-7B", "peft=none", "weights_dtype=bfloat16", "mixed_precision=bf16",
			     "max_seq_length=1024", "gradient_checkpointing=true", "num_gpus=8", "data_parallel=zero2",
			     "optimizer=adamw_torch_fused");
	double matrix = 2. * 152064 * 3584;
	struct estimate two = estimate_job(&arena, &job), three, adapted;

	set(&job, "data_parallel=zero3");
	three = estimate_job(&arena, &job);
	set(&job, "peft=lora");
	adapted = estimate_job(&arena, &job);
	ck_assert_double_lt((double)(two.reserved.likely - two.allocated.likely), 3 * matrix);
	ck_assert_double_ge((double)(three.reserved.likely - three.allocated.likely), 6 * matrix);
	ck_assert_double_ge((double)(adapted.reserved.likely - adapted.allocated.likely), 4 * matrix);
	ck_assert_double_lt((double)(adapted.reserved.likely - adapted.allocated.likely), 6 * matrix);
	ck_assert_double_ge((double)(three.reserved.low - three.allocated.low), 2 * matrix);
}
END_TEST

/* transformers makes no quantised model under deepspeed.zero.Init: each GPU has it whole before it is split. */
START_TEST(zero_3_loads_a_quantised_model_whole)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-70B", "peft=lora", "quantization=nf4", "weights_dtype=bfloat16",
			     "mixed_precision=bf16", "max_seq_length=512", "per_device_train_batch_size=1",
			     "gradient_checkpointing=true", "num_gpus=8", "data_parallel=zero3");
	double whole = 70.55e9 * 0.5;

	ck_assert_double_gt((double)estimate_job(&arena, &job).needed.low, whole);
	set(&job, "quantization=none");
	/* Shards alone, of four times as many bytes. */
	ck_assert_double_lt((double)estimate_job(&arena, &job).allocated.likely, whole);
}
END_TEST

/* grad_reduce_in_bf16: two bytes a parameter instead of four. FP8: what Megatron's linears keep is half as wide. */
START_TEST(megatrons_gradients_and_inputs_may_be_narrow)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-8B", "task=pretrain", "weights_dtype=bfloat16", "mixed_precision=bf16",
			     "max_seq_length=8192", "per_device_train_batch_size=1", "num_gpus=8", "data_parallel=megatron",
			     "packing=true", "gradient_checkpointing=false", "attention=flash_attention_2", "target_gpu=H100-80GB");
	struct estimate wide = estimate_job(&arena, &job), narrow, fp8;

	set(&job, "gradient_dtype=bfloat16");
	narrow = estimate_job(&arena, &job);
	ck_assert_uint_gt(wide.needed.likely, narrow.needed.likely + UINT64_C(16000000000));
	ck_assert_uint_lt(wide.needed.likely, narrow.needed.likely + UINT64_C(16100000000));
	set(&job, "mixed_precision=fp8");
	fp8 = estimate_job(&arena, &job);
	/* 8192 tokens of 32 layers: LN outputs and the MLP's product go from 2 bytes to 1, the attention's output is kept twice. */
	ck_assert_uint_gt(narrow.needed.likely, fp8.needed.likely + UINT64_C(3000000000));
	ck_assert_uint_lt(narrow.needed.likely, fp8.needed.likely + UINT64_C(7000000000));
	ck_assert_uint_lt(fp8.needed.low, fp8.needed.likely * 7 / 8);
}
END_TEST

/* The inputs that 32 layers of recomputation keep, 4096 wide of 8192 tokens in two bytes: 2.1 GB of which each of four has its part. */
START_TEST(kept_inputs_may_be_split_over_the_tensor_parallel_group)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-8B", "task=pretrain", "weights_dtype=bfloat16", "mixed_precision=bf16",
			     "max_seq_length=8192", "per_device_train_batch_size=1", "num_gpus=4", "data_parallel=megatron",
			     "tensor_parallel=4", "packing=true", "gradient_checkpointing=true", "attention=flash_attention_2");
	struct estimate whole = estimate_job(&arena, &job), split;

	set(&job, "partition_activations=true");
	split = estimate_job(&arena, &job);
	ck_assert_uint_gt(whole.needed.likely, split.needed.likely + UINT64_C(1500000000));
	ck_assert_uint_lt(whole.needed.likely, split.needed.likely + UINT64_C(2300000000));
}
END_TEST

/*
 * MPT of LLM Foundry 0.21: FlashAttention's cross-entropy has the logits and their gradient, in the logits' dtype; a
 * low-precision LayerNorm keeps and returns 16 bits, where autocast's own keeps and returns 32.
 */
START_TEST(composers_kernels_keep_16_bits)
{
	struct job job = JOB("model=mosaicml/mpt-7b", "task=pretrain", "weights_dtype=float32", "mixed_precision=bf16",
			     "num_gpus=8", "data_parallel=fsdp", "per_device_train_batch_size=4", "max_seq_length=2048",
			     "attention=flash_attention_2", "loss_kernel=flash_cross_entropy", "fused_kernels=none");
	double tokens = 4 * 2048, logits = tokens * job.model->vocab, wide = most_of(&job, TERM_SAVED);

	/* Besides them the last hidden states, which the head keeps. */
	ck_assert_double_eq_tol(most_of(&job, TERM_LOGITS), 2 * 2 * logits + 2 * tokens * 4096, 0.01 * logits);
	set(&job, "fused_kernels=low_precision_norm");
	/* Two norms a layer, and the last one. */
	ck_assert_double_eq_tol(wide - most_of(&job, TERM_SAVED), (2 * 32 + 1) * tokens * 4096 * 2, 3 * tokens * 4096 * 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("spec");
	TCase *tc = tcase_create("spec");

	tcase_add_checked_fixture(tc, NULL, teardown);
	suite_add_tcase(suite, tc);
	tcase_add_test(tc, a_reference_under_megatron_is_split_as_the_model);
	tcase_add_test(tc, unsloth_beside_old_transformers_builds_all_logits);
	tcase_add_test(tc, old_dpo_takes_a_log_softmax_of_all_logits);
	tcase_add_test(tc, old_dpo_evaluates_beside_the_logits_of_the_policy);
	tcase_add_test(tc, a_frozen_tower_has_weights_only);
	tcase_add_test(tc, a_tower_that_trains_keeps_its_blocks);
	tcase_add_test(tc, a_tower_sees_the_pictures_of_a_row);
	tcase_add_test(tc, gradients_between_passes_of_fsdp2_are_whole_or_not);
	tcase_add_test(tc, only_a_dynamic_checkpoint_leaves_linears_in_16_bits);
	tcase_add_test(tc, large_dynamic_checkpoints_leave_fewer_linears);
	tcase_add_test(tc, unsloths_older_loss_has_whole_logits);
	tcase_add_test(tc, a_target_with_a_path_is_no_other_module_of_that_name);
	tcase_add_test(tc, pairs_are_two_rows_under_megatron);
	tcase_add_test(tc, softmax_keeps_its_input_in_old_versions);
	tcase_add_test(tc, clamped_scores_are_kept);
	tcase_add_test(tc, adapters_multiplied_out_are_kept);
	tcase_add_test(tc, the_context_of_old_versions_holds_all_kernels);
	tcase_add_test(tc, gradients_stay_as_zeros_in_old_versions);
	tcase_add_test(tc, groups_of_gpus_have_buffers);
	tcase_add_test(tc, a_share_of_the_states_is_on_the_host);
	tcase_add_test(tc, cut_cross_entropy_evaluates_without_logits);
	tcase_add_test(tc, a_row_says_how_often_it_is_otherwise);
	tcase_add_test(tc, gpt2_of_2019_needs_what_was_printed);
	tcase_add_test(tc, temporaries_of_a_foreach_step_depend_on_the_version);
	tcase_add_test(tc, a_loop_over_zero_s_one_tensor_has_two_more_of_it);
	tcase_add_test(tc, zero_3_needs_the_pools_of_its_streams);
	tcase_add_test(tc, zero_3_loads_a_quantised_model_whole);
	tcase_add_test(tc, megatrons_gradients_and_inputs_may_be_narrow);
	tcase_add_test(tc, composers_kernels_keep_16_bits);
	tcase_add_test(tc, kept_inputs_may_be_split_over_the_tensor_parallel_group);
	return run_suite(suite);
}
