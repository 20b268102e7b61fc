#include "setting.h"

#include "core/base/base.h"

const struct setting_row setting_rows[SETTING_COUNT] = {
#define SETTING_ROW(id, name, type, choices, help) \
	[SETTING_##id] = {name, SETTING_TYPE_##type, choices, help},
	SETTINGS(SETTING_ROW)
#undef SETTING_ROW
};

enum setting setting_find(struct str name)
{
	for (int s = 0; s < SETTING_COUNT; s++)
		if (str_is(name, setting_rows[s].name))
			return (enum setting)s;
	return SETTING_NONE;
}

static bool parse_bool(struct str text, bool *out)
{
	static const char *const yes[] = {"true", "yes", "on", "1"};
	static const char *const no[] = {"false", "no", "off", "0", "none"};

	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		if (str_is_nocase(text, yes[i]))
			return *out = true;
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		if (str_is_nocase(text, no[i]))
			return *out = false, true;
	return false;
}

/* Other spellings of a choice, tried when the text itself is not among the setting's choices. */
static const struct {
	const char *text, *choice;
} spellings[] = {
	{"bf16", "bfloat16"}, {"fp16", "float16"}, {"half", "float16"},
	{"fp32", "float32"},  {"float", "float32"}, {"float8", "fp8"},
	{"bfloat16", "bf16"}, {"float16", "fp16"}, {"float32", "no"},
	{"yes", "true"},      {"on", "true"},	   {"1", "true"},
	{"no", "false"},      {"off", "false"},	   {"0", "false"},
	{"none", "no"},	      {"false", "none"},   {"fa2", "flash_attention_2"},
	{"flash_attn", "flash_attention_2"},
};

/* The choice equal to text in a list "a|b|…"; open tells whether the list ends in "…". */
static struct str choice_in(struct str choices, struct str text, bool *open)
{
	*open = false;
	while (choices.n) {
		struct str_cut cut = str_cut(choices, '|');

		if (str_is(cut.head, "…"))
			*open = true;
		else if (str_eq_nocase(cut.head, text))
			return cut.head;
		choices = cut.tail;
	}
	return (struct str){NULL, 0};
}

static bool parse_choice(struct str choices, struct str text, struct str *out)
{
	bool open;

	*out = choice_in(choices, text, &open);
	for (size_t i = 0; !out->n && i < sizeof(spellings) / sizeof(*spellings); i++)
		if (str_is_nocase(text, spellings[i].text))
			*out = choice_in(choices, str_of(spellings[i].choice), &open);
	if (out->n == 0 && open && text.n)
		*out = text;
	return out->n != 0;
}

static void parse_list(struct arena *a, struct str text, struct value *out)
{
	struct {
		VEC(struct str);
	} items = {0};

	if (text.n >= 2 && text.s[0] == '[' && text.s[text.n - 1] == ']')
		text = str_sub(text, 1, text.n - 1);
	while (text.n) {
		struct str_cut cut = str_cut(text, ',');
		struct str item = str_trim(cut.head);

		if (item.n)
			*vec_push(a, &items) = item;
		text = cut.tail;
	}
	out->type = VALUE_LIST;
	out->as.list.at = items.at;
	out->as.list.n = items.n;
}

bool setting_parse(struct arena *a, enum setting s, struct str text, struct value *out)
{
	const struct setting_row *row = &setting_rows[s];
	struct value v = {.origin = ORIGIN_STATED};
	bool ok = true;

	text = str_trim(text);
	switch (row->type) {
	case SETTING_TYPE_STR:
		v.type = VALUE_STR;
		v.as.s = text;
		ok = text.n != 0;
		break;
	case SETTING_TYPE_CHOICE:
		v.type = VALUE_STR;
		ok = parse_choice(str_of(row->choices), text, &v.as.s);
		break;
	case SETTING_TYPE_INT:
		v.type = VALUE_INT;
		ok = str_to_int(text, &v.as.i) && v.as.i >= 0;
		break;
	case SETTING_TYPE_REAL:
		v.type = VALUE_REAL;
		ok = str_to_real(text, &v.as.r);
		break;
	case SETTING_TYPE_BOOL:
		v.type = VALUE_BOOL;
		ok = parse_bool(text, &v.as.b);
		break;
	case SETTING_TYPE_LIST:
		parse_list(a, text, &v);
		break;
	}
	if (ok)
		*out = v;
	return ok;
}
