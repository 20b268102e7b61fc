/*
 * datasets: what a script does to its samples before they reach a trainer.
 */
#include "maps.h"

static const struct callable callables[] = {
    {.names = ".map|.filter|.set_transform|.with_transform"},
    {.names = ".select|.shuffle|.train_test_split|.remove_columns|.rename_column"},
};

const struct framework framework_datasets = {
    .name = "datasets",
    ROWS(callables, callables),
};
