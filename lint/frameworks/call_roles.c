#include "call_roles.h"

bool callable_takes(const struct callable *row, enum role role)
{
	for (size_t i = 0; i < row->nparams; i++)
		if (row->params[i].role == role)
			return true;
	return false;
}

const struct arg *call_role_arg(const struct call *call, const struct callable *row, enum role role, size_t *from)
{
	while (*from < row->nparams) {
		size_t i = (*from)++;
		const struct arg *arg =
			row->params[i].role == role ? call_arg(call, str_of(row->params[i].name), i) : NULL;

		if (arg)
			return arg;
	}
	return NULL;
}
