/*
 * Build tool: prints docs/frameworks.md, what is read of each framework, from its rows.
 *
 * Frameworks stand by name. A keymap that several share stands with the one that lists it, else with the first that uses it.
 */
#include "lint/frameworks/frameworks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct keymap *printed[1024];
static size_t nprinted;

/* Text of a table's cell, where "|" would end it. */
static void put(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '|')
			putchar('\\');
		putchar(text[i]);
	}
}

static void code(const char *text)
{
	putchar('`');
	put(text, strlen(text));
	putchar('`');
}

/* Names of a row, "|" between, as a list with ", ". */
static void names(const char *list)
{
	for (const char *at = list; *at;) {
		size_t len = strcspn(at, "|");

		printf("%s`%.*s`", at == list ? "" : ", ", (int)len, at);
		at += len + (at[len] == '|');
	}
}

static void bound(const char **between, const char *text, const char *version)
{
	if (!version)
		return;
	printf("%s%s %s", *between, text, version);
	*between = ", ";
}

/* When a row holds: its condition, and its versions of a package, NULL: the map's. */
static void when(const char *condition, const char *package, const char *since, const char *until)
{
	const char *between = " (";

	if (condition && *condition) {
		printf("%sif ", between);
		code(condition);
		between = ", ";
	}
	if (package && (since || until)) {
		printf("%s%s", between, package);
		between = " ";
	}
	bound(&between, "from", since);
	bound(&between, "before", until);
	if (*between == ',')
		putchar(')');
}

/* Where a default was read: what its map's own source does not say already. */
static void source_of(const struct defrow *row, const struct keymap *map)
{
	const char *text = row->source;
	size_t same = map->source ? strlen(map->source) : 0;

	if (!text)
		return;
	if (same && strncmp(text, map->source, same) == 0)
		text += same;
	if (*text && *text != ':')
		fputs(": ", stdout);
	put(text, strlen(text));
}

/* How a key's value becomes the setting's. */
static void conversion(const struct keyrow *row)
{
	static const char *const says[] = {
	    [CONVERT_CHOICE] = " as ",
	    [CONVERT_IF_TRUE] = " true: ",
	    [CONVERT_IF_FALSE] = " false: ",
	    [CONVERT_SWITCH] = " true or false: ",
	    [CONVERT_PRESENT] = " given: ",
	    [CONVERT_IF_NULL] = " null: ",
	    [CONVERT_WORDS] = " has ",
	    [CONVERT_MORE] = " adds ",
	    [CONVERT_IF_POSITIVE] = " above 0: ",
	    [CONVERT_LENGTH] = ", its length",
	    [CONVERT_SUM] = ", its sum",
	    [CONVERT_PLUS] = " added to it",
	    [CONVERT_OVER] = " divides it",
	};
	const char *text = (size_t)row->convert < sizeof(says) / sizeof(*says) ? says[row->convert] : NULL;

	if (!text)
		return;
	fputs(text, stdout);
	if (row->arg)
		code(row->arg);
}

static void keys_of(const struct keymap *map, enum setting s)
{
	const char *between = "";

	for (size_t i = 0; i < map->nrows; i++) {
		const struct keyrow *row = &map->rows[i];

		if (row->setting != s || row->convert == CONVERT_VERSION)
			continue;
		fputs(between, stdout);
		between = "; ";
		names(row->key);
		conversion(row);
		when(row->when, NULL, row->since, row->until);
	}
}

static void defaults_of(const struct keymap *map, enum setting s)
{
	const char *between = "";

	for (size_t i = 0; i < map->ndefaults; i++) {
		const struct defrow *row = &map->defaults[i];

		if (row->setting != s || row->aged)
			continue;
		fputs(between, stdout);
		between = "; ";
		if (row->value)
			code(row->value);
		else
			fputs("unknown", stdout);
		when(row->when, row->package, row->since, row->until);
		source_of(row, map);
	}
}

static bool speaks_of(const struct keymap *map, enum setting s)
{
	for (size_t i = 0; i < map->nrows; i++)
		if (map->rows[i].setting == s && map->rows[i].convert != CONVERT_VERSION)
			return true;
	for (size_t i = 0; i < map->ndefaults; i++)
		if (map->defaults[i].setting == s && !map->defaults[i].aged)
			return true;
	return false;
}

static bool new_map(const struct keymap *map)
{
	for (size_t i = 0; i < nprinted; i++)
		if (printed[i] == map)
			return false;
	if (nprinted < sizeof(printed) / sizeof(*printed))
		printed[nprinted++] = map;
	return true;
}

/* Whether a map is one that a framework lists as its own, not f. */
static bool of_another(const struct keymap *map, const struct framework *f)
{
	for (size_t i = 0; i < frameworks_n; i++)
		for (size_t m = 0; frameworks[i] != f && m < frameworks[i]->nmaps; m++)
			if (frameworks[i]->maps[m] == map)
				return true;
	return false;
}

static void print_map(const struct keymap *map, const struct framework *f)
{
	if (!map || of_another(map, f) || !new_map(map))
		return;
	printf("\n### %s\n\n", map->name);
	if (map->source)
		printf("From %s.", map->source);
	for (size_t i = 0; i < KEYMAP_BASES_MAX && map->base[i]; i++)
		printf("%s`%s`", i ? ", " : map->source ? " With the keys of " : "With the keys of ",
		       map->base[i]->name);
	puts(map->base[0] ? "." : "");
	if (!map->nrows && !map->ndefaults)
		return;
	puts("\n| setting | keys | where none says it |\n|---|---|---|");
	for (int s = 0; s < SETTING_COUNT; s++) {
		if (!speaks_of(map, (enum setting)s))
			continue;
		printf("| %s | ", s == SETTING_NONE ? "(a mapping or file of its own)" : setting_rows[s].name);
		keys_of(map, (enum setting)s);
		fputs(" | ", stdout);
		defaults_of(map, (enum setting)s);
		puts(" |");
	}
	for (size_t i = 0; i < KEYMAP_BASES_MAX && map->base[i]; i++)
		print_map(map->base[i], f);
}

/* A line "- WHAT: names" of the calls with an effect; those that train what is not estimated are for no_jobs(). */
static void calls(const struct framework *f, enum effect effect, const char *what)
{
	const char *between = what;

	for (size_t i = 0; i < f->ncallables; i++) {
		const struct callable *row = &f->callables[i];

		if (row->effect != effect || (row->no_job && !row->no_job_when))
			continue;
		printf("%s", between == what ? "- " : "");
		fputs(between, stdout);
		between = ", ";
		names(row->names);
	}
	if (between != what)
		puts("");
}

static void no_jobs(const struct framework *f)
{
	for (size_t i = 0; i < f->ncallables; i++)
		if (f->callables[i].no_job) {
			printf("- A reason in place of a job, \"%s\": ", f->callables[i].no_job);
			names(f->callables[i].names);
			when(f->callables[i].no_job_when, NULL, NULL, NULL);
			puts("");
		}
	for (size_t i = 0; i < f->ncommands; i++)
		if (f->commands[i].no_job)
			printf("- A reason in place of a job, \"%s\": `%s`\n", f->commands[i].no_job,
			       f->commands[i].words);
}

static void commands(const struct framework *f)
{
	for (size_t i = 0; i < f->ncommands; i++) {
		const struct command *c = &f->commands[i];

		if (c->no_job)
			continue;
		if (c->keys)
			printf("- Started as any program that is given `%s`", c->keys);
		else
			printf("- Started as `%s`", c->words);
		if (c->set && *c->set)
			printf(", `%s`", c->set);
		if (c->config_flag && *c->config_flag)
			printf("; config file by `%s`", c->config_flag);
		if (c->marks && *c->marks)
			printf("; a script of the repository if `%s` is in it", c->marks);
		if (c->marks && !*c->marks)
			fputs("; no script of the repository's own", stdout);
		if (c->flags)
			printf("; one that is not there if given `%s`", c->flags);
		if (c->idle)
			printf("; not if `%s`", c->idle);
		puts("");
	}
}

static void configs(const struct framework *f)
{
	for (size_t i = 0; i < f->nconfigs; i++) {
		const struct config *c = &f->configs[i];

		if (c->functions) {
			fputs("- What a function of a Python module gives that is annotated to return one of ", stdout);
			code(c->functions);
			printf(" is a job if it has `%s`", c->keys);
		} else {
			printf("- A file is %s if it has `%s`", c->job ? "a job" : "read for what refers to it", c->keys);
		}
		if (c->unless)
			printf(", not `%s`", c->unless);
		if (c->path)
			printf(", and `%s` in its path", c->path);
		if (c->says)
			printf(", and the word `%s`", c->says);
		printf("%s%s%s\n", c->set ? ": `" : "", c->set ? c->set : "", c->set ? "`" : "");
	}
}

static void packages(const struct framework *f)
{
	for (size_t i = 0; i < f->npackages; i++) {
		const char *all = f->packages[i].releases, *last = strrchr(all, ' ');
		size_t first = strcspn(all, " @");

		last = last ? last + 1 : all;
		printf("- Package `%s` from %.*s to %.*s (%s)\n", f->packages[i].name, (int)first, all,
		       (int)strcspn(last, "@"), last, f->packages[i].source);
	}
}

static void print_framework(const struct framework *f)
{
	printf("\n## %s\n\n", f->name);
	packages(f);
	commands(f);
	configs(f);
	calls(f, EFFECT_SINK, "Jobs by the calls ");
	calls(f, EFFECT_MODEL, "Models by ");
	calls(f, EFFECT_WRAP, "Adapters and wrappers by ");
	calls(f, EFFECT_OPTIMIZER, "Optimizers by ");
	calls(f, EFFECT_STEP, "Steps of hand-written loops by ");
	calls(f, EFFECT_LAUNCH, "Launches on other machines by ");
	calls(f, EFFECT_HOST, "Functions on other machines, or of another tool, by ");
	no_jobs(f);
	for (size_t i = 0; i < f->nmaps; i++)
		print_map(f->maps[i], f);
	for (size_t i = 0; i < f->ncommands; i++)
		print_map(f->commands[i].map, f);
	for (size_t i = 0; i < f->nconfigs; i++)
		print_map(f->configs[i].map, f);
	for (size_t i = 0; i < f->ncallables; i++) {
		print_map(f->callables[i].map, f);
		print_map(f->callables[i].args, f);
		print_map(f->callables[i].load, f);
	}
}

static int by_name(const void *x, const void *y)
{
	const struct framework *const *a = x, *const *b = y;

	return strcmp((*a)->name, (*b)->name);
}

int main(void)
{
	const struct framework **sorted = calloc(frameworks_n, sizeof(*sorted));

	if (!sorted)
		return 1;
	memcpy(sorted, frameworks, frameworks_n * sizeof(*sorted));
	qsort(sorted, frameworks_n, sizeof(*sorted), by_name);
	puts("# What is read of each framework\n\n"
	     "Written by `make docs-update` from the rows below [lint/frameworks](../lint/frameworks); `make docs-check` compares.\n"
	     "\n"
	     "Of each framework: its package and the versions whose defaults are known, what starts it, which files are a job,\n"
	     "which calls are, and which of its keys mean which setting. A key is one of a YAML, JSON or TOML file, a keyword\n"
	     "argument, an attribute, or a flag without its dashes; \"-\" and \"_\" are the same. The first key that gives a value\n"
	     "decides; without one the first default that holds, with where it was read; without that the setting is not known.\n"
	     "`a=b;*=c` says what a value becomes, `*` any other, nothing behind \"=\" a value that is not known. In conditions a\n"
	     "name is a setting, `@name` another key of the same file or call, `!` says that it is not given.");
	for (size_t f = 0; f < frameworks_n; f++)
		print_framework(sorted[f]);
	free(sorted);
	return 0;
}
