/* What other programs need to know of the command line, from the tables of commands, options and formats. */
#include "session.h"

#include <string.h>

/* The words of the first column, or "a|b|c" as words. */
static void choices(struct out *out, struct str argument)
{
	struct str_cut cut = {.tail = argument, .ok = true};
	const char *between = "";

	if (!str_has(argument, STR("|")))
		return;
	while (cut.ok) {
		cut = str_cut(cut.tail, '|');
		out_fmt(out, "%s%.*s", between, STR_ARG(cut.head));
		between = " ";
	}
}

static void commands(struct out *out)
{
	for (size_t i = 0; i < command_rows_n; i++)
		out_fmt(out, "%s%s", i ? " " : "", command_rows[i].name);
}

static void formats(struct out *out, const char *behind)
{
	for (size_t i = 0; i < report_formats_n; i++)
		out_fmt(out, "%s%s%s", i ? " " : "", report_formats[i].name, behind);
}

static bool is_format(const struct option_row *row)
{
	return row->argument && strncmp(row->argument, "FORMAT", 6) == 0;
}

static void option_words(struct out *out, const struct option_row *row, const char *behind)
{
	if (is_format(row))
		formats(out, behind);
	else
		choices(out, str_of(row->argument));
}

static void bash(struct out *out)
{
	size_t n;
	const struct option_row *rows = options_rows(&n);

	out_text(out, "# gpumem-lint completion bash\n_gpumem_lint()\n{\n"
		      "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
		      "\tcase $before in\n");
	for (size_t i = 0; i < n; i++) {
		struct out words = {.arena = out->arena};

		option_words(&words, &rows[i], rows[i].argument && strchr(rows[i].argument, '=') ? "=" : "");
		if (!words.n)
			continue;
		out_fmt(out, "\t--%s", rows[i].name);
		if (rows[i].letter)
			out_fmt(out, " | -%c", rows[i].letter);
		out_fmt(out, ")\n\t\tCOMPREPLY=($(compgen -W \"%.*s\" -- \"$word\"))\n\t\treturn\n\t\t;;\n",
			STR_ARG(out_str(&words)));
	}
	out_text(out, "\t--gpu | -g)\n\t\tCOMPREPLY=($(compgen -W \"$(gpumem-lint gpus | cut -d' ' -f1)\" -- "
		      "\"$word\"))\n\t\treturn\n\t\t;;\n\tesac\n\tcase $word in\n\t-*)\n\t\tCOMPREPLY=($(compgen -W \"");
	for (size_t i = 0; i < n; i++)
		out_fmt(out, "%s--%s", i ? " " : "", rows[i].name);
	out_text(out, "\" -- \"$word\"))\n\t\t;;\n\t*)\n\t\tCOMPREPLY=($(compgen -f -- \"$word\"))\n"
		      "\t\t[ \"$COMP_CWORD\" != 1 ] || COMPREPLY+=($(compgen -W \"");
	commands(out);
	out_text(out, "\" -- \"$word\"))\n\t\t;;\n\tesac\n}\ncomplete -o filenames -F _gpumem_lint gpumem-lint\n");
}

/* Text between single quotes of zsh's _arguments: what it takes for its own is escaped. */
static void zsh_text(struct out *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			out_text(out, "'\\''");
		else if (strchr("[]:\\", *text))
			out_fmt(out, "\\%c", *text);
		else
			out_put(out, (struct str){text, 1});
	}
}

static void zsh(struct out *out)
{
	size_t n;
	const struct option_row *rows = options_rows(&n);

	out_text(out, "#compdef gpumem-lint\n# gpumem-lint completion zsh\n_arguments -s \\\n");
	for (size_t i = 0; i < n; i++) {
		struct out words = {.arena = out->arena};

		option_words(&words, &rows[i], "");
		for (int k = 0; k < (rows[i].letter ? 2 : 1); k++) {
			if (k)
				out_fmt(out, "\t'*-%c[", rows[i].letter);
			else
				out_fmt(out, "\t'*--%s%s[", rows[i].name, rows[i].argument ? "=" : "");
			zsh_text(out, rows[i].help);
			out_text(out, "]");
			if (rows[i].argument) {
				out_text(out, ":");
				zsh_text(out, rows[i].argument);
				out_text(out, ":");
				if (words.n)
					out_fmt(out, "(%.*s)", STR_ARG(out_str(&words)));
				else
					out_text(out, "_files");
			}
			out_text(out, "' \\\n");
		}
	}
	out_text(out, "\t'1: :_alternative \"commands\\:command\\:(");
	commands(out);
	out_text(out, ")\" \"files\\:path\\:_files\"' \\\n\t'*:path:_files'\n");
}

static void fish_text(struct out *out, const char *text)
{
	out_text(out, "'");
	for (; *text; text++)
		out_fmt(out, strchr("'\\", *text) ? "\\%c" : "%c", *text);
	out_text(out, "'");
}

static void fish(struct out *out)
{
	size_t n;
	const struct option_row *rows = options_rows(&n);

	out_text(out, "# gpumem-lint completion fish\n");
	for (size_t i = 0; i < command_rows_n; i++) {
		out_fmt(out, "complete -c gpumem-lint -n __fish_use_subcommand -a %s -d ", command_rows[i].name);
		fish_text(out, command_rows[i].help);
		out_text(out, "\n");
	}
	for (size_t i = 0; i < n; i++) {
		struct out words = {.arena = out->arena};

		option_words(&words, &rows[i], rows[i].argument && strchr(rows[i].argument, '=') ? "=" : "");
		out_fmt(out, "complete -c gpumem-lint -l %s", rows[i].name);
		if (rows[i].letter)
			out_fmt(out, " -s %c", rows[i].letter);
		if (rows[i].argument)
			out_text(out, " -r");
		if (words.n)
			out_fmt(out, " -f -a '%.*s'", STR_ARG(out_str(&words)));
		out_text(out, " -d ");
		fish_text(out, rows[i].help);
		out_text(out, "\n");
	}
}

/* A line of mdoc: one that begins with a dot or quote would be an order, and so would a backslash. */
static void man_text(struct out *out, const char *text)
{
	for (; *text; text++)
		if (*text == '\\')
			out_text(out, "\\e");
		else
			out_put(out, (struct str){text, 1});
	out_text(out, ".\n");
}

/* The words of an argument's or operands' form, as mdoc has them: brackets are optional, bars are choices. */
static void man_argument(struct out *out, const char *text)
{
	struct str s = str_of(text);

	out_text(out, " Ar ");
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] == '|')
			out_text(out, " | ");
		else
			out_put(out, str_sub(s, i, i + 1));
}

static void man(struct out *out)
{
	size_t n;
	const struct option_row *rows = options_rows(&n);

	out_text(out, "The commands are:\n.Bl -tag -width Ds\n");
	for (size_t i = 0; i < command_rows_n; i++) {
		out_fmt(out, ".It Cm %s", command_rows[i].name);
		if (*command_rows[i].operands)
			man_argument(out, command_rows[i].operands);
		out_text(out, "\n");
		man_text(out, command_rows[i].help);
	}
	out_text(out, ".El\n.Pp\nThe options are:\n.Bl -tag -width Ds\n");
	for (size_t i = 0; i < n; i++) {
		out_text(out, ".It Fl");
		if (rows[i].letter)
			out_fmt(out, " %c ,", rows[i].letter);
		out_fmt(out, " -%s", rows[i].name);
		if (rows[i].argument)
			man_argument(out, rows[i].argument);
		out_text(out, "\n");
		man_text(out, rows[i].help);
	}
	out_text(out, ".El\n.Pp\nThe formats are:\n.Bl -tag -width Ds\n");
	for (size_t i = 0; i < report_formats_n; i++) {
		out_fmt(out, ".It Cm %s\n", report_formats[i].name);
		man_text(out, report_formats[i].help);
	}
	out_text(out, ".El\n");
}

int command_completion(const struct options *options)
{
	static const struct {
		const char *name;
		void (*write)(struct out *out);
	} shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}, {"man", man}};
	struct out out = {.arena = options->arena};

	for (size_t i = 0; options->words.n == 1 && i < sizeof(shells) / sizeof(*shells); i++) {
		if (!str_is(options->words.at[0], shells[i].name))
			continue;
		shells[i].write(&out);
		return cli_print(options->arena, out_str(&out));
	}
	return cli_fail(options->arena, STR("completion takes one of bash, zsh, fish and man"), EXIT_USAGE);
}
