/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Polyhedra as inequalities in balls: see method.h.
 *
 * A solid is the intersection of the half-spaces of its facets. A flat piece has equalities instead: a polygon the
 * plane that it lies in and a row for each edge, perpendicular to that plane; a segment two planes and a row for
 * each end; a point three planes. So the interior of a solid, and the interior of a flat piece in its plane or
 * line, are the points at which all its inequalities hold strictly.
 *
 * Vertices are measured from an anchor of their own piece, so that normals keep their precision far from the origin,
 * and then from the middle of the intersection of both bounding boxes, since all common points lie near it. Each
 * row is scaled by a power of two that brings its largest coefficient to about one. Weak input: facets whose
 * corners are nearly collinear have no sure normal, and so no usable row. */

#include "method/method.h"

#include "base/vec3.h"
#include "shape/vertices.h"

/* Coordinates are below 2 and vertices are sums of four: all distances are less than this. */
#define FARTHEST 64.0

typedef struct ec_piece {
    const fk_piece *piece;
    fk_small_hull hull;
    fk_ball_vec3 offset[FK_SMALL_VERTICES]; /* from the anchor of the piece */
    fk_ball_vec3 place[FK_SMALL_VERTICES];  /* from the origin of the system */
    fk_vec3 anchor;
    int exponent; /* that of the system */
} ec_piece;

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* x * 2^exponent by its bits, so that the processor does not flush x to zero; subnormal results become zero. The
 * result is below 4. */
static double scale_by_bits(double x, int exponent)
{
    uint64_t bits = fk_bits_of(x), sign = bits >> 63 << 63, part = bits & (((uint64_t)1 << 52) - 1);
    int field = (int)(bits >> 52 & 0x7ff);
    if (field == 0) {
        if (part == 0)
            return 0.0;
        for (field = 1; part >> 52 == 0; field--)
            part <<= 1;
        part &= ((uint64_t)1 << 52) - 1;
    }
    field += exponent;
    return field <= 0 ? 0.0 : fk_from_bits(sign | (uint64_t)field << 52 | part);
}

static fk_ball_vec3 scale_to_balls(fk_vec3 v, int exponent)
{
    return fk_ball_vec3_from(fk_vec3_make(scale_by_bits(v.x, exponent), scale_by_bits(v.y, exponent),
                                          scale_by_bits(v.z, exponent)));
}

/* Computes the vertices from the anchor; returns their largest coordinate, about. */
static double place_from_anchor(ec_piece *s, int exponent)
{
    fk_vec3 term[FK_TERM_MAX];
    s->exponent = exponent;
    double extent = 0.0;
    fk_piece_vertex_terms(s->piece, 0, term);
    s->anchor = term[0];
    for (uint32_t i = 0; i < fk_piece_vertex_count(s->piece); i++) {
        uint32_t count = fk_piece_vertex_terms(s->piece, i, term);
        fk_ball_vec3 sum =
            fk_ball_vec3_sub(scale_to_balls(term[0], exponent), scale_to_balls(s->anchor, exponent));
        for (uint32_t k = 1; k < count; k++)
            sum = fk_ball_vec3_add(sum, scale_to_balls(term[k], exponent));
        s->offset[i] = sum;
        extent = fk_larger(fk_larger(extent, fabs(sum.x.mid)), fk_larger(fabs(sum.y.mid), fabs(sum.z.mid)));
    }
    return extent;
}

/* A box, variable by variable. Empty where lo > hi. */
typedef struct ec_bounds {
    double lo[3], hi[3];
} ec_bounds;

/* Computes the vertices from the frame, and intersects the bounds of common points with those of this piece. The margin
 * covers the error of a coordinate and all roundings, its own too, in every mode. */
static void place_from_frame(ec_piece *s, bool is_frame, const fk_ec_system *system, ec_bounds *common)
{
    fk_ball_vec3 shift = fk_ball_vec3_sub(scale_to_balls(s->anchor, system->exponent),
                                          scale_to_balls(system->frame, system->exponent));
    ec_bounds own = {{FARTHEST, FARTHEST, FARTHEST}, {-FARTHEST, -FARTHEST, -FARTHEST}};
    for (uint32_t i = 0; i < fk_piece_vertex_count(s->piece); i++) {
        s->place[i] = is_frame ? s->offset[i] : fk_ball_vec3_add(s->offset[i], shift);
        for (int v = 0; v < 3; v++) {
            fk_ball x = fk_ball_vec3_get(s->place[i], v);
            double margin = 2.0 * x.rad + 0x1p-49 * fabs(x.mid);
            own.lo[v] = fk_smaller(own.lo[v], x.mid - margin);
            own.hi[v] = fk_larger(own.hi[v], x.mid + margin);
        }
    }
    for (int v = 0; v < 3; v++) {
        common->lo[v] = fk_larger(common->lo[v], own.lo[v]);
        common->hi[v] = fk_smaller(common->hi[v], own.hi[v]);
    }
}

/* Moves the origin to the middle of the box that contains all common points. If that box is empty there are none, and
 * every bound is true. */
static void center_system(ec_piece s[2], const ec_bounds *common, fk_ec_system *out)
{
    double most = 0.0;
    for (int v = 0; v < 3; v++) {
        double lo = common->lo[v], hi = common->hi[v], middle = lo + (hi - lo) / 2;
        out->middle[v] = middle;
        out->reach[v] = fk_larger(fk_larger(hi - middle, middle - lo), 0.0) * FK_BALL_GUARD + FK_BALL_TINY;
        most = fk_larger(most, out->reach[v]);
    }
    out->room = 2.0 * most;
    fk_ball_vec3 middle = fk_ball_vec3_from(fk_vec3_make(out->middle[0], out->middle[1], out->middle[2]));
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < fk_piece_vertex_count(s[k].piece); i++)
            s[k].place[i] = fk_ball_vec3_sub(s[k].place[i], middle);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static fk_ball scale_ball(fk_ball x, double factor)
{
    fk_ball y = {x.mid * factor, x.rad * factor * FK_BALL_GUARD + FK_BALL_TINY};
    return y;
}

static fk_ball negate_ball(fk_ball x)
{
    x.mid = -x.mid;
    return x;
}

/* Adds a.x <= c, or a.x = c, scaled to coefficients of about one. */
static void add_constraint(fk_ec_system *system, uint8_t piece, bool equality, fk_ball_vec3 a, fk_ball c)
{
    fk_ec_constraint *row = &system->row[system->count++];
    double factor =
        fk_ball_scale(fk_exponent_of(fk_larger(fk_larger(fabs(a.x.mid), fabs(a.y.mid)), fabs(a.z.mid))));
    row->a[0] = scale_ball(a.x, factor);
    row->a[1] = scale_ball(a.y, factor);
    row->a[2] = scale_ball(a.z, factor);
    row->c = scale_ball(c, factor);
    row->piece = piece;
    row->equality = equality;
    row->dropped = false;
}

/* The vector from one vertex to another, from the terms in which they differ: the error of a short edge of a long piece is
 * relative to its own length. */
static fk_ball_vec3 ball_edge_between(const ec_piece *s, uint8_t from, uint8_t to)
{
    fk_vec3 term[FK_STEP_MAX];
    uint32_t count = fk_piece_step_terms(s->piece, from, to, term);
    fk_ball_vec3 sum = scale_to_balls(term[0], s->exponent);
    for (uint32_t k = 1; k < count; k++)
        sum = fk_ball_vec3_add(sum, scale_to_balls(term[k], s->exponent));
    return sum;
}

static double square_length(fk_ball_vec3 v)
{
    return v.x.mid * v.x.mid + v.y.mid * v.y.mid + v.z.mid * v.z.mid;
}

/* The normal of a facet, from three corners that are far from each other and the two shorter edges between them: the error
 * of a long edge would be large in the product with a short one. */
static fk_ball_vec3 facet_normal(const ec_piece *s, uint32_t facet)
{
    uint32_t begin = s->hull.facet_begin[facet], count = s->hull.facet_begin[facet + 1] - begin;
    const uint8_t *corner = s->hull.corner + begin;
    uint8_t p = corner[0], q = corner[count / 3], r = corner[2 * count / 3];
    fk_ball_vec3 edge[3] = {ball_edge_between(s, p, q), ball_edge_between(s, q, r),
                            ball_edge_between(s, r, p)};
    int longest = square_length(edge[1]) > square_length(edge[0]) ? 1 : 0;
    longest = square_length(edge[2]) > square_length(edge[longest]) ? 2 : longest;
    return fk_ball_vec3_cross(edge[(longest + 1) % 3], edge[(longest + 2) % 3]);
}

static void constrain_to_solid(fk_ec_system *system, uint8_t piece, const ec_piece *s)
{
    for (uint32_t i = 0; i < s->hull.facet_count; i++) {
        fk_ball_vec3 n = facet_normal(s, i), at = s->place[s->hull.corner[s->hull.facet_begin[i]]];
        add_constraint(system, piece, false, n, fk_ball_vec3_dot(n, at));
    }
}

/* The corners of facet 0 go counterclockwise around its normal n, so edge x n points outward. */
static void constrain_to_polygon(fk_ec_system *system, uint8_t piece, const ec_piece *s)
{
    fk_ball_vec3 n = facet_normal(s, 0);
    add_constraint(system, piece, true, n, fk_ball_vec3_dot(n, s->place[s->hull.corner[0]]));
    uint32_t count = s->hull.facet_begin[1];
    for (uint32_t i = 0; i < count; i++) {
        uint8_t from = s->hull.corner[i], to = s->hull.corner[(i + 1) % count];
        fk_ball_vec3 out = fk_ball_vec3_cross(ball_edge_between(s, from, to), n);
        add_constraint(system, piece, false, out, fk_ball_vec3_dot(out, s->place[from]));
    }
}

/* A vector with one or two components. */
static fk_ball_vec3 two_components(int j, fk_ball at_j, int k, fk_ball at_k)
{
    fk_ball zero = fk_ball_from(0.0);
    fk_ball v[3] = {zero, zero, zero};
    v[j] = at_j;
    v[k] = at_k;
    fk_ball_vec3 vector = {v[0], v[1], v[2]};
    return vector;
}

/* The points p + t e, 0 <= t <= 1. Where e is longest along axis k: e_k x_j - e_j x_k is the same for all of them,
 * for both other axes j, and e_k x_k lies between e_k p_k and e_k q_k. */
static void constrain_to_segment(fk_ec_system *system, uint8_t piece, const ec_piece *s)
{
    uint8_t from = s->hull.edge[0][0], to = s->hull.edge[0][1];
    fk_ball_vec3 e = ball_edge_between(s, from, to);
    int k = fabs(e.y.mid) > fabs(e.x.mid) ? 1 : 0;
    k = fabs(e.z.mid) > fabs(fk_ball_vec3_get(e, k).mid) ? 2 : k;
    fk_ball along = fk_ball_vec3_get(e, k);
    for (int i = 1; i <= 2; i++) {
        int j = (k + i) % 3;
        fk_ball_vec3 a = two_components(j, along, k, negate_ball(fk_ball_vec3_get(e, j)));
        add_constraint(system, piece, true, a, fk_ball_vec3_dot(a, s->place[from]));
    }
    fk_ball_vec3 up = two_components(k, along, k, along),
                 down = two_components(k, negate_ball(along), k, negate_ball(along));
    add_constraint(system, piece, false, up, fk_ball_mul(along, fk_ball_vec3_get(s->place[to], k)));
    add_constraint(system, piece, false, down,
                   negate_ball(fk_ball_mul(along, fk_ball_vec3_get(s->place[from], k))));
}

static void constrain_to_point(fk_ec_system *system, uint8_t piece, const ec_piece *s)
{
    fk_ball one = fk_ball_from(1.0);
    for (int k = 0; k < 3; k++)
        add_constraint(system, piece, true, two_components(k, one, k, one),
                       fk_ball_vec3_get(s->place[s->hull.vertex[0]], k));
}

static void constrain_to_piece(fk_ec_system *system, uint8_t piece, const ec_piece *s)
{
    if (s->hull.dimension == 3)
        constrain_to_solid(system, piece, s);
    else if (s->hull.dimension == 2)
        constrain_to_polygon(system, piece, s);
    else if (s->hull.dimension == 1)
        constrain_to_segment(system, piece, s);
    else
        constrain_to_point(system, piece, s);
}

bool fk_ec_system_make(const fk_piece *a, const fk_piece *b, fk_ec_system *out)
{
    ec_piece s[2];
    s[0].piece = a;
    s[1].piece = b;
    if (!fk_small_hull_build(a, &s[0].hull) || !fk_small_hull_build(b, &s[1].hull))
        return false;
    int exponent_a = fk_piece_exponent(a), exponent_b = fk_piece_exponent(b);
    out->exponent = -(exponent_a > exponent_b ? exponent_a : exponent_b);
    double extent_a = place_from_anchor(&s[0], out->exponent),
           extent_b = place_from_anchor(&s[1], out->exponent);
    bool a_is_smaller = extent_a <= extent_b;
    out->frame = s[a_is_smaller ? 0 : 1].anchor;
    ec_bounds common = {{-FARTHEST, -FARTHEST, -FARTHEST}, {FARTHEST, FARTHEST, FARTHEST}};
    for (int i = 0; i < 2; i++)
        place_from_frame(&s[i], a_is_smaller == (i == 0), out, &common);
    center_system(s, &common, out);
    out->count = 0;
    for (uint8_t i = 0; i < 2; i++)
        constrain_to_piece(out, i, &s[i]);
    return true;
}
