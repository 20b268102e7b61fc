/*
 * The program as a command: argv comes in; reports go to where the options say, an exit code goes out. main.c only calls it.
 *
 * The one room that stands above all stages; docs/rooms.md lists what it may use. run.h, its other door, is a run without a
 * command line.
 */
#ifndef LINT_CLI_CLI_H
#define LINT_CLI_CLI_H

#define GPUMEM_LINT_VERSION "0.1.0"

/** Exit codes, frozen. */
enum exit_code { EXIT_NOTHING, EXIT_FINDINGS, EXIT_USAGE, EXIT_TROUBLE };

/** Does what the words of the command line ask for (argv[0] is skipped); returns the exit code. Called once, by main(). */
int cli_main(int argc, char **argv);

#endif
