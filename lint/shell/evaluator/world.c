#include "world.h"

struct shell_budget shell_budget(struct shell_budget asked)
{
	return (struct shell_budget){.steps = asked.steps ? asked.steps : 50000,
				     .work = asked.work ? asked.work : 500000};
}
