/* Values of texts: words of a command line, documents inside strings. */
#include "values.h"

#include "lint/read/read.h"

/* The spans of a small document inside a word or a string: all of them are that of the whole. */
static void place_all(struct node *n, struct span at, int depth)
{
	if (!n || depth > NODE_DEPTH_MAX)
		return;
	n->at = at;
	if (n->kind == NODE_MAP)
		for (size_t i = 0; i < n->as.pairs.n; i++) {
			place_all(n->as.pairs.at[i].key, at, depth + 1);
			place_all(n->as.pairs.at[i].value, at, depth + 1);
		}
	if (n->kind == NODE_LIST)
		for (size_t i = 0; i < n->as.items.n; i++)
			place_all(n->as.items.at[i], at, depth + 1);
}

struct node *py_yaml_value(struct interpreter *py, struct str text, struct span at)
{
	struct node *n = node_str(py->arena, text, at);
	double r;

	if (text.n && (text.s[0] == '[' || text.s[0] == '{')) {
		struct reading reading = read_yaml(py->arena, 0, text);

		if (reading.docs.n == 1 && !reading.trouble.n) {
			place_all(reading.docs.at[0], at, 0);
			return reading.docs.at[0];
		}
		return n;
	}
	/* Quotes that the shell left: CMD="python train.py name=\"gpt2\""; srun $CMD. */
	if (text.n > 1 && (text.s[0] == '"' || text.s[0] == '\'') && str_chr(text, text.s[0], 1) == text.n - 1 &&
	    str_chr(text, '\\', 0) == SIZE_MAX)
		return node_str(py->arena, str_sub(text, 1, text.n - 1), at);
	yaml_scalar(n, text);
	/* Frameworks cast "1e-4", which is text to YAML. */
	if (n->kind == NODE_STR && str_to_real(text, &r)) {
		n->kind = NODE_REAL;
		n->as.r = r;
	}
	return n;
}

struct node *py_data_value(struct interpreter *py, struct str text,
			     struct reading (*read)(struct arena *a, uint32_t file, struct str text),
			     struct span at)
{
	struct reading reading = read(py->arena, 0, text);

	if (reading.docs.n != 1 || reading.trouble.n)
		return py_unknown(py, at, "a text that is not read to its end");
	place_all(reading.docs.at[0], at, 0);
	return reading.docs.at[0];
}
