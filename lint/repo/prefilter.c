#include "prefilter.h"
#include "training_words.h"

#include "core/base/base.h"
#include "lint/frameworks/frameworks.h"
#include "lint/text/text.h"

/** Where a word counts. */
enum use {
	USE_ANYWHERE,
	/** Where it is called as a method: "backward" stands in prose, "fit" in "benefit". */
	USE_METHOD,
	/** Where a name that it is, or that begins with it, is called: "train" stands in "from_pretrained". */
	USE_CALLED,
	USE_CALLED_START,
	/** Where it is a word of its own, with its second word soon behind it: "oat" stands in "float", "openai" in any list of models. */
	USE_WORD,
};

struct word {
	struct str text;
	/** With USE_WORD: what stands soon behind it; empty: anything. */
	struct str next;
	unsigned mark;
	enum use use;
	/** Which bytes it has, as bits of their last six: hardly a word stands in another one, and these tell. */
	uint64_t bytes;
};

/** The marks that files of some kinds can have: their words are looked for together. */
enum {
	MARKS_PYTHON = MARK_SINK | MARK_METHOD | MARK_STARTS | MARK_RUNS | MARK_NAMES | MARK_MODULE,
	MARKS_NOTEBOOK = MARK_SINK | MARK_METHOD | MARK_COMMAND,
	MARKS_DATA = MARK_CONFIG | MARK_COMMAND | MARK_SETTINGS,
	MARKS_COMMANDS = MARK_COMMAND | MARK_SCRIPT,
};

static const unsigned scan_marks[] = {MARKS_PYTHON, MARKS_NOTEBOOK, MARKS_DATA, MARKS_COMMANDS};

enum { SCANS = sizeof(scan_marks) / sizeof(*scan_marks) };

struct scan {
	struct {
		VEC(struct word);
	} words;
	struct multi_search *find;
};

struct prefilter {
	struct {
		VEC(struct word);
	} words;
	struct scan scans[SCANS];
};

/* Programs that start trainings of any framework; the shell reader knows them better. */
static const char launchers[] = "torchrun|accelerate|deepspeed|torch.distributed|python|debugpy|uv run|poetry run|pixi run|"
				"pdm run|pipenv run|rye run|hatch run|modal run|colossalai run|hf jobs|composer |fabric run|lightning run";

/* Scripts that run commands which stand in a file of lines (KIND_LINES), or some of them as tasks of a job array. */
static const char listed[] = "| parallel|parallel -|parallel <|parallel :|xargs -|SLURM_ARRAY_TASK_ID|PBS_ARRAY_INDEX|PBS_ARRAYID|SGE_TASK_ID|LSB_JOBINDEX";

/* Shell scripts with an argument. */
static const char scripts[] = ".sh |.slurm |.sbatch ";

/* Sweeps of Weights & Biases (lint/launch/sweep.h). */
static const char sweeps[] = "program:";

/* Modules of the rows with EFFECT_COMMAND, then EFFECT_LAUNCH and EFFECT_HOST (lint/frameworks/libraries/python_launchers.c). */
static const char starters[] = "subprocess|os.system|os.popen|get_ipython().system|runpy";
static const char hosts[] = "sagemaker|import modal|from modal|lightning_sdk|azure.ai.ml|aiplatform|FlowSpec|BashOperator|from invoke|import invoke|from fabric|import nox|import runpod|import sky|from beam";

/* Constants by which a script without a known trainer may still be read (lint/training/training.c, take_names). */
static const char constants[] = "GRADIENT_ACCUMULATION|GRAD_ACCUM|MICRO_BATCH";

/* Scripts whose configuration may name the trainer that they make (_target_: trl.SFTTrainer). */
static const char composed[] = "hydra.main|LightningCLI";

/* Of two settings of memory beside the model (lint/configalone), one has such a name. */
static const char settings[] = "batch|BATCH|Batch|bsz|lora|LORA|LoRA|max_seq|seq_len|quantization|load_in_";

/* Calls by which flags and configurations choose what is made, imported or run. */
static const char naming[] =
    "jsonargparse|instantiate|locate(|importlib|__import__|runpy|exec(|get_class|get_method";

static uint64_t bytes_in(struct str text)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < text.n; i++)
		bytes |= UINT64_C(1) << ((unsigned char)text.s[i] & 63u);
	return bytes;
}

/** Whether every text in which y counts is one in which x does. */
static bool covers(const struct word *x, const struct word *y)
{
	if (x->mark != y->mark || x->bytes & ~y->bytes)
		return false;
	if (x->use == USE_ANYWHERE)
		return str_has(y->text, x->text);
	return x->use == y->use && str_eq(x->text, y->text) && (!x->next.n || str_eq(x->next, y->next));
}

/** Adds a word unless one that covers it is there already; drops those that it covers. */
static void add_word(struct prefilter *p, struct arena *a, struct word word)
{
	size_t kept = 0;

	if (word.text.n < 3)
		return;
	word.bytes = bytes_in(word.text);
	for (size_t i = 0; i < p->words.n; i++)
		if (covers(&p->words.at[i], &word))
			return;
	/* Mostly all stay where they are. */
	for (size_t i = 0; i < p->words.n; i++)
		if (!covers(&word, &p->words.at[i])) {
			if (kept != i)
				p->words.at[kept] = p->words.at[i];
			kept++;
		}
	p->words.n = kept;
	*vec_push(a, &p->words) = word;
}

/** Adds each of several words with "|" between. */
static void add_used_words(struct prefilter *p, struct arena *a, const char *texts, unsigned mark, enum use use)
{
	struct str_cut cut = {.tail = str_of(texts)};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, '|');
		add_word(p, a, (struct word){.text = cut.head, .mark = mark, .use = use});
	}
}

static void add_words(struct prefilter *p, struct arena *a, const char *texts, unsigned mark)
{
	add_used_words(p, a, texts, mark, USE_ANYWHERE);
}

/** Whether a function's name is one that any program has: its package tells instead. */
static bool is_anyones(struct str name)
{
	return str_among(name, STR("setup|main|run|train|finetune|pretrain|step|update"));
}

/** The same with the name before it: "jobs.create" of "openai.OpenAI().fine_tuning.jobs.create", "autograd.grad". */
static struct str with_owner(struct str name)
{
	size_t dot = str_rchr(name, '.'), owner = str_rchr(str_sub(name, 0, dot), '.');

	return str_sub(name, owner == SIZE_MAX ? 0 : owner + 1, name.n);
}

/** The last part of each dotted name: code may import it from anywhere. */
static void add_callable(struct prefilter *p, struct arena *a, const struct callable *row)
{
	struct str_cut cut = {.tail = str_of(row->names)};

	while (cut.tail.n) {
		struct word word = {0};
		size_t dot;

		cut = str_cut(cut.tail, '|');
		dot = str_rchr(cut.head, '.');
		word.text = str_tail(cut.head, '.');
		if (is_anyones(word.text))
			word.text = str_cut(cut.head, '.').head;
		else if (str_is(word.text, "create") || str_is(word.text, "grad"))
			word.text = with_owner(cut.head);
		/* ".backward", "lightning.Trainer().fit"; a package is none. */
		if (dot == 0 || (dot != SIZE_MAX && cut.head.s[dot - 1] == ')' && !is_anyones(str_tail(cut.head, '.'))))
			word.use = USE_METHOD;
		word.mark = word.use == USE_METHOD ? MARK_METHOD : MARK_SINK;
		while (word.text.n && word.text.s[0] == '*')
			word.text = str_sub(word.text, 1, word.text.n);
		add_word(p, a, word);
	}
}

/** A command by its first word and, where it has more, the second one. */
static void add_command(struct prefilter *p, struct arena *a, struct str words)
{
	struct str_cut cut = str_cut(words, ' ');
	struct word word = {.text = cut.head, .mark = MARK_COMMAND, .use = USE_WORD};

	if (word.text.n < 3)
		word = (struct word){.text = words, .mark = MARK_COMMAND};
	else if (cut.tail.n)
		word.next = str_cut(cut.tail, ' ').head;
	add_word(p, a, word);
}

static void add_framework(struct prefilter *p, struct arena *a, const struct framework *f)
{
	for (size_t i = 0; i < f->ncallables; i++) {
		enum effect effect = f->callables[i].effect;

		if (effect == EFFECT_SINK || effect == EFFECT_STEP || effect == EFFECT_OPTIMIZER)
			add_callable(p, a, &f->callables[i]);
	}
	for (size_t i = 0; i < f->nconfigs; i++)
		add_words(p, a, f->configs[i].markers ? f->configs[i].markers : "",
			  f->configs[i].module ? MARK_MODULE : MARK_CONFIG);
	for (size_t i = 0; i < f->ncommands; i++)
		add_command(p, a, str_of(f->commands[i].words));
}

static struct scan scan_new(const struct prefilter *p, struct arena *a, unsigned marks)
{
	struct scan scan = {0};
	struct str *texts = arena_news(a, struct str, p->words.n);
	unsigned *kinds = arena_news(a, unsigned, p->words.n);

	for (size_t i = 0; i < p->words.n; i++)
		if (p->words.at[i].mark & marks) {
			const struct word *word = &p->words.at[i];

			texts[scan.words.n] =
			    word->use == USE_METHOD ? str_cat(a, STR("."), word->text) : word->text;
			kinds[scan.words.n] = word->mark;
			*vec_push(a, &scan.words) = *word;
		}
	scan.find = multi_search_of_kinds(a, texts, kinds, scan.words.n);
	return scan;
}

struct prefilter *prefilter_new(struct arena *a)
{
	struct prefilter *p = arena_new(a, struct prefilter);

	for (size_t i = 0; i < frameworks_n; i++)
		add_framework(p, a, frameworks[i]);
	add_words(p, a, launchers, MARK_COMMAND);
	add_words(p, a, listed, MARK_COMMAND);
	add_words(p, a, scripts, MARK_SCRIPT);
	add_words(p, a, sweeps, MARK_COMMAND);
	add_words(p, a, constants, MARK_SINK);
	/* Of whatever library: a function that no row knows and that is left the command line is told of (lint/assemble/no_jobs.c). */
	add_used_words(p, a, TRAINING_WORDS_FUNCTIONS, MARK_SINK, USE_CALLED);
	add_used_words(p, a, TRAINING_WORDS_BEGINNING, MARK_SINK, USE_CALLED_START);
	add_words(p, a, starters, MARK_STARTS);
	add_words(p, a, hosts, MARK_RUNS);
	add_words(p, a, composed, MARK_SINK);
	add_words(p, a, naming, MARK_NAMES);
	add_words(p, a, settings, MARK_SETTINGS);
	for (size_t i = 0; i < SCANS; i++)
		p->scans[i] = scan_new(p, a, scan_marks[i]);
	return p;
}

/** The marks that a file of a kind can have. */
static unsigned possible(enum file_kind kind)
{
	switch (kind) {
	case KIND_PYTHON:
		return MARKS_PYTHON;
	case KIND_NOTEBOOK:
		return MARKS_NOTEBOOK;
	case KIND_YAML:
	case KIND_JSON:
	case KIND_TOML:
		return MARKS_DATA;
	case KIND_SHELL:
	case KIND_MAKE:
	case KIND_DOCKER:
	case KIND_SUBMIT:
	case KIND_SNAKE:
	case KIND_DOCUMENT:
		return MARKS_COMMANDS;
	case KIND_NONE:
	case KIND_REQUIREMENTS:
	case KIND_INI:
	case KIND_GIN:
	case KIND_ENVIRONMENT:
	case KIND_EXAMPLE:
	case KIND_LINES:
	case KIND_MAYBE:
		return 0;
	}
	return 0;
}

/** Whether a word that ends at an offset is called there. */
static bool is_called(struct str text, size_t end)
{
	while (end < text.n && (text.s[end] == ' ' || text.s[end] == '\t'))
		end++;
	return end < text.n && text.s[end] == '(';
}

/** Whether the first word of a command stands at a place, also behind an escaped line end of JSON ("cd x\\ntune run"). */
static bool is_command(const struct word *word, struct str text, size_t at)
{
	enum { NEAR = 64 };
	size_t end = at + word->text.n, near = end + NEAR < text.n ? end + NEAR : text.n;

	if (end < text.n && str_name_byte(text.s[end]))
		return false;
	if (at && str_name_byte(text.s[at - 1]) && !(at > 1 && text.s[at - 2] == '\\'))
		return false;
	return !word->next.n || str_has(str_sub(text, end, near), word->next);
}

/** Whether a word that was found at a place, where a method's has a dot before it, counts there. */
static bool counts_at(const struct word *word, struct str text, size_t at)
{
	size_t end = at + word->text.n;

	if (word->use == USE_ANYWHERE)
		return true;
	if (word->use == USE_WORD)
		return is_command(word, text, at);
	if (word->use == USE_METHOD)
		return is_called(text, end + 1);
	if (at && str_name_byte(text.s[at - 1]))
		return false;
	while (word->use == USE_CALLED_START && end < text.n && str_name_byte(text.s[end]))
		end++;
	return is_called(text, end);
}

/** The marks that the words at a place give, of which one is known. */
static unsigned marks_at(const struct scan *scan, struct str text, size_t at, size_t which)
{
	unsigned marks = 0;

	for (; which != SIZE_MAX; which = multi_search_more(scan->find, text, at, which)) {
		const struct word *word = &scan->words.at[which];

		if (counts_at(word, text, at))
			marks |= word->mark;
	}
	return marks;
}

unsigned prefilter_marks(const struct prefilter *p, enum file_kind kind, struct str text)
{
	/* The largest configs of frameworks have 30 KiB. Larger JSON is data and results of runs, whose texts hold any word. */
	enum { CONFIG_MAX = 64 << 10 };
	unsigned wanted = text.n ? possible(kind) : 0;
	unsigned marks = 0;
	size_t i = 0, which;

	while (i < SCANS && scan_marks[i] != wanted)
		i++;
	if (i == SCANS || (kind == KIND_JSON && text.n > CONFIG_MAX))
		return 0;
	for (size_t at = 0; marks != wanted; at++) {
		at = multi_search_next_of(p->scans[i].find, text, at, wanted & ~marks, &which);
		if (at == SIZE_MAX)
			break;
		marks |= marks_at(&p->scans[i], text, at, which);
	}
	return marks;
}
