/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of a walk along a direction, and pairs of parts.
 *
 * Whatever n is, two sets whose g (motion_walk_side.h) differ by d or more, for both s, are at no time nearer than
 * (d - error) / |n| - rest, with the errors and the rests of both sides. The numbers that this is made of are off by some
 * 2^-50 of themselves, for which 2^-44 is taken off; results below 2^-1000 are taken for nothing.
 *
 * Parts are first tried along the direction that settled the last pair, and the one that came near to it in the
 * stretch before. Then their nearest points give a direction; where these are too close to give one that is good, the
 * normals of triangles do.
 *
 * Being within. If every point of two convex sets moves by less than half of their depth, and any way, they still meet:
 * along each direction they reach over each other by the depth or more, and lose less than that. A corner inside a solid
 * that is further from its triangles than both can move stays inside. */

#include "world/motion_walk_parts.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "shape/bound.h"
#include "tree/gap_triangles.h"

#define LESS (1 - 0x1p-44)
#define MORE (1 + 0x1p-44)

/* ---- Directions ---------------------------------------------------------------------------------------- */

/* Half-spaces are bounded along their normal alone: that is taken as it is, times a power of two. */
static bool normal_of_free(fk_walk *walk, const fk_walk_entry *entry, fk_vec3 *n)
{
    for (int k = 0; k < 2; k++)
        if (fk_walk_is_free(&walk->side[k], entry->node[k], entry->is_part[k])) {
            fk_piece piece;
            fk_walk_part(&walk->side[k], entry->node[k], &piece);
            fk_vec3 normal = piece.as.half.normal;
            *n = fk_vec3_scale(normal, fk_inverse_power(fk_vec3_exponent(normal) + 3));
            return true;
        }
    return false;
}

/* Ready for two sides, with the motion of parts that are in the tree, or not. */
static bool make_axis(const fk_walk *walk, const bool is_free[2], fk_vec3 n, fk_walk_axis *out)
{
    double length = fk_vec3_length(n);
    if (!(length > 0x1p-8 && length < 0.5))
        return false;
    out->n = n;
    out->length = length * MORE;
    out->error = (walk->side[0].motion[is_free[0]].error + walk->side[1].motion[is_free[1]].error) * MORE;
    out->rest = (walk->side[0].motion[is_free[0]].rest + walk->side[1].motion[is_free[1]].rest) * MORE;
    for (int k = 0; k < 2; k++)
        fk_walk_line_make(&walk->side[k], is_free[k], n, &out->line[k]);
    return true;
}

static void find_free(const fk_walk *walk, const fk_walk_entry *entry, bool is_free[2])
{
    for (int k = 0; k < 2; k++)
        is_free[k] = fk_walk_is_free(&walk->side[k], entry->node[k], entry->is_part[k]);
}

bool fk_walk_axis_make(const fk_walk *walk, const fk_walk_entry *entry, fk_vec3 n, fk_walk_axis *out)
{
    bool is_free[2];
    find_free(walk, entry, is_free);
    return fk_vec3_is_finite(n) && make_axis(walk, is_free, fk_vec3_scale(fk_vec3_unit(n), 0.25 * LESS), out);
}

double fk_walk_along(fk_walk *walk, const fk_walk_axis *axis, const fk_walk_entry *entry, bool *is_back)
{
    fk_walk_range a, b;
    fk_walk_reach(&walk->side[0], entry->node[0], entry->is_part[0], &axis->line[0], &a);
    fk_walk_reach(&walk->side[1], entry->node[1], entry->is_part[1], &axis->line[1], &b);
    double there = fk_smaller(b.low[0] - a.high[0], b.low[1] - a.high[1]);
    double back = fk_smaller(a.low[0] - b.high[0], a.low[1] - b.high[1]);
    *is_back = back > there;
    double gap = (fk_larger(back, there) - axis->error) / axis->length;
    return gap > 0 ? (gap * LESS - axis->rest) * LESS - 0x1p-1000 : gap;
}

/* ---- Trying -------------------------------------------------------------------------------------------- */

bool fk_walk_try(fk_walk *walk, const fk_walk_axis *axis, const fk_walk_entry *entry, fk_walk_bound *best)
{
    bool is_back;
    double least = fk_walk_along(walk, axis, entry, &is_back);
    if (least > best->least) {
        best->least = least;
        best->toward = is_back ? fk_vec3_negate(axis->n) : axis->n;
    }
    return least > walk->level;
}

bool fk_walk_try_way(fk_walk *walk, fk_vec3 way, const fk_walk_entry *entry, fk_walk_bound *best)
{
    fk_walk_axis axis;
    if (!fk_walk_axis_make(walk, entry, way, &axis) || !fk_walk_try(walk, &axis, entry, best))
        return false;
    bool is_free[2];
    find_free(walk, entry, is_free);
    if (!is_free[0] && !is_free[1]) {
        walk->last = axis;
        walk->has_axis = true;
    }
    return true;
}

bool fk_walk_try_known(fk_walk *walk, const fk_walk_entry *entry, fk_walk_bound *best)
{
    bool is_free[2];
    fk_vec3 way = {(double)entry->toward[0], (double)entry->toward[1], (double)entry->toward[2]};
    find_free(walk, entry, is_free);
    if (is_free[0] || is_free[1]) {
        fk_walk_axis axis;
        fk_vec3 n;
        return normal_of_free(walk, entry, &n) && make_axis(walk, is_free, n, &axis) &&
               fk_walk_try(walk, &axis, entry, best);
    }
    if (walk->has_axis && fk_walk_try(walk, &walk->last, entry, best))
        return true;
    return fk_walk_try_way(walk, way, entry, best);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* The way between two triangles in doubles, where that is known well. */
static bool measure_triangles(const fk_piece p[2], fk_interval *distance, fk_vec3 *way)
{
    fk_vec3 corner[2][3], base = p[0].as.triangle[0];
    double most = 0;
    for (int i = 0; i < 6; i++) {
        fk_vec3 d = fk_vec3_sub(p[i / 3].as.triangle[i % 3], base);
        corner[i / 3][i % 3] = d;
        most = fk_larger(most, fk_vec3_largest(d));
    }
    return most > 0x1p-900 && most < 0x1p900 &&
           fk_gap_measure(corner[0], corner[1], fk_inverse_power(fk_exponent_of(most) + 1), distance, way);
}

/* Keeps the nearest pair, and what seems to overlap. */
static void note(fk_walk *walk, const fk_walk_entry *entry, const fk_distance *d)
{
    fk_walk_found *f = &walk->found;
    if (fk_sign_of(d->distance.hi) == 0 && walk->deep_count < FK_WALK_DEEP)
        walk->deep[walk->deep_count++] = *entry;
    if (fk_double_order(d->distance.hi, f->distance) >= 0)
        return;
    f->distance = d->distance.hi;
    f->part_a = fk_walk_part_number(&walk->side[0], entry->node[0]);
    f->part_b = fk_walk_part_number(&walk->side[1], entry->node[1]);
    f->point_a = d->point_a;
    f->point_b = d->point_b;
}

static fk_vec3 normal_of(const fk_vec3 p[3])
{
    return fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]));
}

/* How far points of two parts may move, with the rounding of what they are made of. */
static double motion_of(const fk_walk *walk, const fk_walk_entry *entry)
{
    bool is_free[2];
    find_free(walk, entry, is_free);
    const fk_walk_motion *a = &walk->side[0].motion[is_free[0]], *b = &walk->side[1].motion[is_free[1]];
    return (a->whole + b->whole + 2 * (a->error + b->error)) * MORE;
}

/* Whether two parts move so little that their distance tells. Near contact that is more than directions do, which are
 * only as good as points are for such a short way. */
static bool is_far(const fk_walk *walk, const fk_walk_entry *entry, double distance, fk_walk_bound *best)
{
    double least = distance * (1 - 0x1p-44) - motion_of(walk, entry);
    if (least > best->least)
        best->least = least;
    return least > walk->level;
}

bool fk_walk_look_at_parts(fk_walk *walk, const fk_walk_entry *entry, fk_walk_bound *best)
{
    walk->tests++;
    if (fk_walk_try_known(walk, entry, best))
        return true;
    fk_piece p[2];
    fk_distance d;
    fk_vec3 way;
    for (int k = 0; k < 2; k++)
        fk_walk_part(&walk->side[k], entry->node[k], &p[k]);
    bool are_triangles = p[0].kind == FK_KIND_TRIANGLE && p[1].kind == FK_KIND_TRIANGLE, is_free[2];
    fk_interval quick;
    if (are_triangles && measure_triangles(p, &quick, &way) && quick.hi >= walk->found.distance)
        return is_far(walk, entry, quick.lo, best) || fk_walk_try_way(walk, way, entry, best);
    if (fk_pair_distance(&p[0], &p[1], NULL, &d) != FK_OK)
        return false;
    note(walk, entry, &d);
    if (is_far(walk, entry, d.distance.lo, best))
        return true;
    find_free(walk, entry, is_free);
    if (fk_sign_of(d.distance.lo) == 0 || is_free[0] || is_free[1])
        return false;
    if (fk_walk_try_way(walk, fk_vec3_sub(d.point_b, d.point_a), entry, best))
        return true;
    return are_triangles && (fk_walk_try_way(walk, normal_of(p[0].as.triangle), entry, best) ||
                             fk_walk_try_way(walk, normal_of(p[1].as.triangle), entry, best));
}

/* ---- Within the level ---------------------------------------------------------------------------------- */

static bool overlaps(fk_walk *walk, const fk_walk_entry *entry)
{
    fk_piece p[2];
    fk_depth depth;
    for (int k = 0; k < 2; k++)
        fk_walk_part(&walk->side[k], entry->node[k], &p[k]);
    return fk_pair_verdict(&p[0], &p[1]) == FK_OVERLAPPING && fk_pair_depth(&p[0], &p[1], &depth) == FK_OK &&
           depth.depth.lo > motion_of(walk, entry);
}

/* Whether a corner of a triangle is inside the other side, a solid, and far enough from its triangles. */
static bool is_inside(fk_walk *walk, const fk_walk_entry *entry, int k)
{
    const fk_walk_side *solid = &walk->side[1 - k];
    fk_piece p;
    if (solid->collider->kind != FK_COLLIDER_MESH || !solid->placed.is_solid)
        return false;
    fk_walk_part(&walk->side[k], entry->node[k], &p);
    if (p.kind != FK_KIND_TRIANGLE)
        return false;
    for (int i = 0; i < 3; i++) {
        int64_t winding;
        fk_placed_gap gap;
        if (!fk_placed_winding(&solid->placed, p.as.triangle[i], &winding) || winding == 0)
            continue;
        fk_placed_nearest(&solid->placed, p.as.triangle[i], &gap);
        if (gap.distance.lo > motion_of(walk, entry))
            return true;
    }
    return false;
}

bool fk_walk_is_within(fk_walk *walk)
{
    for (uint32_t i = 0; i < walk->deep_count; i++)
        if (overlaps(walk, &walk->deep[i]) || is_inside(walk, &walk->deep[i], 0) ||
            is_inside(walk, &walk->deep[i], 1))
            return true;
    return fk_sign_of(walk->level) > 0 && (walk->found.distance + walk->motion) * MORE <= walk->level;
}
