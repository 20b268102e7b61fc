/* Parameters: $x, $1, $@, ${x:-y} and the other forms in braces. */
#include "execution.h"

#include "lint/eval/eval.h"

#include <string.h>

/** Variables that bash or every login sets, to values that no file says. */
static const char *const always_set[] = {
    "RANDOM",  "LINENO",       "SECONDS",  "HOSTNAME", "UID",	      "EUID", "PPID",
    "BASHPID", "BASH_VERSION", "OSTYPE",   "HOME",     "USER",	      "PATH", "LOGNAME",
    "SHELL",   "HOSTTYPE",     "MACHTYPE", "BASH",     "EPOCHSECONDS"};

static struct sh_parts one(struct sh_eval *ev, struct sh_part part)
{
	struct sh_parts out = {0};

	sh_parts_push(ev->arena, &out, part);
	return out;
}

struct sh_parts sh_parts_text(struct sh_eval *ev, struct str s, struct span at)
{
	if (s.n && at.len == s.n)
		at.len--;
	return one(ev, sh_part_text(s, at));
}

static struct sh_parts number(struct sh_eval *ev, int64_t n, struct span at)
{
	return sh_parts_text(ev, str_fmt(ev->arena, "%lld", (long long)n), at);
}

struct sh_parts sh_parts_unknown(struct sh_eval *ev, struct str why, struct span at)
{
	return one(ev, sh_part_unknown(why, at));
}

/** The path of the script from the root, as $0 has it. */
static struct sh_parts script_path(struct sh_eval *ev, struct span at)
{
	struct sh_part root = sh_part_unknown(STR("the path of the repository"), at);
	struct sh_parts out = {0};

	root.root = true;
	sh_parts_push(ev->arena, &out, root);
	at.len = 0;
	sh_parts_push(ev->arena, &out, sh_part_text(str_cat(ev->arena, STR("/"), ev->script), at));
	return out;
}

/** What stands for a variable that is not set: nothing, as far as this file knows. */
static struct sh_parts missing(struct sh_eval *ev, struct str name, struct span at)
{
	struct sh_part part;
	bool argument = name.n && name.s[0] >= '0' && name.s[0] <= '9';

	if (ev->state.assume)
		return (struct sh_parts){0};
	part = sh_part_unknown(
	    argument ? str_fmt(ev->arena, "$%.*s is an argument of the script", STR_ARG(name))
		     : str_fmt(ev->arena, "$%.*s is not set here", STR_ARG(name)),
	    at);
	part.missing = true;
	ev->wants_arguments |= argument;
	return one(ev, part);
}

static bool is_missing(struct sh_parts p)
{
	return p.n == 1 && sh_parts_at(p, 0)->kind == PART_UNKNOWN && sh_parts_at(p, 0)->missing;
}

/** $#, where "$@" may hold more than is known. */
static struct sh_parts count(struct sh_eval *ev, const struct sh_value *v, struct span at)
{
	struct sh_part part;

	if (!v->open || ev->state.assume)
		return number(ev, (int64_t)v->entries.n, at);
	part = sh_part_unknown(STR("the number of the script's arguments"), at);
	part.missing = true;
	return one(ev, part);
}

/** The entry of an array or map; NULL if there is none. */
static const struct sh_value *entry(const struct sh_value *v, struct str key, int64_t index)
{
	if (index < 0 && v->entries.n)
		index += sh_entries_at(v->entries, v->entries.n - 1)->index + 1;
	for (size_t i = 0; i < v->entries.n; i++) {
		const struct sh_entry *e = sh_entries_at(v->entries, i);

		if (v->kind == SH_VALUE_MAP ? str_eq(e->key, key) : e->index == index)
			return e->value;
	}
	return NULL;
}

/**
 * A choice that may stand as one part: its alternatives are scalars, and where a branch set nothing what the variable is
 * without. NULL if there is another kind among them.
 */
static const struct sh_value *plain_choice(struct sh_eval *ev, const struct sh_value *v, struct str name, struct span at)
{
	const struct sh_value **alt;
	struct sh_value *out;
	bool same = true;

	if (v->kind == SH_VALUE_SCALAR)
		return v;
	if (v->kind == SH_VALUE_UNSET)
		return sh_value_of(ev->arena, missing(ev, name, at), at);
	if (v->kind != SH_VALUE_CHOICE)
		return NULL;
	alt = arena_news(ev->arena, const struct sh_value *, v->fork->n);
	for (size_t i = 0; i < v->fork->n; i++) {
		alt[i] = plain_choice(ev, v->alt[i], name, at);
		if (!alt[i])
			return NULL;
		same = same && alt[i] == v->alt[i];
	}
	if (same)
		return v;
	out = arena_new(ev->arena, struct sh_value);
	*out = *v;
	out->alt = alt;
	return out;
}

/** A value used as a scalar; an array is its first element. May set ev->state.need. */
static struct sh_parts scalar(struct sh_eval *ev, const struct sh_value *v, struct str name,
			      struct span at)
{
	if (v->kind == SH_VALUE_ARRAY || v->kind == SH_VALUE_MAP) {
		const struct sh_value *first = v->depth ? NULL : entry(v, STR("0"), 0);

		if (v->depth) {
			ev->state.need = sh_value_fork(v);
			return (struct sh_parts){0};
		}
		if (!first && v->open)
			return sh_parts_unknown(
			    ev, str_fmt(ev->arena, "elements of %.*s", STR_ARG(name)), at);
		return first ? first->parts : missing(ev, name, at);
	}
	if (v->kind == SH_VALUE_CHOICE) {
		const struct sh_value *plain = plain_choice(ev, v, name, at);

		if (plain)
			return one(ev,
				   (struct sh_part){.kind = PART_CHOICE, .choice = plain, .at = v->at});
		ev->state.need = v->fork;
		return (struct sh_parts){0};
	}
	if (v->kind == SH_VALUE_UNSET)
		return missing(ev, name, at);
	if (ev->state.assume && is_missing(v->parts))
		return (struct sh_parts){0};
	return v->parts;
}

struct str sh_index_text(struct sh_eval *ev, struct sh_parts key)
{
	struct str text = {0};

	for (size_t i = 0; i < key.n; i++)
		text = str_cat(ev->arena, text, sh_parts_at(key, i)->text);
	return text;
}

/** ${models[$SLURM_ARRAY_TASK_ID]}: one of them, and of ${batches[$SLURM_ARRAY_TASK_ID]} the one beside it. */
static const struct sh_fork *index_fork(struct sh_eval *ev, const struct str *labels, size_t n, struct str index, struct str text,
					struct span at)
{
	struct sh_fork *fork;
	const struct node *outer = NULL;

	for (size_t i = 0; i < ev->indexed.n; i++)
		if (ev->indexed.at[i].fork->n == n && str_eq(ev->indexed.at[i].index, index))
			return ev->indexed.at[i].fork;
	fork = arena_new(ev->arena, struct sh_fork);
	fork->n = n;
	fork->each = true;
	for (size_t i = 0; i + 1 < n; i++) {
		struct arms arms =
		    arms_new(ev->arena, str_fmt(ev->arena, "%.*s is %.*s", STR_ARG(text), STR_ARG(labels[i])), at, outer);

		arms.yes->quoted = arms.no->quoted = true;
		fork->when[i] = arms.yes;
		outer = arms.no;
	}
	fork->when[n - 1] = outer;
	*vec_push(ev->arena, &ev->indexed) = (struct sh_indexed){index, fork};
	return fork;
}

/** A choice of as many values as a fork has ways, or of choices of them. */
static const struct sh_value *choice_of(struct sh_eval *ev, const struct sh_value *const *values, const struct str *labels, size_t n,
					struct str index, struct str text, struct span at)
{
	const struct sh_value **alt = arena_news(ev->arena, const struct sh_value *, NODE_EITHER_MAX);
	struct str ranges[NODE_EITHER_MAX];
	struct sh_value *choice;
	size_t each = (n + NODE_EITHER_MAX - 1) / NODE_EITHER_MAX, groups = (n + each - 1) / each;

	if (n == 1)
		return values[0];
	for (size_t i = 0; i < groups; i++) {
		size_t from = i * each, some = n - from < each ? n - from : each;

		alt[i] = choice_of(ev, values + from, labels + from, some, str_fmt(ev->arena, "%.*s from %zu of %zu", STR_ARG(index), from, n),
				   text, at);
		ranges[i] = some == 1 ? labels[from]
				      : str_fmt(ev->arena, "%.*s to %.*s", STR_ARG(labels[from]), STR_ARG(labels[from + some - 1]));
	}
	choice = sh_value_new(ev->arena, SH_VALUE_CHOICE, at);
	choice->fork = index_fork(ev, ranges, groups, each > 1 ? str_fmt(ev->arena, "%.*s of %zu", STR_ARG(index), n) : index, text, at);
	choice->alt = alt;
	choice->depth = 1;
	for (size_t i = 0; i < groups; i++)
		if (alt[i]->depth >= choice->depth)
			choice->depth = (uint8_t)(alt[i]->depth + 1);
	return choice;
}

struct sh_parts sh_one_of(struct sh_eval *ev, const struct sh_value *const *values, const struct str *labels, size_t n, struct str index,
			  struct str text, struct span at)
{
	const struct sh_value *picked = sh_picked(&ev->state, choice_of(ev, values, labels, n, index, text, at));

	return picked->kind == SH_VALUE_CHOICE ? one(ev, (struct sh_part){.kind = PART_CHOICE, .choice = picked, .at = at}) : picked->parts;
}

struct sh_parts sh_environment(struct sh_eval *ev, struct str name, struct span at)
{
	const struct sh_slot *slot = sh_slot(&ev->state, name);

	if (slot->value->kind == SH_VALUE_UNSET)
		return missing(ev, name, at);
	return slot->exported ? scalar(ev, slot->value, name, at) : (struct sh_parts){0};
}

/** An element of which the index is not known. */
static struct sh_parts some_element(struct sh_eval *ev, const struct sh_param *param, const struct sh_value *v,
				    struct sh_parts key, struct str name, struct span at)
{
	struct str text = str_trim(files_text(ev->files, param->index->place)), labels[SH_ONE_OF_MAX];
	const struct sh_value *values[SH_ONE_OF_MAX];

	for (size_t i = 0; i < v->entries.n; i++) {
		const struct sh_entry *e = sh_entries_at(v->entries, i);

		if (e->value->kind != SH_VALUE_SCALAR)
			return sh_parts_unknown(ev, str_fmt(ev->arena, "an element of %.*s", STR_ARG(name)), at);
		values[i] = e->value;
		labels[i] = v->kind == SH_VALUE_MAP ? e->key : str_fmt(ev->arena, "%lld", (long long)e->index);
	}
	return sh_one_of(ev, values, labels, v->entries.n, sh_index_text(ev, key), text.n ? text : STR("the index"), at);
}

/** The value that a name stands for, before any operator; *set: whether it is set, where known. */
static struct sh_parts lookup(struct sh_eval *ev, const struct sh_param *param, struct str name,
			      bool *set, struct span at)
{
	const struct sh_value *v = sh_get(&ev->state, name), *args = sh_get(&ev->state, SH_ARGS);
	int64_t index;

	*set = true;
	if (str_is(name, "#"))
		return count(ev, args, at);
	if ((str_is(name, "0") || str_is(name, "BASH_SOURCE")) && v->kind == SH_VALUE_UNSET)
		return script_path(ev, at);
	if (str_to_int(name, &index) && index > 0) {
		v = entry(args, STR(""), index - 1);
		if (!v)
			v = &sh_unset;
		*set = v != &sh_unset;
		/* Within a function with known arguments, $3 of two is certainly empty. */
		if (!*set && !args->open)
			return (struct sh_parts){0};
		ev->takes_arguments |= !*set;
		if (!*set && ev->world->given) {
			*set = true;
			return sh_parts_unknown(ev, str_fmt(ev->arena, "$%.*s is an argument of the script", STR_ARG(name)), at);
		}
		return scalar(ev, v, name, at);
	}
	if (name.n == 1 && strchr("?$!-", name.s[0]))
		return sh_parts_unknown(ev, str_fmt(ev->arena, "$%.*s", STR_ARG(name)), at);
	if (v->kind == SH_VALUE_UNSET)
		for (size_t i = 0; i < sizeof(always_set) / sizeof(*always_set); i++)
			if (name.s[0] == always_set[i][0] && str_is(name, always_set[i]))
				return sh_parts_unknown(
				    ev, str_fmt(ev->arena, "$%.*s", STR_ARG(name)), at);
	*set = v->kind != SH_VALUE_UNSET;
	for (size_t i = 0; ev->asked && i < ev->asked->n; i++)
		ev->asked->read[i] |= ev->asked->given[i] == v;
	if (ev->asked && !*set)
		sh_note_unset(ev->asked, name);
	if (*set && ev->state.n_origins < NODE_FROM_MAX && v->kind != SH_VALUE_CODE)
		ev->state.origins[ev->state.n_origins++] = (struct sh_origin){name, v};
	if (param->index && (v->kind == SH_VALUE_ARRAY || v->kind == SH_VALUE_MAP)) {
		struct sh_parts key = sh_scalar(ev, param->index);
		const struct sh_value *e;
		struct str k = {0};

		if (v->depth) {
			ev->state.need = sh_value_fork(v);
			return key;
		}
		index = 0;
		if (v->kind == SH_VALUE_MAP ? !sh_parts_known(ev->arena, key, &k)
					    : !sh_arith_int(&ev->state, key, &index))
			return v->entries.n && v->entries.n <= SH_ONE_OF_MAX && !v->open && !key.depth
				       ? some_element(ev, param, v, key, name, at)
				       : sh_parts_unknown(
			    ev, str_fmt(ev->arena, "an element of %.*s", STR_ARG(name)), at);
		e = entry(v, k, index);
		*set = e != NULL;
		return e ? e->parts : (struct sh_parts){0};
	}
	return scalar(ev, v, name, at);
}

/** ${x-y}, ${x=y}, ${x+y}, ${x?y}: fills r. */
static void conditional(struct sh_eval *ev, const struct sh_param *param, struct sh_result *r,
			bool set, struct span at)
{
	struct str s;
	bool known = sh_parts_known(ev->arena, r->parts, &s), null = !r->list && known && !s.n;

	if (!r->list && is_missing(r->parts)) {
		null = known = true;
		/* A=$1: set, though perhaps to nothing. */
		set = set && !param->colon;
	}
	if (r->list)
		null = known = !r->items.n;
	if (param->op == '?')
		return;
	if (!set || (param->colon && null)) {
		r->list = false;
		r->parts = (struct sh_parts){0};
		if (param->op == '+')
			return;
		if (param->op == '=' && !ev->state.assume && sh_name_length(param->name)) {
			/* What was assigned stands for it: the word read twice at each level within others is read
			 * without end. */
			r->parts = sh_scalar(ev, param->arg);
			sh_set(&ev->state, param->name, sh_value_of(ev->arena, r->parts, at));
		} else {
			r->use = param->arg;
		}
		return;
	}
	if (!r->list && !known && param->colon && !r->parts.bytes) {
		/* Something unknown: perhaps it is empty, perhaps not. */
		r->parts = sh_parts_unknown(
		    ev, r->parts.n ? sh_parts_at(r->parts, 0)->text : STR("not known"), at);
		return;
	}
	if (param->op == '+') {
		r->list = false;
		r->parts = (struct sh_parts){0};
		r->use = param->arg;
	}
}

/** The elements of a variable, or their keys. */
static void put_elements(struct sh_eval *ev, const struct sh_param *param, const struct sh_value *v,
			 struct span at, struct sh_result *r)
{
	if (v->kind == SH_VALUE_SCALAR)
		*vec_push(ev->arena, &r->items) = (struct sh_spliced){v->parts, NULL};
	for (size_t i = 0; v->kind != SH_VALUE_SCALAR && i < v->entries.n; i++) {
		const struct sh_entry *e = sh_entries_at(v->entries, i);
		struct sh_spliced *item = vec_push(ev->arena, &r->items);

		if (param->indirect && v->kind == SH_VALUE_MAP)
			item->parts = sh_parts_text(ev, e->key, at);
		else if (param->indirect)
			item->parts = number(ev, e->index, at);
		else
			*item = (struct sh_spliced){e->value->parts, e->value};
	}
	/* The order of an associative array is bash's own. */
	if (v->kind == SH_VALUE_MAP && r->items.n > 1 && !param->indirect)
		for (size_t i = 0; i < r->items.n; i++)
			r->items.at[i] = (struct sh_spliced){
			    sh_parts_unknown(ev, STR("elements in an order of their own"), at), NULL};
	if (v->open && !str_is(param->name, "@") && !str_is(param->name, "*"))
		*vec_push(ev->arena, &r->items) = (struct sh_spliced){
		    sh_parts_unknown(
			ev, str_fmt(ev->arena, "elements of %.*s", STR_ARG(param->name)), at),
		    NULL};
}

/** ${a[@]:from:length} */
static void take_window(struct sh_eval *ev, const struct sh_param *param, struct sh_result *r)
{
	int64_t shift = str_is(param->name, "@") || str_is(param->name, "*"), from, to;

	/* "${@:2}" counts from $0 on. */
	if (!sh_window(ev, param, (int64_t)r->items.n + shift, &from, &to))
		return;
	from = from < shift ? 0 : from - shift;
	to = to < shift ? 0 : to - shift;
	for (int64_t i = from; i < to; i++)
		r->items.at[i - from] = r->items.at[i];
	r->items.n = (size_t)(to - from);
}

/** $@, ${a[@]}, ${!a[@]}, ${#a[@]}. */
static struct sh_result several(struct sh_eval *ev, const struct sh_param *param,
				const struct sh_value *v, struct span at)
{
	struct sh_result r = {.list = true, .star = param->star == '*', .open = v->open};

	if (v->depth && v->kind != SH_VALUE_SCALAR) {
		ev->state.need = sh_value_fork(v);
		return r;
	}
	if (param->length) {
		r.list = false;
		r.parts = v->kind == SH_VALUE_UNSET    ? number(ev, 0, at)
			  : v->kind == SH_VALUE_SCALAR ? number(ev, 1, at)
						       : count(ev, v, at);
		return r;
	}
	put_elements(ev, param, v, at, &r);
	if (param->op == ':' && !param->colon) {
		take_window(ev, param, &r);
	} else if (param->op && !strchr("-=+?", param->op)) {
		for (size_t i = 0; i < r.items.n && !ev->state.need; i++)
			r.items.at[i] = (struct sh_spliced){
			    sh_transform(ev, param, r.items.at[i].parts, at), NULL};
	} else if (param->op) {
		conditional(ev, param, &r, v->kind != SH_VALUE_UNSET && r.items.n, at);
	}
	return r;
}

struct sh_result sh_parameter(struct sh_eval *ev, const struct sh_param *param, struct span at)
{
	struct sh_result r = {0};
	struct str name = param->name, s;
	bool set;

	if (param->bad) {
		r.parts = sh_parts_unknown(ev, STR("a form of ${} that is not read"), at);
		return r;
	}
	/* An operator's words have operators within, which are read again for each element and alternative. */
	if (param->op && !sh_work(&ev->state, 1)) {
		r.parts = sh_parts_unknown(ev, STR("an expansion behind the budget"), at);
		return r;
	}
	if (param->star) {
		const struct sh_value *v = sh_get(&ev->state, str_is(name, "*") ? SH_ARGS : name);

		if (v->kind == SH_VALUE_UNSET && str_is(name, "BASH_SOURCE"))
			r.parts = script_path(ev, at);
		else
			r = several(ev, param, v, at);
		return r;
	}
	r.parts = lookup(ev, param, name, &set, at);
	if (!ev->state.need && param->indirect) {
		if (!sh_parts_known(ev->arena, r.parts, &s) || !s.n) {
			r.parts = sh_parts_unknown(
			    ev, STR("the name of a variable that is not known"), at);
			return r;
		}
		if (str_ends(s, STR("[@]"))) {
			struct sh_param inner = {.name = str_sub(s, 0, s.n - 3), .star = '@'};

			return several(ev, &inner, sh_get(&ev->state, inner.name), at);
		}
		name = s;
		r.parts = lookup(ev, param, name, &set, at);
	}
	/* Operators look at text, so every choice must be decided first. */
	if (!ev->state.need && (param->op || param->length) && r.parts.depth)
		ev->state.need = sh_parts_fork(r.parts);
	if (ev->state.need)
		return r;
	if (param->length)
		r.parts = sh_parts_known(ev->arena, r.parts, &s) && sh_is_ascii(s)
			      ? number(ev, (int64_t)s.n, at)
			      : sh_parts_unknown(ev, STR("a length that is not known"), at);
	else if (param->op && strchr("-=+?", param->op))
		conditional(ev, param, &r, set, at);
	else if (param->op)
		r.parts = sh_transform(ev, param, r.parts, at);
	return r;
}
