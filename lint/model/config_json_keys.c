#include "config_json_keys.h"

const struct model_size_key model_size_keys[] = {
    {offsetof(struct model, hidden), "hidden_size|n_embd|d_model|dim|model_dim|hidden_dim"},
    {offsetof(struct model, layers),
     "num_hidden_layers|n_layer|n_layers|decoder_layers|num_decoder_layers|num_layers"},
    {offsetof(struct model, heads),
     "num_attention_heads|n_head|n_heads|decoder_attention_heads|num_heads"},
    {offsetof(struct model, kv_heads),
     "num_key_value_heads|num_kv_heads|n_head_kv|n_kv_heads|multi_query_group_num|"
     "attn_config.kv_n_heads"},
    {offsetof(struct model, head_dim), "head_dim|kv_channels|d_kv"},
    {offsetof(struct model, ffn),
     "intermediate_size|n_inner|ffn_dim|d_ff|ffn_hidden_size|decoder_ffn_dim|inner_dim|"
     "ffn_config.ffn_hidden_size"},
    {offsetof(struct model, vocab), "padded_vocab_size|vocab_size|n_vocab"},
    {offsetof(struct model, max_position),
     "max_position_embeddings|n_positions|max_target_positions|max_seq_len|seq_length|"
     "max_sequence_length|n_ctx"},
    {offsetof(struct model, sliding_window), "sliding_window"},
    {offsetof(struct model, experts),
     "num_local_experts|num_experts|n_routed_experts|moe_num_experts|ffn_config.moe_num_experts"},
    {offsetof(struct model, experts_per_token),
     "num_experts_per_tok|num_experts_per_token|experts_per_token|moe_top_k|moe_topk|moe_k|"
     "top_k_experts|ffn_config.moe_top_k"},
    {offsetof(struct model, moe_ffn), "moe_intermediate_size|expert_ffn_hidden_size"},
    {offsetof(struct model, shared_expert_ffn),
     "shared_expert_intermediate_size|shared_intermediate_size"},
    {offsetof(struct model, dense_layers_before_moe),
     "first_k_dense_replace|num_dense_layers|moe_layer_start_index"},
    {offsetof(struct model, mla_kv_lora_rank), "kv_lora_rank"},
    {offsetof(struct model, encoder_layers), "encoder_layers"},
};
const size_t model_size_keys_n = sizeof(model_size_keys) / sizeof(*model_size_keys);

const struct model_note_key model_note_keys[] = {
    {MODEL_NOTE_Q_LORA, false, "q_lora_rank"},
    {MODEL_NOTE_QK_NOPE, false, "qk_nope_head_dim"},
    {MODEL_NOTE_QK_ROPE, false, "qk_rope_head_dim"},
    {MODEL_NOTE_V_DIM, false, "v_head_dim"},
    {MODEL_NOTE_TYPE_VOCAB, true, "type_vocab_size"},
    {MODEL_NOTE_EMBED_DIM, false, "word_embed_proj_dim"},
    {MODEL_NOTE_EMBED_DIM, true, "embedding_size"},
    {MODEL_NOTE_MEL, true, "num_mel_bins"},
    {MODEL_NOTE_IDX_HEADS, false, "index_n_heads"},
    {MODEL_NOTE_IDX_DIM, false, "index_head_dim"},
    {MODEL_NOTE_GDN_K_HEADS, false, "linear_num_key_heads"},
    {MODEL_NOTE_GDN_V_HEADS, false, "linear_num_value_heads"},
    {MODEL_NOTE_GDN_K_DIM, false, "linear_key_head_dim"},
    {MODEL_NOTE_GDN_V_DIM, false, "linear_value_head_dim"},
    {MODEL_NOTE_M_HEADS, true, "mamba_n_heads|mamba_num_heads"},
    {MODEL_NOTE_M_HEAD_DIM, true, "mamba_d_head|mamba_head_dim"},
    {MODEL_NOTE_M_GROUPS, true, "mamba_n_groups|n_groups"},
    {MODEL_NOTE_M_STATE, true, "mamba_d_state|ssm_state_size"},
    {MODEL_NOTE_D_INNER, true, "d_inner|intermediate_size"},
    {MODEL_NOTE_D_STATE, true, "state_size|mamba_d_state"},
    {MODEL_NOTE_DT_RANK, true, "time_step_rank|mamba_dt_rank"},
    {MODEL_NOTE_CONV_L, true, "conv_L_cache"},
    {MODEL_NOTE_V_HIDDEN, true, "vision_config.hidden_size|vision_config.embed_dim"},
    {MODEL_NOTE_V_DEPTH, true, "vision_config.depth|vision_config.num_hidden_layers"},
    {MODEL_NOTE_V_FFN, true, "vision_config.intermediate_size"},
    {MODEL_NOTE_V_PATCH, true, "vision_config.patch_size"},
};
const size_t model_note_keys_n = sizeof(model_note_keys) / sizeof(*model_note_keys);
