/*
 * As CPython 3.11's Lib/argparse.py, ArgumentParser._parse_known_args: words are classified as
 * options (O), arguments (A) and "--", then options and positionals are consumed in turn.
 */
#include "argparse_words.h"

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
	parse_take(p, o, flag, words, kept);
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
	next = parse_option(p->parser, flag);
	if (!next)
		return false;
	parse_take(p, w->option, w, NULL, 0);
	w->option = next;
	w->flag = flag;
	w->value = str_sub(w->value, 1, w->value.n);
	if (!w->value.n)
		w->value.s = NULL;
	return true;
}

/* A flag that a library may have declared: its value, as text, is that of the flag's name. */
static size_t take_undeclared(struct parse *p, size_t at)
{
	const struct word *w = &p->at[at];
	struct str_cut cut = str_cut(w->node->text, '=');
	bool joined = cut.head.n < w->node->text.n,
	     taken = !joined && at + 1 < p->n && p->at[at + 1].kind == 'A';
	struct node *value = joined  ? node_str(p->py->arena, cut.tail, w->node->at)
			     : taken ? p->at[at + 1].node
				     : py_bool(p->py, true, w->node->at);

	while (cut.head.n && cut.head.s[0] == '-')
		cut.head = str_sub(cut.head, 1, cut.head.n);
	py_attr_put(p->py, p->namespace, str_tr(p->py->arena, cut.head, '-', '_'), value);
	return at + 1 + taken;
}

static size_t consume_option(struct parse *p, size_t at)
{
	struct word *w = &p->at[at];
	struct node *value;
	size_t n;

	if (!w->option && p->parser->node->open) {
		/* parse_known_args(): it is among the rest if the library has not declared it. */
		if (p->rest)
			p->rest->open = true;
		return take_undeclared(p, at);
	}
	if (!w->option) {
		if (p->rest)
			py_append(p->py, p->rest, w->node);
		else
			parse_complain(p, "unrecognized arguments:", w->node->text);
		return at + 1;
	}
	while (w->value.s && run_together(p, w))
		;
	if (w->value.s) {
		bool fits = w->option->nargs != NARGS_N || w->option->count == 1;

		value = node_str(p->py->arena, w->value, w->node->at);
		if (fits)
			parse_take(p, w->option, w, &value, 1);
		else
			parse_complain(p, "ignored explicit argument of", w->flag);
		return at + 1;
	}
	n = match(p, w->option, at + 1);
	if (n == SIZE_MAX) {
		parse_complain(p, "expected arguments of", w->flag);
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

/* A word that no option takes. Behind an option that is not declared it is its value; what nothing sets is mostly empty. */
static void leave_over(struct parse *p, size_t at)
{
	struct node *word = p->at[at].node;
	bool value = at && p->at[at - 1].kind == 'O' && !p->at[at - 1].option;

	if (word->kind == NODE_UNKNOWN && !word->quoted && word->op != 'm' && !value)
		p->further = word;
	if (p->rest)
		py_append(p->py, p->rest, word);
	else if (!p->further)
		parse_complain(p, "unrecognized arguments:", word->text);
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
		for (; at < next; at++)
			leave_over(p, at);
		if (at < p->n && p->at[at].kind == 'O')
			at = consume_option(p, at);
	}
	at = consume_positionals(p, at);
	for (; at < p->n; at++)
		leave_over(p, at);
}

static bool suppressed(const struct node *value)
{
	return value && ((value->kind == NODE_STR && str_is(value->text, "==SUPPRESS==")) ||
			 (value->kind == NODE_NAME && str_ends(value->text, STR(".SUPPRESS"))));
}

/* What is known of a required option that no launch gives: it is one of a few texts. NULL: nothing is. */
static struct node *one_of_choices(struct parse *p, const struct option *o, struct str name)
{
	struct node *choices = o->choices ? py_elements(p->py, o->choices, o->choices->at) : NULL;

	if (!choices || choices->open || choices->as.items.n < 2 || choices->as.items.n > NODE_EITHER_MAX)
		return NULL;
	for (size_t i = 0; i < choices->as.items.n; i++)
		if (!py_is_str(choices->as.items.at[i]))
			return NULL;
	return either_drawn(p->py->arena, str_fmt(p->py->arena, "%.*s is", STR_ARG(name)), choices->as.items.at, choices->as.items.n,
			    o->node->at);
}

static void set_default(struct parse *p, struct option *o, bool launch)
{
	struct str name = option_name(o);
	struct node *given = NULL, *choice;

	if (suppressed(o->standard) || str_is(o->dest, "==SUPPRESS==") || o->action == ACTION_HELP)
		return;
	if (o->required && !launch && (!o->standard || o->standard->kind == NODE_NULL)) {
		given = py_required(p->py, name, o->node->at, "no launch is known");
		choice = given->kind == NODE_UNKNOWN ? one_of_choices(p, o, name) : NULL;
		given = choice ? choice : given;
	} else {
		given = launch ? py_standard_config(p->py, name, o->standard) : py_own_config(p->py, name, o->standard);
	}
	if (given)
		py_attr_put(p->py, p->namespace, o->dest, option_convert(p->py, o, given));
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

/* The word that a launcher puts in front of a program's own, where the program takes it. */
static void add_rank(struct parse *p, const struct node *words)
{
	static const char *const flags[] = {"--local_rank", "--local-rank"};

	if (!p->py->world->passes_rank || words != p->py->world->argv)
		return;
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (parse_option(p->parser, str_of(flags[i])))
			*vec_push(p->py->arena, p) =
			    (struct word){.node = py_str(p->py, str_cat(p->py->arena, str_of(flags[i]), STR("=0")), words->at)};
}

void parser_parse(struct interpreter *py, struct parser *parser, const struct node *words,
		  struct node *namespace, struct node *rest)
{
	struct parse p = {.py = py, .parser = parser, .namespace = namespace, .rest = rest};
	struct node *defaults = parser_kept(py, parser->node, PARSER_DEFAULTS);

	for (size_t i = 0; i < parser->n; i++)
		set_default(&p, &parser->at[i], words != NULL);
	for (size_t i = 0; i < defaults->as.pairs.n; i++)
		if (!node_get(namespace, defaults->as.pairs.at[i].key->text))
			py_attr_put(py, namespace, defaults->as.pairs.at[i].key->text,
				    defaults->as.pairs.at[i].value);
	if (words) {
		add_rank(&p, words);
		parse_words(&p, words);
		consume_all(&p);
	}
	for (size_t i = 0; i < parser->n; i++) {
		struct option *o = &parser->at[i];

		if (p.further && !o->seen && !o->positional && o->action == ACTION_STORE)
			parse_store(&p, o, py_unknown(py, p.further->at, "it may be among further arguments that are not known"));
		if (words && o->required && !o->seen) {
			parse_complain(&p, "required:", option_name(o));
			/* A library may declare options that take the words before a positional. */
			if (!parser->lacks.n && !(o->positional && parser->node->open))
				parser->lacks = option_name(o);
			parse_store(&p, o, py_unknown(py, o->node->at, "%.*s is required and not given",
						STR_ARG(option_name(o))));
		}
		if (!words && o->action == ACTION_PARSERS && py->deep < DEEP_MAX) {
			py->deep++;
			any_subcommand(&p, o);
			py->deep--;
		}
	}
}
