/*
 * gpumem-lint: which training jobs of a repository need more GPU memory than their card has.
 *
 *	lint/cli/cli.c		argv → a command (options.c), exit codes
 *	lint/cli/session.c	a run's files, policy and request; its reports
 *	lint/cli/run.c		discover → read → evaluate → extract → assemble → resolve → estimate → judge
 *	lint/report/		the result as text, annotations, JSON, Markdown
 */
#include "lint/cli/cli.h"
#include "lint/os/os.h"

int main(int argc, char **argv)
{
	arena_large_blocks(&huge_pages);
	return cli_main(argc, argv);
}
