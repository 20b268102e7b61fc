#include "text_patch.h"

enum { CONTEXT = 3 };

bool text_patch_add(struct arena *a, struct text_patch *p, struct text_change change)
{
	size_t at = 0;

	while (at < p->n && p->at[at].off < change.off)
		at++;
	if (at < p->n && p->at[at].off == change.off && p->at[at].len == change.len && str_eq(p->at[at].text, change.text))
		return true;
	if ((at > 0 && p->at[at - 1].off + p->at[at - 1].len > change.off) ||
	    (at < p->n && (p->at[at].off < change.off + change.len || p->at[at].off == change.off)))
		return false;
	(void)vec_push(a, p);
	for (size_t i = p->n - 1; i > at; i--)
		p->at[i] = p->at[i - 1];
	p->at[at] = change;
	return true;
}

/* The bytes from one offset to another with the changes between them; none lies across an end. */
static struct str part(struct arena *a, const struct text_patch *p, struct str text, size_t from, size_t to)
{
	struct out out = {.arena = a};

	for (size_t i = 0; i < p->n; i++) {
		const struct text_change *c = &p->at[i];

		if (c->off < from || c->off + c->len > to || (c->off == to && c->off != text.n))
			continue;
		out_put(&out, str_sub(text, from, c->off));
		out_put(&out, c->text);
		from = c->off + c->len;
	}
	out_put(&out, str_sub(text, from, to));
	return str_dup(a, out_str(&out));
}

struct str text_patch_apply(struct arena *a, const struct text_patch *p, struct str text)
{
	return part(a, p, text, 0, text.n);
}

/* The end of the line that an offset is in, behind its newline. */
static size_t line_end(struct str text, size_t at)
{
	size_t end = str_chr(text, '\n', at);

	return end == SIZE_MAX ? text.n : end + 1;
}

static size_t line_start(struct str text, size_t at)
{
	while (at > 0 && text.s[at - 1] != '\n')
		at--;
	return at;
}

static size_t count_lines(struct str text)
{
	size_t n = 0;

	for (size_t at = 0; at < text.n; at = line_end(text, at))
		n++;
	return n;
}

static void print_lines(struct out *out, char sign, struct str text)
{
	for (size_t at = 0; at < text.n;) {
		size_t end = line_end(text, at);

		out_fmt(out, "%c", sign);
		out_put(out, str_sub(text, at, end));
		if (text.s[end - 1] != '\n')
			out_text(out, "\n\\ No newline at end of file\n");
		at = end;
	}
}

/* Whole lines of the text that changes touch, one group of lines that stand together. */
struct touched {
	size_t from, to;
};

static size_t touched_lines(struct arena *a, const struct text_patch *p, struct str text, struct touched **out)
{
	struct touched *t = arena_news(a, struct touched, p->n + 1);
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		size_t from = line_start(text, p->at[i].off), to = line_end(text, p->at[i].off + p->at[i].len);

		if (n && from <= t[n - 1].to)
			t[n - 1].to = to > t[n - 1].to ? to : t[n - 1].to;
		else
			t[n++] = (struct touched){from, to};
	}
	*out = t;
	return n;
}

static size_t lines_before(struct str text, size_t at, size_t n)
{
	for (; n && at > 0; n--)
		at = line_start(text, at - 1);
	return at;
}

static size_t lines_behind(struct str text, size_t at, size_t n)
{
	for (; n && at < text.n; n--)
		at = line_end(text, at);
	return at;
}

static void hunk(struct out *out, const struct text_patch *p, struct str text, const struct touched *t, size_t n)
{
	struct arena *a = out->arena;
	size_t from = lines_before(text, t[0].from, CONTEXT), to = lines_behind(text, t[n - 1].to, CONTEXT);
	size_t before = count_lines(str_sub(text, from, to)), behind = before, line = count_lines(str_sub(text, 0, from)) + 1, at = from;

	for (size_t i = 0; i < n; i++)
		behind += count_lines(part(a, p, text, t[i].from, t[i].to)) - count_lines(str_sub(text, t[i].from, t[i].to));
	/* Lines that earlier hunks have added count as well. */
	out_fmt(out, "@@ -%zu,%zu +%zu,%zu @@\n", line, before,
		count_lines(part(a, p, text, 0, from)) + 1, behind);
	for (size_t i = 0; i < n; i++) {
		print_lines(out, ' ', str_sub(text, at, t[i].from));
		print_lines(out, '-', str_sub(text, t[i].from, t[i].to));
		print_lines(out, '+', part(a, p, text, t[i].from, t[i].to));
		at = t[i].to;
	}
	print_lines(out, ' ', str_sub(text, at, to));
}

void text_patch_print(struct out *out, const struct text_patch *p, struct str path, struct str text)
{
	struct touched *t;
	size_t n = touched_lines(out->arena, p, text, &t), first = 0;

	if (!n)
		return;
	out_fmt(out, "--- a/%.*s\n+++ b/%.*s\n", STR_ARG(path), STR_ARG(path));
	for (size_t i = 1; i <= n; i++) {
		if (i < n && lines_behind(text, t[i - 1].to, 2 * CONTEXT) >= t[i].from)
			continue;
		hunk(out, p, text, &t[first], i - first);
		first = i;
	}
}
