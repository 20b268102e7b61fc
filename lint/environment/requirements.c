#include "requirements.h"

#include "lint/frameworks/frameworks.h"

#include <string.h>

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
	       c == '-' || c == '.';
}

/* Without what stands around a requirement in TOML, YAML and setup.py: quotes, dashes, commas. */
static struct str bare(struct str s)
{
	while (s.n && memchr(" \t\"'-,[(", s.s[0], 8))
		s = str_sub(s, 1, s.n);
	while (s.n && memchr(" \t\r\"',])", s.s[s.n - 1], 8))
		s.n--;
	return s;
}

/* The text between the first pair of quotes behind an offset. */
static struct str quoted(struct str line, size_t from)
{
	size_t open = str_chr(line, '"', from);
	size_t close = open == SIZE_MAX ? open : str_chr(line, '"', open + 1);

	return close == SIZE_MAX ? STR("") : str_sub(line, open + 1, close);
}

/*
 * What a key of TOML or conda asks for: "0.12", "^0.12"; {version = "0.12", extras = […]}. Empty for what
 * is no version: a script's "trl.cli:main", a source {git = "…"}.
 */
static struct str asked(struct str value)
{
	size_t version = str_find(value, STR("version"), 0);

	if (str_starts(value, STR("{")))
		value = version == SIZE_MAX ? STR("") : quoted(value, version);
	/* conda's build behind the version: "2.5.1=py3.9_cuda12.4". */
	else if (value.n && value.s[0] >= '0' && value.s[0] <= '9')
		value = str_cut(value, '=').head;
	return value.n && memchr("0123456789^~<>=!", value.s[0], 16) ? value : STR("");
}

/* "trl[vllm]>=0.12,<0.13 ; python_version > '3.8'" without extras, markers and comments. */
static struct str requirement_of(struct arena *a, struct str text)
{
	struct str name;
	size_t n = 0;

	text = str_trim(str_cut(str_cut(text, '#').head, ';').head);
	while (n < text.n && is_name(text.s[n]))
		n++;
	name = str_sub(text, 0, n);
	text = str_trim(str_sub(text, n, text.n));
	if (text.n && text.s[0] == '[') {
		size_t end = str_chr(text, ']', 0);

		text = end == SIZE_MAX ? STR("") : str_trim(str_sub(text, end + 1, text.n));
	}
	/* "trl = "0.12"" and "trl=0.12" (poetry, conda) ask for it as "==" does. */
	if (text.n > 1 && text.s[0] == '=' && text.s[1] != '=') {
		text = asked(bare(str_sub(text, 1, text.n)));
		if (text.n)
			text = str_cat(a, STR("=="), text);
	}
	if (text.n > 2 && str_starts(text, STR("==")) && memchr("^~><!", text.s[2], 5))
		text = str_sub(text, 2, text.n);
	return str_cat(a, name, text);
}

/* "… ; sys_platform == 'darwin'": asked for on machines without CUDA alone. */
static bool for_another_system(struct str text)
{
	struct str marker = str_cut(text, ';').tail;

	if (str_has(marker, STR("inux")) || str_has(marker, STR("!=")))
		return false;
	return str_has(marker, STR("arwin"));
}

static struct versions *list_of(struct requirements *asked, const struct package *package)
{
	return package->only_needed ? &asked->needed : &asked->versions;
}

static void take(struct arena *a, struct requirements *asked, struct str text, struct span at)
{
	struct versions alone = {.arena = a};
	const struct package *package;
	const struct version *old, *new;
	size_t n = 0;

	/* conda's channel: "conda-forge::transformers=4.45". */
	if (str_find(text, STR("::"), 0) != SIZE_MAX)
		text = str_sub(text, str_find(text, STR("::"), 0) + 2, text.n);
	while (n < text.n && is_name(text.s[n]))
		n++;
	/* conda's name of it, pip has no package of this name to install; pyproject.toml's of Python. */
	if (str_is(str_sub(text, 0, n), "pytorch") || str_is(str_sub(text, 0, n), "requires-python")) {
		struct str name = str_starts(text, STR("py")) ? STR("torch") : STR("python");

		text = str_cat(a, name, str_sub(text, n, text.n));
		n = name.n;
	}
	package = n ? package_find(str_sub(text, 0, n)) : NULL;
	if (!package)
		return;
	old = versions_find(list_of(asked, package), str_of(package->name));
	if (!for_another_system(text))
		versions_require(&alone, requirement_of(a, text), at);
	new = versions_find(&alone, str_of(package->name));
	/* One of several files, each for an environment of its own, says most that names the very version. */
	if (new && (!old || old->open || old->other_name || (new->pinned && !old->pinned)))
		versions_set(list_of(asked, package), *new);
	if (!package->only_needed && !requirements_name(asked, str_of(package->name)))
		*vec_push(a, &asked->any) = str_of(package->name);
}

struct lock {
	struct str name;
};

/*
 * Lock files: name = "trl" and then version = "0.12.1" (poetry, uv); "trl": { … "version": "==0.12.1"
 * (Pipfile.lock).
 */
static void take_locked(struct arena *a, struct requirements *asked, struct lock *lock, struct str line, struct span at)
{
	struct str text = str_trim(line), version;
	const struct package *package;

	if (str_starts(text, STR("name = "))) {
		lock->name = quoted(text, 6);
	} else if (str_starts(text, STR("\"")) && str_ends(text, STR("{"))) {
		lock->name = quoted(text, 0);
	} else if (lock->name.n && (str_starts(text, STR("version = ")) || str_starts(text, STR("\"version\":")))) {
		version = quoted(text, 9);
		if (str_starts(version, STR("==")))
			version = str_sub(version, 2, version.n);
		package = version.n ? package_find(lock->name) : NULL;
		if (package)
			versions_require(list_of(asked, package),
					 str_fmt(a, "%.*s==%.*s", STR_ARG(lock->name), STR_ARG(version)), at);
		lock->name = STR("");
	}
}

bool requirements_name(const struct requirements *asked, struct str package)
{
	for (size_t i = 0; i < asked->any.n; i++)
		if (str_eq(asked->any.at[i], package))
			return true;
	return versions_find(&asked->versions, package) != NULL;
}

bool requirements_any(const struct requirements *asked)
{
	return asked->any.n || asked->versions.n;
}

/* The last plain value that lines of shell code or of a Dockerfile give a variable: V=4.5, ARG V=4.5, V="${V:-4.5}". */
static struct str value_of(struct str text, struct str name)
{
	struct str value = {0}, rest = text;

	while (rest.n) {
		struct str_cut line = str_cut(rest, '\n'), set;
		static const char *const before[] = {"export ", "ARG ", "ENV ", "local ", "readonly "};
		struct str words = str_trim(line.head);

		rest = line.tail;
		for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++)
			if (str_starts(words, str_of(before[i])))
				words = str_trim(str_sub(words, str_of(before[i]).n, words.n));
		set = str_cut(words, '=');
		if (!set.ok || !str_eq(set.head, name))
			continue;
		set.tail = bare(str_cut(set.tail, ' ').head);
		if (str_starts(set.tail, STR("${")) && str_ends(set.tail, STR("}")) && str_has(set.tail, STR(":-")))
			set.tail = bare(str_sub(set.tail, str_find(set.tail, STR(":-"), 0) + 2, set.tail.n - 1));
		value = set.tail;
	}
	return str_chr(value, '$', 0) == SIZE_MAX ? value : STR("");
}

/* "trl==$TRL" with the value that the file gives the variable; as it is where that is none. */
static struct str filled_in(struct arena *a, struct str text, struct str requirement)
{
	size_t from = str_chr(requirement, '$', 0), to, end;
	bool braces = from != SIZE_MAX && from + 1 < requirement.n && requirement.s[from + 1] == '{';
	struct str value;

	if (from == SIZE_MAX)
		return requirement;
	to = from + 1 + braces;
	for (end = to; end < requirement.n && is_name(requirement.s[end]) && requirement.s[end] != '-' && requirement.s[end] != '.';)
		end++;
	value = value_of(text, str_sub(requirement, to, end));
	return value.n && end > to ? str_fmt(a, "%.*s%.*s%.*s", STR_ARG(str_sub(requirement, 0, from)), STR_ARG(value),
					     STR_ARG(str_sub(requirement, end + braces, requirement.n)))
				   : requirement;
}

/* The requirements among the words behind "pip install". */
static void take_words(struct versions *versions, uint32_t file, struct str text, struct str words)
{
	while (words.n) {
		struct str_cut word = str_cut(words, ' ');
		struct str requirement = bare(word.head);

		words = word.tail;
		if (requirement.n && requirement.s[0] != '{')
			versions_require(versions, filled_in(versions->arena, text, requirement),
					 (struct span){file, (uint32_t)(requirement.s - text.s),
						       (uint32_t)requirement.n});
	}
}

void requirements_installed(struct files *files, uint32_t file, struct versions *versions)
{
	struct str text = files_at(files, file)->text, rest = text;
	bool goes_on = false;

	/* Most commands install nothing. */
	if (!str_has(text, STR("pip")))
		return;
	while (rest.n) {
		struct str_cut line = str_cut(rest, '\n');
		struct str words = str_trim(line.head);
		size_t pip = str_find(words, STR("pip"), 0);
		size_t install = pip == SIZE_MAX ? pip : str_find(words, STR(" install "), pip);

		rest = line.tail;
		if (str_starts(words, STR("#")) || (install == SIZE_MAX && !goes_on))
			continue;
		goes_on = str_ends(words, STR("\\"));
		if (install != SIZE_MAX)
			words = str_sub(words, install + 9, words.n);
		take_words(versions, file, text, words);
	}
}

/* setup.py: the texts of a line, which may be several: 'transformers == 4.37.0', 'tokenizers'. */
static void take_texts(struct arena *a, struct requirements *asked, struct str line, struct span at)
{
	size_t i = 0;

	while (i < line.n && line.s[i] != '#') {
		size_t end = line.s[i] == '"' || line.s[i] == '\'' ? str_chr(line, line.s[i], i + 1) : SIZE_MAX;

		if (end != SIZE_MAX)
			take(a, asked, str_trim(str_sub(line, i + 1, end)), at);
		i = end == SIZE_MAX ? i + 1 : end + 1;
	}
}

void requirements_read(struct arena *a, struct files *files, uint32_t file, struct requirements *asked)
{
	const struct file *f = files_at(files, file);
	struct str name = str_tail(f->path, '/');
	bool locked = str_ends(name, STR(".lock"));
	struct lock lock = {0};
	struct str rest = f->text;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, '\n');
		struct span at = {file, (uint32_t)(cut.head.s - f->text.s), (uint32_t)cut.head.n};

		rest = cut.tail;
		if (locked) {
			take_locked(a, asked, &lock, cut.head, at);
			continue;
		}
		if (str_ends(name, STR(".py"))) {
			take_texts(a, asked, cut.head, at);
			continue;
		}
		/* A line may hold several: dependencies = ["trl==0.12", "peft>=0.13"]; trl = {version = "0.12", extras = ["vllm"]} is one. */
		if (str_chr(cut.head, '[', 0) != SIZE_MAX && str_chr(cut.head, '"', 0) != SIZE_MAX &&
		    str_chr(cut.head, '=', 0) < str_chr(cut.head, '[', 0) && str_chr(cut.head, '{', 0) > str_chr(cut.head, '[', 0)) {
			size_t from = str_chr(cut.head, '[', 0);

			while (from != SIZE_MAX && from < cut.head.n) {
				struct str item = quoted(cut.head, from);

				if (!item.n)
					break;
				take(a, asked, item, at);
				from = (size_t)(item.s - cut.head.s) + item.n + 1;
			}
			continue;
		}
		take(a, asked, bare(cut.head), at);
	}
}
