/*
 * The syntax tree of a Python file, 3.6 to 3.14, and the parser's entry.
 *
 * The shapes follow Python's own ast module (names of nodes, order of children, what is merged and
 * what is nested), so that its documentation explains this file too. Where this tree differs:
 *   - call arguments stay in source order, positional and named ones in one array;
 *   - a docstring is taken out of its body and stands beside it;
 *   - parameters are one array in source order, each with its kind;
 *   - literals are decoded;
 *   - a statement that does not parse is STMT_BAD and the next one goes on.
 *
 * Invariants:
 *   - the tree lives in the arena that was given to py_parse(); texts may point into the source,
 *     which must live as long;
 *   - a pointer to a child is NULL only where a comment says so; arrays have exactly n elements;
 *   - the span of an expression leaves out parentheses around it, as Python's positions do; that of
 *     a generator expression or non-empty parenthesised tuple holds them;
 *   - an expression is at most PY_DEPTH_MAX high, and statements are nested at most as deep, so a
 *     walker may recurse.
 */
#ifndef LINT_PYTHON_SYNTAX_AST_H
#define LINT_PYTHON_SYNTAX_AST_H

#include "core/base/base.h"

/** Deepest nesting of expressions, and of statements; what nests deeper is a rejected statement. */
enum { PY_DEPTH_MAX = 400 };

struct identifiers;
struct py_expr;
struct py_stmt;
struct py_pattern;

/** Arrays: at[0] … at[n - 1]. */
struct py_exprs {
	struct py_expr **at;
	size_t n;
};

struct py_block {
	struct py_stmt **at;
	size_t n;
};

struct py_patterns {
	struct py_pattern **at;
	size_t n;
};

/** An identifier and its place. */
struct py_name {
	struct str text;
	struct span at;
};

struct py_names {
	struct py_name *at;
	size_t n;
};

/* Expressions. */

enum py_expr_kind {
	EXPR_NONE,
	EXPR_TRUE,
	EXPR_FALSE,
	/** "..." */
	EXPR_ELLIPSIS,
	/** as.integer */
	EXPR_INT,
	/** as.real */
	EXPR_FLOAT,
	/** as.real: 2j */
	EXPR_IMAGINARY,
	/** as.text */
	EXPR_STR,
	EXPR_BYTES,
	/** as.items: EXPR_STR and EXPR_FIELD, in order; never two EXPR_STR side by side, none empty. */
	EXPR_FSTRING,
	/** The same for t"…" (3.14). */
	EXPR_TSTRING,
	/** as.field: {value!r:spec} of an f-string. */
	EXPR_FIELD,
	/** as.name */
	EXPR_NAME,
	/** as.attr: value.name */
	EXPR_ATTR,
	/** as.subscript: value[index]; several indices are an EXPR_TUPLE. */
	EXPR_SUBSCRIPT,
	/** as.slice: lower:upper:step, in a subscript only. */
	EXPR_SLICE,
	/** as.call */
	EXPR_CALL,
	/** as.unary: -x +x ~x not x */
	EXPR_UNARY,
	/** as.binary */
	EXPR_BINARY,
	/** as.boolean: "a and b and c" is one node of three. */
	EXPR_BOOL,
	/** as.compare: a < b <= c */
	EXPR_COMPARE,
	/** as.cond: body if test else orelse */
	EXPR_COND,
	/** as.named: target := value */
	EXPR_NAMED,
	/** as.lambda */
	EXPR_LAMBDA,
	/** as.items */
	EXPR_LIST,
	EXPR_TUPLE,
	EXPR_SET,
	/** as.dict */
	EXPR_DICT,
	/** as.comp */
	EXPR_LIST_COMP,
	EXPR_SET_COMP,
	EXPR_DICT_COMP,
	EXPR_GENERATOR,
	/** as.value: *value, in calls' arguments see struct py_arg instead. */
	EXPR_STAR,
	/** as.value */
	EXPR_AWAIT,
	/** as.value, NULL for a bare yield. */
	EXPR_YIELD,
	/** as.value */
	EXPR_YIELD_FROM,
};

/** Operators of EXPR_UNARY, EXPR_BINARY, EXPR_BOOL, EXPR_COMPARE and STMT_AUGASSIGN. */
enum py_op {
	OP_ADD,
	OP_SUB,
	OP_MUL,
	OP_MATMUL,
	OP_DIV,
	OP_FLOORDIV,
	OP_MOD,
	OP_POW,
	OP_LSHIFT,
	OP_RSHIFT,
	OP_BITAND,
	OP_BITOR,
	OP_BITXOR,
	OP_NEG,
	OP_POS,
	OP_INVERT,
	OP_NOT,
	OP_AND,
	OP_OR,
	OP_EQ,
	OP_NE,
	OP_LT,
	OP_LE,
	OP_GT,
	OP_GE,
	OP_IS,
	OP_IS_NOT,
	OP_IN,
	OP_NOT_IN,
};

enum py_arg_kind {
	/** value */
	ARG_POSITIONAL,
	/** name=value */
	ARG_NAMED,
	/** *value */
	ARG_STAR,
	/** **value */
	ARG_DOUBLE_STAR,
};

/** An argument of a call, or a base or keyword of a class. */
struct py_arg {
	enum py_arg_kind kind;
	/** ARG_NAMED. */
	struct py_name name;
	struct py_expr *value;
	/** Whole: from the name or the stars on. */
	struct span at;
};

struct py_args {
	struct py_arg *at;
	size_t n;
};

/** key: value of a dict display; key is NULL for **value. */
struct py_pair {
	struct py_expr *key, *value;
};

/** One step of a comparison: the operator and its right side. */
struct py_compare {
	enum py_op op;
	struct py_expr *right;
};

/** "for target in iter if … if …" of a comprehension. */
struct py_for_clause {
	struct py_expr *target, *iter;
	struct py_exprs conditions;
	bool is_async;
};

enum py_param_kind {
	/** Before "/". */
	PARAM_POSITIONAL_ONLY,
	/** Plain. */
	PARAM_PLAIN,
	/** *args; a bare "*" is not in the list. */
	PARAM_STAR,
	/** After "*" or *args. */
	PARAM_KEYWORD_ONLY,
	/** **kwargs */
	PARAM_DOUBLE_STAR,
};

struct py_param {
	enum py_param_kind kind;
	struct py_name name;
	/** NULL if there is none. */
	struct py_expr *annotation, *default_value;
};

struct py_params {
	struct py_param *at;
	size_t n;
	/** One of them at least has a default. */
	bool defaults;
};

struct py_expr {
	enum py_expr_kind kind;
	/** Written inside parentheses of its own. */
	bool parenthesised;
	/**
	 * The value is not exactly known: an integer beyond 64 bits (real holds it rounded), a string with
	 * \N{…} or with bytes of an encoding that is neither UTF-8 nor Latin-1.
	 */
	bool inexact;
	/** Levels of expressions below this one; a leaf has 0. At most PY_DEPTH_MAX. */
	uint16_t height;
	struct span at;
	union {
		int64_t integer;
		/** EXPR_FLOAT, EXPR_IMAGINARY; EXPR_INT that is inexact: the rounded value. */
		double real;
		/** EXPR_STR as UTF-8 (lone surrogates as three bytes each), EXPR_BYTES as they are. */
		struct str text;
		/** Of a literal: what stands above, and the value that evaluations share; NULL: none has asked for it. */
		struct {
			struct str is;
			struct node *node;
		} literal;
		/** EXPR_NAME, as written. Its literal.node: the built-in that it is where nothing has bound it. */
		struct str name;
		/** EXPR_LIST, EXPR_TUPLE, EXPR_SET, EXPR_FSTRING, EXPR_TSTRING. */
		struct py_exprs items;
		/** EXPR_STAR, EXPR_AWAIT, EXPR_YIELD, EXPR_YIELD_FROM. */
		struct py_expr *value;
		struct {
			struct py_expr *value;
			/** An EXPR_FSTRING, or NULL. */
			struct py_expr *spec;
			/** EXPR_TSTRING: the expression as written, else empty. */
			struct str source;
			/** 's', 'r', 'a', or 0. */
			char conversion;
		} field;
		struct {
			struct py_expr *value;
			/** Its place is the end of the node's span; py_attr_at() gives it. */
			struct str name;
			/** The library's name that it was last, as literal.node. */
			struct node *node;
		} attr;
		struct {
			struct py_expr *value, *index;
		} subscript;
		/** Each NULL if left out. */
		struct {
			struct py_expr *lower, *upper, *step;
		} slice;
		struct {
			struct py_expr *function;
			struct py_args args;
		} call;
		struct {
			struct py_expr *operand;
			enum py_op op;
		} unary;
		struct {
			struct py_expr *left, *right;
			enum py_op op;
		} binary;
		struct {
			struct py_exprs operands;
			enum py_op op;
		} boolean;
		struct {
			struct py_expr *left;
			struct py_compare *at;
			size_t n;
		} compare;
		struct {
			struct py_expr *test, *body, *orelse;
		} cond;
		struct {
			struct py_expr *target, *value;
		} named;
		struct {
			struct py_params params;
			struct py_expr *body;
			/** Its body yields. */
			bool is_generator;
		} lambda;
		struct {
			struct py_pair *at;
			size_t n;
		} dict;
		struct {
			/** The element; of a dict comprehension the key. */
			struct py_expr *element;
			/** EXPR_DICT_COMP, else NULL. */
			struct py_expr *value;
			struct py_for_clause *at;
			size_t n;
		} comp;
	} as;
};

/* Statements. */

enum py_stmt_kind {
	/** as.value */
	STMT_EXPR,
	/** as.assign: a = b = value */
	STMT_ASSIGN,
	/** as.augassign: target += value */
	STMT_AUGASSIGN,
	/** as.annassign: target: annotation = value */
	STMT_ANNASSIGN,
	/** as.value, NULL for a bare return. */
	STMT_RETURN,
	/** as.raise */
	STMT_RAISE,
	/** as.assertion */
	STMT_ASSERT,
	/** as.targets */
	STMT_DEL,
	STMT_PASS,
	STMT_BREAK,
	STMT_CONTINUE,
	/** as.names */
	STMT_GLOBAL,
	STMT_NONLOCAL,
	/** as.import: import a.b as c */
	STMT_IMPORT,
	/** as.import: from ..a import b as c */
	STMT_IMPORT_FROM,
	/** as.branch; "elif" is an STMT_IF alone in orelse. */
	STMT_IF,
	/** as.branch: body while test, then orelse. */
	STMT_WHILE,
	/** as.loop */
	STMT_FOR,
	/** as.attempt */
	STMT_TRY,
	/** as.with */
	STMT_WITH,
	/** as.match */
	STMT_MATCH,
	/** as.function */
	STMT_FUNCTION,
	/** as.class_ */
	STMT_CLASS,
	/** as.type_alias: type X[T] = value (3.12) */
	STMT_TYPE_ALIAS,
	/** as.bad: no Python, or not understood. */
	STMT_BAD,
};

/** A name of an import: "a.b as c"; as_name.text is empty if not given; name "*" of a from. */
struct py_alias {
	struct py_name name, as_name;
	/** The library's name that it imports, shared by all evaluations; NULL: none yet. */
	struct node *node;
};

struct py_handler {
	/** NULL for a bare except. "except A, B:" (3.14) is an EXPR_TUPLE. */
	struct py_expr *type;
	/** Empty if not given. */
	struct py_name name;
	struct py_block body;
	struct span at;
};

struct py_with_item {
	struct py_expr *context;
	/** NULL if there is no "as". */
	struct py_expr *target;
};

struct py_case {
	struct py_pattern *pattern;
	/** NULL if there is none. */
	struct py_expr *guard;
	struct py_block body;
	struct span at;
};

enum py_type_param_kind { TYPE_PARAM_VAR, TYPE_PARAM_TUPLE, TYPE_PARAM_SPEC };

/** T: bound = default, *Ts, **P of "def f[T]()", "class C[T]", "type X[T] = …". */
struct py_type_param {
	enum py_type_param_kind kind;
	struct py_name name;
	/** NULL if not given. */
	struct py_expr *bound, *default_value;
};

struct py_type_params {
	struct py_type_param *at;
	size_t n;
};

struct py_module;

/** The body of a function. */
struct py_body {
	/** EXPR_STR, or NULL. */
	struct py_expr *docstring;
	/** May be empty, if there was only a docstring. */
	struct py_block block;
	/** Where it stands, if it is not parsed yet (py_parse_body()); to is 0 if it is. */
	uint32_t from, to;
	/** How deep the function is nested in other statements. */
	uint32_t depth;
};

struct py_function {
	struct py_name name;
	struct py_type_params type_params;
	struct py_params params;
	/** NULL if not given. */
	struct py_expr *returns;
	struct py_exprs decorators;
	struct py_body *body;
	bool is_async;
	/** Its body, nested functions left out, yields. */
	bool is_generator;
};

struct py_class {
	struct py_name name;
	struct py_type_params type_params;
	/** Bases (ARG_POSITIONAL, ARG_STAR) and keywords such as metaclass=. */
	struct py_args args;
	struct py_exprs decorators;
	/** EXPR_STR, or NULL. */
	struct py_expr *docstring;
	struct py_block body;
};

/** Why a statement was not understood. */
enum py_bad_kind {
	/** Anything else; the reason names the token. */
	BAD_SYNTAX,
	/** print x, exec x, raise E, x: Python 2. */
	BAD_PYTHON2,
	/** %magic or %%cell magic, x = %magic, name? of IPython. */
	BAD_MAGIC,
	/** !command or x = !command of IPython; text is the command. */
	BAD_SHELL,
	/** An indented line where none may be, or a dedent to no level. */
	BAD_INDENT,
	/** Nested deeper than PY_DEPTH_MAX. */
	BAD_DEPTH,
	/** A bracket or triple quote that is never closed. */
	BAD_UNCLOSED,
};

struct import_result;

struct py_stmt {
	enum py_stmt_kind kind;
	/** Without its line end and comment; of a compound statement, with its last line. */
	struct span at;
	union {
		struct py_expr *value;
		struct {
			struct py_exprs targets;
			struct py_expr *value;
		} assign;
		struct {
			struct py_expr *target, *value;
			enum py_op op;
		} augassign;
		struct {
			struct py_expr *target, *annotation;
			/** NULL if there is none. */
			struct py_expr *value;
		} annassign;
		/** Each NULL if left out. */
		struct {
			struct py_expr *exception, *cause;
		} raise;
		struct {
			struct py_expr *test;
			/** NULL if left out. */
			struct py_expr *message;
		} assertion;
		struct py_exprs targets;
		struct py_names names;
		struct {
			/** STMT_IMPORT_FROM: empty text in "from . import x". */
			struct py_name module;
			struct py_alias *at;
			size_t n;
			/** STMT_IMPORT_FROM: number of leading dots. */
			uint32_t level;
			/** STMT_IMPORT_FROM: where modules were looked for when it ran last, and what was found (import_cache.h). */
			uint32_t found_for;
			const struct import_result *found;
		} import;
		struct {
			struct py_expr *test;
			struct py_block body, orelse;
		} branch;
		struct {
			struct py_expr *target, *iter;
			struct py_block body, orelse;
			bool is_async;
		} loop;
		struct {
			struct py_block body;
			struct py_handler *handlers;
			size_t n_handlers;
			struct py_block orelse, finally;
			/** except* */
			bool is_star;
		} attempt;
		struct {
			struct py_with_item *at;
			size_t n;
			struct py_block body;
			bool is_async;
		} with;
		struct {
			struct py_expr *subject;
			struct py_case *at;
			size_t n;
		} match;
		struct py_function *function;
		struct py_class *class_;
		struct {
			struct py_name name;
			struct py_type_params type_params;
			struct py_expr *value;
		} type_alias;
		struct {
			enum py_bad_kind why;
			/** "expected ':' after the condition", a phrase. */
			struct str reason;
			/** BAD_SHELL, BAD_MAGIC: the command without its "!" or "%". */
			struct str text;
			/** What it may have assigned, as far as that can be seen. */
			struct py_names names;
		} bad;
	} as;
};

/* Patterns of match. */

enum py_pattern_kind {
	/** as.value: a literal, a dotted name, or a signed or complex number; compared by ==. */
	PATTERN_VALUE,
	/** as.value: None, True, False; compared by "is". */
	PATTERN_SINGLETON,
	/** as.items: [a, *b] or a, b */
	PATTERN_SEQUENCE,
	/** as.mapping: {"k": p, **rest} */
	PATTERN_MAPPING,
	/** as.class_: C(p, name=p) */
	PATTERN_CLASS,
	/** as.capture.name: *name in a sequence; empty for *_ */
	PATTERN_STAR,
	/** as.capture: "p as name", a bare name (pattern NULL), or "_" (name empty as well). */
	PATTERN_CAPTURE,
	/** as.items: p | q */
	PATTERN_OR,
};

struct py_pattern {
	enum py_pattern_kind kind;
	struct span at;
	union {
		struct py_expr *value;
		struct py_patterns items;
		struct {
			/** keys.n == values.n */
			struct py_exprs keys;
			struct py_patterns values;
			/** Empty if there is no **rest. */
			struct py_name rest;
		} mapping;
		struct {
			struct py_expr *type;
			struct py_patterns positional;
			/** names.n == named.n */
			struct py_names names;
			struct py_patterns named;
		} class_;
		struct {
			/** NULL: anything. */
			struct py_pattern *pattern;
			struct py_name name;
		} capture;
	} as;
};

/* The file. */

struct module;

struct py_module {
	uint32_t file;
	/** The source. */
	struct str text;
	/** EXPR_STR, or NULL. */
	struct py_expr *docstring;
	struct py_block body;
	/** Every STMT_BAD in source order, wherever it is nested. */
	struct py_block bad;
	/** Comments, from "#" to before the line end, in source order. */
	struct span *comments;
	size_t n_comments;
	/** Nodes made, a measure of size for budgets. */
	size_t n_nodes;
	/** A bit for each word of the text (mentions.c); NULL: not noted yet. */
	uint64_t *words;
	uint64_t words_mask;
	/** The evaluation that loaded it last (module.c), and what it is there. */
	uint64_t run;
	struct module *loaded;
};

/**
 * Compiled token patterns and room to match with them: made once, used for any number of files, by
 * one thread at a time.
 */
struct py_lexicon;

/** Compiles the patterns. NULL only if PCRE2 is unusable (out of memory). Free with py_lexicon_free(). */
struct py_lexicon *py_lexicon_new(void);
/** Gives its memory back. */
void py_lexicon_free(struct py_lexicon *lexicon);
/** Names of what is parsed from now on are kept in names; until then they are left where they stand in the text. */
void py_lexicon_keep_names(struct py_lexicon *lexicon, struct identifiers *names);

/**
 * The tree of a source text (any bytes: BOM, "\r\n", form feeds, NUL). file is the id that spans
 * carry. Never fails: what does not parse is STMT_BAD. Texts of 4 GiB and more are cut.
 */
struct py_module *py_parse(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
			   struct str text);
/**
 * The same with the bodies of functions left for py_parse_body(): most functions of what a script
 * imports are never called. What is wrong in them is in nobody's list.
 */
struct py_module *py_parse_outline(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
				   struct str text);
/** Parses a function's body of such a tree, if that was not done yet. */
void py_parse_body(struct arena *a, struct py_lexicon *lexicon, const struct py_module *module,
		   struct py_body *body);

/** The expression that a text is, whole; NULL if it is none. Spans count from the text's start. */
struct py_expr *py_parse_expr(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
			      struct str text);

/** The place of an EXPR_ATTR's name. */
static inline struct span py_attr_at(const struct py_expr *attr)
{
	uint32_t n = (uint32_t)attr->as.attr.name.n;

	return (struct span){attr->at.file, attr->at.off + attr->at.len - n, n};
}

#endif
