/*
 * What framework a launch's command is of, and its settings: a config file, and flags over it or words in it.
 */
#include "command_jobs.h"

#include "config_overrides.h"
#include "file_jobs.h"
#include "inherited_config.h"

#include "lint/read/read.h"
#include "lint/settings/settings.h"

enum { WORDS_MAX = 8 };

static struct span zero_span(uint32_t file)
{
	return (struct span){file, 0, 0};
}

struct node *flags_of(struct assembly *s, const struct launch *launch, size_t from, struct launch_word *positional)
{
	struct node *map = node_new(s->arena, NODE_MAP, launch->at);
	struct node *key = NULL;

	for (size_t i = from; i < launch->args.n; i++) {
		const struct launch_word *w = &launch->args.at[i];
		struct str name;
		struct node *value;

		if (w->lost)
			continue;
		if (launch_split(s->arena, w, &name, &value) &&
		    (name.n > 2 || !str_starts(name, STR("-")))) {
			while (str_starts(name, STR("-")) || str_starts(name, STR("+")))
				name = str_sub(name, 1, name.n);
			node_set(s->arena, map, node_str(s->arena, name, w->value->at), value);
			key = NULL;
		} else if (w->head.n > 1 && w->head.s[0] == '-' &&
			   !(w->head.s[1] >= '0' && w->head.s[1] <= '9')) {
			name = w->head;
			while (str_starts(name, STR("-")))
				name = str_sub(name, 1, name.n);
			key = node_str(s->arena, name, w->value->at);
			node_set(s->arena, map, key, node_bool(s->arena, true, w->value->at));
		} else if (key) {
			struct node *now = node_get(map, key->text);

			/* A second word makes a list of the first. */
			if (now->kind == NODE_BOOL) {
				node_set(s->arena, map, key, w->value);
			} else if (now->kind == NODE_LIST) {
				node_push(s->arena, now, w->value);
			} else {
				struct node *list = node_new(s->arena, NODE_LIST, now->at);

				node_push(s->arena, list, now);
				node_push(s->arena, list, w->value);
				node_set(s->arena, map, key, list);
			}
		} else if (positional && !positional->value) {
			*positional = *w;
		}
	}
	return map;
}

static uint32_t file_of_node(struct assembly *s, const struct launch *launch, const struct node *n)
{
	if (!n || n->kind != NODE_STR)
		return 0;
	return repository_resolve(s->repo, launched_folder(s->c, launch), path_of_file(s->c, launch->file),
				  n->text);
}

/* Whether the word of a command that is no flag's names a file; the value of a key, if it is one's. */
static bool is_config_word(const struct command *command)
{
	return command->positional && (str_is(str_of(command->positional), "config") || command_has_parts(command));
}

static bool is_key_word(const struct command *command)
{
	return command->positional && *command->positional && !is_config_word(command);
}

static struct str without_dashes(struct str flag)
{
	while (str_starts(flag, STR("-")))
		flag = str_sub(flag, 1, flag.n);
	return flag;
}

/* The config that comes with a framework and is named by its address or a path of it; NULL if none is meant. */
static const struct node *preset_of(struct assembly *s, const struct command *command, const struct node *word)
{
	const struct framework *f = command_framework(command);
	struct str_cut at = str_cut(str_of(f && f->presets ? f->presets_at : NULL), '*');
	struct node *name;
	size_t from;

	if (!at.ok || !word || word->kind != NODE_STR || !str_ends(word->text, at.tail))
		return NULL;
	from = str_find(word->text, at.head, 0);
	if (from == SIZE_MAX)
		return NULL;
	name = node_str(s->arena, str_sub(word->text, from + at.head.n, word->text.n - at.tail.n), word->at);
	return preset_tree(s->arena, f, STR(""), name);
}

/* How the path of a package's registry ends: torchtitan/models/llama3/config_registry.py of "llama3". */
static struct str registry_end(struct arena *a, const char *registry, const struct node *package)
{
	if (!package || package->kind != NODE_STR || !package->text.n)
		return str_of(registry);
	return str_fmt(a, "%.*s/%s", STR_ARG(str_tr(a, package->text, '.', '/')), registry);
}

/* Whether a path ends so, from one of its folders on. */
static bool ends_whole(struct str path, struct str end)
{
	return str_ends(path, end) && (path.n == end.n || path.s[path.n - end.n - 1] == '/');
}

/* What the function gives that a command's config flag names, and its file; NULL if there is none. */
static const struct node *registered(struct assembly *s, const struct command *command, const struct node *flags,
				     const struct node *word, uint32_t *file)
{
	const struct node *package = command->registry_flag ? node_get(flags, without_dashes(str_of(command->registry_flag))) : NULL;
	const struct node *tree = NULL;
	struct str end;

	if (!command->registry || !word || word->kind != NODE_STR)
		return NULL;
	end = registry_end(s->arena, command->registry, package);
	for (uint32_t i = 1; i <= s->c->nfiles && !tree; i++)
		if (ends_whole(path_of_file(s->c, i), end) && (tree = config_of_function(s, i, word->text)))
			*file = i;
	return tree;
}

/* What a config file and the flags over it say together, and a word that is the value of a key. */
static const struct node *merged_tree(struct assembly *s, const struct command *command, const struct node *tree,
				      const struct node *flags)
{
	struct node *out = tree && tree->kind == NODE_MAP ? conf_copy(s->arena, tree)
							  : node_new(s->arena, NODE_MAP, flags->at);

	for (size_t i = 0; i < flags->as.pairs.n; i++)
		if (flags->as.pairs.at[i].key->kind == NODE_STR)
			conf_put(s->arena, out, flags->as.pairs.at[i].key->text,
				 conf_word(s->arena, flags->as.pairs.at[i].value), command->merged);
	out->open |= flags->open;
	return conf_interpolated(s->arena, out);
}

/* A word that is the value of a key: "litgpt finetune google/gemma-2b". */
static void take_positional(struct assembly *s, const struct command *command, struct node *flags,
			    const struct launch_word *word)
{
	struct str key = str_of(command->positional);

	if (is_key_word(command) && word->value && !node_get(flags, key))
		node_set(s->arena, flags, node_str(s->arena, key, word->value->at), word->value);
}

/* The settings of a launch: those of the config file, and the flags over them. */
static void read_command(struct assembly *s, const struct launch *launch, const struct command *command,
			 const struct node *flags, const struct node *preset, uint32_t config, const struct node *parts,
			 struct draft *d)
{
	const struct node *tree = parts ? parts : preset ? preset : config ? config_tree(s, config) : NULL;

	if (command->merged || preset) {
		const struct node *merged = merged_tree(s, command, tree, flags);

		if (config)
			repository_complain(s->repo, config);
		if (config && tree) {
			target_of_tree(s->arena, tree, &d->target);
			d->job.at = config_first_key(tree, config);
		}
		extract_set(&d->extract, command->set, launch->at, merged, &d->job);
		extract_map(&d->extract, command->map, merged, &d->job);
		return;
	}
	if (parts)
		extract_map(&d->extract, command->map, parts, &d->job);
	else if (config && !config_into_draft(s, config, NULL, d) && command->map && tree)
		extract_map(&d->extract, command->map, tree, &d->job);
	extract_set(&d->extract, command->set, launch->at, flags, &d->job);
	if (command->map)
		extract_map(&d->extract, command->map, flags, &d->job);
}

/* The value of the flag that names a command's config file; NULL if it is not there. */
static const struct node *config_word(const struct command *command, const struct node *flags)
{
	struct str_cut cut = {.tail = str_of(command->config_flag)};
	const struct node *word = NULL;

	while (cut.tail.n && !word) {
		cut = str_cut(cut.tail, '|');
		word = node_get(flags, without_dashes(cut.head));
	}
	return word;
}

/* The file that a command's config flag names; 0 if it is not here. */
static uint32_t config_file(struct assembly *s, const struct launch *launch, const struct command *command,
			    const struct node *word)
{
	const struct framework *f = command_framework(command);
	struct str scheme = str_of(f ? f->scheme : NULL);

	if (word && word->kind == NODE_STR && scheme.n && str_starts(word->text, scheme))
		return files_find(s->repo->files, str_sub(word->text, scheme.n, word->text.n));
	return file_of_node(s, launch, word);
}

/* Of a config that cannot be read to its end nothing is estimated: it is complained of, and what it leaves out is no default. */
static void note_unreadable(struct assembly *s, uint32_t config, struct draft *d)
{
	const struct reading *reading = config ? repository_reading(s->repo, config) : NULL;

	if (!reading || !reading->trouble.n)
		return;
	repository_complain(s->repo, config);
	d->extract.unknown[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] =
	    (struct extract_unknown){.why = str_fmt(s->arena, "%.*s cannot be read to its end", STR_ARG(path_of_file(s->c, config))),
				     .at = zero_span(config),
				     .bad = true};
	d->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = (struct value){0};
}

/*
 * Whether anything tells which model is trained. If not, flags that the framework does not have may by their names, where no
 * code is here that knows better.
 */
static bool is_told_model(const struct draft *d)
{
	return job_get(&d->job, SETTING_MODEL) || d->extract.unknown[SETTING_MODEL].why.n;
}

/* "axolotl train X.yaml --flag v": the config file first, then the flags over it. */
static void take_command(struct assembly *s, const struct launch *launch,
			 const struct command *command, size_t used)
{
	struct launch_word positional = {0};
	struct node *flags = flags_of(s, launch, used, &positional);
	const struct node *word = config_word(command, flags);
	struct draft d = {0};
	const struct node *tree;
	uint32_t config = config_file(s, launch, command, word);
	const struct node *preset, *parts = NULL;
	struct config_bases files = {0};
	struct str part;

	if (command_has_parts(command))
		parts = config_parts(s, launch, command, used, flags, &files, &config);
	else if (!config && is_config_word(command))
		config = launched_word_file(s->c, launch, &positional);
	preset = config ? NULL : registered(s, command, flags, word, &config);
	part = preset ? word->text : STR("");
	if (!config)
		preset = preset_of(s, command, word || !is_config_word(command) ? word : positional.value);
	/* What a file elsewhere says is not known. */
	flags->open |= !config && !preset && ((positional.value && !is_key_word(command)) || word);
	tree = parts ? parts : preset ? preset : config ? config_tree(s, config) : NULL;
	if (command->idle && condition_holds(command->idle, &d.job, tree ? tree : flags) &&
	    !(tree && node_get(flags, STR("do_train"))))
		return;
	d = launch_draft(s, launch, files_parent(s->repo->files, config ? config : launch->file),
			   config);
	d.part = part;
	d.one_process = command->one_process;
	d.joins = command->joins;
	d.all_devices = command->all_devices;
	d.alone = command->alone;
	d.job.at = config ? zero_span(config) : launch->at;
	take_positional(s, command, flags, &positional);
	read_command(s, launch, command, flags, preset, config, parts, &d);
	d.condition = launched_condition(s->arena, launch, STR(""));
	draft_take(s->c, &d, d.main);
	for (size_t i = 0; i < files.n; i++)
		draft_take(s->c, &d, files.at[i]);
	draft_take_launch(s->c, &d, launch);
	extract_sizes(&d.extract, &d.job);
	if (!parts && !preset)
		note_unreadable(s, config, &d);
	if (!config && !preset && !is_told_model(&d) && !launched_file(s->c, launch, launched_folder(s->c, launch)))
		extract_names(&d.extract, flags, &d.job);
	if (is_told_model(&d) || config)
		resolve_draft(s->c, &d);
}

/* Whether two words of a command go together: an alternative of one excludes one of the other. */
static bool go_together(const struct node *x, const struct node *y)
{
	if (x->kind != NODE_EITHER || y->kind != NODE_EITHER || x->as.items.n < 2 || y->as.items.n < 2)
		return false;
	for (size_t i = 0; i < x->as.items.n; i++)
		if (!x->as.items.at[i]->when || x->as.items.at[i]->kind != NODE_STR)
			return false;
	return arms_exclude(x->as.items.at[0]->when, y->as.items.at[y->as.items.n - 1]->when);
}

/* The launch if the alternative holds, with what is left of the words that hang on it. */
static struct launch *launch_when(struct arena *a, const struct launch *launch, const struct node *alternative)
{
	struct launch *one = arena_new(a, struct launch);

	*one = *launch;
	one->guard = alternative->when;
	one->args.at = arena_news(a, struct launch_word, launch->args.n);
	for (size_t i = 0; i < launch->args.n; i++) {
		struct launch_word *w = &one->args.at[i];
		struct node *left[NODE_EITHER_MAX];
		size_t n = 0;

		*w = launch->args.at[i];
		for (size_t k = 0; w->value->kind == NODE_EITHER && k < w->value->as.items.n; k++)
			if (!arms_exclude(w->value->as.items.at[k]->when, alternative->when))
				left[n++] = w->value->as.items.at[k];
		if (!n)
			continue;
		w->value = either_of(a, left, n, w->value->at);
		if (w->value->kind == NODE_STR)
			w->head = w->tail = w->value->text;
	}
	return one;
}

/* A command of which several words hang on one choice: each way is a command of its own, or none are mixed. */
static bool take_ways(struct assembly *s, const struct launch *launch, const struct command *command, size_t used)
{
	for (size_t i = 0; !launch->guard && i < launch->args.n; i++)
		for (size_t j = i + 1; j < launch->args.n; j++) {
			const struct node *ways = launch->args.at[i].value;

			if (!go_together(ways, launch->args.at[j].value))
				continue;
			for (size_t k = 0; k < ways->as.items.n; k++)
				take_command(s, launch_when(s->arena, launch, ways->as.items.at[k]), command, used);
			return true;
		}
	return false;
}

/* Whether one of a row's words, with commas between, is in a text, or is a key of flags. */
static bool any_of(const char *row, struct str text, const struct node *flags)
{
	struct str_cut word = {.tail = str_of(row ? row : "")};

	while (word.tail.n) {
		word = str_cut(word.tail, ',');
		if (flags ? node_key(flags, word.head, NULL) != NULL : str_has(text, word.head))
			return true;
	}
	return false;
}

/* Whether the repository has a copy of the program, which says more of it than the rows do. */
static bool has_copy(struct assembly *s, const struct command *command)
{
	struct str_cut path = {.tail = str_of(command->copies ? command->copies : "")};
	uint32_t file;

	while (path.tail.n) {
		path = str_cut(path.tail, ',');
		if (repository_ending(s->repo, path.head, &file, 1))
			return true;
	}
	return false;
}

/* src/train.py is a common name: whether the script is the framework's and none of the repository's. */
static bool is_their_script(struct assembly *s, const struct launch *launch,
			    const struct command *command, size_t used)
{
	struct launch_word positional = {0};
	const struct node *flags = flags_of(s, launch, used, &positional);
	uint32_t file;

	if (has_copy(s, command))
		return false;
	if (launch->kind != LAUNCH_SCRIPT || !command->marks)
		return true;
	file = launched_file(s->c, launch, launched_folder(s->c, launch));
	if (file && command_is_script(command, path_of_file(s->c, file)))
		return any_of(command->marks, repository_text(s->repo, file), NULL);
	return any_of(command->flags, (struct str){0}, flags) ||
	       (is_config_word(command) && launched_word_file(s->c, launch, &positional));
}

struct asked {
	struct assembly *s;
	const struct launch *launch;
	/** Words of the program itself. */
	size_t own;
	/** The file of a module that lies here, where it is asked for as a script; 0: as it is launched. */
	uint32_t file;
};

static bool is_meant(void *ctx, const struct command *command, size_t used)
{
	const struct asked *asked = ctx;

	if (asked->file)
		return command->marks && any_of(command->marks, repository_text(asked->s->repo, asked->file), NULL);
	return is_their_script(asked->s, asked->launch, command, used > asked->own ? used - asked->own : 0);
}

const struct command *command_of_launch(struct assembly *s, const struct launch *launch, size_t *used)
{
	struct asked asked = {.s = s, .launch = launch, .own = 1};
	struct str words[WORDS_MAX];
	size_t n = 0;
	const struct command *found;

	if (launch->program.value->kind != NODE_STR && launch->kind != LAUNCH_SCRIPT &&
	    launch->kind != LAUNCH_COMMAND)
		return NULL;
	if (launch->kind == LAUNCH_MODULE)
		words[n++] = STR("-m"), asked.own = 2;
	/* "$LLAMA_FACTORY/src/train.py": the known end of the word still names the script. */
	words[n++] = launch->program.value->kind == NODE_STR ? launch->program.value->text
							     : launch->program.tail;
	/* "$ENV/bin/axolotl": wherever it is installed. */
	if (launch->kind == LAUNCH_COMMAND)
		words[0] = str_tail(words[0], '/');
	for (size_t i = 0; i < launch->args.n && n < WORDS_MAX; i++)
		words[n++] = launch->args.at[i].head;
	found = command_find(words, n, is_meant, &asked, used);
	/* "deepspeed --module train.train_sft": a copy of the framework's script that lies here. */
	if (!found && launch->kind == LAUNCH_MODULE && launch->program.value->kind == NODE_STR &&
	    (asked.file = launched_file(s->c, launch, launched_folder(s->c, launch)))) {
		words[1] = path_of_file(s->c, asked.file);
		asked.own = 1;
		found = command_find(words + 1, n - 1, is_meant, &asked, used);
	}
	*used = found && *used > asked.own ? *used - asked.own : 0;
	return found;
}

void command_jobs(struct assembly *s, const struct launch *launch, const struct command *command, size_t used)
{
	if (command->composed || !take_ways(s, launch, command, used))
		(command->composed ? overridden_config_job : take_command)(s, launch, command, used);
}

/* Whether flags have all of a row's keys. */
static bool has_keys(const char *row, const struct node *flags)
{
	struct str_cut all = {.tail = str_of(row)};
	struct job job = {0};

	while (all.tail.n) {
		struct str_cut one;
		bool there = false;

		all = str_cut(all.tail, ',');
		one = (struct str_cut){.tail = all.head};
		while (one.tail.n && !there) {
			one = str_cut(one.tail, '|');
			there = node_key(flags, one.head, &job) != NULL;
		}
		if (!there)
			return false;
	}
	return true;
}

const struct command *command_of_keys(struct assembly *s, const struct launch *launch)
{
	struct launch_word positional = {0};
	const struct node *flags = launch->kind == LAUNCH_COMMAND || launch->args.n < 2 ? NULL : flags_of(s, launch, 0, &positional);
	const struct command *command;

	for (size_t i = 0; flags && (command = command_by_keys(i)); i++)
		if (command->code && has_keys(command->keys, flags))
			return command;
	return NULL;
}

/* The task that the program's name speaks of, or else that of the script which starts it, where nothing says one. */
static void name_task(struct assembly *s, const struct launch *launch, struct job *job)
{
	const struct node *program = launch->program.value;
	struct str name = str_tail(program->kind == NODE_STR ? program->text : launch->program.tail, '/');
	const char *task = training_task_of_name(name);

	if (!task && !launch->told.file) {
		name = str_tail(path_of_file(s->c, launch->file), '/');
		task = training_task_of_name(name);
	}
	if (!task || job_get(job, SETTING_TASK))
		return;
	job->set[SETTING_TASK] = value_str(str_of(task), ORIGIN_DERIVED, str_fmt(s->arena, "the name %.*s", STR_ARG(name)));
	job->set[SETTING_TASK].at = launch->at;
}

const struct command *command_elsewhere_by_keys(struct assembly *s, const struct launch *launch)
{
	struct launch_word positional = {0};
	const struct node *flags = flags_of(s, launch, 0, &positional);
	const struct command *command;

	for (size_t i = 0; (command = command_by_keys(i)); i++)
		if (command->no_job && has_keys(command->keys, flags))
			return command;
	return NULL;
}

bool keys_jobs(struct assembly *s, const struct launch *launch, uint32_t script)
{
	size_t before = s->c->drafts.n;
	struct launch_word positional = {0};
	const struct node *flags;
	const struct command *command;

	if (launch->kind == LAUNCH_COMMAND || launch->args.n < 2)
		return false;
	/* What it hands on to another program is that one's: mason.py ... -- accelerate launch ... */
	for (size_t i = 0; i < launch->args.n; i++)
		if (str_is(launch->args.at[i].head, "--"))
			return false;
	flags = flags_of(s, launch, 0, &positional);
	for (size_t i = 0; s->c->drafts.n == before && (command = command_by_keys(i)); i++) {
		/* Code that is here is followed by its own words, unless it hands them on. */
		if (command->no_job || (script && command->marks && !(script <= s->c->nfiles && s->handed[script - 1].n)) ||
		    !has_keys(command->keys, flags))
			continue;
		command_jobs(s, launch, command, 0);
	}
	for (size_t i = before; i < s->c->drafts.n; i++) {
		struct draft *d = s->c->drafts.at[i];

		d->job.found = JOB_FOUND_FLAGS;
		d->script = script;
		name_task(s, launch, &d->job);
	}
	return s->c->drafts.n > before;
}

struct str command_nothing(struct assembly *s, const struct launch *launch, const struct command *command,
				     size_t used)
{
	struct launch_word config = {0};
	const struct node *flags = flags_of(s, launch, used, &config);
	const struct framework *framework = command_framework(command);
	uint32_t file = config.value ? launched_word_file(s->c, launch, &config) : 0;
	const struct node *tree = file ? repository_tree(s->repo, file) : NULL;

	if (command->idle && condition_holds(command->idle, &(struct job){0}, tree ? tree : flags))
		return STR("");
	if (command->no_job)
		return str_of(command->no_job);
	if (config.value && config.value->kind == NODE_STR && !file)
		return str_fmt(s->arena, "%s is known, the config that it names is not here: %.*s",
			       framework ? framework->name : command->words, STR_ARG(config.value->text));
	return str_fmt(s->arena, "%s is known, and nothing that is here says which model it trains",
		       framework ? framework->name : command->words);
}
