#include "csv.h"

#include "core/base/base.h"

#include <stdio.h>

static bool read_all(struct arena *a, const char *path, char **text, size_t *n)
{
	FILE *f = fopen(path, "rb");
	long size;

	if (!f) {
		perror(path);
		return false;
	}
	if (fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 0) {
		perror(path);
		fclose(f);
		return false;
	}
	rewind(f);
	*text = arena_alloc(a, (size_t)size + 1, 1);
	*n = fread(*text, 1, (size_t)size, f);
	fclose(f);
	return true;
}

/** One cell from *at on, unquoted where it stands. Leaves *at behind the separator. */
static struct str cell(char *text, size_t n, size_t *at, bool *end_of_row)
{
	size_t i = *at, len = 0;
	char *out = text + i;
	bool quoted = i < n && text[i] == '"';

	for (i += quoted; i < n; i++) {
		char c = text[i];

		if (quoted && c == '"') {
			if (i + 1 >= n || text[i + 1] != '"') {
				quoted = false;
				continue;
			}
			i++;
		} else if (!quoted && (c == ',' || c == '\n' || c == '\r')) {
			break;
		}
		out[len++] = c;
	}
	*end_of_row = i >= n || text[i] != ',';
	if (i < n && text[i] == '\r')
		i++;
	*at = i + 1;
	return (struct str){out, len};
}

bool csv_read(struct arena *a, const char *path, struct csv *out)
{
	struct {
		VEC(struct str);
	} cells = {0};
	char *text;
	size_t n;
	bool end;

	*out = (struct csv){0};
	if (!read_all(a, path, &text, &n))
		return false;
	for (size_t at = 0; at < n;) {
		*vec_push(a, &cells) = cell(text, n, &at, &end);
		if (end && out->columns == 0)
			out->columns = cells.n;
		if (end && cells.n % out->columns != 0) {
			fprintf(stderr,
				"%s: the row before offset %zu has another number of cells\n", path,
				at);
			return false;
		}
	}
	if (out->columns == 0) {
		fprintf(stderr, "%s: empty\n", path);
		return false;
	}
	out->header = cells.at;
	out->cells = cells.at + out->columns;
	out->rows = cells.n / out->columns - 1;
	return true;
}

struct str csv_at(const struct csv *csv, size_t row, const char *column)
{
	for (size_t c = 0; c < csv->columns; c++) {
		if (str_is(csv->header[c], column))
			return csv->cells[row * csv->columns + c];
	}
	return (struct str){0};
}

double csv_number(const struct csv *csv, size_t row, const char *column, double fallback)
{
	double x;

	return str_to_real(csv_at(csv, row, column), &x) ? x : fallback;
}
