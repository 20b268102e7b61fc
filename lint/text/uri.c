#include "uri.h"

static bool is_unreserved(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
	       c == '_' || c == '~' || c == '/';
}

struct str uri_of_path(struct arena *a, struct str path)
{
	struct out out = {.arena = a};

	for (size_t i = 0; i < path.n; i++)
		if (is_unreserved(path.s[i]))
			out_put(&out, str_sub(path, i, i + 1));
		else
			out_fmt(&out, "%%%02X", (unsigned)path.s[i] & 0xff);
	return out_str(&out);
}
