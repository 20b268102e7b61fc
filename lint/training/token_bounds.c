#include "token_bounds.h"

#include "lint/settings/settings.h"

enum { TOKENS_MAX = 1 << 30 };

struct value token_bound(const struct scan *s, const struct node *n)
{
	static const struct keyrow row = {.setting = SETTING_MAX_SEQ_LENGTH, .convert = CONVERT_PLAIN};
	struct converted c = {.result = CONVERT_NOTHING};
	struct node *size;

	n = suppose_value(s->suppose, n);
	if (n && n->kind == NODE_UNKNOWN && n->op == '<')
		n = n->from[1];
	if (n && n->kind == NODE_INT && n->as.i != 0 && n->as.i > INT64_MIN) {
		size = arena_new(s->arena, struct node);
		*size = *n;
		/* ids[-longest:] */
		size->as.i = n->as.i < 0 ? -n->as.i : n->as.i;
		c = convert_node(s->arena, &row, size);
	}
	return c.result == CONVERT_OK ? c.value : (struct value){0};
}

struct value token_bound_less_one(const struct scan *s, const struct node *n)
{
	const struct node *of;

	n = n ? suppose_value(s->suppose, n) : NULL;
	of = n && n->kind == NODE_INT ? n->from[0] : NULL;
	return of && of->kind == NODE_INT && n->as.i - 1 == of->as.i ? token_bound(s, of) : (struct value){0};
}

static const struct value *keep(const struct scan *s, struct value v)
{
	struct value *out = arena_new(s->arena, struct value);

	*out = v;
	return out;
}

struct token_length token_length_longest(struct token_length a, struct token_length b)
{
	struct token_length out = a.most.type != VALUE_ABSENT && b.most.type != VALUE_ABSENT &&
				    b.most.as.i > a.most.as.i
				? b
				: a;

	if (!a.tokens || !b.tokens)
		return a.tokens ? a : b;
	if (a.most.type == VALUE_ABSENT || b.most.type == VALUE_ABSENT)
		out.most = (struct value){0};
	out.made = a.made || b.made;
	out.joined = a.joined && b.joined;
	out.uncut = a.uncut && b.uncut;
	return out;
}

struct token_length token_length_joined(const struct scan *s, struct token_length a, struct token_length b)
{
	struct token_length out = {.tokens = a.tokens || b.tokens};

	/* Padding up to what the other part leaves. Where both are padded, each is as long as it says. */
	if (a.filled != b.filled)
		return a.filled ? a : b;
	out.joined = (a.tokens && b.tokens) || a.joined || b.joined;
	/* [cls] + ids + [sep]: the code's own tokens beside a tokenizer's. */
	out.made = out.joined || a.made || b.made || (a.tokens && b.most.type != VALUE_ABSENT) || (b.tokens && a.most.type != VALUE_ABSENT);
	out.uncut = a.uncut || b.uncut;
	if (a.most.type == VALUE_ABSENT || b.most.type == VALUE_ABSENT || !out.tokens ||
	    a.most.as.i > TOKENS_MAX || b.most.as.i > TOKENS_MAX)
		return out;
	out.most = value_int(a.most.as.i + b.most.as.i, ORIGIN_DERIVED, STR("tokens of the parts that are joined"));
	out.most.at = a.most.at;
	out.most.from[0] = keep(s, a.most);
	out.most.from[1] = keep(s, b.most);
	return out;
}

static const struct node *plain(const struct node *n)
{
	while (n && n->kind == NODE_UNKNOWN && !n->op && n->from[0] && n->from[0] != n)
		n = n->from[0];
	return n;
}

/* The longest of (longest - 3), whose 3 are the tokens around the parts; of any other number itself. */
static const struct node *without_ends(const struct node *n)
{
	const struct node *from = n ? n->from[0] : NULL, *ends = n ? n->from[1] : NULL;

	return n && n->kind == NODE_INT && from && from->kind == NODE_INT && ends && ends->kind == NODE_INT &&
		       from->as.i > n->as.i && from->as.i - n->as.i == ends->as.i
		   ? from
		   : n;
}

struct value token_bound_with_ends(const struct scan *s, const struct node *n)
{
	enum { ENDS_MAX = 4 };
	const struct node *cut = n ? suppose_value(s->suppose, n) : NULL, *whole = without_ends(cut);

	return whole != cut && whole->as.i - cut->as.i <= ENDS_MAX ? token_bound(s, whole) : (struct value){0};
}

struct value token_bound_of_rest(const struct scan *s, const struct node *n)
{
	n = plain(n);
	if (!n || n->kind != NODE_UNKNOWN || n->op != '-')
		return (struct value){0};
	while (n && n->kind == NODE_UNKNOWN && n->op == '-')
		n = plain(n->from[0]);
	return token_bound(s, without_ends(suppose_value(s->suppose, n)));
}

/* What a tensor or an array is made of: torch.tensor([pad] * n), or how long it is made: torch.full((n,), pad). */
static const struct node *filled_with(const struct node *n, bool *sized)
{
	const struct call *made = n->kind == NODE_OBJECT ? n->made : NULL;
	const struct node *first = made && made->args.n && !made->args.at[0].name.n ? made->args.at[0].value : NULL;

	*sized = first && str_among(made->method, STR("full|zeros|ones"));
	if (!*sized)
		return first && str_among(made->method, STR("array|asarray|tensor|as_tensor|LongTensor|IntTensor")) ? plain(first) : n;
	return (first->kind == NODE_TUPLE || first->kind == NODE_LIST) && first->as.items.n == 1 && !first->open ? plain(first->as.items.at[0])
													 : plain(first);
}

bool is_padding(const struct scan *s, const struct node *n, struct value *to)
{
	const struct node *times;
	bool sized;

	n = plain(n);
	n = n ? filled_with(n, &sized) : NULL;
	if (!n || n->kind != NODE_UNKNOWN || (!sized && n->op != '*'))
		return false;
	times = sized ? n : plain(n->from[0] && n->from[0]->kind == NODE_LIST ? n->from[1] : n->from[0]);
	if (!times || times->kind != NODE_UNKNOWN || times->op != '-')
		return false;
	*to = token_bound_of_rest(s, times);
	return true;
}
