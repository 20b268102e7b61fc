/*
 * What the program knows of frameworks: rows, one file of lint/maps/ each.
 *
 * A keymap says which setting a key means; it serves keys of YAML and JSON files, keyword arguments,
 * attributes and command-line flags alike, since frameworks spell them the same everywhere. Its
 * defaults say what an absent key means, from which version on. A callable says what a call to a
 * library does. A config says which files are a job by themselves. Stage code names no framework.
 */
#ifndef LINT_MAP_H
#define LINT_MAP_H

#include "../core/setting.h"
#include "../core/str.h"

/** How a key's value becomes the setting's value. */
enum convert {
	/** As setting_parse() reads it; numbers, booleans and lists as they are. */
	CONVERT_PLAIN,
	/** Through arg, "from=to;from=to;*=to": "*" is any other; an entry "from=" drops the value. */
	CONVERT_CHOICE,
	/** arg if the value is true; nothing if it is false. */
	CONVERT_IF_TRUE,
	/** arg if the value is false; nothing if it is true. */
	CONVERT_IF_FALSE,
	/** "yes;no": the first if true, the second if false. */
	CONVERT_SWITCH,
	/** A dtype: torch.bfloat16, "bf16", "auto" (dropped). */
	CONVERT_DTYPE,
	/** The number of elements of a list, or of parts of a comma-separated text. */
	CONVERT_LENGTH,
	/** A file or mapping read with the keymap that arg names (deepspeed: path or dict). */
	CONVERT_NESTED,
	/** arg if the key is present and not null, false or empty. */
	CONVERT_PRESENT,
};

struct keyrow {
	/** Dotted path from the top of the mapping, or a keyword or flag without dashes. */
	const char *key;
	enum setting setting;
	enum convert convert;
	const char *arg;
};

/** The value that an absent key has. */
struct defrow {
	enum setting setting;
	/** As setting_parse() reads it. */
	const char *value;
	/** First version with it and first one without; "" is open. */
	const char *since, *until;
	/** "" or "SETTING=VALUE": only where another setting has this value. */
	const char *when;
	/** Where this was read: project, version, file. */
	const char *source;
};

struct keymap {
	/** "transformers.TrainingArguments", "axolotl". */
	const char *name;
	/** The map that this one extends (SFTConfig extends TrainingArguments), or NULL. */
	const struct keymap *base;
	/** The package whose version chooses among the defaults: "transformers", "trl". */
	const char *package;
	const struct keyrow *rows;
	size_t nrows;
	const struct defrow *defaults;
	size_t ndefaults;
};

/** What a callable gives back. */
enum returns {
	/** A new object. */
	RETURNS_OBJECT,
	/** Its receiver (model.to(…), model.train()). */
	RETURNS_SELF,
	/** Its first argument (torch.compile(model)); recorded all the same. */
	RETURNS_ARG,
	/** All its positional arguments, a tuple if several (accelerator.prepare). */
	RETURNS_ARGS,
	/** A tuple: a new object, then unknowns (model, tokenizer = …); arg gives the length. */
	RETURNS_TUPLE,
	RETURNS_NONE,
	RETURNS_TRUE,
	RETURNS_FALSE,
	/** What the target says; arg is the question: "device_count", "bf16", "capability", "memory". */
	RETURNS_TARGET,
	RETURNS_UNKNOWN,
};

/** What an argument is to the job. */
enum role {
	ROLE_NONE,
	ROLE_MODEL,	/* the trained model: object, or id as text */
	ROLE_ARGS,	/* an object or mapping with settings: read with its maker's keymap */
	ROLE_PEFT,	/* LoraConfig and the like */
	ROLE_QUANTIZATION, /* BitsAndBytesConfig and the like */
	ROLE_REFERENCE,
	ROLE_REWARD,
	ROLE_TEACHER,
	ROLE_OPTIMIZER,
	ROLE_MODEL_KWARGS, /* a mapping of from_pretrained arguments (model_init_kwargs) */
	ROLE_TOKENIZER,
	ROLE_DATASET,
};

struct param {
	/** Name as a keyword. */
	const char *name;
	enum role role;
};

/** What a call does to the job. */
enum effect {
	/** Only its object matters. */
	EFFECT_NONE,
	/** Makes a model: arguments through the keymap; the first is the id. */
	EFFECT_MODEL,
	/** Wraps its model argument and adds what its other arguments say (get_peft_model). */
	EFFECT_WRAP,
	/** Sets settings on its receiver or first argument: set holds "name=value;…". */
	EFFECT_SET,
	/** A job: what its arguments say is the job. */
	EFFECT_SINK,
	/** A step of a hand-written loop (loss.backward()): a job together with an optimizer. */
	EFFECT_STEP,
	/** Makes an optimizer: set holds "optimizer=…". */
	EFFECT_OPTIMIZER,
	/** Evaluation or inference only (model.eval(), .generate()). */
	EFFECT_INFERENCE,
};

struct callable {
	/**
	 * Dotted names, "|" between: "trl.SFTTrainer|trl.trainer.SFTTrainer". A name that starts with a
	 * dot is a method of any library object: ".gradient_checkpointing_enable".
	 */
	const char *names;
	enum effect effect;
	enum returns returns;
	/** For returns. */
	const char *arg;
	/** Parameters in positional order (after self); the rest by name only. */
	const struct param *params;
	size_t nparams;
	/** What its keyword arguments mean, or NULL. */
	const struct keymap *map;
	/** "name=value;name=value": settings that the call itself implies. */
	const char *set;
};

/** A kind of file that is a job by itself, or part of one. */
struct config {
	/** "axolotl". */
	const char *name;
	/** Words of which the prefilter must see one in the bytes, "|" between. */
	const char *markers;
	/** Keys (dotted) that must all be there, "," between; "a|b": one of them. */
	const char *keys;
	/** Keys that speak against it, "," between. */
	const char *unless;
	const struct keymap *map;
	/** A job by itself; false: only when something refers to it (DeepSpeed JSON, accelerate YAML). */
	bool job;
};

/** A command that trains from its arguments: "axolotl train CONFIG", "trl sft --config X". */
struct command {
	/** Words, blanks between: "llamafactory-cli train". Also a module: "-m axolotl.cli.train". */
	const char *words;
	/** The settings that the command implies: "task=sft". */
	const char *set;
	/** What its flags mean. */
	const struct keymap *map;
	/** How its positional argument is read: "config", "recipe", "". */
	const char *positional;
	/** Flag that names a config file: "--config", or "". */
	const char *config_flag;
};

struct framework {
	const char *name;
	const struct callable *callables;
	size_t ncallables;
	const struct config *configs;
	size_t nconfigs;
	const struct command *commands;
	size_t ncommands;
};

/** Every framework: made by the Makefile from the files of lint/maps/, one symbol framework_NAME each. */
extern const struct framework *const frameworks[];
extern const size_t frameworks_n;

/** The row of a dotted name, or of a method ("." and its name); NULL if no framework has one. */
const struct callable *callable_find(struct str dotted);
/** The keymap of a name, or NULL. */
const struct keymap *keymap_find(struct str name);

#endif
