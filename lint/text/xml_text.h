/*
 * Text in XML 1.0, in elements and in attributes.
 */
#ifndef LINT_TEXT_XML_TEXT_H
#define LINT_TEXT_XML_TEXT_H

#include "output.h"

/** Text on one line: as printable() has it, with what is markup and what XML forbids escaped. */
void xml_text(struct out *out, struct str s);
/** ' NAME="VALUE"'. */
void xml_attribute(struct out *out, const char *name, struct str value);

#endif
