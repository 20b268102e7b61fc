/*
 * From settings to the formulas' input: which value of the vocabulary means what in numbers.
 */
#include "core/base/base.h"
#include "core/job/job.h"
#include "core/model/model.h"
#include "shape_of_model.h"
#include "spec_parts.h"
#include "weights.h"

#include <math.h>

/* ---------------------------------------------------------------------------------- one step */

/* plain_loss: transformers pull request 35875 gave those families the common loss. */
static enum loss loss_of(const struct job *job, const struct shape *a)
{
	static const struct spec_word tasks[] = {{"dpo", LOSS_DPO},
						 {"ipo", LOSS_DPO},
						 {"orpo", LOSS_DPO},
						 {"cpo", LOSS_DPO},
						 {"simpo", LOSS_DPO},
						 {"grpo", LOSS_GRPO},
						 {"rloo", LOSS_GRPO},
						 {"reinforce", LOSS_GRPO},
						 {"ppo", LOSS_GRPO},
						 {"gspo", LOSS_GRPO},
						 {"dapo", LOSS_GRPO},
						 {NULL, 0}};
	static const struct spec_word kernels[] = {{"trl", LOSS_TRL},
						   {"liger", LOSS_LIGER},
						   {"cut_cross_entropy", LOSS_CCE},
						   {"plain", LOSS_PLAIN},
						   {"chunked", LOSS_CHUNKED},
						   {"chunked_logits", LOSS_CHUNKED_LOGITS},
						   {"chunked_output", LOSS_CHUNKED_OUTPUT},
						   {"chunked_linear", LOSS_CHUNKED_LINEAR},
						   {"chunked_nll", LOSS_CHUNKED},
						   {"unsloth", LOSS_UNSLOTH},
						   {"unsloth_eager", LOSS_UNSLOTH_EAGER},
						   {"unsloth_logits", LOSS_UNSLOTH_LOGITS},
						   {"fused", LOSS_LIGER},
						   {"compiled", LOSS_COMPILED},
						   {"flash_cross_entropy", LOSS_FLASH},
						   {"litgpt", LOSS_LITGPT},
						   {NULL, 0}};
	/* Trainers that learn from rewards and take log-probabilities by a kernel of their own. */
	static const struct spec_word policies[] = {{"logprobs", LOSS_LOGPROBS},
						    {"logprobs_entropy", LOSS_LOGPROBS_ENTROPY},
						    {"logprobs_float", LOSS_LOGPROBS_FLOAT},
						    {"plain", LOSS_PLAIN},
						    {NULL, 0}};
	double version = job_transformers_version(job);
	int policy = spec_word_of(job, SETTING_LOSS_KERNEL, policies, LOSS_HF);
	int kernel = spec_word_of(job, SETTING_LOSS_KERNEL, kernels, LOSS_HF);
	int task = spec_word_of(job, SETTING_TASK, tasks, kernel);

	if (policy != LOSS_HF)
		return (enum loss)policy;
	if (job_is(job, SETTING_LOSS_KERNEL, "unread"))
		return version < 4.046 ? LOSS_UNREAD_OLD : LOSS_UNREAD;
	/* Liger has fused losses for preferences too; they keep no logits. */
	if (task != kernel && kernel == LOSS_LIGER)
		return LOSS_LIGER;
	if (job_is(job, SETTING_TASK, "grpo") && job_is(job, SETTING_FUSED_KERNELS, "unsloth"))
		return LOSS_UNSLOTH_GRPO;
	if (task != LOSS_HF)
		return (enum loss)task;
	if (a->plain_loss && version < 4.049)
		return LOSS_PLAIN_SHIFT;
	if (version < 4.046)
		return LOSS_HF_OLD;
	return version < 4.050 ? LOSS_HF_SHIFT : LOSS_HF;
}

static enum attention attention_of(const struct job *job, const struct shape *a)
{
	bool padded = job_is(job, SETTING_ATTENTION_MASK, "padded");
	static const struct spec_word kinds[] = {{"eager", ATTENTION_EAGER},
						 {"flash_attention_2", ATTENTION_FLASH},
						 {"flash_attention_3", ATTENTION_FLASH},
						 {"xformers", ATTENTION_FLASH},
						 {"litgpt", ATTENTION_LITGPT},
						 {NULL, 0}};
	enum attention kind = (enum attention)spec_word_of(job, SETTING_ATTENTION, kinds, ATTENTION_SDPA);

	if (kind == ATTENTION_FLASH && padded)
		return ATTENTION_FLASH_PADDED;
	if (kind == ATTENTION_LITGPT && a->composed_attention)
		return ATTENTION_EAGER;
	if (kind != ATTENTION_SDPA || job_is(job, SETTING_ATTENTION, "flex_attention"))
		return kind;
	if (a->composed_attention)
		return ATTENTION_EAGER;
	if (padded)
		return ATTENTION_SDPA_MASK;
	return job_transformers_version(job) < 4.048 ? ATTENTION_SDPA_REPEAT : ATTENTION_SDPA;
}

static enum checkpoint checkpoint_of(const struct job *job)
{
	static const struct spec_word kinds[] = {{"true", 1}, {"offload", 1}, {"selective", 2}, {NULL, 0}};
	int kind = spec_word_of(job, SETTING_GRADIENT_CHECKPOINTING, kinds, 0);
	bool reentrant = job_bool(job, SETTING_USE_REENTRANT, !(job_transformers_version(job) >= 5));

	if (kind == 2)
		return CHECKPOINT_SELECTIVE;
	if (kind == 0)
		return CHECKPOINT_NONE;
	return reentrant ? CHECKPOINT_REENTRANT : CHECKPOINT_NONREENTRANT;
}

/*
 * torch/optim/adamw.py: a loop over parameters until 1.13; from 2.0 on _multi_tensor_adamw, there with the root of the
 * second moments and the denominator beside it, since 2.1 (pull requests 104780, 104898) with the root alone.
 */
static double foreach_copies(double torch)
{
	if (torch < 2.0)
		return 0;
	return torch < 2.001 ? 2 : 1;
}

/* What libraries did before: versions that are not known are new ones. */
static void set_versions(struct step_spec *s, const struct job *job)
{
	double torch = job_torch_version(job);

	s->foreach_copies = foreach_copies(torch);
	/* Module.zero_grad(), Optimizer.zero_grad(): set_to_none is True since 2.0 (pull request 92731). */
	s->keeps_gradients = torch < 2.0;
	/* modeling_llama.py of 4.28 to 4.30: torch.max(attn_weights, torch.finfo(…).min). */
	s->shape.clamps_scores |= s->shape.rope && job_transformers_version(job) < 4.031;
	/* derivatives.yaml: softmax and log_softmax kept self, for its dtype alone. */
	s->softmax_inputs = torch < 1.011;
	/* autograd/_functions.py MatMul4Bit: ctx.tensors = (A, B) until 0.43.1. */
	s->bnb_old = s->quant == QUANT_NF4 && job->bitsandbytes.n > 0;
	/*
	 * No Trainer yet: the examples' loops hold outputs while they go backward, keys and values among them
	 * (run_language_modeling.py, 2.8; transformers pull request 2356).
	 */
	s->keep_outputs = s->use_cache = job_transformers_version(job) < 2.009;
}

/*
 * TRL took its log-probabilities of a log-softmax of all logits until 0.15 (pull request 2799; 0.12 asks for transformers
 * 4.46), the model's code had made these float32 until transformers 4.46. LLaMA-Factory still does, and makes them
 * float32 itself (src/llamafactory/train/trainer_utils.py get_batch_logps, train/dpo/trainer.py concatenated_forward, 0.9.6).
 */
static void set_logps(struct step_spec *s, const struct job *job)
{
	bool stated = job_is(job, SETTING_LOSS_KERNEL, "log_softmax"), old = job_transformers_version(job) < 4.046;

	s->whole_logps = s->loss == LOSS_DPO && (stated || old || job_trl_version(job) < 0.015);
	s->float_logits = stated || old;
}

static void set_step(struct step_spec *s, const struct job *job)
{
	static const struct spec_word kernels[] = {
	    {"liger", KERNELS_LIGER}, {"unsloth", KERNELS_LIGER}, {"transformer_engine", KERNELS_LIGER},
	    {"low_precision_norm", KERNELS_LOW_NORM}, {NULL, 0}};
	bool fp8 = job_is(job, SETTING_MIXED_PRECISION, "fp8");

	s->micro_batch = spec_number(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
	if (job_is(job, SETTING_BATCH_COUNTS, "prompts"))
		s->micro_batch *= spec_number(job, SETTING_NUM_GENERATIONS, 1);
	s->seq_len = job_row_tokens(job, spec_number(job, SETTING_MAX_SEQ_LENGTH, 2048));
	s->weights = spec_dtype_of(job, SETTING_WEIGHTS_DTYPE, DTYPE_BFLOAT16);
	s->autocast =
	    fp8 || job_is(job, SETTING_MIXED_PRECISION, "bf16") || job_is(job, SETTING_MIXED_PRECISION, "fp16");
	s->checkpoint = checkpoint_of(job);
	s->attention = attention_of(job, &s->shape);
	s->kernels = (enum kernels)spec_word_of(job, SETTING_FUSED_KERNELS, kernels, KERNELS_EAGER);
	s->loss = loss_of(job, &s->shape);
	set_logps(s, job);
	s->compile = job_bool(job, SETTING_TORCH_COMPILE, false);
	s->xla = job_bool(job, SETTING_XLA, false);
	s->loss_chunk = spec_number(job, SETTING_LOSS_CHUNK, s->loss_chunk);
	s->accumulation = spec_number(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1);
	s->in_backward = job_bool(job, SETTING_OPTIMIZER_IN_BACKWARD, false);
	s->bucket_view = job_bool(job, SETTING_GRADIENT_AS_BUCKET_VIEW, false);
	s->padded = job_is(job, SETTING_ATTENTION_MASK, "padded");
	s->completion = fmin(s->seq_len, spec_number(job, SETTING_MAX_COMPLETION_LENGTH, s->seq_len));
	if (s->method == METHOD_LORA && s->checkpoint != CHECKPOINT_NONE)
		s->input_require_grads = true;
	s->optim = optim_find(job_str(job, SETTING_OPTIMIZER, STR("adamw_torch")));
	if (!s->optim)
		s->optim = optim_find(STR("adamw_torch"));
	if (job_get(job, SETTING_OPTIMIZER_STATES))
		s->optim = optim_of_states(job_int(job, SETTING_OPTIMIZER_STATES, 0), job_is(job, SETTING_OPTIMIZER_STATE_DTYPE, "float32"));
}

/*
 * Embedding models see the texts of a row one after the other and keep the activations of all for backward. Where
 * the loss keeps the embeddings of the batch alone and computes the activations of a part of it again (GradCache,
 * arXiv 2101.06983), gradients of the parts before are there meanwhile.
 */
static void set_texts(struct step_spec *s, const struct job *job)
{
	double part = spec_number(job, SETTING_MINI_BATCH_SIZE, s->micro_batch);

	if (part < s->micro_batch) {
		s->micro_batch = part;
		s->accumulation = fmax(2, s->accumulation);
	}
	s->passes = spec_number(job, SETTING_TEXTS_PER_ROW, 1);
	s->micro_batch *= s->passes;
}

/** A head of words on a family that has none by itself. */
static void set_words(struct step_spec *s)
{
	if (s->shape.head == HEAD_CLASSIFIER)
		s->shape.head = HEAD_MLM;
}

/*
 * An encoder, and a decoder over what it makes of the text (TSDAE): the encoder's weights and attention to its
 * embedding in each layer, one position. Kept of that for each token: the query, what comes out, the output's
 * dropout and the norm's input and output, of the decoder's half of the texts.
 */
static void set_decoder(struct step_spec *s, const struct job *job)
{
	double h = s->shape.hidden;

	set_words(s);
	s->loss = LOSS_PLAIN;
	s->headed = 1 / s->passes;
	s->extra_trained += s->shape.layers * (4 * h * h + 6 * h);
	s->extra_saved += 17 * h / s->passes;
	if (job_is(job, SETTING_TASK, "denoising_untied"))
		s->extra_trained += (double)model_params(job->model);
}

/** Pairs through a classifier: a reward model in training; or through a layer of scores beside the head of words, which runs too. */
static void set_task(struct step_spec *s, const struct job *job)
{
	set_texts(s, job);
	if (job_is(job, SETTING_TASK, "reward")) {
		s->micro_batch *= 2;
		if (!job_is(job, SETTING_LOSS_KERNEL, "unread")) {
			s->shape.head = HEAD_CLASSIFIER;
			s->shape.n_labels = 1;
		}
	}
	/* A family that has a classifier by itself (BERT) keeps its own; embeddings have no head of words either. */
	if ((job_is(job, SETTING_TASK, "classification") || job_is(job, SETTING_TASK, "ranking") ||
	     job_is(job, SETTING_TASK, "embedding") || job_is(job, SETTING_TASK, "contrastive_tension")) &&
	    s->shape.head != HEAD_CLASSIFIER && !job_is(job, SETTING_LOSS_KERNEL, "unread")) {
		s->shape.head = HEAD_CLASSIFIER;
		s->shape.n_labels = 2;
	}
	if (job_is(job, SETTING_TASK, "pretrain") && s->shape.head == HEAD_CLASSIFIER) {
		s->shape.head = HEAD_MLM;
		s->loss = LOSS_PLAIN;
	}
	if (job_is(job, SETTING_TASK, "sparse_embedding")) {
		set_words(s);
		s->loss = LOSS_SPLADE;
	}
	if (job_is(job, SETTING_TASK, "denoising") || job_is(job, SETTING_TASK, "denoising_untied"))
		set_decoder(s, job);
	/* A copy of the model trains beside it; ICLR 2021, Carlsson et al. */
	if (job_is(job, SETTING_TASK, "contrastive_tension"))
		s->extra_trained += (double)model_params(job->model);
}

/* ----------------------------------------------------------------------------------- layout */

/*
 * DataParallel: one process, the state on the first GPU, which the replicas' outputs come back to. A loop's autocast holds
 * in the replicas' threads as well (torch/nn/parallel/parallel_apply.py). Of transformers' Trainer: from 4.31 on accelerate casts, and is not given a model that is wrapped already (trainer.py _inner_training_loop(),
 * use_accelerator_prepare; autocast_smart_context_manager() is a null context): bf16 and fp16 are without effect.
 */
static void set_replicas(struct step_spec *s, const struct job *job)
{
	if (!job_is(job, SETTING_DATA_PARALLEL, "dp"))
		return;
	s->gathers = spec_number(job, SETTING_NUM_GPUS, 1);
	s->parallel.world = 1;
	if (job_is(job, SETTING_FRAMEWORK, "torch"))
		return;
	s->convert_outputs = false;
	s->autocast &= job_transformers_version(job) < 4.031;
}

static void set_parallel(struct step_spec *s, const struct job *job)
{
	static const struct spec_word layouts[] = {{"ddp", LAYOUT_DDP},
						   {"zero1", LAYOUT_ZERO1},
						   {"zero2", LAYOUT_ZERO2},
						   {"zero3", LAYOUT_ZERO3},
						   {"fsdp", LAYOUT_FSDP1},
						   {"fsdp2", LAYOUT_FSDP2},
						   {"hsdp", LAYOUT_FSDP2},
						   {"megatron", LAYOUT_MEGATRON},
						   {"device_map", LAYOUT_DEVICE_MAP},
						   {NULL, 0}};
	struct parallel *p = &s->parallel;
	double gpus = spec_number(job, SETTING_NUM_GPUS, 1), groups;
	const struct value *overlap = job_get(job, SETTING_OVERLAP_COMM);

	p->layout = (enum layout)spec_word_of(job, SETTING_DATA_PARALLEL, layouts, LAYOUT_NONE);
	p->tp = spec_number(job, SETTING_TENSOR_PARALLEL, 1);
	p->pp = spec_number(job, SETTING_PIPELINE_PARALLEL, 1);
	p->cp = spec_number(job, SETTING_CONTEXT_PARALLEL, 1);
	p->ep = spec_number(job, SETTING_EXPERT_PARALLEL, 1);
	groups = p->tp * p->pp;
	p->world = fmax(1, floor(gpus / groups));
	if (job_is(job, SETTING_DATA_PARALLEL, "hsdp"))
		p->world = fmin(p->world, spec_number(job, SETTING_GPUS_PER_NODE, p->world));
	p->world = fmin(p->world, spec_number(job, SETTING_SHARD_SIZE, p->world));
	if (p->layout == LAYOUT_MEGATRON ||
	    ((p->layout == LAYOUT_NONE || p->layout == LAYOUT_DDP || p->layout == LAYOUT_ZERO1) &&
	     groups * p->ep > 1)) {
		/* Trainers on Megatron turn its distributed optimizer on; plain DDP must be stated. */
		p->distributed_optimizer = !(job_is(job, SETTING_DATA_PARALLEL, "ddp") &&
					     job->set[SETTING_DATA_PARALLEL].origin == ORIGIN_STATED);
		p->layout = LAYOUT_MEGATRON;
		/*
		 * Pairs are two rows there too (ms-swift 4.5, swift/template/base.py _rlhf_data_collator); where rows are
		 * packed, both of a pair are in one (packing goes by the sum of their lengths).
		 */
		if (s->loss == LOSS_DPO && !job_bool(job, SETTING_PACKING, false))
			s->micro_batch *= 2;
		s->loss = LOSS_MEGATRON;
		s->kernels = KERNELS_LIGER; /* Transformer Engine keeps what Liger's kernels keep */
		/* Megatron-LM megatron/core/distributed/param_and_grad_buffer.py: grad_reduce_in_fp32 False. */
		if (job_is(job, SETTING_GRADIENT_DTYPE, "bfloat16"))
			p->grad_bytes = 2;
	}
	s->fp8_inputs = job_is(job, SETTING_MIXED_PRECISION, "fp8") &&
			(p->layout == LAYOUT_MEGATRON || job_is(job, SETTING_FUSED_KERNELS, "transformer_engine"));
	p->reshard = job_bool(job, SETTING_RESHARD_AFTER_FORWARD, true);
	/* bitsandbytes' weights are quantised on the GPU (transformers quantizer_bnb_4bit.py update_device_map()). */
	p->loads_whole = (s->quant == QUANT_NF4 || s->quant == QUANT_INT8) &&
			 (p->layout == LAYOUT_ZERO3 || !job_bool(job, SETTING_RAM_EFFICIENT_LOADING, true));
	p->sync_each = job_is(job, SETTING_SYNC_GRADIENTS, "each");
	if (job_is(job, SETTING_SHARD_UNIT, "model"))
		p->units = UNITS_MODEL;
	else if (job_is(job, SETTING_SHARD_UNIT, "each"))
		p->units = UNITS_EACH;
	p->sequence_parallel = job_bool(job, SETTING_SEQUENCE_PARALLEL, false);
	p->partition_activations = job_bool(job, SETTING_PARTITION_ACTIVATIONS, false);
	p->microbatches = s->accumulation;
	p->offload_optim = spec_is_set(job, SETTING_OFFLOAD_OPTIMIZER);
	p->offload_share = fmin(1, fmax(0, spec_number(job, SETTING_OFFLOAD_FRACTION, 0)));
	p->offload_params = spec_is_set(job, SETTING_OFFLOAD_PARAMS);
	p->offload_act = spec_is_set(job, SETTING_OFFLOAD_ACTIVATIONS) ||
			 job_is(job, SETTING_GRADIENT_CHECKPOINTING, "offload");
	p->grads_apart = job_is_deepspeed(job) && job_is(job, SETTING_GRADIENT_DTYPE, "float32");
	if (job_get(job, SETTING_REDUCE_BUCKET_SIZE))
		p->reduce_bucket = spec_number(job, SETTING_REDUCE_BUCKET_SIZE, BUCKET_DEFAULT);
	if (job_get(job, SETTING_PREFETCH_BUCKET_SIZE))
		p->prefetch_bucket = spec_number(job, SETTING_PREFETCH_BUCKET_SIZE, BUCKET_DEFAULT);
	if (overlap)
		p->overlap_comm = job_bool(job, SETTING_OVERLAP_COMM, false) ? CHOICE_YES : CHOICE_NO;
	set_replicas(s, job);
}

/*
 * Unsloth's chunks: the float32 logits of one take half of what is free on the card when the first batch
 * comes, 4 GiB at most; several chunks are a multiple of four (unsloth_zoo/fused_losses/
 * cross_entropy_loss.py get_chunk_size, 2026-07).
 */
static double unsloth_chunk(const struct step_spec *s, const struct job *job)
{
	struct widths c = widths_of(s);
	struct layer ly = layer_of(&c);
	struct weights w = weights_of(&c, &ly);
	double resident = w.bytes + (w.adapters + w.whole) * c.adb;
	double target = 4.0 * GIB, chunks;

	if (job->gpu)
		target = fmin(target, 0.5 * ((double)job->gpu->torch_total_bytes - resident));
	chunks = 4 * c.N * c.V / fmax(target, MIB);
	return chunks <= 1 ? c.N : ceil(c.N / (4 * ceil(chunks / 4)));
}

/*
 * litgpt builds its models itself: lm_head has a matrix of its own whatever the checkpoint ties, and bitsandbytes takes
 * it as it takes any linear, from float16 (litgpt/model.py GPT, lightning/fabric/plugins/precision/bitsandbytes.py, 0.5.13).
 * Its loops keep `logits` until model() has returned the next ones (litgpt/finetune/lora.py fit()).
 */
static void set_own_model(struct step_spec *s, const struct job *job)
{
	if (!job_is(job, SETTING_ATTENTION, "litgpt"))
		return;
	s->shape.tied = false;
	s->shape.fused_qkv = s->shape.fused_gate_up = false;
	if (s->shape.norm == NORM_GEMMA)
		s->shape.norm = NORM_RMS;
	s->quant_head = s->quant_half = true;
	s->holds_logits = true;
}

/*
 * One adapter on the matrix of q, k and v (litgpt/lora.py LoRAQKVLinear): its input is dropped out once. Where not all
 * three have one, zero_pad()'s index_copy keeps what it puts in place.
 */
static void set_own_adapters(struct step_spec *s, const struct job *job)
{
	linear_set qkv = LINEAR(Q) | LINEAR(K) | LINEAR(V), on = s->lora_targets & qkv;
	const struct shape *a = &s->shape;

	if (!job_is(job, SETTING_ATTENTION, "litgpt"))
		return;
	s->shape.fused_qkv = true;
	if (!on)
		return;
	s->lora_targets = (s->lora_targets & ~qkv) | LINEAR(QKV);
	if (on != qkv)
		s->extra_saved += 2 * a->head_dim * ((on & LINEAR(Q) ? a->heads : 0) + (on & LINEAR(K) ? a->kv_heads : 0) +
						     (on & LINEAR(V) ? a->kv_heads : 0));
}

/*
 * A tower that trains. Adapters on a tower are not looked at, nor Megatron's, which computes layers anew as it is told.
 */
static void set_tower(struct step_spec *s, const struct job *job)
{
	struct tower_blocks b;
	double version = job_transformers_version(job);

	if (s->method != METHOD_FULL || s->frozen_tower || s->trained_layers >= 0 || s->parallel.layout == LAYOUT_MEGATRON ||
	    !model_tower_blocks(job->model, &b))
		return;
	s->tower = (struct tower){
	    .hidden = b.hidden,
	    .depth = b.depth,
	    .ffn = b.ffn,
	    .kept = b.kept,
	    .rms = b.rms,
	    .patches = s->micro_batch * b.merged * job_picture_tokens(job, s->seq_len),
	    .recomputed = s->checkpoint != CHECKPOINT_NONE && !(version < b.recomputed_since),
	    .masked = s->attention != ATTENTION_FLASH && version < b.recomputed_since,
	};
}

struct step_spec step_spec_of_job(const struct job *job)
{
	struct step_spec s = step_spec_default();

	s.shape = shape_of_model(job->model);
	set_own_model(&s, job);
	spec_set_method(&s, job);
	set_own_adapters(&s, job);
	set_step(&s, job);
	set_versions(&s, job);
	set_task(&s, job);
	set_parallel(&s, job);
	set_tower(&s, job);
	spec_set_others(&s, job);
	if (s.loss == LOSS_UNSLOTH || s.loss == LOSS_UNSLOTH_EAGER)
		s.loss_chunk = unsloth_chunk(&s, job);
	return s;
}
