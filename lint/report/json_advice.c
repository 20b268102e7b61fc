/* Advice on a job, for programs. */
#include "format.h"

#include "core/base/base.h"

static void number(struct json_out *j, const char *key, uint64_t n)
{
	json_key(j, key);
	json_uint(j, n);
}

static void text(struct json_out *j, const char *key, struct str s)
{
	json_key(j, key);
	json_str(j, s);
}

static void numbers(struct json_out *j, const char *key, const int64_t *n, size_t count)
{
	json_key(j, key);
	json_open(j, '[');
	for (size_t i = 0; i < count; i++)
		json_int(j, n[i]);
	json_close(j, ']');
}

static void grid(struct json_out *j, const struct advice *v)
{
	text(j, "length_setting", str_of(setting_rows[v->length_setting].name));
	numbers(j, "lengths", v->lengths, v->n_lengths);
	numbers(j, "batches", v->batches, v->n_batches);
	json_key(j, "device_likely");
	json_open(j, '[');
	for (size_t i = 0; i < v->n_lengths; i++) {
		json_open(j, '[');
		for (size_t k = 0; k < v->n_batches; k++)
			json_uint(j, v->cells[i][k].device_likely);
		json_close(j, ']');
	}
	json_close(j, ']');
}

static void largest(struct json_out *j, const struct advice *v)
{
	json_key(j, "largest");
	json_open(j, '{');
	if (v->batch)
		number(j, setting_rows[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE].name, (uint64_t)v->batch);
	if (v->length)
		number(j, setting_rows[v->length_setting].name, (uint64_t)v->length);
	if (v->rank)
		number(j, setting_rows[SETTING_LORA_R].name, (uint64_t)v->rank);
	json_close(j, '}');
}

void json_advice(struct json_out *j, const struct advice *v)
{
	json_open(j, '{');
	if (v->gpu)
		text(j, "gpu", v->gpu->name);
	number(j, "usable_bytes", v->usable);
	if (v->length_setting != SETTING_NONE)
		grid(j, v);
	largest(j, v);
	json_key(j, "gpus");
	json_open(j, '[');
	for (size_t i = 0; i < v->n_cards; i++) {
		const struct advice_card *card = &v->cards[i];

		json_open(j, '{');
		text(j, "gpu", card->gpu->name);
		number(j, "usable_bytes", card->usable);
		number(j, "device_likely", card->device_likely);
		text(j, "verdict", str_of(verdict_name(card->verdict)));
		if (card->count)
			number(j, "count", (uint64_t)card->count);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
}
