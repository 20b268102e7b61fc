/*
 * How long rows are that code puts together: (prompt + answer)[:longest], ids + [pad] * (longest - len(ids)).
 * What is given the name input_ids is followed back to the tokenizer's calls.
 */
#include "lint/frameworks/frameworks.h"
#include "lint/settings/settings.h"
#include "batch_source.h"

#include "core/base/base.h"

enum { DEPTH_MAX = 40, STEPS_MAX = 2000, ALL_STEPS_MAX = 40000, TOKENS_MAX = 1 << 30 };

struct length {
	/** Tokens, at most so many; absent: nothing limits them. */
	struct value most;
	/** Where that is longest + 1, the longest; else absent. */
	struct value longest;
	/** They come from a tokenizer. */
	bool tokens;
	/** The code joins, pads or cuts them: it is not for the tokenizer's call to say. */
	bool made;
	/** Tokens of a tokenizer and others behind them. */
	bool joined;
	/** A part is as long as its text. */
	bool uncut;
	/** A part is cut to, or padded by, what the others leave of the row: most is that of the whole row. */
	bool filled;
};

struct follow {
	const struct scan *s;
	/** The trainer's data, and where in the trace it is given them. */
	const struct training_data *data;
	uint32_t before;
	unsigned steps;
	/** What a model is shown: it is followed through loaders, so far. */
	bool shown;
	struct taking taking;
	/** The tokenizer's calls that were met. */
	struct {
		VEC(const struct call *);
	} parts;
};

static struct length length_of(struct follow *f, const struct node *n, int depth);

/* A number of the code's as a length. */
static struct value number(const struct follow *f, const struct node *n)
{
	static const struct keyrow row = {.setting = SETTING_MAX_SEQ_LENGTH, .convert = CONVERT_PLAIN};
	struct converted c = {.result = CONVERT_NOTHING};
	struct node *size;

	n = suppose_value(f->s->suppose, n);
	if (n && n->kind == NODE_UNKNOWN && n->op == '<')
		n = n->from[1];
	if (n && n->kind == NODE_INT && n->as.i != 0 && n->as.i > INT64_MIN) {
		size = arena_new(f->s->arena, struct node);
		*size = *n;
		/* ids[-longest:] */
		size->as.i = n->as.i < 0 ? -n->as.i : n->as.i;
		c = convert_node(f->s->arena, &row, size);
	}
	return c.result == CONVERT_OK ? c.value : (struct value){0};
}

/* The longest of (longest + 1), of which inputs and labels are cut; absent for any other number. */
static struct value without_one(const struct follow *f, const struct node *n)
{
	const struct node *of;

	n = n ? suppose_value(f->s->suppose, n) : NULL;
	of = n && n->kind == NODE_INT ? n->from[0] : NULL;
	return of && of->kind == NODE_INT && n->as.i - 1 == of->as.i ? number(f, of) : (struct value){0};
}

static const struct value *keep(const struct follow *f, struct value v)
{
	struct value *out = arena_new(f->s->arena, struct value);

	*out = v;
	return out;
}

/* The call that made a value, if it is one of a tokenizer. */
static const struct call *tokenized(const struct follow *f, const struct node *n)
{
	const struct trace *trace = f->s->trace;

	for (size_t i = trace->n; i > 0; i--) {
		const struct call *call = trace->at[i - 1];

		if (call->result == n)
			return call->row && call->row->effect == EFFECT_HINT ? call : NULL;
	}
	return NULL;
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

static struct length of_tokenizer(struct follow *f, const struct call *call)
{
	struct length out = {.tokens = true, .uncut = !may_cut(call)};
	struct training_job tokens = {0};
	const struct value *most;

	scan_extract(f->s, UINT32_MAX, &tokens);
	extract_call(&tokens.extract, call, &tokens.job);
	most = job_get(&tokens.job, SETTING_MAX_SEQ_LENGTH);
	if (most && !most->alternative) {
		const struct arg *arg = call_arg(call, STR("max_length"), SIZE_MAX);

		out.most = *most;
		out.longest = without_one(f, arg ? arg->value : NULL);
	}
	*vec_push(f->s->arena, &f->parts) = call;
	return out;
}

/* The longest of several; absent if one of them may be of any length. */
static struct length longest(struct length a, struct length b)
{
	struct length out = a.most.type != VALUE_ABSENT && b.most.type != VALUE_ABSENT &&
				    b.most.as.i > a.most.as.i
				? b
				: a;

	if (!a.tokens || !b.tokens)
		return a.tokens ? a : b;
	if (a.most.type == VALUE_ABSENT || b.most.type == VALUE_ABSENT)
		out.most = (struct value){0};
	out.made = a.made || b.made;
	out.joined = a.joined && b.joined;
	out.uncut = a.uncut && b.uncut;
	return out;
}

static struct length joined(const struct follow *f, struct length a, struct length b)
{
	struct length out = {.tokens = a.tokens || b.tokens};

	/* Padding up to what the other part leaves. Where both are padded, each is as long as it says. */
	if (a.filled != b.filled)
		return a.filled ? a : b;
	out.joined = (a.tokens && b.tokens) || a.joined || b.joined;
	out.made = out.joined || a.made || b.made;
	out.uncut = a.uncut || b.uncut;
	if (a.most.type == VALUE_ABSENT || b.most.type == VALUE_ABSENT || !out.tokens ||
	    a.most.as.i > TOKENS_MAX || b.most.as.i > TOKENS_MAX)
		return out;
	out.most = value_int(a.most.as.i + b.most.as.i, ORIGIN_DERIVED, STR("tokens of the parts that are joined"));
	out.most.at = a.most.at;
	out.most.from[0] = keep(f, a.most);
	out.most.from[1] = keep(f, b.most);
	return out;
}

static const struct node *plain(const struct node *n)
{
	while (n && n->kind == NODE_UNKNOWN && !n->op && n->from[0] && n->from[0] != n)
		n = n->from[0];
	return n;
}

/* The longest of (longest - 3), whose 3 are the tokens around the parts; of any other number itself. */
static const struct node *without_ends(const struct node *n)
{
	const struct node *from = n ? n->from[0] : NULL, *ends = n ? n->from[1] : NULL;

	return n && n->kind == NODE_INT && from && from->kind == NODE_INT && ends && ends->kind == NODE_INT &&
		       from->as.i > n->as.i && from->as.i - n->as.i == ends->as.i
		   ? from
		   : n;
}

/* The longest of what is left of a row: longest - len(prompt) - 1; absent for any other number. */
static struct value rest_of(const struct follow *f, const struct node *n)
{
	n = plain(n);
	if (!n || n->kind != NODE_UNKNOWN || n->op != '-')
		return (struct value){0};
	while (n && n->kind == NODE_UNKNOWN && n->op == '-')
		n = plain(n->from[0]);
	return number(f, without_ends(suppose_value(f->s->suppose, n)));
}

/*
 * Whether a value is padding, [pad] * (longest - len(ids)): *to is what it fills the row up to, absent where
 * that is not known, as for the longest of a batch.
 */
static bool is_padding(const struct follow *f, const struct node *n, struct value *to)
{
	const struct node *times;

	n = plain(n);
	if (!n || n->kind != NODE_UNKNOWN || n->op != '*')
		return false;
	times = plain(n->from[0] && n->from[0]->kind == NODE_LIST ? n->from[1] : n->from[0]);
	if (!times || times->kind != NODE_UNKNOWN || times->op != '-')
		return false;
	*to = rest_of(f, times);
	return true;
}

static struct length of_sum(struct follow *f, const struct node *n, int depth)
{
	struct value to = {0};
	bool behind = is_padding(f, n->from[1], &to), before = !behind && is_padding(f, n->from[0], &to);
	struct length out;

	if (!behind && !before)
		return joined(f, length_of(f, n->from[0], depth + 1), length_of(f, n->from[1], depth + 1));
	out = length_of(f, n->from[before], depth + 1);
	out.uncut = out.uncut && to.type == VALUE_ABSENT;
	if (to.type != VALUE_ABSENT) {
		out.most = to;
		out.made = out.filled = true;
	}
	return out;
}

static struct length of_slice(struct follow *f, const struct node *n, int depth)
{
	struct length out = length_of(f, n->from[0], depth + 1);
	struct value most = number(f, n->from[1]), rest = rest_of(f, n->from[1]);

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
		out.longest = without_one(f, n->from[1]);
		out.made = true;
	}
	return out;
}

/* Inputs and the labels that are shifted by one: ids[:-1], ids[:, 1:]. */
static struct length of_dropped(struct follow *f, const struct node *n, int depth)
{
	struct length out = length_of(f, n->from[0], depth + 1);
	struct value whole = out.most;

	if (whole.type == VALUE_ABSENT || whole.as.i <= n->from[1]->as.i)
		return out;
	out.made = true;
	out.most = out.longest;
	out.longest = (struct value){0};
	if (out.most.type != VALUE_ABSENT && n->from[1]->as.i == 1)
		return out;
	out.most = value_int(whole.as.i - n->from[1]->as.i, ORIGIN_DERIVED, STR("tokens of a row without those that only labels have"));
	out.most.at = whole.at;
	out.most.from[0] = keep(f, whole);
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

static struct length of_either(struct follow *f, const struct node *n, int depth)
{
	const struct node *cut;
	struct length out = {0};
	bool open = false;

	n = suppose_value(f->s->suppose, n);
	if (n->kind != NODE_EITHER)
		return length_of(f, n, depth + 1);
	cut = cut_if_long(n);
	if (cut)
		return of_slice(f, cut, depth);
	for (size_t i = 0; i < n->as.items.n; i++) {
		const struct node *item = n->as.items.at[i];
		struct length one;

		/* What a loop collects that may not run. */
		if (item->kind == NODE_LIST && !item->as.items.n && !item->open)
			continue;
		one = length_of(f, item, depth + 1);
		open |= one.most.type == VALUE_ABSENT;
		out = longest(out, one);
	}
	if (open)
		out.most = (struct value){0};
	return out;
}

/* A list of rows, or one row of tokens: [bos, *ids, eos]. */
static struct length of_list(struct follow *f, const struct node *n, int depth)
{
	struct length out = {0};

	/* [pad] * 512 has one element many times. */
	for (size_t i = 0; i < n->as.items.n; i++)
		if (!i || n->as.items.at[i] != n->as.items.at[i - 1])
			out = longest(out, length_of(f, n->as.items.at[i], depth + 1));
	if (n->open)
		out = longest(out, length_of(f, n->from[1], depth + 1));
	if (!out.tokens && !out.made && !n->open && n->as.items.n)
		out.most = value_count((int64_t)n->as.items.n, ORIGIN_STATED, n->at, (struct str){0});
	return out;
}

/* torch.cat([prompt, answer], dim=1). */
static struct length of_parts(struct follow *f, const struct node *list, int depth)
{
	struct length out = length_of(f, list->as.items.at[0], depth + 1);

	for (size_t i = 1; i < list->as.items.n; i++)
		out = joined(f, out, length_of(f, list->as.items.at[i], depth + 1));
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
static struct length of_pair(struct follow *f, const struct call *call, struct length first, int depth)
{
	static const char *const joins[] = {"build_inputs_with_special_tokens", "prepare_for_model"};
	struct length second = {0};

	if (call->args.n > 1 && (!call->args.at[1].name.n || str_is(call->args.at[1].name, "token_ids_1") ||
				 str_is(call->args.at[1].name, "pair_ids")))
		second = length_of(f, call->args.at[1].value, depth + 1);
	if (!second.tokens)
		return first;
	for (size_t i = 0; i < sizeof(joins) / sizeof(*joins); i++)
		if (str_is(call->method, joins[i]))
			return joined(f, first, second);
	return (struct length){0};
}

/* What a library made of tokens: torch.tensor(ids). */
static struct length of_object(struct follow *f, const struct node *n, int depth)
{
	const struct arg *arg = n->made && n->made->args.n ? &n->made->args.at[0] : NULL;
	bool cat = n->made && (str_is(n->made->method, "cat") || str_is(n->made->method, "concat") ||
			       str_is(n->made->method, "concatenate"));

	if (n->made && !n->from[0] && keeps_length(n->made))
		return length_of(f, n->made->self, depth + 1);
	if (!arg || arg->name.n)
		return (struct length){0};
	if (!cat)
		return lengthens(n->made)
			   ? (struct length){0}
			   : of_pair(f, n->made, length_of(f, arg->value, depth + 1), depth);
	if ((arg->value->kind != NODE_LIST && arg->value->kind != NODE_TUPLE) || arg->value->open ||
	    !arg->value->as.items.n || !joins_columns(n->made))
		return (struct length){0};
	return of_parts(f, arg->value, depth);
}

/* What is taken of a row that is not known, row["prompt_ids"]: whatever rows were given by that name. */
static struct length of_key(struct follow *f, struct str key, int depth)
{
	struct length out = {0};
	bool open = false;

	for (size_t i = 0; f->data && i < f->s->trace->n && f->s->trace->at[i]->order < f->before; i++) {
		const struct call *call = f->s->trace->at[i];
		struct length one;

		if (!str_is(call->callee, "rows.part") || call->args.n != 2 ||
		    !str_eq(call->args.at[1].value->text, key) || training_data_made(f->data, call) == ROWS_OTHER ||
		    !suppose_guard(f->s->suppose, call->guard))
			continue;
		one = length_of(f, call->args.at[0].value, depth + 1);
		open |= one.most.type == VALUE_ABSENT;
		out = longest(out, one);
	}
	if (open)
		out.most = (struct value){0};
	return out;
}

/* Whether a slice is of a row's tokens: in a loop x[:n] takes the first rows of a batch, and x[:, :n] of its tokens. */
static bool cuts_rows(const struct follow *f, const struct node *slice)
{
	return !f->shown || slice->open || f->taking.level != TAKEN_NOTHING;
}

/* Whether x[i : i + n] is of a row's tokens: where a data set gives one row, and not a loop's share of many. */
static bool cuts_window(const struct follow *f)
{
	return f->shown && f->taking.level == TAKEN_ROW;
}

static struct length of_unknown(struct follow *f, const struct node *n, int depth)
{
	struct length out = {0};

	if (n->op)
		return n->op == '+'			  ? of_sum(f, n, depth)
		       : n->op == ':' && cuts_rows(f, n)  ? of_slice(f, n, depth)
		       : n->op == 'w' && cuts_window(f)	  ? of_slice(f, n, depth)
		       : n->op == 'c' && cuts_rows(f, n)  ? of_dropped(f, n, depth)
		       : n->op == 'c' || n->op == ':'	  ? length_of(f, n->from[0], depth + 1)
							  : out;
	if (n->from[1] && n->from[1]->kind == NODE_STR)
		out = of_key(f, n->from[1]->text, depth);
	return out.tokens ? out : length_of(f, n->from[0], depth + 1);
}

static struct length length_of(struct follow *f, const struct node *n, int depth)
{
	const struct call *call;

	if (!n || depth > DEPTH_MAX || f->steps++ > STEPS_MAX)
		return (struct length){0};
	call = n->kind == NODE_UNKNOWN || n->kind == NODE_OBJECT ? tokenized(f, n) : NULL;
	if (call)
		return of_tokenizer(f, call);
	if (f->shown && (n->kind == NODE_UNKNOWN || n->kind == NODE_OBJECT)) {
		struct taking before = f->taking;
		const struct node *taken = loader_gave(f->s, n, &f->taking);
		struct length out = taken ? length_of(f, taken, depth + 1) : (struct length){0};

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
		return (struct length){0};
	}
}

struct value row_tokens(const struct scan *s, const struct node *ids)
{
	struct follow f = {.s = s};
	struct length found = length_of(&f, ids, 0);

	return found.tokens ? found.most : (struct value){0};
}

struct value shown_tokens(const struct scan *s, const struct node *ids, struct str key)
{
	struct follow f = {.s = s, .before = UINT32_MAX, .shown = true};
	const struct node *map = suppose_value(s->suppose, ids);
	struct length found;

	/* batch = {name: ids.cuda() for name, ids in batch.items()} */
	if (key.n && map->kind == NODE_MAP && map->open && !map->as.pairs.n && map->from[0])
		map = map->from[0];
	if (key.n && map->kind != NODE_MAP)
		map = loader_gave(s, map, &f.taking);
	if (key.n && map && map->kind == NODE_MAP)
		ids = node_get(map, key);
	else if (key.n && map)
		ids = map;
	found = length_of(&f, ids, 0);
	return found.tokens || found.made ? found.most : (struct value){0};
}

/* Whether a call notes a row that may be the trainer's: one of a pair, or any other. */
static bool notes_row(const struct scan *s, const struct training_data *d, const struct call *call, bool pair)
{
	return str_is(call->callee, pair ? "rows.pair" : "rows.row") && call->args.n &&
	       training_data_made(d, call) != ROWS_OTHER && suppose_guard(s->suppose, call->guard);
}

static bool has_pairs(const struct scan *s, uint32_t before, const struct training_data *d)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++)
		if (notes_row(s, d, s->trace->at[i], true))
			return true;
	return false;
}

static bool is_at(const struct call *call, struct span at)
{
	return call->at.file == at.file && call->at.off == at.off;
}

/* What other parts are cut to says nothing of rows of which nothing cuts a part. */
static void note_uncut(const struct scan *s, const struct follow *f, struct extract *x)
{
	enum rows *rows = arena_news(s->arena, enum rows, s->trace->n + 1);

	for (size_t i = 0; x->rows && i < s->trace->n; i++)
		rows[i] = x->rows[i];
	for (size_t i = 0; i < f->parts.n; i++) {
		struct follow one = {.s = s};
		struct value most = of_tokenizer(&one, f->parts.at[i]).most;

		/* The same call makes the rows of another split. */
		for (size_t k = 0; k < s->trace->n; k++)
			if (is_at(s->trace->at[k], f->parts.at[i]->at))
				rows[s->trace->at[k]->order] = ROWS_OTHER;
		if (most.type != VALUE_ABSENT)
			x->part = most;
	}
	x->rows = rows;
}

void training_row_length(const struct scan *s, const struct call *sink, uint32_t before, struct extract *x)
{
	const struct training_data *d = training_data(s, sink, x->rows);
	bool own = false, pairs = has_pairs(s, before, d);
	struct length found = {0};
	struct follow parts = {.s = s};
	unsigned steps = 0;

	/* Each step may look through the whole trace: a program of thousands of rows says no more than its first. */
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before && steps < ALL_STEPS_MAX; i++) {
		const struct call *call = s->trace->at[i];
		enum rows of = training_data_made(d, call);
		struct follow f = {.s = s, .data = d, .before = before};
		struct length one;

		if (!notes_row(s, d, call, pairs) || (own && of != ROWS_OWN))
			continue;
		one = length_of(&f, call->args.at[0].value, 0);
		steps += f.steps;
		if (one.joined && one.uncut && one.most.type == VALUE_ABSENT)
			parts = f;
		/* In some code the answers of a pair have that name before they are joined to the prompt. */
		if (!one.made || one.most.type == VALUE_ABSENT || (pairs && !one.joined))
			continue;
		found = own == (of == ROWS_OWN) ? longest(found, one) : one;
		own = of == ROWS_OWN;
	}
	x->made_rows = found.most;
	if (found.most.type == VALUE_ABSENT)
		note_uncut(s, &parts, x);
}
