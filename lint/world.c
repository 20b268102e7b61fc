#include "world.h"

const char *world_status_text(enum world_status status)
{
	switch (status) {
	case WORLD_OK:
		return "was read";
	case WORLD_MISSING:
		return "does not exist";
	case WORLD_NOT_A_FILE:
		return "is no regular file";
	case WORLD_TOO_LARGE:
		return "is larger than the limit";
	case WORLD_UNREADABLE:
		return "cannot be read";
	}
	return "";
}

void world_split(struct arena *a, struct str listing, struct world_paths *out)
{
	struct str_cut cut = {.tail = listing};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, '\0');
		if (cut.head.n)
			*vec_push(a, out) = cut.head;
	}
}
