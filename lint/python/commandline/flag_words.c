/* The words of a command line as a mapping of flags, as libraries read them that know no declared options. */
#include "commandline_parts.h"

static struct str without_dashes(struct str word)
{
	while (word.n && word.s[0] == '-')
		word = str_sub(word, 1, word.n);
	return word;
}

bool cli_is_flag(const struct node *word)
{
	double r;

	return word->kind == NODE_STR && word->text.n > 1 && word->text.s[0] == '-' &&
	       !str_to_real(word->text, &r);
}

static void set_flag(struct interpreter *py, struct node *map, struct str name, struct node *value)
{
	struct str key = str_tr(py->arena, name, '-', '_');

	conf_set(py, map, key, value);
	/* --no-x without a value turns x off. */
	if (value->kind == NODE_BOOL && str_starts(key, STR("no_")))
		conf_set(py, map, str_sub(key, 3, key.n), py_bool(py, false, value->at));
}

/* The words behind a flag that belong to it. Behind the first one, $EXTRA is any number of words, flags among them. */
static size_t count_values(const struct node *words, size_t from)
{
	size_t n = 0;

	while (from + n < words->as.items.n && !cli_is_flag(words->as.items.at[from + n])) {
		const struct node *word = words->as.items.at[from + n];

		if (n && word->kind == NODE_UNKNOWN && !word->quoted)
			break;
		n++;
	}
	return n;
}

static struct node *values_of(struct interpreter *py, const struct node *words, size_t from, size_t n)
{
	struct node *list;

	if (n == 1)
		return words->as.items.at[from];
	list = py_new(py, NODE_LIST, words->as.items.at[from]->at);
	for (size_t i = 0; i < n; i++)
		py_append(py, list, words->as.items.at[from + i]);
	return list;
}

struct node *cli_flags(struct interpreter *py, const struct node *words, struct node *rest)
{
	struct node *map = py_new(py, NODE_MAP, words ? words->at : (struct span){0});

	for (size_t i = 0; words && i < words->as.items.n; i++) {
		struct node *word = words->as.items.at[i];
		struct str_cut cut;
		size_t n;

		cut = str_cut(py_partial_text(word), '=');
		if (cut.ok) {
			set_flag(py, map, without_dashes(cut.head), word);
			continue;
		}
		if (word->kind != NODE_STR) {
			map->open = true;
			continue;
		}
		cut = str_cut(word->text, '=');
		if (!cli_is_flag(word)) {
			if (cut.ok && cut.head.n && str_chr(cut.head, ' ', 0) == SIZE_MAX)
				conf_set(py, map, cut.head,
					 node_str(py->arena, cut.tail, word->at));
			else if (rest)
				py_append(py, rest, word);
			continue;
		}
		if (cut.ok) {
			set_flag(py, map, without_dashes(cut.head),
				 node_str(py->arena, cut.tail, word->at));
			continue;
		}
		n = count_values(words, i + 1);
		set_flag(py, map, without_dashes(word->text),
			 n ? values_of(py, words, i + 1, n) : py_bool(py, true, word->at));
		i += n;
	}
	return map;
}
