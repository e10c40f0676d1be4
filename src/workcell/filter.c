/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The filter of a workcell on the level of instructions at hand.
 *
 *   configurations, a lane for each -> poses of groups -> roots of all pairs: those near each other
 *   pair, configuration             -> eight balls, a lane for each -> eight in each of these, or inner ones
 */

#include "workcell/filter.h"

#include <math.h>

#include "base/bits.h"
#include "base/simd.h"

#define FK_LEVEL_FILE "workcell/filter_lanes.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

#define FK_LEVEL_FILE "workcell/filter_balls.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

/* How many floats a register has. */
static const uint32_t lanes_plain = 1;
#if FK_HAS_VECTOR
static const uint32_t lanes_vector = 4;
#endif
#if FK_HAS_AVX
static const uint32_t lanes_avx2 = 8, lanes_avx512 = 16;
#endif

uint32_t fk_filter_lanes(void)
{
    const uint32_t level[] = FK_LEVELS(lanes);
    return level[fk_cpu_level()];
}

uint32_t fk_filter_survey(fk_filter_block *block, const double *value, uint32_t joint_count, uint32_t count)
{
    static uint32_t (*const level[])(fk_filter_block *, const double *, uint32_t, uint32_t) =
        FK_LEVELS(survey);
    return level[fk_cpu_level()](block, value, joint_count, count);
}

uint32_t fk_filter_place(fk_filter_block *block, const double *value, uint32_t joint_count, uint32_t count)
{
    static uint32_t (*const level[])(const fk_filter_block *, const double *, uint32_t, uint32_t) =
        FK_LEVELS(place_groups);
    return level[fk_cpu_level()](block, value, joint_count, count);
}

typedef fk_decision pair_test(fk_filter_block *, const fk_filter_pair *, uint32_t, uint32_t,
                              fk_filter_witness *);

fk_decision fk_filter_test_quickly(fk_filter_block *block, const fk_filter_pair *pair, uint32_t lane)
{
    static pair_test *const level[] = FK_LEVELS(test_quickly);
    fk_filter_witness none;
    return level[fk_cpu_level()](block, pair, fk_filter_lanes(), lane, &none);
}

fk_decision fk_filter_test_parts(fk_filter_block *block, const fk_filter_pair *pair, uint32_t lane,
                                 fk_filter_witness *out)
{
    static pair_test *const level[] = FK_LEVELS(test_parts);
    *out = (fk_filter_witness){.has_point = false};
    return level[fk_cpu_level()](block, pair, fk_filter_lanes(), lane, out);
}
