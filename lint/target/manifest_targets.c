/*
 * Targets stated in YAML and JSON documents of schedulers and clouds. A row says what a key under a
 * parent means; the walk visits every mapping once, bounded by depth and number.
 */
#include "target.h"

enum { VISITS_MAX = 20000 };

enum meaning {
	/** A card's name, in a field that holds nothing else. */
	MEANS_GPU,
	/** A card's name if it is one. */
	MEANS_MAYBE_GPU,
	MEANS_INSTANCE,
	/** GPUs of one machine. */
	MEANS_PER_NODE,
	MEANS_TOTAL,
	MEANS_NODES,
	/** SkyPilot: "A100:8", {A100: 8}, [A100:8, H100:8]. */
	MEANS_ACCELERATORS,
	/** dstack: tokens by ':' in any order. */
	MEANS_DSTACK,
};

/* Sources: docs/targets.md, one section for each system. */
static const struct {
	/** The key, and the key above it ("" is any). */
	const char *key, *parent;
	enum meaning meaning;
} rows[] = {
	{"nvidia.com/gpu", "limits", MEANS_PER_NODE},
	{"nvidia.com/gpu", "requests", MEANS_PER_NODE},
	{"amd.com/gpu", "limits", MEANS_PER_NODE},
	{"nvidia.com/gpu.product", "", MEANS_GPU},
	{"cloud.google.com/gke-accelerator", "", MEANS_GPU},
	{"cloud.google.com/gke-accelerator-count", "", MEANS_PER_NODE},
	{"gpu.nvidia.com/class", "", MEANS_GPU},
	{"gpu.nvidia.com/model", "", MEANS_GPU},
	{"karpenter.k8s.aws/instance-gpu-name", "", MEANS_GPU},
	{"karpenter.k8s.aws/instance-gpu-count", "", MEANS_PER_NODE},
	{"node.kubernetes.io/instance-type", "", MEANS_INSTANCE},
	{"beta.kubernetes.io/instance-type", "", MEANS_INSTANCE},
	{"accelerator", "nodeSelector", MEANS_MAYBE_GPU},
	{"gpu-type", "nodeSelector", MEANS_MAYBE_GPU},
	{"accelerators", "resources", MEANS_ACCELERATORS},
	{"accelerators", "any_of", MEANS_ACCELERATORS},
	{"accelerators", "ordered", MEANS_ACCELERATORS},
	{"gpus", "resources", MEANS_ACCELERATORS},
	{"gpu", "resources", MEANS_DSTACK},
	{"accelerator", "resources", MEANS_ACCELERATORS},
	{"instance_type", "", MEANS_INSTANCE},
	{"ec2_instance_type", "", MEANS_INSTANCE},
	{"InstanceType", "", MEANS_INSTANCE},
	{"machine_type", "", MEANS_INSTANCE},
	{"machineType", "", MEANS_INSTANCE},
	{"node_type_id", "", MEANS_INSTANCE},
	{"num_nodes", "", MEANS_NODES},
	{"accelerator_type", "", MEANS_MAYBE_GPU},
	{"acceleratorType", "", MEANS_MAYBE_GPU},
	{"accelerator_count", "", MEANS_PER_NODE},
	{"acceleratorCount", "", MEANS_PER_NODE},
	{"gpu_type", "", MEANS_MAYBE_GPU},
	{"gpu_name", "", MEANS_MAYBE_GPU},
	{"gpu_type_id", "", MEANS_MAYBE_GPU},
	{"pod_type", "", MEANS_MAYBE_GPU},
	{"gpu_count", "", MEANS_PER_NODE},
	{"gpus_per_node", "", MEANS_PER_NODE},
	{"accelerator", "gpu", MEANS_MAYBE_GPU},
	{"count", "gpu", MEANS_PER_NODE},
	{"gpus", "compute", MEANS_TOTAL},
	{"gpus", "slurm", MEANS_PER_NODE},
	{"slots_per_trial", "", MEANS_TOTAL},
	{"target_gpu", "", MEANS_MAYBE_GPU},
	{"gpuType", "", MEANS_MAYBE_GPU},
};

struct walk {
	struct arena *arena;
	struct target *out;
	size_t visits;
};

static bool node_count(const struct node *n, int64_t *out)
{
	if (n->kind == NODE_INT)
		*out = n->as.i;
	else if (n->kind != NODE_STR || !str_to_int(n->text, out))
		return false;
	return *out >= 1 && *out <= 100000;
}

/* A card's name; alternatives in a list are taken together: the smallest must hold the job. */
static void take_gpu(struct walk *w, const struct node *n, bool surely)
{
	struct target t = {0};

	if (n->kind == NODE_LIST) {
		for (size_t i = 0; i < n->as.items.n && i < 16; i++) {
			struct target one = {0};
			const struct node *item = n->as.items.at[i];

			if (item->kind == NODE_STR &&
			    target_of_text(w->arena, item->text, item->at, TARGET_TYPED, &one) && one.row &&
			    (!t.row || one.row->total_bytes < t.row->total_bytes))
				t = one;
		}
		target_merge(w->out, &t);
		return;
	}
	if (n->kind != NODE_STR || !n->text.n)
		return;
	if (target_of_text(w->arena, n->text, n->at, TARGET_TYPED, &t)) {
		/* "auto", a bare number or "16" in a loose field is no card. */
		if (!surely && !t.row)
			return;
	} else if (surely) {
		t.gpu = value_str(n->text, ORIGIN_STATED, STR(""));
		t.gpu.at = n->at;
		t.gpu_weight = TARGET_TYPED;
	}
	target_merge(w->out, &t);
}

static void take_count(struct walk *w, const struct node *n, enum meaning meaning)
{
	struct target t = {0};
	struct value v;
	int64_t count;

	if (!node_count(n, &count))
		return;
	v = value_count(count, ORIGIN_STATED, n->at, STR(""));
	if (meaning == MEANS_PER_NODE)
		t.per_node = v;
	else if (meaning == MEANS_TOTAL)
		t.total = v;
	else
		t.nodes = v;
	t.count_weight = meaning == MEANS_NODES ? TARGET_NONE : TARGET_TYPED;
	target_merge(w->out, &t);
}

static void take_accelerators(struct walk *w, const struct node *n)
{
	if (n->kind == NODE_MAP) {
		struct target smallest = {0};

		for (size_t i = 0; i < n->as.pairs.n && i < 16; i++) {
			const struct pair *p = &n->as.pairs.at[i];
			struct target t;
			int64_t count;

			if (p->key->kind != NODE_STR ||
			    !target_of_text(w->arena, p->key->text, p->key->at, TARGET_TYPED, &t) || !t.row)
				continue;
			if (node_count(p->value, &count)) {
				t.per_node = value_count(count, ORIGIN_STATED, p->value->at, STR(""));
				t.count_weight = TARGET_TYPED;
			}
			if (!smallest.row || t.row->total_bytes < smallest.row->total_bytes)
				smallest = t;
		}
		target_merge(w->out, &smallest);
		return;
	}
	take_gpu(w, n, false);
}

/* dstack's "A100:80GB:8", "24GB", "nvidia:H100:8", "H100,A100:1..8": the lower end of a range. */
static void take_dstack(struct walk *w, const struct node *n)
{
	struct target t = {.gpu_weight = TARGET_TYPED};
	struct str rest = n->text;
	struct str name = STR("");
	int64_t count = 0;

	if (n->kind == NODE_MAP)
		return;
	if (n->kind != NODE_STR)
		return;
	while (rest.n) {
		struct str_cut cut = str_cut(rest, ':');
		struct str token = str_cut(str_cut(cut.head, ',').head, '.').head;
		struct target one;
		int64_t number;

		rest = cut.tail;
		if (str_to_int(token, &number))
			count = number;
		else if (name.n && target_of_text(w->arena,
						  str_fmt(w->arena, "%.*s-%.*s", STR_ARG(name), STR_ARG(token)),
						  n->at, TARGET_TYPED, &one) && one.row)
			t = one;
		else if (target_of_text(w->arena, token, n->at, TARGET_TYPED, &one))
			t = one, name = token;
	}
	if (count > 0 && t.gpu.type != VALUE_ABSENT) {
		t.per_node = value_count(count, ORIGIN_STATED, n->at, STR(""));
		t.count_weight = TARGET_TYPED;
	}
	target_merge(w->out, &t);
}

static void take(struct walk *w, enum meaning meaning, const struct node *n)
{
	struct target t;

	switch (meaning) {
	case MEANS_GPU:
	case MEANS_MAYBE_GPU:
		take_gpu(w, n, meaning == MEANS_GPU);
		break;
	case MEANS_INSTANCE:
		if (n->kind == NODE_STR && target_of_instance(w->arena, n->text, n->at, &t))
			target_merge(w->out, &t);
		break;
	case MEANS_PER_NODE:
	case MEANS_TOTAL:
	case MEANS_NODES:
		take_count(w, n, meaning);
		break;
	case MEANS_ACCELERATORS:
		take_accelerators(w, n);
		break;
	case MEANS_DSTACK:
		take_dstack(w, n);
		break;
	}
}

static void visit_pair(struct walk *w, struct str key, const struct node *value, struct str parent)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is(key, rows[i].key) && (!*rows[i].parent || str_is(parent, rows[i].parent)))
			take(w, rows[i].meaning, value);
}

static void visit(struct walk *w, const struct node *n, struct str parent, int depth)
{
	const struct node *key;
	const struct node *values;

	if (depth > NODE_DEPTH_MAX || w->visits++ > VISITS_MAX)
		return;
	if (n->kind == NODE_LIST)
		for (size_t i = 0; i < n->as.items.n; i++)
			visit(w, n->as.items.at[i], parent, depth + 1);
	if (n->kind != NODE_MAP)
		return;
	/* Kubernetes' {key: nvidia.com/gpu.product, operator: In, values: [..]}. */
	key = node_get(n, STR("key"));
	values = node_get(n, STR("values"));
	if (key && values && key->kind == NODE_STR)
		visit_pair(w, key->text, values, parent);
	for (size_t i = 0; i < n->as.pairs.n; i++) {
		const struct pair *p = &n->as.pairs.at[i];

		if (p->key->kind != NODE_STR)
			continue;
		visit_pair(w, p->key->text, p->value, parent);
		visit(w, p->value, p->key->text, depth + 1);
	}
}

void target_of_tree(struct arena *a, const struct node *tree, struct target *out)
{
	struct walk w = {a, out, 0};

	visit(&w, tree, STR(""), 0);
}

/*
 * "NvidiaTeslaT4", "nvidiaTeslaT4", "NvidiaL4X1": the card's name between what all have and a number. Kaggle's machines of T4
 * have two, those of L4 four (kaggle.com/docs/notebooks, 2026); "enable_gpu" alone gets a P100. Other cards of its have 16 GB
 * as well.
 */
static void kaggle_machine(struct arena *a, const struct node *shape, const struct node *enabled, struct target *out)
{
	struct target t = {0};
	struct str name = shape && shape->kind == NODE_STR ? shape->text : STR("");
	bool one = str_ends(name, STR("X1"));

	if (enabled && enabled->kind == NODE_BOOL && !enabled->as.b)
		return;
	if (str_starts(name, STR("Nvidia")) || str_starts(name, STR("nvidia")))
		name = str_sub(name, STR("Nvidia").n, name.n);
	if (str_starts(name, STR("Tesla")))
		name = str_sub(name, STR("Tesla").n, name.n);
	if (one)
		name.n -= 2;
	if (name.n && target_of_text(a, name, shape->at, TARGET_TYPED, &t)) {
		t.per_node = value_count(one ? 1 : str_is(name, "T4") ? 2 : str_is(name, "L4") ? 4 : 1, ORIGIN_DERIVED,
					 shape->at, STR("Kaggle's machine of that card"));
		t.count_weight = TARGET_TYPED;
	} else if (enabled && !name.n && target_of_text(a, STR("P100"), enabled->at, TARGET_COMMENT, &t)) {
		t.per_node = value_count(1, ORIGIN_DERIVED, enabled->at, STR("Kaggle's machine of that card"));
		t.count_weight = TARGET_COMMENT;
	}
	target_merge(out, &t);
}

void target_of_kernel(struct arena *a, const struct node *metadata, struct target *out)
{
	kaggle_machine(a, node_get(metadata, STR("machine_shape")), node_get(metadata, STR("enable_gpu")), out);
}

void target_of_kaggle(struct arena *a, const struct node *metadata, struct target *out)
{
	const struct node *kaggle = node_get(metadata, STR("kaggle"));
	const struct node *shape = kaggle && kaggle->kind == NODE_MAP ? node_get(kaggle, STR("accelerator")) : NULL;

	/* "none", "gpu" and "tpu1vmV38" name no card. What was opened in Colab too may be run at either. */
	if (shape && shape->kind == NODE_STR && str_starts(shape->text, STR("nvidia")) && !node_get(metadata, STR("colab")))
		kaggle_machine(a, shape, node_get(kaggle, STR("isGpuEnabled")), out);
}

/* Colab's runtimes have one GPU, whatever their name (research.google.com/colaboratory/faq.html, 2026). */
void target_of_colab(const struct node *metadata, struct target *out)
{
	const struct node *colab = node_get(metadata, STR("colab")), *kind = node_get(metadata, STR("accelerator"));
	const struct node *card = colab && colab->kind == NODE_MAP ? node_get(colab, STR("gpuType")) : NULL;
	struct target t = {0};

	if (!colab || (!card && (!kind || kind->kind != NODE_STR || !str_is(kind->text, "GPU"))))
		return;
	t.per_node = value_count(1, ORIGIN_DERIVED, (card ? card : kind)->at, STR("a Colab runtime has one GPU"));
	t.count_weight = card ? TARGET_TYPED : TARGET_COMMENT;
	target_merge(out, &t);
}
