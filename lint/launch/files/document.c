/*
 * Commands that documents tell people to run: fenced blocks of Markdown, code blocks of reStructuredText, Org and AsciiDoc, and
 * lines of the text at the head of a script or config. Where a word stands for what the reader fills in ("<your model>",
 * "path/to/data"), its value is not known.
 */
#include "launch_files.h"

#include "lint/launch/composed_source.h"

#include <string.h>

enum { BLOCKS_MAX = 200, BLOCK_MAX = 16 << 10, HEAD_LINES = 80, COMMENT_LINES = 20, GIVEN_MAX = 100 };

/* A line without its end. */
struct line {
	size_t from, to, next;
};

/* Text of a document, and what was found in it. */
struct document {
	struct arena *arena;
	const struct shell_world *world;
	struct files *files;
	uint32_t file;
	struct str text;
	struct launches *out;
	size_t blocks;
	/** Within <pre>: "&lt;" stands for "<". */
	bool html;
	/** The block at hand is for a shell of Windows; is the code of a notebook's cell. */
	bool windows, cell;
	/** The lines that give variables their values, of the blocks so far: who follows a page does so in one shell. */
	struct {
		VEC(struct line);
	} given;
};

static struct line line_at(struct str text, size_t from)
{
	size_t eol = str_chr(text, '\n', from);
	struct line l = {from, eol == SIZE_MAX ? text.n : eol, eol == SIZE_MAX ? text.n : eol + 1};

	if (l.to > l.from && text.s[l.to - 1] == '\r')
		l.to--;
	return l;
}

static size_t indent_of(struct str text, struct line l)
{
	size_t i = l.from;

	while (i < l.to && (text.s[i] == ' ' || text.s[i] == '\t'))
		i++;
	return i - l.from;
}

static struct str rest_of(struct str text, struct line l)
{
	return str_trim(str_sub(text, l.from, l.to));
}

/* ---- placeholders ---- */

/* Whether a word is one that the reader is to fill in. */
static bool is_blank_word(struct str word)
{
	static const char *const parts[] = {"path/to", "path_to", "path-to", "/path/", "your_", "your-", "/your", "xxx", "placeholder"};

	if (str_is(word, "...") || str_is(word, "\xe2\x80\xa6"))
		return true;
	/* "{model}" of a template, and not a mapping in JSON. */
	if (str_chr(word, '{', 0) != SIZE_MAX && str_chr(word, '"', 0) == SIZE_MAX)
		return true;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (str_has_nocase(word, str_of(parts[i])))
			return true;
	return false;
}

static void blank(struct document *d, struct launch_word *w)
{
	struct str head = w->head, flag = {0};

	if (!w->value || w->value->kind != NODE_STR || !is_blank_word(w->value->text))
		return;
	/* "--model=<name>" still names the flag. */
	if (str_starts(head, STR("-")) && str_chr(head, '=', 0) != SIZE_MAX)
		flag = str_sub(head, 0, str_chr(head, '=', 0) + 1);
	else if (str_starts(head, STR("-")))
		return;
	w->value = node_unknown(d->arena, str_fmt(d->arena, "%.*s is for the reader to fill in", STR_ARG(w->value->text)),
				w->value->at);
	w->head = flag;
	w->tail = STR("");
}

/* "...", which stands for what is left out. */
static bool is_rest(const struct launch_word *w)
{
	return w->value && w->value->kind == NODE_STR && str_among(w->value->text, STR("...|\xe2\x80\xa6|[...]"));
}

/* A flag without its value: "--model", and not "--model=x". */
static bool is_flag(const struct launch_word *w)
{
	return str_starts(w->head, STR("--")) && str_chr(w->head, '=', 0) == SIZE_MAX;
}

/* Whether the document says what a word of a script is: an argument that the script was given there. */
static bool is_given(const struct document *d, const struct launch_word *w)
{
	const struct node *value = w->value;

	for (int depth = 0; value && depth < 8; depth++) {
		if (value->at.file == d->file)
			return true;
		value = value->from[0];
	}
	return false;
}

/* Where "[--use_gpu]", "[--seed N]" end, which the reader may add: the word behind; the word itself if it is none such. */
static size_t behind_optional(const struct launch *l, size_t i)
{
	size_t at = i;

	if (!str_starts(l->args.at[i].head, STR("[-")))
		return i;
	while (at < l->args.n && !str_ends(l->args.at[at].head, STR("]")))
		at++;
	return at < l->args.n ? at + 1 : i;
}

/* Words for the reader are not known, "..." stands for any others, and what may be added is not there. */
static void blank_words(struct document *d, struct launch *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->args.n; i++) {
		struct launch_word w;

		for (size_t behind; i < l->args.n && (behind = behind_optional(l, i)) > i;)
			i = behind;
		if (i == l->args.n)
			break;
		w = l->args.at[i];

		if (is_rest(&w) && !(n && is_flag(&l->args.at[n - 1]))) {
			l->open = true;
			continue;
		}
		if (l->file == d->file || is_given(d, &w))
			blank(d, &w);
		l->args.at[n++] = w;
	}
	l->args.n = n;
}

/* "--nproc_per_node=num_gpus": how many there are is for the reader to fill in, where a word stands for the number. */
static void blank_counts(struct document *d, struct launch *l)
{
	static const char counts[] = "nproc_per_node|nnodes|num_processes|num_machines|num_gpus|num_nodes";

	for (size_t i = 0; i < l->layers.n; i++) {
		struct node *options = l->layers.at[i].options;

		for (size_t k = 0; options && k < options->as.pairs.n; k++) {
			struct pair *pair = &options->as.pairs.at[k];
			struct str text = pair->value->kind == NODE_STR ? pair->value->text : (struct str){0};

			if (text.n && str_among(pair->key->text, STR(counts)) && !str_among(text, STR("auto|gpu|cpu")) &&
			    !strpbrk(str_dup(d->arena, text).s, "0123456789"))
				pair->value = node_unknown(d->arena, str_fmt(d->arena, "%.*s is for the reader to fill in", STR_ARG(text)),
							   pair->value->at);
		}
	}
}

/* ---- code ---- */

/*
 * The end of "<your model>", of the choice "{full,qlora}", or of "[model_name]", a word of its own, from its first sign on;
 * SIZE_MAX: it is a redirection, a here-document, a variable, data, a test, a list.
 */
static size_t blank_end(struct str text, size_t at, size_t to)
{
	bool word = text.s[at] == '[';
	char close = text.s[at] == '<' ? '>' : word ? ']' : '}';
	size_t i = at + 1;

	if ((text.s[at] != '<' && text.s[at] != '{' && !word) || (at > 0 && text.s[at - 1] == '$') || i >= to ||
	    !((text.s[i] | 32) >= 'a' && (text.s[i] | 32) <= 'z'))
		return SIZE_MAX;
	if (word && (at == 0 || !strchr(" \t", text.s[at - 1])))
		return SIZE_MAX;
	for (; i < to && text.s[i] != close; i++)
		if (strchr(word ? "<|&;$`\"'{:[,=.* " : "<|&;$`\"'{:", text.s[i]))
			return SIZE_MAX;
	if (word && i + 1 < to && !strchr(" \t\\", text.s[i + 1]))
		return SIZE_MAX;
	return i < to ? i + 1 : SIZE_MAX;
}

/* The sign that an entity of HTML stands for, and how long it is; 0: none stands there. */
static size_t entity_at(struct str text, size_t at, struct str *sign)
{
	static const struct {
		const char *entity, *sign;
	} rows[] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (text.s[at] == '&' && str_starts(str_sub(text, at, text.n), str_of(rows[i].entity))) {
			*sign = str_of(rows[i].sign);
			return strlen(rows[i].entity);
		}
	return 0;
}

/* Where "&lt;your model&gt;" ends, which the reader fills in; SIZE_MAX: it is none. */
static size_t blank_entities_end(struct str text, size_t at, size_t to)
{
	size_t end = str_starts(str_sub(text, at, to), STR("&lt;")) ? str_find(str_sub(text, 0, to), STR("&gt;"), at) : SIZE_MAX;

	for (size_t i = at + 4; end != SIZE_MAX && i < end; i++)
		if (strchr("<|&;$`\"'{:\n", text.s[i]))
			return SIZE_MAX;
	return end == SIZE_MAX ? SIZE_MAX : end + 4;
}

static bool is_of_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("._-", c);
}

/* Whether a "\" is what parts two names of a path of Windows: scripts\train.py, .\train.py. */
static bool parts_names(const struct document *d, size_t at, size_t from, size_t to)
{
	return d->windows && d->text.s[at] == '\\' && at > from && at + 1 < to && is_of_name(d->text.s[at - 1]) && is_of_name(d->text.s[at + 1]);
}

/* A piece of the document as shell code, with a variable that nobody sets for each "<…>". */
static void copy_code(struct document *d, struct composed_source *s, size_t from, size_t to)
{
	size_t start = from;

	for (size_t i = from; i < to; i++) {
		size_t end = d->html ? blank_entities_end(d->text, i, to) : blank_end(d->text, i, to), n;
		struct str sign;

		if (d->html && end == SIZE_MAX && (n = entity_at(d->text, i, &sign)) != 0) {
			composed_copy(s, start, i);
			composed_text(s, sign, (struct span){d->file, (uint32_t)i, 0});
			start = i + n;
			i = start - 1;
			continue;
		}
		if (parts_names(d, i, from, to)) {
			composed_copy(s, start, i);
			composed_text(s, STR("/"), (struct span){d->file, (uint32_t)i, 1});
			start = i + 1;
			continue;
		}
		if (end == SIZE_MAX)
			continue;
		composed_copy(s, start, i);
		composed_text(s, STR("${what_the_reader_fills_in}"), (struct span){d->file, (uint32_t)i, (uint32_t)(end - i)});
		start = end;
		i = end - 1;
	}
	composed_copy(s, start, to);
}

/* Whether a block holds a command that may train: what is evaluated costs, and most blocks install or show something. */
static bool may_launch(struct str code)
{
	static const char *const words[] = {"python", "accelerate", "torchrun", "deepspeed", "train", "tune run", "finetune", "fine-tune", "--config",
					    "swift ", "axolotl",    "trl ",	"srun",	     "sbatch",
					    "uv run", "poetry run", "pixi run",	"pdm run",   "pipenv run", "modal run", ".sh ", ".slurm "};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has(code, str_of(words[i])))
			return true;
	/* Not of "import numpy as np". */
	return str_starts(code, STR("py ")) || str_has(code, STR("\npy "));
}

/* A switch of a first try. */
static bool is_try(const struct launch_word *w)
{
	return w->value && w->value->kind == NODE_STR &&
	       str_among(w->value->text,
			 STR("--dry-run|--dry_run|--dryrun|--smoke-test|--smoke_test|--fast-dev-run|--fast_dev_run"));
}

/* Whether a command has such a switch, with no value behind it. */
static bool is_try_at(const struct launch *l, size_t i)
{
	return is_try(&l->args.at[i]) && (i + 1 == l->args.n || str_starts(l->args.at[i + 1].head, STR("-")));
}

static bool tries(const struct launch *l)
{
	for (size_t i = 0; i < l->args.n; i++)
		if (is_try_at(l, i))
			return true;
	return false;
}

/* Whether a page shows how a script is run for good. */
static bool is_shown(const struct launches *all, const struct launch *one)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].kind == one->kind && str_eq(all->at[i].program.head, one->program.head) && !tries(&all->at[i]))
			return true;
	return false;
}

/*
 * Whom a page tells to try a script first, on a CPU or for a few steps, means the run without that switch; where the page
 * shows that run as well, on its own machines, the try is one.
 */
static void leave_tries_out(struct arena *a, struct launches *all)
{
	bool *alone = arena_news(a, bool, all->n);

	for (size_t k = 0; k < all->n; k++)
		alone[k] = tries(&all->at[k]) && !is_shown(all, &all->at[k]);
	for (size_t k = 0; k < all->n; k++) {
		struct launch *l = &all->at[k];
		size_t n = 0;

		for (size_t i = 0; alone[k] && i < l->args.n; i++)
			if (!is_try_at(l, i))
				l->args.at[n++] = l->args.at[i];
		if (alone[k])
			l->args.n = n;
	}
}

static void run_block(struct document *d, struct composed_source *s, size_t from, size_t to)
{
	struct span at = {d->file, (uint32_t)from, (uint32_t)(to - from)};
	struct str code = {s->text.at, s->text.n};
	size_t first = d->out->n;

	if (d->blocks++ < BLOCKS_MAX && code.n <= BLOCK_MAX && may_launch(code))
		composed_run(s, d->world, d->files, at, d->out);
	for (size_t i = first; i < d->out->n; i++) {
		d->out->at[i].told = at;
		blank_words(d, &d->out->at[i]);
		blank_counts(d, &d->out->at[i]);
	}
}

/*
 * "train.py", "scripts/train.py  # the entry point": a line of a list of files, since no shell finds a script by such a
 * word, or people say how they run it.
 */
static bool is_listed(struct str line)
{
	size_t end = 0;

	while (end < line.n && !strchr(" \t#", line.s[end]))
		end++;
	return str_ends(str_sub(line, 0, end), STR(".py")) && !str_starts(line, STR(".")) && !str_starts(line, STR("/")) &&
	       (end == line.n || str_starts(str_trim(str_sub(line, end, line.n)), STR("#")));
}

/* Whether a line goes on in the next one, as PowerShell's or cmd's do: a backtick or "^" behind a blank ends it. */
static bool goes_on_windows(struct str text, size_t from, size_t to)
{
	return to > from + 1 && (text.s[to - 1] == '`' || text.s[to - 1] == '^') && strchr(" \t", text.s[to - 2]);
}

/* What IPython hands to a shell: "!python train.py", "%cd project", which holds for the lines behind it. */
static bool is_cell_command(struct str line)
{
	return (line.n > 1 && line.s[0] == '!' && line.s[1] != '=' && line.s[1] != '!') || str_starts(line, STR("%cd "));
}

/* A line of a block: without the prompt before a command. Comments are kept; what a prompt's command prints is none. */
static void add_line(struct document *d, struct composed_source *s, struct line l, bool prompts)
{
	bool goes_on = s->text.n > 1 && s->text.at[s->text.n - 2] == '\\';
	/* Behind a "\" right after a word the indentation is what parts it from the next. */
	size_t from = goes_on ? l.from : l.from + indent_of(d->text, l);
	bool prompt = from + 1 < l.to && d->text.s[from + 1] == ' ' && (d->text.s[from] == '$' || d->text.s[from] == '%');

	if (d->cell && !goes_on) {
		if (!is_cell_command(str_sub(d->text, from, l.to)))
			return;
		from++;
	} else if (prompt) {
		from += 2;
	}
	if (!prompt && !goes_on && ((prompts && !d->cell) || is_listed(str_sub(d->text, from, l.to))))
		return;
	/* "--lr 5e-5" on a line of its own is of the command before: who wrote it left out the "\". */
	if (!goes_on && s->text.n && str_starts(str_sub(d->text, from, l.to), STR("--")))
		s->text.at[s->text.n - 1] = ' ';
	if (goes_on_windows(d->text, from, l.to)) {
		copy_code(d, s, from, l.to - 1);
		composed_text(s, STR("\\\n"), (struct span){d->file, (uint32_t)l.to, 0});
		return;
	}
	copy_code(d, s, from, l.to);
	composed_text(s, STR("\n"), (struct span){d->file, (uint32_t)l.to, 0});
}

/* Whether a block shows a session: prompts before the commands, and what they print. */
static bool has_prompts(struct str text, size_t from, size_t to)
{
	while (from < to) {
		struct line l = line_at(str_sub(text, 0, to), from);

		if (str_starts(rest_of(text, l), STR("$ ")))
			return true;
		from = l.next;
	}
	return false;
}

/* "export MODEL=…", "MODEL=…" as all that a line says: a value that later commands of the page have. */
static bool gives_variable(struct str line)
{
	size_t n = str_starts(line, STR("export ")) ? 7 : 0, from = n;
	char quote;

	while (n < line.n && ((line.s[n] >= 'A' && line.s[n] <= 'Z') || line.s[n] == '_' ||
			      (n > from && ((line.s[n] >= '0' && line.s[n] <= '9') || (line.s[n] >= 'a' && line.s[n] <= 'z')))))
		n++;
	if (n == from || n + 1 >= line.n || line.s[n] != '=' || str_ends(line, STR("\\")))
		return false;
	line = str_sub(line, n + 1, line.n);
	quote = line.s[0] == '"' || line.s[0] == '\'' ? line.s[0] : ' ';
	n = str_chr(line, quote, 1);
	if (quote != ' ' && n != SIZE_MAX)
		n = n + 1 < line.n ? n + 1 : SIZE_MAX;
	/* Behind it there may be a comment, and no command. */
	return n == SIZE_MAX || str_starts(str_trim(str_sub(line, n, line.n)), STR("#"));
}

/* Keeps the lines of a block that give variables. */
static void keep_given(struct document *d, size_t from, size_t to)
{
	while (from < to) {
		struct line l = line_at(str_sub(d->text, 0, to), from);

		if (d->given.n < GIVEN_MAX && gives_variable(str_sub(d->text, l.from, l.to)))
			*vec_push(d->arena, &d->given) = l;
		from = l.next;
	}
}

static void take_block(struct document *d, size_t from, size_t to)
{
	struct composed_source s = {.arena = d->arena, .file = d->file, .from = d->text};
	bool prompts = has_prompts(d->text, from, to);
	struct str code = str_sub(d->text, from, to);
	bool takes = d->given.n && str_has(code, STR("$")) && may_launch(code);

	for (size_t i = 0; takes && i < d->given.n; i++)
		add_line(d, &s, d->given.at[i], false);
	keep_given(d, from, to);

	for (size_t at = from; at < to;) {
		struct line l = line_at(str_sub(d->text, 0, to), at);

		add_line(d, &s, l, prompts);
		at = l.next;
	}
	run_block(d, &s, from, to);
}

/* Whether a block's language is the shell's, or none is named. */
static bool is_shell(struct str language)
{
	static const char others[] = "python|r|julia|sql|ojs|dot|mermaid";
	size_t end = 0;

	/* ```{bash, eval=FALSE} of R Markdown and Quarto, ```{.bash}, and ```{code-block} bash of MyST. */
	if (str_starts(language, STR("{"))) {
		struct str inner = str_sub(language, str_starts(language, STR("{.")) ? 2 : 1, language.n);

		while (end < inner.n && !strchr(" \t},", inner.s[end]))
			end++;
		if (str_among_nocase(str_sub(inner, 0, end), STR(others)))
			return false;
		end = 0;
	}
	while (end < language.n && !strchr(" \t{,:", language.s[end]))
		end++;
	language = str_sub(language, 0, end);
	return !language.n || str_among_nocase(language, STR("bash|sh|shell|zsh|console|shell-session|shellsession|terminal|"
							     "text|txt|plaintext|none|cmd|commandline|bat|powershell"));
}

/* "my-train --config sft.yaml": a line whose first word may be a program's name, and which has a flag. */
static bool has_flags(struct str line)
{
	size_t end = 0;

	while (end < line.n && ((line.s[end] >= 'a' && line.s[end] <= 'z') || (end && strchr("-_./0123456789", line.s[end]))))
		end++;
	return end && end < line.n && line.s[end] == ' ' && str_has(line, STR(" --"));
}

/* Whether a line of prose is a command by itself. */
static bool is_command(struct str line)
{
	static const char *const words[] = {"python ",	   "python3 ",	"accelerate launch ", "torchrun ", "deepspeed ", "$ ",
					    "CUDA_VISIBLE_DEVICES=", "axolotl ", "llamafactory-cli ", "trl ",	   "swift ",
					    "tune run ",   "uv run ",	"srun ",	     "WANDB_",	   "ACCELERATE_LOG_LEVEL=",
					    "NPROC_PER_NODE=", "modal run ", "poetry run ", "pixi run ", "pdm run ", "pipenv run ", "hatch run "};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_starts(line, str_of(words[i])))
			return true;
	return has_flags(line);
}

/* Whether the first line of a block that is no comment, and gives no variable a value, is a command. */
static bool begins_with_command(const struct document *d, size_t from)
{
	for (size_t at = from; at < d->text.n;) {
		struct line l = line_at(d->text, at);
		struct str line = str_trim(rest_of(d->text, l));

		if (line.n && !str_starts(line, STR("#")) && !gives_variable(line))
			return is_command(line);
		at = l.next;
	}
	return false;
}

/* Whether a block's language is that of a shell of Windows. */
static bool is_windows(struct str language)
{
	return str_among_nocase(language, STR("powershell|cmd|bat"));
}

/* Whether a block is a notebook's cell that starts a program: Python, or what IPython is called, with a line "!python train.py". */
static bool is_cell(const struct document *d, struct str language, size_t from)
{
	if (!str_among_nocase(language, STR("python|py|python3|ipython|ipython3|jupyter")))
		return false;
	for (size_t at = from; at < d->text.n;) {
		struct line l = line_at(d->text, at);
		struct str line = rest_of(d->text, l);

		if (str_starts(line, STR("```")) || str_starts(line, STR("~~~")))
			return false;
		if (str_starts(line, STR("!")) && is_command(str_trim(str_sub(line, 1, line.n))))
			return true;
		at = l.next;
	}
	return false;
}

/* Whether a block said to be of Python begins with a command: it is the shell's, whatever its colours. */
static bool is_misnamed(const struct document *d, struct str language, size_t from)
{
	return str_among_nocase(language, STR("python|py|python3")) && begins_with_command(d, from);
}

/* ---- Markdown ---- */

/*
 * The sign of a fence and how often it stands there; 0: the line is none. What stands between marks in one line is code in
 * running text (CommonMark 0.31.2, 4.5: no backtick behind a fence of backticks).
 */
static size_t fence_of(struct str text, struct line l, char *sign)
{
	size_t at = l.from + indent_of(text, l), n = 0;

	/* In a quotation, and as an item of a list. */
	while (at < l.to && strchr("> \t", text.s[at]))
		at++;
	if (at >= l.to || (text.s[at] != '`' && text.s[at] != '~'))
		return 0;
	*sign = text.s[at];
	while (at + n < l.to && text.s[at + n] == *sign)
		n++;
	if (*sign == '`' && str_chr(str_sub(text, at + n, l.to), '`', 0) != SIZE_MAX)
		return 0;
	return n >= 3 ? n : 0;
}

static struct str language_of(struct str text, struct line l, char sign)
{
	struct str rest = rest_of(text, l);

	while (rest.n && (rest.s[0] == sign || strchr("> \t", rest.s[0])))
		rest = str_sub(rest, 1, rest.n);
	return str_trim(rest);
}

/*
 * A line that is one command in the running text, `python train.py --epochs 5`, as an item of a list too; from, to: the
 * command.
 */
static bool is_inline(const struct document *d, struct line l, size_t *from, size_t *to)
{
	size_t at = l.from + indent_of(d->text, l), end = l.to, marks = 0;

	while (at < l.to && strchr("-*>+.0123456789 \t", d->text.s[at]))
		at++;
	while (end > at && strchr(" \t.:", d->text.s[end - 1]))
		end--;
	while (at + 1 < end && d->text.s[at] == '`' && d->text.s[end - 1] == '`') {
		at++;
		end--;
		marks++;
	}
	if (!marks || end <= at)
		return false;
	*from = at;
	*to = end;
	return str_chr(str_sub(d->text, *from, *to), '`', 0) == SIZE_MAX && is_command(str_sub(d->text, *from, *to));
}

/* A command with flags within a line of the running text: "Then run `python train.py --epochs 5` on one GPU." */
static bool is_spoken(const struct document *d, struct line l, size_t *from, size_t *to)
{
	for (size_t at = l.from, end; at < l.to; at = end + 1) {
		struct str code;

		at = str_chr(d->text, '`', at);
		end = at < l.to ? str_chr(d->text, '`', at + 1) : SIZE_MAX;
		if (end >= l.to)
			return false;
		code = str_sub(d->text, at + 1, end);
		if (!is_command(code) || !str_has(code, STR(" --")) || str_has(code, STR(" --help")) || !(str_has(code, STR(".py ")) || str_has(code, STR(" -m "))))
			continue;
		*from = at + 1;
		*to = end;
		return true;
	}
	return false;
}

/* Whether nothing stands in the line at an offset; also of none, behind the last. */
static bool is_blank_at(const struct document *d, size_t at)
{
	return at >= d->text.n || !str_trim(rest_of(d->text, line_at(d->text, at))).n;
}

/*
 * A paragraph that is one command of a file and nothing else, behind one that ends in a colon, as pages have it that lost
 * their fences; from, to: the command.
 */
static bool is_paragraph(const struct document *d, struct line l, bool announced, size_t *from, size_t *to)
{
	struct str line = str_trim(str_sub(d->text, l.from, l.to));
	struct str program = line;

	if (!announced || indent_of(d->text, l) || !is_blank_at(d, l.next))
		return false;
	/* NAME=value before it. */
	for (struct str_cut cut = str_cut(program, ' '); cut.tail.n && str_chr(cut.head, '=', 0) != SIZE_MAX && cut.head.s[0] != '-';
	     cut = str_cut(program, ' '))
		program = cut.tail;
	*from = l.from;
	*to = l.to;
	return is_command(program) && str_has(line, STR(".py")) && !str_ends(line, STR(".")) && !str_ends(line, STR(":")) &&
	       str_chr(line, '`', 0) == SIZE_MAX;
}

/* Whether a line is indented by a tab or four spaces. */
static bool is_indented(struct str text, struct line l)
{
	struct str indent = str_sub(text, l.from, l.from + indent_of(text, l));

	return indent.n >= 4 || str_chr(indent, '\t', 0) != SIZE_MAX;
}

/*
 * Code by its indentation alone, behind an empty line (CommonMark 0.31.2, 4.4), that begins with a command: where it ends;
 * 0: the line begins none.
 */
static size_t indented_code(const struct document *d, struct line l, bool behind_blank)
{
	size_t end = l.next;

	if (!behind_blank || !is_indented(d->text, l) || !begins_with_command(d, l.from))
		return 0;
	for (size_t at = l.next; at < d->text.n;) {
		struct line next = line_at(d->text, at);

		at = next.next;
		if (is_indented(d->text, next) && rest_of(d->text, next).n)
			end = at;
		else if (rest_of(d->text, next).n)
			break;
	}
	return end;
}

/* Whether a line is marks of a code span and nothing else, too few for a fence. */
static bool is_marks(struct str line)
{
	return str_is(line, "`") || str_is(line, "``");
}

/*
 * A code span over the lines of a paragraph, between marks on lines of their own (CommonMark 0.31.2, 6.1), that begins with a
 * command: where the line that ends it starts; 0: the line begins none.
 */
static size_t lines_between_marks(const struct document *d, struct line l)
{
	struct str marks = rest_of(d->text, l);

	if (!is_marks(marks) || !begins_with_command(d, l.next))
		return 0;
	for (size_t at = l.next; at < d->text.n && !is_blank_at(d, at);) {
		struct line next = line_at(d->text, at);

		if (str_eq(rest_of(d->text, next), marks))
			return at;
		at = next.next;
	}
	return 0;
}

/* The language that a class names: <code class="language-bash">, <pre lang="sh">; empty: none. */
static struct str class_of(struct str tags)
{
	static const char *const marks[] = {"language-", "lang-", "lang=\"", "highlight-source-", "class=\""};
	size_t at, end;

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		at = str_find(tags, str_of(marks[i]), 0);
		if (at == SIZE_MAX)
			continue;
		at += strlen(marks[i]);
		for (end = at; end < tags.n && !strchr("\"' >", tags.s[end]); end++)
			;
		return str_sub(tags, at, end);
	}
	return STR("");
}

/*
 * <pre><code>…</code></pre>, whose text begins with a command (CommonMark 0.31.2, 4.6); from, to: the text. Returns where the line
 * begins that is behind it; 0: the line begins none.
 */
static size_t preformatted(const struct document *d, struct line l, size_t *from, size_t *to)
{
	size_t at = str_find(d->text, STR("<pre"), l.from), end, close;

	if (at >= l.to || at + 4 >= d->text.n || !strchr(" >", d->text.s[at + 4]))
		return 0;
	end = str_find(d->text, STR("</pre>"), at);
	close = str_chr(d->text, '>', at);
	if (end == SIZE_MAX || close > end || end - at > BLOCK_MAX)
		return 0;
	*from = close + 1;
	if (str_starts(str_sub(d->text, *from, end), STR("<code")) && (close = str_chr(d->text, '>', *from)) < end)
		*from = close + 1;
	*to = str_find(d->text, STR("</code>"), *from);
	if (*to > end)
		*to = end;
	if (!is_shell(class_of(str_sub(d->text, at, *from))) || !begins_with_command(d, *from))
		return 0;
	return line_at(d->text, end).next;
}

static void take_html(struct document *d, size_t from, size_t to)
{
	d->html = true;
	take_block(d, from, to);
	d->html = false;
}

static void take_markdown(struct document *d)
{
	size_t opened = 0, from = 0, to = 0, end;
	bool shell = false, announced = false, blank = true;
	char sign = 0;

	for (size_t at = 0; at < d->text.n;) {
		struct line l = line_at(d->text, at);
		char other = 0;
		size_t n = fence_of(d->text, l, &other);

		if (!opened && n) {
			opened = n;
			sign = other;
			from = l.next;
			d->windows = is_windows(language_of(d->text, l, sign));
			d->cell = is_cell(d, language_of(d->text, l, sign), from);
			shell = d->cell || is_shell(language_of(d->text, l, sign)) || is_misnamed(d, language_of(d->text, l, sign), from);
		} else if (opened && n >= opened && other == sign && !language_of(d->text, l, sign).n) {
			if (shell)
				take_block(d, from, l.from);
			opened = 0;
			d->windows = d->cell = false;
		} else if (!opened && (is_inline(d, l, &from, &to) || is_spoken(d, l, &from, &to) ||
				       is_paragraph(d, l, announced, &from, &to))) {
			take_block(d, from, to);
		} else if (!opened && (end = preformatted(d, l, &from, &to)) != 0) {
			take_html(d, from, to);
			l.next = end;
		} else if (!opened && (end = lines_between_marks(d, l)) != 0) {
			take_block(d, l.next, end);
			l.next = line_at(d->text, end).next;
		} else if (!opened && (end = indented_code(d, l, blank)) != 0) {
			take_block(d, at, end);
			l.next = end;
		}
		blank = is_blank_at(d, at);
		if (!blank)
			announced = str_ends(str_trim(rest_of(d->text, l)), STR(":"));
		at = l.next;
	}
}

/* ---- reStructuredText ---- */

/* Whether a line begins a code block, of the shell's or of no language. */
static bool opens_rst(struct str line)
{
	static const char *const directives[] = {".. code-block::", ".. code::", ".. sourcecode::", ".. prompt::"};

	for (size_t i = 0; i < sizeof(directives) / sizeof(*directives); i++)
		if (str_starts(line, str_of(directives[i])))
			return is_shell(str_trim(str_sub(line, strlen(directives[i]), line.n)));
	return str_ends(line, STR("::")) && !str_starts(line, STR(".."));
}

static void take_rst(struct document *d)
{
	for (size_t at = 0; at < d->text.n;) {
		struct line l = line_at(d->text, at);
		size_t outer = indent_of(d->text, l), from, to;

		at = l.next;
		if (!opens_rst(rest_of(d->text, l)))
			continue;
		from = to = at;
		while (at < d->text.n) {
			l = line_at(d->text, at);
			if (rest_of(d->text, l).n && indent_of(d->text, l) <= outer)
				break;
			/* The directive's own options. */
			if (from == at && str_starts(rest_of(d->text, l), STR(":")))
				from = l.next;
			at = to = l.next;
		}
		if (to > from)
			take_block(d, from, to);
	}
}

/* ---- Org and AsciiDoc ---- */

/* #+begin_src bash … #+end_src, and examples that begin with a command (Org 9.7 manual, "Working with Source Code"). */
static void take_org(struct document *d)
{
	size_t from = 0;
	bool opened = false, shell = false;

	for (size_t at = 0; at < d->text.n;) {
		struct line l = line_at(d->text, at);
		struct str line = rest_of(d->text, l);
		struct str word = str_cut(line, ' ').head;

		at = l.next;
		if (!opened && str_among_nocase(word, STR("#+begin_src|#+begin_example"))) {
			struct str language = str_trim(str_cut(line, ' ').tail);

			opened = true;
			from = at;
			shell = language.n && !str_starts(language, STR("-")) ? is_shell(language) : begins_with_command(d, at);
		} else if (opened && str_among_nocase(word, STR("#+end_src|#+end_example"))) {
			if (shell)
				take_block(d, from, l.from);
			opened = false;
		}
	}
}

/* The sign of a line that delimits a block, "----" or "....", as often as it stands there; 0: it is none. */
static size_t delimiter_of(struct str line)
{
	size_t n = 0;

	while (n < line.n && line.s[n] == line.s[0] && (line.s[0] == '-' || line.s[0] == '.'))
		n++;
	return n >= 4 && n == line.n ? n : 0;
}

/* The language that "[source,bash]" gives the block behind it; "none" where it is no line of that kind. */
static struct str source_of(struct str line)
{
	struct str_cut cut = str_cut(line, ',');

	if (!str_among(cut.head, STR("[source|[|[listing|[source%nowrap")) || !cut.ok)
		return STR("");
	cut = str_cut(cut.tail, ',');
	return str_trim(str_ends(cut.head, STR("]")) ? str_sub(cut.head, 0, cut.head.n - 1) : cut.head);
}

/* Blocks between "----" or "....": of the shell's by "[source,bash]", or that begin with a command (Asciidoctor 2.0, "Listing Blocks"). */
static void take_asciidoc(struct document *d)
{
	size_t from = 0, opened = 0;
	struct str language = {0};
	bool shell = false;
	char sign = 0;

	for (size_t at = 0; at < d->text.n;) {
		struct line l = line_at(d->text, at);
		struct str line = rest_of(d->text, l);
		size_t n = delimiter_of(line);

		at = l.next;
		if (!opened && n) {
			opened = n;
			sign = line.s[0];
			from = at;
			shell = language.n ? is_shell(language) : begins_with_command(d, at);
		} else if (opened && n == opened && line.s[0] == sign) {
			if (shell)
				take_block(d, from, l.from);
			opened = 0;
		}
		/* A title may stand between: ".How to train". */
		if (!str_starts(line, STR(".")) || n)
			language = n ? STR("") : source_of(line);
	}
}

/* ---- heads of scripts and configs ---- */

static bool ends_quoted(struct str line)
{
	return str_ends(line, STR("\"\"\"")) || str_ends(line, STR("'''"));
}

/* What a line of a head says without its quotes or comment sign, and "Usage:" before a command. */
static size_t said_from(struct str text, struct line l, bool comments)
{
	static const char *const words[] = {"Usage:", "usage:", "Run:", "run:", "Example:", "e.g."};
	size_t at = l.from + indent_of(text, l);

	while (comments && at < l.to && strchr("# \t", text.s[at]))
		at++;
	/* In one line it is rather how a program is used than a command: """python tune.py --base MODEL""". */
	if ((str_starts(str_sub(text, at, l.to), STR("\"\"\"")) || str_starts(str_sub(text, at, l.to), STR("'''"))) &&
	    !ends_quoted(str_sub(text, at + 3, l.to)))
		at += 3;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_starts(str_sub(text, at, l.to), str_of(words[i])))
			at += strlen(words[i]);
	while (at < l.to && strchr(" \t`$", text.s[at]))
		at++;
	return at;
}

/*
 * The part of a file's head that is for people: strings by themselves, comments, and the imports between them.
 */
static bool in_head(struct str text, struct line l, bool *quoted, bool *comments)
{
	struct str line = rest_of(text, l);
	bool quotes = str_starts(line, STR("\"\"\"")) || str_starts(line, STR("'''")) || str_starts(line, STR("r\"\"\""));

	*comments = !*quoted && str_starts(line, STR("#"));
	if (*quoted) {
		*quoted = !str_has(line, STR("\"\"\"")) && !str_has(line, STR("'''"));
		return true;
	}
	if (quotes)
		*quoted = !(line.n > 5 && (str_ends(line, STR("\"\"\"")) || str_ends(line, STR("'''"))));
	return quotes || *comments || !line.n || str_starts(line, STR("import ")) || str_starts(line, STR("from "));
}

/* A comment without the signs that close a box around it: "# torchrun train.py #". */
static size_t said_to(struct str text, size_t said, size_t to)
{
	while (to > said && strchr("# \t", text.s[to - 1]))
		to--;
	return to;
}

/* Commands among lines for people, from a place on, as far as such lines go; where that is. */
static size_t take_told(struct document *d, size_t at, int lines)
{
	bool quoted = false, comments = false, goes_on = false;
	struct composed_source s = {.arena = d->arena, .file = d->file, .from = d->text};
	size_t from = 0;

	for (int line = 0; line < lines && at < d->text.n; line++) {
		struct line l = line_at(d->text, at);
		size_t said;

		at = l.next;
		if (!in_head(d->text, l, &quoted, &comments))
			break;
		said = said_from(d->text, l, comments);
		if (l.to >= said + 3 && ends_quoted(str_sub(d->text, said, l.to)))
			l.to -= 3;
		if (comments)
			l.to = said_to(d->text, said, l.to);
		if (!goes_on && !is_command(str_sub(d->text, said, l.to)))
			continue;
		from = goes_on ? from : said;
		copy_code(d, &s, said, l.to);
		composed_text(&s, STR("\n"), (struct span){d->file, (uint32_t)l.to, 0});
		goes_on = l.to > said && d->text.s[l.to - 1] == '\\';
		if (!goes_on)
			run_block(d, &s, from, l.to);
	}
	if (goes_on)
		run_block(d, &s, from, at);
	return at;
}

/* Whether a comment says more of how its own file is run than that it is: by a launcher, or with flags. */
static bool tells_how(struct str said, struct str name)
{
	return is_command(said) && str_has(said, name) && (!str_starts(said, STR("python")) || str_has(said, STR(" -")));
}

/* Commands in comments further down that name the file itself: "# torchrun --nproc_per_node=8 train.py", above what it runs. */
static void take_comments(struct document *d, size_t at)
{
	struct str name = str_tail(files_at(d->files, d->file)->path, '/');

	while ((at = str_find(d->text, name, at)) != SIZE_MAX) {
		size_t before = str_rchr(str_sub(d->text, 0, at), '\n'), from = before == SIZE_MAX ? 0 : before + 1;
		struct line l = line_at(d->text, from);

		at = l.next;
		if (str_starts(rest_of(d->text, l), STR("#")) && tells_how(str_sub(d->text, said_from(d->text, l, true), l.to), name))
			at = take_told(d, from, COMMENT_LINES);
	}
}

/* Where the string begins that ends a script, standing by itself; the text's end if nothing of that kind does. */
static size_t last_string(struct str text)
{
	size_t end = text.n, at, found = SIZE_MAX;
	struct str quote;

	while (end && strchr(" \t\r\n", text.s[end - 1]))
		end--;
	if (end < 6)
		return text.n;
	quote = str_sub(text, end - 3, end);
	if (!str_eq(quote, STR("\"\"\"")) && !str_eq(quote, STR("'''")))
		return text.n;
	for (at = str_find(text, quote, 0); at != SIZE_MAX && at < end - 3; at = str_find(text, quote, at + 3))
		found = at;
	return found != SIZE_MAX && found > 0 && text.s[found - 1] == '\n' ? found : text.n;
}

static struct document document_of(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file)
{
	const struct file *f = files_at(files, file);
	struct document d = {.arena = a, .world = world, .files = files, .file = file};

	d.out = arena_new(a, struct launches);
	d.out->variables = node_new(a, NODE_MAP, (struct span){file, 0, 0});
	if (f)
		d.text = f->text;
	return d;
}

struct launches *document_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file)
{
	struct document d = document_of(a, world, files, file);
	const struct file *f = files_at(files, file);

	if (f && str_ends(f->path, STR(".rst")))
		take_rst(&d);
	else if (f && str_ends(f->path, STR(".org")))
		take_org(&d);
	else if (f && (str_ends(f->path, STR(".adoc")) || str_ends(f->path, STR(".asciidoc"))))
		take_asciidoc(&d);
	else
		take_markdown(&d);
	leave_tries_out(a, d.out);
	return d.out;
}

struct launches *document_read_head(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file)
{
	struct document d = document_of(a, world, files, file);

	take_comments(&d, take_told(&d, 0, HEAD_LINES));
	take_told(&d, last_string(d.text), HEAD_LINES);
	leave_tries_out(a, d.out);
	return d.out;
}
