/*
 * Liger kernels put into transformers' models by the script itself; trainers' own switches stand in
 * the trainers' maps.
 */
#include "shared_maps.h"

/* The fused loss needs the labels in forward(): trainers that compare log-probabilities give none. */
#define FUSED_LOSS "task=sft|pretrain"

static const struct param load_params[] = {
    {"pretrained_model_name_or_path", ROLE_NONE},
    {"quantization_config", ROLE_QUANTIZATION},
};

static const struct callable callables[] = {
    /*
     * Liger-Kernel src/liger_kernel/transformers/auto_model.py, 0.5: patches the class of the model, then
     * loads it as transformers does.
     */
    {.names = "liger_kernel.transformers.AutoLigerKernelForCausalLM.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .set = "fused_kernels=liger;loss_kernel=liger?" FUSED_LOSS},
    /* Liger-Kernel src/liger_kernel/transformers/monkey_patch.py, 0.5: fused_linear_cross_entropy=True */
    {.names = "liger_kernel.transformers.apply_liger_kernel_to_llama|"
	      "liger_kernel.transformers.apply_liger_kernel_to_mllama|"
	      "liger_kernel.transformers.apply_liger_kernel_to_llama4|"
	      "liger_kernel.transformers.apply_liger_kernel_to_mistral|"
	      "liger_kernel.transformers.apply_liger_kernel_to_mixtral|"
	      "liger_kernel.transformers.apply_liger_kernel_to_gemma|"
	      "liger_kernel.transformers.apply_liger_kernel_to_gemma2|"
	      "liger_kernel.transformers.apply_liger_kernel_to_gemma3|"
	      "liger_kernel.transformers.apply_liger_kernel_to_gemma3_text|"
	      "liger_kernel.transformers.apply_liger_kernel_to_qwen2|"
	      "liger_kernel.transformers.apply_liger_kernel_to_qwen2_vl|"
	      "liger_kernel.transformers.apply_liger_kernel_to_qwen2_5_vl|"
	      "liger_kernel.transformers.apply_liger_kernel_to_qwen3|"
	      "liger_kernel.transformers.apply_liger_kernel_to_qwen3_moe|"
	      "liger_kernel.transformers.apply_liger_kernel_to_phi3|"
	      "liger_kernel.transformers.apply_liger_kernel_to_olmo2|"
	      "liger_kernel.transformers.apply_liger_kernel_to_granite|"
	      "liger_kernel.transformers.apply_liger_kernel_to_glm4",
     .effect = EFFECT_HINT,
     .returns = RETURNS_NONE,
     .set = "fused_kernels=liger;loss_kernel=liger?" FUSED_LOSS ",@fused_linear_cross_entropy!=false"},
};

static const struct package packages[] = {
    {.name = "liger-kernel", "0.1 0.2 0.3 0.4 0.5 0.6", "linkedin/Liger-Kernel, releases"},
};

const struct framework framework_liger = {
    .name = "liger",
    ROWS(callables, callables),
    ROWS(packages, packages),
};
