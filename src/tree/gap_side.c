/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes of trees seen from nodes of another tree: see gap.h.
 *
 * Rounding. Boxes are turned by quaternions, whose rotations are off by 2^-19 of how far a box reaches from the origin of its node: its center
 * is, by `off`, and its axes, which counts for its half sides. The products here are made in doubles; what these lose is far below the slack
 * that floats need (gap_boxes.h), which is taken off in the end, with the margin of the frame. */

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

/* The rotation of child i, row by row. */
static void rotation_of(const fk_tree_turned *t, uint32_t i, double r[3][3])
{
    double x = (double)t->turn[0][i], y = (double)t->turn[1][i], z = (double)t->turn[2][i],
           w = (double)t->turn[3][i];
    r[0][0] = 1 - 2 * (y * y + z * z);
    r[0][1] = 2 * (x * y - w * z);
    r[0][2] = 2 * (x * z + w * y);
    r[1][0] = 2 * (x * y + w * z);
    r[1][1] = 1 - 2 * (x * x + z * z);
    r[1][2] = 2 * (y * z - w * x);
    r[2][0] = 2 * (x * z - w * y);
    r[2][1] = 2 * (y * z + w * x);
    r[2][2] = 1 - 2 * (x * x + y * y);
}

void fk_gap_other_make(const fk_tree *tree, uint32_t node, uint32_t mask, fk_gap_other *out)
{
    const fk_tree_turned *t = &tree->turned[node];
    out->mask = mask;
    for (uint32_t j = 0; mask >> j != 0; j++) {
        if (!(mask >> j & 1))
            continue;
        fk_gap_seen *box = &out->box[j];
        double r[3][3];
        rotation_of(t, j, r);
        for (int i = 0; i < 3; i++) {
            box->at[i] = (double)t->origin[i];
            for (int k = 0; k < 3; k++) {
                box->at[i] += r[k][i] * (double)t->center[k][j];
                box->axis[k][i] = (float)r[k][i];
            }
            box->half[i] = t->half[i][j];
        }
        box->off = t->size * 0x1p-17f;
    }
}

/* ---- From one tree to the other ------------------------------------------------------------------------ */

/* What it returns covers all errors of bounds in the tree; infinite where there are none. */
static double see(const fk_gap_side *side, const fk_tree_turned *t, const fk_gap_seen *box, fk_gap_box *out)
{
    double total = 0, reach = 0, off = 0;
    out->ratio = side->ratio;
    for (int i = 0; i < 3; i++) {
        const double *turn = side->frame.turn[i], *o = box->at;
        double place =
            turn[0] * o[0] + turn[1] * o[1] + turn[2] * o[2] + (side->frame.shift[i] - (double)t->origin[i]);
        if (!(fabs(place) < LARGEST))
            return INFINITY;
        out->place[i] = (float)place;
        out->toward[i] = side->toward[i];
        out->half[i] = box->half[i];
        total += fabs(place);
        for (int k = 0; k < 3; k++) {
            const float *axis = box->axis[k];
            double along = turn[0] * (double)axis[0] + turn[1] * (double)axis[1] + turn[2] * (double)axis[2];
            out->axis[k][i] = (float)along;
            reach += fabs(along) * (double)box->half[k];
        }
        off += (fabs(turn[0]) + fabs(turn[1]) + fabs(turn[2])) * (double)box->off;
    }
    return 0x1p-16 * (total + 2 * (double)t->size + 2 * reach) + off;
}

static fk_gap_key key_of(float low, float middle)
{
    uint32_t upper, lower;
    memcpy(&upper, &low, sizeof upper);
    memcpy(&lower, &middle, sizeof lower);
    return (uint64_t)upper << 32 | lower;
}

/* Adds the pairs of the boxes of a node with box j of the other side. */
static uint32_t open_one(const fk_gap_side *side, uint32_t node, const fk_gap_other *other, uint32_t j,
                         float least, double limit, fk_gap_pair *pair)
{
    const fk_tree_turned *t = &side->mesh->tree->turned[node];
    const uint32_t used = (1u << side->mesh->tree->node[node].used) - 1;
    fk_gap_box box;
    fk_gap_bounds bounds = {.near = used};
    double off = see(side, t, &other->box[j], &box) + side->margin;
    /* Nothing with a larger square is near enough. */
    double most = (limit / side->factor + off) * (1 + 0x1p-14);
    float far = most < LARGEST ? (float)(most * most) : HUGE_VALF;
    if (off < LARGEST)
        fk_gap_bound(t, &box, far, &bounds);
    uint32_t count = 0;
    for (uint32_t left = bounds.near & used, i = 0; left != 0; left >>= 1, i++) {
        if (!(left & 1))
            continue;
        double low = (sqrt((double)bounds.square[i]) * (1 - 0x1p-15) - off) * side->factor;
        float bound = !(low > 0) ? 0 : low < LARGEST ? (float)(low * (1 - 0x1p-20)) : (float)LARGEST;
        pair[count].key = key_of(bound > least ? bound : least, bounds.middle[i]);
        pair[count].own = (uint8_t)i;
        pair[count++].other = (uint8_t)j;
    }
    return count;
}

uint32_t fk_gap_open(const fk_gap_side *side, uint32_t node, const fk_gap_other *other, float least,
                     double limit, fk_gap_pair pair[FK_GAP_PAIRS_MOST])
{
    uint32_t count = 0;
    for (uint32_t j = 0; other->mask >> j != 0; j++)
        if (other->mask >> j & 1)
            count += open_one(side, node, other, j, least, limit, pair + count);
    return count;
}
