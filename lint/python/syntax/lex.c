#include "lexer.h"

void lexer_grow(struct lexer *l)
{
	l->lx->tokens = vec_grow(&l->lx->arena, l->lx->tokens, l->n_tokens, &l->lx->room,
				 sizeof(*l->lx->tokens));
}

uint32_t lexer_line_end(const struct lexer *l, uint32_t at)
{
	while (at < l->n && l->s[at] != '\n' && l->s[at] != '\r')
		at++;
	return at;
}

uint32_t lexer_behind_line_end(const struct lexer *l, uint32_t at)
{
	if (at < l->n && l->s[at] == '\r')
		at++;
	else if (at < l->n)
		return at + 1;
	return lexer_peek(l, at) == '\n' ? at + 1 : at;
}

static void comment(struct lexer *l)
{
	uint32_t from = l->at;

	l->at = lexer_line_end(l, l->at);
	*vec_push(l->arena, &l->out->comments) = (struct span){l->file, from, l->at - from};
}

/* Reads one physical line's indentation. False for blank lines, which are skipped. */
static bool indentation(struct lexer *l, uint32_t *column)
{
	uint32_t at = l->at, joined = 0;

	*column = 0;
	for (; at < l->n; at++) {
		if (l->s[at] == ' ')
			++*column;
		else if (l->s[at] == '\t')
			*column = (*column / TAB + 1) * TAB;
		else if (l->s[at] == '\f')
			*column = 0;
		else if (l->s[at] == '\\' && at + 1 < l->n &&
			 lexer_byte(l, at + 1) == BYTE_LINE_END) {
			/* As in CPython the first line with any indentation counts. */
			joined = joined ? joined : *column;
			*column = 0;
			at = lexer_behind_line_end(l, at + 1) - 1;
		} else {
			break;
		}
	}
	*column = joined ? joined : *column;
	l->at = at;
	if (at == l->n)
		return false;
	if (l->s[at] == '#')
		comment(l);
	if (l->at < l->n && lexer_byte(l, l->at) == BYTE_LINE_END) {
		l->at = lexer_behind_line_end(l, l->at);
		return false;
	}
	return l->at < l->n;
}

static void indent_to(struct lexer *l, uint32_t column)
{
	uint32_t top = l->n_indents ? l->indents[l->n_indents - 1] : 0;

	if (column > top) {
		if (l->n_indents == INDENTS_MAX) {
			lexer_error(l, LEX_INDENT_DEPTH, l->at, l->at);
			return;
		}
		l->indents[l->n_indents++] = column;
		lexer_push(l, TOK_INDENT, l->at, l->at);
		return;
	}
	while (l->n_indents && column < l->indents[l->n_indents - 1]) {
		l->n_indents--;
		lexer_push(l, TOK_DEDENT, l->at, l->at);
	}
	top = l->n_indents ? l->indents[l->n_indents - 1] : 0;
	if (column != top)
		lexer_error(l, LEX_DEDENT, l->at, l->at);
}

/* The rest of an IPython line as one token; a backslash joins lines, as in a shell. */
static void command(struct lexer *l, enum tok kind)
{
	uint32_t from = ++l->at;

	l->at = lexer_line_end(l, l->at);
	while (l->at < l->n && l->at > from && l->s[l->at - 1] == '\\')
		l->at = lexer_line_end(l, lexer_behind_line_end(l, l->at));
	lexer_push(l, kind, from, l->at);
}

/* Whether the word at an offset can only begin a statement, so that an open bracket before it will
 * never be closed. */
static bool statement_begins(const struct lexer *l)
{
	uint32_t at = l->at, from;

	while (at < l->n && lexer_byte(l, at) == BYTE_SPACE)
		at++;
	from = at;
	while (at < l->n && at - from <= KEYWORD_LONGEST && lexer_in_name(l, at))
		at++;
	return py_keyword_begins(py_lexicon_keyword(l->lx, l->s + from, at - from));
}

/* A line end inside brackets joins lines, unless the bracket was forgotten. True if the line ends. */
static bool join_line(struct lexer *l)
{
	uint32_t from = l->at;

	l->at = lexer_behind_line_end(l, l->at);
	if (!statement_begins(l))
		return false;
	lexer_error(l, LEX_BRACKET, from, from);
	lexer_push(l, TOK_NEWLINE, from, from);
	l->depth = l->n_frames = 0;
	return true;
}

static void backslash(struct lexer *l)
{
	uint32_t next = l->at + 1;

	if (next < l->n && lexer_byte(l, next) == BYTE_LINE_END) {
		l->at = lexer_behind_line_end(l, next);
		return;
	}
	lexer_error(l, LEX_BACKSLASH, l->at, next);
	l->at = next;
}

/* x = !command and x = %magic of IPython. */
static bool assigned_command(struct lexer *l, enum tok kind)
{
	if (l->depth || !l->n_tokens || l->lx->tokens[l->n_tokens - 1].kind != TOK_EQUAL ||
	    (kind != TOK_EXCLAMATION && kind != TOK_PERCENT))
		return false;
	command(l, kind == TOK_PERCENT ? TOK_MAGIC : TOK_SHELL);
	return true;
}

static void operator(struct lexer *l)
{
	uint32_t len;
	enum tok kind = py_lexicon_operator(l->lx, l->s + l->at, l->n - l->at, &len);

	if (kind == TOK_DOT && l->at + 1 < l->n && lexer_byte(l, l->at + 1) == BYTE_DIGIT) {
		lexer_number(l);
		return;
	}
	if (l->n_frames && lexer_fstring_delimiter(l, kind))
		return;
	if (kind == TOK_LPAR || kind == TOK_LSQB || kind == TOK_LBRACE) {
		if (l->depth == BRACKETS_MAX) {
			lexer_error(l, LEX_DEPTH, l->at, l->at + 1);
			l->at++;
			return;
		}
		l->depth++;
	} else if ((kind == TOK_RPAR || kind == TOK_RSQB || kind == TOK_RBRACE) && l->depth) {
		l->depth--;
	} else if (assigned_command(l, kind)) {
		return;
	}
	if (kind == TOK_ERROR)
		lexer_error(l, LEX_CHARACTER, l->at, l->at + len);
	else
		lexer_push(l, kind, l->at, l->at + len);
	l->at += len;
}

/* One logical line, from behind its indentation to its TOK_NEWLINE. */
static void logical_line(struct lexer *l)
{
	unsigned char first = lexer_peek(l, l->at);

	if (first == '%' || first == '!' || first == '?')
		command(l, first == '!' ? TOK_SHELL : TOK_MAGIC);
	while (l->at < l->n) {
		if (lexer_in_fstring_text(l)) {
			lexer_fstring_text(l);
			continue;
		}
		switch (lexer_byte(l, l->at)) {
		case BYTE_SPACE:
			l->at++;
			break;
		case BYTE_NAME:
		case BYTE_HIGH:
			lexer_name(l);
			break;
		case BYTE_OPERATOR:
			operator(l);
			break;
		case BYTE_DIGIT:
			lexer_number(l);
			break;
		case BYTE_QUOTE:
			lexer_string(l, l->at);
			break;
		case BYTE_COMMENT:
			comment(l);
			break;
		case BYTE_BACKSLASH:
			backslash(l);
			break;
		case BYTE_LINE_END:
			if (l->depth) {
				if (join_line(l))
					return;
				break;
			}
			lexer_push(l, TOK_NEWLINE, l->at, l->at);
			l->at = lexer_behind_line_end(l, l->at);
			return;
		case BYTE_BAD:
			lexer_error(l, LEX_CHARACTER, l->at, l->at + 1);
			l->at++;
			break;
		}
	}
	if (l->n_frames || l->depth)
		lexer_error(l, l->n_frames ? LEX_FSTRING : LEX_BRACKET, l->n, l->n);
	l->n_frames = l->depth = 0;
	lexer_push(l, TOK_NEWLINE, l->n, l->n);
}

/* PEP 263: a comment on one of the first two lines names the encoding. */
static enum py_encoding encoding(struct py_lexicon *lx, struct str text)
{
	size_t from = 0;

	for (int line = 0; line < 2 && from < text.n; line++) {
		if (py_lexicon_match(lx, REGEX_CODING, text, from)) {
			const size_t *at = pcre2_get_ovector_pointer(lx->match);
			struct str name = str_sub(text, at[2], at[3]);

			if (str_is_nocase(name, "latin-1") || str_is_nocase(name, "iso-8859-1") ||
			    str_is_nocase(name, "latin1") || str_is_nocase(name, "iso-latin-1"))
				return PY_LATIN1;
			return str_is_nocase(str_sub(name, 0, 3), "utf") ||
				       str_is_nocase(name, "ascii")
				   ? PY_UTF8
				   : PY_FOREIGN;
		}
		from = str_chr(text, '\n', from);
		if (from == SIZE_MAX)
			break;
		from++;
	}
	return PY_UTF8;
}

/* Lines from l->at to an offset. The text behind it is still seen: a bracket may be left open before it. */
static struct py_lexed lines(struct lexer *l, uint32_t to)
{
	struct py_lexicon *lx = l->lx;
	uint32_t column;

	l->out->encoding = encoding(lx, l->text);
	while (l->at < to) {
		if (indentation(l, &column) && l->at < to) {
			indent_to(l, column);
			logical_line(l);
		}
	}
	for (; l->n_indents; l->n_indents--)
		lexer_push(l, TOK_DEDENT, to, to);
	lexer_push(l, TOK_END, to, to);
	l->out->tokens = lx->tokens;
	l->out->n = l->n_tokens;
	return *l->out;
}

static struct lexer start(struct arena *a, struct py_lexicon *lexicon, uint32_t file, struct str text,
			  struct py_lexed *out)
{
	struct lexer l = {.lx = lexicon, .arena = a, .file = file, .out = out};

	/* Offsets are 32 bits wide; the last one must stay free for "behind the end". */
	l.text = str_sub(text, 0, UINT32_MAX - 1);
	l.s = (const unsigned char *)l.text.s;
	l.n = (uint32_t)l.text.n;
	return l;
}

struct py_lexed py_lex(struct arena *a, struct py_lexicon *lexicon, uint32_t file, struct str text)
{
	struct py_lexed out = {0};
	struct lexer l = start(a, lexicon, file, text, &out);

	if (str_starts(text, STR("\xef\xbb\xbf")))
		l.at = 3;
	return lines(&l, l.n);
}

struct py_lexed py_lex_lines(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
			     struct str text, uint32_t from, uint32_t to)
{
	struct py_lexed out = {0};
	struct lexer l = start(a, lexicon, file, text, &out);

	l.at = lexer_behind_line_end(&l, from);
	return lines(&l, to);
}
