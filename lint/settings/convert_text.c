/* Scalars as text, and text as a value of a setting, with place and provenance. */
#include "core/base/base.h"
#include "core/job/job.h"
#include "lint/eval/eval.h"
#include "convert.h"
#include "convert_parts.h"

#include <inttypes.h>
#include <math.h>

enum { SOURCE_DEPTH_MAX = 8 };

bool text_is_no(struct str text)
{
	static const char *const no[] = {"", "false", "no", "off", "0", "none", "null"};

	text = str_trim(text);
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		if (str_is_nocase(text, no[i]))
			return true;
	return false;
}

/* Whether a text is a name between marks: __BETA__, @@BETA@@, %BETA%, {beta}. */
static bool is_marked(struct str text, const char *start, const char *end)
{
	struct str head = str_of(start), tail = str_of(end), name;

	if (text.n <= head.n + tail.n || !str_starts(text, head) || !str_ends(text, tail))
		return false;
	name = str_sub(text, head.n, text.n - tail.n);
	for (size_t i = 0; i < name.n; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", name.s[i]))
			return false;
	return true;
}

/* Words that ask the reader for a value; "-" and blanks in them are "_". */
static bool asks_for_value(struct str text)
{
	static const char *const words[] = {
	    "to_be_filled", "to_be_filled_in", "todo", "tbd", "fill_me", "fill_me_in", "fill_in", "changeme", "change_me",
	    "replace_me", "replaceme", "your_model", "your_model_path", "your_model_name", "your_path", "your_path_here",
	    "model_path", "path_to_model", "path/to/model", "/path/to/model", "path/to/your/model", "/path/to/your/model",
	    "/path_to_model", "path_to_your_model", "xxx", "xxxx"};
	char plain[32];

	if (text.n == 0 || text.n >= sizeof(plain))
		return false;
	for (size_t i = 0; i < text.n; i++)
		plain[i] = text.s[i] == '-' || text.s[i] == ' ' ? '_' : text.s[i];
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_is_nocase((struct str){plain, text.n}, words[i]))
			return true;
	return false;
}

bool text_is_placeholder(struct str text)
{
	text = str_trim(text);
	return asks_for_value(text) || is_marked(text, "__", "__") || is_marked(text, "@@", "@@") || is_marked(text, "%", "%") ||
	       is_marked(text, "{", "}") || str_has(text, STR("${")) || str_has(text, STR("{{")) || str_is(text, "???") ||
	       (text.n > 1 && text.s[0] == '$') ||
	       (text.n > 2 && text.s[0] == '<' && text.s[text.n - 1] == '>');
}

bool convert_scalar(struct arena *a, const struct node *n, struct str *out)
{
	switch (n->kind) {
	case NODE_STR:
		*out = n->text;
		return true;
	case NODE_INT:
		*out = str_fmt(a, "%" PRId64, n->as.i);
		return true;
	case NODE_REAL:
		*out =
		    fabs(n->as.r) < 1e15 && n->as.r >= floor(n->as.r) && n->as.r <= floor(n->as.r)
			? str_fmt(a, "%.0f", n->as.r)
			: str_fmt(a, "%.17g", n->as.r);
		return true;
	case NODE_BOOL:
		*out = n->as.b ? STR("true") : STR("false");
		return true;
	case NODE_NAME:
		*out = str_tail(n->text, '.');
		return true;
	case NODE_NULL:
	case NODE_BYTES:
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_MAP:
	case NODE_OBJECT:
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_METHOD:
	case NODE_UNKNOWN:
	case NODE_EITHER:
	case NODE_ABSENT:
		break;
	}
	return false;
}

/* The plain value of a scalar, whatever setting it may serve; anything else as text. */
static struct value plain_value(struct arena *a, const struct node *n)
{
	struct str text = STR("");

	if (n->kind == NODE_BOOL)
		return value_bool(n->as.b, ORIGIN_STATED, n->how);
	if (n->kind == NODE_INT)
		return value_int(n->as.i, ORIGIN_STATED, n->how);
	if (n->kind == NODE_REAL)
		return value_real(n->as.r, ORIGIN_STATED, n->how);
	if (!convert_scalar(a, n, &text))
		text = node_text(a, n, 60);
	return value_str(text, ORIGIN_STATED, n->how);
}

void convert_trace(struct arena *a, struct value *v, const struct node *n, unsigned depth)
{
	v->at = n->at;
	if (!v->how.n)
		v->how = n->how;
	for (size_t i = 0, to = 0; i < NODE_FROM_MAX && depth < SOURCE_DEPTH_MAX; i++)
		if (n->from[i] && to < VALUE_FROM_MAX)
			v->from[to++] = convert_source(a, n->from[i], depth + 1);
	if (v->from[0])
		v->origin = ORIGIN_DERIVED;
}

const struct value *convert_source(struct arena *a, const struct node *n, unsigned depth)
{
	struct value *v;

	if (!n)
		return NULL;
	v = arena_new(a, struct value);
	*v = plain_value(a, n);
	convert_trace(a, v, n, depth);
	return v;
}

struct converted convert_nothing(void)
{
	return (struct converted){.result = CONVERT_NOTHING};
}

struct converted convert_unknown(struct str why)
{
	return (struct converted){.result = CONVERT_UNKNOWN, .why = why};
}

struct str convert_whole(struct arena *a, struct str text)
{
	double r;

	if (str_chr(text, '_', 0) != SIZE_MAX) {
		char *s = arena_news(a, char, text.n + 1);
		size_t n = 0;

		for (size_t i = 0; i < text.n; i++)
			if (text.s[i] != '_')
				s[n++] = text.s[i];
		text = (struct str){s, n};
	}
	if (str_to_real(text, &r) && fabs(r) < 9e15 && r >= floor(r) && r <= floor(r))
		return str_fmt(a, "%.0f", r);
	return text;
}

/* A number below 0 leaves the choice to the program: -1 for all GPUs, for no limit. */
static bool is_negative(struct str text)
{
	double r;

	return str_to_real(text, &r) && r < 0;
}

/*
 * Of these a number below 1 is no choice left to anybody: torch's DataLoader takes no batch of -1 (torch 2.6,
 * utils/data/sampler.py, BatchSampler), peft no rank of -1 (0.14, tuners/lora/layer.py). A rank of 0 is what many
 * programs call no adapter (OpenRLHF --lora_rank), a length of -1 or 0 no limit.
 */
static bool must_be_above(enum setting s, int64_t n)
{
	if (s == SETTING_PER_DEVICE_TRAIN_BATCH_SIZE)
		return n < 1;
	return s == SETTING_LORA_R && n < 0;
}

struct converted convert_text(struct arena *a, enum setting s, struct str text,
			      const struct node *n)
{
	struct converted c = {.result = CONVERT_OK};
	enum setting_type type = setting_rows[s].type;

	text = str_trim(text);
	if (text_is_placeholder(text))
		return convert_unknown(str_fmt(a, "'%.*s' is to be filled in", STR_ARG(text)));
	/* "--model $MODEL --bf16" where the variable is empty: the flag stands alone, and names nothing. */
	if (n && n->kind == NODE_BOOL && job_role_of(s) && str_is(text, n->as.b ? "true" : "false"))
		return n->as.b ? convert_unknown(STR("the flag is given no value")) : convert_nothing();
	if (type == SETTING_TYPE_INT || type == SETTING_TYPE_REAL)
		text = convert_whole(a, text);
	if (type == SETTING_TYPE_INT && is_negative(text) && must_be_above(s, -1))
		return (struct converted){.result = CONVERT_BAD};
	if (type == SETTING_TYPE_INT && is_negative(text))
		return convert_unknown(str_fmt(a, "%.*s leaves it to the program", STR_ARG(text)));
	if (!setting_parse(a, s, text, &c.value)) {
		bool null = text_is_no(text) && !str_is(text, "0");

		if (null || !text.n)
			return convert_nothing();
		c.result = str_is_nocase(text, "auto") ? CONVERT_AUTO : CONVERT_BAD;
		return c;
	}
	if (c.value.type == VALUE_INT && must_be_above(s, c.value.as.i))
		c.result = CONVERT_BAD;
	if (s == SETTING_MAX_SEQ_LENGTH && c.value.type == VALUE_INT && c.value.as.i == 0)
		return convert_unknown(STR("0 leaves it to the program"));
	if (type == SETTING_TYPE_STR && str_is_nocase(text, "none") && s == SETTING_MODEL)
		return convert_nothing();
	convert_trace(a, &c.value, n, 0);
	return c;
}

/* Objects between a module's name and the call that lists the modules: name.split(".")[-1]. */
enum { NAME_STEPS_MAX = 12 };

/* Whether a value was computed from what a model's named_modules() gives. */
static bool of_modules(const struct node *n)
{
	for (int i = 0; n && i < NAME_STEPS_MAX; i++) {
		if (n->kind == NODE_EITHER && n->as.items.n)
			n = n->as.items.at[0];
		if (n->kind == NODE_OBJECT && n->made && str_is(n->made->method, "named_modules"))
			return true;
		n = n->from[0] ? n->from[0] : n->kind == NODE_OBJECT && n->made ? n->made->self : NULL;
	}
	return false;
}

/*
 * Names that code gathers from a model's modules. Adapters go on linear layers only, and what people look
 * for is all of these; names that are left out besides (lm_head) hardly count.
 */
static bool gathers_modules(struct arena *a, const struct node *list)
{
	struct str text;
	bool gathered = list->open && of_modules(list);

	for (size_t i = 0; i < list->as.items.n; i++) {
		const struct node *item = list->as.items.at[i];

		if (!convert_scalar(a, item, &text) && !of_modules(item))
			return false;
		gathered |= of_modules(item);
	}
	return gathered;
}

struct converted convert_gathered(struct arena *a, enum setting s, const struct node *n)
{
	bool gathered = n->kind == NODE_UNKNOWN ? of_modules(n) : gathers_modules(a, n);
	struct converted c;

	if (!gathered)
		return n->kind == NODE_UNKNOWN ? convert_unknown(n->text) : convert_list(a, n);
	c = convert_text(a, s, STR("all-linear"), n);
	c.value.origin = ORIGIN_DERIVED;
	c.value.how = STR("the names of the model's linear modules");
	return c;
}

struct converted convert_list(struct arena *a, const struct node *n)
{
	struct converted c = {.result = CONVERT_OK, .value = {.type = VALUE_LIST}};
	struct str *items = arena_news(a, struct str, n->as.items.n);

	if (n->open)
		return convert_unknown(STR("the list has elements that are not known"));
	for (size_t i = 0; i < n->as.items.n; i++)
		if (!convert_scalar(a, n->as.items.at[i], &items[i]))
			return convert_unknown(STR("an element of the list is not known"));
	c.value.as.list.at = items;
	c.value.as.list.n = n->as.items.n;
	convert_trace(a, &c.value, n, 0);
	return n->as.items.n ? c : convert_nothing();
}
