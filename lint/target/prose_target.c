/* The machine that a README says the repository's trainings ran on. */
#include "target.h"

#include "core/base/base.h"
#include "gpu_in_text.h"

#include <string.h>

enum { MENTIONS_MAX = 16, PAGE_MAX = 256 << 10 };

/* What a page says as a whole: one card, where it says that something ran on it. */
struct page {
	const struct gpu *card;
	/** As written in the first line that tells of a run; empty: none does. */
	struct str name;
	struct span at;
	/** The sizes of one name, "A100" and "A100 80GB", are one card: the one that is said more exactly. */
	bool sized;
	bool several;
	/** The section is about what is needed, or about the machine, as its heading says. */
	bool wanted, machine;
};

/* "A100-80GB" without its size. */
static struct str without_size(struct str name)
{
	size_t dash = str_rchr(name, '-');
	int64_t n;

	if (dash == SIZE_MAX || !str_ends(name, STR("GB")) || !str_to_int(str_sub(name, dash + 1, name.n - 2), &n))
		return name;
	return str_sub(name, 0, dash);
}

static bool has_any(struct str line, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_has_nocase(line, str_of(words[i])))
			return true;
	return false;
}

/* Whether a line tells of what ran, and not of what is wanted, is enough, or serves the model. */
static bool tells_of_run(struct str line)
{
	/* Behind those of English: Chinese, Japanese, Korean, Thai, Spanish and Portuguese, French, Russian. */
	static const char *const runs[] = {"train", "tuned", "tuning", "experiment", " ran ", " run ", "runs on", "tested on", "took", "takes",
					   "hours", "personal machine", "my machine", "our machine", "minutes", "reproduc", "was done", "were done", "conducted", "scripts work",
					   "训练", "微调", "實驗", "实验", "訓練", "運行於", "运行在", "学習", "実験", "학습", "훈련", "실험",
					   "ฝึก", "เทรน", "รันจริง", "รันบนเครื่อง", "entren", "entrain", "treinad", "treino", "обуч"};
	static const char *const others[] = {"infer", "serv", "deploy", "require", "recommend", "or better", "or higher", "or similar", "or newer",
					     "support", "demo", "should", "could", "need", "generat", "evaluat", "faster", "slower", "speedup",
					     "compar", "without", "instead of", "rather than", "example", "synchroniz", "out of memory", "oom", "benchmark", "e.g.", "such as",
					     "according to", "literature", "estimate", "[article]", "[blog", "shows how to", "try ", "thousands of",
					     "推理", "推論", "部署", "推荐", "推薦", "推奨", "建议", "建議", "要求", "需要", "至少", "最低", "以上", "必要", "支持", "评测", "추론", "권장",
					     "필요", "최소", "이상", "แนะนำ", "ต้องการ", "ขั้นต่ำ", "necesit", "requier", "requis", "recomend", "mínimo", "minimo", "рекоменд", "требу"};

	return has_any(line, runs, sizeof(runs) / sizeof(*runs)) && !has_any(line, others, sizeof(others) / sizeof(*others));
}

/* Whether a heading is about what others need. */
static bool says_wanted(struct str line)
{
	static const char *const words[] = {"require", "prerequisite", "recommend", "minimum", "support", "compatib", "install", "infer", "deploy",
					    "要求", "需求", "推荐", "建议", "安装", "推理", "部署", "必要", "ต้องการ", "ติดตั้ง", "requisit", "requier", "требован"};

	return has_any(line, words, sizeof(words) / sizeof(*words));
}

/* Whether a heading is that of the machine: "## Target hardware". */
static bool says_machine(struct str line)
{
	static const char *const words[] = {"hardware", "infrastructure", "compute resources", "our machine", "cluster"};

	return has_any(line, words, sizeof(words) / sizeof(*words));
}

/* Of what size a line says that the card is, "80G A100 GPUs"; NULL: it does not say. */
static const struct gpu *of_size(const struct gpu *card, struct str name, const struct gpu_mention *m, size_t n)
{
	const struct gpu *sizes[] = {gpu_largest(name), card};

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; !m[i].gpu && k < sizeof(sizes) / sizeof(*sizes); k++)
			if (sizes[k] && m[i].bytes == (uint64_t)sizes[k]->marketing_gb * GIB)
				return sizes[k];
	return NULL;
}

/* A mention with the size that is joined to it: the shortest name of a card leaves out "-40GB" where that changes nothing. */
static struct str with_size(struct str line, const struct gpu_mention *m)
{
	struct str name = str_sub(line, m->off, m->off + m->len), rest = str_sub(line, m->off + m->len, line.n);
	size_t n = rest.n && (rest.s[0] == '-' || rest.s[0] == ' ' || rest.s[0] == '_') ? 1 : 0, digits = n;

	while (digits < rest.n && rest.s[digits] >= '0' && rest.s[digits] <= '9')
		digits++;
	if (digits == n || digits >= rest.n || (rest.s[digits] != 'G' && rest.s[digits] != 'g'))
		return name;
	return str_sub(line, m->off, m->off + m->len + digits + 1);
}

/* The sentence of a line that a place is in: people write of their machine and of what others need in one paragraph. */
static struct str sentence_at(struct str line, size_t at)
{
	size_t from = 0, to = str_find(line, STR(". "), at);

	for (size_t end; (end = str_find(line, STR(". "), from)) < at;)
		from = end + 2;
	return str_sub(line, from, to == SIZE_MAX ? line.n : to);
}

/* Whether a line says of what a project is made, and names the card there: "- GPU: RTX 3060 12GB", "**Hardware**: 2 x A100". */
static bool labels_machine(struct str line, size_t at)
{
	static const char labels[] = "gpu|gpus|hardware|infra|infrastructure|machine|compute|server|accelerator|target gpu|target hardware|"
				     "training gpu|training hardware|显卡|硬件|训练环境|训练硬件|机器|服务器";
	size_t colon = str_chr(line, ':', 0);
	struct str label;

	if (colon == SIZE_MAX || at < colon || at - colon > 8)
		return false;
	label = str_sub(line, 0, colon);
	while (label.n && strchr("-*+ _`", label.s[0]))
		label = str_sub(label, 1, label.n);
	while (label.n && strchr("* _`", label.s[label.n - 1]))
		label.n--;
	return str_among_nocase(label, STR(labels));
}

/*
 * "# Hardware: RTX 4090 (24GB VRAM)" in the head of a config that a script reads: said of this very training. Other words
 * of such a comment are as often about what else would hold it.
 */
void target_of_config(struct arena *a, struct files *files, uint32_t file, struct target *out)
{
	enum { HEAD_LINES = 60 };
	struct str rest = files_at(files, file)->text, text = rest;
	struct gpu_mention m[MENTIONS_MAX];
	struct target said = {0}, one;

	for (int line = 0; line < HEAD_LINES && rest.n; line++) {
		struct str_cut cut = str_cut(rest, '\n');
		struct str comment = str_trim(cut.head), name;
		size_t n;

		rest = cut.tail;
		if (!str_starts(comment, STR("#")))
			continue;
		while (str_starts(comment, STR("#")))
			comment = str_trim(str_sub(comment, 1, comment.n));
		n = gpu_text_find_all(comment, m, MENTIONS_MAX);
		if (!n || !m[0].gpu || !labels_machine(comment, m[0].off))
			continue;
		for (size_t i = 1; i < n; i++)
			if (m[i].gpu && m[i].gpu != m[0].gpu)
				return;
		name = with_size(comment, &m[0]);
		if (!target_of_text(a, name, (struct span){file, (uint32_t)(name.s - text.s), (uint32_t)name.n}, TARGET_COMMENT, &one))
			continue;
		if (said.row && said.row != one.row)
			return;
		said = one;
	}
	target_merge(out, &said);
}

static void take_mention(struct page *page, struct str line, struct span base, const struct gpu_mention *all, size_t n, size_t i, bool prose)
{
	struct str said = sentence_at(line, all[i].off);
	const struct gpu_mention *m = &all[i];
	struct str name = with_size(line, m);
	const struct gpu *exact = gpu_ambiguous(name) ? of_size(m->gpu, name, all, n) : m->gpu;

	page->several |= page->card && !str_eq(without_size(page->card->name), without_size(m->gpu->name));
	page->several |= page->sized && exact && page->card != exact;
	if (!page->card || exact)
		page->card = exact ? exact : m->gpu;
	page->sized |= exact != NULL;
	if (page->name.n || !prose || !(tells_of_run(said) || page->machine || (!page->wanted && labels_machine(line, m->off))))
		return;
	page->name = name;
	page->at = (struct span){base.file, base.off + (uint32_t)m->off, (uint32_t)name.n};
}

static struct page read_page(struct str text, uint32_t file)
{
	struct gpu_mention m[MENTIONS_MAX];
	struct page page = {0};
	struct str rest = text;
	bool fenced = false;

	while (rest.n && !page.several) {
		struct str_cut cut = str_cut(rest, '\n');
		struct str line = str_trim(cut.head);
		struct span base = {file, (uint32_t)(line.s - text.s), 0};
		size_t n = gpu_text_find_all(line, m, MENTIONS_MAX);

		if (str_starts(line, STR("#")))
			page.wanted = says_wanted(line), page.machine = !page.wanted && says_machine(line);
		fenced ^= str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
		for (size_t i = 0; i < n; i++)
			if (m[i].gpu)
				take_mention(&page, line, base, m, n, i, !fenced && !str_starts(line, STR("|")));
		rest = cut.tail;
	}
	return page;
}

void target_of_page(struct arena *a, struct files *files, uint32_t file, struct target *out)
{
	const struct file *f = files_at(files, file);
	struct target t = {.gpu_weight = TARGET_PROSE};
	struct page page;
	const char *several;

	if (f->text.n > PAGE_MAX)
		return;
	page = read_page(f->text, file);
	if (page.several || !page.name.n)
		return;
	several = page.sized ? NULL : gpu_ambiguous(page.name);
	t.row = page.card;
	t.bare = several ? page.name : STR("");
	t.gpu = value_str(t.row->name, ORIGIN_DERIVED,
			  str_fmt(a, "the only one that %.*s names: \"%.*s\"%s%s", STR_ARG(f->path), STR_ARG(page.name), several ? "; " : "",
				  several ? several : ""));
	t.gpu.at = page.at;
	target_merge(out, &t);
}
