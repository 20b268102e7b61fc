#include "repository.h"

#include "lint/read/read.h"

#include <stdlib.h>
#include <string.h>

static size_t folder_slot(const struct repository *repo, struct str path)
{
	size_t slot = (size_t)str_hash(path) & (repo->folder_slots - 1);

	while (repo->folders[slot].n && !str_eq(repo->folders[slot], path))
		slot = (slot + 1) & (repo->folder_slots - 1);
	return slot;
}

/* Every folder above a path; stops at the first that is known, since those above it are too. */
static void add_folders(struct repository *repo, struct str path)
{
	for (path = eval_dirname(path); path.n; path = eval_dirname(path)) {
		size_t slot = folder_slot(repo, path);

		if (repo->folders[slot].n)
			break;
		repo->folders[slot] = path;
	}
}

static size_t depth_of(struct str path)
{
	size_t n = 0;

	for (size_t i = 0; i < path.n; i++)
		n += path.s[i] == '/';
	return n;
}

static int compare_names(const void *x, const void *y, void *context)
{
	struct files *files = context;
	struct str a = files_at(files, *(const uint32_t *)x)->path;
	struct str b = files_at(files, *(const uint32_t *)y)->path;
	int order = str_cmp(str_tail(a, '/'), str_tail(b, '/'));

	return order ? order : str_cmp(a, b);
}

void repository_init(struct repository *repo, struct arena *a, struct files *files,
		     struct findings *findings, repository_load *load, void *context)
{
	size_t folders = 0;

	*repo = (struct repository){.arena = a, .files = files, .findings = findings, .load = load,
				    .context = context, .nfiles = files->n};
	for (size_t i = 0; i < files->n; i++)
		folders += depth_of(files->at[i].path);
	repo->folder_slots = 64;
	while (repo->folder_slots < folders * 2)
		repo->folder_slots *= 2;
	repo->folders = arena_news(a, struct str, repo->folder_slots);
	repo->by_name = arena_news(a, uint32_t, files->n);
	for (size_t i = 0; i < files->n; i++) {
		add_folders(repo, files->at[i].path);
		repo->by_name[i] = (uint32_t)(i + 1);
	}
	qsort_r(repo->by_name, files->n, sizeof(*repo->by_name), compare_names, files);
}

static void add_importable(struct repository *repo, struct str path)
{
	while (path.n) {
		struct str_cut cut = str_cut(path, '/');
		struct str name = cut.head;

		if (!cut.ok && str_ends(name, STR(".py")))
			name.n -= 3;
		*dict_put(repo->arena, &repo->importable, name) = 1;
		path = cut.tail;
	}
}

/* Whether two paths are of one folder, so that its names are known already. */
static bool same_folder(struct str a, struct str b)
{
	size_t x = a.n - str_tail(a, '/').n;

	return x == b.n - str_tail(b, '/').n && memcmp(a.s, b.s, x) == 0;
}

/* The list of files grows while a repository is read. */
static bool is_importable(struct repository *repo, struct str name)
{
	const struct files *files = repo->files;

	for (size_t *i = &repo->nimportable; *i < files->n; ++*i) {
		struct str path = files->at[*i].path;

		if (*i && same_folder(path, files->at[*i - 1].path))
			path = str_tail(path, '/');
		add_importable(repo, path);
	}
	return dict_get(&repo->importable, name) != 0;
}

/* Room for per-file facts of files that joined the list later. */
static void grow(struct repository *repo)
{
	size_t n = repo->files->n;
	const struct reading **readings;
	bool *complained;

	if (n <= repo->nreadings)
		return;
	n *= 2;
	readings = arena_news(repo->arena, const struct reading *, n);
	complained = arena_news(repo->arena, bool, n);
	for (size_t i = 0; i < repo->nreadings; i++) {
		readings[i] = repo->readings[i];
		complained[i] = repo->complained[i];
	}
	repo->readings = readings;
	repo->complained = complained;
	repo->nreadings = n;
}

struct str repository_text(struct repository *repo, uint32_t file)
{
	struct file *f = files_at(repo->files, file);

	if (!f)
		return STR("");
	if (!f->loaded && (!repo->load || !repo->load(repo->context, f->path)))
		files_add(repo->files, f->path, STR(""));
	/* The list may have moved. */
	return files_at(repo->files, file)->text;
}

enum data_kind { DATA_NONE, DATA_YAML, DATA_JSON, DATA_TOML, DATA_ENV };

static enum data_kind data_kind_of(struct str path)
{
	static const struct {
		const char *ending;
		enum data_kind kind;
	} rows[] = {
		{".yaml", DATA_YAML}, {".yml", DATA_YAML}, {".json", DATA_JSON}, {".json5", DATA_JSON},
		{".toml", DATA_TOML},
	};
	struct str name = str_tail(path, '/');

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_ends(name, str_of(rows[i].ending)))
			return rows[i].kind;
	return str_starts(name, STR(".env")) ? DATA_ENV : DATA_NONE;
}

/* What a written file adds to the sum that tells what has been written. */
static uint64_t trace_of(uint32_t id, const struct file *f)
{
	struct span at = f->npieces ? f->pieces->at : (struct span){0};
	uint64_t hash = str_hash_on(str_hash(f->text), (struct str){(const char *)&id, sizeof(id)});

	return f->npieces ? str_hash_on(hash, (struct str){(const char *)&at, sizeof(at)}) : 0;
}

/* The file of a path that code writes, with a text at a place; 0 if the repository has a file there. */
static uint32_t written_file(struct repository *repo, struct str path, struct str text, struct span at)
{
	struct piece *piece = arena_new(repo->arena, struct piece);
	uint32_t id;
	struct file *f;

	while (str_starts(path, STR("/")))
		path = str_sub(path, 1, path.n);
	path = eval_path(repo->arena, STR(""), path);
	if (!path.n || str_is(path, "."))
		return 0;
	id = files_find(repo->files, path);
	if (id && !files_at(repo->files, id)->parent)
		return 0;
	id = files_add(repo->files, path, text);
	add_importable(repo, path);
	f = files_at(repo->files, id);
	repo->written -= trace_of(id, f);
	f->path = path;
	piece->at = at;
	f->text = text;
	f->loaded = true;
	f->parent = at.file;
	f->pieces = piece;
	f->npieces = 1;
	repo->written += trace_of(id, f);
	grow(repo);
	repo->readings[id - 1] = NULL;
	return id;
}

/* The name tells how it is read; from then on its places are those of the code. */
static void show_as_code(struct repository *repo, uint32_t id, struct span at)
{
	repository_reading(repo, id);
	files_at(repo->files, id)->path = files_at(repo->files, at.file)->path;
}

void repository_write(struct repository *repo, struct str path, const struct node *text)
{
	uint32_t id = written_file(repo, path, text->text, text->at);

	if (id)
		show_as_code(repo, id, text->at);
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

bool repository_overwrite(struct repository *repo, struct str path, const struct node *text)
{
	uint32_t id = own_file(repo, path), by;
	struct piece *piece = arena_new(repo->arena, struct piece);

	if (!id || data_kind_of(files_at(repo->files, id)->path) == DATA_NONE)
		return false;
	piece->at = text->at;
	by = files_derive(repo->files, text->at.file, text->text, piece, 1);
	files_at(repo->files, by)->path = files_at(repo->files, id)->path;
	grow(repo);
	show_as_code(repo, by, text->at);
	files_stand_in(repo->files, id, by);
	*vec_push(repo->arena, &repo->overwritten) = (struct overwritten){id, by};
	repo->written += trace_of(id, files_at(repo->files, by));
	return true;
}

void repository_restore(struct repository *repo)
{
	for (size_t i = 0; i < repo->overwritten.n; i++) {
		const struct overwritten *o = &repo->overwritten.at[i];

		files_stand_in(repo->files, o->file, o->file);
		repo->written -= trace_of(o->file, files_at(repo->files, o->by));
	}
	repo->overwritten.n = 0;
}

void repository_write_data(struct repository *repo, struct str path, struct node *data)
{
	uint32_t id = written_file(repo, path, STR(""), data->at);
	struct reading *reading;

	if (!id || data_kind_of(files_at(repo->files, id)->path) == DATA_NONE)
		return;
	reading = arena_new(repo->arena, struct reading);
	*vec_push(repo->arena, &reading->docs) = data;
	repo->readings[id - 1] = reading;
	/* Other data at the same place is another file. */
	repo->written += str_hash((struct str){(const char *)&data, sizeof(data)});
	show_as_code(repo, id, data->at);
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
		bool below = str_is(local, ".") ||
			     (str_starts(path, local) && path.n > local.n && path.s[local.n] == '/');
		struct str rest = str_is(local, ".") ? path : str_sub(path, local.n + 1, path.n);

		if (below)
			mount_file(repo, str_fmt(repo->arena, "%.*s/%.*s", STR_ARG(remote), STR_ARG(rest)), id);
		else if (str_eq(path, local))
			mount_file(repo, remote, id);
	}
}

const struct reading *repository_reading(struct repository *repo, uint32_t file)
{
	const struct file *f = files_at(repo->files, file);
	enum data_kind kind = f ? data_kind_of(f->path) : DATA_NONE;
	struct reading *reading;
	struct str text;

	grow(repo);
	if (f && repo->readings[file - 1])
		return repo->readings[file - 1];
	if (kind == DATA_NONE)
		return NULL;
	text = repository_text(repo, file);
	reading = arena_new(repo->arena, struct reading);
	if (kind == DATA_YAML)
		*reading = read_yaml(repo->arena, file, text);
	else if (kind == DATA_JSON)
		*reading = read_json(repo->arena, file, text);
	else if (kind == DATA_TOML)
		*reading = read_toml(repo->arena, file, text);
	else
		*vec_push(repo->arena, &reading->docs) = dotenv_read(repo->arena, repo->files, file);
	repo->readings[file - 1] = reading;
	return reading;
}

void repository_complain(struct repository *repo, uint32_t file)
{
	const struct reading *reading = repository_reading(repo, file);

	if (!reading || !reading->trouble.n || repo->complained[file - 1])
		return;
	repo->complained[file - 1] = true;
	findings_add(repo->findings, RULE_UNREADABLE_FILE, reading->trouble_at, "not read to its end: %.*s",
		     STR_ARG(reading->trouble));
}

struct node *repository_tree(struct repository *repo, uint32_t file)
{
	const struct reading *reading = repository_reading(repo, file);

	if (!reading)
		return NULL;
	repository_complain(repo, file);
	for (size_t i = 0; i < reading->docs.n; i++)
		if (reading->docs.at[i]->kind == NODE_MAP)
			return reading->docs.at[i];
	return NULL;
}

size_t repository_ending(const struct repository *repo, struct str name, uint32_t *out, size_t max)
{
	struct str base = str_tail(name, '/');
	size_t low = 0, high = repo->nfiles, n = 0;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (str_cmp(str_tail(files_at(repo->files, repo->by_name[mid])->path, '/'), base) <
		    0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < repo->nfiles && n < max; low++) {
		struct str path = files_at(repo->files, repo->by_name[low])->path;

		if (!str_eq(str_tail(path, '/'), base))
			break;
		if (str_eq(path, name) ||
		    (path.n > name.n && str_ends(path, name) && path.s[path.n - name.n - 1] == '/'))
			out[n++] = repo->by_name[low];
	}
	return n;
}

/* The only file with this last part whose path ends in name; 0 if there are none or several. */
static uint32_t only_of_name(const struct repository *repo, struct str name)
{
	uint32_t found[2];

	return repository_ending(repo, name, found, 2) == 1 ? found[0] : 0;
}

static uint32_t at_path(struct repository *repo, struct str dir, struct str name)
{
	struct str path = eval_path(repo->arena, dir, name);

	return path.n ? files_find(repo->files, path) : 0;
}

/* A relative name in the places where it is looked for; 0 if it is in none. */
static uint32_t beside(struct repository *repo, struct str cwd, struct str from, struct str name)
{
	uint32_t file = at_path(repo, cwd, name);

	if (!file)
		file = at_path(repo, STR(""), name);
	/* One project of several in a repository is worked in at its own top. */
	while (!file && from.n) {
		from = eval_dirname(from);
		file = at_path(repo, from, name);
	}
	return file;
}

uint32_t repository_resolve(struct repository *repo, struct str cwd, struct str from, struct str name)
{
	uint32_t file = 0;

	if (!name.n || name.s[0] == '~')
		return 0;
	if (name.s[0] != '/')
		file = beside(repo, cwd, from, name);
	else
		file = at_path(repo, STR(""), str_sub(name, 1, name.n));
	/* An absolute path of another machine, or one from a folder that is not known: the part of it
	 * that only one file ends in. */
	while (!file && name.n) {
		struct str_cut cut = str_cut(name, '/');

		if (!str_is(cut.head, "..") && !str_is(cut.head, ".") && cut.head.n)
			file = only_of_name(repo, name);
		if (!cut.ok)
			break;
		name = cut.tail;
	}
	return file;
}

uint32_t repository_resolve_module(struct repository *repo, struct str cwd, struct str from,
				   struct str module)
{
	static const char *const endings[] = {".py", "/__main__.py"};
	struct str path = str_tr(repo->arena, module, '.', '/');
	uint32_t file = 0;

	/* The whole name has to fit, or "python -m pip" would start the only __main__.py there is. */
	for (size_t i = 0; i < 2 && !file && module.n; i++) {
		struct str name = str_cat(repo->arena, path, str_of(endings[i]));

		file = beside(repo, cwd, from, name);
		if (!file)
			file = only_of_name(repo, name);
	}
	return file;
}

bool repository_has_folder(const struct repository *repo, struct str path)
{
	return path.n == 0 || str_is(path, ".") || repo->folders[folder_slot(repo, path)].n;
}

static bool world_file(void *context, uint32_t id, struct eval_file *out)
{
	struct repository *repo = context;

	if (!files_at(repo->files, id))
		return false;
	out->id = id;
	out->text = repository_text(repo, id);
	out->path = files_at(repo->files, id)->path;
	return true;
}

static bool world_find(void *context, struct str path, struct eval_file *out)
{
	struct repository *repo = context;

	return world_file(repo, files_find(repo->files, path), out);
}

static bool world_folder(void *context, struct str path)
{
	return repository_has_folder(context, path);
}

static bool world_importable(void *context, struct str name)
{
	return is_importable(context, name);
}

static struct node *world_data(void *context, struct arena *arena, struct str path)
{
	struct repository *repo = context;
	const struct reading *reading = repository_reading(repo, files_find(repo->files, path));

	(void)arena;
	return reading && reading->docs.n ? reading->docs.at[0] : NULL;
}

struct eval_world repository_eval_world(struct repository *repo)
{
	return (struct eval_world){
		.context = repo,
		.find = world_find,
		.file = world_file,
		.folder = world_folder,
		.importable = world_importable,
		.data = world_data,
		.state = repo->written,
		.target = {.num_gpus = -1, .major = -1, .minor = -1, .bf16 = -1},
	};
}
