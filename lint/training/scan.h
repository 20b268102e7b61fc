/*
 * What the files that find jobs in a trace share among themselves.
 */
#ifndef LINT_TRAINING_SCAN_H
#define LINT_TRAINING_SCAN_H

#include "lint/frameworks/frameworks.h"
#include "training.h"

/** What was tried in vain while the same is supposed, not to be tried for each step of a loop. */
struct in_vain;

struct scan {
	struct arena *arena;
	const struct trace *trace;
	const struct training_reader *reader;
	struct training_jobs *out;
	/** What the reading under way supposes of undecided conditions. */
	struct suppose *suppose;
	/** For struct extract's names; NULL: nothing was read yet. */
	struct names *names;
	/** What trains was seen, and that it is none of language. */
	bool other;
	struct in_vain *in_vain;
};

/** Reads the job of the i-th call of the trace; false if it is none. */
typedef bool job_reader(struct scan *s, size_t i, struct training_job *job);

/** What a set of objects is built from: found by following arguments, attributes and wraps. */
struct origins {
	struct arena *arena;
	VEC(const struct node *);
	/** Positions in the list + 1 by the nodes' addresses; 0 is free. */
	uint32_t *slots;
	size_t mask;
	/** Also through values that are not known themselves: data["train"]. */
	bool computed;
};

/** What a trained model is, if it is none of language. */
enum modality {
	/** It may be one of language. */
	MODALITY_LANGUAGE,
	/** A library's model of something else. */
	MODALITY_OTHER,
	/** Modules of the repository's own, of which all is seen. */
	MODALITY_OWN_MODULES,
};

/** Notes for people why a call that trains is no job; false, for a reader's return. */
bool scan_no_job(struct scan *s, const struct call *call, const char *why);
/** What the tables say that a call of the trace does. */
enum effect scan_effect(const struct scan *s, size_t i);
/** Whether a call happens whenever another does, as far as undecided conditions tell. */
bool happens_with(const struct call *call, const struct call *other);
/** Whether the i-th call of the trace makes a loader of rows. */
bool makes_loader(const struct scan *s, size_t i);
/** Adds one object alone: nothing is followed through it from then on. */
void origins_add_alone(struct origins *r, const struct node *n);
/** Adds an object and what it is built from. */
void origins_add(struct origins *r, const struct node *n, int depth);
/** Adds what a call was given. */
void origins_add_call(struct origins *r, const struct call *call);
/** Whether an object is among those that were added. */
bool origins_have(const struct origins *r, const struct node *n);
/** What scan_in_vain() is about. */
enum in_vain_of {
	/** A module that is no model of language. */
	IN_VAIN_MODULE,
	/** An object that is stepped, and no optimizer of a model. */
	IN_VAIN_OPTIMIZER,
	IN_VAIN_KINDS,
};

/** The objects that were found to be none; to be added to. Empty again once something else is supposed. */
struct origins *scan_in_vain(const struct scan *s, enum in_vain_of kind);
/** Whether a node is the wanted one, or one of its alternatives is. */
bool node_may_be(const struct node *n, const struct node *wanted);
/**
 * By number of a call of the trace: what it has to do with the rows that the trainer is given. NULL:
 * that is not known of any.
 */
const enum rows *training_rows(const struct scan *s, const struct call *sink);
/** Which data a job trains on, of a trainer or a loop's backward(); rows: those of training_rows(), or NULL. */
const struct training_data *training_data(const struct scan *s, const struct call *sink, const enum rows *rows);
/** What a call on an object that makes rows (a data set of one's own) has to do with that data. */
enum rows training_data_made(const struct training_data *d, const struct call *call);
/**
 * Notes how long the rows are that code puts together of parts or cuts, and gives the name input_ids, for a
 * trainer or a loop's backward(): the longest if several are; or which calls of a tokenizer cut only a part of
 * them. Calls from before on do not count.
 */
void training_row_length(const struct scan *s, const struct call *sink, uint32_t before, struct extract *x);
/** At most how many tokens a row of ids has, as far as a tokenizer or the code cuts them; absent: not known. */
struct value row_tokens(const struct scan *s, const struct node *ids);
/** Says which framework a job is of, if it does not say so itself: that of a callable. */
void scan_framework(const struct scan *s, const struct callable *row, struct training_job *job);
/** Reads a hand-written loop: backward() on a loss, an optimizer, and a model of a known library. */
job_reader loop_read;
/**
 * What stands around a loop's model when it trains, where something was put around it after its optimizer
 * was made (model, optimizer, … = deepspeed.initialize(model=model, optimizer=optimizer)); the model if nothing was.
 */
const struct node *loop_around(const struct scan *s, size_t step, const struct node *model);
/** Whether a library's call made or wrapped a model. */
bool loop_is_model(const struct node *n);
/** Whether a call runs what it is made on: model(ids), engine.forward(ids). */
bool loop_runs(const struct call *call);
/** The loss of a backward pass: loss.backward(), accelerator.backward(loss), scaler.scale(loss).backward(). */
const struct node *loop_loss(const struct call *backward);
/**
 * How long the texts are that a loop's loss is computed from, if a tokenizer's call in the loop cuts them;
 * own: what belongs to the trained model.
 */
void loop_length(const struct scan *s, const struct call *backward, const struct origins *own,
		 struct training_job *job);
/** Notes adapters that are the project's own. */
void loop_adapter(const struct scan *s, struct training_job *job);
/**
 * What a loop generates before it learns: how long, how many for a prompt, by which engine. loader: the one
 * that the batch was taken from, or NULL.
 */
void loop_rollout(const struct scan *s, const struct call *backward, const struct call *loader,
		  struct training_job *job);
/**
 * Notes the evaluation of a loop and its batch, where the trained model sees rows of a loader that its loss
 * is not computed from. own: what belongs to the trained model.
 */
void loop_validation(const struct scan *s, const struct call *backward, const struct origins *own,
		     struct training_job *job);
/**
 * The same of a trainer over a module of the project's own: the loader that its validation_step is given, by
 * the hook val_dataloader or as fit's argument. That loader's rows are then not taken for those of training.
 */
void module_validation(const struct scan *s, const struct call *fit, struct training_job *job);
/** Leaves the batch open that hints alone gave to a loop which learns from several answers to a prompt. */
void loop_prompts(const struct scan *s, const struct call *backward, struct training_job *job);
/** Says what a trainer over a module of the project's own trains for, as far as the module's step tells. */
void module_task(const struct scan *s, const struct call *fit, struct training_job *job);
/** Says what a loop with a backward pass trains for, as far as its arithmetic and its names tell. */
void loop_task(const struct scan *s, const struct call *backward, struct training_job *job);
/** What a loop trains for whose rows are cut from one long text, questions and answers not apart. */
void loop_blocks(const struct scan *s, const struct call *backward, struct training_job *job);
/** Takes a loop that generates groups of answers for one that learns by rewards. */
void loop_rewards(const struct call *generation, struct training_job *job);
/** What a trainer of one's own trains for whose class is over one for fine-tuning: as its name says. */
void trainer_task(const struct scan *s, const struct call *trainer, struct training_job *job);
/** What a plain trainer trains for that is given blocks of joined texts, questions and answers not apart. */
void trainer_blocks(const struct scan *s, const struct call *trainer, struct training_job *job);
/**
 * Notes that code freezes the model or parts of it (requires_grad) before a call. Adapters freeze what they
 * lie on anyway. model: the object that trains, NULL: not known.
 */
void frozen_weights(const struct scan *s, const struct node *model, uint32_t before, struct training_job *job);
/** Whether what is trained, with what it is built from, is a model of language. */
enum modality trained_modality(const struct scan *s, const struct origins *trained);
/** Whether there is a model of language among objects, or a table as one has. */
bool has_language_model(const struct scan *s, const struct origins *r);
/** The same as trained_modality() of what the first optimizer was given. */
enum modality loop_modality(const struct scan *s);
/** Whether a call's result is all parameters of what it is made on. */
bool lists_parameters(const struct call *call);
/** The model whose parameters the first optimizer was given; NULL: none that is known. */
const struct node *loop_trains(const struct scan *s);
/** The language model of the repository's own among objects that were reached; NULL: there is none. */
const struct node *own_reached(const struct scan *s, const struct origins *r);
/** Whether there is any module of the repository's own among them. */
bool own_any(const struct origins *r);
/** The first language model of the repository's own that was made before a call; NULL: none was. */
const struct node *own_made(const struct scan *s, uint32_t before);
/** Whether a language model of the repository's own was made that is not among objects. */
bool own_beside(const struct scan *s, const struct origins *own);
/** How many rows of token ids a model is called with; NULL: not known. */
const struct node *shown_rows(const struct scan *s, const struct call *pass);
/**
 * Batch and length of a row from what the trained model, anyone's, is called with before a backward pass, and
 * the kernel from what it is asked for.
 */
void loop_rows(const struct scan *s, const struct call *backward, const struct origins *own, struct training_job *job);

/**
 * Batch and length of a row for the job of such a model, where no library's call says them: from what the
 * model is called with before a step, from the model itself, and from names.
 */
void own_hints(const struct scan *s, const struct call *step, struct training_job *job);
/** Starts reading a job of which calls from before on do not count. */
void scan_extract(const struct scan *s, uint32_t before, struct training_job *job);
/** Whether a model was put on the GPU: by how it was loaded, or by what was called on it. */
bool card_holds(const struct scan *s, const struct call *made);
/** Whether the code gives a model the name of a teacher, a reference or a reward model. */
bool card_has_role(const struct call *made);
/** The setting of the model that a call made, were it beside the trained one: by its name, else another model. */
enum setting card_role(const struct call *made);
/**
 * Adds the models that lie on the card beside the trained one when training starts: a teacher, a
 * reference or a reward model by the names that the code gives it, another one if it was put on the
 * GPU. own: what belongs to the trained model.
 */
void card_beside(const struct scan *s, const struct origins *own, uint32_t before,
		 struct training_job *job);
/** Takes the head of the trained model's class for the task where the job is taken for "sft". */
void card_head(const struct scan *s, const struct origins *own, struct training_job *job);

/**
 * Reads a job, and once more for each way in which the conditions turn out that choose its settings.
 * False if it is none.
 */
bool condition_cases(struct scan *s, size_t i, job_reader *read, struct training_job *job);
/** Whether two jobs are the same in every case. */
bool training_same(const struct training_job *a, const struct training_job *b);

#endif
