/*
 * Runs on several GPUs: the layout that the columns and the framework say.
 */
#include "measured.h"

#include <math.h>

static bool has(struct str s, const char *needle)
{
	return str_has_nocase(s, str_of(needle));
}

/** The number behind a word: "tp2", "cp 8"; fallback if there is none. */
static double number_behind(struct str s, const char *word, double fallback)
{
	struct str w = str_of(word);

	for (size_t at = str_find(s, w, 0); at != SIZE_MAX; at = str_find(s, w, at + 1)) {
		size_t i = at + w.n, from;
		int64_t n;

		if (at > 0 && s.s[at - 1] >= 'a' && s.s[at - 1] <= 'z')
			continue;
		while (i < s.n && s.s[i] == ' ')
			i++;
		for (from = i; i < s.n && s.s[i] >= '0' && s.s[i] <= '9';)
			i++;
		if (str_to_int(str_sub(s, from, i), &n))
			return (double)n;
	}
	return fallback;
}

static enum layout layout_of(struct str parallelism)
{
	static const struct {
		const char *word;
		enum layout layout;
	} words[] = {{"zero3", LAYOUT_ZERO3},
		     {"zero2", LAYOUT_ZERO2},
		     {"fsdp2", LAYOUT_FSDP2},
		     {"fsdp", LAYOUT_FSDP1},
		     {"device_map", LAYOUT_DEVICE_MAP},
		     {"tp", LAYOUT_MEGATRON},
		     {"ddp", LAYOUT_DDP},
		     {"sp", LAYOUT_DDP}};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (has(parallelism, words[i].word))
			return words[i].layout;
	}
	return LAYOUT_NONE;
}

static void set_groups(const struct measured *r, struct parallel *p)
{
	struct str lay = r->parallelism;
	size_t at = str_find(lay, STR("fsdp2("), 0);

	p->tp = number_behind(lay, "tp", 1);
	p->pp = number_behind(lay, "pp", 1);
	p->cp = number_behind(lay, "cp", 1);
	p->ep = number_behind(lay, "ep", 1);
	p->chunks = number_behind(lay, "vpp", 1);
	p->world = r->gpus;
	if (at != SIZE_MAX)
		p->world = number_behind(str_sub(lay, at + 6, lay.n), "", r->gpus) * p->cp;
	if (has(lay, "ddp+device_map")) {
		p->layout = LAYOUT_DEVICE_MAP;
		p->world = 2;
	}
	if (has(lay, "sp8"))
		p->cp = 8;
}

/* torchtitan: fp32 reduction, selective op checkpointing, K and V repeated in the model. */
static void titan(const struct measured *r, struct step_spec *s)
{
	struct parallel *p = &s->parallel;

	p->reduce_bytes = 4;
	p->units = UNITS_SPLIT;
	p->sync_each = true;
	if (has(r->checkpointing, "selective"))
		s->checkpoint = CHECKPOINT_SELECTIVE;
	s->attention = ATTENTION_SDPA_REPEAT;
	if (p->pp > 1) { /* pipeline_parallel_microbatch_size = 1 */
		p->microbatches = s->micro_batch;
		p->chunks = has(r->parallelism, "interleaved") ? 2 : 1;
		s->micro_batch = 1;
	}
}

/* Transformer Engine keeps what Liger's kernels keep. */
static void megatron(const struct measured *r, struct step_spec *s)
{
	struct parallel *p = &s->parallel;

	s->kernels = KERNELS_LIGER;
	s->loss = LOSS_MEGATRON;
	p->distributed_optimizer =
	    has(r->parallelism, "distributed") || has(r->optimizer, "distributed");
	p->world = fmax(1, floor(floor(r->gpus / p->tp) / p->pp));
	p->sequence_parallel = has(r->parallelism, "sp") || has(r->framework, "bridge");
	p->adam_bytes = has(r->optimizer, "bf16 states") ? 4 : 8;
}

void measured_layout(const struct measured *r, struct measured_case *c)
{
	struct step_spec *s = &c->spec;
	struct parallel *p = &s->parallel;
	bool cpu = str_starts(r->offload, STR("cpu"));

	p->layout = layout_of(r->parallelism);
	set_groups(r, p);
	if (has(r->checkpointing, "selective") || r->checkpointing.n == 0)
		s->checkpoint = CHECKPOINT_NONE;
	else if (s->checkpoint != CHECKPOINT_NONE &&
		 (has(r->framework, "torchtune") || has(r->framework, "litgpt") ||
		  has(r->framework, "titan")))
		s->checkpoint = CHECKPOINT_NONREENTRANT;
	p->offload_act = has(r->offload, "activations");
	p->offload_params = cpu;
	if (has(r->optimizer, "default"))
		s->optim = optim_find(STR("adamw_torch")); /* transformers 4: foreach */
	if (p->layout == LAYOUT_ZERO2 || p->layout == LAYOUT_ZERO3) {
		bool swift = has(r->framework, "swift") || has(r->framework, "qwen");

		p->offload_optim = cpu;
		p->reduce_bucket = p->layout == LAYOUT_ZERO2 && swift ? 2e8 : BUCKET_AUTO;
		p->prefetch_bucket = BUCKET_AUTO;
		p->overlap_comm = has(r->framework, "qwen") ? CHOICE_YES : CHOICE_DEFAULT;
	}
	if (has(r->framework, "litgpt")) /* auto_wrap_policy={Block}, use_orig_params */
		p->lora_units = CHOICE_NO;
	if (has(r->loss, "compiled"))
		s->loss = LOSS_COMPILED;
	if (has(r->framework, "torchtune")) {
		p->sync_each = p->sharded_quant = true;
		p->lora_units = CHOICE_YES;
		p->units =
		    p->layout == LAYOUT_FSDP2 && s->method == METHOD_FULL ? UNITS_EACH : UNITS_ROOT;
	}
	/* accelerate < 1.11 did not defer the reduction; axolotl's own prepare function does not upcast. */
	if (has(r->framework, "axolotl") && p->layout == LAYOUT_FSDP2 &&
	    str_cmp(r->version, STR("2025-09")) < 0) {
		p->sync_each = true;
		p->upcast = UPCAST_NONE;
	}
	if (has(r->framework, "titan"))
		titan(r, s);
	if (p->layout == LAYOUT_MEGATRON)
		megatron(r, s);
}
