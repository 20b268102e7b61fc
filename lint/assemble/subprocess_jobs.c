/*
 * Programs that start trainings instead of holding them: subprocess.run(["torchrun", …]), SageMaker's
 * estimators. What they start is a launch like one of a shell script, at the place of the call.
 */
#include "subprocess_jobs.h"

#include "budgets.h"
#include "command_jobs.h"
#include "file_jobs.h"
#include "written_files.h"

#include "lint/frameworks/frameworks.h"
#include "lint/manifest/manifest.h"

enum {
	/** Programs that start programs. */
	PROGRAM_DEPTH_MAX = 4,
	COMMANDS_MAX = 256,
	/** Words of all commands of one program. */
	WORDS_MAX = 20000,
	/** Commands of all programs: those that start one another hundreds of times never end. */
	RUN_MAX = 1000,
};

/** A command that a program runs; all of it lives in the assembly's arena. */
struct subprocess_command {
	/** LIST of words, or STR. */
	struct node *words;
	struct node *env;
	struct target host;
	/** It runs on the machine of the program that starts it. */
	bool here;
	/** What the image that it runs in has installed; NULL: it is not said. */
	struct versions *image;
	/** The folder that it runs in, where parts of its name are not known (partial_path()); empty: it is not said. */
	struct str folder;
	/** The number of the call. */
	uint32_t order;
};

/** A path of the repository and where it lies on the machine that the commands run on. */
struct mount {
	struct str local, remote;
};

struct subprocess_commands {
	VEC(struct subprocess_command);
	struct {
		VEC(struct mount);
	} mounts;
	/** What the program writes, for the commands behind it. */
	struct written_files dumps;
	size_t words;
};

static struct node *kept(struct arena *a, const struct node *n)
{
	struct node *copy = node_new(a, n->kind == NODE_STR ? NODE_STR : NODE_UNKNOWN, n->at);

	copy->text = str_dup(a, n->kind == NODE_STR || n->kind == NODE_UNKNOWN
					? n->text
					: STR("a value that is no text"));
	return copy;
}

/* A copy of a list of words, numbers as texts; NULL if it is no list. */
static struct node *kept_words(struct arena *a, const struct node *list)
{
	struct node *words;

	if (list->kind != NODE_LIST && list->kind != NODE_TUPLE)
		return NULL;
	words = node_new(a, NODE_LIST, list->at);
	words->open = list->open;
	for (size_t i = 0; i < list->as.items.n; i++) {
		const struct node *word = list->as.items.at[i];

		if (word->kind == NODE_INT)
			node_push(a, words, node_str(a, str_fmt(a, "%lld", (long long)word->as.i),
						     word->at));
		else
			node_push(a, words, partial_text(a, word));
	}
	return words;
}

static struct node *kept_env(struct arena *a, const struct node *env)
{
	struct node *map;

	if (!env || env->kind != NODE_MAP)
		return NULL;
	map = node_new(a, NODE_MAP, env->at);
	for (size_t i = 0; i < env->as.pairs.n; i++)
		if (env->as.pairs.at[i].key->kind == NODE_STR)
			node_set(a, map, kept(a, env->as.pairs.at[i].key), kept(a, env->as.pairs.at[i].value));
	return map;
}

/* A command of these words, a list or a text. */
static void take_command(struct arena *a, const struct node *words, struct node *env, struct subprocess_commands *out)
{
	struct subprocess_command run = {.words = kept_words(a, words), .env = env};

	if (!run.words) {
		run.words = partial_text(a, words);
		if (run.words->kind == NODE_TUPLE && !run.env)
			run.env = node_new(a, NODE_MAP, words->at);
		if (run.words->kind == NODE_TUPLE)
			run.words = partial_command(a, run.words, "hole", run.env);
		if (run.words->kind != NODE_STR)
			return;
	}
	if (run.words->kind == NODE_LIST)
		out->words += run.words->as.items.n;
	*vec_push(a, out) = run;
}

/* session.run("python", "train.py", …): each positional argument is a word. */
static const struct node *positional_words(struct arena *a, const struct call *call)
{
	struct node *words = node_new(a, NODE_LIST, call->at);

	for (size_t i = 0; i < call->args.n; i++)
		if (str_is(call->args.at[i].name, "*"))
			words->open = true;
		else if (!call->args.at[i].name.n)
			node_push(a, words, call->args.at[i].value);
	return words;
}

static void take_command_call(struct arena *a, const struct call *call,
			      struct subprocess_commands *out)
{
	const struct arg *arg = call_arg(call, STR("args"), 0),
			 *env = call_arg(call, STR("env"), SIZE_MAX);
	const struct arg *cwd = call_arg(call, STR("cwd"), SIZE_MAX);
	size_t first = out->n;
	struct node *variables;

	if (!arg)
		return;
	if (call->row->arg && str_is(str_of(call->row->arg), "words")) {
		take_command(a, positional_words(a, call), env ? kept_env(a, env->value) : NULL, out);
		return;
	}
	variables = kept_env(a, env	     ? env->value
				: call->host ? call_environment(a, call->host)
					     : NULL);
	if (arg->value->kind != NODE_EITHER)
		take_command(a, arg->value, variables, out);
	/* if checkpoints: cmd += ["--resume", …] */
	else
		for (size_t i = 0; i < arg->value->as.items.n && out->n < COMMANDS_MAX; i++)
			take_command(a, arg->value->as.items.at[i], variables, out);
	for (; cwd && cwd->value->kind == NODE_UNKNOWN && first < out->n; first++)
		out->at[first].folder = partial_path(a, cwd->value);
}

/* An argument of a call by its name, or by its place among the row's parameters. */
static const struct node *named_argument(const struct call *call, const struct callable *row, struct str name)
{
	size_t position = SIZE_MAX;
	const struct arg *arg;

	for (size_t i = 0; row && i < row->nparams; i++)
		if (str_is(name, row->params[i].name))
			position = i;
	arg = call_arg(call, name, position);
	return arg ? arg->value : NULL;
}

/*
 * The value of "source_code.entry_script": an argument, a member of a mapping, or one of what an argument was made
 * with; behind "self." those of what made the receiver.
 */
static const struct node *argument_at(const struct call *call, struct str path)
{
	struct str_cut cut = str_cut(path, '.');
	const struct node *value = NULL;

	if (str_is(cut.head, "self")) {
		call = call->self && call->self->kind == NODE_OBJECT ? call->self->made : NULL;
		cut = str_cut(cut.tail, '.');
	}
	if (call)
		value = named_argument(call, call->row, cut.head);
	while (value && cut.ok) {
		cut = str_cut(cut.tail, '.');
		if (value->kind == NODE_MAP)
			value = node_get(value, cut.head);
		else if (value->kind == NODE_OBJECT && value->made)
			value = named_argument(value->made, value->made->row, cut.head);
		else
			return NULL;
	}
	return value;
}

/* What the row's arg says for a purpose: "entry_point" of "entry=entry_point;…"; empty: nothing. */
static struct str named_for(const struct call *call, const char *purpose)
{
	struct str_cut row = {.tail = str_of(call->row->arg)};

	while (row.tail.n) {
		struct str_cut pair;

		row = str_cut(row.tail, ';');
		pair = str_cut(row.head, '=');
		if (str_is(pair.head, purpose))
			return pair.tail;
	}
	return (struct str){0};
}

/* The argument that the row's arg names for a purpose. */
static const struct node *argument(const struct call *call, const char *purpose)
{
	struct str path = named_for(call, purpose);

	return path.n ? argument_at(call, path) : NULL;
}

/* The argument of whatever call gives it, "any.metaflow.FlowSpec().next.num_parallel"; NULL: none, or several that differ. */
static const struct node *argument_anywhere(const struct trace *trace, const struct call *call, const char *purpose)
{
	struct str path = named_for(call, purpose);
	size_t dot = str_rchr(path, '.');
	const struct node *value = NULL;

	if (!str_starts(path, STR("any.")))
		return path.n ? argument_at(call, path) : NULL;
	for (size_t i = 0; i < trace->n; i++) {
		const struct arg *arg = str_eq(trace->at[i]->callee, str_sub(path, 4, dot))
						? call_arg(trace->at[i], str_sub(path, dot + 1, path.n), SIZE_MAX)
						: NULL;

		if (arg && value && !(value->kind == NODE_INT && arg->value->kind == NODE_INT && value->as.i == arg->value->as.i))
			return NULL;
		value = arg ? arg->value : value;
	}
	return value;
}

/*
 * What another call on the same object says: studio.start(Machine.L4) of studio.run("…"), task.set_resources(…) of what
 * sky.Task(…) made. The first argument, or what of it the row's arg names behind '.': "other=set_resources.accelerators".
 */
static const struct node *said_by_other(const struct trace *trace, const struct call *call)
{
	const struct node *object = call->self ? call->self : call->result, *value = NULL;
	struct str_cut row = {.tail = str_of(call->row->arg)};
	struct str_cut other = {0};

	while (row.tail.n && !other.head.n) {
		row = str_cut(row.tail, ';');
		if (str_starts(row.head, STR("other=")))
			other = str_cut(str_cut(row.head, '=').tail, '.');
	}
	for (size_t i = 0; other.head.n && object && i < trace->n; i++) {
		const struct call *one = trace->at[i];

		if (one->self && one->args.n && str_eq(one->method, other.head) && one->self == object)
			value = one->args.at[0].value;
	}
	if (value && other.ok && value->kind == NODE_OBJECT && value->made)
		value = named_argument(value->made, value->made->row, other.tail);
	return value;
}

static void push_word(struct arena *a, struct node *words, struct str text, struct span at)
{
	node_push(a, words, node_str(a, text, at));
}

/* A hyperparameter as the word that the script gets: str() of the value. */
static struct node *word_of(struct arena *a, const struct node *value)
{
	switch ((int)value->kind) {
	case NODE_BOOL:
		return node_str(a, value->as.b ? STR("True") : STR("False"), value->at);
	case NODE_INT:
		return node_str(a, str_fmt(a, "%lld", (long long)value->as.i), value->at);
	case NODE_REAL:
		return node_str(a, str_fmt(a, "%.17g", value->as.r), value->at);
	default:
		return kept(a, value);
	}
}

static struct str script_path(struct arena *a, const struct node *folder, const struct node *entry)
{
	struct str in = str_undotted(folder && folder->kind == NODE_STR ? folder->text : STR(""));

	while (str_ends(in, STR("/")))
		in.n--;
	return in.n && !str_is(in, ".") ? str_fmt(a, "%.*s/%.*s", STR_ARG(in), STR_ARG(entry->text))
					: str_dup(a, entry->text);
}

/* The versions that the row's arg names arguments for: "version.transformers=transformers_version;…". */
static struct versions *image_of(struct arena *a, const struct call *call)
{
	struct str_cut row = {.tail = str_of(call->row->arg)};
	struct versions *image = arena_new(a, struct versions);

	image->arena = a;
	while (row.tail.n) {
		const struct node *given;
		struct str_cut pair;

		row = str_cut(row.tail, ';');
		pair = str_cut(row.head, '=');
		given = str_starts(pair.head, STR("version.")) ? argument_at(call, pair.tail) : NULL;
		if (given && given->kind == NODE_STR)
			versions_require(image,
					 str_fmt(a, "%.*s==%.*s", STR_ARG(str_tail(pair.head, '.')),
						 STR_ARG(given->text)),
					 given->at);
	}
	return image->n ? image : NULL;
}

/* "H100:2", a list of which the first is preferred, modal.gpu.A100(size="80GB", count=4), Machine.A100_X_8. */
static struct str card_of(struct arena *a, const struct node *value)
{
	const struct call *made = value->kind == NODE_OBJECT ? value->made : NULL;
	const struct arg *size, *count;
	struct str text;

	if ((value->kind == NODE_LIST || value->kind == NODE_TUPLE) && value->as.items.n)
		value = value->as.items.at[0];
	if (value->kind == NODE_STR)
		return str_dup(a, value->text);
	if (value->kind == NODE_NAME) {
		size_t many;

		text = str_tail(value->text, '.');
		many = str_find(text, STR("_X_"), 0);
		if (many == SIZE_MAX)
			return str_tr(a, text, '_', '-');
		return str_fmt(a, "%.*s:%.*s", STR_ARG(str_tr(a, str_sub(text, 0, many), '_', '-')),
			       STR_ARG(str_sub(text, many + 3, text.n)));
	}
	if (!made)
		return (struct str){0};
	size = call_arg(made, STR("size"), SIZE_MAX);
	count = call_arg(made, STR("count"), SIZE_MAX);
	text = str_dup(a, made->method);
	if (size && size->value->kind == NODE_STR)
		text = str_fmt(a, "%.*s-%.*s", STR_ARG(text), STR_ARG(size->value->text));
	if (count && count->value->kind == NODE_INT)
		text = str_fmt(a, "%.*s:%lld", STR_ARG(text), (long long)count->value->as.i);
	return text;
}

/* A compiler is given as TrainingCompilerConfig(enabled=True), whose variables the program finds. */
static bool compiles(const struct node *compiler)
{
	const struct arg *enabled =
	    compiler && compiler->made ? call_arg(compiler->made, STR("enabled"), 0) : NULL;

	return compiler && compiler->kind != NODE_NULL &&
	       !(enabled && enabled->value->kind == NODE_BOOL && !enabled->value->as.b);
}

/* The machine that a call asks for: an instance's name, or a card's and how many. */
static void take_machine(struct arena *a, const struct trace *trace, const struct call *call, struct target *host)
{
	const struct node *instance = argument(call, "instance"), *count = argument_anywhere(trace, call, "count");
	const struct node *card = argument(call, "card"), *cards = argument(call, "cards");
	struct str name;

	if (!card)
		card = said_by_other(trace, call);
	if (instance && instance->kind == NODE_STR)
		target_of_instance(a, str_dup(a, instance->text), instance->at, host);
	name = card ? card_of(a, card) : (struct str){0};
	if (name.n && !host->row)
		target_of_text(a, name, card->at, TARGET_TYPED, host);
	if (cards && cards->kind == NODE_INT) {
		host->per_node = value_count(cards->as.i, ORIGIN_STATED, cards->at, STR(""));
		host->count_weight = TARGET_TYPED;
	} else if (host->row && host->per_node.type == VALUE_ABSENT) {
		host->per_node = value_count(1, ORIGIN_DERIVED, call->at, STR("no number of cards is given"));
		host->count_weight = TARGET_TYPED;
	}
	if (count && count->kind == NODE_INT) {
		host->nodes = value_int(count->as.i, ORIGIN_STATED, (struct str){0});
		host->nodes.at = count->at;
	}
}

/* Words that a launcher or a script gets: a list as it stands, or a mapping whose empty values are flags alone. */
static void push_words(struct arena *a, struct node *words, const struct node *given)
{
	for (size_t i = 0; given && (given->kind == NODE_LIST || given->kind == NODE_TUPLE) && i < given->as.items.n; i++)
		node_push(a, words, word_of(a, given->as.items.at[i]));
	for (size_t i = 0; given && given->kind == NODE_MAP && i < given->as.pairs.n; i++) {
		const struct pair *pair = &given->as.pairs.at[i];

		push_word(a, words, str_fmt(a, "--%.*s", STR_ARG(pair->key->text)), pair->key->at);
		if (pair->value->kind != NODE_NULL && !(pair->value->kind == NODE_STR && !pair->value->text.n))
			node_push(a, words, word_of(a, pair->value));
	}
	words->open |= given && given->open;
}

/* Whether words have an option, "--num_gpus" or "--num_gpus=4". */
static bool has_option(const struct node *words, struct str name)
{
	for (size_t i = 0; i < words->as.items.n; i++)
		if (words->as.items.at[i]->kind == NODE_STR && str_eq(str_cut(words->as.items.at[i]->text, '=').head, name))
			return true;
	return false;
}

static void push_count(struct arena *a, struct node *words, struct str option, const struct value *count)
{
	if (!option.n || count->type != VALUE_INT || has_option(words, option))
		return;
	push_word(a, words, option, count->at);
	push_word(a, words, str_fmt(a, "%lld", (long long)count->as.i), count->at);
}

/* A word that the row's arg holds itself: "launcher='torchrun". */
static struct str own_word(const struct call *call, const char *purpose)
{
	struct str word = named_for(call, purpose);

	return str_starts(word, STR("'")) ? str_sub(word, 1, word.n) : (struct str){0};
}

/*
 * "deepspeed --num_nodes 2 --num_gpus 8 train.py …" of a program that starts it with the machines that it was given; where
 * an argument may say how many processes each has, it is one otherwise.
 */
static void push_launcher(struct arena *a, const struct call *call, const struct target *host, struct node *words)
{
	const struct node *each = argument(call, "each");
	struct str option = own_word(call, "ranks_option");
	struct value one = value_count(1, ORIGIN_DERIVED, call->at, STR(""));

	push_word(a, words, own_word(call, "launcher"), call->at);
	push_words(a, words, argument(call, "options"));
	push_count(a, words, own_word(call, "nodes_option"), &host->nodes);
	if (each && !has_option(words, option)) {
		push_word(a, words, option, each->at);
		node_push(a, words, word_of(a, each));
	}
	push_count(a, words, option, named_for(call, "each").n ? &one : &host->per_node);
}

/* An estimator: "torchrun --nproc_per_node 4 src/train.py --epochs 3"; or a command as it stands. */
static void take_launch_call(struct arena *a, const struct trace *trace, const struct call *call, const struct target *outer,
			     struct subprocess_commands *out)
{
	const struct node *entry = argument(call, "entry"), *flags = argument(call, "flags");
	const struct node *processes = argument(call, "processes"), *command = argument(call, "command");
	struct subprocess_command run = {.words = node_new(a, NODE_LIST, call->at)};

	run.env = kept_env(a, argument(call, "environment"));
	run.image = image_of(a, call);
	if (compiles(argument(call, "compiler"))) {
		run.env = run.env ? run.env : node_new(a, NODE_MAP, call->at);
		node_set(a, run.env, node_str(a, STR("sagemaker_training_compiler_enabled"), call->at),
			 node_str(a, STR("true"), call->at));
	}
	take_machine(a, trace, call, &run.host);
	target_merge(&run.host, outer);
	if (command && command->kind == NODE_STR) {
		run.words = kept(a, command);
		/* "{{ params.batch }}" is what a service fills in. */
		if (named_for(call, "templated").n)
			run.words->text = manifest_script(a, run.words->text);
		*vec_push(a, out) = run;
		return;
	}
	if (!entry || entry->kind != NODE_STR)
		return;
	if (own_word(call, "launcher").n)
		push_launcher(a, call, &run.host, run.words);
	else
		push_word(a, run.words, processes ? STR("torchrun") : STR("python"), call->at);
	if (processes && run.host.per_node.type == VALUE_INT) {
		push_word(a, run.words, STR("--nproc_per_node"), call->at);
		push_word(a, run.words,
			  str_fmt(a, "%lld", (long long)run.host.per_node.as.i), call->at);
	}
	push_word(a, run.words, script_path(a, argument(call, "folder"), entry), entry->at);
	push_words(a, run.words, flags);
	*vec_push(a, out) = run;
}

/* image.add_local_dir("configs", "/root/configs") */
static void take_mount(struct arena *a, const struct call *call, struct subprocess_commands *out)
{
	const struct arg *local = call_arg(call, STR("local_path"), 0);
	const struct arg *remote = call_arg(call, STR("remote_path"), 1);
	struct str root = STR(EVAL_ROOT "/"), path;

	if (out->mounts.n == COMMANDS_MAX || !local || !remote || local->value->kind != NODE_STR ||
	    remote->value->kind != NODE_STR)
		return;
	path = local->value->text;
	if (str_starts(path, root))
		path = str_sub(path, root.n, path.n);
	*vec_push(a, &out->mounts) = (struct mount){str_dup(a, path), str_dup(a, remote->value->text)};
}

static struct subprocess_commands commands_of(struct arena *a, const struct trace *trace)
{
	struct subprocess_commands out = {0};

	for (size_t i = 0; i < trace->n && out.n < COMMANDS_MAX && out.words < WORDS_MAX; i++) {
		const struct call *call = trace->at[i];
		struct target host = {0};
		size_t before = out.n;

		if (!call->row)
			continue;
		if (call->host)
			decorator_target(a, call->host, &host);
		if (call->row->effect == EFFECT_COMMAND)
			take_command_call(a, call, &out);
		else if (call->row->effect == EFFECT_LAUNCH)
			take_launch_call(a, trace, call, &host, &out);
		else if (call->row->effect == EFFECT_MOUNT)
			take_mount(a, call, &out);
		for (size_t k = before; k < out.n; k++) {
			out.at[k].order = call->order;
			out.at[k].here = call->row->effect == EFFECT_COMMAND && !call->host;
			target_merge(&out.at[k].host, &host);
		}
	}
	return out;
}

bool decorator_target(struct arena *a, const struct call *host, struct target *out)
{
	const struct node *card = host->row->arg ? argument_at(host, str_of(host->row->arg)) : NULL;
	struct str text = card ? card_of(a, card) : (struct str){0};
	int64_t cards = 0;

	/* @kubernetes(gpu=2): how many there are, and not which. */
	if (card && (card->kind == NODE_INT ? (cards = card->as.i) > 0 : str_to_int(text, &cards) && cards > 0)) {
		out->per_node = value_count(cards, ORIGIN_STATED, card->at, STR(""));
		out->count_weight = TARGET_TYPED;
		return true;
	}
	/* "H100!": this card and no better one; "B200+": it or a better one. */
	while (str_ends(text, STR("!")) || str_ends(text, STR("+")))
		text.n--;
	if (!text.n || !target_of_text(a, text, card->at, TARGET_TYPED, out))
		return false;
	/* modal-client 0.73, modal/gpu.py parse_gpu_config: "H100" is "H100:1". */
	if (out->per_node.type == VALUE_ABSENT) {
		out->per_node = value_count(1, ORIGIN_DERIVED, card->at, STR("no number of cards is given"));
		out->count_weight = TARGET_TYPED;
	}
	return true;
}

/* Each command has what stands for the unknown in the scripts that the program writes. */
static void take_written(struct assembly *s, const struct trace *trace, struct subprocess_commands *commands)
{
	commands->dumps = written_files_of(s->arena, trace);
	for (size_t i = 0; i < commands->n; i++)
		commands->at[i].env = written_files_env(s->arena, &commands->dumps, commands->at[i].env);
}

struct subprocess_commands *subprocess_commands(struct assembly *s, const struct trace *trace)
{
	struct subprocess_commands *commands;

	if (s->programs >= PROGRAM_DEPTH_MAX)
		return NULL;
	commands = arena_new(s->arena, struct subprocess_commands);
	*commands = commands_of(s->arena, trace);
	if (commands->n)
		take_written(s, trace, commands);
	return commands->n ? commands : NULL;
}

static const struct launches *launches_of(struct assembly *s, const struct subprocess_command *run)
{
	struct shell_world world = budget_shell_world(s);

	world.env = run->env;
	return run->words->kind == NODE_STR ? shell_read_string(s->arena, &world, s->repo->files, run->words->text,
								 run->words->at, NULL, 0)
					    : shell_read_words(s->arena, &world, s->repo->files, run->words);
}

/* Whether a command runs in the folder of a file. */
static bool runs_beside(const struct subprocess_command *run, struct str path)
{
	return run->folder.n && str_below(path, run->folder);
}

/* What the program wrote so far, for a command; a copy in a folder that is not known is of those that run there. */
static void put_written(struct assembly *s, const struct trace_file *file)
{
	if (file->copy_of.n)
		repository_mount(s->repo, file->copy_of, file->path);
	else
		written_file_put(s, file);
}

/* A launch of a command, in its folder if that is where the program put a copy. */
static const struct launch *launch_beside(struct assembly *s, const struct subprocess_command *run, const struct launch *launch,
					  const struct written_files *files, size_t written)
{
	struct launch *out;
	size_t i = 0;

	while (i < written && !(files->at[i].copy_of.n && runs_beside(run, files->at[i].path)))
		i++;
	if (i == written)
		return launch;
	out = arena_new(s->arena, struct launch);
	*out = *launch;
	out->cwd.value = node_str(s->arena, run->folder, run->words->at);
	out->cwd.head = out->cwd.tail = run->folder;
	return out;
}

/* Whether a launch may train: a program of the repository or of a framework, or one that is not known. */
static bool may_train(struct assembly *s, const struct launch *launch)
{
	size_t used = 0;

	if (!launch->program.value || launch->kind == LAUNCH_CODE)
		return false;
	return launch->program.value->kind != NODE_STR || command_of_launch(s, launch, &used) ||
	       (launch->kind != LAUNCH_COMMAND && launched_file(s->c, launch, launched_folder(s->c, launch)));
}

bool subprocess_launches(struct assembly *s, const struct subprocess_commands *commands)
{
	for (size_t i = 0; commands && i < commands->n; i++) {
		const struct launches *launches = launches_of(s, &commands->at[i]);

		for (size_t k = 0; k < launches->n; k++)
			if (may_train(s, &launches->at[k]))
				return true;
	}
	return false;
}

void subprocess_jobs(struct assembly *s, const struct subprocess_commands *commands, const struct target *machine)
{
	const struct target *outer = s->c->host, *around = s->c->around;
	struct versions *installed = s->c->installed;
	size_t mounted = s->repo->mounted.n, overwritten = s->repo->overwritten.n, written = 0;

	s->programs++;
	for (size_t i = 0; commands && i < commands->mounts.n; i++)
		repository_mount(s->repo, commands->mounts.at[i].local, commands->mounts.at[i].remote);
	for (size_t i = 0; commands && i < commands->n; i++) {
		const struct subprocess_command *run = &commands->at[i];
		const struct launches *launches;

		if (++s->commands > RUN_MAX) {
			budget_note(s, run->words->at.file, STR("1000 commands that programs start"));
			break;
		}
		while (written < commands->dumps.n && commands->dumps.at[written].order <= run->order)
			put_written(s, &commands->dumps.at[written++]);
		launches = launches_of(s, run);
		budget_shell_done(s, run->words->at.file, launches);
		s->c->host = &run->host;
		s->c->around = run->here ? machine : NULL;
		s->c->image = run->image;
		s->c->installed = run->image ? NULL : installed;
		for (size_t k = 0; k < launches->n; k++)
			launch_jobs(s, launch_beside(s, run, &launches->at[k], &commands->dumps, written));
	}
	repository_give_back(s->repo, overwritten);
	repository_unmount(s->repo, mounted);
	s->c->image = NULL;
	s->c->installed = installed;
	s->c->host = outer;
	s->c->around = around;
	s->programs--;
}
