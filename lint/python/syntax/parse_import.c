#include "parse.h"

/* dotted_name: NAME ('.' NAME)*; blanks around the dots are left out. */
static bool dotted_name(struct parser *p, struct py_name *name)
{
	bool dotted = false;

	if (!py_take_name(p, name))
		return false;
	while (py_accept(p, TOK_DOT)) {
		struct py_name part;

		if (!py_take_name(p, &part))
			return false;
		name->at.len = part.at.off + part.at.len - name->at.off;
		if (name->at.len == name->text.n + 1 + part.text.n)
			name->text = (struct str){p->text.s + name->at.off, name->at.len};
		else
			name->text =
			    str_fmt(p->arena, "%.*s.%.*s", STR_ARG(name->text), STR_ARG(part.text));
		dotted = true;
	}
	if (dotted)
		name->text = py_name_text(p, name->text);
	return true;
}

/* ['as' NAME] */
static bool as_name(struct parser *p, struct py_alias *alias)
{
	return !py_accept(p, TOK_AS) || py_take_name(p, &alias->as_name);
}

/* import_name: 'import' dotted_as_name (',' dotted_as_name)* */
struct py_stmt *py_import(struct parser *p, struct py_stmt *s)
{
	size_t mark = py_mark(p);

	do {
		struct py_alias alias = {0};

		if (!dotted_name(p, &alias.name) || !as_name(p, &alias))
			return NULL;
		PY_PUSH(p, struct py_alias, alias);
	} while (py_accept(p, TOK_COMMA));
	PY_TAKE(p, mark, &s->as.import);
	s->at = py_span(p, s->at.off);
	return s;
}

/* import_from_targets: '(' names [','] ')' | names | '*' */
static bool import_targets(struct parser *p, struct py_stmt *s)
{
	bool open = py_accept(p, TOK_LPAR);
	size_t mark = py_mark(p);
	struct py_alias alias = {0};

	if (!open && py_kind(p) == TOK_STAR) {
		alias.name.text = py_token_text(p, p->t);
		alias.name.at = (struct span){p->file, p->t->off, p->t->len};
		py_advance(p);
		PY_PUSH(p, struct py_alias, alias);
		PY_TAKE(p, mark, &s->as.import);
		return true;
	}
	do {
		alias = (struct py_alias){0};
		if (!py_take_name(p, &alias.name) || !as_name(p, &alias))
			return false;
		PY_PUSH(p, struct py_alias, alias);
	} while (py_accept(p, TOK_COMMA) && !(open && py_kind(p) == TOK_RPAR));
	PY_TAKE(p, mark, &s->as.import);
	return !open || py_expect(p, TOK_RPAR);
}

/* import_from: 'from' ('.' | '...')* dotted_name 'import' targets | 'from' ('.' | '...')+ 'import' … */
struct py_stmt *py_import_from(struct parser *p, struct py_stmt *s)
{
	for (;;) {
		if (py_accept(p, TOK_DOT))
			s->as.import.level++;
		else if (py_accept(p, TOK_ELLIPSIS))
			s->as.import.level += 3;
		else
			break;
	}
	if (!s->as.import.level || py_kind(p) != TOK_IMPORT)
		if (!dotted_name(p, &s->as.import.module))
			return NULL;
	if (!py_expect(p, TOK_IMPORT) || !import_targets(p, s))
		return NULL;
	s->at = py_span(p, s->at.off);
	return s;
}
