#include "gpu_in_text.h"

#include "core/base/base.h"

#include <string.h>

enum { WINDOW_WORDS = 5, WORDS_MAX = 512 };

struct word {
	size_t off, len;
};

static bool is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Words of letters and digits; a '.' between digits belongs to the word (1g.10gb, 23.6). */
static size_t split(struct str text, struct word *words, size_t max)
{
	size_t n = 0;
	size_t i = 0;

	while (i < text.n && n < max) {
		size_t from;

		while (i < text.n && !is_alnum(text.s[i]))
			i++;
		from = i;
		while (i < text.n &&
		       (is_alnum(text.s[i]) || (text.s[i] == '.' && i + 1 < text.n && i > from &&
						 is_digit(text.s[i + 1]))))
			i++;
		if (i > from)
			words[n++] = (struct word){from, i - from};
	}
	return n;
}

static struct str word_text(struct str text, struct word w)
{
	return str_sub(text, w.off, w.off + w.len);
}

/* Words that say that a two-letter name, a bare number or a size is about a GPU. */
static bool about_gpus(struct str line)
{
	static const char *const words[] = {"gpu", "vram", "nvidia", "tesla", "rtx", "card", "cuda",
					    "colab", "kaggle", "accelerator"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(line, str_of(words[i])))
			return true;
	return false;
}

static bool all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.s[i]))
			return false;
	return s.n != 0;
}

/* "8x" before a name: the count of a word such as 8, 8x or 8×. */
static uint32_t count_of(struct str word)
{
	int64_t n;

	if (word.n && (word.s[word.n - 1] == 'x' || word.s[word.n - 1] == 'X'))
		word = str_sub(word, 0, word.n - 1);
	return str_to_int(word, &n) && n >= 1 && n <= 4096 ? (uint32_t)n : 0;
}

/* Whether nothing but signs of multiplication and blanks stands between two offsets. */
static bool joined_by(struct str text, size_t from, size_t to, const char *signs)
{
	for (size_t i = from; i < to; i++)
		if (!strchr(signs, text.s[i]) && !((unsigned char)text.s[i] >= 0x80))
			return false;
	return true;
}

static bool blank_between(struct str text, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (!strchr(" -_:/(", text.s[i]))
			return false;
	return true;
}

/* The memory sizes that cards have (GB on the box). */
static bool card_size(int64_t gb)
{
	static const int64_t sizes[] = {8,  10, 11, 12,	 16,  20,  22,	24,  32,  40,
					44, 48, 64, 80, 94, 96, 128, 141, 180, 192};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		if (sizes[i] == gb)
			return true;
	return false;
}

/* "24GB", or "24" with "GB" as the next word; *used is the number of words. */
static bool size_at(struct str text, const struct word *words, size_t n, size_t i, uint64_t *bytes,
		    size_t *used)
{
	struct str w = word_text(text, words[i]);
	int64_t gb;
	size_t digits = 0;

	while (digits < w.n && is_digit(w.s[digits]))
		digits++;
	if (!str_to_int(str_sub(w, 0, digits), &gb) || !card_size(gb))
		return false;
	*used = 1;
	if (digits == w.n) {
		if (i + 1 >= n || !blank_between(text, words[i].off + words[i].len, words[i + 1].off))
			return false;
		w = word_text(text, words[i + 1]);
		digits = 0;
		*used = 2;
	}
	w = str_sub(w, digits, w.n);
	if (!str_is_nocase(w, "GB") && !str_is_nocase(w, "GiB") && !(str_is_nocase(w, "G") && *used == 1))
		return false;
	*bytes = (uint64_t)gb * GIB;
	return true;
}

struct scan {
	struct str text;
	const struct word *words;
	size_t n;
	/** Whether words of the text are about GPUs, as far as that was asked. */
	enum { CONTEXT_NOT_ASKED, CONTEXT_NONE, CONTEXT_GPUS } context;
	/** In a file name: a bare card size needs its GB, and nothing else is looser. */
	bool name;
};

static bool in_context(struct scan *s)
{
	if (s->context == CONTEXT_NOT_ASKED)
		s->context = about_gpus(s->text) ? CONTEXT_GPUS : CONTEXT_NONE;
	return s->context == CONTEXT_GPUS;
}

static bool blank_before(const struct scan *s, size_t i)
{
	return i > 0 && blank_between(s->text, s->words[i - 1].off + s->words[i - 1].len, s->words[i].off);
}

/* "Atlas A2", "Atlas 800I A2": a series of Huawei's, of 32 or 64 GB, and not NVIDIA's card of that name. */
static bool is_of_atlas(const struct scan *s, size_t i, const struct gpu *gpu)
{
	if (str_is(gpu->vendor, "Huawei"))
		return false;
	if (str_is_nocase(word_text(s->text, s->words[i]), "atlas"))
		return true;
	for (size_t back = 1; back <= 2 && blank_before(s, i - back + 1); back++)
		if (str_is_nocase(word_text(s->text, s->words[i - back]), "atlas"))
			return true;
	return false;
}

/* "Ascend NPUs": a kind of device, and no card. */
static bool is_kind(const struct scan *s, size_t i, size_t used)
{
	struct str last = word_text(s->text, s->words[i + used - 1]);

	return str_is_nocase(last, "npu") || str_is_nocase(last, "npus");
}

/* "4090", "30_70": numbers alone are of anything. */
static bool is_numbers(const struct scan *s, size_t i, size_t used)
{
	for (size_t at = i; at < i + used; at++)
		if (!all_digits(word_text(s->text, s->words[at])))
			return false;
	return true;
}

/* "GPU 4090": the word before says what the number is of. */
static bool is_called_gpu(const struct scan *s, size_t i)
{
	return !s->name && blank_before(s, i) && (str_is_nocase(word_text(s->text, s->words[i - 1]), "gpu") ||
						  str_is_nocase(word_text(s->text, s->words[i - 1]), "gpus"));
}

/* Whether a run of words that names a card may count, given what stands around it. */
static bool plausible(struct scan *s, size_t i, size_t used, const struct gpu *gpu)
{
	struct str first = word_text(s->text, s->words[i]);

	if ((is_numbers(s, i, used) && !is_called_gpu(s, i)) || (!s->name && is_kind(s, i, used)) || is_of_atlas(s, i, gpu))
		return false;
	if (used == 1 && first.n <= 2 && !in_context(s))
		return i > 0 && count_of(word_text(s->text, s->words[i - 1])) &&
		       joined_by(s->text, s->words[i - 1].off + s->words[i - 1].len, s->words[i].off, " x*X");
	return true;
}

/* Words that names of cards begin with, and that may be left out. */
static bool is_brand(struct str w)
{
	static const char *const brands[] = {"nvidia", "geforce", "rtx",  "gtx",      "tesla", "quadro",
					     "titan",  "amd",	  "radeon", "instinct", "mi",    "mig",
					     "atlas"};

	for (size_t i = 0; i < sizeof(brands) / sizeof(*brands); i++)
		if (str_is_nocase(w, brands[i]))
			return true;
	return false;
}

static const struct gpu *card_of(const struct scan *s, size_t i, size_t used)
{
	const struct word *last = &s->words[i + used - 1];

	return used ? gpu_find(str_sub(s->text, s->words[i].off, last->off + last->len)) : NULL;
}

/* Words from i that stand together, with only separators between: at most WINDOW_WORDS. */
static size_t run_at(const struct scan *s, size_t i)
{
	size_t n = 1;

	while (i + n < s->n && n < WINDOW_WORDS &&
	       blank_between(s->text, s->words[i + n - 1].off + s->words[i + n - 1].len, s->words[i + n].off))
		n++;
	return n;
}

/*
 * The run of words from i that names a card; returns the number of words, 0 if none does. gpu_find()
 * finds a name anywhere in its text, so the run must begin with the name (without its first word it
 * means something else) and end with it (the fewest words that mean the same).
 */
static size_t card_at(struct scan *s, size_t i, const struct gpu **gpu)
{
	size_t run = run_at(s, i);
	size_t used = run;

	*gpu = card_of(s, i, run);
	if (!*gpu || (run > 1 && !is_brand(word_text(s->text, s->words[i])) &&
		      card_of(s, i + 1, run - 1) == *gpu))
		return 0;
	while (used > 1 && card_of(s, i, used - 1) == *gpu)
		used--;
	return plausible(s, i, used, *gpu) ? used : 0;
}

/* A name holds a digit (h100, 4090, 3g.40gb) or starts with a brand. */
static bool could_start(struct str w)
{
	for (size_t i = 0; i < w.n; i++)
		if (is_digit(w.s[i]))
			return true;
	return is_brand(w);
}

static uint32_t count_around(const struct scan *s, size_t i, size_t used)
{
	uint32_t count = 0;

	if (i > 0 && joined_by(s->text, s->words[i - 1].off + s->words[i - 1].len, s->words[i].off, " x*X"))
		count = count_of(word_text(s->text, s->words[i - 1]));
	/* "8 x H100": the sign is a word of its own. */
	if (!count && i > 1 && str_is_nocase(word_text(s->text, s->words[i - 1]), "x"))
		count = count_of(word_text(s->text, s->words[i - 2]));
	if (!count && i + used < s->n &&
	    joined_by(s->text, s->words[i + used - 1].off + s->words[i + used - 1].len,
		      s->words[i + used].off, ":x*"))
		count = count_of(word_text(s->text, s->words[i + used]));
	return count;
}

/* "16 H100 nodes": the number is not of cards, as it is of "an 8xH100 node" or "2 8xH100 nodes". */
static bool counts_nodes(const struct scan *s, size_t i, size_t used, uint32_t count)
{
	enum { PER_NODE_MOST = 16 };
	struct str after = i + used < s->n ? word_text(s->text, s->words[i + used]) : STR("");
	size_t from = i > 0 ? s->words[i - 1].off + s->words[i - 1].len : 0;

	if (!str_is_nocase(after, "nodes") && !str_is_nocase(after, "machines") && !str_is_nocase(after, "servers"))
		return false;
	return count > PER_NODE_MOST || (from > 0 && is_digit(s->text.s[from - 1]) && blank_between(s->text, from, s->words[i].off));
}

/* "24GB+ of VRAM", "at least 24 GB", ">= 24GB", "RTX 3090+": the smallest that will do, and not the one there is. */
static bool is_floor(const struct scan *s, size_t i, size_t used)
{
	size_t from = s->words[i].off, end = s->words[i + used - 1].off + s->words[i + used - 1].len;

	if (end < s->text.n && s->text.s[end] == '+')
		return true;
	while (from > 0 && s->text.s[from - 1] == ' ')
		from--;
	if (from > 0 && (s->text.s[from - 1] == '>' || (from > 1 && s->text.s[from - 1] == '=' && s->text.s[from - 2] == '>')))
		return true;
	return i > 0 && (str_is_nocase(word_text(s->text, s->words[i - 1]), "least") ||
			 str_is_nocase(word_text(s->text, s->words[i - 1]), "minimum"));
}

/* "a GPU with < 10 GB used", "below 10 GB", "24 GB free": how much of a card is taken or left, and not how much it has. */
static bool is_amount(const struct scan *s, size_t i, size_t used)
{
	static const char *const before[] = {"below", "under", "than", "uses", "using", "takes", "needs"};
	static const char *const behind[] = {"used", "usage", "free", "left"};
	struct str prior = i > 0 ? word_text(s->text, s->words[i - 1]) : STR("");
	struct str next = i + used < s->n ? word_text(s->text, s->words[i + used]) : STR("");
	size_t from = s->words[i].off;

	while (from > 0 && s->text.s[from - 1] == ' ')
		from--;
	if (from > 0 && (s->text.s[from - 1] == '<' || s->text.s[from - 1] == '~'))
		return true;
	for (size_t k = 0; k < sizeof(before) / sizeof(*before); k++)
		if (str_is_nocase(prior, before[k]))
			return true;
	for (size_t k = 0; k < sizeof(behind) / sizeof(*behind); k++)
		if (str_is_nocase(next, behind[k]))
			return true;
	return false;
}

static size_t find_in(struct scan *s, struct gpu_mention *out, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n && n < max;) {
		struct gpu_mention m = {0};
		size_t used = 0;

		if (could_start(word_text(s->text, s->words[i])))
			used = card_at(s, i, &m.gpu);
		if (!used && !(size_at(s->text, s->words, s->n, i, &m.bytes, &used) && (s->name || in_context(s))))
			used = 0;
		if (!used || (!s->name && (is_floor(s, i, used) || (m.bytes && is_amount(s, i, used))))) {
			i += used ? used : 1;
			continue;
		}
		m.count = count_around(s, i, used);
		if (m.count && counts_nodes(s, i, used, m.count))
			m.count = 0;
		m.off = s->words[i].off;
		m.len = s->words[i + used - 1].off + s->words[i + used - 1].len - m.off;
		out[n++] = m;
		i += used;
	}
	return n;
}

static bool has_any(struct str text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_has_nocase(text, str_of(words[i])))
			return true;
	return false;
}

/* Whether a number of cards or a size of memory is named: somebody's machine has those. */
static bool tells_machine(struct str text, const struct gpu_mention *m, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str name = str_sub(text, m[i].off, m[i].off + m[i].len);

		/* "A100 80GB", "a100-80g" */
		if (m[i].count || m[i].bytes || str_has_nocase(name, STR("0g")))
			return true;
	}
	return false;
}

/*
 * "Float16 for Tesla T4, V100, Bfloat16 for Ampere+", "set bf16 to True with an A100", "if you are on a T4": what
 * holds for cards, not which one there is.
 */
static bool tells_cards_apart(struct str text, const struct gpu_mention *m, size_t n)
{
	static const char *const always[] = {"ampere+",	  "ampere or", "ampere and", "hopper+",	 "hopper or",
					     "turing+",	  "volta+",    " flops",     "consider "};
	static const char *const alone[] = {"bf16",  "bfloat16", "fp16",  "float16",   "tf32", "fp8",
					    " if ",  " like ",	 "such as", "e.g.",    " etc", "support",
					    "works on"};

	return has_any(text, always, sizeof(always) / sizeof(*always)) ||
	       (has_any(text, alone, sizeof(alone) / sizeof(*alone)) && !tells_machine(text, m, n));
}

size_t gpu_text_find_all(struct str text, struct gpu_mention *out, size_t max)
{
	struct word words[WORDS_MAX];
	struct scan s = {text, words, split(text, words, WORDS_MAX), CONTEXT_NOT_ASKED, false};

	return find_in(&s, out, max);
}

size_t gpu_text_find(struct str text, struct gpu_mention *out, size_t max)
{
	size_t n = gpu_text_find_all(text, out, max);

	return n && tells_cards_apart(text, out, n) ? 0 : n;
}

size_t gpu_text_find_name(struct str path, struct gpu_mention *out, size_t max)
{
	struct word words[WORDS_MAX];
	struct scan s = {path, words, split(path, words, WORDS_MAX), CONTEXT_NONE, true};

	return find_in(&s, out, max);
}
