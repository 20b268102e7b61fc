/*
 * gcloud batch jobs submit --config FILE, or "-" for what stands behind the command: containers and scripts that a machine of
 * the job's policy runs.
 * Source: cloud.google.com/batch/docs/reference/rest/v1/projects.locations.jobs, TaskSpec.runnables and AllocationPolicy.
 */
#include "strip_launchers.h"

#include "lint/read/read.h"

enum { CLOUD_DEPTH_MAX = 16 };

struct cloud_job {
	struct stripping *p;
	struct launch_layer *layer;
	const struct holed_text *text;
};

/** What --config is given; false: nothing, or it is not known. */
static bool config_field(struct stripping *p, struct sh_field *out)
{
	for (size_t i = p->i; i < p->fields.n; i++) {
		struct str text = strip_text(p, i);

		*out = p->fields.at[i];
		if (str_starts(text, STR("--config="))) {
			out->parts = sh_parts_sub(p->ev->arena, out->parts, 9, text.n);
			return true;
		}
		if (str_is(text, "--config") && i + 1 < p->fields.n) {
			*out = p->fields.at[i + 1];
			return true;
		}
	}
	return false;
}

/** The text of the job's file, or of standard input, where variables may leave holes; NULL: there is none. */
static const struct holed_text *config_text(struct stripping *p)
{
	struct sh_eval *ev = p->ev;
	const struct sh_value *in = ev->input;
	struct sh_field field;
	struct str text = {0};
	uint32_t file;

	if (!config_field(p, &field))
		return NULL;
	if (sh_field_text(ev, &field, &text) && str_is(text, "-"))
		return in && in->kind == SH_VALUE_SCALAR && in->parts.n ? written_text(ev, in->parts, in->at) : NULL;
	file = sh_find(ev, field.parts);
	if (!file)
		return NULL;
	text = files_at(ev->files, file)->text;
	return holed_text_of(ev->arena, text, (struct span){file, 0, (uint32_t)text.n});
}

/** Where a part of the text stands, a text without its quotes if that is byte by byte. */
static struct span place_of(const struct cloud_job *j, const struct node *n)
{
	uint32_t quote = n->at.len == n->text.n + 2, end = (uint32_t)j->text->text.n;

	for (size_t i = j->text->pieces.n; i > 0; i--) {
		const struct piece *piece = &j->text->pieces.at[i - 1];

		if (piece->off <= n->at.off && piece->at.len == end - piece->off)
			return (struct span){piece->at.file, piece->at.off + n->at.off - piece->off + quote, n->at.len - 2 * quote};
		if (piece->off <= n->at.off)
			return piece->at;
		end = piece->off;
	}
	return j->text->at;
}

static void add_word(struct cloud_job *j, struct sh_fields *to, struct str word, struct span at)
{
	struct sh_field *f = vec_push(j->p->ev->arena, to);

	*f = (struct sh_field){.at = at};
	sh_parts_push(j->p->ev->arena, &f->parts, sh_part_text(word, at));
}

static void add_text(struct cloud_job *j, struct sh_fields *to, const struct node *n)
{
	struct sh_field *f;

	if (n && n->kind == NODE_STR && n->text.n) {
		add_word(j, to, n->text, place_of(j, n));
	} else if (n && n->kind == NODE_UNKNOWN) {
		f = vec_push(j->p->ev->arena, to);
		*f = (struct sh_field){.at = place_of(j, n)};
		sh_parts_push(j->p->ev->arena, &f->parts, sh_part_unknown(n->text, f->at));
	}
}

static void run_words(struct cloud_job *j, struct sh_fields *words, bool image)
{
	struct launch_state *state = j->p->state;
	struct stripping run = *j->p;
	size_t layers = state->layers.n;

	if (!words->n)
		return;
	run.fields = *words;
	run.i = 0;
	*vec_push(j->p->ev->arena, &state->layers) = *j->layer;
	if (image)
		record_launch(&run, LAUNCH_COMMAND, &run.fields.at[0], 1);
	else
		strip_command(&run);
	state->layers.n = layers;
}

/** {"container": {"imageUri": …, "entrypoint": "/bin/sh", "commands": ["-c", …]}}, {"script": {"text": …}} */
static void run_runnable(struct cloud_job *j, const struct node *runnable)
{
	const struct node *container = node_get(runnable, STR("container")), *script = node_get(runnable, STR("script"));
	const struct node *commands = container && container->kind == NODE_MAP ? node_get(container, STR("commands")) : NULL;
	struct sh_fields words = {0};

	if (script && script->kind == NODE_MAP && node_get(script, STR("text"))) {
		add_word(j, &words, STR("bash"), j->layer->at);
		add_word(j, &words, STR("-c"), j->layer->at);
		add_text(j, &words, node_get(script, STR("text")));
		if (words.n == 3)
			run_words(j, &words, false);
		return;
	}
	if (!container || container->kind != NODE_MAP)
		return;
	add_text(j, &words, node_get(container, STR("entrypoint")));
	for (size_t i = 0; commands && commands->kind == NODE_LIST && i < commands->as.items.n; i++)
		add_text(j, &words, commands->as.items.at[i]);
	if (words.n) {
		run_words(j, &words, false);
		return;
	}
	add_text(j, &words, node_get(container, STR("imageUri")));
	run_words(j, &words, true);
}

static void set_option(struct cloud_job *j, const char *name, struct str value, struct span at)
{
	struct arena *a = j->p->ev->arena;

	node_set(a, j->layer->options, node_str(a, str_of(name), at), node_str(a, value, at));
}

/** The machine of a policy: {"accelerators": [{"type": "nvidia-l4", "count": 1}], "machineType": …}. */
static void read_policy(struct cloud_job *j, const struct node *policy)
{
	const struct node *list = node_get(policy, STR("accelerators")), *machine = node_get(policy, STR("machineType"));
	const struct node *one = list && list->kind == NODE_LIST && list->as.items.n ? list->as.items.at[0] : NULL;
	const struct node *type = one && one->kind == NODE_MAP ? node_get(one, STR("type")) : NULL;
	const struct node *count = type ? node_get(one, STR("count")) : NULL;
	struct str n = STR("1");

	if (count && count->kind == NODE_INT)
		n = str_fmt(j->p->ev->arena, "%ld", (long)count->as.i);
	else if (count && count->kind == NODE_STR)
		n = count->text;
	if (type && type->kind == NODE_STR)
		set_option(j, "master_accelerator", str_fmt(j->p->ev->arena, "type=%.*s,count=%.*s", STR_ARG(type->text), STR_ARG(n)),
			   place_of(j, type));
	if (machine && machine->kind == NODE_STR)
		set_option(j, "master_machine_type", machine->text, place_of(j, machine));
}

/** The machine stands behind what runs on it: two walks. */
static void walk(struct cloud_job *j, const struct node *n, bool runs, int depth)
{
	const struct node *list;

	if (depth > CLOUD_DEPTH_MAX)
		return;
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		walk(j, n->as.items.at[i], runs, depth + 1);
	if (n->kind != NODE_MAP)
		return;
	if (!runs)
		read_policy(j, n);
	list = runs ? node_get(n, STR("runnables")) : NULL;
	for (size_t i = 0; list && list->kind == NODE_LIST && i < list->as.items.n; i++)
		if (list->as.items.at[i]->kind == NODE_MAP)
			run_runnable(j, list->as.items.at[i]);
	for (size_t i = 0; i < n->as.pairs.n; i++)
		walk(j, n->as.pairs.at[i].value, runs, depth + 1);
}

void strip_cloud_job(struct stripping *p, struct launch_layer *layer)
{
	struct cloud_job j = {.p = p, .layer = layer, .text = config_text(p)};
	struct arena *a = p->ev->arena;
	struct reading reading;

	if (!j.text)
		return;
	reading = read_json(a, j.text->at.file, j.text->text);
	if (!reading.docs.n)
		reading = read_yaml(a, j.text->at.file, j.text->text);
	holed_text_fill(a, j.text, &reading);
	p->ev->input = NULL;
	for (size_t i = 0; i < reading.docs.n; i++) {
		walk(&j, reading.docs.at[i], false, 0);
		walk(&j, reading.docs.at[i], true, 0);
	}
}
