/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Queries of one triangle, exactly: whether and when a segment, ray or line meets it, in integers; at the
 * end, planes and boxes.
 *
 * Let p be the start of the line, d its direction, and A, B, C the corners minus p. Seen along d, the line is
 * a point; the sign of d.(A x B) tells on which side of the edge AB it is. If these three signs are not all
 * 0, the line meets the closed triangle if and only if no two of them are opposite: then their sum d.n, with
 * n the normal, is not 0, and the line meets the plane at t = A.(B x C) / d.n. A triangle without area, whose
 * edges run back and forth, has opposite signs or zeros.
 *
 * If all are 0, line and triangle are coplanar: seen along d, the triangle is a segment through the point, or
 * a point. In that plane the line has two sides, and the sign of one component of d x A tells on which side a
 * corner is; a component is chosen that is not 0 for all corners. The line meets the triangle between corners
 * on it and edges with corners on both sides. The time of a corner is A_j / d_j for any d_j other than 0;
 * that of an edge follows from the values m_A, m_B of these components: (m_B A_j - m_A B_j) / ((m_B - m_A)
 * d_j).
 *
 * A segment may be a point, which has its own test. Numbers: differences of doubles have up to 34 limbs,
 * determinants 102, and so have numerator and denominator of a time. */

#include "tree/ray.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "mesh/mesh.h"

/* ---- Times --------------------------------------------------------------------------------------------- */

/* A line and a triangle in integers. */
typedef struct line_and_triangle {
    fk_probe_kind kind;
    fk_exact_vec3 direction, corner[3]; /* relative to the start of the line */
} line_and_triangle;

static fk_exact_vec3 exact_offset(fk_arena *arena, fk_vec3 from, fk_vec3 to)
{
    fk_vec3 term[2] = {to, fk_vec3_negate(from)};
    return fk_exact_vec3_sum(arena, term, 2);
}

static line_and_triangle make_line_and_triangle(fk_arena *arena, const fk_probe *line,
                                                const fk_vec3 corner[3])
{
    line_and_triangle s;
    s.kind = line->kind;
    s.direction = line->kind == FK_PROBE_SEGMENT ? exact_offset(arena, line->from, line->to)
                                                 : fk_exact_vec3_from(arena, line->to);
    for (int k = 0; k < 3; k++)
        s.corner[k] = exact_offset(arena, line->from, corner[k]);
    return s;
}

static fk_fraction make_fraction(fk_exact over, fk_exact under)
{
    bool turn = under.sign < 0;
    return (fk_fraction){turn ? fk_exact_negate(over) : over, turn ? fk_exact_negate(under) : under};
}

/* The sign of a - b. */
static int compare_fractions(fk_arena *arena, fk_fraction a, fk_fraction b)
{
    uint32_t mark = arena->used;
    int sign = fk_exact_compare(fk_exact_mul(arena, a.over, b.under), fk_exact_mul(arena, b.over, a.under));
    arena->used = mark;
    return sign;
}

static fk_fraction fraction_from(fk_arena *arena, double x)
{
    return (fk_fraction){fk_exact_from(arena, x), fk_exact_from(arena, 1)};
}

/* Clips the times of the whole line to those of a ray or segment. Returns false if none is left. */
static bool clip_ray_times(fk_arena *arena, fk_probe_kind kind, fk_fraction *first, fk_fraction last)
{
    if (kind == FK_PROBE_LINE)
        return true;
    if (last.over.sign < 0)
        return false;
    if (first->over.sign < 0)
        *first = fraction_from(arena, 0);
    return kind == FK_PROBE_RAY || fk_exact_compare(first->over, first->under) <= 0;
}

/* ---- Line and triangle in one plane -------------------------------------------------------------------- */

typedef struct hit_times {
    bool is_empty;
    fk_fraction first, last;
} hit_times;

static void include_time(fk_arena *arena, hit_times *r, fk_fraction time)
{
    if (r->is_empty || compare_fractions(arena, time, r->first) < 0)
        r->first = time;
    if (r->is_empty || compare_fractions(arena, time, r->last) > 0)
        r->last = time;
    r->is_empty = false;
}

/* One component of the cross products: the signed distances of the corners from the line, times a factor. The
 * component is not 0 for all corners, if there is such a one. */
static void corner_sides(fk_arena *arena, const line_and_triangle *s, fk_exact side[3])
{
    for (int axis = 0; axis < 3; axis++) {
        uint32_t mark = arena->used;
        int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
        bool any = false;
        for (int k = 0; k < 3; k++) {
            side[k] = fk_exact_determinant(
                arena, fk_exact_vec3_get(s->direction, i), fk_exact_vec3_get(s->corner[k], j),
                fk_exact_vec3_get(s->direction, j), fk_exact_vec3_get(s->corner[k], i));
            any |= side[k].sign != 0;
        }
        if (any)
            return;
        arena->used = mark;
    }
}

static bool meets_in_plane(fk_arena *arena, const line_and_triangle *s, fk_fraction *first)
{
    int axis = s->direction.x.sign != 0 ? 0 : s->direction.y.sign != 0 ? 1 : 2;
    fk_exact side[3], step = fk_exact_vec3_get(s->direction, axis);
    corner_sides(arena, s, side);
    hit_times met = {.is_empty = true};
    for (int k = 0; k < 3; k++) {
        int n = k == 2 ? 0 : k + 1;
        fk_exact here = fk_exact_vec3_get(s->corner[k], axis), there = fk_exact_vec3_get(s->corner[n], axis);
        if (side[k].sign == 0)
            include_time(arena, &met, make_fraction(here, step));
        if (side[k].sign * side[n].sign < 0) {
            fk_exact over = fk_exact_determinant(arena, side[n], here, side[k], there);
            fk_exact under = fk_exact_mul(arena, fk_exact_sub(arena, side[n], side[k]), step);
            include_time(arena, &met, make_fraction(over, under));
        }
    }
    if (met.is_empty || !clip_ray_times(arena, s->kind, &met.first, met.last))
        return false;
    *first = met.first;
    return true;
}

/* A segment that is a point: every time is right, and the first is 0. */
static bool point_meets(fk_arena *arena, const fk_probe *line, const fk_vec3 corner[3], fk_fraction *first)
{
    const fk_vec3 *const places[3] = {&corner[0], &corner[1], &corner[2]};
    *first = fraction_from(arena, 0);
    return fk_triangle_has_point(places, &line->from);
}

static bool line_meets(fk_arena *arena, const fk_probe *line, const fk_vec3 corner[3], fk_fraction *first)
{
    line_and_triangle s = make_line_and_triangle(arena, line, corner);
    if (fk_exact_vec3_is_zero(s.direction))
        return point_meets(arena, line, corner, first);
    fk_exact turn[3], volume = {0};
    bool left = false, right = false;
    for (int k = 0; k < 3; k++) {
        uint32_t mark = arena->used;
        fk_exact_vec3 cross = fk_exact_vec3_cross(arena, s.corner[k], s.corner[k == 2 ? 0 : k + 1]);
        turn[k] = fk_exact_keep(arena, mark, fk_exact_vec3_dot(arena, cross, s.direction));
        left |= turn[k].sign > 0;
        right |= turn[k].sign < 0;
        if (left && right)
            return false;
        if (k == 1) { /* of corners 1 and 2 */
            cross = fk_exact_vec3_cross(arena, s.corner[1], s.corner[2]);
            volume = fk_exact_vec3_dot(arena, cross, s.corner[0]);
        }
    }
    if (!left && !right)
        return meets_in_plane(arena, &s, first);
    fk_exact sum = fk_exact_add(arena, fk_exact_add(arena, turn[0], turn[1]), turn[2]);
    *first = make_fraction(volume, sum);
    return clip_ray_times(arena, line->kind, first, *first);
}

FK_OWN_FRAME bool fk_line_meets(const fk_probe *line, const fk_vec3 corner[3])
{
    fk_arena arena;
    fk_fraction first;
    fk_arena_init(&arena);
    return line_meets(&arena, line, corner, &first);
}

/* ---- Which is first, and where ------------------------------------------------------------------------- */

/* A time, copied out of the arena. */
typedef struct saved_time {
    uint64_t over[128], under[128];
    fk_fraction time;
} saved_time;

static fk_exact save_number(fk_exact a, uint64_t limb[128])
{
    if (a.count > 0)
        memcpy(limb, a.limb, (size_t)a.count * sizeof *limb);
    a.limb = limb;
    return a;
}

static void first_hit_time(fk_arena *arena, const fk_probe *line, const fk_vec3 corner[3], saved_time *out)
{
    fk_fraction first = fraction_from(arena, 0);
    line_meets(arena, line, corner, &first);
    out->time.over = save_number(first.over, out->over);
    out->time.under = save_number(first.under, out->under);
    arena->used = 0;
}

FK_OWN_FRAME int fk_line_hit_order(const fk_probe *line, const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_arena arena;
    saved_time of_a, of_b;
    fk_arena_init(&arena);
    first_hit_time(&arena, line, a, &of_a);
    first_hit_time(&arena, line, b, &of_b);
    return compare_fractions(&arena, of_a.time, of_b.time);
}

FK_OWN_FRAME fk_interval fk_line_first_hit(const fk_probe *line, const fk_vec3 corner[3], fk_vec3 *point)
{
    fk_arena arena;
    saved_time first;
    fk_arena_init(&arena);
    first_hit_time(&arena, line, corner, &first);
    fk_interval time = {fk_fraction_floor(&arena, first.time), fk_fraction_ceil(&arena, first.time)};

    /* from + direction over / under */
    arena.used = 0;
    fk_exact_vec3 direction = line->kind == FK_PROBE_SEGMENT ? exact_offset(&arena, line->from, line->to)
                                                             : fk_exact_vec3_from(&arena, line->to);
    fk_exact_vec3 from =
        fk_exact_vec3_scale(&arena, fk_exact_vec3_from(&arena, line->from), first.time.under);
    fk_exact_vec3 sum =
        fk_exact_vec3_add(&arena, from, fk_exact_vec3_scale(&arena, direction, first.time.over));
    *point = fk_exact_vec3_ratio(&arena, sum, first.time.under);
    return time;
}

/* ---- Planes and boxes ---------------------------------------------------------------------------------- */

/* Plane: the signs of n.x - c at the corners. In doubles, with u = 2^-52, the sum is off by at most 4u of the
 * magnitudes of its terms, in every rounding mode; the bound takes 16u, and 2^-500 covers numbers that are
 * flushed to zero or read as zero, as long as no number is above 2^200, which is checked. Then in integers.
 *
 * Box: by separating axes (Akenine-Möller, "Fast 3D triangle-box overlap testing", 2001). Those along the
 * axes of the box are comparisons. The others are signs of mesh/mesh.h at corners of the box, whose
 * coordinates are given doubles, so nothing is rounded. Seen along axis k, the box is a rectangle; an edge of
 * the triangle separates if the rectangle lies strictly on the side where the third corner is not. That side
 * suffices: of two disjoint convex sets, one has an edge or face with this property, or an edge of each spans
 * a plane with it. The signs of the edge's components select the corner of the rectangle that is nearest to
 * the other side. The plane of the triangle separates if the corners of the box that are farthest along its
 * normal, and against it, are strictly on one side. A triangle without area is a segment or a point, for
 * which the planes through edges and the axes suffice; the signs of its normal are 0, and so are heights. */

FK_OWN_FRAME static int exact_height_sign(const fk_probe *plane, const fk_vec3 *place)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact sum =
        fk_exact_vec3_dot(&arena, fk_exact_vec3_from(&arena, plane->to), fk_exact_vec3_from(&arena, *place));
    return fk_exact_compare(sum, fk_exact_from(&arena, plane->offset));
}

/* The sign of to.place - offset. */
static int height_sign(const fk_probe *plane, const fk_vec3 *place)
{
    fk_vec3 n = plane->to;
    double x = n.x * place->x, y = n.y * place->y, z = n.z * place->z, height = x + y + z - plane->offset;
    double size = fabs(x) + fabs(y) + fabs(z) + fabs(plane->offset);
    bool is_moderate =
        fk_vec3_largest(n) < 0x1p200 && fk_vec3_largest(*place) < 0x1p200 && fabs(plane->offset) < 0x1p400;
    if (is_moderate && fabs(height) > size * 0x1p-48 + 0x1p-500)
        return height > 0 ? 1 : -1;
    return exact_height_sign(plane, place);
}

bool fk_plane_meets(const fk_probe *plane, const fk_vec3 corner[3])
{
    int first = height_sign(plane, &corner[0]);
    return first == 0 || height_sign(plane, &corner[1]) != first || height_sign(plane, &corner[2]) != first;
}

/* Compares a coordinate of the corners with the box: bit 0 if all are below, bit 1 if all are above, bit 2 +
 * k if corner k is outside. */
static unsigned compare_along_axis(const fk_probe *box, const fk_vec3 corner[3], int axis)
{
    unsigned below = 0, above = 0;
    for (int k = 0; k < 3; k++) {
        below |= (unsigned)(fk_double_order(fk_vec3_get(corner[k], axis), fk_vec3_get(box->from, axis)) < 0)
                 << k;
        above |= (unsigned)(fk_double_order(fk_vec3_get(corner[k], axis), fk_vec3_get(box->to, axis)) > 0)
                 << k;
    }
    return (below == 7 ? 1u : 0u) | (above == 7 ? 2u : 0u) | (below | above) << 2;
}

/* The corner of the box that is farthest along a direction with these signs. */
static fk_vec3 farthest_box_corner(const fk_probe *box, const int sign[3])
{
    return fk_vec3_make(sign[0] > 0 ? box->to.x : box->from.x, sign[1] > 0 ? box->to.y : box->from.y,
                        sign[2] > 0 ? box->to.z : box->from.z);
}

static fk_vec3 nearest_box_corner(const fk_probe *box, const int sign[3])
{
    int back[3] = {-sign[0], -sign[1], -sign[2]};
    return farthest_box_corner(box, back);
}

/* Whether the edge from a to b, seen along an axis, separates the box from a triangle whose third corner is
 * on the side `turn`. */
static bool edge_separates_box(const fk_probe *box, const fk_vec3 *a, const fk_vec3 *b, int axis, int turn)
{
    /* Component `axis` of (b - a) x x grows with x_j by b_i - a_i, and falls with x_i by b_j - a_j. */
    int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1, sign[3] = {0, 0, 0};
    sign[i] = -fk_double_order(fk_vec3_get(*b, j), fk_vec3_get(*a, j));
    sign[j] = fk_double_order(fk_vec3_get(*b, i), fk_vec3_get(*a, i));
    fk_vec3 most = farthest_box_corner(box, sign), least = nearest_box_corner(box, sign);
    return (turn >= 0 && fk_orient2d(a, b, &most, axis) < 0) ||
           (turn <= 0 && fk_orient2d(a, b, &least, axis) > 0);
}

bool fk_box_meets(const fk_probe *box, const fk_vec3 corner[3])
{
    unsigned outside = 0;
    for (int axis = 0; axis < 3; axis++) {
        unsigned along = compare_along_axis(box, corner, axis);
        if (along & 3)
            return false;
        outside |= along >> 2;
    }
    if (outside != 7) /* a corner is in the box */
        return true;
    int normal[3];
    for (int axis = 0; axis < 3; axis++) {
        normal[axis] = fk_orient2d(&corner[0], &corner[1], &corner[2], axis);
        for (int k = 0; k < 3; k++)
            if (edge_separates_box(box, &corner[k], &corner[k == 2 ? 0 : k + 1], axis, normal[axis]))
                return false;
    }
    fk_vec3 most = farthest_box_corner(box, normal), least = nearest_box_corner(box, normal);
    return fk_orient3d(&corner[0], &corner[1], &corner[2], &most) >= 0 &&
           fk_orient3d(&corner[0], &corner[1], &corner[2], &least) <= 0;
}
