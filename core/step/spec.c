#include "spec.h"

struct step_spec step_spec_default(void)
{
	return (struct step_spec){
	    .micro_batch = 1,
	    .seq_len = 1024,
	    .passes = 1,
	    .headed = 1,
	    .method = METHOD_FULL,
	    .quant_bits = 4,
	    .quant_group = 128,
	    .double_quant = true,
	    .kbit = KBIT_NONE,
	    .weights = DTYPE_BFLOAT16,
	    .adapter = DTYPE_FLOAT32,
	    .autocast = true,
	    .convert_outputs = true,
	    .trained_layers = -1,
	    .optim = optim_find(STR("adamw_torch_fused")),
	    .loss_chunk = 256,
	    .foreach_copies = 1,
	    .accumulation = 1,
	    .parallel =
		{
		    .world = 1,
		    .tp = 1,
		    .pp = 1,
		    .cp = 1,
		    .ep = 1,
		    .chunks = 1,
		    .sequence_parallel = true,
		    .reduce_bytes = 2,
		    .reshard = true,
		    .reduce_bucket = BUCKET_DEFAULT,
		    .prefetch_bucket = BUCKET_DEFAULT,
		    .max_reuse = 1e9,
		    .sub_group = 1e9,
		    .grad_bytes = 4,
		    .adam_bytes = 8,
		},
	};
}
