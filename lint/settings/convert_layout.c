/*
 * Numbers that are worked out: how GPUs are shared out, where a text of a small language of its own says it
 * ("sglang:d4p1t2+fsdp:d4p1t1" of AReaL, "list(range(0,8)) + [9]" of ROLL), and sums of keys.
 */
#include "convert_parts.h"

enum { GPUS_MAX = 1 << 20, RANGES_MAX = 64 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The number behind a letter that stands by itself or behind another number: 4 for 'd' in "fsdp:d4p1t1"; 1 if it is not there. */
static int64_t behind_letter(struct str text, char letter)
{
	for (size_t i = 0; i + 1 < text.n; i++) {
		size_t to = i + 1;
		int64_t n;

		if (text.s[i] != letter || !is_digit(text.s[i + 1]) || (i && is_letter(text.s[i - 1])))
			continue;
		while (to < text.n && is_digit(text.s[to]))
			to++;
		return str_to_int(str_sub(text, i + 1, to), &n) && n >= 1 && n <= GPUS_MAX ? n : 1;
	}
	return 1;
}

struct converted convert_layout(struct arena *a, const struct keyrow *row, const struct node *n)
{
	struct str text, letters = str_of(row->arg);
	int64_t product = 1;

	if (!convert_scalar(a, n, &text) || !text.n)
		return convert_unknown(STR("how the GPUs are shared out is not known"));
	/* Engines first, what trains last. */
	text = str_tail(text, '+');
	for (size_t i = 0; i < letters.n; i++)
		product *= behind_letter(text, letters.s[i]);
	/* Of experts the number stands in a part of its own: "(attn:d4t2|ffn:d2e4)". */
	if (product > GPUS_MAX)
		return convert_unknown(STR("it shares out more GPUs than there are"));
	return convert_text(a, row->setting, str_fmt(a, "%lld", (long long)product), n);
}

/* The number of elements of "range(0,8)", "range(8)" or "0, 1, 2" between brackets; -1: it is neither. */
static int64_t elements(struct str inner, bool range)
{
	int64_t at[3] = {0, 0, 1};
	size_t n = 0;

	while (inner.n) {
		struct str_cut cut = str_cut(inner, ',');
		int64_t value;

		inner = cut.tail;
		if (!str_trim(cut.head).n && !inner.n)
			break;
		if (!str_to_int(str_trim(cut.head), &value) || value < 0 || value > GPUS_MAX || (range && n >= 3))
			return -1;
		if (range)
			at[n] = value;
		n++;
	}
	if (!range)
		return (int64_t)n;
	if (!n || at[2] < 1)
		return -1;
	return n == 1 ? at[0] : at[1] < at[0] ? -1 : (at[1] - at[0] + at[2] - 1) / at[2];
}

struct converted convert_devices(struct arena *a, const struct keyrow *row, const struct node *n)
{
	struct str text;
	int64_t total = 0;

	if (n->kind == NODE_LIST)
		return convert_text(a, row->setting, str_fmt(a, "%zu", n->as.items.n), n);
	if (!convert_scalar(a, n, &text))
		return convert_unknown(STR("which GPUs it has is not known"));
	for (int i = 0; i < RANGES_MAX && text.n; i++) {
		bool range;
		size_t from, to;
		int64_t some;

		text = str_trim(text);
		if (str_starts(text, STR("+")))
			text = str_trim(str_sub(text, 1, text.n));
		range = str_starts(text, STR("list(range("));
		if (!range && !str_starts(text, STR("[")))
			return convert_unknown(STR("which GPUs it has is not known"));
		from = range ? STR("list(range(").n : 1;
		to = str_chr(text, range ? ')' : ']', from);
		some = to == SIZE_MAX ? -1 : elements(str_sub(text, from, to), range);
		if (some < 0)
			return convert_unknown(STR("which GPUs it has is not known"));
		total += some;
		text = str_sub(text, range ? to + 2 : to + 1, text.n);
	}
	return total ? convert_text(a, row->setting, str_fmt(a, "%lld", (long long)total), n) : convert_nothing();
}

struct converted convert_plus(struct arena *a, const struct keyrow *row, const struct node *n, const struct value *now)
{
	struct str text = str_of(row->arg);
	struct converted c;
	int64_t more;

	if (!now || now->type != VALUE_INT)
		return convert_nothing();
	if (!row->arg && !convert_scalar(a, n, &text))
		return convert_unknown(STR("what is added to it is not known"));
	/* What is no number is as bad as it is by itself. */
	if (!str_to_int(convert_whole(a, text), &more) || more < 0 || now->as.i > INT64_MAX - more)
		return convert_text(a, row->setting, text, n);
	c = convert_text(a, row->setting, str_fmt(a, "%lld", (long long)(now->as.i + more)), n);
	if (c.result == CONVERT_OK && row->arg)
		c.value.at = now->at;
	return c;
}

struct converted convert_over(struct arena *a, const struct keyrow *row, const struct node *n, const struct value *now)
{
	struct str text;
	struct converted c;
	int64_t by;

	if (!now || now->type != VALUE_INT)
		return convert_nothing();
	if (!convert_scalar(a, n, &text))
		return convert_unknown(STR("what it is divided by is not known"));
	if (!str_to_int(convert_whole(a, text), &by) || by <= 0)
		return convert_text(a, row->setting, text, n);
	c = convert_text(a, row->setting, str_fmt(a, "%lld", (long long)(now->as.i / by + (now->as.i % by != 0))), n);
	if (c.result == CONVERT_OK)
		c.value.at = now->at;
	return c;
}
