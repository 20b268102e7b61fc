/*
 * Horovod's PyTorch side: processes that horovodrun or mpirun starts, a card each, whose gradients are averaged as DDP's are.
 */
#include "shared_maps.h"

/* horovod 0.28, horovod/torch/__init__.py, horovod/common/basics.py, horovod/torch/optimizer.py */
static const struct callable callables[] = {
    {.names = "horovod.torch.init", .returns = RETURNS_NONE, .joins = JOINS_STARTED},
    {.names = "horovod.torch.size", .returns = RETURNS_TARGET, .arg = "world_size"},
    {.names = "horovod.torch.rank|horovod.torch.local_rank", .returns = RETURNS_TARGET, .arg = "rank"},
    {.names = "horovod.torch.DistributedOptimizer", .returns = RETURNS_ARG},
    {.names = "horovod.torch.broadcast_parameters|horovod.torch.broadcast_optimizer_state", .returns = RETURNS_NONE},
};

const struct framework framework_horovod = {
    .name = "horovod",
    ROWS(callables, callables),
};
