#include "options.h"

#include "core/base/base.h"
#include "lint/policy/policy.h"
#include "lint/text/text.h"

#include <stddef.h>
#include <string.h>

static bool take_gpu(struct options *o, const char *text)
{
	uint64_t bytes;

	o->gpu = str_of(text);
	/* A name of .gpumem-lint.yml is known only later; what looks like a size must be one. */
	if (!o->gpu.n || *text < '0' || *text > '9' || gpu_find(o->gpu))
		return o->gpu.n > 0;
	if (!bytes_parse(o->gpu, &bytes))
		return false;
	if (bytes < GB)
		o->message = str_fmt(o->arena, "--gpu: \"%s\" is %.*s: a size has a unit, as 24GiB has", text,
				     STR_ARG(bytes_text(o->arena, bytes)));
	return bytes >= GB;
}

static void formats_message(struct options *o, struct str name)
{
	struct similar similar = similar_to(name);
	struct str known = STR("");

	for (size_t i = 0; i < report_formats_n; i++) {
		similar_offer(&similar, str_of(report_formats[i].name));
		known = str_fmt(o->arena, "%.*s%s%s", STR_ARG(known), i ? ", " : "",
				report_formats[i].name);
	}
	o->message = str_fmt(o->arena, "no format \"%.*s\"%.*s (there are %.*s)", STR_ARG(name),
			     STR_ARG(similar_text(o->arena, &similar)), STR_ARG(known));
}

static bool take_format(struct options *o, const char *text)
{
	o->format = report_find(str_of(text));
	if (!o->format)
		formats_message(o, str_of(text));
	return o->format != NULL;
}

static bool take_output(struct options *o, const char *text)
{
	struct str_cut cut = str_cut(str_of(text), '=');
	const struct report_format *format = report_find(cut.head);

	if (!cut.ok || !cut.tail.n)
		return false;
	if (!format) {
		formats_message(o, cut.head);
		return false;
	}
	*vec_push(o->arena, &o->outputs) = (struct output){format, cut.tail.s};
	return true;
}

/** No such setting: the one that may be meant, or those that have the word in their names. */
static void settings_message(struct options *o, struct str name)
{
	struct similar similar = similar_to(name);
	struct str with = STR("");

	for (size_t i = 0; i < SETTING_COUNT; i++) {
		struct str known = str_of(setting_rows[i].name);

		similar_offer(&similar, known);
		if (name.n && str_has_nocase(known, name))
			with = str_fmt(o->arena, "%.*s%s%.*s", STR_ARG(with), with.n ? ", " : "", STR_ARG(known));
	}
	with = with.n && !similar.best.n ? str_fmt(o->arena, " (there are %.*s)", STR_ARG(with))
					 : similar_text(o->arena, &similar);
	o->message = str_fmt(o->arena, "no setting \"%.*s\"%.*s", STR_ARG(name), STR_ARG(with));
}

static bool take_set(struct options *o, const char *text)
{
	struct str_cut cut = str_cut(str_of(text), '=');
	enum setting s = setting_find(cut.head);
	struct value value;

	if (!cut.ok)
		return false;
	if (s == SETTING_NONE) {
		settings_message(o, cut.head);
		return false;
	}
	if (!setting_parse(o->arena, s, cut.tail, &value)) {
		o->message = str_fmt(o->arena, "\"%.*s\" is no value of %s%s%s", STR_ARG(cut.tail),
				     setting_rows[s].name, *setting_rows[s].choices ? ": " : "",
				     setting_rows[s].choices);
		return false;
	}
	value.origin = ORIGIN_STATED;
	value.how = STR("--set");
	*vec_push(o->arena, &o->given) = (struct given){s, value};
	return true;
}

static bool take_exclude(struct options *o, const char *text)
{
	*vec_push(o->arena, &o->exclude) = str_of(text);
	return true;
}

static bool take_color(struct options *o, const char *text)
{
	static const char *const words[] = {"auto", "always", "never"};

	for (enum color c = COLOR_AUTO; c <= COLOR_NEVER; c++)
		if (strcmp(text, words[c]) == 0) {
			o->color = c;
			return true;
		}
	return false;
}

static bool take_fail_on(struct options *o, const char *text)
{
	o->has_fail_on = true;
	return policy_fail_on(str_of(text), &o->fail_on);
}

static bool take_jobs(struct options *o, const char *text)
{
	int64_t n;

	if (!str_to_int(str_of(text), &n) || n < 1 || n > 1024)
		return false;
	o->jobs = (unsigned)n;
	return true;
}

static bool take_config(struct options *o, const char *text)
{
	o->config = str_of(text);
	return *text;
}

static bool take_config_from(struct options *o, const char *text)
{
	o->config_from = str_of(text);
	return *text;
}

static bool take_root(struct options *o, const char *text)
{
	o->root = str_of(text);
	return *text;
}

static bool take_stdin(struct options *o, const char *text)
{
	o->stdin_filename = str_of(text);
	return *text;
}

static bool take_model_config(struct options *o, const char *text)
{
	o->model_config = str_of(text);
	return *text;
}

static bool take_repository(struct options *o, const char *text)
{
	o->repository = str_of(text);
	return *text;
}

static bool take_commit(struct options *o, const char *text)
{
	o->commit = str_of(text);
	return *text;
}

static bool take_baseline(struct options *o, const char *text)
{
	o->baseline = str_of(text);
	return *text;
}

static bool take_write_baseline(struct options *o, const char *text)
{
	o->write_baseline = str_of(text);
	return *text;
}

static bool take_fail_on_increase(struct options *o, const char *text)
{
	return diff_limit_parse(str_of(text), &o->fail_on_increase);
}

static bool take_model(struct options *o, const char *text)
{
	o->model = str_of(text);
	return *text;
}

static bool take_count(struct options *o, const char *text)
{
	return str_to_int(str_of(text), &o->count) && o->count > 0 && o->count <= 1024;
}

#define SWITCH(member) NULL, NULL, offsetof(struct options, member)

static const struct option_row rows[] = {
    {"gpu", 'g', "NAME", take_gpu, 0, "the target card or its memory: H100-80GB, 24GiB"},
    {"format", 'f', "FORMAT", take_format, 0, "what standard output gets; below"},
    {"output", 'o', "FORMAT=FILE", take_output, 0, "another report into a file; repeatable"},
    {"set", 's', "NAME=VALUE", take_set, 0, "a setting that wins over every file; repeatable"},
    {"fail-on", 0, "low|likely|high", take_fail_on, 0,
     "the number of the estimate's range that must fit (likely)"},
    {"strict", 0, SWITCH(strict), "a job that could not be estimated is an error"},
    {"exit-zero", 0, SWITCH(exit_zero), "exit with 0 whatever was found"},
    {"check", 0, SWITCH(check), "--output writes nothing, and fails where the file says something else"},
    {"fix", 0, SWITCH(fix), "write the fixes that leave the training as it is into the files"},
    {"diff", 0, SWITCH(diff), "--fix prints the patch, and writes nothing"},
    {"exclude", 0, "GLOB", take_exclude, 0, "leave these paths out; repeatable"},
    {"root", 0, "DIR", take_root, 0, "where paths start (the working directory)"},
    {"config", 0, "FILE", take_config, 0, "the policy (.gpumem-lint.yml of the root, or of a folder above it)"},
    {"config-from", 0, "REVISION", take_config_from, 0, "the policy and baseline of a revision; say what is softer here"},
    {"no-config", 0, SWITCH(no_config), "no policy file"},
    {"baseline", 0, "FILE", take_baseline, 0, "findings that are known, and not reported"},
    {"write-baseline", 0, "FILE", take_write_baseline, 0, "make all errors and warnings of this run known"},
    {"no-ignore", 0, SWITCH(no_ignore), "report what comments, ignore: or a baseline hide"},
    {"only-changed", 0, SWITCH(only_changed), "diff: fail for what the change touches, and report only that"},
    {"fail-on-increase", 0, "N%|SIZE", take_fail_on_increase, 0, "diff: fail if a job needs so much more: 5%, 2GiB"},
    {"policy", 0, SWITCH(policy), "schema: that of .gpumem-lint.yml, for editors"},
    {"repository", 0, "NAME", take_repository, 0, "jsonl: where the jobs are from (GITHUB_REPOSITORY)"},
    {"commit", 0, "ID", take_commit, 0, "jsonl: of which commit they are (GITHUB_SHA)"},
    {"stdin-filename", 0, "PATH", take_stdin, 0, "lint standard input as if it were this file"},
    {"model-config", 0, "FILE", take_model_config, 0, "estimate: the model's config.json"},
    {"jobs", 'j', "N", take_jobs, 0, "threads (processors, 3 at most); what is found is the same"},
    {"model", 0, "ID", take_model, 0, "plan: the model that is to be trained"},
    {"count", 0, "N", take_count, 0, "plan: how many cards there are"},
    {"color", 0, "auto|always|never", take_color, 0, "colours of the text format (auto)"},
    {"quiet", 'q', SWITCH(quiet), "errors and warnings only"},
    {"verbose", 'v', SWITCH(verbose), "how every job's number is made up"},
    {"show-settings", 0, SWITCH(show_settings),
     "every setting of every job, and where it comes from"},
    {"show-trace", 0, SWITCH(show_trace), "what evaluating the code left behind"},
    {"stats", 0, SWITCH(stats), "where time and memory went, on standard error"},
    {"stats-json", 0, SWITCH(stats_json), "the same as JSON, with every entry"},
    {"list-files", 0, SWITCH(list_files), "the files that would be read, and nothing else"},
    {"version", 'V', SWITCH(version), "the version"},
    {"help", 'h', SWITCH(help), "this text"},
};
enum { NROWS = sizeof(rows) / sizeof(*rows) };

const struct option_row *options_rows(size_t *n)
{
	*n = NROWS;
	return rows;
}

static const struct option_row *by_name(struct str name)
{
	for (size_t i = 0; i < NROWS; i++)
		if (str_is(name, rows[i].name))
			return &rows[i];
	return NULL;
}

static const struct option_row *by_letter(char letter)
{
	for (size_t i = 0; i < NROWS; i++)
		if (rows[i].letter && rows[i].letter == letter)
			return &rows[i];
	return NULL;
}

/** Applies an option; text is its argument or NULL. */
static bool apply(struct options *o, const struct option_row *row, const char *text)
{
	*vec_push(o->arena, &o->used) = row;
	if (!row->take) {
		*(bool *)((char *)o + row->offset) = true;
		return true;
	}
	if (row->take(o, text))
		return true;
	if (!o->message.n)
		o->message =
		    str_fmt(o->arena, "--%s: \"%s\" is not %s", row->name, text, row->argument);
	return false;
}

static bool unknown(struct options *o, struct str name)
{
	struct similar similar = similar_to(name);

	for (size_t i = 0; i < NROWS; i++)
		similar_offer(&similar, str_of(rows[i].name));
	o->message = str_fmt(o->arena, "no option --%.*s%.*s", STR_ARG(name),
			     STR_ARG(similar_text(o->arena, &similar)));
	return false;
}

static bool needs(struct options *o, const struct option_row *row)
{
	o->message = str_fmt(o->arena, "--%s needs %s", row->name, row->argument);
	return false;
}

/** "--name", "--name=value", "--name value"; *at moves over a value of its own. */
static bool long_option(struct options *o, int argc, char *const *argv, int *at)
{
	struct str_cut cut = str_cut(str_of(argv[*at] + 2), '=');
	const struct option_row *row = by_name(cut.head);

	if (!row)
		return unknown(o, cut.head);
	if (!row->argument && cut.ok) {
		o->message = str_fmt(o->arena, "--%s takes no value", row->name);
		return false;
	}
	if (row->argument && !cut.ok && ++*at == argc)
		return needs(o, row);
	return apply(o, row, !row->argument ? NULL : cut.ok ? cut.tail.s : argv[*at]);
}

/** "-q", "-qv", "-gH200", "-g H200". */
static bool short_options(struct options *o, int argc, char *const *argv, int *at)
{
	for (const char *p = argv[*at] + 1; *p; p++) {
		const struct option_row *row = by_letter(*p);

		if (!row) {
			o->message = str_fmt(o->arena, "no option -%c", *p);
			return false;
		}
		if (!row->argument) {
			if (!apply(o, row, NULL))
				return false;
			continue;
		}
		if (!p[1] && ++*at == argc)
			return needs(o, row);
		return apply(o, row, p[1] ? p + 1 : argv[*at]);
	}
	return true;
}

static const struct command_row *command_of(struct str word)
{
	for (size_t i = 0; i < command_rows_n; i++)
		if (str_is(word, command_rows[i].name))
			return &command_rows[i];
	return NULL;
}

static void take_word(struct options *o, const char *text, bool may_be_command)
{
	const struct command_row *command = may_be_command ? command_of(str_of(text)) : NULL;

	if (command && !o->command && !o->words.n)
		o->command = command;
	else
		*vec_push(o->arena, &o->words) = str_of(text);
}

/* Options that are of one command, or mean nothing without another. */
static const struct {
	const char *name, *command, *with;
} bounds[] = {
    {"only-changed", "diff", NULL}, {"fail-on-increase", "diff", NULL}, {"policy", "schema", NULL},
    {"model-config", "estimate", NULL}, {"model", "plan", NULL}, {"count", "plan", NULL},
    {"check", NULL, "output"}, {"diff", NULL, "fix"},
};

static bool is_used(const struct options *o, const char *name)
{
	for (size_t i = 0; i < o->used.n; i++)
		if (strcmp(o->used.at[i]->name, name) == 0)
			return true;
	return false;
}

/** False for an option that this command has no use for, or that means nothing without another: something else was meant. */
static bool options_agree(struct options *o)
{
	for (size_t i = 0; i < sizeof(bounds) / sizeof(*bounds); i++) {
		const char *name = bounds[i].name, *command = bounds[i].command, *with = bounds[i].with;

		if (!is_used(o, name))
			continue;
		if (command && strcmp(command, o->command->name) != 0)
			o->message = str_fmt(o->arena, "--%s is of the command %s", name, command);
		else if (with && !is_used(o, with))
			o->message = str_fmt(o->arena, "--%s goes with --%s", name, with);
		else
			continue;
		return false;
	}
	return true;
}

bool options_parse(struct arena *a, int argc, char *const *argv, struct options *out)
{
	bool good = true;
	int at = 1;

	*out = (struct options){.arena = a};
	for (; at < argc && good; at++) {
		const char *word = argv[at];

		if (strcmp(word, "--") == 0)
			break;
		if (strncmp(word, "--", 2) == 0)
			good = long_option(out, argc, argv, &at);
		else if (word[0] == '-' && word[1])
			good = short_options(out, argc, argv, &at);
		else
			take_word(out, word, true);
	}
	while (++at < argc && good)
		take_word(out, argv[at], false);
	if (!out->command)
		out->command = &command_rows[0];
	good = good && (out->help || out->version || options_agree(out));
	out->message = printable(a, out->message);
	return good;
}

static void help_row(struct out *out, struct str left, const char *help)
{
	out_text(out, "  ");
	out_padded(out, left, 30);
	out_fmt(out, "  %s\n", help);
}

void options_help(struct out *out)
{
	struct arena *a = out->arena;

	out_text(
	    out,
	    "usage: gpumem-lint [COMMAND] [OPTION…] [PATH…]\n\n"
	    "Reads a repository's own training configs and code, works out each training job in\n"
	    "them, and says which need more GPU memory than their card has.\n\ncommands:\n");
	for (size_t i = 0; i < command_rows_n; i++)
		help_row(out, str_fmt(a, "%s %s", command_rows[i].name, command_rows[i].operands),
			 command_rows[i].help);
	out_text(out, "\noptions:\n");
	for (size_t i = 0; i < NROWS; i++) {
		struct str letter =
		    rows[i].letter ? str_fmt(a, "-%c, ", rows[i].letter) : STR("    ");

		help_row(out,
			 str_fmt(a, "%.*s--%s %s", STR_ARG(letter), rows[i].name,
				 rows[i].argument ? rows[i].argument : ""),
			 rows[i].help);
	}
	out_text(out, "\nformats:\n");
	for (size_t i = 0; i < report_formats_n; i++)
		help_row(out, str_of(report_formats[i].name), report_formats[i].help);
	out_text(out, "\nexit codes:\n"
		      "  0  nothing was found that fails the check\n"
		      "  1  findings\n"
		      "  2  wrong usage, or a broken .gpumem-lint.yml\n"
		      "  3  input, output or internal trouble\n");
}
