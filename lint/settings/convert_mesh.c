/*
 * The size of a mesh of GPUs along one dimension: init_device_mesh("cuda", (4, 2), mesh_dim_names=("dp", "tp"))["tp"],
 * ProcessTopology(axes=["pipe", "data"], dims=[4, 2]).
 */
#include "lint/eval/eval.h"
#include "convert_parts.h"

/*
 * Calls that lay GPUs out, and the arguments with the sizes and the names of dimensions. pytorch
 * torch/distributed/device_mesh.py init_device_mesh(device_type, mesh_shape, *, mesh_dim_names); deepspeed 0.17
 * deepspeed/runtime/pipe/topology.py ProcessTopology(axes, dims).
 */
static const struct layout {
	const char *callee, *sizes, *names;
	size_t sizes_at, names_at;
} layouts[] = {
    {"init_device_mesh", "mesh_shape", "mesh_dim_names", 1, SIZE_MAX},
    {".ProcessTopology", "dims", "axes", 1, 0},
};

static const struct layout *layout_of(const struct node *mesh)
{
	for (size_t i = 0; mesh->kind == NODE_OBJECT && mesh->made && i < sizeof(layouts) / sizeof(*layouts); i++)
		if (str_ends(mesh->made->callee, str_of(layouts[i].callee)))
			return &layouts[i];
	return NULL;
}

static bool is_row(const struct node *n)
{
	return (n->kind == NODE_TUPLE || n->kind == NODE_LIST) && !n->open;
}

static const struct node *shape_of(const struct node *mesh, const struct node **names)
{
	const struct layout *layout = layout_of(mesh);
	const struct arg *shape, *named;

	if (!layout)
		return NULL;
	shape = call_arg(mesh->made, str_of(layout->sizes), layout->sizes_at);
	named = call_arg(mesh->made, str_of(layout->names), layout->names_at);
	*names = named && is_row(named->value) ? named->value : NULL;
	return shape && is_row(shape->value) ? shape->value : NULL;
}

/* Where the dimension of a name stands; beyond all: there is none. */
static size_t place_of(const struct node *names, struct str name)
{
	size_t at = 0;

	while (names && at < names->as.items.n &&
	       !(names->as.items.at[at]->kind == NODE_STR && str_eq(names->as.items.at[at]->text, name)))
		at++;
	return names && at < names->as.items.n ? at : SIZE_MAX;
}

/* A layout by itself, of which the row names the dimension: without it nothing is split so. */
static struct converted along(struct arena *a, const struct keyrow *row, const struct node *mesh)
{
	const struct node *names = NULL, *shape = shape_of(mesh, &names);
	size_t at = place_of(names, str_of(row->arg));

	if (!layout_of(mesh) || (names && at == SIZE_MAX))
		return (struct converted){.result = CONVERT_NOTHING};
	if (!shape || at >= shape->as.items.n || shape->as.items.at[at]->kind != NODE_INT)
		return convert_unknown(STR("how GPUs are laid out is not known"));
	return convert_text(a, row->setting, str_fmt(a, "%lld", (long long)shape->as.items.at[at]->as.i), shape->as.items.at[at]);
}

struct converted convert_mesh(struct arena *a, const struct keyrow *row, const struct node *n)
{
	const struct node *key = n->kind == NODE_UNKNOWN ? n->from[1] : NULL, *mesh = key ? n->from[0] : n, *names = NULL;
	const struct node *shape = mesh ? shape_of(mesh, &names) : NULL;
	size_t at = 0;

	if (row->arg)
		return along(a, row, n);
	if (!shape || (!key && shape->as.items.n != 1))
		return convert_unknown(STR("the mesh of GPUs is not known"));
	if (key)
		at = key->kind == NODE_STR ? place_of(names, key->text) : SIZE_MAX;
	if (at >= shape->as.items.n || shape->as.items.at[at]->kind != NODE_INT)
		return convert_unknown(STR("the size of the mesh of GPUs is not known"));
	return convert_text(a, row->setting, str_fmt(a, "%lld", (long long)shape->as.items.at[at]->as.i), shape->as.items.at[at]);
}
