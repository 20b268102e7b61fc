/*
 * Makefiles, Dockerfiles, fish scripts, .env files, strings with segments, and batch directives.
 */
#include "lint/launch/files/launch_files.h"
#include "lint/read/read.h"
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

static uint32_t add(const char *path, const char *text)
{
	return files_add(&files, str_of(path), str_of(text));
}

/** "program word word" of a launch, unknown words as "?". */
static struct str line_of(const struct launch *l)
{
	struct str out = l->program.value->kind == NODE_STR ? l->program.value->text : STR("?");

	for (size_t i = 0; i < l->args.n; i++) {
		const struct node *v = l->args.at[i].value;

		out = str_cat(&arena, str_cat(&arena, out, STR(" ")),
			      v->kind == NODE_STR ? v->text : STR("?"));
	}
	return out;
}

static void expect(const struct launches *out, const char *const *lines)
{
	size_t n = 0;

	for (; lines[n]; n++) {
		ck_assert_msg(n < out->n, "no launch for %s", lines[n]);
		ck_assert_msg(str_is(line_of(&out->at[n]), lines[n]), "got %.*s, expected %s",
			      STR_ARG(line_of(&out->at[n])), lines[n]);
	}
	ck_assert_uint_eq(out->n, n);
}

/** The bytes of the file at a word's place. */
static struct str source_of(const struct launch_word *w)
{
	return files_text(&files, w->value->at);
}

START_TEST(makefiles)
{
	static const char text[] =
	    "MODEL ?= Qwen/Qwen2.5-7B\n"
	    "BATCH := 8\n"
	    "FLAGS = --batch $(BATCH) \\\n\t--lr 1e-5\n"
	    "FLAGS += --fast\n"
	    "export HF_HOME = /data\n"
	    "ifeq ($(FAST),1)\nN = 1\nelse\nN = 2\nendif\n"
	    ".PHONY: train\n"
	    "train: data\n"
	    "\t@echo start\n"
	    "\tcd src && CUDA_VISIBLE_DEVICES=0,1 uv run python train.py \\\n"
	    "\t  --model $(MODEL) $(FLAGS) --n $(N) --gpu $(GPU) --home $${HOME}\n"
	    "\tpython eval.py --x $(shell nproc)\n";
	const struct launches *out = makefile_read(&arena, NULL, &files, add("Makefile", text));

	expect(out, (const char *const[]){"train.py --model Qwen/Qwen2.5-7B --batch 8 --lr 1e-5 "
					  "--fast --n ? --gpu ? --home ?",
					  "eval.py --x ?", NULL});
	ck_assert(str_is(source_of(&out->at[0].args.at[1]), "Qwen/Qwen2.5-7B"));
	ck_assert(str_is(out->at[0].cwd.value->text, "src"));
	/* Each line has a shell of its own. */
	ck_assert(str_is(out->at[1].cwd.value->text, ""));
	ck_assert_int_eq(launch_visible_devices(&out->at[0]), 2);
	ck_assert(has_env(&out->at[1], "HF_HOME", "/data"));
}
END_TEST

START_TEST(place_of_a_recipe)
{
	static const char text[] = "PYTHON ?= python\n"
				   "a:\n\t@$(PYTHON) train.py --b 1\n"
				   "b:\n\tpython x.py\n\t$(PYTHON) train.py --b 2\n";
	const struct launches *out = makefile_read(&arena, NULL, &files, add("Makefile", text));

	expect(out, (const char *const[]){"train.py --b 1", "x.py", "train.py --b 2", NULL});
	/* Where the recipe is, not where the variable is set. */
	ck_assert(str_starts(str_of(text + out->at[0].at.off), STR("$(PYTHON) train.py --b 1")));
	ck_assert(str_starts(str_of(text + out->at[1].at.off), STR("python x.py")));
	ck_assert(str_starts(str_of(text + out->at[2].at.off), STR("$(PYTHON) train.py --b 2")));
}
END_TEST

START_TEST(dockerfiles)
{
	static const char text[] =
	    "FROM nvidia/cuda AS base\n"
	    "ARG BATCH=4\n"
	    "ENV LR=1e-4 NAME=\"a b\"\n"
	    "RUN pip install x && \\\n    # a note\n    python prepare.py --b $BATCH\n"
	    "ENTRYPOINT [\"accelerate\", \"launch\", \"train.py\"]\n"
	    "CMD [\"--lr\", \"2e-5\"]\n"
	    "FROM base\n"
	    "CMD torchrun --nproc_per_node 8 t.py --lr $LR\n";
	const struct launches *out = dockerfile_read(&arena, NULL, &files, add("Dockerfile", text));

	expect(out, (const char *const[]){"prepare.py --b 4", "train.py --lr 2e-5",
					  "t.py --lr 1e-4", NULL});
	ck_assert(str_is(source_of(&out->at[1].args.at[1]), "2e-5"));
	ck_assert(launch_layer(&out->at[1], STR("accelerate launch")) != NULL);
	ck_assert(str_is(launch_option(&out->at[2], STR("nproc_per_node"))->text, "8"));
	ck_assert(has_env(&out->at[2], "NAME", "a b"));
}
END_TEST

START_TEST(submitted)
{
	static const char text[] =
	    "executable = /usr/bin/python3\n"
	    "args = --lr 1e-4 --n $(N)\n"
	    "n = $(m:5)\n"
	    "Arguments = \"t.py $(ARGS) 'a ''b' \"\"c\"\" --p $(Process)\"\n"
	    "environment = A=1;B=2\n"
	    "request_gpus = 4\n"
	    "queue\n"
	    "m = $(m)\n"
	    "arguments = t.py --x \\\"y\\\" --k $(k) --l $(l) \\\n  --z\n"
	    "queue k, l from (\n 1, 2 3\n 4, 5\n)\n"
	    "arguments = t.py $(Item)\n"
	    "queue 2 in (a, b)\n"
	    "# queue\n";
	const struct launches *out = submit_file_read(&arena, NULL, &files, add("t.sub", text));

	expect(out, (const char *const[]){"t.py --lr 1e-4 --n 5 a 'b \"c\" --p ?", "t.py --x \"y\" --k 1 --l 2 3 --z",
					  "t.py --x \"y\" --k 4 --l 5 --z", "t.py a", "t.py b", NULL});
	ck_assert(has_env(&out->at[0], "B", "2"));
	ck_assert(str_is(source_of(&out->at[1].args.at[3]), "1"));
	ck_assert(str_is(node_path(out->at[0].batch, STR("HTCondor.gpus_per_node"))->text, "4"));
}
END_TEST

START_TEST(rules)
{
	static const char text[] =
	    "configfile: \"c.yaml\"\n"
	    "N = {'a': 'python none.py'}\n"
	    "rule a:  # shell: 'python none.py'\n"
	    "    input: \"x\",\n"
	    "           'y: rule b:'\n"
	    "    params:\n"
	    "        rows=7,\n"
	    "        name=\"a b\",\n"
	    "        made=lambda w: 'z'\n"
	    "    threads: 4\n"
	    "    shell:\n"
	    "        \"python t.py --n {params.rows} \"\n"
	    "        # a note\n"
	    "        '--s \"{params.name}\" --j {threads} --m {params.made} \\'{wildcards.w}\\' {{x}}'\n"
	    "rule b:\n"
	    "    shell: r\"\"\"\n"
	    "python u.py \\\n"
	    "  --b 2\n"
	    "    \"\"\"\n"
	    "rule c:\n"
	    "    shell: f\"python none.py {N}\"\n"
	    "rule d:\n"
	    "    run:\n"
	    "        shell('python none.py')\n";
	const struct launches *out = snakefile_read(&arena, NULL, &files, add("Snakefile", text));

	expect(out, (const char *const[]){"t.py --n 7 --s a b --j 4 --m ? ? {x}", "u.py --b 2", NULL});
	ck_assert(str_is(source_of(&out->at[1].args.at[1]), "2"));
}
END_TEST

START_TEST(fish)
{
	static const char text[] =
	    "set -x CUDA_VISIBLE_DEVICES 0,1,2\n"
	    "set models a 'b c'\n"
	    "set batch 8 # note\n"
	    "for m in $models\n"
	    "    if test $batch -gt 4; python big.py --m $m; else\n"
	    "        python small.py\n"
	    "    end\n"
	    "end\n"
	    "function go --description x\n    python go.py $argv[1] (basename a/b)\nend\n"
	    "go 1; and python t.py --b \"x$batch\" \\\n  --c\n";
	const struct launches *out = fish_read(&arena, NULL, &files, add("run.fish", text));

	expect(out, (const char *const[]){"big.py --m a", "big.py --m b c", "go.py 1 b",
					  "t.py --b x8 --c", NULL});
	ck_assert_int_eq(launch_visible_devices(&out->at[0]), 3);
}
END_TEST

START_TEST(batch_files)
{
	static const char text[] =
	    "@echo off\r\n"
	    "REM python never.py\r\n"
	    "set CUDA_VISIBLE_DEVICES=0,1\r\n"
	    "set \"name=a b\" & set \"Path2=C:\\x\\y\"\r\n"
	    "set /a ACC=2*3\r\n"
	    "if not exist venv\\Scripts\\python.exe (\r\n  echo no )\r\n  exit /b 1\r\n)\r\n"
	    "call venv\\Scripts\\activate.bat\r\n"
	    "venv\\Scripts\\python.exe train.py ^\r\n  --name \"%NAME%\" --acc !acc! ^\r\n  --dir %path2%\\z --json \"{\\\"a\\\": 1}\" >nul 2>&1\r\n"
	    "if %errorlevel% neq 0 (python bad.py) else if 3 gtr 2 (\r\n  python good.py\r\n) else (\r\n  python bad.py\r\n)\r\n"
	    "for %%m in (a b) do python each.py %%m\r\n"
	    "for /L %%i in (1,1,2) do (\r\n  start \"t\" /wait python count.py %%i\r\n)\r\n"
	    "goto end\r\n"
	    ":other\r\n"
	    "cmd /c python last.py $5 100%% it's\r\n"
	    ":end\r\n";
	const struct launches *out = batch_file_read(&arena, NULL, &files, add("run.bat", text));

	expect(out, (const char *const[]){"train.py --name a b --acc 6 --dir C:/x/y/z --json {\"a\": 1}", "good.py", "each.py a", "each.py b",
					  "count.py 1", "count.py 2", "last.py $5 100%% it's", NULL});
	ck_assert_int_eq(launch_visible_devices(&out->at[0]), 2);
}
END_TEST

START_TEST(powershell)
{
	static const char text[] =
	    "<# python never.py #>\n"
	    "param([Parameter(Mandatory=$true)][string]$Out, [int]$Batch = 4, # how many\n  [switch]$Half)\n"
	    "$env:CUDA_VISIBLE_DEVICES = '0,1'\n"
	    "$Py = \".\\venv\\Scripts\\python.exe\"\n"
	    "if (-not (Test-Path $Py)) { throw \"no python\" }\n"
	    "& $Py -u train.py `\n  --batch $Batch --name 'it''s' `\n  --dir .\\a\\b --text \"$Batch rows, `$5\" 2>&1 | Tee-Object log\n"
	    "if ($Half) { python half.py } elseif ($Batch -eq 4 -and $LASTEXITCODE -eq 0) { python full.py }\n"
	    "$list = @(\n  '--a', 1  # one\n  '--b', ($Batch * 2)\n)\n"
	    "if ($Batch -ge 2) { $list += '--c' }\n"
	    "python list.py @list $list[0]\n"
	    "foreach ($m in 'x', 'y') { python each.py $m }\n"
	    "1..2 | ForEach-Object { python never.py }\n"
	    "foreach ($i in 1..2) {\n  python count.py $i\n}\n"
	    "function Start-Run([string]$Name, [int]$Len = 128, [switch]$Fast) {\n"
	    "  try { accelerate launch run.py --name $Name --len $Len --fast $Fast } catch { python never.py }\n}\n"
	    "Start-Run -Len 64 -Name \"q w\" -Fast\n"
	    "Start-Run e\n"
	    "Start-Process python -ArgumentList \"started.py --x $Batch\" -Wait\n"
	    "$cmd = \"python told.py --y $Batch\"; Invoke-Expression $cmd\n"
	    "switch ($Batch) { 4 { python four.py } 5 { python five.py } }\n"
	    "python first.py $args[0] --x\n"
	    "$unknown = (Get-Thing).Size; python last.py --z $unknown\n";
	const struct launches *out = powershell_read(&arena, NULL, &files, add("run.ps1", text));

	expect(out, (const char *const[]){"train.py --batch 4 --name it's --dir ./a/b --text 4 rows, $5", "full.py", "list.py --a 1 --b 8 --c ?",
					  "each.py x", "each.py y", "count.py 1", "count.py 2", "run.py --name q w --len 64 --fast True",
					  "run.py --name e --len 128 --fast False", "started.py --x 4", "told.py --y 4", "four.py",
					  "first.py ? --x", "last.py --z ?", NULL});
	ck_assert_int_eq(launch_visible_devices(&out->at[0]), 2);
}
END_TEST

START_TEST(dotenv)
{
	static const char text[] =
	    "# a\nexport A=1\nB = \"x\\ny ${A}\" # c\nC='${A}'\nD=a#b # c\nE=${Z}\nF=${Z:-7}\nG=\n";
	static const char *const rows[][2] = {{"A", "1"},   {"B", "x\ny 1"}, {"C", "${A}"},
					      {"D", "a#b"}, {"F", "7"},	     {"G", ""}};
	struct node *map = dotenv_read(&arena, &files, add(".env", text));

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct node *v = node_get(map, str_of(rows[i][0]));

		ck_assert_msg(v && v->kind == NODE_STR && str_is(v->text, rows[i][1]), "%s",
			      rows[i][0]);
	}
	ck_assert_int_eq(node_get(map, STR("E"))->kind, NODE_UNKNOWN);
	ck_assert_uint_eq(map->as.pairs.n, 7);
}
END_TEST

START_TEST(strings)
{
	/* A YAML block scalar: the indentation is not part of the string. */
	uint32_t id =
	    add("job.yaml", "run: |\n  torchrun t.py \\\n    --batch 8\n  python u.py $N\n");
	static const char code[] = "torchrun t.py \\\n  --batch 8\npython u.py $N\n";
	const struct shell_segment segments[] = {
	    {0, {id, 9, 16}}, {16, {id, 27, 12}}, {28, {id, 41, 15}}};
	struct node *env = node_new(&arena, NODE_MAP, (struct span){0});
	struct shell_world world = {.env = env, .cwd = STR("sub")};
	const struct launches *out;

	node_set(&arena, env, node_str(&arena, STR("N"), (struct span){0}),
		 node_str(&arena, STR("4"), (struct span){id, 1, 1}));
	out = shell_read_string(&arena, &world, &files, STR(code), (struct span){id, 0, 4},
				segments, 3);
	expect(out, (const char *const[]){"t.py --batch 8", "u.py 4", NULL});
	ck_assert(str_is(source_of(&out->at[0].args.at[0]), "--batch"));
	ck_assert(str_is(source_of(&out->at[0].args.at[1]), "8"));
	ck_assert(str_is(source_of(&out->at[0].program), "t.py"));
	ck_assert_uint_eq(files_place(&files, out->at[0].args.at[1].value->at).line, 3);
	ck_assert(str_is(out->at[0].cwd.value->text, "sub"));
	ck_assert_uint_eq(out->at[1].args.at[0].value->from[0]->at.off, 1);
	/* Without segments every place is the given one. */
	out = shell_read_string(&arena, NULL, &files, STR("python t.py --a 'b c'"),
				(struct span){id, 5, 1}, NULL, 0);
	ck_assert_uint_eq(out->at[0].args.at[1].value->at.off, 5);
	ck_assert(str_is(out->at[0].args.at[1].value->text, "b c"));
}
END_TEST

START_TEST(word_lists)
{
	struct node *list = node_new(&arena, NODE_LIST, (struct span){0});
	static const char *const rows[] = {"bash", "-c", "python t.py --a \"$1\" $(date)", "x",
					   "y z"};
	const struct launches *out;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		node_push(&arena, list, node_str(&arena, str_of(rows[i]), (struct span){0}));
	out = shell_read_words(&arena, NULL, &files, list);
	expect(out, (const char *const[]){"t.py --a y z ?", NULL});
}
END_TEST

START_TEST(directives)
{
	static const char text[] =
	    "#!/bin/bash\n"
	    "#SBATCH -N4 --ntasks-per-node=4 -t02:00:00\n"
	    "#SBATCH --gres gpu:h200:2\n"
	    "#SBATCH --partition=m13h  # H200 GPUs (141GB each)\n"
	    "##SBATCH --gres=gpu:a100:1\n"
	    "# #SBATCH --gres=gpu:a100:8\n"
	    "#SBATCH --output = \"./x.txt\"\n"
	    "#SBATCH --exclusive\n"
	    "#SBATCH -C \"a100|h100\"\n"
	    "#PBS -l select=2:ngpus=4\n#PBS -l walltime=1\n"
	    "#BSUB -gpu \"num=4:gmodel=A100\"\n"
	    "#$ -l gpu=2\n"
	    "python t.py --n $SLURM_NNODES --g $SLURM_GPUS_ON_NODE ${SLURM_NTASKS:-1} ${CUDA_VISIBLE_DEVICES:-7}\n"
	    "#SBATCH --nodes=9\n";
	static const char *const rows[][2] = {{"nodes", "4"},	     {"ntasks_per_node", "4"},
					      {"time", "02:00:00"},  {"gres", "gpu:h200:2"},
					      {"partition", "m13h"}, {"constraint", "a100|h100"}};
	const struct launches *out = shell_read(&arena, NULL, &files, add("a.slurm", text));
	const struct node *batch, *list;

	expect(out, (const char *const[]){"t.py --n 4 --g 2 1 0,1", NULL});
	batch = node_get(out->at[0].batch, STR("SBATCH"));
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct node *v = node_get(batch, str_of(rows[i][0]));

		ck_assert_msg(v && v->kind == NODE_STR && str_is(v->text, rows[i][1]), "%s",
			      rows[i][0]);
	}
	ck_assert(str_is(node_get(batch, STR("partition"))->how, "H200 GPUs (141GB each)"));
	ck_assert(node_get(batch, STR("output")) == NULL);
	ck_assert_int_eq(node_get(batch, STR("exclusive"))->kind, NODE_BOOL);
	list = node_path(out->at[0].batch, STR("PBS.l"));
	ck_assert(list && list->kind == NODE_LIST && list->as.items.n == 2);
	ck_assert(str_is(node_path(out->at[0].batch, STR("BSUB.gpu"))->text, "num=4:gmodel=A100"));
	ck_assert(str_is(node_path(out->at[0].batch, STR("SGE.l"))->text, "gpu=2"));
}
END_TEST

START_TEST(splitting)
{
	static const char text[] = "if grep -q x y; then B=4; else B=8; fi\n"
				   "python t.py --batch=$B --lr=1e-5 --out=$(date) a.b=c --plain\n";
	const struct launches *out = shell_read(&arena, NULL, &files, add("s.sh", text));
	const struct launch *l = &out->at[0];
	struct str name;
	struct node *v;

	ck_assert(launch_split(&arena, &l->args.at[0], &name, &v));
	ck_assert(str_is(name, "--batch") && v->kind == NODE_EITHER && v->as.items.n == 2);
	ck_assert(str_is(v->as.items.at[0]->text, "4") && str_is(v->as.items.at[1]->text, "8"));
	ck_assert(str_is(v->as.items.at[0]->when->text, "grep -q x y"));
	ck_assert(launch_split(&arena, &l->args.at[1], &name, &v));
	ck_assert(str_is(files_text(&files, v->at), "1e-5"));
	ck_assert(launch_split(&arena, &l->args.at[2], &name, &v));
	ck_assert(str_is(name, "--out") && v->kind == NODE_UNKNOWN);
	ck_assert(launch_split(&arena, &l->args.at[3], &name, &v) && str_is(name, "a.b"));
	ck_assert(!launch_split(&arena, &l->args.at[4], &name, &v));
}
END_TEST

START_TEST(written_files)
{
	static const char text[] = "B=8\ncat > conf/x.yaml <<EOF\nbatch: $B\nlr: 1e-5\nEOF\n"
				   "tee y.json <<'EOF' >/dev/null\n{\"a\": $B}\nEOF\n"
				   "python t.py --config conf/x.yaml\n";
	const struct launches *out = shell_read(&arena, NULL, &files, add("w.sh", text));

	ck_assert_uint_eq(out->written.n, 2);
	ck_assert(str_is(out->written.at[0].path, "conf/x.yaml"));
	ck_assert(str_is(out->written.at[0].text->text, "batch: 8\nlr: 1e-5\n"));
	ck_assert(str_is(out->written.at[1].path, "y.json"));
	ck_assert(str_is(out->written.at[1].text->text, "{\"a\": $B}\n"));
}
END_TEST

/* A path that is not known in part is the same file where it is read; "?" is a hole in a text. */
static const struct {
	const char *script, *path, *text, *word;
} unknown_paths[] = {
    {"F=c_${SLURM_JOB_ID}.yaml\ncat > $F <<EOF\na: 1\nEOF\npython t.py --config $F\n", "c_${SLURM_JOB_ID}.yaml",
     "a: 1\n", "c_${SLURM_JOB_ID}.yaml"},
    {"cat > \"$TMPDIR/$USER.yaml\" <<EOF\na: $A\nEOF\npython t.py --config=\"$TMPDIR/$USER.yaml\"\n",
     "/${TMPDIR}/${USER}.yaml", "a: ?\n", "--config=/${TMPDIR}/${USER}.yaml"},
    {"F=$(mktemp x.XXXX.yaml)\ncat > $F <<EOF\n$A\nb: 2\nEOF\npython t.py $F\n", NULL, " \nb: 2\n", NULL},
    {"cat > $HOME/a.yaml <<EOF\na: 1\nEOF\npython t.py --config $OTHER/a.yaml\n", "/${HOME}/a.yaml", "a: 1\n", ""},
    {"F=$RANDOM.yaml\ncat > $RANDOM.yaml <<EOF\na: 1\nEOF\npython t.py --config $F\n", NULL, "a: 1\n", ""},
    {"echo 'a: 1' > a.yaml\necho \"b: $B\" >> a.yaml\npython t.py --config a.yaml\n", "a.yaml", "a: 1\nb: ?\n",
     "a.yaml"},
    {"cat > $F.sh <<EOF\necho $A\nEOF\ncat > a.yaml <<EOF\nc: ${C:-3}\nEOF\npython t.py --config a.yaml\n", "a.yaml",
     "c: 3\n", "a.yaml"},
    {"python make.py > a.yaml\npython t.py --config a.yaml\n", "a.yaml", "", "a.yaml"},
    {"{\n  echo 'a: 1'\n  if [ -n \"$B\" ]; then echo \"b: $B\"; fi\n  C=$A; echo \"c: $A\"\n} > a.yaml\n"
     "python t.py $C --config a.yaml\n", "a.yaml", "a: 1\nc: ?\n", "a.yaml"},
    {"for k in a b; do\n  echo \"$k: 1\"\ndone > a.yaml\n( echo 'c: 2'; printf 'd: %s\\n' 3 ) >> a.yaml\n"
     "python t.py --config a.yaml\n", "a.yaml", "a: 1\nb: 1\nc: 2\nd: 3\n", "a.yaml"},
};

START_TEST(written_where_unknown)
{
	const struct launches *out = shell_read(&arena, NULL, &files, add("u.sh", unknown_paths[_i].script));
	const struct launch *l = &out->at[out->n - 1];
	const struct launch_word *word = &l->args.at[l->args.n - 1];
	const struct launch_file *file = &out->written.at[out->written.n - 1];
	struct str text = STR("");

	ck_assert_uint_ge(out->written.n, 1);
	if (unknown_paths[_i].path)
		ck_assert_msg(str_is(file->path, unknown_paths[_i].path), "%.*s", STR_ARG(file->path));
	for (size_t i = 0; i < file->text->text.n;) {
		struct str rest = str_sub(file->text->text, i, file->text->text.n);
		bool hole = holed_text_is(str_sub(rest, 0, 16));

		text = str_cat(&arena, text, hole ? STR("?") : str_sub(rest, 0, 1));
		i += hole ? 16 : 1;
	}
	/* A line of nothing but holes is blank. */
	ck_assert_msg(file->text->open ? str_has(text, STR("b: 2")) : str_is(text, unknown_paths[_i].text), "%.*s",
		      STR_ARG(text));
	if (unknown_paths[_i].word)
		ck_assert_msg(str_is(word->value->kind == NODE_STR ? word->value->text : STR(""),
				     unknown_paths[_i].word),
			      "%.*s", STR_ARG(word->value->text));
	else
		ck_assert(word->value->kind == NODE_STR && str_eq(word->value->text, file->path));
}
END_TEST

/** Text n times over. */
static struct str times(const char *text, int n)
{
	struct str out = STR("");

	for (int i = 0; i < n; i++)
		out = str_cat(&arena, out, str_of(text));
	return out;
}

/* A file has one budget, however many pieces its shell code comes in. */
START_TEST(one_budget)
{
	static const char loop[] = "for a in {1..60}; do for b in {1..60}; do x=$$a$$b; done; done\n";
	struct str recipes = times(str_cat(&arena, STR("\t"), str_of(loop)).s, 40);
	struct str stages = times(str_cat(&arena, STR("RUN "), str_of(loop)).s, 40);
	struct shell_world world = {.budget = {.steps = 9000}};
	uint32_t make = files_add(&files, STR("Makefile"), str_cat(&arena, STR("all:\n"), recipes));
	uint32_t docker = files_add(&files, STR("Dockerfile"), str_cat(&arena, STR("FROM x\n"), stages));
	const struct launches *out = makefile_read(&arena, NULL, &files, make);

	ck_assert_uint_eq(out->steps, shell_budget((struct shell_budget){0}).steps);
	ck_assert_uint_gt(out->spent.n, 0);
	out = makefile_read(&arena, &world, &files, make);
	ck_assert_uint_eq(out->steps, 9000);
	out = dockerfile_read(&arena, &world, &files, docker);
	ck_assert_uint_eq(out->steps, 9000);
}
END_TEST

/* Patterns that are slow to fail, and calls that call themselves, are paid for. */
START_TEST(exact_budgets)
{
	static const char *const slow[] = {
		"case $x$x in *${x}b) y=1 ;; esac\n", "y=${x%%*[[:[:[:b]z}\n", "y=${x//a*b/c}\n",
		"y=${x/%*a*b/c}\n", "f() { f; f; }; f\n",
		"f() { eval f; eval f; }; f\n"};
	struct shell_world world = {.budget = {.steps = 500, .work = 5000}};
	struct str head = str_cat(&arena, str_cat(&arena, STR("x="), times("a", 2000)), STR("\n"));

	for (size_t i = 0; i < sizeof(slow) / sizeof(*slow); i++) {
		struct str path = str_fmt(&arena, "slow%zu.sh", i);
		struct str text = str_cat(&arena, str_cat(&arena, head, str_of(slow[i])),
					  STR("python late.py\n"));
		const struct launches *out =
			shell_read(&arena, &world, &files, files_add(&files, path, text));

		ck_assert_msg(out->n == 0 && out->spent.n > 0, "%s", slow[i]);
		ck_assert(out->steps == 500 || out->work == 5000);
		ck_assert(out->steps <= 500 && out->work <= 5000);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("shell files");
	TCase *t = tcase_create("all");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, makefiles);
	tcase_add_test(t, place_of_a_recipe);
	tcase_add_test(t, dockerfiles);
	tcase_add_test(t, submitted);
	tcase_add_test(t, rules);
	tcase_add_test(t, fish);
	tcase_add_test(t, batch_files);
	tcase_add_test(t, powershell);
	tcase_add_test(t, dotenv);
	tcase_add_test(t, strings);
	tcase_add_test(t, word_lists);
	tcase_add_test(t, directives);
	tcase_add_test(t, splitting);
	tcase_add_test(t, written_files);
	tcase_add_loop_test(t, written_where_unknown, 0,
			    (int)(sizeof(unknown_paths) / sizeof(*unknown_paths)));
	tcase_add_test(t, one_budget);
	tcase_add_test(t, exact_budgets);
	suite_add_tcase(s, t);
	return run_suite(s);
}
