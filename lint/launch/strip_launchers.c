/* Commands that are neither builtin nor function: launchers are stripped off, programs recorded. */
#include "strip_launchers.h"

#include "scheduler_directives.h"

struct str strip_text(const struct stripping *p, size_t i)
{
	struct str text = {0};

	if (i < p->fields.n)
		sh_field_text(p->ev, &p->fields.at[i], &text);
	return text;
}

/** The known text at the end of a word, if it holds a slash: "$DIR/$NAME" of a known NAME is of several parts. */
static struct str known_end(struct arena *a, struct sh_parts parts)
{
	struct str end = {0};

	for (size_t i = parts.n; i > 0 && sh_parts_at(parts, i - 1)->kind == PART_TEXT; i--) {
		end = str_cat(a, sh_parts_at(parts, i - 1)->text, end);
		if (str_rchr(end, '/') != SIZE_MAX)
			return end;
	}
	return STR("");
}

struct str strip_name(const struct stripping *p, size_t i)
{
	struct sh_parts parts;
	struct str text = {0};

	if (i >= p->fields.n)
		return text;
	parts = p->fields.at[i].parts;
	if (!sh_parts_known(p->ev->arena, parts, &text))
		text = known_end(p->ev->arena, parts);
	return str_tail(text, '/');
}

bool strip_is_conditional(const struct sh_field *f)
{
	return f->n_picks || f->parts.depth;
}

/** The command once for each alternative of the fork that field i needs decided. */
void strip_fork(struct stripping *p, size_t i)
{
	const struct sh_field *f = &p->fields.at[i];
	const struct sh_fork *fork = f->n_picks ? f->picks[0].fork : sh_parts_fork(f->parts);
	const struct node *guard = p->ev->guard;
	size_t layers = p->state->layers.n;

	if (!fork || p->forks >= STRIP_FORKS_MAX)
		return;
	for (size_t k = 0; k < fork->n && sh_work(&p->ev->state, p->fields.n); k++) {
		struct stripping one = {
		    .ev = p->ev, .state = p->state, .cmd = p->cmd, .i = p->i, .forks = p->forks + 1};

		one.fields.open = p->fields.open;
		for (size_t j = 0; j < p->fields.n; j++) {
			struct sh_field field = p->fields.at[j];

			if (sh_decide_field(&p->ev->state, &field, fork, k))
				*vec_push(p->ev->arena, &one.fields) = field;
			else if (j < p->i)
				one.i--;
		}
		p->ev->guard = sh_when_and(p->ev->arena, fork->when[k], guard);
		strip_command(&one);
		p->state->layers.n = layers;
	}
	p->ev->guard = guard;
}

/** Whether a launcher's words, blanks between, stand at field i; *used: how many they are. */
static bool stands(const struct stripping *p, size_t i, struct str first, const char *words, size_t *used)
{
	struct str_cut word = str_cut(str_of(words), ' ');

	if (!str_eq(word.head, first))
		return false;
	for (*used = 1; word.ok; ++*used) {
		word = str_cut(word.tail, ' ');
		if (!str_eq(word.head, strip_text(p, i + *used)))
			return false;
	}
	return true;
}

/** The row whose words stand at field i, the longest match; *used: how many fields they are. */
const struct launcher *strip_find_row(const struct stripping *p, size_t i, struct str first, size_t *used)
{
	size_t n, k;
	const struct launcher *rows = launcher_table(&n), *best = NULL;

	*used = 0;
	for (size_t r = 0; first.n && r < n; r++)
		for (const char *const *words = rows[r].words; *words; words++)
			if (**words == first.s[0] && stands(p, i, first, *words, &k) && k > *used) {
				best = &rows[r];
				*used = k;
			}
	return best;
}

void strip_script(struct stripping *p, uint32_t file, size_t args)
{
	const struct node *batch = p->state->batch, *own = batch_read(p->ev->arena, p->ev->files, file);

	p->state->batch = own ? own : batch;
	sh_run_script(p->ev, file, &p->fields, args);
	p->state->batch = batch;
}

/* A script that sbatch submits, with what its header and then the command ask for in its variables. */
static void submitted_script(struct stripping *p, uint32_t file)
{
	struct sh_state *state = &p->ev->state;
	const struct node *own = batch_read(p->ev->arena, p->ev->files, file);
	const struct node *slurm = own ? node_get(own, STR("SBATCH")) : NULL;
	const struct launch_layer *layer = p->state->layers.n ? &p->state->layers.at[p->state->layers.n - 1] : NULL;
	size_t mark = sh_mark(state);

	if (slurm)
		slurm_variables(p->ev, slurm, true);
	if (layer && str_is(layer->name, "sbatch"))
		slurm_variables(p->ev, layer->options, true);
	strip_script(p, file, p->i + 1);
	sh_undo(state, mark);
}

/** sbatch's script: what --wrap says, a file, or what the script at hand wrote itself. */
static void shell_script(struct stripping *p, const struct sh_field *wrapped)
{
	uint32_t id;

	if (wrapped->parts.n) {
		sh_run_process(p->ev, wrapped, &p->fields, p->fields.n + 1);
		return;
	}
	id = p->i < p->fields.n ? sh_find_elsewhere(p->ev, p->fields.at[p->i].parts) : 0;
	if (id)
		submitted_script(p, id);
	else
		strip_script_text(p);
}

/** Takes fields [from, to) out of the command. */
static void drop_fields(struct stripping *p, size_t from, size_t to)
{
	struct sh_fields kept = {.open = p->fields.open};

	for (size_t i = 0; i < p->fields.n; i++)
		if (i < from || i >= to)
			*vec_push(p->ev->arena, &kept) = p->fields.at[i];
	p->fields = kept;
}

/** docker run --entrypoint python3 image -m package.train: the words behind the image are arguments of that program. */
static void put_entrypoint(struct stripping *p, const struct sh_field *entrypoint)
{
	struct sh_fields fields = {.open = p->fields.open};

	for (size_t i = 0; i <= p->fields.n; i++) {
		if (i == p->i)
			*vec_push(p->ev->arena, &fields) = *entrypoint;
		if (i < p->fields.n)
			*vec_push(p->ev->arena, &fields) = p->fields.at[i];
	}
	p->fields = fields;
}

/* Launchers that start launchers: "srun nohup env torchrun", and few more. */
enum { LAYERS_MAX = 64 };

/** singularity exec $IMAGE bash: what nothing sets was taken for an option, and is the word before the command. */
static bool is_left_out(const struct stripping *p)
{
	struct str name = strip_name(p, p->i);
	struct sh_parts before;

	if (p->i == 0 || p->i >= p->fields.n || (!strip_is_python(name) && !strip_is_shell(name)))
		return false;
	before = p->fields.at[p->i - 1].parts;
	return before.n == 1 && sh_parts_at(before, 0)->kind == PART_UNKNOWN;
}

/* TorchX's dist.ddp starts torchrun: -j 2x8 are two nodes of eight processes, and -j 8 is one. One of two where it is not said. */
static void as_torchrun(struct stripping *p, struct launch_layer *layer)
{
	const struct node *given = node_get(layer->options, STR("replicas"));
	struct span at = given ? given->at : layer->at;
	struct str text = given ? given->text : STR("1x2");
	struct str_cut cut = str_cut(text, 'x');
	struct node *none = node_unknown(p->ev->arena, STR("how many replicas there are"), at);
	bool known = !given || given->kind == NODE_STR;

	layer->name = STR("torchrun");
	node_set(p->ev->arena, layer->options, node_str(p->ev->arena, STR("nnodes"), at),
		 known ? node_str(p->ev->arena, str_tail(cut.ok ? cut.head : STR("1"), ':'), at) : none);
	node_set(p->ev->arena, layer->options, node_str(p->ev->arena, STR("nproc_per_node"), at),
		 known ? node_str(p->ev->arena, cut.ok ? cut.tail : cut.head, at) : none);
}

/** Options and the job's name among them, up to "--"; behind it the words of the program that an option names. */
static void named_program(struct stripping *p, const struct launcher *row, struct launch_layer *layer)
{
	struct program_hints hints = {0};
	struct stripping options = *p;
	size_t end = p->i;

	while (end < p->fields.n && !str_is(strip_text(p, end), "--"))
		end++;
	options.fields.n = end;
	options.forks = STRIP_FORKS_MAX;
	for (; options.i < end; options.i++)
		if (!strip_options(&options, row, layer, &hints))
			return;
	for (size_t i = p->i; i < end; i++)
		if (str_is(strip_text(p, i), "dist.ddp"))
			as_torchrun(p, layer);
	*vec_push(p->ev->arena, &p->state->layers) = *layer;
	if (hints.named.parts.n)
		record_launch(p, hints.image ? LAUNCH_COMMAND : hints.script ? LAUNCH_SCRIPT : LAUNCH_MODULE, &hints.named,
			      end < p->fields.n ? end + 1 : end);
}

/** modal run train.py::tune: a program of which one function is run, which the layer keeps. */
static void cut_function(struct stripping *p, struct launch_layer *layer)
{
	struct str text = strip_text(p, p->i);
	size_t at = str_find(text, STR("::"), 0);
	struct sh_field *program, function;

	if (at == SIZE_MAX || strip_is_conditional(&p->fields.at[p->i]))
		return;
	program = &p->fields.at[p->i];
	function = *program;
	function.parts = sh_parts_sub(p->ev->arena, program->parts, at + 2, text.n);
	program->parts = sh_parts_sub(p->ev->arena, program->parts, 0, at);
	strip_set_option(p, layer, STR("function"), program, &function);
}

/** Whether the program of a launcher is given by a module's name: src.train. */
static bool names_module(struct stripping *p)
{
	struct str name = strip_text(p, p->i);

	return name.n && !strip_is_conditional(&p->fields.at[p->i]) && !str_ends(name, STR(".py")) && str_chr(name, '/', 0) == SIZE_MAX;
}

/** A launcher of `used` words at p->i. */
void strip_launcher(struct stripping *p, const struct launcher *row, size_t used)
{
	struct sh_eval *ev = p->ev;
	struct launch_layer layer = {.name = str_of(row->name), .at = p->fields.at[p->i].at};
	struct program_hints options = {0};
	size_t start = p->i;

	if (p->state->layers.n >= LAYERS_MAX)
		return;
	layer.options = node_new(ev->arena, NODE_MAP, layer.at);
	p->launcher = start;
	p->i += used;
	if (row->then == LAUNCHER_NAMED) {
		named_program(p, row, &layer);
		return;
	}
	if (row->then == LAUNCHER_POOL) {
		strip_worker_pool(p, &layer);
		return;
	}
	if (row->then == LAUNCHER_CLOUD_JOB) {
		strip_cloud_job(p, &layer);
		return;
	}
	if (!strip_options(p, row, &layer, &options))
		return;
	for (unsigned i = 0; i < row->skip && !is_left_out(p) && p->i < p->fields.n; i++, p->i++)
		strip_set_option(p, &layer, STR("image"), &p->fields.at[p->i], &p->fields.at[p->i]);
	if (row->then == LAUNCHER_PARALLEL) {
		strip_parallel(p, &layer, &options.files);
		return;
	}
	if (row->then == LAUNCHER_XARGS) {
		strip_xargs(p, &layer, options.files.n ? &options.files.at[options.files.n - 1] : NULL);
		return;
	}
	if (row->other == LAUNCHER_OTHER_PASSED)
		strip_options_behind(p, row, &layer);
	*vec_push(ev->arena, &p->state->layers) = layer;
	if (row->skip && str_is(strip_text(p, p->i), "--"))
		p->i++;
	if (options.entrypoint.parts.n)
		put_entrypoint(p, &options.entrypoint);
	switch (row->then) {
	case LAUNCHER_NAMED:
	case LAUNCHER_POOL:
	case LAUNCHER_CLOUD_JOB:
	case LAUNCHER_PARALLEL:
	case LAUNCHER_XARGS:
		break;
	case LAUNCHER_ITSELF:
		drop_fields(p, start + used, p->i);
		p->i = start;
		strip_program(p, LAUNCH_COMMAND);
		return;
	case LAUNCHER_KEYS:
		while (p->i < p->fields.n && str_among_nocase(strip_text(p, p->fields.n - 1), STR("Enter|C-m|C-j|KPEnter")))
			drop_fields(p, p->fields.n - 1, p->fields.n);
		/* fall through */
	case LAUNCHER_SHELL:
		if (p->i < p->fields.n)
			sh_eval_fields(ev, &p->fields, p->i, p->fields.n, true);
		return;
	case LAUNCHER_SHELL_SCRIPT:
		shell_script(p, &options.wrapped);
		return;
	case LAUNCHER_SCRIPT:
	case LAUNCHER_SCRIPT_OR_MODULE:
		cut_function(p, &layer);
		options.module |= row->then == LAUNCHER_SCRIPT_OR_MODULE && names_module(p);
		/* argparse takes "--" for a part of the script's own place: torchrun -m train -- --depth=24. */
		if (p->i + 1 < p->fields.n && str_is(strip_text(p, p->i + 1), "--"))
			drop_fields(p, p->i + 1, p->i + 2);
		if (!options.command) {
			strip_program(p, options.module ? LAUNCH_MODULE : LAUNCH_SCRIPT);
			return;
		}
		break;
	case LAUNCHER_COMMAND:
		while (p->i < p->fields.n && strip_export(ev, &p->fields.at[p->i]))
			p->i++;
		if (options.module) {
			strip_program(p, LAUNCH_MODULE);
			return;
		}
		break;
	}
	strip_command(p);
}

/** The code of `python -c CODE`, behind whatever runs it (`uv run`); empty if it is no such command. */
static struct str python_code(struct stripping *p)
{
	for (size_t i = 0; i + 2 < p->fields.n; i++)
		if (strip_is_python(strip_name(p, i)) && str_is(strip_text(p, i + 1), "-c"))
			return strip_text(p, i + 2);
	return STR("");
}

/** The code of python -c CODE, and of python - <<EOF; *words: the field behind it. False: it is no such command, or not known. */
static bool code_to_print(struct stripping *p, struct str *code, size_t *words)
{
	const struct sh_value *in = p->ev->input;

	for (size_t i = 0; i < p->fields.n; i++) {
		struct str option = strip_text(p, i + 1);

		if (!strip_is_python(strip_name(p, i)))
			continue;
		*words = i + 3;
		if (str_is(option, "-c"))
			return i + 2 < p->fields.n && sh_field_text(p->ev, &p->fields.at[i + 2], code);
		*words = i + 2;
		return (i + 1 == p->fields.n || str_is(option, "-")) && in && in->kind == SH_VALUE_SCALAR && in->parts.n &&
		       sh_parts_known(p->ev->arena, in->parts, code);
	}
	return false;
}

/** Prints what code in Python prints, as far as it is known; false: nothing of it is. */
static bool printed_by_code(struct stripping *p, const struct sh_cmd *cmd)
{
	const struct sh_value *cwd = sh_get(&p->ev->state, SH_CWD);
	struct node *words = node_new(p->ev->arena, NODE_LIST, cmd->at);
	struct sh_field folder = {.parts = cwd->parts, .at = cwd->at};
	const struct node *printed;
	struct launch_word where;
	struct str code;
	size_t first;

	if (!p->ev->world->prints || cwd->kind != SH_VALUE_SCALAR || p->ev->edited || !code_to_print(p, &code, &first))
		return false;
	for (size_t i = first; i < p->fields.n; i++)
		node_push(p->ev->arena, words, launch_word_of(p->ev, &p->fields.at[i]).value);
	where = launch_word_of(p->ev, &folder);
	if (!where.rooted || where.value->kind != NODE_STR)
		return false;
	printed = p->ev->world->prints(p->ev->world->printer, code, words, launch_environment(p->ev), where.value->text, cmd->at);
	for (size_t i = 0; printed && i < printed->as.items.n; i++)
		sh_print(p->ev, sh_value_of_node(p->ev->arena, printed->as.items.at[i])->parts);
	return printed != NULL;
}

/** What a command prints that nobody computed. */
static void unknown_output(struct stripping *p, const struct sh_cmd *cmd)
{
	struct sh_eval *ev = p->ev;
	struct sh_parts out = {0};
	struct str text = files_text(ev->files, cmd->at);
	struct str code = python_code(p), folder = code.n ? package_folder(ev->arena, code) : STR("");

	for (size_t i = 0; i < cmd->redirects.n; i++)
		if (cmd->redirects.at[i]->kind != SH_REDIRECT_IN && cmd->redirects.at[i]->fd < 2 &&
		    cmd->redirects.at[i]->kind != SH_REDIRECT_HERE &&
		    cmd->redirects.at[i]->kind != SH_REDIRECT_STRING)
			return;
	text = str_sub(text, 0, str_chr(text, '\n', 0));
	text = str_fmt(ev->arena, "the output of %.*s", STR_ARG(str_sub(text, 0, 60)));
	sh_parts_push(ev->arena, &out, sh_part_unknown(text, cmd->at));
	if (folder.n)
		sh_parts_push(ev->arena, &out, sh_part_text(folder, (struct span){0}));
	sh_print(ev, out);
}

/** Commands that ask something: their status is the answer, not a sign of trouble. */
static bool is_question(struct str name)
{
	static const char *const names[] = {
	    "grep", "egrep", "pgrep", "diff",	  "cmp",	"nvidia-smi", "nc",
	    "ping", "curl",  "lspci", "rocm-smi", "mountpoint", "systemctl",  "squeue"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (name.n && name.s[0] == names[i][0] && str_is(name, names[i]))
			return true;
	return false;
}

/** Whether a name is one of a script, wherever it lies: a page that is named in passing is none. */
static bool is_script_name(struct str name)
{
	static const char *const endings[] = {".sh", ".bash", ".zsh", ".ksh", ".slurm", ".sbatch", ".pbs", ".job"};

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (str_ends(name, str_of(endings[i])))
			return true;
	return false;
}

/** Whether an interpreter or a launcher stands at a field. */
static bool starts_program(const struct stripping *p, size_t i)
{
	struct str first;
	size_t used;

	if (i >= p->fields.n || strip_is_conditional(&p->fields.at[i]))
		return false;
	first = strip_name(p, i);
	return strip_is_python(first) || strip_is_shell(first) || strip_find_row(p, i, first, &used);
}

/**
 * The field behind the "--" of a command, or right behind a script that is not here ("/host/adapt.sh bash -lc …"), where an
 * interpreter or a launcher stands there; 0: none does.
 */
static size_t handed_on(const struct stripping *p)
{
	size_t at = p->i + 1;

	if (is_script_name(strip_name(p, p->i)) && starts_program(p, at))
		return at;
	while (at < p->fields.n && !str_is(strip_text(p, at), "--"))
		at++;
	return starts_program(p, at + 1) ? at + 1 : 0;
}

/** A program of a cluster's own that starts what stands behind its own words: submit --gpu=8 -- bash -c "…". */
static bool starts_another(struct stripping *p)
{
	static const struct launcher any = {.valued = "", .switches = "", .other = LAUNCHER_OTHER_VALUED};
	struct launch_layer layer = {.name = strip_name(p, p->i), .at = p->fields.at[p->i].at};
	struct program_hints hints = {0};
	struct stripping options = *p;
	size_t at = handed_on(p);

	if (!at || p->state->layers.n >= LAYERS_MAX)
		return false;
	layer.options = node_new(p->ev->arena, NODE_MAP, layer.at);
	options.fields.n = at - 1;
	options.forks = STRIP_FORKS_MAX;
	/* Words of its own before its options: "submit run". */
	for (options.i++; options.i < options.fields.n && !str_starts(strip_text(&options, options.i), STR("-")); options.i++)
		;
	strip_options(&options, &any, &layer, &hints);
	*vec_push(p->ev->arena, &p->state->layers) = layer;
	p->i = at;
	strip_command(p);
	return true;
}

/** A command that is not known: perhaps a launcher, if a Python file stands among its words. */
static void unknown_command(struct stripping *p)
{
	for (size_t i = p->i + 1; i < p->fields.n; i++)
		if (str_ends(strip_text(p, i), STR(".py"))) {
			p->i = i;
			strip_program(p, LAUNCH_SCRIPT);
			return;
		}
}

/** "!tune run …": a line of a notebook's cell in a shell script. No program has such a name; what it was meant to start is behind it. */
static void leave_notebook_sign_out(struct stripping *p)
{
	struct sh_field *first = &p->fields.at[p->i];
	struct str text = strip_text(p, p->i);

	if (text.n > 1 && text.s[0] == '!' && (text.s[1] | 32) >= 'a' && (text.s[1] | 32) <= 'z')
		first->parts = sh_parts_sub(p->ev->arena, first->parts, 1, text.n);
}

/* Whether a word is one of several of which the tasks of a job array have each. */
static bool is_of_each(const struct sh_field *f)
{
	const struct sh_fork *fork = f->n_picks ? f->picks[0].fork : sh_parts_fork(f->parts);

	return fork && fork->each;
}

/* The command once for each task of a job array, whose words belong together; false: it has none such. */
static bool runs_for_each(struct stripping *p)
{
	for (size_t i = p->i; i < p->fields.n && p->forks + 1 < STRIP_FORKS_MAX; i++)
		if (is_of_each(&p->fields.at[i])) {
			strip_fork(p, i);
			return true;
		}
	return false;
}

void strip_command(struct stripping *p)
{
	struct str name, text;
	const struct launcher *row;
	size_t used;
	uint32_t id;

	/* "-- python train.py": what a launcher on a line that was cut off would have been given. */
	while (p->i < p->fields.n && (p->fields.at[p->i].junk || str_is(strip_text(p, p->i), "--")))
		p->i++;
	if (p->i >= p->fields.n || !sh_work(&p->ev->state, 1) || runs_for_each(p))
		return;
	if (strip_is_conditional(&p->fields.at[p->i])) {
		strip_fork(p, p->i);
		return;
	}
	leave_notebook_sign_out(p);
	name = strip_name(p, p->i);
	text = strip_text(p, p->i);
	if (!name.n) {
		unknown_command(p);
		return;
	}
	row = strip_find_row(p, p->i, name, &used);
	if (row) {
		strip_launcher(p, row, used);
	} else if (strip_is_python(name)) {
		p->i++;
		strip_python(p);
	} else if (strip_is_shell(name)) {
		p->i++;
		strip_shell(p);
	} else if (str_ends(name, STR(".py"))) {
		strip_program(p, LAUNCH_SCRIPT);
	} else if (is_script_name(name) && strip_is_written(p)) {
		strip_script_text(p);
	} else if ((str_chr(text, '/', 0) != SIZE_MAX || !text.n || str_ends(name, STR(".sh"))) &&
		   (id = is_script_name(name) ? sh_find_elsewhere(p->ev, p->fields.at[p->i].parts)
					      : sh_find(p->ev, p->fields.at[p->i].parts))) {
		strip_script(p, id, p->i + 1);
	} else if (!launcher_ignored(name) && !starts_another(p)) {
		strip_program(p, LAUNCH_COMMAND);
	}
}

void launch_command(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields)
{
	struct stripping p = {.ev = ev, .state = ev->commands.data, .cmd = cmd, .fields = *fields};
	size_t layers = p.state->layers.n, mark = sh_mark(&ev->state);
	struct stripping whole = p;
	struct str name = strip_name(&p, 0);

	strip_command(&p);
	p.state->layers.n = layers;
	sh_undo(&ev->state, mark);
	ev->truth = is_question(name) ? sh_truth_maybe : (struct sh_truth){SH_MAYBE, SH_YES};
	if (ev->capturing && !printed_by_code(&whole, cmd))
		unknown_output(&whole, cmd);
}
