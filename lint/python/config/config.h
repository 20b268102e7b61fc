/*
 * Libraries of configurations: trees of settings that scripts read from files, merge, set by words, and turn into
 * objects. omegaconf, Hydra, pydantic, yacs, dynaconf, gin, mmengine, dacite and its like.
 *
 * In: calls, mappings, words of a command line. Out: a configuration, which is a MAP (open where it may hold more),
 * or the object that a type describes with one. The libraries of command lines are in the room above.
 * Uses lint/python/stdlib and below.
 */
#ifndef LINT_PYTHON_CONFIG_CONFIG_H
#define LINT_PYTHON_CONFIG_CONFIG_H

#include "lint/python/stdlib/stdlib.h"

/** The tables of this room: natives_dynaconf, … */
#define CONFIG_TABLES(X)                                                                           \
	X(described_object) X(dynaconf) X(gin) X(hydra) X(hydra_instantiate) X(mmengine) X(omegaconf) X(pydantic)    \
	X(yacs)

CONFIG_TABLES(NATIVES_DECLARE)

/* Annotations (annotation.c); each may be NULL. */

/** The name that an annotation comes down to, Optional[] and subscripts taken off; empty: none. */
struct str annotation_name(const struct py_expr *annotation);
/** What an annotation says of elements: X of list[X] and dict[str, X]; NULL if it is no such. */
const struct py_expr *annotation_element(const struct py_expr *annotation);
/** The class that an annotation names in a module, Optional[] and the like taken off; or NULL. */
struct class *annotation_class(struct interpreter *py, const struct module *m,
			   const struct py_expr *annotation);
/** A text from outside, a word or a variable, as an annotation types it; so are the texts of a LIST. Others stay. */
struct node *typed_value(struct interpreter *py, const struct module *m, const struct py_expr *annotation,
		       struct node *value);
/** "true", "1", "yes" and their kin are true, whatever the case; any other text is false. */
struct node *bool_of_text(struct interpreter *py, struct str text, struct span at);

/* Objects that a configuration describes (described_object.c, hydra_instantiate.c, pydantic.c). */

/**
 * Makes what a type describes from a MAP of values: an object of a class (nested ones too), the result
 * of a function called with them, or a library's object made by a call with them as keywords. Members
 * that it does not take are left out of classes and functions.
 */
struct node *described_object(struct interpreter *py, struct node *type, struct node *values, struct site site);
/** A default as a parameter's value: a copy that says so, unless it is shared or says where it is from. */
struct node *default_of_option(struct interpreter *py, struct node *value, struct str name);
/** What a configuration names by _target_, as hydra.utils.instantiate makes it; others as they are. */
struct node *hydra_instantiate(struct interpreter *py, struct node *conf, struct site site);
/** Whether this is a pydantic model of the repository, or an object of one. */
bool pydantic_is_model(const struct node *n);
/** What pydantic makes of a value for a field: models of mappings, numbers of texts. */
struct node *pydantic_value(struct interpreter *py, const struct module *m,
			 const struct py_expr *annotation, struct node *value, struct site site);

/* Trees (omegaconf.c, omegaconf_interpolation.c, hydra.c). */

/** Puts a mapping's keys over those of a configuration, section by section; open if it is none. */
void conf_merge(struct interpreter *py, struct node *into, struct node *from);
/** Sets a dotted key of a configuration, making the mappings on the way. */
struct node *conf_set(struct interpreter *py, struct node *conf, struct str dotted, struct node *value);
/** Applies "key.sub=value" words to a configuration. */
void conf_overrides(struct interpreter *py, struct node *conf, const struct node *words);
/** Replaces the interpolations in a configuration by what they refer to; gives the configuration. */
struct node *conf_interpolate(struct interpreter *py, struct node *root);
/** The mapping that a class or object describes (OmegaConf.structured); else the value itself. */
struct node *conf_structured(struct interpreter *py, struct node *n, struct span at);
/** @hydra.main(config_path=…, config_name=…): the composed configuration. words may be NULL. */
struct node *hydra_compose(struct interpreter *py, const struct call *made, const struct node *words,
			   struct site site);

/* gin (gin.c): bindings of parameters by the names of functions and classes. */

/** Notes what @gin.configurable and @gin.register make known by name; nothing for other decorators. */
void gin_note(struct interpreter *py, const struct node *decorator, struct node *made);
/** The arguments of a call with what is bound of those that are not given; the same ones if nothing is. */
const struct args *gin_configured(struct interpreter *py, const struct func *f, const struct args *args, struct site site);

#endif
