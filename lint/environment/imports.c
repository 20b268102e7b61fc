#include "imports.h"

#include "dates.h"
#include "lint/repo/repo.h"

#include <string.h>

/* The word at an offset, of a dotted name all of it; the offset goes behind it. */
static struct str word_at(struct str text, size_t *at, bool dotted)
{
	size_t from = *at;

	while (*at < text.n && (str_name_byte(text.s[*at]) || (dotted && text.s[*at] == '.')))
		(*at)++;
	return str_sub(text, from, *at);
}

static struct import_bounds *bounds_of(struct imports *imports, const struct package *package)
{
	for (size_t i = 0; i < imports->n; i++)
		if (imports->at[i].package == package)
			return &imports->at[i];
	*vec_push(imports->arena, imports) = (struct import_bounds){.package = package};
	return &imports->at[imports->n - 1];
}

static void narrow(struct import_bounds *b, struct str since, struct str until, struct span at)
{
	if (since.n && (!b->since.n || version_cmp(since, b->since) > 0))
		b->since = since;
	if (until.n && (!b->until.n || version_cmp(until, b->until) < 0)) {
		b->until = until;
		b->at = at;
	}
}

static void take_name(struct imports *imports, const struct package *package, struct str module, struct str name,
		      struct span at)
{
	struct str until = package_dropped(package, str_fmt(imports->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name)));
	struct str since = str_chr(module, '.', 0) == SIZE_MAX ? package_introduced(package, name) : STR("");

	if (until.n || since.n)
		narrow(bounds_of(imports, package), since, until, at);
}

/* The names behind "import": to the end of the line, or of the brackets around them. */
static struct str names_behind(struct str text, size_t at, bool notebook)
{
	size_t end;

	while (at < text.n && text.s[at] == ' ')
		at++;
	end = str_chr(text, at < text.n && text.s[at] == '(' ? ')' : '\n', at);
	text = str_sub(text, at, end == SIZE_MAX ? text.n : end);
	/* A line of a notebook is a string of JSON. */
	end = notebook && !str_starts(text, STR("(")) ? str_chr(text, '"', 0) : SIZE_MAX;
	return end == SIZE_MAX ? text : str_sub(text, 0, end);
}

/* "from trl import A, B as C" at an offset. */
static void read_import(struct imports *imports, struct files *files, uint32_t file, size_t at)
{
	const struct file *f = files_at(files, file);
	bool notebook = file_kind_of(f->path) == KIND_NOTEBOOK;
	struct span where = {.file = file, .off = (uint32_t)at};
	struct str module, names, until;
	const struct package *package;

	at += strlen("from ");
	module = word_at(f->text, &at, true);
	package = package_renamed(str_cut(module, '.').head, &until);
	if (package) {
		bounds_of(imports, package)->renamed = until;
		bounds_of(imports, package)->renamed_at = where;
		return;
	}
	package = str_starts(str_sub(f->text, at, f->text.n), STR(" import ")) ? package_of(str_cut(module, '.').head) : NULL;
	if (!package || (!package->dropped && !package->introduced))
		return;
	bounds_of(imports, package)->today = true;
	names = names_behind(f->text, at + strlen(" import "), notebook);
	for (size_t i = 0; i < names.n; i++) {
		struct str name = word_at(names, &i, false);

		if (name.n)
			take_name(imports, package, module, name, where);
	}
}

void imports_read(struct imports *imports, struct files *files, uint32_t file)
{
	const struct file *f = files_at(files, file);
	char before = file_kind_of(f->path) == KIND_NOTEBOOK ? '"' : '\n';

	for (size_t at = 0; (at = str_find(f->text, STR("from "), at)) != SIZE_MAX; at++)
		if (!at || f->text.s[at - 1] == before)
			read_import(imports, files, file, at);
}

void imports_add(struct imports *imports, const struct imports *more)
{
	for (size_t i = 0; i < more->n; i++) {
		const struct import_bounds *from = &more->at[i];
		struct import_bounds *to = bounds_of(imports, from->package);

		narrow(to, from->since, from->until, from->at);
		to->today |= from->today;
		if (from->renamed.n) {
			to->renamed = from->renamed;
			to->renamed_at = from->renamed_at;
		}
	}
}

bool imports_renamed(const struct imports *imports)
{
	for (size_t i = 0; i < imports->n; i++)
		if (imports->at[i].renamed.n)
			return true;
	return false;
}

void import_date(const struct import_bounds *b, struct versions *versions)
{
	/* Programs of other years stand beside those that import it by its former name. */
	if (b->renamed.n && !b->today)
		date_before(b->package, b->renamed, b->renamed_at, versions);
	else if (b->until.n && (!b->since.n || version_cmp(b->since, b->until) < 0))
		date_before(b->package, b->until, b->at, versions);
}
