#include "oracle.h"

#include "presets.h"

#include <cjson/cJSON.h>
#include <stdio.h>

/** A name of the table and the enum behind it. */
struct word {
	const char *name;
	int value;
};

static const struct word quants[] = {
    {"nf4", QUANT_NF4}, {"gptq4", QUANT_GPTQ}, {"gptq8", QUANT_GPTQ}, {NULL, 0}};
static const struct word dtypes[] = {
    {"fp32", DTYPE_FLOAT32}, {"bf16", DTYPE_BFLOAT16}, {"fp16", DTYPE_FLOAT16}, {NULL, 0}};
static const struct word checkpoints[] = {{"none", CHECKPOINT_NONE},
					  {"reentrant", CHECKPOINT_REENTRANT},
					  {"nonreentrant", CHECKPOINT_NONREENTRANT},
					  {NULL, 0}};
static const struct word attentions[] = {{"sdpa", ATTENTION_SDPA},
					 {"sdpa_repeat", ATTENTION_SDPA_REPEAT},
					 {"sdpa_mask", ATTENTION_SDPA_MASK},
					 {"flash2", ATTENTION_FLASH},
					 {"flash2_pad", ATTENTION_FLASH_PADDED},
					 {"eager", ATTENTION_EAGER},
					 {"litgpt", ATTENTION_LITGPT},
					 {NULL, 0}};
static const struct word kernels[] = {
    {"hf", KERNELS_EAGER}, {"liger", KERNELS_LIGER}, {"foak", KERNELS_FUSED_NORM}, {NULL, 0}};
static const struct word losses[] = {{"hf", LOSS_HF},
				     {"hf_shift", LOSS_HF_SHIFT},
				     {"hf_old", LOSS_HF_OLD},
				     {"trl", LOSS_TRL},
				     {"liger", LOSS_LIGER},
				     {"chunked", LOSS_CHUNKED},
				     {"plain", LOSS_PLAIN},
				     {"plain_shift", LOSS_PLAIN_SHIFT},
				     {"foak", LOSS_TRITON},
				     {"foak_old", LOSS_TRITON_OLD},
				     {"litgpt", LOSS_LITGPT},
				     {"cce", LOSS_CCE},
				     {"dpo", LOSS_DPO},
				     {"grpo", LOSS_GRPO},
				     {NULL, 0}};
static const struct word references[] = {
    {"none", REFERENCE_NONE}, {"adapter", REFERENCE_ADAPTER}, {"copy", REFERENCE_COPY}, {NULL, 0}};

static const struct {
	const char *name;
	linear_set set;
} linears[] = {
    {"q", LINEAR(Q)},	    {"k", LINEAR(K)},
    {"v", LINEAR(V)},	    {"qkv", LINEAR(QKV)},
    {"o", LINEAR(O)},	    {"gate", LINEAR(GATE)},
    {"up", LINEAR(UP)},	    {"gate_up", LINEAR(GATE_UP)},
    {"down", LINEAR(DOWN)}, {"fc1", LINEAR(FC1)},
    {"fc2", LINEAR(FC2)},
};

/** Reads one JSON object; remembers what was wrong. */
struct reader {
	const cJSON *object;
	size_t known;
	bool ok;
};

static const cJSON *take(struct reader *r, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(r->object, key);

	r->known += v != NULL;
	return v && !cJSON_IsNull(v) ? v : NULL;
}

static double number(struct reader *r, const char *key, double fallback)
{
	const cJSON *v = take(r, key);

	return cJSON_IsNumber(v) ? v->valuedouble : fallback;
}

static bool boolean(struct reader *r, const char *key, bool fallback)
{
	const cJSON *v = take(r, key);

	return cJSON_IsBool(v)	   ? cJSON_IsTrue(v)
	       : cJSON_IsNumber(v) ? v->valuedouble != 0
				   : fallback;
}

static int word(struct reader *r, const char *key, const struct word *words, int fallback)
{
	const cJSON *v = take(r, key);

	if (!v)
		return fallback;
	for (; words->name; words++) {
		if (cJSON_IsString(v) && str_is(str_of(v->valuestring), words->name))
			return words->value;
	}
	fprintf(stderr, "oracle: unknown %s\n", key);
	r->ok = false;
	return fallback;
}

/** "attn-qv", "attn", "mlp", "all", or a list of linears. */
static linear_set targets(const struct shape *a, const cJSON *v)
{
	linear_set has = shape_has(a), set = 0;
	const cJSON *item;

	if (cJSON_IsString(v)) {
		struct str name = str_of(v->valuestring);

		if (str_is(name, "all"))
			return shape_all_linear(a);
		if (str_is(name, "attn"))
			return has & (LINEAR(Q) | LINEAR(K) | LINEAR(V) | LINEAR(O) | LINEAR(QKV));
		if (str_is(name, "mlp"))
			return has & (LINEAR(GATE) | LINEAR(UP) | LINEAR(DOWN) | LINEAR(GATE_UP) |
				      LINEAR(FC1) | LINEAR(FC2));
	}
	if (!cJSON_IsArray(v))
		return has & LINEAR(Q) ? LINEAR(Q) | LINEAR(V) : LINEAR(QKV);
	cJSON_ArrayForEach(item, v)
	{
		for (size_t i = 0; i < sizeof(linears) / sizeof(*linears); i++) {
			if (cJSON_IsString(item) &&
			    str_is(str_of(item->valuestring), linears[i].name))
				set |= linears[i].set;
		}
	}
	return set;
}

static void read_lora(struct reader *r, struct step_spec *s)
{
	struct reader lora = {.object = take(r, "lora")};

	s->lora_r = lora.object ? number(&lora, "r", 16) : 16;
	s->lora_dropout = lora.object && number(&lora, "dropout", 0) > 0;
	s->lora_targets = targets(&s->shape, lora.object ? take(&lora, "targets") : NULL);
	s->lora_head = boolean(r, "lora_head", false);
}

static void read_method(struct reader *r, struct step_spec *s)
{
	static const struct word methods[] = {
	    {"full", 0}, {"lora", 1}, {"qlora", 2}, {"int8", 3}, {NULL, 0}};
	int method = word(r, "method", methods, 0);
	const cJSON *v = take(r, "kbit_prepare");

	s->method = method == 0 ? METHOD_FULL : METHOD_LORA;
	s->quant = (enum quant)word(r, "quant", quants, QUANT_NF4);
	if (method == 3)
		s->quant = QUANT_INT8;
	else if (method != 2)
		s->quant = QUANT_NONE;
	s->kbit = cJSON_IsString(v) ? KBIT_NORMS : cJSON_IsFalse(v) ? KBIT_NONE : KBIT_ALL;
	s->double_quant = boolean(r, "double_quant", true);
	v = cJSON_GetObjectItemCaseSensitive(r->object, "quant");
	s->quant_bits = cJSON_IsString(v) && str_is(str_of(v->valuestring), "gptq8") ? 8 : 4;
	s->quant_group = number(r, "quant_group", 128);
	s->quant_head = boolean(r, "quant_head", false);
	s->bnb_old = boolean(r, "bnb_old", false);
	if (s->method == METHOD_LORA)
		read_lora(r, s);
	else
		take(r, "lora");
}

static bool read_model(struct reader *r, struct step_spec *s)
{
	const cJSON *v = take(r, "model");
	const struct shape *a = cJSON_IsString(v) ? preset_find(str_of(v->valuestring)) : NULL;

	if (!a) {
		fprintf(stderr, "oracle: unknown model\n");
		return false;
	}
	s->shape = *a;
	s->shape.layers = number(r, "layers", a->layers);
	return true;
}

static void read_step(struct reader *r, struct step_spec *s)
{
	const cJSON *v;

	s->micro_batch = number(r, "micro_batch", 1);
	s->seq_len = number(r, "seq_len", 1024);
	s->weights = (enum dtype)word(r, "weights_dtype", dtypes, DTYPE_BFLOAT16);
	s->adapter = (enum dtype)word(r, "adapter_dtype", dtypes, DTYPE_FLOAT32);
	s->autocast = boolean(r, "autocast", true);
	s->convert_outputs = boolean(r, "convert_outputs", true);
	s->checkpoint = (enum checkpoint)word(r, "grad_ckpt", checkpoints, CHECKPOINT_NONE);
	s->attention = (enum attention)word(r, "attention", attentions, ATTENTION_SDPA);
	s->kernels = (enum kernels)word(r, "kernels", kernels, KERNELS_EAGER);
	s->loss = (enum loss)word(r, "loss", losses, LOSS_HF);
	s->reference = (enum reference)word(r, "ref_model", references, REFERENCE_NONE);
	s->completion = number(r, "completion_len", 0);
	s->loss_chunk = number(r, "chunk", 256);
	s->extra_saved = number(r, "extra_saved", 0);
	s->keep_outputs = boolean(r, "keep_outputs", false);
	s->use_cache = boolean(r, "use_cache", false);
	s->accumulation = number(r, "grad_accum", 1);
	s->input_require_grads = boolean(
	    r, "input_require_grads", s->method == METHOD_LORA && s->checkpoint != CHECKPOINT_NONE);
	v = take(r, "optimizer");
	s->optim = optim_find(cJSON_IsString(v) ? str_of(v->valuestring) : STR("adamw_fused"));
	if (!s->optim) {
		fprintf(stderr, "oracle: unknown optimizer\n");
		r->ok = false;
	}
}

static void read_layout(struct reader *r, struct step_spec *s)
{
	struct reader fsdp = {.object = take(r, "fsdp")};

	s->parallel.layout = number(r, "ddp", 0) > 0 ? LAYOUT_DDP : LAYOUT_NONE;
	s->bucket_view = boolean(r, "ddp_bucket_view", false);
	if (fsdp.object) {
		s->parallel.layout = LAYOUT_FSDP1;
		s->parallel.world = number(&fsdp, "world", 1);
		s->parallel.loss_outside = true; /* as the simulated step computes it */
	}
}

bool oracle_spec(struct str json, struct step_spec *out)
{
	cJSON *root = cJSON_ParseWithLength(json.s, json.n);
	struct reader r = {.object = root, .ok = true};

	*out = step_spec_default();
	if (!root) {
		fprintf(stderr, "oracle: not JSON: %.*s\n", STR_ARG(json));
		return false;
	}
	if ((r.ok = read_model(&r, out))) {
		read_method(&r, out);
		read_step(&r, out);
		read_layout(&r, out);
		if (r.known != (size_t)cJSON_GetArraySize(root)) {
			fprintf(stderr, "oracle: unknown keys in %.*s\n", STR_ARG(json));
			r.ok = false;
		}
	}
	cJSON_Delete(root);
	return r.ok;
}
