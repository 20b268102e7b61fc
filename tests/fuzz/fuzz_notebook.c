/* Any bytes are a notebook, or none: the code taken out of it has places that lie in the file. */
#include "lint/read/read.h"

#include "fuzz.h"

static void check_derived(struct files *files, uint32_t id, size_t size)
{
	const struct file *f = files_at(files, id);

	if (!f)
		return;
	fuzz_touch(f->text);
	for (size_t i = 0; i < f->npieces; i++) {
		fuzz_check(f->pieces[i].off <= f->text.n);
		fuzz_check(i == 0 || f->pieces[i].off >= f->pieces[i - 1].off);
	}
	for (uint32_t off = 0; off < f->text.n && off < 4096; off++) {
		struct span at = files_origin(files, (struct span){id, off, 3});

		fuzz_check((size_t)at.off + at.len <= size);
		(void)files_place(files, (struct span){id, off, 1});
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena a;
	struct files files = {.arena = &a};
	uint32_t id = files_add(&files, STR("a.ipynb"), (struct str){(const char *)data, size});
	struct notebook nb = {0}, again;

	if (notebook_read(&a, &a, &files, id, &nb)) {
		struct left_outs left_outs;
		struct str copy = notebook_copy(&a, &a, files_at(&files, id)->text, &left_outs);
		uint32_t other = files_add(&files, STR("b.ipynb"), copy);

		/* What a copy leaves out is not read. */
		fuzz_check(copy.n <= size);
		files_leave_out(&files, other, left_outs);
		fuzz_check(notebook_read(&a, &a, &files, other, &again));
		fuzz_check(str_eq(files_at(&files, nb.python)->text, files_at(&files, again.python)->text));
		for (uint32_t off = 0; off < files_at(&files, nb.python)->text.n && off < 4096; off++) {
			struct line_column x = files_place(&files, (struct span){nb.python, off, 1});
			struct line_column y = files_place(&files, (struct span){again.python, off, 1});

			fuzz_check(x.line == y.line && x.column == y.column);
		}
		check_derived(&files, nb.python, size);
		check_derived(&files, nb.shell, size);
		fuzz_walk(&a, nb.metadata, size);
	}
	arena_reset(&a);
	return 0;
}
