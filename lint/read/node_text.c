/* A node as Python's repr would show it: for messages, so it is cut early and never exact to a
 * byte. */
#include "node.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Text under construction: room bytes at most; what does not fit is dropped and full set. */
struct writer {
	char *at;
	size_t n, room;
	bool full;
};

static void put(struct writer *w, struct str s)
{
	size_t n = s.n < w->room - w->n ? s.n : w->room - w->n;

	if (n)
		memcpy(w->at + w->n, s.s, n);
	w->n += n;
	w->full |= n < s.n;
}

static void put_quoted(struct writer *w, struct str s)
{
	put(w, STR("'"));
	for (size_t i = 0; i < s.n && !w->full; i++) {
		char hex[8];

		if (s.s[i] == '\n')
			put(w, STR("\\n"));
		else if (s.s[i] == '\'' || s.s[i] == '\\')
			put(w, (struct str){
				   (const char[]){'\\', s.s[i]},
					 2
			  });
		else if ((unsigned char)s.s[i] < ' ' || s.s[i] == 0x7f)
			put(w, (struct str){hex, (size_t)snprintf(hex, sizeof(hex), "\\x%02x",
								  (unsigned)s.s[i] & 0xff)});
		else
			put(w, str_sub(s, i, i + 1));
	}
	put(w, STR("'"));
}

/** The shortest decimal form that reads back the same, in Python's layout: 100000.0, 1e+16, 1e-05. */
static void put_real(struct writer *w, double r)
{
	char text[40];
	int digits = 1;
	int exponent;
	double back;

	if (isnan(r) || isinf(r)) {
		put(w, isnan(r) ? STR("nan") : r < 0 ? STR("-inf") : STR("inf"));
		return;
	}
	for (; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*e", digits - 1, r);
		if (str_to_real(str_of(text), &back) && back >= r && back <= r)
			break;
	}
	exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
	if (exponent >= -4 && exponent < 16) {
		int decimals = digits - 1 - exponent;

		snprintf(text, sizeof(text), "%.*f", decimals > 1 ? decimals : 1, r);
	}
	put(w, str_of(text));
}

static void put_node(struct writer *w, const struct node *n, int depth);

static void put_items(struct writer *w, const struct node *n, const char *open, const char *close,
		      const char *between, int depth)
{
	put(w, str_of(open));
	for (size_t i = 0; i < n->as.items.n && !w->full; i++) {
		if (i)
			put(w, str_of(between));
		put_node(w, n->as.items.at[i], depth + 1);
	}
	if (n->open)
		put(w, n->as.items.n ? STR(", ...") : STR("..."));
	if (n->kind == NODE_TUPLE && n->as.items.n == 1 && !n->open)
		put(w, STR(","));
	put(w, str_of(close));
}

static void put_pairs(struct writer *w, const struct node *n, int depth)
{
	put(w, STR("{"));
	for (size_t i = 0; i < n->as.pairs.n && !w->full; i++) {
		if (i)
			put(w, STR(", "));
		put_node(w, n->as.pairs.at[i].key, depth + 1);
		put(w, STR(": "));
		put_node(w, n->as.pairs.at[i].value, depth + 1);
	}
	if (n->open)
		put(w, n->as.pairs.n ? STR(", ...") : STR("..."));
	put(w, STR("}"));
}

static void put_code(struct writer *w, const char *what, struct str name)
{
	put(w, STR("<"));
	put(w, str_of(what));
	if (name.n) {
		put(w, STR(" "));
		put(w, name);
	}
	put(w, STR(">"));
}

static void put_int(struct writer *w, int64_t i)
{
	char text[24];

	put(w, (struct str){text, (size_t)snprintf(text, sizeof(text), "%lld", (long long)i)});
}

static void put_node(struct writer *w, const struct node *n, int depth)
{
	if (w->full)
		return;
	if (!n || depth > NODE_DEPTH_MAX) {
		put(w, STR("..."));
		return;
	}
	switch (n->kind) {
	case NODE_NULL:
		put(w, STR("None"));
		break;
	case NODE_BOOL:
		put(w, n->as.b ? STR("True") : STR("False"));
		break;
	case NODE_INT:
		put_int(w, n->as.i);
		break;
	case NODE_REAL:
		put_real(w, n->as.r);
		break;
	case NODE_BYTES:
		put(w, STR("b"));
		put_quoted(w, n->text);
		break;
	case NODE_STR:
		put_quoted(w, n->text);
		break;
	case NODE_LIST:
		put_items(w, n, "[", "]", ", ", depth);
		break;
	case NODE_TUPLE:
		put_items(w, n, "(", ")", ", ", depth);
		break;
	case NODE_SET:
		put_items(w, n, "{", "}", ", ", depth);
		break;
	case NODE_EITHER:
		put_items(w, n, "", "", " or ", depth);
		break;
	case NODE_MAP:
		put_pairs(w, n, depth);
		break;
	case NODE_NAME:
		put(w, n->text);
		break;
	case NODE_OBJECT:
		put_code(w, "object", n->text);
		break;
	case NODE_FUNCTION:
		put_code(w, "function", n->text);
		break;
	case NODE_CLASS:
		put_code(w, "class", n->text);
		break;
	case NODE_MODULE:
		put_code(w, "module", n->text);
		break;
	case NODE_METHOD:
		put_code(w, "method", n->text);
		break;
	case NODE_UNKNOWN:
		put_code(w, "unknown:", n->text);
		break;
	case NODE_ABSENT:
		put_code(w, "not set", n->text);
		break;
	}
}

struct str node_text(struct arena *a, const struct node *n, size_t max)
{
	struct writer w = {arena_bytes(a, max + 4, 1), 0, max, false};

	put_node(&w, n, 0);
	if (w.full) {
		/* Not in the middle of a UTF-8 sequence. */
		while (w.n && ((unsigned char)w.at[w.n - 1] & 0xc0) == 0x80)
			w.n--;
		if (w.n && (unsigned char)w.at[w.n - 1] >= 0xc0)
			w.n--;
		memcpy(w.at + w.n, "...", 3);
		w.n += 3;
	}
	return (struct str){w.at, w.n};
}
