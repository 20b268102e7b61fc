/* Models of the repository's own among what a loop trains, and what such a loop says in its own names. */
#include "custom_models.h"

#include "handwritten_loop.h"
#include "rollout.h"

#include "core/model/model.h"
#include "lint/python/python.h"
#include "lint/settings/settings.h"

/* Modules that are looked at before it is given up: those around a model come before those inside it. */
enum { TRIED_MAX = 16 };

/* The first language model among modules, what lies inside one of them left out. */
static const struct node *first_model(const struct scan *s, const struct node *const *modules, size_t n)
{
	struct origins seen = {.arena = s->arena};
	struct origins *others = scan_in_vain(s, IN_VAIN_MODULE);
	size_t tried = 0;

	for (size_t i = 0; i < n && tried < TRIED_MAX; i++) {
		if (!custom_module_is(modules[i]) || origins_have(&seen, modules[i]))
			continue;
		tried++;
		if (!origins_have(others, modules[i]) &&
		    custom_model_read(s->arena, s->trace, s->suppose, modules[i]).kind != CUSTOM_OTHER)
			return modules[i];
		origins_add_alone(others, modules[i]);
		origins_add(&seen, modules[i]);
	}
	return NULL;
}

const struct node *custom_model_reached(const struct scan *s, const struct origins *r)
{
	return first_model(s, r->at, r->n);
}

const struct node *custom_module_first(const struct origins *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (custom_module_is(r->at[i]))
			return r->at[i];
	return NULL;
}

bool custom_module_reached(const struct origins *r)
{
	return custom_module_first(r) != NULL;
}

struct custom_modules {
	VEC(const struct node *);
};

/* The repository's modules that were made before a call, in order: those around others first. */
static struct custom_modules made_before(const struct scan *s, uint32_t before)
{
	struct custom_modules modules = {0};

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		const struct call *call = s->trace->at[i];

		if (call->result && custom_module_is(call->result) && call->result->made == call)
			*vec_push(s->arena, &modules) = call->result;
	}
	return modules;
}

const struct node *custom_model_made(const struct scan *s, uint32_t before)
{
	struct custom_modules modules = made_before(s, before);

	return first_model(s, modules.at, modules.n);
}

/* Whether a module holds one of the modules among objects, its layers: not only what both were made with. */
static bool holds_part(const struct scan *s, const struct node *module, const struct origins *parts)
{
	struct origins held = {.arena = s->arena};

	origins_add(&held, module);
	for (size_t i = 0; i < parts->n; i++) {
		const struct node *part = parts->at[i];
		bool layer = part->kind == NODE_OBJECT && part->made && str_starts(part->made->callee, STR("torch.nn."));

		if ((layer || custom_module_is(part)) && origins_have(&held, part))
			return true;
	}
	return false;
}

const struct node *custom_model_around(const struct scan *s, const struct origins *parts, uint32_t before)
{
	struct custom_modules modules = made_before(s, before);

	for (size_t i = 0; i < modules.n && i < TRIED_MAX; i++)
		if (holds_part(s, modules.at[i], parts) && first_model(s, &modules.at[i], 1))
			return modules.at[i];
	return NULL;
}

bool custom_model_beside(const struct scan *s, const struct origins *own)
{
	struct custom_modules modules = made_before(s, UINT32_MAX);
	size_t kept = 0;

	for (size_t i = 0; i < modules.n; i++)
		if (!origins_have(own, modules.at[i]))
			modules.at[kept++] = modules.at[i];
	return first_model(s, modules.at, kept) != NULL;
}

/* Whether a model is asked, and never with gradients. */
static bool only_asked(const struct scan *s, const struct custom_model *model)
{
	bool asked = false;

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (!loop_runs(call) || call->self != model->embedding)
			continue;
		if (!call->no_gradients)
			return false;
		asked = true;
	}
	return asked;
}

const struct node *custom_model_twin(const struct scan *s, const struct origins *own, const struct custom_model *trained)
{
	struct custom_modules modules = made_before(s, UINT32_MAX);
	size_t tried = 0;

	for (size_t i = 0; trained && trained->model && i < modules.n && tried < TRIED_MAX; i++) {
		struct custom_model other;

		if (origins_have(own, modules.at[i]))
			continue;
		other = custom_model_read(s->arena, s->trace, s->suppose, modules.at[i]);
		tried++;
		if (other.kind == CUSTOM_KNOWN && str_eq(other.name, trained->name) &&
		    model_params(other.model) == model_params(trained->model) && only_asked(s, &other))
			return modules.at[i];
	}
	return NULL;
}

/*
 * Whether a loss is computed from what some layer of a module gave, its head or another, and no layer learns from that.
 * distils: the loop is one for distillation, and lists of layers may well hide what its loss is computed from.
 * gradients: what it is computed from, up to where gradients are cut off.
 */
static bool only_teaches(const struct scan *s, const struct call *backward, const struct node *module, bool distils,
			 const struct origins *gradients)
{
	const struct origins *learned = loop_learned(s, backward);
	struct origins layers = {.arena = s->arena};
	bool teaches = false;

	origins_add(&layers, module);

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *call = s->trace->at[i];

		if (!loop_runs(call) || !call->self || call->outermost != backward->outermost ||
		    !(distils || origins_have(learned, call->result)) || !origins_have(&layers, call->self))
			continue;
		if (!call->no_gradients && origins_have(gradients, call->result))
			return false;
		teaches = true;
	}
	return teaches;
}

/* A body without a head: a table of words that is its own, under the name of its class; OTHER: a module has no such table. */
static struct custom_model body_of(const struct scan *s, const struct node *module, const struct origins *own)
{
	struct origins layers = {.arena = s->arena};
	struct custom_model out = {.kind = CUSTOM_OTHER};
	struct py_defined class;

	if (!py_object_class(module, &class))
		return out;
	origins_add(&layers, module);
	for (size_t i = 0; i < layers.n && out.kind == CUSTOM_OTHER; i++) {
		const struct call *made = layers.at[i]->kind == NODE_OBJECT ? layers.at[i]->made : NULL;

		if (!made || made->result != layers.at[i] || !str_is(made->callee, "torch.nn.Embedding") || origins_have(own, layers.at[i]))
			continue;
		out = (struct custom_model){.kind = CUSTOM_OPEN, .at = class.at, .embedding = layers.at[i],
					    .name = str_fmt(s->arena, "%.*s (%.*s)", STR_ARG(class.name), STR_ARG(class.file))};
	}
	return out;
}

/* The file that a module's weights are loaded from: module.load_state_dict(torch.load(path)); NULL: none, or not known. */
static const struct node *weights_of(const struct scan *s, const struct node *module)
{
	const struct node *found = NULL;

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *load = s->trace->at[i];
		struct origins of = {.arena = s->arena, .computed = true};

		if (!str_is(load->method, "load_state_dict") || load->self != module || !load->args.n)
			continue;
		origins_add(&of, load->args.at[0].value);
		for (size_t k = 0; k < i; k++) {
			const struct call *read = s->trace->at[k];

			if (str_is(read->callee, "torch.load") && read->result && read->args.n && origins_have(&of, read->result))
				found = suppose_value(s->suppose, read->args.at[0].value);
		}
	}
	return found && found->kind == NODE_STR && found->text.n ? found : NULL;
}

bool custom_model_teacher(const struct scan *s, const struct call *backward, const struct origins *own, bool distils,
			  struct custom_model *out, const struct node **weights)
{
	struct custom_modules modules = made_before(s, backward->order);
	struct origins gradients = {.arena = s->arena, .computed = true, .gradients = true};
	size_t tried = 0;

	for (size_t i = 0; i < modules.n && tried < TRIED_MAX; i++) {
		if (origins_have(own, modules.at[i]))
			continue;
		if (!tried++)
			origins_add(&gradients, loop_loss(backward));
		*out = custom_model_read(s->arena, s->trace, s->suppose, modules.at[i]);
		if (out->kind == CUSTOM_OTHER && distils)
			*out = body_of(s, modules.at[i], own);
		if (out->kind != CUSTOM_OTHER && out->embedding && !origins_have(own, out->embedding) &&
		    only_teaches(s, backward, modules.at[i], distils, &gradients)) {
			*weights = out->model ? NULL : weights_of(s, modules.at[i]);
			return true;
		}
	}
	return false;
}

/* ---- rows ---- */

/** How many rows a tensor of token ids has, and how many tokens each of them; NULL: not known. */
struct ids {
	const struct node *rows, *tokens;
	/** They are a buffer's, cut without regard to where texts end. */
	bool cut;
	/** The tensor has one dimension, of as many as rows says: of numbers drawn, or the tokens of one row. */
	bool flat;
	/** Where rows is NULL: a list of so many, and where it stands. */
	size_t listed;
	struct span at;
};

/* Steps from a tensor back to its sizes; pieces with fewer tokens are of something else. */
enum { IDS_DEPTH_MAX = 16, TOKENS_LEAST = 256 };

static bool among(struct str method, const char *const *names)
{
	for (; *names; names++)
		if (str_is(method, *names))
			return true;
	return false;
}

static const struct node *number_at(const struct node *list, size_t i)
{
	const struct node *n = i < list->as.items.n ? list->as.items.at[i] : NULL;

	return n && n->kind == NODE_INT && n->as.i > 0 ? n : NULL;
}

/* The sizes among the arguments of torch.randint(high, (rows, tokens)), x.view(rows, tokens). */
static struct ids of_sizes(const struct scan *s, const struct call *call, bool plain)
{
	struct ids out = {0};
	const struct node *numbers[2] = {0};
	size_t n = 0;

	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		const struct node *value = suppose_value(s->suppose, arg->value);

		if (arg->name.n && !str_is(arg->name, "size"))
			continue;
		if (value->kind == NODE_TUPLE || value->kind == NODE_LIST)
			return (struct ids){.rows = number_at(value, 0),
					    .tokens = number_at(value, 1),
					    .flat = value->as.items.n == 1 && !value->open};
		if (str_is(arg->name, "size") && value->kind == NODE_INT)
			return (struct ids){.rows = value, .flat = true};
		if (n < 2)
			numbers[n] = value->kind == NODE_INT && value->as.i > 0 ? value : NULL;
		n++;
	}
	if (plain && n == 2)
		out = (struct ids){.rows = numbers[0], .tokens = numbers[1]};
	return out;
}

static struct ids ids_of(const struct scan *s, const struct node *n, int depth);

/* One of several: of ids that grow in a loop the rows alone are known, not how many tokens they have in the end. */
static struct ids of_several(const struct scan *s, const struct node *either, int depth)
{
	struct ids out = ids_of(s, either->as.items.at[0], depth), one;

	for (size_t i = 1; i < either->as.items.n && out.tokens; i++) {
		one = ids_of(s, either->as.items.at[i], depth);
		if (one.rows && (!one.tokens || one.tokens->as.i != out.tokens->as.i))
			out.tokens = NULL;
	}
	return out;
}

/* Rows to which tokens are put: torch.cat([ids, next], dim=1). */
static struct ids of_joined(const struct scan *s, const struct call *call, int depth)
{
	const struct node *parts = call->args.n ? suppose_value(s->suppose, call->args.at[0].value) : NULL;
	const struct arg *dim = call_arg(call, STR("dim"), 1);
	struct ids out = {0};

	if (!parts || (parts->kind != NODE_LIST && parts->kind != NODE_TUPLE) || parts->open || !parts->as.items.n || !dim ||
	    dim->value->kind != NODE_INT || (dim->value->as.i != 1 && dim->value->as.i != -1))
		return out;
	out = ids_of(s, parts->as.items.at[0], depth);
	out.tokens = NULL;
	return out.flat ? (struct ids){0} : out;
}

/* Whether some of the tokens of each row are taken: ids[:, :-1], whatever is known of ids. */
static bool takes_columns(const struct node *n)
{
	const struct node *key = n->from[1];

	if (n->kind != NODE_UNKNOWN || !n->from[0])
		return false;
	if (n->op)
		return n->open && (n->op == 'w' || n->op == 'c' || n->op == ':');
	return key && key->kind == NODE_TUPLE && key->as.items.n == 2 && key->as.items.at[0]->kind != NODE_INT &&
	       key->as.items.at[1]->kind != NODE_INT && key->as.items.at[1]->kind != NODE_NULL;
}

/* What a tensor is made of, through what leaves its shape as it is. */
static struct ids ids_of(const struct scan *s, const struct node *n, int depth)
{
	static const char *const same[] = {"to",     "cuda", "long",   "int",	"contiguous", "pin_memory", "clone",
					   "detach", "type", "tolist", "numpy", "astype",     NULL};
	static const char *const copies[] = {"from_numpy", "as_tensor", "asarray", "LongTensor", NULL};
	static const char *const made[] = {"randint", "zeros", "ones", "empty", "randn", "full", NULL};
	static const char *const shaped[] = {"view", "reshape", NULL};
	static const char *const stacked[] = {"stack", "tensor", NULL};
	const struct call *call;
	struct ids inner;

	n = suppose_value(s->suppose, n);
	if (n && n->kind == NODE_EITHER && n->as.items.n && depth < IDS_DEPTH_MAX)
		return of_several(s, n, depth + 1);
	if (n && takes_columns(n) && depth < IDS_DEPTH_MAX) {
		inner = ids_of(s, n->from[0], depth + 1);
		inner.tokens = NULL;
		return inner.flat ? (struct ids){0} : inner;
	}
	/* data[drawn]: a row for each number drawn. */
	if (n && n->from[1] && n->from[1]->kind == NODE_OBJECT && depth < IDS_DEPTH_MAX) {
		inner = ids_of(s, n->from[1], depth + 1);
		inner.tokens = NULL;
		inner.flat = false;
		if (inner.rows)
			return inner;
	}
	call = n && n->kind == NODE_OBJECT && !n->from[0] ? n->made : NULL;
	if (!call || depth > IDS_DEPTH_MAX)
		return (struct ids){0};
	if (call->self && among(call->method, same))
		return ids_of(s, call->self, depth + 1);
	if (call->self && among(call->method, shaped)) {
		inner = of_sizes(s, call, true);
		inner.cut = true;
		return inner;
	}
	if (among(call->method, copies) && call->args.n && !call->args.at[0].name.n)
		return ids_of(s, call->args.at[0].value, depth + 1);
	if (among(call->method, made))
		return of_sizes(s, call, !str_among(call->method, STR("randint|full")));
	if (str_is(call->method, "cat"))
		return of_joined(s, call, depth + 1);
	if (!among(call->method, stacked) || !call->args.n)
		return (struct ids){0};
	n = call->args.at[0].value;
	if (n->kind == NODE_LIST && !n->open)
		return (struct ids){.listed = n->as.items.n, .at = n->at};
	/* A copy of an array: torch.tensor(np.stack(…)). */
	if (n->kind != NODE_LIST && str_is(call->method, "tensor"))
		return ids_of(s, n, depth + 1);
	/* A list of one for each of some numbers drawn at random. */
	inner = n->kind == NODE_LIST && n->from[0] ? ids_of(s, n->from[0], depth + 1) : (struct ids){0};
	inner.tokens = NULL;
	inner.flat = false;
	/* Of each of them so many tokens of one text: data[i : i + block]. */
	if (inner.rows && n->from[1] && n->from[1]->kind == NODE_UNKNOWN && n->from[1]->op == 'w') {
		const struct node *width = suppose_value(s->suppose, n->from[1]->from[1]);

		inner.tokens = width && width->kind == NODE_INT && width->as.i > 0 ? width : NULL;
		inner.cut = inner.tokens != NULL;
	}
	return inner;
}

static void set_number(struct training_job *job, enum setting setting, int64_t n, struct span at)
{
	struct value *to = &job->job.set[setting];

	if (n <= 0 || (to->type != VALUE_ABSENT && to->origin != ORIGIN_ASSUMED))
		return;
	*to = value_int(n, ORIGIN_DERIVED, STR("the sizes of what the model is called with"));
	to->at = at;
}

/* Tokens of a batch that code makes are as many as it makes, row for row. */
static void set_full(struct job *job, struct span at)
{
	struct value *layout = &job->set[SETTING_BATCH_LAYOUT];

	if (layout->type != VALUE_ABSENT)
		return;
	*layout = value_str(STR("fixed"), ORIGIN_DERIVED, STR("the code makes rows of that many tokens"));
	layout->at = at;
}

/* What is shown of one dimension is a row without a batch: model(ids) of ids[0 : 48 * 1024], as FlexAttention takes them. */
static struct ids as_row(const struct ids *ids)
{
	if (!ids->flat || !ids->rows)
		return *ids;
	return (struct ids){.tokens = ids->rows, .listed = 1, .at = ids->rows->at};
}

static void set_ids(const struct ids *shown, struct training_job *job)
{
	struct value *packing = &job->job.set[SETTING_PACKING];
	const struct ids row = as_row(shown), *ids = &row;

	/* What is taken of a long text at once, before it is cut into rows, is no batch. */
	if (ids->rows && ids->tokens && ids->cut)
		job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = (struct value){0};

	if (ids->rows)
		set_number(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, ids->rows->as.i, ids->rows->at);
	else
		set_number(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, (int64_t)ids->listed, ids->at);
	if (ids->tokens) {
		set_number(job, SETTING_MAX_SEQ_LENGTH, ids->tokens->as.i, ids->tokens->at);
		set_full(&job->job, ids->tokens->at);
	}
	if (ids->tokens && ids->cut && packing->type == VALUE_ABSENT) {
		*packing = value_bool(true, ORIGIN_DERIVED, STR("rows are cut from one long text"));
		packing->at = ids->tokens->at;
	}
}

/*
 * What the model's embedding was called with in the loop. What a table of its author's is called with is
 * not seen: then what the loop stacks.
 */
static void read_rows(const struct scan *s, const struct call *step, struct training_job *job)
{
	const struct node *table = job->extract.own->embedding;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *rows = NULL;
		struct ids ids;

		/* What it is shown as it writes, or as it is evaluated, is not what it learns from. */
		if (call->outermost != step->outermost || call->guard != step->guard || call->no_gradients || rollout_holds(s, call))
			continue;
		if (call->self == table && loop_runs(call) && call->args.n)
			rows = call->args.at[0].value;
		else if (table->code && str_is(call->method, "stack"))
			rows = call->result;
		if (!rows)
			continue;
		ids = ids_of(s, rows, 0);
		/* A model stacks lists as well. */
		if (ids.rows || call->self == table)
			set_ids(&ids, job);
	}
}

/* x[None], of what a library gave or of what is not known; of: NULL for any x. */
static bool adds_dimension(const struct node *n, const struct node *of)
{
	const struct call *made = n && n->kind == NODE_OBJECT ? n->made : NULL;

	if (made && str_is(made->method, "__getitem__"))
		return made->args.n == 1 && made->args.at[0].value->kind == NODE_NULL && (!of || made->self == of);
	return n && n->from[1] && n->from[1]->kind == NODE_NULL && (!of || n->from[0] == of);
}

/*
 * Whether the model makes a batch of one row itself: embed(ids)[None], embed(ids[None]), as models for FlexAttention do, whose
 * texts lie behind one another in one long row.
 */
static bool makes_batch(const struct scan *s, const struct node *table)
{
	const struct node *shown = NULL;

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (call->self == table && loop_runs(call) && call->args.n) {
			if (adds_dimension(call->args.at[0].value, NULL))
				return true;
			shown = call->result;
		}
		for (size_t k = 0; shown && k < call->args.n; k++)
			if (adds_dimension(call->args.at[k].value, shown))
				return true;
	}
	return false;
}

/* Whether texts lie behind one another in one long row, and attention is told where each begins: flash_attn_varlen_func(). */
static bool is_flat(const struct scan *s, const struct node *table)
{
	for (size_t i = 0; i < s->trace->n; i++)
		if (str_has(s->trace->at[i]->method, STR("varlen")))
			return true;
	return makes_batch(s, table);
}

/*
 * Of one long row the longest text says nothing, nor does any length that a name alone tells: 16 or 48 thousand tokens stand
 * behind a limit of 2,048. Where they could not be counted there is no estimate.
 */
static void doubt_length(struct training_job *job)
{
	struct value *length = &job->job.set[SETTING_MAX_SEQ_LENGTH];

	if (length->type != VALUE_ABSENT && length->origin != ORIGIN_ASSUMED)
		return;
	*length = (struct value){0};
	job->extract.unknown[SETTING_MAX_SEQ_LENGTH] = (struct extract_unknown){
	    .why = STR("how many tokens its one long row has is not known"), .at = job->extract.own->embedding->at, .bad = true};
}

/* How many tokens of a longer row are shown at a time: for part in inputs.split(64 * 1024); NULL: it is not cut. */
static const struct node *cut_to(const struct scan *s, const struct call *step)
{
	const struct node *found = NULL;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *n = call->outermost == step->outermost && str_is(call->method, "split") && call->self && call->args.n
					   ? suppose_value(s->suppose, call->args.at[0].value)
					   : NULL;

		if (n && n->kind == NODE_INT && n->as.i >= TOKENS_LEAST)
			found = n;
	}
	return found;
}

static void set_one_row(const struct scan *s, const struct call *step, struct training_job *job)
{
	const struct node *tokens = cut_to(s, step);
	struct value *batch = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];

	if (batch->type != VALUE_ABSENT && batch->origin != ORIGIN_ASSUMED)
		return;
	*batch = value_int(1, ORIGIN_DERIVED, STR("the model makes a batch of one row itself"));
	batch->at = job->extract.own->embedding->at;
	if (!tokens)
		return;
	set_number(job, SETTING_MAX_SEQ_LENGTH, tokens->as.i, tokens->at);
	set_full(&job->job, tokens->at);
}

/* Whether the weights of the program's own layers are cast to what the layers are given: F.linear(x, self.weight.type_as(x)). */
static bool casts_weights(const struct call *call)
{
	if (str_is(call->method, "type_as"))
		return str_ends(call->callee, STR(".weight.type_as"));
	return str_is(call->method, "to") && str_ends(call->callee, STR(".weight.to"));
}

/* The 16-bit type that a value is, or may be whatever decides: "bf16", "fp16"; empty: it is another. */
static struct str half_of(const struct node *n)
{
	struct str name = n->kind == NODE_NAME ? str_tail(n->text, '.') : (struct str){0}, one;

	for (size_t i = 0; n->kind == NODE_EITHER && i < n->as.items.n; i++) {
		one = half_of(n->as.items.at[i]);
		if (one.n)
			return one;
	}
	if (str_is(name, "bfloat16"))
		return STR("bf16");
	return str_is(name, "float16") || str_is(name, "half") ? STR("fp16") : STR("");
}

/*
 * The 16-bit type that a call casts the embeddings or what they give to; empty: it does no such thing. m.bfloat16() of
 * model.modules(), wte.to(dtype=torch.bfloat16), wte(ids).to(COMPUTE_DTYPE).
 */
static struct str casts_embeddings(const struct call *call, const struct node *table)
{
	const struct arg *type;

	if (!call->self)
		return STR("");
	if (str_is(call->method, "bfloat16"))
		return call->self == table || str_has(call->callee, STR("modules()")) || custom_module_is(call->self) ? STR("bf16") : STR("");
	if (!str_is(call->method, "to") || !str_has(call->callee, STR("Embedding()")))
		return STR("");
	type = call_arg(call, STR("dtype"), 0);
	return type ? half_of(type->value) : STR("");
}

/*
 * Weights in float32, and what runs through the layers in 16 bits, without autocast (KellerJordan/modded-nanogpt,
 * train_gpt.py; karpathy/nanochat, nanochat/gpt.py).
 */
static void read_casts(const struct scan *s, uint32_t before, struct training_job *job)
{
	struct value *precision = &job->job.set[SETTING_MIXED_PRECISION];
	struct str half = {0};
	const struct call *at = NULL;
	bool weights = false;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		const struct call *call = s->trace->at[i];
		struct str one = casts_embeddings(call, job->extract.own->embedding);

		weights |= casts_weights(call);
		if (one.n) {
			half = one;
			at = call;
		}
	}
	if (!weights || !half.n || (precision->type != VALUE_ABSENT && precision->origin != ORIGIN_DEFAULTED))
		return;
	*precision = value_str(half, ORIGIN_DERIVED, STR("its layers cast their weights to what they are given, which is of 16 bits"));
	precision->at = at->at;
}

/*
 * A model that is compiled with the loss in its forward(): the compiler fuses the loss with what follows the logits, which
 * stay in 16 bits, as their gradient does. Held against the peaks in KellerJordan/modded-nanogpt, records (H100, 2025).
 */
static void read_compiled_loss(const struct scan *s, uint32_t before, struct training_job *job)
{
	struct value *kernel = &job->job.set[SETTING_LOSS_KERNEL];

	if (!job_bool(&job->job, SETTING_TORCH_COMPILE, false) || (kernel->type != VALUE_ABSENT && kernel->origin != ORIGIN_DEFAULTED))
		return;
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		const struct call *call = s->trace->at[i];

		if (!call->within || !str_is(call->method, "cross_entropy") || !str_ends(str_cut(call->within->functions, ' ').head, STR("forward")))
			continue;
		*kernel = value_str(STR("compiled"), ORIGIN_DERIVED, STR("the loss is in the model's forward(), which is compiled"));
		kernel->at = call->at;
		return;
	}
}

/* The tensor of token ids that a model is called with; NULL: what it is called with is no such thing. */
static const struct node *shown_to(const struct call *pass)
{
	const struct arg *arg = call_arg(pass, STR("input_ids"), 0);

	return arg ? arg->value : NULL;
}

const struct node *shown_rows(const struct scan *s, const struct call *pass)
{
	struct ids ids = ids_of(s, shown_to(pass), 0);

	return ids.flat ? NULL : ids.rows;
}

const struct node *made_tokens(const struct scan *s, const struct node *n)
{
	struct ids ids = ids_of(s, n, 0);

	return ids.flat ? NULL : ids.tokens;
}

/* A pass that asks a library's model for its attention's weights gets them from the eager kernel alone. */
static void set_kernel(const struct call *pass, struct training_job *job)
{
	const struct arg *asked = call_arg(pass, STR("output_attentions"), SIZE_MAX);
	struct value *kernel = &job->job.set[SETTING_ATTENTION];

	if (job->extract.own || kernel->type != VALUE_ABSENT || !asked || asked->value->kind != NODE_BOOL ||
	    !asked->value->as.b)
		return;
	*kernel = value_str(STR("eager"), ORIGIN_DERIVED, STR("the loop asks for attention weights"));
	kernel->at = asked->at;
}

/* The table of a class of the repository's around a known model's weights: what that is called with, the table is. */
static bool is_table(const struct call *pass)
{
	return pass->self && pass->self->made && str_is(pass->self->made->callee, "torch.nn.Embedding") && pass->self->made->result == pass->self;
}

void loop_rows(const struct scan *s, const struct call *backward, const struct origins *own, struct training_job *job)
{
	const struct origins *learned = loop_learned(s, backward);
	struct ids ids;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *pass = s->trace->at[i];

		if (!loop_runs(pass) || (!origins_have(own, pass->self) && !(is_table(pass) && !job->extract.own)) ||
		    !origins_have(learned, pass->result) || !suppose_guard(s->suppose, pass->guard) || rollout_holds(s, pass))
			continue;
		ids = ids_of(s, shown_to(pass), 0);
		if (ids.rows)
			set_ids(&ids, job);
		set_kernel(pass, job);
	}
}

void custom_model_hints(const struct scan *s, const struct call *step, struct training_job *job)
{
	const struct custom_model *own = job->extract.own;
	struct value *length = &job->job.set[SETTING_MAX_SEQ_LENGTH];
	const struct node *globals = s->trace->globals;

	if (!own)
		return;
	read_rows(s, step, job);
	read_casts(s, step->order, job);
	read_compiled_loss(s, step->order, job);
	if (is_flat(s, own->embedding)) {
		set_one_row(s, step, job);
		doubt_length(job);
		return;
	}
	if (globals)
		extract_numbers(&job->extract, globals, &job->job);
	/* Rows are as long as the model takes them: what trains from scratch fills them, and what answers prompts does not. */
	if (own->length && !(own->loaded && job_generates(&job->job)) && !job->extract.answers && (length->type == VALUE_ABSENT ||
			    (length->origin == ORIGIN_ASSUMED && length->as.i >= own->length))) {
		*length = value_int(own->length, ORIGIN_DERIVED, STR("as many tokens as the model takes"));
		length->at = own->length_at;
		set_full(&job->job, length->at);
	}
}
