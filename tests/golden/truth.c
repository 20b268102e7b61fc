/*
 * usage: truth TRUTH.json REPO < output of --format json
 *
 * Holds what the linter found against what a person found by reading the repository. A golden file
 * shows that the output did not change; this shows that it is right. TRUTH.json:
 *
 *	{"jobs": [{"file": "run.sh", "verdict": "exceeds", "gpu": "H200", "count": 1,
 *	           "settings": {"lora_r": 64, "peft": ["lora", "dora"], "weights_dtype":
 *	                        {"value": "float32", "origin": "defaulted"}, "quantization": null},
 *	           "gib": [4, 7]}],
 *	 "no_other_jobs": true,
 *	 "findings": [{"rule": "dead-setting", "file": "config.py", "on": "MAX_SEQ_LENGTH = 512"}],
 *	 "silent": ["bad-value"]}
 *
 * A job is found by a file it is made of (and by "id", if several share it). Of a setting, null
 * means absent (or false, "none"), a list any of its values. "on" is text of the finding's line.
 */
#include <cjson/cJSON.h>

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

static const cJSON *get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static const char *text(const cJSON *item)
{
	return cJSON_IsString(item) ? item->valuestring : "";
}

__attribute__((format(printf, 1, 2))) static void complain(const char *fmt, ...)
{
	va_list ap;

	wrong = 1;
	fputs("truth: ", stdout);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

static char *slurp(FILE *f)
{
	size_t n = 0, cap = 1 << 16;
	char *s = malloc(cap);

	while (f && s) {
		size_t got = fread(s + n, 1, cap - n - 1, f);

		n += got;
		if (got == 0)
			break;
		if (cap - n < 2)
			s = realloc(s, cap *= 2);
	}
	if (!s || !f)
		exit(3);
	s[n] = '\0';
	return s;
}

/* Order of a list does not matter; numbers compare as doubles, with room for their printing. */
static bool same(const cJSON *want, const cJSON *got)
{
	const cJSON *w, *g;

	if (cJSON_IsNumber(want) && cJSON_IsNumber(got))
		return fabs(want->valuedouble - got->valuedouble) <= 1e-9 * fabs(want->valuedouble);
	if (!cJSON_IsArray(want) || !cJSON_IsArray(got))
		return cJSON_Compare(want, got, true);
	if (cJSON_GetArraySize(want) != cJSON_GetArraySize(got))
		return false;
	cJSON_ArrayForEach(w, want)
	{
		bool found = false;

		cJSON_ArrayForEach(g, got) found = found || same(w, g);
		if (!found)
			return false;
	}
	return true;
}

static bool is_off(const cJSON *value)
{
	return !value || cJSON_IsNull(value) || cJSON_IsFalse(value) ||
	       strcmp(text(value), "none") == 0;
}

static bool fits(const cJSON *want, const cJSON *got)
{
	const cJSON *w;

	if (cJSON_IsNull(want))
		return is_off(got);
	if (got && same(want, got))
		return true;
	if (!cJSON_IsArray(want) || cJSON_IsArray(got))
		return false;
	cJSON_ArrayForEach(w, want)
	{
		if (fits(w, got))
			return true;
	}
	return false;
}

static void check_setting(const char *job, const cJSON *want, const cJSON *settings)
{
	const cJSON *got = get(settings, want->string);
	const cJSON *value = get(got, "value");
	const cJSON *origin = cJSON_IsObject(want) ? get(want, "origin") : NULL;
	const cJSON *expected = cJSON_IsObject(want) ? get(want, "value") : want;
	char *w = cJSON_PrintUnformatted(expected),
	     *g = value ? cJSON_PrintUnformatted(value) : NULL;

	if (!fits(expected, value))
		complain("%s: %s is %s, by reading %s", job, want->string, g ? g : "absent", w);
	else if (origin && !fits(origin, get(got, "origin")))
		complain("%s: %s is %s, by reading %s", job, want->string, text(get(got, "origin")),
			 cJSON_IsString(origin) ? text(origin) : "another");
	free(w);
	free(g);
}

static bool has_file(const cJSON *job, const char *file)
{
	const cJSON *f;

	if (strcmp(text(get(job, "file")), file) == 0)
		return true;
	cJSON_ArrayForEach(f, get(job, "files"))
	{
		if (strcmp(text(f), file) == 0)
			return true;
	}
	return false;
}

static const cJSON *find_job(const cJSON *want, const cJSON *jobs)
{
	const cJSON *job;
	const char *file = text(get(want, "file")), *id = text(get(want, "id"));

	cJSON_ArrayForEach(job, jobs)
	{
		if ((!*id || strcmp(text(get(job, "id")), id) == 0) && has_file(job, file))
			return job;
	}
	return NULL;
}

static void check_job(const cJSON *want, const cJSON *jobs)
{
	const cJSON *job = find_job(want, jobs), *setting, *gib = get(want, "gib");
	const char *name = text(get(want, "file"));
	const cJSON *target = get(job, "target");
	double likely;

	if (!job) {
		complain("%s: no job", name);
		return;
	}
	cJSON_ArrayForEach(setting, get(want, "settings"))
	    check_setting(name, setting, get(job, "settings"));
	if (get(want, "verdict") && !fits(get(want, "verdict"), get(job, "verdict")))
		complain("%s: verdict %s", name, text(get(job, "verdict")));
	if (get(want, "gpu") && !fits(get(want, "gpu"), get(target, "gpu")))
		complain("%s: target %s", name, text(get(target, "gpu")));
	if (get(want, "count") && !fits(get(want, "count"), get(target, "count")))
		complain("%s: wrong number of GPUs", name);
	if (!gib)
		return;
	likely =
	    cJSON_GetNumberValue(get(get(get(job, "estimate"), "needed"), "likely")) / 1073741824.0;
	if (!(likely >= cJSON_GetNumberValue(cJSON_GetArrayItem(gib, 0)) &&
	      likely <= cJSON_GetNumberValue(cJSON_GetArrayItem(gib, 1))))
		complain("%s: likely %.2f GiB needed", name, likely);
}

/* Whether line number of a file of the repository holds some text. */
static bool line_holds(const char *repo, const char *file, int line, const char *what)
{
	char path[4096], buffer[8192];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", repo, file);
	f = fopen(path, "r");
	if (!f)
		return false;
	for (int n = 1; fgets(buffer, sizeof(buffer), f); n++)
		found = found || (n == line && strstr(buffer, what));
	fclose(f);
	return found;
}

static void check_finding(const cJSON *want, const cJSON *findings, const char *repo)
{
	const char *rule = text(get(want, "rule")), *file = text(get(want, "file"));
	const cJSON *f;

	cJSON_ArrayForEach(f, findings)
	{
		if (strcmp(text(get(f, "rule")), rule) != 0 ||
		    (*file && strcmp(text(get(f, "file")), file) != 0))
			continue;
		if (!get(want, "on") ||
		    line_holds(repo, file, (int)cJSON_GetNumberValue(get(f, "line")),
			       text(get(want, "on"))))
			return;
	}
	complain("no %s at %s: %s", rule, file, text(get(want, "on")));
}

int main(int argc, char **argv)
{
	FILE *f = argc == 3 ? fopen(argv[1], "r") : NULL;
	cJSON *truth, *output;
	const cJSON *item, *other;
	char *source, *said;

	if (!f) {
		fputs("usage: truth TRUTH.json REPO < output\n", stderr);
		return 2;
	}
	source = slurp(f);
	fclose(f);
	said = slurp(stdin);
	truth = cJSON_Parse(source);
	output = cJSON_Parse(said);
	if (!truth || !output) {
		complain("%s is no JSON", truth ? "the output" : argv[1]);
		return 1;
	}
	cJSON_ArrayForEach(item, get(truth, "jobs")) check_job(item, get(output, "jobs"));
	if (cJSON_IsTrue(get(truth, "no_other_jobs")) &&
	    cJSON_GetArraySize(get(output, "jobs")) != cJSON_GetArraySize(get(truth, "jobs"))) {
		complain("%d jobs, by reading %d:", cJSON_GetArraySize(get(output, "jobs")),
			 cJSON_GetArraySize(get(truth, "jobs")));
		cJSON_ArrayForEach(item, get(output, "jobs"))
		    printf("\t%s\n", text(get(item, "id")));
	}
	cJSON_ArrayForEach(item, get(truth, "findings"))
	    check_finding(item, get(output, "findings"), argv[2]);
	cJSON_ArrayForEach(item, get(truth, "silent"))
	{
		cJSON_ArrayForEach(other, get(output, "findings"))
		{
			if (strcmp(text(get(other, "rule")), text(item)) == 0)
				complain("%s at %s:%d", text(item), text(get(other, "file")),
					 (int)cJSON_GetNumberValue(get(other, "line")));
		}
	}
	cJSON_Delete(truth);
	cJSON_Delete(output);
	free(source);
	free(said);
	return wrong;
}
