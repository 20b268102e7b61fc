/* Expansion of words: pieces to fields, split as bash splits them. */
#include "expansion.h"

#include <string.h>

/** Where pieces go. */
struct sink {
	struct sh_fields *fields;
	/** The field that is being made, and whether there is one (an empty one only by quotes). */
	struct sh_field field;
	bool begun;
	/** Unquoted expansions are split. */
	bool split;
	/** Within the word of ${x:-word}: unquoted text is split as well. */
	bool inner;
	/** The word came apart: its fields stand where the parts do. */
	bool apart;
	/** The piece at hand is the word's last. */
	bool last;
	/** The element that is all of the field so far. */
	const struct sh_value *element;
	struct str ifs;
	struct span at;
};

static bool is_ifs(const struct sink *to, char c)
{
	return str_chr(to->ifs, c, 0) != SIZE_MAX;
}

/** The place of a field that an expansion spliced in: that of its parts, if they are together. */
static struct span parts_place(struct sh_parts parts, struct span fallback)
{
	struct span at = {0};

	for (size_t i = 0; i < parts.n; i++) {
		struct span p = sh_parts_at(parts, i)->at;

		if (!p.file || (at.file && p.file != at.file) || (at.file && p.off < at.off))
			return at.file ? at : fallback;
		if (!at.file)
			at = p;
		else
			at.len = p.off + p.len - at.off;
	}
	return at.file ? at : fallback;
}

static void finish(struct sh_eval *ev, struct sink *to)
{
	if (!to->begun)
		return;
	to->field.at = to->apart ? parts_place(to->field.parts, to->at) : to->at;
	if (to->element && to->element->at.file) {
		to->field.at = to->element->at;
		to->field.from = to->element->from[0].value ? to->element->from : NULL;
	}
	to->element = NULL;
	*vec_push(ev->arena, to->fields) = to->field;
	to->field = (struct sh_field){0};
	to->begun = false;
}

static void put(struct sh_eval *ev, struct sink *to, struct sh_part part, bool quoted)
{
	part.quoted = quoted;
	sh_parts_push(ev->arena, &to->field.parts, part);
	to->begun = true;
	to->element = NULL;
}

/** A slice of known text as a part of its own. */
static struct sh_part slice(const struct sh_part *part, size_t from, size_t to)
{
	struct sh_part out = *part;

	out.text = str_sub(part->text, from, to);
	if (part->at.len == part->text.n) {
		out.at.off += (uint32_t)from;
		out.at.len = (uint32_t)(to - from);
	} else if (out.at.len == out.text.n) {
		out.at.len--;
	}
	return out;
}

/** Known text of an unquoted expansion, split at IFS. */
static void put_split(struct sh_eval *ev, struct sink *to, const struct sh_part *part)
{
	size_t i = 0, n = part->text.n;

	while (i < n) {
		size_t from = i;

		if (is_ifs(to, part->text.s[i])) {
			bool blank = strchr(" \t\n", part->text.s[i]) != NULL;

			/* A separator that is no blank ends a field even if it is empty (POSIX 2.6.5). */
			if (!blank && !to->begun)
				to->begun = true;
			to->apart = true;
			finish(ev, to);
			i++;
			while (blank && i < n && is_ifs(to, part->text.s[i]) &&
			       strchr(" \t\n", part->text.s[i]))
				i++;
			continue;
		}
		while (i < n && !is_ifs(to, part->text.s[i]))
			i++;
		if (i < n)
			to->apart = true;
		put(ev, to, slice(part, from, i), false);
	}
}

/** Whether every alternative is exactly one field, so that the choice can stay within a field. */
static bool is_one_field(const struct sink *to, const struct sh_value *v)
{
	if (v->kind == SH_VALUE_CHOICE) {
		for (size_t i = 0; i < v->fork->n; i++)
			if (!is_one_field(to, v->alt[i]))
				return false;
		return true;
	}
	if (v->kind != SH_VALUE_SCALAR || !v->parts.n)
		return false;
	for (size_t i = 0; i < v->parts.n; i++) {
		const struct sh_part *part = sh_parts_at(v->parts, i);

		if (part->kind == PART_CHOICE && !is_one_field(to, part->choice))
			return false;
		for (size_t j = 0; part->kind == PART_TEXT && j < part->text.n; j++)
			if (is_ifs(to, part->text.s[j]))
				return false;
	}
	return v->parts.bytes > 0 || sh_parts_at(v->parts, 0)->kind != PART_TEXT;
}

static void put_parts(struct sh_eval *ev, struct sink *to, struct sh_parts parts, bool quoted);

/* Whether a choice among the parts of an unquoted expansion makes fields of its own: blanks are around it. */
static bool stands_alone(const struct sink *to, struct sh_parts parts, size_t i)
{
	const struct sh_part *next = i + 1 < parts.n ? sh_parts_at(parts, i + 1) : NULL;

	if (to->begun || (!next && !to->last))
		return false;
	return !next || (next->kind == PART_TEXT && next->text.n && is_ifs(to, next->text.s[0]));
}

/*
 * The fields of each alternative of such a choice. What stands around it hangs on others, so that a command which is put
 * together of many options ("$data $precision $recompute") does not become as many commands as there are ways through all.
 * False if the alternatives are too many, or not simple: the word is to be read once for each.
 */
static bool put_choice(struct sh_eval *ev, struct sink *to, const struct sh_value *choice)
{
	const struct sh_fork *fork = choice->fork;
	struct sh_ranges r = {.start = to->fields->n, .n = fork->n};

	for (size_t k = 0; k < fork->n; k++) {
		const struct sh_value *alt = choice->alt[k];
		size_t before = to->fields->n;

		if ((alt->kind != SH_VALUE_SCALAR && alt->kind != SH_VALUE_UNSET) || ev->state.n_picks >= SH_PICKS_MAX ||
		    !sh_take(&ev->state, fork, k))
			return false;
		if (alt->kind == SH_VALUE_SCALAR)
			put_parts(ev, to, sh_parts_pick(ev->arena, alt->parts, fork, k), false);
		finish(ev, to);
		sh_untake(&ev->state);
		if (ev->state.need)
			return false;
		for (size_t i = before; i < to->fields->n; i++)
			sh_add_pick(&ev->state, &to->fields->at[i], (struct sh_pick){fork, k});
		r.ends[k] = to->fields->n;
	}
	sh_factor(&ev->state, fork, to->fields, &r);
	to->apart = true;
	return true;
}

/** The parts of an expansion. */
static void put_parts(struct sh_eval *ev, struct sink *to, struct sh_parts parts, bool quoted)
{
	if (!sh_work(&ev->state, parts.n + parts.bytes / 16))
		return;
	if (quoted || !to->split)
		to->begun |= quoted;
	for (size_t i = 0; i < parts.n; i++) {
		const struct sh_part *part = sh_parts_at(parts, i);

		if (quoted || !to->split) {
			put(ev, to, *part, quoted);
		} else if (part->kind == PART_TEXT) {
			put_split(ev, to, part);
		} else if (part->kind == PART_CHOICE && !is_one_field(to, part->choice)) {
			if (stands_alone(to, parts, i) && put_choice(ev, to, part->choice))
				continue;
			ev->state.need = part->choice->fork;
			return;
		} else {
			to->field.many |= part->kind == PART_UNKNOWN && !part->root && !part->given;
			put(ev, to, *part, false);
		}
	}
}

/** Several values: "${a[@]}". */
static void put_list(struct sh_eval *ev, struct sink *to, const struct sh_result *r, bool quoted)
{
	const struct sh_value *ifs = sh_get(&ev->state, STR("IFS"));
	struct str text = STR(" ");

	to->fields->open |= r->open;
	if (r->star && (quoted || !to->split)) {
		if (ifs->kind == SH_VALUE_SCALAR && sh_parts_known(ev->arena, ifs->parts, &text))
			text = str_sub(text, 0, 1);
	} else if (to->split) {
		to->apart = true;
		for (size_t i = 0; i < r->items.n && !ev->state.need; i++) {
			bool alone = !to->begun || i;

			if (i)
				finish(ev, to);
			put_parts(ev, to, r->items.at[i].parts, quoted);
			to->element = alone && to->field.parts.n ? r->items.at[i].element : NULL;
		}
		return;
	} else {
		text = STR(" ");
	}
	to->begun |= quoted;
	for (size_t i = 0; i < r->items.n; i++) {
		if (i)
			put(ev, to, sh_part_text(text, (struct span){0}), true);
		put_parts(ev, to, r->items.at[i].parts, quoted);
	}
}

static void put_word(struct sh_eval *ev, struct sink *to, const struct sh_word *word);

static void put_text(struct sh_eval *ev, struct sink *to, const struct sh_piece *piece)
{
	struct sh_part part = sh_part_text(piece->text, piece->at);

	if (to->inner && to->split && !piece->quoted) {
		put_split(ev, to, &part);
		return;
	}
	if (part.text.n || !piece->quoted)
		put(ev, to, part, piece->quoted);
	to->begun = true;
}

static void put_parameter(struct sh_eval *ev, struct sink *to, const struct sh_piece *piece)
{
	struct sh_result r = sh_parameter(ev, piece->as.param, piece->at);
	bool inner = to->inner;

	if (ev->state.need)
		return;
	if (r.use && ev->nesting < SH_DEPTH_MAX) {
		ev->nesting++;
		to->inner = true;
		to->begun |= piece->quoted;
		put_word(ev, to, r.use);
		to->inner = inner;
		ev->nesting--;
	} else if (r.list) {
		put_list(ev, to, &r, piece->quoted);
	} else {
		put_parts(ev, to, r.parts, piece->quoted);
	}
}

static void put_piece(struct sh_eval *ev, struct sink *to, const struct sh_piece *piece)
{
	struct sh_parts one = {0};

	switch (piece->kind) {
	case SH_TEXT:
		put_text(ev, to, piece);
		return;
	case SH_PARAM:
		put_parameter(ev, to, piece);
		return;
	case SH_ARITH:
		put_parts(ev, to, sh_arith(&ev->state, sh_scalar(ev, piece->as.word), piece->at),
			  piece->quoted);
		return;
	case SH_COMMAND:
		put_parts(ev, to, sh_substitute(ev, piece->as.list, piece->at), piece->quoted);
		return;
	case SH_PROCESS:
		put(ev, to, sh_part_unknown(STR("a pipe of <(…)"), piece->at), true);
		return;
	case SH_HOLE:
		sh_parts_push(ev->arena, &one, *piece->as.part);
		for (size_t i = 0; i < ev->state.n_picks; i++)
			one = sh_parts_pick(ev->arena, one, ev->state.picks[i].fork,
					    ev->state.picks[i].alternative);
		put_parts(ev, to, one, piece->quoted);
		return;
	}
}

/** "~" at the start of a word; true if it was one, with *skip the bytes that it takes. */
static bool tilde(struct sh_eval *ev, struct sink *to, const struct sh_piece *piece, size_t *skip)
{
	const struct sh_value *home = sh_get(&ev->state, STR("HOME"));
	struct str text = piece->text;
	struct sh_part part;

	if (piece->kind != SH_TEXT || piece->quoted || !text.n || text.s[0] != '~')
		return false;
	*skip = 1;
	while (*skip < text.n && text.s[*skip] != '/')
		++*skip;
	if (*skip == 1 && home->kind == SH_VALUE_SCALAR) {
		put_parts(ev, to, home->parts, true);
		return true;
	}
	/* "~user" may be nobody's; "~a=b" of Hydra deletes a key. */
	if (*skip > 1)
		return false;
	part = sh_part_unknown(STR("~ is the home directory"), piece->at);
	put(ev, to, part, true);
	return true;
}

static void put_word(struct sh_eval *ev, struct sink *to, const struct sh_word *word)
{
	size_t i = 0, skip;

	if (!word)
		return;
	if (word->n && tilde(ev, to, &word->at[0], &skip)) {
		struct sh_piece rest = word->at[0];

		if (rest.at.len == rest.text.n) {
			rest.at.off += (uint32_t)skip;
			rest.at.len -= (uint32_t)skip;
		} else {
			rest.at.len = 0;
		}
		rest.text = str_sub(rest.text, skip, rest.text.n);
		if (rest.text.n)
			put_piece(ev, to, &rest);
		i = 1;
	}
	for (; i < word->n && !ev->state.need; i++) {
		to->last = i + 1 == word->n && !to->inner;
		put_piece(ev, to, &word->at[i]);
	}
}

static struct str ifs_of(struct sh_eval *ev)
{
	const struct sh_value *v = sh_get(&ev->state, STR("IFS"));
	struct str text;

	if (v->kind == SH_VALUE_SCALAR && sh_parts_known(ev->arena, v->parts, &text))
		return text;
	return STR(" \t\n");
}

static void expand_one(struct sh_eval *ev, const struct sh_word *word, struct sh_fields *out);

/** The word once for each alternative of the fork that it needs decided. */
static void expand_forked(struct sh_eval *ev, const struct sh_word *word, struct sh_fields *out)
{
	const struct sh_fork *fork = ev->state.need;
	struct sh_ranges r = {.start = out->n, .n = fork->n};

	ev->state.need = NULL;
	for (size_t k = 0; k < fork->n; k++) {
		size_t before = out->n;

		if (ev->state.n_picks >= SH_PICKS_MAX || !sh_take(&ev->state, fork, k)) {
			struct sh_field *f = vec_push(ev->arena, out);

			sh_parts_push(
			    ev->arena, &f->parts,
			    sh_part_unknown(STR("more than 8 alternatives"), word->place));
			f->at = word->place;
			f->many = true;
			return;
		}
		expand_one(ev, word, out);
		sh_untake(&ev->state);
		for (size_t i = before; i < out->n; i++)
			sh_add_pick(&ev->state, &out->at[i], (struct sh_pick){fork, k});
		r.ends[k] = out->n;
	}
	sh_factor(&ev->state, fork, out, &r);
}

static void expand_one(struct sh_eval *ev, const struct sh_word *word, struct sh_fields *out)
{
	struct sink to = {.fields = out, .split = true, .ifs = ifs_of(ev), .at = word->place};
	size_t before = out->n;

	ev->state.n_origins = 0;
	put_word(ev, &to, word);
	if (ev->state.need) {
		out->n = before;
		expand_forked(ev, word, out);
		return;
	}
	finish(ev, &to);
	if (out->n - before == 1 && !to.apart && ev->state.n_origins) {
		struct sh_origin *from = arena_news(ev->arena, struct sh_origin, NODE_FROM_MAX);

		memcpy(from, ev->state.origins, ev->state.n_origins * sizeof(*from));
		out->at[before].from = from;
	}
	for (size_t i = before; i < out->n; i++) {
		out->at[i].lost = word->lost;
		out->at[i].junk = word->junk;
	}
}

void sh_fields(struct sh_eval *ev, const struct sh_word *word, struct sh_fields *out)
{
	struct sh_words words = {0};

	if (!sh_braces(&ev->state, word, &words)) {
		expand_one(ev, word, out);
		return;
	}
	for (size_t i = 0; i < words.n; i++)
		expand_one(ev, words.at[i], out);
}

struct sh_parts sh_scalar(struct sh_eval *ev, const struct sh_word *word)
{
	struct sh_fields none = {0};
	struct sink to = {.fields = &none, .at = word ? word->place : (struct span){0}};
	const struct sh_value *alt[NODE_EITHER_MAX];
	const struct sh_fork *fork;
	struct sh_parts out = {0};

	put_word(ev, &to, word);
	fork = ev->state.need;
	if (!fork)
		return to.field.parts;
	ev->state.need = NULL;
	for (size_t k = 0; k < fork->n; k++) {
		if (ev->state.n_picks >= SH_PICKS_MAX || !sh_take(&ev->state, fork, k)) {
			sh_parts_push(ev->arena, &out,
				      sh_part_unknown(STR("more than 8 alternatives"), to.at));
			return out;
		}
		alt[k] = sh_value_of(ev->arena, sh_scalar(ev, word), to.at);
		sh_untake(&ev->state);
	}
	alt[0] = sh_value_join(ev->arena, fork, alt);
	if (alt[0]->kind == SH_VALUE_SCALAR)
		return alt[0]->parts;
	sh_parts_push(ev->arena, &out,
		      (struct sh_part){.kind = PART_CHOICE, .choice = alt[0], .at = to.at});
	return out;
}

bool sh_field_text(struct sh_eval *ev, const struct sh_field *field, struct str *out)
{
	if (!field->parts.n) {
		*out = STR("");
		return true;
	}
	return sh_parts_known(ev->arena, field->parts, out);
}
