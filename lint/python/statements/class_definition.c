#include "statement_parts.h"

#include "lint/frameworks/frameworks.h"
#include "lint/python/evaluator/native.h"

/*
 * The order in which a class and its bases are searched: depth first, each class at its last
 * place. Python's C3 order is the same wherever bases are listed in one order.
 */
static void set_order(struct interpreter *py, struct class *c)
{
	struct {
		VEC(struct class *);
	} all = {0};

	*vec_push(py->arena, &all) = c;
	for (size_t i = 0; i < c->bases.n; i++) {
		const struct class *base =
		    c->bases.at[i]->kind == NODE_CLASS ? c->bases.at[i]->code : NULL;

		for (size_t k = 0; base && k < base->order.n; k++)
			*vec_push(py->arena, &all) = base->order.at[k];
	}
	if (!py_search(py, all.n * all.n / 16))
		all.n = 1;
	for (size_t i = 0; i < all.n; i++) {
		bool later = false;

		for (size_t k = i + 1; k < all.n; k++)
			later |= all.at[k] == all.at[i];
		if (!later)
			*vec_push(py->arena, &c->order) = all.at[i];
	}
}

static enum class_kind kind_of_name(struct str base)
{
	static const struct {
		const char *name;
		enum class_kind kind;
	} kinds[] = {
	    {"typing.NamedTuple", CLASS_NAMEDTUPLE},
	    {"typing.TypedDict", CLASS_TYPEDDICT},
	    {"typing_extensions.TypedDict", CLASS_TYPEDDICT},
	    {"enum.Enum", CLASS_ENUM},
	    {"enum.IntEnum", CLASS_ENUM},
	    {"enum.StrEnum", CLASS_ENUM},
	    {"pydantic.BaseModel", CLASS_MODEL},
	    {"pydantic.BaseSettings", CLASS_MODEL},
	    {"pydantic_settings.BaseSettings", CLASS_MODEL},
	    {"transformers.utils.ExplicitEnum", CLASS_ENUM},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (str_is(base, kinds[i].name))
			return kinds[i].kind;
	return CLASS_PLAIN;
}

static void add_base(struct interpreter *py, struct class *c, struct node *base)
{
	enum class_kind kind = CLASS_PLAIN;

	/* "try: from x import Base; except ImportError: Base = object": the one that is installed. */
	if (base->kind == NODE_EITHER)
		base = base->as.items.at[0];
	*vec_push(py->arena, &c->bases) = base;
	if (base->kind == NODE_NAME)
		kind = kind_of_name(base->text);
	else if (base->kind == NODE_CLASS)
		kind = ((const struct class *)base->code)->kind;
	if (c->kind == CLASS_PLAIN)
		c->kind = kind;
}

/* Whether a decorator makes fields of annotated names: dataclass, attrs' define, and the like. */
static bool makes_fields(const struct node *decorator)
{
	static const char *const last[] = {"dataclass", "define", "attrs", "frozen", "mutable"};
	struct str name = decorator->kind == NODE_NAME ? decorator->text
			  : decorator->made	       ? decorator->made->callee
						       : (struct str){0};

	if (str_is(name, "attr.s"))
		return true;
	name = str_tail(name, '.');
	for (size_t i = 0; i < sizeof(last) / sizeof(*last); i++)
		if (str_is(name, last[i]))
			return true;
	return false;
}

static const struct arg *named(const struct call *made, const char *name)
{
	for (size_t i = 0; i < made->args.n; i++)
		if (str_is(made->args.at[i].name, name))
			return &made->args.at[i];
	return NULL;
}

/* x: int = field(default=…), Field(…), HfArg(…), attr.ib(…): what the call says of the default. */
static void read_field(struct field *f)
{
	static const char *const calls[] = {"field",  "Field",	    "HfArg",	     "ib",
					    "attrib", "list_field", "mutable_field", "flag",
					    "choice", "PrivateAttr", "parameter"};
	const struct call *made = f->value->kind == NODE_OBJECT ? f->value->made : NULL;
	const struct arg *arg;
	bool is = false;

	for (size_t i = 0; made && i < sizeof(calls) / sizeof(*calls); i++)
		is |= str_is(made->method, calls[i]);
	if (!is)
		return;
	f->spec = f->value;
	f->value = NULL;
	if ((arg = named(made, "default_factory")) || (arg = named(made, "factory")))
		f->factory = arg->value;
	else if ((arg = named(made, "default")))
		f->value = arg->value;
	else if (made->args.n && made->args.at[0].name.n == 0)
		f->value = made->args.at[0].value;
	if (f->value && f->value->kind == NODE_NAME &&
	    (str_is(f->value->text, "builtins.Ellipsis") ||
	     str_is(f->value->text, "dataclasses.MISSING")))
		f->value = NULL;
	arg = named(made, "init");
	f->no_init = arg && arg->value->kind == NODE_BOOL && !arg->value->as.b;
	if ((arg = named(made, "kw_only")))
		f->keyword_only = arg->value->kind == NODE_BOOL && arg->value->as.b;
}

static void add_field(struct interpreter *py, struct class *c, struct field field)
{
	if (!py_search(py, c->fields.n))
		return;
	for (size_t i = 0; i < c->fields.n; i++)
		if (str_eq(c->fields.at[i].name, field.name)) {
			c->fields.at[i] = field;
			return;
		}
	*vec_push(py->arena, &c->fields) = field;
}

static bool is_class_var(const struct py_expr *annotation)
{
	const struct py_expr *e =
	    annotation->kind == EXPR_SUBSCRIPT ? annotation->as.subscript.value : annotation;

	return (e->kind == EXPR_NAME && str_is(e->as.name, "ClassVar")) ||
	       (e->kind == EXPR_ATTR && str_is(e->as.attr.name, "ClassVar"));
}

/* Whether one of a class's decorators is told so: dataclass(slots=True). */
static bool told(const struct class *c, const char *what)
{
	for (size_t i = 0; i < c->decorators.n; i++) {
		const struct py_expr *e = makes_fields(c->decorators.at[i]) ? c->def->decorators.at[i] : NULL;

		for (size_t k = 0; e && e->kind == EXPR_CALL && k < e->as.call.args.n; k++) {
			const struct py_arg *arg = &e->as.call.args.at[k];

			if (arg->kind == ARG_NAMED && str_is(arg->name.text, what))
				return arg->value->kind == EXPR_TRUE;
		}
	}
	return false;
}

static void collect_fields(struct interpreter *py, struct class *c, bool own)
{
	bool keyword_only = told(c, "kw_only");

	for (size_t i = c->bases.n; i-- > 0;) {
		const struct class *base =
		    c->bases.at[i]->kind == NODE_CLASS ? c->bases.at[i]->code : NULL;

		for (size_t k = 0; base && k < base->fields.n; k++)
			add_field(py, c, base->fields.at[k]);
	}
	for (size_t i = 0; own && i < c->def->body.n; i++) {
		const struct py_stmt *s = c->def->body.at[i];
		struct field f = {.at = s->at, .keyword_only = keyword_only};

		if (s->kind != STMT_ANNASSIGN || s->as.annassign.target->kind != EXPR_NAME ||
		    is_class_var(s->as.annassign.annotation))
			continue;
		f.name = s->as.annassign.target->as.name;
		f.annotation = s->as.annassign.annotation;
		if (s->as.annassign.value)
			f.value = scope_get(py, c->scope, f.name);
		if (f.value)
			read_field(&f);
		add_field(py, c, f);
	}
}

/*
 * What dataclass() leaves in the class for "x: int = field(default=1)" is the default, or nothing: an object that an
 * __init__ of the class's own gave no x has that one (CPython 3.12 Lib/dataclasses.py, _process_class()).
 */
static void leave_defaults(struct interpreter *py, struct class *c)
{
	for (size_t i = 0; i < c->fields.n; i++) {
		const struct field *f = &c->fields.at[i];
		struct cell *cell = f->spec ? scope_cell(py, c->scope, f->name, false) : NULL;

		if (!cell || cell->value != f->spec)
			continue;
		trail_cell(&py->trail, cell);
		cell->value = f->value;
	}
}

/* dataclass(slots=True): the names of the fields that its body has, which programs look for. */
static void leave_slots(struct interpreter *py, struct class *c)
{
	struct node *slots = py_new(py, NODE_TUPLE, c->node->at);

	for (size_t i = 0; i < c->fields.n; i++)
		if (c->fields.at[i].at.file == c->node->at.file && c->fields.at[i].at.off >= c->node->at.off)
			py_append(py, slots, py_str(py, c->fields.at[i].name, c->fields.at[i].at));
	scope_set(py, c->scope, STR("__slots__"), slots);
}

/* The values in an enumeration's body become its members. */
static void make_members(struct interpreter *py, struct class *c)
{
	int64_t count = 0;

	for (size_t i = 0; i < c->scope->cells.n; i++) {
		struct cell *cell = c->scope->cells.at[i];
		struct node *value = cell->value, *member;

		if (!value || value->kind == NODE_FUNCTION || value->kind == NODE_CLASS ||
		    str_starts(cell->name, STR("_")))
			continue;
		count++;
		if (value->kind == NODE_OBJECT && value->made &&
		    str_is(value->made->callee, "enum.auto"))
			value = py_int(py, count, value->at);
		member = py_new(py, NODE_OBJECT, value->at);
		member->code = c;
		py_attr_put(py, member, STR("name"), py_str(py, cell->name, value->at));
		py_attr_put(py, member, STR("value"), value);
		trail_cell(&py->trail, cell);
		cell->value = member;
	}
}

/* What the classes above do with a new one below them: __init_subclass__(cls, key=…). */
static void init_subclass(struct interpreter *py, struct class *c, const struct py_class *def)
{
	struct node *hook = class_find_after(py, c, c, STR("__init_subclass__"));
	struct args args = {0};

	if (!hook || hook->kind != NODE_FUNCTION)
		return;
	for (size_t i = 0; i < def->args.n; i++)
		if (def->args.at[i].kind == ARG_NAMED &&
		    !str_is(def->args.at[i].name.text, "metaclass"))
			*vec_push(py->arena, &args) =
			    (struct arg){def->args.at[i].name.text,
					 py_eval(py, def->args.at[i].value), def->args.at[i].at};
	py_call_func(py, hook->code, c->node, &args, (struct site){def->name.at, def->name.at});
}

/* Decorators of the repository: a registry keeps the class, another may give a class instead. */
static struct node *decorated(struct interpreter *py, struct class *c)
{
	struct node *n = c->node;

	for (size_t i = c->decorators.n; i-- > 0;) {
		struct node *made = py_replaced(py, n, c->decorators.at[i]);

		if (made && made->kind == NODE_CLASS)
			n = made;
	}
	return n;
}

static void run_body(struct interpreter *py, struct class *c, const struct py_class *def)
{
	struct frame frame = {.caller = py->frame,
			      .scope = c->scope,
			      .module = py->frame->module,
			      .guard = py->guard,
			      .body_of = c};

	scope_set(py, c->scope, STR("__qualname__"), py_str(py, c->name, def->name.at));
	py->frame = &frame;
	py_run_block(py, &def->body, 0);
	py->frame = frame.caller;
}

struct node *py_make_class(struct interpreter *py, const struct py_class *def, struct span at)
{
	struct class *c = arena_new(py->arena, struct class);
	bool data = false;

	c->name = def->name.text;
	c->def = def;
	c->module = py->frame->module;
	c->scope = scope_new(py, SCOPE_CLASS, py->frame->scope, c->module);
	for (size_t i = 0; i < def->decorators.n; i++) {
		struct node *decorator = py_eval(py, def->decorators.at[i]);

		if (decorator->made && decorator->made->row && decorator->made->row->effect == EFFECT_HOST)
			c->host = decorator->made;
		data |= makes_fields(decorator) || c->host != NULL;
		*vec_push(py->arena, &c->decorators) = decorator;
	}
	for (size_t i = 0; i < def->args.n; i++)
		if (def->args.at[i].kind == ARG_POSITIONAL)
			add_base(py, c, py_eval(py, def->args.at[i].value));
	set_order(py, c);
	c->node = py_new(py, NODE_CLASS, at);
	c->node->text = c->name;
	c->node->code = c;
	run_body(py, c, def);
	if (c->kind == CLASS_ENUM)
		make_members(py, c);
	else
		collect_fields(py, c, data || (c->kind != CLASS_PLAIN && c->kind != CLASS_DATA));
	if (data) {
		c->kind = CLASS_DATA;
		leave_defaults(py, c);
		if (told(c, "slots"))
			leave_slots(py, c);
	}
	init_subclass(py, c, def);
	for (size_t i = 0; i < c->decorators.n; i++)
		py->library->note_configurable(py, c->decorators.at[i], c->node);
	return decorated(py, c);
}
