/*
 * Targets: names of cards in text, in batch directives and in manifests, and which statement wins.
 */
#include "lint/read/read.h"
#include "lint/target/gpu_in_text.h"
#include "lint/target/target.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdlib.h>

static struct arena arena;

static void setup(void)
{
	arena = (struct arena){0};
}

static void teardown(void)
{
	arena_free(&arena);
}

static const struct {
	const char *text;
	/* Name of the card, a size in GiB as "24", or "" for none; its count. */
	const char *card;
	uint32_t count;
} texts[] = {
	{"# Server has 48GB VRAM", "48", 0},
	{"# tested on a single RTX 3090 (24GB)", "RTX-3090", 0},
	{"# 8x A100-80GB", "A100-80GB", 8},
	{"# 8 x H100", "H100-80GB", 8},
	{"# needs one A100 80G", "A100-80GB", 0},
	{"# runs on 4 * H200", "H200", 4},
	{"# GPU: T4", "T4", 0},
	{"# see section T4 of the paper", "", 0},
	{"# L4 is the fourth layer", "", 0},
	{"# hardware: Atlas 900 A2", "Ascend-910B", 0},
	{"# GPU: 8 * Atlas 800T A2", "Ascend-910B", 8},
	{"# max length 4090 tokens", "", 0},
	{"# RTX 4090", "RTX-4090", 0},
	{"# GB200 nodes", "GB200", 0},
	{"# needs 16 H100 nodes", "H100-80GB", 0},
	{"# 32 x H100 nodes, 256 cards", "H100-80GB", 0},
	{"# 2 8xH100 nodes", "H100-80GB", 0},
	{"# L40S, 48 GB", "L40S", 0},
	{"# learning rate 5e-5, 3 epochs, 24 layers", "", 0},
	{"# batch 16 on 80 GB cards", "80", 0},
	{"# the dataset is 80GB", "", 0},
	{"# sha a100bcdef", "", 0},
	{"# Float16 for Tesla T4, V100, Bfloat16 for Ampere+", "", 0},
	{"# Enable fp16/bf16 training (set bf16 to True with an A100)", "", 0},
	{"# True where bf16 works like on an A100, False if the GPU is a T4", "", 0},
	{"# for faster training, consider a p4d (8x A100 80GB)", "", 0},
	{"# LoRA in bf16 on 2x A100", "A100-40GB", 2},
	{"# bf16, one A100 80GB", "A100-80GB", 0},
	{"# runs on NVIDIA GPUs or Ascend NPUs", "", 0},
	{"# Requires NVIDIA GPU or Ascend NPU", "", 0},
	{"# GPU/NPU: Atlas A2 training series", "", 0},
	{"# cards: Atlas 800I A2 inference server", "", 0},
	{"# one NVIDIA A2", "A2", 0},
	{"# needs an Ascend NPU (910B)", "Ascend-910B", 0},
	{"# multi-GPU setup with 24GB+ VRAM per GPU", "", 0},
	{"# GPU memory: at least 24 GB", "", 0},
	{"# when any GPU drops below 10 GB sustained usage", "", 0},
	{"# the first GPU with <10 GB usage", "", 0},
	{"# a GPU with 24 GB free", "", 0},
	{"# VRAM >= 40GB", "", 0},
	{"# RTX 3090+", "", 0},
	{"# GPU: a mix of 30_70 and 40 60", "", 0},
	{"# trains for a 100 steps on the GPU", "", 0},
	{"# batch l 4 on the GPU", "", 0},
};

START_TEST(test_text)
{
	struct gpu_mention m[8];
	size_t n = gpu_text_find(str_of(texts[_i].text), m, 8);

	if (!*texts[_i].card) {
		ck_assert_msg(n == 0, "%s: found a card", texts[_i].text);
		return;
	}
	ck_assert_msg(n >= 1, "%s: found none", texts[_i].text);
	if (m[0].gpu)
		ck_assert_msg(str_is(m[0].gpu->name, texts[_i].card), "%s: found %.*s", texts[_i].text,
			      STR_ARG(m[0].gpu->name));
	else
		ck_assert_msg(m[0].bytes >> 30 == (uint64_t)atoi(texts[_i].card), "%s: found %llu GiB",
			      texts[_i].text, (unsigned long long)(m[0].bytes >> 30));
	ck_assert_msg(m[0].count == texts[_i].count, "%s: count %u", texts[_i].text, m[0].count);
}
END_TEST

static const struct {
	const char *option, *value;
	/* "" for none; 0 for not said. */
	const char *card;
	int per_node, total, nodes;
} directives[] = {
	{"gres", "gpu:4", "", 4, 0, 0},
	{"gres", "gpu:a100:4", "a100", 4, 0, 0},
	{"gres", "gpu:h100", "h100", 1, 0, 0},
	{"gres", "gpu:a100:4(S:0-1)", "a100", 4, 0, 0},
	{"gres", "nvme:100,gpu:2", "", 2, 0, 0},
	{"gres", "gpu", "", 1, 0, 0},
	{"gpus_per_node", "8", "", 8, 0, 0},
	{"gpus_per_node", "a100:8", "a100", 8, 0, 0},
	{"gpus", "A6000:4", "A6000", 0, 4, 0},
	{"gpus", "16", "", 0, 16, 0},
	{"gpus", "all", "", 0, 0, 0},
	{"gpus", "\"all,capabilities=utility\"", "", 0, 0, 0},
	{"gpus", "device=GPU-3a23c669", "", 0, 1, 0},
	{"gpus", "\"device=0,2,capabilities=utility\"", "", 0, 2, 0},
	{"gpus", "count=4", "", 0, 4, 0},
	{"constraint", "a100_80gb", "A100-80GB", 0, 0, 0},
	{"constraint", "volta32gb", "V100-32GB", 0, 0, 0},
	{"partition", "gpu_h100", "H100-80GB", 0, 0, 0},
	{"partition", "m13h", "", 0, 0, 0},
	{"partition", "3090", "RTX-3090", 0, 0, 0},
	{"partition", "100", "", 0, 0, 0},
	{"partition", "a100x4q", "A100-40GB", 0, 0, 0},
	{"partition", "v100q", "V100-16GB", 0, 0, 0},
	{"partition", "gpux4q", "", 0, 0, 0},
	{"partition", "4q", "", 0, 0, 0},
	{"nodes", "2", "", 0, 0, 2},
	{"nodes", "2-4", "", 0, 0, 2},
	{"flavor", "a10g-largex2", "A10G", 2, 0, 0},
	{"flavor", "cpu-basic", "", 0, 0, 0},
	{"l", "select=2:ncpus=32:ngpus=4:gpu_model=a100", "A100-40GB", 4, 0, 2},
	{"l", "node_f=2;h_rt=24:00:00", "H100-NVL", 4, 0, 2},
	{"l", "h_rt=24:00:00;gpu_1=1", "H100-NVL", 1, 0, 1},
	{"l", "h_rt=24:00:00;gpus=2", "", 2, 0, 0},
	{"q", "rt_HF", "H200", 8, 0, 0},
	{"gpu", "num=4:mode=exclusive_process:gmodel=NVIDIAA100_SXM4_80GB", "A100-80GB", 4, 0, 0},
};

static void check_int(const char *what, const char *of, const struct value *v, int wanted)
{
	if (wanted)
		ck_assert_msg(v->type == VALUE_INT && v->as.i == wanted, "%s: %s is %lld", of, what,
			      v->type == VALUE_INT ? (long long)v->as.i : -1LL);
	else
		ck_assert_msg(v->type == VALUE_ABSENT, "%s: %s is said", of, what);
}

/* A text, or a list of those between ";", of an option that stands on several lines. */
static struct node *value_of(struct str text, struct span at)
{
	struct node *list;

	if (str_chr(text, ';', 0) == SIZE_MAX)
		return node_str(&arena, text, at);
	list = node_new(&arena, NODE_LIST, at);
	while (text.n) {
		struct str_cut cut = str_cut(text, ';');

		node_push(&arena, list, node_str(&arena, cut.head, at));
		text = cut.tail;
	}
	return list;
}

START_TEST(test_directive)
{
	struct span at = {1, 0, 1};
	struct node *map = node_new(&arena, NODE_MAP, at);
	struct target t = {0};

	node_set(&arena, map, node_str(&arena, str_of(directives[_i].option), at), value_of(str_of(directives[_i].value), at));
	target_of_directives(&arena, map, &t);
	if (*directives[_i].card)
		ck_assert_msg(t.gpu.type == VALUE_STR && str_is(t.gpu.as.s, directives[_i].card),
			      "%s: %.*s", directives[_i].value, STR_ARG(value_text(&arena, &t.gpu)));
	else
		ck_assert_msg(t.gpu.type == VALUE_ABSENT, "%s: a card", directives[_i].value);
	check_int("per node", directives[_i].value, &t.per_node, directives[_i].per_node);
	check_int("total", directives[_i].value, &t.total, directives[_i].total);
	check_int("nodes", directives[_i].value, &t.nodes, directives[_i].nodes);
}
END_TEST

static const struct {
	const char *yaml;
	const char *card;
	int per_node, nodes;
} manifests[] = {
	{"spec:\n  containers:\n  - resources:\n      limits: {nvidia.com/gpu: \"8\"}\n"
	 "  nodeSelector:\n    cloud.google.com/gke-accelerator: nvidia-h100-80gb\n",
	 "H100-80GB", 8, 0},
	{"affinity:\n  matchExpressions:\n  - key: nvidia.com/gpu.product\n    operator: In\n"
	 "    values: [NVIDIA-A100-SXM4-80GB]\n",
	 "A100-80GB", 0, 0},
	{"resources:\n  accelerators: A100:8\nnum_nodes: 2\n", "A100-40GB", 8, 2},
	{"resources:\n  accelerators: {A100-80GB: 4}\n", "A100-80GB", 4, 0},
	{"resources:\n  accelerators: [A100-80GB:8, H100:8]\n", "H100-80GB", 8, 0},
	{"resources:\n  gpu: A100:80GB:8\n", "A100-80GB", 8, 0},
	{"resources:\n  gpu: 24GB\n", "", 0, 0},
	{"instance_type: p4d.24xlarge\n", "A100-40GB", 8, 0},
	{"slurm:\n  gpu_type: h100\n  gpus_per_node: 4\n", "H100-80GB", 4, 0},
	{"model: gpt2\nlearning_rate: 1e-4\nnum_workers: 8\n", "", 0, 0},
	{"accelerator_type: auto\n", "", 0, 0},
};

START_TEST(test_manifest)
{
	struct reading r = read_yaml(&arena, 1, str_of(manifests[_i].yaml));
	struct target t = {0};

	ck_assert_uint_eq(r.docs.n, 1);
	target_of_tree(&arena, r.docs.at[0], &t);
	if (*manifests[_i].card)
		ck_assert_msg(t.row && str_is(t.row->name, manifests[_i].card), "%s: %.*s", manifests[_i].yaml,
			      STR_ARG(t.row ? t.row->name : STR("none")));
	else
		ck_assert_msg(!t.row, "%s: a card", manifests[_i].yaml);
	check_int("per node", manifests[_i].yaml, &t.per_node, manifests[_i].per_node);
	check_int("nodes", manifests[_i].yaml, &t.nodes, manifests[_i].nodes);
}
END_TEST

/* Metadata of notebooks that were run at Kaggle. */
static const struct {
	const char *metadata, *card;
	int per_node;
} kaggles[] = {
	{"kaggle: {accelerator: nvidiaTeslaT4, isGpuEnabled: true}\n", "T4", 2},
	{"kaggle: {accelerator: nvidiaTeslaP100, dataSources: []}\n", "P100-16GB", 1},
	{"kaggle: {accelerator: nvidiaL4, isGpuEnabled: true}\n", "L4", 4},
	{"kaggle: {accelerator: nvidiaTeslaT4, isGpuEnabled: false}\n", "", 0},
	{"kaggle: {accelerator: gpu, isGpuEnabled: true}\n", "", 0},
	{"kaggle: {accelerator: tpu1vmV38, isGpuEnabled: false}\n", "", 0},
	{"accelerator: nvidiaTeslaT4\n", "", 0},
	{"accelerator: GPU\ncolab: {gpuType: A100}\nkaggle: {accelerator: nvidiaTeslaT4}\n", "", 0},
};

START_TEST(test_kaggle)
{
	struct reading r = read_yaml(&arena, 1, str_of(kaggles[_i].metadata));
	struct target t = {0};

	target_of_kaggle(&arena, r.docs.at[0], &t);
	ck_assert_msg(*kaggles[_i].card ? t.row && str_is(t.row->name, kaggles[_i].card) : !t.row, "%s: %.*s", kaggles[_i].metadata,
		      STR_ARG(t.row ? t.row->name : STR("none")));
	check_int("per node", kaggles[_i].metadata, &t.per_node, kaggles[_i].per_node);
}
END_TEST

static const struct {
	const char *page;
	/* "" for none. */
	const char *card;
} pages[] = {
	{"# Tuning\nAll our experiments were run on 80G A100 GPUs.\n", "A100-80GB"},
	{"Trained on a single RTX 4090.\n\n| GPU | s |\n|---|---|\n| RTX 4090 | 3 |\n", "RTX-4090"},
	{"scripts work on GPU 4090 with 24G\n", "RTX-4090"},
	{"Training took 3 hours on one A100.\n\nThe A100 80GB is enough.\n", "A100-80GB"},
	{"Training took 3 hours on one A100.\n", "A100-40GB"},
	{"Trained on a single RTX 4090.\n\nOn an H100 it is faster.\n", ""},
	{"Trained on 8 A100-80GB, then on A100-40GB.\n", ""},
	{"Training needs an RTX 4090.\n", ""},
	{"Train your model without renting an H100.\n", ""},
	{"Inference runs on an RTX 4090.\n", ""},
	{"```\n# trained on an H100\npython train.py\n```\n", ""},
	{"| trained on | H100 |\n", ""},
	{"The code trains models across thousands of GPUs, on H100 clusters.\n", ""},
	{"For 8x A100 (80GB), try --train.colocate_all.\n", ""},
	{"This [article](https://example.org/t5) shows how to fine-tune T5 with training on one H100.\n", ""},
	{"Training takes 24 GB on any GPU.\n", ""},
	/* A sentence of several, and a line of what a project is made of. */
	{"It is cheap, without loss. I used it on my personal machine, an RTX 4090. Others need 4GB.\n", "RTX-4090"},
	{"It trains anything. You need an RTX 4090. Evaluate it.\n", ""},
	{"## Stack\n- Models: ours\n- **GPU**: RTX 3060 12GB, Python\n", "RTX-3060-12GB"},
	{"## Requirements\n- GPU: RTX 3060 12GB\n", ""},
	{"## Target hardware\nA cluster of ours (RTX 4090, ours alone).\n", "RTX-4090"},
	{"## Hardware requirements\nAn RTX 4090.\n", ""},
	{"We test on A100 and B200, if we may.\n\nTrained on an H100.\n", ""},
	{"According to its paper it took 3 hours on an RTX 4090.\n", ""},
	{"- Python: 3.11, made for the RTX 3060 12GB\n", ""},
};

START_TEST(test_page)
{
	struct files files = {.arena = &arena};
	struct target t = {0};

	target_of_page(&arena, &files, files_add(&files, STR("README.md"), str_of(pages[_i].page)), &t);
	if (*pages[_i].card)
		ck_assert_msg(t.row && str_is(t.row->name, pages[_i].card), "%s: %.*s", pages[_i].page, STR_ARG(t.row ? t.row->name : STR("none")));
	else
		ck_assert_msg(!t.row, "%s: a card", pages[_i].page);
}
END_TEST

START_TEST(test_heavier_wins)
{
	struct target comment, typed, into = {0};
	struct span at = {1, 0, 4};

	ck_assert(target_of_text(&arena, STR("H100"), at, TARGET_COMMENT, &comment));
	ck_assert(target_of_text(&arena, STR("A100-40GB:4"), at, TARGET_TYPED, &typed));
	target_merge(&into, &comment);
	target_merge(&into, &typed);
	ck_assert(str_is(into.row->name, "A100-40GB"));
	ck_assert_int_eq(into.per_node.as.i, 4);
	target_merge(&into, &comment);
	ck_assert(str_is(into.row->name, "A100-40GB"));
}
END_TEST

/* "A100" of a directive, and "A100 80GB" of a comment: the card is the directive's, its size the comment's. */
START_TEST(test_size_of_another)
{
	struct target comment, other, typed, into = {0};
	struct span at = {1, 0, 4};

	ck_assert(target_of_text(&arena, STR("A100-80GB"), at, TARGET_COMMENT, &comment));
	ck_assert(target_of_text(&arena, STR("H100-80GB"), at, TARGET_COMMENT, &other));
	ck_assert(target_of_text(&arena, STR("a100:4"), at, TARGET_TYPED, &typed));
	target_merge(&into, &comment);
	target_merge(&into, &typed);
	ck_assert(str_is(into.row->name, "A100-80GB"));
	into = typed;
	target_merge(&into, &other);
	ck_assert(str_is(into.row->name, "A100-40GB"));
	target_merge(&into, &comment);
	ck_assert(str_is(into.row->name, "A100-80GB"));
	ck_assert_int_eq(into.per_node.as.i, 4);
}
END_TEST

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(*(rows))))

int main(void)
{
	Suite *suite = suite_create("target");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(all, setup, teardown);
	tcase_add_test(all, test_size_of_another);
	tcase_add_loop_test(all, test_text, 0, COUNT(texts));
	tcase_add_loop_test(all, test_directive, 0, COUNT(directives));
	tcase_add_loop_test(all, test_manifest, 0, COUNT(manifests));
	tcase_add_loop_test(all, test_kaggle, 0, COUNT(kaggles));
	tcase_add_loop_test(all, test_page, 0, COUNT(pages));
	tcase_add_test(all, test_heavier_wins);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
