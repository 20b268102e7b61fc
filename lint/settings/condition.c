#include "condition.h"

#include "core/base/base.h"
#include "lint/eval/eval.h"
#include "convert.h"

#include <string.h>

bool node_given(const struct node *n)
{
	if (!n)
		return false;
	switch (n->kind) {
	case NODE_NULL:
	case NODE_ABSENT:
		return false;
	case NODE_BOOL:
		return n->as.b;
	case NODE_INT:
		return n->as.i != 0;
	case NODE_STR:
		return n->text.n && !text_is_no(n->text);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
		return n->as.items.n != 0 || n->open;
	case NODE_MAP:
		return n->as.pairs.n != 0 || n->open;
	case NODE_REAL:
	case NODE_BYTES:
	case NODE_NAME:
	case NODE_OBJECT:
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_METHOD:
	case NODE_UNKNOWN:
	case NODE_EITHER:
		break;
	}
	return true;
}

/* Equality of keys: "-" equals "_". */
static bool key_same(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (a.s[i] != b.s[i] &&
		    !((a.s[i] == '-' || a.s[i] == '_') && (b.s[i] == '-' || b.s[i] == '_')))
			return false;
	return true;
}

static const struct node *member(const struct node *map, struct str key)
{
	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct node *k = map->as.pairs.at[i].key;

		if (k && k->kind == NODE_STR && key_same(k->text, key))
			return map->as.pairs.at[i].value;
	}
	return NULL;
}

/* How well a member's name ("h100_quad", "a100_80gb") fits the job's card and count; 0: not at all. */
static int card_fit(struct str name, const struct job *job)
{
	static const struct {
		const char *word;
		int64_t count;
	} counts[] = {{"single", 1}, {"dual", 2}, {"triple", 3}, {"quad", 4}, {"octo", 8},
		      {"x1", 1},     {"x2", 2},	  {"x4", 4},	 {"x8", 8},   {"1x", 1},
		      {"2x", 2},     {"4x", 4},	  {"8x", 8}};
	struct str gpu = job->gpu ? job->gpu->name : job_str(job, SETTING_TARGET_GPU, STR(""));
	struct str_cut cut = str_cut(gpu, '-');
	int64_t n = job_int(job, SETTING_NUM_GPUS, 0);
	int fit = 1;

	if (cut.head.n < 2 || !str_has_nocase(name, cut.head))
		return 0;
	if (cut.tail.n)
		fit += str_has_nocase(name, cut.tail) ? 4 : 0;
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		if (str_has_nocase(name, str_of(counts[i].word)))
			fit += n == counts[i].count ? 2 : -2;
	return fit;
}

static const struct node *card_member(const struct node *map, const struct job *job)
{
	const struct node *best = NULL;
	int best_fit = -8;

	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct node *k = map->as.pairs.at[i].key;
		int fit = k->kind == NODE_STR && job ? card_fit(k->text, job) : 0;

		if (fit && fit > best_fit) {
			best_fit = fit;
			best = map->as.pairs.at[i].value;
		}
	}
	return best ? best : member(map, STR("default"));
}

static const struct node *element(const struct node *list, struct str index)
{
	int64_t i;

	if (!str_to_int(str_sub(index, 1, index.n - 1), &i) || i < 0 ||
	    (size_t)i >= list->as.items.n)
		return NULL;
	return list->as.items.at[i];
}

/* Where a call's row has an argument of a name; SIZE_MAX: it is given by name only, or no row is known. */
static size_t place_of(const struct call *call, struct str name)
{
	for (size_t i = 0; call->row && i < call->row->nparams; i++)
		if (str_is(name, call->row->params[i].name))
			return i;
	return SIZE_MAX;
}

/* inner: the tree was found under a key itself, so that what it was given in which place tells its members. */
static const struct node *step(const struct node *tree, struct str part, const struct job *job, bool inner)
{
	if ((tree->kind == NODE_LIST || tree->kind == NODE_TUPLE) && part.n > 2 && part.s[0] == '[')
		return element(tree, part);
	if (tree->kind == NODE_OBJECT && tree->made) {
		const struct node *attribute = member(tree, part);
		const struct arg *arg = attribute ? NULL : call_arg(tree->made, part, inner ? place_of(tree->made, part) : SIZE_MAX);

		return arg ? arg->value : attribute;
	}
	if (tree->kind != NODE_MAP && tree->kind != NODE_OBJECT)
		return NULL;
	return str_is(part, "<gpu>") ? card_member(tree, job) : member(tree, part);
}

const struct node *node_key(const struct node *tree, struct str key, const struct job *job)
{
	const struct node *whole = tree && tree->kind == NODE_MAP ? member(tree, key) : NULL;
	bool inner = false;

	if (whole)
		return whole;
	while (tree && key.n) {
		struct str_cut cut = str_cut(key, '.');

		tree = step(node_if_there(tree), cut.head, job, inner);
		key = cut.tail;
		inner = true;
	}
	return tree;
}

struct keyed keyed_of(const struct node *tree)
{
	struct keyed keyed = {.tree = tree};

	/* Other trees than mappings have more than members. */
	if (!tree || tree->kind != NODE_MAP) {
		memset(keyed.begins, true, sizeof(keyed.begins));
		return keyed;
	}
	for (size_t i = 0; i < tree->as.pairs.n; i++) {
		const struct node *key = tree->as.pairs.at[i].key;

		if (key && key->kind == NODE_STR && key->text.n)
			keyed.begins[(unsigned char)key->text.s[0]] = true;
	}
	/* Both are one, and "<gpu>" may be any. */
	keyed.begins['-'] = keyed.begins['_'] = keyed.begins['-'] || keyed.begins['_'];
	keyed.begins['<'] = true;
	return keyed;
}

const struct node *keyed_get(const struct keyed *keyed, struct str key, const struct job *job)
{
	return key.n && !keyed->begins[(unsigned char)key.s[0]] ? NULL : node_key(keyed->tree, key, job);
}

/* One comparison: NAME, the operator's text, and the values. */
struct term {
	bool not ;
	struct str name;
	/** 0: given; '=', '!' or '>'. */
	char op;
	struct str values;
};

static struct term term_of(struct str text)
{
	struct term t = {0};
	size_t at;

	text = str_trim(text);
	if (text.n && text.s[0] == '!') {
		t.not = true;
		text = str_sub(text, 1, text.n);
	}
	for (at = 0; at < text.n && !strchr("=!>", text.s[at]); at++)
		;
	t.name = str_sub(text, 0, at);
	if (at < text.n) {
		t.op = text.s[at];
		t.values = str_sub(text, at + (t.op == '!' ? 2 : 1), text.n);
	}
	return t;
}

static bool compare(const struct term *t, bool there, struct str text)
{
	double x, y;

	switch (t->op) {
	case '=':
		return there && str_among_nocase(text, t->values);
	case '!':
		return !(there && str_among_nocase(text, t->values));
	case '>':
		return there && str_to_real(text, &x) && str_to_real(t->values, &y) && x > y;
	default:
		return there;
	}
}

/* The text of a scalar in buf, for comparing. */
static struct str scalar(struct arena *a, const struct node *n)
{
	struct str text = STR("");

	if (n)
		convert_scalar(a, n, &text);
	return text;
}

static bool key_holds(const struct term *t, const struct job *job, const struct node *tree)
{
	struct arena a = {0};
	struct str keys = str_sub(t->name, 1, t->name.n);
	bool holds = t->op == '!';

	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');
		const struct node *n = node_key(tree, cut.head, job);
		bool there = t->op ? n != NULL && n->kind != NODE_NULL : node_given(n);

		if (t->op == '!')
			holds = holds && compare(t, there, scalar(&a, n));
		else
			holds = holds || compare(t, there, scalar(&a, n));
		keys = cut.tail;
	}
	arena_free(&a);
	return holds;
}

static bool setting_holds(const struct term *t, const struct job *job)
{
	enum setting s = setting_find(t->name);
	const struct value *v = s == SETTING_NONE ? NULL : job_get(job, s);
	struct arena a = {0};
	struct str text = v ? value_text(&a, v) : STR("");
	bool there = v != NULL, holds;

	if (there && !t->op)
		there = !text_is_no(text) && text.n && !str_is(text, "[]");
	holds = compare(t, there, text);
	arena_free(&a);
	return holds;
}

static const struct model *model_of(const struct job *job)
{
	const struct value *id = job_get(job, SETTING_MODEL);

	if (job->model || !id || id->type != VALUE_STR)
		return job->model;
	return model_find(id->as.s);
}

static struct str family_name(const struct job *job)
{
	const struct model *m = model_of(job);

	return m ? m->family : STR("");
}

/* The same, or of a model that is not known the one of the class that loads it. */
static struct str kin_name(const struct job *job)
{
	return model_of(job) ? family_name(job) : job->family;
}

static bool has_positions(const struct term *t, const struct job *job)
{
	const struct model *m = model_of(job);
	struct arena a = {0};
	bool holds = compare(t, m && m->max_position, str_fmt(&a, "%u", m ? (unsigned)m->max_position : 0));

	arena_free(&a);
	return holds;
}

static bool is_moe(const struct job *job)
{
	const struct model *m = model_of(job);

	return m && m->experts > 0;
}

static bool has_tower(const struct job *job)
{
	const struct model *m = model_of(job);

	return m && (m->tower.n > 0 || model_number(m, MODEL_NOTE_TOWERS, 0) > 0);
}

static bool term_holds(const struct term *t, const struct job *job, const struct node *tree)
{
	bool holds;

	if (t->name.n && t->name.s[0] == '@')
		holds = key_holds(t, job, tree);
	else if (str_is(t->name, "target.bf16"))
		holds = !job->gpu || job->gpu->bf16;
	else if (str_is(t->name, "model.family"))
		holds = compare(t, family_name(job).n != 0, family_name(job));
	else if (str_is(t->name, "model.kin"))
		holds = compare(t, kin_name(job).n != 0, kin_name(job));
	else if (str_is(t->name, "model.positions"))
		holds = has_positions(t, job);
	else if (str_is(t->name, "rows.cut"))
		holds = job->cut_to_own;
	else if (str_is(t->name, "model.moe"))
		holds = is_moe(job);
	else if (str_is(t->name, "model.tower"))
		holds = has_tower(job);
	else
		holds = setting_holds(t, job);
	return holds != t->not ;
}

bool condition_holds(const char *cond, const struct job *job, const struct node *tree)
{
	struct str rest = str_of(cond);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ',');
		struct term t = term_of(cut.head);

		if (!term_holds(&t, job, tree))
			return false;
		rest = cut.tail;
	}
	return true;
}

/* Whether a text is what it will be: "${FSDP}" and "{{ fsdp }}" are for somebody to put something else there. */
static bool is_filled_in(const struct node *n)
{
	return n->kind == NODE_STR && (str_has(n->text, STR("${")) || str_has(n->text, STR("{{")));
}

/* Whether a key's value, or that there is none, is certain. */
static bool key_certain(struct str keys, const struct job *job, const struct node *tree)
{
	if (!tree || (tree->kind != NODE_MAP && tree->kind != NODE_OBJECT) || tree->open)
		return false;
	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');
		struct str_cut path = str_cut(cut.head, '.');
		const struct node *n = node_key(tree, cut.head, job);
		/* Of a dotted key the mapping that lacks it is to be one. */
		const struct node *outer = path.tail.n ? node_key(tree, path.head, job) : NULL;

		if (n ? !node_known(n) || is_filled_in(n) : outer && (outer->kind != NODE_MAP || outer->open) && outer->kind != NODE_NULL)
			return false;
		keys = cut.tail;
	}
	return true;
}

static bool term_certain(const struct term *t, const struct job *job, const struct node *tree)
{
	enum setting s;

	if (t->name.n && t->name.s[0] == '@')
		return key_certain(str_sub(t->name, 1, t->name.n), job, tree);
	if (str_is(t->name, "target.bf16"))
		return job->gpu != NULL;
	s = setting_find(t->name);
	if (s == SETTING_NONE)
		return job->model != NULL && !job->model->guessed;
	return !job->open[s] && job->set[s].origin != ORIGIN_ASSUMED && !job->set[s].alternative;
}

bool condition_certain(const char *cond, const struct job *job, const struct node *tree)
{
	struct str rest = str_of(cond);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ',');
		struct term t = term_of(cut.head);

		if (!term_certain(&t, job, tree))
			return false;
		rest = cut.tail;
	}
	return true;
}

/* Whether a tree has one of a term's keys. */
static bool term_touches(const struct term *t, const struct job *job, const struct node *tree)
{
	struct str keys = t->name.n && t->name.s[0] == '@' ? str_sub(t->name, 1, t->name.n) : STR("");

	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');

		if (node_key(tree, cut.head, job))
			return true;
		keys = cut.tail;
	}
	return false;
}

bool condition_touches(const char *cond, const struct job *job, const struct node *tree)
{
	struct str rest = str_of(cond);

	if ((tree->kind != NODE_MAP && tree->kind != NODE_OBJECT) || tree->open)
		return true;
	while (rest.n) {
		struct str_cut cut = str_cut(rest, ',');
		struct term t = term_of(cut.head);

		if (term_touches(&t, job, tree))
			return true;
		rest = cut.tail;
	}
	return false;
}

bool condition_valid(const char *cond)
{
	struct str rest = str_of(cond);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ',');
		struct term t = term_of(cut.head);
		bool known = t.name.n > 1 && (t.name.s[0] == '@' || str_is(t.name, "target.bf16") ||
					      str_is(t.name, "model.family") || str_is(t.name, "model.kin") ||
					      str_is(t.name, "model.positions") || str_is(t.name, "rows.cut") ||
					      str_is(t.name, "model.moe") || str_is(t.name, "model.tower") ||
					      setting_find(t.name) != SETTING_NONE);

		if (!known || (t.op && !t.values.n))
			return false;
		rest = cut.tail;
	}
	return true;
}
