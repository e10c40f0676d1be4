/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of nodes or leaves that are farther apart than a limit: by a direction that separates their corners. Their boxes are
 * often much nearer to each other, as those of long triangles around an edge. This needs the corners of both meshes in floats, in
 * the order of the trees (fk_tree_corners).
 *
 * design: Gilbert, "An iterative procedure for computing the minimum of a quadratic form on a convex set" (1966). v is a point of
 *     the difference of both hulls; the next v is the point of the segment to the support along v that is nearest to the origin.
 *
 * Rounding. u = 2^-23 bounds the relative error of an operation in any rounding mode. All lengths are in the unit of the search.
 * A coordinate x of a corner in its tree, |x| <= 4, is off by u |x|, an entry m of the matrix by u |m|. For any n, n.(corner) is
 * m^T n.x, of two sums of three products: off by less than 10 u times the sum of all |n_i m_ik x_k|, which is at most s = 12
 * times the sum of all |m_ik| for |n_i| <= 1. Each term of n.shift is off by 5 u |shift|. Then two differences: 2 u of all. So
 * 2^-18 (s_a + s_b + 3 |shift|) is more than all these errors. Placed corners are doubles; that they are rounded changes less
 * than 2^-45 of all coordinates. |n| is at most 1 + 2^-20, by which the limit is enlarged. What underflows is below 2^-100 of the
 * error, whose range is checked. */

#include "tree/mesh_distance.h"

#include <math.h>

#include "base/context.h"
#include "base/simd.h"
#include "base/vec3.h"

/* Directions that are tried. */
#define GAP_STEPS 6

/* The largest ranges that are tried, in triangles. */
#define GAP_MOST 128

#define FK_GAP_LANES 8

/* Units of trees whose inverse is a number. */
#define LEAST_UNIT 0x1p-900
#define MOST_UNIT  0x1p900

/* ---- Corners ------------------------------------------------------------------------------------------- */

/* Triangles first to first + count - 1 in the order of the tree. */
typedef struct tree_span {
    uint32_t first, count;
} tree_span;

struct fk_tree_corners {
    size_t bytes, stride;
    tree_span *span; /* of each node */
    /* Coordinate k of corner i of triangle t of the order: at[(3 * i + k) * stride + t], in units of the tree. */
    float *at;
};

static tree_span slot_span(const fk_tree *tree, const tree_span *of_nodes, fk_tree_slot s)
{
    uint32_t count = fk_slot_triangle_count(tree, s), below = fk_slot_node(tree, s);
    return count > 0 ? (tree_span){below, count} : of_nodes[below];
}

/* The triangles below a node are neighbors in the order. */
static void find_spans(const fk_tree *tree, tree_span *span)
{
    for (uint32_t node = tree->node_count; node-- > 0;) {
        span[node] = (tree_span){UINT32_MAX, 0};
        for (uint32_t i = 0; i < tree->node[node].used; i++) {
            tree_span child = slot_span(tree, span, FK_TREE_WIDTH * node + i);
            span[node].first = child.first < span[node].first ? child.first : span[node].first;
            span[node].count += child.count;
        }
    }
}

fk_status fk_tree_corners_make(fk_context *context, const fk_mesh *mesh, const fk_tree *tree,
                               fk_tree_corners **out)
{
    size_t stride = (size_t)tree->triangle_count + FK_GAP_LANES;
    size_t spans = tree->node_count * sizeof(tree_span);
    size_t bytes = sizeof(fk_tree_corners) + spans + 9 * stride * sizeof(float);
    fk_tree_corners *c = fk_allocate(context, bytes);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    *c = (fk_tree_corners){.bytes = bytes, .stride = stride};
    c->span = (tree_span *)(c + 1);
    c->at = (float *)(c->span + tree->node_count);
    memset(c->at, 0, 9 * stride * sizeof(float));
    find_spans(tree, c->span);
    for (size_t t = 0; t < tree->triangle_count; t++)
        for (size_t i = 0; i < 3; i++) {
            fk_vec3 p = mesh->point[mesh->triangle[tree->triangle[t]].corner[i]];
            fk_vec3 x = fk_vec3_scale(fk_vec3_sub(p, tree->origin), 1 / tree->unit);
            for (size_t k = 0; k < 3; k++)
                c->at[(3 * i + k) * stride + t] = (float)fk_vec3_get(x, (int)k);
        }
    *out = c;
    return FK_OK;
}

void fk_tree_corners_free(fk_context *context, fk_tree_corners *corners)
{
    if (corners != NULL)
        fk_release(context, corners, corners->bytes);
}

/* ---- Gaps ---------------------------------------------------------------------------------------------- */

typedef struct gap_side {
    const fk_tree_corners *corners;
    const float (*turn)[3];
    uint32_t first, count;
} gap_side;

typedef struct gap_pair {
    gap_side side[2];
    const float *shift;
    float toward[3]; /* the first direction, of any length */
    float limit, error;
} gap_pair;

#define FK_LEVEL_FILE "tree/mesh_distance_gap.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

void fk_distance_set_corners(fk_distance_search *s, const fk_tree_corners *const corners[2])
{
    fk_distance_gap *g = &s->gap;
    double far = 0, sum = 0, tiny = 0;
    bool is_usual = corners[0] != NULL && corners[1] != NULL;
    fk_vec3 at[2];
    for (int k = 0; k < 2; k++) {
        const fk_placed_mesh *mesh = s->side[k].mesh;
        g->corners[k] = corners[k];
        is_usual = is_usual && mesh->tree->unit > LEAST_UNIT && mesh->tree->unit < MOST_UNIT;
        at[k] = fk_pose_apply(&mesh->pose, mesh->tree->origin);
        tiny += (fk_placed_max_coordinate(mesh) + fk_vec3_largest(at[k])) / s->unit;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double m = mesh->pose.rotation[i][j] * (mesh->tree->unit / s->unit);
                g->turn[k][i][j] = (float)m;
                sum += 12 * fabs(m);
            }
    }
    fk_vec3 shift = fk_vec3_scale(fk_vec3_sub(at[1], at[0]), 1 / s->unit);
    for (int k = 0; k < 3; k++) {
        g->shift[k] = (float)fk_vec3_get(shift, k);
        far += fabs(fk_vec3_get(shift, k));
    }
    g->error = 0x1p-18 * (sum + 3 * far) + 0x1p-45 * tiny;
    g->is_known = is_usual && g->error > 0x1p-40 && g->error < 0x1p20;
}

bool fk_distance_is_pair_beyond(const fk_distance_search *s, const fk_tree_slot slot[2])
{
    static bool (*const level[])(const gap_pair *) = FK_LEVELS(separate_ranges);
    const fk_distance_gap *g = &s->gap;
    double limit = s->limit / s->unit;
    gap_pair pair = {.shift = g->shift,
                     .limit = (float)(limit * (1 + 0x1p-18) + 0x1p-60),
                     .error = (float)(g->error * (1 + 0x1p-18))};
    if (!g->is_known || !(limit < 0x1p40) || slot[0] == FK_TREE_ROOT_SLOT || slot[1] == FK_TREE_ROOT_SLOT)
        return false;
    for (int k = 0; k < 2; k++) {
        tree_span span = slot_span(s->side[k].mesh->tree, g->corners[k]->span, slot[k]);
        if (span.count > GAP_MOST)
            return false;
        pair.side[k] = (gap_side){g->corners[k], g->turn[k], span.first, span.count};
    }
    bool has_toward = fk_vec3_largest(s->toward) > 0;
    for (int k = 0; k < 3; k++)
        pair.toward[k] = has_toward ? (float)fk_vec3_get(s->toward, k) : g->shift[k];
    return level[fk_cpu_level()](&pair);
}
