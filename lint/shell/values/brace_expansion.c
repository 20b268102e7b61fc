/* Brace expansion: a{b,c}d and {1..4}. It works on the word before anything else is expanded. */
#include "brace_expansion.h"

enum { RESULTS_MAX = 1000, NESTING_MAX = 16, UNITS_MAX = 4096 };

/** A word as units: a byte of unquoted text each, or a piece that braces do not look into. */
struct units {
	VEC(struct sh_piece);
};

static bool is_byte(const struct sh_piece *u, char c)
{
	return u->kind == SH_TEXT && !u->quoted && u->text.n == 1 && u->text.s[0] == c;
}

static struct units split(struct sh_state *st, const struct sh_word *word)
{
	struct units out = {0};

	for (size_t i = 0; i < word->n; i++) {
		const struct sh_piece *piece = &word->at[i];

		if (piece->kind != SH_TEXT || piece->quoted) {
			*vec_push(st->arena, &out) = *piece;
			continue;
		}
		for (size_t j = 0; j < piece->text.n; j++) {
			/* Text that was made at run time may stand nowhere byte by byte. */
			bool verbatim = piece->at.len == piece->text.n;
			struct sh_piece unit = *piece;

			unit.text = str_sub(piece->text, j, j + 1);
			unit.at.off += verbatim ? (uint32_t)j : 0;
			unit.at.len = verbatim;
			*vec_push(st->arena, &out) = unit;
		}
	}
	return out;
}

static bool is_name_byte(const struct sh_piece *u)
{
	char c = u->kind == SH_TEXT && !u->quoted && u->text.n == 1 ? u->text.s[0] : 0;

	return sh_name_length((struct str){&c, 1}) || (c >= '0' && c <= '9');
}

/** {a,$X}b is ab $Xb: bytes behind a bare $X are of its name. True if the unit was that. */
static bool extend_name(struct sh_state *st, struct sh_piece *last, const struct sh_piece *u)
{
	struct sh_param *longer;
	size_t n;

	if (!last || last->kind != SH_PARAM || !is_name_byte(u))
		return false;
	n = last->as.param->name.n;
	if (last->at.len > n + 1 || !sh_name_length(last->as.param->name))
		return false;
	longer = arena_new(st->arena, struct sh_param);
	*longer = *last->as.param;
	longer->name = str_cat(st->arena, longer->name, u->text);
	last->as.param = longer;
	return true;
}

static const struct sh_word *join(struct sh_state *st, const struct units *units,
				  const struct sh_word *of)
{
	struct sh_word *w = arena_new(st->arena, struct sh_word);

	w->place = of->place;
	w->lost = of->lost;
	w->junk = of->junk;
	for (size_t i = 0; i < units->n; i++) {
		struct sh_piece *last = w->n ? &w->at[w->n - 1] : NULL;
		const struct sh_piece *u = &units->at[i];

		if (last && last->kind == SH_TEXT && !last->quoted && u->kind == SH_TEXT &&
		    !u->quoted && last->text.s + last->text.n == u->text.s &&
		    last->at.off + last->at.len == u->at.off) {
			last->text.n += u->text.n;
			last->at.len += u->at.len;
			continue;
		}
		if (!extend_name(st, last, u))
			*vec_push(st->arena, w) = *u;
	}
	return w;
}

/** The brace that closes the one at `open`, and whether a comma stands between; SIZE_MAX: none. */
static size_t closing(const struct units *u, size_t open, bool *comma)
{
	int depth = 0;

	*comma = false;
	for (size_t i = open; i < u->n; i++) {
		if (is_byte(&u->at[i], '{'))
			depth++;
		else if (is_byte(&u->at[i], '}') && --depth == 0)
			return i;
		else if (is_byte(&u->at[i], ',') && depth == 1)
			*comma = true;
	}
	return SIZE_MAX;
}

static void add(struct sh_state *st, struct units *to, const struct units *from, size_t start,
		size_t end)
{
	for (size_t i = start; i < end; i++)
		*vec_push(st->arena, to) = from->at[i];
}

/** "a..b" or "a..b..step" between braces, numbers or single letters: its texts. */
static bool sequence(struct sh_state *st, const struct units *u, size_t from, size_t to,
		     struct units *texts)
{
	char buffer[64];
	size_t n = 0;
	struct str_cut first, second;
	int64_t a, b, step = 1;
	bool letters;

	for (size_t i = from; i < to; i++) {
		if (u->at[i].kind != SH_TEXT || u->at[i].quoted || n >= sizeof(buffer))
			return false;
		buffer[n++] = u->at[i].text.s[0];
	}
	first = str_cut((struct str){buffer, n}, '.');
	if (!first.ok || !first.tail.n || first.tail.s[0] != '.')
		return false;
	second = str_cut(str_sub(first.tail, 1, first.tail.n), '.');
	if (second.ok &&
	    (second.tail.n < 2 || !str_to_int(str_sub(second.tail, 1, second.tail.n), &step)))
		return false;
	letters = first.head.n == 1 && second.head.n == 1 && (first.head.s[0] | 32) >= 'a' &&
		  (second.head.s[0] | 32) >= 'a';
	if (letters) {
		a = first.head.s[0];
		b = second.head.s[0];
	} else if (!str_to_int(first.head, &a) || !str_to_int(second.head, &b)) {
		return false;
	}
	/* {01..10} keeps its zeros: rare, and not worth a wrong width. */
	if (!letters && first.head.n > 1 && first.head.s[0] == '0')
		return false;
	if (a > INT32_MAX || a < INT32_MIN || b > INT32_MAX || b < INT32_MIN)
		return false;
	/* Both ends are within 32 bits: no step beyond is one more than twice as wide. */
	step = step > UINT32_MAX || step < -(int64_t)UINT32_MAX ? UINT32_MAX : step;
	step = step < 0 ? -step : step ? step : 1;
	for (int64_t x = a; (a <= b ? x <= b : x >= b) && texts->n < RESULTS_MAX;
	     x += a <= b ? step : -step) {
		struct sh_piece unit = {.kind = SH_TEXT, .at = u->at[from].at};

		unit.text = letters ? str_fmt(st->arena, "%c", (char)x)
				    : str_fmt(st->arena, "%lld", (long long)x);
		unit.at.len = 0;
		*vec_push(st->arena, texts) = unit;
	}
	return true;
}

struct expansion {
	struct sh_state *st;
	const struct sh_word *word;
	struct sh_words *out;
};

/** Expands the first group at or behind `from`; what stands before it is done. */
static void expand(struct expansion *x, const struct units *u, size_t from, int depth)
{
	if (!sh_work(x->st, u->n))
		return;
	for (size_t open = from; open < u->n && depth < NESTING_MAX && x->out->n < RESULTS_MAX;
	     open++) {
		struct units texts = {0};
		bool comma;
		size_t close;

		if (!is_byte(&u->at[open], '{') || (close = closing(u, open, &comma)) == SIZE_MAX)
			continue;
		if (!comma && !sequence(x->st, u, open + 1, close, &texts))
			continue;
		for (size_t i = open + 1, start = i, level = 0; comma && i <= close; i++) {
			struct units made = {0};

			level += is_byte(&u->at[i], '{');
			if (i < close && !(level == 0 && is_byte(&u->at[i], ','))) {
				level -= is_byte(&u->at[i], '}');
				continue;
			}
			add(x->st, &made, u, 0, open);
			add(x->st, &made, u, start, i);
			add(x->st, &made, u, close + 1, u->n);
			expand(x, &made, open, depth + 1);
			start = i + 1;
		}
		for (size_t i = 0; i < texts.n; i++) {
			struct units made = {0};

			add(x->st, &made, u, 0, open);
			*vec_push(x->st->arena, &made) = texts.at[i];
			add(x->st, &made, u, close + 1, u->n);
			expand(x, &made, open + 1, depth + 1);
		}
		return;
	}
	if (x->out->n < RESULTS_MAX)
		*vec_push(x->st->arena, x->out) = join(x->st, u, x->word);
}

bool sh_braces(struct sh_state *st, const struct sh_word *word, struct sh_words *out)
{
	struct expansion x = {st, word, out};
	bool any = false;
	size_t bytes = 0;
	struct units u;

	for (size_t i = 0; i < word->n; i++) {
		any = any || (word->at[i].kind == SH_TEXT && !word->at[i].quoted &&
			      str_chr(word->at[i].text, '{', 0) != SIZE_MAX);
		bytes += word->at[i].quoted ? 1 : word->at[i].text.n;
	}
	if (!any || bytes > UNITS_MAX)
		return false;
	u = split(st, word);
	if (sh_work(st, u.n))
		expand(&x, &u, 0, 0);
	return true;
}
