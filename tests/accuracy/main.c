#include "measured.h"
#include "oracle.h"

#include <math.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	struct arena a = {0};
	struct csv csv;

	if (argc < 2 || !csv_read(&a, argv[1], &csv))
		return 3;
	for (size_t i = 0; i < csv.rows; i++) {
		struct measured r = measured_row(&csv, i);
		struct measured_case c;
		const char *why = measured_case(&r, &c);
		struct step st;
		struct tiers t;

		if (why) {
			printf("OUT %.*s %s\n", STR_ARG(r.id), why);
			continue;
		}
		st = step_of(&c.spec);
		step_everywhere(&st, TERM_WORKSPACE, 2 * 8519680.0);
		t = tiers_of(&c.spec, &st, &c.facts);
		printf("%.*s %.0f %.0f %.0f %.0f %.0f\n", STR_ARG(r.id), c.bytes,
		       t.allocated.likely, t.reserved.likely, t.device.likely, t.shown.likely);
	}
	arena_free(&a);
	return 0;
}
