/*
 * Rules of Snakemake: the text behind shell:, which Python would join and format(), as shell code. What stands in braces is known
 * for params: and threads: where the rule itself states a text or number, else unknown
 * (Snakemake 8, docs/snakefiles/rules.rst; src/snakemake/parser.py, shell.py).
 */
#include "launch_files.h"

#include "lint/eval/eval.h"
#include "lint/launch/composed_source.h"

#include <string.h>

struct snakefile {
	struct arena *arena;
	struct files *files;
	uint32_t file;
	struct str text;
	struct shell_world world;
	struct composed_source code;
	/** The quote of the shell that is open in the code, or 0. */
	char quote;
	struct launches *out;
	/** MAP of what the rule states: params_NAME, threads. */
	struct node *stated;
	/** The text of shell: [from, to); to is 0 without one. */
	size_t from, to;
};

static struct span span_at(const struct snakefile *s, size_t from, size_t to)
{
	return (struct span){s->file, (uint32_t)from, (uint32_t)(to - from)};
}

static void copy(struct snakefile *s, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		char c = s->text.s[i];

		if ((c == '\'' || c == '"') && (!s->quote || s->quote == c))
			s->quote = s->quote ? 0 : c;
	}
	composed_copy(&s->code, from, to);
}

/* {params.x}, {input}, {config[x]} as a variable, also where the shell would leave one alone. */
static void put_name(struct snakefile *s, size_t from, size_t to)
{
	struct str name = str_cut(str_sub(s->text, from, to), ':').head;
	char *to_name = arena_bytes(s->arena, name.n + 1, 1);

	to_name[0] = '_';
	for (size_t i = 0; i < name.n; i++)
		to_name[i + 1] = str_name_byte(name.s[i]) ? name.s[i] : '_';
	composed_text(&s->code, s->quote == '\'' ? STR("'\"${") : STR("${"), span_at(s, from, to));
	composed_text(&s->code, (struct str){to_name, name.n + 1}, span_at(s, from, to));
	composed_text(&s->code, s->quote == '\'' ? STR("}\"'") : STR("}"), span_at(s, from, to));
}

/* The bytes of one literal, without its quotes: escapes of Python's but in a raw one, braces of format(). */
static void put_literal(struct snakefile *s, size_t from, size_t to, bool raw)
{
	size_t start = from;

	for (size_t i = from; i < to; i++) {
		char c = s->text.s[i], next = i + 1 < to ? s->text.s[i + 1] : '\0';
		size_t end;

		if (c == '\\' && !raw && next) {
			copy(s, start, i);
			if (next == 'n' || next == 't')
				composed_text(&s->code, next == 'n' ? STR("\n") : STR("\t"), span_at(s, i, i + 2));
			else if (next != '\n')
				/* A backslash and what Python has no escape for stay. */
				copy(s, strchr("\\'\"", next) ? i + 1 : i, i + 2);
			start = i + 2;
			i++;
		} else if ((c == '{' || c == '}') && next == c) {
			copy(s, start, i + 1);
			start = i + 2;
			i++;
		} else if (c == '{') {
			end = str_chr(str_sub(s->text, 0, to), '}', i);
			if (end == SIZE_MAX)
				break;
			copy(s, start, i);
			put_name(s, i + 1, end);
			i = end;
			start = end + 1;
		}
	}
	copy(s, start, to);
}

/* The end of a literal that begins at a quote: its length of quotes in *marks; SIZE_MAX: it has none. */
static size_t literal_end(struct str text, size_t at, size_t *marks)
{
	char quote = text.s[at];

	*marks = at + 2 < text.n && text.s[at + 1] == quote && text.s[at + 2] == quote ? 3 : 1;
	for (size_t i = at + *marks; i < text.n; i++) {
		if (text.s[i] == '\\')
			i++;
		else if (*marks == 1 && text.s[i] == '\n')
			return SIZE_MAX;
		else if (text.s[i] == quote && (*marks == 1 || (i + 2 < text.n && text.s[i + 1] == quote && text.s[i + 2] == quote)))
			return i;
	}
	return SIZE_MAX;
}

/* The literals of [from, to) one behind the other; false where there is anything else but comments, brackets and blanks. */
static bool put_literals(struct snakefile *s, size_t from, size_t to)
{
	struct str text = str_sub(s->text, 0, to);

	while (from < to) {
		size_t marks, end;
		bool raw = false;

		if (strchr(" \t\r\n\\()", text.s[from])) {
			from++;
			continue;
		}
		if (text.s[from] == '#') {
			end = str_chr(text, '\n', from);
			from = end == SIZE_MAX ? to : end;
			continue;
		}
		if (strchr("rR", text.s[from]) && from + 1 < to) {
			raw = true;
			from++;
		}
		if (text.s[from] != '"' && text.s[from] != '\'')
			return false;
		end = literal_end(text, from, &marks);
		if (end == SIZE_MAX)
			return false;
		put_literal(s, from + marks, end, raw);
		from = end + marks;
	}
	return true;
}

/* What the rule starts, as all is known of it. */
static void end_rule(struct snakefile *s)
{
	struct shell_world world = s->world;

	s->code = (struct composed_source){.arena = s->arena, .file = s->file, .from = s->text};
	s->quote = 0;
	if (s->to && put_literals(s, s->from, s->to)) {
		world.env = s->stated;
		composed_run(&s->code, &world, s->files, span_at(s, s->from, s->to), s->out);
	}
	s->to = 0;
	s->stated = node_new(s->arena, NODE_MAP, (struct span){s->file, 0, 0});
}

/* A number or a text in quotes on one line; NULL: it is something else. */
static struct node *literal_of(struct snakefile *s, struct str value)
{
	double number;
	size_t marks, end, at;

	value = str_trim(value);
	if (str_ends(value, STR(",")))
		value = str_trim(str_sub(value, 0, value.n - 1));
	if (!value.n)
		return NULL;
	at = (size_t)(value.s - s->text.s);
	if (str_to_real(value, &number))
		return node_str(s->arena, value, span_at(s, at, at + value.n));
	end = value.s[0] == '"' || value.s[0] == '\'' ? literal_end(str_sub(s->text, 0, at + value.n), at, &marks) : SIZE_MAX;
	if (end == SIZE_MAX || marks != 1 || end + 1 != at + value.n || str_chr(value, '\\', 0) != SIZE_MAX || str_chr(value, '{', 0) != SIZE_MAX)
		return NULL;
	return node_str(s->arena, str_sub(s->text, at + 1, end), span_at(s, at + 1, end));
}

/* A line below params: name = "text"; or what stands behind threads: */
static void state(struct snakefile *s, struct str name, struct str value)
{
	struct node *n = literal_of(s, value);

	if (n && name.n && s->stated->as.pairs.n < 200)
		node_set(s->arena, s->stated, node_str(s->arena, str_cat(s->arena, STR("_"), name), n->at), n);
}

/* What stands behind a keyword of a rule, with the lines indented below it. */
static void part(struct snakefile *s, struct str keyword, size_t from, size_t to)
{
	if (str_is(keyword, "shell")) {
		s->from = from;
		s->to = to;
	} else if (str_is(keyword, "threads")) {
		state(s, STR("threads"), str_sub(s->text, from, to));
	} else if (str_is(keyword, "params")) {
		for (struct str_cut line = {.tail = str_sub(s->text, from, to)}; line.tail.n;) {
			struct str_cut pair;

			line = str_cut(line.tail, '\n');
			pair = str_cut(line.head, '=');
			if (pair.ok)
				state(s, str_cat(s->arena, STR("params_"), str_trim(pair.head)), pair.tail);
		}
	}
}

static size_t indent_of(struct str line)
{
	size_t n = 0;

	while (n < line.n && (line.s[n] == ' ' || line.s[n] == '\t'))
		n++;
	return n;
}

/* Whether nothing of the code stands in a line. */
static bool is_empty(struct str line)
{
	line = str_trim(line);
	return !line.n || line.s[0] == '#';
}

/* Where the lines that belong to one of an indentation end; texts over several lines are passed over. */
static size_t part_end(struct str text, size_t from, size_t indent)
{
	for (size_t i = from; i < text.n; i++) {
		size_t marks, end;
		struct str line;

		if (text.s[i] == '#') {
			end = str_chr(text, '\n', i);
			i = end == SIZE_MAX ? text.n : end - 1;
		} else if (text.s[i] == '"' || text.s[i] == '\'') {
			end = literal_end(text, i, &marks);
			i = end == SIZE_MAX ? i : end + marks - 1;
		} else if (text.s[i] == '\n') {
			line = str_cut(str_sub(text, i + 1, text.n), '\n').head;
			if (!is_empty(line) && indent_of(line) <= indent)
				return i;
		}
	}
	return text.n;
}

/* The keyword that a line begins with and that a colon follows; empty: it has none. */
static struct str keyword_of(struct str line)
{
	size_t n = 0;

	line = str_trim(line);
	while (n < line.n && str_name_byte(line.s[n]))
		n++;
	return n < line.n && line.s[n] == ':' ? str_sub(line, 0, n) : (struct str){0};
}

struct launches *snakefile_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct snakefile s = {.arena = a, .files = files, .file = id};

	s.out = arena_new(a, struct launches);
	s.out->variables = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	if (world)
		s.world = *world;
	if (!file)
		return s.out;
	s.text = file->text;
	s.stated = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	for (size_t from = 0, to; from < s.text.n; from = to + 1) {
		struct str line = str_cut(str_sub(s.text, from, s.text.n), '\n').head, first = str_trim(line), keyword;

		to = from + line.n;
		if (is_empty(line))
			continue;
		keyword = keyword_of(line);
		if (str_starts(first, STR("rule ")) || str_starts(first, STR("checkpoint ")) || str_is(keyword, "rule"))
			end_rule(&s);
		else if (str_among(keyword, STR("shell|params|threads|run|script|input|output|log|message|resources|benchmark"))) {
			size_t at = (size_t)(keyword.s - s.text.s) + keyword.n + 1;

			to = part_end(s.text, at, indent_of(line));
			part(&s, keyword, at, to);
		}
	}
	end_rule(&s);
	return s.out;
}
