/*
 * Batch files of Windows (.bat, .cmd) where they are plain, as bash: set, %NAME%, "^" at ends of lines, blocks of if and for
 * ("cmd", Windows Commands reference). What jumps about is read from top to bottom: goto and exit end nothing, so that each
 * choice of a menu is seen. Paths have slashes, programs no ".exe".
 */
#include "launch_files.h"

#include "lint/launch/composed_source.h"
#include "lint/shell/syntax/ast.h"

#include <string.h>

enum { BLOCKS_MAX = 64, NESTING_MAX = 32 };

#define BLANKS " \t\r"

struct batch {
	struct arena *arena;
	struct str text;
	struct composed_source out;
	/** What ")" closes each open block with. */
	const char *closers[BLOCKS_MAX];
	size_t n_blocks;
	int nesting;
};

static void statement(struct batch *b, size_t from, size_t to);

static void put(struct batch *b, const char *text, size_t at)
{
	composed_text(&b->out, str_of(text), (struct span){b->out.file, (uint32_t)at, 0});
}

static size_t skip_blanks(const struct batch *b, size_t at, size_t to)
{
	while (at < to && (strchr(BLANKS, b->text.s[at]) || (b->text.s[at] == '^' && at + 1 < to && strchr("\r\n", b->text.s[at + 1])) ||
			   b->text.s[at] == '\n'))
		at++;
	return at;
}

/** The end of a word: a blank, or what stops it, outside of quotes. */
static size_t word_end(const struct batch *b, size_t at, size_t to, const char *stops)
{
	bool quoted = false;

	for (; at < to; at++) {
		char c = b->text.s[at];

		if (c == '"')
			quoted = !quoted;
		else if (!quoted && (strchr(BLANKS "\n", c) || strchr(stops, c)))
			break;
	}
	return at;
}

/** Names have no case; the environment of a program has them in capitals. */
static void put_name(struct batch *b, struct str name, const char *before, const char *behind)
{
	struct str upper = str_dup(b->arena, name);
	char *s = arena_news(b->arena, char, name.n + 1);

	for (size_t i = 0; i < name.n; i++)
		s[i] = name.s[i] >= 'a' && name.s[i] <= 'z' ? (char)(name.s[i] - ('a' - 'A')) : name.s[i];
	upper.s = s;
	composed_text(&b->out, str_fmt(b->arena, "%s%.*s%s", before, STR_ARG(upper), behind),
		      (struct span){b->out.file, (uint32_t)(name.s - b->text.s), 0});
}

/** %1, %~1, %~dp0, %*: its length behind the sign; 0: it is none. */
static size_t argument(struct batch *b, size_t at, size_t to)
{
	size_t i = at;
	bool folder = false;

	if (i < to && b->text.s[i] == '*') {
		put(b, "$@", at);
		return 1;
	}
	if (i < to && b->text.s[i] == '~')
		for (i++; i < to && strchr("fdpnxsatz", b->text.s[i]); i++)
			folder |= b->text.s[i] == 'p';
	if (i >= to || b->text.s[i] < '0' || b->text.s[i] > '9')
		return 0;
	if (b->text.s[i] == '0')
		put(b, folder ? "$(dirname \"$0\")/" : "$0", at);
	else
		composed_text(&b->out, str_fmt(b->arena, "${%c}", b->text.s[i]), (struct span){b->out.file, (uint32_t)at, 0});
	return i + 1 - at;
}

/** What stands behind a "%" or "!" at an offset: the length that it takes with the sign; 0: it is but the sign. */
static size_t reference(struct batch *b, size_t at, size_t to)
{
	char sign = b->text.s[at];
	size_t n = sh_name_length(str_sub(b->text, at + 1, to)), taken;
	struct str name = str_sub(b->text, at + 1, at + 1 + n);
	size_t close;

	/* %%m: the variable of a loop. */
	if (sign == '%' && at + 1 < to && b->text.s[at + 1] == '%') {
		taken = at + 2 < to && b->text.s[at + 2] == '~' ? 3 : 2;
		if (at + taken >= to || !sh_name_length(str_sub(b->text, at + taken, at + taken + 1)))
			return 0;
		composed_text(&b->out, str_fmt(b->arena, "${loop_%c}", b->text.s[at + taken]), (struct span){b->out.file, (uint32_t)at, 0});
		return taken + 1;
	}
	if (sign == '%' && (taken = argument(b, at + 1, to)))
		return taken + 1;
	if (!n || at + 1 + n >= to)
		return 0;
	if (b->text.s[at + 1 + n] == sign) {
		put_name(b, name, "${", "}");
		return n + 2;
	}
	close = str_chr(str_sub(b->text, 0, to), sign, at + 1 + n);
	if (b->text.s[at + 1 + n] != ':' || close == SIZE_MAX || memchr(name.s, '\n', close - at - 1))
		return 0;
	put(b, "$(an_expression)", at);
	return close + 1 - at;
}

/** One byte of a word that is no reference; how many were taken. */
static size_t byte(struct batch *b, size_t i, size_t to, bool quoted, bool keeps_quotes)
{
	char c = b->text.s[i], next = i + 1 < to ? b->text.s[i + 1] : '\n';

	if (c == '\\') {
		if (next != '\\')
			put(b, next == '"' && quoted ? "\\\"" : "/", i);
		return next == '"' && quoted ? 2 : 1;
	}
	if (c == '^' && !quoted) {
		if (next == '\n' || next == '\r') {
			put(b, " ", i);
			return next == '\r' && i + 2 < to && b->text.s[i + 2] == '\n' ? 3 : 2;
		}
		put(b, "\\", i);
		composed_copy(&b->out, i + 1, i + 2);
		return 2;
	}
	if (c == '"' && !keeps_quotes)
		return 1;
	if (c == '\r' || composed_drops_exe(b->text, i, to, BLANKS "\n\""))
		return c == '\r' ? 1 : 4;
	if (c == '&' && !quoted && next != '&' && (!i || !strchr("&>", b->text.s[i - 1]))) {
		put(b, ";", i);
		return 1;
	}
	if (strchr("$`", c) || (!quoted && strchr("'#;{}()", c)))
		put(b, "\\", i);
	composed_copy(&b->out, i, i + 1);
	return 1;
}

/** Words up to `to`. inside: they stand within quotes that are there already, and theirs are left out. */
static void words(struct batch *b, size_t from, size_t to, bool inside)
{
	bool quoted = inside;

	for (size_t i = from; i < to;) {
		char c = b->text.s[i];
		size_t n = c == '%' || c == '!' ? reference(b, i, to) : 0;

		if (!n && c == '"' && !inside)
			quoted = !quoted;
		i += n ? n : byte(b, i, to, quoted, !inside);
	}
}

static void open_block(struct batch *b, const char *closer)
{
	if (b->n_blocks < BLOCKS_MAX)
		b->closers[b->n_blocks] = closer;
	b->n_blocks++;
}

/** The bracket that closes the one at an offset, on its line; SIZE_MAX: the block goes on over lines. */
static size_t closing(const struct batch *b, size_t at, size_t to)
{
	bool quoted = false;
	int depth = 0;

	for (; at < to; at++) {
		char c = b->text.s[at];

		if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == '(' || c == ')'))
			depth += c == '(' ? 1 : -1;
		if (!depth)
			return at;
	}
	return SIZE_MAX;
}

static bool starts_with(const struct batch *b, size_t at, size_t to, const char *word)
{
	size_t n = strlen(word);

	return at + n <= to && str_is_nocase(str_sub(b->text, at, at + n), word) &&
	       (at + n == to || strchr(BLANKS "\n(\"%!/=", b->text.s[at + n]));
}

static size_t condition(struct batch *b, size_t at, size_t to);

static void body(struct batch *b, size_t at, size_t to, const char *closer);

/** What stands behind "else". */
static void otherwise(struct batch *b, size_t at, size_t to, const char *closer)
{
	if (starts_with(b, at, to, "if")) {
		put(b, "elif ", at);
		at = condition(b, at + 2, to);
		put(b, "\nthen\n", at);
	} else {
		put(b, "else\n", at);
	}
	body(b, at, to, closer);
}

/** What a condition or a loop runs: a command, or a block that this line or a later one closes. */
static void body(struct batch *b, size_t at, size_t to, const char *closer)
{
	size_t before = b->n_blocks, close;

	at = skip_blanks(b, at, to);
	put(b, ":\n", at);
	if (at >= to || b->text.s[at] != '(') {
		statement(b, at, to);
		/* A block that it opens ends with it. */
		if (b->n_blocks > before && before < BLOCKS_MAX)
			b->closers[before] = str_fmt(b->arena, "%s%s%c", b->closers[before], closer, 0).s;
		else
			put(b, closer, to);
		return;
	}
	close = closing(b, at, to);
	if (close == SIZE_MAX) {
		open_block(b, closer);
		statement(b, at + 1, to);
		return;
	}
	statement(b, at + 1, close);
	close = skip_blanks(b, close + 1, to);
	if (!starts_with(b, close, to, "else")) {
		put(b, closer, close);
		return;
	}
	close = skip_blanks(b, close + 4, to);
	otherwise(b, close, to, closer);
}

/** ")" and what stands behind it. */
static void close_block(struct batch *b, size_t at, size_t to)
{
	const char *closer = "";

	if (b->n_blocks) {
		b->n_blocks--;
		closer = b->n_blocks < BLOCKS_MAX ? b->closers[b->n_blocks] : "";
	}
	at = skip_blanks(b, at + 1, to);
	if (!starts_with(b, at, to, "else")) {
		put(b, closer, at);
		return;
	}
	otherwise(b, skip_blanks(b, at + 4, to), to, closer);
}

/** The comparison of a word that is written out; NULL: it is none. */
static const char *comparison(struct str word, bool numbers)
{
	static const char *const rows[][3] = {{"==", "=", "="},	     {"equ", "=", "-eq"},  {"neq", "!=", "-ne"}, {"lss", "-lt", "-lt"},
					      {"leq", "-le", "-le"}, {"gtr", "-gt", "-gt"}, {"geq", "-ge", "-ge"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is_nocase(word, rows[i][0]))
			return rows[i][1 + numbers];
	return NULL;
}

/** Two words and what is between them; where it ends. */
static size_t compared(struct batch *b, size_t at, size_t to)
{
	size_t left = at, end = word_end(b, at, to, "="), op, right, stop;
	const char *sign;
	int64_t n;

	op = skip_blanks(b, end, to);
	stop = op + 2 <= to && b->text.s[op] == '=' ? op + 2 : word_end(b, op, to, "(");
	right = skip_blanks(b, stop, to);
	at = word_end(b, right, to, "(");
	sign = comparison(str_sub(b->text, op, stop), str_to_int(str_sub(b->text, right, at), &n));
	if (!sign) {
		put(b, "[ -n \"$(a_condition)\" ]", left);
		return at;
	}
	put(b, "[ \"", left);
	words(b, left, end, true);
	composed_text(&b->out, str_fmt(b->arena, "\" %s \"", sign), (struct span){b->out.file, (uint32_t)op, 0});
	words(b, right, at, true);
	put(b, "\" ]", at);
	return at;
}

/** The condition of an "if" as a command of bash; where it ends. */
static size_t condition(struct batch *b, size_t at, size_t to)
{
	size_t end;

	at = skip_blanks(b, at, to);
	while (starts_with(b, at, to, "/i") || starts_with(b, at, to, "not")) {
		if (b->text.s[at] != '/')
			put(b, "! ", at);
		at = skip_blanks(b, word_end(b, at, to, ""), to);
	}
	if (starts_with(b, at, to, "exist") || starts_with(b, at, to, "defined")) {
		bool file = str_is_nocase(str_sub(b->text, at, at + 5), "exist");

		at = skip_blanks(b, word_end(b, at, to, ""), to);
		end = word_end(b, at, to, "(");
		put(b, file ? "[ -e \"" : "[ -n \"", at);
		if (file)
			words(b, at, end, true);
		else
			put_name(b, str_sub(b->text, at, end), "${", "}");
		put(b, "\" ]", end);
		return end;
	}
	if (starts_with(b, at, to, "errorlevel")) {
		put(b, "false", at);
		return word_end(b, skip_blanks(b, word_end(b, at, to, ""), to), to, "(");
	}
	return compared(b, at, to);
}

static void if_statement(struct batch *b, size_t at, size_t to)
{
	put(b, "if ", at);
	at = condition(b, at, to);
	put(b, "\nthen\n", at);
	body(b, at, to, "\nfi\n");
}

/** for %%m in (a b c) do … */
static void for_statement(struct batch *b, size_t at, size_t to)
{
	bool counted = starts_with(b, at = skip_blanks(b, at, to), to, "/l"), other;
	size_t open = str_chr(str_sub(b->text, 0, to), '(', at), close = open == SIZE_MAX ? open : closing(b, open, to), sign, body_at;

	sign = str_find(str_sub(b->text, 0, to), STR("%%"), at);
	if (close == SIZE_MAX || sign == SIZE_MAX || sign > open || sign + 2 >= to || !sh_name_length(str_sub(b->text, sign + 2, sign + 3)))
		return;
	other = b->text.s[at] == '/' && !counted;
	composed_text(&b->out, str_fmt(b->arena, "for loop_%c in ", b->text.s[sign + 2]), (struct span){b->out.file, (uint32_t)sign, 0});
	if (counted) {
		struct str numbers = str_tr(b->arena, str_sub(b->text, open + 1, close), ',', ' ');

		composed_text(&b->out, str_fmt(b->arena, "$(seq %.*s)", STR_ARG(numbers)), (struct span){b->out.file, (uint32_t)open, 0});
	} else if (other) {
		put(b, "$(an_expression)", open);
	} else {
		words(b, open + 1, close, false);
	}
	put(b, "\ndo\n", close);
	body_at = skip_blanks(b, close + 1, to);
	body(b, starts_with(b, body_at, to, "do") ? body_at + 2 : body_at, to, "\ndone\n");
}

/** The end of a command: what hands on to the next one, outside of quotes. */
static size_t command_end(const struct batch *b, size_t at, size_t to)
{
	bool quoted = false;

	for (; at < to; at++) {
		char c = b->text.s[at];

		if (c == '^' && !quoted)
			at++;
		else if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == '&' || c == '|') && !(at && b->text.s[at - 1] == '>'))
			return at;
	}
	return to;
}

/** set NAME=value, set "NAME=value", set /a NAME=1+2; what asks for a value leaves it unknown. */
static void set_statement(struct batch *b, size_t at, size_t to)
{
	size_t eq, end = command_end(b, at, to);
	bool counts = starts_with(b, at = skip_blanks(b, at, end), end, "/a"), asks = starts_with(b, at, end, "/p");

	if (counts || asks)
		at = skip_blanks(b, at + 2, end);
	while (at < end && b->text.s[at] == '"')
		at++;
	eq = str_chr(str_sub(b->text, 0, end), '=', at);
	if (eq == SIZE_MAX || sh_name_length(str_sub(b->text, at, eq)) != eq - at)
		return;
	put_name(b, str_sub(b->text, at, eq), "export ", "=");
	while (end > eq + 1 && strchr(BLANKS "\n", b->text.s[end - 1]))
		end--;
	put(b, counts ? "$((" : "\"", eq);
	if (asks)
		put(b, "$(an_expression)", eq);
	else
		words(b, eq + 1, end, true);
	put(b, counts ? "))\n" : "\"\n", end);
	at = skip_blanks(b, command_end(b, end, to), to);
	while (at < to && strchr("&| ", b->text.s[at]))
		at++;
	if (at < to)
		statement(b, at, to);
}

static void cd_statement(struct batch *b, size_t at, size_t to)
{
	at = skip_blanks(b, at, to);
	if (starts_with(b, at, to, "/d"))
		at = skip_blanks(b, at + 2, to);
	put(b, "cd ", at);
	words(b, at, to, false);
	put(b, "\n", to);
}

/** What runs another command: call, start "title" /wait, cmd /c. */
static void runs_another(struct batch *b, size_t at, size_t to)
{
	at = skip_blanks(b, at, to);
	if (at < to && b->text.s[at] == '"' && word_end(b, at, to, "") < to && !composed_drops_exe(b->text, word_end(b, at, to, "") - 5, to, BLANKS "\n\""))
		at = skip_blanks(b, word_end(b, at, to, ""), to);
	while (at < to && b->text.s[at] == '/')
		at = skip_blanks(b, word_end(b, at, to, ""), to);
	statement(b, at, to);
}

static void nothing(struct batch *b, size_t at, size_t to)
{
	(void)b;
	(void)at;
	(void)to;
}

/** call "…\activate", call other.bat: each batch file is read by itself. */
static bool is_batch_file(struct str word)
{
	while (word.n && strchr("\"", word.s[word.n - 1]))
		word.n--;
	return word.n > 4 && (str_is_nocase(str_sub(word, word.n - 4, word.n), ".bat") || str_is_nocase(str_sub(word, word.n - 4, word.n), ".cmd"));
}

static const struct {
	const char *words;
	void (*run)(struct batch *b, size_t at, size_t to);
} commands[] = {
    {"if", if_statement},
    {"for", for_statement},
    {"set", set_statement},
    {"cd|chdir|pushd", cd_statement},
    {"call|start|cmd", runs_another},
    {"rem|echo|echo.|pause|title|chcp|setlocal|endlocal|cls|color|goto|exit|popd|md|del|copy|xcopy|move|ren|timeout|where|type|"
     "powershell|findstr|ver|path|prompt|robocopy|else|choice",
     nothing},
};

/** A command that is the shell's own; false: it is none. */
static bool own_command(struct batch *b, size_t at, size_t to)
{
	size_t end = word_end(b, at, to, "(/=&|<>;");

	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (str_among_nocase(str_sub(b->text, at, end), str_of(commands[i].words))) {
			commands[i].run(b, end, to);
			return true;
		}
	return false;
}

/** A program with its words, and what is run behind it. */
static void program(struct batch *b, size_t at, size_t to)
{
	size_t end = command_end(b, at, to);

	if (!is_batch_file(str_sub(b->text, at, word_end(b, at, end, "")))) {
		words(b, at, end, false);
		put(b, "\n", end);
	}
	while (end < to && strchr("&|", b->text.s[end]))
		end++;
	statement(b, end, to);
}

static void statement(struct batch *b, size_t from, size_t to)
{
	size_t at = from;

	while (at < to && strchr(BLANKS "@\n", b->text.s[at]))
		at++;
	if (at >= to || b->text.s[at] == ':' || b->nesting >= NESTING_MAX)
		return;
	b->nesting++;
	if (b->text.s[at] == ')') {
		close_block(b, at, to);
	} else if (b->text.s[at] == '(') {
		open_block(b, "");
		statement(b, at + 1, to);
	} else if (!own_command(b, at, to)) {
		program(b, at, to);
	}
	b->nesting--;
}

/** The end of the line that begins at an offset, with those that it goes on in behind "^". */
static size_t line_end(const struct batch *b, size_t from)
{
	for (size_t i = from;; i++) {
		size_t before;

		i = str_chr(b->text, '\n', i);
		if (i == SIZE_MAX)
			return b->text.n;
		before = i && b->text.s[i - 1] == '\r' ? i - 1 : i;
		if (!before || before <= from || b->text.s[before - 1] != '^')
			return i;
	}
}

struct launches *batch_file_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct launches *out = arena_new(a, struct launches);
	struct batch b = {.arena = a};

	out->variables = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	if (!file)
		return out;
	b.text = file->text;
	b.out = (struct composed_source){.arena = a, .file = id, .from = file->text};
	put(&b, "ERRORLEVEL=0\n", 0);
	for (size_t from = 0, to; from < b.text.n; from = to + 1) {
		to = line_end(&b, from);
		statement(&b, from, to);
	}
	while (b.n_blocks--)
		put(&b, b.n_blocks < BLOCKS_MAX ? b.closers[b.n_blocks] : "", b.text.n);
	composed_run(&b.out, world, files, (struct span){id, 0, (uint32_t)b.text.n}, out);
	return out;
}
