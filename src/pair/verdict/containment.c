/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a convex piece is a subset of another one, and the relation of two pieces.
 *
 * The inner piece is the hull of its extreme sets: vertices; the balls at the ends of a capsule; the discs at the ends of a
 * cylinder; the base and the apex of a cone; a ball; an ellipsoid. It is in the convex outer piece if and only if these are.
 * The outer piece is an intersection of half-spaces and at most one quadric. A half-space is compared with the support value
 * of a set, exactly by squaring; a quadric, by the S-lemma (containment_quadric.c).
 *
 * Two kinds need more. Each point of a capsule is within its radius of a point of its axis. For a disc or an ellipsoid that
 * point of the axis is chosen as an affine function of the coordinates of the set; then the set must be in a ball. This may
 * miss a disc near the rim between the cylinder and an end of the capsule.
 *
 * The faces of a hull are not known. A polytope of some of its points grows as in EPA: while the inner piece extends beyond
 * a facet, the farthest point of the hull along its normal is added. If there is none beyond it, the facet is a face of the
 * hull, and the inner piece is not contained. If the inner piece extends beyond no facet, it is. */

#include "pair/verdict/verdict.h"

#include <math.h>

#include "base/vec3.h"

/* ---- Extreme sets -------------------------------------------------------------------------------------- */

static uint32_t extreme_set_count(const fk_piece *piece)
{
    return fk_piece_is_smooth(piece) ? (piece->kind == FK_KIND_ELLIPSOID ? 1 : 2)
                                     : fk_piece_vertex_count(piece);
}

/* A set with three axes of weight 1. */
static void make_ellipsoid(fk_arena *arena, const fk_vec3 axis[3], double radius, fk_extreme_set *out)
{
    fk_exact one = fk_exact_from(arena, 1.0), r = fk_exact_from(arena, radius);
    out->count = 3;
    for (int k = 0; k < 3; k++) {
        out->axis[k] = fk_exact_vec3_from(arena, axis[k]);
        out->weight[k] = out->inverse[k] = one;
    }
    out->under = one;
    out->room = fk_exact_mul(arena, r, r);
}

/* Two perpendicular vectors u x e and u x (u x e) span the plane of a disc with normal u, for a coordinate axis e that is not
 * parallel to u. With B the square of the first one, and U = u.u, their squares are B and B U. */
static void make_disc(fk_arena *arena, const fk_capsule *c, fk_extreme_set *out)
{
    fk_exact_vec3 u = fk_exact_vec3_displacement(arena, c->end[0], c->end[1]);
    fk_exact square = fk_exact_vec3_dot(arena, u, u), r = fk_exact_from(arena, c->radius);
    int axis = u.y.sign == 0 && u.z.sign == 0 ? 1 : 0;
    fk_exact_vec3 e = fk_exact_vec3_from(arena, fk_vec3_axis(axis, 1));
    out->count = 2;
    out->normal = u;
    out->axis[0] = fk_exact_vec3_cross(arena, u, e);
    out->axis[1] = fk_exact_vec3_cross(arena, u, out->axis[0]);
    out->weight[0] = fk_exact_vec3_dot(arena, out->axis[0], out->axis[0]);
    out->weight[1] = out->under = fk_exact_mul(arena, out->weight[0], square);
    out->inverse[0] = square;
    out->inverse[1] = fk_exact_from(arena, 1.0);
    out->room = fk_exact_mul(arena, r, r);
}

static void make_extreme_set(fk_arena *arena, const fk_piece *piece, uint32_t index, fk_extreme_set *out)
{
    static const fk_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    *out = (fk_extreme_set){.form = FK_EXTREME_POINT};
    if (piece->kind == FK_KIND_ELLIPSOID) {
        out->form = FK_EXTREME_ELLIPSOID;
        out->center = fk_exact_vec3_from(arena, piece->as.ellipsoid.origin);
        make_ellipsoid(arena, piece->as.ellipsoid.edge, 1.0, out);
    } else if (fk_piece_is_smooth(piece)) {
        out->center = fk_exact_vec3_from(arena, piece->as.capsule.end[index]);
        if (index == 1 && piece->kind == FK_KIND_CONE)
            return;
        out->form = FK_EXTREME_DISC;
        out->radius = fk_exact_from(arena, piece->as.capsule.radius);
        make_disc(arena, &piece->as.capsule, out);
    } else {
        double radius = fk_piece_radius(piece);
        out->center = fk_piece_vertex(arena, piece, index);
        if (fk_sign_of(radius) == 0)
            return;
        out->form = FK_EXTREME_BALL;
        out->radius = fk_exact_from(arena, radius);
        make_ellipsoid(arena, unit, radius, out);
    }
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* The square of the greatest value of slope.s over the set, times `under`: room times the sum of slope^2 / weight. */
static fk_exact squared_maximum(fk_arena *arena, const fk_extreme_set *set, const fk_exact slope[3])
{
    fk_exact sum = {.sign = 0};
    for (uint32_t k = 0; k < set->count; k++) {
        fk_exact square = fk_exact_mul(arena, slope[k], slope[k]);
        sum = fk_exact_add(arena, sum, fk_exact_mul(arena, square, set->inverse[k]));
    }
    return fk_exact_mul(arena, sum, set->room);
}

/* The same for n.x, with x relative to the center. */
static fk_exact squared_reach(fk_arena *arena, const fk_extreme_set *set, fk_exact_vec3 n)
{
    fk_exact slope[3];
    for (uint32_t k = 0; k < set->count; k++)
        slope[k] = fk_exact_vec3_dot(arena, n, set->axis[k]);
    return squared_maximum(arena, set, slope);
}

/* Whether the set is in the half-space n.x <= offset: the sign of its support value minus the offset decides, which is
 * height + root of squared_reach / under. */
static bool half_space_contains(fk_arena *arena, fk_exact_vec3 n, fk_exact offset, const fk_extreme_set *set)
{
    uint32_t mark = arena->used;
    fk_exact height = fk_exact_sub(arena, fk_exact_vec3_dot(arena, n, set->center), offset);
    bool holds = height.sign <= 0;
    if (holds && set->count > 0) {
        fk_exact square = fk_exact_mul(arena, fk_exact_mul(arena, height, height), set->under);
        holds = fk_exact_compare(squared_reach(arena, set, n), square) <= 0;
    }
    arena->used = mark;
    return holds;
}

/* The plane through a point, with the normal n or its opposite. */
static bool plane_contains(fk_arena *arena, fk_exact_vec3 n, int sign, fk_exact_vec3 point,
                           const fk_extreme_set *set)
{
    uint32_t mark = arena->used;
    n = sign < 0 ? fk_exact_vec3_negate(n) : n;
    bool holds = half_space_contains(arena, n, fk_exact_vec3_dot(arena, n, point), set);
    arena->used = mark;
    return holds;
}

static fk_containment containment_of(bool holds)
{
    return holds ? FK_CONTAINMENT_YES : FK_CONTAINMENT_NO;
}

static fk_containment half_space_piece_contains(fk_arena *arena, const fk_piece *outer,
                                                const fk_extreme_set *set)
{
    const fk_plane *half = &outer->as.half;
    return containment_of(half_space_contains(arena, fk_exact_vec3_from(arena, half->normal),
                                              fk_exact_from(arena, half->offset), set));
}

/* Returns the sign of the determinant of the edges. */
static int read_edges(fk_arena *arena, const fk_cell *cell, fk_exact_vec3 edge[3])
{
    for (int k = 0; k < 3; k++)
        edge[k] = fk_exact_vec3_from(arena, cell->edge[k]);
    uint32_t mark = arena->used;
    int sign = fk_exact_vec3_dot(arena, fk_exact_vec3_cross(arena, edge[0], edge[1]), edge[2]).sign;
    arena->used = mark;
    return sign;
}

/* A box is between its corners 0 and 7 along each of its three normals. The face of a tetrahedron opposite to a corner is
 * spanned by the other three. The cell has a volume. */
static fk_containment cell_contains(fk_arena *arena, const fk_piece *outer, const fk_extreme_set *set)
{
    fk_exact_vec3 edge[3], corner = fk_piece_vertex(arena, outer, 0);
    int side = read_edges(arena, &outer->as.cell, edge);
    for (int k = 0; k < 3; k++) {
        fk_exact_vec3 n = fk_exact_vec3_cross(arena, edge[(k + 1) % 3], edge[(k + 2) % 3]);
        if (!plane_contains(arena, n, -side, corner, set))
            return FK_CONTAINMENT_NO;
        if (outer->kind == FK_KIND_BOX &&
            !plane_contains(arena, n, side, fk_piece_vertex(arena, outer, 7), set))
            return FK_CONTAINMENT_NO;
    }
    if (outer->kind == FK_KIND_BOX)
        return FK_CONTAINMENT_YES;
    fk_exact_vec3 n = fk_exact_vec3_cross(arena, fk_exact_vec3_sub(arena, edge[1], edge[0]),
                                          fk_exact_vec3_sub(arena, edge[2], edge[0]));
    return containment_of(plane_contains(arena, n, side, fk_piece_vertex(arena, outer, 1), set));
}

/* ---- Round and smooth pieces --------------------------------------------------------------------------- */

static void scaled_identity(fk_exact s, fk_exact_vec3 row[3])
{
    row[0] = (fk_exact_vec3){.x = s};
    row[1] = (fk_exact_vec3){.y = s};
    row[2] = (fk_exact_vec3){.z = s};
}

/* Adds s v v' to a matrix. */
static void add_square(fk_arena *arena, fk_exact_vec3 v, fk_exact s, fk_exact_vec3 row[3])
{
    for (int i = 0; i < 3; i++) {
        fk_exact factor = fk_exact_mul(arena, s, fk_exact_vec3_get(v, i));
        row[i] = fk_exact_vec3_add(arena, row[i], fk_exact_vec3_scale(arena, v, factor));
    }
}

/* |x - center|^2 - radius^2. */
static fk_quadric sphere_quadric(fk_arena *arena, fk_vec3 center, double radius)
{
    fk_quadric f = {.origin = center};
    fk_exact r = fk_exact_from(arena, radius);
    scaled_identity(fk_exact_from(arena, 1.0), f.row);
    f.constant = fk_exact_negate(fk_exact_mul(arena, r, r));
    return f;
}

/* Whether |z|^2 under <= room^2 and room >= 0. */
static fk_containment is_within(fk_arena *arena, fk_exact_vec3 z, fk_exact under, fk_exact room)
{
    fk_exact square = fk_exact_mul(arena, fk_exact_vec3_dot(arena, z, z), under);
    return containment_of(room.sign >= 0 && fk_exact_compare(square, fk_exact_mul(arena, room, room)) <= 0);
}

static bool is_ball_or_point(const fk_extreme_set *set)
{
    return set->form == FK_EXTREME_POINT || set->form == FK_EXTREME_BALL;
}

static fk_containment sphere_contains(fk_arena *arena, const fk_piece *outer, const fk_extreme_set *set)
{
    const fk_sphere *s = &outer->as.sphere;
    if (!is_ball_or_point(set)) {
        fk_quadric f = sphere_quadric(arena, s->center, s->radius);
        return fk_quadric_contains(arena, &f, set, NULL);
    }
    fk_exact_vec3 z = fk_exact_vec3_sub(arena, set->center, fk_exact_vec3_from(arena, s->center));
    return is_within(arena, z, fk_exact_from(arena, 1.0),
                     fk_exact_sub(arena, fk_exact_from(arena, s->radius), set->radius));
}

/* The sum of (z.(edge x edge))^2 minus the square of the determinant of the edges. */
static fk_containment outer_ellipsoid_contains(fk_arena *arena, const fk_piece *outer,
                                               const fk_extreme_set *set)
{
    fk_quadric f = {.origin = outer->as.ellipsoid.origin};
    fk_exact_vec3 edge[3];
    read_edges(arena, &outer->as.ellipsoid, edge);
    fk_exact determinant = {.sign = 0}, one = fk_exact_from(arena, 1.0);
    for (int k = 0; k < 3; k++) {
        fk_exact_vec3 across = fk_exact_vec3_cross(arena, edge[(k + 1) % 3], edge[(k + 2) % 3]);
        add_square(arena, across, one, f.row);
        determinant = fk_exact_vec3_dot(arena, edge[k], across);
    }
    f.constant = fk_exact_negate(fk_exact_mul(arena, determinant, determinant));
    return fk_quadric_contains(arena, &f, set, NULL);
}

/* The side of a cylinder: |z x u|^2 - r^2 U, with U = u.u; that of a cone: |z x u|^2 U - r^2 (U - z.u)^2. Here |z x u|^2 is
 * U |z|^2 - (z.u)^2. */
static fk_quadric side_quadric(fk_arena *arena, const fk_piece *outer, fk_exact_vec3 u, fk_exact square)
{
    const fk_capsule *c = &outer->as.capsule;
    fk_quadric f = {.origin = c->end[0]};
    fk_exact r = fk_exact_from(arena, c->radius), one = fk_exact_from(arena, 1.0);
    fk_exact room = fk_exact_mul(arena, fk_exact_mul(arena, r, r), square);
    if (outer->kind == FK_KIND_CYLINDER) {
        scaled_identity(square, f.row);
        add_square(arena, u, fk_exact_negate(one), f.row);
        f.constant = fk_exact_negate(room);
        return f;
    }
    fk_exact sum = fk_exact_add(arena, square, fk_exact_mul(arena, r, r));
    scaled_identity(fk_exact_mul(arena, square, square), f.row);
    add_square(arena, u, fk_exact_negate(sum), f.row);
    f.half_slope = fk_exact_vec3_scale(arena, u, room);
    f.constant = fk_exact_negate(fk_exact_mul(arena, room, square));
    return f;
}

/* A ball in a cylinder, or a disc with the same axis direction, is in the side if its centre is, with the radius reduced by that of the
 * ball or disc. At the height of the centre, the radius of a cone is r (U - z.u) / U. */
static fk_containment side_contains(fk_arena *arena, const fk_piece *outer, fk_exact_vec3 u, fk_exact square,
                                    const fk_extreme_set *set)
{
    const fk_capsule *c = &outer->as.capsule;
    bool is_cone = outer->kind == FK_KIND_CONE;
    bool is_parallel =
        set->form == FK_EXTREME_DISC && fk_exact_vec3_is_zero(fk_exact_vec3_cross(arena, set->normal, u));
    if (set->form != FK_EXTREME_POINT && !is_parallel && (is_cone || set->form != FK_EXTREME_BALL)) {
        fk_quadric f = side_quadric(arena, outer, u, square);
        return fk_quadric_contains(arena, &f, set, NULL);
    }
    fk_exact_vec3 z = fk_exact_vec3_sub(arena, set->center, fk_exact_vec3_from(arena, c->end[0]));
    fk_exact height = is_cone ? fk_exact_sub(arena, square, fk_exact_vec3_dot(arena, z, u)) : square;
    fk_exact room = fk_exact_sub(arena, fk_exact_mul(arena, fk_exact_from(arena, c->radius), height),
                                 fk_exact_mul(arena, set->radius, square));
    return is_within(arena, fk_exact_vec3_cross(arena, z, u), square, room);
}

static fk_containment tapered_piece_contains(fk_arena *arena, const fk_piece *outer,
                                             const fk_extreme_set *set)
{
    const fk_capsule *c = &outer->as.capsule;
    fk_exact_vec3 u = fk_exact_vec3_displacement(arena, c->end[0], c->end[1]);
    if (!plane_contains(arena, u, -1, fk_exact_vec3_from(arena, c->end[0]), set) ||
        !plane_contains(arena, u, 1, fk_exact_vec3_from(arena, c->end[1]), set))
        return FK_CONTAINMENT_NO;
    return side_contains(arena, outer, u, fk_exact_vec3_dot(arena, u, u), set);
}

/* ---- Capsules ------------------------------------------------------------------------------------------ */

/* Whether the ball of a radius `less` smaller than that of the capsule, around a point of its axis, contains the point. */
static fk_containment capsule_contains_point(fk_arena *arena, const fk_capsule *c, fk_exact_vec3 point,
                                             fk_exact less)
{
    fk_exact_vec3 u = fk_exact_vec3_displacement(arena, c->end[0], c->end[1]);
    fk_exact_vec3 z = fk_exact_vec3_sub(arena, point, fk_exact_vec3_from(arena, c->end[0]));
    fk_exact along = fk_exact_vec3_dot(arena, z, u), square = fk_exact_vec3_dot(arena, u, u);
    fk_exact room = fk_exact_sub(arena, fk_exact_from(arena, c->radius), less);
    fk_exact one = fk_exact_from(arena, 1.0);
    if (along.sign <= 0)
        return is_within(arena, z, one, room);
    if (fk_exact_compare(along, square) >= 0)
        return is_within(arena, fk_exact_vec3_sub(arena, z, u), one, room);
    /* |z x u|^2 <= room^2 U */
    fk_exact_vec3 across = fk_exact_vec3_cross(arena, z, u);
    fk_exact most = fk_exact_mul(arena, fk_exact_mul(arena, room, room), square);
    return containment_of(room.sign >= 0 &&
                          fk_exact_compare(fk_exact_vec3_dot(arena, across, across), most) <= 0);
}

/* The parameter of a point of the axis for each point of the set: middle + sum of slope s. */
typedef struct axis_choice {
    double middle, slope[3];
} axis_choice;

/* Whether the parameter is between 0 and 1 all over the set. */
static bool choice_is_valid(fk_arena *arena, const axis_choice *choice, const fk_extreme_set *set)
{
    fk_exact slope[3], low = fk_exact_from(arena, choice->middle);
    fk_exact high = fk_exact_sub(arena, fk_exact_from(arena, 1.0), low);
    for (uint32_t k = 0; k < set->count; k++)
        slope[k] = fk_exact_from(arena, choice->slope[k]);
    fk_exact less = fk_exact_compare(low, high) < 0 ? low : high;
    fk_exact room = fk_exact_mul(arena, fk_exact_mul(arena, less, less), set->under);
    return less.sign >= 0 && fk_exact_compare(squared_maximum(arena, set, slope), room) <= 0;
}

/* The point of the set with the coordinates s. */
static fk_exact_vec3 point_of_set(fk_arena *arena, const fk_extreme_set *set, const double at[3])
{
    fk_exact_vec3 sum = set->center;
    for (uint32_t k = 0; k < set->count; k++)
        sum = fk_exact_vec3_add(arena, sum,
                                fk_exact_vec3_scale(arena, set->axis[k], fk_exact_from(arena, at[k])));
    return sum;
}

/* Moves each point of the set against the axis of the capsule by the chosen parameter. The moved set is in the ball around end
 * 0 if the set is in the capsule by this choice. If not, its point farthest from that ball may be outside the capsule. */
static fk_containment capsule_contains_by(fk_arena *arena, const fk_capsule *c, const axis_choice *choice,
                                          const fk_extreme_set *set)
{
    fk_exact_vec3 u = fk_exact_vec3_displacement(arena, c->end[0], c->end[1]);
    fk_extreme_set moved = *set;
    fk_quadric f = sphere_quadric(arena, c->end[0], c->radius);
    double farthest[3];
    moved.center = fk_exact_vec3_sub(arena, set->center,
                                     fk_exact_vec3_scale(arena, u, fk_exact_from(arena, choice->middle)));
    for (uint32_t k = 0; k < set->count; k++)
        moved.axis[k] = fk_exact_vec3_sub(
            arena, set->axis[k], fk_exact_vec3_scale(arena, u, fk_exact_from(arena, choice->slope[k])));
    fk_containment result = fk_quadric_contains(arena, &f, &moved, farthest);
    if (result == FK_CONTAINMENT_YES)
        return choice_is_valid(arena, choice, set) ? FK_CONTAINMENT_YES : FK_CONTAINMENT_UNKNOWN;
    bool is_outside =
        result == FK_CONTAINMENT_NO && capsule_contains_point(arena, c, point_of_set(arena, set, farthest),
                                                              (fk_exact){.sign = 0}) == FK_CONTAINMENT_NO;
    return is_outside ? FK_CONTAINMENT_NO : FK_CONTAINMENT_UNKNOWN;
}

/* The projection on the axis; that, moved and shortened to the part between the ends; and the middle of that part. */
static uint32_t list_axis_choices(fk_arena *arena, const fk_capsule *c, const fk_extreme_set *set,
                                  axis_choice choice[5])
{
    fk_exact_vec3 u = fk_exact_vec3_displacement(arena, c->end[0], c->end[1]);
    fk_exact_vec3 z = fk_exact_vec3_sub(arena, set->center, fk_exact_vec3_from(arena, c->end[0]));
    fk_exact square = fk_exact_vec3_dot(arena, u, u);
    choice[0] = choice[1] = (axis_choice){0, {0, 0, 0}};
    choice[1].middle = 1;
    if (square.sign == 0)
        return 1;
    axis_choice whole = {fk_exact_ratio(arena, fk_exact_vec3_dot(arena, z, u), square), {0, 0, 0}};
    for (uint32_t k = 0; k < set->count; k++)
        whole.slope[k] = fk_exact_ratio(arena, fk_exact_vec3_dot(arena, set->axis[k], u), square);
    double reach = sqrt(fk_exact_ratio(arena, squared_reach(arena, set, u),
                                       fk_exact_mul(arena, set->under, fk_exact_mul(arena, square, square))));
    double lo = fk_smaller(fk_larger(whole.middle - reach, 0), 1);
    double hi = fk_larger(fk_smaller(whole.middle + reach, 1), 0);
    axis_choice part = {0.5 * lo + 0.5 * hi, {0, 0, 0}};
    choice[3] = part;
    for (int k = 0; k < 3 && reach > 0; k++)
        part.slope[k] = whole.slope[k] * (0.5 * (hi - lo) / reach) * (1 - 0x1p-48);
    choice[2] = part;
    choice[4] = whole;
    return 5;
}

static fk_containment capsule_contains(fk_arena *arena, const fk_piece *outer, const fk_extreme_set *set)
{
    const fk_capsule *c = &outer->as.capsule;
    if (is_ball_or_point(set))
        return capsule_contains_point(arena, c, set->center, set->radius);
    axis_choice choice[5];
    uint32_t count = list_axis_choices(arena, c, set, choice), mark = arena->used;
    for (uint32_t i = 0; i < count; i++) {
        fk_containment result = capsule_contains_by(arena, c, &choice[i], set);
        arena->used = mark;
        if (result != FK_CONTAINMENT_UNKNOWN)
            return result;
    }
    return FK_CONTAINMENT_UNKNOWN;
}

/* ---- Sets in pieces ------------------------------------------------------------------------------------ */

typedef fk_containment contains_set(fk_arena *arena, const fk_piece *outer, const fk_extreme_set *set);

/* For outer pieces with an interior; hulls have none of their own. */
static contains_set *const contains_set_of[FK_KIND_COUNT] = {
    [FK_KIND_TETRA] = cell_contains,
    [FK_KIND_BOX] = cell_contains,
    [FK_KIND_SPHERE] = sphere_contains,
    [FK_KIND_CAPSULE] = capsule_contains,
    [FK_KIND_HALF_SPACE] = half_space_piece_contains,
    [FK_KIND_CYLINDER] = tapered_piece_contains,
    [FK_KIND_CONE] = tapered_piece_contains,
    [FK_KIND_ELLIPSOID] = outer_ellipsoid_contains,
};

FK_OWN_FRAME static fk_containment contains_set_at(const fk_piece *outer, const fk_piece *inner,
                                                   uint32_t index)
{
    fk_arena arena;
    fk_extreme_set set;
    fk_arena_init(&arena);
    make_extreme_set(&arena, inner, index, &set);
    fk_containment result = contains_set_of[outer->kind](&arena, outer, &set);
    return arena.full ? FK_CONTAINMENT_UNKNOWN : result;
}

static fk_containment contains_all_sets(const fk_piece *outer, const fk_piece *inner)
{
    fk_containment result = FK_CONTAINMENT_YES;
    for (uint32_t i = 0; i < extreme_set_count(inner); i++) {
        fk_containment next = contains_set_at(outer, inner, i);
        if (next == FK_CONTAINMENT_NO)
            return next;
        if (next == FK_CONTAINMENT_UNKNOWN)
            result = next;
    }
    return result;
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* Coordinates that fk_polytope accepts. */
static bool hull_fits_polytope(const fk_points *hull)
{
    for (uint32_t i = 0; i < 3 * hull->count; i++) {
        double x = fabs(fk_vec3_get(fk_points_at(hull, i / 3), (int)(i % 3)));
        if (fk_sign_of(x) != 0 && !(x > 0x1p-200 && x < 0x1p200))
            return false;
    }
    return true;
}

/* Four points of the hull: one, and each time the one that enlarges the simplex most. */
static bool start_polytope(const fk_points *hull, fk_polytope *polytope)
{
    fk_vec3 first = fk_points_at(hull, 0), vertex[4] = {first, first, first, first};
    for (int k = 1; k < 4; k++) {
        double most = 0;
        fk_vec3 u = fk_vec3_sub(vertex[1], vertex[0]), v = fk_vec3_sub(vertex[2], vertex[0]);
        for (uint32_t i = 0; i < hull->count; i++) {
            fk_vec3 point = fk_points_at(hull, i), w = fk_vec3_sub(point, vertex[0]);
            double size = k == 1   ? fk_vec3_length(w)
                          : k == 2 ? fk_vec3_length(fk_vec3_cross(u, w))
                                   : fabs(fk_vec3_dot(fk_vec3_cross(u, v), w));
            if (size > most) {
                most = size;
                vertex[k] = point;
            }
        }
    }
    return fk_polytope_init(polytope, vertex);
}

/* Whether the inner piece is on the inner side of a facet. If not, *farthest becomes the point of the hull farthest outside. */
FK_OWN_FRAME static fk_containment facet_contains(const fk_polytope *polytope, const fk_polytope_facet *facet,
                                                  const fk_piece *outer, const fk_piece *inner,
                                                  fk_vec3 *farthest)
{
    const fk_vec3 *vertex = polytope->vertex;
    fk_arena arena;
    fk_arena_init(&arena);
    fk_vec3 a = vertex[facet->vertex[0]];
    fk_exact_vec3 n =
        fk_exact_vec3_cross(&arena, fk_exact_vec3_displacement(&arena, a, vertex[facet->vertex[1]]),
                            fk_exact_vec3_displacement(&arena, a, vertex[facet->vertex[2]]));
    fk_exact offset = fk_exact_vec3_dot(&arena, n, fk_exact_vec3_from(&arena, a));
    uint32_t count = extreme_set_count(inner), mark = arena.used;
    for (uint32_t i = 0; i < count; i++) {
        fk_extreme_set set;
        make_extreme_set(&arena, inner, i, &set);
        bool holds = half_space_contains(&arena, n, offset, &set);
        arena.used = mark;
        if (arena.full)
            return FK_CONTAINMENT_UNKNOWN;
        if (holds)
            continue;
        *farthest = fk_points_at(&outer->as.hull, fk_piece_support_vertex(&arena, outer, n));
        return arena.full ? FK_CONTAINMENT_UNKNOWN : FK_CONTAINMENT_NO;
    }
    return FK_CONTAINMENT_YES;
}

/* The first facet that is not tested yet, or facet_count. */
static uint32_t next_facet(const fk_polytope *polytope, uint32_t from)
{
    while (from < polytope->facet_count &&
           (polytope->facet[from].flag != 0 || polytope->facet[from].value == HUGE_VAL))
        from++;
    return from;
}

FK_OWN_FRAME static fk_containment hull_contains(const fk_piece *outer, const fk_piece *inner)
{
    fk_polytope polytope;
    const fk_points *hull = &outer->as.hull;
    if (!hull_fits_polytope(hull) || !start_polytope(hull, &polytope))
        return FK_CONTAINMENT_UNKNOWN;
    for (uint32_t facet = next_facet(&polytope, 0); facet < polytope.facet_count;
         facet = next_facet(&polytope, 0)) {
        fk_vec3 farthest;
        fk_containment result = facet_contains(&polytope, &polytope.facet[facet], outer, inner, &farthest);
        if (result == FK_CONTAINMENT_UNKNOWN)
            return result;
        if (result == FK_CONTAINMENT_YES)
            polytope.facet[facet].flag = 1;
        else if (fk_polytope_side(&polytope, facet, farthest) <= 0)
            return FK_CONTAINMENT_NO;
        else if (!fk_polytope_add(&polytope, facet, farthest))
            return FK_CONTAINMENT_UNKNOWN;
    }
    return FK_CONTAINMENT_YES;
}

/* ---- Points -------------------------------------------------------------------------------------------- */

/* Whether the exact sum of a vertex is a double in each coordinate, which *out becomes. */
FK_OWN_FRAME static bool is_vertex_double(const fk_piece *piece, uint32_t vertex, fk_vec3 *out)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 sum = fk_piece_vertex(&arena, piece, vertex);
    fk_vec3 above;
    for (int k = 0; k < 3; k++) {
        fk_exact x = fk_exact_vec3_get(sum, k);
        *fk_vec3_at(out, k) = fk_exact_floor(x);
        *fk_vec3_at(&above, k) = -fk_exact_floor(fk_exact_negate(x)) + 0.0; /* not -0 */
    }
    return !arena.full && fk_vec3_is_finite(*out) && fk_vec3_order(out, &above) == 0;
}

bool fk_piece_list_vertices(const fk_piece *piece, fk_vec3 vertex[FK_VERTEX_MAX], fk_points *out)
{
    if (piece->kind == FK_KIND_HULL) {
        *out = piece->as.hull;
        return true;
    }
    *out = (fk_points){.point = vertex, .count = fk_piece_vertex_count(piece)};
    for (uint32_t i = 0; i < out->count; i++)
        if (!is_vertex_double(piece, i, &vertex[i]))
            return false;
    return true;
}

/* A polyhedron is in another one if its vertices are, whether that is flat or not. Unknown if a vertex is no double. */
static fk_containment polyhedron_contains_vertices(const fk_piece *outer, const fk_piece *inner)
{
    for (uint32_t i = 0; i < fk_piece_vertex_count(inner); i++) {
        fk_vec3 vertex;
        if (!is_vertex_double(inner, i, &vertex))
            return FK_CONTAINMENT_UNKNOWN;
        fk_piece point = fk_piece_point(vertex);
        fk_verdict verdict = fk_pair_verdict(&point, outer);
        if (verdict == FK_APART || verdict == FK_UNDECIDED)
            return verdict == FK_APART ? FK_CONTAINMENT_NO : FK_CONTAINMENT_UNKNOWN;
    }
    return FK_CONTAINMENT_YES;
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

FK_OWN_FRAME static bool cell_has_volume(const fk_cell *cell)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 edge[3];
    return read_edges(&arena, cell, edge) != 0;
}

bool fk_piece_has_interior(const fk_piece *piece)
{
    switch (piece->kind) {
    case FK_KIND_TETRA:
    case FK_KIND_BOX:
    case FK_KIND_ELLIPSOID:
        return cell_has_volume(&piece->as.cell);
    case FK_KIND_HALF_SPACE:
        return true;
    case FK_KIND_HULL: /* the origin is inside the difference of a body with itself, if that has an interior */
        return fk_pair_verdict(piece, piece) == FK_OVERLAPPING;
    default:
        return fk_piece_is_smooth(piece) || fk_sign_of(fk_piece_radius(piece)) > 0;
    }
}

/* Half-spaces contain each other if one normal is a multiple of the other: then they do not overlap the complement. */
FK_OWN_FRAME static fk_containment contains_half_space(const fk_piece *outer, const fk_piece *inner)
{
    fk_arena arena;
    fk_exact size[2];
    fk_arena_init(&arena);
    if (outer->kind != FK_KIND_HALF_SPACE)
        return FK_CONTAINMENT_NO;
    fk_plane rest = {fk_vec3_negate(outer->as.half.normal), -outer->as.half.offset};
    if (!fk_half_spaces_are_opposite(&arena, &inner->as.half, &rest, size))
        return arena.full ? FK_CONTAINMENT_UNKNOWN : FK_CONTAINMENT_NO;
    bool holds = fk_half_spaces_overlap(&arena, &inner->as.half, &rest, size).sign <= 0;
    return arena.full ? FK_CONTAINMENT_UNKNOWN : containment_of(holds);
}

fk_containment fk_piece_contains(const fk_piece *outer, const fk_piece *inner)
{
    if (inner->kind == FK_KIND_HALF_SPACE)
        return contains_half_space(outer, inner);
    bool are_polyhedra = fk_piece_is_polyhedron(outer) && fk_piece_is_polyhedron(inner);
    fk_containment result =
        are_polyhedra ? polyhedron_contains_vertices(outer, inner) : FK_CONTAINMENT_UNKNOWN;
    if (result != FK_CONTAINMENT_UNKNOWN)
        return result;
    if (!fk_piece_has_interior(outer))
        return fk_piece_has_interior(inner) ? FK_CONTAINMENT_NO : FK_CONTAINMENT_UNKNOWN;
    return outer->kind == FK_KIND_HULL ? hull_contains(outer, inner) : contains_all_sets(outer, inner);
}

/* ---- Relation ------------------------------------------------------------------------------------------ */

fk_relation fk_pair_relation(const fk_piece *a, const fk_piece *b)
{
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict == FK_APART)
        return FK_RELATION_APART;
    if (verdict == FK_UNDECIDED && fk_pair_check(a, b) != FK_OK)
        return FK_RELATION_UNDECIDED;
    if (fk_piece_order(a, b) == 0)
        return FK_RELATION_DUPLICATE;
    /* Of two solids that touch, none contains the other. */
    if (verdict == FK_TOUCHING && fk_piece_has_interior(a) && fk_piece_has_interior(b))
        return FK_RELATION_CONTACT;
    fk_containment a_in_b = fk_piece_contains(b, a), b_in_a = fk_piece_contains(a, b);
    if (a_in_b == FK_CONTAINMENT_YES)
        return b_in_a == FK_CONTAINMENT_YES ? FK_RELATION_DUPLICATE : FK_RELATION_A_IN_B;
    if (b_in_a == FK_CONTAINMENT_YES)
        return FK_RELATION_B_IN_A;
    bool is_known = a_in_b == FK_CONTAINMENT_NO && b_in_a == FK_CONTAINMENT_NO;
    if (!is_known || verdict == FK_UNDECIDED)
        return FK_RELATION_UNDECIDED;
    return verdict == FK_TOUCHING ? FK_RELATION_CONTACT : FK_RELATION_HARD;
}
