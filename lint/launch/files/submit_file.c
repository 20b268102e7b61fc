/*
 * HTCondor's descriptions of jobs: commands "name = value" in any order of which each "queue" submits jobs with what
 * they are then, $(NAME) put in late and without regard to case (HTCondor 23 manual, man-pages/condor_submit.rst).
 */
#include "launch_files.h"

#include "lint/eval/eval.h"
#include "lint/launch/composed_source.h"

#include <string.h>

enum { DEPTH_MAX = 16, EXPANDED_MAX = 1 << 16, ITEMS_MAX = 64, COMMANDS_MAX = 2000, MACROS_MAX = 100000 };

/** A byte of a value, macros put in. */
struct byte {
	/** Where it stands in the file. */
	uint32_t off;
	/** '\0': any text, of a macro that nothing here sets. */
	char c;
};

struct bytes {
	VEC(struct byte);
};

struct submit_file {
	struct arena *arena;
	const struct shell_world *world;
	struct files *files;
	uint32_t file;
	struct str text;
	/** MAP: the commands so far by their names in small letters: STR, a part of the file's text as it stands there. */
	struct node *commands;
	/** Macros put in so far. */
	size_t macros;
	struct launches *out;
};

static struct span span_at(const struct submit_file *s, struct str part)
{
	return (struct span){s->file, part.n ? (uint32_t)(part.s - s->text.s) : 0, (uint32_t)part.n};
}

static struct str command(const struct submit_file *s, const char *name)
{
	const struct node *n = node_get(s->commands, str_of(name));

	return n ? n->text : (struct str){0};
}

static void set_command(struct submit_file *s, struct str name, struct str value)
{
	if (s->commands->as.pairs.n < COMMANDS_MAX)
		node_set(s->arena, s->commands, node_str(s->arena, str_lower(s->arena, name), span_at(s, value)),
			 node_str(s->arena, value, span_at(s, value)));
}

static void put(struct submit_file *s, struct bytes *out, const char *at, char c)
{
	if (out->n < EXPANDED_MAX)
		*vec_push(s->arena, out) = (struct byte){(uint32_t)(at - s->text.s), c};
}

/* The bytes of a part of the file, macros put in: $(name), $(name:default); $ENV(…), $$(…) and $F…(…) are not known here. */
static void expand(struct submit_file *s, struct str value, struct bytes *out, int depth)
{
	for (size_t i = 0; i < value.n; i++) {
		size_t open, end;
		struct str_cut name;
		const struct node *known;

		/* A line that goes on. */
		if (value.s[i] == '\\' && i + 1 < value.n && strchr("\r\n", value.s[i + 1])) {
			i += str_starts(str_sub(value, i + 1, value.n), STR("\r\n")) ? 2 : 1;
			continue;
		}
		for (open = i + 1; value.s[i] == '$' && open < value.n && (str_name_byte(value.s[open]) || value.s[open] == '$');)
			open++;
		if (value.s[i] != '$' || open >= value.n || value.s[open] != '(') {
			put(s, out, value.s + i, value.s[i]);
			continue;
		}
		end = str_chr(value, ')', open);
		if (end == SIZE_MAX)
			end = value.n;
		name = str_cut(str_sub(value, open + 1, end), ':');
		known = open == i + 1 ? node_get(s->commands, str_lower(s->arena, str_trim(name.head))) : NULL;
		if (depth == DEPTH_MAX || s->macros++ > MACROS_MAX)
			put(s, out, value.s + i, '\0');
		else if (known)
			expand(s, known->text, out, depth + 1);
		else if (open == i + 1 && name.ok)
			expand(s, name.tail, out, depth + 1);
		else
			put(s, out, value.s + i, '\0');
		i = end;
	}
}

static bool is_blank(const struct bytes *b, size_t i)
{
	return b->at[i].c && strchr(" \t\r\n", b->at[i].c);
}

/* Bytes as a word: of one piece of the file with its place, of what is not known in parts. */
static struct node *word_of(struct submit_file *s, const struct bytes *b)
{
	struct node *parts = node_new(s->arena, NODE_TUPLE, (struct span){s->file, b->n ? b->at[0].off : 0, 0});

	for (size_t i = 0, to; i < b->n; i = to) {
		bool one = true;
		char *text;

		to = i + 1;
		if (!b->at[i].c) {
			node_push(s->arena, parts, node_unknown(s->arena, STR("a macro of HTCondor that is not set in the file"),
								(struct span){s->file, b->at[i].off, 1}));
			continue;
		}
		for (; to < b->n && b->at[to].c; to++)
			one = one && b->at[to].off == b->at[to - 1].off + 1;
		text = arena_bytes(s->arena, to - i, 1);
		for (size_t k = i; k < to; k++)
			text[k - i] = b->at[k].c;
		node_push(s->arena, parts,
			  node_str(s->arena, (struct str){text, to - i},
				   (struct span){s->file, b->at[i].off, one ? (uint32_t)(to - i) : 1}));
	}
	return parts->as.items.n == 1 && parts->as.items.at[0]->kind == NODE_STR ? parts->as.items.at[0] : parts;
}

/*
 * Words of a value. In the new syntax, all of it within double quotes, blanks stand between single ones, and two of a kind
 * are one of it; in the old one only \" is a mark of its own.
 */
static void add_words(struct submit_file *s, const struct bytes *b, struct node *words)
{
	struct bytes word = {0};
	bool fresh = b->n > 1 && b->at[0].c == '"' && b->at[b->n - 1].c == '"', quoted = false, begun = false;
	size_t end = fresh ? b->n - 1 : b->n;

	for (size_t i = fresh; i < end; i++) {
		char c = b->at[i].c, next = i + 1 < end ? b->at[i + 1].c : '\0';

		if (!quoted && is_blank(b, i)) {
			if (begun)
				node_push(s->arena, words, word_of(s, &word));
			word.n = 0;
			begun = false;
			continue;
		}
		begun = true;
		if (fresh && c == '\'' && !(quoted && next == '\'')) {
			quoted = !quoted;
			continue;
		}
		if ((fresh && c && strchr("'\"", c) && next == c) || (!fresh && c == '\\' && next == '"'))
			i++;
		*vec_push(s->arena, &word) = b->at[i];
	}
	if (begun)
		node_push(s->arena, words, word_of(s, &word));
}

static void add_pair(struct submit_file *s, struct node *env, const struct node *word)
{
	struct str_cut pair = str_cut(word->text, '=');

	if (word->kind == NODE_STR && pair.ok && pair.head.n)
		node_set(s->arena, env, node_str(s->arena, str_trim(pair.head), word->at), node_str(s->arena, pair.tail, word->at));
}

/* "A=1 B='x y'" in the new syntax; in the old one A=1;B=2. */
static struct node *environment_of(struct submit_file *s)
{
	struct str value = command(s, "environment");
	struct node *env = node_new(s->arena, NODE_MAP, span_at(s, value)), *words = node_new(s->arena, NODE_LIST, env->at);
	struct bytes bytes = {0};

	if (!value.n)
		value = command(s, "env");
	expand(s, value, &bytes, 0);
	for (size_t i = 0; bytes.n && bytes.at[0].c != '"' && i < bytes.n; i++)
		if (bytes.at[i].c == ';')
			bytes.at[i].c = ' ';
	add_words(s, &bytes, words);
	for (size_t i = 0; i < words->as.items.n; i++)
		add_pair(s, env, words->as.items.at[i]);
	return env;
}

/* A value whose macros are all known; empty otherwise. */
static struct str known_text(struct submit_file *s, const char *name)
{
	struct bytes bytes = {0};
	const struct node *n;

	expand(s, command(s, name), &bytes, 0);
	n = bytes.n ? word_of(s, &bytes) : NULL;
	return n && n->kind == NODE_STR ? str_trim(n->text) : (struct str){0};
}

static void add_option(struct submit_file *s, struct node *options, const char *option, const char *name, struct str value)
{
	if (value.n)
		node_set(s->arena, options, node_str(s->arena, str_of(option), span_at(s, command(s, name))),
			 node_str(s->arena, value, span_at(s, command(s, name))));
}

/* The names that an expression holds a card's to be: DeviceName == "NVIDIA A100-SXM4-80GB"; empty if it rules one out. */
static struct str cards_asked(struct submit_file *s, struct str expression)
{
	struct str name = STR("DeviceName"), out = {0};
	size_t from = 0, at, quote;

	if (str_has(expression, STR("!")))
		return out;
	while ((at = str_find(expression, name, from)) != SIZE_MAX) {
		struct str rest = str_trim(str_sub(expression, at + name.n, expression.n));

		from = at + name.n;
		quote = str_chr(rest, '"', 0);
		if (quote == SIZE_MAX || quote > 6 || !str_has(str_sub(rest, 0, quote), STR("=")))
			continue;
		rest = str_cut(str_sub(rest, quote + 1, rest.n), '"').head;
		out = out.n ? str_fmt(s->arena, "%.*s|%.*s", STR_ARG(out), STR_ARG(rest)) : rest;
	}
	return out;
}

/* What is asked of the machine, as directives of a batch system (lint/target/scheduler_targets.c); NULL: nothing. */
static const struct node *batch_of(struct submit_file *s)
{
	static const char *const expressions[] = {"require_gpus", "requirements"};
	struct node *out = node_new(s->arena, NODE_MAP, (struct span){s->file, 0, 0});
	struct node *options = node_new(s->arena, NODE_MAP, out->at);

	add_option(s, options, "gpus_per_node", "request_gpus", known_text(s, "request_gpus"));
	for (size_t i = 0; i < sizeof(expressions) / sizeof(*expressions) && !node_get(options, STR("constraint")); i++)
		add_option(s, options, "constraint", expressions[i], cards_asked(s, known_text(s, expressions[i])));
	add_option(s, options, "nodes", "machine_count", known_text(s, "machine_count"));
	node_set(s->arena, out, node_str(s->arena, STR("HTCondor"), out->at), options);
	return options->as.pairs.n ? out : NULL;
}

/* A program that lies in the repository is known as one by a path: run.sh beside the description is ./run.sh. */
static struct node *program_word(struct submit_file *s, struct node *word)
{
	const struct shell_world *w = s->world;
	struct str path = word->text, beside;

	if (word->kind != NODE_STR || str_chr(path, '/', 0) != SIZE_MAX || !w || !w->find)
		return word;
	beside = eval_path(s->arena, eval_dirname(files_at(s->files, s->file)->path), path);
	if (!w->find(w->data, path) && !w->find(w->data, beside))
		return word;
	return node_str(s->arena, str_cat(s->arena, STR("./"), path), word->at);
}

/* The folder of a program that lies beside the description, and not where it says from the root. */
static struct str folder_of(struct submit_file *s, const struct node *words)
{
	const struct shell_world *w = s->world;
	struct str folder = eval_dirname(files_at(s->files, s->file)->path), initial = known_text(s, "initialdir");

	if (initial.n)
		return str_starts(initial, STR("/")) ? initial : eval_path(s->arena, folder, initial);
	for (size_t i = 0; folder.n && w && w->find && i < words->as.items.n && i < 3; i++) {
		const struct node *n = words->as.items.at[i];

		if (n->kind != NODE_STR || !n->text.n || n->text.s[0] == '/' || n->text.s[0] == '-')
			continue;
		if (w->find(w->data, eval_path(s->arena, STR(""), n->text)))
			return STR("");
		if (w->find(w->data, eval_path(s->arena, folder, n->text)))
			return folder;
	}
	return STR("");
}

/* Counts what a job costs as work; false if none is left. */
static bool pay(struct submit_file *s, size_t bytes)
{
	uint64_t all = shell_budget(s->world ? s->world->budget : (struct shell_budget){0}).work;

	if (s->out->work + bytes < all) {
		s->out->work += bytes;
		return true;
	}
	s->out->work = all;
	s->out->spent = STR("jobs of a description of HTCondor's");
	return false;
}

/* The job as all is set now. */
static void submit(struct submit_file *s)
{
	struct node *words = node_new(s->arena, NODE_LIST, span_at(s, command(s, "executable")));
	const struct node *batch = batch_of(s);
	struct shell_world world;
	struct bytes program = {0}, arguments = {0};
	size_t before = s->out->n;

	expand(s, command(s, "executable"), &program, 0);
	expand(s, node_get(s->commands, STR("arguments")) ? command(s, "arguments") : command(s, "args"), &arguments, 0);
	if (!program.n || !pay(s, program.n + arguments.n) || !composed_world(s->world, s->out, &world))
		return;
	node_push(s->arena, words, program_word(s, word_of(s, &program)));
	add_words(s, &arguments, words);
	world.env = environment_of(s);
	world.cwd = folder_of(s, words);
	launches_add(s->arena, s->out, shell_read_words(s->arena, &world, s->files, words));
	for (size_t i = before; i < s->out->n; i++)
		if (!s->out->at[i].batch)
			s->out->at[i].batch = batch;
}

/* The values of a line for names: "a, b" for "x, y". */
static void set_items(struct submit_file *s, struct str names, struct str values)
{
	bool single = str_chr(names, ',', 0) == SIZE_MAX;

	while (names.n) {
		struct str_cut name = str_cut(names, ','), value = str_cut(values, ',');

		/* The last name takes what is left. */
		set_command(s, str_trim(name.head), str_trim(single || !name.ok ? values : value.head));
		names = name.tail;
		values = value.tail;
	}
}

/* A job for each item: of "in" by blanks and commas, of "from" by lines. */
static void submit_each(struct submit_file *s, struct str names, struct str list, bool lines)
{
	size_t n = 0;

	for (size_t i = 0, to; i < list.n && n < ITEMS_MAX; i = to + 1) {
		struct str item;

		for (to = i; to < list.n && !strchr(lines ? "\n" : " \t\r\n,", list.s[to]);)
			to++;
		item = str_trim(str_sub(list, i, to));
		if (!item.n || item.s[0] == '#')
			continue;
		set_items(s, names, item);
		submit(s);
		n++;
	}
}

/* Where a word stands by itself; SIZE_MAX: nowhere. */
static size_t word_at(struct str text, struct str word)
{
	for (size_t at = 0; (at = str_find(text, word, at)) != SIZE_MAX; at++)
		if ((!at || strchr(" \t", text.s[at - 1])) && at + word.n < text.n && strchr(" \t(", text.s[at + word.n]))
			return at;
	return SIZE_MAX;
}

/* queue [N] [names] [in|from|matching …], with what is behind the word; items of a file or of names of files are not known. */
static void queue(struct submit_file *s, struct str what)
{
	size_t from = word_at(what, STR("from")), in = word_at(what, STR("in")), at = from < in ? from : in;
	size_t matching = word_at(what, STR("matching")), open, close;
	struct str names = str_trim(str_sub(what, 0, at < matching ? at : matching < what.n ? matching : 0));

	/* A number in front of the names: so many jobs each. */
	while (names.n && names.s[0] >= '0' && names.s[0] <= '9')
		names = str_trim(str_sub(names, 1, names.n));
	names = names.n ? names : STR("item");
	open = at == SIZE_MAX ? SIZE_MAX : str_chr(what, '(', at);
	close = open == SIZE_MAX ? SIZE_MAX : str_chr(what, ')', open);
	if (close != SIZE_MAX)
		submit_each(s, names, str_sub(what, open + 1, close), at == from);
	else
		submit(s);
}

/* The end of the logical line at `from`; of a list in brackets behind "queue" its last line. */
static size_t logical_end(struct str text, size_t from)
{
	struct str first = str_cut(str_sub(text, from, text.n), '\n').head;
	size_t end = from + first.n, close;

	if (str_is_nocase(str_sub(first, 0, 5), "queue") && str_ends(str_trim(first), STR("("))) {
		close = str_chr(text, ')', end);
		return close == SIZE_MAX ? text.n : close + 1;
	}
	for (;;) {
		struct str line = str_sub(text, from, end);

		if (end >= text.n || !str_ends(str_trim(line), STR("\\")))
			return end;
		from = end + 1;
		end = str_chr(text, '\n', from);
		end = end == SIZE_MAX ? text.n : end;
	}
}

static void line(struct submit_file *s, struct str text)
{
	size_t eq = str_chr(text, '=', 0), n = 0;

	while (n < text.n && (str_name_byte(text.s[n]) || text.s[n] == '.'))
		n++;
	if (str_is_nocase(str_sub(text, 0, n), "queue") && (n == text.n || strchr(" \t", text.s[n])) &&
	    !str_starts(str_trim(str_sub(text, n, text.n)), STR("=")))
		queue(s, str_trim(str_sub(text, n, text.n)));
	else if (n && eq != SIZE_MAX && !str_trim(str_sub(text, n, eq)).n)
		set_command(s, str_sub(text, 0, n), str_trim(str_sub(text, eq + 1, text.n)));
}

struct launches *submit_file_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct submit_file s = {.arena = a, .world = world, .files = files, .file = id};

	s.out = arena_new(a, struct launches);
	s.commands = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	s.out->variables = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	if (!file)
		return s.out;
	s.text = file->text;
	for (size_t from = 0, to; from < s.text.n; from = to + 1) {
		while (from < s.text.n && strchr(" \t\r", s.text.s[from]))
			from++;
		if (from < s.text.n && s.text.s[from] == '#') {
			to = str_chr(s.text, '\n', from);
			to = to == SIZE_MAX ? s.text.n : to;
			continue;
		}
		to = logical_end(s.text, from);
		line(&s, str_trim(str_sub(s.text, from, to)));
	}
	return s.out;
}
