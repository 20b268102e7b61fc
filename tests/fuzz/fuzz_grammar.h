/*
 * A mutator that knows a grammar: programs that are deep in the right way are found by writing them,
 * seldom by turning bits. A fuzzer names its rules with FUZZ_GRAMMAR(rules); every other mutation is
 * libFuzzer's own, so that what no rule says is tried as well.
 *
 * A form is text in which "~x" stands for any form of the rule x ("~" before anything else is itself);
 * what stands for several lines is indented as the line it begins in. 's' is what a program is made of.
 */
#ifndef TESTS_FUZZ_GRAMMAR_H
#define TESTS_FUZZ_GRAMMAR_H

#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity, unsigned int seed);

struct fuzz_rule {
	char name;
	/** The first is short and names no rule: it is taken where nesting is to end. */
	const char *const *forms;
};

struct fuzz_writer {
	const struct fuzz_rule *rules;
	uint64_t state;
	uint8_t *out;
	size_t n, capacity;
};

/* xorshift64*, Vigna 2016. */
static inline uint64_t fuzz_next(struct fuzz_writer *w)
{
	w->state ^= w->state >> 12;
	w->state ^= w->state << 25;
	w->state ^= w->state >> 27;
	return w->state * UINT64_C(0x2545F4914F6CDD1D) >> 33;
}

static inline void fuzz_byte(struct fuzz_writer *w, char c)
{
	if (w->n < w->capacity)
		w->out[w->n++] = (uint8_t)c;
}

static inline const struct fuzz_rule *fuzz_rule(const struct fuzz_writer *w, char name)
{
	const struct fuzz_rule *r = w->rules;

	while (r->forms && r->name != name)
		r++;
	return r->forms ? r : NULL;
}

/** Writes a form of a rule; indent: blanks in front of each further line. */
static inline void fuzz_write(struct fuzz_writer *w, const struct fuzz_rule *rule, size_t indent,
			      int depth)
{
	size_t n = 0, blanks = 0;
	const char *form;

	while (rule->forms[n])
		n++;
	form = rule->forms[depth > 0 ? fuzz_next(w) % n : 0];
	for (; *form && w->n < w->capacity; form++) {
		const struct fuzz_rule *inner = *form == '~' ? fuzz_rule(w, form[1]) : NULL;

		if (inner) {
			fuzz_write(w, inner, indent + blanks, depth - 1);
			form++;
			continue;
		}
		fuzz_byte(w, *form);
		if (*form != '\n')
			continue;
		for (blanks = 0; form[1] == ' '; form++)
			blanks++;
		for (size_t i = 0; i < indent + blanks; i++)
			fuzz_byte(w, ' ');
	}
}

/** Puts new text where a line begins, in place of nothing or of that line; returns the new size. */
static inline size_t fuzz_grow(const struct fuzz_rule *rules, uint8_t *data, size_t size,
			       size_t capacity, unsigned int seed)
{
	uint8_t text[600];
	struct fuzz_writer w = {rules, UINT64_C(0x9E3779B97F4A7C15) ^ seed, text, 0, sizeof(text)};
	size_t at = size ? fuzz_next(&w) % (size + 1) : 0, indent = 0, end;

	while (at > 0 && data[at - 1] != '\n')
		at--;
	while (at + indent < size && data[at + indent] == ' ')
		indent++;
	end = at += indent;
	while (fuzz_next(&w) % 2 && end < size && data[end] != '\n')
		end++;
	fuzz_write(&w, fuzz_rule(&w, 's'), indent, 2 + (int)(fuzz_next(&w) % 5));
	fuzz_byte(&w, '\n');
	if (end > at)
		w.n--;
	for (size_t i = 0; i < indent && end == at; i++)
		fuzz_byte(&w, ' ');
	if (size - (end - at) + w.n > capacity)
		return 0;
	memmove(data + at + w.n, data + end, size - end);
	memcpy(data + at, text, w.n);
	return size - (end - at) + w.n;
}

/** The mutator of a fuzzer, from its rules; a rule without forms ends them. */
#define FUZZ_GRAMMAR(rules)                                                                        \
	size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity,                \
				       unsigned int seed)                                          \
	{                                                                                          \
		size_t grown = seed % 2 ? fuzz_grow(rules, data, size, capacity, seed / 2) : 0;    \
                                                                                                   \
		return grown ? grown : LLVMFuzzerMutate(data, size, capacity);                     \
	}

#endif
