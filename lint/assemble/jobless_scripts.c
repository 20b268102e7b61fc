#include "jobless_scripts.h"

void jobless_keep(struct assembly *s, uint32_t file, const struct launch *launch, const struct trace *trace,
		  const struct training_jobs *jobs)
{
	struct jobless *one;
	struct str by = launched_by(s->c, launch);

	/* Run alone as well as by a launch, the launch tells more. */
	for (size_t i = 0; i < s->jobless.n; i++)
		if (s->jobless.at[i].file == file && (!launch || str_eq(s->jobless.at[i].launched_by, by)))
			return;
	one = vec_push(s->arena, &s->jobless);
	*one = (struct jobless){.file = file, .launched_by = by, .why = jobs->why, .at = jobs->why_at, .trace = trace};
	if (!one->why.n)
		one->why = STR("it reached nothing that trains");
	if (trace->spent.n)
		one->why = str_fmt(s->arena, "%.*s, within %.*s", STR_ARG(one->why), STR_ARG(trace->spent));
}

/* Whether a file has a part in a job, or was evaluated. */
static bool is_known(const struct assembly *s, uint32_t file)
{
	for (size_t i = 0; i < s->jobless.n; i++)
		if (files_parent(s->repo->files, s->jobless.at[i].file) == file)
			return true;
	for (size_t i = 0; i < s->c->drafts.n; i++)
		for (size_t k = 0; k < s->c->drafts.at[i].files.n; k++)
			if (s->c->drafts.at[i].files.at[k] == file)
				return true;
	return false;
}

void assemble_jobless(const struct assembly *s, struct result *out)
{
	for (size_t i = 0; i < s->jobless.n; i++) {
		uint32_t file = files_parent(s->repo->files, s->jobless.at[i].file);

		if (!s->of.context || file > s->c->nfiles || !s->of.context[file - 1])
			*vec_push(s->arena, &out->jobless) = s->jobless.at[i];
	}
	for (size_t i = 0; s->request->show_trace && i < s->request->npaths; i++) {
		uint32_t file = files_find(s->repo->files, s->request->paths[i]);
		enum file_kind kind = file_kind_of(s->request->paths[i]);

		if (!file || file > s->c->nfiles || (kind != KIND_PYTHON && kind != KIND_NOTEBOOK) || is_known(s, file))
			continue;
		*vec_push(s->arena, &out->jobless) = (struct jobless){
		    .file = file,
		    .why = s->of.marks && s->of.marks[file - 1] & (MARK_SINK | MARK_REACH)
			       ? STR("not evaluated: other code imports it, and it starts nothing by itself")
			       : STR("not evaluated: neither it nor what it imports has a call that trains"),
		};
	}
}
