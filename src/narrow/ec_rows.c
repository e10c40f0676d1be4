/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Polyhedra as rows: see ec_rows.h.
 *
 * A solid is the intersection of the half-spaces of its facets. A flat piece has equalities instead: a polygon the plane
 * that it lies in and a row for each edge, perpendicular to that plane; a segment two planes and a row for each end;
 * a point three planes. So the interior of a solid, and the interior of a flat piece in its plane or line, are the
 * points at which all its inequalities hold strictly.
 *
 * Vertices are taken from an anchor of their own piece, so that normals keep their precision far from the origin, and
 * the frame is the anchor of the smaller piece, since all common points lie near it. Each row is scaled by a power of
 * two that brings its largest coefficient to about one. Weak input: facets whose corners are collinear but for
 * rounding have no sure normal, and so no row that could be used. */

#include "narrow/ec_rows.h"

#include "shape/vertices.h"

typedef struct side {
    const fk_piece *piece;
    fk_small_hull hull;
    fk_ball_vec3 offset[FK_SMALL_VERTICES]; /* from the anchor of the piece */
    fk_ball_vec3 place[FK_SMALL_VERTICES];  /* from the frame */
    fk_vec3 anchor;
} side;

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static int largest_exponent(const fk_piece *piece)
{
    int exponent = -1023;
    fk_vec3 term[FK_TERM_MAX];
    for (uint32_t i = 0; i < fk_piece_vertex_count(piece); i++) {
        uint32_t count = fk_piece_vertex_terms(piece, i, term);
        for (uint32_t k = 0; k < 3 * count; k++) {
            int own = fk_exponent_of(fk_vec3_get(term[k / 3], (int)(k % 3)));
            exponent = own > exponent ? own : exponent;
        }
    }
    return exponent;
}

static fk_ball_vec3 scaled(fk_vec3 v, double scale)
{
    return fk_ball_vec3_from(fk_vec3_scale(v, scale));
}

/* Places the vertices from the anchor; returns about how far they reach. */
static double make_offsets(side *s, double scale)
{
    fk_vec3 term[FK_TERM_MAX];
    double extent = 0.0;
    fk_piece_vertex_terms(s->piece, 0, term);
    s->anchor = term[0];
    for (uint32_t i = 0; i < fk_piece_vertex_count(s->piece); i++) {
        uint32_t count = fk_piece_vertex_terms(s->piece, i, term);
        fk_ball_vec3 sum = fk_ball_vec3_sub(scaled(term[0], scale), scaled(s->anchor, scale));
        for (uint32_t k = 1; k < count; k++)
            sum = fk_ball_vec3_add(sum, scaled(term[k], scale));
        s->offset[i] = sum;
        extent = larger(larger(extent, fabs(sum.x.mid)), larger(fabs(sum.y.mid), fabs(sum.z.mid)));
    }
    return extent;
}

/* The greatest |x|, rounded upward in every rounding mode. */
static double reach_of(fk_ball x)
{
    return (fabs(x.mid) + x.rad) * FK_BALL_GUARD;
}

/* Places the vertices in the frame. */
static void make_places(side *s, bool is_frame, const fk_row_system *system, double reach[3])
{
    fk_ball_vec3 shift =
        fk_ball_vec3_sub(scaled(s->anchor, system->scale), scaled(system->frame, system->scale));
    reach[0] = reach[1] = reach[2] = 0.0;
    for (uint32_t i = 0; i < fk_piece_vertex_count(s->piece); i++) {
        fk_ball_vec3 place = is_frame ? s->offset[i] : fk_ball_vec3_add(s->offset[i], shift);
        s->place[i] = place;
        reach[0] = larger(reach[0], reach_of(place.x));
        reach[1] = larger(reach[1], reach_of(place.y));
        reach[2] = larger(reach[2], reach_of(place.z));
    }
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static fk_ball scale_ball(fk_ball x, double factor)
{
    fk_ball y = {x.mid * factor, x.rad * factor * FK_BALL_GUARD + FK_BALL_TINY};
    return y;
}

static fk_ball negated(fk_ball x)
{
    x.mid = -x.mid;
    return x;
}

/* Adds a.x <= c, or a.x = c, scaled to coefficients of about one. */
static void add_row(fk_row_system *system, uint8_t piece, bool equality, fk_ball_vec3 a, fk_ball c)
{
    fk_row *row = &system->row[system->count++];
    double factor =
        fk_ball_scale(fk_exponent_of(larger(larger(fabs(a.x.mid), fabs(a.y.mid)), fabs(a.z.mid))));
    row->a[0] = scale_ball(a.x, factor);
    row->a[1] = scale_ball(a.y, factor);
    row->a[2] = scale_ball(a.z, factor);
    row->c = scale_ball(c, factor);
    row->piece = piece;
    row->equality = equality;
    row->dropped = false;
}

/* Of a polygon with many corners, three that are not close to each other. */
static fk_ball_vec3 facet_normal(const side *s, uint32_t facet)
{
    uint32_t begin = s->hull.facet_begin[facet], count = s->hull.facet_begin[facet + 1] - begin;
    const uint8_t *corner = s->hull.corner + begin;
    const fk_ball_vec3 *p = s->offset;
    fk_ball_vec3 first = p[corner[0]];
    return fk_ball_vec3_cross(fk_ball_vec3_sub(p[corner[count / 3]], first),
                              fk_ball_vec3_sub(p[corner[2 * count / 3]], first));
}

static void add_solid(fk_row_system *system, uint8_t piece, const side *s)
{
    for (uint32_t i = 0; i < s->hull.facet_count; i++) {
        fk_ball_vec3 n = facet_normal(s, i), at = s->place[s->hull.corner[s->hull.facet_begin[i]]];
        add_row(system, piece, false, n, fk_ball_vec3_dot(n, at));
    }
}

/* The first facet, counterclockwise around its normal n: edge x n points outward. */
static void add_polygon(fk_row_system *system, uint8_t piece, const side *s)
{
    fk_ball_vec3 n = facet_normal(s, 0);
    add_row(system, piece, true, n, fk_ball_vec3_dot(n, s->place[s->hull.corner[0]]));
    uint32_t count = s->hull.facet_begin[1];
    for (uint32_t i = 0; i < count; i++) {
        uint8_t from = s->hull.corner[i], to = s->hull.corner[(i + 1) % count];
        fk_ball_vec3 out = fk_ball_vec3_cross(fk_ball_vec3_sub(s->offset[to], s->offset[from]), n);
        add_row(system, piece, false, out, fk_ball_vec3_dot(out, s->place[from]));
    }
}

static fk_ball component(fk_ball_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

/* A vector with one or two components. */
static fk_ball_vec3 vector_of(int j, fk_ball at_j, int k, fk_ball at_k)
{
    fk_ball zero = fk_ball_from(0.0);
    fk_ball v[3] = {zero, zero, zero};
    v[j] = at_j;
    v[k] = at_k;
    fk_ball_vec3 vector = {v[0], v[1], v[2]};
    return vector;
}

/* The points p + t e, 0 <= t <= 1. Where e is longest along axis k: e_k x_j - e_j x_k is the same for all of them, for
 * both other axes j, and e_k x_k lies between e_k p_k and e_k q_k. */
static void add_segment(fk_row_system *system, uint8_t piece, const side *s)
{
    uint8_t from = s->hull.edge[0][0], to = s->hull.edge[0][1];
    fk_ball_vec3 e = fk_ball_vec3_sub(s->offset[to], s->offset[from]);
    int k = fabs(e.y.mid) > fabs(e.x.mid) ? 1 : 0;
    k = fabs(e.z.mid) > fabs(component(e, k).mid) ? 2 : k;
    fk_ball along = component(e, k);
    for (int i = 1; i <= 2; i++) {
        int j = (k + i) % 3;
        fk_ball_vec3 a = vector_of(j, along, k, negated(component(e, j)));
        add_row(system, piece, true, a, fk_ball_vec3_dot(a, s->place[from]));
    }
    fk_ball_vec3 up = vector_of(k, along, k, along), down = vector_of(k, negated(along), k, negated(along));
    add_row(system, piece, false, up, fk_ball_mul(along, component(s->place[to], k)));
    add_row(system, piece, false, down, negated(fk_ball_mul(along, component(s->place[from], k))));
}

static void add_point(fk_row_system *system, uint8_t piece, const side *s)
{
    fk_ball one = fk_ball_from(1.0);
    for (int k = 0; k < 3; k++)
        add_row(system, piece, true, vector_of(k, one, k, one), component(s->place[s->hull.vertex[0]], k));
}

static void add_piece(fk_row_system *system, uint8_t piece, const side *s)
{
    if (s->hull.dimension == 3)
        add_solid(system, piece, s);
    else if (s->hull.dimension == 2)
        add_polygon(system, piece, s);
    else if (s->hull.dimension == 1)
        add_segment(system, piece, s);
    else
        add_point(system, piece, s);
}

bool fk_row_system_make(const fk_piece *a, const fk_piece *b, fk_row_system *out)
{
    side s[2];
    s[0].piece = a;
    s[1].piece = b;
    if (!fk_small_hull_build(a, &s[0].hull) || !fk_small_hull_build(b, &s[1].hull))
        return false;
    int exponent_a = largest_exponent(a), exponent_b = largest_exponent(b);
    out->scale = fk_ball_scale(exponent_a > exponent_b ? exponent_a : exponent_b);
    double extent_a = make_offsets(&s[0], out->scale), extent_b = make_offsets(&s[1], out->scale);
    bool a_is_smaller = extent_a <= extent_b;
    out->frame = s[a_is_smaller ? 0 : 1].anchor;
    out->count = 0;
    for (uint8_t i = 0; i < 2; i++) {
        make_places(&s[i], a_is_smaller == (i == 0), out, out->reach[i]);
        add_piece(out, i, &s[i]);
    }
    return true;
}
