#include "program_starts.h"

#include "lint/frameworks/frameworks.h"
#include "lint/text/text.h"

#include <assert.h>

void program_starts_add(struct program_starts *s, struct str path)
{
	struct str name = str_tail(path, '/');

	if (!str_ends(name, STR(".py")))
		return;
	name.n -= sizeof(".py") - 1;
	/* python -m pkg runs pkg/__main__.py. */
	if (str_is(name, "__main__") && path.n > sizeof("/__main__.py") - 1)
		name = str_tail(str_sub(path, 0, path.n - (sizeof("/__main__.py") - 1)), '/');
	*dict_put(s->arena, &s->names, name) = 1;
}

static bool in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '-' || (unsigned char)c >= 0x80;
}

/** The name that ends at an offset; a computed one ("{name}.py") is empty. */
static struct str name_before(struct str text, size_t end)
{
	size_t from = end;

	while (from && in_name(text.s[from - 1]))
		from--;
	return str_sub(text, from, end);
}

static bool names_file(const struct program_starts *s, struct str text)
{
	struct str ending = STR(".py");

	for (size_t at = 0; (at = str_find(text, ending, at)) != SIZE_MAX; at += ending.n) {
		struct str name = name_before(text, at);

		if (at + ending.n < text.n && in_name(text.s[at + ending.n]))
			continue;
		if (name.n ? dict_get(&s->names, name) != 0 : at && text.s[at - 1] == '}')
			return true;
	}
	return false;
}

/** "-m pkg.train", and the words of a list: "-m", "pkg.train"; runpy's run_module("pkg.train"). */
static bool names_module(const struct program_starts *s, struct str text, struct str mark)
{
	for (size_t at = 0; (at = str_find(text, mark, at)) != SIZE_MAX;) {
		size_t from = at += mark.n;

		while (from < text.n && from < at + 16 && !in_name(text.s[from]) &&
		       text.s[from] != '{')
			from++;
		for (at = from; at < text.n && (in_name(text.s[at]) || text.s[at] == '.'); at++)
			;
		if (from < text.n && text.s[from] == '{')
			return true;
		if (dict_get(&s->names, str_tail(str_sub(text, from, at), '.')))
			return true;
	}
	return false;
}

/** The program of "axolotl train", the module of "-m axolotl.cli.train", all of "rl @". */
static struct str first_word(const struct command *command)
{
	struct str_cut cut = str_cut(str_of(command->words), ' ');

	if (str_is(cut.head, "-m"))
		return str_cut(cut.tail, ' ').head;
	return cut.head.n < MULTI_SEARCH_BYTES_MIN ? str_of(command->words) : cut.head;
}

static void add_command(struct program_starts *s, struct str word)
{
	for (size_t i = 0; i < s->commands.n; i++)
		if (str_eq(s->commands.at[i], word))
			return;
	assert(word.n >= MULTI_SEARCH_BYTES_MIN);
	*vec_push(s->arena, &s->commands) = word;
}

static const struct multi_search *commands(struct program_starts *s)
{
	if (s->find)
		return s->find;
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t c = 0; c < frameworks[f]->ncommands; c++)
			if (!frameworks[f]->commands[c].keys)
				add_command(s, first_word(&frameworks[f]->commands[c]));
	s->find = multi_search_new(s->arena, s->commands.at, s->commands.n);
	return s->find;
}

static bool is_command_at(struct str text, size_t at, struct str word)
{
	return (!at || !in_name(text.s[at - 1])) &&
	       (at + word.n == text.n || !in_name(text.s[at + word.n]));
}

static bool names_command(struct program_starts *s, struct str text)
{
	const struct multi_search *find = commands(s);
	size_t which;

	for (size_t at = 0; (at = multi_search_next(find, text, at, &which)) != SIZE_MAX; at++)
		for (; which != SIZE_MAX; which = multi_search_more(find, text, at, which))
			if (is_command_at(text, at, s->commands.at[which]))
				return true;
	return false;
}

static bool has_one(struct str text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_has(text, str_of(words[i])))
			return true;
	return false;
}

/*
 * A launcher that starts little but trainings, or Python with what a file of settings names: the script that they are given
 * stands in that file.
 */
static bool names_launcher(struct str text)
{
	static const char *const launchers[] = {"torchrun", "torch.distributed.run", "torch.distributed.launch", "accelerate launch",
						"\"accelerate\"", "'accelerate'", "\"deepspeed\"", "'deepspeed'", "deepspeed --"};
	static const char *const pythons[] = {"sys.executable", "\"python", "'python"};
	static const char *const settings[] = {"yaml.safe_load(", "yaml.load(", "yaml.full_load(", "ConfigParser(", "tomllib.load", "toml.load"};

	return has_one(text, launchers, sizeof(launchers) / sizeof(*launchers)) ||
	       (has_one(text, pythons, sizeof(pythons) / sizeof(*pythons)) && has_one(text, settings, sizeof(settings) / sizeof(*settings)));
}

bool program_starts_training(struct program_starts *s, struct str text)
{
	return names_file(s, text) || names_module(s, text, STR("-m")) || names_module(s, text, STR("run_module")) || names_command(s, text) || names_launcher(text);
}
