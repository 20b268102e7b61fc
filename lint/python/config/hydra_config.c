#include "hydra_config.h"

#include "config.h"

#include "lint/eval/eval.h"

#include <string.h>

/* Files that list one another name more of themselves at each level: each that is opened costs steps. */
enum { RESOLVE_DEPTH = 32, FILE_STEPS = 100 };

/* Folders beside the program's own in which its configuration is searched; more say nothing new. */
enum { SEARCHED_MAX = 8 };

struct composition {
	struct interpreter *py;
	/** Folder of the configurations, from the root. */
	struct str folder;
	/** Those of hydra.searchpath and --config-dir, from the root: searched behind it, in their order. */
	struct str searched[SEARCHED_MAX];
	size_t nsearched;
	const struct node *words;
	struct span at;
	int depth;
	/** "override /group: choice" of the files read: MAP of texts. */
	struct node *overrides;
};

/* The file of a name in the first folder that has it; in the program's own folder if none has. */
static struct str file_of(const struct composition *c, struct str name)
{
	struct interpreter *py = c->py;
	struct str path = str_ends(name, STR(".yaml")) || str_ends(name, STR(".yml"))
			      ? name
			      : str_cat(py->arena, name, STR(".yaml"));
	struct str own = eval_path(py->arena, c->folder, path);
	struct eval_file file;

	for (size_t i = 0; i < c->nsearched && !py->world->find(py->world->context, own, &file); i++) {
		struct str other = eval_path(py->arena, c->searched[i], path);

		if (py->world->find(py->world->context, other, &file))
			return other;
	}
	return own;
}

/* A file of the folder, or what the script put into the ConfigStore under the name. */
static struct node *load(const struct composition *c, struct str name)
{
	struct interpreter *py = c->py;
	struct node *tree = file_data(py, file_of(c, name), c->at);

	for (size_t i = py->stores.n; tree->kind != NODE_MAP && i-- > 0;)
		if (str_eq(py->stores.at[i].name, name))
			tree = conf_structured(py, py->stores.at[i].function, c->at);
	return tree;
}

/*
 * The package that a file's head names ("# @package _global_"); empty if it names none. "_group_" was the word for what is
 * so without a head (Hydra 1.3, hydra/core/default_element.py, InputDefault.set_package_header).
 */
static struct str package_of(const struct composition *c, struct str name)
{
	struct eval_file file;
	struct str mark = STR("# @package "), rest;

	if (!c->py->world->find(c->py->world->context, file_of(c, name), &file))
		return (struct str){0};
	for (rest = file.text; rest.n;) {
		struct str_cut line = str_cut(rest, '\n');

		if (str_starts(line.head, mark)) {
			struct str package = str_trim(str_sub(line.head, mark.n, line.head.n));

			return str_is(package, "_group_") ? (struct str){0} : package;
		}
		if (line.head.n && line.head.s[0] != '#')
			break;
		rest = line.tail;
	}
	return (struct str){0};
}

static void merge(struct composition *c, struct node *into, struct node *from, int depth)
{
	struct interpreter *py = c->py;

	if (from->kind != NODE_MAP || depth > RESOLVE_DEPTH) {
		into->open |= from->kind != NODE_MAP;
		return;
	}
	for (size_t i = 0; i < from->as.pairs.n; i++) {
		struct node *key = from->as.pairs.at[i].key, *value = from->as.pairs.at[i].value;
		bool maybe = false;
		struct node *old = py_map_get(py, into, key, &maybe);

		if (key->kind == NODE_STR && str_is(key->text, "defaults") && depth == 0)
			continue;
		if (old && old->kind == NODE_MAP && value->kind == NODE_MAP)
			merge(c, old, value, depth + 1);
		else
			py_map_set(py, into, key, value);
	}
}

/* "choice(2,8)" is the sweep "2,8" (hydra 1.1-1.3, hydra/core/override_parser/overrides_visitor.py). */
static struct str swept(struct str text)
{
	bool choice = str_starts(text, STR("choice(")) && str_ends(text, STR(")"));

	return choice ? str_sub(text, sizeof("choice(") - 1, text.n - 1) : text;
}

/* The first choice of a sweep, "model=llama,qwen": one run of --multirun each, and the others are like it. */
static struct str first_of(struct str choice)
{
	choice = swept(choice);
	return str_starts(choice, STR("[")) || str_has(choice, STR("${")) ? choice : str_trim(str_cut(choice, ',').head);
}

/* The file that the command line chooses for a group: "model=llama". */
static struct str choice_of(const struct composition *c, struct str group, struct str standard)
{
	const struct node *override = node_get(c->overrides, group);

	if (override && override->kind == NODE_STR)
		standard = override->text;
	for (size_t i = 0; c->words && i < c->words->as.items.n; i++) {
		const struct node *word = c->words->as.items.at[i];
		struct str_cut cut =
		    word->kind == NODE_STR ? str_cut(word->text, '=') : (struct str_cut){0};

		while (cut.head.n && cut.head.s[0] == '+')
			cut.head = str_sub(cut.head, 1, cut.head.n);
		if (cut.ok && str_eq(cut.head, group))
			standard = first_of(cut.tail);
	}
	return standard;
}

/* Where a file's content goes, and where the names in its defaults start. */
struct file_place {
	/** Dotted, from the top; empty: the top. */
	struct str package;
	struct str dir;
};

static void compose_file(struct composition *c, struct node *into, struct str name,
			 const struct file_place *place);

/*
 * The package of an entry: what it says itself ("@model", "@_here_"), else what the file's head says,
 * which is from the top, else its group, below the package of the file that lists it.
 * Source: Hydra 1.3, hydra/core/default_element.py, InputDefault._get_final_package.
 */
static struct str package_in(const struct composition *c, const struct file_place *parent,
			     const struct str *own, struct str file, struct str group)
{
	struct arena *a = c->py->arena;
	struct str package = own ? *own : package_of(c, file), whole;
	size_t top;

	if (own && str_is(package, "_here_"))
		package = STR("");
	else if (!own && package.n)
		package = str_cat(a, STR("_global_."), package);
	else if (!own)
		package = str_tr(a, group, '/', '.');
	whole = parent->package.n && package.n ? str_fmt(a, "%.*s.%.*s", STR_ARG(parent->package),
							 STR_ARG(package))
		: package.n			? package
						: parent->package;
	while ((top = str_find(whole, STR("_global_"), 0)) != SIZE_MAX)
		whole = str_sub(whole, top + STR("_global_.").n < whole.n ? top + STR("_global_.").n
									    : whole.n,
				whole.n);
	return whole;
}

/* Puts what a file says into its place. */
static void put(struct composition *c, struct node *into, struct node *tree, struct str package)
{
	struct node *body = py_new(c->py, NODE_MAP, c->at), *wrapped;

	if (!package.n) {
		merge(c, into, tree, 0);
		return;
	}
	merge(c, body, tree, 0);
	wrapped = py_new(c->py, NODE_MAP, c->at);
	conf_set(c->py, wrapped, package, body);
	merge(c, into, wrapped, 1);
}

/* A name in a file's defaults: from the top if it begins with a slash, else from the file's own folder. */
static struct str from_here(const struct composition *c, struct str dir, struct str name)
{
	if (str_starts(name, STR("/")))
		return str_sub(name, 1, name.n);
	return dir.n ? str_fmt(c->py->arena, "%.*s/%.*s", STR_ARG(dir), STR_ARG(name)) : name;
}

struct entry {
	/** From the top, and as the list has it. */
	struct str group, written;
	/** Behind '@', if has_package. */
	struct str package;
	const struct node *choice;
	bool override, optional, has_package;
};

static bool read_entry(const struct composition *c, struct str dir, const struct node *n,
		       struct entry *out)
{
	struct str_cut cut;

	*out = (struct entry){0};
	if (n->kind != NODE_MAP || n->as.pairs.n != 1 || n->as.pairs.at[0].key->kind != NODE_STR)
		return false;
	cut = str_cut(n->as.pairs.at[0].key->text, '@');
	out->package = cut.tail;
	out->has_package = cut.ok;
	out->optional = str_starts(cut.head, STR("optional "));
	if (out->optional)
		cut.head = str_sub(cut.head, 9, cut.head.n);
	out->override = str_starts(cut.head, STR("override "));
	if (out->override)
		cut.head = str_sub(cut.head, 9, cut.head.n);
	out->group = from_here(c, dir, cut.head);
	out->written = str_starts(cut.head, STR("/")) ? out->group : cut.head;
	out->choice = n->as.pairs.at[0].value;
	return true;
}

/* "name", "folder/name", "/from/top", "name@package" of a defaults list. */
static void compose_named(struct composition *c, struct node *into, const struct file_place *parent,
			  struct str text)
{
	struct str_cut cut = str_cut(text, '@');
	struct str name, dir;
	struct file_place place;

	if (str_starts(cut.head, STR("optional ")))
		cut.head = str_sub(cut.head, 9, cut.head.n);
	name = from_here(c, parent->dir, cut.head);
	dir = eval_dirname(str_starts(cut.head, STR("/")) ? name : cut.head);
	place.package = package_in(c, parent, cut.ok ? &cut.tail : NULL, name, dir);
	place.dir = eval_dirname(name);
	compose_file(c, into, name, &place);
}

/* A file of a group. */
static void compose_choice(struct composition *c, struct node *into, const struct file_place *parent,
			   const struct entry *e, struct str choice)
{
	struct str name = str_fmt(c->py->arena, "%.*s/%.*s", STR_ARG(e->group), STR_ARG(choice));
	struct file_place place = {.dir = e->group};

	if (e->optional && load(c, name)->kind != NODE_MAP)
		return;
	place.package = package_in(c, parent, e->has_package ? &e->package : NULL, name, e->written);
	compose_file(c, into, name, &place);
}

/* One entry of the defaults list: "name", {group: choice} or {group: [choices]}. */
static void compose_entry(struct composition *c, struct node *into, const struct file_place *parent,
			  const struct node *n)
{
	struct entry e;
	struct str name;

	if (n->kind == NODE_STR) {
		compose_named(c, into, parent, n->text);
		return;
	}
	/* Groups of Hydra's own say nothing of the program's configuration. */
	if (!read_entry(c, parent->dir, n, &e) || e.override || str_starts(e.group, STR("hydra/")))
		return;
	name = e.choice->kind == NODE_STR ? e.choice->text : (struct str){0};
	name = choice_of(c, e.group, name);
	if (!name.n && e.choice->kind == NODE_LIST)
		for (size_t i = 0; i < e.choice->as.items.n; i++)
			if (e.choice->as.items.at[i]->kind == NODE_STR)
				compose_choice(c, into, parent, &e, e.choice->as.items.at[i]->text);
	if (name.n && !str_is(name, "null"))
		compose_choice(c, into, parent, &e, name);
}

static void find_overrides(struct composition *c, struct str name, struct str dir, int depth);

static void find_chosen(struct composition *c, struct str group, struct str choice, int depth)
{
	if (choice.n && !str_is(choice, "null"))
		find_overrides(c,
			       str_fmt(c->py->arena, "%.*s/%.*s", STR_ARG(group), STR_ARG(choice)),
			       group, depth + 1);
}

/* "override /model: llama" decides for entries that stand before it: found before anything is composed. */
static void find_overrides(struct composition *c, struct str name, struct str dir, int depth)
{
	struct node *tree = depth > RESOLVE_DEPTH || !py_step(c->py, FILE_STEPS) ? NULL : load(c, name);
	struct node *defaults =
	    tree && tree->kind == NODE_MAP ? node_get(tree, STR("defaults")) : NULL;

	for (size_t i = 0; defaults && defaults->kind == NODE_LIST && i < defaults->as.items.n;
	     i++) {
		const struct node *n = defaults->as.items.at[i];
		struct entry e;

		if (n->kind == NODE_STR && !str_is(n->text, "_self_")) {
			struct str named = from_here(c, dir, str_cut(n->text, '@').head);

			find_overrides(c, named, eval_dirname(named), depth + 1);
		}
		if (!read_entry(c, dir, n, &e))
			continue;
		if (e.override && e.choice->kind == NODE_STR)
			node_set(c->py->arena, c->overrides, node_str(c->py->arena, e.group, n->at),
				 node_str(c->py->arena, e.choice->text, n->at));
		else if (!e.override)
			find_chosen(c, e.group,
				    choice_of(c, e.group,
					      e.choice->kind == NODE_STR ? e.choice->text
									 : (struct str){0}),
				    depth);
	}
}

/* Groups that only the command line names: "+experiment=long". */
static void find_added(struct composition *c)
{
	for (size_t i = 0; c->words && i < c->words->as.items.n; i++) {
		const struct node *word = c->words->as.items.at[i];
		struct str_cut cut =
		    word->kind == NODE_STR ? str_cut(word->text, '=') : (struct str_cut){0};

		if (cut.ok && str_starts(cut.head, STR("+")))
			find_chosen(c, str_sub(cut.head, 1, cut.head.n), first_of(cut.tail), 0);
	}
}

/*
 * Hydra ends where a file that it is to take is not there (1.3, hydra/_internal/config_loader_impl.py, load_configuration:
 * MissingConfigException). What is here may not be all that is there, so it is only told of.
 */
static void note_absent(const struct composition *c, struct str name)
{
	struct trace *trace = c->py->trace;
	struct eval_file file;
	struct str path;

	/* "pkg://" and "file://" are searched elsewhere. */
	if (trace->absent.n || str_has(name, STR("$")) || str_has(name, STR(":/")))
		return;
	path = file_of(c, name);
	if (c->py->world->find(c->py->world->context, path, &file))
		return;
	trace->absent = str_dup(c->py->arena, path);
	trace->absent_at = c->at;
}

static void compose_file(struct composition *c, struct node *into, struct str name,
			 const struct file_place *place)
{
	struct node *tree = py_step(c->py, FILE_STEPS) ? load(c, name) : NULL, *defaults;
	bool self = false;

	if (c->depth > RESOLVE_DEPTH || !tree || tree->kind != NODE_MAP) {
		into->open = true;
		if (tree && c->folder.n)
			note_absent(c, name);
		return;
	}
	c->depth++;
	defaults = node_get(tree, STR("defaults"));
	for (size_t i = 0; defaults && defaults->kind == NODE_LIST && i < defaults->as.items.n;
	     i++) {
		const struct node *entry = defaults->as.items.at[i];

		if (entry->kind == NODE_STR && str_is(entry->text, "_self_")) {
			put(c, into, tree, place->package);
			self = true;
		} else {
			compose_entry(c, into, place, entry);
		}
	}
	/* From Hydra 1.1 on the file itself comes last if the list does not place it. */
	if (!self)
		put(c, into, tree, place->package);
	c->depth--;
}

static bool is_folder(const struct interpreter *py, struct str path)
{
	return path.n && py->world->folder && py->world->folder(py->world->context, path);
}

static bool is_group(const struct composition *c, struct str name)
{
	for (size_t i = 0; i < c->nsearched; i++)
		if (is_folder(c->py, eval_path(c->py->arena, c->searched[i], name)))
			return true;
	return is_folder(c->py, eval_path(c->py->arena, c->folder, name));
}

/* Adds a folder below one of the places from which a program finds its own: where it is run, and where it and its packages lie. */
static void search_in(struct composition *c, struct str folder)
{
	struct interpreter *py = c->py;
	const struct str from[] = {py->world->cwd, STR("."), STR("src"), py->world->base, eval_dirname(py->modules.at[0]->path)};

	for (size_t i = 0; i < sizeof(from) / sizeof(*from) && c->nsearched < SEARCHED_MAX; i++) {
		struct str path = eval_path(py->arena, from[i].n ? from[i] : STR("."), folder);

		if (is_folder(py, path)) {
			c->searched[c->nsearched++] = path;
			return;
		}
	}
}

/*
 * A place of hydra.searchpath: "file://folder", from where the program is run, or "pkg://package.of.it"; without a scheme it
 * is a folder. Source: Hydra 1.3, docs/advanced/search_path.md and hydra/_internal/config_repository.py.
 */
static void search_place(struct composition *c, struct str place)
{
	struct arena *a = c->py->arena;

	if (str_starts(place, STR("pkg://")))
		search_in(c, str_tr(a, str_sub(place, 6, place.n), '.', '/'));
	else
		search_in(c, str_starts(place, STR("file://")) ? str_sub(place, 7, place.n) : place);
}

/* Where the primary configuration has more of it searched; that of another file is an error in Hydra. */
static void find_searched(struct composition *c, struct str name, struct str config_dir)
{
	struct node *tree = load(c, name), *hydra, *places;

	if (config_dir.n)
		search_in(c, config_dir);
	hydra = tree->kind == NODE_MAP ? node_get(tree, STR("hydra")) : NULL;
	places = hydra && hydra->kind == NODE_MAP ? node_get(hydra, STR("searchpath")) : NULL;
	for (size_t i = 0; places && places->kind == NODE_LIST && i < places->as.items.n; i++)
		if (places->as.items.at[i]->kind == NODE_STR)
			search_place(c, places->as.items.at[i]->text);
}

/* The values of a sweep, "batch=8,16": one run of --multirun each. NULL: the text is one value. */
static struct node *sweep_of(struct composition *c, struct str text, struct span at)
{
	struct node *values[NODE_EITHER_MAX];
	size_t n = 0;

	text = swept(text);
	if (!text.n || memchr("[{('\"", text.s[0], 5) || str_chr(text, ',', 0) == SIZE_MAX ||
	    str_has(text, STR("${")))
		return NULL;
	while (text.n && n < NODE_EITHER_MAX) {
		struct str_cut cut = str_cut(text, ',');

		values[n++] = py_yaml_value(c->py, str_trim(cut.head), at);
		text = cut.tail;
	}
	return either_of(c->py->arena, values, n, at);
}

/* Overrides of values; choices of groups were taken while composing. */
static void apply_words(struct composition *c, struct node *into)
{
	struct node *values = node_new(c->py->arena, NODE_LIST, c->at);

	for (size_t i = 0; c->words && i < c->words->as.items.n; i++) {
		struct node *word = c->words->as.items.at[i];
		struct str_cut cut =
		    word->kind == NODE_STR ? str_cut(word->text, '=') : (struct str_cut){0};
		struct str name = cut.head;
		struct node *sweep;
		bool added = false;

		while (name.n && name.s[0] == '+') {
			name = str_sub(name, 1, name.n);
			added = true;
		}
		if (added && is_group(c, name)) {
			const struct entry e = {.group = name, .written = name};

			compose_choice(c, into, &(struct file_place){.dir = STR("")}, &e, first_of(cut.tail));
		} else if (!is_group(c, name)) {
			sweep = sweep_of(c, cut.tail, word->at);
			if (sweep)
				conf_set(c->py, into, name, sweep);
			else
				node_push(c->py->arena, values, word);
		}
	}
	conf_overrides(c->py, into, values);
}

struct node *hydra_config(struct interpreter *py, struct str folder, struct str name, struct str config_dir,
			  const struct node *words, struct span at)
{
	struct composition c = {.py = py, .folder = folder, .words = words, .at = at};
	struct node *tree = py_new(py, NODE_MAP, at);

	find_searched(&c, name, config_dir);
	c.overrides = node_new(py->arena, NODE_MAP, at);
	find_overrides(&c, name, eval_dirname(name), 0);
	find_added(&c);
	compose_named(&c, tree, &(struct file_place){.dir = STR("")}, name);
	apply_words(&c, tree);
	tree = conf_interpolate(py, tree);
	py_note_config(py, tree);
	return tree;
}
