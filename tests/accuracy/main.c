/*
 * Writes docs/accuracy.md: the estimate held against simulated steps and published measurements.
 *
 *	report ORACLE.csv MEASURED.csv [--rows]
 */
#include "score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------- selections */

static bool is_full(const struct score *s)
{
	return s->spec.method == METHOD_FULL;
}

static bool one_full(const struct score *s)
{
	return pick_one_gpu(s) && is_full(s);
}

static bool one_peft(const struct score *s)
{
	return pick_one_gpu(s) && !is_full(s) && s->spec.quant == QUANT_NONE;
}

static bool one_quantised(const struct score *s)
{
	return pick_one_gpu(s) && s->spec.quant != QUANT_NONE;
}

static bool large_vocabulary(const struct score *s)
{
	return s->spec.shape.vocab >= 100000;
}

static bool checkpointed(const struct score *s)
{
	return s->spec.checkpoint != CHECKPOINT_NONE;
}

static bool not_checkpointed(const struct score *s)
{
	return !checkpointed(s);
}

static bool allocated(const struct score *s)
{
	return s->row && s->row->counter == COUNTER_ALLOCATED;
}

static bool reserved(const struct score *s)
{
	return s->row && s->row->counter == COUNTER_RESERVED;
}

static bool device(const struct score *s)
{
	return s->row && s->row->counter == COUNTER_DEVICE;
}

static bool many_a(const struct score *s)
{
	return pick_many_gpus(s) && s->row && s->row->quality == 'A';
}

struct group {
	const char *name;
	bool (*pick)(const struct score *s);
};

static const struct group groups[] = {
    {"one GPU, full", one_full},
    {"one GPU, LoRA on 16 bit", one_peft},
    {"one GPU, quantised", one_quantised},
    {"one GPU, all", pick_one_gpu},
    {"one GPU, quality A", pick_one_gpu_a},
    {"several GPUs, all", pick_many_gpus},
    {"several GPUs, quality A", many_a},
    {"vocabulary of 100,000 and more", large_vocabulary},
    {"checkpointed", checkpointed},
    {"not checkpointed", not_checkpointed},
    {"counter: allocated", allocated},
    {"counter: reserved", reserved},
    {"counter: whole device", device},
    {"all", pick_all},
};

static void print_groups(struct arena *a, const struct scores *s)
{
	puts("| group | n | median | median abs | p90 | p99 | worst | in low…high | above high |");
	puts("|---|---|---|---|---|---|---|---|---|");
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		struct summary x = score_summary(a, s, groups[i].pick);

		if (x.n == 0)
			continue;
		printf("| %s | %zu | %+.2f %% | %.2f %% | %.2f %% | %.2f %% | %+.1f %% | %zu (%.0f "
		       "%%) "
		       "| %zu |\n",
		       groups[i].name, x.n, 100 * x.median, 100 * x.absolute, 100 * x.p90,
		       100 * x.p99, 100 * x.worst, x.inside, 100.0 * (double)x.inside / (double)x.n,
		       x.above);
	}
}

/* ------------------------------------------------------------------------------------ reasons */

/* What is known about rows that no formula here explains; by the start of their ids. */
static const struct {
	const char *id, *reason;
} reasons[] = {
    {"axo.HunYuan", "looks as if evaluation had built the logits that Cut Cross-Entropy avoids"},
    {"axo.hunyuan", "looks as if evaluation had built the logits that Cut Cross-Entropy avoids"},
    {"axo.olmo3", "looks as if evaluation had built the logits that Cut Cross-Entropy avoids"},
    {"axo.gpt-oss", "a constant 7 to 10 GB: indexing stacked experts copies them, and more"},
    {"swiftb.chatglm3", "grows with the square of the length: its attention is not flash"},
    {"swiftb.baichuan2", "the published series is not monotonic in the length"},
    {"swiftb.", "lengths vary and the source gives no mean: the pool's growth is a description"},
    {"fms.a100_80gb.gpt_bigcode", "one tensor of logits more than the code shows"},
    {"tune.l2-70b.lora", "published figure below shards and checkpoints at the stated length"},
    {"tune.l2", "at the card's limit, lengths not stated"},
    {"swiftx.", "header comment of an example script: a rounded figure, nothing else is known"},
    {"issue.lf5977", "host offload: staging buffers are not modelled"},
    {"litgpt-tut", "litgpt of 2023; the source guesses rank and targets"},
    {"issue.axo814", "undated; libraries of 2023, whose int8 layers kept more"},
    {"rasbt.gpt2.ddp", "compiled, and DDP's buckets in the pool: the compiler's own buffers"},
    {"litgpt-rt", "litgpt of 2023: other code than the formulas know"},
    {"hf.", "torch of 2022: one more copy of what cross-entropy keeps, not explained"},
};

static const char *reason_of(struct str id)
{
	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++) {
		if (str_starts(id, str_of(reasons[i].id)))
			return reasons[i].reason;
	}
	return "not explained";
}

static int by_error(const void *x, const void *y)
{
	double a = fabs((*(const struct score *const *)x)->error);
	double b = fabs((*(const struct score *const *)y)->error);

	return (a < b) - (a > b);
}

static void print_row(const struct score *s)
{
	printf("| `%.*s` | %.2f | %.2f … **%.2f** … %.2f | %+.1f %% | %s: %s | %s |\n",
	       STR_ARG(s->id), s->bytes / 1e9, s->band.low / 1e9, s->band.likely / 1e9,
	       s->band.high / 1e9, 100 * s->error, s->phase, s->moment, reason_of(s->id));
}

static const char row_header[] =
    "| row | measured GB | estimate GB | error | peak moment | reason |\n"
    "|---|---|---|---|---|---|";

static void print_worst(struct arena *a, const struct scores *s, size_t n)
{
	const struct score **order = arena_news(a, const struct score *, s->n + 1);

	for (size_t i = 0; i < s->n; i++)
		order[i] = &s->at[i];
	qsort(order, s->n, sizeof(*order), by_error);
	puts(row_header);
	for (size_t i = 0; i < s->n && i < n; i++)
		print_row(order[i]);
}

static void print_above(const struct scores *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += s->at[i].bytes > s->at[i].band.high;
	printf("%zu of %zu rows needed more than *high*:\n\n", n, s->n);
	if (n > 0)
		puts(row_header);
	for (size_t i = 0; i < s->n; i++) {
		if (s->at[i].bytes > s->at[i].band.high)
			print_row(&s->at[i]);
	}
}

static void print_bounds(const struct scores *s)
{
	static const char *const names[] = {[KIND_OOM] = "out of memory", [KIND_FITS] = "fits"};

	puts("| kind | row | card GB | device tier GB | |\n|---|---|---|---|---|");
	for (size_t i = 0; i < s->n_bounds; i++) {
		const struct boundary *b = &s->bounds[i];

		printf("| %s | `%.*s` | %.1f | %.1f … %.1f … %.1f | %s |\n", names[b->row->kind],
		       STR_ARG(b->row->id), b->card / 1e9, b->needed.low / 1e9,
		       b->needed.likely / 1e9, b->needed.high / 1e9, b->hit ? "hit" : "**missed**");
	}
}

static void count_bounds(const struct scores *s, enum file_kind kind, size_t *n, size_t *hit)
{
	*n = *hit = 0;
	for (size_t i = 0; i < s->n_bounds; i++) {
		*n += s->bounds[i].row->kind == kind;
		*hit += s->bounds[i].row->kind == kind && s->bounds[i].hit;
	}
}

/* ------------------------------------------------------------------------------------- report */

static void target(const char *what, double got, double floor)
{
	printf("| %s | %.2f %% | %.1f %% | %s |\n", what, 100 * got, 100 * floor,
	       got <= floor ? "reached" : "**missed**");
}

static void print_targets(struct arena *a, const struct scores *oracle, const struct scores *truth)
{
	struct summary o = score_summary(a, oracle, pick_all),
		       m = score_summary(a, truth, pick_all);
	struct summary one = score_summary(a, truth, pick_one_gpu_a);
	struct summary many = score_summary(a, truth, pick_many_gpus);
	size_t oom, oom_hit, fits, fits_hit;

	count_bounds(truth, KIND_OOM, &oom, &oom_hit);
	count_bounds(truth, KIND_FITS, &fits, &fits_hit);
	puts("| held against | reached | floor | |\n|---|---|---|---|");
	target("simulated steps, allocated: median", o.absolute, 0.005);
	target("… p99", o.p99, 0.03);
	target("… worst", fabs(o.worst), 0.06);
	target("measured, quality A, one GPU: median", one.absolute, 0.06);
	target("… p90", one.p90, 0.18);
	target("measured, several GPUs: median", many.absolute, 0.12);
	target("measured: share above high", m.n ? (double)m.above / (double)m.n : 0, 0.03);
	printf("| out-of-memory rows that the range sees | %zu of %zu | 95 %% | %s |\n", oom_hit,
	       oom, (double)oom_hit >= 0.95 * (double)oom ? "reached" : "**missed**");
	printf("| rows that ran, low below the card | %zu of %zu | 100 %% | %s |\n\n", fits_hit,
	       fits, fits_hit == fits ? "reached" : "**missed**");
}

static void print_left(const struct scores *s)
{
	for (size_t i = 0; i < s->n_left; i++)
		printf("- %s: %zu\n", s->left[i].why, s->left[i].n);
	putchar('\n');
}

static const char intro[] =
    "# Accuracy\n\n"
    "Written by `make accuracy`; do not edit. `make accuracy ORACLE=FILE MEASURED=FILE` does the\n"
    "same for any file with the same columns. Error is estimate / measured − 1.\n\n"
    "**What *high* promises:** a job whose settings are as stated needs no more than *high* of "
    "its\n"
    "tier, and neither does one in which any one of the named assumptions is wrong; below is how\n"
    "often published runs kept it.\n";

int main(int argc, char **argv)
{
	struct arena a = {0};
	struct scores oracle, truth;

	if (argc < 3) {
		fprintf(stderr, "usage: %s ORACLE.csv MEASURED.csv [--rows]\n", argv[0]);
		return 2;
	}
	if (!score_oracle(&a, argv[1], &oracle) || !score_measured(&a, argv[2], &truth))
		return 3;
	puts(intro);
	print_targets(&a, &oracle, &truth);
	puts("## Simulated steps\n\nEvery tensor of a step tracked; allocated bytes.\n");
	print_groups(&a, &oracle);
	puts("\n## Published measurements\n\nEach row is compared in the tier that its source "
	     "counts.\n");
	print_groups(&a, &truth);
	puts("\nRows left out, by rule (`tests/accuracy/measured.c`):\n");
	print_left(&truth);
	puts("## Above *high*\n");
	print_above(&truth);
	puts("\n## The ten worst\n");
	print_worst(&a, &truth, argc > 3 && strcmp(argv[3], "--rows") == 0 ? truth.n : 10);
	puts("\n## Jobs that died, jobs that ran\n");
	print_bounds(&truth);
	arena_free(&a);
	return 0;
}
