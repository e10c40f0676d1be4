/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Broad phase: which of many boxes are near each other. */

#ifndef FARKAS_BROAD_H
#define FARKAS_BROAD_H

#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All pairs a < b of boxes that are not further apart than `reach` along every axis, sorted; some that are
 * further apart by less than rounding may be among them. Empty boxes are near none. By a sorted sweep along
 * the axis along which they are least crowded, in O(n log n) and the pairs that are near along it.
 * FK_ERROR_ARGUMENT for a reach that is negative or NaN, FK_ERROR_MEMORY; *out is left alone then. */
FK_API fk_status fk_sweep_pairs(fk_context *context, const fk_aabb *box, uint32_t count, double reach,
                                fk_pair_list **out);

#ifdef __cplusplus
}
#endif

#endif
