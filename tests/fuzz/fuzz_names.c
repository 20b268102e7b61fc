/* Names of models, GPUs and machines, and config.json: whatever is written, an answer or none. */
#include "core/gpu/gpu.h"
#include "core/model/model.h"
#include "lint/model/model.h"
#include "lint/read/read.h"

#include "fuzz.h"

/** A shape's texts are readable and its counts are what a count can be. */
static void check_model(const struct model *m)
{
	struct model_count count = model_count(m);

	fuzz_touch(m->id);
	fuzz_touch(m->source);
	fuzz_touch(m->activation);
	fuzz_check(count.embedding <= count.total || m->family.n > 0);
	for (size_t i = 0; i < m->n_numbers; i++)
		fuzz_check(m->numbers[i].note < MODEL_NOTE_COUNT);
}

static void check_name(struct arena *a, struct str name)
{
	struct guess g = model_guess(a, name);
	const struct checkpoint_format *stored = checkpoint_format_of(name);
	const struct gpu *gpu = gpu_find(name);
	uint32_t count;

	fuzz_check((g.rule == GUESS_NONE) == (g.model == NULL));
	if (g.model) {
		check_model(g.model);
		fuzz_touch(g.how);
		fuzz_check(g.params_high >= 1 && g.activations_high >= 1);
	}
	fuzz_check(!stored || *stored->quantization);
	fuzz_check(!gpu || gpu->total_bytes >= gpu->torch_total_bytes);
	(void)gpu_ambiguous(name);
	(void)gpu_of_instance(name, &count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct str text = {(const char *)data, size};
	struct reading r = read_json(&a, 1, text);
	struct str_cut line = str_cut(text, '\n');

	for (size_t i = 0; i < r.docs.n; i++) {
		const struct model *m = model_of_config(&a, STR("fuzz"), r.docs.at[i]);

		if (m)
			check_model(m);
	}
	/* A whole source file holds no more names than its first lines, and takes longer. */
	for (int i = 0; i < (size <= 2048 ? 4 : 1); i++, line = str_cut(line.tail, '\n'))
		check_name(&a, line.head);
	arena_free(&a);
	return 0;
}
