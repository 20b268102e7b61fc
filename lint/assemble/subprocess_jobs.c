/*
 * Programs that start trainings instead of holding them: subprocess.run(["torchrun", …]), SageMaker's
 * estimators. What they start is a launch like one of a shell script, at the place of the call.
 */
#include "subprocess_jobs.h"

#include "budgets.h"
#include "file_jobs.h"
#include "written_files.h"

#include "lint/frameworks/frameworks.h"

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
	/** What the image that it runs in has installed; NULL: it is not said. */
	struct versions *image;
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

static void take_command_call(struct arena *a, const struct call *call, struct subprocess_commands *out)
{
	const struct arg *arg = call_arg(call, STR("args"), 0), *env = call_arg(call, STR("env"), SIZE_MAX);
	struct subprocess_command run = {0};

	if (!arg)
		return;
	run.env = kept_env(a, env ? env->value : call->host ? call_environment(a, call->host) : NULL);
	run.words = kept_words(a, arg->value);
	if (!run.words) {
		run.words = partial_text(a, arg->value);
		if (run.words->kind == NODE_TUPLE && !run.env)
			run.env = node_new(a, NODE_MAP, arg->value->at);
		if (run.words->kind == NODE_TUPLE)
			run.words = partial_command(a, run.words, run.env);
		if (run.words->kind != NODE_STR)
			return;
	}
	if (run.words->kind == NODE_LIST)
		out->words += run.words->as.items.n;
	*vec_push(a, out) = run;
}

/* The value of "source_code.entry_script": an argument, or one of what an argument was made with. */
static const struct node *argument_at(const struct call *call, struct str path)
{
	struct str_cut cut = str_cut(path, '.');
	const struct arg *arg = call_arg(call, cut.head, SIZE_MAX);

	if (!arg || !cut.ok)
		return arg ? arg->value : NULL;
	if (arg->value->kind != NODE_OBJECT || !arg->value->made)
		return NULL;
	arg = call_arg(arg->value->made, cut.tail, SIZE_MAX);
	return arg ? arg->value : NULL;
}

/* The argument that the row's arg names for a purpose: "entry=entry_point;…". */
static const struct node *argument(const struct call *call, const char *purpose)
{
	struct str_cut row = {.tail = str_of(call->row->arg)};

	while (row.tail.n) {
		struct str_cut pair;

		row = str_cut(row.tail, ';');
		pair = str_cut(row.head, '=');
		if (str_is(pair.head, purpose))
			return argument_at(call, pair.tail);
	}
	return NULL;
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

/* A compiler is given as TrainingCompilerConfig(enabled=True), whose variables the program finds. */
static bool compiles(const struct node *compiler)
{
	const struct arg *enabled =
	    compiler && compiler->made ? call_arg(compiler->made, STR("enabled"), 0) : NULL;

	return compiler && compiler->kind != NODE_NULL &&
	       !(enabled && enabled->value->kind == NODE_BOOL && !enabled->value->as.b);
}

/* An estimator: "torchrun --nproc_per_node 4 src/train.py --epochs 3". */
static void take_launch_call(struct arena *a, const struct call *call, struct subprocess_commands *out)
{
	const struct node *entry = argument(call, "entry"), *flags = argument(call, "flags");
	const struct node *instance = argument(call, "instance"), *count = argument(call, "count");
	const struct node *processes = argument(call, "processes");
	struct subprocess_command run = {.words = node_new(a, NODE_LIST, call->at)};

	run.env = kept_env(a, argument(call, "environment"));
	run.image = image_of(a, call);
	if (compiles(argument(call, "compiler"))) {
		run.env = run.env ? run.env : node_new(a, NODE_MAP, call->at);
		node_set(a, run.env, node_str(a, STR("sagemaker_training_compiler_enabled"), call->at),
			 node_str(a, STR("true"), call->at));
	}
	if (!entry || entry->kind != NODE_STR)
		return;
	if (instance && instance->kind == NODE_STR)
		target_of_instance(a, str_dup(a, instance->text), instance->at, &run.host);
	if (count && count->kind == NODE_INT) {
		run.host.nodes = value_int(count->as.i, ORIGIN_STATED, (struct str){0});
		run.host.nodes.at = count->at;
	}
	push_word(a, run.words, processes ? STR("torchrun") : STR("python"), call->at);
	if (processes && run.host.per_node.type == VALUE_INT) {
		push_word(a, run.words, STR("--nproc_per_node"), call->at);
		push_word(a, run.words,
			  str_fmt(a, "%lld", (long long)run.host.per_node.as.i), call->at);
	}
	push_word(a, run.words, script_path(a, argument(call, "folder"), entry), entry->at);
	for (size_t i = 0; flags && flags->kind == NODE_MAP && i < flags->as.pairs.n; i++) {
		const struct pair *pair = &flags->as.pairs.at[i];

		push_word(a, run.words, str_fmt(a, "--%.*s", STR_ARG(pair->key->text)), pair->key->at);
		node_push(a, run.words, word_of(a, pair->value));
	}
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
		if (call->row->effect == EFFECT_COMMAND)
			take_command_call(a, call, &out);
		else if (call->row->effect == EFFECT_LAUNCH)
			take_launch_call(a, call, &out);
		else if (call->row->effect == EFFECT_MOUNT)
			take_mount(a, call, &out);
		if (out.n == before)
			continue;
		out.at[before].order = call->order;
		if (call->host && decorator_target(a, call->host, &host))
			target_merge(&out.at[before].host, &host);
	}
	return out;
}

/* "H100:2", a list of which the first is preferred, modal.gpu.A100(size="80GB", count=4). */
static struct str card_of(struct arena *a, const struct node *value)
{
	const struct call *made = value->kind == NODE_OBJECT ? value->made : NULL;
	const struct arg *size, *count;
	struct str text;

	if ((value->kind == NODE_LIST || value->kind == NODE_TUPLE) && value->as.items.n)
		value = value->as.items.at[0];
	if (value->kind == NODE_STR)
		return str_dup(a, value->text);
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

bool decorator_target(struct arena *a, const struct call *host, struct target *out)
{
	const struct arg *card = host->row->arg ? call_arg(host, str_of(host->row->arg), SIZE_MAX) : NULL;
	struct str text = card ? card_of(a, card->value) : (struct str){0};

	/* "H100!": this card and no better one; "B200+": it or a better one. */
	while (str_ends(text, STR("!")) || str_ends(text, STR("+")))
		text.n--;
	if (!text.n || !target_of_text(a, text, card->value->at, TARGET_TYPED, out))
		return false;
	/* modal-client 0.73, modal/gpu.py parse_gpu_config: "H100" is "H100:1". */
	if (out->per_node.type == VALUE_ABSENT) {
		out->per_node = value_count(1, ORIGIN_DERIVED, card->value->at, STR("no number of cards is given"));
		out->count_weight = TARGET_TYPED;
	}
	return true;
}

struct subprocess_commands *subprocess_commands(struct assembly *s, const struct trace *trace)
{
	struct subprocess_commands *commands;

	if (s->programs >= PROGRAM_DEPTH_MAX)
		return NULL;
	commands = arena_new(s->arena, struct subprocess_commands);
	*commands = commands_of(s->arena, trace);
	if (commands->n)
		commands->dumps = written_files_of(s->arena, trace);
	return commands->n ? commands : NULL;
}

void subprocess_jobs(struct assembly *s, const struct subprocess_commands *commands)
{
	const struct target *outer = s->c->host;
	struct versions *installed = s->c->installed;
	size_t mounted = s->repo->mounted.n, written = 0;

	s->programs++;
	for (size_t i = 0; commands && i < commands->mounts.n; i++)
		repository_mount(s->repo, commands->mounts.at[i].local, commands->mounts.at[i].remote);
	for (size_t i = 0; commands && i < commands->n; i++) {
		const struct subprocess_command *run = &commands->at[i];
		struct shell_world world = budget_shell_world(s);
		const struct launches *launches;

		if (++s->commands > RUN_MAX) {
			budget_note(s, run->words->at.file, STR("1000 commands that programs start"));
			break;
		}
		while (written < commands->dumps.n && commands->dumps.at[written].order <= run->order)
			written_file_put(s, &commands->dumps.at[written++]);
		world.env = run->env;
		launches =
		    run->words->kind == NODE_STR
			? shell_read_string(s->arena, &world, s->repo->files, run->words->text,
					    run->words->at, NULL, 0)
			: shell_read_words(s->arena, &world, s->repo->files, run->words);

		budget_shell_done(s, run->words->at.file, launches);
		s->c->host = &run->host;
		s->c->image = run->image;
		s->c->installed = run->image ? NULL : installed;
		for (size_t k = 0; k < launches->n; k++)
			launch_jobs(s, &launches->at[k]);
	}
	repository_unmount(s->repo, mounted);
	s->c->image = NULL;
	s->c->installed = installed;
	s->c->host = outer;
	s->programs--;
}
