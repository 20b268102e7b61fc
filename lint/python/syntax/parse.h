/*
 * The parser's state and its grammar functions, one per rule or family of rules.
 *
 * A grammar function reads its rule from p->t on and leaves p->t behind it. It returns NULL (or
 * false) if the rule does not match; then p->error tells why, p->t is anywhere, and the statement at
 * hand is given up (recover.c). Rules are quoted from https://docs.python.org/3/reference/grammar.html,
 * shortened.
 */
#ifndef LINT_PYTHON_SYNTAX_PARSE_H
#define LINT_PYTHON_SYNTAX_PARSE_H

#include "lexicon.h"

/** Why parsing a statement failed: the first reason stands. */
struct py_error {
	/** NULL: none yet. */
	const char *reason;
	enum py_bad_kind kind;
	struct token at;
	/** Whether the reason is what was expected, so that the message adds what was found. */
	bool expected;
};

struct parser {
	struct arena *arena;
	struct py_lexicon *lexicon;
	struct py_module *module;
	struct str text;
	uint32_t file;
	enum py_encoding encoding;
	const struct token *t;
	/** Offset behind the last token taken. */
	uint32_t end;
	/** Nesting of grammar functions, against PY_DEPTH_MAX. */
	uint32_t depth;
	/** Set by yield; saved and cleared around each function and lambda. */
	bool yields;
	/** Bodies of functions are left for py_parse_body(). */
	bool outline;
	/** Bytes of the lexicon's stack in use: children of lists that are not yet complete. */
	size_t stack;
	struct py_error error;
	struct {
		VEC(struct py_stmt *);
	} bad;
};

/* Tokens (parse.c). */

static inline enum tok py_kind(const struct parser *p)
{
	return (enum tok)p->t->kind;
}

/** The kind of the token behind the present one. */
static inline enum tok py_next_kind(const struct parser *p)
{
	return p->t->kind == TOK_END ? TOK_END : (enum tok)p->t[1].kind;
}

static inline void py_advance(struct parser *p)
{
	/* Line ends and indentation are empty, and no part of what they end. */
	if (p->t->len)
		p->end = p->t->off + p->t->len;
	p->t += p->t->kind != TOK_END;
}

/** Takes the token if it is of a kind. */
static inline bool py_accept(struct parser *p, enum tok kind)
{
	if (py_kind(p) != kind)
		return false;
	py_advance(p);
	return true;
}

/** Takes a token of a kind, or fails with "expected …". */
bool py_expect(struct parser *p, enum tok kind);
/** Notes that a rule does not match here: what is a noun phrase of what was expected. False. */
bool py_expected(struct parser *p, const char *what);
/** Notes another reason. False. */
bool py_fail(struct parser *p, enum py_bad_kind kind, const char *reason);
/** Takes a name, or fails. */
bool py_take_name(struct parser *p, struct py_name *name);
/** The text of a token. */
static inline struct str py_token_text(const struct parser *p, const struct token *t)
{
	return (struct str){p->text.s + t->off, t->len};
}

/** The same of a name: kept once, if the lexicon keeps names. */
static inline struct str py_name_text(const struct parser *p, struct str name)
{
	return p->lexicon->names ? identifiers_one(p->lexicon->names, name) : name;
}

/** From an offset to the end of the last token taken. */
static inline struct span py_span(const struct parser *p, uint32_t from)
{
	return (struct span){p->file, from, p->end > from ? p->end - from : 0};
}

/** Whether a token is the name of a soft keyword. */
bool py_is_word(const struct parser *p, const struct token *t, const char *word);

/** Goes one level deeper; false, with an error noted, at PY_DEPTH_MAX. */
bool py_enter(struct parser *p);
static inline void py_leave(struct parser *p)
{
	p->depth--;
}

/* Lists under construction: py_mark(), any number of py_push(), then py_take(). */

static inline size_t py_mark(const struct parser *p)
{
	return p->stack;
}

/** Zeroed room for one more element of size bytes, valid until the next push. */
void *py_push(struct parser *p, size_t size);
/** Moves the elements since the mark to the arena and sets their number. */
void *py_take(struct parser *p, size_t mark, size_t size, size_t *n);
/** Pushes an element and assigns it. */
#define PY_PUSH(p, type, value) (*(type *)py_push((p), sizeof(type)) = (value))
/** Moves the elements since the mark to a list {at, n}. */
#define PY_TAKE(p, mark, list) ((list)->at = py_take((p), (mark), sizeof(*(list)->at), &(list)->n))

/* Nodes (parse.c). */

struct py_expr *py_new_expr(struct parser *p, enum py_expr_kind kind, uint32_t from);
struct py_stmt *py_new_stmt(struct parser *p, enum py_stmt_kind kind, uint32_t from);
/**
 * Closes a node whose children are set: its span ends with the last token, its height is one more
 * than the highest child's. NULL, with an error noted, if the tree is too high.
 */
struct py_expr *py_close(struct parser *p, struct py_expr *e);
/** Raises the height of a node under construction above a child's; child may be NULL. */
static inline void py_under(struct py_expr *e, const struct py_expr *child)
{
	if (child && e->height < child->height)
		e->height = child->height;
}
void py_under_all(struct py_expr *e, struct py_exprs children);

/* Expressions. */

/** expression: conditional, lambda, or disjunction (parse_expression.c). */
struct py_expr *py_expression(struct parser *p);
/** named_expression: NAME ':=' expression | expression */
struct py_expr *py_named_expression(struct parser *p);
/** bitwise_or, the operand of a star and the target of a for. */
struct py_expr *py_bitwise_or(struct parser *p);
/** sum: what a pattern's literal may be. */
struct py_expr *py_sum(struct parser *p);
/** or_test: expression without conditional and lambda. */
struct py_expr *py_disjunction(struct parser *p);
/** star_named_expression: '*' bitwise_or | named_expression */
struct py_expr *py_star_named_expression(struct parser *p);
/** The subject of a match: as star_expressions, with ":=". */
struct py_expr *py_star_named_expressions(struct parser *p);
/** star_expressions: expressions with stars and commas; several make a tuple. */
struct py_expr *py_star_expressions(struct parser *p);
/** yield_expr | star_expressions: the right side of an assignment, a field of an f-string. */
struct py_expr *py_value(struct parser *p);
/** yield_expr */
struct py_expr *py_yield(struct parser *p);
/** Targets of a for, up to "in": several make a tuple. */
struct py_expr *py_for_targets(struct parser *p);
/** Whether an expression may stand on the left of "=" (or after del, if del); notes an error. */
bool py_check_target(struct parser *p, const struct py_expr *e);

/** await_primary: an atom with its attributes, calls and subscripts (parse_primary.c). */
struct py_expr *py_primary(struct parser *p);
/** arguments ')' of a call or class; "(" is taken. */
bool py_arguments(struct parser *p, struct py_args *args);
/** An atom (parse_atom.c). */
struct py_expr *py_atom(struct parser *p);
/** for_if_clauses; leaves them in the node. */
bool py_for_clauses(struct parser *p, struct py_expr *comp);
/** Whether a comprehension begins here: "for" or "async for". */
static inline bool py_at_for(const struct parser *p)
{
	return py_kind(p) == TOK_FOR || (py_kind(p) == TOK_ASYNC && py_next_kind(p) == TOK_FOR);
}
/** Adjacent strings and f-strings (parse_string.c). */
struct py_expr *py_strings(struct parser *p);
/** A number (parse_number.c). */
struct py_expr *py_number(struct parser *p);

/* Functions and classes (parse_function.c). */

/** Parameters up to (not including) a closing token; annotations only if annotated. */
bool py_parameters(struct parser *p, enum tok closing, bool annotated, struct py_params *params);
/** type_params: '[' … ']' if there is one. */
bool py_type_parameters(struct parser *p, struct py_type_params *params);
struct py_stmt *py_function_def(struct parser *p, uint32_t from, struct py_exprs decorators,
				bool is_async);
struct py_stmt *py_class_def(struct parser *p, uint32_t from, struct py_exprs decorators);
struct py_stmt *py_decorated(struct parser *p);

/* Statements. */

/** simple_stmt (parse_simple.c). */
struct py_stmt *py_simple(struct parser *p);
/** import_name and import_from, their keyword taken (parse_import.c). */
struct py_stmt *py_import(struct parser *p, struct py_stmt *s);
struct py_stmt *py_import_from(struct parser *p, struct py_stmt *s);
/** compound_stmt (parse_compound.c); NULL without an error if none begins here. */
struct py_stmt *py_compound(struct parser *p);
/** match_stmt (parse_match.c). */
struct py_stmt *py_match(struct parser *p);
/** Whether a match statement begins here: the line ends with ':' and a "case" is indented below. */
bool py_at_match(const struct parser *p);
/** block: ':' taken; NEWLINE INDENT statements DEDENT, or simple statements on the line. */
bool py_block(struct parser *p, struct py_block *block);
/** A block whose leading docstring is taken out. */
bool py_body(struct parser *p, struct py_block *block, struct py_expr **docstring);
/** statements: statement+, up to the end of the block. */
void py_statements(struct parser *p, struct py_block *block);
/** Takes the docstring out of a block, if it has one. */
struct py_expr *py_docstring(struct py_block *block);
/**
 * Goes behind an indented block that can be parsed later, and notes where it stands; false if it has to
 * be parsed now: it is on the line itself, or yields.
 */
bool py_skip_body(struct parser *p, struct py_body *body);
/** A parser at the first of some tokens of a module's text. */
struct parser py_parser(struct arena *a, struct py_lexicon *lexicon, struct py_module *module,
			const struct py_lexed *lexed);

/** The STMT_BAD for the statement that began at a token: goes to behind it (recover.c). */
struct py_stmt *py_recover(struct parser *p, const struct token *from);

#endif
