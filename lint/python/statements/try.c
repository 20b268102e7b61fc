#include "statement_parts.h"

#include "lint/python/values/modules.h"

static enum flow body_of(struct interpreter *py, void *context)
{
	const struct py_stmt *s = context;
	const struct node *guard = py->try_guard;
	const struct py_stmt *trying = py->trying;
	const bool around = py->tried_around;
	enum flow flow;

	if (s->as.attempt.n_handlers) {
		py->tried_around = trying != NULL;
		py->trying = s;
		py->try_guard = py->guard;
	}
	flow = py_run_block(py, &s->as.attempt.body, 0);
	py->trying = trying;
	py->tried_around = around;
	py->try_guard = guard;
	return flow == FLOW_NEXT ? py_run_block(py, &s->as.attempt.orelse, 0) : flow;
}

static enum flow run_handler(struct interpreter *py, const struct py_handler *h)
{
	if (h->name.text.n)
		py_bind(py, h->name.text, py_unknown(py, h->name.at, "an exception"));
	return py_run_block(py, &h->body, 0);
}

static enum flow first_handler(struct interpreter *py, void *context)
{
	const struct py_stmt *s = context;

	return run_handler(py, &s->as.attempt.handlers[0]);
}

/* try: train() except Exception: print("failed"): what was caught kept it from training, and nobody is told. */
static void note_given_up(struct interpreter *py, const struct py_stmt *s, struct span end)
{
	if (span_known(py->trace->stopped) || !py_words_train(py, py_span_from(py, &s->as.attempt.body, 0)))
		return;
	py->end = end;
	py_note_end(py);
}

/* The handler of what was raised: of an exception that is not known the first one. */
static enum flow handle(struct interpreter *py, const struct py_stmt *s)
{
	struct str exception = py->raised;
	const struct class *c = py->raised_class;
	struct span end = py->end;
	enum flow flow;

	py->raised = (struct str){0};
	py->raised_class = NULL;
	for (size_t i = 0; i < s->as.attempt.n_handlers; i++)
		if (!exception.n || py_catches(py, s->as.attempt.handlers[i].type, exception, c)) {
			note_given_up(py, s, end);
			flow = run_handler(py, &s->as.attempt.handlers[i]);
			/* What ends the program is what was caught, and not what told of it. */
			if (flow == FLOW_RAISE || flow == FLOW_EXIT)
				py_end(py, end);
			return flow;
		}
	py->raised = exception;
	py->raised_class = c;
	return FLOW_RAISE;
}

static bool is_import_error(const struct py_expr *type)
{
	if (!type)
		return false;
	if (type->kind == EXPR_TUPLE) {
		for (size_t i = 0; i < type->as.items.n; i++)
			if (is_import_error(type->as.items.at[i]))
				return true;
		return false;
	}
	return type->kind == EXPR_NAME && (str_is(type->as.name, "ImportError") ||
					   str_is(type->as.name, "ModuleNotFoundError"));
}

/* Whether a module that is imported here is the repository's: then its import does not fail. */
static bool imports_library(struct interpreter *py, const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++) {
		const struct py_stmt *s = block->at[i];

		if (s->kind == STMT_IMPORT_FROM && s->as.import.level == 0 &&
		    !module_find(py, s->as.import.module.text))
			return true;
		if (s->kind == STMT_IMPORT)
			for (size_t k = 0; k < s->as.import.n; k++)
				if (!module_find(py, s->as.import.at[k].name.text))
					return true;
	}
	return false;
}

/* Whether a handler ends the program, as far as its last statement shows. */
static bool gives_up(const struct py_handler *h)
{
	const struct py_stmt *last = h->body.n ? h->body.at[h->body.n - 1] : NULL;
	const struct py_expr *f;

	if (!last)
		return false;
	if (last->kind == STMT_RAISE)
		return true;
	if (last->kind != STMT_EXPR || last->as.value->kind != EXPR_CALL)
		return false;
	f = last->as.value->as.call.function;
	return (f->kind == EXPR_NAME &&
		(str_is(f->as.name, "exit") || str_is(f->as.name, "quit"))) ||
	       (f->kind == EXPR_ATTR && str_is(f->as.attr.name, "exit"));
}

/* Whether a statement takes what an earlier run may have stored: rows = load_from_disk(path), model = torch.load(path). */
static bool takes_stored(const struct py_stmt *s)
{
	const struct py_expr *value = s->kind == STMT_ASSIGN ? s->as.assign.value : NULL, *f, *of;

	f = value && value->kind == EXPR_CALL ? value->as.call.function : NULL;
	if (!f || f->kind != EXPR_ATTR)
		return f && f->kind == EXPR_NAME && str_is(f->as.name, "load_from_disk");
	of = f->as.attr.value;
	return str_is(f->as.attr.name, "load_from_disk") ||
	       (str_is(f->as.attr.name, "load") && of->kind == EXPR_NAME && str_is(of->as.name, "torch"));
}

/* Whether a handler makes what the body did not get. */
static bool makes_up(const struct py_handler *h)
{
	for (size_t i = 0; i < h->body.n && !gives_up(h); i++) {
		const struct py_stmt *s = h->body.at[i];
		const struct py_expr *value = s->kind == STMT_ASSIGN   ? s->as.assign.value
					      : s->kind == STMT_RETURN ? s->as.value
								       : NULL;

		if (value && value->kind == EXPR_CALL)
			return true;
	}
	return false;
}

/* try: rows = load_from_disk(path); except FileNotFoundError: rows = read(path).map(tokenize) */
static bool may_lack_stored(const struct py_stmt *s)
{
	for (size_t i = 0; s->as.attempt.n_handlers && i < s->as.attempt.body.n; i++)
		if (takes_stored(s->as.attempt.body.at[i]))
			return makes_up(&s->as.attempt.handlers[0]);
	return false;
}

struct unset {
	struct interpreter *py;
	bool found;
};

static void see_unset(void *context, struct str name)
{
	struct unset *u = context;

	u->found |= !scope_get(u->py, u->py->frame->scope, name);
}

/* A handler is read only for the names that the body left unset. */
static void fill_in(struct interpreter *py, const struct py_stmt *s)
{
	for (size_t i = 0; i < s->as.attempt.n_handlers; i++) {
		const struct py_handler *h = &s->as.attempt.handlers[i];
		struct unset unset = {py, false};
		struct changes all, kept = {0};
		struct choice c;

		py_assigned(&h->body, see_unset, &unset);
		if (!unset.found || gives_up(h))
			continue;
		c = py_choose(py, STR("an exception is caught"), h->at);
		py_arm_begin(py, &c, 0);
		py_run_block(py, &h->body, 0);
		py_arm_end(py, &c, 0);
		all = c.changes[0];
		for (size_t k = 0; k < all.n; k++)
			if (all.at[k].cell && !all.at[k].cell->value)
				*vec_push(py->arena, &kept) = all.at[k];
		trail_redo(&py->trail, &kept);
	}
}

/*
 * try: batch = next(rows) except StopIteration: break. The loop ends where nothing is left to take, with what its last whole
 * round left behind: behind the try nothing was raised.
 */
static bool takes_until_none(const struct py_stmt *s)
{
	const struct py_handler *h = &s->as.attempt.handlers[0];

	return s->as.attempt.body.n == 1 && h->body.n == 1 && h->body.at[0]->kind == STMT_BREAK;
}

/*
 * Runs a body that surely raises nothing. Over data that nobody knows what computes with it alone may raise, and what is
 * done instead is done or not; where libraries are called, for training as well, they are taken to work.
 */
static enum flow body_or_handler(struct interpreter *py, const struct py_stmt *s, struct undecided *u)
{
	const struct py_block none = {0};
	const size_t calls = py->trace->n;
	struct fork fork;
	enum flow flow;
	bool took_rest;

	if (!py->blind || !s->as.attempt.n_handlers || takes_until_none(s))
		return body_of(py, u->context);
	fork = trail_fork(&py->trail);
	flow = body_of(py, u->context);
	if (flow != FLOW_NEXT || py->trace->n != calls) {
		trail_keep(&py->trail, fork);
		return flow;
	}
	trail_undo(&py->trail, fork);
	u->text = str_fmt(py->arena, "%.*s works", STR_ARG(py_source(py, u->at, 60)));
	return py_undecided(py, u, &none, 0, &took_rest);
}

static enum flow attempt(struct interpreter *py, const struct py_stmt *s)
{
	/* The context of the two arms is only read. */
	union {
		const struct py_stmt *in;
		void *out;
	} context = {.in = s};
	struct undecided u = {.at = s->as.attempt.body.n ? s->as.attempt.body.at[0]->at : s->at,
			      .run = {body_of, first_handler},
			      .context = context.out};
	const struct py_block none = {0};
	enum flow flow;
	bool took_rest;

	if (may_lack_stored(s) ||
	    (s->as.attempt.n_handlers && is_import_error(s->as.attempt.handlers[0].type) &&
	     !gives_up(&s->as.attempt.handlers[0]) && imports_library(py, &s->as.attempt.body))) {
		u.text = str_fmt(py->arena, "%.*s works", STR_ARG(py_source(py, u.at, 60)));
		return py_undecided(py, &u, &none, 0, &took_rest);
	}
	flow = body_or_handler(py, s, &u);
	if (flow == FLOW_RAISE && s->as.attempt.n_handlers && !py->passed)
		return handle(py, s);
	if (flow == FLOW_NEXT)
		fill_in(py, s);
	return flow;
}

enum flow py_run_try(struct interpreter *py, const struct py_stmt *s)
{
	enum flow flow = attempt(py, s), last;

	if (flow == FLOW_EXIT)
		return flow;
	last = py_run_block(py, &s->as.attempt.finally, 0);
	return last == FLOW_NEXT ? flow : last;
}
