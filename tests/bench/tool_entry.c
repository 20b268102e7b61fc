/*
 * How long it takes to read and evaluate entry scripts with all that they import.
 *
 *	tool_entry FOLDER…    for each script of the folders that may train: "MILLISECONDS FILES STEPS PATH"
 *
 * Each script is measured by itself, from its first byte to the settings of its jobs: files are read,
 * parsed and evaluated as if there were no other. Time of the processor, the best of ROUNDS.
 */
#include "lint/os/os.h"
#include "lint/python/python.h"
#include "lint/python/script.h"
#include "lint/repo/discover.h"
#include "lint/repo/repo.h"
#include "lint/training/training.h"

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 10 };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static uint32_t load(void *context, struct str path)
{
	return load_file(context, path);
}

static const struct node *open_tree(void *context, struct str path, struct span at)
{
	struct repository *repo = context;
	const struct file *from = files_at(repo->files, at.file);

	return repository_tree(
	    repo, repository_resolve(repo, STR(""), from ? from->path : STR(""), path));
}

/** A repository of which only the paths are known. */
static void list_files(struct loader *loader, struct repository *repo, const struct candidates *all)
{
	for (size_t i = 0; i < all->n; i++)
		files_add(loader->files, all->at[i].path, (struct str){NULL, 0});
	load_start(loader);
	repository_init(repo, loader->arena, loader->files, loader->findings, load, loader);
}

/** Evaluates an entry in a repository of which nothing was read yet; milliseconds, or 0 if it is no script. */
static double run_entry(struct filesystem *fs, const struct candidates *all, struct str path,
			size_t *files, uint64_t *steps)
{
	struct arena a = {0};
	struct files list = {.arena = &a};
	struct findings findings = {0};
	struct loader loader = {.arena = &a, .fs = fs, .files = &list, .findings = &findings};
	struct repository repo;
	struct versions versions = {.arena = &a};
	struct training_reader reader = {&findings, &versions, open_tree, &repo};
	struct training_jobs jobs = {0};
	struct py_cache *cache;
	struct trace *trace = NULL;
	struct eval_world seen;
	uint32_t entry;
	double start, took = 0;

	findings_init(&findings, &a);
	list_files(&loader, &repo, all);
	seen = repository_eval_world(&repo);
	seen.beside = eval_dirname(path);
	start = now();
	cache = py_cache_new(&a);
	entry = load_file(&loader, path);
	if (entry && py_is_script(cache, entry, repository_text(&repo, entry))) {
		trace = py_run(&a, &seen, cache, entry);
		training_find(&a, trace, &reader, true, &jobs);
		took = now() - start;
		*files = trace->files.n;
		*steps = trace->steps;
	}
	py_cache_free(cache);
	load_end(&loader);
	arena_free(&a);
	return took;
}

static bool may_train(struct arena *a, struct filesystem *fs, const struct prefilter *prefilter,
		      const struct candidate *c)
{
	struct str text;

	return c->kind == KIND_PYTHON &&
	       fs->read(fs->context, a, c->path, (size_t)4 << 20, &text) == FS_OK &&
	       prefilter_marks(prefilter, KIND_PYTHON, text) & (MARK_SINK | MARK_METHOD);
}

static bool measure(const char *folder)
{
	struct arena a = {0}, scratch = {0};
	struct discover what = {0};
	struct candidates all = {0};
	struct findings findings = {0};
	struct str message = STR("");
	struct filesystem *fs = fs_posix(&a, folder, &message);
	const struct prefilter *prefilter = prefilter_new(&a);

	findings_init(&findings, &a);
	if (!fs || !discover(&a, fs, &what, &findings, &all, &message)) {
		fprintf(stderr, "%s: %.*s\n", folder, STR_ARG(message));
		return false;
	}
	for (size_t i = 0; i < all.n; i++) {
		double best = 0;
		size_t files = 0;
		uint64_t steps = 0;

		if (!may_train(&scratch, fs, prefilter, &all.at[i]))
			continue;
		for (int round = 0; round < ROUNDS; round++) {
			double took = run_entry(fs, &all, all.at[i].path, &files, &steps);

			best = round == 0 || took < best ? took : best;
		}
		if (best > 0)
			printf("%.3f %zu %llu %s/%.*s\n", best, files, (unsigned long long)steps,
			       folder, STR_ARG(all.at[i].path));
		arena_reset(&scratch);
	}
	arena_free(&scratch);
	arena_free(&a);
	return true;
}

int main(int argc, char **argv)
{
	bool good = argc > 1;

	if (!good)
		fprintf(stderr, "usage: tool_entry FOLDER...\n");
	for (int i = 1; i < argc; i++)
		good &= measure(argv[i]);
	return good ? 0 : 2;
}
