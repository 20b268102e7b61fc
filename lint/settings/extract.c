#include "extract.h"

#include "core/base/base.h"
#include "condition.h"
#include "convert.h"
#include "extract_parts.h"
#include "heavier_value.h"

#include <string.h>

void extract_init(struct extract *x, struct arena *arena, struct findings *findings,
		  struct versions *versions)
{
	memset(x, 0, sizeof(*x));
	x->arena = arena;
	x->findings = findings;
	x->versions = versions;
	x->before = UINT32_MAX;
}

/* ---- a whole map ---- */

static void read_rows(struct extract *x, const struct keymap *map, const struct node *tree,
		      struct extract_reading *r, unsigned depth);

void extract_use(struct extract *x, const struct keymap *map, const struct node *tree)
{
	for (size_t i = 0; i < x->used.n; i++)
		if (x->used.at[i].map == map && x->used.at[i].tree == tree)
			return;
	*vec_push(x->arena, &x->used) = (struct extract_used){map, tree};
}

/*
 * How the weights are spread, which a file of a launcher or of DeepSpeed alone says. Batches and dtypes stand
 * there as well, but trainers have them too, and most must agree.
 */
static bool is_of_file(const struct keymap *map, enum setting s)
{
	return (s == SETTING_MIXED_PRECISION && map->precision) || s == SETTING_DATA_PARALLEL || s == SETTING_OFFLOAD_OPTIMIZER || s == SETTING_OFFLOAD_PARAMS ||
	       s == SETTING_TENSOR_PARALLEL || s == SETTING_PIPELINE_PARALLEL;
}

/*
 * Keys that a mapping with further, unknown members may have (SFTConfig(**settings), settings read
 * from a file that nothing names): a default would claim to know that they are absent.
 */
static void doubt_rows(const struct keymap *map, const struct extract_unknown *unknown, struct extract_reading *r)
{
	for (size_t i = 0; i < map->nrows; i++) {
		enum setting s = map->rows[i].setting;

		if (s == SETTING_NONE || r->claimed[s] || r->unknown[s].why.n ||
		    (unknown->elsewhere && !is_of_file(map, s)))
			continue;
		r->unknown[s] = *unknown;
	}
}

/* The same of all keys of a file that is not read, those of the maps that it is based on too. */
static void doubt_file(const struct keymap *map, const struct extract_unknown *unknown, struct extract_reading *r, unsigned depth)
{
	doubt_rows(map, unknown, r);
	for (size_t i = 0; i < KEYMAP_BASES_MAX && map->base[i] && depth < EXTRACT_DEPTH_MAX; i++)
		doubt_file(map->base[i], unknown, r, depth + 1);
}

static bool names_file(struct str text)
{
	return str_ends(text, STR(".json")) || str_ends(text, STR(".yaml")) || str_ends(text, STR(".yml")) ||
	       str_ends(text, STR(".conf")) || str_ends(text, STR(".py"));
}

/* What files are called after what they do: a guess, and better than none. */
static void read_name(struct extract *x, const struct keymap *map, const struct node *name, struct extract_reading *r,
		      unsigned depth)
{
	const struct keymap *named = map->named ? keymap_find(str_of(map->named)) : NULL;
	struct node *tree = node_new(x->arena, NODE_MAP, name->at);
	bool before[SETTING_COUNT];

	if (!named || depth > EXTRACT_DEPTH_MAX)
		return;
	memcpy(before, r->claimed, sizeof(before));
	node_set(x->arena, tree, node_str(x->arena, STR("name"), name->at),
		 node_str(x->arena, str_tail(name->text, '/'), name->at));
	read_rows(x, named, tree, r, depth + 1);
	for (int s = 0; s < SETTING_COUNT; s++)
		if (r->claimed[s] && !before[s]) {
			r->job.set[s].origin = ORIGIN_ASSUMED;
			r->job.set[s].how = STR("as the file is called, which is not in the repository");
		}
}

/* A mapping, object or path where a row expects another map's keys. */
static void read_nested(struct extract *x, const struct keyrow *row, const struct node *n,
			struct extract_reading *r, unsigned depth)
{
	const struct keymap *map = keymap_find(str_of(row->arg));
	struct extract_unknown lacking = {.perhaps = true, .elsewhere = true};

	n = node_if_there(n);
	if (n->kind == NODE_STR && x->open) {
		const struct node *name = n;

		n = x->open(x->ctx, name->text, name->at);
		/* A file that the repository lacks: it says something, but nobody here knows what. */
		if (!n && map && names_file(name->text)) {
			lacking.why = str_fmt(x->arena, "%.*s is not in the repository", STR_ARG(name->text));
			lacking.at = name->at;
			read_name(x, map, name, r, depth);
			doubt_file(map, &lacking, r, 0);
		}
	}
	/* --config_file $CONFIG: one was given, and nobody knows which. */
	if (n && map && n->kind == NODE_UNKNOWN) {
		lacking.why = n->text;
		lacking.at = n->at;
		doubt_file(map, &lacking, r, 0);
	}
	if (!n || !map || depth > EXTRACT_DEPTH_MAX)
		return;
	if (n->kind == NODE_MAP) {
		if (map->ndefaults || map->base[0])
			extract_use(x, map, n);
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
		      struct extract_reading *r, unsigned depth)
{
	struct extract_unknown further = {.why = STR("it may be among further arguments that are not known"),
					  .at = tree->at,
					  .perhaps = true};
	const struct keyed keyed = keyed_of(tree);

	for (size_t i = 0; i < map->nrows; i++) {
		const struct keyrow *row = &map->rows[i];
		const struct node *n;

		/* What one key leaves unknown no later one, of less weight, decides. */
		if (row->setting != SETTING_NONE &&
		    ((r->claimed[row->setting] && !convert_goes_on(row)) || r->lost[row->setting]))
			continue;
		n = extract_row_node(x, row, &keyed, &r->job);
		if (!n || !condition_holds(row->when, &r->job, tree) ||
		    !extract_row_in_version(x, map, row, n, r))
			continue;
		if (row->convert == CONVERT_NESTED)
			read_nested(x, row, n, r, depth);
		else if (row->convert != CONVERT_VERSION)
			extract_row(x, map, row, n, r);
	}
	if (tree->kind == NODE_MAP && tree->open)
		doubt_rows(map, &further, r);
	for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b] && depth < EXTRACT_DEPTH_MAX; b++)
		read_rows(x, map->base[b], tree, r, depth + 1);
}

/* A model that is loaded with a device_map and then handed to DeepSpeed or FSDP is where that puts it. */
static bool takes_over(const struct job *read, const struct job *job, int s)
{
	struct str shards = job_str(read, SETTING_DATA_PARALLEL, STR(""));

	return s == SETTING_DATA_PARALLEL &&
	       str_is(job_str(job, SETTING_DATA_PARALLEL, STR("")), "device_map") &&
	       (str_starts(shards, STR("zero")) || str_starts(shards, STR("fsdp")) || str_is(shards, "hsdp"));
}

/* What was read becomes the job's, as the mode says. */
static void commit(struct extract *x, const struct extract_reading *r, struct job *job)
{
	for (int s = 0; s < SETTING_COUNT; s++) {
		bool there = job->set[s].type != VALUE_ABSENT;

		if (r->claimed[s]) {
			if (x->mode == EXTRACT_UNDER && x->unknown[s].settled)
				continue;
			if (x->mode == EXTRACT_OVER || !there || takes_over(&r->job, job, s))
				job->set[s] = r->job.set[s];
			x->unknown[s] = (struct extract_unknown){0};
		} else if (r->unknown[s].why.n &&
			   !(there && (x->mode == EXTRACT_UNDER || r->unknown[s].automatic ||
				       r->unknown[s].perhaps))) {
			job->set[s] = (struct value){0};
			x->unknown[s] = r->unknown[s];
		}
	}
}

/*
 * Keeps the alternatives whose model is told, if there are any: what the others have would be joined to a
 * model that is not theirs (an adapter found on the Hub, or else the model of that name).
 */
static size_t keep_told(struct job *jobs, struct str *conditions, size_t n)
{
	size_t told = 0;

	for (size_t i = 0; i < n; i++) {
		if (!job_get(&jobs[i], SETTING_MODEL))
			continue;
		jobs[told] = jobs[i];
		conditions[told++] = conditions[i];
	}
	return told ? told : n;
}

void extract_alternatives(struct extract *x, extract_reader *read, const void *what,
			  const struct node *either, struct job *job)
{
	size_t n = either->as.items.n;
	struct job *jobs = arena_news(x->arena, struct job, n);
	struct str *conditions = arena_news(x->arena, struct str, n);

	for (size_t i = 0; i < n; i++) {
		jobs[i] = *job;
		conditions[i] = extract_condition(x->arena, either->as.items.at[i]);
		read(x, what, either->as.items.at[i], &jobs[i]);
	}
	if (!job_get(job, SETTING_MODEL))
		n = keep_told(jobs, conditions, n);
	if (n)
		heavier_join(x->arena, jobs, conditions, n, job);
}

/* A mapping of which each member is what is supposed; the mapping itself if that changes nothing. */
static const struct node *supposed_members(struct extract *x, const struct node *tree)
{
	struct node *out = NULL;

	for (size_t i = 0; x->suppose && tree->kind == NODE_MAP && i < tree->as.pairs.n; i++) {
		if (tree->as.pairs.at[i].value->kind != NODE_EITHER)
			continue;
		out = node_new(x->arena, NODE_MAP, tree->at);
		out->open = tree->open;
		break;
	}
	for (size_t i = 0; out && i < tree->as.pairs.n; i++) {
		struct pair pair = tree->as.pairs.at[i];

		/* What is left of alternatives is only read. */
		pair.value = (struct node *)(uintptr_t)suppose_value(x->suppose, pair.value);
		if (pair.value->kind != NODE_ABSENT)
			*vec_push(x->arena, &out->as.pairs) = pair;
	}
	return out ? out : tree;
}

static void map_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	extract_map(x, what, n, job);
}

void extract_map(struct extract *x, const struct keymap *map, const struct node *tree,
		 struct job *job)
{
	tree = suppose_value(x->suppose, tree);
	if (!tree || x->depth >= EXTRACT_DEPTH_MAX)
		return;
	x->depth++;
	tree = supposed_members(x, tree);
	if (tree->kind == NODE_EITHER) {
		extract_alternatives(x, map_reader, map, tree, job);
	} else if (tree->kind == NODE_MAP || tree->kind == NODE_OBJECT) {
		/* Not in the arena: thousands are made, and an arena keeps each. */
		struct extract_reading r = {.job = *job};

		extract_use(x, map, tree);
		read_rows(x, map, tree, &r, 0);
		commit(x, &r, job);
	}
	x->depth--;
}

/* ---- settings that a row implies ---- */

static void set_one(struct extract *x, struct str entry, struct span at, const struct node *tree,
		    struct job *job)
{
	struct str_cut assign = str_cut(entry, '='), rest = str_cut(assign.tail, '?');
	struct str cond = str_dup(x->arena, rest.tail);
	enum setting s = setting_find(str_trim(assign.head));
	struct value v;

	if (s == SETTING_NONE || !condition_holds(cond.n ? cond.s : NULL, job, tree))
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
