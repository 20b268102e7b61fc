/*
 * What must hold for the estimate of any job, whatever the numbers: more never needs less, sharding
 * and quantising never need more, ranges contain their middle, terms add up, absurd jobs saturate.
 */
#include "core/estimate/estimate.h"

#include "core/base/base.h"
#include "core/estimate/card_verdict.h"
#include "core/estimate/memory_tiers.h"
#include "core/estimate/point_estimate.h"
#include "core/job/job.h"
#include "core/model/model.h"
#include "core/step/step.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <inttypes.h>
#include <string.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

/* ------------------------------------------------------------------------------ random specs */

/** A fixed sequence: the same specs in every run. */
struct dice {
	uint64_t state;
};

static unsigned roll(struct dice *d, unsigned sides)
{
	d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(d->state >> 33) % sides;
}

static const struct model *some_model(struct dice *d)
{
	size_t n;
	const struct model *table = model_table(&n);
	const struct model *m;

	do {
		m = &table[roll(d, (unsigned)n)];
	} while (family_of_model(m)->kind == FAMILY_DIFFUSION || m->layers == 0 || m->heads == 0 ||
		 m->vocab == 0 || m->hidden == 0);
	return m;
}

static void some_adapter(struct dice *d, struct step_spec *s)
{
	s->method = METHOD_LORA;
	s->lora_r = 1 + roll(d, 64);
	s->lora_dropout = roll(d, 2);
	s->lora_targets = roll(d, 2) ? shape_all_linear(&s->shape) : shape_has(&s->shape) & 0x1f;
	s->adapter = roll(d, 2) ? DTYPE_FLOAT32 : DTYPE_BFLOAT16;
	s->dora = roll(d, 8) == 0;
	if (roll(d, 2))
		s->quant = (enum quant)(1 + roll(d, QUANT_COUNT - 1));
	s->kbit = (enum kbit)roll(d, 3);
}

static struct step_spec some_spec(struct dice *d)
{
	struct step_spec s = step_spec_default();
	size_t n;
	const struct optim *optims = optim_table(&n);

	s.shape = shape_of_model(some_model(d));
	s.micro_batch = 1 + roll(d, 8);
	s.seq_len = 64 * (1 + roll(d, 128));
	s.weights = roll(d, 3) ? DTYPE_BFLOAT16 : DTYPE_FLOAT32;
	s.autocast = roll(d, 2);
	if (roll(d, 2))
		some_adapter(d, &s);
	s.checkpoint = (enum checkpoint)roll(d, 3);
	s.attention = (enum attention)roll(d, ATTENTION_LITGPT + 1);
	s.kernels = (enum kernels)roll(d, 3);
	s.loss = (enum loss)roll(d, LOSS_SPLADE + 1);
	s.completion = s.seq_len / 2;
	s.accumulation = 1 + roll(d, 3);
	s.optim = &optims[roll(d, (unsigned)n)];
	s.passes = 1 + roll(d, 3);
	s.micro_batch *= s.passes;
	return s;
}

static double peak_of(const struct step_spec *s)
{
	struct step st = step_of(s);

	ck_assert_uint_lt(st.n, STEP_MOMENTS_MAX); /* none was dropped */
	return need_total(&step_max(&st, PHASE_COUNT)->need);
}

enum { TRIES = 3000 };

static void not_less(const char *what, int i, double before, double after)
{
	ck_assert_msg(after >= before * (1 - 1e-9), "%s, spec %d: %.0f, then %.0f", what, i, before,
		      after);
}

START_TEST(more_never_needs_less)
{
	struct dice d = {1};

	for (int i = 0; i < TRIES; i++) {
		struct step_spec s = some_spec(&d), more = s;
		double before = peak_of(&s);

		more.micro_batch += 1 + roll(&d, 4);
		not_less("batch", i, before, peak_of(&more));
		more = s;
		more.seq_len += 1 + roll(&d, 2048);
		not_less("length", i, before, peak_of(&more));
		more = s;
		more.lora_r += 1 + roll(&d, 64);
		not_less("rank", i, before, peak_of(&more));
		more = s;
		more.shape.layers += 1 + roll(&d, 8);
		not_less("layers", i, before, peak_of(&more));
	}
}
END_TEST

START_TEST(more_never_needs_less_on_many_gpus)
{
	struct dice d = {2};

	for (int i = 0; i < TRIES; i++) {
		struct step_spec s = some_spec(&d), more;
		double before;

		s.parallel.layout = (enum layout)(LAYOUT_DDP + roll(&d, 6));
		s.parallel.world = 1 << roll(&d, 6);
		before = peak_of(&s);
		more = s;
		more.micro_batch += 1 + roll(&d, 4);
		not_less("batch", i, before, peak_of(&more));
		more = s;
		more.seq_len += 1 + roll(&d, 2048);
		not_less("length", i, before, peak_of(&more));
	}
}
END_TEST

START_TEST(a_higher_stage_holds_less_state)
{
	struct dice d = {3};

	for (int i = 0; i < TRIES; i++) {
		struct step_spec s = some_spec(&d);
		double held[3];

		s.parallel.world = 2 + roll(&d, 63);
		for (int stage = 0; stage < 3; stage++) {
			struct step st;
			const double *by;

			s.parallel.layout = (enum layout)(LAYOUT_ZERO1 + stage);
			st = step_of(&s);
			by = step_max(&st, PHASE_STEP)->need.by;
			held[stage] = by[TERM_WEIGHTS] + by[TERM_ADAPTERS] + by[TERM_OPTIMIZER];
		}
		not_less("stage 2 and 1", i, held[1], held[0]);
		not_less("stage 3 and 2", i, held[2], held[1]);
	}
}
END_TEST

START_TEST(checkpoints_keep_less)
{
	struct dice d = {4};

	for (int i = 0; i < TRIES; i++) {
		struct step_spec s = some_spec(&d);
		double all;

		s.checkpoint = CHECKPOINT_NONE;
		all = step_of(&s).layers;
		s.checkpoint = CHECKPOINT_REENTRANT;
		not_less("checkpointing", i, step_of(&s).layers, all);
	}
}
END_TEST

START_TEST(quantised_weights_are_smaller)
{
	struct dice d = {5};

	for (int i = 0; i < TRIES; i++) {
		struct step_spec s = some_spec(&d);
		double before;

		s.method = METHOD_LORA;
		s.quant = QUANT_NONE;
		s.kbit = KBIT_NONE;
		before = step_of(&s).weights.bytes;
		s.quant = (enum quant)(1 + roll(&d, QUANT_COUNT - 1));
		/* Models of a few thousand parameters hold more scale tables than weights. */
		if (before > 1e9)
			not_less(quant_name(s.quant), i, step_of(&s).weights.bytes, before);
	}
}
END_TEST

START_TEST(a_range_contains_its_middle)
{
	struct dice d = {6};

	for (int i = 0; i < TRIES; i++) {
		struct step_spec s = some_spec(&d);
		struct tier_facts facts = {.ragged = roll(&d, 2), .guessed = roll(&d, 2)};
		struct step st;
		struct tiers t;

		s.compile = roll(&d, 2);
		st = step_of(&s);
		t = tiers_of(&s, &st, &facts);
		for (int k = 0; k < 5; k++) {
			const struct band *b = (const struct band *[]){
			    &t.allocated, &t.reserved, &t.needed, &t.pool, &t.device}[k];

			ck_assert_msg(b->low <= b->likely && b->likely <= b->high,
				      "spec %d, tier %d: %.0f %.0f %.0f", i, k, b->low, b->likely,
				      b->high);
		}
		not_less("reserved", i, t.allocated.likely, t.reserved.likely);
		not_less("device", i, t.reserved.likely, t.needed.likely);
	}
}
END_TEST

/* ---------------------------------------------------------------------------------------- jobs */

static void set(struct job *job, const char *text)
{
	struct str_cut cut = str_cut(str_of(text), '=');
	enum setting s = setting_find(cut.head);

	ck_assert_int_ne(s, SETTING_NONE);
	ck_assert_msg(setting_parse(&arena, s, cut.tail, &job->set[s]), "%s", text);
	if (s == SETTING_MODEL)
		ck_assert_ptr_nonnull(job->model = model_find(cut.tail));
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

static struct job llama_full(void)
{
	return JOB("model=meta-llama/Llama-3.1-8B", "weights_dtype=bfloat16",
		   "mixed_precision=bf16", "per_device_train_batch_size=4", "max_seq_length=4096",
		   "packing=true", "gradient_checkpointing=true", "optimizer=adamw_torch_fused",
		   "num_gpus=1", "peft=none", "gradient_accumulation_steps=1",
		   "attention=flash_attention_2", "target_gpu=A100-80GB");
}

/** The value of a formula: numbers, " x ", " + "; words are skipped, a remark follows ";". */
static double value_of(struct str formula)
{
	struct str rest = str_cut(formula, ';').head;
	double sum = 0, product = 1;

	while (rest.n > 0) {
		struct str_cut cut = str_cut(rest, ' ');
		double x;

		if (str_is(cut.head, "+")) {
			sum += product;
			product = 1;
		} else if (str_to_real(cut.head, &x)) {
			product *= x;
		}
		rest = cut.tail;
	}
	return sum + product;
}

static double most_of(const struct step *st, enum term term)
{
	double most = 0;

	for (size_t i = 0; i < st->n; i++)
		most = fmax(most, st->at[i].need.by[term]);
	return most;
}

/* Its GRPO takes the logits of one completion at a time, however many the batch has. */
START_TEST(unsloths_grpo_has_the_logits_of_one_completion)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-8B", "weights_dtype=bfloat16", "task=grpo",
			     "mixed_precision=bf16", "peft=lora", "lora_r=16", "fused_kernels=unsloth",
			     "loss_kernel=unsloth", "per_device_train_batch_size=1",
			     "max_seq_length=4096", "max_completion_length=2048", "target_gpu=L4");
	double logits = 10. * 2049 * 128256, hidden = 2. * 2049 * 4096;
	struct point_estimate one, eight;

	point_estimate_of(&job, &one);
	set(&job, "per_device_train_batch_size=8");
	point_estimate_of(&job, &eight);
	ck_assert_int_eq(one.spec.loss, LOSS_UNSLOTH_GRPO);
	ck_assert_double_eq_tol(most_of(&one.step, TERM_LOGITS), logits + hidden, 1);
	ck_assert_double_eq_tol(most_of(&eight.step, TERM_LOGITS), logits + 8 * hidden, 1);
}
END_TEST

static double term_bytes(const struct estimate *e, const char *name)
{
	double bytes = 0;

	for (size_t k = 0; k < e->n_terms; k++) {
		if (strcmp(e->terms[k].name, name) == 0)
			bytes += (double)e->terms[k].bytes;
	}
	return bytes;
}

/* Unsloth trains on the weights that the engine holds: the engine's share of the card has them. */
START_TEST(unsloth_shares_its_engines_weights)
{
	struct job job = JOB("model=meta-llama/Llama-3.1-8B", "weights_dtype=float16", "task=grpo",
			     "peft=lora", "lora_r=32", "quantization=nf4", "rollout_engine=vllm",
			     "rollout_gpu_memory_utilization=0.6", "target_gpu=T4",
			     "per_device_train_batch_size=1", "max_seq_length=1024");
	double share = 0.6 * (double)job.gpu->torch_total_bytes;
	struct estimate e = estimate_job(&arena, &job);

	ck_assert_double_eq_tol(term_bytes(&e, "rollout engine"), share, 1e6);
	set(&job, "fused_kernels=unsloth");
	e = estimate_job(&arena, &job);
	ck_assert_double_gt(term_bytes(&e, "weights"), 4e9);
	ck_assert_double_eq_tol(term_bytes(&e, "rollout engine") + term_bytes(&e, "weights"), share,
				1e6);
	/* An engine that sleeps between rounds has a share of Unsloth's choosing: four fifths of a T4. */
	set(&job, "rollout_sleep=true");
	e = estimate_job(&arena, &job);
	ck_assert_str_eq(e.phase, "rollout");
	ck_assert_double_eq_tol(term_bytes(&e, "rollout engine") + term_bytes(&e, "weights"),
				0.76 * (double)job.gpu->torch_total_bytes, 1e6);
	set(&job, "rollout_sleep=false");
	/* No share of the card is less than nothing. */
	set(&job, "rollout_gpu_memory_utilization=0.1");
	e = estimate_job(&arena, &job);
	ck_assert_double_eq(term_bytes(&e, "rollout engine"), 0);
}
END_TEST

START_TEST(every_formula_gives_its_bytes)
{
	static const char *const changes[][4] = {
	    {"gradient_checkpointing=true", NULL},
	    {"gradient_checkpointing=false", NULL},
	    {"optimizer=adamw_torch", "max_seq_length=64", NULL},
	    {"peft=lora", "quantization=nf4", "lora_dropout=0.1", NULL},
	    {"weights_dtype=float32", "gradient_accumulation_steps=4", NULL},
	    {"task=dpo", NULL},
	    {"loss_kernel=liger", "evaluation=true", "per_device_eval_batch_size=32", NULL},
	    {"num_gpus=8", "data_parallel=ddp", NULL},
	    {"num_gpus=8", "data_parallel=fsdp", NULL},
	    {"num_gpus=8", "data_parallel=zero3", NULL},
	    {"task=grpo", "rollout_engine=transformers", "max_prompt_length=512", NULL},
	    {"task=grpo", "rollout_engine=vllm", NULL},
	};

	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		struct job job = llama_full();
		struct estimate e;

		for (size_t k = 0; changes[i][k]; k++)
			set(&job, changes[i][k]);
		e = estimate_job(&arena, &job);
		ck_assert(e.ok);
		for (size_t k = 0; k < e.n_terms; k++) {
			double got = value_of(e.terms[k].formula), want = (double)e.terms[k].bytes;

			ck_assert_msg(got > want * 0.998 - 2 && got < want * 1.002 + 2,
				      "%zu, %s: %.0f, not %.0f: %.*s", i, e.terms[k].name, got,
				      want, STR_ARG(e.terms[k].formula));
		}
	}
}
END_TEST

START_TEST(the_terms_add_up)
{
	struct job job = llama_full();
	struct estimate e = estimate_job(&arena, &job);
	uint64_t sum = 0;

	ck_assert(e.ok);
	ck_assert_uint_gt(e.n_terms, 3);
	for (size_t i = 0; i < e.n_terms; i++) {
		sum = bytes_add(sum, e.terms[i].bytes);
		ck_assert_uint_gt(e.terms[i].formula.n, 0);
		ck_assert_uint_gt(e.terms[i].n_inputs, 0);
	}
	/* Each term is rounded up by itself. */
	ck_assert_uint_ge(sum, e.allocated.likely);
	ck_assert_uint_le(sum - e.allocated.likely, e.n_terms);
}
END_TEST

START_TEST(the_peak_is_the_largest_phase)
{
	struct job job = llama_full();
	struct estimate e = estimate_job(&arena, &job);
	uint64_t most = 0;
	const char *name = "";

	for (size_t i = 0; i < e.n_phases; i++) {
		if (e.phases[i].allocated > most) {
			most = e.phases[i].allocated;
			name = e.phases[i].name;
		}
	}
	ck_assert_str_eq(name, e.phase);
	ck_assert_uint_eq(most, e.allocated.likely);
}
END_TEST

/** What the allocator adds to a job of eight GPUs, rows of so many tokens on each. */
static double pool_of(const char *parallel, const char *length)
{
	struct job job = llama_full();
	struct estimate e;

	set(&job, "num_gpus=8");
	set(&job, "data_parallel=zero3");
	set(&job, parallel);
	set(&job, length);
	e = estimate_job(&arena, &job);
	ck_assert(e.ok);
	return (double)(e.reserved.likely - e.allocated.likely);
}

START_TEST(the_pool_is_that_of_one_gpus_part)
{
	double whole = pool_of("context_parallel=1", "max_seq_length=4096");

	/* Eight times the tokens, an eighth of them on each GPU. */
	ck_assert_double_eq_tol(pool_of("context_parallel=8", "max_seq_length=32768") / whole, 1, 0.01);
	ck_assert_double_gt(pool_of("context_parallel=1", "max_seq_length=32768") / whole, 4);
}
END_TEST

START_TEST(an_unstated_dtype_widens_the_range)
{
	struct job job = llama_full();
	struct estimate stated = estimate_job(&arena, &job), open;
	bool named = false;

	job.set[SETTING_WEIGHTS_DTYPE] = (struct value){0};
	open = estimate_job(&arena, &job);
	ck_assert_uint_eq(open.needed.likely, stated.needed.likely);
	ck_assert_uint_gt(open.needed.high, stated.needed.high + 40 * GB);
	for (size_t i = 0; i < open.n_assumptions; i++)
		named = named || open.assumptions[i].setting == SETTING_WEIGHTS_DTYPE;
	ck_assert(named);
}
END_TEST

/* Kernels that are stated bring the loss that belongs to them. */
START_TEST(kernels_bring_their_loss)
{
	static const struct {
		const char *kernels, *task, *gpu, *loss;
	} rows[] = {{"liger", "sft", "A100-80GB", "liger"},       {"liger", "dpo", "A100-80GB", "torch"},
		    {"none", "sft", "A100-80GB", "torch"},        {"unsloth", "sft", "A100-80GB", "unsloth"},
		    {"unsloth", "sft", "T4", "unsloth_eager"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct job job = {.model = model_find(STR("meta-llama/Llama-3.2-1B")), .gpu = gpu_find(str_of(rows[i].gpu))};
		struct assumed assumed;

		ck_assert(setting_parse(&arena, SETTING_FUSED_KERNELS, str_of(rows[i].kernels), &job.set[SETTING_FUSED_KERNELS]));
		ck_assert(setting_parse(&arena, SETTING_TASK, str_of(rows[i].task), &job.set[SETTING_TASK]));
		job_assume(&arena, &job, &assumed);
		ck_assert_msg(job_is(&assumed.job, SETTING_LOSS_KERNEL, rows[i].loss), "%s, %s", rows[i].kernels, rows[i].gpu);
	}
}
END_TEST

START_TEST(an_unstated_length_ends_with_the_positions)
{
	static const struct {
		const char *model, *length;
	} rows[] = {{"openai-community/gpt2", "1024"}, {"FacebookAI/roberta-base", "512"},
		    {"meta-llama/Llama-3.2-1B", "2048"}, {"google-t5/t5-base", "2048"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct job job = {.model = model_find(str_of(rows[i].model))};
		struct assumed assumed;
		struct estimate open, stated;
		struct value length;

		ck_assert_ptr_nonnull(job.model);
		ck_assert(setting_parse(&arena, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, STR("4"),
					&job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE]));
		ck_assert(setting_parse(&arena, SETTING_MAX_SEQ_LENGTH, str_of(rows[i].length), &length));
		job_assume(&arena, &job, &assumed);
		ck_assert_int_eq(assumed.job.set[SETTING_MAX_SEQ_LENGTH].as.i, length.as.i);
		open = estimate_job(&arena, &job);
		job.set[SETTING_MAX_SEQ_LENGTH] = length;
		stated = estimate_job(&arena, &job);
		/* No row is longer than a table of learned positions; rotary and relative ones have no table. */
		ck_assert_int_eq(open.needed.high > stated.needed.high, length.as.i == 2048);
	}
}
END_TEST

/* The class below it does not fit; the card that is found does. */
START_TEST(the_smallest_card_is_the_first_that_fits)
{
	const struct gpu *classes[GPU_CLASSES_MAX];
	size_t n = gpu_classes(classes), at = 0;
	struct job job = llama_full();
	struct estimate e = estimate_job(&arena, &job);
	const struct gpu *smallest = card_smallest(&arena, &job, &e, (struct head_room){0});

	ck_assert_uint_gt(n, 8);
	for (size_t i = 1; i < n; i++)
		ck_assert_uint_le(classes[i - 1]->marketing_gb, classes[i]->marketing_gb);
	ck_assert_ptr_nonnull(smallest);
	while (at < n && classes[at] != smallest)
		at++;
	ck_assert_uint_lt(at, n);
	for (size_t i = at > 2 ? at - 2 : 0; i <= at; i++) {
		struct estimate on_card;

		job.gpu = classes[i];
		on_card = estimate_job(&arena, &job);
		ck_assert_int_eq(card_verdict(&on_card, card_usable(&job, (struct head_room){0}), FAIL_ON_LIKELY) == VERDICT_FITS,
				 i == at);
	}
	ck_assert_ptr_null(card_smallest(&arena, &job, &e, (struct head_room){.bytes = 280 * GIB}));
}
END_TEST

START_TEST(an_unknown_model_has_no_number)
{
	struct job job = llama_full();
	struct estimate e;

	job.model = NULL;
	e = estimate_job(&arena, &job);
	ck_assert(!e.ok);
	ck_assert_uint_gt(e.missing.n, 0);
	ck_assert_int_eq(card_verdict(&e, GB, FAIL_ON_LIKELY), VERDICT_NOT_ESTIMATED);
	ck_assert_int_eq(card_verdict_blame(&arena, &job, &e), SETTING_MODEL);
}
END_TEST

START_TEST(every_model_holds_its_weights)
{
	size_t n, held = 0;
	const struct model *table = model_table(&n);

	for (size_t i = 0; i < n; i++) {
		struct arena_mark mark = arena_mark(&arena);
		struct job job = llama_full();
		struct estimate e;

		job.model = &table[i];
		e = estimate_job(&arena, &job);
		if (e.ok) {
			/* 8 B a parameter: weights, gradients and two moments in 16 bits. */
			ck_assert_msg(e.allocated.likely / 8 >= table[i].params / 100 * 99, "%.*s",
				      STR_ARG(table[i].id));
			ck_assert_msg(e.allocated.likely < BYTES_MAX, "%.*s", STR_ARG(table[i].id));
			held++;
		} else {
			ck_assert_uint_gt(e.missing.n, 0);
		}
		arena_pop(&arena, mark);
	}
	ck_assert_uint_gt(held, 600);
}
END_TEST

START_TEST(absurd_jobs_saturate)
{
	static const enum setting numbers[] = {SETTING_PER_DEVICE_TRAIN_BATCH_SIZE,
					       SETTING_MAX_SEQ_LENGTH,
					       SETTING_LORA_R,
					       SETTING_GRADIENT_ACCUMULATION_STEPS,
					       SETTING_NUM_GPUS,
					       SETTING_REDUCE_BUCKET_SIZE,
					       SETTING_TENSOR_PARALLEL,
					       SETTING_PIPELINE_PARALLEL,
					       SETTING_TRAINABLE_PARAMS,
					       SETTING_PER_DEVICE_EVAL_BATCH_SIZE,
					       SETTING_MAX_COMPLETION_LENGTH};
	static const int64_t values[] = {0, 1, INT64_C(1) << 40, INT64_MAX};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		for (size_t k = 0; k < sizeof(values) / sizeof(*values); k++) {
			struct job job = llama_full();
			struct estimate e;

			job.set[numbers[i]] = value_int(values[k], ORIGIN_STATED, STR("test"));
			e = estimate_job(&arena, &job);
			ck_assert(e.ok);
			ck_assert_msg(e.needed.low <= e.needed.likely &&
					  e.needed.likely <= e.needed.high,
				      "%s = %" PRId64, setting_rows[numbers[i]].name, values[k]);
			ck_assert_uint_gt(e.needed.likely, 0);
		}
	}
	{
		struct job job = llama_full();
		struct estimate e;

		job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] =
		    value_int(INT64_MAX, ORIGIN_STATED, STR("test"));
		job.set[SETTING_MAX_SEQ_LENGTH] = value_int(INT64_MAX, ORIGIN_STATED, STR("test"));
		e = estimate_job(&arena, &job);
		ck_assert_uint_eq(e.needed.likely, BYTES_MAX);
		ck_assert_uint_eq(e.allocated.low, BYTES_MAX);
	}
}
END_TEST

/* --------------------------------------------------------------------------------------- judge */

START_TEST(the_verdict_follows_the_line)
{
	struct estimate e = {.ok = true, .needed = {10, 20, 30}};

	ck_assert_int_eq(card_verdict(&e, 30, FAIL_ON_LIKELY), VERDICT_FITS);
	/* Nine to one is 1.28 deviations up, three to one 0.67 down; 1.645 reach from likely to an end of the range. */
	ck_assert_int_eq(card_verdict(&e, 28, FAIL_ON_LIKELY), VERDICT_FITS);
	ck_assert_int_eq(card_verdict(&e, 27, FAIL_ON_LIKELY), VERDICT_TIGHT);
	ck_assert_int_eq(card_verdict(&e, 16, FAIL_ON_LIKELY), VERDICT_TIGHT);
	ck_assert_int_eq(card_verdict(&e, 15, FAIL_ON_LIKELY), VERDICT_EXCEEDS);
	ck_assert_int_eq(card_verdict(&e, 19, FAIL_ON_LOW), VERDICT_TIGHT);
	ck_assert_int_eq(card_verdict(&e, 9, FAIL_ON_LOW), VERDICT_EXCEEDS);
	ck_assert_int_eq(card_verdict(&e, 29, FAIL_ON_HIGH), VERDICT_EXCEEDS);
	ck_assert_int_eq(card_verdict(&e, 0, FAIL_ON_LIKELY), VERDICT_NO_TARGET);
}
END_TEST

START_TEST(odds_are_those_of_the_ways)
{
	/* Exact but for the rows: three lengths of ten pass the line. */
	struct spread s = {.low = 20, .likely = 20, .high = 20, .n_lengths = 10, .lengths = {0, 0, 0, 0, 0, 0, 0, 90, 90, 90}};

	ck_assert_double_eq_tol(spread_above(&s, 60), 0.3, 1e-9);
	/* One way in ten needs 90 more, whatever the rows. */
	s.ways[s.n_ways++] = (struct spread_way){0.1, 90};
	ck_assert_double_eq_tol(spread_above(&s, 60), 0.3 + 0.7 * 0.1, 1e-9);
	/* One that changes nothing is none. */
	s.ways[s.n_ways++] = (struct spread_way){0.5, 0};
	ck_assert_double_eq_tol(spread_above(&s, 60), 0.3 + 0.7 * 0.1, 1e-9);
	ck_assert_double_eq_tol(spread_above(&s, 1000), 0, 1e-9);
	ck_assert_double_eq_tol(spread_above(&s, 1), 1, 1e-9);
}
END_TEST

static struct job padded_to(int64_t limit, const char *layout)
{
	struct job job = llama_full();

	job.set[SETTING_MAX_SEQ_LENGTH] = value_int(limit, ORIGIN_STATED, STR("test"));
	job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = value_int(4, ORIGIN_STATED, STR("test"));
	job.set[SETTING_PACKING] = value_bool(false, ORIGIN_STATED, STR("test"));
	job.set[SETTING_BATCH_LAYOUT] = value_str(str_of(layout), ORIGIN_STATED, STR("test"));
	return job;
}

START_TEST(a_limit_is_not_a_length)
{
	struct job fixed = padded_to(8192, "fixed"), padded = padded_to(8192, "padded");
	struct job unpadded = padded_to(8192, "unpadded"), known = padded_to(8192, "padded");
	struct estimate full = estimate_job(&arena, &fixed), e = estimate_job(&arena, &padded);

	/* Likely is what usual data needs, high what the limit allows. */
	ck_assert_uint_lt(e.needed.likely, full.needed.likely);
	ck_assert_uint_ge(e.needed.high, full.needed.high);
	ck_assert_double_eq_tol(job_row_tokens(&padded, 8192), 8192, 1e-9);
	known.set[SETTING_ROW_LENGTH] = value_int(1000, ORIGIN_STATED, STR("test"));
	ck_assert_double_eq_tol(job_row_tokens(&known, 8192), 1000, 1e-9);
	ck_assert_double_eq_tol(job_row_tokens(&known, 512), 512, 1e-9);
	/* The longest row and three of a quarter of it; three of 200. */
	unpadded.set[SETTING_ROW_LENGTH] = known.set[SETTING_ROW_LENGTH];
	ck_assert_double_eq_tol(job_row_tokens(&unpadded, 8192), (1000 + 3 * 250) / 4.0, 1e-9);
	unpadded.set[SETTING_ROW_LENGTH_MEAN] = value_int(200, ORIGIN_STATED, STR("test"));
	ck_assert_double_eq_tol(job_row_tokens(&unpadded, 8192), (1000 + 3 * 200) / 4.0, 1e-9);
	/* A pipeline of two stages holds two micro batches. */
	unpadded.set[SETTING_PIPELINE_PARALLEL] = value_int(2, ORIGIN_STATED, STR("test"));
	ck_assert_double_eq_tol(job_row_tokens(&unpadded, 8192), (1000 + 7 * 200) / 8.0, 1e-9);
	known.set[SETTING_PACKING] = value_bool(true, ORIGIN_STATED, STR("test"));
	ck_assert_double_eq_tol(job_row_tokens(&known, 8192), 8192, 1e-9);
}
END_TEST

START_TEST(pictures_make_rows_long)
{
	struct job text = {.model = model_find(STR("Qwen/Qwen2.5-3B"))};
	struct job pictures = {.model = model_find(STR("Qwen/Qwen2.5-VL-3B-Instruct"))};
	double tokens[ROW_LENGTHS];

	ck_assert(text.model && pictures.model);
	ck_assert_double_gt(job_row_length_median(&pictures), job_row_length_median(&text));
	job_row_lengths(&pictures, 131072, tokens);
	/* A photo of 4,000 x 3,000 pixels is within what the processor keeps: 28 x 28 make a token. */
	ck_assert_double_eq_tol(tokens[ROW_LENGTHS - 1], floor(4000.0 * 3000 / 28 / 28), 1);
	job_row_lengths(&pictures, 2048, tokens);
	ck_assert_double_eq_tol(tokens[ROW_LENGTHS - 1], 2048, 1e-9);
}
END_TEST

/* No trainer cuts a picture: where no limit is stated they are longer than any that is assumed. */
START_TEST(no_limit_cuts_no_picture)
{
	struct job open = padded_to(8192, "padded"), longer = open, text = open;
	struct estimate e, of_longer, of_text;

	open.model = longer.model = model_find(STR("Qwen/Qwen2.5-VL-3B-Instruct"));
	text.model = model_find(STR("Qwen/Qwen2.5-3B"));
	open.set[SETTING_MAX_SEQ_LENGTH] = text.set[SETTING_MAX_SEQ_LENGTH] = (struct value){0};
	longer.set[SETTING_ROW_LENGTH] = longer.set[SETTING_MAX_SEQ_LENGTH] =
	    value_int(12288, ORIGIN_STATED, STR("test"));
	e = estimate_job(&arena, &open);
	of_longer = estimate_job(&arena, &longer);
	of_text = estimate_job(&arena, &text);
	ck_assert_double_gt(spread_above(&e.spread, (double)of_longer.needed.likely), 0.09);
	ck_assert_double_eq_tol(spread_above(&of_text.spread, (double)of_longer.needed.likely), 0, 1e-3);
}
END_TEST

/* DeepSpeed told grad_accum_dtype fp32: its shards of the gradients are twice as wide, and are flattened as they are. */
START_TEST(deepspeed_may_add_gradients_up_in_float32)
{
	static const char *const stages[] = {"zero2", "zero3"};

	for (size_t i = 0; i < sizeof(stages) / sizeof(*stages); i++) {
		struct job job = llama_full();
		struct estimate plain, wide;

		ck_assert(setting_parse(&arena, SETTING_DATA_PARALLEL, str_of(stages[i]), &job.set[SETTING_DATA_PARALLEL]));
		job.set[SETTING_NUM_GPUS] = value_int(4, ORIGIN_STATED, STR("test"));
		plain = estimate_job(&arena, &job);
		ck_assert(setting_parse(&arena, SETTING_GRADIENT_DTYPE, STR("float32"), &job.set[SETTING_GRADIENT_DTYPE]));
		wide = estimate_job(&arena, &job);
		ck_assert_double_eq_tol(term_bytes(&wide, "gradients"), 2 * term_bytes(&plain, "gradients"), 4096);
		ck_assert_uint_ge(wide.allocated.likely, plain.allocated.likely);
	}
}
END_TEST

/* Who has a job that a machine of eight does not hold has more machines, unless something says that there is one. */
START_TEST(an_unknown_number_of_gpus_is_no_error)
{
	struct job unknown = llama_full(), one;
	struct estimate e, of_one;
	uint64_t usable;

	ck_assert(setting_parse(&arena, SETTING_DATA_PARALLEL, STR("zero3"), &unknown.set[SETTING_DATA_PARALLEL]));
	unknown.model = model_find(STR("meta-llama/Llama-2-70b-hf"));
	unknown.set[SETTING_NUM_GPUS] = (struct value){0};
	one = unknown;
	one.set[SETTING_NUM_GPUS] = value_int(8, ORIGIN_STATED, STR("test"));
	of_one = estimate_job(&arena, &one);
	e = estimate_job(&arena, &unknown);
	usable = of_one.needed.low - 1;
	ck_assert_uint_eq(e.needed.likely, of_one.needed.likely);
	ck_assert_int_eq(card_verdict(&of_one, usable, FAIL_ON_LIKELY), VERDICT_EXCEEDS);
	ck_assert_int_eq(card_verdict(&e, usable, FAIL_ON_LIKELY), VERDICT_TIGHT);
	/* What sixty-four do not hold either is one. */
	ck_assert_int_eq(card_verdict(&e, e.needed.low - 1, FAIL_ON_LIKELY), VERDICT_EXCEEDS);
}
END_TEST

/* Pools that keep blocks of every length harm nobody on a card of its own. */
START_TEST(shared_memory_is_not_given_back_in_time)
{
	struct gpu own = *gpu_find(STR("GB10"));
	struct job shared = padded_to(8192, "padded"), alone = shared, packed = shared;
	struct estimate e, of_alone, of_packed;

	own.host_shared = false;
	alone.set[SETTING_ROW_LENGTH] = shared.set[SETTING_ROW_LENGTH] = value_int(1000, ORIGIN_STATED, STR("test"));
	shared.gpu = packed.gpu = gpu_find(STR("GB10"));
	alone.gpu = &own;
	packed.set[SETTING_PACKING] = value_bool(true, ORIGIN_STATED, STR("test"));
	ck_assert(shared.gpu->host_shared);
	e = estimate_job(&arena, &shared);
	of_alone = estimate_job(&arena, &alone);
	of_packed = estimate_job(&arena, &packed);
	ck_assert_uint_eq(e.needed.likely, of_alone.needed.likely);
	ck_assert_uint_gt(e.needed.high, of_alone.needed.high);
	ck_assert_double_gt(card_odds(&e, of_alone.needed.high), 0.1);
	ck_assert_uint_lt(of_packed.spread.n_ways, e.spread.n_ways);
	/* The system and the process itself live in it. */
	ck_assert_uint_eq(card_usable(&alone, (struct head_room){0}) - card_usable(&shared, (struct head_room){0}), 8 * GIB);
}
END_TEST

START_TEST(rows_have_a_break_even)
{
	struct job job = padded_to(8192, "padded"), known, full = card_full_rows(&arena, &job);
	uint64_t least = estimate_likely(&arena, &job), most = estimate_likely(&arena, &full);
	uint64_t usable = least + (most - least) / 2;
	int64_t limit = 0, rows = card_break_even(&arena, &job, usable, &limit);

	ck_assert_int_eq(limit, 8192);
	ck_assert_int_gt(rows, 0);
	known = job;
	known.set[SETTING_ROW_LENGTH] = value_int(rows, ORIGIN_STATED, STR("test"));
	ck_assert_uint_le(estimate_likely(&arena, &known), usable);
	known.set[SETTING_ROW_LENGTH] = value_int(rows + 1, ORIGIN_STATED, STR("test"));
	ck_assert_uint_gt(estimate_likely(&arena, &known), usable);
	ck_assert_int_eq(card_break_even(&arena, &job, most, &limit), 0);
	/* Of data that is known the length is no question. */
	ck_assert_int_eq(card_break_even(&arena, &known, usable, &limit), 0);
}
END_TEST

START_TEST(a_guess_is_no_error)
{
	struct job job = llama_full();
	struct estimate plain, open;

	job.set[SETTING_PEFT] = (struct value){0};
	plain = estimate_job(&arena, &job);
	job.open[SETTING_PEFT] = true;
	open = estimate_job(&arena, &job);
	ck_assert_uint_eq(open.needed.likely, plain.needed.likely);
	ck_assert_uint_lt(open.needed.low + 20 * GB, plain.needed.low);
	ck_assert(open.guessed && !plain.guessed);
	ck_assert_int_eq(card_verdict(&plain, plain.needed.low, FAIL_ON_LIKELY), VERDICT_EXCEEDS);
	ck_assert_int_eq(card_verdict(&open, plain.needed.low, FAIL_ON_LIKELY), VERDICT_TIGHT);
	ck_assert_int_eq(card_verdict(&open, open.needed.low - 1, FAIL_ON_LIKELY), VERDICT_EXCEEDS);
}
END_TEST

START_TEST(usable_is_the_drivers_total_less_head_room)
{
	struct job job = llama_full(), unknown = {0};
	uint64_t all = card_usable(&job, (struct head_room){0});

	ck_assert_uint_gt(all, 79 * GIB);
	ck_assert_uint_lt(all, 80 * GIB);
	ck_assert_uint_eq(card_usable(&job, (struct head_room){.bytes = GIB}), all - GIB);
	ck_assert_uint_lt(card_usable(&job, (struct head_room){.share = 0.05}), all * 96 / 100);
	ck_assert_uint_eq(card_usable(&job, (struct head_room){.bytes = 100 * GIB}), 0);
	ck_assert_uint_eq(card_usable(&unknown, (struct head_room){0}), 0);
}
END_TEST

START_TEST(the_largest_batch_is_the_largest)
{
	struct job job = llama_full();
	uint64_t usable = 100 * GB;
	int64_t n = fixes_largest(&arena, &job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 4096, usable);

	ck_assert_int_gt(n, 1);
	job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = value_int(n, ORIGIN_STATED, STR("test"));
	ck_assert_uint_le(estimate_likely(&arena, &job), usable);
	job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = value_int(n + 1, ORIGIN_STATED, STR("test"));
	ck_assert_uint_gt(estimate_likely(&arena, &job), usable);
	ck_assert_int_eq(fixes_largest(&arena, &job, SETTING_MAX_SEQ_LENGTH, 4096, 1), 0);
}
END_TEST

START_TEST(blame_goes_to_a_stated_setting)
{
	struct job job = llama_full();
	struct estimate e = estimate_job(&arena, &job);
	enum setting s = card_verdict_blame(&arena, &job, &e);

	ck_assert_int_ne(s, SETTING_NONE);
	ck_assert_int_eq(job.set[s].origin, ORIGIN_STATED);
	/* With a small batch what is left is the optimizer. */
	job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE].origin = ORIGIN_ASSUMED;
	job.set[SETTING_MAX_SEQ_LENGTH] = value_int(64, ORIGIN_ASSUMED, STR("test"));
	e = estimate_job(&arena, &job);
	ck_assert_int_eq(card_verdict_blame(&arena, &job, &e), SETTING_OPTIMIZER);
	for (int k = 0; k < SETTING_COUNT; k++)
		job.set[k].origin = ORIGIN_ASSUMED;
	ck_assert_int_eq(card_verdict_blame(&arena, &job, &e), SETTING_NONE);
}
END_TEST

/* ----------------------------------------------------------------------------- other models */

START_TEST(other_models_add_their_weights)
{
	struct job job = llama_full();
	struct estimate alone = estimate_job(&arena, &job), beside;

	job.evaluator = model_find(STR("Qwen/Qwen2.5-14B"));
	ck_assert_ptr_nonnull(job.evaluator);
	beside = estimate_job(&arena, &job);
	/* 14.77e9 parameters x 2 B. */
	ck_assert_uint_ge(beside.allocated.likely - alone.allocated.likely, 29 * GB);
	ck_assert_uint_le(beside.allocated.likely - alone.allocated.likely, 30 * GB);
	set(&job, "evaluator_dtype=nf4");
	beside = estimate_job(&arena, &job);
	ck_assert_uint_le(beside.allocated.likely - alone.allocated.likely, 12 * GB);
}
END_TEST

START_TEST(dpo_loads_a_reference_unless_adapters_train)
{
	struct job job = llama_full(), lora;

	set(&job, "task=dpo");
	lora = job;
	set(&lora, "peft=lora");
	ck_assert_uint_gt(estimate_likely(&arena, &job), estimate_likely(&arena, &lora) + 16 * GB);
}
END_TEST

START_TEST(ppo_trains_a_critic_too)
{
	struct job job = llama_full();
	uint64_t alone;

	set(&job, "task=dpo");
	set(&job, "max_seq_length=512");
	set(&job, "per_device_train_batch_size=1");
	alone = estimate_likely(&arena, &job);
	set(&job, "task=ppo");
	/* 8.03e9 parameters x (2 + 2 + 4) B. */
	ck_assert_uint_gt(estimate_likely(&arena, &job), alone + 60 * GB);
}
END_TEST

/* Sentences through an encoder: a question and an answer in a row. */
static struct job pairs(void)
{
	return JOB("model=bert-base-uncased", "task=embedding", "weights_dtype=float32", "mixed_precision=no",
		   "peft=none", "attention=sdpa", "attention_mask=none", "optimizer=adamw_torch",
		   "per_device_train_batch_size=64", "max_seq_length=256", "texts_per_row=2");
}

static uint64_t with(struct job job, const char *setting)
{
	set(&job, setting);
	return estimate_likely(&arena, &job);
}

START_TEST(each_text_of_a_row_is_kept)
{
	uint64_t one = with(pairs(), "texts_per_row=1"), two = with(pairs(), "texts_per_row=2");
	uint64_t three = with(pairs(), "texts_per_row=3"), twice;
	struct job job = pairs();

	/* What each of 64 x 256 tokens keeps in 12 layers, 34 B and more for each of 768 at 4 B a number. */
	ck_assert_uint_gt(two, one + 12 * GB / 2);
	ck_assert_uint_gt(three, two + 12 * GB / 2);
	/* The passes go one after the other: no more than a batch twice as large. */
	set(&job, "texts_per_row=1");
	twice = with(job, "per_device_train_batch_size=128");
	ck_assert_uint_le(two, twice);
	ck_assert_uint_gt(two, twice - GB);
	/* An embedding has no logits over 30,522 words. */
	ck_assert_uint_lt(two, with(pairs(), "task=pretrain"));
}
END_TEST

START_TEST(a_cached_batch_keeps_a_part)
{
	struct job job = pairs();
	uint64_t part, whole;

	set(&job, "texts_per_row=1");
	set(&job, "per_device_train_batch_size=4096");
	whole = estimate_likely(&arena, &job);
	part = with(job, "mini_batch_size=64");
	ck_assert_uint_gt(whole, 20 * part);
	set(&job, "per_device_train_batch_size=64");
	/* The gradients of the parts before: 109e6 x 4 B at most. */
	ck_assert_uint_ge(part, estimate_likely(&arena, &job));
	ck_assert_uint_lt(part, estimate_likely(&arena, &job) + GB / 2);
	/* A part that is larger than the batch is the batch. */
	ck_assert_uint_eq(with(job, "mini_batch_size=128"), estimate_likely(&arena, &job));
}
END_TEST

START_TEST(a_part_is_made_smaller_and_not_the_batch)
{
	struct job job = pairs();
	struct fix_limits limits = {0};
	struct fix fixes[8];
	size_t n, parts = 0;

	set(&job, "texts_per_row=1");
	set(&job, "per_device_train_batch_size=4096");
	set(&job, "mini_batch_size=512");
	limits.usable = estimate_likely(&arena, &job) / 2;
	n = fixes_find(&arena, &job, &limits, fixes, 8);
	ck_assert_uint_gt(n, 0);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < fixes[i].n; k++) {
			ck_assert_int_ne(fixes[i].setting[k], SETTING_PER_DEVICE_TRAIN_BATCH_SIZE);
			parts += fixes[i].setting[k] == SETTING_MINI_BATCH_SIZE;
		}
	ck_assert_uint_gt(parts, 0);
}
END_TEST

START_TEST(a_sparse_embedding_keeps_logits)
{
	struct job job = pairs();
	uint64_t dense = estimate_likely(&arena, &job), sparse = with(job, "task=sparse_embedding");

	/* Of 2 x 64 x 256 x 30,522 numbers: 8 B of each in forward, and 4 of half of them; under autocast 6 and 12. */
	ck_assert_uint_gt(sparse, dense + 9 * GB);
	ck_assert_uint_lt(sparse, dense + 13 * GB);
	set(&job, "mixed_precision=bf16");
	dense = estimate_likely(&arena, &job);
	sparse = with(job, "task=sparse_embedding");
	ck_assert_uint_gt(sparse, dense + 11 * GB);
	ck_assert_uint_lt(sparse, dense + 15 * GB);
}
END_TEST

START_TEST(a_decoder_and_a_copy_train_beside)
{
	struct job job = pairs();
	uint64_t plain, tied;

	set(&job, "per_device_train_batch_size=1");
	set(&job, "max_seq_length=16");
	plain = estimate_likely(&arena, &job);
	/* 12 x 4 x 768 x 768 parameters of attention to the embedding, then another 109e6; 16 B each. */
	tied = with(job, "task=denoising");
	ck_assert_uint_gt(tied, plain + 28 * 16 * GB / 1024);
	ck_assert_uint_gt(with(job, "task=denoising_untied"), tied + 109 * 16 * GB / 1100);
	ck_assert_uint_gt(with(job, "task=contrastive_tension"), plain + 109 * 16 * GB / 1100);
}
END_TEST

START_TEST(texts_that_the_data_count_widen_the_range)
{
	struct job job = pairs();
	struct estimate e;

	job.set[SETTING_TEXTS_PER_ROW] = (struct value){0};
	ck_assert_uint_eq(estimate_likely(&arena, &job), with(pairs(), "texts_per_row=2"));
	e = estimate_job(&arena, &job);
	ck_assert_uint_ge(e.needed.high, with(pairs(), "texts_per_row=3"));
	/* Of other tasks it is nothing to say: one. */
	set(&job, "task=classification");
	ck_assert_uint_lt(estimate_likely(&arena, &job), with(pairs(), "texts_per_row=2"));
}
END_TEST

START_TEST(a_teacher_adds_weights_and_logits)
{
	struct job job = llama_full();
	uint64_t alone = estimate_likely(&arena, &job);

	job.teacher = job.model;
	/* Weights, and 4 B for each of 16,384 x 128,256 logits at least. */
	ck_assert_uint_gt(estimate_likely(&arena, &job), alone + 16 * GB + 8 * GB);
	/* A task of texts alone does not say that nothing asks it. */
	set(&job, "task=sft");
	ck_assert_uint_gt(estimate_likely(&arena, &job), alone + 16 * GB + 8 * GB);
}
END_TEST

START_TEST(a_teacher_that_no_row_passes_adds_weights)
{
	struct job job = llama_full();
	uint64_t alone = estimate_likely(&arena, &job), beside;

	job.teacher = job.model;
	set(&job, "teacher_passes=false");
	beside = estimate_likely(&arena, &job);
	ck_assert_uint_gt(beside, alone + 14 * GB);
	ck_assert_uint_lt(beside, alone + 18 * GB);
}
END_TEST

START_TEST(evaluation_builds_the_logits)
{
	struct job job = llama_full();
	uint64_t without;
	struct estimate e;

	set(&job, "loss_kernel=liger");
	without = estimate_likely(&arena, &job);
	set(&job, "evaluation=true");
	set(&job, "per_device_eval_batch_size=16");
	e = estimate_job(&arena, &job);
	ck_assert_str_eq(e.phase, "evaluation");
	ck_assert_uint_gt(e.needed.likely, without);
}
END_TEST

/* Releases from 4.46 to 4.49 copy the logits of several rows to shift them, trained on or not. */
START_TEST(evaluation_copies_the_logits_as_training_does)
{
	struct job job = llama_full();
	uint64_t today;

	set(&job, "evaluation=true");
	set(&job, "per_device_eval_batch_size=16");
	today = estimate_job(&arena, &job).allocated.likely;
	set(&job, "framework_version=transformers 4.47");
	/* 4 B for each logit of 16 x 4,096 tokens, but for those of the last in each row, which are not kept. */
	ck_assert_uint_gt(estimate_job(&arena, &job).allocated.likely, today + 30 * GB);
}
END_TEST

/* Few tokens and an update without temporaries: the gradients of the tied matrix are the peak. */
START_TEST(high_holds_a_third_copy_of_a_tied_gradient)
{
	struct job job = JOB("weights_dtype=float32", "mixed_precision=bf16", "per_device_train_batch_size=1",
			     "max_seq_length=128", "num_gpus=1", "peft=none", "gradient_checkpointing=false",
			     "attention=eager", "optimizer=sgd", "packing=true");
	uint64_t table;
	struct estimate e;

	job.model = model_find(STR("Qwen/Qwen2.5-0.5B"));
	table = (uint64_t)job.model->vocab * job.model->hidden * 4;
	e = estimate_job(&arena, &job);
	ck_assert_str_eq(e.phase, "backward");
	ck_assert_uint_ge(e.allocated.high, e.allocated.likely + table);
	ck_assert_uint_lt(e.allocated.high, e.allocated.likely + table + table / 2);
}
END_TEST

/* GPT-2 made no float32 logits until 4.49 gave it the loss of the others. */
START_TEST(a_loss_in_the_dtype_of_the_logits)
{
	struct job job = JOB("weights_dtype=bfloat16", "mixed_precision=no", "per_device_train_batch_size=8",
			     "max_seq_length=1024", "num_gpus=1", "peft=none", "gradient_checkpointing=true",
			     "framework_version=transformers 4.49", "attention=sdpa", "optimizer=sgd");
	uint64_t later;

	job.model = model_find(STR("openai-community/gpt2"));
	later = estimate_job(&arena, &job).allocated.likely;
	set(&job, "framework_version=transformers 4.48");
	/* Forward with a shifted copy: 14 B for each of 8 x 1,024 x 50,257 logits, then 6. */
	ck_assert_uint_gt(later, estimate_job(&arena, &job).allocated.likely + 3 * GB);
	job.model = model_find(STR("meta-llama/Llama-3.2-1B"));
	later = estimate_job(&arena, &job).allocated.likely;
	set(&job, "framework_version=transformers 4.49");
	ck_assert_uint_eq(later, estimate_job(&arena, &job).allocated.likely);
}
END_TEST

/* experts: as in --set, or NULL to leave them to the version. */
static uint64_t adapter_bytes_of(const char *model, const char *targets, const char *version, const char *experts)
{
	struct job job = JOB("weights_dtype=bfloat16", "peft=lora", "lora_r=16", "adapter_dtype=float32",
			     "per_device_train_batch_size=1", "max_seq_length=512", "num_gpus=1");
	struct estimate e;

	set(&job, str_fmt(&arena, "model=%s", model).s);
	set(&job, str_fmt(&arena, "lora_target_modules=%s", targets).s);
	set(&job, str_fmt(&arena, "framework_version=%s", version).s);
	if (experts)
		set(&job, experts);
	job.model = model_find(str_of(model));
	e = estimate_job(&arena, &job);
	for (size_t i = 0; i < e.n_terms; i++)
		if (strcmp(e.terms[i].name, "adapters") == 0)
			return e.terms[i].bytes;
	return 0;
}

static uint64_t adapter_bytes(const char *model, const char *targets, const char *version)
{
	return adapter_bytes_of(model, targets, version, NULL);
}

/* PEFT wraps linear layers; experts in one stacked parameter are none. */
START_TEST(adapters_do_not_reach_stacked_experts)
{
	uint64_t separate = adapter_bytes("Qwen/Qwen3-30B-A3B", "all-linear", "transformers 4.57");

	/* q and o join 2,880 and 4,096; k and v 2,880 and 512. */
	ck_assert_uint_eq(adapter_bytes("openai/gpt-oss-20b", "all-linear", "transformers 4.57"),
			  24 * 16 * (2 * (2880 + 4096) + 2 * (2880 + 512)) * 4);
	ck_assert_uint_eq(adapter_bytes("openai/gpt-oss-20b", "q_proj,gate_proj", "transformers 4.57"),
			  adapter_bytes("openai/gpt-oss-20b", "q_proj", "transformers 4.57"));
	ck_assert_uint_gt(separate, 40 * adapter_bytes("Qwen/Qwen3-30B-A3B", "all-linear", "transformers 5.2"));
	ck_assert_uint_eq(adapter_bytes("Qwen/Qwen3-30B-A3B", "all-linear", "transformers 5.2"),
			  adapter_bytes_of("Qwen/Qwen3-30B-A3B", "all-linear", "axolotl 0.14", "experts=fused"));
	ck_assert_uint_eq(separate,
			  adapter_bytes_of("Qwen/Qwen3-30B-A3B", "all-linear", "transformers 5.2", "experts=linear"));
	ck_assert_uint_eq(adapter_bytes("Qwen/Qwen3-30B-A3B", "gate_proj,up_proj,down_proj", "transformers 4.57"),
			  adapter_bytes("Qwen/Qwen3-30B-A3B", "gate_proj,up_proj,down_proj", "transformers 5.2"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("estimate");
	TCase *any = tcase_create("any spec"), *jobs = tcase_create("jobs");

	tcase_add_test(any, more_never_needs_less);
	tcase_add_test(any, more_never_needs_less_on_many_gpus);
	tcase_add_test(any, a_higher_stage_holds_less_state);
	tcase_add_test(any, checkpoints_keep_less);
	tcase_add_test(any, quantised_weights_are_smaller);
	tcase_add_test(any, a_range_contains_its_middle);
	tcase_set_timeout(any, 60);
	tcase_add_checked_fixture(jobs, NULL, teardown);
	tcase_add_test(jobs, unsloth_shares_its_engines_weights);
	tcase_add_test(jobs, unsloths_grpo_has_the_logits_of_one_completion);
	tcase_add_test(jobs, every_formula_gives_its_bytes);
	tcase_add_test(jobs, the_terms_add_up);
	tcase_add_test(jobs, the_peak_is_the_largest_phase);
	tcase_add_test(jobs, the_pool_is_that_of_one_gpus_part);
	tcase_add_test(jobs, an_unstated_dtype_widens_the_range);
	tcase_add_test(jobs, an_unstated_length_ends_with_the_positions);
	tcase_add_test(jobs, kernels_bring_their_loss);
	tcase_add_test(jobs, the_smallest_card_is_the_first_that_fits);
	tcase_add_test(jobs, an_unknown_model_has_no_number);
	tcase_add_test(jobs, every_model_holds_its_weights);
	tcase_add_test(jobs, absurd_jobs_saturate);
	tcase_add_test(jobs, the_verdict_follows_the_line);
	tcase_add_test(jobs, odds_are_those_of_the_ways);
	tcase_add_test(jobs, a_limit_is_not_a_length);
	tcase_add_test(jobs, pictures_make_rows_long);
	tcase_add_test(jobs, no_limit_cuts_no_picture);
	tcase_add_test(jobs, deepspeed_may_add_gradients_up_in_float32);
	tcase_add_test(jobs, an_unknown_number_of_gpus_is_no_error);
	tcase_add_test(jobs, shared_memory_is_not_given_back_in_time);
	tcase_add_test(jobs, rows_have_a_break_even);
	tcase_add_test(jobs, a_guess_is_no_error);
	tcase_add_test(jobs, usable_is_the_drivers_total_less_head_room);
	tcase_add_test(jobs, the_largest_batch_is_the_largest);
	tcase_add_test(jobs, blame_goes_to_a_stated_setting);
	tcase_add_test(jobs, other_models_add_their_weights);
	tcase_add_test(jobs, dpo_loads_a_reference_unless_adapters_train);
	tcase_add_test(jobs, ppo_trains_a_critic_too);
	tcase_add_test(jobs, each_text_of_a_row_is_kept);
	tcase_add_test(jobs, a_cached_batch_keeps_a_part);
	tcase_add_test(jobs, a_part_is_made_smaller_and_not_the_batch);
	tcase_add_test(jobs, a_sparse_embedding_keeps_logits);
	tcase_add_test(jobs, a_decoder_and_a_copy_train_beside);
	tcase_add_test(jobs, texts_that_the_data_count_widen_the_range);
	tcase_add_test(jobs, a_teacher_adds_weights_and_logits);
	tcase_add_test(jobs, a_teacher_that_no_row_passes_adds_weights);
	tcase_add_test(jobs, high_holds_a_third_copy_of_a_tied_gradient);
	tcase_add_test(jobs, a_loss_in_the_dtype_of_the_logits);
	tcase_add_test(jobs, adapters_do_not_reach_stacked_experts);
	tcase_add_test(jobs, evaluation_builds_the_logits);
	tcase_add_test(jobs, evaluation_copies_the_logits_as_training_does);
	suite_add_tcase(s, any);
	suite_add_tcase(s, jobs);
	return run_suite(s);
}
