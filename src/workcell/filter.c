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

/* What is tested: few balls, inner ones and directions; all outer balls; these and hulls of parts. */
typedef enum test_step { STEP_QUICK, STEP_BALLS, STEP_PARTS } test_step;

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

fk_decision fk_filter_test_outer(fk_filter_block *block, const fk_filter_pair *pair, uint32_t lane)
{
    static pair_test *const level[] = FK_LEVELS(test_outer);
    fk_filter_witness none;
    return level[fk_cpu_level()](block, pair, fk_filter_lanes(), lane, &none);
}

fk_decision fk_filter_test_parts(fk_filter_block *block, const fk_filter_pair *pair, uint32_t lane)
{
    static pair_test *const level[] = FK_LEVELS(test_parts);
    fk_filter_witness none;
    return level[fk_cpu_level()](block, pair, fk_filter_lanes(), lane, &none);
}

/* First by what decided the pair last. */
fk_decision fk_filter_test_slowly(fk_filter_block *block, const fk_filter_pair *pair, uint32_t lane,
                                  fk_filter_witness *out)
{
    static pair_test *const parts[] = FK_LEVELS(test_parts), *const regions[] = FK_LEVELS(test_regions);
    uint32_t level = (uint32_t)fk_cpu_level(), lanes = fk_filter_lanes();
    bool *has_met = &block->kept[pair - block->pair].has_met;
    *out = (fk_filter_witness){.has_point = false};
    if (*has_met && regions[level](block, pair, lanes, lane, out) == FK_YES)
        return FK_YES;
    *has_met = false;
    if (parts[level](block, pair, lanes, lane, out) == FK_NO)
        return FK_NO;
    *has_met = regions[level](block, pair, lanes, lane, out) == FK_YES;
    return *has_met ? FK_YES : FK_UNKNOWN;
}
