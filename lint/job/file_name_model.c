#include "file_name_model.h"

#include "core/model/model.h"

enum { WORDS_MAX = 24, WINDOW_MAX = 4 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "deepseek671b" as "deepseek-671b": letters with a size behind them are a name and its size. */
static struct str apart(struct arena *a, struct str word)
{
	size_t at = 0, end;

	while (at < word.n && is_letter(word.s[at]))
		at++;
	for (end = at; end < word.n && is_digit(word.s[end]);)
		end++;
	if (at == 0 || end == at || end + 1 != word.n || (word.s[end] != 'b' && word.s[end] != 'B'))
		return word;
	return str_fmt(a, "%.*s-%.*s", STR_ARG(str_sub(word, 0, at)), STR_ARG(str_sub(word, at, word.n)));
}

/* A name that says nothing but a size is that of any model; a part of a name may be any word. */
static const struct model *named(struct arena *a, struct str name)
{
	struct guess g;

	/* The size first: that is soon told, and few parts of a path have one. */
	if (!(name_size(name).total > 0) || !name_series(name))
		return NULL;
	g = model_guess(a, name);
	return g.rule != GUESS_NONE && g.rule <= GUESS_SCALED ? g.model : NULL;
}

/* The model of a name's words, the fewest first: what else stands there ("math") is none of its name. */
static const struct model *find(struct arena *a, struct str path, struct str *name)
{
	struct str base = str_tail(path, '/'), words[WORDS_MAX];
	size_t n = 0, dot = str_rchr(base, '.');

	if (dot != SIZE_MAX && dot > 0)
		base = str_sub(base, 0, dot);
	while (base.n && n < WORDS_MAX) {
		struct str_cut cut = str_cut(base, '_');

		words[n++] = apart(a, cut.head);
		base = cut.tail;
	}
	for (size_t length = 1; length <= WINDOW_MAX; length++) {
		for (size_t from = 0; from + length <= n; from++) {
			struct str text = words[from];
			const struct model *found;

			for (size_t i = 1; i < length; i++)
				text = str_fmt(a, "%.*s_%.*s", STR_ARG(text), STR_ARG(words[from + i]));
			found = named(a, text);
			if (found) {
				*name = text;
				return found;
			}
		}
	}
	return NULL;
}

void file_name_model(struct draft_context *c, struct draft *d)
{
	const struct extract_unknown *unknown = &d->extract.unknown[SETTING_MODEL];
	uint32_t ids[] = {d->launch ? d->launch->file : 0, d->main};

	if (d->job.model || d->extract.own || d->job.set[SETTING_MODEL].type != VALUE_ABSENT || !unknown->why.n)
		return;
	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct file *file = files_at(c->repo->files, ids[i]);
		struct str name = {0};
		const struct model *found = file ? find(c->arena, file->path, &name) : NULL;
		struct model *guess;

		if (!found)
			continue;
		guess = arena_new(c->arena, struct model);
		*guess = *found;
		guess->guessed = true;
		d->job.model = guess;
		d->job.shape_how = str_fmt(c->arena, "the file's name says it, %.*s", STR_ARG(unknown->why));
		d->job.set[SETTING_MODEL] = value_str(name, ORIGIN_ASSUMED, d->job.shape_how);
		d->job.set[SETTING_MODEL].at = unknown->at;
		return;
	}
}
