#include "git_index.h"

enum {
	HEADER = 12,
	/** Of an entry: times, numbers, mode, owner, size; the SHA-1; the flags. */
	MODE_AT = 24,
	FLAGS_AT = 60,
	NAME_AT = 62,
	CHECKSUM = 20,
	FLAG_EXTENDED = 0x4000,
	MODE_TYPE = 0170000,
	MODE_FOLDER = 0040000,
};

bool git_config_is_usual(struct arena *a, struct str config)
{
	/* [core] worktree and bare, [extensions] objectFormat and worktreeConfig, [include], [includeIf]. */
	static const char *const unusual[] = {"worktree", "bare = true", "bare=true", "objectformat", "include"};
	struct str text = str_lower(a, config);

	for (size_t i = 0; i < sizeof(unusual) / sizeof(*unusual); i++)
		if (str_has(text, str_of(unusual[i])))
			return false;
	return true;
}

static uint32_t number(struct str s, size_t at, size_t bytes)
{
	uint32_t n = 0;

	for (size_t i = 0; i < bytes; i++)
		n = n << 8 | (unsigned char)s.s[at + i];
	return n;
}

/*
 * Version 4 says how many bytes of the last path's end to drop, in groups of seven bits, each but the last one more than it
 * says (varint.c); then what follows instead.
 */
static bool next_prefixed(struct arena *a, struct str index, size_t *at, struct str *path)
{
	uint64_t drop = 0;
	size_t end;
	unsigned char byte;

	for (unsigned i = 0;; i++) {
		if (*at >= index.n || i == 4)
			return false;
		byte = (unsigned char)index.s[(*at)++];
		drop = i ? (drop + 1) << 7 | (byte & 0x7f) : byte & 0x7f;
		if (!(byte & 0x80))
			break;
	}
	end = str_chr(index, '\0', *at);
	if (end == SIZE_MAX || drop > path->n)
		return false;
	*path = str_cat(a, str_sub(*path, 0, path->n - (size_t)drop), str_sub(index, *at, end));
	*at = end + 1;
	return true;
}

/* Before it a path is followed by one to eight zeros, to a multiple of eight from its entry's start. */
static bool next_padded(struct str index, size_t entry, size_t *at, struct str *path)
{
	size_t end = str_chr(index, '\0', *at);

	if (end == SIZE_MAX)
		return false;
	*path = str_sub(index, *at, end);
	*at = entry + ((end - entry) / 8 + 1) * 8;
	return *at <= index.n;
}

/* Whether what follows the entries may be passed over: an extension that begins with a small letter may not. */
static bool may_ignore_rest(struct str index, size_t at)
{
	while (at + 8 <= index.n) {
		if (index.s[at] < 'A' || index.s[at] > 'Z' || number(index, at + 4, 4) > index.n - at - 8)
			return false;
		at += 8 + number(index, at + 4, 4);
	}
	return at == index.n;
}

static bool next_path(struct arena *a, struct str index, uint32_t version, size_t *at, struct str *path)
{
	size_t entry = *at;

	if (index.n - entry < NAME_AT || (number(index, entry + MODE_AT, 4) & MODE_TYPE) == MODE_FOLDER)
		return false;
	*at += (size_t)NAME_AT + (number(index, entry + FLAGS_AT, 2) & FLAG_EXTENDED ? 2U : 0U);
	return *at <= index.n && (version == 4 ? next_prefixed(a, index, at, path) : next_padded(index, entry, at, path));
}

bool git_index_paths(struct arena *a, struct str index, struct fs_paths *out)
{
	size_t at = HEADER, before = out->n;
	struct str path = {0};
	uint32_t version, n;
	bool whole = true;

	if (index.n < HEADER + CHECKSUM || !str_starts(index, STR("DIRC")))
		return false;
	version = number(index, 4, 4);
	n = number(index, 8, 4);
	index.n -= CHECKSUM;
	if (version < 2 || version > 4)
		return false;
	for (uint32_t i = 0; whole && i < n; i++) {
		struct str last = path;

		whole = next_path(a, index, version, &at, &path) && path.n;
		/* In a conflict a file has an entry for each side. */
		if (whole && !str_eq(path, last))
			*vec_push(a, out) = path;
	}
	if (whole && may_ignore_rest(index, at))
		return true;
	out->n = before;
	return false;
}
