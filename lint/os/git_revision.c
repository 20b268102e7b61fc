#include "git_revision.h"

#include "lint/text/text.h"
#include "git_process.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, ID_MAX = 64, BLOB_MAX = 1 << 30, TOGETHER_MAX = 32 };

/** An object that was asked for. */
struct blob {
	enum fs_status status;
	size_t size;
	/** Of FS_OK. */
	struct str text;
};

struct git_store {
	/** Of the store alone, used with the lock held. */
	struct arena arena;
	const char *root;
	pthread_mutex_t lock;
	struct git_process git;
	bool started, broken;
	/** What was read of git's output and not yet used. */
	char buffer[BUFFER];
	size_t from, to;
	/** Ids to position + 1 in blobs. */
	struct dict ids;
	struct {
		VEC(struct blob);
	} blobs;
};

struct tree_entry {
	struct str path, id;
	enum fs_kind kind;
};

struct tree {
	struct git_store *store;
	/** Sorted by path. */
	struct {
		VEC(struct tree_entry);
	} entries;
};

struct git_store *git_store_open(struct arena *a, const char *root)
{
	struct git_store *store = arena_new(a, struct git_store);

	store->root = root;
	store->git = (struct git_process){.in = -1, .out = -1};
	pthread_mutex_init(&store->lock, NULL);
	return store;
}

void git_store_end(struct git_store *store)
{
	if (store->started)
		git_end(&store->git, store->broken);
	store->started = false;
	store->broken = true;
}

void git_store_free(struct git_store *store)
{
	git_store_end(store);
	arena_free(&store->arena);
	pthread_mutex_destroy(&store->lock);
}

/* Something in the buffer; false at the end, on an error or after some time. */
static bool fill(struct git_store *store)
{
	long long deadline = git_deadline();

	while (store->from == store->to) {
		ssize_t n;

		if (!git_wait(store->git.out, deadline))
			return false;
		n = read(store->git.out, store->buffer, BUFFER);
		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		store->from = 0;
		store->to = n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* n bytes to a place, or nowhere. */
static bool take(struct git_store *store, char *into, size_t n)
{
	while (n) {
		size_t part;

		if (!fill(store))
			return false;
		part = store->to - store->from < n ? store->to - store->from : n;
		if (into) {
			memcpy(into, store->buffer + store->from, part);
			into += part;
		}
		store->from += part;
		n -= part;
	}
	return true;
}

/* The line "ID TYPE SIZE" or "ID missing" in front of an object. */
static bool take_line(struct git_store *store, char line[ID_MAX * 2])
{
	for (size_t n = 0; n < ID_MAX * 2; n++) {
		if (!take(store, line + n, 1))
			return false;
		if (line[n] == '\n') {
			line[n] = '\0';
			return true;
		}
	}
	return false;
}

/* Lines of ids, at most a pipe's worth: git need not read one before it can answer another. */
static bool ask(struct git_store *store, struct str ids)
{
	static const char *const words[] = {"cat-file", "--batch", NULL};

	if (!store->started && !store->broken)
		store->started = git_start(&store->arena, store->root, words, true, &store->git);
	if (!store->started || store->broken)
		return false;
	return out_write(ids, store->git.in);
}

/* Reads the next object that git was asked for; false if git is of no more use. */
static bool answer(struct git_store *store, size_t max, struct blob *blob)
{
	char line[ID_MAX * 2];
	struct str_cut type;
	int64_t size;
	char *bytes = NULL;

	if (!take_line(store, line))
		return false;
	type = str_cut(str_cut(str_of(line), ' ').tail, ' ');
	*blob = (struct blob){.status = FS_MISSING};
	if (str_is(type.head, "missing"))
		return true;
	if (!str_to_int(type.tail, &size) || size < 0 || size > BLOB_MAX)
		return false;
	blob->size = (size_t)size;
	blob->status = !str_is(type.head, "blob") ? FS_NOT_A_FILE : blob->size > max ? FS_TOO_LARGE : FS_OK;
	if (blob->status == FS_OK) {
		bytes = arena_bytes(&store->arena, blob->size + 1, 1);
		bytes[blob->size] = '\0';
		blob->text = (struct str){bytes, blob->size};
	}
	return take(store, bytes, blob->size) && take(store, NULL, 1);
}

/* With the lock held. */
static enum fs_status read_blob(struct git_store *store, struct str id, size_t max, struct str *out)
{
	uint32_t at = dict_get(&store->ids, id);
	struct blob *blob;

	/* One that was too large for whoever asked first may not be for the next. */
	if (!at || (store->blobs.at[at - 1].status == FS_TOO_LARGE && store->blobs.at[at - 1].size <= max)) {
		if (!at) {
			vec_push(&store->arena, &store->blobs);
			at = (uint32_t)store->blobs.n;
			*dict_put(&store->arena, &store->ids, id) = at;
		}
		blob = &store->blobs.at[at - 1];
		if (!ask(store, str_fmt(&store->arena, "%.*s\n", STR_ARG(id))) || !answer(store, max, blob)) {
			store->broken = true;
			blob->status = FS_UNREADABLE;
		}
	}
	blob = &store->blobs.at[at - 1];
	*out = blob->text;
	return blob->status == FS_OK && blob->size > max ? FS_TOO_LARGE : blob->status;
}

/* The position of the first entry that is not before a path. */
static size_t lower_bound(const struct tree *tree, struct str path)
{
	size_t from = 0, to = tree->entries.n;

	while (from < to) {
		size_t middle = (from + to) / 2;

		if (str_cmp(tree->entries.at[middle].path, path) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static const struct tree_entry *entry_of(const struct tree *tree, struct str path)
{
	size_t at = lower_bound(tree, path);

	return at < tree->entries.n && str_eq(tree->entries.at[at].path, path) ? &tree->entries.at[at] : NULL;
}

static bool is_root(struct str path)
{
	return !path.n || str_is(path, ".");
}

/* The first entry below a folder; its position, or SIZE_MAX. */
static size_t first_below(const struct tree *tree, struct str folder, char slashed[], size_t room)
{
	size_t at;

	if (is_root(folder))
		return tree->entries.n ? 0 : SIZE_MAX;
	if (folder.n + 1 > room)
		return SIZE_MAX;
	memcpy(slashed, folder.s, folder.n);
	slashed[folder.n] = '/';
	at = lower_bound(tree, (struct str){slashed, folder.n + 1});
	return at < tree->entries.n && str_starts(tree->entries.at[at].path, (struct str){slashed, folder.n + 1}) ? at
														  : SIZE_MAX;
}

static enum fs_kind tree_look(void *context, struct str path)
{
	const struct tree *tree = context;
	const struct tree_entry *entry = entry_of(tree, path);
	char slashed[4096];

	if (entry)
		return entry->kind;
	return is_root(path) || first_below(tree, path, slashed, sizeof(slashed)) != SIZE_MAX ? FS_FOLDER : FS_NOTHING;
}

static bool tree_list(void *context, struct arena *a, struct str folder, struct fs_entries *out)
{
	const struct tree *tree = context;
	char slashed[4096];
	size_t at = first_below(tree, folder, slashed, sizeof(slashed));
	struct str above = is_root(folder) ? STR("") : (struct str){slashed, folder.n + 1};

	for (; at != SIZE_MAX && at < tree->entries.n && str_starts(tree->entries.at[at].path, above); at++) {
		struct str rest = str_sub(tree->entries.at[at].path, above.n, tree->entries.at[at].path.n);
		struct str_cut cut = str_cut(rest, '/');

		if (out->n && str_eq(out->at[out->n - 1].name, cut.head))
			continue;
		*vec_push(a, out) = (struct fs_entry){cut.head, cut.ok ? FS_FOLDER : tree->entries.at[at].kind};
	}
	return true;
}

static enum fs_status tree_read(void *context, struct arena *a, struct str path, size_t max, struct str *out)
{
	const struct tree *tree = context;
	const struct tree_entry *entry = entry_of(tree, path);
	enum fs_status status;

	(void)a;
	if (!entry)
		return tree_look(context, path) == FS_FOLDER ? FS_NOT_A_FILE : FS_MISSING;
	if (entry->kind != FS_FILE)
		return FS_NOT_A_FILE;
	pthread_mutex_lock(&tree->store->lock);
	status = read_blob(tree->store, entry->id, max, out);
	pthread_mutex_unlock(&tree->store->lock);
	return status;
}

/*
 * Asks for many objects before the first is read, with the lock held: else git and this process wait for each other once an
 * object, which costs more than the reading.
 */
static void ask_all(struct git_store *store, struct out *ids, size_t first, size_t max)
{
	bool good = store->blobs.n == first || ask(store, out_str(ids));

	for (size_t i = first; i < store->blobs.n; i++)
		if (!good || !answer(store, max, &store->blobs.at[i])) {
			good = false;
			store->broken = true;
			store->blobs.at[i] = (struct blob){.status = FS_UNREADABLE};
		}
}

static void tree_expect(void *context, const struct str *paths, size_t n, size_t max)
{
	const struct tree *tree = context;
	struct git_store *store = tree->store;
	struct out ids = {0};
	size_t first;

	pthread_mutex_lock(&store->lock);
	ids.arena = &store->arena;
	first = store->blobs.n;
	for (size_t i = 0; i < n && i < TOGETHER_MAX; i++) {
		const struct tree_entry *entry = entry_of(tree, paths[i]);

		if (!entry || entry->kind != FS_FILE || dict_get(&store->ids, entry->id))
			continue;
		vec_push(&store->arena, &store->blobs);
		*dict_put(&store->arena, &store->ids, entry->id) = (uint32_t)store->blobs.n;
		out_fmt(&ids, "%.*s\n", STR_ARG(entry->id));
	}
	ask_all(store, &ids, first, max);
	pthread_mutex_unlock(&store->lock);
}

/* The text of a file that is in a tree; NULL if it cannot be read. */
static struct str text_of(struct arena *a, const struct filesystem *fs, const struct tree_entry *entry, size_t max)
{
	struct str text;

	return tree_read(fs->context, a, entry->path, max, &text) == FS_OK ? text : (struct str){NULL, 0};
}

void git_revision_changes(struct arena *a, const struct filesystem *before, const struct filesystem *after, size_t max,
			  struct git_changes *out)
{
	const struct tree *x = before->context, *y = after->context;
	size_t i = 0, k = 0;

	while (i < x->entries.n || k < y->entries.n) {
		const struct tree_entry *one = i < x->entries.n ? &x->entries.at[i] : NULL;
		const struct tree_entry *other = k < y->entries.n ? &y->entries.at[k] : NULL;
		int order = !one ? 1 : !other ? -1 : str_cmp(one->path, other->path);

		if (order < 0)
			*vec_push(a, out) = (struct git_change){one->path, text_of(a, before, one, max), {NULL, 0}, true, false};
		else if (order > 0)
			*vec_push(a, out) = (struct git_change){other->path, {NULL, 0}, text_of(a, after, other, max), false, true};
		else if (!str_eq(one->id, other->id) || one->kind != other->kind)
			*vec_push(a, out) = (struct git_change){one->path, text_of(a, before, one, max), text_of(a, after, other, max), true, true};
		i += order <= 0;
		k += order >= 0;
	}
}

static bool tree_tracked(void *context, struct arena *a, struct fs_paths *out)
{
	const struct tree *tree = context;

	for (size_t i = 0; i < tree->entries.n; i++)
		*vec_push(a, out) = tree->entries.at[i].path;
	return true;
}

static int by_path(const void *left, const void *right)
{
	return str_cmp(((const struct tree_entry *)left)->path, ((const struct tree_entry *)right)->path);
}

static enum fs_kind kind_of(struct str mode)
{
	if (str_starts(mode, STR("100")))
		return FS_FILE;
	return str_starts(mode, STR("120")) ? FS_LINK : FS_SPECIAL;
}

/* The lines "MODE TYPE ID<TAB>PATH" of git ls-tree -z. Submodules are left out. */
static void read_entries(struct arena *a, struct str listing, struct tree *tree)
{
	struct str_cut line = {.tail = listing};

	while (line.tail.n) {
		struct str_cut tab, mode, type;

		line = str_cut(line.tail, '\0');
		tab = str_cut(line.head, '\t');
		mode = str_cut(tab.head, ' ');
		type = str_cut(mode.tail, ' ');
		if (tab.tail.n && str_is(type.head, "blob") && type.tail.n <= ID_MAX)
			*vec_push(a, &tree->entries) = (struct tree_entry){tab.tail, type.tail, kind_of(mode.head)};
	}
	if (tree->entries.n)
		qsort(tree->entries.at, tree->entries.n, sizeof(*tree->entries.at), by_path);
}

struct str git_revision_id(struct arena *a, const char *root, struct str revision)
{
	const char *const words[] = {"rev-parse", "--verify", "--quiet", "--end-of-options",
				     str_fmt(a, "%.*s^{commit}", STR_ARG(revision)).s, NULL};
	struct str out;

	return git_output(a, root, words, &out) ? str_trim(out) : STR("");
}

static struct str merge_base(struct arena *a, const char *root, struct str one, struct str other)
{
	const char *const words[] = {"merge-base", str_dup(a, one).s, str_dup(a, other).s, NULL};
	struct str out;

	return one.n && other.n && git_output(a, root, words, &out) ? str_trim(out) : STR("");
}

static bool is_shallow(struct arena *a, const char *root)
{
	static const char *const words[] = {"rev-parse", "--is-shallow-repository", NULL};
	struct str out;

	return git_output(a, root, words, &out) && str_is(str_trim(out), "true");
}

static bool is_repository(struct arena *a, const char *root)
{
	static const char *const words[] = {"rev-parse", "--git-dir", NULL};
	struct str out;

	return git_output(a, root, words, &out);
}

static struct str trouble_of(struct arena *a, const char *root, struct str revision)
{
	if (!is_repository(a, root))
		return str_fmt(a, "no revision \"%.*s\": here is no git repository, or no git", STR_ARG(revision));
	if (is_shallow(a, root))
		return str_fmt(a,
			       "no revision \"%.*s\" in this shallow clone: give actions/checkout \"fetch-depth: 0\", or "
			       "\"fetch-depth: 2\" where it is the first parent of what is checked out (HEAD^1)",
			       STR_ARG(revision));
	return str_fmt(a, "no revision \"%.*s\"", STR_ARG(revision));
}

/* What a revision is called to git; "A...B" is found first. */
static struct str tree_name(struct arena *a, const char *root, struct str revision)
{
	size_t dots = str_find(revision, STR("..."), 0);

	if (dots != SIZE_MAX)
		return merge_base(a, root, git_revision_id(a, root, str_sub(revision, 0, dots)),
				  git_revision_id(a, root, str_sub(revision, dots + 3, revision.n)));
	return revision.n ? str_fmt(a, "%.*s^{tree}", STR_ARG(revision)) : revision;
}

struct filesystem *git_revision_open(struct arena *a, struct git_store *store, struct str revision, struct str *message)
{
	struct tree *tree = arena_new(a, struct tree);
	struct filesystem *fs = arena_new(a, struct filesystem);
	struct str name = tree_name(a, store->root, revision), listing;
	const char *const words[] = {"ls-tree", "-r", "-z", "--end-of-options", str_dup(a, name).s, NULL};

	if (!name.n || !git_output(a, store->root, words, &listing)) {
		*message = trouble_of(a, store->root, revision);
		return NULL;
	}
	tree->store = store;
	read_entries(a, listing, tree);
	*fs = (struct filesystem){.context = tree, .look = tree_look, .list = tree_list, .read = tree_read, .expect = tree_expect, .tracked = tree_tracked};
	return fs;
}
