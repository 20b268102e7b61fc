/*
 * Which of a module's parts make it a language model: the list of blocks, the token embedding, and the output over
 * its vocabulary.
 */
#include "reading.h"

#include "core/base/base.h"

#include <math.h>

static bool is(const struct module_part *part, enum layer_kind kind)
{
	return part->kind == kind;
}

bool custom_reading_inside(const struct custom_reading *r, size_t part, size_t whole)
{
	return whole != SIZE_MAX && part >= whole && part < r->parts.at[whole].end;
}

static bool equal(double a, double b)
{
	return a >= b && a <= b;
}

/* ---- blocks ---- */

/* Whether a part is one of the things that a list repeats: a module of a class with matrices. */
static bool is_block(const struct custom_reading *r, size_t part)
{
	const struct module_part *p = &r->parts.at[part];

	if (is(p, LAYER_BLOCK) || is(p, LAYER_CROSS))
		return true;
	if (!p->node->code || is(p, LAYER_LINEAR) || is(p, LAYER_EMBEDDING))
		return false;
	for (size_t i = part; i < p->end; i++)
		if (is(&r->parts.at[i], LAYER_LINEAR) || is(&r->parts.at[i], LAYER_ATTENTION))
			return true;
	return false;
}

size_t custom_blocks_of(const struct custom_reading *r, size_t list, size_t *first)
{
	size_t n = 0;

	for (size_t i = list + 1; i < r->parts.at[list].end; i = r->parts.at[i].end) {
		if (!is_block(r, i))
			continue;
		if (!n++)
			*first = i;
		if (r->parts.at[i].node->code != r->parts.at[*first].node->code)
			return 0;
	}
	return n;
}

/* A list whose length is not known has no parts, but may be what repeats. */
static bool is_open(const struct module_part *p)
{
	return is(p, LAYER_HOLDER) && p->node->open;
}

/* The list of blocks, or what has two of them: of those that are in no other the one with most parameters; counted: of blocks by names alone. */
static void find_list_of(struct custom_reading *r, bool counted)
{
	double most = -1;

	r->list = SIZE_MAX;
	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		size_t first = 0;
		double n;

		if ((!is(p, LAYER_HOLDER) && !is(p, LAYER_STACK) && !is(p, LAYER_PAIR)) || counted == (p->layer != NULL))
			continue;
		if (!is_open(p) && !is(p, LAYER_PAIR) && !custom_blocks_of(r, i, &first))
			continue;
		n = custom_module_count(&r->parts, i);
		if (n > most && !custom_reading_inside(r, i, r->list)) {
			most = n;
			r->list = i;
		}
	}
}

/* self.block_1, self.block_2: where nothing holds a list. */
static void find_list(struct custom_reading *r)
{
	find_list_of(r, false);
	if (r->list == SIZE_MAX)
		find_list_of(r, true);
}

/* ---- tables ---- */

static bool same_size(struct custom_reading *r, const struct module_part *x, const char *of_x, const struct module_part *y,
		      const char *of_y)
{
	double a = custom_module_size(&r->sizes, x, of_x), b = custom_module_size(&r->sizes, y, of_y);

	if (a > 0 || b > 0)
		return equal(a, b);
	/* Not known, and both the same. */
	return custom_module_same(custom_module_arg(&r->sizes, x, of_x), custom_module_arg(&r->sizes, y, of_y));
}

/* Whether the weights of an embedding are what a linear function outside all modules is given. */
static bool is_head_by_use(const struct custom_reading *r, const struct node *embedding)
{
	for (size_t i = 0; i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];

		if (!str_is(call->method, "linear") && !str_is(call->method, "matmul"))
			continue;
		for (size_t k = 0; k < call->args.n; k++) {
			const struct node *n = call->args.at[k].value;

			for (int depth = 0; n && n->kind == NODE_UNKNOWN && depth < NODE_DEPTH_MAX; depth++)
				n = n->from[0];
			if (n == embedding && call->args.at[k].value != embedding)
				return true;
		}
	}
	return false;
}

/* A gate that looks at a few of a token's numbers: Linear(12, 1) (KellerJordan/modded-nanogpt, train_gpt.py, smear_gate). */
static bool is_gate(struct custom_reading *r, const struct module_part *p, double hidden)
{
	enum { GATED_LEAST = 8 };
	double in = custom_module_size(&r->sizes, p, "in_features"), out = custom_module_size(&r->sizes, p, "out_features");

	return in >= GATED_LEAST && out > 0 && out <= in && 8 * in < hidden;
}

/*
 * Whether what goes in is not only tokens: layers of images, or a matrix outside the blocks that takes
 * what no other part gives (states of a game, features of a picture).
 */
static bool takes_more(struct custom_reading *r)
{
	double hidden = custom_module_size(&r->sizes, &r->parts.at[r->embedding], "embedding_dim");

	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		double in = custom_module_size(&r->sizes, p, "in_features");
		bool given = in <= 0 || hidden <= 0 || same_size(r, p, "in_features", &r->parts.at[r->embedding],
								 "embedding_dim");

		if (is(p, LAYER_IMAGE))
			return true;
		if (!is(p, LAYER_LINEAR) || custom_reading_inside(r, i, r->list) || is_gate(r, p, hidden))
			continue;
		for (size_t k = 0; !given && k < r->parts.n; k++)
			given = k != i && is(&r->parts.at[k], LAYER_LINEAR) &&
				same_size(r, p, "in_features", &r->parts.at[k], "out_features");
		if (!given)
			return true;
	}
	return false;
}

/* Whether a part, or what is inside it, has weights of another. */
static bool shares(const struct custom_reading *r, size_t part, size_t of)
{
	for (size_t i = part; i < r->parts.at[part].end; i++)
		if (r->parts.at[i].tied && custom_reading_inside(r, r->parts.at[i].tied - 1, of))
			return true;
	return false;
}

/*
 * Whether an output is over the vocabulary of an embedding, filled up for the sake of speed: 50,304 rows for GPT-2's 50,257
 * words (KellerJordan/modded-nanogpt, train_gpt.py). Libraries fill up to multiples of 64 to 1024.
 */
static bool is_padded(struct custom_reading *r, const struct module_part *embedding, const struct module_part *head)
{
	enum { WORDS_LEAST = 1024, MULTIPLE_LEAST = 64, MULTIPLE_MOST = 1024 };
	double words = custom_module_size(&r->sizes, embedding, "num_embeddings");
	double rows = custom_module_size(&r->sizes, head, "out_features");

	return words >= WORDS_LEAST && rows > words && rows - words < MULTIPLE_MOST && fmod(rows, MULTIPLE_LEAST) <= 0;
}

static bool is_output(struct custom_reading *r, size_t embedding, size_t head, bool padded)
{
	const struct module_part *e = &r->parts.at[embedding], *h = &r->parts.at[head];

	if (!is(h, LAYER_LINEAR) || custom_reading_inside(r, head, r->list))
		return false;
	if (padded)
		return is_padded(r, e, h);
	return same_size(r, e, "num_embeddings", h, "out_features") || shares(r, head, embedding);
}

/* The token embedding and the output over its vocabulary, of that size or with its weights; false if there are none. */
static bool find_tables_of(struct custom_reading *r, bool padded)
{
	r->embedding = r->head = SIZE_MAX;
	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *e = &r->parts.at[i];

		/* A table of one row tells nothing apart. */
		if (!is(e, LAYER_EMBEDDING) || custom_reading_inside(r, i, r->list) ||
		    equal(custom_module_size(&r->sizes, e, "num_embeddings"), 1))
			continue;
		for (size_t k = 0; k < r->parts.n; k++)
			if (is_output(r, i, k, padded)) {
				r->embedding = i;
				r->head = k;
				return true;
			}
		if (!padded && is_head_by_use(r, e->node)) {
			r->embedding = i;
			r->head_by_use = true;
			return true;
		}
	}
	return false;
}

static bool find_tables(struct custom_reading *r)
{
	return find_tables_of(r, false) || find_tables_of(r, true);
}

bool custom_tied(const struct custom_reading *r)
{
	return r->head_by_use || shares(r, r->head, r->embedding) || shares(r, r->embedding, r->head);
}

bool custom_find_parts(struct custom_reading *r)
{
	find_list(r);
	return r->list != SIZE_MAX && find_tables(r) && !takes_more(r);
}
