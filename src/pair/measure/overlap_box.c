/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The box of the intersection of two pieces. For polyhedra each side is the exact optimum of a linear program (linear_program.c),
 * rounded outward once; two cells mostly need none (overlap_box_cells.c, overlap_box_grid.c). */

#include "pair/measure/measure.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/exact.h"
#include "pair/pair.h"
#include "shape/vertices.h"

/* ---- Round and smooth pieces --------------------------------------------------------------------------- */

/* A box that contains the intersection of two pieces, at least one of them round or smooth, and is hardly larger.
 *
 * For any direction n, every common point x has e.x = n.x + (e - n).x <= h_a(n) + h_b(e - n), where h is the support value. So
 * one direction proves each side, whatever it is: the support values are bounded above in exact arithmetic (support_exact.c), and
 * the sum is rounded up once. By duality the best n gives the exact side; a search in floating point (mpr.c) comes near it. The
 * best direction grows without bound as the intersection gets thin, and there is none for pieces that only touch, but directions
 * of length 1e12 are good for a fraction of 1e-12 of the size. That is why n has more digits than a double.
 *
 * A half-space {x : n.x <= c} has the support value s c along s n with s >= 0, and infinity along other directions, so the search
 * is for one number s. */

/* ---- Proofs -------------------------------------------------------------------------------------------- */

static fk_exact_vec3 exact_axis_vector(fk_arena *arena, int axis, int sign)
{
    return fk_exact_vec3_from(arena, fk_vec3_axis(axis, sign));
}

static double round_up_exact(fk_arena *arena, fk_exact x)
{
    double up = fk_fraction_ceil(arena, (fk_fraction){x, fk_exact_from(arena, 1.0)});
    return arena->full ? INFINITY : up;
}

/* The bound of sign * coordinate that n proves for two bounded pieces. */
FK_OWN_FRAME static double proved_bound(const fk_piece *a, const fk_piece *b, fk_dd_vec3 n, int axis,
                                        int sign)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 n_a = fk_exact_vec3_from_dd(&arena, n);
    fk_exact_vec3 n_b = fk_exact_vec3_sub(&arena, exact_axis_vector(&arena, axis, sign), n_a);
    fk_exact sum = fk_piece_support_value(&arena, a, n_a).hi;
    return round_up_exact(&arena, fk_exact_add(&arena, sum, fk_piece_support_value(&arena, b, n_b).hi));
}

/* The same for a half-space and a bounded piece, with the half-space's direction s n. */
FK_OWN_FRAME static double proved_half_bound(const fk_piece *half, const fk_piece *piece, fk_dd s, int axis,
                                             int sign)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact factor = fk_exact_from_dd(&arena, s);
    fk_exact_vec3 n = fk_exact_vec3_scale(&arena, fk_exact_vec3_from(&arena, half->as.half.normal), factor);
    fk_exact_vec3 rest = fk_exact_vec3_sub(&arena, exact_axis_vector(&arena, axis, sign), n);
    fk_exact sum = fk_exact_mul(&arena, factor, fk_exact_from(&arena, half->as.half.offset));
    return round_up_exact(&arena, fk_exact_add(&arena, sum, fk_piece_support_value(&arena, piece, rest).hi));
}

/* ---- Two bounded pieces -------------------------------------------------------------------------------- */

/* One side; at worst that of a or of b alone. */
static double find_bounded_side(fk_mpr *portal, bool has_met, int axis, int sign)
{
    const fk_piece *a = portal->pair.side[0].piece, *b = portal->pair.side[1].piece;
    fk_lp_goal goal = {FK_LP_GOAL_EXTENT, axis, sign};
    fk_dd_vec3 n, none = {{0, 0}, {0, 0}, {0, 0}};
    fk_dd_vec3 whole = fk_dd_vec3_from(fk_vec3_axis(axis, sign));
    double side = INFINITY;
    if (has_met) {
        fk_mpr_optimise(portal, goal);
        if (fk_mpr_direction(portal, goal, &n))
            side = proved_bound(a, b, n, axis, sign);
    }
    side = fk_double_least(side, proved_bound(a, b, none, axis, sign));
    return fk_double_least(side, proved_bound(a, b, whole, axis, sign));
}

static fk_aabb bounded_box(const fk_piece *a, const fk_piece *b)
{
    fk_mpr portal;
    fk_aabb box;
    bool has_met = fk_mpr_make_feasible(&portal, a, b, NULL);
    for (int i = 0; i < 6; i++)
        fk_aabb_set_side(&box, i / 2, i % 2 == 0 ? 1 : -1,
                         find_bounded_side(&portal, has_met, i / 2, i % 2 == 0 ? 1 : -1));
    return box;
}

/* ---- A half-space and a bounded piece ------------------------------------------------------------------ */

/* The search for s: room is c - n.p for a point p of the piece, scaled. */
typedef struct half_space_search {
    fk_dd_body side;
    fk_dd_vec3 n;
    fk_dd room; /* of the anchor */
    double n_scale;
    int axis, sign;
} half_space_search;

static void half_space_search_init(half_space_search *k, const fk_piece *half, const fk_piece *piece)
{
    fk_dd_bodies pair;
    fk_dd_bodies_init(&pair, piece, piece);
    fk_plane plane = half->as.half;
    double largest = fk_vec3_largest(plane.normal);
    k->side = pair.side[0];
    k->n_scale = fk_ball_scale(fk_exponent_of(largest));
    k->n = fk_dd_vec3_from(fk_vec3_scale(plane.normal, k->n_scale));
    fk_dd_vec3 anchor = fk_dd_vec3_from(fk_vec3_scale(k->side.anchor, k->side.scale));
    fk_dd offset = fk_dd_from(plane.offset * k->n_scale * k->side.scale);
    k->room = fk_dd_sub(offset, fk_dd_vec3_dot(k->n, anchor));
}

/* Whether the bound falls as s grows: the support point along axis - s n has no room. */
static bool bound_falls(const half_space_search *k, fk_dd s)
{
    fk_dd_vec3 heading = fk_dd_vec3_negate(fk_dd_vec3_scale(k->n, s));
    fk_dd *along = k->axis == 0 ? &heading.x : k->axis == 1 ? &heading.y : &heading.z;
    *along = fk_dd_add(*along, fk_dd_from(k->sign));
    fk_dd_vec3 p = fk_dd_support(&k->side, heading);
    return fk_dd_sub(k->room, fk_dd_vec3_dot(k->n, p)).hi < 0.0;
}

/* The s with the least bound, by bisection; at most 2^50 where pieces only touch. */
static fk_dd find_best_factor(const half_space_search *k)
{
    fk_dd low = fk_dd_from(0.0), high = fk_dd_from(1.0);
    if (!bound_falls(k, low))
        return low;
    while (high.hi < 0x1p50 && bound_falls(k, high)) {
        low = high;
        high = fk_dd_from(2.0 * high.hi);
    }
    for (int i = 0; i < 100; i++) {
        fk_dd middle = fk_dd_mul(fk_dd_add(low, high), fk_dd_from(0.5));
        if (bound_falls(k, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

static fk_aabb half_space_box(const fk_piece *half, const fk_piece *piece)
{
    half_space_search k;
    fk_aabb box;
    half_space_search_init(&k, half, piece);
    for (int i = 0; i < 6; i++) {
        k.axis = i / 2;
        k.sign = i % 2 == 0 ? 1 : -1;
        fk_dd s = fk_dd_mul(find_best_factor(&k), fk_dd_from(k.n_scale));
        double side = proved_half_bound(half, piece, fk_dd_from(0.0), k.axis, k.sign);
        if (s.hi > 0.0 && fk_is_finite(s.hi) && fk_is_finite(s.lo))
            side = fk_double_least(side, proved_half_bound(half, piece, s, k.axis, k.sign));
        fk_aabb_set_side(&box, k.axis, k.sign, side);
    }
    return box;
}

static fk_aabb find_round_box(const fk_piece *a, const fk_piece *b)
{
    if (a->kind == FK_KIND_HALF_SPACE)
        return half_space_box(a, b);
    if (b->kind == FK_KIND_HALF_SPACE)
        return half_space_box(b, a);
    /* Floating point may find other directions for (b, a) than for (a, b), so there is only one order. */
    return fk_piece_order(a, b) <= 0 ? bounded_box(a, b) : bounded_box(b, a);
}

static fk_aabb overlap_box_of_round(const fk_piece *a, const fk_piece *b)
{
    if (fk_pair_verdict(a, b) == FK_APART)
        return fk_aabb_empty();
    fk_aabb box = find_round_box(a, b);
    /* Sides that cross prove that there is no common point, where the verdict was undecided. */
    for (int axis = 0; axis < 3; axis++)
        if (fk_double_order(fk_vec3_get(box.min, axis), fk_vec3_get(box.max, axis)) > 0)
            return fk_aabb_empty();
    return box;
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* The exact box of the intersection of a half-space {x : n.x <= c} and a polyhedron or another half-space.
 *
 * Polyhedron. Let z be the coordinate to maximise (or its negative) and h = c - n.x the room of a point. Each vertex gives a
 * point (h, z). The result is the height z of their hull at h = 0, or the greatest z if h is not negative there. This is a linear
 * program with two rows, solved as in linear_program.c: a vertex with room and one without span a line; while a vertex lies above
 * it, it replaces the one on its side of h = 0. The height never falls, and while it stays the line gets steeper, so the method
 * ends.
 *
 * Two half-spaces extend to infinity along an axis e unless e = s n_a + u n_b with s, u >= 0, and then to s c_a + u c_b. That
 * needs e in the plane of both normals. */

/* ---- A polyhedron -------------------------------------------------------------------------------------- */

typedef struct half_space_clip {
    fk_arena arena;
    const fk_piece *piece;
    fk_exact_vec3 n;
    fk_exact c;
    int axis, sign;
} half_space_clip;

/* A vertex as (h, z). */
typedef struct clip_vertex {
    uint32_t vertex;
    fk_exact h, z;
} clip_vertex;

static clip_vertex make_clip_vertex(half_space_clip *k, uint32_t vertex)
{
    fk_exact_vec3 point = fk_piece_vertex(&k->arena, k->piece, vertex);
    clip_vertex s = {vertex, fk_exact_sub(&k->arena, k->c, fk_exact_vec3_dot(&k->arena, k->n, point)),
                     fk_exact_vec3_get(point, k->axis)};
    s.z.sign *= k->sign;
    return s;
}

/* The height of x above the line from `in` to `out`, times the positive difference of their rooms. */
static fk_exact height_above_line(fk_arena *arena, const clip_vertex *in, const clip_vertex *out,
                                  const clip_vertex *x)
{
    fk_exact width = fk_exact_sub(arena, in->h, out->h), rise = fk_exact_sub(arena, out->z, in->z);
    fk_exact over = fk_exact_mul(arena, fk_exact_sub(arena, x->z, in->z), width);
    return fk_exact_sub(arena, over, fk_exact_mul(arena, rise, fk_exact_sub(arena, in->h, x->h)));
}

/* The vertex highest above the line from `in` to `out`, or on it. The height is linear in the vertex x: up to a constant it is
 * (width sign e - rise n).x, which is the direction of the support query. */
static uint32_t find_highest_above(half_space_clip *k, const clip_vertex *in, const clip_vertex *out)
{
    fk_arena *arena = &k->arena;
    uint32_t mark = arena->used;
    fk_exact width = fk_exact_sub(arena, in->h, out->h), rise = fk_exact_sub(arena, out->z, in->z);
    fk_exact_vec3 along = fk_exact_vec3_negate(fk_exact_vec3_scale(arena, k->n, rise));
    fk_exact *component = k->axis == 0 ? &along.x : k->axis == 1 ? &along.y : &along.z;
    width.sign *= k->sign;
    *component = fk_exact_add(arena, *component, width);
    uint32_t best = fk_piece_support_vertex(arena, k->piece, along);
    arena->used = mark;
    return best;
}

/* The greatest z of the clipped polyhedron; some vertex has room. */
static fk_fraction clipped_extent(half_space_clip *k, uint32_t highest, uint32_t roomiest)
{
    fk_arena *arena = &k->arena;
    uint32_t mark = arena->used;
    clip_vertex in = make_clip_vertex(k, roomiest), out = make_clip_vertex(k, highest);
    if (out.h.sign >= 0)
        return (fk_fraction){out.z, fk_exact_from(arena, 1.0)};
    while (!arena->full) {
        uint32_t next = find_highest_above(k, &in, &out);
        clip_vertex x = make_clip_vertex(k, next);
        if (height_above_line(arena, &in, &out, &x).sign <= 0)
            break;
        uint32_t kept = x.h.sign >= 0 ? out.vertex : in.vertex;
        bool has_room = x.h.sign >= 0;
        arena->used = mark;
        in = make_clip_vertex(k, has_room ? next : kept);
        out = make_clip_vertex(k, has_room ? kept : next);
    }
    fk_exact over = fk_exact_determinant(arena, out.z, in.h, in.z, out.h);
    return (fk_fraction){over, fk_exact_sub(arena, in.h, out.h)};
}

FK_OWN_FRAME static fk_aabb clipped_polyhedron_box(const fk_piece *half, const fk_piece *piece)
{
    half_space_clip k;
    fk_arena *arena = &k.arena;
    fk_aabb box = fk_aabb_everywhere();
    fk_arena_init(arena);
    k.piece = piece;
    k.axis = k.sign = 0;
    k.n = fk_exact_vec3_from(arena, half->as.half.normal);
    k.c = fk_exact_from(arena, half->as.half.offset);
    uint32_t mark = arena->used, roomiest = fk_piece_support_vertex(arena, piece, fk_exact_vec3_negate(k.n));
    if (make_clip_vertex(&k, roomiest).h.sign < 0)
        return arena->full ? box : fk_aabb_empty();
    for (int i = 0; i < 6; i++) {
        arena->used = mark;
        k.axis = i / 2;
        k.sign = i % 2 == 0 ? 1 : -1;
        fk_vec3 e = fk_vec3_axis(k.axis, k.sign);
        uint32_t highest = fk_piece_support_vertex(arena, piece, fk_exact_vec3_from(arena, e));
        fk_fraction extent = clipped_extent(&k, highest, roomiest);
        double side = fk_fraction_ceil(arena, extent);
        if (!arena->full)
            fk_aabb_set_side(&box, k.axis, k.sign, side);
    }
    return box;
}

/* ---- Two half-spaces ----------------------------------------------------------------------------------- */

/* One component of u x v. */
static fk_exact exact_cross_component(fk_arena *arena, fk_exact_vec3 u, fk_exact_vec3 v, int axis)
{
    return fk_exact_vec3_get(fk_exact_vec3_cross(arena, u, v), axis);
}

/* The extent of {n.x <= c} along an axis. Returns false for infinity. */
static bool half_space_extent(fk_arena *arena, fk_plane plane, int axis, int sign, fk_fraction *out)
{
    fk_exact_vec3 n = fk_exact_vec3_from(arena, plane.normal);
    for (int i = 0; i < 3; i++)
        if (i != axis && fk_exact_vec3_get(n, i).sign != 0)
            return false;
    if (fk_exact_vec3_get(n, axis).sign != sign)
        return false;
    out->over = fk_exact_from(arena, plane.offset);
    out->under = fk_exact_vec3_get(n, axis);
    out->under.sign = 1;
    return true;
}

/* For normals that are not parallel: s = (e x n_b) / (n_a x n_b) and u = (n_a x e) / (n_a x n_b). */
static bool wedge_extent(fk_arena *arena, fk_plane a, fk_plane b, fk_exact_vec3 e, fk_fraction *out)
{
    fk_exact_vec3 n_a = fk_exact_vec3_from(arena, a.normal), n_b = fk_exact_vec3_from(arena, b.normal);
    fk_exact_vec3 across = fk_exact_vec3_cross(arena, n_a, n_b);
    if (fk_exact_vec3_dot(arena, across, e).sign != 0)
        return false;
    int axis = across.x.sign != 0 ? 0 : across.y.sign != 0 ? 1 : 2;
    fk_exact under = fk_exact_vec3_get(across, axis);
    fk_exact s = exact_cross_component(arena, e, n_b, axis), u = exact_cross_component(arena, n_a, e, axis);
    if (s.sign * under.sign < 0 || u.sign * under.sign < 0)
        return false;
    fk_exact over_a = fk_exact_mul(arena, s, fk_exact_from(arena, a.offset));
    fk_exact over_b = fk_exact_mul(arena, u, fk_exact_from(arena, b.offset));
    out->over = fk_exact_add(arena, over_a, over_b);
    out->over.sign *= under.sign;
    out->under = under;
    out->under.sign = 1;
    return true;
}

FK_OWN_FRAME static fk_aabb half_spaces_box(fk_plane a, fk_plane b)
{
    fk_arena arena;
    fk_aabb box = fk_aabb_everywhere();
    for (int i = 0; i < 6; i++) {
        int axis = i / 2, sign = i % 2 == 0 ? 1 : -1;
        fk_arena_init(&arena);
        fk_exact_vec3 n_a = fk_exact_vec3_from(&arena, a.normal), n_b = fk_exact_vec3_from(&arena, b.normal);
        fk_exact_vec3 e = fk_exact_vec3_from(&arena, fk_vec3_axis(axis, sign));
        fk_fraction extent, other;
        bool is_parallel = fk_exact_vec3_is_zero(fk_exact_vec3_cross(&arena, n_a, n_b));
        double side = INFINITY;
        if (!is_parallel && wedge_extent(&arena, a, b, e, &extent))
            side = fk_fraction_ceil(&arena, extent);
        if (is_parallel && half_space_extent(&arena, a, axis, sign, &extent))
            side = fk_fraction_ceil(&arena, extent);
        if (is_parallel && half_space_extent(&arena, b, axis, sign, &other)) {
            double more = fk_fraction_ceil(&arena, other);
            side = fk_double_least(more, side);
        }
        if (!arena.full)
            fk_aabb_set_side(&box, axis, sign, side);
    }
    return box;
}

static fk_aabb overlap_box_of_half_space(const fk_piece *a, const fk_piece *b)
{
    if (a->kind == FK_KIND_HALF_SPACE && b->kind == FK_KIND_HALF_SPACE)
        return fk_pair_verdict(a, b) == FK_APART ? fk_aabb_empty() : half_spaces_box(a->as.half, b->as.half);
    bool half_a = a->kind == FK_KIND_HALF_SPACE;
    return clipped_polyhedron_box(half_a ? a : b, half_a ? b : a);
}

/* ---- All pieces ---------------------------------------------------------------------------------------- */

fk_aabb fk_aabb_everywhere(void)
{
    return (fk_aabb){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
}

void fk_aabb_set_side(fk_aabb *box, int axis, int sign, double extent)
{
    fk_vec3 *corner = sign > 0 ? &box->max : &box->min;
    double side = fk_sign_of(extent) == 0 ? 0.0 : sign > 0 ? extent : -extent;
    *fk_vec3_at(corner, axis) = side;
}

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

/* Solves the linear programs of the sides that are not known (FK_BOX_SIDES), each from the basis of the one before. If the arena
 * were ever full, the remaining sides are infinite: the box still contains the intersection. */
FK_OWN_FRAME static fk_aabb polyhedra_box(const fk_piece *a, const fk_piece *b, unsigned known, fk_aabb box)
{
    fk_lp lp;
    fk_arena *arena = &lp.pair.arena;
    if (!fk_lp_make_feasible(&lp, a, b, NULL))
        return arena->full ? box : fk_aabb_empty();
    for (int i = 0; i < 6 && !arena->full; i++) {
        int axis = i / 2, sign = i % 2 == 0 ? 1 : -1;
        if (known >> i & 1)
            continue;
        fk_fraction extent = fk_lp_extent(&lp, axis, sign);
        extent.over.sign *= sign;
        double side = fk_fraction_ceil(arena, extent);
        if (!arena->full)
            fk_aabb_set_side(&box, axis, sign, side);
    }
    return box;
}

static bool is_box_or_tetra(const fk_piece *piece)
{
    return piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA;
}

fk_aabb fk_overlap_box_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict)
{
    fk_aabb box = fk_aabb_everywhere();
    unsigned known = 0;
    if (verdict == FK_APART)
        return fk_aabb_empty();
    if (verdict != FK_UNDECIDED && is_box_or_tetra(a) && is_box_or_tetra(b)) {
        if (verdict == FK_OVERLAPPING)
            known = fk_overlap_box_of_cells(a, b, &box);
        if (known == FK_BOX_SIDES || fk_overlap_box_on_grid(a, b, &box))
            return box;
    }
    bool half_a = a->kind == FK_KIND_HALF_SPACE, half_b = b->kind == FK_KIND_HALF_SPACE;
    if (fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b))
        return polyhedra_box(a, b, known, box);
    if ((half_a || fk_piece_is_polyhedron(a)) && (half_b || fk_piece_is_polyhedron(b)))
        return overlap_box_of_half_space(a, b);
    return overlap_box_of_round(a, b);
}

fk_status fk_pair_box(const fk_piece *a, const fk_piece *b, fk_aabb *out)
{
    fk_status status = fk_pair_check(a, b);
    if (status != FK_OK)
        return status;
    *out = fk_overlap_box_for_verdict(
        a, b, is_box_or_tetra(a) && is_box_or_tetra(b) ? fk_pair_verdict(a, b) : FK_UNDECIDED);
    return FK_OK;
}
