/* The text report's part about fixes: what to change, and where. */
#include "text.h"

#include "core/base/base.h"

enum { LINE_MAX_SHOWN = 90 };

static bool inside_sequence(struct str s, size_t at)
{
	return at < s.n && ((unsigned char)s.s[at] & 0xc0) == 0x80;
}

/** The line that is changed, as it then reads; of a long one what stands around the change. */
static struct str changed_line(const struct report *r, const struct fix_edit *edit)
{
	struct files *files = r->result->files;
	struct span at = files_origin(files, edit->at);
	struct line_column place = files_place(files, edit->at);
	struct str line = files_line(files, at.file, place.line);
	size_t from = files_line_index(files, at), start = 0, end = line.n;

	if (from + at.len > line.n)
		return edit->text;
	if (line.n > LINE_MAX_SHOWN) {
		start = from > LINE_MAX_SHOWN / 2 ? from - LINE_MAX_SHOWN / 2 : 0;
		end = start + LINE_MAX_SHOWN < line.n ? start + LINE_MAX_SHOWN : line.n;
		end = end < from + at.len ? from + at.len : end;
	}
	while (inside_sequence(line, start))
		start++;
	while (inside_sequence(line, end))
		end--;
	return str_fmt(r->arena, "%s%.*s%.*s%.*s%s", start ? "…" : "", STR_ARG(str_sub(line, start, from)), STR_ARG(edit->text),
		       STR_ARG(str_sub(line, from + at.len, end)), end < line.n ? "…" : "");
}

struct str report_edit(const struct report *r, const struct fix_edit *edit)
{
	static const char *const words[] = {[EDIT_ADD] = "add ", [EDIT_VALUE] = "make it "};
	const char *word = edit->kind == EDIT_ADD || edit->kind == EDIT_VALUE ? words[edit->kind] : "";
	struct str text = edit->kind == EDIT_REPLACE ? changed_line(r, edit) : edit->text;

	if (edit->kind == EDIT_FOLLOWS || !text.n)
		return STR("");
	text = printable(r->arena, str_trim(str_tr(r->arena, text, '\t', ' ')));
	return str_fmt(r->arena, "%s%.*s", word, STR_ARG(text));
}

static void edit(struct out *out, const struct report *r, const struct fix_edit *edit)
{
	struct str text = report_edit(r, edit);

	if (!text.n)
		return;
	out_text(out, "      - ");
	text_style(out, r, STYLE_DIM);
	if (span_known(edit->at))
		out_fmt(out, "%.*s: ", STR_ARG(report_place(r, edit->at)));
	out_put(out, text);
	text_style(out, r, STYLE_NONE);
	out_text(out, "\n");
}

void text_fixes(struct out *out, const struct report *r, const struct job_result *job)
{
	for (size_t i = 0; i < job->nfixes; i++) {
		const struct fix *fix = &job->fixes[i].fix;
		struct str saves = fix->saves ? str_fmt(r->arena, ", saves %.*s", STR_ARG(bytes_text(r->arena, fix->saves))) : STR("");

		text_hint(out, r, i ? "or" : "help",
			  str_fmt(r->arena, "%.*s: %.*s, %.*s free%.*s (%s; %s)", STR_ARG(report_fix(r, fix)),
				  STR_ARG(bytes_text(r->arena, fix->device_likely)),
				  STR_ARG(bytes_text(r->arena, bytes_sub(fix->usable, fix->device_likely))), STR_ARG(saves),
				  fix_class_text(fix->class), fix->cost ? fix->cost : "unknown"));
		for (size_t k = 0; k < fix->n; k++)
			edit(out, r, &job->fixes[i].edits[k]);
	}
}
