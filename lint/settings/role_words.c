#include "role_words.h"

static const struct {
	/** A word of the name, "_" between words. */
	const char *word;
	enum setting model;
} rows[] = {
	{"teacher", SETTING_TEACHER_MODEL},
	{"teachermodel", SETTING_TEACHER_MODEL},
	{"ref", SETTING_REFERENCE_MODEL},
	{"reference", SETTING_REFERENCE_MODEL},
	{"refmodel", SETTING_REFERENCE_MODEL},
	{"reward", SETTING_REWARD_MODEL},
	{"rewardmodel", SETTING_REWARD_MODEL},
	{"rm", SETTING_REWARD_MODEL},
};

enum setting role_of_name(struct str name)
{
	while (name.n) {
		struct str_cut cut = str_cut(name, '_');

		for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
			if (str_eq_nocase(cut.head, str_of(rows[i].word)))
				return rows[i].model;
		name = cut.tail;
	}
	return SETTING_NONE;
}

bool role_judges(struct str name)
{
	while (name.n) {
		struct str_cut cut = str_cut(name, '_');

		if (str_eq_nocase(cut.head, STR("critic")) || str_eq_nocase(cut.head, STR("value")))
			return true;
		name = cut.tail;
	}
	return false;
}

bool role_writes(struct str callee)
{
	/* Heads in the names of transformers' classes (models/auto/modeling_auto.py), and unsloth's loaders. */
	static const char *const heads[] = {"CausalLM",	       "LMHeadModel",	  "ConditionalGeneration",
					    "Seq2SeqLM",       "ImageTextToText", "Vision2Seq",
					    "FastLanguageModel", "FastModel"};

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		if (str_has(callee, str_of(heads[i])))
			return true;
	return false;
}
