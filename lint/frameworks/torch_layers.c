#include "torch_layers.h"

#define NN	"pytorch 2.5 torch/nn/modules/"
#define MHA(of) "in_proj_weight=3*" of "*" of ";in_proj_bias=3*" of "?bias"
#define OUT(of) "out_proj.weight=" of "*" of ";out_proj.bias=" of "?bias"
#define FFN                                                                                        \
	"linear1.weight=dim_feedforward*d_model;linear1.bias=dim_feedforward?bias;"                \
	"linear2.weight=dim_feedforward*d_model;linear2.bias=d_model?bias"
#define CROSS                                                                                      \
	"multihead_attn.in_proj_weight=3*d_model*d_model;multihead_attn.in_proj_bias=3*d_model?bias;"  \
	"multihead_attn.out_proj.weight=d_model*d_model;multihead_attn.out_proj.bias=d_model?bias"
#define NORM3  "norm3.weight=d_model;norm3.bias=d_model?bias"
/* n times what a layer of either stack has: 4 or 8 matrices of attention, two of the MLP, two or three norms. */
#define STACK(n, attention, norms)                                                                 \
	n ".attention=" n "*" attention "*d_model*d_model;" n ".attention.bias=" n "*" attention       \
	"*d_model?bias;" n ".mlp=" n "*2*d_model*dim_feedforward;" n ".linear1.bias=" n                \
	"*dim_feedforward?bias;" n ".linear2.bias=" n "*d_model?bias;" n ".norms=" n "*" norms         \
	"*d_model;" n ".norms.bias=" n "*" norms "*d_model?bias"
#define NORMS2 "norm1.weight=d_model;norm1.bias=d_model?bias;norm2.weight=d_model;norm2.bias=d_model?bias"
#define BLOCK_PARAMS                                                                               \
	"d_model;nhead;dim_feedforward=2048;dropout=0.1;activation=relu;layer_norm_eps;"           \
	"batch_first=false;norm_first=false;bias=true"

static const struct layer rows[] = {
    {.names = "torch.nn.Linear",
     .kind = LAYER_LINEAR,
     .params = "in_features;out_features;bias=true",
     .tensors = "weight=out_features*in_features;bias=out_features?bias",
     .source = NN "linear.py"},
    /* Those of its rank are counted as an adapter's. */
    {.names = "loralib.Linear|loralib.MergedLinear|loralib.layers.Linear|loralib.layers.MergedLinear",
     .kind = LAYER_LINEAR,
     .params = "in_features;out_features;bias=true",
     .tensors = "weight=out_features*in_features;bias=out_features?bias",
     .source = "microsoft/LoRA loralib/layers.py, 0.1.1"},
    {.names = "loralib.Embedding|loralib.layers.Embedding",
     .kind = LAYER_EMBEDDING,
     .params = "num_embeddings;embedding_dim",
     .tensors = "weight=num_embeddings*embedding_dim",
     .source = "microsoft/LoRA loralib/layers.py, 0.1.1"},
    {.names = "transformers.pytorch_utils.Conv1D|transformers.modeling_utils.Conv1D",
     .kind = LAYER_LINEAR,
     .params = "out_features;in_features",
     .tensors = "weight=in_features*out_features;bias=out_features",
     .source = "transformers 4.57 src/transformers/pytorch_utils.py"},
    {.names = "torch.nn.Embedding",
     .kind = LAYER_EMBEDDING,
     .params = "num_embeddings;embedding_dim",
     .tensors = "weight=num_embeddings*embedding_dim",
     .source = NN "sparse.py"},
    {.names = "torch.nn.LayerNorm",
     .kind = LAYER_NORM,
     .params = "normalized_shape;eps;elementwise_affine=true;bias=true",
     .tensors = "weight=normalized_shape?elementwise_affine;"
		"bias=normalized_shape?elementwise_affine&bias",
     .source = NN "normalization.py"},
    {.names = "torch.nn.RMSNorm",
     .kind = LAYER_RMS_NORM,
     .params = "normalized_shape;eps;elementwise_affine=true",
     .tensors = "weight=normalized_shape?elementwise_affine",
     .source = NN "normalization.py"},
    {.names = "torch.nn.GroupNorm",
     .kind = LAYER_NORM,
     .params = "num_groups;num_channels;eps;affine=true",
     .tensors = "weight=num_channels?affine;bias=num_channels?affine",
     .source = NN "normalization.py"},
    {.names = "torch.nn.BatchNorm1d",
     .kind = LAYER_NORM,
     .params = "num_features;eps;momentum;affine=true",
     .tensors = "weight=num_features?affine;bias=num_features?affine",
     .source = NN "batchnorm.py"},
    {.names = "torch.nn.Conv1d",
     .params = "in_channels;out_channels;kernel_size;stride=1;padding=0;dilation=1;groups=1;"
	       "bias=true",
     .tensors = "weight=out_channels*in_channels*kernel_size/groups;bias=out_channels?bias",
     .source = NN "conv.py"},
    {.names = "torch.nn.Conv2d|torch.nn.Conv3d|torch.nn.ConvTranspose1d|torch.nn.ConvTranspose2d|"
	      "torch.nn.BatchNorm2d|torch.nn.BatchNorm3d|torch.nn.MaxPool2d|torch.nn.AvgPool2d|"
	      "torch.nn.AdaptiveAvgPool2d|torch.nn.Upsample|torch.nn.PixelShuffle",
     .kind = LAYER_IMAGE,
     .params = "",
     .tensors = "",
     .source = NN "conv.py, batchnorm.py, pooling.py, upsampling.py, pixelshuffle.py"},
    {.names = "torch.nn.Dropout|torch.nn.Dropout1d|torch.nn.AlphaDropout",
     .kind = LAYER_DROPOUT,
     .params = "p=0.5",
     .tensors = "",
     .source = NN "dropout.py"},
    {.names = "torch.nn.MultiheadAttention",
     .kind = LAYER_ATTENTION,
     .params = "embed_dim;num_heads;dropout=0.0;bias=true;add_bias_kv=false;add_zero_attn=false;"
	       "kdim=none;vdim=none",
     .tensors = MHA("embed_dim") ";" OUT("embed_dim"),
     .unless = "add_bias_kv|kdim|vdim",
     .source = NN "activation.py"},
    {.names = "xformers.ops.SwiGLU",
     .kind = LAYER_GATED,
     .params = "in_features;hidden_features;out_features=none;bias=true;_pack_weights=true",
     .tensors = "w12.weight=2*hidden_features*in_features;w12.bias=2*hidden_features?bias;"
		"w3.weight=in_features*hidden_features;w3.bias=in_features?bias",
     .unless = "out_features",
     .source = "xformers 0.0.35 xformers/ops/swiglu_op.py"},
    {.names = "torch.nn.TransformerEncoderLayer",
     .kind = LAYER_BLOCK,
     .params = BLOCK_PARAMS,
     .tensors = MHA("d_model") ";" OUT("d_model") ";" FFN ";" NORMS2,
     .source = NN "transformer.py"},
    {.names = "torch.nn.TransformerDecoderLayer",
     .kind = LAYER_CROSS,
     .params = BLOCK_PARAMS,
     .tensors = MHA("d_model") ";" OUT("d_model") ";" CROSS ";" FFN ";" NORMS2 ";" NORM3,
     .source = NN "transformer.py"},
    {.names = "torch.nn.TransformerEncoder|torch.nn.TransformerDecoder",
     .kind = LAYER_STACK,
     .params = "layer;num_layers;norm=none",
     .tensors = "",
     .source = NN "transformer.py"},
    {.names = "torch.nn.Transformer",
     .kind = LAYER_PAIR,
     .params = "d_model=512;nhead=8;num_encoder_layers=6;num_decoder_layers=6;dim_feedforward=2048;"
	       "dropout=0.1;activation=relu;custom_encoder=none;custom_decoder=none;layer_norm_eps;"
	       "batch_first=false;norm_first=false;bias=true",
     .tensors = STACK("num_encoder_layers", "4", "2") ";" STACK("num_decoder_layers", "8", "3") ";"
		"norm.weight=2*d_model;norm.bias=2*d_model?bias",
     .unless = "custom_encoder|custom_decoder",
     .source = NN "transformer.py"},
    {.names = "torch.nn.Parameter",
     .kind = LAYER_PARAMETER,
     .params = "data",
     .source = "pytorch 2.5 torch/nn/parameter.py"},
    {.names = "torch.nn.ModuleList|torch.nn.Sequential|torch.nn.ParameterList",
     .kind = LAYER_HOLDER,
     .params = "",
     .tensors = "",
     .source = NN "container.py"},
    {.names = "torch.nn.ModuleDict",
     .kind = LAYER_NAMES,
     .params = "",
     .tensors = "",
     .source = NN "container.py"},
    {.names = "torch.nn.Buffer|torch.nn.parameter.Buffer",
     .kind = LAYER_OTHER,
     .params = "data;persistent=true",
     .tensors = "",
     .source = "pytorch 2.5 torch/nn/parameter.py: no parameter"},
    {.names = "torch.nn.Identity|torch.nn.GELU|torch.nn.ReLU|torch.nn.ReLU6|torch.nn.SiLU|"
	      "torch.nn.Mish|torch.nn.Tanh|torch.nn.Sigmoid|torch.nn.Hardswish|torch.nn.LeakyReLU|"
	      "torch.nn.ELU|torch.nn.SELU|torch.nn.Softplus|torch.nn.Softmax|torch.nn.LogSoftmax|"
	      "torch.nn.LogSigmoid|torch.nn.GLU|torch.nn.Flatten|torch.nn.Unflatten|"
	      "torch.nn.CrossEntropyLoss|torch.nn.NLLLoss|torch.nn.MSELoss|torch.nn.BCELoss|"
	      "torch.nn.BCEWithLogitsLoss|torch.nn.KLDivLoss|torch.nn.AvgPool1d|torch.nn.MaxPool1d|"
	      "torch.nn.AdaptiveAvgPool1d",
     .params = "",
     .tensors = "",
     .source = NN "activation.py, loss.py, flatten.py, pooling.py: no parameters"},
};

static const char *const bases[] = {
    "torch.nn.Module",
    "lightning.LightningModule",
    "lightning.pytorch.LightningModule",
    "pytorch_lightning.LightningModule",
    "transformers.PreTrainedModel",
    "huggingface_hub.PyTorchModelHubMixin",
};

/* Libraries whose classes are no modules with weights. */
static const char *const plain[] = {
    "tokenizers.",	   "tiktoken.", "sentencepiece.", "torchmetrics.", "logging.",
    "torch.optim.", "torch.utils.", "torch.cuda.",	  "torch.amp.",	   "datasets.",
    "wandb.",	   "numpy.",	 "math.",	  "einops.",	   "transformers.AutoTokenizer.",
};

static const struct {
	const char *method, *attention;
} kernels[] = {
    {"scaled_dot_product_attention", "sdpa"},
    {"flash_attn_func", "flash_attention_2"},
    {"flash_attn_qkvpacked_func", "flash_attention_2"},
    {"flash_attn_varlen_func", "flash_attention_2"},
    {"flex_attention", "flex_attention"},
    {"memory_efficient_attention", "xformers"},
};

static const char *const tensors[] = {"zeros",	"ones",	       "empty",	 "randn",    "rand", "full",
				      "Tensor", "FloatTensor", "normal", "new_zeros"};

static const char *const keepers[] = {
    "to",	"cuda",	 "float",      "half",	    "bfloat16",	      "clone",	       "contiguous",
    "detach",	"mul_",	 "div_",       "normal_",   "uniform_",	      "zero_",	       "ones_",
    "fill_",	"zeros_", "constant_",  "trunc_normal_", "xavier_uniform_", "xavier_normal_",
    "kaiming_uniform_", "kaiming_normal_", "orthogonal_", "requires_grad_",
};

const char layer_heads[] = "n_head|num_heads|num_head|n_heads|num_attention_heads|nhead|n_q_heads|num_q_heads|"
			   "num_query_heads|heads|n_attn_heads|attention_heads|nheads|nh|h|"
			   "num_attn_heads|attn_heads|n_attention_heads|num_of_heads|number_of_heads|no_of_heads|"
			   "num_heads_q|n_heads_q|head_num|heads_num|head_count";
const char layer_head_dim[] = "head_dim|head_size|d_head|d_k|dim_head|dim_per_head|attention_head_size|hs";
const char layer_top_k[] = "top_k|num_experts_per_tok|n_experts_per_tok|experts_per_token|"
			   "num_experts_per_token|n_activated_experts|num_active_experts|"
			   "num_selected_experts|moe_top_k|topk|k";
const char layer_length[] = "block_size|context_length|ctx_len|max_seq_len|max_seq_length|seq_len|"
			    "seq_length|sequence_length|n_ctx|context_size|max_position_embeddings|"
			    "max_len|n_positions|context_len|max_context_length|max_sequence_length|"
			    "ctx_length|max_context_len|max_length";

/* Whether a dotted name is a row's, inner modules or not: "torch.nn.modules.linear.Linear". */
static bool is_named(struct str callee, struct str name)
{
	size_t dot;

	/* Asked for each module of models that hold thousands: most differ in their last byte. */
	if (!callee.n || callee.s[callee.n - 1] != name.s[name.n - 1])
		return false;
	if (str_eq(callee, name))
		return true;
	dot = str_rchr(name, '.');
	return str_starts(callee, str_sub(name, 0, dot + 1)) &&
	       str_eq(str_tail(callee, '.'), str_sub(name, dot + 1, name.n));
}

const struct layer *layer_find(struct str callee)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (struct str_cut cut = {.tail = str_of(rows[i].names)}; cut.tail.n;) {
			cut = str_cut(cut.tail, '|');
			if (is_named(callee, cut.head))
				return &rows[i];
		}
	return NULL;
}

bool layer_doubtful(struct str callee)
{
	struct str last = str_tail(callee, '.');

	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		if (str_starts(callee, str_of(plain[i])))
			return false;
	return last.n && last.s[0] >= 'A' && last.s[0] <= 'Z';
}

bool layer_is_base(struct str callee)
{
	for (size_t i = 0; i < sizeof(bases) / sizeof(*bases); i++)
		if (is_named(callee, str_of(bases[i])))
			return true;
	return false;
}

struct str layer_kernel(struct str method)
{
	for (size_t i = 0; i < sizeof(kernels) / sizeof(*kernels); i++)
		if (str_is(method, kernels[i].method))
			return str_of(kernels[i].attention);
	return (struct str){0};
}

struct str layer_kernel_name(size_t i)
{
	return i < sizeof(kernels) / sizeof(*kernels) ? str_of(kernels[i].method) : (struct str){0};
}

static bool among(struct str name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_is(name, names[i]))
			return true;
	return false;
}

bool layer_recomputes(struct str callee)
{
	/* pytorch 2.5 torch/utils/checkpoint.py */
	return str_is(callee, "torch.utils.checkpoint.checkpoint") ||
	       str_is(callee, "torch.utils.checkpoint.checkpoint_sequential");
}

bool layer_makes_tensor(struct str method)
{
	return among(method, tensors, sizeof(tensors) / sizeof(*tensors));
}

bool layer_keeps_size(struct str method)
{
	return among(method, keepers, sizeof(keepers) / sizeof(*keepers));
}
