#include "registry.h"

#include "lint/eval/eval.h"
#include "callable_index.h"
#include "version.h"

#include <string.h>

enum { NAME_MAX_LEN = 255, NAME_PARTS_MAX = 8 };

static const struct callable_name *name_find(struct str key)
{
	for (size_t i = callable_hash(key.s, key.n) & callable_mask; callable_slots[i];
	     i = (i + 1) & callable_mask) {
		const struct callable_name *name = &callable_names[callable_slots[i] - 1];

		if (str_is(key, name->name))
			return name;
	}
	return NULL;
}

/* The offset of the last n parts of a dotted name, or SIZE_MAX if it has no more than n. */
static size_t name_tail(struct str dotted, size_t n)
{
	size_t at = dotted.n;

	while (n) {
		if (at == 0)
			return SIZE_MAX;
		at--;
		if (dotted.s[at] == '.')
			n--;
	}
	return at + 1;
}

static const struct callable_name *name_find_joined(struct str head, struct str tail)
{
	char buf[NAME_MAX_LEN];

	if (head.n + 1 + tail.n > sizeof(buf))
		return NULL;
	memcpy(buf, head.s, head.n);
	buf[head.n] = '.';
	memcpy(buf + head.n + 1, tail.s, tail.n);
	return name_find((struct str){buf, head.n + 1 + tail.n});
}

static bool is_of_root(const char *name, struct str root)
{
	return strncmp(name, root.s, root.n) == 0 && name[root.n] == '.';
}

/* The position of the first name of a library, or SIZE_MAX. */
static size_t root_find(struct str root)
{
	if (!root.n)
		return SIZE_MAX;
	for (size_t i = callable_hash(root.s, root.n) & callable_mask; callable_roots[i];
	     i = (i + 1) & callable_mask)
		if (is_of_root(callable_names[callable_roots[i] - 1].name, root))
			return callable_roots[i] - 1u;
	return SIZE_MAX;
}

/* Whether the last part of a name is one of the index's. */
static bool last_known(struct str dotted)
{
	struct str last = str_tail(dotted, '.');

	for (size_t i = callable_hash(last.s, last.n) & callable_mask; callable_lasts[i];
	     i = (i + 1) & callable_mask) {
		const char *name = callable_names[callable_lasts[i] - 1].name;
		const char *part = strrchr(name, '.');

		if (str_is(last, part ? part + 1 : name))
			return true;
	}
	return false;
}

/* The name without some inner modules: first parts and last parts, as many as possible of the last. */
static const struct callable_name *name_find_short(struct str dotted)
{
	for (size_t tail = NAME_PARTS_MAX; tail; tail--) {
		size_t at = name_tail(dotted, tail);
		struct str head;

		if (at == SIZE_MAX || at == 0)
			continue;
		head = str_sub(dotted, 0, at - 1);
		for (;;) {
			size_t dot = str_rchr(head, '.');
			const struct callable_name *hit;

			if (dot == SIZE_MAX)
				break;
			head = str_sub(head, 0, dot);
			hit = name_find_joined(head, str_sub(dotted, at, dotted.n));
			if (hit)
				return hit;
		}
	}
	return NULL;
}

/* Whether the last parts of a name fit a pattern "*ForCausalLM.from_pretrained". */
static bool pattern_fits(struct str pattern, struct str dotted)
{
	struct str end = str_sub(pattern, 1, pattern.n);
	size_t parts = 1, at;

	/* Hardly any does: a look at the end tells. */
	if (!str_ends(dotted, end))
		return false;
	for (size_t i = 0; i < pattern.n; i++)
		parts += pattern.s[i] == '.';
	at = name_tail(dotted, parts);
	return at != SIZE_MAX && str_ends(str_sub(dotted, at, dotted.n), end);
}

/* Whether a word may fit a name: both end alike, unless the name is a pattern that anything may end. */
static bool may_fit(struct str word, struct str name)
{
	char last = name.n ? name.s[name.n - 1] : '*';

	return last == '*' || (word.n && word.s[word.n - 1] == last);
}

/*
 * "root.*…": such names come first among those of a root, since "*" sorts before letters. The longest
 * pattern that fits is the most specific one.
 */
static const struct callable_name *name_find_pattern(size_t first, struct str root,
						     struct str dotted)
{
	const struct callable_name *best = NULL;
	size_t longest = 0;

	for (size_t i = first; i < callable_names_n; i++) {
		struct str name = str_of(callable_names[i].name);

		if (!is_of_root(name.s, root) || name.s[root.n + 1] != '*')
			break;
		if (name.n > longest && may_fit(dotted, name) && pattern_fits(str_sub(name, root.n + 1, name.n), dotted)) {
			best = &callable_names[i];
			longest = name.n;
		}
	}
	return best;
}

/* A method by its own row: ".to". */
static const struct callable_name *name_find_method(struct str dotted)
{
	size_t dot = str_rchr(dotted, '.');

	if (dot == SIZE_MAX || (dot != 0 && !str_has(dotted, STR("()"))))
		return NULL;
	return name_find(str_sub(dotted, dot, dotted.n));
}

const struct callable *callable_find(struct str dotted)
{
	struct str root = str_cut(dotted, '.').head;
	const struct callable_name *hit;
	size_t first;

	if (dotted.n == 0 || dotted.n > NAME_MAX_LEN)
		return NULL;
	hit = name_find(dotted);
	if (!hit && (first = root_find(root)) != SIZE_MAX) {
		hit = last_known(dotted) ? name_find_short(dotted) : NULL;
		if (!hit)
			hit = name_find_pattern(first, root, dotted);
	}
	if (!hit)
		hit = name_find_method(dotted);
	if (!hit && (first = root_find(STR("*"))) != SIZE_MAX)
		hit = name_find_pattern(first, STR("*"), dotted);
	return hit ? &frameworks[hit->framework]->callables[hit->row] : NULL;
}

/* "trl.SFTTrainer" of "trl.SFTTrainer|trl.SFTTrainer.from_x": what a library itself has by a name; empty: nothing. */
static struct str named_in(const struct callable *row, struct str name)
{
	struct str_cut cut = {.tail = str_of(row->names)};

	while (cut.tail.n) {
		struct str_cut module;

		cut = str_cut(cut.tail, '|');
		module = str_cut(cut.head, '.');
		if (module.head.n && str_eq(module.tail, name))
			return cut.head;
	}
	return (struct str){0};
}

/* Whether people import names of a library: its releases are known by them. */
static bool is_imported_from(struct str dotted)
{
	const struct package *package = package_of(str_cut(dotted, '.').head);

	return package && package->introduced;
}

struct str callable_of_name(struct str name)
{
	struct str found = {0};
	bool several = false;

	if (!name.n || name.s[0] < 'A' || name.s[0] > 'Z')
		return found;
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t r = 0; r < frameworks[f]->ncallables; r++) {
			struct str one = named_in(&frameworks[f]->callables[r], name);

			if (one.n && is_imported_from(one))
				return one;
			several |= one.n && found.n && !str_eq(one, found);
			found = one.n ? one : found;
		}
	return several ? (struct str){0} : found;
}

bool callable_library(struct str dotted)
{
	return root_find(str_cut(dotted, '.').head) != SIZE_MAX;
}

const struct framework *callable_framework(const struct callable *row)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t r = 0; r < frameworks[f]->ncallables; r++)
			if (&frameworks[f]->callables[r] == row)
				return frameworks[f];
	return NULL;
}

const struct framework *framework_find(struct str name)
{
	for (size_t i = 0; i < frameworks_n; i++)
		if (str_is(name, frameworks[i]->name))
			return frameworks[i];
	return NULL;
}

const struct keymap *keymap_find(struct str name)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t m = 0; m < frameworks[f]->nmaps; m++)
			if (str_is(name, frameworks[f]->maps[m]->name))
				return frameworks[f]->maps[m];
	return NULL;
}

static char package_byte(char c)
{
	if (c == '_' || c == '.')
		return '-';
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Equality of package names: case and the difference of "-", "_" and "." do not count (PEP 503). */
static bool package_is(struct str name, struct str other)
{
	if (name.n != other.n)
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (package_byte(name.s[i]) != package_byte(other.s[i]))
			return false;
	return true;
}

static bool has_module(const struct package *package, struct str module)
{
	struct str_cut cut = {.tail = str_of(package->modules)};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, ' ');
		if (str_eq(cut.head, module))
			return true;
	}
	return false;
}

const struct package *package_of(struct str module)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t p = 0; p < frameworks[f]->npackages; p++) {
			const struct package *package = &frameworks[f]->packages[p];

			if (package->modules ? module.n && strchr(package->modules, *module.s) && has_module(package, module)
					     : package_is(module, str_of(package->name)))
				return package;
		}
	return NULL;
}

/* Whether an element of a list is what is looked for. */
typedef bool element_fits(struct str element, const void *wanted);

/*
 * Looks through a list of elements by releases, "0.14:GRPOConfig|GRPOTrainer 0.20:…": whether an element of one fits; *release:
 * what stands before the ":" of the first that has such a one.
 */
static bool release_find(const char *list, element_fits *fits, const void *wanted, struct str *release)
{
	struct str rest = str_of(list);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ' '), row = str_cut(cut.head, ':');

		for (struct str_cut one = {.tail = row.tail}; one.tail.n;) {
			one = str_cut(one.tail, '|');
			if (fits(one.head, wanted)) {
				*release = row.head;
				return true;
			}
		}
		rest = cut.tail;
	}
	return false;
}

static bool is_package(struct str element, const void *name)
{
	return package_is(*(const struct str *)name, element);
}

const struct package *package_find(struct str name)
{
	struct str before;

	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t p = 0; p < frameworks[f]->npackages; p++) {
			const struct package *package = &frameworks[f]->packages[p];

			if (package_is(name, str_of(package->name)) ||
			    (package->earlier && release_find(package->earlier, is_package, &name, &before)))
				return package;
		}
	return NULL;
}

const struct package *package_renamed(struct str module, struct str *until)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t p = 0; p < frameworks[f]->npackages; p++) {
			const struct package *package = &frameworks[f]->packages[p];

			if (package->earlier && release_find(package->earlier, is_package, &module, until) && until->n)
				return package;
		}
	return NULL;
}

/* A version of another package. */
struct installed {
	struct str package, version;
};

/* "tokenizers@0.19": more than what is installed. */
static bool is_needed(struct str element, const void *installed)
{
	const struct installed *has = installed;
	struct str_cut need = str_cut(element, '@');

	return str_eq(need.head, has->package) && version_cmp(has->version, need.tail) < 0;
}

struct str package_needs(const struct package *package, struct str other, struct str version)
{
	const struct installed has = {other, version};
	struct str release = {0};

	release_find(package->needs, is_needed, &has, &release);
	return release;
}

static bool is_name(struct str element, const void *name)
{
	return str_eq(element, *(const struct str *)name);
}

/* The release that a list names a name under; empty: none. */
static struct str release_of(const char *list, struct str name)
{
	struct str release = {0};

	release_find(list, is_name, &name, &release);
	return release;
}

struct str package_introduced(const struct package *package, struct str name)
{
	return release_of(package->introduced, name);
}

struct str package_dropped(const struct package *package, struct str name)
{
	return release_of(package->dropped, name);
}

/* "pretrain_*.py": a script's name without its folder. "*" alone fits none: its commands are known by their keys. */
static bool script_fits(struct str word, struct str_cut pattern)
{
	struct str name = str_tail(word, '/');

	return name.n >= pattern.head.n + pattern.tail.n && str_starts(name, pattern.head) && str_ends(name, pattern.tail);
}

/* A script may lie anywhere: "/app/src/train.py" is src/train.py. */
static bool word_fits(struct str word, struct str name)
{
	struct str_cut pattern = str_cut(name, '*');

	if (pattern.ok)
		return name.n > 1 && script_fits(word, pattern);
	return str_eq(word, name) || (str_ends(name, STR(".py")) && str_ends(word, name) &&
				      word.s[word.n - name.n - 1] == '/');
}

bool command_is_script(const struct command *command, struct str path)
{
	return word_fits(path, str_of(command->words));
}

/* The number of words that a command's name takes if it fits, else 0. */
static size_t command_fits(const struct command *command, const struct str *words, size_t n)
{
	struct str rest = str_of(command->words);
	size_t used = 0;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ' ');

		if (used == n || !may_fit(words[used], cut.head) || !word_fits(words[used], cut.head))
			return 0;
		used++;
		rest = cut.tail;
	}
	return used;
}

/* More words go before fewer, a name before a pattern that it fits, and src/train.py is somebody's train.py more exactly. */
static size_t command_rank(const struct command *command, size_t fit)
{
	enum { LENGTH_MOST = 1 << 10 };
	struct str words = str_of(command->words);

	return (2 * fit + (str_chr(words, '*', 0) == SIZE_MAX)) * LENGTH_MOST + words.n % LENGTH_MOST;
}

const struct command *command_find(const struct str *words, size_t n, command_accepts *accepts, void *ctx,
				   size_t *used)
{
	const struct command *best = NULL;
	size_t most = 0;

	*used = 0;
	for (size_t f = 0; f < frameworks_n; f++) {
		for (size_t c = 0; c < frameworks[f]->ncommands; c++) {
			const struct command *one = &frameworks[f]->commands[c];
			size_t fit = command_fits(one, words, n);
			size_t rank = fit ? command_rank(one, fit) : 0;

			if (rank <= most || (accepts && !accepts(ctx, one, fit)))
				continue;
			best = one;
			*used = fit;
			most = rank;
		}
	}
	return best;
}

const struct command *command_by_keys(size_t i)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t c = 0; c < frameworks[f]->ncommands; c++)
			if (frameworks[f]->commands[c].keys && !i--)
				return &frameworks[f]->commands[c];
	return NULL;
}

const struct framework *command_framework(const struct command *command)
{
	for (size_t f = 0; f < frameworks_n; f++)
		if (frameworks[f]->ncommands && command >= frameworks[f]->commands &&
		    command < frameworks[f]->commands + frameworks[f]->ncommands)
			return frameworks[f];
	return NULL;
}

const struct callable *call_row(const struct call *call)
{
	return call->row || call->looked_up ? call->row : callable_find(call->callee);
}

/* Counts the spellings of a row's key that begin with a text; true if one is the text itself. */
static bool count_spellings(const struct keyrow *row, struct str beginning, struct str *one, size_t *n)
{
	struct str_cut cut = {.tail = str_of(row->key)};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, '|');
		if (!str_starts(cut.head, beginning) || str_chr(cut.head, '.', 0) != SIZE_MAX)
			continue;
		if (!*n || !str_eq(*one, cut.head))
			++*n;
		*one = cut.head;
		if (str_eq(cut.head, beginning))
			return true;
	}
	return false;
}

static bool count_keys(const struct keymap *map, struct str beginning, struct str *one, size_t *n,
		       int depth)
{
	for (size_t i = 0; i < map->nrows; i++)
		if (count_spellings(&map->rows[i], beginning, one, n))
			return true;
	for (size_t b = 0; depth < KEYMAP_BASES_MAX && b < KEYMAP_BASES_MAX && map->base[b]; b++)
		if (count_keys(map->base[b], beginning, one, n, depth + 1))
			return true;
	return false;
}

size_t keymap_completions(const struct keymap *map, struct str beginning, struct str *one)
{
	size_t n = 0;

	return count_keys(map, beginning, one, &n, 0) ? 1 : n;
}
