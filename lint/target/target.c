#include "target.h"

#include <string.h>

#include "core/base/base.h"
#include "gpu_in_text.h"

enum { MENTIONS_MAX = 16, HEAD_LINES = 60 };

/* Whether one target names a card and leaves its size open, "A100", and another one says that: "A100-80GB". */
static bool tells_size(const struct target *bare, const struct target *sized)
{
	return bare->bare.n && sized->row && !sized->bare.n &&
	       str_eq_nocase(str_cut(bare->bare, '-').head, str_cut(sized->row->name, '-').head);
}

static void take_card(struct target *into, const struct target *from)
{
	into->gpu = from->gpu;
	into->row = from->row;
	into->bare = from->bare;
}

void target_merge(struct target *into, const struct target *from)
{
	if (from->gpu.type != VALUE_ABSENT && from->gpu_weight > into->gpu_weight) {
		if (!tells_size(from, into))
			take_card(into, from);
		into->gpu_weight = from->gpu_weight;
	} else if (tells_size(into, from)) {
		take_card(into, from);
	}
	/* A number of machines says nothing about their GPUs, so it may come from anywhere. */
	if (into->nodes.type == VALUE_ABSENT)
		into->nodes = from->nodes;
	if (from->count_weight <= into->count_weight)
		return;
	into->per_node = from->per_node;
	into->total = from->total;
	into->count_weight = from->count_weight;
}

/* The text behind the last ':' if it is a number: "A100:8", "a100-80gb:4". */
static struct str without_count(struct str text, int64_t *count)
{
	size_t colon = str_rchr(text, ':');

	*count = 0;
	if (colon == SIZE_MAX || !str_to_int(str_sub(text, colon + 1, text.n), count) || *count < 1)
		return text;
	return str_sub(text, 0, colon);
}

bool target_of_text(struct arena *a, struct str text, struct span at, enum target_weight weight,
		    struct target *out)
{
	struct target t = {.gpu_weight = weight};
	int64_t count;
	uint64_t bytes = 0;

	text = without_count(str_trim(text), &count);
	t.row = gpu_find(text);
	if (!t.row && (!bytes_parse(text, &bytes) || bytes < GB))
		return false;
	t.gpu = value_str(str_dup(a, text), ORIGIN_STATED, STR(""));
	t.gpu.at = at;
	/* Who types --gpu a100 is told which was taken; a scheduler's gpu:a100 is whatever the cluster has. */
	if (weight < TARGET_GIVEN && weight != TARGET_REPOSITORY && gpu_ambiguous(text))
		t.bare = t.gpu.as.s;
	if (count) {
		t.per_node = value_count(count, ORIGIN_STATED, at, STR(""));
		t.count_weight = weight;
	}
	*out = t;
	return true;
}

bool target_of_instance(struct arena *a, struct str text, struct span at, struct target *out)
{
	struct target t = {.gpu_weight = TARGET_TYPED};
	uint32_t count = 0;

	t.row = gpu_of_instance(text, &count);
	if (!t.row)
		return false;
	t.gpu = value_str(t.row->name, ORIGIN_DERIVED,
			  str_fmt(a, "instance type %.*s", STR_ARG(text)));
	t.gpu.at = at;
	if (count) {
		t.per_node = value_count(count, ORIGIN_STATED, at, STR(""));
		t.count_weight = TARGET_TYPED;
	}
	*out = t;
	return true;
}

static uint64_t mention_bytes(const struct gpu_mention *m)
{
	return m->gpu ? m->gpu->total_bytes : m->bytes;
}

/* "batch size 1, max length 512 fits in 24G": what some settings take, and no card that anything runs on. */
static bool is_of_settings(struct str comment)
{
	return str_has_nocase(comment, STR("batch size")) || str_has_nocase(comment, STR("length")) ||
	       str_has_nocase(comment, STR("batch_size"));
}

/* Several cards in one place: the smallest must hold the job, so it is the one to judge by. */
static void take_mentions(struct arena *a, struct str text, struct span base, const struct gpu_mention *m,
			  size_t n, struct target *out)
{
	const struct gpu_mention *smallest = NULL;
	struct target t = {.gpu_weight = TARGET_COMMENT};
	struct str name;
	const char *several;

	for (size_t i = 0; i < n; i++) {
		/* "A100 (80GB)": a size beside a name is not a card of its own. */
		if (!m[i].gpu && (n > 1 || is_of_settings(text)))
			continue;
		if (!smallest || mention_bytes(&m[i]) < mention_bytes(smallest))
			smallest = &m[i];
	}
	if (!smallest)
		return;
	t.row = smallest->gpu;
	name = str_sub(text, smallest->off, smallest->off + smallest->len);
	several = t.row ? gpu_ambiguous(name) : NULL;
	t.gpu = value_str(t.row ? t.row->name : bytes_text(a, smallest->bytes), ORIGIN_STATED,
			  str_fmt(a, "named as \"%.*s\"%s%s", STR_ARG(name), several ? "; " : "",
				  several ? several : ""));
	t.gpu.at = (struct span){base.file, base.off + (uint32_t)smallest->off, (uint32_t)smallest->len};
	t.bare = several ? name : STR("");
	if (smallest->count) {
		t.per_node = value_count(smallest->count, ORIGIN_STATED, t.gpu.at, STR(""));
		t.count_weight = TARGET_COMMENT;
	}
	target_merge(out, &t);
}

/* "16 nodes of 8 H100s", "8 H100s on each of 2 nodes" are machines as well as cards: the number before the word. */
static void take_nodes(struct str text, struct span base, struct target *out)
{
	size_t at = str_find(text, STR(" node"), 0), from = at;
	int64_t n;

	if (at == SIZE_MAX || out->nodes.type != VALUE_ABSENT)
		return;
	while (from > 0 && text.s[from - 1] >= '0' && text.s[from - 1] <= '9')
		from--;
	/* The number of "8xH100 nodes" is a card's name. */
	if (from == at || (from > 0 && text.s[from - 1] != ' ' && text.s[from - 1] != '(') || !str_to_int(str_sub(text, from, at), &n) || n < 2 || n > 4096)
		return;
	out->nodes = value_count(n, ORIGIN_STATED, (struct span){base.file, base.off + (uint32_t)from, (uint32_t)(at - from)},
				 STR(""));
}

/* The comment of a line: behind '#' at the line's start or after a blank; empty if there is none. */
static struct str comment_of(struct str line)
{
	for (size_t i = 0; i < line.n; i++)
		if (line.s[i] == '#' && (i == 0 || line.s[i - 1] == ' ' || line.s[i - 1] == '\t'))
			return str_sub(line, i, line.n);
	return str_sub(line, line.n, line.n);
}

/* A switched-off directive is an alternative somebody once used, not a statement about this job. */
static bool is_directive(struct str comment)
{
	static const char *const words[] = {"#SBATCH", "#PBS", "#BSUB", "#$", "##SBATCH", "# SBATCH",
					    "# #SBATCH"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_starts(comment, str_of(words[i])))
			return true;
	return false;
}

/*
 * "Env: 8 * A100", and in a line of its own "GPU memory: 8 * 80GiB": the card, or what the job was seen to take
 * of it. Either way it is the variant that has so much; a smaller size may be the use of either.
 */
static void take_size(struct arena *a, struct str comment, const struct gpu_mention *m, size_t n,
		      struct target *out)
{
	const struct gpu *largest = gpu_largest(out->bare);

	for (size_t i = 0; i < n && largest; i++) {
		struct str size = str_sub(comment, m[i].off, m[i].off + m[i].len);
		struct str name = out->bare;
		struct span at = out->gpu.at;

		if (m[i].gpu || m[i].bytes != (uint64_t)largest->marketing_gb * GIB)
			continue;
		out->row = largest;
		out->bare = STR("");
		out->gpu = value_str(largest->name, ORIGIN_STATED,
				     str_fmt(a, "named as \"%.*s\", of \"%.*s\"", STR_ARG(name), STR_ARG(size)));
		out->gpu.at = at;
		return;
	}
}

/* What the names of clouds' machines all have: a digit, and a sign between their parts. */
static bool may_be_instance(struct str word)
{
	bool digit = false, sign = false;

	for (size_t i = 0; i < word.n; i++) {
		digit |= word.s[i] >= '0' && word.s[i] <= '9';
		sign |= word.s[i] == '.' || word.s[i] == '-' || word.s[i] == '_';
	}
	return digit && sign && word.n > 5;
}

/* "Node type: a2-highgpu-1g[A100]": a cloud's machine among the words of a comment. */
static void take_instance(struct arena *a, struct str comment, struct span base, struct target *out)
{
	static const char breaks[] = " \t[](),;:'\"`";
	size_t at = 0;

	while (at < comment.n) {
		size_t end = at;
		struct span place;
		struct target t;
		struct str word;

		while (end < comment.n && !strchr(breaks, comment.s[end]))
			end++;
		/* In whole: what only begins like a family of machines is a file's name (p3.py). */
		word = str_sub(comment, at, end);
		place = (struct span){base.file, base.off + (uint32_t)at, (uint32_t)(end - at)};
		if (may_be_instance(word) && target_of_instance(a, word, place, &t) && t.per_node.type == VALUE_INT) {
			t.gpu_weight = t.count_weight = TARGET_COMMENT;
			target_merge(out, &t);
			return;
		}
		at = end + 1;
	}
}

/* The comments of the first lines of a text, which stands in a file. */
static void take_comments(struct arena *a, const struct file *f, uint32_t file, struct str rest, struct target *out)
{
	struct gpu_mention m[MENTIONS_MAX];

	for (int line = 0; line < HEAD_LINES && rest.n; line++) {
		struct str_cut cut = str_cut(rest, '\n');
		struct str comment = comment_of(cut.head);
		size_t n = comment.n && !is_directive(comment) ? gpu_text_find(comment, m, MENTIONS_MAX) : 0;

		if (out->gpu.type == VALUE_ABSENT && comment.n && !is_directive(comment))
			take_instance(a, comment, (struct span){file, (uint32_t)(comment.s - f->text.s), 0}, out);
		if (out->gpu.type == VALUE_ABSENT) {
			take_mentions(a, comment, (struct span){file, (uint32_t)(comment.s - f->text.s), 0}, m,
				      n, out);
			if (out->gpu.type != VALUE_ABSENT)
				take_nodes(comment, (struct span){file, (uint32_t)(comment.s - f->text.s), 0}, out);
		}
		else
			take_size(a, comment, m, n, out);
		rest = cut.tail;
	}
}

/* "#   tune run --nproc_per_node 8 lora_finetune_distributed --config …": the processes of a command, a card each. */
static bool take_processes(struct str comment, struct span base, struct target *out)
{
	static const char *const flags[] = {"--nproc_per_node", "--nproc-per-node", "--num_processes", "--num_gpus"};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		size_t at = str_find(comment, str_of(flags[i]), 0), from = at + strlen(flags[i]), to;
		int64_t n;

		if (at == SIZE_MAX || from >= comment.n || (comment.s[from] != ' ' && comment.s[from] != '='))
			continue;
		for (to = ++from; to < comment.n && comment.s[to] >= '0' && comment.s[to] <= '9';)
			to++;
		if (to == from || !str_to_int(str_sub(comment, from, to), &n) || n < 1 || n > 4096)
			continue;
		out->per_node = value_count(n, ORIGIN_STATED,
					    (struct span){base.file, base.off + (uint32_t)from, (uint32_t)(to - from)}, STR(""));
		out->count_weight = TARGET_COMMENT;
		return true;
	}
	return false;
}

/* Of a config, whose head tells how it is meant to be started; what a script has behind '#' is switched off. */
static void take_command(const struct file *f, uint32_t file, struct target *out)
{
	struct str rest = f->text;

	if (out->count_weight >= TARGET_COMMENT || !(str_ends(f->path, STR(".yaml")) || str_ends(f->path, STR(".yml"))))
		return;
	for (int line = 0; line < HEAD_LINES && rest.n; line++) {
		struct str_cut cut = str_cut(rest, '\n');
		struct str comment = comment_of(cut.head);

		if (take_processes(comment, (struct span){file, (uint32_t)(comment.s - f->text.s), 0}, out))
			return;
		rest = cut.tail;
	}
}

/* Where the line before a place begins, and what it says behind '#'. */
static struct str comment_before(struct str text, size_t at, size_t *from)
{
	size_t end = at && text.s[at - 1] == '\n' ? at - 1 : at, start = end;

	while (start > 0 && text.s[start - 1] != '\n')
		start--;
	*from = start;
	return comment_of(str_sub(text, start, end));
}

/* What stands above a command is about it, the nearest first; what stands below is about the next one. */
static void take_comments_above(struct arena *a, const struct file *f, uint32_t file, struct str text, struct target *out)
{
	for (size_t at = text.n; at > 0 && out->gpu.type == VALUE_ABSENT;) {
		size_t end = at, from = at;

		while (at > 0 && comment_before(text, at, &from).n)
			at = from;
		if (at < end)
			take_comments(a, f, file, str_sub(text, at, end), out);
		if (at > 0)
			(void)comment_before(text, at, &at);
	}
}

void target_of_block(struct arena *a, struct files *files, struct span block, struct span command, struct target *out)
{
	const struct file *f = files_at(files, block.file);
	struct str text = files_text(files, block);
	size_t end = (size_t)command.off + command.len;

	if (command.file != block.file || command.off < block.off || end > (size_t)block.off + block.len) {
		take_comments(a, f, block.file, text, out);
		return;
	}
	end = str_chr(text, '\n', end - block.off);
	take_comments_above(a, f, block.file, end == SIZE_MAX ? text : str_sub(text, 0, end), out);
}

void target_of_comments(struct arena *a, struct files *files, uint32_t file, struct target *out)
{
	struct gpu_mention m[MENTIONS_MAX];
	struct file *f = files_at(files, file);
	struct str name = str_tail(f->path, '/');

	take_comments(a, f, file, f->text, out);
	take_command(f, file, out);
	if (out->gpu.type == VALUE_ABSENT)
		take_mentions(a, name, (struct span){file, 0, 0}, m,
			      gpu_text_find_name(name, m, MENTIONS_MAX), out);
	/* A file's name is no place in the file. */
	if (out->gpu.type != VALUE_ABSENT && out->gpu.at.off + out->gpu.at.len > f->text.n)
		out->gpu.at = (struct span){file, 0, 0};
}
