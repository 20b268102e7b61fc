#include "filesystem.h"

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

struct world world_twin(const struct world *world, struct arena *a)
{
	struct world twin = *world;

	if (world->twin)
		twin.context = world->twin(world->context, a);
	return twin;
}

void world_release(struct world *twin)
{
	if (twin->release)
		twin->release(twin->context);
}

struct overlay {
	struct world *base;
	struct str path, text;
};

static enum world_kind overlay_look(void *context, struct str path)
{
	const struct overlay *o = context;

	return str_eq(path, o->path) ? WORLD_FILE : o->base->look(o->base->context, path);
}

static bool overlay_list(void *context, struct arena *a, struct str folder,
			 struct world_entries *out)
{
	const struct overlay *o = context;

	return o->base->list(o->base->context, a, folder, out);
}

static enum world_status overlay_read(void *context, struct arena *a, struct str path, size_t max,
				      struct str *out)
{
	const struct overlay *o = context;

	if (!str_eq(path, o->path))
		return o->base->read(o->base->context, a, path, max, out);
	if (o->text.n > max)
		return WORLD_TOO_LARGE;
	*out = str_dup(a, o->text);
	return WORLD_OK;
}

static bool overlay_tracked(void *context, struct arena *a, struct world_paths *out)
{
	const struct overlay *o = context;

	return o->base->tracked(o->base->context, a, out);
}

static void *overlay_twin(void *context, struct arena *a)
{
	const struct overlay *o = context;
	struct overlay *twin = arena_new(a, struct overlay);

	*twin = *o;
	twin->base = arena_new(a, struct world);
	*twin->base = world_twin(o->base, a);
	return twin;
}

static void overlay_release(void *context)
{
	const struct overlay *o = context;

	world_release(o->base);
}

struct world *world_overlay(struct arena *a, struct world *base, struct str path, struct str text)
{
	struct overlay *o = arena_new(a, struct overlay);
	struct world *world = arena_new(a, struct world);

	*o = (struct overlay){base, path, text};
	*world = (struct world){o,		 overlay_look, overlay_list,   overlay_read,
				overlay_tracked, overlay_twin, overlay_release};
	return world;
}
