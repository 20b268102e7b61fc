/*
 * argparse: the parser that a script builds, as values, and what a command line makes of it.
 *
 * A parser is an OBJECT with py_tag_parser. Its attributes are lists and maps of values, so that the
 * trail undoes what an undecided branch declares: "options" (a LIST of MAPs, one per add_argument),
 * "defaults" (a MAP), "given" (its constructor's arguments). Groups are the parser itself.
 */
#ifndef LINT_PYTHON_COMMANDLINE_ARGPARSE_H
#define LINT_PYTHON_COMMANDLINE_ARGPARSE_H

#include "commandline_parts.h"

enum action {
	ACTION_STORE,
	ACTION_CONST,
	ACTION_TRUE,
	ACTION_FALSE,
	ACTION_APPEND,
	ACTION_APPEND_CONST,
	ACTION_EXTEND,
	ACTION_COUNT,
	ACTION_HELP,
	ACTION_BOOLEAN,
	ACTION_PARSERS,
	/** A class of the script's own, which says what it does; or one that is not known. */
	ACTION_CUSTOM,
};

/** How many words an option takes. */
enum nargs { NARGS_ONE, NARGS_N, NARGS_OPTIONAL, NARGS_ANY, NARGS_SOME, NARGS_REST, NARGS_PARSER };

struct option {
	/** The MAP of the declaration. */
	struct node *node;
	/** LIST of the names; positional ones have none that begins with "-". */
	struct node *flags;
	struct str dest;
	enum action action;
	enum nargs nargs;
	size_t count;
	/** NULL if not given. */
	struct node *constant, *standard, *type, *choices;
	bool positional, required, seen;
	/** The first value given replaces a default that is a list (click's multiple). */
	bool afresh;
};

/** A parser at the time of parsing. */
struct parser {
	struct node *node;
	VEC(struct option);
	bool abbreviations;
	/** Characters that begin the name of a file with more words; may be empty. */
	struct str file_prefix;
	/** The first option that parser_parse() found to be required and not given; empty: none. */
	struct str lacks;
};

/* What a parser keeps of itself, under names that no attribute of a script's has. */
#define PARSER_OPTIONS	"@options"
#define PARSER_DEFAULTS "@defaults"
#define PARSER_GIVEN	"@given"
/* Of what add_subparsers() gives: the class of its parsers. */
#define PARSER_CLASS "@class"

/**
 * The list or mapping that a parser keeps under one of these names. Of a parser whose arms of a branch
 * keep different ones the first arm's; it is open then.
 */
struct node *parser_kept(struct interpreter *py, struct node *parser, const char *name);
/** A new, empty parser object. */
struct node *parser_new(struct interpreter *py, struct span at);
/** The parser that a constructor's call makes: its keywords in "given", its parents' options. */
struct node *parser_made(struct interpreter *py, const struct native_call *c);
/** Declares an option, as add_argument(*flags, **keywords) does. */
void parser_add(struct interpreter *py, struct node *parser, const struct args *args, struct span at);
/** Sets a member of an option's MAP. */
void option_put(struct interpreter *py, struct node *option, const char *name, struct node *value);
/** The parser as structs. */
struct parser parser_read(struct interpreter *py, struct node *parser);
/**
 * Parses words (a LIST; NULL: no launch is known) into the namespace. What is not understood is appended
 * to rest (a LIST or NULL). What the command line lacks or has wrongly is said in namespace->how.
 */
void parser_parse(struct interpreter *py, struct parser *parser, const struct node *words,
		  struct node *namespace, struct node *rest);
/** "--batch-size" of an option, or its name if it is positional. */
struct str option_name(const struct option *option);
/** The default as the parsed object answers it: converted, with "default of --x". */
struct node *option_default(struct interpreter *py, const struct option *option);
/** A word through the option's type; unknown if it cannot be converted. */
struct node *option_convert(struct interpreter *py, const struct option *option, struct node *word);

/**
 * HfArgumentParser(…).parse_args(): the namespace, with the fields of the parser's dataclasses put into it as the words give
 * them (hf_argparser.py adds an option for each); where nothing else is among its options, the object of its only class.
 * NULL if it has none.
 */
struct node *parser_fields(struct interpreter *py, const struct node *parser, const struct node *words,
			   struct node *namespace, bool alone, struct site site);

/**
 * HfArgumentParser(…).parse_known_args(): the fields that the words give, put into the namespace; the other words into rest.
 * Defaults are not: scripts that ask so have suppressed them (action.default = SUPPRESS), to put what is given over a
 * configuration. False if the parser has no dataclasses.
 */
bool parser_given_fields(struct interpreter *py, const struct node *parser, const struct node *words, struct node *namespace,
			 struct node *rest);

/**
 * jsonargparse's parsers: what add_argument() means by its arguments, as parser_add() takes them; none if
 * all is declared. False for other parsers.
 */
bool parser_adapt(struct interpreter *py, struct node *parser, const struct args *args,
		  struct args *adapted);
/** The namespace of a jsonargparse parser: dotted names nest, files of values fill in. Others' as it is. */
struct node *parser_nested(struct interpreter *py, const struct parser *p, struct node *flat);

#endif
