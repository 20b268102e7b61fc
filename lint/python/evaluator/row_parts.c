/* Parts that rows are put together of, each cut to a length: ids.extend(turn[:max_len]). That is not the length of the row. */
#include "dataset_rows.h"
#include "evaluator_parts.h"

enum { PARTS_DEPTH = 6 };

/* The number of tokens that a part is cut to, alone or with more behind it, or before; NULL: it is not cut. */
static struct node *cut_to(const struct node *n, int depth)
{
	struct node *found = NULL;

	if (!n || depth > PARTS_DEPTH)
		return NULL;
	if (n->kind == NODE_UNKNOWN && n->op == ':')
		return n->from[1] && n->from[1]->kind == NODE_INT ? (struct node *)(uintptr_t)n->from[1] : NULL;
	if (n->kind == NODE_UNKNOWN && n->op == '+')
		found = cut_to(n->from[0], depth + 1);
	return found || n->kind != NODE_UNKNOWN || n->op != '+' ? found : cut_to(n->from[1], depth + 1);
}

/* A row that has no more so far than a token or two of a kind of its own is as long as what is put behind them, and these. */
static bool has_parts(const struct interpreter *py, const struct node *row)
{
	return !row || row->kind != NODE_LIST || row->open || py->blind;
}

void py_note_part(struct interpreter *py, const struct node *row, const struct node *part, struct span at)
{
	struct node *length = has_parts(py, row) ? cut_to(part, 0) : NULL;
	struct args args = {0};

	if (!length)
		return;
	*vec_push(py->arena, &args) = (struct arg){.value = length, .at = at};
	py_call_library(py, STR("rows.portion"), NULL, &args, (struct site){at, at});
}
