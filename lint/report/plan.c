/* Plans as tables: what can be trained on given cards, what a model needs. */
#include "columns.h"

#include "core/base/base.h"

static const int64_t lengths[] = {512, 1024, 2048, 4096, 8192, 16384, 32768};
enum { LENGTHS = sizeof(lengths) / sizeof(*lengths) };

static void ways(struct out *out)
{
	for (enum plan_method m = 0; m < PLAN_METHODS; m++)
		out_fmt(out, "  %s: %s\n", plan_method_name(m), plan_method_text(m));
	out_text(out, "  all: bf16, AdamW, checkpoints, FlashAttention, full rows; several GPUs share the state (FSDP) where that helps.\n"
		      "  --set NAME=VALUE changes a setting of all: --set lora_r=64 --set loss_kernel=liger\n");
}

static struct str count(struct arena *a, int64_t n)
{
	return n ? str_fmt(a, "%lld", (long long)n) : STR("–");
}

static struct str params(struct arena *a, const struct model *m)
{
	return str_fmt(a, "%.*f B", m->params < 10 * GB ? 1 : 0, (double)m->params / (double)GB);
}

void report_plan_models(struct out *out, const struct report *r, const struct plan *plan, const struct model *const *models,
			size_t n)
{
	static const struct column columns[] = {{"model", COLUMN_CUT_END}, {"params", COLUMN_RIGHT}, {"full", COLUMN_RIGHT}, {"lora", COLUMN_RIGHT}, {"qlora", COLUMN_RIGHT}};
	struct columns t = {.arena = r->arena, .columns = columns, .ncolumns = sizeof(columns) / sizeof(*columns)};

	out_fmt(out, "The longest rows, in tokens, that fit %lld × %.*s at batch 1:\n\n", (long long)plan->count, STR_ARG(plan->gpu->name));
	for (size_t i = 0; i < n; i++) {
		struct row *row = vec_push(r->arena, &t.rows);

		row->cells[0] = models[i]->id;
		row->cells[1] = params(r->arena, models[i]);
		for (enum plan_method m = 0; m < PLAN_METHODS; m++)
			row->cells[2 + m] = count(r->arena, plan_longest(r->arena, plan, models[i], m));
	}
	columns_print(out, r, &t);
	out_text(out, "\n");
	ways(out);
}

static struct columns by_length(struct arena *a, struct column *titles, const char *first)
{
	titles[0] = (struct column){first, COLUMN_LEFT};
	for (size_t i = 0; i < LENGTHS; i++)
		titles[i + 1] = (struct column){str_fmt(a, "%lld", (long long)lengths[i]).s, COLUMN_RIGHT};
	return (struct columns){.arena = a, .columns = titles, .ncolumns = LENGTHS + 1};
}

static bool is_known_to(const struct model *model, int64_t length)
{
	return !model->max_position || length <= (int64_t)model->max_position;
}

/** The largest batch by length, for the one kind of card. */
static void batches(struct out *out, const struct report *r, const struct plan *plan, const struct model *model)
{
	struct column titles[LENGTHS + 1];
	struct columns t = by_length(r->arena, titles, "");

	out_fmt(out, "%.*s (%.*s) on %lld × %.*s, the largest batch per GPU by tokens of a row:\n\n", STR_ARG(model->id),
		STR_ARG(params(r->arena, model)), (long long)plan->count, STR_ARG(plan->gpu->name));
	for (enum plan_method m = 0; m < PLAN_METHODS; m++) {
		struct row *row = vec_push(r->arena, &t.rows);

		row->cells[0] = str_of(plan_method_name(m));
		for (size_t i = 0; i < LENGTHS; i++)
			row->cells[i + 1] = is_known_to(model, lengths[i])
						    ? count(r->arena, plan_batch(r->arena, plan, model, m, lengths[i]))
						    : STR("–");
	}
	columns_print(out, r, &t);
}

/** How many of each class of cards, by length, for a way of training. */
static void cards(struct out *out, const struct report *r, const struct plan *plan, const struct model *model, enum plan_method m)
{
	const struct gpu *classes[GPU_CLASSES_MAX];
	size_t n = gpu_classes(classes);
	struct column titles[LENGTHS + 1];
	struct columns t = by_length(r->arena, titles, "card");

	out_fmt(out, "%s, GPUs that are needed by tokens of a row, at batch 1:\n\n", plan_method_name(m));
	for (size_t k = 0; k < n; k++) {
		struct row *row = vec_push(r->arena, &t.rows);

		row->cells[0] = classes[k]->name;
		for (size_t i = 0; i < LENGTHS; i++)
			row->cells[i + 1] = is_known_to(model, lengths[i])
						    ? count(r->arena, plan_count(r->arena, plan, model, m, classes[k], lengths[i]))
						    : STR("–");
	}
	columns_print(out, r, &t);
	out_text(out, "\n");
}

void report_plan_model(struct out *out, const struct report *r, const struct plan *plan, const struct model *model)
{
	if (plan->gpu) {
		batches(out, r, plan, model);
		out_text(out, "\n");
	} else {
		out_fmt(out, "%.*s, %.*s parameters\n\n", STR_ARG(model->id), STR_ARG(params(r->arena, model)));
		for (enum plan_method m = 0; m < PLAN_METHODS; m++)
			cards(out, r, plan, model, m);
	}
	ways(out);
}
