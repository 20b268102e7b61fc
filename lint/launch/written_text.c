/* What scripts write into files, with holes where it is not known. */
#include "strip_launchers.h"

#include "lint/read/read.h"

#include <string.h>

/* The text of a path below the repository's root, "$(pwd)/configs/z2.json", which words have without the root; SIZE_MAX: none. */
static size_t below_root(struct sh_parts parts, size_t i)
{
	const struct sh_part *part = sh_parts_at(parts, i), *next = i + 1 < parts.n ? sh_parts_at(parts, i + 1) : NULL;
	const struct sh_part *last = i ? sh_parts_at(parts, i - 1) : NULL;
	size_t n = 0;

	if (part->kind != PART_UNKNOWN || !part->root || !next || next->kind != PART_TEXT || !str_starts(next->text, STR("/")) ||
	    (last && (last->kind != PART_TEXT || !last->text.n || !memchr(" \t\n\"'=:", last->text.s[last->text.n - 1], 7))))
		return SIZE_MAX;
	while (n < next->text.n && next->text.s[n] == '/')
		n++;
	return n < next->text.n && !memchr(" \t\n\"'", next->text.s[n], 5) ? n : SIZE_MAX;
}

/* A place in the file that writes the text; what another one has, a template or a file of variables, comes by the command. */
static struct span place_in(struct sh_eval *ev, struct span part, struct span at)
{
	return part.file && files_parent(ev->files, part.file) == files_parent(ev->files, at.file) ? part : at;
}

struct holed_text *written_text(struct sh_eval *ev, struct sh_parts parts, struct span at)
{
	struct arena *a = ev->arena;
	struct holed_text *out = arena_new(a, struct holed_text);

	out->at = at;
	if (parts.n == 1 && sh_parts_at(parts, 0)->kind == PART_UNKNOWN) {
		out->unknown = sh_parts_at(parts, 0)->text;
		parts.n = 0;
	}
	for (size_t i = 0; i < parts.n; i++) {
		const struct sh_part *part = sh_parts_at(parts, i);
		struct sh_parts one = {0};
		size_t below = below_root(parts, i);

		if (below != SIZE_MAX) {
			struct span behind;

			part = sh_parts_at(parts, ++i);
			behind = place_in(ev, part->at, at);
			if (behind.len == part->text.n)
				behind = (struct span){behind.file, behind.off + (uint32_t)below, behind.len - (uint32_t)below};
			holed_text_add(a, out, str_sub(part->text, below, part->text.n), behind);
			continue;
		}
		if (part->kind == PART_TEXT) {
			holed_text_add(a, out, part->text, place_in(ev, part->at, at));
			continue;
		}
		sh_parts_push(a, &one, *part);
		holed_text_add_hole(a, out, sh_parts_node(a, one, part->at), place_in(ev, part->at, at));
	}
	/* One command wrote all of it. */
	if (!out->pieces.n)
		*vec_push(a, &out->pieces) = (struct piece){0, at};
	holed_text_finish(a, out);
	return out;
}
