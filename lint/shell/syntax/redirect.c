/* Redirections and the bodies of here-documents. */
#include "lex.h"

/** The body of a here-document from the position on, which moves behind the delimiter's line. */
static struct sh_word *body(struct sh_parser *p, const struct sh_pending *here)
{
	struct sh_word *w = arena_new(p->arena, struct sh_word);
	uint32_t from = p->p, to = p->end;
	const char *s = p->src->text.s;

	while (p->p < p->end) {
		size_t eol = str_chr(str_sub(p->src->text, 0, p->end), '\n', p->p);
		uint32_t end = eol == SIZE_MAX ? p->end : (uint32_t)eol, start = p->p;
		uint32_t stop = end > start && s[end - 1] == '\r' ? end - 1 : end;

		to = start;
		p->p = eol == SIZE_MAX ? p->end : end + 1;
		while (here->tabs && start < stop && s[start] == '\t')
			start++;
		if (str_eq(str_sub(p->src->text, start, stop), here->delimiter))
			break;
		to = p->p;
		if (here->tabs || here->quoted) {
			const struct sh_word *line;

			if (here->quoted) {
				sh_add_source(p, w, start, p->p, true);
				continue;
			}
			line = sh_word_between(p, start, p->p, SH_WORD_HERE);
			for (size_t i = 0; i < line->n; i++)
				*vec_push(p->arena, w) = line->at[i];
		}
	}
	if (!here->tabs && !here->quoted)
		w = sh_word_between(p, from, to, SH_WORD_HERE);
	w->place = sh_place(p->src, from, to - from);
	return w;
}

void sh_newline(struct sh_parser *p)
{
	p->p++;
	for (size_t i = 0; i < p->pending.n; i++)
		p->pending.at[i].redirect->word = body(p, &p->pending.at[i]);
	p->pending.n = 0;
}

/** The delimiter of a here-document, quotes removed. */
static void here_document(struct sh_parser *p, struct sh_redirect *r, bool tabs)
{
	struct sh_pending *here;
	const struct sh_word *w;

	sh_skip_blanks(p);
	w = sh_word(p, SH_WORD_PLAIN);
	here = vec_push(p->arena, &p->pending);
	*here = (struct sh_pending){.redirect = r, .tabs = tabs};
	for (size_t i = 0; i < w->n; i++) {
		here->quoted |= w->at[i].quoted;
		if (w->at[i].kind == SH_TEXT)
			here->delimiter = str_cat(p->arena, here->delimiter, w->at[i].text);
	}
	r->word = w;
}

static const struct {
	const char *text;
	enum sh_redirect_kind kind;
} redirect_rows[] = {
    /* Longest first. */
    {"<<<", SH_REDIRECT_STRING}, {"<<-", SH_REDIRECT_HERE},  {"&>>", SH_REDIRECT_APPEND},
    {"<<", SH_REDIRECT_HERE},	 {">>", SH_REDIRECT_APPEND}, {">&", SH_REDIRECT_OTHER},
    {"<&", SH_REDIRECT_OTHER},	 {">|", SH_REDIRECT_OUT},    {"<>", SH_REDIRECT_OTHER},
    {"&>", SH_REDIRECT_OUT},	 {"<", SH_REDIRECT_IN},	     {">", SH_REDIRECT_OUT},
};

const struct sh_redirect *sh_redirection(struct sh_parser *p)
{
	uint32_t digits = 0;
	struct sh_redirect *r;
	struct str rest;

	while (sh_ahead(p, digits) >= '0' && sh_ahead(p, digits) <= '9' && digits < 3)
		digits++;
	rest = str_sub(p->src->text, p->p + digits, p->end);
	if (digits && str_starts(rest, STR("&")))
		return NULL;
	if (!rest.n || (rest.s[0] != '<' && rest.s[0] != '>' && rest.s[0] != '&'))
		return NULL;
	/* <( and >( are process substitutions. */
	if (rest.n > 1 && rest.s[0] != '&' && rest.s[1] == '(')
		return NULL;
	for (size_t i = 0; i < sizeof(redirect_rows) / sizeof(*redirect_rows); i++) {
		struct str op = str_of(redirect_rows[i].text);

		if (!str_starts(rest, op))
			continue;
		r = arena_new(p->arena, struct sh_redirect);
		r->kind = redirect_rows[i].kind;
		r->fd = digits ? p->src->text.s[p->p] - '0' : -1;
		p->p += digits + (uint32_t)op.n;
		if (r->kind == SH_REDIRECT_HERE) {
			here_document(p, r, op.n == 3);
		} else {
			sh_skip_blanks(p);
			r->word = sh_word(p, SH_WORD_PLAIN);
		}
		return r;
	}
	return NULL;
}
