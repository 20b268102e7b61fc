/*
 * What the reports of a diff share. Only this folder includes it.
 */
#ifndef LINT_DIFF_DIFF_WORDS_H
#define LINT_DIFF_DIFF_WORDS_H

#include "diff.h"

/** The rows of diff_formats. */
void diff_text(struct out *out, const struct diff *diff, const struct diff_limit *limit);
void diff_markdown(struct out *out, const struct diff *diff, const struct diff_limit *limit);
void diff_json(struct out *out, const struct diff *diff, const struct diff_limit *limit);

/** "more", "less", "other", "new", "gone", "same". */
const char *diff_change_name(enum diff_change change);
/** "+1.50 GiB", "-12.0 MiB". */
struct str diff_bytes(struct arena *a, int64_t n);
/** "+24%"; empty where there is nothing to be a share of. */
struct str diff_share(struct arena *a, const struct diff_job *job);
/** "2 jobs need more, 1 needs less, 1 is new, 37 stay the same". */
struct str diff_summary(struct arena *a, const struct diff *diff);
/** The side on which there is more to tell: after, or before for what is gone. */
const struct job_result *diff_shown(const struct diff_job *job);
/** "per_device_train_batch_size 1 → 2", not escaped. */
struct str diff_cause_text(struct arena *a, const struct diff_cause *cause);
/** "configs/a.yaml:12" of a cause, not escaped; empty if it is stated nowhere. */
struct str diff_cause_place(struct arena *a, const struct diff *diff, const struct diff_cause *cause);
/** Whether a cause is worth a line: it moves a hundredth of what moved, or nothing moved. */
bool diff_cause_matters(const struct diff_job *job, const struct diff_cause *cause);

#endif
