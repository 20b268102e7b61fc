#include "policy_keys.h"

#include "core/base/base.h"
#include "lint/text/text.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 4))) void policy_broken(struct policy_reader *r, struct span at,
							 const char *fmt, ...)
{
	struct line_column place = files_place(r->files, at);
	char text[400];
	va_list args;

	if (r->message.n)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	r->message = str_fmt(r->a, "%.*s:%u:%u: %.*s",
			     STR_ARG(printable(r->a, files_at(r->files, at.file)->path)),
			     place.line, place.column, STR_ARG(printable(r->a, str_of(text))));
}

bool policy_expect(struct policy_reader *r, const struct node *node, enum node_kind kind,
		   const char *what)
{
	if (node->kind != kind)
		policy_broken(r, node->at, "%s is expected here, not %.*s", what,
			      STR_ARG(node_text(r->a, node, 40)));
	return node->kind == kind;
}

static void unknown_key(struct policy_reader *r, const struct node *key,
			const struct policy_key *keys, size_t n)
{
	struct similar similar = similar_to(key->text);

	for (size_t i = 0; i < n; i++)
		similar_offer(&similar, str_of(keys[i].name));
	policy_broken(r, key->at, "unknown key %.*s%.*s", STR_ARG(node_text(r->a, key, 60)),
		      STR_ARG(similar_text(r->a, &similar)));
}

void policy_keys(struct policy_reader *r, const struct node *map, const struct policy_key *keys,
		 size_t n, void *into)
{
	if (!policy_expect(r, map, NODE_MAP, "a mapping"))
		return;
	for (size_t i = 0; i < map->as.pairs.n && !r->message.n; i++) {
		const struct pair *pair = &map->as.pairs.at[i];
		size_t k = 0;

		while (k < n &&
		       !(pair->key->kind == NODE_STR && str_is(pair->key->text, keys[k].name)))
			k++;
		if (k == n)
			unknown_key(r, pair->key, keys, n);
		else
			keys[k].take(r, pair->value, into);
	}
}

struct str policy_scalar(struct policy_reader *r, const struct node *node)
{
	if (node->kind > NODE_STR || node->kind == NODE_NULL) {
		policy_broken(r, node->at, "a word is expected here, not %.*s",
			      STR_ARG(node_text(r->a, node, 40)));
		return STR("");
	}
	return node->text;
}

void policy_take_text(struct policy_reader *r, const struct node *value, void *into)
{
	*(struct str *)into = policy_scalar(r, value);
}

void policy_take_bool(struct policy_reader *r, const struct node *value, void *into)
{
	if (policy_expect(r, value, NODE_BOOL, "true or false"))
		*(bool *)into = value->as.b;
}

void policy_take_count(struct policy_reader *r, const struct node *value, void *into)
{
	if (!policy_expect(r, value, NODE_INT, "a whole number"))
		return;
	if (value->as.i < 0 || value->as.i > UINT32_MAX)
		policy_broken(r, value->at, "the number is out of range");
	else
		*(uint32_t *)into = (uint32_t)value->as.i;
}

void policy_take_bytes(struct policy_reader *r, const struct node *value, void *into)
{
	if (!bytes_parse(policy_scalar(r, value), into))
		policy_broken(r, value->at, "a size such as 20GiB is expected here");
}
