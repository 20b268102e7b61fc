/*
 * re: searches in known texts, by PCRE2, whose syntax is Python's for what settings are chosen by
 * ("(\d+)[bB]" in a model's name). A pattern with what the two read differently is not known.
 */
#include "stdlib_parts.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum { FLAG_I = 2, FLAG_M = 8, FLAG_S = 16, FLAG_X = 64, MATCH_FIRST = 2000, MATCH_LIMIT = 100000, MATCH_STEPS = 4000, PATTERN_MAX = 4096, GROUPS_MAX = 32 };

struct regex {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
};

/* Escapes and quantifiers that PCRE2 knows by another meaning, or not at all. */
static bool differs(struct str pattern)
{
	static const char *const texts[] = {"{,",  "\\Z", "\\u", "\\U", "\\N", "\\h", "\\R", "\\K",
					    "\\Q", "\\C", "\\X", "\\z", "\\G", "(*",  "(?|", "[[:"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (str_has(pattern, str_of(texts[i])))
			return true;
	return false;
}

static void regex_free(struct regex *r)
{
	pcre2_match_data_free(r->data);
	pcre2_match_context_free(r->context);
	pcre2_code_free(r->code);
}

static bool regex_open(struct regex *r, struct str pattern, int64_t flags)
{
	uint32_t options = PCRE2_UTF | PCRE2_UCP | (flags & FLAG_I ? PCRE2_CASELESS : 0) |
			   (flags & FLAG_M ? PCRE2_MULTILINE : 0) |
			   (flags & FLAG_S ? PCRE2_DOTALL : 0) |
			   (flags & FLAG_X ? PCRE2_EXTENDED : 0);
	PCRE2_SIZE at;
	int error;

	*r = (struct regex){0};
	if (differs(pattern) || pattern.n > PATTERN_MAX || (flags & ~(int64_t)(FLAG_I | FLAG_M | FLAG_S | FLAG_X)))
		return false;
	r->code = pcre2_compile((PCRE2_SPTR)pattern.s, pattern.n, options, &error, &at, NULL);
	if (!r->code)
		return false;
	r->data = pcre2_match_data_create(GROUPS_MAX, NULL);
	r->context = pcre2_match_context_create(NULL);
	if (!r->data || !r->context) {
		regex_free(r);
		return false;
	}
	return true;
}

/*
 * Groups found from a place on; 0: no match, negative: it cannot be told. The text is looked at as a whole each
 * time, and a pattern that backtracks far costs as much as thousands of steps.
 */
static int regex_next(struct interpreter *py, struct regex *r, struct str text, size_t from, uint32_t options)
{
	int n = PCRE2_ERROR_MATCHLIMIT;

	if (!py_search(py, text.n / 4))
		return -1;
	for (uint32_t limit = MATCH_FIRST; n == PCRE2_ERROR_MATCHLIMIT && limit <= MATCH_LIMIT;
	     limit *= MATCH_LIMIT / MATCH_FIRST) {
		if (limit > MATCH_FIRST && !py_step(py, MATCH_STEPS))
			return -1;
		pcre2_set_match_limit(r->context, limit);
		n = pcre2_match(r->code, (PCRE2_SPTR)text.s, text.n, from, options, r->data, r->context);
	}
	return n == PCRE2_ERROR_NOMATCH ? 0 : n == 0 ? -1 : n;
}

static struct node *group(struct interpreter *py, const struct regex *r, struct str text, uint32_t i,
			  struct span at)
{
	const PCRE2_SIZE *v = pcre2_get_ovector_pointer(r->data);

	return v[2 * i] == PCRE2_UNSET ? py_none(py, at)
				       : py_str(py, str_sub(text, v[2 * i], v[2 * i + 1]), at);
}

static uint32_t group_count(const struct regex *r)
{
	uint32_t n = 0;

	pcre2_pattern_info(r->code, PCRE2_INFO_CAPTURECOUNT, &n);
	return n;
}

/* Names of groups with their numbers. */
static struct node *group_names(struct interpreter *py, const struct regex *r, struct span at)
{
	struct node *map = py_new(py, NODE_MAP, at);
	uint32_t n = 0, size = 0;
	PCRE2_SPTR table = NULL;

	pcre2_pattern_info(r->code, PCRE2_INFO_NAMECOUNT, &n);
	pcre2_pattern_info(r->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(r->code, PCRE2_INFO_NAMETABLE, &table);
	for (uint32_t i = 0; i < n; i++) {
		PCRE2_SPTR row = table + (size_t)i * size;

		py_map_set(py, map,
			   py_str(py, str_dup(py->arena, str_of((const char *)row + 2)), at),
			   py_int(py, row[0] << 8 | row[1], at));
	}
	return map;
}

static struct node *match_new(struct interpreter *py, const struct regex *r, struct str text,
			      struct span at)
{
	const PCRE2_SIZE *v = pcre2_get_ovector_pointer(r->data);
	struct node *m = py_new(py, NODE_OBJECT, at), *groups = py_new(py, NODE_LIST, at);

	m->code = py_tag_match;
	for (uint32_t i = 0; i <= group_count(r) && i < GROUPS_MAX; i++)
		py_append(py, groups, group(py, r, text, i, at));
	py_attr_put(py, m, STR("(groups)"), groups);
	py_attr_put(py, m, STR("(names)"), group_names(py, r, at));
	if (py_ascii(text)) {
		py_attr_put(py, m, STR("(start)"), py_int(py, (int64_t)v[0], at));
		py_attr_put(py, m, STR("(end)"), py_int(py, (int64_t)v[1], at));
	}
	return m;
}

/* The arguments of a call of re, or of a method of what re.compile() gave. */
struct query {
	struct str pattern, text;
	int64_t flags;
	/** Position of the text among the arguments. */
	size_t at;
};

static bool read_asked(const struct native_call *c, size_t before, struct query *out)
{
	const struct node *pattern =
	    c->self ? node_get(c->self, STR("pattern")) : native_arg(c, 0, "pattern");
	const struct node *flags =
	    c->self ? node_get(c->self, STR("flags")) : native_arg(c, SIZE_MAX, "flags");
	const struct node *text;

	*out = (struct query){.at = (c->self ? 0 : 1) + before};
	text = native_arg(c, out->at, "string");
	if (!flags && !c->self && before == 0)
		flags = native_arg(c, 2, NULL);
	return native_text(pattern, &out->pattern) && native_text(text, &out->text) &&
	       (!flags || py_to_int(flags, &out->flags));
}

static struct node *find(struct interpreter *py, struct native_call *c)
{
	bool whole = str_ends(c->name, STR("fullmatch"));
	uint32_t options = whole			     ? PCRE2_ANCHORED | PCRE2_ENDANCHORED
			   : str_ends(c->name, STR("match")) ? PCRE2_ANCHORED
							     : 0;
	struct query asked;
	struct regex r;
	struct node *out;
	int n;

	if (!read_asked(c, 0, &asked) || !regex_open(&r, asked.pattern, asked.flags))
		return NULL;
	n = regex_next(py, &r, asked.text, 0, options);
	out = n < 0    ? NULL
	      : n == 0 ? py_none(py, c->site.at)
		       : match_new(py, &r, asked.text, c->site.at);
	regex_free(&r);
	return out;
}

/* What findall() gives of one match: the whole, its only group, or all groups as a tuple. */
static struct node *found(struct interpreter *py, const struct regex *r, struct str text, struct span at)
{
	uint32_t n = group_count(r);
	struct node *tuple;

	if (n < 2) {
		struct node *one = group(py, r, text, n, at);

		return one->kind == NODE_NULL ? py_str(py, STR(""), at) : one;
	}
	tuple = py_new(py, NODE_TUPLE, at);
	for (uint32_t i = 1; i <= n && i < GROUPS_MAX; i++) {
		struct node *one = group(py, r, text, i, at);

		py_append(py, tuple, one->kind == NODE_NULL ? py_str(py, STR(""), at) : one);
	}
	return tuple;
}

/* A replacement without escapes; others are not followed. */
static bool plain_template(const struct node *n, struct str *out)
{
	return native_text(n, out) && str_chr(*out, '\\', 0) == SIZE_MAX;
}

/* All matches in turn: findall(), split() and sub(), told apart by what they keep. */
static struct node *each_match(struct interpreter *py, struct native_call *c, bool replace, bool split)
{
	struct node *list = py_new(py, NODE_LIST, c->site.at);
	struct str replacement = {0}, out = STR("");
	struct query asked;
	struct regex r;
	size_t at = 0, from = 0;
	int n = 0;

	if (!read_asked(c, replace, &asked) ||
	    native_arg(c, asked.at + 1, replace ? "count" : NULL) ||
	    (replace && !plain_template(native_arg(c, asked.at - 1, "repl"), &replacement)) ||
	    !regex_open(&r, asked.pattern, asked.flags))
		return NULL;
	while (from <= asked.text.n && py_step(py, 1) &&
	       (n = regex_next(py, &r, asked.text, from, 0)) > 0) {
		const PCRE2_SIZE *v = pcre2_get_ovector_pointer(r.data);

		/* Empty matches beside others differ between versions of Python. */
		if (v[1] == v[0] || (split && group_count(&r))) {
			n = -1;
			break;
		}
		if (!replace && !split)
			py_append(py, list, found(py, &r, asked.text, c->site.at));
		if (split)
			py_append(py, list, py_str(py, str_sub(asked.text, at, v[0]), c->site.at));
		if (replace)
			out = str_fmt(py->arena, "%.*s%.*s%.*s", STR_ARG(out),
				      STR_ARG(str_sub(asked.text, at, v[0])), STR_ARG(replacement));
		at = from = v[1];
	}
	regex_free(&r);
	if (n < 0 || py->halted)
		return NULL;
	if (replace)
		return py_str(py, str_cat(py->arena, out, str_sub(asked.text, at, asked.text.n)),
			      c->site.at);
	if (split)
		py_append(py, list, py_str(py, str_sub(asked.text, at, asked.text.n), c->site.at));
	return list;
}

static struct node *find_all(struct interpreter *py, struct native_call *c)
{
	return each_match(py, c, false, false);
}

static struct node *split(struct interpreter *py, struct native_call *c)
{
	return each_match(py, c, false, true);
}

static struct node *sub(struct interpreter *py, struct native_call *c)
{
	return each_match(py, c, true, false);
}

static struct node *compile(struct interpreter *py, struct native_call *c)
{
	struct node *pattern = native_arg(c, 0, "pattern"), *flags = native_arg(c, 1, "flags"), *n;
	int64_t i;

	if (!pattern || !py_is_str(pattern) || (flags && !py_to_int(flags, &i)))
		return NULL;
	n = py_new(py, NODE_OBJECT, c->site.at);
	n->code = py_tag_pattern;
	py_attr_put(py, n, STR("pattern"), pattern);
	py_attr_put(py, n, STR("flags"), flags ? flags : py_int(py, 0, c->site.at));
	return n;
}

static struct node *group_at(struct interpreter *py, const struct node *match, const struct node *key)
{
	const struct node *groups = node_get(match, STR("(groups)"));
	int64_t i = 0;

	if (key && key->kind == NODE_STR)
		key = node_get(node_get(match, STR("(names)")), key->text);
	if (!key || !py_to_int(key, &i) || i < 0 || (uint64_t)i >= groups->as.items.n)
		return NULL;
	(void)py;
	return groups->as.items.at[i];
}

static struct node *get_group(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, NULL);

	if (native_count(c) > 1)
		return NULL;
	return group_at(py, c->self, key ? key : py_int(py, 0, c->site.at));
}

static struct node *get_groups(struct interpreter *py, struct native_call *c)
{
	const struct node *groups = node_get(c->self, STR("(groups)"));
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);

	for (size_t i = 1; i < groups->as.items.n; i++)
		py_append(py, out, groups->as.items.at[i]);
	return out;
}

static struct node *get_dict(struct interpreter *py, struct native_call *c)
{
	const struct node *names = node_get(c->self, STR("(names)"));
	struct node *out = py_new(py, NODE_MAP, c->site.at);

	for (size_t i = 0; i < names->as.pairs.n; i++)
		py_map_set(py, out, names->as.pairs.at[i].key,
			   group_at(py, c->self, names->as.pairs.at[i].value));
	return out;
}

static struct node *get_place(struct interpreter *py, struct native_call *c)
{
	(void)py;
	return c->args->n ? NULL
			  : node_get(c->self,
				     str_ends(c->name, STR("end")) ? STR("(end)") : STR("(start)"));
}

static const struct native rows[] = {
    {"Match.__getitem__", get_group, 0},
    {"Match.end", get_place, 0},
    {"Match.group", get_group, 0},
    {"Match.groupdict", get_dict, 0},
    {"Match.groups", get_groups, 0},
    {"Match.start", get_place, 0},
    {"Pattern.findall", find_all, 0},
    {"Pattern.fullmatch", find, 0},
    {"Pattern.match", find, 0},
    {"Pattern.search", find, 0},
    {"Pattern.split", split, 0},
    {"Pattern.sub", sub, 0},
    {"re.compile", compile, 0},
    {"re.findall", find_all, 0},
    {"re.fullmatch", find, 0},
    {"re.match", find, 0},
    {"re.search", find, 0},
    {"re.split", split, 0},
    {"re.sub", sub, 0},
};

NATIVES(natives_re, rows);
