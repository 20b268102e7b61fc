#include "extract.h"

#include "cond.h"
#include "convert.h"
#include "derive.h"
#include "worse.h"

#include "../core/arena.h"

#include <string.h>

enum { DEPTH_MAX = 12 };

void extract_init(struct extract *x, struct arena *arena, struct findings *findings,
		  struct versions *versions)
{
	memset(x, 0, sizeof(*x));
	x->arena = arena;
	x->findings = findings;
	x->versions = versions;
	x->before = UINT32_MAX;
}

/* One reading of a map: the job as it is with what was read so far, and which settings were read. */
struct reading_of {
	struct job job;
	bool claimed[SETTING_COUNT];
	struct extract_unknown unknown[SETTING_COUNT];
};

/* ---- one row ---- */

/* The value of the first of a row's spellings that the tree has. */
static const struct node *row_node(const struct keyrow *row, const struct node *tree,
				   const struct job *job)
{
	struct str keys = str_of(row->key);

	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');
		const struct node *n = node_key(tree, cut.head, job);

		if (n && (n->kind != NODE_NULL || row->convert == CONVERT_IF_NULL))
			return n;
		keys = cut.tail;
	}
	return NULL;
}

/* The newest release before a version: "0.19" before "0.20". */
static struct str release_before(const struct package *package, struct str until)
{
	struct str best = {NULL, 0}, rest = package ? str_of(package->releases) : best;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ' ');

		if (version_cmp(cut.head, until) < 0)
			best = cut.head;
		rest = cut.tail;
	}
	return best;
}

/*
 * Whether the version at hand has the row's key. A key that only other versions have narrows down a
 * version that no requirement states: the code would not run otherwise.
 */
static bool row_in_version(struct extract *x, const struct keymap *map, const struct keyrow *row,
			   const struct node *n, struct reading_of *r)
{
	struct str package = str_of(map->package), version;
	const struct version *known;
	bool newest;

	if (!row->since && !row->until)
		return true;
	version = versions_of(x->versions, package, &newest);
	if (version_in(version, row->since, row->until))
		return true;
	known = versions_find(x->versions, package);
	/* A row with a condition tells versions' meanings of a key apart, not whether it exists. */
	if (row->when)
		return false;
	if (known && known->stated) {
		struct str why = str_fmt(x->arena, "%s %.*s has no %.*s", map->package,
					 STR_ARG(version), STR_ARG(str_cut(str_of(row->key), '|').head));

		if (row->setting != SETTING_NONE)
			r->unknown[row->setting] =
				(struct extract_unknown){.why = why, .at = n->at};
		return false;
	}
	if (row->until && version_cmp(version, str_of(row->until)) >= 0)
		version = release_before(package_find(package), str_of(row->until));
	else
		version = str_of(row->since);
	if (version.n)
		versions_set(x->versions, (struct version){package, version, false, n->at});
	return true;
}

static void bad_value(struct extract *x, const struct keyrow *row, const struct node *n)
{
	struct str text = node_text(x->arena, n, 40);

	if (x->findings && span_known(n->at))
		findings_add(x->findings, RULE_BAD_VALUE, n->at, "%.*s cannot be %.*s",
			     STR_ARG(str_cut(str_of(row->key), '|').head), STR_ARG(text));
}

static struct str condition_text(struct arena *a, const struct node *alternative)
{
	struct str text;

	if (!alternative->when)
		return STR("");
	text = node_text(a, alternative->when, 60);
	return text.n ? str_fmt(a, "if %.*s", STR_ARG(text)) : text;
}

/* Several alternatives, or a list of values to try where one is meant: the worst first. */
static struct converted convert_any(struct extract *x, const struct keyrow *row,
				    const struct node *n)
{
	struct value values[NODE_EITHER_MAX];
	struct converted c, last = {.result = CONVERT_NOTHING};
	size_t found = 0;

	for (size_t i = 0; i < n->as.items.n && found < NODE_EITHER_MAX; i++) {
		const struct node *item = n->as.items.at[i];
		struct str condition = condition_text(x->arena, item);

		c = convert_node(x->arena, row, item);
		if (c.result != CONVERT_OK) {
			if (c.result != CONVERT_NOTHING)
				last = c;
			continue;
		}
		values[found] = c.value;
		if (condition.n)
			values[found].how = condition;
		found++;
	}
	if (!found)
		return last;
	last.result = CONVERT_OK;
	last.value = worse_of(x->arena, row->setting, values, found);
	return last;
}

static struct converted convert_row(struct extract *x, const struct keyrow *row,
				    const struct node *n)
{
	struct converted c;

	if (n->kind == NODE_EITHER)
		return convert_any(x, row, n);
	c = convert_node(x->arena, row, n);
	if (c.result == CONVERT_BAD && n->kind == NODE_LIST && n->as.items.n &&
	    setting_rows[row->setting].type != SETTING_TYPE_LIST)
		return convert_any(x, row, n);
	return c;
}

static void read_row(struct extract *x, const struct keymap *map, const struct keyrow *row,
		     const struct node *n, struct reading_of *r)
{
	struct converted c = convert_row(x, row, n);
	enum setting s = row->setting;

	switch (c.result) {
	case CONVERT_OK:
		r->job.set[s] = c.value;
		r->claimed[s] = true;
		break;
	case CONVERT_UNKNOWN:
		r->unknown[s] = (struct extract_unknown){.why = c.why, .at = n->at};
		break;
	case CONVERT_AUTO:
		r->unknown[s] = (struct extract_unknown){STR("it is left to others: auto"), n->at, map};
		break;
	case CONVERT_BAD:
		bad_value(x, row, n);
		break;
	case CONVERT_NOTHING:
		break;
	}
}

/* ---- a whole map ---- */

static void read_rows(struct extract *x, const struct keymap *map, const struct node *tree,
		      struct reading_of *r, unsigned depth);

static void note_used(struct extract *x, const struct keymap *map, const struct node *tree)
{
	for (size_t i = 0; i < x->used.n; i++)
		if (x->used.at[i].map == map && x->used.at[i].tree == tree)
			return;
	*vec_push(x->arena, &x->used) = (struct extract_used){map, tree};
}

/* A mapping, object or path where a row expects another map's keys. */
static void read_nested(struct extract *x, const struct keyrow *row, const struct node *n,
			struct reading_of *r, unsigned depth)
{
	const struct keymap *map = keymap_find(str_of(row->arg));

	if (n->kind == NODE_STR && x->open)
		n = x->open(x->ctx, n->text, n->at);
	if (!n || !map || depth > DEPTH_MAX)
		return;
	if (n->kind == NODE_MAP) {
		if (map->ndefaults || map->base[0])
			note_used(x, map, n);
		read_rows(x, map, n, r, depth + 1);
	} else if (n->kind == NODE_OBJECT) {
		enum extract_mode mode = x->mode;

		x->mode = EXTRACT_UNDER;
		extract_object(x, n, &r->job);
		x->mode = mode;
		for (int s = 0; s < SETTING_COUNT; s++)
			r->claimed[s] = r->claimed[s] || r->job.set[s].at.file != 0;
	}
}

static void read_rows(struct extract *x, const struct keymap *map, const struct node *tree,
		      struct reading_of *r, unsigned depth)
{
	for (size_t i = 0; i < map->nrows; i++) {
		const struct keyrow *row = &map->rows[i];
		const struct node *n;

		if (row->setting != SETTING_NONE && r->claimed[row->setting])
			continue;
		n = row_node(row, tree, &r->job);
		if (!n || !cond_holds(row->when, &r->job, tree) ||
		    !row_in_version(x, map, row, n, r))
			continue;
		if (row->convert == CONVERT_NESTED)
			read_nested(x, row, n, r, depth);
		else
			read_row(x, map, row, n, r);
	}
	for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b] && depth < DEPTH_MAX; b++)
		read_rows(x, map->base[b], tree, r, depth + 1);
}

/* What was read becomes the job's, as the mode says. */
static void commit(struct extract *x, const struct reading_of *r, struct job *job)
{
	for (int s = 0; s < SETTING_COUNT; s++) {
		bool there = job->set[s].type != VALUE_ABSENT;

		if (r->claimed[s]) {
			if (x->mode == EXTRACT_OVER || !there)
				job->set[s] = r->job.set[s];
			x->unknown[s] = (struct extract_unknown){0};
		} else if (r->unknown[s].why.n && !(there && (x->mode == EXTRACT_UNDER ||
							      r->unknown[s].automatic))) {
			job->set[s] = (struct value){0};
			x->unknown[s] = r->unknown[s];
		}
	}
}

typedef void reader(struct extract *x, const void *what, const struct node *n, struct job *job);

/* Reads each alternative into a job of its own, and joins them. */
static void read_alternatives(struct extract *x, reader *read, const void *what,
			      const struct node *either, struct job *job)
{
	size_t n = either->as.items.n;
	struct job *jobs = arena_news(x->arena, struct job, n);
	struct str *conditions = arena_news(x->arena, struct str, n);

	for (size_t i = 0; i < n; i++) {
		jobs[i] = *job;
		conditions[i] = condition_text(x->arena, either->as.items.at[i]);
		read(x, what, either->as.items.at[i], &jobs[i]);
	}
	if (n)
		worse_join(x->arena, jobs, conditions, n, job);
}

static void map_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	extract_map(x, what, n, job);
}

void extract_map(struct extract *x, const struct keymap *map, const struct node *tree,
		 struct job *job)
{
	struct reading_of *r;

	if (!tree || x->depth >= DEPTH_MAX)
		return;
	x->depth++;
	if (tree->kind == NODE_EITHER) {
		read_alternatives(x, map_reader, map, tree, job);
	} else if (tree->kind == NODE_MAP || tree->kind == NODE_OBJECT) {
		r = arena_new(x->arena, struct reading_of);
		r->job = *job;
		note_used(x, map, tree);
		read_rows(x, map, tree, r, 0);
		commit(x, r, job);
	}
	x->depth--;
}

/* ---- a project's own names ---- */

/* "_DEFAULT_MODEL_NAME" → "model_name": lower case, without prefixes that say whose value it is. */
static struct str plain_name(struct extract *x, struct str name)
{
	static const char *const prefixes[] = {"default_", "train_", "training_", "sft_", "ft_",
					       "grpo_",    "dpo_",   "cfg_",	  "args_", "finetune_"};
	struct str s = str_lower(x->arena, name);

	while (s.n && s.s[0] == '_')
		s = str_sub(s, 1, s.n);
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		/* train_batch_size is a name of its own. */
		if (str_starts(s, str_of(prefixes[i])) && !str_is(s, "train_batch_size") &&
		    !str_starts(s, STR("train_micro")))
			s = str_sub(s, str_of(prefixes[i]).n, s.n);
	return s;
}

/* The same mapping under plain names, two levels deep; the first of two equal names stays. */
static struct node *plain_names(struct extract *x, const struct node *tree, unsigned depth)
{
	struct node *plain = node_new(x->arena, NODE_MAP, tree->at);

	for (size_t i = 0; i < tree->as.pairs.n; i++) {
		const struct pair *pair = &tree->as.pairs.at[i];
		struct node *value = pair->value;
		struct str name;

		if (!pair->key || pair->key->kind != NODE_STR)
			continue;
		name = plain_name(x, pair->key->text);
		if (value->kind == NODE_MAP && depth < 3)
			value = plain_names(x, value, depth + 1);
		if (!node_get(plain, name))
			node_set(x->arena, plain, node_str(x->arena, name, pair->key->at), value);
	}
	return plain;
}

void extract_names(struct extract *x, const struct node *tree, struct job *job)
{
	const struct keymap *map = keymap_find(STR("project"));
	struct findings *findings = x->findings;
	enum extract_mode mode = x->mode;
	struct extract_unknown *unknown = arena_news(x->arena, struct extract_unknown, SETTING_COUNT);
	struct job found = {0};

	if (!map || !tree || tree->kind != NODE_MAP)
		return;
	memcpy(unknown, x->unknown, sizeof(x->unknown));
	/* A name alone is no ground for a complaint about its value. */
	x->findings = NULL;
	x->mode = EXTRACT_UNDER;
	found.gpu = job->gpu;
	extract_map(x, map, plain_names(x, tree, 0), &found);
	memcpy(x->unknown, unknown, sizeof(x->unknown));
	x->findings = findings;
	x->mode = mode;
	for (int s = 0; s < SETTING_COUNT; s++) {
		if (found.set[s].type == VALUE_ABSENT || job->set[s].type != VALUE_ABSENT)
			continue;
		job->set[s] = found.set[s];
		job->set[s].origin = ORIGIN_ASSUMED;
		job->set[s].how = STR("only the name says that it means this");
	}
}

/* ---- settings that a row implies ---- */

static void set_one(struct extract *x, struct str entry, struct span at, const struct node *tree,
		    struct job *job)
{
	struct str_cut assign = str_cut(entry, '='), rest = str_cut(assign.tail, '?');
	struct str cond = str_dup(x->arena, rest.tail);
	enum setting s = setting_find(str_trim(assign.head));
	struct value v;

	if (s == SETTING_NONE || !cond_holds(cond.n ? cond.s : NULL, job, tree))
		return;
	if (x->mode == EXTRACT_UNDER && job->set[s].type != VALUE_ABSENT)
		return;
	if (!setting_parse(x->arena, s, rest.head, &v))
		return;
	v.at = at;
	job->set[s] = v;
	x->unknown[s] = (struct extract_unknown){0};
}

void extract_set(struct extract *x, const char *set, struct span at, const struct node *tree,
		 struct job *job)
{
	struct str rest = str_of(set);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ';');

		set_one(x, cut.head, at, tree, job);
		rest = cut.tail;
	}
}

/* ---- calls ---- */

/* The arguments of a call by name, positional ones by the row's parameters. */
static struct node *view_of(struct extract *x, const struct call *call, const struct callable *row)
{
	struct node *view = node_new(x->arena, NODE_MAP, call->at);
	size_t position = 0;

	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		struct str name = arg->name;

		if (str_is(name, "*") || str_is(name, "**")) {
			view->open = true;
			continue;
		}
		if (!name.n) {
			name = position < row->nparams
				       ? str_of(row->params[position].name)
				       : str_fmt(x->arena, "arg%zu", position + 1);
			position++;
		}
		node_set(x->arena, view, node_str(x->arena, name, arg->at), arg->value);
	}
	return view;
}

/* Copies what a scratch job says of its model to another model's settings. */
static void other_model(struct extract *x, const struct node *n, enum setting model,
			enum setting dtype, struct job *job)
{
	struct job scratch = {0};
	struct extract y = *x;
	struct converted c;

	if (n->kind == NODE_NULL) {
		c = convert_text(x->arena, model, STR("none"), n);
	} else if (n->kind == NODE_STR) {
		c = convert_text(x->arena, model, n->text, n);
	} else {
		y.mode = EXTRACT_OVER;
		y.used.n = y.used.room = 0;
		if (!extract_object(&y, n, &scratch))
			return;
		extract_finish(&y, &scratch);
		c.result = scratch.set[SETTING_MODEL].type == VALUE_ABSENT ? CONVERT_NOTHING
									   : CONVERT_OK;
		c.value = scratch.set[SETTING_MODEL];
		if (scratch.set[SETTING_QUANTIZATION].type == VALUE_STR &&
		    !str_is(scratch.set[SETTING_QUANTIZATION].as.s, "none"))
			job->set[dtype] = scratch.set[SETTING_QUANTIZATION];
		else if (scratch.set[SETTING_WEIGHTS_DTYPE].type != VALUE_ABSENT)
			job->set[dtype] = scratch.set[SETTING_WEIGHTS_DTYPE];
	}
	if (c.result == CONVERT_OK)
		job->set[model] = c.value;
}

/* The trained model: an object, or an id that the callee loads itself. */
static void read_model(struct extract *x, const struct callable *row, const struct node *n,
		       struct job *job)
{
	struct converted c;

	if (n->kind != NODE_STR) {
		extract_object(x, n, job);
		return;
	}
	c = convert_text(x->arena, SETTING_MODEL, n->text, n);
	if (c.result != CONVERT_OK) {
		x->unknown[SETTING_MODEL] = (struct extract_unknown){.why = c.why, .at = n->at};
		return;
	}
	if (x->mode == EXTRACT_OVER || job->set[SETTING_MODEL].type == VALUE_ABSENT)
		job->set[SETTING_MODEL] = c.value;
	derive_from_name(x->arena, job);
	if (row->load)
		note_used(x, row->load, NULL);
}

/* A reward model among reward functions: the first text or model object. */
static void read_reward(struct extract *x, const struct node *n, struct job *job)
{
	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE) {
		for (size_t i = 0; i < n->as.items.n; i++)
			if (n->as.items.at[i]->kind == NODE_STR ||
			    n->as.items.at[i]->kind == NODE_OBJECT) {
				n = n->as.items.at[i];
				break;
			}
	}
	if (n->kind == NODE_STR || n->kind == NODE_OBJECT)
		other_model(x, n, SETTING_REWARD_MODEL, SETTING_REWARD_DTYPE, job);
}

/* An adapter's or quantiser's configuration: an object, a mapping, or None for none. */
static void read_part(struct extract *x, const struct node *n, const char *map, enum setting none,
		      struct job *job)
{
	const struct keymap *keys = keymap_find(str_of(map));
	struct converted c;

	if (n->kind == NODE_NULL) {
		c = convert_text(x->arena, none, STR("none"), n);
		if (c.result == CONVERT_OK && job->set[none].type == VALUE_ABSENT)
			job->set[none] = c.value;
	} else if (n->kind == NODE_MAP && keys) {
		extract_map(x, keys, n, job);
	} else {
		extract_object(x, n, job);
	}
}

struct part {
	const char *map;
	enum setting none;
};

static void part_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	const struct part *part = what;

	read_part(x, n, part->map, part->none, job);
}

static void read_role(struct extract *x, const struct callable *row, enum role role,
		      const struct node *n, struct job *job)
{
	static const struct part peft = {"peft.LoraConfig", SETTING_PEFT};
	static const struct part quant = {"transformers.BitsAndBytesConfig", SETTING_QUANTIZATION};
	const struct part *part = role == ROLE_PEFT ? &peft : &quant;

	switch (role) {
	case ROLE_MODEL:
		read_model(x, row, n, job);
		break;
	case ROLE_ARGS:
		if (n->kind == NODE_MAP && row->args)
			extract_map(x, row->args, n, job);
		else if (n->kind != NODE_NULL)
			extract_object(x, n, job);
		break;
	case ROLE_PEFT:
	case ROLE_QUANTIZATION:
		if (n->kind == NODE_EITHER)
			read_alternatives(x, part_reader, part, n, job);
		else
			read_part(x, n, part->map, part->none, job);
		break;
	case ROLE_REFERENCE:
		other_model(x, n, SETTING_REFERENCE_MODEL, SETTING_REFERENCE_DTYPE, job);
		break;
	case ROLE_REWARD:
		read_reward(x, n, job);
		break;
	case ROLE_TEACHER:
		other_model(x, n, SETTING_TEACHER_MODEL, SETTING_TEACHER_DTYPE, job);
		break;
	case ROLE_OPTIMIZER:
		if (n->kind == NODE_TUPLE && n->as.items.n)
			n = n->as.items.at[0];
		extract_object(x, n, job);
		break;
	case ROLE_MODEL_KWARGS:
		if (n->kind == NODE_MAP && row->load)
			extract_map(x, row->load, n, job);
		break;
	case ROLE_NONE:
	case ROLE_TOKENIZER:
	case ROLE_DATASET:
		break;
	}
}

/* Roles in the order in which what they say builds up: models before what is put on them. */
static const enum role role_order[] = {
	ROLE_MODEL,  ROLE_MODEL_KWARGS, ROLE_QUANTIZATION, ROLE_PEFT,	ROLE_ARGS,
	ROLE_REWARD, ROLE_REFERENCE,	ROLE_TEACHER,	   ROLE_OPTIMIZER,
};

static bool model_is_text(const struct callable *row, const struct node *view)
{
	for (size_t i = 0; i < row->nparams; i++) {
		const struct node *n;

		if (row->params[i].role != ROLE_MODEL)
			continue;
		n = node_key(view, str_of(row->params[i].name), NULL);
		if (n)
			return n->kind == NODE_STR;
	}
	return false;
}

static void read_roles(struct extract *x, const struct callable *row, const struct node *view,
		       struct job *job)
{
	bool args = false;

	for (size_t r = 0; r < sizeof(role_order) / sizeof(*role_order); r++) {
		for (size_t i = 0; i < row->nparams; i++) {
			const struct node *n;

			if (row->params[i].role != role_order[r])
				continue;
			n = node_key(view, str_of(row->params[i].name), job);
			/* Arguments of loading are idle where the model is loaded already. */
			if (!n || (role_order[r] == ROLE_MODEL_KWARGS && !model_is_text(row, view)))
				continue;
			args = args || (role_order[r] == ROLE_ARGS && n->kind != NODE_NULL);
			read_role(x, row, role_order[r], n, job);
		}
		if (role_order[r] == ROLE_ARGS && row->args && !args)
			note_used(x, row->args, NULL);
	}
}

bool extract_call(struct extract *x, const struct call *call, struct job *job)
{
	const struct callable *row = callable_find(call->callee);
	struct node *view;

	if (!row || x->depth >= DEPTH_MAX)
		return false;
	x->depth++;
	view = view_of(x, call, row);
	/* A sink's own defaults go before those of what reaches it: it has the last word on them. */
	if (row->effect == EFFECT_SINK && row->map)
		note_used(x, row->map, view);
	if (row->effect != EFFECT_SET)
		extract_set(x, row->set, call->callee_at, view, job);
	/* trainer.fit(model): what the trainer was made with. */
	if ((row->effect == EFFECT_SINK || row->effect == EFFECT_STEP) && call->self)
		extract_object(x, call->self, job);
	read_roles(x, row, view, job);
	if (row->effect == EFFECT_SET)
		extract_set(x, row->set, call->callee_at, view, job);
	if (row->map)
		extract_map(x, row->map, view, job);
	if (row->effect == EFFECT_MODEL)
		derive_from_name(x->arena, job);
	x->depth--;
	return true;
}

/* A loader that shuffles is the one of training. */
static bool shuffles(const struct call *call)
{
	const struct arg *arg = call_arg(call, STR("shuffle"), SIZE_MAX);

	return arg && arg->value->kind == NODE_BOOL && arg->value->as.b;
}

static bool hints(const struct call *call, bool loop)
{
	const struct callable *row = callable_find(call->callee);

	if (!row)
		return false;
	return row->effect == EFFECT_HINT ||
	       (loop && (row->effect == EFFECT_LOOP || row->effect == EFFECT_OPTIMIZER));
}

void extract_hints(struct extract *x, struct job *job, bool loop)
{
	enum extract_mode mode = x->mode;

	x->mode = EXTRACT_UNDER;
	for (int shuffled = 1; shuffled >= 0; shuffled--) {
		for (size_t i = 0; x->trace && i < x->trace->n; i++) {
			const struct call *call = x->trace->at[i];

			if (call->order >= x->before)
				break;
			if (shuffles(call) == shuffled && hints(call, loop))
				extract_call(x, call, job);
		}
	}
	x->mode = mode;
}

/* ---- objects ---- */

/* Whether a later call changes the object: a method on it, or a function of it that sets. */
static bool call_changes(const struct call *call, const struct node *object)
{
	const struct callable *row;

	if (call->self == object)
		return (row = callable_find(call->callee)) != NULL && row->effect == EFFECT_SET;
	if (!call->args.n || call->args.at[0].value != object || call->result == object)
		return call->args.n && call->args.at[0].value == object && call->result == object &&
		       (row = callable_find(call->callee)) != NULL && row->effect == EFFECT_SET;
	return (row = callable_find(call->callee)) != NULL && row->effect == EFFECT_SET;
}

static void read_changes(struct extract *x, const struct node *object, struct job *job)
{
	for (size_t i = 0; x->trace && i < x->trace->n; i++) {
		const struct call *call = x->trace->at[i];

		if (call->order >= x->before)
			break;
		if (call != object->made && call_changes(call, object))
			extract_call(x, call, job);
	}
}

static void object_reader(struct extract *x, const void *what, const struct node *n,
			  struct job *job)
{
	(void)what;
	if (n->kind != NODE_NULL)
		extract_object(x, n, job);
}

bool extract_object(struct extract *x, const struct node *object, struct job *job)
{
	const struct callable *row;
	bool known = false;

	if (!object || x->depth >= DEPTH_MAX)
		return false;
	x->depth++;
	if (object->kind == NODE_EITHER) {
		read_alternatives(x, object_reader, NULL, object, job);
		known = true;
	} else if (object->kind == NODE_OBJECT) {
		for (size_t i = 0; i < NODE_FROM_MAX; i++)
			if (object->from[i] && object->from[i]->kind == NODE_OBJECT)
				known = extract_object(x, object->from[i], job) || known;
		row = object->made ? callable_find(object->made->callee) : NULL;
		if (row)
			known = extract_call(x, object->made, job) || known;
		if (row && object->as.pairs.n && (row->map || row->args))
			extract_map(x, row->map ? row->map : row->args, object, job);
		read_changes(x, object, job);
	}
	x->depth--;
	return known;
}

/* ---- defaults ---- */

static struct str default_how(struct extract *x, const struct keymap *map, struct str version)
{
	return version.n ? str_fmt(x->arena, "default of %s %.*s", map->package, STR_ARG(version))
			 : str_fmt(x->arena, "default of %s", map->package);
}

static void default_row(struct extract *x, const struct keymap *map, const struct defrow *row,
			struct str version, struct job *job)
{
	struct value v;

	if (!setting_parse(x->arena, row->setting, str_of(row->value), &v))
		return;
	v.origin = ORIGIN_DEFAULTED;
	v.how = default_how(x, map, version);
	job->set[row->setting] = v;
}

/* Whether a key that is given, but not known, stands against a map's default. */
static bool blocked(const struct extract *x, const struct keymap *map, enum setting s)
{
	const struct extract_unknown *u = &x->unknown[s];

	return u->why.n && (!u->automatic || u->automatic == map);
}

void extract_defaults(struct extract *x, const struct keymap *map, const struct node *tree,
		      struct job *job)
{
	bool newest;
	struct str version = versions_of(x->versions, str_of(map->package), &newest);

	if (x->depth >= DEPTH_MAX)
		return;
	x->depth++;
	for (size_t i = 0; i < map->ndefaults; i++) {
		const struct defrow *row = &map->defaults[i];

		if (job->set[row->setting].type != VALUE_ABSENT || blocked(x, map, row->setting))
			continue;
		if (version.n && !version_in(version, row->since, row->until))
			continue;
		if (cond_holds(row->when, job, tree))
			default_row(x, map, row, version, job);
	}
	for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b]; b++)
		extract_defaults(x, map->base[b], tree, job);
	x->depth--;
}

/* "trl 0.19", stated where a requirement says so. */
static void set_version(struct extract *x, struct job *job)
{
	struct str name = job_str(job, SETTING_FRAMEWORK, STR("")), version;
	const struct version *known;
	bool newest, stated;
	struct value v;

	if (!name.n || job->set[SETTING_FRAMEWORK_VERSION].type != VALUE_ABSENT)
		return;
	version = versions_of(x->versions, name, &newest);
	if (!version.n)
		return;
	known = versions_find(x->versions, name);
	stated = known && known->stated;
	v = value_str(str_fmt(x->arena, "%.*s %.*s", STR_ARG(name), STR_ARG(version)),
		      newest ? ORIGIN_ASSUMED : stated ? ORIGIN_STATED : ORIGIN_DERIVED,
		      newest ? STR("no requirement names a version: the newest known")
		      : stated ? STR("") : STR("what the code uses exists until this version"));
	if (known)
		v.at = known->at;
	job->set[SETTING_FRAMEWORK_VERSION] = v;
}

void extract_finish(struct extract *x, struct job *job)
{
	derive_from_name(x->arena, job);
	for (size_t i = 0; i < x->used.n; i++)
		extract_defaults(x, x->used.at[i].map, x->used.at[i].tree, job);
	set_version(x, job);
	derive_job(x->arena, job);
}
