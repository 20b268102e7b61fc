/* The text report's table of all jobs: what a glance should find in each. */
#include "columns.h"

#include "core/base/base.h"
#include "core/job/job.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH_OF_NO_TERMINAL = 80, WIDTH_LEAST = 40 };
enum job_column { COLUMN_VERDICT, COLUMN_JOB, COLUMN_MODEL, COLUMN_METHOD, COLUMN_TOKENS, COLUMN_PEAK, COLUMN_CARD, COLUMN_FREE };

static const struct column job_columns[] = {
    [COLUMN_VERDICT] = {"", COLUMN_LEFT},	     [COLUMN_JOB] = {"job", COLUMN_CUT_START},
    [COLUMN_MODEL] = {"model", COLUMN_CUT_END},    [COLUMN_METHOD] = {"method", COLUMN_CUT_END},
    [COLUMN_TOKENS] = {"batch×len", COLUMN_RIGHT}, [COLUMN_PEAK] = {"peak GiB", COLUMN_LEFT},
    [COLUMN_CARD] = {"GPUs", COLUMN_LEFT},	     [COLUMN_FREE] = {"free", COLUMN_RIGHT},
};
enum { JOB_COLUMNS = sizeof(job_columns) / sizeof(*job_columns) };

/* What is free the card and the peak tell; jobs are told apart by the ends of their names. */
static const struct column_room job_room[JOB_COLUMNS] = {
    [COLUMN_JOB] = {16, 0}, [COLUMN_METHOD] = {0, 2}, [COLUMN_TOKENS] = {0, 3}, [COLUMN_FREE] = {0, 1}};

static const struct {
	const char *mark;
	enum style style;
	const char *meaning;
} marks[] = {
    [VERDICT_FITS] = {"✓", STYLE_GREEN, "fits"},
    [VERDICT_TIGHT] = {"~", STYLE_YELLOW, "tight: may need more"},
    [VERDICT_EXCEEDS] = {"✗", STYLE_RED, "exceeds"},
    [VERDICT_NO_TARGET] = {"·", STYLE_BLUE, "no known GPU (≥ the smallest that holds it)"},
    [VERDICT_NOT_ESTIMATED] = {"?", STYLE_BLUE, "not estimated"},
};
enum { MARKS = sizeof(marks) / sizeof(*marks) };

const char *report_mark(enum verdict v)
{
	return marks[v].mark;
}

size_t report_width(const struct report *r)
{
	size_t width = r->width ? r->width : (size_t)WIDTH_OF_NO_TERMINAL;

	return width < WIDTH_LEAST ? (size_t)WIDTH_LEAST : width;
}

struct str report_gib(struct arena *a, double bytes)
{
	double gib = bytes / (double)GIB;
	int digits = fabs(gib) >= 99.95 ? 0 : fabs(gib) >= 9.995 ? 1 : 2;

	return str_fmt(a, "%.*f", digits, gib);
}

/** The same with two digits, for ranges. */
static struct str coarse(struct arena *a, uint64_t bytes)
{
	double gib = (double)bytes / (double)GIB;

	return str_fmt(a, "%.*f", gib >= 9.95 ? 0 : 1, gib);
}

/** "24.7 (22–28)". */
static struct str peak_text(struct arena *a, const struct range *device)
{
	return str_fmt(a, "%.*s (%.*s–%.*s)", STR_ARG(report_gib(a, (double)device->likely)),
		       STR_ARG(coarse(a, device->low)), STR_ARG(coarse(a, device->high)));
}

struct str report_method(struct arena *a, const struct job *job)
{
	struct str peft = job_str(job, SETTING_PEFT, STR("none"));
	struct str quantization = job_str(job, SETTING_QUANTIZATION, STR("none"));
	struct str trainable = job_str(job, SETTING_TRAINABLE, STR("all"));
	bool quantized = !str_is(quantization, "none"), four = str_is(quantization, "nf4") || str_is(quantization, "fp4");
	const struct value *rank = job_get(job, SETTING_LORA_R);
	struct str text;

	/* Where nothing says whether there are adapters, it is what the estimate takes. */
	if (!job_get(job, SETTING_PEFT) && !job_get(job, SETTING_TRAINABLE))
		return STR("~full");
	if (str_is(peft, "none"))
		return str_is(trainable, "all") || str_is(trainable, "language") ? STR("full") : printable(a, trainable);
	text = str_is(peft, "lora") && four ? STR("qlora") : printable(a, peft);
	if (rank && rank->type == VALUE_INT)
		text = str_fmt(a, "%.*s %ld", STR_ARG(text), (long)rank->as.i);
	if (quantized && !(str_is(peft, "lora") && four))
		text = str_fmt(a, "%.*s %.*s", STR_ARG(text), STR_ARG(printable(a, quantization)));
	return text;
}

/** A count of the job, "~" before it if it is assumed; 0 if nobody knows. */
static int64_t count_of(const struct job *job, const struct assumed *as, enum setting s, bool *assumed)
{
	if (job_get(job, s))
		return job_int(job, s, 0);
	*assumed |= job_get(&as->job, s) != NULL;
	return job_int(&as->job, s, 0);
}

struct str report_tokens(struct arena *a, const struct job *job)
{
	struct assumed *as = arena_new(a, struct assumed);
	bool rows_assumed = false, length_assumed = false;
	int64_t rows, length;

	job_assume(a, job, as);
	rows = count_of(job, as, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, &rows_assumed);
	length = count_of(job, as, SETTING_MAX_SEQ_LENGTH, &length_assumed);
	if (!length)
		length = count_of(job, as, SETTING_MAX_PROMPT_LENGTH, &length_assumed) +
			 count_of(job, as, SETTING_MAX_COMPLETION_LENGTH, &length_assumed);
	if (!rows || !length)
		return STR("?");
	return str_fmt(a, "%s%lld×%s%lld", rows_assumed ? "~" : "", (long long)rows, length_assumed ? "~" : "",
		       (long long)length);
}

/** "4× A100-80GB", or "≥ L40S", the smallest card that holds it, where none is named. */
static struct str card_text(struct arena *a, const struct job_result *job)
{
	long long n = (long long)job_int(&job->job, SETTING_NUM_GPUS, 1);
	struct str name = job->job.gpu	   ? job->job.gpu->name
			  : job->usable	   ? job_str(&job->job, SETTING_TARGET_GPU, STR("a card"))
			  : job->smallest  ? str_cat(a, STR("≥ "), job->smallest->name)
					   : STR("none holds it");

	name = printable(a, name);
	return n > 1 ? str_fmt(a, "%lld× %.*s", n, STR_ARG(name)) : name;
}

static struct str free_text(struct arena *a, const struct job_result *job)
{
	uint64_t offers = job->usable;

	if (!offers && job->smallest) {
		struct job on_card = job->job;

		on_card.gpu = job->smallest;
		offers = card_usable(&on_card, (struct head_room){0});
	}
	return offers ? report_gib(a, (double)offers - (double)job->estimate.needed.likely) : STR("");
}

/** What people call a model: the name without its organisation or folder. */
static struct str short_model(struct arena *a, const struct job *job)
{
	struct str name = str_undotted(job_str(job, SETTING_MODEL, STR("")));
	size_t slash = str_rchr(name, '/');

	if (slash != SIZE_MAX && slash + 1 < name.n)
		name = str_sub(name, slash + 1, name.n);
	return printable(a, name);
}

/** The folder of a job's main file, with "/" at its end; empty at the root. */
static struct str folder_of(const struct job_result *job)
{
	size_t at = str_chr(job->job.id, '@', 0);
	struct str path = str_sub(job->job.id, 0, at == SIZE_MAX ? job->job.id.n : at);
	size_t slash = str_rchr(path, '/');

	return slash == SIZE_MAX ? STR("") : str_sub(path, 0, slash + 1);
}

static void add_job(struct columns *t, const struct job_result *job, struct str name)
{
	struct arena *a = t->arena;
	struct row *row = vec_push(a, &t->rows);

	row->style = marks[job->verdict].style;
	row->cells[COLUMN_VERDICT] = str_of(marks[job->verdict].mark);
	row->cells[COLUMN_JOB] = printable(a, name);
	row->cells[COLUMN_MODEL] = short_model(a, &job->job);
	row->cells[COLUMN_METHOD] = report_method(a, &job->job);
	if (!job->estimate.ok) {
		row->joined_from = COLUMN_TOKENS;
		row->cells[COLUMN_TOKENS] =
			printable(a, job->missing.n ? job->missing : STR("not estimated"));
		return;
	}
	row->cells[COLUMN_TOKENS] = report_tokens(a, &job->job);
	row->cells[COLUMN_PEAK] = peak_text(a, &job->estimate.needed);
	row->cells[COLUMN_CARD] = card_text(a, job);
	row->cells[COLUMN_FREE] = free_text(a, job);
}

/** A job with its place in the list, for sorting. */
struct placed {
	struct str folder;
	const struct job_result *job;
	size_t place;
};

static int by_folder(const void *left, const void *right)
{
	const struct placed *a = left;
	const struct placed *b = right;
	int order = str_cmp(a->folder, b->folder);

	return order ? order : a->place < b->place ? -1 : a->place > b->place;
}

/** The same rows below a line for each folder, whose name the jobs then need not repeat. */
static void group(struct columns *t, struct placed *jobs, size_t n)
{
	struct str folder = STR("");

	t->rows.n = 0;
	qsort(jobs, n, sizeof(*jobs), by_folder);
	for (size_t i = 0; i < n; i++) {
		struct str id = jobs[i].job->job.id;

		if (!str_eq(jobs[i].folder, folder))
			vec_push(t->arena, &t->rows)->heading = printable(t->arena, jobs[i].folder);
		folder = jobs[i].folder;
		add_job(t, jobs[i].job, str_sub(id, folder.n, id.n));
	}
}

static bool is_wider(const struct report *r, const struct columns *t)
{
	size_t whole = 0;

	for (size_t i = 0; i < t->ncolumns; i++)
		whole += columns_natural(t, i) + 2;
	return whole > report_width(r);
}

/** What the marks mean that the table has. */
static void legend(struct out *out, const struct report *r, const struct placed *jobs, size_t n)
{
	const char *before = "  ";

	for (size_t v = 0; v < MARKS; v++)
		for (size_t i = 0; i < n; i++)
			if ((size_t)jobs[i].job->verdict == v) {
				out_text(out, before);
				text_styled(out, r, marks[v].style, str_of(marks[v].mark));
				out_fmt(out, " %s", marks[v].meaning);
				before = ", ";
				break;
			}
	out_text(out, "\n");
}

void text_table(struct out *out, const struct report *r)
{
	const struct result *result = r->result;
	struct columns t = {.arena = r->arena, .columns = job_columns, .ncolumns = JOB_COLUMNS, .room = job_room};
	struct placed *jobs = arena_news(r->arena, struct placed, result->jobs.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < result->jobs.n; i++) {
		const struct job_result *job = &result->jobs.at[i];

		if (r->quiet && !report_is_trouble(job))
			continue;
		jobs[n] = (struct placed){folder_of(job), job, n};
		add_job(&t, job, job->job.id);
		n++;
	}
	if (!n)
		return;
	if (n > 1 && is_wider(r, &t))
		group(&t, jobs, n);
	columns_print(out, r, &t);
	legend(out, r, jobs, n);
}
