/*
 * Values of literals: escapes, encodings, numbers.
 */
#ifndef LINT_PYTHON_SYNTAX_LITERAL_H
#define LINT_PYTHON_SYNTAX_LITERAL_H

#include "token.h"

/** Bytes under construction: room is never exceeded, what does not fit is dropped. */
struct py_text {
	char *at;
	size_t n, room;
};

struct py_yaml_value {
	bool raw, bytes;
	/** Text of an f-string: doubled braces stand for one. */
	bool braces;
	enum py_encoding encoding;
};

/** What stands before the quotes of a string or f-string token, and how long the quotes are. */
struct py_prefix {
	bool raw, bytes, formatted, template_string;
	uint8_t prefix, quotes;
};

struct py_prefix py_prefix_of(struct str token);
/** Whether a string's body is its value, byte for byte. */
bool py_literal_plain(struct str body, struct py_yaml_value how);
/** Most bytes that a body of n bytes can be decoded to. */
size_t py_literal_room(size_t n, enum py_encoding encoding);
/**
 * Appends a string's value: escapes resolved, line ends as '\n', text as UTF-8. False for an escape
 * that Python refuses; *inexact is set (never cleared) where the value cannot be known.
 */
bool py_literal_decode(struct py_text *out, struct str body, struct py_yaml_value how, bool *inexact);

#endif
