/* How long the rows are that a model of the repository's own takes. */
#include "reading.h"

static bool is(const struct module_part *part, enum layer_kind kind)
{
	return part->kind == kind;
}

static bool equal(double a, double b)
{
	return a >= b && a <= b;
}

static const struct node *named(struct custom_reading *r, const struct node *object, const char *names)
{
	for (struct str_cut cut = {.tail = str_of(names)}; cut.tail.n;) {
		const struct node *n;

		cut = str_cut(cut.tail, '|');
		n = suppose_value(r->sizes.suppose, node_get(object, cut.head));
		if (n && n->kind == NODE_INT && n->as.i > 0 && n->as.i < UINT32_MAX)
			return n;
	}
	return NULL;
}

void custom_rows_stated(struct custom_reading *r, struct custom_model *out)
{
	const struct node *n = named(r, r->module, layer_length);

	for (size_t i = 0; !n && i < r->parts.n && !custom_reading_inside(r, i, r->list); i++) {
		const struct node *part = r->parts.at[i].node;

		n = r->parts.at[i].layer ? NULL : named(r, part, layer_length);
		for (size_t k = 0; !n && !r->parts.at[i].layer && k < part->as.pairs.n; k++) {
			const struct node *config = part->as.pairs.at[k].value;

			if ((config->kind == NODE_OBJECT || config->kind == NODE_MAP) &&
			    !custom_module_is(config))
				n = named(r, config, layer_length);
		}
	}
	if (!n)
		return;
	out->length = (uint32_t)n->as.i;
	out->length_at = n->at;
}

/* Whether a mapping has a value that stands at a place. */
static bool has_at(const struct node *map, struct span at)
{
	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct node *n = map->as.pairs.at[i].value;

		if (n->kind == NODE_INT && n->at.file == at.file && n->at.off == at.off)
			return true;
	}
	return false;
}

const struct node *custom_rows_beside(struct custom_reading *r, double table)
{
	static const char words[] = "block_size|context_length|context_size|seq_len|seq_length|sequence_length";
	const struct node *globals = r->trace->globals;

	for (size_t i = 0; i < r->parts.n; i++) {
		const struct module_part *p = &r->parts.at[i];
		const struct node *size = is(p, LAYER_EMBEDDING) && i != r->embedding
					      ? custom_module_arg(&r->sizes, p, "num_embeddings")
					      : NULL;

		for (size_t k = 0; globals && size && size->kind == NODE_INT && equal((double)size->as.i, table) &&
				   k < globals->as.pairs.n;
		     k++) {
			const struct node *map = globals->as.pairs.at[k].value, *n;

			n = map->kind == NODE_MAP && has_at(map, size->at) ? named(r, map, words) : NULL;
			if (n && (double)n->as.i < table)
				return n;
		}
	}
	return NULL;
}
