/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Times of contact of a moving piece and another one, when at least one is round or smooth: brackets, proved on both sides.
 *
 * From outside: a moved by t v meets b only if n.v t + h_a(n) + h_b(-n) >= 0 for every direction n, where h is the support value.
 * So each n with n.v > 0 bounds the first time from below, and each with n.v < 0 the last one from above. The support values are
 * bounded above in exact arithmetic (support_exact.c); a search in floating point (mpr.c) finds good directions. When the pieces
 * miss each other, two neighbouring directions on both sides of n.v = 0 give a first time after the last one.
 *
 * From inside: the hull of some points of a round piece lies in it, so the exact times of such hulls (linear_program.c), moved by
 * exactly t v, lie between the first and the last. The points are those of the search; points around them, as a line that meets a
 * sphere head-on could miss a mere edge of a hull; and a few that span the piece. Each one is drawn inward by a few units in the
 * last place until an exact test proves that it is a point of the piece.
 *
 * Weak inputs: ellipsoids without volume, of which only the centre passes that test; the bracket is wide then. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"

/* Points around a support point are found along directions turned by this much: the loss is proportional to its square. */
#define TURN 0x1p-23

#define MAX_INNER_POINTS 16

/* ---- Proofs from outside ------------------------------------------------------------------------------- */

typedef struct round_cast {
    const fk_piece *a, *b;
    fk_displacement displacement;
    fk_mpr portal;
    fk_contact_times *out;
} round_cast;

/* Bounds the first or the last time by a direction. */
FK_OWN_FRAME static void bound_times_by_direction(round_cast *c, fk_dd_vec3 n)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 along = fk_exact_vec3_from_dd(&arena, n);
    fk_exact rate = fk_exact_vec3_dot(&arena, along, fk_displacement_exact(&arena, &c->displacement));
    fk_exact support = fk_exact_add(&arena, fk_piece_support_value(&arena, c->a, along).hi,
                                    fk_piece_support_value(&arena, c->b, fk_exact_vec3_negate(along)).hi);
    double bound;
    if (rate.sign > 0) {
        bound = fk_fraction_floor(&arena, (fk_fraction){fk_exact_negate(support), rate});
        if (!arena.full && fk_double_order(bound, c->out->first.lo) > 0)
            c->out->first.lo = bound;
    } else if (rate.sign < 0) {
        rate.sign = 1;
        bound = fk_fraction_ceil(&arena, (fk_fraction){support, rate});
        if (!arena.full && fk_double_order(bound, c->out->last.hi) < 0)
            c->out->last.hi = bound;
    } else if (support.sign < 0 && !arena.full) {
        c->out->result = FK_CAST_MISS;
    }
}

/* Tries to prove a miss after the search found none. */
static void prove_miss(round_cast *c)
{
    fk_lp_goal meet = {FK_LP_GOAL_MEET, 0, -1};
    fk_dd_vec3 n;
    if (!fk_mpr_direction(&c->portal, meet, &n))
        return;
    double size = sqrt(fk_dd_vec3_dot(n, n).hi);
    fk_dd_vec3 turn = fk_dd_vec3_scale(c->portal.velocity, fk_dd_from(0x1p-70 * size));
    bound_times_by_direction(c, fk_dd_vec3_add(n, turn));
    bound_times_by_direction(c, fk_dd_vec3_sub(n, turn));
}

/* ---- Proofs from inside -------------------------------------------------------------------------------- */

/* Points of a piece, as offsets from its anchor. */
typedef struct inner_points {
    fk_vec3 point[MAX_INNER_POINTS];
    uint32_t count;
} inner_points;

/* Adds a point drawn toward the centre of the piece until it is inside; skips it when that does not help. */
FK_OWN_FRAME static void add_inner_point(inner_points *to, const fk_dd_body *side, fk_dd_vec3 offset)
{
    fk_arena arena;
    fk_kind kind = side->piece->kind;
    double part = kind == FK_KIND_CYLINDER || kind == FK_KIND_CAPSULE ? 0.5
                  : kind == FK_KIND_CONE                              ? 0.25
                                                                      : 0.0;
    fk_dd_vec3 middle = fk_dd_vec3_scale(side->edge[0], fk_dd_from(part));
    fk_arena_init(&arena);
    for (double draw = 0x1p-52; draw < 0x1p-40 && to->count < MAX_INNER_POINTS; draw *= 2) {
        fk_dd_vec3 inward = fk_dd_vec3_scale(fk_dd_vec3_sub(middle, offset), fk_dd_from(draw));
        fk_vec3 point = fk_vec3_scale(fk_dd_vec3_round(fk_dd_vec3_add(offset, inward)), 1.0 / side->scale);
        if (!fk_vec3_is_finite(point) || !fk_round_contains(&arena, side->piece, point))
            continue;
        to->point[to->count++] = point;
        return;
    }
}

/* Adds the support points along n and along directions next to it. */
static void add_points_around(inner_points *to, const fk_dd_body *side, fk_dd_vec3 n)
{
    fk_vec3 rough = fk_dd_vec3_round(n);
    double size = fk_vec3_length(rough);
    fk_vec3 other = fabs(rough.x) < 0.5 * size ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    fk_vec3 u = fk_vec3_cross(rough, other), w = fk_vec3_scale(fk_vec3_cross(rough, u), 1.0 / size);
    double length = fk_vec3_length(u), turn = TURN * size / length;
    static const double around[3][2] = {{1, 0}, {-0.5, 0.875}, {-0.5, -0.875}};
    add_inner_point(to, side, fk_dd_support(side, n));
    for (int i = 0; i < 3; i++) {
        fk_vec3 turned =
            fk_vec3_add(fk_vec3_scale(u, around[i][0] * turn), fk_vec3_scale(w, around[i][1] * turn));
        add_inner_point(to, side, fk_dd_support(side, fk_dd_vec3_add(n, fk_dd_vec3_from(turned))));
    }
}

/* Points of the portal, around it, and along the coordinate axes. */
static void fill_inner_points(inner_points *to, const fk_mpr *portal, int k, fk_dd_vec3 n)
{
    const fk_dd_body *side = &portal->pair.side[k];
    to->count = 1;
    to->point[0] = fk_vec3_make(0, 0, 0);
    add_points_around(to, side, k == 0 ? n : fk_dd_vec3_negate(n));
    for (int i = 0; i < 4; i++)
        if (portal->basis[i].kind == FK_LP_COLUMN_PAIR)
            add_inner_point(to, side, portal->point[k][portal->basis[i].pair.a]);
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            fk_vec3 e = fk_vec3_axis(axis, sign);
            add_inner_point(to, side, fk_dd_support(side, fk_dd_vec3_from(e)));
        }
}

/* Bounds the times by the exact times of hulls inside both pieces: those of the pieces are earlier and later. */
FK_OWN_FRAME static void bound_times_by_hulls(round_cast *c, const fk_piece *a, const fk_piece *b,
                                              const fk_vec3 shift[2])
{
    fk_lp lp;
    fk_arena *arena = &lp.pair.arena;
    if (!fk_lp_make_feasible_shifted(&lp, a, b, &c->displacement, shift))
        return;
    double first = fk_fraction_ceil(arena, fk_lp_time(&lp, -1));
    double last = fk_fraction_floor(arena, fk_lp_time(&lp, 1));
    if (arena->full)
        return;
    c->out->first.hi = fk_double_least(first, c->out->first.hi);
    c->out->last.lo = fk_double_greatest(last, c->out->last.lo);
    c->out->result = FK_CAST_HIT;
}

/* Proves that the pieces meet, by hulls of the points that the search found along n. */
static void prove_hit(round_cast *c, fk_dd_vec3 n)
{
    inner_points points[2];
    fk_piece part[2] = {*c->a, *c->b};
    fk_vec3 shift[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 2; k++) {
        if (fk_piece_is_polyhedron(&part[k]))
            continue;
        fill_inner_points(&points[k], &c->portal, k, n);
        part[k] = fk_piece_hull(points[k].point, points[k].count);
        fk_vec3 anchor = c->portal.pair.side[k].anchor;
        shift[k] = k == 0 ? anchor : fk_vec3_negate(anchor);
    }
    bound_times_by_hulls(c, &part[0], &part[1], shift);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

void fk_cast_round(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                   fk_contact_times *out)
{
    /* Floating point may find other directions for (b, a) than for (a, b), so there is only one order. */
    bool swaps = fk_piece_order(a, b) > 0;
    round_cast c = {.a = swaps ? b : a, .b = swaps ? a : b, .displacement = *displacement, .out = out};
    if (swaps)
        fk_displacement_negate(&c.displacement);
    fk_interval first = {-INFINITY, INFINITY}, last = {-INFINITY, INFINITY};
    *out = (fk_contact_times){FK_CAST_UNDECIDED, false, first, last};
    if (!fk_mpr_make_feasible(&c.portal, c.a, c.b, &c.displacement)) {
        prove_miss(&c);
    } else {
        for (int sign = -1; sign <= 1; sign += 2) {
            fk_lp_goal goal = {FK_LP_GOAL_TIME, 0, sign};
            fk_dd_vec3 n;
            fk_mpr_optimise(&c.portal, goal);
            if (!fk_mpr_direction(&c.portal, goal, &n))
                continue;
            bound_times_by_direction(&c, n);
            prove_hit(&c, n);
        }
    }
    if (out->result == FK_CAST_UNDECIDED && fk_double_order(out->first.lo, out->last.hi) > 0)
        out->result = FK_CAST_MISS;
}
