/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes of trees seen from nodes of another tree. The way between their origins is made in doubles; what
 * these lose is far below the slack that floats need, which is taken off in the end, with the margin of the
 * frame. */

#include "tree/distance.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "tree/obb_rotation.h"

/* ---- Boxes of two nodes -------------------------------------------------------------------------------- */

/* How far they are from each other, from below: the best of four bounds for each pair. Along the axes of a
 * box of a, one of b is no longer than its reach: both are within boxes along these axes, whose distance is
 * the length of the vector of gaps. The same along the axes of b. Along the line from center to center, and
 * along a direction that is given, what is between them is at most their distance. The largest of these is
 * nearly always close to the distance of the boxes: with the exact one, a search opens a tenth of the nodes
 * less.
 *
 * Boxes of b that are far from the box around a are left out first, all eight at once; then each of the
 * others is compared with all eight of a.
 *
 * Rounding. Rotations that are made of quaternions are off by 2^-18 in each number, and so are axes of b in
 * a's tree but for the ratio of their units; products of both by 2^-16. So each term of a bound is off by at
 * most 2^-16 of the lengths in it, floats in any rounding mode lose less than 2^-19 of them, and the vector
 * of three gaps at most sqrt(3) times that: below what bound_boxes says. What underflows does not matter
 * beside it. */

/* Where node b is, in the coordinates of a's tree, from the origin of node a: a place y from the origin of b
 * is at place + turn y. */
typedef struct gap_relation {
    float turn[3][3]; /* row by row */
    float place[3];
    float ratio;     /* times turn, this is a rotation up to 2^-20; 0 where there is no such number */
    float toward[3]; /* a direction from a to b in which they are likely to be apart, not longer than 1 */
    /* A box around all of a, with axes in rows; of infinite size for none. */
    float center[3], axis[3][3], half[3];
} gap_relation;

typedef struct gap_bounds {
    uint32_t near[FK_TREE_WIDTH]; /* near[j]: which boxes of a are near box j of b, as bits */
    /* For these: the square of a lower bound of the distance, and that of the distance of the centers,
     * about. */
    float square[FK_TREE_WIDTH][FK_TREE_WIDTH], middle[FK_TREE_WIDTH][FK_TREE_WIDTH];
} gap_bounds;

#define FK_LEVEL_FILE "tree/distance_boxes.inc"
#include "base/plain.inc"
#include "base/levels.inc"

/* Bounds in real numbers but for rounding: roots may be too large by 2^-15 of all lengths, the sizes of a, of
 * the box around it, of b, turned, and the way between them. These are below 2^50. Near are pairs whose bound
 * is not above far. */
static void bound_boxes(const fk_gap_boxes *a, const fk_gap_boxes *b, const gap_relation *relation, float far,
                        gap_bounds *out)
{
    static void (*const level[])(const fk_gap_boxes *, const fk_gap_boxes *, const gap_relation *, float,
                                 gap_bounds *) = FK_LEVELS(bound);
    level[fk_cpu_level()](a, b, relation, far, out);
}

#define LARGEST 0x1p50

/* 1 / the length of the columns of a matrix, if they have the same length and right angles, up to 2^-20; else
 * 0. */
static double ratio_of(const double turn[3][3])
{
    double square[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            square[i][k] = turn[0][i] * turn[0][k] + turn[1][i] * turn[1][k] + turn[2][i] * turn[2][k];
    double length = square[0][0], off = 0;
    if (!(length > 0x1p-200 && length < 0x1p200))
        return 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            off = fk_larger(off, fabs(square[i][k] - (i == k ? length : 0)));
    return off <= length * 0x1p-20 ? 1 / sqrt(length) : 0;
}

fk_gap_side fk_gap_side_make(const fk_placed_mesh *mesh, const fk_tree_frame *frame, double unit)
{
    fk_gap_side side = {.mesh = mesh, .frame = *frame};
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            most = fk_larger(most, fabs(frame->turn[i][k]));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            side.turn[i][k] = most < LARGEST ? (float)frame->turn[i][k] : 0;
    side.ratio = (float)ratio_of(side.frame.turn);
    side.margin = most < LARGEST ? frame->margin : INFINITY;
    side.factor = mesh->tree->unit / unit / frame->stretch * (1 - 0x1p-20);
    return side;
}

void fk_gap_side_toward(fk_gap_side *side, fk_vec3 way)
{
    fk_vec3 back = {0, 0, 0};
    double most = fk_vec3_largest(way);
    if (most > 0 && fk_is_finite(most))
        back = fk_vec3_unit(fk_pose_rotate_back(&side->mesh->pose, fk_vec3_unit(way)));
    for (int i = 0; i < 3; i++)
        side->toward[i] = (float)(fk_vec3_get(back, i) * (1 - 0x1p-15));
}

/* ---- From one node to another -------------------------------------------------------------------------- */

/* The box of a slot, from the origin of the node below it; what it returns is its size, and how far it is
 * from there. */
static float surround(const fk_tree *tree, fk_gap_slot s, const fk_tree_obb *below, gap_relation *out)
{
    memset(out->axis, 0, sizeof out->axis);
    memset(out->center, 0, sizeof out->center);
    if (s == FK_GAP_WHOLE) {
        out->half[0] = out->half[1] = out->half[2] = HUGE_VALF;
        return 0;
    }
    const fk_tree_obb *t = &tree->turned[s / FK_TREE_WIDTH];
    uint32_t i = s % FK_TREE_WIDTH;
    float(*r)[3] = out->axis, far = 0;
    obb_rotations_plain(t, (int)i, r);
    for (int k = 0; k < 3; k++) {
        float from = t->origin[k] - below->origin[k];
        out->center[k] =
            from + (r[0][k] * t->center[0][i] + r[1][k] * t->center[1][i] + r[2][k] * t->center[2][i]);
        out->half[k] = t->half[k][i];
        far += fabsf(from);
    }
    return t->size + far;
}

/* What it returns covers all errors of bounds; infinite where there are none. */
static double relate(const fk_gap_side *side, fk_gap_slot slot, const fk_tree_obb *t,
                     const fk_gap_other *other, gap_relation *out)
{
    double total = 0, most = 0;
    for (int i = 0; i < 3; i++) {
        const double *turn = side->frame.turn[i], *o = other->origin;
        double place =
            turn[0] * o[0] + turn[1] * o[1] + turn[2] * o[2] + (side->frame.shift[i] - (double)t->origin[i]);
        if (!(fabs(place) < LARGEST))
            return INFINITY;
        out->place[i] = (float)place;
        out->toward[i] = side->toward[i];
        total += fabs(place);
        most = fk_larger(most, fabs(turn[0]) + fabs(turn[1]) + fabs(turn[2]));
    }
    memcpy(out->turn, side->turn, sizeof out->turn);
    out->ratio = side->ratio;
    total += (double)surround(side->mesh->tree, slot, t, out) + (double)t->size;
    return 0x1p-15 * (total + 2 * most * (double)other->box.node->size);
}

static fk_gap_key key_of(float low, float middle)
{
    uint32_t upper, lower;
    memcpy(&upper, &low, sizeof upper);
    memcpy(&lower, &middle, sizeof lower);
    return (uint64_t)upper << 32 | lower;
}

uint32_t fk_gap_open(const fk_gap_side *side, fk_gap_slot slot, const fk_gap_other *other, float least,
                     double limit, fk_gap_pair pair[FK_GAP_PAIRS_MOST])
{
    const fk_tree *tree = side->mesh->tree;
    uint32_t node = fk_gap_node(tree, slot);
    const fk_tree_obb *t = &tree->turned[node];
    const fk_gap_boxes own = {t, (1u << tree->node[node].used) - 1};
    gap_relation relation;
    gap_bounds bounds;
    double off = relate(side, slot, t, other, &relation) + side->margin;
    /* Nothing with a larger square is near enough. */
    double most = (limit / side->factor + off) * (1 + 0x1p-14);
    float far = most < LARGEST ? (float)(most * most) : HUGE_VALF;
    if (off < LARGEST) {
        bound_boxes(&own, &other->box, &relation, far, &bounds);
    } else {
        memset(&bounds, 0, sizeof bounds);
        for (int j = 0; j < FK_TREE_WIDTH; j++)
            bounds.near[j] = other->box.mask >> j & 1 ? own.mask : 0;
    }
    uint32_t count = 0;
    for (uint32_t j = 0; j < FK_TREE_WIDTH; j++)
        for (uint32_t left = bounds.near[j], i = 0; left != 0; left >>= 1, i++) {
            if (!(left & 1))
                continue;
            double low = (sqrt((double)bounds.square[j][i]) * (1 - 0x1p-15) - off) * side->factor;
            float bound = !(low > 0) ? 0 : low < LARGEST ? (float)(low * (1 - 0x1p-20)) : (float)LARGEST;
            pair[count].key = key_of(bound > least ? bound : least, bounds.middle[j][i]);
            pair[count].own = (uint8_t)i;
            pair[count++].other = (uint8_t)j;
        }
    return count;
}
