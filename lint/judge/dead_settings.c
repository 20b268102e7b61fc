#include "dead_settings.h"

#include "lint/frameworks/frameworks.h"
#include "lint/job/job.h"
#include "lint/repo/repo.h"

enum { DEPTH_MAX = 6 };

/* A key's spelling without regard to case and dashes. */
static bool same_key(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++) {
		char x = a.s[i] == '-' ? '_' : a.s[i];
		char y = b.s[i] == '-' ? '_' : b.s[i];

		if (!str_eq_nocase((struct str){&x, 1}, (struct str){&y, 1}))
			return false;
	}
	return true;
}

/* Whether a name of the repository's own is one that projects give to a setting of memory. */
static bool about_memory(struct str name)
{
	const struct keymap *map = keymap_find(STR("project"));

	for (size_t i = 0; map && i < map->nrows; i++) {
		struct str keys = str_of(map->rows[i].key);

		while (keys.n) {
			struct str_cut cut = str_cut(keys, '|');

			if (same_key(cut.head, name))
				return true;
			keys = cut.tail;
		}
	}
	return setting_find(name) != SETTING_NONE;
}

/* What the evaluation of the job's code noted. */
static void report_noted(struct draft_context *c, const struct draft *d, size_t index)
{
	for (size_t i = 0; d->trace && i < d->trace->dead.n; i++) {
		const struct dead *dead = &d->trace->dead.at[i];
		struct str value = dead->value ? node_text(c->arena, dead->value, 60) : STR("");
		struct str winning =
		    dead->winning ? node_text(c->arena, dead->winning, 60) : STR("");
		/* What somebody will edit is the constant, wherever it stands. */
		bool elsewhere = dead->value && span_known(dead->value->at);
		struct finding *f;

		/* "load_in_4bit or load_in_8bit" asks whether either holds; neither is a fallback. */
		if (!about_memory(dead->name) || (dead->value && dead->value->kind == NODE_BOOL))
			continue;
		/* "batch or BATCH", where batch came from BATCH as well. */
		if (elsewhere && dead->winning && span_same_start(dead->value->at, dead->winning->at))
			continue;
		f = findings_add(c->findings, RULE_DEAD_SETTING,
				 elsewhere ? dead->value->at : dead->at,
				 "%.*s%s%.*s is never used%s%.*s%s%.*s", STR_ARG(dead->name),
				 value.n ? " = " : "", STR_ARG(value), winning.n ? ": " : "",
				 STR_ARG(winning), span_known(dead->winner) ? " wins, from " : "",
				 STR_ARG(span_known(dead->winner)
					     ? files_where(c->arena, c->repo->files, dead->winner)
					     : STR("")));
		if (f)
			f->job = index;
	}
}

/* Whether a node is, or holds, a value; in a text any that ends with a word. */
static bool holds(const struct node *n, const struct node *wanted, struct str word, int depth)
{
	if (!n || depth > DEPTH_MAX)
		return false;
	if (wanted ? n == wanted : n->kind == NODE_STR && str_has(n->text, word))
		return true;
	switch ((int)n->kind) {
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_EITHER:
		for (size_t i = 0; i < n->as.items.n; i++)
			if (holds(n->as.items.at[i], wanted, word, depth + 1))
				return true;
		return false;
	case NODE_MAP:
	case NODE_OBJECT:
		for (size_t i = 0; i < n->as.pairs.n; i++)
			if (holds(n->as.pairs.at[i].value, wanted, word, depth + 1))
				return true;
		return false;
	default:
		return false;
	}
}

/* Whether a library got a value, itself or inside another. */
static bool handed_on(const struct trace *trace, const struct node *wanted, struct str word)
{
	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];

		if (holds(call->self, wanted, word, 0))
			return true;
		for (size_t k = 0; k < call->args.n; k++)
			if (holds(call->args.at[k].value, wanted, word, 0))
				return true;
	}
	return false;
}

static bool quantizes(struct draft_context *c, const struct draft *d, const struct call *call,
		      struct job *job)
{
	struct extract x;
	const struct value *v;

	if (!call->row || call->row->effect != EFFECT_NONE || !call->row->map || call->guard ||
	    !call->result || call->result->kind != NODE_OBJECT)
		return false;
	*job = (struct job){0};
	extract_init(&x, c->arena, NULL, d->extract.versions);
	x.trace = d->trace;
	extract_call(&x, call, job);
	v = job_get(job, SETTING_QUANTIZATION);
	return v && v->type == VALUE_STR && v->origin == ORIGIN_STATED &&
	       !str_is(v->as.s, "none") && !job_get(job, SETTING_MODEL);
}

/*
 * Whether the file's code hands a quantization on: under a switch that is off, or to a model of another
 * program. A line that is commented out does not.
 */
static bool is_given_somewhere(struct draft_context *c, uint32_t file)
{
	const struct str keyword = STR("quantization_config");
	struct str text = repository_text(c->repo, file);
	size_t at = 0;

	while ((at = str_find(text, keyword, at)) != SIZE_MAX) {
		size_t from = at, to = at + keyword.n;

		while (from > 0 && text.s[from - 1] != '\n' && text.s[from - 1] != '#')
			from--;
		while (to < text.n && text.s[to] == ' ')
			to++;
		/* quantization_config = … at the start of a line: a name that is given it. */
		if (to < text.n && text.s[to] == '=' && (from == 0 || text.s[from - 1] != '#') &&
		    !(to > at + keyword.n && !str_trim(str_sub(text, from, at)).n))
			return true;
		at += keyword.n;
	}
	return false;
}

/* quantization_config = BitsAndBytesConfig(load_in_4bit=True), and a model that is loaded without it. */
static void report_quantization(struct draft_context *c, const struct draft *d, size_t index)
{
	const struct value *trained = job_get(&d->job, SETTING_QUANTIZATION);
	struct job built;

	if (d->job.found != JOB_FOUND_SINK || !trained || !str_is(trained->as.s, "none") ||
	    d->cases.n)
		return;
	for (size_t i = 0; i < d->trace->n; i++) {
		const struct call *call = d->trace->at[i];
		struct finding *f;

		if (!quantizes(c, d, call, &built) || is_given_somewhere(c, call->at.file) ||
		    handed_on(d->trace, call->result, (struct str){0}))
			continue;
		f = findings_add(c->findings, RULE_DEAD_SETTING,
				 span_known(call->callee_at) ? call->callee_at : call->at,
				 "the quantization built here (%.*s) is given to no model: the job "
				 "trains without it",
				 STR_ARG(built.set[SETTING_QUANTIZATION].as.s));
		if (f)
			f->job = index;
	}
}

/* --config a.yaml on the launch line of a script that neither opens the file nor hands its name on. */
static void report_config(struct draft_context *c, const struct draft *d, size_t index)
{
	const struct launch *l = d->launch;

	if (!l || d->job.found != JOB_FOUND_SINK ||
	    (l->kind != LAUNCH_SCRIPT && l->kind != LAUNCH_MODULE))
		return;
	for (size_t i = 0; i < l->args.n; i++) {
		const struct node *word = l->args.at[i].value;
		struct str name = word->kind == NODE_STR ? word->text : (struct str){0};
		size_t equals = str_chr(name, '=', 0);
		uint32_t file;
		struct finding *f;

		if (equals != SIZE_MAX)
			name = str_sub(name, equals + 1, name.n);
		if (!str_ends(name, STR(".yaml")) && !str_ends(name, STR(".yml")))
			continue;
		/* As it stands: another file of that name may be the one that is meant elsewhere. */
		file = files_find(c->repo->files, eval_path(c->arena, launched_folder(c, l), name));
		/* One that the script itself writes belongs to the script's own file. */
		if (!file || draft_has(d, files_parent(c->repo->files, file)) ||
		    handed_on(d->trace, NULL, str_tail(name, '/')))
			continue;
		f = findings_add(c->findings, RULE_DEAD_SETTING, word->at,
				 "%.*s is named here, and nothing that is started opens it",
				 STR_ARG(name));
		if (f)
			f->job = index;
	}
}

void dead_settings_report(struct draft_context *c, const struct draft *d, size_t index)
{
	report_noted(c, d, index);
	/* An evaluation that was cut short did not see everything. */
	if (!d->trace || d->trace->spent.n)
		return;
	report_quantization(c, d, index);
	report_config(c, d, index);
}
