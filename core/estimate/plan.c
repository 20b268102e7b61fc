#include "plan.h"

#include "card_verdict.h"

#include "core/base/base.h"
#include "core/model/model.h"

enum { WAY_SETTINGS_MAX = 12, LENGTH_MOST = 1 << 17, LENGTH_UNIT = 256, BATCH_MOST = 1024, COUNT_MOST = 64 };

struct way_setting {
	enum setting setting;
	const char *value;
};

/* What the three have in common: mixed precision's bf16, checkpoints, a kernel that keeps no scores, full rows. */
static const struct way_setting usual[] = {
    {SETTING_TASK, "sft"},
    {SETTING_MIXED_PRECISION, "bf16"},
    {SETTING_WEIGHTS_DTYPE, "bfloat16"},
    {SETTING_GRADIENT_CHECKPOINTING, "true"},
    {SETTING_USE_REENTRANT, "false"},
    {SETTING_ATTENTION, "flash_attention_2"},
    {SETTING_OPTIMIZER, "adamw_torch_fused"},
    {SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, "1"},
    {SETTING_GRADIENT_ACCUMULATION_STEPS, "1"},
    {SETTING_PACKING, "true"},
    {SETTING_ATTENTION_MASK, "none"},
};

static const struct {
	const char *name, *text;
	struct way_setting settings[WAY_SETTINGS_MAX];
	/** How several cards share the state. */
	const char *shared;
} ways[PLAN_METHODS] = {
    [PLAN_FULL] = {"full", "all weights, in bfloat16", {{SETTING_PEFT, "none"}}, "fsdp2"},
    [PLAN_LORA] = {"lora", "adapters of rank 16 on all linear layers",
		   {{SETTING_PEFT, "lora"}, {SETTING_LORA_R, "16"}, {SETTING_LORA_TARGET_MODULES, "all-linear"}}, "fsdp2"},
    [PLAN_QLORA] = {"qlora", "the same on weights in 4 bits (nf4, double quantised)",
		    {{SETTING_PEFT, "lora"},
		     {SETTING_LORA_R, "16"},
		     {SETTING_LORA_TARGET_MODULES, "all-linear"},
		     {SETTING_QUANTIZATION, "nf4"},
		     {SETTING_DOUBLE_QUANT, "true"}},
		    "fsdp"},
};

const char *plan_method_name(enum plan_method method)
{
	return ways[method].name;
}

const char *plan_method_text(enum plan_method method)
{
	return ways[method].text;
}

static void set(struct arena *a, struct job *job, enum setting s, const char *text)
{
	struct value v;

	if (!setting_parse(a, s, str_of(text), &v))
		return;
	v.origin = ORIGIN_STATED;
	v.how = STR("plan");
	job->set[s] = v;
}

struct job plan_job(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method,
		    const struct gpu *gpu, int64_t count, bool shared)
{
	struct job job = {.model = model, .gpu = gpu, .found = JOB_FOUND_GIVEN};

	job.set[SETTING_MODEL] = value_str(model->id, ORIGIN_STATED, STR("plan"));
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		set(a, &job, usual[i].setting, usual[i].value);
	for (size_t i = 0; i < WAY_SETTINGS_MAX && ways[method].settings[i].value; i++)
		set(a, &job, ways[method].settings[i].setting, ways[method].settings[i].value);
	set(a, &job, SETTING_DATA_PARALLEL, count < 2 ? "none" : shared ? ways[method].shared : "ddp");
	set(a, &job, SETTING_SHARD_UNIT, "layer");
	job.set[SETTING_NUM_GPUS] = value_int(count, ORIGIN_STATED, STR("plan"));
	for (size_t i = 0; i < plan->n_settings; i++)
		job.set[plan->settings[i]] = plan->values[i];
	return job;
}

static struct fix_limits limits_of(const struct plan *plan, const struct job *job)
{
	return (struct fix_limits){.usable = card_usable(job, plan->head_room), .head_room = plan->head_room};
}

/* The better of a copy of the state on each card and one that they share. */
static int64_t larger(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method,
		      enum setting what, int64_t most, int64_t length)
{
	int64_t best = 0;

	for (int shared = 0; shared < (plan->count > 1 ? 2 : 1); shared++) {
		struct job job = plan_job(a, plan, model, method, plan->gpu, plan->count, shared);
		const struct fix_limits limits = limits_of(plan, &job);
		int64_t n;

		if (!card_computes(plan->gpu, &job))
			return 0;
		if (length)
			job.set[SETTING_MAX_SEQ_LENGTH] = value_int(length, ORIGIN_STATED, STR("plan"));
		n = fixes_largest_fitting(a, &job, what, most, &limits);
		best = n > best ? n : best;
	}
	return best;
}

int64_t plan_longest(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method)
{
	int64_t most = model->max_position && model->max_position < LENGTH_MOST ? (int64_t)model->max_position : LENGTH_MOST;
	int64_t n = larger(a, plan, model, method, SETTING_MAX_SEQ_LENGTH, most, 0);

	return n == most ? n : n - n % LENGTH_UNIT;
}

int64_t plan_batch(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method, int64_t length)
{
	return larger(a, plan, model, method, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, BATCH_MOST, length);
}

static bool fits(struct arena *a, const struct job *job, uint64_t usable)
{
	struct arena_mark mark = arena_mark(a);
	bool good = estimate_likely(a, job) <= usable;

	if (good) {
		struct estimate e = estimate_job(a, job);

		good = card_verdict(&e, usable, FAIL_ON_LIKELY) == VERDICT_FITS;
	}
	arena_pop(a, mark);
	return good;
}

int64_t plan_count(struct arena *a, const struct plan *plan, const struct model *model, enum plan_method method,
		   const struct gpu *gpu, int64_t length)
{
	for (int64_t n = 1; n <= COUNT_MOST; n *= 2) {
		struct job job = plan_job(a, plan, model, method, gpu, n, true);

		if (!card_computes(gpu, &job))
			return 0;
		job.set[SETTING_MAX_SEQ_LENGTH] = value_int(length, ORIGIN_STATED, STR("plan"));
		if (fits(a, &job, card_usable(&job, plan->head_room)))
			return n;
	}
	return 0;
}
