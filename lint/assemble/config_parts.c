#include "config_parts.h"

#include "lint/read/read.h"

enum { FILES_MAX = 16 };

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
