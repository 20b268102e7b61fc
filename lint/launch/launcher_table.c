#include "launcher_table.h"

#include "launch.h"

#include <stdlib.h>

#define SLURM_SHORT                                                                                \
	"A=account c=cpus_per_task C=constraint d=dependency D=chdir e=error G=gpus i=input "      \
	"J=job_name m=distribution M=clusters n=ntasks N=nodes o=output p=partition q=qos "        \
	"S=core_spec t=time w=nodelist x=exclude a=array b=begin F=nodefile B=extra_node_info "
#define SLURM_SWITCHES                                                                             \
	"exclusive overcommit O oversubscribe s quiet Q verbose v hold H label l unbuffered u "    \
	"overlap no_kill k contiguous parsable requeue no_requeue test_only use_min_nodes "        \
	"spread_job multi_prog pty preserve_env E disable_status X kill_on_bad_exit K "            \
	"container_writable container_readonly container_mount_home no_container_mount_home "      \
	"container_remap_root no_container_remap_root het_job wait_all_nodes "
#define TORCHRUN_VALUED                                                                            \
	"nproc_per_node nnodes node_rank rdzv_backend rdzv_endpoint rdzv_id rdzv_conf "            \
	"max_restarts monitor_interval start_method role log_dir r=redirects redirects t=tee tee " \
	"local_ranks_filter local_addr logs_specs master_addr master_port event_log_handler "      \
	"numa_binding signals_to_handle"
#define TORCHRUN_SWITCHES "standalone -mm -mmodule -cno_python run_path use_env"
#define CONTAINER_SWITCHES                                                                         \
	"d detach i interactive t tty it ti itd dit rm init privileged P publish_all read_only "   \
	"no_healthcheck oom_kill_disable sig_proxy q quiet"
#define IMAGE_SWITCHES                                                                             \
	"nv rocm nvccli c contain C containall e cleanenv w writable writable_tmpfs f fakeroot i " \
	"ipc p pid u userns no_home no_privs no_eval compat no_init no_umask"
#define HF_JOB                                                                                     \
	"flavor e=env env s=secrets secrets env_file secrets_file timeout namespace token name "   \
	"l=label label v=volume volume expose resource_group_id"

#define WORDS(...) (const char *const[]){__VA_ARGS__, NULL}

/* Longer words stand before their beginnings. */
static const struct launcher launchers[] = {
    {"srun", WORDS("srun"), LAUNCHER_COMMAND, 0, SLURM_SHORT "W=wait T=threads r=relative", SLURM_SWITCHES,
     true, "Slurm 23.11, doc/man/man1/srun.1"},
    {"sbatch", WORDS("sbatch"), LAUNCHER_SHELL_SCRIPT, 0, SLURM_SHORT "wrap", SLURM_SWITCHES "W wait I",
     true, "Slurm 23.11, doc/man/man1/sbatch.1"},
    {"salloc", WORDS("salloc"), LAUNCHER_COMMAND, 0, SLURM_SHORT, SLURM_SWITCHES "no_shell I", true,
     "Slurm 23.11, doc/man/man1/salloc.1"},
    {"qsub", WORDS("qsub"), LAUNCHER_SHELL_SCRIPT, 0, "l q N o e A P j m M pe+ t v S p hold_jid wd",
     "cwd V b z h", true, "Grid Engine 8.1, doc/man1/qsub.1"},
    {"bsub", WORDS("bsub"), LAUNCHER_COMMAND, 0, "J n q W R gpu o e M P m cwd G w app oo eo sp",
     "I Is K x B N", false, "LSF 10.1 command reference, bsub"},
    {"mpirun", WORDS("mpirun", "mpiexec", "mpiexec.hydra", "orterun", "prun"), LAUNCHER_COMMAND, 0,
     "n=np np c=np N=npernode npernode ppn perhost=ppn H=host host hosts=host hostfile "
     "machinefile=hostfile f=hostfile x mca+ "
     "genv+ env+ "
     "bind_to map_by rank_by wdir rf rankfile output_filename launcher iface",
     "allow_run_as_root oversubscribe tag_output report_bindings q v quiet verbose "
     "use_hwthread_cpus "
     "display_map nooversubscribe",
     false, "Open MPI 4.1, mpirun(1); MPICH hydra; Intel MPI 2021, mpiexec.hydra"},
    {"jsrun", WORDS("jsrun"), LAUNCHER_COMMAND, 0,
     "n=nrs nrs a=tasks_per_rs tasks_per_rs c=cpu_per_rs cpu_per_rs g=gpu_per_rs gpu_per_rs r=rs_per_host rs_per_host "
     "l=latency_priority latency_priority b=bind bind d=launch_distribution launch_distribution p=np np E=env env M=smpiargs smpiargs "
     "m=memory_per_rs memory_per_rs o=stdio_stdout stdio_stdout k=stdio_stderr stdio_stderr h=chdir chdir",
     "F X", false, "IBM Spectrum LSF Job Step Manager 10.3, jsrun"},
    {"aprun", WORDS("aprun"), LAUNCHER_COMMAND, 0, "n N d S j cc e m L D r sn sl ss", "b q B", false, "Cray ALPS, aprun(1)"},
    {"flux run", WORDS("flux run", "flux submit", "flux mini run", "flux mini submit"), LAUNCHER_COMMAND, 0,
     "n=ntasks ntasks N=nodes nodes c=cores_per_task cores_per_task g=gpus_per_task gpus_per_task q=queue queue t=time_limit "
     "time_limit B=bank bank o=setopt setopt env env_remove cwd output error job_name",
     "x exclusive l label_io v verbose u unbuffered", false, "flux-core 0.66, flux-run(1)"},
    {"horovodrun", WORDS("horovodrun"), LAUNCHER_COMMAND, 0, "n=np np H=host hosts=host hostfile p ssh_port",
     "verbose", true, "horovod 0.28, horovod/runner/launch.py"},
    {"accelerate launch", WORDS("accelerate launch", "accelerate-launch",
		"-m accelerate.commands.launch", "-m accelerate.commands.accelerate_cli launch"),
     LAUNCHER_SCRIPT, 0, "",
     "multi_gpu cpu tpu use_deepspeed use_fsdp use_megatron_lm use_parallelism_config use_xpu ipex "
     "quiet q "
     "-cno_python -mm -mmodule debug tpu_use_cluster no_tpu_use_cluster tpu_use_sudo downcast_bf16 "
     "same_network enable_cpu_affinity use_mps_device use_cpu dynamo_use_fullgraph "
     "dynamo_use_dynamic "
     "dynamo_use_regional_compilation h help",
     true, "accelerate 1.10, src/accelerate/commands/launch.py"},
    {"oumi distributed", WORDS("oumi distributed torchrun", "oumi distributed accelerate launch"), LAUNCHER_SCRIPT, 0,
     TORCHRUN_VALUED, "multi_gpu use_fsdp use_deepspeed debug " TORCHRUN_SWITCHES, true,
     "oumi 0.8, src/oumi/cli/distributed_run.py"},
    {"torchrun", WORDS("torchrun", "-m torch.distributed.run", "-m torch.distributed.launch",
		"-m torch.distributed.elastic", "-m bagua.distributed.launch", "-m bagua.distributed.run"),
     LAUNCHER_SCRIPT, 0, TORCHRUN_VALUED, TORCHRUN_SWITCHES " enable_bagua_net is_output_autotune_log report_metrics set_additional_flag", true,
     "PyTorch 2.8, torch/distributed/run.py; launch.py adds use_env; Bagua 0.9, bagua/distributed/run.py, made of it"},
    {"torchx run", WORDS("torchx run"), LAUNCHER_NAMED, 0,
     "s=scheduler scheduler cfg=scheduler_args scheduler_args c workspace parent_run_id j=replicas m=module_name script=script_path name image h host cpu gpu "
     "memMB env max_retries rdzv_port rdzv_backend mounts rdzv_conf",
     "dryrun wait log tee_logs stdin debug", false, "TorchX 0.7, torchx/cli/cmd_run.py, torchx/components/dist.py ddp()"},
    {"ngc batch run", WORDS("ngc batch run", "ngc base-command job run", "ngc base-command run"), LAUNCHER_SHELL_SCRIPT, 0,
     "n=name name i=image image in=instance instance c=wrap commandline=wrap a=ace ace result datasetid workspace org team preempt total_runtime "
     "min_timeslice port label priority order at=array_type array_type rp=replicas replicas nt=network network topology_constraint env_var secret "
     "format_type f",
     "use_image_entrypoint label_lock", true, "NGC CLI 3 reference, ngc batch run"},
    {"deepspeed", WORDS("deepspeed", "deepspeed.pt", "ds", "-m deepspeed.launcher.runner"),
     LAUNCHER_SCRIPT, 0,
     "H=hostfile hostfile i=include include e=exclude exclude num_nodes min_elastic_nodes "
     "max_elastic_nodes num_gpus num_accelerators master_port master_addr node_rank launcher "
     "launcher_args enable_each_rank_log autotuning bind_core_list ssh_port venv_script",
     "-mmodule -cno_python no_local_rank no_ssh no_ssh_check force_multi save_pid elastic_training "
     "bind_cores_to_rank use_env",
     true, "DeepSpeed 0.17, deepspeed/launcher/runner.py"},
    {"composer", WORDS("composer", "-m composer.cli.launcher"), LAUNCHER_SCRIPT, 0,
     "n=nproc nproc stdout stderr base_rank world_size node_rank master_addr master_port",
     "-mm -mmodule_mode -cc -ccommand_mode v verbose", true,
     "Composer 0.31, composer/cli/launcher.py"},
    {"colossalai run", WORDS("colossalai run"), LAUNCHER_SCRIPT, 0,
     "nproc_per_node H=host host hostfile include exclude num_nodes master_addr master_port "
     "extra_launch_args ssh_port",
     "-mm", true, "ColossalAI 0.4, colossalai/cli/launcher/__init__.py"},
    {"paddle.distributed.launch", WORDS("-m paddle.distributed.launch", "-m paddle.distributed.fleet.launch", "fleetrun"),
     LAUNCHER_SCRIPT, 0,
     "master rank log_level nnodes nproc_per_node log_dir run_mode job_id devices=device_list gpus=device_list npus=device_list xpus=device_list ips ipus host servers trainers "
     "trainer_num server_num gloo_port with_gloo max_restart elastic_level elastic_timeout auto_parallel_config sort_ip "
     "cluster_node_ips node_ip started_port selected_gpus",
     "use_paddlecloud legacy", true, "PaddlePaddle 3.0, python/paddle/distributed/launch/context/args_envs.py"},
    {"msrun", WORDS("msrun"), LAUNCHER_SCRIPT, 0,
     "worker_num local_worker_num master_addr master_port node_rank log_dir join cluster_time_out bind_core sim_level sim_rank_id "
     "rank_table_file worker_log_name tail_worker_log",
     "", true, "MindSpore 2.4, mindspore/python/mindspore/parallel/cluster/run.py"},
    {"fabric run", WORDS("fabric run", "lightning run model"), LAUNCHER_SCRIPT, 0,
     "accelerator strategy devices num_nodes node_rank main_address main_port precision", "", LAUNCHER_OTHER_PASSED,
     "Lightning 2.5, src/lightning/fabric/cli.py"},
    {"modal run", WORDS("modal run"), LAUNCHER_SCRIPT_OR_MODULE, 0, "e=env_name env=env_name w=write_result write_result n=name name",
     "-mm q quiet d detach i interactive timestamps", false,
     "modal-client 1.1, modal/cli/run.py; modal/cli/import_refs.py, import_file_or_module"},
    {"tune run", WORDS("tune run"), LAUNCHER_ITSELF, 0, TORCHRUN_VALUED, TORCHRUN_SWITCHES, true,
     "torchtune 0.6, torchtune/_cli/run.py: torchrun's options"},
    {"ray job submit", WORDS("ray job submit"), LAUNCHER_COMMAND, 0, "", "no_wait verbose v", true,
     "Ray 2.48, python/ray/dashboard/modules/job/cli.py"},
    {"uv run", WORDS("uv run"), LAUNCHER_COMMAND, 0,
     "extra group only_group no_group no_extra p=python python with with_requirements "
     "with_editable w=with "
     "env_file project directory package index index_url default_index extra_index_url find_links "
     "f "
     "cache_dir config_file color link_mode refresh_package upgrade_package P no_build_package "
     "no_binary_package index_strategy keyring_provider resolution prerelease exclude_newer "
     "config_setting C "
     "python_preference allow_insecure_host project_root",
     "-mm -mmodule s script", false, "uv 0.8, crates/uv-cli/src/lib.rs RunArgs"},
    {"poetry run", WORDS("poetry run"), LAUNCHER_COMMAND, 0, "C=directory directory P project", "", false,
     "Poetry 2.1"},
    {"pipenv run", WORDS("pipenv run"), LAUNCHER_COMMAND, 0, "", "", false, "pipenv 2025"},
    {"pdm run", WORDS("pdm run"), LAUNCHER_COMMAND, 0, "p=project project venv", "s", false, "PDM 2.25"},
    {"rye run", WORDS("rye run"), LAUNCHER_COMMAND, 0, "pyproject", "", false, "rye 0.44"},
    {"hatch run", WORDS("hatch run"), LAUNCHER_COMMAND, 0, "", "", false, "hatch 1.14"},
    {"pixi run", WORDS("pixi run"), LAUNCHER_COMMAND, 0, "e=environment environment manifest_path", "",
     false, "pixi 0.50"},
    {"conda run", WORDS("conda run", "mamba run", "micromamba run"), LAUNCHER_COMMAND, 0,
     "n=name name p=prefix prefix cwd r root_prefix",
     "no_capture_output live_stream v dev debug_wrapper_scripts", false,
     "conda 25.5, conda/cli/main_run.py"},
    {"docker run", WORDS("docker run", "podman run", "nvidia-docker run", "docker container run"),
     LAUNCHER_COMMAND,
     1,
     "e=env env w=workdir workdir v=volume volume u=user user m=memory memory h=hostname p=publish "
     "a l entrypoint",
     CONTAINER_SWITCHES, true, "Docker 28 CLI reference, docker container run"},
    {"hf jobs uv run", WORDS("hf jobs uv run"), LAUNCHER_SCRIPT, 0, HF_JOB " image with p=python python",
     "d detach ssh", LAUNCHER_OTHER_PASSED, "huggingface_hub 1.29, cli/jobs.py"},
    {"hf jobs run", WORDS("hf jobs run"), LAUNCHER_COMMAND, 1, HF_JOB, "d detach ssh",
     LAUNCHER_OTHER_PASSED, "huggingface_hub 1.29, cli/jobs.py"},
    {"gcloud ai-platform", WORDS("gcloud ai-platform jobs submit training", "gcloud beta ai-platform jobs submit training",
		"gcloud ml-engine jobs submit training"),
     LAUNCHER_NAMED, 0, "module_name package_path master_image_uri master_machine_type master_accelerator scale_tier region job_dir",
     "async stream_logs", true, "Google Cloud SDK reference, gcloud ai-platform jobs submit training"},
    {"gcloud ai", WORDS("gcloud ai custom-jobs create", "gcloud beta ai custom-jobs create", "gcloud alpha ai custom-jobs create",
		"gcloud ai custom-jobs local-run", "gcloud beta ai custom-jobs local-run"),
     LAUNCHER_POOL, 0, "", "", true, "Google Cloud SDK reference, gcloud ai custom-jobs create"},
    {"gcloud batch", WORDS("gcloud batch jobs submit", "gcloud beta batch jobs submit", "gcloud alpha batch jobs submit"),
     LAUNCHER_CLOUD_JOB, 0, "", "", true, "Google Cloud SDK reference, gcloud batch jobs submit"},
    {"docker exec", WORDS("docker exec", "podman exec", "docker compose exec", "docker-compose exec"),
     LAUNCHER_COMMAND, 1, "e=env env w=workdir workdir u=user user env_file",
     CONTAINER_SWITCHES " T", true, "Docker 28 CLI reference, docker container exec"},
    {"docker compose run", WORDS("docker compose run", "docker-compose run"), LAUNCHER_COMMAND, 1,
     "e=env env w=workdir workdir u=user user v=volume volume p=publish publish entrypoint name",
     CONTAINER_SWITCHES " T no_deps service_ports use_aliases build", true,
     "Docker 28 CLI reference, docker compose run"},
    {"apptainer exec", WORDS("apptainer exec", "singularity exec", "apptainer run", "singularity run"),
     LAUNCHER_COMMAND, 1,
     "B=bind bind env env_file H=home home pwd cwd W=workdir workdir S scratch o=overlay overlay "
     "network app "
     "mount no_mount security keep_privs add_caps drop_caps fusemount hostname dns pem_path",
     IMAGE_SWITCHES, true, "Apptainer 1.4 user guide, apptainer exec"},
    {"kubectl exec", WORDS("kubectl exec"), LAUNCHER_COMMAND, 1,
     "c=container container n=namespace namespace", "i t it ti stdin tty", true,
     "kubectl 1.33 reference"},
    {"env", WORDS("env"), LAUNCHER_COMMAND, 0, "u=unset unset C=chdir chdir S=split_string",
     "i ignore_environment v 0", false, "coreutils 9.1, env(1)"},
    {"sudo", WORDS("sudo", "doas"), LAUNCHER_COMMAND, 0, "u=user user g=group group h p C T R D=chdir chdir",
     "E H n S b i s k preserve_env set_home", false, "sudo 1.9, sudo(8)"},
    {"nohup", WORDS("nohup", "setsid", "unbuffer", "chronic", "catchsegv", "caffeinate",
		"neuron_parallel_compile"),
     LAUNCHER_COMMAND, 0, "", "f w c p", false, "coreutils 9.1, nohup(1)"},
    {"time", WORDS("time", "gtime"), LAUNCHER_COMMAND, 0, "f=format format o=output output",
     "p v a verbose append", false, "GNU time 1.9, time(1)"},
    {"nice", WORDS("nice"), LAUNCHER_COMMAND, 0, "n=adjustment adjustment", "", false,
     "coreutils 9.1, nice(1)"},
    {"ionice", WORDS("ionice"), LAUNCHER_COMMAND, 0, "c=class class n=classdata classdata", "t", false,
     "util-linux 2.38"},
    {"taskset", WORDS("taskset"), LAUNCHER_COMMAND, 1, "", "c cpu_list a", false,
     "util-linux 2.38, taskset(1)"},
    {"numactl", WORDS("numactl"), LAUNCHER_COMMAND, 0,
     "N=cpunodebind cpunodebind C=physcpubind physcpubind m=membind membind i=interleave "
     "interleave "
     "p=preferred preferred P w",
     "l localalloc a all b balancing", false, "numactl 2.0.16, numactl(8)"},
    {"stdbuf", WORDS("stdbuf"), LAUNCHER_COMMAND, 0, "i=input input o=output output e=error error", "",
     false, "coreutils 9.1, stdbuf(1)"},
    {"timeout", WORDS("timeout", "gtimeout"), LAUNCHER_COMMAND, 1, "s=signal signal k=kill_after kill_after",
     "foreground preserve_status v verbose", false, "coreutils 9.1, timeout(1)"},
    {"flock", WORDS("flock"), LAUNCHER_COMMAND, 1, "w=timeout timeout E", "n x s u o", false,
     "util-linux 2.38, flock(1)"},
    {"xvfb-run", WORDS("xvfb-run"), LAUNCHER_COMMAND, 0, "n server_num s server_args e f w p",
     "a auto_servernum l", false, "xvfb-run(1)"},
    {"nsys profile", WORDS("nsys profile", "nsys launch", "nsys"), LAUNCHER_COMMAND, 0,
     "o=output output t=trace trace w f=force_overwrite force_overwrite c=capture_range "
     "capture_range s "
     "sample d delay y x stop_on_exit e cudabacktrace cuda_memory_usage gpu_metrics_device "
     "capture_range_end",
     "stats h", true, "Nsight Systems 2025.3 user guide"},
    {"ncu", WORDS("ncu", "nv-nsight-cu-cli"), LAUNCHER_COMMAND, 0,
     "o=export export k=kernel_name kernel_name c s set section metrics", "f force_overwrite", true,
     "Nsight Compute 2025.2 user guide"},
    {"ssh", WORDS("ssh", "sshpass"), LAUNCHER_SHELL, 1, "p i l o F L R J b c D E e I m O Q S W w",
     "t tt q A a x X n T v N f g k K", false, "OpenSSH 9.2, ssh(1)"},
    {"pdsh", WORDS("pdsh", "clush"), LAUNCHER_SHELL, 0, "w R f l u x g", "S b B", false,
     "pdsh 2.34, pdsh(1)"},
    {"tmux", WORDS("tmux new-session", "tmux new", "tmux split-window", "tmux new-window"), LAUNCHER_SHELL, 0,
     "s n t c x y F e", "d A D P h v b", false, "tmux 3.3, tmux(1)"},
    {"tmux send-keys", WORDS("tmux send-keys", "tmux send"), LAUNCHER_KEYS, 0, "t N c", "l R X M F H K", false, "tmux 3.3, tmux(1)"},
    {"tsp", WORDS("tsp", "ts"), LAUNCHER_COMMAND, 0, "L D W N G g=gpus gpus", "n m B f d E", false, "task-spooler 1.0, ts(1)"},
    {"enroot start", WORDS("enroot start"), LAUNCHER_COMMAND, 1, "e=env env m=mount mount c=rc rc", "r root w rw", true,
     "enroot 3.5, doc/cmd/start.md"},
    {"ipython", WORDS("ipython", "ipython3"), LAUNCHER_SCRIPT, 0, "profile matplotlib", "i pylab no_banner", true, "IPython 9, terminal/ipapp.py"},
    {"parallel", WORDS("parallel", "env_parallel"), LAUNCHER_PARALLEL, 0,
     "j=jobs jobs P=jobs max_procs a=arg_file arg_file C=colsep colsep I N=max_replace_args max_replace_args n=max_args max_args maxargs L "
     "max_lines d=delimiter delimiter E joblog jl results res S=sshlogin sshlogin slf=sshlogin sshloginfile ssh delay ssh_delay timeout retries "
     "workdir wd tmpdir tempdir memfree memsuspend load limit nice tagstring tag_string termseq halt halt_on_error header shuf env profile "
     "J=profile return trc basefile bf block block_size recstart recend trim er U bnr dnr bner seqreplace slotreplace rpl parens s=max_chars "
     "max_chars id process_slot_var arg_sep argsep arg_file_sep argfilesep tf transfer_file sqlworker sqlandworker sqlmaster D=debug debug",
     "0 null q quote k keep_order u ungroup group g linebuffer line_buffer lb tmux t verbose v dry_run dryrun plus link xapply X m xargs csv bar eta progress "
     "p interactive resume resume_failed retry_failed tag pipe spreadstdin pipepart semaphore fg bg wait nonall onall r no_run_if_empty files fifo cat "
     "silent gnu will_cite citation no_notice bibtex cleanup transfer hostgroups color ctag i replace",
     false, "GNU parallel 20231122, src/parallel options_hash()"},
    {"xargs", WORDS("xargs", "gxargs"), LAUNCHER_XARGS, 0,
     "a=arg_file arg_file d=delimiter delimiter E I=replace_str J=replace_str L=max_lines max_lines n=max_args max_args P=max_procs max_procs s=max_chars "
     "max_chars process_slot_var",
     "0 null i replace r no_run_if_empty t verbose p interactive x exit o open_tty", false, "findutils 4.9, xargs/xargs.c longopts"},
    {"screen", WORDS("screen"), LAUNCHER_COMMAND, 0, "S c e h s T t p X", "d m dm dmS=session L D R",
     false, "screen 4.9"},
    {"dotenv run", WORDS("dotenv run", "dotenv"), LAUNCHER_COMMAND, 0, "f=file file", "", false,
     "python-dotenv 1.1 cli"},
    {"coverage run", WORDS("coverage run", "-m coverage run"), LAUNCHER_SCRIPT, 0,
     "source include omit data_file rcfile", "-mm a p branch", true, "coverage 7"},
    {"py-spy record", WORDS("py-spy record", "py-spy top"), LAUNCHER_COMMAND, 0, "o=output output r=rate rate f=format format d=duration duration",
     "n native s subprocesses i idle g gil F function t threads nonblocking", true, "py-spy 0.4, README.md"},
    {"profiler", WORDS("kernprof", "viztracer", "scalene", "memray run", "-m pdb",
		"-m ipdb", "-m cProfile", "-m debugpy", "-m trace"),
     LAUNCHER_SCRIPT, 0,
     "o=output output_file outfile listen s sort rate r d f format tracer_entries log_to_stderr",
     "l v b builtin wait_for_client native "
     "live -mm -mmodule cpu gpu memory reduced_profile t T",
     false, "the tools' own --help"},
};

const struct launcher *launcher_table(size_t *n)
{
	*n = sizeof(launchers) / sizeof(*launchers);
	return launchers;
}

/** The entry of an option in a list; *name gets its long name, *mark the byte behind it ('+' or 0). */
static bool listed(const char *list, struct str option, struct str *name, char *mark)
{
	struct str rest = str_of(list);

	while (rest.n) {
		struct str_cut c = str_cut(rest, ' '), key;
		struct str entry = c.head;

		rest = c.tail;
		*mark = 0;
		if (entry.n && entry.s[entry.n - 1] == '+') {
			*mark = '+';
			entry.n--;
		}
		key = str_cut(entry, '=');
		if (!entry.n || !str_eq(key.head, option))
			continue;
		*name = key.ok ? key.tail : key.head;
		return true;
	}
	return false;
}

enum option_kind launcher_option(const struct launcher *l, struct str option, struct str *name)
{
	struct str rest = str_of(l->switches);
	char mark;

	*name = option;
	if (listed(l->valued, option, name, &mark))
		return mark == '+' ? OPTION_TWO_VALUES : OPTION_VALUE;
	while (rest.n) {
		struct str_cut c = str_cut(rest, ' ');
		bool special = c.head.n > 2 && c.head.s[0] == '-';

		rest = c.tail;
		if (special && str_eq(str_sub(c.head, 2, c.head.n), option))
			return c.head.s[1] == 'm' ? OPTION_MODULE : OPTION_PLAIN_COMMAND;
		if (str_eq(c.head, option))
			return OPTION_SWITCH;
	}
	return OPTION_OTHER;
}

/* Sorted: bsearch. Two stand for what another shell says in a way that is not followed (batch_file.c, powershell.c). */
/* clang-format off */
static const char *const ignored[] = {
	"R", "a_condition", "an_expression", "apt", "apt-get", "ar", "aria2c", "awk", "aws", "az", "base64", "basename", "bc",
	"bzip2", "cargo", "cat", "chmod", "chown", "clear", "cmake", "cmp", "column", "comm",
	"conda", "cp", "curl", "cut", "date", "dd", "df", "diff", "dirname", "dos2unix", "du",
	"ensurepip", "expr", "figlet", "file", "find", "fold", "free", "fuser", "g++", "gcc",
	"gcloud", "gdown", "getconf", "gh", "git", "git-lfs", "go", "grep", "gsutil", "gunzip",
	"gzip", "hdfs", "head", "hostname", "htop", "id", "ifconfig",
	"install", "ip", "join", "jq", "killall", "ldconfig", "ldd", "less", "ln", "logger",
	"ls", "lscpu", "lsof", "lspci", "make", "mamba", "md5sum", "micromamba", "mkdir",
	"mkfifo", "mktemp", "ml", "modprobe", "module", "more", "mount", "mv", "nc", "netstat",
	"ninja", "nl", "node", "npm", "nproc", "numfmt", "nvcc", "nvidia-smi", "od", "openssl",
	"paste", "pgrep", "ping", "pip", "pip3", "pkill", "ps", "readlink", "realpath", "rev",
	"rm", "rmdir", "rocm-smi", "rsync", "sacct", "scancel", "scontrol", "scp", "sed", "seq",
	"sha1sum", "sha256sum", "sinfo", "sort", "split", "squeue", "srun-stat", "ss", "sstat",
	"stat", "stty", "su", "sync", "sysctl", "systemctl", "tac", "tail", "tar", "tee",
	"tensorboard", "touch", "tput", "tr", "tree", "tty", "ulimit", "uname", "uniq", "unzip",
	"uptime", "venv", "vi", "vim", "virtualenv", "wandb", "watch", "wc", "wget", "whereis",
	"whoami", "xxd", "yes", "yum", "zcat", "zip", "zstd",
};
/* clang-format on */

static int compare(const void *key, const void *row)
{
	const char *const *z = row;

	return str_cmp(*(const struct str *)key, str_of(*z));
}

const char *launcher_rank_switch(struct str name)
{
	/* DeepSpeed 0.15, deepspeed/launcher/launch.py: cmd.append(f"--local_rank={local_rank}") unless args.no_local_rank. */
	static const struct {
		const char *launcher, *unless;
	} rows[] = {{"deepspeed", "no_local_rank"}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is(name, rows[i].launcher))
			return rows[i].unless;
	return NULL;
}

const char *launcher_no_job(struct str name)
{
	static const struct {
		const char *launcher, *why;
	} rows[] = {
	    {"paddle.distributed.launch", "it trains with PaddlePaddle, whose memory is not estimated"},
	    {"msrun", "it trains with MindSpore, whose memory is not estimated"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is(name, rows[i].launcher))
			return rows[i].why;
	return NULL;
}

bool launcher_ignored(struct str command)
{
	return bsearch(&command, ignored, sizeof(ignored) / sizeof(*ignored), sizeof(*ignored),
		       compare) != NULL;
}
