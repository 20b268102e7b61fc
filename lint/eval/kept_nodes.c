#include "kept_nodes.h"

/** What a copy is of: a node, a call, or what its caller copies. */
enum kept_kind { KEPT_NODE, KEPT_CALL, KEPT_OTHER };

/** What was copied, and its copy. */
struct kept {
	const void *of;
	void *copy;
	enum kept_kind what;
};

static size_t hash_of(const void *of)
{
	return (size_t)((uintptr_t)of * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static size_t hash_at(const void *kept, size_t at)
{
	return hash_of(((const struct kept *)kept)[at].of);
}

static void note(struct keeper *k, struct kept kept)
{
	*vec_push(&k->scratch, k) = kept;
	hash_index_add(&k->scratch, &k->index, k->n, hash_at, k->at);
}

bool keep_has(const struct keeper *k, const void *p)
{
	return arena_holds(k->from, p) || (k->code && arena_holds(k->code, p));
}

void *keep_known(const struct keeper *k, const void *of)
{
	size_t slot = hash_of(of);

	for (uint32_t at; (at = hash_index_next(&k->index, &slot));)
		if (k->at[at - 1].of == of)
			return k->at[at - 1].copy;
	return NULL;
}

void keep_note(struct keeper *k, const void *of, void *copy)
{
	note(k, (struct kept){of, copy, KEPT_OTHER});
}

struct str keep_text(const struct keeper *k, struct str text)
{
	return text.n && keep_has(k, text.s) ? str_dup(k->to, text) : text;
}

void *keep_array(struct keeper *k, const void *at, size_t n, size_t size)
{
	void *copy = arena_array(k->to, n, size, _Alignof(max_align_t));

	if (n)
		memcpy(copy, at, n * size);
	return copy;
}

/* A copy, of which keep_end() makes the parts whole; what lies elsewhere is shared. */
static void *keep_one(struct keeper *k, const void *of, size_t size, size_t align, enum kept_kind what)
{
	void *copy;

	/* Who copies has all of it: nobody else looks at what it was. */
	if (!of || !keep_has(k, of))
		return (void *)(uintptr_t)of;
	copy = keep_known(k, of);
	if (copy)
		return copy;
	copy = arena_bytes(k->to, size, align);
	memcpy(copy, of, size);
	note(k, (struct kept){of, copy, what});
	return copy;
}

struct node *keep_node(struct keeper *k, const struct node *n)
{
	return keep_one(k, n, sizeof(*n), _Alignof(struct node), KEPT_NODE);
}

/* What made a value, which is asked of calls that are wanted only. */
static struct call *keep_call(struct keeper *k, const struct call *call)
{
	if (call && k->wanted && !k->wanted(call))
		return NULL;
	return keep_one(k, call, sizeof(*call), _Alignof(struct call), KEPT_CALL);
}

/* Elements of a list that settings may be among. */
enum { ROWS_MAX = 256 };

static void keep_items(struct keeper *k, struct node *n)
{
	size_t kept = 0;

	KEEP_VEC(k, &n->as.items);
	if (k->settings_only && n->as.items.n > ROWS_MAX) {
		for (size_t i = 0; i < n->as.items.n; i++)
			if (i < ROWS_MAX || n->as.items.at[i]->kind == NODE_STR)
				n->as.items.at[kept++] = n->as.items.at[i];
		n->as.items.n = kept;
		n->open = true;
	}
	for (size_t i = 0; i < n->as.items.n; i++)
		n->as.items.at[i] = keep_node(k, n->as.items.at[i]);
}

static void keep_pairs(struct keeper *k, struct node *n)
{
	KEEP_VEC(k, &n->as.pairs);
	for (size_t i = 0; i < n->as.pairs.n; i++) {
		n->as.pairs.at[i].key = keep_node(k, n->as.pairs.at[i].key);
		n->as.pairs.at[i].value = keep_node(k, n->as.pairs.at[i].value);
	}
}

/* A text may be a condition: milestones only make searches shorter, and code is the first that asks the same. */
static void keep_condition(struct keeper *k, struct node *n)
{
	n->as.condition.milestone = NULL;
	n->as.condition.every = keep_node(k, n->as.condition.every);
	n->as.condition.texts = keep_node(k, n->as.condition.texts);
	n->code = keep_node(k, n->code);
}

static void keep_parts(struct keeper *k, struct node *n)
{
	switch ((int)n->kind) {
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_EITHER:
		keep_items(k, n);
		break;
	case NODE_MAP:
	case NODE_OBJECT:
		keep_pairs(k, n);
		break;
	case NODE_STR:
		keep_condition(k, n);
		return;
	case NODE_METHOD:
		n->as.self = keep_node(k, n->as.self);
		break;
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
		n->kind = NODE_UNKNOWN;
		n->text = STR("code of the repository");
		memset(&n->as, 0, sizeof(n->as));
		break;
	default:
		break;
	}
	n->code = NULL;
}

/* What a value was computed from: of a condition those around it. */
static const struct node *keep_source(struct keeper *k, const struct node *n, const struct node *source)
{
	static const struct node some = {.kind = NODE_UNKNOWN, .text = STR_INIT("computed")};

	if (k->settings_only && source && !(n->kind == NODE_STR && n->code) && keep_has(k, source))
		return &some;
	return keep_node(k, source);
}

static void fill_node(struct keeper *k, struct node *n)
{
	n->text = keep_text(k, n->text);
	n->how = keep_text(k, n->how);
	n->made = keep_call(k, n->made);
	for (size_t i = 0; i < NODE_FROM_MAX; i++)
		n->from[i] = keep_source(k, n, n->from[i]);
	n->when = keep_node(k, n->when);
	keep_parts(k, n);
}

static void fill_call(struct keeper *k, struct call *call)
{
	call->callee = keep_text(k, call->callee);
	call->method = keep_text(k, call->method);
	call->owner = keep_text(k, call->owner);
	call->self = keep_node(k, call->self);
	call->result = keep_node(k, call->result);
	call->guard = keep_node(k, call->guard);
	call->host = keep_call(k, call->host);
	KEEP_VEC(k, &call->args);
	for (size_t i = 0; i < call->args.n; i++) {
		call->args.at[i].name = keep_text(k, call->args.at[i].name);
		call->args.at[i].value = keep_node(k, call->args.at[i].value);
	}
	KEEP_VEC(k, &call->names);
	for (size_t i = 0; i < call->names.n; i++)
		call->names.at[i] = keep_text(k, call->names.at[i]);
	/* What a trainer is called in is asked when its job is read. */
	call->within = NULL;
}

static void keep_dead(struct keeper *k, struct trace *trace)
{
	KEEP_VEC(k, &trace->dead);
	for (size_t i = 0; i < trace->dead.n; i++) {
		struct dead *dead = &trace->dead.at[i];

		dead->name = keep_text(k, dead->name);
		dead->value = keep_node(k, dead->value);
		dead->winning = keep_node(k, dead->winning);
	}
}

struct trace *keep_trace(struct keeper *k, const struct trace *trace)
{
	struct trace *copy = arena_new(k->to, struct trace);

	copy->at = trace->at;
	copy->n = trace->n;
	KEEP_VEC(k, copy);
	copy->n = 0;
	for (size_t i = 0; i < trace->n; i++)
		if ((copy->at[copy->n] = keep_call(k, trace->at[i])))
			copy->n++;
	copy->dead.at = trace->dead.at;
	copy->dead.n = trace->dead.n;
	keep_dead(k, copy);
	copy->configs.at = trace->configs.at;
	copy->configs.n = trace->configs.n;
	KEEP_VEC(k, &copy->configs);
	for (size_t i = 0; i < copy->configs.n; i++)
		copy->configs.at[i] = keep_node(k, copy->configs.at[i]);
	copy->spent = keep_text(k, trace->spent);
	copy->lacking = trace->lacking;
	return copy;
}

void keep_end(struct keeper *k)
{
	/* Nodes are chains as long as a program's loops have rounds: one after the other, not one in the other. */
	for (; k->done < k->n; k->done++) {
		struct kept kept = k->at[k->done];

		if (kept.what == KEPT_NODE)
			fill_node(k, kept.copy);
		else if (kept.what == KEPT_CALL)
			fill_call(k, kept.copy);
	}
	arena_free(&k->scratch);
}
