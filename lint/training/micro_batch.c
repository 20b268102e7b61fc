#include "micro_batch.h"

#include "handwritten_loop.h"
#include "optimizer.h"
#include "rollout.h"
#include "token_length.h"

enum { STEPS_MAX = 32, ROWS_MAX = 1 << 20, PASSES_MAX = 64, BESIDE_MAX = 4 };

/**
 * What is taken of a batch: a number of rows, or one of so many equal parts. NULL: not this way. within: the rows of the larger
 * part that they are taken from; NULL: from the batch. answers: the generation whose rows they are; NULL: a loader's.
 */
struct part {
	const struct node *rows, *parts, *within;
	const struct call *answers;
};

/* Whether a call takes a tensor apart by rows, x.split(4), torch.chunk(x, 8), and how far; dim: where that stands. */
static bool takes_apart(const struct scan *s, const struct call *call, struct part *part)
{
	bool split = str_is(call->method, "split"), chunk = str_is(call->method, "chunk") || str_is(call->method, "tensor_split");
	size_t first = call->self ? 0 : 1;
	const struct arg *dim = call_arg(call, STR("dim"), first + 1);
	const struct arg *size = call_arg(call, split ? STR("split_size") : STR("chunks"), first);
	const struct node *n = size ? suppose_value(s->suppose, size->value) : NULL;

	if ((!split && !chunk) || !n || n->kind != NODE_INT || n->as.i <= 0 || n->as.i > ROWS_MAX ||
	    (dim && (dim->value->kind != NODE_INT || dim->value->as.i != 0)))
		return false;
	if (split)
		part->rows = part->rows ? part->rows : n;
	else
		part->parts = part->parts ? part->parts : n;
	return true;
}

static const struct node *count_at(const struct scan *s, const struct call *call, size_t position)
{
	const struct node *n = suppose_value(s->suppose, call->args.at[position].value);

	return !call->args.at[position].name.n && n->kind == NODE_INT && n->as.i > 0 && n->as.i <= ROWS_MAX ? n : NULL;
}

/* Whether a call lays rows out in parts, of which a loop takes one after the other: x.reshape(len(x) // 4, 4, -1). */
static bool lays_out(const struct scan *s, const struct call *call, struct part *part)
{
	const struct node *rows;

	if ((!str_is(call->method, "reshape") && !str_is(call->method, "view")) || !call->self || call->args.n < 3 ||
	    call->args.at[0].name.n || call->args.at[1].name.n)
		return false;
	rows = count_at(s, call, 1);
	if (rows)
		part->rows = part->rows ? part->rows : rows;
	else
		part->parts = part->parts ? part->parts : count_at(s, call, 0);
	return true;
}

/* What an object was made of that holds the same rows, or some of them; NULL: of something else. one: of it one item is taken. */
static const struct node *source_of(const struct scan *s, const struct node *n, bool one, struct part *part)
{
	const struct call *made = n->made;
	const struct node *first = made && made->args.n && !made->args.at[0].name.n ? made->args.at[0].value : NULL;

	if (n->from[0])
		return n->from[0];
	if (!made)
		return NULL;
	if (takes_apart(s, made, part) || (one && lays_out(s, made, part)))
		return made->self ? made->self : first;
	if (made->self)
		return keeps_length(made) || str_is(made->method, "items") || str_is(made->method, "values") ? made->self : NULL;
	return made->row ? NULL : first;
}

/* Whether an object is room for rows, which code writes into it part by part: torch.full((rows, length), 0). */
static bool is_room(const struct node *n)
{
	const struct node *shape = n->made && n->made->args.n ? n->made->args.at[0].value : NULL;

	return shape && (shape->kind == NODE_TUPLE || shape->kind == NODE_LIST) && shape->as.items.n >= 2 && n->made->result == n &&
	       str_among(n->made->callee, STR("torch.full|torch.zeros|torch.ones|torch.empty"));
}

static bool is_whole(const struct scan *s, const struct node *n)
{
	if (n->made && n->made->result == n && str_is(n->made->method, "generate"))
		return true;
	if (is_room(n))
		return true;
	for (size_t i = 0; n->made && i < s->trace->n; i++)
		if (s->trace->at[i] == n->made)
			return makes_loader(s, i) && n->made->result == n;
	return false;
}

/* A number of rows that is written down, out of a slice of rows. */
static const struct node *width_of(const struct scan *s, const struct node *slice)
{
	const struct node *n = slice->from[1] ? suppose_value(s->suppose, slice->from[1]) : NULL;

	return !slice->open && n && n->kind == NODE_INT && n->as.i > 0 && n->as.i <= ROWS_MAX ? n : NULL;
}

/* Notes that of a number of rows a part is taken: what the model is shown, or the part that it lies in. */
static void take_rows(struct part *part, const struct node *rows)
{
	if (!part->rows)
		part->rows = rows;
	else if (!part->within && rows && rows != part->rows)
		part->within = rows;
}

/* The rows of x[order[i : i + 4]]: as many as numbers of rows are taken; NULL: it is not that, or how many is not known. */
static const struct node *width_of_index(const struct scan *s, const struct node *n)
{
	const struct node *index = n->from[1] ? suppose_value(s->suppose, n->from[1]) : NULL;

	return index && index->kind == NODE_UNKNOWN && (index->op == 'w' || index->op == ':') ? width_of(s, index) : NULL;
}

/* The rows that an index takes, and the larger part of an order that it is itself a part of: x[order[a : a + 16][b : b + 4]]. */
static void take_indexed(const struct scan *s, struct part *part, const struct node *index)
{
	for (int i = 0; index && i < STEPS_MAX; i++, index = index->from[0]) {
		index = suppose_value(s->suppose, index);
		if (index->kind != NODE_UNKNOWN || (index->op != 'w' && index->op != ':'))
			return;
		take_rows(part, width_of(s, index));
	}
}

/* A member of a mapping or a list whose members are all alike; NULL: of one whose members are not known. */
static const struct node *member_of(const struct node *n, const struct node *key)
{
	const struct node *found = n->kind == NODE_MAP && key ? node_get(n, key->text) : NULL;

	if (found)
		return found;
	if (n->kind != NODE_MAP && !n->from[1] && n->as.items.n)
		return n->as.items.at[0];
	/* {name: rows[i : i + 4] for name, rows in batch.items()} */
	return n->from[1] ? n->from[1] : n->from[0];
}

/* What a loop has collected, of the alternatives of which one is that it has run no round. */
static const struct node *collected(const struct node *either)
{
	for (size_t i = 0; i < either->as.items.n; i++)
		if (either->as.items.at[i]->kind != NODE_LIST || either->as.items.at[i]->open || either->as.items.at[i]->as.items.n)
			return either->as.items.at[i];
	return NULL;
}

/* Whether a value is one of what a tensor holds along its first dimension: x[i], or what a loop over x is given; x[:, 0] is not. */
static bool is_item(const struct node *n)
{
	const struct str *name = n->kind == NODE_UNKNOWN ? n->code : NULL;

	if (n->kind == NODE_OBJECT)
		return n->from[0] && n->from[0]->kind == NODE_OBJECT && n->from[0]->made == n->made;
	return !n->op && (!name || str_is(*name, "__getitem__()")) &&
	       (!n->from[1] || (n->from[1]->kind != NODE_STR && n->from[1]->kind != NODE_TUPLE));
}

/* The list of rows that a tensor was made of as they are: torch.tensor(rows), pad_sequence(rows); NULL: it was not. */
static const struct node *listed_rows(const struct scan *s, const struct node *n)
{
	const struct arg *arg = n->made && n->made->result == n && n->made->args.n ? &n->made->args.at[0] : NULL;
	const struct node *list = arg && (!arg->name.n || str_is(arg->name, "sequences")) ? suppose_value(s->suppose, arg->value) : NULL;
	const struct node *first = list && list->kind == NODE_LIST && list->as.items.n ? list->as.items.at[0] : NULL;

	if (!first || list->open || !str_among(str_tail(n->made->callee, '.'), STR("tensor|LongTensor|as_tensor|array|pad_sequence")))
		return NULL;
	first = suppose_value(s->suppose, first);
	return first && first->kind != NODE_INT && first->kind != NODE_REAL ? list : NULL;
}

/* The loop of the repository's own that wrote ids token by token; NULL: none did. */
static const struct call *writer_of(const struct scan *s, const struct node *n)
{
	const struct call_index *noted = scan_rows(s);

	for (size_t i = 0; i < noted->rows.n; i++)
		if (rollout_is(noted->rows.at[i]) && node_may_be(n, rollout_of(noted->rows.at[i])))
			return noted->rows.at[i];
	return NULL;
}

/* The tensors that stand one beside the other in the rows of this one: torch.cat((questions, answers), dim=1); NULL: it is none. */
static const struct node *put_beside(const struct scan *s, const struct node *n)
{
	const struct call *made = n->made;
	const struct arg *dim = made ? call_arg(made, STR("dim"), 1) : NULL, *list = made ? call_arg(made, STR("tensors"), 0) : NULL;
	const struct node *tensors = list ? suppose_value(s->suppose, list->value) : NULL;

	if (!tensors || made->result != n || (tensors->kind != NODE_TUPLE && tensors->kind != NODE_LIST) || tensors->open || !dim ||
	    !str_among(made->callee, STR("torch.cat|torch.concat|torch.concatenate")) || dim->value->kind != NODE_INT ||
	    (dim->value->as.i != 1 && dim->value->as.i != -1))
		return NULL;
	return tensors;
}

static bool find_part(const struct scan *s, const struct node *n, unsigned depth, struct part *part);

/* Follows the first of several tensors, of as many rows each, that comes from a loader or a rollout. */
static bool find_beside(const struct scan *s, const struct node *tensors, unsigned depth, struct part *part)
{
	for (size_t i = 0; depth < BESIDE_MAX && i < tensors->as.items.n && i < BESIDE_MAX; i++) {
		struct part one = *part;

		if (find_part(s, tensors->as.items.at[i], depth + 1, &one)) {
			*part = one;
			return true;
		}
	}
	return false;
}

/* Follows what a model is shown to the loader's or the rollout's whole; false: it does not come from there. */
static bool find_part(const struct scan *s, const struct node *n, unsigned depth, struct part *part)
{
	const struct node *key = NULL;
	bool one = false;

	for (int i = 0; n && i < STEPS_MAX; i++) {
		part->answers = writer_of(s, n);
		if (part->answers)
			return part->rows || part->parts;
		n = suppose_value(s->suppose, n);
		if (n->kind == NODE_UNKNOWN && (n->op == 'w' || n->op == ':')) {
			take_rows(part, width_of(s, n));
			n = n->from[0];
		} else if (n->kind == NODE_UNKNOWN && !n->op && width_of_index(s, n)) {
			take_indexed(s, part, n->from[1]);
			n = n->from[0];
		} else if (n->kind == NODE_UNKNOWN && (!n->op || n->op == 'c')) {
			key = !n->op && n->from[1] && n->from[1]->kind == NODE_STR ? n->from[1] : key;
			one |= is_item(n);
			n = n->from[0];
		} else if (n->kind == NODE_EITHER) {
			n = collected(n);
		} else if (n->kind == NODE_MAP || n->kind == NODE_LIST || n->kind == NODE_TUPLE) {
			n = member_of(n, key);
		} else if (n->kind == NODE_OBJECT && listed_rows(s, n)) {
			if (!part->rows)
				part->rows = node_int(s->arena, (int64_t)listed_rows(s, n)->as.items.n, n->made->at);
			return true;
		} else if (n->kind == NODE_OBJECT && is_whole(s, n)) {
			part->answers = str_is(n->made->method, "generate") ? n->made : NULL;
			return part->rows || part->parts;
		} else if (n->kind == NODE_OBJECT && put_beside(s, n)) {
			return find_beside(s, put_beside(s, n), depth, part);
		} else if (n->kind == NODE_OBJECT) {
			one |= is_item(n);
			n = source_of(s, n, one, part);
		} else {
			return false;
		}
	}
	return false;
}

/* The ids in what a pass is given: by name, first, or among what is spread, model(**part). */
static const struct node *shown_to(const struct scan *s, const struct call *pass)
{
	const struct arg *arg = call_arg(pass, STR("input_ids"), 0), *spread = call_arg(pass, STR("**"), SIZE_MAX);
	const struct node *map = spread ? suppose_value(s->suppose, spread->value) : NULL, *ids;

	if (arg && !str_starts(arg->name, STR("*")))
		return arg->value;
	ids = map && map->kind == NODE_MAP ? node_get(map, STR("input_ids")) : NULL;
	return ids ? ids : map;
}

static const struct value *keep(const struct scan *s, struct value v)
{
	struct value *out = arena_new(s->arena, struct value);

	*out = v;
	return out;
}

/*
 * An optimizer step adds up the parts of what it was given whole, where it steps less often than they are learned from: those
 * of the larger part, if it stands in that one's loop.
 */
static void set_accumulation(const struct scan *s, size_t backward, const struct part *part, const struct value *whole, int64_t rows,
			     struct training_job *job)
{
	struct value *to = &job->job.set[SETTING_GRADIENT_ACCUMULATION_STEPS];
	const struct call *step = step_after(s, backward);

	if ((to->type != VALUE_ABSENT && to->origin != ORIGIN_ASSUMED) || !step || step->loops >= s->trace->at[backward]->loops)
		return;
	if (part->within && step->loops + 1 == s->trace->at[backward]->loops) {
		*to = value_int((part->within->as.i + rows - 1) / rows, ORIGIN_DERIVED, STR("the parts that the loop takes a part of a batch into"));
		to->at = part->within->at;
		return;
	}
	*to = value_int((whole->as.i + rows - 1) / rows, ORIGIN_DERIVED, STR("the parts that the loop takes a batch into"));
	to->at = whole->at;
	to->from[0] = whole;
}

static void set_rows(const struct scan *s, size_t backward, const struct part *part, struct training_job *job)
{
	struct value *to = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	const struct value *whole = to->type == VALUE_INT ? keep(s, *to) : NULL;
	struct value rows;

	if (part->rows) {
		rows = value_int(part->rows->as.i, ORIGIN_DERIVED, STR("the rows of a batch that the model is shown at once"));
		rows.at = part->rows->at;
	} else if (whole) {
		rows = value_int((whole->as.i + part->parts->as.i - 1) / part->parts->as.i, ORIGIN_DERIVED,
				 STR("the part of a batch that the model is shown"));
		rows.at = whole->at;
		rows.from[0] = whole;
	} else {
		return;
	}
	if (whole && rows.as.i >= whole->as.i)
		return;
	*to = rows;
	if (whole && part->rows)
		set_accumulation(s, backward, part, whole, rows.as.i, job);
}

/* How many texts a list has: written out, so many of another one from a place on, or as many drawn; 0: not known. */
static int64_t texts_in(const struct scan *s, const struct node *n)
{
	const struct arg *k;

	for (int i = 0; n && i < NODE_DEPTH_MAX; i++) {
		n = suppose_value(s->suppose, n);
		if (n->kind == NODE_STR)
			return 1;
		if (n->kind == NODE_LIST && !n->open && n->as.items.n)
			return n->as.items.at[0]->kind == NODE_STR || n->as.items.at[0]->kind == NODE_UNKNOWN ? (int64_t)n->as.items.n : 0;
		if (n->kind == NODE_UNKNOWN && n->op == 'w')
			return width_of(s, n) ? width_of(s, n)->as.i : 0;
		if (n->kind == NODE_OBJECT && n->made && str_is(n->made->callee, "random.sample")) {
			k = call_arg(n->made, STR("k"), 1);
			n = k ? suppose_value(s->suppose, k->value) : NULL;
			return n && n->kind == NODE_INT && n->as.i > 0 && n->as.i <= ROWS_MAX ? n->as.i : 0;
		}
		/* [template.format(x) for x in texts] */
		n = (n->kind == NODE_LIST || (n->kind == NODE_UNKNOWN && !n->op)) && n != n->from[0] ? n->from[0] : NULL;
	}
	return 0;
}

static bool is_of_one(const struct node *list)
{
	for (size_t i = 1; list->kind == NODE_LIST && i < list->as.items.n; i++)
		if (list->as.items.at[i] != list->as.items.at[0])
			return false;
	return list->kind == NODE_LIST && !list->open && list->as.items.n > 1;
}

/*
 * The rows of a rollout that the loop learns from whole: as many as texts are given to the tokenizer, and as many answers to
 * each. [prompt] * 8 are the answers already.
 */
static void set_answers(const struct scan *s, const struct call *generation, struct training_job *job)
{
	const struct value *each = job_get(&job->job, SETTING_NUM_GENERATIONS);
	struct value *to = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	struct origins given = {.arena = s->arena, .computed = true};

	if (to->type != VALUE_ABSENT && to->origin != ORIGIN_ASSUMED)
		return;
	origins_add_call(&given, generation);
	for (size_t i = generation->order; i > 0; i--) {
		const struct call *made = s->trace->at[i - 1];
		const struct callable *row = call_row(made);
		int64_t n;

		if (!row || row->effect != EFFECT_HINT || !made->args.n || made->loops != generation->loops ||
		    !str_has(made->callee, STR("okenizer")) || str_is(made->method, "apply_chat_template") ||
		    !origins_have(&given, made->result))
			continue;
		n = texts_in(s, made->args.at[0].value);
		if (n && each && each->type == VALUE_INT && each->as.i > 0 && !is_of_one(made->args.at[0].value))
			n *= each->as.i;
		if (n <= 0 || n > ROWS_MAX)
			return;
		*to = value_int(n, ORIGIN_DERIVED, STR("the answers to the texts that the tokenizer is given at once"));
		to->at = made->at;
		job->extract.unknown[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = (struct extract_unknown){0};
		return;
	}
}

/* Whether a value is one text: written out, or put together of parts. */
static bool is_text(const struct scan *s, const struct node *n)
{
	n = n ? suppose_value(s->suppose, n) : NULL;
	return n && (n->kind == NODE_STR || (n->kind == NODE_UNKNOWN && n->quoted));
}

/* Whether rows may be more than those of a text: several put together, repeated, or written to it. */
static bool gathers(const struct origins *of)
{
	for (size_t i = 0; i < of->n; i++)
		if (of->at[i]->kind == NODE_OBJECT && of->at[i]->made &&
		    str_among(of->at[i]->made->method, STR("cat|concat|stack|vstack|pad|pad_sequence|repeat|repeat_interleave|expand|generate|tensor")))
			return true;
	return false;
}

/* How many texts a call of a tokenizer is given at once; 0: not known. */
static int64_t texts_given(const struct scan *s, const struct call *made)
{
	const struct node *given = made->args.at[0].value;

	return is_text(s, given) ? 1 : texts_in(s, given);
}

/*
 * for text in texts: model(**tokenizer(text)): one row a pass, however many a step adds up. As many as a list has that the
 * loop fills for each pass.
 */
static void set_texts(const struct scan *s, const struct call *pass, struct training_job *job)
{
	struct value *to = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	struct origins of = {.arena = s->arena, .computed = true};
	const struct call *found = NULL;
	int64_t n = 0;

	if (to->type != VALUE_ABSENT && to->origin != ORIGIN_ASSUMED)
		return;
	origins_add(&of, shown_to(s, pass));
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < pass->order; i++) {
		const struct call *made = s->trace->at[i];
		const struct callable *row = call_row(made);

		if (!row || row->effect != EFFECT_HINT || !made->args.n || made->outermost != pass->outermost ||
		    !str_has(made->callee, STR("okenizer")) || !origins_have(&of, made->result))
			continue;
		n = texts_given(s, made);
		if (made->loops != pass->loops || str_is(made->method, "apply_chat_template") || !n)
			return;
		found = made;
	}
	if (!found || gathers(&of))
		return;
	*to = value_int(n, ORIGIN_DERIVED, n == 1 ? STR("the tokenizer is given one text at a time") : STR("the texts that the tokenizer is given at once"));
	to->at = found->at;
	job->extract.unknown[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = (struct extract_unknown){0};
}

void loop_micro_batch(const struct scan *s, size_t backward, const struct origins *own, struct training_job *job)
{
	const struct origins *learned = loop_learned(s, s->trace->at[backward]);
	unsigned passes = 0;

	for (size_t i = 0; i < backward && passes < PASSES_MAX; i++) {
		const struct call *pass = s->trace->at[i];
		struct part part = {0};

		if (!loop_runs(pass) || pass->no_gradients || !origins_have(own, pass->self) ||
		    !origins_have(learned, pass->result) ||
		    !suppose_guard(s->suppose, pass->guard))
			continue;
		passes++;
		if (!find_part(s, shown_to(s, pass), 0, &part)) {
			if (part.answers && job_generates(&job->job))
				set_answers(s, part.answers, job);
			set_texts(s, pass, job);
			continue;
		}
		set_rows(s, backward, &part, job);
		return;
	}
}
