#include "script.h"

#include "cache.h"

#include <string.h>

static bool block_runs(const struct py_block *block, int depth);

/* @task, @nox.session: a tool calls the function. */
static bool is_tools_mark(struct str name)
{
	return str_among(name, STR("task|invoke.task|fabric.task|nox.session|session"));
}

/* @app.function(gpu="H100"): a service is told to run it (EFFECT_HOST); others it costs little to see. */
static bool is_registered(const struct py_function *def)
{
	for (size_t i = 0; i < def->decorators.n; i++) {
		const struct py_expr *d = def->decorators.at[i];
		const struct py_expr *name = d->kind == EXPR_CALL ? d->as.call.function : d;

		if ((name->kind == EXPR_NAME && is_tools_mark(name->as.name)) || (name->kind == EXPR_ATTR && is_tools_mark(name->as.attr.name)))
			return true;
		if (d->kind == EXPR_CALL && d->as.call.function->kind == EXPR_ATTR)
			return true;
	}
	return false;
}

/* raise SystemExit(main()): the call that an exception is made of. */
static bool raises_call(const struct py_expr *exception)
{
	const struct py_args *args = exception && exception->kind == EXPR_CALL ? &exception->as.call.args : NULL;

	for (size_t i = 0; args && i < args->n; i++)
		if (args->at[i].value->kind == EXPR_CALL)
			return true;
	return false;
}

static bool is_name(const struct py_expr *e)
{
	return e->kind == EXPR_NAME && str_is(e->as.name, "__name__");
}

/* if __name__ == "__main__": code = main() */
static bool is_main(const struct py_expr *test)
{
	return test->kind == EXPR_COMPARE &&
	       (is_name(test->as.compare.left) || is_name(test->as.compare.at[0].right));
}

static bool assigns_call(const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++)
		if (block->at[i]->kind == STMT_ASSIGN &&
		    block->at[i]->as.assign.value->kind == EXPR_CALL)
			return true;
	return false;
}

static bool statement_runs(const struct py_stmt *s, int depth)
{
	if (s->kind == STMT_EXPR)
		return s->as.value->kind == EXPR_CALL || s->as.value->kind == EXPR_AWAIT;
	if (s->kind == STMT_RAISE)
		return raises_call(s->as.raise.exception);
	if (s->kind == STMT_IF && is_main(s->as.branch.test) && assigns_call(&s->as.branch.body))
		return true;
	/* if __name__ == "__main__", and other conditions that hold calls. */
	if (s->kind == STMT_IF)
		return block_runs(&s->as.branch.body, depth) ||
		       block_runs(&s->as.branch.orelse, depth);
	if (s->kind == STMT_FUNCTION)
		return is_registered(s->as.function);
	if (s->kind == STMT_TRY)
		return block_runs(&s->as.attempt.body, depth);
	return s->kind == STMT_FOR || s->kind == STMT_WHILE || s->kind == STMT_WITH;
}

static bool block_runs(const struct py_block *block, int depth)
{
	if (depth > NODE_DEPTH_MAX)
		return true;
	for (size_t i = 0; i < block->n; i++)
		if (statement_runs(block->at[i], depth + 1))
			return true;
	return false;
}

/*
 * Most modules only define. That is told from the lines that begin in the first column, without parsing:
 * every statement of the top level begins such a line, or stands behind a ';'. What stands so within a
 * string or a bracket is looked at as well, so the answer is "no" too often, and the parser then decides.
 */

static bool is_blank(struct str line)
{
	line = str_trim(line);
	return !line.n || line.s[0] == '#';
}

static size_t name_length(struct str line)
{
	size_t n = 0;

	while (n < line.n &&
	       (line.s[n] == '_' || line.s[n] == '.' || (line.s[n] >= '0' && line.s[n] <= '9') ||
		(line.s[n] >= 'a' && line.s[n] <= 'z') || (line.s[n] >= 'A' && line.s[n] <= 'Z')))
		n++;
	return n;
}

/* "x = …", "x.y += …", "x: …" */
static bool assigns(struct str line)
{
	size_t n = name_length(line), at = n;
	struct str name = str_sub(line, 0, n);

	while (at < line.n && line.s[at] == ' ')
		at++;
	if (!n || at == line.n)
		return false;
	if (line.s[at] == ':')
		return !str_is(name, "try") && !str_is(name, "else") && !str_is(name, "finally") &&
		       !str_is(name, "lambda");
	if (strchr("+-*/%&|^@", line.s[at]) && line.s[at])
		at++;
	return at < line.n && line.s[at] == '=' && !(at + 1 < line.n && line.s[at + 1] == '=');
}

/* "@name" and "@name(…)" on one line, where name has no dot if it is called. */
static bool decorates(struct str line)
{
	size_t n;

	line = str_trim(str_sub(line, 1, line.n));
	n = name_length(line);
	if (is_tools_mark(str_sub(line, 0, n)))
		return false;
	if (n == line.n)
		return n > 0;
	return n && line.s[n] == '(' && str_ends(line, STR(")")) &&
	       str_chr(str_sub(line, 0, n), '.', 0) == SIZE_MAX && !str_has(line, STR(").")) &&
	       !str_has(line, STR(")(")) && !str_has(line, STR(")["));
}

static bool line_defines(struct str line)
{
	static const char *const heads[] = {"def ", "class ", "async def "};

	if (!line.n || strchr(" \t\r#", line.s[0]))
		return line.n == 0 || line.s[0] != '\0';
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		if (str_starts(line, str_of(heads[i])))
			return true;
	if (line.s[0] == '@')
		return decorates(line);
	if (str_chr(line, ';', 0) != SIZE_MAX)
		return false;
	return str_starts(line, STR("import ")) || str_starts(line, STR("from ")) ||
	       line.s[0] == ')' || line.s[0] == ']' || line.s[0] == '}' || assigns(line);
}

/* Behind the docstring that a text begins with, if it does. */
static struct str behind_docstring(struct str text)
{
	struct str rest = text;

	while (rest.n && is_blank(str_cut(rest, '\n').head))
		rest = str_cut(rest, '\n').tail;
	for (int i = 0; i < 2; i++) {
		struct str quotes = i ? STR("\'\'\'") : STR("\"\"\"");
		size_t end = str_starts(rest, quotes) ? str_find(rest, quotes, quotes.n) : SIZE_MAX;

		if (end != SIZE_MAX &&
		    is_blank(str_cut(str_sub(rest, end + quotes.n, rest.n), '\n').head))
			return str_cut(str_sub(rest, end, rest.n), '\n').tail;
	}
	return text;
}

static bool has_lone_return(struct str text)
{
	for (size_t at = 0; (at = str_chr(text, '\r', at)) != SIZE_MAX; at++)
		if (at + 1 == text.n || text.s[at + 1] != '\n')
			return true;
	return false;
}

static bool only_defines(struct str text)
{
	struct str_cut line = {.tail = behind_docstring(text)};

	if (has_lone_return(text))
		return false;
	while (line.tail.n) {
		line = str_cut(line.tail, '\n');
		if (!line_defines(line.head))
			return false;
	}
	return true;
}

bool py_is_script(struct py_cache *cache, uint32_t file, struct str text)
{
	const struct py_module *tree;

	if (only_defines(text))
		return false;
	tree = source_cache_parse(cache->sources, file, text);
	return tree && block_runs(&tree->body, 0);
}

/* Whether a file defines a function, or imports it by its name, or gives the name to a value. */
static bool binds(const struct py_block *block, struct str name, bool value)
{
	for (size_t i = 0; i < block->n; i++) {
		const struct py_stmt *s = block->at[i];

		if (value && s->kind == STMT_ASSIGN && s->as.assign.targets.at[0]->kind == EXPR_NAME &&
		    str_eq(s->as.assign.targets.at[0]->as.name, name))
			return true;
		if (!value && s->kind == STMT_FUNCTION && str_eq(s->as.function->name.text, name))
			return true;
		for (size_t k = 0; !value && s->kind == STMT_IMPORT_FROM && k < s->as.import.n; k++)
			if (str_eq(s->as.import.at[k].name.text, name))
				return true;
	}
	return false;
}

/* Whether a call is of such a function, or of a method of such a value, and makes no object. */
static bool calls_function(const struct py_block *block, const struct py_expr *e)
{
	const struct py_expr *f = e->kind == EXPR_CALL ? e->as.call.function : NULL;
	bool method = f && f->kind == EXPR_ATTR && f->as.attr.value->kind == EXPR_NAME;
	struct str name = method ? f->as.attr.name : f && f->kind == EXPR_NAME ? f->as.name : (struct str){0};

	return name.n && name.s[0] >= 'a' && name.s[0] <= 'z' &&
	       binds(block, method ? f->as.attr.value->as.name : name, method);
}

/* Whether a line looks like that, as a quick no: x = run(…, x = y.run(…, and no x = dict(… of a configuration. */
static bool may_call(struct str line)
{
	size_t n = name_length(line), at = n;
	struct str name;

	if (!n || str_sub(line, n, line.n).n < 4 || !str_starts(str_sub(line, n, line.n), STR(" = ")))
		return false;
	at = n + 3;
	n = name_length(str_sub(line, at, line.n));
	name = str_tail(str_sub(line, at, at + n), '.');
	return name.n && at + n < line.n && line.s[at + n] == '(' && name.s[0] >= 'a' && name.s[0] <= 'z' &&
	       !str_is(name, "dict");
}

bool py_assigns_calls(struct py_cache *cache, uint32_t file, struct str text)
{
	const struct py_module *tree;
	struct str_cut line = {.tail = text};
	bool may = false;

	while (line.tail.n) {
		line = str_cut(line.tail, '\n');
		may = may_call(line.head) || (may && !str_starts(line.head, STR("def ")) && !str_starts(line.head, STR("class ")));
	}
	tree = may ? source_cache_parse(cache->sources, file, text) : NULL;

	/* Behind what it defines: logger = get_logger() stands before. */
	for (size_t i = tree ? tree->body.n : 0; i-- > 0;) {
		const struct py_stmt *s = tree->body.at[i];

		if (s->kind == STMT_FUNCTION || s->kind == STMT_CLASS)
			return false;
		if (s->kind == STMT_ASSIGN && calls_function(&tree->body, s->as.assign.value))
			return true;
	}
	return false;
}
