#include "fix_edits.h"

#include "code_changes.h"

#include "core/base/base.h"
#include "lint/eval/eval.h"
#include "lint/frameworks/frameworks.h"
#include "lint/settings/settings.h"

enum { NESTED_MAX = 3, OVERRIDES_DEPTH = 8, OVERRIDES_BACK = 160 };

/** A key of a map, and the text that it takes for a value. */
struct told {
	struct str key, text;
	/** Whether text is a word that needs quotes in Python and JSON: neither a number nor true or false. */
	bool word;
	const struct keyrow *row;
	/** Only a key whose value stands there; unknown: any key. Given, not found. */
	struct span at;
	/** Only a key that no later version lacks, where nothing tells the version. Given. */
	bool lasting;
};

enum language { LANGUAGE_YAML, LANGUAGE_JSON, LANGUAGE_PYTHON, LANGUAGE_WORDS };

static enum language language_of(const struct fix_source *x, struct span at)
{
	const struct file *f = files_at(x->files, files_parent(x->files, at.file));

	if (!f)
		return LANGUAGE_WORDS;
	if (str_ends(f->path, STR(".yaml")) || str_ends(f->path, STR(".yml")))
		return LANGUAGE_YAML;
	if (str_ends(f->path, STR(".json")))
		return LANGUAGE_JSON;
	return str_ends(f->path, STR(".py")) || str_ends(f->path, STR(".ipynb")) ? LANGUAGE_PYTHON : LANGUAGE_WORDS;
}

/* ------------------------------------------------------------------- from a value to a key's text */

static bool is_plain_word(struct str text)
{
	double number;

	return !str_is(text, "true") && !str_is(text, "false") && !str_to_real(text, &number);
}

/** The "from" of an entry "from=to" whose to is the value, the shortest of several; "true" for the entry of all others. */
static bool chosen(struct str arg, struct str value, struct str *out)
{
	*out = STR("");
	while (arg.n) {
		struct str_cut entry = str_cut(arg, ';');
		struct str_cut sides = str_cut(entry.head, '=');
		struct str from = str_is(sides.head, "*") ? STR("true") : sides.head;

		arg = entry.tail;
		if (sides.ok && from.n && !str_is(from, "?") && str_eq(sides.tail, value) && (!out->n || from.n < out->n))
			*out = from;
	}
	return out->n > 0;
}

/**
 * What an entry says, or the value itself where a row takes what no entry speaks of as it is. That a word of the vocabulary
 * is one of the framework's is sure only where some entry has it as its meaning; names of optimizers are shared.
 */
static bool chosen_text(const struct keyrow *row, const struct value *v, struct str value, bool through, struct str *out)
{
	struct str arg = str_of(row->arg ? row->arg : "");
	bool found = chosen(arg, value, out), open = !str_starts(arg, STR("*=")) && !str_has(arg, STR(";*="));

	if (str_is(*out, "true") && !str_is(value, "true") && !open)
		return false;
	if (through && open && v->type == VALUE_STR &&
	    (found ? str_has(*out, value) || str_starts(value, *out) : setting_rows[row->setting].type == SETTING_TYPE_STR)) {
		*out = value;
		return true;
	}
	return found;
}

/** through: whether what no entry speaks of is taken as it is. */
static bool text_for(const struct fix_source *x, const struct keyrow *row, const struct value *v, bool through, struct str *out)
{
	const struct str value = value_text(x->arena, v), arg = str_of(row->arg ? row->arg : "");
	const struct str_cut both = str_cut(arg, ';');

	switch ((int)row->convert) {
	case CONVERT_PLAIN:
	case CONVERT_DTYPE:
	case CONVERT_COUNT:
		*out = value;
		return true;
	case CONVERT_CHOICE:
		return chosen_text(row, v, value, through, out);
	case CONVERT_IF_TRUE:
		*out = STR("true");
		return str_eq(arg, value);
	case CONVERT_IF_FALSE:
		*out = STR("false");
		return str_eq(arg, value);
	case CONVERT_SWITCH:
		*out = str_eq(both.head, value) ? STR("true") : STR("false");
		return str_eq(both.head, value) || str_eq(both.tail, value);
	case CONVERT_IF_POSITIVE:
		/* A number that switches adapters on is their rank; any other counts layers, cards or steps. */
		*out = row->setting == SETTING_PEFT ? STR("16") : STR("1");
		return str_eq(arg, value);
	default:
		return false;
	}
}

static bool in_version(const struct fix_source *x, const struct keymap *map, const struct keyrow *row)
{
	bool guessed;

	return (!row->since && !row->until) ||
	       version_in(versions_of(x->extract->versions, str_of(map->package), &guessed), row->since, row->until);
}

/**
 * Whether a later version lacks a row's key, and nothing says that the job's is one before. Recomputation is switched where
 * that stays in any case, if there is such a place: in the trainer's arguments, not in the model's configuration.
 */
static bool is_passing(const struct fix_source *x, const struct keymap *map, const struct keyrow *row)
{
	bool guessed = false;

	versions_of(x->extract->versions, str_of(map->package), &guessed);
	return row->until && (guessed || row->setting == SETTING_GRADIENT_CHECKPOINTING);
}

/** Whether a map extends its base of a number in the job's version. */
static bool extends(const struct fix_source *x, const struct keymap *map, size_t base)
{
	bool last = base + 1 == KEYMAP_BASES_MAX || !map->base[base + 1], guessed;

	return !last || !map->built_since ||
	       version_in(versions_of(x->extract->versions, str_of(map->package), &guessed), map->built_since, NULL);
}

/** The spelling of a row's key by which a value stands at a place; empty if none does. */
static struct str spelling_at(const struct fix_source *x, const struct keyrow *row, const struct node *tree, struct span at)
{
	struct str keys = str_of(row->key);

	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');
		const struct node *n = node_key(tree, cut.head, x->job);

		if (n && span_same(n->at, at))
			return cut.head;
		keys = cut.tail;
	}
	return STR("");
}

static bool row_gives(const struct fix_source *x, const struct keymap *map, const struct keyrow *row, const struct node *tree,
		      enum setting s, const struct value *v, struct str prefix, struct told *out)
{
	struct str key = str_cut(str_of(row->key), '|').head;
	bool inner = prefix.n || str_has(key, STR("."));

	if (row->setting == s && span_known(out->at))
		key = spelling_at(x, row, tree, out->at);
	/* A block's own names of optimizers are in its rows; others do not go through it. */
	if (row->setting != s || !key.n || (out->lasting && is_passing(x, map, row)) || str_has(key, STR("<gpu>")) ||
	    (inner && row->convert == CONVERT_PLAIN && setting_rows[s].type == SETTING_TYPE_STR) || !in_version(x, map, row) || !condition_holds(row->when, x->job, tree) || !text_for(x, row, v, !inner, &out->text))
		return false;
	out->key = str_cat(x->arena, prefix, key);
	out->word = is_plain_word(out->text);
	out->row = row;
	return true;
}

/** The first key of a map and its bases that gives the setting its value; else the first one of the maps inside it. */
static bool key_for(const struct fix_source *x, const struct keymap *map, const struct node *tree, enum setting s,
		    const struct value *v, struct str prefix, unsigned depth, struct told *out)
{
	for (size_t i = 0; i < map->nrows; i++)
		if (row_gives(x, map, &map->rows[i], tree, s, v, prefix, out))
			return true;
	for (size_t i = 0; i < KEYMAP_BASES_MAX && map->base[i] && depth < NESTED_MAX; i++)
		if (extends(x, map, i) && key_for(x, map->base[i], tree, s, v, prefix, depth + 1, out))
			return true;
	for (size_t i = 0; i < map->nrows && depth < NESTED_MAX; i++) {
		const struct keyrow *row = &map->rows[i];
		const struct keymap *inner = row->convert == CONVERT_NESTED ? keymap_find(str_of(row->arg)) : NULL;
		struct str key = str_cut(str_of(row->key), '|').head;

		if (inner && in_version(x, map, row) && condition_holds(row->when, x->job, tree) &&
		    key_for(x, inner, node_key(tree, key, x->job), s, v,
			    str_fmt(x->arena, "%.*s%.*s.", STR_ARG(prefix), STR_ARG(key)), depth + 1, out))
			return true;
	}
	return false;
}

/* ------------------------------------------------------------------------------- what stands there */

static struct str spelled(const struct fix_source *x, const struct told *t, enum language language)
{
	if (language == LANGUAGE_PYTHON && str_is(t->text, "true"))
		return STR("True");
	if (language == LANGUAGE_PYTHON && str_is(t->text, "false"))
		return STR("False");
	if (t->word && t->row->convert == CONVERT_DTYPE && language == LANGUAGE_PYTHON)
		return str_cat(x->arena, STR("torch."), t->text);
	if (t->word && (language == LANGUAGE_PYTHON || language == LANGUAGE_JSON))
		return str_fmt(x->arena, "\"%.*s\"", STR_ARG(t->text));
	return t->text;
}

/**
 * Whether what is read at a place stands there in the file itself: a text that a command has computed has but the command's
 * place, of one byte. Quotes may stand there behind a backslash, in the JSON of a notebook.
 */
static bool is_in_file(const struct fix_source *x, struct span at)
{
	struct span origin = files_origin(x->files, at);

	return origin.len == at.len && (at.len > 1 || str_eq(files_text(x->files, origin), files_text(x->files, at)));
}

/** A number that stands as it is where a value is from. */
static bool is_literal_int(const struct fix_source *x, const struct value *now, int64_t *out)
{
	return now && now->type == VALUE_INT && span_known(now->at) && is_in_file(x, now->at) &&
	       str_to_int(files_text(x->files, now->at), out) && *out == now->as.i;
}

/** A word that stands as it is, in quotes or not: what takes its place, in the same quotes. */
static bool replaced_word(const struct fix_source *x, const struct told *t, struct span at, struct str *out)
{
	struct str text = files_text(x->files, at), bare = text;
	char quote = text.n > 1 && (text.s[0] == '"' || text.s[0] == '\'') ? text.s[0] : 0;

	if ((quote && text.s[text.n - 1] != quote) || !is_in_file(x, at))
		return false;
	if (quote)
		bare = str_sub(text, 1, text.n - 1);
	for (size_t i = 0; i < bare.n; i++) {
		char c = bare.s[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'))
			return false;
	}
	*out = quote ? str_fmt(x->arena, "%c%.*s%c", quote, STR_ARG(t->text), quote) : spelled(x, t, language_of(x, at));
	return bare.n > 0;
}

/** A place in the mapping, call or command that a map was read from: of the call, or of the last value of the mapping. */
static struct span place_in(const struct fix_source *x, const struct node *tree)
{
	if (tree && tree->made)
		return tree->made->at;
	if (tree && span_known(tree->at) && language_of(x, tree->at) == LANGUAGE_PYTHON)
		return tree->at;
	if (tree && (tree->kind == NODE_MAP || tree->kind == NODE_OBJECT))
		for (size_t i = tree->as.pairs.n; i-- > 0;) {
			const struct node *value = tree->as.pairs.at[i].value;

			if (value && value->kind <= NODE_STR && span_known(value->at))
				return value->at;
		}
	return tree ? tree->at : (struct span){0};
}

/** The last part of a map's name, what a call is called: "SFTConfig" of "trl.SFTConfig". */
static struct str called(const struct keymap *map)
{
	struct str name = str_of(map->name);
	size_t dot = str_rchr(name, '.');

	return dot == SIZE_MAX ? name : str_sub(name, dot + 1, name.n);
}

/** What the call that was read is called where it stands: by its own name, where the map is of all that are like it. */
static struct str called_here(const struct extract_used *used)
{
	const struct call *made = used->tree ? used->tree->made : NULL;

	return made && made->method.n ? made->method : called(used->map);
}

/** Variables that a process reads: they are set before it starts. */
static bool is_environment(const struct keymap *map)
{
	return str_is(called(map), "environment");
}

/** Whether words of a command line give values as Hydra's overrides do, "model.path=x", and not behind options. */
static bool takes_overrides(const struct fix_source *x, const struct node *n, unsigned depth)
{
	for (size_t i = 0; n && n->kind == NODE_MAP && depth < OVERRIDES_DEPTH && i < n->as.pairs.n; i++) {
		const struct node *value = n->as.pairs.at[i].value;
		struct span before = value->at;
		struct str text;

		if (takes_overrides(x, value, depth + 1))
			return true;
		if (value->kind > NODE_STR || !span_known(value->at))
			continue;
		before.off = value->at.off > OVERRIDES_BACK ? value->at.off - OVERRIDES_BACK : 0;
		before.len = value->at.off - before.off;
		text = files_text(x->files, before);
		text = str_tail(str_tail(text, ' '), '\n');
		if (str_ends(text, STR("=")) && !str_starts(text, STR("-")) && str_has(text, STR(".")))
			return true;
	}
	return false;
}

/** Whether a tree of Python is a dictionary, which no call of the library made. */
static bool is_dictionary(const struct fix_source *x, const struct node *tree)
{
	struct str text;

	if (!tree || tree->made || tree->kind != NODE_MAP)
		return false;
	text = files_text(x->files, tree->at);
	return str_starts(text, STR("{")) || str_starts(text, STR("dict("));
}

/** A dotted key as it stands in a dictionary: "a": {"b": 3}. */
static struct str in_braces(struct arena *a, struct str key, struct str value)
{
	size_t dot = str_rchr(key, '.');

	while (dot != SIZE_MAX) {
		value = str_fmt(a, "{\"%.*s\": %.*s}", STR_ARG(str_sub(key, dot + 1, key.n)), STR_ARG(value));
		key = str_sub(key, 0, dot);
		dot = str_rchr(key, '.');
	}
	return str_fmt(a, "\"%.*s\": %.*s", STR_ARG(key), STR_ARG(value));
}

/** Whether a key can be added where its map was read: a call takes no argument of a dotted name. */
static bool can_be_added(const struct fix_source *x, const struct told *t, const struct node *tree)
{
	return !str_has(t->key, STR(".")) || language_of(x, place_in(x, tree)) != LANGUAGE_PYTHON || is_dictionary(x, tree);
}

static void added(const struct fix_source *x, const struct told *t, const struct extract_used *used, struct fix_edit *out)
{
	const struct node *tree = used->tree;
	enum language language;

	out->kind = EDIT_ADD;
	out->at = place_in(x, tree);
	language = language_of(x, out->at);
	out->key = t->key;
	out->value = spelled(x, t, language);
	switch (language) {
	case LANGUAGE_YAML:
		out->text = str_fmt(x->arena, "%.*s: %.*s", STR_ARG(out->key), STR_ARG(out->value));
		break;
	case LANGUAGE_JSON:
		out->text = in_braces(x->arena, out->key, out->value);
		break;
	case LANGUAGE_PYTHON:
		out->to_call = !is_dictionary(x, tree);
		out->text = out->to_call ? str_fmt(x->arena, "%.*s=%.*s to %.*s(…)", STR_ARG(out->key), STR_ARG(out->value),
						   STR_ARG(called_here(used)))
					 : in_braces(x->arena, out->key, out->value);
		break;
	case LANGUAGE_WORDS:
		out->text = str_fmt(x->arena, takes_overrides(x, tree, 0) ? "%.*s=%.*s" : "--%.*s %.*s", STR_ARG(out->key),
				    STR_ARG(out->value));
		break;
	}
	if (is_environment(used->map)) {
		if (t->row->convert == CONVERT_IF_POSITIVE)
			out->value = STR("1");
		out->text = str_fmt(x->arena, "%.*s=%.*s to the environment", STR_ARG(out->key), STR_ARG(out->value));
	}
}

/** The first key that gives the setting its value, of all maps that were read. t->at: see struct told. */
static bool key_of_any(const struct fix_source *x, enum setting s, const struct value *v, struct told *t)
{
	for (size_t i = 0; i < x->extract->used.n; i++)
		if (key_for(x, x->extract->used.at[i].map, x->extract->used.at[i].tree, s, v, STR(""), 0, t))
			return true;
	return false;
}

/** A key that is there already: its value becomes another one. */
static bool by_key_there(const struct fix_source *x, enum setting s, const struct value *v, struct fix_edit *out)
{
	const struct value *now = job_get(x->job, s);
	struct told t = {0}, any = {0};

	if (!now || !span_known(now->at))
		return false;
	out->at = t.at = now->at;
	out->kind = EDIT_VALUE;
	if (key_of_any(x, s, v, &t)) {
		/* A value that follows from what stands there is another number: rows of four prompts with eight answers each. */
		out->kind = now->origin == ORIGIN_STATED && replaced_word(x, &t, now->at, &out->text) ? EDIT_REPLACE : EDIT_VALUE;
		if (out->kind == EDIT_VALUE)
			out->text = t.text;
		return true;
	}
	if (now->origin == ORIGIN_STATED && key_of_any(x, s, v, &any))
		return true;
	out->at = (struct span){0};
	return false;
}

/** The key by which the value at a place is read; empty if that is no literal of a mapping or call. */
static struct str key_at(const struct fix_source *x, enum setting s, const struct value *v, struct span at)
{
	struct told t = {.at = at};

	return key_of_any(x, s, v, &t) ? t.key : STR("");
}

/** A key that has a value which is not known, or is none: it cannot be added once more. */
static bool by_open_key(const struct fix_source *x, const struct told *t, const struct node *tree, struct fix_edit *out)
{
	struct span call = place_in(x, tree);
	struct str keys = str_of(t->row->key);
	const struct node *n = node_key(tree, t->key, x->job);

	while (!n && keys.n && !str_has(t->key, STR("."))) {
		struct str_cut cut = str_cut(keys, '|');

		n = node_key(tree, cut.head, x->job);
		keys = cut.tail;
	}
	if (!n || !span_known(n->at) || n->at.file != call.file || language_of(x, call) == LANGUAGE_WORDS)
		return false;
	*out = (struct fix_edit){.kind = EDIT_VALUE, .at = n->at, .text = t->text};
	return true;
}

/** Whether a call takes what another call that was read made: a trainer takes its configuration, which has the keys. */
static bool takes_another(const struct fix_source *x, const struct node *tree)
{
	for (size_t i = 0; tree && (tree->kind == NODE_MAP || tree->kind == NODE_OBJECT) && i < tree->as.pairs.n; i++) {
		const struct node *value = tree->as.pairs.at[i].value;

		for (size_t k = 0; value && value->made && k < x->extract->used.n; k++) {
			const struct node *other = x->extract->used.at[k].tree;

			if (other && other != tree && (other == value || other->made == value->made))
				return true;
		}
	}
	return false;
}

/** A key that is to be added: of a mapping itself, or of one that it holds; best: where such keys belong. */
static bool by_new_key_of(const struct fix_source *x, enum setting s, const struct value *v, bool inner, bool best, struct fix_edit *out)
{
	for (size_t i = 0; i < x->extract->used.n; i++) {
		const struct extract_used *used = &x->extract->used.at[i];
		struct told t = {.lasting = best};

		if (best && takes_another(x, used->tree))
			continue;
		/* A project's own names are read wherever they stand; nothing is known to read another one. */
		if (!used->map->package || !package_find(str_of(used->map->package)) || !key_for(x, used->map, used->tree, s, v, STR(""), 0, &t) ||
		    str_has(t.key, STR(".")) != inner)
			continue;
		if (!by_open_key(x, &t, used->tree, out)) {
			if (!can_be_added(x, &t, used->tree))
				continue;
			added(x, &t, used, out);
		}
		/* Twice a number of steps that is not known is none that can be written. */
		return s != SETTING_GRADIENT_ACCUMULATION_STEPS || out->kind != EDIT_VALUE;
	}
	return false;
}

static bool by_new_key(const struct fix_source *x, enum setting s, const struct value *v, bool inner, struct fix_edit *out)
{
	return by_new_key_of(x, s, v, inner, true, out) || by_new_key_of(x, s, v, inner, false, out);
}

/** What accumulates is computed from the batch of a step, where that is stated; how rows lie in a batch, from their mask. */
static bool follows(const struct job *job, enum setting s)
{
	const struct value *v = job_get(job, s);

	if (s == SETTING_BATCH_LAYOUT)
		return true;
	return s == SETTING_GRADIENT_ACCUMULATION_STEPS && v && v->origin == ORIGIN_DERIVED &&
	       (job_get(job, SETTING_GLOBAL_BATCH_SIZE) || job_get(job, SETTING_GLOBAL_PROMPTS));
}

/** A batch that DataParallel divides: what stands there is that of all its GPUs. */
static bool by_whole_batch(const struct fix_source *x, enum setting s, const struct value *v, struct fix_edit *out)
{
	const struct value *now = job_get(x->job, s), *whole = now ? now->from[0] : NULL;
	int64_t number;

	if ((s != SETTING_PER_DEVICE_TRAIN_BATCH_SIZE && s != SETTING_PER_DEVICE_EVAL_BATCH_SIZE) || !whole ||
	    !job_is(x->job, SETTING_DATA_PARALLEL, "dp") || !job_is(x->job, SETTING_FRAMEWORK, "torch") || !span_known(whole->at) || v->type != VALUE_INT)
		return false;
	out->at = whole->at;
	out->text = str_fmt(x->arena, "%lld", (long long)(v->as.i * job_int(x->job, SETTING_NUM_GPUS, 1)));
	out->kind = is_literal_int(x, whole, &number) ? EDIT_REPLACE : EDIT_VALUE;
	return true;
}

bool fix_edit_of(const struct fix_source *x, enum setting s, const struct value *v, struct fix_edit *out)
{
	const struct value *now = job_get(x->job, s);
	int64_t number;

	*out = (struct fix_edit){.text = value_text(x->arena, v)};
	/* The launch is the user's: nothing is to be said that the setting does not. */
	if (s == SETTING_NUM_GPUS || s == SETTING_TARGET_GPU) {
		*out = (struct fix_edit){.kind = EDIT_CODE};
		return true;
	}
	if (follows(x->job, s)) {
		out->kind = EDIT_FOLLOWS;
		return true;
	}
	if (by_whole_batch(x, s, v, out))
		return true;
	if (is_literal_int(x, now, &number)) {
		out->at = now->at;
		out->kind = EDIT_REPLACE;
		out->key = key_at(x, s, v, now->at);
		return true;
	}
	if (now && now->type == VALUE_INT && now->origin == ORIGIN_STATED && span_known(now->at)) {
		out->at = now->at;
		out->kind = EDIT_VALUE;
		return true;
	}
	if (by_key_there(x, s, v, out) || by_new_key(x, s, v, false, out))
		return true;
	out->kind = EDIT_CODE;
	return code_change_of(x, s, v, &out->text) || by_new_key(x, s, v, true, out);
}
