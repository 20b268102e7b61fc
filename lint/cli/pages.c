#include "pages.h"

struct str page_find(struct str name)
{
	for (size_t i = 0; i < pages_n; i++)
		if (str_is(name, pages[i].name))
			return (struct str){(const char *)pages[i].bytes, pages[i].n};
	return STR("");
}
