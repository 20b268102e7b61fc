#include "notebook.h"

#include "notebook_open.h"

#include <string.h>

/* Text that grows line by line, with the place of each line. */
struct extract_text {
	struct arena *arena;
	char *at;
	size_t n, room;
	struct {
		VEC(struct piece);
	} pieces;
};

static void append(struct extract_text *t, struct str s, struct span place)
{
	if (t->n + s.n + 1 > t->room) {
		size_t room = (t->n + s.n + 1) * 2;
		char *grown = arena_alloc(t->arena, room, 1);

		if (t->n)
			memcpy(grown, t->at, t->n);
		t->at = grown;
		t->room = room;
	}
	*vec_push(t->arena, &t->pieces) = (struct piece){(uint32_t)t->n, place};
	if (s.n)
		memcpy(t->at + t->n, s.s, s.n);
	t->n += s.n;
	if (!s.n || s.s[s.n - 1] != '\n')
		t->at[t->n++] = '\n';
}

struct cells {
	struct extract_text python, shell, prose;
	/** A shell line that ended in a backslash goes on. */
	bool continued;
	/** What the lines of Python before have left open in the cell. */
	struct notebook_open open;
};

static size_t indentation(struct str line)
{
	size_t n = 0;

	while (n < line.n && (line.s[n] == ' ' || line.s[n] == '\t'))
		n++;
	return n;
}

static bool ends_in_backslash(struct str line)
{
	while (line.n && (line.s[line.n - 1] == '\n' || line.s[line.n - 1] == '\r'))
		line.n--;
	return line.n && line.s[line.n - 1] == '\\';
}

/*
 * Magics that do what a command does for the commands behind them. Both are as long as their places say.
 * Source: IPython 9, IPython/core/magics/execution.py, run; osm.py, cd and env; packaging.py, pip and uv.
 */
static bool take_magic(struct cells *c, struct str line, struct span at)
{
	static const struct {
		const char *magic, *command;
		const char *has;
	} rows[] = {{"%run ", "python ", ".py"}, {"%run -m ", "python -m ", ""}, {"%cd ", "cd ", ""}, {"%env ", "export ", "="},
		    {"%pip ", "pip ", "install"}, {"%uv ", "uv ", "install"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str magic = str_of(rows[i].magic), command = str_of(rows[i].command);

		if (!str_starts(line, magic) || !str_has(line, str_of(rows[i].has)))
			continue;
		at.off += (uint32_t)magic.n - (uint32_t)command.n;
		append(&c->shell, str_cat(c->shell.arena, command, str_sub(line, magic.n, line.n)), at);
		return true;
	}
	return false;
}

/* Where a cell begins: what the one before left open was a mistake of its own. */
static void start_cell(struct cells *c)
{
	c->continued = false;
	c->open = (struct notebook_open){0};
}

/* One line of a code cell: Python, or a magic, or a shell line. at is the line's bytes in the file. */
static void take_line(struct cells *c, struct str line, struct span at)
{
	size_t indent = indentation(line);
	struct str rest = str_sub(line, indent, line.n);
	bool shell = c->continued || (!c->open.quote && str_starts(rest, STR("!")));
	bool magic = shell || (!c->open.quote && !c->open.brackets && str_starts(rest, STR("%")));

	if (!magic) {
		append(&c->python, line, at);
		notebook_open_line(&c->open, line);
		return;
	}
	if (shell) {
		size_t from = c->continued ? 0 : indent + 1;
		uint32_t skip = (uint32_t)(from < at.len ? from : at.len);

		append(&c->shell, str_sub(line, from, line.n), (struct span){at.file, at.off + skip, at.len - skip});
	} else {
		shell = take_magic(c, rest, (struct span){at.file, at.off + (uint32_t)indent, at.len});
	}
	/* What goes on from the line above stands at no indentation of its own. */
	if (!c->continued)
		append(&c->python, str_cat(c->python.arena, str_sub(line, 0, indent), STR("pass\n")), at);
	c->continued = shell && ends_in_backslash(line);
}

enum cell { CELL_PYTHON, CELL_SHELL, CELL_FILE, CELL_PROSE, CELL_OTHER };

/* The end of a here-document: no line of a program. */
#define CELL_END "END_OF_THE_NOTEBOOK_CELL"

/* What a cell magic in the first line makes of the whole cell. */
static enum cell cell_kind(struct str first)
{
	static const struct {
		const char *magic;
		enum cell kind;
	} rows[] = {
		{"%%bash", CELL_SHELL},	     {"%%sh", CELL_SHELL},	{"%%shell", CELL_SHELL},
		{"%%script bash", CELL_SHELL}, {"%%time", CELL_PYTHON},	{"%%timeit", CELL_PYTHON},
		{"%%capture", CELL_PYTHON},  {"%%prun", CELL_PYTHON},	{"%%python", CELL_PYTHON},
		{"%%writefile", CELL_FILE},  {"%%file", CELL_FILE},
	};
	struct str word;

	if (!str_starts(first, STR("%%")))
		return CELL_PYTHON;
	word = str_trim(first);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str magic = str_of(rows[i].magic);

		if (str_starts(word, magic) && (word.n == magic.n || word.s[magic.n] == ' '))
			return rows[i].kind;
	}
	return CELL_OTHER;
}

static void take_shell_cell(struct cells *c, struct str line, struct span at, bool first)
{
	if (!first)
		append(&c->shell, line, at);
}

/*
 * "%%writefile train.py" (-a: at its end) is what a shell's here-document does: cat > 'train.py' <<'end'.
 * Source: IPython 9, IPython/core/magics/osm.py, writefile.
 */
static void start_file_cell(struct cells *c, struct str line, struct span at)
{
	struct str name = str_trim(str_cut(str_trim(line), ' ').tail);
	bool more = str_starts(name, STR("-a ")) || str_starts(name, STR("--append "));

	if (more)
		name = str_trim(str_cut(name, ' ').tail);
	if (name.n > 1 && (name.s[0] == '"' || name.s[0] == '\''))
		name = str_sub(name, 1, name.n - 1);
	append(&c->shell,
	       str_fmt(c->shell.arena, "cat %s '%.*s' <<\"" CELL_END "\"\n", more ? ">>" : ">", STR_ARG(name)),
	       at);
}

/* Splits text into lines; a text of several lines in one JSON string has one place for all of them. */
static void take_text(struct cells *c, struct str text, struct span at, enum cell kind, bool *first)
{
	bool whole = str_chr(text, '\n', 0) >= text.n - (text.n != 0);

	while (text.n) {
		size_t end = str_chr(text, '\n', 0);
		struct str line = str_sub(text, 0, end == SIZE_MAX ? text.n : end + 1);
		struct span place = whole ? at : (struct span){at.file, at.off, 0};

		text = str_sub(text, line.n, text.n);
		if (kind == CELL_SHELL)
			take_shell_cell(c, line, place, *first);
		else if (kind == CELL_PYTHON)
			take_line(c, line, place);
		else if (kind == CELL_FILE && *first)
			start_file_cell(c, line, place);
		else if (kind == CELL_FILE)
			append(&c->shell, line, place);
		else if (kind == CELL_PROSE)
			append(&c->prose, line, place);
		*first = false;
	}
}

static struct span inside_quotes(struct span at)
{
	return at.len >= 2 ? (struct span){at.file, at.off + 1, at.len - 2} : at;
}

/* Whether a text between the code shows some: ```bash */
static bool has_block(const struct node *source)
{
	for (size_t i = 0; source->kind == NODE_LIST && i < source->as.items.n; i++)
		if (source->as.items.at[i]->kind == NODE_STR && str_has(source->as.items.at[i]->text, STR("```")))
			return true;
	return source->kind == NODE_STR && str_has(source->text, STR("```"));
}

static void take_cell(struct cells *c, const struct node *cell)
{
	const struct node *type = node_get(cell, STR("cell_type"));
	const struct node *source = node_get(cell, STR("source"));
	const struct node *one = source;
	enum cell kind;
	bool first = true, prose;

	/* Version 3 of the format has "input" instead of "source". */
	if (!source)
		one = source = node_get(cell, STR("input"));
	if (!type || !source || type->kind != NODE_STR)
		return;
	prose = str_is(type->text, "markdown") && has_block(source);
	if (!prose && !str_is(type->text, "code"))
		return;
	if (source->kind == NODE_LIST)
		one = source->as.items.n ? source->as.items.at[0] : NULL;
	if (!one || one->kind != NODE_STR)
		return;
	kind = prose ? CELL_PROSE : cell_kind(str_cut(one->text, '\n').head);
	start_cell(c);
	if (source->kind == NODE_STR)
		take_text(c, source->text, inside_quotes(source->at), kind, &first);
	for (size_t i = 0; source->kind == NODE_LIST && i < source->as.items.n; i++)
		if (source->as.items.at[i]->kind == NODE_STR)
			take_text(c, source->as.items.at[i]->text,
				  inside_quotes(source->as.items.at[i]->at), kind, &first);
	if (kind == CELL_FILE)
		append(&c->shell, STR(CELL_END "\n"), inside_quotes(source->at));
}

#define EXPORT_HEAD "# Databricks notebook source"
#define EXPORT_CELL "# COMMAND ----------"
#define EXPORT_MAGIC "# MAGIC"

/* Whether a line of a program is for the shell: "!pip install", and not in a text that shows how it is started. */
static bool has_shell_line(struct str text)
{
	struct notebook_open open = {0};

	while (text.n) {
		struct str_cut line = str_cut(text, '\n');

		if (!open.quote && line.head.n > 1 && line.head.s[0] == '!' && line.head.s[1] >= 'a' && line.head.s[1] <= 'z')
			return true;
		notebook_open_line(&open, line.head);
		text = line.tail;
	}
	return false;
}

bool notebook_is_export(struct str text)
{
	if (str_starts(text, STR(EXPORT_HEAD)))
		return true;
	for (size_t at = 0; (at = str_find(text, STR("\n!"), at)) != SIZE_MAX; at += 2)
		if (at + 2 < text.n && text.s[at + 2] >= 'a' && text.s[at + 2] <= 'z')
			return has_shell_line(text);
	return false;
}

/* What the first "# MAGIC" line of a cell makes of those that follow; a magic of Python's own kernel is a line like others. */
static enum cell export_kind(struct str magic)
{
	static const char *const others[] = {"%md", "%sql", "%scala", "%r", "%fs", "%run"};

	if (str_is(magic, "%sh") || str_starts(magic, STR("%sh ")))
		return CELL_SHELL;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (str_starts(magic, str_of(others[i])))
			return CELL_OTHER;
	return CELL_PYTHON;
}

/*
 * The lines of an export: cells end at "# COMMAND ----------", and of one in another language each line has "# MAGIC " in
 * front. Source: docs.databricks.com, "Export and import Databricks notebooks", the source format.
 */
static void take_export(struct cells *c, uint32_t file, struct str text)
{
	size_t off = 0;
	bool first = true, databricks = str_starts(text, STR(EXPORT_HEAD));
	enum cell kind = CELL_PYTHON;

	while (off < text.n) {
		size_t end = str_chr(text, '\n', off), n = (end == SIZE_MAX ? text.n : end + 1) - off;
		struct str line = str_sub(text, off, off + n), rest = line;
		struct span at = {file, (uint32_t)off, (uint32_t)n};
		bool magic = databricks && str_starts(line, STR(EXPORT_MAGIC));

		off += n;
		if (databricks && str_starts(line, STR(EXPORT_CELL))) {
			kind = CELL_PYTHON;
			first = true;
			start_cell(c);
		}
		if (magic) {
			size_t skip = STR(EXPORT_MAGIC).n + (line.n > STR(EXPORT_MAGIC).n && line.s[STR(EXPORT_MAGIC).n] == ' ');

			rest = str_sub(line, skip, line.n);
			at = (struct span){file, at.off + (uint32_t)skip, at.len - (uint32_t)skip};
			if (first)
				kind = export_kind(str_trim(rest));
			first = false;
			/* Behind "%sh" may stand the first command already. */
			if (kind == CELL_SHELL && str_starts(rest, STR("%sh"))) {
				rest = str_sub(rest, STR("%sh").n, rest.n);
				at = (struct span){file, at.off + (uint32_t)STR("%sh").n, at.len - (uint32_t)STR("%sh").n};
			}
			if (kind == CELL_SHELL)
				take_shell_cell(c, rest, at, false);
			else if (kind == CELL_PYTHON)
				take_line(c, rest, at);
		} else {
			take_line(c, rest, at);
		}
	}
}

/* What was put together in scratch memory as a file, no larger than it has to be. */
static uint32_t derive(struct arena *a, struct files *files, uint32_t file, const struct extract_text *t)
{
	struct piece *pieces = arena_news(a, struct piece, t->pieces.n);

	if (t->pieces.n)
		memcpy(pieces, t->pieces.at, t->pieces.n * sizeof(*pieces));
	return files_derive(files, file, str_dup(a, (struct str){t->at ? t->at : "", t->n}), pieces, t->pieces.n);
}

bool notebook_read(struct arena *a, struct arena *scratch, struct files *files, uint32_t file, struct notebook *out)
{
	struct cells c = {.python.arena = scratch, .shell.arena = scratch, .prose.arena = scratch};
	const bool export = str_ends(files_at(files, file)->path, STR(".py")) && notebook_is_export(files_at(files, file)->text);
	const struct node *top = export ? NULL : notebook_tree(scratch, file, files_at(files, file)->text);
	const struct node *cells = top ? node_get(top, STR("cells")) : NULL;
	const struct node *sheets = top ? node_get(top, STR("worksheets")) : NULL;

	if (!cells && sheets && sheets->kind == NODE_LIST && sheets->as.items.n)
		cells = node_get(sheets->as.items.at[0], STR("cells"));
	if (export)
		take_export(&c, file, files_at(files, file)->text);
	else if (!cells || cells->kind != NODE_LIST)
		return false;
	for (size_t i = 0; !export && i < cells->as.items.n; i++)
		take_cell(&c, cells->as.items.at[i]);
	out->cells = cells;
	out->metadata = top ? node_get(top, STR("metadata")) : NULL;
	out->python = derive(a, files, file, &c.python);
	out->shell = derive(a, files, file, &c.shell);
	out->prose = c.prose.n ? derive(a, files, file, &c.prose) : 0;
	return true;
}
