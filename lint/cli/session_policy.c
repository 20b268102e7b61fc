/*
 * The policy and the baseline of a run: the root's, or of a folder above it up to the repository's top, or those of a
 * revision, so that a change is held against what was agreed on before it.
 */
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char policy_name[] = ".gpumem-lint.yml";

static int take_policy(struct session *s, struct str path, struct str text, struct policy *out, uint32_t *file)
{
	struct str message;

	*file = files_add(&s->files, path, text);
	if (policy_read(s->arena, &s->files, *file, out, &message))
		return EXIT_NOTHING;
	return cli_fail(s->arena, message, EXIT_USAGE);
}

int session_take_policy(struct session *s, struct str path, struct str text)
{
	return take_policy(s, path, text, &s->policy, &s->policy_file);
}

static bool has_git(struct arena *a, struct str folder)
{
	struct stat st;

	return lstat(str_fmt(a, "%.*s/.git", STR_ARG(folder)).s, &st) == 0;
}

/* The folder above; empty above the top. */
static struct str above(struct str folder)
{
	size_t slash = str_rchr(folder, '/');

	return slash == SIZE_MAX || folder.n == 1 ? STR("") : str_sub(folder, 0, slash ? slash : 1);
}

/* The top of the repository that a folder lies in; empty: in none. */
static struct str top_of(struct arena *a, struct str folder)
{
	while (folder.n && !has_git(a, folder))
		folder = above(folder);
	return folder;
}

/* Where the root is below a folder above it: "" or "sub/". */
static struct str below_of(struct session *s, struct str folder)
{
	struct str root = str_of(s->root.path);

	if (folder.n >= root.n)
		return STR("");
	return str_fmt(s->arena, "%.*s/", STR_ARG(str_sub(root, folder.n + (folder.n > 1), root.n)));
}

/* "../" for each folder on the way up: the policy's path from the root. */
static struct str path_up(struct session *s, struct str below)
{
	struct str up = STR("");

	for (size_t i = 0; i < below.n; i++)
		if (below.s[i] == '/')
			up = str_cat(s->arena, up, STR("../"));
	return str_cat(s->arena, up, str_of(policy_name));
}

/* The policy file of a folder, not through a link: FS_MISSING, FS_OK or trouble. */
static enum fs_status read_of_folder(struct session *s, struct str folder, struct str *out)
{
	struct str message;
	struct filesystem *fs = fs_posix(s->arena, str_dup(s->arena, folder).s, &message);

	return fs ? fs->read(fs->context, s->arena, str_of(policy_name), SESSION_READ_MAX, out) : FS_MISSING;
}

/* The nearest policy from the root up to the repository's top: its status, text and place. */
static enum fs_status find_policy(struct session *s, struct str *text, struct str *below)
{
	struct str root = str_of(s->root.path), top;
	enum fs_status status = s->fs->read(s->fs->context, s->arena, str_of(policy_name), SESSION_READ_MAX, text);

	*below = STR("");
	if (status != FS_MISSING)
		return status;
	top = top_of(s->arena, root);
	for (struct str folder = root; top.n && folder.n > top.n && status == FS_MISSING;) {
		folder = above(folder);
		*below = below_of(s, folder);
		status = read_of_folder(s, folder, text);
	}
	return status;
}

static int open_named(struct session *s)
{
	struct str named = s->options->config;
	struct str text;

	if (session_read(s->arena, named, &text))
		return session_take_policy(s, named, text);
	return cli_fail(s->arena, str_fmt(s->arena, "%.*s: %s", STR_ARG(named), strerror(errno)), EXIT_USAGE);
}

/* What holds without --config-from. */
static int open_own(struct session *s, struct policy *policy, uint32_t *file)
{
	struct str text, below;
	enum fs_status status = find_policy(s, &text, &below);
	int code;

	if (status == FS_MISSING)
		return EXIT_NOTHING;
	if (status != FS_OK)
		return cli_fail(s->arena, str_fmt(s->arena, "%s %s", policy_name, fs_status_text(status)), EXIT_USAGE);
	code = take_policy(s, path_up(s, below), text, policy, file);
	policy->below = below;
	return code;
}

/* The policy of a revision, from the root's place in it up to the top. */
static int open_base(struct session *s)
{
	struct arena *a = s->arena;
	struct str revision = s->options->config_from;
	struct str top = top_of(a, str_of(s->root.path));
	struct str message, text;
	int code = EXIT_NOTHING;

	s->store = git_store_open(a, top.n ? str_dup(a, top).s : s->root.path);
	s->base = git_revision_open(a, s->store, revision, &message);
	if (!s->base)
		return cli_fail(a, message, EXIT_USAGE);
	s->below = top.n ? below_of(s, top) : STR("");
	for (struct str at = s->below;; at = str_sub(at, 0, str_rchr(str_sub(at, 0, at.n - 1), '/') + 1)) {
		struct str below = str_sub(s->below, at.n, s->below.n);

		if (s->base->read(s->base->context, a, str_cat(a, at, str_of(policy_name)), SESSION_READ_MAX, &text) == FS_OK) {
			/* Another path than the one that is here, whose places are reported. */
			code = session_take_policy(s, str_fmt(a, "%.*s:%s", STR_ARG(revision), policy_name), text);
			s->policy.below = below;
			break;
		}
		if (!at.n)
			break;
	}
	/* A broken policy here is an error as well: it would be one tomorrow. */
	return code ? code : open_own(s, &s->own_policy, &s->own_file);
}

void session_close(struct session *s)
{
	if (s->store)
		git_store_free(s->store);
	s->store = NULL;
}

int session_open_policy(struct session *s)
{
	if (s->options->no_config)
		return EXIT_NOTHING;
	if (s->options->config_from.n)
		return open_base(s);
	return s->options->config.n ? open_named(s) : open_own(s, &s->policy, &s->policy_file);
}

/* A baseline's text, as it is or as the revision of --config-from has it; false with errno. */
static bool baseline_text(struct session *s, struct str path, struct str *text)
{
	struct str place;

	if (!s->base)
		return session_read(s->arena, path, text);
	place = str_cat(s->arena, s->below, str_undotted(path));
	errno = ENOENT;
	return s->base->read(s->base->context, s->arena, place, SESSION_READ_MAX, text) == FS_OK;
}

static int read_baseline(struct session *s, struct str path, bool may_lack)
{
	struct arena *a = s->arena;
	struct str text, message;

	if (!baseline_text(s, path, &text)) {
		if ((may_lack || s->base) && errno == ENOENT)
			return EXIT_NOTHING;
		return cli_fail(a, str_fmt(a, "%.*s: %s", STR_ARG(path), strerror(errno)), EXIT_USAGE);
	}
	if (baseline_read(a, &s->files, files_add(&s->files, path, text), &s->baseline, &message))
		return EXIT_NOTHING;
	return cli_fail(a, message, EXIT_USAGE);
}

/* What is written anew keeps the reasons that it had. */
int session_open_baseline(struct session *s)
{
	const struct options *o = s->options;

	if (o->baseline.n)
		return read_baseline(s, o->baseline, false);
	return o->write_baseline.n ? read_baseline(s, o->write_baseline, true) : EXIT_NOTHING;
}

static void report_policy(struct session *s)
{
	size_t n;
	const struct str *phrases = policy_softer(s->arena, &s->policy, &s->own_policy, &n);
	struct finding *f;

	if (!n)
		return;
	f = findings_add(&s->result.findings, RULE_POLICY_SOFTENED, (struct span){s->own_file, 0, 0},
			 "the policy of %.*s holds, and here it is softer: %.*s%s", STR_ARG(s->options->config_from),
			 STR_ARG(phrases[0]), n > 1 ? ", and more" : "");
	if (!f)
		return;
	f->notes = phrases + 1;
	f->n_notes = n - 1;
}

/* Comments that hide something and that the revision does not have. */
static void report_comments(struct session *s)
{
	for (size_t i = 0; i < s->result.known.n; i++) {
		const struct known *k = &s->result.known.at[i];
		const struct file *file = files_at(&s->files, k->at.file);
		struct str before = STR("");

		if (k->by != KNOWN_BY_COMMENT || !file)
			continue;
		(void)s->base->read(s->base->context, s->arena, str_cat(s->arena, s->below, file->path), SESSION_READ_MAX, &before);
		if (!str_has(before, files_text(&s->files, k->at)))
			findings_add(&s->result.findings, RULE_POLICY_SOFTENED, k->at,
				     "%.*s does not have this comment, which hides %s", STR_ARG(s->options->config_from),
				     rule_rows[k->finding.rule].id);
	}
}

void session_report_softer(struct session *s)
{
	if (!s->base || s->options->list_files)
		return;
	report_policy(s);
	report_comments(s);
	run_settle(s->arena, &s->result);
}
