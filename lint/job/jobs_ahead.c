#include "jobs_ahead.h"

#include "launched.h"
#include "library_versions.h"

#include <string.h>

struct jobs_plan {
	/** Of the context's findings, which do not change. */
	const enum severity *severity;
	/** As they were known. */
	const struct versions *versions;
	/** Where relative names start, and the file that names them. */
	struct str cwd, from;
	bool launched;
};

struct jobs_ahead {
	const struct jobs_plan *plan;
	struct training_jobs jobs;
	struct findings findings;
	/** As they are known behind it. */
	struct versions *versions;
	struct draft_opener opener;
};

const struct jobs_plan *jobs_plan(struct draft_context *c, uint32_t file, const struct launch *launch)
{
	struct jobs_plan *plan = arena_new(c->arena, struct jobs_plan);

	*plan = (struct jobs_plan){.severity = c->findings->severity,
				   .versions = versions_copy(c->arena, library_versions(c, file, launch)),
				   .cwd = launched_folder(c, launch), .from = path_of_file(c, file), .launched = launch != NULL};
	return plan;
}

struct jobs_ahead *jobs_read_ahead(const struct jobs_plan *plan, struct arena *a, struct repository *repo,
				   const struct trace *trace)
{
	struct jobs_ahead *read = arena_new(a, struct jobs_ahead);
	struct training_reader reader = {&read->findings, versions_copy(a, plan->versions), draft_open, &read->opener};

	read->plan = plan;
	read->versions = reader.versions;
	read->opener = (struct draft_opener){.repo = repo, .cwd = plan->cwd, .from = plan->from};
	findings_init(&read->findings, a);
	memcpy(read->findings.severity, plan->severity, sizeof(read->findings.severity));
	training_find(a, trace, &reader, !plan->launched, &read->jobs);
	return read->opener.lacks ? NULL : read;
}

/* What was found is passed on with texts of its own: where it was made ends with the trace. */
static void pass_finding(struct findings *to, const struct finding *f)
{
	struct str *notes = arena_news(to->arena, struct str, f->n_notes);
	struct finding *own = vec_push(to->arena, to);

	*own = *f;
	own->message = str_dup(to->arena, f->message);
	own->key = str_dup(to->arena, f->key);
	for (size_t i = 0; i < f->n_notes; i++)
		notes[i] = str_dup(to->arena, f->notes[i]);
	own->notes = f->n_notes ? notes : NULL;
}

/* What is made of an extract from here on is made for the walk. */
static void pass_extract(struct extract *x, const struct training_reader *reader, struct arena *to)
{
	x->arena = to;
	x->findings = reader->findings;
	x->versions = reader->versions;
	x->ctx = reader->ctx;
	if (x->suppose)
		x->suppose->arena = to;
}

static void pass_versions(struct versions *to, const struct versions *from)
{
	for (size_t i = 0; i < from->n; i++) {
		struct version v = from->at[i];

		if (i < to->n && version_same(&to->at[i], &v))
			continue;
		v.package = str_dup(to->arena, v.package);
		v.version = str_dup(to->arena, v.version);
		v.least = str_dup(to->arena, v.least);
		*(i < to->n ? &to->at[i] : vec_push(to->arena, to)) = v;
	}
	/* Where what was known of a package is taken back, fewer are left. */
	to->n = from->n;
}

bool jobs_take_ahead(struct jobs_ahead *read, const struct training_reader *reader, struct arena *to,
		     struct training_jobs *out)
{
	struct draft_opener *opener = reader->ctx;

	if (!read || !versions_same(read->plan->versions, reader->versions))
		return false;
	for (size_t i = 0; i < read->opener.files.n; i++)
		draft_opened(opener, read->opener.files.at[i]);
	pass_versions(reader->versions, read->versions);
	for (size_t i = 0; i < read->findings.n; i++)
		pass_finding(reader->findings, &read->findings.at[i]);
	*out = read->jobs;
	for (size_t i = 0; i < out->n; i++) {
		pass_extract(&out->at[i].extract, reader, to);
		for (size_t k = 0; k < out->at[i].cases.n; k++)
			pass_extract(&out->at[i].cases.at[k].extract, reader, to);
	}
	return true;
}
