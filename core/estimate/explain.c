#include "explain.h"

#include "core/base/base.h"

#include <math.h>

#define SIGNATURE                                                                                  \
	struct arena *a, const struct step_spec *s, const struct step *st, const struct moment *m,      \
	    double bytes

static bool is_sharded(const struct step_spec *s)
{
	return s->parallel.layout != LAYOUT_NONE && s->parallel.layout != LAYOUT_DDP;
}

static struct str weights(SIGNATURE)
{
	struct widths c = widths_of(s);
	double rest = st->weights.total - st->weights.quantised;

	(void)m;
	if (is_sharded(s))
		return str_fmt(a, "%.0f parameters x %.5f B; this GPU's part", st->weights.total,
			       bytes / fmax(1, st->weights.total));
	if (!c.quant)
		return str_fmt(a, "%.0f parameters x %.0f B; %s", st->weights.total, c.wb,
			       dtype_name(s->weights));
	return str_fmt(a, "%.0f weights x %.5f B + %.0f others x %.0f B; %s with its scales",
		       st->weights.quantised, (bytes - rest * c.E) / fmax(1, st->weights.quantised),
		       rest, c.E, quant_name(s->quant));
}

static struct str adapters(SIGNATURE)
{
	double whole = st->weights.whole;

	(void)m;
	if (whole > 0)
		return str_fmt(a, "%.0f B; %.0f parameters of rank %.0f in %s, %.0f trained whole",
			       bytes, st->weights.adapters, s->lora_r, dtype_name(s->adapter),
			       whole);
	return str_fmt(a, "%.0f parameters x %.0f B; %s, rank %.0f",
		       bytes / dtype_bytes(s->adapter), dtype_bytes(s->adapter),
		       dtype_name(s->adapter), s->lora_r);
}

static struct str optimizer(SIGNATURE)
{
	(void)m;
	return str_fmt(a, "%.0f trained parameters x %.5f B; %s", st->trained,
		       bytes / fmax(1, st->trained), s->optim->name);
}

static struct str gradients(SIGNATURE)
{
	(void)m;
	if (!is_sharded(s) && bytes == st->gradient_bytes)
		return str_fmt(a, "%.0f trained parameters x %.5f B", st->trained,
			       bytes / fmax(1, st->trained));
	return str_fmt(a, "%.0f B; so far, of %.0f B for %.0f trained parameters", bytes,
		       st->gradient_bytes, st->trained);
}

static struct str buffers(SIGNATURE)
{
	(void)st, (void)m;
	if (s->parallel.layout == LAYOUT_DDP)
		return str_fmt(a, "%.0f B; a second copy of the gradients, in DDP's buckets",
			       bytes);
	return str_fmt(a, "%.0f B; buckets between %.0f GPUs", bytes, s->parallel.world);
}

static struct str gathered(SIGNATURE)
{
	(void)m;
	return str_fmt(a, "%.0f B; of %.0f parameters, gathered from %.0f GPUs", bytes,
		       st->weights.total, s->parallel.world);
}

static struct str casts(SIGNATURE)
{
	(void)s, (void)st, (void)m;
	return str_fmt(a, "%.0f float32 weights x 2 B; autocast's copies", bytes / 2);
}

static struct str others(SIGNATURE)
{
	(void)m;
	if (s->reference == REFERENCE_COPY && s->others <= 0)
		return str_fmt(a,
			       "%.0f parameters x %.5f B; the reference, a second set of weights",
			       st->weights.total, bytes / fmax(1, st->weights.total));
	return str_fmt(a, "%.0f B; weights of models that only run forward", bytes);
}

static struct str inputs(SIGNATURE)
{
	struct widths c = widths_of(s);

	(void)st, (void)m;
	return str_fmt(a, "%.0f tokens x %.5f B; ids, labels, masks, position tables", c.N,
		       bytes / fmax(1, c.N));
}

static struct str saved(SIGNATURE)
{
	struct widths c = widths_of(s);
	double rest = bytes - c.back * c.N * c.h * c.R;

	(void)st, (void)m;
	if (c.ckpt && rest >= 0 && !is_sharded(s))
		return str_fmt(a,
			       "%.0f layers x %.0f tokens x %.0f hidden x %.0f B + %.0f B; each "
			       "layer's input, and the final norm's",
			       c.back, c.N, c.h, c.R, rest);
	return str_fmt(a, "%.0f layers x %.0f tokens x %.5f B", c.back, c.N,
		       bytes / fmax(1, c.N * c.back));
}

static struct str tower(SIGNATURE)
{
	const struct tower *t = &s->tower;

	(void)st, (void)m;
	return str_fmt(a, "%.0f blocks x %.0f patches x %.5f B; it trains%s", t->depth, t->patches,
		       bytes / fmax(1, t->depth * t->patches), t->recomputed ? "" : ", and is not checkpointed");
}

static struct str layer(SIGNATURE)
{
	struct widths c = widths_of(s);

	(void)st;
	return str_fmt(a, "%.0f tokens x %.5f B; %s%s%s", c.N, bytes / fmax(1, c.N), m->name,
		       m->where ? ", " : "", m->where ? m->where : "");
}

static struct str logits(SIGNATURE)
{
	struct widths c = widths_of(s);
	struct head hd = head_of(&c);

	(void)st;
	if (m->phase == PHASE_EVALUATION || m->phase == PHASE_ROLLOUT)
		return str_fmt(a, "%.0f logits x 4 B; vocabulary of %.0f", bytes / 4, c.V);
	if (hd.fused)
		return str_fmt(a, "%.0f tokens x %.5f B; the logits are never whole", c.N,
			       bytes / fmax(1, c.N));
	return str_fmt(a, "%.0f tokens x %.0f words x %.5f B; %s", hd.tokens, c.V,
		       bytes / fmax(1, hd.tokens * c.V), m->name);
}

static struct str outputs(SIGNATURE)
{
	(void)s, (void)st, (void)m;
	return str_fmt(a, "%.0f B; logits and cache that the loop still names", bytes);
}

static struct str cache(SIGNATURE)
{
	struct widths c = widths_of(s);

	(void)st, (void)m;
	return str_fmt(a, "2 x %.0f layers x %.0f wide x 2 B x %.0f tokens; of all sequences", c.L,
		       c.kv, bytes / fmax(1, 4 * c.L * c.kv));
}

static struct str engine(SIGNATURE)
{
	(void)s, (void)st, (void)m;
	return str_fmt(a, "%.0f B; taken at start, cache and weights that no other term counts", bytes);
}

static struct str temporaries(SIGNATURE)
{
	(void)m;
	return str_fmt(a, "%.0f trained parameters x %.5f B; %s", st->trained,
		       bytes / fmax(1, st->trained), s->optim->name);
}

static struct str workspace(SIGNATURE)
{
	(void)s, (void)st, (void)m;
	return str_fmt(a, "2 x %.0f B", bytes / 2);
}

#define SIZE	  SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, SETTING_MAX_SEQ_LENGTH, SETTING_TEXTS_PER_ROW, SETTING_MINI_BATCH_SIZE
#define PRECISION SETTING_WEIGHTS_DTYPE, SETTING_MIXED_PRECISION
#define ADAPTER	  SETTING_PEFT, SETTING_LORA_R, SETTING_LORA_TARGET_MODULES
#define SPREAD	  SETTING_DATA_PARALLEL, SETTING_NUM_GPUS

static const struct explain rows[TERM_COUNT] = {
    [TERM_WEIGHTS] = {{SETTING_MODEL, SETTING_WEIGHTS_DTYPE, SETTING_QUANTIZATION,
		       SETTING_DOUBLE_QUANT, SETTING_KBIT_UPCAST, SPREAD, SETTING_OFFLOAD_PARAMS,
		       SETTING_NONE},
		      weights},
    [TERM_ADAPTERS] = {{SETTING_MODEL, ADAPTER, SETTING_ADAPTER_DTYPE, SETTING_LORA_MODULES_TO_SAVE,
			SETTING_NONE},
		       adapters},
    [TERM_OPTIMIZER] = {{SETTING_OPTIMIZER, SETTING_MODEL, ADAPTER, SETTING_TRAINABLE,
			 SETTING_WEIGHTS_DTYPE, SPREAD, SETTING_OFFLOAD_OPTIMIZER, SETTING_NONE},
			optimizer},
    [TERM_GRADIENTS] = {{SETTING_MODEL, ADAPTER, SETTING_TRAINABLE, SETTING_WEIGHTS_DTYPE,
			 SETTING_GRADIENT_ACCUMULATION_STEPS, SPREAD, SETTING_NONE},
			gradients},
    [TERM_BUFFERS] = {{SPREAD, SETTING_GRADIENT_AS_BUCKET_VIEW, SETTING_REDUCE_BUCKET_SIZE,
		       SETTING_OVERLAP_COMM, SETTING_NONE},
		      buffers},
    [TERM_GATHERED] = {{SPREAD, SETTING_RESHARD_AFTER_FORWARD, SETTING_MODEL, SETTING_PREFETCH_BUCKET_SIZE,
			 SETTING_NONE},
		       gathered},
    [TERM_CASTS] = {{SETTING_MODEL, PRECISION, SETTING_ADAPTER_DTYPE, SETTING_NONE}, casts},
    [TERM_OTHERS] = {{SETTING_REFERENCE_MODEL, SETTING_REFERENCE_DTYPE, SETTING_REWARD_MODEL,
		      SETTING_REWARD_DTYPE, SETTING_TEACHER_MODEL, SETTING_TEACHER_DTYPE,
		      SETTING_CRITIC_MODEL, SETTING_CRITIC_UPDATE, SETTING_CRITIC_OFFLOAD,
		      SETTING_EVALUATOR_MODEL, SETTING_EVALUATOR_DTYPE, SETTING_UNKNOWN_MODELS,
		      SETTING_BETA, SETTING_NONE},
		     others},
    [TERM_INPUTS] = {{SIZE, SETTING_ATTENTION_MASK, SETTING_NONE}, inputs},
    [TERM_SAVED] = {{SIZE, SETTING_MODEL, PRECISION, SETTING_GRADIENT_CHECKPOINTING,
		     SETTING_ATTENTION, SETTING_FUSED_KERNELS, SETTING_NONE},
		    saved},
    [TERM_TOWER] = {{SIZE, SETTING_MODEL, PRECISION, SETTING_TRAINABLE, SETTING_GRADIENT_CHECKPOINTING, SETTING_PICTURE_PIXELS,
		     SETTING_PICTURE_TOKENS, SETTING_FRAMEWORK_VERSION, SETTING_NONE},
		    tower},
    [TERM_LAYER] = {{SIZE, SETTING_MODEL, PRECISION, SETTING_ATTENTION, SETTING_FUSED_KERNELS,
		     SETTING_LORA_DROPOUT, SETTING_NONE},
		    layer},
    [TERM_LOGITS] = {{SIZE, SETTING_MODEL, SETTING_LOSS_KERNEL, PRECISION, SETTING_TASK,
		      SETTING_MAX_COMPLETION_LENGTH, SETTING_PER_DEVICE_EVAL_BATCH_SIZE,
		      SETTING_FRAMEWORK_VERSION, SETTING_NONE},
		     logits},
    [TERM_OUTPUTS] = {{SIZE, SETTING_MODEL, SETTING_NONE}, outputs},
    [TERM_CACHE] = {{SIZE, SETTING_MODEL, SETTING_MAX_PROMPT_LENGTH, SETTING_MAX_COMPLETION_LENGTH,
		     SETTING_NUM_GENERATIONS, SETTING_NONE},
		    cache},
    [TERM_ENGINE] = {{SETTING_ROLLOUT_ENGINE, SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION,
		      SETTING_ROLLOUT_TENSOR_PARALLEL, SETTING_ROLLOUT_SLEEP,
		      SETTING_ROLLOUT_SHARE_OF, SETTING_ROLLOUT_OFFLOAD, SETTING_FUSED_KERNELS, SETTING_TARGET_GPU,
		      SETTING_NONE},
		     engine},
    [TERM_STEP] = {{SETTING_OPTIMIZER, SETTING_MODEL, ADAPTER, SETTING_WEIGHTS_DTYPE, SETTING_NONE},
		   temporaries},
    [TERM_WORKSPACE] = {{SETTING_TARGET_GPU, SETTING_NONE}, workspace},
};

const struct explain *explain_of(enum term term)
{
	return &rows[term];
}
