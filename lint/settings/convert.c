#include "convert.h"

#include "core/base/base.h"
#include "core/job/job.h"
#include "lint/eval/eval.h"
#include "convert_parts.h"

static bool is_list(const struct node *n)
{
	return n->kind == NODE_LIST || n->kind == NODE_TUPLE || n->kind == NODE_SET;
}

static struct converted convert_plain(struct arena *a, enum setting s, const struct node *n)
{
	struct str text;

	if (is_list(n) && setting_rows[s].type == SETTING_TYPE_LIST)
		return convert_list(a, n);
	if (!convert_scalar(a, n, &text))
		return (struct converted){.result = CONVERT_BAD};
	if (n->kind == NODE_NAME && setting_rows[s].type != SETTING_TYPE_LIST)
		text = str_lower(a, text);
	/* Path(__file__).parent / "models" / "base": where the repository lies is nobody's business. */
	if (setting_rows[s].type == SETTING_TYPE_STR && str_starts(text, STR(EVAL_ROOT "/")))
		text = str_sub(text, sizeof(EVAL_ROOT), text.n);
	return convert_text(a, s, text, n);
}

bool convert_choice_of(struct str choices, struct str text, struct str *to)
{
	while (choices.n) {
		struct str_cut cut = str_cut(choices, ';'), entry = str_cut(cut.head, '=');

		if (str_is(entry.head, "*") || str_eq_nocase(entry.head, text)) {
			*to = entry.tail;
			return true;
		}
		choices = cut.tail;
	}
	return false;
}

static struct converted convert_choice(struct arena *a, const struct keyrow *row,
				       const struct node *n)
{
	struct str text, to;

	if (!convert_scalar(a, n, &text))
		return is_list(n) ? (struct converted){.result = CONVERT_BAD} : convert_nothing();
	text = str_trim(text);
	if (text_is_placeholder(text))
		return convert_text(a, row->setting, text, n);
	if (!convert_choice_of(str_of(row->arg), text, &to))
		return convert_plain(a, row->setting, n);
	return to.n ? convert_text(a, row->setting, to, n) : convert_nothing();
}

/* Lists in lists: [[["flash"], 12]] of GPT-NeoX. */
enum { WORD_DEPTH_MAX = 4 };

/* Whether a word of a choice list stands in a text or in one of a list's items. */
static bool has_word(struct arena *a, const struct node *n, struct str word, unsigned depth)
{
	struct str text;

	if (is_list(n)) {
		for (size_t i = 0; i < n->as.items.n && depth < WORD_DEPTH_MAX; i++)
			if (has_word(a, n->as.items.at[i], word, depth + 1))
				return true;
		return false;
	}
	return convert_scalar(a, n, &text) && str_has_nocase(text, word);
}

static struct converted convert_words(struct arena *a, const struct keyrow *row,
				      const struct node *n)
{
	struct str choices = str_of(row->arg);

	while (choices.n) {
		struct str_cut cut = str_cut(choices, ';'), entry = str_cut(cut.head, '=');

		if (has_word(a, n, entry.head, 0))
			return entry.tail.n ? convert_text(a, row->setting, entry.tail, n)
					    : convert_nothing();
		choices = cut.tail;
	}
	return convert_nothing();
}

static struct converted convert_dtype(struct arena *a, const struct keyrow *row,
				      const struct node *n)
{
	struct converted c;
	struct str text;

	if (!convert_scalar(a, n, &text))
		return convert_nothing();
	if (str_starts(text, STR("torch.")))
		text = str_sub(text, 6, text.n);
	if (str_is_nocase(text, "auto")) {
		if (!row->arg)
			return convert_nothing();
		c = convert_text(a, row->setting, str_of(row->arg), n);
		c.value.origin = ORIGIN_ASSUMED;
		c.value.how = STR("auto: the checkpoint's dtype, nearly always bfloat16");
		return c;
	}
	c = convert_text(a, row->setting, text, n);
	/* A .to("cuda") is no dtype, and nothing wrong. */
	if (c.result == CONVERT_BAD && !row->arg)
		return convert_nothing();
	return c;
}

static struct converted convert_length(struct arena *a, const struct keyrow *row,
				       const struct node *n, bool count)
{
	struct converted c = {.result = CONVERT_OK};
	struct str text;
	int64_t parts = 0;

	if (is_list(n)) {
		if (n->open)
			return convert_unknown(STR("the list has elements that are not known"));
		parts = (int64_t)n->as.items.n;
	} else if (n->kind == NODE_MAP) {
		if (n->open)
			return convert_unknown(STR("the mapping has members that are not known"));
		parts = (int64_t)n->as.pairs.n;
	} else if (convert_scalar(a, n, &text)) {
		if (count && (n->kind == NODE_INT || str_chr(text, ',', 0) == SIZE_MAX))
			return convert_plain(a, row->setting, n);
		while (text.n) {
			struct str_cut cut = str_cut(text, ',');

			parts += str_trim(cut.head).n != 0;
			text = cut.tail;
		}
	}
	if (!parts)
		return convert_nothing();
	c.value = value_int(parts, ORIGIN_STATED, STR(""));
	convert_trace(a, &c.value, n, 0);
	return c;
}

static struct converted convert_sum(struct arena *a, const struct keyrow *row, const struct node *n)
{
	struct converted c = {.result = CONVERT_OK};
	struct str text;
	int64_t sum = 0, one;

	if (!is_list(n))
		return convert_plain(a, row->setting, n);
	for (size_t i = 0; i < n->as.items.n; i++) {
		if (!convert_scalar(a, n->as.items.at[i], &text) || !str_to_int(text, &one) || one < 0 ||
		    one > INT32_MAX || n->open)
			return convert_unknown(STR("the list has elements that are not known"));
		sum += one;
	}
	if (!sum)
		return convert_nothing();
	c.value = value_int(sum, ORIGIN_STATED, STR(""));
	convert_trace(a, &c.value, n, 0);
	return c;
}

bool convert_truth(const struct node *n)
{
	if (n->kind == NODE_INT)
		return n->as.i != 0;
	if (n->kind == NODE_REAL)
		return n->as.r < 0 || n->as.r > 0;
	if (n->kind == NODE_STR)
		return !text_is_no(n->text);
	if (is_list(n))
		return n->as.items.n != 0;
	return n->kind == NODE_BOOL ? n->as.b : n->kind != NODE_NULL;
}

static struct converted convert_switch(struct arena *a, const struct keyrow *row,
				       const struct node *n, bool yes)
{
	struct str_cut cut = str_cut(str_of(row->arg), ';');
	struct str text = yes ? cut.head : cut.tail;
	struct str word;

	if (convert_scalar(a, n, &word) && text_is_placeholder(word))
		return convert_text(a, row->setting, word, n);
	if (convert_scalar(a, n, &word) && str_is_nocase(word, "auto"))
		return (struct converted){.result = CONVERT_AUTO};
	return text.n ? convert_text(a, row->setting, text, n) : convert_nothing();
}

static struct converted convert_known(struct arena *a, const struct keyrow *row,
				      const struct node *n)
{
	int64_t i;
	struct str text;

	switch (row->convert) {
	case CONVERT_PLAIN:
		return convert_plain(a, row->setting, n);
	case CONVERT_CHOICE:
		return convert_choice(a, row, n);
	case CONVERT_IF_TRUE:
	case CONVERT_SWITCH:
		return convert_switch(a, row, n, convert_truth(n));
	case CONVERT_IF_FALSE:
		return convert_truth(n) ? convert_nothing() : convert_switch(a, row, n, true);
	case CONVERT_DTYPE:
		return convert_dtype(a, row, n);
	case CONVERT_LENGTH:
		return convert_length(a, row, n, false);
	case CONVERT_COUNT:
		return convert_length(a, row, n, true);
	case CONVERT_SUM:
		return convert_sum(a, row, n);
	case CONVERT_PRESENT:
		return convert_truth(n) ? convert_text(a, row->setting, str_of(row->arg), n)
				: convert_nothing();
	case CONVERT_WORDS:
		return convert_words(a, row, n);
	case CONVERT_MODULES:
		return convert_modules(a, row, n);
	case CONVERT_NAMES:
		return convert_names(a, row, n);
	case CONVERT_LAYOUT:
		return convert_layout(a, row, n);
	case CONVERT_DEVICES:
		return convert_devices(a, row, n);
	case CONVERT_IF_POSITIVE:
		if (convert_scalar(a, n, &text) && str_to_int(convert_whole(a, text), &i) && i > 0)
			return convert_text(a, row->setting, str_of(row->arg), n);
		return convert_nothing();
	case CONVERT_IF_NULL:
	case CONVERT_NESTED:
	case CONVERT_MESH:
	case CONVERT_VERSION:
	case CONVERT_MORE:
	case CONVERT_PLUS:
	case CONVERT_OVER:
	case CONVERT_MODEL_FOLDER:
		break;
	}
	return convert_nothing();
}

bool convert_goes_on(const struct keyrow *row)
{
	return row->convert == CONVERT_MORE || row->convert == CONVERT_PLUS || row->convert == CONVERT_OVER ||
	       row->convert == CONVERT_MODEL_FOLDER;
}

/* Whether a map or one of its bases has a key. */
static bool map_has(const struct keymap *map, struct str key, unsigned depth)
{
	for (size_t i = 0; i < map->nrows; i++) {
		struct str keys = str_of(map->rows[i].key);

		while (keys.n) {
			struct str_cut cut = str_cut(keys, '|');

			if (str_eq(cut.head, key))
				return true;
			keys = cut.tail;
		}
	}
	for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b] && depth < KEYMAP_BASES_MAX; b++)
		if (map_has(map->base[b], key, depth + 1))
			return true;
	return false;
}

/*
 * An attribute of a configuration object that nothing sets (model_args.torch_dtype): its default is
 * for the maps to know, as if the key had not been given.
 */
static bool left_at_default(const struct node *n)
{
	const struct callable *row = n->made ? call_row(n->made) : NULL;
	struct str_cut name = str_cut(n->text, ' ');

	if (!row || !row->map || row->effect == EFFECT_MODEL || !str_is(name.head, "attribute"))
		return false;
	return map_has(row->map, str_cut(name.tail, ' ').head, 0);
}

/* What a call made that no framework knows. */
static bool is_opaque(const struct node *n)
{
	return n->kind == NODE_OBJECT && !n->code && n->made && !call_row(n->made);
}

/* A name, or what a call made, of a library that no framework knows: most often a file that Git ignores. */
static bool is_foreign(const struct node *n)
{
	if (n->kind != NODE_NAME && !is_opaque(n))
		return false;
	return !callable_library(n->kind == NODE_NAME ? n->text : n->made->callee);
}

/*
 * Whether what code that is not here gives is no value for a row: config.FP16 does not say true, and
 * config.MODEL is no model's name. That something is given at all can be seen without it.
 */
static bool lies_outside(const struct keyrow *row, const struct node *n)
{
	switch (row->convert) {
	case CONVERT_PRESENT:
	case CONVERT_IF_NULL:
	case CONVERT_NESTED:
	case CONVERT_VERSION:
	case CONVERT_MESH:
		return false;
	case CONVERT_DTYPE:
		/* .to(config.DEVICE) */
		return row->arg && is_foreign(n);
	case CONVERT_MODULES:
		return (is_foreign(n) || is_opaque(n)) && !convert_leaves_modules(n);
	case CONVERT_PLAIN:
	case CONVERT_CHOICE:
	case CONVERT_WORDS:
	case CONVERT_NAMES:
	case CONVERT_MORE:
	case CONVERT_PLUS:
	case CONVERT_OVER:
	case CONVERT_MODEL_FOLDER:
	case CONVERT_IF_TRUE:
	case CONVERT_IF_FALSE:
	case CONVERT_SWITCH:
	case CONVERT_LENGTH:
	case CONVERT_COUNT:
	case CONVERT_SUM:
	case CONVERT_LAYOUT:
	case CONVERT_DEVICES:
	case CONVERT_IF_POSITIVE:
		break;
	}
	return is_foreign(n) || is_opaque(n);
}

static struct converted unknown_outside(struct arena *a, const struct node *n)
{
	struct str name = n->kind == NODE_NAME ? n->text : n->made->callee;

	return convert_unknown(str_fmt(a, "%.*s comes from outside the repository", STR_ARG(name)));
}

/* max_length=min(longest, 512): rows are cut to the longest of the data, and to 512 if that is less. */
static bool is_limited(const struct keyrow *row, const struct node *n)
{
	return row->setting == SETTING_MAX_SEQ_LENGTH && n->kind == NODE_UNKNOWN && n->op == '<';
}

/* Whether a number is that of the machine's cards, as far as nobody knows it: max(1, torch.cuda.device_count()). */
static bool counts_cards(const struct node *n)
{
	return n && n->kind == NODE_UNKNOWN && !n->op && str_starts(n->text, STR("torch.cuda.device_count() "));
}

/* per_gpu * max(1, torch.cuda.device_count()): what each card is given of what DataParallel gives them all. */
static const struct node *share_of_card(const struct keyrow *row, const struct node *n)
{
	if (row->setting != SETTING_PER_DEVICE_TRAIN_BATCH_SIZE || n->kind != NODE_UNKNOWN || n->op != '*')
		return NULL;
	for (int i = 0; i < 2; i++)
		if (n->from[i] && n->from[i]->kind == NODE_INT && counts_cards(n->from[!i]))
			return n->from[i];
	return NULL;
}

/* model.to(accelerator.device), model.to(f"cuda:{local_rank}"): where it goes is not known, its type stays. */
static bool is_place(const struct keyrow *row, const struct node *n)
{
	static const char *const words[] = {"device", "cuda", "gpu", "rank", "process_index"};

	if (row->convert != CONVERT_DTYPE || !str_has(str_of(row->key), STR("device")))
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(n->text, str_of(words[i])))
			return true;
	return false;
}

struct converted convert_node(struct arena *a, const struct keyrow *row, const struct node *n)
{
	if (row->convert == CONVERT_MESH)
		return convert_mesh(a, row, n);
	if (lies_outside(row, n))
		return unknown_outside(a, n);
	if (is_limited(row, n))
		n = n->from[1];
	n = share_of_card(row, n) ? share_of_card(row, n) : n;
	if (n->kind == NODE_UNKNOWN && row->convert == CONVERT_MODULES && !left_at_default(n))
		return convert_modules(a, row, n);
	if (n->kind == NODE_UNKNOWN && job_role_of(row->setting)) {
		struct converted c = convert_model_end(a, row, n);

		if (c.result == CONVERT_OK)
			return c;
	}
	if (n->kind == NODE_UNKNOWN) {
		if (row->convert == CONVERT_CHOICE && str_ends(str_of(row->arg), STR(";?=")))
			return convert_nothing();
		return (row->setting != SETTING_MODEL && left_at_default(n)) || is_place(row, n)
			   ? convert_nothing()
			   : convert_unknown(n->text);
	}
	if (n->kind == NODE_ABSENT)
		return convert_nothing();
	if (n->kind == NODE_NULL)
		return row->convert != CONVERT_IF_NULL ? convert_nothing()
		       : row->arg ? convert_text(a, row->setting, str_of(row->arg), n)
				  : convert_unknown(STR("it is switched off: null"));
	return convert_known(a, row, n);
}

struct converted convert_onto(struct arena *a, const struct keyrow *row, const struct node *n,
			      const struct value *now)
{
	if (row->convert == CONVERT_MODEL_FOLDER)
		return convert_model_folder(a, row, n, now);
	if (lies_outside(row, n))
		return unknown_outside(a, n);
	if (n->kind == NODE_UNKNOWN)
		return convert_unknown(n->text);
	if (row->convert == CONVERT_OVER)
		return convert_over(a, row, n, now);
	return row->convert == CONVERT_PLUS ? convert_plus(a, row, n, now) : convert_more(a, row, n, now);
}
