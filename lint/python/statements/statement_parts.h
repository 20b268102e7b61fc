/*
 * What the files of statements share and nobody else needs.
 */
#ifndef LINT_PYTHON_STATEMENTS_STATEMENT_PARTS_H
#define LINT_PYTHON_STATEMENTS_STATEMENT_PARTS_H

#include "branch.h"
#include "statements.h"

/** These statements, for and while; try; match; import. */
enum flow py_run_loop(struct interpreter *py, const struct py_stmt *s);
enum flow py_run_try(struct interpreter *py, const struct py_stmt *s);
enum flow py_run_match(struct interpreter *py, const struct py_stmt *s);
void py_run_import(struct interpreter *py, const struct py_stmt *s);
/** The class that the repository's own copy of a library has and the rows do not know: trl.MyTrainer; NULL: there is none. */
struct node *forked_class(struct interpreter *py, struct str module, struct str name);
/** The value that a class statement makes, whose body is run. */
struct node *py_make_class(struct interpreter *py, const struct py_class *def, struct span at);
/** Whether code trains, by its words; statements of the module at hand. */
bool py_words_train(const struct interpreter *py, struct span at);
/** Where statements of the module at hand stand, from one on; unknown: none. */
struct span py_span_from(const struct interpreter *py, const struct py_block *block, size_t from);
/**
 * Runs the body of a loop for the elements of an unordered value: forwards and backwards; what the two
 * leave different depends on the order and becomes unknown, lists become unordered.
 */
enum flow py_run_both_ways(struct interpreter *py, const struct py_stmt *s, struct node *items,
			   enum flow (*run)(struct interpreter *py, const struct py_stmt *s,
					    struct node *const *items, size_t n));

#endif
