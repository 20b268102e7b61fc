/*
 * Files that code of the repository writes, and paths that files have on the machine of a run.
 */
#include "lint/read/read.h"
#include "repository_parts.h"

/* What a written file adds to the sum that tells what has been written. */
static uint64_t trace_of(uint32_t id, const struct file *f)
{
	struct span at = f->npieces ? f->pieces->at : (struct span){0};
	uint64_t hash = str_hash_on(str_hash(f->text), (struct str){(const char *)&id, sizeof(id)});

	return f->npieces ? str_hash_on(hash, (struct str){(const char *)&at, sizeof(at)}) : 0;
}

/* The path from the root of a file that code writes; empty for none. */
static struct str written_path(struct repository *repo, struct str path)
{
	while (str_starts(path, STR("/")))
		path = str_sub(path, 1, path.n);
	path = eval_path(repo->arena, STR(""), path);
	return str_is(path, ".") ? (struct str){0} : path;
}

/* The file of a path that code writes, with a text at a place; 0 if the repository has a file there. */
static uint32_t written_file(struct repository *repo, struct str path, const struct holed_text *text)
{
	uint32_t id = path.n ? files_find(repo->files, path) : 0;
	struct file *f;

	if (!path.n || (id && !files_at(repo->files, id)->parent))
		return 0;
	id = files_add(repo->files, path, text->text);
	repository_add_importable(repo, path);
	repository_grow(repo);
	f = files_at(repo->files, id);
	repo->written -= trace_of(id, f);
	f->path = path;
	if (f->pieces != text->pieces.at)
		repo->readings[id - 1] = NULL;
	f->text = text->text;
	f->loaded = true;
	f->parent = text->at.file;
	f->pieces = text->pieces.at;
	f->npieces = text->pieces.n;
	repo->written += trace_of(id, f);
	return id;
}

/* The name tells how it is read; from then on its places are those of the code. */
static void show_as_code(struct repository *repo, uint32_t id, struct span at)
{
	repository_reading(repo, id);
	files_at(repo->files, id)->path = files_at(repo->files, at.file)->path;
}

/*
 * Its tree, and what is known of the values in it that are not. A name that says nothing (tmp.XXXX) is read as
 * YAML, as accelerate does (accelerate.commands.config.config_args 1.1, load_config_from_file).
 */
static void read_holed(struct repository *repo, uint32_t id, const struct holed_text *text)
{
	const struct file *f = files_at(repo->files, id);
	struct str name = str_tail(f->path, '/');
	size_t dot = str_rchr(name, '.');
	bool plain = dot == SIZE_MAX || str_chr(name, '$', dot) != SIZE_MAX;
	struct reading *reading;

	if (repo->readings[id - 1])
		return;
	if (plain) {
		reading = arena_new(repo->arena, struct reading);
		*reading = read_yaml(repo->arena, id, f->text);
		reading->trouble = (struct str){0};
		repo->readings[id - 1] = reading;
	} else if (repository_data_kind(f->path) == DATA_NONE) {
		return;
	}
	reading = arena_new(repo->arena, struct reading);
	*reading = *repository_reading(repo, id);
	holed_text_fill(repo->arena, text, reading);
	repo->readings[id - 1] = reading;
}

void repository_write(struct repository *repo, struct str path, const struct holed_text *text)
{
	uint32_t id = written_file(repo, written_path(repo, path), text);

	if (id) {
		read_holed(repo, id, text);
		show_as_code(repo, id, text->at);
	}
}

/* The repository's own file of a path, whatever is in its place. */
static uint32_t own_file(const struct repository *repo, struct str path)
{
	uint32_t id = files_find(repo->files, path);

	for (size_t i = 0; i < repo->overwritten.n; i++)
		if (repo->overwritten.at[i].by == id)
			return repo->overwritten.at[i].file;
	return id && !files_at(repo->files, id)->parent ? id : 0;
}

/** A file of its own for a text that code writes, under a path; what shows it are places in that code. */
static uint32_t derived_file(struct repository *repo, struct str path, const struct holed_text *text)
{
	uint32_t id = files_derive(repo->files, text->at.file, text->text, text->pieces.at, text->pieces.n);

	files_at(repo->files, id)->path = path;
	repository_grow(repo);
	read_holed(repo, id, text);
	show_as_code(repo, id, text->at);
	return id;
}

/* The file that stands in for another one with a text: one, however many launches come behind it. */
static uint32_t stand_in(struct repository *repo, uint32_t id, const struct holed_text *text)
{
	const uint64_t key[] = {id, (uintptr_t)text};
	uint32_t *by = dict_put(repo->arena, &repo->stand_ins, str_dup(repo->arena, (struct str){(const char *)key, sizeof(key)}));

	if (!*by)
		*by = derived_file(repo, files_at(repo->files, id)->path, text);
	return *by;
}

static void overwrite(struct repository *repo, uint32_t id, uint32_t by)
{
	/* Data has no text that tells it from other data at its place: the number of its file does. */
	uint64_t trace = trace_of(id, files_at(repo->files, by)) + by;

	files_stand_in(repo->files, id, by);
	*vec_push(repo->arena, &repo->overwritten) = (struct overwritten){id, by, trace};
	repo->written += trace;
}

/** The file of a text that a script writes under a name: each text is a file of its own, with its own places and tree. */
static uint32_t scripts_file(struct repository *repo, struct str path, const struct holed_text *text)
{
	struct str key = str_fmt(repo->arena, "%.*s\1%zx", STR_ARG(path), (size_t)(uintptr_t)text);
	uint32_t *id = dict_put(repo->arena, &repo->scripts, key);

	if (!*id) {
		repository_add_importable(repo, path);
		*id = derived_file(repo, path, text);
	}
	return *id;
}

/* A file that only a script writes is there for that script's commands, in the place of one that it has written before. */
static void write_for_script(struct repository *repo, struct str path, const struct holed_text *text)
{
	struct scripted *before = NULL;
	uint32_t id;

	path = written_path(repo, path);
	if (!path.n)
		return;
	for (size_t i = 0; i < repo->scripted.n; i++)
		if (str_eq(repo->scripted.at[i].path, path))
			before = &repo->scripted.at[i];
	if (!before && files_find(repo->files, path)) {
		repository_write(repo, path, text);
		return;
	}
	id = scripts_file(repo, path, text);
	if (before && before->id == id)
		return;
	files_link(repo->files, path, id);
	repo->written += trace_of(id, files_at(repo->files, id));
	if (before) {
		repo->written -= trace_of(before->id, files_at(repo->files, before->id));
		before->id = id;
	} else {
		*vec_push(repo->arena, &repo->scripted) = (struct scripted){path, id};
	}
}

void repository_overwrite(struct repository *repo, struct str path, struct str name, const struct holed_text *text)
{
	uint32_t id = own_file(repo, path);

	if (id && repository_data_kind(files_at(repo->files, id)->path) != DATA_NONE)
		overwrite(repo, id, stand_in(repo, id, text));
	else
		write_for_script(repo, name, text);
}

void repository_give_back(struct repository *repo, size_t overwritten)
{
	while (repo->overwritten.n > overwritten) {
		const struct overwritten o = repo->overwritten.at[--repo->overwritten.n];
		uint32_t before = o.file;

		for (size_t i = 0; i < repo->overwritten.n; i++)
			if (repo->overwritten.at[i].file == o.file)
				before = repo->overwritten.at[i].by;
		files_stand_in(repo->files, o.file, before);
		repo->written -= o.trace;
	}
}

void repository_restore(struct repository *repo)
{
	repository_give_back(repo, 0);
	for (size_t i = 0; i < repo->scripted.n; i++) {
		const struct scripted *s = &repo->scripted.at[i];

		files_link(repo->files, s->path, 0);
		repo->written -= trace_of(s->id, files_at(repo->files, s->id));
	}
	repo->scripted.n = 0;
}

void repository_write_data(struct repository *repo, struct str path, struct node *data)
{
	uint32_t id = written_file(repo, written_path(repo, path), holed_text_of(repo->arena, STR(""), data->at));
	struct reading *reading;

	if (!id || repository_data_kind(files_at(repo->files, id)->path) == DATA_NONE)
		return;
	reading = arena_new(repo->arena, struct reading);
	*vec_push(repo->arena, &reading->docs) = data;
	repo->readings[id - 1] = reading;
	/* Other data at the same place is another file. */
	repo->written += str_hash((struct str){(const char *)&data, sizeof(data)});
	show_as_code(repo, id, data->at);
}

/* The file that stands in for another one with data. */
static uint32_t stand_in_of_data(struct repository *repo, uint32_t id, struct node *data)
{
	const uint64_t key[] = {id, (uintptr_t)data};
	uint32_t *by = dict_put(repo->arena, &repo->stand_ins, str_dup(repo->arena, (struct str){(const char *)key, sizeof(key)}));
	const struct holed_text *none;
	struct reading *reading;

	if (*by)
		return *by;
	none = holed_text_of(repo->arena, STR(""), data->at);
	*by = derived_file(repo, files_at(repo->files, id)->path, none);
	reading = arena_new(repo->arena, struct reading);
	*vec_push(repo->arena, &reading->docs) = data;
	repo->readings[*by - 1] = reading;
	return *by;
}

bool repository_overwrite_data(struct repository *repo, struct str path, struct node *data)
{
	uint32_t id = own_file(repo, written_path(repo, path));

	if (!id || repository_data_kind(files_at(repo->files, id)->path) == DATA_NONE)
		return false;
	overwrite(repo, id, stand_in_of_data(repo, id, data));
	return true;
}

void repository_take_away(struct repository *repo, struct str path)
{
	uint32_t id = files_find(repo->files, path = written_path(repo, path));

	if (!id || !files_at(repo->files, id)->parent)
		return;
	files_link(repo->files, path, 0);
	repo->written -= trace_of(id, files_at(repo->files, id));
}

static void mount_file(struct repository *repo, struct str path, uint32_t file)
{
	struct mounted m = {.before = files_find(repo->files, path)};

	m.path = files_link(repo->files, path, file);
	if (!m.path.n)
		return;
	m.trace = str_hash(m.path) * file;
	repo->written += m.trace;
	*vec_push(repo->arena, &repo->mounted) = m;
}

void repository_unmount(struct repository *repo, size_t mounted)
{
	while (repo->mounted.n > mounted) {
		const struct mounted *m = &repo->mounted.at[--repo->mounted.n];

		files_link(repo->files, m->path, m->before);
		repo->written -= m->trace;
	}
}

void repository_mount(struct repository *repo, struct str local, struct str remote)
{
	local = eval_path(repo->arena, STR(""), local);
	while (str_starts(remote, STR("/")))
		remote = str_sub(remote, 1, remote.n);
	while (str_ends(remote, STR("/")))
		remote.n--;
	for (uint32_t id = 1; local.n && id <= repo->nfiles; id++) {
		struct str path = files_at(repo->files, id)->path;
		bool below = str_is(local, ".") || str_below(path, local);
		struct str rest = str_is(local, ".") ? path : str_sub(path, local.n + 1, path.n);

		if (below)
			mount_file(repo, str_fmt(repo->arena, "%.*s/%.*s", STR_ARG(remote), STR_ARG(rest)), id);
		else if (str_eq(path, local))
			mount_file(repo, remote, id);
	}
}
