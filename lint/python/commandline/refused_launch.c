/* Launches that a parser turns away: argparse.ArgumentParser.error() and click.UsageError exit with a usage message. */
#include "commandline_parts.h"

/* Whether words are all that a launch gives, and nothing else may be among them. */
static bool are_of_launch(const struct interpreter *py, const struct node *words)
{
	const struct node *argv = py->world->argv;

	if (!words || !argv || words->open || argv->open || words->as.items.n != argv->as.items.n)
		return false;
	for (size_t i = 0; i < argv->as.items.n; i++)
		if (words->as.items.at[i] != argv->as.items.at[i] || argv->as.items.at[i]->kind != NODE_STR)
			return false;
	return true;
}

bool cli_refuses(struct interpreter *py, const struct node *words, struct str option, struct span at)
{
	if (!option.n || py->guard || py->trying || !are_of_launch(py, words))
		return false;
	py->trace->refused_for = option;
	py_end(py, at);
	py->unwinding = FLOW_EXIT;
	return true;
}
