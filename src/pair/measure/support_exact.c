/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proved bounds of the support values of all bounded kinds. With u the axis of a cylinder or cone, from end 0 to end 1:
 *   vertices   max n.p                           sphere, capsule  max n.p + r |n| over the core
 *   cylinder   max n.p + r |n x u| / |u|         cone             max of n.p1 and n.p0 + r |n x u| / |u|
 *   ellipsoid  n.c + root of the sum of (n.e)^2 over its edges
 *
 * Roots are estimated by a sum of three doubles, widened by 2^-140 and then checked by squaring, so they are right whatever the
 * floating-point unit does. */

#include "pair/measure/measure.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/vertices.h"

#define MAX_WIDENINGS 1100

/* ---- Roots --------------------------------------------------------------------------------------------- */

/* Half the difference in limbs between the sizes of two numbers: times 2^(128 result), under is about over. */
static int32_t half_limb_distance(fk_exact over, fk_exact under)
{
    return (over.exponent + over.count - under.exponent - under.count) / 2;
}

/* The sign of s^2 under - over. */
static int compare_square(fk_arena *arena, fk_exact s, fk_exact over, fk_exact under)
{
    uint32_t mark = arena->used;
    fk_exact square = fk_exact_mul(arena, fk_exact_mul(arena, s, s), under);
    int sign = fk_exact_compare(square, over);
    arena->used = mark;
    return sign;
}

/* s + widening, for the least of some widenings with which its square is on the wanted side of over / under. */
static fk_exact widen_root(fk_arena *arena, fk_exact s, double widening, fk_exact over, fk_exact under)
{
    int want = fk_sign_of(widening);
    uint32_t mark = arena->used;
    for (int i = 0; i < MAX_WIDENINGS && !arena->full; i++) {
        arena->used = mark;
        fk_exact wide = fk_exact_add(arena, s, fk_exact_from(arena, widening));
        if (wide.sign < 0)
            return fk_exact_from(arena, 0.0);
        if (compare_square(arena, wide, over, under) * want >= 0)
            return wide;
        widening *= 2;
    }
    arena->full = true;
    return s;
}

fk_exact_interval fk_exact_root(fk_arena *arena, fk_exact over, fk_exact under)
{
    fk_exact_interval root = {over, over};
    if (over.sign == 0)
        return root;
    /* Near 1, in the range of doubles. */
    int32_t half = half_limb_distance(over, under);
    over.exponent -= 2 * half;
    double first = sqrt(fk_exact_ratio(arena, over, under));
    fk_exact sum = fk_exact_from(arena, first);
    fk_exact slope = fk_exact_mul(arena, fk_exact_from(arena, 2 * first), under);
    for (int i = 0; i < 2; i++) {
        uint32_t mark = arena->used;
        fk_exact square = fk_exact_mul(arena, fk_exact_mul(arena, sum, sum), under);
        double more = fk_exact_ratio(arena, fk_exact_sub(arena, over, square), slope);
        sum = fk_exact_keep(arena, mark, fk_exact_add(arena, sum, fk_exact_from(arena, more)));
    }
    if (compare_square(arena, sum, over, under) == 0) {
        sum.exponent += half;
        return (fk_exact_interval){sum, sum};
    }
    root.lo = widen_root(arena, sum, -first * 0x1p-140, over, under);
    root.hi = widen_root(arena, sum, first * 0x1p-140, over, under);
    root.lo.exponent += half;
    root.hi.exponent += half;
    return root;
}

/* ---- Support values ------------------------------------------------------------------------------------ */

/* n in doubles, to scan many vertices: divided by a power of 2^64, so that it is near 1, and rounded down. */
static fk_vec3 rough_direction(fk_exact_vec3 n)
{
    fk_exact *part[3] = {&n.x, &n.y, &n.z};
    int32_t top = INT32_MIN;
    for (int i = 0; i < 3; i++)
        if (part[i]->sign != 0 && part[i]->exponent + part[i]->count > top)
            top = part[i]->exponent + part[i]->count;
    for (int i = 0; i < 3; i++)
        part[i]->exponent -= part[i]->sign != 0 ? top : 0;
    return fk_vec3_make(fk_exact_floor(n.x), fk_exact_floor(n.y), fk_exact_floor(n.z));
}

/* A limit of n.p in doubles: no point below it is the support point. Each product is off by at most 2^-51 of itself, from n and
 * from its own rounding, and two sums add as much; with twice the bound on n.p that is less than 2^-48, in every rounding mode.
 * What DAZ or FTZ take is less than 2^-500 when no coordinate exceeds 2^400; beyond that, no point is skipped. */
static double hull_value_limit(const fk_points *hull, fk_vec3 n)
{
    double most = -INFINITY, size = 0;
    for (uint32_t i = 0; i < hull->count; i++) {
        fk_vec3 p = fk_points_at(hull, i);
        most = fmax(most, fk_vec3_dot(n, p));
        size = fmax(size, fmax(fmax(fabs(p.x), fabs(p.y)), fabs(p.z)));
    }
    double bound = fk_vec3_norm1(n) * size;
    return size < 0x1p400 ? most - (bound * 0x1p-46 + 0x1p-400) : -INFINITY;
}

uint32_t fk_piece_support_vertex(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    uint32_t mark = arena->used, best = 0, count = fk_piece_vertex_count(piece);
    bool is_large = piece->kind == FK_KIND_HULL && count > FK_VERTEX_MAX;
    fk_vec3 rough = is_large ? rough_direction(n) : fk_vec3_make(0, 0, 0);
    double least = is_large ? hull_value_limit(&piece->as.hull, rough) : -INFINITY;
    fk_exact most = {NULL, 0, 0, 0};
    bool is_first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (is_large && fk_vec3_dot(rough, fk_points_at(&piece->as.hull, i)) < least)
            continue;
        fk_exact next = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, i));
        if (is_first || fk_exact_compare(next, most) > 0) {
            most = next;
            best = i;
        }
        is_first = false;
        most = fk_exact_keep(arena, mark, most);
    }
    arena->used = mark;
    return best;
}

/* middle + factor * root. */
static fk_exact_interval add_scaled_root(fk_arena *arena, fk_exact middle, double factor,
                                         fk_exact_interval root)
{
    fk_exact f = fk_exact_from(arena, factor);
    return (fk_exact_interval){fk_exact_add(arena, middle, fk_exact_mul(arena, f, root.lo)),
                               fk_exact_add(arena, middle, fk_exact_mul(arena, f, root.hi))};
}

static fk_exact_vec3 tapered_axis(fk_arena *arena, const fk_piece *piece)
{
    return fk_exact_vec3_displacement(arena, piece->as.capsule.end[0], piece->as.capsule.end[1]);
}

static fk_exact_interval tapered_support_value(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    const fk_capsule *c = &piece->as.capsule;
    fk_exact_vec3 u = tapered_axis(arena, piece), across = fk_exact_vec3_cross(arena, n, u);
    fk_exact_interval root =
        fk_exact_root(arena, fk_exact_vec3_dot(arena, across, across), fk_exact_vec3_dot(arena, u, u));
    fk_exact end[2];
    for (int i = 0; i < 2; i++)
        end[i] = fk_exact_vec3_dot(arena, n, fk_exact_vec3_from(arena, c->end[i]));
    if (piece->kind == FK_KIND_CYLINDER)
        return add_scaled_root(arena, fk_exact_compare(end[0], end[1]) > 0 ? end[0] : end[1], c->radius,
                               root);
    fk_exact_interval rim = add_scaled_root(arena, end[0], c->radius, root);
    rim.lo = fk_exact_compare(rim.lo, end[1]) > 0 ? rim.lo : end[1];
    rim.hi = fk_exact_compare(rim.hi, end[1]) > 0 ? rim.hi : end[1];
    return rim;
}

static fk_exact_interval exact_ellipsoid_support(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    const fk_cell *cell = &piece->as.ellipsoid;
    fk_exact square = {NULL, 0, 0, 0};
    for (int k = 0; k < 3; k++) {
        fk_exact along = fk_exact_vec3_dot(arena, n, fk_exact_vec3_from(arena, cell->edge[k]));
        square = fk_exact_add(arena, square, fk_exact_mul(arena, along, along));
    }
    fk_exact middle = fk_exact_vec3_dot(arena, n, fk_exact_vec3_from(arena, cell->origin));
    return add_scaled_root(arena, middle, 1.0, fk_exact_root(arena, square, fk_exact_from(arena, 1.0)));
}

fk_exact_interval fk_piece_support_value(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    if (piece->kind == FK_KIND_ELLIPSOID)
        return exact_ellipsoid_support(arena, piece, n);
    if (fk_piece_is_smooth(piece))
        return tapered_support_value(arena, piece, n);
    uint32_t vertex = fk_piece_support_vertex(arena, piece, n);
    fk_exact most = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, vertex));
    double radius = fk_piece_radius(piece);
    fk_exact_interval exact = {most, most};
    if (fk_sign_of(radius) == 0)
        return exact;
    fk_exact_interval length =
        fk_exact_root(arena, fk_exact_vec3_dot(arena, n, n), fk_exact_from(arena, 1.0));
    return add_scaled_root(arena, most, radius, length);
}

/* ---- Containment of points ----------------------------------------------------------------------------- */

static bool is_within_radius(fk_arena *arena, fk_exact_vec3 x, fk_exact square)
{
    return fk_exact_compare(fk_exact_vec3_dot(arena, x, x), square) <= 0;
}

/* With x relative to end 0 and u the axis: the parameter of x along u is x.u / u.u, its distance from the axis |x x u| / |u|. */
static bool tapered_contains(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 x, fk_exact square)
{
    fk_exact_vec3 u = tapered_axis(arena, piece), across = fk_exact_vec3_cross(arena, x, u);
    fk_exact along = fk_exact_vec3_dot(arena, x, u), length = fk_exact_vec3_dot(arena, u, u);
    fk_exact rest = fk_exact_sub(arena, length, along);
    bool is_beyond = along.sign < 0 || rest.sign < 0;
    if (piece->kind == FK_KIND_CAPSULE && along.sign <= 0)
        return is_within_radius(arena, x, square);
    if (piece->kind == FK_KIND_CAPSULE && rest.sign <= 0)
        return is_within_radius(arena, fk_exact_vec3_sub(arena, x, u), square);
    fk_exact room = fk_exact_mul(arena, square, length);
    fk_exact distance = fk_exact_vec3_dot(arena, across, across);
    if (piece->kind == FK_KIND_CONE) {
        room = fk_exact_mul(arena, square, fk_exact_mul(arena, rest, rest));
        distance = fk_exact_mul(arena, distance, length);
    }
    return !is_beyond && fk_exact_compare(distance, room) <= 0;
}

/* x is a sum of edges times s; by Cramer's rule s is a vector of determinants over one. */
static bool ellipsoid_contains(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 x)
{
    fk_exact_vec3 edge[3];
    for (int k = 0; k < 3; k++)
        edge[k] = fk_exact_vec3_from(arena, piece->as.ellipsoid.edge[k]);
    fk_exact sum = {NULL, 0, 0, 0}, determinant = sum;
    for (int k = 0; k < 3; k++) {
        fk_exact_vec3 across = fk_exact_vec3_cross(arena, edge[(k + 1) % 3], edge[(k + 2) % 3]);
        fk_exact s = fk_exact_vec3_dot(arena, x, across);
        sum = fk_exact_add(arena, sum, fk_exact_mul(arena, s, s));
        if (k == 0)
            determinant = fk_exact_vec3_dot(arena, edge[0], across);
    }
    return determinant.sign != 0 && fk_exact_compare(sum, fk_exact_mul(arena, determinant, determinant)) <= 0;
}

bool fk_round_contains(fk_arena *arena, const fk_piece *piece, fk_vec3 offset)
{
    uint32_t mark = arena->used;
    fk_exact_vec3 x = fk_exact_vec3_from(arena, offset);
    bool holds;
    if (piece->kind == FK_KIND_ELLIPSOID) {
        holds = ellipsoid_contains(arena, piece, x);
    } else {
        bool is_sphere = piece->kind == FK_KIND_SPHERE;
        fk_exact r = fk_exact_from(arena, is_sphere ? piece->as.sphere.radius : piece->as.capsule.radius);
        fk_exact square = fk_exact_mul(arena, r, r);
        holds = is_sphere ? is_within_radius(arena, x, square) : tapered_contains(arena, piece, x, square);
    }
    arena->used = mark;
    return holds && !arena->full;
}
