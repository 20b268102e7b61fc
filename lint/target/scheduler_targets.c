/*
 * Targets in the directives of batch systems: #SBATCH, #PBS, #BSUB, #$. A row says how the value of
 * an option is read. Forms and where they were seen: docs/targets.md.
 */
#include "core/base/base.h"
#include "gpu_in_text.h"
#include "target.h"

enum form {
	/** gpu:4, gpu:a100:4, gpu:h100, gpu:2,nvme:100: per node. */
	FORM_GRES,
	/** 8, a100:8: per node. */
	FORM_PER_NODE,
	/** 4, H100:4: the whole job. */
	FORM_TOTAL,
	/** Per task; times ntasks-per-node. */
	FORM_PER_TASK,
	FORM_NODES,
	/** Features, with | and &. */
	FORM_CONSTRAINT,
	/** A partition or queue, perhaps named after a card. */
	FORM_PARTITION,
	/** PBS and SGE: select=2:ngpus=4:gpu_model=a100, gpu_type=V100. */
	FORM_RESOURCE_LIST,
	/** LSF: num=4:gmodel=NVIDIAA100_SXM4_80GB:gmem=40G. */
	FORM_LSF_GPU,
	/** A cloud's name for a machine: Hugging Face's t4-medium. */
	FORM_INSTANCE,
	/** Google's type=nvidia-tesla-t4,count=2. */
	FORM_ACCELERATOR,
};

static const struct {
	const char *option;
	enum form form;
} rows[] = {
	{"gres", FORM_GRES},
	{"gpus_per_node", FORM_PER_NODE},
	{"gpus", FORM_TOTAL},
	{"gpus_per_task", FORM_PER_TASK},
	{"nodes", FORM_NODES},
	{"constraint", FORM_CONSTRAINT},
	{"partition", FORM_PARTITION},
	{"q", FORM_PARTITION},
	{"l", FORM_RESOURCE_LIST},
	{"gpu", FORM_LSF_GPU},
	{"flavor", FORM_INSTANCE},
	{"master_machine_type", FORM_INSTANCE},
	{"master_accelerator", FORM_ACCELERATOR},
};

/*
 * Machines of computing centres by the names of their resources and queues: how many cards one of them has.
 * TSUBAME 4.0: www.t4.gsic.titech.ac.jp/en/hardware and its user's guide, resource types (a half of a card is none of these);
 * ABCI: docs.abci.ai/v2 and /v3, job execution resources.
 */
static const struct {
	const char *name, *gpu;
	int64_t cards;
} machines[] = {
	{"node_f", "h100-94gb", 4},   {"node_h", "h100-94gb", 2},  {"node_q", "h100-94gb", 1},	 {"gpu_1", "h100-94gb", 1},
	{"rt_HF", "H200", 8},	      {"rt_HG", "H200", 1},	   {"rt_AF", "A100-40GB", 8},	 {"rt_AG.small", "A100-40GB", 1},
	{"rt_F", "V100-16GB", 4},     {"rt_G.large", "V100-16GB", 1}, {"rt_G.small", "V100-16GB", 1},
};

struct directive_reader {
	struct arena *arena;
	const struct node *directives;
	struct target *out;
};

/* "a100:4(S:0-1)" → type a100, count 4; "4" → count 4; "h100" → type, count 1. */
static void type_and_count(struct directive_reader *r, struct str text, struct span at, struct target *out)
{
	struct str_cut cut = str_cut(str_cut(text, '(').head, ':');
	int64_t count = 0;

	if (str_to_int(cut.head, &count)) {
		out->per_node = value_count(count, ORIGIN_STATED, at, STR(""));
		out->count_weight = TARGET_TYPED;
		return;
	}
	if (!target_of_text(r->arena, cut.head, at, TARGET_TYPED, out)) {
		/* A house name ("gpu:ada"): still the type that was asked for. */
		*out = (struct target){.gpu_weight = TARGET_TYPED};
		out->gpu = value_str(cut.head, ORIGIN_STATED, STR(""));
		out->gpu.at = at;
	}
	count = cut.ok && str_to_int(cut.tail, &count) && count > 0 ? count : 1;
	out->per_node = value_count(count, ORIGIN_STATED, at, STR(""));
	out->count_weight = TARGET_TYPED;
}

static void read_gres(struct directive_reader *r, struct str text, struct span at)
{
	while (text.n) {
		struct str_cut cut = str_cut(text, ',');
		struct str item = str_trim(cut.head);
		struct target t = {0};

		if (str_starts(item, STR("gres/")))
			item = str_sub(item, 5, item.n);
		text = cut.tail;
		if (str_is(item, "gpu")) {
			t.per_node = value_count(1, ORIGIN_STATED, at, STR(""));
			t.count_weight = TARGET_TYPED;
		} else if (str_starts(item, STR("gpu:"))) {
			type_and_count(r, str_sub(item, 4, item.n), at, &t);
		}
		target_merge(r->out, &t);
	}
}

/*
 * What docker run's --gpus takes besides a number: all, device=GPU-3a23c669, '"device=0,2"', count=2 (Docker 28
 * CLI reference, docker container run). False if it is none of these.
 */
static bool read_container(struct directive_reader *r, struct str text, struct span at)
{
	int64_t n = 0, count;
	bool devices = false;

	while (text.n > 1 && (text.s[0] == '"' || text.s[0] == '\'') && text.s[text.n - 1] == text.s[0])
		text = str_sub(text, 1, text.n - 1);
	if (!str_is(str_cut(text, ',').head, "all") && str_chr(text, '=', 0) == SIZE_MAX)
		return false;
	while (text.n) {
		struct str_cut part = str_cut(text, ','), pair = str_cut(part.head, '=');

		devices = pair.ok ? str_is(pair.head, "device") : devices;
		if (pair.ok && str_is(pair.head, "count") && str_to_int(pair.tail, &count))
			n = count;
		n += devices;
		text = part.tail;
	}
	if (n > 0)
		r->out->total = value_count(n, ORIGIN_STATED, at, STR(""));
	return true;
}

static void read_count(struct directive_reader *r, struct str text, struct span at, enum form form)
{
	struct target t = {0};
	const struct node *tasks = node_get(r->directives, STR("ntasks_per_node"));
	int64_t n = 1;

	if (read_container(r, text, at))
		return;
	type_and_count(r, text, at, &t);
	if (form == FORM_TOTAL) {
		t.total = t.per_node;
		t.per_node = (struct value){0};
	} else if (form == FORM_PER_TASK && t.per_node.type == VALUE_INT) {
		if (!tasks || !str_to_int(tasks->text, &n) || n < 1)
			n = 1;
		if (__builtin_mul_overflow(t.per_node.as.i, n, &t.per_node.as.i))
			t.per_node.as.i = INT64_MAX;
	}
	target_merge(r->out, &t);
}

/* A name inside a feature, partition or queue: the smallest if there are alternatives. */
static void read_named(struct directive_reader *r, struct str text, struct span at, enum target_weight weight)
{
	struct gpu_mention m[8];
	size_t n = gpu_text_find_name(text, m, 8);
	const struct gpu_mention *smallest = NULL;
	struct target t = {.gpu_weight = weight};
	int64_t number;

	for (size_t i = 0; i < n; i++)
		if (m[i].gpu && (!smallest || m[i].gpu->total_bytes < smallest->gpu->total_bytes))
			smallest = &m[i];
	/* As a partition's whole name "3090" is the card; elsewhere it is a number. */
	t.row = smallest ? smallest->gpu : str_to_int(text, &number) ? gpu_find(text) : NULL;
	if (!t.row)
		return;
	t.gpu = value_str(t.row->name, ORIGIN_DERIVED, str_fmt(r->arena, "\"%.*s\"", STR_ARG(text)));
	t.gpu.at = at;
	target_merge(r->out, &t);
}

/* A machine of a computing centre, and how many are asked for; false: the name is none. */
static bool read_machine(struct directive_reader *r, struct str name, struct str count, struct span at)
{
	struct target t = {.gpu_weight = TARGET_TYPED, .count_weight = TARGET_TYPED};
	int64_t n;

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		if (!str_is(name, machines[i].name))
			continue;
		t.row = gpu_find(str_of(machines[i].gpu));
		t.gpu = value_str(t.row->name, ORIGIN_DERIVED, str_fmt(r->arena, "\"%.*s\"", STR_ARG(name)));
		t.gpu.at = at;
		t.per_node = value_count(machines[i].cards, ORIGIN_DERIVED, at, STR(""));
		if (str_to_int(count, &n) && n > 0)
			t.nodes = value_count(n, ORIGIN_STATED, at, STR(""));
		target_merge(r->out, &t);
		return true;
	}
	return false;
}

/* "a100x4q": the queue of machines with four, "v100q": that of a card. What is left without it; empty: the name has no such end. */
static struct str without_queue(struct str name)
{
	size_t n = name.n;

	if (n < 2 || (name.s[n - 1] != 'q' && name.s[n - 1] != 'Q'))
		return (struct str){0};
	n--;
	for (size_t i = n; i > 1 && name.s[i - 1] >= '0' && name.s[i - 1] <= '9'; i--)
		if (name.s[i - 2] == 'x')
			return str_sub(name, 0, i - 2);
	return str_sub(name, 0, n);
}

/* A partition or queue: a machine's, or named after a card. */
static void read_partition(struct directive_reader *r, struct str name, struct span at)
{
	if (read_machine(r, name, STR(""), at))
		return;
	read_named(r, name, at, TARGET_PARTITION);
	if (r->out->gpu.type == VALUE_ABSENT && !r->out->row)
		read_named(r, without_queue(name), at, TARGET_PARTITION);
}

/* One "name=value" of PBS, SGE or LSF. */
static void read_resource(struct directive_reader *r, struct str name, struct str value, struct span at)
{
	struct target t = {0};
	int64_t n;

	if (read_machine(r, name, value, at))
		return;
	if (str_is(name, "select") && str_to_int(value, &n))
		r->out->nodes = value_count(n, ORIGIN_STATED, at, STR(""));
	else if ((str_is(name, "ngpus") || str_is(name, "gpus") || str_is(name, "gpu") ||
		  str_is(name, "num")) &&
		 str_to_int(str_cut(value, '/').head, &n) && n > 0)
		t.per_node = value_count(n, ORIGIN_STATED, at, STR("")), t.count_weight = TARGET_TYPED;
	else if (str_is(name, "gmodel") && str_starts(value, STR("NVIDIA")))
		read_named(r, str_sub(value, 6, value.n), at, TARGET_TYPED);
	else if (str_is(name, "gpu_model") || str_is(name, "gpu_type") || str_is(name, "gmodel"))
		read_named(r, value, at, TARGET_TYPED);
	else if ((str_is(name, "gpu_mem") || str_is(name, "gpu_memory") || str_is(name, "gmem")) &&
		 !target_of_text(r->arena, value, at, TARGET_PARTITION, &t))
		t = (struct target){0};
	target_merge(r->out, &t);
}

static void read_resources(struct directive_reader *r, struct str text, struct span at)
{
	size_t from = 0;

	for (size_t i = 0; i <= text.n; i++) {
		struct str_cut cut;

		if (i < text.n && text.s[i] != ':' && text.s[i] != ',' && text.s[i] != ' ')
			continue;
		cut = str_cut(str_sub(text, from, i), '=');
		if (cut.ok)
			read_resource(r, cut.head, cut.tail, at);
		from = i + 1;
	}
}

static void read_accelerator(struct directive_reader *r, struct str text, struct span at)
{
	for (struct str_cut part = str_cut(text, ','); part.head.n; part = str_cut(part.tail, ',')) {
		struct str_cut pair = str_cut(part.head, '=');
		int64_t n;

		if (str_is(pair.head, "type")) {
			read_named(r, pair.tail, at, TARGET_TYPED);
		} else if (str_is(pair.head, "count") && str_to_int(pair.tail, &n) && n > 0) {
			r->out->per_node = value_count(n, ORIGIN_STATED, at, STR(""));
			r->out->count_weight = TARGET_TYPED;
		}
	}
}

static void read_row(struct directive_reader *r, enum form form, const struct node *n)
{
	int64_t count;

	switch (form) {
	case FORM_GRES:
		read_gres(r, n->text, n->at);
		break;
	case FORM_PER_NODE:
	case FORM_TOTAL:
	case FORM_PER_TASK:
		read_count(r, n->text, n->at, form);
		break;
	case FORM_NODES:
		if (str_to_int(str_cut(n->text, '-').head, &count) && count > 0)
			r->out->nodes = value_count(count, ORIGIN_STATED, n->at, STR(""));
		break;
	case FORM_CONSTRAINT:
		read_named(r, n->text, n->at, TARGET_TYPED);
		break;
	case FORM_PARTITION:
		read_partition(r, n->text, n->at);
		break;
	case FORM_RESOURCE_LIST:
	case FORM_LSF_GPU:
		read_resources(r, n->text, n->at);
		break;
	case FORM_ACCELERATOR:
		read_accelerator(r, n->text, n->at);
		break;
	case FORM_INSTANCE: {
		struct target t;

		if (target_of_instance(r->arena, n->text, n->at, &t))
			target_merge(r->out, &t);
		break;
	}
	}
}

void target_of_directives(struct arena *a, const struct node *directives, struct target *out)
{
	struct directive_reader r = {a, directives, out};

	if (!directives || directives->kind != NODE_MAP)
		return;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct node *n = node_get(directives, str_of(rows[i].option));

		if (n && n->kind == NODE_STR)
			read_row(&r, rows[i].form, n);
		/* "#$ -l gpus=1" and "#$ -l h_rt=1:00:00" are lines of one list. */
		for (size_t k = 0; n && n->kind == NODE_LIST && k < n->as.items.n; k++)
			if (n->as.items.at[k]->kind == NODE_STR)
				read_row(&r, rows[i].form, n->as.items.at[k]);
	}
}
