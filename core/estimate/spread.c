#include "spread.h"

#include <math.h>

/* Of a normal distribution, 19 of 20 values lie below 1.645 deviations. */
static const double deviations = 1.645;

/** The odds that a peak of that many bytes, with the error of the formulas, passes a line. */
static double above(const struct spread *s, double bytes, double line)
{
	double scale = s->likely > 0 ? bytes / s->likely : 1;
	double less = fmax(1, scale * (s->likely - s->low) / deviations);
	double more = fmax(1, scale * (s->high - s->likely) / deviations);

	return line >= bytes ? 0.5 * erfc((line - bytes) / more / sqrt(2)) : 1 - 0.5 * erfc((bytes - line) / less / sqrt(2));
}

/* However many ways there are, the job as it was assumed is the single likeliest. */
static double share_of_ways(const struct spread *s)
{
	double sum = 0;

	for (size_t i = 0; i < s->n_ways; i++)
		sum += s->ways[i].change != 0 ? s->ways[i].share : 0;
	return sum;
}

double spread_above(const struct spread *s, double line)
{
	double sum = share_of_ways(s), scale = sum > 0.6 ? 0.6 / sum : 1, odds = 0;

	for (size_t i = 0; i < s->n_lengths; i++) {
		double bytes = s->likely + s->lengths[i];
		double here = (1 - sum * scale) * above(s, bytes, line);

		for (size_t k = 0; k < s->n_ways; k++)
			if (s->ways[k].change != 0)
				here += s->ways[k].share * scale *
					above(s, fmax(1, bytes + s->ways[k].change), line);
		odds += here / (double)s->n_lengths;
	}
	return odds;
}
