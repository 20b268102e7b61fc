#include "model_name.h"

#include <math.h>
#include <string.h>

enum { NAME_MAX_BYTES = 256 };

/** A name in lower case, "_" as written, NUL-terminated. */
struct name {
	char s[NAME_MAX_BYTES];
	size_t n;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_alnum(char c)
{
	return is_digit(c) || is_letter(c);
}

static struct name name_of(struct str id)
{
	struct name name = {.n = 0};

	id = str_tail(id, '/');
	for (size_t i = 0; i < id.n && name.n + 1 < NAME_MAX_BYTES; i++)
		name.s[name.n++] =
		    (char)(id.s[i] >= 'A' && id.s[i] <= 'Z' ? id.s[i] + 32 : id.s[i]);
	return name;
}

/* Blanks out precisions, which look like sizes: "4bit", "int8", "fp16", "w4a16". */
static void drop_precisions(struct name *name)
{
	static const struct str words[] = {
	    STR_INIT("4-bit"), STR_INIT("8-bit"), STR_INIT("4bit"),  STR_INIT("8bit"),
	    STR_INIT("int4"),  STR_INIT("int8"),  STR_INIT("bf16"),  STR_INIT("fp16"),
	    STR_INIT("fp32"),  STR_INIT("fp8"),	  STR_INIT("w4a16"), STR_INIT("w8a16"),
	    STR_INIT("w8a8"),  STR_INIT("128g"),
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (char *at = name->s; (at = strstr(at, words[i].s)) != NULL;)
			memset(at, '-', words[i].n);
}

/*
 * A number ("7", "1.5", "1_8") at at; sets end behind it. In "0_5b" and "1_8b" the "_" is the point,
 * but "ernie4_5_21b" holds 21: a "_" counts when one digit stands on either side of it.
 */
static double number_at(const struct name *name, size_t at, size_t *end)
{
	double x = 0;
	double unit = 1;
	size_t i = at;

	for (; is_digit(name->s[i]); i++)
		x = 10 * x + (name->s[i] - '0');
	if (i > at && (name->s[i] == '.' || (name->s[i] == '_' && i == at + 1)) &&
	    is_digit(name->s[i + 1]) && (name->s[i] == '.' || !is_digit(name->s[i + 2])))
		for (i++; is_digit(name->s[i]); i++)
			x += (name->s[i] - '0') * (unit /= 10);
	*end = i;
	return x;
}

static bool starts_number(const struct name *name, size_t at)
{
	char before = at ? name->s[at - 1] : '-';

	return is_digit(name->s[at]) && !is_digit(before) &&
	       (before != '.' || at < 2 || !is_digit(name->s[at - 2]));
}

/* "8x7b": Mixtral's experts share attention, so the total is about 0.82 of the product. */
static bool experts_times(const struct name *name, struct name_size *out)
{
	for (size_t i = 0; i < name->n; i++) {
		size_t x, end;
		double n, each;

		if (!starts_number(name, i) || (i && is_alnum(name->s[i - 1])))
			continue;
		n = number_at(name, i, &x);
		if (name->s[x] != 'x' || !is_digit(name->s[x + 1]))
			continue;
		each = number_at(name, x + 1, &end);
		if (name->s[end] != 'b')
			continue;
		*out = (struct name_size){0.82 * n * each * 1e9, 0.23 * n * each * 1e9, true};
		return true;
	}
	return false;
}

static double unit_of(char c)
{
	return c == 'b' ? 1e9 : c == 'm' ? 1e6 : c == 't' ? 1e12 : 0;
}

/* What may follow a size: "30b-a3b", "1b-a400m", "1b-7b" (OLMoE), "17b-16e" (Llama 4). */
static bool two_sizes(const struct name *name, struct name_size *out)
{
	for (size_t i = 0; i < name->n; i++) {
		size_t end, last;
		double first, second;
		bool active;

		if (!starts_number(name, i))
			continue;
		first = number_at(name, i, &end) * 1e9;
		if (name->s[end] != 'b')
			continue;
		end++;
		end += name->s[end] == '-' || name->s[end] == '_';
		active = name->s[end] == 'a';
		end += active;
		if (!is_digit(name->s[end]))
			continue;
		second = number_at(name, end, &last);
		if (!active && name->s[last] == 'e' && !is_alnum(name->s[last + 1])) {
			*out = (struct name_size){.experts = true};
			return true;
		}
		/* "8b-3t": trained on 3e12 tokens. */
		second *= active || name->s[last] == 'b' ? unit_of(name->s[last]) : 0;
		if (is_alnum(name->s[last + 1]) || second <= 0)
			continue;
		if (active || second > first) {
			*out = (struct name_size){fmax(first, second), fmin(first, second), true};
			return true;
		}
	}
	return false;
}

/* "bloom-1b7", "bloom-7b1". */
static bool letter_as_point(const struct name *name, struct name_size *out)
{
	for (size_t i = 0; i + 2 < name->n; i++)
		if (starts_number(name, i) && name->s[i + 1] == 'b' && is_digit(name->s[i + 2]) &&
		    !is_alnum(name->s[i + 3]) && !(i && is_alnum(name->s[i - 1]))) {
			*out = (struct name_size){
			    ((name->s[i] - '0') + 0.1 * (name->s[i + 2] - '0')) * 1e9, 0, false};
			return true;
		}
	return false;
}

/* Gemma 3n's and 4's "effective" size is about half of the parameters. */
static bool effective(const struct name *name, struct name_size *out)
{
	for (size_t i = 0; i + 2 < name->n; i++) {
		size_t end;
		double x;

		if (name->s[i] != 'e' || !is_digit(name->s[i + 1]) ||
		    (i && is_alnum(name->s[i - 1])))
			continue;
		x = number_at(name, i + 1, &end);
		if (name->s[end] == 'b' && !is_letter(name->s[end + 1])) {
			*out = (struct name_size){2e9 * x, 0, false};
			return true;
		}
	}
	return false;
}

/*
 * "7b", "0.5b", "135m", "1t". Not behind a letter ("a13b" is an active size, "v2b" a version), but
 * "command-r7b" is 7e9. Billions go before millions: "…-1m" beside "7b" is a context length.
 */
static bool one_size(const struct name *name, const char *units, struct name_size *out)
{
	for (size_t i = 0; i < name->n; i++) {
		char before = i ? name->s[i - 1] : '-';
		size_t end;
		double x;

		if (!starts_number(name, i) || (is_letter(before) && before != 'r') ||
		    before == '.')
			continue;
		x = number_at(name, i, &end);
		if (x > 0 && name->s[end] && strchr(units, name->s[end]) &&
		    !is_alnum(name->s[end + 1])) {
			*out = (struct name_size){x * unit_of(name->s[end]), 0, false};
			return true;
		}
	}
	return false;
}

struct name_size name_size(struct str id)
{
	struct name name = name_of(id);
	struct name_size size = {0};

	drop_precisions(&name);
	if (experts_times(&name, &size) || two_sizes(&name, &size) ||
	    letter_as_point(&name, &size) || effective(&name, &size) ||
	    one_size(&name, "bt", &size) || one_size(&name, "m", &size))
		return size;
	return (struct name_size){0};
}

struct str name_size_word(struct str id)
{
	static const struct str words[] = {STR_INIT("small"),  STR_INIT("base"), STR_INIT("medium"),
					   STR_INIT("large"),  STR_INIT("xxl"),	 STR_INIT("xl"),
					   STR_INIT("xsmall"), STR_INIT("tiny")};
	struct name name = name_of(id);

	for (size_t i = 0; i < name.n; i++) {
		if (i && is_letter(name.s[i - 1]))
			continue;
		for (size_t w = 0; w < sizeof(words) / sizeof(*words); w++)
			if (strncmp(name.s + i, words[w].s, words[w].n) == 0 &&
			    !is_letter(name.s[i + words[w].n]))
				return words[w];
	}
	return (struct str){NULL, 0};
}

/*
 * Patterns of names, "|" between alternatives; the specific stands before the general.
 * In a pattern: '~' an optional "-" or "_"; '-' either of them; '#' a digit; '*' anything;
 * '<' at its start: no letter or digit before ("yi-" but not "fiyi-"); '!' at its end: neither a digit
 * nor a "b" behind ("llama-3" but not "llama-30b"); '^' no letter behind ("kimi" but not "kimiko").
 */
static const struct {
	const char *patterns;
	const char *series;
} series[] = {
	{"code~llama|phind|wizardcoder-python", "codellama"},
	{"tiny~llama", "tinyllama"},
	{"open~llama", "open_llama"},
	{"llama~4!", "llama-4"},
	{"llama~3.2*vision", "llama-3.2-vision"},
	{"nemotron-super|nemotron-ultra", "llama-nemotron"},
	{"distill-qwen|distill-llama", "deepseek-r1-distill"},
	{"llama~3!|hermes-3|tulu-3", "llama-3"},
	{"llava", "llava"},
	{"mixtral|#x7b|#x22b", "mixtral"},
	{"ministral-3", "ministral3"},
	{"pixtral", "pixtral"},
	{"mistral|zephyr|codestral|devstral|magistral|ministral", "mistral"},
	{"solar", "solar"},
	{"falcon~3", "falcon3"},
	{"falcon~h1", "falcon-h1"},
	{"falcon~mamba", "falcon-mamba"},
	{"falcon", "falcon"},
	{"qwen~3.5|qwen~3.6|qwen~3.8", "qwen3.5"},
	{"qwen~3~vl", "qwen3-vl"},
	{"qwen~3-next|coder-next", "qwen3-next"},
	{"qwen~3", "qwen3"},
	{"qwen~2.5~vl|qwen25~vl", "qwen2-5-vl"},
	{"qwen~2~vl|qvq", "qwen2-vl"},
	{"qwen~2.5|qwen25|qwq", "qwen2.5"},
	{"qwen~2", "qwen2"},
	{"qwen~1.5", "qwen1.5"},
	{"qwen", "qwen"},
	{"paligemma", "paligemma"},
	{"gemma~4", "gemma4"},
	{"gemma~3n", "gemma3n"},
	{"gemma~3|medgemma", "gemma3"},
	{"gemma~2-", "gemma2"},
	{"gemma", "gemma"},
	{"phi~4", "phi4"},
	{"phi~3", "phi3"},
	{"phi-", "phi"},
	{"gpt-oss", "gpt-oss"},
	{"smollm", "smollm"},
	{"smolvlm", "smolvlm"},
	{"<olmo~3", "olmo3"},
	{"<olmo~2", "olmo2"},
	{"<olmoe", "olmoe"},
	{"<olmo", "olmo"},
	{"internvl", "internvl"},
	{"internlm3", "internlm3"},
	{"internlm2", "internlm2"},
	{"internlm", "internlm"},
	{"baichuan", "baichuan"},
	{"chatglm", "chatglm"},
	{"glm~4.5|glm~4.6|glm~4.7|glm45|glm46|glm47", "glm4.5"},
	{"glm~5", "glm5"},
	{"<glm", "glm4"},
	{"deepseek", "deepseek"},
	{"kimi^|moonlight", "kimi"},
	{"<yi-", "yi"},
	{"command-r", "command-r"},
	{"<aya", "aya"},
	{"granite~4", "granite4"},
	{"granite", "granite3"},
	{"starcoder2|starchat2", "starcoder2"},
	{"starcoder|starchat|santacoder", "starcoder"},
	{"polyglot", "polyglot"},
	{"dolly", "dolly"},
	{"redpajama|incite", "redpajama"},
	{"pythia|neox", "pythia gpt-neox"},
	{"gpt~j", "gpt-j"},
	{"cerebras", "cerebras-gpt"},
	{"gpt~neo", "gpt-neo"},
	{"gpt~2|dialogpt|gpt-sw3", "gpt2"},
	{"bloom", "bloom"},
	{"<opt-", "opt"},
	{"<mpt-", "mpt"},
	{"stablecode", "stablecode"},
	{"stablelm", "stablelm stablelm-alpha"},
	{"flan~t5|t5~v1|<t0", "flan-t5"},
	{"<mt5|<mt0", "mt5"},
	{"codet5", "codet5"},
	{"<t5", "t5"},
	{"nemotron~h|nemotron-nano|nemotron-3", "nemotron-h"},
	{"nemotron", "nemotron"},
	{"hunyuan", "hunyuan"},
	{"ernie", "ernie4.5"},
	{"lfm2", "lfm2"},
	{"mamba", "mamba"},
	{"whisper", "whisper"},
	{"exaone", "exaone"},
	{"minicpm", "minicpm"},
	{"llama~2!|-l2-|platypus2|vicuna*1.5", "llama-2"},
	{"llama|vicuna|alpaca|wizard|guanaco|koala|airoboros|manticore|orca|hermes|chronos|samantha|"
	 "tulu|platypus|hippogriff|lazarus|supercot|supercoco|stheno|mythomax|mythalion|huginn|"
	 "puddlejumper|puffin|openchat",
	 "llama-1"},
};

static bool is_separator(char c)
{
	return c == '-' || c == '_';
}

/* Whether the pattern (up to '|') matches at at. '*' is met by trying each later place in turn. */
static bool match_at(const char *p, const struct name *name, size_t at)
{
	const char *star = NULL;
	size_t star_at = 0;

	if (*p == '<') {
		if (at && is_alnum(name->s[at - 1]))
			return false;
		p++;
	}
	for (;;) {
		char c = at < name->n ? name->s[at] : '\0';
		bool ok;

		if (*p == '|' || !*p)
			return true;
		if (*p == '*') {
			star = ++p;
			star_at = at;
			continue;
		}
		if (*p == '~') {
			at += is_separator(c);
			p++;
			continue;
		}
		if (*p == '!' || *p == '^') {
			ok = *p == '!' ? !is_digit(c) && c != 'b' : !is_letter(c);
			p++;
		} else {
			ok = *p == '-' ? is_separator(c) : *p == '#' ? is_digit(c) : c == *p;
			p++;
			at++;
		}
		if (ok)
			continue;
		if (!star || star_at >= name->n)
			return false;
		p = star;
		at = ++star_at;
	}
}

static bool matches(const char *patterns, const struct name *name)
{
	for (const char *p = patterns; p; p = strchr(p, '|') ? strchr(p, '|') + 1 : NULL)
		for (size_t at = 0; at < name->n; at++)
			if (match_at(p, name, at))
				return true;
	return false;
}

const char *name_series(struct str id)
{
	struct name name = name_of(id);

	for (size_t i = 0; i < sizeof(series) / sizeof(*series); i++)
		if (matches(series[i].patterns, &name))
			return series[i].series;
	return NULL;
}
