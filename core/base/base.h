/*
 * What everything stands on: strings that own nothing, arenas, growable arrays, places in files, sizes in bytes.
 *
 * Nothing comes in but bytes. Uses libc alone, and does no I/O.
 */
#ifndef CORE_BASE_BASE_H
#define CORE_BASE_BASE_H

#include "arena.h"
#include "bytes.h"
#include "hash_index.h"
#include "span.h"
#include "str.h"
#include "vec.h"

#endif
