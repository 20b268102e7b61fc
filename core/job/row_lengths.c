#include "row_lengths.h"

#include <math.h>

/*
 * The longest row of 112 data sets that people fine-tune on, in tokens of Llama 3's vocabulary: the 5th, 15th, …
 * 95th percentile over the sets. Of 50 the rows were counted, of the others it is one and a half times the 99th
 * percentile, or four times the mean. Runs whose peak was printed agree: where the limit is 2,048, a third of them
 * needs what full rows need and half needs what 1,370 tokens do; where it is above 4,096, half needs what a seventh
 * of it does (docs/estimate.md, "Rows").
 */
static const double longest_rows[ROW_LENGTHS] = {106, 214, 366, 539, 768, 1156, 1636, 2536, 4040, 28016};

/*
 * What is embedded or classified is a sentence, a question or a review: the same of 18 sets of that kind (GLUE, AG News,
 * Banking77, IMDb, Yelp, DBpedia, TREC, emotion; core/dataset).
 */
static const double longest_texts[ROW_LENGTHS] = {61, 84, 98, 103, 116, 160, 193, 264, 286, 933};

/*
 * Rows with a picture, where the processor keeps its size up to 12.8 million pixels and makes a token of 28 × 28 of them
 * (Qwen2-VL-7B-Instruct preprocessor_config.json, 2024-08: max_pixels, patch_size, merge_size; Qwen3-VL: 32 × 32 of 16.8
 * million): formulas and figures of textbooks, COCO (640 pixels a side: 523), its dialogues, charts, scene texts of Open
 * Images (1,024 × 768: 1,003), screens (1,920 × 1,080: 2,645), scanned pages (1,700 × 2,200: 4,770), long infographics,
 * photos of a telephone (4,000 × 3,000: 15,306).
 */
static const double longest_pictures[ROW_LENGTHS] = {400, 700, 850, 1000, 1150, 1500, 2645, 4770, 7500, 15306};
static const char *const keeps_size[] = {"qwen2vl", "qwen25vl", "qwen3vl", "glm4v"};

/* A token is made of so many pixels; the words beside a picture are those of captions and formulas; some rows have several. */
enum { PIXELS_OF_TOKEN = 28 * 28, WORDS_OF_PICTURE = 100, PICTURES_OF_ROW = 4 };

/*
 * Of a group of completions one usually runs into its limit; limits far above what the task needs are the exception.
 * Shares of prompt and completion together.
 */
static const double longest_completions[ROW_LENGTHS] = {0.3, 0.5, 0.7, 0.85, 1, 1, 1, 1, 1, 1};

/*
 * Where completions are joined without padding, one that runs into the limit lies among others of usual length, and
 * limits are set to be rarely met: published runs of verl on gsm8k, geo3k and MATH have rows of a sixth to a third of
 * prompt and completion limit.
 */
static const double mean_completions[ROW_LENGTHS] = {0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9};

/* A row in the mean, as a share of the longest: the median of the same data sets. */
static const double mean_row = 0.25;

/** Rows that a GPU has in a step, where micro batches are filled with them up to a number of tokens; 0 if not known. */
static double joined_rows(const struct job *job)
{
	if (!job_is(job, SETTING_BATCH_LAYOUT, "joined") || !job_generates(job))
		return 0;
	return job_real(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 0) * job_real(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
}

/** Tokens that a row may have. */
static double row_limit(const struct job *job)
{
	double generated = job_real(job, SETTING_MAX_PROMPT_LENGTH, 0) + job_real(job, SETTING_MAX_COMPLETION_LENGTH, 0);
	double limit = job_real(job, SETTING_MAX_SEQ_LENGTH, 2048);

	return joined_rows(job) > 0 && generated > 0 ? generated : limit;
}

bool job_rows_vary(const struct job *job)
{
	if (job_is(job, SETTING_BATCH_LAYOUT, "joined"))
		return joined_rows(job) > 0;
	return !job_bool(job, SETTING_PACKING, false) &&
	       (job_is(job, SETTING_BATCH_LAYOUT, "padded") || job_is(job, SETTING_BATCH_LAYOUT, "unpadded"));
}

static bool is_unpadded(const struct job *job)
{
	return job_is(job, SETTING_BATCH_LAYOUT, "unpadded");
}

static bool has_short_texts(const struct job *job)
{
	bool pictures = job->model && job->model->tower.n > 0;

	return (job_embeds(job) || job_is(job, SETTING_TASK, "classification")) && !pictures;
}

bool job_has_pictures(const struct job *job)
{
	for (size_t i = 0; job->model && i < sizeof(keeps_size) / sizeof(*keeps_size); i++)
		if (str_is(job->model->tower, keeps_size[i]))
			return true;
	return false;
}

/** Tokens of a picture at most; INFINITY where rows have none, or nothing makes it smaller. */
static double largest_picture(const struct job *job)
{
	double pixels = job_real(job, SETTING_PICTURE_PIXELS, INFINITY), tokens = job_real(job, SETTING_PICTURE_TOKENS, INFINITY);

	return job_has_pictures(job) ? fmin(tokens, pixels / PIXELS_OF_TOKEN) : INFINITY;
}

double job_picture_tokens(const struct job *job, double row)
{
	if (!job_has_pictures(job) || job_generates(job))
		return 0;
	return fmin(fmax(0, row - WORDS_OF_PICTURE), PICTURES_OF_ROW * largest_picture(job));
}

void job_row_lengths(const struct job *job, double limit, double tokens[ROW_LENGTHS])
{
	double rows = fmax(1, joined_rows(job)), picture = largest_picture(job);
	const double *shares = is_unpadded(job) || rows > 1 ? mean_completions : longest_completions;
	const double *longest = job_has_pictures(job) ? longest_pictures : has_short_texts(job) ? longest_texts : longest_rows;

	for (size_t i = 0; i < ROW_LENGTHS; i++) {
		double pictures = i + 1 < ROW_LENGTHS ? 1 : PICTURES_OF_ROW;
		double most = pictures * picture + WORDS_OF_PICTURE;
		double row = job_generates(job) ? shares[i] * row_limit(job) : fmin(longest[i], most);

		tokens[i] = fmax(1, fmin(limit, rows * row));
	}
}

double job_row_length_median(const struct job *job)
{
	double tokens[ROW_LENGTHS];

	job_row_lengths(job, job_real(job, SETTING_MAX_SEQ_LENGTH, 2048), tokens);
	return (tokens[ROW_LENGTHS / 2 - 1] + tokens[ROW_LENGTHS / 2]) / 2;
}

/**
 * Among how many texts the tokens of a known row are shared: a question and its passage, a sentence and what follows from
 * it are one row of their data, and each is padded and cut for itself.
 */
static double texts_of_row(const struct job *job)
{
	const struct value *length = job_get(job, SETTING_ROW_LENGTH);

	return job_embeds(job) && length && length->origin != ORIGIN_ASSUMED ? fmax(1, job_real(job, SETTING_TEXTS_PER_ROW, 1)) : 1;
}

double job_row_tokens(const struct job *job, double limit)
{
	double longest = fmax(1, fmin(limit, job_real(job, SETTING_ROW_LENGTH, limit) / texts_of_row(job)));
	double rows = fmax(1, job_real(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1)), mean;

	if (!job_rows_vary(job))
		return limit;
	if (!is_unpadded(job)) /* the longest, or all that are joined */
		return longest;
	/* A pipeline's first stage holds the rows of as many micro batches as there are stages: they count together. */
	rows *= fmax(1, job_real(job, SETTING_PIPELINE_PARALLEL, 1));
	/* One row among others of usual length: the longest; of completions, one that runs into the limit. */
	if (job_generates(job))
		return (limit + (rows - 1) * longest) / rows;
	mean = fmin(longest, job_real(job, SETTING_ROW_LENGTH_MEAN, longest * mean_row));
	return (longest + (rows - 1) * mean) / rows;
}
