/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `exact`: verdict, certificate, common point or separating plane, gap, and box. Points and planes come from
 * exact rationals that are rounded once, at the end. Where no plane is wanted, doubles propose a certificate first
 * (certificate_boxes.c, gjk_filter.c); exact GJK decides the rest. Every certificate in an answer has been accepted by the
 * verifier. Should the verifier ever refuse one of exact GJK, the answer is `undecided`. */

#include "pair/answer/answer.h"

#include <string.h>

#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"

/* ---- Common point -------------------------------------------------------------------------------------- */

/* One coordinate of the common point. The weights of the simplex give a point p of core a and a point q of core b; the common
 * point divides the segment from p to q by the radii: (p rb + q ra) / (ra + rb). For polyhedra p = q. */
static double point_component(fk_pair *pair, const fk_gjk_solution *s, const fk_exact *weight, int axis)
{
    fk_arena *arena = &pair->arena;
    uint32_t mark = arena->used;
    double ra = fk_piece_radius(pair->a.piece), rb = fk_piece_radius(pair->b.piece);
    if (fk_sign_of(ra) == 0 && fk_sign_of(rb) == 0)
        rb = 1.0;
    fk_exact exact_ra = fk_exact_from(arena, ra), exact_rb = fk_exact_from(arena, rb);
    fk_exact total = fk_exact_from(arena, 0.0), sum = total;
    for (uint32_t i = 0; i < s->count; i++) {
        fk_exact p = fk_exact_vec3_get(fk_piece_vertex(arena, pair->a.piece, s->simplex[i].a), axis);
        fk_exact q = fk_exact_vec3_get(fk_piece_vertex(arena, pair->b.piece, s->simplex[i].b), axis);
        fk_exact mix =
            fk_exact_add(arena, fk_exact_mul(arena, p, exact_rb), fk_exact_mul(arena, q, exact_ra));
        sum = fk_exact_add(arena, sum, fk_exact_mul(arena, mix, weight[i]));
        total = fk_exact_add(arena, total, weight[i]);
    }
    total = fk_exact_mul(arena, total, fk_exact_add(arena, exact_ra, exact_rb));
    double value = fk_exact_ratio(arena, sum, total);
    arena->used = mark;
    return value;
}

static void fill_exact_point(fk_pair *pair, const fk_gjk_solution *s, fk_answer *out)
{
    fk_exact weight[4];
    fk_pair_weights(pair, s->simplex, s->count, weight);
    out->point.x = point_component(pair, s, weight, 0);
    out->point.y = point_component(pair, s, weight, 1);
    out->point.z = point_component(pair, s, weight, 2);
    out->filled |= FK_PART_POINT;
}

/* ---- Separating plane ---------------------------------------------------------------------------------- */

/* An end of the projection interval of a piece on n: the greatest n.x over its vertices (want 1) or the least (want -1),
 * widened by the radius. */
static fk_exact projection_end(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n, int want)
{
    uint32_t vertex;
    fk_exact end = fk_vertices_support(arena, piece, n, want, &vertex);
    fk_exact radius = fk_exact_from(arena, fk_piece_radius(piece));
    radius.sign *= want;
    return fk_exact_add(arena, end, radius);
}

/* Plane and gap for a unit normal from a to b, from the facing ends of both projection intervals. */
static void fill_separating_plane(fk_arena *arena, fk_vec3 normal, fk_exact end_a, fk_exact end_b,
                                  fk_answer *out)
{
    double gap = fk_exact_floor(fk_exact_sub(arena, end_b, end_a));
    out->gap = out->verdict == FK_APART && fk_sign_of(gap) > 0 ? gap : 0.0;
    out->plane.normal = normal;
    out->plane.offset = fk_exact_ratio(arena, fk_exact_add(arena, end_a, end_b), fk_exact_from(arena, 2.0));
    out->filled |= FK_PART_PLANE;
}

/* The exact direction from a to b of a certificate. */
static fk_exact_vec3 certificate_direction(fk_pair *pair, const fk_certificate *c)
{
    if (c->direction.form != FK_DIRECTION_NONE)
        return fk_direction_exact(pair, &c->direction);
    fk_normal n = fk_simplex_normal(pair, c->pair, c->pair_count);
    return fk_exact_vec3_negate(fk_normal_exact(pair, &n));
}

/* When the rounded normal itself separates two polyhedra, it replaces the certificate: it is the simplest proof. */
static void prefer_vector(fk_answer *out, bool separates)
{
    if (out->verdict != FK_APART || !separates)
        return;
    memset(&out->certificate, 0, sizeof out->certificate);
    out->certificate.verdict = FK_APART;
    out->certificate.direction.form = FK_DIRECTION_VECTOR;
    out->certificate.direction.vector = out->plane.normal;
}

/* ---- Pieces with vertices ------------------------------------------------------------------------------ */

static void fill_overlap_box(const fk_pair_query *query, fk_answer *out)
{
    if (!(query->want & FK_PART_BOX) || out->verdict == FK_APART || out->verdict == FK_UNDECIDED)
        return;
    out->box = fk_overlap_box_for_verdict(query->a, query->b, out->verdict);
    out->filled |= FK_PART_BOX;
}

/* Source 0 is for two boxes, source 1 for all polyhedra. Round pieces need their exact distance, and a plane the nearest
 * points: exact GJK finds both. */
bool fk_certificate_propose(const fk_pair_query *query, int source, fk_answer *out)
{
    const fk_piece *a = query->a, *b = query->b;
    bool boxes = a->kind == FK_KIND_BOX && b->kind == FK_KIND_BOX;
    fk_certificate *certificate = &out->certificate;
    fk_pair_cache found;
    if (!fk_piece_is_polyhedron(a) || !fk_piece_is_polyhedron(b) || (source == 0 && !boxes))
        return false;
    if (source == 0)
        fk_certificate_boxes(&a->as.cell, &b->as.cell, &found);
    else
        fk_gjk_filter_verdict(a, b, &found);
    out->verdict = certificate->verdict = found.verdict;
    if (found.verdict == FK_APART) {
        certificate->direction.form = FK_DIRECTION_VECTOR;
        certificate->direction.vector = found.direction;
        return !(query->want & FK_PART_PLANE);
    }
    certificate->pair_count = 4;
    memcpy(certificate->pair, found.pair, sizeof found.pair);
    return found.verdict == FK_OVERLAPPING;
}

/* Fills the common point, from four pairs that enclose the origin. */
FK_OWN_FRAME static bool fill_point_of_pairs(const fk_pair_query *query, fk_answer *out)
{
    fk_pair pair;
    fk_gjk_solution solution = {.count = 4};
    memcpy(solution.simplex, out->certificate.pair, sizeof solution.simplex);
    fk_pair_init(&pair, query->a, query->b);
    fill_exact_point(&pair, &solution, out);
    return !pair.arena.full;
}

static bool complete_answer(const fk_pair_query *query, fk_answer *out)
{
    fill_overlap_box(query, out);
    return out->verdict != FK_OVERLAPPING || !(query->want & FK_PART_POINT) ||
           fill_point_of_pairs(query, out);
}

FK_OWN_FRAME static void answer_by_gjk(const fk_pair_query *query, fk_answer *out)
{
    fk_pair pair;
    fk_gjk_solution solution;
    fk_pair_init(&pair, query->a, query->b);
    fk_gjk_exact(&pair, true, &solution);
    out->certificate = solution.certificate;
    out->verdict = solution.certificate.verdict;
    if (out->verdict == FK_TOUCHING || out->verdict == FK_OVERLAPPING)
        fill_exact_point(&pair, &solution, out);
    if (out->verdict == FK_APART || out->verdict == FK_TOUCHING) {
        fk_arena *arena = &pair.arena;
        arena->used = 0;
        fk_vec3 normal = fk_exact_vec3_unit(arena, certificate_direction(&pair, &solution.certificate));
        fk_exact_vec3 n = fk_exact_vec3_from(arena, normal);
        fk_exact end_a = projection_end(arena, query->a, n, 1),
                 end_b = projection_end(arena, query->b, n, -1);
        fill_separating_plane(arena, normal, end_a, end_b, out);
        if (!fk_any_round(query->a, query->b))
            prefer_vector(out, fk_exact_compare(end_a, end_b) < 0);
    }
    if (pair.arena.full)
        out->certificate.verdict = FK_UNDECIDED;
}

void fk_answer_solve(const fk_pair_query *query, fk_answer *out)
{
    if (fk_any_smooth(query->a, query->b))
        fk_smooth_answer(query, out);
    else if (fk_any_half_space(query->a, query->b))
        fk_half_space_answer(query, out);
    else
        answer_by_gjk(query, out);
    fill_overlap_box(query, out);
}

/* ---- The answer ---------------------------------------------------------------------------------------- */

void fk_answer_clear(const fk_pair_query *query, fk_answer *out)
{
    memset(out, 0, sizeof *out);
    out->method = query->method;
}

/* Verifies the certificate. Only method exact must have one. */
static bool certificate_holds(const fk_pair_query *query, fk_answer *answer)
{
    if (query->method != FK_METHOD_EXACT && answer->certificate.verdict == FK_UNDECIDED)
        return true;
    if (answer->certificate.verdict != answer->verdict ||
        !fk_verify(query->a, query->b, &answer->certificate))
        return false;
    answer->filled |= FK_PART_CERTIFICATE;
    return true;
}

/* Clears the fields that are not wanted. */
static void keep_wanted(fk_answer *answer, unsigned want)
{
    if (!(want & FK_PART_CERTIFICATE))
        memset(&answer->certificate, 0, sizeof answer->certificate);
    if (!(want & FK_PART_POINT))
        memset(&answer->point, 0, sizeof answer->point);
    if (!(want & FK_PART_PLANE)) {
        memset(&answer->plane, 0, sizeof answer->plane);
        answer->gap = 0.0;
    }
    if (!(want & FK_PART_BOX))
        memset(&answer->box, 0, sizeof answer->box);
    answer->filled &= want;
}

void fk_answer_finish(const fk_pair_query *query, fk_answer *out)
{
    if (certificate_holds(query, out))
        keep_wanted(out, query->want);
    else
        fk_answer_clear(query, out);
}

/* Answers by the first proposed certificate that the verifier accepts. */
static bool answer_by_proposal(const fk_pair_query *query, fk_answer *out)
{
    for (int source = 0; source < FK_PROPOSALS; source++) {
        fk_answer_clear(query, out);
        if (!fk_certificate_propose(query, source, out) || !certificate_holds(query, out))
            continue;
        if (!complete_answer(query, out))
            return false;
        keep_wanted(out, query->want);
        return true;
    }
    return false;
}

fk_status fk_pair_answer_exact(const fk_pair_query *query, fk_answer *out)
{
    fk_status status = fk_pair_check(query->a, query->b);
    if (status != FK_OK || answer_by_proposal(query, out))
        return status;
    fk_answer_clear(query, out);
    fk_answer_solve(query, out);
    fk_answer_finish(query, out);
    return FK_OK;
}
