/* What programs ask of the machine: the card's memory, its compute capability, how many there are. */
#include "values.h"

#include "lint/frameworks/frameworks.h"

static struct node *properties(struct interpreter *py, const struct call *call)
{
	const struct eval_target *t = &py->world->target;
	struct node *n = py_made_by(py, call);

	if (t->gpu_bytes)
		py_attr_put(py, n, STR("total_memory"),
			    py_int(py, (int64_t)t->gpu_bytes, call->at));
	if (t->major >= 0) {
		py_attr_put(py, n, STR("major"), py_int(py, t->major, call->at));
		py_attr_put(py, n, STR("minor"), py_int(py, t->minor, call->at));
	}
	return n;
}

const char py_tag_major[] = "compute capability";

/* The first number of the card's compute capability: if it is not known, it still has a question. */
static struct node *major_of(struct interpreter *py, struct span at)
{
	struct node *n;

	if (py->world->target.major >= 0)
		return py_int(py, py->world->target.major, at);
	n = py_unknown(py, at, "the card is not known");
	n->code = py_tag_major;
	return n;
}

static struct node *capability(struct interpreter *py, const struct call *call)
{
	struct node *out = py_new(py, NODE_TUPLE, call->at);
	bool known = py->world->target.major >= 0;

	py_append(py, out, major_of(py, call->at));
	py_append(py, out,
		  known ? py_int(py, py->world->target.minor, call->at)
			: py_unknown(py, call->at, "the card is not known"));
	return out;
}

static struct node *free_and_total(struct interpreter *py, const struct call *call)
{
	struct node *out = py_new(py, NODE_TUPLE, call->at);

	py_append(py, out, py_unknown(py, call->at, "free memory"));
	py_append(py, out, py_int(py, (int64_t)py->world->target.gpu_bytes, call->at));
	return out;
}

/* A card that nothing names has bfloat16 or not; every question gets the same answer. */
static struct node *perhaps_bf16(struct interpreter *py, struct span at)
{
	struct arms arms;

	if (!py->bf16) {
		arms = arms_new(py->arena, STR("the card has bfloat16"), at, NULL);
		py->bf16 =
		    either_join(py->arena, py_bool(py, true, at), py_bool(py, false, at), arms);
	}
	return py->bf16;
}

/* Cards have bfloat16 from compute capability 8.0 on, the question that programs mean by this one. */
struct node *py_ask_capability(struct interpreter *py, enum py_op op, const struct node *x,
			       const struct node *y, struct span at)
{
	bool pairs = x->kind == NODE_TUPLE && x->as.items.n == 2 && y->kind == NODE_TUPLE &&
		     y->as.items.n == 2 && y->as.items.at[1]->kind == NODE_INT &&
		     y->as.items.at[1]->as.i == 0 && op == OP_GE;

	if (pairs) {
		x = x->as.items.at[0];
		y = y->as.items.at[0];
	}
	if (x->kind != NODE_UNKNOWN || x->code != py_tag_major || y->kind != NODE_INT ||
	    !((op == OP_GE && y->as.i == 8) || (op == OP_GT && y->as.i == 7)))
		return NULL;
	return perhaps_bf16(py, at);
}

/*
 * Lightning's word for the 16 bits that the card has: litgpt 0.3 to 0.5.13, litgpt/utils.py
 * get_default_supported_precision(training).
 */
static struct node *precision(struct interpreter *py, const struct call *call)
{
	const struct arg *training = call_arg(call, STR("training"), 0);
	bool mixed = training && training->value->kind == NODE_BOOL && training->value->as.b;
	struct node *bf16 = py_str(py, mixed ? STR("bf16-mixed") : STR("bf16-true"), call->at);
	struct node *fp16 = py_str(py, mixed ? STR("16-mixed") : STR("16-true"), call->at);
	const struct eval_target *t = &py->world->target;
	struct node *which = perhaps_bf16(py, call->at);

	if (!training || training->value->kind != NODE_BOOL)
		return NULL;
	if (t->bf16 >= 0 || t->major >= 0)
		return (t->bf16 >= 0 ? t->bf16 > 0 : t->major >= 8) ? bf16 : fp16;
	/* The same choice as every other question about it. */
	return which->kind == NODE_EITHER && which->as.items.n == 2
		   ? either_of(py->arena,
			       (struct node *[]){either_when(py->arena, bf16, which->as.items.at[0]->when),
						 either_when(py->arena, fp16, which->as.items.at[1]->when)},
			       2, call->at)
		   : NULL;
}

/* Whether anything that ran may have joined this process to others: by its row, or a library that does so by itself. */
static bool may_have_joined(const struct trace *trace)
{
	static const char *const callees[] = {"torch.distributed.init", "accelerate.", "deepspeed.", "transformers.T", "trl.",
					      "lightning",		"pytorch_lightning", "colossalai.", "megatron", "torch.multiprocessing."};

	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];

		if (call->row && call->row->joins)
			return true;
		for (size_t k = 0; k < sizeof(callees) / sizeof(*callees); k++)
			if (str_starts(call->callee, str_of(callees[k])))
				return true;
	}
	return false;
}

/*
 * torch.distributed.is_initialized(): not in a process that is launched alone, without the variables that every launcher sets,
 * and that has joined none.
 */
static bool is_alone(struct interpreter *py)
{
	static const char *const names[] = {"RANK", "WORLD_SIZE", "LOCAL_RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"};

	if (!py->world->argv || !py->environ || may_have_joined(py->trace))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (node_get(py->environ, str_of(names[i])))
			return false;
	return true;
}

/*
 * How many devices a program lets itself see: os.environ["CUDA_VISIBLE_DEVICES"] = "0,1". -1: it says nothing that is known,
 * or leaves it to what starts it.
 */
static int64_t made_visible(struct interpreter *py)
{
	const struct node *set = py->environ ? node_get(py->environ, STR("CUDA_VISIBLE_DEVICES")) : NULL;
	const struct node *given = py->world->env ? node_get(py->world->env, STR("CUDA_VISIBLE_DEVICES")) : NULL;
	struct str_cut cut = {.tail = set && set->kind == NODE_STR ? str_trim(set->text) : (struct str){0}};
	int64_t n = 0, device;

	if (!cut.tail.n || (given && given->kind == NODE_STR && str_eq(given->text, set->text)))
		return -1;
	for (cut.ok = true; cut.ok; n++) {
		cut = str_cut(cut.tail, ',');
		if (!str_to_int(str_trim(cut.head), &device) || device < 0)
			return -1;
	}
	return n;
}

/* What the machine answers that the run asks about. */
struct node *py_target_answer(struct interpreter *py, const struct call *call, struct str question)
{
	const struct eval_target *t = &py->world->target;
	const int64_t visible = str_is(question, "device_count") ? made_visible(py) : -1;
	struct node *n = NULL;

	if (visible >= 0)
		n = py_int(py, visible, call->at);
	else if (str_is(question, "device_count") && t->num_gpus >= 0)
		n = py_int(py, t->num_gpus, call->at);
	else if (str_is(question, "bf16") && (t->bf16 >= 0 || t->major >= 0))
		n = py_bool(py, t->bf16 >= 0 ? t->bf16 > 0 : t->major >= 8, call->at);
	else if (str_is(question, "bf16"))
		return perhaps_bf16(py, call->at);
	else if (str_is(question, "precision"))
		n = precision(py, call);
	else if (str_is(question, "capability"))
		n = capability(py, call);
	else if (str_is(question, "memory") && t->gpu_bytes)
		n = py_int(py, (int64_t)t->gpu_bytes, call->at);
	else if (str_is(question, "properties"))
		n = properties(py, call);
	else if (str_is(question, "mem_get_info") && t->gpu_bytes)
		n = free_and_total(py, call);
	else if (str_is(question, "world_size") && t->num_gpus > 0)
		n = py_int(py, t->num_gpus, call->at);
	else if (str_is(question, "initialized") && is_alone(py))
		return py_bool(py, false, call->at);
	else if (str_is(question, "rank"))
		/* What is read is the first process: the others hold the same. */
		n = py_int(py, 0, call->at);
	if (!n)
		return py_unknown(py, call->at, "%.*s() depends on the machine",
				  STR_ARG(call->callee));
	n->how = STR("answer of the target GPU");
	return n;
}
