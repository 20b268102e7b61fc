#include "gpu.h"

#include "gpu_name.h"
#include "gpu_table.h"

#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || c == '.';
}

static bool is_slice(const struct gpu *gpu)
{
	return str_has(gpu->name, STR("-MIG-"));
}

/* The whole card and the slice that a name means, NULL: none. */
struct meant {
	const struct gpu *card, *slice;
};

/* The best spelling so far, of slices and of whole cards. */
struct longest {
	const struct gpu *best[2];
	size_t length[2];
};

/* Of equally long ones the smallest card counts, of those the one that is listed first. */
static void take_spelling(struct longest *l, const struct gpu_spelling *s)
{
	const struct gpu *gpu = &gpus[s->row], *best;
	bool slice = is_slice(gpu);

	best = l->best[slice];
	if (best && (s->n < l->length[slice] ||
		     (s->n == l->length[slice] &&
		      (gpu->total_bytes > best->total_bytes || (gpu->total_bytes == best->total_bytes && gpu > best)))))
		return;
	l->best[slice] = gpu;
	l->length[slice] = s->n;
}

/* The card with the longest spelling in the name. Only those are looked at that begin as one of the name's words does. */
static struct meant longest(const struct gpu_name *name)
{
	struct longest l = {0};

	for (size_t i = 0; i < name->n; i++) {
		unsigned char first = (unsigned char)name->s[i];

		for (size_t k = gpu_spellings_from[first]; name->start[i] && k < gpu_spellings_from[first + 1]; k++)
			if (gpu_name_at(name, i, gpu_spelling_text + gpu_spellings[k].at, gpu_spellings[k].n))
				take_spelling(&l, &gpu_spellings[k]);
	}
	return (struct meant){l.best[false], l.best[true]};
}

/* A row's name without its size: "A100-PCIe" of "A100-40GB-PCIe". */
static void stem(const struct gpu *gpu, struct gpu_name *out)
{
	struct str name = gpu->name;
	char text[GPU_NAME_BYTES];
	size_t n = 0;

	for (size_t i = 0; i < name.n && n < sizeof(text); i++) {
		size_t digits = i + 1;

		while (digits < name.n && is_digit(name.s[digits]))
			digits++;
		if (name.s[i] == '-' && digits > i + 1 &&
		    str_starts(str_sub(name, digits, name.n), STR("GB")))
			i = digits + 1;
		else
			text[n++] = name.s[i];
	}
	gpu_name_of(out, (struct str){text, n});
}

/* A memory size in the name ("80GB", "80g", "24 GiB"), in GB; 0 if none. */
static uint32_t size_in(struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		uint32_t size = 0;
		size_t at = i;

		if (!is_digit(name.s[i]) || (i && (is_word(lower(name.s[i - 1])))))
			continue;
		for (; at < name.n && is_digit(name.s[at]) && size < 10000; at++)
			size = size * 10 + (uint32_t)(name.s[at] - '0');
		while (at < name.n && name.s[at] == ' ')
			at++;
		if (at < name.n && lower(name.s[at]) == 'g' &&
		    (at + 1 == name.n || lower(name.s[at + 1]) == 'b' ||
		     lower(name.s[at + 1]) == 'i' || !is_word(lower(name.s[at + 1]))))
			return size;
	}
	return 0;
}

/* A size without a unit at the end, as some clusters name their cards: "v100-32"; 0 if none. */
static uint32_t size_at_end(struct str name)
{
	size_t from = name.n;
	int64_t size;

	while (from && is_digit(name.s[from - 1]))
		from--;
	if (from == 0 || (name.s[from - 1] != '-' && name.s[from - 1] != '_') ||
	    !str_to_int(str_sub(name, from, name.n), &size) || size > 1000)
		return 0;
	return (uint32_t)size;
}

/* The sibling of a card with another memory size, or the card itself. */
static const struct gpu *variant(const struct gpu *gpu, uint32_t size)
{
	struct gpu_name wanted, p;

	if (size == 0 || size == gpu->marketing_gb)
		return gpu;
	stem(gpu, &wanted);
	for (size_t i = 0; i < gpus_n; i++) {
		if (gpus[i].marketing_gb != size)
			continue;
		stem(&gpus[i], &p);
		if (p.n == wanted.n && memcmp(p.s, wanted.s, p.n) == 0)
			return &gpus[i];
	}
	return gpu;
}

static const struct gpu *laptop(const struct gpu *gpu)
{
	struct gpu_name wanted, p;

	stem(gpu, &wanted);
	for (size_t i = 0; i < gpus_n; i++) {
		if (!str_has(gpus[i].name, STR("-Laptop")))
			continue;
		stem(&gpus[i], &p);
		if (p.n == wanted.n + 6 && memcmp(p.s, wanted.s, wanted.n) == 0)
			return &gpus[i];
	}
	return gpu;
}

/* The slice of a profile ("3g.40gb") on its card; the smallest of that profile if there is none. */
static const struct gpu *slice_of(const struct gpu *slice, const struct gpu *card)
{
	size_t at = str_find(slice->name, STR("-MIG-"), 0);
	struct str profile = str_sub(slice->name, at, slice->name.n);

	for (size_t i = 0; card && i < gpus_n; i++)
		if (str_starts(gpus[i].name, card->name) && str_ends(gpus[i].name, profile))
			return &gpus[i];
	return slice;
}

/* "gpu:a100:4" without its count. */
static struct str without_count(struct str name)
{
	size_t colon = str_rchr(name, ':');
	int64_t count;

	if (colon != SIZE_MAX && str_to_int(str_sub(name, colon + 1, name.n), &count) && count < 32)
		name.n = colon;
	return str_trim(name);
}

const struct gpu *gpu_find(struct str name)
{
	const struct gpu *card;
	struct meant meant;
	struct gpu_name p;

	name = without_count(name);
	gpu_name_of(&p, name);
	if (p.n == 0)
		return NULL;
	meant = longest(&p);
	card = meant.card;
	if (meant.slice)
		return slice_of(meant.slice, card);
	if (!card)
		return NULL;
	if (str_has_nocase(name, STR("laptop")) || str_has_nocase(name, STR("mobile")))
		card = laptop(card);
	return variant(card, size_in(name) ? size_in(name) : size_at_end(name));
}

/** Names that mean several cards: which one is taken, and the largest of the others. */
static const struct ambiguous {
	const char *bare;
	const char *text;
	const char *largest;
} ambiguous[] = {
    {"a100", "A100 without a size: 40 GB taken, 80 GB is as common", "A100-80GB"},
    {"v100", "V100 without a size: 16 GB taken, there are 32 GB ones", "V100-32GB"},
    {"h100", "H100 without a size: 80 GB taken; NVL has 94 GB, some clusters 64 or 96", "H100-NVL"},
    {"rtx6000", "RTX 6000: the 24 GB Quadro taken; A6000 and 6000 Ada have 48 GB, PRO 6000 96", "RTX-6000-Ada"},
    {"rtx3060", "RTX 3060 without a size: 12 GB taken, there are 8 GB ones", NULL},
    {"rtx3080", "RTX 3080 without a size: 10 GB taken, there are 12 GB ones", "RTX-3080-12GB"},
    {"rtx4060ti", "RTX 4060 Ti without a size: 8 GB taken, there are 16 GB ones", "RTX-4060-Ti-16GB"},
    {"rtx5060ti", "RTX 5060 Ti without a size: 8 GB taken, there are 16 GB ones", "RTX-5060-Ti-16GB"},
    {"3060", "RTX 3060 without a size: 12 GB taken, there are 8 GB ones", NULL},
    {"3080", "RTX 3080 without a size: 10 GB taken, there are 12 GB ones", "RTX-3080-12GB"},
    {"4060ti", "RTX 4060 Ti without a size: 8 GB taken, there are 16 GB ones", "RTX-4060-Ti-16GB"},
    {"5060ti", "RTX 5060 Ti without a size: 8 GB taken, there are 16 GB ones", "RTX-5060-Ti-16GB"},
    {"gh200", "GH200 without a size: 96 GB taken, there are 144 GB ones", "GH200-144GB"},
};

static const struct ambiguous *ambiguous_of(struct str name)
{
	struct gpu_name p;

	gpu_name_of(&p, without_count(name));
	for (size_t i = 0; i < sizeof(ambiguous) / sizeof(*ambiguous); i++)
		if (str_is((struct str){p.s, p.n}, ambiguous[i].bare))
			return &ambiguous[i];
	return NULL;
}

const char *gpu_ambiguous(struct str name)
{
	const struct ambiguous *row = ambiguous_of(name);

	return row ? row->text : NULL;
}

const struct gpu *gpu_largest(struct str name)
{
	const struct ambiguous *row = ambiguous_of(name);

	return row && row->largest ? gpu_find(str_of(row->largest)) : NULL;
}

static const struct instance *find_instance(struct str name)
{
	for (size_t i = 0; i < instances_n; i++)
		if (str_eq_nocase(instances[i].name, name))
			return &instances[i];
	return NULL;
}

/* A family of machines ("p4d" of "p4d.metal") that the GPU table lists among a card's spellings. */
static const struct gpu *find_family(struct str name)
{
	for (size_t i = 0; i < gpus_n; i++)
		for (struct str_cut cut = str_cut(gpus[i].aliases, ';'); cut.head.n;
		     cut = str_cut(cut.tail, ';'))
			if (str_eq_nocase(cut.head, name))
				return &gpus[i];
	return NULL;
}

const struct gpu *gpu_of_instance(struct str name, uint32_t *count)
{
	static const struct str prefixes[] = {STR_INIT("ml."), STR_INIT("Standard_")};
	const struct instance *instance;

	*count = 0;
	name = str_trim(name);
	if (name.n == 0)
		return NULL;
	instance = find_instance(name);
	for (size_t i = 0; !instance && i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		char with[GPU_NAME_BYTES];
		struct str p = prefixes[i];

		if (name.n >= p.n && str_eq_nocase(str_sub(name, 0, p.n), p)) {
			instance = find_instance(str_sub(name, p.n, name.n));
		} else if (p.n + name.n <= sizeof(with)) {
			memcpy(with, p.s, p.n);
			memcpy(with + p.n, name.s, name.n);
			instance = find_instance((struct str){with, p.n + name.n});
		}
	}
	if (instance) {
		*count = instance->count;
		return &gpus[instance->gpu];
	}
	if (str_chr(name, '.', 0) == SIZE_MAX)
		return NULL;
	if (str_starts(name, prefixes[0]))
		name = str_sub(name, prefixes[0].n, name.n);
	return find_family(str_cut(name, '.').head);
}

const struct gpu *gpu_table(size_t *n)
{
	*n = gpus_n;
	return gpus;
}
