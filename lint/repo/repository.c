#include "repository.h"

#include "file_kind.h"
#include "helm.h"
#include "lint/read/read.h"
#include "repository_parts.h"

void repository_init(struct repository *repo, struct arena *a, struct files *files,
		     struct findings *findings, repository_load *load, void *context)
{
	*repo = (struct repository){.arena = a, .files = files, .findings = findings, .load = load,
				    .context = context, .nfiles = files->n};
	repository_index(repo);
}

void repository_grow(struct repository *repo)
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

enum data_kind repository_data_kind(struct str path)
{
	static const struct {
		const char *ending;
		enum data_kind kind;
	} rows[] = {
		{".yaml", DATA_YAML}, {".yml", DATA_YAML}, {".json", DATA_JSON}, {".json5", DATA_JSON},
		{"MLproject", DATA_YAML}, {"Pipfile", DATA_TOML}, {".toml", DATA_TOML}, {".conf", DATA_JSON},   {".config", DATA_JSON},
	};
	struct str name = str_tail(path, '/'), copied = file_kind_copied(name);

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_ends(copied.n ? copied : name, str_of(rows[i].ending)))
			return rows[i].kind;
	return file_kind_of(path) == KIND_ENVIRONMENT ? DATA_ENV : DATA_NONE;
}

/* What a file of data is: by its name, or, where that has no ending, by how it begins. */
static enum data_kind data_kind(struct repository *repo, uint32_t file)
{
	const struct file *f = files_at(repo->files, file);
	enum data_kind kind = f ? repository_data_kind(f->path) : DATA_NONE;
	enum file_kind begun;

	if (!f || kind != DATA_NONE || file_kind_of(f->path) != KIND_MAYBE)
		return kind;
	begun = file_kind_of_bytes(repository_text(repo, file));
	return begun == KIND_YAML ? DATA_YAML : begun == KIND_JSON ? DATA_JSON : DATA_NONE;
}

/* Reads a file of data of a kind into an arena. */
static struct reading read_data(struct repository *repo, struct arena *a, uint32_t file, enum data_kind kind)
{
	struct str text = repository_text(repo, file);
	struct reading reading = {0};

	if (kind == DATA_YAML)
		reading = read_yaml(a, file, text);
	else if (kind == DATA_JSON)
		reading = read_json(a, file, text);
	else if (kind == DATA_TOML)
		reading = read_toml(a, file, text);
	else
		*vec_push(a, &reading.docs) = dotenv_read(a, repo->files, file);
	helm_fill(repo, a, file, &reading);
	return reading;
}

const struct reading *repository_reading(struct repository *repo, uint32_t file)
{
	const struct file *f = files_at(repo->files, file);
	enum data_kind kind = data_kind(repo, file);
	struct reading *reading;

	repository_grow(repo);
	if (f && repo->readings[file - 1])
		return repo->readings[file - 1];
	if (kind == DATA_NONE)
		return NULL;
	reading = arena_new(repo->arena, struct reading);
	*reading = read_data(repo, repo->arena, file, kind);
	repo->readings[file - 1] = reading;
	return reading;
}

const struct reading *repository_peek(struct repository *repo, struct arena *a, uint32_t file)
{
	const struct file *f = files_at(repo->files, file);
	enum data_kind kind = data_kind(repo, file);
	struct reading *reading;

	repository_grow(repo);
	if (!f || kind == DATA_NONE || repo->readings[file - 1])
		return repository_reading(repo, file);
	reading = arena_new(a, struct reading);
	*reading = read_data(repo, a, file, kind);
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

	/* Data that a script reads is its own affair: it would be read line by line. */
	return file_kind_of(path) != KIND_LINES && world_file(repo, files_find(repo->files, path), out);
}

static bool world_lines(void *context, struct str path, struct eval_file *out)
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
	return repository_importable(context, name);
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
		.lines = world_lines,
		.file = world_file,
		.folder = world_folder,
		.importable = world_importable,
		.data = world_data,
		.state = repo->written,
		.target = {.num_gpus = -1, .major = -1, .minor = -1, .bf16 = -1},
	};
}
