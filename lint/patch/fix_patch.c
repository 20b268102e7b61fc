#include "fix_patch.h"

#include "core/base/base.h"

enum { CHANGES_MAX = FIX_SETTINGS_MAX };

/** A change of a file, before it is known whether all of a fix can be made. */
struct pending {
	uint32_t file;
	struct text_change change;
};

/** What stands before a value on its line, and behind it. */
struct around {
	struct str before, behind;
	/** Offset of the line's end, before its newline. */
	size_t end;
};

static struct around around(struct str text, struct span at)
{
	size_t from = at.off, to = at.off + at.len;

	while (from > 0 && text.s[from - 1] != '\n')
		from--;
	while (to < text.n && text.s[to] != '\n')
		to++;
	return (struct around){str_sub(text, from, at.off), str_sub(text, at.off + at.len, to), to};
}

static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/** The name at the end of a text, without blanks behind it; empty if there is none. */
static struct str last_name(struct str s)
{
	size_t from;

	s = str_trim(s);
	for (from = s.n; from > 0 && is_name_byte(s.s[from - 1]);)
		from--;
	return str_sub(s, from, s.n);
}

static bool ends_in(struct str s, char c, struct str *before)
{
	s = str_trim(s);
	if (!s.n || s.s[s.n - 1] != c)
		return false;
	*before = str_sub(s, 0, s.n - 1);
	return true;
}

/** "  key: value": another line of the same depth behind it. */
static bool beside_yaml(struct arena *a, const struct around *x, const struct fix_edit *edit, struct str *out)
{
	size_t indent = 0;
	struct str key, behind = str_trim(x->behind);

	while (indent < x->before.n && (x->before.s[indent] == ' ' || (x->before.s[indent] == '-' && indent + 1 < x->before.n)))
		indent++;
	if (!ends_in(x->before, ':', &key) || !last_name(key).n || str_trim(key).n > last_name(key).n + 2 ||
	    (behind.n && behind.s[0] != '#'))
		return false;
	*out = str_fmt(a, "\n%*s%.*s: %.*s", (int)indent, "", STR_ARG(edit->key), STR_ARG(edit->value));
	return true;
}

/** "key": value: another pair behind it, in JSON and in a dict of Python. */
static bool beside_pair(struct arena *a, const struct around *x, const struct fix_edit *edit, struct str *out)
{
	struct str key;

	if (!ends_in(x->before, ':', &key))
		return false;
	key = str_trim(key);
	if (!key.n || (key.s[key.n - 1] != '"' && key.s[key.n - 1] != '\''))
		return false;
	*out = str_fmt(a, ", \"%.*s\": %.*s", STR_ARG(edit->key), STR_ARG(edit->value));
	return true;
}

/** key=value within a call: another argument behind it. */
static bool beside_argument(struct arena *a, const struct around *x, const struct fix_edit *edit, struct str key, struct str *out)
{
	struct str before, behind = str_trim(x->behind);

	if (!ends_in(x->before, '=', &before) || !str_eq(last_name(before), key) || !behind.n ||
	    (behind.s[0] != ',' && behind.s[0] != ')'))
		return false;
	*out = str_fmt(a, ", %.*s=%.*s", STR_ARG(edit->key), STR_ARG(edit->value));
	return true;
}

/** --key value of a command: another option behind it. */
static bool beside_option(struct arena *a, const struct around *x, const struct fix_edit *edit, struct str *out)
{
	struct str before = x->before;
	bool equals = before.n && before.s[before.n - 1] == '=';

	if (equals)
		before = str_sub(before, 0, before.n - 1);
	else if (!before.n || before.s[before.n - 1] != ' ')
		return false;
	if (!str_starts(last_name(before), STR("--")) || (x->behind.n && x->behind.s[0] != ' '))
		return false;
	*out = str_fmt(a, " --%.*s%s%.*s", STR_ARG(edit->key), equals ? "=" : " ", STR_ARG(edit->value));
	return true;
}

/** Where a key goes that is to be added: behind a value that is replaced and stands in the same mapping, call or command. */
static bool beside(struct arena *a, const struct file *f, struct span at, struct str key, const struct fix_edit *edit,
		   struct text_change *out)
{
	struct around x = around(f->text, at);
	bool yaml = str_ends(f->path, STR(".yaml")) || str_ends(f->path, STR(".yml"));

	if (str_has(edit->key, STR(".")))
		return false;
	if (yaml && beside_yaml(a, &x, edit, &out->text)) {
		out->off = x.end;
		return true;
	}
	out->off = at.off + at.len;
	if (yaml)
		return false;
	if (edit->to_call)
		return beside_argument(a, &x, edit, key, &out->text);
	return beside_pair(a, &x, edit, &out->text) || beside_argument(a, &x, edit, key, &out->text) ||
	       beside_option(a, &x, edit, &out->text);
}

/** The edit whose literal is replaced in the file that another edit is to add to. */
static const struct fix_edit *anchor_of(const struct offered_fix *fix, const struct fix_edit *edit)
{
	for (size_t i = 0; i < fix->fix.n; i++)
		if (fix->edits[i].kind == EDIT_REPLACE && fix->edits[i].at.file == edit->at.file)
			return &fix->edits[i];
	return NULL;
}

static bool change_of(struct arena *a, struct files *files, const struct offered_fix *fix, const struct fix_edit *edit,
		      struct pending *out, struct str *why)
{
	const struct fix_edit *anchor = anchor_of(fix, edit);
	const struct file *f = files_at(files, edit->at.file);

	if (!f || !f->loaded || f->parent) {
		*why = STR("a setting is stated in no file of its own");
		return false;
	}
	*out = (struct pending){.file = edit->at.file};
	if (edit->kind == EDIT_REPLACE) {
		out->change = (struct text_change){edit->at.off, edit->at.len, edit->text};
		return true;
	}
	*why = str_fmt(a, "%.*s is not made by a plain literal", STR_ARG(files_where(a, files, edit->at)));
	if (edit->kind != EDIT_ADD)
		return false;
	*why = str_fmt(a, "%.*s is to be added by hand", STR_ARG(edit->text));
	return beside(a, f, anchor ? anchor->at : edit->at, anchor ? anchor->key : STR(""), edit, &out->change);
}

static struct text_patch *patch_of(struct arena *a, struct fix_patch *patch, uint32_t file)
{
	for (size_t i = 0; i < patch->files.n; i++)
		if (patch->files.at[i].file == file)
			return &patch->files.at[i].patch;
	*vec_push(a, &patch->files) = (struct file_patch){.file = file};
	return &patch->files.at[patch->files.n - 1].patch;
}

/* A copy: what is added to a vector of one does not show in the other. */
static struct fix_patch copied(struct arena *a, const struct fix_patch *patch)
{
	struct fix_patch copy = {0};

	for (size_t i = 0; i < patch->files.n; i++) {
		struct text_patch *p = patch_of(a, &copy, patch->files.at[i].file);

		for (size_t k = 0; k < patch->files.at[i].patch.n; k++)
			*vec_push(a, p) = patch->files.at[i].patch.at[k];
	}
	return copy;
}

bool fix_patch_add(struct arena *a, struct files *files, const struct offered_fix *fix, struct fix_patch *patch,
		   struct str *why)
{
	struct pending pending[CHANGES_MAX];
	struct fix_patch more = copied(a, patch);
	size_t n = 0;

	for (size_t i = 0; i < fix->fix.n; i++) {
		if (fix->edits[i].kind == EDIT_FOLLOWS)
			continue;
		if (!change_of(a, files, fix, &fix->edits[i], &pending[n], why))
			return false;
		n++;
	}
	for (size_t i = 0; i < n; i++)
		if (!text_patch_add(a, patch_of(a, &more, pending[i].file), pending[i].change)) {
			*why = STR("another job's fix changes the same place otherwise");
			return false;
		}
	*patch = more;
	return true;
}
