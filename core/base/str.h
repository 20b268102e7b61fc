/*
 * Strings: a pointer and a length.
 *
 * Invariants of struct str:
 *   - it owns nothing: the bytes belong to an arena, a file or the program;
 *   - it is passed by value and never changed through;
 *   - it may hold any byte, NUL included, and is not terminated;
 *   - n == 0 is the empty string, whatever s is (NULL included).
 */
#ifndef CORE_BASE_STR_H
#define CORE_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct arena;

/** A view of n bytes. */
struct str {
	const char *s;
	size_t n;
};

/** A str of a string literal, usable in initialisers of expressions. */
#define STR(lit) ((struct str){(lit), sizeof(lit) - 1})
/** The same for static initialisers of tables. */
#define STR_INIT(lit) {(lit), sizeof(lit) - 1}
/** Arguments for a "%.*s" conversion. Evaluates x twice: no recursive calls in it. */
#define STR_ARG(x) str_precision(x), str_bytes(x)

/** The two arguments that STR_ARG() makes: the length, cut to what an int holds, and bytes that are never NULL. */
static inline int str_precision(struct str s)
{
	return s.n > INT32_MAX ? INT32_MAX : (int)s.n;
}

static inline const char *str_bytes(struct str s)
{
	return s.s ? s.s : "";
}

/** What str_cut() found: the part before the separator, the part after it. */
struct str_cut {
	struct str head, tail;
	/** Whether the separator was there; if not, head is all and tail is empty. */
	bool ok;
};

/** A str of a NUL-terminated string; NULL gives the empty str. */
static inline struct str str_of(const char *z)
{
	return (struct str){z, z ? strlen(z) : 0};
}

/** The bytes from (included) to to (excluded), both clamped to the string. */
struct str str_sub(struct str s, size_t from, size_t to);
/** Whether two strings have the same bytes. */
static inline bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || a.s == b.s || memcmp(a.s, b.s, a.n) == 0);
}

/** Equality with a NUL-terminated string: of a literal the length is known here and tells most apart, of others the first byte. */
static inline bool str_is(struct str a, const char *z)
{
	if (z && a.n && !__builtin_constant_p(strlen(z)) && *a.s != *z)
		return false;
	return str_eq(a, str_of(z));
}

/** Equality without regard to ASCII case. */
bool str_eq_nocase(struct str a, struct str b);
/** The same with a NUL-terminated string. */
bool str_is_nocase(struct str a, const char *z);
/** Bytewise order, for sorting: <0, 0, >0. */
int str_cmp(struct str a, struct str b);
/** Whether s begins, or ends, with a text; with the empty one it always does. */
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
/** Whether a path is of something below a folder; nothing is below an empty one. */
bool str_below(struct str path, struct str folder);
/** Offset of the first needle at or after from, or SIZE_MAX. An empty needle is found at from. */
size_t str_find(struct str s, struct str needle, size_t from);
/** Offset of the first byte c at or after from, or SIZE_MAX. */
size_t str_chr(struct str s, char c, size_t from);
/** Offset of the last byte c, or SIZE_MAX. */
size_t str_rchr(struct str s, char c);
/** A path without "./" in front. */
struct str str_undotted(struct str path);
/** What stands behind the last byte c: a file's name, a dotted name's last part; all of s without one. */
struct str str_tail(struct str s, char c);
/** Whether a byte is one of a name, as programs write names: an ASCII letter, a digit or "_". */
static inline bool str_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/** Whether a text stands anywhere in s. */
bool str_has(struct str s, struct str needle);
/** The same without regard to ASCII case. */
bool str_has_nocase(struct str s, struct str needle);
/** Without ASCII white space at both ends. */
struct str str_trim(struct str s);
/** Split at the first byte c. */
struct str_cut str_cut(struct str s, char c);
/** Whether something is so of a text and one of the words of a list "a|b|c": str_any(path, STR("a|b"), str_ends). */
bool str_any(struct str s, struct str words, bool (*is)(struct str s, struct str word));
/** Whether a text is one of the words of a list "a|b|c". */
bool str_among(struct str s, struct str words);
/** The same without regard to the case of ASCII letters. */
bool str_among_nocase(struct str s, struct str words);
/** Decimal integer with optional sign, the whole string; false if it is not one or overflows. */
bool str_to_int(struct str s, int64_t *out);
/** Decimal number (1, 1.5, 1e-4), the whole string, "." as the point whatever the locale; false if not one. */
bool str_to_real(struct str s, double *out);
/** FNV-1a, 64 bits. */
uint64_t str_hash(struct str s);
/** The same of a longer text: hash is str_hash() of what stands before s. */
uint64_t str_hash_on(uint64_t hash, struct str s);

/** A copy in the arena, NUL-terminated for the sake of the C library (n does not count the NUL). */
struct str str_dup(struct arena *a, struct str s);
/** printf into the arena; NUL-terminated like str_dup(). */
__attribute__((format(printf, 2, 3))) struct str str_fmt(struct arena *a, const char *fmt, ...);
/** The same with the arguments as a list. */
__attribute__((format(printf, 2, 0))) struct str str_vfmt(struct arena *a, const char *fmt,
							  va_list args);
/** x and y, one after the other, as str_dup() has it. */
struct str str_cat(struct arena *a, struct str x, struct str y);
/** An ASCII lower-case copy. */
struct str str_lower(struct arena *a, struct str s);
/** A copy with every byte from replaced by to. */
struct str str_tr(struct arena *a, struct str s, char from, char to);

#endif
