#include "code_changes.h"

#include "core/base/base.h"
#include "lint/frameworks/frameworks.h"

/** What a script has to use for a row to hold. */
enum needs {
	/** A model of transformers. */
	NEEDS_TRANSFORMERS,
	/** Its Trainer, or accelerate: a launcher's flags reach the training. */
	NEEDS_ACCELERATE,
	/** A loop by hand with an optimizer of PyTorch. */
	NEEDS_LOOP,
};

/* Calls of the libraries' public interfaces, as their documentation of the versions named has them. */
static const struct {
	enum setting setting;
	const char *value;
	enum needs needs;
	const char *text;
	/** Where the call was read. */
	const char *source;
} rows[] = {
    {SETTING_GRADIENT_CHECKPOINTING, "true", NEEDS_TRANSFORMERS, "model.gradient_checkpointing_enable()",
     "transformers src/transformers/modeling_utils.py, 4.20-5.3"},
    {SETTING_ATTENTION, "flash_attention_2", NEEDS_TRANSFORMERS, "from_pretrained(…, attn_implementation=\"flash_attention_2\")",
     "transformers src/transformers/modeling_utils.py, since 4.36"},
    {SETTING_ATTENTION, "sdpa", NEEDS_TRANSFORMERS, "from_pretrained(…, attn_implementation=\"sdpa\")",
     "transformers src/transformers/modeling_utils.py, since 4.36"},
    {SETTING_WEIGHTS_DTYPE, "bfloat16", NEEDS_TRANSFORMERS, "from_pretrained(…, torch_dtype=torch.bfloat16)",
     "transformers src/transformers/modeling_utils.py, 4.20-5.3"},
    {SETTING_LOSS_KERNEL, "liger", NEEDS_TRANSFORMERS,
     "AutoLigerKernelForCausalLM.from_pretrained in place of AutoModelForCausalLM's",
     "liger-kernel src/liger_kernel/transformers/auto_model.py, since 0.1"},
    {SETTING_QUANTIZATION, "nf4", NEEDS_TRANSFORMERS,
     "from_pretrained(…, quantization_config=BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type=\"nf4\"))",
     "transformers src/transformers/utils/quantization_config.py, since 4.30"},
    {SETTING_PEFT, "lora", NEEDS_TRANSFORMERS,
     "model = get_peft_model(model, LoraConfig(target_modules=\"all-linear\"))", "peft src/peft/mapping.py, since 0.8"},
    {SETTING_OPTIMIZER, "adamw_8bit", NEEDS_LOOP, "bitsandbytes.optim.AdamW8bit in place of torch.optim.AdamW",
     "bitsandbytes bitsandbytes/optim/adamw.py, since 0.37"},
    {SETTING_OPTIMIZER, "paged_adamw_8bit", NEEDS_LOOP, "bitsandbytes.optim.PagedAdamW8bit in place of torch.optim.AdamW",
     "bitsandbytes bitsandbytes/optim/adamw.py, since 0.39"},
    {SETTING_OPTIMIZER, "adamw_torch_fused", NEEDS_LOOP, "torch.optim.AdamW(…, fused=True)", "torch torch/optim/adamw.py, since 2.0"},
    {SETTING_DATA_PARALLEL, "ddp", NEEDS_ACCELERATE, "accelerate launch --multi_gpu",
     "accelerate src/accelerate/commands/launch.py, 0.20-1.10"},
    {SETTING_DATA_PARALLEL, "zero2", NEEDS_ACCELERATE, "accelerate launch --use_deepspeed --zero_stage 2",
     "accelerate src/accelerate/commands/launch.py, 0.20-1.10"},
    {SETTING_DATA_PARALLEL, "zero3", NEEDS_ACCELERATE, "accelerate launch --use_deepspeed --zero_stage 3",
     "accelerate src/accelerate/commands/launch.py, 0.20-1.10"},
    {SETTING_DATA_PARALLEL, "fsdp", NEEDS_ACCELERATE,
     "accelerate launch --use_fsdp --fsdp_auto_wrap_policy TRANSFORMER_BASED_WRAP",
     "accelerate src/accelerate/commands/launch.py, 0.20-1.10"},
    {SETTING_OFFLOAD_OPTIMIZER, "cpu", NEEDS_ACCELERATE, "accelerate launch --offload_optimizer_device cpu",
     "accelerate src/accelerate/commands/launch.py, 0.20-1.10"},
    {SETTING_OFFLOAD_PARAMS, "cpu", NEEDS_ACCELERATE, "accelerate launch --offload_param_device cpu",
     "accelerate src/accelerate/commands/launch.py, 0.20-1.10"},
};

enum { ROWS = sizeof(rows) / sizeof(*rows) };

static bool uses(const struct fix_source *x, const char *package)
{
	for (size_t i = 0; i < x->extract->used.n; i++)
		if (x->extract->used.at[i].map->package && str_is(str_of(x->extract->used.at[i].map->package), package))
			return true;
	return false;
}

static bool has_trainer(const struct fix_source *x)
{
	return uses(x, "trl") || job_is(x->job, SETTING_FRAMEWORK, "transformers") || job_is(x->job, SETTING_FRAMEWORK, "trl");
}

static bool met(const struct fix_source *x, enum needs needs)
{
	bool loads = uses(x, "transformers") || uses(x, "peft") || uses(x, "trl");

	/* A config of theirs is launched by accelerate as well. */
	if (needs == NEEDS_ACCELERATE)
		return has_trainer(x) || uses(x, "accelerate");
	/* Unsloth's loader and patches take their own ways, which its keys say. */
	if (!x->draft->script || job_is(x->job, SETTING_FUSED_KERNELS, "unsloth"))
		return false;
	return needs == NEEDS_TRANSFORMERS ? loads : !has_trainer(x);
}

bool code_change_of(const struct fix_source *source, enum setting s, const struct value *v, struct str *out)
{
	struct str value = value_text(source->arena, v);

	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].setting != s || !str_is(value, rows[i].value) || !met(source, rows[i].needs))
			continue;
		*out = str_of(rows[i].text);
		return true;
	}
	return false;
}
