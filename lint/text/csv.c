#include "csv.h"

/* A quoted field from *at on (behind its opening quote); *at is then behind the closing one. */
static struct str quoted_field(struct arena *a, struct str text, size_t *at)
{
	size_t from = *at;
	size_t n = 0;
	char *field;

	while (*at < text.n && !(text.s[*at] == '"' && (*at + 1 >= text.n || text.s[*at + 1] != '"')))
		*at += text.s[*at] == '"' ? 2 : 1;
	field = arena_alloc(a, *at - from + 1, 1);
	for (size_t i = from; i < *at; i++) {
		field[n++] = text.s[i];
		i += text.s[i] == '"';
	}
	if (*at < text.n)
		++*at;
	return (struct str){field, n};
}

static bool at_end(struct str text, size_t at)
{
	return at >= text.n || text.s[at] == '\n' || text.s[at] == '\r';
}

static struct csv_record record_at(struct arena *a, struct str text, size_t *at)
{
	struct csv_record record = {.off = *at};

	for (;;) {
		size_t from = *at;
		struct str field;

		if (*at < text.n && text.s[*at] == '"') {
			++*at;
			field = quoted_field(a, text, at);
		} else {
			while (!at_end(text, *at) && text.s[*at] != ',')
				++*at;
			field = str_sub(text, from, *at);
		}
		*vec_push(a, &record) = field;
		/* What stands between a closing quote and the comma belongs to no field. */
		while (!at_end(text, *at) && text.s[*at] != ',')
			++*at;
		if (at_end(text, *at))
			break;
		++*at;
	}
	while (*at < text.n && (text.s[*at] == '\n' || text.s[*at] == '\r'))
		++*at;
	return record;
}

struct csv csv_read(struct arena *a, struct str text)
{
	struct csv csv = {0};
	size_t at = 0;

	while (at < text.n && at_end(text, at))
		at++;
	if (at < text.n)
		csv.header = record_at(a, text, &at);
	while (at < text.n)
		*vec_push(a, &csv.records) = record_at(a, text, &at);
	return csv;
}

struct str csv_field(const struct csv *csv, const struct csv_record *record, const char *column)
{
	for (size_t i = 0; i < csv->header.n && i < record->n; i++)
		if (str_is(csv->header.at[i], column))
			return record->at[i];
	return (struct str){NULL, 0};
}

struct str csv_quote(struct arena *a, struct str s)
{
	size_t quotes = 0;
	char *out;
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		quotes += s.s[i] == '"';
	if (!quotes && str_chr(s, ',', 0) == SIZE_MAX && str_chr(s, '\n', 0) == SIZE_MAX &&
	    str_chr(s, '\r', 0) == SIZE_MAX)
		return s;
	out = arena_alloc(a, s.n + quotes + 2, 1);
	out[n++] = '"';
	for (size_t i = 0; i < s.n; i++) {
		out[n++] = s.s[i];
		if (s.s[i] == '"')
			out[n++] = '"';
	}
	out[n++] = '"';
	return (struct str){out, n};
}
