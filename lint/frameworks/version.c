#include "version.h"

#include "core/base/base.h"
#include "registry.h"

/* The next number of a version, and whether there was one; suffixes (rc1, .dev0, +cu118) end it. */
static bool version_part(struct str *v, int64_t *part)
{
	size_t n = 0;

	while (n < v->n && v->s[n] >= '0' && v->s[n] <= '9')
		n++;
	if (!n || !str_to_int(str_sub(*v, 0, n), part))
		return false;
	*v = n < v->n && v->s[n] == '.' ? str_sub(*v, n + 1, v->n) : (struct str){NULL, 0};
	return true;
}

static struct str version_bare(struct str v)
{
	v = str_trim(v);
	return v.n && (v.s[0] == 'v' || v.s[0] == 'V') ? str_sub(v, 1, v.n) : v;
}

int version_cmp(struct str a, struct str b)
{
	a = version_bare(a);
	b = version_bare(b);
	for (;;) {
		int64_t x = 0, y = 0;
		bool has_x = version_part(&a, &x), has_y = version_part(&b, &y);

		if (!has_x && !has_y)
			return 0;
		if (x != y)
			return x < y ? -1 : 1;
	}
}

bool version_in(struct str version, const char *since, const char *until)
{
	if (since && version_cmp(version, str_of(since)) < 0)
		return false;
	return !until || version_cmp(version, str_of(until)) < 0;
}

/* Names as PEP 503 has them: case, "-", "_" and "." do not count. */
static bool package_same(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++) {
		char x = a.s[i] == '_' || a.s[i] == '.' ? '-' : a.s[i];
		char y = b.s[i] == '_' || b.s[i] == '.' ? '-' : b.s[i];

		if (!str_eq_nocase((struct str){&x, 1}, (struct str){&y, 1}))
			return false;
	}
	return true;
}

static struct version *find(const struct versions *versions, struct str package)
{
	for (size_t i = 0; i < versions->n; i++)
		if (package_same(versions->at[i].package, package))
			return &versions->at[i];
	return NULL;
}

const struct version *versions_find(const struct versions *versions, struct str package)
{
	return find(versions, package);
}

struct str version_release(struct str entry)
{
	return str_cut(entry, '@').head;
}

/* The month of an entry "4.57@2510", or 0. */
static int64_t release_month(struct str entry)
{
	int64_t month = 0;

	str_to_int(str_cut(entry, '@').tail, &month);
	return month;
}

/* The month in which a version came out: that of the newest listed release not after it. */
static int64_t month_of(const struct version *v)
{
	const struct package *p = package_find(v->package);
	struct str rest = p ? str_of(p->releases) : (struct str){NULL, 0};
	int64_t month = 0;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ' ');

		if (version_cmp(version_release(cut.head), v->version) <= 0 &&
		    release_month(cut.head))
			month = release_month(cut.head);
		rest = cut.tail;
	}
	return month;
}

struct versions *versions_copy(struct arena *a, const struct versions *from)
{
	struct versions *copy = arena_new(a, struct versions);

	copy->arena = a;
	for (size_t i = 0; i < from->n; i++)
		*vec_push(a, copy) = from->at[i];
	return copy;
}

bool version_same(const struct version *a, const struct version *b)
{
	return str_eq(a->package, b->package) && str_eq(a->version, b->version) && str_eq(a->least, b->least) &&
	       a->stated == b->stated && a->open == b->open && a->at_most == b->at_most && a->pinned == b->pinned &&
	       a->other_name == b->other_name && a->at.file == b->at.file && a->at.off == b->at.off && a->month == b->month;
}

bool versions_same(const struct versions *a, const struct versions *b)
{
	bool same = a->n == b->n;

	for (size_t i = 0; same && i < a->n; i++)
		same = version_same(&a->at[i], &b->at[i]);
	return same;
}

void versions_set(struct versions *versions, struct version v)
{
	struct version *old = find(versions, v.package);

	v.month = month_of(&v);
	if (!old)
		*vec_push(versions->arena, versions) = v;
	/* lightning beside pytorch-lightning: what is asked for by the name of today holds. */
	else if (v.stated && old->stated && v.other_name != old->other_name)
		*old = v.other_name ? *old : v;
	else if (v.stated ? !old->stated || !v.open : !old->stated || old->open)
		*old = v;
}

void versions_forget(struct versions *versions, struct str package)
{
	struct version *v = find(versions, package);

	if (v)
		*v = versions->at[--versions->n];
}

void versions_need(struct versions *versions, struct str package, struct str since)
{
	struct version *v = find(versions, package);

	if (v && v->at_most && (!v->least.n || version_cmp(v->least, since) < 0))
		v->least = since;
}

/* The newest month among the versions that are known and bounded; 0: none. */
static int64_t newest_month(const struct versions *versions)
{
	int64_t month = 0;

	for (size_t i = 0; i < versions->n; i++)
		if (!versions->at[i].open && versions->at[i].month > month)
			month = versions->at[i].month;
	return month;
}

/* The newest release not after a month; 0: the newest of all. */
static struct str newest_of(struct str releases, int64_t month)
{
	struct str best = {NULL, 0};

	while (releases.n) {
		struct str_cut cut = str_cut(releases, ' ');

		if (!best.n || !month ||
		    (release_month(cut.head) && release_month(cut.head) <= month))
			best = version_release(cut.head);
		releases = cut.tail;
	}
	return best;
}

struct str versions_of(const struct versions *versions, struct str package, bool *guessed)
{
	const struct version *v = find(versions, package);
	const struct package *p = v ? NULL : package_find(package);

	*guessed = !v;
	if (v)
		return v->version;
	if (!p)
		return (struct str){NULL, 0};
	/* Packages whose months are not known stay at the newest. */
	if (str_chr(str_of(p->releases), '@', 0) == SIZE_MAX)
		return newest_of(str_of(p->releases), 0);
	return newest_of(str_of(p->releases), newest_month(versions));
}

/* Whether a release begins with all numbers of a prefix: 4.57 with "4". */
static bool begins_with(struct str release, struct str prefix)
{
	int64_t x, y;

	while (version_part(&prefix, &y))
		if (!version_part(&release, &x) || x != y)
			return false;
	return true;
}

/* The operator that a clause starts with; empty if none. */
static struct str clause_op(struct str clause)
{
	static const char *const ops[] = {"===", "==", ">=", "<=", "!=", "~=", ">", "<", "^", "~", "="};

	for (size_t i = 0; i < sizeof(ops) / sizeof(*ops); i++)
		if (str_starts(clause, str_of(ops[i])))
			return str_of(ops[i]);
	return (struct str){NULL, 0};
}

/* The version behind an operator; "4.40.*" without its end and *wild set. */
static struct str clause_version(struct str clause, bool *wild)
{
	struct str v = version_bare(str_sub(clause, clause_op(clause).n, clause.n));

	*wild = str_ends(v, STR(".*"));
	return *wild ? str_sub(v, 0, v.n - 2) : v;
}

/*
 * What Poetry's "^" holds on to: all up to the first number that is not 0, or else all that is written ("^0.2.1" allows 0.2.4,
 * "^0" 0.9). "~": the first two of what is written.
 * Source: Poetry 2.1, Dependency specification, caret and tilde requirements.
 */
static struct str held_part(struct str v, bool caret)
{
	struct str rest = v;
	size_t end = 0;
	int64_t n;

	for (int i = 0; version_part(&rest, &n) && (caret || i < 2); i++) {
		end = v.n - rest.n;
		if (caret && n)
			break;
	}
	while (end && v.s[end - 1] == '.')
		end--;
	return str_sub(v, 0, end);
}

/* Whether a release satisfies one clause ">=4.40" (PEP 440, and "^" and "~" as Poetry has them). */
static bool clause_admits(struct str clause, struct str release)
{
	struct str op = clause_op(clause), v;
	bool wild;
	int c;

	v = clause_version(clause, &wild);
	c = version_cmp(release, v);
	if (str_is(op, ">="))
		return c >= 0;
	if (str_is(op, "<="))
		return c <= 0;
	if (str_is(op, ">"))
		return c > 0;
	if (str_is(op, "<"))
		return c < 0;
	if (str_is(op, "!="))
		return wild ? !begins_with(release, v) : c != 0;
	if (str_is(op, "~="))
		return c >= 0 && begins_with(release, str_sub(v, 0, str_rchr(v, '.')));
	if (str_is(op, "^") || str_is(op, "~"))
		return c >= 0 && begins_with(release, held_part(v, str_is(op, "^")));
	return !op.n || (wild ? begins_with(release, v) : c == 0);
}

/* Whether all clauses of ">=4.40,<4.50" admit a release. */
static bool admits(struct str clauses, struct str release)
{
	while (clauses.n) {
		struct str_cut cut = str_cut(clauses, ',');

		if (!clause_admits(str_trim(cut.head), release))
			return false;
		clauses = cut.tail;
	}
	return true;
}

/* The version that "==4.40.1" pins; empty if no clause is a pin. */
static struct str pin_of(struct str clauses)
{
	while (clauses.n) {
		struct str_cut cut = str_cut(clauses, ',');
		struct str clause = str_trim(cut.head), op = clause_op(clause);
		bool wild;
		struct str v = clause_version(clause, &wild);

		if (op.n && op.s[0] == '=' && !wild)
			return v;
		clauses = cut.tail;
	}
	return (struct str){NULL, 0};
}

/* The newest release that the clauses admit; empty if none. */
static struct str newest_admitted(struct str releases, struct str clauses)
{
	struct str best = {NULL, 0};

	while (releases.n) {
		struct str_cut cut = str_cut(releases, ' ');

		if (admits(clauses, version_release(cut.head)))
			best = version_release(cut.head);
		releases = cut.tail;
	}
	return best;
}

/* Whether no clause bounds a version from above. */
static bool only_below(struct str clauses)
{
	while (clauses.n) {
		struct str_cut cut = str_cut(clauses, ',');
		struct str op = clause_op(str_trim(cut.head));

		if (!str_is(op, ">=") && !str_is(op, ">") && !str_is(op, "!="))
			return false;
		clauses = cut.tail;
	}
	return true;
}

/* The version of the first ">=", "~=", "^" or "~" clause: where it asks for more than the tables know, or for a patch, which they leave out. */
static struct str lower_bound(struct str clauses)
{
	while (clauses.n) {
		struct str_cut cut = str_cut(clauses, ',');
		struct str clause = str_trim(cut.head);
		bool wild;

		if (str_among(clause_op(clause), STR(">=|~=|^|~")))
			return clause_version(clause, &wild);
		clauses = cut.tail;
	}
	return (struct str){NULL, 0};
}

/* "name[extra] clauses" → name, clauses. */
static struct str_cut split_requirement(struct str text)
{
	size_t n = 0, close;
	struct str rest;

	while (n < text.n && !str_has(STR("=<>!~^[ (@"), str_sub(text, n, n + 1)))
		n++;
	rest = str_trim(str_sub(text, n, text.n));
	close = rest.n && rest.s[0] == '[' ? str_chr(rest, ']', 0) : SIZE_MAX;
	if (close != SIZE_MAX)
		rest = str_trim(str_sub(rest, close + 1, rest.n));
	return (struct str_cut){str_sub(text, 0, n), rest, true};
}

void versions_require(struct versions *versions, struct str requirement, struct span at)
{
	struct str text = str_trim(str_cut(str_cut(requirement, ';').head, '#').head);
	struct str_cut parts = split_requirement(text);
	const struct package *package = package_find(parts.head);
	struct str version;
	bool open, pinned;

	/* "trl==$TRL", "trl=={version}": somebody else's to fill in. */
	if (!package || !clause_op(parts.tail).n || str_chr(parts.tail, '$', 0) != SIZE_MAX ||
	    str_chr(parts.tail, '{', 0) != SIZE_MAX || str_chr(parts.tail, '%', 0) != SIZE_MAX)
		return;
	version = pin_of(parts.tail);
	pinned = version.n != 0;
	if (!version.n)
		version = newest_admitted(str_of(package->releases), parts.tail);
	if (!version.n)
		version = lower_bound(parts.tail);
	if (!version.n)
		return;
	open = only_below(parts.tail);
	versions_set(versions, (struct version){
				   .package = str_of(package->name),
				   .version = str_dup(versions->arena, version),
				   .stated = true,
				   .open = open,
				   .pinned = pinned,
				   .other_name = !package_same(parts.head, str_of(package->name)),
				   .least = open ? str_dup(versions->arena, lower_bound(parts.tail))
						 : (struct str){NULL, 0},
				   .at = at});
}

struct str package_release_before(const struct package *package, struct str until)
{
	struct str best = {NULL, 0}, rest = package ? str_of(package->releases) : best;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ' ');

		if (version_cmp(version_release(cut.head), until) < 0)
			best = version_release(cut.head);
		rest = cut.tail;
	}
	return best;
}
