#include "template_marks.h"

#include <string.h>

bool template_has_marks(struct str text)
{
	return str_has(text, STR("{{")) || str_has(text, STR("{%"));
}

/** End of a template mark that starts at from: behind "}}" or "%}" on the same line; 0 for none. */
static size_t mark_end(struct str text, size_t from)
{
	struct str close = text.s[from + 1] == '{' ? STR("}}") : STR("%}");
	size_t end = str_find(text, close, from);
	size_t line = str_chr(text, '\n', from);

	return end == SIZE_MAX || end > line ? 0 : end + 2;
}

struct str template_mask(struct arena *a, struct str text)
{
	char *copy = arena_alloc(a, text.n + 1, 1);

	memcpy(copy, text.s, text.n);
	for (size_t at = str_chr(text, '{', 0); at != SIZE_MAX; at = str_chr(text, '{', at + 1)) {
		size_t end;

		if (at + 1 == text.n || !strchr("{%", text.s[at + 1]))
			continue;
		end = mark_end(text, at);
		if (!end)
			continue;
		memset(copy + at, text.s[at + 1] == '{' ? '_' : ' ', end - at);
		at = end - 1;
	}
	return (struct str){copy, text.n};
}

struct str template_mask_lines(struct arena *a, struct str text)
{
	struct str masked = template_mask(a, text);
	char *copy = (char *)(uintptr_t)masked.s;

	for (size_t from = 0; from < text.n;) {
		struct str line = str_cut(str_sub(text, from, text.n), '\n').head, shown = str_sub(masked, from, from + line.n);
		bool all = str_starts(str_trim(line), STR("{{"));

		for (size_t i = 0; all && i < shown.n; i++)
			all = strchr("_ \t\r", shown.s[i]) != NULL;
		if (all)
			memset(copy + from, ' ', line.n);
		from += line.n + 1;
	}
	return masked;
}

/* End of "{name}" with more of a word behind it, as no YAML has it; 0: it is something else. */
static size_t blank_end(struct str text, size_t from)
{
	size_t end = from + 1;

	while (end < text.n && ((text.s[end] >= 'a' && text.s[end] <= 'z') || (text.s[end] >= 'A' && text.s[end] <= 'Z') ||
				(text.s[end] >= '0' && text.s[end] <= '9') || strchr("_- ", text.s[end])))
		end++;
	if (end == from + 1 || end + 1 >= text.n || text.s[end] != '}')
		return 0;
	return strchr(" \t\r\n,]}#:", text.s[end + 1]) ? 0 : end + 1;
}

struct str template_mask_blanks(struct arena *a, struct str text)
{
	char *copy = NULL;

	for (size_t at = str_chr(text, '{', 0); at != SIZE_MAX; at = str_chr(text, '{', at + 1)) {
		size_t end = at && text.s[at - 1] == ' ' ? blank_end(text, at) : 0;

		if (!end)
			continue;
		if (!copy) {
			copy = arena_alloc(a, text.n + 1, 1);
			memcpy(copy, text.s, text.n);
		}
		memset(copy + at, '_', end - at);
	}
	return (struct str){copy, copy ? text.n : 0};
}
