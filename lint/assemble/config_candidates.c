/* The files that a script may mean by a name that nobody gives: by their kinds, names and contents. */
#include "config_candidates.h"

#include "config_task.h"

#include "lint/read/read.h"
#include "lint/settings/settings.h"
#include "lint/text/text.h"

#include <string.h>

enum {
	/** Files for one script, and their size: data sets are JSON too. */
	MEANT_MAX = 64,
	CONFIG_MAX = 64 << 10,
};

/* What is asked of all files for each script that wants a config. */
struct config_index {
	/* Files of the kinds that configs have, in the order of the list. */
	struct {
		VEC(uint32_t);
	} configs;
	/* The last Python file of a folder, and by file id - 1 the one before it; 0: none. */
	struct dict scripts;
	uint32_t *before;
};

static bool has_word(struct str path)
{
	static const char *const words[] = {"conf", "cfg",  "param", "arg",   "setting", "experiment", "recipe",
					    "hyper", "train", "sft", "grpo",  "dpo",	 "lora"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(path, str_of(words[i])))
			return true;
	return false;
}

/* Whether a mapping belongs to a program of another kind, or to the launcher that a script is started by. */
static bool is_of_other(const struct file *file, const struct node *tree)
{
	static const char *const others[] = {"apiVersion", "services", "jobs", "repos", "scripts", "dependencies"};
	const struct config *config;

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (node_get(tree, str_of(others[i])))
			return true;
	config = config_find(file->path, file->text, tree, false);
	return config && config->launcher;
}

/* Whether a file holds a mapping that may be a script's settings. */
static bool holds_settings(struct assembly *s, uint32_t file)
{
	enum { NOT_ASKED, NO, YES };
	const bool kept = file <= s->c->nfiles;
	const struct reading *reading;
	bool holds;

	if (kept && s->settings[file - 1] != NOT_ASKED)
		return s->settings[file - 1] == YES;
	/* No tree is made of it but where a script reads it. */
	if (file_kind_of(path_of_file(s->c, file)) == KIND_GIN)
		return str_chr(repository_text(s->repo, file), '=', 0) != SIZE_MAX;
	reading = repository_reading(s->repo, file);
	holds = reading && !reading->trouble.n && reading->docs.n == 1 && reading->docs.at[0]->kind == NODE_MAP &&
		!is_of_other(files_at(s->repo->files, file), reading->docs.at[0]);
	if (kept)
		s->settings[file - 1] = holds ? YES : NO;
	return holds;
}

/* Whether a file may be a config that nobody has named yet. */
static bool may_be_config(struct assembly *s, uint32_t file)
{
	struct str path = path_of_file(s->c, file);
	enum file_kind kind = file_kind_of(path);

	if (kind != KIND_YAML && kind != KIND_JSON && kind != KIND_TOML && kind != KIND_GIN)
		return false;
	if ((draft_has_taken(s->c, file) && !s->lent[file - 1]) || path_is_aside(path) ||
	    str_starts(path, STR(".")))
		return false;
	return (kind == KIND_YAML || kind == KIND_GIN || has_word(path)) && repository_text(s->repo, file).n <= CONFIG_MAX;
}

uint32_t config_candidate_file(struct assembly *s, const struct run *run, struct str name)
{
	return repository_resolve(s->repo, launched_folder(s->c, run->launch),
				  path_of_file(s->c, run->launch ? run->launch->file : run->file), name);
}

/* Whether a file has most of what another one has at its top. */
static bool resembles(struct assembly *s, uint32_t file, uint32_t standard)
{
	const struct node *have, *other;
	size_t n = 0;

	if (!holds_settings(s, file) || !holds_settings(s, standard))
		return false;
	have = repository_reading(s->repo, file)->docs.at[0];
	other = repository_reading(s->repo, standard)->docs.at[0];
	for (size_t i = 0; i < other->as.pairs.n; i++)
		n += node_get(have, other->as.pairs.at[i].key->text) != NULL;
	return 2 * n > other->as.pairs.n;
}

/* Whether a file lies in the folder two above another's, or in one of its folders: where a project keeps configs by task and method. */
static bool is_around(struct str path, struct str other)
{
	struct str above = eval_dirname(eval_dirname(other));

	above = eval_dirname(above).n ? eval_dirname(above) : above;
	return str_below(path, above);
}

/*
 * Whether a module of settings has most of what another one assigns, or that most of what it does: each puts over the
 * script's own values what it wants otherwise.
 */
static bool resembles_code(struct assembly *s, uint32_t file, uint32_t standard)
{
	struct settings_code own = settings_code_names(s->arena, repository_text(s->repo, file));
	struct settings_code other = settings_code_names(s->arena, repository_text(s->repo, standard));
	size_t n = 0, fewer = own.n < other.n ? own.n : other.n;

	for (size_t i = 0; i < own.n; i++)
		for (size_t k = 0; k < other.n; k++)
			if (str_eq(own.at[i], other.at[k])) {
				n++;
				break;
			}
	return 2 * n > fewer;
}

static bool is_beside(struct assembly *s, uint32_t file, uint32_t standard, bool around)
{
	struct str path = path_of_file(s->c, file), other = path_of_file(s->c, standard);
	bool near = str_eq(eval_dirname(path), eval_dirname(other)) || (around && is_around(path, other));

	return file != standard && file_kind_of(path) == file_kind_of(other) && near && !draft_has_taken(s->c, file) &&
	       repository_text(s->repo, file).n <= CONFIG_MAX &&
	       (file_kind_of(path) == KIND_PYTHON ? resembles_code(s, file, standard) : resembles(s, file, standard));
}

static bool has_path(struct assembly *s, struct str path)
{
	uint32_t file = files_find(s->repo->files, path);

	return file && file <= s->c->nfiles && str_eq(path_of_file(s->c, file), path);
}

/* Whether a file is there for another one beside it to be copied from: config.example.yaml and config.yaml. */
static bool is_template(struct assembly *s, uint32_t file)
{
	static const char *const words[] = {"example", "sample", "template"};
	struct str path = path_of_file(s->c, file);
	size_t name = str_rchr(path, '/') == SIZE_MAX ? 0 : str_rchr(path, '/') + 1;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t at = str_find(path, str_of(words[i]), name), end = at + strlen(words[i]);

		if (at == SIZE_MAX)
			continue;
		/* With the word goes the sign that joins it to the rest: the one before it, if there is one. */
		if (at > name)
			at--;
		else
			end++;
		if (end < path.n && strchr("._-", path.s[at > name ? at : end - 1]) &&
		    has_path(s, str_cat(s->arena, str_sub(path, 0, at), str_sub(path, end, path.n))))
			return true;
	}
	return false;
}

static bool is_meant(struct assembly *s, const struct run *run, const struct slot *slot, uint32_t file)
{
	struct str path = path_of_file(s->c, file);
	struct str cwd = launched_folder(s->c, run->launch);

	if (!slot->either && is_template(s, file))
		return false;
	if (slot->named)
		return file == slot->named;
	if (slot->below.n && !str_below(path, slot->below))
		return false;
	if (slot->standard)
		return is_beside(s, file, slot->standard, slot->around);
	if (!slot->either) {
		if (str_below(path, cwd))
			path = str_sub(path, cwd.n + 1, path.n);
		/* Only who reads gin's files is given one. */
		return str_starts(path, slot->head) && str_ends(path, slot->tail) && may_be_config(s, file) &&
		       (file_kind_of(path) == KIND_GIN) == str_is(slot->tail, ".gin");
	}
	for (size_t i = 0; i < slot->either->as.items.n; i++)
		if (config_candidate_file(s, run, slot->either->as.items.at[i]->text) == file)
			return true;
	return false;
}

/* The option that takes the file's name; empty if it stands alone. */
static struct str option_of(const struct run *run, const struct slot *slot)
{
	if (slot->option.n || !run->launch)
		return slot->option;
	if (slot->word && str_starts(run->launch->args.at[slot->word - 1].head, STR("-")))
		return run->launch->args.at[slot->word - 1].head;
	return STR("");
}

/* Whether a script asks for a config: by the option that another one does, or by a parser that always does. */
static bool asks_too(struct str text, struct str option)
{
	static const char *const parsers[] = {"parse_args_and_config(", "parse_json_file(", "parse_yaml_file("};

	for (size_t i = 0; i < sizeof(parsers) / sizeof(*parsers); i++)
		if (str_has(text, str_of(parsers[i])))
			return true;
	return str_has(text, option);
}

static const struct config_index *index_of(struct assembly *s)
{
	struct config_index *index = s->configs;

	if (index)
		return index;
	s->configs = index = arena_new(s->arena, struct config_index);
	index->before = arena_news(s->arena, uint32_t, s->c->nfiles);
	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		struct str path = path_of_file(s->c, file);
		enum file_kind kind = file_kind_of(path);

		if (kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML || kind == KIND_GIN) {
			*vec_push(s->arena, &index->configs) = file;
		} else if (kind == KIND_PYTHON) {
			uint32_t *last = dict_put(s->arena, &index->scripts, eval_dirname(path));

			index->before[file - 1] = *last;
			*last = file;
		}
	}
	return index;
}

/* How many words of a script's name the config has that has most of them, be it taken or not. */
static size_t words_at_best(struct assembly *s, struct str script)
{
	const struct config_index *index = index_of(s);
	size_t best = 0;

	for (size_t i = 0; i < index->configs.n; i++) {
		size_t n = path_words_shared(script, path_of_file(s->c, index->configs.at[i]));

		best = n > best ? n : best;
	}
	return best;
}

/* Whether a script of a folder, but one, asks for a config too and has more words of a file's name than own. */
static bool asked_in(struct assembly *s, struct str folder, uint32_t but, struct str path, size_t own,
		     struct str option)
{
	const struct config_index *index = index_of(s);

	for (uint32_t other = dict_get(&index->scripts, folder); other; other = index->before[other - 1])
		if (other != but && path_words_shared(path_of_file(s->c, other), path) > own &&
		    asks_too(repository_text(s->repo, other), option))
			return true;
	return false;
}

/*
 * Whether a script beside this one or the file asks for a config too, and the file has that one's name: train_dpo.py
 * takes dpo.yaml and train_sft.py sft.yaml. A script that no file has the name of takes them all,
 * but for those that lie beside their own script in another folder. best: of words_at_best().
 */
static bool is_of_another(struct assembly *s, const struct run *run, const struct slot *slot, uint32_t file,
			  size_t best)
{
	struct str path = path_of_file(s->c, file), script = path_of_file(s->c, run->file);
	struct str option = option_of(run, slot);
	struct str here = eval_dirname(script), there = eval_dirname(path);
	size_t own = path_words_shared(script, path);

	if (!option.n)
		return false;
	return (best && asked_in(s, here, run->file, path, own, option)) ||
	       (!str_eq(here, there) && asked_in(s, there, run->file, path, own, option));
}

/* The modules of settings beside one that a script runs in its own place. */
static struct config_files codes_beside(struct assembly *s, uint32_t standard)
{
	const struct config_index *index = index_of(s);
	struct config_files files = {0};
	uint32_t file = dict_get(&index->scripts, eval_dirname(path_of_file(s->c, standard)));

	for (; file && files.n < MEANT_MAX; file = index->before[file - 1])
		if (is_beside(s, file, standard, false))
			*vec_push(s->arena, &files) = file;
	for (size_t i = 0; 2 * i + 1 < files.n; i++) {
		uint32_t last = files.at[files.n - 1 - i];

		files.at[files.n - 1 - i] = files.at[i];
		files.at[i] = last;
	}
	return files;
}

struct config_files config_candidates(struct assembly *s, const struct run *run, const struct slot *slot)
{
	const struct config_index *index = index_of(s);
	struct config_files files = {0};
	size_t best = slot->either ? 0 : words_at_best(s, path_of_file(s->c, run->file)), n = 0;

	if (slot->standard && file_kind_of(path_of_file(s->c, slot->standard)) == KIND_PYTHON)
		return codes_beside(s, slot->standard);
	for (size_t i = 0; i < index->configs.n && files.n < MEANT_MAX; i++)
		if (is_meant(s, run, slot, index->configs.at[i]) && holds_settings(s, index->configs.at[i]))
			*vec_push(s->arena, &files) = index->configs.at[i];
	for (size_t i = 0; i < files.n; i++)
		if (slot->either || (!config_is_for_other(s, files.at[i], run->file) && !is_of_another(s, run, slot, files.at[i], best)))
			files.at[n++] = files.at[i];
	files.n = n;
	return files;
}
