/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of two oriented boxes in plain doubles, without proofs: what the paper on effective constraints compares. All
 * get the same boxes and are written with the same care, so that their times may be compared with each other; not one of
 * them knows of rounding. The methods `ec`, `ec-paper`, `sat` and `sat6` of the library answer for pieces of any kind, the
 * first and the third with proofs, so their times are another matter.
 *
 * True: the boxes meet. Closed sets: boxes that touch meet, up to rounding. */

#ifndef FARKAS_LAB_PRINTED_BOXES_PLAIN_H
#define FARKAS_LAB_PRINTED_BOXES_PLAIN_H

#include "farkas/shape.h"

typedef bool boxes_plain_test(const fk_obb *a, const fk_obb *b);

/* Separating axes, 15 and 6 of them, up to the first that separates; and all 15 in any case. */
bool boxes_plain_sat(const fk_obb *a, const fk_obb *b);
bool boxes_plain_sat6(const fk_obb *a, const fk_obb *b);
bool boxes_plain_sat_full(const fk_obb *a, const fk_obb *b);
/* Five of them, chosen for the pair. */
bool boxes_plain_sat5(const fk_obb *a, const fk_obb *b);

/* Effective constraints, as printed and with the way back; and with coefficients below 1e-12 taken as zero, which sizes near 1 are
 * right for. */
bool boxes_plain_ec_paper(const fk_obb *a, const fk_obb *b);
bool boxes_plain_ec(const fk_obb *a, const fk_obb *b);
bool boxes_plain_ec_paper_tolerant(const fk_obb *a, const fk_obb *b);
bool boxes_plain_ec_tolerant(const fk_obb *a, const fk_obb *b);

#endif
