#include "measured.h"

#include "core/base/base.h"
#include "core/model/model.h"
#include "core/step/step.h"

#include <math.h>
#include <string.h>

static bool has(struct str s, const char *needle)
{
	return str_has_nocase(s, str_of(needle));
}

static bool starts(struct str s, const char *prefix)
{
	return str_starts(s, str_of(prefix));
}

bool measured_from(const struct measured *r, const char *prefix)
{
	return starts(r->id, prefix);
}

/* ------------------------------------------------------------------------------------ cells */

/** What a source's counter counts, where the table says it. */
static enum counter counter_of(const struct measured *r)
{
	if (has(r->how, "allocated"))
		return COUNTER_ALLOCATED;
	if (has(r->how, "nvidia-smi") || has(r->how, "nvml"))
		return COUNTER_DEVICE;
	if (has(r->how, "reserved"))
		return COUNTER_RESERVED;
	if (measured_from(r, "tune.")) /* torchtune prints active bytes */
		return COUNTER_ALLOCATED;
	return measured_from(r, "qwen.") ? COUNTER_DEVICE : COUNTER_RESERVED;
}

static double unit_of(const struct measured *r)
{
	bool binary = has(r->unit, "GiB") || has(r->unit, "1024") ||
		      (starts(r->unit, "unstated") && measured_from(r, "qwen."));

	return binary ? (double)GIB : 1e9;
}

struct measured measured_row(const struct csv *csv, size_t row)
{
	struct measured r = {
	    .id = csv_at(csv, row, "id"),
	    .version = csv_at(csv, row, "date_or_version"),
	    .how = csv_at(csv, row, "measured_how"),
	    .framework = csv_at(csv, row, "framework"),
	    .model = csv_at(csv, row, "model"),
	    .method = csv_at(csv, row, "method"),
	    .weights = csv_at(csv, row, "weights_dtype"),
	    .precision = csv_at(csv, row, "train_precision"),
	    .optimizer = csv_at(csv, row, "optimizer"),
	    .checkpointing = csv_at(csv, row, "gradient_checkpointing"),
	    .attention = csv_at(csv, row, "attention"),
	    .targets = csv_at(csv, row, "lora_targets"),
	    .parallelism = csv_at(csv, row, "parallelism"),
	    .offload = csv_at(csv, row, "offload"),
	    .loss = csv_at(csv, row, "loss_kernel"),
	    .packing = csv_at(csv, row, "packing"),
	    .gpu = csv_at(csv, row, "gpu"),
	    .unit = csv_at(csv, row, "unit"),
	    .notes = csv_at(csv, row, "notes"),
	    .batch = csv_number(csv, row, "micro_batch_size", 0),
	    .length = csv_number(csv, row, "seq_len", 0),
	    .accumulation = csv_number(csv, row, "grad_accum", 1),
	    .rank = csv_number(csv, row, "lora_r", 8),
	    .gpus = csv_number(csv, row, "num_gpus", 1),
	    .figure = csv_number(csv, row, "peak_gb", 0),
	};
	struct str kind = csv_at(csv, row, "kind"), quality = csv_at(csv, row, "quality");

	r.kind = str_is(kind, "oom") ? KIND_OOM : str_is(kind, "fits") ? KIND_FITS : KIND_MEASURED;
	r.quality = quality.n > 0 ? quality.s[0] : 'C';
	r.counter = counter_of(&r);
	return r;
}

/** Months since year 0 of a run's date, or 0. */
static int64_t month_of(const struct measured *r)
{
	int64_t year, month = 1;

	if (!str_to_int(str_sub(r->version, 0, 4), &year) || year < 2000)
		return 0;
	if (r->version.n >= 7 && r->version.s[4] == '-')
		str_to_int(str_sub(r->version, 5, 7), &month);
	return year * 12 + month;
}

bool measured_is_old(const struct measured *r)
{
	int64_t month = month_of(r);

	return month > 0 && month < 2024 * 12 + 6;
}

double measured_transformers(const struct measured *r)
{
	size_t at = str_find(r->version, STR("transformers "), 0);
	int64_t major, minor, month;

	if (at != SIZE_MAX) {
		struct str_cut cut = str_cut(str_sub(r->version, at + 13, r->version.n), '.');
		size_t n = 0;

		while (n < cut.tail.n && cut.tail.s[n] >= '0' && cut.tail.s[n] <= '9')
			n++;
		if (str_to_int(cut.head, &major) && str_to_int(str_sub(cut.tail, 0, n), &minor))
			return (double)major + (double)minor / 1000;
	}
	month = month_of(r);
	return month > 0 && month < 2024 * 12 + 11 ? 4.045 : 99; /* 4.46: 24 October 2024 */
}

/* ---------------------------------------------------------------------------- usable or not */

static bool has_method(const struct measured *r)
{
	static const char *const methods[] = {"full",	   "lora",     "qlora",
					      "gptq-lora", "dora",     "int8-lora",
					      "awq-lora",  "hqq-lora", "galore"};

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		if (str_is(r->method, methods[i]))
			return true;
	}
	return false;
}

/** The length that the GPU saw: not known, or known to be less than the limit that is stated. */
static const char *length_unknown(const struct measured *r)
{
	if (r->batch <= 0 || r->length <= 0)
		return "length or batch unknown";
	if (has(r->notes, "shorter than max_length") || has(r->notes, "very short samples") ||
	    measured_from(r, "swiftb.tuners"))
		return "data shorter than the limit";
	if (r->gpus <= 1 && measured_from(r, "tune.") && str_is(r->packing, "no") &&
	    !has(r->notes, "full length"))
		return "data shorter than the limit";
	return NULL;
}

const char *measured_unusable(const struct measured *r)
{
	const char *why;

	if (r->quality == 'C')
		return "quality C";
	if (!has_method(r))
		return "method not modelled";
	if ((why = length_unknown(r)))
		return why;
	/* Until May 2024 torchtune logged active, allocated and reserved; its tables do not say which. */
	if (measured_from(r, "tune.") && measured_is_old(r))
		return "counter unknown";
	if (has(r->optimizer, "optimizer_in_bwd") || has(r->notes, "optimizer_in_bwd"))
		return "optimizer in backward";
	if (r->gpus <= 1 && has(r->loss, "compile"))
		return "torch.compile";
	if (r->gpus <= 1 && r->offload.n > 0 && !str_is(r->offload, "none"))
		return "offload on one GPU";
	if (has(r->parallelism, "(1 GPU)"))
		return "sharding over one GPU";
	return NULL;
}

/* ------------------------------------------------------------------------------- the columns */

/** Ids that the model table has under another name: quantised copies, fp8 copies. */
static const struct {
	const char *id, *row;
} aliases[] = {
    {"TechxGenus/Meta-Llama-3-8B-GPTQ", "meta-llama/Meta-Llama-3-8B"},
    {"TheBloke/Mixtral-8x7B-Instruct-v0.1-GPTQ", "mistralai/Mixtral-8x7B-v0.1"},
    {"TheBloke/Llama-2-70B-GPTQ", "meta-llama/Llama-2-70b-hf"},
    {"Qwen/Qwen3-14B-FP8", "Qwen/Qwen3-14B"},
    {"mistralai/Mistral-7B-v0.2", "mistralai/Mistral-7B-v0.1"},
    {"Qwen/Qwen2-7B", "Qwen/Qwen2.5-7B"},
};

static const struct model *model_of(struct str id)
{
	for (size_t i = 0; i < sizeof(aliases) / sizeof(*aliases); i++) {
		if (str_is_nocase(id, aliases[i].id))
			id = str_of(aliases[i].row);
	}
	return model_find(id);
}

/* PowerLM-3B is not in the table; its config.json. */
static bool powerlm(struct str id, struct shape *out)
{
	if (!str_is_nocase(id, "ibm/PowerLM-3b"))
		return false;
	*out = (struct shape){.hidden = 2304,
			      .layers = 40,
			      .heads = 36,
			      .kv_heads = 36,
			      .head_dim = 64,
			      .ffn = 9216,
			      .vocab = 49152,
			      .tied = true,
			      .rope = true,
			      .rope_share = 1,
			      .sliding_every = 1,
			      .eager_upcast = true};
	return true;
}

/** Words of the column lora_targets, in a model's terms. */
static linear_set targets_of(const struct measured *r, const struct shape *a)
{
	struct str list[32], text = r->targets;
	size_t n = 0, i = 0;

	if (has(text, "all linear") || has(text, "all-linear") ||
	    (has(text, "c_attn") && has(text, "c_proj")))
		return shape_all_linear(a);
	if (has(text, "c_attn") || has(text, "query_key_value") || has(text, "w_pack"))
		return LINEAR(QKV);
	while (i < text.n && n < 32) {
		size_t from = i;

		while (i < text.n && (text.s[i] == '_' || (text.s[i] >= 'a' && text.s[i] <= 'z')))
			i++;
		if (i > from)
			list[n++] = str_sub(text, from, i);
		else
			i++;
	}
	for (i = 0; i < n; i++) {
		/* The table's short names. */
		if (str_is(list[i], "gate") || str_is(list[i], "up") || str_is(list[i], "down"))
			list[i] = str_is(list[i], "gate") ? STR("gate_proj")
				  : str_is(list[i], "up") ? STR("up_proj")
							  : STR("down_proj");
		if (str_is(list[i], "of") || str_is(list[i], "qkv") || str_is(list[i], "output"))
			list[i] = STR("-"); /* "part of fused qkv" */
	}
	return modules_of(a, list, n).linears;
}

/** The optimizer column's many spellings; the first that is found counts. */
static const struct optim *optimizer_of(const struct measured *r)
{
	static const struct {
		const char *text, *name;
	} spellings[] = {{"galore", "galore_adamw"},
			 {"adamw_hf", "adamw_hf"},
			 {"pagedadamw8bit", "paged_adamw_8bit"},
			 {"paged_adamw_8bit", "paged_adamw_8bit"},
			 {"pagedadamw", "paged_adamw_32bit"},
			 {"paged_adamw", "paged_adamw_32bit"},
			 {"8bit", "adamw_8bit"},
			 {"fused", "adamw_torch_fused"},
			 {"sgd", "sgd"},
			 {"adafactor", "adafactor"}};

	for (size_t i = 0; i < sizeof(spellings) / sizeof(*spellings); i++) {
		if (has(r->optimizer, spellings[i].text))
			return optim_find(str_of(spellings[i].name));
	}
	return optim_find(STR("adamw_torch"));
}

static void set_method(const struct measured *r, struct step_spec *s)
{
	bool upcast = has(r->weights, "upcast to fp32");

	s->method =
	    str_is(r->method, "full") || str_is(r->method, "galore") ? METHOD_FULL : METHOD_LORA;
	if (str_is(r->method, "qlora"))
		s->quant = QUANT_NF4;
	else if (str_is(r->method, "gptq-lora"))
		s->quant = QUANT_GPTQ;
	else if (str_is(r->method, "awq-lora"))
		s->quant = QUANT_AWQ;
	else if (str_is(r->method, "hqq-lora"))
		s->quant = QUANT_HQQ;
	else if (str_is(r->method, "int8-lora"))
		s->quant = QUANT_INT8;
	s->dora = str_is(r->method, "dora");
	if (s->quant == QUANT_NF4 && (measured_from(r, "swift") || measured_from(r, "axo")))
		upcast = true;
	s->kbit = upcast ? KBIT_ALL : KBIT_NONE;
	s->weights = starts(r->weights, "fp32") ? DTYPE_FLOAT32 : DTYPE_BFLOAT16;
	s->autocast = has(r->precision, "mixed") || has(r->precision, "autocast");
	s->adapter =
	    measured_from(r, "litgpt") || measured_from(r, "tune") ? DTYPE_BFLOAT16 : DTYPE_FLOAT32;
	s->double_quant = true;
	if (s->method == METHOD_LORA) {
		s->lora_r = r->rank;
		s->lora_targets = targets_of(r, &s->shape);
		/* PEFT's modules_to_save: the whole embedding and head train beside the adapters. */
		s->train_embed =
		    has(r->targets, "wte") || has(r->targets, "embed") || has(r->id, "lora-emb");
		s->train_head = s->train_embed;
	}
}

const char *measured_columns(const struct measured *r, struct measured_case *out)
{
	struct step_spec *s = &out->spec;
	const struct model *m = model_of(r->model);

	*s = step_spec_default();
	if (m)
		s->shape = shape_of_model(m);
	else if (!powerlm(r->model, &s->shape))
		return "architecture";
	if (m) {
		out->facts.family_less = family_of_model(m)->less;
		out->facts.family_more = family_of_model(m)->more;
		out->facts.family_bytes = family_of_model(m)->more_gb * 1e9;
	}
	if (m && (family_of_model(m)->kind != FAMILY_DECODER &&
		  family_of_model(m)->kind != FAMILY_ENCODER))
		return "architecture";
	s->micro_batch = r->batch;
	s->seq_len = r->length;
	s->accumulation = fmax(1, r->accumulation);
	set_method(r, s);
	s->checkpoint = starts(r->checkpointing, "no") ? CHECKPOINT_NONE : CHECKPOINT_REENTRANT;
	s->input_require_grads = s->method == METHOD_LORA && s->checkpoint != CHECKPOINT_NONE;
	s->optim = optimizer_of(r);
	s->attention = starts(r->attention, "flash")   ? ATTENTION_FLASH
		       : str_is(r->attention, "eager") ? ATTENTION_EAGER
						       : ATTENTION_SDPA;
	if (s->attention == ATTENTION_SDPA && s->shape.composed_attention)
		s->attention = ATTENTION_EAGER;
	if (starts(r->loss, "fused") || has(r->loss, "liger"))
		s->loss = LOSS_LIGER;
	else if (starts(r->loss, "chunked"))
		s->loss = LOSS_CHUNKED;
	if (starts(r->packing, "yes (multipack")) { /* one row of batch x length tokens */
		s->seq_len *= s->micro_batch;
		s->micro_batch = 1;
	}
	out->bytes = r->figure * unit_of(r);
	return NULL;
}

const char *measured_case(const struct measured *r, struct measured_case *out)
{
	const char *why = measured_unusable(r);

	*out = (struct measured_case){0};
	if (!why)
		why = measured_columns(r, out);
	if (why)
		return why;
	measured_rules(r, out);
	if (r->gpus > 1 || has(r->parallelism, "zero") || has(r->parallelism, "fsdp"))
		measured_layout(r, out);
	return NULL;
}
