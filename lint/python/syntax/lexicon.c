#include "lexicon.h"

/* Matching ends with an error, not late: with JIT 10^6 steps take about a millisecond, and the house
 * patterns (possessive, no nested choice) need none of them. */
enum { MATCH_LIMIT = 1000000 };

/* Python's lexical grammar: https://docs.python.org/3/reference/lexical_analysis.html */
static const struct {
	uint32_t options;
	const char *pattern;
} regex_rows[REGEX_COUNT] = {
    [REGEX_NUMBER] = {PCRE2_CASELESS,
		      "0x(?:_?[0-9a-f])++|0o(?:_?[0-7])++|0b(?:_?[01])++"
		      "|(?:(?:[0-9](?:_?[0-9])*+)?+\\.[0-9](?:_?[0-9])*+|[0-9](?:_?[0-9])*+\\.)"
		      "(?:e[+-]?[0-9](?:_?[0-9])*+)?+j?+"
		      "|[0-9](?:_?[0-9])*+(?:e[+-]?[0-9](?:_?[0-9])*+j?+|j)"
		      "|[1-9](?:_?[0-9])*+|0(?:_?0)*+"},
    [REGEX_DOUBLE_QUOTED] = {PCRE2_DOTALL, "\"\"\"(?:[^\"\\\\]++|\\\\.|\"\"?+(?!\"))*+\"\"\""
					   "|\"(?!\"\")(?:[^\"\\\\\\r\\n]++|\\\\(?:\\r\\n|.))*+\""},
    [REGEX_SINGLE_QUOTED] = {PCRE2_DOTALL, "'''(?:[^'\\\\]++|\\\\.|''?+(?!'))*+'''"
					   "|'(?!'')(?:[^'\\\\\\r\\n]++|\\\\(?:\\r\\n|.))*+'"},
    /* XID_Start and XID_Continue, near enough: the few Other_ID characters are added by hand. */
    [REGEX_UNICODE_NAME] = {PCRE2_UTF | PCRE2_UCP,
			    "[\\p{L}\\p{Nl}_\\x{2118}\\x{212E}]"
			    "[\\p{L}\\p{Nl}\\p{Mn}\\p{Mc}\\p{Nd}\\p{Pc}\\x{B7}\\x{387}"
			    "\\x{1369}-\\x{1371}\\x{19DA}\\x{2118}\\x{212E}]*+"},
    /* PEP 263; the group holds the name. */
    [REGEX_CODING] = {0, "[ \\t\\f]*+#[^\\r\\n]*?coding[:=][ \\t]*+([-_.a-zA-Z0-9]++)"},
};

static const struct {
	const char *text;
	uint8_t len, kind;
} operator_rows[] = {
#define X(name, text) {text, sizeof(text) - 1, TOK_##name},
    PY_OPERATORS(X)
#undef X
};

enum { OPERATORS = sizeof(operator_rows) / sizeof(*operator_rows) };

static const struct {
	const char *text;
	uint8_t len, kind;
	bool begins;
} keyword_rows[] = {
#define X(name, text, begins) {text, sizeof(text) - 1, TOK_##name, begins},
    PY_KEYWORDS(X)
#undef X
};

enum { KEYWORDS = sizeof(keyword_rows) / sizeof(*keyword_rows) };

/* The factor was searched for: no two keywords clash (tests/unit/lint/python/syntax/check_python_lexer.c finds every one). */
static unsigned keyword_hash(const unsigned char *s, size_t n)
{
	return (s[0] + 15u * s[1] + s[n - 1] + (unsigned)n) % KEYWORD_SLOTS;
}

static void fill_bytes(struct py_lexicon *lx)
{
	for (int c = 0; c < 256; c++) {
		enum py_byte is = BYTE_BAD;

		if (c >= 128)
			is = BYTE_HIGH;
		else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
			is = BYTE_NAME;
		else if (c >= '0' && c <= '9')
			is = BYTE_DIGIT;
		else if (c == ' ' || c == '\t' || c == '\f')
			is = BYTE_SPACE;
		else if (c == '\n' || c == '\r')
			is = BYTE_LINE_END;
		else if (c == '"' || c == '\'')
			is = BYTE_QUOTE;
		else if (c == '#')
			is = BYTE_COMMENT;
		else if (c == '\\')
			is = BYTE_BACKSLASH;
		lx->bytes[c] = (uint8_t)is;
	}
	for (size_t i = OPERATORS; i-- > 0;) {
		unsigned char c = (unsigned char)operator_rows[i].text[0];

		lx->operators[c] = (uint8_t)(i + 1);
		lx->bytes[c] = BYTE_OPERATOR;
	}
}

static void fill_keywords(struct py_lexicon *lx)
{
	for (size_t i = 0; i < KEYWORDS; i++) {
		const unsigned char *s = (const unsigned char *)keyword_rows[i].text;

		lx->keywords[keyword_hash(s, keyword_rows[i].len)] = (uint8_t)(i + 1);
	}
}

static bool compile(struct py_lexicon *lx)
{
	for (int i = 0; i < REGEX_COUNT; i++) {
		int error;
		size_t at;

		lx->regexes[i] =
		    pcre2_compile((PCRE2_SPTR)regex_rows[i].pattern, PCRE2_ZERO_TERMINATED,
				  regex_rows[i].options | PCRE2_ANCHORED, &error, &at, NULL);
		if (!lx->regexes[i])
			return false;
		/* Without JIT (a kernel that forbids it) matching is slower, nothing else. */
		pcre2_jit_compile(lx->regexes[i], PCRE2_JIT_COMPLETE);
	}
	lx->match = pcre2_match_data_create(2, NULL);
	lx->context = pcre2_match_context_create(NULL);
	if (!lx->match || !lx->context)
		return false;
	pcre2_set_match_limit(lx->context, MATCH_LIMIT);
	return true;
}

struct py_lexicon *py_lexicon_new(void)
{
	struct py_lexicon *lx = calloc(1, sizeof(*lx));

	if (!lx)
		return NULL;
	fill_bytes(lx);
	fill_keywords(lx);
	if (!compile(lx)) {
		py_lexicon_free(lx);
		return NULL;
	}
	return lx;
}

void py_lexicon_free(struct py_lexicon *lx)
{
	if (!lx)
		return;
	for (int i = 0; i < REGEX_COUNT; i++)
		pcre2_code_free(lx->regexes[i]);
	pcre2_match_data_free(lx->match);
	pcre2_match_context_free(lx->context);
	arena_free(&lx->arena);
	free(lx);
}

void py_lexicon_keep_names(struct py_lexicon *lexicon, struct identifiers *names)
{
	lexicon->names = names;
}

size_t py_lexicon_match(struct py_lexicon *lx, enum py_regex id, struct str text, size_t from)
{
	int rc = pcre2_match(lx->regexes[id], (PCRE2_SPTR)text.s, text.n, from, 0, lx->match,
			     lx->context);

	if (rc < 0)
		return 0;
	return pcre2_get_ovector_pointer(lx->match)[1] - from;
}

enum tok py_lexicon_operator(const struct py_lexicon *lx, const unsigned char *s, size_t n,
			     uint32_t *len)
{
	for (size_t i = lx->operators[s[0]]; i && i <= OPERATORS; i++) {
		const char *text = operator_rows[i - 1].text;
		size_t m = operator_rows[i - 1].len;

		if ((unsigned char)text[0] != s[0])
			break;
		if (m <= n && (m < 2 || s[1] == (unsigned char)text[1]) &&
		    (m < 3 || s[2] == (unsigned char)text[2])) {
			*len = (uint32_t)m;
			return (enum tok)operator_rows[i - 1].kind;
		}
	}
	*len = 1;
	return TOK_ERROR;
}

enum tok py_lexicon_keyword(const struct py_lexicon *lx, const unsigned char *s, size_t n)
{
	size_t row;

	if (n < 2 || n > KEYWORD_LONGEST)
		return TOK_NAME;
	row = lx->keywords[keyword_hash(s, n)];
	if (!row || keyword_rows[row - 1].len != n || memcmp(s, keyword_rows[row - 1].text, n) != 0)
		return TOK_NAME;
	return (enum tok)keyword_rows[row - 1].kind;
}

bool py_keyword_begins(enum tok keyword)
{
	return keyword >= TOK_FALSE && keyword_rows[keyword - TOK_FALSE].begins;
}

const char *py_token_name(enum tok kind)
{
	static const char *const names[] = {[TOK_END] = "the end of the file",
					    [TOK_NEWLINE] = "the line end",
					    [TOK_INDENT] = "an indented line",
					    [TOK_DEDENT] = "the end of the block",
					    [TOK_NAME] = "a name",
					    [TOK_NUMBER] = "a number",
					    [TOK_STRING] = "a string",
					    [TOK_FSTRING_START] = "an f-string",
					    [TOK_FSTRING_MIDDLE] = "text",
					    [TOK_FSTRING_END] = "the end of the f-string",
					    [TOK_MAGIC] = "an IPython magic",
					    [TOK_SHELL] = "a shell command",
					    [TOK_ERROR] = "no token",
#define X(name, text) [TOK_##name] = "'" text "'",
					    PY_OPERATORS(X)
#undef X
#define X(name, text, begins) [TOK_##name] = "'" text "'",
						PY_KEYWORDS(X)
#undef X
	};

	return names[kind];
}

const char *py_lex_error_text(enum py_lex_error why)
{
	static const char *const texts[] = {
#define X(name, kind, text) text,
	    PY_LEX_ERRORS(X)
#undef X
	};

	return texts[why];
}

enum py_bad_kind py_lex_error_kind(enum py_lex_error why)
{
	static const enum py_bad_kind kinds[] = {
#define X(name, kind, text) kind,
	    PY_LEX_ERRORS(X)
#undef X
	};

	return kinds[why];
}
