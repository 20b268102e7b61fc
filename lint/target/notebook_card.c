/*
 * What a notebook's last run printed of its card. Outputs are text in JSON; lines that name the card by
 * the driver's own name come from nvidia-smi -L, from what people copy from Unsloth's notebooks, and from
 * cells that print torch.cuda.get_device_name(0) behind words of their own.
 */
#include "target.h"

#include <string.h>

enum { LINES_MAX = 20000 };

/* A line that names a card: what stands before and after the name. */
static const struct {
	const char *before, *after;
} forms[] = {
	/* unslothai/notebooks, "Show current memory stats" */
	{"GPU = ", ". Max memory"},
	/* unsloth/models/loader.py, the banner of 2025 and of 2024 */
	{"    ", ". Num GPUs = "},
	{"GPU: ", ". Max memory"},
	/* nvidia-smi -L */
	{"GPU 0: ", " (UUID"},
};

static struct str card_in(struct str line)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		size_t end = str_find(line, str_of(forms[i].after), 0), from = SIZE_MAX;
		struct str before = str_of(forms[i].before);

		/* The last one in front: the banner's drawing holds blanks as well. */
		for (size_t at = 0; end != SIZE_MAX && (at = str_find(line, before, at)) < end; at++)
			from = at + before.n;
		if (from != SIZE_MAX && from < end)
			return str_trim(str_sub(line, from, end));
	}
	return (struct str){0};
}

/* What names of the driver begin with, those of years ago included ("Tesla T4", "GeForce RTX 3090"). */
static const char *const makers[] = {"NVIDIA ", "Tesla ", "Quadro ", "GeForce ", "AMD "};

/* The name in a line of a cell that asks for it: "GPU : NVIDIA GeForce RTX 4070 Ti", "'Tesla T4'". */
static struct str asked_in(struct str line)
{
	size_t from = SIZE_MAX, end;

	for (size_t i = 0; i < sizeof(makers) / sizeof(*makers); i++) {
		size_t at = str_find(line, str_of(makers[i]), 0);

		from = at < from ? at : from;
	}
	if (from == SIZE_MAX)
		return (struct str){0};
	for (end = from; end < line.n && !strchr("'\"(),|;[]", line.s[end]); end++)
		;
	line = str_trim(str_sub(line, from, end));
	return gpu_find(line) ? line : (struct str){0};
}

struct search {
	size_t lines;
	/** Whether the cell asks for the card's name. */
	bool asks;
	const struct node *found;
	struct str name;
};

static void search_text(struct search *s, const struct node *text)
{
	struct str rest = text->text;

	while (rest.n && s->lines++ < LINES_MAX) {
		struct str_cut cut = str_cut(rest, '\n');
		struct str name = card_in(cut.head);

		rest = cut.tail;
		if (!name.n && s->asks)
			name = asked_in(cut.head);
		if (name.n) {
			s->found = text;
			s->name = name;
		}
	}
}

static void search_texts(struct search *s, const struct node *n)
{
	if (n && n->kind == NODE_STR)
		search_text(s, n);
	for (size_t i = 0; n && n->kind == NODE_LIST && i < n->as.items.n; i++)
		if (n->as.items.at[i]->kind == NODE_STR)
			search_text(s, n->as.items.at[i]);
}

/* Whether a cell's source holds a word: a text, or a list of lines. */
static bool holds(const struct node *source, struct str word)
{
	if (source && source->kind == NODE_STR)
		return str_has(source->text, word);
	for (size_t i = 0; source && source->kind == NODE_LIST && i < source->as.items.n; i++)
		if (source->as.items.at[i]->kind == NODE_STR && str_has(source->as.items.at[i]->text, word))
			return true;
	return false;
}

/* What a cell printed, and the value of its last expression. */
static void search_output(struct search *s, const struct node *output)
{
	const struct node *data = node_get(output, STR("data"));

	search_texts(s, node_get(output, STR("text")));
	if (s->asks && data && data->kind == NODE_MAP)
		search_texts(s, node_get(data, STR("text/plain")));
}

/* The last one counts: the run went on from there. */
struct str notebook_card(const struct notebook *notebook, struct span *at)
{
	struct search s = {0};

	for (size_t i = 0; notebook->cells && i < notebook->cells->as.items.n; i++) {
		const struct node *cell = notebook->cells->as.items.at[i];
		const struct node *outputs = node_get(cell, STR("outputs"));

		s.asks = holds(node_get(cell, STR("source")), STR("get_device_name"));
		for (size_t k = 0; outputs && outputs->kind == NODE_LIST && k < outputs->as.items.n; k++)
			search_output(&s, outputs->as.items.at[k]);
	}
	if (s.found)
		*at = s.found->at;
	return s.name;
}
