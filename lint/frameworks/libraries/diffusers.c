/*
 * Diffusers: diffusion models, and the pipelines of them. None is a language model.
 */
#include "shared_maps.h"

/* diffusers 0.40.0.dev0, src/diffusers/models/: the classes of ModelMixin; src/diffusers/pipelines/pipeline_utils.py */
static const struct callable callables[] = {
    {.names = "diffusers.*.from_pretrained|diffusers.*.from_config|diffusers.*.from_single_file|"
	      "diffusers.*.from_unet|diffusers.*.from_transformer|diffusers.*Model|diffusers.*UNet|"
	      "diffusers.AutoencoderKL|diffusers.PriorTransformer|diffusers.T2IAdapter|"
	      "diffusers.MotionAdapter",
     .other = true},
};

const struct framework framework_diffusers = {
    .name = "diffusers",
    ROWS(callables, callables),
};
