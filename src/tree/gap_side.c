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

fk_gap_side fk_gap_side_make(const fk_placed_mesh *mesh, const fk_frame *frame)
{
    fk_gap_side side = {.mesh = mesh, .frame = *frame};
    side.ratio = ratio_of(side.frame.turn);
    side.factor = mesh->tree->unit / frame->stretch * (1 - 0x1p-40);
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
        side->toward[i] = fk_vec3_get(back, i) * (1 - 0x1p-15);
}

fk_gap_turned fk_gap_box_of(const fk_tree *tree, fk_gap_slot s)
{
    const fk_tree_turned *t = &tree->turned[s.node];
    fk_gap_turned box;
    double c[3], size = 0;
    for (int k = 0; k < 3; k++) {
        c[k] = s.slot == FK_GAP_WHOLE ? 0 : t->center[k][s.slot];
        box.half[k] = s.slot == FK_GAP_WHOLE ? t->size[k] : t->half[k][s.slot];
        size += fabs(c[k]) + box.half[k];
    }
    for (int i = 0; i < 3; i++) {
        box.center[i] = t->origin[i] + c[0] * t->axis[0][i] + c[1] * t->axis[1][i] + c[2] * t->axis[2][i];
        box.half[i] += 0x1p-16 * size;
        for (int k = 0; k < 3; k++)
            box.axis[k][i] = t->axis[k][i];
    }
    return box;
}

/* ---- From the frame of one box to that of a node ------------------------------------------------------- */

static void apply(const double m[3][3], const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
}

static void apply_axes(const float m[3][3], const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
}

/* The box as a node sees it; what it returns is a bound for the sum of all its numbers. */
static double see(const fk_gap_side *side, const fk_tree_turned *t, const fk_gap_turned *box, fk_gap_box *out)
{
    double place[3], center[3], toward[3], edge[3][3], reach[3] = {0, 0, 0}, total = 0, span = 0;
    apply(side->frame.turn, box->center, place);
    for (int i = 0; i < 3; i++)
        place[i] += side->frame.shift[i] - t->origin[i];
    apply_axes(t->axis, place, center);
    apply_axes(t->axis, side->toward, toward);
    for (int k = 0; k < 3; k++) {
        double axis[3];
        apply(side->frame.turn, box->axis[k], axis);
        apply_axes(t->axis, axis, edge[k]);
        span += box->half[k];
        for (int i = 0; i < 3; i++)
            reach[i] += fabs(edge[k][i]) * box->half[k];
    }
    for (int i = 0; i < 3; i++)
        total += fabs(center[i]) + 2 * reach[i] + 4 * (double)t->size[i];
    if (!(total < LARGEST))
        return INFINITY;
    double inverse = side->ratio > 0 ? 1 / side->ratio : 0, along = 0;
    for (int k = 0; k < 3; k++) {
        double dot = 0;
        for (int i = 0; i < 3; i++) {
            out->axis[k][i] = (float)(edge[k][i] * side->ratio * (1 - 0x1p-13));
            out->edge[k][i] = (float)(edge[k][i] * box->half[k]);
            dot += edge[k][i] * toward[i];
        }
        out->span[k] = (float)((box->half[k] + 0x1p-14 * span) * inverse);
        along += fabs(dot) * box->half[k];
    }
    for (int i = 0; i < 3; i++) {
        out->center[i] = (float)center[i];
        out->reach[i] = (float)reach[i];
        out->toward[i] = (float)toward[i];
    }
    out->toward_span = (float)along;
    return total + 2 * span * inverse;
}

void fk_gap_open(const fk_gap_side *side, uint32_t node, const fk_gap_turned *box, double low[FK_TREE_WIDTH])
{
    const fk_tree_turned *t = &side->mesh->tree->turned[node];
    fk_gap_box seen;
    float square[FK_TREE_WIDTH];
    double total = see(side, t, box, &seen);
    double off = 0x1p-19 * total + 2 * side->frame.margin;
    for (int i = 0; i < FK_TREE_WIDTH; i++)
        low[i] = 0;
    if (!(total < LARGEST && off < LARGEST))
        return;
    fk_gap_boxes(t->center, t->half, &seen, square);
    for (int i = 0; i < FK_TREE_WIDTH; i++) {
        double far = sqrt((double)square[i]) * (1 - 0x1p-13) - off;
        low[i] = far > 0 ? far * side->factor : 0;
    }
}
