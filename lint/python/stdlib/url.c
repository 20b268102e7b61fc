/* urllib.parse: people make folders of model names with it. */
#include "stdlib_parts.h"

/* RFC 3986's unreserved characters, which quote() never touches. */
static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
	       c == '.' || c == '-' || c == '~';
}

/* quote(string, safe="/") of a text: bytes of UTF-8 as %XX. */
static struct node *quote(struct interpreter *py, struct native_call *c)
{
	static const char hex[] = "0123456789ABCDEF";
	struct node *x = native_arg(c, 0, "string"), *safe = native_arg(c, 1, "safe");
	struct str keep = safe && safe->kind == NODE_STR ? safe->text : STR("/");
	size_t n = 0;
	char *to;

	if (!x || x->kind != NODE_STR || (safe && safe->kind != NODE_STR))
		return NULL;
	to = arena_bytes(py->arena, 3 * x->text.n + 1, 1);
	for (size_t i = 0; i < x->text.n; i++) {
		char byte = x->text.s[i];

		if (is_plain(byte) || ((unsigned char)byte < 0x80 && str_chr(keep, byte, 0) != SIZE_MAX)) {
			to[n++] = byte;
			continue;
		}
		to[n++] = '%';
		to[n++] = hex[(unsigned char)byte >> 4];
		to[n++] = hex[(unsigned char)byte & 15];
	}
	return py_str(py, (struct str){to, n}, c->site.at);
}

static const struct native rows[] = {
	{"urllib.parse.quote", quote, NATIVE_UNKNOWN},
};

NATIVES(natives_url, rows);
