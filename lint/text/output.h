/*
 * Text under construction, and its way to a file descriptor.
 */
#ifndef LINT_TEXT_OUTPUT_H
#define LINT_TEXT_OUTPUT_H

#include "core/base/base.h"

struct out {
	struct arena *arena;
	VEC(char);
};

/** Appends a text. */
void out_put(struct out *out, struct str s);
void out_text(struct out *out, const char *z);
/** The same by printf. */
__attribute__((format(printf, 2, 3))) void out_fmt(struct out *out, const char *fmt, ...);
/** n times the same text. */
void out_repeat(struct out *out, const char *z, size_t n);
/** The text, then blanks up to a width counted in code points. */
void out_padded(struct out *out, struct str s, size_t width);
/** All that was put; valid until more is. */
struct str out_str(const struct out *out);

/** Writes all to a descriptor; false with errno set (full, closed, broken pipe). */
bool out_write(struct str text, int fd);
/**
 * Writes a file anew: aside, and then renamed, so that nobody ever reads half of it; what is there and is no regular
 * file, such as a pipe, is written to. "-" is standard output. Not through a symbolic link, which a hostile checkout
 * could have put there. False with errno set.
 */
bool out_replace_file(struct arena *a, struct str text, const char *path);
/** Appends to a file, which is created if need be; not through a symbolic link. False with errno set. */
bool out_append_file(struct str text, const char *path);

#endif
