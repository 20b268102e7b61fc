#include "resolve.h"

#include "file_name_model.h"
#include "launcher_settings.h"
#include "loop_doubts.h"
#include "row_length.h"

#include "core/base/base.h"
#include "core/job/job.h"
#include "core/model/model.h"
#include "lint/model/custom/language_model.h"
#include "lint/model/model.h"
#include "lint/policy/policy.h"
#include "lint/settings/settings.h"

const struct gpu *resolve_gpu(struct arena *a, const struct policy *policy, struct str text)
{
	const struct gpu *row;
	struct gpu *made;
	uint64_t bytes = 0;

	for (size_t i = 0; policy && i < policy->ngpus; i++)
		if (str_eq_nocase(policy->gpus[i].name, text))
			bytes = policy->gpus[i].memory;
	row = bytes ? NULL : gpu_find(text);
	if (row || (!bytes && (!bytes_parse(text, &bytes) || bytes < GB)))
		return row;
	made = arena_new(a, struct gpu);
	made->name = str_dup(a, text);
	made->total_bytes = made->torch_total_bytes = bytes;
	made->bf16 = made->flash_attention_2 = true;
	made->evidence = STR("spec");
	made->source = STR("a size, not a card");
	return made;
}

void resolve_given(const struct request *request, struct job *job)
{
	for (size_t i = 0; i < request->ngiven; i++) {
		job->set[request->given[i].setting] = request->given[i].value;
		/* A shape that the code told is not that of the model that is given. */
		if (request->given[i].setting == SETTING_MODEL) {
			job->model = request->shape;
			job->shape_how = STR("");
		}
	}
}

/* Whether a file lies in the folder that a path names: /data/Qwen2.5-0.5B/config.json is not any config.json. */
static bool lies_in(struct draft_context *c, uint32_t file, struct str folder)
{
	struct str name;

	while (str_ends(folder, STR("/")) || str_ends(folder, STR("/.")))
		folder.n--;
	name = str_tail(folder, '/');
	if (!name.n || str_is(name, ".") || str_is(name, ".."))
		return true;
	return str_eq(str_tail(eval_dirname(files_at(c->repo->files, file)->path), '/'), name);
}

/* A folder or file of the repository that holds a model's config.json. */
static const struct model *model_of_path(struct draft_context *c, struct str id, struct str cwd, struct str from)
{
	uint32_t file = repository_resolve(c->repo, cwd, from, str_cat(c->arena, id, STR("/config.json")));
	const struct node *tree = NULL;

	if (file && !lies_in(c, file, id))
		file = 0;

	if (!file && str_ends(id, STR(".json")))
		file = repository_resolve(c->repo, cwd, from, id);
	if (file)
		tree = repository_tree(c->repo, file);
	return tree ? model_of_config(c->arena, id, tree) : NULL;
}

static const struct model *model_of_policy(struct draft_context *c, struct str id)
{
	const struct policy *p = c->request->policy;

	for (size_t i = 0; p && i < p->nmodels; i++) {
		if (!str_eq_nocase(p->models[i].id, id))
			continue;
		if (p->models[i].shape)
			return p->models[i].shape;
		if (p->models[i].config.n)
			return model_of_path(c, p->models[i].config, STR(""), STR(""));
		return model_find(p->models[i].like);
	}
	return NULL;
}

/* The policy's word, the repository's own files, the table, and last what the name itself says. */
static struct guess shape_of(struct draft_context *c, const struct value *v, struct str cwd, struct str from)
{
	struct guess known = {.rule = GUESS_ID};

	if (!v || v->type != VALUE_STR || !v->as.s.n || str_is(v->as.s, "none"))
		return (struct guess){0};
	known.model = model_of_policy(c, v->as.s);
	/* What its code does not tell, its name tells less. */
	if (custom_model_names(v->as.s))
		return known.model ? known : (struct guess){0};
	if (!known.model)
		known.model = model_of_path(c, v->as.s, cwd, from);
	if (!known.model)
		known.model = model_find(v->as.s);
	return known.model ? known : model_guess(c->arena, v->as.s);
}

/* Of a shape made up from the name, what it was made of and how far such guesses are off. */
static struct str shape_how(struct arena *a, const struct guess *g)
{
	if (!g->model || !g->model->guessed)
		return STR("");
	return str_fmt(a, "%.*s; 19 of 20 such guesses are at most %.0f %% too low", STR_ARG(g->how),
		       100 * (g->params_high - 1));
}

static void resolve_model(struct draft_context *c, struct job *job, struct str cwd, struct str from)
{
	struct guess g = shape_of(c, job_get(job, SETTING_MODEL), cwd, from);

	job->model = g.model;
	if (!job->shape_how.n)
		job->shape_how = shape_how(c->arena, &g);
}

/* Another model of the job: of the trained one's name it is one of its kind, wherever that shape comes from. */
static const struct model *model_of(struct draft_context *c, const struct job *job, enum setting name, struct str cwd,
				    struct str from)
{
	const struct value *v = job_get(job, name), *trained = job_get(job, SETTING_MODEL);

	if (v && trained && job->model && v->type == VALUE_STR && trained->type == VALUE_STR &&
	    str_eq(v->as.s, trained->as.s))
		return job->model;
	return shape_of(c, job_get(job, name), cwd, from).model;
}

/* Whether a role's shape is known from the code of a class of the repository's: of its name another one may have another. */
static bool is_read(const struct job *job, const struct job_role *role)
{
	return job_role_shape(job, role) && custom_model_names(job_str(job, role->model, (struct str){0}));
}

void resolve_names(struct draft_context *c, struct job *job, struct str cwd, struct str from)
{
	const struct value *gpu = job_get(job, SETTING_TARGET_GPU);

	if (!job->model)
		resolve_model(c, job, cwd, from);
	for (size_t i = 0; i < JOB_ROLES; i++)
		if (job_roles[i].model != SETTING_MODEL && !is_read(job, &job_roles[i]))
			job_role_set_shape(job, &job_roles[i], model_of(c, job, job_roles[i].model, cwd, from));
	job->gpu = gpu && gpu->type == VALUE_STR ? resolve_gpu(c->arena, c->request->policy, gpu->as.s) : NULL;
}

static void take_policy_target(struct draft_context *c, const struct policy_target *pt, struct target *out)
{
	struct target t = {0};

	if (!pt->gpu.n)
		return;
	t.gpu = value_str(pt->gpu, ORIGIN_STATED, STR(".gpumem-lint.yml"));
	t.gpu.at = pt->at;
	t.row = resolve_gpu(c->arena, c->request->policy, pt->gpu);
	t.gpu_weight = pt->force ? TARGET_GIVEN : TARGET_REPOSITORY;
	if (pt->count) {
		t.per_node = value_count(pt->count, ORIGIN_STATED, pt->at, STR(".gpumem-lint.yml"));
		t.count_weight = t.gpu_weight;
	}
	target_merge(out, &t);
}

struct target resolve_target(struct draft_context *c, uint32_t main, const struct target *said)
{
	const struct policy *p = c->request->policy;
	/* A job from settings alone has no file. */
	const struct file *file = files_at(c->repo->files, main);
	struct str path = file && p ? policy_path(c->arena, p, file->path) : STR("");
	struct target t = {0};

	if (c->request->gpu.n) {
		t.gpu = value_str(c->request->gpu, ORIGIN_STATED, STR("--gpu"));
		t.row = resolve_gpu(c->arena, p, c->request->gpu);
		t.gpu_weight = TARGET_GIVEN;
	}
	for (size_t i = 0; p && i < p->npaths; i++) {
		if (path_glob_match(p->paths[i].match, path)) {
			struct policy_target pt = p->paths[i].target;

			pt.force = true;
			take_policy_target(c, &pt, &t);
			break;
		}
	}
	target_merge(&t, said);
	if (p)
		take_policy_target(c, p->ntargets ? &p->targets[0] : &p->target, &t);
	return t;
}

static void complete_target(struct draft_context *c, struct draft *d)
{
	d->target = resolve_target(c, d->main, &d->target);
	if (d->target.gpu.type != VALUE_ABSENT)
		d->job.set[SETTING_TARGET_GPU] = d->target.gpu;
	d->job.gpu = d->target.row;
}

/* A tokenizer's bound beyond the positions that the model has cuts nothing: model_max_length = 100_000. */
static void drop_endless(struct draft *d)
{
	struct value *length = &d->job.set[SETTING_MAX_SEQ_LENGTH];

	if (d->extract.hinted[SETTING_MAX_SEQ_LENGTH] == CAPS_BOUND && length->type == VALUE_INT && d->job.model &&
	    d->job.model->max_position && length->as.i > d->job.model->max_position)
		*length = (struct value){0};
}

static void resolve_case(struct draft_context *c, struct draft *d)
{
	const struct draft_opener *opener = d->extract.ctx;
	struct str cwd = opener ? opener->cwd : STR("");
	struct str from = opener ? opener->from : STR("");

	complete_target(c, d);
	launcher_settings(d);
	resolve_given(c->request, &d->job);
	resolve_names(c, &d->job, cwd, from);
	file_name_model(c, d);
	drop_endless(d);
	loop_doubts(c, d);
	extract_finish(&d->extract, &d->job);
	/* Given settings win over everything, also over what was derived from others. */
	resolve_given(c->request, &d->job);
	resolve_names(c, &d->job, cwd, from);
	derive_job(c->arena, &d->job);
	row_length_of_data(c->arena, &d->job);
	for (int k = 0; k < SETTING_COUNT; k++)
		d->job.open[k] = d->job.set[k].type == VALUE_ABSENT && d->extract.unknown[k].why.n;
}

void resolve_draft(struct draft_context *c, struct draft *d)
{
	struct draft base = *d;

	for (size_t i = d->cases.n; i > 0; i--) {
		struct training_case *one = &d->cases.at[i - 1];

		*d = base;
		d->job = one->job;
		d->extract = one->extract;
		resolve_case(c, d);
		one->job = d->job;
		one->extract = d->extract;
	}
	if (!base.cases.n)
		resolve_case(c, d);
	draft_add(c, d);
}
