/*
 * Extraction: what sources written as people write them mean, as tables.
 *
 * A source is YAML. A mapping with the key "call" stands for an object that a library made: "args" are
 * its keyword arguments, "pos" its positional ones, "set" attributes set later, "then" methods called
 * on it ("method", "args", "pos"); a plain mapping is a dict. A mapping with "either" is an undecided
 * branch; "unknown" is a value that is not known.
 */
#include "core/base/base.h"
#include "lint/read/read.h"
#include "lint/settings/settings.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct arena arena;
static struct trace trace;
static uint32_t order;

static void setup(void)
{
	memset(&trace, 0, sizeof(trace));
	order = 0;
}

static void teardown(void)
{
	arena_free(&arena);
}

static struct node *build(struct node *n);

static void add_args(struct call *call, const struct node *pos, const struct node *args)
{
	for (size_t i = 0; pos && i < pos->as.items.n; i++)
		*vec_push(&arena, &call->args) =
		    (struct arg){STR(""), build(pos->as.items.at[i]), pos->as.items.at[i]->at};
	for (size_t i = 0; args && i < args->as.pairs.n; i++)
		*vec_push(&arena, &call->args) =
		    (struct arg){args->as.pairs.at[i].key->text, build(args->as.pairs.at[i].value),
				 args->as.pairs.at[i].key->at};
}

static struct call *new_call(struct str callee, const struct node *n)
{
	struct call *call = arena_new(&arena, struct call);
	size_t dot = str_rchr(callee, '.');

	call->callee = callee;
	call->method = str_sub(callee, dot == SIZE_MAX ? 0 : dot + 1, callee.n);
	call->at = call->callee_at = n->at;
	add_args(call, node_get(n, STR("pos")), node_get(n, STR("args")));
	call->order = order++;
	*vec_push(&arena, &trace) = call;
	return call;
}

static struct node *build_object(struct node *n, struct str callee)
{
	struct node *object = node_new(&arena, NODE_OBJECT, n->at);
	const struct node *set = node_get(n, STR("set")), *then = node_get(n, STR("then"));
	struct call *made = new_call(callee, n);

	object->made = made;
	made->result = object;
	for (size_t i = 0; set && i < set->as.pairs.n; i++)
		node_set(&arena, object, set->as.pairs.at[i].key, build(set->as.pairs.at[i].value));
	for (size_t i = 0; then && i < then->as.items.n; i++) {
		const struct node *step = then->as.items.at[i];
		struct str method = node_get(step, STR("method"))->text;
		struct call *call;

		call = new_call(str_fmt(&arena, "%.*s().%.*s", STR_ARG(callee), STR_ARG(method)),
				step);
		call->self = object;
		call->result = object;
	}
	return object;
}

static struct node *build_either(const struct node *list)
{
	struct node *either = node_new(&arena, NODE_EITHER, list->at);

	for (size_t i = 0; i < list->as.items.n; i++) {
		struct node *item = build(list->as.items.at[i]),
			    *copy = arena_new(&arena, struct node);

		*copy = *item;
		copy->when = node_str(&arena, str_fmt(&arena, "case %zu", i), list->at);
		node_push(&arena, either, copy);
	}
	return either;
}

/* The tree with objects in the place of their descriptions. */
static struct node *build(struct node *n)
{
	struct node *call = node_get(n, STR("call")), *either = node_get(n, STR("either"));
	struct node *unknown = node_get(n, STR("unknown")), *name = node_get(n, STR("name_of"));
	struct node *copy;

	if (call)
		return build_object(n, call->text);
	if (either)
		return build_either(either);
	if (unknown)
		return node_unknown(&arena, unknown->text, n->at);
	if (name) {
		copy = node_new(&arena, NODE_NAME, n->at);
		copy->text = name->text;
		return copy;
	}
	if (n->kind != NODE_MAP && n->kind != NODE_LIST)
		return n;
	copy = node_new(&arena, n->kind, n->at);
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n; i++)
		node_set(&arena, copy, n->as.pairs.at[i].key, build(n->as.pairs.at[i].value));
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		node_push(&arena, copy, build(n->as.items.at[i]));
	return copy;
}

static const struct node *open_file(void *ctx, struct str path, struct span at)
{
	(void)at;
	return node_get(ctx, path);
}

/*
 * expect: "setting=value" separated by ";"; an empty value: absent; "=value~origin" asks for the origin
 * as well.
 */
static void expect(const struct job *job, const char *expected, const char *source)
{
	struct str rest = str_of(expected);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ';'), assign = str_cut(cut.head, '=');
		struct str_cut value = str_cut(assign.tail, '~');
		enum setting s = setting_find(str_trim(assign.head));
		const struct value *v;
		struct str text;

		ck_assert_msg(s != SETTING_NONE, "no setting %.*s", STR_ARG(assign.head));
		v = job_get(job, s);
		text = v ? value_text(&arena, v) : STR("");
		ck_assert_msg(str_eq(text, value.head), "%s\n%.*s is '%.*s' (%.*s), not '%.*s'",
			      source, STR_ARG(assign.head), STR_ARG(text),
			      STR_ARG(v ? v->how : STR("absent")), STR_ARG(value.head));
		if (value.ok)
			ck_assert_msg(v && str_is(value.tail, origin_name(v->origin)),
				      "%s\n%.*s is %s", source, STR_ARG(assign.head),
				      v ? origin_name(v->origin) : "absent");
		rest = cut.tail;
	}
}

static void require_all(struct versions *versions, const char *requirements)
{
	struct str rest = str_of(requirements);

	while (rest.n) {
		struct str_cut cut = str_cut(rest, ' ');

		versions_require(versions, cut.head, (struct span){1, 0, 1});
		rest = cut.tail;
	}
}

/* Reads a source: an object's call as a sink reads it, or a tree with the keymap of a name. */
static void read_source(struct extract *x, const char *map, const char *yaml, struct job *job)
{
	struct reading reading = read_yaml(&arena, 1, str_of(yaml));
	struct node *tree;

	ck_assert_msg(!reading.trouble.n, "%s: %.*s", yaml, STR_ARG(reading.trouble));
	ck_assert_uint_eq(reading.docs.n, 1);
	tree = build(reading.docs.at[0]);
	x->trace = &trace;
	if (map) {
		ck_assert_msg(keymap_find(str_of(map)) != NULL, "no map %s", map);
		extract_map(x, keymap_find(str_of(map)), tree, job);
	} else {
		ck_assert(tree->kind == NODE_OBJECT);
		ck_assert_msg(extract_object(x, tree, job), "nothing known of %s", yaml);
	}
}

#define MODEL_8B "meta-llama/Llama-3.1-8B"
#define LOAD(args)                                                                                 \
	"{call: transformers.AutoModelForCausalLM.from_pretrained, pos: [" MODEL_8B                \
	"], args: {" args "}}"
#define SEVEN "[q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj]"
#define LORA  "{call: peft.LoraConfig, args: {r: 16, target_modules: " SEVEN "}}"
#define NF4                                                                                        \
	"quantization_config: {call: transformers.BitsAndBytesConfig, args: {load_in_4bit: true, " \
	"bnb_4bit_quant_type: nf4, bnb_4bit_use_double_quant: true, "                              \
	"bnb_4bit_compute_dtype: {name_of: torch.bfloat16}}}"

static const struct {
	/** Requirements, blanks between. */
	const char *versions;
	/** The keymap to read with; NULL: the source is an object. */
	const char *map;
	const char *source, *expected;
} vectors[] = {
    /* Layouts of GPUs: what trains stands last; a letter that is not there is one. */
    {"", "areal", "{allocation_mode: 'sglang:d4p1t2+fsdp:d2p3t4', actor: {path: a/b}}",
     "num_gpus=24;tensor_parallel=4;pipeline_parallel=3;context_parallel=1;data_parallel=fsdp2"},
    {"", "areal", "{actor: {path: a/b, backend: 'megatron:(attn:d2t2|ffn:d1e4)'}}", "num_gpus=4;expert_parallel=4;data_parallel=megatron"},
    {"", "areal", "{actor: {path: a/b, backend: ''}}", "num_gpus=;tensor_parallel="},
    {"", "areal", "{actor: {path: a/b, backend: 'fsdp:d99999999999999999999t99999999'}}", "num_gpus=1"},
    /* Sums of keys: a question and its passages; the lengths of both. */
    {"", "tevatron.retriever", "{train_group_size: 16, passage_max_len: 156}", "texts_per_row=17;max_seq_length=156"},
    {"", "tevatron.retriever", "{train_group_size: 16, grad_cache: true}", "texts_per_row=;mini_batch_size=32~defaulted"},
    {"", "flagembedding.reranker", "{query_max_len: 512, passage_max_len: '256'}", "max_seq_length=768~stated"},
    {"", "flagembedding.reranker", "{passage_max_len: 256}", "max_seq_length="},
    {"", "flagembedding.reranker", "{query_max_len: 512, passage_max_len: much}", "max_seq_length="},
    {"", "roll", "{pretrain: a/b, actor_train: {device_mapping: 'list(range(0,16))'}}", "num_gpus=16"},
    {"", "roll", "{pretrain: a/b, actor_train: {device_mapping: 'list(range(8)) + [9, 10,]'}}", "num_gpus=10"},
    {"", "roll", "{pretrain: a/b, actor_train: {device_mapping: 'list(range(0,16,2))'}}", "num_gpus=8"},
    {"", "roll", "{pretrain: a/b, actor_train: {device_mapping: [0, 1, 2]}}", "num_gpus=3"},
    {"", "roll", "{pretrain: a/b, actor_train: {device_mapping: 'list(range(8,0))'}}", "num_gpus="},
    {"", "roll", "{pretrain: a/b, actor_train: {device_mapping: 'devices()'}}", "num_gpus="},
    /* hf-stack notes, interpretation vectors, in their order. */
    {"trl==0.16", NULL, "{call: trl.SFTConfig, args: {max_seq_length: 4096}}",
     "max_seq_length=4096~stated;gradient_checkpointing=false~defaulted;mixed_precision=no;"
     "per_device_train_batch_size=8;gradient_accumulation_steps=1"},
    {"trl==0.20", NULL, "{call: trl.SFTConfig, args: {max_seq_length: 4096}}", "max_seq_length="},
    {"trl==1.7", NULL,
     "{call: trl.SFTTrainer, args: {model: " MODEL_8B ", args: {call: trl.SFTConfig}}}",
     "model=" MODEL_8B
     ";max_seq_length=1024;per_device_train_batch_size=8;weights_dtype=float32~defaulted;"
     "mixed_precision=bf16;gradient_checkpointing=true;loss_kernel=chunked;peft=none;task=sft;"
     "framework=trl;framework_version=trl 1.7~stated"},
    {"trl==1.7", NULL,
     "{call: trl.SFTTrainer, args: {model: " MODEL_8B ", args: {call: trl.SFTConfig, "
     "args: {model_init_kwargs: {dtype: bfloat16}}}}}",
     "weights_dtype=bfloat16~stated;mixed_precision=bf16"},
    {"transformers==4.57", NULL,
     "{call: transformers.Trainer, args: {model: " LOAD(
	 "") ", args: {call: transformers.TrainingArguments, "
	     "args: {bf16: true}}}}",
     "weights_dtype=float32~defaulted;mixed_precision=bf16~stated;gradient_checkpointing=false;"
     "per_device_train_batch_size=8;loss_kernel=torch;attention=sdpa"},
    {"transformers==4.27.3", NULL, "{call: transformers.Trainer, args: {model: " LOAD("") "}}",
     "attention=eager~defaulted"},
    {"trl==0.11", NULL,
     "{call: trl.PPOTrainer, args: {model: {call: "
     "trl.AutoModelForCausalLMWithValueHead.from_pretrained, "
     "pos: [" LOAD("torch_dtype: bfloat16, attn_implementation: eager") "]}}}",
     "model=" MODEL_8B ";weights_dtype=bfloat16~stated;attention=eager~stated"},
    {"trl==0.11 transformers==4.45", NULL,
     "{call: trl.PPOTrainer, args: {model: {call: "
     "trl.AutoModelForCausalLMWithValueHead.from_pretrained, "
     "pos: [" MODEL_8B "]}}}",
     "model=" MODEL_8B ";weights_dtype=float32~defaulted"},
    {"transformers==4.57", NULL,
     "{call: transformers.Trainer, args: {args: {call: transformers.TrainingArguments}, "
     "model: {call: unsloth.FastLanguageModel.from_pretrained, pos: [" MODEL_8B "]}}}",
     "quantization=nf4~defaulted;double_quant=true"},
    {"transformers==5.0", NULL,
     "{call: transformers.Trainer, args: {model: " LOAD(
	 "") ", args: {call: transformers.TrainingArguments, "
	     "args: {bf16: true}}}}",
     "weights_dtype=bfloat16~defaulted;mixed_precision=bf16"},
    {"transformers==4.57", NULL, "{call: transformers.Trainer, args: {model: " LOAD(NF4) "}}",
     "quantization=nf4;double_quant=true;kbit_upcast=false~derived;weights_dtype=float16;"
     "quantization_bits=4~derived;gradient_checkpointing=false"},
    {"transformers==4.57", NULL,
     "{call: transformers.Trainer, args: {model: {call: peft.prepare_model_for_kbit_training, pos: "
     "[" LOAD(NF4) "]}}}",
     "model=;quantization=none"},
    {"", NULL,
     "{call: transformers.Trainer, args: {model: " LOAD("quantization_config: {call: "
							"transformers.BitsAndBytesConfig, args: "
							"{load_in_4bit: true, bnb_4bit_quant_type: "
							"nf4}}") "}}",
     "quantization=nf4;double_quant=false~defaulted"},
    {"", NULL,
     "{call: transformers.Trainer, args: {model: " LOAD("load_in_4bit: true, quantization_config: {call: "
							"transformers.BitsAndBytesConfig, args: "
							"{load_in_4bit: true, bnb_4bit_quant_type: "
							"nf4}}") "}}",
     "quantization=nf4"},
    {"", NULL,
     "{call: transformers.Trainer, args: {model: " LOAD(
	 "quantization_config: {call: "
	 "transformers.BitsAndBytesConfig, args: {load_in_8bit: true}}") "}}",
     "quantization=int8;quantization_bits=8;double_quant="},
    {"peft==0.12 transformers==4.57", NULL,
     "{call: transformers.Trainer, args: {model: {call: peft.get_peft_model, pos: [" LOAD(
	 "torch_dtype: {name_of: torch.bfloat16}") ", " LORA "]}, args: {call: "
						   "transformers.TrainingArguments}}}",
     "peft=lora;lora_r=16;lora_alpha=8~defaulted;adapter_dtype=float32~defaulted;weights_dtype="
     "bfloat16~stated;"
     "lora_target_modules=[q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj]"},
    {"trl==0.26", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD(
	 NF4) ", args: {call: trl.SFTConfig}, peft_config: " LORA "}}",
     "adapter_dtype=bfloat16~defaulted;kbit_upcast=false;peft=lora"},
    {"trl==0.25", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD(
	 NF4) ", args: {call: trl.SFTConfig}, peft_config: " LORA "}}",
     "adapter_dtype=float32;kbit_upcast=norms~defaulted"},
    {"trl==0.14", NULL,
     "{call: trl.GRPOTrainer, args: {model: " MODEL_8B ", args: {call: trl.GRPOConfig}}}",
     "per_device_train_batch_size=1;gradient_accumulation_steps=8;num_generations=8;beta=0.04;"
     "reference_model=" MODEL_8B "~derived;max_prompt_length=512;max_completion_length=256"},
    {"trl==0.17", NULL,
     "{call: trl.GRPOTrainer, args: {model: " MODEL_8B ", args: {call: trl.GRPOConfig}}}",
     "per_device_train_batch_size=8;beta=0.04;reference_model=" MODEL_8B
     ";gradient_checkpointing=false;"
     "max_seq_length=768~derived;rollout_engine=transformers"},
    {"trl==0.19", NULL,
     "{call: trl.GRPOTrainer, args: {model: " MODEL_8B ", args: {call: trl.GRPOConfig}}}",
     "beta=0;reference_model=none;mixed_precision=bf16;gradient_checkpointing=false"},
    {"trl==0.22", NULL,
     "{call: trl.GRPOTrainer, args: {model: " MODEL_8B ", args: {call: trl.GRPOConfig}}}",
     "beta=0;reference_model=none;gradient_checkpointing=true"},
    {"", "accelerate", "{distributed_type: MULTI_GPU, num_processes: 8}",
     "num_gpus=8;data_parallel=ddp"},
    {"", "accelerate launch", "{num_processes: 4, config_file: acc.yaml}", "num_gpus=4"},
    {"", "accelerate launch", "{config_file: acc.yaml}",
     "num_gpus=8~stated;data_parallel=ddp;mixed_precision=bf16"},
    {"", "accelerate", "{distributed_type: 'NO', num_processes: 8}",
     "num_gpus=1;data_parallel=none"},
    {"", "accelerate", "{distributed_type: NO, num_processes: 8}", "num_gpus=1;data_parallel=none"},
    {"", "accelerate launch", "{multi_gpu: true, config_file: ds.yaml}",
     "data_parallel=ddp;num_gpus=8"},
    {"", "accelerate",
     "{distributed_type: DEEPSPEED, num_processes: 8, deepspeed_config: {zero_stage: 3, "
     "offload_optimizer_device: cpu, offload_param_device: none}, mixed_precision: bf16}",
     "data_parallel=zero3;num_gpus=8;offload_optimizer=cpu;offload_params=none;mixed_precision="
     "bf16"},
    {"", "deepspeed.config", "{zero_optimization: {stage: 2}}",
     "data_parallel=zero2;reduce_bucket_size=500000000~defaulted;overlap_comm=false;offload_"
     "optimizer=none"},
    {"", "deepspeed.config",
     "{train_batch_size: auto, train_micro_batch_size_per_gpu: auto, bf16: {enabled: auto}, "
     "zero_optimization: {stage: 3, reduce_bucket_size: auto, stage3_prefetch_bucket_size: auto}}",
     "data_parallel=zero3;reduce_bucket_size=;prefetch_bucket_size=;per_device_train_batch_size=;"
     "mixed_precision=;overlap_comm=true"},
    {"", "llamafactory",
     "{model_name_or_path: " MODEL_8B
     ", stage: sft, do_train: true, finetuning_type: full, bf16: true}",
     "weights_dtype=float32~defaulted;mixed_precision=bf16;gradient_checkpointing=true;max_seq_"
     "length=2048;"
     "peft=none;task=sft;per_device_train_batch_size=8"},
    {"", "llamafactory",
     "{model_name_or_path: " MODEL_8B ", stage: sft, finetuning_type: full, pure_bf16: true}",
     "weights_dtype=bfloat16~stated;mixed_precision=no"},
    {"", NULL, "{call: unsloth.FastLanguageModel.from_pretrained, pos: [unsloth/llama-3-8b]}",
     "model=unsloth/"
     "llama-3-8b;quantization=nf4~defaulted;max_seq_length=2048;gradient_checkpointing=offload;"
     "double_quant=true;weights_dtype=bfloat16;loss_kernel=unsloth"},
    /* The length of a string model under TRL before 0.27 is transformers' default dtype. */
    {"trl==0.21 transformers==4.55", NULL,
     "{call: trl.SFTTrainer, pos: [" MODEL_8B "], args: {args: {call: trl.SFTConfig}}}",
     "weights_dtype=float32;loss_kernel=torch"},
    /* Trainer arguments of old TRL narrow the version down. */
    {"", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD(
	 "") ", max_seq_length: 512, packing: true, "
	     "args: {call: transformers.TrainingArguments, args: {per_device_train_batch_size: "
	     "2}}}}",
     "max_seq_length=512;packing=true;framework_version=trl 0.12~derived;loss_kernel=torch;"
     "gradient_checkpointing=false;attention_mask=none"},
    {"", NULL,
     "{call: trl.DPOTrainer, args: {model: " LOAD(
	 "") ", tokenizer: {unknown: x}, "
	     "args: {call: trl.DPOConfig, args: {max_length: 300}}}}",
     "framework_version=trl 0.15~derived;gradient_checkpointing=false;max_seq_length=300"},
    /* PPO's arguments stood in another order before 0.12, and its config was its own. */
    {"trl==0.8.6", NULL,
     "{call: trl.PPOTrainer, pos: [{call: trl.PPOConfig, args: {mini_batch_size: 4}}, " LOAD(
	 "") ", "
	     "null, {unknown: tokenizer}]}",
     "model=" MODEL_8B ";per_device_train_batch_size=4;optimizer=adamw_torch;task=ppo"},
    {"trl==0.8.6", NULL, "{call: trl.PPOTrainer, pos: [{call: trl.PPOConfig}, " LOAD("") "]}",
     "per_device_train_batch_size=128~defaulted"},
    {"trl==0.13", NULL,
     "{call: trl.PPOTrainer, pos: [{call: trl.PPOConfig}, {unknown: tokenizer}, " LOAD(
	 "") ", null]}",
     "model=" MODEL_8B ";per_device_train_batch_size=8~defaulted;max_completion_length=53"},
    /* So does a key that the newest release lacks, within what an open requirement admits. */
    {"trl>=0.12", NULL, "{call: trl.SFTConfig, args: {max_seq_length: 512}}", "max_seq_length=512"},
    {"trl>=0.20", NULL, "{call: trl.SFTConfig, args: {max_seq_length: 512}}", "max_seq_length="},
    {"trl>=0.12,<0.25", NULL, "{call: trl.SFTConfig, args: {max_seq_length: 512}}",
     "max_seq_length="},
    /* A DeepSpeed file named by the arguments: explicit values of the arguments win. */
    {"", NULL,
     "{call: transformers.TrainingArguments, args: {per_device_train_batch_size: 2, deepspeed: "
     "ds.json, "
     "optim: adamw_torch}}",
     "data_parallel=zero2;per_device_train_batch_size=2;optimizer=adamw_torch_fused;offload_"
     "optimizer=cpu;"
     "reduce_bucket_size=;gradient_accumulation_steps=1~defaulted"},
    /* FSDP. */
    {"", "transformers.TrainingArguments", "{fsdp: full_shard auto_wrap offload}",
     "data_parallel=fsdp;offload_params=cpu;offload_optimizer=cpu"},
    {"", "transformers.TrainingArguments", "{fsdp: [hybrid_shard], fsdp_config: {version: 2}}",
     "data_parallel=hsdp"},
    {"", "transformers.TrainingArguments", "{fsdp: full_shard, fsdp_config: {version: 2}}",
     "data_parallel=fsdp2"},
    {"", "transformers.TrainingArguments", "{fsdp: '', fsdp_config: {version: 2}}",
     "data_parallel="},
    /* A folder of the repository, as its scripts see it. */
    {"", "transformers.from_pretrained", "{pretrained_model_name_or_path: /repository/models/base}",
     "model=models/base"},
    /* Switches. */
    {"", "transformers.TrainingArguments", "{bf16: false}", "mixed_precision=no~defaulted"},
    {"", "transformers.TrainingArguments", "{fp16: true, bf16: false}", "mixed_precision=fp16"},
    {"", "transformers.TrainingArguments", "{evaluation_strategy: steps}",
     "evaluation=true;optimizer=adamw_torch"},
    {"", "transformers.TrainingArguments", "{eval_strategy: 'no'}", "evaluation=false~stated"},
    {"", "transformers.TrainingArguments", "{use_liger_kernel: true}",
     "loss_kernel=liger;fused_kernels=liger"},
    {"", "transformers.TrainingArguments",
     "{use_liger_kernel: true, liger_kernel_config: {fused_linear_cross_entropy: false}}",
     "loss_kernel=;fused_kernels=liger"},
    {"trl==0.18", NULL, "{call: trl.SFTConfig, args: {fp16: false}}",
     "mixed_precision=no~defaulted"},
    {"trl==0.19", NULL, "{call: trl.SFTConfig, args: {fp16: false}}",
     "mixed_precision=bf16~defaulted"},
    {"trl==1.9", NULL, "{call: trl.SFTConfig, args: {max_length: null}}", "max_seq_length="},
    /* A collator of one's own gets rows that nothing has cut. */
    {"trl==1.9", NULL,
     "{call: trl.SFTTrainer, args: {model: " MODEL_8B
     ", args: {call: trl.SFTConfig, args: {dataset_kwargs: {skip_prepare_dataset: true}}}}}",
     "max_seq_length="},
    /* "auto" is what the checkpoint holds: float32 for the old families, assumed for others. */
    {"transformers==4.50", NULL,
     "{call: transformers.AutoModelForCausalLM.from_pretrained, pos: [distilgpt2], "
     "args: {torch_dtype: auto}}",
     "weights_dtype=float32"},
    {"transformers==4.50", NULL,
     "{call: transformers.AutoModelForCausalLM.from_pretrained, pos: [facebook/opt-350m], "
     "args: {torch_dtype: auto}}",
     "weights_dtype=float16"},
    {"transformers==4.50", NULL,
     "{call: transformers.AutoModelForCausalLM.from_pretrained, pos: [a/b], "
     "args: {torch_dtype: auto}}",
     "weights_dtype=bfloat16~assumed"},
    {"", NULL,
     "{call: unsloth.trainer.UnslothTrainer, args: {model: " MODEL_8B
     ", args: {call: unsloth.UnslothTrainingArguments, args: {per_device_train_batch_size: 3}}}}",
     "framework=trl;task=sft;per_device_train_batch_size=3"},
    /* Keywords that are gone tell the time of a script that no requirement dates. */
    {"", NULL, "{call: trl.SFTTrainer, args: {model: " LOAD("") ", dataset_text_field: text}}",
     "framework_version=trl 0.12~derived;weights_dtype=float32;max_seq_length=1024"},
    {"", NULL, "{call: trl.DPOTrainer, args: {model: " LOAD("") ", tokenizer: x}}",
     "framework_version=trl 0.15~derived;max_prompt_length=512"},
    {"", NULL, "{call: transformers.Trainer, args: {model: " LOAD("") ", tokenizer: x}}",
     "framework_version=transformers 4.57~derived;weights_dtype=float32"},
    {"", NULL,
     "{call: transformers.Trainer, args: {model: " LOAD(
	 "") ", args: {call: transformers.TrainingArguments, args: {save_safetensors: true}}}}",
     "framework_version=transformers 4.57~derived;weights_dtype=float32"},
    {"transformers==5.3", NULL,
     "{call: transformers.Trainer, args: {model: " LOAD("") ", tokenizer: x}}",
     "framework_version=transformers 5.3~stated;weights_dtype=bfloat16"},
    /* What is not known stays unknown: no default takes its place. */
    {"", "transformers.TrainingArguments",
     "{per_device_train_batch_size: {unknown: read from stdin}}", "per_device_train_batch_size="},
    {"", "transformers.TrainingArguments", "{per_device_train_batch_size: '${BATCH}'}",
     "per_device_train_batch_size="},
    /* Nor do keys that may be among arguments that are not known; what is named beside them is. */
    {"", NULL,
     "{call: transformers.TrainingArguments, args: {bf16: true, '**': {unknown: settings}}}",
     "mixed_precision=bf16;per_device_train_batch_size=;gradient_checkpointing=;optimizer="},
    {"", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD(
	 "") ", peft_config: {call: peft.LoraConfig, args: {'**': {unknown: settings}}}}}",
     "peft=lora;lora_r=;per_device_train_batch_size=8"},
    /* Numbers as people write them. */
    {"", "axolotl", "{sequence_len: 32_768, micro_batch_size: '2'}",
     "max_seq_length=32768;per_device_train_batch_size=2"},
    {"", "deepspeed.config", "{zero_optimization: {stage: 2, reduce_bucket_size: 5e8}}",
     "reduce_bucket_size=500000000~stated"},
    /* Alternatives: the worst first. */
    {"", "transformers.TrainingArguments", "{per_device_train_batch_size: {either: [2, 8, 4]}}",
     "per_device_train_batch_size=8~stated"},
    {"", "transformers.TrainingArguments", "{gradient_checkpointing: {either: [true, false]}}",
     "gradient_checkpointing=false"},
    {"", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD("") ", peft_config: {either: [" LORA ", null]}}}",
     "peft=none;lora_r=16"},
    {"", "axolotl", "{micro_batch_size: [1, 2, 4]}", "per_device_train_batch_size=4"},
    {"", "axolotl",
     "{gradient_checkpointing: false, fsdp_version: 2, fsdp_config: {activation_checkpointing: true}}",
     "gradient_checkpointing=true"},
    /* Methods and attributes after an object was made. */
    {"", NULL,
     "{call: transformers.Trainer, args: {model: {call: "
     "transformers.AutoModelForCausalLM.from_pretrained, "
     "pos: [" MODEL_8B
     "], then: [{method: gradient_checkpointing_enable}, {method: to, pos: [cuda]}, "
     "{method: to, pos: [{name_of: torch.bfloat16}]}]}, args: {call: "
     "transformers.TrainingArguments, "
     "args: {gradient_checkpointing: false}}}}",
     "gradient_checkpointing=true;weights_dtype=bfloat16"},
    {"", NULL,
     "{call: transformers.TrainingArguments, args: {per_device_train_batch_size: 8}, "
     "set: {per_device_train_batch_size: 1}}",
     "per_device_train_batch_size=1"},
    /* PEFT's own targets go by the model's type. */
    {"", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD("") ", peft_config: {call: peft.LoraConfig}}}",
     "lora_target_modules=[q_proj, v_proj]~defaulted;lora_r=8"},
    {"", NULL,
     "{call: trl.SFTTrainer, args: {model: {call: "
     "transformers.AutoModelForCausalLM.from_pretrained, "
     "pos: [EleutherAI/pythia-2.8b]}, peft_config: {call: peft.LoraConfig, args: {target_modules: "
     "all-linear}}}}",
     "lora_target_modules=[all-linear]~stated"},
    {"", NULL, "{call: peft.LoraConfig, args: {target_modules: '.*\\.(q|k|v|o)_proj$'}}",
     "lora_target_modules=[q_proj, k_proj, v_proj, o_proj]"},
    {"", NULL, "{call: peft.LoraConfig, args: {use_dora: true}}", "peft=dora"},
    {"", NULL, "{call: peft.AdaLoraConfig, args: {init_r: 6}}", "peft=adalora;lora_r=6"},
    /* Quantised by the checkpoint's name. */
    {"", NULL,
     "{call: transformers.Trainer, args: {model: {call: "
     "transformers.AutoModelForCausalLM.from_pretrained, pos: [TheBloke/Llama-2-7B-GPTQ]}}}",
     "quantization=gptq~derived;quantization_bits=4"},
    {"", NULL, "{call: trl.SFTTrainer, args: {model: unsloth/Qwen2.5-7B-bnb-4bit}}",
     "quantization=nf4~derived;double_quant=true"},
    /* Preference training. */
    {"", NULL, "{call: trl.DPOTrainer, args: {model: " LOAD("") ", args: {call: trl.DPOConfig}}}",
     "task=dpo;reference_model=" MODEL_8B ";beta=0.1;max_seq_length=1024"},
    {"", NULL,
     "{call: trl.DPOTrainer, args: {model: " LOAD("") ", args: {call: trl.DPOConfig, "
						      "args: {precompute_ref_log_probs: true}}}}",
     "reference_model=none"},
    {"", NULL,
     "{call: trl.DPOTrainer, args: {model: " LOAD("") ", peft_config: " LORA
						      ", args: {call: trl.DPOConfig}}}",
     "reference_model=none;peft=lora"},
    {"", NULL,
     "{call: trl.DPOTrainer, args: {model: " LOAD(
	 "") ", ref_model: {call: "
	     "transformers.AutoModelForCausalLM.from_pretrained, pos: [Qwen/Qwen2.5-7B], args: "
	     "{torch_dtype: bfloat16}}}}",
     "reference_model=Qwen/Qwen2.5-7B~stated;reference_dtype=bfloat16"},
    {"", NULL, "{call: trl.ORPOTrainer, args: {model: " LOAD("") "}}",
     "task=orpo;reference_model=none"},
    /* vLLM inside TRL. */
    {"trl==0.29", NULL,
     "{call: trl.GRPOTrainer, args: {model: " MODEL_8B ", args: {call: trl.GRPOConfig, "
     "args: {use_vllm: true}}}}",
     "rollout_engine=vllm_server;rollout_gpu_memory_utilization="},
    {"trl==1.0", NULL,
     "{call: trl.GRPOTrainer, args: {model: " MODEL_8B ", args: {call: trl.GRPOConfig, "
     "args: {use_vllm: true}}}}",
     "rollout_engine=vllm;rollout_gpu_memory_utilization=0.3;rollout_sleep=false"},
    {"trl==1.0", NULL,
     "{call: trl.GRPOTrainer, args: {model: " MODEL_8B
     ", reward_funcs: [{name_of: my.reward}, OpenAssistant/rm], "
     "args: {call: trl.GRPOConfig, args: {use_vllm: true, vllm_mode: server}}}}",
     "rollout_engine=vllm_server;reward_model=OpenAssistant/rm"},
    /* Recipes. */
    {"trl==0.12", "trl.recipe.sft",
     "{model_name_or_path: " MODEL_8B
     ", torch_dtype: bfloat16, lora_r: 8, lora_target_modules: [q_proj]}",
     "peft=none~defaulted;lora_r=;lora_target_modules=;weights_dtype=bfloat16"},
    {"trl==0.12", "trl.recipe.sft",
     "{model_name_or_path: " MODEL_8B ", use_peft: true, load_in_4bit: true, max_seq_length: 2048}",
     "peft=lora;lora_r=16~defaulted;lora_alpha=32;quantization=nf4;lora_target_modules=[q_proj, "
     "v_proj];"
     "kbit_upcast=true;max_seq_length=2048"},
    {"trl==1.9", "trl.recipe.sft", "{model_name_or_path: " MODEL_8B "}",
     "weights_dtype=float32;gradient_checkpointing=true"},
    /* ModelConfig passes on only what get_peft_config() takes of it. */
    {"trl==0.12", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD(
	 "") ", peft_config: {call: trl.get_peft_config, pos: [{call: "
	     "trl.ModelConfig, args: {use_peft: true, lora_r: 32, torch_dtype: bfloat16, "
	     "load_in_4bit: true}}]}}}",
     "peft=lora;lora_r=32;lora_alpha=32~defaulted;weights_dtype=float32;quantization=none;"
     "lora_target_modules=[q_proj, v_proj]"},
    {"trl==0.12", NULL,
     "{call: trl.SFTTrainer, args: {model: " LOAD(
	 "") ", peft_config: {call: trl.get_peft_config, pos: [{call: "
	     "trl.ModelConfig, args: {lora_r: 32}}]}}}",
     "peft=none;lora_r="},
    /* Axolotl's couplings. */
    {"", "axolotl", "{base_model: a/b, adapter: qlora, load_in_4bit: true, bf16: auto}",
     "quantization=nf4;double_quant=true;peft=lora;mixed_precision=bf16;weights_dtype=bfloat16;"
     "kbit_upcast=false"},
    {"", "axolotl", "{base_model: a/b, adapter: lora, load_in_4bit: true}", "quantization=none"},
    {"axolotl==0.12", "axolotl", "{base_model: a/b, adapter: lora, load_in_4bit: true}",
     "quantization=nf4"},
    {"", "axolotl", "{base_model: a/b, adapter: null, lora_r: 8, load_in_8bit: true, bf16: false}",
     "peft=none;lora_r=;quantization=none;weights_dtype=float16;mixed_precision=no"},
    {"", "axolotl", "{base_model: a/b, bf16: full}", "mixed_precision=no;weights_dtype=bfloat16"},
    {"", "axolotl", "{base_model: a/b, gradient_checkpointing: offload, sample_packing: true}",
     "gradient_checkpointing=offload;packing=true;attention_mask=none"},
    {"", "axolotl",
     "{base_model: a/b, plugins: [axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin]}",
     "loss_kernel=cut_cross_entropy"},
    {"", "axolotl",
     "{base_model: a/b, plugins: [axolotl.integrations.liger.LigerPlugin], liger_rms_norm: true, "
     "liger_fused_linear_cross_entropy: true}",
     "loss_kernel=liger;fused_kernels=liger"},
    {"", "axolotl", "{base_model: a/b, fsdp_config: {offload_params: true}, fsdp_version: 2}",
     "data_parallel=fsdp2;offload_params=cpu"},
    {"", "axolotl", "{base_model: a/b, deepspeed: ds.json, micro_batch_size: 1}",
     "data_parallel=zero2;offload_optimizer=cpu;per_device_train_batch_size=1"},
    {"", "axolotl",
     "{base_model: a/b, lora_target_linear: true, lora_target_modules: [q_proj], adapter: lora}",
     "lora_target_modules=[all-linear]"},
    {"", "axolotl", "{base_model: a/b, micro_batch_size: 3}",
     "per_device_eval_batch_size=3~derived;max_seq_length=512;optimizer=adamw_torch_fused"},
    /* LLaMA-Factory's. */
    {"", "llamafactory",
     "{model_name_or_path: a/b, quantization_bit: 4, finetuning_type: lora, bf16: true}",
     "quantization=nf4;quantization_bits=4;double_quant=true;lora_target_modules=[all-linear];lora_"
     "r=8;"
     "lora_alpha=16~derived;weights_dtype=bfloat16;kbit_upcast=false;adapter_dtype=float32"},
    {"", "llamafactory",
     "{model_name_or_path: a/b, finetuning_type: full, bf16: true, deepspeed: zero3.json}",
     "data_parallel=zero3;weights_dtype=bfloat16"},
    {"", "llamafactory", "{stage: dpo, pref_loss: simpo, finetuning_type: full}",
     "task=simpo;reference_model=none"},
    {"", "llamafactory",
     "{flash_attn: fa2, disable_gradient_checkpointing: true, neat_packing: true}",
     "attention=flash_attention_2;gradient_checkpointing=false;packing=true"},
    {"llamafactory==0.9.0", "llamafactory", "{stage: sft}", "max_seq_length=1024"},
    {"llamafactory==0.9.3", "llamafactory", "{stage: sft, finetuning_type: lora, use_unsloth: true}",
     "gradient_checkpointing=offload;fused_kernels=unsloth"},
    {"llamafactory==0.6.2", "llamafactory", "{stage: sft, model_name_or_path: a/b, bf16: true, use_unsloth: true}",
     "gradient_checkpointing=true"},
    {"llamafactory==0.9.3", "llamafactory", "{stage: dpo, finetuning_type: full}", "loss_kernel=log_softmax"},
    /* Its script's name tells the release. */
    {"", "llamafactory.bash", "{stage: sft, model_name_or_path: m}", "max_seq_length=1024"},
    {"llamafactory==0.9.5", "llamafactory.bash", "{stage: sft}", "max_seq_length=2048"},
    /* Unsloth. */
    {"", NULL,
     "{call: trl.GRPOTrainer, args: {model: {call: unsloth.FastLanguageModel.get_peft_model, pos: [{call: "
     "unsloth.FastLanguageModel.from_pretrained, args: {model_name: " MODEL_8B "}}]}, args: {call: trl.GRPOConfig, "
     "args: {per_device_train_batch_size: 1, gradient_accumulation_steps: 1, num_generations: 6}}}}",
     "per_device_train_batch_size=6~derived"},
    {"", NULL,
     "{call: trl.GRPOTrainer, args: {model: {call: unsloth.FastLanguageModel.get_peft_model, pos: [{call: "
     "unsloth.FastLanguageModel.from_pretrained, args: {model_name: " MODEL_8B "}}]}, args: {call: trl.GRPOConfig, "
     "args: {per_device_train_batch_size: 1, gradient_accumulation_steps: 4, num_generations: 4}}}}",
     "per_device_train_batch_size=1~stated"},
    {"", NULL,
     "{call: trl.GRPOTrainer, args: {model: {call: unsloth.FastLanguageModel.get_peft_model, pos: [{call: "
     "unsloth.FastLanguageModel.from_pretrained, args: {model_name: " MODEL_8B ", max_seq_length: 16384}}]}, "
     "args: {call: trl.GRPOConfig, args: {max_prompt_length: 1000, max_completion_length: 500}}}}",
     "max_seq_length=1500~derived"},
    {"", NULL,
     "{call: trl.GRPOTrainer, args: {model: {call: unsloth.FastLanguageModel.get_peft_model, pos: [{call: "
     "unsloth.FastLanguageModel.from_pretrained, args: {model_name: " MODEL_8B ", max_seq_length: &length 2048}}]}, "
     "args: {call: trl.GRPOConfig, args: {max_prompt_length: 1024, max_completion_length: *length}}}}",
     "max_seq_length=2048~stated"},
    {"", NULL,
     "{call: transformers.Trainer, args: {model: {call: unsloth.FastLanguageModel.get_peft_model, "
     "pos: [{call: "
     "unsloth.FastLanguageModel.from_pretrained, args: {model_name: " MODEL_8B
     ", load_in_4bit: false, "
     "max_seq_length: 4096}}], args: {r: 32, use_gradient_checkpointing: true}}, "
     "args: {call: transformers.TrainingArguments}}}",
     "quantization=none;max_seq_length=4096;lora_r=32;lora_alpha=16;gradient_checkpointing=true;"
     "fused_kernels=unsloth;loss_kernel=unsloth;peft=lora"},
    /* Launchers. */
    {"", "torchrun", "{nproc_per_node: 2}", "num_gpus=2~derived;num_nodes=1;data_parallel=ddp"},
    {"", "torchrun", "{nproc_per_node: gpu}", "num_gpus=;gpus_per_node="},
    {"", "deepspeed", "{num_gpus: 4, num_nodes: 2}", "num_gpus=8~derived"},
    {"", "deepspeed", "{num_gpus: 2}", "num_gpus=2~derived;num_nodes=1"},
    /* DeepSpeed's flags of accelerate are read only where something asks for DeepSpeed. */
    {"", "accelerate launch", "{num_processes: 2, deepspeed_config_file: zero3.json}",
     "num_gpus=2;data_parallel=ddp"},
    {"", "accelerate launch",
     "{num_processes: 2, zero_stage: 3, offload_optimizer_device: cpu, offload_param_device: cpu}",
     "data_parallel=ddp;offload_optimizer=;offload_params="},
    {"", "accelerate launch",
     "{num_processes: 2, use_deepspeed: true, deepspeed_config_file: zero3.json}",
     "data_parallel=zero3"},
    {"", "accelerate launch",
     "{num_processes: 2, use_deepspeed: true, zero_stage: 3, offload_optimizer_device: cpu}",
     "data_parallel=zero3;offload_optimizer=cpu"},
    {"", "accelerate launch", "{config_file: ds.yaml, offload_optimizer_device: cpu}",
     "num_gpus=8;data_parallel=zero3;offload_optimizer=cpu"},
    /* Lightning. */
    {"", NULL,
     "{call: lightning.Trainer, args: {devices: [0, 1], precision: bf16-mixed, "
     "strategy: deepspeed_stage_3_offload, accumulate_grad_batches: 4}}",
     "num_gpus=2~derived;mixed_precision=bf16;data_parallel=zero3;offload_optimizer=cpu;offload_"
     "params=cpu;"
     "gradient_accumulation_steps=4"},
    {"", NULL, "{call: lightning.Trainer, args: {devices: 4, precision: bf16-true}}",
     "num_gpus=4;mixed_precision=no;weights_dtype=bfloat16;data_parallel=ddp"},
};

static const char files[] =
    "acc.yaml: {distributed_type: MULTI_GPU, num_processes: 8, mixed_precision: bf16}\n"
    "ds.yaml: {distributed_type: DEEPSPEED, num_processes: 8, deepspeed_config: {zero_stage: 3}}\n"
    "ds.json: {train_micro_batch_size_per_gpu: auto, gradient_accumulation_steps: auto, optimizer: "
    "{type: AdamW}, zero_optimization: {stage: 2, reduce_bucket_size: auto, offload_optimizer: "
    "{device: cpu}}}\n"
    "zero3.json: {zero_optimization: {stage: 3}, bf16: {enabled: auto}}\n";

static void start(struct extract *x, struct versions *versions)
{
	struct reading reading = read_yaml(&arena, 2, str_of(files));

	ck_assert(!reading.trouble.n);
	versions->arena = &arena;
	extract_init(x, &arena, NULL, versions);
	x->open = open_file;
	x->ctx = reading.docs.at[0];
}

START_TEST(interpretation)
{
	struct versions versions = {0};
	struct job job = {0};
	struct extract x;

	start(&x, &versions);
	require_all(&versions, vectors[_i].versions);
	if (vectors[_i].map && package_find(str_of(vectors[_i].map)))
		job.set[SETTING_FRAMEWORK] =
		    value_str(str_of(vectors[_i].map), ORIGIN_STATED, STR(""));
	read_source(&x, vectors[_i].map, vectors[_i].source, &job);
	extract_finish(&x, &job);
	expect(&job, vectors[_i].expected, vectors[_i].source);
}
END_TEST

/* Names of a project's own, and what they are taken for; "" where they are false friends. */
static const struct {
	const char *globals, *expected;
} names[] = {
    {"{MODEL_NAME: Qwen/Qwen2.5-7B, MAX_SEQ_LENGTH: 512, BATCH_SIZE: 4, GRAD_ACCUM_STEPS: 8}",
     "model=Qwen/Qwen2.5-7B~assumed;max_seq_length=512;per_device_train_batch_size=4;"
     "gradient_accumulation_steps=8"},
    /* Beside a micro batch the plain name is the global one; the quotient is derived. */
    {"{batch_size: 128, micro_batch_size: 4, num_gpus: 1, cutoff_len: 256}",
     "global_batch_size=128;per_device_train_batch_size=4;gradient_accumulation_steps=32~derived;"
     "max_seq_length=256"},
    {"{_BASE_MODEL: a/b, DEFAULT_LORA_R: 16, USE_QLORA: true}",
     "model=a/b;lora_r=16;quantization=nf4;peft=lora"},
    {"{LORA_CONFIG: {r: 64, lora_alpha: 128}, TRAINING_CONFIG: {optim: sgd}}",
     "lora_r=64;lora_alpha=128;peft=lora"},
    {"{eval_batch_size: 9, max_new_tokens: 7, rank: 3, tokenizer_name: a/b, hidden_size: 5}",
     "per_device_train_batch_size=;max_seq_length=;lora_r=;model="},
    {"{BATCH_SIZE: many, MAX_LENGTH: '${L}'}", "per_device_train_batch_size=;max_seq_length="},
};

START_TEST(project_names)
{
	struct reading reading = read_yaml(&arena, 1, str_of(names[_i].globals));
	struct versions versions = {0};
	struct job job = {0};
	struct extract x;

	start(&x, &versions);
	extract_names(&x, reading.docs.at[0], &job);
	extract_finish(&x, &job);
	expect(&job, names[_i].expected, names[_i].globals);
}
END_TEST

/* What is stated stays, whatever a name says. */
START_TEST(names_go_last)
{
	struct reading reading = read_yaml(&arena, 1, STR("{MAX_SEQ_LENGTH: 512}"));
	struct versions versions = {0};
	struct job job = {0};
	struct extract x;

	start(&x, &versions);
	job.set[SETTING_MAX_SEQ_LENGTH] = value_int(2048, ORIGIN_STATED, STR(""));
	extract_names(&x, reading.docs.at[0], &job);
	expect(&job, "max_seq_length=2048~stated", "a stated length");
}
END_TEST

/* A tokenizer's length is the rows' where nothing else says it, and before training only. */
START_TEST(hints)
{
	struct reading reading = read_yaml(&arena, 1,
					   STR("{call: transformers.AutoTokenizer.from_pretrained, "
					       "pos: [a/b], then: [{method: __call__, "
					       "args: {max_length: 384, truncation: true}}, "
					       "{method: __call__, args: {max_length: 64, "
					       "truncation: true}}]}"));
	struct versions versions = {0};
	struct job job = {0}, late = {0};
	struct extract x;

	start(&x, &versions);
	build(reading.docs.at[0]);
	x.trace = &trace;
	extract_hints(&x, &job, false);
	expect(&job, "max_seq_length=384~stated", "a tokenizer's call");
	x.before = 1;
	extract_hints(&x, &late, false);
	expect(&late, "max_seq_length=", "a call after training started");
}
END_TEST

/* What a trainer cuts rows to outdoes a greater length that only the tokenizer was told. */
static const struct {
	const char *versions, *tokenizer, *expected;
} bounds[] = {
    {"trl==1.9", "args: {model_max_length: 2048}", "max_seq_length=1024~defaulted"},
    {"trl==0.12", "args: {model_max_length: 2048}", "max_seq_length=1024~defaulted"},
    {"trl==0.12", "args: {model_max_length: 512}", "max_seq_length=512~stated"},
    {"trl==1.9", "then: [{method: __call__, args: {max_length: 4096, truncation: true}}]",
     "max_seq_length=1024~defaulted"},
    {"trl==0.12", "then: [{method: __call__, args: {max_length: 4096, truncation: true}}]",
     "max_seq_length=4096~stated"},
    {"trl==1.9",
     "args: {model_max_length: 2048}, "
     "then: [{method: __call__, args: {max_length: 256, truncation: true}}]",
     "max_seq_length=256~stated"},
};

START_TEST(bounded_lengths)
{
	struct str yaml = str_fmt(&arena, "{call: transformers.AutoTokenizer.from_pretrained, %s}",
				  bounds[_i].tokenizer);
	struct reading reading = read_yaml(&arena, 1, yaml);
	struct reading sink = read_yaml(
	    &arena, 1, STR("{call: trl.SFTTrainer, args: {args: {call: trl.SFTConfig}}}"));
	struct versions versions = {0};
	struct job job = {0};
	struct extract x;

	start(&x, &versions);
	require_all(&versions, bounds[_i].versions);
	build(reading.docs.at[0]);
	x.trace = &trace;
	extract_object(&x, build(sink.docs.at[0]), &job);
	extract_hints(&x, &job, false);
	extract_finish(&x, &job);
	expect(&job, bounds[_i].expected, bounds[_i].tokenizer);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("extract");
	TCase *t = tcase_create("vectors");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, interpretation, 0, (int)(sizeof(vectors) / sizeof(*vectors)));
	tcase_add_loop_test(t, project_names, 0, (int)(sizeof(names) / sizeof(*names)));
	tcase_add_test(t, names_go_last);
	tcase_add_test(t, hints);
	tcase_add_loop_test(t, bounded_lengths, 0, (int)(sizeof(bounds) / sizeof(*bounds)));
	suite_add_tcase(s, t);
	return run_suite(s);
}
