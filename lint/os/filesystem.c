#include "filesystem.h"

const char *fs_status_text(enum fs_status status)
{
	switch (status) {
	case FS_OK:
		return "was read";
	case FS_MISSING:
		return "does not exist";
	case FS_NOT_A_FILE:
		return "is no regular file";
	case FS_TOO_LARGE:
		return "is larger than the limit";
	case FS_UNREADABLE:
		return "cannot be read";
	}
	return "";
}

struct filesystem fs_twin(const struct filesystem *fs, struct arena *a)
{
	struct filesystem twin = *fs;

	if (fs->twin)
		twin.context = fs->twin(fs->context, a);
	return twin;
}

void fs_release(struct filesystem *twin)
{
	if (twin->release)
		twin->release(twin->context);
}

struct overlay {
	struct filesystem *base;
	struct str path, text;
};

static enum fs_kind overlay_look(void *context, struct str path)
{
	const struct overlay *o = context;

	return str_eq(path, o->path) ? FS_FILE : o->base->look(o->base->context, path);
}

static bool overlay_list(void *context, struct arena *a, struct str folder,
			 struct fs_entries *out)
{
	const struct overlay *o = context;

	return o->base->list(o->base->context, a, folder, out);
}

static enum fs_status overlay_read(void *context, struct arena *a, struct str path, size_t max,
				   struct str *out)
{
	const struct overlay *o = context;

	if (!str_eq(path, o->path))
		return o->base->read(o->base->context, a, path, max, out);
	if (o->text.n > max)
		return FS_TOO_LARGE;
	*out = str_dup(a, o->text);
	return FS_OK;
}

static bool overlay_tracked(void *context, struct arena *a, struct fs_paths *out)
{
	const struct overlay *o = context;

	return o->base->tracked(o->base->context, a, out);
}

static void *overlay_twin(void *context, struct arena *a)
{
	const struct overlay *o = context;
	struct overlay *twin = arena_new(a, struct overlay);

	*twin = *o;
	twin->base = arena_new(a, struct filesystem);
	*twin->base = fs_twin(o->base, a);
	return twin;
}

static void overlay_release(void *context)
{
	const struct overlay *o = context;

	fs_release(o->base);
}

struct filesystem *fs_overlay(struct arena *a, struct filesystem *base, struct str path, struct str text)
{
	struct overlay *o = arena_new(a, struct overlay);
	struct filesystem *fs = arena_new(a, struct filesystem);

	*o = (struct overlay){base, path, text};
	*fs = (struct filesystem){.context = o, .look = overlay_look, .list = overlay_list, .read = overlay_read,
				  .tracked = overlay_tracked, .twin = overlay_twin, .release = overlay_release};
	return fs;
}
