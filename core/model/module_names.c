#include "module_names.h"

#define QKV   (LINEAR(QKV) | LINEAR(Q) | LINEAR(K) | LINEAR(V))
#define HEAD  ((linear_set)1 << 30)
#define TABLE ((linear_set)1 << 31)
#define MLP                                                                                        \
	(LINEAR(GATE) | LINEAR(UP) | LINEAR(DOWN) | LINEAR(GATE_UP) | LINEAR(FC1) | LINEAR(FC2) |  \
	 LINEAR(W1) | LINEAR(W2) | LINEAR(W3) | LINEAR(SHARED_GATE) | LINEAR(SHARED_UP) |          \
	 LINEAR(SHARED_DOWN))

/*
 * The last part of a module's path, as the models of transformers and of the hub, torchtune and
 * litgpt name it. A name may mean several linears: GPT-2's c_proj ends attention and MLP.
 */
static const struct {
	struct str name;
	linear_set set;
} names[] = {
    {STR_INIT("q_proj"), LINEAR(Q)},
    {STR_INIT("k_proj"), LINEAR(K)},
    {STR_INIT("v_proj"), LINEAR(V)},
    {STR_INIT("o_proj"), LINEAR(O)},
    {STR_INIT("output_proj"), LINEAR(O)},
    {STR_INIT("out_proj"), LINEAR(O)},
    {STR_INIT("qkv_proj"), QKV},
    {STR_INIT("qkv"), QKV},
    {STR_INIT("query_key_value"), QKV},
    {STR_INIT("c_attn"), QKV},
    {STR_INIT("W_pack"), QKV},
    {STR_INIT("Wqkv"), QKV},
    {STR_INIT("wqkv"), QKV},
    {STR_INIT("query"), LINEAR(Q)},
    {STR_INIT("key"), LINEAR(K)},
    {STR_INIT("value"), LINEAR(V)},
    {STR_INIT("q_lin"), LINEAR(Q)},
    {STR_INIT("k_lin"), LINEAR(K)},
    {STR_INIT("v_lin"), LINEAR(V)},
    {STR_INIT("q"), LINEAR(Q)},
    {STR_INIT("k"), LINEAR(K)},
    {STR_INIT("v"), LINEAR(V)},
    {STR_INIT("o"), LINEAR(O)},
    {STR_INIT("wq"), LINEAR(Q)},
    {STR_INIT("wk"), LINEAR(K)},
    {STR_INIT("wv"), LINEAR(V)},
    {STR_INIT("wo"), LINEAR(O) | LINEAR(DOWN)},
    {STR_INIT("q_a_proj"), LINEAR(Q)},
    {STR_INIT("q_b_proj"), LINEAR(Q)},
    {STR_INIT("kv_a_proj_with_mqa"), LINEAR(K)},
    {STR_INIT("kv_b_proj"), LINEAR(V)},
    {STR_INIT("dense"), LINEAR(O) | LINEAR(FC1) | LINEAR(FC2)},
    {STR_INIT("c_proj"), LINEAR(O) | LINEAR(FC2) | LINEAR(DOWN)},
    {STR_INIT("gate_proj"), LINEAR(GATE) | LINEAR(W1) | LINEAR(SHARED_GATE)},
    {STR_INIT("up_proj"), LINEAR(UP) | LINEAR(FC1) | LINEAR(W3) | LINEAR(SHARED_UP)},
    {STR_INIT("down_proj"), LINEAR(DOWN) | LINEAR(FC2) | LINEAR(W2) | LINEAR(SHARED_DOWN)},
    {STR_INIT("gate_up_proj"), LINEAR(GATE_UP) | LINEAR(GATE) | LINEAR(UP)},
    {STR_INIT("dense_h_to_4h"), LINEAR(FC1) | LINEAR(GATE_UP)},
    {STR_INIT("dense_4h_to_h"), LINEAR(FC2) | LINEAR(DOWN)},
    {STR_INIT("fc1"), LINEAR(FC1)},
    {STR_INIT("fc2"), LINEAR(FC2)},
    {STR_INIT("fc_in"), LINEAR(FC1)},
    {STR_INIT("fc_out"), LINEAR(FC2)},
    {STR_INIT("c_fc"), LINEAR(FC1)},
    {STR_INIT("w1"), LINEAR(W1) | LINEAR(GATE)},
    {STR_INIT("w2"), LINEAR(W2) | LINEAR(DOWN)},
    {STR_INIT("w3"), LINEAR(W3) | LINEAR(UP)},
    {STR_INIT("wi"), LINEAR(FC1)},
    {STR_INIT("wi_0"), LINEAR(GATE)},
    {STR_INIT("wi_1"), LINEAR(UP)},
    {STR_INIT("lm_head"), HEAD},
    {STR_INIT("output"), HEAD},
    {STR_INIT("embed_out"), HEAD},
    {STR_INIT("score"), HEAD},
    {STR_INIT("classifier"), HEAD},
    {STR_INIT("embed_tokens"), TABLE},
    {STR_INIT("wte"), TABLE},
    {STR_INIT("embed_in"), TABLE},
    {STR_INIT("word_embeddings"), TABLE},
    {STR_INIT("tok_embeddings"), TABLE},
};

static bool is_all(struct str name)
{
	return str_is(name, "all-linear") || str_is(name, "all") || str_is(name, "linear") ||
	       str_is(name, "all_linear");
}

/** What a target names modules by: the last part of a path ("model.layers.*.q_proj"), or a pattern (".*(q_proj|v_proj)"). */
struct target_name {
	struct str text, last;
	bool pattern;
};

static struct target_name target_name_of(struct str text)
{
	return (struct target_name){text, str_tail(text, '.'),
				    str_chr(text, '(', 0) != SIZE_MAX || str_chr(text, '|', 0) != SIZE_MAX};
}

/** Whether a target means a module name: as the last part of a path, or as a whole word of a pattern. */
static bool means(const struct target_name *target, struct str name)
{
	struct str text = target->text;

	if (!target->pattern)
		return str_eq(target->last, name);
	for (size_t at = str_find(text, name, 0); at != SIZE_MAX;
	     at = str_find(text, name, at + 1)) {
		size_t end = at + name.n;

		if ((at == 0 || !str_name_byte(text.s[at - 1])) &&
		    (end >= text.n || !str_name_byte(text.s[end])))
			return true;
	}
	return false;
}

/** Whether a part of a path but the last is a word: "mlp.shared_expert.up_proj". */
static bool is_below(struct str path, const char *word)
{
	while (path.n) {
		struct str_cut cut = str_cut(path, '.');

		if (cut.tail.n && str_is(cut.head, word))
			return true;
		path = cut.tail;
	}
	return false;
}

#define EXPERT (LINEAR(W1) | LINEAR(W2) | LINEAR(W3))
#define SHARED (LINEAR(SHARED_GATE) | LINEAR(SHARED_UP) | LINEAR(SHARED_DOWN))

/*
 * What of a name's linears a path leaves. PEFT takes a target for a module whose path is it or ends with "." and it
 * (tuners_utils.py check_target_module_exists, 0.18): "shared_expert.up_proj" is no routed expert's. "dense" ends an
 * encoder's MLP as well; decoders that call attention's output so (GPT-NeoX, Falcon, BLOOM, Phi) have
 * dense_h_to_4h or fc1 there.
 */
static linear_set narrowed(const struct shape *a, struct str path, linear_set set)
{
	bool parts = str_chr(path, '.', 0) != SIZE_MAX;

	if (parts && (is_below(path, "shared_expert") || is_below(path, "shared_experts") || is_below(path, "shared_mlp")))
		return set & SHARED;
	if (parts && is_below(path, "experts"))
		return set & EXPERT;
	return str_is(str_tail(path, '.'), "dense") && a->head == HEAD_LM ? LINEAR(O) : set;
}

struct modules modules_of(const struct shape *a, const struct str *list, size_t n)
{
	linear_set set = 0, has = shape_has(a);
	bool every = false;

	for (size_t i = 0; i < n; i++) {
		const struct target_name target = target_name_of(list[i]);

		every = every || is_all(list[i]);
		if (str_is(list[i], "mlp"))
			set |= MLP;
		if (str_is(list[i], "attention"))
			set |= QKV | LINEAR(O);
		for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++) {
			if (means(&target, names[k].name))
				set |= narrowed(a, list[i], names[k].set);
		}
	}
	if (every)
		set |= shape_all_linear(a);
	/* A name of one projection on a model that fuses them adapts the fused matrix. */
	if ((set & QKV) && a->fused_qkv)
		set |= LINEAR(QKV);
	if ((set & (LINEAR(GATE) | LINEAR(UP))) && a->fused_gate_up)
		set |= LINEAR(GATE_UP);
	return (struct modules){
	    .linears = set & has,
	    .head = (set & HEAD) != 0,
	    .embedding = (set & TABLE) != 0,
	    .every = every,
	};
}
