/*
 * What a loop takes from a loader is what the data set's __getitem__ or the collator gave (rows.item): a value
 * is followed back to that, through names and positions: x, y = batch; batch["input_ids"].to("cuda").
 */
#include "batch_source.h"

#include "handwritten_loop.h"
#include "token_length.h"

#include "core/base/base.h"
#include "lint/model/custom/language_model.h"
#include "lint/python/python.h"
#include "lint/settings/settings.h"

enum { STEPS_MAX = 32, KEYS_MAX = 6, PASSES_MAX = 64, TOKENS_MIN = 64 };

/* How something was taken out of what a library gives: names and positions, the outermost last. */
struct path {
	const struct node *keys[KEYS_MAX];
	size_t n;
	/** The loader, or NULL: what a library gives a function of the program's. */
	const struct call *loader;
};

static bool push(struct path *path, const struct node *key)
{
	if (!key || (key->kind != NODE_STR && key->kind != NODE_INT))
		return true;
	if (path->n == KEYS_MAX)
		return false;
	path->keys[path->n++] = key;
	return true;
}

/* The call that makes a loader of rows whose result an object is; NULL: none does. */
static const struct call *loader_of(const struct scan *s, const struct node *n)
{
	for (size_t i = 0; n->made && i < s->trace->n; i++)
		if (s->trace->at[i] == n->made)
			return makes_loader(s, i) && s->trace->at[i]->result == n ? s->trace->at[i] : NULL;
	return NULL;
}

/* Of the pairs that enumerate() and items() make it is not the first or the second that counts. */
static void pop_pair(struct path *path)
{
	path->n -= path->n && path->keys[path->n - 1]->kind == NODE_INT;
}

/* What an object was made of that goes over the same: tqdm(loader), batch.to("cuda"); NULL: of something else. */
static const struct node *same_of(const struct node *n, struct path *path)
{
	const struct call *made = n->made;

	if (made->self && str_is(made->method, "items"))
		pop_pair(path);
	else if (made->self && !keeps_length(made))
		return NULL;
	if (made->self)
		return made->self;
	return !made->row && made->args.n && !made->args.at[0].name.n ? made->args.at[0].value : NULL;
}

/* What a library gives a function of the program's: to a collator a list of rows. */
static bool is_given(const struct node *n)
{
	return n->kind == NODE_UNKNOWN && n->op == 'g';
}

/* Follows a value to where it was taken from; false: that is neither a loader nor what a library gives. */
static bool find_path(const struct scan *s, const struct node *n, struct path *path)
{
	bool some = false;

	for (int i = 0; n && i < STEPS_MAX; i++) {
		n = suppose_value(s->suppose, n);
		if (is_given(n))
			return !some;
		/* Some of the rows of a batch: each of them is as long as it was. */
		if (n->kind == NODE_UNKNOWN && (n->op == 'w' || n->op == ':') && !n->open) {
			some = true;
			n = n->from[0];
			continue;
		}
		if (n->kind != NODE_OBJECT && (n->kind != NODE_UNKNOWN || n->op))
			return false;
		if (n->from[0]) {
			if (n->kind == NODE_OBJECT && n->op == 'e')
				pop_pair(path);
			/* Which of the rows it is does not matter. */
			else if (!(is_given(n->from[0]) && n->from[1] && n->from[1]->kind == NODE_INT) &&
				 !push(path, n->from[1]))
				return false;
			n = n->from[0];
			continue;
		}
		if (n->kind != NODE_OBJECT || !n->made)
			return false;
		path->loader = loader_of(s, n);
		if (path->loader)
			return true;
		n = same_of(n, path);
	}
	return false;
}

/* {name: [ids[i : i + n] for i in places] for name, ids in rows.items()}: under each name pieces, of which this is one; NULL: they are none. */
static const struct node *piece_of(const struct node *map)
{
	const struct node *pieces = map->kind == NODE_MAP && map->open && !map->as.pairs.n ? map->from[1] : NULL;
	const struct node *piece = pieces && pieces->kind == NODE_LIST && pieces->open && !pieces->as.items.n ? pieces->from[1] : NULL;

	return piece && piece->kind == NODE_UNKNOWN && piece->op == 'w' ? piece : NULL;
}

/* What is at the end of a path; NULL: it does not lead there. */
static const struct node *at_path(const struct scan *s, const struct node *item, const struct path *path)
{
	for (size_t i = path->n; item && i > 0; i--) {
		const struct node *key = path->keys[i - 1];

		item = suppose_value(s->suppose, item);
		if (i == 1 && key->kind == NODE_STR && piece_of(item))
			return piece_of(item);
		/* {name: ids.squeeze(0) for name, ids in row.items()} has the names of the row. */
		if (key->kind == NODE_STR && item->kind == NODE_MAP && item->open && !item->as.pairs.n)
			item = item->from[0];
		if (!item)
			break;
		if (key->kind == NODE_STR && item->kind == NODE_MAP)
			item = node_get(item, key->text);
		else if (key->kind == NODE_INT && (item->kind == NODE_TUPLE || item->kind == NODE_LIST) && !item->open)
			item = key->as.i >= 0 && (uint64_t)key->as.i < item->as.items.n
				   ? item->as.items.at[key->as.i]
				   : NULL;
		/* A tokenizer's result goes by the names of its tensors. */
		else if (key->kind != NODE_STR || (item->kind != NODE_OBJECT && item->kind != NODE_UNKNOWN))
			item = NULL;
	}
	return item;
}

/* Whether two functions or objects run the same code. */
static bool same_code(const struct node *x, const struct node *y)
{
	return x && y && x->code && x->code == y->code;
}

/* What a function, a method or an object of the program's gave when a library was handed it; NULL: not seen. */
static const struct node *given_by(const struct scan *s, const struct node *handed, bool object)
{
	const struct node *found = NULL;

	for (size_t i = 0; handed && i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *of, *self;

		if (!str_is(call->callee, "rows.item") || call->args.n != 2 || !suppose_guard(s->suppose, call->guard))
			continue;
		of = call->args.at[1].value;
		self = of->kind == NODE_METHOD ? of->as.self : NULL;
		/* Each class runs once: what one object of it gives, another does; the very one knows better. */
		if (object ? self && self->kind == NODE_OBJECT && same_code(self, handed) : same_code(of, handed))
			if (!found || self == handed)
				found = call->args.at[0].value;
	}
	return found;
}

/*
 * What a library's data set was made of: random_split(rows, sizes)[0], Subset(rows, some); of rows.map(tokenize) the function, and
 * of what only goes over the same rows, rows.shuffle().with_format("torch"), these.
 */
static const struct node *rows_before(const struct node *n)
{
	const struct call *made = n->made;

	if (n->from[0] || !made)
		return n->from[0];
	if (made->self && str_among(made->method, STR("with_format|shuffle|select|filter|take|skip|remove_columns|rename_column|set_format")))
		return made->self;
	return made->args.n ? made->args.at[0].value : NULL;
}

static const struct node *given_for(const struct scan *s, const struct call *loader, const char *name, size_t position)
{
	const struct arg *arg = call_arg(loader, str_of(name), position);
	const struct node *handed = arg ? suppose_value(s->suppose, arg->value) : NULL;

	for (int i = 0; i < KEYS_MAX && handed && handed->kind == NODE_OBJECT && !handed->code; i++)
		handed = rows_before(handed);
	return handed ? given_by(s, handed, handed->kind == NODE_OBJECT) : NULL;
}

const struct node *loader_gave(const struct scan *s, const struct node *n, struct taking *from)
{
	struct path path = {0};
	const struct node *item;

	if (from->level == TAKEN_ROW || !find_path(s, n, &path))
		return NULL;
	if (!path.loader && from->level != TAKEN_BATCH)
		return NULL;
	if (path.loader) {
		from->loader = path.loader;
		item = given_for(s, path.loader, "collate_fn", SIZE_MAX);
		if (item) {
			from->level = TAKEN_BATCH;
			return at_path(s, item, &path);
		}
		/* A library's collator may pad. */
		if (call_arg(path.loader, STR("collate_fn"), SIZE_MAX))
			return NULL;
	}
	from->level = TAKEN_ROW;
	item = given_for(s, from->loader, "dataset", 0);
	return item ? at_path(s, item, &path) : NULL;
}

void loader_hands_on(const struct scan *s, const struct call *loader, struct training_job *job)
{
	const struct arg *size = call_arg(loader, STR("batch_size"), 1), *rows = call_arg(loader, STR("dataset"), 0);
	const struct node *dataset = rows ? suppose_value(s->suppose, rows->value) : NULL;

	/* PyTorch's own loader takes None for: no batches of mine. */
	if (size && dataset && dataset->kind == NODE_OBJECT && suppose_value(s->suppose, size->value)->kind == NODE_NULL)
		extract_map(&job->extract, keymap_find(STR("rows.batch")), dataset, &job->job);
}

/* The tensor of token ids that a model is called with: by name, first, or in what is spread, model(**batch). */
static struct value shown_length(const struct scan *s, const struct call *pass)
{
	static const char *const names[] = {"input_ids", "**"};
	const struct arg *arg;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		arg = call_arg(pass, str_of(names[i]), i ? SIZE_MAX : 0);
		if (!arg || (!i && str_starts(arg->name, STR("*"))))
			continue;
		return shown_tokens(s, arg->value, i ? STR("input_ids") : (struct str){0});
	}
	return (struct value){0};
}

/* The first of what a value is a pair or a tuple of. */
static const struct node *first_of(const struct scan *s, const struct node *n)
{
	struct node *first = node_new(s->arena, NODE_UNKNOWN, n->at);

	first->from[0] = n;
	first->from[1] = node_int(s->arena, 0, n->at);
	return first;
}

/*
 * Rows that a step takes by itself from an iterator over pairs of inputs and labels (deepspeed's train_batch(data_iter)): ids
 * alone, or a tuple of which they are the first.
 */
static struct value taken_length(const struct scan *s, const struct call *step)
{
	size_t from = 0;
	const struct callable *row = call_row(step);
	const struct arg *rows = row ? call_role_arg(step, row, ROLE_DATASET, &from) : NULL;
	struct value most = {0};

	if (!rows)
		return most;
	most = shown_tokens(s, first_of(s, first_of(s, rows->value)), (struct str){0});
	return most.type != VALUE_ABSENT ? most : shown_tokens(s, first_of(s, rows->value), (struct str){0});
}

/* Whether a call shows the trained model rows: a pass of a library's model, a look-up of the program's own in its table. */
static bool shows(const struct call *call, const struct origins *own, const struct training_job *job)
{
	if (!loop_runs(call))
		return false;
	return job->extract.own ? call->self == job->extract.own->embedding : origins_have(own, call->self);
}

void loop_shown_length(const struct scan *s, const struct call *backward, const struct origins *own,
		       struct training_job *job)
{
	const struct origins *learned = loop_learned(s, backward);
	struct value most = {0};
	unsigned passes = 0;

	if (job_get(&job->job, SETTING_MAX_SEQ_LENGTH))
		return;
	/* Those that a loop of known rounds goes on to make are as the first. */
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order && passes < PASSES_MAX; i++) {
		const struct call *call = s->trace->at[i];
		struct value one;

		if (!shows(call, own, job) || !suppose_guard(s->suppose, call->guard) ||
		    !origins_have(learned, call->result))
			continue;
		passes++;
		one = shown_length(s, call);
		if (one.type == VALUE_ABSENT)
			return;
		if (most.type == VALUE_ABSENT || one.as.i > most.as.i)
			most = one;
	}
	if (!passes)
		most = taken_length(s, backward);
	if (most.type != VALUE_ABSENT)
		job->job.set[SETTING_MAX_SEQ_LENGTH] = most;
}

/* ---- batches that are counted in tokens ---- */

/*
 * The number of tokens that a sampler fills a batch up to: self.max_tokens, or of a TokenBucketSampler the number that goes by a
 * batch's name, in it or elsewhere (batch). NULL: it counts rows.
 */
static const struct node *tokens_of(const struct scan *s, const struct node *sampler, const struct value *batch)
{
	const struct node *named = NULL;
	struct py_defined class;
	bool counts;

	if (!sampler || sampler->kind != NODE_OBJECT || !py_object_class(sampler, &class))
		return NULL;
	counts = str_has_nocase(class.name, STR("token"));
	for (size_t i = 0; i < sampler->as.pairs.n; i++) {
		const struct pair *pair = &sampler->as.pairs.at[i];
		const struct node *n = suppose_value(s->suppose, pair->value);

		if (n->kind != NODE_INT || n->as.i < TOKENS_MIN)
			continue;
		if (str_has_nocase(pair->key->text, STR("max_tok")) || str_has_nocase(pair->key->text, STR("tokens_per_batch")) ||
		    str_has_nocase(pair->key->text, STR("token_per_batch")) || str_has_nocase(pair->key->text, STR("batch_tokens")))
			return n;
		if (counts && (str_has_nocase(pair->key->text, STR("batch_size")) ||
			       (n->at.file == batch->at.file && n->at.off == batch->at.off)))
			named = n;
	}
	return named;
}

/* As many of the longest rows as fill a number of tokens. */
static void set_rows(const struct scan *s, const struct node *tokens, const struct value *length, struct value *batch)
{
	struct value *kept = arena_new(s->arena, struct value);

	*kept = *length;
	*batch = value_int(tokens->as.i > length->as.i ? tokens->as.i / length->as.i : 1, ORIGIN_DERIVED,
			   STR("the longest rows that its number of tokens holds"));
	batch->at = tokens->at;
	batch->from[0] = kept;
}

void loop_token_batches(const struct scan *s, const struct call *step, struct training_job *job)
{
	struct value *batch = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	const struct value *length = job_get(&job->job, SETTING_MAX_SEQ_LENGTH);
	const struct node *tokens = NULL;

	if (batch->type != VALUE_ABSENT && batch->origin != ORIGIN_ASSUMED)
		return;
	for (size_t i = 0; !tokens && i < s->trace->n && s->trace->at[i]->order < step->order; i++) {
		const struct call *call = s->trace->at[i];
		const struct arg *arg = makes_loader(s, i) && suppose_guard(s->suppose, call->guard)
					    ? call_arg(call, STR("batch_sampler"), SIZE_MAX)
					    : NULL;

		tokens = arg ? tokens_of(s, suppose_value(s->suppose, arg->value), batch) : NULL;
	}
	if (!tokens)
		return;
	*batch = (struct value){0};
	job->extract.unknown[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = (struct extract_unknown){
	    .why = STR("its batches are filled up to a number of tokens"), .at = tokens->at, .settled = true};
	if (!length || length->type != VALUE_INT || length->as.i <= 0)
		return;
	set_rows(s, tokens, length, batch);
}
