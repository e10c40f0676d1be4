/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Walks down the tree of a mesh along a probe. Which children of a node a probe meets is decided for all
 * eight at once, with the margins that probe_ready.c sets; and lines are held against four triangles at once,
 * in doubles:
 *
 * Let p be where the line begins, d its direction, a, b, c the corners, A = a - p, B = b - p, E = b - a, F =
 * c - b, G = a - c. The line passes the edges on the sides (d x A).E, (d x B).F, (d x A).G, the same three
 * determinants as in probe_line.c; the plane of the triangle is at n.A and n.(A - d) from the ends of a
 * segment, with n = E x F; of a ray, n.A / n.d is not negative. Let u = 2^-52. Differences have a relative
 * error of u, in every rounding mode; a determinant, as in mesh/signs.c, one of 8u of the sum of its six
 * products' sizes. With l = |E| + |F| >= |G| and L = |A| + l >= |B| in the largest norm, and D the sum of the
 * sizes of d, that is at most 16u D L l for the edges, and 16u l l (L + D) for the ends. The bounds take 64u,
 * which also covers their own rounding, and 2^-500 for what is flushed to zero or read as zero, as long as L
 * and D are below 2^200; what is above is left to the integers, as is NaN.
 *
 * Planes: n.x - c has an error of at most 4u of the sizes of its terms, N L + |c| with N the sum of the sizes
 * of n; the same bounds cover it. Boxes: comparisons. What they leave open is decided by probe_flat.c. */

#include "tree/probe.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "base/vec3.h"
#include "tree/tree.h"

#define ROUND 0x1p-46
#define TINY  0x1p-500
#define MOST  0x1p200

/* Triangles that are tested at once. */
#define LANES 4

/* What is known about them, a bit for each: those that are not missed, and those of them that are met. */
typedef struct outcome {
    uint32_t open, met;
} outcome;

typedef struct entry {
    uint32_t node;
    float enter;
} entry;

#define STACK (FK_TREE_DEPTH * FK_TREE_WIDTH)

/* The row of a node that is so many bytes from its begin. */
static inline const float *row_at(const fk_tree_node *node, size_t offset)
{
    return (const float *)(const void *)((const char *)node + offset);
}

static inline void node_ahead(const fk_tree_node *node)
{
    for (size_t at = 0; at < sizeof *node; at += 64)
        fk_prefetch((const char *)node + at);
    fk_prefetch((const char *)(node + 1) - 1);
}

/* ---- Leaves that wait ---------------------------------------------------------------------------------- */

/* The triangles of a mesh with more than so many are not all in the caches; there, leaves wait while memory
 * answers. First the numbers of their triangles are asked for, then those of the corners, then the places of
 * these; each takes a turn, in which another node is looked at. */
#define LARGE 65536

/* Places first to first + count - 1 of the triangles of a tree. */
typedef struct leaf {
    uint32_t first, count;
} leaf;

/* Those that came in this turn, in the last one, and in that before. */
typedef struct queue {
    uint32_t turn, count[3];
    leaf wait[3][FK_TREE_WIDTH];
} queue;

static inline bool queue_is_waiting(const queue *q)
{
    return (q->count[0] | q->count[1] | q->count[2]) != 0;
}

static inline void corners_ahead(const fk_placed_mesh *a, leaf l)
{
    for (uint32_t i = 0; i < l.count; i++)
        fk_prefetch(&a->mesh->triangle[a->tree->triangle[l.first + i]]);
}

static inline void places_ahead(const fk_placed_mesh *a, leaf l)
{
    for (uint32_t i = 0; i < l.count; i++)
        for (int k = 0; k < 3; k++)
            fk_prefetch(&a->mesh->point[a->mesh->triangle[a->tree->triangle[l.first + i]].corner[k]]);
}

/* ---- Plain C ------------------------------------------------------------------------------------------- */

static uint32_t line_bits_plain(const fk_tree_node *node, const fk_probe_walk *w, float enter[FK_TREE_WIDTH])
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        float first = 0, last = w->limit;
        for (int k = 0; k < 3; k++) {
            float in = (row_at(node, w->enter[k])[i] - w->enter_start[k]) * w->inverse[k];
            float out = (row_at(node, w->leave[k])[i] - w->leave_start[k]) * w->inverse[k];
            first = in > first ? in : first;
            last = out < last ? out : last;
        }
        enter[i] = first;
        bits |= (uint32_t)(first <= last) << i;
    }
    return bits;
}

static uint32_t plane_bits_plain(const fk_tree_node *node, const fk_probe_walk *w)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        float low = w->height, high = w->height;
        for (int k = 0; k < 3; k++) {
            float one = w->slope[k] * node->min[k][i], other = w->slope[k] * node->max[k][i];
            low += w->slope[k] < 0 ? other : one;
            high += w->slope[k] < 0 ? one : other;
        }
        bits |= (uint32_t)(low <= w->margin && high >= -w->margin) << i;
    }
    return bits;
}

static uint32_t box_bits_plain(const fk_tree_node *node, const fk_probe_walk *w)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        bool apart = false;
        for (int k = 0; k < 3; k++) {
            apart |= (node->min[k][i] > w->box_max[k]) | (node->max[k][i] < w->box_min[k]);
            float middle = 0, half = 0;
            for (int j = 0; w->is_turned && j < 3; j++) {
                middle += w->turn[k][j] * (node->max[j][i] + node->min[j][i]);
                half += w->turn_size[k][j] * (node->max[j][i] - node->min[j][i]);
            }
            apart |= w->is_turned && ((middle - half > w->world_max[k]) | (middle + half < w->world_min[k]));
        }
        bits |= (uint32_t)!apart << i;
    }
    return bits;
}

/* One triangle: -1 when it is missed, 1 when it is met, 0 when that is not certain. */
static int line_against(const fk_probe_walk *w, const fk_vec3 corner[3])
{
    fk_vec3 a = fk_vec3_sub(corner[0], w->probe->from), b = fk_vec3_sub(corner[1], w->probe->from);
    fk_vec3 e = fk_vec3_sub(corner[1], corner[0]), f = fk_vec3_sub(corner[2], corner[1]);
    fk_vec3 g = fk_vec3_sub(corner[0], corner[2]);
    double edge = fk_vec3_largest(e) + fk_vec3_largest(f), size = fk_vec3_largest(a) + edge;
    if (!(size < MOST && w->way_size < MOST))
        return 0;
    double error = ROUND * w->way_size * size * edge + TINY;
    fk_vec3 da = fk_vec3_cross(w->way, a), db = fk_vec3_cross(w->way, b);
    double u = fk_vec3_dot(da, e), v = fk_vec3_dot(db, f), x = fk_vec3_dot(da, g);
    bool left = u > error || v > error || x > error, right = u < -error || v < -error || x < -error;
    if (left && right)
        return -1;
    bool all_left = u > error && v > error && x > error, all_right = u < -error && v < -error && x < -error;
    if (w->probe->kind == FK_PROBE_LINE)
        return all_left || all_right;
    fk_vec3 n = fk_vec3_cross(e, f);
    double begin = fk_vec3_dot(n, a), turn = fk_vec3_dot(n, w->way);
    double end = w->probe->kind == FK_PROBE_SEGMENT ? begin - turn : -turn;
    error = ROUND * edge * edge * (size + w->way_size) + TINY;
    if ((begin > error && end > error) || (begin < -error && end < -error))
        return -1;
    if ((all_left && begin < -error) || (all_right && begin > error))
        return -1;
    return (all_left && begin > error && end < -error) || (all_right && begin < -error && end > error);
}

/* As above: strictly on one side, or on both. */
static int plane_against(const fk_probe_walk *w, const fk_vec3 corner[3])
{
    bool below[3], above[3];
    double size = fk_larger(fk_vec3_largest(corner[0]),
                            fk_larger(fk_vec3_largest(corner[1]), fk_vec3_largest(corner[2])));
    double error = ROUND * (w->way_size * size + fabs(w->probe->offset)) + TINY;
    if (!(size < MOST && w->way_size < MOST && fabs(w->probe->offset) < MOST))
        return 0;
    for (int k = 0; k < 3; k++) {
        double height = fk_vec3_dot(w->probe->to, corner[k]) - w->probe->offset;
        below[k] = height < -error;
        above[k] = height > error;
    }
    if ((below[0] && below[1] && below[2]) || (above[0] && above[1] && above[2]))
        return -1;
    return (below[0] || below[1] || below[2]) && (above[0] || above[1] || above[2]);
}

/* As above: beside a side of the box, or with a corner strictly inside. Comparisons that say yes are right
 * even where small numbers are taken for zero. */
static int box_against(const fk_probe_walk *w, const fk_vec3 corner[3])
{
    bool inside[3] = {true, true, true}, beside = false;
    for (int axis = 0; axis < 3; axis++) {
        double low = fk_vec3_get(w->probe->from, axis), high = fk_vec3_get(w->probe->to, axis);
        bool below = true, above = true;
        for (int k = 0; k < 3; k++) {
            double x = fk_vec3_get(corner[k], axis);
            below &= x < low;
            above &= x > high;
            inside[k] &= x > low && x < high;
        }
        beside |= below || above;
    }
    return beside ? -1 : inside[0] || inside[1] || inside[2];
}

static inline outcome leaf_plain(const fk_probe_walk *w, const uint32_t *triangle, uint32_t count,
                                 int (*against)(const fk_probe_walk *w, const fk_vec3 corner[3]))
{
    outcome out = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 corner[3];
        fk_placed_triangle(w->mesh, triangle[i], corner);
        int sure = against(w, corner);
        out.open |= (uint32_t)(sure >= 0) << i;
        out.met |= (uint32_t)(sure > 0) << i;
    }
    return out;
}

static outcome line_leaf_plain(const fk_probe_walk *w, const uint32_t *triangle, uint32_t count)
{
    return leaf_plain(w, triangle, count, line_against);
}

static outcome plane_leaf_plain(const fk_probe_walk *w, const uint32_t *triangle, uint32_t count)
{
    return leaf_plain(w, triangle, count, plane_against);
}

static outcome box_leaf_plain(const fk_probe_walk *w, const uint32_t *triangle, uint32_t count)
{
    return leaf_plain(w, triangle, count, box_against);
}

#define FK_LEVEL(name) name##_plain
#include "tree/probe_loop.inc"
#undef FK_LEVEL

/* ---- Vectors ------------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "tree/probe_walk.inc"
#define FK_LEVEL_LONG
#define FK_LEVEL_MOST 256
#include "base/levels.inc"

/* ---- All ----------------------------------------------------------------------------------------------- */

typedef bool walk_function(fk_probe_walk *walk);

bool fk_probe_walk_tree(fk_probe_walk *walk, bool by_time)
{
    static walk_function *const lines[FK_CPU_COUNT] = FK_LEVELS_AVX2(walk_line);
    static walk_function *const ordered[FK_CPU_COUNT] = FK_LEVELS_AVX2(walk_line_by_time);
    static walk_function *const planes[FK_CPU_COUNT] = FK_LEVELS_AVX2(walk_plane);
    static walk_function *const boxes[FK_CPU_COUNT] = FK_LEVELS_AVX2(walk_box);
    if (walk->mesh->tree->triangle_count == 0)
        return true;
    fk_cpu level = fk_cpu_level();
    walk->is_placed = !fk_probe_is_at_rest(&walk->mesh->pose);
    if (walk->probe->kind == FK_PROBE_PLANE)
        return !fk_probe_ready_plane(walk) || planes[level](walk);
    if (walk->probe->kind == FK_PROBE_BOX)
        return !fk_probe_ready_box(walk) || boxes[level](walk);
    return !fk_probe_ready_line(walk) || (by_time ? ordered : lines)[level](walk);
}
