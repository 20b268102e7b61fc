/*
 * Console scripts: the commands that installing a repository makes, and the functions that they call.
 *
 * Read are [project.scripts] and [tool.poetry.scripts] of pyproject.toml, console_scripts of setup.cfg's
 * [options.entry_points] and of setup.py. Source: PyPA, Entry points specification; Poetry,
 * pyproject.toml, "scripts".
 */
#ifndef LINT_ASSEMBLE_CONSOLE_SCRIPTS_H
#define LINT_ASSEMBLE_CONSOLE_SCRIPTS_H

#include "lint/text/text.h"

struct console {
	/** "qlora-train". */
	struct str name;
	/** "pkg.train" and "main", or "Trainer.run". */
	struct str module, function;
	/** The file that declares it. */
	uint32_t file;
};

struct consoles {
	VEC(struct console);
};

/** Whether a file may declare console scripts, by its name. */
bool console_file(struct str path);
/** Adds what a file declares; lines that are not understood are left out. */
void console_read(struct arena *a, struct files *files, uint32_t file, struct consoles *out);
/** The script of a name, or NULL. */
const struct console *console_find(const struct consoles *all, struct str name);

#endif
