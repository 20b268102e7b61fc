#include "loop_carried.h"

#include "loop_growth.h"

static bool mentions(const struct py_expr *e, struct str name);

static bool any_mentions(const struct py_exprs *all, struct str name)
{
	for (size_t i = 0; i < all->n; i++)
		if (mentions(all->at[i], name))
			return true;
	return false;
}

static bool call_mentions(const struct py_expr *e, struct str name)
{
	if (mentions(e->as.call.function, name))
		return true;
	for (size_t i = 0; i < e->as.call.args.n; i++)
		if (mentions(e->as.call.args.at[i].value, name))
			return true;
	return false;
}

static bool comprehension_mentions(const struct py_expr *e, struct str name)
{
	if (mentions(e->as.comp.element, name) || mentions(e->as.comp.value, name))
		return true;
	for (size_t i = 0; i < e->as.comp.n; i++)
		if (mentions(e->as.comp.at[i].iter, name) || any_mentions(&e->as.comp.at[i].conditions, name))
			return true;
	return false;
}

/* Whether an expression reads a name. Trees nest at most PY_DEPTH_MAX deep. */
static bool mentions(const struct py_expr *e, struct str name)
{
	if (!e)
		return false;
	switch ((int)e->kind) {
	case EXPR_NAME:
		return str_eq(e->as.name, name);
	case EXPR_ATTR:
		return mentions(e->as.attr.value, name);
	case EXPR_SUBSCRIPT:
		return mentions(e->as.subscript.value, name) ||
		       mentions(e->as.subscript.index, name);
	case EXPR_CALL:
		return call_mentions(e, name);
	case EXPR_UNARY:
		return mentions(e->as.unary.operand, name);
	case EXPR_BINARY:
		return mentions(e->as.binary.left, name) || mentions(e->as.binary.right, name);
	case EXPR_BOOL:
		return any_mentions(&e->as.boolean.operands, name);
	case EXPR_COMPARE:
		for (size_t i = 0; i < e->as.compare.n; i++)
			if (mentions(e->as.compare.at[i].right, name))
				return true;
		return mentions(e->as.compare.left, name);
	case EXPR_SLICE:
		return mentions(e->as.slice.lower, name) || mentions(e->as.slice.upper, name) ||
		       mentions(e->as.slice.step, name);
	case EXPR_DICT:
		for (size_t i = 0; i < e->as.dict.n; i++)
			if (mentions(e->as.dict.at[i].key, name) || mentions(e->as.dict.at[i].value, name))
				return true;
		return false;
	case EXPR_LIST_COMP:
	case EXPR_SET_COMP:
	case EXPR_DICT_COMP:
	case EXPR_GENERATOR:
		return comprehension_mentions(e, name);
	case EXPR_COND:
		return mentions(e->as.cond.test, name) || mentions(e->as.cond.body, name) ||
		       mentions(e->as.cond.orelse, name);
	case EXPR_LIST:
	case EXPR_TUPLE:
	case EXPR_SET:
	case EXPR_FSTRING:
		return any_mentions(&e->as.items, name);
	case EXPR_FIELD:
		return mentions(e->as.field.value, name);
	case EXPR_NAMED:
		return mentions(e->as.named.value, name);
	case EXPR_STAR:
	case EXPR_AWAIT:
	case EXPR_YIELD:
	case EXPR_YIELD_FROM:
		return mentions(e->as.value, name);
	default:
		return false;
	}
}

static void forget_name(struct interpreter *py, struct str name, struct span at)
{
	struct cell *cell = scope_cell(py, py->frame->scope, name, false);

	if (!cell || !cell->value)
		return;
	/* A container is changed in place, not replaced. */
	if (cell->value->kind == NODE_LIST || cell->value->kind == NODE_MAP ||
	    cell->value->kind == NODE_SET || cell->value->kind == NODE_OBJECT)
		return;
	trail_cell(&py->trail, cell);
	cell->value = py_unknown(py, at, "%.*s changes in a loop", STR_ARG(name));
}

/* state["round"] += 1: the one entry of a dictionary that has a name. */
static void forget_entry(struct interpreter *py, const struct py_expr *target)
{
	const struct py_expr *of = target->as.subscript.value, *index = target->as.subscript.index;
	struct cell *cell = of->kind == EXPR_NAME ? scope_cell(py, py->frame->scope, of->as.name, false) : NULL;
	struct node *map = cell ? cell->value : NULL, *key;

	if (!map || map->kind != NODE_MAP || map->code || index->kind != EXPR_STR)
		return;
	key = py_eval(py, index);
	for (size_t i = 0; key->kind == NODE_STR && i < map->as.pairs.n; i++) {
		struct pair *pair = &map->as.pairs.at[i];

		if (pair->key->kind != NODE_STR || !str_eq(pair->key->text, key->text) || !node_known(pair->value))
			continue;
		trail_node(&py->trail, map);
		map->as.pairs.at[i].value = py_unknown(py, target->at, "%.*s changes in a loop", STR_ARG(key->text));
	}
}

static void forget_target(struct interpreter *py, const struct py_expr *target)
{
	struct node *object;

	if (target->kind == EXPR_NAME) {
		forget_name(py, target->as.name, target->at);
	} else if (target->kind == EXPR_SUBSCRIPT) {
		forget_entry(py, target);
	} else if (target->kind == EXPR_ATTR) {
		object = py_eval(py, target->as.attr.value);
		if (object->kind == NODE_OBJECT)
			py_attr_put(py, object, target->as.attr.name,
				    py_unknown(py, target->at, "%.*s changes in a loop",
					       STR_ARG(target->as.attr.name)));
	}
}

/* A dictionary that rounds before may have changed: it may have more keys, and others of its plain values. */
static void open_map(struct interpreter *py, struct node *map, struct span at)
{
	if (map->open || map->code)
		return;
	trail_node(&py->trail, map);
	map->open = true;
	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (node_known(map->as.pairs.at[i].value))
			map->as.pairs.at[i].value = py_unknown(py, at, "it changes in a loop");
}

static bool is_one_of(struct str name, const char *const *names)
{
	for (; *names; names++)
		if (str_is(name, *names))
			return true;
	return false;
}

/*
 * batch.append(row), rows += more, seen[key] = 1: what the container holds by now depends on the rounds before. A list
 * that only grows has what it has; of others nothing is known.
 */
static void note_change(struct interpreter *py, const struct py_expr *of, struct str method, struct span at)
{
	static const char *const grow[] = {"append", "extend", "add", "+=", NULL};
	static const char *const change[] = {"update", "setdefault", "pop", "popitem", "clear", "[]", NULL};
	struct cell *cell = of->kind == EXPR_NAME ? scope_cell(py, py->frame->scope, of->as.name, false) : NULL;
	struct node *value = cell ? cell->value : NULL;

	if (value && (value->kind == NODE_LIST || value->kind == NODE_SET) && is_one_of(method, grow))
		*vec_push(py->arena, &py->growing) = value;
	else if (value && value->kind == NODE_MAP && is_one_of(method, change))
		open_map(py, value, at);
}

static void note_growth(struct interpreter *py, const struct py_expr *e)
{
	const struct py_expr *method = e->kind == EXPR_CALL ? e->as.call.function : NULL;

	if (method && method->kind == EXPR_ATTR)
		note_change(py, method->as.attr.value, method->as.attr.name, e->at);
	py_note_inner_growth(py, e);
}

static void forget_stmt(struct interpreter *py, const struct py_stmt *s)
{
	switch ((int)s->kind) {
	case STMT_EXPR:
		note_growth(py, s->as.value);
		break;
	case STMT_AUGASSIGN:
		forget_target(py, s->as.augassign.target);
		note_change(py, s->as.augassign.target, STR("+="), s->at);
		break;
	case STMT_ASSIGN:
		py_note_inner_growth(py, s->as.assign.value);
		for (size_t i = 0; i < s->as.assign.targets.n; i++) {
			const struct py_expr *target = s->as.assign.targets.at[i];

			if (target->kind == EXPR_SUBSCRIPT)
				note_change(py, target->as.subscript.value, STR("[]"), s->at);
			/* model = wrap(model) makes an object, whose calls matter more than its past. */
			if (target->kind == EXPR_NAME && s->as.assign.value->kind != EXPR_CALL &&
			    mentions(s->as.assign.value, target->as.name))
				forget_target(py, target);
		}
		break;
	case STMT_IF:
	case STMT_WHILE:
		py_forget_carried(py, &s->as.branch.body);
		py_forget_carried(py, &s->as.branch.orelse);
		break;
	case STMT_FOR:
		py_forget_carried(py, &s->as.loop.body);
		break;
	case STMT_WITH:
		py_forget_carried(py, &s->as.with.body);
		break;
	case STMT_TRY:
		py_forget_carried(py, &s->as.attempt.body);
		for (size_t i = 0; i < s->as.attempt.n_handlers; i++)
			py_forget_carried(py, &s->as.attempt.handlers[i].body);
		py_forget_carried(py, &s->as.attempt.orelse);
		py_forget_carried(py, &s->as.attempt.finally);
		break;
	default:
		break;
	}
}

void py_forget_carried(struct interpreter *py, const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++)
		forget_stmt(py, block->at[i]);
}

/** What a block does first with a name. */
enum use { USE_NONE, USE_READ, USE_SET };

static enum use use_of(const struct py_block *block, struct str name);

/* What a handler sets may not be set: only what it reads counts before the other parts. */
static enum use use_of_try(const struct py_stmt *s, struct str name)
{
	enum use use = use_of(&s->as.attempt.body, name);

	for (size_t i = 0; use == USE_NONE && i < s->as.attempt.n_handlers; i++)
		if (use_of(&s->as.attempt.handlers[i].body, name) == USE_READ)
			use = USE_READ;
	if (use == USE_NONE)
		use = use_of(&s->as.attempt.orelse, name);
	return use == USE_NONE ? use_of(&s->as.attempt.finally, name) : use;
}

static bool sets(const struct py_exprs *targets, struct str name)
{
	for (size_t i = 0; i < targets->n; i++) {
		const struct py_expr *target = targets->at[i];

		if (target->kind == EXPR_NAME ? str_eq(target->as.name, name)
					      : (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) &&
						    sets(&target->as.items, name))
			return true;
	}
	return false;
}

/* Of a branch: read, if an arm reads it first; set, if both set it. */
static enum use use_of_branch(const struct py_stmt *s, struct str name)
{
	enum use yes, no;

	if (mentions(s->as.branch.test, name))
		return USE_READ;
	yes = use_of(&s->as.branch.body, name);
	no = use_of(&s->as.branch.orelse, name);
	return yes == USE_READ || no == USE_READ ? USE_READ : yes == no ? yes : USE_NONE;
}

static enum use use_of_with(const struct py_stmt *s, struct str name)
{
	for (size_t i = 0; i < s->as.with.n; i++)
		if (mentions(s->as.with.at[i].context, name))
			return USE_READ;
	return use_of(&s->as.with.body, name);
}

static enum use use_in(const struct py_stmt *s, struct str name)
{
	switch ((int)s->kind) {
	case STMT_EXPR:
	case STMT_RETURN:
		return s->as.value && mentions(s->as.value, name) ? USE_READ : USE_NONE;
	case STMT_ASSIGN:
		if (mentions(s->as.assign.value, name))
			return USE_READ;
		if (sets(&s->as.assign.targets, name))
			return USE_SET;
		return any_mentions(&s->as.assign.targets, name) ? USE_READ : USE_NONE;
	case STMT_ANNASSIGN:
		return s->as.annassign.value && mentions(s->as.annassign.value, name) ? USE_READ
		       : mentions(s->as.annassign.target, name)			    ? USE_SET
										    : USE_NONE;
	case STMT_AUGASSIGN:
		return mentions(s->as.augassign.target, name) || mentions(s->as.augassign.value, name) ? USE_READ
												       : USE_NONE;
	case STMT_RAISE:
		return mentions(s->as.raise.exception, name) ? USE_READ : USE_NONE;
	case STMT_ASSERT:
		return mentions(s->as.assertion.test, name) ? USE_READ : USE_NONE;
	case STMT_IF:
		return use_of_branch(s, name);
	case STMT_WHILE:
		return mentions(s->as.branch.test, name) || use_of(&s->as.branch.body, name) == USE_READ ? USE_READ
													 : USE_NONE;
	case STMT_FOR:
		return mentions(s->as.loop.iter, name) || use_of(&s->as.loop.body, name) == USE_READ ? USE_READ
												     : USE_NONE;
	case STMT_WITH:
		return use_of_with(s, name);
	case STMT_TRY:
		return use_of_try(s, name);
	default:
		return USE_NONE;
	}
}

static enum use use_of(const struct py_block *block, struct str name)
{
	enum use use = USE_NONE;

	for (size_t i = 0; i < block->n && use == USE_NONE; i++)
		use = use_in(block->at[i], name);
	return use;
}

/* The branches around a statement in whose bodies it stands, the innermost first. */
struct inside {
	const struct py_expr *test;
	const struct inside *outer;
};

/* if x is None: x = load(): what a branch sets that asks for it is set in the first round. */
static bool asks_itself(const struct inside *in, struct str name)
{
	for (; in; in = in->outer)
		if (mentions(in->test, name))
			return true;
	return false;
}

static void forget_read(struct interpreter *py, const struct py_block *loop, const struct py_block *block,
			  const struct inside *in);

static void forget_read_targets(struct interpreter *py, const struct py_block *loop, const struct py_exprs *targets,
				  const struct inside *in)
{
	for (size_t i = 0; i < targets->n; i++) {
		const struct py_expr *target = targets->at[i];
		const struct cell *cell;

		if (target->kind != EXPR_NAME || asks_itself(in, target->as.name))
			continue;
		cell = scope_cell(py, py->frame->scope, target->as.name, false);
		if (cell && cell->value && (cell->value->kind == NODE_NULL || cell->value->kind == NODE_STR ||
					    cell->value->kind == NODE_BOOL || py_is_number(cell->value)) &&
		    use_of(loop, target->as.name) == USE_READ)
			forget_name(py, target->as.name, target->at);
	}
}

static void forget_read(struct interpreter *py, const struct py_block *loop, const struct py_block *block,
			  const struct inside *in)
{
	for (size_t i = 0; i < block->n; i++) {
		const struct py_stmt *s = block->at[i];
		struct inside deeper = {NULL, in};

		switch ((int)s->kind) {
		case STMT_ASSIGN:
			forget_read_targets(py, loop, &s->as.assign.targets, in);
			break;
		case STMT_IF:
		case STMT_WHILE:
			deeper.test = s->as.branch.test;
			forget_read(py, loop, &s->as.branch.body, &deeper);
			forget_read(py, loop, &s->as.branch.orelse, in);
			break;
		case STMT_FOR:
			forget_read(py, loop, &s->as.loop.body, in);
			break;
		case STMT_WITH:
			forget_read(py, loop, &s->as.with.body, in);
			break;
		case STMT_TRY:
			forget_read(py, loop, &s->as.attempt.body, in);
			for (size_t k = 0; k < s->as.attempt.n_handlers; k++)
				forget_read(py, loop, &s->as.attempt.handlers[k].body, in);
			forget_read(py, loop, &s->as.attempt.orelse, in);
			forget_read(py, loop, &s->as.attempt.finally, in);
			break;
		default:
			break;
		}
	}
}

void py_forget_read(struct interpreter *py, const struct py_block *block)
{
	forget_read(py, block, block, NULL);
}

bool py_counts_rounds(const struct interpreter *py, const struct node *object, const struct node *old)
{
	const struct fork *from = &py->blind_from;

	if (!py->blind || object->kind != NODE_OBJECT || old->kind != NODE_INT)
		return false;
	if (object->stamp < from->id)
		return true;
	/* What the round has changed already is older all the same. */
	for (size_t i = from->mark; i < py->trail.log.n; i++)
		if (py->trail.log.at[i].node == object && py->trail.log.at[i].stamp < from->id)
			return true;
	return false;
}
