/* Which other run of a script a page's command means, by its words alone. */
#include "told_words.h"

/* A flag that a launch gives, and its value; value is NULL where it has none. */
struct flag {
	struct str name;
	struct node *value;
};

static struct flag flag_at(struct draft_context *c, const struct launch *launch, size_t word)
{
	struct flag f = {launch->args.at[word].head, NULL};

	if (launch_split(c->arena, &launch->args.at[word], &f.name, &f.value))
		return f;
	if (word + 1 < launch->args.n && !str_starts(launch->args.at[word + 1].head, STR("-")))
		f.value = launch->args.at[word + 1].value;
	return f;
}

static bool is_number(const struct node *value)
{
	int64_t number;

	return value && value->kind == NODE_STR && str_to_int(value->text, &number);
}

/* "large", "7b_lora": a name to choose by, and no path, number or sentence. */
static bool is_choice(const struct node *value)
{
	if (!value || value->kind != NODE_STR || !value->text.n || is_number(value))
		return false;
	for (size_t i = 0; i < value->text.n; i++) {
		char c = value->text.s[i];

		if (!(((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-'))
			return false;
	}
	return true;
}

/* Whether a launch gives a flag; other: each time another value, all of them known. */
static bool gives(struct draft_context *c, const struct launch *launch, const struct flag *flag, bool *other)
{
	bool any = false;

	for (size_t i = 0; i < launch->args.n; i++) {
		struct flag f = flag_at(c, launch, i);

		if (!str_starts(f.name, STR("-")) || !str_eq(f.name, flag->name))
			continue;
		any = true;
		*other &= f.value && f.value->kind == NODE_STR && !str_eq(f.value->text, flag->value->text);
	}
	return any;
}

bool told_same_place(const struct launch *a, const struct launch *b)
{
	return a && b && a->at.file == b->at.file && a->at.off == b->at.off;
}

/* Whether a value is other than what all launches of the script, here: of the same place, give the flag, if any gives it one. */
static bool is_news(struct draft_context *c, uint32_t script, const struct launch *launch, const struct flag *flag, bool here)
{
	bool any = false, other = true;

	for (size_t k = 0; k < c->drafts.n; k++) {
		const struct draft *d = c->drafts.at[k];

		if (d->script == script && d->launch && (!here || told_same_place(d->launch, launch)))
			any |= gives(c, d->launch, flag, &other);
	}
	return any && other;
}

bool told_chooses_other(struct draft_context *c, uint32_t script, const struct launch *launch)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		struct flag flag = flag_at(c, launch, i);

		if (str_starts(flag.name, STR("-")) && is_choice(flag.value) && is_news(c, script, launch, &flag, false))
			return true;
	}
	return false;
}

bool told_sets_other(struct draft_context *c, uint32_t script, const struct launch *launch)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		struct flag flag = flag_at(c, launch, i);

		if (str_starts(flag.name, STR("-")) && (is_choice(flag.value) || is_number(flag.value)) &&
		    is_news(c, script, launch, &flag, true))
			return true;
	}
	return false;
}

static bool same_word(const struct launch_word *a, const struct launch_word *b)
{
	return a->value && b->value && a->value->kind == NODE_STR && node_same(a->value, b->value);
}

static bool same_words(const struct launch *a, const struct launch *b)
{
	bool same = a->kind == b->kind && a->args.n == b->args.n && a->layers.n == b->layers.n && !a->open && !b->open;

	for (size_t i = 0; same && i < a->args.n; i++)
		same = same_word(&a->args.at[i], &b->args.at[i]);
	for (size_t i = 0; same && i < a->layers.n; i++)
		same = str_eq(a->layers.at[i].name, b->layers.at[i].name) &&
		       node_same(a->layers.at[i].options, b->layers.at[i].options);
	return same && node_same(a->env, b->env);
}

/* Whether a draft names a page already. */
static bool names_page(const struct draft *d, uint32_t page)
{
	bool named = d->launch->file == page;

	for (size_t i = 0; i < d->again.n && !named; i++)
		named = d->again.at[i]->file == page;
	return named;
}

void told_note_again(struct draft_context *c, uint32_t script, const struct launch *launch)
{
	for (size_t i = 0; i < c->drafts.n; i++) {
		struct draft *d = c->drafts.at[i];

		if (d->script == script && d->launch && !names_page(d, launch->file) && same_words(d->launch, launch))
			*vec_push(c->arena, &d->again) = launch;
	}
}
