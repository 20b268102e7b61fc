/*
 * torchtitan since 2026: configs are Python functions, "def llama3_8b() -> Trainer.Config" of a config_registry.py, and
 * "--module llama3 --config llama3_8b" names one. Their components are objects, of which the class is a key: "class".
 */
#include "torchtitan.h"

#define CONFIGS "torchtitan torchtitan/config/configs.py, main of 2026-08"
#define TRAINER "torchtitan torchtitan/trainer.py Trainer.Config, main of 2026-08"
#define RL	"torchtitan torchtitan/experiments/rl/, main of 2026-08"
#define MODEL	"model_spec.model."
#define LAYER	MODEL "layers.[0]."
/* A model of torchtitan by its name, or by its registry's where only that is here: model_registry("8B"). */
#define OF(name) "@model_spec.name|model_spec.class=" name "|torchtitan.models." name ".model_registry"
/* What the model is made of is known, and no converter (LoRA, float8) stands in for it. */
#define SEEN "@model_spec.model.class,!@model_spec.model.class=Frozen"

/* P: where the trainer's part is, A: the key of what it computes again. */
#define TRAINER_ROWS(P, A)                                                                                            \
	KEY(P "training.num_tokens_per_microbatch_per_dp_rank", PER_DEVICE_TRAIN_BATCH_SIZE),                        \
	    KEY_AS(P "training.max_context_length", PER_DEVICE_TRAIN_BATCH_SIZE, OVER, NULL),                        \
	    KEY(P "training.max_context_length", MAX_SEQ_LENGTH),                                                    \
	    KEY_AS(P "training.dtype", WEIGHTS_DTYPE, DTYPE, NULL),                                                  \
	    KEY_AS(P "training.mixed_precision_param", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float32=no;*="),      \
	    KEY_AS(P "training.enable_cpu_offload", OFFLOAD_PARAMS, SWITCH, "cpu;none"),                             \
	    KEY_AS(P "training.enable_cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none"),                          \
	    KEY_AS(P A ".class", GRADIENT_CHECKPOINTING, WORDS, "FullAC=true;SelectiveAC=selective"),                \
	    KEY_AS(P A, GRADIENT_CHECKPOINTING, IF_NULL, "false"),                                                   \
	    KEY_AS(P "optimizer.param_groups.[0].optimizer_name|" P "optimizer.name", OPTIMIZER, CHOICE,             \
		   "AdamW=adamw_torch_fused;Adam=adamw_torch_fused;*="),                                             \
	    KEY_AS(P "optimizer.class", OPTIMIZER, WORDS, "default_adamw=adamw_torch_fused"),                        \
	    KEY_WHEN(P "training.num_tokens_per_microbatch_per_dp_rank", LOSS_CHUNK, PLAIN, NULL, "@" P "loss.num_chunks"), \
	    KEY_AS(P "loss.num_chunks", LOSS_CHUNK, OVER, NULL),                                                     \
	    KEY_WHEN(P "parallelism.data_parallel_replicate_degree", DATA_PARALLEL, IF_POSITIVE, "hsdp",             \
		     "@" P "parallelism.data_parallel_replicate_degree!=1,@" P "parallelism.data_parallel_shard_degree!=1"), \
	    KEY_WHEN(P "parallelism.data_parallel_replicate_degree", DATA_PARALLEL, IF_POSITIVE, "ddp",              \
		     "@" P "parallelism.data_parallel_replicate_degree!=1"),                                         \
	    KEY_WHEN(P "parallelism.data_parallel_shard_degree", SHARD_SIZE, PLAIN, NULL,                            \
		     "@" P "parallelism.data_parallel_shard_degree>0"),                                              \
	    KEY_AS(P "parallelism.fsdp_reshard_after_forward", RESHARD_AFTER_FORWARD, CHOICE,                        \
		   "always=true;never=false;*="),                                                                    \
	    KEY(P "parallelism.tensor_parallel_degree", TENSOR_PARALLEL),                                            \
	    KEY(P "parallelism.pipeline_parallel_degree", PIPELINE_PARALLEL),                                        \
	    KEY(P "parallelism.context_parallel_degree", CONTEXT_PARALLEL),                                          \
	    KEY(P "parallelism.expert_parallel_degree", EXPERT_PARALLEL)

#define MODEL_ROWS                                                                                                    \
	KEY_AS(LAYER "attention.inner_attention.class|" MODEL "layers.[3].attention.inner_attention.class", ATTENTION, WORDS, \
	       "FlexAttention=flex_attention;Varlen=flash_attention_2;ScaledDotProduct=sdpa"),                       \
	    KEY_AS("model_spec.attn_backend", ATTENTION, CHOICE, "flex=flex_attention;varlen=flash_attention_2;sdpa=sdpa;*="), \
	    KEY_AS(LAYER "feed_forward.w1.class", MIXED_PRECISION, WORDS, "Float8=fp8;MXFP8=fp8"),                   \
	    KEY_WHEN("model_spec.model", PEFT, CHOICE, "*=", "!" SEEN)

static const struct keyrow rows[] = {
    /* The names that a repository has of the library: "from torchtitan.models.llama3 import model_registry". */
    KEY_WHEN("model_spec.flavor|model_spec.0", MODEL, CHOICE,
	     "1B=meta-llama/Llama-3.2-1B;3B=meta-llama/Llama-3.2-3B;8B=meta-llama/Llama-3.1-8B;70B=meta-llama/Llama-3.1-70B;"
	     "405B=meta-llama/Llama-3.1-405B;*=",
	     OF("llama3")),
    KEY_WHEN("model_spec.flavor|model_spec.0", MODEL, CHOICE,
	     "0.6B=Qwen/Qwen3-0.6B;1.7B=Qwen/Qwen3-1.7B;4B=Qwen/Qwen3-4B;8B=Qwen/Qwen3-8B;14B=Qwen/Qwen3-14B;32B=Qwen/Qwen3-32B;"
	     "30B-A3B=Qwen/Qwen3-30B-A3B;235B-A22B=Qwen/Qwen3-235B-A22B;*=",
	     OF("qwen3")),
    KEY_WHEN("model_spec.flavor|model_spec.0", MODEL, CHOICE,
	     "0.8B=Qwen/Qwen3.5-0.8B;2B=Qwen/Qwen3.5-2B;4B=Qwen/Qwen3.5-4B;9B=Qwen/Qwen3.5-9B;27B=Qwen/Qwen3.5-27B;"
	     "35B-A3B=Qwen/Qwen3.5-35B-A3B;122B-A10B=Qwen/Qwen3.5-122B-A10B;397B-A17B=Qwen/Qwen3.5-397B-A17B;*=",
	     OF("qwen3_5")),
    KEY_WHEN("model_spec.flavor|model_spec.0", MODEL, CHOICE, "20b=openai/gpt-oss-20b;120b=openai/gpt-oss-120b;*=", OF("gpt_oss")),
    KEY_WHEN("model_spec.flavor|model_spec.0", MODEL, CHOICE,
	     "moonlight-16B-A3B=moonshotai/Moonlight-16B-A3B;Kimi-VL-A3B=moonshotai/Kimi-VL-A3B-Instruct;Kimi-K2.5=moonshotai/Kimi-K2.5;*=",
	     OF("kimi_k2_5")),
    KEY_WHEN("model_spec.flavor|model_spec.0", MODEL, CHOICE,
	     "16B=deepseek-ai/DeepSeek-V2-Lite;236B=deepseek-ai/DeepSeek-V2;671B=deepseek-ai/DeepSeek-V3;*=",
	     OF("deepseek_v3")),
    /* The architecture of Transformers' models: "full" is as its configuration has it, others are cut down. */
    KEY_WHEN("hf_model", MODEL, PLAIN, NULL, "@model_spec.flavor=full"),
    MODEL_ROWS,
    TRAINER_ROWS("", "activation_checkpoint"),
    KEY_AS("loss.class", LOSS_KERNEL, WORDS, "ChunkedLossWrapper=chunked;ChunkedCELoss=chunked"),
    KEY_AS("dataloader.dataset.processor.class|dataloader.dataset.dataset.processor.class", TASK, WORDS, "ChatProcessor=sft"),
    KEY_AS("compile.enable", TORCH_COMPILE, SWITCH, "true;false"),
    KEY_WHEN("compile.enable", LOSS_KERNEL, IF_TRUE, "compiled", "!@compile.components=model"),
    KEY_AS("validator.enable", EVALUATION, SWITCH, "true;false"),
};

static const struct sizerow sizes[] = {
    SIZE_IS("layers_of", "of another kind in part", "@" LAYER "delta_net"),
    SIZE("hidden", MODEL "dim"),
    SIZE_AS("layers", MODEL "layers", LENGTH, NULL),
    SIZE("vocab", MODEL "vocab_size"),
    SIZE("heads", LAYER "attention.n_heads"),
    SIZE("kv_heads", LAYER "attention.n_kv_heads|" LAYER "attention.qkv_linear.n_kv_heads"),
    SIZE("head_dim", LAYER "attention.head_dim|" LAYER "attention.qkv_linear.head_dim"),
    SIZE_AS("mla", LAYER "attention.kv_lora_rank", PRESENT, "true"),
    SIZE("kv_lora", LAYER "attention.kv_lora_rank"),
    SIZE("q_lora", LAYER "attention.q_lora_rank"),
    SIZE("qk_nope", LAYER "attention.qk_nope_head_dim"),
    SIZE("qk_rope", LAYER "attention.qk_rope_head_dim"),
    SIZE("v_dim", LAYER "attention.v_head_dim"),
    SIZE("ffn", LAYER "feed_forward.w1.out_features|" LAYER "moe.routed_experts.inner_experts.hidden_dim"),
    SIZE("experts", LAYER "moe.num_experts|" MODEL "layers.[1].moe.num_experts"),
    SIZE("top_k", LAYER "moe.router.top_k|" MODEL "layers.[1].moe.router.top_k"),
    SIZE("moe_ffn", LAYER "moe.routed_experts.inner_experts.hidden_dim|" MODEL "layers.[1].moe.routed_experts.inner_experts.hidden_dim"),
    SIZE("shared_ffn", LAYER "moe.shared_experts.w1.out_features|" MODEL "layers.[1].moe.shared_experts.w1.out_features"),
    SIZE_IS("dense_first", "1", "@" LAYER "feed_forward,@" MODEL "layers.[1].moe"),
    SIZE_AS("qk_norm", LAYER "attention.qk_norm", PRESENT, "head"),
    SIZE_AS("tied", MODEL "enable_weight_tying", IF_TRUE, "true"),
    SIZE_IS("gated", "true", NULL),
    SIZE_IS("rms", "true", NULL),
};

static const struct defrow defaults[] = {
    DEFAULT_WHEN(PEFT, "none", SEEN, CONFIGS),
    DEFAULT_WHEN(PEFT, "none", "@model_spec.0,!@model_spec.converters", CONFIGS),
    DEFAULT_WHEN(GRADIENT_CHECKPOINTING, "selective", "@model_spec.0", TRAINER ": activation_checkpoint"),
    DEFAULT_WHEN(ATTENTION, "flash_attention_2", OF("gpt_oss"), "torchtitan torchtitan/models/gpt_oss/__init__.py, main of 2026-08: attn_backend varlen"),
    DEFAULT_WHEN(ATTENTION, "flex_attention", "@model_spec", "torchtitan torchtitan/models/llama3/__init__.py, main of 2026-08: attn_backend flex"),
    DEFAULT_WHEN(ATTENTION_MASK, "none", "@model_spec", CONFIGS),
    DEFAULT_WHEN(LOSS_KERNEL, "torch", "@model_spec", "torchtitan torchtitan/components/loss.py, main of 2026-08"),
};
const struct keymap map_torchtitan_registry = {
    .name = "torchtitan.registry",
    .base = {&map_torchtitan},
    .package = "torchtitan",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = TRAINER,
};

static const struct keyrow rl_rows[] = {
    MODEL_ROWS,
    TRAINER_ROWS("trainer.", "ac_config"),
    KEY_AS("trainer.loss.class", LOSS_KERNEL, WORDS, "ChunkedLossWrapper=chunked"),
    KEY("async_loop.num_samples_per_prompt", NUM_GENERATIONS),
    KEY("generator.sampling.max_tokens", MAX_COMPLETION_LENGTH),
    KEY_WHEN("compile.enable", TORCH_COMPILE, SWITCH, "true;false", NULL),
};
static const struct defrow rl_defaults[] = {
    DEFAULT(TASK, "grpo", RL "losses/"),
    DEFAULT(REFERENCE_MODEL, "none", RL "actors/trainer.py"),
    DEFAULT(BETA, "0", RL "losses/grpo.py: no reference"),
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", RL "README.md: generators on GPUs of their own"),
    DEFAULT(LOSS_KERNEL, "logprobs_float", RL "losses/grpo.py"),
};
const struct keymap map_torchtitan_rl = {
    .name = "torchtitan.rl",
    .base = {&map_torchtitan_registry},
    .package = "torchtitan",
    ROWS(rows, rl_rows),
    ROWS(defaults, rl_defaults),
    .source = RL "controller.py Controller.Config",
};
static const struct keymap *const maps[] = {&map_torchtitan_registry, &map_torchtitan_rl};

#define FUNCTIONS "Trainer.Config|TrainerConfig|Controller.Config|BackendConfig"
#define MARKERS	  "Trainer.Config:|TrainerConfig:|Controller.Config:|BackendConfig:"
static const struct config configs[] = {
    {.name = "torchtitan registry",
     .markers = MARKERS,
     .keys = "class,model_spec,training,parallelism",
     .unless = "model_spec.name=flux,encoder",
     .map = &map_torchtitan_registry,
     .job = true,
     .module = true,
     .functions = FUNCTIONS,
     .set = "framework=torchtitan",
     .source = TRAINER},
    {.name = "torchtitan rl registry",
     .markers = MARKERS,
     .keys = "class,model_spec,trainer.training,async_loop,generator",
     .map = &map_torchtitan_rl,
     .job = true,
     .module = true,
     .functions = FUNCTIONS,
     .set = "framework=torchtitan",
     .source = RL "controller.py Controller.Config"},
};

#define RUN(w, m)                                                                                                             \
	{                                                                                                                     \
		.words = (w), .set = "framework=torchtitan", .map = (m), .positional = "", .config_flag = "--config",         \
		.registry = "config_registry.py", .registry_flag = "--module", .merged = "", .flags = "module",               \
		.marks = "torchtitan"                                                                                         \
	}
static const struct command commands[] = {
    RUN("-m torchtitan.experiments.rl.train", &map_torchtitan_rl),
    RUN("torchtitan/experiments/rl/train.py", &map_torchtitan_rl),
    RUN("experiments/rl/train.py", &map_torchtitan_rl),
};

const struct framework framework_torchtitan_registry = {
    .name = "torchtitan-registry",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
};
