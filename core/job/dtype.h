/*
 * Number formats: bytes per element, and what quantised weights cost on top.
 */
#ifndef CORE_JOB_DTYPE_H
#define CORE_JOB_DTYPE_H

#include "core/base/base.h"

enum dtype { DTYPE_FLOAT32, DTYPE_BFLOAT16, DTYPE_FLOAT16, DTYPE_FP8, DTYPE_COUNT };

enum quant {
	QUANT_NONE,
	/** bitsandbytes: 4-bit blocks of 64 with a float32 scale each. */
	QUANT_NF4,
	QUANT_FP4,
	/** bitsandbytes LLM.int8(). */
	QUANT_INT8,
	/** Packed integers with group scales: quant_bits, quant_group. */
	QUANT_GPTQ,
	QUANT_AWQ,
	QUANT_HQQ,
	/** Scaled 8-bit floats; mxfp4: 4 bits and a shared exponent per 32. */
	QUANT_FP8,
	QUANT_MXFP4,
	QUANT_COUNT
};

/** Bytes per element: 4, 2, 2, 1. */
double dtype_bytes(enum dtype d);
/** "float32", "bfloat16", "float16", "fp8". */
const char *dtype_name(enum dtype d);
/** The dtype of a name as the vocabulary spells it; false if it is none. */
bool dtype_find(struct str name, enum dtype *out);
/** "none", "nf4", …: the vocabulary's spelling. */
const char *quant_name(enum quant q);
/** The quantisation of a name as the vocabulary spells it; false if it is none. */
bool quant_find(struct str name, enum quant *out);

#endif
