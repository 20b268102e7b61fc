/*
 * Kinds of files: which ones are read, and by whom.
 */
#ifndef LINT_REPO_FILE_KIND_H
#define LINT_REPO_FILE_KIND_H

#include "core/base/base.h"

enum file_kind {
	/** Of no interest. */
	KIND_NONE,
	KIND_PYTHON,
	KIND_YAML,
	KIND_JSON,
	KIND_TOML,
	KIND_SHELL,
	KIND_NOTEBOOK,
	/** Makefiles and just-files: shell lines below rules. */
	KIND_MAKE,
	KIND_DOCKER,
	/** HTCondor's description of jobs. */
	KIND_SUBMIT,
	/** Rules of Snakemake. */
	KIND_SNAKE,
	/** Requirements and lock files: versions only (lint/environment/requirements.h). */
	KIND_REQUIREMENTS,
	/** Of sections, options and text: read where a script asks for it. */
	KIND_INI,
	/** Of gin-config: read where a script asks for it. */
	KIND_GIN,
	/** .env and train.env: variables, read where a script asks for them or sources the file. */
	KIND_ENVIRONMENT,
	/** Settings for another file to be copied from, read where a script asks for that one: config.yaml.template. */
	KIND_EXAMPLE,
	/** Lines, read where a shell script makes commands of them, or a parser takes them for words: commands.txt, runs.csv. */
	KIND_LINES,
	/** Markdown, reStructuredText, Org and AsciiDoc: commands that people are told to run. */
	KIND_DOCUMENT,
	/** Without an extension, or with one that tells nothing: file_kind_of_bytes() tells. */
	KIND_MAYBE,
};

/** The kind of a file by its path. */
enum file_kind file_kind_of(struct str path);
/** The path of the file that one is copied to, by its name: "config.yaml" of "config.yaml.example"; empty: none. */
struct str file_kind_copied(struct str path);
/** The kind of a KIND_MAYBE file by its first line: a shell or Python script, a JSON object, accelerate's YAML, what HTCondor submits (by all its lines), or KIND_NONE. */
enum file_kind file_kind_of_bytes(struct str text);

#endif
