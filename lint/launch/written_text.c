/* What scripts write into files, with holes where it is not known. */
#include "strip_launchers.h"

#include "lint/read/read.h"

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

		if (part->kind == PART_TEXT) {
			holed_text_add(a, out, part->text, part->at.file ? part->at : at);
			continue;
		}
		sh_parts_push(a, &one, *part);
		holed_text_add_hole(a, out, sh_parts_node(a, one, part->at), part->at.file ? part->at : at);
	}
	/* One command wrote all of it. */
	if (!out->pieces.n)
		*vec_push(a, &out->pieces) = (struct piece){0, at};
	holed_text_finish(a, out);
	return out;
}
