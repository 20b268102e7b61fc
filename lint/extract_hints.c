/* What only hints at a setting: calls beside the job's own, and a project's names. */
#include "extract.h"

#include "../core/arena.h"

#include <string.h>

/* A loader that shuffles is the one of training. */
static bool shuffles(const struct call *call)
{
	const struct arg *arg = call_arg(call, STR("shuffle"), SIZE_MAX);

	return arg && arg->value->kind == NODE_BOOL && arg->value->as.b;
}

static bool hints(const struct call *call, bool loop)
{
	const struct callable *row = callable_find(call->callee);

	if (!row)
		return false;
	return row->effect == EFFECT_HINT ||
	       (loop && (row->effect == EFFECT_LOOP || row->effect == EFFECT_OPTIMIZER));
}

void extract_hints(struct extract *x, struct job *job, bool loop)
{
	enum extract_mode mode = x->mode;

	x->mode = EXTRACT_UNDER;
	for (int shuffled = 1; shuffled >= 0; shuffled--) {
		for (size_t i = 0; x->trace && i < x->trace->n; i++) {
			const struct call *call = x->trace->at[i];

			if (call->order >= x->before)
				break;
			if (shuffles(call) == shuffled && hints(call, loop))
				extract_call(x, call, job);
		}
	}
	x->mode = mode;
}

/* "_DEFAULT_MODEL_NAME" → "model_name": lower case, without prefixes that say whose value it is. */
static struct str plain_name(struct extract *x, struct str name)
{
	static const char *const prefixes[] = {"default_", "train_", "training_", "sft_", "ft_",
					       "grpo_",    "dpo_",   "cfg_",	  "args_", "finetune_"};
	struct str s = str_lower(x->arena, name);

	while (s.n && s.s[0] == '_')
		s = str_sub(s, 1, s.n);
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		/* train_batch_size is a name of its own. */
		if (str_starts(s, str_of(prefixes[i])) && !str_is(s, "train_batch_size") &&
		    !str_starts(s, STR("train_micro")))
			s = str_sub(s, str_of(prefixes[i]).n, s.n);
	return s;
}

/* The same mapping under plain names, two levels deep; the first of two equal names stays. */
static struct node *plain_names(struct extract *x, const struct node *tree, unsigned depth)
{
	struct node *plain = node_new(x->arena, NODE_MAP, tree->at);

	for (size_t i = 0; i < tree->as.pairs.n; i++) {
		const struct pair *pair = &tree->as.pairs.at[i];
		struct node *value = pair->value;
		struct str name;

		if (!pair->key || pair->key->kind != NODE_STR)
			continue;
		name = plain_name(x, pair->key->text);
		if (value->kind == NODE_MAP && depth < 3)
			value = plain_names(x, value, depth + 1);
		if (!node_get(plain, name))
			node_set(x->arena, plain, node_str(x->arena, name, pair->key->at), value);
	}
	return plain;
}

void extract_names(struct extract *x, const struct node *tree, struct job *job)
{
	const struct keymap *map = keymap_find(STR("project"));
	struct findings *findings = x->findings;
	enum extract_mode mode = x->mode;
	struct extract_unknown *unknown = arena_news(x->arena, struct extract_unknown, SETTING_COUNT);
	struct job found = {0};

	if (!map || !tree || tree->kind != NODE_MAP)
		return;
	memcpy(unknown, x->unknown, sizeof(x->unknown));
	/* A name alone is no ground for a complaint about its value. */
	x->findings = NULL;
	x->mode = EXTRACT_UNDER;
	found.gpu = job->gpu;
	extract_map(x, map, plain_names(x, tree, 0), &found);
	memcpy(x->unknown, unknown, sizeof(x->unknown));
	x->findings = findings;
	x->mode = mode;
	for (int s = 0; s < SETTING_COUNT; s++) {
		if (found.set[s].type == VALUE_ABSENT || job->set[s].type != VALUE_ABSENT)
			continue;
		job->set[s] = found.set[s];
		job->set[s].origin = ORIGIN_ASSUMED;
		job->set[s].how = STR("only the name says that it means this");
	}
}
