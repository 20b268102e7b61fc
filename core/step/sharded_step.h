/*
 * A training step of one GPU among many: DDP beside other parallelism, FSDP 1 and 2, DeepSpeed's ZeRO
 * 1 to 3 with offload, hybrid sharding, device_map, tensor, pipeline, context and expert parallelism.
 *
 * Accuracy against published peaks and against the reference arithmetic: docs/accuracy.md and
 * tests/unit/core/step/check_sharded.c.
 */
#ifndef CORE_STEP_SHARDED_STEP_H
#define CORE_STEP_SHARDED_STEP_H

#include "timeline.h"

/** Whether a spec's layout is more than one copy per GPU: step_sharded() is for those. */
bool step_is_sharded(const struct step_spec *s);
/** The moments of the worst GPU: of a pipeline's first and last stage, of a device_map's cards. */
struct step step_sharded(const struct step_spec *s);

#endif
