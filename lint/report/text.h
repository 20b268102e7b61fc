/*
 * What the files of the text report share. Nobody else includes it.
 */
#ifndef LINT_REPORT_TEXT_H
#define LINT_REPORT_TEXT_H

#include "format.h"

enum style { STYLE_NONE, STYLE_BOLD, STYLE_DIM, STYLE_RED, STYLE_YELLOW, STYLE_BLUE, STYLE_GREEN };

/** Switches to a style, if the report has colours. */
void text_style(struct out *out, const struct report *r, enum style s);
/** A text in a style. */
void text_styled(struct out *out, const struct report *r, enum style s, struct str text);
/** Display width, if every code point takes one column. */
size_t text_width(struct str s);
/** "  = WORD: TEXT", a line below a message. */
void text_hint(struct out *out, const struct report *r, const char *word, struct str text);
/** Peak, breakdown, target, assumptions and fixes of a job. */
void text_details(struct out *out, const struct report *r, const struct job_result *job);
/** A job's breakdown as bars. */
void text_breakdown(struct out *out, const struct report *r, const struct job_result *job);
/** A style for a verdict. */
enum style text_verdict_style(enum verdict v);
/** The fixes of a job: settings, what they cost and save, the lines to change. */
void text_fixes(struct out *out, const struct report *r, const struct job_result *job);
/** A job's line in the list at the end, with what the options ask for below it. */
void text_job(struct out *out, const struct report *r, const struct job_result *job);
/** Columns that a line may have. */
size_t report_width(const struct report *r);
/** One table of all jobs, the worst of what a glance should find in each; grouped by folder where names are long. */
void text_table(struct out *out, const struct report *r);
/** A line for each kind of notice with what they have in common, in place of one each. */
void text_notices(struct out *out, const struct report *r);
/** The line of a script that led to no job, and the calls that evaluating it met. */
void text_jobless(struct out *out, const struct report *r, const struct jobless *script);

#endif
