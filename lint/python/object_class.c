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

/* Whether a place is behind a "#" of its line. */
static bool in_comment(struct str text, size_t at)
{
	for (size_t i = at; i > 0 && text.s[i - 1] != '\n'; i--)
		if (text.s[i - 1] == '#')
			return true;
	return false;
}

/* Whether a name stands in the file of an object's class, outside comments; call: as a function that is called. */
static bool file_has(const struct node *object, struct str name, bool call)
{
	const struct class *c = class_of(object);
	struct str text = c && c->module->tree ? c->module->tree->text : (struct str){0};

	for (size_t at = str_find(text, name, 0); at != SIZE_MAX; at = str_find(text, name, at + 1)) {
		char after = at + name.n < text.n ? text.s[at + name.n] : ' ';

		if ((call ? after == '(' : !str_name_byte(after)) && !(at && str_name_byte(text.s[at - 1])) && !in_comment(text, at))
			return true;
	}
	return false;
}

bool py_object_file_calls(const struct node *object, struct str name)
{
	return file_has(object, name, true);
}

bool py_object_file_names(const struct node *object, struct str name)
{
	return file_has(object, name, false);
}
