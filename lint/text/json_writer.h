/*
 * Writing JSON: commas, indentation and escapes.
 *
 *	json_open(&j, '{'); json_key(&j, "n"); json_uint(&j, 1); json_close(&j, '}');
 */
#ifndef LINT_TEXT_JSON_WRITER_H
#define LINT_TEXT_JSON_WRITER_H

#include "output.h"

struct json_out {
	struct out *out;
	unsigned depth;
	/** Nothing stands in the innermost collection yet. */
	bool first;
	/** All on one line, without blanks. */
	bool line;
	/** A key was written and waits for its value. */
	bool keyed;
};

/** '{' or '['; each is to be closed with '}' or ']'. */
void json_open(struct json_out *j, char bracket);
/** Ends the innermost collection: '}' or ']'. */
void json_close(struct json_out *j, char bracket);
/** A key, as it is written: its value comes next. */
void json_key(struct json_out *j, const char *key);
/** Invalid UTF-8 becomes U+FFFD. */
void json_str(struct json_out *j, struct str s);
/** Values: a member's behind its key, or the next element. */
void json_int(struct json_out *j, int64_t i);
void json_uint(struct json_out *j, uint64_t u);
/** NaN and infinities, which JSON has no word for, become null. */
void json_real(struct json_out *j, double r);
void json_bool(struct json_out *j, bool b);
void json_null(struct json_out *j);

#endif
