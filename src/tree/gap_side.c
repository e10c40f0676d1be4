/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes of trees seen from nodes of another tree: see gap.h.
 *
 * Rounding. Axes of nodes and of frames are orthonormal up to 2^-18, so lengths in the frame of a node are those in the tree up to
 * 2^-16 of them, and a box that is written with its transposed axes is where it should be up to 2^-16 of how far it is from the origin
 * of its node: it is made larger by that. The products here are made in doubles; what these lose is far below the slack that floats need
 * (gap_boxes.h), which is taken off in the end, with the margin of the frame. */

#include "tree/gap.h"

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "tree/gap_boxes.h"

#define LARGEST 0x1p50

/* 1 / the length of the columns of a matrix, if they have the same length and right angles, up to 2^-20; else 0. */
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

fk_gap_side fk_gap_side_make(const fk_placed_mesh *mesh, const fk_frame *frame, double unit)
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
    side.margin = most < LARGEST ? 2 * frame->margin : INFINITY;
    side.factor = mesh->tree->unit / unit / frame->stretch * (1 - 0x1p-20);
    return side;
}

void fk_gap_side_toward(fk_gap_side *side, fk_vec3 way)
{
    const double(*r)[3] = side->mesh->pose.rotation;
    fk_vec3 back = {0, 0, 0};
    double most = fk_vec3_largest(way);
    if (most > 0 && fk_is_finite(most)) {
        fk_vec3 n = fk_vec3_unit(way);
        back = fk_vec3_unit(fk_vec3_make(r[0][0] * n.x + r[1][0] * n.y + r[2][0] * n.z,
                                         r[0][1] * n.x + r[1][1] * n.y + r[2][1] * n.z,
                                         r[0][2] * n.x + r[1][2] * n.y + r[2][2] * n.z));
    }
    for (int i = 0; i < 3; i++)
        side->toward[i] = (float)(fk_vec3_get(back, i) * (1 - 0x1p-15));
}

fk_gap_other fk_gap_other_make(const fk_tree *tree, uint32_t node, uint32_t mask)
{
    const fk_tree_turned *t = &tree->turned[node];
    fk_gap_other other = {
        {t->origin[0], t->origin[1], t->origin[2]}, t->axis, {t->center, t->half, t->size, mask}};
    return other;
}

/* ---- From the frame of one node to that of another ----------------------------------------------------- */

/* a times b, and a times the transposed b. */
static void multiply(const float a[3][3], const float b[3][3], float out[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
}

static void multiply_transposed(const float a[3][3], const float b[3][3], float out[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = a[i][0] * b[k][0] + a[i][1] * b[k][1] + a[i][2] * b[k][2];
}

/* What it returns covers all errors of bounds in the frame of the node; infinite where there are none. */
static double relate(const fk_gap_side *side, const fk_tree_turned *t, const fk_gap_other *other,
                     fk_gap_relation *out)
{
    float product[3][3], way[3];
    double reach = 0, total = 0;
    for (int i = 0; i < 3; i++) {
        const double *turn = side->frame.turn[i], *o = other->origin;
        double place =
            turn[0] * o[0] + turn[1] * o[1] + turn[2] * o[2] + (side->frame.shift[i] - (double)t->origin[i]);
        if (!(fabs(place) < LARGEST))
            return INFINITY;
        way[i] = (float)place;
    }
    multiply(t->axis, side->turn, product);
    multiply_transposed(product, other->axis, out->turn);
    out->ratio = side->ratio;
    for (int i = 0; i < 3; i++) {
        const float *axis = t->axis[i], *n = side->toward;
        out->place[i] = axis[0] * way[0] + axis[1] * way[1] + axis[2] * way[2];
        out->toward[i] = axis[0] * n[0] + axis[1] * n[1] + axis[2] * n[2];
        for (int k = 0; k < 3; k++)
            reach += fabs((double)out->turn[i][k]) * (double)other->box.size[k];
        total += fabs((double)way[i]) + 2 * (double)t->size[i];
    }
    /* The boxes of the other side may be off by 2^-16 of how far they are from their origin. */
    return 0x1p-19 * (total + 4 * reach) + 0x1p-16 * reach;
}

static fk_gap_key key_of(float low, float middle)
{
    uint32_t upper, lower;
    memcpy(&upper, &low, sizeof upper);
    memcpy(&lower, &middle, sizeof lower);
    return (uint64_t)upper << 32 | lower;
}

uint32_t fk_gap_open(const fk_gap_side *side, uint32_t node, const fk_gap_other *other, float least,
                     double limit, fk_gap_pair pair[FK_GAP_PAIRS_MOST])
{
    const fk_tree_turned *t = &side->mesh->tree->turned[node];
    const fk_gap_boxes own = {t->center, t->half, t->size, (1u << side->mesh->tree->node[node].used) - 1};
    fk_gap_relation relation;
    fk_gap_bounds bounds;
    double off = relate(side, t, other, &relation) + side->margin;
    /* Nothing with a larger square is near enough. */
    double most = (limit / side->factor + off) * (1 + 0x1p-14);
    float far = most < LARGEST ? (float)(most * most) : HUGE_VALF;
    if (off < LARGEST) {
        fk_gap_bound(&own, &other->box, &relation, far, &bounds);
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
