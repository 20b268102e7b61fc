/* copy: copies of containers and objects. */
#include "stdlib_parts.h"

enum {
	/** Models of one object that are told apart; of more the copies share what made them. */
	MODELS_MAX = 8,
};

/* A copy that is being made. */
struct copying {
	struct site site;
	/** Models of libraries in it, and their copies: what is held twice is copied once. */
	struct node *models[MODELS_MAX], *copies[MODELS_MAX];
	size_t n;
};

/* A copy of a library's model is another model: it stays recognisable by what made it. */
static struct node *copy_model(struct interpreter *py, struct copying *copying, struct node *model)
{
	struct args args = {0};

	for (size_t i = 0; i < copying->n; i++)
		if (copying->models[i] == model)
			return copying->copies[i];
	if (copying->n == MODELS_MAX)
		return NULL;
	*vec_push(py->arena, &args) = (struct arg){.value = model, .at = copying->site.at};
	copying->models[copying->n] = model;
	return copying->copies[copying->n++] = py_call_library(py, STR("copy.deepcopy"), NULL, &args, copying->site);
}

static struct node *deep(struct interpreter *py, struct copying *copying, struct node *n, int depth)
{
	struct node *out = n && depth && py_is_model(n) && !n->code ? copy_model(py, copying, n) : NULL;

	if (out || depth > NODE_DEPTH_MAX || !py_step(py, 1))
		return out ? out : n;
	switch ((int)n->kind) {
	case NODE_LIST:
	case NODE_SET:
	case NODE_TUPLE:
		out = py_new(py, n->kind, n->at);
		for (size_t i = 0; i < n->as.items.n; i++)
			py_append(py, out, deep(py, copying, n->as.items.at[i], depth + 1));
		break;
	case NODE_MAP:
		out = py_new(py, n->kind, n->at);
		for (size_t i = 0; i < n->as.pairs.n; i++)
			*vec_push(py->arena, &out->as.pairs) = (struct pair){
			    n->as.pairs.at[i].key, deep(py, copying, n->as.pairs.at[i].value, depth + 1)};
		break;
	case NODE_OBJECT:
		out = py_new(py, n->kind, n->at);
		for (size_t i = 0; i < n->as.pairs.n; i++)
			*vec_push(py->arena, &out->as.pairs) = (struct pair){
			    n->as.pairs.at[i].key, deep(py, copying, n->as.pairs.at[i].value, depth + 1)};
		out->made = n->made;
		break;
	default:
		return n;
	}
	out->open = n->open;
	out->code = n->code == py_tag_members ? NULL : n->code;
	out->from[0] = n->kind == NODE_OBJECT ? n->from[0] : n;
	out->from[1] = n->from[1];
	return out;
}

static struct node *deepcopy(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "x");
	struct copying copying = {.site = c->site};

	if (x && x->kind == NODE_OBJECT && x->made && !x->code)
		return py_call_library(py, STR("copy.deepcopy"), NULL, c->args, c->site);
	return x ? deep(py, &copying, x, 0) : NULL;
}

static struct node *shallow(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "x"), *out;

	if (!x || !node_mutable(x) || x->kind == NODE_FUNCTION || x->kind == NODE_CLASS ||
	    x->kind == NODE_MODULE)
		return x;
	out = py_new(py, x->kind, x->at);
	if (x->kind == NODE_MAP || x->kind == NODE_OBJECT)
		for (size_t i = 0; i < x->as.pairs.n; i++)
			*vec_push(py->arena, &out->as.pairs) = x->as.pairs.at[i];
	else
		for (size_t i = 0; i < x->as.items.n; i++)
			py_append(py, out, x->as.items.at[i]);
	out->open = x->open;
	out->code = x->code == py_tag_members ? NULL : x->code;
	out->made = x->made;
	return out;
}

static const struct native rows[] = {
    {"copy.copy", shallow, NATIVE_UNKNOWN},
    {"copy.deepcopy", deepcopy, NATIVE_UNKNOWN},
};

NATIVES(natives_copy, rows);
