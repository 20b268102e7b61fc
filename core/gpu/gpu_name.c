#include "gpu_name.h"

#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || c == '.';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Words that name no card: makers, brands, and what schedulers put around a name. */
static bool is_filler(const char *word, size_t n)
{
	static const char *const fillers[] = {"nvidia", "geforce",  "tesla",	  "amd",
					      "gpu",	"instinct", "generation", "gpus"};

	for (size_t i = 0; i < sizeof(fillers) / sizeof(*fillers); i++)
		if (strlen(fillers[i]) == n && memcmp(fillers[i], word, n) == 0)
			return true;
	return false;
}

static void add_word(struct gpu_name *name, const char *word, size_t n)
{
	size_t digits = 0;

	/* "8xA100": the count is no part of the name. */
	while (digits < n && is_digit(word[digits]))
		digits++;
	if (digits && digits < 4 && digits + 2 < n && word[digits] == 'x' &&
	    !is_digit(word[digits + 1])) {
		word += digits + 1;
		n -= digits + 1;
	}
	if (is_filler(word, n) || name->n + n > GPU_NAME_BYTES)
		return;
	name->start[name->n] = true;
	memcpy(name->s + name->n, word, n);
	name->n += n;
	name->end[name->n] = true;
}

void gpu_name_of(struct gpu_name *out, struct str name)
{
	char word[GPU_NAME_BYTES];
	size_t n = 0;

	memset(out, 0, sizeof(*out));
	for (size_t i = 0; i <= name.n; i++) {
		char c = i < name.n ? lower(name.s[i]) : ' ';

		if (is_word(c) && n < sizeof(word))
			word[n++] = c;
		else if (n) {
			add_word(out, word, n);
			n = 0;
		}
	}
}

bool gpu_name_at(const struct gpu_name *name, size_t at, const char *spelling, size_t n)
{
	size_t end = at + n;

	return end <= name->n && name->start[at] && memcmp(name->s + at, spelling, n) == 0 &&
	       (name->end[end] || (end < name->n && name->s[end] == 's' && name->end[end + 1]));
}
