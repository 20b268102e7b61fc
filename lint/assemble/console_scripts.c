#include "console_scripts.h"

bool console_file(struct str path)
{
	struct str name = str_tail(path, '/');

	return str_is(name, "pyproject.toml") || str_is(name, "setup.cfg") ||
	       str_is(name, "setup.py");
}

const struct console *console_find(const struct consoles *all, struct str name)
{
	for (size_t i = 0; i < all->n; i++)
		if (str_eq(all->at[i].name, name))
			return &all->at[i];
	return NULL;
}

static bool is_quote(char c)
{
	return c == '"' || c == '\'';
}

static struct str unquoted(struct str s)
{
	s = str_trim(s);
	if (s.n > 1 && is_quote(s.s[0]) && s.s[s.n - 1] == s.s[0])
		s = str_sub(s, 1, s.n - 1);
	return s;
}

/* "pkg.mod:function [extra]" */
static void add(struct arena *a, struct consoles *out, uint32_t file, struct str name,
		struct str target)
{
	struct str_cut cut = str_cut(str_cut(str_trim(target), '[').head, ':');

	name = unquoted(name);
	if (cut.ok && name.n && str_trim(cut.head).n && str_trim(cut.tail).n)
		*vec_push(a, out) =
		    (struct console){name, str_trim(cut.head), str_trim(cut.tail), file};
}

/* The first quoted text of a line that has a colon: of Poetry's {reference = "pkg:main", type = …} too. */
static struct str quoted_target(struct str line)
{
	for (size_t i = 0; i < line.n; i++) {
		size_t end;
		struct str text;

		if (line.s[i] == '#')
			break;
		if (!is_quote(line.s[i]))
			continue;
		end = str_chr(line, line.s[i], i + 1);
		if (end == SIZE_MAX)
			break;
		text = str_sub(line, i + 1, end);
		if (str_chr(text, ':', 0) != SIZE_MAX)
			return text;
		i = end;
	}
	return (struct str){0};
}

/* Lines "name = …" below a heading of TOML. */
static void read_toml(struct arena *a, struct str text, uint32_t file, struct consoles *out)
{
	bool inside = false;

	while (text.n) {
		struct str_cut line = str_cut(text, '\n'), cut;
		struct str trimmed = str_trim(line.head);

		text = line.tail;
		if (str_starts(trimmed, STR("["))) {
			inside = str_starts(trimmed, STR("[project.scripts]")) ||
				 str_starts(trimmed, STR("[tool.poetry.scripts]"));
			continue;
		}
		cut = str_cut(trimmed, '=');
		if (inside && cut.ok && !str_starts(trimmed, STR("#")))
			add(a, out, file, cut.head, quoted_target(cut.tail));
	}
}

/* Indented lines "name = pkg:main" below "console_scripts =". */
static void read_cfg(struct arena *a, struct str text, uint32_t file, struct consoles *out)
{
	bool inside = false;

	while (text.n) {
		struct str_cut line = str_cut(text, '\n'), cut;
		bool indented = line.head.n && (line.head.s[0] == ' ' || line.head.s[0] == '\t');

		text = line.tail;
		cut = str_cut(line.head, '=');
		if (indented && inside && cut.ok)
			add(a, out, file, cut.head, cut.tail);
		else if (!indented && str_trim(line.head).n)
			inside = str_is(str_trim(cut.head), "console_scripts");
	}
}

/* Texts "name = pkg:main" from "console_scripts" to the end of its list. */
static void read_setup(struct arena *a, struct str text, uint32_t file, struct consoles *out)
{
	size_t at = str_find(text, STR("console_scripts"), 0), end;

	if (at == SIZE_MAX)
		return;
	at = str_chr(text, '[', at);
	end = at == SIZE_MAX ? at : str_chr(text, ']', at);
	while (end != SIZE_MAX && at < end) {
		size_t close;
		struct str_cut cut;

		if (!is_quote(text.s[at])) {
			at++;
			continue;
		}
		close = str_chr(text, text.s[at], at + 1);
		if (close == SIZE_MAX || close > end)
			return;
		cut = str_cut(str_sub(text, at + 1, close), '=');
		if (cut.ok)
			add(a, out, file, cut.head, cut.tail);
		at = close + 1;
	}
}

void console_read(struct arena *a, struct files *files, uint32_t file, struct consoles *out)
{
	const struct file *f = files_at(files, file);
	struct str name = str_tail(f->path, '/');

	if (str_is(name, "pyproject.toml"))
		read_toml(a, f->text, file, out);
	else if (str_is(name, "setup.cfg"))
		read_cfg(a, f->text, file, out);
	else if (str_is(name, "setup.py"))
		read_setup(a, f->text, file, out);
}
