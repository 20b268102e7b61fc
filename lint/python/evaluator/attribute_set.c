/* Setting attributes. */
#include "evaluator_parts.h"

/* torch.cuda.x = …, model.config.use_cache = False: seen as a call of __setattr__. */
static void record_set(struct interpreter *py, struct node *object, struct str name, struct node *value,
		       struct span at)
{
	struct args args = {0};

	*vec_push(py->arena, &args) =
	    (struct arg){.value = node_str(py->arena, name, at), .at = at};
	*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
	py_call_library(py, str_cat(py->arena, py_dotted(py, object), STR(".__setattr__")), object,
			&args, (struct site){at, at});
}

/* sys.argv = […]: what runpy hands a script from then on. Set on one way of several, its words are not known. */
static void set_argv(struct interpreter *py, struct node *value, struct span at)
{
	struct node *items = value->kind == NODE_LIST || value->kind == NODE_TUPLE ? value : NULL;

	if (items && !py->guard) {
		py->argv = items;
		return;
	}
	py->argv = py_new(py, NODE_LIST, at);
	py->argv->open = true;
}

/* p.requires_grad = True of what nobody knows, as an element of a slice of layers: p.requires_grad_(True). */
static void record_switch(struct interpreter *py, struct node *object, struct node *value, struct span at)
{
	struct args args = {0};

	*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
	py_call_library(py, STR("torch.Tensor.requires_grad_"), object, &args, (struct site){at, at});
}

/* A property with a setter of its own: the setter is called. */
static bool set_property(struct interpreter *py, struct node *object, struct str name,
			 struct node *value, struct span at)
{
	const struct class *c = class_of(object);
	struct node *found = c ? class_find(py, c, name) : NULL;
	const struct func *f = found && found->kind == NODE_FUNCTION ? found->code : NULL;
	struct arg arg = {.value = value, .at = at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	if (!f || f->bind != BIND_PROPERTY || !f->setter)
		return false;
	py_call_func(py, f->setter->code, object, &args, (struct site){at, at});
	return true;
}

/* A __setattr__ of the object's class; false if it has none. */
static bool set_by_hook(struct interpreter *py, struct node *object, struct str name, struct node *value,
			struct span at)
{
	const struct class *c = class_of(object);
	struct node *hook = c ? class_find(py, c, STR("__setattr__")) : NULL;
	struct args args = {0};

	if (!hook || hook->kind != NODE_FUNCTION)
		return false;
	*vec_push(py->arena, &args) = (struct arg){.value = py_str(py, name, at), .at = at};
	*vec_push(py->arena, &args) = (struct arg){.value = value, .at = at};
	py_call_func(py, hook->code, object, &args, (struct site){at, at});
	return true;
}

/* cfg.x = 1 of a dictionary with attributes (OmegaConf's, EasyDict, a class over dict of one's own). */
static void set_key(struct interpreter *py, struct node *map, struct str name, struct node *value,
		    struct span at)
{
	/* self.__dict__ = self: what makes keys attributes. */
	if (str_is(name, "__dict__") || (class_of(map) && set_property(py, map, name, value, at)))
		return;
	if (!set_by_hook(py, map, name, value, at))
		py_map_set(py, map, py_str(py, name, at), value);
}

/* self.__dict__ = {…}, self.__dict__ = other.__dict__ */
static void set_members(struct interpreter *py, struct node *object, struct node *value)
{
	for (size_t i = 0; i < value->as.pairs.n; i++)
		if (value->as.pairs.at[i].key->kind == NODE_STR)
			py_attr_put(py, object, value->as.pairs.at[i].key->text,
				    value->as.pairs.at[i].value);
}

void py_set_attr(struct interpreter *py, struct node *object, struct str name, struct node *value,
		 struct span at)
{
	switch ((int)object->kind) {
	case NODE_OBJECT:
		if (set_property(py, object, name, value, at) ||
		    set_by_hook(py, object, name, value, at))
			break;
		if (str_is(name, "__dict__") && value->kind == NODE_MAP && object->code) {
			set_members(py, object, value);
			break;
		}
		py_attr_put(py, object, name, value);
		if (object->made && !object->code)
			record_set(py, object, name, value, at);
		break;
	case NODE_UNKNOWN:
		/* p.data = p.data - lr * g: of a parameter that a list or a loop gave. */
		if (object->made || (str_is(name, "data") && object->from[0]))
			record_set(py, object, name, value, at);
		else if (str_is(name, "requires_grad"))
			record_switch(py, object, value, at);
		break;
	case NODE_NAME:
		if (str_is(name, "argv") && str_is(py_dotted(py, object), "sys"))
			set_argv(py, value, at);
		record_set(py, object, name, value, at);
		break;
	case NODE_EITHER:
		for (size_t i = 0; i < object->as.items.n; i++)
			py_set_attr(py, object->as.items.at[i], name, value, at);
		break;
	case NODE_MODULE:
		scope_set(py, ((const struct module *)object->code)->scope, name, value);
		break;
	case NODE_CLASS:
		scope_set(py, ((const struct class *)object->code)->scope, name, value);
		break;
	case NODE_MAP:
		set_key(py, object, name, value, at);
		break;
	default:
		break;
	}
}
