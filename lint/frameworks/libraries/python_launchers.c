/*
 * Python that starts trainings: commands of subprocess, and services that run a script or a function on
 * a machine of theirs.
 */
#include "shared_maps.h"

#define SAGEMAKER                                                                                  \
	"entry=entry_point;folder=source_dir;flags=hyperparameters;instance=instance_type;"        \
	"count=instance_count;processes=distribution;environment=environment;compiler=compiler_config"

#define MODEL_TRAINER                                                                              \
	"entry=source_code.entry_script;folder=source_code.source_dir;flags=hyperparameters;"      \
	"instance=compute.instance_type;count=compute.instance_count;processes=distributed;"        \
	"environment=environment"

/* Metaflow 2.15.19, flowspec.py: self.next(self.train, num_parallel=4) has the step run on so many machines together. */
#define PARALLEL "any.metaflow.FlowSpec().next.num_parallel"

/* Libraries, whatever a folder of the repository is called: train/modal/sft.py imports modal. */
static const struct package packages[] = {
    {.name = "modal", "0.64 1.0", "modal-labs/modal-client, releases"},
    {.name = "beam-client", "0.1 2.0", "beam.cloud, releases", .modules = "beam"},
    {.name = "ray", "2.0 2.40", "ray-project/ray, releases"},
};

static const struct param mount_params[] = {{"local_path", ROLE_NONE}, {"remote_path", ROLE_NONE}};

static const struct param command_params[] = {{"command", ROLE_NONE}};

static const struct callable callables[] = {
    /* Ray 2.40, python/ray/actor.py and python/ray/_private/worker.py: results are there when they are asked for. */
    {.names = "ray.get|ray.put", .returns = RETURNS_ARG},
    {.names = ".options", .returns = RETURNS_SELF},
    /* Ray 2.40, python/ray/air/config.py ScalingConfig. */
    {.names = "ray.train.ScalingConfig|ray.air.ScalingConfig|ray.air.config.ScalingConfig", .joins = JOINS_WORKERS},
    /* Each actor has GPUs of its own: an engine in one is not on the card that trains. */
    {.names = "ray.init",
     .effect = EFFECT_LOOP,
     .set = "rollout_engine=vllm_server?task=grpo|ppo|rloo|reinforce"},
    /* Python 3.13, Lib/subprocess.py and Lib/os.py */
    {.names = "subprocess.run|subprocess.call|subprocess.check_call|subprocess.check_output|"
	      "subprocess.Popen|subprocess.getoutput|os.system|os.popen",
     .effect = EFFECT_COMMAND},
    /* IPython 9, core/interactiveshell.py: what nbconvert makes of a notebook's "!" lines. */
    {.names = "get_ipython().system|get_ipython().getoutput|IPython.get_ipython().system|IPython.get_ipython().getoutput",
     .effect = EFFECT_COMMAND},
    /* Invoke 2.2, invoke/tasks.py task() and invoke/context.py; Fabric 3.2, fabric/tasks.py, fabric/connection.py: "invoke train". */
    {.names = "invoke.task|invoke.tasks.task", .effect = EFFECT_HOST, .arg = "'invoke.Context"},
    {.names = "fabric.task|fabric.tasks.task", .effect = EFFECT_HOST, .arg = "'fabric.Connection"},
    {.names = "invoke.Context().run|invoke.run|fabric.Connection().run|fabric.Connection().local", .effect = EFFECT_COMMAND},
    /* Nox 2024.10, nox/sessions.py Session.run(): each word is an argument of its own. */
    {.names = "nox.session", .effect = EFFECT_HOST, .arg = "'nox.Session"},
    {.names = "nox.Session().run|nox.Session().run_always|nox.Session().run_install", .effect = EFFECT_COMMAND, .arg = "words"},
    /* Airflow 2.10, airflow/operators/bash.py BashOperator; 3.0, providers/standard: Jinja fills in its command. */
    {.names = "airflow.operators.bash.BashOperator|airflow.operators.bash_operator.BashOperator|"
	      "airflow.providers.standard.operators.bash.BashOperator",
     .effect = EFFECT_LAUNCH,
     .arg = "command=bash_command;environment=env;templated='{{"},
    /* sagemaker-python-sdk 2.232, src/sagemaker/estimator.py Framework */
    {.names = "sagemaker.huggingface.HuggingFace|sagemaker.HuggingFace",
     .effect = EFFECT_LAUNCH,
     .arg = SAGEMAKER ";version.transformers=transformers_version;version.torch=pytorch_version"},
    {.names = "sagemaker.pytorch.PyTorch",
     .effect = EFFECT_LAUNCH,
     .arg = SAGEMAKER ";version.torch=framework_version"},
    /* src/sagemaker/estimator.py Estimator: the same with an image of one's own. */
    {.names = "sagemaker.estimator.Estimator|sagemaker.Estimator", .effect = EFFECT_LAUNCH, .arg = SAGEMAKER},
    /*
     * sagemaker-python-sdk 3, sagemaker-train/src/sagemaker/train/model_trainer.py; 2.232,
     * src/sagemaker/modules/train/model_trainer.py: hyperparameters become flags of the script.
     */
    {.names = "sagemaker.train.model_trainer.ModelTrainer|sagemaker.train.ModelTrainer|"
	      "sagemaker.modules.train.model_trainer.ModelTrainer|sagemaker.modules.train.ModelTrainer",
     .effect = EFFECT_LAUNCH,
     .arg = MODEL_TRAINER},
    /* lightning-sdk 2025.8, lightning_sdk/studio.py Studio.start and run, job/job.py Job.run, machine.py */
    {.names = "lightning_sdk.Studio().run", .effect = EFFECT_LAUNCH, .arg = "command=command;other=start", ROWS(params, command_params)},
    {.names = "lightning_sdk.Job.run|lightning_sdk.MMT.run", .effect = EFFECT_LAUNCH, .arg = "command=command;card=machine;count=num_machines"},
    /* azure-ai-ml 1.28, azure/ai/ml/_builders/command_func.py command() */
    {.names = "azure.ai.ml.command",
     .effect = EFFECT_LAUNCH,
     .arg = "command=command;instance=resources.instance_type;count=instance_count;environment=environment_variables"},
    /* google-cloud-aiplatform 1.100, google/cloud/aiplatform/training_jobs.py CustomTrainingJob.run */
    {.names = "google.cloud.aiplatform.CustomTrainingJob().run",
     .effect = EFFECT_LAUNCH,
     .arg = "entry=self.script_path;flags=args;instance=machine_type;card=accelerator_type;cards=accelerator_count;count=replica_count;"
	    "environment=environment_variables"},
    /* 1.100, google/cloud/aiplatform/jobs.py CustomJob.from_local_script */
    {.names = "google.cloud.aiplatform.CustomJob.from_local_script",
     .effect = EFFECT_LAUNCH,
     .arg = "entry=script_path;flags=args;instance=machine_type;card=accelerator_type;cards=accelerator_count;count=replica_count;"
	    "environment=environment_variables"},
    /* runpod-python 1.7, runpod/api/ctl_commands.py create_pod */
    {.names = "runpod.create_pod", .effect = EFFECT_LAUNCH, .arg = "command=docker_args;card=gpu_type_id;cards=gpu_count;environment=env"},
    /* skypilot 0.10, sky/task.py Task, sky/resources.py Resources */
    {.names = "sky.Task", .effect = EFFECT_LAUNCH, .arg = "command=run;count=num_nodes;environment=envs;other=set_resources.accelerators"},
    /* beam-client 0.1, beta9: App(runtime=Runtime(gpu=…)) before, @function(gpu=…) since 2. */
    {.names = "beam.App().run|beam.App().task_queue|beam.App().schedule", .effect = EFFECT_HOST, .arg = "self.runtime.gpu"},
    {.names = "beam.function|beam.task_queue|beam.schedule", .effect = EFFECT_HOST, .arg = "gpu"},
    /*
     * metaflow-deepspeed 0.0.9, plugins/deepspeed_libs/executor.py _exec_cmd(): as many processes as the step has GPUs, on as
     * many nodes as it runs beside itself; metaflow-torchrun 0.2.1, plugins/torchrun_libs/executor.py: one process unless told.
     */
    {.names = "metaflow.current.deepspeed.run",
     .effect = EFFECT_LAUNCH,
     .arg = "launcher='deepspeed;nodes_option='--num_nodes;ranks_option='--num_gpus;options=deepspeed_args;entry=entrypoint;"
	    "flags=entrypoint_args;count=" PARALLEL},
    {.names = "metaflow.current.torch.run",
     .effect = EFFECT_LAUNCH,
     .arg = "launcher='torchrun;nodes_option='--nnodes;ranks_option='--nproc_per_node;options=torchrun_args;each=nproc_per_node;"
	    "entry=entrypoint;flags=entrypoint_args;count=" PARALLEL},
    /* Metaflow 2.15.19, plugins/kubernetes/kubernetes_decorator.py, plugins/aws/batch/batch_decorator.py, plugins/resources_decorator.py */
    {.names = "metaflow.kubernetes|metaflow.batch|metaflow.resources", .effect = EFFECT_HOST, .arg = "gpu"},
    /* modal-client 0.73, modal/app.py _App.function and cls */
    {.names = "modal.App().function|modal.Stub().function|modal.App().cls|modal.Stub().cls",
     .effect = EFFECT_HOST,
     .arg = "gpu"},
    {.names = "modal.App().local_entrypoint|modal.Stub().local_entrypoint", .effect = EFFECT_HOST},
    /* modal-client modal/image.py _Image.add_local_file and add_local_dir, since 0.66.40; before, copy_local_*. */
    {.names = ".add_local_file|.add_local_dir|.copy_local_file|.copy_local_dir",
     .effect = EFFECT_MOUNT,
     ROWS(params, mount_params)},
};

/* What launches tell whatever they start. */
static const struct keyrow environment_rows[] = {
    /* sagemaker-python-sdk 2.232, src/sagemaker/training_compiler/config.py HP_ENABLE_COMPILER */
    KEY_AS("sagemaker_training_compiler_enabled", XLA, IF_TRUE, "true"),
};
static const struct keymap map_environment = {
    .name = "environment",
    .package = "sagemaker",
    ROWS(rows, environment_rows),
    .source = "sagemaker-python-sdk",
};
static const struct keymap *const maps[] = {&map_environment};

const struct framework framework_python_launchers = {
    .name = "python_launchers",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
