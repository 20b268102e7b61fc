/* Entry scripts: evaluated with what is known of their launch, and their jobs drafted. */
#include "script_jobs.h"

#include "budgets.h"
#include "evaluation_cache.h"
#include "no_jobs.h"
#include "script_world.h"
#include "tried_configs.h"

#include "lint/stats/stats.h"

enum {
	/** Halvings of the budget by what a script has spent, and in all: at least 1/16 and 1/128 of it are left. */
	SPENT_MAX = 4,
	HALVINGS_MAX = 7,
	/** Steps of a repository's scripts after which every budget is halved, and after which once more. */
	STEPS_FIRST = 32 << 20,
	STEPS_EACH = 4 << 20,
	/** What each evaluation counts for besides its steps, and the bytes that count for one. */
	STEPS_LEAST = 1000,
	STEP_BYTES = 1 << 10,
	/** Steps of all evaluations that go on behind ends. */
	BEHIND_STEPS = 1 << 20,
};

/** Ends of a program behind which its evaluation goes on, since it came to nothing before them; for people as well. */
struct ends {
	struct span at[EVAL_ENDS_MAX];
	size_t n;
	struct str text;
};

/*
 * A script that is launched a hundred times and ends by budget each time must not take minutes, nor a
 * thousand such scripts, nor all memory. Libraries of 2,000 files stay below half of both limits, and so do
 * repositories of thirty launches that keep 10 MB each.
 */
static unsigned halvings(const struct assembly *s, unsigned spent)
{
	/* Bytes: of what led to jobs and is kept. */
	uint64_t n = spent + halvings_by_bytes(s->kept);

	n += s->steps >= STEPS_FIRST ? 1 + (s->steps - STEPS_FIRST) / STEPS_EACH : 0;

	return n < HALVINGS_MAX ? (unsigned)n : HALVINGS_MAX;
}

/* The steps that an evaluation of a script may take. */
static uint64_t steps_of(const struct assembly *s, uint32_t file)
{
	unsigned spent = file <= s->c->nfiles ? s->spent[file - 1] : 0;

	return eval_budget((struct eval_budget){0}).steps >> halvings(s, spent);
}

static void *read_ahead(const void *plan, struct arena *a, struct repository *repo, const struct trace *trace)
{
	return jobs_read_ahead(plan, a, repo, trace);
}

void script_plan(struct assembly *s, uint32_t file, const struct launch *launch, const struct target *target)
{
	struct run run = {.file = file, .launch = launch, .target = target};
	struct draft_opener *opener = draft_opener(s->c, launched_folder(s->c, launch), path_of_file(s->c, file));
	struct eval_world world = script_world(s, file, launch, target, opener);
	struct evaluation_key key;

	world.budget.steps = steps_of(s, file);
	key = evaluation_key(s, &run, &world);
	if (!evaluation_find(s, &key))
		ahead_plan(s->ahead, &(struct ahead_request){.file = file, .world = world, .key = key,
							     .may_go_on = script_goes_on(s, &run),
							     .read = read_ahead, .what = jobs_plan(s->c, file, launch)});
	arena_reset(&s->entry);
}

static void take_host(struct assembly *s, const struct call *host, struct target *target)
{
	struct target t = {0};

	if (decorator_target(s->arena, host, &t)) {
		target_merge(&t, target);
		*target = t;
	}
}

static void note_wants(struct assembly *s, const struct trace *trace, struct wants *wants)
{
	/* A word may be looked for without being needed: sys.argv[1] if there is one, else a file of the script's. */
	for (size_t i = 0; i < trace->wanted.n; i++)
		*vec_push(s->arena, wants) =
		    (struct wanted){.option = str_dup(s->arena, trace->wanted.at[i]->how),
				    .at = trace->wanted.at[i]->at,
				    .offered = str_starts(trace->wanted.at[i]->how, STR("sys.argv")),
				    .gin = trace->wants_gin};
	for (size_t i = 0; i < trace->offered.n; i++)
		*vec_push(s->arena, wants) =
		    (struct wanted){.option = str_dup(s->arena, trace->offered.at[i].option),
				    .offered = true,
				    .standard = trace->offered.at[i].standard};
}

/* Whether a script that was run as it is trains a model that is told; what only its file's name says is a guess. */
static bool trains_some_model(const struct assembly *s, size_t from)
{
	for (size_t i = from; i < s->c->drafts.n; i++) {
		const struct value *model = job_get(&s->c->drafts.at[i]->job, SETTING_MODEL);

		if (model && model->origin != ORIGIN_ASSUMED)
			return true;
	}
	return false;
}

/* Whether a script wants a file of gin's, which binds what the code it reaches is called with. */
static bool wants_gin(const struct wants *wants)
{
	return wants->n && wants->at[0].gin;
}

/* Leaves the wants out that a script which trains without does not have; one with a file has others beside it. */
static void decline(struct wants *wants)
{
	size_t n = 0;

	for (size_t i = 0; i < wants->n; i++)
		if (!wants->at[i].offered || wants->at[i].standard)
			wants->at[n++] = wants->at[i];
	wants->n = n;
}

/* A config file that the script takes settings from may say on which machine they are meant to run. */
static void take_machine(struct assembly *s, const struct trace *trace, struct draft *d)
{
	for (size_t k = 0; k < trace->files.n; k++) {
		const struct node *tree = settings_stated_by(&d->job, trace->files.at[k])
						  ? repository_tree(s->repo, trace->files.at[k])
						  : NULL;
		struct target said = {0};

		if (!tree)
			continue;
		target_of_tree(s->arena, tree, &said);
		if (said.gpu.type == VALUE_ABSENT)
			target_of_config(s->arena, s->repo->files, trace->files.at[k], &said);
		target_merge(&d->target, &said);
		d->hosted |= said.per_node.type == VALUE_INT;
	}
}

/* The cards that a call asks for the workers which it has started. */
static void take_workers(struct assembly *s, const struct trace *trace, struct draft *d)
{
	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];
		const struct arg *card = call->row && call->row->joins == JOINS_WORKERS
					     ? call_arg(call, STR("accelerator_type"), SIZE_MAX)
					     : NULL;
		struct target said = {0};

		if (card && card->value->kind == NODE_STR &&
		    target_of_text(s->arena, str_dup(s->arena, card->value->text), card->value->at, TARGET_TYPED, &said))
			target_merge(&d->target, &said);
	}
}

/* A task that is assumed only: train_sft.sh, which starts what mostly reads long texts, tells another. */
static void take_launch_name(struct assembly *s, const struct launch *launch, struct job *job)
{
	struct str name = launch && !launch->told.file ? str_tail(path_of_file(s->c, launch->file), '/') : STR("");
	const char *task = training_task_of_name(name);
	struct value *set = &job->set[SETTING_TASK];

	if (!task || !str_is(str_of(task), "sft") || set->origin != ORIGIN_ASSUMED || !job_is(job, SETTING_TASK, "pretrain"))
		return;
	*set = value_str(STR("sft"), ORIGIN_DERIVED, str_fmt(s->arena, "the name %.*s", STR_ARG(name)));
	set->at = launch->at;
}

static void add_draft(struct assembly *s, const struct run *run, const struct training_job *job,
		      const struct trace *trace, struct str behind)
{
	struct str condition = job->condition;

	uint32_t main = files_parent(s->repo->files, run->file);
	struct draft d = {.job = job->job,
			  .extract = job->extract,
			  .target = *run->target,
			  .launch = run->launch,
			  .main = run->config ? run->config : main,
			  .script = main,
			  .sink = job->call->at,
			  .guard = job->call->guard,
			  .trace = trace};

	d.hosted = job->call->host != NULL;
	if (d.hosted)
		take_host(s, job->call->host, &d.target);
	take_machine(s, trace, &d);
	/* A config that nobody names may say in a comment on which card it runs. */
	if (run->config) {
		struct target said = launch_target(s->c, NULL, run->config);

		target_merge(&d.target, &said);
	}
	take_workers(s, trace, &d);
	for (size_t k = 0; k < job->cases.n; k++) {
		*vec_push(s->arena, &d.cases) = job->cases.at[k];
		take_launch_name(s, run->launch, &d.cases.at[k].job);
	}
	take_launch_name(s, run->launch, &d.job);
	if (behind.n)
		condition = condition.n ? str_fmt(s->arena, "%.*s and %.*s", STR_ARG(behind), STR_ARG(condition)) : behind;
	d.condition = launched_condition(s->arena, run->launch, condition);
	draft_take(s->c, &d, d.main);
	draft_take(s->c, &d, run->file);
	for (size_t k = 0; k < trace->files.n; k++)
		draft_take(s->c, &d, trace->files.at[k]);
	if (run->launch)
		draft_take_launch(s->c, &d, run->launch);
	resolve_draft(s->c, &d);
}

/*
 * CUDA_VISIBLE_DEVICES="" or "-1", from the launch or the script: it trains where no GPU is. Before a
 * launcher of several processes "" is a blank that people fill in.
 */
static bool on_cpu(const struct trace *trace)
{
	const struct node *visible =
	    trace->environ ? node_get(trace->environ, STR("CUDA_VISIBLE_DEVICES")) : NULL;
	const struct node *world = visible ? node_get(trace->environ, STR("WORLD_SIZE")) : NULL;
	int64_t n;

	if (!visible || visible->kind != NODE_STR)
		return false;
	return str_is(visible->text, "-1") ||
	       (!visible->text.n && !(launched_count(world, &n) && n > 1));
}

/* Evaluates a script, unless the same was done before. *made: its jobs, where they were read ahead. */
static struct evaluation run_once(struct assembly *s, const struct run *run, const struct eval_world *world,
				 const struct evaluation_key *key, const struct evaluation *known, void **made)
{
	struct stats *stats = s->request->stats;
	struct stats_entry *entry = stats_entry(stats, path_of_file(s->c, run->file));
	struct evaluation done = {0};
	enum stage before;
	uint64_t from;

	if (entry)
		*(known ? &entry->cached : &entry->times) += 1;
	if (known)
		return *known;
	before = stats_enter(stats, STAGE_EVALUATE);
	from = stats_clock(stats);
	done.trace = key ? ahead_take(s->ahead, &s->entry, key, made) : ahead_take_further(s->ahead, &s->entry, world, made);
	if (!done.trace)
		done.trace = py_run(&s->entry, world, evaluation_trees(s), run->file);
	if (entry) {
		entry->ns += stats_clock(stats) - from;
		entry->steps += done.trace->steps;
		entry->most = entry->most > s->entry.used ? entry->most : s->entry.used;
	}
	stats_back(stats, before);
	done.spent = done.trace->spent.n != 0;
	done.steps = done.trace->steps;
	done.bytes = s->entry.used;
	budget_note(s, run->file, done.trace->spent);
	if (!run->config) {
		note_wants(s, done.trace, &done.wants);
		done.commands = subprocess_commands(s, done.trace);
	}
	return done;
}

static bool has_file(const uint32_t *files, size_t n, uint32_t file)
{
	for (size_t i = 0; i < n; i++)
		if (files[i] == file)
			return true;
	return false;
}

/* What a script that was evaluated, and whose jobs were looked for, made of its config. */
static enum look look_of(const struct run *run, const struct trace *trace, const struct draft_opener *opener)
{
	if (trace->misread == run->config)
		return LOOK_WRONG;
	return has_file(trace->files.at, trace->files.n, run->config) ||
			       has_file(opener->files.at, opener->files.n, run->config)
		       ? LOOK_READ
		       : LOOK_NONE;
}

bool script_goes_on(const struct assembly *s, const struct run *run)
{
	return !run->config && s->behind < BEHIND_STEPS &&
	       (run->file > s->c->nfiles || !s->of.marks || (s->of.marks[run->file - 1] & (MARK_SINK | MARK_REACH | MARK_STARTS)));
}

/* Whether an evaluation that came to nothing is to go on behind the end that it ran into, and where that is. */
static bool goes_on(struct assembly *s, const struct run *run, const struct evaluation *done, struct ends *ends)
{
	const struct trace *trace = done->trace;

	/* What tells how it is used is no end that is guessed at, nor is what the launch asks for. */
	if (!trace || trace->refused_for.n || trace->chosen_end || ends_in_usage(s, run->launch, trace) || !script_goes_on(s, run) || !span_known(trace->stopped) || ends->n == EVAL_ENDS_MAX ||
	    subprocess_launches(s, done->commands))
		return false;
	for (size_t i = 0; i < ends->n; i++)
		if (ends->at[i].file == trace->stopped.file && ends->at[i].off == trace->stopped.off)
			return false;
	ends->at[ends->n++] = trace->stopped;
	ends->text = str_fmt(s->arena, "%.*s%sit gets past \"%.*s\"", STR_ARG(ends->text), ends->text.n ? " and " : "",
			     STR_ARG(trace->stopped_by));
	return true;
}

/* Whether a script that came to nothing may train in a way that an option chooses, and nobody starts it. */
static bool has_modes(struct assembly *s, const struct run *run, const struct evaluation *done)
{
	return !run->launch && !run->config && done->trace && done->trace->modes &&
	       !subprocess_launches(s, done->commands) && s->behind < BEHIND_STEPS && run->file <= s->c->nfiles && s->of.marks &&
	       (s->of.marks[run->file - 1] & (MARK_SINK | MARK_REACH));
}

/* Evaluates a script and looks for its jobs; where a certain end comes before any, behind that as well. */
static struct evaluation run_to_jobs(struct assembly *s, const struct run *run, struct eval_world *world,
				     const struct training_reader *reader, const struct evaluation_key *key,
				     const struct evaluation *known, struct ends *ends, struct training_jobs *jobs)
{
	struct evaluation done, first = {0};
	bool again = false;

	for (;;) {
		void *ahead = NULL;

		*jobs = (struct training_jobs){0};
		done = run_once(s, run, world, again ? NULL : key, known, &ahead);
		/* They have steps of their own: what others find does not depend on them. */
		s->behind += again ? STEPS_LEAST + done.steps + done.bytes / STEP_BYTES : 0;
		if (done.trace && on_cpu(done.trace))
			jobs->why = STR("CUDA_VISIBLE_DEVICES keeps it from every GPU");
		else if (done.trace && !(run->config && done.trace->misread == run->config) &&
			 !jobs_take_ahead(ahead, reader, &s->entry, jobs))
			training_find(&s->entry, done.trace, reader, run->launch == NULL, jobs);
		if (known || jobs->n)
			break;
		if (!again)
			first = done;
		if (!goes_on(s, run, &done, ends)) {
			if (world->modes || !has_modes(s, run, &done))
				break;
			world->modes = true;
		}
		again = true;
		arena_reset(&s->entry);
		world->behind = ends->at;
		world->nbehind = ends->n;
	}
	/* Where nothing came of it, it is what it was without. */
	if (again && !jobs->n)
		done.wants = first.wants;
	if (again) {
		done.steps = first.steps;
		done.bytes = jobs->n ? done.bytes : first.bytes;
		done.spent = first.spent;
	}
	return done;
}

size_t script_evaluate(struct assembly *s, const struct run *run, struct wants *wants,
			 struct subprocess_commands **commands)
{
	struct draft_opener *opener =
	    draft_opener(s->c, launched_folder(s->c, run->launch), path_of_file(s->c, run->file));
	struct eval_world world = script_world(s, run->file, run->launch, run->target, opener);
	uint8_t *spent = run->file <= s->c->nfiles ? &s->spent[run->file - 1] : NULL;
	struct training_reader reader = {s->c->findings, library_versions(s->c, run->file, run->launch),
				     draft_open, opener};
	struct training_jobs jobs = {0};
	size_t findings = s->c->findings->n, drafts = s->c->drafts.n;
	bool kept = true;
	struct evaluation_key key;
	const struct evaluation *known;
	struct evaluation done;
	struct ends ends = {0};
	struct stats_entry *entry;
	enum stage before;

	world.assumed = run->assumed;
	world.budget.steps = steps_of(s, run->file);
	key = evaluation_key(s, run, &world);
	known = evaluation_find(s, &key);
	before = stats_enter(s->request->stats, STAGE_TRAINING);
	done = run_to_jobs(s, run, &world, &reader, &key, known, &ends, &jobs);
	if (ends.n || world.modes)
		key = evaluation_key(s, run, &world);
	if (spent && done.spent && *spent < SPENT_MAX)
		++*spent;
	stats_enter(s->request->stats, STAGE_RESOLVE);
	for (size_t i = 0; i < jobs.n; i++)
		add_draft(s, run, &jobs.at[i], done.trace, known ? known->behind : ends.text);
	done.behind = known ? known->behind : ends.text;
	if (done.trace)
		done.look = look_of(run, done.trace, opener);
	if (run->look)
		*run->look = done.look;
	s->steps += STEPS_LEAST + done.steps + done.bytes / STEP_BYTES;
	if (wants)
		*wants = done.wants;
	if (commands)
		*commands = done.commands;
	if (done.trace && done.trace->refused_for.n && !jobs.n && run->launch && run->file <= s->c->nfiles && !s->refused[run->file - 1])
		s->refused[run->file - 1] = run->launch;
	/* What it starts in turn may train. */
	if (run->launch && run->file <= s->c->nfiles && str_has(jobs.why, STR(TRAINING_EVALUATES)) &&
	    !subprocess_launches(s, done.commands))
		s->evaluates[run->file - 1] = true;
	if (done.trace && !jobs.n && !run->config)
		no_job_script(s, run->file, run->launch, done.trace, &jobs);
	if (s->request->show_trace && done.trace && !jobs.n && !run->config) {
		jobless_keep(s, run->file, run->launch, done.trace, &jobs);
		arena_adopt(s->arena, &s->entry);
	}
	if (!jobs.n)
		done.trace = NULL;
	stats_enter(s->request->stats, STAGE_EVALUATE);
	entry = stats_entry(s->request->stats, path_of_file(s->c, run->file));
	if (entry && jobs.n)
		entry->kept += s->entry.used;
	if (jobs.n)
		kept = evaluation_end(s, drafts);
	/* What it has to say is said again each time. */
	if (!known && kept && (jobs.n || s->c->findings->n == findings))
		evaluation_keep(s, &key, &done);
	if (!jobs.n)
		arena_reset(&s->entry);
	stats_back(s->request->stats, before);
	return jobs.n;
}

/*
 * Whether anything can come of a script: it or what it imports has a word that trains, or runs what a text
 * names, or it starts programs.
 */
bool script_may_train(struct assembly *s, uint32_t file)
{
	return file > s->c->nfiles || !s->of.marks || file_kind_of(path_of_file(s->c, file)) != KIND_PYTHON ||
	       s->of.marks[file - 1] & (MARK_SINK | MARK_REACH | MARK_RUNS | MARK_STARTS | MARK_NAMES);
}

size_t script_jobs(struct assembly *s, uint32_t file, const struct launch *launch,
		      const struct target *target)
{
	struct run run = {.file = file, .launch = launch, .target = target};
	struct wants wants = {0};
	struct subprocess_commands *commands = NULL;
	size_t before = s->c->drafts.n, started;
	bool may = script_may_train(s, file), shaped = may && launch, trains;
	struct launch_shape shape = {0};
	size_t n, given;

	if (shaped)
		shape = budget_shape(s, file, launch);
	if (shaped && budget_is_idle(s, &shape))
		return 0;
	n = may ? script_evaluate(s, &run, &wants, &commands) : 0;
	if (!may && launch)
		no_job_unfollowed(s, file, launch);
	/* Of an unknown config a script may not get as far as its sink. */
	trains = n || wants_gin(&wants) || (file <= s->c->nfiles && s->of.marks && s->of.marks[file - 1] & MARK_SINK);
	if (trains_some_model(s, before))
		decline(&wants);
	given = trains ? try_configs(s, &run, &wants, before) : 0;
	if (given) {
		/* Each file's jobs instead of the one that would be of none. */
		for (size_t i = 0; i < given; i++)
			s->c->drafts.at[before + i] = s->c->drafts.at[before + n + i];
		s->c->drafts.n = before + given;
		n = given;
	} else {
		n += try_configs_beside(s, &run, &wants, before);
	}
	/* What the program starts in turn is no function of it. */
	s->function = (struct str){0};
	started = s->c->drafts.n;
	subprocess_jobs(s, commands, target);
	/* Who names the file that launches the program means that as well. */
	for (size_t i = started; launch && i < s->c->drafts.n; i++)
		draft_take_launch(s->c, s->c->drafts.at[i], launch);
	if (shaped && s->c->drafts.n == before)
		budget_note_idle(s, &shape);
	return n;
}
