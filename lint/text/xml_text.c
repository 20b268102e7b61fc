#include "xml_text.h"

#include "printable.h"
#include "utf8.h"

void xml_text(struct out *out, struct str s)
{
	size_t n;

	s = printable(out->arena, s);
	for (size_t i = 0; i < s.n; i += n) {
		uint32_t point = 0;

		n = utf8_length(s, i, &point);
		if (point == '&' || point == '<' || point == '>' || point == '"' || point == '\'')
			out_fmt(out, "&#%u;", point);
		else if (point == 0xfffe || point == 0xffff)
			out_text(out, "\xef\xbf\xbd");
		else
			out_put(out, str_sub(s, i, i + n));
	}
}

void xml_attribute(struct out *out, const char *name, struct str value)
{
	out_fmt(out, " %s=\"", name);
	xml_text(out, value);
	out_text(out, "\"");
}
