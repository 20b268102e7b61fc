/* Tables for people: cells in columns, cut to the width of the terminal. */
#include "columns.h"

#include "core/base/base.h"

enum { INDENT = 2, CUT_LEAST = 10 };

size_t columns_natural(const struct columns *t, size_t column)
{
	size_t widest = text_width(str_of(t->columns[column].title));

	for (size_t i = 0; i < t->rows.n; i++) {
		const struct row *row = &t->rows.at[i];
		size_t width = text_width(row->cells[column]);

		if (!row->heading.n && (!row->joined_from || column < row->joined_from) && width > widest)
			widest = width;
	}
	return widest;
}

static bool is_cut(const struct columns *t, size_t column)
{
	return t->columns[column].kind == COLUMN_CUT_END || t->columns[column].kind == COLUMN_CUT_START;
}

static size_t least_of(const struct columns *t, size_t column)
{
	return t->room && t->room[column].least ? t->room[column].least : (size_t)CUT_LEAST;
}

/* Cuts the columns that may be cut, the widest first; returns the width of a line. Those of no width are left out. */
static size_t cut(const struct columns *t, size_t width, size_t *widths)
{
	size_t whole = 0;

	for (size_t i = 0; i < t->ncolumns; i++)
		whole += widths[i] ? widths[i] + INDENT : 0;
	while (whole > width) {
		size_t widest = SIZE_MAX;

		for (size_t i = 0; i < t->ncolumns; i++)
			if (is_cut(t, i) && widths[i] > least_of(t, i) &&
			    (widest == SIZE_MAX || widths[i] > widths[widest]))
				widest = i;
		if (widest == SIZE_MAX)
			break;
		widths[widest]--;
		whole--;
	}
	return whole;
}

/* The column that can be spared first, or SIZE_MAX. */
static size_t spared(const struct columns *t, const size_t *widths)
{
	size_t first = SIZE_MAX;

	for (size_t i = 0; t->room && i < t->ncolumns; i++)
		if (widths[i] && t->room[i].spared && (first == SIZE_MAX || t->room[i].spared < t->room[first].spared))
			first = i;
	return first;
}

/* The widths of all columns, 0 for those that are left out: cut before any is spared. Returns the width of a line. */
static size_t fit(const struct columns *t, size_t width, size_t *widths)
{
	bool out[COLUMNS_MAX] = {false};

	for (;;) {
		size_t whole, next;

		for (size_t i = 0; i < t->ncolumns; i++)
			widths[i] = out[i] ? 0 : columns_natural(t, i);
		whole = cut(t, width, widths);
		next = spared(t, widths);
		if (whole <= width || next == SIZE_MAX)
			return whole;
		out[next] = true;
	}
}

/* The first width code points of a text, or the last ones. */
static struct str part(struct str s, size_t width, bool last)
{
	size_t skip = last ? text_width(s) - width : 0, from = 0, to, n = 0;

	for (; from < s.n && n < skip; n++)
		do
			from++;
		while (from < s.n && ((unsigned char)s.s[from] & 0xc0) == 0x80);
	for (to = from, n = 0; to < s.n && n < width; n++)
		do
			to++;
		while (to < s.n && ((unsigned char)s.s[to] & 0xc0) == 0x80);
	return str_sub(s, from, to);
}

static struct str shortened(struct arena *a, struct str s, size_t width, enum column_kind kind)
{
	if (text_width(s) <= width || width == 0)
		return s;
	if (kind == COLUMN_CUT_START)
		return str_cat(a, STR("…"), part(s, width - 1, true));
	return str_cat(a, part(s, width - 1, false), STR("…"));
}

static void blanks(struct out *out, size_t n)
{
	out_repeat(out, " ", n);
}

static void cell(struct out *out, const struct report *r, struct str text, size_t width, enum column_kind kind,
		 enum style style, bool last)
{
	size_t n;

	text = shortened(out->arena, text, width, kind);
	n = text_width(text);
	if (kind == COLUMN_RIGHT && n < width)
		blanks(out, width - n);
	if (style != STYLE_NONE)
		text_styled(out, r, style, text);
	else
		out_put(out, text);
	if (kind != COLUMN_RIGHT && n < width && !last)
		blanks(out, width - n);
}

/* Whether nothing follows a cell: no line ends in blanks. */
static bool is_last(const struct columns *t, const struct row *row, const size_t *widths, size_t column)
{
	for (size_t i = column + 1; i < t->ncolumns; i++)
		if (row->cells[i].n && widths[i])
			return false;
	return true;
}

static void print_row(struct out *out, const struct report *r, const struct columns *t, const struct row *row,
		      const size_t *widths, size_t whole)
{
	size_t at = INDENT;

	blanks(out, INDENT);
	for (size_t i = 0; i < t->ncolumns; i++) {
		bool joined = row->joined_from && i == row->joined_from;
		size_t width = joined ? (whole > at ? whole - at : widths[i]) : widths[i];
		bool last = joined || is_last(t, row, widths, i);

		if (!widths[i] && !joined)
			continue;
		cell(out, r, row->cells[i], width, joined ? COLUMN_CUT_END : t->columns[i].kind,
		     i ? STYLE_NONE : row->style, last);
		if (last)
			break;
		blanks(out, INDENT);
		at += widths[i] + INDENT;
	}
	out_text(out, "\n");
}

static void print_titles(struct out *out, const struct report *r, const struct columns *t, const size_t *widths,
			 size_t whole)
{
	struct row titles = {0};

	for (size_t i = 0; i < t->ncolumns; i++)
		titles.cells[i] = str_of(t->columns[i].title);
	text_style(out, r, STYLE_DIM);
	print_row(out, r, t, &titles, widths, whole);
	text_style(out, r, STYLE_NONE);
}

void columns_print(struct out *out, const struct report *r, const struct columns *t)
{
	size_t widths[COLUMNS_MAX];
	size_t width = report_width(r), whole = fit(t, width, widths);

	print_titles(out, r, t, widths, whole);
	for (size_t i = 0; i < t->rows.n; i++) {
		const struct row *row = &t->rows.at[i];

		if (!row->heading.n) {
			print_row(out, r, t, row, widths, whole);
			continue;
		}
		blanks(out, INDENT);
		text_styled(out, r, STYLE_BOLD,
			    shortened(out->arena, row->heading, width - INDENT, COLUMN_CUT_START));
		out_text(out, "\n");
	}
}
