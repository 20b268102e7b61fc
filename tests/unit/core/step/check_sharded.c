/*
 * Many GPUs against the reference arithmetic (sharded-dev.csv: random specs and layouts and the numbers
 * that the Python of the same formulas gives), to a millionth; and what must hold for any of them.
 */
#include "core/step/sharded_step.h"
#include "tests/accuracy/oracle.h"
#include "tests/support/phase_max.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>

/** A word of the table and the enum behind it. */
struct word {
	const char *name;
	int value;
};

static const struct word layouts[] = {{"none", LAYOUT_NONE},
				      {"ddp", LAYOUT_DDP},
				      {"fsdp1", LAYOUT_FSDP1},
				      {"fsdp2", LAYOUT_FSDP2},
				      {"zero1", LAYOUT_ZERO1},
				      {"zero2", LAYOUT_ZERO2},
				      {"zero3", LAYOUT_ZERO3},
				      {"megatron", LAYOUT_MEGATRON},
				      {"device_map", LAYOUT_DEVICE_MAP},
				      {NULL, 0}};
static const struct word upcasts[] = {
	{"trainable", UPCAST_TRAINABLE}, {"all", UPCAST_ALL}, {"none", UPCAST_NONE}, {NULL, 0}};
static const struct word unit_kinds[] = {
	{"root", UNITS_ROOT}, {"split", UNITS_SPLIT}, {"each", UNITS_EACH}, {NULL, 0}};
static const struct word heads[] = {
	{"compiled", LOSS_COMPILED}, {"megatron", LOSS_MEGATRON}, {NULL, 0}};

static int word(const cJSON *v, const struct word *words)
{
	for (; words->name; words++)
		if (str_is(str_of(v->valuestring), words->name))
			return words->value;
	ck_abort_msg("unknown word %s", v->valuestring);
	return 0;
}

static double bucket(const cJSON *v)
{
	return cJSON_IsString(v)   ? BUCKET_AUTO
	       : cJSON_IsNumber(v) ? v->valuedouble
				   : BUCKET_DEFAULT;
}

static enum choice choice(const cJSON *v)
{
	return cJSON_IsNull(v) ? CHOICE_DEFAULT : cJSON_IsTrue(v) ? CHOICE_YES : CHOICE_NO;
}

static bool numeric(struct parallel *p, const cJSON *v)
{
	const struct {
		const char *name;
		double *at;
	} rows[] = {{"world", &p->world},
		    {"tp", &p->tp},
		    {"pp", &p->pp},
		    {"cp", &p->cp},
		    {"ep", &p->ep},
		    {"vpp", &p->chunks},
		    {"microbatches", &p->microbatches},
		    {"reduce_bytes", &p->reduce_bytes},
		    {"max_reuse", &p->max_reuse},
		    {"sub_group", &p->sub_group},
		    {"grad_bytes", &p->grad_bytes},
		    {"adam_bytes", &p->adam_bytes}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is(str_of(v->string), rows[i].name)) {
			*rows[i].at = v->valuedouble;
			return true;
		}
	return false;
}

static bool boolean(struct parallel *p, const cJSON *v)
{
	const struct {
		const char *name;
		bool *at;
	} rows[] = {{"sp", &p->sequence_parallel},
		    {"offload_params", &p->offload_params},
		    {"offload_optim", &p->offload_optim},
		    {"offload_act", &p->offload_act},
		    {"sharded_quant", &p->sharded_quant},
		    {"sync_each", &p->sync_each},
		    {"reshard", &p->reshard},
		    {"distributed_optimizer", &p->distributed_optimizer}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is(str_of(v->string), rows[i].name)) {
			*rows[i].at = cJSON_IsTrue(v);
			return true;
		}
	return false;
}

static void read_layout(struct str json, struct step_spec *s)
{
	cJSON *root = cJSON_ParseWithLength(json.s, json.n);
	struct parallel *p = &s->parallel;
	const cJSON *v;

	ck_assert_ptr_nonnull(root);
	cJSON_ArrayForEach(v, root)
	{
		struct str key = str_of(v->string);

		if (str_is(key, "kind"))
			p->layout = (enum layout)word(v, layouts);
		else if (str_is(key, "upcast"))
			p->upcast = (enum upcast)word(v, upcasts);
		else if (str_is(key, "units"))
			p->units = (enum units)word(v, unit_kinds);
		else if (str_is(key, "lora_units"))
			p->lora_units = choice(v);
		else if (str_is(key, "overlap_comm"))
			p->overlap_comm = choice(v);
		else if (str_is(key, "reduce_bucket"))
			p->reduce_bucket = bucket(v);
		else if (str_is(key, "prefetch_bucket"))
			p->prefetch_bucket = bucket(v);
		else if (str_is(key, "head") && cJSON_IsString(v))
			s->loss = (enum loss)word(v, heads);
		else if (str_is(key, "sac") && cJSON_IsTrue(v))
			s->checkpoint = CHECKPOINT_SELECTIVE;
		else if (!numeric(p, v) && !boolean(p, v) && !str_is(key, "head"))
			ck_abort_msg("unknown key %s", v->string);
	}
	cJSON_Delete(root);
}

/** Compares a phase; stages and cards differ in which is worst by phase, so these compare the peak. */
static void compare(const struct csv *csv, size_t row, const char *column, double got)
{
	double want = csv_number(csv, row, column, -1);

	ck_assert_msg(fabs(got - want) <= 1e-6 * want + 1, "row %zu, %s: %.1f, not %.1f: %.*s %.*s",
		      row, column, got, want, STR_ARG(csv_at(csv, row, "par")),
		      STR_ARG(csv_at(csv, row, "spec")));
}

static struct csv read_table(struct arena *a)
{
	struct csv csv;

	ck_assert(csv_read(a, "fixtures/accuracy/sharded-dev.csv", &csv));
	ck_assert_uint_ge(csv.rows, 800);
	return csv;
}

static struct step_spec row_spec(const struct csv *csv, size_t row)
{
	struct step_spec s;

	ck_assert(oracle_spec(csv_at(csv, row, "spec"), &s));
	read_layout(csv_at(csv, row, "par"), &s);
	/* The reference's engine is told a precision, whatever the weights are loaded in. */
	if (s.parallel.layout == LAYOUT_ZERO1 || s.parallel.layout == LAYOUT_ZERO2 || s.parallel.layout == LAYOUT_ZERO3)
		s.autocast = true;
	return s;
}

START_TEST(the_moments_are_those_of_the_reference)
{
	struct arena a = {0};
	struct csv csv = read_table(&a);
	size_t most = 0;

	for (size_t i = 0; i < csv.rows; i++) {
		struct step_spec s = row_spec(&csv, i);
		struct step st = step_sharded(&s);

		compare(&csv, i, "fwd", phase_max(&st, true));
		compare(&csv, i, "bwd", phase_max(&st, false));
		compare(&csv, i, "opt", need_total(&step_max(&st, PHASE_STEP)->need));
		compare(&csv, i, "peak", need_total(&step_max(&st, PHASE_COUNT)->need));
		most = st.n > most ? st.n : most;
	}
	printf("  %zu layouts replayed, at most %zu moments\n", csv.rows, most);
	ck_assert_uint_lt(most, STEP_MOMENTS_MAX); /* none was dropped */
	arena_free(&a);
}
END_TEST

static struct step_spec llama(void)
{
	struct step_spec s;

	ck_assert(oracle_spec(STR("{\"model\": \"llama-3.1-8b\", \"seq_len\": 4096, "
				  "\"grad_ckpt\": \"nonreentrant\"}"),
			      &s));
	return s;
}

static double peak(const struct step_spec *s)
{
	struct step st = step_sharded(s);

	return need_total(&step_max(&st, PHASE_COUNT)->need);
}

static double resident(enum layout layout, double world)
{
	struct step_spec s = llama();
	struct step st;

	s.parallel.layout = layout;
	s.parallel.world = world;
	st = step_sharded(&s);
	return need_total(&st.at[0].need) + step_max(&st, PHASE_STEP)->need.by[TERM_OPTIMIZER];
}

/* What DeepSpeed keeps of a model that it casts to 16 bit, and of the same model that it does not. */
static double of_engine(enum layout layout, bool cast)
{
	struct step_spec s = llama();
	struct step st;

	s.weights = DTYPE_FLOAT32;
	s.autocast = cast;
	s.parallel.layout = layout;
	s.parallel.world = 8;
	st = step_sharded(&s);
	return need_total(&st.at[0].need);
}

START_TEST(an_engine_without_a_precision_keeps_float32)
{
	/* Weights are 4 bytes and not 2, of all of which stages 1 and 2 keep a copy on each card. */
	ck_assert_double_gt(of_engine(LAYOUT_ZERO1, false) - of_engine(LAYOUT_ZERO1, true), 2 * 8e9);
	ck_assert_double_gt(of_engine(LAYOUT_ZERO2, false) - of_engine(LAYOUT_ZERO2, true), 2 * 8e9);
	ck_assert_double_gt(of_engine(LAYOUT_ZERO3, false) - of_engine(LAYOUT_ZERO3, true), 2 * 8e9 / 8);
	ck_assert_double_lt(of_engine(LAYOUT_ZERO2, false) - of_engine(LAYOUT_ZERO2, true), 2 * 9e9);
}
END_TEST

START_TEST(a_higher_stage_keeps_less)
{
	ck_assert_double_gt(resident(LAYOUT_ZERO1, 8) + 1, resident(LAYOUT_ZERO2, 8));
	ck_assert_double_gt(resident(LAYOUT_ZERO2, 8), resident(LAYOUT_ZERO3, 8));
	ck_assert_double_gt(resident(LAYOUT_DDP, 8), resident(LAYOUT_FSDP1, 8));
	/* ZeRO-3 of P parameters on w ranks: 2 + 12 + 2 bytes of each share. */
	ck_assert_double_eq_tol(resident(LAYOUT_ZERO3, 8), 16 * 8.03e9 / 8 + 2e9, 0.1e9 + 1e9);
}
END_TEST

/* Nothing but weights and their like, of 8.03 billion parameters on 8 ranks. */
static double of_one_unit(enum layout layout, double accumulation)
{
	struct step_spec s = llama();

	s.micro_batch = 1;
	s.seq_len = 1;
	s.accumulation = accumulation;
	s.parallel.layout = layout;
	s.parallel.world = 8;
	s.parallel.units = UNITS_MODEL;
	return peak(&s);
}

START_TEST(a_model_that_is_one_unit_is_whole_with_all_its_gradients)
{
	struct step_spec s = llama();
	double shards = (s.autocast ? 12 : 6) * 8.03e9 / 8, all = 2 * 8.03e9;

	/* Gathered; its views' gradients, and the flat one that they are joined to. */
	ck_assert_double_eq_tol(of_one_unit(LAYOUT_FSDP1, 1), shards + 3 * all, 0.1e9);
	/* What no_sync() has kept of the micro-batches before. */
	ck_assert_double_eq_tol(of_one_unit(LAYOUT_FSDP1, 4), shards + 4 * all, 0.1e9);
	/* The all-gather's buffer stays until the next. */
	ck_assert_double_eq_tol(of_one_unit(LAYOUT_FSDP2, 1), shards + 4 * all, 0.1e9);
}
END_TEST

/* The loss's moment of several passes a step, each of which reduces its gradients, or the last alone. */
static double at_the_loss(double accumulation, bool each)
{
	struct step_spec s = llama();
	struct step st;

	s.accumulation = accumulation;
	s.parallel.layout = LAYOUT_FSDP1;
	s.parallel.world = 8;
	s.parallel.sync_each = each;
	st = step_sharded(&s);
	return need_total(&step_max(&st, PHASE_LOSS)->need);
}

START_TEST(what_is_reduced_at_once_is_kept_in_parts)
{
	double none = at_the_loss(1, true), shards = (llama().autocast ? 4 : 2) * 8.03e9 / 8;

	ck_assert_double_eq_tol(at_the_loss(4, true) - none, shards, 0.01e9);
	ck_assert_double_eq_tol(at_the_loss(4, false) - none, 2 * 8.03e9, 0.01e9);
}
END_TEST

/* GPT as in Korthikanti et al., one token at a time: 16-bit LayerNorms, GeLU, two dropouts a layer. */
static struct step gpt(double tp, bool sequence, enum checkpoint checkpoint)
{
	struct step_spec s = step_spec_default();

	s.shape = (struct shape){.hidden = 4096, .layers = 8, .heads = 32, .kv_heads = 32, .head_dim = 128,
				 .ffn = 4 * 4096, .vocab = 51200, .norm = NORM_LAYER, .mlp = MLP_PLAIN,
				 .learned_pos = 2048, .resid_dropout = true, .qkv_bias = true, .fused_qkv = true};
	s.micro_batch = 1;
	s.seq_len = 1024;
	s.autocast = false;
	s.attention = ATTENTION_FLASH;
	s.checkpoint = checkpoint;
	s.loss = LOSS_MEGATRON;
	s.parallel.layout = LAYOUT_MEGATRON;
	s.parallel.tp = tp;
	s.parallel.sequence_parallel = sequence;
	return step_sharded(&s);
}

/*
 * Korthikanti et al. 2022 (arXiv 2205.05198), table 2, in bytes per token and hidden: 10 + 24/t with tensor
 * parallelism and 34/t with sequence parallelism as well, without the attention scores that flash attention
 * keeps none of; 2 and 2/t where everything is recomputed. Statistics of norms and softmax are beside these.
 */
START_TEST(tensor_parallelism_keeps_what_the_paper_says)
{
	for (double t = 1; t <= 8; t *= 2) {
		double per = 4096 * 1024, stats = 0.04;

		ck_assert_double_eq_tol(gpt(t, false, CHECKPOINT_NONE).per_layer / per, 10 + 24 / t, stats);
		ck_assert_double_eq_tol(gpt(t, true, CHECKPOINT_NONE).per_layer / per, 34 / t, stats);
		ck_assert_double_eq_tol(gpt(t, false, CHECKPOINT_REENTRANT).layers / 8 / per, 2, stats);
		ck_assert_double_eq_tol(gpt(t, true, CHECKPOINT_REENTRANT).layers / 8 / per, 2 / t, stats);
	}
}
END_TEST

START_TEST(more_of_anything_never_needs_less)
{
	static const enum layout all[] = {LAYOUT_FSDP1,	    LAYOUT_FSDP2, LAYOUT_ZERO1,
					  LAYOUT_ZERO2,	    LAYOUT_ZERO3, LAYOUT_MEGATRON,
					  LAYOUT_DEVICE_MAP};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		struct step_spec s = llama();
		double before;

		s.parallel.layout = all[i];
		s.parallel.world = 4;
		before = peak(&s);
		s.micro_batch = 2;
		ck_assert_double_ge(peak(&s), before);
		s.micro_batch = 1;
		s.seq_len = 8192;
		ck_assert_double_ge(peak(&s), before);
		s.seq_len = 4096;
		s.shape.layers += 4;
		ck_assert_double_ge(peak(&s), before);
		s.shape.layers -= 4;
		s.parallel.world = 8;
		if (all[i] != LAYOUT_MEGATRON)
			ck_assert_msg(peak(&s) <= before + 1, "layout %d: %g > %g", (int)all[i],
				      peak(&s), before);
	}
}
END_TEST

START_TEST(offload_and_absurd_layouts)
{
	struct step_spec s = llama();
	double before;

	s.parallel.layout = LAYOUT_ZERO3;
	s.parallel.world = 4;
	before = peak(&s);
	s.parallel.offload_optim = true;
	ck_assert_double_lt(peak(&s), before);
	before = peak(&s);
	s.parallel.offload_params = true;
	ck_assert_double_lt(peak(&s), before);
	s.parallel.world = 1e9;
	s.parallel.tp = s.parallel.pp = s.parallel.cp = s.parallel.ep = 1e9;
	ck_assert(isfinite(peak(&s)) && peak(&s) >= 0);
	s.parallel.layout = LAYOUT_DEVICE_MAP;
	ck_assert(isfinite(peak(&s)) && peak(&s) >= 0);
	s.shape = (struct shape){0};
	ck_assert(isfinite(peak(&s)));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sharded");
	TCase *tc = tcase_create("sharded");

	suite_add_tcase(suite, tc);
	tcase_add_test(tc, the_moments_are_those_of_the_reference);
	tcase_add_test(tc, an_engine_without_a_precision_keeps_float32);
	tcase_add_test(tc, a_higher_stage_keeps_less);
	tcase_add_test(tc, a_model_that_is_one_unit_is_whole_with_all_its_gradients);
	tcase_add_test(tc, what_is_reduced_at_once_is_kept_in_parts);
	tcase_add_test(tc, tensor_parallelism_keeps_what_the_paper_says);
	tcase_add_test(tc, more_of_anything_never_needs_less);
	tcase_add_test(tc, offload_and_absurd_layouts);
	return run_suite(suite);
}
