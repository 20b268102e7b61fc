/*
 * Build tool: prints the index of all names of callables, for callable_find().
 *
 * Names are sorted bytewise. Two rows of one name are an error, so that no row hides another. Beside
 * the names stand three hash tables of positions in them: by name, by library (the name's first part,
 * whose names stand together), and by last part.
 */
#include "lint/frameworks/callable_index.h"
#include "lint/frameworks/frameworks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char *name;
	size_t framework, row;
};

static struct entry *entries;
static size_t n, room;

static void add(const char *name, size_t len, size_t framework, size_t row)
{
	if (n == room) {
		room = room ? 2 * room : 1024;
		entries = realloc(entries, room * sizeof(*entries));
		if (!entries)
			exit(1);
	}
	entries[n] = (struct entry){strndup(name, len), framework, row};
	if (!entries[n++].name)
		exit(1);
}

static void add_names(const char *names, size_t framework, size_t row)
{
	while (*names) {
		size_t len = strcspn(names, "|");

		add(names, len, framework, row);
		names += len + (names[len] == '|');
	}
}

static int by_name(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;

	return strcmp(a->name, b->name);
}

static bool same_library(const char *x, const char *y)
{
	size_t len = strcspn(x, ".");

	return strncmp(x, y, len) == 0 && y[len] == '.';
}

static const char *last_part(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

enum key { KEY_NAME, KEY_LIBRARY, KEY_LAST };

/* The part of a name that a table finds it by; empty if it is not in the table. */
static const char *key_of(size_t i, enum key kind, size_t *len)
{
	const char *name = entries[i].name, *dot = strrchr(name, '.');

	*len = strlen(name);
	if (kind == KEY_LIBRARY) {
		/* A method of any object (".to") is of no library. */
		bool again = i && same_library(name, entries[i - 1].name);

		*len = *name == '.' || !dot || again ? 0 : strcspn(name, ".");
	} else if (kind == KEY_LAST) {
		name = last_part(name);
		*len = strchr(name, '*') ? 0 : strlen(name);
		for (size_t k = 0; k < i && *len; k++)
			if (strcmp(name, last_part(entries[k].name)) == 0)
				*len = 0;
	}
	return name;
}

/* A table of positions + 1. */
static void print_slots(const char *table, enum key kind)
{
	size_t slots = 1;
	unsigned *at;

	while (slots < 2 * n)
		slots *= 2;
	at = calloc(slots, sizeof(*at));
	if (!at)
		exit(1);
	for (size_t i = 0; i < n; i++) {
		size_t slot, len;
		const char *key = key_of(i, kind, &len);

		if (!len)
			continue;
		slot = callable_hash(key, len) & (slots - 1);
		while (at[slot])
			slot = (slot + 1) & (slots - 1);
		at[slot] = (unsigned)i + 1;
	}
	printf("const uint16_t %s[] = {", table);
	for (size_t i = 0; i < slots; i++)
		printf("%u,", at[i]);
	puts("};");
	free(at);
	if (kind == KEY_NAME)
		printf("const size_t callable_mask = %zu;\n", slots - 1);
}

int main(void)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t r = 0; r < frameworks[f]->ncallables; r++)
			add_names(frameworks[f]->callables[r].names, f, r);
	if (n)
		qsort(entries, n, sizeof(*entries), by_name);
	puts("#include \"lint/frameworks/callable_index.h\"\n"
	     "const struct callable_name callable_names[] = {");
	for (size_t i = 0; i < n; i++) {
		if (i && strcmp(entries[i - 1].name, entries[i].name) == 0) {
			fprintf(stderr, "two callables are called %s\n", entries[i].name);
			return 1;
		}
		printf("{\"%s\", %zu, %zu},\n", entries[i].name, entries[i].framework,
		       entries[i].row);
	}
	puts("{0, 0, 0}};\n"
	     "const size_t callable_names_n = sizeof(callable_names) / sizeof(*callable_names) - "
	     "1;");
	if (n >= UINT16_MAX) {
		fputs("too many callables for the index\n", stderr);
		return 1;
	}
	print_slots("callable_slots", KEY_NAME);
	print_slots("callable_roots", KEY_LIBRARY);
	print_slots("callable_lasts", KEY_LAST);
	return 0;
}
