#include "score.h"

#include "core/gpu/gpu.h"

#include <math.h>
#include <stdlib.h>

static const double workspaces = 2 * 8519680.0; /* as core/estimate/estimate.c adds them */

static void set_moment(struct score *s, const struct step *st)
{
	const struct moment *top = step_max(st, PHASE_COUNT);

	s->phase = phase_name(top->phase);
	s->moment = top->name;
}

bool score_oracle(struct arena *a, const char *path, struct scores *out)
{
	struct csv csv;

	*out = (struct scores){0};
	if (!csv_read(a, path, &csv))
		return false;
	out->at = arena_news(a, struct score, csv.rows);
	for (size_t i = 0; i < csv.rows; i++) {
		struct score *s = &out->at[out->n];
		struct step st;
		double peak;

		if (!oracle_spec(csv_at(&csv, i, "spec"), &s->spec))
			return false;
		st = step_of(&s->spec);
		peak = need_total(&step_max(&st, PHASE_COUNT)->need);
		s->id = csv_at(&csv, i, "id");
		s->bytes = csv_number(&csv, i, "peak", 0);
		s->band = (struct band){peak * 0.97, peak, peak * 1.03};
		s->error = peak / s->bytes - 1;
		set_moment(s, &st);
		out->n++;
	}
	return true;
}

static struct band band_of(const struct measured *r, const struct tiers *t)
{
	switch (r->counter) {
	case COUNTER_ALLOCATED:
		return t->allocated;
	case COUNTER_RESERVED:
		return t->pool;
	case COUNTER_DEVICE:
		break;
	}
	return t->device;
}

static double larger(double x, double y)
{
	return x > y ? x : y;
}

/** What the source does not say is an assumption: high covers it being wrong. */
static void assumption_range_find(const struct measured *r, const struct measured_case *c, struct step st,
				  struct band *band)
{
	struct tiers t;

	if (!c->may_evaluate)
		return;
	step_evaluation(&st, &c->spec, c->spec.micro_batch);
	t = tiers_of(&c->spec, &st, &c->facts);
	band->high = larger(band->high, band_of(r, &t).high);
}

static void leave_out(struct scores *out, const char *why)
{
	for (size_t i = 0; i < out->n_left; i++) {
		if (out->left[i].why == why) {
			out->left[i].n++;
			return;
		}
	}
	if (out->n_left < sizeof(out->left) / sizeof(*out->left))
		out->left[out->n_left++] = (struct left_out){why, 1};
}

/** What the driver of the row's card offers; the figure where the card is not known. */
static double card_of(const struct measured *r, const struct measured_case *c)
{
	const struct gpu *gpu = gpu_find(r->gpu);

	if (gpu && gpu->torch_total_bytes > 0)
		return (double)gpu->torch_total_bytes;
	return c->bytes > 0 ? c->bytes : c->facts.card;
}

/** A limit is not a length: unpacked samples may be as short as core/estimate/estimate.c takes them for low. */
static double low_of_short_samples(const struct measured *r, const struct measured_case *c,
				   const struct tiers *t)
{
	struct step_spec s = c->spec;
	struct step st;

	if (str_starts(r->packing, STR("yes")) || s.seq_len <= 512)
		return t->needed.low;
	s.seq_len = 512;
	st = step_of(&s);
	return tiers_of(&s, &st, &c->facts).needed.low;
}

static void add_boundary(struct scores *out, const struct measured *r,
			 const struct measured_case *c, const struct tiers *t)
{
	struct boundary *b = &out->bounds[out->n_bounds++];

	b->row = r;
	b->card = card_of(r, c);
	b->needed = t->needed;
	b->needed.low = low_of_short_samples(r, c, t);
	b->hit = r->kind == KIND_OOM ? t->needed.high > b->card : t->needed.low < b->card;
}

bool score_measured(struct arena *a, const char *path, struct scores *out)
{
	struct csv csv;

	*out = (struct scores){0};
	if (!csv_read(a, path, &csv))
		return false;
	out->at = arena_news(a, struct score, csv.rows);
	out->bounds = arena_news(a, struct boundary, csv.rows);
	for (size_t i = 0; i < csv.rows; i++) {
		struct measured *r = arena_new(a, struct measured);
		struct measured_case *c = arena_new(a, struct measured_case);
		struct score *s = &out->at[out->n];
		struct step st;
		struct tiers t;
		const char *why;

		*r = measured_row(&csv, i);
		if ((why = measured_case(r, c))) {
			leave_out(out, why);
			continue;
		}
		st = step_of(&c->spec);
		step_everywhere(&st, TERM_WORKSPACE, workspaces);
		t = tiers_of(&c->spec, &st, &c->facts);
		if (r->kind != KIND_MEASURED) {
			add_boundary(out, r, c, &t);
			continue;
		}
		*s = (struct score){.id = r->id, .row = r, .spec = c->spec, .as = c};
		s->band = band_of(r, &t);
		assumption_range_find(r, c, st, &s->band);
		s->bytes = c->bytes;
		s->error = s->band.likely / s->bytes - 1;
		set_moment(s, &st);
		out->n++;
	}
	return true;
}

static int by_value(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return (a > b) - (a < b);
}

static double quantile(const double *sorted, size_t n, double share)
{
	size_t i = (size_t)(share * (double)n);

	return n == 0 ? 0 : sorted[i < n ? i : n - 1];
}

static double median(const double *sorted, size_t n)
{
	return n == 0 ? 0 : n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

struct summary score_summary(struct arena *a, const struct scores *s,
			     bool (*pick)(const struct score *s))
{
	double *signed_ = arena_news(a, double, s->n + 1), *abs_ = arena_news(a, double, s->n + 1);
	struct summary sum = {0};

	for (size_t i = 0; i < s->n; i++) {
		const struct score *x = &s->at[i];

		if (!pick(x))
			continue;
		signed_[sum.n] = x->error;
		abs_[sum.n++] = fabs(x->error);
		if (fabs(x->error) > fabs(sum.worst))
			sum.worst = x->error;
		sum.above += x->bytes > x->band.high;
		sum.inside += x->bytes >= x->band.low && x->bytes <= x->band.high;
	}
	qsort(signed_, sum.n, sizeof(*signed_), by_value);
	qsort(abs_, sum.n, sizeof(*abs_), by_value);
	sum.median = median(signed_, sum.n);
	sum.absolute = median(abs_, sum.n);
	sum.p90 = quantile(abs_, sum.n, 0.90);
	sum.p99 = quantile(abs_, sum.n, 0.99);
	return sum;
}

bool pick_all(const struct score *s)
{
	return s != NULL;
}

bool pick_many_gpus(const struct score *s)
{
	return s->row ? s->row->gpus > 1 : s->spec.parallel.world > 1;
}

bool pick_one_gpu(const struct score *s)
{
	return !pick_many_gpus(s);
}

bool pick_one_gpu_a(const struct score *s)
{
	return pick_one_gpu(s) && s->row && s->row->quality == 'A';
}
