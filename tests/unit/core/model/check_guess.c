#include "core/base/base.h"
#include "core/model/model.h"
#include "core/model/model_name.h"
#include "core/step/step.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static const struct {
	const char *name;
	double total, active;
} sizes[] = {
	{"Qwen/Qwen2.5-7B-Instruct", 7e9, 0},
	{"x/model_13B", 13e9, 0},
	{"Qwen/Qwen2.5-0.5B", 0.5e9, 0},
	{"HuggingFaceTB/SmolLM-135M", 135e6, 0},
	{"moonshotai/K-1T", 1e12, 0},
	{"internlm/internlm2-1_8b", 1.8e9, 0},
	{"bigscience/bloom-1b7", 1.7e9, 0},
	{"bigscience/bloom-7b1", 7.1e9, 0},
	{"mistralai/Mixtral-8x7B-v0.1", 0.82 * 56e9, 0.23 * 56e9},
	{"Qwen/Qwen3-30B-A3B", 30e9, 3e9},
	{"ibm-granite/granite-3.0-1b-a400m-base", 1e9, 400e6},
	{"allenai/OLMoE-1B-7B-0924", 7e9, 1e9},
	{"meta-llama/Llama-4-Scout-17B-16E", 0, 0},
	{"tencent/Hunyuan-A13B-Instruct", 0, 0},
	{"google/gemma-3n-E4B", 8e9, 0},
	{"Qwen/Qwen2.5-7B-Instruct-1M", 7e9, 0},
	{"x/llama-7b-4bit-32k", 7e9, 0},
	{"x/Mistral-fp16-8k", 0, 0},
	{"x/model-4bit", 0, 0},
	{"ernie4_5_21b", 21e9, 0},
	{"CohereForAI/c4ai-command-r7b-12-2024", 7e9, 0},
	{"nvidia/mamba2-8b-3t-4k", 8e9, 0},
	{"gpt2", 0, 0},
	{"", 0, 0},
};

START_TEST(sizes_are_read_from_names)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct name_size s = name_size(str_of(sizes[i].name));

		ck_assert_msg(fabs(s.total - sizes[i].total) <= 1e-9 * s.total &&
				  fabs(s.active - sizes[i].active) <= 1e-9 * s.active,
			      "%s: %g, %g active", sizes[i].name, s.total, s.active);
	}
}
END_TEST

static const struct {
	const char *name, *series;
} lines[] = {
	{"codellama/CodeLlama-7b-hf", "codellama"},
	{"x/llama-3-8b", "llama-3"},
	{"x/LLaMA-30b", "llama-1"},
	{"x/Llama2-7b", "llama-2"},
	{"x/vicuna-7b-v1.5", "llama-2"},
	{"x/Llama-3.2-11B-Vision", "llama-3.2-vision"},
	{"x/Qwen2.5-VL-7B", "qwen2-5-vl"},
	{"x/qwen25-7b", "qwen2.5"},
	{"x/Qwen_3_8B", "qwen3"},
	{"x/gemma-3n-E2B", "gemma3n"},
	{"x/gemma-2-9b", "gemma2"},
	{"x/gemma-2b", "gemma"},
	{"x/Molmo-7B", NULL},
	{"x/Kimiko-13B", NULL},
	{"x/EverythingLM-13b", NULL},
	{"x/Yi-34B", "yi"},
	{"x/multiyi-34B", NULL},
	{"x/nothing-here", NULL},
};

START_TEST(product_lines_are_read_from_names)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		const char *got = name_series(str_of(lines[i].name));
		const char *want = lines[i].series;

		ck_assert_msg(want ? got && str_is(str_of(got), want) : !got, "%s: %s",
			      lines[i].name, got ? got : "none");
	}
}
END_TEST

static const struct {
	const char *id;
	enum guess_rule rule;
	const char *row;
} names[] = {
	{"Qwen/Qwen2.5-7B", GUESS_ID, "Qwen/Qwen2.5-7B"},
	{"qwen/qwen2.5-7b@main", GUESS_ID, "Qwen/Qwen2.5-7B"},
	{"acme/Llama-3.1-8B", GUESS_NAME, "meta-llama/Llama-3.1-8B"},
	{"acme/Llama-3.1-8B-Instruct-AWQ-INT4", GUESS_NAME, "meta-llama/Llama-3.1-8B"},
	{"meta-llama/Llama-3.1-8B-Instruct-sft-2407", GUESS_SUFFIX, "meta-llama/Llama-3.1-8B"},
	{"./models/Llama-3.1-8B/", GUESS_NAME, "meta-llama/Llama-3.1-8B"},
	{"C:\\models\\Llama-3.1-8B", GUESS_NAME, "meta-llama/Llama-3.1-8B"},
	{"/data/Qwen/Qwen2.5-7B/checkpoint-400", GUESS_NAME, "Qwen/Qwen2.5-7B"},
	{"~/.cache/hub/models--Qwen--Qwen2.5-7B/snapshots/"
	 "0123456789abcdef0123456789abcdef01234567",
	 GUESS_NAME, "Qwen/Qwen2.5-7B"},
	{"$MODELS/Qwen2.5-7B", GUESS_NAME, "Qwen/Qwen2.5-7B"},
	{"/home/me/models/hfl-chinese-bert-wwm-ext", GUESS_NAME, "hfl/chinese-bert-wwm-ext"},
	{"ckpt/tiiuae--falcon-7b", GUESS_NAME, "tiiuae/falcon-7b"},
	{"./FacebookAI_roberta-large", GUESS_NAME, "FacebookAI/roberta-large"},
	{"./hfl-chinese-bert-wwm-extended", GUESS_NONE, NULL},
	{"Meta_Llama_3.1_8B", GUESS_SPELLING, "meta-llama/Llama-3.1-8B"},
	{"llama3_1_8b", GUESS_SPELLING, "meta-llama/Llama-3.1-8B"},
	{"lora_llama3_1_8b", GUESS_SPELLING, "meta-llama/Llama-3.1-8B"},
	{"llama3p1_8b_pretrain_config", GUESS_SPELLING, "meta-llama/Llama-3.1-8B"},
	{"qwen2_5_7b", GUESS_SPELLING, "Qwen/Qwen2.5-7B"},
	{"qwen3_8b", GUESS_SPELLING, "Qwen/Qwen3-8B"},
	{"acme/finance-Qwen2.5-7B-v3", GUESS_SERIES, NULL},
	{"acme/qwen3-11b", GUESS_SCALED, NULL},
	{"acme/own-7b", GUESS_SIZE, NULL},
	{"hf-internal-testing/tiny-random-MistralForCausalLM", GUESS_SERIES, NULL},
	{"x/tiny-Llama4ForCausalLM", GUESS_SERIES, NULL},
	{"unsloth/test-model", GUESS_NONE, NULL},
	{"./whisper", GUESS_NONE, NULL},
	{"gpt-4o", GUESS_NONE, NULL},
	{"claude-3-opus", GUESS_NONE, NULL},
	{"llama3:8b", GUESS_NONE, NULL},
	{"./outputs/final", GUESS_NONE, NULL},
	{"outputs/sft-39b-step400", GUESS_NONE, NULL},
	{"acme/own-2.9b", GUESS_SIZE, NULL},
	{"results", GUESS_NONE, NULL},
	{"$MODEL", GUESS_NONE, NULL},
	{"acme/some-data", GUESS_NONE, NULL},
	{"", GUESS_NONE, NULL},
	{"/", GUESS_NONE, NULL},
};

START_TEST(ids_are_resolved_by_the_rules)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct guess g = model_guess(&arena, str_of(names[i].id));
		const struct model *row = names[i].row ? model_find(str_of(names[i].row)) : NULL;

		ck_assert_msg(g.rule == names[i].rule, "%s: rule %d (%.*s)", names[i].id,
			      (int)g.rule, STR_ARG(g.how));
		ck_assert_msg(!names[i].row || (row && g.model == row), "%s: %.*s", names[i].id,
			      STR_ARG(g.model->id));
		if (g.rule >= GUESS_SERIES) {
			ck_assert(g.model->guessed && g.model->source.n && g.params_high > 1);
			ck_assert(g.model->hidden && g.model->layers && g.model->vocab);
		} else if (g.model) {
			ck_assert(!g.model->guessed);
		}
	}
}
END_TEST

/* A shape has the weights that its name promises, however near a row of the table is. */
START_TEST(no_guess_is_smaller_than_its_name)
{
	static const char *const ends[][2] = {{"llama-3-", "B"}, {"qwen2.5-", "B"}, {"gemma2-", "b"},  {"qwen3-", "B"},
					       {"yi-", "B"},	  {"vicuna-", "b"},  {"Qwen3-", "B-A3B"}, {"Mixtral-8x", "B"},
					       {"mistral-", "B"}};
	double worst = 9;

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		for (unsigned size = 1; size <= 90; size++) {
			struct str id = str_fmt(&arena, "%s%u%s", ends[i][0], size, ends[i][1]);
			struct guess g = model_guess(&arena, id);
			double named = name_size(id).total, bytes;

			if (!g.model || g.rule < GUESS_SERIES)
				continue;
			bytes = other_model_bytes(g.model, STR("bfloat16"));
			worst = fmin(worst, bytes / 2 / named);
			ck_assert_msg(bytes / 2 > 0.9 * named, "%.*s: %.2fe9 parameters by %.*s", STR_ARG(id),
				      bytes / 2e9, STR_ARG(g.how));
		}
	printf("  weights over the size in the name: at least %.3f\n", worst);
}
END_TEST

static const struct {
	const char *id, *quantization;
	double bits;
} storages[] = {
	{"unsloth/Qwen2.5-7B-unsloth-bnb-4bit", "nf4", 5.5},
	{"unsloth/llama-3-8b-bnb-4bit", "nf4", 4.127},
	{"TheBloke/Llama-2-7B-GPTQ", "gptq", 4.16},
	{"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int8", "gptq", 8.2},
	{"x/Llama-7b_gptq-4bit-128g-actorder_True", "gptq", 4.16},
	{"Qwen/Qwen2.5-7B-Instruct-AWQ", "awq", 4.16},
	{"x/Llama-3.1-8B-FP8-dynamic", "fp8", 8},
	{"x/m-AWQ-hf", "awq", 4.16},
	{"x/gemma-3-4b-it-qat-int4", "gptq", 4.16},
	{"x/Llama-3-8B-bf16", "none", 16},
	{"meta-llama/Llama-2-7b-hf", NULL, 0},
	{"Qwen1.5-MoE-A2.7B-mcore", NULL, 0},
	{"Qwen/Qwen2.5-7B", NULL, 0},
	{"x-gptq/Qwen2.5-7B", NULL, 0},
	{"x/-4bit", "nf4", 4.127},
	{"x/m_4bit-r8", NULL, 0},
	{"x/4bit", NULL, 0},
	{"x/m-4bit.awq", "awq", 4.16},
	{"", NULL, 0},
};

START_TEST(storage_is_read_from_the_end)
{
	for (size_t i = 0; i < sizeof(storages) / sizeof(*storages); i++) {
		const struct checkpoint_format *s = checkpoint_format_of(str_of(storages[i].id));
		const char *want = storages[i].quantization;

		ck_assert_msg(want ? s && str_is(str_of(s->quantization), want) &&
					 fabs(s->bits - storages[i].bits) < 1e-9
				   : !s,
			      "%s: %s", storages[i].id, s ? s->suffix : "none");
	}
}
END_TEST

enum { ROWS_MAX = 1024 };

/** Errors of one quantity over the rows. */
struct errors {
	double at[ROWS_MAX];
	size_t n;
};

static int by_size(const void *x, const void *y)
{
	const double *a = x;
	const double *b = y;

	return (*a > *b) - (*a < *b);
}

static double quantile(struct errors *e, double p)
{
	size_t rank = (size_t)ceil(p * (double)e->n);

	ck_assert_uint_gt(e->n, 0);
	qsort(e->at, e->n, sizeof(*e->at), by_size);
	return e->at[rank ? rank - 1 : 0];
}

static void add(struct errors *e, double guess, double truth)
{
	ck_assert_uint_lt(e->n, ROWS_MAX);
	e->at[e->n++] = fabs(guess / truth - 1);
}

static void print(const char *what, struct errors *e)
{
	printf("  %-42s %4zu  median %5.1f %%  p90 %5.1f %%  max %5.1f %%\n", what, e->n,
	       100 * quantile(e, 0.5), 100 * quantile(e, 0.9), 100 * quantile(e, 1));
}

/* Elements that a token leaves behind in the layers without checkpointing, fused attention. */
static double width(const struct model *m)
{
	double f =
	    m->experts ? (double)m->experts_per_token * m->moe_ffn + m->shared_expert_ffn : m->ffn;
	double q = (double)m->heads * m->head_dim, kv = (double)m->kv_heads * m->head_dim;

	return m->layers * (4.0 * m->hidden + 2 * q + 2 * kv + (m->gated ? 4 : 2) * f);
}

/* Encoders, state spaces, denoisers and the tiny models of tests are not guessed from their names. */
static bool is_language_model(const struct model *m)
{
	static const char *const others[] = {
	    "unet",	   "flux",	 "flux2",	 "wan",	    "qwen_image", "z_image",
	    "clip",	   "vit",	 "dinov2",	 "whisper", "bert",	  "roberta",
	    "xlm-roberta", "electra",	 "distilbert",	 "mpnet",   "albert",	  "deberta-v2",
	    "deberta",	   "nomic_bert", "modernbert",	 "t5",	    "mt5",	  "bart",
	    "mbart",	   "mamba",	 "falcon_mamba",
	};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (str_is(m->family, others[i]))
			return false;
	return !str_starts(m->series, STR("tiny-"));
}

static bool seen_before(const struct model *table, size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (is_language_model(&table[i]) && name_size(table[i].id).total > 0 &&
		    str_eq(table[i].family, table[row].family) &&
		    table[i].hidden == table[row].hidden && table[i].layers == table[row].layers &&
		    table[i].heads == table[row].heads &&
		    table[i].kv_heads == table[row].kv_heads &&
		    table[i].head_dim == table[row].head_dim && table[i].ffn == table[row].ffn &&
		    table[i].vocab == table[row].vocab && table[i].experts == table[row].experts &&
		    table[i].moe_ffn == table[row].moe_ffn)
			return true;
	return false;
}

/*
 * Every shape with a size in its name, hidden together with all rows of that shape, and guessed. The
 * bounds are what the rules reach today, rounded up: a change of rules or rows that makes guesses
 * worse shows.
 */
START_TEST(leaving_each_row_out)
{
	static struct errors size, line_hidden, line_layers, line_width, any_width;
	size_t n, none = 0;
	const struct model *table = model_table(&n);

	for (size_t i = 0; i < n; i++) {
		const struct model *m = &table[i];
		struct name_size s = name_size(m->id);
		struct guess_clue clue = {NULL, s.total, s.active, m->experts > 0, m};
		struct guess g;
		char series[64];

		if (!is_language_model(m) || s.total <= 0 || seen_before(table, i))
			continue;
		add(&size, s.total, (double)m->params);
		if (m->experts)
			continue;
		g = guess_shape(&arena, m->id, &clue);
		add(&any_width, width(g.model), width(m));
		snprintf(series, sizeof(series), "%.*s", STR_ARG(m->series));
		clue.series = series;
		g = guess_shape(&arena, m->id, &clue);
		if (g.rule != GUESS_SERIES && g.rule != GUESS_SCALED) {
			none++;
			continue;
		}
		add(&line_hidden, g.model->hidden, m->hidden);
		add(&line_layers, g.model->layers, m->layers);
		add(&line_width, width(g.model), width(m));
	}
	print("parameters: the size in the name", &size);
	print("hidden, by product line (dense)", &line_hidden);
	print("layers, by product line (dense)", &line_layers);
	print("activation width, by product line (dense)", &line_width);
	print("activation width, by size alone (dense)", &any_width);
	ck_assert_uint_gt(size.n, 320);
	ck_assert_uint_gt(line_width.n, 250);
	ck_assert_double_lt(quantile(&size, 0.5), 0.022);
	ck_assert_double_lt(quantile(&size, 0.9), 0.14);
	ck_assert_double_lt(quantile(&line_width, 0.5), 0.08);
	ck_assert_double_lt(quantile(&line_width, 0.9), 0.30);
	ck_assert_double_lt(quantile(&any_width, 0.5), 0.12);
	ck_assert_double_lt(quantile(&any_width, 0.9), 0.33);
	ck_assert_uint_lt(none, 30);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("guess");
	TCase *tc = tcase_create("guess");

	tcase_add_checked_fixture(tc, NULL, teardown);
	suite_add_tcase(suite, tc);
	tcase_add_test(tc, sizes_are_read_from_names);
	tcase_add_test(tc, product_lines_are_read_from_names);
	tcase_add_test(tc, ids_are_resolved_by_the_rules);
	tcase_add_test(tc, storage_is_read_from_the_end);
	tcase_add_test(tc, no_guess_is_smaller_than_its_name);
	tcase_add_test(tc, leaving_each_row_out);
	return run_suite(suite);
}
