#include "heavier_value.h"

#include "core/base/base.h"

/* Rows of direction: for numbers, less is worse; for words, from the worst on. */
static const struct {
	enum setting setting;
	bool less;
	const char *order;
} rows[] = {
    {SETTING_NUM_GPUS, true, NULL},
    {SETTING_NUM_NODES, true, NULL},
    {SETTING_GPUS_PER_NODE, true, NULL},
    {SETTING_TENSOR_PARALLEL, true, NULL},
    {SETTING_SEQUENCE_PARALLEL, true, NULL},
    {SETTING_PIPELINE_PARALLEL, true, NULL},
    {SETTING_CONTEXT_PARALLEL, true, NULL},
    {SETTING_EXPERT_PARALLEL, true, NULL},
    {SETTING_ROLLOUT_TENSOR_PARALLEL, true, NULL},
    {SETTING_PEFT, false, "none|dora|loha|adalora|lora|lokr|prompt|ia3"},
    {SETTING_QUANTIZATION, false, "none|int8|fp8|eetq|mxfp4|hqq|fp4|nf4|gptq|awq|aqlm"},
    {SETTING_WEIGHTS_DTYPE, false, "float32|bfloat16|float16|fp8"},
    {SETTING_ADAPTER_DTYPE, false, "float32|bfloat16|float16"},
    {SETTING_MIXED_PRECISION, false, "no|bf16|fp16|fp8"},
    {SETTING_KBIT_UPCAST, false, "true|norms|false"},
    {SETTING_GRADIENT_CHECKPOINTING, false, "false|selective|true|offload"},
    {SETTING_ATTENTION, false,
     "eager|xformers|sdpa|flex_attention|flash_attention_2|flash_attention_3"},
    {SETTING_LOSS_KERNEL, false, "trl|torch|plain|flash_cross_entropy|fused|chunked_logits|chunked_output|chunked_linear|chunked|liger|cut_cross_entropy"},
    {SETTING_FUSED_KERNELS, false, "none|low_precision_norm|liger|unsloth"},
    {SETTING_DATA_PARALLEL, false, "ddp|none|zero1|megatron|zero2|hsdp|zero3|fsdp|fsdp2|device_map"},
    {SETTING_OFFLOAD_OPTIMIZER, false, "none|nvme|cpu"},
    {SETTING_OFFLOAD_PARAMS, false, "none|nvme|cpu"},
    {SETTING_OFFLOAD_ACTIVATIONS, false, "none|nvme|cpu"},
    {SETTING_OFFLOAD_REFERENCE, false, "none|cpu|elsewhere"},
    {SETTING_ROLLOUT_OFFLOAD, false, "none|optimizer|params|all"},
    {SETTING_OPTIMIZER, false,
     "adamw_torch|adamw_torch_fused|adamw_hf|paged_adamw_32bit|lion_32bit|adamw_torch_8bit|"
     "adamw_bnb_8bit|adamw_8bit|paged_adamw_8bit|adamw_torch_4bit|adafactor|sgd"},
    {SETTING_ATTENTION_MASK, false, "padded|none"},
    {SETTING_ROLLOUT_ENGINE, false, "vllm|sglang|transformers|vllm_server|none"},
    {SETTING_DOUBLE_QUANT, true, NULL},
    {SETTING_TORCH_COMPILE, true, NULL},
    {SETTING_GRADIENT_AS_BUCKET_VIEW, true, NULL},
    {SETTING_EXPANDABLE_SEGMENTS, true, NULL},
    {SETTING_ROLLOUT_SLEEP, true, NULL},
    {SETTING_GRADIENT_ACCUMULATION_STEPS, true, ""},
    {SETTING_LORA_ALPHA, true, ""},
};

/* The place of a word in an order "a|b|c", or -1. */
static int rank_in(const char *order, struct str text)
{
	struct str rest = str_of(order);

	for (int i = 0; rest.n; i++) {
		struct str_cut cut = str_cut(rest, '|');

		if (str_eq_nocase(cut.head, text))
			return i;
		rest = cut.tail;
	}
	return -1;
}

static double number(const struct value *v)
{
	if (v->type == VALUE_BOOL)
		return v->as.b ? 1 : 0;
	if (v->type == VALUE_INT)
		return (double)v->as.i;
	if (v->type == VALUE_LIST)
		return (double)v->as.list.n;
	return v->type == VALUE_REAL ? v->as.r : 0;
}

/* Models by their size; other names cannot be told apart. */
static double model_size(const struct value *v)
{
	const struct model *m = v->type == VALUE_STR ? model_find(v->as.s) : NULL;

	return m ? (double)m->params : 0;
}

static int sign(double x)
{
	return (x > 0) - (x < 0);
}

int heavier_compare(enum setting s, const struct value *a, const struct value *b)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		int x, y;

		if (rows[i].setting != s)
			continue;
		if (!rows[i].order)
			return sign(number(b) - number(a));
		if (a->type != VALUE_STR || b->type != VALUE_STR)
			return 0;
		x = rank_in(rows[i].order, a->as.s);
		y = rank_in(rows[i].order, b->as.s);
		return x < 0 || y < 0 ? 0 : y - x;
	}
	if (a->type == VALUE_STR)
		return sign(model_size(a) - model_size(b));
	return sign(number(a) - number(b));
}

struct value heaviest_of(struct arena *a, enum setting s, const struct value *values, size_t n)
{
	size_t worst = 0;
	struct value v;
	const struct value **link = &v.alternative;

	for (size_t i = 1; i < n; i++)
		if (heavier_compare(s, &values[i], &values[worst]) > 0)
			worst = i;
	v = values[worst];
	v.alternative = NULL;
	for (size_t i = 0; i < n; i++) {
		struct value *other;
		bool again = value_same(&values[i], &v);

		for (size_t k = 0; k < i && !again; k++)
			again = value_same(&values[i], &values[k]);
		if (again)
			continue;
		other = arena_new(a, struct value);
		*other = values[i];
		other->alternative = NULL;
		*link = other;
		link = &other->alternative;
	}
	return v;
}

static struct str join_how(struct arena *a, struct str how, struct str condition)
{
	if (!condition.n || str_has(how, condition))
		return how;
	if (!how.n)
		return condition;
	return str_fmt(a, "%.*s; %.*s", STR_ARG(how), STR_ARG(condition));
}

static void join_setting(struct arena *a, const struct job *alternatives,
			 const struct str *conditions, size_t n, enum setting s, struct job *job)
{
	struct value *values = arena_news(a, struct value, n);
	size_t found = 0;
	bool same = true;

	for (size_t i = 0; i < n; i++) {
		if (alternatives[i].set[s].type == VALUE_ABSENT)
			continue;
		values[found] = alternatives[i].set[s];
		same = same && value_same(&values[found], &values[0]);
		found++;
	}
	if (found == 0 || same) {
		if (found)
			job->set[s] = values[0];
		return;
	}
	for (size_t i = 0, k = 0; i < n; i++)
		if (alternatives[i].set[s].type != VALUE_ABSENT) {
			values[k].how = join_how(a, values[k].how, conditions[i]);
			k++;
		}
	job->set[s] = heaviest_of(a, s, values, found);
}

void heavier_join(struct arena *a, const struct job *alternatives, const struct str *conditions,
		  size_t n, struct job *job)
{
	for (int s = 0; s < SETTING_COUNT; s++)
		join_setting(a, alternatives, conditions, n, (enum setting)s, job);
}
