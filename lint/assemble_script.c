/*
 * Scripts that nothing launches: run as "python script.py" without arguments being known.
 */
#include "assemble.h"

#include "python/script.h"

/* A job whose sink a launched script has already led to is not another one. */
static bool sink_known(const struct assembly *s, size_t before, struct span sink)
{
	for (size_t i = 0; i < before; i++)
		if (s->drafts.at[i].sink.file == sink.file && s->drafts.at[i].sink.off == sink.off)
			return true;
	return false;
}

void assemble_script(struct assembly *s, uint32_t file)
{
	size_t before = s->drafts.n;
	size_t kept = before;
	struct target target;

	if (!py_is_script(s->cache, file, repository_text(s->repo, file)))
		return;
	target = assemble_target(s, NULL, file);
	assemble_entry(s, file, NULL, &target);
	for (size_t i = before; i < s->drafts.n; i++)
		if (!sink_known(s, before, s->drafts.at[i].sink))
			s->drafts.at[kept++] = s->drafts.at[i];
	s->drafts.n = kept;
}
