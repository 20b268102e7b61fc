#include "token_length.h"

#include "lint/settings/settings.h"
#include "training_data.h"

#include "core/base/base.h"

enum { DEPTH_MAX = 40, STEPS_MAX = 2000 };

/* Whether a tokenizer's call says to how many tokens it cuts or pads. */
static bool states_length(const struct token_search *f, const struct call *call)
{
	struct training_job tokens = {0};

	scan_extract(f->s, UINT32_MAX, &tokens);
	extract_call(&tokens.extract, call, &tokens.job);
	return job_get(&tokens.job, SETTING_MAX_SEQ_LENGTH) != NULL;
}

/* The call that made a value, if it is one of a tokenizer. */
static const struct call *tokenized(const struct token_search *f, const struct node *n)
{
	const struct call *call = scan_giver(f->s, n);

	if (!call || !call->row || call->row->effect != EFFECT_HINT)
		return NULL;
	/* What is made of ids is as long as they are, unless it says another length. */
	return str_among(call->method, STR("pad|prepare_for_model")) && !states_length(f, call) ? NULL : call;
}

/* Whether a tokenizer's call may cut its texts, although it does not say to what length. */
static bool may_cut(const struct call *call)
{
	for (size_t i = 0; i < call->args.n; i++) {
		struct str name = call->args.at[i].name;

		if (str_is(name, "truncation") || str_is(name, "max_length") || str_starts(name, STR("*")))
			return true;
	}
	return false;
}

struct token_length token_length_by_tokenizer(struct token_search *f, const struct call *call)
{
	struct token_length out = {.tokens = true, .uncut = !may_cut(call)};
	struct training_job tokens = {0};
	const struct value *most;

	scan_extract(f->s, UINT32_MAX, &tokens);
	extract_call(&tokens.extract, call, &tokens.job);
	most = job_get(&tokens.job, SETTING_MAX_SEQ_LENGTH);
	if (most && !most->alternative) {
		const struct arg *arg = call_arg(call, STR("max_length"), SIZE_MAX);

		out.most = *most;
		out.longest = token_bound_less_one(f->s, arg ? arg->value : NULL);
	}
	*vec_push(f->s->arena, &f->parts) = call;
	return out;
}

static bool is_number(const struct node *n)
{
	return n && (n->kind == NODE_INT || n->kind == NODE_REAL);
}

/* Two parts one behind the other, of which one may be padding: ids + [pad] * (longest - len(ids)). parts: they have a length together. */
static struct token_length of_two(struct token_search *f, const struct node *first, const struct node *second, bool parts, int depth)
{
	struct value to = {0};
	bool behind = is_padding(f->s, second, &to), before = !behind && is_padding(f->s, first, &to);
	struct token_length out;

	/* first_id + 3 is one token. */
	if (is_number(first) || is_number(second))
		return (struct token_length){0};
	if (!behind && !before)
		return parts ? token_length_joined(f->s, token_length_of(f, first, depth + 1), token_length_of(f, second, depth + 1))
			     : (struct token_length){0};
	out = token_length_of(f, before ? second : first, depth + 1);
	out.uncut = out.uncut && to.type == VALUE_ABSENT;
	if (to.type != VALUE_ABSENT) {
		out.most = to;
		out.whole = (struct value){0};
		out.made = out.filled = true;
	}
	return out;
}

static struct token_length of_slice(struct token_search *f, const struct node *n, int depth)
{
	struct token_length out = token_length_of(f, n->from[0], depth + 1);
	struct value most = token_bound(f->s, n->from[1]), rest = token_bound_of_rest(f->s, n->from[1]);

	out.uncut = false;
	if (rest.type != VALUE_ABSENT) {
		out.most = rest;
		out.made = out.joined = out.filled = true;
		return out;
	}
	if (most.type == VALUE_ABSENT)
		return out;
	if (!out.tokens || out.most.type == VALUE_ABSENT || most.as.i < out.most.as.i) {
		out.most = most;
		out.longest = token_bound_less_one(f->s, n->from[1]);
		out.whole = token_bound_with_ends(f->s, n->from[1]);
		out.made = true;
	}
	return out;
}

/* Inputs and the labels that are shifted by one: ids[:-1], ids[:, 1:]. */
static struct token_length of_dropped(struct token_search *f, const struct node *n, int depth)
{
	struct token_length out = token_length_of(f, n->from[0], depth + 1);
	struct value whole = out.most, *kept;

	if (whole.type == VALUE_ABSENT || whole.as.i <= n->from[1]->as.i)
		return out;
	out.made = true;
	out.most = out.longest;
	out.longest = (struct value){0};
	if (out.most.type != VALUE_ABSENT && n->from[1]->as.i == 1)
		return out;
	out.most = value_int(whole.as.i - n->from[1]->as.i, ORIGIN_DERIVED, STR("tokens of a row without those that only labels have"));
	out.most.at = whole.at;
	kept = arena_new(f->s->arena, struct value);
	*kept = whole;
	out.most.from[0] = kept;
	return out;
}

/* Alternatives are copies of values: the same one has its kind and its place. */
static bool is_same(const struct node *x, const struct node *y)
{
	if (x->kind == NODE_EITHER)
		for (size_t i = 0; i < x->as.items.n; i++)
			if (x->as.items.at[i] != x && is_same(x->as.items.at[i], y))
				return true;
	return x->kind == y->kind && x->at.file == y->at.file && x->at.off == y->at.off;
}

static bool is_cut_of(const struct node *cut, const struct node *of)
{
	return cut->kind == NODE_UNKNOWN && cut->op == ':' && is_same(cut->from[0], of);
}

/* Whether one of the conditions of a chain asks how much of something there is: "left < 0", not "args.short". */
static bool asks_length(const struct node *when)
{
	for (int i = 0; when && i < NODE_DEPTH_MAX; when = when->from[0], i++)
		if (str_chr(when->text, '<', 0) != SIZE_MAX || str_chr(when->text, '>', 0) != SIZE_MAX ||
		    str_has(when->text, STR("len(")))
			return true;
	return false;
}

/* if len(ids) > longest: ids = ids[:longest]. The other arm has those that need no cut. */
static const struct node *cut_if_long(const struct node *either)
{
	for (size_t i = 0; i < either->as.items.n; i++)
		for (size_t k = 0; k < either->as.items.n && asks_length(either->as.items.at[i]->when); k++)
			if (is_cut_of(either->as.items.at[i], either->as.items.at[k]))
				return either->as.items.at[i];
	return NULL;
}

static struct token_length of_either(struct token_search *f, const struct node *n, int depth)
{
	const struct node *cut;
	struct token_length out = {0};
	bool open = false;

	n = suppose_value(f->s->suppose, n);
	if (n->kind != NODE_EITHER)
		return token_length_of(f, n, depth + 1);
	cut = cut_if_long(n);
	if (cut)
		return of_slice(f, cut, depth);
	for (size_t i = 0; i < n->as.items.n; i++) {
		const struct node *item = n->as.items.at[i];
		struct token_length one;

		/* What a loop collects that may not run. */
		if (item->kind == NODE_LIST && !item->as.items.n && !item->open)
			continue;
		one = token_length_of(f, item, depth + 1);
		open |= one.most.type == VALUE_ABSENT;
		out = token_length_longest(out, one);
	}
	if (open)
		out.most = (struct value){0};
	return out;
}

/* A list of rows, or one row of tokens: [bos, *ids, eos]. */
static struct token_length of_list(struct token_search *f, const struct node *n, int depth)
{
	struct token_length out = {0};

	/* [pad] * 512 has one element many times. */
	for (size_t i = 0; i < n->as.items.n; i++)
		if (!i || n->as.items.at[i] != n->as.items.at[i - 1])
			out = token_length_longest(out, token_length_of(f, n->as.items.at[i], depth + 1));
	if (n->open)
		out = token_length_longest(out, token_length_of(f, n->from[1], depth + 1));
	if (!out.tokens && !out.made && !n->open && n->as.items.n)
		out.most = value_count((int64_t)n->as.items.n, ORIGIN_STATED, n->at, (struct str){0});
	return out;
}

/* torch.cat([prompt, answer], dim=1). */
static struct token_length of_parts(struct token_search *f, const struct node *list, int depth)
{
	struct token_length out = token_length_of(f, list->as.items.at[0], depth + 1);

	for (size_t i = 1; i < list->as.items.n; i++)
		out = token_length_joined(f->s, out, token_length_of(f, list->as.items.at[i], depth + 1));
	return out;
}

static bool joins_columns(const struct call *call)
{
	const struct arg *dim = call_arg(call, STR("dim"), 1);

	if (!dim)
		dim = call_arg(call, STR("axis"), SIZE_MAX);
	return dim && dim->value->kind == NODE_INT && (dim->value->as.i == 1 || dim->value->as.i == -1);
}

bool keeps_length(const struct call *call)
{
	static const char *const same[] = {"to",     "cuda",   "long",	 "int",	      "clone", "detach", "repeat_interleave",
					   "contiguous", "squeeze", "unsqueeze", "pin_memory", "cpu",   "numpy",	"tolist",
					   "astype", "copy"};

	for (size_t i = 0; call->self && i < sizeof(same) / sizeof(*same); i++)
		if (str_is(call->method, same[i]))
			return true;
	return false;
}

/* Whether a call gives more than its first argument has: np.append(prompt, answer), F.pad(ids, (0, 768)). */
static bool lengthens(const struct call *call)
{
	static const char *const methods[] = {"hstack", "pad", "tile", "repeat", "generate"};

	if (str_is(call->method, "append") && call->args.n > 1)
		return true;
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i]))
			return true;
	return false;
}

/*
 * What a library made of tokens and others behind them: tokenizer.build_inputs_with_special_tokens(question, answer).
 * How another call puts two such rows together is not known.
 */
static struct token_length of_pair(struct token_search *f, const struct call *call, struct token_length first, int depth)
{
	static const char *const joins[] = {"build_inputs_with_special_tokens", "prepare_for_model"};
	struct token_length second = {0};

	if (call->args.n > 1 && (!call->args.at[1].name.n || str_is(call->args.at[1].name, "token_ids_1") ||
				 str_is(call->args.at[1].name, "pair_ids")))
		second = token_length_of(f, call->args.at[1].value, depth + 1);
	/* ids[: longest - 2]: what the tokenizer puts around them fits. */
	if (!second.tokens && str_is(call->method, joins[0]) && first.whole.type != VALUE_ABSENT)
		first.most = first.whole;
	if (!second.tokens)
		return first;
	for (size_t i = 0; i < sizeof(joins) / sizeof(*joins); i++)
		if (str_is(call->method, joins[i]))
			return token_length_joined(f->s, first, second);
	return (struct token_length){0};
}

/* The sizes that a call's first argument lists: torch.full((rows, width), pad); NULL: it lists none. */
static const struct node *sizes_of(const struct call *call)
{
	static const char *const methods[] = {"full", "zeros", "ones", "empty", "new_full", "new_zeros", "new_ones", "new_empty"};
	const struct node *sizes = call->args.at[0].value;

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i]) && (sizes->kind == NODE_TUPLE || sizes->kind == NODE_LIST))
			return sizes;
	return NULL;
}

/* What is made in a size: as long as the last says, where that is known, or as the rows whose longest it is. */
static struct token_length of_sizes(struct token_search *f, const struct node *sizes, int depth)
{
	const struct node *last = sizes->as.items.n && !sizes->open ? sizes->as.items.at[sizes->as.items.n - 1] : NULL;
	struct token_length out = {0};

	last = last ? suppose_value(f->s->suppose, last) : NULL;
	if (last && last->kind == NODE_INT && last->as.i > 0)
		out.most = value_count(last->as.i, ORIGIN_STATED, last->at, (struct str){0});
	/* max(len(ids) for ids in rows) */
	else if (last && last->kind == NODE_UNKNOWN && f->shown)
		return token_length_of(f, last, depth + 1);
	/* A model that is shown it as ids finds tokens there, whoever wrote them into it. */
	out.made = f->shown && sizes->as.items.n == 2 && out.most.type != VALUE_ABSENT;
	return out;
}

/* torch.stack([ids[i : i + n] for i in places]): each of the list is a row. */
static struct token_length of_stacked(struct token_search *f, const struct node *rows, int depth)
{
	bool before = f->stacked;
	struct token_length out;

	f->stacked = true;
	out = token_length_of(f, rows, depth + 1);
	f->stacked = before;
	return out;
}

/* What a library made of tokens: torch.tensor(ids). */
static struct token_length of_object(struct token_search *f, const struct node *n, int depth)
{
	const struct arg *arg = n->made && n->made->args.n ? &n->made->args.at[0] : NULL;
	bool cat = n->made && (str_is(n->made->method, "cat") || str_is(n->made->method, "concat") ||
			       str_is(n->made->method, "concatenate"));

	if (n->made && !n->from[0] && keeps_length(n->made))
		return token_length_of(f, n->made->self, depth + 1);
	if (!arg || arg->name.n)
		return (struct token_length){0};
	if (sizes_of(n->made))
		return of_sizes(f, sizes_of(n->made), depth);
	if (str_is(n->made->method, "stack") && arg->value->kind == NODE_LIST)
		return of_stacked(f, arg->value, depth);
	if (!cat)
		return lengthens(n->made)
			   ? (struct token_length){0}
			   : of_pair(f, n->made, token_length_of(f, arg->value, depth + 1), depth);
	if ((arg->value->kind != NODE_LIST && arg->value->kind != NODE_TUPLE) || arg->value->open || !arg->value->as.items.n)
		return (struct token_length){0};
	if (joins_columns(n->made))
		return of_parts(f, arg->value, depth);
	/* Along their first dimension one row alone is padded so: np.concatenate([ids, np.array([pad] * (longest - len(ids)))]). */
	return arg->value->as.items.n == 2 ? of_two(f, arg->value->as.items.at[0], arg->value->as.items.at[1], false, depth)
					   : (struct token_length){0};
}

/* What is taken of a row that is not known, row["prompt_ids"]: whatever rows were given by that name. */
static struct token_length of_key(struct token_search *f, struct str key, int depth)
{
	const struct call_index *noted = f->data ? scan_rows(f->s) : NULL;
	struct token_length out = {0};
	bool open = false;

	for (size_t i = 0; noted && i < noted->rows.n && noted->rows.at[i]->order < f->before; i++) {
		const struct call *call = noted->rows.at[i];
		struct token_length one;

		if (!str_is(call->callee, "rows.part") || call->args.n != 2 ||
		    !str_eq(call->args.at[1].value->text, key) || training_data_made(f->data, call) == ROWS_OTHER ||
		    !suppose_guard(f->s->suppose, call->guard))
			continue;
		one = token_length_of(f, call->args.at[0].value, depth + 1);
		open |= one.most.type == VALUE_ABSENT;
		out = token_length_longest(out, one);
	}
	if (open)
		out.most = (struct value){0};
	return out;
}

/* Whether a slice takes as many rows as a number says that is a batch's by its name: ids[-batch_size:]. */
static bool takes_batch(const struct token_search *f, const struct node *slice)
{
	const struct call_index *noted = scan_rows(f->s);

	for (size_t i = 0; i < noted->rows.n; i++) {
		const struct call *call = noted->rows.at[i];

		if (str_is(call->callee, "rows.batch") && call->at.file == slice->at.file && call->at.off >= slice->at.off &&
		    call->at.off < slice->at.off + slice->at.len)
			return true;
	}
	return false;
}

/* Whether a slice is of a row's tokens: in a loop x[:n] takes the first rows of a batch, and x[:, :n] of its tokens. */
static bool cuts_rows(const struct token_search *f, const struct node *slice)
{
	if (slice->open)
		return true;
	return f->shown ? f->stacked || f->taking.level != TAKEN_NOTHING : !takes_batch(f, slice);
}

/* Whether x[i : i + n] is of a row's tokens: where a data set gives one row, and not a loop's share of many. */
static bool cuts_window(const struct token_search *f)
{
	return f->shown && (f->stacked || f->taking.level == TAKEN_ROW);
}

static struct token_length of_unknown(struct token_search *f, const struct node *n, int depth)
{
	struct token_length out = {0};

	if (n->op)
		return n->op == '+'			  ? of_two(f, n->from[0], n->from[1], true, depth)
		       : n->op == ':' && cuts_rows(f, n)  ? of_slice(f, n, depth)
		       : n->op == 'w' && cuts_window(f)	  ? of_slice(f, n, depth)
		       : n->op == 'c' && cuts_rows(f, n)  ? of_dropped(f, n, depth)
		       : n->op == 'c' || n->op == ':'	  ? token_length_of(f, n->from[0], depth + 1)
							  : out;
	if (n->from[1] && n->from[1]->kind == NODE_STR) {
		f->again |= str_is(n->from[1]->text, "input_ids");
		out = of_key(f, n->from[1]->text, depth);
	}
	return out.tokens ? out : token_length_of(f, n->from[0], depth + 1);
}

struct token_length token_length_of(struct token_search *f, const struct node *n, int depth)
{
	const struct call *call;

	if (!n || depth > DEPTH_MAX || f->steps++ > STEPS_MAX)
		return (struct token_length){0};
	call = n->kind == NODE_UNKNOWN || n->kind == NODE_OBJECT ? tokenized(f, n) : NULL;
	if (call)
		return token_length_by_tokenizer(f, call);
	if (f->shown && (n->kind == NODE_UNKNOWN || n->kind == NODE_OBJECT)) {
		struct taking before = f->taking;
		const struct node *taken = loader_gave(f->s, n, &f->taking);
		struct token_length out = taken ? token_length_of(f, taken, depth + 1) : (struct token_length){0};

		f->taking = before;
		if (taken)
			return out;
	}
	switch ((int)n->kind) {
	case NODE_UNKNOWN:
		return of_unknown(f, n, depth);
	case NODE_OBJECT:
		return of_object(f, n, depth);
	case NODE_LIST:
	case NODE_TUPLE:
		return of_list(f, n, depth);
	case NODE_EITHER:
		return of_either(f, n, depth);
	default:
		return (struct token_length){0};
	}
}

struct value row_tokens(const struct scan *s, const struct node *ids)
{
	struct token_search f = {.s = s};
	struct token_length found = token_length_of(&f, ids, 0);

	return found.tokens ? found.most : (struct value){0};
}

/* What a mapping has by a name, or each of several mappings alike: with and without places beside the ids. NULL: nothing, or several. */
static const struct node *named_in(const struct node *map, struct str key)
{
	const struct node *found = NULL;

	if (map->kind == NODE_MAP)
		return node_get(map, key);
	for (size_t i = 0; i < map->as.items.n; i++) {
		const struct node *one = map->as.items.at[i]->kind == NODE_MAP ? node_get(map->as.items.at[i], key) : NULL;

		if (!one || (found && one != found))
			return NULL;
		found = one;
	}
	return found;
}

struct value shown_tokens(const struct scan *s, const struct node *ids, struct str key)
{
	struct token_search f = {.s = s, .before = UINT32_MAX, .shown = true};
	const struct node *map = suppose_value(s->suppose, ids);
	struct token_length found;

	/* batch = {name: ids.cuda() for name, ids in batch.items()} */
	if (key.n && map->kind == NODE_MAP && map->open && !map->as.pairs.n && map->from[0])
		map = map->from[0];
	if (key.n && map->kind != NODE_MAP)
		map = loader_gave(s, map, &f.taking);
	if (key.n && map && (map->kind == NODE_MAP || map->kind == NODE_EITHER))
		ids = named_in(map, key);
	else if (key.n && map)
		ids = map;
	found = token_length_of(&f, ids, 0);
	return found.tokens || found.made ? found.most : (struct value){0};
}
