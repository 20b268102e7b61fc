/*
 * How long rows are that code puts together, of all that a trainer or a loop is given: what is given the name
 * input_ids is followed back to the tokenizer's calls. And what is made of texts of which each is a row: sentences, posts,
 * lines, as for words that are masked.
 */
#include "row_length.h"

#include "token_length.h"
#include "training_data.h"

#include "lint/settings/settings.h"

enum { ALL_STEPS_MAX = 40000 };

/* Whether a call notes a row that may be the trainer's: one of a pair, or any other. */
static bool notes_row(const struct scan *s, const struct training_data *d, const struct call *call, bool pair)
{
	return str_is(call->callee, pair ? "rows.pair" : "rows.row") && call->args.n &&
	       training_data_made(d, call) != ROWS_OTHER && suppose_guard(s->suppose, call->guard);
}

static bool has_pairs(const struct scan *s, uint32_t before, const struct training_data *d)
{
	const struct call_index *noted = scan_rows(s);

	for (size_t i = 0; i < noted->rows.n && noted->rows.at[i]->order < before; i++)
		if (notes_row(s, d, noted->rows.at[i], true))
			return true;
	return false;
}

static bool is_at(const struct call *call, struct span at)
{
	return call->at.file == at.file && call->at.off == at.off;
}

/*
 * Takes the rows of a decoder, whose encoder has rows of its own: they count where they are longer than those, which a
 * tokenizer makes as they are.
 */
static void take_decoder(struct token_length *found, struct token_length decoder, struct token_length encoder)
{
	if (decoder.most.type != VALUE_ABSENT &&
	    (encoder.most.type == VALUE_ABSENT || decoder.most.as.i > encoder.most.as.i))
		*found = token_length_longest(*found, decoder);
}

/* What other parts are cut to says nothing of rows of which nothing cuts a part. */
static void note_uncut(const struct scan *s, const struct token_search *f, struct extract *x)
{
	enum rows *rows = arena_news(s->arena, enum rows, s->trace->n + 1);

	for (size_t i = 0; x->rows && i < s->trace->n; i++)
		rows[i] = x->rows[i];
	for (size_t i = 0; i < f->parts.n; i++) {
		struct token_search one = {.s = s};
		struct value most = token_length_by_tokenizer(&one, f->parts.at[i]).most;

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
	const struct call_index *noted = scan_rows(s);
	bool own = false, pairs = has_pairs(s, before, d);
	struct token_length found = {0}, collated = {0}, decoder = {0}, encoder = {0};
	struct token_search parts = {.s = s};
	unsigned steps = 0;

	/* Each step may look through the whole trace: a program of thousands of rows says no more than its first. */
	for (size_t i = 0; i < noted->rows.n && noted->rows.at[i]->order < before && steps < ALL_STEPS_MAX; i++) {
		const struct call *call = noted->rows.at[i];
		enum rows of = training_data_made(d, call);
		struct token_search f = {.s = s, .data = d, .before = before};
		struct token_length one;

		if (!notes_row(s, d, call, pairs) || (own && of != ROWS_OWN))
			continue;
		one = token_length_of(&f, call->args.at[0].value, 0);
		steps += f.steps;
		if (one.joined && one.uncut && one.most.type == VALUE_ABSENT)
			parts = f;
		if (call_arg(call, STR("decoder"), SIZE_MAX)) {
			decoder = one.made && one.most.type != VALUE_ABSENT ? token_length_longest(decoder, one) : decoder;
			continue;
		}
		if (one.tokens && !one.made)
			encoder = token_length_longest(encoder, one);
		/* In some code the answers of a pair have that name before they are joined to the prompt. */
		if (!one.made || one.most.type == VALUE_ABSENT || (pairs && !one.joined))
			continue;
		if (f.again)
			collated = token_length_longest(collated, one);
		found = own == (of == ROWS_OWN) ? token_length_longest(found, one) : one;
		own = of == ROWS_OWN;
	}
	/* What a collator cuts the rows to that were made before is what a model sees. */
	if (collated.most.type == VALUE_INT && found.most.type == VALUE_INT && collated.most.as.i < found.most.as.i)
		found = collated;
	take_decoder(&found, decoder, encoder);
	x->made_rows = found.most;
	if (found.most.type == VALUE_ABSENT)
		note_uncut(s, &parts, x);
}

/* tokenizer(texts, max_length=longest - 1): one token more is put behind each. */
static struct value with_end(const struct scan *s, const struct call *call, struct value most)
{
	const struct arg *arg = call_arg(call, STR("max_length"), SIZE_MAX);
	const struct node *n = arg ? suppose_value(s->suppose, arg->value) : NULL, *of = n ? n->from[0] : NULL;

	return n && n->kind == NODE_INT && of && of->kind == NODE_INT && of->as.i == n->as.i + 1 ? token_bound(s, of) : most;
}

/* Whether a call of a tokenizer or a processor makes ids of texts that are trained on. */
static bool makes_ids(const struct scan *s, const struct call *call, const struct training_job *job)
{
	return (str_has(call->callee, STR("okenizer")) || str_has(call->callee, STR("Processor"))) &&
	       str_among(call->method, STR("__call__|encode|encode_plus|batch_encode_plus")) &&
	       !(job->extract.rows && job->extract.rows[call->order] == ROWS_OTHER) && suppose_guard(s->suppose, call->guard);
}

void step_row_length(const struct scan *s, const struct call *start, struct training_job *job)
{
	struct value *set = &job->job.set[SETTING_MAX_SEQ_LENGTH], longest = {0};
	bool found = set->type == VALUE_ABSENT;

	for (uint32_t i = job_is(&job->job, SETTING_TASK, "embedding") ? 0 : start->inside; i < start->order; i++) {
		const struct call *call = s->trace->at[i];
		struct token_search f = {.s = s};
		struct value most;

		if (scan_effect(s, i) != EFFECT_HINT || !makes_ids(s, call, job))
			continue;
		most = token_length_by_tokenizer(&f, call).most;
		if (most.type == VALUE_ABSENT)
			return;
		found |= most.at.file == set->at.file && most.at.off == set->at.off;
		most = with_end(s, call, most);
		if (longest.type == VALUE_ABSENT || most.as.i > longest.as.i)
			longest = most;
	}
	if (found && longest.type != VALUE_ABSENT)
		*set = longest;
}

/* ---- padded rows ---- */

/* transformers 4.57 src/transformers/data/data_collator.py: each calls tokenizer.pad() with padding=True, its default. */
#define PADDING_COLLATORS                                                                                              \
	"DataCollatorForLanguageModeling|DataCollatorForWholeWordMask|DataCollatorForPermutationLanguageModeling|"      \
	"DataCollatorWithPadding|DataCollatorForSeq2Seq|DataCollatorForTokenClassification"

static bool is_true(const struct node *n)
{
	return (n->kind == NODE_BOOL && n->as.b) || (n->kind == NODE_STR && str_among(n->text, STR("longest|longest_first|only_first")));
}

static const struct node *given(const struct scan *s, const struct call *call, const char *name)
{
	const struct arg *arg = call_arg(call, str_of(name), SIZE_MAX);

	return arg ? suppose_value(s->suppose, arg->value) : NULL;
}

static bool counts(const struct scan *s, const struct call *sink, const struct call *call, const struct training_job *job)
{
	return call->order < sink->order && !(job->extract.rows && job->extract.rows[call->order] == ROWS_OTHER) &&
	       suppose_guard(s->suppose, call->guard);
}

static bool tokenizes(const struct call *call)
{
	return str_has(call->callee, STR("okenizer")) && str_among(call->method, STR("__call__|encode|encode_plus|batch_encode_plus"));
}

/*
 * Whether a call makes a row of each text, and leaves short ones short. What is cut off is not lost where the rest makes
 * rows as well: return_overflowing_tokens.
 */
static bool cuts_texts(const struct scan *s, const struct call *call)
{
	const struct node *truncation, *padding, *rest;

	if (str_among(str_tail(call->callee, '.'), STR("LineByLineTextDataset|LineByLineWithRefDataset")))
		return true;
	if (!tokenizes(call))
		return false;
	truncation = given(s, call, "truncation");
	padding = given(s, call, "padding");
	rest = given(s, call, "return_overflowing_tokens");
	return truncation && is_true(truncation) && !(rest && !(rest->kind == NODE_BOOL && !rest->as.b)) &&
	       (!padding || padding->kind == NODE_BOOL || is_true(padding));
}

/* Whether a call gives the rows of a batch one length, that of the longest. */
static bool pads(const struct scan *s, const struct call *sink, const struct call *call)
{
	const struct node *padding = given(s, call, "padding");

	if (str_among(str_tail(call->callee, '.'), STR(PADDING_COLLATORS)) || str_is(call->callee, "torch.nn.utils.rnn.pad_sequence"))
		return !padding || is_true(padding);
	if (str_has(call->callee, STR("okenizer")) && str_is(call->method, "pad"))
		return !padding || is_true(padding);
	/* The tokenizer is given a batch of the loop, or of the loader. */
	return tokenizes(call) && padding && is_true(padding) && call->outermost && call->outermost == sink->outermost;
}

void padded_rows(const struct scan *s, const struct call *sink, struct training_job *job)
{
	struct value *layout = &job->job.set[SETTING_BATCH_LAYOUT];
	const struct call *texts = NULL, *padded = NULL;

	if (!job_is(&job->job, SETTING_TASK, "pretrain") || layout->type != VALUE_ABSENT ||
	    job->extract.unknown[SETTING_BATCH_LAYOUT].why.n || job_get(&job->job, SETTING_MAX_TOKENS_PER_GPU) ||
	    job_bool(&job->job, SETTING_PACKING, false) || job->extract.unknown[SETTING_PACKING].why.n)
		return;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (!counts(s, sink, call, job))
			continue;
		if (str_is(call->callee, "rows.cut"))
			return;
		if (cuts_texts(s, call))
			texts = call;
		if (pads(s, sink, call))
			padded = call;
	}
	if (!texts || !padded)
		return;
	*layout = value_str(STR("padded"), ORIGIN_DERIVED, STR("each text is a row, and a batch is padded to its longest"));
	layout->at = padded->at;
}
