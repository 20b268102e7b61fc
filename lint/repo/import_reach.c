#include "import_reach.h"

#include "core/base/base.h"
#include "lint/eval/eval.h"
#include "lint/frameworks/frameworks.h"

enum {
	/** Names of one "from x import (…)". */
	NAMES_MAX = 256,
	/** Of modules with a short name, so many may be meant wherever they stand. */
	SAME_NAME_MAX = 8,
};

struct scan {
	const struct import_reach *reach;
	struct arena *arena;
	struct imported_names *out;
	struct str text;
	size_t at;
};

/* What import_reach_find() spreads. */
struct reach_marks {
	unsigned *at;
	size_t n;
	unsigned from, mark;
	struct {
		VEC(uint32_t);
	} queue;
};

static bool name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

static void put(struct scan *s, struct str module, bool package)
{
	*vec_push(s->arena, s->out) = (struct imported_name){str_dup(s->arena, module), package};
}

static void add(struct scan *s, struct str module)
{
	const struct import_reach *r = s->reach;
	bool relative = str_starts(module, STR(".")), expected;

	while (str_starts(module, STR(".")))
		module = str_sub(module, 1, module.n);
	while (str_ends(module, STR(".")))
		module.n--;
	if (!module.n)
		return;
	expected = !r->names.n || dict_get(&r->names, str_tail(module, '.'));
	/* Of a file that imports one library it is known. */
	if (!expected && s->out->library)
		return;
	/* The evaluation takes a package that the rows know for the library, wherever it is imported. */
	if (!relative && package_of(str_cut(module, '.').head))
		s->out->library = true;
	else if (expected)
		put(s, module, false);
}

/* Blanks; inside parentheses also line ends and comments; a backslash joins lines anywhere. */
static void skip(struct scan *s, bool inside)
{
	while (s->at < s->text.n) {
		char c = s->text.s[s->at];

		if (c == ' ' || c == '\t' || c == '\r' || (inside && (c == '\n' || c == ','))) {
			s->at++;
		} else if (c == '\\') {
			s->at += 2;
		} else if (inside && c == '#') {
			size_t end = str_chr(s->text, '\n', s->at);

			s->at = end == SIZE_MAX ? s->text.n : end;
		} else {
			return;
		}
	}
}

static struct str take_name(struct scan *s)
{
	size_t from = s->at;

	while (s->at < s->text.n && name_byte(s->text.s[s->at]))
		s->at++;
	return str_sub(s->text, from, s->at);
}

static bool take_byte(struct scan *s, char c)
{
	if (s->at >= s->text.n || s->text.s[s->at] != c)
		return false;
	s->at++;
	return true;
}

static void skip_as(struct scan *s, bool inside)
{
	size_t before = s->at;

	if (!str_is(take_name(s), "as")) {
		s->at = before;
		return;
	}
	skip(s, inside);
	take_name(s);
	skip(s, inside);
}

/* Behind "import": "a.b as c, d". */
static void take_import(struct scan *s)
{
	for (int i = 0; i < NAMES_MAX; i++) {
		struct str module;

		skip(s, false);
		module = take_name(s);
		if (!module.n)
			return;
		add(s, module);
		skip(s, false);
		skip_as(s, false);
		if (!take_byte(s, ','))
			return;
	}
}

/* Behind "from": "a.b import c as d, e", "a import (b, c)". */
static void take_from(struct scan *s)
{
	struct str module;
	bool inside;

	skip(s, false);
	module = take_name(s);
	skip(s, false);
	if (!module.n || !str_is(take_name(s), "import"))
		return;
	add(s, module);
	skip(s, false);
	inside = take_byte(s, '(');
	for (int i = 0; i < NAMES_MAX; i++) {
		struct str name;

		skip(s, inside);
		name = take_name(s);
		if (!name.n)
			return;
		if (!s->reach->names.n || dict_get(&s->reach->names, name))
			add(s, str_fmt(s->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name)));
		skip(s, inside);
		skip_as(s, inside);
		if (!inside && !take_byte(s, ','))
			return;
	}
}

/* Steps over a quote and takes what stands behind it as a name. */
static struct str take_quoted(struct scan *s)
{
	while (s->at < s->text.n && (s->text.s[s->at] == 'f' || s->text.s[s->at] == 'r'))
		s->at++;
	if (!take_byte(s, '"') && !take_byte(s, '\''))
		return (struct str){0};
	return take_name(s);
}

/*
 * Behind "import_module" and "__import__": ("a.b"), (f"a.b.{name}"), ("a.b." + name), (f".{name}", package="a.b"). Where the end of
 * the name is computed, any module of the package may be meant.
 */
static void take_called(struct scan *s)
{
	struct str module;

	s->at++;
	skip(s, true);
	module = take_quoted(s);
	if (module.n && (take_byte(s, '"') || take_byte(s, '\'')) && !str_ends(module, STR("."))) {
		add(s, module);
		return;
	}
	if (str_eq(module, STR("."))) {
		size_t comma = str_chr(s->text, ',', s->at), end = str_chr(s->text, ')', s->at);

		if (comma > end || comma == SIZE_MAX)
			return;
		s->at = comma;
		skip(s, true);
		if (str_starts(str_sub(s->text, s->at, s->text.n), STR("package=")))
			s->at += 8;
		module = take_quoted(s);
	}
	while (str_ends(module, STR(".")))
		module.n--;
	if (module.n && !package_of(str_cut(module, '.').head))
		put(s, module, true);
}

/* "src/pkg/trainer.py" is "src/pkg/trainer", a package's __init__.py its folder. */
static struct str module_path(struct str path)
{
	if (!str_ends(path, STR(".py")))
		return (struct str){0};
	path.n -= 3;
	if (str_ends(path, STR("/__init__")))
		path.n -= 9;
	return path;
}

void import_reach_expect(struct import_reach *r, struct str path)
{
	struct str module = module_path(path);

	if (module.n)
		*dict_put(r->arena, &r->names, str_tail(module, '/')) = 1;
}

void import_reach_scan(const struct import_reach *r, struct arena *a, struct str text, struct imported_names *out)
{
	struct scan s = {r, a, out, text, 0};
	size_t done = 0;

	/* From "import" to "import": most lines have none. */
	while ((s.at = str_find(text, STR("import"), done)) != SIZE_MAX) {
		size_t found = s.at;
		struct str word;

		if (str_starts(str_sub(text, found, text.n), STR("import_module(")) ||
		    str_starts(str_sub(text, found, text.n), STR("import__("))) {
			s.at = str_chr(text, '(', found);
			take_called(&s);
			done = s.at;
			continue;
		}
		while (s.at > done && text.s[s.at - 1] != '\n')
			s.at--;
		while (text.s[s.at] == ' ' || text.s[s.at] == '\t')
			s.at++;
		word = take_name(&s);
		if (str_is(word, "import"))
			take_import(&s);
		else if (str_is(word, "from"))
			take_from(&s);
		done = s.at > found + 6 ? s.at : found + 6;
	}
}

void import_reach_note(struct import_reach *r, uint32_t file, const struct imported_names *names)
{
	for (size_t i = 0; i < names->n; i++) {
		struct str module = names->at[i].module;
		struct dict *by = names->at[i].package ? &r->packages : &r->parts;
		uint32_t *first = dict_put(r->arena, by, str_tail(module, '.'));

		*vec_push(r->arena, &r->imports) = (struct reach_import){file, module, *first};
		*first = (uint32_t)r->imports.n;
	}
}

static bool same_but_separator(struct str path, struct str module)
{
	if (path.n != module.n)
		return false;
	for (size_t i = 0; i < path.n; i++)
		if (path.s[i] != (module.s[i] == '.' ? '/' : module.s[i]))
			return false;
	return true;
}

/* The folder from which an import's name leads to a path; false if it does not end so. */
static bool base_of(struct str path, struct str module, struct str *base)
{
	size_t n = path.n - module.n;

	if (path.n < module.n || !same_but_separator(str_sub(path, n, path.n), module) ||
	    (n && path.s[n - 1] != '/'))
		return false;
	*base = str_sub(path, 0, n);
	return true;
}

/* Whether an import may mean a file: its path ends in the module's name. */
static bool may_mean(const struct reach_import *import, struct str path, struct str importer, bool rare)
{
	struct str module = import->module, base;

	if (!base_of(path, module, &base)) {
		/* src.model of a model.py beside it, or on the way to it: its package lay in a src/ elsewhere. */
		return str_starts(module, STR("src.")) && base_of(path, str_sub(module, 4, module.n), &base) &&
		       str_starts(importer, base);
	}
	/* "import utils": there are many; it is one on the way from the root to the importer. */
	return rare || str_chr(module, '.', 0) != SIZE_MAX || str_starts(importer, eval_dirname(path));
}

static size_t count_of(const struct import_reach *r, uint32_t first)
{
	size_t n = 0;

	for (uint32_t i = first; i && n <= SAME_NAME_MAX; i = r->imports.at[i - 1].next)
		n++;
	return n;
}

bool import_reach_imported(const struct import_reach *r, struct files *files, uint32_t file)
{
	struct str path = module_path(files_at(files, file)->path), base;

	for (uint32_t next = dict_get(&r->parts, str_tail(path, '/')); path.n && next;
	     next = r->imports.at[next - 1].next) {
		const struct reach_import *import = &r->imports.at[next - 1];

		if (import->importer != file && base_of(path, import->module, &base) &&
		    str_starts(files_at(files, import->importer)->path, base))
			return true;
	}
	return false;
}

/* Marks the files whose imports lead to a path, and appends them to the queue. */
static void mark_importers(struct import_reach *r, struct files *files, struct reach_marks *m, const struct dict *by,
			   struct str path)
{
	uint32_t next = dict_get(by, str_tail(path, '/'));
	bool rare = count_of(r, next) <= SAME_NAME_MAX;

	for (; path.n && next; next = r->imports.at[next - 1].next) {
		const struct reach_import *import = &r->imports.at[next - 1];
		uint32_t importer = import->importer;

		if (importer > m->n || (m->at[importer - 1] & (m->from | m->mark)) ||
		    !may_mean(import, path, files_at(files, importer)->path, rare))
			continue;
		m->at[importer - 1] |= m->mark;
		*vec_push(r->arena, &m->queue) = importer;
	}
}

void import_reach_find(struct import_reach *r, struct files *files, unsigned *marks, size_t nmarks,
		       unsigned from, unsigned mark)
{
	struct reach_marks m = {.at = marks, .n = nmarks, .from = from, .mark = mark};

	for (uint32_t file = 1; file <= nmarks; file++)
		if (marks[file - 1] & from)
			*vec_push(r->arena, &m.queue) = file;
	for (size_t i = 0; i < m.queue.n; i++) {
		struct str path = module_path(files_at(files, m.queue.at[i])->path);

		mark_importers(r, files, &m, &r->parts, path);
		mark_importers(r, files, &m, &r->packages, eval_dirname(path));
	}
}
