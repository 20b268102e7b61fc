#include "loop_carried.h"
#include "statement_parts.h"
#include "written_tokens.h"

/* Steps that one loop may take before the rest of it is given up. */
enum { LOOP_STEPS = 20000, TRIAL_STEPS = 5000 };

/* By how much a loop over a mapping's members may have more rounds than others. */
enum { MAPPING_ROUNDS = 4 };

/* Of a loop in which nothing is learned: steps of a round that are worth a look at each, and of a trial. */
enum { IDLE_ROUNDS = 2, IDLE_STEPS = 40, IDLE_TRIAL_STEPS = 500 };

/*
 * Whether what runs makes data, in a generator, or evaluates, without gradients: after two rounds of such a loop the next
 * are no other. What a constructor makes counts round by round.
 */
static bool is_idle(const struct interpreter *py)
{
	return (py->no_gradients || py->generators) && !py->constructors;
}

/* Whether a value was computed from another, as far as its provenance tells. */
static bool derived(const struct node *n, const struct node *from, int depth)
{
	if (!n || depth > 6)
		return false;
	if (n == from)
		return true;
	if (py_is_number(n) || n->kind == NODE_STR || n->kind == NODE_EITHER || (n->kind == NODE_LIST && !n->open))
		return derived(n->from[0], from, depth + 1) || derived(n->from[1], from, depth + 1);
	return false;
}

static bool all_lists(const struct node *either)
{
	if (either->kind != NODE_EITHER)
		return false;
	for (size_t i = 0; i < either->as.items.n; i++)
		if (either->as.items.at[i]->kind != NODE_LIST)
			return false;
	return true;
}

/* A list to which an undecided arm of the pass appends: it has grown or not. */
static struct node *grown(struct interpreter *py, const struct node *before)
{
	struct node *list = node_copy(py->arena, before);

	list->open = true;
	return list;
}

/* The first element behind n of a list, or one of its further ones; of the longest of several. */
static const struct node *element_behind(const struct node *lists, size_t n)
{
	const struct node *out = NULL;

	if (lists->kind == NODE_LIST && lists->as.items.n > n)
		return lists->as.items.at[n];
	if (lists->kind == NODE_LIST && lists->open)
		return lists->from[1];
	for (size_t i = 0; lists->kind == NODE_EITHER && !out && i < lists->as.items.n; i++)
		out = element_behind(lists->as.items.at[i], n);
	return out;
}

/* Joins the state after one pass of a loop of unknown length with the state before it. */
static void join_pass(struct interpreter *py, struct changes *after)
{
	const struct changes none = {0};

	for (size_t i = 0; i < after->n; i++) {
		struct change *c = &after->at[i];
		const struct node *more;

		/* A name that the body deletes is gone. */
		if (!c->value)
			continue;
		more = c->node && c->node->kind == NODE_LIST ? element_behind(c->value, c->node->as.items.n) : NULL;
		/* words = words + [word]: the list is another one each time, and grows. */
		if (c->cell && c->cell->value && c->value != c->cell->value && c->value->kind == NODE_LIST &&
		    c->cell->value->kind == NODE_LIST && derived(c->value, c->cell->value, 0))
			c->value = grown(py, c->cell->value);
		else if (c->cell && c->cell->value && c->value != c->cell->value &&
			 derived(c->value, c->cell->value, 0))
			c->value = py_unknown(py, c->value->at, "%.*s changes in a loop",
					      STR_ARG(c->cell->name));
		else if (c->node && c->node->kind == NODE_LIST && all_lists(c->value))
			c->value = grown(py, c->node);
		else if (c->node && c->node->kind == NODE_LIST && c->value->kind == NODE_LIST)
			c->value->open =
			    c->value->open || c->value->as.items.n != c->node->as.items.n;
		else if (c->node && torch_container_is(c->node))
			c->value->open |= c->value->as.pairs.n != c->node->as.pairs.n;
		/* A list that grows is the list with an unknown rest, not one of two lists. */
		if (c->node && c->value->kind == NODE_LIST && c->value->open) {
			c->value->as.items.n = c->node->as.items.n;
			c->value->from[1] = more ? more : c->value->from[1];
		}
	}
	/* What a loop sets where nothing was is taken to be set: loops that train do run. */
	trail_join(&py->trail, after, &none, (struct arms){0});
}

/* "for k, v in settings_of_a_file.items(): config[k] = v": no loop of no rounds is an alternative to that. */
static void doubt_again(struct interpreter *py, size_t from)
{
	const size_t n = py->doubts.n;

	for (size_t i = from; i < n; i++)
		(py->doubts.at[i].node->kind == NODE_MAP ? py_map_doubt : py_attr_doubt)(
			py, py->doubts.at[i].node, py->doubts.at[i].by);
	/* Once each for the loop around this one. */
	py->doubts.n = n;
}

/* What grows in the body has a rest that is not known, even if this pass did not come by there. */
static void open_grown(struct interpreter *py, size_t from)
{
	for (size_t i = from; i < py->growing.n; i++) {
		/* The loop's own note of it. */
		struct node *list = (struct node *)(uintptr_t)py->growing.at[i];

		if (!list->open) {
			trail_node(&py->trail, list);
			list->open = true;
		}
	}
	py->growing.n = from;
}

/* The body once, for an iteration of which nothing is known. */
static enum flow pass(struct interpreter *py, const struct py_stmt *s, struct node *element)
{
	const struct py_block *body = s->kind == STMT_FOR ? &s->as.loop.body : &s->as.branch.body;
	struct fork fork = trail_fork(&py->trail);
	size_t growing = py->growing.n, doubts = py->doubts.n;
	struct fork around = py->blind_from;
	struct changes after;
	enum flow flow;

	py_forget_carried(py, body);
	py_forget_read(py, body);
	if (s->kind == STMT_FOR)
		py_assign(py, s->as.loop.target, element);
	py->blind++;
	py->blind_from = fork;
	flow = py_run_block(py, body, 0);
	py->blind_from = around;
	py->blind--;
	after = trail_undo(&py->trail, fork);
	if (flow == FLOW_RETURN)
		trail_redo(&py->trail, &after);
	else
		join_pass(py, &after);
	doubt_again(py, doubts);
	open_grown(py, growing);
	py->frame->maybe_broken |= flow == FLOW_BREAK;
	return flow == FLOW_RETURN || flow == FLOW_EXIT ? flow : FLOW_NEXT;
}

static enum flow over_items(struct interpreter *py, const struct py_stmt *s, struct node *const *items,
			    size_t n, uint64_t until);

/* The rest of a loop that an undecided break may have ended. */
static enum flow maybe_rest(struct interpreter *py, const struct py_stmt *s, struct node *const *items,
			    size_t n, uint64_t until)
{
	struct choice c = py_choose(py, STR("the loop goes on"), s->at);
	enum flow flow;

	py_arm_begin(py, &c, 0);
	flow = over_items(py, s, items, n, until);
	py_arm_end(py, &c, 0);
	py_arm_begin(py, &c, 1);
	py_arm_end(py, &c, 1);
	py_choice_join(py, &c);
	py->frame->maybe_broken = true;
	return flow == FLOW_BREAK || flow == FLOW_CONTINUE ? flow : FLOW_NEXT;
}

static enum flow run_else(struct interpreter *py, void *context)
{
	const struct py_stmt *s = context;

	return py_run_block(py, s->kind == STMT_FOR ? &s->as.loop.orelse : &s->as.branch.orelse, 0);
}

static enum flow run_nothing(struct interpreter *py, void *context)
{
	(void)py;
	(void)context;
	return FLOW_NEXT;
}

/* The else of a loop; if an undecided break may have ended that, it may run. */
static enum flow loop_else(struct interpreter *py, const struct py_stmt *s)
{
	const struct py_block none = {0};
	struct undecided u = {.at = s->at,
			      .text = STR("the loop goes on to its end"),
			      .run = {run_else, run_nothing},
			      .context = (void *)(uintptr_t)s};
	bool took_rest;

	if (!(s->kind == STMT_FOR ? s->as.loop.orelse.n : s->as.branch.orelse.n))
		return FLOW_NEXT;
	return py->frame->maybe_broken ? py_undecided(py, &u, &none, 0, &took_rest) : run_else(py, u.context);
}

static enum flow over_items(struct interpreter *py, const struct py_stmt *s, struct node *const *items,
			    size_t n, uint64_t until)
{
	size_t growing = py->growing.n;
	uint64_t begun = py->steps;

	for (size_t i = 0; i < n; i++) {
		enum flow flow;

		if (i == IDLE_ROUNDS && n > IDLE_ROUNDS * 2 && is_idle(py) && py->steps - begun > IDLE_ROUNDS * IDLE_STEPS)
			return pass(py, s, py_unknown(py, s->as.loop.target->at, "one of many"));
		py_assign(py, s->as.loop.target, items[i]);
		flow = py_run_block(py, &s->as.loop.body, 0);
		if (flow == FLOW_BREAK)
			return FLOW_BREAK;
		if (flow == FLOW_RETURN || flow == FLOW_RAISE || flow == FLOW_EXIT)
			return flow;
		if (py->steps > until) {
			if (i + 1 < n)
				*vec_push(py->arena, &py->trace->left) = s->at;
			py_forget_carried(py, &s->as.loop.body);
			py->growing.n = growing;
			return FLOW_NEXT;
		}
		if (py->frame->maybe_broken && i + 1 < n) {
			py->frame->maybe_broken = false;
			return maybe_rest(py, s, items + i + 1, n - i - 1, until);
		}
	}
	return FLOW_NEXT;
}

static enum flow over_set(struct interpreter *py, const struct py_stmt *s, struct node *const *items,
			  size_t n)
{
	return over_items(py, s, items, n, py->steps + LOOP_STEPS);
}

/* What an iterator of the repository's own gives first stands for all of it only where it is not a plain value. */
static struct node *first_of(struct interpreter *py, struct node *iterable, struct span at)
{
	struct node *first = py_next(py, iterable, at);

	return node_known(first) ? py_unknown_of(py, at, first) : first;
}

/* "for k, v in config.items()", "for k in config": configs have a hundred keys, and each is one of its own. */
static bool over_mapping(const struct node *iterable)
{
	const struct node *first = iterable->kind == NODE_LIST && iterable->as.items.n ? iterable->as.items.at[0] : NULL;

	return iterable->kind == NODE_MAP || (first && first->kind == NODE_TUPLE && first->as.items.n == 2 &&
					      first->as.items.at[0]->kind == NODE_STR);
}

static enum flow for_loop(struct interpreter *py, const struct py_stmt *s)
{
	uint32_t rounds = py->budget.loop;
	struct node *iterable, *items, *element;
	uint32_t outermost = py->outermost;
	int64_t length;
	enum flow flow;

	/* What is looped over is made once, before. */
	py->outermost = --py->loops ? outermost : 0;
	iterable = py_eval(py, s->as.loop.iter);
	py->loops++;
	py->outermost = outermost;
	py_note_stride(py, s->as.loop.iter);
	py_note_loader(py, iterable, s->as.loop.iter->at);
	if (over_mapping(iterable))
		rounds *= MAPPING_ROUNDS;
	if (!py_len(py, iterable, &length))
		length = 0;
	if (iterable->kind == NODE_OBJECT && iterable->code == py_tag_range)
		py->rounds = length;
	/* range(100000) is not worth a list. */
	items = length > rounds ? NULL : py_members(py, iterable, s->as.loop.iter->at);
	if (items && !items->open && py_unordered(iterable) &&
	    items->as.items.n <= rounds) {
		flow = py_run_both_ways(py, s, items, over_set);
	} else if (items && !items->open && items->as.items.n <= rounds) {
		flow = over_items(py, s, items->as.items.at, items->as.items.n,
				  py->steps + LOOP_STEPS);
	} else {
		element = items && items->as.items.n
			      ? py_part_of(py, py_unknown(py, s->as.loop.iter->at, "one of many"),
					   s->as.loop.target->at)
			      : first_of(py, iterable, s->as.loop.target->at);
		if (iterable->kind == NODE_OBJECT && iterable->code == py_tag_range)
			element = py_unknown(py, s->as.loop.target->at, "one of a range");
		flow = pass(py, s, element);
	}
	if (flow == FLOW_NEXT)
		return loop_else(py, s);
	return flow == FLOW_BREAK ? FLOW_NEXT : flow;
}

/* Runs a loop as it is, as far as its condition is known; false if that does not come to an end. */
static bool trial(struct interpreter *py, const struct py_stmt *s, enum flow *flow)
{
	uint64_t until = py->steps + (is_idle(py) ? IDLE_TRIAL_STEPS : TRIAL_STEPS);
	bool endless = s->as.branch.test->kind == EXPR_TRUE;
	size_t calls = py->trace->n;

	for (uint32_t i = 0; i < py->budget.loop && py->steps < until; i++) {
		enum truth t = py_condition(py, s->as.branch.test);

		*flow = FLOW_NEXT;
		if (t == TRUTH_NO)
			return true;
		if (t == TRUTH_MAYBE)
			return false;
		*flow = py_run_block(py, &s->as.branch.body, 0);
		if (*flow != FLOW_NEXT && *flow != FLOW_CONTINUE)
			return true;
		/* "while True" around calls to libraries is a training loop: its first pass is none. */
		if (py->frame->maybe_broken || (endless && py->trace->n > calls))
			return false;
	}
	return false;
}

static enum flow while_loop(struct interpreter *py, const struct py_stmt *s)
{
	struct fork fork = trail_fork(&py->trail);
	size_t calls = py->trace->n, growing = py->growing.n;
	enum flow flow = FLOW_NEXT;

	if (trial(py, s, &flow)) {
		trail_keep(&py->trail, fork);
		return flow == FLOW_NEXT    ? loop_else(py, s)
		       : flow == FLOW_BREAK ? FLOW_NEXT
					    : flow;
	}
	/* It does not end while we watch: forget the trial, and take one pass of which nothing is known. */
	trail_undo(&py->trail, fork);
	py->trace->n = calls;
	py_forget_carried(py, &s->as.branch.body);
	flow = pass(py, s, NULL);
	py->growing.n = growing;
	return flow == FLOW_NEXT ? loop_else(py, s) : flow;
}

enum flow py_run_loop(struct interpreter *py, const struct py_stmt *s)
{
	bool outer = py->frame->maybe_broken;
	struct py_writing writing = py_begin_writing(py, s);
	uint32_t outermost = py->outermost;
	int64_t around = py->rounds;
	enum flow flow;

	py->frame->maybe_broken = false;
	py->loops++;
	py->rounds = 0;
	if (!outermost)
		py->outermost = ++py->noutermost;
	if (s->kind == STMT_WHILE)
		py_note_grown(py, s->as.branch.test);
	flow = s->kind == STMT_FOR ? for_loop(py, s) : while_loop(py, s);
	py->loops--;
	py->outermost = outermost;
	py->rounds = around;
	py->frame->maybe_broken = outer;
	py_note_written(py, &writing, s);
	return flow == FLOW_BREAK || flow == FLOW_CONTINUE ? FLOW_NEXT : flow;
}
