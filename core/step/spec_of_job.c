/*
 * From settings to the formulas' input: which value of the vocabulary means what in numbers.
 */
#include "core/base/base.h"
#include "core/job/job.h"
#include "core/model/model.h"
#include "model_shape.h"
#include "weights.h"

#include <math.h>

/** A choice of the vocabulary and what it means in a spec. */
struct word {
	const char *name;
	int value;
};

static int word_of(const struct job *job, enum setting s, const struct word *words, int fallback)
{
	for (; words->name; words++) {
		if (job_is(job, s, words->name))
			return words->value;
	}
	return fallback;
}

static double number(const struct job *job, enum setting s, double fallback)
{
	double x = job_real(job, s, fallback);

	return x > 0 ? x : fallback;
}

static bool is_set(const struct job *job, enum setting s)
{
	return job_get(job, s) && !job_is(job, s, "none") && !job_is(job, s, "no") &&
	       !job_is(job, s, "false");
}

static enum dtype dtype_of(const struct job *job, enum setting s, enum dtype fallback)
{
	enum dtype d;

	/* fp8 training holds 16-bit weights and casts them per matmul. */
	if (!dtype_find(job_str(job, s, STR("")), &d) || d == DTYPE_FP8)
		return fallback;
	return d;
}

/* ------------------------------------------------------------------------------- what trains */

/** 4.057 for "transformers 4.57.1"; NAN if the version is not known. */
static double transformers_version(const struct job *job)
{
	struct str v = job_str(job, SETTING_FRAMEWORK_VERSION, STR(""));
	size_t at = str_find(v, STR("transformers "), 0);
	struct str_cut major, minor;
	int64_t a, b;

	if (at == SIZE_MAX)
		return NAN;
	major = str_cut(str_sub(v, at + 13, v.n), '.');
	minor = str_cut(major.tail, '.');
	if (!str_to_int(major.head, &a))
		return NAN;
	return (double)a + (str_to_int(minor.head, &b) ? (double)b / 1000 : 0);
}

/*
 * Since transformers 5.0 the experts of a layer are one parameter in every family
 * (models/mixtral/modeling_mixtral.py, MixtralExperts).
 */
static bool stacks_experts(const struct step_spec *s, const struct job *job)
{
	return s->shape.stacked_experts || job_is(job, SETTING_EXPERTS, "fused") ||
	       (!job_get(job, SETTING_EXPERTS) && transformers_version(job) >= 5);
}

static void set_quant(struct step_spec *s, const struct job *job)
{
	struct str name = job_str(job, SETTING_QUANTIZATION, STR("none"));
	int64_t bits = job_int(job, SETTING_QUANTIZATION_BITS, 0);
	static const struct word upcasts[] = {
	    {"true", KBIT_ALL}, {"norms", KBIT_NORMS}, {"false", KBIT_NONE}, {NULL, 0}};

	if (!quant_find(name, &s->quant)) /* a format without a row: 4-bit groups */
		s->quant = name.n > 0 ? QUANT_GPTQ : QUANT_NONE;
	if (job_is(job, SETTING_WEIGHTS_DTYPE, "fp8") && s->method == METHOD_LORA &&
	    s->quant == QUANT_NONE)
		s->quant = QUANT_FP8;
	s->quant_bits = bits == 8 || s->quant == QUANT_FP8 || s->quant == QUANT_INT8 ? 8 : 4;
	/* bitsandbytes' walk over nn.Linear passes by a stacked parameter (bitsandbytes issue 1849). */
	s->experts_whole =
	    (s->quant == QUANT_NF4 || s->quant == QUANT_FP4 || s->quant == QUANT_INT8) &&
	    stacks_experts(s, job) && !s->shape.quantised_experts;
	s->quant_skipped = s->quant == QUANT_NONE ? 0 : number(job, SETTING_QUANT_SKIPPED, 0);
	s->double_quant = job_bool(job, SETTING_DOUBLE_QUANT, false);
	s->kbit = (enum kbit)word_of(job, SETTING_KBIT_UPCAST, upcasts, KBIT_NONE);
}

/*
 * Without experts that are no linear layers. Of families that transformers 5 stacks, PEFT 0.19 takes the
 * names of the old layers for the stacked parameter, but "all-linear" finds none
 * (huggingface/peft issue 3009, tuners_utils.py _maybe_include_all_linear_layers).
 */
static linear_set reachable(const struct step_spec *s, const struct job *job, const struct modules *m)
{
	linear_set experts = LINEAR(W1) | LINEAR(W2) | LINEAR(W3);
	bool stacked = s->shape.stacked_experts || (m->every && stacks_experts(s, job));

	return stacked ? m->linears & ~experts : m->linears;
}

static void set_adapter(struct step_spec *s, const struct job *job)
{
	static const struct word low_rank[] = {
	    {"lora", 1},  {"dora", 1},	  {"adalora", 1}, {"rslora", 1}, {"pissa", 1},
	    {"qlora", 1}, {"lora_fa", 1}, {"vera", 1},	  {"loha", 1},	 {"lokr", 1},
	    {"oft", 1},	  {"boft", 1},	  {NULL, 0}};
	const struct value *v = job_get(job, SETTING_LORA_TARGET_MODULES);
	struct modules m = {0};

	s->method = METHOD_LORA;
	s->adapter = dtype_of(job, SETTING_ADAPTER_DTYPE, DTYPE_FLOAT32);
	if (!word_of(job, SETTING_PEFT, low_rank, 0)) {
		/* Prompts and vectors: next to no parameters, but gradients reach the embedding. */
		s->input_require_grads = true;
		return;
	}
	s->dora = job_is(job, SETTING_PEFT, "dora");
	s->lora_r = number(job, SETTING_LORA_R, 8);
	s->lora_dropout = job_real(job, SETTING_LORA_DROPOUT, 0) > 0;
	if (v && v->type == VALUE_LIST)
		m = modules_of(&s->shape, v->as.list.at, v->as.list.n);
	s->lora_targets = reachable(s, job, &m);
	/* PEFT's "all-linear" leaves the head out; only a name asks for it. */
	s->lora_head = m.head;
	s->lora_embed = m.embedding;
	v = job_get(job, SETTING_LORA_MODULES_TO_SAVE);
	if (v && v->type == VALUE_LIST) {
		m = modules_of(&s->shape, v->as.list.at, v->as.list.n);
		s->train_embed = m.embedding;
		s->train_head = m.head;
	}
}

static void set_method(struct step_spec *s, const struct job *job)
{
	s->extra_trained = number(job, SETTING_TRAINABLE_PARAMS, 0);
	if (is_set(job, SETTING_PEFT)) {
		set_adapter(s, job);
	} else if (job_is(job, SETTING_TRAINABLE, "none")) {
		/* A frozen model that gradients flow through to what trains in front of it. */
		s->method = METHOD_LORA;
		s->input_require_grads = true;
	} else if (job_is(job, SETTING_TRAINABLE, "head")) {
		/* No gradient goes back into them: autograd keeps nothing of an operation none of whose inputs needs one. */
		s->trained_layers = 0;
	}
	/* "partial" does not say which: LLaMA-Factory's freeze_trainable_layers is 2. */
	if (s->method == METHOD_FULL && job_is(job, SETTING_TRAINABLE, "partial"))
		s->trained_layers = 2;
	set_quant(s, job);
}

/* ---------------------------------------------------------------------------------- one step */

/* plain_loss: transformers pull request 35875 gave those families the common loss. */
static enum loss loss_of(const struct job *job, const struct shape *a)
{
	static const struct word tasks[] = {{"dpo", LOSS_DPO},
					    {"ipo", LOSS_DPO},
					    {"orpo", LOSS_DPO},
					    {"cpo", LOSS_DPO},
					    {"simpo", LOSS_DPO},
					    {"grpo", LOSS_GRPO},
					    {"rloo", LOSS_GRPO},
					    {"ppo", LOSS_GRPO},
					    {"gspo", LOSS_GRPO},
					    {"dapo", LOSS_GRPO},
					    {NULL, 0}};
	static const struct word kernels[] = {{"trl", LOSS_TRL},
					      {"liger", LOSS_LIGER},
					      {"cut_cross_entropy", LOSS_CCE},
					      {"plain", LOSS_PLAIN},
					      {"chunked", LOSS_CHUNKED},
					      {"chunked_logits", LOSS_CHUNKED_LOGITS},
					      {"chunked_nll", LOSS_CHUNKED},
					      {"unsloth", LOSS_UNSLOTH},
					      {"unsloth_eager", LOSS_UNSLOTH_EAGER},
					      {"fused", LOSS_LIGER},
					      {"compiled", LOSS_COMPILED},
					      {NULL, 0}};
	double version = transformers_version(job);
	int kernel = word_of(job, SETTING_LOSS_KERNEL, kernels, LOSS_HF);
	int task = word_of(job, SETTING_TASK, tasks, kernel);

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
	static const struct word kinds[] = {{"eager", ATTENTION_EAGER},
					    {"flash_attention_2", ATTENTION_FLASH},
					    {"flash_attention_3", ATTENTION_FLASH},
					    {"xformers", ATTENTION_FLASH},
					    {NULL, 0}};
	enum attention kind =
	    (enum attention)word_of(job, SETTING_ATTENTION, kinds, ATTENTION_SDPA);

	if (kind == ATTENTION_FLASH && padded)
		return ATTENTION_FLASH_PADDED;
	if (kind != ATTENTION_SDPA || job_is(job, SETTING_ATTENTION, "flex_attention"))
		return kind;
	if (a->composed_attention)
		return ATTENTION_EAGER;
	if (padded)
		return ATTENTION_SDPA_MASK;
	return transformers_version(job) < 4.048 ? ATTENTION_SDPA_REPEAT : ATTENTION_SDPA;
}

static enum checkpoint checkpoint_of(const struct job *job)
{
	static const struct word kinds[] = {
	    {"true", 1}, {"offload", 1}, {"selective", 2}, {NULL, 0}};
	int kind = word_of(job, SETTING_GRADIENT_CHECKPOINTING, kinds, 0);
	bool reentrant = job_bool(job, SETTING_USE_REENTRANT, !(transformers_version(job) >= 5));

	if (kind == 2)
		return CHECKPOINT_SELECTIVE;
	if (kind == 0)
		return CHECKPOINT_NONE;
	return reentrant ? CHECKPOINT_REENTRANT : CHECKPOINT_NONREENTRANT;
}

static void set_step(struct step_spec *s, const struct job *job)
{
	static const struct word kernels[] = {
	    {"liger", KERNELS_LIGER}, {"unsloth", KERNELS_LIGER}, {NULL, 0}};
	bool fp8 = job_is(job, SETTING_MIXED_PRECISION, "fp8");

	s->micro_batch = number(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
	s->seq_len = number(job, SETTING_MAX_SEQ_LENGTH, 2048);
	s->weights = dtype_of(job, SETTING_WEIGHTS_DTYPE, DTYPE_BFLOAT16);
	s->autocast = fp8 || job_is(job, SETTING_MIXED_PRECISION, "bf16") ||
		      job_is(job, SETTING_MIXED_PRECISION, "fp16");
	s->checkpoint = checkpoint_of(job);
	s->attention = attention_of(job, &s->shape);
	s->kernels = (enum kernels)word_of(job, SETTING_FUSED_KERNELS, kernels, KERNELS_EAGER);
	s->loss = loss_of(job, &s->shape);
	s->compile = job_bool(job, SETTING_TORCH_COMPILE, false);
	s->xla = job_bool(job, SETTING_XLA, false);
	s->loss_chunk = number(job, SETTING_LOSS_CHUNK, s->loss_chunk);
	s->accumulation = number(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1);
	s->in_backward = job_bool(job, SETTING_OPTIMIZER_IN_BACKWARD, false);
	s->bucket_view = job_bool(job, SETTING_GRADIENT_AS_BUCKET_VIEW, false);
	s->completion = fmin(s->seq_len, number(job, SETTING_MAX_COMPLETION_LENGTH, s->seq_len));
	if (s->method == METHOD_LORA && s->checkpoint != CHECKPOINT_NONE)
		s->input_require_grads = true;
	s->optim = optim_find(job_str(job, SETTING_OPTIMIZER, STR("adamw_torch")));
	if (!s->optim)
		s->optim = optim_find(STR("adamw_torch"));
}

/* ------------------------------------------------------------------------------ other models */

double other_model_bytes(const struct model *m, struct str dtype)
{
	struct step_spec s = step_spec_default();
	struct widths c;
	struct layer ly;

	if (!m)
		return 0;
	s.shape = shape_of_model(m);
	if (quant_find(dtype, &s.quant))
		s.quant_bits = s.quant == QUANT_INT8 || s.quant == QUANT_FP8 ? 8 : 4;
	else if (!dtype_find(dtype, &s.weights))
		s.weights = DTYPE_BFLOAT16;
	c = widths_of(&s);
	ly = layer_of(&c);
	return weights_of(&c, &ly).bytes;
}

/** Whether the task compares with a frozen reference, and whether that is a copy. */
static enum reference reference_of(const struct step_spec *s, const struct job *job)
{
	static const struct word compares[] = {{"dpo", 1},  {"ipo", 1},	 {"kto", 1}, {"ppo", 1},
					       {"grpo", 2}, {"rloo", 1}, {NULL, 0}};
	int task = word_of(job, SETTING_TASK, compares, 0);

	if (task == 0 || job_is(job, SETTING_REFERENCE_MODEL, "none"))
		return REFERENCE_NONE;
	/* GRPO without a KL term loads no reference; TRL's beta is 0 since 0.17. */
	if (task == 2 && job_real(job, SETTING_BETA, 0) <= 0)
		return REFERENCE_NONE;
	/* One that rests on the host comes a unit at a time, when nothing else is at work. */
	if (s->method == METHOD_LORA || job_is(job, SETTING_OFFLOAD_REFERENCE, "cpu"))
		return REFERENCE_ADAPTER;
	return REFERENCE_COPY;
}

/* Only where the trainer's framework does it: deepspeed.initialize(model) leaves other models whole. */
static bool others_are_sharded(const struct step_spec *s, const struct job *job)
{
	enum layout layout = s->parallel.layout;

	return (layout == LAYOUT_ZERO3 || layout == LAYOUT_FSDP1 || layout == LAYOUT_FSDP2) &&
	       job_bool(job, SETTING_OTHER_MODELS_SHARDED, false);
}

/* Called when the layout is known. */
static void set_others(struct step_spec *s, const struct job *job)
{
	struct str dtype = job_str(job, SETTING_WEIGHTS_DTYPE, STR("bfloat16"));

	s->reference = reference_of(s, job);
	if (job->reference && !job_is(job, SETTING_OFFLOAD_REFERENCE, "cpu")) {
		s->others +=
		    other_model_bytes(job->reference, job_str(job, SETTING_REFERENCE_DTYPE, dtype));
		if (s->reference != REFERENCE_NONE)
			s->reference = REFERENCE_ADAPTER; /* its weights are counted here */
	}
	s->others += other_model_bytes(job->reward, job_str(job, SETTING_REWARD_DTYPE, dtype));
	s->teacher = job->teacher != NULL;
	/* PPO's critic: a model of the policy's size that trains as the policy does, or beside adapters. */
	if (job_is(job, SETTING_TASK, "ppo")) {
		if (s->method == METHOD_FULL)
			s->extra_trained += (double)model_params(job->model);
		else
			s->others += other_model_bytes(job->model, dtype);
	}
	s->others += other_model_bytes(job->teacher, job_str(job, SETTING_TEACHER_DTYPE, dtype));
	if (job_is(job, SETTING_UNKNOWN_MODELS, "trained"))
		s->others += job_unknown_models(job) * other_model_bytes(job->model, dtype);
	if (others_are_sharded(s, job))
		s->others /= s->parallel.world;
	s->others += other_model_bytes(job->evaluator, job_str(job, SETTING_EVALUATOR_DTYPE, dtype));
}

/*
 * Embedding models see the texts of a row one after the other and keep the activations of all for backward. Where
 * the loss keeps the embeddings of the batch alone and computes the activations of a part of it again (GradCache,
 * arXiv 2101.06983), gradients of the parts before are there meanwhile.
 */
static void set_texts(struct step_spec *s, const struct job *job)
{
	double part = number(job, SETTING_MINI_BATCH_SIZE, s->micro_batch);

	if (part < s->micro_batch) {
		s->micro_batch = part;
		s->accumulation = fmax(2, s->accumulation);
	}
	s->passes = number(job, SETTING_TEXTS_PER_ROW, 1);
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

/** Pairs through a classifier: a reward model in training. */
static void set_task(struct step_spec *s, const struct job *job)
{
	set_texts(s, job);
	if (job_is(job, SETTING_TASK, "reward")) {
		s->shape.head = HEAD_CLASSIFIER;
		s->shape.n_labels = 1;
		s->micro_batch *= 2;
	}
	/* A family that has a classifier by itself (BERT) keeps its own; embeddings have no head of words either. */
	if ((job_is(job, SETTING_TASK, "classification") || job_is(job, SETTING_TASK, "ranking") ||
	     job_is(job, SETTING_TASK, "embedding") || job_is(job, SETTING_TASK, "contrastive_tension")) &&
	    s->shape.head != HEAD_CLASSIFIER) {
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

static void set_parallel(struct step_spec *s, const struct job *job)
{
	static const struct word layouts[] = {{"ddp", LAYOUT_DDP},
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
	double gpus = number(job, SETTING_NUM_GPUS, 1), groups;
	const struct value *overlap = job_get(job, SETTING_OVERLAP_COMM);

	p->layout = (enum layout)word_of(job, SETTING_DATA_PARALLEL, layouts, LAYOUT_NONE);
	p->tp = number(job, SETTING_TENSOR_PARALLEL, 1);
	p->pp = number(job, SETTING_PIPELINE_PARALLEL, 1);
	p->cp = number(job, SETTING_CONTEXT_PARALLEL, 1);
	p->ep = number(job, SETTING_EXPERT_PARALLEL, 1);
	groups = p->tp * p->pp;
	p->world = fmax(1, floor(gpus / groups));
	if (job_is(job, SETTING_DATA_PARALLEL, "hsdp"))
		p->world = fmin(p->world, number(job, SETTING_GPUS_PER_NODE, p->world));
	if (p->layout == LAYOUT_MEGATRON ||
	    ((p->layout == LAYOUT_NONE || p->layout == LAYOUT_DDP || p->layout == LAYOUT_ZERO1) &&
	     groups * p->ep > 1)) {
		/* Trainers on Megatron turn its distributed optimizer on; plain DDP must be stated. */
		p->distributed_optimizer =
		    !(job_is(job, SETTING_DATA_PARALLEL, "ddp") &&
		      job->set[SETTING_DATA_PARALLEL].origin == ORIGIN_STATED);
		p->layout = LAYOUT_MEGATRON;
		s->loss = LOSS_MEGATRON;
		s->kernels = KERNELS_LIGER; /* Transformer Engine keeps what Liger's kernels keep */
	}
	p->reshard = job_bool(job, SETTING_RESHARD_AFTER_FORWARD, true);
	p->sync_each = job_is(job, SETTING_SYNC_GRADIENTS, "each");
	if (job_is(job, SETTING_SHARD_UNIT, "model"))
		p->units = UNITS_MODEL;
	p->sequence_parallel = job_bool(job, SETTING_SEQUENCE_PARALLEL, false);
	p->microbatches = s->accumulation;
	p->offload_optim = is_set(job, SETTING_OFFLOAD_OPTIMIZER);
	p->offload_params = is_set(job, SETTING_OFFLOAD_PARAMS);
	p->offload_act = is_set(job, SETTING_OFFLOAD_ACTIVATIONS) ||
			 job_is(job, SETTING_GRADIENT_CHECKPOINTING, "offload");
	if (job_get(job, SETTING_REDUCE_BUCKET_SIZE))
		p->reduce_bucket = number(job, SETTING_REDUCE_BUCKET_SIZE, BUCKET_DEFAULT);
	if (job_get(job, SETTING_PREFETCH_BUCKET_SIZE))
		p->prefetch_bucket = number(job, SETTING_PREFETCH_BUCKET_SIZE, BUCKET_DEFAULT);
	if (overlap)
		p->overlap_comm =
		    job_bool(job, SETTING_OVERLAP_COMM, false) ? CHOICE_YES : CHOICE_NO;
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

struct step_spec step_spec_of_job(const struct job *job)
{
	struct step_spec s = step_spec_default();

	s.shape = shape_of_model(job->model);
	set_method(&s, job);
	set_step(&s, job);
	set_task(&s, job);
	set_parallel(&s, job);
	set_others(&s, job);
	if (s.loss == LOSS_UNSLOTH || s.loss == LOSS_UNSLOTH_EAGER)
		s.loss_chunk = unsloth_chunk(&s, job);
	return s;
}
