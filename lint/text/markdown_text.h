/*
 * Text in Markdown as GitHub has it, in paragraphs and cells of tables.
 */
#ifndef LINT_TEXT_MARKDOWN_TEXT_H
#define LINT_TEXT_MARKDOWN_TEXT_H

#include "output.h"

/**
 * Text on one line: every byte that Markdown or GitHub could take for more than text (code spans, links, mentions, issue
 * numbers, HTML) as a character reference.
 */
void markdown_text(struct out *out, struct str s);

#endif
