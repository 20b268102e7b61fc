#include "trace.h"

const struct arg *call_arg(const struct call *call, struct str name, size_t position)
{
	size_t at = 0;

	for (size_t i = 0; i < call->args.n; i++)
		if (call->args.at[i].name.n && str_eq(call->args.at[i].name, name))
			return &call->args.at[i];
	for (size_t i = 0; i < call->args.n; i++) {
		/* Behind an unpacked list of unknown length no position is known. */
		if (str_is(call->args.at[i].name, "*"))
			return NULL;
		if (!call->args.at[i].name.n && at++ == position)
			return &call->args.at[i];
	}
	return NULL;
}
