/*
 * As CPython 3.11's Lib/argparse.py: ArgumentParser._parse_optional and _get_option_tuples.
 */
#include "argparse_words.h"

void parse_complain(struct parse *p, const char *what, struct str name)
{
	if (!p->namespace->how.n)
		p->namespace->how = str_fmt(p->py->arena, "%s %.*s", what, STR_ARG(name));
}

struct option *parse_option(struct parser *parser, struct str flag)
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
	struct option *o = parse_option(p->parser, str_sub(s, 0, 2));
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
	if ((w->option = parse_option(p->parser, s))) {
		w->flag = s;
	} else if (cut.ok && (w->option = parse_option(p->parser, cut.head))) {
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
		parse_complain(p, "ambiguous option", s);
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
	struct interpreter *py = p->py;
	struct node *lines = node_new(py->arena, NODE_LIST, word->at);
	struct eval_file file = {0};
	struct str path, text;
	bool found;

	if (word->kind != NODE_STR || word->text.n < 2 ||
	    str_chr(p->parser->file_prefix, word->text.s[0], 0) == SIZE_MAX || depth > 4)
		return false;
	path = py_repo_path(py, str_sub(word->text, 1, word->text.n));
	if (!path.n)
		return false;
	found = py->world->lines ? py->world->lines(py->world->context, path, &file)
				 : py->world->find(py->world->context, path, &file);
	if (!found)
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

void parse_words(struct parse *p, const struct node *words)
{
	add_words(p, words, 0);
	classify_all(p);
}
