#include "dates.h"

/* Whether a requirement leaves no room for an older release: a pin, or a bound from below that is not under it. */
static bool is_settled(const struct version *known, struct str until, struct str last)
{
	if (!known || !known->stated)
		return false;
	return !known->open || version_cmp(known->version, until) < 0 || version_cmp(last, known->least) < 0;
}

void date_before(const struct package *package, struct str until, struct span at, struct versions *versions)
{
	struct str name = str_of(package->name), last;
	bool guessed;

	/* What the project pins of others may date it before that already. */
	if (version_cmp(versions_of(versions, name, &guessed), until) < 0)
		return;
	last = package_release_before(package, until);
	if (last.n && !is_settled(versions_find(versions, name), until, last))
		versions_set(versions, (struct version){.package = name, .version = last, .at_most = true, .at = at});
}

static void date_one(const struct package *package, const struct version *v, struct versions *versions)
{
	struct str release = v->stated && !v->open ? package_needs(package, v->package, v->version) : STR("");

	if (release.n)
		date_before(package, release, v->at, versions);
}

void date_by_needs(const struct versions *asked, struct versions *versions)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t p = 0; p < frameworks[f]->npackages; p++)
			for (size_t i = 0; frameworks[f]->packages[p].needs && i < asked->n; i++)
				date_one(&frameworks[f]->packages[p], &asked->at[i], versions);
}
