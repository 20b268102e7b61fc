/*
 * The formats, and what they share. Only files of this folder include it.
 */
#ifndef LINT_REPORT_FORMAT_H
#define LINT_REPORT_FORMAT_H

#include "report.h"

/** The rows of report_formats: each writes the whole report. */
void report_text(struct out *out, const struct report *report);
void report_concise(struct out *out, const struct report *report);
void report_github(struct out *out, const struct report *report);
void report_json(struct out *out, const struct report *report);
void report_markdown(struct out *out, const struct report *report);

/** The file's path, safe to print. */
struct str report_path(const struct report *report, uint32_t file);
/** "configs/a.yaml:12:19", safe to print; empty for an unknown place. */
struct str report_place(const struct report *report, struct span at);
/** The job that a finding is about, or NULL. */
const struct job_result *report_job(const struct report *report, const struct finding *finding);
/** Whether a finding says that a job needs too much: its breakdown belongs to it. */
bool report_is_about_memory(const struct finding *f);
/** Whether a job exceeds its card, or may. */
bool report_is_trouble(const struct job_result *job);
/** "per_device_train_batch_size = 2, gradient_accumulation_steps = 8", safe to print. */
struct str report_fix(const struct report *report, const struct fix *fix);
/** "8 × A100-80GB", or empty if the card is unknown. */
struct str report_target(const struct report *report, const struct job_result *job);
/** "1 error, 2 warnings, 3 notices". */
struct str report_counts(const struct report *report);

/** One row of the breakdown: the terms, then what the allocator and the driver add. */
struct report_row {
	struct str name;
	uint64_t bytes;
};
/** The rows of a job's estimate, largest terms first as the estimate lists them. Returns their number. */
size_t report_rows(const struct report *report, const struct job_result *job,
		   const struct report_row **out);

#endif
