/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two parallelepipeds by separating axes, in doubles, with an error bound.
 *
 * Source: Gottschalk, Lin, Manocha (1996), here for edges of any length and angle. With E, F the edges of a and
 * b, a - b is the zonotope with these six generators around -c/2, where c = 2 (o_b - o_a) + sum F - sum E is twice
 * the way between the centres. Its facet normals are products of two generators: three of E, three of F,
 * nine mixed. On such an axis n the boxes are apart when |n.c| > sum |n.E| + sum |n.F|, and when it is less on
 * all fifteen, the origin lies inside.
 *
 * The sums of the nine mixed axes are entries of N_a.F and N_b.E that the face axes need anyway, with N_a, N_b
 * the face normals: |(e_i x f_j).e_k| = |f_j.(e_k x e_i)|. Only e_i.(f_j x c) is new.
 *
 * Error bound. Let u = 2^-52, the largest relative error of one operation in any rounding mode; me, mf, mt the
 * largest components of E, F and of the computed o_b - o_a; K = 2 mt + 3 me + 3 mf, which bounds the components
 * of c. Those have an error of at most 6uK: one rounding of o_b - o_a, which is relative, and five more. On a face
 * axis of a, components of n are at most 2 me^2 with an error of 3u of that, so that n.c is off by at most 6 me^2 K
 * (3 + 6 + 3) u = 72 u me^2 K; the three products with F by 36 u me^2 K, as 3 mf <= K; that with E by 12 u me^2 K; and
 * adding them all up by 56 u me^2 K: together 176 u me^2 K. The same holds with mf^2 and with me mf for the other
 * axes. BOUND = 256 u leaves room for the roundings of the bound itself and for underflow: with me, mf and K
 * between 2^-100 and 2^100, numbers that are flushed to zero or read as zero (FTZ, DAZ) change a sum by less
 * than 2^-800, and the bound is at least 2^-344.
 *
 * Two parallel edges have a mixed axis of zero, which is no facet normal and is passed over where the edges are
 * certainly parallel: along one coordinate axis, or equal but for the sign. Weak input: edges that are parallel in
 * another way, or nearly, whose axis is never certain. */

#include "narrow/boxes.h"

#include <math.h>

#include "base/bits.h"

#define BOUND    (256 * 0x1p-52)
#define SMALLEST 0x1p-100
#define LARGEST  0x1p100

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double largest_component(fk_vec3 v)
{
    return larger(larger(fabs(v.x), fabs(v.y)), fabs(v.z));
}

static double largest_of_edges(const fk_vec3 *edge)
{
    return larger(larger(largest_component(edge[0]), largest_component(edge[1])), largest_component(edge[2]));
}

/* How an axis decides: 1 the shadows are apart, -1 they overlap, 0 too close to call. */
static int decide(double distance, double reach, double bound)
{
    double excess = fabs(distance) - reach;
    return excess > bound ? 1 : excess < -bound ? -1 : 0;
}

/* The face normals of one box: normal[k] is perpendicular to the edges other than k. */
static void face_normals(const fk_vec3 *edge, fk_vec3 *normal)
{
    normal[0] = fk_vec3_cross(edge[1], edge[2]);
    normal[1] = fk_vec3_cross(edge[2], edge[0]);
    normal[2] = fk_vec3_cross(edge[0], edge[1]);
}

/* The three face axes of the box with these edges. Fills shadow[k][j] = |normal[k].other[j]|. Returns 1 when one
 * separates, -1 when all overlap, else 0. */
static int face_axes(const fk_vec3 *edge, const fk_vec3 *normal, const fk_vec3 *other, fk_vec3 c,
                     double bound, double shadow[3][3])
{
    double volume = fabs(fk_vec3_dot(normal[0], edge[0]));
    int result = -1;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++)
            shadow[k][j] = fabs(fk_vec3_dot(normal[k], other[j]));
        double reach = volume + (shadow[k][0] + shadow[k][1] + shadow[k][2]);
        int decision = decide(fk_vec3_dot(normal[k], c), reach, bound);
        if (decision > 0)
            return 1;
        if (decision == 0)
            result = 0;
    }
    return result;
}

/* By bits, since a comparison may take small numbers for zero. */
static bool same(double x, double y)
{
    return fk_bits_of(x) == fk_bits_of(y);
}

static bool both_zero(double x, double y)
{
    return fk_sign_of(x) == 0 && fk_sign_of(y) == 0;
}

/* True when u and v certainly are multiples of each other. */
static bool surely_parallel(fk_vec3 u, fk_vec3 v)
{
    bool no_x = both_zero(u.x, v.x), no_y = both_zero(u.y, v.y), no_z = both_zero(u.z, v.z);
    if ((no_x && no_y) || (no_y && no_z) || (no_z && no_x))
        return true;
    return (same(u.x, v.x) && same(u.y, v.y) && same(u.z, v.z)) ||
           (same(u.x, -v.x) && same(u.y, -v.y) && same(u.z, -v.z));
}

/* The nine axes e_i x f_j. */
static int mixed_axes(const fk_vec3 *e, const fk_vec3 *f, fk_vec3 c, double bound, double shadow_a[3][3],
                      double shadow_b[3][3])
{
    int result = -1;
    for (int j = 0; j < 3; j++) {
        fk_vec3 turned = fk_vec3_cross(f[j], c);
        int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            double reach = (shadow_a[i1][j] + shadow_a[i2][j]) + (shadow_b[j1][i] + shadow_b[j2][i]);
            int decision = decide(fk_vec3_dot(e[i], turned), reach, bound);
            if (decision > 0)
                return 1;
            if (decision == 0 && !surely_parallel(e[i], f[j]))
                result = 0;
        }
    }
    return result;
}

fk_verdict fk_boxes_verdict(const fk_cell *a, const fk_cell *b)
{
    const fk_vec3 *e = a->edge, *f = b->edge;
    fk_vec3 t = fk_vec3_sub(b->origin, a->origin);
    fk_vec3 sum_e = fk_vec3_add(fk_vec3_add(e[0], e[1]), e[2]);
    fk_vec3 sum_f = fk_vec3_add(fk_vec3_add(f[0], f[1]), f[2]);
    fk_vec3 c = fk_vec3_add(fk_vec3_add(t, t), fk_vec3_sub(sum_f, sum_e));
    double me = largest_of_edges(e), mf = largest_of_edges(f);
    double k = 2 * largest_component(t) + 3 * (me + mf);
    if (!(me >= SMALLEST && mf >= SMALLEST && k <= LARGEST))
        return FK_UNDECIDED;
    fk_vec3 normal_a[3], normal_b[3];
    double shadow_a[3][3], shadow_b[3][3];
    face_normals(e, normal_a);
    int first = face_axes(e, normal_a, f, c, BOUND * me * me * k, shadow_a);
    if (first > 0)
        return FK_APART;
    face_normals(f, normal_b);
    int second = face_axes(f, normal_b, e, c, BOUND * mf * mf * k, shadow_b);
    if (second > 0)
        return FK_APART;
    int third = mixed_axes(e, f, c, BOUND * me * mf * k, shadow_a, shadow_b);
    if (third > 0)
        return FK_APART;
    return first < 0 && second < 0 && third < 0 ? FK_OVERLAPPING : FK_UNDECIDED;
}
