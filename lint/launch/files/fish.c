/*
 * fish scripts where they are plain, as bash: set, blocks that end in "end", ( ) for substitution
 * (fish 3.7 documentation, "The fish language"). Variables of fish are lists and are not split, so
 * $X becomes "${X[@]}".
 */
#include "launch_files.h"

#include "lint/launch/composed_source.h"
#include "lint/shell/syntax/ast.h"

#include <string.h>

enum { BLOCKS_MAX = 64 };

struct fish {
	struct arena *arena;
	struct str text;
	struct composed_source out;
	/** What "end" closes each open block with. */
	const char *closers[BLOCKS_MAX];
	size_t n_blocks;
};

static void put(struct fish *f, const char *text, size_t at)
{
	composed_text(&f->out, str_of(text), (struct span){f->out.file, (uint32_t)at, 0});
}

/** $NAME, the position behind the '$'. */
static size_t variable(struct fish *f, size_t at, size_t to, bool quoted)
{
	size_t n = sh_name_length(str_sub(f->text, at, to));

	struct span here = {f->out.file, (uint32_t)at, 0};
	struct str name = str_sub(f->text, at, at + n);
	size_t close = str_chr(str_sub(f->text, 0, to), ']', at + n);
	int64_t index;

	if (!n) {
		composed_copy(&f->out, at - 1, at);
		return at;
	}
	/* Lists count from 1. */
	if (at + n < to && f->text.s[at + n] == '[' && close != SIZE_MAX &&
	    str_to_int(str_sub(f->text, at + n + 1, close), &index) && index > 0) {
		if (str_is(name, "argv"))
			composed_text(
			    &f->out,
			    str_fmt(f->arena, quoted ? "${%lld}" : "\"${%lld}\"", (long long)index),
			    here);
		else
			composed_text(&f->out,
				    str_fmt(f->arena,
					    quoted ? "${%.*s[%lld]}" : "\"${%.*s[%lld]}\"",
					    STR_ARG(name), (long long)index - 1),
				    here);
		return close + 1;
	}
	if (str_is(name, "argv"))
		put(f, quoted ? "$*" : "\"$@\"", at);
	else
		composed_text(
		    &f->out,
		    str_fmt(f->arena, quoted ? "${%.*s[*]}" : "\"${%.*s[@]}\"", STR_ARG(name)),
		    here);
	return at + n;
}

/** Words up to `to`: quotes stay, variables and substitutions change. */
static void words(struct fish *f, size_t from, size_t to)
{
	char quote = 0;
	size_t start = from, i = from;

	while (i < to) {
		char c = f->text.s[i];
		bool swap = (c == '$' && quote != '\'') || (!quote && (c == '(' || c == ')'));

		if (c == '\\' && i + 1 < to && quote != '\'') {
			i += 2;
			continue;
		}
		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
		if (!swap) {
			i++;
			continue;
		}
		composed_copy(&f->out, start, i);
		if (c == '$') {
			i = variable(f, i + 1, to, quote == '"');
		} else {
			put(f, c == '(' ? "$(" : ")", i);
			i++;
		}
		start = i;
	}
	composed_copy(&f->out, start, to);
}

static void open_block(struct fish *f, const char *closer)
{
	if (f->n_blocks < BLOCKS_MAX)
		f->closers[f->n_blocks] = closer;
	f->n_blocks++;
}

/** set -x NAME value… as an assignment; false for the other uses of set. */
static bool set(struct fish *f, size_t from, size_t to)
{
	bool exported = false, scalar = false;
	struct str name;
	size_t i = from;

	for (;;) {
		size_t word = i, end;

		while (word < to && strchr(" \t", f->text.s[word]))
			word++;
		end = word;
		while (end < to && !strchr(" \t", f->text.s[end]))
			end++;
		if (word >= to)
			return false;
		name = str_sub(f->text, word, end);
		i = end;
		if (name.s[0] != '-')
			break;
		if (str_is(name, "-e") || str_is(name, "-q") || str_is(name, "--erase") ||
		    str_is(name, "--query"))
			return false;
		exported |= (name.n > 1 && name.s[1] != '-' && str_chr(name, 'x', 0) != SIZE_MAX) ||
			    str_is(name, "--export");
	}
	if (sh_name_length(name) != name.n)
		return false;
	while (i < to && strchr(" \t", f->text.s[i]))
		i++;
	/* An exported list reaches programs as one text. */
	scalar = exported;
	put(f, exported ? "export " : "", from);
	composed_text(&f->out, name, (struct span){f->out.file, (uint32_t)(name.s - f->text.s), 0});
	put(f, scalar ? "=" : "=(", from);
	words(f, i, to);
	put(f, scalar ? "" : ")", to);
	return true;
}

/** One logical line, or part of one between semicolons. */
static void statement(struct fish *f, size_t from, size_t to)
{
	struct str line, first;
	size_t rest;

	while (from < to && strchr(" \t\r", f->text.s[from]))
		from++;
	while (to > from && strchr(" \t\r", f->text.s[to - 1]))
		to--;
	line = str_sub(f->text, from, to);
	first = str_sub(line, 0, str_chr(line, ' ', 0));
	rest = from + first.n;
	if (str_is(first, "set") && set(f, rest, to)) {
		put(f, "\n", to);
	} else if (str_is(first, "end")) {
		f->n_blocks -= f->n_blocks > 0;
		put(f,
		    f->n_blocks < BLOCKS_MAX && f->closers[f->n_blocks] ? f->closers[f->n_blocks]
									: "",
		    from);
		words(f, rest, to);
		put(f, "\n", to);
	} else if (str_is(first, "for") || str_is(first, "while")) {
		open_block(f, "done");
		words(f, from, to);
		put(f, "\ndo\n", to);
	} else if (str_is(first, "if")) {
		open_block(f, "fi");
		words(f, from, to);
		put(f, "\nthen\n", to);
	} else if (str_is(first, "else")) {
		bool more = str_starts(str_trim(str_sub(line, 4, line.n)), STR("if"));

		put(f, more ? "elif " : "else\n", from);
		if (more)
			words(f, from + str_find(line, STR("if"), 4) + 2, to);
		put(f, more ? "\nthen\n" : "", to);
	} else if (str_is(first, "function")) {
		open_block(f, "}");
		put(f, "function ", from);
		line = str_trim(str_sub(line, 8, line.n));
		composed_text(&f->out, str_sub(line, 0, str_chr(line, ' ', 0)),
			    (struct span){f->out.file, (uint32_t)from, 0});
		put(f, " {\n", to);
	} else if (str_is(first, "begin")) {
		open_block(f, "}");
		put(f, "{\n", from);
	} else if (str_is(first, "and") || str_is(first, "or")) {
		/* The status of the line above: taken as success. */
		put(f, str_is(first, "and") ? "" : "false && ", from);
		words(f, rest, to);
		put(f, "\n", to);
	} else if (str_is(first, "not")) {
		put(f, "!", from);
		words(f, rest, to);
		put(f, "\n", to);
	} else {
		words(f, from, to);
		put(f, "\n", to);
	}
}

/** The end of the statement at `from`: a newline or semicolon outside of quotes and continuations. */
static size_t statement_end(const struct fish *f, size_t from)
{
	char quote = 0;

	for (size_t i = from; i < f->text.n; i++) {
		char c = f->text.s[i];

		if (c == '\\' && quote != '\'')
			i++;
		else if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
		else if (!quote && (c == '\n' || c == ';'))
			return i;
		else if (!quote && c == '#' && (i == from || strchr(" \t\n", f->text.s[i - 1])))
			return i;
	}
	return f->text.n;
}

struct launches *fish_read(struct arena *a, const struct shell_world *world, struct files *files,
			   uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct launches *out = arena_new(a, struct launches);
	struct fish f = {.arena = a};

	out->variables = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	if (!file)
		return out;
	f.text = file->text;
	f.out = (struct composed_source){.arena = a, .file = id, .from = file->text};
	for (size_t from = 0, to; from < f.text.n; from = to + 1) {
		to = statement_end(&f, from);
		statement(&f, from, to);
		if (to < f.text.n && f.text.s[to] == '#') {
			to = str_chr(f.text, '\n', to);
			to = to == SIZE_MAX ? f.text.n : to;
		}
	}
	composed_run(&f.out, world, files, (struct span){id, 0, (uint32_t)f.text.n}, out);
	return out;
}
