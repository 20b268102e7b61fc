#include "library_tables.h"

#include "lint/python/commandline/commandline.h"

#include <string.h>

#define TABLE(name) &natives_##name,
const struct natives *const library_tables[] = {BUILTIN_TABLES(TABLE) STDLIB_TABLES(TABLE) CONFIG_TABLES(TABLE)
						COMMANDLINE_TABLES(TABLE)};
#undef TABLE
const size_t library_tables_n = sizeof(library_tables) / sizeof(*library_tables);

const struct library_hooks library_hooks = {
	.constant = library_constant,
	.may_be_constant = may_be_library_constant,
	.path_attr = path_attr,
	.dataclass_fields = dataclass_fields,
	.is_pydantic = pydantic_is_model,
	.pydantic_value = pydantic_value,
	.typed = typed_value,
	.call_command = cli_call_decorated,
	.note_command = cli_note_command,
	.note_configurable = gin_note,
	.configured = cli_configured,
	.run_at_once = cli_run_at_once,
	.made = metaflow_run,
};

bool library_tables_sorted(const char **unsorted)
{
	for (size_t t = 0; t < library_tables_n; t++)
		for (size_t i = 1; i < library_tables[t]->n; i++)
			if (strcmp(library_tables[t]->rows[i - 1].name, library_tables[t]->rows[i].name) >= 0) {
				*unsorted = library_tables[t]->rows[i].name;
				return false;
			}
	return true;
}
