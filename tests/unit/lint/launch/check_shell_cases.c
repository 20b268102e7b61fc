/*
 * Tricky forms of real launch scripts, numbered as in the notes they were collected in: how a launch
 * reads, and what is said about lines that break off. Launches are written as in check_shell.c,
 * shorter: layers by name, program, words; lost words with "~".
 */
#include "lint/launch/launch.h"
#include "tests/support/launch_env.h"
#include "tests/support/run_suite.h"

#include <check.h>

static struct arena arena;
static struct files files;

static void setup(void)
{
	files = (struct files){.arena = &arena};
}

static void teardown(void)
{
	arena_free(&arena);
}

static uint32_t find(void *data, struct str path)
{
	static const char *const repository[][2] = {
	    {"scripts/models/qwen3-4B.sh",
	     "MODEL_ARGS=(\n   --num-layers 36\n   --hidden-size 2560\n)\n"},
	    {"scripts/a.sh", "export A=1\n"},
	    {"inner.sh", "NUM=$(nvidia-smi -L | wc -l)\ntorchrun --nproc_per_node $NUM train.py "
			 "--nnodes $SLURM_NNODES\n"},
	    {"mid.sh", "./inner.sh\n"},
	    {"train.env", "# of the run\nBATCH=4\n\nNAME=\"a b\"\n  # no\nRANK=16"},
	    {"scripts/.env.example", "BATCH=8\n"},
	};

	(void)data;
	for (size_t i = 0; i < sizeof(repository) / sizeof(*repository); i++)
		if (str_is(path, repository[i][0]))
			return files_add(&files, path, str_of(repository[i][1]));
	return 0;
}

static const struct launches *read_script(const char *script)
{
	struct shell_world world = {.find = find};

	return shell_read(&arena, &world, &files,
			  files_add(&files, STR("scripts/run.sh"), str_of(script)));
}

static struct str word_text(const struct launch_word *w)
{
	const struct node *v = w->value;
	struct str out = STR("?");

	if (v->kind == NODE_STR)
		out = v->text.n ? v->text : STR("''");
	if (v->kind == NODE_EITHER) {
		out = STR("{");
		for (size_t i = 0; i < v->as.items.n; i++) {
			const struct node *item = v->as.items.at[i];

			out = str_fmt(&arena, "%.*s%s%.*s", STR_ARG(out), i ? "|" : "",
				      STR_ARG(item->kind == NODE_STR ? item->text : STR("?")));
		}
		out = str_cat(&arena, out, STR("}"));
	}
	return str_fmt(&arena, "%s%.*s%s",
		       w->when	 ? "["
		       : w->lost ? "~"
				 : "",
		       STR_ARG(out), w->when ? "]" : "");
}

static struct str line_of(const struct launch *l)
{
	static const char *const kinds[] = {"", "-m ", "-c ", "$ "};
	struct str out = {0};

	for (size_t i = 0; i < l->layers.n; i++)
		out = str_fmt(&arena, "%.*s%.*s: ", STR_ARG(out), STR_ARG(l->layers.at[i].name));
	out = str_fmt(&arena, "%.*s%s%.*s", STR_ARG(out), kinds[l->kind],
		      STR_ARG(word_text(&l->program)));
	for (size_t i = 0; i < l->args.n; i++)
		out =
		    str_fmt(&arena, "%.*s %.*s", STR_ARG(out), STR_ARG(word_text(&l->args.at[i])));
	return out;
}

struct row {
	const char *name, *script;
	/** Launches, one a line. */
	const char *launches;
	/** The line (from 1) of each break, blanks between; "" for none. */
	const char *breaks;
};

static const struct row rows[] = {
    {"1", "python t.py --num-samples 10 \\  # Small test\n  --batch-size 4\n",
     "t.py --num-samples 10 ~--batch-size ~4\n", "1"},
    {"2",
     "python t.py --batch-size 128 \\  # \xe2\x9c\x85 fits\n  --a 1 \\\n  --b 2\npython u.py\n",
     "t.py --batch-size 128 ~--a ~1 ~--b ~2\nu.py\n", "1"},
    {"3",
     "python3 -m verl.trainer.main_ppo \\\n    a.b=c \\\n    x.y=pow \\  # [\"pow\"]\n    "
     "data.train=x\n",
     "-m verl.trainer.main_ppo a.b=c x.y=pow ~data.train=x\n", "3"},
    {"4", "python t.py --a 1 \\ \n  --b 2\n", "t.py --a 1 ~--b ~2\n", "1"},
    {"5",
     "uv run python mason.py \\\n  --x 1 \\\n  # a note\n  --gpus 8 -- python "
     "open_instruct/grpo.py --lr 1\n",
     "uv run: mason.py --x 1 ~--gpus ~8 ~-- ~python ~open_instruct/grpo.py ~--lr ~1\n"
     "uv run: mason.py: ~open_instruct/grpo.py ~--lr ~1\n",
     "3 3"},
    {"6", "python t.py --a 1 \\\n  # --disabled 3 \\\n  --b 2\n", "t.py --a 1 ~--b ~2\n", "2"},
    {"7", "python t.py --a 1 \\\n  --b 2 \\\n  # --c 3\n\npython u.py\n",
     "t.py --a 1 --b 2\nu.py\n", ""},
    {"8", "python t.py --a \"$2\" #\\\n  # --b 2 \\\n  --c 3\n", "t.py --a ? ~--c ~3\n", "1"},
    {"9", "python t.py --a 1 \\\n  --b 2 \\\n\nmkdir x\n", "t.py --a 1 --b 2\n", ""},
    {"10", "python t.py --a 1 \\\necho done\n", "t.py --a 1 echo done\n", ""},
    {"11", "python t.py --a 1 \\\n\n  --b 2\n", "t.py --a 1 ~--b ~2\n", "2"},
    {"12", "A=(\n  --tp 2\n  # --micro-batch-size 1\n  --pp 1\n)\npython t.py ${A[@]}\n",
     "t.py --tp 2 --pp 1\n", ""},
    {"13",
     "SCRIPT_DIR=\"$(cd -- \"$(dirname -- \"${BASH_SOURCE[0]}\")\" &>/dev/null && pwd)\"\n"
     "source \"${SCRIPT_DIR}/models/qwen3-4B.sh\"\npython t.py ${MODEL_ARGS[@]}\n",
     "t.py --num-layers 36 --hidden-size 2560\n", ""},
    {"environment file by grep", "export $(grep -v '^#' train.env | xargs)\npython t.py ${BATCH:-1} ${RANK:-2}\n",
     "t.py 4 16\n", ""},
    {"environment file by cat", "export $(cat train.env | grep -E '^[A-Z]+=' | xargs)\npython t.py ${BATCH:-1} $NAME\n",
     "t.py 4 a\n", ""},
    {"one line of a file", "python t.py $(grep RANK train.env | cut -d= -f2)\n", "t.py 16\n", ""},
    {"environment file that is a copy",
     "F=$(dirname \"$0\")/.env\n[ -f \"$F\" ] || F=none\nset -a; source $F; set +a\npython t.py ${BATCH:-1}\n",
     "t.py 8\n", ""},
    {"environment file that is nowhere", "export $(grep -v '^#' gone.env | xargs)\npython t.py ${BATCH:-1}\n", "t.py 1\n", ""},
    {"14",
     "DETECTED=$(nvidia-smi -L | wc -l)\nNUM=${NUM:-${DETECTED}}\nif [ \"$NUM\" -le 0 ]; then "
     "NUM=8; fi\n"
     "python t.py --n $NUM\n",
     "t.py --n {8|?}\n", ""},
    {"15", ": \"${NUM_GPUS:=4}\"\npython t.py n=$NUM_GPUS\n", "t.py n=4\n", ""},
    {"16", "NPROC_PER_NODE=4 \\\nCUDA_VISIBLE_DEVICES=0,1,2,3 \\\nswift sft \\\n    --model x\n",
     "$ swift sft --model x\n", ""},
    {"21", "n=2\nNPROC_PER_NODE=$n \\\nswift sft --gas $(expr 16 / $n)\n", "$ swift sft --gas 8\n",
     ""},
    {"22", "a=4\nb=2\nc=8\ntotal=$(( a * b * c ))\nmicro=${total}\npython t.py x=${micro}\n",
     "t.py x=64\n", ""},
    {"23",
     "read -r -d '' cmds <<EOF\nopenrlhf.cli.train_sft \\\n   --max_len 2048 \\\n   --n "
     "${N:-1}\nEOF\n"
     "if [[ ${1} != \"slurm\" ]]; then\n    deepspeed --module $cmds\nfi\n",
     "deepspeed: -m openrlhf.cli.train_sft --max_len 2048 --n 1\n", ""},
    {"23b",
     "read -r -d '' cmds <<EOF\n  a.b \\\n   --key $KEY \\\n   --n 2 \\\n\nEOF\ndeepspeed --module $cmds\n",
     "deepspeed: -m a.b --key ? --n 2\n", ""},
    {"24",
     "CMD=\"python t.py \\\n  --a 1\"\nif grep -q x y; then CMD=\"$CMD --resume z\"; fi\neval "
     "\"$CMD\"\n",
     "t.py --a 1 [--resume] [z]\n", ""},
    /* Options that branches choose, one variable each, put together and run as one command. */
    {"24b",
     "if [ $1 = a ]; then o=\" --a 1\"; elif [ $1 = b ]; then o=\" \"; fi\n"
     "if [ $2 = a ]; then p=\" --b 2\"; fi\nif [ $3 = a ]; then q=\" --c\"; else q=\" --d\"; fi\n"
     "if [ $4 = a ]; then r=\" --e 5\"; else r=\"\"; fi\nCMD=\"python t.py --n 1 ${o} ${p} ${q} ${r} --z 9\"\n"
     "echo ${CMD}\neval ${CMD} &> log.txt\n",
     "t.py --n 1 [--a] [1] [?] [--b] [2] [?] {--c|--d} [--e] [5] --z 9\n", ""},
    {"24c", "set -eou pipefail\npython t.py --a 1 $@\nset -e x y\npython t.py $@\n", "t.py --a 1\nt.py x y\n", ""},
    {"25", "{\n  python t.py --a 1\n} 2>&1 | tee \"$LOG\"\n", "t.py --a 1\n", ""},
    {"26",
     "if [ \"$I\" = 0 ]; then B=20; elif [ \"$I\" = 1 ]; then B=20; else B=20; fi\npython t.py --b "
     "$B\n",
     "t.py --b 20\n", ""},
    {"29",
     "QUICK_MODE=${QUICK_MODE:-false}\nG=8\nif [ \"$QUICK_MODE\" = \"true\" ]; then\n  "
     "G=2\nfi\npython t.py $G\n",
     "t.py 8\n", ""},
    {"34", "P=(\"a/b\" \"c/d\")\nfor M in \"${P[@]}\"; do\n  accelerate launch t.py --m $M\ndone\n",
     "accelerate launch: t.py --m a/b\naccelerate launch: t.py --m c/d\n", ""},
    {"35", "srun bash -c 'accelerate launch t.py \\\n  --model_name \"x\"'\n",
     "srun: accelerate launch: t.py --model_name x\n", ""},
    {"36",
     "uv run python mason.py --gpus 8 -- source scripts/a.sh \\&\\& python o/g.py --a '{\"b\": "
     "1}'\n",
     "uv run: mason.py --gpus 8 -- source scripts/a.sh && python o/g.py --a {\"b\": 1}\n"
     "uv run: mason.py: o/g.py --a {\"b\": 1}\n",
     ""},
    {"37", "uv run --isolated --extra fsdp -m skyrl.train.entrypoints.main_base a.b=c\n",
     "uv run: -m skyrl.train.entrypoints.main_base a.b=c\n", ""},
    {"38",
     "D=/x\npython t.py trainer.logger='[\"console\",\"wandb\"]' "
     "data.train=\"['$D/train.parquet']\"\n",
     "t.py trainer.logger=[\"console\",\"wandb\"] data.train=['/x/train.parquet']\n", ""},
    {"39", "python t.py a=True b=1 a=False\n", "t.py a=True b=1 a=False\n", ""},
    {"41", "accelerate launch --config_file fsdp.yaml --num_processes=7 train.py\n",
     "accelerate launch: train.py\n", ""},
    {"43", "G=$(grep 'gas' $F | awk '{print $2}')\npython t.py --gas $G\n", "t.py --gas ?\n", ""},
    {"44", "W=8\nif [ \"$(grep -c vllm x)\" = 1 ]; then W=$((W - 4)); fi\npython t.py --w $W\n",
     "t.py --w {4|8}\n", ""},
    {"45", "echo \"     python evaluate.py \\\\\"\necho '  python t.py'\n", "", ""},
    {"46", "python3 << 'EOF'\nimport torch\nEOF\n", "-c import torch\n\n", ""},
    {"48", "N=4\nCUDA_VISIBLE_DEVICES=$(seq -s, 0 $((N-1))) python t.py\n", "t.py\n", ""},
    {"49", "# CUDA_VISIBLE_DEVICES=6,7 \\\n# swift rollout \\\n\nswift rlhf --x 1\n",
     "$ swift rlhf --x 1\n", ""},
    {"50",
     "python t.py \xe2\x80\x93"
     "batch-size 8\n",
     "t.py \xe2\x80\x93"
     "batch-size 8\n",
     ""},
    {"51", "python t.py --lr = 1e-4\n", "t.py --lr = 1e-4\n", ""},
    {"52", "N=4\nN=8 python train.py --n $N\n", "train.py --n 4\n", ""},
    {"53", "python t.py --flag $UNSET --other 1\n", "t.py --flag ? --other 1\n", ""},
    {"54", "python t.py --dataset AI-MO/N-TIR#10000 --kw '{\"use_reentrant\": false}'\n",
     "t.py --dataset AI-MO/N-TIR#10000 --kw {\"use_reentrant\": false}\n", ""},
    {"8.5", "python t.py `# text` \\\n  --a 1 \\\n\\\n  --b 2\n", "t.py --a 1 --b 2\n", ""},
    {"8.6",
     "for q in none 4bit; do\n  if [ $q = 4bit ]; then F=\"--load_in_4bit true\"; else F=\"\"; "
     "fi\n  python t.py $F --q $q\ndone\n",
     "t.py --q none\nt.py --load_in_4bit true --q 4bit\n", ""},
    {"8.6b", "CMD=\"torchrun --nproc_per_node 8 t.py --a 1\"\nsrun bash -c \"$CMD\"\n",
     "srun: torchrun: t.py --a 1\n", ""},
    {"8.7", "torchrun --nproc_per_node 8 -m p.q -- --a 1\n", "torchrun: -m p.q --a 1\n", ""},
    {"8.8", "#SBATCH -N 2\nsrun --gpus-per-task=8 ./mid.sh\n",
     "srun: torchrun: train.py --nnodes 2\n", ""},
    {"8.13", "cd a && python x.py && python y.py &\nwait\n", "x.py\ny.py\n", ""},
    {"8.14", "python t.py --model <model_name> --a 1\n", "t.py --model 1\n", ""},
    {"crlf", "X=1\r\npython t.py --a $X \\\r\n  --b 2\r\npython u.py\r\n",
     "t.py --a 1 --b 2\nu.py\n", "2"},
    {"one return", "X=1\npython t.py --a $X \\\r\n  --b 2\npython u.py\n", "t.py --a 1 ~--b ~2\nu.py\n", "2"},
    {"crlf 3", "cd a\r\npython t.py --a 1 \\\r\n  --b 2 \\\r\n  --c 3\r\n", "t.py --a 1 --b 2 --c 3\n", "2"},
    /* Where a backslash before a blank does no harm. */
    {"near 1", "# python t.py --a 1 \\  # note\n#   --b 2 \\\npython t.py --c\n", "t.py --c\n", ""},
    {"near 2", "python t.py --x 'a \\  # b\n --c' --d\n", "t.py --x a \\  # b\n --c --d\n", ""},
    {"near 3", "cat <<'EOF' > x\nfoo \\  # b\n  --c\nEOF\npython t.py\n", "t.py\n", ""},
    {"near 4", "python t.py --a 1 \\  # the last one\n\npython u.py\n", "t.py --a 1\nu.py\n", ""},
    {"near 5", "python t.py --name a\\ b \\\n  --c\n", "t.py --name a b --c\n", ""},
    {"near 6", "mkdir -p x \\  # note\n  --mode 700\npython t.py\n", "t.py\n", ""},
    {"near 7", "python t.py --a 1 # note\n\n# --b 2\npython u.py --c\n", "t.py --a 1\nu.py --c\n",
     ""},
    {"near 8", "A=(\n  --a 1 \\  # note\n  --b 2\n)\npython t.py \"${A[@]}\"\n",
     "t.py --a 1 --b 2\n", ""},
};

START_TEST(cases)
{
	const struct row *row = &rows[_i];
	const struct launches *out = read_script(row->script);
	struct str text = {0}, breaks = {0};

	for (size_t i = 0; i < out->n; i++)
		text = str_fmt(&arena, "%.*s%.*s\n", STR_ARG(text), STR_ARG(line_of(&out->at[i])));
	for (size_t i = 0; i < out->breaks.n; i++)
		breaks = str_fmt(&arena, "%.*s%s%u", STR_ARG(breaks), i ? " " : "",
				 files_place(&files, out->breaks.at[i].at).line);
	ck_assert_msg(str_is(text, row->launches), "case %s\n%s--- got\n%.*s--- expected\n%s",
		      row->name, row->script, STR_ARG(text), row->launches);
	ck_assert_msg(str_is(breaks, row->breaks), "case %s: breaks at %.*s, expected %s",
		      row->name, STR_ARG(breaks), row->breaks);
}
END_TEST

static bool has_option(const struct launch *l, const char *name, const char *value)
{
	const struct node *v = launch_option(l, str_of(name));

	return v && v->kind == NODE_STR && str_is(v->text, value);
}

START_TEST(devices)
{
	static const struct {
		const char *script;
		int devices;
	} list[] = {
	    /* 16, 17, 18, 19, 20, 48 */
	    {"NPROC=4 \\\nCUDA_VISIBLE_DEVICES=0,1,2,3 \\\nswift sft\n", 4},
	    {"CUDA_VISIBLE_DEVICES=0,1,2,3,4,5,6,7\naccelerate launch t.py\n", -1},
	    {"export CUDA_VISIBLE_DEVICES=\"0, 1\"\npython t.py\n", 2},
	    {"CUDA_VISIBLE_DEVICES=\"\" python t.py\n", 0},
	    {"CUDA_VISIBLE_DEVICES=-1 python t.py\n", 0},
	    {"export CUDA_VISIBLE_DEVICES=$SLURM_LOCALID\npython t.py\n", -2},
	    {"N=4\nexport CUDA_VISIBLE_DEVICES=$(seq -s, 0 $((N-1)))\npython t.py\n", 4},
	    {"ASCEND_RT_VISIBLE_DEVICES=0,1 python t.py\n", 2},
	    {"export NVIDIA_VISIBLE_DEVICES=all\npython t.py\n", -1},
	    {"CUDA_VISIBLE_DEVICES=GPU-a,GPU-b python t.py\n", 2},
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++) {
		const struct launches *out;

		teardown();
		setup();
		out = read_script(list[i].script);
		ck_assert_uint_eq(out->n, 1);
		ck_assert_msg(launch_visible_devices(&out->at[0]) == list[i].devices, "%s: %d",
			      list[i].script, launch_visible_devices(&out->at[0]));
	}
}
END_TEST

START_TEST(environment)
{
	/* 28: all settings in the environment. */
	const struct launches *out =
	    read_script("export BATCH_SIZE=${BATCH_SIZE:-1}\nexport A=2 B\nB=3\nC=4\n"
			"D=5 python train.py\n");

	ck_assert_uint_eq(out->n, 1);
	ck_assert(has_env(&out->at[0], "BATCH_SIZE", "1"));
	ck_assert(has_env(&out->at[0], "A", "2"));
	ck_assert(has_env(&out->at[0], "B", "3"));
	ck_assert(has_env(&out->at[0], "D", "5"));
	ck_assert(node_get(out->at[0].env, STR("C")) == NULL);
	ck_assert(str_is(node_get(out->variables, STR("C"))->text, "4"));
}
END_TEST

START_TEST(options)
{
	/* 41, 42 */
	const struct launches *out =
	    read_script("accelerate launch --config_file fsdp.yaml --num_processes=7 t.py\n"
			"CUDA_VISIBLE_DEVICES=0 deepspeed --num_gpus 4 t.py\n");

	ck_assert_uint_eq(out->n, 2);
	ck_assert(has_option(&out->at[0], "num_processes", "7"));
	ck_assert(has_option(&out->at[0], "config_file", "fsdp.yaml"));
	ck_assert(
	    str_is(files_text(&files, launch_option(&out->at[0], STR("num_processes"))->at), "7"));
	ck_assert(has_option(&out->at[1], "num_gpus", "4"));
	ck_assert_int_eq(launch_visible_devices(&out->at[1]), 1);
}
END_TEST

START_TEST(places)
{
	const struct launches *out =
	    read_script("LR=1e-5\nARGS=\"--lr $LR\n  --batch 8\"\nX=(--r 4)\n"
			"python t.py $ARGS ${X[@]} \\\n  --out run-$LR\n");
	static const struct {
		unsigned line;
		const char *source;
	} list[] = {{2, "--lr"}, {1, "1e-5"}, {3, "--batch"}, {3, "8"},
		    {4, "--r"},	 {4, "4"},    {6, "--out"},   {6, "run-$LR"}};
	const struct node *word;

	ck_assert_uint_eq(out->at[0].args.n, 8);
	for (size_t i = 0; i < 8; i++) {
		struct span at = out->at[0].args.at[i].value->at;

		ck_assert_uint_eq(files_place(&files, at).line, list[i].line);
		ck_assert(str_is(files_text(&files, at), list[i].source));
	}
	word = out->at[0].args.at[7].value;
	ck_assert(str_is(word->how, "$LR") && files_place(&files, word->from[0]->at).line == 1);
}
END_TEST

START_TEST(lost_words)
{
	const struct launches *out =
	    read_script("accelerate launch t.py \\\n  --a 1 \\  # note\n  --b 2 \\\n  --c 3\n");

	ck_assert_uint_eq(out->breaks.n, 1);
	ck_assert_int_eq(out->breaks.at[0].kind, SH_BREAK_BLANK);
	ck_assert_uint_eq(out->breaks.at[0].launch, 0);
	ck_assert(str_is(files_text(&files, out->breaks.at[0].lost), "--b 2 \\\n  --c 3"));
	ck_assert(str_is(files_text(&files, out->breaks.at[0].at), "\\  # note"));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("shell cases");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, cases, 0, (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_test(t, devices);
	tcase_add_test(t, environment);
	tcase_add_test(t, options);
	tcase_add_test(t, places);
	tcase_add_test(t, lost_words);
	suite_add_tcase(s, t);
	return run_suite(s);
}
