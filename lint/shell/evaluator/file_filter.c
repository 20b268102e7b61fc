/*
 * Filters over files: basename, dirname and realpath, of paths that are known in part as well; cat, grep and xargs over their
 * lines; yq and jq over what they hold.
 */
#include "filter.h"

#include "lint/read/read.h"

#include <string.h>

/** The last slash of known text at the end of the parts: its part and offset; false if there is none. */
static bool last_slash(struct sh_parts parts, size_t *part, size_t *off)
{
	for (size_t i = parts.n; i-- > 0;) {
		const struct sh_part *p = sh_parts_at(parts, i);

		if (p->kind != PART_TEXT)
			return false;
		*part = i;
		*off = str_rchr(p->text, '/');
		if (*off != SIZE_MAX)
			return true;
	}
	return false;
}

/** Parts [from part i offset off, end) or [start, there). */
static struct sh_parts cut_parts(struct sh_eval *ev, struct sh_parts parts, size_t part, size_t off,
				 bool behind)
{
	struct sh_parts out = {0};

	for (size_t i = behind ? part : 0; behind ? i < parts.n : i <= part; i++) {
		struct sh_part p = *sh_parts_at(parts, i);

		if (i == part) {
			size_t from = behind ? off + 1 : 0, to = behind ? p.text.n : off;

			if (p.at.len == p.text.n) {
				p.at.off += (uint32_t)from;
				p.at.len = (uint32_t)(to - from);
			} else if (to > from && p.at.len == to - from) {
				p.at.len--;
			}
			p.text = str_sub(p.text, from, to);
		}
		if (p.kind != PART_TEXT || p.text.n)
			sh_parts_push(ev->arena, &out, p);
	}
	return out;
}

static void print_parts(struct sh_eval *ev, struct sh_parts parts)
{
	struct sh_parts newline = {0};

	sh_print(ev, parts);
	sh_parts_push(ev->arena, &newline, sh_part_text(STR("\n"), (struct span){0}));
	sh_print(ev, newline);
}

bool sh_basename(struct sh_filter *f)
{
	struct sh_parts parts;
	size_t part, off, i = 1;
	struct str text, suffix = {0};

	if (str_is(sh_filter_word(f, 1), "--"))
		i++;
	if (f->fields->n <= i || f->fields->n > i + 2 || f->fields->at[i].n_picks ||
	    (sh_filter_word(f, i).n && sh_filter_word(f, i).s[0] == '-'))
		return false;
	parts = f->fields->at[i].parts;
	if (sh_parts_known(f->ev->arena, parts, &text)) {
		size_t n = text.n;

		while (n > 1 && text.s[n - 1] == '/')
			n--;
		parts = sh_parts_sub(f->ev->arena, parts, 0, n);
	}
	if (last_slash(parts, &part, &off))
		parts = cut_parts(f->ev, parts, part, off, true);
	else if (!sh_parts_known(f->ev->arena, parts, &text))
		return false;
	if (f->fields->n > i + 1) {
		if (!sh_field_text(f->ev, &f->fields->at[i + 1], &suffix) ||
		    !sh_parts_known(f->ev->arena, parts, &text))
			return false;
		if (str_ends(text, suffix) && text.n > suffix.n)
			parts = sh_parts_sub(f->ev->arena, parts, 0, text.n - suffix.n);
	}
	print_parts(f->ev, parts);
	return true;
}

bool sh_dirname(struct sh_filter *f)
{
	struct sh_parts parts;
	size_t part, off, i = str_is(sh_filter_word(f, 1), "--") ? 2 : 1;
	struct str text;

	if (f->fields->n != i + 1 || f->fields->at[i].n_picks)
		return false;
	parts = f->fields->at[i].parts;
	if (i == 1 && sh_filter_word(f, i).n && sh_filter_word(f, i).s[0] == '-')
		return false;
	if (sh_parts_known(f->ev->arena, parts, &text)) {
		size_t n = text.n;

		while (n > 1 && text.s[n - 1] == '/')
			n--;
		off = str_rchr(str_sub(text, 0, n), '/');
		if (off == SIZE_MAX)
			return sh_filter_print(f, STR("."));
		while (off > 0 && text.s[off - 1] == '/')
			off--;
		return sh_filter_print(f, off ? str_sub(text, 0, off) : STR("/"));
	}
	if (!last_slash(parts, &part, &off))
		return false;
	print_parts(f->ev, cut_parts(f->ev, parts, part, off, false));
	return true;
}

/** realpath and readlink -f of a rooted path, or of one that the working directory makes rooted. */
bool sh_realpath(struct sh_filter *f)
{
	size_t i = f->fields->n - 1;
	const struct sh_value *cwd = sh_get(&f->ev->state, SH_CWD);
	struct sh_parts out = {0};
	struct str text;

	if (f->fields->n < 2 || f->fields->at[i].n_picks || cwd->kind != SH_VALUE_SCALAR)
		return false;
	if (sh_parts_rooted(f->ev->arena, f->fields->at[i].parts, &text)) {
		print_parts(f->ev, f->fields->at[i].parts);
		return true;
	}
	if (!sh_field_text(f->ev, &f->fields->at[i], &text) || !text.n || text.s[0] == '/')
		return false;
	for (size_t k = 0; k < cwd->parts.n; k++)
		sh_parts_push(f->ev->arena, &out, *sh_parts_at(cwd->parts, k));
	sh_parts_push(f->ev->arena, &out,
		      sh_part_text(str_cat(f->ev->arena, STR("/"), text), (struct span){0}));
	print_parts(f->ev, out);
	return true;
}

/** mktemp: a name that is not known, in which what its template says is. */
bool sh_mktemp(struct sh_filter *f)
{
	struct arena *a = f->ev->arena;
	struct str template = STR("/tmp/tmp.XXXXXXXXXX"), suffix = {0}, word;
	const struct span at = f->fields->at[0].at;
	size_t from, to;

	for (size_t i = 1; i < f->fields->n; i++) {
		if (!sh_field_text(f->ev, &f->fields->at[i], &word))
			return false;
		if (str_starts(word, STR("--suffix=")))
			suffix = str_sub(word, sizeof("--suffix=") - 1, word.n);
		else if (str_starts(word, STR("-")))
			return false;
		else
			template = word;
	}
	/* The last run of three or more (coreutils 9.1). */
	to = str_rchr(template, 'X');
	if (to == SIZE_MAX)
		return false;
	for (from = ++to; from && template.s[from - 1] == 'X';)
		from--;
	if (to - from < 3)
		return false;
	word = str_sub(template, 0, from);
	if (word.n)
		sh_print(f->ev, sh_parts_text(f->ev, word, (struct span){0}));
	sh_print(f->ev, sh_parts_unknown(f->ev, STR("a name that mktemp makes"), at));
	word = str_cat(a, str_sub(template, to, template.n), suffix);
	if (word.n)
		sh_print(f->ev, sh_parts_text(f->ev, word, (struct span){0}));
	return true;
}

bool sh_filter_input(struct sh_filter *f, size_t i, struct sh_parts *out)
{
	const struct sh_value *in = f->ev->input;

	if (i >= f->fields->n) {
		if (!in || in->kind != SH_VALUE_SCALAR)
			return false;
		*out = in->parts;
		return true;
	}
	return i + 1 == f->fields->n && !f->fields->at[i].n_picks && sh_read_placed(f->ev, &f->fields->at[i], out);
}

bool sh_cat(struct sh_filter *f)
{
	struct sh_parts parts;

	if (!sh_filter_input(f, 1, &parts) || !sh_work(&f->ev->state, parts.bytes))
		return false;
	sh_print(f->ev, parts);
	return true;
}

static bool line_matches(struct sh_filter *f, const struct sed_pattern *pattern, struct str line)
{
	struct sed_match m = {.st = &f->ev->state, .pattern = pattern, .line = line};

	for (size_t at = 0; at <= line.n; at++)
		if (sed_match(&m, at) != SIZE_MAX)
			return true;
	return false;
}

/** The parts of a line that match, each on a line: grep -o. */
static void print_matches(struct sh_filter *f, const struct sed_pattern *pattern, struct sh_parts in, struct str text, size_t from, size_t to)
{
	struct sed_match m = {.st = &f->ev->state, .pattern = pattern, .line = str_sub(text, from, to)};

	for (size_t at = 0; at < m.line.n;) {
		size_t end = sed_match(&m, at);

		if (end == SIZE_MAX || end == at) {
			at++;
			continue;
		}
		print_parts(f->ev, sh_parts_sub(f->ev->arena, in, from + at, from + end));
		at = end;
	}
}

/** grep of one pattern, with -v, -i, -E, -h, -o, -m 1 and -q alone. */
bool sh_grep(struct sh_filter *f)
{
	struct sed_pattern pattern = {.delimiter = SED_MARK_BYTE};
	bool inverse = false, extended = false, quiet = false, parts = false, first = false;
	struct sh_parts in;
	struct str text;
	size_t i = 1;

	for (; str_starts(sh_filter_word(f, i), STR("-")); i++) {
		struct str w = sh_filter_word(f, i);

		if (str_is(w, "-m1") || (str_is(w, "-m") && str_is(sh_filter_word(f, i + 1), "1"))) {
			first = true;
			i += w.n == 2;
			continue;
		}
		for (size_t k = 1; k < w.n; k++) {
			if (!strchr("viEhqo", w.s[k]))
				return false;
			parts |= w.s[k] == 'o';
			quiet |= w.s[k] == 'q';
			inverse |= w.s[k] == 'v';
			extended |= w.s[k] == 'E';
			pattern.any_case |= w.s[k] == 'i';
		}
	}
	/* What goes to the terminal is nobody's. */
	if ((!quiet && !f->ev->capturing && !f->ev->input) || (quiet && f->ev->edited))
		return false;
	if (!sh_filter_word(f, i).n || f->fields->at[i].n_picks ||
	    !sed_compile(f->ev->arena, &pattern, sh_filter_word(f, i), extended) ||
	    !sh_filter_input(f, i + 1, &in) || !sh_parts_known(f->ev->arena, in, &text) || !sh_work(&f->ev->state, text.n))
		return false;
	f->found = SH_NO;
	for (size_t from = 0, to; from < text.n; from = to) {
		size_t end = str_chr(text, '\n', from);

		end = end == SIZE_MAX ? text.n : end;
		to = end < text.n ? end + 1 : end;
		if (line_matches(f, &pattern, str_sub(text, from, end)) == inverse)
			continue;
		f->found = SH_YES;
		if (quiet)
			break;
		if (parts)
			print_matches(f, &pattern, in, text, from, end);
		else
			print_parts(f->ev, sh_parts_sub(f->ev->arena, in, from, end));
		if (first)
			break;
	}
	return true;
}

/** One word of xargs, without its quotes; false where they are not closed, or nothing is known to be quoted by a backslash. */
static bool argument(struct sh_filter *f, struct sh_parts in, struct str text, size_t *at, struct sh_parts *out)
{
	char quote = 0;
	size_t from = *at, i = from;

	for (; i < text.n && (quote || !strchr(" \t\n", text.s[i])); i++) {
		char c = text.s[i];

		if (c == '\\' || (quote && c == '\n'))
			return false;
		if (quote ? c != quote : c != '"' && c != '\'')
			continue;
		sh_parts_append(f->ev->arena, out, sh_parts_sub(f->ev->arena, in, from, i));
		from = i + 1;
		quote = quote ? 0 : c;
	}
	sh_parts_append(f->ev->arena, out, sh_parts_sub(f->ev->arena, in, from, i));
	*at = i;
	return !quote;
}

/** xargs alone joins words by blanks. */
bool sh_xargs(struct sh_filter *f)
{
	const struct sh_value *in = f->ev->input;
	struct sh_parts out = {0};
	struct str text;
	bool first = true;

	if (!in || in->kind != SH_VALUE_SCALAR || f->fields->n > 1 ||
	    !sh_parts_known(f->ev->arena, in->parts, &text) || !sh_work(&f->ev->state, text.n + in->parts.n))
		return false;
	/* It is echo that prints them: -n is its own. */
	if (str_starts(str_trim(text), STR("-")))
		return false;
	for (size_t i = 0; i < text.n;) {
		if (memchr(" \t\n", text.s[i], 3)) {
			i++;
			continue;
		}
		if (!first)
			sh_parts_push(f->ev->arena, &out, sh_part_text(STR(" "), (struct span){0}));
		first = false;
		if (!sh_work(&f->ev->state, in->parts.n) || !argument(f, in->parts, text, &i, &out))
			return false;
	}
	sh_print(f->ev, out);
	return sh_filter_print(f, (struct str){0});
}

/* A name of a path: letters, digits and "_", or in quotes; false: it is none. */
static bool take_key(struct str *path, struct str *key)
{
	size_t n = 0, close;

	if (str_starts(*path, STR("\""))) {
		close = str_chr(*path, '"', 1);
		if (close == SIZE_MAX)
			return false;
		*key = str_sub(*path, 1, close);
		*path = str_sub(*path, close + 1, path->n);
		return true;
	}
	while (n < path->n && strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", path->s[n]))
		n++;
	*key = str_sub(*path, 0, n);
	*path = str_sub(*path, n, path->n);
	return n > 0;
}

/* [0], ["a"] */
static bool take_index(struct str *path, const struct node **tree)
{
	size_t close = str_chr(*path, ']', 0);
	struct str inside, key;
	int64_t n;

	if (close == SIZE_MAX)
		return false;
	inside = str_sub(*path, 1, close);
	*path = str_sub(*path, close + 1, path->n);
	if (str_to_int(inside, &n)) {
		n += n < 0 && *tree && (*tree)->kind == NODE_LIST ? (int64_t)(*tree)->as.items.n : 0;
		*tree = *tree && (*tree)->kind == NODE_LIST && n >= 0 && (uint64_t)n < (*tree)->as.items.n ? (*tree)->as.items.at[n] : NULL;
		return true;
	}
	if (!take_key(&inside, &key) || inside.n)
		return false;
	*tree = *tree ? node_get(*tree, key) : NULL;
	return true;
}

/*
 * The value at ".a.b[0]", or another where there is none: ".a // 2"; NULL: it is another expression. Where there is no such key
 * it is null. ".a | length": how many there are.
 */
static const struct node *member(struct sh_filter *f, const struct node *tree, struct str path)
{
	size_t other = str_find(path, STR("//"), 0), pipe = str_chr(path, '|', 0);
	struct str behind = pipe == SIZE_MAX ? (struct str){0} : str_trim(str_sub(path, pipe + 1, path.n)), key;
	bool counts = str_is(behind, "length");

	if ((behind.n && !counts) || (counts && other != SIZE_MAX))
		return NULL;
	key = other == SIZE_MAX ? (struct str){0} : str_trim(str_sub(path, other + 2, path.n));
	path = str_trim(str_sub(path, 0, counts ? pipe : other));
	if (path.n < 2 || path.s[0] != '.')
		return NULL;
	for (bool first = true; path.n; first = false) {
		struct str name;

		if (str_starts(path, STR(".")))
			path = str_sub(path, 1, path.n);
		else if (first)
			return NULL;
		if (str_starts(path, STR("["))) {
			if (!take_index(&path, &tree))
				return NULL;
			continue;
		}
		if (!take_key(&path, &name) || (path.n && path.s[0] != '.' && path.s[0] != '['))
			return NULL;
		tree = tree ? node_get(tree, name) : NULL;
	}
	if (counts) {
		if (!tree || (tree->kind != NODE_LIST && tree->kind != NODE_MAP))
			return NULL;
		return node_str(f->ev->arena, str_fmt(f->ev->arena, "%zu", tree->kind == NODE_LIST ? tree->as.items.n : tree->as.pairs.n),
				(struct span){tree->at.file, tree->at.off, 0});
	}
	if (key.n && (!tree || tree->kind == NODE_NULL || (tree->kind == NODE_BOOL && !tree->as.b))) {
		bool quoted = key.n > 1 && key.s[0] == '"' && key.s[key.n - 1] == '"';
		int64_t n;

		if (!quoted && !str_to_int(key, &n) && !str_is(key, "empty"))
			return NULL;
		return node_str(f->ev->arena, quoted ? str_sub(key, 1, key.n - 1) : str_is(key, "empty") ? STR("") : key, (struct span){0});
	}
	return tree ? tree : node_new(f->ev->arena, NODE_NULL, f->fields->at[0].at);
}

/* A scalar as the program prints it, with its place in the file; false: it is none. */
static bool print_scalar(struct sh_filter *f, const struct node *n, struct str text, bool quoted)
{
	struct str said = text;

	if (n->kind == NODE_NULL)
		return sh_filter_print(f, STR("null"));
	if (n->kind == NODE_BOOL)
		return sh_filter_print(f, n->as.b ? STR("true") : STR("false"));
	if (n->kind == NODE_STR && !quoted)
		said = n->text;
	else if (n->kind == NODE_STR || n->kind == NODE_INT || n->kind == NODE_REAL)
		said = str_sub(text, n->at.off, n->at.off + n->at.len);
	else
		return false;
	sh_print(f->ev, sh_parts_text(f->ev, said, n->at));
	return sh_filter_print(f, (struct str){0});
}

/* The data that is asked: a file of the repository, or one that comes in. Its text in *text; false: it is not known. */
static bool read_data(struct sh_filter *f, const struct sh_field *file, bool json, struct str *text, struct reading *reading)
{
	const struct sh_value *in = f->ev->input;
	struct sh_parts parts;
	uint32_t id = 0;

	if (file ? file->n_picks || !sh_read_file(f->ev, file, &parts, &id) || !id
		 : !in || in->kind != SH_VALUE_SCALAR || in->parts.n != 1 || sh_parts_at(in->parts, 0)->kind != PART_TEXT)
		return false;
	if (!file) {
		id = sh_parts_at(in->parts, 0)->at.file;
		/* The whole of a file, in which places are to be found. */
		if (!id || sh_parts_at(in->parts, 0)->text.n + 1 < files_at(f->ev->files, id)->text.n || sh_parts_at(in->parts, 0)->at.off)
			return false;
	}
	*text = files_at(f->ev->files, id)->text;
	if (!sh_work(&f->ev->state, text->n))
		return false;
	*reading = json ? read_json(f->ev->arena, id, *text) : read_yaml(f->ev->arena, id, *text);
	return !reading->trouble.n && !reading->templated && reading->docs.n == 1;
}

/* yq '.a.b' x.yaml, jq -r '.a.b' x.json: one value of a file of the repository, which launches take their sizes from. */
bool sh_query(struct sh_filter *f)
{
	bool json = str_is(sh_filter_word(f, 0), "jq"), raw = !json;
	struct str words[2] = {{0}}, text;
	const struct sh_field *fields[2] = {NULL};
	const struct node *n;
	struct reading reading;
	size_t given = 0;

	for (size_t i = 1; i < f->fields->n; i++) {
		struct str word = sh_filter_word(f, i);

		raw |= str_is(word, "-r") || str_is(word, "--raw-output");
		if (str_is(word, "-r") || str_is(word, "--raw-output") || (!json && !given && str_among(word, STR("e|eval"))))
			continue;
		if (given == 2 || (word.n > 1 && word.s[0] == '-'))
			return false;
		words[given] = word;
		fields[given++] = &f->fields->at[i];
	}
	if (!given || !read_data(f, fields[1], json, &text, &reading))
		return false;
	n = member(f, reading.docs.at[0], words[0]);
	return n && print_scalar(f, n, text, !raw && n->at.len);
}
