/*
 * What the files of the HTML report share. Nobody else includes it.
 */
#ifndef LINT_REPORT_HTML_H
#define LINT_REPORT_HTML_H

#include "format.h"

/** The style and the script of the page, put into the program by the Makefile. */
extern const unsigned char html_style[], html_script[];
extern const size_t html_style_n, html_script_n;

/** Text, safe in elements and in attributes. */
void html_text(struct out *out, struct str s);
/** A job: its numbers, its bars, its moments, and, if that is wanted, what other batches and lengths would need. */
void html_job(struct out *out, const struct report *r, const struct job_result *job, size_t index, bool grid);
/** Memory by batch and length, as a table with the card's contour; nothing where the job has neither. */
void html_grid(struct out *out, const struct report *r, const struct job_result *job);

#endif
