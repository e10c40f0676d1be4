/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas papers bv` share: papers_bv.c runs, papers_bv_growth.c has more points, papers_bv_claims.c judges. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_BV_H
#define FARKAS_LAB_PAPERS_PAPERS_BV_H

#include "papers/papers_pass.h"

/* How the time grows with the number of points: the exponent, of what is built, and of what is recomputed. */
typedef enum bv_grown {
    BV_BUILD_SPHERE,
    BV_BUILD_AABB,
    BV_BUILD_OBB_QUICK,
    BV_BUILD_OBB,
    BV_PLACE_AABB,
    BV_PLACE_AABB_TIGHT,
    BV_GROWN
} bv_grown;

typedef struct bv {
    study *s;
    bool is_quick;
    pass_way *way;
    pass_row row[PASS_PAIRS][PASS_KINDS], exact[PASS_PAIRS];
    /* Random oriented boxes: how many are apart; of them those that an axis of two edges alone tells. */
    struct {
        uint32_t pairs, apart, by_edges;
    } axes;
    double exponent[BV_GROWN];
} bv;

/* One sentence on each difference between our numbers and those of the thesis. */
void bv_say_differences(const bv *b);
/* What a position costs with each volume as first test, before the exact one on hulls: a table. */
void bv_first_test(const bv *b);
/* Time against the number of points, at four sizes: a table and a plot. False after a message. */
bool bv_growth(bv *b);
void bv_claims(const bv *b);

#endif
