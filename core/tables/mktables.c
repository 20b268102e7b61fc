/*
 * Turns the tables of facts (models.csv; gpus.csv and instances.csv) into C, at build time.
 *
 *	mktables models models.csv > models.c
 *	mktables gpus gpus.csv instances.csv > gpus.c
 *
 * A row that is not well formed stops the build with file:line. Adding a model or a GPU is adding a
 * line to a CSV file; adding a column is adding a row to the tables below.
 */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/gpu/gpu_name.h"
#include "core/model/catalog.h"

enum { FIELDS_MAX = 40, NUMBERS_MAX = 64 };

struct csv {
	const char *path;
	char *text, *at;
	/** Line of the row that was read last, and of the next one. */
	int line, next;
	char *fields[FIELDS_MAX];
	size_t n;
};

__attribute__((noreturn, format(printf, 2, 3))) static void die(const struct csv *csv,
								const char *fmt, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: ", csv->path, csv->line);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static void *need(void *p)
{
	if (!p) {
		fputs("mktables: out of memory\n", stderr);
		exit(1);
	}
	return p;
}

static struct csv csv_open(const char *path)
{
	struct csv csv = {.path = path, .line = 1, .next = 1};
	size_t n = 0;
	FILE *f = fopen(path, "r");

	if (!f || getdelim(&csv.text, &n, '\0', f) < 0) {
		fprintf(stderr, "%s: cannot be read, or empty\n", path);
		exit(1);
	}
	fclose(f);
	csv.at = csv.text;
	return csv;
}

/* One field, unquoted in place. Returns the byte behind it. */
static char *csv_field(struct csv *csv, char **out)
{
	char *from = csv->at;
	char *to = csv->at;
	bool quoted = *from == '"';

	*out = to;
	if (!quoted) {
		from += strcspn(from, ",\n\"");
		if (*from == '"')
			die(csv, "a quote inside a field that does not start with one");
		return from;
	}
	for (from++; *from && (*from != '"' || from[1] == '"'); from++) {
		if (*from == '"')
			from++;
		if (*from == '\n')
			die(csv, "a quoted field does not end on its line");
		*to++ = *from;
	}
	if (*from != '"')
		die(csv, "a quoted field does not end");
	from++;
	if (*from && *from != ',' && *from != '\n')
		die(csv, "something behind a quoted field");
	*to = to == from ? *to : '\0';
	return from;
}

/* The next row; false at the end. Fields are NUL-terminated inside the text. */
static bool csv_row(struct csv *csv)
{
	csv->line = csv->next++;
	csv->n = 0;
	if (!*csv->at)
		return false;
	for (;;) {
		char *end;
		char stop;

		if (csv->n == FIELDS_MAX)
			die(csv, "more than %d fields", FIELDS_MAX);
		end = csv_field(csv, &csv->fields[csv->n++]);
		stop = *end;
		*end = '\0';
		csv->at = stop ? end + 1 : end;
		if (stop != ',')
			return true;
	}
}

/* How a column becomes a member of the C struct. */
enum kind {
	/** Left to code of its own. */
	KIND_OWN,
	TEXT,
	/** Digits, or nothing for 0. */
	NUMBER,
	YESNO,
	/** MiB, as bytes. */
	MEBIBYTES,
	/** "8.0" as 80; a name of another vendor's as 0. */
	CAPABILITY,
	/** One of words: "word=initialiser|word=initialiser". */
	WORD,
};

struct column {
	const char *name;
	enum kind kind;
	/** The member; NULL: the column's name. */
	const char *member;
	const char *words;
};

static const struct column model_columns[] = {
	{"hf_id", TEXT, "id", NULL},
	{"aliases", KIND_OWN, NULL, NULL},
	{"series", TEXT, NULL, NULL},
	{"family", TEXT, NULL, NULL},
	{"params_total", NUMBER, "params", NULL},
	{"params_embedding", NUMBER, NULL, NULL},
	{"hidden", NUMBER, NULL, NULL},
	{"layers", NUMBER, NULL, NULL},
	{"heads", NUMBER, NULL, NULL},
	{"kv_heads", NUMBER, NULL, NULL},
	{"head_dim", NUMBER, NULL, NULL},
	{"ffn", NUMBER, NULL, NULL},
	{"vocab", NUMBER, NULL, NULL},
	{"tied_embeddings", YESNO, NULL, NULL},
	{"max_position", NUMBER, NULL, NULL},
	{"norm", WORD, "norm",
	 "rmsnorm=NORM_RMS, .norm_vectors = 1|gemma=NORM_GEMMA, .norm_vectors = 1|"
	 "layernorm=NORM_LAYER, .norm_vectors = 2|layernorm_nobias=NORM_LAYER, .norm_vectors = 1|"
	 "nonparam_ln=NORM_LAYER, .norm_vectors = 0"},
	{"act", WORD, "activation",
	 "swiglu=STR_INIT(\"swiglu\"), .gated = true|geglu=STR_INIT(\"geglu\"), .gated = true|"
	 "reglu=STR_INIT(\"reglu\"), .gated = true|situ=STR_INIT(\"situ\"), .gated = true|"
	 "swiglu_oai=STR_INIT(\"swiglu_oai\"), .gated = true|gelu=STR_INIT(\"gelu\")|"
	 "relu=STR_INIT(\"relu\")|relu2=STR_INIT(\"relu2\")|silu=STR_INIT(\"silu\")|"
	 "xielu=STR_INIT(\"xielu\")"},
	{"attn_bias", WORD, "attention_bias",
	 "none=MODEL_BIAS_NONE|qkv=MODEL_BIAS_QKV|all=MODEL_BIAS_ALL|o=MODEL_BIAS_O|"
	 "qv_o=MODEL_BIAS_QV_O"},
	{"qk_norm", WORD, NULL,
	 "none=MODEL_QK_NORM_NONE|head=MODEL_QK_NORM_HEAD|full=MODEL_QK_NORM_FULL"},
	{"sliding_window", NUMBER, NULL, NULL},
	{"num_experts", NUMBER, "experts", NULL},
	{"experts_per_token", NUMBER, NULL, NULL},
	{"moe_ffn", NUMBER, NULL, NULL},
	{"shared_expert_ffn", NUMBER, NULL, NULL},
	{"dense_layers_before_moe", NUMBER, NULL, NULL},
	{"mla_kv_lora_rank", NUMBER, NULL, NULL},
	{"encoder_layers", NUMBER, NULL, NULL},
	{"notes", KIND_OWN, NULL, NULL},
	{"source", TEXT, NULL, NULL},
};

static const struct column gpu_columns[] = {
	{"name", TEXT, NULL, NULL},
	{"aliases", TEXT, NULL, NULL},
	{"vendor", TEXT, NULL, NULL},
	{"arch", TEXT, NULL, NULL},
	{"compute_capability", CAPABILITY, NULL, NULL},
	{"marketing_gb", NUMBER, NULL, NULL},
	{"total_mib", MEBIBYTES, "total_bytes", NULL},
	{"torch_total_mib", MEBIBYTES, "torch_total_bytes", NULL},
	{"evidence", TEXT, NULL, NULL},
	{"bf16", YESNO, NULL, NULL},
	{"flash_attention_2", YESNO, NULL, NULL},
	{"fp8", YESNO, NULL, NULL},
	{"host_shared", YESNO, NULL, NULL},
	{"mig_profiles", KIND_OWN, NULL, NULL},
	{"context_mib", MEBIBYTES, "context_bytes", NULL},
	{"source", TEXT, NULL, NULL},
	{"notes", TEXT, "remark", NULL},
};

static const char *const note_names[] = {
#define NOTE_NAME(id, name) name,
	MODEL_NOTES(NOTE_NAME)
#undef NOTE_NAME
};

static const char *const note_enums[] = {
#define NOTE_ENUM(id, name) "MODEL_NOTE_" #id,
	MODEL_NOTES(NOTE_ENUM)
#undef NOTE_ENUM
};

/* The header must name exactly the columns: a column out of place would be a silent wrong fact. */
static void expect_columns(struct csv *csv, const struct column *columns, size_t n)
{
	csv_row(csv);
	for (size_t i = 0; i < n; i++)
		if (i >= csv->n || strcmp(csv->fields[i], columns[i].name) != 0)
			die(csv, "column %zu must be %s", i + 1, columns[i].name);
	if (csv->n != n)
		die(csv, "%zu columns where %zu are known", csv->n, n);
}

static bool all_digits(const char *s)
{
	return *s && strspn(s, "0123456789") == strlen(s) && strlen(s) <= 18;
}

static void put_text(FILE *out, const char *s)
{
	if (!*s) {
		fputs("{NULL, 0}", out);
		return;
	}
	fputs("STR_INIT(\"", out);
	for (; *s; s++)
		if (*s == '"' || *s == '\\' || *s == '?')
			fprintf(out, "\\%c", *s);
		else if (*s >= ' ' && *s <= '~')
			fputc(*s, out);
		else
			fprintf(out, "\\%03o", (unsigned char)*s);
	fputs("\")", out);
}

static void put_word(const struct csv *csv, FILE *out, const struct column *column,
		     const char *field)
{
	size_t n = strlen(field);

	for (const char *w = column->words; w; w = strchr(w, '|') ? strchr(w, '|') + 1 : NULL)
		if (n && strncmp(w, field, n) == 0 && w[n] == '=') {
			fprintf(out, "%.*s", (int)strcspn(w + n + 1, "|"), w + n + 1);
			return;
		}
	die(csv, "%s: \"%s\" is none of %s", column->name, field, column->words);
}

static unsigned capability(const char *field)
{
	unsigned major = 0;
	unsigned minor = 0;
	char end;

	return sscanf(field, "%2u.%1u%c", &major, &minor, &end) == 2 ? major * 10 + minor : 0;
}

/* ".member = value, " of one field. */
static void put_field(const struct csv *csv, FILE *out, const struct column *column,
		      const char *field)
{
	bool number = column->kind == NUMBER || column->kind == MEBIBYTES;

	if (column->kind == KIND_OWN)
		return;
	if (number && *field && !all_digits(field))
		die(csv, "%s: \"%s\" is no number", column->name, field);
	if (column->kind == YESNO && strcmp(field, "yes") != 0 && strcmp(field, "no") != 0)
		die(csv, "%s: \"%s\" is neither yes nor no", column->name, field);
	fprintf(out, ".%s = ", column->member ? column->member : column->name);
	switch (column->kind) {
	case KIND_OWN:
		break;
	case TEXT:
		put_text(out, field);
		break;
	case NUMBER:
		fputs(*field ? field : "0", out);
		break;
	case MEBIBYTES:
		fprintf(out, "UINT64_C(%s) << 20", *field ? field : "0");
		break;
	case YESNO:
		fputs(*field == 'y' ? "true" : "false", out);
		break;
	case CAPABILITY:
		fprintf(out, "%u", capability(field));
		break;
	case WORD:
		put_word(csv, out, column, field);
		break;
	}
	fputs(", ", out);
}

static void put_row(const struct csv *csv, FILE *out, const struct column *columns, size_t n)
{
	if (csv->n != n)
		die(csv, "%zu fields where there are %zu columns", csv->n, n);
	if (!*csv->fields[0])
		die(csv, "%s is empty", columns[0].name);
	fputs("\t{", out);
	for (size_t i = 0; i < n; i++)
		put_field(csv, out, &columns[i], csv->fields[i]);
}

static char *trim(char *s)
{
	char *end = s + strlen(s);

	while (isspace((unsigned char)*s))
		s++;
	while (end > s && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return s;
}

/* "320/640/1280": one number of a note each. Returns how many. */
static size_t put_numbers(const struct csv *csv, FILE *numbers, const char *key, char *values)
{
	size_t note = 0;
	size_t n = 0;

	while (note < MODEL_NOTE_COUNT && strcmp(note_names[note], key) != 0)
		note++;
	if (note == MODEL_NOTE_COUNT)
		die(csv, "notes: %s is not among MODEL_NOTES of core/model/catalog.h", key);
	for (char *v = strtok(values, "/"); v; v = strtok(NULL, "/"), n++) {
		if (!all_digits(v + (*v == '-')))
			die(csv, "notes: %s=%s is no number", key, v);
		fprintf(numbers, "\t{%s, %s},\n", note_enums[note], v);
	}
	return n;
}

/*
 * notes is "key=value; key=value; free text". Numbers go to their array, from position *at on; the
 * two words and the text become members.
 */
static void put_notes(const struct csv *csv, FILE *out, FILE *numbers, size_t *at, char *notes)
{
	char remark[1024] = "";
	size_t first = *at;

	for (char *token = notes, *next; token; token = next) {
		char *equals;

		next = strchr(token, ';');
		if (next)
			*next++ = '\0';
		token = trim(token);
		equals = strchr(token, '=');
		if (!equals || memchr(token, ' ', (size_t)(equals - token))) {
			if (strlen(remark) + strlen(token) + 3 > sizeof(remark))
				die(csv, "notes: more text than %zu bytes", sizeof(remark));
			if (*remark && *token)
				strcat(remark, "; ");
			strcat(remark, token);
			continue;
		}
		*equals = '\0';
		if (strcmp(token, "text_arch") == 0 || strcmp(token, "vision") == 0) {
			fprintf(out, ".%s = ", *token == 't' ? "text_family" : "tower");
			put_text(out, equals + 1);
			fputs(", ", out);
		} else {
			*at += put_numbers(csv, numbers, token, equals + 1);
		}
	}
	if (*at > first)
		fprintf(out, ".numbers = numbers + %zu, .n_numbers = %zu, ", first, *at - first);
	fputs(".remark = ", out);
	put_text(out, remark);
}

/* An id, and where it stands in the text of all ids. */
struct name {
	const char *text;
	size_t at;
	int line;
};

struct names {
	struct name *at;
	size_t n, room;
	/** All ids, each followed by a ';'. */
	FILE *text;
	size_t bytes;
};

static void add_name(struct names *names, const struct csv *csv, const char *text)
{
	if (!*text || strpbrk(text, " \t\"\\;"))
		die(csv, "\"%s\" is no id", text);
	if (names->n == names->room) {
		names->room = names->room ? 2 * names->room : 1024;
		names->at = need(realloc(names->at, names->room * sizeof(*names->at)));
	}
	names->at[names->n++] = (struct name){text, names->bytes, csv->line};
	fprintf(names->text, "\t\"%s;\"\n", text);
	names->bytes += strlen(text) + 1;
}

static int by_name(const void *x, const void *y)
{
	const struct name *a = x;
	const struct name *b = y;

	return strcasecmp(a->text, b->text);
}

static const char *tail(const struct name *name)
{
	const char *slash = strrchr(name->text, '/');

	return slash ? slash + 1 : name->text;
}

static int by_tail(const void *x, const void *y)
{
	const struct name *const *a = x;
	const struct name *const *b = y;
	int order = strcasecmp(tail(*a), tail(*b));

	return order ? order : (*a > *b) - (*a < *b);
}

/* The ids sorted by name, and the positions among them sorted by what follows the organisation. */
static void put_names(struct csv *csv, struct names *names)
{
	const struct name **tails = need(calloc(names->n, sizeof(*tails)));

	qsort(names->at, names->n, sizeof(*names->at), by_name);
	puts("static const uint32_t names[] = {");
	for (size_t i = 0; i < names->n; i++) {
		const struct name *name = &names->at[i];

		csv->line = name->line;
		if (i && by_name(name - 1, name) == 0)
			die(csv, "%s stands in line %d too", name->text, name[-1].line);
		printf("\t%zu,\n", name->at);
		tails[i] = name;
	}
	qsort(tails, names->n, sizeof(*tails), by_tail);
	puts("};\nstatic const uint16_t tails[] = {");
	for (size_t i = 0; i < names->n; i++)
		printf("\t%zu,\n", (size_t)(tails[i] - names->at));
	puts("};");
	free(tails);
}

static int models(const char *path)
{
	const size_t columns = sizeof(model_columns) / sizeof(*model_columns);
	struct csv csv = csv_open(path);
	struct names names = {0};
	char *rows, *numbers, *text, *firsts;
	size_t rows_n, numbers_n, text_n, firsts_n;
	FILE *out = need(open_memstream(&rows, &rows_n));
	FILE *out_numbers = need(open_memstream(&numbers, &numbers_n));
	FILE *out_firsts = need(open_memstream(&firsts, &firsts_n));
	size_t number = 0;
	size_t row = 0;

	names.text = need(open_memstream(&text, &text_n));
	for (expect_columns(&csv, model_columns, columns); csv_row(&csv); row++) {
		put_row(&csv, out, model_columns, columns);
		put_notes(&csv, out, out_numbers, &number, csv.fields[columns - 2]);
		fputs("},\n", out);
		fprintf(out_firsts, "\t%zu,\n", names.bytes);
		add_name(&names, &csv, csv.fields[0]);
		for (char *a = strtok(csv.fields[1], ";"); a; a = strtok(NULL, ";"))
			add_name(&names, &csv, a);
	}
	fprintf(out_firsts, "\t%zu,\n", names.bytes);
	fclose(out);
	fclose(out_numbers);
	fclose(out_firsts);
	fclose(names.text);
	if (names.n > UINT16_MAX)
		die(&csv, "more than %d ids: widen tails of struct model_names", UINT16_MAX);
	puts("/* Made by core/tables/mktables.c from models.csv. */\n"
	     "#include \"core/model/model_table.h\"\n"
	     "#pragma GCC diagnostic ignored \"-Woverlength-strings\"");
	printf("static const struct model_number numbers[] = {\n%s};\n", numbers);
	printf("const struct model models[] = {\n%s};\n", rows);
	printf("static const char text[] =\n%s;\n", text);
	printf("static const uint32_t firsts[] = {\n%s};\n", firsts);
	put_names(&csv, &names);
	printf("const struct model_names model_names = {text, firsts, names, tails, %zu};\n",
	       names.n);
	printf("const size_t models_n = %zu;\n", row);
	free(names.at);
	free(rows);
	free(numbers);
	free(text);
	free(firsts);
	free(csv.text);
	return 0;
}

static size_t gpu_row(char *const *gpus, size_t n, const struct csv *csv, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(gpus[i], name) == 0)
			return i;
	die(csv, "%s is no name of gpus.csv", name);
}

static void instances(const char *path, char *const *gpus, size_t n_gpus)
{
	static const struct column columns[] = {{"cloud", TEXT, NULL, NULL},
						{"instance", TEXT, NULL, NULL},
						{"gpu", TEXT, NULL, NULL},
						{"gpu_count", TEXT, NULL, NULL}};
	struct csv csv = csv_open(path);
	size_t n = 0;

	puts("const struct instance instances[] = {");
	for (expect_columns(&csv, columns, 4); csv_row(&csv); n++) {
		if (csv.n != 4)
			die(&csv, "%zu fields where there are 4 columns", csv.n);
		fputs("\t{", stdout);
		put_text(stdout, csv.fields[1]);
		/* A count in words says where the number stands: the name does not fix it. */
		printf(", %zu, %s},\n", gpu_row(gpus, n_gpus, &csv, csv.fields[2]),
		       all_digits(csv.fields[3]) ? csv.fields[3] : "0");
	}
	printf("};\nconst size_t instances_n = %zu;\n", n);
	free(csv.text);
}

struct spelling {
	struct gpu_name name;
	size_t row;
};

struct spellings {
	struct spelling *at;
	size_t n, room;
};

static void add_spelling(struct spellings *all, const char *text, size_t row)
{
	struct spelling *s;

	if (all->n == all->room) {
		all->room = all->room ? 2 * all->room : 1024;
		all->at = need(realloc(all->at, all->room * sizeof(*all->at)));
	}
	s = &all->at[all->n];
	gpu_name_of(&s->name, (struct str){text, strlen(text)});
	s->row = row;
	for (size_t i = all->n; i-- > 0 && all->at[i].row == row;)
		if (all->at[i].name.n == s->name.n &&
		    memcmp(all->at[i].name.s, s->name.s, s->name.n) == 0)
			return;
	all->n += s->name.n >= 2;
}

/* By the first byte, then from long to short and by row: the longest spelling in a name is the one that counts. */
static int by_first(const void *x, const void *y)
{
	const struct spelling *a = x;
	const struct spelling *b = y;
	unsigned char p = (unsigned char)a->name.s[0], q = (unsigned char)b->name.s[0];

	if (p != q)
		return p < q ? -1 : 1;
	if (a->name.n != b->name.n)
		return a->name.n < b->name.n ? 1 : -1;
	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return memcmp(a->name.s, b->name.s, a->name.n);
}

static void put_spellings(struct csv *csv, struct spellings *all)
{
	size_t at = 0, first = 0;

	qsort(all->at, all->n, sizeof(*all->at), by_first);
	puts("#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
	     "const char gpu_spelling_text[] =");
	for (size_t i = 0; i < all->n; i++)
		printf("\t\"%.*s\"\n", (int)all->at[i].name.n, all->at[i].name.s);
	puts(";\nconst struct gpu_spelling gpu_spellings[] = {");
	for (size_t i = 0; i < all->n; at += all->at[i++].name.n)
		printf("\t{%zu, %zu, %zu},\n", at, all->at[i].row, all->at[i].name.n);
	puts("};\nconst uint16_t gpu_spellings_from[] = {");
	for (size_t byte = 0; byte <= UCHAR_MAX + 1; byte++) {
		while (first < all->n && (unsigned char)all->at[first].name.s[0] < byte)
			first++;
		printf("\t%zu,\n", first);
	}
	puts("};");
	if (at > UINT16_MAX)
		die(csv, "more than %d bytes of spellings: widen struct gpu_spelling", UINT16_MAX);
}

static int gpus(const char *path, const char *path_instances)
{
	const size_t columns = sizeof(gpu_columns) / sizeof(*gpu_columns);
	struct csv csv = csv_open(path);
	struct spellings spellings = {0};
	char **seen = NULL;
	size_t n = 0;

	puts("/* Made by core/tables/mktables.c from gpus.csv and instances.csv. */\n"
	     "#include \"core/gpu/gpu_table.h\"\n"
	     "const struct gpu gpus[] = {");
	for (expect_columns(&csv, gpu_columns, columns); csv_row(&csv); n++) {
		put_row(&csv, stdout, gpu_columns, columns);
		puts("},");
		for (size_t i = 0; i < n; i++)
			if (strcasecmp(seen[i], csv.fields[0]) == 0)
				die(&csv, "%s has a row already", csv.fields[0]);
		seen = need(realloc(seen, (n + 1) * sizeof(*seen)));
		seen[n] = csv.fields[0];
		add_spelling(&spellings, csv.fields[0], n);
		for (char *a = strtok(csv.fields[1], ";"); a; a = strtok(NULL, ";"))
			add_spelling(&spellings, a, n);
	}
	printf("};\nconst size_t gpus_n = %zu;\n", n);
	put_spellings(&csv, &spellings);
	instances(path_instances, seen, n);
	free(spellings.at);
	free(seen);
	free(csv.text);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 2;

	if (argc == 3 && strcmp(argv[1], "models") == 0)
		status = models(argv[2]);
	else if (argc == 4 && strcmp(argv[1], "gpus") == 0)
		status = gpus(argv[2], argv[3]);
	else
		fputs("usage: mktables models FILE | gpus FILE INSTANCES\n", stderr);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		perror("mktables");
		return 1;
	}
	return status;
}
