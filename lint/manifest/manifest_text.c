/* Texts of manifests as shell code, with the places of their bytes. */
#include "manifest.h"

#include <string.h>

void manifest_segments(struct arena *a, struct files *files, const struct node *n, uint32_t off, struct manifest_segments *out)
{
	struct str source = files_text(files, n->at);
	struct str rest = n->text;
	size_t from = 0;

	if (!source.n || (source.s[0] != '|' && source.s[0] != '>')) {
		/* A plain or quoted scalar on one line: the same bytes, wherever they start. */
		size_t at = str_find(source, n->text, 0);

		if (at != SIZE_MAX)
			*vec_push(a, out) = (struct shell_segment){
				off, {n->at.file, n->at.off + (uint32_t)at, (uint32_t)n->text.n}};
		return;
	}
	from = str_chr(source, '\n', 0);
	while (rest.n && from != SIZE_MAX) {
		struct str line = str_cut(rest, '\n').head;
		size_t at = line.n ? str_find(source, line, from) : from, length = line.n;

		/* With the values of a chart in it: the next line that is written. */
		if (at == SIZE_MAX) {
			for (at = from; at < source.n && strchr(" \t\r\n", source.s[at]);)
				at++;
			length = str_cut(str_sub(source, at, source.n), '\n').head.n;
		}
		if (line.n) {
			*vec_push(a, out) = (struct shell_segment){
				off, {n->at.file, n->at.off + (uint32_t)at, (uint32_t)length + 1}};
			from = at + length;
		}
		off += (uint32_t)line.n + 1;
		rest = str_cut(rest, '\n').tail;
	}
}

struct str manifest_script(struct arena *a, struct str text)
{
	size_t from = str_find(text, STR("{{"), 0);
	char *to;

	if (from == SIZE_MAX)
		return text;
	text = str_dup(a, text);
	to = (char *)(uintptr_t)text.s;
	while (from != SIZE_MAX) {
		size_t end = str_find(text, STR("}}"), from);

		if (end == SIZE_MAX)
			break;
		for (size_t i = from + 2; i <= end; i++)
			if (i == from + 2 || !str_name_byte(to[i]))
				to[i] = '_';
		to[from] = '$';
		from = str_find(text, STR("{{"), end);
	}
	return text;
}

/* The texts of a list, a line break behind each. */
static struct str joined(struct arena *a, const struct node *list)
{
	struct str out = {0};
	size_t n = 0;
	char *to;

	for (size_t i = 0; i < list->as.items.n; i++)
		n += list->as.items.at[i]->kind == NODE_STR ? list->as.items.at[i]->text.n + 1 : 0;
	to = arena_bytes(a, n ? n : 1, 1);
	for (size_t i = 0; i < list->as.items.n; i++) {
		struct str text = list->as.items.at[i]->text;

		if (list->as.items.at[i]->kind != NODE_STR)
			continue;
		if (text.n)
			memcpy(to + out.n, text.s, text.n);
		to[out.n + text.n] = '\n';
		out.n += text.n + 1;
	}
	out.s = to;
	return out;
}

const struct launches *manifest_lines(struct arena *a, struct files *files, const struct node *list, const struct shell_world *world)
{
	struct manifest_segments segments = {0};
	uint32_t off = 0;

	for (size_t i = 0; i < list->as.items.n; i++) {
		const struct node *n = list->as.items.at[i];

		if (n->kind != NODE_STR)
			continue;
		manifest_segments(a, files, n, off, &segments);
		off += (uint32_t)n->text.n + 1;
	}
	return shell_read_string(a, world, files, off ? joined(a, list) : STR(""), list->at, segments.at, segments.n);
}

struct str manifest_variable(struct arena *a, struct str name)
{
	char *to;

	name = str_trim(name);
	if (!name.n || (name.s[0] >= '0' && name.s[0] <= '9'))
		return str_cat(a, STR("_"), name);
	to = arena_bytes(a, name.n, 1);
	for (size_t i = 0; i < name.n; i++)
		to[i] = str_name_byte(name.s[i]) ? name.s[i] : '_';
	return (struct str){to, name.n};
}

struct marked {
	struct arena *arena;
	const struct node *from;
	struct manifest_segments base, segments;
	struct {
		VEC(char);
	} text;
	/** The quote that is open, or 0. */
	char quote;
};

static void put(struct marked *t, struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		*vec_push(t->arena, &t->text) = text.s[i];
}

/* Bytes of the text, with their places. */
static void copy(struct marked *t, size_t from, size_t to)
{
	uint32_t at = (uint32_t)t->text.n;

	for (size_t i = 0; i < t->base.n; i++) {
		struct shell_segment s = t->base.at[i];
		size_t first = s.off > from ? s.off : from, end = s.off + s.at.len < to ? s.off + s.at.len : to;

		if (first >= end)
			continue;
		s.at.off += (uint32_t)(first - s.off);
		s.at.len = (uint32_t)(end - first);
		s.off = at + (uint32_t)(first - from);
		*vec_push(t->arena, &t->segments) = s;
	}
	for (size_t i = from; i < to; i++) {
		char c = t->from->text.s[i];

		if ((c == '\'' || c == '"') && (!t->quote || t->quote == c))
			t->quote = t->quote ? 0 : c;
	}
	put(t, str_sub(t->from->text, from, to));
}

/* What stands between the marks: a variable, also where the shell would leave one alone. */
static void put_variable(struct marked *t, struct str name, bool word)
{
	struct str_cut args = str_cut(name, ':');

	if (str_is(args.head, "args")) {
		put(t, args.tail);
		return;
	}
	put(t, t->quote == '\'' ? STR("'\"${") : !t->quote && word ? STR("\"${") : STR("${"));
	put(t, manifest_variable(t->arena, name));
	put(t, t->quote == '\'' ? STR("}\"'") : !t->quote && word ? STR("}\"") : STR("}"));
}

static bool is_named(const struct manifest_marks *marks, struct str name)
{
	return !marks->names || str_among(str_cut(name, ':').head, str_of(marks->names));
}

static void put_marked(struct marked *t, const struct manifest_marks *marks)
{
	struct str text = t->from->text, open = str_of(marks->open ? marks->open : ""), close = str_of(marks->close ? marks->close : "");
	size_t from = 0;

	for (size_t at = 0, end; open.n && (at = str_find(text, open, at)) != SIZE_MAX; at = end) {
		struct str name;

		/* ${NAME} is the shell's, and of doubled marks the first is the text's. */
		end = at + open.n;
		if (open.s[0] == '{' && at && text.s[at - 1] == '$')
			continue;
		if (marks->doubled && end < text.n && text.s[end] == text.s[at]) {
			copy(t, from, end);
			from = ++end;
			continue;
		}
		end = str_find(text, close, at + open.n);
		if (end == SIZE_MAX)
			break;
		name = str_sub(text, at + open.n, end);
		end += close.n;
		if (!is_named(marks, name) || str_has(name, STR("\n")))
			continue;
		copy(t, from, at);
		put_variable(t, name, marks->word);
		from = end;
	}
	copy(t, from, text.n);
}

const struct launches *manifest_marked(struct arena *a, struct files *files, const struct node *n, const struct manifest_marks *marks,
				       const struct shell_world *world)
{
	struct marked t = {.arena = a, .from = n};

	manifest_segments(a, files, n, 0, &t.base);
	put_marked(&t, marks);
	for (size_t i = 0; marks->one_line && i < t.text.n; i++)
		if (t.text.at[i] == '\n' && !str_has(n->text, STR("#")))
			t.text.at[i] = ' ';
	return shell_read_string(a, world, files, t.text.n ? (struct str){t.text.at, t.text.n} : STR(""), n->at, t.segments.at, t.segments.n);
}
