#include "path_glob.h"

/* A pattern of many stars against a long path must not take exponential time: steps are counted. */
enum { STEPS_MAX = 100000 };

/**
 * A star is retried from the place of the last one only; a double star from its own last place, since
 * it may also cross the slashes that stop a single one.
 */
bool path_glob_match(struct str glob, struct str path)
{
	size_t g = 0;
	size_t p = 0;
	struct {
		size_t g, p;
	} star = {SIZE_MAX, 0}, stars = {SIZE_MAX, 0};

	/* As in .gitignore, a pattern that ends with a slash means all below; "**" + "/" may be nothing. */
	for (size_t steps = 0; steps < STEPS_MAX; steps++) {
		if (g < glob.n && str_starts(str_sub(glob, g, glob.n), STR("**"))) {
			g += 2;
			if (g < glob.n && glob.s[g] == '/')
				g++;
			stars.g = g;
			stars.p = p;
			star.g = SIZE_MAX;
		} else if (g < glob.n && glob.s[g] == '*') {
			star.g = ++g;
			star.p = p;
		} else if (g == glob.n && (p == path.n || (g && glob.s[g - 1] == '/'))) {
			return true;
		} else if (p < path.n && g < glob.n &&
			   (glob.s[g] == path.s[p] || (glob.s[g] == '?' && path.s[p] != '/'))) {
			g++;
			p++;
		} else if (star.g != SIZE_MAX && star.p < path.n && path.s[star.p] != '/') {
			p = ++star.p;
			g = star.g;
		} else if (stars.g != SIZE_MAX && stars.p < path.n) {
			/* Only at starts of parts when a slash follows the stars. */
			do
				stars.p++;
			while (stars.g && glob.s[stars.g - 1] == '/' && stars.p < path.n &&
			       path.s[stars.p - 1] != '/');
			p = stars.p;
			g = stars.g;
			star.g = SIZE_MAX;
		} else {
			return false;
		}
	}
	return false;
}
