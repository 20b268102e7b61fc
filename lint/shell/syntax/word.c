#include "lex.h"

struct span sh_place(const struct sh_source *src, uint32_t off, uint32_t len)
{
	size_t low = 0, high = src->n_segments;
	const struct shell_segment *s;
	uint32_t into, room;

	if (!high) {
		if (!src->verbatim)
			return src->at;
		return (struct span){src->at.file, src->at.off + off, len};
	}
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (src->segments[mid].off <= off)
			low = mid;
		else
			high = mid;
	}
	s = &src->segments[low];
	into = off > s->off ? off - s->off : 0;
	if (into >= s->at.len)
		return s->at.len ? (struct span){s->at.file, s->at.off + s->at.len, 0} : s->at;
	room = s->at.len - into;
	return (struct span){s->at.file, s->at.off + into, len < room ? len : room};
}

/** The place from one offset to the position; over several segments, from the first to the last byte. */
struct span sh_at(const struct sh_parser *p, uint32_t from)
{
	uint32_t to = p->p > from ? p->p : from;
	struct span first = sh_place(p->src, from, to - from), last;

	if (!p->src->n_segments || to == from)
		return first;
	last = sh_place(p->src, to - 1, 1);
	if (last.file == first.file && last.off >= first.off)
		first.len = last.off + last.len - first.off;
	return first;
}

int sh_ahead(const struct sh_parser *p, uint32_t n)
{
	return (uint64_t)p->p + n < p->end ? (unsigned char)p->src->text.s[p->p + n] : -1;
}

int sh_peek(struct sh_parser *p)
{
	while (sh_ahead(p, 0) == '\\' && sh_ahead(p, 1) == '\n')
		p->p += 2;
	return sh_ahead(p, 0);
}

size_t sh_name_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && ((s.s[n] | 32) >= 'a' && (s.s[n] | 32) <= 'z'))
		n++;
	if (n == 0 && !(s.n && s.s[0] == '_'))
		return 0;
	while (n < s.n && (((s.s[n] | 32) >= 'a' && (s.s[n] | 32) <= 'z') || s.s[n] == '_' ||
			   (s.s[n] >= '0' && s.s[n] <= '9')))
		n++;
	return n;
}

bool sh_broken_here(const struct sh_parser *p)
{
	uint32_t n = 1;

	if (sh_ahead(p, 0) != '\\')
		return false;
	if (sh_ahead(p, 1) == '\r' && (sh_ahead(p, 2) == '\n' || sh_ahead(p, 2) < 0))
		return true;
	while (sh_is_blank(sh_ahead(p, n)))
		n++;
	return n > 1 && (sh_ahead(p, n) == '\n' || sh_ahead(p, n) == '#' || sh_ahead(p, n) == '\r');
}

void sh_add_source(struct sh_parser *p, struct sh_word *w, uint32_t from, uint32_t to, bool quoted)
{
	struct str text = str_sub(p->src->text, from, to);
	struct span at = sh_place(p->src, from, to - from);
	struct sh_piece *last = w->n ? &w->at[w->n - 1] : NULL;

	if (last && last->kind == SH_TEXT && last->quoted == quoted && last->text.n &&
	    last->text.s + last->text.n == text.s && last->at.off + last->at.len == at.off &&
	    last->at.len == last->text.n) {
		last->text.n += text.n;
		last->at.len += at.len;
		return;
	}
	*vec_push(p->arena, w) =
	    (struct sh_piece){.kind = SH_TEXT, .quoted = quoted, .text = text, .at = at};
}

/** The bytes that a backslash makes literal in this mode. */
static bool escapable(int c, enum sh_word_mode mode)
{
	if (mode == SH_WORD_QUOTED)
		return c == '$' || c == '`' || c == '"' || c == '\\';
	if (mode == SH_WORD_BRACE_QUOTED)
		return c == '$' || c == '`' || c == '"' || c == '\\' || c == '}';
	if (mode == SH_WORD_HERE)
		return c == '$' || c == '`' || c == '\\';
	return true;
}

static void backslash(struct sh_parser *p, struct sh_word *w, enum sh_word_mode mode)
{
	int next = sh_ahead(p, 1);

	if (next < 0 || !escapable(next, mode)) {
		sh_add_source(p, w, p->p, p->p + 1, true);
		p->p++;
		return;
	}
	p->p += 2;
	*vec_push(p->arena, w) = (struct sh_piece){.kind = SH_TEXT,
						   .quoted = true,
						   .text = str_sub(p->src->text, p->p - 1, p->p),
						   .at = sh_place(p->src, p->p - 2, 2)};
}

static bool ends_plain(int c)
{
	return sh_is_blank(c) || c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' ||
	       c == ')' || c == '<' || c == '>';
}

/** Whether the word ends before the byte at the position. */
static bool ends(const struct sh_parser *p, int c, enum sh_word_mode mode, int parens)
{
	switch (mode) {
	case SH_WORD_PLAIN:
		if (c == '\r' && (sh_ahead(p, 1) == '\n' || sh_ahead(p, 1) < 0))
			return true;
		return ends_plain(c) && !((c == '<' || c == '>') && sh_ahead(p, 1) == '(');
	case SH_WORD_REGEX:
		return sh_is_blank(c) || c == '\n' || (c == ')' && parens == 0) || c == ';';
	case SH_WORD_QUOTED:
		return c == '"';
	case SH_WORD_BRACE:
	case SH_WORD_BRACE_QUOTED:
		return c == '}';
	case SH_WORD_SLASH:
		return c == '}' || c == '/';
	case SH_WORD_COLON:
		return c == '}' || c == ':';
	case SH_WORD_INDEX:
		return c == ']';
	case SH_WORD_HERE:
		return false;
	}
	return false;
}

static bool is_special(unsigned char c)
{
	static const bool special[256] = {
	    ['\\'] = 1, ['\''] = 1, ['"'] = 1,	['$'] = 1, ['`'] = 1, [SH_HOLE_BYTE] = 1, [' '] = 1,
	    ['\t'] = 1, ['\n'] = 1, ['\r'] = 1, [';'] = 1, ['&'] = 1, ['|'] = 1,	  ['('] = 1,
	    [')'] = 1,	['<'] = 1,  ['>'] = 1,	['}'] = 1, ['/'] = 1, [':'] = 1,	  [']'] = 1,
	};
	return special[c];
}

static const struct sh_part *hole_at(const struct sh_source *src, uint32_t off)
{
	size_t low = 0, high = src->n_holes;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (src->holes[mid].off < off)
			low = mid + 1;
		else
			high = mid;
	}
	return low < src->n_holes && src->holes[low].off == off ? src->holes[low].part : NULL;
}

static void pieces(struct sh_parser *p, struct sh_word *w, enum sh_word_mode mode, bool quoted);

/** "…", the position at the opening quote. */
static void double_quoted(struct sh_parser *p, struct sh_word *w)
{
	size_t before = w->n;
	uint32_t from = p->p++;

	if (++p->depth > SH_DEPTH_MAX)
		p->failed = true;
	else
		pieces(p, w, SH_WORD_QUOTED, true);
	p->depth--;
	if (sh_ahead(p, 0) == '"')
		p->p++;
	if (w->n == before)
		*vec_push(p->arena, w) =
		    (struct sh_piece){.kind = SH_TEXT, .quoted = true, .at = sh_at(p, from)};
}

/** '$' or '`' or a process substitution at the position; false if the byte stands for itself. */
static bool expansion(struct sh_parser *p, struct sh_word *w, enum sh_word_mode mode, bool quoted)
{
	struct sh_piece piece = {.quoted = quoted};
	bool inner = mode == SH_WORD_QUOTED || mode == SH_WORD_HERE || mode == SH_WORD_BRACE_QUOTED;
	uint32_t from = p->p;

	if (!inner && sh_ahead(p, 0) == '$' && sh_ahead(p, 1) == '\'') {
		p->p += 2;
		sh_ansi_quoted(p, w, from);
		return true;
	}
	if (!inner && sh_ahead(p, 0) == '$' && sh_ahead(p, 1) == '"') {
		p->p++;
		double_quoted(p, w);
		return true;
	}
	if (!sh_dollar(p, &piece, mode))
		return false;
	piece.at = sh_at(p, from);
	*vec_push(p->arena, w) = piece;
	return true;
}

/** A quoting byte at the position: whether it was one in this mode. */
static bool quote(struct sh_parser *p, struct sh_word *w, enum sh_word_mode mode, int c)
{
	bool inner = mode == SH_WORD_QUOTED || mode == SH_WORD_HERE || mode == SH_WORD_BRACE_QUOTED;

	if (c == '\'' && !inner) {
		p->p++;
		sh_single_quoted(p, w);
		return true;
	}
	if (c == '"' && mode != SH_WORD_HERE && mode != SH_WORD_QUOTED) {
		double_quoted(p, w);
		return true;
	}
	return false;
}

/** <( … ) or >( … ). */
static void process(struct sh_parser *p, struct sh_word *w)
{
	struct sh_piece piece = {.kind = SH_PROCESS, .quoted = true};
	uint32_t from = p->p;

	p->p += 2;
	piece.as.list = sh_list_until(p, ')');
	piece.at = sh_at(p, from);
	*vec_push(p->arena, w) = piece;
}

/** Reads pieces until the word ends in its mode. */
static void pieces(struct sh_parser *p, struct sh_word *w, enum sh_word_mode mode, bool quoted)
{
	int parens = 0;

	for (int c; !p->failed && (c = sh_peek(p)) >= 0 && !ends(p, c, mode, parens);) {
		uint32_t from = p->p;
		const struct sh_part *hole;

		if (c == '\\') {
			if (mode == SH_WORD_PLAIN && sh_broken_here(p))
				return;
			backslash(p, w, mode);
			continue;
		}
		if (quote(p, w, mode, c))
			continue;
		if (mode == SH_WORD_PLAIN && (c == '<' || c == '>')) {
			process(p, w);
			continue;
		}
		if ((c == '$' || c == '`') && expansion(p, w, mode, quoted))
			continue;
		if (c == SH_HOLE_BYTE && (hole = hole_at(p->src, p->p))) {
			p->p++;
			*vec_push(p->arena, w) = (struct sh_piece){.kind = SH_HOLE,
								   .quoted = quoted,
								   .at = sh_at(p, from),
								   .as.part = hole};
			continue;
		}
		if (mode == SH_WORD_REGEX)
			parens += c == '(' ? 1 : c == ')' ? -1 : 0;
		do
			p->p++;
		while (p->p < p->end && !is_special((unsigned char)p->src->text.s[p->p]) &&
		       !(p->src->n_segments && p->src->text.s[p->p - 1] == '\n'));
		sh_add_source(p, w, from, p->p, quoted);
	}
}

struct sh_word *sh_word(struct sh_parser *p, enum sh_word_mode mode)
{
	struct sh_word *w = arena_new(p->arena, struct sh_word);
	uint32_t from;

	/* Most words are one piece. */
	w->at = arena_new(p->arena, struct sh_piece);
	w->room = 1;
	sh_peek(p);
	from = p->p;
	if (++p->depth > SH_DEPTH_MAX)
		p->failed = true;
	else
		pieces(p, w, mode,
		       mode == SH_WORD_HERE || mode == SH_WORD_QUOTED ||
			   mode == SH_WORD_BRACE_QUOTED);
	p->depth--;
	w->place = sh_at(p, from);
	return w;
}

struct sh_word *sh_word_between(struct sh_parser *p, uint32_t from, uint32_t to,
				enum sh_word_mode mode)
{
	uint32_t at = p->p, end = p->end;
	struct sh_word *w;

	p->p = from;
	p->end = to;
	w = sh_word(p, mode);
	p->p = at;
	p->end = end;
	return w;
}
