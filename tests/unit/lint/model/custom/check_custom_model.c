/*
 * Language models written as modules of one's own: their parameters against published counts, their
 * shapes, and what is none or is not known.
 */
#include "lint/model/custom/language_model.h"

#include "core/base/base.h"
#include "core/estimate/estimate.h"
#include "lint/python/python.h"
#include "tests/support/memory_world.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <math.h>

#define HEAD "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"

/* GPT-2's layers: learned positions, one projection for queries, keys and values, a plain MLP. */
#define GPT_PARTS                                                                                  \
	"class Mixer(nn.Module):\n"                                                                \
	"    def __init__(self, w, n_head, p):\n"                                                  \
	"        super().__init__()\n"                                                             \
	"        self.n_head = n_head\n"                                                           \
	"        self.qkv = nn.Linear(w, 3 * w)\n"                                                 \
	"        self.out = nn.Linear(w, w)\n"                                                     \
	"        self.drop = nn.Dropout(p)\n"                                                      \
	"    def forward(self, x):\n"                                                              \
	"        b, t, c = x.shape\n"                                                              \
	"        q, k, v = self.qkv(x).chunk(3, dim=-1)\n"                                         \
	"        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n"                    \
	"        return self.drop(self.out(y))\n"                                                  \
	"class Gelu(nn.Module):\n"                                                                 \
	"    def forward(self, x):\n"                                                              \
	"        return 0.5 * x * (1 + torch.tanh(x + 0.044715 * x ** 3))\n"                       \
	"class Layer(nn.Module):\n"                                                                \
	"    def __init__(self, w, n_head, p):\n"                                                  \
	"        super().__init__()\n"                                                             \
	"        self.n1 = nn.LayerNorm(w)\n"                                                      \
	"        self.mix = Mixer(w, n_head, p)\n"                                                 \
	"        self.n2 = nn.LayerNorm(w)\n"                                                      \
	"        self.mlp = nn.Sequential(nn.Linear(w, 4 * w), Gelu(), nn.Linear(4 * w, w), "      \
	"nn.Dropout(p))\n"                                                                         \
	"    def forward(self, x):\n"                                                              \
	"        x = x + self.mix(self.n1(x))\n"                                                   \
	"        return x + self.mlp(self.n2(x))\n"
#define OUTPUT                                                                                     \
	"class Dense(nn.Linear):\n"                                                                \
	"    def __init__(self, a, b, **kw):\n"                                                    \
	"        nn.Linear.__init__(self, a, b, **kw)\n"                                           \
	"class Output(nn.Module):\n"                                                               \
	"    def __init__(self, words):\n"                                                         \
	"        super().__init__()\n"                                                             \
	"        shape = words.shape\n"                                                            \
	"        self.out = Dense(shape[1], shape[0], bias=False)\n"                               \
	"        self.out.weight = words\n"                                                        \
	"    def forward(self, x):\n"                                                              \
	"        return self.out(x)\n"
#define GPT_MODEL                                                                                  \
	"class Writer(nn.Module):\n"                                                               \
	"    def __init__(self, w=768, depth=12, n_head=12, vocab=50257, rows=1024, p=0.1):\n"     \
	"        super().__init__()\n"                                                             \
	"        self.words = nn.Embedding(vocab, w)\n"                                            \
	"        self.places = nn.Embedding(rows, w)\n"                                            \
	"        self.drop = nn.Dropout(p)\n"                                                      \
	"        self.layers = nn.ModuleList([Layer(w, n_head, p) for _ in range(depth)])\n"       \
	"        self.norm = nn.LayerNorm(w)\n"                                                    \
	"        self.head = nn.Linear(w, vocab, bias=False)\n"                                    \
	"    def forward(self, ids):\n"                                                            \
	"        x = self.drop(self.words(ids) + self.places(torch.arange(ids.shape[1])))\n"       \
	"        for layer in self.layers:\n"                                                      \
	"            x = layer(x)\n"                                                               \
	"        return self.head(self.norm(x))\n"
#define GPT  HEAD GPT_PARTS GPT_MODEL
#define TIED "m.words.weight = m.head.weight\n"

/* Llama's: grouped keys and values, a gated MLP, norms of its own, nothing with a bias. */
#define LLAMA_PARTS                                                                                \
	"class Scale(nn.Module):\n"                                                                \
	"    def __init__(self, w):\n"                                                             \
	"        super().__init__()\n"                                                             \
	"        self.weight = nn.Parameter(torch.ones(w))\n"                                      \
	"    def forward(self, x):\n"                                                              \
	"        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True)) * self.weight\n"          \
	"def rotate_pairs(x):\n"                                                                   \
	"    return x\n"                                                                           \
	"class Attention(nn.Module):\n"                                                            \
	"    def __init__(self, c):\n"                                                             \
	"        super().__init__()\n"                                                             \
	"        self.num_heads = c['heads']\n"                                                    \
	"        size = c['width'] // c['heads']\n"                                                \
	"        self.wk = nn.Linear(c['width'], c['kv'] * size, bias=False)\n"                    \
	"        self.wv = nn.Linear(c['width'], c['kv'] * size, bias=False)\n"                    \
	"        self.wq = nn.Linear(c['width'], c['heads'] * size, bias=False)\n"                 \
	"        self.wo = nn.Linear(c['heads'] * size, c['width'], bias=False)\n"                 \
	"    def forward(self, x):\n"                                                              \
	"        q, k, v = rotate_pairs(self.wq(x)), rotate_pairs(self.wk(x)), self.wv(x)\n"       \
	"        return self.wo(torch.softmax(q @ k.transpose(1, 2), -1) @ v)\n"
#define LLAMA_MLP                                                                                  \
	"class FeedForward(nn.Module):\n"                                                          \
	"    def __init__(self, c):\n"                                                             \
	"        super().__init__()\n"                                                             \
	"        self.gate = nn.Linear(c['width'], c['inner'], bias=False)\n"                      \
	"        self.up = nn.Linear(c['width'], c['inner'], bias=False)\n"                        \
	"        self.down = nn.Linear(c['inner'], c['width'], bias=False)\n"                      \
	"    def forward(self, x):\n"                                                              \
	"        return self.down(F.silu(self.gate(x)) * self.up(x))\n"
#define LLAMA_BLOCK(mlp)                                                                           \
	"class Block(nn.Module):\n"                                                                \
	"    def __init__(self, c):\n"                                                             \
	"        super().__init__()\n"                                                             \
	"        self.a = Scale(c['width'])\n"                                                     \
	"        self.attention = Attention(c)\n"                                                  \
	"        self.b = Scale(c['width'])\n"                                                     \
	"        self.mlp = " mlp "(c)\n"                                                          \
	"    def forward(self, x):\n"                                                              \
	"        x = x + self.attention(self.a(x))\n"                                              \
	"        return x + self.mlp(self.b(x))\n"
#define LLAMA_MODEL(blocks)                                                                        \
	"class Decoder(nn.Module):\n"                                                              \
	"    def __init__(self, c):\n"                                                             \
	"        super().__init__()\n"                                                             \
	"        self.max_seq_len = c['rows']\n"                                                   \
	"        self.tokens = nn.Embedding(c['vocab'], c['width'])\n"                             \
	blocks                                                                                     \
	"        self.norm = Scale(c['width'])\n"                                                  \
	"        self.output = nn.Linear(c['width'], c['vocab'], bias=False)\n"                    \
	"    def forward(self, ids):\n"                                                            \
	"        x = self.tokens(ids)\n"                                                           \
	"        for block in self.blocks:\n"                                                      \
	"            x = block(x)\n"                                                               \
	"        return self.output(self.norm(x))\n"
#define APPENDED                                                                                   \
	"        self.blocks = nn.ModuleList()\n"                                                  \
	"        for _ in range(c['depth']):\n"                                                    \
	"            self.blocks.append(Block(c))\n"
#define LISTED "        self.blocks = nn.ModuleList(Block(c) for _ in range(c['depth']))\n"
#define LLAMA  HEAD LLAMA_PARTS LLAMA_MLP LLAMA_BLOCK("FeedForward") LLAMA_MODEL(APPENDED)
#define SIZES(w, l, h, kv, f, v)                                                                   \
	"m = Decoder(dict(width=" w ", depth=" l ", heads=" h ", kv=" kv ", inner=" f              \
	", vocab=" v ", rows=2048))\n"
#define EXPERTS                                                                                    \
	"class Sparse(nn.Module):\n"                                                               \
	"    def __init__(self, c):\n"                                                             \
	"        super().__init__()\n"                                                             \
	"        self.top_k = 2\n"                                                                 \
	"        self.router = nn.Linear(c['width'], 8, bias=False)\n"                             \
	"        self.experts = nn.ModuleList([FeedForward(c) for _ in range(8)])\n"

/* Not even torch.nn's matrices: as a course asks for. */
#define COURSE                                                                                     \
	HEAD "class Linear(nn.Module):\n"                                                          \
	     "    def __init__(self, d_in, d_out):\n"                                              \
	     "        super().__init__()\n"                                                        \
	     "        std = (2 / (d_in + d_out)) ** 0.5\n"                                         \
	     "        w = torch.empty((d_out, d_in), dtype=torch.float32)\n"                       \
	     "        self.weight = nn.Parameter(nn.init.trunc_normal_(w, std=std))\n"             \
	     "    def forward(self, x):\n"                                                         \
	     "        return torch.einsum('oi,...i->...o', self.weight, x)\n"                      \
	     "class Embedding(nn.Module):\n"                                                       \
	     "    def __init__(self, n, d):\n"                                                     \
	     "        super().__init__()\n"                                                        \
	     "        self.weight = nn.Parameter(torch.randn(n, d))\n"                             \
	     "    def forward(self, ids):\n"                                                       \
	     "        return self.weight[ids]\n"                                                   \
	     "class Norm(nn.Module):\n"                                                            \
	     "    def __init__(self, d):\n"                                                        \
	     "        super().__init__()\n"                                                        \
	     "        self.gain = nn.Parameter(torch.ones(d))\n"                                   \
	     "class Attend(nn.Module):\n"                                                          \
	     "    def __init__(self, d, n_heads):\n"                                               \
	     "        super().__init__()\n"                                                        \
	     "        self.n_heads = n_heads\n"                                                    \
	     "        self.q, self.k, self.v, self.o = (Linear(d, d) for _ in range(4))\n"         \
	     "class Swiglu(nn.Module):\n"                                                          \
	     "    def __init__(self, d, f):\n"                                                     \
	     "        super().__init__()\n"                                                        \
	     "        self.w1, self.w2, self.w3 = Linear(d, f), Linear(f, d), Linear(d, f)\n"      \
	     "class Block(nn.Module):\n"                                                           \
	     "    def __init__(self, d, n_heads, f):\n"                                            \
	     "        super().__init__()\n"                                                        \
	     "        self.ln1, self.ln2 = Norm(d), Norm(d)\n"                                     \
	     "        self.attn, self.ffn = Attend(d, n_heads), Swiglu(d, f)\n"                    \
	     "class Talk(nn.Module):\n"                                                            \
	     "    def __init__(self, vocab, d, n, n_heads, f):\n"                                  \
	     "        super().__init__()\n"                                                        \
	     "        self.tokens = Embedding(vocab, d)\n"                                         \
	     "        self.layers = nn.ModuleList([Block(d, n_heads, f) for _ in range(n)])\n"     \
	     "        self.norm, self.head = Norm(d), Linear(d, vocab)\n"                          \
	     "m = Talk(50257, 1600, 48, 25, 6400)\n"

/* A stack of torch.nn's own layers, positions as a parameter, weights shared in the other direction. */
#define STACK                                                                                      \
	HEAD "class Filler(nn.Module):\n"                                                          \
	     "    def __init__(self, vocab, d, n):\n"                                              \
	     "        super().__init__()\n"                                                        \
	     "        self.emb = nn.Embedding(vocab, d)\n"                                         \
	     "        self.pos = nn.Parameter(torch.randn(1, 512, d) * 0.02)\n"                    \
	     "        layer = nn.TransformerEncoderLayer(d_model=d, nhead=12, "                    \
	     "dim_feedforward=4 * d, batch_first=True)\n"                                          \
	     "        self.body = nn.TransformerEncoder(layer, num_layers=n)\n"                    \
	     "        self.head = nn.Linear(d, vocab)\n"                                           \
	     "        self.head.weight = self.emb.weight\n"                                        \
	     "    def forward(self, ids):\n"                                                       \
	     "        return self.head(self.body(self.emb(ids) + self.pos))\n"

/* A module for each head, as in lectures. */
#define HEADS                                                                                      \
	HEAD "class Head(nn.Module):\n"                                                            \
	     "    def __init__(self, w, size):\n"                                                  \
	     "        super().__init__()\n"                                                        \
	     "        self.key = nn.Linear(w, size, bias=False)\n"                                 \
	     "        self.query = nn.Linear(w, size, bias=False)\n"                               \
	     "        self.value = nn.Linear(w, size, bias=False)\n"                               \
	     "        self.register_buffer('tril', torch.tril(torch.ones(256, 256)))\n"            \
	     "class Many(nn.Module):\n"                                                            \
	     "    def __init__(self, w, n):\n"                                                     \
	     "        super().__init__()\n"                                                        \
	     "        self.heads = nn.ModuleList([Head(w, w // n) for _ in range(n)])\n"           \
	     "        self.proj = nn.Linear(w, w)\n"                                               \
	     "class Layer(nn.Module):\n"                                                           \
	     "    def __init__(self, w, n):\n"                                                     \
	     "        super().__init__()\n"                                                        \
	     "        self.sa, self.n1, self.n2 = Many(w, n), nn.LayerNorm(w), nn.LayerNorm(w)\n"  \
	     "        self.ffwd = nn.Sequential(nn.Linear(w, 4 * w), nn.ReLU(), "                  \
	     "nn.Linear(4 * w, w))\n"                                                              \
	     "class Talker(nn.Module):\n"                                                          \
	     "    def __init__(self):\n"                                                           \
	     "        super().__init__()\n"                                                        \
	     "        self.table, self.places = nn.Embedding(65, 384), nn.Embedding(256, 384)\n"   \
	     "        self.blocks = nn.Sequential(*[Layer(384, 6) for _ in range(6)], "            \
	     "nn.LayerNorm(384))\n"                                                                \
	     "        self.lm_head = nn.Linear(384, 65)\n"                                         \
	     "m = Talker()\n"

struct row {
	const char *source;
	enum custom_kind kind;
	/** A part of why, of a model that is not known. */
	const char *why;
	uint64_t params;
	uint32_t layers, hidden, heads, kv_heads, ffn, vocab, rows;
	bool tied, gated;
};

#define OTHER(s)	 {.source = (s), .kind = CUSTOM_OTHER}
#define NOT_KNOWN(s, w) {.source = (s), .kind = CUSTOM_OPEN, .why = (w)}

static const struct row rows[] = {
    /* openai-community/gpt2 and gpt2-xl, numel() of transformers' GPT2LMHeadModel. */
    {GPT "m = Writer()\n" TIED, CUSTOM_KNOWN, NULL, 124439808, 12, 768, 12, 12, 3072, 50257, 1024, true, false},
    /* An output whose sizes are those of the table that it shares; a class over Linear that calls it by its name. */
    {GPT OUTPUT "m = Writer()\nm.head = Output(m.words.weight)\nfor layer in m.layers:\n    layer.mix.qkv = Dense(768, 2304)\n",
     CUSTOM_KNOWN, NULL, 124439808, 12, 768, 12, 12, 3072, 50257, 1024, true, false},
    /* A base of one's own behind nn.Module, whose constructor does not run. */
    {GPT "class Writes:\n    def __init__(self):\n        self.head = None\n"
	 "class Author(nn.Module, Writes):\n    def __init__(self):\n        super().__init__()\n"
	 "        self.inner = Writer()\n        self.inner.head.weight = self.inner.words.weight\nm = Author()\n",
     CUSTOM_KNOWN, NULL, 124439808, 12, 768, 12, 12, 3072, 50257, 1024, true, false},
    {GPT "m = Writer(1600, 48, 25)\n" TIED, CUSTOM_KNOWN, NULL, 1557611200, 48, 1600, 25, 25, 6400, 50257, 1024,
     true, false},
    /* 124,439,808 and an output of its own. */
    {GPT "m = Writer()\n", CUSTOM_KNOWN, NULL, 163037184, 12, 768, 12, 12, 3072, 50257, 1024, false, false},
    /* Llama 1 and 2 7B, Llama 3 8B, TinyLlama 1.1B: the sums of their checkpoints' tensors. */
    {LLAMA SIZES("4096", "32", "32", "32", "11008", "32000"), CUSTOM_KNOWN, NULL, 6738415616, 32, 4096, 32, 32,
     11008, 32000, 2048, false, true},
    {LLAMA SIZES("4096", "32", "32", "8", "14336", "128256"), CUSTOM_KNOWN, NULL, 8030261248, 32, 4096, 32, 8,
     14336, 128256, 2048, false, true},
    {LLAMA SIZES("2048", "22", "32", "4", "5632", "32000"), CUSTOM_KNOWN, NULL, 1100048384, 22, 2048, 32, 4,
     5632, 32000, 2048, false, true},
    /* Mixtral 8x7B. */
    {HEAD LLAMA_PARTS LLAMA_MLP EXPERTS LLAMA_BLOCK("Sparse") LLAMA_MODEL(LISTED) SIZES(
	 "4096", "32", "32", "8", "14336", "32000"),
     CUSTOM_KNOWN, NULL, 46702792704, 32, 4096, 32, 8, 14336, 32000, 2048, false, true},
    /* Twelve of BERT's layers, 7,087,872 parameters each; tables of 30522 and 512 rows, a bias. */
    {STACK "m = Filler(30522, 768, 12)\n", CUSTOM_KNOWN, NULL, 12 * 7087872 + 31034 * 768 + 30522, 12, 768, 12, 12,
     3072, 30522, 512, true, false},
    /* The model of 65 letters in the lecture that many repositories follow: 10.788929 M. */
    {HEADS, CUSTOM_KNOWN, NULL, 10788929, 6, 384, 6, 6, 1536, 65, 256, false, false},
    /* What the course's question on a model of GPT-2 XL's sizes comes to. */
    {COURSE, CUSTOM_KNOWN, NULL, 2127057600, 48, 1600, 25, 25, 6400, 50257, 0, false, true},
    {COURSE "m.head.weight = m.tokens.weight\n", CUSTOM_KNOWN, NULL, 2046646400, 48, 1600, 25, 25, 6400, 50257, 0,
     true, true},
    /* A vocabulary that a tokenizer says. */
    {HEAD "import tiktoken\nenc = tiktoken.get_encoding('gpt2')\n" GPT_PARTS GPT_MODEL
	  "m = Writer(vocab=enc.n_vocab)\n" TIED,
     CUSTOM_KNOWN, NULL, 124439808, 12, 768, 12, 12, 3072, 50257, 1024, true, false},
    NOT_KNOWN(HEAD "import tiktoken\nenc = tiktoken.get_encoding('gpt2')\n" GPT_PARTS GPT_MODEL
		   "m = Writer(vocab=enc.n_vocab + 3)\n",
	      "vocabulary"),
    NOT_KNOWN(GPT "m = Writer(depth=int(input()))\n", "layers"),
    NOT_KNOWN(GPT "m = Writer(w=12 * 2 ** 36)\n", "measure"),
    NOT_KNOWN(GPT "m = Writer(vocab=2 ** 33)\n", "measure"),
    NOT_KNOWN(GPT "m = Writer(rows=2 ** 40)\n", "measure"),
    NOT_KNOWN(GPT "m = Writer(w=int(input()))\n", "width"),
    /* The data's vocabulary, or else the usual one; two sizes of which nobody says which. */
    {GPT "m = Writer(vocab=input() or 50257)\n" TIED, CUSTOM_KNOWN, NULL, 124439808, 12, 768, 12, 12, 3072, 50257, 1024,
     true, false},
    NOT_KNOWN(GPT "m = Writer(w=768 if input() else 1024)\n", "width"),
    NOT_KNOWN(GPT "m = Writer(depth=24 if input() else 12)\n", "layers"),
    /* Members that are not read: a layer of another library, one that hangs on the world, one that is replaced. */
    NOT_KNOWN(GPT "import fancy\nm = Writer()\nm.extra = fancy.Gate(768)\n", "fancy.Gate"),
    NOT_KNOWN(GPT "m = Writer()\nm.layers[3].n1 = nn.LayerNorm(768) if input() else nn.Identity()\n",
	      "condition"),
    NOT_KNOWN(GPT "m = Writer()\nm.places.weight = nn.Parameter(m.places.weight[:512])\n", "becomes"),
    NOT_KNOWN(GPT "m = Writer()\nm.places = nn.Parameter(torch.zeros(2048, 768)[:1024])\n", "size of places"),
    NOT_KNOWN(GPT "m = Writer()\nm.layers.append(Layer(1024, 16, 0.0))\n", "differ"),
    NOT_KNOWN(GPT "m = Writer()\nm.seen = nn.Sequential(nn.Linear(4096, 4096), nn.Linear(4096, 4096))\n",
	      "beside"),
    /* No output over the vocabulary, no table of tokens, no blocks. */
    OTHER(GPT "m = Writer()\nm.head = nn.Linear(768, 2)\n"),
    OTHER(GPT "m = Writer()\nm.words = nn.Linear(16, 768)\n"),
    OTHER(GPT "m = Writer()\nm.layers = nn.LSTM(768, 768, 2)\n"),
    OTHER(HEAD "m = nn.Sequential(nn.Embedding(100, 100))\n"),
    OTHER(HEAD "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
	       "        self.body = nn.ModuleList([nn.Conv2d(3, 8, 3) for _ in range(4)])\n"
	       "        self.out = nn.Linear(8, 10)\nm = Net()\n"),
};

static const struct node *first_module(const struct trace *trace)
{
	for (size_t i = 0; i < trace->n; i++)
		if (trace->at[i]->result && custom_module_is(trace->at[i]->result))
			return trace->at[i]->result;
	return NULL;
}

static struct custom_model read_source(struct arena *a, struct memory_world *memory, const char *source)
{
	struct eval_world world = memory_world(memory, a, str_of(source));
	struct py_cache *cache = py_cache_new(a);
	struct trace *trace = py_run(a, &world, cache, 1);
	struct custom_model own = custom_model_read(a, trace, NULL, first_module(trace));

	py_cache_free(cache);
	return own;
}

START_TEST(modules_are_read)
{
	struct arena arena = {0};
	struct memory_world memory = {0};
	const struct row *row = &rows[_i];
	struct custom_model own = read_source(&arena, &memory, row->source);
	const struct model *m = own.model;

	ck_assert_msg(own.kind == row->kind, "%s\nis %d: %.*s", row->source, (int)own.kind,
		      STR_ARG(own.why));
	if (row->why)
		ck_assert_msg(str_has(own.why, str_of(row->why)), "%.*s", STR_ARG(own.why));
	ck_assert_int_eq(m != NULL, row->kind == CUSTOM_KNOWN);
	if (m) {
		ck_assert_uint_eq(m->params, row->params);
		ck_assert_uint_eq(m->layers, row->layers);
		ck_assert_uint_eq(m->hidden, row->hidden);
		ck_assert_uint_eq(m->heads, row->heads);
		ck_assert_uint_eq(m->kv_heads, row->kv_heads);
		ck_assert_uint_eq(m->ffn, row->ffn);
		ck_assert_uint_eq(m->vocab, row->vocab);
		ck_assert_uint_eq(m->max_position, row->rows);
		ck_assert_int_eq(m->tied_embeddings, row->tied);
		ck_assert_int_eq(m->gated, row->gated);
	}
	arena_free(&arena);
}
END_TEST

/* Rows are what the model is called with, through alternatives and slices of what libraries made. */
START_TEST(slices_stay_what_they_are)
{
	struct arena arena = {0};
	struct memory_world memory = {0};
	struct eval_world world = memory_world(
	    &memory, &arena,
	    STR("import torch, lib\na = torch.load('x')\nx = (a if lib.f() else torch.zeros(9))[:-1].view(4, 2)\n"));
	struct py_cache *cache = py_cache_new(&arena);
	struct trace *trace = py_run(&arena, &world, cache, 1);
	size_t n = 0;

	for (size_t i = 0; i < trace->n; i++)
		n += str_is(trace->at[i]->method, "view");
	ck_assert_uint_eq(n, 2);
	py_cache_free(cache);
	arena_free(&arena);
}
END_TEST

/* What is cut off in front is no limit of what is left: only x[:n] and x[-n:] have one. */
START_TEST(only_some_slices_limit)
{
	struct arena arena = {0};
	struct memory_world memory = {0};
	struct eval_world world = memory_world(
	    &memory, &arena,
	    STR("import lib\na, n = lib.load(), lib.n()\nm = 4 if lib.f() else 8\n"
		"lib.seen(a[:n], a[-n:], a[-m:], a[-512:], a[n:], a[m:], a[512:], a[n:n])\n"));
	struct py_cache *cache = py_cache_new(&arena);
	struct trace *trace = py_run(&arena, &world, cache, 1);
	const struct call *seen = NULL;

	for (size_t i = 0; i < trace->n; i++)
		if (str_is(trace->at[i]->method, "seen"))
			seen = trace->at[i];
	ck_assert_ptr_nonnull(seen);
	ck_assert_uint_eq(seen->args.n, 8);
	for (size_t i = 0; i < 8; i++)
		ck_assert_msg((seen->args.at[i].value->op == ':') == (i < 4), "slice %zu", i);
	py_cache_free(cache);
	arena_free(&arena);
}
END_TEST

/* GPT-2's layers as somebody writes them need what transformers' GPT-2 needs. */
START_TEST(needs_what_the_known_model_needs)
{
	static const struct {
		enum setting setting;
		const char *value;
	} given[] = {
	    {SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, "12"}, {SETTING_MAX_SEQ_LENGTH, "1024"},
	    {SETTING_WEIGHTS_DTYPE, "float32"},		 {SETTING_MIXED_PRECISION, "bf16"},
	    {SETTING_OPTIMIZER, "adamw_torch"},		 {SETTING_ATTENTION, "sdpa"},
	    {SETTING_ATTENTION_MASK, "none"},		 {SETTING_TASK, "pretrain"},
	};
	struct arena arena = {0};
	struct memory_world memory = {0};
	struct custom_model own = read_source(&arena, &memory, GPT "m = Writer()\n" TIED "m(torch.zeros(1, 8))\n");
	struct job job = {.model = own.model};
	uint64_t mine, known;

	for (size_t i = 0; i < sizeof(given) / sizeof(*given); i++)
		ck_assert(setting_parse(&arena, given[i].setting, str_of(given[i].value),
					&job.set[given[i].setting]));
	ck_assert_ptr_nonnull(own.model);
	mine = estimate_likely(&arena, &job);
	job.model = model_find(STR("openai-community/gpt2"));
	known = estimate_likely(&arena, &job);
	ck_assert_msg(fabs((double)mine / (double)known - 1) < 0.01, "%llu, not %llu",
		      (unsigned long long)mine, (unsigned long long)known);
	arena_free(&arena);
}
END_TEST

static const struct {
	const char *source;
	/** In the blocks; on what the embedding gives. */
	bool blocks, embedding;
} drops[] = {
    {GPT "m = Writer()\n", true, true},
    {GPT "m = Writer(p=0.0)\n", false, false},
    {GPT "m = Writer(p=0.0)\nm.drop = nn.Dropout()\n", false, true},
    {GPT "m = Writer(p=float(input()))\n", true, true},
    {STACK "m = Filler(30522, 768, 12)\n", true, false},
};

START_TEST(dropout_is_read)
{
	struct arena arena = {0};
	struct memory_world memory = {0};
	struct custom_model own = read_source(&arena, &memory, drops[_i].source);

	ck_assert_ptr_nonnull(own.model);
	ck_assert_msg(own.model->traits->dropout == drops[_i].blocks, "%s", drops[_i].source);
	ck_assert_msg(own.model->traits->embedding_dropout == drops[_i].embedding, "%s", drops[_i].source);
	arena_free(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("custom_model");
	TCase *tc = tcase_create("custom_model");

	tcase_add_loop_test(tc, dropout_is_read, 0, (int)(sizeof(drops) / sizeof(*drops)));
	tcase_add_loop_test(tc, modules_are_read, 0, sizeof(rows) / sizeof(*rows));
	tcase_add_test(tc, slices_stay_what_they_are);
	tcase_add_test(tc, only_some_slices_limit);
	tcase_add_test(tc, needs_what_the_known_model_needs);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
