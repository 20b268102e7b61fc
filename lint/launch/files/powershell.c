/*
 * Scripts of PowerShell where they are plain, as bash: variables, which are not split, so that $X becomes "${x[@]}"; lists,
 * $env:NAME, a backtick at the end of a line, param(), functions, if, foreach (about_Language_Keywords, PowerShell 7.4). Other
 * expressions are unknown. exit, throw and return end nothing: what stands behind a check is what people run. Names of
 * variables have no case and become lower case; paths have slashes, programs no ".exe".
 */
#include "launch_files.h"
#include "powershell_words.h"

#include "lint/launch/composed_source.h"

#include <string.h>

enum { NESTING_MAX = 64 };

static void statements(struct ps *p, size_t *at, size_t to);

/** Runs the block of braces at an offset; where it ends. */
static size_t block(struct ps *p, size_t at, size_t to)
{
	at = ps_skip(p, at, to);
	if (at >= to || p->text.s[at] != '{')
		return at;
	at++;
	ps_put(p, ":\n", at);
	statements(p, &at, to);
	return at < to ? at + 1 : at;
}

/* ---- conditions ---- */

static const struct {
	const char *word, *text, *number;
} comparisons[] = {
    {"-eq", "=", "-eq"}, {"-ne", "!=", "-ne"}, {"-gt", "-gt", "-gt"}, {"-ge", "-ge", "-ge"}, {"-lt", "-lt", "-lt"}, {"-le", "-le", "-le"},
    {"-ieq", "=", "="},	 {"-ceq", "=", "="},
};

/** The first of several operators outside of brackets and quotes; its place, or SIZE_MAX. */
static size_t find_operator(const struct ps *p, size_t from, size_t to, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = from; i + n <= to; i = ps_next(p, i, to))
		if (str_is_nocase(str_sub(p->text, i, i + n), word) && (i == from || strchr(" \t\n)\"'", p->text.s[i - 1])) &&
		    (i + n == to || strchr(" \t\n(\"'$", p->text.s[i + n])))
			return i;
	return SIZE_MAX;
}

static void condition(struct ps *p, size_t from, size_t to);

static bool negated(struct ps *p, size_t from, size_t to)
{
	size_t n = to - from >= 4 && str_is_nocase(str_sub(p->text, from, from + 4), "-not") ? 4 : p->text.s[from] == '!' ? 1 : 0;

	if (!n)
		return false;
	ps_put(p, "! { ", from);
	condition(p, from + n, to);
	ps_put(p, "; }", to);
	return true;
}

/** $a -eq "b" */
static bool compared(struct ps *p, size_t from, size_t to)
{
	for (size_t i = 0; i < sizeof(comparisons) / sizeof(*comparisons); i++) {
		size_t op = find_operator(p, from, to, comparisons[i].word), right;
		int64_t n;
		bool number;

		if (op == SIZE_MAX)
			continue;
		right = op + strlen(comparisons[i].word);
		number = str_to_int(str_trim(str_sub(p->text, right, to)), &n);
		ps_put(p, "[ ", from);
		ps_text(p, from, op);
		composed_text(&p->out, str_fmt(p->arena, " %s ", number ? comparisons[i].number : comparisons[i].text), ps_at(p, op));
		ps_text(p, right, to);
		ps_put(p, " ]", to);
		return true;
	}
	return false;
}

/** What an "if" asks, as a command. */
static void condition(struct ps *p, size_t from, size_t to)
{
	size_t op;
	bool both;

	ps_trim(p, &from, &to);
	if (from >= to || p->nesting >= NESTING_MAX) {
		ps_put(p, ":", from);
		return;
	}
	p->nesting++;
	both = (op = find_operator(p, from, to, "-and")) != SIZE_MAX;
	if (both || (op = find_operator(p, from, to, "-or")) != SIZE_MAX) {
		ps_put(p, "{ ", from);
		condition(p, from, op);
		ps_put(p, both ? " && " : " || ", op);
		condition(p, op + (both ? 4 : 3), to);
		ps_put(p, "; }", to);
	} else if (!negated(p, from, to) && !compared(p, from, to)) {
		if (p->text.s[from] == '(' && ps_next(p, from, to) == to) {
			condition(p, from + 1, to - 1);
		} else if (ps_word_is(p, from, to, "Test-Path")) {
			ps_put(p, "[ -e ", from);
			ps_value(p, ps_last_word(p, from, to), to);
			ps_put(p, " ]", to);
		} else if (ps_is_variable(p, from, to)) {
			ps_put(p, "[ -n ", from);
			ps_text(p, from, to);
			ps_put(p, " -a ", from);
			ps_text(p, from, to);
			ps_put(p, " != False ]", to);
		} else {
			ps_put(p, "[ -n \"$(a_condition)\" ]", from);
		}
	}
	p->nesting--;
}

/** The brackets at an offset: what is in them; where they end. */
static size_t brackets(const struct ps *p, size_t at, size_t to, size_t *from, size_t *end)
{
	at = ps_skip(p, at, to);
	*from = *end = at;
	if (at >= to || p->text.s[at] != '(')
		return at;
	*from = at + 1;
	at = ps_next(p, at, to);
	*end = at - 1;
	return at;
}

static size_t if_statement(struct ps *p, size_t at, size_t to)
{
	size_t from, end, next;

	ps_put(p, "if ", at);
	for (;;) {
		at = brackets(p, at, to, &from, &end);
		condition(p, from, end);
		ps_put(p, "\nthen\n", end);
		at = block(p, at, to);
		next = ps_skip(p, at, to);
		if (!ps_word_is(p, next, to, "elseif"))
			break;
		ps_put(p, "\nelif ", next);
		at = next + 6;
	}
	if (ps_word_is(p, next, to, "else")) {
		ps_put(p, "\nelse\n", next);
		at = block(p, next + 4, to);
	}
	ps_put(p, "\nfi\n", at);
	return at;
}

/** foreach ($x in LIST) { … } */
static size_t foreach_statement(struct ps *p, size_t at, size_t to)
{
	size_t from, end, in;

	at = brackets(p, at, to, &from, &end);
	ps_trim(p, &from, &end);
	in = find_operator(p, from, end, "in");
	if (in == SIZE_MAX || p->text.s[from] != '$')
		return at;
	ps_put(p, "for ", from);
	ps_name(p, from + 1, in, "");
	ps_put(p, " in ", in);
	ps_list(p, in + 2, end);
	ps_put(p, "\ndo\n", end);
	at = block(p, at, to);
	ps_put(p, "\ndone\n", at);
	return at;
}

/** Rounds that nobody counts: for (…;…;…), while (…). */
static size_t rounds(struct ps *p, size_t at, size_t to)
{
	size_t from, end;

	at = brackets(p, at, to, &from, &end);
	ps_put(p, "for a_round in \"$(an_expression)\"\ndo\n", at);
	at = block(p, at, to);
	ps_put(p, "\ndone\n", at);
	return at;
}

/** switch ($x) { "a" { … } default { … } } */
static size_t switch_statement(struct ps *p, size_t at, size_t to)
{
	size_t from, end;

	at = ps_skip(p, brackets(p, at, to, &from, &end), to);
	if (at >= to || p->text.s[at] != '{')
		return at;
	for (at = ps_skip(p, at + 1, to); at < to && p->text.s[at] != '}'; at = ps_skip(p, at, to)) {
		size_t pattern = at;

		while (at < to && p->text.s[at] != '{' && p->text.s[at] != '}')
			at = ps_next(p, at, to);
		if (at >= to || p->text.s[at] != '{')
			break;
		ps_put(p, "if [ ", pattern);
		if (ps_word_is(p, pattern, at, "default")) {
			ps_put(p, "-n \"$(a_condition)\"", pattern);
		} else {
			ps_value(p, from, end);
			ps_put(p, " = ", pattern);
			ps_value(p, pattern, at);
		}
		ps_put(p, " ]\nthen\n", at);
		at = block(p, at, to);
		ps_put(p, "\nfi\n", at);
	}
	return at < to ? at + 1 : at;
}

/** try { … } is what runs; catch { … } is not. */
static size_t catch_statement(struct ps *p, size_t at, size_t to)
{
	while (at < to && p->text.s[at] != '{')
		at = ps_next(p, at, to);
	return at < to ? ps_next(p, at, to) : at;
}

/* ---- functions ---- */

/**
 * Parameters, in brackets: each has its default, or what is given: of a function by its place. A switch is off. Without a
 * default a parameter of the script is given by whoever runs it.
 */
static void parameters(struct ps *p, size_t from, size_t to, bool of_function)
{
	int place = 0;

	while (from < to) {
		size_t end = ps_find(p, from, to, ','), name = ps_find(p, from, end, '$'), eq;

		eq = ps_find(p, from, end, '=');
		if (name < end && (eq >= end || name < eq)) {
			struct str lower;
			bool is_switch = str_has_nocase(str_sub(p->text, from, name), STR("[switch]"));

			name++;
			lower = ps_lower(p, name, eq);
			place++;
			if (eq < end || is_switch) {
				composed_text(&p->out, str_fmt(p->arena, "%.*s=", STR_ARG(lower)), ps_at(p, name));
				if (is_switch)
					ps_put(p, "False", name);
				else
					ps_assigned(p, eq + 1, end);
				ps_put(p, "\n", end);
			}
			if (of_function)
				composed_text(&p->out, str_fmt(p->arena, "if [ -n \"${%d}\" ]\nthen\n%.*s=\"${%d}\"\nfi\n", place, STR_ARG(lower), place),
					      ps_at(p, name));
		}
		from = end + 1;
	}
}

static size_t param_statement(struct ps *p, size_t at, size_t to)
{
	size_t from, end;

	at = brackets(p, at, to, &from, &end);
	parameters(p, from, end, p->in_function);
	return at;
}

static size_t function_statement(struct ps *p, size_t at, size_t to)
{
	size_t name = ps_skip(p, at, to), end = name, from, close;
	bool outer = p->in_function;

	while (end < to && !strchr(" \t\r\n({", p->text.s[end]))
		end++;
	composed_text(&p->out, str_fmt(p->arena, "%.*s() {\n:\n", STR_ARG(str_lower(p->arena, str_sub(p->text, name, end)))), ps_at(p, name));
	at = brackets(p, end, to, &from, &close);
	parameters(p, from, close, true);
	p->in_function = true;
	at = block(p, at, to);
	p->in_function = outer;
	ps_put(p, "\n}\n", at);
	return at;
}

/* ---- commands ---- */

/** Whether a parameter of a function has a name: what stands before the "=" or "," behind its "$". */
static int place_of(const struct ps *p, const struct ps_function *f, struct str name, bool *is_switch)
{
	size_t from = f->from;

	for (int place = 0; from < f->to; place++) {
		size_t end = ps_find(p, from, f->to, ','), at = ps_find(p, from, end, '$');

		*is_switch = at < end && str_has_nocase(str_sub(p->text, from, at), STR("[switch]"));
		if (at < end && str_eq_nocase(ps_name_at(p, at + 1, end), name))
			return place;
		from = end + 1;
	}
	return -1;
}

/** A call of a function of the script: what it is given by name goes to the place that the name has. */
static size_t call(struct ps *p, const struct ps_function *f, size_t at, size_t to)
{
	struct {
		size_t from, to;
		bool on;
	} given[PS_PARAMS_MAX] = {{0}};
	int place = 0, most = 0;

	composed_text(&p->out, str_lower(p->arena, f->name), ps_at(p, at));
	at += f->name.n;
	for (at = ps_skip_blanks(p, at, to); at < to; at = ps_skip_blanks(p, at, to)) {
		size_t end = ps_word(p, at, to);
		bool is_switch = false;
		int which = place;

		if (p->text.s[at] == '-') {
			which = place_of(p, f, str_sub(p->text, at + 1, end), &is_switch);
			at = is_switch ? at : ps_skip_blanks(p, end, to);
			end = is_switch ? end : ps_word(p, at, to);
		} else {
			place++;
		}
		if (which >= 0 && which < PS_PARAMS_MAX) {
			given[which].from = at;
			given[which].to = end;
			given[which].on = is_switch;
			most = which >= most ? which + 1 : most;
		}
		at = end > at ? end : at + 1;
	}
	for (int i = 0; i < most; i++) {
		ps_put(p, given[i].to ? " " : " \"\"", at);
		if (given[i].on)
			ps_put(p, "True", at);
		else if (given[i].to)
			ps_value(p, given[i].from, given[i].to);
	}
	ps_put(p, "\n", at);
	return at;
}

/** Start-Process python -ArgumentList "train.py", "--x": the program and its words. */
static void start_process(struct ps *p, size_t at, size_t to)
{
	for (at = ps_skip_blanks(p, at, to); at < to; at = ps_skip_blanks(p, at, to)) {
		bool list = ps_word_is(p, at, to, "-ArgumentList") || ps_word_is(p, at, to, "-Args"), file = ps_word_is(p, at, to, "-FilePath");
		size_t end = ps_word(p, at, to);

		if (p->text.s[at] == '-' && !list && !file) {
			bool valued = ps_word_is(p, at, to, "-WorkingDirectory") || ps_word_is(p, at, to, "-WindowStyle") || str_starts(str_sub(p->text, at, end), STR("-Redirect"));

			at = valued ? ps_word(p, ps_skip_blanks(p, end, to), to) : end;
			continue;
		}
		if (list || file)
			at = ps_skip_blanks(p, end, to);
		end = ps_word(p, at, to);
		while (list && ps_skip_blanks(p, end, to) < to && (p->text.s[end - 1] == ',' || p->text.s[ps_skip_blanks(p, end, to)] == ','))
			end = ps_word(p, ps_skip_blanks(p, end + (p->text.s[end - 1] != ','), to), to);
		ps_put(p, " ", at);
		if (list && ps_is_string(p, at, end))
			ps_unquoted(p, at, end);
		else if (list)
			ps_list(p, at, end);
		else
			ps_words(p, at, end);
		at = end > at ? end : at + 1;
	}
	ps_put(p, "\n", to);
}

/** Commands that have another name in bash. */
static bool own_command(struct ps *p, size_t at, size_t to)
{
	static const struct {
		const char *names, *bash;
	} rows[] = {{"Set-Location|Push-Location|cd|sl|chdir|pushd", "cd "}, {"Invoke-Expression|iex", "eval "}};
	size_t end = ps_word(p, at, to);
	struct str name = str_sub(p->text, at, end);

	if (str_is_nocase(name, "Start-Process")) {
		start_process(p, end, to);
		return true;
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_among_nocase(name, str_of(rows[i].names))) {
			ps_put(p, rows[i].bash, at);
			ps_value(p, ps_last_word(p, at, to), to);
			ps_put(p, "\n", to);
			return true;
		}
	/* Verb-Noun, and words that only print or end. */
	return (name.n > 3 && name.s[0] >= 'A' && name.s[0] <= 'Z' && str_chr(name, '-', 0) != SIZE_MAX) ||
	       str_among_nocase(name, STR("echo|exit|throw|return|break|continue|pause|popd|using|begin|end|process|mkdir|copy|del|cls|clear"));
}

/** A command up to its end; what it is piped into does not matter. */
static void command(struct ps *p, size_t at, size_t to)
{
	bool called = at < to && (p->text.s[at] == '&' || (p->text.s[at] == '.' && at + 1 < to && p->text.s[at + 1] == ' '));
	const struct ps_function *f;
	size_t end = to;

	if (called)
		at = ps_skip_blanks(p, at + 1, to);
	/* An expression by itself. */
	if (at >= to || (!called && strchr("$([@{\"'0123456789", p->text.s[at])))
		return;
	for (size_t i = at; i < to; i = ps_next(p, i, to))
		if (p->text.s[i] == '|' || p->text.s[i] == '>') {
			end = i;
			break;
		}
	/* 2>&1 */
	if (end < to && p->text.s[end] == '>' && end > at && strchr("12*", p->text.s[end - 1]))
		end--;
	f = ps_function(p, str_sub(p->text, at, ps_word(p, at, end)));
	if (f)
		call(p, f, at, end);
	if (f || at >= end || own_command(p, at, end))
		return;
	ps_words(p, at, end);
	ps_put(p, "\n", end);
}

/** $x = …, $env:X = …, $x += …; where it ends, or `at` if it is none. */
static bool assignment(struct ps *p, size_t at, size_t to)
{
	size_t name, end, eq;
	bool more, environment;

	while (at < to && p->text.s[at] == '[' && ps_next(p, at, to) < to)
		at = ps_skip_blanks(p, ps_next(p, at, to), to);
	if (at >= to || p->text.s[at] != '$')
		return false;
	name = at + 1;
	environment = to - name > 4 && str_is_nocase(str_sub(p->text, name, name + 4), "env:");
	end = name + ps_name_at(p, name, to).n + (size_t)(ps_name_at(p, name, to).s - (p->text.s + name));
	eq = ps_skip_blanks(p, end, to);
	more = eq + 1 < to && p->text.s[eq] == '+' && p->text.s[eq + 1] == '=';
	if (end == name || eq >= to || (p->text.s[eq] != '=' && !more))
		return false;
	eq += more;
	if (ps_runs(p, eq + 1, to))
		command(p, ps_skip_blanks(p, eq + 1, to), to);
	if (environment)
		ps_put(p, "export ", at);
	ps_name(p, name, end, more && !environment ? "+=" : "=");
	if (environment && !more)
		ps_value(p, eq + 1, to);
	else if (environment)
		ps_put(p, "\"$(an_expression)\"", eq);
	else if (more)
		ps_put(p, "(", eq), ps_list(p, eq + 1, to), ps_put(p, ")", to);
	else
		ps_assigned(p, eq + 1, to);
	ps_put(p, "\n", to);
	return true;
}

static size_t plain_block(struct ps *p, size_t at, size_t to)
{
	return block(p, at, to);
}

static const struct {
	const char *word;
	size_t (*run)(struct ps *p, size_t at, size_t to);
} keywords[] = {
    {"if", if_statement},   {"foreach", foreach_statement}, {"for", rounds},	   {"while", rounds},
    {"try", plain_block},   {"finally", plain_block},	    {"do", plain_block},   {"catch", catch_statement},
    {"param", param_statement}, {"function", function_statement}, {"switch", switch_statement},
};

static size_t statement(struct ps *p, size_t at, size_t to)
{
	size_t end;

	for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
		if (ps_word_is(p, at, to, keywords[i].word))
			return keywords[i].run(p, at + strlen(keywords[i].word), to);
	end = ps_statement_end(p, at, to);
	if (!assignment(p, at, end))
		command(p, at, end);
	return end;
}

/** Up to a brace that closes what is around. */
static void statements(struct ps *p, size_t *at, size_t to)
{
	if (p->nesting >= NESTING_MAX) {
		*at = to;
		return;
	}
	p->nesting++;
	for (;;) {
		size_t before = *at = ps_skip(p, *at, to);

		if (*at >= to || p->text.s[*at] == '}')
			break;
		*at = statement(p, *at, to);
		if (*at == before)
			++*at;
	}
	p->nesting--;
}

struct launches *powershell_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct launches *out = arena_new(a, struct launches);
	struct ps p = {.arena = a};
	size_t at = 0;

	out->variables = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	if (!file)
		return out;
	p.text = file->text;
	p.out = (struct composed_source){.arena = a, .file = id, .from = file->text};
	ps_find_functions(&p);
	ps_put(&p, "lastexitcode=0\n", 0);
	while (at < p.text.n) {
		statements(&p, &at, p.text.n);
		at++;
	}
	composed_run(&p.out, world, files, (struct span){id, 0, (uint32_t)p.text.n}, out);
	return out;
}
