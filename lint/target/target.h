/*
 * The target of a job: which GPU, how many of them, on how many machines. A tree, directives, comments or a name come in;
 * a struct target goes out.
 *
 * Each source of a target (an option, a scheduler's directive, a Kubernetes manifest, a comment)
 * gives a struct target with the weight of its kind; target_merge() keeps the heavier statement of
 * each fact. What each source looks like in real repositories: docs/targets.md. Uses core/base, core/gpu, core/job,
 * lint/text and lint/read.
 */
#ifndef LINT_TARGET_TARGET_H
#define LINT_TARGET_TARGET_H

#include "core/gpu/gpu.h"
#include "core/job/job.h"
#include "lint/read/read.h"
#include "lint/text/text.h"

enum target_weight {
	TARGET_NONE,
	/** A sentence in a README that names exactly one GPU: no error follows from it. */
	TARGET_PROSE,
	/** target of .gpumem-lint.yml, without force. */
	TARGET_REPOSITORY,
	/** A comment of the job's own file, or its name. */
	TARGET_COMMENT,
	/** A partition, queue or pool named after a GPU. */
	TARGET_PARTITION,
	/** A typed request: Slurm gres, Kubernetes selector, instance type. */
	TARGET_TYPED,
	/** --gpu, --set target_gpu, paths of .gpumem-lint.yml, or target with force. */
	TARGET_GIVEN,
};

struct target {
	/** STR: the name as written, or a size such as "24GiB"; ABSENT if not said. */
	struct value gpu;
	/** What prose or a scheduler called it, where that means several cards; else empty. */
	struct str bare;
	/** The row of the name; NULL for a size or an unknown name. */
	const struct gpu *row;
	enum target_weight gpu_weight;
	/** INT; ABSENT if not said. total is over all nodes. */
	struct value per_node, nodes, total;
	enum target_weight count_weight;
};

/** Takes from "from" what weighs more than what "into" has; at equal weight the first one stays. */
void target_merge(struct target *into, const struct target *from);
/** A target of a name as people write it ("A100-80GB", "h100:8", "24GB"); false if it is neither. */
bool target_of_text(struct arena *a, struct str text, struct span at, enum target_weight weight,
		    struct target *out);
/** A target of a cloud instance type; false if it is not in the table. */
bool target_of_instance(struct arena *a, struct str text, struct span at, struct target *out);
/**
 * What a YAML or JSON document of a scheduler or cloud says: Kubernetes, SkyPilot, dstack, Helm
 * values, Vertex, SageMaker, MCLI, Modal-like keys. All fields absent if it says nothing.
 */
void target_of_tree(struct arena *a, const struct node *tree, struct target *out);
/** What the metadata of a kernel of Kaggle's says: machine_shape, or that it has a GPU at all. */
void target_of_kernel(struct arena *a, const struct node *metadata, struct target *out);
/** What the metadata of a notebook says that was run at Kaggle, and never in Colab, on a machine whose card it names. */
void target_of_kaggle(struct arena *a, const struct node *metadata, struct target *out);
/** How many GPUs the metadata of a notebook says that was opened in Colab on a machine with one. */
void target_of_colab(const struct node *metadata, struct target *out);
/**
 * What scheduler directives say: a MAP of long option names with '_' for '-' (gres, gpus_per_node,
 * constraint, partition, nodes, gpu, l …) to texts, as struct launch has them.
 */
void target_of_directives(struct arena *a, const struct node *directives, struct target *out);
/**
 * The name of the card that the last run of a notebook printed ("NVIDIA A100-SXM4-80GB"), as the driver has
 * it, and the text that holds it; empty if no output names one in a form that is known.
 */
struct str notebook_card(const struct notebook *notebook, struct span *at);
/** Comments at the head of a script or config (its first 60 lines), then the file's name. */
void target_of_comments(struct arena *a, struct files *files, uint32_t file, struct target *out);
/** The comments of a part of a file alone, of the commands that a document shows: those above one of these. */
void target_of_block(struct arena *a, struct files *files, struct span block, struct span command, struct target *out);
/** The card that the head of a config file of a script is said to be for, in a line of a comment that says nothing else. */
void target_of_config(struct arena *a, struct files *files, uint32_t file, struct target *out);
/**
 * The card of a README that names only one, where a line of its prose tells that something was trained or run on it; no
 * number of cards. Rules and their reasons: docs/targets.md.
 */
void target_of_page(struct arena *a, struct files *files, uint32_t file, struct target *out);

#endif
