#include "point_estimate.h"

#include "core/model/model.h"
#include "known_points.h"
#include "rollout.h"

#include <string.h>

/*
 * cuBLAS workspaces come out of PyTorch's allocator, for 2 handles: 8,519,680 B each (ATen
 * CUDABlas.cpp; resident bytes after training in 22 of 24 published runs), 32 MiB from Hopper on.
 */
static double workspaces(const struct gpu *gpu)
{
	return 2 * (gpu && gpu->compute_capability >= 90 ? 32 * 1048576.0 : 8519680.0);
}

/*
 * Before PyTorch 1.13 the context held all kernels, called or not (pull request 86509: 667 MB, lazily 287 MB; by its
 * maintainers' word more than 1 GB with CUDA below 11.7).
 */
static double context_of(const struct job *job)
{
	double row = job->gpu ? (double)job->gpu->context_bytes : 0;

	return job_torch_version(job) < 1.013 ? (row > 0 ? row : TIERS_CONTEXT) + 0.6e9 : row;
}

static struct tier_facts facts_of(const struct job *job)
{
	const struct family *family = family_of_model(job->model);

	return (struct tier_facts){
	    .context = context_of(job),
	    .card = card_bytes(job),
	    .host_shared = job->gpu && job->gpu->host_shared,
	    .ragged = job_rows_vary(job),
	    .expandable_segments = job_bool(job, SETTING_EXPANDABLE_SEGMENTS, false),
	    .guessed = job->model->guessed,
	    .old_stack = job_transformers_version(job) < 4.040,
	    .family_less = family->less,
	    .family_more = family->more,
	    .family_bytes = family->more_gb * 1e9,
	};
}

/*
 * A critic that learns for itself (verl ray_trainer.py fit(): update_critic, then update_actor): its largest moment is one of
 * the step's. Its logits are a number a token, but its layers may be kept where the policy's are recomputed.
 */
static void add_critic(const struct job *job, struct point_estimate *o)
{
	struct step_spec spec;
	const struct moment *most;
	struct step critic;

	if (!spec_of_critic(&o->spec, job, &spec))
		return;
	critic = step_of(&spec);
	most = step_max(&critic, PHASE_COUNT);
	if (most && most->phase != PHASE_LOAD)
		step_add(&o->step, most->phase, "the critic's update", NULL, most->need);
}

/** Rows of an evaluation inside training; negative: there is none. */
static double evaluated(const struct job *job)
{
	return job_bool(job, SETTING_EVALUATION, false) ? job_real(job, SETTING_PER_DEVICE_EVAL_BATCH_SIZE, 8) : -1;
}

/** The rest of a point whose spec is there. */
static void run_formulas(const struct job *job, const struct tier_facts *facts, struct point_estimate *o)
{
	o->step = step_of(&o->spec);
	add_critic(job, o);
	if (job_bool(job, SETTING_EVALUATION, false))
		step_evaluation(&o->step, &o->spec, evaluated(job));
	rollout_add(job, o);
	step_everywhere(&o->step, TERM_WORKSPACE, workspaces(job->gpu));
	o->tiers = tiers_of(&o->spec, &o->step, facts);
}

void point_estimate_of(const struct job *job, struct point_estimate *o)
{
	struct tier_facts facts = facts_of(job);

	o->spec = step_spec_of_job(job);
	run_formulas(job, &facts, o);
}

struct tiers point_tiers_of(const struct job *job)
{
	const struct tiers *before;
	struct point_estimate o;
	struct point_key key;

	if (!job->points || job->critic || rollout_adds(job)) {
		point_estimate_of(job, &o);
		return o.tiers;
	}
	memset(&key, 0, sizeof(key));
	key.spec = step_spec_of_job(job);
	key.facts = facts_of(job);
	key.workspaces = workspaces(job->gpu);
	key.evaluated = evaluated(job);
	before = known_points_find(job->points, &key);
	if (before)
		return *before;
	o.spec = key.spec;
	run_formulas(job, &key.facts, &o);
	known_points_keep(job->points, &key, &o.tiers);
	return o.tiers;
}
