/*
 * Adapters of a project's own: modules with a lora_A and a lora_B that take the places of a model's layers.
 */
#include "custom_lora.h"

#include "lint/python/python.h"
#include "lint/settings/settings.h"

/* What projects call the two matrices: peft's names, and those of DeepSpeed-Chat, from which many were copied. */
static const struct {
	const char *in, *out;
	/** Only in a class that has LoRA in its name. */
	bool named;
} matrices[] = {{"lora_A", "lora_B", false},
		{"lora_a", "lora_b", false},
		{"lora_down", "lora_up", false},
		{"lora_right_weight", "lora_left_weight", false},
		{"A", "B", true}};

/* The first of some attributes of an object that is a number. */
static const struct node *number_of(const struct scan *s, const struct node *object, const char *const *names,
				    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct node *value = suppose_value(s->suppose, node_get(object, str_of(names[i])));

		if (value && (value->kind == NODE_INT || value->kind == NODE_REAL))
			return value;
	}
	return NULL;
}

/* What made a tensor; of several, the first. */
static const struct call *maker_of(const struct node *n)
{
	if (n && n->kind == NODE_EITHER && n->as.items.n)
		n = n->as.items.at[0];
	return n && n->kind == NODE_OBJECT ? n->made : NULL;
}

/* Whether a call's first arguments are the sizes of what it makes: torch.randn(r, in), weight.new_zeros(r, in). */
static bool takes_sizes(const struct call *made)
{
	return str_starts(made->callee, STR("torch.")) || (made->self && str_starts(made->method, STR("new_")));
}

/*
 * The rank of lora_A = nn.Linear(in, r) or nn.Parameter(torch.randn(r, in)): of two sizes that which is
 * known, for that of the layer is not. NULL if it is neither, or that cannot be told.
 */
static const struct node *rank_of(const struct scan *s, const struct node *n)
{
	const struct call *made = maker_of(n);
	const struct node *size[2] = {NULL, NULL}, *first;
	size_t given = 0;

	if (made && str_is(made->callee, "torch.nn.Parameter") && made->args.n)
		made = maker_of(made->args.at[0].value);
	if (!made || !takes_sizes(made) || !made->args.n)
		return NULL;
	first = made->args.at[0].value;
	if (first->kind == NODE_TUPLE)
		for (; given < 2 && given < first->as.items.n; given++)
			size[given] = suppose_value(s->suppose, first->as.items.at[given]);
	for (size_t i = 0; !given && i < 2 && i < made->args.n; i++)
		size[i] = suppose_value(s->suppose, made->args.at[i].value);
	if (!size[0] || !size[1] || (size[0]->kind == NODE_INT) == (size[1]->kind == NODE_INT))
		return NULL;
	return size[0]->kind == NODE_INT ? size[0] : size[1];
}

static bool is_named(const struct node *module)
{
	struct py_defined class;

	return py_object_class(module, &class) && str_has_nocase(class.name, STR("lora"));
}

/*
 * Where in the trace the adapters of a run may begin: behind the last training that ended before its model was made, where a
 * program trains one model after another.
 */
static size_t run_begins(const struct scan *s, const struct node *model)
{
	uint32_t made = model && model->kind == NODE_OBJECT && model->made ? model->made->order : 0;
	size_t begins = 0;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < made; i++)
		if (scan_effect(s, i) == EFFECT_STEP)
			begins = i;
	return begins;
}

/* A module with both matrices that was made for a run, and the first of them; NULL if the code made none. */
static const struct node *adapter(const struct scan *s, const struct node *model, uint32_t before, const struct node **in)
{
	for (size_t i = run_begins(s, model); i < s->trace->n && s->trace->at[i]->order < before; i++) {
		const struct node *made = s->trace->at[i]->result;

		for (size_t k = 0; made && k < sizeof(matrices) / sizeof(*matrices); k++) {
			*in = made->kind == NODE_OBJECT ? node_get(made, str_of(matrices[k].in))
							: NULL;
			if (*in && node_get(made, str_of(matrices[k].out)) &&
			    (!matrices[k].named || is_named(made)))
				return made;
		}
	}
	return NULL;
}

/* The name of the layer that an adapter keeps: LoRALinear(attention.q_proj, r), self.base = base; NULL: it has none by name. */
static struct node *layer_named(const struct scan *s, const struct node *module)
{
	for (size_t i = 0; i < module->as.pairs.n; i++) {
		const struct node *n = suppose_value(s->suppose, module->as.pairs.at[i].value);
		const struct str *name = n->kind == NODE_UNKNOWN && n->from[0] && !n->op ? n->code : NULL;

		if (name && convert_names_layer(*name))
			return node_str(s->arena, *name, module->at);
	}
	return NULL;
}

/*
 * The texts of which one stands in the name of a layer that gets an adapter, as the innermost test that asks for any says.
 * NULL: none asks, or for other parts of names than those of layers.
 */
static const struct node *texts_asked(const struct node *module)
{
	const struct node *texts = NULL;

	for (const struct node *g = module->made ? module->made->guard : NULL; g && !texts; g = g->from[0])
		texts = g->as.condition.texts;
	/* "decoder.layers." is in the names of many. */
	for (size_t i = 0; texts && i < texts->as.items.n; i++)
		if (!convert_names_layer(str_tail(texts->as.items.at[i]->text, '.')))
			return NULL;
	return texts;
}

/* Adds a name to a list that has it not yet. */
static void add_name(const struct scan *s, struct node *names, struct node *name)
{
	for (size_t i = 0; i < names->as.items.n; i++)
		if (str_eq(names->as.items.at[i]->text, name->text))
			return;
	node_push(s->arena, names, name);
}

/*
 * The layers that have adapters of the project's own: those that they are given by name, or the names that the code looks
 * for. NULL: the code does not show them.
 */
static const struct node *layers_of(const struct scan *s, const struct node *module)
{
	struct node *names = node_new(s->arena, NODE_LIST, module->at);
	struct py_defined own = {0}, other = {0};

	if (!py_object_class(module, &own))
		return NULL;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct node *made = s->trace->at[i]->result;
		struct node *name = made && made->kind == NODE_OBJECT && made->made == s->trace->at[i] && py_object_class(made, &other) &&
						    other.at.file == own.at.file && other.at.off == own.at.off
					    ? layer_named(s, made)
					    : NULL;

		if (name)
			add_name(s, names, name);
	}
	return names->as.items.n ? names : texts_asked(module);
}

/* Notes which layers have an adapter, by their names: of a list that is not empty. */
static void set_layers(const struct scan *s, const struct node *layers, struct str how, struct training_job *job)
{
	static const struct keyrow row = KEY_AS("targets", LORA_TARGET_MODULES, MODULES, NULL);
	struct value *to = &job->job.set[SETTING_LORA_TARGET_MODULES];
	struct converted c = convert_node(s->arena, &row, layers);

	if (to->type != VALUE_ABSENT || c.result != CONVERT_OK)
		return;
	*to = c.value;
	to->origin = ORIGIN_DERIVED;
	to->how = how;
	to->at = layers->as.items.at[0]->at;
}

/*
 * Layers of a library that carry an adapter, lora.Linear(768, 768, r=8), in a module of the repository's own whose parameters the
 * optimizer is given: other models may have some as well. False: there are none.
 */
static bool read_written_with(const struct scan *s, const struct call *optimizer, struct training_job *job)
{
	struct node *names = node_new(s->arena, NODE_LIST, optimizer->at);
	struct origins of = {.arena = s->arena};

	origins_add_call(&of, optimizer);
	for (size_t i = 0; i < of.n; i++) {
		const struct node *module = of.at[i];

		for (size_t k = 0; module->kind == NODE_OBJECT && k < module->as.pairs.n; k++) {
			const struct pair *pair = &module->as.pairs.at[k];
			const struct node *layer = suppose_value(s->suppose, pair->value);
			const struct callable *row = layer->kind == NODE_OBJECT && layer->made ? call_row(layer->made) : NULL;

			if (!row || !row->adapter || layer->made->result != layer)
				continue;
			extract_call(&job->extract, layer->made, &job->job);
			add_name(s, names, node_str(s->arena, pair->key->text, layer->made->at));
		}
	}
	if (!job_get(&job->job, SETTING_PEFT) || !names->as.items.n)
		return false;
	set_layers(s, names, STR("the layers that are made with an adapter"), job);
	return true;
}

/* Which layers have the adapters; PEFT's default says nothing of it: most put one in the place of every linear layer. */
static void read_layers(const struct scan *s, const struct node *module, struct training_job *job)
{
	const struct node *layers = layers_of(s, module);

	if (layers)
		set_layers(s, layers, STR("the layers that the project's own code puts adapters on"), job);
	if (job->job.set[SETTING_LORA_TARGET_MODULES].type != VALUE_ABSENT)
		return;
	job->extract.unknown[SETTING_LORA_TARGET_MODULES] = (struct extract_unknown){
	    .why = STR("the adapter is the project's own, and which layers have it is for its code"), .at = module->at};
}

void loop_adapter(const struct scan *s, const struct call *optimizer, const struct node *model, uint32_t before,
		  struct training_job *job)
{
	static const char *const ranks[] = {"r", "rank", "lora_r"},
				 *const scales[] = {"scaling", "scale", "lora_scaling"},
				 *const alphas[] = {"alpha", "lora_alpha"};
	static const char how[] = "an adapter of the project's own";
	const struct node *in, *module = adapter(s, model, before, &in), *r, *alpha, *scale;
	struct value *set = job->job.set;

	if (set[SETTING_PEFT].type != VALUE_ABSENT || read_written_with(s, optimizer, job) || !module)
		return;
	set[SETTING_PEFT] = value_str(STR("lora"), ORIGIN_DERIVED, str_of(how));
	set[SETTING_PEFT].at = module->at;
	read_layers(s, module, job);
	r = number_of(s, module, ranks, sizeof(ranks) / sizeof(*ranks));
	if (!r)
		r = rank_of(s, in);
	if (!r || r->kind != NODE_INT || r->as.i < 1)
		return;
	set[SETTING_LORA_R] = value_int(r->as.i, ORIGIN_DERIVED, str_of(how));
	set[SETTING_LORA_R].at = r->at;
	alpha = number_of(s, module, alphas, sizeof(alphas) / sizeof(*alphas));
	scale = number_of(s, module, scales, sizeof(scales) / sizeof(*scales));
	if (!alpha && !scale)
		return;
	set[SETTING_LORA_ALPHA] = value_real(
		alpha ? alpha->kind == NODE_INT ? (double)alpha->as.i : alpha->as.r
		      : (scale->kind == NODE_INT ? (double)scale->as.i : scale->as.r) * (double)r->as.i,
		ORIGIN_DERIVED, str_of(how));
	set[SETTING_LORA_ALPHA].at = alpha ? alpha->at : scale->at;
}
