/*
 * The frameworks' rows: well-formed, unique, sourced; callables found by every name and alias.
 */
#include "core/base/base.h"
#include "lint/frameworks/callable_index.h"
#include "lint/frameworks/frameworks.h"
#include "lint/model/model.h"
#include "lint/settings/settings.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

/* Whether a text that a row sets is a value of the row's setting. */
static bool parses(enum setting s, struct str text)
{
	struct value v;

	return s < SETTING_COUNT && setting_parse(&arena, s, text, &v);
}

/* The "to" sides of "from=to;from=to" are values, or empty for nothing, or "auto". */
static bool choices_parse(enum setting s, struct str choices)
{
	while (choices.n) {
		struct str_cut cut = str_cut(choices, ';'), entry = str_cut(cut.head, '=');

		if (!entry.ok || !entry.head.n)
			return false;
		if (entry.tail.n && !str_is(entry.tail, "auto") && !parses(s, entry.tail))
			return false;
		choices = cut.tail;
	}
	return true;
}

static bool row_arg_ok(const struct keyrow *row)
{
	struct str arg = str_of(row->arg);
	struct str_cut cut = str_cut(arg, ';');

	switch (row->convert) {
	case CONVERT_PLAIN:
	case CONVERT_LENGTH:
	case CONVERT_COUNT:
	case CONVERT_SUM:
	case CONVERT_DEVICES:
	case CONVERT_OVER:
		return !row->arg;
	case CONVERT_MESH:
		return !row->arg || arg.n;
	case CONVERT_LAYOUT:
		return arg.n != 0;
	case CONVERT_PLUS:
		return !row->arg || parses(row->setting, arg);
	case CONVERT_MODEL_FOLDER:
		return !row->arg || !str_has(arg, STR("/"));
	case CONVERT_NAMES:
		return row->setting == SETTING_DATASET;
	case CONVERT_MODULES:
		return !row->arg || choices_parse(row->setting, arg);
	case CONVERT_MORE:
		return parses(row->setting, arg);
	case CONVERT_CHOICE:
	case CONVERT_WORDS:
		return row->arg && choices_parse(row->setting, arg);
	case CONVERT_IF_TRUE:
	case CONVERT_IF_FALSE:
	case CONVERT_PRESENT:
	case CONVERT_IF_POSITIVE:
		return parses(row->setting, arg);
	case CONVERT_SWITCH:
		return cut.ok && parses(row->setting, cut.head) && parses(row->setting, cut.tail);
	case CONVERT_DTYPE:
	case CONVERT_IF_NULL:
		return !row->arg || parses(row->setting, arg);
	case CONVERT_NESTED:
		return row->setting == SETTING_NONE && keymap_find(arg) != NULL;
	case CONVERT_VERSION:
		return row->setting == SETTING_NONE && !row->arg && (row->since || row->until);
	}
	return false;
}

static bool same(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static void check_rows(const struct keymap *map)
{
	for (size_t i = 0; i < map->nrows; i++) {
		const struct keyrow *row = &map->rows[i];

		ck_assert_msg(row->key && *row->key, "%s: row %zu has no key", map->name, i);
		ck_assert_msg(row_arg_ok(row), "%s: %s: bad argument %s", map->name, row->key,
			      row->arg ? row->arg : "(none)");
		ck_assert_msg(condition_valid(row->when), "%s: %s: bad condition %s", map->name,
			      row->key, row->when ? row->when : "");
		for (size_t k = 0; k < i; k++) {
			const struct keyrow *o = &map->rows[k];

			ck_assert_msg(!(same(o->key, row->key) && o->setting == row->setting &&
					o->convert == row->convert && same(o->when, row->when) &&
					same(o->since, row->since) && same(o->until, row->until) &&
					same(o->arg, row->arg)),
				      "%s: %s stands twice", map->name, row->key);
		}
	}
}

static void check_sizes(const struct keymap *map)
{
	for (size_t i = 0; i < map->nsizes; i++) {
		const struct sizerow *row = &map->sizes[i];

		ck_assert_msg(model_size_known(str_of(row->size)), "%s: no size is called %s", map->name, row->size);
		ck_assert_msg(row->key || row->arg, "%s: %s says nothing", map->name, row->size);
		ck_assert_msg(condition_valid(row->when), "%s: bad condition %s", map->name, row->when ? row->when : "");
		ck_assert_msg(row->convert == CONVERT_PLAIN || row->convert == CONVERT_LENGTH || row->arg, "%s: %s has no argument", map->name, row->size);
	}
}

static void check_defaults(const struct keymap *map)
{
	for (size_t i = 0; i < map->ndefaults; i++) {
		const struct defrow *row = &map->defaults[i];

		ck_assert_msg(row->setting < SETTING_COUNT, "%s: default %zu", map->name, i);
		ck_assert_msg(!row->value || parses(row->setting, str_of(row->value)), "%s: %s cannot be %s",
			      map->name, setting_rows[row->setting].name, row->value);
		ck_assert_msg(condition_valid(row->when), "%s: bad condition %s", map->name,
			      row->when ? row->when : "");
		ck_assert_msg(row->source && strlen(row->source) > 4, "%s: %s has no source",
			      map->name, setting_rows[row->setting].name);
		if (row->since && row->until)
			ck_assert_int_lt(version_cmp(str_of(row->since), str_of(row->until)), 0);
	}
}

static void check_refusals(const struct keymap *map)
{
	for (size_t i = 0; i < map->nrefusals; i++) {
		const struct refusal *row = &map->refusals[i];
		bool counts = row->refuses == REFUSES_NO_MULTIPLE || row->refuses == REFUSES_UNEQUAL;

		ck_assert_msg(condition_valid(row->when), "%s: bad condition %s", map->name, row->when ? row->when : "");
		ck_assert_msg(row->when || row->refuses != REFUSES_WHEN, "%s: refusal %zu always holds", map->name, i);
		ck_assert_msg(row->key && *row->key && row->why && *row->why, "%s: refusal %zu", map->name, i);
		ck_assert_msg(counts == (row->amounts != NULL), "%s: %s: amounts", map->name, row->why);
		ck_assert_msg(row->source && strlen(row->source) > 4, "%s: %s has no source", map->name, row->why);
		for (struct str rest = str_of(counts ? strchr(row->amounts, ':') + 1 : ""); rest.n;) {
			struct str_cut cut = str_cut(rest, '*');

			ck_assert_msg(cut.head.s[0] == '@' || setting_find(cut.head) != SETTING_NONE, "%s: %.*s", map->name,
				      STR_ARG(cut.head));
			rest = cut.tail;
		}
	}
}

START_TEST(keymaps)
{
	size_t n = 0;

	for (size_t f = 0; f < frameworks_n; f++) {
		ck_assert_msg(frameworks[f]->nmaps + frameworks[f]->ncallables + frameworks[f]->npackages > 0,
			      "%s has no rows", frameworks[f]->name);
		for (size_t m = 0; m < frameworks[f]->nmaps; m++, n++) {
			const struct keymap *map = frameworks[f]->maps[m];

			ck_assert_msg(keymap_find(str_of(map->name)) == map,
				      "two maps are called %s", map->name);
			ck_assert_msg(map->package && *map->package, "%s: no package", map->name);
			ck_assert_msg(map->source && strlen(map->source) > 4, "%s: no source",
				      map->name);
			check_rows(map);
			check_defaults(map);
			check_sizes(map);
			check_refusals(map);
			for (size_t b = 0; b < KEYMAP_BASES_MAX && map->base[b]; b++)
				ck_assert_msg(
				    keymap_find(str_of(map->base[b]->name)) == map->base[b],
				    "%s: its base %s is not listed", map->name, map->base[b]->name);
		}
	}
	ck_assert_uint_gt(n, 40);
}
END_TEST

/* "name=value;name=value?CONDITION" */
static bool set_ok(const char *set)
{
	struct str rest = str_of(set);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ';'), assign = str_cut(cut.head, '=');
		struct str_cut value = str_cut(assign.tail, '?');
		enum setting s = setting_find(assign.head);

		if (s == SETTING_NONE || !parses(s, value.head) ||
		    !condition_valid(str_dup(&arena, value.tail).s))
			return false;
		rest = cut.tail;
	}
	return true;
}

/* A name as code would write it: "*" stands for something. */
static struct str example_of(struct str name)
{
	size_t star = str_chr(name, '*', 0);

	if (star == SIZE_MAX)
		return name;
	return str_fmt(&arena, "%.*sQwen9%.*s", (int)star, name.s, (int)(name.n - star - 1),
		       name.s + star + 1);
}

static bool listed(const struct keymap *map)
{
	return !map || keymap_find(str_of(map->name)) == map;
}

START_TEST(callables)
{
	for (size_t i = 0; i < callable_names_n; i++) {
		const struct callable_name *entry = &callable_names[i];
		const struct callable *row = &frameworks[entry->framework]->callables[entry->row];
		struct str name = example_of(str_of(entry->name));

		if (i)
			ck_assert_int_lt(strcmp(callable_names[i - 1].name, entry->name), 0);
		ck_assert_msg(callable_find(name) == row, "%.*s is not found", STR_ARG(name));
		ck_assert_msg(set_ok(row->set), "%s: bad set %s", entry->name, row->set);
		ck_assert_msg(listed(row->map) && listed(row->load) && listed(row->args),
			      "%s: a map is not listed", entry->name);
		ck_assert_ptr_eq(callable_framework(row), frameworks[entry->framework]);
	}
	ck_assert_uint_gt(callable_names_n, 150);
}
END_TEST

/* Names as they occur, and the row's own name that they lead to; NULL: none. */
static const struct {
	const char *written, *name;
} aliases[] = {
    {"trl.trainer.sft_trainer.SFTTrainer", "trl.SFTTrainer"},
    {"trl.trainer.SFTTrainer", "trl.SFTTrainer"},
    {"trl.experimental.orpo.ORPOTrainer", "trl.ORPOTrainer"},
    {"trl.experimental.gkd.gkd_config.GKDConfig", "trl.GKDConfig"},
    {"transformers.trainer.Trainer", "transformers.Trainer"},
    {"transformers.training_args.TrainingArguments", "transformers.TrainingArguments"},
    {"transformers.AutoModel.from_pretrained", "transformers.AutoModel.from_pretrained"},
    {"transformers.AutoModelForCausalLM.from_pretrained",
     "transformers.AutoModelForCausalLM.from_pretrained"},
    {"transformers.models.llama.modeling_llama.LlamaModel.from_pretrained",
     "transformers.*.from_pretrained"},
    {"transformers.models.llama.modeling_llama.LlamaForCausalLM.from_pretrained",
     "transformers.*ForCausalLM.from_pretrained"},
    {"transformers.AutoModelForSeq2SeqLM.from_pretrained",
     "transformers.AutoModelForSeq2SeqLM.from_pretrained"},
    {"transformers.AutoTokenizer.from_pretrained", "transformers.*Tokenizer.from_pretrained"},
    {"transformers.LlamaTokenizerFast.from_pretrained",
     "transformers.*TokenizerFast.from_pretrained"},
    {"transformers.AutoConfig.from_pretrained", "transformers.AutoConfig.from_pretrained"},
    {"transformers.LlamaConfig.from_pretrained", "transformers.*Config.from_pretrained"},
    {"transformers.utils.quantization_config.BitsAndBytesConfig",
     "transformers.BitsAndBytesConfig"},
    {"transformers.LlamaForCausalLM", "transformers.*ForCausalLM"},
    {"peft.tuners.lora.LoraConfig", "peft.LoraConfig"},
    {"peft.mapping.get_peft_model", "peft.get_peft_model"},
    {"unsloth.FastLanguageModel.from_pretrained", "unsloth.FastLanguageModel.from_pretrained"},
    {"unsloth.models.loader.FastLanguageModel.get_peft_model",
     "unsloth.FastLanguageModel.get_peft_model"},
    {"bitsandbytes.optim.adamw.AdamW8bit", "bitsandbytes.optim.AdamW8bit"},
    {"torch.optim.adamw.AdamW", "torch.optim.AdamW"},
    {"transformers.AutoModelForCausalLM.from_pretrained().gradient_checkpointing_enable",
     ".gradient_checkpointing_enable"},
    {"peft.get_peft_model().base_model.model.gradient_checkpointing_enable",
     ".gradient_checkpointing_enable"},
    {"trl.SFTTrainer().train", "trl.*Trainer().train"},
    {"transformers.Trainer().train", "transformers.*Trainer().train"},
    {"transformers.AutoModelForCausalLM.from_pretrained().train", ".train"},
    {"accelerate.Accelerator().backward", "accelerate.Accelerator().backward"},
    {"transformers.AutoTokenizer.from_pretrained().__call__",
     "transformers.*Tokenizer.from_pretrained().__call__"},
    {".half", ".half"},
    {"sklearn.svm.SVC", "sklearn.*"},
    {"shap.Explainer", NULL},
    {"train", NULL},
    {"os.path.join", NULL},
    {"to", NULL},
    {"pandas.DataFrame.to", NULL},
    {"", NULL},
    {".", NULL},
    {"transformers.", NULL},
};

static bool has_name(const struct callable *row, const char *name)
{
	struct str rest = str_of(row->names);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, '|');

		if (str_is(cut.head, name))
			return true;
		rest = cut.tail;
	}
	return false;
}

START_TEST(reexports)
{
	const struct callable *row = callable_find(str_of(aliases[_i].written));

	if (!aliases[_i].name)
		ck_assert_msg(!row, "%s leads to %s", aliases[_i].written, row ? row->names : "");
	else
		ck_assert_msg(row && has_name(row, aliases[_i].name), "%s leads to %s",
			      aliases[_i].written, row ? row->names : "nothing");
}
END_TEST

START_TEST(modules_of_packages)
{
	const struct package *swift = package_of(STR("swift")), *liger = package_of(STR("liger_kernel"));

	ck_assert(swift && str_is(str_of(swift->name), "ms-swift"));
	ck_assert(liger && str_is(str_of(liger->name), "liger-kernel"));
	ck_assert(package_find(STR("ms-swift")) == swift);
	/* A requirement of that name is another package, and nobody imports the hyphen. */
	ck_assert(!package_find(STR("swift")));
	ck_assert(!package_of(STR("ms-swift")));
	ck_assert(package_of(STR("nemo")) && !package_of(STR("nem")));
}
END_TEST

START_TEST(packages)
{
	for (size_t f = 0; f < frameworks_n; f++) {
		for (size_t p = 0; p < frameworks[f]->npackages; p++) {
			struct str rest = str_of(frameworks[f]->packages[p].releases),
				   last = {NULL, 0};

			ck_assert(package_find(str_of(frameworks[f]->packages[p].name)) ==
				  &frameworks[f]->packages[p]);
			ck_assert(frameworks[f]->packages[p].source);
			while (rest.n) {
				struct str_cut cut = str_cut(rest, ' ');

				cut.head = version_release(cut.head);
				ck_assert_msg(!last.n || version_cmp(last, cut.head) < 0,
					      "%.*s stands before %.*s", STR_ARG(last),
					      STR_ARG(cut.head));
				last = cut.head;
				rest = cut.tail;
			}
		}
	}
}
END_TEST

START_TEST(configs_and_commands)
{
	for (size_t f = 0; f < frameworks_n; f++) {
		for (size_t c = 0; c < frameworks[f]->nconfigs; c++) {
			const struct config *config = &frameworks[f]->configs[c];

			ck_assert(config->name && config->markers && config->keys &&
				  config->source);
			ck_assert_msg(set_ok(config->set) && set_ok(config->alone), "%s: bad set",
				      config->name);
			ck_assert_msg(listed(config->map), "%s: map is not listed", config->name);
		}
		for (size_t c = 0; c < frameworks[f]->ncommands; c++) {
			const struct command *command = &frameworks[f]->commands[c];

			ck_assert(command->words && command->positional && command->config_flag);
			ck_assert_msg(set_ok(command->set), "%s: bad set", command->words);
			ck_assert_msg(listed(command->map), "%s: map is not listed",
				      command->words);
		}
	}
}
END_TEST

/* The job of a config that comes with a framework has all that counts, and its model is known. */
static void check_preset(const struct framework *f, struct str line)
{
	struct node *name = node_str(&arena, str_cut(line, ' ').head, (struct span){0});
	struct node *tree = preset_tree(&arena, f, STR(""), name);
	struct versions versions = {.arena = &arena};
	const struct value *model;
	struct job job = {0};
	struct extract x;

	ck_assert_msg(tree != NULL, "%.*s is not found", STR_ARG(name->text));
	extract_init(&x, &arena, NULL, &versions);
	for (size_t m = 0; m < f->nmaps; m++)
		extract_map(&x, f->maps[m], tree, &job);
	/* What a config leaves to the framework is the framework's default. */
	extract_finish(&x, &job);
	model = job_get(&job, SETTING_MODEL);
	ck_assert_msg(model && model_find(model->as.s), "%.*s: its model is not known", STR_ARG(name->text));
	ck_assert_msg(job_get(&job, SETTING_OPTIMIZER) && job_get(&job, SETTING_WEIGHTS_DTYPE) &&
			      job_get(&job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE),
		      "%.*s: a setting is missing", STR_ARG(name->text));
}

START_TEST(presets)
{
	size_t n = 0;

	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t i = 0; frameworks[f]->presets && frameworks[f]->presets[i]; i++)
			for (struct str_cut cut = {.tail = str_of(frameworks[f]->presets[i])}; cut.tail.n;) {
				cut = str_cut(cut.tail, '\n');
				if (str_starts(cut.head, STR("*")) || str_starts(cut.head, STR("+")))
					continue;
				check_preset(frameworks[f], cut.head);
				n++;
			}
	ck_assert_uint_gt(n, 100);
}
END_TEST

START_TEST(commands)
{
	const struct str words[] = {STR("axolotl"), STR("train"), STR("config.yml")};
	const struct str module[] = {STR("-m"), STR("axolotl.cli.train"), STR("config.yml")};
	const struct str other[] = {STR("axolotl"), STR("inference"), STR("config.yml")};
	size_t used;

	ck_assert(command_find(words, 3, NULL, NULL, &used) != NULL);
	ck_assert_uint_eq(used, 2);
	ck_assert(command_find(module, 3, NULL, NULL, &used) != NULL);
	ck_assert_uint_eq(used, 2);
	ck_assert(command_find(other, 3, NULL, NULL, &used) == NULL);
	ck_assert(command_find(words, 1, NULL, NULL, &used) == NULL);
}
END_TEST

/* Requirements, a package, and the version that its rows are chosen by. */
static const struct {
	const char *requirement, *package, *version;
} requirements[] = {
    {"trl==0.12.1", "trl", "0.12.1"},
    {"trl == 0.12.1", "trl", "0.12.1"},
    {"transformers>=4.40,<4.50", "transformers", "4.49"},
    {"transformers<5", "transformers", "4.57"},
    {"transformers[torch]==4.46.3 ; python_version > '3.8'", "transformers", "4.46.3"},
    {"peft~=0.10", "peft", "0.20"},
    {"peft~=0.10.0", "peft", "0.10"},
    {"pytorch-lightning~=1.7.7", "lightning", "1.7.7"},
    {"peft^0.11", "peft", "0.11"},
    {"transformers^4.30.1", "transformers", "4.57"},
    {"torchtune^0.2.1", "torchtune", "0.2.1"},
    {"peft^0", "peft", "0.20"},
    {"transformers~4.30.1", "transformers", "4.30.1"},
    {"transformers~4", "transformers", "4.57"},
    {"trl==0.9.*", "trl", "0.9"},
    {"accelerate!=1.14", "accelerate", "1.13"},
    {"trl", "trl", "1.9"},
    {"trl @ git+https://github.com/huggingface/trl", "trl", "1.9"},
    {"numpy==1.26", "trl", "1.9"},
    {"bitsandbytes >= 0.43 # comment", "bitsandbytes", "0.50"},
    {"transformers>=5.9", "transformers", "5.9"},
    /* Companions of their time. */
    {"trl==0.12.1", "transformers", "4.46"},
    {"trl==0.12.1", "peft", "0.13"},
    {"transformers==4.46.3", "trl", "0.11"},
    {"transformers>=4.40", "trl", "1.9"},
    {"trl<0.20", "transformers", "4.53"},
    {"trl==0.12.1", "accelerate", "1.14"},
};

START_TEST(versions_from_requirements)
{
	struct versions versions = {.arena = &arena};
	bool newest;
	struct str version;

	versions_require(&versions, str_of(requirements[_i].requirement), (struct span){0});
	version = versions_of(&versions, str_of(requirements[_i].package), &newest);
	ck_assert_msg(str_is(version, requirements[_i].version), "%s gives %.*s",
		      requirements[_i].requirement, STR_ARG(version));
}
END_TEST

START_TEST(version_order)
{
	ck_assert_int_lt(version_cmp(STR("4.9"), STR("4.10")), 0);
	ck_assert_int_eq(version_cmp(STR("4.57"), STR("v4.57.0")), 0);
	ck_assert_int_eq(version_cmp(STR("0.29.0.dev0"), STR("0.29")), 0);
	ck_assert_int_gt(version_cmp(STR("1.0"), STR("0.29.1")), 0);
	ck_assert(version_in(STR("0.19"), "0.19", "0.22"));
	ck_assert(!version_in(STR("0.22.0"), "0.19", "0.22"));
	ck_assert(version_in(STR("9"), NULL, NULL));
}
END_TEST

START_TEST(conditions_of_tables)
{
	ck_assert(condition_valid(NULL));
	ck_assert(
	    condition_valid("peft=lora|dora,@a.b!=2,!@c|d,num_gpus>1,target.bf16,model.family=llama"));
	ck_assert(!condition_valid("no_such_setting"));
	ck_assert(!condition_valid("peft="));
	ck_assert(!condition_valid("@"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("maps");
	TCase *t = tcase_create("rows");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, keymaps);
	tcase_add_test(t, callables);
	tcase_add_loop_test(t, reexports, 0, (int)(sizeof(aliases) / sizeof(*aliases)));
	tcase_add_test(t, modules_of_packages);
	tcase_add_test(t, packages);
	tcase_add_test(t, configs_and_commands);
	tcase_add_test(t, presets);
	tcase_add_test(t, commands);
	tcase_add_loop_test(t, versions_from_requirements, 0,
			    (int)(sizeof(requirements) / sizeof(*requirements)));
	tcase_add_test(t, version_order);
	tcase_add_test(t, conditions_of_tables);
	suite_add_tcase(s, t);
	return run_suite(s);
}
