#include "saved_adapters.h"

#include "core/job/job.h"
#include "lint/settings/settings.h"

/* What an adapter's own config says of it, and who loads it does not say again. */
static const enum setting of_adapters[] = {
    SETTING_PEFT,	  SETTING_LORA_R,	       SETTING_LORA_ALPHA,	     SETTING_LORA_DROPOUT,
    SETTING_LORA_TARGET_MODULES, SETTING_LORA_MODULES_TO_SAVE, SETTING_ADAPTER_DTYPE,
};

bool saved_path_is_merged(struct str path)
{
	return str_has_nocase(path, STR("merge"));
}

static bool has_adapters(const struct job *job)
{
	return job_get(job, SETTING_PEFT) && !job->set[SETTING_PEFT].alternative && !job_is(job, SETTING_PEFT, "none");
}

bool saved_adapters_of(const struct job *job, struct str path)
{
	return has_adapters(job) && !saved_path_is_merged(path);
}

bool saved_adapters_same(const struct job *a, const struct job *b)
{
	return value_same(&a->set[SETTING_LORA_R], &b->set[SETTING_LORA_R]) && value_same(&a->set[SETTING_LORA_ALPHA], &b->set[SETTING_LORA_ALPHA]) &&
	       value_same(&a->set[SETTING_LORA_TARGET_MODULES], &b->set[SETTING_LORA_TARGET_MODULES]);
}

bool saved_adapters_merges(const struct call *call)
{
	return str_is(call->method, "merge_and_unload") || str_is(call->method, "unload");
}

bool saved_adapters_merged(const struct trace *trace, const struct node *self, uint32_t order)
{
	if (self && self->kind == NODE_OBJECT && self->made && saved_adapters_merges(self->made))
		return true;
	for (size_t i = 0; trace && self && i < trace->n && trace->at[i]->order < order; i++)
		if (saved_adapters_merges(trace->at[i]) && trace->at[i]->result == self)
			return true;
	return false;
}

/* Whether a job loads a model, and it is not known what of it trains. */
static bool may_go_on(const struct job *job)
{
	const struct value *peft = job_get(job, SETTING_PEFT);

	/* AutoPeftModelForCausalLM says that there are adapters, and nothing of them. */
	return (has_adapters(job) ? !job_get(job, SETTING_LORA_R) && !job_get(job, SETTING_LORA_TARGET_MODULES)
				  : !peft || peft->origin == ORIGIN_DEFAULTED) &&
	       job_str(job, SETTING_MODEL, STR("")).n;
}

bool saved_adapters_wanted(const struct draft_context *c)
{
	bool saved = false, loaded = false;

	for (size_t i = 0; i < c->drafts.n && !(saved && loaded); i++) {
		saved |= has_adapters(&c->drafts.at[i]->job);
		loaded |= may_go_on(&c->drafts.at[i]->job);
	}
	return saved && loaded;
}

static void take_adapters(struct draft_context *c, const struct saved_model *w, struct job *job)
{
	for (size_t i = 0; i < sizeof(of_adapters) / sizeof(*of_adapters); i++) {
		struct value *v = &job->set[of_adapters[i]];

		if (v->type != VALUE_ABSENT && v->origin == ORIGIN_STATED)
			continue;
		*v = w->job->set[of_adapters[i]];
		if (v->type == VALUE_ABSENT)
			continue;
		v->origin = ORIGIN_DERIVED;
		v->how = str_fmt(c->arena, "of the adapters that %.*s saves there (%.*s)",
				 STR_ARG(files_at(c->repo->files, w->by)->path),
				 STR_ARG(files_where(c->arena, c->repo->files, w->at)));
		v->at = w->at;
	}
}

/* What followed from training the whole model follows no longer. */
static void forget_reference(struct job *job)
{
	if (job->set[SETTING_REFERENCE_MODEL].origin != ORIGIN_DERIVED)
		return;
	job->set[SETTING_REFERENCE_MODEL] = job->set[SETTING_REFERENCE_DTYPE] = (struct value){0};
	job->reference = NULL;
}

/* PeftModel.from_pretrained(base, "runs/first", is_trainable=True): the folder that the job's adapters come from; empty: not known. */
static struct str adapter_path(const struct trace *trace, const struct job *job)
{
	const struct value *peft = job_get(job, SETTING_PEFT);

	for (size_t i = 0; peft && trace && i < trace->n; i++) {
		const struct call *call = trace->at[i];
		const struct arg *path;

		if (!(span_same_start(call->callee_at, peft->at) || span_same_start(call->at, peft->at)) ||
		    !str_starts(call->callee, STR("peft.PeftModel")))
			continue;
		path = call_arg(call, STR("model_id"), 1);
		return path && path->value->kind == NODE_STR ? path->value->text : (struct str){0};
	}
	return (struct str){0};
}

/*
 * Unsloth's loader finds the adapter's config and makes its adapters trainable (unsloth/models/loader.py:
 * PeftModel.from_pretrained with is_trainable); transformers' (integrations/peft.py load_adapter) freezes the weights
 * below them as well. That a trainer trains what it is given is no word against it.
 */
bool saved_adapters_resolve(struct draft_context *c, const struct saved_models *saved, const struct trace *trace, struct job *job)
{
	struct str own = adapter_path(trace, job), model = own.n ? own : job_str(job, SETTING_MODEL, STR(""));
	const struct saved_model *w =
	    may_go_on(job) ? saved_adapters_at(c->arena, saved, saved_model_path(c->arena, model)) : NULL;

	if (!w)
		return false;
	take_adapters(c, w, job);
	forget_reference(job);
	derive_job(c->arena, job);
	return true;
}
