/*
 * What a plain YAML scalar means: the YAML 1.1 rules as PyYAML 6 has them, since PyYAML reads the
 * configs of the frameworks. "1e-5" is text to it, "010" is 8, "1:30" is 90, "on" is true.
 */
#ifndef LINT_READ_YAML_SCALAR_H
#define LINT_READ_YAML_SCALAR_H

#include "node.h"

/**
 * Sets kind and value of a node by the text of a plain scalar: NULL, BOOL, INT, REAL or STR. An
 * integer beyond 64 bits becomes REAL. The text itself goes into node->text, not copied.
 */
void yaml_scalar(struct node *node, struct str text);
/**
 * The same for a scalar with the tag "tag:yaml.org,2002:" and name ("int", "float", "bool", "null");
 * false if the text is none such: the node is left as STR then.
 */
bool yaml_scalar_tagged(struct node *node, struct str name, struct str text);

#endif
