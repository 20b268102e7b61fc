/*
 * What trains, from settings to the formulas' input: adapters, quantisation, which layers.
 */
#include "core/base/base.h"
#include "spec_parts.h"

#include <math.h>

/* Whether the experts of a layer are one parameter: in every version, by the family; else by the setting. */
static bool stacks_experts(const struct step_spec *s, const struct job *job)
{
	return s->shape.stacked_experts || job_is(job, SETTING_EXPERTS, "fused") || job_is(job, SETTING_EXPERTS, "fused_quantised");
}

static void set_quant(struct step_spec *s, const struct job *job)
{
	struct str name = job_str(job, SETTING_QUANTIZATION, STR("none"));
	int64_t bits = job_int(job, SETTING_QUANTIZATION_BITS, 0);
	static const struct spec_word upcasts[] = {
	    {"true", KBIT_ALL}, {"norms", KBIT_NORMS}, {"false", KBIT_NONE}, {NULL, 0}};

	if (!quant_find(name, &s->quant)) /* a format without a row: 4-bit groups */
		s->quant = name.n > 0 ? QUANT_GPTQ : QUANT_NONE;
	if (job_is(job, SETTING_WEIGHTS_DTYPE, "fp8") && s->method == METHOD_LORA && s->quant == QUANT_NONE)
		s->quant = QUANT_FP8;
	s->quant_bits = bits == 8 || s->quant == QUANT_FP8 || s->quant == QUANT_INT8 ? 8 : 4;
	/* bitsandbytes' walk over nn.Linear passes by a stacked parameter (bitsandbytes issue 1849). */
	s->experts_whole = (s->quant == QUANT_NF4 || s->quant == QUANT_FP4 || s->quant == QUANT_INT8) &&
			   stacks_experts(s, job) && !s->shape.quantised_experts && !job_is(job, SETTING_EXPERTS, "fused_quantised");
	s->quant_skipped = s->quant == QUANT_NONE ? 0 : spec_number(job, SETTING_QUANT_SKIPPED, 0);
	s->double_quant = job_bool(job, SETTING_DOUBLE_QUANT, false);
	s->kbit = (enum kbit)spec_word_of(job, SETTING_KBIT_UPCAST, upcasts, KBIT_NONE);
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
	static const struct spec_word low_rank[] = {
	    {"lora", 1}, {"dora", 1}, {"adalora", 1}, {"rslora", 1}, {"pissa", 1}, {"qlora", 1}, {"lora_fa", 1},
	    {"vera", 1}, {"loha", 1}, {"lokr", 1},    {"oft", 1},    {"boft", 1},  {NULL, 0}};
	const struct value *v = job_get(job, SETTING_LORA_TARGET_MODULES);
	struct modules m = {0};

	s->method = METHOD_LORA;
	s->adapter = spec_dtype_of(job, SETTING_ADAPTER_DTYPE, DTYPE_FLOAT32);
	if (!spec_word_of(job, SETTING_PEFT, low_rank, 0)) {
		/* Prompts and vectors: next to no parameters, but gradients reach the embedding. */
		s->input_require_grads = true;
		return;
	}
	s->dora = job_is(job, SETTING_PEFT, "dora");
	s->whole_delta = job_is(job, SETTING_PEFT, "loha") || job_is(job, SETTING_PEFT, "lokr");
	s->lora_r = spec_number(job, SETTING_LORA_R, 8);
	/* Two pairs of matrices a layer: peft 0.20 src/peft/tuners/loha/layer.py create_adapter_parameters(). */
	if (job_is(job, SETTING_PEFT, "loha"))
		s->lora_r *= 2;
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

/* Frozen from the embedding on, in the order of the modules: what is left are the head and the last layers. */
static void freeze_share(struct step_spec *s, const struct model *model, double frozen)
{
	struct model_count n = model_count(model);
	double head = s->shape.tied ? 0 : (double)n.embedding / 2;

	if (n.layer == 0)
		return;
	s->trained_layers = fmax(0, ((1 - frozen) * (double)n.total - head) / (double)n.layer);
	s->train_head = head > 0;
}

static void set_layers(struct step_spec *s, const struct job *job)
{
	bool ends = job_is(job, SETTING_TRAINABLE, "layers_and_ends"),
	     added = job_is(job, SETTING_TRAINABLE, "new_layers");
	double frozen = job_real(job, SETTING_FROZEN_SHARE, 0);

	s->any_layers = ends || added || job_is(job, SETTING_TRAINABLE, "layers");
	s->train_embed = s->train_head = ends;
	/* "partial" does not say which: LLaMA-Factory's freeze_trainable_layers is 2. */
	if (s->any_layers || job_is(job, SETTING_TRAINABLE, "last_layers") ||
	    job_is(job, SETTING_TRAINABLE, "partial"))
		s->trained_layers = spec_number(job, SETTING_TRAINABLE_LAYERS, 2);
	else if (frozen > 0 && frozen < 1 && job->model)
		freeze_share(s, job->model, frozen);
	if (added)
		s->shape.layers += s->trained_layers;
}

void spec_set_method(struct step_spec *s, const struct job *job)
{
	s->extra_trained = spec_number(job, SETTING_TRAINABLE_PARAMS, 0);
	if (spec_is_set(job, SETTING_PEFT)) {
		set_adapter(s, job);
	} else if (job_is(job, SETTING_TRAINABLE, "none")) {
		/* A frozen model that gradients flow through to what trains in front of it. */
		s->method = METHOD_LORA;
		s->input_require_grads = true;
	} else if (job_is(job, SETTING_TRAINABLE, "head")) {
		/* No gradient goes back into them: autograd keeps nothing of an operation none of whose inputs needs one. */
		s->trained_layers = 0;
	}
	s->frozen_tower = job_is(job, SETTING_TRAINABLE, "language");
	if (s->method == METHOD_FULL && s->trained_layers < 0)
		set_layers(s, job);
	set_quant(s, job);
}
