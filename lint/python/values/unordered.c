#include "values.h"

bool py_unordered(const struct node *n)
{
	if (n->kind == NODE_SET)
		return n->as.items.n > 1 || n->open;
	if (n->code != py_tag_unordered)
		return false;
	return n->kind == NODE_MAP ? n->as.pairs.n > 1
				   : n->kind == NODE_LIST && (n->as.items.n > 1 || n->open);
}

void py_mark_unordered(struct node *n)
{
	n->code = py_tag_unordered;
	n->how = STR("in the order of a set");
}
