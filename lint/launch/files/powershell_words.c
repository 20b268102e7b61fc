#include "powershell_words.h"

#include "lint/shell/syntax/ast.h"

#include <string.h>

#define UNKNOWN "\"$(an_expression)\""

struct span ps_at(const struct ps *p, size_t at)
{
	return (struct span){p->out.file, (uint32_t)at, 0};
}

void ps_put(struct ps *p, const char *text, size_t at)
{
	composed_text(&p->out, str_of(text), ps_at(p, at));
}

/* ---- where things end ---- */

/** The end of a comment at an offset, or the offset. */
static size_t comment_end(const struct ps *p, size_t at, size_t to)
{
	size_t end;

	if (at + 1 < to && p->text.s[at] == '<' && p->text.s[at + 1] == '#') {
		end = str_find(str_sub(p->text, 0, to), STR("#>"), at);
		return end == SIZE_MAX ? to : end + 2;
	}
	if (at >= to || p->text.s[at] != '#' || (at && !strchr(" \t\r\n;{}(", p->text.s[at - 1])))
		return at;
	end = str_chr(str_sub(p->text, 0, to), '\n', at);
	return end == SIZE_MAX ? to : end;
}

size_t ps_skip(const struct ps *p, size_t at, size_t to)
{
	for (;;) {
		size_t end = comment_end(p, at, to);

		if (end == at && at < to && strchr(" \t\r\n;`", p->text.s[at]))
			end++;
		if (end == at)
			return at;
		at = end;
	}
}

/** Whether a backtick at an offset ends its line: the length of both, else 0. */
static size_t goes_on(const struct ps *p, size_t at, size_t to)
{
	if (at + 1 >= to || p->text.s[at] != '`')
		return 0;
	if (p->text.s[at + 1] == '\n')
		return 2;
	return p->text.s[at + 1] == '\r' && at + 2 < to && p->text.s[at + 2] == '\n' ? 3 : 0;
}

size_t ps_skip_blanks(const struct ps *p, size_t at, size_t to)
{
	while (at < to) {
		size_t n = strchr(" \t\r", p->text.s[at]) ? 1 : goes_on(p, at, to);

		if (!n)
			break;
		at += n;
	}
	return at;
}

static size_t string_end(const struct ps *p, size_t at, size_t to)
{
	char quote = p->text.s[at];

	for (at++; at < to; at++) {
		if (p->text.s[at] == '`' && quote == '"')
			at++;
		else if (p->text.s[at] == quote && at + 1 < to && p->text.s[at + 1] == quote)
			at++;
		else if (p->text.s[at] == quote)
			return at + 1;
	}
	return to;
}

size_t ps_next(const struct ps *p, size_t at, size_t to)
{
	enum { DEPTH_MAX = 256 };
	int depth = 0;

	while (at < to) {
		char c = p->text.s[at];
		size_t comment = comment_end(p, at, to);

		/* @" and its end on lines of their own. */
		if (c == '@' && at + 2 < to && (p->text.s[at + 1] == '"' || p->text.s[at + 1] == '\'') && strchr("\r\n", p->text.s[at + 2])) {
			char sign[] = {'\n', p->text.s[at + 1], '@', 0};
			size_t end = str_find(str_sub(p->text, 0, to), str_of(sign), at);

			at = end == SIZE_MAX ? to : end + 3;
		} else if (comment > at) {
			at = comment;
		} else if (c == '"' || c == '\'') {
			at = string_end(p, at, to);
		} else {
			depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
			at += c == '`' && at + 1 < to ? (goes_on(p, at, to) ? goes_on(p, at, to) : 2) : 1;
		}
		if (depth <= 0 || depth > DEPTH_MAX)
			break;
	}
	return at < to ? at : to;
}

size_t ps_find(const struct ps *p, size_t from, size_t to, char c)
{
	while (from < to && p->text.s[from] != c)
		from = ps_next(p, from, to);
	return from;
}

size_t ps_statement_end(const struct ps *p, size_t at, size_t to)
{
	while (at < to && !strchr("\n;}", p->text.s[at])) {
		size_t comment = comment_end(p, at, to), back = at;

		if (comment > at)
			return at;
		at = ps_next(p, at, to);
		/* A list, an operator or a pipe goes on in the next line. */
		while (back > 0 && at < to && p->text.s[at] == '\n' && strchr(" \t\r", p->text.s[back]))
			back--;
		if (at < to && p->text.s[at] == '\n' && strchr(",|+=", p->text.s[back]))
			at++;
	}
	return at;
}

size_t ps_word(const struct ps *p, size_t at, size_t to)
{
	while (at < to && !strchr(" \t\r\n", p->text.s[at]) && !goes_on(p, at, to))
		at = ps_next(p, at, to);
	return at;
}

size_t ps_last_word(const struct ps *p, size_t at, size_t to)
{
	size_t last = at;

	for (at = ps_skip_blanks(p, at, to); at < to; at = ps_skip_blanks(p, ps_word(p, at, to), to)) {
		last = at;
		if (ps_word(p, at, to) == at)
			break;
	}
	return last;
}

void ps_trim(const struct ps *p, size_t *from, size_t *to)
{
	*from = ps_skip(p, *from, *to);
	while (*to > *from && strchr(" \t\r\n;", p->text.s[*to - 1]))
		--*to;
}

bool ps_word_is(const struct ps *p, size_t at, size_t to, const char *word)
{
	size_t n = strlen(word);

	return at + n <= to && str_is_nocase(str_sub(p->text, at, at + n), word) &&
	       (at + n == to || strchr(" \t\r\n({\"'", p->text.s[at + n]));
}

/* ---- names ---- */

struct str ps_name_at(const struct ps *p, size_t at, size_t to)
{
	static const char *const scopes[] = {"env:", "script:", "global:", "local:", "private:"};

	at += at < to && p->text.s[at] == '{';
	for (size_t i = 0; i < sizeof(scopes) / sizeof(*scopes); i++)
		if (str_is_nocase(str_sub(p->text, at, at + strlen(scopes[i]) < to ? at + strlen(scopes[i]) : to), scopes[i]))
			at += strlen(scopes[i]);
	return str_sub(p->text, at, at + sh_name_length(str_sub(p->text, at, to)));
}

static bool is_environment(const struct ps *p, size_t at, size_t to)
{
	at += at < to && p->text.s[at] == '{';
	return at + 4 < to && str_is_nocase(str_sub(p->text, at, at + 4), "env:");
}

struct str ps_lower(struct ps *p, size_t at, size_t to)
{
	return str_lower(p->arena, ps_name_at(p, at, to));
}

void ps_name(struct ps *p, size_t at, size_t to, const char *behind)
{
	struct str name = is_environment(p, at, to) ? ps_name_at(p, at, to) : ps_lower(p, at, to);

	composed_text(&p->out, str_fmt(p->arena, "%.*s%s", STR_ARG(name), behind), ps_at(p, at));
}

/** The length of a variable with its "$": "$x", "${x}", "$env:X"; 0: it is none. */
static size_t variable_length(const struct ps *p, size_t at, size_t to)
{
	struct str name;
	size_t end;

	if (at + 1 >= to || p->text.s[at] != '$')
		return 0;
	name = ps_name_at(p, at + 1, to);
	if (!name.n)
		return 0;
	end = (size_t)(name.s + name.n - p->text.s);
	if (p->text.s[at + 1] == '{')
		end += end < to && p->text.s[end] == '}';
	return end - at;
}

bool ps_is_variable(const struct ps *p, size_t from, size_t to)
{
	return from < to && variable_length(p, from, to) == to - from;
}

/** $args[0] */
static bool is_argument(const struct ps *p, size_t from, size_t to)
{
	size_t n = variable_length(p, from, to);

	return n && str_is_nocase(ps_name_at(p, from + 1, to), "args") && from + n < to && p->text.s[from + n] == '[' && ps_next(p, from + n, to) == to;
}

bool ps_is_string(const struct ps *p, size_t from, size_t to)
{
	return from < to && strchr("\"'", p->text.s[from]) && string_end(p, from, to) == to;
}

/* ---- what they become ---- */

/** $args and $args[0], the words of the script, whose name ends at an offset; how much that is. */
static size_t arguments(struct ps *p, size_t at, size_t end, size_t to, bool quoted)
{
	size_t close = end < to && p->text.s[end] == '[' ? str_chr(str_sub(p->text, 0, to), ']', end) : SIZE_MAX;
	int64_t n;

	if (!quoted && close != SIZE_MAX && str_to_int(str_sub(p->text, end + 1, close), &n) && n >= 0) {
		composed_text(&p->out, str_fmt(p->arena, "\"${%lld}\"", (long long)n + 1), ps_at(p, at));
		return close + 1 - at;
	}
	ps_put(p, quoted ? "$*" : "\"$@\"", at);
	return end - at;
}

/** A variable with all that is taken of it; how much that is. */
static size_t variable(struct ps *p, size_t at, size_t to, bool quoted)
{
	size_t n = variable_length(p, at, to), end = at + n;
	bool environment = is_environment(p, at + 1, to);
	struct str name = ps_name_at(p, at + 1, to);

	if (!n) {
		/* $( … ), $_, $? */
		end = at + 1 < to && p->text.s[at + 1] == '(' ? ps_next(p, at + 1, to) : at + 1;
		if (end - at > 3 && ps_is_variable(p, at + 2, end - 1))
			variable(p, at + 2, end - 1, quoted);
		else
			ps_put(p, end == at + 1 && quoted ? "\\$" : "$(an_expression)", at);
		return end - at;
	}
	if (str_is_nocase(name, "args"))
		return arguments(p, at, end, to, quoted);
	/* Of a text in quotes a member is no part. */
	if (!quoted && end < to && (p->text.s[end] == '[' || (p->text.s[end] == '.' && sh_name_length(str_sub(p->text, end + 1, to))))) {
		ps_put(p, UNKNOWN, at);
		while (end < to && (p->text.s[end] == '.' || p->text.s[end] == '[' || p->text.s[end] == '(' || sh_name_length(str_sub(p->text, end, end + 1))))
			end = ps_next(p, end, to);
		return end - at;
	}
	if (str_is_nocase(name, "PSScriptRoot")) {
		ps_put(p, quoted ? "$(dirname \"$0\")" : "\"$(dirname \"$0\")\"", at);
		return n;
	}
	if (str_among_nocase(name, STR("true|false"))) {
		ps_put(p, str_is_nocase(name, "true") ? "True" : "False", at);
		return n;
	}
	ps_put(p, quoted ? "${" : "\"${", at);
	ps_name(p, at + 1, to, environment ? (quoted ? "}" : "}\"") : quoted ? "[*]}" : "[@]}\"");
	return n;
}

/** The inside of a text in quotes. */
static void inside(struct ps *p, size_t from, size_t to, char quote)
{
	for (size_t i = from; i < to;) {
		char c = p->text.s[i], next = i + 1 < to ? p->text.s[i + 1] : 0;

		if (c == '$' && quote == '"') {
			i += variable(p, i, to, true);
		} else if (c == '`' && quote == '"') {
			ps_put(p, next == 'n' ? "\n" : strchr("\"$`\\", next) ? "\\" : "", i);
			if (next != 'n' && next)
				composed_copy(&p->out, i + 1, i + 2);
			i += 2;
		} else if (c == quote) {
			ps_put(p, quote == '"' ? "\\\"" : "'", i);
			i += 2;
		} else if (composed_drops_exe(p->text, i, to, " \t\r\n\"'")) {
			i += 4;
		} else {
			if (c == '\\')
				ps_put(p, next == '"' ? "\\" : next == '\\' ? "" : "/", i);
			else if (strchr("$`\"", c))
				ps_put(p, "\\", i);
			if (c != '\\')
				composed_copy(&p->out, i, i + 1);
			i++;
		}
	}
}

/** Join-Path A B, in brackets or not; false: it is something else. */
static bool joined_path(struct ps *p, size_t from, size_t to)
{
	size_t left, right, end;

	if (!ps_word_is(p, from, to, "Join-Path"))
		return false;
	left = ps_skip_blanks(p, from + 9, to);
	if (ps_word_is(p, left, to, "-Path"))
		left = ps_skip_blanks(p, left + 5, to);
	end = ps_word(p, left, to);
	right = ps_skip_blanks(p, end, to);
	if (ps_word_is(p, right, to, "-ChildPath"))
		right = ps_skip_blanks(p, right + 10, to);
	if (right >= to || ps_skip_blanks(p, ps_word(p, right, to), to) < to)
		return false;
	ps_value(p, left, end);
	ps_put(p, "/", right);
	ps_value(p, right, to);
	return true;
}

/** One word of a command, with what is glued to it. */
static void word(struct ps *p, size_t from, size_t to)
{
	for (size_t i = from; i < to;) {
		char c = p->text.s[i];
		size_t end = ps_next(p, i, to);

		if (c == '"' || c == '\'') {
			ps_put(p, "\"", i);
			inside(p, i + 1, end - (end > i + 1), c);
			ps_put(p, "\"", end);
			i = end;
		} else if (c == '$') {
			i += variable(p, i, to, false);
		} else if (c == '@' && variable_length(p, i + 1, to) == 0 && sh_name_length(str_sub(p->text, i + 1, to))) {
			ps_put(p, "\"${", i);
			ps_name(p, i + 1, to, "[@]}\"");
			i += 1 + sh_name_length(str_sub(p->text, i + 1, to));
		} else if (c == '(' || c == '{') {
			if (c == '{' || !joined_path(p, i + 1, end - 1))
				ps_put(p, UNKNOWN, i);
			i = end;
		} else if (composed_drops_exe(p->text, i, to, " \t\r\n\"'")) {
			i += 4;
		} else {
			if (c == '\\') {
				ps_put(p, i + 1 < to && p->text.s[i + 1] == '\\' ? "" : "/", i);
				i++;
				continue;
			}
			i += c == '`' && i + 1 < to;
			if (strchr("*?#&<>~!'\"{}()[]$`", p->text.s[i]))
				ps_put(p, "\\", i);
			composed_copy(&p->out, i, i + 1);
			i++;
		}
	}
}

void ps_words(struct ps *p, size_t from, size_t to)
{
	for (from = ps_skip_blanks(p, from, to); from < to; from = ps_skip_blanks(p, from, to)) {
		size_t end = ps_word(p, from, to);

		if (end == from)
			end++;
		word(p, from, end);
		ps_put(p, " ", end);
		from = end;
	}
}

void ps_unquoted(struct ps *p, size_t from, size_t to)
{
	inside(p, from + 1, to - 1, p->text.s[from]);
}

/** Without a cast in front: [int] "4". */
static void cut_casts(const struct ps *p, size_t *from, size_t *to)
{
	ps_trim(p, from, to);
	while (*from < *to && p->text.s[*from] == '[' && ps_next(p, *from, *to) < *to && p->text.s[ps_next(p, *from, *to)] != ':') {
		*from = ps_next(p, *from, *to);
		ps_trim(p, from, to);
	}
}

/** 2 * $x + 1, of whole numbers; false: it is something else. */
static bool is_sum(const struct ps *p, size_t from, size_t to)
{
	bool sign = false;

	for (size_t i = from; i < to; i++) {
		char c = p->text.s[i];
		size_t n = variable_length(p, i, to);

		if (n)
			i += n - 1;
		else if (!strchr("0123456789 ()+-*", c))
			return false;
		sign |= strchr("+-*", c) && i > from;
	}
	return sign;
}

static void sum(struct ps *p, size_t from, size_t to)
{
	ps_put(p, "$((", from);
	for (size_t i = from; i < to;) {
		size_t n = variable_length(p, i, to);

		if (n)
			ps_name(p, i + 1, to, "");
		else
			composed_copy(&p->out, i, i + 1);
		i += n ? n : 1;
	}
	ps_put(p, "))", to);
}

/** Whether all of it is a number, or a word without anything that means something. */
static bool is_bare(const struct ps *p, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (strchr(" \t\r\n$@(){}[],;|&'\"`+*", p->text.s[i]))
			return false;
	return from < to;
}

void ps_value(struct ps *p, size_t from, size_t to)
{
	cut_casts(p, &from, &to);
	if (ps_is_string(p, from, to) || ps_is_variable(p, from, to) || is_argument(p, from, to) || is_bare(p, from, to))
		word(p, from, to);
	else if (is_sum(p, from, to))
		sum(p, from, to);
	else if (from < to && p->text.s[from] == '(' && ps_next(p, from, to) == to)
		ps_value(p, from + 1, to - 1);
	else if (!joined_path(p, from, to))
		ps_put(p, UNKNOWN, from);
}

void ps_text(struct ps *p, size_t from, size_t to)
{
	cut_casts(p, &from, &to);
	if (!ps_is_variable(p, from, to) || str_among_nocase(ps_name_at(p, from + 1, to), STR("true|false|psscriptroot|args"))) {
		ps_value(p, from, to);
		return;
	}
	ps_put(p, "\"${", from);
	ps_name(p, from + 1, to, "}\"");
}

/** Whether it is written as a list: @( … ), or with commas. */
static bool is_list(const struct ps *p, size_t from, size_t to)
{
	return (to - from >= 3 && p->text.s[from] == '@' && p->text.s[from + 1] == '(' && ps_next(p, from + 1, to) == to) || ps_find(p, from, to, ',') < to;
}

void ps_assigned(struct ps *p, size_t from, size_t to)
{
	cut_casts(p, &from, &to);
	if (is_list(p, from, to)) {
		ps_put(p, "(", from);
		ps_list(p, from, to);
		ps_put(p, ")", to);
	} else if (ps_is_variable(p, from, to) && !is_environment(p, from + 1, to) &&
		   !str_among_nocase(ps_name_at(p, from + 1, to), STR("true|false|psscriptroot"))) {
		/* A list, where it holds one. */
		ps_put(p, "(", from);
		word(p, from, to);
		ps_put(p, ")", to);
	} else {
		ps_value(p, from, to);
	}
}

/** The end of an element: a comma or the end of its line. */
static size_t element_end(const struct ps *p, size_t at, size_t to)
{
	while (at < to && !strchr(",\n;", p->text.s[at]) && comment_end(p, at, to) == at)
		at = ps_next(p, at, to);
	return at;
}

void ps_list(struct ps *p, size_t from, size_t to)
{
	size_t dots;

	cut_casts(p, &from, &to);
	if (to - from >= 3 && p->text.s[from] == '@' && p->text.s[from + 1] == '(' && ps_next(p, from + 1, to) == to) {
		from += 2;
		to--;
	}
	dots = str_find(str_sub(p->text, 0, to), STR(".."), from);
	if (dots != SIZE_MAX && is_bare(p, from, to)) {
		composed_text(&p->out, str_fmt(p->arena, "$(seq %.*s %.*s)", STR_ARG(str_sub(p->text, from, dots)), STR_ARG(str_sub(p->text, dots + 2, to))),
			      ps_at(p, from));
		return;
	}
	for (from = ps_skip(p, from, to); from < to; from = ps_skip(p, from, to)) {
		size_t end = element_end(p, from, to);

		ps_put(p, " ", from);
		if (end > from)
			ps_value(p, from, end);
		from = end < to ? end + (p->text.s[end] != '#') : end;
	}
}

bool ps_runs(const struct ps *p, size_t from, size_t to)
{
	size_t end;

	from = ps_skip_blanks(p, from, to);
	if (from < to && p->text.s[from] == '&')
		return true;
	end = ps_word(p, from, to);
	/* A bare word with others behind it. */
	return is_bare(p, from, end) && ps_skip_blanks(p, end, to) < to && p->text.s[from] >= 'A' && str_chr(str_sub(p->text, from, end), '-', 0) == SIZE_MAX &&
	       !ps_word_is(p, from, to, "if") && !ps_word_is(p, from, to, "switch");
}

/* ---- functions of the script ---- */

void ps_find_functions(struct ps *p)
{
	for (size_t i = 0; i < p->text.n && p->n_functions < PS_FUNCTIONS_MAX;) {
		struct ps_function *f = &p->functions[p->n_functions];
		size_t at, brace;

		if (!ps_word_is(p, i, p->text.n, "function") || (i && !strchr(" \t\r\n;}", p->text.s[i - 1]))) {
			size_t comment = comment_end(p, i, p->text.n);

			i = comment > i ? comment : strchr("\"'", p->text.s[i]) ? string_end(p, i, p->text.n) : i + 1;
			continue;
		}
		i = at = ps_skip(p, i + 8, p->text.n);
		while (i < p->text.n && !strchr(" \t\r\n({", p->text.s[i]))
			i++;
		f->name = str_sub(p->text, at, i);
		p->n_functions += f->name.n > 0;
		brace = ps_skip(p, i, p->text.n);
		if (brace < p->text.n && p->text.s[brace] == '{')
			brace = ps_skip(p, brace + 1, p->text.n);
		while (brace < p->text.n && p->text.s[brace] == '[')
			brace = ps_skip(p, ps_next(p, brace, p->text.n), p->text.n);
		if (ps_word_is(p, brace, p->text.n, "param"))
			brace = ps_skip(p, brace + 5, p->text.n);
		f->from = f->to = brace;
		if (brace < p->text.n && p->text.s[brace] == '(') {
			f->from = brace + 1;
			f->to = ps_next(p, brace, p->text.n) - 1;
		}
	}
}

const struct ps_function *ps_function(const struct ps *p, struct str name)
{
	for (size_t i = 0; i < p->n_functions; i++)
		if (str_eq_nocase(p->functions[i].name, name))
			return &p->functions[i];
	return NULL;
}
