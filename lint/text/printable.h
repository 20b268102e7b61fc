/*
 * Text of a repository made safe to print: nobody's file name or value may move the cursor, reverse
 * the reading order, start a line of its own, or give an order to the program that reads our output.
 */
#ifndef LINT_TEXT_PRINTABLE_H
#define LINT_TEXT_PRINTABLE_H

#include "core/base/base.h"

/**
 * The text on one line in valid UTF-8: control characters (C0, DEL, C1), line and paragraph
 * separators, bidirectional controls and bytes that are no UTF-8 become \n, \t, \xNN or \u{N}; "##["
 * is broken up, since GitHub's runner looks for it anywhere in a line. Returns s itself if it is clean.
 */
struct str printable(struct arena *a, struct str s);
/** The same, but with invalid UTF-8 as U+FFFD and nothing else changed: for formats that escape. */
struct str printable_utf8(struct arena *a, struct str s);
/** Whether the code point at an offset is one that must not be printed as it is. */
bool printable_is_order(struct str s, size_t at, uint32_t point);
/** At most max bytes of s, not cut inside a sequence; "…" behind it if something was cut. */
struct str printable_cut(struct arena *a, struct str s, size_t max);
/** Whether GitHub's runner takes a line for a command: "::" behind any Unicode white space. */
bool printable_is_command(struct str line);

#endif
