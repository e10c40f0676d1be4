/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proofs that two meshes are not nearer than a distance, by two planes with one direction n: all of one mesh is
 * behind the first plane, all of the other one beyond the second.
 *
 * The search for the nearest pair of triangles must exclude all other pairs, one by one where many are about
 * equally near: parallel plates, or any two meshes that are far apart, since their distances differ little.
 * Planes exclude all at once. n is the direction of the nearest pair so far, and the planes touch the corners
 * that are farthest along it, the supports, which a descent into each tree finds. Planes prove the distance if
 * the nearest points lie on the hulls of the meshes. If they prove nothing, the leaves of the supports are
 * measured, since they may be nearer: for meshes that are far apart, they nearly always are the nearest.
 *
 * Rounding. The supports are those of the placed corners, as doubles. n.(x - base) is off by at most 2^-50 of
 * |n| |x - base|, in any rounding mode, and |x - base| is below 4 units of the tree times the norm of the pose.
 * So a support that is found as the greatest in doubles is off by less than 2^-48 of that unit. Boxes are
 * skipped by bounds in floats: axes are off by 2^-18, their products with n by 2^-17 of |n|, so a bound by less
 * than 2^-16 of the sizes of boxes. n is rotated into the tree with an error that is covered by that, too. */

#include "tree/mesh_distance.h"

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "tree/obb_rotation.h"

/* Sizes and distances beyond are left to the search: nothing here under- or overflows. */
#define LEAST 0x1p-400
#define MOST  0x1p400

/* A pose that stretches more is not tried: others change sizes by less than 1 in 50, either way. */
#define RIGID 1.01

/* After so many directions in succession, each of which found a nearer pair, the search goes on. */
#define ROUNDS 4

/* ---- Supports ------------------------------------------------------------------------------------------ */

/* The corner of a placed mesh that is farthest along n. */
typedef struct plane_support {
    const fk_placed_mesh *mesh;
    fk_vec3 n, base; /* from this corner of the mesh */
    double unit;     /* a bound of a quarter of its size in the world */
    bool is_exact;   /* ties in doubles are decided by exact numbers */
    /* A point y of the tree is at along.y + offset in its units. */
    double along[3], offset, off;
    /* The result: n.(corner - base). */
    double most;
    fk_vec3 corner;
    /* Of all corners that are about as far, that which is nearest to a target beyond the other plane, and its leaf. */
    fk_vec3 target;
    double bend; /* 1 / twice the distance of the target along n; or 0 */
    double best;
    fk_vec3 choice;
    fk_tree_slot leaf;
} plane_support;

/* Returns false if boxes cannot be bounded. */
static bool init_support(plane_support *p, const fk_placed_mesh *mesh, fk_vec3 n)
{
    fk_vec3 corner[3], middle = fk_pose_apply(&mesh->pose, mesh->tree->origin);
    fk_vec3 along = fk_pose_rotate_back(&mesh->pose, n);
    double unit = mesh->tree->unit, extent = fk_placed_max_coordinate(mesh);
    fk_placed_triangle(mesh, mesh->tree->triangle[0], corner);
    p->mesh = mesh;
    p->n = n;
    p->base = corner[0];
    p->unit = unit * fk_tree_frame_from_world(mesh, fk_vec3_make(0, 0, 0)).stretch;
    p->is_exact = false;
    for (int k = 0; k < 3; k++)
        p->along[k] = fk_vec3_get(along, k);
    p->offset = fk_vec3_dot(n, fk_vec3_sub(middle, p->base)) / unit;
    p->off = 0x1p-43 * (extent / unit);
    p->most = -HUGE_VAL;
    p->corner = p->base;
    return unit > LEAST && unit < MOST && p->unit < RIGID * unit && p->off < MOST;
}

/* The sign of n.(x - y), exactly; 0 where it is not known. */
FK_OWN_FRAME static int compare_corners_along(fk_vec3 n, fk_vec3 x, fk_vec3 y)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact d =
        fk_exact_vec3_dot(&arena, fk_exact_vec3_from(&arena, n), fk_exact_vec3_displacement(&arena, y, x));
    return arena.full ? 0 : d.sign;
}

static bool is_farther_corner(const plane_support *p, fk_vec3 x, double at)
{
    if (!p->is_exact || fabs(at - p->most) > 0x1p-47 * p->unit)
        return at > p->most;
    return compare_corners_along(p->n, x, p->corner) > 0;
}

/* The squared distance of a point from the line along n through the target. */
static double square_beside(const plane_support *p, fk_vec3 x)
{
    fk_vec3 d = fk_vec3_sub(x, p->target);
    fk_vec3 beside = fk_vec3_sub(d, fk_vec3_scale(p->n, fk_vec3_dot(d, p->n)));
    return fk_vec3_dot(beside, beside);
}

/* Whether that line passes through a triangle, up to rounding. */
static bool is_before_target(const plane_support *p, const fk_vec3 corner[3])
{
    fk_vec3 d[3];
    for (int k = 0; k < 3; k++)
        d[k] = fk_vec3_sub(corner[k], p->target);
    double x = fk_vec3_dot(p->n, fk_vec3_cross(d[0], d[1]));
    double y = fk_vec3_dot(p->n, fk_vec3_cross(d[1], d[2]));
    double z = fk_vec3_dot(p->n, fk_vec3_cross(d[2], d[0]));
    return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
}

static void include_leaf(plane_support *p, fk_tree_slot leaf)
{
    const fk_tree *tree = p->mesh->tree;
    uint32_t first = fk_slot_node(tree, leaf), count = fk_slot_triangle_count(tree, leaf);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 corner[3];
        fk_placed_triangle(p->mesh, tree->triangle[first + i], corner);
        bool is_before = is_before_target(p, corner);
        for (int k = 0; k < 3; k++) {
            double at = fk_vec3_dot(p->n, fk_vec3_sub(corner[k], p->base));
            if (is_farther_corner(p, corner[k], at)) {
                p->most = at;
                p->corner = corner[k];
            }
            at -= is_before ? 0 : square_beside(p, corner[k]) * p->bend;
            if (at > p->best) {
                p->best = at;
                p->choice = corner[k];
                p->leaf = leaf;
            }
        }
    }
}

typedef struct pending_slot {
    fk_tree_slot slot;
    double most; /* an upper bound in the world */
} pending_slot;

/* Adds the children of a node in the order of their bounds. */
static uint32_t push_slots(const plane_support *p, uint32_t node, pending_slot *stack)
{
    const fk_tree *tree = p->mesh->tree;
    const fk_tree_obb *t = &tree->obb[node];
    double from = p->offset + p->off + (double)t->size * 0x1p-15;
    for (int k = 0; k < 3; k++)
        from += p->along[k] * (double)t->origin[k];
    const float along[3] = {(float)p->along[0], (float)p->along[1], (float)p->along[2]};
    for (uint32_t i = 0; i < tree->node[node].used; i++) {
        float r[3][3], end = 0;
        obb_rotations_plain(t, (int)i, r);
        for (int k = 0; k < 3; k++) {
            float at = along[0] * r[k][0] + along[1] * r[k][1] + along[2] * r[k][2];
            end += at * t->center[k][i] + fabsf(at) * t->half[k][i];
        }
        pending_slot s = {FK_TREE_WIDTH * node + i, (from + (double)end) * tree->unit};
        uint32_t at = i;
        for (; at > 0 && stack[at - 1].most > s.most; at--)
            stack[at] = stack[at - 1];
        stack[at] = s;
    }
    return tree->node[node].used;
}

/* by_target: looks at all that may be nearest to the target, too. */
static void find_support(plane_support *p, fk_vec3 target, bool by_target)
{
    const fk_tree *tree = p->mesh->tree;
    pending_slot stack[FK_TREE_DEPTH * FK_TREE_WIDTH];
    double distance = fk_vec3_dot(p->n, fk_vec3_sub(target, p->base));
    uint32_t height = push_slots(p, 0, stack);
    p->target = target;
    p->bend = distance > LEAST ? 0.5 / distance : 0;
    p->best = -HUGE_VAL;
    while (height > 0) {
        pending_slot s = stack[--height];
        if (s.most < (by_target ? p->best : p->most) - 0x1p-47 * p->unit)
            continue;
        if (fk_slot_triangle_count(tree, s.slot) > 0)
            include_leaf(p, s.slot);
        else
            height += push_slots(p, fk_slot_node(tree, s.slot), stack + height);
    }
}

/* ---- Two planes ---------------------------------------------------------------------------------------- */

/* A lower bound of the distance. Of the corners, n.(base - base) has an error of 2^-49 of their distance. */
static double plane_distance(const plane_support p[2], double *error)
{
    fk_vec3 d = fk_vec3_sub(p[1].base, p[0].base);
    double length = sqrt(fk_vec3_dot(p[0].n, p[0].n));
    *error = 0x1p-48 * (p[0].unit + p[1].unit + fk_vec3_largest(d));
    return (fk_vec3_dot(p[0].n, d) - p[0].most - p[1].most - *error) / length * (1 - 0x1p-50);
}

/* Whether the distance of the planes is at least a limit, exactly; false where it is not known. */
FK_OWN_FRAME static bool are_planes_beyond(const plane_support p[2], double limit)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 n = fk_exact_vec3_from(&arena, p[0].n);
    fk_exact d = fk_exact_vec3_dot(&arena, n, fk_exact_vec3_displacement(&arena, p[0].corner, p[1].corner));
    fk_exact most = fk_exact_from(&arena, limit);
    fk_exact square = fk_exact_mul(&arena, fk_exact_mul(&arena, most, most), fk_exact_vec3_dot(&arena, n, n));
    return d.sign > 0 && fk_exact_compare(fk_exact_mul(&arena, d, d), square) >= 0 && !arena.full;
}

/* Limited: the planes are not closer than the limit. */
static bool is_limit_proved(const fk_distance_search *s, plane_support p[2], double low, double error)
{
    if (low >= s->limit)
        return true;
    if (low + 4 * error < s->limit)
        return false;
    for (int k = 0; k < 2; k++) {
        p[k].is_exact = true;
        find_support(&p[k], p[1 - k].choice, false);
    }
    return are_planes_beyond(p, s->limit);
}

/* The promise is 1e-13 of sizes and distance, more than 2^-44 times 1.7; a mesh is larger than 2/5 of the unit of its tree. */
static bool is_distance_proved(fk_distance_search *s, const plane_support p[2], double low)
{
    double size = p[0].mesh->tree->unit + p[1].mesh->tree->unit;
    if (!(s->distance.hi < MOST && s->distance.hi - low <= 0x1p-44 * (s->distance.hi + 0.4 * size)))
        return false;
    s->distance.lo = fk_smaller(s->distance.lo, low);
    return true;
}

/* A direction without the components that are but rounding: planes along an axis are exactly perpendicular to it. */
static fk_vec3 without_rounding(fk_vec3 n)
{
    double least = fk_vec3_largest(n) * 0x1p-48;
    for (int k = 0; k < 3; k++)
        if (fabs(fk_vec3_get(n, k)) < least)
            *fk_vec3_at(&n, k) = 0;
    return n;
}

/* One direction: the planes end the search, or the leaves at the planes are measured. */
static void try_direction(fk_distance_search *s)
{
    plane_support p[2];
    double error;
    fk_vec3 middle = fk_pose_apply(&s->side[1].mesh->pose, s->side[1].mesh->tree->origin);
    fk_vec3 n = without_rounding(s->toward);
    if (!(fk_vec3_largest(n) > 0) || !init_support(&p[0], s->side[0].mesh, n) ||
        !init_support(&p[1], s->side[1].mesh, fk_vec3_negate(n)))
        return;
    find_support(&p[0], middle, false);
    find_support(&p[1], p[0].choice, false);
    double low = plane_distance(p, &error);
    if (!(low < MOST && error < MOST))
        return;
    s->is_done = s->is_limited ? is_limit_proved(s, p, low, error) : is_distance_proved(s, p, low);
    if (s->is_done)
        return;
    /* Which parts of faces are nearest to each other. Of meshes that are near, that would be a search of its own. */
    for (int k = 0; k < 2 && s->base > 0; k++)
        find_support(&p[k], p[1 - k].choice, true);
    fk_distance_measure_leaves(s, (const fk_tree_slot[2]){p[0].leaf, p[1].leaf});
}

void fk_distance_try_planes(fk_distance_search *s)
{
    for (int round = 0; round < ROUNDS && !s->is_done; round++) {
        double hi = s->distance.hi;
        try_direction(s);
        if (!(s->distance.hi < hi))
            return;
    }
}
