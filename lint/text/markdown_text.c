#include "markdown_text.h"

#include "printable.h"

void markdown_text(struct out *out, struct str s)
{
	s = printable(out->arena, s);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];
		bool plain = c < 0 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
			     (c >= 'A' && c <= 'Z') || c == ' ' || c == '/' || c == '-' || c == '=';

		if (plain)
			out_put(out, str_sub(s, i, i + 1));
		else
			out_fmt(out, "&#%d;", c);
	}
}
