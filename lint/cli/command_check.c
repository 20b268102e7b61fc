/* The commands that estimate: check, estimate, explain. */
#include "lint/model/model.h"
#include "lint/read/read.h"
#include "lint/repo/repo.h"
#include "lint/text/text.h"
#include "pages.h"
#include "session.h"

#include <errno.h>
#include <string.h>

static int list_files(struct session *s)
{
	struct out out = {.arena = s->arena};

	for (size_t i = 0; i < s->result.seen.n; i++)
		out_fmt(
		    &out, "%.*s\n",
		    STR_ARG(printable(s->arena, files_at(&s->files, s->result.seen.at[i])->path)));
	return cli_print(s->arena, out_str(&out));
}

int command_check(const struct options *options)
{
	SESSION s = {0};
	int code;

	if (options->fix && options->stdin_filename.n)
		return cli_fail(options->arena, STR("--fix writes files, and none is written for standard input"), EXIT_USAGE);
	code = session_open(&s, options, options->words.at, options->words.n);
	if (!code)
		code = session_lint(&s);
	if (code)
		return code;
	if (options->fix)
		return session_fix(&s);
	return options->list_files ? list_files(&s) : session_report(&s);
}

int command_advise(const struct options *options)
{
	struct options advise = *options;
	SESSION s = {0};
	int code = session_open(&s, &advise, options->words.at, options->words.n);

	/* Advice is no verdict: only a page that is stale fails. */
	advise.exit_zero = true;
	if (!code)
		code = session_lint(&s);
	return code ? code : session_report(&s);
}

/** The shape in the file of --model-config, or NULL without one; *code is set if it is broken. */
static const struct model *given_shape(struct session *s, int *code)
{
	struct str path = s->options->model_config;
	const struct model *model = NULL;
	struct reading reading;
	struct str text;
	uint32_t id;

	if (!path.n)
		return NULL;
	if (!session_read(s->arena, path, &text)) {
		*code = cli_fail(s->arena,
				 str_fmt(s->arena, "%.*s: %s", STR_ARG(path), strerror(errno)),
				 EXIT_TROUBLE);
		return NULL;
	}
	id = files_add(&s->files, path, text);
	reading = read_json(s->arena, id, text);
	if (reading.docs.n)
		model = model_of_config(s->arena, path, reading.docs.at[0]);
	if (!model)
		*code = cli_fail(
		    s->arena,
		    str_fmt(s->arena, "%.*s: no config.json of a language model", STR_ARG(path)),
		    EXIT_USAGE);
	return model;
}

int command_estimate(const struct options *options)
{
	struct options verbose = *options;
	SESSION s = {0};
	int code;

	verbose.verbose = true;
	if (options->words.n)
		return cli_fail(options->arena,
				STR("estimate takes --set NAME=VALUE, and no paths"), EXIT_USAGE);
	code = session_open(&s, &verbose, NULL, 0);
	if (!code)
		s.request.shape = given_shape(&s, &code);
	if (code)
		return code;
	run_estimate(s.arena, &s.files, &s.request, &s.result);
	return session_report(&s);
}

/** Without the number or name behind the path: "a.py#2" and "a.py@run.sh" are jobs of a.py. */
static struct str file_of_job(struct str id)
{
	size_t hash = str_rchr(id, '#'), at;

	id = str_sub(id, 0, hash == SIZE_MAX ? id.n : hash);
	at = str_rchr(id, '@');
	return str_sub(id, 0, at == SIZE_MAX ? id.n : at);
}

static int explain_job(const struct options *options, struct str id)
{
	struct out out = {.arena = options->arena};
	struct report report;
	SESSION s = {0};
	size_t found = 0;
	int code = session_open(&s, options, NULL, 0);

	/* In a repository the whole of it is read: the launch script may be anywhere. */
	if (!code && s.fs->look(s.fs->context, STR(".git")) == FS_NOTHING &&
	    s.fs->look(s.fs->context, id) != FS_NOTHING) {
		s.request.paths = &id;
		s.request.npaths = 1;
	}
	if (!code)
		code = session_lint(&s);
	if (code)
		return code;
	report = session_view(&s);
	for (size_t i = 0; i < s.result.jobs.n; i++) {
		const struct job_result *job = &s.result.jobs.at[i];

		if (!str_eq(job->job.id, id) && !str_eq(file_of_job(job->job.id), id))
			continue;
		report_explain(&out, &report, job);
		found++;
	}
	if (!found)
		return cli_fail(s.arena, str_fmt(s.arena, "no rule and no job \"%.*s\" (gpumem-lint rules lists the rules)", STR_ARG(id)),
				EXIT_USAGE);
	return cli_print(s.arena, out_str(&out));
}

int command_explain(const struct options *options)
{
	struct arena *a = options->arena;
	struct str word = options->words.n ? options->words.at[0] : STR("");
	struct similar similar = similar_to(word);

	if (options->words.n != 1)
		return cli_fail(a, STR("explain takes one rule or job"), EXIT_USAGE);
	if (rule_find(word) != RULE_COUNT)
		return cli_print(a, page_find(word));
	for (size_t i = 0; i < RULE_COUNT; i++)
		similar_offer(&similar, str_of(rule_rows[i].id));
	if (similar.best.n)
		return cli_fail(a,
				str_fmt(a, "no rule \"%.*s\"%.*s", STR_ARG(word),
					STR_ARG(similar_text(a, &similar))),
				EXIT_USAGE);
	return explain_job(options, str_undotted(word));
}
