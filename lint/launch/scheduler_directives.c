#include "scheduler_directives.h"

#include "launcher_table.h"

#include <string.h>

static const struct {
	const char *prefix, *system;
	/** The launcher whose options they are. */
	const char *launcher;
	/** A repeated option adds to a list (PBS -l), or the last one counts. */
	bool adds;
} systems[] = {
    {"#SBATCH", "SBATCH", "sbatch", false},
    {"#PBS", "PBS", "qsub", true},
    {"#BSUB", "BSUB", "bsub", true},
    {"#$", "SGE", "qsub", true},
};

struct directive {
	struct arena *arena;
	const struct launcher *launcher;
	bool adds;
	struct node *options;
	struct str line;
	/** Place of line.s[0]. */
	struct span at;
	/** The comment behind the options: evidence about the hardware. */
	struct str comment;
	size_t i;
};

/** The next word without its quotes, with its place; false at the end or at a comment. */
static bool next_word(struct directive *d, struct str *word, struct span *at)
{
	char quote = 0;
	size_t from, to;

	while (d->i < d->line.n && strchr(" \t\r", d->line.s[d->i]))
		d->i++;
	if (d->i >= d->line.n || d->line.s[d->i] == '#')
		return false;
	from = d->i;
	for (; d->i < d->line.n; d->i++) {
		char c = d->line.s[d->i];

		if (!quote && strchr(" \t\r", c))
			break;
		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
	}
	to = d->i;
	*word = str_sub(d->line, from, to);
	*at = (struct span){d->at.file, d->at.off + (uint32_t)from, (uint32_t)(to - from)};
	return true;
}

/** Takes a pair of quotes off. */
static void unquote(struct str *word, struct span *at)
{
	if (word->n > 1 && (word->s[0] == '"' || word->s[0] == '\'') &&
	    word->s[word->n - 1] == word->s[0]) {
		*word = str_sub(*word, 1, word->n - 1);
		at->off++;
		at->len -= 2;
	}
}

static void add(struct directive *d, struct str name, struct span at, struct node *value)
{
	struct str key = str_tr(d->arena, name, '-', '_');
	struct node *old = node_get(d->options, key);

	value->how = d->comment;
	if (d->adds && old) {
		if (old->kind != NODE_LIST) {
			struct node *list = node_new(d->arena, NODE_LIST, old->at);

			node_push(d->arena, list, old);
			old = list;
		}
		node_push(d->arena, old, value);
		value = old;
	}
	node_set(d->arena, d->options, node_str(d->arena, key, at), value);
}

/** The value behind an option that is a word of its own; NULL if the next word is an option. */
static struct node *value_behind(struct directive *d)
{
	size_t back = d->i;
	struct str word;
	struct span at;

	if (!next_word(d, &word, &at) || word.s[0] == '-') {
		d->i = back;
		return NULL;
	}
	unquote(&word, &at);
	return node_str(d->arena, word, at);
}

static void option(struct directive *d, struct str word, struct span at)
{
	bool is_long = str_starts(word, STR("--"));
	struct str_cut c = str_cut(str_sub(word, is_long ? 2 : 1, word.n), '=');
	struct str name;
	enum option_kind kind;
	struct node *value;
	struct span value_at;

	if (is_long && c.ok) {
		value_at = (struct span){at.file, at.off + (uint32_t)(c.tail.s - word.s),
					 (uint32_t)c.tail.n};
		unquote(&c.tail, &value_at);
		if (c.tail.n)
			add(d, c.head, at, node_str(d->arena, c.tail, value_at));
		return;
	}
	name = str_sub(word, is_long ? 2 : 1, word.n);
	kind = launcher_option(d->launcher, str_tr(d->arena, name, '-', '_'), &name);
	/* -N4: glued to its option. */
	if (!is_long && kind == OPTION_OTHER && word.n > 2) {
		struct str first;
		size_t skip = word.s[2] == '=' ? 3 : 2;

		if (launcher_option(d->launcher, str_sub(word, 1, 2), &first) == OPTION_VALUE) {
			struct str rest = str_sub(word, skip, word.n);

			value_at = (struct span){at.file, at.off + (uint32_t)skip,
						 at.len - (uint32_t)skip};
			unquote(&rest, &value_at);
			add(d, first, at, node_str(d->arena, rest, value_at));
			return;
		}
	}
	value = kind == OPTION_SWITCH ? NULL : value_behind(d);
	/* "--output = x": Slurm reads the sign as the value, and nobody meant that. */
	if (value && (str_is(value->text, "=") || str_starts(value->text, STR("="))))
		return;
	add(d, name, at, value ? value : node_bool(d->arena, true, at));
}

static void directive(struct arena *a, struct node *options, const struct launcher *l, bool adds,
		      struct str line, struct span at)
{
	struct directive d = {
	    .arena = a, .launcher = l, .adds = adds, .options = options, .line = line, .at = at};
	struct str word;
	struct span word_at;
	size_t hash = str_find(line, STR(" #"), 0);

	if (hash != SIZE_MAX)
		d.comment = str_trim(str_sub(line, hash + 2, line.n));
	while (next_word(&d, &word, &word_at))
		if (word.n > 1 && word.s[0] == '-')
			option(&d, word, word_at);
}

static const struct launcher *launcher_of(const char *name)
{
	size_t n;
	const struct launcher *rows = launcher_table(&n);

	for (size_t i = 0; i < n; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return rows;
}

/* The place of a line: its own bytes of a file, the whole of a text that stands elsewhere. */
static struct span place_of(struct span whole, bool exact, size_t off, size_t n)
{
	return exact ? (struct span){whole.file, (uint32_t)off, (uint32_t)n} : whole;
}

static const struct node *directives(struct arena *a, struct str text, struct span whole, bool exact)
{
	struct node *out = NULL;

	for (size_t at = 0, end; at < text.n; at = end + 1) {
		struct str line;

		end = str_chr(text, '\n', at);
		if (end == SIZE_MAX)
			end = text.n;
		line = str_sub(text, at, end);
		if (str_trim(line).n && str_trim(line).s[0] != '#')
			break;
		for (size_t i = 0; i < sizeof(systems) / sizeof(*systems); i++) {
			struct str prefix = str_of(systems[i].prefix),
				   system = str_of(systems[i].system);
			struct node *options;

			if (!str_starts(line, prefix) || line.n == prefix.n ||
			    !strchr(" \t", line.s[prefix.n]))
				continue;
			if (!out)
				out = node_new(a, NODE_MAP, place_of(whole, exact, at, line.n));
			options = node_get(out, system);
			if (!options) {
				options = node_new(a, NODE_MAP, out->at);
				node_set(a, out, node_str(a, system, out->at), options);
			}
			directive(a, options, launcher_of(systems[i].launcher), systems[i].adds,
				  str_sub(line, prefix.n, line.n),
				  place_of(whole, exact, at + prefix.n, line.n - prefix.n));
		}
	}
	return out;
}

const struct node *batch_read(struct arena *a, struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);

	return file ? directives(a, file->text, (struct span){id, 0, 0}, true) : NULL;
}

const struct node *batch_read_text(struct arena *a, struct str text, struct span at)
{
	return directives(a, text, at, false);
}
