/*
 * gcloud ai custom-jobs create: a pool of workers is said in one option, what they run and its words in lists with commas
 * (Google Cloud SDK reference, gcloud ai custom-jobs create and local-run).
 */
#include "strip_launchers.h"

#include <string.h>

struct pool {
	struct stripping *p;
	struct launch_layer *layer;
	/** What runs: a script, a module, or else what the image starts; the words of its command and behind it. */
	struct sh_field script, module, image;
	struct sh_fields command, args;
};

/** A part of a field's known text. */
static struct sh_field part(struct pool *pool, const struct sh_field *f, size_t from, size_t to)
{
	struct sh_field out = *f;

	out.parts = sh_parts_sub(pool->p->ev->arena, f->parts, from, to);
	return out;
}

/** The elements of a list: a,b or ["a", "b"]. Another separator (^;^a;b) is not read. */
static void add_list(struct pool *pool, struct sh_fields *to, const struct sh_field *f, size_t from)
{
	struct str text = {0};

	if (!sh_field_text(pool->p->ev, f, &text) || (from < text.n && text.s[from] == '^'))
		return;
	while (from < text.n) {
		size_t end = str_chr(text, ',', from), first = from, last;

		end = last = end == SIZE_MAX ? text.n : end;
		while (first < last && strchr("[\"' ", text.s[first]))
			first++;
		while (last > first && strchr("]\"' ", text.s[last - 1]))
			last--;
		if (last > first)
			*vec_push(pool->p->ev->arena, to) = part(pool, f, first, last);
		from = end + 1;
	}
}

/** machine-type=a2-highgpu-1g,accelerator-type=NVIDIA_TESLA_A100,accelerator-count=1,script=train.py */
static void read_spec(struct pool *pool, const struct sh_field *f, size_t from)
{
	struct sh_eval *ev = pool->p->ev;
	struct str text = {0}, type = {0}, count = {0};
	struct span at = f->at;

	if (!sh_field_text(ev, f, &text))
		return;
	while (from < text.n) {
		size_t end = str_chr(text, ',', from), eq = str_chr(text, '=', from);
		struct str name;

		end = end == SIZE_MAX ? text.n : end;
		eq = eq < end ? eq : end;
		name = str_sub(text, from, eq);
		if (str_is(name, "script"))
			pool->script = part(pool, f, eq + 1, end);
		else if (str_is(name, "python-module"))
			pool->module = part(pool, f, eq + 1, end);
		else if (str_is(name, "container-image-uri"))
			pool->image = part(pool, f, eq + 1, end);
		else if (str_is(name, "accelerator-type"))
			type = str_sub(text, eq + 1, end);
		else if (str_is(name, "accelerator-count"))
			count = str_sub(text, eq + 1, end);
		else if (str_is(name, "machine-type"))
			node_set(ev->arena, pool->layer->options, node_str(ev->arena, STR("master_machine_type"), at),
				 node_str(ev->arena, str_sub(text, eq + 1, end), at));
		from = end + 1;
	}
	if (type.n)
		node_set(ev->arena, pool->layer->options, node_str(ev->arena, STR("master_accelerator"), at),
			 node_str(ev->arena, str_fmt(ev->arena, "type=%.*s,count=%.*s", STR_ARG(type), STR_ARG(count.n ? count : STR("1"))), at));
}

/** --name=value, --name value; how many fields it takes. */
static size_t read_option(struct pool *pool, size_t i)
{
	struct stripping *p = pool->p;
	const struct sh_field *f = &p->fields.at[i];
	struct str head = strip_head(p->ev, f), name = str_cut(head, '=').head;
	bool glued = name.n < head.n;
	size_t from = glued ? name.n + 1 : 0;

	if (!str_starts(head, STR("--")))
		return 1;
	if (!glued && i + 1 < p->fields.n && !str_starts(strip_head(p->ev, f + 1), STR("--")))
		f++;
	else if (!glued)
		return 1;
	if (str_is(name, "--worker-pool-spec"))
		read_spec(pool, f, from);
	else if (str_is(name, "--command"))
		add_list(pool, &pool->command, f, from);
	else if (str_is(name, "--args"))
		add_list(pool, &pool->args, f, from);
	else if (str_is(name, "--script"))
		pool->script = glued ? part(pool, f, from, head.n) : *f;
	else if (str_is(name, "--python-module"))
		pool->module = glued ? part(pool, f, from, head.n) : *f;
	return glued ? 1 : 2;
}

static void add_word(struct pool *pool, struct sh_fields *to, const char *word)
{
	struct sh_field *f = vec_push(pool->p->ev->arena, to);

	*f = (struct sh_field){.at = pool->layer->at};
	sh_parts_push(pool->p->ev->arena, &f->parts, sh_part_text(str_of(word), pool->layer->at));
}

static void add_all(struct pool *pool, struct sh_fields *to, const struct sh_fields *from)
{
	for (size_t i = 0; i < from->n; i++)
		*vec_push(pool->p->ev->arena, to) = from->at[i];
}

void strip_worker_pool(struct stripping *p, struct launch_layer *layer)
{
	struct pool pool = {.p = p, .layer = layer};
	struct stripping run = *p;
	size_t i = p->i;

	while (i < p->fields.n && !str_is(strip_text(p, i), "--"))
		i += read_option(&pool, i);
	/* local-run: the words of the program stand behind "--". */
	for (i++; i < p->fields.n; i++)
		*vec_push(p->ev->arena, &pool.args) = p->fields.at[i];
	run.fields = (struct sh_fields){0};
	run.i = 0;
	if (pool.command.n) {
		add_all(&pool, &run.fields, &pool.command);
	} else if (pool.script.parts.n || pool.module.parts.n) {
		add_word(&pool, &run.fields, "python");
		if (!pool.script.parts.n)
			add_word(&pool, &run.fields, "-m");
		*vec_push(p->ev->arena, &run.fields) = pool.script.parts.n ? pool.script : pool.module;
	} else if (pool.image.parts.n) {
		*vec_push(p->ev->arena, &run.fields) = pool.image;
	}
	add_all(&pool, &run.fields, &pool.args);
	*vec_push(p->ev->arena, &p->state->layers) = *layer;
	if (!pool.command.n && !pool.script.parts.n && !pool.module.parts.n && pool.image.parts.n)
		record_launch(&run, LAUNCH_COMMAND, &run.fields.at[0], 1);
	else if (run.fields.n > pool.args.n)
		strip_command(&run);
}
