#include "configalone.h"

#include "cards.h"
#include "sections.h"

enum {
	DEPTH_MAX = 6,
	/** Keys of a config that are looked at; mappings that share their members hold billions. */
	KEYS_MAX = 4000,
	READINGS_MAX = 16,
};

struct reader {
	struct arena *arena;
	const struct alone_target *target;
	struct alone_reading *out;
	/** What blocks by card are chosen for where no target is named: the key at hand; empty: none yet. */
	struct str wanted;
	/** The keys of the first blocks by card that were met. */
	struct {
		VEC(struct str);
	} cards;
	size_t left;
	/** A block was found, of a card or the default one. */
	bool chosen;
};

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* Whether a word begins at a place: batchSize, LoRAConfig. */
static bool begins_word(struct str key, size_t i)
{
	return i > 0 && is_upper(key.s[i]) &&
	       (is_lower(key.s[i - 1]) || (is_upper(key.s[i - 1]) && i + 1 < key.n && is_lower(key.s[i + 1])));
}

/* "batchSize", "Batch-Size", "_BATCH_SIZE" → "batch_size". */
static struct str plain(struct arena *a, struct str key)
{
	char *out = arena_news(a, char, 2 * key.n + 1);
	struct str name = {out, 0};

	for (size_t i = 0; i < key.n; i++) {
		if (begins_word(key, i))
			out[name.n++] = '_';
		out[name.n++] = key.s[i] == '-' || key.s[i] == ' ' ? '_' : key.s[i];
	}
	name = str_lower(a, name);
	while (str_starts(name, STR("_")))
		name = str_sub(name, 1, name.n);
	return name;
}

static void put_into(struct arena *a, struct node *tree, struct str section, struct node *key, struct node *value)
{
	struct node *map = node_get(tree, section);

	if (!map) {
		map = node_new(a, NODE_MAP, key->at);
		node_set(a, tree, node_str(a, section, key->at), map);
	}
	/* What stands first and highest is meant. */
	if (!node_get(map, key->text))
		node_set(a, map, key, value);
}

static void put(struct reader *r, enum section section, struct str name, const struct node *key, struct node *value)
{
	struct node *plain_key = node_str(r->arena, name, key->at);
	struct str in = section_name(section);

	if (in.n)
		put_into(r->arena, r->out->tree, in, plain_key, value);
	put_into(r->arena, r->out->tree, STR("any"), plain_key, value);
}

/* The member that switches a section on or off; NULL if it has none. */
static struct node *switch_of(const struct node *map)
{
	static const char *const names[] = {"enabled", "enable", "use", "active", "use_lora", "use_peft"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct node *n = node_get(map, str_of(names[i]));

		if (n && n->kind == NODE_BOOL)
			return n;
	}
	return NULL;
}

/* The member of presets that a key beside them names; NULL if none does. */
static struct node *chosen_preset(const struct node *presets, const struct node *beside, const struct node *any)
{
	static const char *const names[] = {"preset", "profile", "variant",	   "mode",
					    "active", "use",	 "active_profile", "active_preset"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct node *n = node_get(beside, str_of(names[i]));
		struct node *one;

		n = n || !any ? n : node_get(any, str_of(names[i]));
		one = n && n->kind == NODE_STR ? node_get(presets, n->text) : NULL;
		if (one)
			return one;
	}
	return NULL;
}

/* The block that is read of a mapping by cards, and its key; NULL if there is none for the target. */
static const struct pair *chosen_card(struct reader *r, const struct node *map)
{
	const struct pair *best = NULL, *other = NULL;
	int best_fit = 0;

	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct pair *p = &map->as.pairs.at[i];
		struct card_key card;
		int fit;

		if (p->value->kind != NODE_MAP)
			continue;
		if (!card_of_key(r->arena, p->key->text, &card)) {
			other = str_is_nocase(p->key->text, "default") ? p : other;
			continue;
		}
		fit = r->wanted.n ? str_eq(p->key->text, r->wanted) : card_fits(&card, r->target->card, r->target->count);
		if (fit > best_fit) {
			best_fit = fit;
			best = p;
		}
	}
	return best ? best : other;
}

static void note_card(struct reader *r, const struct pair *chosen)
{
	struct card_key card;

	if (r->out->key || !card_of_key(r->arena, chosen->key->text, &card))
		return;
	r->out->key = chosen->key;
	r->out->card = card.gpu;
	r->out->count = card.count;
}

/* Whether a mapping's members are blocks by card; those of the first that is met are noted. */
static bool is_by_card(struct reader *r, const struct node *map)
{
	size_t cards = 0, others = 0;
	struct card_key card;

	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct pair *p = &map->as.pairs.at[i];

		if (p->key->kind != NODE_STR || p->value->kind != NODE_MAP)
			continue;
		if (card_of_key(r->arena, p->key->text, &card))
			cards++;
		else
			others += !str_is_nocase(p->key->text, "default");
	}
	if (!cards || cards < others)
		return false;
	if (r->wanted.n || r->cards.n)
		return true;
	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (map->as.pairs.at[i].value->kind == NODE_MAP && map->as.pairs.at[i].key->kind == NODE_STR &&
		    card_of_key(r->arena, map->as.pairs.at[i].key->text, &card))
			*vec_push(r->arena, &r->cards) = map->as.pairs.at[i].key->text;
	return true;
}

static void walk(struct reader *r, const struct node *map, enum section section, unsigned depth);

/* Whether a section is one of a framework whose own code reads it: what it makes of names is its own. */
static bool is_framework(const struct node *map, struct str name)
{
	return str_among(name, STR("actor_rollout_ref")) || node_get(map, STR("_target_")) ||
	       node_get(map, STR("_component_")) || node_get(map, STR("class_path"));
}

/* A mapping among the members: one card's block of it, or a section. */
static void walk_member(struct reader *r, const struct node *map, const struct pair *p, struct str name,
			enum section section, unsigned depth)
{
	enum section inner = section_of(name, section);
	const struct node *on = switch_of(p->value);
	struct node *preset;

	if (is_framework(p->value, name))
		put_into(r->arena, r->out->tree, STR("framework"), (struct node *)(uintptr_t)p->key, p->value);
	if (inner == SECTION_SAME)
		inner = section;
	if (on)
		put(r, section, name, p->key, node_bool(r->arena, on->as.b, on->at));
	if (on && !on->as.b)
		return;
	if (inner == SECTION_PRESETS) {
		preset = chosen_preset(p->value, map, node_get(r->out->tree, STR("any")));
		if (preset && preset->kind == NODE_MAP)
			walk(r, preset, section, depth + 1);
		return;
	}
	if (inner != SECTION_OTHER)
		walk(r, p->value, inner, depth + 1);
	else if (is_by_card(r, p->value))
		walk(r, p->value, section, depth + 1);
}

static void walk(struct reader *r, const struct node *map, enum section section, unsigned depth)
{
	bool by_card = is_by_card(r, map);
	const struct pair *chosen = by_card ? chosen_card(r, map) : NULL;

	if (depth > DEPTH_MAX)
		return;
	if (chosen) {
		r->chosen = true;
		note_card(r, chosen);
		walk(r, chosen->value, section, depth + 1);
	}
	/* Scalars before sections: what stands higher is meant. */
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < map->as.pairs.n && r->left; i++) {
			const struct pair *p = &map->as.pairs.at[i];
			struct card_key card;

			if (p->key->kind != NODE_STR || (p->value->kind == NODE_MAP) != (round == 1))
				continue;
			r->left--;
			if (by_card && round == 1 &&
			    (card_of_key(r->arena, p->key->text, &card) || str_is_nocase(p->key->text, "default")))
				continue;
			if (round == 0)
				put(r, section, plain(r->arena, p->key->text), p->key, p->value);
			else
				walk_member(r, map, p, plain(r->arena, p->key->text), section, depth);
		}
}

static void read_once(struct arena *a, const struct node *tree, const struct alone_target *target, struct reader *r)
{
	r->arena = a;
	r->target = target;
	r->left = KEYS_MAX;
	r->out = arena_new(a, struct alone_reading);
	r->out->tree = node_new(a, NODE_MAP, tree->at);
	walk(r, tree, SECTION_SAME, 0);
}

/* What the config says for the first of its cards, where it has no block for the one that is asked about. */
static void read_elsewhere(struct arena *a, const struct node *tree, const struct alone_target *target,
			   struct reader *first)
{
	struct reader r = {.wanted = first->cards.at[0]};

	read_once(a, tree, target, &r);
	first->out->elsewhere = r.out->tree;
	first->out->elsewhere_key = node_str(a, r.wanted, r.out->key ? r.out->key->at : tree->at);
}

void alone_read(struct arena *a, const struct node *tree, const struct alone_target *target,
		struct alone_readings *out)
{
	struct reader first = {0};

	if (tree->kind != NODE_MAP)
		return;
	read_once(a, tree, target, &first);
	if (target->card || !first.cards.n) {
		if (first.cards.n && !first.chosen)
			read_elsewhere(a, tree, target, &first);
		*vec_push(a, out) = *first.out;
		return;
	}
	for (size_t i = 0; i < first.cards.n && i < READINGS_MAX; i++) {
		struct reader r = {.wanted = first.cards.at[i]};

		read_once(a, tree, target, &r);
		*vec_push(a, out) = *r.out;
	}
}

static bool has_any(const struct alone_reading *reading, const char *const *names, size_t n)
{
	const struct node *any = node_get(reading->tree, STR("any"));

	for (size_t i = 0; any && i < n; i++) {
		const struct node *value = node_get(any, str_of(names[i]));

		if (value && value->kind != NODE_NULL)
			return true;
	}
	return false;
}

bool alone_trains(const struct alone_reading *reading)
{
	static const char *const names[] = {
	    "learning_rate",   "lr",		"base_lr",	  "peak_lr",	      "max_lr",
	    "num_epochs",      "epochs",	"n_epochs",	  "num_train_epochs", "max_epochs",
	    "max_steps",       "train_steps",	"training_steps", "total_steps",      "num_train_steps",
	    "num_steps",       "warmup_steps",	"warmup_ratio",	  "weight_decay",     "gradient_accumulation_steps",
	    "grad_accum_steps", "gradient_accumulation"};
	static const char *const ranks[] = {"lora_r", "lora_rank", "r", "rank"};
	static const char *const batches[] = {"batch_size", "per_device_train_batch_size", "train_batch_size",
					      "micro_batch_size"};

	return has_any(reading, names, sizeof(names) / sizeof(*names)) ||
	       (has_any(reading, ranks, sizeof(ranks) / sizeof(*ranks)) &&
		has_any(reading, batches, sizeof(batches) / sizeof(*batches)));
}

bool alone_is_other(const struct alone_reading *reading)
{
	static const char *const names[] = {
	    /* images, video, sound, tables, graphs */
	    "image_size", "img_size", "resolution", "image_resolution", "crop_size", "num_frames", "sample_rate",
	    "sampling_rate", "n_mels", "noise_scheduler", "num_train_timesteps", "num_inference_steps", "vae",
	    "pretrained_vae_model_name_or_path", "unet", "guidance_scale", "anchors", "num_features",
	    /* reinforcement learning of games */
	    "env_name", "env_id", "gym_id",
	    /* serving */
	    "gpu_memory_utilization", "max_num_seqs", "max_model_len", "served_model_name", "port", "host",
	    "api_key", "endpoint", "base_url", "tinker_base_url", "api_base", "enable_prefix_caching", "max_num_batched_tokens",
	    /* Keys of frameworks: what their names mean is not for a reader of names to say. */
	    "_target_", "_component_", "class_path"};

	return node_get(reading->tree, STR("framework")) || has_any(reading, names, sizeof(names) / sizeof(*names));
}
