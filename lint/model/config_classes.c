#include "config_classes.h"

#define HIDDEN(w, l, h, f, v)                                                                      \
	"hidden_size=" w ",num_hidden_layers=" l ",num_attention_heads=" h ",intermediate_size=" f \
	",vocab_size=" v
#define GQA(w, l, h, kv, f, v) HIDDEN(w, l, h, f, v) ",num_key_value_heads=" kv
#define POSITIONS(n)	       ",max_position_embeddings=" n
#define TYPES(n)	       ",type_vocab_size=" n
#define TIED		       ",tie_word_embeddings=true"
#define UNTIED		       ",tie_word_embeddings=false"
/* BERT's sizes, which its kin have too. */
#define BERT(v) HIDDEN("768", "12", "12", "3072", v) POSITIONS("512")
/* OLMo's and Granite's are Llama's of 7 billion. */
#define LLAMA_7B(v) HIDDEN("4096", "32", "32", "11008", v) POSITIONS("2048") UNTIED
#define BART                                                                                       \
	"d_model=1024,encoder_layers=12,encoder_ffn_dim=4096,decoder_layers=12,decoder_ffn_dim=4096," \
	"decoder_attention_heads=16,vocab_size=50265" POSITIONS("1024")
#define ONE_WIDTH "encoder_ffn_dim=decoder_ffn_dim"

/*
 * transformers 4.47 to 4.57, src/transformers/models/TYPE/configuration_TYPE.py, __init__. Left out are those whose
 * sizes changed between versions or whose layers core/model does not count: their models are of unknown shape.
 */
const struct config_class config_classes[] = {
    /* Layers of one group share their weights. */
    {"AlbertConfig", "albert",
     HIDDEN("4096", "12", "64", "16384", "30000") POSITIONS("512") TYPES("2") TIED ",embedding_size=128",
     "num_hidden_groups=1,inner_group_num=1"},
    {"BartConfig", "bart", BART TIED, ONE_WIDTH},
    {"BertConfig", "bert", BERT("30522") TYPES("2") TIED, NULL},
    {"BloomConfig", "bloom", "hidden_size=64,n_layer=2,n_head=8,vocab_size=250880" TIED, NULL},
    {"CohereConfig", "cohere", HIDDEN("8192", "40", "64", "22528", "256000") POSITIONS("8192") TIED, NULL},
    {"DeepseekV2Config", "deepseek_v2",
     LLAMA_7B("32000") ",n_routed_experts=64,n_shared_experts=2,moe_intermediate_size=1407,first_k_dense_replace=0,"
		       "kv_lora_rank=512,q_lora_rank=1536,qk_nope_head_dim=128,qk_rope_head_dim=64,v_head_dim=128",
     NULL},
    {"DeepseekV3Config", "deepseek_v3",
     GQA("7168", "61", "128", "128", "18432", "129280") POSITIONS("4096") UNTIED
	 ",n_routed_experts=256,n_shared_experts=1,moe_intermediate_size=2048,num_experts_per_tok=8,"
	 "first_k_dense_replace=3,kv_lora_rank=512,q_lora_rank=1536,qk_nope_head_dim=128,qk_rope_head_dim=64,v_head_dim=128",
     NULL},
    {"DistilBertConfig", "distilbert",
     "dim=768,n_layers=6,n_heads=12,hidden_dim=3072,vocab_size=30522" POSITIONS("512") TIED, NULL},
    {"ElectraConfig", "electra",
     HIDDEN("256", "12", "4", "1024", "30522") POSITIONS("512") TYPES("2") TIED ",embedding_size=128", NULL},
    {"FalconConfig", "falcon",
     "hidden_size=4544,num_hidden_layers=32,num_attention_heads=71,vocab_size=65024,multi_query=true,"
     "new_decoder_architecture=false,max_position_embeddings=2048" TIED,
     "parallel_attn=true,bias=false"},
    {"GPT2Config", "gpt2", "n_embd=768,n_layer=12,n_head=12,vocab_size=50257,n_positions=1024" TIED, NULL},
    {"GPTBigCodeConfig", "gpt_bigcode",
     "n_embd=768,n_layer=12,n_head=12,vocab_size=50257,n_positions=1024,multi_query=true" TIED, NULL},
    {"GPTJConfig", "gptj", "n_embd=4096,n_layer=28,n_head=16,vocab_size=50400,n_positions=2048" UNTIED, NULL},
    {"GPTNeoConfig", "gpt_neo",
     "hidden_size=2048,num_layers=24,num_heads=16,vocab_size=50257,max_position_embeddings=2048" TIED, NULL},
    {"GPTNeoXConfig", "gpt_neox", HIDDEN("6144", "44", "64", "24576", "50432") POSITIONS("2048") UNTIED, NULL},
    {"Gemma2Config", "gemma2", GQA("2304", "26", "8", "4", "9216", "256000") ",head_dim=256" TIED, NULL},
    {"Gemma3TextConfig", "gemma3_text",
     GQA("2304", "26", "8", "4", "9216", "262208") POSITIONS("131072") ",head_dim=256,sliding_window=4096" TIED, NULL},
    {"GemmaConfig", "gemma", GQA("3072", "28", "16", "16", "24576", "256000") ",head_dim=256" TIED, NULL},
    {"GlmConfig", "glm",
     GQA("4096", "40", "32", "2", "13696", "151552") POSITIONS("131072") ",head_dim=128,attention_bias=true" UNTIED, NULL},
    /* transformers 5 */
    {"GptOssConfig", "gpt_oss",
     GQA("2880", "36", "64", "8", "2880", "201088") POSITIONS("131072")
	 ",head_dim=64,sliding_window=128,num_local_experts=128,num_experts_per_tok=4" UNTIED,
     NULL},
    {"GraniteConfig", "granite", LLAMA_7B("32000"), NULL},
    {"LlamaConfig", "llama", LLAMA_7B("32000"), NULL},
    {"MBartConfig", "mbart", BART TIED, ONE_WIDTH},
    {"MPNetConfig", "mpnet", BERT("30527") TIED, "relative_attention_num_buckets=32"},
    {"MambaConfig", "mamba", "hidden_size=768,num_hidden_layers=32,state_size=16,vocab_size=50280" TIED,
     "expand=2,conv_kernel=4"},
    {"MistralConfig", "mistral", GQA("4096", "32", "32", "8", "14336", "32000") UNTIED, NULL},
    {"MixtralConfig", "mixtral",
     GQA("4096", "32", "32", "8", "14336", "32000") ",num_local_experts=8,num_experts_per_tok=2" UNTIED, NULL},
    {"ModernBertConfig", "modernbert", HIDDEN("768", "22", "12", "1152", "50368") POSITIONS("8192") TIED, NULL},
    {"MptConfig", "mpt", "d_model=2048,n_heads=16,n_layers=24,max_seq_len=2048,vocab_size=50368" TIED,
     "expansion_ratio=4,no_bias=true"},
    {"OPTConfig", "opt",
     "hidden_size=768,num_hidden_layers=12,num_attention_heads=12,ffn_dim=3072,vocab_size=50272" POSITIONS("2048") TIED,
     NULL},
    {"Olmo2Config", "olmo2", LLAMA_7B("50304"), NULL},
    {"OlmoConfig", "olmo", LLAMA_7B("50304"), NULL},
    {"Phi3Config", "phi3", HIDDEN("3072", "32", "32", "8192", "32064") UNTIED, NULL},
    {"PhiConfig", "phi", HIDDEN("2048", "24", "32", "8192", "51200") UNTIED, NULL},
    {"Qwen2Config", "qwen2", GQA("4096", "32", "32", "32", "22016", "151936") UNTIED, NULL},
    {"Qwen2MoeConfig", "qwen2_moe",
     GQA("2048", "24", "16", "16", "5632", "151936") POSITIONS("32768")
	 ",num_experts=60,num_experts_per_tok=4,moe_intermediate_size=1408,shared_expert_intermediate_size=5632" UNTIED,
     "decoder_sparse_step=1"},
    {"Qwen3Config", "qwen3", GQA("4096", "32", "32", "32", "22016", "151936") ",head_dim=128" UNTIED, NULL},
    {"Qwen3MoeConfig", "qwen3_moe",
     GQA("2048", "24", "32", "4", "6144", "151936") POSITIONS("32768")
	 ",num_experts=128,num_experts_per_tok=8,moe_intermediate_size=768" UNTIED,
     "decoder_sparse_step=1"},
    {"RobertaConfig", "roberta", BERT("50265") TYPES("2") TIED, NULL},
    /* modeling_camembert.py is RoBERTa's by another name; of a type that two have the first is meant. */
    {"CamembertConfig", "roberta", BERT("30522") TYPES("2") TIED, NULL},
    {"SmolLM3Config", "smollm3", GQA("2048", "36", "16", "4", "11008", "128256") POSITIONS("32768") TIED, NULL},
    {"StableLmConfig", "stablelm", GQA("2560", "32", "32", "32", "6912", "50304") UNTIED, NULL},
    {"Starcoder2Config", "starcoder2", GQA("3072", "30", "24", "2", "12288", "49152") POSITIONS("4096") TIED, "use_bias=true"},
    {"T5Config", "t5",
     "d_model=512,d_kv=64,d_ff=2048,num_layers=6,num_heads=8,vocab_size=32128,feed_forward_proj=relu" TIED,
     "relative_attention_num_buckets=32"},
    {"XLMRobertaConfig", "xlm-roberta", BERT("30522") TYPES("2") TIED, NULL},
};
const size_t config_classes_n = sizeof(config_classes) / sizeof(*config_classes);

/*
 * Of no language; "*" stands for any beginning. transformers 4.57, models/auto/configuration_auto.py. Those that see
 * or hear beside a language model (LlavaConfig, Qwen2AudioConfig) are not among them.
 */
static const char *const others[] = {
    /* Images, and pairs of an image and a text. */
    "*VisionConfig", "*ViTConfig", "*BackboneConfig", "*DetrConfig", "*DinoConfig", "*SwinConfig", "*ResNetConfig",
    "*CLIPConfig", "*CLIPTextConfig", "*SiglipConfig", "*SiglipTextConfig", "*Siglip2Config", "*Siglip2TextConfig",
    "*DepthAnythingConfig", "Aimv2Config", "Aimv2TextConfig", "AlignConfig", "BeitConfig",
    "BitConfig", "CLIPSegConfig", "CLIPSegTextConfig", "ConvNextConfig", "ConvNextV2Config", "CvtConfig", "DFineConfig",
    "DINOv3ConvNextConfig", "DPTConfig", "DeiTConfig", "DepthProConfig", "DinatConfig", "Dinov2Config",
    "Dinov2WithRegistersConfig", "EdgeTamConfig", "EdgeTamVideoConfig", "EfficientFormerConfig", "EfficientLoFTRConfig",
    "EfficientNetConfig", "EomtConfig", "FlavaConfig", "FlavaImageConfig", "FocalNetConfig", "GLPNConfig",
    "HGNetV2Config", "HieraConfig", "IJepaConfig", "ImageGPTConfig", "LevitConfig", "LightGlueConfig",
    "Mask2FormerConfig", "MaskFormerConfig", "MetaClip2Config", "MgpstrConfig", "MobileNetV1Config", "MobileNetV2Config",
    "MobileViTV2Config", "NatConfig", "OmDetTurboConfig", "OneFormerConfig", "Owlv2Config", "PoolFormerConfig",
    "PvtConfig", "PvtV2Config", "RTDetrV2Config", "RegNetConfig", "Sam2Config", "Sam2HieraDetConfig", "Sam2VideoConfig",
    "Sam3Config", "Sam3TrackerConfig", "Sam3TrackerVideoConfig", "Sam3VideoConfig", "SamConfig", "SamHQConfig",
    "SegGptConfig", "SegformerConfig", "SuperGlueConfig", "SuperPointConfig", "SwiftFormerConfig", "Swin2SRConfig",
    "Swinv2Config", "TableTransformerConfig", "TextNetConfig", "TimesformerConfig", "TimmWrapperConfig", "TvpConfig",
    "UperNetConfig", "VJEPA2Config", "VanConfig", "ViTHybridConfig", "ViTMAEConfig", "ViTMSNConfig", "VideoMAEConfig",
    "VisionEncoderDecoderConfig", "VisionTextDualEncoderConfig", "VitDetConfig", "VitMatteConfig", "VitPoseConfig",
    "VivitConfig", "YolosConfig", "ZoeDepthConfig",
    /* Sounds and speech. */
    "*AudioConfig", "*AudioEncoderConfig", "ASTConfig", "BarkConfig", "ClapConfig", "ClvpConfig", "CsmConfig", "DacConfig",
    "DiaConfig", "EncodecConfig", "FastSpeech2ConformerConfig", "FastSpeech2ConformerHifiGanConfig",
    "FastSpeech2ConformerWithHifiGanConfig", "HubertConfig", "JukeboxConfig", "KyutaiSpeechToTextConfig", "MCTCTConfig",
    "MimiConfig", "MoonshineConfig", "MoshiConfig", "MusicgenConfig", "MusicgenMelodyConfig", "ParakeetCTCConfig",
    "ParakeetEncoderConfig", "Pop2PianoConfig", "SEWConfig", "SEWDConfig", "Speech2TextConfig",
    "SpeechEncoderDecoderConfig", "SpeechT5Config", "TvltConfig", "UniSpeechConfig", "UniSpeechSatConfig", "UnivNetConfig",
    "VitsConfig", "Wav2Vec2BertConfig", "Wav2Vec2Config", "Wav2Vec2ConformerConfig", "WavLMConfig", "WhisperConfig",
    "XcodecConfig",
    /* Time series, games, graphs. */
    "AutoformerConfig", "DecisionTransformerConfig", "GraphormerConfig", "InformerConfig", "PatchTSMixerConfig",
    "PatchTSTConfig", "TimeSeriesTransformerConfig", "TimesFmConfig", "TrajectoryTransformerConfig",
};

/* What names of classes of models go on with behind the family's. */
static bool goes_on(struct str rest)
{
	static const char *const words[] = {"For", "Model", "LMHead", "DoubleHeads", "EncoderModel"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_starts(rest, str_of(words[i])))
			return true;
	return false;
}

struct str config_class_family(struct str model)
{
	for (size_t i = 0; i < config_classes_n; i++) {
		struct str name = str_of(config_classes[i].name);

		name.n -= STR("Config").n;
		if (str_starts(model, name) && goes_on(str_sub(model, name.n, model.n)))
			return str_of(config_classes[i].type);
	}
	return (struct str){0};
}

bool config_class_is_other(struct str name)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (others[i][0] == '*' ? str_ends(name, str_of(others[i] + 1)) : str_is(name, others[i]))
			return true;
	return false;
}
