/*
 * Widgets of Databricks notebooks: parameters with defaults. Source: docs.databricks.com, "Databricks widgets", Python API:
 * text(name, defaultValue, label), dropdown and its kin (name, defaultValue, choices, label), get(name).
 */
#include "stdlib_parts.h"

static struct node *widget(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *standard = native_arg(c, 1, "defaultValue");

	if (name && standard)
		py_map_set(py, py->widgets, name, standard);
	return py_none(py, c->site.at);
}

static struct node *get(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *standard = native_arg(c, 1, "defaultValue"), *value;
	bool maybe = false;

	value = name ? py_map_get(py, py->widgets, name, &maybe) : NULL;
	if (!value)
		value = standard;
	return value ? value : py_unknown(py, c->site.at, "a widget that whoever runs the notebook fills in");
}

static const struct native rows[] = {
    {"dbutils.widgets.combobox", widget, NATIVE_RAW}, {"dbutils.widgets.dropdown", widget, NATIVE_RAW},
    {"dbutils.widgets.get", get, NATIVE_RAW},	      {"dbutils.widgets.getArgument", get, NATIVE_RAW},
    {"dbutils.widgets.multiselect", widget, NATIVE_RAW}, {"dbutils.widgets.text", widget, NATIVE_RAW},
};

NATIVES(natives_databricks, rows);
