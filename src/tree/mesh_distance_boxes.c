/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Lower bounds of the distance of boxes of two trees, in the frame of one of them. The displacement between
 * the origins of two nodes is computed in doubles. Its error is far below the slack for floats, which is
 * subtracted in the end together with the margin of the frame. */

#include "tree/mesh_distance.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "tree/obb_rotation.h"

/* ---- Boxes of two nodes -------------------------------------------------------------------------------- */

/* The lower bound of each pair of boxes is the best of four. Along the axes of a box of a, both boxes are
 * enclosed in boxes along these axes; their distance is the length of the vector of separations per axis. The
 * same holds along the axes of b. Along the line of the centers, and along a given direction, the separation
 * of the projections is at most the distance. The largest of the four is nearly always close to the distance
 * of the boxes: with the exact distance, a search would open only a tenth fewer nodes.
 *
 * First, all eight boxes of b at once are tested against the box around a. Each that is near is then compared
 * with all eight boxes of a.
 *
 * Rounding. Each entry of a rotation computed from a quaternion has an error of at most 2^-18, and so have
 * the axes of b in a's tree, up to the ratio of the units; products of both have 2^-16. So each term of a
 * bound is off by at most 2^-16 of its lengths, float operations in any rounding mode lose less than 2^-19 of
 * them, and the vector of three separations loses at most sqrt(3) times that: below the bound in bound_boxes.
 * Underflow does not matter beside it. */

/* The frame of node b in the coordinates of a's tree, relative to the origin of node a: a point y relative to
 * the origin of b is at place + turn y. */
typedef struct node_pair_frame {
    float turn[3][3]; /* rows */
    float place[3];
    float ratio;     /* ratio * turn is a rotation up to 2^-20; 0 if no ratio makes it one */
    float toward[3]; /* a direction from a to b along which they are probably separated; length at most 1 */
    /* A box around all of a, with its axes as rows; infinite if there is none. */
    float center[3], axis[3][3], half[3];
} node_pair_frame;

typedef struct box_distance_bounds {
    uint32_t near[FK_TREE_WIDTH]; /* near[j]: the boxes of a near box j of b, as bits */
    /* For these pairs: the square of a lower bound of the distance; the approximate square of the distance of
     * the centers. */
    float square[FK_TREE_WIDTH][FK_TREE_WIDTH], middle[FK_TREE_WIDTH][FK_TREE_WIDTH];
} box_distance_bounds;

#define FK_LEVEL_FILE "tree/mesh_distance_boxes.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

/* Computes bounds that hold in real numbers up to rounding: roots may be too large by 2^-15 of all lengths,
 * which are the sizes of a, of the box around it, of the rotated b, and the displacement between them, each
 * below 2^50. Pairs are near if their bound is not above limit_square. */
static void bound_boxes(const fk_child_boxes *a, const fk_child_boxes *b, const node_pair_frame *relation,
                        float limit_square, box_distance_bounds *out)
{
    static void (*const level[])(const fk_child_boxes *, const fk_child_boxes *, const node_pair_frame *,
                                 float, box_distance_bounds *) = FK_LEVELS(bound);
    level[fk_cpu_level()](a, b, relation, limit_square, out);
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
    side.factor = mesh->tree->unit / unit / frame->stretch * (1 - 0x1p-20);
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

/* Sets the frame of the other node. Returns a bound of all errors; infinite if there is none. */
static double place_other_node(const fk_distance_side *side, fk_tree_slot slot, const fk_tree_obb *t,
                               const fk_other_boxes *other, node_pair_frame *out)
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
    total += (double)place_slot_box(side->mesh->tree, slot, t, out) + (double)t->size;
    return 0x1p-15 * (total + 2 * most * (double)other->box.node->size);
}

static fk_box_pair_key make_box_pair_key(float low, float middle)
{
    uint32_t upper, lower;
    memcpy(&upper, &low, sizeof upper);
    memcpy(&lower, &middle, sizeof lower);
    return (uint64_t)upper << 32 | lower;
}

uint32_t fk_distance_expand(const fk_distance_side *side, fk_tree_slot slot, const fk_other_boxes *other,
                            float least, double limit, fk_box_pair pair[FK_BOX_PAIRS_MOST])
{
    const fk_tree *tree = side->mesh->tree;
    uint32_t node = fk_slot_node(tree, slot);
    const fk_tree_obb *t = &tree->obb[node];
    const fk_child_boxes own = {t, (1u << tree->node[node].used) - 1};
    node_pair_frame relation;
    box_distance_bounds bounds;
    double off = place_other_node(side, slot, t, other, &relation) + side->margin;
    /* Pairs with a larger square are too far apart. */
    double most = (limit / side->factor + off) * (1 + 0x1p-14);
    float limit_square = most < LARGEST ? (float)(most * most) : HUGE_VALF;
    if (off < LARGEST) {
        bound_boxes(&own, &other->box, &relation, limit_square, &bounds);
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
            pair[count].key = make_box_pair_key(bound > least ? bound : least, bounds.middle[j][i]);
            pair[count].own = (uint8_t)i;
            pair[count++].other = (uint8_t)j;
        }
    return count;
}
