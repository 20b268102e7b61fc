/*
 * Rows of what scripts call, one file a library: nothing comes in, and the build gives each file's framework_NAME to the
 * registry (lint/frameworks). This header has what other frameworks' rows share of them: maps that theirs extend or load
 * models with. Uses lint/keymap.
 */
#ifndef LINT_FRAMEWORKS_LIBRARIES_SHARED_MAPS_H
#define LINT_FRAMEWORKS_LIBRARIES_SHARED_MAPS_H

#include "lint/keymap/keymap.h"

extern const struct keymap map_transformers_args;
extern const struct keymap map_transformers_trainer;
extern const struct keymap map_transformers_load;
extern const struct keymap map_transformers_generation;
extern const struct keymap map_accelerate_launch;
extern const struct keymap map_peft_targets;
extern const struct keymap map_peft_lora;
extern const struct keymap map_peft_wrap;
extern const struct keymap map_torch_step;
extern const struct keymap map_torchrun;

/** Where its state lies: torch/distributed/fsdp/api.py, CPUOffload(offload_params=False) leaves all on the card. */
#define FSDP_OFFLOAD                                                                                           \
	KEY_AS("cpu_offload.offload_params", OFFLOAD_PARAMS, SWITCH, "cpu;none"),                              \
	    KEY_AS("cpu_offload.offload_params", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none"),                       \
	    KEY_AS("cpu_offload", OFFLOAD_PARAMS, PRESENT, "cpu"),                                             \
	    KEY_AS("cpu_offload", OFFLOAD_OPTIMIZER, PRESENT, "cpu")
/** How torch.distributed.fsdp's first version shards, for what hands its arguments on. */
#define FSDP_ROWS                                                                                              \
	KEY_AS("sharding_strategy", DATA_PARALLEL, CHOICE,                                                     \
	       "hybrid_shard=hsdp;_hybrid_shard_zero2=hsdp;no_shard=ddp;*=fsdp"),                              \
	    KEY_AS("sharding_strategy", RESHARD_AFTER_FORWARD, CHOICE,                                         \
		   "shard_grad_op=false;_hybrid_shard_zero2=false;*="),                                        \
	    FSDP_OFFLOAD

/** Where layers that settings name are looked for in the model. */
#define PEFT_ABSENT "peft src/peft/tuners/tuners_utils.py inject_adapter: \"Target modules … not found in the base model\", 0.3-0.20"
#define ACCELERATE_WRAP                                                                                        \
	"accelerate src/accelerate/utils/dataclasses.py set_auto_wrap_policy: "                                \
	"\"Could not find the transformer layer class\", 0.20-1.12"

#endif
