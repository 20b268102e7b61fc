/*
 * The shell reader over a table of scripts. A launch is written on one line:
 *
 *	NAME=value srun{nodes=2} accelerate launch{num_processes=4} train.py --a 1
 *
 * exported variables first, then layers with their options, then the program (a module with "-m ",
 * code with "-c ", a console command with "$ ") and its words. "?" is an unknown word, "?*" any
 * number of them, {a|b} one of several, [a] a word that is there under a condition, ~a a lost one.
 * A guarded launch ends in " if CONDITION", a background one in " &".
 */
#include "lint/launch/launch.h"
#include "tests/support/run_suite.h"

#include <check.h>

struct text {
	struct arena arena;
	struct str s;
};

static void add(struct text *t, struct str s)
{
	t->s = str_cat(&t->arena, t->s, s);
}

static void add_node(struct text *t, const struct node *n)
{
	if (n->kind == NODE_STR) {
		add(t, n->text.n ? n->text : STR("''"));
	} else if (n->kind == NODE_BOOL) {
		add(t, STR("yes"));
	} else if (n->kind == NODE_EITHER) {
		add(t, STR("{"));
		for (size_t i = 0; i < n->as.items.n; i++) {
			if (i)
				add(t, STR("|"));
			add_node(t, n->as.items.at[i]);
		}
		add(t, STR("}"));
	} else {
		add(t, STR("?"));
	}
}

static void add_pairs(struct text *t, const struct node *map, const char *between)
{
	for (size_t i = 0; i < map->as.pairs.n; i++) {
		if (i)
			add(t, str_of(between));
		add(t, map->as.pairs.at[i].key->text);
		add(t, STR("="));
		add_node(t, map->as.pairs.at[i].value);
	}
}

static void add_word(struct text *t, const struct launch_word *w)
{
	if (w->when)
		add(t, STR("["));
	if (w->lost)
		add(t, STR("~"));
	if (w->rooted)
		add(t, STR("//"));
	add_node(t, w->value);
	if (w->many)
		add(t, STR("*"));
	if (w->when)
		add(t, STR("]"));
}

static void add_launch(struct text *t, const struct launch *l)
{
	static const char *const kinds[] = {"", "-m ", "-c ", "$ "};

	add_pairs(t, l->env, " ");
	if (l->env->as.pairs.n)
		add(t, STR(" "));
	for (size_t i = 0; i < l->layers.n; i++) {
		add(t, l->layers.at[i].name);
		add(t, STR("{"));
		add_pairs(t, l->layers.at[i].options, ",");
		add(t, STR("} "));
	}
	add(t, str_of(kinds[l->kind]));
	add_word(t, &l->program);
	for (size_t i = 0; i < l->args.n; i++) {
		add(t, STR(" "));
		add_word(t, &l->args.at[i]);
	}
	if (l->background)
		add(t, STR(" &"));
	for (const struct node *g = l->guard; g; g = g->from[0]) {
		add(t, STR(" if "));
		add(t, g->text);
	}
	add(t, STR("\n"));
}

/** The repository of the tests. */
static const struct {
	const char *path, *text;
} repository[] = {
    {"run.sh", ""},
    {"scripts/models/qwen.sh", "MODEL_ARGS=(--num-layers 36 --hidden-size 2560)\n"},
    {"scripts/count.slurm",
     "#!/bin/bash\n#SBATCH --nodes=4 --gres=gpu:2\n"
     "python count.py --n $SLURM_NNODES --g $SLURM_GPUS_ON_NODE ${CUDA_VISIBLE_DEVICES:-7}\n"},
    {"scripts/inner.sh",
     "#!/bin/bash\npython inner.py --n $1 --gpus ${GPUS:-1} --own ${OWN:-none}\n"},
    {"settings.env", "BATCH=16\nexport LR=1e-4\n"},
};

static uint32_t find(void *data, struct str path)
{
	struct files *files = data;

	for (size_t i = 0; i < sizeof(repository) / sizeof(*repository); i++)
		if (str_is(path, repository[i].path))
			return files_add(files, path, str_of(repository[i].text));
	return 0;
}

/** Evaluates a script that stands at scripts/run.sh and is started in the root; nothing but its launches is kept. */
static const struct launches *read_script(struct arena *a, struct files *files, const char *script)
{
	struct shell_world world = {.data = files, .find = find};
	struct arena scratch = {0};
	const struct launches *kept;

	files->arena = a;
	kept = launches_keep(a, &scratch, shell_read(&scratch, &world, files, files_add(files, STR("scripts/run.sh"), str_of(script))));
	arena_free(&scratch);
	return kept;
}

struct row {
	const char *script, *launches;
};

static void check_row(const struct row *row)
{
	struct text t = {0};
	struct files files = {0};
	const struct launches *out = read_script(&t.arena, &files, row->script);

	for (size_t i = 0; i < out->n; i++)
		add_launch(&t, &out->at[i]);
	add(&t, STR(""));
	ck_assert_msg(str_is(t.s, row->launches), "%s\n--- got\n%.*s--- expected\n%s", row->script,
		      STR_ARG(t.s), row->launches);
	arena_free(&t.arena);
}

/* Words, as bash reads them. */
static const struct row words[] = {
    {"python t.py a 'b c' \"d e\" f\\ g\n", "t.py a b c d e f g\n"},
    {"python t.py --a \\\n  --b 'x\\\ny'\n", "t.py --a --b x\\\ny\n"},
    {"python t.py --a 1 \\", "t.py --a 1\n"},
    {"python t.py --a 1\\", "t.py --a 1\n"},
    {"python t.py --a 1\\\\", "t.py --a 1\\\n"},
    {"python t.py $'a\\tb\\x41\\'' $\"q\"\n", "t.py a\tbA' q\n"},
    {"python t.py a#b '#c' # d\n", "t.py a#b #c\n"},
    {"X=\"a b\"; python t.py $X \"$X\" '$X' ${X}y\n", "t.py a b a b $X a by\n"},
    {"python t.py ${A:-8} ${A-7} ${A:+6} \"${A:-}\" $((2+3*4))\n", "t.py 8 7 '' 14\n"},
    {": ${A:=4}; python t.py $A\n", "t.py 4\n"},
    {"P=a/b/c.tar.gz; python t.py ${P##*/} ${P#*/} ${P%%.*} ${P%.*} ${P/b/x} ${P//[ab]/_} "
     "${P/%gz/xz}\n",
     "t.py c.tar.gz b/c.tar.gz a/b/c a/b/c.tar a/x/c.tar.gz _/_/c.t_r.gz a/b/c.tar.xz\n"},
    {"X=Hello; python t.py ${X^^} ${X,,} ${X:1:3} ${X: -2} ${#X} ${X^}\n",
     "t.py HELLO hello ell lo 5 Hello\n"},
    {"Y=4; N=Y; python t.py ${!N}\n", "t.py 4\n"},
    {"A=(1 '2 3' 4); A+=(5); A[1]=x; python t.py \"${A[@]}\" ${#A[@]} ${A[-1]} \"${A[*]}\" "
     "\"${A[@]:1:2}\"\n",
     "t.py 1 x 4 5 4 5 1 x 4 5 x 4\n"},
    {"declare -A M=([7b]=4 [13b]=2); S=13b; python t.py ${M[$S]} ${M[7b]} ${#M[@]}\n",
     "t.py 2 4 2\n"},
    {"python t.py {a,b}{1..2} x{,y} {z} '{q,r}'\n", "t.py a1 a2 b1 b2 x xy {z} {q,r}\n"},
    {"IFS=,; X=0,1,2; A=($X); python t.py ${#A[@]}\n", "t.py 3\n"},
    {"IFS=',' read -ra G <<< \"0,1,2,3\"; python t.py ${#G[@]}\n", "t.py 4\n"},
    {"set -- a 'b c'; shift; python t.py $# \"$1\" \"$@\"\n", "t.py 1 b c b c\n"},
    {"X=1; X+=2; declare -i I=3; I+=4; python t.py $X $I\n", "t.py 12 7\n"},
    {"(( X = 3, Y = X ** 2 )); let Z=X+1; python t.py $X $Y $Z $((X++)) $X $(( X > 3 ? 1 : 0 ))\n",
     "t.py 3 9 4 3 4 1\n"},
    {"python t.py $(basename a/b.yaml .yaml) $(dirname a/b) $(seq -s, 0 3) `echo x y` $(printf "
     "'%s-%d' a 3)\n",
     "t.py b a 0,1,2,3 x y a-3\n"},
    {"X=$(date); python t.py ${X:+--a} \"${X:-d}\" ${X}\n", "t.py ?* ? ?*\n"},
    {"N=$(echo 0,1,2 | tr ',' '\\n' | wc -l); python t.py $N $(date)\n", "t.py 3 ?*\n"},
    {"f() { local a=$1; echo \"${a}x\"; }; python t.py $(f 1) $a\n", "t.py 1x ?*\n"},
    {"python t.py --w ~/x \"$HOME/y\"\n", "t.py --w ? ?\n"},
    {"python t.py `# nothing` a\n", "t.py a\n"},
    {"cat <<EOF\npython no.py\nEOF\npython t.py\n", "t.py\n"},
    {"python t.py \"$(cat <<'EOF'\na $b\nEOF\n)\"\n", "t.py a $b\n"},
    {"python t.py \"a\n b\" c\\\nd\n", "t.py a\n b cd\n"},
    {"python t.py é 日本\n", "t.py é 日本\n"},
    {"python t.py a;python u.py b&&python v.py|tee x\r\n", "t.py a\nu.py b\nv.py\n"},
};

/* Branches, loops, functions. */
static const struct row flow[] = {
    {"Q=${Q:-false}\nif [ \"$Q\" = true ]; then N=2; else N=8; fi\npython t.py $N\n", "t.py 8\n"},
    {"if [ \"$(date)\" = x ]; then N=2; else N=8; fi\npython t.py $N\n", "t.py {2|8}\n"},
    {"A=(--a)\nif grep -q x y; then A+=(--b 1); fi\npython t.py \"${A[@]}\"\n",
     "t.py --a [--b] [1]\n"},
    {"A=\"--a\"\nif grep -q x y; then A=\"$A --b 1\"; fi\npython t.py $A --c\n",
     "t.py --a [--b] [1] --c\n"},
    {"if grep -q x y; then L=\"torchrun --nproc_per_node 2\"; else L=python; fi\n$L t.py\n",
     "torchrun{nproc_per_node=2} t.py if grep -q x y\nt.py if not grep -q x y\n"},
    /* Options of the launcher that hang on a branch, as a word and in an array. */
    {"if grep -q x y; then A=\"--num_processes 3\"; else A=--num_processes=2; fi\naccelerate launch $A t.py --a\n",
     "accelerate launch{num_processes=3} t.py --a if grep -q x y\n"
     "accelerate launch{num_processes=2} t.py --a if not grep -q x y\n"},
    {"A=(--standalone)\nif grep -q x y; then A+=(--nproc_per_node 3); fi\nsrun -n1 torchrun \"${A[@]}\" t.py\n",
     "srun{ntasks=1} torchrun{standalone=yes,nproc_per_node=3} t.py if grep -q x y\n"
     "srun{ntasks=1} torchrun{standalone=yes} t.py if not grep -q x y\n"},
    /* A file that is known answers, unless it was changed in a way that is not followed. */
    {"if grep -q BATCH=16 settings.env; then N=64; else N=1; fi\npython t.py $N\n", "t.py 64\n"},
    {"perl -pi -e s/16/1/ settings.env\nif grep -q BATCH=16 settings.env; then N=64; else N=1; fi\npython t.py $N\n",
     "$ perl -pi -e s/16/1/ settings.env\nt.py {64|1}\n"},
    /* What the script leaves empty for an option of that name is for whoever starts it to fill in. */
    {"MODEL_PATH= # yours\nEXTRA=\npython t.py --model $MODEL_PATH --save $EXTRA --b 2\n", "t.py --model ? --save --b 2\n"},
    {"if grep -q x y; then python a.py; else python b.py; fi\n",
     "a.py if grep -q x y\nb.py if not grep -q x y\n"},
    {"if [ $# -lt 1 ]; then echo usage; exit 1; fi\npython t.py --m $1\n", "t.py --m ?*\n"},
    /* The program's word is what a command prints. */
    {"$(which torchrun) --nproc_per_node 2 t.py\n", "torchrun{nproc_per_node=2} t.py\n"},
    {"P=$(command -v python3)\n$P t.py --a\n", "t.py --a\n"},
    {"torchrun $(python -c \"import swift, os; print(os.path.dirname(swift.__file__))\")/cli/sft.py --a\n",
     "-c import swift, os; print(os.path.dirname(swift.__file__))\ntorchrun{} ? --a\n"},
    {"uv run torchrun $(uv run python -c \"import swift; print(swift.__path__[0])\")/cli/sft.py --a\n",
     "uv run{} -c import swift; print(swift.__path__[0])\nuv run{} torchrun{} ? --a\n"},
    {"docker run --rm --gpus all --entrypoint python3 -v /a:/b $IMAGE -m verl.trainer.main_ppo a=1\n",
     "docker run{rm=yes,gpus=all,entrypoint=python3,volume=/a:/b,image=?} -m verl.trainer.main_ppo a=1\n"},
    {"singularity exec --nv $IMG bash -lc 'python t.py'\n", "apptainer exec{nv=yes} t.py\n"},
    /* An element of which the index is not known: a run for each, and of two arrays those that go together. */
    {"M=(a b)\nB=(4 8)\npython t.py ${M[$SLURM_ARRAY_TASK_ID]} ${B[$SLURM_ARRAY_TASK_ID]}\n", "t.py a 4 if $SLURM_ARRAY_TASK_ID is 0\nt.py b 8 if not ($SLURM_ARRAY_TASK_ID is 0)\n"},
    {"declare -A C=([x]=\"python a.py\" [y]=\"python b.py --l 1\")\n${C[$1]}\n",
     "a.py if $1 is x\nb.py --l 1 if not ($1 is x)\n"},
    {"C=(\"python a.py --k\" \"echo done\")\neval ${C[$SLURM_ARRAY_TASK_ID]}\n",
     "a.py --k if $SLURM_ARRAY_TASK_ID is 0\n"},
    /* What a script ends without is given by whoever starts it: one word, and not empty. */
    {"M=; X=\nif [ -z \"$M\" ]; then echo usage; exit 1; fi\npython t.py --m $M $X\n", "t.py --m ?\n"},
    {"M=${M:-}\n[[ -n $M ]] || { echo usage; exit 1; }\npython t.py $M\n", "t.py ?\n"},
    {": ${M:=}\nif [ \"$M\" != \"\" ]; then\necho ok\nelse\nexit 2\nfi\npython t.py $M\n", "t.py ?\n"},
    {"usage() { echo usage; exit 1; }\nA=\nB=\nif [ -z \"$A\" ] || [ -z \"$B\" ]; then usage; fi\n"
     "python t.py $A $B\n[ -z \"$A\" ] && python t.py none\n",
     "t.py ? ?\n"},
    {"M=\nif [ -z \"$M\" ]; then python t.py usual; exit; fi\npython t.py $M\n", "t.py usual\n"},
    /* Nor what it wants to find in the environment, told apart from what it does without. */
    {"if [[ -z \"${M:-}\" ]]; then\necho set M\nexit 1\nfi\npython t.py --m \"$M\" ${X:-}\n", "M=? t.py --m ?\n"},
    /* What decides a test is not looked behind: bash sets X only where the first half leaves it open. */
    {"[[ a == b && -n ${X:=2} ]]\n[[ a == a || -n ${X:=3} ]]\n[[ a == a && -n ${Y:=4} ]]\npython t.py ${X:-1} $Y\n", "t.py 1 4\n"},
    {"[ -n \"${M-}\" ] || exit 1\n[[ -z \"${N:-}\" && -z \"${O:-}\" ]] && exit 2\npython t.py \"$M\" \"${N:-n}\"\n", "M=? N=? O=? t.py ? ?\n"},
    {"if [ \"${GO:-no}\" != yes ]; then exit 1; fi\npython t.py\n", "GO=? t.py\n"},
    {"if [ -z \"${M:-}\" ]; then python t.py usual; exit; fi\npython t.py $M\n", "t.py usual\n"},
    /* An end that is certain only as long as nobody gives an argument. */
    {"N=0\nwhile getopts m: o; do N=1; done\nif [ $N = 0 ]; then exit 1; fi\npython t.py\n", "t.py if it gets past \"exit 1\"\n"},
    {"N=0\nuse() { exit 2; }\nwhile [ $# -gt 0 ]; do N=1; shift; done\n[ $N = 1 ] || use\npython t.py\n",
     "t.py if it gets past \"exit 2\"\n"},
    {"N=0\nfor a in \"$@\"; do N=1; done\nif [ $N = 0 ]; then python u.py; exit; fi\npython t.py\n", "u.py\n"},
    {"N=0\nfor a in \"$@\"; do N=1; done\nexit 0\npython t.py\n", ""},
    {"M=1\nif [ -n \"$M\" ]; then exit; fi\npython t.py $M\n", ""},
    {"B=8\nwhile [[ $# -gt 0 ]]; do case $1 in --b) B=$2; shift 2;; *) shift;; esac; done\npython "
     "t.py $B\n",
     "t.py 8\n"},
    {"B=8\nfor a in \"$@\"; do case $a in b=*) B=${a#b=};; esac; done\npython t.py $B\n",
     "t.py 8\n"},
    {"B=8\nwhile getopts b: o; do case $o in b) B=$OPTARG;; esac; done\npython t.py $B\n",
     "t.py 8\n"},
    {"case ${1:-train} in train) python t.py;; eval) python e.py;; esac\n", "t.py\n"},
    {"case \"$1\" in a) python a.py;; b) python b.py;; esac\n", "a.py if a\nb.py if b\n"},
    {"for m in a b; do for s in 1 2; do python t.py $m $s; done; done\n",
     "t.py a 1\nt.py a 2\nt.py b 1\nt.py b 2\n"},
    {"for ((i=0; i<3; i++)); do python t.py $i; done\n", "t.py 0\nt.py 1\nt.py 2\n"},
    {"i=0; while [ $i -lt 5 ]; do i=$((i+1)); [ $i -eq 2 ] && continue; [ $i -gt 3 ] && break; "
     "python t.py $i; done\n",
     "t.py 1\nt.py 3\n"},
    {"n=; until [ \"$n\" = xx ]; do n=${n:-}x; done; python t.py $n\n", "t.py xx\n"},
    {"for f in configs/*.yaml; do python t.py $f; done\n", "t.py ?*\n"},
    {"i=0; while read l; do i=$((i+1)); python t.py $l $i; done < list; python u.py $i\n",
     "t.py ?* ?*\nu.py ?*\n"},
    {"p=1; while true; do if grep -q x y; then break; fi; p=$((p+1)); done; python t.py $p\n",
     "t.py ?*\n"},
    {"while true; do python t.py; sleep 1; done\n", "t.py\n"},
    /* Behind more rounds than are looked at, what they change is not known. */
    {"n=0\nfor i in $(seq 1 200); do n=$i; sleep 1; done\npython t.py $n\n", "t.py ?*\n"},
    {"run() { python t.py --m \"$1\" \"${@:2}\"; }\nrun a b c\nrun d\n",
     "t.py --m a b c\nt.py --m d\n"},
    {"f() { if [ \"$1\" = a ]; then X=1; return; fi; X=2; }\nf a; python t.py $X; f b; python t.py "
     "$X\n",
     "t.py 1\nt.py 2\n"},
    {"f() { f; }; f; python t.py\n", "t.py\n"},
    {"X=1; (X=2; python t.py $X); python t.py $X; { X=3; } ; python t.py $X\n",
     "t.py 2\nt.py 1\nt.py 3\n"},
    {"cd a && python t.py || exit 1\npython u.py\n", "t.py\nu.py\n"},
    {"false && python t.py; true || python u.py; ! false && python v.py\n", "v.py\n"},
    {"exit 0\npython t.py\n", ""},
    {"# python t.py\nrun() { python u.py; }\n", ""},
    {"[ -n \"$X\" ] || X=4; python t.py $X\n", "t.py 4\n"},
    {"select x in a b; do python t.py $x; break; done\n", "t.py ?*\n"},
    {"python a.py &\npython b.py & wait; (python c.py) &\n", "a.py &\nb.py &\nc.py &\n"},
};

/* Launchers and what they pass on. */
static const struct row launchers[] = {
    {"accelerate launch train.py --num_processes 4\n",
     "accelerate launch{} train.py --num_processes 4\n"},
    {"accelerate launch --config_file=a.yaml --num_processes=7 --multi_gpu -m p.q x\n",
     "accelerate launch{config_file=a.yaml,num_processes=7,multi_gpu=yes,m=yes} -m p.q x\n"},
    {"torchrun --nproc-per-node 8 --nnodes=1:4 --standalone t.py\n",
     "torchrun{nproc_per_node=8,nnodes=1:4,standalone=yes} t.py\n"},
    {"python3 -u -m torch.distributed.run --nproc_per_node gpu -m p.q -- --a\n",
     "torchrun{nproc_per_node=gpu,m=yes} -m p.q --a\n"},
    {"torchrun -m p.q --a -- --b\n", "torchrun{m=yes} -m p.q --a -- --b\n"},
    {"deepspeed --include localhost:0,1 --master_port 1 t.py --deepspeed z.json\n",
     "deepspeed{include=localhost:0,1,master_port=1} t.py --deepspeed z.json\n"},
    {"deepspeed --num_gpus 4 --module p.q --a\n", "deepspeed{num_gpus=4,module=yes} -m p.q --a\n"},
    {"srun -N2 --gpus-per-task=8 -n 4 python t.py\n",
     "srun{nodes=2,gpus_per_task=8,ntasks=4} t.py\n"},
    {"mpirun -np 8 -x LD=1 --bind-to none python t.py\n",
     "LD=1 mpirun{np=8,x=LD=1,bind_to=none} t.py\n"},
    {"docker run --rm -it --gpus all -e A=1 -v a:b img:1 python t.py --x\n",
     "A=1 docker run{rm=yes,it=yes,gpus=all,env=A=1,volume=a:b,image=img:1} t.py --x\n"},
    {"singularity exec --nv --bind /a:/b i.sif python t.py\n",
     "apptainer exec{nv=yes,bind=/a:/b,image=i.sif} t.py\n"},
    {"hf jobs run --flavor a10g-large -e A=1 --detach img:1 python t.py --x --timeout 2h\n",
     "A=1 hf jobs run{flavor=a10g-large,env=A=1,detach=yes,image=img:1,timeout=2h} t.py --x\n"},
    {"hf jobs uv run --with trl t.py --rows 2 --flavor t4-medium\n",
     "hf jobs uv run{with=trl,flavor=t4-medium} t.py --rows 2\n"},
    {"python -u -m paddle.distributed.launch --gpus \"0,1\" --log_dir l train.py --b 2\n",
     "paddle.distributed.launch{device_list=0,1,log_dir=l} train.py --b 2\n"},
    {"msrun --worker_num=8 --local_worker_num=8 t.py --a 1\n", "msrun{worker_num=8,local_worker_num=8} t.py --a 1\n"},
    {"gcloud ai custom-jobs create --region=r --worker-pool-spec=machine-type=a2-highgpu-1g,accelerator-type=NVIDIA_TESLA_A100,script=t.py "
     "--args=--a=1,--b=2\n",
     "gcloud ai{master_machine_type=a2-highgpu-1g,master_accelerator=type=NVIDIA_TESLA_A100,count=1} t.py --a=1 --b=2\n"},
    {"gcloud ai custom-jobs create --worker-pool-spec=container-image-uri=i,replica-count=1 --command=python,t.py --args='[\"--a\", \"1\"]'\n",
     "gcloud ai{} t.py --a 1\n"},
    {"gcloud ai-platform jobs submit training \"$JOB\" --async --module-name p.q --master-accelerator count=1,type=t4 -- --a 1\n",
     "gcloud ai-platform{async=yes,module_name=p.q,master_accelerator=count=1,type=t4} -m p.q --a 1\n"},
    {"gcloud batch jobs submit j --config - <<E\n{\"taskGroups\": [{\"taskSpec\": {\"runnables\": [{\"container\": {\"commands\": [\"python\", \"t.py\", "
     "\"--a\"]}}]}}], \"policy\": {\"accelerators\": [{\"type\": \"nvidia-l4\", \"count\": 2}]}}\nE\n",
     "gcloud batch{master_accelerator=type=nvidia-l4,count=2} t.py --a\n"},
    {"modal run -i -m p.q --a 1; modal run --env=main --detach t.py::app.f --a\n",
     "modal run{i=yes,m=yes} -m p.q --a 1\nmodal run{env_name=main,detach=yes,function=app.f} t.py --a\n"},
    {"env -u B A=1 nohup nice -n 5 python t.py\n",
     "A=1 env{unset=B} nohup{} nice{adjustment=5} t.py\n"},
    {"parallel --link -j2 'cd x && python t.py --m {1} --o out/{2/.}' ::: 'a b' c ::: d/e.yaml f.yaml\n",
     "t.py --m a b --o out/e\nt.py --m c --o out/f\n"},
    {"parallel -I@ python t.py @ {#} ::: a b\n", "t.py a 1\nt.py b 2\n"},
    {"parallel python t.py {} ::: $X\n", "t.py ?\n"},
    {"parallel -N2 python t.py --m {1} --b {2} ::: a 1 b 2\n", "t.py --m a --b 1\nt.py --m b --b 2\n"},
    {"parallel --dry-run python t.py ::: a\n", ""},
    {"for i in 1 2; do echo \"python t.py $i\"; done | parallel -j 4\n", "t.py 1\nt.py 2\n"},
    {"echo 'a \"b c\"' | xargs -n 1 python t.py --m\n", "t.py --m a\nt.py --m b c\n"},
    {"echo a b | xargs python t.py\n", "t.py a b\n"},
    {"ls | xargs -I{} bash -c 'python t.py --m {}'\n", "t.py --m ?\n"},
    {"printf '%s=%d;' a 1 b 2 | xargs -d ';' -P4 -n1 python t.py\n", "t.py a=1\nt.py b=2\n"},
    {"torchx run -s local_cwd dist.ddp -j 2x4 --script t.py -- --a 1\n",
     "torchrun{scheduler=local_cwd,replicas=2x4,script_path=t.py,nnodes=2,nproc_per_node=4} t.py --a 1\n"},
    {"torchx run utils.python -m a.t -- --a 1\n", "torchx run{module_name=a.t} -m a.t --a 1\n"},
    {"python -m bagua.distributed.launch --nproc_per_node=2 --enable_bagua_net t.py --a 1\n",
     "torchrun{nproc_per_node=2,enable_bagua_net=yes} t.py --a 1\n"},
    {"ngc batch run -n x --image y --instance z --commandline 'cd /w && python t.py --a 1'\n",
     "ngc batch run{name=x,image=y,instance=z,wrap=cd /w && python t.py --a 1} t.py --a 1\n"},
    {"timeout 3h numactl --cpunodebind=0 stdbuf -oL python t.py\n",
     "timeout{image=3h} numactl{cpunodebind=0} stdbuf{output=L} t.py\n"},
    {"conda run -n x --no-capture-output python t.py\n",
     "conda run{name=x,no_capture_output=yes} t.py\n"},
    {"uv run --extra gpu t.py --a\n", "uv run{extra=gpu} t.py --a\n"},
    {"poetry run accelerate launch t.py\n", "poetry run{} accelerate launch{} t.py\n"},
    {"ray job submit --address=x --working-dir . -- python3 -m verl.trainer.main_ppo a=1\n",
     "ray job submit{address=x,working_dir=.} -m verl.trainer.main_ppo a=1\n"},
    {"batchq submit --gpu=8 -P 2 --quiet -- bash -c 'python t.py'\nbatchq -- echo python t.py\n",
     "batchq{gpu=8,P=2,quiet=yes} t.py\n$ batchq -- echo python t.py\n"},
    {"llamafactory-cli train x.yaml lr=1\nswift sft --model x\naxolotl train y.yaml\n",
     "$ llamafactory-cli train x.yaml lr=1\n$ swift sft --model x\n$ axolotl train y.yaml\n"},
    {"tune run --nproc_per_node 2 full_finetune_distributed --config a k=v\n",
     "tune run{nproc_per_node=2} $ tune run full_finetune_distributed --config a k=v\n"},
    {"composer -n 8 train.py a.yaml k=v\n", "composer{nproc=8} train.py a.yaml k=v\n"},
    {"bash -c 'X=1; python t.py $X $0 $1' a b\n", "t.py 1 a b\n"},
    /* What fills in a template: a shell that runs it, envsubst with what is exported; neither knows what the other does. */
    {"export A=1 B=2\nC=3\nprintf 'python t.py $A ${B} $C ${A:-0} $5\\n' | envsubst '$A,$C ${B}' > j.sh\nbash j.sh x\n",
     "A=1 B=2 t.py 1 2 1\n"},
    {"export A=1\nprintf 'python t.py $A ${B:-4}\\n' | envsubst > j.sh\nbash j.sh\n", "A=1 t.py 1 4\n"},
    {"export A=1\n(echo 'cat <<E'; echo 'python t.py $A ${B:-4} \\$1'; echo E) | bash > j.sh\nbash < j.sh\n./j.sh 5\n",
     "A=1 t.py 1 4\nA=1 t.py 1 4 5\n"},
    {"cat > scripts/inner.sh <<'E'\npython t.py 7 $1\nE\nscripts/inner.sh 3\nbash scripts/inner.sh 4\n", "t.py 7 3\nt.py 7 4\n"},
    {"ssh host 'cd x && python t.py'\n", "ssh{image=host} t.py\n"},
    {"f() { python t.py $1; }\ng() { python u.py; }\nexport -f f\nsrun -n 2 bash -c f\n"
     "bash -c 'f 3; g'\nexport -nf f\nbash -c f\n",
     "srun{ntasks=2} t.py\nt.py 3\n$ g\n$ f\n"},
    {"srun --nodes=2 bash scripts/inner.sh 4\nGPUS=8 ./scripts/inner.sh 2\nOWN=1\nsbatch -N 3 "
     "inner.sh 1\n",
     "srun{nodes=2} inner.py --n 4 --gpus 1 --own none\n"
     "GPUS=8 inner.py --n 2 --gpus 8 --own none\n"
     "SLURM_NNODES=3 SLURM_JOB_NUM_NODES=3 sbatch{nodes=3} inner.py --n 1 --gpus 1 --own none\n"},
    /* What Slurm tells a script that another one submits: its header's, and what the command asks for instead. */
    {"sbatch --gres=gpu:3 scripts/count.slurm\n",
     "SLURM_NNODES=4 SLURM_JOB_NUM_NODES=4 SLURM_GPUS_ON_NODE=3 CUDA_VISIBLE_DEVICES=0,1,2 "
     "sbatch{gres=gpu:3} count.py --n 4 --g 3 0,1,2\n"},
    {"sbatch --export=ALL,GPUS=8 scripts/inner.sh 2\n",
     "GPUS=8 sbatch{export=ALL,GPUS=8} inner.py --n 2 --gpus 8 --own none\n"},
    {"sbatch --wrap \"python t.py\" -N 2\n", "sbatch{wrap=python t.py,nodes=2} t.py\n"},
    {"P=${PYTHON:-python3}; $P t.py; $CONDA_PREFIX/bin/torchrun u.py; $(which python) v.py\n",
     "t.py\ntorchrun{} u.py\nv.py\n"},
    {"torchrun $DIST_ARGS t.py --a\npython $SCRIPT --b\n", "torchrun{} t.py --a\n?* --b\n"},
    {"python - <<'EOF'\nprint(1)\nEOF\npython -c 'x = 1'\n", "-c print(1)\n\n-c x = 1\n"},
    {"echo python t.py; pip install x; git pull; nvidia-smi; ./t.py a\n", "./t.py a\n"},
    {"exec > >(tee log) 2>&1\nexec python t.py\npython u.py\n", "t.py\n"},
    {"command python t.py; time python u.py\n", "t.py\nu.py\n"},
    {"export CUDA_VISIBLE_DEVICES=0,1; A=1; B=2 python t.py; unset CUDA_VISIBLE_DEVICES; python "
     "u.py\n",
     "CUDA_VISIBLE_DEVICES=0,1 B=2 t.py\nu.py\n"},
    {"set -a; source settings.env; set +a; python t.py\n", "BATCH=16 LR=1e-4 t.py\n"},
    {". ./settings.env; python t.py $BATCH\n", "LR=1e-4 t.py 16\n"},
    {"python \"$(dirname \"$0\")/t.py\"; D=$(cd \"$(dirname \"${BASH_SOURCE[0]}\")/..\" && pwd); "
     "python $D/u.py\n",
     "//scripts/t.py\n//u.py\n"},
};

static void run_rows(const struct row *rows, size_t n, int i)
{
	ck_assert_uint_lt((size_t)i, n);
	check_row(&rows[i]);
}

#define LENGTH(a) (sizeof(a) / sizeof(*(a)))

START_TEST(test_words)
{
	run_rows(words, LENGTH(words), _i);
}
END_TEST

START_TEST(test_flow)
{
	run_rows(flow, LENGTH(flow), _i);
}
END_TEST

START_TEST(test_launchers)
{
	run_rows(launchers, LENGTH(launchers), _i);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("shell");
	TCase *t = tcase_create("scripts");

	tcase_add_loop_test(t, test_words, 0, (int)LENGTH(words));
	tcase_add_loop_test(t, test_flow, 0, (int)LENGTH(flow));
	tcase_add_loop_test(t, test_launchers, 0, (int)LENGTH(launchers));
	suite_add_tcase(s, t);
	return run_suite(s);
}
