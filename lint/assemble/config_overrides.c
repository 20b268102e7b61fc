/*
 * Commands that compose a config with words of their own: "tune run RECIPE --config FILE_OR_NAME a.b=1 ~c",
 * "python -m verl.trainer.main_ppo a.b=1 +c=2".
 */
#include "config_overrides.h"

#include "inherited_config.h"

#include "lint/frameworks/frameworks.h"
#include "lint/read/read.h"
#include "lint/settings/settings.h"

struct draft launch_draft(struct assembly *s, const struct launch *launch, uint32_t main,
			    uint32_t config)
{
	struct draft d = {.launch = launch, .main = main};

	d.target = launch_target(s->c, launch, config);
	extract_init(&d.extract, s->arena, s->c->findings, library_versions(s->c, main, launch));
	d.extract.before = UINT32_MAX;
	d.extract.open = draft_open;
	d.extract.ctx = draft_opener(s->c, launched_folder(s->c, launch), path_of_file(s->c, main));
	d.job.found = JOB_FOUND_CONFIG;
	return d;
}

/* Whether a word gives a key below a name that another gives a value: actor=megatron beside actor.model_name=…. */
static bool has_keys_below(const struct launch *launch, size_t from, struct str name)
{
	for (size_t i = from; i < launch->args.n; i++) {
		struct str word = launch->args.at[i].head;

		while (str_starts(word, STR("+")))
			word = str_sub(word, 1, word.n);
		if (str_starts(word, name) && word.n > name.n && word.s[name.n] == '.')
			return true;
	}
	return false;
}

const struct node *overridden_config(struct assembly *s, const struct node *tree,
					  const struct launch *launch, size_t from,
					  const char *component)
{
	struct node *out = conf_copy(s->arena, tree);

	for (size_t i = from; i < launch->args.n; i++) {
		const struct launch_word *w = &launch->args.at[i];
		struct node *value;
		struct str name;

		if (str_starts(w->head, STR("~")))
			conf_drop(out, str_cut(str_sub(w->head, 1, w->head.n), '=').head);
		else if (!str_starts(w->head, STR("-")) &&
			 launch_split(s->arena, w, &name, &value) && name.n) {
			/* Hydra's "+key" and "++key" add one. */
			while (str_starts(name, STR("+")))
				name = str_sub(name, 1, name.n);
			/* Which config of a group Hydra takes (hydra 1.3, hydra/conf: runtime.choices); its keys are over that one's. */
			if (component && !component[0] && str_chr(name, '.', 0) == SIZE_MAX && has_keys_below(launch, from, name))
				name = str_cat(s->arena, STR("hydra.runtime.choices."), name);
			conf_put(s->arena, out, name, conf_word(s->arena, value), component);
		}
	}
	return out;
}

/* The word behind a flag, or behind "=" in the flag's own; false if the flag is not there. */
static bool word_of_flag(struct assembly *s, const struct launch *launch, size_t from,
			 struct str flag, struct launch_word *out)
{
	for (size_t i = from; i < launch->args.n; i++) {
		const struct launch_word *w = &launch->args.at[i];
		struct str name;

		if (str_eq(w->head, flag) && i + 1 < launch->args.n) {
			*out = launch->args.at[i + 1];
			return true;
		}
		*out = *w;
		if (launch_split(s->arena, w, &name, &out->value) && str_eq(name, flag)) {
			out->head = out->tail =
			    out->value->kind == NODE_STR ? out->value->text : STR("");
			return true;
		}
	}
	return false;
}

/* The file of such a config where the repository is, or holds, a copy of the framework; 0 if not. */
static uint32_t preset_file(struct assembly *s, const struct command *command,
			    const struct launch_word *w)
{
	const struct framework *f = command_framework(command);
	struct str_cut at = str_cut(str_of(f ? f->presets_at : NULL), '*');
	uint32_t file = 0;

	if (!at.ok || w->value->kind != NODE_STR ||
	    repository_ending(s->repo,
			      str_fmt(s->arena, "%.*s%.*s%.*s", STR_ARG(at.head),
				      STR_ARG(w->value->text), STR_ARG(at.tail)),
			      &file, 1) != 1)
		return 0;
	return file;
}

/*
 * The version that a launch has of its framework: where nothing names one, a release before the first with such a config
 * is not what it runs with.
 */
static struct str version_with(struct assembly *s, const struct launch *launch, const struct command *command, struct str since, struct span at)
{
	struct versions *versions = library_versions(s->c, launch->file, NULL);
	struct str package = str_of(command->map->package), version;
	bool newest;

	version = versions_of(versions, package, &newest);
	if (!newest || !since.n || version_cmp(version, since) >= 0)
		return version;
	versions_set(versions, (struct version){.package = package, .version = since, .at = at});
	return since;
}

/* The config that comes with the command's framework, by its name; NULL if there is none. */
static const struct node *tree_of_name(struct assembly *s, const struct launch *launch,
				       const struct command *command, const struct launch_word *w)
{
	const struct framework *f = command_framework(command);
	struct str since = f && w->value->kind == NODE_STR ? preset_since(f, w->value->text) : STR("");

	return f ? preset_tree(s->arena, f, version_with(s, launch, command, since, w->value->at), w->value) : NULL;
}

/* The script of the command's own trainer, named as a file or a module: it is no job by itself. */
static void take_script(struct assembly *s, const struct launch *launch, struct draft *d)
{
	for (size_t i = 0; i <= launch->args.n; i++) {
		struct launch_word w = i ? launch->args.at[i - 1] : launch->program;
		struct node *value =
		    w.value->kind == NODE_STR ? conf_copy(s->arena, w.value) : NULL;
		uint32_t file;

		if (!value || str_starts(w.head, STR("-")))
			return;
		if (!str_ends(value->text, STR(".py")))
			value->text = str_cat(s->arena, value->text, STR(".py"));
		w.value = value;
		file = launched_word_file(s->c, launch, &w);
		if (file)
			draft_take(s->c, d, file);
	}
}

/* The file of Hydra's config name in a folder. */
static struct launch_word word_of_hydra(struct assembly *s, struct launch_word folder,
					struct launch_word name)
{
	struct str file = name.value->kind == NODE_STR ? name.value->text : STR("");

	if (!str_ends(file, STR(".yaml")))
		file = str_cat(s->arena, file, STR(".yaml"));
	if (!folder.value)
		return name;
	folder.tail = str_fmt(s->arena, "%.*s/%.*s", STR_ARG(folder.tail), STR_ARG(file));
	folder.value = conf_copy(s->arena, folder.value);
	if (folder.value->kind == NODE_STR)
		folder.value->text = str_fmt(s->arena, "%.*s/%.*s", STR_ARG(folder.value->text),
					     STR_ARG(file));
	return folder;
}

/* One of the framework's own configs, of which the rows know the defaults: its name, where Hydra keeps it. */
static struct node *own_config(struct assembly *s, const struct launch *launch, const struct node *name)
{
	struct node *tree = node_new(s->arena, NODE_MAP, launch->at);

	if (name)
		conf_put(s->arena, tree, STR("hydra.job.config_name"), conf_copy(s->arena, name), NULL);
	return tree;
}

/* A file that Hydra finds, with its name: one of the framework's own names says what it composes. */
static const struct node *named_config(struct assembly *s, const struct node *tree, const struct node *name)
{
	struct node *named = conf_copy(s->arena, tree);

	conf_put(s->arena, named, STR("hydra.job.config_name"), conf_copy(s->arena, name), NULL);
	return named;
}

/* A config that a script which is here finds by itself: the usual one, or that of a name beside it; 0: none. */
static uint32_t config_beside(struct assembly *s, const struct launch *launch, const struct command *command, const struct node *name)
{
	uint32_t script = command->usual_config ? launched_file(s->c, launch, launched_folder(s->c, launch)) : 0;
	struct str usual, path, folder;

	if (!script || (name && name->kind != NODE_STR))
		return 0;
	usual = str_of(command->usual_config);
	path = path_of_file(s->c, script);
	folder = str_sub(path, 0, path.n - str_tail(path, '/').n);
	if (name)
		usual = str_fmt(s->arena, "%.*s%.*s%s", (int)(usual.n - str_tail(usual, '/').n), usual.s, STR_ARG(name->text),
				str_ends(name->text, STR(".yaml")) ? "" : ".yaml");
	return repository_resolve(s->repo, STR(""), STR(""), str_cat(s->arena, folder, usual));
}

/* What a config file says, with those that it builds on where the command's do. */
static const struct node *tree_of_file(struct assembly *s, const struct command *command, uint32_t file)
{
	struct config_bases bases = {0};

	return command->inherits ? inherited_config(s, file, &bases) : repository_tree(s->repo, file);
}

/* The tree that a command's words are put over; NULL if none is named. *usual: no word names its file. */
static const struct node *base_tree(struct assembly *s, const struct launch *launch,
				    const struct command *command, size_t from, uint32_t *config, bool *usual)
{
	struct launch_word word = {0}, folder = {0};
	const struct node *tree, *name;
	struct node *elsewhere;
	bool own = command->folder_flag &&
		   !word_of_flag(s, launch, from, str_of(command->folder_flag), &folder);

	/* A word "config=X" that is left out leaves the program's own defaults, as a flag of Hydra's does. */
	if (!word_of_flag(s, launch, from, str_of(command->config_flag), &word) || !word.value) {
		*config = config_beside(s, launch, command, NULL);
		*usual = *config != 0;
		if (*config)
			return tree_of_file(s, command, *config);
		return command->folder_flag || command->config_flag[0] != '-' ? own_config(s, launch, NULL) : NULL;
	}
	if (own) {
		*config = config_beside(s, launch, command, word.value);
		tree = *config ? tree_of_file(s, command, *config) : NULL;
		return tree && tree->kind == NODE_MAP ? tree : own_config(s, launch, word.value);
	}
	name = word.value;
	if (command->folder_flag)
		word = word_of_hydra(s, folder, word);
	*config = launched_word_file(s->c, launch, &word);
	if (!*config)
		*config = preset_file(s, command, &word);
	if (*config)
		tree = tree_of_file(s, command, *config);
	else
		tree = tree_of_name(s, launch, command, &word);
	if (tree && tree->kind == NODE_MAP)
		return command->folder_flag ? named_config(s, tree, name) : tree;
	/* What a file elsewhere says is not known. */
	elsewhere = node_new(s->arena, NODE_MAP, word.value->at);
	elsewhere->open = true;
	return elsewhere;
}

/* What the code of a copy of the program says, where neither words nor config did. */
static void take_code(const struct job *code, struct job *job)
{
	static const enum setting by_code[] = {SETTING_WEIGHTS_DTYPE, SETTING_MIXED_PRECISION, SETTING_ATTENTION, SETTING_OPTIMIZER,
					       SETTING_FUSED_KERNELS, SETTING_GRADIENT_CHECKPOINTING};

	for (size_t i = 0; code && i < sizeof(by_code) / sizeof(*by_code); i++) {
		const struct value *v = job_get(code, by_code[i]);

		if (v && v->origin == ORIGIN_STATED && !v->alternative && job->set[by_code[i]].type == VALUE_ABSENT)
			job->set[by_code[i]] = *v;
	}
}

void overridden_config_job(struct assembly *s, const struct launch *launch,
		       const struct command *command, size_t from)
{
	uint32_t config = 0, named;
	bool usual = false;
	const struct node *tree = base_tree(s, launch, command, from, &config, &usual);
	struct draft d;

	if (!tree)
		return;
	tree = overridden_config(s, tree, launch, from, command->composed);
	tree = conf_interpolated(s->arena, tree);
	/* What the program finds by itself is part of it: all that is run with other words would be one job of that file. */
	named = usual ? 0 : config;
	d = launch_draft(s, launch, files_parent(s->repo->files, named ? named : launch->file), config);
	d.joins = command->joins;
	if (command->idle && condition_holds(command->idle, &d.job, tree))
		return;
	d.job.at = named ? (struct span){named, 0, 0} : launch->at;
	if (config)
		repository_complain(s->repo, config);
	target_of_tree(s->arena, tree, &d.target);
	extract_set(&d.extract, command->set, launch->at, tree, &d.job);
	extract_map(&d.extract, command->map, tree, &d.job);
	d.condition = launched_condition(s->arena, launch, STR(""));
	draft_take(s->c, &d, d.main);
	if (config)
		draft_take(s->c, &d, config);
	take_script(s, launch, &d);
	take_code(s->code, &d.job);
	draft_take_launch(s->c, &d, launch);
	resolve_draft(s->c, &d);
}
