/* Checkstyle's XML: findings by file. Those of no file stand below a file of no name, as others have it. */
#include "lint/text/text.h"
#include "format.h"

static void error(struct out *out, const struct finding *f, const struct report_region *at)
{
	static const char *const severities[] = {"ignore", "info", "warning", "error"};

	out_text(out, "    <error");
	if (at->line)
		out_fmt(out, " line=\"%u\" column=\"%u\"", at->line, at->column);
	xml_attribute(out, "severity", str_of(severities[f->severity]));
	xml_attribute(out, "message", f->message);
	out_fmt(out, " source=\"gpumem-lint.%s\"/>\n", rule_rows[f->rule].id);
}

void report_checkstyle(struct out *out, const struct report *r)
{
	const struct findings *all = &r->result->findings;
	struct str open = {0};

	out_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n");
	for (size_t i = 0; i < all->n; i++) {
		struct report_region at = {0};

		if (!report_region(r, all->at[i].at, true, &at))
			at.path = STR("-");
		if (!open.n || !str_eq(open, at.path)) {
			out_text(out, open.n ? "  </file>\n  <file" : "  <file");
			xml_attribute(out, "name", at.path);
			out_text(out, ">\n");
			open = at.path;
		}
		error(out, &all->at[i], &at);
	}
	out_text(out, open.n ? "  </file>\n</checkstyle>\n" : "</checkstyle>\n");
}
