/*
 * Configs of a project's own schema: keys that name cards, sections of many names, blocks that a target chooses.
 */
#include "lint/configalone/cards.h"
#include "lint/configalone/configalone.h"
#include "lint/configalone/sections.h"
#include "lint/read/read.h"
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
	const char *key;
	/* Name of the card, "" for none; its count. */
	const char *card;
	int64_t count;
} keys[] = {
	{"a100_40gb", "A100-40GB", 0}, {"h100_quad", "H100-80GB", 4}, {"4x_h100", "H100-80GB", 4},
	{"rtx_4090", "RTX-4090", 0},   {"nvidia-l4", "L4", 0},	       {"T4", "T4", 0},
	{"batch_size", "", 0},	       {"default", "", 0},	       {"layer_4", "", 0},
	{"batch_size_a100", "", 0},    {"llama3_8b", "", 0},
};

START_TEST(test_key)
{
	struct card_key card;
	bool found = card_of_key(&arena, str_of(keys[_i].key), &card);

	ck_assert_msg(found == (*keys[_i].card != 0), "%s", keys[_i].key);
	if (!found)
		return;
	ck_assert_msg(str_is(card.gpu->name, keys[_i].card), "%s: %.*s", keys[_i].key, STR_ARG(card.gpu->name));
	ck_assert_int_eq(card.count, keys[_i].count);
}
END_TEST

static const struct {
	const char *name;
	enum section inside, section;
} sections[] = {
	{"training", SECTION_SAME, SECTION_TRAIN},   {"lora_config", SECTION_SAME, SECTION_LORA},
	{"primary", SECTION_MODEL, SECTION_MODEL},   {"teacher", SECTION_MODEL, SECTION_OTHER},
	{"primary", SECTION_SAME, SECTION_OTHER},    {"quantization", SECTION_MODEL, SECTION_QUANT},
	{"optimizer", SECTION_TRAIN, SECTION_OPTIM}, {"inference", SECTION_SAME, SECTION_OTHER},
	{"evaluation", SECTION_SAME, SECTION_OTHER}, {"model", SECTION_TRAIN, SECTION_OTHER},
	{"slurm", SECTION_SAME, SECTION_HARDWARE},   {"presets", SECTION_SAME, SECTION_PRESETS},
};

START_TEST(test_section)
{
	ck_assert_msg(section_of(str_of(sections[_i].name), sections[_i].inside) == sections[_i].section, "%s",
		      sections[_i].name);
}
END_TEST

static const char by_card[] = "model: m\nbatching:\n  a100_40gb: {batch_size: 1}\n  h100: {batch_size: 8}\n  default: {batch_size: 2}\n";

/* The batch of a reading; 0: it has none. */
static int64_t batch_of(const struct alone_reading *r)
{
	const struct node *n = node_path(r->tree, STR("train.batch_size"));

	return n && n->kind == NODE_INT ? n->as.i : 0;
}

static struct alone_readings read_for(const char *text, const char *card)
{
	struct reading reading = read_yaml(&arena, 1, str_of(text));
	struct alone_target target = {.card = card ? gpu_find(str_of(card)) : NULL};
	struct alone_readings out = {0};

	alone_read(&arena, reading.docs.at[0], &target, &out);
	return out;
}

START_TEST(test_blocks)
{
	struct alone_readings all = read_for(by_card, NULL), one;

	ck_assert_uint_eq(all.n, 2);
	ck_assert_int_eq(batch_of(&all.at[0]), 1);
	ck_assert_int_eq(batch_of(&all.at[1]), 8);
	one = read_for(by_card, "H100");
	ck_assert_uint_eq(one.n, 1);
	ck_assert_int_eq(batch_of(&one.at[0]), 8);
	/* Of a card without a block it is the default. */
	one = read_for(by_card, "L4");
	ck_assert_int_eq(batch_of(&one.at[0]), 2);
	ck_assert_ptr_null(one.at[0].elsewhere);
	one = read_for("batching: {a100_40gb: {batch_size: 1}}", "L4");
	ck_assert_int_eq(batch_of(&one.at[0]), 0);
	ck_assert_ptr_nonnull(one.at[0].elsewhere);
}
END_TEST

START_TEST(test_switched_off)
{
	struct alone_readings r = read_for("lora: {enabled: false, r: 8}\nTrainConfig: {batchSize: 3}", NULL);

	ck_assert_ptr_null(node_path(r.at[0].tree, STR("lora.r")));
	ck_assert(!node_path(r.at[0].tree, STR("any.lora"))->as.b);
	ck_assert_int_eq(batch_of(&r.at[0]), 3);
}
END_TEST

static const struct {
	const char *text;
	bool record;
} records[] = {
	{"model: m\nrun: {created_at_utc: '2026-07-21T16:24:55+00:00'}", true},
	{"model: m\nfinished: '2026-07-21 16:24'", true},
	{"model: m\ntraining: {batch_size: 4, metrics: {Train_Loss: 0.7}}", true},
	{"model: m\nelapsed_s: 12", true},
	{"model: m\nrecorded_metrics: {accuracy: {base: 0.58}}", true},
	{"model: m\neval_metrics: {rouge: true, top: 5}\nresults: out", false},
	{"model: m\ndate: '2026-07-21'\nmetric_for_best_model: eval_loss\ncreated_by: me", false},
	{"model: m\nmetrics: [eval_loss]\neval_loss: true\nrun: '2026-07-21T16:24:55'", false},
};

START_TEST(test_record)
{
	struct reading reading = read_yaml(&arena, 1, str_of(records[_i].text));

	ck_assert_msg(alone_is_record(reading.docs.at[0]) == records[_i].record, "%s", records[_i].text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("configalone");
	TCase *c = tcase_create("configalone");

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_loop_test(c, test_key, 0, (int)(sizeof(keys) / sizeof(*keys)));
	tcase_add_loop_test(c, test_section, 0, (int)(sizeof(sections) / sizeof(*sections)));
	tcase_add_loop_test(c, test_record, 0, (int)(sizeof(records) / sizeof(*records)));
	tcase_add_test(c, test_blocks);
	tcase_add_test(c, test_switched_off);
	suite_add_tcase(suite, c);
	return run_suite(suite);
}
