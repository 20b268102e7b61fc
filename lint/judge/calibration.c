#include "calibration.h"

#include "core/base/base.h"
#include "lint/model/model.h"
#include "lint/read/read.h"
#include "lint/settings/settings.h"
#include "lint/text/text.h"

/** Fewer measurements of a kind say too little about the next job of that kind. */
enum { ROWS_MIN = 3 };

/* Measured in other runs than the job's: repeated runs of one spec differ by about a per cent. */
static const double repeat_spread = 0.02;

/* The specs of tests/measure/README.md as settings. */
static const struct keyrow spec_rows[] = {
	KEY("batch", PER_DEVICE_TRAIN_BATCH_SIZE),
	KEY("seq", MAX_SEQ_LENGTH),
	KEY_AS("dtype", WEIGHTS_DTYPE, DTYPE, NULL),
	KEY_AS("amp", MIXED_PRECISION, CHOICE, "bf16=bf16;fp16=fp16"),
	KEY_AS("amp", MIXED_PRECISION, IF_NULL, "no"),
	KEY("optim", OPTIMIZER),
	KEY("grad_accum", GRADIENT_ACCUMULATION_STEPS),
	KEY_AS("ckpt", GRADIENT_CHECKPOINTING, SWITCH, "true;false"),
	KEY("reentrant", USE_REENTRANT),
	KEY("attn", ATTENTION),
	KEY_AS("lora", PEFT, PRESENT, "lora"),
	KEY("lora.r", LORA_R),
	KEY("lora.alpha", LORA_ALPHA),
	KEY("lora.dropout", LORA_DROPOUT),
	KEY_AS("lora.targets", LORA_TARGET_MODULES, MODULES, NULL),
	KEY("quant", QUANTIZATION),
	KEY_AS("quant", KBIT_UPCAST, PRESENT, "true"),
	KEY_AS("padded", ATTENTION_MASK, SWITCH, "padded;none"),
	KEY_AS("liger", LOSS_KERNEL, SWITCH, "liger;torch"),
	KEY_AS("liger", FUSED_KERNELS, SWITCH, "liger;none"),
	KEY("eval", PER_DEVICE_EVAL_BATCH_SIZE),
	KEY_AS("eval", EVALUATION, IF_POSITIVE, "true"),
};

static const struct keymap spec_map = {
	.name = "measured spec",
	ROWS(rows, spec_rows),
	.source = "tests/measure/README.md",
};

static void assume(struct job *job, enum setting s, struct value v)
{
	if (!job_get(job, s))
		job->set[s] = v;
}

/* What measure.py does where a spec is silent. */
static void complete(struct job *job)
{
	struct str how = STR("tests/measure/measure.py");

	assume(job, SETTING_PEFT, value_str(STR("none"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_QUANTIZATION, value_str(STR("none"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_MIXED_PRECISION, value_str(STR("no"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_ATTENTION, value_str(STR("sdpa"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_ATTENTION_MASK, value_str(STR("none"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_LOSS_KERNEL, value_str(STR("torch"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_FUSED_KERNELS, value_str(STR("none"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_GRADIENT_CHECKPOINTING, value_str(STR("false"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_GRADIENT_ACCUMULATION_STEPS, value_int(1, ORIGIN_DEFAULTED, how));
	assume(job, SETTING_ADAPTER_DTYPE, value_str(STR("float32"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_NUM_GPUS, value_int(1, ORIGIN_DEFAULTED, how));
	assume(job, SETTING_FRAMEWORK, value_str(STR("transformers"), ORIGIN_DEFAULTED, how));
	assume(job, SETTING_TASK, value_str(STR("sft"), ORIGIN_DEFAULTED, how));
}

static struct str method_of(const struct job *job)
{
	struct str quantization = job_str(job, SETTING_QUANTIZATION, STR("none"));

	if (!str_is(quantization, "none"))
		return quantization;
	return str_is(job_str(job, SETTING_PEFT, STR("none")), "none") ? STR("full") : STR("lora");
}

static bool checkpoints(const struct job *job)
{
	return !str_is(job_str(job, SETTING_GRADIENT_CHECKPOINTING, STR("false")), "false");
}

static bool read_row(struct arena *a, const struct csv *csv, const struct csv_record *record, uint32_t file,
		     struct calibration_row *out)
{
	struct reading spec = read_json(a, file, csv_field(csv, record, "spec"));
	const struct node *tree = spec.docs.n ? spec.docs.at[0] : NULL;
	const struct node *shape = tree ? node_get(tree, STR("model")) : NULL;
	struct versions versions = {.arena = a};
	struct extract x;
	struct job job = {0};
	struct estimate e;
	double allocated, device;

	out->gpu = gpu_find(csv_field(csv, record, "gpu"));
	if (!str_is(csv_field(csv, record, "status"), "ok") || !shape || shape->kind != NODE_MAP || !out->gpu ||
	    !str_to_real(csv_field(csv, record, "peak_allocated"), &allocated) ||
	    !str_to_real(csv_field(csv, record, "device_used"), &device) || allocated <= 0 || device <= 0 ||
	    node_get(tree, STR("second")) || node_get(tree, STR("generate")))
		return false;
	out->id = csv_field(csv, record, "id");
	job.model = model_of_config(a, out->id, shape);
	job.gpu = out->gpu;
	extract_init(&x, a, NULL, &versions);
	extract_map(&x, &spec_map, tree, &job);
	complete(&job);
	out->version = csv_field(csv, record, "transformers");
	if (out->version.n)
		job.set[SETTING_FRAMEWORK_VERSION] =
			value_str(str_fmt(a, "transformers %.*s", STR_ARG(out->version)), ORIGIN_STATED, STR(""));
	e = estimate_job(a, &job);
	if (!e.ok || !e.allocated.likely || !e.device.likely)
		return false;
	out->method = method_of(&job);
	out->checkpointing = checkpoints(&job);
	out->allocated = allocated / (double)e.allocated.likely;
	out->device = device / (double)e.device.likely;
	out->at = (struct span){file, (uint32_t)record->off, 1};
	return true;
}

struct calibration calibration_read(struct arena *a, struct files *files, uint32_t file)
{
	struct calibration c = {0};
	const struct file *f = files_at(files, file);
	struct csv csv = csv_read(a, f ? f->text : STR(""));

	for (size_t i = 0; i < csv.records.n; i++) {
		struct calibration_row row = {0};

		if (read_row(a, &csv, &csv.records.at[i], file, &row))
			*vec_push(a, &c) = row;
		else
			c.left_out++;
	}
	return c;
}

/* The same up to the second part: minor releases move defaults, patches do not. */
static struct str minor(struct str version)
{
	size_t dot = str_chr(version, '.', 0);
	size_t second = dot == SIZE_MAX ? dot : str_chr(version, '.', dot + 1);

	return second == SIZE_MAX ? version : str_sub(version, 0, second);
}

static struct str version_of(const struct job *job)
{
	struct str v = job_str(job, SETTING_FRAMEWORK_VERSION, STR(""));
	struct str name = STR("transformers ");

	return str_starts(v, name) ? str_sub(v, name.n, v.n) : STR("");
}

/* Frameworks whose step is that of transformers' Trainer, which measure.py runs. */
static bool same_step(const struct job *job)
{
	static const char *const names[] = {"transformers", "trl", "peft", "axolotl", "llamafactory"};
	struct str name = job_str(job, SETTING_FRAMEWORK, STR(""));

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is(name, names[i]))
			return true;
	return false;
}

static bool same_kind(const struct calibration_row *row, const struct job *job)
{
	struct str version = version_of(job);

	return row->gpu == job->gpu && row->checkpointing == checkpoints(job) &&
	       str_eq(row->method, method_of(job)) &&
	       (!version.n || !row->version.n || str_eq(minor(version), minor(row->version)));
}

struct bounds {
	double least, most;
};

static void widen(struct bounds *b, double ratio)
{
	if (ratio < b->least)
		b->least = ratio;
	if (ratio > b->most)
		b->most = ratio;
}

/* Bounds that hold likely, narrowed but never widened. */
static void narrow(struct range *r, struct bounds b)
{
	uint64_t low = bytes_of((double)r->likely * (b.least < 1 ? b.least : 1) * (1 - repeat_spread));
	uint64_t high = bytes_of((double)r->likely * (b.most > 1 ? b.most : 1) * (1 + repeat_spread));

	if (low > r->low)
		r->low = low;
	if (high < r->high)
		r->high = high;
}

bool calibration_apply(struct arena *a, const struct calibration *c, const struct job *job,
		       struct estimate *e, struct str *how)
{
	struct bounds allocated = {1, 1};
	struct bounds device = {1, 1};
	size_t n = 0;

	if (!e->ok || !job->gpu || !same_step(job) || job_int(job, SETTING_NUM_GPUS, 1) != 1)
		return false;
	for (size_t i = 0; i < c->n; i++) {
		if (!same_kind(&c->at[i], job))
			continue;
		widen(&allocated, c->at[i].allocated);
		widen(&device, c->at[i].device);
		n++;
	}
	if (n < ROWS_MIN)
		return false;
	narrow(&e->allocated, allocated);
	narrow(&e->needed, device);
	narrow(&e->device, device);
	if (e->reserved.low < e->allocated.low)
		e->reserved.low = e->allocated.low;
	*how = str_fmt(a, "%zu measurements on %.*s, %.*s %s checkpointing: %.1f %% below to %.1f %% above", n,
		       STR_ARG(job->gpu->name), STR_ARG(method_of(job)),
		       checkpoints(job) ? "with" : "without", 100 * (1 - device.least), 100 * (device.most - 1));
	return true;
}

struct str calibration_text(struct arena *a, const struct calibration *c)
{
	struct out text = {.arena = a};

	for (size_t i = 0; i < c->n; i++) {
		const struct calibration_row *row = &c->at[i];

		out_fmt(&text, "%-48.*s %-16.*s %-6.*s %-16s allocated %+6.1f %%  device %+6.1f %%\n",
			STR_ARG(row->id), STR_ARG(row->gpu->name), STR_ARG(row->method),
			row->checkpointing ? "checkpointing" : "", 100 * (1 / row->allocated - 1),
			100 * (1 / row->device - 1));
	}
	out_fmt(&text, "%zu rows, %zu left out\n", c->n, c->left_out);
	return out_str(&text);
}

static bool same_row(const struct csv *x, const struct csv_record *xr, const struct csv *y,
		     const struct csv_record *yr)
{
	return str_eq(csv_field(x, xr, "id"), csv_field(y, yr, "id")) &&
	       str_eq(csv_field(x, xr, "gpu"), csv_field(y, yr, "gpu"));
}

/* A record in the columns of another file. */
static void put_record(struct out *out, const struct csv *from, const struct csv_record *record,
		       const struct csv_record *columns)
{
	for (size_t i = 0; i < columns->n; i++) {
		struct str name = str_dup(out->arena, columns->at[i]);

		if (i)
			out_text(out, ",");
		out_put(out, csv_quote(out->arena, csv_field(from, record, name.s)));
	}
	out_text(out, "\n");
}

struct str calibration_merge(struct arena *a, struct str kept, struct str added)
{
	struct csv old = csv_read(a, kept);
	struct csv new = csv_read(a, added);
	const struct csv_record *columns = old.header.n ? &old.header : &new.header;
	struct out text = {.arena = a};

	put_record(&text, &(struct csv){.header = *columns}, columns, columns);
	for (size_t i = 0; i < old.records.n; i++) {
		bool replaced = false;

		for (size_t k = 0; k < new.records.n && !replaced; k++)
			replaced = same_row(&old, &old.records.at[i], &new, &new.records.at[k]) &&
				   str_is(csv_field(&new, &new.records.at[k], "status"), "ok");
		if (!replaced)
			put_record(&text, &old, &old.records.at[i], columns);
	}
	for (size_t i = 0; i < new.records.n; i++)
		if (str_is(csv_field(&new, &new.records.at[i], "status"), "ok"))
			put_record(&text, &new, &new.records.at[i], columns);
	return out_str(&text);
}
