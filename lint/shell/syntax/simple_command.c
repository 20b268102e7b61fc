/* Simple commands: words, assignments, redirections, here-documents, and lines that break off. */
#include "lex.h"

/** Bytes of one source that may be read twice and more. */
enum { AGAIN_MAX = 1 << 18 };

bool sh_skip_blanks(struct sh_parser *p)
{
	bool continued = false;

	for (;;) {
		int c = sh_ahead(p, 0);

		if (c == '\\' && sh_ahead(p, 1) == '\n') {
			p->p += 2;
			continued = true;
		} else if (sh_is_blank(c) ||
			   (c == '\r' && (sh_ahead(p, 1) == '\n' || sh_ahead(p, 1) < 0))) {
			p->p++;
		} else {
			return continued;
		}
	}
}

static void skip_comment(struct sh_parser *p)
{
	size_t eol = str_chr(str_sub(p->src->text, 0, p->end), '\n', p->p);

	p->p = eol == SIZE_MAX ? p->end : (uint32_t)eol;
}

void sh_skip_lines(struct sh_parser *p)
{
	for (;;) {
		sh_skip_blanks(p);
		if (sh_ahead(p, 0) == '#')
			skip_comment(p);
		else if (sh_ahead(p, 0) == '\n')
			sh_newline(p);
		else
			return;
	}
}

/**
 * Back to `from`: what was read as an index is read as a word. Each level of d[$(d[$(… is read twice by
 * the one around it, so that 25 of them took minutes: such a text does not parse.
 */
static void read_again(struct sh_parser *p, uint32_t from)
{
	p->again += p->p - from;
	p->failed |= p->again > AGAIN_MAX;
	p->p = from;
}

/** The elements of NAME=( … ), the position behind the parenthesis. */
static void elements(struct sh_parser *p, struct sh_assign *assign)
{
	assign->array = true;
	for (;;) {
		struct sh_element *e;
		uint32_t from;

		sh_skip_lines(p);
		if (sh_broken_here(p)) {
			p->p += 2;
			continue;
		}
		if (p->failed || sh_ahead(p, 0) < 0)
			return;
		if (sh_ahead(p, 0) == ')') {
			p->p++;
			return;
		}
		e = vec_push(p->arena, &assign->elements);
		from = p->p;
		if (sh_ahead(p, 0) == '[') {
			p->p++;
			e->index = sh_word(p, SH_WORD_INDEX);
			if (sh_ahead(p, 0) == ']' && sh_ahead(p, 1) == '=') {
				p->p += 2;
			} else {
				e->index = NULL;
				read_again(p, from);
			}
		}
		e->value = sh_word(p, SH_WORD_PLAIN);
		/* What no word can begin with, such as a stray ';'. */
		if (p->p == from) {
			assign->elements.n--;
			p->p++;
		}
	}
}

const struct sh_assign *sh_assignment(struct sh_parser *p)
{
	uint32_t from = p->p, n = (uint32_t)sh_name_length(str_sub(p->src->text, p->p, p->end));
	struct sh_assign a = {0}, *assign;

	if (!n || (sh_ahead(p, n) != '=' && sh_ahead(p, n) != '+' && sh_ahead(p, n) != '['))
		return NULL;
	a.name = str_sub(p->src->text, from, from + n);
	p->p += n;
	if (sh_ahead(p, 0) == '[') {
		p->p++;
		a.index = sh_word(p, SH_WORD_INDEX);
		if (sh_ahead(p, 0) == ']')
			p->p++;
	}
	a.append = sh_ahead(p, 0) == '+';
	p->p += a.append;
	if (sh_ahead(p, 0) != '=') {
		read_again(p, from);
		return NULL;
	}
	p->p++;
	assign = arena_new(p->arena, struct sh_assign);
	*assign = a;
	if (sh_ahead(p, 0) == '(') {
		p->p++;
		elements(p, assign);
	} else {
		assign->value = sh_word(p, SH_WORD_PLAIN);
	}
	assign->at = sh_at(p, from);
	return assign;
}

/** What a simple command's lines are about. */
struct lines {
	/** Blanks before the command on its line. */
	uint32_t indent;
	/** Words from here on are behind a break. */
	bool lost;
	/** Where the words lost by each break begin; parallel to the command's breaks. */
	struct {
		VEC(uint32_t);
	} starts;
};

static uint32_t indent_of(const struct sh_parser *p, uint32_t off)
{
	const char *s = p->src->text.s;
	uint32_t line = off, n = 0;

	while (line > 0 && s[line - 1] != '\n' && off - line < 200)
		line--;
	while (line + n < off && sh_is_blank(s[line + n]))
		n++;
	return n;
}

/** Whether a line's first word can only be an argument of a command above it. */
static bool is_argument(struct str line, bool indented, enum sh_break_kind kind)
{
	size_t i = 0, n = 0;

	if (!line.n)
		return false;
	if (line.s[0] == '-' && line.n > 1 && line.s[1] != ' ')
		return true;
	if (kind == SH_BREAK_EMPTY)
		return false;
	if (line.s[0] == '"' && line.n > 1)
		i++;
	if (line.s[i] == '$' && indented)
		return true;
	/* Hydra: a.b=c, +a.b=c, ~a. */
	while (i < line.n && (line.s[i] == '+' || line.s[i] == '~'))
		i++;
	n = i;
	while (n < line.n && line.s[n] != '=' && !sh_is_blank(line.s[n]) && line.s[n] != '(')
		n++;
	if (n < line.n && line.s[n] == '=' && (i > 0 || str_chr(str_sub(line, 0, n), '.', 0) < n))
		return true;
	return indented && kind == SH_BREAK_BLANK;
}

/** Whether arguments follow behind the line that ends at eol; *start is their line's first byte. */
static bool arguments_follow(const struct sh_parser *p, const struct lines *lines, uint32_t eol,
			     enum sh_break_kind kind, uint32_t *start)
{
	struct str text = str_sub(p->src->text, 0, p->end);

	for (size_t line = (size_t)eol + 1, next; line < text.n; line = next) {
		size_t end = str_chr(text, '\n', line), first = line;

		next = end == SIZE_MAX ? text.n : end + 1;
		while (first < next && sh_is_blank(text.s[first]))
			first++;
		if (first < next && text.s[first] == '#')
			continue;
		*start = (uint32_t)line;
		return is_argument(str_trim(str_sub(text, first, next)),
				   first - line > lines->indent, kind);
	}
	return false;
}

/** Goes on behind a break if arguments follow it; at is where the break is written. */
static bool resume(struct sh_parser *p, struct sh_cmd *cmd, struct lines *lines,
		   enum sh_break_kind kind, uint32_t from, uint32_t eol)
{
	uint32_t start;

	if (p->pending.n || !cmd->items.n || !arguments_follow(p, lines, eol, kind, &start))
		return false;
	p->p = eol;
	*vec_push(p->arena, &cmd->breaks) = (struct sh_break){.kind = kind, .at = sh_at(p, from)};
	p->p = start;
	sh_skip_blanks(p);
	*vec_push(p->arena, &lines->starts) = p->p;
	lines->lost = true;
	return true;
}

static uint32_t end_of_line(const struct sh_parser *p)
{
	size_t eol = str_chr(str_sub(p->src->text, 0, p->end), '\n', p->p);

	return eol == SIZE_MAX ? p->end : (uint32_t)eol;
}

/** Whether the file was saved with returns: bash stumbles over each of its lines, so it is none's habit. */
static bool has_returns(const struct sh_parser *p)
{
	size_t eol = str_chr(str_sub(p->src->text, 0, p->end), '\n', 0);

	return eol != SIZE_MAX && eol > 0 && p->src->text.s[eol - 1] == '\r';
}

/**
 * A backslash with a return behind it, in a file that is full of them: the command goes on as it was meant, since it
 * runs in no other way. What bash makes of it is told once.
 */
static void returned(struct sh_parser *p, struct sh_cmd *cmd, struct lines *lines)
{
	bool lost = lines->lost;

	if (!resume(p, cmd, lines, SH_BREAK_RETURN, p->p, end_of_line(p))) {
		p->p += 2;
		return;
	}
	lines->lost = lost;
	if (cmd->breaks.n > 1) {
		cmd->breaks.n--;
		lines->starts.n--;
	}
}

/** A backslash with blanks behind it: bash reads a word of one blank there. */
static void broken(struct sh_parser *p, struct sh_cmd *cmd, struct lines *lines)
{
	struct sh_word *junk;
	uint32_t from = p->p, eol = end_of_line(p);
	bool cr = sh_ahead(p, 1) == '\r';

	if (cr && has_returns(p)) {
		returned(p, cmd, lines);
		return;
	}
	junk = arena_new(p->arena, struct sh_word);
	p->p += 2;
	sh_add_source(p, junk, from + 1, from + 2, true);
	junk->place = sh_at(p, from);
	junk->junk = true;
	junk->lost = lines->lost;
	*vec_push(p->arena, &cmd->items) = (struct sh_item){.word = junk};
	resume(p, cmd, lines, cr ? SH_BREAK_RETURN : SH_BREAK_BLANK, from, eol);
}

/** A comment within a command; true if the command goes on behind it, as meant. */
static bool commented(struct sh_parser *p, struct sh_cmd *cmd, struct lines *lines, bool continued)
{
	uint32_t from = p->p, eol = end_of_line(p);
	uint32_t last = eol;

	while (last > from &&
	       (sh_is_blank(p->src->text.s[last - 1]) || p->src->text.s[last - 1] == '\r'))
		last--;
	if (!continued && p->src->text.s[last - 1] != '\\')
		return false;
	return resume(p, cmd, lines, SH_BREAK_COMMENT, from, eol);
}

/** Whether the command takes assignments as arguments. */
static bool is_declaration(const struct sh_cmd *cmd)
{
	static const char *const words[] = {"export", "declare", "local", "readonly", "typeset"};
	const struct sh_word *w = cmd->items.n ? cmd->items.at[0].word : NULL;

	if (!w || w->n != 1 || w->at[0].kind != SH_TEXT)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_is(w->at[0].text, words[i]))
			return true;
	return false;
}

/** One word, assignment or redirection; false at the end of the command. */
static bool item(struct sh_parser *p, struct sh_cmd *cmd, bool lost)
{
	uint32_t from = p->p;
	const struct sh_redirect *redirect = sh_redirection(p);
	const struct sh_assign *assign;
	struct sh_word *w;

	if (redirect) {
		*vec_push(p->arena, &cmd->redirects) = redirect;
		return true;
	}
	assign = !cmd->items.n || is_declaration(cmd) ? sh_assignment(p) : NULL;
	if (assign && !cmd->items.n) {
		*vec_push(p->arena, &cmd->assigns) = assign;
		return true;
	}
	if (assign) {
		*vec_push(p->arena, &cmd->items) = (struct sh_item){.assign = assign};
		return true;
	}
	w = sh_word(p, SH_WORD_PLAIN);
	if (p->p == from)
		return false;
	w->lost = lost;
	*vec_push(p->arena, &cmd->items) = (struct sh_item){.word = w};
	return true;
}

/** name (): the position behind the name; turns the command into a function. */
static bool function(struct sh_parser *p, struct sh_cmd *cmd)
{
	const struct sh_word *w =
	    cmd->items.n == 1 && !cmd->assigns.n ? cmd->items.at[0].word : NULL;
	uint32_t back = p->p;
	struct sh_cmd *body_cmd;
	struct sh_list *list;

	if (!w || w->n != 1 || w->at[0].kind != SH_TEXT || w->at[0].quoted)
		return false;
	p->p++;
	sh_skip_blanks(p);
	if (sh_ahead(p, 0) != ')') {
		p->p = back;
		return false;
	}
	p->p++;
	sh_skip_lines(p);
	body_cmd = sh_command(p);
	if (!body_cmd)
		return false;
	list = arena_new(p->arena, struct sh_list);
	*vec_push(p->arena, list) = body_cmd;
	cmd->kind = SH_FUNCTION;
	cmd->name = w->at[0].text;
	cmd->body = list;
	return true;
}

/** Gives each break the words that it loses: up to the end of the command. */
static void close_breaks(const struct sh_parser *p, struct sh_cmd *cmd, const struct lines *lines,
			 uint32_t end)
{
	struct sh_parser to = *p;

	to.p = end;
	for (size_t i = 0; i < cmd->breaks.n; i++)
		cmd->breaks.at[i].lost = sh_at(&to, lines->starts.at[i]);
}

struct sh_cmd *sh_simple(struct sh_parser *p)
{
	struct sh_cmd *cmd = arena_new(p->arena, struct sh_cmd);
	struct lines lines = {.indent = indent_of(p, p->p)};
	uint32_t from = p->p, end = p->p;

	while (!p->failed) {
		bool continued = sh_skip_blanks(p);
		int c = sh_ahead(p, 0);

		if (c == '#') {
			if (!commented(p, cmd, &lines, continued))
				break;
			continue;
		}
		if (c == '\n') {
			if (!continued || !resume(p, cmd, &lines, SH_BREAK_EMPTY, p->p, p->p))
				break;
			continue;
		}
		if (sh_broken_here(p)) {
			broken(p, cmd, &lines);
			end = p->p;
			continue;
		}
		if (c == '(' && function(p, cmd))
			break;
		if (c < 0 || (c == '&' && sh_ahead(p, 1) != '>') || c == ';' || c == '|' ||
		    c == '(' || c == ')')
			break;
		if (!item(p, cmd, lines.lost))
			break;
		end = p->p;
	}
	if (cmd->kind == SH_FUNCTION)
		end = p->p;
	close_breaks(p, cmd, &lines, end);
	if (!cmd->items.n && !cmd->assigns.n && !cmd->redirects.n)
		return NULL;
	cmd->at = sh_at(&(struct sh_parser){.src = p->src, .p = end, .end = p->end}, from);
	return cmd;
}
