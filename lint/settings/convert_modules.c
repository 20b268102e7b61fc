/* Names of modules: lists, words for all, and regular expressions over them. */
#include "core/base/base.h"
#include "lint/eval/eval.h"
#include "convert.h"
#include "convert_parts.h"

#include <string.h>

/* Names of linear layers that adapters are put on, for regular expressions over them. */
static const char *const linear_names[] = {
    "q_proj",	     "k_proj",	      "v_proj",	      "o_proj",	      "gate_proj",
    "up_proj",	     "down_proj",     "qkv_proj",     "gate_up_proj", "query_key_value",
    "dense_h_to_4h", "dense_4h_to_h", "c_attn",	      "c_proj",	      "c_fc",
    "fc1",	     "fc2",	      "out_proj",     "Wqkv",	      "W_pack",
    "in_proj",	     "lm_head",	      "embed_tokens",
};

bool convert_names_layer(struct str name)
{
	/* T5's and Phi's, and the halves of BERT's attention. */
	static const char others[] = "q|k|v|o|wi|wi_0|wi_1|wo|query|key|value|dense|qkv|w1|w2|w3|Wo";

	for (size_t i = 0; i < sizeof(linear_names) / sizeof(*linear_names); i++)
		if (str_is(name, linear_names[i]))
			return true;
	return str_among(name, str_of(others));
}

/*
 * What a library chooses by the model's type if nothing is said: peft src/peft/utils/constants.py. Scripts
 * take the same mapping's member, by the type that they are told or by model.config.model_type.
 */
static const char *const own_choices[] = {"TRANSFORMERS_MODELS_TO_LORA_TARGET_MODULES_MAPPING"};

bool convert_leaves_modules(const struct node *n)
{
	struct str from = n->kind == NODE_NAME || n->kind == NODE_UNKNOWN ? n->text
			  : n->kind == NODE_OBJECT && n->made		  ? n->made->callee
									  : (struct str){0};

	for (size_t i = 0; i < sizeof(own_choices) / sizeof(*own_choices); i++)
		if (str_has(from, str_of(own_choices[i])))
			return true;
	return false;
}

/* A name of a library where names of modules are wanted. */
static struct converted convert_member(struct arena *a, const struct node *n)
{
	return convert_unknown(str_fmt(a, "%.*s is a library's", STR_ARG(str_sub(n->text, 0, 60))));
}

/* A regular expression over module names: the known names that stand in it. */
static struct converted convert_regex(struct arena *a, struct str text, const struct node *n)
{
	struct converted c = {.result = CONVERT_OK, .value = {.type = VALUE_LIST}};
	size_t max = sizeof(linear_names) / sizeof(*linear_names), found = 0;
	struct str *items = arena_news(a, struct str, max);
	/* "(?:q|k|v|o)_proj", "(gate|up|down)_proj" */
	bool proj = str_has(text, STR(")_proj"));

	for (size_t i = 0; i < max; i++) {
		struct str name = str_of(linear_names[i]);
		struct str stem = str_sub(name, 0, name.n > 5 ? name.n - 5 : 0);
		bool stem_there = proj && str_ends(name, STR("_proj")) &&
				  (str_has(text, str_fmt(a, "(%.*s|", STR_ARG(stem))) ||
				   str_has(text, str_fmt(a, "|%.*s|", STR_ARG(stem))) ||
				   str_has(text, str_fmt(a, "|%.*s)", STR_ARG(stem))) ||
				   str_has(text, str_fmt(a, ":%.*s|", STR_ARG(stem))));

		if (stem_there || str_has(text, name))
			items[found++] = name;
	}
	if (!found)
		return convert_unknown(str_fmt(a,
					       "the regular expression '%.*s' names no known layer",
					       STR_ARG(str_sub(text, 0, 60))));
	c.value.as.list.at = items;
	c.value.as.list.n = found;
	c.value.how = STR("from a regular expression");
	convert_trace(a, &c.value, n, 0);
	return c;
}

/* A list's names as others call them. */
static void rename_all(struct arena *a, struct str choices, struct value *list)
{
	struct str *items = arena_news(a, struct str, list->as.list.n);

	for (size_t i = 0; i < list->as.list.n; i++)
		if (!convert_choice_of(choices, list->as.list.at[i], &items[i]))
			items[i] = list->as.list.at[i];
	list->as.list.at = items;
}

/* Whether a name is the place of one layer: "model.layers.0.self_attn.q_proj". */
static bool is_numbered(struct str name)
{
	for (struct str_cut part = {.tail = name}; part.tail.n;) {
		int64_t i;

		part = str_cut(part.tail, '.');
		if (part.tail.n && str_to_int(part.head, &i))
			return true;
	}
	return false;
}

/*
 * Layers that are listed one by one are of few kinds, which their last names say. Where they are those of some blocks only, it
 * is more than there is.
 */
static void last_names(struct arena *a, struct value *list)
{
	struct str *items = arena_news(a, struct str, list->as.list.n);
	size_t n = 0;

	for (size_t i = 0; i < list->as.list.n; i++) {
		struct str name = list->as.list.at[i];
		size_t k = 0;

		if (is_numbered(name))
			name = str_tail(name, '.');
		while (k < n && !str_eq(items[k], name))
			k++;
		if (k == n)
			items[n++] = name;
	}
	list->as.list.at = items;
	list->as.list.n = n;
}

struct converted convert_modules(struct arena *a, const struct keyrow *row, const struct node *n)
{
	enum setting s = row->setting;
	struct converted c;
	struct str text;

	if (convert_leaves_modules(n))
		return convert_nothing();
	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE || n->kind == NODE_SET || n->kind == NODE_UNKNOWN) {
		c = convert_gathered(a, s, n);
		if (c.result == CONVERT_OK && c.value.type == VALUE_LIST && row->arg)
			rename_all(a, str_of(row->arg), &c.value);
		if (c.result == CONVERT_OK && c.value.type == VALUE_LIST)
			last_names(a, &c.value);
		return c;
	}
	if (n->kind == NODE_NAME)
		return convert_member(a, n);
	if (!convert_scalar(a, n, &text))
		return (struct converted){.result = CONVERT_BAD};
	text = str_trim(text);
	if (str_is_nocase(text, "all-linear") || str_is_nocase(text, "all") ||
	    str_is_nocase(text, "linear"))
		return convert_text(a, s, STR("all-linear"), n);
	if (text_is_no(text) || str_is_nocase(text, "auto"))
		return convert_nothing();
	for (size_t i = 0; i < text.n; i++)
		if (strchr("\\^$*+?()|{}", text.s[i]) && !text_is_placeholder(text))
			return convert_regex(a, text, n);
	return convert_text(a, s, text, n);
}

struct converted convert_more(struct arena *a, const struct keyrow *row, const struct node *n,
			      const struct value *now)
{
	struct converted c = {.result = CONVERT_OK, .value = {.type = VALUE_LIST}};
	size_t had = now && now->type == VALUE_LIST ? now->as.list.n : 0, names = 1, at = 0;
	struct str *items;

	/* "all-linear" has them already. */
	if (!convert_truth(n) || (now && now->type != VALUE_LIST))
		return convert_nothing();
	for (const char *z = row->arg; *z; z++)
		names += *z == ',';
	items = arena_news(a, struct str, had + names);
	for (; at < had; at++)
		items[at] = now->as.list.at[at];
	for (struct str_cut name = {.tail = str_of(row->arg)}; name.tail.n;) {
		name = str_cut(name.tail, ',');
		items[at++] = name.head;
	}
	if (now)
		c.value = *now;
	else
		convert_trace(a, &c.value, n, 0);
	c.value.as.list.at = items;
	c.value.as.list.n = at;
	return c;
}
