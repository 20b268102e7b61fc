/*
 * YAML from libyaml's events. The document API of libyaml refuses redefined anchors, which PyYAML
 * takes, and is a third slower.
 *
 * Traps of libyaml 0.2.5: marks count code points, not bytes; nested flow collections take
 * quadratic time, so depth is capped here; duplicate keys, merge keys and types are left to the
 * caller.
 */
#include "lint/text/text.h"
#include "reader.h"
#include "yaml_scalar.h"

#include <string.h>
#include <yaml.h>

/* Merging copies members, so a list of many aliases to one large map must not be free. */
enum { MERGED_MAX = 100000 };

/** A map or list whose end has not come yet. */
struct frame {
	struct node *node;
	/** MAP: the key that waits for its value. */
	struct node *key;
	/** MAP: values of "<<". */
	struct {
		VEC(struct node *);
	} merges;
};

struct yaml {
	struct arena *a;
	struct reading *out;
	/** What libyaml reads. */
	struct str text;
	/** The same bytes before template marks were masked; equal to text without any. */
	struct str source;
	uint32_t file;
	/** "{{" where a flow map starts: legal YAML, but surely a template. */
	bool saw_template;
	size_t merged;
	struct utf8_offsets points;
	struct dict anchor_ids;
	struct {
		VEC(struct node *);
	} anchors;
	struct frame frames[NODE_DEPTH_MAX];
	size_t depth;
	yaml_parser_t parser;
};

/** The part of the text between two marks, without white space at its end. */
static struct span span_between(struct yaml *y, const yaml_mark_t *from, const yaml_mark_t *to)
{
	size_t start = utf8_offset_at(&y->points, from->index);
	size_t end = utf8_offset_at(&y->points, to->index);

	while (end > start && strchr(" \t\r\n", y->text.s[end - 1]))
		end--;
	return (struct span){y->file, (uint32_t)start, (uint32_t)(end > start ? end - start : 0)};
}

/** Without "&anchor" and "!tag", at which the event of a node starts. */
static struct span without_properties(const struct yaml *y, struct span at)
{
	const char *s = y->text.s;

	for (int i = 0; i < 2 && at.len && (s[at.off] == '&' || s[at.off] == '!'); i++) {
		while (at.len && !strchr(" \t\r\n", s[at.off]))
			at.off++, at.len--;
		while (at.len && strchr(" \t\r\n", s[at.off]))
			at.off++, at.len--;
	}
	return at;
}

static struct span span_of(struct yaml *y, const yaml_event_t *event, bool properties)
{
	struct span at = span_between(y, &event->start_mark, &event->end_mark);

	return properties ? without_properties(y, at) : at;
}

static void trouble(struct yaml *y, struct span at, const char *why)
{
	read_trouble(y->out, at, str_of(why));
}

static void extend(struct span *outer, struct span inner)
{
	uint32_t end = inner.off + inner.len;

	/* An alias' target stands elsewhere. */
	if (inner.file == outer->file && inner.off >= outer->off && end > outer->off + outer->len)
		outer->len = end - outer->off;
}

static bool is_merge(const struct node *key)
{
	return key->kind == NODE_STR && !key->quoted && str_is(key->text, "<<");
}

/** Hands a finished node to what it stands in; at is its place there (an alias' own). */
static void deliver(struct yaml *y, struct node *node, struct span at)
{
	struct frame *top = y->depth ? &y->frames[y->depth - 1] : NULL;

	if (!top) {
		*vec_push(y->a, &y->out->docs) = node;
		return;
	}
	extend(&top->node->at, at);
	if (top->node->kind != NODE_MAP) {
		node_push(y->a, top->node, node);
	} else if (!top->key) {
		top->key = node;
	} else {
		if (is_merge(top->key))
			*vec_push(y->a, &top->merges) = node;
		else
			*vec_push(y->a, &top->node->as.pairs) = (struct pair){top->key, node};
		top->key = NULL;
	}
}

static bool still_open(const struct yaml *y, const struct node *node)
{
	for (size_t i = 0; i < y->depth; i++)
		if (y->frames[i].node == node)
			return true;
	return false;
}

/** Puts the members of a merged map in front of those that map gets later. */
static void merge_map(struct yaml *y, struct node *map, const struct node *from, struct span at)
{
	if (from->kind != NODE_MAP || still_open(y, from)) {
		trouble(y, at, "a merge key (<<) needs a mapping that is complete");
		return;
	}
	y->merged += from->as.pairs.n + 1;
	if (y->merged > MERGED_MAX) {
		trouble(y, at, "merge keys (<<) expand to more than 100000 members");
		return;
	}
	for (size_t i = 0; i < from->as.pairs.n; i++)
		*vec_push(y->a, &map->as.pairs) = from->as.pairs.at[i];
}

/** As PyYAML: of a list of maps the first wins, of several "<<" the last, over all the map's own
 * keys. */
static void merge(struct yaml *y, struct frame *frame)
{
	struct node *map = frame->node;
	struct node own = *map;

	if (!frame->merges.n)
		return;
	map->as.pairs.at = NULL;
	map->as.pairs.n = map->as.pairs.room = 0;
	for (size_t i = 0; i < frame->merges.n; i++) {
		const struct node *from = frame->merges.at[i];

		if (from->kind != NODE_LIST) {
			merge_map(y, map, from, from->at);
			continue;
		}
		for (size_t k = from->as.items.n; k-- > 0;)
			merge_map(y, map, from->as.items.at[k], from->at);
	}
	for (size_t i = 0; i < own.as.pairs.n; i++)
		*vec_push(y->a, &map->as.pairs) = own.as.pairs.at[i];
}

/** Ends the innermost collection. */
static void close_frame(struct yaml *y)
{
	struct frame frame = y->frames[y->depth - 1];

	if (frame.node->kind == NODE_MAP) {
		size_t n_own = frame.node->as.pairs.n;

		merge(y, &frame);
		read_settle(y->a, y->out, frame.node, n_own);
	}
	y->depth--;
	deliver(y, frame.node, frame.node->at);
}

static void set_anchor(struct yaml *y, const yaml_char_t *anchor, struct node *node)
{
	uint32_t *id;

	if (!anchor)
		return;
	id = dict_put(y->a, &y->anchor_ids, str_dup(y->a, str_of((const char *)anchor)));
	*vec_push(y->a, &y->anchors) = node;
	*id = (uint32_t)y->anchors.n;
}

static struct str yaml_tag(const yaml_char_t *tag)
{
	struct str text = str_of((const char *)tag);
	struct str prefix = STR("tag:yaml.org,2002:");

	return str_starts(text, prefix) ? str_sub(text, prefix.n, text.n) : (struct str){NULL, 0};
}

static bool open_frame(struct yaml *y, const yaml_event_t *event, enum node_kind kind,
		       const yaml_char_t *anchor, const yaml_char_t *tag)
{
	struct span at = span_of(y, event, anchor || tag);
	struct node *node;

	if (y->depth == NODE_DEPTH_MAX) {
		trouble(y, at, "nested more than 128 levels deep");
		return false;
	}
	if (tag && str_is(yaml_tag(tag), "python/tuple"))
		kind = NODE_TUPLE;
	node = node_new(y->a, kind, at);
	if (kind == NODE_MAP && str_starts(str_sub(y->text, at.off, y->text.n), STR("{{")))
		y->saw_template = true;
	set_anchor(y, anchor, node);
	y->frames[y->depth++] = (struct frame){.node = node};
	return true;
}

/** Text of a scalar: the bytes of the file where they are the same, else a copy. */
static struct str scalar_text(struct yaml *y, struct span at, struct str value)
{
	struct str written = str_sub(y->text, at.off, (size_t)at.off + at.len);

	return str_eq(written, value) ? written : str_dup(y->a, value);
}

/** Whether template marks were masked inside a span. */
static bool is_masked(const struct yaml *y, struct span at)
{
	return y->text.s != y->source.s && memcmp(y->text.s + at.off, y->source.s + at.off, at.len);
}

/* Text of a block scalar, whose lines have lost what they are indented by, with its marks unmasked. */
static struct str unmasked(struct yaml *y, struct span at, struct str value)
{
	struct str source = str_sub(y->source, at.off, (size_t)at.off + at.len), text = str_dup(y->a, value);
	char *to = (char *)(uintptr_t)text.s;
	size_t from = 0, put = 0;

	while ((from = str_find(source, STR("{{"), from)) != SIZE_MAX) {
		size_t end = from;

		while (end < source.n && y->text.s[at.off + end] == '_')
			end++;
		put = end > from ? str_find(text, str_sub(y->text, at.off + from, at.off + end), put) : put;
		if (put == SIZE_MAX)
			break;
		memcpy(to + put, source.s + from, end - from);
		put += end - from;
		from = end > from ? end : from + 1;
	}
	return text;
}

static void set_tagged(struct yaml *y, struct node *node, const yaml_char_t *tag, struct str text)
{
	struct str name = yaml_tag(tag);
	struct str python_name = STR("python/name:");

	node->kind = NODE_STR;
	node->text = text;
	if (str_is(name, "str") || str_is(name, "python/str") || str_is(name, "python/unicode"))
		return;
	if (str_starts(name, python_name)) {
		node->kind = NODE_NAME;
		node->text = str_dup(y->a, str_sub(name, python_name.n, name.n));
	} else if (!yaml_scalar_tagged(node, name, text)) {
		node->kind = NODE_UNKNOWN;
		node->text = str_fmt(y->a, "the tag %s is not followed", (const char *)tag);
	}
}

static void scalar(struct yaml *y, const yaml_event_t *event)
{
	const yaml_char_t *tag = event->data.scalar.tag;
	struct span at = span_of(y, event, tag || event->data.scalar.anchor);
	struct node *node = node_new(y->a, NODE_STR, at);
	struct str value = {(const char *)event->data.scalar.value, event->data.scalar.length};
	bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;

	node->quoted = !plain;
	if (is_masked(y, at)) {
		size_t quote = event->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
			       event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;

		node->text = event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE || event->data.scalar.style == YAML_FOLDED_SCALAR_STYLE
				     ? unmasked(y, at, value)
				     : str_sub(y->source, at.off + quote, (size_t)at.off + at.len - quote);
	} else {
		value = scalar_text(y, at, value);
		/* PyYAML takes the tag "!" for none, against the YAML book. */
		if (tag && strcmp((const char *)tag, "!") != 0)
			set_tagged(y, node, tag, value);
		else if (plain)
			yaml_scalar(node, value);
		else
			node->text = value;
	}
	set_anchor(y, event->data.scalar.anchor, node);
	deliver(y, node, at);
}

static void alias(struct yaml *y, const yaml_event_t *event)
{
	struct span at = span_of(y, event, false);
	uint32_t id = dict_get(&y->anchor_ids, str_of((const char *)event->data.alias.anchor));

	if (id) {
		deliver(y, y->anchors.at[id - 1], at);
		return;
	}
	trouble(y, at, "an alias without its anchor");
	deliver(y, node_unknown(y->a, STR("an alias without its anchor"), at), at);
}

/** Takes one event; false at the end of what can be read. */
static bool take(struct yaml *y, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		/* Anchors belong to their document. */
		y->anchor_ids = (struct dict){0};
		return true;
	case YAML_SCALAR_EVENT:
		scalar(y, event);
		return true;
	case YAML_ALIAS_EVENT:
		alias(y, event);
		return true;
	case YAML_SEQUENCE_START_EVENT:
		return open_frame(y, event, NODE_LIST, event->data.sequence_start.anchor,
				  event->data.sequence_start.tag);
	case YAML_MAPPING_START_EVENT:
		return open_frame(y, event, NODE_MAP, event->data.mapping_start.anchor,
				  event->data.mapping_start.tag);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		/* A block's end mark is the next token's; a flow collection ends at its bracket. */
		if (event->end_mark.index > event->start_mark.index)
			extend(&y->frames[y->depth - 1].node->at, span_of(y, event, false));
		close_frame(y);
		return true;
	case YAML_STREAM_END_EVENT:
		return false;
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_DOCUMENT_END_EVENT:
		return true;
	}
	return true;
}

static void parser_trouble(struct yaml *y)
{
	const yaml_parser_t *p = &y->parser;
	const char *problem = p->problem ? p->problem : "not YAML";
	struct span at = {y->file, 0, 0};

	if (p->error == YAML_MEMORY_ERROR)
		problem = "out of memory";
	at.off = (uint32_t)(p->error == YAML_READER_ERROR
				? p->problem_offset
				: utf8_offset_at(&y->points, p->problem_mark.index));
	if (at.off > y->text.n)
		at.off = (uint32_t)y->text.n;
	at.len = at.off < y->text.n;
	read_trouble(y->out, at,
		     p->context ? str_fmt(y->a, "%s, %s", p->context, problem)
				: str_fmt(y->a, "%s", problem));
}

static void parse(struct yaml *y)
{
	bool more = true;

	if (!yaml_parser_initialize(&y->parser)) {
		trouble(y, (struct span){y->file, 0, 0}, "out of memory");
		return;
	}
	yaml_parser_set_input_string(&y->parser, (const unsigned char *)y->text.s, y->text.n);
	while (more) {
		yaml_event_t event;

		if (!yaml_parser_parse(&y->parser, &event)) {
			parser_trouble(y);
			break;
		}
		more = take(y, &event);
		yaml_event_delete(&event);
	}
	while (y->depth)
		close_frame(y);
	yaml_parser_delete(&y->parser);
}

static struct reading read_pass(struct arena *a, uint32_t file, struct str text, struct str source,
				bool *saw_template)
{
	struct reading out = {0};
	struct yaml *y = arena_new(a, struct yaml);

	*y = (struct yaml){.a = a, .out = &out, .text = text, .source = source, .file = file};
	y->points = utf8_offsets_of(text);
	parse(y);
	/* What the rest would have said is not known. */
	for (size_t i = 0; out.trouble.n && i < out.docs.n; i++)
		out.docs.at[i]->open |= out.docs.at[i]->kind == NODE_MAP;
	*saw_template = y->saw_template;
	return out;
}

struct reading read_yaml(struct arena *a, uint32_t file, struct str text)
{
	bool saw_template;
	struct reading plain;
	struct reading masked;

	if (!text.s)
		text = STR("");
	if (str_starts(text, STR("\xff\xfe")) || str_starts(text, STR("\xfe\xff"))) {
		plain = (struct reading){0};
		read_trouble(&plain, (struct span){file, 0, 2}, STR("UTF-16, not UTF-8"));
		return plain;
	}
	plain = read_pass(a, file, text, text, &saw_template);
	if (plain.trouble.n && !template_has_marks(text)) {
		struct str blanks = template_mask_blanks(a, text);

		masked = blanks.n ? read_pass(a, file, blanks, text, &saw_template) : plain;
		return masked.trouble.n ? plain : masked;
	}
	if ((!plain.trouble.n && !saw_template) || !template_has_marks(text))
		return plain;
	masked = read_pass(a, file, template_mask(a, text), text, &saw_template);
	if (masked.trouble.n) {
		struct reading lines = read_pass(a, file, template_mask_lines(a, text), text, &saw_template);

		masked = lines.trouble.n ? masked : lines;
	}
	masked.templated = true;
	/* Masking may not help, and then the trouble of the file as it is says more. */
	return masked.trouble.n && !saw_template && plain.trouble.n ? plain : masked;
}
