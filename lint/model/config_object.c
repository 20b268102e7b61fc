#include "config_object.h"

#include "core/base/base.h"
#include "config_classes.h"
#include "config_json.h"
#include "config_json_keys.h"
#include "known_config.h"
#include "tokenizer.h"

static struct str last_part(struct str callee)
{
	size_t dot = str_rchr(callee, '.');

	return dot == SIZE_MAX ? callee : str_sub(callee, dot + 1, callee.n);
}

/* The class of the object that a call made; for_model("gpt2"), CONFIG_MAPPING["gpt2"]() say its type. NULL: none that is known. */
static const struct config_class *class_of_call(const struct call *made)
{
	struct str name = last_part(made->callee);
	const struct arg *type =
	    str_is(name, "for_model") ? call_arg(made, STR("model_type"), 0) : NULL;

	for (size_t i = 0; i < config_classes_n; i++)
		if (str_is(name, config_classes[i].name) ||
		    (type ? type->value->kind == NODE_STR &&
				str_is(type->value->text, config_classes[i].type)
			  : str_is(name, config_classes[i].type)))
			return &config_classes[i];
	return NULL;
}

static void put(struct arena *a, struct node *tree, struct str key, struct node *value)
{
	node_set(a, tree, node_str(a, key, value->at), value);
}

/* A value of a row: a whole number, true or false, or a word. */
static struct node *row_value(struct arena *a, struct str text, struct span at)
{
	struct node *value = node_new(a, NODE_INT, at);

	if (str_to_int(text, &value->as.i))
		return value;
	if (!str_is(text, "true") && !str_is(text, "false"))
		return node_str(a, text, at);
	value->kind = NODE_BOOL;
	value->as.b = str_is(text, "true");
	return value;
}

/* Writes "key=value,…" into a tree. */
static void put_row(struct arena *a, struct node *tree, const char *row, struct span at)
{
	for (struct str_cut size = {.tail = row ? str_of(row) : STR("")}; size.tail.n;) {
		struct str_cut pair;

		size = str_cut(size.tail, ',');
		pair = str_cut(size.head, '=');
		put(a, tree, pair.head, row_value(a, pair.tail, at));
	}
}

static struct node *tree_of_class(struct arena *a, const struct config_class *class, struct span at)
{
	struct node *tree = node_new(a, NODE_MAP, at);

	put(a, tree, STR("model_type"), node_str(a, str_of(class->type), at));
	put_row(a, tree, class->sizes, at);
	return tree;
}

/** A configuration on its way to a tree that reads like its config.json. */
struct reading_config {
	struct arena *a;
	const struct trace *trace;
	struct suppose *suppose;
	const struct config_class *class;
	struct node *tree;
};

static bool is_size(struct str key)
{
	for (size_t i = 0; i < model_size_keys_n; i++)
		if (str_among(key, str_of(model_size_keys[i].keys)))
			return true;
	return false;
}

static bool in_row(const char *row, struct str key)
{
	for (struct str_cut pair = {.tail = row ? str_of(row) : STR("")}; pair.tail.n;) {
		pair = str_cut(pair.tail, ',');
		if (str_eq(str_cut(pair.head, '=').head, key))
			return true;
	}
	return false;
}

/* Whether a key says anything of the shape beside the sizes: what config_json.c reads, and what the class must not change. */
static bool is_trait(const struct config_class *class, struct str key)
{
	static const char traits[] = "tie_word_embeddings|attention_bias|mlp_bias|qkv_bias|add_qkv_bias|use_qk_norm|multi_query|"
				     "new_decoder_architecture|use_sliding_window|feed_forward_proj|n_shared_experts|"
				     "num_shared_experts|hidden_dim";

	for (size_t i = 0; i < model_note_keys_n; i++)
		if (str_among(key, str_of(model_note_keys[i].keys)))
			return true;
	return str_among(key, str_of(traits)) || in_row(class->sizes, key) || in_row(class->fixed, key);
}

/* One key of the configuration; false if it says something of the shape that is not known. */
static bool take(struct reading_config *r, struct str key, const struct node *value)
{
	bool size = is_size(key);
	struct node *number;

	if (!size && !is_trait(r->class, key))
		return true;
	/* None where the class has a number of its own: the model has none. */
	if (value->kind == NODE_INT || value->kind == NODE_BOOL || value->kind == NODE_NULL || (!size && value->kind == NODE_STR)) {
		put(r->a, r->tree, key, (struct node *)(uintptr_t)value);
		return true;
	}
	number = node_new(r->a, NODE_INT, value->at);
	number->as.i = str_is(key, "vocab_size") ? tokenizer_vocabulary_of_trace(r->trace) : 0;
	put(r->a, r->tree, key, number);
	return number->as.i > 0;
}

static bool take_map(struct reading_config *r, const struct node *map)
{
	if (map->kind != NODE_MAP || map->open)
		return false;
	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (map->as.pairs.at[i].key->kind == NODE_STR &&
		    !take(r, map->as.pairs.at[i].key->text, map->as.pairs.at[i].value))
			return false;
	return true;
}

static bool take_args(struct reading_config *r, const struct call *made)
{
	for (size_t i = 0; i < made->args.n; i++) {
		const struct arg *arg = &made->args.at[i];
		const struct node *value = suppose_value(r->suppose, arg->value);

		if (!arg->name.n ? i > 0 || !str_ends(made->callee, STR(".for_model"))
				 : str_is(arg->name, "*"))
			return false;
		if (str_is(arg->name, "**") ? !take_map(r, value) : !take(r, arg->name, value))
			return false;
	}
	return true;
}

/* config.update({"n_layer": 6}) */
static bool take_updates(struct reading_config *r, const struct node *config)
{
	for (size_t i = 0; r->trace && i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];

		if (call->self == config && str_is(call->method, "update") && call->args.n == 1 &&
		    suppose_guard(r->suppose, call->guard) &&
		    !take_map(r, suppose_value(r->suppose, call->args.at[0].value)))
			return false;
	}
	return true;
}

static bool take_config(struct reading_config *r, const struct node *config)
{
	if (!take_args(r, config->made))
		return false;
	for (size_t i = 0; i < config->as.pairs.n; i++)
		if (!take(r, config->as.pairs.at[i].key->text, suppose_value(r->suppose, config->as.pairs.at[i].value)))
			return false;
	return take_updates(r, config);
}

/* A number, true and false as 1 and 0; -1: it is none. */
static int64_t number_in(const struct node *value)
{
	if (!value || (value->kind != NODE_INT && value->kind != NODE_BOOL))
		return -1;
	return value->kind == NODE_INT ? value->as.i : value->as.b;
}

/* Whether the layers are such as can be counted: nothing in the code changes what the class must not change. */
static bool can_be_counted(const struct reading_config *r)
{
	for (struct str_cut next = {.tail = r->class->fixed ? str_of(r->class->fixed) : STR("")}; next.tail.n;) {
		struct str_cut pair;
		const struct node *is, *wanted;

		next = str_cut(next.tail, ',');
		pair = str_cut(next.head, '=');
		is = node_get(r->tree, pair.head);
		wanted = row_value(r->a, pair.tail, r->tree->at);
		if (wanted->kind == NODE_STR)
			wanted = node_get(r->tree, pair.tail);
		if (is && number_in(is) != number_in(wanted))
			return false;
	}
	return true;
}

static const struct config_class *class_of_config(const struct node *config)
{
	return config->kind == NODE_OBJECT && config->made && !config->code ? class_of_call(config->made) : NULL;
}

const struct model *model_of_config_object(struct arena *a, const struct trace *trace,
					   struct suppose *suppose, const struct node *config)
{
	struct reading_config r = {a, trace, suppose, class_of_config(config), NULL};
	const struct model *found, *same;
	struct model *model;

	if (!r.class)
		return NULL;
	r.tree = tree_of_class(a, r.class, config->at);
	if (!take_config(&r, config) || !can_be_counted(&r))
		return NULL;
	found = model_of_config(a, str_of(r.class->name), r.tree);
	if (!found)
		return NULL;
	model = arena_new(a, struct model);
	*model = *found;
	same = model_known_shape(found);
	if (same)
		model->id = same->id;
	model->source = STR("a configuration in the code");
	return model;
}

/* Whether an attribute's other value makes weights of another shape: neither a limit of positions nor a vocabulary with a few words more. */
static bool reshapes(struct str key)
{
	for (size_t i = 0; i < model_size_keys_n; i++) {
		size_t of = model_size_keys[i].field;

		if (str_among(key, str_of(model_size_keys[i].keys)))
			return of != offsetof(struct model, vocab) && of != offsetof(struct model, max_position) &&
			       of != offsetof(struct model, sliding_window);
	}
	return false;
}

/* The sizes that a loaded configuration is given in the code, in a tree; one that is not known is there as it is. */
static void take_changes(struct reading_config *r, const struct node *config, uint32_t before)
{
	const struct call *made = config->made;

	for (size_t i = 1; i < made->args.n; i++)
		if (reshapes(made->args.at[i].name))
			put(r->a, r->tree, made->args.at[i].name, (struct node *)(uintptr_t)suppose_value(r->suppose, made->args.at[i].value));
	for (size_t i = 0; r->trace && i < r->trace->n; i++) {
		const struct call *call = r->trace->at[i];
		const struct node *key = call->args.n == 2 ? call->args.at[0].value : NULL;

		if (call->order < before && call->self && call->self->kind == NODE_OBJECT && call->self->made == made && str_is(call->method, "__setattr__") && key &&
		    key->kind == NODE_STR && reshapes(key->text) && suppose_guard(r->suppose, call->guard))
			put(r->a, r->tree, key->text, (struct node *)(uintptr_t)suppose_value(r->suppose, call->args.at[1].value));
	}
}

const struct model *model_of_changed_config(struct arena *a, const struct trace *trace, struct suppose *suppose,
					    const struct node *config, uint32_t before, struct str *changed)
{
	bool loaded = config->kind == NODE_OBJECT && config->made && !config->code && config->made->result == config &&
		      str_ends(config->made->callee, STR("Config.from_pretrained")) && config->made->args.n;
	struct reading_config r = {a, trace, suppose, NULL, node_new(a, NODE_MAP, config->at)};
	const struct node *name = loaded ? suppose_value(suppose, config->made->args.at[0].value) : NULL;
	const struct model *found;
	struct model *model;
	struct node *tree;

	*changed = STR("");
	if (!loaded)
		return NULL;
	take_changes(&r, config, before);
	if (!r.tree->as.pairs.n)
		return NULL;
	*changed = r.tree->as.pairs.at[0].key->text;
	tree = name->kind == NODE_STR ? known_config(a, str_cat(a, name->text, STR("/config.json")), config->at) : NULL;
	for (size_t i = 0; tree && i < r.tree->as.pairs.n; i++) {
		if (r.tree->as.pairs.at[i].value->kind != NODE_INT || !node_get(tree, r.tree->as.pairs.at[i].key->text))
			return NULL;
		put(a, tree, r.tree->as.pairs.at[i].key->text, r.tree->as.pairs.at[i].value);
	}
	found = tree ? model_of_config(a, str_cat(a, name->text, STR(" of other sizes")), tree) : NULL;
	if (!found)
		return NULL;
	model = arena_new(a, struct model);
	*model = *found;
	model->source = STR("a configuration that the code changes");
	return model;
}

struct str model_config_unread(struct arena *a, const struct node *config)
{
	const struct call *made = config->kind == NODE_OBJECT && !config->code ? config->made : NULL;
	struct str name = made ? last_part(made->callee) : STR("");

	if (!made || made->result != config || !str_starts(made->callee, STR("transformers.")) || !str_ends(name, STR("Config")) ||
	    config_class_is_other(name))
		return STR("");
	return str_fmt(a, "the sizes of its %.*s are not known", STR_ARG(name));
}
