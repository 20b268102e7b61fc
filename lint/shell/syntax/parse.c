/* Lists, pipelines and compound commands. */
#include "lex.h"

#include <string.h>

static bool ends_word(int c)
{
	return c < 0 || sh_is_blank(c) || c == '\n' || c == '\r' || c == ';' || c == '&' ||
	       c == '|' || c == '(' || c == ')' || c == '<' || c == '>';
}

bool sh_at_word(struct sh_parser *p, const char *word)
{
	size_t n;

	if (sh_peek(p) != (unsigned char)word[0])
		return false;
	n = strlen(word);
	return str_starts(str_sub(p->src->text, p->p, p->end), str_of(word)) &&
	       ends_word(sh_ahead(p, (uint32_t)n));
}

bool sh_take_word(struct sh_parser *p, const char *word)
{
	if (!sh_at_word(p, word))
		return false;
	p->p += (uint32_t)strlen(word);
	return true;
}

/** Whether a list ends here: a reserved word that closes something, or a closing byte. */
static bool at_close(struct sh_parser *p)
{
	static const char *const words[] = {"then", "else", "elif", "fi",
					    "do",   "done", "esac", "}"};
	int c = sh_peek(p);

	if (c < 0 || c == ')' || (c == ';' && (sh_ahead(p, 1) == ';' || sh_ahead(p, 1) == '&')))
		return true;
	if (c != '}' && c != 't' && c != 'e' && c != 'f' && c != 'd')
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (sh_at_word(p, words[i]))
			return true;
	return false;
}

static struct sh_cmd *pipeline(struct sh_parser *p)
{
	struct sh_cmd *all = NULL;
	bool negated = false;
	uint32_t from;

	sh_skip_blanks(p);
	from = p->p;
	for (;;) {
		if (sh_take_word(p, "!"))
			negated = !negated;
		else if (!sh_take_word(p, "time") && !sh_take_word(p, "-p") &&
			 !sh_take_word(p, "coproc"))
			break;
		sh_skip_blanks(p);
	}
	for (;;) {
		struct sh_cmd *cmd = sh_command(p);

		if (!cmd)
			return all;
		sh_skip_blanks(p);
		if (!all && !negated && !(sh_ahead(p, 0) == '|' && sh_ahead(p, 1) != '|'))
			return cmd;
		if (!all) {
			all = arena_new(p->arena, struct sh_cmd);
			all->kind = SH_PIPELINE;
			all->negated = negated;
		}
		*vec_push(p->arena, &all->children) = cmd;
		all->at = sh_at(p, from);
		if (sh_ahead(p, 0) != '|' || sh_ahead(p, 1) == '|')
			return all;
		p->p += sh_ahead(p, 1) == '&' ? 2 : 1;
		sh_skip_lines(p);
	}
}

static struct sh_cmd *and_or(struct sh_parser *p)
{
	struct sh_cmd *all = NULL;
	uint32_t from = p->p;

	for (;;) {
		struct sh_cmd *cmd = pipeline(p);
		int c;

		if (!cmd)
			return all;
		sh_skip_blanks(p);
		c = sh_ahead(p, 0);
		if (!all && !((c == '&' || c == '|') && sh_ahead(p, 1) == c))
			return cmd;
		if (!all) {
			all = arena_new(p->arena, struct sh_cmd);
			all->kind = SH_ANDOR;
		}
		*vec_push(p->arena, &all->children) = cmd;
		all->at = sh_at(p, from);
		if (!((c == '&' || c == '|') && sh_ahead(p, 1) == c))
			return all;
		*vec_push(p->arena, &all->ops) = (char)c;
		p->p += 2;
		sh_skip_lines(p);
	}
}

/** Commands up to a word or byte that closes them, which stays. */
static struct sh_list *list(struct sh_parser *p)
{
	struct sh_list *l = arena_new(p->arena, struct sh_list);
	uint32_t from = p->p;

	if (++p->depth > SH_DEPTH_MAX)
		p->failed = true;
	while (!p->failed) {
		struct sh_cmd *cmd;
		uint32_t before;

		sh_skip_lines(p);
		if (at_close(p))
			break;
		before = p->p;
		cmd = and_or(p);
		if (cmd)
			*vec_push(p->arena, l) = cmd;
		sh_skip_blanks(p);
		if (sh_ahead(p, 0) == '&' && sh_ahead(p, 1) != '&') {
			if (cmd)
				cmd->background = true;
			p->p++;
		} else if (sh_ahead(p, 0) == ';' && sh_ahead(p, 1) != ';' &&
			   sh_ahead(p, 1) != '&') {
			p->p++;
		} else if (!cmd ||
			   (sh_ahead(p, 0) != '\n' && sh_ahead(p, 0) != '#' && !at_close(p))) {
			/* Not a command: leave out the rest of the line. */
			size_t eol = str_chr(str_sub(p->src->text, 0, p->end), '\n', p->p);

			p->p = eol == SIZE_MAX ? p->end : (uint32_t)eol;
		}
		if (p->p == before)
			p->p++;
	}
	p->depth--;
	l->place = sh_at(p, from);
	return l;
}

const struct sh_list *sh_list_until(struct sh_parser *p, char close)
{
	struct sh_list *l = list(p);

	/* A stray "done" or ";;": go on behind it. */
	while (!p->failed && sh_peek(p) >= 0 && !(close && sh_peek(p) == close)) {
		const struct sh_list *more;

		do
			p->p++;
		while (!ends_word(sh_ahead(p, 0)));
		more = list(p);
		for (size_t i = 0; i < more->n; i++)
			*vec_push(p->arena, l) = more->at[i];
	}
	if (close && sh_ahead(p, 0) == close)
		p->p++;
	return l;
}

static void if_command(struct sh_parser *p, struct sh_cmd *cmd)
{
	cmd->kind = SH_IF;
	for (bool more = true; more && !p->failed;) {
		struct sh_arm *arm = vec_push(p->arena, &cmd->arms);
		const struct sh_list *cond = list(p), *branch;

		cmd->arms.at[cmd->arms.n - 1].at = cond->n ? cond->at[0]->at : cond->place;
		sh_take_word(p, "then");
		branch = list(p);
		arm = &cmd->arms.at[cmd->arms.n - 1];
		arm->cond = cond;
		arm->body = branch;
		more = sh_take_word(p, "elif");
	}
	if (sh_take_word(p, "else")) {
		const struct sh_list *branch = list(p);

		*vec_push(p->arena, &cmd->arms) =
		    (struct sh_arm){.body = branch, .at = branch->place};
	}
	sh_take_word(p, "fi");
}

static void loop_body(struct sh_parser *p, struct sh_cmd *cmd)
{
	sh_skip_lines(p);
	if (sh_ahead(p, 0) == ';')
		p->p++;
	sh_skip_lines(p);
	if (sh_take_word(p, "do")) {
		cmd->body = list(p);
		sh_take_word(p, "done");
	} else if (sh_take_word(p, "{")) {
		cmd->body = list(p);
		sh_take_word(p, "}");
	}
}

static void while_command(struct sh_parser *p, struct sh_cmd *cmd, bool until)
{
	cmd->kind = SH_WHILE;
	cmd->negated = until;
	cmd->cond = list(p);
	loop_body(p, cmd);
}

/** (( a; b; c )), the position behind "((". */
static void c_for(struct sh_parser *p, struct sh_cmd *cmd)
{
	uint32_t end = sh_arith_end(p), at = p->p, part = 0;
	const struct sh_word *words[3] = {0};

	if (end == UINT32_MAX) {
		p->failed = true;
		return;
	}
	for (uint32_t i = at; i <= end && part < 3; i++)
		if (i == end || p->src->text.s[i] == ';') {
			words[part++] = sh_word_between(p, at, i, SH_WORD_HERE);
			at = i + 1;
		}
	cmd->kind = SH_CFOR;
	cmd->init = words[0];
	cmd->word = words[1];
	cmd->step = words[2];
	p->p = end + 2;
	loop_body(p, cmd);
}

static void for_command(struct sh_parser *p, struct sh_cmd *cmd, bool select)
{
	struct str rest;

	cmd->kind = SH_FOR;
	cmd->negated = select;
	sh_skip_blanks(p);
	if (sh_ahead(p, 0) == '(' && sh_ahead(p, 1) == '(') {
		p->p += 2;
		c_for(p, cmd);
		return;
	}
	rest = str_sub(p->src->text, p->p, p->end);
	cmd->name = str_sub(rest, 0, sh_name_length(rest));
	p->p += (uint32_t)cmd->name.n;
	sh_skip_lines(p);
	cmd->over_args = !sh_take_word(p, "in");
	while (!cmd->over_args && !p->failed) {
		const struct sh_word *w;
		uint32_t from;

		sh_skip_blanks(p);
		from = p->p;
		if (sh_ahead(p, 0) == '#' || sh_broken_here(p))
			break;
		w = sh_word(p, SH_WORD_PLAIN);
		if (p->p == from)
			break;
		*vec_push(p->arena, &cmd->items) = (struct sh_item){.word = w};
	}
	loop_body(p, cmd);
}

/** One arm of a case command; false if there is none. */
static bool case_arm(struct sh_parser *p, struct sh_arm *arm)
{
	uint32_t from = p->p;

	if (sh_ahead(p, 0) == '(')
		p->p++;
	for (;;) {
		sh_skip_blanks(p);
		*vec_push(p->arena, &arm->patterns) = sh_word(p, SH_WORD_PLAIN);
		sh_skip_blanks(p);
		if (sh_ahead(p, 0) != '|')
			break;
		p->p++;
	}
	arm->at = sh_at(p, from);
	if (sh_ahead(p, 0) != ')')
		return false;
	p->p++;
	arm->body = list(p);
	if (sh_ahead(p, 0) == ';') {
		arm->falls = sh_ahead(p, 1) == '&' ? ';' : sh_ahead(p, 2) == '&' ? '&' : 0;
		p->p += sh_ahead(p, 1) == ';' && sh_ahead(p, 2) == '&' ? 3 : 2;
	}
	return true;
}

static void case_command(struct sh_parser *p, struct sh_cmd *cmd)
{
	cmd->kind = SH_CASE;
	sh_skip_blanks(p);
	cmd->word = sh_word(p, SH_WORD_PLAIN);
	sh_skip_lines(p);
	sh_take_word(p, "in");
	while (!p->failed) {
		struct sh_arm arm = {0};

		sh_skip_lines(p);
		if (sh_peek(p) < 0 || sh_take_word(p, "esac") || !case_arm(p, &arm))
			return;
		*vec_push(p->arena, &cmd->arms) = arm;
	}
}

static void function_command(struct sh_parser *p, struct sh_cmd *cmd)
{
	struct sh_list *l = arena_new(p->arena, struct sh_list);
	struct sh_cmd *body;
	uint32_t from;

	sh_skip_blanks(p);
	from = p->p;
	while (!ends_word(sh_ahead(p, 0)))
		p->p++;
	cmd->kind = SH_FUNCTION;
	cmd->name = str_sub(p->src->text, from, p->p);
	sh_skip_blanks(p);
	if (sh_ahead(p, 0) == '(' && sh_ahead(p, 1) == ')')
		p->p += 2;
	sh_skip_lines(p);
	body = sh_command(p);
	if (body)
		*vec_push(p->arena, l) = body;
	cmd->body = l;
}

/** ( … ), (( … )). */
static bool parentheses(struct sh_parser *p, struct sh_cmd *cmd)
{
	p->p++;
	if (sh_ahead(p, 0) == '(') {
		uint32_t end, start = ++p->p;

		end = sh_arith_end(p);
		if (end != UINT32_MAX) {
			cmd->kind = SH_LET;
			cmd->word = sh_word_between(p, start, end, SH_WORD_HERE);
			p->p = end + 2;
			return true;
		}
		p->p--;
	}
	cmd->kind = SH_SUBSHELL;
	cmd->body = sh_list_until(p, ')');
	return true;
}

/** A compound command at the position: true if there is one, with cmd filled. */
static bool compound(struct sh_parser *p, struct sh_cmd *cmd)
{
	if (sh_take_word(p, "if"))
		if_command(p, cmd);
	else if (sh_take_word(p, "while"))
		while_command(p, cmd, false);
	else if (sh_take_word(p, "until"))
		while_command(p, cmd, true);
	else if (sh_take_word(p, "for"))
		for_command(p, cmd, false);
	else if (sh_take_word(p, "select"))
		for_command(p, cmd, true);
	else if (sh_take_word(p, "case"))
		case_command(p, cmd);
	else if (sh_take_word(p, "function"))
		function_command(p, cmd);
	else if (sh_take_word(p, "[[")) {
		cmd->kind = SH_TEST;
		cmd->test = sh_test(p);
	} else if (sh_take_word(p, "{")) {
		cmd->kind = SH_GROUP;
		cmd->body = list(p);
		sh_take_word(p, "}");
	} else
		return false;
	return true;
}

struct sh_cmd *sh_command(struct sh_parser *p)
{
	struct sh_cmd found = {0}, *cmd;
	uint32_t from;

	sh_skip_blanks(p);
	from = p->p;
	if (++p->depth > SH_DEPTH_MAX)
		p->failed = true;
	if (p->failed || !(sh_ahead(p, 0) == '(' ? parentheses(p, &found) : compound(p, &found))) {
		cmd = p->failed ? NULL : sh_simple(p);
		p->depth--;
		return cmd;
	}
	p->depth--;
	cmd = arena_new(p->arena, struct sh_cmd);
	*cmd = found;
	cmd->at = sh_at(p, from);
	for (const struct sh_redirect *r; sh_skip_blanks(p), (r = sh_redirection(p));)
		*vec_push(p->arena, &cmd->redirects) = r;
	return cmd;
}

/* Without a line behind it the last backslash continues nothing: bash (5.2) drops it, and runs what stands before. */
static uint32_t end_of_text(struct str text)
{
	size_t end = text.n > UINT32_MAX / 2 ? UINT32_MAX / 2 : text.n, from = end;

	while (from > 0 && text.s[from - 1] == '\\')
		from--;
	return (uint32_t)(end - (end - from) % 2);
}

const struct sh_list *sh_parse(struct arena *a, const struct sh_source *src)
{
	struct sh_parser p = {.arena = a, .src = src};

	p.end = end_of_text(src->text);
	return sh_list_until(&p, 0);
}
