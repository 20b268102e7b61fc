/*
 * Reports: the result of a run comes in, text for people or for programs goes out. A format is a row of report_formats.
 *
 * Uses core/base, core/job, core/estimate, lint/text, lint/finding, lint/eval and the results of lint/job.
 *
 * Invariants:
 *   - the bytes depend on the result and the options alone: no time, no host, no absolute path;
 *   - nothing of the repository reaches an output but through printable() or the format's escaping.
 */
#ifndef LINT_REPORT_REPORT_H
#define LINT_REPORT_REPORT_H

#include "lint/job/result.h"
#include "lint/text/text.h"

struct report {
	struct arena *arena;
	const struct result *result;
	/** "0.1.0". */
	const char *version;
	/** Escape sequences for a terminal. */
	bool color;
	/** Findings of severity notice and the summary are left out. */
	bool quiet;
	/** The breakdown of every job, not only of those with trouble. */
	bool verbose;
	/** The settings of every job with their origins. */
	bool show_settings;
	/** Columns of the terminal; 0: no terminal, 80. */
	size_t width;
	/** Text and Markdown are advice on each job, and no findings. */
	bool advise;
	/** What is put before paths for GitHub: the root's place in the checkout, "" or "sub/". */
	struct str prefix;
	/** The page of a rule, for formats that carry rules with them; NULL: there is none. */
	struct str (*page)(struct str rule);
	/** Where the files are from, for reports that are put together: "owner/name" and a commit; may be empty. */
	struct str repository, commit;
	/** A section of HTML that says what changed since a base, for the HTML report; empty: nothing was compared. */
	struct str change;
};

/** Where the project is found, for formats that name their tool. */
#define REPORT_HOME "https://github.com/gpumem-lint/gpumem-lint"

/** The first member of a SARIF file names its schema. */
#define SARIF_SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

struct report_format {
	const char *name;
	const char *help;
	void (*write)(struct out *out, const struct report *report);
};

extern const struct report_format report_formats[];
extern const size_t report_formats_n;

/** The format of a name, or NULL. */
const struct report_format *report_find(struct str name);

/** Of each model the longest rows that fit the plan's cards, by the usual ways of training. */
void report_plan_models(struct out *out, const struct report *report, const struct plan *plan, const struct model *const *models,
			size_t n);
/** Of a model the cards that it needs, or the batches that fit the plan's card if it names one, by length. */
void report_plan_model(struct out *out, const struct report *report, const struct plan *plan, const struct model *model);
/** One job with its terms' formulas, all its settings, and the calls it was read from if they were kept. */
void report_explain(struct out *out, const struct report *report, const struct job_result *job);

#endif
