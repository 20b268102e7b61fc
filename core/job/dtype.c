#include "dtype.h"

static const struct {
	const char *name;
	double bytes;
} dtypes[DTYPE_COUNT] = {
    [DTYPE_FLOAT32] = {"float32", 4},
    [DTYPE_BFLOAT16] = {"bfloat16", 2},
    [DTYPE_FLOAT16] = {"float16", 2},
    [DTYPE_FP8] = {"fp8", 1},
};

static const char *const quants[QUANT_COUNT] = {
    [QUANT_NONE] = "none", [QUANT_NF4] = "nf4",	  [QUANT_FP4] = "fp4",
    [QUANT_INT8] = "int8", [QUANT_GPTQ] = "gptq", [QUANT_AWQ] = "awq",
    [QUANT_HQQ] = "hqq",   [QUANT_FP8] = "fp8",	  [QUANT_MXFP4] = "mxfp4",
};

double dtype_bytes(enum dtype d)
{
	return dtypes[d].bytes;
}

const char *dtype_name(enum dtype d)
{
	return dtypes[d].name;
}

bool dtype_find(struct str name, enum dtype *out)
{
	for (int i = 0; i < DTYPE_COUNT; i++) {
		if (str_is_nocase(name, dtypes[i].name)) {
			*out = (enum dtype)i;
			return true;
		}
	}
	return false;
}

const char *quant_name(enum quant q)
{
	return quants[q];
}

bool quant_find(struct str name, enum quant *out)
{
	for (int i = 0; i < QUANT_COUNT; i++) {
		if (str_is_nocase(name, quants[i])) {
			*out = (enum quant)i;
			return true;
		}
	}
	return false;
}
