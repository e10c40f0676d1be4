/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Traverses the tree of a mesh along a probe. The children of a node are tested eight at once, with margins
 * that are computed first; lines are tested against four triangles at once, in doubles:
 *
 * Let p be the start of the line, d its direction, a, b, c the corners, A = a - p, B = b - p, E = b - a, F =
 * c - b, G = a - c. The line passes the edges on the sides (d x A).E, (d x B).F, (d x A).G, the same three
 * determinants as in ray_triangle.c; the plane of the triangle is at n.A and n.(A - d) from the ends of a
 * segment, with n = E x F; for a ray, n.A / n.d is not negative. Let u = 2^-52. Differences have a relative
 * error of u, in every rounding mode; a determinant, as in mesh/winding.c, one of 8u of the sum of the
 * magnitudes of its six products. With l = |E| + |F| >= |G| and L = |A| + l >= |B| in the maximum norm, and D
 * the sum of the magnitudes of d's components, that is at most 16u D L l for the edges, and 16u l l (L + D)
 * for the ends. The bounds take 64u, which also covers their own rounding, and 2^-500 for numbers that are
 * flushed to zero or read as zero, as long as L and D are below 2^200; larger numbers and NaN are left to the
 * integers.
 *
 * Planes: n.x - c has an error of at most 4u of the magnitudes of its terms, N L + |c| with N the sum of the
 * magnitudes of n's components; the same bounds cover it. Boxes: comparisons. ray_triangle.c decides what
 * these filters leave open. */

#include "tree/ray.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "tree/tree.h"

/* ---- Probes in tree units ------------------------------------------------------------------------------ */

/* Probes are transformed into tree units, with margins for all rounding errors.
 *
 * Extent of the placed mesh. A point of the mesh is x in tree units, in the cube from -1 to 1. It is placed
 * at c + R u x + e, where c is the placed origin, u the unit, and every component of e is at most E = 2^-46
 * of the largest coordinate, which bounds every term (tree_traverse.c). So component i is within r_i = u sum
 * |R_ik| + E of c_i.
 *
 * Lines. The line is clipped to that box in doubles: times from begin to begin + length. A time is a quotient
 * of differences; its error moves the point by at most some 2^-49 of the magnitudes of all numbers involved,
 * and so do the rounded direction and the two ends: w = 2^-46 of them covers it, and the box is enlarged by w
 * before. Then a frame transforms the ends into tree units. The margin is that of the frame, that of the
 * rotated w, and the rounding to floats: with u = 2^-23 and S the largest coordinate of the ends, u S where a
 * start is rounded, u (1 + S) in a difference, 3u (2 + 2S) in direction, its inverse and the product: below
 * 2^-18 (1 + S). A component of the displacement below 2^-40 is replaced by that, which the margin covers,
 * too. So if the line meets a triangle at fraction s of the displacement, then for every box around it, and
 * each axis, the computed fraction of entering is at most s, and that of leaving at least s.
 *
 * Planes n.y = h: n.(c + R u x + e) - h = (u R' n).x + (n.c - h) + n.e, divided by the largest component of u
 * R' n. Floats lose less than 2^-19 in the sum of products.
 *
 * Boxes: their sides are clipped to the mesh, and a frame transforms them into tree units. For rotated
 * meshes, boxes of the tree are also transformed to the axes of the world, in units of u around c; floats
 * lose less than 2^-17 there, if no row of R has a sum above 2.
 *
 * If a number is too large for that, or unknown, margins are infinite, and all triangles are visited. */

#define ROUND 0x1p-46

#define LEAST     0x1p-1000 /* more than the loss by flushing small numbers to zero */
#define HUGE_SIZE 0x1p300

/* The extent of the placed mesh: center +- radius. */
typedef struct mesh_extent {
    double center[3], radius[3];
    double error; /* of placing */
    double size;  /* bound of the absolute coordinates */
} mesh_extent;

/* The extent of a mesh whose pose is the identity: nothing is rounded. */
static mesh_extent unplaced_extent(const fk_tree *tree)
{
    fk_vec3 o = tree->origin;
    double unit = tree->unit;
    mesh_extent p = {{o.x, o.y, o.z}, {unit, unit, unit}, 0, fk_vec3_largest(o) + unit};
    return p;
}

static mesh_extent placed_extent(const fk_placed_mesh *a)
{
    mesh_extent p;
    fk_vec3 center = fk_pose_apply(&a->pose, a->tree->origin);
    p.size = fk_placed_max_coordinate(a);
    p.error = p.size * ROUND + LEAST;
    for (int i = 0; i < 3; i++) {
        const double *row = a->pose.rotation[i];
        p.center[i] = fk_vec3_get(center, i);
        p.radius[i] = (fabs(row[0]) + fabs(row[1]) + fabs(row[2])) * a->tree->unit * (1 + 0x1p-40) + p.error;
    }
    return p;
}

static bool has_identity_pose(const fk_pose *pose)
{
    bool same = pose->translation.x == 0 && pose->translation.y == 0 && pose->translation.z == 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            same &= fk_double_order(pose->rotation[i][k], i == k) == 0;
    return same;
}

/* A range of times on a line, in doubles. */
typedef struct line_times {
    double first, last;
    double lost; /* error of points */
} line_times;

/* Clips a line to the extent of the mesh. Returns false if nothing is left. */
static bool clip_line(const fk_probe *line, fk_vec3 direction, const mesh_extent *at, line_times *s)
{
    bool is_segment = line->kind == FK_PROBE_SEGMENT;
    double parallel = is_segment ? LEAST : 0x1p-200;
    s->first = line->kind == FK_PROBE_LINE ? -HUGE_VAL : 0;
    s->last = is_segment ? 1 : HUGE_VAL;
    s->lost =
        (fk_vec3_largest(line->from) + (is_segment ? fk_vec3_largest(line->to) : 0) + at->size) * ROUND +
        4 * LEAST;
    for (int k = 0; k < 3; k++) {
        double step = fk_vec3_get(direction, k), to = at->center[k] - fk_vec3_get(line->from, k);
        double wide = at->radius[k] + s->lost;
        if (fabs(step) < parallel) {
            if (fabs(to) > wide)
                return false;
            continue;
        }
        double inverse = 1 / step, one = (to - wide) * inverse, other = (to + wide) * inverse;
        s->first = fk_larger(fk_smaller(one, other), s->first);
        s->last = fk_smaller(fk_larger(one, other), s->last);
    }
    return s->first <= s->last;
}

/* Sets which side of a box a line enters first along an axis. */
static void set_slab_rows(fk_probe_traversal *w, int axis, bool back)
{
    const size_t row = sizeof(float[FK_TREE_WIDTH]) * (size_t)axis;
    size_t min = offsetof(fk_tree_node, min) + row, max = offsetof(fk_tree_node, max) + row;
    w->enter[axis] = back ? max : min;
    w->leave[axis] = back ? min : max;
}

/* Makes the line meet all boxes. */
static void accept_all_boxes(fk_probe_traversal *w)
{
    for (int k = 0; k < 3; k++) {
        set_slab_rows(w, k, false);
        w->enter_start[k] = HUGE_VALF;
        w->leave_start[k] = -HUGE_VALF;
        w->inverse[k] = 1;
    }
    w->begin = 0;
    w->length = 0;
}

static fk_vec3 line_point(const fk_probe *line, fk_vec3 direction, double time)
{
    return fk_vec3_add(line->from, fk_vec3_scale(direction, time));
}

/* Both ends of a clipped line in tree units, and their error, without the rounding to floats. */
typedef struct line_ends {
    double first[3], last[3];
    double margin;
} line_ends;

static line_ends unplaced_ends(const fk_tree *tree, const fk_vec3 end[2], const line_times *s)
{
    line_ends e;
    double size = 0, inverse = 1 / tree->unit;
    for (int i = 0; i < 3; i++) {
        double origin = fk_vec3_get(tree->origin, i), one = fk_vec3_get(end[0], i),
               other = fk_vec3_get(end[1], i);
        e.first[i] = (one - origin) * inverse;
        e.last[i] = (other - origin) * inverse;
        size += fabs(one) + fabs(other) + fabs(origin);
    }
    e.margin = (size * ROUND + s->lost) * inverse;
    return e;
}

static line_ends placed_ends(const fk_placed_mesh *a, const fk_vec3 end[2], const line_times *s)
{
    line_ends e;
    fk_vec3 extent;
    extent.x = fk_larger(fabs(end[0].x), fabs(end[1].x)) + s->lost;
    extent.y = fk_larger(fabs(end[0].y), fabs(end[1].y)) + s->lost;
    extent.z = fk_larger(fabs(end[0].z), fabs(end[1].z)) + s->lost;
    fk_tree_frame frame = fk_tree_frame_from_world(a, extent);
    double size = 0, lost = 0;
    for (int i = 0; i < 3; i++) {
        fk_vec3 turn = fk_vec3_make(frame.turn[i][0], frame.turn[i][1], frame.turn[i][2]);
        e.first[i] = fk_vec3_dot(turn, end[0]) + frame.shift[i];
        e.last[i] = fk_vec3_dot(turn, end[1]) + frame.shift[i];
        size += fk_vec3_norm1(turn) * fk_vec3_largest(extent) + fabs(frame.shift[i]);
        lost += fk_vec3_norm1(turn) * s->lost;
    }
    e.margin = frame.margin + lost + size * ROUND;
    return e;
}

static void set_line_slabs(fk_probe_traversal *w, fk_vec3 direction, const line_times *s)
{
    const fk_vec3 end[2] = {line_point(w->probe, direction, s->first),
                            line_point(w->probe, direction, s->last)};
    line_ends e = w->is_placed ? placed_ends(w->mesh, end, s) : unplaced_ends(w->mesh->tree, end, s);
    double largest = 0;
    for (int i = 0; i < 3; i++)
        largest = fk_larger(largest, fk_larger(fabs(e.first[i]), fabs(e.last[i])));
    double margin = e.margin + (1 + largest) * 0x1p-18;
    if (!(margin < 0x1p10) || !(largest < 0x1p10))
        return;
    for (int i = 0; i < 3; i++) {
        double start = e.first[i], step = e.last[i] - start;
        bool back = step < 0;
        float by = (float)(fabs(step) < 0x1p-40 ? 0x1p-40 : fabs(step));
        w->inverse[i] = back ? -1 / by : 1 / by;
        w->enter_start[i] = (float)(back ? start - margin : start + margin);
        w->leave_start[i] = (float)(back ? start + margin : start - margin);
        set_slab_rows(w, i, back);
    }
    w->begin = s->first;
    w->length = s->last - s->first;
}

/* The prepare functions set their fields of the traversal, whose `mesh`, `probe` and `is_placed` are set.
 * They return false if the probe does not come near the mesh. */
static bool prepare_line(fk_probe_traversal *w)
{
    const fk_probe *line = w->probe;
    mesh_extent at = w->is_placed ? placed_extent(w->mesh) : unplaced_extent(w->mesh->tree);
    w->limit = 1;
    w->scale = 1;
    accept_all_boxes(w);
    fk_vec3 direction = line->kind == FK_PROBE_SEGMENT ? fk_vec3_sub(line->to, line->from) : line->to;
    w->direction = direction;
    w->direction_size = fk_vec3_norm1(direction);
    if (!(fk_vec3_largest(line->from) < HUGE_SIZE) || !(at.size < HUGE_SIZE))
        return true;
    if (line->kind != FK_PROBE_SEGMENT) { /* makes its largest component about 1 */
        w->scale = fk_inverse_power(fk_vec3_exponent(direction));
        direction = fk_vec3_scale(direction, w->scale);
    }
    line_times s;
    if (!(fk_vec3_largest(direction) < HUGE_SIZE) ||
        (line->kind != FK_PROBE_SEGMENT && !(fk_vec3_largest(direction) > 0.5)))
        return true;
    if (!clip_line(line, direction, &at, &s))
        return false;
    set_line_slabs(w, direction, &s);
    return true;
}

void fk_probe_limit(fk_probe_traversal *traversal, double time)
{
    double at = time / traversal->scale, lost = (fabs(at) + fabs(traversal->begin)) * 0x1p-48;
    double fraction = (at - traversal->begin + lost) / traversal->length + 0x1p-18;
    if (fraction < traversal->limit)
        traversal->limit = fraction > 0 ? (float)fraction + 0x1p-18f : 0x1p-18f;
}

static bool prepare_plane(fk_probe_traversal *w)
{
    const fk_probe *plane = w->probe;
    w->direction_size = fk_vec3_norm1(plane->to);
    const double(*r)[3] = w->mesh->pose.rotation;
    mesh_extent at = placed_extent(w->mesh);
    double scale = fk_inverse_power(fk_vec3_exponent(plane->to)), offset = plane->offset * scale;
    fk_vec3 n = fk_vec3_scale(plane->to, scale),
            center = fk_vec3_make(at.center[0], at.center[1], at.center[2]);
    double slope[3], largest = 0;
    for (int k = 0; k < 3; k++) {
        slope[k] = (r[0][k] * n.x + r[1][k] * n.y + r[2][k] * n.z) * w->mesh->tree->unit;
        largest = fk_larger(largest, fabs(slope[k]));
    }
    double height = (fk_vec3_dot(n, center) - offset) / largest;
    double lost =
        (fk_vec3_norm1(n) * at.error + (fk_vec3_norm1(n) * at.size + fabs(offset)) * ROUND) / largest +
        0x1p-18;
    if (fabs(height) > 4 + 2 * lost) /* slopes sum to at most 3 plus rounding */
        return false;
    bool is_known =
        largest > LEAST && largest < HUGE_SIZE && at.size < HUGE_SIZE && fabs(height) < 8 && lost < 8;
    for (int k = 0; k < 3; k++)
        w->slope[k] = is_known ? (float)(slope[k] / largest) : 0;
    w->height = is_known ? (float)height : 0;
    w->margin = is_known ? (float)(lost + 0x1p-18) : HUGE_VALF;
    return true;
}

/* Sets the map from tree units to the axes of the world, in tree units around the placed origin. */
static void set_world_axes(fk_probe_traversal *w, const mesh_extent *at)
{
    double unit = w->mesh->tree->unit;
    for (int i = 0; i < 3; i++) {
        double low = (fk_vec3_get(w->probe->from, i) - at->center[i]) / unit;
        double high = (fk_vec3_get(w->probe->to, i) - at->center[i]) / unit;
        double lost = at->error * 2 / unit + 0x1p-17;
        const double *row = w->mesh->pose.rotation[i];
        bool is_known = at->size < HUGE_SIZE && lost < 1 && fabs(row[0]) + fabs(row[1]) + fabs(row[2]) < 2;
        w->world_min[i] = is_known && low - lost > -4 ? (float)fk_smaller(low - lost, 4) : -HUGE_VALF;
        w->world_max[i] = is_known && high + lost < 4 ? (float)fk_larger(high + lost, -4) : HUGE_VALF;
        for (int k = 0; k < 3; k++) {
            w->turn[i][k] = is_known ? (float)(row[k] / 2) : 0;
            w->turn_size[i][k] = is_known ? (float)(fabs(row[k]) / 2) : 0;
        }
    }
}

static bool prepare_box(fk_probe_traversal *w)
{
    mesh_extent at = placed_extent(w->mesh);
    fk_aabb box = {w->probe->from, w->probe->to};
    w->is_turned = false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            w->is_turned |= i != k && w->mesh->pose.rotation[i][k] != 0;
    set_world_axes(w, &at);
    return fk_placed_box_to_tree(w->mesh, &box, w->box_min, w->box_max);
}

#define TINY 0x1p-500
#define MOST 0x1p200

/* The result of testing triangles, a bit for each: those not proved to be missed, and those of them that are
 * met. */
typedef struct leaf_outcome {
    uint32_t open, met;
} leaf_outcome;

typedef struct ray_stack_entry {
    uint32_t node;
    float enter;
} ray_stack_entry;

#define STACK (FK_TREE_DEPTH * FK_TREE_WIDTH)

/* The row of a node at a byte offset from its beginning. */
static inline const float *row_at(const fk_tree_node *node, size_t offset)
{
    return (const float *)(const void *)((const char *)node + offset);
}

static inline void prefetch_node(const fk_tree_node *node)
{
    for (size_t at = 0; at < sizeof *node; at += 64)
        fk_prefetch((const char *)node + at);
    fk_prefetch((const char *)(node + 1) - 1);
}

/* ---- Prefetching leaves -------------------------------------------------------------------------------- */

/* Meshes with more than LARGE triangles do not fit into the caches; then leaves wait in a queue while their
 * data is fetched. The first step prefetches the indices of their triangles, the second those of the corners,
 * the third the points; between two steps, another node is visited. */
#define LARGE 65536

/* A range of the triangles in the order of the tree. */
typedef struct ray_leaf {
    uint32_t first, count;
} ray_leaf;

/* The leaves that were queued in this step, in the last one, and in the one before. */
typedef struct leaf_queue {
    uint32_t turn, count[3];
    ray_leaf wait[3][FK_TREE_WIDTH];
} leaf_queue;

static inline bool is_leaf_waiting(const leaf_queue *q)
{
    return (q->count[0] | q->count[1] | q->count[2]) != 0;
}

static inline void prefetch_triangles(const fk_placed_mesh *a, ray_leaf l)
{
    for (uint32_t i = 0; i < l.count; i++)
        fk_prefetch(&a->mesh->triangle[a->tree->triangle[l.first + i]]);
}

static inline void prefetch_points(const fk_placed_mesh *a, ray_leaf l)
{
    for (uint32_t i = 0; i < l.count; i++)
        for (int k = 0; k < 3; k++)
            fk_prefetch(&a->mesh->point[a->mesh->triangle[a->tree->triangle[l.first + i]].corner[k]]);
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "tree/ray_traverse.inc"
#define FK_LEVEL_LONG
#define FK_LEVEL_MOST 256
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

typedef bool traverse_function(fk_probe_traversal *traversal);

bool fk_probe_traverse(fk_probe_traversal *traversal, bool by_time)
{
    static traverse_function *const lines[FK_CPU_COUNT] = FK_LEVELS_AVX2(traverse_line);
    static traverse_function *const ordered[FK_CPU_COUNT] = FK_LEVELS_AVX2(traverse_line_by_time);
    static traverse_function *const planes[FK_CPU_COUNT] = FK_LEVELS_AVX2(traverse_plane);
    static traverse_function *const boxes[FK_CPU_COUNT] = FK_LEVELS_AVX2(traverse_box);
    if (traversal->mesh->tree->triangle_count == 0)
        return true;
    fk_cpu level = fk_cpu_level();
    traversal->is_placed = !has_identity_pose(&traversal->mesh->pose);
    if (traversal->probe->kind == FK_PROBE_PLANE)
        return !prepare_plane(traversal) || planes[level](traversal);
    if (traversal->probe->kind == FK_PROBE_BOX)
        return !prepare_box(traversal) || boxes[level](traversal);
    return !prepare_line(traversal) || (by_time ? ordered : lines)[level](traversal);
}
