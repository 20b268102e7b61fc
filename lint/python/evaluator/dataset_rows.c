/*
 * Rows that a program cuts itself: ids[i : i + block_size], ids[at : at + self.seq_length + 1], and
 * buffer = buffer[block_size:]. They are seen as a call of rows.cut(block_size=1024, name="block_size"), and
 * ids[:max_length] as one of rows.limit(), as are conditions that keep no longer row. lint/frameworks/libraries/datasets.c has
 * their rows, and only there is known which names are those of a length in tokens and not, say, of a batch.
 * Samples that it takes a few at a time are seen as a call of rows.batch(): for at in range(0, n, micro_batch),
 * samples[at : at + micro_batch], samples[i * micro_batch : …]. What is given the name input_ids is a call of
 * rows.row(), on the object whose method does it, and {"prompt_ids": ids} one of rows.part(); what a function
 * gives the library that it was handed to, one of rows.item(). What a model
 * writes is as long as rows.grown() says: while x.size(1) < max_length. An object of the repository's own that
 * a loop goes over is a call of rows.loader() on it, with the numbers that it holds.
 */
#include "evaluator_parts.h"

static bool is_sum(const struct py_expr *e)
{
	return e->kind == EXPR_BINARY && e->as.binary.op == OP_ADD;
}

/* "+ 1": inputs and the labels that are shifted by one. */
static const struct py_expr *without_one(const struct py_expr *e)
{
	return is_sum(e) && e->as.binary.right->kind == EXPR_INT &&
		       e->as.binary.right->as.integer == 1
		   ? e->as.binary.left
		   : e;
}

/* The E of [i : i + E], as an expression; NULL for any other slice. */
static const struct py_expr *length_of(const struct py_expr *slice)
{
	const struct py_expr *lower = slice->as.slice.lower, *upper = slice->as.slice.upper;

	if (!lower || !upper || slice->as.slice.step || lower->kind != EXPR_NAME)
		return NULL;
	upper = without_one(upper);
	if (!is_sum(upper) || upper->as.binary.left->kind != EXPR_NAME ||
	    !str_eq(upper->as.binary.left->as.name, lower->as.name))
		return NULL;
	return upper->as.binary.right;
}

/* The E of [i * E : (i + 1) * E] or [i * E : (i + 1) * E + 1], as an expression; NULL for any other bounds. */
static const struct py_expr *share_of(const struct py_expr *lower, const struct py_expr *upper)
{
	upper = upper ? without_one(upper) : NULL;
	if (!lower || !upper || lower->kind != EXPR_BINARY || upper->kind != EXPR_BINARY ||
	    lower->as.binary.op != OP_MUL || upper->as.binary.op != OP_MUL ||
	    !is_sum(upper->as.binary.left) || lower->as.binary.left->kind != EXPR_NAME)
		return NULL;
	upper = without_one(upper->as.binary.left);
	return upper->kind == EXPR_NAME && str_eq(upper->as.name, lower->as.binary.left->as.name)
		   ? lower->as.binary.right
		   : NULL;
}

/* The E of [:E] and of [-E:]; NULL for any other slice. */
static const struct py_expr *limit_of(const struct py_expr *slice)
{
	const struct py_expr *lower = slice->as.slice.lower, *upper = slice->as.slice.upper;

	if (slice->as.slice.step || !lower == !upper)
		return NULL;
	if (upper)
		return upper;
	return lower->kind == EXPR_UNARY && lower->as.unary.op == OP_NEG ? lower->as.unary.operand
									 : NULL;
}

/* What a length is called: block_size, self.max_length, config["max_seq_length"]; empty for a computed one. */
static struct str name_of(const struct py_expr *e)
{
	switch ((int)e->kind) {
	case EXPR_NAME:
		return e->as.name;
	case EXPR_ATTR:
		return e->as.attr.name;
	case EXPR_SUBSCRIPT:
		return e->as.subscript.index->kind == EXPR_STR ? e->as.subscript.index->as.text
							       : (struct str){0};
	default:
		return (struct str){0};
	}
}

enum { TOKENS_DEPTH = 8 };

/* Whether a name is that of tokens of a whole row, not only of a prompt or an answer. */
static bool is_whole(struct str name)
{
	static const char *const parts[] = {"prompt",	"completion", "response", "chosen",
					    "rejected", "source",     "target",	  "answer",
					    "query",	"context"};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (str_has(name, str_of(parts[i])))
			return false;
	return true;
}

/*
 * Whether an expression's names say that it holds the tokens of a whole row: input_ids, self.labels,
 * prompt_ids + answer_ids, but neither of the two by itself.
 */
static bool whole_row(const struct py_expr *e, int depth)
{
	static const char *const endings[] = {"ids", "tokens", "labels", "attention_mask"};
	struct str name = name_of(e);

	if (depth > TOKENS_DEPTH)
		return false;
	if (is_sum(e))
		return str_ends(name_of(e->as.binary.left), STR("ids")) ||
		       str_ends(name_of(e->as.binary.right), STR("ids")) ||
		       whole_row(e->as.binary.left, depth + 1);
	if (!is_whole(name))
		return false;
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (str_ends(name, str_of(endings[i])))
			return true;
	return false;
}

/* The length that a number says of which rows are cut: of one that was made as length + 1 elsewhere, to be shifted, without the one. */
static struct node *length_in(struct node *n)
{
	const struct node *one = n->kind == NODE_INT ? n->from[1] : NULL;
	struct node *length = one ? (struct node *)(uintptr_t)n->from[0] : NULL;

	return length && length->kind == NODE_INT && one->kind == NODE_INT && one->as.i == 1 && n->as.i == length->as.i + 1 ? length : n;
}

static void record(struct interpreter *py, const char *callee, struct str name, const struct py_expr *e)
{
	struct args args = {0};

	struct node *value = py_eval(py, e);

	*vec_push(py->arena, &args) = (struct arg){name, str_is(str_of(callee), "rows.cut") ? length_in(value) : value, e->at};
	*vec_push(py->arena, &args) = (struct arg){STR("name"), py_str(py, name, e->at), e->at};
	py_call_library(py, str_of(callee), NULL, &args, (struct site){e->at, e->at});
}

/* Whether a name is that of a model's own table or mask, of which it takes as much as a row is long: self.freqs_cos[i : i + n]. */
static bool is_of_model(struct str name)
{
	static const char *const parts[] = {"freq", "cos", "sin", "rope", "rotary", "position", "pos_emb", "mask", "cache", "bias"};

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (str_has(name, str_of(parts[i])))
			return true;
	return false;
}

/* Fewer are no row of tokens. */
enum { WINDOW_MIN = 32 };

/* Whether a number is more than stated and converted: B * T may be that of several rows. */
static bool is_computed(const struct node *n)
{
	for (int depth = 0; n && n->kind == NODE_INT && depth < TOKENS_DEPTH; depth++, n = n->from[0])
		if (n->from[1])
			return true;
	return false;
}

/*
 * start = i * self.block_size, end = start + self.block_size, of which nobody sees the length's name any more: what is
 * taken by a place of a file of numbers (numpy.memmap without a shape) are the tokens of a row.
 */
static void note_mapped(struct interpreter *py, const struct node *of, struct node *const part[3], const struct py_expr *slice)
{
	const struct py_expr *lower = slice->as.slice.lower, *upper = slice->as.slice.upper;
	struct node *width;
	struct args args = {0};

	if (!of->made || !str_among(of->made->callee, STR("numpy.memmap|numpy.fromfile")) ||
	    call_arg(of->made, STR("shape"), SIZE_MAX) || slice->as.slice.step || !lower || !upper ||
	    lower->kind != EXPR_NAME || upper->kind != EXPR_NAME)
		return;
	width = part[0]->kind == NODE_UNKNOWN ? (struct node *)(uintptr_t)py_slice_width(py, part, slice->at) : NULL;
	if (!width || width->kind != NODE_INT || width->as.i < WINDOW_MIN || is_computed(width))
		return;
	*vec_push(py->arena, &args) = (struct arg){STR("block_size"), width, slice->at};
	*vec_push(py->arena, &args) = (struct arg){STR("name"), py_str(py, STR("block_size"), slice->at), slice->at};
	py_call_library(py, STR("rows.cut"), NULL, &args, (struct site){slice->at, slice->at});
}

void py_note_rows(struct interpreter *py, const struct node *of, struct node *const part[3], const struct py_expr *e)
{
	const struct py_expr *slice = e->as.subscript.index, *length;

	if (is_of_model(name_of(e->as.subscript.value)) && !str_ends(name_of(e->as.subscript.value), STR("attention_mask")))
		return;
	if (of->kind == NODE_STR ||
	    ((of->kind == NODE_LIST || of->kind == NODE_TUPLE) && !of->open && of->as.items.n))
		return;
	note_mapped(py, of, part, slice);
	length = length_of(slice);
	if (length && (length->kind == EXPR_NAME || length->kind == EXPR_ATTR))
		record(py, "rows.cut", name_of(length), length);
	if (!length && !slice->as.slice.step) {
		length = share_of(slice->as.slice.lower, slice->as.slice.upper);
		/* A number of samples, or of tokens: tokens[i * block_size : (i + 1) * block_size + 1]. */
		if (length && name_of(length).n)
			record(py, "rows.cut", name_of(length), length);
	}
	if (length && name_of(length).n) {
		record(py, "rows.batch", name_of(length), length);
		return;
	}
	length = limit_of(slice);
	/* ids[-batch_size:] is of the rows of a batch. */
	if (length && str_has_nocase(name_of(length), STR("batch_size"))) {
		record(py, "rows.batch", name_of(length), length);
		return;
	}
	if (length && name_of(length).n && whole_row(e->as.subscript.value, 0))
		record(py, "rows.limit", name_of(length), length);
}

void py_note_rest(struct interpreter *py, const struct py_stmt *assign)
{
	const struct py_expr *value = assign->as.assign.value, *slice, *length;
	struct str name;

	if (value->kind != EXPR_SUBSCRIPT || value->as.subscript.index->kind != EXPR_SLICE ||
	    assign->as.assign.targets.n != 1)
		return;
	slice = value->as.subscript.index;
	length = slice->as.slice.lower;
	name = name_of(value->as.subscript.value);
	if (!length || slice->as.slice.upper || slice->as.slice.step || !name.n || !name_of(length).n ||
	    !str_eq(name, name_of(assign->as.assign.targets.at[0])))
		return;
	record(py, "rows.cut", name_of(length), length);
}

void py_note_stride(struct interpreter *py, const struct py_expr *iterable)
{
	const struct py_args *args = iterable->kind == EXPR_CALL ? &iterable->as.call.args : NULL;
	const struct py_expr *callee = args ? iterable->as.call.function : NULL;

	/* tqdm(range(…)) */
	if (args && args->n && callee->kind == EXPR_NAME && !str_is(callee->as.name, "range") &&
	    args->at[0].value->kind == EXPR_CALL) {
		py_note_stride(py, args->at[0].value);
		return;
	}
	if (!args || args->n != 3 || callee->kind != EXPR_NAME || !str_is(callee->as.name, "range"))
		return;
	/* A number that is written out is what its slices have: a length has a name. */
	if (args->at[2].value->kind == EXPR_INT)
		record(py, "rows.batch", STR("batch_size"), args->at[2].value);
	else if (name_of(args->at[2].value).n)
		record(py, "rows.batch", name_of(args->at[2].value), args->at[2].value);
}

/* What a value is of, through indices and casts: the call that drew numbers, or counted them; NULL: neither. */
static const struct call *numbers_of(const struct node *n)
{
	for (int depth = 0; n && depth < TOKENS_DEPTH; depth++) {
		const struct call *made = n->kind == NODE_OBJECT ? n->made : NULL;

		if (made && str_among(made->method, STR("randint|integers|arange")))
			return made;
		n = made && str_among(made->method, STR("unsqueeze|reshape|view|to|long|astype|cuda")) ? made->self : n->from[0];
	}
	return NULL;
}

void py_note_windows(struct interpreter *py, const struct node *left, const struct node *right, struct span at)
{
	const struct call *a = numbers_of(left), *b = a ? numbers_of(right) : NULL, *count;
	struct args args = {0};

	if (!b || str_is(a->method, "arange") == str_is(b->method, "arange"))
		return;
	count = str_is(a->method, "arange") ? a : b;
	if (count->args.n != 1 || count->args.at[0].value->kind != NODE_INT)
		return;
	*vec_push(py->arena, &args) = (struct arg){STR("block_size"), count->args.at[0].value, count->at};
	*vec_push(py->arena, &args) = (struct arg){STR("name"), py_str(py, STR("block_size"), at), at};
	py_call_library(py, STR("rows.cut"), NULL, &args, (struct site){at, at});
}

/* "num_windows" of ids.view(num_windows, max_seq_len): how many rows a text is cut into. */
static bool counts_windows(struct str name)
{
	static const char *const words[] = {"window", "chunk", "block", "num_seq", "n_seq", "num_rows", "n_rows"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has(name, str_of(words[i])) && !str_has(name, STR("size")))
			return true;
	return false;
}

void py_note_view(struct interpreter *py, const struct py_expr *call)
{
	const struct py_args *args = &call->as.call.args;
	const struct py_expr *function = call->as.call.function;

	if (args->n != 2 || function->kind != EXPR_ATTR || !str_among(function->as.attr.name, STR("view|reshape")) ||
	    !counts_windows(name_of(args->at[0].value)) || !name_of(args->at[1].value).n)
		return;
	record(py, "rows.cut", name_of(args->at[1].value), args->at[1].value);
}

enum { LOADER_DEPTH = 4 };

/*
 * Rows that a data set of the library's gives so many at a time: dataset.iter(batch_size).
 * Source: datasets 4.4, src/datasets/arrow_dataset.py and iterable_dataset.py, iter(batch_size, drop_last_batch).
 */
static bool note_iter(struct interpreter *py, struct node *loader, struct span at)
{
	const struct call *made = loader->made;
	const struct arg *rows = made && str_is(made->method, "iter") && str_starts(made->callee, STR("datasets."))
				     ? call_arg(made, STR("batch_size"), 0)
				     : NULL;
	struct args numbers = {0};

	if (!rows)
		return false;
	*vec_push(py->arena, &numbers) = (struct arg){STR("batch_size"), rows->value, rows->at};
	py_call_library(py, STR("rows.loader"), loader, &numbers, (struct site){at, at});
	return true;
}

void py_note_loader(struct interpreter *py, struct node *iterable, struct span at)
{
	struct node *loader = iterable;
	struct args numbers = {0};

	/* tqdm(loader), enumerate(loader) */
	for (int depth = 0; loader && loader->kind == NODE_UNKNOWN && depth < LOADER_DEPTH; depth++)
		loader = (struct node *)(uintptr_t)loader->from[0];
	if (!loader || loader->kind != NODE_OBJECT || note_iter(py, loader, at))
		return;
	if (!class_of(loader) || loader->made ||
	    !class_find(py, class_of(loader), STR("__iter__")))
		return;
	for (size_t i = 0; i < loader->as.pairs.n; i++) {
		const struct pair *pair = &loader->as.pairs.at[i];

		if (pair->value->kind == NODE_INT)
			*vec_push(py->arena, &numbers) = (struct arg){pair->key->text, pair->value, pair->value->at};
	}
	if (numbers.n)
		py_call_library(py, STR("rows.loader"), loader, &numbers, (struct site){at, at});
}

/* Whether an expression is the length of a whole row: len(ids), len(row["input_ids"]). */
static bool is_length(const struct py_expr *e)
{
	const struct py_args *args = e && e->kind == EXPR_CALL ? &e->as.call.args : NULL;

	return args && args->n == 1 && e->as.call.function->kind == EXPR_NAME &&
	       str_is(e->as.call.function->as.name, "len") && whole_row(args->at[0].value, 0);
}

void py_note_longer(struct interpreter *py, enum py_op op, const struct py_expr *left,
		    const struct py_expr *right)
{
	bool orders = op == OP_GT || op == OP_GE || op == OP_LT || op == OP_LE;

	if (!orders || !left)
		return;
	if (is_length(left) && name_of(right).n)
		record(py, "rows.limit", name_of(right), right);
	else if (is_length(right) && name_of(left).n)
		record(py, "rows.limit", name_of(left), left);
}

/* Whether an expression is the number of columns of a tensor: x.size(1), x.shape[-1]. */
static bool is_columns(const struct py_expr *e)
{
	const struct py_expr *of = NULL, *index = NULL;

	if (e->kind == EXPR_CALL && e->as.call.args.n == 1) {
		of = e->as.call.function;
		index = e->as.call.args.at[0].value;
	} else if (e->kind == EXPR_SUBSCRIPT) {
		of = e->as.subscript.value;
		index = e->as.subscript.index;
	}
	if (!of || of->kind != EXPR_ATTR ||
	    !str_is(of->as.attr.name, e->kind == EXPR_CALL ? "size" : "shape"))
		return false;
	return (index->kind == EXPR_INT && index->as.integer == 1) || index->kind == EXPR_UNARY;
}

void py_note_grown(struct interpreter *py, const struct py_expr *test)
{
	const struct py_expr *right;

	if (test->kind != EXPR_COMPARE || test->as.compare.n != 1 || !is_columns(test->as.compare.left))
		return;
	right = test->as.compare.at[0].right;
	if ((test->as.compare.at[0].op == OP_LT || test->as.compare.at[0].op == OP_LE) && name_of(right).n)
		record(py, "rows.grown", name_of(right), right);
}

/* The data set or the collator that makes a row: the object whose method runs; NULL for a function. */
static struct node *maker(const struct interpreter *py)
{
	for (const struct frame *f = py->frame; f; f = f->caller)
		if (f->self && f->self->kind == NODE_OBJECT)
			return f->self;
	return NULL;
}

void py_note_row(struct interpreter *py, struct str name, struct node *value, struct span at)
{
	bool pair = str_is(name, "chosen_input_ids") || str_is(name, "rejected_input_ids");
	struct args args = {0};

	if (!str_ends(name, STR("input_ids")) || (!is_whole(name) && !pair) ||
	    (value->kind != NODE_UNKNOWN && value->kind != NODE_OBJECT && value->kind != NODE_EITHER))
		return;
	*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
	/* What a decoder gets is shifted by one, and says nothing of its encoder's rows. */
	if (str_starts(name, STR("decoder_")))
		*vec_push(py->arena, &args) = (struct arg){STR("decoder"), py_bool(py, true, at), at};
	py_call_library(py, pair ? STR("rows.pair") : STR("rows.row"), maker(py), &args,
			(struct site){at, at});
}

void py_note_key(struct interpreter *py, struct str key, struct node *value, struct span at)
{
	struct args args = {0};

	py_note_row(py, key, value, at);
	if (!str_ends(key, STR("_ids")) || str_is(key, "input_ids") ||
	    (value->kind != NODE_UNKNOWN && value->kind != NODE_OBJECT && value->kind != NODE_EITHER))
		return;
	*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
	*vec_push(py->arena, &args) = (struct arg){STR("key"), py_str(py, key, at), at};
	py_call_library(py, STR("rows.part"), maker(py), &args, (struct site){at, at});
}

void py_note_item(struct interpreter *py, struct node *function, struct node *value, struct span at)
{
	struct node *items = value->code == py_tag_iterator ? py_elements(py, value, at) : NULL;
	struct args args = {0};

	/* What a data set's __iter__() yields. */
	if (items && items->as.items.n)
		value = items->as.items.at[0];
	if (value->kind != NODE_MAP && value->kind != NODE_TUPLE && value->kind != NODE_LIST &&
	    value->kind != NODE_UNKNOWN && value->kind != NODE_OBJECT && value->kind != NODE_EITHER)
		return;
	*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
	*vec_push(py->arena, &args) = (struct arg){STR("of"), function, at};
	py_call_library(py, STR("rows.item"), NULL, &args, (struct site){at, at});
}

/* Whether an expression is the number of tokens of a whole row: len(row["input_ids"]). */
static bool counts_row(const struct py_expr *e)
{
	return e->kind == EXPR_CALL && e->as.call.function->kind == EXPR_NAME &&
	       str_is(e->as.call.function->as.name, "len") && e->as.call.args.n == 1 &&
	       whole_row(e->as.call.args.at[0].value, 0);
}

enum { BOUND_MIN = 32 };

static enum py_op or_equal(enum py_op op)
{
	return op == OP_LT ? OP_LE : OP_GE;
}

/* What a bound of rows is called: a number that is written out is a length wherever it is no small one. */
static struct str bound_of(const struct py_expr *e)
{
	return e->kind == EXPR_INT && e->as.integer >= BOUND_MIN ? STR("max_length") : name_of(e);
}

/* Whether a comparison of a row's length says what is kept: len(ids) <= 512; dropped: what is not. */
static void note_bound(struct interpreter *py, const struct py_expr *compare, bool dropped)
{
	enum py_op below = dropped ? OP_GT : OP_LT, above = dropped ? OP_LT : OP_GT;
	const struct py_expr *left = compare->as.compare.left, *right;

	for (size_t i = 0; i < compare->as.compare.n; i++, left = right) {
		enum py_op op = compare->as.compare.at[i].op;

		right = compare->as.compare.at[i].right;
		if ((op == below || op == or_equal(below)) && counts_row(left) && bound_of(right).n)
			record(py, "rows.limit", bound_of(right), right);
		if ((op == above || op == or_equal(above)) && counts_row(right) && bound_of(left).n)
			record(py, "rows.limit", bound_of(left), left);
	}
}

void py_note_kept(struct interpreter *py, const struct py_expr *condition)
{
	if (condition->kind == EXPR_COMPARE)
		note_bound(py, condition, false);
	for (size_t i = 0; condition->kind == EXPR_BOOL && i < condition->as.boolean.operands.n; i++)
		if (condition->as.boolean.operands.at[i]->kind == EXPR_COMPARE)
			note_bound(py, condition->as.boolean.operands.at[i], false);
}

void py_note_asked(struct interpreter *py, const struct py_expr *returned)
{
	bool one = returned && returned->kind == EXPR_COMPARE && returned->as.compare.n == 1;
	enum py_op op = one ? returned->as.compare.at[0].op : OP_EQ;
	const struct py_expr *most = one ? returned->as.compare.at[0].right : NULL;

	if ((op == OP_LT || op == OP_LE) && str_has(name_of(most), STR("prompt")) &&
	    (returned->as.compare.left->kind == EXPR_NAME || counts_row(returned->as.compare.left)))
		record(py, "rows.limit", name_of(most), most);
}

/* None; or None, None, …, what is given for nothing by a function that gives several things. */
static bool is_nothing(const struct py_expr *e)
{
	bool several = e->kind == EXPR_TUPLE && e->as.items.n > 0;

	for (size_t i = 0; several && i < e->as.items.n; i++)
		if (e->as.items.at[i]->kind != EXPR_NONE)
			return false;
	return several || e->kind == EXPR_NONE;
}

/* Whether a block leaves out what it is about: continue, raise, return None. */
static bool leaves_out(const struct py_block *block)
{
	const struct py_stmt *last = block->n ? block->at[block->n - 1] : NULL;

	return last && (last->kind == STMT_CONTINUE || last->kind == STMT_RAISE ||
			(last->kind == STMT_RETURN && (!last->as.value || is_nothing(last->as.value))));
}

/* What is left out for a number of it that was computed before, prompt_length > 1024: whose number it is, its origins tell. */
static void note_skipped(struct interpreter *py, const struct py_expr *compare)
{
	bool more = compare->as.compare.n == 1 &&
		    (compare->as.compare.at[0].op == OP_GT || compare->as.compare.at[0].op == OP_GE);
	struct args args = {0};
	struct node *number, *most;

	if (!more || compare->as.compare.left->kind != EXPR_NAME)
		return;
	number = py_eval(py, compare->as.compare.left);
	most = py_eval(py, compare->as.compare.at[0].right);
	if (number->kind != NODE_UNKNOWN || most->kind != NODE_INT || most->as.i < BOUND_MIN)
		return;
	*vec_push(py->arena, &args) = (struct arg){.value = number, .at = compare->at};
	*vec_push(py->arena, &args) = (struct arg){STR("most"), most, compare->as.compare.at[0].right->at};
	py_call_library(py, STR("rows.skip"), NULL, &args, (struct site){compare->at, compare->at});
}

void py_note_dropped(struct interpreter *py, const struct py_stmt *branch)
{
	const struct py_expr *test = branch->as.branch.test;

	if (test->kind != EXPR_COMPARE || !leaves_out(&branch->as.branch.body))
		return;
	note_bound(py, test, true);
	note_skipped(py, test);
}

void py_note_given(struct interpreter *py, const struct py_expr *call, const struct args *args)
{
	const struct py_expr *callee = call->as.call.function;
	const struct py_args *given = &call->as.call.args;
	bool method = callee->kind == EXPR_ATTR;

	/* rows.filter(lambda row: len(row["input_ids"]) <= max_length) */
	if (method && str_is(callee->as.attr.name, "filter") && given->n &&
	    given->at[0].value->kind == EXPR_LAMBDA)
		py_note_kept(py, given->at[0].value->as.lambda.body);

	/* Rows that a list collects: input_ids.append(row). */
	if (method && str_is(callee->as.attr.name, "append") && args->n == 1 && !args->at[0].name.n)
		py_note_row(py, name_of(callee->as.attr.value), args->at[0].value, args->at[0].at);
	/* dict(input_ids=…), model(input_ids=…); what a model writes begins with a prompt. */
	for (size_t i = 0; i < args->n && !(method && str_is(callee->as.attr.name, "generate")); i++)
		if (args->at[i].name.n)
			py_note_row(py, args->at[i].name, args->at[i].value, args->at[i].at);
}

void py_note_slice(struct interpreter *py, const struct py_expr *call)
{
	const struct py_args *args = &call->as.call.args;
	const struct py_expr *length;

	if (args->n != 2 || call->as.call.function->kind != EXPR_NAME ||
	    !str_is(call->as.call.function->as.name, "slice"))
		return;
	length = share_of(args->at[0].value, args->at[1].value);
	if (length && name_of(length).n)
		record(py, "rows.batch", name_of(length), length);
}
