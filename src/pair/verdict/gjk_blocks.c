/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on a hull with vertex blocks, posed or not, and another one or any small piece: balls, then GJK on floats. No vertex
 * of a hull is placed.
 *
 * Directions are turned into the frame of the hull, and supports are found there, among floats (shape/vertex_blocks.h). Only
 * the few vertices in the simplex are turned back. This decides pairs that are more than about 1e-6 of their size from touching;
 * gjk_filter.c decides the others.
 *
 * Error bounds. u = 2^-52 bounds the relative error of one operation in any rounding mode. Let R and t be the rotation and the
 * translation of a pose, which may be any finite matrix and vector, r the greatest sum of |R| in a row or column, c the center of
 * the blocks, L = reach, the largest coordinate of a vertex or of c, and N = |n.x| + |n.y| + |n.z|. As the pose is
 * applied, a placed vertex p and the placed center C, both doubles, are within 4 u (r L + |t|) of Rx + t and Rc + t, in each
 * coordinate. So p - C is within 8 u (r L + |t|) of R (x - c); PLACE = 16 u also covers the first rounding of a difference of two
 * placed centers, 2 u (r L + |t|) for each.
 *   apart        n.R (x - c) = (R^T n).(x - c). R^T n has three roundings: off by 3 u r N in each component, and 9 u r N unit in
 *                the product; rounded to floats, it may lose 2^-126 in a component. ROUNDINGS = 64 u covers this and the sum of
 *                three terms. The support value of the blocks is below the greatest product by at most FK_BLOCK_REACH |R^T n|
 *                unit; it is doubled for second-order terms. PLACE (r L + |t|) N is added.
 *   overlapping  a coordinate of a vertex in a block is off by FK_BLOCK_ERROR unit; turned into the world, by that r and by
 *                roundings, together less than 2^-22 r unit. With the error of the placed centers this bounds each coordinate of
 *                a vertex difference.
 *   balls        If |R^T R - 1| <= e in each entry, then R multiplies lengths by at least 1 - 3 e and at most 1 + 3 e (a
 *                symmetric matrix with row sums up to 3 e has no larger eigenvalue). A vertex that is placed with an
 *                error of at most d moves the support function by as much, so the inner ball shrinks and the outer one grows
 *                by sqrt(3) d at most.
 *   other pieces are as in gjk_filter.c; ROUNDINGS covers their errors.
 * Flushed numbers are below these errors, as r, units and n are in range: R^T n is of size r, which floats hold. */

#include "pair/verdict/verdict.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/pose.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "pair/verdict/gjk_simplex.h"
#include "shape/vertex_blocks.h"

#define PLACE     0x1p-48
#define CORNER    0x1p-22
#define ROUNDINGS 0x1p-46
#define SMALLEST  0x1p-100 /* of sizes */
#define LARGEST   0x1p100
#define NARROWEST 0x1p-50 /* of r */
#define WIDEST    0x1p50
#define MORE      (1.0 + 0x1p-44)
#define LESS      (1.0 - 0x1p-44)
#define POINT     0x1p-46
#define MAX_STEPS 12

static const fk_pose identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};

/* A hull at its pose, or another piece. */
typedef struct block_piece {
    const fk_vertex_blocks *blocks; /* NULL for another piece */
    const fk_pose *pose;
    fk_gjk_core core;    /* of a hull, its kind, anchor (the placed center), extent and radius 0 */
    double column[3][4]; /* of R; the fourth number does not count */
    double width;        /* at least the sum of |R| in a row or column */
    double error;        /* of a placed vertex minus a placed center, in each coordinate */
} block_piece;

/* ---- Vector code, and the iteration -------------------------------------------------------------------- */

#define FK_LEVEL_FILE "pair/verdict/gjk_blocks.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

typedef fk_verdict block_filter_function(const fk_piece *piece_a, const fk_piece *piece_b, fk_vec3 *direction,
                                         fk_vertex_pair *pair, int steps);

static block_filter_function *const decide_blocks[FK_CPU_COUNT] = FK_LEVELS(decide_blocks);

bool fk_piece_has_blocks(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL && fk_points_blocks(&piece->as.hull) != NULL;
}

/* |R| reach + |t| bounds every coordinate, and every sum in it. */
fk_verdict fk_gjk_blocks_verdict(const fk_piece *a, const fk_piece *b, fk_vec3 *direction,
                                 fk_vertex_pair *pair)
{
    bool has_blocks = fk_piece_has_blocks(a) || fk_piece_has_blocks(b);
    return has_blocks ? decide_blocks[fk_cpu_level()](a, b, direction, pair, MAX_STEPS) : FK_UNDECIDED;
}

bool fk_gjk_blocks_separate(const fk_piece *a, const fk_piece *b, fk_vec3 direction)
{
    return decide_blocks[fk_cpu_level()](a, b, &direction, NULL, 1) == FK_APART;
}
