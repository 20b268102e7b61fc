#include "core/base/base.h"
#include "lint/read/read.h"
#include "lint/text/text.h"
#include "policy_keys.h"

static void take_target_gpu(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct policy_target *)into)->gpu);
}

static void take_target_count(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_count(r, value, &((struct policy_target *)into)->count);
}

static void take_target_force(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_bool(r, value, &((struct policy_target *)into)->force);
}

/** A GPU by name or size, or a mapping with it. */
static void take_target(struct policy_reader *r, const struct node *value, void *into)
{
	static const struct policy_key keys[] = {
	    {"gpu", take_target_gpu}, {"count", take_target_count}, {"force", take_target_force}};
	struct policy_target *target = into;

	target->at = value->at;
	if (value->kind == NODE_MAP)
		POLICY_KEYS(r, value, keys, target);
	else
		target->gpu = policy_scalar(r, value);
}

static void take_main_target(struct policy_reader *r, const struct node *value, void *into)
{
	take_target(r, value, &((struct policy *)into)->target);
}

static void take_targets(struct policy_reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;
	struct policy_target *targets;

	if (!policy_expect(r, value, NODE_LIST, "a list of cards"))
		return;
	targets = arena_news(r->a, struct policy_target, value->as.items.n + 1);
	for (size_t i = 0; i < value->as.items.n; i++) {
		targets[i].at = value->as.items.at[i]->at;
		targets[i].gpu = policy_scalar(r, value->as.items.at[i]);
	}
	if (!value->as.items.n)
		policy_broken(r, value->at, "a list of cards is expected here, not an empty one");
	policy->targets = targets;
	policy->ntargets = value->as.items.n;
}

static void take_fit(struct policy_reader *r, const struct node *value, void *into)
{
	struct str word = policy_scalar(r, value);

	((struct policy *)into)->fit_one = str_is(word, "one");
	if (!str_is(word, "one") && !str_is(word, "each"))
		policy_broken(r, value->at, "each or one is expected here");
}

static void take_head_room(struct policy_reader *r, const struct node *value, void *into)
{
	struct head_room *room = &((struct policy *)into)->head_room;
	struct str text = policy_scalar(r, value);

	if (str_ends(text, STR("%"))) {
		if (str_to_real(str_trim(str_sub(text, 0, text.n - 1)), &room->share) &&
		    room->share >= 0 && room->share < 100) {
			room->share /= 100;
			return;
		}
	} else if (bytes_parse(text, &room->bytes)) {
		return;
	}
	policy_broken(r, value->at, "a share such as 5%% or a size such as 4GiB is expected here");
}

static void take_fail_on(struct policy_reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;

	policy->has_fail_on = true;
	if (!policy_fail_on(policy_scalar(r, value), &policy->fail_on))
		policy_broken(r, value->at, "low, likely or high is expected here");
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

static void take_rules(struct policy_reader *r, const struct node *value, void *into)
{
	struct policy *policy = into;

	if (!policy_expect(r, value, NODE_MAP, "a mapping of rules to severities"))
		return;
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		const struct pair *pair = &value->as.pairs.at[i];
		struct similar similar = similar_to(pair->key->text);
		enum rule rule = rule_find(pair->key->text);
		enum severity severity;

		for (size_t k = 0; k < RULE_COUNT; k++)
			similar_offer(&similar, str_of(rule_rows[k].id));
		if (rule == RULE_COUNT) {
			policy_broken(r, pair->key->at, "no rule %.*s%.*s",
				      STR_ARG(node_text(r->a, pair->key, 60)),
				      STR_ARG(similar_text(r->a, &similar)));
			return;
		}
		if (!severity_of(pair->value, &severity)) {
			policy_broken(r, pair->value->at,
				      "off, notice, warning or error is expected here");
			return;
		}
		policy->rules[policy->nrules].rule = rule;
		policy->rules[policy->nrules++].severity = severity;
	}
}

/* Each glob is tried on each path and the folders that it is in. */
static void take_exclude(struct policy_reader *r, const struct node *value, void *into)
{
	enum { GLOBS_MAX = 100, GLOB_BYTES = 200 };
	struct policy *policy = into;
	struct str *globs;

	if (!policy_expect(r, value, NODE_LIST, "a list of globs"))
		return;
	if (value->as.items.n > GLOBS_MAX)
		policy_broken(r, value->at, "more than %d globs", GLOBS_MAX);
	globs = arena_news(r->a, struct str, value->as.items.n);
	for (size_t i = 0; i < value->as.items.n; i++)
		globs[i] = policy_scalar(r, value->as.items.at[i]);
	for (size_t i = 0; i < value->as.items.n; i++)
		if (globs[i].n > GLOB_BYTES)
			policy_broken(r, value->as.items.at[i]->at, "a glob of more than %d bytes", GLOB_BYTES);
	policy->exclude = globs;
	policy->nexclude = value->as.items.n;
}

static void take_path_match(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct policy_path *)into)->match);
}

static void take_path_target(struct policy_reader *r, const struct node *value, void *into)
{
	take_target(r, value, &((struct policy_path *)into)->target);
}

static void take_paths(struct policy_reader *r, const struct node *value, void *into)
{
	static const struct policy_key keys[] = {{"match", take_path_match},
						 {"target", take_path_target}};
	struct policy *policy = into;
	struct policy_path *paths;

	if (!policy_expect(r, value, NODE_LIST, "a list of {match, target}"))
		return;
	paths = arena_news(r->a, struct policy_path, value->as.items.n);
	for (size_t i = 0; i < value->as.items.n; i++) {
		POLICY_KEYS(r, value->as.items.at[i], keys, &paths[i]);
		if (!paths[i].match.n || !span_known(paths[i].target.at))
			policy_broken(r, value->as.items.at[i]->at,
				      "match and target are both needed");
	}
	policy->paths = paths;
	policy->npaths = value->as.items.n;
}

static void take_job_name(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct policy_job *)into)->name);
}

static void take_job_file(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct policy_job *)into)->file);
}

static void take_job_settings(struct policy_reader *r, const struct node *value, void *into)
{
	if (!policy_expect(r, value, NODE_MAP, "a mapping of settings"))
		return;
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		const struct node *key = value->as.pairs.at[i].key;
		struct similar similar = similar_to(key->text);

		if (setting_find(key->text) != SETTING_NONE)
			continue;
		for (enum setting s = 0; s < SETTING_COUNT; s++)
			similar_offer(&similar, str_of(setting_rows[s].name));
		policy_broken(r, key->at, "no setting %.*s%.*s", STR_ARG(node_text(r->a, key, 60)),
			      STR_ARG(similar_text(r->a, &similar)));
	}
	((struct policy_job *)into)->settings = value;
}

static void take_jobs(struct policy_reader *r, const struct node *value, void *into)
{
	static const struct policy_key keys[] = {
	    {"name", take_job_name}, {"file", take_job_file}, {"settings", take_job_settings}};
	struct policy *policy = into;
	struct policy_job *jobs;

	if (!policy_expect(r, value, NODE_LIST, "a list of {name, file, settings}"))
		return;
	jobs = arena_news(r->a, struct policy_job, value->as.items.n);
	for (size_t i = 0; i < value->as.items.n; i++) {
		const struct node *item = value->as.items.at[i];

		jobs[i].at = item->at;
		POLICY_KEYS(r, item, keys, &jobs[i]);
		if (!jobs[i].name.n || !jobs[i].settings)
			policy_broken(r, item->at, "name and settings are both needed");
	}
	policy->jobs = jobs;
	policy->njobs = value->as.items.n;
}

static void take_ignore_rule(struct policy_reader *r, const struct node *value, void *into)
{
	struct policy_ignore *ignore = into;
	struct similar similar = similar_to(policy_scalar(r, value));

	ignore->rule = rule_find(similar.word);
	for (size_t i = 0; i < RULE_COUNT; i++)
		similar_offer(&similar, str_of(rule_rows[i].id));
	if (ignore->rule == RULE_COUNT)
		policy_broken(r, value->at, "no rule %.*s%.*s", STR_ARG(node_text(r->a, value, 60)),
			      STR_ARG(similar_text(r->a, &similar)));
}

static void take_ignore_path(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct policy_ignore *)into)->path);
}

static void take_ignore_job(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct policy_ignore *)into)->job);
}

static void take_ignore_reason(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct policy_ignore *)into)->reason);
}

static void take_ignore_expires(struct policy_reader *r, const struct node *value, void *into)
{
	if (!date_parse(policy_scalar(r, value), &((struct policy_ignore *)into)->expires))
		policy_broken(r, value->at, "a day such as 2026-12-31 is expected here");
}

static void take_ignore(struct policy_reader *r, const struct node *value, void *into)
{
	static const struct policy_key keys[] = {{"rule", take_ignore_rule},
						 {"path", take_ignore_path},
						 {"job", take_ignore_job},
						 {"reason", take_ignore_reason},
						 {"expires", take_ignore_expires}};
	struct policy *policy = into;
	struct policy_ignore *ignore;

	if (!policy_expect(r, value, NODE_LIST, "a list of {rule, path, job, reason, expires}"))
		return;
	ignore = arena_news(r->a, struct policy_ignore, value->as.items.n);
	for (size_t i = 0; i < value->as.items.n; i++) {
		const struct node *item = value->as.items.at[i];

		ignore[i] = (struct policy_ignore){.rule = RULE_COUNT, .expires = INT64_MAX, .at = item->at};
		POLICY_KEYS(r, item, keys, &ignore[i]);
		if (ignore[i].rule == RULE_COUNT || !ignore[i].reason.n || (!ignore[i].path.n && !ignore[i].job.n))
			policy_broken(r, item->at, "rule, reason, and path or job are needed");
	}
	policy->ignore = ignore;
	policy->nignore = value->as.items.n;
}

static const struct policy_key top_keys[] = {
    {"target", take_main_target},   {"targets", take_targets},	   {"fit", take_fit},
    {"head-room", take_head_room}, {"fail-on", take_fail_on},
    {"rules", take_rules},	    {"exclude", take_exclude},	   {"paths", take_paths},
    {"models", policy_take_models}, {"gpus", policy_take_gpus},	   {"jobs", take_jobs},
    {"ignore", take_ignore},
};

/** A card that nobody knows is a mistake in the policy, which should not wait for a job to show. */
static void check_target(struct policy_reader *r, const struct policy_target *target)
{
	uint64_t bytes;

	if (!target->gpu.n || bytes_parse(target->gpu, &bytes) || gpu_find(target->gpu))
		return;
	for (size_t i = 0; i < r->out->ngpus; i++)
		if (str_eq_nocase(r->out->gpus[i].name, target->gpu))
			return;
	policy_broken(r, target->at, "no GPU %.*s (gpumem-lint gpus lists them)",
		      STR_ARG(printable(r->a, target->gpu)));
}

struct str policy_path(struct arena *a, const struct policy *p, struct str path)
{
	return p->below.n ? str_cat(a, p->below, path) : path;
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
	struct policy_reader r = {.a = a, .files = files, .out = out};
	struct reading reading = read_yaml(a, file, files_at(files, file)->text);

	*out = (struct policy){0};
	if (reading.trouble.n)
		policy_broken(&r, reading.trouble_at, "%.*s", STR_ARG(reading.trouble));
	else if (reading.repeats.n)
		policy_broken(&r, reading.repeats.at[0].again, "the key stands here twice");
	else if (reading.docs.n > 1)
		policy_broken(&r, reading.docs.at[1]->at, "one document is expected");
	else if (reading.docs.n && reading.docs.at[0]->kind != NODE_NULL)
		POLICY_KEYS(&r, out->tree = reading.docs.at[0], top_keys, out);
	if (!r.message.n && out->ntargets && out->target.gpu.n)
		policy_broken(&r, out->target.at, "target and targets exclude each other");
	if (!r.message.n)
		check_target(&r, &out->target);
	for (size_t i = 0; i < out->ntargets && !r.message.n; i++)
		check_target(&r, &out->targets[i]);
	for (size_t i = 0; i < out->npaths && !r.message.n; i++)
		check_target(&r, &out->paths[i].target);
	*message = r.message;
	return !r.message.n;
}
