#include "diff_words.h"

const struct diff_format diff_formats[] = {{"text", diff_text}, {"markdown", diff_markdown}, {"json", diff_json}};
const size_t diff_formats_n = sizeof(diff_formats) / sizeof(*diff_formats);

const char *diff_change_name(enum diff_change change)
{
	static const char *const names[] = {"same", "more", "less", "other", "new", "gone"};

	return names[change];
}

struct str diff_bytes(struct arena *a, int64_t n)
{
	uint64_t size = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

	return str_fmt(a, "%s%.*s", n < 0 ? "-" : "+", STR_ARG(bytes_text(a, size)));
}

struct str diff_share(struct arena *a, const struct diff_job *job)
{
	if (!job->before || !job->before->estimate.ok || !job->before->estimate.needed.likely || !job->moved)
		return STR("");
	return str_fmt(a, "%+.1f%%", 100 * (double)job->moved / (double)job->before->estimate.needed.likely);
}

struct str diff_summary(struct arena *a, const struct diff *diff)
{
	static const struct {
		enum diff_change change;
		const char *one, *many;
	} words[] = {{DIFF_MORE, "job needs more", "jobs need more"}, {DIFF_LESS, "needs less", "need less"},
		     {DIFF_OTHER, "has another verdict or card", "have another verdict or card"},
		     {DIFF_NEW, "is new", "are new"},		      {DIFF_GONE, "is gone", "are gone"},
		     {DIFF_SAME, "stays the same", "stay the same"}};
	struct out text = {.arena = a};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = diff->counts[words[i].change];

		if (i == 0 || n)
			out_fmt(&text, "%s%zu %s", i ? ", " : "", n, n == 1 ? words[i].one : words[i].many);
	}
	return out_str(&text);
}

const struct job_result *diff_shown(const struct diff_job *job)
{
	return job->after ? job->after : job->before;
}

static struct str value_of(struct arena *a, const struct value *v)
{
	return v ? value_text(a, v) : STR("none");
}

struct str diff_cause_text(struct arena *a, const struct diff_cause *cause)
{
	if (cause->setting == SETTING_NONE)
		return STR("the model's shape");
	return str_fmt(a, "%s %.*s → %.*s", setting_rows[cause->setting].name, STR_ARG(value_of(a, cause->before)),
		       STR_ARG(value_of(a, cause->after)));
}

struct str diff_cause_place(struct arena *a, const struct diff *diff, const struct diff_cause *cause)
{
	if (cause->after && span_known(cause->after->at))
		return files_where(a, diff->after->files, cause->after->at);
	if (cause->before && !cause->after && span_known(cause->before->at))
		return str_fmt(a, "%.*s before", STR_ARG(files_where(a, diff->before->files, cause->before->at)));
	return STR("");
}

bool diff_cause_matters(const struct diff_job *job, const struct diff_cause *cause)
{
	double moved = (double)job->moved;

	if (!job->moved)
		return cause->effect || cause->setting == SETTING_TARGET_GPU || cause->setting == SETTING_MODEL;
	return (moved < 0 ? -moved : moved) < 100 * (double)(cause->effect < 0 ? -cause->effect : cause->effect);
}
