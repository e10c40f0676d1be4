/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier for smooth pieces: cylinder, cone, ellipsoid. Exact, like verify.c.
 *
 * The support value of a piece along n, the greatest n.x over its points, is p + sqrt(q) with rational p and q:
 *   vertices and a radius   p = greatest n.vertex             q = r^2 n.n
 *   cylinder, d = b - a     p = greatest of n.a, n.b          q = r^2 |n x d|^2 / d.d
 *   cone, apex b            n.b, or p = n.a and that q when that is greater
 *   ellipsoid               p = n.center                      q = (n.u)^2 + (n.v)^2 + (n.w)^2
 * Two pieces are apart along n when p + sqrt(q1) + sqrt(q2) < 0, which squaring twice decides.
 *
 * If a point lies in the interior of one piece and in the other one, the origin lies in the interior of a - b: the
 * differences of that interior and the point are an open set around the origin. */

#include "proof/verify.h"

#include "shape/vertices.h"

/* ---- Support values ------------------------------------------------------------------------------------ */

/* p + sqrt(over / under), under > 0. */
typedef struct root_support {
    fk_exact p, over, under;
} root_support;

static fk_exact squared(fk_arena *arena, fk_exact x)
{
    return fk_exact_mul(arena, x, x);
}

static fk_exact squared_norm(fk_arena *arena, fk_exact_vec3 v)
{
    return fk_exact_vec3_dot(arena, v, v);
}

static root_support vertex_support(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    root_support r;
    r.p = fk_verify_extreme(arena, piece, n, false);
    fk_exact radius = fk_exact_from(arena, fk_piece_radius(piece));
    r.over = fk_exact_mul(arena, squared(arena, radius), squared_norm(arena, n));
    r.under = fk_exact_from(arena, 1.0);
    return r;
}

/* Cylinder and cone. */
static root_support disc_support_exact(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    fk_exact_vec3 a = fk_exact_vec3_from(arena, piece->as.capsule.end[0]);
    fk_exact_vec3 b = fk_exact_vec3_from(arena, piece->as.capsule.end[1]);
    fk_exact_vec3 d = fk_exact_vec3_sub(arena, b, a);
    fk_exact radius = fk_exact_from(arena, piece->as.capsule.radius), rise = fk_exact_vec3_dot(arena, n, d);
    root_support r;
    r.over =
        fk_exact_mul(arena, squared(arena, radius), squared_norm(arena, fk_exact_vec3_cross(arena, n, d)));
    r.under = squared_norm(arena, d);
    bool far_end = rise.sign > 0;
    if (piece->kind == FK_KIND_CONE) {
        /* The apex lies farther than the rim of the base when rise >= sqrt(over / under). */
        fk_exact climb = fk_exact_mul(arena, squared(arena, rise), r.under);
        far_end = rise.sign > 0 && fk_exact_compare(climb, r.over) >= 0;
        if (far_end)
            r.over = fk_exact_from(arena, 0.0);
    }
    r.p = fk_exact_vec3_dot(arena, n, far_end ? b : a);
    return r;
}

static root_support ellipsoid_support_exact(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    const fk_cell *cell = &piece->as.ellipsoid;
    root_support r;
    r.p = fk_exact_vec3_dot(arena, n, fk_exact_vec3_from(arena, cell->origin));
    r.over = fk_exact_from(arena, 0.0);
    for (int k = 0; k < 3; k++) {
        fk_exact along = fk_exact_vec3_dot(arena, n, fk_exact_vec3_from(arena, cell->edge[k]));
        r.over = fk_exact_add(arena, r.over, squared(arena, along));
    }
    r.under = fk_exact_from(arena, 1.0);
    return r;
}

static root_support piece_support(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n)
{
    if (!fk_piece_is_smooth(piece))
        return vertex_support(arena, piece, n);
    return piece->kind == FK_KIND_ELLIPSOID ? ellipsoid_support_exact(arena, piece, n)
                                            : disc_support_exact(arena, piece, n);
}

/* The sign of p + sqrt(q) + sqrt(s), with the roots of two support values. For negative p that is the sign of
 * 2 sqrt(q s) - (p^2 - q - s); everything is multiplied by both denominators. */
static int sign_of_root_sum(fk_arena *arena, fk_exact p, const root_support *q, const root_support *s)
{
    if (p.sign >= 0)
        return p.sign > 0 || q->over.sign > 0 || s->over.sign > 0;
    fk_exact unders = fk_exact_mul(arena, q->under, s->under);
    fk_exact rest = fk_exact_mul(arena, squared(arena, p), unders);
    rest = fk_exact_sub(arena, rest, fk_exact_mul(arena, q->over, s->under));
    rest = fk_exact_sub(arena, rest, fk_exact_mul(arena, s->over, q->under));
    if (rest.sign < 0)
        return 1;
    fk_exact product = fk_exact_mul(arena, fk_exact_mul(arena, q->over, s->over), unders);
    product = fk_exact_mul(arena, product, fk_exact_from(arena, 4.0));
    return fk_exact_compare(product, squared(arena, rest));
}

/* ---- Apart --------------------------------------------------------------------------------------------- */

int fk_verify_separation(fk_arena *arena, const fk_piece *a, const fk_piece *b, fk_vec3 n, double gap)
{
    fk_exact_vec3 exact_n = fk_exact_vec3_from(arena, n);
    root_support of_a = piece_support(arena, a, exact_n),
                 of_b = piece_support(arena, b, fk_exact_vec3_negate(exact_n));
    fk_exact p = fk_exact_add(arena, fk_exact_add(arena, of_a.p, of_b.p), fk_exact_from(arena, gap));
    int sign = sign_of_root_sum(arena, p, &of_a, &of_b);
    return arena->full ? 1 : sign;
}

static bool verify_smooth_apart(fk_arena *arena, const fk_piece *a, const fk_piece *b,
                                const fk_certificate *c)
{
    if (c->direction.form != FK_DIRECTION_VECTOR || c->pair_count != 0 ||
        !fk_vec3_is_finite(c->direction.vector))
        return false;
    return fk_verify_separation(arena, a, b, c->direction.vector, 0.0) < 0;
}

/* ---- Half-space ---------------------------------------------------------------------------------------- */

/* The least n.x over the smooth piece, minus the offset, is -(p + offset + sqrt(q)) with the support value along -n. */
static bool verify_smooth_half_space(fk_arena *arena, const fk_piece *piece, const fk_piece *half,
                                     const fk_certificate *c)
{
    if (c->direction.form != FK_DIRECTION_NONE || c->pair_count != 0)
        return false;
    fk_exact_vec3 n = fk_exact_vec3_from(arena, half->as.half.normal);
    root_support r = piece_support(arena, piece, fk_exact_vec3_negate(n)), none = r;
    none.over = fk_exact_from(arena, 0.0);
    fk_exact p = fk_exact_add(arena, r.p, fk_exact_from(arena, half->as.half.offset));
    int room = sign_of_root_sum(arena, p, &r, &none);
    return c->verdict == (room > 0 ? FK_OVERLAPPING : room == 0 ? FK_TOUCHING : FK_APART);
}

/* ---- Overlapping: a common point ----------------------------------------------------------------------- */

/* The point at / weight, weight > 0. */
typedef struct weighted_point {
    fk_exact_vec3 at;
    fk_exact weight;
} weighted_point;

/* weight (x - q) for a point q of doubles. */
static fk_exact_vec3 offset_from(fk_arena *arena, const weighted_point *x, fk_vec3 q)
{
    fk_exact_vec3 base = fk_exact_vec3_scale(arena, fk_exact_vec3_from(arena, q), x->weight);
    return fk_exact_vec3_sub(arena, x->at, base);
}

/* The sign of radius^2 weight^2 - |y|^2. */
static int position_in_ball(fk_arena *arena, fk_exact_vec3 y, fk_exact radius, fk_exact weight)
{
    return fk_exact_compare(squared(arena, fk_exact_mul(arena, radius, weight)), squared_norm(arena, y));
}

/* Whether x lies strictly inside (1), on the surface (0) or outside (-1) of a sphere, capsule, cylinder or cone. a is its
 * end 0, b end 1, d the axis from a to b, y the offset of x from a. The product `along` = y.d goes from 0 at a to `whole`
 * at b. */
static int position_in_ends(fk_arena *arena, const fk_piece *piece, const weighted_point *x)
{
    bool is_sphere = piece->kind == FK_KIND_SPHERE;
    fk_vec3 a = is_sphere ? piece->as.sphere.center : piece->as.capsule.end[0];
    fk_vec3 b = is_sphere ? a : piece->as.capsule.end[1];
    fk_exact radius = fk_exact_from(arena, is_sphere ? piece->as.sphere.radius : piece->as.capsule.radius);
    fk_exact_vec3 y = offset_from(arena, x, a);
    fk_exact_vec3 d = fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, b), fk_exact_vec3_from(arena, a));
    fk_exact dd = squared_norm(arena, d), along = fk_exact_vec3_dot(arena, y, d);
    fk_exact whole = fk_exact_mul(arena, x->weight, dd), left = fk_exact_sub(arena, whole, along);
    if (piece->kind == FK_KIND_SPHERE || piece->kind == FK_KIND_CAPSULE) {
        if (along.sign <= 0)
            return position_in_ball(arena, y, radius, x->weight);
        if (left.sign <= 0)
            return position_in_ball(arena, offset_from(arena, x, b), radius, x->weight);
    } else if (along.sign < 0 || left.sign < 0) {
        return -1;
    }
    /* |y x d|^2 / dd against (radius weight)^2; for a cone against (radius left / dd)^2. */
    fk_exact across = squared_norm(arena, fk_exact_vec3_cross(arena, y, d));
    fk_exact width = fk_exact_mul(arena, squared(arena, fk_exact_mul(arena, radius, x->weight)), dd);
    if (piece->kind == FK_KIND_CONE) {
        across = fk_exact_mul(arena, across, dd);
        width = squared(arena, fk_exact_mul(arena, radius, left));
    }
    int room = fk_exact_compare(width, across);
    bool on_cap = piece->kind != FK_KIND_CAPSULE && (along.sign == 0 || left.sign == 0);
    return on_cap && room > 0 ? 0 : room;
}

/* The same for an ellipsoid: compares |s| with 1, where x = center + U s, by Cramer's rule. A flat one has no inside. */
static int position_in_ellipsoid(fk_arena *arena, const fk_piece *piece, const weighted_point *x)
{
    fk_exact_vec3 edge[3], y = offset_from(arena, x, piece->as.ellipsoid.origin);
    for (int k = 0; k < 3; k++)
        edge[k] = fk_exact_vec3_from(arena, piece->as.ellipsoid.edge[k]);
    fk_exact sum = fk_exact_from(arena, 0.0), volume = sum;
    for (int k = 0; k < 3; k++) {
        fk_exact_vec3 face = fk_exact_vec3_cross(arena, edge[(k + 1) % 3], edge[(k + 2) % 3]);
        sum = fk_exact_add(arena, sum, squared(arena, fk_exact_vec3_dot(arena, y, face)));
        volume = fk_exact_vec3_dot(arena, edge[k], face);
    }
    if (volume.sign == 0)
        return -1;
    return fk_exact_compare(squared(arena, fk_exact_mul(arena, volume, x->weight)), sum);
}

/* Whether x lies strictly inside a smooth piece, or in another one. */
static bool piece_contains(fk_arena *arena, const fk_piece *piece, const weighted_point *x)
{
    uint32_t mark = arena->used;
    int room = piece->kind == FK_KIND_ELLIPSOID ? position_in_ellipsoid(arena, piece, x)
                                                : position_in_ends(arena, piece, x);
    arena->used = mark;
    return fk_piece_is_smooth(piece) ? room > 0 : room >= 0;
}

/* Reads the weighted mean of up to four vertices; false when the certificate is malformed. */
static bool read_weights(fk_arena *arena, const fk_certificate *c, const fk_piece *piece, bool piece_is_a,
                         weighted_point *x)
{
    if (c->pair_count < 1 || c->pair_count > 4)
        return false;
    x->weight = fk_exact_from(arena, 0.0);
    x->at.x = x->at.y = x->at.z = x->weight;
    for (uint32_t i = 0; i < c->pair_count; i++) {
        uint32_t index = piece_is_a ? c->pair[i].a : c->pair[i].b,
                 other = piece_is_a ? c->pair[i].b : c->pair[i].a;
        if (index >= fk_piece_vertex_count(piece) || other != 0 || c->weight[i] == 0 ||
            c->weight[i] > FK_WEIGHT_MAX)
            return false;
        fk_exact weight = fk_exact_from(arena, (double)c->weight[i]);
        fk_exact_vec3 vertex = fk_piece_vertex(arena, piece, index);
        x->at = fk_exact_vec3_add(arena, x->at, fk_exact_vec3_scale(arena, vertex, weight));
        x->weight = fk_exact_add(arena, x->weight, weight);
    }
    return true;
}

static bool verify_smooth_overlapping(fk_arena *arena, const fk_piece *a, const fk_piece *b,
                                      const fk_certificate *c)
{
    bool smooth_a = fk_piece_is_smooth(a), smooth_b = fk_piece_is_smooth(b);
    const fk_piece *other = smooth_a ? b : a;
    bool by_weights = !(smooth_a && smooth_b) && fk_sign_of(fk_piece_radius(other)) == 0;
    weighted_point x;
    if (c->direction.form != FK_DIRECTION_NONE ||
        c->point_form != (by_weights ? FK_POINT_WEIGHTS : FK_POINT_VECTOR))
        return false;
    if (by_weights)
        return read_weights(arena, c, other, smooth_b, &x) && piece_contains(arena, smooth_a ? a : b, &x);
    if (c->pair_count != 0 || !fk_vec3_is_finite(c->point))
        return false;
    x.at = fk_exact_vec3_from(arena, c->point);
    x.weight = fk_exact_from(arena, 1.0);
    return piece_contains(arena, a, &x) && piece_contains(arena, b, &x);
}

bool fk_verify_smooth(fk_arena *arena, const fk_piece *a, const fk_piece *b, const fk_certificate *c)
{
    if (a->kind == FK_KIND_HALF_SPACE)
        return verify_smooth_half_space(arena, b, a, c);
    if (b->kind == FK_KIND_HALF_SPACE)
        return verify_smooth_half_space(arena, a, b, c);
    if (c->verdict == FK_APART)
        return verify_smooth_apart(arena, a, b, c);
    return c->verdict == FK_OVERLAPPING && verify_smooth_overlapping(arena, a, b, c);
}
