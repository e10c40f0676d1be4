/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Polyhedra as rows: see method.h.
 *
 * A solid is the intersection of the half-spaces of its facets. A flat piece has equalities instead: a polygon the
 * plane that it lies in and a row for each edge, perpendicular to that plane; a segment two planes and a row for
 * each end; a point three planes. So the interior of a solid, and the interior of a flat piece in its plane or
 * line, are the points at which all its inequalities hold strictly.
 *
 * Vertices are taken from an anchor of their own piece, so that normals keep their precision far from the origin,
 * and then from the middle of the box that both pieces have in common, since all common points lie near it. Each
 * row is scaled by a power of two that brings its largest coefficient to about one. Weak input: facets whose
 * corners are collinear but for rounding have no sure normal, and so no row that could be used. */

#include "method/method.h"

#include "base/vec3.h"
#include "shape/vertices.h"

/* Coordinates are below 2 and vertices sums of four: nothing is as far from anything. */
#define FARTHEST 64.0

typedef struct side {
    const fk_piece *piece;
    fk_small_hull hull;
    fk_ball_vec3 offset[FK_SMALL_VERTICES]; /* from the anchor of the piece */
    fk_ball_vec3 place[FK_SMALL_VERTICES];  /* from the origin of the system */
    fk_vec3 anchor;
    int exponent; /* that of the system */
} side;

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* x * 2^exponent by its bits, whatever the processor thinks of small numbers: those of the result are zero. The
 * result is below 4. */
static double shifted(double x, int exponent)
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

static fk_ball_vec3 scaled(fk_vec3 v, int exponent)
{
    return fk_ball_vec3_from(
        fk_vec3_make(shifted(v.x, exponent), shifted(v.y, exponent), shifted(v.z, exponent)));
}

/* Places the vertices from the anchor; returns about how far they reach. */
static double make_offsets(side *s, int exponent)
{
    fk_vec3 term[FK_TERM_MAX];
    s->exponent = exponent;
    double extent = 0.0;
    fk_piece_vertex_terms(s->piece, 0, term);
    s->anchor = term[0];
    for (uint32_t i = 0; i < fk_piece_vertex_count(s->piece); i++) {
        uint32_t count = fk_piece_vertex_terms(s->piece, i, term);
        fk_ball_vec3 sum = fk_ball_vec3_sub(scaled(term[0], exponent), scaled(s->anchor, exponent));
        for (uint32_t k = 1; k < count; k++)
            sum = fk_ball_vec3_add(sum, scaled(term[k], exponent));
        s->offset[i] = sum;
        extent = fk_larger(fk_larger(extent, fabs(sum.x.mid)), fk_larger(fabs(sum.y.mid), fabs(sum.z.mid)));
    }
    return extent;
}

/* A box, variable by variable. Empty where lo > hi. */
typedef struct bounds {
    double lo[3], hi[3];
} bounds;

/* Places the vertices from the frame, and cuts the bounds of common points to those of this piece. The margin
 * makes up for the error of a coordinate and for rounding, of the margin too, in every mode. */
static void make_places(side *s, bool is_frame, const fk_row_system *system, bounds *common)
{
    fk_ball_vec3 shift =
        fk_ball_vec3_sub(scaled(s->anchor, system->exponent), scaled(system->frame, system->exponent));
    bounds own = {{FARTHEST, FARTHEST, FARTHEST}, {-FARTHEST, -FARTHEST, -FARTHEST}};
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

/* Takes the middle of the box that holds all common points as the origin. Where that box is empty, there are none,
 * and every bound holds for them. */
static void center(side s[2], const bounds *common, fk_row_system *out)
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

static fk_ball negated(fk_ball x)
{
    x.mid = -x.mid;
    return x;
}

/* Adds a.x <= c, or a.x = c, scaled to coefficients of about one. */
static void add_row(fk_row_system *system, uint8_t piece, bool equality, fk_ball_vec3 a, fk_ball c)
{
    fk_system_row *row = &system->row[system->count++];
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

/* The way from one vertex to another, from the terms in which they differ: a short one of a long piece has no more
 * error than its own length gives. */
static fk_ball_vec3 edge_between(const side *s, uint8_t from, uint8_t to)
{
    fk_vec3 term[FK_STEP_MAX];
    uint32_t count = fk_piece_step_terms(s->piece, from, to, term);
    fk_ball_vec3 sum = scaled(term[0], s->exponent);
    for (uint32_t k = 1; k < count; k++)
        sum = fk_ball_vec3_add(sum, scaled(term[k], s->exponent));
    return sum;
}

static double square_length(fk_ball_vec3 v)
{
    return v.x.mid * v.x.mid + v.y.mid * v.y.mid + v.z.mid * v.z.mid;
}

/* From three corners, of a polygon with many such that are not close to each other, and the two shorter ways
 * between them: the error of a long one would show in the product with a short one. */
static fk_ball_vec3 facet_normal(const side *s, uint32_t facet)
{
    uint32_t begin = s->hull.facet_begin[facet], count = s->hull.facet_begin[facet + 1] - begin;
    const uint8_t *corner = s->hull.corner + begin;
    uint8_t p = corner[0], q = corner[count / 3], r = corner[2 * count / 3];
    fk_ball_vec3 way[3] = {edge_between(s, p, q), edge_between(s, q, r), edge_between(s, r, p)};
    int longest = square_length(way[1]) > square_length(way[0]) ? 1 : 0;
    longest = square_length(way[2]) > square_length(way[longest]) ? 2 : longest;
    return fk_ball_vec3_cross(way[(longest + 1) % 3], way[(longest + 2) % 3]);
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
        fk_ball_vec3 out = fk_ball_vec3_cross(edge_between(s, from, to), n);
        add_row(system, piece, false, out, fk_ball_vec3_dot(out, s->place[from]));
    }
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

/* The points p + t e, 0 <= t <= 1. Where e is longest along axis k: e_k x_j - e_j x_k is the same for all of them,
 * for both other axes j, and e_k x_k lies between e_k p_k and e_k q_k. */
static void add_segment(fk_row_system *system, uint8_t piece, const side *s)
{
    uint8_t from = s->hull.edge[0][0], to = s->hull.edge[0][1];
    fk_ball_vec3 e = edge_between(s, from, to);
    int k = fabs(e.y.mid) > fabs(e.x.mid) ? 1 : 0;
    k = fabs(e.z.mid) > fabs(fk_ball_vec3_get(e, k).mid) ? 2 : k;
    fk_ball along = fk_ball_vec3_get(e, k);
    for (int i = 1; i <= 2; i++) {
        int j = (k + i) % 3;
        fk_ball_vec3 a = vector_of(j, along, k, negated(fk_ball_vec3_get(e, j)));
        add_row(system, piece, true, a, fk_ball_vec3_dot(a, s->place[from]));
    }
    fk_ball_vec3 up = vector_of(k, along, k, along), down = vector_of(k, negated(along), k, negated(along));
    add_row(system, piece, false, up, fk_ball_mul(along, fk_ball_vec3_get(s->place[to], k)));
    add_row(system, piece, false, down, negated(fk_ball_mul(along, fk_ball_vec3_get(s->place[from], k))));
}

static void add_point(fk_row_system *system, uint8_t piece, const side *s)
{
    fk_ball one = fk_ball_from(1.0);
    for (int k = 0; k < 3; k++)
        add_row(system, piece, true, vector_of(k, one, k, one),
                fk_ball_vec3_get(s->place[s->hull.vertex[0]], k));
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
    int exponent_a = fk_piece_exponent(a), exponent_b = fk_piece_exponent(b);
    out->exponent = -(exponent_a > exponent_b ? exponent_a : exponent_b);
    double extent_a = make_offsets(&s[0], out->exponent), extent_b = make_offsets(&s[1], out->exponent);
    bool a_is_smaller = extent_a <= extent_b;
    out->frame = s[a_is_smaller ? 0 : 1].anchor;
    bounds common = {{-FARTHEST, -FARTHEST, -FARTHEST}, {FARTHEST, FARTHEST, FARTHEST}};
    for (int i = 0; i < 2; i++)
        make_places(&s[i], a_is_smaller == (i == 0), out, &common);
    center(s, &common, out);
    out->count = 0;
    for (uint8_t i = 0; i < 2; i++)
        add_piece(out, i, &s[i]);
    return true;
}
