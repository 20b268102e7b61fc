#include "argparse.h"

/*
 * As CPython 3.11's Lib/argparse.py, ArgumentParser._parse_known_args: words are classified as
 * options (O), arguments (A) and "--", then options and positionals are consumed in turn.
 */

/** One word: its kind, and the option that it names. */
struct word {
	struct node *node;
	char kind; /* 'O', 'A' or '-' */
	struct option *option;
	/** The flag as declared, and what follows "=" (s is NULL if nothing does). */
	struct str flag, value;
};

struct parse {
	struct interp *py;
	struct parser *parser;
	struct node *namespace, *rest;
	VEC(struct word);
	/** Positionals still to fill: indices into parser. */
	size_t next_positional;
};

static void complain(struct parse *p, const char *what, struct str name)
{
	if (!p->namespace->how.n)
		p->namespace->how = str_fmt(p->py->arena, "%s %.*s", what, STR_ARG(name));
}

static struct option *find_exact(struct parser *parser, struct str flag)
{
	for (size_t i = parser->n; i-- > 0;) {
		struct option *o = &parser->at[i];

		for (size_t k = 0; !o->positional && k < o->flags->as.items.n; k++)
			if (str_eq(o->flags->as.items.at[k]->text, flag))
				return o;
	}
	return NULL;
}

/* The only option of which the word is a beginning; *many if there are several. */
static struct option *find_prefix(struct parser *parser, struct str prefix, struct str *flag,
				  bool *many)
{
	struct option *found = NULL;

	for (size_t i = 0; i < parser->n; i++) {
		struct option *o = &parser->at[i];

		for (size_t k = 0; !o->positional && k < o->flags->as.items.n; k++) {
			if (!str_starts(o->flags->as.items.at[k]->text, prefix))
				continue;
			*many |= found != NULL;
			found = o;
			*flag = o->flags->as.items.at[k]->text;
		}
	}
	return found;
}

static bool is_negative_number(struct str s)
{
	double r;

	return s.n > 1 && s.s[0] == '-' && ((s.s[1] >= '0' && s.s[1] <= '9') || s.s[1] == '.') &&
	       str_to_real(s, &r) && str_chr(s, 'e', 0) == SIZE_MAX &&
	       str_chr(s, 'E', 0) == SIZE_MAX;
}

static bool has_negative_options(const struct parser *parser)
{
	for (size_t i = 0; i < parser->n; i++)
		for (size_t k = 0; k < parser->at[i].flags->as.items.n; k++)
			if (is_negative_number(parser->at[i].flags->as.items.at[k]->text))
				return true;
	return false;
}

static void set_value(struct word *w, struct str value)
{
	w->value = value.s ? value : STR("");
}

/* "-x5", "-xyz": one dash, the first letter an option of its own. */
static struct option *find_short(struct parse *p, struct word *w, struct str s, bool *many)
{
	struct option *o = find_exact(p->parser, str_sub(s, 0, 2));
	struct str flag = {0};
	struct option *long_one = find_prefix(p->parser, s, &flag, many);

	if (o && long_one)
		*many = true;
	if (o) {
		w->flag = str_sub(s, 0, 2);
		set_value(w, str_sub(s, 2, s.n));
		return o;
	}
	w->flag = flag;
	return long_one;
}

/* What argparse's _parse_optional decides of one word. */
static void classify(struct parse *p, struct word *w)
{
	struct str s = w->node->kind == NODE_STR ? w->node->text : STR("");
	struct str_cut cut = str_cut(s, '=');
	bool many = false;

	w->kind = 'A';
	if (s.n < 2 || s.s[0] != '-') {
		return;
	}
	if ((w->option = find_exact(p->parser, s))) {
		w->flag = s;
	} else if (cut.ok && (w->option = find_exact(p->parser, cut.head))) {
		w->flag = cut.head;
		set_value(w, cut.tail);
	} else if (s.s[1] == '-' && p->parser->abbreviations) {
		w->option = find_prefix(p->parser, cut.head, &w->flag, &many);
		if (w->option && cut.ok)
			set_value(w, cut.tail);
	} else if (s.s[1] != '-') {
		w->option = find_short(p, w, s, &many);
	}
	if (many) {
		complain(p, "ambiguous option", s);
		w->option = NULL;
	}
	if (w->option) {
		w->kind = 'O';
		return;
	}
	if (is_negative_number(s) && !has_negative_options(p->parser))
		return;
	if (str_chr(s, ' ', 0) != SIZE_MAX)
		return;
	w->kind = 'O';
}

static void add_words(struct parse *p, const struct node *words, int depth);

/* @file: its lines are words. */
static bool add_file(struct parse *p, const struct node *word, int depth)
{
	struct interp *py = p->py;
	struct node *lines = node_new(py->arena, NODE_LIST, word->at);
	struct eval_file file;
	struct str path, text;

	if (word->kind != NODE_STR || word->text.n < 2 ||
	    str_chr(p->parser->file_prefix, word->text.s[0], 0) == SIZE_MAX || depth > 4)
		return false;
	path = py_repo_path(py, str_sub(word->text, 1, word->text.n));
	if (!path.n || !py->world->find(py->world->context, path, &file))
		return false;
	text = file.text;
	while (text.n) {
		struct str_cut cut = str_cut(text, '\n');
		struct span at = {file.id, (uint32_t)(cut.head.s - file.text.s),
				  (uint32_t)cut.head.n};

		node_push(py->arena, lines, node_str(py->arena, cut.head, at));
		text = cut.tail;
	}
	add_words(p, lines, depth + 1);
	return true;
}

static void add_words(struct parse *p, const struct node *words, int depth)
{
	for (size_t i = 0; i < words->as.items.n; i++)
		if (!add_file(p, words->as.items.at[i], depth))
			*vec_push(p->py->arena, p) = (struct word){.node = words->as.items.at[i]};
}

static void classify_all(struct parse *p)
{
	bool behind = false;

	for (size_t i = 0; i < p->n; i++) {
		if (behind)
			p->at[i].kind = 'A';
		else if (p->at[i].node->kind == NODE_STR && str_is(p->at[i].node->text, "--"))
			p->at[i].kind = '-';
		else
			classify(p, &p->at[i]);
		behind |= p->at[i].kind == '-';
	}
}

/* Taking values. */

static struct node *named(struct interp *py, struct node *value, const struct option *o)
{
	if (value->how.n || node_mutable(value) || value->kind == NODE_EITHER)
		return value;
	value = node_copy(py->arena, value);
	value->how = str_fmt(py->arena, "%.*s of the command line", STR_ARG(option_name(o)));
	return value;
}

static struct node *convert(struct parse *p, struct option *o, struct node *word)
{
	struct node *value = option_convert(p->py, o, word);

	if (value->kind == NODE_UNKNOWN && word->kind == NODE_STR)
		complain(p, "invalid value of", option_name(o));
	if (o->choices && o->action != ACTION_PARSERS && value->kind != NODE_UNKNOWN &&
	    py_contains(p->py, o->choices, value) == TRUTH_NO)
		complain(p, "invalid choice of", option_name(o));
	return named(p->py, value, o);
}

static struct node *convert_all(struct parse *p, struct option *o, struct node *const *words,
				size_t n)
{
	struct node *list = py_new(p->py, NODE_LIST, n ? words[0]->at : o->node->at);

	for (size_t i = 0; i < n; i++)
		py_append(p->py, list, convert(p, o, words[i]));
	return list;
}

static struct node *values_of(struct parse *p, struct option *o, struct node *const *words, size_t n)
{
	struct node *none = py_none(p->py, o->node->at);

	if (o->nargs == NARGS_OPTIONAL && n == 0) {
		if (!o->positional && o->constant && o->constant->kind == NODE_STR)
			return convert(p, o, o->constant);
		if (o->positional)
			return option_default(p->py, o);
		return o->constant ? o->constant : none;
	}
	if (o->nargs == NARGS_ANY && n == 0 && o->positional && o->standard &&
	    o->standard->kind != NODE_NULL)
		return o->standard;
	if (o->nargs == NARGS_ONE || o->nargs == NARGS_OPTIONAL)
		return n ? convert(p, o, words[0]) : none;
	return convert_all(p, o, words, n);
}

static void store(struct parse *p, const struct option *o, struct node *value)
{
	if (!str_is(o->dest, "==SUPPRESS=="))
		py_attr_put(p->py, p->namespace, o->dest, value);
}

/* append and extend work on a copy of what is there. */
static void append(struct parse *p, const struct option *o, struct node *value, bool extend)
{
	struct node *old = node_get(p->namespace, o->dest);
	struct node *list = py_new(p->py, NODE_LIST, value->at);
	struct node *items = old ? py_elements(p->py, old, old->at) : NULL;

	for (size_t i = 0; items && i < items->as.items.n; i++)
		py_append(p->py, list, items->as.items.at[i]);
	items = extend ? py_elements(p->py, value, value->at) : NULL;
	if (!items)
		py_append(p->py, list, value);
	for (size_t i = 0; items && i < items->as.items.n; i++)
		py_append(p->py, list, items->as.items.at[i]);
	store(p, o, list);
}

static struct node *counted(struct parse *p, const struct option *o, const struct node *word)
{
	struct node *old = node_get(p->namespace, o->dest);

	if (!old || old->kind == NODE_NULL)
		return py_int(p->py, 1, word->at);
	return py_binary(p->py, OP_ADD, old, py_int(p->py, 1, word->at), word->at);
}

static void subcommand(struct parse *p, struct option *o, struct node *const *words, size_t n)
{
	struct node *parsers = node_get(o->node, STR("parsers")), *sub = NULL;
	struct node *later = node_new(p->py->arena, NODE_LIST, words[0]->at);
	struct parser parser;

	store(p, o, words[0]);
	if (words[0]->kind == NODE_STR)
		sub = node_get(parsers, words[0]->text);
	if (!sub || sub->kind != NODE_OBJECT) {
		complain(p, "invalid choice of", o->dest);
		return;
	}
	for (size_t i = 1; i < n; i++)
		node_push(p->py->arena, later, words[i]);
	parser = parser_read(p->py, sub);
	if (p->py->deep < DEEP_MAX) {
		p->py->deep++;
		parser_parse(p->py, &parser, later, p->namespace, p->rest);
		p->py->deep--;
	}
}

static void take_action(struct parse *p, struct option *o, const struct word *flag,
			struct node *const *words, size_t n)
{
	struct node *value;

	o->seen = true;
	switch (o->action) {
	case ACTION_STORE:
		store(p, o, values_of(p, o, words, n));
		break;
	case ACTION_CONST:
	case ACTION_TRUE:
	case ACTION_FALSE:
		value = node_copy(p->py->arena, o->constant ? o->constant
							     : py_none(p->py, o->node->at));
		value->at = flag->node->at;
		store(p, o, named(p->py, value, o));
		break;
	case ACTION_BOOLEAN:
		store(p, o,
		      named(p->py,
			    py_bool(p->py, !str_starts(flag->flag, STR("--no-")), flag->node->at),
			    o));
		break;
	case ACTION_APPEND:
	case ACTION_EXTEND:
		append(p, o, values_of(p, o, words, n), o->action == ACTION_EXTEND);
		break;
	case ACTION_APPEND_CONST:
		append(p, o, o->constant ? o->constant : py_none(p->py, o->node->at), false);
		break;
	case ACTION_COUNT:
		store(p, o, counted(p, o, flag->node));
		break;
	case ACTION_PARSERS:
		subcommand(p, o, words, n);
		break;
	case ACTION_CUSTOM:
		store(p, o, py_unknown(p->py, o->node->at, "%.*s has an action of its own",
				       STR_ARG(option_name(o))));
		break;
	case ACTION_HELP:
		complain(p, "the command line asks for", STR("help"));
		break;
	}
}

/* How many arguments from a word on an option takes; SIZE_MAX if there are too few. */
static size_t match(const struct parse *p, const struct option *o, size_t from)
{
	size_t there = 0;

	while (from + there < p->n &&
	       (p->at[from + there].kind == 'A' || o->nargs == NARGS_REST))
		there++;
	switch (o->nargs) {
	case NARGS_ONE:
	case NARGS_N:
		return there >= o->count ? o->count : SIZE_MAX;
	case NARGS_OPTIONAL:
		return there ? 1 : 0;
	case NARGS_SOME:
	case NARGS_PARSER:
		return there ? there : SIZE_MAX;
	case NARGS_ANY:
	case NARGS_REST:
		break;
	}
	return there;
}

static void take_words(struct parse *p, struct option *o, const struct word *flag, size_t from,
		       size_t n)
{
	struct node **words = arena_news(p->py->arena, struct node *, n + 1);
	bool removed = o->nargs == NARGS_PARSER || o->nargs == NARGS_REST;
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (!removed && p->at[from + i].kind == '-') {
			removed = true;
			continue;
		}
		words[kept++] = p->at[from + i].node;
	}
	take_action(p, o, flag, words, kept);
}

/* "-vx5": flags without arguments may be run together. */
static bool run_together(struct parse *p, struct word *w)
{
	struct option *next;
	struct str flag;

	if (w->option->count != 0 || w->option->nargs != NARGS_N || !w->value.n ||
	    str_starts(w->flag, STR("--")))
		return false;
	flag = str_fmt(p->py->arena, "-%c", w->value.s[0]);
	next = find_exact(p->parser, flag);
	if (!next)
		return false;
	take_action(p, w->option, w, NULL, 0);
	w->option = next;
	w->flag = flag;
	w->value = str_sub(w->value, 1, w->value.n);
	if (!w->value.n)
		w->value.s = NULL;
	return true;
}

static size_t consume_option(struct parse *p, size_t at)
{
	struct word *w = &p->at[at];
	struct node *value;
	size_t n;

	if (!w->option) {
		if (p->rest)
			py_append(p->py, p->rest, w->node);
		else if (!p->parser->node->open)
			complain(p, "unrecognized arguments:", w->node->text);
		return at + 1;
	}
	while (w->value.s && run_together(p, w))
		;
	if (w->value.s) {
		bool fits = w->option->nargs != NARGS_N || w->option->count == 1;

		value = node_str(p->py->arena, w->value, w->node->at);
		if (fits)
			take_action(p, w->option, w, &value, 1);
		else
			complain(p, "ignored explicit argument of", w->flag);
		return at + 1;
	}
	n = match(p, w->option, at + 1);
	if (n == SIZE_MAX) {
		complain(p, "expected arguments of", w->flag);
		n = 0;
		w->option->seen = true;
		return at + 1;
	}
	take_words(p, w->option, w, at + 1, n);
	return at + 1 + n;
}

/* Words that a positional takes at a place; counts the "--" around them. Greedy, least first. */
static size_t least(const struct option *o)
{
	return o->nargs == NARGS_N || o->nargs == NARGS_ONE ? o->count
	       : o->nargs == NARGS_SOME || o->nargs == NARGS_PARSER ? 1
								    : 0;
}

static size_t most(const struct option *o, size_t there)
{
	return o->nargs == NARGS_N || o->nargs == NARGS_ONE ? o->count
	       : o->nargs == NARGS_OPTIONAL		    ? 1
							    : there;
}

/* Fits the positionals from i to end into there words, the earlier ones greedily. */
static bool fit(struct parse *p, const size_t *which, size_t i, size_t end, size_t there,
		size_t *counts)
{
	const struct option *o = i < end ? &p->parser->at[which[i]] : NULL;
	size_t take;

	if (!o)
		return true;
	take = most(o, there);
	if (take > there)
		take = there;
	for (;; take--) {
		if (take < least(o))
			return false;
		counts[i] = take;
		if (fit(p, which, i + 1, end, there - take, counts))
			return true;
		if (take == 0)
			return false;
	}
}

/* Moves over the words of one positional: n arguments and the "--" among them. */
static size_t extent(const struct parse *p, const struct option *o, size_t from, size_t n)
{
	size_t at = from;

	if (o->nargs == NARGS_REST || o->nargs == NARGS_PARSER) {
		while (at < p->n && at - from < n)
			at++;
		return at;
	}
	while (at < p->n && (n > 0 || p->at[at].kind == '-')) {
		if (p->at[at].kind == '-') {
			at++;
			continue;
		}
		if (p->at[at].kind != 'A')
			break;
		n--;
		at++;
	}
	return at;
}

static size_t consume_positionals(struct parse *p, size_t from)
{
	size_t *which = arena_news(p->py->arena, size_t, p->parser->n + 1);
	size_t *counts = arena_news(p->py->arena, size_t, p->parser->n + 1);
	size_t n = 0, there = 0, all = p->n - from;

	for (size_t i = p->next_positional; i < p->parser->n; i++)
		if (p->parser->at[i].positional)
			which[n++] = i;
	for (size_t at = from; at < p->n && p->at[at].kind != 'O'; at++)
		there += p->at[at].kind == 'A';
	for (; n > 0; n--) {
		const struct option *last = &p->parser->at[which[n - 1]];
		bool rest = last->nargs == NARGS_REST || last->nargs == NARGS_PARSER;

		/* A remainder and a subcommand take options along. */
		if (fit(p, which, 0, n, there, counts) && (!rest || counts[n - 1] > 0 ||
							   last->nargs == NARGS_REST)) {
			if (rest) {
				size_t before = 0;

				for (size_t i = 0; i + 1 < n; i++)
					before += counts[i];
				counts[n - 1] = all - before;
			}
			break;
		}
	}
	for (size_t i = 0; i < n; i++) {
		struct option *o = &p->parser->at[which[i]];
		size_t end = extent(p, o, from, counts[i]);

		take_words(p, o, NULL, from, end - from);
		from = end;
		p->next_positional = which[i] + 1;
	}
	return from;
}

static void consume_all(struct parse *p)
{
	size_t at = 0, last = SIZE_MAX;

	for (size_t i = 0; i < p->n; i++)
		if (p->at[i].kind == 'O')
			last = i;
	while (last != SIZE_MAX && at <= last && !p->py->halted) {
		size_t next = at;

		while (p->at[next].kind != 'O')
			next++;
		if (at != next) {
			size_t end = consume_positionals(p, at);

			if (end > at) {
				at = end;
				continue;
			}
		}
		for (; at < next; at++) {
			if (p->rest)
				py_append(p->py, p->rest, p->at[at].node);
			else
				complain(p, "unrecognized arguments:", p->at[at].node->text);
		}
		if (at < p->n && p->at[at].kind == 'O')
			at = consume_option(p, at);
	}
	at = consume_positionals(p, at);
	for (; at < p->n; at++) {
		if (p->rest)
			py_append(p->py, p->rest, p->at[at].node);
		else
			complain(p, "unrecognized arguments:", p->at[at].node->text);
	}
}

static bool suppressed(const struct node *value)
{
	return value && ((value->kind == NODE_STR && str_is(value->text, "==SUPPRESS==")) ||
			 (value->kind == NODE_NAME && str_ends(value->text, STR(".SUPPRESS"))));
}

static void set_default(struct parse *p, struct option *o, bool launch)
{
	struct str name = option_name(o);

	if (suppressed(o->standard) || str_is(o->dest, "==SUPPRESS==") || o->action == ACTION_HELP)
		return;
	if (o->required && !launch && (!o->standard || o->standard->kind == NODE_NULL))
		py_attr_put(p->py, p->namespace, o->dest,
			    py_unknown(p->py, o->node->at,
				       "%.*s is required, and no launch is known", STR_ARG(name)));
	else if (!node_get(p->namespace, o->dest))
		py_attr_put(p->py, p->namespace, o->dest,
			    o->action == ACTION_PARSERS && !launch
				    ? py_unknown(p->py, o->node->at, "no launch is known")
				    : option_default(p->py, o));
}

/* Without a launch each subcommand may be the one: their values are alternatives. */
static void any_subcommand(struct parse *p, const struct option *o)
{
	struct node *parsers = node_get(o->node, STR("parsers"));
	struct node *all = py_new(p->py, NODE_MAP, o->node->at);

	for (size_t i = 0; i < parsers->as.pairs.n; i++) {
		struct node *sub = py_new(p->py, NODE_OBJECT, o->node->at);
		struct parser parser = parser_read(p->py, parsers->as.pairs.at[i].value);
		struct node *when = node_str(p->py->arena,
					     str_fmt(p->py->arena, "the subcommand is %.*s",
						     STR_ARG(parsers->as.pairs.at[i].key->text)),
					     o->node->at);

		sub->code = py_tag_namespace;
		parser_parse(p->py, &parser, NULL, sub, NULL);
		for (size_t k = 0; k < sub->as.pairs.n; k++) {
			struct pair *pair = &sub->as.pairs.at[k];
			struct node *two[2] = {node_get(all, pair->key->text),
					       either_when(p->py->arena, pair->value, when)};

			py_map_set(p->py, all, pair->key,
				   two[0] ? either_of(p->py->arena, two, 2, o->node->at) : two[1]);
		}
	}
	for (size_t k = 0; k < all->as.pairs.n; k++)
		if (!node_get(p->namespace, all->as.pairs.at[k].key->text))
			py_attr_put(p->py, p->namespace, all->as.pairs.at[k].key->text,
				    all->as.pairs.at[k].value);
}

void parser_parse(struct interp *py, struct parser *parser, const struct node *words,
		  struct node *namespace, struct node *rest)
{
	struct parse p = {.py = py, .parser = parser, .namespace = namespace, .rest = rest};
	struct node *defaults = node_get(parser->node, STR("defaults"));

	for (size_t i = 0; i < parser->n; i++)
		set_default(&p, &parser->at[i], words != NULL);
	for (size_t i = 0; i < defaults->as.pairs.n; i++)
		if (!node_get(namespace, defaults->as.pairs.at[i].key->text))
			py_attr_put(py, namespace, defaults->as.pairs.at[i].key->text,
				    defaults->as.pairs.at[i].value);
	if (words) {
		add_words(&p, words, 0);
		classify_all(&p);
		consume_all(&p);
	}
	for (size_t i = 0; i < parser->n; i++) {
		struct option *o = &parser->at[i];

		if (words && o->required && !o->seen) {
			complain(&p, "required:", option_name(o));
			store(&p, o, py_unknown(py, o->node->at, "%.*s is required and not given",
						STR_ARG(option_name(o))));
		}
		if (!words && o->action == ACTION_PARSERS && py->deep < DEEP_MAX) {
			py->deep++;
			any_subcommand(&p, o);
			py->deep--;
		}
	}
}
