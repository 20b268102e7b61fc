/*
 * What frameworks at their versions are known to do: one rule a function, its reason above it.
 * Each was read in the named source or measured: docs/formulas.md, "Published runs".
 */
#include "measured.h"

#include "core/base/base.h"

#include <math.h>

static bool has(struct str s, const char *needle)
{
	return str_has_nocase(s, str_of(needle));
}

/*
 * transformers 4.46 to 4.49 copies the shifted float32 logits while the caller still holds the
 * 16-bit ones (loss_utils.ForCausalLMLoss).
 */
static bool shift_copy(const struct measured *r, struct measured_case *c)
{
	double v = measured_transformers(r);

	if (c->spec.loss != LOSS_HF || v < 4.046 || v >= 4.0495)
		return false;
	c->spec.loss = LOSS_HF_SHIFT;
	return true;
}

/* Before 4.46 (October 2024) the model itself made float32 logits, then a shifted copy. */
static bool old_loss(const struct measured *r, struct measured_case *c)
{
	if (c->spec.loss != LOSS_HF || measured_transformers(r) >= 4.046 ||
	    measured_from(r, "tune") || measured_from(r, "litgpt") || measured_from(r, "peft.") ||
	    measured_from(r, "rasbt"))
		return false;
	c->spec.loss = LOSS_HF_OLD;
	return true;
}

/*
 * fms-acceleration's FastForCausalLMLoss is a Triton cross-entropy on materialised, shifted float32
 * logits, not a fused linear loss; its RMSNorm keeps the input only.
 */
static bool foak(const struct measured *r, struct measured_case *c)
{
	if (!has(r->loss, "foak"))
		return false;
	c->spec.kernels = KERNELS_FUSED_NORM;
	if (!has(r->loss, "linear"))
		c->spec.loss = measured_transformers(r) >= 4.046 ? LOSS_TRITON : LOSS_TRITON_OLD;
	return true;
}

/*
 * TRL until December 2025 with a 4-bit model and bf16: prepare_model_for_kbit_training, then
 * peft_module_casting_to_bf16 puts embeddings and head back; only the norms stay float32.
 */
static bool trl_norms(const struct measured *r, struct measured_case *c)
{
	if (!measured_from(r, "fms") || !str_is(r->method, "qlora") || c->spec.kbit == KBIT_NONE)
		return false;
	c->spec.kbit = KBIT_NORMS;
	return true;
}

/* scenarios*.yaml of fms-acceleration: lora_dropout 0.1 in every PEFT scenario. */
static bool fms_dropout(const struct measured *r, struct measured_case *c)
{
	if (!measured_from(r, "fms") || c->spec.method == METHOD_FULL)
		return false;
	return c->spec.lora_dropout = true;
}

/* GPTQ's group is in quantize_config.json: 128, or none in the Mixtral and Llama-2-70B copies. */
static bool gptq(const struct measured *r, struct measured_case *c)
{
	if (c->spec.quant != QUANT_GPTQ)
		return false;
	c->spec.quant_bits = has(r->weights, "int8") ? 8 : 4;
	c->spec.quant_group = has(r->model, "Mixtral") || has(r->model, "70B-GPTQ") ? 0 : 128;
	return true;
}

/* GPTBigCode 4.48 computes its loss itself: cross-entropy on shifted logits without float(). */
static bool bigcode(const struct measured *r, struct measured_case *c)
{
	if (!has(r->model, "bigcode"))
		return false;
	c->spec.loss = LOSS_PLAIN_SHIFT;
	return true;
}

/*
 * litgpt's own model: one qkv matrix, K and V expanded by copy, head never tied; Fabric returns
 * float32 logits, held through backward; dropout 0.05 (config_hub). LoRA on q and v only goes
 * through index_copy, which keeps its source (zero_pad). Quantises every Linear, single scales.
 */
static bool litgpt(const struct measured *r, struct measured_case *c)
{
	struct step_spec *s = &c->spec;
	struct shape *a = &s->shape;
	linear_set qkv = LINEAR(Q) | LINEAR(K) | LINEAR(V);

	if (!measured_from(r, "litgpt"))
		return false;
	if (s->lora_targets & qkv)
		s->lora_targets = (s->lora_targets & ~qkv) | LINEAR(QKV);
	if (s->lora_targets & LINEAR(GATE_UP))
		s->lora_targets = (s->lora_targets & ~LINEAR(GATE_UP)) | LINEAR(GATE) | LINEAR(UP);
	a->fused_qkv = true;
	a->fused_gate_up = a->tied = false;
	if (a->norm == NORM_GEMMA)
		a->norm = NORM_RMS;
	if (s->method == METHOD_LORA) {
		s->lora_dropout = true;
		s->lora_head = has(r->targets, "lm_head");
		if (str_starts(r->targets, STR("q,v")))
			s->extra_saved = 2 * a->head_dim * (a->heads + a->kv_heads);
	}
	s->quant_half = s->holds_logits = true;
	s->attention = a->attn_softcap ? ATTENTION_EAGER : ATTENTION_LITGPT;
	s->loss = LOSS_LITGPT;
	if (s->quant == QUANT_NF4) {
		s->double_quant = false;
		s->quant_head = true;
		s->kbit = KBIT_NONE;
	}
	return true;
}

/* bitsandbytes < 0.43.2: MatMul4Bit saves its input although the weight is frozen. */
static bool bnb_old(const struct measured *r, struct measured_case *c)
{
	if (!has(r->notes, "BNB-OLD") || c->spec.quant != QUANT_NF4)
		return false;
	return c->spec.bnb_old = true;
}

/*
 * axolotl casts norms, embeddings and head back after kbit preparation (flash attention); Cut
 * Cross-Entropy keeps no logits; lora_dropout 0.05.
 */
static bool axolotl(const struct measured *r, struct measured_case *c)
{
	if (!measured_from(r, "axo"))
		return false;
	c->spec.kbit = KBIT_NONE;
	c->spec.lora_dropout = c->spec.method == METHOD_LORA;
	c->may_evaluate = true; /* the examples hold out val_set_size; the table does not copy it */
	if (has(r->loss, "Cut Cross"))
		c->spec.loss = LOSS_CCE;
	return true;
}

/*
 * PEFT's method_comparison: a loop that keeps outputs (logits, cache) over backward; padded rows, so
 * SDPA with a mask; samples limited to 1300 characters, about 650 tokens, not by max_seq_length.
 */
static bool peft_loop(const struct measured *r, struct measured_case *c)
{
	if (!measured_from(r, "peft."))
		return false;
	c->spec.autocast = false;
	c->spec.attention = ATTENTION_SDPA_MASK;
	c->spec.use_cache = c->spec.keep_outputs = true;
	c->spec.seq_len = 650;
	return true;
}

/*
 * LLMs-from-scratch's GPT: head not tied, separate q, k, v, cross-entropy in the logits' dtype;
 * composed GELU until the step that replaces it.
 */
static bool rasbt(const struct measured *r, struct measured_case *c)
{
	struct shape *a = &c->spec.shape;

	if (!measured_from(r, "rasbt"))
		return false;
	a->tied = a->fused_qkv = false;
	c->spec.loss = LOSS_PLAIN;
	if (!str_is(r->id, "rasbt.gpt2.base") && !str_is(r->id, "rasbt.gpt2.bf16"))
		a->composed_act = false;
	return true;
}

/* torchtune before July 2024 holds the float32 logits in backward (no "del logits"). */
static bool tune_logits(const struct measured *r, struct measured_case *c)
{
	if (!measured_from(r, "tune.l2"))
		return false;
	c->spec.loss = LOSS_HF_OLD;
	c->spec.keep_outputs = true;
	return true;
}

static const struct {
	const char *name;
	bool (*apply)(const struct measured *r, struct measured_case *c);
} rules[] = {
    {"shifted copy", shift_copy}, {"old loss", old_loss},	{"foak", foak},
    {"TRL norms", trl_norms},	  {"fms dropout", fms_dropout}, {"GPTQ", gptq},
    {"bigcode", bigcode},	  {"litgpt", litgpt},		{"old bnb", bnb_old},
    {"axolotl", axolotl},	  {"PEFT loop", peft_loop},	{"rasbt", rasbt},
    {"tune logits", tune_logits},
};

/** The card's nominal size, as far as its name says it. */
static double card_bytes(const struct measured *r)
{
	size_t at = str_find(r->gpu, STR("GB"), 0), from = at;
	int64_t gb;

	if (at == SIZE_MAX)
		return 0;
	while (from > 0 && r->gpu.s[from - 1] >= '0' && r->gpu.s[from - 1] <= '9')
		from--;
	return str_to_int(str_sub(r->gpu, from, at), &gb) ? 0.985 * (double)GIB * (double)gb : 0;
}

void measured_rules(const struct measured *r, struct measured_case *c)
{
	bool old_driver = str_starts(r->version, STR("2021")) ||
			  str_starts(r->version, STR("2020")) ||
			  str_starts(r->version, STR("2022-0"));

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if (rules[i].apply(r, c) && c->n_rules < sizeof(c->rules) / sizeof(*c->rules))
			c->rules[c->n_rules++] = rules[i].name;
	}
	/* Before CUDA 11.7 loaded kernels lazily a context took 1.4 GB (HF's guide measured 1343 MiB). */
	c->facts.context = old_driver ? 1.4e9 : 0;
	c->facts.card = card_bytes(r);
	c->facts.old_stack = measured_is_old(r);
	/* ms-swift's runs neither pack nor pad to a fixed length; the long ones sample 1000 rows. */
	c->facts.ragged = (measured_from(r, "swiftb") || measured_from(r, "swiftx")) &&
			  !str_starts(r->packing, STR("yes"));
	c->facts.short_run = c->spec.seq_len > 2048;
}
