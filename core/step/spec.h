/*
 * The input of the physics: one GPU's share of a training step, in numbers and enums.
 *
 * step_spec_of_job() makes it from a job's settings; what the settings leave open is decided there, and
 * named. Behind this struct no formula knows a framework's name, a file or a string. The formulas
 * and their sources stand in tensor_widths.c (bytes per kind of tensor), linear.c, layer.c, logits_loss.c, weights.c,
 * unsharded_step.c (one GPU) and sharded_step.c (many).
 */
#ifndef CORE_STEP_SPEC_H
#define CORE_STEP_SPEC_H

#include "core/job/job.h"
#include "core/model/model.h"

enum method {
	/** The model's own weights train. */
	METHOD_FULL,
	/** Low-rank adapters on frozen weights, quantised or not. */
	METHOD_LORA,
};

/** prepare_model_for_kbit_training on quantised weights: what becomes float32. */
enum kbit {
	KBIT_NONE,
	/** Embeddings, norms and head, and with them the residual stream. */
	KBIT_ALL,
	/** TRL until December 2025: embeddings and head are cast back, norms stay float32. */
	KBIT_NORMS,
};

enum checkpoint {
	CHECKPOINT_NONE,
	/** Each layer is recomputed; PyTorch's two implementations. */
	CHECKPOINT_REENTRANT,
	CHECKPOINT_NONREENTRANT,
	/** torchtitan's selective op: every second matmul's output is kept. */
	CHECKPOINT_SELECTIVE,
};

enum attention {
	/** PyTorch's scaled_dot_product_attention without a mask: flash kernel. */
	ATTENTION_SDPA,
	/** The same, K and V expanded to the query heads first (transformers < 4.48, torchtitan). */
	ATTENTION_SDPA_REPEAT,
	/** With a materialised mask: padded rows, or packed rows without FlashAttention. */
	ATTENTION_SDPA_MASK,
	ATTENTION_FLASH,
	/** FlashAttention on padded rows: unpadded copies. */
	ATTENTION_FLASH_PADDED,
	ATTENTION_EAGER,
	/** litgpt: K and V expanded by copy, q and k concatenated again after RoPE. */
	ATTENTION_LITGPT,
};

enum kernels {
	KERNELS_EAGER,
	/** Liger: fused RMSNorm, SwiGLU and RoPE; Unsloth and Transformer Engine keep the same. */
	KERNELS_LIGER,
	/** A fused RMSNorm alone (fms-acceleration's foak). */
	KERNELS_FUSED_NORM,
	/** LayerNorms that autocast leaves in 16 bits (Composer's low_precision_layernorm). */
	KERNELS_LOW_NORM,
};

enum loss {
	/** transformers ≥ 4.50: logits.float() inside the loss. */
	LOSS_HF,
	/** 4.46 to 4.49: and a shifted copy while the caller holds the logits. */
	LOSS_HF_SHIFT,
	/** < 4.46: the model itself makes float32 logits, then a shifted copy. */
	LOSS_HF_OLD,
	/** TRL SFT's nll with entropy and accuracy metrics. */
	LOSS_TRL,
	/** Liger's fused linear cross-entropy: gradients computed in forward, in chunks. */
	LOSS_LIGER,
	/** Checkpointed chunks in float32 (TRL's chunked_nll). */
	LOSS_CHUNKED,
	/** Loss in eight chunks, all of whose softmaxes stay; of logits that are all there, or are made with it (torchtune). */
	LOSS_CHUNKED_OUTPUT,
	LOSS_CHUNKED_LINEAR,
	/** The same on logits that are whole: their gradient takes their place, a chunk at a time. */
	LOSS_CHUNKED_LOGITS,
	/** Unsloth's: chunks as large as half of the free memory, gradients computed in forward. */
	LOSS_UNSLOTH,
	/** The same without the compiler: a float32 copy and its log-softmax beside the logits. */
	LOSS_UNSLOTH_EAGER,
	/** Unsloth's until November 2024: a Triton cross-entropy on whole logits, whose gradient takes their place. */
	LOSS_UNSLOTH_LOGITS,
	/** Cross-entropy in the dtype of the logits; with a shifted copy. */
	LOSS_PLAIN,
	LOSS_PLAIN_SHIFT,
	/** A Triton cross-entropy on materialised float32 logits; before transformers 4.46. */
	LOSS_TRITON,
	LOSS_TRITON_OLD,
	/** Fabric returns float32 logits that the loop holds; LoRA in chunks of 128 positions. */
	LOSS_LITGPT,
	/** Cut Cross-Entropy: no logits at all. */
	LOSS_CCE,
	/** No loss over words: the model makes logits, float32 ones before transformers 4.46, and nothing reads them. */
	LOSS_UNREAD,
	LOSS_UNREAD_OLD,
	/** Compiled cross-entropy: 16-bit logits and their gradient. */
	LOSS_COMPILED,
	/** FlashAttention's cross-entropy: the logits as they are, and their gradient. */
	LOSS_FLASH,
	/** Megatron's vocabulary-parallel loss, the gradient in place of the softmax. */
	LOSS_MEGATRON,
	/** Preference pairs; the batch counts pairs. */
	LOSS_DPO,
	/** Policy gradient on completions; the batch counts completions. */
	LOSS_GRPO,
	/** Log-probabilities by a kernel that keeps the logits alone, and writes their gradient over them. */
	LOSS_LOGPROBS,
	/** The same with the entropy of each position in the loss. */
	LOSS_LOGPROBS_ENTROPY,
	/** A float32 copy of the logits first, and a gradient of its own. */
	LOSS_LOGPROBS_FLOAT,
	/** Unsloth's: the loss of one completion at a time. */
	LOSS_UNSLOTH_GRPO,
	/** SPLADE: the largest logit of each word over the text is an embedding. */
	LOSS_SPLADE,
};

enum reference {
	REFERENCE_NONE,
	/** The adapted model with its adapters off. */
	REFERENCE_ADAPTER,
	/** A second set of weights. */
	REFERENCE_COPY,
};

enum layout {
	LAYOUT_NONE,
	LAYOUT_DDP,
	LAYOUT_FSDP1,
	LAYOUT_FSDP2,
	LAYOUT_ZERO1,
	LAYOUT_ZERO2,
	LAYOUT_ZERO3,
	LAYOUT_MEGATRON,
	/** accelerate's naive layer split: every card holds whole layers. */
	LAYOUT_DEVICE_MAP,
};

/** FSDP: which shards mixed precision makes float32. */
enum upcast { UPCAST_TRAINABLE, UPCAST_ALL, UPCAST_NONE };

/** FSDP: what embedding, final norm and head are, beside a unit for each layer. */
enum units {
	/** Part of the root unit. */
	UNITS_ROOT,
	/** Embedding a unit, norm and head another. */
	UNITS_SPLIT,
	/** Three units. */
	UNITS_EACH,
	/** No unit for each layer: all of the model is one. */
	UNITS_MODEL,
};

/** A choice that may be left to the strategy's own default. */
enum choice { CHOICE_DEFAULT, CHOICE_NO, CHOICE_YES };

/** DeepSpeed bucket sizes: its default, or what accelerate puts for "auto". */
#define BUCKET_DEFAULT 0.0
#define BUCKET_AUTO    (-1.0)

/** How several GPUs share a step. */
struct parallel {
	enum layout layout;
	/** Ranks that share one copy of the state (GPUs of a node in hybrid sharding). */
	double world;
	/** Sizes of the tensor, pipeline, context and expert groups; 1: none. */
	double tp, pp, cp, ep;
	/** Pipeline: model chunks per stage, and micro-batches per step (0: more than stages). */
	double chunks, microbatches;
	bool sequence_parallel;
	/** What recomputed layers keep of their inputs is split by tp. */
	bool partition_activations;
	bool offload_params, offload_optim, offload_act;
	/** Megatron: share of the states that lies in host memory, where not all do. */
	double offload_share;
	enum upcast upcast;
	/** FSDP2: bytes of the dtype in which gradients are reduced (accelerate 2, torchtitan 4). */
	double reduce_bytes;
	enum units units;
	/** FSDP: whether each adapter matrix is a unit; default: yes in FSDP1 (PEFT's policy). */
	enum choice lora_units;
	/** torchao's nf4 shards its block scales, bitsandbytes does not. */
	bool sharded_quant;
	/** Gradients are reduced at every micro-batch, not only at the last. */
	bool sync_each;
	/** False: SHARD_GRAD_OP, parameters stay gathered. */
	bool reshard;
	/** FSDP, ZeRO 3: each GPU has the whole quantised model before it is sharded. */
	bool loads_whole;
	/**
	 * FSDP1: the loss is computed outside the wrapped model, so that its backward runs before the
	 * first pre-backward hook gathers anything.
	 */
	bool loss_outside;
	/** DeepSpeed, elements; BUCKET_DEFAULT or BUCKET_AUTO. */
	double reduce_bucket, prefetch_bucket;
	/** DeepSpeed adds gradients up in float32, whatever they are. */
	bool grads_apart;
	/** stage3_max_reuse_distance and sub_group_size, elements. */
	double max_reuse, sub_group;
	enum choice overlap_comm;
	/** Megatron: states sharded over the data-parallel ranks; bytes of its gradient buffer and moments. */
	bool distributed_optimizer;
	double grad_bytes, adam_bytes;
};

/** The blocks of a vision tower that trains; patches: of all rows of a forward pass, 0: it keeps nothing. */
struct tower {
	double hidden, depth, ffn, patches;
	/** As in struct tower_blocks (core/model). */
	double kept;
	bool rms;
	/** Blocks keep their input alone; SDPA is given a mask of all patches. */
	bool recomputed, masked;
};

struct step_spec {
	struct shape shape;
	/** Sequences per step (pairs for DPO, completions for GRPO), tokens of each. */
	double micro_batch, seq_len;
	/** Forward passes that share these sequences before backward: the texts of a row of embedding models. */
	double passes;
	enum method method;
	/** How frozen weights are stored; QUANT_NONE: as dtype. */
	enum quant quant;
	/** GPTQ and AWQ: bits per weight and rows per scale, 0: one scale per column. */
	double quant_bits, quant_group;
	/** bitsandbytes: scales quantised too. lm_head quantised too (litgpt). */
	bool double_quant, quant_head;
	/** Share of the quantisable weights that stay as they are: dynamic quantisation. */
	double quant_skipped;
	/** Experts are one parameter a layer, which bitsandbytes does not quantise. */
	bool experts_whole;
	/** Transformer Engine in FP8: a linear that trains keeps its input in 8 bits. */
	bool fp8_inputs;
	/** bitsandbytes < 0.43.2: every 4-bit linear keeps its input, frozen or not. */
	bool bnb_old;
	/** Matrices were quantised from float16 (Lightning's plugin): what is dequantised is cast, two copies at once. */
	bool quant_half;
	enum kbit kbit;
	/** Of the weights that are not quantised, and of the adapters. */
	enum dtype weights, adapter;
	/** Mixed precision by autocast, 16 bit; accelerate's cast of the outputs back to float32. */
	bool autocast, convert_outputs;
	/** GPUs whose outputs one process gathers on the first (torch.nn.DataParallel); 0: none does. */
	double gathers;
	double lora_r;
	bool lora_dropout;
	linear_set lora_targets;
	/** Adapters on lm_head and on the embedding. */
	bool lora_head, lora_embed;
	/** Weight-decomposed LoRA: a magnitude per output, and the merged weight in forward. */
	bool dora;
	/** LoHa, LoKr: the adapter's matrix is made in the size of the weight's, and kept for backward. */
	bool whole_delta;
	/** Beside adapters or trained_layers: embedding or head trained whole (PEFT's modules_to_save keeps a copy). */
	bool train_embed, train_head;
	/** Full training of some layers only: how many; negative: all layers, embedding and head. */
	double trained_layers;
	/** With trained_layers: they may be any, so that gradients run through all; else they are the last ones. */
	bool any_layers;
	/** Vision and audio towers do not train, nor what joins them to the language model. */
	bool frozen_tower;
	struct tower tower;
	/** Trained parameters outside the model (value heads, projectors). */
	double extra_trained;
	const struct optim *optim;
	enum checkpoint checkpoint;
	enum attention attention;
	enum kernels kernels;
	enum loss loss;
	/** LOSS_DPO: a log-softmax of all logits gives the log-probabilities; of float32 ones, whatever the model's are, which are kept. */
	bool whole_logps, float_logits;
	/** Share of the tokens that get logits. */
	double headed;
	/** Chunked loss: tokens per chunk. GRPO: tokens scored per sequence. */
	double loss_chunk, completion;
	enum reference reference;
	/** A hand-written loop keeps outputs (logits, cache) until the next forward ends. */
	bool keep_outputs;
	/** A loop holds its last logits, and their graph with what that refers to, until the next forward has ended. */
	bool holds_logits;
	/** zero_grad() fills gradients with zeros and keeps them: PyTorch before 2.0. */
	bool keeps_gradients;
	/** Softmax and log-softmax keep their input as well: PyTorch before 1.11. */
	bool softmax_inputs;
	/** Copies of what trains that a foreach step makes: 1; in PyTorch 2.0 it was 2, before there was a loop: 0. */
	double foreach_copies;
	/** Forward builds a key-value cache although it trains. */
	bool use_cache;
	bool compile;
	/** XLA makes one program of the step, and plans its memory. */
	bool xla;
	/** Forward passes per optimizer step. */
	double accumulation;
	/** DDP: gradients are views of the buckets. */
	bool bucket_view;
	/** Updates inside backward, whatever the optimizer. */
	bool in_backward;
	/** enable_input_require_grads: the embedding's output needs a gradient. */
	bool input_require_grads;
	/** Bytes per token and layer that a framework's own code keeps on top. */
	double extra_saved;
	/** Rows are padded to one length; false: tokens of all rows follow one another. */
	bool padded;
	/** A teacher's logits are in the loss: distillation. */
	bool teacher;
	/** Bytes that other models hold on the card all the time. */
	double others;
	struct parallel parallel;
};

struct job;

/** The spec of a job whose gaps job_assume() has filled; job->model must be known. */
struct step_spec step_spec_of_job(const struct job *job);
/** What one GPU of a spec computes: its part of the model and of the tokens, in the strategy's dtypes. */
struct step_spec rank_spec(const struct step_spec *s);
/** Bytes of a model that is on the card for inference only; dtype: a dtype or a quantisation. */
double other_model_bytes(const struct model *m, struct str dtype);
/** A spec of full fine-tuning on one GPU: bf16 weights under autocast, fused AdamW; no shape. */
struct step_spec step_spec_default(void);

/** The spec of a critic that learns in a pass of its own, while the policy lies there; false if there is none. */
bool spec_of_critic(const struct step_spec *s, const struct job *job, struct step_spec *critic);

#endif
