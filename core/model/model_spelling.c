#include "model_spelling.h"

#include <string.h>

enum { NAME_MAX_BYTES = 256 };

/*
 * A name without separators, in lower case, "meta" before "llama" left out: "Meta-Llama-3.1-8B" and
 * "llama3_1_8b" are both "llama318b".
 */
static struct str squash(struct str name, char room[NAME_MAX_BYTES])
{
	size_t n = 0;

	for (size_t i = 0; i < name.n && n < NAME_MAX_BYTES; i++) {
		char c = (char)(name.s[i] >= 'A' && name.s[i] <= 'Z' ? name.s[i] + 32 : name.s[i]);
		bool digits = i && i + 1 < name.n && name.s[i - 1] >= '0' && name.s[i - 1] <= '9' &&
			      name.s[i + 1] >= '0' && name.s[i + 1] <= '9';

		/* "llama3p1", "1p5b": the builders' point. */
		if (c != '-' && c != '_' && c != '.' && c != ' ' && !(c == 'p' && digits))
			room[n++] = c;
	}
	if (n > 9 && memcmp(room, "metallama", 9) == 0) {
		n -= 4;
		memmove(room, room + 4, n);
	}
	return (struct str){room, n};
}

/* Whether a is b, or b and one of the ends that a table's id may have and a builder's name has not. */
static bool same_but_end(struct str a, struct str b)
{
	static const struct str ends[] = {STR_INIT(""),	    STR_INIT("instruct"), STR_INIT("it"),
					  STR_INIT("base"), STR_INIT("hf"),	  STR_INIT("chat"),
					  STR_INIT("pt")};

	if (!str_starts(a, b))
		return false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_eq(str_sub(a, b.n, a.n), ends[i]))
			return true;
	return false;
}

/* What torchtune, NeMo and Megatron-Bridge put around a name: "lora_…", "…_pretrain_config". */
static struct str builder_name(struct str name)
{
	static const struct str heads[] = {STR_INIT("qlora_"), STR_INIT("lora_"), STR_INIT("dora_"),
					   STR_INIT("hf-"), STR_INIT("mcore-")};
	static const struct str ends[] = {
	    STR_INIT("_pretrain"), STR_INIT("_sft"),	   STR_INIT("_peft"),
	    STR_INIT("_config"),   STR_INIT("(num_nodes"), STR_INIT("_16k"),
	    STR_INIT("_64k"),	   STR_INIT("_8gpu"),	   STR_INIT("_te")};

	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		if (str_starts(name, heads[i]))
			name = str_sub(name, heads[i].n, name.n);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		name = str_sub(name, 0, str_find(name, ends[i], 0));
	return name;
}

/* The one row that has an id of this spelling; a scan of all ids, for names that nothing else found. */
/* A cheap test before the squashing: the same first letter, or "Meta-Llama" for "llama". */
static bool may_match(struct str name, struct str wanted)
{
	char first = name.n
			 ? (char)(name.s[0] >= 'A' && name.s[0] <= 'Z' ? name.s[0] + 32 : name.s[0])
			 : '\0';

	return first == wanted.s[0] || (first == 'm' && wanted.s[0] == 'l');
}

static bool has_digit(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] >= '0' && s.s[i] <= '9')
			return true;
	return false;
}

const struct model *model_spelling_find(struct str id)
{
	char room[NAME_MAX_BYTES], room2[NAME_MAX_BYTES];
	struct str wanted = squash(builder_name(str_tail(id, '/')), room);
	const struct model *hit = NULL;
	size_t n;
	const struct model *table = model_table(&n);

	/* Without a size or a version a spelling is a word ("test-model"), not a name. */
	if (wanted.n < 5 || !has_digit(wanted) || model_is_folder(str_tail(id, '/')))
		return NULL;
	for (size_t i = 0; i < n; i++) {
		struct str rest = model_aliases(&table[i]);
		struct str name = table[i].id;

		while (name.n) {
			struct str_cut cut;

			if (may_match(str_tail(name, '/'), wanted) &&
			    same_but_end(squash(str_tail(name, '/'), room2), wanted)) {
				if (hit && !model_same_shape(hit, &table[i]))
					return NULL;
				hit = hit ? hit : &table[i];
				break;
			}
			cut = str_cut(rest, ';');
			name = cut.head;
			rest = cut.tail;
		}
	}
	return hit;
}

bool model_spelling_same(struct str a, struct str b)
{
	char room[NAME_MAX_BYTES], room2[NAME_MAX_BYTES];

	return str_eq(squash(a, room), squash(b, room2));
}
