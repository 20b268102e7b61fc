#include "baseline.h"

#include "lint/read/read.h"
#include "policy_keys.h"

static void take_fingerprint(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct baseline_entry *)into)->fingerprint);
}

static void take_reason(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_text(r, value, &((struct baseline_entry *)into)->reason);
}

static void take_expires(struct policy_reader *r, const struct node *value, void *into)
{
	struct str text = policy_scalar(r, value);

	/* An empty one waits to be filled in. */
	if (text.n && !date_parse(text, &((struct baseline_entry *)into)->expires))
		policy_broken(r, value->at, "a day such as 2026-12-31 is expected here");
}

static void take_needs(struct policy_reader *r, const struct node *value, void *into)
{
	policy_take_bytes(r, value, &((struct baseline_entry *)into)->needs);
}

/* What tells people which finding it is. */
static void take_remark(struct policy_reader *r, const struct node *value, void *into)
{
	(void)into;
	policy_scalar(r, value);
}

static void take_entry(struct policy_reader *r, const struct node *item, struct baseline *out)
{
	static const struct policy_key keys[] = {
	    {"fingerprint", take_fingerprint}, {"reason", take_reason}, {"expires", take_expires},
	    {"needs", take_needs},	       {"rule", take_remark},	{"path", take_remark},
	    {"job", take_remark},	       {"message", take_remark}};
	struct baseline_entry *entry = vec_push(r->a, out);

	entry->expires = INT64_MAX;
	POLICY_KEYS(r, item, keys, entry);
	if (!r->message.n && !entry->fingerprint.n)
		policy_broken(r, item->at, "a fingerprint is needed");
	if (!r->message.n)
		*dict_put(r->a, &out->index, entry->fingerprint) = (uint32_t)out->n;
}

bool baseline_read(struct arena *a, struct files *files, uint32_t file, struct baseline *out, struct str *message)
{
	struct policy_reader r = {.a = a, .files = files};
	struct reading reading = read_json(a, file, files_at(files, file)->text);
	const struct node *top = reading.docs.n ? reading.docs.at[0] : NULL;
	const struct node *schema = top ? node_get(top, STR("schema")) : NULL;
	const struct node *list = top ? node_get(top, STR("findings")) : NULL;

	*out = (struct baseline){0};
	if (reading.trouble.n)
		policy_broken(&r, reading.trouble_at, "%.*s", STR_ARG(reading.trouble));
	else if (!schema || !str_is(schema->text, BASELINE_SCHEMA) || !list || list->kind != NODE_LIST)
		policy_broken(&r, (struct span){file, 0, 0}, "no baseline of gpumem-lint (--write-baseline makes one)");
	for (size_t i = 0; list && i < list->as.items.n && !r.message.n; i++)
		take_entry(&r, list->as.items.at[i], out);
	*message = r.message;
	return !r.message.n;
}

const struct baseline_entry *baseline_find(const struct baseline *baseline, struct str fingerprint)
{
	uint32_t at = baseline ? dict_get(&baseline->index, fingerprint) : 0;

	return at ? &baseline->at[at - 1] : NULL;
}
