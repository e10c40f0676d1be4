/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two triangles: do they meet, exactly. After Guigue, Devillers, "Fast and robust triangle-triangle overlap
 * test using orientation predicates" (2003).
 *
 * First, on which side of the plane of each the corners of the other are. When all are strictly on one side,
 * they are apart. Else both planes have a line in common, and each triangle meets it in a segment between two
 * of its edges that leave one corner, the lone one: p with a side above those of q and r (0 is between 1 and
 * -1). If it is below them, the other plane is turned over by exchanging two corners of the other triangle.
 * With both lone corners above, and d the direction of the line that is normal_b x normal_a, the segment of a
 * goes from edge p q to edge p r, and that of b from p r to p q; the sign of det(q_a - p_a, p_b - p_a, q_b -
 * p_a) is opposite to that of x_b - x_a along d, where x are the points in which these edges meet the line.
 * It takes two such signs to tell whether the segments meet, and all of it holds with zeros among the sides,
 * as long as the lone corner has none of the others on its own side.
 *
 * Triangles in one plane: seen along an axis, one of the six edges has the other triangle strictly on its
 * outer side. Triangles without area are left to fk_pair_verdict.
 *
 * Derivation of the filter. As in mesh/winding.c, the computed height of a corner is off by at most 8u sum(m_k
 * |g_k|) up to terms of u^2, u = 2^-52, where m_k <= 2 |e| |f| with the largest components of both edges: 48u
 * |e| |f| |g| in all, in every rounding mode. The bound takes 64u, which leaves room for its own roundings,
 * and 2^-500 for what is flushed to zero, as long as no difference is above 2^200. One bound serves the three
 * corners.
 *
 * Weak inputs: corners that are nearly, but not exactly, in the plane of the other and have long coordinates. */

#include "pair/verdict/verdict.h"

#include <math.h>

#include "base/cpu.h"
#include "base/vec3.h"
#include "mesh/mesh.h"

#define ROUND 0x1p-46
#define TINY  0x1p-500
#define MOST  0x1p200

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* Heights of the corners of b over the plane of a, up to a bound, which is infinite where the filter says
 * nothing. */
typedef struct heights {
    double at[3], bound;
} heights;

FK_INLINE heights heights_over(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_vec3 e = fk_vec3_sub(a[1], a[0]), f = fk_vec3_sub(a[2], a[0]), n = fk_vec3_cross(e, f);
    heights h;
    double most = 0;
    for (int k = 0; k < 3; k++) {
        fk_vec3 g = fk_vec3_sub(b[k], a[0]);
        h.at[k] = fk_vec3_dot(n, g);
        most = fk_larger(fk_vec3_largest(g), most);
    }
    double first = fk_vec3_largest(e), second = fk_vec3_largest(f);
    h.bound = first * second * most * ROUND + TINY;
    if (!(first < MOST && second < MOST && most < MOST))
        h.bound = HUGE_VAL;
    return h;
}

/* Whether the filter finds all corners on one side. */
FK_INLINE bool is_beside(const heights *h)
{
    return fk_smaller(fk_smaller(h->at[0], h->at[1]), h->at[2]) > h->bound ||
           fk_larger(fk_larger(h->at[0], h->at[1]), h->at[2]) < -h->bound;
}

static inline bool is_equal(const fk_vec3 *a, const fk_vec3 *b)
{
    return fk_double_key(a->x) == fk_double_key(b->x) && fk_double_key(a->y) == fk_double_key(b->y) &&
           fk_double_key(a->z) == fk_double_key(b->z);
}

/* Exact signs of heights; corners that both have in common are frequent where meshes meet themselves. */
FK_INLINE void signs_of(const heights *h, const fk_vec3 a[3], const fk_vec3 b[3], int sign[3])
{
    for (int k = 0; k < 3; k++)
        if (fabs(h->at[k]) > h->bound)
            sign[k] = h->at[k] > 0 ? 1 : -1;
        else if (is_equal(&b[k], &a[0]) || is_equal(&b[k], &a[1]) || is_equal(&b[k], &a[2]))
            sign[k] = 0;
        else
            sign[k] = fk_signs_side(&a[0], &a[1], &a[2], &b[k]);
}

static inline bool is_strict(const int sign[3])
{
    return sign[0] == sign[1] && sign[0] == sign[2] && sign[0] != 0;
}

static inline bool is_zero(const int sign[3])
{
    return (sign[0] | sign[1] | sign[2]) == 0;
}

int fk_triangle_axis(const fk_vec3 a[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (fk_signs_turn(&a[0], &a[1], &a[2], axis) != 0)
            return axis;
    return -1;
}

FK_INLINE bool sides_of(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_sides *out)
{
    heights over_a = heights_over(a, b);
    if (is_beside(&over_a))
        return false;
    heights over_b = heights_over(b, a);
    if (is_beside(&over_b))
        return false;
    signs_of(&over_a, a, b, out->b);
    if (is_strict(out->b))
        return false;
    /* In one plane, unless a has no area. */
    if (is_zero(out->b) && fk_triangle_axis(a) >= 0) {
        out->a[0] = out->a[1] = out->a[2] = 0;
        return true;
    }
    signs_of(&over_b, b, a, out->a);
    return !is_strict(out->a);
}

bool fk_triangles_sides_of(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_sides *out)
{
    return sides_of(a, b, out);
}

/* ---- In one plane -------------------------------------------------------------------------------------- */

/* Whether an edge of a, seen along an axis, has all of b strictly on its outer side; on either side, when a
 * has no area. */
static bool edge_separates(const fk_vec3 a[3], const fk_vec3 b[3], int axis)
{
    int inner = fk_signs_turn(&a[0], &a[1], &a[2], axis);
    for (int k = 0; k < 3; k++) {
        const fk_vec3 *from = &a[k], *to = &a[k == 2 ? 0 : k + 1];
        int side = fk_signs_turn(from, to, &b[0], axis);
        if (side != 0 && side != inner && fk_signs_turn(from, to, &b[1], axis) == side &&
            fk_signs_turn(from, to, &b[2], axis) == side)
            return true;
    }
    return false;
}

/* ---- On the common line -------------------------------------------------------------------------------- */

/* The corner whose side is above those of the others, or below; the sides are not all equal. */
FK_INLINE int lone_corner(const int side[3], bool *is_above)
{
    int k = side[0] == side[1] ? 2 : side[0] == side[2] ? 1 : side[1] == side[2] ? 0 : 3;
    if (k == 3) { /* 1, 0 and -1 */
        *is_above = true;
        return side[0] > 0 ? 0 : side[1] > 0 ? 1 : 2;
    }
    *is_above = side[k] > side[k == 0 ? 1 : 0];
    return k;
}

FK_INLINE fk_triangles_line line_of(const fk_triangles_sides *sides)
{
    static const uint8_t turned[2][5] = {{0, 1, 2, 0, 1}, {0, 2, 1, 0, 2}},
                         place[2][3] = {{0, 1, 2}, {0, 2, 1}};
    bool is_above_a, is_above_b;
    int p = lone_corner(sides->a, &is_above_a), q = lone_corner(sides->b, &is_above_b);
    /* Turning a over changes on which side b is. */
    const uint8_t *a = turned[!is_above_b] + place[!is_above_b][p];
    const uint8_t *b = turned[!is_above_a] + place[!is_above_a][q];
    fk_triangles_line line = {{a[0], a[1], a[2]}, {b[0], b[1], b[2]}};
    return line;
}

fk_triangles_line fk_triangles_line_of(const fk_triangles_sides *sides)
{
    return line_of(sides);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

/* Triangles of which at least one has no corner outside of the other's plane. */
static bool flat_meet(const fk_vec3 a[3], const fk_vec3 b[3], const fk_triangles_sides *sides)
{
    int axis = is_zero(sides->b) ? fk_triangle_axis(a) : -1;
    if (axis < 0 && is_zero(sides->a))
        axis = fk_triangle_axis(b);
    if (axis >= 0)
        return !edge_separates(a, b, axis) && !edge_separates(b, a, axis);
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    return fk_pair_verdict(&p, &q) != FK_APART;
}

bool fk_triangles_meet(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_triangles_sides sides;
    if (!sides_of(a, b, &sides))
        return false;
    if (is_zero(sides.a) || is_zero(sides.b))
        return flat_meet(a, b, &sides);
    fk_triangles_line l = line_of(&sides);
    const fk_vec3 *p = &a[l.a[0]], *q = &b[l.b[0]];
    return fk_signs_side(p, &a[l.a[1]], q, &b[l.b[1]]) <= 0 &&
           fk_signs_side(p, &a[l.a[2]], q, &b[l.b[2]]) >= 0;
}
