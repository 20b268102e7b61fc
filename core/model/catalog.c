#include "catalog.h"

#include "model_table.h"

static unsigned char lower(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

/* The order of strcasecmp() in the C locale, by which the table is sorted. */
static int order(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;

	for (size_t i = 0; i < n; i++)
		if (lower(a.s[i]) != lower(b.s[i]))
			return lower(a.s[i]) - lower(b.s[i]);
	return a.n < b.n ? -1 : a.n > b.n;
}

/* The id at a place of the text. */
static struct str name_at(uint32_t at)
{
	const char *name = model_names.text + at;
	size_t n = 0;

	while (name[n] != ';')
		n++;
	return (struct str){name, n};
}

/* The row whose ids hold a place of the text. */
static size_t row_at(uint32_t at)
{
	size_t low = 0;
	size_t high = models_n;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (model_names.firsts[middle] <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static const struct model *find_id(struct str id)
{
	size_t low = 0;
	size_t high = model_names.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int o = order(id, name_at(model_names.sorted[middle]));

		if (o == 0)
			return &models[row_at(model_names.sorted[middle])];
		if (o < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/*
 * Folders that hold models of any kind. As names they mean nothing, although an id of the table may
 * end in one ("…/results").
 */
static const struct str folders[] = {
	STR_INIT("results"),    STR_INIT("result"),	   STR_INIT("output"),	    STR_INIT("outputs"),
	STR_INIT("model"),	    STR_INIT("models"),	   STR_INIT("checkpoint"),  STR_INIT("checkpoints"),
	STR_INIT("ckpt"),	    STR_INIT("ckpts"),	   STR_INIT("final"),	    STR_INIT("best"),
	STR_INIT("last"),	    STR_INIT("latest"),	   STR_INIT("merged"),	    STR_INIT("adapter"),
	STR_INIT("adapters"),   STR_INIT("lora"),	   STR_INIT("qlora"),	    STR_INIT("sft"),
	STR_INIT("dpo"),	    STR_INIT("grpo"),	   STR_INIT("ppo"),	    STR_INIT("rm"),
	STR_INIT("reward"),	    STR_INIT("snapshots"), STR_INIT("hub"),	    STR_INIT("hf"),
	STR_INIT("pretrained"), STR_INIT("finetuned"), STR_INIT("base"),	    STR_INIT("weights"),
	STR_INIT("runs"),	    STR_INIT("exp"),	   STR_INIT("experiments"), STR_INIT("saves"),
	STR_INIT("data"),	    STR_INIT("tmp"),	   STR_INIT("cache"),	    STR_INIT("llm"),
};

bool model_is_folder(struct str name)
{
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (str_eq_nocase(name, folders[i]))
			return true;
	return false;
}

/* The id whose "/" people write otherwise where it names a folder: "hfl-chinese-bert-wwm-ext", "Qwen_Qwen2-7B", "tiiuae--falcon-7b". */
static const struct model *find_folder(struct str name)
{
	enum { ID_MAX = 128 };
	const struct model *hit = NULL;
	char room[ID_MAX];

	for (size_t i = 1; !hit && name.n < ID_MAX && i < name.n; i++) {
		char c = name.s[i];
		size_t rest = i + 1 < name.n && name.s[i + 1] == c ? i + 2 : i + 1;

		if (c != '-' && c != '_')
			continue;
		memcpy(room, name.s, i);
		room[i] = '/';
		memcpy(room + i + 1, name.s + rest, name.n - rest);
		hit = find_id((struct str){room, i + 1 + name.n - rest});
	}
	return hit;
}

const struct model *model_find_name(struct str name)
{
	const struct model *hit = NULL;
	size_t low = 0;
	size_t high = model_names.n;

	if (model_is_folder(name))
		return NULL;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint32_t at = model_names.sorted[model_names.tails[middle]];

		if (order(name, str_tail(name_at(at), '/')) <= 0)
			high = middle;
		else
			low = middle + 1;
	}
	for (size_t i = low; i < model_names.n; i++) {
		uint32_t at = model_names.sorted[model_names.tails[i]];
		const struct model *m = &models[row_at(at)];

		if (order(name, str_tail(name_at(at), '/')) != 0)
			break;
		if (hit && hit != m)
			return NULL;
		hit = m;
	}
	return hit ? hit : find_folder(name);
}

struct str model_bare_id(struct str id)
{
	static const struct str prefixes[] = {STR_INIT("https://"), STR_INIT("http://"),
					      STR_INIT("hf://"), STR_INIT("huggingface.co/"),
					      STR_INIT("hf.co/")};
	size_t revision;

	id = str_trim(id);
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (str_starts(id, prefixes[i]))
			id = str_sub(id, prefixes[i].n, id.n);
	revision = str_chr(id, '@', 0);
	if (revision != SIZE_MAX)
		id.n = revision;
	while (id.n && id.s[id.n - 1] == '/')
		id.n--;
	return id;
}

const struct model *model_find(struct str id)
{
	const struct model *m;

	id = model_bare_id(id);
	m = id.n ? find_id(id) : NULL;
	return m || str_chr(id, '/', 0) != SIZE_MAX ? m : model_find_name(id);
}

bool model_same_shape(const struct model *a, const struct model *b)
{
	return str_eq(a->family, b->family) && a->hidden == b->hidden && a->layers == b->layers &&
	       a->heads == b->heads && a->kv_heads == b->kv_heads && a->head_dim == b->head_dim &&
	       a->ffn == b->ffn && a->vocab == b->vocab && a->experts == b->experts &&
	       a->moe_ffn == b->moe_ffn;
}

const struct model *model_table(size_t *n)
{
	*n = models_n;
	return models;
}

struct str model_aliases(const struct model *m)
{
	uintptr_t first = (uintptr_t)models;
	uintptr_t at = (uintptr_t)m;
	size_t row = (at - first) / sizeof(*m);
	struct str ids;

	if (at < first || row >= models_n)
		return (struct str){NULL, 0};
	ids = (struct str){model_names.text + model_names.firsts[row],
			   model_names.firsts[row + 1] - model_names.firsts[row] - 1};
	return str_cut(ids, ';').tail;
}

int64_t model_number(const struct model *m, enum model_note note, int64_t fallback)
{
	for (size_t i = 0; i < m->n_numbers; i++)
		if (m->numbers[i].note == note)
			return m->numbers[i].value;
	return fallback;
}
