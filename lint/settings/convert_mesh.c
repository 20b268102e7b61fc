/* The size of a mesh of GPUs along one dimension: init_device_mesh("cuda", (4, 2), mesh_dim_names=("dp", "tp"))["tp"]. */
#include "lint/eval/eval.h"
#include "convert_parts.h"

/* pytorch torch/distributed/device_mesh.py init_device_mesh(device_type, mesh_shape, *, mesh_dim_names). */
static const struct node *shape_of(const struct node *mesh, const struct node **names)
{
	const struct arg *shape, *named;

	if (mesh->kind != NODE_OBJECT || !mesh->made || !str_ends(mesh->made->callee, STR("init_device_mesh")))
		return NULL;
	shape = call_arg(mesh->made, STR("mesh_shape"), 1);
	named = call_arg(mesh->made, STR("mesh_dim_names"), SIZE_MAX);
	*names = named ? named->value : NULL;
	return shape && (shape->value->kind == NODE_TUPLE || shape->value->kind == NODE_LIST) && !shape->value->open
		   ? shape->value
		   : NULL;
}

struct converted convert_mesh(struct arena *a, const struct keyrow *row, const struct node *n)
{
	const struct node *key = n->kind == NODE_UNKNOWN ? n->from[1] : NULL, *mesh = key ? n->from[0] : n, *names = NULL;
	const struct node *shape = mesh ? shape_of(mesh, &names) : NULL;
	size_t at = 0;

	if (!shape || (!key && shape->as.items.n != 1))
		return convert_unknown(STR("the mesh of GPUs is not known"));
	for (; key && at < shape->as.items.n; at++)
		if (names && (names->kind == NODE_TUPLE || names->kind == NODE_LIST) && at < names->as.items.n &&
		    names->as.items.at[at]->kind == NODE_STR && key->kind == NODE_STR &&
		    str_eq(names->as.items.at[at]->text, key->text))
			break;
	if (at >= shape->as.items.n || shape->as.items.at[at]->kind != NODE_INT)
		return convert_unknown(STR("the size of the mesh of GPUs is not known"));
	return convert_text(a, row->setting, str_fmt(a, "%lld", (long long)shape->as.items.at[at]->as.i), shape->as.items.at[at]);
}
