#include "inherited_config.h"

#include "lint/eval/eval.h"
#include "lint/read/read.h"

enum { FILES_MAX = 16, BASES_MAX = 16, DEPTH_MAX = 5, MERGE_DEPTH_MAX = 8 };

struct building {
	struct assembly *s;
	struct config_bases *bases;
};

/* What over says, and what only under does; mappings member by member. */
static struct node *merged(struct arena *a, const struct node *under, const struct node *over, unsigned depth)
{
	struct node *out = node_new(a, NODE_MAP, over->at);

	for (size_t i = 0; i < over->as.pairs.n; i++)
		*vec_push(a, &out->as.pairs) = over->as.pairs.at[i];
	for (size_t i = 0; i < under->as.pairs.n; i++) {
		const struct pair *p = &under->as.pairs.at[i];
		struct node *has = p->key->kind == NODE_STR ? node_get(over, p->key->text) : NULL;

		if (!has)
			*vec_push(a, &out->as.pairs) = *p;
		else if (has->kind == NODE_MAP && p->value->kind == NODE_MAP && depth < MERGE_DEPTH_MAX)
			node_set(a, out, p->key, merged(a, p->value, has, depth + 1));
	}
	return out;
}

static const struct node *built(struct building *b, uint32_t file, unsigned depth);

/* The tree of another file, or NULL: it is not here, was had before, or goes in circles. */
static const struct node *base_of(struct building *b, uint32_t file, unsigned depth)
{
	if (!file || b->bases->n >= BASES_MAX || depth >= DEPTH_MAX)
		return NULL;
	for (size_t i = 0; i < b->bases->n; i++)
		if (b->bases->at[i] == file)
			return NULL;
	*vec_push(b->s->arena, b->bases) = file;
	return built(b, file, depth + 1);
}

static bool names_config(struct str text)
{
	return str_ends(text, STR(".yaml")) || str_ends(text, STR(".yml")) || str_ends(text, STR(".json")) ||
	       str_ends(text, STR(".toml"));
}

static uint32_t file_named(struct building *b, uint32_t from, struct str name)
{
	return repository_resolve(b->s->repo, STR(""), path_of_file(b->s->c, from), name);
}

/* One of "extends: base", "extends: ../base.yaml". */
static const struct node *extended(struct building *b, uint32_t file, const struct node *name, bool bare, unsigned depth)
{
	struct str path = path_of_file(b->s->c, file), text = name->text;

	if (name->kind != NODE_STR || (!names_config(text) && !bare))
		return NULL;
	if (!names_config(text))
		text = str_cat(b->s->arena, text, str_sub(path, str_rchr(path, '.'), path.n));
	return base_of(b, file_named(b, file, text), depth);
}

static const struct node *over(struct building *b, const struct node *under, const struct node *tree)
{
	return under && under->kind == NODE_MAP ? merged(b->s->arena, under, tree, 0) : tree;
}

/* Hydra's list: names beside the file, "_self_", and one of a group's files for the key of the group. */
static const struct node *over_defaults(struct building *b, uint32_t file, const struct node *list,
					const struct node *tree, unsigned depth)
{
	struct str folder = eval_dirname(path_of_file(b->s->c, file));

	for (size_t i = list->as.items.n; i-- > 0;) {
		const struct node *item = list->as.items.at[i], *under = NULL;
		const struct pair *p = item->kind == NODE_MAP && item->as.pairs.n == 1 ? &item->as.pairs.at[0] : NULL;
		struct str group = p && p->key->kind == NODE_STR ? str_cut(p->key->text, '@').head : STR("");

		if (item->kind == NODE_STR && !str_is(item->text, "_self_")) {
			under = extended(b, file, item, true, depth);
		} else if (group.n && p->value->kind == NODE_STR) {
			struct str at = str_fmt(b->s->arena, "%.*s%s%.*s/%.*s%s", STR_ARG(folder), folder.n ? "/" : "",
						STR_ARG(group), STR_ARG(p->value->text),
						names_config(p->value->text) ? "" : ".yaml");
			const struct node *option = base_of(b, files_find(b->s->repo->files, at), depth);
			struct node *nested = option ? node_new(b->s->arena, NODE_MAP, option->at) : NULL;

			if (nested)
				node_set(b->s->arena, nested, node_str(b->s->arena, group, p->key->at),
					 merged(b->s->arena, option, node_new(b->s->arena, NODE_MAP, option->at), 0));
			under = nested;
		}
		tree = over(b, under, tree);
	}
	return tree;
}

static const struct node *built(struct building *b, uint32_t file, unsigned depth)
{
	static const struct {
		const char *key;
		/** The name may stand without its ending. */
		bool bare;
	} keys[] = {{"extends", true}, {"_base_", true},      {"inherits", true},      {"inherit_from", true}, {"base_config", true},
		    {"parent", true},  {"include", false}, {"base", false}, {"__base__", true}};
	const struct reading *reading = repository_reading(b->s->repo, file);
	const struct node *tree = reading && !reading->trouble.n && reading->docs.n ? reading->docs.at[0] : NULL;
	const struct node *own = tree, *n;

	if (!tree || tree->kind != NODE_MAP)
		return NULL;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		n = node_get(own, str_of(keys[i].key));
		for (size_t k = 0; n && n->kind == NODE_LIST && k < n->as.items.n; k++)
			tree = over(b, extended(b, file, n->as.items.at[n->as.items.n - 1 - k], keys[i].bare, depth), tree);
		if (n && n->kind == NODE_STR)
			tree = over(b, extended(b, file, n, keys[i].bare, depth), tree);
	}
	n = node_get(own, STR("defaults"));
	if (n && n->kind == NODE_LIST)
		tree = over_defaults(b, file, n, tree, depth);
	/* NeMo-RL: "defaults: ../../dpo.yaml". */
	if (n && n->kind == NODE_STR)
		tree = over(b, extended(b, file, n, false, depth), tree);
	return tree;
}

const struct node *inherited_config(struct assembly *s, uint32_t file, struct config_bases *bases)
{
	struct building b = {s, bases};
	const struct node *tree = built(&b, file, 0);

	return tree ? conf_interpolated(s->arena, tree) : NULL;
}

bool command_has_parts(const struct command *command)
{
	return command->positional && str_is(str_of(command->positional), "configs");
}

/* The folder that a flag gives, behind its value; empty: none does. */
static struct str folder_of(const struct command *command, const struct node *flags)
{
	struct str_cut cut = {.tail = str_of(command->folder_flag ? command->folder_flag : "")};

	while (cut.tail.n) {
		const struct node *n;

		cut = str_cut(cut.tail, '|');
		n = node_get(flags, cut.head);
		if (n && n->kind == NODE_LIST && n->as.items.n)
			n = n->as.items.at[0];
		if (n && n->kind == NODE_STR)
			return n->text;
	}
	return STR("");
}

/* The file that a word names: in the folder, with or without its ending. */
static uint32_t file_of_word(struct assembly *s, const struct launch *launch, const struct launch_word *word, struct str folder)
{
	struct str name = word->value->text;

	if (!str_ends(name, STR(".yml")) && !str_ends(name, STR(".yaml")) && !str_ends(name, STR(".json")))
		name = str_cat(s->arena, name, STR(".yml"));
	if (folder.n && !str_starts(name, STR("/")))
		name = str_fmt(s->arena, "%.*s%s%.*s", STR_ARG(folder), str_ends(folder, STR("/")) ? "" : "/", STR_ARG(name));
	return repository_resolve(s->repo, launched_folder(s->c, launch), path_of_file(s->c, launch->file), name);
}

const struct node *config_parts(struct assembly *s, const struct launch *launch, const struct command *command, size_t from,
				const struct node *flags, struct config_bases *files, uint32_t *first)
{
	struct node *out = node_new(s->arena, NODE_MAP, launch->at);
	struct str folder = folder_of(command, flags);
	size_t most = 0;

	for (size_t i = from; i < launch->args.n && files->n < FILES_MAX; i++) {
		const struct launch_word *w = &launch->args.at[i];
		const struct node *tree;
		uint32_t file;

		if (str_starts(w->head, STR("-")) || !w->value || (w->value->kind == NODE_STR && str_eq(w->value->text, folder)))
			continue;
		file = w->value->kind == NODE_STR ? file_of_word(s, launch, w, folder) : 0;
		tree = file ? repository_tree(s->repo, file) : NULL;
		if (!tree || tree->kind != NODE_MAP) {
			out->open = true;
			continue;
		}
		*vec_push(s->arena, files) = file;
		for (size_t k = 0; k < tree->as.pairs.n; k++)
			node_set(s->arena, out, tree->as.pairs.at[k].key, tree->as.pairs.at[k].value);
		/* The one with most keys is the model's; the others hold paths. */
		if (tree->as.pairs.n > most) {
			most = tree->as.pairs.n;
			*first = file;
		}
	}
	return files->n ? out : NULL;
}
