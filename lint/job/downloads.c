#include "downloads.h"

enum { FETCHES_MAX = 1000 };

/* huggingface_hub 0.34, huggingface_hub/commands/download.py and cli/; modelscope 1.28, modelscope/cli/download.py. */
static const char *const programs[] = {"huggingface-cli", "hf", "modelscope"};
/* Options, with "_" for "-", and those with a value that is none of these. */
static const char models[] = "model|repo_id", folders[] = "local_dir";
static const char others[] = "revision|include|exclude|cache_dir|token|repo_type|max_workers|local_dir_use_symlinks";

static bool is_one_of(struct str name, const char *names)
{
	struct str_cut cut = {.tail = str_of(names)};

	while (cut.tail.n) {
		size_t k = 0;

		cut = str_cut(cut.tail, '|');
		while (k < name.n && k < cut.head.n &&
		       (name.s[k] == cut.head.s[k] || (name.s[k] == '-' && cut.head.s[k] == '_')))
			k++;
		if (k == name.n && k == cut.head.n)
			return true;
	}
	return false;
}

static bool fetches_models(const struct launch *launch)
{
	if (launch->kind != LAUNCH_COMMAND || !launch->args.n || !str_is(launch->args.at[0].head, "download") ||
	    !launch->program.value || launch->program.value->kind != NODE_STR)
		return false;
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (str_is(str_tail(launch->program.value->text, '/'), programs[i]))
			return true;
	return false;
}

void downloads_add(struct arena *a, struct downloads *downloads, const struct launch *launch)
{
	struct download f = {.file = launch->file};

	if (!fetches_models(launch) || downloads->n >= FETCHES_MAX)
		return;
	for (size_t i = 1; i < launch->args.n; i++) {
		const struct node *word = launch->args.at[i].value;
		struct str_cut cut;

		if (word->kind != NODE_STR)
			continue;
		/* The files of a repository that are named behind it do not matter. */
		if (!str_starts(word->text, STR("-"))) {
			f.model = f.model.n ? f.model : word->text;
			continue;
		}
		cut = str_cut(str_sub(word->text, str_starts(word->text, STR("--")) ? 2 : 1, word->text.n), '=');
		if (!cut.ok && (is_one_of(cut.head, models) || is_one_of(cut.head, folders) || is_one_of(cut.head, others))) {
			word = ++i < launch->args.n ? launch->args.at[i].value : NULL;
			cut.tail = word && word->kind == NODE_STR ? word->text : STR("");
		}
		if (is_one_of(cut.head, models))
			f.model = cut.tail;
		else if (is_one_of(cut.head, folders) && word) {
			f.folder = cut.tail;
			f.at = word->at;
		}
	}
	if (f.model.n && f.folder.n)
		*vec_push(a, downloads) = f;
}
