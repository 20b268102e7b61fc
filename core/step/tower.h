/*
 * What a vision tower keeps for backward where it trains; docs/formulas.md, "A tower that trains".
 */
#ifndef CORE_STEP_TOWER_H
#define CORE_STEP_TOWER_H

#include "tensor_widths.h"

/** Bytes that its blocks keep from the start of the forward pass to the end of backward; 0 if it is frozen. */
double tower_saved(const struct widths *c);
/** Bytes of one block while it is computed anew; 0 if all was kept. */
double tower_work(const struct widths *c);

#endif
