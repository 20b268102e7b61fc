/* The command that needs no config: what can be trained on given cards, and what a model needs. */
#include "session.h"

#include "core/base/base.h"
#include "core/gpu/gpu.h"
#include "core/model/model.h"
#include "lint/job/job.h"
#include "lint/report/report.h"

/* Well-known models of each size, small to large. */
static const char *const models[] = {
    "Qwen/Qwen2.5-0.5B", "meta-llama/Llama-3.2-1B", "Qwen/Qwen3-1.7B",	     "google/gemma-2-2b",	"meta-llama/Llama-3.2-3B",
    "Qwen/Qwen3-4B",	 "mistralai/Mistral-7B-v0.3", "Qwen/Qwen2.5-7B",	     "meta-llama/Llama-3.1-8B", "google/gemma-2-9b",
    "Qwen/Qwen2.5-14B",	 "google/gemma-2-27b",	      "Qwen/Qwen3-30B-A3B",	     "Qwen/Qwen2.5-32B",	"mistralai/Mixtral-8x7B-v0.1",
    "meta-llama/Llama-3.1-70B", "Qwen/Qwen2.5-72B",
};
enum { MODELS = sizeof(models) / sizeof(*models) };

static int usage(struct arena *a)
{
	return cli_fail(a, STR("plan takes --gpu NAME [--count N], --model ID, or both, and no paths"), EXIT_USAGE);
}

static const struct model *model_of(struct str id)
{
	const struct model *m = model_find(id);

	return m ? m : model_find_name(id);
}

static void write_plan(struct out *out, const struct report *report, const struct plan *plan, const struct model *model)
{
	const struct model *known[MODELS];
	size_t n = 0;

	if (model) {
		report_plan_model(out, report, plan, model);
		return;
	}
	for (size_t i = 0; i < MODELS; i++) {
		known[n] = model_find(str_of(models[i]));
		n += known[n] != NULL;
	}
	report_plan_models(out, report, plan, known, n);
}

int command_plan(const struct options *options)
{
	struct arena *a = options->arena;
	enum setting *settings = arena_news(a, enum setting, options->given.n + 1);
	struct value *values = arena_news(a, struct value, options->given.n + 1);
	struct plan plan = {.count = options->count ? options->count : 1, .settings = settings, .values = values,
			    .n_settings = options->given.n};
	struct out out = {.arena = a};
	const struct model *model = NULL;
	struct report report;
	SESSION s = {0};
	int code;

	if (options->words.n || (!options->gpu.n && !options->model.n) || (options->count && !options->gpu.n))
		return usage(a);
	code = session_open(&s, options, NULL, 0);
	if (code)
		return code;
	for (size_t i = 0; i < options->given.n; i++) {
		settings[i] = options->given.at[i].setting;
		values[i] = options->given.at[i].value;
	}
	plan.head_room = s.policy.head_room;
	plan.gpu = options->gpu.n ? resolve_gpu(a, &s.policy, options->gpu) : NULL;
	model = options->model.n ? model_of(options->model) : NULL;
	if (options->model.n && !model)
		return cli_fail(a, str_fmt(a, "no model \"%.*s\" (gpumem-lint models TEXT lists them)", STR_ARG(options->model)),
				EXIT_USAGE);
	report = session_view(&s);
	write_plan(&out, &report, &plan, model);
	return cli_print(a, out_str(&out));
}
