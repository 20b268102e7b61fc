#include "policy.h"

#include "../core/bytes.h"
#include "printable.h"
#include "read.h"
#include "similar.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

struct reader {
	struct arena *a;
	struct files *files;
	struct policy *out;
	/** Where and what is wrong; empty so far. */
	struct str message;
};

/** A key of a mapping, and how its value is taken into the struct at into. */
struct key {
	const char *name;
	void (*take)(struct reader *r, const struct node *value, void *into);
};

__attribute__((format(printf, 3, 4))) static void broken(struct reader *r, struct span at,
							 const char *fmt, ...)
{
	struct place place = files_place(r->files, at);
	char text[400];
	va_list args;

	if (r->message.n)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	r->message = str_fmt(r->a, "%.*s:%u:%u: %.*s",
			     STR_ARG(printable(r->a, files_at(r->files, at.file)->path)),
			     place.line, place.column, STR_ARG(printable(r->a, str_of(text))));
}

static bool expect(struct reader *r, const struct node *node, enum node_kind kind, const char *what)
{
	if (node->kind != kind)
		broken(r, node->at, "%s is expected here, not %.*s", what,
		       STR_ARG(node_text(r->a, node, 40)));
	return node->kind == kind;
}

static void unknown_key(struct reader *r, const struct node *key, const struct key *keys, size_t n)
{
	struct similar similar = similar_to(key->text);

	for (size_t i = 0; i < n; i++)
		similar_offer(&similar, str_of(keys[i].name));
	broken(r, key->at, "unknown key %.*s%.*s", STR_ARG(node_text(r->a, key, 60)),
	       STR_ARG(similar_text(r->a, &similar)));
}

static void read_keys(struct reader *r, const struct node *map, const struct key *keys, size_t n,
		      void *into)
{
	if (!expect(r, map, NODE_MAP, "a mapping"))
		return;
	for (size_t i = 0; i < map->as.pairs.n && !r->message.n; i++) {
		const struct pair *pair = &map->as.pairs.at[i];
		size_t k = 0;

		while (k < n &&
		       !(pair->key->kind == NODE_STR && str_is(pair->key->text, keys[k].name)))
			k++;
		if (k == n)
			unknown_key(r, pair->key, keys, n);
		else
			keys[k].take(r, pair->value, into);
	}
}

#define READ_KEYS(r, map, keys, into)                                                              \
	read_keys((r), (map), (keys), sizeof(keys) / sizeof(*(keys)), (into))

/** The text of a scalar as written; a number may be meant as one. */
static struct str scalar(struct reader *r, const struct node *node)
{
	if (node->kind > NODE_STR || node->kind == NODE_NULL) {
		broken(r, node->at, "a word is expected here, not %.*s",
		       STR_ARG(node_text(r->a, node, 40)));
		return STR("");
	}
	return node->text;
}

static void take_text(struct reader *r, const struct node *value, void *into)
{
	*(struct str *)into = scalar(r, value);
}

static void take_bool(struct reader *r, const struct node *value, void *into)
{
	if (expect(r, value, NODE_BOOL, "true or false"))
		*(bool *)into = value->as.b;
}

static void take_count(struct reader *r, const struct node *value, void *into)
{
	if (!expect(r, value, NODE_INT, "a whole number"))
		return;
	if (value->as.i < 0 || value->as.i > UINT32_MAX)
		broken(r, value->at, "the number is out of range");
	else
		*(uint32_t *)into = (uint32_t)value->as.i;
}

static void take_bytes(struct reader *r, const struct node *value, void *into)
{
	if (!bytes_parse(scalar(r, value), into))
		broken(r, value->at, "a size such as 20GiB is expected here");
}

static void take_target_gpu(struct reader *r, const struct node *value, void *into)
{
	take_text(r, value, &((struct policy_target *)into)->gpu);
}

static void take_target_count(struct reader *r, const struct node *value, void *into)
{
	take_count(r, value, &((struct policy_target *)into)->count);
}

static void take_target_force(struct reader *r, const struct node *value, void *into)
{
	take_bool(r, value, &((struct policy_target *)into)->force);
}

/** A GPU by name or size, or a mapping with it. */
static void take_target(struct reader *r, const struct node *value, void *into)
{
	static const struct key keys[] = {
	    {"gpu", take_target_gpu}, {"count", take_target_count}, {"force", take_target_force}};
	struct policy_target *target = into;

	target->at = value->at;
	if (value->kind == NODE_MAP)
		READ_KEYS(r, value, keys, target);
	else
		target->gpu = scalar(r, value);
}

static void take_main_target(struct reader *r, const struct node *value, void *into)
{
	take_target(r, value, &((struct policy *)into)->target);
}

static void take_head_room(struct reader *r, const struct node *value, void *into)
{
	struct head_room *room = &((struct policy *)into)->head_room;
	struct str text = scalar(r, value);

	if (str_ends(text, STR("%"))) {
		if (str_to_real(str_trim(str_sub(text, 0, text.n - 1)), &room->share) &&
		    room->share >= 0 && room->share < 100) {
			room->share /= 100;
			return;
		}
	} else if (bytes_parse(text, &room->bytes)) {
		return;
	}
	broken(r, value->at, "a share such as 5%% or a size such as 4GiB is expected here");
}

static void take_fail_on(struct reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;

	policy->has_fail_on = true;
	if (!policy_fail_on(scalar(r, value), &policy->fail_on))
		broken(r, value->at, "low, likely or high is expected here");
}

static bool severity_of(const struct node *node, enum severity *out)
{
	/* YAML 1.1 reads off as false. */
	if (node->kind == NODE_BOOL && !node->as.b) {
		*out = SEVERITY_OFF;
		return true;
	}
	for (enum severity s = SEVERITY_OFF; s <= SEVERITY_ERROR; s++)
		if (node->kind == NODE_STR && str_is(node->text, severity_name(s))) {
			*out = s;
			return true;
		}
	return false;
}

static void take_rules(struct reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;

	if (!expect(r, value, NODE_MAP, "a mapping of rules to severities"))
		return;
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		const struct pair *pair = &value->as.pairs.at[i];
		struct similar similar = similar_to(pair->key->text);
		enum rule rule = rule_find(pair->key->text);
		enum severity severity;

		for (size_t k = 0; k < RULE_COUNT; k++)
			similar_offer(&similar, str_of(rule_rows[k].id));
		if (rule == RULE_COUNT) {
			broken(r, pair->key->at, "no rule %.*s%.*s",
			       STR_ARG(node_text(r->a, pair->key, 60)),
			       STR_ARG(similar_text(r->a, &similar)));
			return;
		}
		if (!severity_of(pair->value, &severity)) {
			broken(r, pair->value->at,
			       "off, notice, warning or error is expected here");
			return;
		}
		policy->rules[policy->nrules].rule = rule;
		policy->rules[policy->nrules++].severity = severity;
	}
}

static void take_exclude(struct reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;
	struct str *globs;

	if (!expect(r, value, NODE_LIST, "a list of globs"))
		return;
	globs = arena_news(r->a, struct str, value->as.items.n);
	for (size_t i = 0; i < value->as.items.n; i++)
		globs[i] = scalar(r, value->as.items.at[i]);
	policy->exclude = globs;
	policy->nexclude = value->as.items.n;
}

static void take_path_match(struct reader *r, const struct node *value, void *into)
{
	take_text(r, value, &((struct policy_path *)into)->match);
}

static void take_path_target(struct reader *r, const struct node *value, void *into)
{
	take_target(r, value, &((struct policy_path *)into)->target);
}

static void take_paths(struct reader *r, const struct node *value, void *into)
{
	static const struct key keys[] = {{"match", take_path_match}, {"target", take_path_target}};
	struct policy *policy = into;
	struct policy_path *paths;

	if (!expect(r, value, NODE_LIST, "a list of {match, target}"))
		return;
	paths = arena_news(r->a, struct policy_path, value->as.items.n);
	for (size_t i = 0; i < value->as.items.n; i++) {
		READ_KEYS(r, value->as.items.at[i], keys, &paths[i]);
		if (!paths[i].match.n || !span_known(paths[i].target.at))
			broken(r, value->as.items.at[i]->at, "match and target are both needed");
	}
	policy->paths = paths;
	policy->npaths = value->as.items.n;
}

/* A model's shape: keys as in config.json, and the field of struct model that each one sets. */
static const struct {
	const char *name;
	size_t offset;
} shape_keys[] = {
    {"hidden_size", offsetof(struct model, hidden)},
    {"num_hidden_layers", offsetof(struct model, layers)},
    {"num_attention_heads", offsetof(struct model, heads)},
    {"num_key_value_heads", offsetof(struct model, kv_heads)},
    {"head_dim", offsetof(struct model, head_dim)},
    {"intermediate_size", offsetof(struct model, ffn)},
    {"vocab_size", offsetof(struct model, vocab)},
    {"max_position_embeddings", offsetof(struct model, max_position)},
    {"sliding_window", offsetof(struct model, sliding_window)},
    {"num_experts", offsetof(struct model, experts)},
    {"num_experts_per_tok", offsetof(struct model, experts_per_token)},
    {"moe_intermediate_size", offsetof(struct model, moe_ffn)},
};
enum { NSHAPE_KEYS = sizeof(shape_keys) / sizeof(*shape_keys) };

/** The shape in a mapping without like and config: a decoder with RMS norms and a gated MLP. */
static void take_shape(struct reader *r, const struct node *map, struct policy_model *into)
{
	struct model *shape = arena_new(r->a, struct model);

	*shape = (struct model){.id = into->id,
				.family = STR("llama"),
				.gated = true,
				.norm = NORM_RMS,
				.norm_vectors = 1,
				.activation = STR("swiglu"),
				.source = STR(".gpumem-lint.yml")};
	for (size_t i = 0; i < map->as.pairs.n && !r->message.n; i++) {
		const struct pair *pair = &map->as.pairs.at[i];
		struct similar similar = similar_to(pair->key->text);
		size_t k = 0;

		while (k < NSHAPE_KEYS && !str_is(pair->key->text, shape_keys[k].name))
			similar_offer(&similar, str_of(shape_keys[k++].name));
		if (k < NSHAPE_KEYS)
			take_count(r, pair->value, (char *)shape + shape_keys[k].offset);
		else if (str_is(pair->key->text, "tie_word_embeddings"))
			take_bool(r, pair->value, &shape->tied_embeddings);
		else if (str_is(pair->key->text, "model_type"))
			take_text(r, pair->value, &shape->family);
		else
			broken(r, pair->key->at, "unknown key %.*s%.*s",
			       STR_ARG(node_text(r->a, pair->key, 60)),
			       STR_ARG(similar_text(r->a, &similar)));
	}
	if (!shape->hidden || !shape->layers || !shape->heads || !shape->ffn || !shape->vocab)
		broken(r, map->at,
		       "hidden_size, num_hidden_layers, num_attention_heads, "
		       "intermediate_size and vocab_size are all needed");
	shape->kv_heads = shape->kv_heads ? shape->kv_heads : shape->heads;
	if (!shape->head_dim && shape->heads)
		shape->head_dim = shape->hidden / shape->heads;
	into->shape = shape;
}

static void take_model(struct reader *r, const struct node *map, struct policy_model *into)
{
	const struct node *like = node_get(map, STR("like"));
	const struct node *config = node_get(map, STR("config"));

	if (!expect(r, map, NODE_MAP, "a mapping with like, config, or a shape"))
		return;
	if ((like || config) && map->as.pairs.n > 1)
		broken(r, map->at, "like, config and a shape exclude each other");
	else if (like)
		into->like = scalar(r, like);
	else if (config)
		into->config = scalar(r, config);
	else
		take_shape(r, map, into);
}

static void take_models(struct reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;
	struct policy_model *models;

	if (!expect(r, value, NODE_MAP, "a mapping of model ids"))
		return;
	models = arena_news(r->a, struct policy_model, value->as.pairs.n);
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		models[i].id = scalar(r, value->as.pairs.at[i].key);
		models[i].at = value->as.pairs.at[i].key->at;
		take_model(r, value->as.pairs.at[i].value, &models[i]);
	}
	policy->models = models;
	policy->nmodels = value->as.pairs.n;
}

static void take_gpu_memory(struct reader *r, const struct node *value, void *into)
{
	take_bytes(r, value, &((struct policy_gpu *)into)->memory);
}

static void take_gpus(struct reader *r, const struct node *value, void *into)
{
	static const struct key keys[] = {{"memory", take_gpu_memory}};
	struct policy *policy = into;
	struct policy_gpu *gpus;

	if (!expect(r, value, NODE_MAP, "a mapping of GPU names"))
		return;
	gpus = arena_news(r->a, struct policy_gpu, value->as.pairs.n);
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		const struct pair *pair = &value->as.pairs.at[i];

		gpus[i].name = scalar(r, pair->key);
		READ_KEYS(r, pair->value, keys, &gpus[i]);
		if (!gpus[i].memory)
			broken(r, pair->key->at, "memory is needed");
	}
	policy->gpus = gpus;
	policy->ngpus = value->as.pairs.n;
}

static void take_job_name(struct reader *r, const struct node *value, void *into)
{
	take_text(r, value, &((struct policy_job *)into)->name);
}

static void take_job_file(struct reader *r, const struct node *value, void *into)
{
	take_text(r, value, &((struct policy_job *)into)->file);
}

static void take_job_settings(struct reader *r, const struct node *value, void *into)
{
	if (!expect(r, value, NODE_MAP, "a mapping of settings"))
		return;
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		const struct node *key = value->as.pairs.at[i].key;
		struct similar similar = similar_to(key->text);

		if (setting_find(key->text) != SETTING_NONE)
			continue;
		for (enum setting s = 0; s < SETTING_COUNT; s++)
			similar_offer(&similar, str_of(setting_rows[s].name));
		broken(r, key->at, "no setting %.*s%.*s", STR_ARG(node_text(r->a, key, 60)),
		       STR_ARG(similar_text(r->a, &similar)));
	}
	((struct policy_job *)into)->settings = value;
}

static void take_jobs(struct reader *r, const struct node *value, void *into)
{
	static const struct key keys[] = {
	    {"name", take_job_name}, {"file", take_job_file}, {"settings", take_job_settings}};
	struct policy *policy = into;
	struct policy_job *jobs;

	if (!expect(r, value, NODE_LIST, "a list of {name, file, settings}"))
		return;
	jobs = arena_news(r->a, struct policy_job, value->as.items.n);
	for (size_t i = 0; i < value->as.items.n; i++) {
		const struct node *item = value->as.items.at[i];

		jobs[i].at = item->at;
		READ_KEYS(r, item, keys, &jobs[i]);
		if (!jobs[i].name.n || !jobs[i].settings)
			broken(r, item->at, "name and settings are both needed");
	}
	policy->jobs = jobs;
	policy->njobs = value->as.items.n;
}

static const struct key policy_keys[] = {
    {"target", take_main_target}, {"head-room", take_head_room}, {"fail-on", take_fail_on},
    {"rules", take_rules},	  {"exclude", take_exclude},	 {"paths", take_paths},
    {"models", take_models},	  {"gpus", take_gpus},		 {"jobs", take_jobs},
};

/** A card that nobody knows is a mistake in the policy, which should not wait for a job to show. */
static void check_target(struct reader *r, const struct policy_target *target)
{
	uint64_t bytes;

	if (!target->gpu.n || bytes_parse(target->gpu, &bytes) || gpu_find(target->gpu))
		return;
	for (size_t i = 0; i < r->out->ngpus; i++)
		if (str_eq_nocase(r->out->gpus[i].name, target->gpu))
			return;
	broken(r, target->at, "no GPU %.*s (gpumem-lint gpus lists them)",
	       STR_ARG(printable(r->a, target->gpu)));
}

bool policy_fail_on(struct str word, enum fail_on *out)
{
	if (str_is(word, "low"))
		*out = FAIL_ON_LOW;
	else if (str_is(word, "likely"))
		*out = FAIL_ON_LIKELY;
	else if (str_is(word, "high"))
		*out = FAIL_ON_HIGH;
	else
		return false;
	return true;
}

bool policy_read(struct arena *a, struct files *files, uint32_t file, struct policy *out,
		 struct str *message)
{
	struct reader r = {.a = a, .files = files, .out = out};
	struct reading reading = read_yaml(a, file, files_at(files, file)->text);

	*out = (struct policy){0};
	if (reading.trouble.n)
		broken(&r, reading.trouble_at, "%.*s", STR_ARG(reading.trouble));
	else if (reading.repeats.n)
		broken(&r, reading.repeats.at[0].again, "the key stands here twice");
	else if (reading.docs.n > 1)
		broken(&r, reading.docs.at[1]->at, "one document is expected");
	else if (reading.docs.n && reading.docs.at[0]->kind != NODE_NULL)
		READ_KEYS(&r, reading.docs.at[0], policy_keys, out);
	if (!r.message.n)
		check_target(&r, &out->target);
	for (size_t i = 0; i < out->npaths && !r.message.n; i++)
		check_target(&r, &out->paths[i].target);
	*message = r.message;
	return !r.message.n;
}
