/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Walks down the tree of a mesh along a probe. Which children of a node a probe meets is decided for all
 * eight at once, with the margins that are set first; and lines are held against four triangles at once,
 * in doubles:
 *
 * Let p be where the line begins, d its direction, a, b, c the corners, A = a - p, B = b - p, E = b - a, F =
 * c - b, G = a - c. The line passes the edges on the sides (d x A).E, (d x B).F, (d x A).G, the same three
 * determinants as in ray_triangle.c; the plane of the triangle is at n.A and n.(A - d) from the ends of a
 * segment, with n = E x F; of a ray, n.A / n.d is not negative. Let u = 2^-52. Differences have a relative
 * error of u, in every rounding mode; a determinant, as in mesh/winding.c, one of 8u of the sum of its six
 * products' sizes. With l = |E| + |F| >= |G| and L = |A| + l >= |B| in the largest norm, and D the sum of the
 * sizes of d, that is at most 16u D L l for the edges, and 16u l l (L + D) for the ends. The bounds take 64u,
 * which also covers their own rounding, and 2^-500 for what is flushed to zero or read as zero, as long as L
 * and D are below 2^200; what is above is left to the integers, as is NaN.
 *
 * Planes: n.x - c has an error of at most 4u of the sizes of its terms, N L + |c| with N the sum of the sizes
 * of n; the same bounds cover it. Boxes: comparisons. What they leave open is decided by ray_triangle.c. */

#include "tree/ray.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "tree/tree.h"

/* ---- Probes made ready --------------------------------------------------------------------------------- */

/* Brought into tree units, with margins for all that is rounded on the way.
 *
 * Where the placed mesh is. A point of the mesh has the place x in tree units, in the cube from -1 to 1. It
 * is placed at c + R u x + e, where c is the placed origin, u the unit, and every component of e is at most E
 * = 2^-46 of the reach, which is a bound for every term (tree_traverse.c). So component i is within r_i = u sum
 * |R_ik| + E of c_i.
 *
 * Lines. The part of a line in that box is found in doubles: times from begin to begin + length. A time is a
 * quotient of differences; its error moves the point by at most some 2^-49 of the sizes of all numbers
 * involved, and so do the rounded direction and the two ends: w = 2^-46 of them covers it, and the box is
 * made larger by w before. Then the ends are brought into tree units by a frame; the margin is that of the
 * frame, that of w turned, and what floats lose. That is, with u = 2^-23 and S the largest coordinate of the
 * ends: u S where a start is rounded, u (1 + S) in a difference, 3u (2 + 2S) in direction, its inverse and
 * the product: below 2^-18 (1 + S). A component of the way that is below 2^-40 is taken for that, which the
 * margin covers, too. So if the line meets a triangle at part s of the way, then for every box around it, and
 * each axis, the computed time of entering is at most s, and that of leaving at least s.
 *
 * Planes n.y = h: n.(c + R u x + e) - h = (u R' n).x + (n.c - h) + n.e, divided by the largest component of u
 * R' n. Floats lose less than 2^-19 in the sum of products.
 *
 * Boxes: their sides cut off where the mesh is, brought into tree units by a frame. And the other way round,
 * for turned meshes: boxes of the tree in the axes of the world, in units of u around c; there floats lose
 * less than 2^-17, if no row of R has a sum above 2.
 *
 * Where a number is too large for that, or nothing is known, margins are infinite, and all triangles are
 * visited. */

#define ROUND 0x1p-46

#define LEAST     0x1p-1000 /* more than is lost by small numbers being taken for zero */
#define HUGE_SIZE 0x1p300

static double sum_of_sizes(fk_vec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* Where the placed mesh is: center +- radius. */
typedef struct place {
    double center[3], radius[3];
    double error; /* of placing */
    double size;  /* no coordinate is larger */
} place;

/* Where a mesh is that stays where it is: nothing is rounded. */
static place place_at_rest(const fk_tree *tree)
{
    fk_vec3 o = tree->origin;
    double unit = tree->unit;
    place p = {{o.x, o.y, o.z}, {unit, unit, unit}, 0, fk_vec3_largest(o) + unit};
    return p;
}

static place place_of(const fk_placed_mesh *a)
{
    place p;
    fk_vec3 center = fk_pose_apply(&a->pose, a->tree->origin);
    p.size = fk_placed_reach(a);
    p.error = p.size * ROUND + LEAST;
    for (int i = 0; i < 3; i++) {
        const double *row = a->pose.rotation[i];
        p.center[i] = fk_vec3_get(center, i);
        p.radius[i] = (fabs(row[0]) + fabs(row[1]) + fabs(row[2])) * a->tree->unit * (1 + 0x1p-40) + p.error;
    }
    return p;
}

/* Whether a pose changes nothing. */
static bool is_at_rest(const fk_pose *pose)
{
    bool same = pose->translation.x == 0 && pose->translation.y == 0 && pose->translation.z == 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            same &= fk_double_order(pose->rotation[i][k], i == k) == 0;
    return same;
}

/* The times of a line in doubles. */
typedef struct span {
    double first, last;
    double lost; /* what points are off by */
} span;

/* The part of a line that is where the mesh is. False when there is none. */
static bool cut_line(const fk_probe *line, fk_vec3 way, const place *at, span *s)
{
    bool is_segment = line->kind == FK_PROBE_SEGMENT;
    double parallel = is_segment ? LEAST : 0x1p-200;
    s->first = line->kind == FK_PROBE_LINE ? -HUGE_VAL : 0;
    s->last = is_segment ? 1 : HUGE_VAL;
    s->lost =
        (fk_vec3_largest(line->from) + (is_segment ? fk_vec3_largest(line->to) : 0) + at->size) * ROUND +
        4 * LEAST;
    for (int k = 0; k < 3; k++) {
        double step = fk_vec3_get(way, k), to = at->center[k] - fk_vec3_get(line->from, k);
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

/* Which side of a box is met first along an axis. */
static void set_rows(fk_probe_walk *w, int axis, bool back)
{
    const size_t row = sizeof(float[FK_TREE_WIDTH]) * (size_t)axis;
    size_t min = offsetof(fk_tree_node, min) + row, max = offsetof(fk_tree_node, max) + row;
    w->enter[axis] = back ? max : min;
    w->leave[axis] = back ? min : max;
}

/* All boxes are met. */
static void leave_open(fk_probe_walk *w)
{
    for (int k = 0; k < 3; k++) {
        set_rows(w, k, false);
        w->enter_start[k] = HUGE_VALF;
        w->leave_start[k] = -HUGE_VALF;
        w->inverse[k] = 1;
    }
    w->begin = 0;
    w->length = 0;
}

static fk_vec3 along(const fk_probe *line, fk_vec3 way, double time)
{
    return fk_vec3_add(line->from, fk_vec3_scale(way, time));
}

/* Both ends in tree units, and what these are off by, but for the last step to floats. */
typedef struct ends {
    double first[3], last[3];
    double margin;
} ends;

static ends ends_at_rest(const fk_tree *tree, const fk_vec3 end[2], const span *s)
{
    ends e;
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

static ends ends_placed(const fk_placed_mesh *a, const fk_vec3 end[2], const span *s)
{
    ends e;
    fk_vec3 extent;
    extent.x = fk_larger(fabs(end[0].x), fabs(end[1].x)) + s->lost;
    extent.y = fk_larger(fabs(end[0].y), fabs(end[1].y)) + s->lost;
    extent.z = fk_larger(fabs(end[0].z), fabs(end[1].z)) + s->lost;
    fk_tree_frame frame = fk_frame_from_world(a, extent);
    double size = 0, lost = 0;
    for (int i = 0; i < 3; i++) {
        fk_vec3 turn = fk_vec3_make(frame.turn[i][0], frame.turn[i][1], frame.turn[i][2]);
        e.first[i] = fk_vec3_dot(turn, end[0]) + frame.shift[i];
        e.last[i] = fk_vec3_dot(turn, end[1]) + frame.shift[i];
        size += sum_of_sizes(turn) * fk_vec3_largest(extent) + fabs(frame.shift[i]);
        lost += sum_of_sizes(turn) * s->lost;
    }
    e.margin = frame.margin + lost + size * ROUND;
    return e;
}

static void set_line(fk_probe_walk *w, fk_vec3 way, const span *s)
{
    const fk_vec3 end[2] = {along(w->probe, way, s->first), along(w->probe, way, s->last)};
    ends e = w->is_placed ? ends_placed(w->mesh, end, s) : ends_at_rest(w->mesh->tree, end, s);
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
        set_rows(w, i, back);
    }
    w->begin = s->first;
    w->length = s->last - s->first;
}

/* These set their part of the walk, of which `mesh`, `probe` and `is_placed` are set; false when the probe is
 * nowhere near the mesh. */
static bool ready_line(fk_probe_walk *w)
{
    const fk_probe *line = w->probe;
    place at = w->is_placed ? place_of(w->mesh) : place_at_rest(w->mesh->tree);
    w->limit = 1;
    w->scale = 1;
    leave_open(w);
    fk_vec3 way = line->kind == FK_PROBE_SEGMENT ? fk_vec3_sub(line->to, line->from) : line->to;
    w->way = way;
    w->way_size = sum_of_sizes(way);
    if (!(fk_vec3_largest(line->from) < HUGE_SIZE) || !(at.size < HUGE_SIZE))
        return true;
    if (line->kind != FK_PROBE_SEGMENT) { /* so that its largest component is about 1 */
        w->scale = fk_inverse_power(fk_vec3_exponent(way));
        way = fk_vec3_scale(way, w->scale);
    }
    span s;
    if (!(fk_vec3_largest(way) < HUGE_SIZE) ||
        (line->kind != FK_PROBE_SEGMENT && !(fk_vec3_largest(way) > 0.5)))
        return true;
    if (!cut_line(line, way, &at, &s))
        return false;
    set_line(w, way, &s);
    return true;
}

void fk_probe_limit(fk_probe_walk *walk, double time)
{
    double at = time / walk->scale, lost = (fabs(at) + fabs(walk->begin)) * 0x1p-48;
    double part = (at - walk->begin + lost) / walk->length + 0x1p-18;
    if (part < walk->limit)
        walk->limit = part > 0 ? (float)part + 0x1p-18f : 0x1p-18f;
}

static bool ready_plane(fk_probe_walk *w)
{
    const fk_probe *plane = w->probe;
    w->way_size = sum_of_sizes(plane->to);
    const double(*r)[3] = w->mesh->pose.rotation;
    place at = place_of(w->mesh);
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
        (sum_of_sizes(n) * at.error + (sum_of_sizes(n) * at.size + fabs(offset)) * ROUND) / largest + 0x1p-18;
    if (fabs(height) > 4 + 2 * lost) /* 3 and what was rounded, at most, is what slopes give */
        return false;
    bool is_known =
        largest > LEAST && largest < HUGE_SIZE && at.size < HUGE_SIZE && fabs(height) < 8 && lost < 8;
    for (int k = 0; k < 3; k++)
        w->slope[k] = is_known ? (float)(slope[k] / largest) : 0;
    w->height = is_known ? (float)height : 0;
    w->margin = is_known ? (float)(lost + 0x1p-18) : HUGE_VALF;
    return true;
}

/* Tree units in the axes of the world, in units of the tree around the placed origin. */
static void set_world(fk_probe_walk *w, const place *at)
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

static bool ready_box(fk_probe_walk *w)
{
    place at = place_of(w->mesh);
    fk_aabb box = {w->probe->from, w->probe->to};
    w->is_turned = false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            w->is_turned |= i != k && w->mesh->pose.rotation[i][k] != 0;
    set_world(w, &at);
    return fk_placed_units(w->mesh, &box, w->box_min, w->box_max);
}

#define TINY 0x1p-500
#define MOST 0x1p200

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

/* ---- Levels -------------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "tree/ray_traverse.inc"
#define FK_LEVEL_LONG
#define FK_LEVEL_MOST 256
#include "base/plain.inc"
#include "base/levels.inc"

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
    walk->is_placed = !is_at_rest(&walk->mesh->pose);
    if (walk->probe->kind == FK_PROBE_PLANE)
        return !ready_plane(walk) || planes[level](walk);
    if (walk->probe->kind == FK_PROBE_BOX)
        return !ready_box(walk) || boxes[level](walk);
    return !ready_line(walk) || (by_time ? ordered : lines)[level](walk);
}
