/* Models by the folder that their checkpoint lies in. */
#include "core/base/base.h"
#include "core/model/model.h"
#include "convert.h"
#include "convert_parts.h"

/* How well an id fits a name: the very name of the row's own organisation best; 0: not at all. */
static int fit_of(struct str id, struct str name, struct str organisation)
{
	if (!model_spelling_same(str_tail(id, '/'), name))
		return 0;
	return 1 + (str_eq_nocase(str_tail(id, '/'), name) ? 2 : 0) +
	       (str_eq_nocase(str_cut(id, '/').head, organisation) ? 1 : 0);
}

/* The id of a row that a name is meant by, the row's organisation as the row spells it. */
static struct str id_of_name(struct arena *a, const struct model *m, struct str name)
{
	struct str organisation = str_cut(m->id, '/').head, best = {0};
	struct str_cut id = {.head = m->id, .tail = model_aliases(m)};
	int most = 0;

	for (; id.head.n; id = str_cut(id.tail, ';')) {
		int fit = fit_of(id.head, name, organisation);

		if (fit > most) {
			most = fit;
			best = id.head;
		}
	}
	if (str_eq_nocase(str_cut(best, '/').head, organisation))
		return str_fmt(a, "%.*s/%.*s", STR_ARG(organisation), STR_ARG(str_tail(best, '/')));
	return best;
}

/* Whether rows before gave the very shape, or none that is known. */
static bool may_be(const struct model *m, const struct value *now)
{
	const struct model *other = now && now->type == VALUE_STR ? model_find(now->as.s) : NULL;

	return !other || other == m || model_same_shape(other, m);
}

/* The model of a folder's name, also of one without the dots that some tools leave out of names. */
static const struct model *known(struct str name)
{
	const struct model *m = name.n && !model_is_folder(name) ? model_find_name(name) : NULL;

	return m ? m : model_spelling_find(name);
}

/* Steps back through the parts of a text that was put together. */
enum { PARTS_MAX = 16 };

/* The end of a text of which the beginning is not known: f"{root}/Llama-2-7b", $ROOT/Llama-2-7b. */
static struct str known_end(struct arena *a, const struct node *n)
{
	struct str end = {0};

	for (int i = 0; i < PARTS_MAX && n && n->kind == NODE_UNKNOWN && n->from[1] &&
			n->from[1]->kind == NODE_STR && ((n->op == '+' && n->quoted) || n->op == '/');
	     i++) {
		end = str_fmt(a, "%s%.*s%.*s", n->op == '/' ? "/" : "", STR_ARG(n->from[1]->text), STR_ARG(end));
		n = n->from[0];
	}
	return end;
}

/* "org/name" behind the folder that a framework keeps models in; empty if the path does not lead through it. */
static struct str id_below(struct str path, struct str folder)
{
	size_t at = folder.n ? str_find(path, folder, 0) : SIZE_MAX;
	struct str id;

	if (at == SIZE_MAX || (at && path.s[at - 1] != '/') || at + folder.n >= path.n || path.s[at + folder.n] != '/')
		return (struct str){0};
	id = str_sub(path, at + folder.n + 1, path.n);
	while (str_ends(id, STR("/")))
		id = str_sub(id, 0, id.n - 1);
	at = str_chr(id, '/', 0);
	return at != SIZE_MAX && at && at + 1 < id.n && at == str_rchr(id, '/') ? id : (struct str){0};
}

struct converted convert_model_folder(struct arena *a, const struct keyrow *row, const struct node *n,
				      const struct value *now)
{
	struct str rest = n->kind == NODE_STR ? n->text : known_end(a, n);
	struct str below = id_below(rest, str_of(row->arg));

	if (below.n && !now)
		return convert_text(a, row->setting, below, n);

	while (rest.n) {
		size_t slash = str_rchr(rest, '/');
		struct str part = guess_cache_id(a, str_tail(rest, '/')), name = str_tail(part, '/');
		const struct model *m = known(name);
		struct str id = !m ? (struct str){0} : name.n < part.n ? part : id_of_name(a, m, name);

		if (id.n)
			return may_be(m, now) ? convert_text(a, SETTING_MODEL, id, n)
					      : convert_nothing();
		rest = str_sub(rest, 0, slash == SIZE_MAX ? 0 : slash);
	}
	return convert_nothing();
}

struct converted convert_model_end(struct arena *a, const struct keyrow *row, const struct node *n)
{
	struct str end = known_end(a, n);
	size_t slash = str_chr(end, '/', 0);
	struct guess g = {0};
	struct converted c;

	if (slash == SIZE_MAX)
		return convert_nothing();
	end = str_sub(end, slash, end.n);
	g = model_guess(a, end);
	/* A size in a run's name would do for a guess, not to say what an unknown place holds. */
	if (!g.model || g.rule > GUESS_SPELLING)
		return convert_nothing();
	c = convert_text(a, row->setting, str_fmt(a, "…%.*s", STR_ARG(end)), n);
	c.value.how = STR("the end of a path whose beginning is not known");
	return c;
}
