/*
 * What evaluating an entry point left behind: the calls to libraries, in order.
 *
 * The evaluators know no library. They record each call to one, with its arguments as nodes, and
 * give back what the row of the callable says (lint/keymap/keymap.h) or a fresh NODE_OBJECT. Jobs are read
 * from this trace: what reaches a training sink, and the objects that reach it with it.
 */
#ifndef LINT_EVAL_CALL_TRACE_H
#define LINT_EVAL_CALL_TRACE_H

#include "lint/read/node.h"

struct arg {
	/** Empty: positional. "*": an unpacked list of unknown length; "**": an unpacked unknown mapping. */
	struct str name;
	struct node *value;
	/** The argument as written; for a keyword, from its name on. */
	struct span at;
};

struct callable;

struct call {
	/** What the tables know of the callable (lint/keymap/keymap.h), or NULL; looked_up: NULL means nothing. */
	const struct callable *row;
	bool looked_up;
	/**
	 * Dotted name after import aliases, "transformers.TrainingArguments"; for a method of a library
	 * object the dotted name of what made the object, then the method:
	 * "transformers.AutoModelForCausalLM.from_pretrained().gradient_checkpointing_enable".
	 */
	struct str callee;
	/** The last part: "gradient_checkpointing_enable". */
	struct str method;
	/** Receiver of a method; NULL for a plain call. */
	struct node *self;
	struct {
		VEC(struct arg);
	} args;
	struct node *result;
	struct span at;
	/** The callee as written. */
	struct span callee_at;
	/** The repository's class on which a base's method was called (Own.from_pretrained); empty: none. */
	struct str owner;
	/** That class says itself what goes through its model, by a forward() of its own. */
	bool own_forward;
	/** Its constructor makes a layer of as many answers as there are labels, and none of as many as there are words. */
	bool own_labels;
	/** A layer that gives as many answers as labels are, or words are, by what the code calls their number: nn.Linear(768, num_labels). */
	bool labels, words;
	/** Nothing is kept of it for a backward pass: it runs under torch.no_grad(). */
	bool no_gradients;
	/** What it made is entered in a "with", where something is kept for a backward pass, or where nothing is. */
	bool entered, entered_still;
	/**
	 * The undecided conditions under which the call happens, innermost first: from[0] of each leads
	 * outwards; NULL if it surely happens.
	 */
	const struct node *guard;
	/** The decorator of the running function that sends it to another machine (EFFECT_HOST), or NULL. */
	const struct call *host;
	/**
	 * Names of variables, attributes and parameters that the result was given, for models only: they
	 * tell a teacher from a student.
	 */
	struct {
		VEC(struct str);
	} names;
	/** Number of the call in the trace. */
	uint32_t order;
	/** The first call that functions made which were handed to this one; order: they made none. */
	uint32_t inside;
	/** How many loops run around the call, and the number of the outermost of them, 0 for none. */
	uint32_t loops, outermost;
	/** Of a trainer, of a training loop's backward(), of a step() and of a cross_entropy() only, else NULL. */
	const struct within *within;
};

/** The code that makes a call. */
struct within {
	/** The repository's functions that run, the innermost first: "DPOTrainer.step main". */
	struct str functions;
	/** The files of the innermost of them and of the program: "dpo/trainer.py", "train.py". */
	struct str file, program;
	/** The rounds of the innermost loop around the call, where it is one over a range that is known; else 0. */
	int64_t rounds;
};

/** A function of the repository that ran. */
struct ran {
	struct str name;
	/** Its class; empty: none. */
	struct str owner;
	/** The number of the next call to a library. */
	uint32_t order;
	/** Its name where it is defined; unknown: it has none. */
	struct span at;
};

/** A file that the program writes. */
struct trace_file {
	/** From the repository's root, or absolute. */
	struct str path;
	/** STR: its text; else the data that it holds, as a copy. */
	struct node *content;
	/** The call that writes it, and the number of the next call to a library. */
	struct span at;
	uint32_t order;
	/** The evaluator's own: the file object or path that it was written through, and under which condition. */
	const struct node *through, *guard;
	/** The file of the repository of which it is a copy, where its own folder is not known (partial_path()); empty: none. */
	struct str copy_of;
};

/** Why a setting is without effect. */
enum dead_kind {
	/** flag or CONSTANT: the flag's default is true, the constant never counts. */
	DEAD_SHADOWED,
	/** A key of a dictionary or an argument overwritten before anything read it. */
	DEAD_OVERWRITTEN,
	/** A command-line parameter that is parsed and never read. */
	DEAD_PARAMETER,
};

/** A setting that has no effect, where the evaluation is certain of it. */
struct dead {
	enum dead_kind kind;
	/** The constant, key or parameter. */
	struct str name;
	/** Where it is written (a constant: where it is used), and where the winner is; may be unknown. */
	struct span at, winner;
	/** Its value and the winner's; NULL if not known. */
	const struct node *value, *winning;
};

/** An option for a config: its name, and the file of the repository that it has if nobody gives one (0: none). */
struct offered {
	struct str option;
	uint32_t standard;
};

/** A function of the repository that ended, and in which models were made; or a name that lost its model. */
struct ended {
	/** Numbers of the first call in it and of the next one behind it. */
	uint32_t from, to;
	/** The model that the name had: only what this is built from is gone. NULL: a function ended. */
	const struct node *dropped;
	/** What has the name instead: it may be made of the model in a way that is not seen. NULL: nothing. */
	const struct node *taken;
	/** What goes on: its result, its arguments, the variables of its module. What these do not hold is gone. */
	struct {
		VEC(const struct node *);
	} kept;
};

struct trace {
	VEC(struct call *);
	/** In the order in which they ended. */
	struct {
		VEC(struct ended);
	} ended;
	struct {
		VEC(struct dead);
	} dead;
	/**
	 * Objects of the repository's own configuration classes (dataclasses, models, XConfig, XArgs) and the
	 * values of command lines, in the order in which they were made: for what no library's call shows.
	 */
	struct {
		VEC(const struct node *);
	} configs;
	/** The repository's functions in the order in which they first ran. */
	struct {
		VEC(struct ran);
	} functions;
	/** The entry's global names with plain values, at the end: a MAP, or NULL. For fallbacks. */
	const struct node *globals;
	/** os.environ at the end: what the launch exported and the script set, a MAP; or NULL. */
	const struct node *environ;
	/** How many processes the program starts of itself (mp.spawn's nprocs): INT or unknown; NULL: none. */
	const struct node *processes;
	/** Steps that the evaluation took, never more than its budget. */
	uint64_t steps;
	/** How often it asked for more while it ended: what was begun is left, not gone through. */
	uint64_t refused;
	/** Budgets that were spent, as phrases for the report ("200000 steps"); empty if none. */
	struct str spent;
	/** The statement at which the program ended before its end: a raise, an exit, a spent budget; else unknown. */
	struct span stop;
	/**
	 * Where the program surely ended by an exception or exit, or left a try in which it was to train, and that as
	 * written; unknown and empty: it did not.
	 */
	struct span stopped;
	struct str stopped_by;
	/** The option that a parser of the program requires, and that its launch surely does not give: it ended there. Empty: none. */
	struct str refused_for;
	/** A file of its configuration that it names and that is not in the repository, by its path, and who asks for it. Empty: none. */
	struct str absent;
	struct span absent_at;
	/** A branch was not taken since nobody gave an option that has a default. */
	bool modes;
	/** What the entry does not run of its own, and that trains by its words, since the launch's options choose otherwise. */
	struct {
		VEC(struct span);
	} otherwise;
	/** It ended before all of that, since a flag that its launch gives chooses to do something else. */
	bool chosen_end;
	/** Loops that were left before their end, for they took too many steps: what they fill is not whole. */
	struct {
		VEC(struct span);
	} left;
	/** Repository files that the evaluation opened or imported: file ids, entry first. */
	struct {
		VEC(uint32_t);
	} files;
	/** One of them that it read as what it is not (JSON, where it is YAML): it ends there. 0: none. */
	uint32_t misread;
	/** What it prints on standard output, where that is asked for: texts one behind the other, unknown where one is. */
	struct {
		VEC(const struct node *);
	} printed;
	/** How many options it requires that neither a launch nor a file of the repository gives. */
	uint32_t lacking;
	/** Files that the program wrote, in order. */
	struct {
		VEC(struct trace_file);
	} written;
	/**
	 * Why names of files that were opened are not known: the unknowns that they come from, each once.
	 * That of a command line has the option's name as its how.
	 */
	struct {
		VEC(const struct node *);
	} wanted;
	/** One of them is of gin's files. */
	bool wants_gin;
	/** Options for a config that may be left out. */
	struct {
		VEC(struct offered);
	} offered;
};

/** The argument of a name, or at a position (from 0) if the name is not given; NULL if neither. */
const struct arg *call_arg(const struct call *call, struct str name, size_t position);

/** The variables that a service sets where a function runs (EFFECT_HOST), by its image or itself; NULL: none. */
struct node *call_environment(struct arena *a, const struct call *host);

/**
 * A path of which parts are not known, each of these by the place that it comes from: of one program, equal texts are equal
 * paths. Empty: it is no text.
 */
struct str partial_path(struct arena *a, const struct node *path);

/** The object that a call made: its result, or the first of several results; NULL if it made none. */
const struct node *call_made(const struct call *call);

/**
 * The trace for people, one call a line: "train.py:12 trl.SFTTrainer(model=<transformers…>, args=<…>)";
 * place gives "path:line" of a span, NULL leaves places out.
 */
struct str trace_text(struct arena *a, const struct trace *trace,
		      struct str (*place)(void *context, struct arena *a, struct span at),
		      void *context);

#endif
