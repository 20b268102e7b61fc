#include "guess.h"

#include "core/base/base.h"
#include "checkpoint_format.h"
#include "model_spelling.h"

enum { NAME_MAX_BYTES = 256, STRIPS_MAX = 8 };

/* Services and local servers: no job of theirs fits a GPU here. */
static bool is_service(struct str id)
{
	static const struct str starts[] = {
	    STR_INIT("gpt-3"),
	    STR_INIT("gpt-4"),
	    STR_INIT("gpt-5"),
	    STR_INIT("claude"),
	    STR_INIT("gemini"),
	    STR_INIT("o1"),
	    STR_INIT("o3"),
	    STR_INIT("o4"),
	    STR_INIT("text-embedding-"),
	    STR_INIT("openai/gpt-4"),
	    STR_INIT("anthropic/"),
	    STR_INIT("deepseek-chat"),
	    STR_INIT("deepseek-reasoner"),
	    STR_INIT("grok"),
	    STR_INIT("mistral-large-latest"),
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (str_eq_nocase(str_sub(id, 0, starts[i].n), starts[i]))
			return true;
	return str_chr(id, '/', 0) == SIZE_MAX && str_chr(id, ':', 0) != SIZE_MAX;
}

/* Ends that say what a model was trained for; none changes its widths. */
static bool strip_stage(struct str *id)
{
	static const struct str stages[] = {
	    STR_INIT("base"),	STR_INIT("pt"),	       STR_INIT("it"),	     STR_INIT("instruct"),
	    STR_INIT("chat"),	STR_INIT("sft"),       STR_INIT("dpo"),	     STR_INIT("orpo"),
	    STR_INIT("rlhf"),	STR_INIT("reasoning"), STR_INIT("thinking"), STR_INIT("preview"),
	    STR_INIT("grpo"),	STR_INIT("kto"),       STR_INIT("lora"),     STR_INIT("qlora"),
	    STR_INIT("merged"), STR_INIT("latest"),
	};
	size_t at = id->n;
	struct str end;
	int64_t date;

	while (at && id->s[at - 1] != '-' && id->s[at - 1] != '_' && id->s[at - 1] != '/')
		at--;
	if (at < 2 || id->s[at - 1] == '/')
		return false;
	end = str_sub(*id, at, id->n);
	for (size_t i = 0; i < sizeof(stages) / sizeof(*stages); i++)
		if (str_eq_nocase(end, stages[i])) {
			id->n = at - 1;
			return true;
		}
	/* "-2407", "-1124", "-0528", "-20240808". */
	if ((end.n == 4 || end.n == 8) && str_to_int(end, &date)) {
		id->n = at - 1;
		return true;
	}
	return false;
}

/* The id with each end taken off in turn; sets rule. */
static const struct model *by_suffix(struct str id, enum guess_rule *rule)
{
	for (int i = 0; i <= STRIPS_MAX && id.n; i++) {
		const struct model *m = model_find(id);

		*rule = i ? GUESS_SUFFIX : GUESS_ID;
		if (m)
			return m;
		*rule = GUESS_NAME;
		m = model_find_name(str_tail(id, '/'));
		if (m)
			return m;
		if (!checkpoint_format_strip(&id) && !strip_stage(&id))
			break;
	}
	return NULL;
}

static bool is_hash(struct str part)
{
	size_t hex = 0;

	for (size_t i = 0; i < part.n; i++)
		hex += (part.s[i] >= '0' && part.s[i] <= '9') ||
		       (part.s[i] >= 'a' && part.s[i] <= 'f');
	return part.n >= 32 && hex == part.n;
}

/* Parts of a path that name no model: variables, checkpoints, hashes, folders. */
static bool says_nothing(struct str part)
{
	return part.n == 0 || str_chr(part, '$', 0) != SIZE_MAX ||
	       str_chr(part, '{', 0) != SIZE_MAX || str_chr(part, '%', 0) != SIZE_MAX ||
	       str_starts(part, STR("checkpoint-")) || str_starts(part, STR("global_step")) ||
	       str_starts(part, STR(".")) || str_is(part, "~") || is_hash(part) ||
	       model_is_folder(part);
}

static bool is_path(struct str id)
{
	size_t slash = str_chr(id, '/', 0);

	return str_starts(id, STR(".")) || str_starts(id, STR("/")) || str_starts(id, STR("~")) ||
	       (slash != SIZE_MAX && str_chr(id, '/', slash + 1) != SIZE_MAX) ||
	       str_chr(id, '$', 0) != SIZE_MAX || str_chr(id, '{', 0) != SIZE_MAX;
}

static struct guess found(struct arena *a, const struct model *m, enum guess_rule rule,
			  struct str id)
{
	struct guess g = {rule, m, {NULL, 0}, 1, 1};

	if (rule != GUESS_ID)
		g.how = str_fmt(a, "%.*s is read as %.*s", STR_ARG(id), STR_ARG(m->id));
	return g;
}

/* One name, with or without an organisation, by all rules but the guesses. */
static struct guess by_name(struct arena *a, struct str id)
{
	enum guess_rule rule = GUESS_SPELLING;
	const struct model *m = by_suffix(id, &rule);

	if (!m) {
		struct str bare = id;

		rule = GUESS_SPELLING;
		m = model_spelling_find(id);
		for (int i = 0; !m && i < STRIPS_MAX; i++) {
			if (!checkpoint_format_strip(&bare) && !strip_stage(&bare))
				break;
			m = model_spelling_find(bare);
		}
	}
	return m ? found(a, m, rule, id) : (struct guess){.rule = GUESS_NONE};
}

struct str guess_cache_id(struct arena *a, struct str part)
{
	struct str name = str_sub(part, 8, part.n);
	size_t at = str_find(name, STR("--"), 0);

	if (!str_starts(part, STR("models--")) || at == SIZE_MAX)
		return part;
	return str_fmt(a, "%.*s/%.*s", STR_ARG(str_sub(name, 0, at)),
		       STR_ARG(str_sub(name, at + 2, name.n)));
}

/* The parts of a path from its end: rows first, then the last part that can be guessed from. */
static struct guess by_path(struct arena *a, struct str path)
{
	struct guess g = {.rule = GUESS_NONE};

	for (int guessing = 0; guessing < 2 && !g.model; guessing++) {
		struct str rest = path;

		while (rest.n && !g.model) {
			size_t slash = str_rchr(rest, '/');
			struct str part = guess_cache_id(a, str_tail(rest, '/'));

			rest = str_sub(rest, 0, slash == SIZE_MAX ? 0 : slash);
			if (says_nothing(part))
				continue;
			g = guessing ? guess_by_size(a, part) : by_name(a, part);
		}
	}
	if (g.rule == GUESS_ID || g.rule == GUESS_SUFFIX) {
		g.rule = GUESS_NAME;
		g.how = str_fmt(a, "%.*s is read as %.*s", STR_ARG(path), STR_ARG(g.model->id));
	}
	return g;
}

struct guess model_guess(struct arena *a, struct str id)
{
	struct guess g = {.rule = GUESS_NONE};

	id = model_bare_id(id);
	/* A path of Windows, before the colon of its drive is taken for that of a service's tag. */
	if (id.n < NAME_MAX_BYTES && str_chr(id, '\\', 0) != SIZE_MAX)
		return by_path(a, str_tr(a, id, '\\', '/'));
	if (id.n == 0 || id.n >= NAME_MAX_BYTES || is_service(id))
		return g;
	if (is_path(id))
		return by_path(a, id);
	g = by_name(a, id);
	return g.model || says_nothing(str_tail(id, '/')) ? g : guess_by_size(a, id);
}
