/* How the attention of a model of the repository's own is computed, and whether layers are. */
#include "reading.h"

#include "lint/python/python.h"

static bool is(const struct module_part *part, enum layer_kind kind)
{
	return part->kind == kind;
}

static bool called(const struct trace *trace, const char *method)
{
	for (size_t i = 0; i < trace->n; i++)
		if (str_is(trace->at[i]->method, method))
			return true;
	return false;
}

/* Whether the model's forward was evaluated: its embedding was called, or a module of the repository's. */
static bool was_run(const struct trace *trace, const struct node *embedding)
{
	for (size_t i = 0; embedding->code && i < trace->functions.n; i++)
		if (str_is(trace->functions.at[i].name, "forward"))
			return true;
	for (size_t i = 0; i < trace->n; i++)
		if (trace->at[i]->self == embedding && str_is(trace->at[i]->method, "__call__"))
			return true;
	return false;
}

void custom_kernel_called(const struct custom_reading *r, struct custom_model *out)
{
	const struct trace *trace = r->trace;
	/* The conditions under which the model as a whole runs. */
	const struct node *pass = NULL;

	for (size_t i = 0; i < trace->n; i++) {
		struct str kernel = layer_kernel(trace->at[i]->method);
		const struct arg *mask;

		if (trace->at[i]->self == out->embedding && str_is(trace->at[i]->method, "__call__"))
			pass = trace->at[i]->guard;
		if (layer_recomputes(trace->at[i]->callee) && !out->recomputes) {
			out->recomputes = trace->at[i];
			out->sometimes = trace->at[i]->guard != pass;
		}
		if (!kernel.n)
			continue;
		out->attention = kernel;
		mask = call_arg(trace->at[i], STR("attn_mask"), 3);
		out->masked |= mask && mask->value->kind != NODE_NULL;
	}
}

/* Whether attention of torch.nn's is told to keep its weights to itself. */
static bool keeps_weights(const struct custom_reading *r)
{
	for (size_t i = 0; i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];
		const struct arg *asked = call_arg(call, STR("need_weights"), 4);

		for (size_t k = r->list; asked && k < r->parts.at[r->list].end; k++)
			if (is(&r->parts.at[k], LAYER_ATTENTION) && r->parts.at[k].node == call->self)
				return asked->value->kind == NODE_BOOL && !asked->value->as.b;
	}
	return false;
}

void custom_kernel_guess(const struct custom_reading *r, struct custom_model *out)
{
	const struct trace *trace = r->trace;

	if (out->attention.n || !was_run(trace, r->parts.at[r->embedding].node))
		return;
	/* nn.MultiheadAttention gives its weights unless told not to, and then takes no kernel. */
	if (r->block.whole || (r->block.of_library && keeps_weights(r)))
		out->attention = STR("sdpa");
	else if (r->block.of_library || called(trace, "softmax"))
		out->attention = STR("eager");
}

struct str custom_copy_attention(const struct node *model)
{
	struct py_defined class;
	struct str kernel = {0}, name;

	if (!model->made || !str_ends(model->made->callee, STR(".PreTrainedModel")) || !py_object_class(model, &class))
		return kernel;
	/* From 4.48 on a copy calls what its configuration names, and its own function only where that is "eager". */
	if (py_object_file_names(model, STR("_attn_implementation")))
		return kernel;
	for (size_t i = 0; name = layer_kernel_name(i), name.n; i++) {
		if (!py_object_file_calls(model, name))
			continue;
		/* A kernel a class, and the configuration chooses. */
		if (kernel.n && !str_eq(kernel, layer_kernel(name)))
			return (struct str){0};
		kernel = layer_kernel(name);
	}
	if (py_object_file_calls(model, STR("softmax")) && py_object_file_calls(model, STR("matmul")))
		return kernel.n ? (struct str){0} : STR("eager");
	return kernel;
}
