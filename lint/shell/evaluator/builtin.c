/* The builtins of bash that scripts use: a row each. */
#include "builtin.h"

struct str sh_call_word(const struct sh_call *c, size_t i)
{
	struct str text = {0};

	if (i < c->fields->n)
		sh_field_text(c->ev, &c->fields->at[i], &text);
	return text;
}

void sh_call_unknown(struct sh_eval *ev, struct str name, const char *why, struct span at)
{
	if (sh_name_length(name) == name.n && name.n)
		sh_set(&ev->state, name, sh_value_unknown(ev->arena, str_of(why), at));
}

static enum sh_flow ok(const struct sh_call *c)
{
	c->ev->truth = sh_truth_known(true);
	return SH_NEXT;
}

static enum sh_flow fails(const struct sh_call *c)
{
	c->ev->truth = sh_truth_known(false);
	return SH_NEXT;
}

static enum sh_flow maybe(const struct sh_call *c)
{
	c->ev->truth = sh_truth_maybe;
	return SH_NEXT;
}

static enum sh_flow unset(const struct sh_call *c)
{
	for (size_t i = 1; i < c->fields->n; i++) {
		struct str name = sh_call_word(c, i);

		if (!name.n || name.s[0] == '-')
			continue;
		if (sh_name_length(name) == name.n)
			sh_set(&c->ev->state, name, &sh_unset);
		else
			sh_call_unknown(c->ev, str_sub(name, 0, sh_name_length(name)),
					"an array with an element unset", c->cmd->at);
	}
	return ok(c);
}

static enum sh_flow set(const struct sh_call *c)
{
	size_t i = 1;

	for (; i < c->fields->n; i++) {
		struct str w = sh_call_word(c, i);

		if (str_is(w, "--")) {
			sh_set_args(c->ev, c->fields, i + 1);
			return ok(c);
		}
		if (w.n < 2 || (w.s[0] != '-' && w.s[0] != '+'))
			break;
		if (str_chr(w, 'a', 1) != SIZE_MAX)
			c->ev->export_all = w.s[0] == '-';
		/* "set -eou pipefail": the option's name follows the word, wherever in it the letter stands. */
		if (str_chr(w, 'o', 1) != SIZE_MAX) {
			i++;
			if (str_is(sh_call_word(c, i), "allexport"))
				c->ev->export_all = w.s[0] == '-';
		}
	}
	if (i < c->fields->n)
		sh_set_args(c->ev, c->fields, i);
	return ok(c);
}

static enum sh_flow shift(const struct sh_call *c)
{
	const struct sh_value *args = sh_get(&c->ev->state, SH_ARGS);
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, args->at);
	int64_t n = 1;

	if (c->fields->n > 1 && !str_to_int(sh_call_word(c, 1), &n))
		n = 1;
	c->ev->truth = (int64_t)args->entries.n >= n ? sh_truth_known(true) : sh_truth_maybe;
	if (n < 0 || (int64_t)args->entries.n < n)
		return SH_NEXT;
	v->open = args->open;
	for (size_t i = (size_t)n; i < args->entries.n; i++) {
		struct sh_entry e = *sh_entries_at(args->entries, i);

		e.index = (int64_t)(i - (size_t)n);
		sh_entries_push(c->ev->arena, &v->entries, e);
	}
	v->depth = v->entries.depth;
	sh_work(&c->ev->state, v->entries.n);
	sh_set(&c->ev->state, SH_ARGS, v);
	return SH_NEXT;
}

static enum sh_flow change_directory(const struct sh_call *c)
{
	size_t i = 1;
	const struct sh_value *old;

	while (i < c->fields->n &&
	       (str_is(sh_call_word(c, i), "-P") || str_is(sh_call_word(c, i), "-L") ||
		str_is(sh_call_word(c, i), "--")))
		i++;
	if (i < c->fields->n && str_is(sh_call_word(c, i), "-")) {
		old = sh_get(&c->ev->state, STR("OLDPWD"));
		if (old->kind == SH_VALUE_SCALAR)
			sh_chdir(c->ev, old->parts);
	} else if (i < c->fields->n) {
		sh_chdir(c->ev, c->fields->at[i].parts);
	} else {
		sh_set(&c->ev->state, SH_CWD,
		       sh_value_unknown(c->ev->arena, STR("the home directory"), c->cmd->at));
	}
	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_YES};
	return SH_NEXT;
}

static enum sh_flow push_directory(const struct sh_call *c)
{
	const struct sh_value *cwd = sh_get(&c->ev->state, SH_CWD), *stack = sh_get(&c->ev->state, STR(" dirs"));
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);

	if (stack->kind == SH_VALUE_ARRAY)
		v->entries = stack->entries;
	sh_entries_push(c->ev->arena, &v->entries, (struct sh_entry){.value = cwd});
	sh_set(&c->ev->state, STR(" dirs"), v);
	return change_directory(c);
}

static enum sh_flow pop_directory(const struct sh_call *c)
{
	const struct sh_value *stack = sh_get(&c->ev->state, STR(" dirs"));
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);

	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_YES};
	if (stack->kind != SH_VALUE_ARRAY || !stack->entries.n)
		return SH_NEXT;
	v->entries = stack->entries;
	v->entries.n--;
	sh_set(&c->ev->state, SH_CWD, sh_entries_at(stack->entries, v->entries.n)->value);
	sh_set(&c->ev->state, STR(" dirs"), v);
	return SH_NEXT;
}

static enum sh_flow source(const struct sh_call *c)
{
	uint32_t id = c->fields->n > 1 ? sh_find_elsewhere(c->ev, c->fields->at[1].parts) : 0;

	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_YES};
	return id ? sh_source_file(c->ev, id, c->fields, 2) : SH_NEXT;
}

/* Whether the known text of a word means itself when it is read as code once more. */
static bool is_plain(const struct sh_field *field)
{
	for (size_t i = 0; i < field->parts.n; i++) {
		const struct sh_part *part = sh_parts_at(field->parts, i);

		for (size_t k = 0; part->kind == PART_TEXT && k < part->text.n; k++)
			if (memchr("\"'`$;&|<>(){}\\#*?[!", part->text.s[k], sizeof("\"'`$;&|<>(){}\\#*?[!") - 1))
				return false;
	}
	return true;
}

/* Whether output goes elsewhere from a word on: "&>log", "2>&1", "|". */
static bool ends_words(struct sh_eval *ev, const struct sh_field *field)
{
	static const char *const marks[] = {"&>", ">", "2>", "1>", "|"};
	struct str text;

	if (field->n_picks || !sh_parts_known(ev->arena, field->parts, &text))
		return false;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (str_starts(text, str_of(marks[i])))
			return true;
	return false;
}

/*
 * The words of one command of which some are there under conditions only (eval $cmd, of options that branches chose):
 * read as code they would be one text for each way that the branches can go. False if they are more than a command.
 */
static bool one_command(const struct sh_call *c, struct sh_fields *words)
{
	bool undecided = false;

	for (size_t i = 1; i < c->fields->n; i++) {
		const struct sh_field *field = &c->fields->at[i];

		if (words->n && ends_words(c->ev, field))
			break;
		if (!is_plain(field))
			return false;
		undecided |= field->n_picks > 0;
		*vec_push(c->ev->arena, words) = *field;
	}
	return undecided && !words->at[0].n_picks && words->at[0].parts.n == 1 &&
	       sh_parts_at(words->at[0].parts, 0)->kind == PART_TEXT;
}

static enum sh_flow evaluate(const struct sh_call *c)
{
	struct sh_fields words = {.open = c->fields->open};

	if (one_command(c, &words))
		return sh_run_words(c->ev, c->cmd, &words);
	return sh_eval_fields(c->ev, c->fields, 1, c->fields->n, false);
}

/** The command without its first `skip` words. */
static enum sh_flow rest(const struct sh_call *c, size_t skip)
{
	struct sh_fields fields = {.open = c->fields->open};

	for (size_t i = skip; i < c->fields->n; i++)
		*vec_push(c->ev->arena, &fields) = c->fields->at[i];
	return fields.n ? sh_run_words(c->ev, c->cmd, &fields) : SH_NEXT;
}

static enum sh_flow exec_command(const struct sh_call *c)
{
	size_t i = 1;

	while (i < c->fields->n && sh_call_word(c, i).n > 1 && sh_call_word(c, i).s[0] == '-')
		i += str_is(sh_call_word(c, i), "-a") ? 2 : 1;
	if (i >= c->fields->n)
		return ok(c);
	rest(c, i);
	return SH_EXIT;
}

static enum sh_flow command(const struct sh_call *c)
{
	if (str_is(sh_call_word(c, 1), "-v") || str_is(sh_call_word(c, 1), "-V")) {
		sh_print_path(c, 2);
		return maybe(c);
	}
	return rest(c, str_is(sh_call_word(c, 1), "-p") ? 2 : 1);
}

static enum sh_flow which(const struct sh_call *c)
{
	sh_print_path(c, 1);
	return maybe(c);
}

static enum sh_flow leave_script(const struct sh_call *c)
{
	int64_t n;

	if (str_to_int(sh_call_word(c, 1), &n))
		c->ev->truth = sh_truth_known(n == 0);
	for (size_t i = 0; i < c->ev->world->nbehind; i++)
		if (c->ev->world->behind[i].file == c->cmd->at.file && c->ev->world->behind[i].off == c->cmd->at.off)
			return SH_NEXT;
	/* What stands below a bare exit is meant not to run. */
	if (!c->ev->dry)
		c->ev->stop = c->ev->skipped && (c->ev->nesting > 1 || c->ev->calls) ? c->cmd->at : (struct span){0};
	return SH_EXIT;
}

static enum sh_flow leave_function(const struct sh_call *c)
{
	enum sh_flow flow = leave_script(c);

	return c->ev->calls ? SH_RETURN : flow;
}

static enum sh_flow leave_loop(const struct sh_call *c)
{
	if (!str_to_int(sh_call_word(c, 1), &c->ev->levels) || c->ev->levels < 1)
		c->ev->levels = 1;
	return str_is(sh_call_word(c, 0), "break") ? SH_BREAK : SH_CONTINUE;
}

static enum sh_flow bracket(const struct sh_call *c)
{
	struct sh_eval *ev = c->ev;
	bool closed = str_is(sh_call_word(c, 0), "[");
	struct sh_fields again = {0};

	ev->truth = sh_bracket(ev, c->fields, 1, c->fields->n - (closed && c->fields->n > 1));
	if (ev->truth.now != SH_MAYBE || ev->state.assume)
		return SH_NEXT;
	ev->state.assume = true;
	for (size_t i = 0; i < c->cmd->items.n; i++)
		if (c->cmd->items.at[i].word)
			sh_fields(ev, c->cmd->items.at[i].word, &again);
	if (again.n)
		ev->truth.assumed =
		    sh_bracket(ev, &again, 1, again.n - (closed && again.n > 1)).now;
	ev->state.assume = false;
	return SH_NEXT;
}

static enum sh_flow let(const struct sh_call *c)
{
	int64_t n = 0;
	bool known = c->fields->n > 1;

	for (size_t i = 1; i < c->fields->n; i++)
		known = sh_arith_int(&c->ev->state, c->fields->at[i].parts, &n);
	c->ev->state.need = NULL;
	c->ev->truth = known ? sh_truth_known(n != 0) : sh_truth_maybe;
	return SH_NEXT;
}

static enum sh_flow getopts(const struct sh_call *c)
{
	sh_call_unknown(c->ev, sh_call_word(c, 2), "an option of the script", c->cmd->at);
	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_NO};
	return SH_NEXT;
}

static const struct {
	const char *name;
	enum sh_flow (*run)(const struct sh_call *c);
} builtins[] = {
    {":", ok},
    {"true", ok},
    {"false", fails},
    {"echo", sh_echo},
    {"printf", sh_printf},
    {"export", sh_declare},
    {"declare", sh_declare},
    {"typeset", sh_declare},
    {"local", sh_declare},
    {"readonly", sh_declare},
    {"unset", unset},
    {"set", set},
    {"shift", shift},
    {"cd", change_directory},
    {"pushd", push_directory},
    {"popd", pop_directory},
    {"source", source},
    {".", source},
    {"eval", evaluate},
    {"exec", exec_command},
    {"command", command},
    {"builtin", command},
    {"which", which},
    {"exit", leave_script},
    {"return", leave_function},
    {"break", leave_loop},
    {"continue", leave_loop},
    {"[", bracket},
    {"test", bracket},
    {"let", let},
    {"getopts", getopts},
    {"read", sh_read},
    {"mapfile", sh_mapfile},
    {"readarray", sh_mapfile},
    {"pwd", sh_pwd},
    {"shopt", ok},
    {"trap", ok},
    {"ulimit", ok},
    {"umask", ok},
    {"wait", ok},
    {"sleep", ok},
    {"alias", ok},
    {"unalias", ok},
    {"type", maybe},
    {"hash", maybe},
    {"jobs", ok},
    {"kill", ok},
    {"disown", ok},
    {"bind", ok},
    {"times", ok},
    {"fg", ok},
    {"bg", ok},
};

bool sh_builtin(struct sh_eval *ev, struct str name, const struct sh_cmd *cmd,
		const struct sh_fields *fields, enum sh_flow *flow)
{
	const struct sh_call c = {ev, cmd, fields};

	for (size_t i = 0; i < sizeof(builtins) / sizeof(*builtins); i++)
		if (name.n && name.s[0] == builtins[i].name[0] && str_is(name, builtins[i].name)) {
			*flow = builtins[i].run(&c);
			return true;
		}
	return false;
}
