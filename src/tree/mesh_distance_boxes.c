/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Lower bounds of the distance of boxes of two trees, in the frame of one of them. The displacement between
 * the origins of two nodes is computed in doubles, all else in floats. Where the displacement is much longer
 * than the boxes are large, floats measure only by how much a distance differs from it. So the error is a part
 * of the boxes, not of their distance: boxes that are far apart are pruned as well as near ones. */

#include "tree/mesh_distance.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "tree/obb_rotation.h"

/* ---- Boxes of two nodes -------------------------------------------------------------------------------- */

/* Near boxes. The lower bound of each pair of boxes is the best of four. Along the axes of a box of a, both
 * boxes are enclosed in boxes along these axes; their distance is the length of the vector of separations per
 * axis. The same holds along the axes of b. Along the line of the centers, and along a given direction, the
 * separation of the projections is at most the distance. The largest of the four is nearly always close to the
 * distance of the boxes: with the exact distance, a search would open only a tenth fewer nodes.
 *
 * Rounding. Each entry of a rotation computed from a quaternion has an error of at most 2^-18, and so have
 * the axes of b in a's tree, up to the ratio of the units; products of both have 2^-16. So each term of a
 * bound is off by at most 2^-16 of its lengths, float operations in any rounding mode lose less than 2^-19 of
 * them, and the vector of three separations loses at most sqrt(3) times that: below the bound in bound_boxes.
 * Underflow does not matter beside it.
 *
 * Far boxes. Let P be the displacement between the origins of the two nodes, of length p, and c the difference
 * of the offsets of the two centers, where p is at least FAR times a bound L of |c| and of all sizes. Then
 *
 *   |P + c| = p + w / (1 + sqrt(1 + w / p)),    w = 2 P.c / p + |c|^2 / p,
 *
 * and along the line of the centers, with the unit vector m = (P + c) / |P + c|, the boxes are separated by that
 * less the radii of both. The other axes would add little: the bound is below the distance of the boxes by at
 * most the order of L^2 / p, which shrinks fast on the way down.
 *
 * Rounding. c is off by at most sqrt(3) 2^-18 of the lengths in it for each rotation, 2^-16 for those of b;
 * |w| <= 2.3 L, and the second term has the derivative m . dc / |m|, at most 1, by c; m is off by 2^-16 / FAR from c
 * and less than 2^-20 from its operations. So each radius is off by at most 2^-16 of its lengths, too, and the
 * sum by less than 2^-15 of L. */

/* The least distance of far boxes, in multiples of their sizes. */
#define FAR 8

/* The frame of node b in the coordinates of a's tree, relative to the origin of node a: a point y relative to
 * the origin of b is at place + turn y. */
typedef struct node_pair_frame {
    float turn[3][3]; /* rows */
    float place[3];   /* of far boxes: 0; it is direction / inverse */
    float inverse, direction[3];
    float ratio;     /* ratio * turn is a rotation up to 2^-20; 0 if no ratio makes it one */
    float toward[3]; /* a direction from a to b along which they are probably separated; length at most 1 */
    /* A box around all of a, with its axes as rows; infinite if there is none. */
    float center[3], axis[3][3], half[3];
} node_pair_frame;

typedef struct box_distance_bounds {
    uint32_t near[FK_TREE_WIDTH]; /* near[j]: the boxes of a near box j of b, as bits */
    /* For these pairs: a lower bound of the distance; the approximate distance of the centers. Of far boxes,
     * both less the distance of the origins. */
    float low[FK_TREE_WIDTH][FK_TREE_WIDTH], middle[FK_TREE_WIDTH][FK_TREE_WIDTH];
} box_distance_bounds;

#define FK_LEVEL_FILE "tree/mesh_distance_boxes.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

/* Computes bounds that hold in real numbers up to rounding: they may be too large by 2^-15 of all lengths,
 * which are the sizes of a, of the box around it, of the rotated b, and of near boxes the displacement between
 * them, each below 2^50. Pairs are near if their bound is not above the limit. */
static void bound_boxes(const fk_child_boxes *a, const fk_child_boxes *b, const node_pair_frame *relation,
                        float limit, box_distance_bounds *out)
{
    static void (*const level[])(const fk_child_boxes *, const fk_child_boxes *, const node_pair_frame *,
                                 float, box_distance_bounds *) = FK_LEVELS(bound);
    level[fk_cpu_level()](a, b, relation, limit, out);
}

#define LARGEST 0x1p50

/* 1 / the length of the columns of a matrix that are orthogonal and of equal length up to 2^-20; else 0. */
static double inverse_column_length(const double turn[3][3])
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

fk_distance_side fk_distance_side_make(const fk_placed_mesh *mesh, const fk_tree_frame *frame, double unit)
{
    fk_distance_side side = {.mesh = mesh, .frame = *frame};
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            most = fk_larger(most, fabs(frame->turn[i][k]));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            side.turn[i][k] = most < LARGEST ? (float)frame->turn[i][k] : 0;
    side.ratio = (float)inverse_column_length(side.frame.turn);
    side.margin = most < LARGEST ? frame->margin : INFINITY;
    side.factor = mesh->tree->unit / unit / frame->stretch * (1 - 0x1p-50);
    return side;
}

void fk_distance_side_set_direction(fk_distance_side *side, fk_vec3 displacement)
{
    fk_vec3 back = {0, 0, 0};
    double most = fk_vec3_largest(displacement);
    if (most > 0 && fk_is_finite(most))
        back = fk_vec3_unit(fk_pose_rotate_back(&side->mesh->pose, fk_vec3_unit(displacement)));
    for (int i = 0; i < 3; i++)
        side->toward[i] = (float)(fk_vec3_get(back, i) * (1 - 0x1p-15));
}

/* ---- From one node to the other ------------------------------------------------------------------------ */

/* Sets the box of a slot relative to the origin of the node below it. Returns a bound of its size plus its
 * offset. */
static float place_slot_box(const fk_tree *tree, fk_tree_slot s, const fk_tree_obb *below,
                            node_pair_frame *out)
{
    memset(out->axis, 0, sizeof out->axis);
    memset(out->center, 0, sizeof out->center);
    if (s == FK_TREE_ROOT_SLOT) {
        out->half[0] = out->half[1] = out->half[2] = HUGE_VALF;
        return 0;
    }
    const fk_tree_obb *t = &tree->obb[s / FK_TREE_WIDTH];
    uint32_t i = s % FK_TREE_WIDTH;
    float(*r)[3] = out->axis, offset = 0;
    obb_rotations_plain(t, (int)i, r);
    for (int k = 0; k < 3; k++) {
        float from = t->origin[k] - below->origin[k];
        out->center[k] =
            from + (r[0][k] * t->center[0][i] + r[1][k] * t->center[1][i] + r[2][k] * t->center[2][i]);
        out->half[k] = t->half[k][i];
        offset += fabsf(from);
    }
    return t->size + offset;
}

/* The frame of the other node, and errors of bounds. */
typedef struct other_node_frame {
    node_pair_frame relation;
    double apart; /* the distance of the origins of far boxes; 0 for near ones */
    double off;   /* bounds may be too large by this; infinite if nothing is known */
} other_node_frame;

/* Terms of the displacement are at most |place| and the rotated cubes of both trees; the sum of their rounding
 * errors, and that of its length, is below 2^-48 of these. */
static void place_other_node(const fk_distance_side *side, fk_tree_slot slot, const fk_tree_obb *t,
                             const fk_other_boxes *other, other_node_frame *out)
{
    node_pair_frame *r = &out->relation;
    double place[3], total = 0, most = 0;
    for (int i = 0; i < 3; i++) {
        const double *turn = side->frame.turn[i], *o = other->origin;
        place[i] =
            turn[0] * o[0] + turn[1] * o[1] + turn[2] * o[2] + (side->frame.shift[i] - (double)t->origin[i]);
        r->toward[i] = side->toward[i];
        total += fabs(place[i]);
        most = fk_larger(most, fabs(turn[0]) + fabs(turn[1]) + fabs(turn[2]));
    }
    memcpy(r->turn, side->turn, sizeof r->turn);
    r->ratio = side->ratio;
    double size = (double)place_slot_box(side->mesh->tree, slot, t, r) + (double)t->size +
                  2 * most * (double)other->box.node->size;
    double length = sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2]);
    bool is_far = length > FAR * size && length < LARGEST;
    out->apart = is_far ? length : 0;
    out->off = 0x1p-15 * (is_far ? size : total + size) + side->margin;
    if (is_far)
        out->off += 0x1p-48 * (total + 4 * most + 4);
    else if (!(total < LARGEST))
        out->off = INFINITY;
    r->inverse = is_far ? (float)(1 / length) : 0;
    for (int i = 0; i < 3; i++) {
        r->place[i] = is_far ? 0 : (float)place[i];
        r->direction[i] = is_far ? (float)(place[i] / length) : 0;
    }
}

/* A float that is not below x. */
static float float_limit(double x)
{
    return x < LARGEST ? (float)(x + fabs(x) * 0x1p-20 + 0x1p-100) : HUGE_VALF;
}

/* A number that is not negative as bits in the order of the numbers, rounded down. */
static uint32_t key_part(double x)
{
    float low = !(x > 0) ? 0 : x < LARGEST ? (float)(x * (1 - 0x1p-22)) : (float)LARGEST;
    uint32_t bits;
    memcpy(&bits, &low, sizeof bits);
    return bits;
}

uint32_t fk_distance_expand(const fk_distance_side *side, fk_tree_slot slot, const fk_other_boxes *other,
                            const fk_distance_limits *limits, fk_box_pair pair[FK_BOX_PAIRS_MOST])
{
    const fk_tree *tree = side->mesh->tree;
    uint32_t node = fk_slot_node(tree, slot);
    const fk_tree_obb *t = &tree->obb[node];
    const fk_child_boxes own = {t, (1u << tree->node[node].used) - 1};
    other_node_frame placed;
    box_distance_bounds bounds;
    place_other_node(side, slot, t, other, &placed);
    /* Pairs with larger bounds are too far apart. */
    double most = (limits->most / side->factor * (1 + 0x1p-50) + placed.off - placed.apart);
    if (placed.off < LARGEST) {
        bound_boxes(&own, &other->box, &placed.relation, float_limit(most), &bounds);
    } else {
        memset(&bounds, 0, sizeof bounds);
        for (int j = 0; j < FK_TREE_WIDTH; j++)
            bounds.near[j] = other->box.mask >> j & 1 ? own.mask : 0;
    }
    double from = (placed.apart - placed.off) * side->factor - limits->base;
    double center = placed.apart * side->factor - limits->base;
    uint32_t count = 0;
    for (uint32_t j = 0; j < FK_TREE_WIDTH; j++)
        for (uint32_t left = bounds.near[j], i = 0; left != 0; left >>= 1, i++) {
            if (!(left & 1))
                continue;
            uint32_t low = key_part(from + (double)bounds.low[j][i] * side->factor);
            uint32_t middle = key_part(center + (double)bounds.middle[j][i] * side->factor);
            pair[count].key = (fk_box_pair_key)(low > limits->least ? low : limits->least) << 32 | middle;
            pair[count].own = (uint8_t)i;
            pair[count++].other = (uint8_t)j;
        }
    return count;
}
