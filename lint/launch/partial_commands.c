/*
 * Commands of which parts are not known: f"accelerate launch train.py --lr 1e-4 --output {folder}". What
 * is known of their text stays; a part that is not becomes a variable of the shell without a known value.
 */
#include "partial_commands.h"

#include <string.h>

enum {
	/** Parts of one text. */
	PARTS_MAX = 256,
};

static struct node *kept(struct arena *a, const struct node *n)
{
	if (n->kind == NODE_STR)
		return node_str(a, str_dup(a, n->text), n->at);
	return node_unknown(
	    a, n->kind == NODE_UNKNOWN ? str_dup(a, n->text) : STR("a value that is no text"), n->at);
}

static bool is_joined(const struct node *n)
{
	return n->kind == NODE_UNKNOWN && n->quoted && n->op == '+' && n->from[0] && n->from[1];
}

static void push(struct arena *a, struct node *parts, const struct node *n, int depth)
{
	struct node *last = parts->as.items.n ? parts->as.items.at[parts->as.items.n - 1] : NULL;

	if (is_joined(n) && depth < NODE_DEPTH_MAX && parts->as.items.n < PARTS_MAX) {
		push(a, parts, n->from[0], depth + 1);
		push(a, parts, n->from[1], depth + 1);
	} else if (n->kind == NODE_STR && last && last->kind == NODE_STR) {
		last->text = str_cat(a, last->text, n->text);
	} else if (n->kind != NODE_STR || n->text.n) {
		node_push(a, parts, kept(a, n));
	}
}

struct node *partial_text(struct arena *a, const struct node *n)
{
	struct node *parts;

	if (!is_joined(n))
		return kept(a, n);
	parts = node_new(a, NODE_TUPLE, n->at);
	push(a, parts, n, 0);
	return parts;
}

/* The quotes that shell code is in behind a text: '\'', '"' or 0. Apostrophes of comments are none. */
static char quotes_behind(char quote, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];

		if (c == '\\' && quote != '\'')
			i++;
		else if (!quote && c == '#' && (!i || strchr(" \t\n;", text.s[i - 1])))
			i += str_cut(str_sub(text, i, text.n), '\n').head.n;
		else if (quote ? c == quote : c == '\'' || c == '"')
			quote = quote ? 0 : c;
	}
	return quote;
}

struct node *partial_command(struct arena *a, const struct node *parts, const char *names, struct node *env)
{
	struct str code = {0};
	char quote = 0;

	for (size_t i = 0; i < parts->as.items.n; i++) {
		struct node *part = parts->as.items.at[i];
		struct str name;

		if (part->kind == NODE_STR) {
			quote = quotes_behind(quote, part->text);
			code = str_cat(a, code, part->text);
			continue;
		}
		name = str_fmt(a, "%s_%zu", names, env->as.pairs.n);
		node_set(a, env, node_str(a, name, part->at), part);
		code = str_cat(a, code,
			       str_fmt(a, quote == '\'' ? "'\"${%.*s}\"'" : "${%.*s}", STR_ARG(name)));
	}
	return node_str(a, code, parts->at);
}
