/*
 * Versions out of requirements, lock files and environments.
 */
#include "lint/environment/requirements.h"
#include "tests/support/run_suite.h"

#include <check.h>

static const struct {
	const char *path, *text, *package, *version;
} rows[] = {
	{"requirements.txt", "torch\ntrl==0.12.1\n", "trl", "0.12.1"},
	{"requirements.txt", "trl[vllm]==0.12.1 ; python_version > '3.8'  # pinned\n", "trl", "0.12.1"},
	{"pyproject.toml", "all = [\n  \"trl>=0.9,<0.10; sys_platform=='darwin'\",\n  \"trl==0.12.1; sys_platform=='linux'\",\n]\n", "trl", "0.12.1"},
	{"requirements.txt", "trl==0.9.6 ; platform_system == \"Darwin\"\n", "trl", ""},
	{"requirements.txt", "trl==0.12.1 ; sys_platform != 'darwin'\n", "trl", "0.12.1"},
	{"requirements.txt.j2", "trl=={{ trl }}\npeft==0.13.0\n", "trl", ""},
	{"requirements.txt", "# trl==0.9\ntransformers==4.45.2\n", "trl", ""},
	{"requirements.txt", "transformers-interpret==1.0\n", "transformers", ""},
	{"requirements.txt", "-r base.txt\npeft==0.13.0\n", "peft", "0.13.0"},
	{"pyproject.toml", "[project]\ndependencies = [\"trl==0.12.1\", \"peft>=0.13\"]\n", "trl", "0.12.1"},
	{"pyproject.toml", "dependencies = [\n  \"trl==0.12.1\",\n]\n", "trl", "0.12.1"},
	{"pyproject.toml", "[tool.poetry.dependencies]\ntrl = \"0.12.1\"\n", "trl", "0.12.1"},
	{"pyproject.toml", "[project.scripts]\ntrl = \"trl.cli:main\"\n", "trl", ""},
	{"pyproject.toml", "[tool.poetry.dependencies]\ntrl = {version = \"^0.12\", extras = [\"vllm\"]}\n", "peft", ""},
	{"pyproject.toml", "[tool.poetry.dependencies]\ntorchtune = \"^0.2.1\"\n", "torchtune", "0.2.1"},
	{"pyproject.toml", "[tool.poetry.dependencies]\ntransformers = {version = \"^4.36\", extras = [\"torch\"]}\n", "transformers", "4.57"},
	{"pyproject.toml", "[tool.poetry.dependencies]\ntransformers = \"~4.36.2\"\n", "transformers", "4.36.2"},
	{"pyproject.toml", "[tool.poetry.dependencies]\npeft = \"~=0.10.0\"\n", "peft", "0.10"},
	{"pyproject.toml", "[tool.poetry.dependencies]\ntrl = {version = \"0.12.1\", optional = true}\n", "trl", "0.12.1"},
	{"pyproject.toml", "[tool.uv.sources]\ntrl = { git = \"https://example.org/trl\" }\n", "trl", ""},
	{"environment.yml", "dependencies:\n  - pip:\n    - trl==0.12.1\n  - python=3.10\n", "trl", "0.12.1"},
	{"environment.yml", "dependencies:\n  - transformers=4.45.2\n", "transformers", "4.45.2"},
	{"environment.yml", "dependencies:\n  - pytorch=2.5.1=py3.9_cuda12.4_cudnn9.1.0_0\n", "torch", "2.5.1"},
	{"environment-gpu.yml", "dependencies:\n  - pytorch::pytorch=2.4.1\n", "torch", "2.4.1"},
	{"environment.yml", "dependencies:\n  - pytorch-cuda=12.4=hc786d27_7\n", "torch", ""},
	{"conda_env.yaml", "dependencies:\n  - conda-forge::transformers=4.45.2\n", "transformers", "4.45.2"},
	{"uv.lock", "[[package]]\nname = \"trl\"\nversion = \"0.12.1\"\n", "trl", "0.12.1"},
	{"Pipfile.lock", "    \"trl\": {\n      \"hashes\": [],\n      \"version\": \"==0.12.1\"\n", "trl",
	 "0.12.1"},
	/* Of a bound from below and a pin, as two folders may have them, the pin says more. */
	{"requirements.txt", "trl>=0.9\ntrl==0.12.1\n", "trl", "0.12.1"},
	{"requirements.txt", "trl==0.12.1\ntrl>=0.9\n", "trl", "0.12.1"},
	{"requirements.txt", "trl==0.12.1\ntrl==0.11.0\n", "trl", "0.12.1"},
	{"requirements.txt", "trl>=0.8,<=0.9.6\ntrl==1.2.0\ntrl>=0.9,<0.10\n", "trl", "1.2.0"},
	{"setup.py", "install_requires=['trl==0.12.1'],\n", "peft", ""},
	{"setup.py", "install_requires=['trl==0.12.1'],\n", "trl", "0.12.1"},
	{"setup.py", "NEEDS = ['numpy',\n  'transformers == 4.37.0', \"peft==0.10.0\"] + more\n", "transformers", "4.37.0"},
	{"setup.py", "NEEDS = ['numpy',\n  'transformers == 4.37.0', \"peft==0.10.0\"] + more\n", "peft", "0.10.0"},
	{"environment.yml", "dependencies:\n  - python=3.8.12=h12debd9_0\n", "python", "3.8.12"},
	{"pyproject.toml", "requires-python = \">=3.8,<3.10\"\n", "python", "3.9"},
	/* What a library was called before, and what it is called beside that. */
	{"requirements.txt", "pytorch-transformers==1.2.0\ntransformers==2.3.0\n", "transformers", "2.3.0"},
	{"requirements.txt", "pytorch_transformers==1.2.0\n", "transformers", "1.2.0"},
	{"requirements.txt", "lightning==2.2.3\npytorch-lightning==2.5.0\n", "lightning", "2.2.3"},
};

START_TEST(test_row)
{
	struct arena arena = {0};
	struct files files = {.arena = &arena};
	struct requirements asked = {.versions = {.arena = &arena}, .needed = {.arena = &arena}};
	uint32_t file = files_add(&files, str_of(rows[_i].path), str_of(rows[_i].text));
	const struct version *v;

	requirements_read(&arena, &files, file, &asked);
	v = versions_find(&asked.versions, str_of(rows[_i].package));
	if (!v)
		v = versions_find(&asked.needed, str_of(rows[_i].package));
	if (!*rows[_i].version)
		ck_assert_msg(!v, "%s: %s is %.*s", rows[_i].text, rows[_i].package, STR_ARG(v->version));
	else
		ck_assert_msg(v && str_is(v->version, rows[_i].version), "%s: %s is %.*s", rows[_i].text,
			      rows[_i].package, STR_ARG(v ? v->version : STR("not there")));
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *text, *package, *version;
} installs[] = {
	{"pip install trl==0.12.1\n", "trl", "0.12.1"},
	{"RUN python -m pip install --no-cache-dir \\\n  'trl[vllm]==0.12.1' \\\n  peft==0.13.0 && ls\n", "peft", "0.13.0"},
	{"RUN python -m pip install \\\n  'trl[vllm]==0.12.1' \\\n  peft==0.13.0 && ls\n", "trl", "0.12.1"},
	{"# pip install trl==0.9\necho trl==0.10\n", "trl", ""},
	{"uv pip install -U \"trl==0.11\" # trl\npip3 install trl==0.12.1\n", "trl", "0.12.1"},
	{"pip uninstall trl==0.9\n", "trl", ""},
	{"V=\"${V:-0.12.1}\"\npip install \\\n  \"trl[vllm]==$V\" \\\n  peft==0.13.0\n", "trl", "0.12.1"},
	{"ARG TRL_V=0.12.1\nRUN pip install trl==${TRL_V} peft\n", "trl", "0.12.1"},
	{"V=$(cat version)\npip install trl==$V peft==$W\n", "trl", ""},
	{"V=$(cat version)\npip install trl==$V peft==$W\n", "peft", ""},
};

START_TEST(test_install)
{
	struct arena arena = {0};
	struct files files = {.arena = &arena};
	struct versions versions = {.arena = &arena};
	const struct version *v;

	requirements_installed(&files, files_add(&files, STR("run.sh"), str_of(installs[_i].text)), &versions);
	v = versions_find(&versions, str_of(installs[_i].package));
	ck_assert_msg(str_is(v ? v->version : STR(""), installs[_i].version), "%s: %s is %.*s", installs[_i].text,
		      installs[_i].package, STR_ARG(v ? v->version : STR("not there")));
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("requirements");
	TCase *all = tcase_create("all");

	tcase_add_loop_test(all, test_row, 0, (int)(sizeof(rows) / sizeof(*rows)));
	tcase_add_loop_test(all, test_install, 0, (int)(sizeof(installs) / sizeof(*installs)));
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
