#include "cards.h"

/* Words for how many cards there are, as keys have them behind or before the name. */
static const struct {
	const char *word;
	int64_t count;
} counts[] = {{"single", 1}, {"dual", 2}, {"triple", 3}, {"quad", 4}, {"octo", 8}, {"x1", 1}, {"x2", 2}, {"x4", 4},
	      {"x8", 8},     {"1x", 1},	  {"2x", 2},	 {"4x", 4},   {"8x", 8}};

static int64_t count_of(struct str word)
{
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		if (str_is_nocase(word, counts[i].word))
			return counts[i].count;
	return 0;
}

static bool has_digit(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] >= '0' && s.s[i] <= '9')
			return true;
	return false;
}

/* The rest of the key with blanks for its signs, without the words that count. */
static struct str name_of(struct arena *a, struct str key, int64_t *count)
{
	struct str rest = str_tr(a, str_tr(a, key, '-', '_'), ' ', '_'), name = {0};

	while (rest.n) {
		struct str_cut cut = str_cut(rest, '_');
		int64_t n = count_of(cut.head);

		rest = cut.tail;
		if (n)
			*count = n;
		else if (cut.head.n)
			name = name.n ? str_fmt(a, "%.*s-%.*s", STR_ARG(name), STR_ARG(cut.head)) : cut.head;
	}
	return name;
}

bool card_of_key(struct arena *a, struct str key, struct card_key *out)
{
	struct str name;
	const struct gpu *again;

	*out = (struct card_key){0};
	/* "batch_size" is no card, and "l4" one only alone: names of cards hold a number and are short. */
	if (!has_digit(key) || key.n > 24)
		return false;
	name = name_of(a, key, &out->count);
	out->gpu = gpu_find(name);
	/* A word before the name makes it another thing: "batch_size_a100". */
	out->larger = out->gpu ? gpu_largest(name) : NULL;
	again = out->gpu && str_chr(name, '-', 0) != SIZE_MAX ? gpu_find(str_cut(name, '-').tail) : NULL;
	return out->gpu && !(again == out->gpu && !has_digit(str_cut(name, '-').head) &&
			     !str_among_nocase(str_cut(name, '-').head,
					       STR("nvidia|rtx|gtx|tesla|geforce|quadro|titan|amd|gpu")));
}

int card_fits(const struct card_key *key, const struct gpu *card, int64_t count)
{
	int fit;

	if (!card || (key->gpu != card && key->larger != card))
		return 0;
	fit = key->gpu == card ? 4 : 3;
	if (key->count && count)
		fit += key->count == count ? 2 : -2;
	return fit;
}
