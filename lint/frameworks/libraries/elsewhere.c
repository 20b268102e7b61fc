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
    /* huggingface/transformers src/transformers/modeling_tf_utils.py, 2.0 to 4.57: models of Keras. */
    {.names = "transformers.TFAutoModelForCausalLM.from_pretrained|"
	      "transformers.TFAutoModelForMaskedLM.from_pretrained|"
	      "transformers.TFAutoModelForSeq2SeqLM.from_pretrained|"
	      "transformers.TFAutoModelForSequenceClassification.from_pretrained|"
	      "transformers.TFAutoModelForTokenClassification.from_pretrained|"
	      "transformers.TFAutoModelForQuestionAnswering.from_pretrained|"
	      "transformers.TFAutoModelForMultipleChoice.from_pretrained|transformers.TFBert*.from_pretrained|"
	      "transformers.TFDistilBert*.from_pretrained|transformers.TFRoberta*.from_pretrained|"
	      "transformers.TFXLMRoberta*.from_pretrained|transformers.TFCamembert*.from_pretrained|"
	      "transformers.TFAlbert*.from_pretrained|transformers.TFElectra*.from_pretrained|"
	      "transformers.TFDeberta*.from_pretrained|transformers.TFMPNet*.from_pretrained|"
	      "transformers.TFLongformer*.from_pretrained|transformers.TFXLNet*.from_pretrained|"
	      "transformers.TFGPT2*.from_pretrained|transformers.TFOPT*.from_pretrained|"
	      "transformers.TFT5*.from_pretrained|transformers.TFMT5*.from_pretrained|"
	      "transformers.TFBart*.from_pretrained|transformers.TFMBart*.from_pretrained|"
	      "transformers.TFPegasus*.from_pretrained"},
    {.names = "transformers.TFAutoModelForCausalLM.from_pretrained().fit|"
	      "transformers.TFAutoModelForMaskedLM.from_pretrained().fit|"
	      "transformers.TFAutoModelForSeq2SeqLM.from_pretrained().fit|"
	      "transformers.TFAutoModelForSequenceClassification.from_pretrained().fit|"
	      "transformers.TFAutoModelForTokenClassification.from_pretrained().fit|"
	      "transformers.TFAutoModelForQuestionAnswering.from_pretrained().fit|"
	      "transformers.TFAutoModelForMultipleChoice.from_pretrained().fit|"
	      "transformers.TFBert*.from_pretrained().fit|transformers.TFDistilBert*.from_pretrained().fit|"
	      "transformers.TFRoberta*.from_pretrained().fit|transformers.TFXLMRoberta*.from_pretrained().fit|"
	      "transformers.TFCamembert*.from_pretrained().fit|transformers.TFAlbert*.from_pretrained().fit|"
	      "transformers.TFElectra*.from_pretrained().fit|transformers.TFDeberta*.from_pretrained().fit|"
	      "transformers.TFMPNet*.from_pretrained().fit|transformers.TFLongformer*.from_pretrained().fit|"
	      "transformers.TFXLNet*.from_pretrained().fit|transformers.TFGPT2*.from_pretrained().fit|"
	      "transformers.TFOPT*.from_pretrained().fit|transformers.TFT5*.from_pretrained().fit|"
	      "transformers.TFMT5*.from_pretrained().fit|transformers.TFBart*.from_pretrained().fit|"
	      "transformers.TFMBart*.from_pretrained().fit|transformers.TFPegasus*.from_pretrained().fit",
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
