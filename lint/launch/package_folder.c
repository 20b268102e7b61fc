/*
 * Where a package is installed, as scripts ask Python: $(python -c "import swift, os; print(os.path.dirname(
 * swift.__file__))"). The folder before it is not known, the end of the path is.
 */
#include "strip_launchers.h"

#include "lint/eval/eval.h"

static bool is_dotted_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* The dotted name that ends at a byte. */
static struct str name_before(struct str code, size_t end)
{
	size_t from = end;

	while (from > 0 && is_dotted_byte(code.s[from - 1]))
		from--;
	return str_sub(code, from, end);
}

/* What "import a.b as m" imports under a name; the name itself if nothing does. */
static struct str imported(struct arena *a, struct str code, struct str name)
{
	size_t at = str_find(code, str_fmt(a, " as %.*s", STR_ARG(name)), 0);
	struct str whole = at == SIZE_MAX ? (struct str){0} : name_before(code, at);

	return whole.n ? whole : name;
}

/* How many folders above itself is asked for: dirname(…), Path(…).parent. */
static int levels_up(struct str code)
{
	static const char *const words[] = {"dirname(", ".parent"};
	int n = 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (size_t at = 0; (at = str_find(code, str_of(words[i]), at)) != SIZE_MAX; at++)
			n++;
	return n;
}

struct str package_folder(struct arena *a, struct str code)
{
	size_t file = str_find(code, STR(".__file__"), 0), folder = str_find(code, STR(".__path__"), 0);
	size_t at = file != SIZE_MAX ? file : folder;
	struct str name, path;
	int up = levels_up(code);

	if (at == SIZE_MAX || !str_has(code, STR("import ")) || !str_has(code, STR("print(")))
		return STR("");
	name = imported(a, code, name_before(code, at));
	if (!name.n)
		return STR("");
	path = str_cat(a, STR("/"), str_tr(a, name, '.', '/'));
	/* A package's file lies in its folder; what is below one is mostly a module. */
	if (file != SIZE_MAX)
		path = str_cat(a, path, str_chr(name, '.', 0) == SIZE_MAX ? STR("/__init__.py") : STR(".py"));
	for (; up > 0 && path.n; up--)
		path = eval_dirname(path);
	return path;
}
