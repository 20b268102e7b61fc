/*
 * Reads Python files named on standard input, one per line.
 *
 *	tool_pyparse check    parses all: prints rejected statements, then files, bytes and the time
 *	tool_pyparse dump     prints each tree, with spans, behind a line "== PATH"
 *	tool_pyparse outline  names the files whose tree differs if functions are parsed later
 */
#include "core/base/base.h"
#include "lint/python/syntax/dump.h"
#include "tests/support/cpu_seconds.h"
#include "tests/support/outline.h"
#include "tests/support/read_file.h"

#include <stdio.h>
#include <string.h>

struct source {
	struct str path, text;
};

struct sources {
	VEC(struct source);
};

static struct sources read_all(struct arena *a)
{
	struct sources all = {0};
	char path[4096];

	while (fgets(path, sizeof(path), stdin)) {
		struct source *s = vec_push(a, &all);

		path[strcspn(path, "\n")] = '\0';
		s->path = str_dup(a, str_of(path));
		s->text = read_file(a, path);
	}
	return all;
}

static size_t print_bad(const struct source *s, const struct py_module *m)
{
	for (size_t i = 0; i < m->bad.n; i++) {
		const struct py_stmt *bad = m->bad.at[i];
		size_t line = 1;

		for (uint32_t at = 0; at < bad->at.off; at++)
			line += s->text.s[at] == '\n';
		printf("%s:%zu: %s: %.*s\n", s->path.s, line, py_bad_name(bad->as.bad.why),
		       STR_ARG(bad->as.bad.reason));
	}
	return m->bad.n;
}

static int check(struct py_lexicon *lexicon, const struct sources *all)
{
	size_t bytes = 0, bad = 0, nodes = 0;
	double seconds = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct arena a = {0};
		double start = cpu_seconds();
		struct py_module *m = py_parse(&a, lexicon, 1, all->at[i].text);

		seconds += cpu_seconds() - start;
		bytes += all->at[i].text.n;
		nodes += m->n_nodes;
		bad += print_bad(&all->at[i], m);
		arena_free(&a);
	}
	printf("files %zu\nbytes %zu\nnodes %zu\nseconds %.3f\nrejected %zu\n", all->n, bytes,
	       nodes, seconds, bad);
	return bad != 0;
}

static int dump(struct py_lexicon *lexicon, const struct sources *all)
{
	for (size_t i = 0; i < all->n; i++) {
		struct arena a = {0};
		struct str text = py_dump(&a, py_parse(&a, lexicon, 1, all->at[i].text),
					  !memchr(all->at[i].text.s, '\r', all->at[i].text.n));

		printf("== %s\n", all->at[i].path.s);
		printf("%.*s", STR_ARG(text));
		arena_free(&a);
	}
	return 0;
}

static int outline(struct py_lexicon *lexicon, const struct sources *all)
{
	size_t differ = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct arena a = {0};
		struct str text = all->at[i].text;
		struct str once = py_dump(&a, py_parse(&a, lexicon, 1, text), true);

		if (!str_eq(once, py_dump(&a, outline_parse(&a, lexicon, 1, text), true))) {
			printf("%s\n", all->at[i].path.s);
			differ++;
		}
		arena_free(&a);
	}
	printf("files %zu\ndiffer %zu\n", all->n, differ);
	return differ != 0;
}

int main(int argc, char **argv)
{
	struct arena a = {0};
	struct py_lexicon *lexicon = py_lexicon_new();
	struct sources all;
	int status;

	if (argc != 2 || !lexicon) {
		fprintf(stderr, "usage: tool_pyparse check|dump|outline < PATHS\n");
		return 2;
	}
	all = read_all(&a);
	status = strcmp(argv[1], "dump") == 0	     ? dump(lexicon, &all)
		 : strcmp(argv[1], "outline") == 0 ? outline(lexicon, &all)
						     : check(lexicon, &all);
	py_lexicon_free(lexicon);
	arena_free(&a);
	return status;
}
