/*
 * Templates: files in which "{{ … }}" and "{% … %}" stand for what a tool (Jinja, Helm, cookiecutter) puts
 * there before anybody reads them.
 */
#ifndef LINT_TEXT_TEMPLATE_MARKS_H
#define LINT_TEXT_TEMPLATE_MARKS_H

#include "core/base/base.h"

/** Whether the text holds such marks at all. */
bool template_has_marks(struct str text);
/**
 * A copy in which "{{ … }}" is a word of '_' and "{% … %}" is blank, so that what is around them can be
 * parsed; every byte keeps its place. Marks end on the line where they start.
 */
struct str template_mask(struct arena *a, struct str text);
/** The same with lines that hold nothing but "{{ … }}" left blank: Helm steers by such, or puts several lines there. */
struct str template_mask_lines(struct arena *a, struct str text);
/**
 * The same for what a reader is to fill in: "{your_path}/Qwen2.5-7B", of which "{your_path}" becomes a word of '_'. Without
 * such a blank NULL.
 */
struct str template_mask_blanks(struct arena *a, struct str text);

#endif
