/* calibrate ROWS.csv: a team's measurements, held against today's estimates and kept. */
#include "lint/judge/judge.h"
#include "session.h"

#include <errno.h>
#include <string.h>

static uint32_t add(struct files *files, struct str path, struct str text)
{
	return files_add(files, path, text.s ? text : STR(""));
}

int command_calibrate(const struct options *options)
{
	struct arena *a = options->arena;
	struct files files = {.arena = a};
	struct calibration c;
	struct str added, kept = STR(""), text;
	uint32_t file;

	if (options->words.n != 1)
		return cli_fail(a, STR("calibrate takes one file of rows, as tests/measure/measure.py writes it"),
				EXIT_USAGE);
	if (!session_read(a, options->words.at[0], &added))
		return cli_fail(a, str_fmt(a, "%.*s: %s", STR_ARG(options->words.at[0]), strerror(errno)),
				EXIT_USAGE);
	file = add(&files, options->words.at[0], added);
	c = calibration_read(a, &files, file);
	if (!c.n)
		return cli_fail(a,
				str_fmt(a, "%.*s holds no measured row (%zu left out)",
					STR_ARG(options->words.at[0]), c.left_out),
				EXIT_USAGE);
	if (!session_read(a, STR(CALIBRATION_FILE), &kept) && errno != ENOENT)
		return cli_fail(a, str_fmt(a, CALIBRATION_FILE ": %s", strerror(errno)), EXIT_TROUBLE);
	text = calibration_merge(a, kept, added);
	if (!out_replace_file(options->arena, text, CALIBRATION_FILE))
		return cli_fail(a, str_fmt(a, CALIBRATION_FILE ": %s", strerror(errno)), EXIT_TROUBLE);
	return cli_print(a, calibration_text(a, &c));
}
