/*
 * Models that are a list of layers which are made later: deepspeed.pipe.PipelineModule(layers=[LayerSpec(Block, config), …]).
 * Each layer is given what it is made of: a loaded model of which it takes a part, or the configuration of one.
 */
#include "core/base/base.h"
#include "core/job/job.h"
#include "lint/model/model.h"
#include "extract_parts.h"

/* How deep layers may lie in what they are made of; how many objects are looked at for a configuration. */
enum { LAYER_DEPTH_MAX = 4, CONFIGS_MAX = 16 };

/** The search of a list: what was asked so far, each once. */
struct layers {
	struct extract *x;
	const struct node *asked[CONFIGS_MAX];
	size_t n;
	/** The first object that describes a model; NULL: none yet. */
	const struct node *config;
};

/* Whether an object says which model it describes: AutoConfig.from_pretrained(name), LlamaConfig(…). */
static bool describes_model(struct extract *x, const struct node *n)
{
	const struct callable *row = n->kind == NODE_OBJECT && n->made ? call_row(n->made) : NULL;
	struct job scratch = {0};
	struct extract y = *x;

	if (!row || row->effect != EFFECT_NONE || !row->map)
		return false;
	y.mode = EXTRACT_OVER;
	y.used.n = y.used.room = 0;
	y.unknown[SETTING_MODEL] = (struct extract_unknown){0};
	extract_object(&y, n, &scratch);
	return scratch.set[SETTING_MODEL].type != VALUE_ABSENT || y.unknown[SETTING_MODEL].why.n ||
	       model_of_config_object(x->arena, x->trace, x->suppose, n);
}

static void ask(struct layers *l, const struct node *n)
{
	if (l->config || l->n == CONFIGS_MAX)
		return;
	for (size_t i = 0; i < l->n; i++)
		if (l->asked[i] == n)
			return;
	l->asked[l->n++] = n;
	if (describes_model(l->x, n))
		l->config = n;
}

/* The model of which a value is or is made; NULL: none. Configurations on the way are kept. */
static const struct node *model_within(struct layers *l, const struct node *n, int depth)
{
	const struct node *found = NULL;

	n = extract_model_of_part(suppose_value(l->x->suppose, n));
	if (extract_is_model(n))
		return n;
	if (depth == LAYER_DEPTH_MAX)
		return NULL;
	/* config.vocab_size of one that is not known. */
	for (size_t i = 0; !found && n->kind == NODE_UNKNOWN && i < NODE_FROM_MAX && n->from[i]; i++)
		found = model_within(l, n->from[i], depth + 1);
	if (n->kind != NODE_OBJECT)
		return found;
	ask(l, n);
	for (size_t i = 0; !found && n->made && i < n->made->args.n; i++)
		found = model_within(l, n->made->args.at[i].value, depth + 1);
	for (size_t i = 0; !found && n->code && i < n->as.pairs.n; i++)
		found = model_within(l, n->as.pairs.at[i].value, depth + 1);
	return found;
}

const struct node *extract_of_layers(struct extract *x, const struct node *list, enum role *role)
{
	struct layers l = {.x = x};

	*role = ROLE_MODEL;
	for (size_t i = 0; i < list->as.items.n; i++) {
		const struct node *model = model_within(&l, list->as.items.at[i], 0);

		if (model)
			return model;
	}
	*role = ROLE_CONFIG;
	return l.config;
}
