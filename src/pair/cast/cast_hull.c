/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Casts of a sphere or capsule at a hull of many points, to the last bit.
 *
 * The features of the hull are too many to try them all (cast_features.c), and the faces of its hints may be those of other points. A few of
 * its vertices, the active set S, suffice: the hull of S is part of the hull, so it is met later, or at the same time.
 *
 *   1. Projected along the displacement, exact GJK decides between hit and miss.
 *   2. Newton's method on the distance, in doubles, finds vertices near the first contact.
 *   3. The exact first time of S lies between two neighbouring doubles, or is one. Exact GJK at the earlier one proves that the round
 *      piece does not meet the hull yet, or returns vertices that it meets; those join S.
 *
 * Let f(t) be the distance of the pieces at the time t, minus the radii. It is convex, and differentiable where it is 0, as the nearest
 * points of the cores differ then: its slope has the sign of n.v, where n goes from the nearest point of the hull to that of
 * the round piece. If f = 0 at a double that is the first time of S, then
 *   n.v < 0   it is the first time of the hull;
 *   n.v > 0   it is the last one, so the first one is earlier;
 *   n.v = 0   the pieces never overlap. They touch while the round piece slides over the face of all vertices that have the greatest
 *             product with n: two vertices of that, or one, decide whether it reaches beyond the contact (add_rivals).
 * The last time is the same with the signs exchanged. */

#include "pair/cast/cast.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "pair/verdict/verdict.h"

/* The vertices of S: up to four of the last contact, and four more that join at once. */
#define ACTIVE_VERTICES 8
#define NEWTON_STEPS    16

/* Mostly S has the right vertices in the first round. A face that is almost along the path may have many vertices, each of which is met
 * a little earlier than the one before: after some rounds, each also halves the doubles that are left, so that 64 more
 * suffice. The limit only guards against a mistake. */
#define PATIENCE   8
#define MAX_ROUNDS 1000

typedef struct hull_cast {
    const fk_piece *round, *hull;
    const fk_displacement *displacement; /* of the round piece */
    uint32_t count;
    uint32_t vertex[ACTIVE_VERTICES]; /* S, the newest first */
} hull_cast;

/* ---- The active set ------------------------------------------------------------------------------------ */

static void add_active_vertex(hull_cast *c, uint32_t vertex)
{
    uint32_t at = 0;
    while (at < c->count && c->vertex[at] != vertex)
        at++;
    if (at == c->count && c->count < ACTIVE_VERTICES)
        c->count++;
    at = at < c->count ? at : c->count - 1;
    memmove(c->vertex + 1, c->vertex, at * sizeof *c->vertex);
    c->vertex[0] = vertex;
}

/* The first time (side -1) or the last one: between these doubles, the outer of which is farther from the other contacts. */
typedef struct cast_end {
    double outer, inner;
} cast_end;

/* Computes the exact time of S; false if S is not met. */
static bool cast_at_active(const hull_cast *c, int side, cast_end *out)
{
    fk_contact_times times;
    fk_vec3 point[ACTIVE_VERTICES];
    for (uint32_t i = 0; i < c->count; i++)
        point[i] = fk_points_at(&c->hull->as.hull, c->vertex[i]);
    fk_piece part = fk_piece_hull(point, c->count);
    bool hits = fk_cast_features(c->round, c->displacement, &part, &times) && times.result == FK_CAST_HIT;
    if (hits && side < 0)
        *out = (cast_end){times.first.lo, times.first.hi};
    else if (hits)
        *out = (cast_end){times.last.hi, times.last.lo};
    return hits;
}

/* ---- Exact GJK at one time ----------------------------------------------------------------------------- */

/* The pieces at one time. */
typedef struct cast_moment {
    fk_verdict verdict;
    int slope; /* the sign of n.v, if they touch */
} cast_moment;

/* The face that the round piece slides over at a time, in a plane across n. */
typedef struct sliding_face {
    fk_pair *pair;
    const fk_gjk_solution *solution;
    fk_exact weight[4]; /* of the nearest point on its simplex, times a positive number */
    fk_exact_vec3 n, ahead;
} sliding_face;

/* The way from the nearest point to a vertex difference, times a positive number. */
static fk_exact_vec3 way_to_vertex(const sliding_face *face, fk_vertex_pair d)
{
    fk_pair *pair = face->pair;
    fk_arena *arena = &pair->arena;
    fk_exact_vec3 sum = fk_exact_vec3_from(arena, fk_vec3_make(0, 0, 0));
    for (uint32_t i = 0; i < face->solution->count; i++) {
        fk_vertex_pair from = face->solution->simplex[i];
        fk_exact_vec3 step = fk_exact_vec3_sub(arena, fk_piece_step(arena, pair->a.piece, from.a, d.a),
                                               fk_piece_step(arena, pair->b.piece, from.b, d.b));
        sum = fk_exact_vec3_add(arena, sum, fk_exact_vec3_scale(arena, step, face->weight[i]));
    }
    return sum;
}

/* The sign of the turn from u to w around n. */
static int turn_sign(const sliding_face *face, fk_exact_vec3 u, fk_exact_vec3 w)
{
    fk_arena *arena = &face->pair->arena;
    return fk_exact_vec3_dot(arena, face->n, fk_exact_vec3_cross(arena, u, w)).sign;
}

/* Adds d to the nearest of its side: those to the left (1), to the right (-1) and straight ahead (0). */
static void compare_rival(const sliding_face *face, fk_vertex_pair d, fk_vertex_pair rival[3], bool has[3])
{
    uint32_t mark = face->pair->arena.used;
    fk_exact_vec3 way = way_to_vertex(face, d);
    int turn = turn_sign(face, face->ahead, way);
    fk_vertex_pair *old = &rival[turn + 1];
    bool is_ahead = turn != 0 || fk_exact_vec3_dot(&face->pair->arena, face->ahead, way).sign > 0;
    if (is_ahead && (!has[turn + 1] || turn_sign(face, way, way_to_vertex(face, *old)) * turn > 0)) {
        *old = d;
        has[turn + 1] = true;
    }
    face->pair->arena.used = mark;
}

/* The rivals of a sliding contact join S. The face reaches beyond its nearest point x, where the round piece comes from (side -1) or goes to, if
 * that direction lies in the cone of all vertices of the face, seen from x: so, if it lies between the nearest vertex to the left
 * and the nearest one to the right, or if a vertex lies straight ahead. */
static void add_rivals(hull_cast *c, fk_pair *pair, fk_normal *n, const fk_gjk_solution *solution, int side)
{
    sliding_face face = {.pair = pair, .solution = solution};
    fk_vertex_pair rival[3];
    bool has[3] = {false, false, false};
    face.n = fk_normal_exact(pair, n);
    face.ahead = fk_displacement_exact(&pair->arena, c->displacement);
    if (side > 0)
        face.ahead = fk_exact_vec3_negate(face.ahead);
    fk_pair_weights(pair, solution->simplex, solution->count, face.weight);
    for (uint32_t i = 0; i < pair->b.count; i++)
        for (uint32_t k = 0; k < pair->a.count; k++) {
            fk_vertex_pair d = {k, i};
            if (fk_normal_compare(pair, n, d, solution->simplex[0]) == 0)
                compare_rival(&face, d, rival, has);
        }
    for (int i = 0; i < 3; i++)
        if (has[i])
            add_active_vertex(c, rival[i].b);
}

/* Decides whether the pieces meet at a time. The vertices of the hull that are nearest join S; if the contact slides, also those that may
 * meet the round piece before (side -1) or after it. */
FK_OWN_FRAME static cast_moment examine_time(hull_cast *c, double time, int side)
{
    fk_pair pair;
    fk_gjk_solution solution;
    fk_pair_init_displaced(&pair, c->round, c->hull, c->displacement, time);
    fk_gjk_exact(&pair, false, &solution);
    cast_moment out = {solution.certificate.verdict, 0};
    for (uint32_t i = 0; i < solution.count; i++)
        add_active_vertex(c, solution.simplex[i].b);
    if (out.verdict != FK_TOUCHING)
        return out;
    fk_normal n = fk_simplex_normal(&pair, solution.simplex, solution.count);
    fk_exact_vec3 exact = fk_normal_exact(&pair, &n);
    uint32_t mark = pair.arena.used;
    out.slope =
        fk_exact_vec3_dot(&pair.arena, exact, fk_displacement_exact(&pair.arena, c->displacement)).sign;
    pair.arena.used = mark;
    if (out.slope == 0)
        add_rivals(c, &pair, &n, &solution, side);
    if (pair.arena.full)
        out.verdict = FK_UNDECIDED;
    return out;
}

/* Decides between hit and miss at all times; the vertices of the hull that are nearest to the path join S. */
FK_OWN_FRAME static fk_verdict examine_path(hull_cast *c)
{
    fk_pair pair;
    fk_gjk_solution solution;
    fk_pair_init_projected(&pair, c->round, c->hull, c->displacement);
    fk_gjk_exact(&pair, false, &solution);
    for (uint32_t i = 0; i < solution.count; i++)
        add_active_vertex(c, solution.simplex[i].b);
    return solution.certificate.verdict;
}

/* ---- Newton's method in doubles ------------------------------------------------------------------------ */

static fk_piece move_round_piece(const fk_piece *piece, fk_vec3 by)
{
    fk_piece out = *piece;
    if (piece->kind == FK_KIND_SPHERE) {
        out.as.sphere.center = fk_vec3_add(out.as.sphere.center, by);
        return out;
    }
    for (int i = 0; i < 2; i++)
        out.as.capsule.end[i] = fk_vec3_add(out.as.capsule.end[i], by);
    return out;
}

/* A time before (side -1) or after all contacts: the balls around the box of the hull and around the round piece are apart. */
static double outer_time(const hull_cast *c, fk_vec3 v, int side)
{
    fk_aabb box;
    fk_scan_box(&c->hull->as.hull, &box);
    fk_vec3 end[2] = {fk_piece_vertex_at(c->round, 0),
                      fk_piece_vertex_at(c->round, fk_piece_vertex_count(c->round) - 1)};
    fk_vec3 middle = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    double size = fk_vec3_length(fk_vec3_sub(box.max, middle)) + fk_vec3_length(fk_vec3_sub(end[1], end[0])) +
                  fk_piece_radius(c->round);
    double speed = fk_vec3_length(v);
    return (fk_vec3_dot(fk_vec3_sub(middle, end[0]), v) / speed + side * size) / speed;
}

/* Steps toward a contact from outside; the nearest vertices of the last step join S. Any numbers are safe, as S may be any vertices. */
static void seed_active_set(hull_cast *c, int side)
{
    fk_vec3 v = fk_vec3_scale(fk_dd_vec3_round(c->displacement->fine), 1.0 / c->displacement->scale);
    fk_gjk_filter_end end;
    end.walk.count = 0;
    end.walk.direction = fk_vec3_make(0, 0, 0);
    double time = outer_time(c, v, side), radius = fk_piece_radius(c->round);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        fk_piece moved = move_round_piece(c->round, fk_vec3_scale(v, time));
        if (!fk_gjk_filter_nearest(&moved, c->hull, end.walk.direction, &end) || end.walk.count > 3)
            return;
        double slope = fk_vec3_dot(end.walk.direction, v), next = time - (end.walk.upper - radius) / slope;
        if (!(slope * side > 0) || !((next - time) * side < -0x1p-50 * fabs(time)))
            break;
        time = next;
    }
    for (uint32_t i = 0; i < end.walk.count; i++)
        add_active_vertex(c, end.walk.point[i].pair.b);
}

/* ---- The times ----------------------------------------------------------------------------------------- */

/* Halves the doubles between one at which the pieces meet and *apart, at which they do not. */
static void bisect_time(hull_cast *c, int side, double meets, double *apart)
{
    int64_t key = fk_double_key(meets);
    double middle = fk_double_from_key(key + (fk_double_key(*apart) - key) / 2);
    if (examine_time(c, middle, side).verdict == FK_APART)
        *apart = middle;
}

/* Finds the first time (side -1) or the last one. False if arithmetic has failed. */
static bool find_time(hull_cast *c, int side, cast_end *out)
{
    double apart = side * DBL_MAX;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        if (!cast_at_active(c, side, out))
            return false;
        if (!fk_is_finite(out->outer))
            return true; /* all doubles are later */
        cast_moment at = examine_time(c, out->outer, side);
        if (at.verdict == FK_UNDECIDED || at.verdict == FK_APART)
            return at.verdict == FK_APART;
        double time = out->outer;
        if (fk_double_order(time, out->inner) == 0 && at.verdict == FK_TOUCHING) {
            double beside = fk_double_beside(time, side);
            if (at.slope == side)
                return true;
            if (at.slope == 0 && cast_at_active(c, side, out) && fk_double_order(out->outer, time) == 0)
                return true;
            if (at.slope != 0 && examine_time(c, beside, side).verdict == FK_APART) {
                *out = (cast_end){beside, time};
                return true;
            }
        }
        if (round >= PATIENCE)
            bisect_time(c, side, time, &apart);
    }
    return false;
}

bool fk_cast_hull(const fk_piece *round, const fk_displacement *displacement, const fk_piece *hull,
                  fk_contact_times *out)
{
    hull_cast c = {round, hull, displacement, 0, {0}};
    cast_end end[2];
    *out = (fk_contact_times){.result = FK_CAST_MISS, .is_exact = true};
    fk_verdict passes = examine_path(&c);
    if (passes == FK_UNDECIDED || passes == FK_APART)
        return passes == FK_APART;
    for (int i = 0; i < 2; i++) {
        hull_cast search = c;
        int side = i == 0 ? -1 : 1;
        seed_active_set(&search, side);
        if (!find_time(&search, side, &end[i]))
            return false;
    }
    out->result = FK_CAST_HIT;
    out->first = (fk_interval){end[0].outer, end[0].inner};
    out->last = (fk_interval){end[1].inner, end[1].outer};
    return true;
}
