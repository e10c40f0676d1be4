/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two pieces with vertices in exact arithmetic: the solver's walk ends at the simplex of vertex
 * differences that is nearest to the origin, whose squared distance is a fraction; its root, less the radii, is rounded
 * down and up once. This is the last stage, for gaps near rounding and numbers at the ends of the range. */

#include "pair/measure/measure.h"

#include <string.h>

#include "exact/exact.h"
#include "pair/answer/answer.h"
#include "pair/verdict/verdict.h"

/* The exact squared distance from the origin to the span of the simplex, as a fraction. */
static void squared_distance(fk_pair *pair, const fk_solution *s, fk_root *root)
{
    fk_arena *arena = &pair->arena;
    fk_exact_vec3 d[3], top;
    for (uint32_t i = 0; i < s->count; i++)
        d[i] = fk_exact_vec3_sub(arena, fk_piece_vertex(arena, pair->a.piece, s->simplex[i].a),
                                 fk_piece_vertex(arena, pair->b.piece, s->simplex[i].b));
    root->under = fk_exact_from(arena, 1.0);
    top = d[0];
    if (s->count > 1) {
        fk_exact_vec3 e = fk_exact_vec3_sub(arena, d[1], d[0]);
        if (s->count == 3)
            e = fk_exact_vec3_cross(arena, e, fk_exact_vec3_sub(arena, d[2], d[0]));
        else
            top = fk_exact_vec3_cross(arena, d[0], e);
        root->under = fk_exact_vec3_dot(arena, e, e);
        if (s->count == 3) {
            fk_exact height = fk_exact_vec3_dot(arena, e, d[0]);
            root->over = fk_exact_mul(arena, height, height);
            return;
        }
    }
    root->over = fk_exact_vec3_dot(arena, top, top);
}

/* The distance: the root of that less the radii. What it is made of stays on the arena. */
static fk_root distance_root(fk_pair *pair, const fk_solution *s)
{
    fk_arena *arena = &pair->arena;
    fk_root root = {.sign = 1};
    fk_exact radius_a = fk_exact_from(arena, fk_piece_radius(pair->a.piece));
    fk_exact radius_b = fk_exact_from(arena, fk_piece_radius(pair->b.piece));
    root.offset = fk_exact_negate(fk_exact_add(arena, radius_a, radius_b));
    squared_distance(pair, s, &root);
    return root;
}

static fk_interval rounded_distance(fk_pair *pair, const fk_solution *s)
{
    uint32_t mark = pair->arena.used;
    fk_root root = distance_root(pair, s);
    fk_interval distance = fk_root_round(&pair->arena, &root);
    pair->arena.used = mark;
    return distance;
}

/* ---- Nearest points ------------------------------------------------------------------------------------ */

/* One coordinate of the point of a core that the weights give. */
static double core_coordinate(fk_pair *pair, const fk_solution *s, const fk_exact *weight, bool of_a,
                              int axis)
{
    fk_arena *arena = &pair->arena;
    uint32_t mark = arena->used;
    fk_exact total = fk_exact_from(arena, 0.0), sum = total;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t vertex = of_a ? s->simplex[i].a : s->simplex[i].b;
        const fk_piece *piece = of_a ? pair->a.piece : pair->b.piece;
        fk_exact x = fk_exact_vec3_get(fk_piece_vertex(arena, piece, vertex), axis);
        sum = fk_exact_add(arena, sum, fk_exact_mul(arena, x, weight[i]));
        total = fk_exact_add(arena, total, weight[i]);
    }
    double value = fk_exact_ratio(arena, sum, total);
    arena->used = mark;
    return value;
}

static fk_vec3 core_point(fk_pair *pair, const fk_solution *s, const fk_exact *weight, bool of_a)
{
    double x = core_coordinate(pair, s, weight, of_a, 0);
    double y = core_coordinate(pair, s, weight, of_a, 1);
    return fk_vec3_make(x, y, core_coordinate(pair, s, weight, of_a, 2));
}

static void fill_points(fk_pair *pair, const fk_solution *s, fk_distance *out)
{
    fk_arena *arena = &pair->arena;
    fk_exact weight[4];
    uint32_t mark = arena->used;
    fk_pair_weights(pair, s->simplex, s->count, weight);
    out->point_a = core_point(pair, s, weight, true);
    out->point_b = core_point(pair, s, weight, false);
    arena->used = mark;
    if (!fk_pair_is_round(pair))
        return;
    fk_normal normal = fk_simplex_normal(pair, s->simplex, s->count);
    fk_vec3 n = fk_exact_vec3_unit(arena, fk_normal_exact(pair, &normal));
    out->point_a = fk_vec3_sub(out->point_a, fk_vec3_scale(n, fk_piece_radius(pair->a.piece)));
    out->point_b = fk_vec3_add(out->point_b, fk_vec3_scale(n, fk_piece_radius(pair->b.piece)));
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

FK_OWN_FRAME fk_verdict fk_distance_exact(const fk_piece *a, const fk_piece *b, fk_distance *out)
{
    fk_pair pair;
    fk_solution solution;
    fk_distance found;
    fk_pair_init(&pair, a, b);
    fk_solve(&pair, true, &solution);
    if (solution.certificate.verdict != FK_APART)
        return solution.certificate.verdict;
    found.distance = rounded_distance(&pair, &solution);
    fill_points(&pair, &solution, &found);
    if (pair.arena.full)
        return FK_UNDECIDED;
    *out = found;
    return FK_APART;
}

FK_OWN_FRAME int fk_distance_compare(const fk_piece *a, const fk_piece *b, double limit)
{
    fk_pair pair;
    fk_solution solution;
    fk_pair_init(&pair, a, b);
    fk_solve(&pair, true, &solution);
    if (solution.certificate.verdict != FK_APART)
        return -fk_sign_of(limit);
    fk_root root = distance_root(&pair, &solution);
    return fk_root_compare(&pair.arena, &root, limit);
}

void fk_distance_meet(const fk_piece *a, const fk_piece *b, fk_distance *out)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_answer answer;
    memset(&answer, 0, sizeof answer);
    query.want = FK_PART_POINT;
    fk_answer_solve(&query, &answer);
    out->distance.lo = out->distance.hi = 0.0;
    out->point_a = out->point_b = answer.point;
}
