/*
 * A command whose launchers are stripped off, word by word, until its program is found and recorded; shared by
 * strip_launchers.c, launcher_options.c, launched_program.c, recorded_launch.c and shell_script.c, which begins.
 */
#ifndef LINT_LAUNCH_STRIP_LAUNCHERS_H
#define LINT_LAUNCH_STRIP_LAUNCHERS_H

#include "launch.h"
#include "launcher_table.h"

#include "lint/shell/evaluator/evaluator.h"

/** Alternatives of one command's launcher words, one within another. */
enum { STRIP_FORKS_MAX = 4 };

enum {
	LAUNCHES_MAX = 2000,
	/** Exported variables: nobody writes as many. */
	EXPORTS_MAX = 1000,
};

/** What is kept beside the evaluator's state while code is evaluated: its sh_commands.data. */
struct launch_state {
	struct launches *out;
	/** Launchers around the script or string that is evaluated. */
	struct {
		VEC(struct launch_layer);
	} layers;
	/** Batch directives of the script that is evaluated, as in struct launch; NULL: none. */
	const struct node *batch;
	/** Environment of the last launch, and the state it was made of. */
	const struct node *env;
	uint32_t env_exports;
};

struct stripping {
	struct sh_eval *ev;
	struct launch_state *state;
	const struct sh_cmd *cmd;
	struct sh_fields fields;
	/** The field that is looked at, and the first word of the launcher whose options are read. */
	size_t i, launcher;
	int forks;
};

/** What a launcher's options said about its program. */
struct program_hints {
	bool module, command;
	/** The code that --wrap gives, in parts. */
	struct sh_field wrapped;
	/** The program that --entrypoint puts in front of the words behind a container's image. */
	struct sh_field entrypoint;
	/** The module, the image, or the script that runs. */
	struct sh_field named;
	bool image, script;
	/** The files of arguments that --arg-file names. */
	struct sh_fields files;
};

/** Variables that Slurm sets from a script's header, or from the options of the sbatch that submits it. */
void slurm_variables(struct sh_eval *ev, const struct node *options, bool submitted);
/** The text of field i, empty if it is not known. */
struct str strip_text(const struct stripping *p, size_t i);
/** The name of a command: its known text behind the last slash; empty if it is not known. */
struct str strip_name(const struct stripping *p, size_t i);
/** Whether the field, or its text, is one of several. */
bool strip_is_conditional(const struct sh_field *f);
/** Goes on with the command once for each alternative of the fork that field i needs decided. */
void strip_fork(struct stripping *p, size_t i);
/** Options from p->i on, up to the first word that is none; false if the command went on in forks. */
bool strip_options(struct stripping *p, const struct launcher *row, struct launch_layer *layer,
		   struct program_hints *program);
/** Takes out the row's own long options behind the program at p->i. */
void strip_options_behind(struct stripping *p, const struct launcher *row, struct launch_layer *layer);
/** Notes an option and its value (NULL: a switch) with what it does to the environment. */
void strip_set_option(struct stripping *p, struct launch_layer *layer, struct str name,
		      const struct sh_field *at, const struct sh_field *value);
/** NAME=value as an exported variable; false if the field is none. */
bool strip_export(struct sh_eval *ev, const struct sh_field *f);
/** Known text at the start of a field. */
struct str strip_head(struct sh_eval *ev, const struct sh_field *f);
/** The row whose words stand at field i, the longest match; *used: how many fields they are. */
const struct launcher *strip_find_row(const struct stripping *p, size_t i, struct str first, size_t *used);
/** The command at p->i: launchers, interpreters, programs. */
void strip_command(struct stripping *p);
/** A script of the repository, with its own arguments from field `args` on. */
void strip_script(struct stripping *p, uint32_t file, size_t args);
/** The options of a pool of workers from p->i on, and what the workers run. */
void strip_worker_pool(struct stripping *p, struct launch_layer *layer);
/** What a job runs whose description the words from p->i on name. */
void strip_cloud_job(struct stripping *p, struct launch_layer *layer);
/** A command from p->i on, once for each argument that stands behind it, in files, or comes in (parallel.c). */
void strip_parallel(struct stripping *p, const struct launch_layer *layer, const struct sh_fields *files);
/** The same for what a file (NULL: standard input) holds (argument_lists.c). */
void strip_xargs(struct stripping *p, const struct launch_layer *layer, const struct sh_field *file);
/** A launcher of `used` words at p->i. */
void strip_launcher(struct stripping *p, const struct launcher *row, size_t used);
/** Python and a shell, with p->i behind them. */
void strip_python(struct stripping *p);
void strip_shell(struct stripping *p);
/** Runs the batch scripts that a script wrote and hands to nobody: its user does. */
void strip_left_scripts(struct sh_eval *ev);
/** Whether p->i names a file that the script at hand has written, whatever the repository has there. */
bool strip_is_written(struct stripping *p);
/** A script that is no file: written by the script at hand (p->i names it), else on standard input. */
void strip_script_text(struct stripping *p);
bool strip_is_python(struct str name);
bool strip_is_shell(struct str name);
/** A script, module or console command at p->i. */
void strip_program(struct stripping *p, enum launch_kind kind);
/** What is exported, a MAP. */
const struct node *launch_environment(struct sh_eval *ev);
/** A field as others see it. */
struct launch_word launch_word_of(struct sh_eval *ev, const struct sh_field *field);
/** A command that is neither function nor builtin, as struct sh_commands wants it. */
void launch_command(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields);
/** Adds a launch whose arguments begin at field `args`. */
void record_launch(struct stripping *p, enum launch_kind kind, const struct sh_field *program,
		   size_t args);
/** The end of the path that Python code prints of a package that it imports; empty: it prints none. */
struct str package_folder(struct arena *a, struct str code);

/** A text in parts, with holes for those that are not known. */
struct holed_text *written_text(struct sh_eval *ev, struct sh_parts parts, struct span at);

#endif
