/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The linear program in plain doubles: the same method as in linear_program.c, without any guarantee. It gives the exact method a
 * basis that is nearly always the last one. Tolerances here only decide when to stop. */

#include "pair/measure/measure.h"

#include <math.h>

#include "base/vec3.h"

#define MAX_TURNS 64
#define NOISE     0x1p-46 /* a gain below this fraction of its two terms is none */
#define SMALL     0x1p-30 /* a coefficient below this fraction of the determinant is zero */

/* The centre of the ball of a vertex offset; stored for pieces with few vertices. */
static inline fk_vec3 rough_offset(const fk_lp *lp, int k, uint32_t vertex)
{
    const fk_pair_piece *side = k == 0 ? &lp->pair.a : &lp->pair.b;
    if (side->count <= FK_VERTEX_MAX)
        return lp->rough[k][vertex];
    fk_vec3 point = fk_vec3_scale(fk_points_at(&side->piece->as.hull, vertex), lp->pair.scale);
    return fk_vec3_sub(point, fk_vec3_make(side->anchor.x.mid, side->anchor.y.mid, side->anchor.z.mid));
}

static inline fk_vec3 rough_step(fk_lp *lp, int k, uint32_t from, uint32_t to)
{
    return fk_vec3_sub(rough_offset(lp, k, to), rough_offset(lp, k, from));
}

static inline fk_vec3 rough_pair_difference(fk_lp *lp, fk_vertex_pair d)
{
    const fk_ball_vec3 *shift = &lp->pair.shift;
    fk_vec3 offset = fk_vec3_sub(rough_offset(lp, 0, d.a), rough_offset(lp, 1, d.b));
    return fk_vec3_add(offset, fk_vec3_make(shift->x.mid, shift->y.mid, shift->z.mid));
}

static fk_vec3 rough_velocity(fk_lp *lp)
{
    return fk_dd_vec3_round(lp->displacement->fine);
}

#define LP              fk_lp
#define NUM             double
#define VEC             fk_vec3
#define NAME(x)         rough_##x
#define ON(lp, f, ...)  ((void)(lp), fk_vec3_##f(__VA_ARGS__))
#define NEGATE(lp, u)   ((void)(lp), fk_vec3_negate(u))
#define FROM(lp, u)     ((void)(lp), u)
#define PLUS(lp, x, y)  ((void)(lp), (x) + (y))
#define MINUS(lp, x, y) ((void)(lp), (x) - (y))
#include "pair/measure/linear_program.inc"

/* The support vertex along a direction, and its gain over the given one. */
static uint32_t find_farthest_double(const fk_lp *lp, int k, fk_vec3 direction, uint32_t given, double *gain)
{
    uint32_t best = given, count = k == 0 ? lp->pair.a.count : lp->pair.b.count;
    double start = fk_vec3_dot(direction, rough_offset(lp, k, given)), most = start;
    for (uint32_t i = 0; i < count; i++) {
        double value = fk_vec3_dot(direction, rough_offset(lp, k, i));
        best = value > most ? i : best;
        most = value > most ? value : most;
    }
    *gain = most - start - NOISE * (fabs(most) + fabs(start));
    return best;
}

/* The column that leaves when a pair with the given shares enters, or -1. */
static int find_leaving_double(const fk_lp *lp, const double *value, const double *share)
{
    int out = -1;
    for (int i = 0; i < 4; i++) {
        fk_lp_column_kind kind = lp->basis[i].kind;
        bool is_fixed = kind == FK_LP_COLUMN_AXIS || (kind == FK_LP_COLUMN_START && lp->has_met);
        if (is_fixed && fabs(share[i]) > SMALL)
            return i;
        if (is_fixed || kind == FK_LP_COLUMN_TIME || !(share[i] > SMALL))
            continue;
        if (out < 0 || value[i] * share[out] < value[out] * share[i])
            out = i;
    }
    return out;
}

void fk_lp_optimise_double(fk_lp *lp, fk_lp_goal goal)
{
    for (int turn = 0; turn < MAX_TURNS; turn++) {
        rough_frame f;
        rough_frame_make(lp, &f);
        if (!(fabs(f.determinant) > 0x1p-900))
            return;
        fk_vec3 direction[2];
        rough_directions(lp, &f, goal, direction);
        double inverse = 1 / f.determinant, gain_a, gain_b;
        fk_vertex_pair base = lp->basis[0].pair, next;
        next.a = find_farthest_double(lp, 0, fk_vec3_scale(direction[0], inverse), base.a, &gain_a);
        next.b = find_farthest_double(lp, 1, fk_vec3_scale(direction[1], inverse), base.b, &gain_b);
        if (!(gain_a + gain_b > 0))
            return;
        double value[4], share[4];
        rough_coefficients(lp, &f, fk_vec3_negate(f.base), true, value);
        rough_coefficients(lp, &f, rough_edge(lp, base, next), true, share);
        for (int i = 0; i < 4; i++) {
            value[i] *= inverse;
            share[i] *= inverse;
        }
        int out = find_leaving_double(lp, value, share);
        if (out < 0)
            return;
        fk_lp_column_kind left = lp->basis[out].kind;
        lp->basis[out] = (fk_lp_column){FK_LP_COLUMN_PAIR, next, 0, 0};
        if (goal.kind == FK_LP_GOAL_MEET && left == FK_LP_COLUMN_START)
            return;
    }
}
