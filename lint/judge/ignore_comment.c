#include "ignore_comment.h"

/* JSON and notebooks have no comments, documents hold others' as examples: .gpumem-lint.yml serves for these. */
static bool has_comments(struct str path)
{
	static const char *const without[] = {".json", ".jsonl", ".ipynb", ".md", ".rst", ".org", ".adoc", ".asciidoc", ".qmd", ".Rmd", ".rmd", ".txt", ".csv"};

	for (size_t i = 0; i < sizeof(without) / sizeof(*without); i++)
		if (str_ends(path, str_of(without[i])))
			return false;
	return true;
}

struct line {
	/** Offsets of its first byte and of its end. */
	size_t from, to;
};

static struct line line_at(struct str text, size_t from)
{
	size_t end = str_chr(text, '\n', from);

	return (struct line){from, end == SIZE_MAX ? text.n : end};
}

static bool next_line(struct str text, struct line *line)
{
	if (line->to >= text.n)
		return false;
	*line = line_at(text, line->to + 1);
	return true;
}

static size_t indent_of(struct str line)
{
	size_t n = 0;

	while (n < line.n && (line.s[n] == ' ' || line.s[n] == '\t'))
		n++;
	return n;
}

static bool is_code(struct str line)
{
	line = str_trim(line);
	return line.n && line.s[0] != '#';
}

/*
 * The last line of the block that begins with a line: those below that are indented further, that a backslash
 * joins, or that stand in the table of a TOML header.
 */
static struct line block_end(struct str text, struct line first, bool toml)
{
	struct str head = str_sub(text, first.from, first.to);
	bool header = toml && str_starts(str_trim(head), STR("["));
	size_t indent = indent_of(head);
	struct line last = first, line = first;
	bool joined = str_ends(str_trim(head), STR("\\"));

	while (next_line(text, &line)) {
		struct str s = str_sub(text, line.from, line.to);

		if (!joined && is_code(s) &&
		    (header ? str_starts(str_trim(s), STR("[")) : indent_of(s) <= indent))
			break;
		if (joined || is_code(s))
			last = line;
		joined = str_ends(str_trim(s), STR("\\"));
	}
	return last;
}

/* The lines that a comment covers: those of its own line's block, or of the next one if it stands alone. */
static void cover(struct files *files, struct span at, bool toml, struct ignore_comment *out)
{
	struct str text = files_at(files, at.file)->text;
	size_t start = at.off;
	struct line line;

	while (start && text.s[start - 1] != '\n')
		start--;
	line = line_at(text, start);
	if (!is_code(str_sub(text, line.from, at.off)))
		while (!is_code(str_sub(text, line.from, line.to)))
			if (!next_line(text, &line))
				return;
	out->first = files_place(files, (struct span){at.file, (uint32_t)line.from, 0}).line;
	out->last = files_place(files, (struct span){at.file, (uint32_t)block_end(text, line, toml).from, 0}).line;
}

static void add(struct arena *a, struct ignore_comments *out, struct ignore_comment like, struct str word)
{
	struct similar similar = similar_to(word);

	like.rule = rule_find(word);
	for (size_t i = 0; i < RULE_COUNT; i++)
		similar_offer(&similar, str_of(rule_rows[i].id));
	if (like.rule == RULE_COUNT)
		like.trouble = str_fmt(a, "no rule \"%.*s\"%.*s", STR_ARG(word), STR_ARG(similar_text(a, &similar)));
	*vec_push(a, out) = like;
}

/* What stands behind "gpumem-lint:". */
static void read_comment(struct arena *a, struct files *files, struct span at, struct str rest, bool toml,
			 struct ignore_comments *out)
{
	struct ignore_comment like = {.rule = RULE_COUNT, .at = at};
	struct str_cut cut;

	rest = str_trim(rest);
	if (!str_starts(rest, STR("ignore")))
		return;
	rest = str_trim(str_sub(rest, 6, rest.n));
	cover(files, at, toml, &like);
	cut = str_cut(rest, ']');
	if (!str_starts(rest, STR("[")) || !cut.ok) {
		like.trouble = STR("ignore names no rule: ignore[RULE] and a reason are expected");
		*vec_push(a, out) = like;
		return;
	}
	like.reason = str_trim(cut.tail);
	cut = str_cut(str_sub(cut.head, 1, cut.head.n), ',');
	for (;; cut = str_cut(cut.tail, ',')) {
		add(a, out, like, str_trim(cut.head));
		if (!cut.ok)
			break;
	}
}

/* More than anybody writes: each is held against each finding. */
enum { COMMENTS_MAX = 10000 };

void ignore_comments_of(struct arena *a, struct files *files, uint32_t file, struct ignore_comments *out)
{
	static const char mark[] = "gpumem-lint:";
	const struct file *f = files_at(files, file);
	struct str text = f->text;
	bool toml = str_ends(f->path, STR(".toml"));

	if (!f->loaded || f->parent || !has_comments(f->path))
		return;
	for (size_t at = 0; out->n < COMMENTS_MAX && (at = str_find(text, STR(mark), at)) != SIZE_MAX; at += sizeof(mark) - 1) {
		size_t hash = at;
		size_t end = line_at(text, at).to;

		while (hash && (text.s[hash - 1] == ' ' || text.s[hash - 1] == '\t'))
			hash--;
		if (!hash || text.s[hash - 1] != '#')
			continue;
		read_comment(a, files, (struct span){file, (uint32_t)(hash - 1), (uint32_t)(end - hash + 1)},
			     str_sub(text, at + sizeof(mark) - 1, end), toml, out);
	}
}
