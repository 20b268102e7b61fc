/*
 * What trains language models where, or as, nothing is estimated: a reason in place of a job.
 */
#include "shared_maps.h"

#define MLX    "MLX trains on Apple's GPUs, which are not estimated"
#define JAX    "it trains with JAX, whose memory is not estimated"
#define KERAS  "it trains with Keras, whose memory is not estimated"
#define TINKER "Tinker trains on servers of its own"
#define HOSTED "a service trains it on machines of its own"

/* ml-explore/mlx-lm mlx_lm/tuner/trainer.py, 0.24; keras-team/keras-hub keras_hub/src/models/, 0.21 */
static const struct callable callables[] = {
    {.names = "mlx_lm.train|mlx_lm.lora.run|mlx_lm.lora.train_model", .effect = EFFECT_SINK, .no_job = MLX},
    {.names = "keras_hub.*CausalLM.from_preset|keras_nlp.*CausalLM.from_preset"},
    {.names = "keras_hub.*CausalLM.from_preset().fit|keras_nlp.*CausalLM.from_preset().fit", .effect = EFFECT_SINK, .no_job = KERAS},
    /* huggingface/transformers src/transformers/modeling_tf_utils.py, 2.0 to 4.57: models of Keras; those of PyTorch have no fit(). */
    {.names = "transformers.*ForCausalLM.from_pretrained().fit|transformers.*ForMaskedLM.from_pretrained().fit|"
	      "transformers.*ForSeq2SeqLM.from_pretrained().fit|"
	      "transformers.*ForSequenceClassification.from_pretrained().fit|"
	      "transformers.*ForTokenClassification.from_pretrained().fit|"
	      "transformers.*ForQuestionAnswering.from_pretrained().fit|"
	      "transformers.*ForMultipleChoice.from_pretrained().fit|"
	      "transformers.*LMHeadModel.from_pretrained().fit|"
	      "transformers.TFT5ForConditionalGeneration.from_pretrained().fit|"
	      "transformers.TFMT5ForConditionalGeneration.from_pretrained().fit|"
	      "transformers.TFBartForConditionalGeneration.from_pretrained().fit|"
	      "transformers.TFMBartForConditionalGeneration.from_pretrained().fit|"
	      "transformers.TFPegasusForConditionalGeneration.from_pretrained().fit",
     .effect = EFFECT_SINK,
     .no_job = KERAS},
    /* thinking-machines-lab/tinker src/tinker/, 0.3: its clients send what to compute. */
    {.names = "tinker.ServiceClient().create_lora_training_client().forward_backward|"
	      "tinker.ServiceClient().create_lora_training_client().forward_backward_async",
     .effect = EFFECT_SINK,
     .no_job = TINKER},
    /* meta-pytorch/opacus opacus/privacy_engine.py, 1.0-1.5: a gradient of each weight for each sample. */
    {.names = "opacus.PrivacyEngine().make_private|opacus.PrivacyEngine().make_private_with_epsilon",
     .effect = EFFECT_SINK,
     .returns = RETURNS_ARGS,
     .no_job = "Opacus keeps a gradient for each sample, which is not estimated"},
    /* openai/openai-python src/openai/resources/fine_tuning/jobs/, 1.0; togethercomputer/together-python, 1.2 */
    {.names = "openai.OpenAI().fine_tuning.jobs.create|openai.fine_tuning.jobs.create|together.Together().fine_tuning.create",
     .effect = EFFECT_SINK,
     .no_job = HOSTED},
};

#define RUN(w, why)                                                                                \
	{                                                                                          \
		.words = (w), .set = "", .map = &map_transformers_args, .positional = "", .config_flag = "", .no_job = (why) \
	}
static const struct command commands[] = {
    RUN("mlx_lm.lora", MLX),
    RUN("-m mlx_lm.lora", MLX),
    RUN("-m mlx_lm lora", MLX),
    RUN("-m MaxText.train", JAX),
    RUN("-m MaxText.sft_trainer", JAX),
    RUN("together fine-tuning create", HOSTED),
    RUN("prime rl run", HOSTED),
    RUN("openai api fine_tuning.jobs.create", HOSTED),
};

static const struct package packages[] = {
    {.name = "mlx-lm", "0.19 0.24", "ml-explore/mlx-lm, releases"},
    {.name = "keras-hub", "0.18 0.21", "keras-team/keras-hub, releases"},
    {.name = "tinker", "0.1 0.3", "thinking-machines-lab/tinker, releases"},
};

const struct framework framework_elsewhere = {
    .name = "elsewhere",
    ROWS(callables, callables),
    ROWS(commands, commands),
    ROWS(packages, packages),
};
