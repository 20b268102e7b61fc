/* configparser: INI files of the repository, or their text. Sections are mappings of text. */
#include "stdlib_parts.h"

enum { LINES_MAX = 10000 };

/* ---- the text ---- */

struct ini {
	struct interpreter *py;
	struct node *parser, *section;
	/** The value that indented lines go on with, or NULL. */
	struct node *value;
	const struct eval_file *file;
	struct span at;
};

/* Where a part of the text is, if it is a file's. */
static struct span span_of(const struct ini *ini, struct str part)
{
	const struct eval_file *f = ini->file;

	if (!f || part.s < f->text.s || part.s > f->text.s + f->text.n)
		return ini->at;
	return (struct span){f->id, (uint32_t)(part.s - f->text.s), (uint32_t)part.n};
}

static struct node *section_of(struct interpreter *py, struct node *parser, struct str name, struct span at)
{
	struct node *section = node_get(parser, name);

	if (!section) {
		section = py_new(py, NODE_MAP, at);
		py_map_set(py, parser, py_str(py, name, at), section);
	}
	return section;
}

/* "key = value", "key: value", "key": keys are in lower case. */
static void read_option(struct ini *ini, struct str line)
{
	size_t equals = str_chr(line, '=', 0), colon = str_chr(line, ':', 0);
	size_t at = equals < colon ? equals : colon;
	struct str key = str_trim(str_sub(line, 0, at == SIZE_MAX ? line.n : at));
	struct str value = at == SIZE_MAX ? STR("") : str_trim(str_sub(line, at + 1, line.n));
	struct node *n;

	if (at == SIZE_MAX)
		n = py_none(ini->py, span_of(ini, key));
	else
		n = py_str(ini->py, value, span_of(ini, value));
	ini->value = at == SIZE_MAX ? NULL : n;
	py_map_set(ini->py, ini->section,
		   py_str(ini->py, str_lower(ini->py->arena, key), span_of(ini, key)), n);
}

static void read_line(struct ini *ini, struct str line)
{
	struct str text = str_trim(line);
	size_t close = str_chr(text, ']', 0);

	if (!text.n || text.s[0] == '#' || text.s[0] == ';')
		return;
	if (ini->value && (line.s[0] == ' ' || line.s[0] == '\t')) {
		ini->value->text = str_fmt(ini->py->arena, "%.*s\n%.*s", STR_ARG(ini->value->text), STR_ARG(text));
		return;
	}
	ini->value = NULL;
	if (text.s[0] == '[' && close != SIZE_MAX)
		ini->section = section_of(ini->py, ini->parser, str_sub(text, 1, close), span_of(ini, text));
	else if (ini->section)
		read_option(ini, text);
}

/* Every section has what DEFAULT has. */
static void spread_defaults(struct interpreter *py, struct node *parser)
{
	const struct node *defaults = node_get(parser, STR("DEFAULT"));

	for (size_t i = 0; defaults && i < parser->as.pairs.n; i++) {
		struct node *section = parser->as.pairs.at[i].value;

		for (size_t k = 0; section != defaults && k < defaults->as.pairs.n && py_step(py, 1); k++)
			if (!node_get(section, defaults->as.pairs.at[k].key->text))
				py_map_set(py, section, defaults->as.pairs.at[k].key, defaults->as.pairs.at[k].value);
	}
}

static void read_ini(struct interpreter *py, struct node *parser, struct str text, const struct eval_file *file,
		     struct span at)
{
	struct ini ini = {.py = py, .parser = parser, .file = file, .at = at};

	for (size_t lines = 0; text.n; lines++) {
		struct str_cut cut = str_cut(text, '\n');

		if (lines == LINES_MAX || !py_step(py, 1)) {
			parser->open = true;
			return;
		}
		read_line(&ini, cut.head);
		text = cut.tail;
	}
	spread_defaults(py, parser);
}

/* ---- values ---- */

/* "%(home)s/out" of the same section; "%%" is a sign. NULL: what it names is not there. */
static struct node *interpolated(struct interpreter *py, const struct node *section, struct node *value, int depth)
{
	struct str rest = value->text, out = STR("");

	if (value->kind != NODE_STR || str_chr(rest, '%', 0) == SIZE_MAX)
		return value;
	while (rest.n) {
		size_t sign = str_chr(rest, '%', 0), close = sign == SIZE_MAX ? sign : str_find(rest, STR(")s"), sign);
		struct node *of;

		out = str_cat(py->arena, out, str_sub(rest, 0, sign == SIZE_MAX ? rest.n : sign));
		if (sign == SIZE_MAX)
			break;
		if (str_starts(str_sub(rest, sign, rest.n), STR("%%"))) {
			out = str_cat(py->arena, out, STR("%"));
			rest = str_sub(rest, sign + 2, rest.n);
			continue;
		}
		if (close == SIZE_MAX || depth > NODE_DEPTH_MAX || !py_step(py, 1 + out.n / 64))
			return NULL;
		of = node_get(section, str_lower(py->arena, str_sub(rest, sign + 2, close)));
		of = of ? interpolated(py, section, of, depth + 1) : NULL;
		if (!of || of->kind != NODE_STR)
			return NULL;
		out = str_cat(py->arena, out, of->text);
		rest = str_sub(rest, close + 2, rest.n);
	}
	return py_str(py, out, value->at);
}

/* The value of an option as text; NULL: it is not there. */
static struct node *option_of(struct interpreter *py, const struct node *section, const struct node *key, struct span at)
{
	struct node *value = section && section->kind == NODE_MAP && key && py_is_str(key)
				 ? node_get(section, str_lower(py->arena, key->text))
				 : NULL;

	if (!value || value->kind != NODE_STR)
		return value;
	value = interpolated(py, section, value, 0);
	return value ? value : py_unknown(py, at, "a text with %%(…)s");
}

static struct node *truth_of(struct interpreter *py, struct str text, struct span at)
{
	static const char *const yes[] = {"1", "yes", "true", "on"}, *const no[] = {"0", "no", "false", "off"};

	for (size_t i = 0; i < 4; i++) {
		if (str_eq_nocase(text, str_of(yes[i])))
			return py_bool(py, true, at);
		if (str_eq_nocase(text, str_of(no[i])))
			return py_bool(py, false, at);
	}
	return NULL;
}

/* What getint(), getfloat() and getboolean() make of a text; get() leaves it. */
static struct node *as_asked(struct interpreter *py, struct str method, struct node *value)
{
	int64_t i;
	double r;

	if (value->kind != NODE_STR || str_ends(method, STR(".get")))
		return value;
	if (str_ends(method, STR("boolean")))
		return truth_of(py, value->text, value->at);
	if (str_ends(method, STR("int")))
		return str_to_int(str_trim(value->text), &i) ? py_int(py, i, value->at) : NULL;
	return str_to_real(str_trim(value->text), &r) ? py_real(py, r, value->at) : NULL;
}

static struct node *missing(struct interpreter *py, struct native_call *c, const struct node *map, const char *what)
{
	struct node *fallback = native_arg(c, SIZE_MAX, "fallback");

	if (fallback && !map->open)
		return fallback;
	return py_unknown(py, c->site.at, "%s that is not there", what);
}

/* parser.get("train", "lr", fallback=…) */
static struct node *get(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "section"), *key = native_arg(c, 1, "option"), *value;
	const struct node *section = name && py_is_str(name) ? node_get(c->self, name->text) : NULL;

	if (!section || section->kind != NODE_MAP)
		return missing(py, c, c->self, "a section");
	value = option_of(py, section, key, c->site.at);
	return value ? as_asked(py, c->name, value) : missing(py, c, section, "an option");
}

/* parser["train"].getint("epochs", fallback=…) */
static struct node *section_get(struct interpreter *py, struct native_call *c)
{
	struct node *value = option_of(py, c->self, native_arg(c, 0, NULL), c->site.at);
	struct node *fallback = native_arg(c, 1, "fallback");

	if (value)
		return as_asked(py, c->name, value);
	return fallback && !c->self->open ? fallback : py_unknown(py, c->site.at, "an option that is not there");
}

/* ---- the parser ---- */

static struct node *make(struct interpreter *py, struct native_call *c)
{
	struct node *parser = py_new(py, NODE_MAP, c->site.at);

	parser->code = py_tag_ini;
	return parser;
}

static void read_path(struct interpreter *py, struct node *parser, struct node *path, struct span at)
{
	struct eval_file file;
	struct str name;

	if (path->kind == NODE_UNKNOWN)
		py_want(py, path);
	trail_node(&py->trail, parser);
	if (file_path(py, path, &name) && py->world->find(py->world->context, name, &file))
		read_ini(py, parser, file_text(py, &file, at)->text, &file, at);
	else /* Python passes over a file that is not there. */
		parser->open = true;
}

static struct node *read_files(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);

	if (!x)
		return NULL;
	for (size_t i = 0; (x->kind == NODE_LIST || x->kind == NODE_TUPLE) && i < x->as.items.n; i++)
		read_path(py, c->self, x->as.items.at[i], c->site.at);
	if (x->kind != NODE_LIST && x->kind != NODE_TUPLE)
		read_path(py, c->self, x, c->site.at);
	return py_unknown(py, c->site.at, "the files that were read");
}

static struct node *read_string(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "string");
	struct eval_file file;

	trail_node(&py->trail, c->self);
	if (!x || !py_is_str(x))
		c->self->open = true;
	else
		read_ini(py, c->self, x->text, file_of_text(py, x->text, &file) ? &file : NULL, x->at);
	return py_none(py, c->site.at);
}

static struct node *sections(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at);

	for (size_t i = 0; i < c->self->as.pairs.n; i++)
		if (!str_is(c->self->as.pairs.at[i].key->text, "DEFAULT"))
			py_append(py, out, c->self->as.pairs.at[i].key);
	out->open = c->self->open;
	return out;
}

static struct node *has(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "section"), *key = native_arg(c, 1, "option");
	const struct node *section = name && py_is_str(name) ? node_get(c->self, name->text) : NULL;
	bool there = str_ends(c->name, STR("option")) ? option_of(py, section, key, c->site.at) != NULL : section != NULL;

	if (!there && c->self->open)
		return NULL;
	return py_bool(py, there, c->site.at);
}

/* items("train"), options("train"): the section's. */
static struct node *of_section(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "section"), *out = py_new(py, NODE_LIST, c->site.at);
	const struct node *section = name && py_is_str(name) ? node_get(c->self, name->text) : NULL;

	if (!section || section->kind != NODE_MAP)
		return NULL;
	for (size_t i = 0; i < section->as.pairs.n; i++) {
		struct node *key = section->as.pairs.at[i].key, *pair;

		if (!str_ends(c->name, STR(".items"))) {
			py_append(py, out, key);
			continue;
		}
		pair = py_new(py, NODE_TUPLE, c->site.at);
		py_append(py, pair, key);
		py_append(py, pair, option_of(py, section, key, c->site.at));
		py_append(py, out, pair);
	}
	out->open = section->open;
	return out;
}

static const struct native rows[] = {
    {"ConfigParser.get", get, 0},
    {"ConfigParser.getboolean", get, 0},
    {"ConfigParser.getfloat", get, 0},
    {"ConfigParser.getint", get, 0},
    {"ConfigParser.has_option", has, 0},
    {"ConfigParser.has_section", has, 0},
    {"ConfigParser.items", of_section, 0},
    {"ConfigParser.options", of_section, 0},
    {"ConfigParser.read", read_files, NATIVE_UNKNOWN},
    {"ConfigParser.read_file", read_files, NATIVE_UNKNOWN},
    {"ConfigParser.read_string", read_string, NATIVE_UNKNOWN},
    {"ConfigParser.sections", sections, 0},
    {"configparser.ConfigParser", make, NATIVE_RAW},
    {"configparser.RawConfigParser", make, NATIVE_RAW},
    {"configparser.SafeConfigParser", make, NATIVE_RAW},
    {"dict.getboolean", section_get, 0},
    {"dict.getfloat", section_get, 0},
    {"dict.getint", section_get, 0},
};

NATIVES(natives_configparser, rows);
