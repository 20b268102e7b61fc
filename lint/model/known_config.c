#include "known_config.h"

#include "config_json_writer.h"
#include "lint/read/read.h"

enum { PLACED_DEPTH_MAX = 8 };

/* The model whose name ends a folder's path, with its organisation or without. */
static const struct model *model_of_folder(struct str folder)
{
	size_t slash = str_rchr(folder, '/');
	size_t before = slash == SIZE_MAX ? SIZE_MAX : str_rchr(str_sub(folder, 0, slash), '/');
	struct str name = slash == SIZE_MAX ? folder : str_sub(folder, slash + 1, folder.n);
	const struct model *known = NULL;

	if (slash != SIZE_MAX)
		known = model_find(before == SIZE_MAX ? folder : str_sub(folder, before + 1, folder.n));
	return known ? known : model_find_name(name);
}

static void place(struct node *n, struct span at, int depth)
{
	n->at = at;
	if (depth > PLACED_DEPTH_MAX)
		return;
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		place(n->as.items.at[i], at, depth + 1);
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n; i++) {
		n->as.pairs.at[i].key->at = at;
		place(n->as.pairs.at[i].value, at, depth + 1);
	}
}

struct node *known_config(struct arena *a, struct str path, struct span at)
{
	struct str end = STR("/config.json");
	struct out text = {.arena = a};
	struct json_out json = {.out = &text};
	const struct model *known;
	struct reading reading;

	if (!str_ends(path, end))
		return NULL;
	known = model_of_folder(str_sub(path, 0, path.n - end.n));
	if (!known || !model_has_config(known))
		return NULL;
	model_config_write(&json, known);
	reading = read_json(a, at.file, str_dup(a, out_str(&text)));
	if (!reading.docs.n || reading.docs.at[0]->kind != NODE_MAP)
		return NULL;
	reading.docs.at[0]->open = true;
	place(reading.docs.at[0], at, 0);
	return reading.docs.at[0];
}
