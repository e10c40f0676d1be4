/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier: checks a certificate exactly, by the rules of farkas/proof.h.
 *
 * This is the code that a doubting user must trust. So it is short, does not depend on how certificates are found, and
 * shares only the exact arithmetic of exact/ and the vertex lists of shape/. Every sign here is exact. Only verify_filter.c
 * uses floating point: it runs first, and can accept a certificate but never refuse one. d(i, j) is the difference of
 * vertex i of a and vertex j of b, M the hull of all of them. verify_smooth.c checks smooth pieces. */

#include "farkas/proof.h"

#include "base/vec3.h"
#include "exact/exact.h"
#include "proof/verify.h"
#include "shape/vertices.h"

typedef struct proof_check {
    const fk_piece *a, *b;
    const fk_certificate *certificate;
    fk_arena *arena;
} proof_check;

static fk_exact_vec3 vertex_difference(const proof_check *c, fk_vertex_pair pair)
{
    return fk_exact_vec3_sub(c->arena, fk_piece_vertex(c->arena, c->a, pair.a),
                             fk_piece_vertex(c->arena, c->b, pair.b));
}

static bool pairs_exist(const proof_check *c, const fk_vertex_pair *pair, uint32_t count)
{
    uint32_t count_a = fk_piece_vertex_count(c->a), count_b = fk_piece_vertex_count(c->b);
    for (uint32_t i = 0; i < count; i++)
        if (pair[i].a >= count_a || pair[i].b >= count_b)
            return false;
    return true;
}

static int sign_dot(const proof_check *c, fk_exact_vec3 x, fk_exact_vec3 y)
{
    uint32_t mark = c->arena->used;
    int sign = fk_exact_vec3_dot(c->arena, x, y).sign;
    c->arena->used = mark;
    return sign;
}

fk_exact fk_verify_extreme(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n, bool least)
{
    uint32_t mark = arena->used;
    fk_exact best = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, 0));
    best = fk_exact_keep(arena, mark, best);
    for (uint32_t i = 1; i < fk_piece_vertex_count(piece); i++) {
        fk_exact next = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, piece, i));
        int order = fk_exact_compare(next, best);
        if (least ? order < 0 : order > 0)
            best = next;
        best = fk_exact_keep(arena, mark, best);
    }
    return best;
}

/* The least n.d over all of M, and the greatest. */
static fk_exact least_product(const proof_check *c, fk_exact_vec3 n)
{
    return fk_exact_sub(c->arena, fk_verify_extreme(c->arena, c->a, n, true),
                        fk_verify_extreme(c->arena, c->b, n, false));
}

static fk_exact greatest_product(const proof_check *c, fk_exact_vec3 n)
{
    return fk_exact_sub(c->arena, fk_verify_extreme(c->arena, c->a, n, false),
                        fk_verify_extreme(c->arena, c->b, n, true));
}

/* The vertex differences of the first count pairs of the certificate. */
static void read_differences(const proof_check *c, uint32_t count, fk_exact_vec3 *d)
{
    for (uint32_t i = 0; i < count; i++)
        d[i] = vertex_difference(c, c->certificate->pair[i]);
}

/* (d2 - d1) x (d3 - d1). */
static fk_exact_vec3 span_normal(const proof_check *c, const fk_exact_vec3 *d)
{
    return fk_exact_vec3_cross(c->arena, fk_exact_vec3_sub(c->arena, d[1], d[0]),
                               fk_exact_vec3_sub(c->arena, d[2], d[0]));
}

/* The side of a triangle's edge from p to q on which the projection of the origin lies: positive inside, when
 * normal is that of the triangle with p before q. */
static int side_of_edge(const proof_check *c, fk_exact_vec3 p, fk_exact_vec3 q, fk_exact_vec3 normal)
{
    uint32_t mark = c->arena->used;
    fk_exact_vec3 outward = fk_exact_vec3_cross(c->arena, fk_exact_vec3_sub(c->arena, q, p), normal);
    int sign = sign_dot(c, outward, p);
    c->arena->used = mark;
    return sign;
}

/* ---- Meeting: the origin lies in the relative interior of the hull of affinely independent points ------ */

static bool segment_contains_origin(const proof_check *c, const fk_exact_vec3 *d)
{
    return fk_exact_vec3_is_zero(fk_exact_vec3_cross(c->arena, d[0], d[1])) && sign_dot(c, d[0], d[1]) < 0;
}

static bool triangle_contains_origin(const proof_check *c, const fk_exact_vec3 *d)
{
    fk_exact_vec3 normal = span_normal(c, d);
    return !fk_exact_vec3_is_zero(normal) && sign_dot(c, normal, d[0]) == 0 &&
           side_of_edge(c, d[0], d[1], normal) > 0 && side_of_edge(c, d[1], d[2], normal) > 0 &&
           side_of_edge(c, d[2], d[0], normal) > 0;
}

/* Whether the origin lies in the interior of the hull of these points, that is, they span space positively. If they did
 * not, all would lie on one side of a facet plane of the cone that they span, and two of them would span that plane. So
 * every plane through the origin and two of the points must have points strictly on both sides. */
static bool encloses_origin(const proof_check *c, const fk_exact_vec3 *d, uint32_t count)
{
    bool any_plane = false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            uint32_t mark = c->arena->used;
            fk_exact_vec3 normal = fk_exact_vec3_cross(c->arena, d[i], d[j]);
            bool above = false, below = false, flat = fk_exact_vec3_is_zero(normal);
            for (uint32_t k = 0; k < count; k++) {
                int side = sign_dot(c, normal, d[k]);
                above = above || side > 0;
                below = below || side < 0;
            }
            c->arena->used = mark;
            if (!flat && !(above && below))
                return false;
            any_plane = any_plane || !flat;
        }
    return any_plane;
}

/* Whether the hull of one to three pairs has the origin in its relative interior; four would enclose it. */
static bool pairs_meet(const proof_check *c)
{
    uint32_t count = c->certificate->pair_count;
    fk_exact_vec3 d[3];
    if (count < 1 || count > 3 || !pairs_exist(c, c->certificate->pair, count))
        return false;
    read_differences(c, count, d);
    if (count == 1)
        return fk_exact_vec3_is_zero(d[0]);
    return count == 2 ? segment_contains_origin(c, d) : triangle_contains_origin(c, d);
}

/* Whether the certificate has `fewest` to `most` pairs, and their hull has the origin in its interior. */
static bool pairs_enclose_origin_exactly(const proof_check *c, uint32_t fewest, uint32_t most)
{
    uint32_t count = c->certificate->pair_count;
    fk_exact_vec3 d[FK_CERTIFICATE_PAIRS];
    if (count < fewest || count > most || !pairs_exist(c, c->certificate->pair, count))
        return false;
    read_differences(c, count, d);
    return encloses_origin(c, d, count);
}

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

/* The vector from the origin to the nearest point of the pairs' affine span, scaled; false when the pairs are not
 * affinely independent. */
static bool nearest_direction(const proof_check *c, const fk_exact_vec3 *d, uint32_t count, fk_exact_vec3 *n)
{
    if (count == 1) {
        *n = d[0];
        return true;
    }
    fk_exact_vec3 e = fk_exact_vec3_sub(c->arena, d[1], d[0]);
    if (count == 2) {
        *n = fk_exact_vec3_cross(c->arena, e, fk_exact_vec3_cross(c->arena, d[0], e));
        return !fk_exact_vec3_is_zero(e);
    }
    *n = span_normal(c, d);
    if (fk_exact_vec3_is_zero(*n))
        return false;
    int side = sign_dot(c, *n, d[0]);
    if (side < 0)
        *n = fk_exact_vec3_negate(*n);
    if (side == 0)
        n->x = n->y = n->z = fk_exact_from(c->arena, 0.0);
    return true;
}

/* Apart: M lies strictly on one side of a plane through the origin. */
static bool verify_apart(const proof_check *c)
{
    const fk_certificate *certificate = c->certificate;
    if (certificate->direction.form == FK_DIRECTION_VECTOR && certificate->pair_count == 0) {
        fk_vec3 vector = certificate->direction.vector;
        return fk_vec3_is_finite(vector) &&
               greatest_product(c, fk_exact_vec3_from(c->arena, vector)).sign < 0;
    }
    uint32_t count = certificate->pair_count;
    if (certificate->direction.form != FK_DIRECTION_NONE || count < 1 || count > 3 ||
        !pairs_exist(c, certificate->pair, count))
        return false;
    fk_exact_vec3 d[3], n;
    read_differences(c, count, d);
    return nearest_direction(c, d, count, &n) && least_product(c, n).sign > 0;
}

static fk_exact_vec3 coordinate_vector(const proof_check *c, int32_t axis)
{
    return fk_exact_vec3_from(c->arena, fk_vec3_axis(axis, 1));
}

/* The direction of a touching certificate; false when it is malformed. */
static bool read_direction(const proof_check *c, fk_exact_vec3 *n)
{
    const fk_direction *direction = &c->certificate->direction;
    uint32_t count = direction->form == FK_DIRECTION_FACET ? 3 : direction->form == FK_DIRECTION_EDGE ? 2 : 0;
    bool uses_axis = direction->form == FK_DIRECTION_EDGE || direction->form == FK_DIRECTION_AXIS;
    if (direction->form == FK_DIRECTION_VECTOR) {
        if (!fk_vec3_is_finite(direction->vector))
            return false;
        *n = fk_exact_vec3_from(c->arena, direction->vector);
        return true;
    }
    if ((direction->sign != 1 && direction->sign != -1) || !pairs_exist(c, direction->pair, count) ||
        (uses_axis && (direction->axis < 0 || direction->axis > 2)))
        return false;
    fk_exact_vec3 d[3];
    for (uint32_t i = 0; i < count; i++)
        d[i] = vertex_difference(c, direction->pair[i]);
    if (direction->form == FK_DIRECTION_FACET)
        *n = span_normal(c, d);
    else if (direction->form == FK_DIRECTION_EDGE)
        *n = fk_exact_vec3_cross(c->arena, fk_exact_vec3_sub(c->arena, d[1], d[0]),
                                 coordinate_vector(c, direction->axis));
    else if (direction->form == FK_DIRECTION_AXIS)
        *n = coordinate_vector(c, direction->axis);
    else
        return false;
    if (direction->sign < 0)
        *n = fk_exact_vec3_negate(*n);
    return true;
}

/* Touching: the origin is in M, and M lies on one side of a plane through it. */
static bool verify_touching(const proof_check *c)
{
    fk_exact_vec3 n;
    uint32_t mark = c->arena->used;
    bool meet = pairs_meet(c);
    c->arena->used = mark;
    return meet && read_direction(c, &n) && !fk_exact_vec3_is_zero(n) && greatest_product(c, n).sign <= 0;
}

/* Overlapping: the pairs alone have the origin in the interior of their hull. */
static bool verify_overlapping(const proof_check *c)
{
    return c->certificate->direction.form == FK_DIRECTION_NONE &&
           pairs_enclose_origin_exactly(c, 4, FK_CERTIFICATE_PAIRS);
}

/* ---- Round shapes -------------------------------------------------------------------------------------- */

/* Whether the projection of the origin on the affine span of independent pairs lies in their hull. */
static bool foot_in_hull(const proof_check *c, const fk_exact_vec3 *d, uint32_t count)
{
    if (count == 1)
        return true;
    if (count == 2) {
        fk_exact_vec3 e = fk_exact_vec3_sub(c->arena, d[1], d[0]);
        return sign_dot(c, d[0], e) <= 0 && sign_dot(c, d[1], e) >= 0;
    }
    fk_exact_vec3 normal = span_normal(c, d);
    return side_of_edge(c, d[0], d[1], normal) >= 0 && side_of_edge(c, d[1], d[2], normal) >= 0 &&
           side_of_edge(c, d[2], d[0], normal) >= 0;
}

/* The square of the distance from the origin to the pairs' affine span, as numerator and denominator. */
static void squared_span_distance(const proof_check *c, const fk_exact_vec3 *d, uint32_t count,
                                  fk_exact *over, fk_exact *under)
{
    fk_exact_vec3 top = d[0], bottom;
    *under = fk_exact_from(c->arena, 1.0);
    if (count == 3) {
        bottom = span_normal(c, d);
        fk_exact height = fk_exact_vec3_dot(c->arena, bottom, d[0]);
        *over = fk_exact_mul(c->arena, height, height);
        *under = fk_exact_vec3_dot(c->arena, bottom, bottom);
        return;
    }
    if (count == 2) {
        bottom = fk_exact_vec3_sub(c->arena, d[1], d[0]);
        top = fk_exact_vec3_cross(c->arena, d[0], bottom);
        *under = fk_exact_vec3_dot(c->arena, bottom, bottom);
    }
    *over = fk_exact_vec3_dot(c->arena, top, top);
}

static fk_exact total_radius(const proof_check *c)
{
    return fk_exact_add(c->arena, fk_exact_from(c->arena, fk_piece_radius(c->a)),
                        fk_exact_from(c->arena, fk_piece_radius(c->b)));
}

/* The verdict for a distance that is greater than (1), equal to (0) or less than (-1) the sum of radii. */
static fk_verdict verdict_of_excess(int sign)
{
    return sign > 0 ? FK_APART : sign == 0 ? FK_TOUCHING : FK_OVERLAPPING;
}

/* The point of M nearest to the origin lies in the hull of the pairs: the projection of the origin on their span does, and no
 * vertex difference is nearer along that direction. So their distance is that of the cores, and is compared with R. */
static bool verify_round(const proof_check *c, fk_exact radius)
{
    const fk_certificate *certificate = c->certificate;
    uint32_t count = certificate->pair_count;
    if (certificate->direction.form != FK_DIRECTION_NONE)
        return false;
    if (count == 4)
        return certificate->verdict == FK_OVERLAPPING && pairs_enclose_origin_exactly(c, 4, 4);
    fk_exact_vec3 d[3], n;
    if (count < 1 || count > 3 || !pairs_exist(c, certificate->pair, count))
        return false;
    read_differences(c, count, d);
    if (!nearest_direction(c, d, count, &n) || !foot_in_hull(c, d, count) ||
        fk_exact_compare(least_product(c, n), fk_exact_vec3_dot(c->arena, n, d[0])) < 0)
        return false;
    fk_exact over, under;
    squared_span_distance(c, d, count, &over, &under);
    fk_exact reach = fk_exact_mul(c->arena, fk_exact_mul(c->arena, radius, radius), under);
    return certificate->verdict == verdict_of_excess(fk_exact_compare(over, reach));
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* A piece and {x : n.x <= offset}: the vertex of the pair has the least n.x, and that minus r|n| is compared with the
 * offset. */
static bool verify_half_space(const proof_check *c)
{
    const fk_certificate *certificate = c->certificate;
    bool half_first = c->a->kind == FK_KIND_HALF_SPACE;
    const fk_piece *half = half_first ? c->a : c->b, *piece = half_first ? c->b : c->a;
    fk_vertex_pair pair = certificate->pair[0];
    uint32_t index = half_first ? pair.b : pair.a, other = half_first ? pair.a : pair.b;
    if (certificate->pair_count != 1 || certificate->direction.form != FK_DIRECTION_NONE || other != 0 ||
        index >= fk_piece_vertex_count(piece))
        return false;
    fk_exact_vec3 n = fk_exact_vec3_from(c->arena, half->as.half.normal);
    fk_exact reach = fk_exact_vec3_dot(c->arena, n, fk_piece_vertex(c->arena, piece, index));
    if (fk_exact_compare(reach, fk_verify_extreme(c->arena, piece, n, true)) != 0)
        return false;
    fk_exact excess = fk_exact_sub(c->arena, reach, fk_exact_from(c->arena, half->as.half.offset));
    fk_exact radius = fk_exact_from(c->arena, fk_piece_radius(piece));
    int sign = excess.sign;
    if (sign >= 0 && radius.sign > 0) {
        fk_exact scaled =
            fk_exact_mul(c->arena, fk_exact_mul(c->arena, radius, radius), fk_exact_vec3_dot(c->arena, n, n));
        sign = fk_exact_compare(fk_exact_mul(c->arena, excess, excess), scaled);
    }
    return certificate->verdict == verdict_of_excess(sign);
}

/* Two half-spaces overlap unless their normals are opposite: n2 = -k n1 with k > 0, and then k c1 + c2, the
 * room between the planes times |n2|, decides. k is read off a component of n1 that is not zero. */
static bool verify_two_half_spaces(const proof_check *c)
{
    const fk_certificate *certificate = c->certificate;
    if (certificate->pair_count != 0 || certificate->direction.form != FK_DIRECTION_NONE)
        return false;
    fk_exact_vec3 n1 = fk_exact_vec3_from(c->arena, c->a->as.half.normal);
    fk_exact_vec3 n2 = fk_exact_vec3_from(c->arena, c->b->as.half.normal);
    bool parallel = fk_exact_vec3_is_zero(fk_exact_vec3_cross(c->arena, n1, n2));
    if (!parallel || sign_dot(c, n1, n2) > 0)
        return certificate->verdict == FK_OVERLAPPING;
    fk_exact one = n1.x.sign != 0 ? n1.x : n1.y.sign != 0 ? n1.y : n1.z;
    fk_exact two = n1.x.sign != 0 ? n2.x : n1.y.sign != 0 ? n2.y : n2.z;
    one.sign = two.sign = 1;
    fk_exact room =
        fk_exact_add(c->arena, fk_exact_mul(c->arena, two, fk_exact_from(c->arena, c->a->as.half.offset)),
                     fk_exact_mul(c->arena, one, fk_exact_from(c->arena, c->b->as.half.offset)));
    return certificate->verdict == verdict_of_excess(-room.sign);
}

static bool verify_polyhedra(const proof_check *c)
{
    switch (c->certificate->verdict) {
    case FK_APART:
        return verify_apart(c);
    case FK_TOUCHING:
        return verify_touching(c);
    case FK_OVERLAPPING:
        return verify_overlapping(c);
    default:
        return false;
    }
}

FK_OWN_FRAME bool fk_verify_exact(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate)
{
    fk_arena arena;
    fk_arena_init(&arena);
    proof_check c = {a, b, certificate, &arena};
    bool half_a = a->kind == FK_KIND_HALF_SPACE, half_b = b->kind == FK_KIND_HALF_SPACE, holds;
    if (fk_piece_is_smooth(a) || fk_piece_is_smooth(b)) {
        holds = fk_verify_smooth(&arena, a, b, certificate);
    } else if (half_a || half_b) {
        holds = half_a && half_b ? verify_two_half_spaces(&c) : verify_half_space(&c);
    } else {
        fk_exact radius = total_radius(&c);
        holds = radius.sign > 0 ? verify_round(&c, radius) : verify_polyhedra(&c);
    }
    return holds && !arena.full;
}

/* Only smooth pieces that overlap, neither of them with a half-space, have a proof by a point. */
static bool may_have_point(const fk_piece *a, const fk_piece *b, fk_verdict verdict)
{
    return verdict == FK_OVERLAPPING && a->kind != FK_KIND_HALF_SPACE && b->kind != FK_KIND_HALF_SPACE &&
           (fk_piece_is_smooth(a) || fk_piece_is_smooth(b));
}

bool fk_verify(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate)
{
    if (fk_piece_check(a) != FK_OK || fk_piece_check(b) != FK_OK || certificate->verdict == FK_UNDECIDED)
        return false;
    if (certificate->point_form != FK_POINT_NONE && !may_have_point(a, b, certificate->verdict))
        return false;
    return fk_verify_filter(a, b, certificate) || fk_verify_exact(a, b, certificate);
}
