/*
 * The files that git tracks. What git prints is only a proposal: a forged index lists ../outside and
 * /etc/passwd, which lint/repo/discover.c refuses.
 */
#include "git_files.h"

#include "git_process.h"

bool fs_git(struct arena *a, const char *root, struct fs_paths *out)
{
	static const char *const words[] = {"ls-files", "-z", NULL};
	struct str_cut cut = {0};

	if (!git_output(a, root, words, &cut.tail))
		return false;
	while (cut.tail.n) {
		cut = str_cut(cut.tail, '\0');
		if (cut.head.n)
			*vec_push(a, out) = cut.head;
	}
	return true;
}
