#include "loop_carried.h"
#include "required_options.h"
#include "statement_parts.h"

static enum flow run_body(struct interpreter *py, void *context)
{
	const struct py_stmt *s = context;

	return py_run_block(py, &s->as.branch.body, 0);
}

static enum flow run_orelse(struct interpreter *py, void *context)
{
	const struct py_stmt *s = context;

	return py_run_block(py, &s->as.branch.orelse, 0);
}

/* An else, or an elif: of several runs that options choose among, none is needed more than another. */
static enum flow otherwise(struct interpreter *py, const struct py_stmt *s, bool elif)
{
	const struct py_block *orelse = &s->as.branch.orelse;
	size_t calls = py->trace->n, returns = py->frame->returns.n;
	enum flow flow;

	py->elif = orelse->n == 1 && orelse->at[0]->kind == STMT_IF ? orelse->at[0] : NULL;
	if (py->elif || elif)
		return py_run_block(py, orelse, 0);
	flow = py_run_block(py, orelse, 0);
	if (!orelse->n || !py_supply_required_options(py, s, true, flow, calls))
		return flow;
	py->frame->returns.n = returns;
	return py_run_block(py, &s->as.branch.body, 0);
}

/* An else whose elif is not decided either. */
static enum flow run_unsure(struct interpreter *py, void *context)
{
	const struct py_stmt *s = context;
	const struct py_block *orelse = &s->as.branch.orelse;

	py->unsure = orelse->n == 1 && orelse->at[0]->kind == STMT_IF ? orelse->at[0] : NULL;
	return py_run_block(py, orelse, 0);
}

/* A branch of which the arm that was taken ends the program, where the evaluation goes on: the other, or one of them. */
static enum flow otherwise_than(struct interpreter *py, struct py_stmt *s, enum truth taken,
				const struct py_block *rest, size_t from, bool *took_rest)
{
	const struct py_block *orelse = &s->as.branch.orelse;
	bool chain = orelse->n == 1 && orelse->at[0]->kind == STMT_IF;
	struct undecided u = {.at = s->as.branch.test->at,
			      .test = s->as.branch.test,
			      .run = {run_body, run_unsure},
			      .context = s};

	py->passed = false;
	if (chain)
		return py_undecided(py, &u, rest, from, took_rest);
	return taken == TRUTH_YES ? run_orelse(py, s) : run_body(py, s);
}

static enum flow decided(struct interpreter *py, struct py_stmt *s, enum truth t, bool elif)
{
	if (t == TRUTH_YES) {
		size_t calls = py->trace->n, returns = py->frame->returns.n;
		enum flow flow = py_run_block(py, &s->as.branch.body, 0);

		if (!py_supply_required_options(py, s, false, flow, calls))
			return flow;
		py->frame->returns.n = returns;
		return py_run_block(py, &s->as.branch.orelse, 0);
	}
	return otherwise(py, s, elif);
}

/* Whether a variable or attribute is an option's default. */
static bool is_default(struct interpreter *py, const struct py_expr *e)
{
	return (e->kind == EXPR_NAME || e->kind == EXPR_ATTR) && str_starts(py_eval(py, e)->how, STR("default of "));
}

/* Whether a test does not hold only because nobody gives an option: args.train, args.stage == "dpo". */
static bool asks_for_option(struct interpreter *py, const struct py_expr *test)
{
	if (test->kind == EXPR_BOOL) {
		for (size_t i = 0; i < test->as.boolean.operands.n; i++)
			if (asks_for_option(py, test->as.boolean.operands.at[i]))
				return true;
		return false;
	}
	if (test->kind == EXPR_COMPARE)
		return test->as.compare.n == 1 &&
		       (test->as.compare.at[0].op == OP_EQ || test->as.compare.at[0].op == OP_IN) &&
		       is_default(py, test->as.compare.left);
	return is_default(py, test);
}

/*
 * Whether a branch that is not taken is a way of running the program by itself: an option that nobody gives
 * chooses it, and something is trained in it.
 */
static bool is_mode(struct interpreter *py, const struct py_stmt *s)
{
	size_t calls = py->trace->n, returns = py->frame->returns.n;
	uint64_t sinks = py->sinks;
	struct fork fork;

	/* What a program can be run for, its own file says. */
	if (py->world->argv || !str_is(py->frame->module->name, "__main__") || !asks_for_option(py, s->as.branch.test))
		return false;
	py->trace->modes = true;
	if (!py->world->modes)
		return false;
	fork = trail_fork(&py->trail);
	py_run_block(py, &s->as.branch.body, 0);
	trail_undo(&py->trail, fork);
	py->unwinding = FLOW_NEXT;
	py->trace->n = calls;
	py->frame->returns.n = returns;
	return py->sinks != sinks;
}

/* Whether a test is about an option of the launch, given or not. */
static bool is_of_option(struct interpreter *py, const struct py_expr *test)
{
	const struct node *argv = py->world->argv, *value;

	switch ((int)test->kind) {
	case EXPR_BOOL:
		for (size_t i = 0; i < test->as.boolean.operands.n; i++)
			if (is_of_option(py, test->as.boolean.operands.at[i]))
				return true;
		return false;
	case EXPR_UNARY:
		return is_of_option(py, test->as.unary.operand);
	case EXPR_COMPARE:
		return is_of_option(py, test->as.compare.left);
	case EXPR_NAME:
	case EXPR_ATTR:
	case EXPR_SUBSCRIPT:
		value = py_eval(py, test);
		return str_starts(value->how, STR("default of ")) ||
		       (argv->as.items.n && value->at.file == argv->as.items.at[0]->at.file);
	default:
		return false;
	}
}

struct span py_span_from(const struct interpreter *py, const struct py_block *block, size_t from)
{
	struct span at, last;

	if (from >= block->n)
		return (struct span){0};
	at = block->at[from]->at;
	last = block->at[block->n - 1]->at;
	at.len = last.off + last.len - at.off;
	return py->frame->module->tree && py->frame->module->file == at.file ? at : (struct span){0};
}

bool py_words_train(const struct interpreter *py, struct span at)
{
	static const char *const words[] = {"train(", "training(", "tune(", ".fit(", ".backward("};
	struct str code = span_known(at) ? str_sub(py->frame->module->tree->text, at.off, at.off + at.len) : STR("");

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has(code, str_of(words[i])))
			return true;
	return false;
}

/* Whether a test is a flag that the launch's own words give, and nothing more: if args.serve: … */
static bool is_given_flag(struct interpreter *py, const struct py_expr *test)
{
	const struct node *argv = py->world->argv, *value;

	if (test->kind != EXPR_NAME && test->kind != EXPR_ATTR && test->kind != EXPR_SUBSCRIPT)
		return false;
	value = py_eval(py, test);
	return argv && argv->as.items.n && value->kind == NODE_BOOL && value->at.file == argv->as.items.at[0]->at.file;
}

/*
 * Notes what is not run since an option of the launch chooses: the other arm, or what is behind the one that returns, or
 * that ends the program for a flag which the launch gives (if args.serve: serve(); exit()).
 */
static void note_otherwise(struct interpreter *py, const struct py_stmt *s, enum truth taken, enum flow flow,
			   const struct py_block *rest, size_t from)
{
	const struct py_block *body = &s->as.branch.body, *orelse = &s->as.branch.orelse;
	bool quits = flow == FLOW_EXIT && is_given_flag(py, s->as.branch.test);
	bool returns = taken == TRUTH_YES && !orelse->n && (flow == FLOW_RETURN || quits);
	size_t calls = py->trace->n;
	struct span at;

	if (!py->world->argv)
		return;
	at = returns ? py_span_from(py, rest, from) : py_span_from(py, taken == TRUTH_YES ? orelse : body, 0);
	if (!py_words_train(py, at) || py_words_train(py, py_span_from(py, taken == TRUTH_YES ? body : orelse, 0)))
		return;
	for (size_t i = 0; i < py->trace->otherwise.n; i++)
		if (py->trace->otherwise.at[i].off == at.off)
			return;
	if (is_of_option(py, s->as.branch.test))
		*vec_push(py->arena, &py->trace->otherwise) = at;
	py->trace->chosen_end |= quits;
	py->trace->n = calls;
}

/* Whether a test holds only if a config is there that the repository does not have. */
static bool wants_absent(struct interpreter *py, const struct py_expr *test)
{
	if (test->kind == EXPR_BOOL && test->as.boolean.op == OP_AND) {
		for (size_t i = 0; i < test->as.boolean.operands.n; i++)
			if (wants_absent(py, test->as.boolean.operands.at[i]))
				return true;
		return false;
	}
	return test->kind == EXPR_CALL && test->as.call.function->kind == EXPR_ATTR &&
	       str_among(test->as.call.function->as.attr.name, STR("exists|is_file|isfile")) &&
	       py_eval(py, test)->code == py_tag_absent;
}

/* Whether statements do no more than to tell somebody something: print(…), logger.warning(…), warnings.warn(…). */
static bool only_tell(const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++) {
		const struct py_expr *call = block->at[i]->kind == STMT_EXPR ? block->at[i]->as.value : NULL, *f;

		if (!call || call->kind != EXPR_CALL)
			return false;
		f = call->as.call.function;
		if (!(f->kind == EXPR_NAME && str_among(f->as.name, STR("print|warn"))) &&
		    !(f->kind == EXPR_ATTR && str_among(f->as.attr.name, STR("warning|warn|info|debug|warning_once|warning_advice"))))
			return false;
	}
	return block->n > 0;
}

static enum truth tested(struct interpreter *py, const struct py_stmt *s)
{
	const struct py_expr *before = py->telling;
	enum truth t;

	py->telling = !s->as.branch.orelse.n && only_tell(&s->as.branch.body) ? s->as.branch.test : NULL;
	t = py_condition(py, s->as.branch.test);
	py->telling = before;
	return t;
}

static enum flow branch(struct interpreter *py, struct py_stmt *s, const struct py_block *rest,
			size_t from, bool *took_rest)
{
	bool elif = py->elif == s, unsure = py->unsure == s;
	enum truth t = tested(py, s);
	struct undecided u = {.at = s->as.branch.test->at,
			      .test = s->as.branch.test,
			      .run = {run_body, unsure ? run_unsure : run_orelse},
			      .context = s};
	enum flow flow;

	if (py->unwinding != FLOW_NEXT)
		return FLOW_NEXT;
	if (t == TRUTH_MAYBE || unsure || (t == TRUTH_NO && is_mode(py, s))) {
		py_note_dropped(py, s);
		u.extra = t == TRUTH_MAYBE && !s->as.branch.orelse.n && wants_absent(py, s->as.branch.test);
		return py_undecided(py, &u, rest, from, took_rest);
	}
	flow = decided(py, s, t, elif);
	note_otherwise(py, s, t, flow, rest, from);
	/* Of a chain the first one chooses. */
	if ((flow == FLOW_RAISE || flow == FLOW_EXIT) && py->passed && !(elif && t == TRUTH_NO))
		return otherwise_than(py, s, t, rest, from, took_rest);
	return flow;
}

/*
 * p -= lr * g under no_grad(), p.data += step: how parameters are set without an optimizer, seen as a call of __iadd__. What
 * gradients are recorded of is no leaf, and no parameter.
 */
static void record_change(struct interpreter *py, const struct py_stmt *s, struct node *old, struct node *value)
{
	const struct py_expr *target = s->as.augassign.target;
	bool data = target->kind == EXPR_ATTR && str_is(target->as.attr.name, "data");
	struct arg arg = {.value = value, .at = s->at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	if ((s->as.augassign.op != OP_ADD && s->as.augassign.op != OP_SUB) || !(py->no_gradients || data) ||
	    (old->kind != NODE_UNKNOWN && old->kind != NODE_OBJECT))
		return;
	py_record_call(py, str_cat(py->arena, py_dotted(py, old), STR(".__iadd__")), old, &args, (struct site){s->at, s->at}, NULL);
}

static void augmented(struct interpreter *py, const struct py_stmt *s)
{
	const struct py_expr *target = s->as.augassign.target;
	enum py_op op = s->as.augassign.op;
	struct node *old = py_eval(py, target), *value = py_eval(py, s->as.augassign.value);
	struct node *items;

	/* list += and dict |= change the object that others may hold as well. */
	if (op == OP_ADD && old->kind == NODE_LIST) {
		py_note_part(py, old, value, s->at);
		items = py_members(py, value, s->at);
		if (items && py_unordered(value)) {
			trail_node(&py->trail, old);
			py_mark_unordered(old);
		}
		if (!items) {
			trail_node(&py->trail, old);
			old->open = true;
			return;
		}
		for (size_t i = 0, n = items->as.items.n; i < n; i++)
			py_append(py, old, items->as.items.at[i]);
		old->open |= items->open;
	} else if (op == OP_BITOR && old->kind == NODE_MAP && value->kind == NODE_MAP) {
		for (size_t i = 0; i < value->as.pairs.n; i++)
			py_map_set(py, old, value->as.pairs.at[i].key, value->as.pairs.at[i].value);
	} else {
		record_change(py, s, old, value);
		if ((op == OP_ADD || op == OP_SUB) && target->kind == EXPR_ATTR && py_counts_rounds(py, py_eval(py, target->as.attr.value), old))
			old = py_unknown(py, s->at, "%.*s changes in a loop", STR_ARG(target->as.attr.name));
		py_assign(py, target, py_binary(py, op, old, value, s->at));
	}
}

static void delete (struct interpreter *py, const struct py_expr *target)
{
	switch ((int)target->kind) {
	case EXPR_NAME: {
		struct cell *cell = scope_cell(py, py->frame->scope, target->as.name, false);

		if (cell) {
			struct node *old = cell->value;

			trail_cell(&py->trail, cell);
			cell->value = NULL;
			if (old)
				py_note_dropped_model(py, old, NULL);
		}
		break;
	}
	case EXPR_SUBSCRIPT: {
		struct node *container = py_eval(py, target->as.subscript.value);

		if (target->as.subscript.index->kind != EXPR_SLICE)
			py_del_item(py, container, py_eval(py, target->as.subscript.index));
		break;
	}
	case EXPR_ATTR: {
		struct node *object = py_eval(py, target->as.attr.value);

		if (object->kind == NODE_OBJECT)
			py_attr_del(py, object, target->as.attr.name);
		else if (object->kind == NODE_MAP)
			py_map_del(py, object, py_str(py, target->as.attr.name, target->at));
		break;
	}
	case EXPR_TUPLE:
	case EXPR_LIST:
		for (size_t i = 0; i < target->as.items.n; i++)
			delete (py, target->as.items.at[i]);
		break;
	default:
		break;
	}
}

static void redirect(struct interpreter *py, const struct py_stmt *s)
{
	struct scope *here = py->frame->scope;

	for (size_t i = 0; i < s->as.names.n; i++) {
		struct str name = s->as.names.at[i].text;
		struct scope *to = py->frame->module->scope;

		if (s->kind == STMT_NONLOCAL)
			for (struct scope *o = here->outer; o; o = o->outer)
				if (o->kind == SCOPE_FUNCTION && scope_cell(py, o, name, false)) {
					to = o;
					break;
				}
		if (to != here && scope_redirected(py, here, name) != to)
			*vec_push(py->arena, &here->elsewhere) = (struct elsewhere){name, to};
	}
}

static void bind_unknown(void *context, struct str name)
{
	struct interpreter *py = context;

	py_bind(py, name, py_unknown(py, (struct span){0}, "a statement that is no Python"));
}

static enum flow give_back(struct interpreter *py, const struct py_stmt *s)
{
	struct node *value = s->as.value ? py_eval(py, s->as.value) : py_none(py, s->at);
	const struct node *when = py->guard == py->frame->guard ? NULL : py->guard;

	if (py->unwinding != FLOW_NEXT)
		return FLOW_NEXT;
	py_note_asked(py, s->as.value);
	*vec_push(py->arena, &py->frame->returns) = either_when(py->arena, value, when);
	return FLOW_RETURN;
}

/* Keeps of a context, or of each that it may be, where it is entered: around training, or around an evaluation. */
static void note_entered(const struct interpreter *py, const struct node *context)
{
	size_t n = context->kind == NODE_EITHER ? context->as.items.n : 1;

	for (size_t i = 0; i < n; i++) {
		const struct node *one = context->kind == NODE_EITHER ? context->as.items.at[i] : context;
		const struct call *made = one->kind == NODE_OBJECT && one->made && one->made->result == one ? one->made : NULL;
		struct call *call = made && made->order < py->trace->n ? py->trace->at[made->order] : NULL;

		if (call && call == made)
			*(py->no_gradients ? &call->entered_still : &call->entered) = true;
	}
}

/* with a as b: the body runs; what __enter__ gives is b. */
static enum flow with(struct interpreter *py, const struct py_stmt *s)
{
	struct args none = {0};
	bool no_gradients = py->no_gradients;
	enum flow flow;

	for (size_t i = 0; i < s->as.with.n; i++) {
		const struct py_with_item *item = &s->as.with.at[i];
		struct node *value = py_eval(py, item->context);
		struct span at = item->context->at;

		py_set_gradients(py, value);
		note_entered(py, value);
		if (class_of(value) && class_find(py, class_of(value), STR("__enter__")))
			value = py_call_method(py, value, STR("__enter__"), &none,
					       (struct site){at, at});
		else if (value->kind == NODE_LIST && value->code == py_tag_iterator &&
			 value->as.items.n == 1)
			/* @contextmanager: what the generator yields. */
			value = value->as.items.at[0];
		if (item->target)
			py_assign(py, item->target, value);
	}
	flow = py_run_block(py, &s->as.with.body, 0);
	py->no_gradients = no_gradients;
	return flow;
}

static enum flow assertion(struct interpreter *py, const struct py_stmt *s)
{
	/* A false assertion is a reading that went wrong more often than a program that stops. */
	(void)py_condition(py, s->as.assertion.test);
	py_note_kept(py, s->as.assertion.test);
	return FLOW_NEXT;
}

static enum flow raise(struct interpreter *py, const struct py_stmt *s)
{
	const struct py_expr *e = s->as.raise.exception;
	struct node *what = e ? py_eval(py, e) : NULL;

	/* What raises it has raised before. */
	if (e || !span_known(py->end))
		py_end(py, s->at);
	py->raised = (struct str){0};
	py->raised_class = NULL;
	if (e && e->kind == EXPR_CALL)
		what = py_eval(py, e->as.call.function);
	if (what && what->kind == NODE_CLASS && !class_library(py, what->code).n) {
		py->raised_class = what->code;
		py->raised = py->raised_class->name;
	}
	if (what && what->kind == NODE_NAME && str_starts(what->text, STR("builtins."))) {
		if (str_is(what->text, "builtins.SystemExit"))
			return FLOW_EXIT;
		py->raised = str_sub(what->text, 9, what->text.n);
	}
	return FLOW_RAISE;
}

static enum flow simple(struct interpreter *py, const struct py_stmt *s)
{
	switch (s->kind) {
	case STMT_EXPR:
		py_eval(py, s->as.value);
		return FLOW_NEXT;
	case STMT_ASSIGN: {
		struct node *value = py_eval(py, s->as.assign.value);

		py_note_rest(py, s);
		for (size_t i = 0; i < s->as.assign.targets.n; i++)
			py_assign(py, s->as.assign.targets.at[i], value);
		return FLOW_NEXT;
	}
	case STMT_AUGASSIGN:
		augmented(py, s);
		return FLOW_NEXT;
	case STMT_ANNASSIGN:
		if (s->as.annassign.value)
			py_assign(py, s->as.annassign.target, py_eval(py, s->as.annassign.value));
		return FLOW_NEXT;
	case STMT_RETURN:
		return give_back(py, s);
	case STMT_RAISE:
		return raise(py, s);
	case STMT_ASSERT:
		return assertion(py, s);
	case STMT_DEL:
		for (size_t i = 0; i < s->as.targets.n; i++)
			delete (py, s->as.targets.at[i]);
		return FLOW_NEXT;
	case STMT_BREAK:
		return FLOW_BREAK;
	case STMT_CONTINUE:
		return FLOW_CONTINUE;
	case STMT_GLOBAL:
	case STMT_NONLOCAL:
		redirect(py, s);
		return FLOW_NEXT;
	case STMT_IMPORT:
	case STMT_IMPORT_FROM:
		py_run_import(py, s);
		return FLOW_NEXT;
	case STMT_FOR:
	case STMT_WHILE:
		return py_run_loop(py, s);
	case STMT_TRY:
		return py_run_try(py, s);
	case STMT_WITH:
		return with(py, s);
	case STMT_MATCH:
		return py_run_match(py, s);
	case STMT_FUNCTION:
		py_bind(py, s->as.function->name.text, py_make_function(py, s->as.function, s->at));
		return FLOW_NEXT;
	case STMT_CLASS:
		py_bind(py, s->as.class_->name.text, py_make_class(py, s->as.class_, s->at));
		return FLOW_NEXT;
	case STMT_BAD:
		for (size_t i = 0; i < s->as.bad.names.n; i++)
			bind_unknown(py, s->as.bad.names.at[i].text);
		return FLOW_NEXT;
	case STMT_TYPE_ALIAS:
	case STMT_PASS:
	case STMT_IF:
		break;
	}
	return FLOW_NEXT;
}

/* Of the statements that end so one within another the innermost is told. */
static void note_stop(struct interpreter *py, const struct py_stmt *s, enum flow flow)
{
	bool stops = flow == FLOW_RAISE || flow == FLOW_EXIT;

	if (stops && !py->stopping)
		py->trace->stop = s->at;
	py->stopping = stops;
}

/* Whether a statement is the end of the program by itself, and not by what it calls. */
static bool ends_itself(const struct interpreter *py, const struct py_stmt *s)
{
	return s->kind == STMT_RAISE || (s->kind == STMT_EXPR && s->as.value->kind == EXPR_CALL &&
					 py->end.file == s->at.file && py->end.off == s->as.value->at.off);
}

enum flow py_run_block(struct interpreter *py, const struct py_block *block, size_t from)
{
	for (size_t i = from; i < block->n; i++) {
		struct py_stmt *s = block->at[i];
		bool took_rest = false;
		enum flow flow;

		/* Between two evaluations of a module its tree has left the cache. */
		if (i + 2 < block->n)
			__builtin_prefetch(block->at[i + 2]);
		if (!py_step(py, 1) || py->deep >= DEEP_MAX) {
			note_stop(py, s, FLOW_EXIT);
			return FLOW_EXIT;
		}
		py->deep++;
		flow = s->kind == STMT_IF ? branch(py, s, block, i + 1, &took_rest) : simple(py, s);
		py->deep--;
		if (py->unwinding != FLOW_NEXT) {
			flow = py->unwinding;
			py->unwinding = FLOW_NEXT;
		}
		note_stop(py, s, flow);
		/* What a call ends is gone on behind the call; behind a raise itself nothing stands that runs. */
		if ((flow == FLOW_RAISE || flow == FLOW_EXIT) && py->passed && !took_rest && i + 1 < block->n &&
		    !ends_itself(py, s)) {
			py->passed = false;
			py->stopping = false;
			flow = FLOW_NEXT;
		}
		if (flow != FLOW_NEXT || took_rest)
			return flow;
	}
	return FLOW_NEXT;
}
