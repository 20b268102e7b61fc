#include "sharding_plan.h"

#include <math.h>

/** Adam and the like, per trained parameter: bytes of state, and of the step's temporaries. */
struct per_param {
	double state, temp;
};

static struct per_param optim_per_param(const struct rank *r, double width)
{
	struct optim_need need =
	    optim_need_of(&r->c, &r->ly, &r->count, r->trained, width, rank_is_fsdp(r));
	double n = fmax(1, r->trained);

	/* Adafactor works on a matrix at a time, not on a share of the parameters. */
	if (r->s.optim->temp == OPTIM_TEMP_ADAFACTOR)
		need.temp = 0;
	/*
	 * DeepSpeed's shard is one tensor: a loop over parameters has the root of all second moments and the quotient at once
	 * (torch 1.13 optim/adamw.py _single_tensor_adamw(); LLaMA-Factory issue 1221: 28.28 GiB and 3.14 more, ten eighths of
	 * float32 where eight stay).
	 */
	if (rank_is_zero(r) && r->s.optim->temp == OPTIM_TEMP_FOREACH && r->s.foreach_copies < 1)
		need.temp = 2 * width * n;
	return (struct per_param){need.state / n, need.temp / n};
}

/* ---------------------------------------------------------------------------------------- FSDP */

/** What both generations of FSDP have in common: dtypes and sizes of shards. */
struct fsdp {
	double world;
	/** Bytes: trained shards, frozen shards, unsharded gradients. */
	double trained_bytes, frozen_bytes, grad_bytes;
	/** Adapters inside the layer's flat parameter: it trains as a whole. */
	bool mixed;
	/** Adapters are units: what is prefetched next is tiny. */
	bool tiny;
	/** Parameters with gradients: all, of a layer. */
	double with_grads, layer_with_grads;
	/** Bytes: a layer as gathered, its gradients, the gradients' shards. */
	double unit, layer_grads, grad_shards;
};

static struct fsdp fsdp_of(const struct rank *r)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	bool v1 = p->layout == LAYOUT_FSDP1;
	bool amp = c->amp && p->upcast != UPCAST_NONE, whole = p->units == UNITS_MODEL;
	struct fsdp f = {
	    .world = p->world, .with_grads = r->trained, .layer_with_grads = r->layer_trained};
	bool own_units = p->lora_units == CHOICE_DEFAULT ? v1 : p->lora_units == CHOICE_YES;
	double spread = 1 + (p->ep - 1) * r->experts / fmax(1, r->trained);

	f.trained_bytes = amp || (!c->full && c->adb == 4) ? 4 : c->wb;
	f.frozen_bytes = amp && p->upcast == UPCAST_ALL ? 4 : c->wb;
	f.mixed = !c->full && v1 && (p->lora_units == CHOICE_NO || whole);
	f.tiny = !c->full && own_units;
	if (f.mixed) {
		f.with_grads = (whole ? r->params : r->layers * r->ly.params) + r->trained;
		f.layer_with_grads = r->ly.params + r->ly.lora;
		f.frozen_bytes = amp ? 4 : f.frozen_bytes;
	}
	f.grad_bytes = c->full ? c->wb : c->amp ? 2 : c->adb;
	f.unit = r->layer_bytes + (c->full ? 0 : r->ly.lora * c->adb);
	f.layer_grads = f.layer_with_grads * f.grad_bytes;
	f.grad_shards =
	    spread * f.with_grads * (f.mixed ? f.frozen_bytes : f.trained_bytes) / f.world;
	return f;
}

static void fsdp_resident(const struct rank *r, const struct fsdp *f, struct sharding_plan *q)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	double k = optim_per_param(r, f->trained_bytes).state;
	/* Experts are split by expert parallelism already: their shards lie on world / ep ranks. */
	double spread = 1 + (p->ep - 1) * r->experts / fmax(1, r->trained);
	double frozen = fmax(0, r->bytes - r->scale_bytes) / f->world;
	double scales = p->sharded_quant ? r->scale_bytes / f->world : r->scale_bytes;

	if (!c->quant)
		frozen *= f->frozen_bytes / c->wb;
	if (!p->offload_params) {
		double trained = r->trained * f->trained_bytes / f->world;

		/* Of a model that trains but for its tower, the tower. */
		if (c->full)
			frozen = r->root_frozen * f->frozen_bytes / f->world;
		q->resident.by[TERM_WEIGHTS] = c->full ? spread * trained + frozen : frozen;
		q->resident.by[TERM_ADAPTERS] = c->full ? 0 : trained;
		q->resident.by[TERM_OPTIMIZER] = spread * r->trained * k / f->world;
	}
	q->resident.by[TERM_WEIGHTS] += scales;
}

/** All-gathers go through a flat buffer; the reduce-scatter's input waits for the next unit. */
static void fsdp2(const struct rank *r, const struct fsdp *f, struct sharding_plan *q)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	double rb = c->amp ? p->reduce_bytes : f->grad_bytes;
	double tail = c->V * c->h + c->h, root = r->root_params - r->root_frozen;
	double reducing = r->layer_trained * rb;
	double last = f->unit;
	bool alone = p->units != UNITS_ROOT;

	if (f->tiny)
		last = 0;
	else if (alone)
		last = tail * c->E;
	q->forward = q->backward = f->tiny ? f->unit : 2 * f->unit;
	q->carry = reducing;
	q->reduce_layer = f->unit + f->layer_grads + reducing;
	if (alone) { /* norm and head a unit of their own; torchtitan does not reshard it */
		q->loss = p->units == UNITS_SPLIT ? 0 : tail * c->E;
		q->root = p->units == UNITS_SPLIT ? tail * c->E : 0;
		q->reduce_head = c->full ? tail * (f->grad_bytes + rb) : 0;
		root -= r->s.shape.tied ? 0 : tail;
	}
	q->reduce_root = c->full ? root * (f->grad_bytes + rb) + reducing : 0;
	if (!p->reshard || p->pp > 1) { /* a pipeline gathers once and reduces after the last */
		q->forward = q->backward = last = 0;
		q->root = r->params * c->wb;
		if (p->pp > 1)
			q->accumulated = r->trained * rb;
	}
	q->root += last; /* the last all-gather's buffer, freed by the next forward */
}

/** Flat parameters: the root stays gathered, the next unit is prefetched in backward. */
static void fsdp1(const struct rank *r, const struct fsdp *f, struct sharding_plan *q)
{
	const struct widths *c = &r->c;
	/* Its first forward runs under no_grad: nothing is registered to prefetch. */
	bool reentrant = r->s.checkpoint == CHECKPOINT_REENTRANT;

	q->forward = f->unit;
	q->backward = reentrant || f->tiny ? f->unit : 2 * f->unit;
	q->loss = reentrant || r->s.parallel.loss_outside ? 0 : f->unit;
	if (!r->s.parallel.reshard) {
		q->root = r->bytes;
		q->forward = q->backward = q->loss = 0;
	}
	/* The backward of the flat parameter's split concatenates its views' gradients. */
	q->reduce_layer = q->backward + 2 * f->layer_grads;
	q->reduce_root = c->full ? 2 * (r->root_params - r->root_frozen) * f->grad_bytes : 0;
	/* A hook on a frozen unit's inputs keeps reentrant checkpoints and their gradients alive. */
	q->retains_inputs = !c->full && reentrant && !f->mixed;
}

/*
 * One unit: what is gathered for the first layer stays to the end of backward, and no gradient is reduced before
 * the last one is there. FSDP 1 then joins the views' gradients to the flat parameter's; FSDP 2 copies them into
 * the reduce-scatter's input, and holds the all-gather's buffer as well (PyTorch 2.8, torch/distributed/fsdp/
 * _runtime_utils.py _post_forward_reshard, _flat_param.py; _fully_shard/_fsdp_param_group.py wait_for_unshard).
 */
static void fsdp_whole(const struct rank *r, const struct fsdp *f, struct sharding_plan *q)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	bool v1 = p->layout == LAYOUT_FSDP1;
	double reduce_bytes = v1 || !c->amp ? f->grad_bytes : p->reduce_bytes;
	double gathered = r->bytes + (c->full ? 0 : r->trained * c->adb);

	q->root = v1 ? gathered : 2 * gathered;
	q->all_at_once = true;
	q->layer_grads = r->layer_trained * f->grad_bytes;
	q->pending = c->full || r->s.train_head ? f->grad_bytes * c->V * c->h : 0;
	q->reduce_root = (c->full ? r->root_params - r->root_frozen : r->count.whole) * f->grad_bytes +
			 f->with_grads * reduce_bytes;
}

static struct sharding_plan plan_fsdp(const struct rank *r)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	struct fsdp f = fsdp_of(r);
	struct sharding_plan q = {.root = r->root_bytes};

	fsdp_resident(r, &f, &q);
	if (r->s.accumulation > 1) { /* no_sync keeps them unsharded */
		double shards = p->offload_params ? 0 : f.grad_shards;

		q.accumulated = p->sync_each ? shards : f.with_grads * f.grad_bytes;
	}
	if (!p->offload_params) {
		q.layer_grads = f.grad_shards * f.layer_with_grads / fmax(1, f.with_grads);
		q.step_grads = f.grad_shards;
		q.step_temp = r->trained * optim_per_param(r, f.trained_bytes).temp / f.world;
	}
	if (p->units == UNITS_MODEL) {
		fsdp_whole(r, &f, &q);
		return q;
	}
	if (p->layout == LAYOUT_FSDP2)
		fsdp2(r, &f, &q);
	else
		fsdp1(r, &f, &q);
	if (c->full && q.reduce_head <= 0)
		q.pending = c->wb * c->V * c->h;
	if (r->count.whole > 0) { /* copies of embedding and head are part of the root */
		q.pending = r->s.train_head ? f.grad_bytes * c->V * c->h : 0;
		q.reduce_root = 2 * r->count.whole * f.grad_bytes;
	}
	return q;
}

/* ----------------------------------------------------------------------------------- DeepSpeed */

/** A bucket in elements: what the job says, DeepSpeed's default, or accelerate's for "auto". */
static double bucket_size(double asked, double fallback, double automatic)
{
	if (asked > 0)
		return asked;
	return asked < 0 ? automatic : fallback;
}

/** Whether the embedding or the head trains: the largest gradient of all. */
static bool has_big_gradient(const struct rank *r)
{
	return r->c.full || r->s.train_embed || r->s.train_head;
}

/** Bytes of a gradient, which are those of what trains. */
static double gradient_width(const struct rank *r)
{
	return r->c.full ? r->c.wb : r->c.adb;
}

/**
 * Bytes of a gradient that stays until the step: DeepSpeed adds them up in a dtype of their own if told so (data_types,
 * grad_accum_dtype; runtime/zero/stage_1_and_2.py get_flat_partition, stage3.py, 0.19).
 */
static double kept_width(const struct rank *r)
{
	return r->s.parallel.grads_apart ? fmax(4, gradient_width(r)) : gradient_width(r);
}

/**
 * Stage 3: a matrix larger than the bucket keeps its own gradient; reduce_scatter_coalesced copies
 * either, or a full bucket, into a flat input.
 */
static double copied_gradient(const struct rank *r, double matrix, double bucket)
{
	return gradient_width(r) * (matrix * (matrix > bucket) + fmin(fmax(bucket, matrix), r->params));
}

/** Stage 3: weights are gathered module by module. */
static void zero3(const struct rank *r, struct sharding_plan *q, double bucket)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	double hh = c->h * c->h, fetch = bucket_size(p->prefetch_bucket, 5e7, 0.9 * hh);
	double share = r->trained / p->world, width = gradient_width(r);
	double big = has_big_gradient(r) ? c->V * c->h : 0, head = c->V * c->h * c->E;
	double largest = r->ly.largest;
	double kept =
	    floor(fmax(0, (p->max_reuse - 2 * c->V * c->h) / 3) / fmax(1, r->layer_params));
	double reduce = 0, reduce_big = 0;

	if (!p->offload_optim) /* the gradient partitions are allocated once */
		q->resident.by[TERM_GRADIENTS] += kept_width(r) * share;
	q->resident.by[TERM_BUFFERS] += width * bucket;
	/* Norms and biases are below the persistence threshold: every rank has them whole. */
	q->resident.by[TERM_GATHERED] += c->wb * r->count.norms * (p->world - 1) / p->world;
	if (c->full)
		reduce = copied_gradient(r, largest, bucket);
	if (big > 0)
		reduce_big = copied_gradient(r, big, bucket);
	q->forward = fmin(r->layer_bytes, (largest + fetch) * c->wb);
	/* Layers that are reused within max_reuse_distance stay over the loss. */
	q->loss = head + fmin(kept * r->layer_bytes, r->bytes);
	q->backward = r->layer_bytes + c->wb * fmin(fetch, r->layer_params);
	q->reduce_layer = q->backward + reduce;
	q->reduce_head = big > 0 ? head + reduce_big : 0;
	q->reduce_root = reduce_big;
}

/** Stages 1 and 2: whole weights; gradients pass through a bucket, and stay split or whole. */
static void zero12(const struct rank *r, struct sharding_plan *q, double bucket)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	bool split = p->layout == LAYOUT_ZERO2;
	double share = r->trained / p->world, width = gradient_width(r), own = 0;
	double used = fmin(bucket, r->trained), big = has_big_gradient(r) ? c->V * c->h : 0;

	if (!p->offload_optim)
		own = kept_width(r) * (split ? share : r->trained);
	else /* staging buffer of the offloaded gradients */
		q->resident.by[TERM_BUFFERS] += width * big;
	q->bucket = width * bucket * (p->overlap_comm == CHOICE_YES ? 2 : 1);
	q->layer_grads = own * r->layer_trained / fmax(1, r->trained);
	q->reduce_layer = width * (used + (c->full ? r->ly.largest : 0));
	if (big > 0)
		q->reduce_head = q->reduce_root = width * (used + big);
	q->accumulated = r->s.accumulation > 1 ? own : 0;
}

/**
 * The optimizer's shard is float32 whatever the model is. Its step makes float32 gradients: of one
 * sub-group at a time in stage 3, of the flattened shard before.
 */
static void zero_step(const struct rank *r, struct sharding_plan *q, double temp)
{
	const struct parallel *p = &r->s.parallel;
	double share = r->trained / p->world, width = kept_width(r);
	/* The flattened gradients, and what they are in float32 if they are not. */
	double made = width < 4 ? width + 4 : width;

	if (p->offload_optim)
		return;
	if (p->layout == LAYOUT_ZERO3) {
		q->step_temp = fmin(share, p->sub_group) * fmax(made, 4 + temp);
		return;
	}
	q->step_grads = width * (p->layout == LAYOUT_ZERO2 ? share : r->trained);
	if (p->layout == LAYOUT_ZERO1)
		q->step_temp = fmax(made, 4 + temp) * share;
	else /* own gradients, flattened copy and float32; then the flattened ones are gone */
		q->step_temp = fmax(made * share, (4 + temp) * share - q->step_grads);
}

static struct sharding_plan plan_zero(const struct rank *r)
{
	const struct widths *c = &r->c;
	const struct parallel *p = &r->s.parallel;
	struct per_param k = optim_per_param(r, 4);
	double bucket = bucket_size(p->reduce_bucket, 5e8, c->h * c->h);
	double weights = c->quant ? r->bytes : c->wb * r->params;
	double adapters = c->full ? 0 : c->adb * r->trained;
	bool third = p->layout == LAYOUT_ZERO3;
	double split = third ? p->world : 1;
	struct sharding_plan q = {0};

	if (!p->offload_optim) /* float32 masters and states */
		q.resident.by[TERM_OPTIMIZER] = (4 + k.state) * r->trained / p->world;
	if (!third || !p->offload_params) {
		q.resident.by[TERM_WEIGHTS] = weights / split;
		q.resident.by[TERM_ADAPTERS] = adapters / split;
	}
	if (third)
		zero3(r, &q, bucket);
	else
		zero12(r, &q, bucket);
	zero_step(r, &q, k.temp);
	return q;
}

/* --------------------------------------------------------------------------------------- dense */

/**
 * Megatron: a float32 gradient buffer from the start, float32 masters and moments, of which a share may lie in host memory
 * (megatron/core/optimizer/cpu_offloading/hybrid_optimizer.py, 2026-08).
 */
static void megatron(const struct rank *r, struct sharding_plan *q)
{
	const struct parallel *p = &r->s.parallel;
	double ranks = p->distributed_optimizer ? p->world : 1;
	double share_expert = ranks > 1 ? fmax(1, floor(ranks * p->tp / p->ep)) : 1;
	double states = (r->trained - r->experts) / ranks + r->experts / share_expert;

	q->resident.by[TERM_GRADIENTS] = r->trained * p->grad_bytes;
	q->resident.by[TERM_OPTIMIZER] = p->offload_optim ? 0 : (1 - p->offload_share) * (4 + p->adam_bytes) * states;
}

/** One full copy per GPU: Megatron, a card of a device_map. */
static struct sharding_plan plan_dense(const struct rank *r)
{
	const struct widths *c = &r->c;
	double T = r->trained, width = c->full ? c->wb : c->adb;
	struct per_param k = optim_per_param(r, width);
	struct sharding_plan q = {0};

	q.resident.by[TERM_WEIGHTS] = r->bytes;
	q.resident.by[TERM_ADAPTERS] = c->full ? 0 : T * c->adb;
	if (r->s.parallel.layout == LAYOUT_MEGATRON) {
		megatron(r, &q);
		return q;
	}
	q.resident.by[TERM_OPTIMIZER] = T * k.state;
	if (r->s.parallel.layout == LAYOUT_DDP && !r->s.bucket_view)
		q.resident.by[TERM_BUFFERS] = T * width;
	q.layer_grads = r->layer_trained * width;
	q.pending = c->full ? width * c->V * c->h : 0;
	q.reduce_root = c->full ? width * (r->root_params - r->root_frozen) : 0;
	q.accumulated = r->s.accumulation > 1 ? T * width : 0;
	q.step_grads = T * width;
	q.step_temp = T * k.temp;
	return q;
}

struct sharding_plan sharding_plan_of(const struct rank *r)
{
	struct sharding_plan q;

	if (rank_is_fsdp(r))
		q = plan_fsdp(r);
	else if (rank_is_zero(r))
		q = plan_zero(r);
	else
		q = plan_dense(r);
	q.resident.by[TERM_OTHERS] += r->s.others;
	/* A frozen copy is sharded as the trained one is, where frozen weights are. */
	if (r->s.reference == REFERENCE_COPY) {
		bool split = rank_is_fsdp(r) || r->s.parallel.layout == LAYOUT_ZERO3;

		q.resident.by[TERM_OTHERS] += r->bytes / (split ? r->s.parallel.world : 1);
	}
	return q;
}
