/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What may prove the verdict on two boxes, found by separating axes. */

#ifndef FARKAS_PAIR_BOXES_PROPOSE_H
#define FARKAS_PAIR_BOXES_PROPOSE_H

#include "farkas/pair.h"

/* Apart with a direction, overlapping with four pairs, or undecided; of any numbers. Nothing of it is proved: most
 * proposals hold, but where boxes are flat, have parallel edges or nearly touch. The same bytes on every processor. */
void fk_boxes_propose(const fk_cell *a, const fk_cell *b, fk_pair_cache *out);

#endif
