/* Modules that are but assignments, told by how their lines begin. */
#include "settings_code.h"

enum {
	/** Assignments that make a module one of settings. */
	NAMES_MIN = 2,
};

/* Where a text is read, and the quotes that a string over several lines ends with. */
struct lines {
	struct str rest, quote;
};

/* The name that a line at the top of a module assigns: "batch_size = 4", "lr: float = 3e-4"; empty: none. */
static struct str assigned_by(struct str line)
{
	size_t i = 0, sign;

	while (i < line.n && (line.s[i] == '_' || (line.s[i] >= '0' && line.s[i] <= '9') ||
			      (line.s[i] >= 'a' && line.s[i] <= 'z') || (line.s[i] >= 'A' && line.s[i] <= 'Z')))
		i++;
	if (i == 0 || i == line.n || !strchr(" =:", line.s[i]))
		return STR("");
	sign = str_chr(line, '=', i);
	return sign != SIZE_MAX && sign + 1 < line.n && line.s[sign + 1] != '=' ? str_sub(line, 0, i) : STR("");
}

/* Takes a line; false: it is no line of settings. name: what it assigns, or empty. */
static bool take_line(struct lines *l, struct str *name)
{
	struct str_cut cut = str_cut(l->rest, '\n');
	struct str line = cut.head;

	*name = STR("");
	l->rest = cut.tail;
	if (l->quote.n) {
		l->quote = str_has(line, l->quote) ? STR("") : l->quote;
		return true;
	}
	if (str_starts(line, STR("\"\"\"")) || str_starts(line, STR("'''"))) {
		l->quote = str_sub(line, 0, 3);
		l->quote = str_find(line, l->quote, 3) == SIZE_MAX ? l->quote : STR("");
		return true;
	}
	*name = assigned_by(line);
	return name->n || !str_trim(line).n || strchr(" \t#)]}", line.s[0]) || str_starts(line, STR("import "));
}

bool is_settings_code(struct str text)
{
	struct lines lines = {.rest = text};
	struct str name;
	size_t n = 0;

	while (lines.rest.n) {
		if (!take_line(&lines, &name))
			return false;
		n += name.n > 0;
	}
	return n >= NAMES_MIN;
}

struct settings_code settings_code_names(struct arena *a, struct str text)
{
	struct settings_code code = {0};
	struct lines lines = {.rest = text};
	struct str name;

	if (!is_settings_code(text))
		return code;
	while (lines.rest.n && take_line(&lines, &name))
		if (name.n)
			*vec_push(a, &code) = name;
	return code;
}
