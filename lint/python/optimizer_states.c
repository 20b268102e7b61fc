/*
 * What an optimizer of the repository's own remembers of each parameter: read from its class's text, for its step may never
 * run while we watch. Each line that makes a tensor is understood, or nothing is said.
 */
#include "lint/python/values/values.h"
#include "python.h"

enum { KEYS_MAX = 16, NAMES_MAX = 32, NESTED_MAX = 32 };

/** What a value is in memory. */
enum kind {
	/** A number, a flag, a tensor of one element. */
	KIND_SMALL,
	/** As large as the parameter, in the type of what it is made of, or in float32. */
	KIND_LIKE,
	KIND_LIKE32,
	/** Of another size, or not understood. */
	KIND_OTHER,
};

/** Whether code runs, as far as its conditions tell. */
enum runs { RUNS, RUNS_NOT, RUNS_PERHAPS };

struct key {
	struct str name;
	/** What it is made as; OTHER: nothing that is understood. */
	enum kind made;
	/** Something is put there later that is not understood. */
	bool other;
};

struct named {
	struct str name;
	enum kind kind;
};

struct nested {
	size_t indent;
	enum runs own, around;
};

struct class_reading {
	struct str text;
	size_t at;
	/** The options as they are where nobody gives others: the second argument of the base's constructor; or NULL. */
	const struct node *defaults, *object;
	struct key keys[KEYS_MAX];
	struct named names[NAMES_MAX];
	struct nested nested[NESTED_MAX];
	size_t n_keys, n_names, n_nested;
	/** A line was not understood. */
	bool lost;
	/** The function at hand is nobody's: what it makes for a run that is gone on with, under names of its own, is made otherwise as well. */
	bool idle;
};

/* ---- lines ---- */

struct line {
	struct str text;
	size_t indent;
};

static bool opens(char c)
{
	return c == '(' || c == '[' || c == '{';
}

static bool closes(char c)
{
	return c == ')' || c == ']' || c == '}';
}

/* Behind a text in quotes that begins at a place. */
static size_t behind_quotes(struct str s, size_t at)
{
	char quote = s.s[at];
	bool three = at + 2 < s.n && s.s[at + 1] == quote && s.s[at + 2] == quote;

	for (at += three ? 3 : 1; at < s.n; at++) {
		if (s.s[at] == '\\')
			at++;
		else if (s.s[at] == quote && !three)
			return at + 1;
		else if (three && s.s[at] == quote && at + 2 < s.n && s.s[at + 1] == quote && s.s[at + 2] == quote)
			return at + 3;
		else if (s.s[at] == '\n' && !three)
			return at;
	}
	return s.n;
}

/* Where a character stands outside parentheses and quotes, from a place on; SIZE_MAX: nowhere. */
static size_t find_outside(struct str s, char wanted, size_t from)
{
	int depth = 0;

	for (size_t i = from; i < s.n;) {
		if (!depth && s.s[i] == wanted)
			return i;
		depth += opens(s.s[i]) - closes(s.s[i]);
		i = s.s[i] == '"' || s.s[i] == '\'' ? behind_quotes(s, i) : i + 1;
	}
	return SIZE_MAX;
}

/* The next statement's line, with those that parentheses join to it, without its comment; false: there is none. */
static bool next_line(struct class_reading *r, struct line *out)
{
	struct str s = r->text;
	int depth = 0;
	size_t from, end = SIZE_MAX, i;

	while (r->at < s.n && (s.s[r->at] == '\n' || s.s[r->at] == '\r'))
		r->at++;
	if (r->at >= s.n)
		return false;
	for (from = r->at; from < s.n && (s.s[from] == ' ' || s.s[from] == '\t'); from++)
		;
	out->indent = from - r->at;
	for (i = from; i < s.n && (depth > 0 || s.s[i] != '\n');) {
		if (s.s[i] == '#') {
			end = depth || end != SIZE_MAX ? end : i;
			while (i < s.n && s.s[i] != '\n')
				i++;
			continue;
		}
		depth += opens(s.s[i]) - closes(s.s[i]);
		if (s.s[i] == '\\' && i + 1 < s.n && s.s[i + 1] == '\n')
			i++;
		i = s.s[i] == '"' || s.s[i] == '\'' ? behind_quotes(s, i) : i + 1;
	}
	r->at = i;
	out->text = str_trim(str_sub(s, from, end == SIZE_MAX ? i : end));
	return true;
}

/* ---- conditions ---- */

/* The text between the last pair of quotes in brackets at the end of something: x of group["x"]; empty: there is none. */
static struct str key_of(struct str s)
{
	size_t open = str_rchr(s, '[');
	struct str in = str_ends(s, STR("]")) && open != SIZE_MAX ? str_trim(str_sub(s, open + 1, s.n - 1)) : (struct str){0};

	if (in.n < 3 || (*in.s != '"' && *in.s != '\'') || behind_quotes(in, 0) != in.n)
		return (struct str){0};
	return str_sub(in, 1, in.n - 1);
}

/* group["x"] of the line "name = group["x"]"; empty: no line is that. */
static struct str option_named(struct str text, struct str name)
{
	for (size_t at = str_find(text, name, 0); at != SIZE_MAX; at = str_find(text, name, at + 1)) {
		struct str rest = str_trim(str_sub(text, at + name.n, text.n)), line;

		if ((at && (str_name_byte(text.s[at - 1]) || text.s[at - 1] == '.')) || !str_starts(rest, STR("=")) || str_starts(rest, STR("==")))
			continue;
		line = str_trim(str_cut(str_sub(rest, 1, rest.n), '\n').head);
		if (str_starts(line, STR("group[")))
			return line;
	}
	return (struct str){0};
}

static enum runs of_value(const struct node *n)
{
	if (n && n->kind == NODE_BOOL)
		return n->as.b ? RUNS : RUNS_NOT;
	if (n && n->kind == NODE_INT)
		return n->as.i ? RUNS : RUNS_NOT;
	if (n && n->kind == NODE_REAL)
		return n->as.r < 0 || n->as.r > 0 ? RUNS : RUNS_NOT;
	return n && n->kind == NODE_NULL ? RUNS_NOT : RUNS_PERHAPS;
}

/* What an option says: group["amsgrad"], a name that it was given, self.amsgrad; of it that it is not 0 as well. */
static enum runs of_option(const struct class_reading *r, struct str s)
{
	static const char *const ends[] = {"!= 0", "> 0", "!= 0.0", "> 0.0", "is not None"};
	struct str option;

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(s, str_of(ends[i])))
			s = str_trim(str_sub(s, 0, s.n - strlen(ends[i])));
	if (str_starts(s, STR("self.")))
		return of_value(node_get(r->object, str_sub(s, 5, s.n)));
	option = key_of(s).n ? s : option_named(r->text, s);
	if (!str_starts(option, STR("group[")) || !r->defaults)
		return RUNS_PERHAPS;
	return of_value(node_get(r->defaults, key_of(option)));
}

/* Whether a condition is that nothing was remembered before: it holds once. */
static bool is_first_time(struct str s)
{
	if (!str_has(s, STR("state")))
		return false;
	return str_has(s, STR(" not in ")) || str_starts(s, STR("not ")) || str_ends(s, STR("is None")) ||
	       (str_starts(s, STR("len(")) && str_ends(s, STR("== 0")));
}

static enum runs of_part(const struct class_reading *r, struct str s)
{
	bool negated = str_starts(s, STR("not "));
	enum runs runs;

	if (is_first_time(s) || str_ends(s, STR(".grad is not None")) || str_ends(s, STR(".requires_grad")))
		return RUNS;
	if (str_ends(s, STR(".grad is None")) || str_ends(s, STR(".is_sparse")))
		return RUNS_NOT;
	runs = of_option(r, negated ? str_trim(str_sub(s, 4, s.n)) : s);
	return !negated || runs == RUNS_PERHAPS ? runs : runs == RUNS ? RUNS_NOT : RUNS;
}

/* What two conditions joined by a word say, whichever the word's decisive answer is. */
static enum runs of_parts(const struct class_reading *r, struct str s, struct str word, enum runs decisive)
{
	enum runs out = decisive == RUNS ? RUNS_NOT : RUNS;

	while (s.n) {
		size_t at = str_find(s, word, 0);
		struct str part = str_trim(str_sub(s, 0, at == SIZE_MAX ? s.n : at));
		enum runs one = str_is(word, " or ") ? of_parts(r, part, STR(" and "), RUNS_NOT) : of_part(r, part);

		if (one == decisive)
			return decisive;
		out = one == RUNS_PERHAPS ? RUNS_PERHAPS : out;
		s = at == SIZE_MAX ? (struct str){0} : str_sub(s, at + word.n, s.n);
	}
	return out;
}

static enum runs both(enum runs a, enum runs b)
{
	if (a == RUNS_NOT || b == RUNS_NOT)
		return RUNS_NOT;
	return a == RUNS && b == RUNS ? RUNS : RUNS_PERHAPS;
}

/* What the branches before say of the next one of the same "if". */
static enum runs of_else(enum runs before)
{
	return before == RUNS_PERHAPS ? before : before == RUNS ? RUNS_NOT : RUNS;
}

/* Enters what a line begins, and returns what stands behind its colon. */
static struct str enter(struct class_reading *r, const struct line *line, bool *lost)
{
	bool orelse = str_starts(line->text, STR("elif ")) || str_starts(line->text, STR("else:"));
	enum runs own = RUNS, around, before = RUNS_PERHAPS;
	size_t colon, word;

	while (r->n_nested && r->nested[r->n_nested - 1].indent >= line->indent) {
		if (r->nested[r->n_nested - 1].indent == line->indent)
			before = r->nested[r->n_nested - 1].own;
		r->n_nested--;
	}
	around = r->n_nested ? both(r->nested[r->n_nested - 1].own, r->nested[r->n_nested - 1].around) : RUNS;
	colon = find_outside(line->text, ':', 0);
	if (!orelse && !str_starts(line->text, STR("if ")) && !str_ends(line->text, STR(":")))
		return line->text;
	word = str_starts(line->text, STR("elif ")) ? 5 : str_starts(line->text, STR("if ")) ? 3 : 0;
	if (word && colon != SIZE_MAX)
		own = of_parts(r, str_trim(str_sub(line->text, word, colon)), STR(" or "), RUNS);
	if (orelse)
		own = both(own, of_else(before));
	*lost |= r->n_nested == NESTED_MAX;
	if (r->n_nested < NESTED_MAX)
		r->nested[r->n_nested++] = (struct nested){line->indent, own, around};
	return colon == SIZE_MAX ? (struct str){0} : str_trim(str_sub(line->text, colon + 1, line->text.n));
}

static enum runs now(const struct class_reading *r)
{
	return r->n_nested ? both(r->nested[r->n_nested - 1].own, r->nested[r->n_nested - 1].around) : RUNS;
}

/* ---- values ---- */

static struct named *named(struct class_reading *r, struct str name)
{
	for (size_t i = 0; i < r->n_names; i++)
		if (str_eq(r->names[i].name, name))
			return &r->names[i];
	return NULL;
}

static bool is_wide(struct str s)
{
	return str_has(s, STR(".float()")) || str_has(s, STR("torch.float32")) || str_ends(s, STR("torch.float")) ||
	       str_has(s, STR("torch.float,")) || str_has(s, STR("torch.float)"));
}

/* A parameter, or its gradient, whole: p, p.data, p.grad.detach(), grad of "grad = p.grad"; what a slice or a function gives is another thing. */
static enum kind of_parameter(struct class_reading *r, struct str s)
{
	struct str name = s, rest;
	size_t n = 0;

	while (n < s.n && str_name_byte(s.s[n]))
		n++;
	name = str_sub(s, 0, n);
	rest = str_sub(s, n, s.n);
	if (named(r, name))
		return named(r, name)->kind;
	for (struct str_cut cut = str_cut(rest, '.'); rest.n; rest = cut.tail, cut = str_cut(rest, '.'))
		if (cut.head.n && !str_among(str_trim(cut.head), STR("data|grad|detach()|float()|clone()|contiguous()|main_grad|to(torch.float32)")))
			return KIND_OTHER;
	if (!str_among(name, STR("p|param|parameter|w|weight|theta|g|grad|gradient|d_p")))
		return KIND_OTHER;
	return is_wide(s) ? KIND_LIKE32 : KIND_LIKE;
}

/* What stands in the parentheses of a call of a function at the beginning of a text, and what stands behind them; false: it is none. */
static bool call_of(struct str s, struct str functions, struct str *args, struct str *rest)
{
	size_t open = str_chr(s, '(', 0), end;

	if (open == SIZE_MAX || !str_among(str_sub(s, 0, open), functions))
		return false;
	end = find_outside(s, ')', open + 1);
	if (end == SIZE_MAX)
		return false;
	*args = str_trim(str_sub(s, open + 1, end));
	*rest = str_trim(str_sub(s, end + 1, s.n));
	return true;
}

/* zeros_like(p, dtype=…) */
static enum kind of_likeness(struct class_reading *r, struct str args, struct str rest)
{
	size_t comma = find_outside(args, ',', 0);
	struct str first = str_trim(str_sub(args, 0, comma == SIZE_MAX ? args.n : comma));
	struct str more = comma == SIZE_MAX ? (struct str){0} : str_sub(args, comma + 1, args.n);
	enum kind kind = of_parameter(r, first);
	bool typed = str_has(more, STR("dtype"));

	if (kind == KIND_OTHER || (rest.n && !str_is(rest, ".float()") && !str_is(rest, ".to(torch.float32)") && !str_is(rest, ".detach()")))
		return KIND_OTHER;
	if (is_wide(more) || is_wide(rest))
		return KIND_LIKE32;
	if (typed && !str_has(more, STR("dtype=p.dtype")) && !str_has(more, STR("dtype=grad.dtype")) && !str_has(more, STR("dtype=p.data.dtype")))
		return KIND_OTHER;
	return kind;
}

static bool makes_tensor(struct str s)
{
	static const char *const words[] = {"_like(", "clone(", "zeros(", "empty(", "ones(", "full(", "eye(", "randn(", "deepcopy("};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has(s, str_of(words[i])))
			return true;
	return false;
}

static bool is_small(struct str s)
{
	static const char *const starts[] = {"torch.zeros((1", "torch.zeros(1", "torch.zeros([]", "torch.zeros(()", "torch.tensor(0", "torch.tensor(1",
					     "True",	       "False",		"None",		  "_get_step",	     "float(",	       "int("};

	if (!s.n)
		return false;
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (str_starts(s, str_of(starts[i])))
			return true;
	return (*s.s >= '0' && *s.s <= '9') || *s.s == '-' || *s.s == '"' || *s.s == '\'';
}

static enum kind kind_of(struct class_reading *r, struct str key, struct str value)
{
	struct str args, rest;
	size_t clone = str_find(value, STR(".clone("), 0);

	if (str_among(key, STR("step|t|steps|k|iter")) && !makes_tensor(value))
		return KIND_SMALL;
	if (str_is(key, "step") || str_has(value, STR(" if ")))
		return is_small(value) && !str_has(value, STR("_like(")) && !str_has(value, STR("clone(")) ? KIND_SMALL : KIND_OTHER;
	if (call_of(value, STR("torch.zeros_like|torch.empty_like|torch.ones_like|torch.full_like|zeros_like|torch.rand_like|torch.randn_like"), &args, &rest))
		return of_likeness(r, args, rest);
	if (call_of(value, STR("torch.clone"), &args, &rest))
		return of_likeness(r, args, rest);
	if (clone != SIZE_MAX && clone > 0)
		return of_parameter(r, str_sub(value, 0, clone)) == KIND_OTHER ? KIND_OTHER
		       : is_wide(value)					       ? KIND_LIKE32
										       : of_parameter(r, str_sub(value, 0, clone));
	if (named(r, value))
		return named(r, value)->kind;
	return is_small(value) ? KIND_SMALL : KIND_OTHER;
}

/* ---- statements ---- */

static void put_key(struct class_reading *r, struct str name, enum kind kind)
{
	struct key *key = NULL;

	if (now(r) == RUNS_NOT || r->idle)
		return;
	for (size_t i = 0; i < r->n_keys && !key; i++)
		if (str_eq(r->keys[i].name, name))
			key = &r->keys[i];
	if (!key && r->n_keys == KEYS_MAX) {
		r->lost = true;
		return;
	}
	if (!key) {
		key = &r->keys[r->n_keys++];
		*key = (struct key){.name = name, .made = KIND_OTHER};
	}
	if (kind == KIND_OTHER) {
		key->other = true;
		return;
	}
	/* Made in two ways, or perhaps: only what is small does not matter. */
	r->lost |= (key->made != KIND_OTHER && key->made != kind) || (now(r) == RUNS_PERHAPS && kind != KIND_SMALL && key->made == KIND_OTHER);
	key->made = kind;
}

/* The key and what it is to be of state.get("m", torch.zeros_like(p)) and setdefault(); false: a text has neither. */
static bool read_default(struct class_reading *r, struct str s)
{
	static const char *const calls[] = {".get(", ".setdefault("};

	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		size_t at = str_find(s, str_of(calls[i]), 0), from = at + strlen(calls[i]), end, comma;
		struct str args, key;

		if (at == SIZE_MAX || !str_has(str_sub(s, 0, at), STR("state")))
			continue;
		end = find_outside(s, ')', from);
		args = str_sub(s, from, end == SIZE_MAX ? s.n : end);
		comma = find_outside(args, ',', 0);
		key = str_trim(str_sub(args, 0, comma == SIZE_MAX ? args.n : comma));
		if (comma == SIZE_MAX || key.n < 3)
			return true;
		key = str_sub(key, 1, key.n - 1);
		put_key(r, key, kind_of(r, key, str_trim(str_sub(args, comma + 1, args.n))));
		return true;
	}
	return false;
}

/* Where a text is assigned, outside parentheses: the "=" that is no comparison and adds nothing; SIZE_MAX: nowhere. */
static size_t assigns(struct str s)
{
	for (size_t at = find_outside(s, '=', 0); at != SIZE_MAX; at = find_outside(s, '=', at + 1)) {
		char before = at ? s.s[at - 1] : ' ', after = at + 1 < s.n ? s.s[at + 1] : ' ';

		if (after == '=')
			at++;
		else if (!memchr("=!<>+-*/%&|^@:", before, 14))
			return at;
	}
	return SIZE_MAX;
}

static void put_name(struct class_reading *r, struct str name, enum kind kind)
{
	struct named *known = named(r, name);

	if (known) {
		known->kind = known->kind == kind ? kind : KIND_OTHER;
		return;
	}
	r->lost |= r->n_names == NAMES_MAX;
	if (r->n_names < NAMES_MAX)
		r->names[r->n_names++] = (struct named){name, kind};
}

static bool is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!str_name_byte(s.s[i]))
			return false;
	return s.n > 0;
}

/* A name that is given a value: what it is counts where it is a tensor like a parameter. */
static void read_name(struct class_reading *r, struct str name, struct str value)
{
	enum kind kind;

	if (str_has(value, STR("state")) && read_default(r, value))
		return;
	if (str_is(name, "state") || str_ends(name, STR("_state"))) {
		r->lost |= makes_tensor(value);
		return;
	}
	kind = kind_of(r, name, value);
	if (kind == KIND_OTHER && str_has(value, STR(".grad")))
		kind = of_parameter(r, value);
	/* A parameter's name that is given a part of it, or what a function makes of it, is none any more. */
	if (kind != KIND_OTHER || str_among(name, STR("p|param|parameter|w|weight|theta|g|grad|gradient|d_p")))
		put_name(r, name, kind);
}

/* self.state[p] = {"step": 0, "m": torch.zeros_like(p)}; false: a value is no such thing. */
static bool read_display(struct class_reading *r, struct str value)
{
	struct str rest = str_starts(value, STR("{")) && str_ends(value, STR("}")) ? str_trim(str_sub(value, 1, value.n - 1)) : (struct str){0};

	while (rest.n) {
		size_t comma = find_outside(rest, ',', 0), colon = find_outside(rest, ':', 0);
		struct str key = str_trim(str_sub(rest, 0, colon)), one;

		if (colon == SIZE_MAX || colon > comma || key.n < 3 || behind_quotes(key, 0) != key.n)
			return false;
		key = str_sub(key, 1, key.n - 1);
		one = str_trim(str_sub(rest, colon + 1, comma == SIZE_MAX ? rest.n : comma));
		put_key(r, key, kind_of(r, key, one));
		rest = comma == SIZE_MAX ? (struct str){0} : str_trim(str_sub(rest, comma + 1, rest.n));
	}
	return value.n && *value.s == '{';
}

static void read_target(struct class_reading *r, struct str target, struct str value)
{
	struct str key = key_of(target);

	if (key.n && !str_starts(target, STR("group[")) && !str_has(target, STR("defaults")) && !str_has(target, STR("param_groups")))
		put_key(r, key, kind_of(r, key, value));
	else if (is_name(target))
		read_name(r, target, value);
	else if (!key.n && str_ends(target, STR("]")) && str_has(target, STR("state[")) && read_display(r, value))
		return;
	else if (!key.n && str_has(target, STR(".")) && !str_ends(target, STR(".data")) && !str_ends(target, STR(".grad")))
		r->lost |= makes_tensor(value);
}

/* Another optimizer's step: what that remembers is not seen. */
static bool steps_another(struct str s)
{
	size_t at = str_find(s, STR(".step("), 0);

	return at != SIZE_MAX && !str_ends(str_sub(s, 0, at), STR("self")) && !str_ends(str_sub(s, 0, at), STR(")"));
}

/* Whether all that is remembered is handed to a function that is none of the class's: init_state(p, state). */
static bool hands_state_on(struct str s)
{
	struct str word = STR("state");

	for (size_t at = str_find(s, word, 0); at != SIZE_MAX; at = str_find(s, word, at + 1)) {
		char before = at ? s.s[at - 1] : ' ', after = at + word.n < s.n ? s.s[at + word.n] : ' ';
		size_t open = str_rchr(str_sub(s, 0, at), '('), from = open;

		if ((before != '(' && before != ' ' && before != '=') || (after != ')' && after != ',') || open == SIZE_MAX)
			continue;
		while (from > 0 && (str_name_byte(s.s[from - 1]) || s.s[from - 1] == '.'))
			from--;
		if (from < open && !str_starts(str_sub(s, from, open), STR("self.")) &&
		    !str_among(str_sub(s, from, open), STR("len|bool|isinstance|print|any|if|not")))
			return true;
	}
	return false;
}

/* Whether a statement is a text alone, which says what the class is for. */
static bool is_text(struct str s)
{
	size_t n = s.n && strchr("rRuUbBfF", *s.s) ? 1 : 0;

	return n < s.n && (s.s[n] == '"' || s.s[n] == '\'');
}

static void read_statement(struct class_reading *r, struct str s)
{
	size_t at = assigns(s), comma;
	struct str left, right;

	if (str_starts(s, STR("def ")) || str_starts(s, STR("class ")) || str_starts(s, STR("@")) || str_starts(s, STR("return")) ||
	    str_starts(s, STR("raise ")) || is_text(s) || str_has(s, STR("__setstate__(")))
		return;
	r->lost |= str_has(s, STR("_foreach_")) || str_has(s, STR("base_optimizer")) || steps_another(s) || hands_state_on(s);
	if (at == SIZE_MAX) {
		if (!read_default(r, s))
			r->lost |= makes_tensor(s) && (str_has(s, STR(".append(")) || str_has(s, STR(".update(")) || str_has(s, STR("state")));
		return;
	}
	left = str_trim(str_sub(s, 0, at));
	right = str_trim(str_sub(s, at + 1, s.n));
	while ((comma = find_outside(left, ',', 0)) != SIZE_MAX) {
		size_t other = find_outside(right, ',', 0);

		if (other == SIZE_MAX)
			break;
		read_target(r, str_trim(str_sub(left, 0, comma)), str_trim(str_sub(right, 0, other)));
		left = str_trim(str_sub(left, comma + 1, left.n));
		right = str_trim(str_sub(right, other + 1, right.n));
	}
	read_target(r, left, right);
}

/* Whether a function begins what a run goes on with, and the class does not call it: initialize_step() of BertAdam. */
static bool is_idle(struct str text, struct str name)
{
	struct str self = STR("self.");

	if (str_is(name, "__init__") || (!str_has(name, STR("init")) && !str_has(name, STR("resume"))))
		return false;
	for (size_t at = str_find(text, name, 0); at != SIZE_MAX; at = str_find(text, name, at + 1))
		if (at >= self.n && str_ends(str_sub(text, 0, at), self) && at + name.n < text.n && text.s[at + name.n] == '(')
			return false;
	return true;
}

static void read_class(struct class_reading *r, struct str text)
{
	struct line line;
	struct str statement;

	r->text = text;
	r->at = r->n_nested = r->n_names = 0;
	r->idle = false;
	while (!r->lost && next_line(r, &line)) {
		if (!line.text.n)
			continue;
		if (str_starts(line.text, STR("def "))) {
			r->n_names = 0;
			r->idle = is_idle(r->text, str_trim(str_sub(line.text, 4, str_chr(line.text, '(', 0))));
		}
		statement = enter(r, &line, &r->lost);
		if (statement.n)
			read_statement(r, statement);
	}
}

bool py_optimizer_states(const struct node *object, unsigned *like, bool *wide)
{
	const struct class *c = class_of(object);
	const struct call *made = object->made;
	const struct arg *defaults = made ? call_arg(made, STR("defaults"), 1) : NULL;
	struct class_reading r = {.object = object, .defaults = defaults && defaults->value->kind == NODE_MAP ? defaults->value : NULL};
	unsigned wides = 0;

	*like = 0;
	for (size_t i = 0; c && i < c->order.n && !r.lost; i++) {
		const struct class *one = c->order.at[i];
		struct span at = one->node->at;

		if (one->module->tree)
			read_class(&r, str_sub(one->module->tree->text, at.off, at.off + at.len));
	}
	for (size_t i = 0; i < r.n_keys; i++) {
		bool tensor = r.keys[i].made == KIND_LIKE || r.keys[i].made == KIND_LIKE32;

		r.lost |= r.keys[i].other && !tensor;
		*like += tensor;
		wides += r.keys[i].made == KIND_LIKE32;
	}
	*wide = wides > 0;
	return c && c->order.n && !r.lost && (!wides || wides == *like);
}
