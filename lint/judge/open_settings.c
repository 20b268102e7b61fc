#include "open_settings.h"

#include "lint/frameworks/frameworks.h"

#include "core/estimate/card_verdict.h"

/* When a setting is open. */
enum open {
	/** Nobody states it. */
	OPEN_UNSTATED,
	/** How several GPUs share the model is for a launch to say that is not here. */
	OPEN_SHARING,
	/** And how many there are, as configs of this framework say nothing of either. */
	OPEN_LAUNCH,
	/** Texts for embeddings are padded to the longest of their batch, and only the model's own limit cuts them. */
	OPEN_TEXTS,
	/** A config that no code here reads does not say it: whoever reads it does. */
	OPEN_ALONE,
};

enum { CHOICES_MAX = 2 };

/* What a job may turn out to be: settings that go together. */
static const struct {
	enum open open;
	struct {
		enum setting setting;
		const char *value;
	} choices[CHOICES_MAX];
	/** For people. */
	const char *why;
} rows[] = {
    {OPEN_UNSTATED, {{SETTING_MAX_SEQ_LENGTH, "512"}, {SETTING_NONE, NULL}}, "no length is stated"},
    {OPEN_SHARING, {{SETTING_DATA_PARALLEL, "zero3"}, {SETTING_NONE, NULL}}, "the launch may shard"},
    {OPEN_LAUNCH,
     {{SETTING_NUM_GPUS, "8"}, {SETTING_DATA_PARALLEL, "zero3"}},
     "no launch says how many GPUs share it"},
    {OPEN_TEXTS,
     {{SETTING_MAX_SEQ_LENGTH, "128"}, {SETTING_NONE, NULL}},
     "only the model's own limit is known, and a batch is as long as its longest text"},
    {OPEN_ALONE, {{SETTING_GRADIENT_CHECKPOINTING, "true"}, {SETTING_NONE, NULL}}, "the code that reads the config may switch it on"},
    {OPEN_ALONE, {{SETTING_LOSS_KERNEL, "liger"}, {SETTING_NONE, NULL}}, "the code that reads the config may fuse the loss"},
    {OPEN_ALONE, {{SETTING_PEFT, "lora"}, {SETTING_LORA_R, "16"}}, "the code that reads the config may add an adapter"},
};

/* Whether a script was tried with a config that nobody is seen to give it. */
static bool is_tried(const struct draft *d)
{
	return !d->launch && d->started.n && d->main != d->script;
}

/* Whether a job is a config file by itself, the launch of which is not here. */
static bool lacks_launch(const struct draft *d, const struct job *job)
{
	return (!d->launch || d->launch->told.file) &&
	       (job->found == JOB_FOUND_CONFIG || job->found == JOB_FOUND_ALONE || is_tried(d));
}

static bool is_stated(const struct job *job, enum setting s)
{
	const struct value *v = job_get(job, s);

	return v && v->origin == ORIGIN_STATED;
}

/* Whether configs of the job's framework leave GPUs and sharding to the launch. */
static bool launch_shares(const struct draft *d, const struct job *job)
{
	const struct framework *framework = framework_find(job_str(job, SETTING_FRAMEWORK, STR("")));

	if (job->found == JOB_FOUND_ALONE || is_tried(d))
		return true;
	return framework && framework->launch_shares;
}

/* Whether a job's rows are texts that a loss compares, and nobody says how long they are. */
static bool has_texts(const struct job *job)
{
	const struct value *length = job_get(job, SETTING_MAX_SEQ_LENGTH);

	return (!length || length->origin == ORIGIN_DEFAULTED) &&
	       (job_get(job, SETTING_TEXTS_PER_ROW) || job_embeds(job) || job_is(job, SETTING_TASK, "ranking"));
}

static bool is_open(const struct draft *d, const struct job *job, size_t row)
{
	bool several = job_int(job, SETTING_NUM_GPUS, 1) > 1;

	switch (rows[row].open) {
	case OPEN_UNSTATED:
		return !job_get(job, rows[row].choices[0].setting);
	case OPEN_SHARING:
		return lacks_launch(d, job) && several && !is_stated(job, SETTING_DATA_PARALLEL);
	case OPEN_LAUNCH:
		return lacks_launch(d, job) && launch_shares(d, job) && !job_get(job, SETTING_NUM_GPUS) &&
		       !job_get(job, SETTING_DATA_PARALLEL);
	case OPEN_TEXTS:
		return has_texts(job);
	case OPEN_ALONE:
		return job->found == JOB_FOUND_ALONE && !job_get(job, rows[row].choices[0].setting);
	}
	return false;
}

/* Sets one row's choices and adds them to the phrase. */
static void choose(struct arena *a, size_t row, struct job *job, struct str *text)
{
	struct str one = {0};
	struct value v;

	for (size_t i = 0; i < CHOICES_MAX && rows[row].choices[i].value; i++) {
		enum setting s = rows[row].choices[i].setting;
		struct str value = str_of(rows[row].choices[i].value);

		if (!setting_parse(a, s, value, &v))
			return;
		v.origin = ORIGIN_ASSUMED;
		v.how = str_of(rows[row].why);
		job->set[s] = v;
		one = str_fmt(a, "%.*s%s%s %.*s", STR_ARG(one), i ? " and " : "", setting_rows[s].name, STR_ARG(value));
	}
	one = str_fmt(a, "%.*s (%s)", STR_ARG(one), rows[row].why);
	*text = text->n ? str_fmt(a, "%.*s and %.*s", STR_ARG(*text), STR_ARG(one)) : one;
}

/* The larger card of a name that is said of several ("8 * A100", gpu:a100), if the job would fit that. */
static struct str larger_card(struct arena *a, const struct draft *d, const struct job *job)
{
	struct job other = *job;

	if (!d->target.bare.n || job->gpu != d->target.row)
		return STR("");
	other.gpu = gpu_largest(d->target.bare);
	if (!other.gpu || estimate_likely(a, &other) > card_usable(&other, (struct head_room){0}))
		return STR("");
	return str_fmt(a, "%s %.*s (%s)", setting_rows[SETTING_TARGET_GPU].name, STR_ARG(other.gpu->name),
		       gpu_ambiguous(d->target.bare));
}

struct str open_settings_leeway(struct arena *a, const struct draft *d, const struct job *job, uint64_t usable)
{
	struct job all = *job;
	struct str text = {0};
	size_t chosen = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct job alone = *job;
		struct str one = {0};

		if (!is_open(d, job, i))
			continue;
		chosen++;
		choose(a, i, &alone, &one);
		choose(a, i, &all, &text);
		if (estimate_likely(a, &alone) <= usable)
			return one;
	}
	if (chosen > 1 && estimate_likely(a, &all) <= usable)
		return text;
	if (job_bool(job, SETTING_XLA, false) && estimate_job(a, job).needed.low <= usable)
		return str_fmt(a, "what %s may save of what PyTorch itself needs", setting_rows[SETTING_XLA].name);
	return larger_card(a, d, job);
}
