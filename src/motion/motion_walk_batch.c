/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The children of a node in their places, and all of them beside something else along a direction: in plain C, and
 * with vectors of eight doubles.
 *
 * Boxes of a mesh are those that are turned to fit: their middles and edges, from places of the tree to the world. Boxes
 * of pieces are along the axes of the collider. */

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/vec3.h"
#include "motion/walk.h"
#include "tree/tree.h"

#define FK_EIGHT_PLAIN
#define FK_LEVEL(name) name##_plain
#include "motion/motion_walk_batch.inc"
#undef FK_LEVEL
#undef FK_EIGHT_PLAIN

#define FK_LEVEL_FILE "motion/motion_walk_batch.inc"
#define FK_LEVEL_LONG
#include "base/levels.inc"

/* Boxes that are larger than this, in units, are not used: errors are bounded for these. */
#define LARGEST_TURNED 8.0f

static bool is_turned(const fk_walk_side *side, uint32_t node)
{
    return side->made == NULL && side->tree->turned[node].size <= LARGEST_TURNED;
}

static void place_triangles(const fk_walk_side *side, fk_walk_batch *out)
{
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        fk_vec3 p[3];
        uint32_t at = out->first + (i < out->count ? i : 0);
        fk_placed_triangle(&side->placed, side->tree->triangle[at], p);
        for (int c = 0; c < 3; c++) {
            out->point[c][0][i] = p[c].x;
            out->point[c][1][i] = p[c].y;
            out->point[c][2][i] = p[c].z;
        }
    }
}

void fk_walk_open(const fk_walk_side *side, fk_walk_node node, fk_walk_batch *out)
{
    static void (*const turned[])(const fk_walk_side *, uint32_t, double(*)[3][FK_TREE_WIDTH]) =
        FK_LEVELS_LONG(place_turned);
    static void (*const straight[])(const fk_walk_side *, uint32_t, double(*)[3][FK_TREE_WIDTH]) =
        FK_LEVELS_LONG(place_straight);
    uint32_t below = 0;
    out->count = 0;
    if (node != FK_WALK_ALL) {
        const fk_tree_node *parent = &side->tree->node[node / FK_TREE_WIDTH];
        below = parent->child[node % FK_TREE_WIDTH];
        out->count = parent->count[node % FK_TREE_WIDTH];
    }
    out->are_parts = out->count > 0;
    out->are_pieces = out->are_parts && side->piece != NULL;
    if (out->are_parts) {
        out->first = below;
        if (!out->are_pieces)
            place_triangles(side, out);
        return;
    }
    out->count = side->tree->node[below].used;
    out->first = below * FK_TREE_WIDTH;
    (is_turned(side, below) ? turned : straight)[fk_cpu_level()](side, below, out->point);
}

void fk_walk_box(const fk_walk_side *side, fk_walk_node node, fk_walk_shape *out)
{
    double point[4][3];
    if (is_turned(side, node / FK_TREE_WIDTH))
        turned_one_plain(side, node / FK_TREE_WIDTH, node % FK_TREE_WIDTH, point);
    else
        straight_one_plain(side, node / FK_TREE_WIDTH, node % FK_TREE_WIDTH, point);
    double square = 0;
    for (int i = 0; i < 4; i++) {
        out->point[i] = fk_vec3_make(point[i][0], point[i][1], point[i][2]);
        if (i > 0)
            square = fk_larger(square, fk_vec3_dot(out->point[i], out->point[i]));
    }
    out->size = fk_larger(out->size, sqrt(square));
}

uint32_t fk_walk_beside(const fk_walk_batch *batch, const fk_walk_line *line, const fk_walk_range *range,
                        const fk_walk_axis *axis, double least[FK_TREE_WIDTH])
{
    static uint32_t (*const level[])(const fk_walk_batch *, const fk_walk_line *, const fk_walk_range *,
                                     const fk_walk_axis *, double *) = FK_LEVELS_LONG(beside);
    return level[fk_cpu_level()](batch, line, range, axis, least);
}
