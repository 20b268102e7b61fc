/* What other rooms ask of an object of the repository's. */
#include "lint/python/values/values.h"
#include "python.h"

bool py_object_class(const struct node *object, struct py_defined *out)
{
	const struct class *c = class_of(object);

	if (!c)
		return false;
	*out = (struct py_defined){c->name, c->module->path, c->node->at};
	return true;
}

bool py_object_calls(const struct node *object, struct str name)
{
	const struct class *c = class_of(object);

	for (size_t i = 0; c && i < c->order.n; i++) {
		const struct class *one = c->order.at[i];
		struct span at = one->node->at;
		struct str text = one->module->tree
				      ? str_sub(one->module->tree->text, at.off, at.off + at.len)
				      : (struct str){0};
		struct str self = STR("self.");

		for (size_t k = str_find(text, self, 0); k != SIZE_MAX;
		     k = str_find(text, self, k + 1)) {
			struct str rest = str_sub(text, k + self.n, text.n);

			if (str_starts(rest, name) && rest.n > name.n && rest.s[name.n] == '(')
				return true;
		}
	}
	return false;
}
