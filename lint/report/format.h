/*
 * The formats, and what they share. Only files of this folder include it.
 */
#ifndef LINT_REPORT_FORMAT_H
#define LINT_REPORT_FORMAT_H

#include "lint/patch/fix_patch.h"
#include "report.h"

/** The rows of report_formats: each writes the whole report. */
void report_text(struct out *out, const struct report *report);
void report_concise(struct out *out, const struct report *report);
void report_github(struct out *out, const struct report *report);
void report_json(struct out *out, const struct report *report);
void report_markdown(struct out *out, const struct report *report);

void report_jsonl(struct out *out, const struct report *report);
void report_sarif(struct out *out, const struct report *report);
void report_junit(struct out *out, const struct report *report);
void report_gitlab(struct out *out, const struct report *report);
void report_checkstyle(struct out *out, const struct report *report);
void report_html(struct out *out, const struct report *report);
void report_rdjson(struct out *out, const struct report *report);

/** The members of a job as the JSON format has them, into an object that is open; of a finding as well. */
void report_json_job(struct json_out *j, const struct report *report, const struct job_result *job);
void report_json_finding(struct json_out *j, const struct report *report, const struct finding *finding);

/** A place as other programs want it: the path as it is, from the checkout's root; lines and columns from 1. */
struct report_region {
	struct str path;
	/** 0: the whole file. */
	uint32_t line, column, end_line, end_column;
};
/** The region of a span; columns in code points, or in bytes. False if the span is no place in a file. */
bool report_region(const struct report *report, struct span at, bool points, struct report_region *out);
/** The same of a finding, for formats that demand a file: its job's, or the first that was read, where it names none. */
bool report_region_of(const struct report *report, const struct finding *finding, bool points,
		      struct report_region *out);
/** A finding's message and notes, a line each, safe to print. */
struct str report_message(const struct report *report, const struct finding *finding);
/** The findings of each job, in order: first of the job, then next of the finding; SIZE_MAX at the end. */
struct report_chain {
	size_t *first, *next;
};
struct report_chain report_by_job(const struct report *report);
/** Positions of the findings, the worst first: by severity, then by how far its job is over its card. */
const size_t *report_worst_first(const struct report *report);

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

/**
 * What would make a finding's job fit, as changes of files: of its first fix, where that leaves the training as it is and is
 * written by replacing literals and adding keys. False: there is no such.
 */
bool report_suggestion(const struct report *report, const struct finding *finding, struct fix_patch *out);

/** One row of the breakdown: the terms, then what the allocator and the driver add. */
struct report_row {
	struct str name;
	uint64_t bytes;
};
/** The rows of a job's estimate, largest terms first as the estimate lists them. Returns their number. */
size_t report_rows(const struct report *report, const struct job_result *job,
		   const struct report_row **out);

/** Advice on each job, for a terminal and as a page that a repository keeps. */
void advice_text(struct out *out, const struct report *r);
void advice_markdown(struct out *out, const struct report *r);
/** A job's advice as a JSON object. */
void json_advice(struct json_out *j, const struct advice *v);
/** "24.7": a size in GiB, three digits. */
struct str report_gib(struct arena *a, double bytes);
/** "✓", "~", "✗", … */
const char *report_mark(enum verdict v);
/** How a job trains: "full", "lora 64", "qlora 16", "lora 8 int8". */
struct str report_method(struct arena *a, const struct job *job);
/** Rows and tokens of a forward pass: "8×2048", "~" before what is assumed. */
struct str report_tokens(struct arena *a, const struct job *job);
/** The line that an edit of a fix changes as it then reads, or what is to be added; safe to print. Empty: nothing is to be done. */
struct str report_edit(const struct report *r, const struct fix_edit *edit);

#endif
