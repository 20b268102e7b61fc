#include "state.h"

void sh_spent(struct sh_state *st, const char *what)
{
	if (!st->spent.n)
		st->spent = str_of(what);
}

bool sh_work(struct sh_state *st, uint64_t n)
{
	if (n <= st->work_max - st->work && st->arena->used <= st->full) {
		st->work += n;
		return true;
	}
	st->work = st->work_max;
	sh_spent(st, st->arena->used <= st->full ? "work of expansions" : "memory for values");
	return false;
}
