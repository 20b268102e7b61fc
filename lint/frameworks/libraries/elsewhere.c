/*
 * What trains language models where, or as, nothing is estimated: a reason in place of a job.
 */
#include "shared_maps.h"

#define MLX    "MLX trains on Apple's GPUs, which are not estimated"
#define JAX    "it trains with JAX, whose memory is not estimated"
#define KERAS  "it trains with Keras, whose memory is not estimated"
#define TINKER "Tinker trains on servers of its own"
#define FAIRSEQ "fairseq is known, and what it trains is not estimated: the size of its vocabulary is in the data"
#define OPENNMT "OpenNMT is known, and what it trains is not estimated"
#define HOSTED "a service trains it on machines of its own"
#define JUMPSTART "what runs is SageMaker JumpStart's own script, with its defaults for the model, which are not here"
#define ESTIMATOR "it trains with TensorFlow's estimator, whose memory is not estimated"
#define TENSORFLOW "it trains with TensorFlow, whose memory is not estimated"
#define MINDSPORE "it trains with MindSpore, whose memory is not estimated"
#define PADDLE "it trains with PaddlePaddle, whose memory is not estimated"

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
    /* Tencent/PatrickStar patrickstar/runtime/__init__.py, 0.4 */
    {.names = "patrickstar.runtime.initialize_engine",
     .effect = EFFECT_SINK,
     .returns = RETURNS_TUPLE,
     .arg = "2",
     .no_job = "PatrickStar moves chunks of the model between GPU and host, which is not estimated"},
    /* openai/openai-python src/openai/resources/fine_tuning/jobs/, 1.0; togethercomputer/together-python, 1.2 */
    {.names = "openai.OpenAI().fine_tuning.jobs.create|openai.fine_tuning.jobs.create|together.Together().fine_tuning.create",
     .effect = EFFECT_SINK,
     .no_job = HOSTED},
    /* aws/sagemaker-python-sdk src/sagemaker/jumpstart/estimator.py, 2.170 to 2.250: script and hyperparameters come with model_id. */
    {.names = "sagemaker.jumpstart.estimator.JumpStartEstimator().fit", .effect = EFFECT_SINK, .no_job = JUMPSTART, .of_anything = true},
    /* tensorflow 1.15 tensorflow_estimator/python/estimator/estimator.py, tpu/tpu_estimator.py, training.py; 2.0-2.15 the same. */
    {.names = "tensorflow.Estimator().train|tensorflow.TPUEstimator().train|tensorflow.contrib.learn.Estimator().fit|"
	      "tensorflow.train_and_evaluate",
     .effect = EFFECT_SINK,
     .no_job = ESTIMATOR,
     .of_anything = true},
    /* tensorflow 1.15 python/client/session.py, python/training/optimizer.py: a graph is run that holds what they made. */
    {.names = "tensorflow.Session().run|tensorflow.InteractiveSession().run|tensorflow.MonitoredTrainingSession().run",
     .effect = EFFECT_SINK,
     .given = "minimize|apply_gradients|create_optimizer",
     .no_job = TENSORFLOW,
     .of_anything = true},
    {.names = "tensorflow.*Optimizer().apply_gradients|tensorflow.*Optimizer().minimize|bert.create_optimizer"},
    /* keras-team/keras keras/src/optimizers/base_optimizer.py, 2.0 to 3.8: it steps where it is called. */
    {.names = "tensorflow.*().apply_gradients|tensorflow.*().minimize|keras.*().apply_gradients|tf_keras.*().apply_gradients|"
	      "tensorflow_addons.*().apply_gradients|transformers.create_optimizer().apply_gradients|"
	      "transformers.AdamWeightDecay().apply_gradients",
     .effect = EFFECT_SINK,
     .no_job = TENSORFLOW,
     .of_anything = true},
    {.names = "transformers.create_optimizer", .returns = RETURNS_TUPLE, .arg = "2"},
    /* keras-team/keras keras/src/trainers/trainer.py, 2.0 to 3.8; bojone/bert4keras bert4keras/models.py, 0.11 */
    {.names = "tensorflow.Model().fit|tensorflow.Sequential().fit|keras.Model().fit|keras.Sequential().fit|tf_keras.Model().fit|"
	      "tf_keras.Sequential().fit|bert4keras.Model().fit|tensorflow.Model().fit_generator|keras.Model().fit_generator|"
	      "bert4keras.Model().fit_generator|bert4keras.build_transformer_model().fit",
     .effect = EFFECT_SINK,
     .no_job = KERAS,
     .of_anything = true},
    /* amaiya/ktrain ktrain/core.py, 0.41 */
    {.names = "ktrain.get_learner().fit|ktrain.get_learner().fit_onecycle|ktrain.get_learner().autofit",
     .effect = EFFECT_SINK,
     .no_job = KERAS,
     .of_anything = true},
    /* google-deepmind/optax optax/_src/update.py, 0.2; google/flax flax/training/train_state.py, flax/nnx/training/optimizer.py, 0.10 */
    {.names = "optax.apply_updates|equinox.apply_updates|flax.TrainState.create().apply_gradients|flax.TrainState().apply_gradients|"
	      "flax.nnx.Optimizer().update",
     .effect = EFFECT_SINK,
     .no_job = JAX,
     .of_anything = true},
    {.names = "jax.jit|jax.pmap|flax.nnx.jit|flax.nnx.pmap|equinox.filter_jit|equinox.filter_pmap", .returns = RETURNS_ARG},
    /* mindspore-ai/mindspore mindspore/python/mindspore/train/model.py, nn/wrap/cell_wrapper.py, 2.4 */
    {.names = "mindspore.Model().train|mindspore.nn.TrainOneStepCell|mindspore.nn.TrainOneStepWithLossScaleCell",
     .effect = EFFECT_SINK,
     .no_job = MINDSPORE,
     .of_anything = true},
    /* mindspore-lab/mindformers mindformers/trainer/trainer.py, 1.3; mindspore-lab/mindnlp mindnlp/engine/trainer/base.py, 0.4 */
    {.names = "mindformers.Trainer().train|mindformers.Trainer().finetune", .effect = EFFECT_SINK, .no_job = MINDSPORE},
    {.names = "mindnlp.*Trainer", .effect = EFFECT_SINK, .no_job = MINDSPORE},
    {.names = "mindnlp.*Trainer().train|mindnlp.*Trainer().run", .effect = EFFECT_START},
    /* PaddlePaddle/PaddleNLP paddlenlp/trainer/trainer.py, paddlenlp/trl/, 2.5 to 3.0; PaddlePaddle/Paddle python/paddle/optimizer/, 3.0 */
    {.names = "paddlenlp.*Trainer", .effect = EFFECT_SINK, .no_job = PADDLE},
    {.names = "paddlenlp.*Trainer().train", .effect = EFFECT_START},
    {.names = "paddle.*().step|paddle.*().minimize|paddle.Model().fit",
     .effect = EFFECT_SINK,
     .no_job = PADDLE,
     .of_anything = true},
};

#define RUN_UNLESS(idles, w, why)                                                                  \
	{                                                                                          \
		.words = (w), .set = "", .map = &map_transformers_args, .positional = "", .config_flag = "", .idle = (idles), .no_job = (why) \
	}
#define RUN(w, why) RUN_UNLESS(NULL, w, why)
/* What it makes of speech alone is none of ours: fairseq/tasks/, 0.12. */
#define FAIRSEQ_RUN(w) RUN_UNLESS("@task=audio_pretraining|audio_finetuning|speech_to_text|speech_to_speech|text_to_speech", w, FAIRSEQ)
static const struct command commands[] = {
    RUN("mlx_lm.lora", MLX),
    RUN("-m mlx_lm.lora", MLX),
    RUN("-m mlx_lm lora", MLX),
    RUN("-m MaxText.train", JAX),
    /* huggingface/transformers examples/flax/, 4.6 to 4.57, and examples/tensorflow and their names before, 2.0 to 4.6 */
    RUN("run_*_flax.py", JAX),
    RUN("run_flax_*.py", JAX),
    RUN("run_tf_*.py", TENSORFLOW),
    /* google-research/t5x t5x/train.py; young-geng/EasyLM EasyLM/models/llama/llama_train.py; google-research/text-to-text-transfer-transformer */
    RUN("-m t5x.train", JAX),
    RUN("t5x/train.py", JAX),
    RUN("-m EasyLM.models.llama.llama_train", JAX),
    RUN("t5_mesh_transformer", TENSORFLOW),
    RUN("-m MaxText.sft_trainer", JAX),
    /* facebookresearch/fairseq setup.py and fairseq_cli/, 0.10 to 0.12; OpenNMT/OpenNMT-py setup.py, 1.0 to 3.5 */
    FAIRSEQ_RUN("fairseq-train"),
    FAIRSEQ_RUN("fairseq-hydra-train"),
    FAIRSEQ_RUN("-m fairseq_cli.train"),
    FAIRSEQ_RUN("-m fairseq_cli.hydra_train"),
    FAIRSEQ_RUN("fairseq_cli/train.py"),
    FAIRSEQ_RUN("fairseq_cli/hydra_train.py"),
    FAIRSEQ_RUN("fairseq/train.py"),
    RUN("onmt_train", OPENNMT),
    RUN("together fine-tuning create", HOSTED),
    RUN("prime rl run", HOSTED),
    RUN("openai api fine_tuning.jobs.create", HOSTED),
    /* mindspore-lab/mindformers run_mindformer.py, 1.3: --run_mode is train, finetune, eval or predict. */
    RUN_UNLESS("@run_mode=eval|predict|export", "run_mindformer.py", MINDSPORE),
    /* google-research/bert run_classifier.py, run_squad.py, run_pretraining.py, and what was made of them: where they are not here. */
    {.words = "*", .keys = "bert_config_file,init_checkpoint,do_train,train_batch_size", .set = "", .map = &map_transformers_args, .positional = "",
     .config_flag = "", .marks = "", .idle = "!@do_train", .no_job = ESTIMATOR},
};

static const struct package packages[] = {
    {.name = "mlx-lm", "0.19 0.24", "ml-explore/mlx-lm, releases"},
    {.name = "keras-hub", "0.18 0.21", "keras-team/keras-hub, releases"},
    {.name = "tinker", "0.1 0.3", "thinking-machines-lab/tinker, releases"},
    {.name = "patrickstar", "0.3 0.4", "Tencent/PatrickStar, tags"},
    {.name = "tensorflow", "1.15 2.15", "tensorflow/tensorflow, releases", .modules = "tensorflow tensorflow_addons tensorflow_hub tf_keras"},
    {.name = "keras", "2.15 3.8", "keras-team/keras, releases"},
    {.name = "bert4keras", "0.11", "bojone/bert4keras, releases"},
    {.name = "ktrain", "0.41", "amaiya/ktrain, releases"},
    {.name = "jax", "0.4 0.5", "jax-ml/jax, releases", .modules = "jax flax optax equinox"},
    {.name = "mindspore", "2.4", "mindspore-ai/mindspore, releases", .modules = "mindspore mindformers mindnlp"},
    {.name = "paddlenlp", "2.8 3.0", "PaddlePaddle/PaddleNLP, releases", .modules = "paddle paddlenlp"},
};

const struct framework framework_elsewhere = {
    .name = "elsewhere",
    ROWS(callables, callables),
    ROWS(commands, commands),
    ROWS(packages, packages),
};
