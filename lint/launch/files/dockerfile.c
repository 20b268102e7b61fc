/*
 * Dockerfiles: RUN, CMD and ENTRYPOINT as commands, in the environment and directory that ARG, ENV
 * and WORKDIR give (Dockerfile reference, docs.docker.com/reference/dockerfile).
 */
#include "launch_files.h"

#include "lint/eval/eval.h"
#include "lint/launch/composed_source.h"

#include <string.h>

struct dockerfile {
	struct arena *arena;
	struct files *files;
	uint32_t file;
	struct str text;
	/** env: MAP of ENV and ARG so far; cwd: WORKDIR. */
	struct shell_world world;
	struct launches *out;
	/** The last ENTRYPOINT and CMD of the stage: exec form, or the offsets of a shell form. */
	struct {
		struct node *words;
		size_t from, to;
	} entrypoint, command;
};

static struct span span_at(const struct dockerfile *d, size_t from, size_t to)
{
	return (struct span){d->file, (uint32_t)from, (uint32_t)(to - from)};
}

/** A shell form: its lines without the comment lines that Docker drops. */
static void run_shell(struct dockerfile *d, size_t from, size_t to)
{
	struct composed_source s = {.arena = d->arena, .file = d->file, .from = d->text};
	size_t start = from;

	while (from < to) {
		size_t eol = str_chr(str_sub(d->text, 0, to), '\n', from), first = from;
		size_t next = eol == SIZE_MAX ? to : eol + 1;

		while (first < next && strchr(" \t", d->text.s[first]))
			first++;
		if (from == start || first >= next || d->text.s[first] != '#')
			composed_copy(&s, from, next);
		from = next;
	}
	composed_run(&s, &d->world, d->files, span_at(d, start, to), d->out);
}

static void run_words(struct dockerfile *d, const struct node *words)
{
	struct shell_world left;

	if (composed_world(&d->world, d->out, &left))
		launches_add(d->arena, d->out,
			     shell_read_words(d->arena, &left, d->files, words));
}

/** ["a", "b"] as a LIST, or NULL. Escapes other than \" and \\ are left as they are. */
static struct node *exec_form(struct dockerfile *d, size_t from, size_t to)
{
	struct node *list = node_new(d->arena, NODE_LIST, span_at(d, from, to));
	struct str s = str_sub(d->text, 0, to);

	while (from < to && strchr(" \t\\\n", s.s[from]))
		from++;
	if (from >= to || s.s[from] != '[')
		return NULL;
	for (from++; from < to;) {
		size_t start, n = 0;
		char *out;

		while (from < to && strchr(" \t\\\n\r,", s.s[from]))
			from++;
		if (from < to && s.s[from] == ']')
			return list;
		if (from >= to || s.s[from] != '"')
			return NULL;
		start = ++from;
		while (from < to && s.s[from] != '"')
			from += s.s[from] == '\\' && from + 1 < to ? 2 : 1;
		if (from >= to)
			return NULL;
		out = arena_news(d->arena, char, from - start + 1);
		for (size_t i = start; i < from; i++) {
			if (s.s[i] == '\\' && (s.s[i + 1] == '"' || s.s[i + 1] == '\\'))
				i++;
			out[n++] = s.s[i];
		}
		node_push(d->arena, list,
			  node_str(d->arena, (struct str){out, n}, span_at(d, start, from)));
		from++;
	}
	return NULL;
}

static void set_variable(struct dockerfile *d, struct str name, struct str value, bool keep)
{
	struct span at =
	    span_at(d, (size_t)(value.s - d->text.s), (size_t)(value.s - d->text.s) + value.n);
	struct node *env, *n;

	/* Quotes round the whole value. */
	if (value.n > 1 && (value.s[0] == '"' || value.s[0] == '\'') &&
	    value.s[value.n - 1] == value.s[0]) {
		value = str_sub(value, 1, value.n - 1);
		at.off++;
		at.len -= 2;
	}
	/* Each copies those before: so many are work as well. */
	d->out->work += d->world.env ? d->world.env->as.pairs.n : 0;
	if (d->out->work >= shell_budget(d->world.budget).work) {
		d->out->work = shell_budget(d->world.budget).work;
		d->out->spent = STR("variables of a Dockerfile");
		return;
	}
	n = str_chr(value, '$', 0) == SIZE_MAX
		? node_str(d->arena, value, at)
		: node_unknown(d->arena, STR("a variable of other variables"), at);
	/* A launch may hold the map of before. */
	env = node_new(d->arena, NODE_MAP, at);
	for (size_t i = 0; d->world.env && i < d->world.env->as.pairs.n; i++)
		*vec_push(d->arena, &env->as.pairs) = d->world.env->as.pairs.at[i];
	if (!keep || !node_get(env, name))
		node_set(d->arena, env, node_str(d->arena, name, at), n);
	if (env->as.pairs.n < 500)
		d->world.env = env;
}

/** ENV A=1 B="x y", ENV A 1, ARG A=1. */
static void variables(struct dockerfile *d, size_t from, size_t to, bool is_arg)
{
	struct str all = str_trim(str_sub(d->text, from, to));
	size_t eq = str_chr(all, '=', 0), blank = str_chr(all, ' ', 0);

	if (eq == SIZE_MAX || blank < eq) {
		if (!is_arg && blank != SIZE_MAX)
			set_variable(d, str_sub(all, 0, blank),
				     str_trim(str_sub(all, blank, all.n)), false);
		return;
	}
	for (size_t i = 0; i < all.n;) {
		size_t name = i, value;
		char quote = 0;

		while (i < all.n && all.s[i] != '=')
			i++;
		value = ++i;
		for (; i < all.n && (quote || !strchr(" \t\n\\", all.s[i])); i++)
			if (quote ? all.s[i] == quote : all.s[i] == '"' || all.s[i] == '\'')
				quote = quote ? 0 : all.s[i];
		if (value <= all.n)
			set_variable(d, str_sub(all, name, value - 1), str_sub(all, value, i),
				     is_arg);
		while (i < all.n && strchr(" \t\n\\\r", all.s[i]))
			i++;
	}
}

/** What the stage starts. */
static void start_stage(struct dockerfile *d)
{
	struct node *words = d->entrypoint.words;

	if (words && d->command.words)
		for (size_t i = 0; i < d->command.words->as.items.n; i++)
			node_push(d->arena, words, d->command.words->as.items.at[i]);
	if (!words && d->entrypoint.to == 0)
		words = d->command.words;
	if (words && words->as.items.n)
		run_words(d, words);
	else if (d->entrypoint.to)
		run_shell(d, d->entrypoint.from, d->entrypoint.to);
	else if (d->command.to)
		run_shell(d, d->command.from, d->command.to);
	memset(&d->entrypoint, 0, sizeof(d->entrypoint));
	memset(&d->command, 0, sizeof(d->command));
}

/** One instruction: its name, and the bytes behind it. */
static void instruction(struct dockerfile *d, struct str name, size_t from, size_t to)
{
	struct str value = str_trim(str_sub(d->text, from, to));

	if (str_is_nocase(name, "FROM")) {
		start_stage(d);
	} else if (str_is_nocase(name, "ENV")) {
		variables(d, from, to, false);
	} else if (str_is_nocase(name, "ARG")) {
		variables(d, from, to, true);
	} else if (str_is_nocase(name, "WORKDIR")) {
		/* Absolute in the image; its tail is often a folder of the repository. */
		d->world.cwd = value.n && value.s[0] != '/'
				   ? eval_path(d->arena, d->world.cwd, value)
				   : STR("");
	} else if (str_is_nocase(name, "RUN")) {
		struct node *words = exec_form(d, from, to);

		if (words && words->as.items.n)
			run_words(d, words);
		else
			run_shell(d, from, to);
	} else if (str_is_nocase(name, "CMD")) {
		d->command.words = exec_form(d, from, to);
		d->command.from = from;
		d->command.to = to;
	} else if (str_is_nocase(name, "ENTRYPOINT")) {
		d->entrypoint.words = exec_form(d, from, to);
		d->entrypoint.from = from;
		d->entrypoint.to = to;
	}
}

/** The end of the logical line at `from`: continued lines, and comment lines among them. */
static size_t logical_end(const struct dockerfile *d, size_t from)
{
	for (;;) {
		size_t eol = str_chr(d->text, '\n', from), last, first = from;
		size_t end = eol == SIZE_MAX ? d->text.n : eol;

		while (first < end && strchr(" \t", d->text.s[first]))
			first++;
		last = end;
		while (last > first && strchr(" \t\r", d->text.s[last - 1]))
			last--;
		if (eol == SIZE_MAX || !(last > first && d->text.s[last - 1] == '\\')) {
			/* A comment in between does not end the instruction. */
			if (eol == SIZE_MAX || first >= end || d->text.s[first] != '#')
				return end;
		}
		from = eol + 1;
	}
}

struct launches *dockerfile_read(struct arena *a, const struct shell_world *world,
				 struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct dockerfile d = {.arena = a, .files = files, .file = id};

	d.out = arena_new(a, struct launches);
	d.out->variables = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	if (world)
		d.world = *world;
	if (!file)
		return d.out;
	d.text = file->text;
	for (size_t from = 0, to; from < d.text.n; from = to + 1) {
		size_t name = from;

		while (from < d.text.n && strchr(" \t", d.text.s[from]))
			from++;
		if (from >= d.text.n || d.text.s[from] == '#' || d.text.s[from] == '\n') {
			to = str_chr(d.text, '\n', from);
			to = to == SIZE_MAX ? d.text.n : to;
			continue;
		}
		name = from;
		to = logical_end(&d, from);
		while (from < to && !strchr(" \t\r\n", d.text.s[from]))
			from++;
		instruction(&d, str_sub(d.text, name, from), from, to);
	}
	start_stage(&d);
	return d.out;
}
