/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two parallelepipeds by separating axes, in doubles with an error bound, and exactly where that does not decide.
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
 * An axis that the bound does not decide is decided in exact integers, alone; so boxes that touch, lie parallel or
 * coincide need a few of them and no search. An axis of zero, from parallel edges, is no facet normal and is passed
 * over. Weak input: boxes so flat that a - b has no volume, and sizes beyond 2^-100 and 2^100; the solver has them. */

#include "narrow/boxes.h"

#include <math.h>

#include "base/exact.h"
#include "base/vec3.h"

#define BOUND    (256 * 0x1p-52)
#define SMALLEST 0x1p-100
#define LARGEST  0x1p100

static double largest_of_edges(const fk_vec3 *edge)
{
    return fk_larger(fk_larger(fk_vec3_largest(edge[0]), fk_vec3_largest(edge[1])), fk_vec3_largest(edge[2]));
}

/* What the axes have said so far. An axis is the product of two generators: 0 to 2 are E, 3 to 5 are F. */
typedef struct findings {
    bool apart;
    bool solid; /* some axis shows that a - b has volume */
    int unsure_count;
    uint8_t unsure[15][2];
} findings;

/* Takes down what an axis says: its distance against its reach. */
static void take_axis(findings *found, double distance, double reach, double bound, int i, int j)
{
    double excess = fabs(distance) - reach;
    if (excess > bound) {
        found->apart = true;
    } else if (excess < -bound) {
        found->solid = true; /* the reach is more than its own error, and so more than zero */
    } else {
        found->unsure[found->unsure_count][0] = (uint8_t)i;
        found->unsure[found->unsure_count][1] = (uint8_t)j;
        found->unsure_count++;
    }
}

/* The face normals of one box: normal[k] is perpendicular to the edges other than k. */
static void face_normals(const fk_vec3 *edge, fk_vec3 *normal)
{
    normal[0] = fk_vec3_cross(edge[1], edge[2]);
    normal[1] = fk_vec3_cross(edge[2], edge[0]);
    normal[2] = fk_vec3_cross(edge[0], edge[1]);
}

/* The three face axes of the box whose generators start at `first`. Fills shadow[k][j] = |normal[k].other[j]|. */
static void face_axes(findings *found, const fk_vec3 *edge, const fk_vec3 *other, fk_vec3 c, double bound,
                      int first, double shadow[3][3])
{
    fk_vec3 normal[3];
    face_normals(edge, normal);
    double volume = fabs(fk_vec3_dot(normal[0], edge[0]));
    for (int k = 0; k < 3 && !found->apart; k++) {
        for (int j = 0; j < 3; j++)
            shadow[k][j] = fabs(fk_vec3_dot(normal[k], other[j]));
        double reach = volume + (shadow[k][0] + shadow[k][1] + shadow[k][2]);
        take_axis(found, fk_vec3_dot(normal[k], c), reach, bound, first + (k + 1) % 3, first + (k + 2) % 3);
    }
}

/* The nine axes e_i x f_j. */
static void mixed_axes(findings *found, const fk_vec3 *e, const fk_vec3 *f, fk_vec3 c, double bound,
                       double shadow_a[3][3], double shadow_b[3][3])
{
    for (int j = 0; j < 3 && !found->apart; j++) {
        fk_vec3 turned = fk_vec3_cross(f[j], c);
        int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        for (int i = 0; i < 3 && !found->apart; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            double reach = (shadow_a[i1][j] + shadow_a[i2][j]) + (shadow_b[j1][i] + shadow_b[j2][i]);
            take_axis(found, fk_vec3_dot(e[i], turned), reach, bound, i, 3 + j);
        }
    }
}

/* ---- Axes that are too close to call ------------------------------------------------------------------- */

typedef struct exact_boxes {
    fk_exact_vec3 generator[6], c;
    fk_arena arena;
} exact_boxes;

static void exact_boxes_init(exact_boxes *x, const fk_cell *a, const fk_cell *b)
{
    fk_vec3 term[10] = {b->origin, b->origin, fk_vec3_negate(a->origin), fk_vec3_negate(a->origin)};
    fk_arena_init(&x->arena);
    for (int k = 0; k < 3; k++) {
        x->generator[k] = fk_exact_vec3_from(&x->arena, a->edge[k]);
        x->generator[3 + k] = fk_exact_vec3_from(&x->arena, b->edge[k]);
        term[4 + 2 * k] = b->edge[k];
        term[5 + 2 * k] = fk_vec3_negate(a->edge[k]);
    }
    x->c = fk_exact_vec3_sum(&x->arena, term, 10);
}

/* |n.c| against the sum of |n.generator|: the sign of the difference; -1 for an axis of zero, which says nothing.
 * *solid is set when the sum is more than zero. */
static int exact_axis(exact_boxes *x, int i, int j, bool *solid)
{
    fk_arena *arena = &x->arena;
    uint32_t mark = arena->used;
    fk_exact_vec3 n = fk_exact_vec3_cross(arena, x->generator[i], x->generator[j]);
    if (fk_exact_vec3_is_zero(n)) {
        arena->used = mark;
        return -1;
    }
    fk_exact distance = fk_exact_vec3_dot(arena, n, x->c), reach = fk_exact_from(arena, 0.0);
    distance.sign *= distance.sign;
    for (int k = 0; k < 6; k++) {
        if (k == i || k == j)
            continue;
        fk_exact shadow = fk_exact_vec3_dot(arena, n, x->generator[k]);
        shadow.sign *= shadow.sign;
        reach = fk_exact_add(arena, reach, shadow);
    }
    int sign = fk_exact_compare(distance, reach);
    *solid = *solid || reach.sign > 0;
    arena->used = mark;
    return sign;
}

/* The verdict when the unsure axes are decided exactly; none of the others separates. */
FK_OWN_FRAME static fk_verdict decide_exactly(const fk_cell *a, const fk_cell *b, findings *found)
{
    exact_boxes x;
    exact_boxes_init(&x, a, b);
    bool touching = false;
    for (int k = 0; k < found->unsure_count; k++) {
        int sign = exact_axis(&x, found->unsure[k][0], found->unsure[k][1], &found->solid);
        if (x.arena.full)
            return FK_UNDECIDED;
        if (sign > 0)
            return FK_APART;
        touching = touching || sign == 0;
    }
    if (!found->solid)
        return FK_UNDECIDED;
    return touching ? FK_TOUCHING : FK_OVERLAPPING;
}

fk_verdict fk_boxes_verdict(const fk_cell *a, const fk_cell *b)
{
    const fk_vec3 *e = a->edge, *f = b->edge;
    fk_vec3 t = fk_vec3_sub(b->origin, a->origin);
    fk_vec3 sum_e = fk_vec3_add(fk_vec3_add(e[0], e[1]), e[2]);
    fk_vec3 sum_f = fk_vec3_add(fk_vec3_add(f[0], f[1]), f[2]);
    fk_vec3 c = fk_vec3_add(fk_vec3_add(t, t), fk_vec3_sub(sum_f, sum_e));
    double me = largest_of_edges(e), mf = largest_of_edges(f);
    double k = 2 * fk_vec3_largest(t) + 3 * (me + mf);
    if (!(me >= SMALLEST && mf >= SMALLEST && k <= LARGEST))
        return FK_UNDECIDED;
    findings found = {false, false, 0, {{0, 0}}};
    double shadow_a[3][3], shadow_b[3][3];
    face_axes(&found, e, f, c, BOUND * me * me * k, 0, shadow_a);
    if (found.apart)
        return FK_APART;
    face_axes(&found, f, e, c, BOUND * mf * mf * k, 3, shadow_b);
    if (found.apart)
        return FK_APART;
    mixed_axes(&found, e, f, c, BOUND * me * mf * k, shadow_a, shadow_b);
    if (found.apart)
        return FK_APART;
    return found.unsure_count == 0 ? FK_OVERLAPPING : decide_exactly(a, b, &found);
}
