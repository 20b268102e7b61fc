/* The shape of a model that a config states by sizes of its own, by the rows of keymaps that have such. */
#include "core/base/base.h"
#include "lint/model/model.h"
#include "condition.h"
#include "convert_parts.h"
#include "extract_parts.h"

/* What a row makes of a value that is given; false if it says nothing of the size. */
static bool size_text(struct arena *a, const struct sizerow *row, const struct node *n, struct str *out)
{
	struct str text = STR(""), arg = str_of(row->arg);
	struct str_cut cut;

	switch ((int)row->convert) {
	case CONVERT_SWITCH:
		cut = str_cut(arg, ';');
		*out = convert_truth(n) ? cut.head : cut.tail;
		return out->n > 0;
	case CONVERT_IF_TRUE:
	case CONVERT_PRESENT:
		*out = arg;
		return convert_truth(n);
	case CONVERT_CHOICE:
		return convert_scalar(a, n, &text) && convert_choice_of(arg, text, out) && out->n;
	case CONVERT_WORDS:
		if (!convert_scalar(a, n, &text))
			return false;
		for (cut = str_cut(arg, ';'); cut.head.n; cut = str_cut(cut.tail, ';')) {
			struct str_cut entry = str_cut(cut.head, '=');

			*out = entry.tail;
			if (str_has_nocase(text, entry.head))
				return entry.tail.n > 0;
		}
		return false;
	case CONVERT_LENGTH:
		if (n->kind != NODE_LIST || n->open)
			return false;
		*out = str_fmt(a, "%zu", n->as.items.n);
		return true;
	default:
		if (!convert_scalar(a, n, &text))
			return false;
		*out = convert_whole(a, str_trim(text));
		return out->n > 0;
	}
}

/* Reads one row into the mapping of sizes; false if its key is given and what it says is not known. */
static bool read_size(struct extract *x, const struct sizerow *row, const struct node *tree, const struct job *job,
		      struct node *sizes, struct span *at)
{
	struct str keys = str_of(row->key), text;
	const struct node *n = NULL;

	if (node_get(sizes, str_of(row->size)) || !condition_holds(row->when, job, tree))
		return true;
	for (; keys.n && !n; keys = str_cut(keys, '|').tail) {
		n = suppose_value(x->suppose, node_key(tree, str_cut(keys, '|').head, job));
		n = n && n->kind != NODE_NULL && n->kind != NODE_ABSENT ? n : NULL;
	}
	if (n && (n->kind == NODE_UNKNOWN || n->kind == NODE_EITHER)) {
		/* A tokenizer that is not known is as one that is not named: there are other ways to tell the vocabulary. */
		if (str_starts(str_of(row->size), STR("vocab")))
			return true;
		x->unknown[SETTING_MODEL] = (struct extract_unknown){
		    .why = n->kind == NODE_UNKNOWN ? n->text
						   : str_fmt(x->arena, "%.*s is one of several", STR_ARG(str_cut(str_of(row->key), '|').head)),
		    .at = n->at};
		return false;
	}
	if (!n && row->key)
		return true;
	if (!n)
		text = str_of(row->arg);
	else if (!size_text(x->arena, row, n, &text))
		return true;
	if (n && !span_known(*at))
		*at = n->at;
	node_set(x->arena, sizes, node_str(x->arena, str_of(row->size), tree->at), node_str(x->arena, text, tree->at));
	return true;
}

/* The rows of a map and of those that it extends; false if one leaves the model unknown. */
static bool read_rows(struct extract *x, const struct keymap *map, const struct node *tree, const struct job *job,
		      struct node *sizes, struct span *at, unsigned depth)
{
	for (size_t i = 0; i < map->nsizes; i++)
		if (!read_size(x, &map->sizes[i], tree, job, sizes, at))
			return false;
	for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b] && depth < EXTRACT_DEPTH_MAX; b++)
		if (!read_rows(x, map->base[b], tree, job, sizes, at, depth + 1))
			return false;
	return true;
}

static void read_map(struct extract *x, const struct keymap *map, const struct node *tree, struct job *job)
{
	struct node *sizes = node_new(x->arena, NODE_MAP, tree->at);
	struct span at = {0};
	struct str how = STR(""), why = STR("");
	const struct model *model;

	if (!read_rows(x, map, tree, job, sizes, &at, 0))
		return;
	/* Without a width of its own the mapping does not describe a model. */
	if (!span_known(at) || !node_get(sizes, STR("hidden")))
		return;
	model = model_of_sizes(x->arena, sizes, &how, &why);
	if (!model) {
		x->unknown[SETTING_MODEL] = (struct extract_unknown){.why = why, .at = at};
		return;
	}
	job->model = model;
	job->shape_how = str_fmt(x->arena, "of the sizes that are stated: %u layers of %u, %u heads, MLP %u, %u words%s%.*s",
				 model->layers, model->hidden, model->heads, model->ffn, model->vocab, how.n ? "; " : "",
				 STR_ARG(how));
	job->set[SETTING_MODEL] = value_str(model->id, ORIGIN_DERIVED, STR("of the sizes that are stated"));
	job->set[SETTING_MODEL].at = at;
	x->unknown[SETTING_MODEL] = (struct extract_unknown){0};
}

void extract_sizes(struct extract *x, struct job *job)
{
	for (size_t i = 0; i < x->used.n; i++) {
		if (job_get(job, SETTING_MODEL) || job->model || x->unknown[SETTING_MODEL].why.n)
			return;
		if (x->used.at[i].tree)
			read_map(x, x->used.at[i].map, x->used.at[i].tree, job);
	}
}
