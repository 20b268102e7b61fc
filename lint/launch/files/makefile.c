/*
 * Recipes of makefiles as shell code: GNU make's variables put in, "$$" a shell dollar, each logical
 * line in a shell of its own (GNU make manual 4.4, §5 and §6).
 */
#include "launch_files.h"

#include "lint/launch/composed_source.h"
#include "lint/shell/syntax/ast.h"

#include <string.h>

enum { DEPTH_MAX = 16, VARIABLES_MAX = 2000, TEXT_MAX = 1 << 16, APPENDED_MAX = 1 << 22 };

struct makefile {
	struct arena *arena;
	const struct shell_world *world;
	struct files *files;
	uint32_t file;
	struct str text;
	/** MAP of names: STR, the right side as written; UNKNOWN where a conditional decides it. */
	struct node *variables;
	/** MAP of exported names. */
	struct node *exported;
	bool export_all;
	/** A justfile: recipes are indented by blanks as well, and its {{name}} is make's $(name). */
	bool just;
	/** Nested ifeq and ifdef. */
	int conditionals;
	/** Bytes of values put together by +=. */
	size_t appended;
	struct composed_source recipe;
	/** The world with what is exported; made before the first recipe. */
	struct shell_world inner;
	struct launches *out;
};

static struct span span_at(const struct makefile *m, size_t from, size_t to)
{
	return (struct span){m->file, (uint32_t)from, (uint32_t)(to - from)};
}

/** The end of $( … ) or ${ … }, the offset behind the opening one given; the end of s if there is none. */
static size_t closing(struct str s, size_t from, char open, char close)
{
	int depth = 1;

	for (size_t i = from; i < s.n; i++) {
		depth += s.s[i] == open ? 1 : s.s[i] == close ? -1 : 0;
		if (!depth)
			return i;
	}
	return s.n;
}

static void expand(struct makefile *m, struct str s, size_t base, bool in_file, struct span at,
		   int depth);

/** A reference: its value, expanded in turn; what nobody set is left to the shell as $NAME. */
static void reference(struct makefile *m, struct str name, struct span at, int depth)
{
	const struct node *value = node_get(m->variables, name = str_trim(name));
	size_t from;

	if (value && value->kind == NODE_STR && depth < DEPTH_MAX && m->recipe.text.n < TEXT_MAX) {
		from = value->at.off;
		expand(m, value->text, from, value->at.file == m->file, value->at, depth + 1);
		return;
	}
	if (str_is(name, "MAKE")) {
		composed_text(&m->recipe, STR("make"), at);
		return;
	}
	if (str_is(name, "CURDIR")) {
		composed_text(&m->recipe, STR("$PWD"), at);
		return;
	}
	/* $(shell …), $@ and their kin: an expansion that gives something unknown. */
	if (sh_name_length(name) == name.n && name.n)
		composed_text(&m->recipe, str_fmt(m->arena, "${%.*s}", STR_ARG(name)), at);
	else
		composed_text(&m->recipe, STR("$a_function_of_make"), at);
}

/** Text with make's references put in. base is the offset of s in the file if it stands there. */
static void expand(struct makefile *m, struct str s, size_t base, bool in_file, struct span at,
		   int depth)
{
	size_t from = 0;

	for (size_t i = 0; i < s.n; i++) {
		struct str name;
		size_t end;

		if (s.s[i] != '$' || i + 1 >= s.n)
			continue;
		if (in_file)
			composed_copy(&m->recipe, base + from, base + i);
		else
			composed_text(&m->recipe, str_sub(s, from, i), at);
		if (s.s[i + 1] == '$') {
			composed_text(&m->recipe, STR("$"), at);
			end = i + 1;
		} else if (s.s[i + 1] == '(' || s.s[i + 1] == '{') {
			end = closing(s, i + 2, s.s[i + 1], s.s[i + 1] == '(' ? ')' : '}');
			name = str_sub(s, i + 2, end);
			reference(m, name, in_file ? span_at(m, base + i, base + end) : at, depth);
		} else {
			end = i + 1;
			reference(m, str_sub(s, i + 1, i + 2), at, depth);
		}
		i = end;
		from = end + 1;
	}
	if (from < s.n && in_file)
		composed_copy(&m->recipe, base + from, base + s.n);
	else if (from < s.n)
		composed_text(&m->recipe, str_sub(s, from, s.n), at);
}

/** The world with make's exported variables. */
static struct shell_world world_of(struct makefile *m)
{
	struct shell_world world = m->world ? *m->world : (struct shell_world){0};
	struct node *env = node_new(m->arena, NODE_MAP, (struct span){m->file, 0, 0});
	const struct node *names = m->export_all ? m->variables : m->exported;

	for (size_t i = 0; world.env && i < world.env->as.pairs.n; i++)
		*vec_push(m->arena, &env->as.pairs) = world.env->as.pairs.at[i];
	for (size_t i = 0; i < names->as.pairs.n; i++) {
		struct node *value = node_get(m->variables, names->as.pairs.at[i].key->text);

		if (value && value->kind == NODE_STR && str_chr(value->text, '$', 0) != SIZE_MAX)
			value = node_unknown(m->arena, STR("a variable of make with references"),
					     value->at);
		if (value)
			node_set(m->arena, env, names->as.pairs.at[i].key, value);
	}
	world.env = env;
	return world;
}

/** One logical line of a recipe, from the byte behind its tab. */
static void recipe_line(struct makefile *m, size_t from, size_t to)
{
	size_t start, before = m->out->n;

	while (from < to && strchr("@-+ \t", m->text.s[from]))
		from++;
	start = from;
	while (from < to) {
		size_t eol = str_chr(str_sub(m->text, 0, to), '\n', from);
		size_t next = eol == SIZE_MAX ? to : eol + 1;

		expand(m, str_sub(m->text, from, next), from, true, (struct span){0}, 0);
		/* The tab of a continued line is make's. */
		from = next < to && m->text.s[next] == '\t' ? next + 1 : next;
	}
	composed_run(&m->recipe, &m->inner, m->files, span_at(m, start, to), m->out);
	/* "$(PYTHON) train.py" stands in its recipe, not where PYTHON is set. */
	for (size_t i = before; i < m->out->n; i++) {
		struct span *at = &m->out->at[i].at;

		if (at->file == m->file && (at->off < start || at->off >= to))
			*at = span_at(m, start, to);
	}
}

/** NAME = value and its kin; false if the line is none. */
static bool assignment(struct makefile *m, size_t from, size_t to)
{
	struct str line = str_trim(str_sub(m->text, from, to)), name, value;
	size_t eq = str_chr(line, '=', 0), end, colon = str_chr(line, ':', 0);
	bool exported = str_starts(line, STR("export ")), optional, append;
	struct node *old, *new;

	if (exported || str_starts(line, STR("override ")))
		line = str_trim(str_sub(line, exported ? 7 : 9, line.n));
	eq = str_chr(line, '=', 0);
	if (eq == SIZE_MAX) {
		if (exported && sh_name_length(line) == line.n)
			node_set(m->arena, m->exported,
				 node_str(m->arena, line, span_at(m, from, to)), NULL);
		m->export_all |= str_is(line, "export");
		return exported;
	}
	colon = str_chr(line, ':', 0);
	if (colon < eq && colon + 1 != eq && !str_starts(str_sub(line, colon, eq), STR("::")))
		return false;
	end = eq;
	while (end > 0 && strchr(":?+!", line.s[end - 1]))
		end--;
	optional = end < eq && line.s[end] == '?';
	append = end < eq && line.s[end] == '+';
	name = str_trim(str_sub(line, 0, end));
	if (!name.n || sh_name_length(name) != name.n || m->variables->as.pairs.n >= VARIABLES_MAX)
		return false;
	value = str_trim(str_sub(line, eq + 1, line.n));
	if (str_find(value, STR(" #"), 0) != SIZE_MAX)
		value = str_trim(str_sub(value, 0, str_find(value, STR(" #"), 0)));
	old = node_get(m->variables, name);
	from = (size_t)(value.s - m->text.s);
	new = node_str(m->arena, value,
		       span_at(m, value.n ? from : to, value.n ? from + value.n : to));
	if (append && old && (old->kind != NODE_STR || m->appended > APPENDED_MAX)) {
		new = node_unknown(m->arena, STR("a variable of make that is not known"), new->at);
	} else if (append && old) {
		m->appended += old->text.n;
		new->text = str_cat(m->arena, str_cat(m->arena, old->text, STR(" ")), value);
		/* No longer the bytes of one place. */
		new->at.file = 0;
	}
	if (exported)
		node_set(m->arena, m->exported, node_str(m->arena, name, new->at), new);
	if (m->conditionals)
		new = node_unknown(m->arena, STR("set under a condition of make"), new->at);
	if (!optional || !old)
		node_set(m->arena, m->variables, node_str(m->arena, name, new->at), new);
	return true;
}

static bool starts_with_word(struct str line, const char *word)
{
	size_t n = strlen(word);

	return str_starts(line, str_of(word)) && (line.n == n || strchr(" \t(", line.s[n]));
}

/** A line that is no recipe. */
static void directive(struct makefile *m, size_t from, size_t to)
{
	struct str line = str_trim(str_sub(m->text, from, to));

	if (!line.n || line.s[0] == '#')
		return;
	if (starts_with_word(line, "ifeq") || starts_with_word(line, "ifneq") ||
	    starts_with_word(line, "ifdef") || starts_with_word(line, "ifndef"))
		m->conditionals++;
	else if (starts_with_word(line, "endif"))
		m->conditionals -= m->conditionals > 0;
	else if (!starts_with_word(line, "else"))
		assignment(m, from, to);
}

/** Calls for each logical line: variables first, so that a recipe sees those below it. */
static void lines(struct makefile *m, bool recipes)
{
	for (size_t from = 0, to; from < m->text.n; from = to + 1) {
		bool tab = m->text.s[from] == '\t' || (m->just && m->text.s[from] == ' ');

		to = str_chr(m->text, '\n', from);
		while (to != SIZE_MAX && to > from && m->text.s[to - 1] == '\\')
			to = str_chr(m->text, '\n', to + 1);
		if (to == SIZE_MAX)
			to = m->text.n;
		if (tab && recipes)
			recipe_line(m, from + 1, to);
		else if (!tab && !recipes)
			directive(m, from, to);
	}
}

/* {{name}} as $(name ), so that all else stays where it is. */
static struct str as_make(struct arena *a, struct str text)
{
	char *to = arena_bytes(a, text.n + 1, 1);
	struct str out = {to, text.n};

	memcpy(to, text.s, text.n);
	for (size_t at = 0, end; (at = str_find(out, STR("{{"), at)) != SIZE_MAX; at = end) {
		end = str_find(out, STR("}}"), at);
		if (end == SIZE_MAX)
			break;
		memcpy(to + at, "$(", 2);
		memcpy(to + end, " )", 2);
	}
	return out;
}

struct launches *makefile_read(struct arena *a, const struct shell_world *world,
			       struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct makefile m = {.arena = a, .world = world, .files = files, .file = id};

	m.out = arena_new(a, struct launches);
	m.variables = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	m.exported = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	m.out->variables = m.variables;
	if (!file)
		return m.out;
	m.just = str_is(str_lower(a, str_tail(file->path, '/')), "justfile");
	m.text = m.just ? as_make(a, file->text) : file->text;
	m.recipe = (struct composed_source){.arena = a, .file = id, .from = file->text};
	lines(&m, false);
	m.inner = world_of(&m);
	lines(&m, true);
	return m.out;
}
