/*
 * Which files are jobs, which are parts of one, and which only look alike and must stay silent.
 */
#include "core/base/base.h"
#include "lint/read/read.h"
#include "lint/settings/settings.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;

static void teardown(void)
{
	arena_free(&arena);
}

static const struct {
	const char *path, *text;
	/** The config row, or NULL. */
	const char *name;
	bool job;
} files[] = {
    /* Axolotl. */
    {"examples/llama-3/qlora.yml",
     "base_model: NousResearch/Meta-Llama-3-8B\nload_in_4bit: true\nadapter: qlora\n"
     "datasets:\n  - path: tatsu-lab/alpaca\n    type: alpaca\nsequence_len: "
     "4096\nmicro_batch_size: 2\n",
     "axolotl", true},
    {"pretrain.yaml",
     "base_model: a/b\npretraining_dataset:\n  - path: c4\nmax_steps: 10\nsequence_len: 2048\n",
     "axolotl", true},
    {"gptq.yml",
     "base_model: a/b\ngptq: true\ndatasets: [{path: x}]\nsample_packing:\nval_set_size: 0.01\n",
     "axolotl", true},
    {"merge.yml",
     "base_model: a/b\nmerge_method: ties\nmodels:\n  - model: c/d\nslices: []\ndtype: bfloat16\n",
     NULL, false},
    {"cloud.yaml", "provider: modal\ngpu: h100\ngpu_count: 2\nmemory: 128\n", NULL, false},
    {"eval.yaml", "base_model: a/b\ntasks: [mmlu]\n", NULL, false},
    {"README.yaml",
     "base_model: mistralai/Mistral-7B-v0.1\ntags: [axolotl]\ndatasets: [x/y]\nlicense: mit\n",
     NULL, false},
    /* LLaMA-Factory. */
    {"examples/train_lora/llama3_lora_sft.yaml",
     "model_name_or_path: a/b\nstage: sft\ndo_train: true\nfinetuning_type: lora\nlora_target: "
     "all\n"
     "dataset: identity,alpaca_en_demo\ntemplate: llama3\ncutoff_len: 2048\n",
     "llamafactory", true},
    {"examples/inference/llama3.yaml",
     "model_name_or_path: a/b\ntemplate: llama3\ninfer_backend: huggingface\n", NULL, false},
    {"examples/merge_lora/llama3.yaml",
     "model_name_or_path: a/b\nadapter_name_or_path: s\ntemplate: llama3\nfinetuning_type: lora\n"
     "export_dir: models/x\nexport_size: 2\n",
     NULL, false},
    {"nlg_eval/llama3_lora_predict.yaml",
     "model_name_or_path: a/b\nstage: sft\ndo_predict: true\nfinetuning_type: lora\n"
     "eval_dataset: identity\ntemplate: llama3\n",
     NULL, false},
    {"predict.yaml",
     "model_name_or_path: a/b\nstage: sft\ndo_train: false\ndo_predict: true\ndataset: x\n", NULL,
     false},
    {"examples/v1/train_lora.yaml",
     "model: a/b\nmodel_class: llm\ntrain_dataset: data/x.yaml\nmicro_batch_size: 1\n",
     "llamafactory-v1", true},
    {"examples/v1/train_lora/export_lora.yaml",
     "model: a/b\nmodel_class: llm\nexport_dir: out\npeft_config: {name: lora}\n", NULL, false},
    {"data/dataset_info.json", "{\"identity\": {\"file_name\": \"identity.json\"}}", NULL, false},
    /* TRL and alignment-handbook. */
    {"recipes/zephyr/sft/config_full.yaml",
     "model_name_or_path: mistralai/Mistral-7B-v0.1\ntorch_dtype: bfloat16\n"
     "dataset_mixer:\n  HuggingFaceH4/ultrachat_200k: 1.0\nlearning_rate: 2.0e-05\nmax_seq_length: "
     "2048\n",
     "trl-sft", true},
    {"recipes/zephyr/dpo/config_qlora.yaml",
     "model_name_or_path: a/b\ndataset_mixer: {x/y: 1.0}\nbeta: 0.01\nlearning_rate: 5.0e-6\n"
     "max_prompt_length: 512\n",
     "trl-dpo", true},
    {"recipes/grpo.yaml",
     "model_name_or_path: a/b\ndataset_name: open-r1/OpenR1-Math-220k\nreward_funcs: [accuracy]\n"
     "num_generations: 16\nmax_completion_length: 2048\nlearning_rate: 1e-6\n",
     "trl-grpo", true},
    {"sft.yaml",
     "model_name_or_path: a/b\ndataset_name: x\nloss_type: chunked_nll\nlearning_rate: 1e-5\n",
     "trl-sft", true},
    {"open_instruct.yaml",
     "model_name_or_path: a/b\ndataset_mixer_list: [x 1.0]\nmax_seq_length: 4096\nlearning_rate: "
     "1e-5\n",
     NULL, false},
    {"serve.yaml", "model_name_or_path: a/b\nport: 8000\n", NULL, false},
    {"eval.yaml", "model_name_or_path: a/b\ndataset_name: gsm8k\nbatch_size: 8\n", NULL, false},
    /* Unsloth. */
    {"train.yaml",
     "model: unsloth/Qwen3-4B\ntraining:\n  training_type: lora\n  batch_size: 2\nlora: {lora_r: "
     "64}\n",
     "unsloth", true},
    {"model_defaults/x.yaml",
     "training: {training_type: lora, batch_size: 2}\nlora: {lora_r: 64}\n", NULL, false},
    /* Parts. */
    {"accelerate_configs/zero3.yaml",
     "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\nnum_processes: 8\n"
     "deepspeed_config: {zero_stage: 3}\n",
     "accelerate", false},
    {"single_gpu.yaml",
     "compute_environment: LOCAL_MACHINE\ndistributed_type: 'NO'\nnum_processes: 8\n", "accelerate",
     false},
    {"ds_config.json",
     "{\"zero_optimization\": {\"stage\": 2}, \"train_micro_batch_size_per_gpu\": \"auto\", "
     "\"bf16\": "
     "{\"enabled\": \"auto\"}}",
     "deepspeed", false},
    {"configs/6-7B.yml",
     "{\"num_layers\": 32, \"hidden_size\": 4096, \"train_micro_batch_size_per_gpu\": 4, "
     "\"zero_optimization\": {\"stage\": 1}}",
     NULL, false},
    /* Look-alikes. */
    {"model/config.json",
     "{\"architectures\": [\"LlamaForCausalLM\"], \"torch_dtype\": \"bfloat16\", \"hidden_size\": "
     "4096}",
     NULL, false},
    {"out/adapter_config.json",
     "{\"peft_type\": \"LORA\", \"r\": 16, \"base_model_name_or_path\": \"a/b\", "
     "\"target_modules\": []}",
     NULL, false},
    {"out/copy_of_adapter.json",
     "{\"peft_type\": \"LORA\", \"base_model\": \"a/b\", \"datasets\": [1], \"adapter\": \"lora\"}",
     NULL, false},
    {"out/trainer_state.json", "{\"log_history\": [{\"loss\": 1}], \"train_batch_size\": 8}", NULL,
     false},
    {"out/training_args.json",
     "{\"model_name_or_path\": \"a/b\", \"dataset_name\": \"x\", \"learning_rate\": 1}", NULL,
     false},
    {"tokenizer_config.json", "{\"model_max_length\": 4096}", NULL, false},
    {"serve/vllm.yaml",
     "model: a/b\ndtype: bfloat16\nmax_model_len: 8192\ngpu_memory_utilization: 0.9\n"
     "tensor_parallel_size: 2\n",
     NULL, false},
    {"litellm.yaml", "model_list:\n  - model_name: x\n    litellm_params: {model: a/b}\n", NULL,
     false},
    {"docker-compose.yml",
     "services:\n  train:\n    image: x\n    environment: {MODEL_NAME: a/b, BATCH_SIZE: 4}\n", NULL,
     false},
    {"k8s/job.yaml",
     "apiVersion: batch/v1\nkind: Job\nspec: {template: {spec: {containers: [{args: [--model, "
     "a/b]}]}}}\n",
     NULL, false},
    {".github/workflows/test.yml", "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n", NULL,
     false},
    {".github/workflows/odd.yml",
     "base_model: a/b\ndatasets: [x]\nsequence_len: 10\nmicro_batch_size: 1\n", NULL, false},
    {"mkdocs.yml", "site_name: x\nnav: []\n", NULL, false},
    {"environment.yml", "name: train\ndependencies: [pytorch]\n", NULL, false},
    {"task.yaml",
     "task: gsm8k\ndataset_path: gsm8k\ndoc_to_text: q\nmetric_list: [acc]\nbatch_size: 8\n", NULL,
     false},
    {"job.yaml",
     "name: x\nresources: {cloud: gcp, accelerators: 'A100:4'}\nrun: |\n  torchrun train.py\n",
     NULL, false},
    {"conf/own.yaml",
     "model: {_component_: torchtune.models.llama3.lora_llama3_8b, lora_rank: 8}\n"
     "optimizer: {_component_: torch.optim.AdamW}\ndataset: {_component_: my.data}\nbatch_size: 2\n",
     "torchtune", true},
    {"conf/ppo.yaml",
     "policy_model: {_component_: torchtune.models.mistral.mistral_7b}\nquantizer: {groupsize: 32}\n"
     "optimizer: {_component_: torch.optim.AdamW}\ndataset: [{_component_: my.data}]\nepochs: 1\n",
     "torchtune", true},
    {"conf/generation.yaml",
     "model: {_component_: torchtune.models.llama3.llama3_8b}\nprompt: x\nquantizer: null\n", NULL, false},
    {"conf/hydra.yaml",
     "model: {_target_: my.Net}\noptimizer: {_component_: torch.optim.AdamW}\ndataset: x\nepochs: 1\n", NULL,
     false},
    {"torchtune/evaluation.yaml",
     "model: {_component_: torchtune.models.llama3.llama3_8b}\nbatch_size: 8\ntasks: [mmlu]\n",
     NULL, false},
    {"config.yaml",
     "training: {epochs: 10, batch_size: 32, learning_rate: 0.001}\nmodel: {hidden_dim: 128}\n",
     NULL, false},
    {"list.yaml", "- base_model\n- datasets\n", NULL, false},
    {"empty.yaml", "base_model: {}\ndatasets: []\nsequence_len:\nmicro_batch_size:\n", NULL, false},
    /* A sweep file holds values to try, and no model. */
    {"sweep.yaml", "learning_rate: [1e-4, 2e-4]\nmicro_batch_size: [1, 2]\n", NULL, false},
};

START_TEST(recognised)
{
	struct reading reading = read_yaml(&arena, 1, str_of(files[_i].text));
	const struct config *config, *job;
	struct str path = str_of(files[_i].path);

	ck_assert_uint_eq(reading.docs.n, 1);
	config = config_find(path, str_of(files[_i].text), reading.docs.at[0], false);
	job = config_find(path, str_of(files[_i].text), reading.docs.at[0], true);
	if (!files[_i].name) {
		ck_assert_msg(!config, "%s is taken for %s", files[_i].path,
			      config ? config->name : "");
		ck_assert(!job);
		return;
	}
	ck_assert_msg(config && str_is(str_of(config->name), files[_i].name), "%s is taken for %s",
		      files[_i].path, config ? config->name : "nothing");
	ck_assert_int_eq(config->job, files[_i].job);
	ck_assert(job == (files[_i].job ? config : NULL));
	ck_assert(config_framework(config) != NULL);
	ck_assert(config_marked(str_of(files[_i].text)));
}
END_TEST

START_TEST(unmarked)
{
	ck_assert(!config_marked(STR("name: tests\non: [push]\n")));
	ck_assert(!config_marked(STR("")));
	ck_assert(config_find(STR("a.yaml"), STR(""), NULL, false) == NULL);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("config");
	TCase *t = tcase_create("files");

	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_loop_test(t, recognised, 0, (int)(sizeof(files) / sizeof(*files)));
	tcase_add_test(t, unmarked);
	suite_add_tcase(s, t);
	return run_suite(s);
}
