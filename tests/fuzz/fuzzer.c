/*
 * usage: smoke_NAME [-n COPIES] [-d] PATH…
 *
 * Replays a fuzzer (LLVMFuzzerTestOneInput of fuzz_NAME.c) on files, and on a few dozen damaged copies
 * of each, always the same ones: what `make fuzz` does at length with clang, for every compiler and
 * with every `make check`. A crash or a hang ends the program with a signal, and the input is named. -d: the damaged
 * copies alone, where other tests read the files as they are.
 */
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity,
						     unsigned seed);

enum { SIZE_MAX_INPUT = 1 << 16, DEPTH_MAX = 32, HANG_SECONDS = 30 };

static char current[4096];
static unsigned inputs, copies = 24;
static bool damaged_only;
static uint64_t state;

/* xorshift64*, Vigna 2016; seeded per file, so that a new file changes no other file's copies. */
static uint64_t next(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * UINT64_C(0x2545F4914F6CDD1D);
}

static void name_input(int signum)
{
	static const char text[] = "died on a copy of ";

	(void)!write(STDOUT_FILENO, text, sizeof(text) - 1);
	(void)!write(STDOUT_FILENO, current, strlen(current));
	(void)!write(STDOUT_FILENO, "\n", 1);
	if (signum == SIGPROF)
		_exit(3);
	signal(signum, SIG_DFL);
	raise(signum);
}

/** A signal after so many seconds of processor time, however busy the machine is; 0: none. */
static void watch(int seconds)
{
	setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = seconds}}, NULL);
}

static void run(const uint8_t *data, size_t n)
{
	uint8_t *copy = malloc(n + 1);

	/* A block of its own size, so that a read behind the end is seen. */
	if (!copy)
		exit(3);
	memcpy(copy, data, n);
	watch(HANG_SECONDS);
	LLVMFuzzerTestOneInput(copy, n);
	watch(0);
	inputs++;
	free(copy);
}

/* Cuts, repeats, overwrites or swaps a stretch; returns the new size. */
static size_t damage(uint8_t *data, size_t n, size_t capacity)
{
	static const char marks[] = "[]{}()<>\"'\\\n\t :#,-&*|%@`$\0\xff\x80=!?\r";
	size_t at = n ? next() % n : 0, len = n - at ? next() % (n - at) % 64 : 0;

	switch (next() % 6) {
	case 0:
		memmove(data + at, data + at + len, n - at - len);
		return n - len;
	case 1:
		if (n + len > capacity)
			return n;
		memmove(data + at + len, data + at, n - at);
		return n + len;
	case 2:
		return at;
	case 3:
		for (size_t i = 0; i < len; i++)
			data[at + i] = (uint8_t)marks[next() % (sizeof(marks) - 1)];
		return n;
	case 4:
		if (n)
			data[at] ^= (uint8_t)(1U << next() % 8);
		return n;
	default:
		if (n < capacity) {
			memmove(data + at + 1, data + at, n - at);
			data[at] = (uint8_t)marks[next() % (sizeof(marks) - 1)];
			return n + 1;
		}
		return n;
	}
}

/** libFuzzer's, for the mutators of the fuzzers that have one (fuzz_grammar.h). */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity)
{
	return damage(data, size, capacity);
}

/** Every other copy is damaged by the fuzzer's own rules, if it has any. */
static size_t mutate(uint8_t *data, size_t n, size_t capacity)
{
	if (!LLVMFuzzerCustomMutator)
		return damage(data, n, capacity);
	return LLVMFuzzerCustomMutator(data, n, capacity, (unsigned)next());
}

static void run_file(const char *path)
{
	static uint8_t whole[SIZE_MAX_INPUT], copy[2 * SIZE_MAX_INPUT];
	FILE *f = fopen(path, "rb");
	size_t n;

	if (!f)
		return;
	n = fread(whole, 1, sizeof(whole), f);
	fclose(f);
	snprintf(current, sizeof(current), "%s", path);
	if (!damaged_only)
		run(whole, n);
	state = 88172645463325252U + n;
	for (unsigned i = 0; i < copies; i++) {
		size_t m = n;

		memcpy(copy, whole, n);
		for (uint64_t k = 1 + next() % 4; k > 0; k--)
			m = mutate(copy, m, sizeof(copy));
		run(copy, m);
	}
}

static void run_path(const char *path, int depth)
{
	struct stat st;
	struct dirent **names;
	int n;

	if (lstat(path, &st) != 0 || depth > DEPTH_MAX)
		return;
	if (S_ISREG(st.st_mode))
		run_file(path);
	if (!S_ISDIR(st.st_mode))
		return;
	n = scandir(path, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		char below[4096];

		if (names[i]->d_name[0] != '.' &&
		    (size_t)snprintf(below, sizeof(below), "%s/%s", path, names[i]->d_name) <
			sizeof(below))
			run_path(below, depth + 1);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
}

int main(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '_');

	signal(SIGPROF, name_input);
	signal(SIGABRT, name_input);
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
			copies = (unsigned)strtoul(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "-d") == 0)
			damaged_only = true;
		else
			run_path(argv[i], 0);
	}
	printf("%u inputs\n", inputs);
	printf("fuzz-%s: %d passed, %d failed\n", name ? name + 1 : "", inputs > 0, inputs == 0);
	return inputs == 0;
}
