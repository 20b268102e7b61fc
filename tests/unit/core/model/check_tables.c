#include "core/gpu/gpu.h"
#include "core/model/model.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void ck_str_eq(struct str got, const char *want)
{
	ck_assert_msg(str_is(got, want), "\"%.*s\" is not \"%s\"", STR_ARG(got), want);
}

START_TEST(every_id_finds_its_row)
{
	size_t rows, ids = 0;
	const struct model *table = model_table(&rows);

	for (size_t i = 0; i < rows; i++) {
		ck_assert_ptr_eq(model_find(table[i].id), &table[i]);
		ids++;
		for (struct str_cut c = str_cut(model_aliases(&table[i]), ';'); c.head.n;
		     c = str_cut(c.tail, ';'), ids++)
			ck_assert_msg(model_find(c.head) == &table[i], "%.*s", STR_ARG(c.head));
	}
	ck_assert_uint_ge(rows, 636);
	ck_assert_uint_ge(ids, 5267);
	printf("  %zu models, %zu ids\n", rows, ids);
}
END_TEST

START_TEST(a_row_has_its_columns)
{
	const struct model *m = model_find(STR("Qwen/Qwen2.5-VL-7B-Instruct"));

	ck_assert_ptr_nonnull(m);
	ck_str_eq(m->family, "qwen2_5_vl");
	ck_str_eq(m->text_family, "qwen2");
	ck_str_eq(m->tower, "qwen25vl");
	ck_assert_uint_eq(m->params, UINT64_C(8292166656));
	ck_assert_uint_eq(m->hidden, 3584);
	ck_assert_int_eq(m->attention_bias, MODEL_BIAS_QKV);
	ck_assert(m->gated && !m->tied_embeddings && !m->guessed && m->source.n > 0);
	m = model_find(STR("deepseek-ai/DeepSeek-V3"));
	ck_assert_uint_eq(m->mla_kv_lora_rank, 512);
	ck_assert_int_eq(model_number(m, MODEL_NOTE_Q_LORA, 0), 1536);
	ck_assert_int_eq(model_number(m, MODEL_NOTE_ALTUP, -7), -7);
	ck_assert(m->remark.n > 0);
	m = model_find(STR("google/gemma-2-2b"));
	ck_assert_int_eq(m->norm, NORM_GEMMA);
	ck_assert_uint_eq(m->norm_vectors, 1);
}
END_TEST

START_TEST(ids_are_found_as_people_write_them)
{
	const struct model *m = model_find(STR("meta-llama/Llama-3.1-8B"));
	struct model other = *m;

	ck_assert_ptr_nonnull(m);
	ck_assert_ptr_eq(model_find(STR("META-LLAMA/llama-3.1-8b")), m);
	ck_assert_ptr_eq(model_find(STR(" meta-llama/Llama-3.1-8B@main/ ")), m);
	ck_assert_ptr_eq(model_find(STR("https://huggingface.co/meta-llama/Llama-3.1-8B/")), m);
	ck_assert_ptr_eq(model_find(STR("hf://meta-llama/Llama-3.1-8B")), m);
	ck_assert_ptr_eq(model_find(STR("Llama-3.1-8B")), m);
	ck_assert_ptr_null(model_find(STR("acme/Llama-3.1-8B")));
	ck_assert_ptr_null(model_find(STR("")));
	ck_assert_ptr_null(model_find(STR("/")));
	ck_assert_ptr_null(model_find(STR("results")));
	ck_assert_uint_eq(model_aliases(&other).n, 0);
}
END_TEST

static const struct {
	const char *name, *gpu;
} spellings[] = {
  /* targets.md §3: the forms that clusters, clouds and people write. */
	{"a100",				     "A100-40GB"		},
	{"A100-80GB",				"A100-80GB"	     },
	{"A100 80G",				 "A100-80GB"		    },
	{"a100_80",				  "A100-80GB"		   },
	{"A100:80GB",				"A100-80GB"	     },
	{"gpu:a100:4",			       "A100-40GB"	      },
	{"gpu:nvidia_a100-sxm4-80gb:8",		    "A100-80GB"	       },
	{"NVIDIA A100-SXM4-80GB",		      "A100-80GB"		 },
	{"8xA100",				   "A100-40GB"		  },
	{"2 x A100 (80 GB)",			 "A100-80GB"		    },
	{"a100l",				    "A100-80GB"		 },
	{"h100",				     "H100-80GB"		},
	{"H100!",				    "H100-80GB"		 },
	{"H100s",				    "H100-80GB"		 },
	{"NVIDIA-H100-80GB-HBM3",		      "H100-80GB"		 },
	{"h100-96",				  "H100-96GB"		   },
	{"gh200",				    "GH200-96GB"		  },
	{"GH200 144GB",			      "GH200-144GB"		 },
	{"gb200",				    "GB200"		     },
	{"b200",				     "B200"		   },
	{"gb300",				    "GB300"		     },
	{"l4",				       "L4"		    },
	{"L40",				      "L40"		   },
	{"l40s",				     "L40S"		   },
	{"A10",				      "A10"		   },
	{"a10g",				     "A10G"		   },
	{"a40",				      "A40"		   },
	{"rtxa4000",				 "RTX-A4000"		    },
	{"A6000",				    "RTX-A6000"		 },
	{"A6000 Ada",				"RTX-6000-Ada"		},
	{"RTX 6000",				 "Quadro-RTX-6000"	  },
	{"NVIDIA RTX 6000 Ada Generation",	       "RTX-6000-Ada"	     },
	{"RTX PRO 6000",			     "RTX-PRO-6000-Blackwell"},
	{"h20",				      "H20"		   },
	{"h200",				     "H200"		   },
	{"t4",				       "T4"		    },
	{"tesla_v100-sxm2-32gb",		     "V100-32GB"		},
	{"V100 32GB",				"V100-32GB"	     },
	{"v100l",				    "V100-32GB"		 },
	{"v100-32",				  "V100-32GB"	       },
	{"gpu:v100_32:8",			    "V100-32GB"		 },
	{"v100-16",				  "V100-16GB"	       },
	{"h100-80",				  "H100-80GB"	       },
	{"rtx_3090-2",			       "RTX-3090"		   },
	{"ampere_a40",			       "A40"			},
	{"rtx_3090",				 "RTX-3090"		   },
	{"RTX 4090 (24GB)",			  "RTX-4090"		  },
	{"RTX 4090 Laptop",			  "RTX-4090-Laptop"	 },
	{"NVIDIA GeForce RTX 3080 Laptop GPU",	   "RTX-3080-Laptop-16GB"	 },
	{"4060ti-16gb",			      "RTX-4060-Ti-16GB"      },
	{"RTX 4060 Ti",			      "RTX-4060-Ti-8GB"	     },
	{"RTX 3060 8GB",			     "RTX-3060-8GB"	   },
	{"MI300X",				   "MI300X"		       },
	{"mi250x",				   "MI250X"		       },
	{"3g.40gb",				  "A100-80GB-MIG-3g.40gb" },
	{"nvidia.com/mig-1g.10gb",		       "A100-80GB-MIG-1g.10gb" },
	{"NVIDIA-H100-80GB-HBM3-MIG-3g.40gb",	  "H100-80GB-MIG-3g.40gb" },
	{"A100-SXM4-80GB-MIG-3g.40gb",		   "A100-80GB-MIG-3g.40gb" },
	{"1g.10gb",				  "A100-80GB-MIG-1g.10gb" },
 /* None: parts of words, services, nothing. */
	{"T400",				     NULL		    },
	{"a1000000",				 NULL		     },
	{"cpu",				      NULL		    },
	{"gpu",				      NULL		    },
	{"gpu:4",				    NULL		    },
	{"MIG-5c89852c-0268-c3f3-1b07-005d5ae1dc3f", NULL		     },
	{"",					 NULL		    },
	{"----",				     NULL		    },
};

START_TEST(gpus_are_found_as_people_write_them)
{
	size_t n;
	const struct gpu *table = gpu_table(&n);

	for (size_t i = 0; i < sizeof(spellings) / sizeof(*spellings); i++) {
		const struct gpu *gpu = gpu_find(str_of(spellings[i].name));
		const char *want = spellings[i].gpu;

		ck_assert_msg(want ? gpu && str_is(gpu->name, want) : !gpu, "%s is %.*s, not %s",
			      spellings[i].name, gpu ? (int)gpu->name.n : 4,
			      gpu ? gpu->name.s : "none", want ? want : "none");
	}
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(gpu_find(table[i].name) == &table[i], "%.*s is %.*s",
			      STR_ARG(table[i].name), STR_ARG(gpu_find(table[i].name)->name));
	printf("  %zu GPUs\n", n);
}
END_TEST

START_TEST(every_alias_of_a_gpu_finds_it_or_a_smaller_one)
{
	size_t n;
	const struct gpu *table = gpu_table(&n);

	for (size_t i = 0; i < n; i++)
		for (struct str_cut c = str_cut(table[i].aliases, ';'); c.head.n;
		     c = str_cut(c.tail, ';')) {
			const struct gpu *gpu = gpu_find(c.head);

			ck_assert_msg(gpu == &table[i] ||
					  (gpu && gpu->total_bytes <= table[i].total_bytes &&
					   str_has(gpu->name, STR("MIG"))),
				      "%.*s is not %.*s", STR_ARG(c.head), STR_ARG(table[i].name));
		}
}
END_TEST

START_TEST(a_bare_name_is_called_ambiguous)
{
	ck_assert_ptr_nonnull(gpu_ambiguous(STR("A100")));
	ck_assert_ptr_nonnull(gpu_ambiguous(STR("gpu:a100:8")));
	ck_assert_ptr_nonnull(gpu_ambiguous(STR("nvidia-v100")));
	ck_assert_ptr_null(gpu_ambiguous(STR("A100-80GB")));
	ck_assert_ptr_null(gpu_ambiguous(STR("H200")));
}
END_TEST

static const struct {
	const char *name, *gpu;
	uint32_t count;
} machines[] = {
	{"p4d.24xlarge",	     "A100-40GB",	  8},
	{"ml.p4d.24xlarge",		"A100-40GB",	     8},
	{"P4D.24XLARGE",	     "A100-40GB",	  8},
	{"Standard_NC24ads_A100_v4", "A100-80GB-PCIe", 1},
	{"NC24ads_A100_v4",		"A100-80GB-PCIe", 1},
	{"Standard_NV18ads_A10_v5",	"A10-12GB",	    1},
	{"g5.12xlarge",		    "A10G",	    4},
	{"a2-highgpu-8g",	      "A100-40GB",	   8},
	{"p5.48xlarge",		    "H100-80GB",	 8},
	{"p5en.metal",		   "H200",	   0},
	{"m5.large",		 NULL,	       0},
	{"",			 NULL,	       0},
};

START_TEST(machines_have_their_gpus)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		uint32_t count = 99;
		const struct gpu *gpu = gpu_of_instance(str_of(machines[i].name), &count);

		ck_assert_msg(machines[i].gpu ? gpu && str_is(gpu->name, machines[i].gpu) : !gpu,
			      "%s", machines[i].name);
		ck_assert_uint_eq(count, machines[i].count);
	}
}
END_TEST

START_TEST(capacities_are_those_of_the_driver)
{
	const struct gpu *gpu = gpu_find(STR("H100-80GB"));

	ck_assert_uint_eq(gpu->total_bytes, UINT64_C(81559) << 20);
	ck_assert_uint_eq(gpu->torch_total_bytes, UINT64_C(81082) << 20);
	ck_assert_uint_eq(gpu->compute_capability, 90);
	ck_assert(gpu->bf16 && gpu->fp8 && gpu->flash_attention_2);
	ck_assert(!gpu_find(STR("T4"))->bf16);
}
END_TEST

/* The build-time program on a small table: what it says on standard error; "" if it accepts it. */
static void make_tables(const char *kind, const char *file, const char *second, char *said,
			size_t room)
{
	char path[] = "/tmp/check_tables_XXXXXX";
	char other[] = "/tmp/check_tables_XXXXXX";
	char command[256];
	int fd = mkstemp(path);
	int fd2 = mkstemp(other);
	size_t n;
	FILE *p;

	ck_assert(fd >= 0 && fd2 >= 0);
	ck_assert(write(fd, file, strlen(file)) == (ssize_t)strlen(file));
	ck_assert(write(fd2, second, strlen(second)) == (ssize_t)strlen(second));
	close(fd);
	close(fd2);
	snprintf(command, sizeof(command), "build/mktables %s %s %s 2>&1 >/dev/null", kind, path,
		 *second ? other : "");
	p = popen(command, "r");
	ck_assert_ptr_nonnull(p);
	n = fread(said, 1, room - 1, p);
	said[n] = '\0';
	ck_assert_int_eq(pclose(p) != 0, n != 0);
	unlink(path);
	unlink(other);
}

#define MODEL_HEADER                                                                               \
	"hf_id,aliases,series,family,params_total,params_embedding,hidden,layers,heads,kv_heads,"  \
	"head_dim,ffn,vocab,tied_embeddings,max_position,norm,act,attn_bias,qk_norm,"              \
	"sliding_window,num_experts,experts_per_token,moe_ffn,shared_expert_ffn,"                  \
	"dense_layers_before_moe,mla_kv_lora_rank,encoder_layers,notes,source\n"
#define MODEL_ROW(id, hidden, norm, notes)                                                         \
	id "a/c,s,llama,10,5," hidden ",2,2,2,4,8,10,no,64," norm                                  \
	   ",swiglu,none,none,,,,,,,,," notes ",here\n"
#define GPU_HEADER                                                                                 \
	"name,aliases,vendor,arch,compute_capability,marketing_gb,total_mib,torch_total_mib,"      \
	"evidence,bf16,flash_attention_2,fp8,host_shared,mig_profiles,context_mib,source,notes\n"
#define GPU_ROW		"X1,x,NVIDIA,Ada,8.9,8,8192,8000,spec,yes,yes,no,no,none,400,here,\n"
#define INSTANCE_HEADER "cloud,instance,gpu,gpu_count\n"

static const struct {
	const char *kind, *file, *second, *says;
} broken[] = {
	{"models",			  MODEL_HEADER MODEL_ROW("a/b,",     "8","rmsnorm",		      "q_lora=4; \"\"text"), "",
	 ":2: a quote inside"},
	{"models",			       MODEL_HEADER MODEL_ROW("a/b,",						 "8","rmsnorm","q_lora=4; text"), "", ""},
	{"models",			      MODEL_HEADER MODEL_ROW("a/b,",      "8","rmsnorm",	      "\"q_lora=4; \"\"t\"\", x\""), "",
	 ""},
	{"models",				 MODEL_HEADER MODEL_ROW("a/b,",							   "8x","rmsnorm",""), "",
	 ":2: hidden: \"8x\" is no number"},
	{"models",    MODEL_HEADER MODEL_ROW("a/b,",				      "-8","rmsnorm",""), "", ":2: hidden:"},
	{"models",MODEL_HEADER MODEL_ROW("a/b,","8","rms",							  ""), "", ":2: norm: \"rms\""},
	{"models", MODEL_HEADER MODEL_ROW("a/b,",				      "8","rmsnorm","nope=4"), "", ":2: notes: nope"},
	{"models",			MODEL_HEADER MODEL_ROW("a/b,",						      "8","rmsnorm",		      "q_lora=4k"), "",
	 ":2: notes: q_lora=4k"},
	{"models",			  MODEL_HEADER "a/b,a/c,s,llama\n",							   "", ":2: 4 fields"											    },
	{"models",
	 MODEL_HEADER MODEL_ROW("a/b,",					     "8","rmsnorm","") MODEL_ROW("a/d,", "8", "rmsnorm", ""), "",
	 ":3: a/c stands in line 2"},
	{"models",			      MODEL_HEADER MODEL_ROW("a/b,",		      "8","rmsnorm",												       "\"open"), "",
	 ":2: a quoted field does not end"},
	{"models",				 "hf_id,aliases\n",							   "",":1: column 3 must be series"},
	{"gpus",		     GPU_HEADER GPU_ROW,						    INSTANCE_HEADER "aws,big,X1,8\nmodal,X1,X1,in words\n",""},
	{"gpus",GPU_HEADER GPU_ROW GPU_ROW,INSTANCE_HEADER,":3: X1 has a row already"},
	{"gpus",     GPU_HEADER GPU_ROW,INSTANCE_HEADER "aws,big,X2,8\n",":2: X2 is no name"},
	{"gpus",			GPU_HEADER "X1,x,NVIDIA,Ada,8.9,8,8192,8000,spec,maybe,yes,no,no,none,400,,\n",
	 INSTANCE_HEADER,":2: bf16: \"maybe\""},
};

START_TEST(malformed_rows_stop_the_build)
{
	for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++) {
		char said[4096];

		make_tables(broken[i].kind, broken[i].file, broken[i].second, said, sizeof(said));
		ck_assert_msg(*broken[i].says ? strstr(said, broken[i].says) != NULL : !*said,
			      "row %zu: \"%s\" where \"%s\" was expected", i, said, broken[i].says);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tables");
	TCase *tc = tcase_create("tables");

	suite_add_tcase(suite, tc);
	tcase_add_test(tc, every_id_finds_its_row);
	tcase_add_test(tc, a_row_has_its_columns);
	tcase_add_test(tc, ids_are_found_as_people_write_them);
	tcase_add_test(tc, gpus_are_found_as_people_write_them);
	tcase_add_test(tc, every_alias_of_a_gpu_finds_it_or_a_smaller_one);
	tcase_add_test(tc, a_bare_name_is_called_ambiguous);
	tcase_add_test(tc, machines_have_their_gpus);
	tcase_add_test(tc, capacities_are_those_of_the_driver);
	tcase_add_test(tc, malformed_rows_stop_the_build);
	return run_suite(suite);
}
