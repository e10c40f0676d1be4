/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a disc, a ball or an ellipsoid lies in the set F <= 0 of a quadratic function F.
 *
 * Source: the S-lemma (Yakubovich, 1971; Polik and Terlaky, "A survey of the S-lemma", 2007). Let G(s) be F at the point of
 * the extreme set with coordinates s, and W(s) the weighted sum of the squares of s. G <= 0 wherever W <= room if and only
 * if for some L >= 0 the quadratic function L (W(s) - room) - G(s) is nowhere negative: that is, if its symmetric matrix is
 * positive semidefinite. F need not be convex, so this holds for cones, too.
 *
 * Floating point finds L and the s where G is greatest: a trust-region problem in at most three dimensions, solved by
 * eigenvectors and one equation in L (More and Sorensen, 1983). Then exact integers check the matrix with this L, which
 * proves "yes", or evaluate G at this s, which proves "no". Between both there is room for rounding unless the set touches
 * F = 0 from inside. Then some simple fractions are tried for L, which are right if the axes of both are parallel. */

#include "pair/verdict/verdict.h"

#include <math.h>

#include "base/vec3.h"

#define JACOBI_SWEEPS 8
#define BISECTIONS    120
/* Brings a point on the boundary of the set inside, in spite of rounding. */
#define INWARD (1.0 - 0x1p-48)

/* G as a symmetric matrix: rows and columns 0 to count - 1 are those of s, the last one that of the constant. */
typedef struct quadric_on_set {
    uint32_t count;
    fk_exact entry[4][4];
    fk_exact size; /* of F, positive */
} quadric_on_set;

/* The greatest value of G on the set, in units of `size`, up to rounding. */
typedef struct quadric_peak {
    double multiplier; /* L times room */
    double value;
    double at[3]; /* s */
} quadric_peak;

/* ---- The quadratic function on the set ----------------------------------------------------------------- */

static fk_exact_vec3 apply_matrix(fk_arena *arena, const fk_exact_vec3 row[3], fk_exact_vec3 v)
{
    return (fk_exact_vec3){fk_exact_vec3_dot(arena, row[0], v), fk_exact_vec3_dot(arena, row[1], v),
                           fk_exact_vec3_dot(arena, row[2], v)};
}

static void restrict_quadric(fk_arena *arena, const fk_extreme_set *set, const fk_quadric *f,
                             quadric_on_set *out)
{
    uint32_t n = set->count;
    fk_exact_vec3 z = fk_exact_vec3_sub(arena, set->center, fk_exact_vec3_from(arena, f->origin));
    fk_exact_vec3 slope = fk_exact_vec3_add(arena, apply_matrix(arena, f->row, z), f->half_slope);
    fk_exact ends =
        fk_exact_add(arena, fk_exact_vec3_dot(arena, z, slope), fk_exact_vec3_dot(arena, z, f->half_slope));
    out->count = n;
    out->entry[n][n] = fk_exact_add(arena, ends, f->constant);
    for (uint32_t i = 0; i < n; i++) {
        fk_exact_vec3 image = apply_matrix(arena, f->row, set->axis[i]);
        for (uint32_t k = 0; k <= i; k++)
            out->entry[i][k] = out->entry[k][i] = fk_exact_vec3_dot(arena, image, set->axis[k]);
        out->entry[i][n] = out->entry[n][i] = fk_exact_vec3_dot(arena, slope, set->axis[i]);
    }
    out->size = f->constant.sign < 0 ? fk_exact_negate(f->constant) : f->constant;
}

/* ---- The greatest value, in doubles -------------------------------------------------------------------- */

/* sign * root of (a^2 b / c). */
static double signed_root(fk_arena *arena, fk_exact a, fk_exact b, fk_exact c)
{
    uint32_t mark = arena->used;
    fk_exact square = fk_exact_mul(arena, fk_exact_mul(arena, a, a), b);
    double root = sqrt(fk_exact_ratio(arena, square, c));
    arena->used = mark;
    return a.sign < 0 ? -root : root;
}

/* Rounds G, with coordinates in which the set is the unit ball, and in units of `size`. A missing axis gets a direction along
 * which G falls. */
static void round_quadric(fk_arena *arena, const fk_extreme_set *set, const quadric_on_set *g,
                          double matrix[3][3], double slope[3], double *constant)
{
    uint32_t n = g->count, mark = arena->used;
    fk_exact square = fk_exact_mul(arena, g->size, g->size);
    fk_exact room = fk_exact_mul(arena, set->room, set->room);
    double largest = 1;
    for (uint32_t i = 0; i < n; i++) {
        fk_exact under = fk_exact_mul(arena, square, set->weight[i]);
        slope[i] = signed_root(arena, g->entry[i][n], set->room, under);
        for (uint32_t k = 0; k <= i; k++) {
            matrix[i][k] = matrix[k][i] =
                signed_root(arena, g->entry[i][k], room, fk_exact_mul(arena, under, set->weight[k]));
            largest = fk_larger(largest, fabs(matrix[i][k]));
        }
    }
    for (uint32_t i = n; i < 3; i++) {
        for (uint32_t k = 0; k < 3; k++)
            matrix[i][k] = matrix[k][i] = 0;
        matrix[i][i] = -8 * largest;
        slope[i] = 0;
    }
    *constant = fk_exact_ratio(arena, g->entry[n][n], g->size);
    arena->used = mark;
}

/* The squared length of the step whose components are along / (gap + more). */
static double squared_step(const double gap[3], const double along[3], double more)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double step = along[k] == 0 ? 0 : along[k] / (gap[k] + more);
        sum += step * step;
    }
    return sum;
}

/* The least `more` >= 0 with which the step is not longer than 1. It may be tiny beside the multiplier, so the two are not
 * added. */
static double find_excess(const double gap[3], const double along[3])
{
    double lo = 0, hi = fabs(along[0]) + fabs(along[1]) + fabs(along[2]);
    if (squared_step(gap, along, 0) <= 1)
        return 0;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = 0.5 * (lo + hi);
        if (squared_step(gap, along, middle) <= 1)
            hi = middle;
        else
            lo = middle;
    }
    return hi;
}

static quadric_peak find_peak(fk_arena *arena, const fk_extreme_set *set, const quadric_on_set *g)
{
    double matrix[3][3], slope[3], constant;
    round_quadric(arena, set, g, matrix, slope, &constant);
    fk_vec3 eigenvector[3];
    fk_jacobi(matrix, JACOBI_SWEEPS, eigenvector);
    double value[3] = {matrix[0][0], matrix[1][1], matrix[2][2]}, along[3], gap[3], step[3], square = 0;
    int top = value[0] >= value[1] && value[0] >= value[2] ? 0 : value[1] >= value[2] ? 1 : 2;
    double least = fk_larger(value[top], 0);
    for (int k = 0; k < 3; k++) {
        along[k] = fk_vec3_dot(eigenvector[k], fk_vec3_make(slope[0], slope[1], slope[2]));
        gap[k] = least - value[k];
    }
    double more = find_excess(gap, along);
    quadric_peak peak = {least + more, constant + least + more, {0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        step[k] = along[k] == 0 ? 0 : along[k] / (gap[k] + more);
        square += step[k] * step[k];
        peak.value += along[k] * step[k];
    }
    /* In the top eigenspace, all directions lead equally far. */
    if (gap[top] + more == 0 && square < 1)
        step[top] += sqrt(1 - square);
    for (uint32_t i = 0; i < set->count; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += fk_vec3_get(eigenvector[k], (int)i) * step[k];
        peak.at[i] = INWARD * sum * sqrt(fk_exact_ratio(arena, set->room, set->weight[i]));
    }
    return peak;
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

/* Whether a symmetric matrix is positive semidefinite, by elimination. Destroys it. */
static bool is_semidefinite(fk_arena *arena, uint32_t n, fk_exact m[4][4])
{
    for (uint32_t k = 0; k < n; k++) {
        if (m[k][k].sign < 0)
            return false;
        for (uint32_t i = k + 1; i < n; i++) {
            if (m[k][k].sign == 0 && m[i][k].sign != 0)
                return false;
            for (uint32_t j = k + 1; j <= i && m[k][k].sign > 0; j++)
                m[i][j] = fk_exact_determinant(arena, m[k][k], m[i][j], m[i][k], m[j][k]);
        }
    }
    return !arena->full;
}

/* Whether L = over / under, under > 0, proves that G <= 0 on the set. */
static bool multiplier_proves(fk_arena *arena, const fk_extreme_set *set, const quadric_on_set *g,
                              fk_exact over, fk_exact under)
{
    uint32_t n = g->count, mark = arena->used;
    fk_exact m[4][4], zero = {NULL, 0, 0, 0};
    if (over.sign < 0)
        return false;
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t k = 0; k <= i; k++) {
            fk_exact weight = i != k ? zero : i == n ? fk_exact_negate(set->room) : set->weight[i];
            m[i][k] = fk_exact_determinant(arena, over, weight, under, g->entry[i][k]);
        }
    bool holds = is_semidefinite(arena, n + 1, m);
    arena->used = mark;
    return holds;
}

/* Whether L, given as a double times size / room, proves it. */
static bool rounded_multiplier_proves(fk_arena *arena, const fk_extreme_set *set, const quadric_on_set *g,
                                      double multiplier)
{
    uint32_t mark = arena->used;
    fk_exact over = fk_exact_mul(arena, fk_exact_from(arena, multiplier), g->size);
    bool holds = multiplier_proves(arena, set, g, over, set->room);
    arena->used = mark;
    return holds;
}

static bool any_multiplier_proves(fk_arena *arena, const fk_extreme_set *set, const quadric_on_set *g,
                                  const quadric_peak *peak)
{
    /* Half of the room below 0 is left to each of both conditions on L. */
    if (peak->value < 0 && rounded_multiplier_proves(arena, set, g, peak->multiplier - 0.5 * peak->value))
        return true;
    if (!(fabs(peak->value) < 0x1p-30))
        return false;
    for (uint32_t i = 0; i < g->count; i++)
        if (multiplier_proves(arena, set, g, g->entry[i][i], set->weight[i]))
            return true;
    return rounded_multiplier_proves(arena, set, g, peak->multiplier);
}

/* Whether s is in the set, and G(s) > 0. */
static bool point_refutes(fk_arena *arena, const fk_extreme_set *set, const quadric_on_set *g,
                          const double at[3])
{
    uint32_t n = g->count, mark = arena->used;
    fk_exact s[4], weighed = {NULL, 0, 0, 0}, value = weighed;
    for (uint32_t i = 0; i <= n; i++)
        s[i] = fk_exact_from(arena, i < n ? at[i] : 1.0);
    for (uint32_t i = 0; i <= n; i++) {
        for (uint32_t k = 0; k <= n; k++) {
            fk_exact term = fk_exact_mul(arena, fk_exact_mul(arena, s[i], s[k]), g->entry[i][k]);
            value = fk_exact_add(arena, value, term);
        }
        if (i < n)
            weighed = fk_exact_add(arena, weighed,
                                   fk_exact_mul(arena, fk_exact_mul(arena, s[i], s[i]), set->weight[i]));
    }
    bool refutes = value.sign > 0 && fk_exact_compare(weighed, set->room) <= 0 && !arena->full;
    arena->used = mark;
    return refutes;
}

fk_containment fk_quadric_contains(fk_arena *arena, const fk_quadric *f, const fk_extreme_set *set,
                                   double farthest[3])
{
    quadric_on_set g;
    uint32_t mark = arena->used;
    restrict_quadric(arena, set, f, &g);
    quadric_peak peak = {0};
    fk_containment result = FK_CONTAINMENT_UNKNOWN;
    if (set->count == 0) {
        result = g.entry[0][0].sign <= 0 ? FK_CONTAINMENT_YES : FK_CONTAINMENT_NO;
    } else if (!arena->full) {
        peak = find_peak(arena, set, &g);
        if (point_refutes(arena, set, &g, peak.at))
            result = FK_CONTAINMENT_NO;
        else if (any_multiplier_proves(arena, set, &g, &peak))
            result = FK_CONTAINMENT_YES;
    }
    for (int k = 0; k < 3 && farthest != NULL; k++)
        farthest[k] = peak.at[k];
    arena->used = mark;
    return arena->full ? FK_CONTAINMENT_UNKNOWN : result;
}
