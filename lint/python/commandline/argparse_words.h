/*
 * The words of a command line as argparse sees them: each an option, an argument or "--".
 */
#ifndef LINT_PYTHON_COMMANDLINE_ARGPARSE_WORDS_H
#define LINT_PYTHON_COMMANDLINE_ARGPARSE_WORDS_H

#include "argparse.h"

/** One word: its kind, and the option that it names. */
struct word {
	struct node *node;
	char kind; /* 'O', 'A' or '-' */
	struct option *option;
	/** The flag as declared, and what follows "=" (s is NULL if nothing does). */
	struct str flag, value;
};

struct parse {
	struct interpreter *py;
	struct parser *parser;
	struct node *namespace, *rest;
	VEC(struct word);
	/** A word that nothing takes, and that may be any number of them, options among them: $(flags). NULL: there is none. */
	const struct node *further;
	/** Positionals still to fill: indices into parser. */
	size_t next_positional;
};

/** Notes the first thing that is wrong with the command line. */
void parse_complain(struct parse *p, const char *what, struct str name);
/** Adds words, those of "@file" words in their place, and says of each what it is. */
void parse_words(struct parse *p, const struct node *words);
/** The option of a name exactly as declared; NULL if there is none. */
struct option *parse_option(struct parser *parser, struct str flag);
/** Sets an option's attribute of the namespace. */
void parse_store(struct parse *p, const struct option *o, struct node *value);
/**
 * Calls the object of an option's own action class (ACTION_CUSTOM) with its values. False where what that does
 * to the option's attribute is not known.
 */
bool parse_custom(struct parse *p, const struct option *o, const struct word *flag, struct node *values);
/** Does what an option's action does with n words; flag is the word that named it, NULL for none. */
void parse_take(struct parse *p, struct option *o, const struct word *flag,
		struct node *const *words, size_t n);

#endif
