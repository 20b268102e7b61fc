/*
 * How an evaluator sees the outside: the repository's files, the machine asked about, the launch.
 *
 * The evaluators do no I/O of their own. What a script opens, imports or asks of its machine goes
 * through this struct, so that a test can give a repository of three strings.
 */
#ifndef LINT_EVAL_WORLD_H
#define LINT_EVAL_WORLD_H

#include "lint/read/node.h"

/**
 * Where scripts find the repository, as they see it: __file__ is EVAL_ROOT "/train.py". A path that a
 * script computed and hands to a library may begin with it.
 */
#define EVAL_ROOT "/repository"

/** A file of the repository: its id in the run's list, its path from the root, its bytes. */
struct eval_file {
	uint32_t id;
	struct str path, text;
};

/** What a script may ask of the GPUs; what is not known is -1 (bytes: 0). */
struct eval_target {
	int64_t num_gpus;
	uint64_t gpu_bytes;
	/** Compute capability: 9 and 0 for an H100. bf16 follows from it if bf16 is -1. */
	int major, minor;
	int bf16;
};

/** What makes an evaluation end. Zero fields take the defaults of eval_budget(). */
struct eval_budget {
	/** Statements and expressions per entry. */
	uint64_t steps;
	/** Calls into the repository's functions inside one another. */
	uint32_t depth;
	/** Iterations of one loop. */
	uint32_t loop;
	/** Bytes of a string; elements of a container. */
	uint64_t text, elements;
	/** Bytes of all values; 0: what the steps allow. */
	uint64_t bytes;
};

/** Ends of a program behind which its evaluation goes on, at most. */
enum { EVAL_ENDS_MAX = 4 };

struct eval_world {
	/** Handed to the functions below. */
	void *context;
	/** The file at a path from the repository's root ("a/b.py"); false if there is none. */
	bool (*find)(void *context, struct str path, struct eval_file *out);
	/** The same of a file whose lines are words of a command line, which no script finds otherwise. NULL: none is found. */
	bool (*lines)(void *context, struct str path, struct eval_file *out);
	/** The file of an id. */
	bool (*file)(void *context, uint32_t id, struct eval_file *out);
	/** Whether the path is a folder of the repository. NULL: never. */
	bool (*folder)(void *context, struct str path);
	/**
	 * Whether any file or folder, wherever it is, has a name by which it could be imported ("train" for
	 * train.py and train/): a quick no. NULL: perhaps.
	 */
	bool (*importable)(void *context, struct str name);
	/** A data file (JSON, YAML, TOML, .env) as a tree; NULL if there is none or it is unreadable. */
	struct node *(*data)(void *context, struct arena *arena, struct str path);
	/** What is known of a data file that the repository lacks, every node at the place given; NULL: nothing. */
	struct node *(*known)(struct arena *arena, struct str path, struct span at);
	/**
	 * What a model's id says of its code: MAP of "model_type" and, if it is known, "architectures", every node at the place
	 * given. NULL: nothing.
	 */
	struct node *(*known_model)(struct arena *arena, struct str id, struct span at);
	/** Tells apart what the functions above answer: of an equal number they say the same. */
	uint64_t state;

	struct eval_target target;
	/** Environment that the launcher exports: MAP of STR. NULL: nothing is known of it. */
	struct node *env;
	/** Words behind the script's name: LIST of STR (or UNKNOWN). NULL: no launch line is known. */
	struct node *argv;
	/** The launcher adds --local_rank=N to these words, for a program that takes it (deepspeed). */
	bool passes_rank;
	/** Where no launch line is known: MAP of required options ("--config") to what is taken for them. */
	const struct node *assumed;
	/** Working directory from the root; empty: the root. */
	struct str cwd;
	/**
	 * Where the working directory is not stated: the script's folder, in which it is run if only
	 * there a relative path leads to a file. Empty: nowhere else.
	 */
	struct str beside;
	/** The folder that the launch's word for the script starts from: imports and paths look there too. */
	struct str base;
	struct eval_budget budget;
	/**
	 * Statements and calls that end the program (raise, sys.exit()), and behind which the evaluation goes on: it
	 * ended there before it came to anything. What decided for them is taken to be otherwise.
	 */
	const struct span *behind;
	size_t nbehind;
	/** What the program prints is asked for. */
	bool prints;
	/** Where no launch line is known: options that are not given may be, where that alone decides for training. */
	bool modes;
	/**
	 * The function of the entry that is called, "main" or "Trainer.run", as a console script does;
	 * empty: the entry is run as a script.
	 */
	struct str function;
	/** The function that a service is told to run once the entry was ("modal run train.py::tune"); empty: its entry point. */
	struct str start;
};

/** The budget with zero fields replaced: 200,000 steps, depth 24, loop 64, 64 KiB, 10,000. */
struct eval_budget eval_budget(struct eval_budget asked);
/** Bytes of a path: PATH_MAX of Linux. */
enum { EVAL_PATH_MAX = 4096 };

/**
 * The path from the root that name means in directory dir: "." and ".." resolved. Empty if it
 * leads out of the repository, is absolute or longer than any system opens; "." for the root itself.
 */
struct str eval_path(struct arena *a, struct str dir, struct str name);
/** The part before the last slash; empty for none. */
struct str eval_dirname(struct str path);
/** A path from the repository's root as scripts see it, in the arena: EVAL_ROOT "/train.py"; EVAL_ROOT for an empty one. */
struct str eval_rooted(struct arena *a, struct str path);

#endif
