/*
 * Models that are none of language: a diffusion model, a vision transformer, a recogniser of speech, a module of
 * the repository's own that has no vocabulary. Training one is no job.
 */
#include "modality.h"

#include "custom_models.h"
#include "handwritten_loop.h"

#include "lint/frameworks/frameworks.h"
#include "lint/model/custom/language_model.h"

/* Whether a call puts a model together of parts that were made before: SentenceTransformer(modules=[…]). */
static bool takes_parts(const struct call *made, const struct callable *row)
{
	const struct arg *arg;

	for (size_t from = 0; (arg = call_role_arg(made, row, ROLE_MODEL, &from));)
		if (arg->value->kind == NODE_LIST || arg->value->kind == NODE_TUPLE)
			return true;
	return false;
}

/* Whether of a model with encoders of texts and of pictures only that of texts learns: the other is not run with gradients. */
static bool learns_texts(const struct scan *s, const struct node *model, const struct callable *row)
{
	bool texts = false;

	for (size_t i = 0; row->texts && i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (call->self != model || call->no_gradients)
			continue;
		if (loop_runs(call) || str_is(call->method, "get_image_features"))
			return false;
		texts |= str_is(call->method, row->texts);
	}
	return texts;
}

/* Whether a node was made by a library's constructor of a model; *other: of one that is none of language. */
static bool is_library_model(const struct scan *s, const struct node *n, bool *other)
{
	const struct callable *row =
	    n->kind == NODE_OBJECT && n->made && n->made->result == n ? call_row(n->made) : NULL;

	*other = row && row->other && !learns_texts(s, n, row);
	return row && (row->other || (row->effect == EFFECT_MODEL && !takes_parts(n->made, row)));
}

/* Whether a node is a table of tokens, or of other things that are counted. */
static bool is_table(const struct node *n)
{
	const struct layer *layer = n->kind == NODE_OBJECT && n->made ? layer_find(n->made->callee) : NULL;

	return layer && layer->kind == LAYER_EMBEDDING;
}

/*
 * Whether a value of a module may be of a language model: what is not known at all, what a library made of
 * which no table knows anything, and a table of tokens.
 */
static bool may_hide(const struct node *n)
{
	if (n->kind == NODE_UNKNOWN || is_table(n))
		return true;
	if (n->kind != NODE_OBJECT || n->code || !n->made || n->made->result != n || call_row(n->made))
		return false;
	return !layer_find(n->made->callee) && !str_starts(n->made->callee, STR("torch."));
}

static bool hides(const struct node *module)
{
	for (size_t i = 0; i < module->as.pairs.n; i++) {
		const struct node *value = module->as.pairs.at[i].value;

		if (may_hide(value))
			return true;
		for (size_t k = 0; (value->kind == NODE_LIST || value->kind == NODE_TUPLE || value->kind == NODE_EITHER) &&
				   k < value->as.items.n; k++)
			if (may_hide(value->as.items.at[k]))
				return true;
	}
	return false;
}

enum modality trained_modality(const struct scan *s, const struct origins *trained)
{
	bool any = false, own = false, open = false;

	for (size_t i = 0; i < trained->n; i++) {
		bool other;

		if (is_library_model(s, trained->at[i], &other)) {
			if (!other)
				return MODALITY_LANGUAGE;
			any = true;
		} else if (custom_module_is(trained->at[i])) {
			own = true;
			open = open || hides(trained->at[i]);
		}
	}
	if (!own)
		return any ? MODALITY_OTHER : MODALITY_LANGUAGE;
	return open || s->trace->spent.n || custom_model_reached(s, trained) ? MODALITY_LANGUAGE : MODALITY_CUSTOM;
}

bool has_language_model(const struct scan *s, const struct origins *r)
{
	bool other;

	for (size_t i = 0; i < r->n; i++)
		if ((is_library_model(s, r->at[i], &other) && !other) || is_table(r->at[i]))
			return true;
	return custom_model_reached(s, r) != NULL;
}
