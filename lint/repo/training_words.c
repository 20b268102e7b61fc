#include "training_words.h"

#define HAS(s, words) has_any(s, words, sizeof(words) / sizeof(*(words)))

static bool has_any(struct str s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_has_nocase(s, str_of(words[i])))
			return true;
	return false;
}

/* The line around a place, without the blanks around it. */
static struct str line_at(struct str code, size_t at)
{
	size_t from = at, to = at;

	while (from && code.s[from - 1] != '\n')
		from--;
	while (to < code.n && code.s[to] != '\n')
		to++;
	return str_trim(str_sub(code, from, to));
}

/* Whether a line is code that runs, as far as it can be told by itself; SentencePiece's trainer makes a tokenizer. */
static bool is_code(struct str line)
{
	return !str_has(line, STR("SentencePieceTrainer")) && !str_starts(line, STR("#")) && !str_starts(line, STR(">>>")) && !str_starts(line, STR("def ")) &&
	       !str_has(line, STR("`"));
}

/* The sign of the text over several lines that is open at the end of a part of the code; 0: none is. open: at its begin. */
static char open_text(struct str code, size_t from, size_t to, char open)
{
	for (size_t i = from; i + 2 < to; i++) {
		char c = code.s[i];

		if ((c != '"' && c != '\'') || code.s[i + 1] != c || code.s[i + 2] != c || (open && open != c))
			continue;
		open = open ? 0 : c;
		i += 2;
	}
	return open;
}

/* Whether a place of a line is within quotes: what a program writes into another, or says. */
static bool is_quoted(struct str line, size_t at)
{
	char quote = 0;

	for (size_t i = 0; i < at; i++) {
		if (line.s[i] == '\\')
			i++;
		else if (quote ? line.s[i] == quote : line.s[i] == '"' || line.s[i] == '\'')
			quote = quote ? 0 : line.s[i];
	}
	return quote != 0;
}

static bool find_code(struct str code, struct str word, struct str *line)
{
	char open = 0;
	size_t before = 0;

	for (size_t at = str_find(code, word, 0); at != SIZE_MAX; at = str_find(code, word, at + word.n)) {
		/* An example in the words about a function is not run, nor a program that is written out. */
		open = open_text(code, before, at, open);
		before = at;
		*line = line_at(code, at);
		if (!open && is_code(*line) && !is_quoted(*line, at - (size_t)(line->s - code.s)))
			return true;
	}
	return false;
}

bool training_words_place(struct str code, size_t *at, size_t *length)
{
	static const char *const calls[] = {"trainer.train(",    "rainer.fit(",	 "Trainer.train(",
					    ").train_model(", ".finetune_recipe(", ".pretrain_recipe(", "LightningCLI("};
	struct str line = {0}, step = {0};
	bool found = false;

	/* trainer.train() of a hand-written class is a call that trains as well. */
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls) && !found; i++)
		found = find_code(code, str_of(calls[i]), &line);
	if (!found && str_has(code, STR("optim")))
		found = (find_code(code, STR(".backward("), &line) || find_code(code, STR("accelerator.backward("), &line)) &&
			find_code(code, STR(".step("), &step);
	if (!found)
		return false;
	*at = (size_t)(line.s - code.s);
	*length = line.n;
	return true;
}

bool training_words_language(struct str code)
{
	static const char *const language[] = {
		"CausalLM",	    "LMHeadModel",   "Seq2SeqLM",     "MaskedLM",   "ForSequenceClassification",
		"FastLanguageModel", "from trl",     "import trl",    "SFTTrainer", "DPOTrainer",
		"GRPOTrainer",	    "AutoTokenizer", "vocab_size",    "tiktoken",   "sentencepiece",
		"input_ids",	    "lm_head",	     "language model", "block_size", "collections import llm",
		"token_ids",	    "lm_labels",
	};

	return HAS(code, language);
}

bool training_words_named(struct str name)
{
	static const char *const words[] = {"gsm8k", "math500", "alpaca", "grpo", "dpo",  "rlhf",    "sft",
					    "llm",   "lora",	"llama",  "qwen", "gemma", "mistral"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(name, str_of(words[i])))
			return true;
	return false;
}

bool training_words_pretrained(struct str code)
{
	static const char *const models[] = {
		"transformer", "bert",	   "gpt",     "lm_head", "language model", "language_model",
		"causal_lm",	"causallm", "llama",  "mistral", "gemma", "qwen", "xlnet", "electra", "ernie", "maskedlm", "masked_lm",
		"t5for",	"t5-",	   "mt5",     "seq2seqlm", "pegasus", "chatglm", "baichuan", "mindformers", "paddlenlp", "mindnlp",
	};

	return HAS(code, models);
}

bool training_words_subject_code(struct str code)
{
	static const char *const others[] = {
		"import torchvision", "from torchvision", "import torchaudio", "from torchaudio", "diffusers",  "pixel_values", "import timm",   "from timm",	"import gym",
		"gymnasium",   "unet",	     "spectrogram", "waveform",	   "imagenet",	    "cifar",		"mnist",
		"resnet",      "torch_geometric", "stable_baselines", "image_size", "input_features",
		"latents",	   "import cv2", "from PIL",	"librosa",
	};

	return HAS(code, others);
}

bool training_words_other_code(struct str code)
{
	static const char *const libraries[] = {"tensorflow", "keras", "import jax", "mlx.core"};

	return training_words_subject_code(code) || HAS(code, libraries);
}

static size_t indent_of(struct str line)
{
	size_t n = 0;

	while (n < line.n && (line.s[n] == ' ' || line.s[n] == '\t'))
		n++;
	return n;
}

struct str training_words_function(struct str code, size_t at)
{
	size_t indent = indent_of(str_sub(code, str_rchr(str_sub(code, 0, at), '\n') + 1, code.n));

	/* Upwards, to lines that are indented less. */
	while (at && indent) {
		size_t end = str_rchr(str_sub(code, 0, at), '\n'), from;
		struct str line, text;

		if (end == SIZE_MAX)
			break;
		from = str_rchr(str_sub(code, 0, end), '\n') + 1;
		line = str_sub(code, from, end);
		text = str_trim(line);
		at = from;
		if (!text.n || text.s[0] == '#' || text.s[0] == ')' || indent_of(line) >= indent)
			continue;
		indent = indent_of(line);
		if (str_starts(text, STR("async ")))
			text = str_sub(text, 6, text.n);
		if (str_starts(text, STR("def ")))
			return str_trim(str_cut(str_sub(text, 4, text.n), '(').head);
	}
	return STR("");
}

static bool is_name(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

bool training_words_calls(struct str code, struct str function)
{
	for (size_t at = str_find(code, function, 0); at != SIZE_MAX;
	     at = str_find(code, function, at + 1)) {
		size_t behind = at + function.n;
		char before = at ? code.s[at - 1] : ' ';

		if (behind < code.n && code.s[behind] == '(' && !is_name(before) &&
		    /* model.train() trains nothing. */
		    (before != '.' || !str_is(function, "train")))
			return true;
	}
	return false;
}

/* A word within a name, between what is no letter: "dpo" of run_dpo.sh, and not "ppo" of support. */
static bool has_part(struct str name, struct str part)
{
	for (size_t at = 0; at + part.n <= name.n; at++) {
		struct str here = str_sub(name, at, at + part.n);
		char before = at ? name.s[at - 1] : '_', behind = at + part.n < name.n ? name.s[at + part.n] : '_';
		bool letter = (before >= 'a' && before <= 'z') || (behind >= 'a' && behind <= 'z');

		if (str_eq(here, part) && !letter)
			return true;
	}
	return false;
}

bool training_words_program(struct str name)
{
	static const char *const whole[] = {"train", "tune", "tuning"};
	static const char *const parts[] = {"sft", "dpo", "grpo", "ppo", "kto", "orpo", "rlhf", "lora", "qlora", "clm", "mlm"};
	static const char *const otherwise[] = {"eval",  "infer",    "predict", "benchmark", "serve", "merge", "export",
					  "generat", "convert", "prepare", "tokeniz", "preprocess", "download", "verify", "audit"};

	if (HAS(name, otherwise) || str_starts(name, STR("test_")) || training_words_other(name))
		return false;
	if (HAS(name, whole))
		return true;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (has_part(name, str_of(parts[i])))
			return true;
	return false;
}

bool training_words_flag(struct str word)
{
	static const char *const words[] = {"model_name", "model-name", "model_path", "model-path", "pretrain",
					    "tokenizer",  "max_seq",	 "max-seq",    "max_length", "max-length",
					    "seq_len",	  "seq-len",	 "lora",       "model.path", "cutoff_len",
					    "deepspeed",  "base_model", "model_id",   "llm",	       "max_len"};

	return HAS(word, words);
}

bool training_words_subject(struct str word)
{
	static const char *const words[] = {
		"image",   "vision_", "diffus", "unet",	  "dreambooth",  "sdxl",   "stable-d", "vae",	   "audio",  "speech",
		"whisper", "video",   "resnet", "yolo",	  "segmentation", "detection", "flux", "openclip", "mnist",  "cifar",
		"gym",	   "wav2vec", "lidar",	"controlnet",
	};

	return HAS(word, words);
}

bool training_words_other(struct str word)
{
	static const char *const libraries[] = {"tensorflow", "jax"};

	return training_words_subject(word) || HAS(word, libraries);
}

static struct str next_word(struct str *line)
{
	struct str_cut cut;

	*line = str_trim(*line);
	cut = str_cut(*line, ' ');
	*line = cut.tail;
	return cut.head;
}

/* Whether a command begins with a launcher that starts little but trainings, behind variables and what runs commands. */
static bool is_launch(struct str line)
{
	const struct str before = STR("exec|nohup|time|srun|uv|poetry|pixi|run|env|setsid");
	static const struct {
		const char *name, *verbs;
	} launchers[] = {
		{"torchrun", ""},	       {"deepspeed", ""},	       {"accelerate", " launch "}, {"llamafactory-cli", " train "},
		{"axolotl", " train "},   {"swift", " sft pt rlhf "}, {"xtuner", " train "},	 {"tune", " run "},
	};
	struct str word = next_word(&line);

	while (word.n && (str_among(word, before) ||
			  (str_chr(word, '=', 0) != SIZE_MAX && !str_has(word, STR("(")))))
		word = next_word(&line);
	for (size_t i = 0; i < sizeof(launchers) / sizeof(*launchers); i++)
		if (str_is(word, launchers[i].name)) {
			struct str verb = next_word(&line), verbs = str_of(launchers[i].verbs);
			size_t at = verb.n ? str_find(verbs, verb, 0) : SIZE_MAX;

			return !verbs.n || (at != SIZE_MAX && at && verbs.s[at - 1] == ' ' && verbs.s[at + verb.n] == ' ');
		}
	return false;
}

/* The end of a line and of those that it goes on in. */
static size_t end_of_command(struct str code, size_t at)
{
	size_t end = str_chr(code, '\n', at);

	while (end != SIZE_MAX && end && code.s[end - 1] == '\\')
		end = str_chr(code, '\n', end + 1);
	return end == SIZE_MAX ? code.n : end;
}

/* What ends a here-document that is only printed: `cat <<EOF`, and not `cat > x.sh <<EOF`; empty if none begins. */
static struct str printed_until(struct str line)
{
	size_t at = str_find(line, STR("<<"), 0);
	struct str word;

	if (at == SIZE_MAX || str_starts(str_sub(line, at, line.n), STR("<<<")) || str_chr(line, '>', 0) != SIZE_MAX)
		return STR("");
	word = str_trim(str_sub(line, at + 2, line.n));
	while (word.n && (word.s[0] == '-' || word.s[0] == '\'' || word.s[0] == '"' || word.s[0] == ' '))
		word = str_sub(word, 1, word.n);
	at = 0;
	while (at < word.n && ((word.s[at] >= 'A' && word.s[at] <= 'Z') || (word.s[at] >= 'a' && word.s[at] <= 'z') || word.s[at] == '_'))
		at++;
	return str_sub(word, 0, at);
}

bool training_words_launch(struct str code, size_t *at, size_t *length)
{
	struct str until = {0};

	for (size_t from = 0; from < code.n;) {
		size_t stop = str_chr(code, '\n', from), end;
		struct str line = str_trim(str_sub(code, from, stop == SIZE_MAX ? code.n : stop)), command;

		if (until.n) {
			until = str_eq(line, until) ? STR("") : until;
		} else if (str_has(line, STR(" install ")) && str_ends(line, STR("\\"))) {
			/* pip install \ and the packages, a line each: deepspeed is one of them. */
			stop = end_of_command(code, from);
		} else if (is_launch(line)) {
			end = end_of_command(code, from);
			command = str_sub(code, from, end);
			if (training_words_flag(command) && !training_words_other(command)) {
				*at = (size_t)(line.s - code.s);
				*length = line.n;
				return true;
			}
		} else {
			until = str_starts(line, STR("#")) ? STR("") : printed_until(line);
		}
		from = stop == SIZE_MAX ? code.n : stop + 1;
	}
	return false;
}
