/* Whose weights a model of the repository's own takes: state[name].copy_(theirs[name]), model.load_state_dict(theirs), part.weight = theirs.part.weight. */
#include "reading.h"

#include "core/model/model.h"
#include "lint/frameworks/frameworks.h"

/* The model whose state a tensor, or all of them, is of: model.state_dict()[name].t(); NULL: that of none. */
static const struct node *state_of(const struct node *n)
{
	for (int depth = 0; n && depth < NODE_DEPTH_MAX; depth++) {
		const struct call *made;

		/* Some of them are transposed: they are of one model all the same. */
		if (n->kind == NODE_EITHER && n->as.items.n)
			n = n->as.items.at[0];
		made = n->kind == NODE_OBJECT && !n->from[0] ? n->made : NULL;

		if (made && str_among(made->method, STR("state_dict|named_parameters|parameters")))
			return made->self;
		if (made && !str_among(made->method, STR("t|to|float|transpose|contiguous|clone|detach|items|values|cpu|cuda|__getitem__")))
			return NULL;
		n = made ? made->self : n->from[0];
	}
	return NULL;
}

/* The model that an attribute is of, however far inside: theirs.h[layer].mlp.c_fc.weight. */
static const struct node *holder_of(const struct node *n)
{
	for (int depth = 0; n && n->kind != NODE_OBJECT && depth < NODE_DEPTH_MAX; depth++)
		n = n->from[0];
	return n;
}

/* The name by which a library loads a model; NULL: it is none, or made anew. */
static const struct node *name_of(const struct node *model)
{
	const struct call *made = model && model->kind == NODE_OBJECT ? model->made : NULL;
	const struct callable *row = made ? call_row(made) : NULL;
	const struct node *name = row && row->effect == EFFECT_MODEL && !row->other && made->args.n ? made->args.at[0].value : NULL;

	return name && name->kind == NODE_STR && str_ends(made->callee, STR(".from_pretrained")) && model_find(name->text) ? name : NULL;
}

/* Whether a node is one of the modules that a model consists of, or the model. */
static bool is_part(const struct custom_reading *r, const struct node *n)
{
	for (size_t i = 0; n && i < r->parts.n; i++)
		if (r->parts.at[i].node == n)
			return true;
	return n && n == r->module;
}

/* The model whose parameter is put in place of one of another's, part.weight = theirs.part.weight; NULL: the call does nothing of the kind. */
static const struct node *sets_from(const struct call *call)
{
	return str_is(call->method, "__setattr__") && call->args.n > 1 ? holder_of(call->args.at[1].value) : NULL;
}

/* Whether more than the embedding is taken of a model: that alone is a beginning for one of any shape. */
static bool gives_layers(const struct custom_reading *r, const struct node *model)
{
	for (size_t i = 0; i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];

		if (sets_from(call) == model && call->self && !(call->self->made && str_is(call->self->made->callee, "torch.nn.Embedding")))
			return true;
	}
	return false;
}

const struct node *custom_weights_of(const struct custom_reading *r)
{
	for (size_t i = 0; i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];
		bool copies = str_is(call->method, "copy_");
		const struct node *to, *from = sets_from(call);

		if (!call->args.n || (!copies && !from && !str_is(call->method, "load_state_dict")))
			continue;
		to = copies ? state_of(call->self) : call->self;
		if (from && !gives_layers(r, from))
			continue;
		from = from ? from : state_of(call->args.at[0].value);
		if (is_part(r, to) && name_of(from))
			return name_of(from);
	}
	return NULL;
}
