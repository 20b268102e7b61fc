#include "checkpoint_format.h"

#define ALL_BUT_ENDS "embeddings, head, norms and biases stay in 16 bits"

/*
 * Bits: bitsandbytes blocks of 64 with float32 scales, themselves quantised by default (8 bits per
 * block and one float32 per 256 blocks); GPTQ and AWQ groups of 128 with a 16-bit scale and a 4-bit
 * zero; NVFP4 blocks of 16 and MXFP4 blocks of 32 with an 8-bit scale; GGUF sizes as llama.cpp's
 * quantize lists them.
 */
static const struct checkpoint_format rows[] = {
	{"-unsloth-bnb-4bit", false, "nf4", 4, 5.5, true, true,
	 "Unsloth's dynamic quantisation: some linears stay in 16 bits"},
	{"-bnb-4bit", false, "nf4", 4, 4.127, true, true, ALL_BUT_ENDS},
	{"-bnb-8bit", false, "int8", 8, 8.01, false, true, ALL_BUT_ENDS},
	{"-nf4", false, "nf4", 4, 4.127, true, true, ALL_BUT_ENDS},
	{"-gptq-int8", true, "gptq", 8, 8.2, false, true, ALL_BUT_ENDS},
	{"-gptq-8bit", true, "gptq", 8, 8.2, false, true, ALL_BUT_ENDS},
	{"-gptq", true, "gptq", 4, 4.16, false, true, ALL_BUT_ENDS},
	{"-awq", true, "awq", 4, 4.16, false, true, ALL_BUT_ENDS},
	{"-w4a16", true, "gptq", 4, 4.16, false, true, ALL_BUT_ENDS},
	{"-w8a16", true, "gptq", 8, 8.2, false, true, ALL_BUT_ENDS},
	{"-w8a8", true, "int8", 8, 8.01, false, false, ALL_BUT_ENDS},
	{"-fp8", true, "fp8", 8, 8, false, false, "most trainers make it bfloat16 when loaded"},
	{"-nvfp4", true, "nvfp4", 4, 4.5, false, false, "a format for inference"},
	{"-mxfp4", true, "mxfp4", 4, 4.25, false, false, "experts only; trainers make it bfloat16"},
	{"-gguf", true, "gguf", 4, 4.85, false, false, "transformers makes it 16-bit when loaded"},
	{"-ggml", true, "gguf", 4, 4.85, false, false, "not trainable in PyTorch"},
	{"-aqlm", true, "aqlm", 2, 2.3, false, true, ALL_BUT_ENDS},
	{"-hqq", true, "hqq", 4, 4.5, false, true, ALL_BUT_ENDS},
	{"-exl2", true, "exl2", 4, 4.5, false, false, "not trainable in PyTorch"},
	{"-mlx", true, "mlx", 4, 4.5, false, false, "not trainable in PyTorch"},
	{"-autoround", true, "gptq", 4, 4.16, false, true, ALL_BUT_ENDS},
	{"-int4", false, "gptq", 4, 4.16, false, true, ALL_BUT_ENDS},
	{"-int8", false, "int8", 8, 8.01, false, true, ALL_BUT_ENDS},
	{"-4bit", false, "nf4", 4, 4.127, true, true, ALL_BUT_ENDS},
	{"-8bit", false, "int8", 8, 8.01, false, true, ALL_BUT_ENDS},
	{"-4bits", false, "nf4", 4, 4.127, true, true, ALL_BUT_ENDS},
	{"-qat", false, "", 0, 0, false, true,
	 "quantisation-aware training: the suffix before says the format"},
	{"-bf16", false, "none", 16, 16, false, true, "bfloat16"},
	{"-fp16", false, "none", 16, 16, false, true, "float16"},
	{"-fp32", false, "none", 32, 32, false, true, "float32"},
	{"-hf", false, "", 0, 0, false, true, "converted for transformers"},
	{"-mcore", false, "", 0, 0, false, true, "converted for Megatron-Core, by ms-swift's swift export --to_mcore"},
	{"-sharded", true, "", 0, 0, false, true, "smaller files"},
};

static bool parts(char c)
{
	return c == '-' || c == '_' || c == '.';
}

/* Whether an id has a suffix at a place, as a word of its own; the place is in the id's last part. */
static bool stands_at(struct str id, size_t at, struct str suffix)
{
	size_t end = at + suffix.n;

	return parts(id.s[at]) && end <= id.n && (end == id.n || parts(id.s[end])) &&
	       str_eq_nocase(str_sub(id, at + 1, end), str_sub(suffix, 1, suffix.n));
}

/* The last place from one on where the row's suffix starts in the id; SIZE_MAX if it has none. */
static size_t find(const struct checkpoint_format *row, struct str id, size_t from)
{
	struct str suffix = str_of(row->suffix);
	size_t at = id.n - suffix.n;

	if (id.n < from + suffix.n)
		return SIZE_MAX;
	/* What others do not follow ends the id. */
	for (size_t last = row->open ? from : at; at + 1 > last; at--)
		if (stands_at(id, at, suffix))
			return at;
	return SIZE_MAX;
}

const struct checkpoint_format *checkpoint_format_strip(struct str *id)
{
	const struct checkpoint_format *hit = NULL;
	size_t at = SIZE_MAX, slash = str_rchr(*id, '/');
	size_t begin = slash == SIZE_MAX ? 1 : slash + 1;

	/* The suffix that starts first takes all that follows; of equal ones the longest, listed first. */
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		size_t from = find(&rows[i], *id, begin);

		if (from < at) {
			hit = &rows[i];
			at = from;
		}
	}
	if (hit)
		id->n = at;
	return hit;
}

const struct checkpoint_format *checkpoint_format_of(struct str id)
{
	static const struct checkpoint_format mlx = {"",  false, "mlx", 4,
					  4.5, false, false, "not trainable in PyTorch"};
	const struct checkpoint_format *hit;

	if (str_starts(id, STR("mlx-community/")))
		return &mlx;
	hit = checkpoint_format_strip(&id);

	/* "-AWQ-hf" and "-qat-int4": the one that says something counts. */
	while (hit && !*hit->quantization) {
		const struct checkpoint_format *before = checkpoint_format_strip(&id);

		if (!before)
			break;
		hit = before;
	}
	return hit && *hit->quantization ? hit : NULL;
}
