/* Any bytes are parsed as shell code: words and commands lie within the text, none deeper than is allowed. */
#include "lint/shell/syntax/ast.h"

#include "fuzz.h"
#include "fuzz_bash.h"

struct walk {
	size_t size;
	int depth;
};

static void in_file(const struct walk *w, struct span at)
{
	fuzz_check((size_t)at.off + at.len <= w->size);
}

static void walk_list(struct walk w, const struct sh_list *list);

static void walk_word(struct walk w, const struct sh_word *word)
{
	if (!word)
		return;
	/* A word, a parameter in it and a list in that are one level of the parser's. */
	fuzz_check(++w.depth <= 4 * SH_DEPTH_MAX);
	in_file(&w, word->place);
	for (size_t i = 0; i < word->n; i++) {
		const struct sh_piece *piece = &word->at[i];

		in_file(&w, piece->at);
		if (piece->kind == SH_TEXT)
			fuzz_touch(piece->text);
		if (piece->kind == SH_ARITH)
			walk_word(w, piece->as.word);
		if (piece->kind == SH_COMMAND)
			walk_list(w, piece->as.list);
		if (piece->kind != SH_PARAM)
			continue;
		fuzz_touch(piece->as.param->name);
		walk_word(w, piece->as.param->index);
		walk_word(w, piece->as.param->arg);
		walk_word(w, piece->as.param->arg2);
	}
}

static void walk_assign(struct walk w, const struct sh_assign *assign)
{
	if (!assign)
		return;
	fuzz_touch(assign->name);
	in_file(&w, assign->at);
	walk_word(w, assign->index);
	walk_word(w, assign->value);
	for (size_t i = 0; i < assign->elements.n; i++)
		walk_word(w, assign->elements.at[i].value);
}

static void walk_command(struct walk w, const struct sh_cmd *cmd)
{
	fuzz_check(++w.depth <= 4 * SH_DEPTH_MAX);
	in_file(&w, cmd->at);
	for (size_t i = 0; i < cmd->assigns.n; i++)
		walk_assign(w, cmd->assigns.at[i]);
	for (size_t i = 0; i < cmd->items.n; i++) {
		walk_word(w, cmd->items.at[i].word);
		walk_assign(w, cmd->items.at[i].assign);
	}
	for (size_t i = 0; i < cmd->redirects.n; i++)
		walk_word(w, cmd->redirects.at[i]->word);
	for (size_t i = 0; i < cmd->children.n; i++)
		walk_command(w, cmd->children.at[i]);
	for (size_t i = 0; i < cmd->arms.n; i++) {
		walk_list(w, cmd->arms.at[i].cond);
		walk_list(w, cmd->arms.at[i].body);
	}
	walk_word(w, cmd->word);
	walk_list(w, cmd->cond);
	walk_list(w, cmd->body);
}

static void walk_list(struct walk w, const struct sh_list *list)
{
	for (size_t i = 0; list && i < list->n; i++)
		walk_command(w, list->at[i]);
}

static const struct fuzz_rule RULES[] = {
    {'s', FORMS("~l", "~l\n~l")}, {'l', FORMS(STATEMENTS)}, SHELL_RULES};

FUZZ_GRAMMAR(RULES)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena a;
	struct sh_source src = {
	    .text = {(const char *)data, size}, .at = {1, 0, (uint32_t)size}, .verbatim = true};

	fuzz_reserve(&a);
	if (size <= 1 << 16)
		walk_list((struct walk){.size = size}, sh_parse(&a, &src));
	arena_reset(&a);
	return 0;
}
