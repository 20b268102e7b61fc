/* One row of a map: whether its key is there, in the version at hand, and what it says. */
#include "core/base/base.h"
#include "condition.h"
#include "convert.h"
#include "extract_parts.h"
#include "heavier_value.h"

/*
 * "mixed_precision.param_dtype" where it is not decided which of several objects mixed_precision is, or whether it is one: what
 * each of them says.
 */
static const struct node *member_of_several(const struct extract *x, struct str key, const struct keyed *tree, const struct job *job)
{
	size_t dot = str_rchr(key, '.'), n = 0;
	const struct node *whole = dot == SIZE_MAX ? NULL : suppose_value(x->suppose, keyed_get(tree, str_sub(key, 0, dot), job));
	struct node *members[NODE_EITHER_MAX];
	bool any = false;

	if (!whole || whole->kind != NODE_EITHER)
		return NULL;
	for (size_t i = 0; i < whole->as.items.n && n < NODE_EITHER_MAX; i++) {
		struct node *one = whole->as.items.at[i];
		const struct keyed parts = keyed_of(one);
		/* What is found is only read. */
		struct node *member = (struct node *)(uintptr_t)keyed_get(&parts, str_sub(key, dot + 1, key.n), job);

		any |= member != NULL;
		members[n++] = either_when(x->arena, member ? member : node_new(x->arena, NODE_NULL, one->at), one->when);
	}
	return any ? either_of(x->arena, members, n, whole->at) : NULL;
}

const struct node *extract_row_node(const struct extract *x, const struct keyrow *row,
				    const struct keyed *tree, const struct job *job)
{
	struct str keys = str_of(row->key);

	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');
		const struct node *n = suppose_value(x->suppose, keyed_get(tree, cut.head, job));

		if (!n)
			n = member_of_several(x, cut.head, tree, job);

		if (n && n->kind != NODE_ABSENT &&
		    (n->kind != NODE_NULL || row->convert == CONVERT_IF_NULL))
			return n;
		keys = cut.tail;
	}
	return NULL;
}

/*
 * Whether a requirement rules a row's versions out. "trl>=0.12" does not rule out 0.19: the newest
 * release is only what an installation of today would get, and the code does not run with that.
 */
static bool ruled_out(const struct version *known, struct str until, struct str last)
{
	if (!known || !known->stated)
		return false;
	if (!known->open || !until.n || version_cmp(known->version, until) < 0)
		return true;
	return !last.n || version_cmp(last, known->least) < 0;
}

/*
 * What a program uses may be newer than what another program of its folder dates a package to: programs of several years
 * stand in it, and nothing but what this one uses dates it. The package is then without a version again.
 */
static void forget_other_years(struct extract *x, struct str package, struct str since, struct span at)
{
	const struct version *known = versions_find(x->versions, package);

	if (!known || known->stated || known->at.file == at.file || version_cmp(known->version, since) >= 0)
		return;
	versions_forget(x->versions, package);
}

bool extract_row_in_version(struct extract *x, const struct keymap *map, const struct keyrow *row,
			    const struct node *n, struct extract_reading *r)
{
	struct str package = str_of(map->package), version, last = {NULL, 0};
	const struct version *known;
	bool newest, at_most;

	if (!row->since && !row->until)
		return true;
	if (row->since && (!row->when || row->convert == CONVERT_VERSION))
		forget_other_years(x, package, str_of(row->since), n->at);
	version = versions_of(x->versions, package, &newest);
	if (version_in(version, row->since, row->until)) {
		if (row->since && !row->when)
			versions_need(x->versions, package, str_of(row->since));
		return true;
	}
	known = versions_find(x->versions, package);
	/* A row with a condition tells versions' meanings of a key apart, not whether it exists. */
	if (row->when && row->convert != CONVERT_VERSION)
		return false;
	if (row->until)
		last = package_release_before(package_find(package), str_of(row->until));
	if (ruled_out(known, row->until ? str_of(row->until) : STR(""), last)) {
		struct str why =
		    str_fmt(x->arena, "%s %.*s has no %.*s", map->package, STR_ARG(version),
			    STR_ARG(str_cut(str_of(row->key), '|').head));

		if (row->setting != SETTING_NONE)
			r->unknown[row->setting] =
			    (struct extract_unknown){.why = why, .at = n->at};
		return false;
	}
	at_most = row->until && version_cmp(version, str_of(row->until)) >= 0;
	version = at_most ? last : str_of(row->since);
	if (version.n)
		versions_set(x->versions, (struct version){.package = package, .version = version, .at_most = at_most, .at = n->at});
	return true;
}

void extract_introduced(struct extract *x, const struct call *call)
{
	struct str_cut name = str_cut(call->callee, '.');
	const struct package *package = package_of(name.head);
	struct str since = package ? package_introduced(package, str_cut(name.tail, '.').head) : STR(""), version;
	const struct version *known;
	bool newest;

	if (!since.n)
		return;
	forget_other_years(x, str_of(package->name), since, call->callee_at);
	known = versions_find(x->versions, str_of(package->name));
	version = versions_of(x->versions, str_of(package->name), &newest);
	if ((known && known->stated) || version_cmp(version, since) >= 0)
		return;
	versions_set(x->versions, (struct version){
				      .package = str_of(package->name), .version = since, .at = call->callee_at});
}

void extract_dropped(struct extract *x, const struct call *call)
{
	const struct package *package = package_of(str_cut(call->callee, '.').head);

	for (size_t i = 0; package && package->dropped && x->trace && i < x->trace->n; i++) {
		const struct call *later = x->trace->at[i];
		struct str until = later->self && later->self->made == call ? package_dropped(package, later->callee) : STR(""), last;
		bool newest;

		if (!until.n || version_cmp(versions_of(x->versions, str_of(package->name), &newest), until) < 0)
			continue;
		last = package_release_before(package, until);
		if (last.n && !ruled_out(versions_find(x->versions, str_of(package->name)), until, last))
			versions_set(x->versions, (struct version){.package = str_of(package->name), .version = last, .at = later->callee_at});
	}
}

/* Whether a value stands somewhere as it is. What code makes of others may be misread, and is no mistake. */
static bool is_written(const struct node *n)
{
	switch ((int)n->kind) {
	case NODE_OBJECT:
	case NODE_EITHER:
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_METHOD:
		return false;
	case NODE_LIST:
	case NODE_TUPLE:
		for (size_t i = 0; i < n->as.items.n; i++)
			if (n->as.items.at[i]->kind == NODE_OBJECT || n->as.items.at[i]->kind == NODE_EITHER)
				return false;
		return true;
	default:
		return true;
	}
}

/* Says so. Of a number the rest of the job hangs on it, and no default is what somebody meant. */
static struct extract_unknown bad_value(struct extract *x, const struct keyrow *row, const struct node *n)
{
	struct str text = node_text(x->arena, n, 40), key = str_cut(str_of(row->key), '|').head;
	struct extract_unknown bad = {0};

	if (setting_rows[row->setting].type == SETTING_TYPE_INT)
		bad = (struct extract_unknown){
			.why = str_fmt(x->arena, "%.*s cannot be %.*s", STR_ARG(key), STR_ARG(text)), .at = n->at, .bad = true};
	if (x->findings && span_known(n->at))
		findings_add(x->findings, RULE_BAD_VALUE, n->at, "%.*s cannot be %.*s", STR_ARG(key), STR_ARG(text));
	return bad;
}

struct str extract_condition(struct arena *a, const struct node *alternative)
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
		struct str condition = extract_condition(x->arena, item);

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
	last.value = heaviest_of(x->arena, row->setting, values, found);
	return last;
}

static struct converted convert_row(struct extract *x, const struct keyrow *row,
				    const struct node *n, const struct value *now)
{
	struct converted c;

	if (convert_goes_on(row))
		return convert_onto(x->arena, row, n, now);
	if (n->kind == NODE_EITHER)
		return convert_any(x, row, n);
	c = convert_node(x->arena, row, n);
	if (c.result == CONVERT_BAD && (n->kind == NODE_LIST || n->kind == NODE_TUPLE) && n->as.items.n &&
	    setting_rows[row->setting].type != SETTING_TYPE_LIST)
		return convert_any(x, row, n);
	return c;
}

void extract_row(struct extract *x, const struct keymap *map, const struct keyrow *row,
		 const struct node *n, struct extract_reading *r)
{
	enum setting s = row->setting;
	struct converted c = convert_row(x, row, n, r->claimed[s] ? &r->job.set[s] : NULL);

	switch (c.result) {
	case CONVERT_OK:
		r->job.set[s] = c.value;
		r->claimed[s] = true;
		break;
	case CONVERT_UNKNOWN:
		/* An adapter's rank that is not known does not say that there is no adapter. */
		r->unknown[s] = (struct extract_unknown){
		    .why = c.why, .at = n->at, .perhaps = row->convert == CONVERT_PRESENT};
		r->lost[s] = true;
		r->claimed[s] = false;
		break;
	case CONVERT_AUTO:
		r->unknown[s] = (struct extract_unknown){
		    .why = STR("it is left to others: auto"), .at = n->at, .automatic = map};
		break;
	case CONVERT_BAD:
		if (is_written(n)) {
			struct extract_unknown bad = bad_value(x, row, n);

			if (bad.why.n) {
				r->unknown[s] = bad;
				r->lost[s] = true;
				r->claimed[s] = false;
				break;
			}
		}
		/* Whatever stands there, it is not the default: nnodes=TO_BE_FILLED. */
		r->unknown[s] = (struct extract_unknown){
		    .why = is_written(n) ? STR("it is no value of this setting")
					 : STR("it is what code makes, and no value that is known"),
		    .at = n->at,
		    .perhaps = true};
		break;
	case CONVERT_NOTHING:
		break;
	}
}
