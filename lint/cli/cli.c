#include "lint/text/text.h"
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

const struct command_row command_rows[] = {
    {"check", "[PATH…]", "lint; the default", command_check},
    {"diff", "BASE [HEAD]", "memory of each job before and after: two revisions, or two folders", command_diff},
    {"advise", "[PATH…]", "what each job may grow to, which cards hold it, what would help", command_advise},
    {"plan", "", "without a config: what fits --gpu and --count, what --model needs", command_plan},
    {"estimate", "", "one job from --set alone, no file needed", command_estimate},
    {"explain", "RULE|JOB", "a rule's page, or how a job's number is made", command_explain},
    {"calibrate", "ROWS.csv", "narrow ranges by your own measurements (docs/calibration.md)",
     command_calibrate},
    {"rules", "", "the rules and their severities", command_rules},
    {"gpus", "[TEXT]", "the cards that are known, or those with TEXT in a name", command_gpus},
    {"models", "[TEXT]", "the models that are known, or those with TEXT in an id", command_models},
    {"frameworks", "", "the frameworks that are read", command_frameworks},
    {"schema", "[WHAT]", "a JSON schema: of json, jsonl, diff, baseline or policy", command_schema},
    {"completion", "SHELL", "completions for bash, zsh or fish; man: the lists of the manual", command_completion},
};
const size_t command_rows_n = sizeof(command_rows) / sizeof(*command_rows);

int cli_fail(struct arena *a, struct str message, enum exit_code code)
{
	struct str line = str_fmt(a, "gpumem-lint: %.*s\n", STR_ARG(printable(a, message)));

	(void)out_write(line, STDERR_FILENO);
	return (int)code;
}

int cli_print(struct arena *a, struct str text)
{
	if (out_write(text, STDOUT_FILENO))
		return EXIT_NOTHING;
	return cli_fail(a, str_fmt(a, "standard output: %s", strerror(errno)), EXIT_TROUBLE);
}

static void out_of_memory(void)
{
	(void)out_write(STR("gpumem-lint: out of memory\n"), STDERR_FILENO);
	_exit(EXIT_TROUBLE);
}

/**
 * Closed standard descriptors are filled with ones that refuse, so that no file opened later takes
 * their number and gets what was meant for the terminal.
 */
static void guard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/** Whether the first word is no path, but nearly a command; *code is then what to end with. */
static bool is_mistyped(const struct options *options, int *code)
{
	struct str word = options->words.n && options->command == &command_rows[0] ? options->words.at[0] : STR("");
	struct similar similar = similar_to(word);

	for (size_t i = 0; i < command_rows_n; i++)
		similar_offer(&similar, str_of(command_rows[i].name));
	if (!word.n || !similar.best.n || access(word.s, F_OK) == 0)
		return false;
	*code = cli_fail(options->arena,
			 str_fmt(options->arena, "no command and no path \"%.*s\"%.*s", STR_ARG(word),
				 STR_ARG(similar_text(options->arena, &similar))),
			 EXIT_USAGE);
	return true;
}

static int run(struct arena *a, const struct options *options)
{
	struct out help = {.arena = a};
	int code;

	if (options->version)
		return cli_print(a, STR("gpumem-lint " GPUMEM_LINT_VERSION "\n"));
	if (!options->help && is_mistyped(options, &code))
		return code;
	if (!options->help)
		return options->command->run(options);
	options_help(&help);
	return cli_print(a, out_str(&help));
}

int cli_main(int argc, char **argv)
{
	struct arena arena = {0};
	struct options options;
	int code;

	guard_descriptors();
	sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
	arena_on_oom(out_of_memory);
	if (options_parse(&arena, argc, argv, &options))
		code = run(&arena, &options);
	else
		code = cli_fail(&arena, options.message, EXIT_USAGE);
	arena_free(&arena);
	return code;
}
