/*
 * The rows in which the program knows frameworks: their types, and the macros by which rows are written. The rows
 * themselves stand in the folders of lint/frameworks, a file for each framework.
 *
 * A keymap says which setting a key means; it serves keys of YAML and JSON files, keyword arguments,
 * attributes and command-line flags alike, since frameworks spell them the same everywhere. Its
 * defaults say what an absent key means, from which version on. A callable says what a call to a
 * library does. A config says which files are a job by themselves. Stage code names no trainer; of libraries that
 * trainers share it asks for some rows by name. Nothing comes in or goes out but these types.
 * Uses core/base and the settings of core/job.
 */
#ifndef LINT_KEYMAP_KEYMAP_H
#define LINT_KEYMAP_KEYMAP_H

#include "core/base/base.h"
#include "core/job/job.h"

/** How a key's value becomes the setting's value. */
enum convert {
	/** As setting_parse() reads it; numbers, booleans and lists as they are. */
	CONVERT_PLAIN,
	/**
	 * Through arg, "from=to;from=to;*=to": "*" is any other; an entry "from=" drops the value. "?=" at
	 * the end: a value that is not known is as if it were not given.
	 */
	CONVERT_CHOICE,
	/** arg if the value is true (a text that is no word for false counts as true). */
	CONVERT_IF_TRUE,
	/** arg if the value is false; nothing if it is true. */
	CONVERT_IF_FALSE,
	/** "yes;no": the first if true, the second if false. */
	CONVERT_SWITCH,
	/** A dtype: torch.bfloat16, "bf16"; "auto" is the checkpoint's own, arg if given. */
	CONVERT_DTYPE,
	/** The number of elements of a list or mapping, or of parts of a comma-separated text. */
	CONVERT_LENGTH,
	/** A count, or what CONVERT_LENGTH makes of a list or text (Lightning's devices). */
	CONVERT_COUNT,
	/** The sum of a list of counts (a machine's GPUs each), or a count. */
	CONVERT_SUM,
	/** A file or mapping read with the keymap that arg names (deepspeed: path or dict). */
	CONVERT_NESTED,
	/** arg if the key is present and not null, false, "none" or empty. */
	CONVERT_PRESENT,
	/** arg if the key is present and null; without arg it is not known then (max_length=None). */
	CONVERT_IF_NULL,
	/** arg as in CONVERT_CHOICE: the first entry whose word stands in the text or in one of the items. */
	CONVERT_WORDS,
	/**
	 * Names of modules: a list, a comma-separated text, "all-linear", or a regular expression. arg as in
	 * CONVERT_CHOICE: what the framework calls them otherwise (NULL: nothing).
	 */
	CONVERT_MODULES,
	/**
	 * Names of data sets: a text with "," or blanks between, a list, or a list of mappings in which one of arg's
	 * keys ("path|name") has the name.
	 */
	CONVERT_NAMES,
	/** Adds arg's names, "," between, to the list that rows before gave, if the value is true. */
	CONVERT_MORE,
	/**
	 * The model whose name is a part of the path of its folder ("/tmp/Llama-3.1-8B-Instruct/original"), in
	 * place of one of the same shape that rows before gave, or of one that is not known. arg: the folder in
	 * which the framework has models by their ids ("checkpoints/google/gemma-2b"); NULL: there is none.
	 */
	CONVERT_MODEL_FOLDER,
	/** Adds the number, or arg's in its place, to the number that rows before gave; nothing where they gave none. */
	CONVERT_PLUS,
	/** Divides the number that rows before gave by this one, a part counts as whole; nothing where they gave none. */
	CONVERT_OVER,
	/** arg if the number is greater than 0 (gpu counts, ranks that switch LoRA on). */
	CONVERT_IF_POSITIVE,
	/** GPUs along the dimension of a mesh that is given: init_device_mesh(…)["tp"]; arg: the dimension of a layout of them all. */
	CONVERT_MESH,
	/**
	 * A text that shares out GPUs, "sglang:d4p1t2+fsdp:d4p1t1": the product of the numbers behind arg's letters in
	 * what trains, the part behind the last "+".
	 */
	CONVERT_LAYOUT,
	/** The number of GPUs in a list of Python's that is a text: "list(range(0,8))". */
	CONVERT_DEVICES,
	/** No setting: the key only tells which versions have it. Such a row's condition comes first. */
	CONVERT_VERSION,
};

/**
 * One key. Rows are tried from the first on, a map's own before its bases'; the first one that gives
 * a value for a setting decides that setting. A condition (when) is written as
 * lint/settings/condition.h says.
 */
struct keyrow {
	/**
	 * Dotted path from the top of the mapping, or a keyword or flag without dashes ("-" within a key
	 * equals "_"); spellings of the same thing with "|" between. "<gpu>" as a part takes the member
	 * whose name fits the target card and count ("h100_quad"), else "default".
	 */
	const char *key;
	enum setting setting;
	enum convert convert;
	/** For convert; NULL if it takes none. */
	const char *arg;
	/** Only where this holds; NULL: always. */
	const char *when;
	/** First version with the key and first one without; NULL: open. */
	const char *since, *until;
};

/** A key that means just what the setting's name says. */
#define KEY(k, s)                                                                                  \
	{                                                                                          \
		.key = (k), .setting = SETTING_##s, .convert = CONVERT_PLAIN                       \
	}
#define KEY_AS(k, s, c, a)                                                                         \
	{                                                                                          \
		.key = (k), .setting = SETTING_##s, .convert = CONVERT_##c, .arg = (a)             \
	}
#define KEY_WHEN(k, s, c, a, w)                                                                    \
	{                                                                                          \
		.key = (k), .setting = SETTING_##s, .convert = CONVERT_##c, .arg = (a),            \
		.when = (w)                                                                        \
	}
#define KEY_IN(k, s, c, a, from, to)                                                               \
	{                                                                                          \
		.key = (k), .setting = SETTING_##s, .convert = CONVERT_##c, .arg = (a),            \
		.since = (from), .until = (to)                                                     \
	}
/** A key that is gone since a version: a script that gives it was written for one before. */
#define KEY_UNTIL(k, w, gone)                                                                      \
	{                                                                                          \
		.key = (k), .setting = SETTING_NONE, .convert = CONVERT_VERSION, .when = (w),      \
		.until = (gone)                                                                    \
	}
/** A key that is there since a version: a script that gives it was written for that one or a later one. */
#define KEY_SINCE(k, from)                                                                         \
	{                                                                                          \
		.key = (k), .setting = SETTING_NONE, .convert = CONVERT_VERSION, .since = (from)   \
	}
/** A key that holds another mapping, or the path of a file with one, for the keymap of a name. */
#define KEY_NESTED(k, map)                                                                         \
	{                                                                                          \
		.key = (k), .setting = SETTING_NONE, .convert = CONVERT_NESTED, .arg = (map)       \
	}

/** What a default outdoes although something was said: values that were not said to the trainer. */
enum caps {
	CAPS_NOTHING,
	/** A greater number that EFFECT_BOUND gave. */
	CAPS_BOUND,
	/** A greater number that EFFECT_BOUND or EFFECT_HINT gave; any of EFFECT_BOUND's where no tokenizer cuts rows to it. */
	CAPS_HINT,
};

/** The value that an absent key has. The first row that applies decides. */
struct defrow {
	enum setting setting;
	/** As setting_parse() reads it; NULL: computed from what is not known here, and so unknown. */
	const char *value;
	/** First version with it and first one without; NULL is open. */
	const char *since, *until;
	/** Only where this holds (lint/settings/condition.h); NULL: always. */
	const char *when;
	/** The package whose versions since and until are, if it is not the map's: where its version is known. */
	const char *package;
	/** Where this was read: project, version, file. */
	const char *source;
	enum caps caps;
	/** Only what no other map has a default for: a trainer takes the model as it was loaded. */
	bool behind;
	/**
	 * Where nothing tells the version, this may be as well as what came after it: those who use it are as old. A row of
	 * every version may be as well as the one before it that was taken.
	 */
	bool doubt;
	/** A doubt alone, of code that shows its age: it uses what releases since have dropped. */
	bool aged;
};

#define DEFAULT(s, v, src)                                                                         \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .source = (src)                              \
	}
#define DEFAULT_BEHIND(s, v, src)                                                                  \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .source = (src), .behind = true              \
	}
#define DEFAULT_UNKNOWN(s, src)                                                                    \
	{                                                                                          \
		.setting = SETTING_##s, .value = NULL, .source = (src)                             \
	}
#define DEFAULT_IN(s, v, from, to, src)                                                            \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .since = (from), .until = (to),              \
		.source = (src)                                                                    \
	}
#define DEFAULT_IN_BEHIND(s, v, from, to, src)                                                     \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .since = (from), .until = (to),              \
		.source = (src), .behind = true                                                    \
	}
#define DEFAULT_WHEN(s, v, w, src)                                                                 \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .when = (w), .source = (src)                 \
	}
#define DEFAULT_IN_WHEN(s, v, from, to, w, src)                                                    \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .since = (from), .until = (to), .when = (w), \
		.source = (src)                                                                    \
	}

/**
 * One size or trait of a model that is made anew of what a config states, by its name in lint/model/sizes.h. Rows are
 * tried from the first on; the first that applies decides a name.
 */
struct sizerow {
	const char *size;
	/** As struct keyrow's; NULL: the row says what an absent key means. */
	const char *key;
	/** CONVERT_PLAIN, CONVERT_CHOICE, CONVERT_WORDS, CONVERT_SWITCH, CONVERT_IF_TRUE, CONVERT_PRESENT or CONVERT_LENGTH. */
	enum convert convert;
	/** For convert; without a key the value. */
	const char *arg;
	/** Only where this holds (lint/settings/condition.h); NULL: always. */
	const char *when;
};

/** A number, or a word, as the key gives it. */
#define SIZE(s, k)                                                                                 \
	{                                                                                          \
		.size = (s), .key = (k), .convert = CONVERT_PLAIN                                  \
	}
#define SIZE_AS(s, k, c, a)                                                                        \
	{                                                                                          \
		.size = (s), .key = (k), .convert = CONVERT_##c, .arg = (a)                        \
	}
/** What holds where no row before gave the size. */
#define SIZE_IS(s, v, w)                                                                           \
	{                                                                                          \
		.size = (s), .arg = (v), .when = (w)                                               \
	}
/** What of settings makes a library refuse them. */
enum refuses {
	/** That the row's condition holds. */
	REFUSES_WHEN,
	/** And that the product of amounts is no multiple of the first of them. */
	REFUSES_NO_MULTIPLE,
	/** And that the product of amounts is not the first of them. */
	REFUSES_UNEQUAL,
	/** And that the model has none of the modules that key names: PEFT's target_modules. */
	REFUSES_ABSENT_MODULES,
	/** And that the model's layers are of another class than the one that key names. */
	REFUSES_OTHER_LAYER,
};

/**
 * Settings with which the library ends in an error before anything trains. Only what is certain counts: keys that are
 * plain values or absent, settings that are stated, derived, or defaults.
 */
struct refusal {
	/** lint/settings/condition.h, of the tree that was read by the map; with "@" mostly. */
	const char *when;
	enum refuses refuses;
	/** "first:a*b": settings, and keys behind "@"; each must be known. NULL where nothing is counted. */
	const char *amounts;
	/** The key to annotate, or keys with "|" between. */
	const char *key;
	/** What is wrong, a phrase without a full stop: "fp16 and bf16 are both on". */
	const char *why;
	/** Who refuses it, if it is not the map's package; NULL: that. */
	const char *by;
	/** First version that refuses it and first one that does not; NULL: open. Where one is given, the version must be known. */
	const char *since, *until;
	/** Where this was read: project, version, file. */
	const char *source;
};
#define DEFAULT_ONCE_WHEN(s, v, to, w, src)                                                        \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .until = (to), .when = (w), .source = (src), \
		.doubt = true                                                                      \
	}

#define DEFAULT_OF_OLD(s, v, to, w, src)                                                           \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .until = (to), .when = (w), .source = (src), \
		.doubt = true, .aged = true                                                        \
	}

enum { KEYMAP_BASES_MAX = 4 };

struct keymap {
	/** "transformers.TrainingArguments", "axolotl". */
	const char *name;
	/** The maps that this one extends (SFTConfig extends TrainingArguments), NULL behind the last. */
	const struct keymap *base[KEYMAP_BASES_MAX];
	/** First version in which it extends the last of them; before, what is read of it is told by it alone. NULL: always. */
	const char *built_since;
	/** The package whose version chooses among rows and defaults: "transformers", "trl". */
	const char *package;
	const struct keyrow *rows;
	size_t nrows;
	const struct defrow *defaults;
	size_t ndefaults;
	/** How the mapping states the shape of its model, where no row gives a model; none: it does not. */
	const struct sizerow *sizes;
	size_t nsizes;
	const struct refusal *refusals;
	size_t nrefusals;
	/** The map of what the name of such a file says ("zero3.json"), by the key "name", where the file is not here; or NULL. */
	const char *named;
	/** A file of it says the precision where the program leaves it out, and need not agree with it: that of one which is not here is not known. */
	bool precision;
	/** The argument of a tokenizer's call by which it cuts, to its own length where no other argument says one. NULL: none. */
	const char *cuts;
	/** Where the rows were read: project, version, file. */
	const char *source;
};

/** The rows of a static array, for initialisers. */
#define ROWS(field, array) .field = (array), .n##field = sizeof(array) / sizeof(*(array))

/** How the id of a model stands for the folder that a hub's client has put it into, whose own name it is not. */
#define HOW_FETCHED "fetched from a hub"

/** What a callable gives back. */
enum returns {
	/** A new object. */
	RETURNS_OBJECT,
	/** Its receiver (model.to(…), model.train()). */
	RETURNS_SELF,
	/** What its receiver wraps: the model without its adapters (merge_and_unload). */
	RETURNS_BASE,
	/** Its first argument (torch.compile(model)); recorded all the same. arg: how a text is its result. */
	RETURNS_ARG,
	/** All its positional arguments, a tuple if several (accelerator.prepare). */
	RETURNS_ARGS,
	/** A tuple: a new object, then unknowns (model, tokenizer = …); arg gives the length. */
	RETURNS_TUPLE,
	RETURNS_NONE,
	/** A new object if one of the attributes of its first argument that arg names ("a|b") is true; None if none is. */
	RETURNS_IF,
	RETURNS_TRUE,
	RETURNS_FALSE,
	/** What the target says; arg is the question: "device_count", "bf16", "precision", "capability", "memory". */
	RETURNS_TARGET,
	/**
	 * What the class would make that the call is a method of, of the members of a mapping: the first
	 * argument, or the repository's file that it names (Config.from_json_file).
	 */
	RETURNS_MADE,
	/**
	 * A parser of argparse with options of the library's own, which arg names: "config;port=8888;profiling?" has --config,
	 * whose default is None, --port, whose default is a number, and the switch --profiling.
	 */
	RETURNS_PARSER,
	/** What such a parser makes of the words of the launch. */
	RETURNS_FLAGS,
	RETURNS_UNKNOWN,
};

/** What an argument is to the job. */
enum role {
	ROLE_NONE,
	ROLE_MODEL,	   /* the trained model: object, or id as text */
	ROLE_CONFIG,	   /* the configuration that a model is made anew of */
	ROLE_ARGS,	   /* an object or mapping with settings: read with its maker's keymap */
	ROLE_PEFT,	   /* LoraConfig and the like */
	ROLE_QUANTIZATION, /* BitsAndBytesConfig and the like */
	ROLE_REFERENCE,
	ROLE_REWARD,
	ROLE_TEACHER,
	ROLE_CRITIC,	   /* what learns the values of states beside the trained model */
	ROLE_OPTIMIZER,
	ROLE_MEASURE,	   /* what measures the trained model: another one that it holds is beside it */
	ROLE_LOSS,	   /* objects whose calls say more of the job: a loss; pairs of a loader and a loss */
	ROLE_MODEL_KWARGS, /* a mapping of from_pretrained arguments (model_init_kwargs) */
	ROLE_TOKENIZER,
	ROLE_DATASET,
};

struct param {
	/**
	 * Name as a keyword; "args.model_init_kwargs": a keyword or attribute of another argument's
	 * object, for roles only.
	 */
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
	/** A model like its first argument, with weights of its own (copy.deepcopy). */
	EFFECT_COPY,
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
	/** Starts the job that its receiver is (trainer.train()): what comes later does not count. */
	EFFECT_START,
	/** Fills what a job does not say itself (the tokenizer's max_length), whatever the trainer. */
	EFFECT_HINT,
	/** The same, before every hint: it makes the rows that are trained on, of joined samples. */
	EFFECT_ROWS,
	/** The same, behind every hint: a bound that holds unless the trainer has its own. */
	EFFECT_BOUND,
	/** The same as a hint for hand-written loops only (DataLoader's batch_size, autocast's dtype). */
	EFFECT_LOOP,
	/** Runs a command: its first argument is the text or the list of words (subprocess.run). */
	EFFECT_COMMAND,
	/**
	 * Starts a script on another machine (SageMaker's estimators). arg says by which arguments:
	 * "entry=entry_point;folder=source_dir;flags=hyperparameters;instance=instance_type;
	 * count=instance_count;processes=distribution". "a.b": argument b of what argument a was made with.
	 * "version.transformers=…": which release of a package the machine has. "launcher='deepspeed": the words are those
	 * of this launcher, with its options (a list of words, or a mapping), nodes_option and ranks_option for how many machines and processes.
	 * "any.CALL.b": argument b of such a call, whatever it is of.
	 */
	EFFECT_LAUNCH,
	/**
	 * A decorator of a function that runs on another machine (Modal). arg names the argument with the
	 * card, "gpu"; empty: where the program starts when its own launcher runs it.
	 */
	EFFECT_HOST,
	/** Puts a file or folder to a path of another machine: local_path, remote_path. */
	EFFECT_MOUNT,
	/** Refuses versions of the package that arg names which are older than its first argument. */
	EFFECT_AT_LEAST,
	/**
	 * Whether gradients are recorded of what runs under it, in a "with" or in a function that it decorates: arg "on" or
	 * "off"; NULL: its first argument says so.
	 */
	EFFECT_GRADIENTS,
};

/** How a call makes its program one of several processes that share the work. */
enum joins {
	JOINS_NONE,
	/** It joins those that were started with it (init_process_group). */
	JOINS_STARTED,
	/** The same; where it was started alone it starts one for each device that it sees (Lightning). */
	JOINS_DEVICES,
	/** It has num_workers of them started, each with a card (of accelerator_type) if use_gpu is true (Ray). */
	JOINS_WORKERS,
};

struct callable {
	/**
	 * Dotted names, "|" between: "trl.SFTTrainer|trl.trainer.SFTTrainer". A name that starts with a
	 * dot is a method of any library object: ".gradient_checkpointing_enable". "*" at the start of a
	 * part is any text: "transformers.*ForCausalLM.from_pretrained"; "*." in front, any library without such a name.
	 */
	const char *names;
	enum effect effect;
	enum returns returns;
	/** For returns; NULL if it takes none. */
	const char *arg;
	/** Parameters in positional order (after self); the rest by name only. */
	const struct param *params;
	size_t nparams;
	/**
	 * The order of releases before another signature, by which positional arguments are read where it
	 * puts a model at the model's place, and no model at a tokenizer's, and params does not; NULL: the order never changed.
	 */
	const struct param *earlier;
	size_t nearlier;
	/** What its keyword arguments mean, or NULL. */
	const struct keymap *map;
	/** Under which condition on its arguments the call says nothing; NULL: under none. */
	const char *idle;
	/** How a model given as text is loaded (its defaults), or NULL. */
	const struct keymap *load;
	/** The map of an argument of ROLE_ARGS that is a mapping or is not given, or NULL. */
	const struct keymap *args;
	/**
	 * The mapping for args is composed over the framework's own config, which is not here: what it leaves open is as
	 * the map's defaults say.
	 */
	bool own_config;
	/** Settings that the call itself implies: "name=value;name=value?CONDITION"; NULL: none. */
	const char *set;
	/** The same for a call on a part of the model: fully_shard(layer); NULL: it says nothing of the whole. */
	const char *part;
	/**
	 * Attributes of the object that it makes as they are if no argument says otherwise, in every
	 * version: "use_peft=false;lora_r=16" (py_literal()); NULL: none are known. "do_train=false?":
	 * of a script that something launches; whoever runs one by hand gives the flag that it needs.
	 * "config.x=1": of what it holds under that name, whatever the arguments are. "*=known", behind all others: the
	 * sizes of the model that the first argument names. "__class__=model", "=config": the object is of the class that this
	 * model has, or its configuration; "=?": of one that is not known. "+NAME": it has that attribute, of a value that is not
	 * known; "-NAME": it has not, until an adapter is put on it.
	 */
	const char *attrs;
	/**
	 * Methods of a repository's class that the call runs on its receiver or on its arguments, in
	 * order: "configure_model|training_step"; NULL: none.
	 */
	const char *hooks;
	/**
	 * Of a method: attributes of its object that it works on, which stand among its arguments under their names, and
	 * the attribute that keeps what it gives: "model|args"; "optimizer"; NULL: none.
	 */
	const char *reads, *keeps;
	/** Why what a sink trains is none of the jobs that are estimated; NULL: it is one. */
	const char *no_job;
	/** Only where this holds of its arguments (lint/settings/condition.h); NULL: always. */
	const char *no_job_when;
	/** It trains whatever it is given: no_job is told only where the words of the code are about models of language. */
	bool of_anything;
	/** A sink only where an argument comes of a call of one of these methods, "|" between; NULL: always. */
	const char *given;
	/** A sink whose loaders and optimizer are the project's own, as in a hand-written loop. */
	bool own_loop;
	/** A sink whose loop, not that of the Trainer which it extends, takes one device for each process. */
	bool one_device;
	/** Makes a model, but none of language: what trains it is no job. */
	bool other;
	/** A method of such a model that runs its encoder of texts alone: where no other pass runs, that is what learns. NULL: it has none. */
	const char *texts;
	/** Makes a layer with an adapter of which its arguments tell: read where the model that trains holds it. */
	bool adapter;
	/** Makes a model where it is called by its name alone: a class over it, or a copy of it, is a part of the model that it stands in. */
	bool called;
	/** Makes a model and puts it on the GPU itself, unless device="cpu" is among its arguments. */
	bool placed;
	enum joins joins;
};

/** A kind of file that is a job by itself, or part of one. */
struct config {
	/** "axolotl". */
	const char *name;
	/** Words of which the prefilter must see one in the bytes, "|" between. */
	const char *markers;
	/**
	 * Keys (dotted) that must all be there, "," between; "a|b": one of them; "a=x": with this value
	 * (without regard to case); "a?": whatever its value. A present key is one that is neither null
	 * nor a word for no.
	 */
	const char *keys;
	/** Keys that speak against it, written likewise; here a key that is there at all counts. */
	const char *unless;
	/** A word that the file's path must hold ("orpo"); NULL: any path. Such a row goes first. */
	const char *path;
	/** A word that must stand in the file, comments included; NULL: any file. */
	const char *says;
	const struct keymap *map;
	/** A job by itself; false: only when something refers to it (DeepSpeed JSON, accelerate YAML). */
	bool job;
	/** A launcher reads it before it starts a script, which is not given it. */
	bool launcher;
	/** Settings that such a file implies: "framework=axolotl;task=sft?CONDITION". */
	const char *set;
	/** The same, of a file that nothing launches: its name says what it would be launched as. */
	const char *alone;
	/**
	 * Composed as OmegaConf does it (lint/read/omegaconf.h): "${a.b}" is the value of another key, words KEY.SUB=VALUE of
	 * the launch replace keys, ~KEY takes one out. A value for a mapping that has a key of the name given
	 * here goes to that key. NULL: it is read as it stands.
	 */
	const char *composed;
	/** Key that names the files which it builds on ("defaults: base.yaml"): what they say holds where it says nothing. NULL: none. */
	const char *inherits;
	/** A Python module whose globals are the keys; false: a file of data. */
	bool module;
	/**
	 * Of such a module: ends of the types, "|" between, that its functions return whose values are configs, one each: "def
	 * llama3_8b() -> Trainer.Config". The keys are theirs then. NULL: its globals are the config.
	 */
	const char *functions;
	/** Why what it trains is none of the jobs that are estimated; NULL: it is one. */
	const char *no_job;
	/** Where the rule was read. */
	const char *source;
};

/** A command that trains from its arguments: "axolotl train CONFIG", "trl sft --config X". */
struct command {
	/**
	 * Words, blanks between: "llamafactory-cli train". Also a module: "-m axolotl.cli.train", and the
	 * end of a script's path: "src/train.py"; of its name "*" may stand for a part: "pretrain_*.py". "*": a script or module of any name that gives all of keys.
	 */
	const char *words;
	/** Keys that a launch's words or flags all have, "," between; "a|b": one of them. NULL unless words are "*". */
	const char *keys;
	/** The settings that the command implies: "task=sft". */
	const char *set;
	/** What its flags mean. */
	const struct keymap *map;
	/**
	 * How its positional argument is read: "config" is a file, "configs" are files of which each has a part, another word
	 * is the key whose value it is; "": not at all.
	 */
	const char *positional;
	/** Flag that names a config file: "--config", its spellings with "|" between; "config" of "config=FILE"; or "". */
	const char *config_flag;
	/**
	 * Flag that names the folder of that file, which is named without its ending: a program of Hydra's
	 * ("--config-path"). Without both flags its config is the framework's own. Of "configs" the flags, without
	 * dashes, of their folder ("conf_dir|d"). NULL: none such.
	 */
	const char *folder_flag;
	/** One process that spreads the model over all devices it sees, unless NPROC_PER_NODE starts more. */
	bool one_process;
	/** Of a script that the repository does not hold: one of these flags, or a config file, is given. */
	const char *flags;
	/** Of a script that the repository holds: one of these words is in it. NULL: any script will do; "": none, only an absent one. */
	const char *marks;
	/** Ends of paths, "," between: a repository with such a file has a copy of the program, which is code like any other. NULL: none. */
	const char *copies;
	/** Where this holds of the config file, or else of the flags, nothing is trained (lint/settings/condition.h); NULL: never. */
	const char *idle;
	/** Why what it trains is none of the jobs that are estimated; NULL: it is one. */
	const char *no_job;
	/** Its config file is composed with its words, as struct config's. NULL: its words are flags. */
	const char *composed;
	/**
	 * Its flags are dotted keys that are put over those of its config file, and what both say is read as one
	 * (jsonargparse, OmegaConf): what composed is for flags. NULL: flags are read after the file.
	 */
	const char *merged;
	/** As struct config's, of a config file that is composed. */
	const char *inherits;
	/**
	 * The name of the modules (struct config's functions) one of whose functions the config flag names, and the flag with the
	 * package of the module: "config_registry.py", "--module". NULL: none such.
	 */
	const char *registry, *registry_flag;
	/**
	 * Where its script finds the config that no flag names, seen from its own folder: "configs/sft.yaml"; a name without a
	 * folder is looked for beside it. Of a config that is composed. NULL: nowhere that is known.
	 */
	const char *usual_config;
	/**
	 * People change copies of its program: of a script that the repository holds, what its own code says of how the model is
	 * loaded and stepped goes over the defaults of the map.
	 */
	bool code;
	/** Its program joins those that srun or mpirun started with it. */
	bool joins;
	/** Started alone it takes all devices that it sees: by processes that it starts itself, or in one (JAX). */
	bool all_devices;
	/** A command of its own that is one process on one device unless it is told how many to start, whatever it sees. */
	bool alone;
};

/** What is known of a package's versions. */
struct package {
	/** As pip names it: "transformers". */
	const char *name;
	/**
	 * Releases "4.46@2410 4.47@2412 …", oldest first, with the month of each (YYMM) where known; the
	 * last is the newest known.
	 */
	const char *releases;
	const char *source;
	/** What it is imported as, with a blank between several; NULL: by its own name; "": a copy of it here is code like any other. */
	const char *modules;
	/** The releases that brought names which people use: "0.14:GRPOConfig|GRPOTrainer …"; NULL: not known. */
	const char *introduced;
	/**
	 * The releases that dropped names which people import, or methods that they call: "0.12:trl.PPOTrainer().step
	 * 0.20:trl.DataCollatorForCompletionOnlyLM …"; NULL: not known.
	 */
	const char *dropped;
	/**
	 * What pip and programs called it before a release: "2.0:pytorch_transformers|…"; behind ":" alone what pip still calls
	 * it as well. NULL: nothing else.
	 */
	const char *earlier;
	/** Nothing is read of it: its version only tells which releases of others need more (needs). */
	bool only_needed;
	/** The releases that were the first to need so much of others: "4.31:python@3.8 4.40:tokenizers@0.19|…"; NULL: not known. */
	const char *needs;
};

struct framework {
	const char *name;
	const struct callable *callables;
	size_t ncallables;
	const struct config *configs;
	size_t nconfigs;
	const struct command *commands;
	size_t ncommands;
	const struct keymap *const *maps;
	size_t nmaps;
	const struct package *packages;
	size_t npackages;
	/**
	 * Config files that come with the framework, by the names that its commands take: texts of lines, NULL
	 * behind the last. "NAME WORD …": a word is KEY=VALUE, +KIND for the words of the line "+KIND WORD …", or
	 * a value alone; ">=0.2" behind the name: the first release that has it; "<0.4:WORD": only releases before have the
	 * word, which stands behind that of later ones. The line "* KEY=VALUE … KEY=" holds what all have that do not say otherwise, and the key
	 * of the values alone.
	 */
	const char *const *presets;
	/** The first version that has them so; NULL: all. */
	const char *presets_since;
	/** Where a copy of the framework itself has them, "*" for the name; NULL: nowhere. */
	const char *presets_at;
	/** What stands before the path, in a copy of the framework, of a config that comes with it: "oumi://"; NULL: nothing. */
	const char *scheme;
	/** Its config files say nothing of GPUs and sharding: that is for the launcher's own file to say. */
	bool launch_shares;
	/** Maps whose defaults a job has that only its settings tell, NULL behind the last. NULL: that of its first command for the task. */
	const struct keymap *const *bare;
	/** What such a job is besides, as a command's set; NULL: nothing. */
	const char *bare_set;
};

#endif
