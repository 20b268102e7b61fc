#include "printed_versions.h"

enum { LINES_MAX = 20000 };

/*
 * The banner of unsloth/models/loader.py: "Unsloth 2025.3.18: Fast Gemma3 patching. Transformers: 4.50.0.", "Unsloth
 * 2024.8: Fast Gemma2 patching. Transformers = 4.43.3.", "Unsloth: Fast Gemma2 patching release 2024.7".
 */
static const struct {
	const char *package, *before;
} forms[] = {
	{"unsloth", "  Unsloth "},
	{"unsloth", " patching release "},
	{"transformers", "Transformers: "},
	{"transformers", "Transformers = "},
};

/* "4.50.0" of "4.50.0.dev0. vLLM: 0.8.1."; empty where no number follows. */
static struct str number_at(struct str text)
{
	size_t n = 0;

	while (n < text.n && ((text.s[n] >= '0' && text.s[n] <= '9') || text.s[n] == '.'))
		n++;
	while (n && text.s[n - 1] == '.')
		n--;
	return str_sub(text, 0, n);
}

static void read_line(struct str line, struct span at, struct versions *versions)
{
	if (!str_has(line, STR("Unsloth")) || !str_has(line, STR(" patching")))
		return;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct str before = str_of(forms[i].before), number;
		size_t from = str_find(line, before, 0);

		if (from == SIZE_MAX)
			continue;
		number = number_at(str_sub(line, from + before.n, line.n));
		if (number.n)
			versions_require(versions,
					 str_fmt(versions->arena, "%s==%.*s", forms[i].package, STR_ARG(number)), at);
	}
}

static void read_text(const struct node *text, struct versions *versions)
{
	struct str rest = text && text->kind == NODE_STR ? text->text : STR("");

	for (size_t lines = 0; rest.n && lines < LINES_MAX; lines++) {
		struct str_cut cut = str_cut(rest, '\n');

		read_line(cut.head, text->at, versions);
		rest = cut.tail;
	}
}

static void read_output(const struct node *text, struct versions *versions)
{
	read_text(text, versions);
	for (size_t i = 0; text && text->kind == NODE_LIST && i < text->as.items.n; i++)
		read_text(text->as.items.at[i], versions);
}

void versions_printed(const struct notebook *notebook, struct versions *versions)
{
	for (size_t i = 0; notebook->cells && i < notebook->cells->as.items.n; i++) {
		const struct node *outputs = node_get(notebook->cells->as.items.at[i], STR("outputs"));

		for (size_t k = 0; outputs && outputs->kind == NODE_LIST && k < outputs->as.items.n; k++)
			read_output(node_get(outputs->as.items.at[k], STR("text")), versions);
	}
}
