/* The tables of advice, for a terminal and for Markdown alike. */
#include "advice_tables.h"

#include "core/base/base.h"

static const struct column card_columns[] = {
    {"", COLUMN_LEFT}, {"card", COLUMN_LEFT}, {"offers GiB", COLUMN_RIGHT}, {"needs GiB", COLUMN_RIGHT}, {"free", COLUMN_RIGHT}, {"GPUs that hold it", COLUMN_RIGHT},
};

bool advice_grid(const struct report *r, const struct advice *v, struct column *titles, struct columns *out)
{
	struct arena *a = r->arena;

	if (v->length_setting == SETTING_NONE || !v->n_batches || !v->n_lengths)
		return false;
	titles[0] = (struct column){setting_rows[v->length_setting].name, COLUMN_RIGHT};
	for (size_t k = 0; k < v->n_batches; k++)
		titles[k + 1] = (struct column){str_fmt(a, "%s%lld", k ? "" : "batch ", (long long)v->batches[k]).s, COLUMN_RIGHT};
	*out = (struct columns){.arena = a, .columns = titles, .ncolumns = v->n_batches + 1};
	for (size_t i = 0; i < v->n_lengths; i++) {
		struct row *row = vec_push(a, &out->rows);

		row->cells[0] = str_fmt(a, "%lld", (long long)v->lengths[i]);
		for (size_t k = 0; k < v->n_batches; k++)
			row->cells[k + 1] = str_fmt(a, "%.*s %s", STR_ARG(report_gib(a, (double)v->cells[i][k].device_likely)),
						    report_mark(v->cells[i][k].verdict));
	}
	return true;
}

bool advice_cards(const struct report *r, const struct advice *v, struct columns *out)
{
	struct arena *a = r->arena;

	*out = (struct columns){.arena = a, .columns = card_columns, .ncolumns = sizeof(card_columns) / sizeof(*card_columns)};
	for (size_t i = 0; i < v->n_cards; i++) {
		const struct advice_card *card = &v->cards[i];
		struct row *row = vec_push(a, &out->rows);

		row->style = text_verdict_style(card->verdict);
		row->cells[0] = str_of(report_mark(card->verdict));
		row->cells[1] = card->gpu->name;
		row->cells[2] = report_gib(a, (double)card->usable);
		row->cells[3] = report_gib(a, (double)card->device_likely);
		row->cells[4] = report_gib(a, (double)card->usable - (double)card->device_likely);
		row->cells[5] = card->count ? str_fmt(a, "%lld", (long long)card->count) : STR("–");
	}
	return v->n_cards > 0;
}

static struct str and(struct arena *a, struct str text, const char *name, int64_t n, bool open)
{
	if (!n)
		return text;
	return str_fmt(a, "%.*s%s%s %lld%s", STR_ARG(text), text.n ? ", " : "", name, (long long)n, open ? " and more" : "");
}

struct str advice_largest(const struct report *r, const struct advice *v)
{
	struct str text = and(r->arena, STR(""), "batch", v->batch, v->batch_open);

	if (v->length_setting != SETTING_NONE)
		text = and(r->arena, text, setting_rows[v->length_setting].name, v->length, v->length_open);
	return and(r->arena, text, "lora_r", v->rank, v->rank_open);
}
