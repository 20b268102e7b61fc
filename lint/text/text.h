/*
 * Helpers over text that know nothing of training: the run's files and places in them, UTF-8, CSV, days, JSON and
 * XML that is written, URIs, text made safe to print, the nearest known word, many words in one pass, globs over paths.
 *
 * Uses core/base.
 */
#ifndef LINT_TEXT_TEXT_H
#define LINT_TEXT_TEXT_H

#include "csv.h"
#include "date.h"
#include "dict.h"
#include "did_you_mean.h"
#include "files.h"
#include "json_writer.h"
#include "markdown_text.h"
#include "multi_search.h"
#include "output.h"
#include "path_glob.h"
#include "printable.h"
#include "template_marks.h"
#include "uri.h"
#include "utf8.h"
#include "xml_text.h"

#endif
