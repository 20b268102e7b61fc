#include "presets.h"

#include "core/base/base.h"
#include "lint/read/read.h"
#include "version.h"

enum { PRESET_DEPTH_MAX = 4 };

/* What stands behind the first word of a line; false if no line begins with it. */
static bool line_of(const struct framework *f, struct str first, struct str *rest)
{
	for (size_t i = 0; f->presets && f->presets[i]; i++)
		for (struct str_cut line = {.tail = str_of(f->presets[i])}; line.tail.n;) {
			struct str_cut word;

			line = str_cut(line.tail, '\n');
			word = str_cut(line.head, ' ');
			if (str_eq(word.head, first)) {
				*rest = word.tail;
				return true;
			}
		}
	return false;
}

/* A tree that lines of words are put into. */
struct preset {
	struct arena *arena;
	const struct framework *framework;
	struct node *tree;
	/** The name that the words stand for. */
	const struct node *name;
	/** The key of a word that is a value alone. */
	struct str key;
	/** Of the framework; empty: the newest. */
	struct str version;
};

/* Whether a word holds for the version: ">=0.2" says since when there is the line, and is no word of it; "<0.4:WORD" holds before. */
static bool holds(const struct preset *p, struct str *word)
{
	struct str_cut cut = str_cut(*word, ':');

	if (str_starts(*word, STR(">=")))
		return false;
	if (!str_starts(*word, STR("<")))
		return true;
	*word = cut.tail;
	return p->version.n && version_cmp(p->version, str_sub(cut.head, 1, cut.head.n)) < 0;
}

static void put_line(struct preset *p, struct str line, int depth)
{
	while (line.n && depth < PRESET_DEPTH_MAX) {
		struct str_cut cut = str_cut(line, ' '), word;
		struct str others;

		line = cut.tail;
		if (!holds(p, &cut.head))
			continue;
		word = str_cut(cut.head, '=');
		if (str_starts(cut.head, STR("+")) && line_of(p->framework, cut.head, &others)) {
			put_line(p, others, depth + 1);
		} else if (word.ok && !word.tail.n) {
			p->key = word.head;
		} else {
			struct node *value =
			    node_str(p->arena, word.ok ? word.tail : cut.head, p->name->at);

			value->from[0] = p->name;
			conf_put(p->arena, p->tree, word.ok ? word.head : p->key,
				 conf_word(p->arena, value), NULL);
		}
	}
}

/* Whether a version has a line: a release before the first that does knows nothing of the name. */
static bool has_line(const struct framework *f, struct str version, struct str own)
{
	struct str since = str_cut(own, ' ').head;

	if (!version.n)
		return true;
	return version_in(version, f->presets_since, NULL) &&
	       (!str_starts(since, STR(">=")) || version_cmp(version, str_sub(since, 2, since.n)) >= 0);
}

struct str preset_since(const struct framework *f, struct str name)
{
	struct str own;

	if (!line_of(f, name, &own) || !str_starts(own, STR(">=")))
		return (struct str){0};
	own = str_cut(own, ' ').head;
	return str_sub(own, 2, own.n);
}

struct node *preset_tree(struct arena *a, const struct framework *f, struct str version,
			 const struct node *name)
{
	struct preset p = {.arena = a, .framework = f, .version = version};
	struct str all, own;
	struct node *shown;

	if (name->kind != NODE_STR || str_starts(name->text, STR("+")) || str_is(name->text, "*") ||
	    !line_of(f, name->text, &own) || !has_line(f, version, own) || !line_of(f, STR("*"), &all))
		return NULL;
	p.tree = node_new(a, NODE_MAP, name->at);
	p.name = shown = node_str(a, name->text, name->at);
	shown->how = str_fmt(a, "a config of %s", f->name);
	put_line(&p, all, 0);
	put_line(&p, own, 0);
	return p.tree;
}
