/* The arithmetic of losses, as the calls show it that their values went through. */
#include "loss_signs.h"

#include "handwritten_loop.h"

static bool is_logprob(const struct call *call)
{
	static const char *const methods[] = {"log_softmax", "cross_entropy", "gather", "logsumexp",
					      "nll_loss"};

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i]))
			return true;
	return str_has(call->callee, STR("CrossEntropyLoss"));
}

static bool is_cross_entropy(const struct call *call)
{
	/* litgpt.utils.chunked_cross_entropy(), flash_attn's fused one, … */
	return (str_ends(call->method, STR("cross_entropy")) && !str_starts(call->method, STR("binary_"))) || str_has(call->callee, STR("CrossEntropyLoss"));
}

/* What calls of nobody's row made of a model: parallel.wrap(model), patch(model). */
static bool is_kept_model(const struct node *n)
{
	enum { STEPS = 8 };

	for (int i = 0; n && i < STEPS && !loop_is_model(n); i++) {
		if (!n->made || n->made->result != n || call_row(n->made))
			return false;
		n = n->made->self ? n->made->self : n->made->args.n ? n->made->args.at[0].value : NULL;
	}
	return loop_is_model(n);
}

/* A model that is given the labels gives its own loss. */
static bool has_own_loss(const struct call *call)
{
	if (!loop_runs(call))
		return false;
	if (call_arg(call, STR("labels"), SIZE_MAX))
		return is_kept_model(call->self);
	return loop_is_model(call->self) && call_arg(call, STR("**"), SIZE_MAX);
}

/* Whether a model's output goes into a call as it is, and not by way of probabilities. */
static bool takes_scores(const struct scan *s, const struct call *call)
{
	struct origins r = {.arena = s->arena, .computed = true};
	bool scores = false;

	origins_add_call(&r, call);
	for (size_t i = 0; i < r.n; i++) {
		const struct call *made = r.at[i]->made;

		if (made && is_logprob(made))
			return false;
		scores |= made && loop_passes(made);
	}
	return scores;
}

bool signs_made_anew(const struct call *made)
{
	const struct callable *row = call_row(made);
	const struct keymap *map = row ? row->map : NULL;

	return str_has(made->callee, STR(".from_config")) ||
	       (map && (str_is(str_of(map->name), "transformers.from_config") ||
			str_is(str_of(map->name), "transformers.PreTrainedModel")));
}

/* torch.log(torch.sigmoid(x)), x.sigmoid().log() */
static bool is_log_of_sigmoid(const struct call *call)
{
	const struct node *of = call->self ? call->self : call->args.n ? call->args.at[0].value : NULL;

	return str_is(call->method, "log") && of && of->made && str_is(of->made->method, "sigmoid");
}

bool loss_prefers(const struct call *call)
{
	return str_is(call->method, "logsigmoid") || str_has(call->callee, STR("LogSigmoid")) || is_log_of_sigmoid(call);
}

/* 0.8 or 1 - epsilon; 1.2 or 1 + epsilon. */
static bool is_near_one(const struct node *n, bool above)
{
	double x = n->kind == NODE_INT ? (double)n->as.i : n->kind == NODE_REAL ? n->as.r : 0;

	if (n->kind == NODE_UNKNOWN)
		return n->op == (above ? '+' : '-') && n->from[0] && n->from[0]->kind == NODE_INT && n->from[0]->as.i == 1;
	return above ? x > 1 && x < 3 : x > 0.3 && x < 1;
}

/* torch.clamp(torch.exp(new - old), 1 - epsilon, 1 + epsilon) */
static bool clips_ratio(const struct scan *s, const struct call *call)
{
	const struct node *of = call->self ? call->self : call->args.n ? call->args.at[0].value : NULL;
	size_t first = call->self ? 0 : 1;
	const struct arg *low, *high;

	if (!str_is(call->method, "clamp") && !str_is(call->method, "clip"))
		return false;
	low = call_arg(call, STR("min"), first);
	high = call_arg(call, STR("max"), first + 1);
	if (!of || !low || !high)
		return false;
	of = suppose_value(s->suppose, of);
	return of->made && of->made->result == of && str_is(of->made->method, "exp") &&
	       is_near_one(suppose_value(s->suppose, low->value), false) && is_near_one(suppose_value(s->suppose, high->value), true);
}

/* The first of values that are put side by side: torch.cat([scores, scores_of_hard_negatives], dim=-1). NULL: it is none of them. */
static const struct node *first_beside(const struct node *n)
{
	const struct node *list = n->made && n->made->args.n && str_among(n->made->callee, STR("torch.cat|torch.concat|torch.hstack"))
					  ? n->made->args.at[0].value
					  : NULL;

	return list && (list->kind == NODE_LIST || list->kind == NODE_TUPLE) && list->as.items.n ? list->as.items.at[0] : NULL;
}

/*
 * The value that another came out of, behind what only changes its form or scale: methods of it, arithmetic with it. Of a product
 * or a quotient the first side is followed: scores / temperature, labels * group_size.
 */
static const struct node *source_of(const struct scan *s, const struct node *n, bool (*wanted)(const struct node *))
{
	enum { STEPS = 16 };

	for (int i = 0; n && i < STEPS; i++) {
		n = suppose_value(s->suppose, n);
		if (n->kind == NODE_EITHER && n->as.items.n)
			n = n->as.items.at[0];
		if (wanted(n))
			return n;
		n = first_beside(n) ? first_beside(n) : n->made && n->made->self ? n->made->self : n->from[0];
	}
	return NULL;
}

static bool is_similarity(const struct node *n)
{
	static const char *const names[] = {"matmul", "mm", "bmm", "einsum", "cosine_similarity", "cos_sim"};

	for (size_t i = 0; n->made && i < sizeof(names) / sizeof(*names); i++)
		if (str_is(n->made->method, names[i]))
			return true;
	return n->op == '@';
}

static bool makes_numbers(const struct node *n)
{
	return n->made && (str_is(n->made->callee, "torch.arange") || str_is(n->made->callee, "torch.tensor"));
}

/* torch.exp(new - old), torch.exp(loss); not torch.exp(torch.arange(half) * -rate), the waves that tell positions apart. */
static bool is_exponential(const struct scan *s, const struct call *call)
{
	const struct node *of = call->self ? call->self : call->args.n ? call->args.at[0].value : NULL;

	return str_is(call->method, "exp") && !(of && source_of(s, of, makes_numbers));
}

/* torch.arange(n); torch.tensor(range(len(scores))), of which all that is known is what it was counted from. */
static bool numbers_rows(const struct scan *s, const struct node *target)
{
	const struct node *numbers = source_of(s, target, makes_numbers);
	const struct call *made = numbers ? numbers->made : NULL;

	return made && (str_is(made->method, "arange") || (made->args.n && source_of(s, made->args.at[0].value, is_similarity)));
}

static bool stand_beside(const struct node *n)
{
	return first_beside(n) != NULL;
}

static bool makes_zeros(const struct node *n)
{
	return n->made && str_among(n->made->callee, STR("torch.zeros|torch.zeros_like"));
}

/* cat([similarity_of_pair, similarities_of_others], dim=1), zeros(n, dtype=long): of each row the first is the right one. */
static bool tells_first_apart(const struct scan *s, const struct node *scores, const struct node *target)
{
	return source_of(s, scores, stand_beside) && source_of(s, target, makes_zeros);
}

/* cross_entropy(similarities, arange(n)): each text is to be told from the others of its batch. */
static bool tells_rows_apart(const struct scan *s, const struct call *call)
{
	const struct arg *scores, *target;

	if (!is_cross_entropy(call))
		return false;
	scores = call_arg(call, STR("input"), 0);
	target = call_arg(call, STR("target"), 1);
	return scores && target && source_of(s, scores->value, is_similarity) &&
	       (numbers_rows(s, target->value) || tells_first_apart(s, scores->value, target->value));
}

/* cross_entropy(scores, labels), model(ids, labels=labels): what is told are answers. */
static bool tells_answers(const struct call *call)
{
	if (is_cross_entropy(call) || str_is(call->method, "nll_loss"))
		return call_arg(call, STR("input"), 0) && call_arg(call, STR("target"), 1);
	return has_own_loss(call) && call_arg(call, STR("labels"), SIZE_MAX);
}

static bool is_layer(const struct node *n)
{
	return n->made && str_is(n->made->callee, "torch.nn.Linear().__call__") && n->made->self && n->made->self->made;
}

/* Whether as many answers as a layer has are the words of a model: AlbertConfig(vocab_size=379), of sounds. */
static bool is_vocabulary(const struct scan *s, int64_t answers)
{
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct arg *words = call_arg(s->trace->at[i], STR("vocab_size"), SIZE_MAX);

		if (words && words->value->kind == NODE_INT && words->value->as.i == answers)
			return true;
	}
	return false;
}

/* BCEWithLogitsLoss()(scores, labels), binary_cross_entropy(scores, labels) */
static bool is_binary(const struct call *call)
{
	return str_has(call->callee, STR("BCE")) || str_starts(call->method, STR("binary_cross_entropy"));
}

/*
 * cross_entropy(self.fc(hidden).view(-1, labels), label): of a layer with no more answers than any vocabulary has. Of labels that
 * are each there or not one may be all.
 */
static bool tells_labels(const struct scan *s, const struct call *call)
{
	enum { LABELS_MOST = 1000 };
	const bool binary = is_binary(call);
	const struct arg *scores = binary || is_cross_entropy(call) ? call_arg(call, STR("input"), 0) : NULL, *out;
	const struct node *layer = scores ? source_of(s, scores->value, is_layer) : NULL, *n;

	if (!layer)
		return false;
	out = call_arg(layer->made->self->made, STR("out_features"), 1);
	n = out ? suppose_value(s->suppose, out->value) : NULL;
	/* As many as a file has: no word of a vocabulary is told by yes or no, and of others the number's name says what they are. */
	if (n && n->kind == NODE_UNKNOWN)
		return binary || layer->made->self->made->labels;
	return n && n->kind == NODE_INT && n->as.i > (binary ? 0 : 1) && n->as.i <= LABELS_MOST && !is_vocabulary(s, n->as.i);
}

/* The pass with gradients, through a model, that a value came out of; NULL: none. */
static const struct call *pass_of(const struct scan *s, const struct node *n)
{
	struct origins of = {.arena = s->arena, .computed = true, .gradients = true};

	origins_add(&of, n);
	for (size_t i = 0; i < of.n; i++) {
		const struct call *made = of.at[i]->made;

		if (made && loop_runs(made) && loop_is_model(made->self) && !made->no_gradients)
			return made;
	}
	return NULL;
}

/*
 * cosine_similarity(question, passage): what one model makes of two texts, in a pass each, is to be near or far. A teacher's
 * vectors are another model's.
 */
static bool compares_texts(const struct scan *s, const struct call *call)
{
	const struct call *pass[2] = {0};

	if (!str_among(call->method, STR("cosine_similarity|cos_sim")) && !str_has(call->callee, STR("CosineSimilarity().__call__")))
		return false;
	for (size_t i = 0; i < 2; i++) {
		const struct arg *arg = call_arg(call, i ? STR("x2") : STR("x1"), i);

		pass[i] = arg ? pass_of(s, arg->value) : NULL;
	}
	return pass[0] && pass[1] && pass[0] != pass[1] && pass[0]->self == pass[1]->self;
}

/* Whether a pass goes through a model and the head of words that its class has. */
static bool makes_words(const struct scan *s, const struct call *call)
{
	struct origins r = {.arena = s->arena};

	if (!loop_runs(call) || !loop_is_model(call->self))
		return false;
	origins_add(&r, call->self);
	for (size_t i = 0; i < r.n; i++)
		if (r.at[i]->made && role_writes(r.at[i]->made->callee))
			return true;
	return false;
}

/* Whether a model's class gives a score and no words: a reward model's. */
static bool is_of_scorer(const struct node *model)
{
	return model && model->made && str_has(model->made->callee, STR("ForSequenceClassification"));
}

/*
 * rewards.std(), unless a model that writes was asked for what it is taken of: the spread of advantages is that of what a critic
 * did not expect.
 */
static bool takes_spread(const struct scan *s, const struct call *call)
{
	struct origins of = {.arena = s->arena, .computed = true};

	if (!str_is(call->method, "std"))
		return false;
	origins_add_call(&of, call);
	for (size_t i = 0; i < of.n; i++) {
		const struct call *made = of.at[i]->made;

		if (made && loop_runs(made) && loop_is_model(made->self) && !is_of_scorer(made->self))
			return false;
	}
	return true;
}

static bool is_regression(const struct call *call)
{
	static const char *const names[] = {"mse_loss", "smooth_l1_loss", "huber_loss", "MSELoss", "SmoothL1Loss", "HuberLoss"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_has(call->callee, str_of(names[i])))
			return true;
	return false;
}

/* log_probs.gather(2, ids), Categorical(logits=logits).log_prob(ids), log_probs[torch.arange(n), ids] */
static bool takes_drawn(const struct call *call)
{
	return str_is(call->method, "gather") || str_is(call->method, "log_prob") || str_is(call->callee, "torch.arange");
}

/* The key by which a value was taken out of another one, batch["labels"]; empty: by none that is known. */
static struct str key_of(const struct node *n)
{
	return n->from[1] && n->from[1]->kind == NODE_STR ? n->from[1]->text : STR("");
}

/* log_probs.gather(2, batch["labels"]): of what the data say, and not of what the program has drawn. */
static bool takes_labelled(const struct scan *s, const struct call *call)
{
	const struct arg *index = str_is(call->method, "gather") ? call_arg(call, STR("index"), call->self ? 1 : 2) : NULL;
	struct origins of = {.arena = s->arena, .computed = true};
	bool named = false;

	if (!index)
		return false;
	origins_add(&of, index->value);
	for (size_t i = 0; i < of.n; i++) {
		if (of.at[i]->made && loop_runs(of.at[i]->made))
			return false;
		named |= str_ends(key_of(of.at[i]), STR("labels"));
	}
	return named;
}

static bool is_of_rewards(struct str key)
{
	static const char *const words[] = {"reward", "advantage", "return", "score", "value", "weight", "logp"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(key, str_of(words[i])))
			return true;
	return false;
}

static void add_pass(const struct call *call, struct signs *signs)
{
	*(call->no_gradients ? &signs->still : &signs->passes) += 1;
	if (call->no_gradients)
		return;
	signs->several |= signs->pass && signs->pass != call;
	signs->pass = call;
}

/* A pass through a model whose class, one of the repository's own, has a layer of labels: BertForRelation.from_pretrained(name)(ids). */
static bool gives_labels(const struct scan *s, const struct call *call)
{
	struct origins r = {.arena = s->arena};

	if (!loop_runs(call) || !loop_is_model(call->self) || call->no_gradients)
		return false;
	origins_add(&r, call->self);
	for (size_t i = 0; i < r.n; i++)
		if (r.at[i]->made && r.at[i]->made->own_labels)
			return true;
	return false;
}

static void read_call(const struct scan *s, const struct call *call, struct signs *signs)
{
	bool loss = str_has(call->callee, STR("Loss")), apart = tells_rows_apart(s, call);

	signs->contrasts |= apart;
	signs->answers |= !apart && tells_answers(call);
	signs->labels |= tells_labels(s, call);
	signs->of_labels |= !signs->of_labels && gives_labels(s, call);
	signs->binary |= is_binary(call);
	signs->compares |= compares_texts(s, call);
	signs->words |= !signs->words && makes_words(s, call);
	if (loop_runs(call) && loop_is_model(call->self))
		add_pass(call, signs);
	if (loss_prefers(call)) {
		signs->pairs = true;
		signs->of_scores |= takes_scores(s, call);
	}
	if (is_cross_entropy(call) || str_is(call->method, "nll_loss") || has_own_loss(call))
		signs->cross_entropy = true;
	signs->of_words |= is_cross_entropy(call) || str_is(call->method, "nll_loss") ||
			   (has_own_loss(call) && call_arg(call, STR("labels"), SIZE_MAX));
	signs->clipped |= clips_ratio(s, call);
	signs->spread |= takes_spread(s, call);
	signs->regresses |= is_regression(call);
	signs->drawn |= takes_drawn(call);
	signs->labelled |= takes_labelled(s, call);
	signs->draws |= str_is(call->method, "log_prob") && str_has(call->callee, STR("distributions."));
	if (str_is(call->method, "kl_div") || (loss && str_has(call->callee, STR("KLDivLoss"))))
		signs->divergence = true;
	if (str_is(call->method, "mse_loss") || is_exponential(s, call) ||
	    (loss && str_has(call->callee, STR("MSELoss"))))
		signs->square = true;
	if (loop_is_model(call->self) && signs_made_anew(call->self->made))
		signs->from_config = true;
}

/* Beside a loss of words the angle is but a part; where it is all there is, it is no score that is preferred to another. */
static void settle(struct signs *signs)
{
	signs->contrasts |= signs->compares && !signs->of_words && !signs->divergence;
	signs->of_scores = signs->of_scores && !signs->contrasts;
}

struct signs loss_signs(const struct scan *s, const struct call *step)
{
	const struct origins *r = loop_learned(s, step);
	struct signs signs = {0};

	for (size_t i = 0; i < r->n; i++) {
		signs.rewarded |= is_of_rewards(key_of(r->at[i]));
		if (r->at[i]->made)
			read_call(s, r->at[i]->made, &signs);
	}
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++)
		signs.generates |= str_is(s->trace->at[i]->method, "generate") &&
				   s->trace->at[i]->outermost == step->outermost;
	settle(&signs);
	return signs;
}

struct signs signs_inside(const struct scan *s, const struct call *outer)
{
	struct signs signs = {0};

	for (uint32_t i = outer->inside; i < outer->order; i++)
		read_call(s, s->trace->at[i], &signs);
	/* What weighs them is in values that no call was given. */
	signs.labelled = false;
	settle(&signs);
	return signs;
}
