#include "file_kind.h"

#include <string.h>

struct kind_row {
	struct str text;
	enum file_kind kind;
};

/* Whole names come before suffixes: requirements.txt is one, notes.txt is not. */
static const struct kind_row names[] = {
    {STR_INIT("pyproject.toml"), KIND_REQUIREMENTS},
    {STR_INIT("setup.cfg"), KIND_REQUIREMENTS},
    {STR_INIT("setup.py"), KIND_REQUIREMENTS},
    {STR_INIT("env.yml"), KIND_REQUIREMENTS},
    {STR_INIT("uv.lock"), KIND_REQUIREMENTS},
    {STR_INIT("poetry.lock"), KIND_REQUIREMENTS},
    {STR_INIT("Pipfile.lock"), KIND_REQUIREMENTS},
    {STR_INIT("Pipfile"), KIND_REQUIREMENTS},
    {STR_INIT("Makefile"), KIND_MAKE},
    {STR_INIT("makefile"), KIND_MAKE},
    {STR_INIT("GNUmakefile"), KIND_MAKE},
    {STR_INIT("justfile"), KIND_MAKE},
    {STR_INIT("Justfile"), KIND_MAKE},
    {STR_INIT("Dockerfile"), KIND_DOCKER},
    {STR_INIT("Containerfile"), KIND_DOCKER},
    {STR_INIT("MLproject"), KIND_YAML},
    {STR_INIT("Snakefile"), KIND_SNAKE},
    {STR_INIT("snakefile"), KIND_SNAKE},
    {STR_INIT("README"), KIND_DOCUMENT},
    {STR_INIT("README.txt"), KIND_DOCUMENT},
    {STR_INIT("readme.txt"), KIND_DOCUMENT},
    /* Written by tools, large, and never a training config. */
    {STR_INIT("package.json"), KIND_NONE},
    {STR_INIT("package-lock.json"), KIND_NONE},
    {STR_INIT("tokenizer.json"), KIND_NONE},
    {STR_INIT("vocab.json"), KIND_NONE},
    {STR_INIT("special_tokens_map.json"), KIND_NONE},
    {STR_INIT("model.safetensors.index.json"), KIND_NONE},
    {STR_INIT("pytorch_model.bin.index.json"), KIND_NONE},
    {STR_INIT(".pre-commit-config.yaml"), KIND_NONE},
    {STR_INIT("mkdocs.yml"), KIND_NONE},
    {STR_INIT("_toctree.yml"), KIND_NONE},
    {STR_INIT("pnpm-lock.yaml"), KIND_NONE},
    {STR_INIT(".gpumem-lint.yml"), KIND_NONE},
};

/* From the last dot of a name on. Extensions of launch scripts as found in public repositories, besides .sh. */
static const struct kind_row suffixes[] = {
    {STR_INIT(".py"), KIND_PYTHON},    {STR_INIT(".yaml"), KIND_YAML},	   {STR_INIT(".yml"), KIND_YAML},
    {STR_INIT(".json"), KIND_JSON},    {STR_INIT(".jsonc"), KIND_JSON},	   {STR_INIT(".json5"), KIND_JSON},
    {STR_INIT(".toml"), KIND_TOML},    {STR_INIT(".ipynb"), KIND_NOTEBOOK},	   {STR_INIT(".sh"), KIND_SHELL},
    {STR_INIT(".bash"), KIND_SHELL},   {STR_INIT(".zsh"), KIND_SHELL},	   {STR_INIT(".fish"), KIND_SHELL},
    {STR_INIT(".ksh"), KIND_SHELL},    {STR_INIT(".slurm"), KIND_SHELL},
    {STR_INIT(".bat"), KIND_SHELL},    {STR_INIT(".cmd"), KIND_SHELL},	   {STR_INIT(".ps1"), KIND_SHELL},
    {STR_INIT(".sbatch"), KIND_SHELL}, {STR_INIT(".sb"), KIND_SHELL},	   {STR_INIT(".pbs"), KIND_SHELL},
    {STR_INIT(".lsf"), KIND_SHELL},    {STR_INIT(".qsub"), KIND_SHELL},	   {STR_INIT(".job"), KIND_SHELL},
    /* DeepSpeed's JSON is often called so; what else is called so is none of ours. */
    {STR_INIT(".conf"), KIND_MAYBE},    {STR_INIT(".config"), KIND_MAYBE},
    /* Shell scripts for a cluster, or HTCondor's descriptions: what they hold says which. */
    {STR_INIT(".sub"), KIND_MAYBE},	   {STR_INIT(".submit"), KIND_MAYBE},	   {STR_INIT(".batch"), KIND_MAYBE},
    {STR_INIT(".run"), KIND_MAYBE},	   {STR_INIT(".sge"), KIND_MAYBE},	   {STR_INIT(".slrm"), KIND_MAYBE},
    {STR_INIT(".slm"), KIND_MAYBE},	   {STR_INIT(".sl"), KIND_MAYBE},	   {STR_INIT(".srun"), KIND_MAYBE},
    {STR_INIT(".bsub"), KIND_MAYBE},	   {STR_INIT(".msub"), KIND_MAYBE},	   {STR_INIT(".pjm"), KIND_MAYBE},
    {STR_INIT(".oar"), KIND_MAYBE},	   {STR_INIT(".moab"), KIND_MAYBE},
    {STR_INIT(".condor"), KIND_MAYBE},	   {STR_INIT(".htcondor"), KIND_MAYBE},	   {STR_INIT(".jdf"), KIND_MAYBE},
    {STR_INIT(".jdl"), KIND_MAYBE},	   {STR_INIT(".smk"), KIND_SNAKE},	   {STR_INIT(".snakefile"), KIND_SNAKE},
    {STR_INIT(".ini"), KIND_INI},	     {STR_INIT(".cfg"), KIND_INI},
    {STR_INIT(".gin"), KIND_GIN},
    {STR_INIT(".mk"), KIND_MAKE},	     {STR_INIT(".dockerfile"), KIND_DOCKER}, {STR_INIT(".Dockerfile"), KIND_DOCKER},
    {STR_INIT(".txt"), KIND_LINES},	     {STR_INIT(".csv"), KIND_LINES},	     {STR_INIT(".tsv"), KIND_LINES},
    {STR_INIT(".lst"), KIND_LINES},	     {STR_INIT(".list"), KIND_LINES},	     {STR_INIT(".args"), KIND_LINES},
    {STR_INIT(".qmd"), KIND_DOCUMENT},    {STR_INIT(".Rmd"), KIND_DOCUMENT},	   {STR_INIT(".rmd"), KIND_DOCUMENT},
    {STR_INIT(".org"), KIND_DOCUMENT},    {STR_INIT(".adoc"), KIND_DOCUMENT},	   {STR_INIT(".asciidoc"), KIND_DOCUMENT},
    {STR_INIT(".md"), KIND_DOCUMENT},     {STR_INIT(".markdown"), KIND_DOCUMENT}, {STR_INIT(".rst"), KIND_DOCUMENT},
};

/* Whether a name says that a cluster's jobs are started by it, whatever ends it: launch_slurm.wilkes3, submit.a100. */
static bool starts_jobs(struct str name)
{
	static const char *const words[] = {"slurm", "sbatch", "submit", "launch", "qsub"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(name, str_of(words[i])))
			return true;
	return false;
}

struct str file_kind_copied(struct str path)
{
	static const char *const ends[] = {".example", ".sample", ".template", ".tmpl", ".dist"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(path, str_of(ends[i])))
			return str_sub(path, 0, path.n - strlen(ends[i]));
	return (struct str){0};
}

/* Whether a file is there to be copied to one of settings, by which a script knows it: config.yaml.template. */
static bool is_example(struct str path)
{
	struct str copied = file_kind_copied(path);
	enum file_kind kind = copied.n ? file_kind_of(copied) : KIND_NONE;

	return kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML || kind == KIND_INI;
}

enum file_kind file_kind_of(struct str path)
{
	struct str name = str_tail(path, '/');
	size_t dot = str_rchr(name, '.');

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_eq(name, names[i].text))
			return names[i].kind;
	/* Some leave the s away: requirement.txt, requirement_gpu.txt. */
	if (str_has(name, STR("requirement")) &&
	    (str_ends(name, STR(".txt")) || str_ends(name, STR(".in"))))
		return KIND_REQUIREMENTS;
	if (str_ends(path, STR(".txt")) && str_has(path, STR("requirements/")))
		return KIND_REQUIREMENTS;
	/* environment-gpu.yml, conda_env.yaml: what conda makes an environment of. */
	if ((str_starts(name, STR("environment")) || str_starts(name, STR("conda"))) &&
	    (str_ends(name, STR(".yml")) || str_ends(name, STR(".yaml"))))
		return KIND_REQUIREMENTS;
	for (size_t i = 0; dot != SIZE_MAX && i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (str_eq(str_sub(name, dot, name.n), suffixes[i].text))
			/* submit_slurm.txt is a script as often as not. */
			return suffixes[i].kind == KIND_LINES && starts_jobs(name) ? KIND_MAYBE : suffixes[i].kind;
	if (str_starts(name, STR(".env")) || str_ends(name, STR(".env")))
		return KIND_ENVIRONMENT;
	if (str_starts(name, STR("Dockerfile.")))
		return KIND_DOCKER;
	if (is_example(path))
		return KIND_EXAMPLE;
	return str_chr(name, '.', 0) == SIZE_MAX || starts_jobs(name) ? KIND_MAYBE : KIND_NONE;
}

/*
 * Whether a text is HTCondor's description of jobs: a program, and a line that submits it; its first line sets something.
 * Subtitles end in .sub as well, and whatever has no ending comes here.
 */
static bool is_submitted(struct str text)
{
	enum { LINES_MAX = 400 };
	bool program = false, first = true;

	text = str_sub(text, 0, 64 << 10);
	for (size_t i = 0; text.n && i < LINES_MAX; i++) {
		struct str_cut line = str_cut(text, '\n'), pair;

		text = line.tail;
		line.head = str_trim(line.head);
		if (!line.head.n || line.head.s[0] == '#')
			continue;
		pair = str_cut(line.head, '=');
		if (str_is_nocase(str_sub(line.head, 0, 5), "queue") && (line.head.n == 5 || strchr(" \t", line.head.s[5])))
			return program;
		program = program || (pair.ok && str_is_nocase(str_trim(pair.head), "executable"));
		if (first && !pair.ok && !str_starts(line.head, STR("include")))
			return false;
		first = false;
	}
	return false;
}

enum file_kind file_kind_of_bytes(struct str text)
{
	struct str line = str_cut(str_sub(text, 0, 256), '\n').head;

	if (str_starts(str_trim(line), STR("{")))
		return KIND_JSON;
	/* As "accelerate config" writes it, whatever it is called: the keys are sorted, and what does not end in .json is
	   YAML (accelerate 1.1, commands/config/config_args.py, to_yaml_file() and load_config_from_file()). */
	if (str_starts(line, STR("compute_environment:")))
		return KIND_YAML;
	if (!str_starts(line, STR("#!")))
		return is_submitted(text) ? KIND_SUBMIT : KIND_NONE;
	if (str_has(line, STR("python")))
		return KIND_PYTHON;
	return str_has(line, STR("sh")) ? KIND_SHELL : KIND_NONE;
}
