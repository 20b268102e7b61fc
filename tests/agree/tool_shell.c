/*
 * Prints what the shell reader finds in a script, one launch a line: for tests/agree/bash_agree.sh, and for
 * people who look at a misreading.
 *
 *	tool_shell [-v] [-C ROOT] FILE
 *	tool_shell -a RECORD FILE
 *
 * Words stand in '…'; an unknown word is "?", one of any number of words "?*".
 *
 * With -a the launches are held against RECORD, what a stub program wrote when bash ran the script:
 * each word followed by a byte 31, each command by a byte 30. Prints the words that are the same and
 * those that are unknown, and exits with 1 if anything is different.
 */
#include "lint/launch/launch.h"

#include <stdio.h>
#include <string.h>

struct root {
	struct files *files;
	struct arena *arena;
	const char *path;
};

static bool read_file(struct arena *a, const char *path, struct str *out)
{
	FILE *f = fopen(path, "rb");
	char *text;
	long n;

	if (!f)
		return false;
	fseek(f, 0, SEEK_END);
	n = ftell(f);
	rewind(f);
	text = arena_news(a, char, (size_t)(n > 0 ? n : 0) + 1);
	*out = (struct str){text, n > 0 ? fread(text, 1, (size_t)n, f) : 0};
	fclose(f);
	return true;
}

static uint32_t find(void *data, struct str path)
{
	struct root *root = data;
	struct str text;
	const char *full = str_fmt(root->arena, "%s/%.*s", root->path, STR_ARG(path)).s;

	return read_file(root->arena, full, &text) ? files_add(root->files, path, text) : 0;
}

static void print_quoted(struct str s)
{
	putchar('\'');
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] == '\'')
			fputs("'\\''", stdout);
		else
			putchar(s.s[i]);
	putchar('\'');
}

static void print_word(const struct launch_word *w)
{
	if (w->value->kind == NODE_STR && !w->when && !w->rooted)
		print_quoted(w->value->text);
	else
		fputs(w->many || w->when ? "?*" : "?", stdout);
}

static void print_node(struct arena *a, const struct node *n)
{
	struct str text = node_text(a, n, 300);

	printf("%.*s", STR_ARG(text));
}

static void verbose_word(struct arena *a, struct files *files, const char *label,
			 const struct launch_word *w)
{
	struct line_column at = files_place(files, w->value->at);

	printf("  %s ", label);
	print_node(a, w->value);
	printf(" @%u:%u+%u", at.line, at.column, w->value->at.len);
	if (w->value->how.n)
		printf(" from %.*s @%u", STR_ARG(w->value->how),
		       files_place(files, w->value->from[0]->at).line);
	printf("%s%s%s", w->many ? " many" : "", w->rooted ? " rooted" : "",
	       w->lost ? " lost" : "");
	if (w->when)
		printf(" when %.*s", STR_ARG(w->when->text));
	putchar('\n');
}

static void verbose(struct arena *a, struct files *files, const struct launch *l)
{
	static const char *const kinds[] = {"script", "module", "code", "command"};

	printf("launch %s line %u%s%s\n", kinds[l->kind], files_place(files, l->at).line,
	       l->background ? " background" : "", l->open ? " open" : "");
	for (const struct node *g = l->guard; g; g = g->from[0])
		printf("  if %.*s\n", STR_ARG(g->text));
	for (size_t i = 0; i < l->layers.n; i++) {
		printf("  layer %.*s ", STR_ARG(l->layers.at[i].name));
		print_node(a, l->layers.at[i].options);
		putchar('\n');
	}
	verbose_word(a, files, "program", &l->program);
	verbose_word(a, files, "cwd", &l->cwd);
	for (size_t i = 0; i < l->args.n; i++)
		verbose_word(a, files, "arg", &l->args.at[i]);
	printf("  env ");
	print_node(a, l->env);
	putchar('\n');
	if (l->batch) {
		printf("  batch ");
		print_node(a, l->batch);
		putchar('\n');
	}
}

enum { WORD_END = 31, COMMAND_END = 30 };

struct agreement {
	size_t same, unknown;
};

/** Whether ours from w on can be the words of one command in the record; moves *rest behind it. */
static bool match_words(const struct launch *l, size_t w, struct str *rest, struct agreement *count)
{
	struct str_cut word;

	while (w <= l->args.n && w > 0 && l->args.at[w - 1].lost)
		w++;
	if (!rest->n)
		return false;
	if (rest->s[0] == COMMAND_END) {
		/* What is left of ours may be no word at all. */
		for (; w <= l->args.n; w++)
			if (!l->args.at[w - 1].lost && !l->args.at[w - 1].when &&
			    l->args.at[w - 1].value->kind == NODE_STR)
				return false;
		*rest = str_sub(*rest, 1, rest->n);
		return true;
	}
	word = str_cut(*rest, WORD_END);
	/* The blank that a broken continuation passes on; python's own -m. */
	if ((w > l->args.n && str_is(word.head, " ")) ||
	    (!w && l->kind == LAUNCH_MODULE && str_is(word.head, "-m"))) {
		*rest = word.tail;
		return match_words(l, w, rest, count);
	}
	if (w > l->args.n)
		return false;
	const struct launch_word *ours = w ? &l->args.at[w - 1] : &l->program;
	bool known = ours->value->kind == NODE_STR && !ours->rooted;

	if (!known || ours->when || str_eq(ours->value->text, word.head)) {
		struct str after = word.tail;
		struct agreement then = *count;

		then.same += known && !ours->when;
		then.unknown += !known || ours->when;
		if (match_words(l, w + 1, &after, &then)) {
			*rest = after;
			*count = then;
			return true;
		}
	}
	if (known && !ours->when)
		return false;
	/* An unknown unquoted word may be none, or more than one. */
	struct str none = *rest, more = word.tail;
	struct agreement then = *count;

	if (w && match_words(l, w + 1, &none, &then)) {
		*rest = none;
		*count = then;
		return true;
	}
	if (ours->value->kind != NODE_UNKNOWN || !match_words(l, w, &more, count))
		return false;
	*rest = more;
	return true;
}

/** Guarded launches may have been left out; everything else happened in this order. */
static bool agrees(const struct launches *out, size_t i, struct str rest, struct agreement *count)
{
	if (i == out->n)
		return !rest.n;
	struct str after = rest;
	struct agreement then = *count;

	if (match_words(&out->at[i], 0, &after, &then) &&
	    (agrees(out, i + 1, after, &then) ||
	     (out->at[i].loop && agrees(out, i, after, &then)))) {
		*count = then;
		return true;
	}
	return (out->at[i].guard || out->at[i].loop) && agrees(out, i + 1, rest, count);
}

int main(int argc, char **argv)
{
	struct arena a = {0};
	struct files files = {.arena = &a};
	struct root root = {&files, &a, NULL};
	struct shell_world world = {.data = &root};
	struct agreement count = {0};
	struct str record = {0};
	bool long_form = false, compare = false;
	const struct launches *out;
	struct str text;
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++) {
		if (strcmp(argv[i], "-v") == 0)
			long_form = true;
		else if (strcmp(argv[i], "-a") == 0 && i + 1 < argc)
			compare = read_file(&a, argv[++i], &record);
		else if (strcmp(argv[i], "-C") == 0 && i + 1 < argc) {
			root.path = argv[++i];
			world.find = find;
		}
	}
	if (i >= argc || !read_file(&a, argv[i], &text)) {
		fputs("usage: tool_shell [-v] [-C ROOT] FILE\n", stderr);
		return 2;
	}
	out = shell_read(&a, &world, &files, files_add(&files, str_of(argv[i]), text));
	if (compare && agrees(out, 0, record, &count)) {
		printf("%zu same, %zu unknown\n", count.same, count.unknown);
		arena_free(&a);
		return 0;
	}
	for (size_t k = 0; k < out->n; k++) {
		const struct launch *l = &out->at[k];

		if (long_form) {
			verbose(&a, &files, l);
			continue;
		}
		print_word(&l->program);
		for (size_t j = 0; j < l->args.n; j++) {
			if (l->args.at[j].lost)
				continue;
			putchar(' ');
			print_word(&l->args.at[j]);
		}
		putchar('\n');
	}
	for (size_t k = 0; long_form && k < out->breaks.n; k++)
		printf("break line %u: lost %.*s\n", files_place(&files, out->breaks.at[k].at).line,
		       STR_ARG(files_text(&files, out->breaks.at[k].lost)));
	if (out->spent.n)
		printf("spent: %.*s\n", STR_ARG(out->spent));
	arena_free(&a);
	return compare ? 1 : 0;
}
