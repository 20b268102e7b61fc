/* Launches as they are recorded: words, environment, working directory. */
#include "strip_launchers.h"

enum { ARGS_MAX = 20000 };

struct launch_word launch_word_of(struct sh_eval *ev, const struct sh_field *field)
{
	struct launch_word w = {.many = field->many, .lost = field->lost};
	struct sh_parts parts = field->parts;
	struct str rooted;
	uint32_t copied;
	size_t i = 0;

	w.value = sh_parts_node(ev->arena, parts, field->at);
	w.rooted =
	    !parts.depth && sh_parts_rooted(ev->arena, parts, &rooted) && w.value->kind == NODE_STR;
	copied = parts.depth || w.rooted ? 0 : sh_copied_word(ev, parts);
	if (copied) {
		w.value = node_str(ev->arena, files_at(ev->files, copied)->path, field->at);
		w.rooted = true;
		w.many = false;
	}
	if (w.value->kind == NODE_UNKNOWN && sh_written_word(ev, parts, &rooted, &w.rooted)) {
		w.value = node_str(ev->arena, rooted, field->at);
		w.many = false;
	}
	for (size_t k = 0; k < field->n_picks; k++)
		w.when = sh_when_and(
		    ev->arena, field->picks[k].fork->when[field->picks[k].alternative], w.when);
	for (size_t k = 0; field->from && k < NODE_FROM_MAX && field->from[k].value; k++) {
		if (!k)
			w.value->how = str_cat(ev->arena, STR("$"), field->from[k].name);
		w.value->from[k] = sh_value_node(ev->arena, field->from[k].value);
	}
	if (w.value->kind == NODE_STR) {
		w.head = w.tail = w.value->text;
	} else if (w.value->kind == NODE_UNKNOWN) {
		while (i < parts.n && sh_parts_at(parts, i)->kind == PART_TEXT)
			w.head = str_cat(ev->arena, w.head, sh_parts_at(parts, i++)->text);
		for (i = parts.n; i > 0 && sh_parts_at(parts, i - 1)->kind == PART_TEXT; i--)
			w.tail = str_cat(ev->arena, sh_parts_at(parts, i - 1)->text, w.tail);
		w.many &= !w.head.n && !w.tail.n;
		w.value->quoted = !w.many;
		if (parts.n == 1 && sh_parts_at(parts, 0)->missing)
			w.value->op = 'm';
	}
	return w;
}

static struct node *exported_value(struct sh_eval *ev, const struct sh_value *value)
{
	struct str path;
	bool rooted;

	if (value->kind == SH_VALUE_SCALAR && sh_written_word(ev, value->parts, &path, &rooted))
		return node_str(ev->arena, path, value->at);
	return sh_value_node(ev->arena, value);
}

const struct node *launch_environment(struct sh_eval *ev)
{
	struct launch_state *state = ev->commands.data;
	struct node *map;

	if (state->env && state->env_exports == ev->state.vars.exports)
		return state->env;
	map = node_new(ev->arena, NODE_MAP, (struct span){0});
	if (!sh_work(&ev->state, ev->state.vars.n))
		return map;
	for (size_t i = 0; i < ev->state.vars.n; i++) {
		const struct sh_slot *slot = &ev->state.vars.at[i];

		if (map->as.pairs.n >= EXPORTS_MAX) {
			sh_spent(&ev->state, "1000 exported variables");
			break;
		}
		if (!slot->exported || slot->value->kind == SH_VALUE_UNSET ||
		    slot->value->kind == SH_VALUE_CODE)
			continue;
		if (!ev->state.vars.at[i].key)
			ev->state.vars.at[i].key = node_str(ev->arena, slot->name, slot->value->at);
		*vec_push(ev->arena, &map->as.pairs) = (struct pair){slot->key, exported_value(ev, slot->value)};
	}
	state->env = map;
	state->env_exports = ev->state.vars.exports;
	return map;
}

static struct launch_word working_directory(struct sh_eval *ev)
{
	const struct sh_value *cwd = sh_get(&ev->state, SH_CWD);
	struct sh_field f = {.at = cwd->at};

	if (cwd->kind == SH_VALUE_SCALAR)
		f.parts = cwd->parts;
	else
		sh_parts_push(ev->arena, &f.parts,
			      sh_part_unknown(STR("the working directory"), cwd->at));
	return launch_word_of(ev, &f);
}

static bool same_words(const struct launch *x, const struct launch *y)
{
	if (x->kind != y->kind || x->args.n != y->args.n || x->guard != y->guard ||
	    x->env != y->env || !node_same(x->program.value, y->program.value))
		return false;
	for (size_t i = 0; i < x->args.n; i++)
		if (!node_same(x->args.at[i].value, y->args.at[i].value))
			return false;
	return true;
}

/** The same command again, in a loop that changed nothing about it. */
static bool is_repeated(const struct launches *out, const struct launch *l)
{
	for (size_t i = out->n, n = 0; i-- > 0 && n < 4; n++)
		if (out->at[i].at.off == l->at.off && out->at[i].at.file == l->at.file &&
		    same_words(&out->at[i], l))
			return true;
	return false;
}

void record_launch(struct stripping *p, enum launch_kind kind, const struct sh_field *program, size_t args)
{
	struct sh_eval *ev = p->ev;
	struct launches *out = p->state->out;
	struct launch l = {.kind = kind, .at = p->cmd->at, .file = ev->file, .guard = ev->guard};

	if (ev->dry || out->n >= LAUNCHES_MAX || !sh_work(&ev->state, p->fields.n)) {
		if (!ev->dry)
			sh_spent(&ev->state, "2000 commands that may launch something");
		return;
	}
	l.program = launch_word_of(ev, program);
	for (size_t i = args; i < p->fields.n && l.args.n < ARGS_MAX; i++)
		if (!p->fields.at[i].junk)
			*vec_push(ev->arena, &l.args) = launch_word_of(ev, &p->fields.at[i]);
	for (size_t i = 0; i < p->state->layers.n; i++)
		*vec_push(ev->arena, &l.layers) = p->state->layers.at[i];
	for (size_t i = 0; i < ev->running.n && ev->running.at[i] != ev->file; i++)
		*vec_push(ev->arena, &l.through) = ev->running.at[i];
	l.env = launch_environment(ev);
	l.cwd = working_directory(ev);
	l.batch = p->state->batch;
	l.background = ev->background;
	l.loop = ev->loops > 0;
	l.open = p->fields.open;
	if (is_repeated(out, &l))
		return;
	*vec_push(ev->arena, out) = l;
	for (size_t i = 0; i < p->cmd->breaks.n; i++)
		*vec_push(ev->arena, &out->breaks) =
		    (struct launch_break){p->cmd->breaks.at[i].kind, p->cmd->breaks.at[i].at,
					  p->cmd->breaks.at[i].lost, out->n - 1};
}
