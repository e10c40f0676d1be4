/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `sat`: two polyhedra by separating axes, all of them, exactly.
 *
 * Source: Gottschalk, Lin, Manocha, "OBBTree" (1996); Grulich (2016), algorithm 13, which names the facets of a
 * only: the facets of b and the products of edges belong to it.
 *
 *     for every axis:
 *         project both pieces onto it
 *         if the projection intervals do not meet: apart
 *     if some intervals met in one point only: touching, else overlapping
 *
 * Why these axes. The pieces meet when the origin lies in M, the hull of all vertex differences a - b, and it is
 * enough to test the normals of M's facets. Where M has volume they are the facet normals of a, those of b,
 * and products of an edge of a and an edge of b. Both pieces may be so flat that M has no volume; then there are
 * more axes: edge x coordinate axis, and the coordinate axes. For if M is a polygon and the origin lies in its
 * plane, the plane through one of its edges and along a coordinate axis that leaves the polygon's plane separates
 * them. If M is a segment, its three products with the coordinate axes span everything perpendicular to it, and
 * one of the coordinate axes is not perpendicular to it. If M is a point, the coordinate axes will do. Axes that
 * are no facet normals do no harm: one that separates is a proof, and so is one on which the intervals share only
 * one point.
 *
 * Numbers. Each axis is tested in balls first and, where these do not decide, in exact integers (pair/pair.h), so
 * every pair is decided as fk_pair_verdict decides it. The greatest of several numbers given by balls lies in
 * the ball around the greatest middle with the greatest radius.
 *
 * Cost. At most 28 facets and 42 edges each (16 points), so 56 + 42 * 42 axes, and 3 * 32 + 3 more for flat
 * pieces. Edges parallel to an earlier one of their piece are left out, which makes 3 of the 12 edges of a box.
 * Weak input: hulls with many edges that touch or lie parallel, for which hundreds of axes have to be decided in
 * integers. Hulls of more than FK_METHOD_HULL_POINTS points: undecided. */

#include "method/method.h"

#include "pair/pair.h"
#include "shape/hull.h"

_Static_assert(FK_SMALL_VERTICES == FK_METHOD_HULL_POINTS, "facets of every hull that the method claims");

/* The features of a piece that its axes are made of: three vertices of each facet, the ends of each edge. */
typedef struct sat_features {
    uint32_t facet_count, edge_count;
    uint8_t facet[FK_SMALL_FACETS][3], edge[FK_SMALL_EDGES][2];
    bool solid;
} sat_features;

/* ---- Features of a piece ------------------------------------------------------------------------------- */

/* A parallelepiped has three different facet normals and three different edges. */
static const sat_features box_features = {
    3, 3, {{0, 1, 2}, {0, 2, 4}, {0, 4, 1}}, {{0, 1}, {0, 2}, {0, 4}}, true};

static fk_ball_vec3 sum_ball_terms(const fk_vec3 *term, uint32_t count, double scale)
{
    fk_ball_vec3 sum = fk_ball_vec3_from(fk_vec3_scale(term[0], scale));
    for (uint32_t k = 1; k < count; k++)
        sum = fk_ball_vec3_add(sum, fk_ball_vec3_from(fk_vec3_scale(term[k], scale)));
    return sum;
}

FK_OWN_FRAME static bool edges_parallel_exactly(const fk_vec3 *e, uint32_t e_count, const fk_vec3 *f,
                                                uint32_t f_count)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 product = fk_exact_vec3_cross(&arena, fk_exact_vec3_sum(&arena, e, e_count),
                                                fk_exact_vec3_sum(&arena, f, f_count));
    return fk_exact_vec3_is_zero(product) && !arena.full;
}

/* The scale for balls of these vectors, see fk_ball_scale. */
static double terms_scale(const fk_vec3 *term, uint32_t count)
{
    int exponent = -1023;
    for (uint32_t k = 0; k < 3 * count; k++) {
        int own = fk_exponent_of(fk_vec3_get(term[k / 3], (int)(k % 3)));
        exponent = own > exponent ? own : exponent;
    }
    return fk_ball_scale(exponent);
}

static bool edges_parallel(const fk_piece *piece, const uint8_t *e, const uint8_t *f)
{
    fk_vec3 e_term[FK_STEP_MAX], f_term[FK_STEP_MAX];
    uint32_t e_count = fk_piece_step_terms(piece, e[0], e[1], e_term);
    uint32_t f_count = fk_piece_step_terms(piece, f[0], f[1], f_term);
    fk_ball_vec3 product = fk_ball_vec3_cross(sum_ball_terms(e_term, e_count, terms_scale(e_term, e_count)),
                                              sum_ball_terms(f_term, f_count, terms_scale(f_term, f_count)));
    if (fk_ball_sign(product.x) != FK_UNSURE || fk_ball_sign(product.y) != FK_UNSURE ||
        fk_ball_sign(product.z) != FK_UNSURE)
        return false;
    return edges_parallel_exactly(e_term, e_count, f_term, f_count);
}

static void add_unparallel_edge(const fk_piece *piece, const uint8_t *edge, sat_features *out)
{
    for (uint32_t i = 0; i < out->edge_count; i++)
        if (edges_parallel(piece, edge, out->edge[i]))
            return;
    out->edge[out->edge_count][0] = edge[0];
    out->edge[out->edge_count][1] = edge[1];
    out->edge_count++;
}

/* False for a hull of too many points. */
static bool list_features(const fk_piece *piece, sat_features *out)
{
    fk_small_hull hull;
    if (!fk_small_hull_build(piece, &hull))
        return false;
    if (piece->kind == FK_KIND_BOX && hull.dimension == 3) {
        *out = box_features;
        return true;
    }
    out->solid = hull.dimension == 3;
    out->facet_count =
        out->solid ? hull.facet_count : hull.facet_count / 2u; /* of a polygon, one side is enough */
    for (uint32_t i = 0; i < out->facet_count; i++)
        for (uint32_t k = 0; k < 3; k++)
            out->facet[i][k] = hull.corner[hull.facet_begin[i] + k];
    out->edge_count = 0;
    for (uint32_t i = 0; i < hull.edge_count; i++)
        add_unparallel_edge(piece, hull.edge[i], out);
    return true;
}

/* ---- One axis ------------------------------------------------------------------------------------------ */

typedef struct sat_search {
    const sat_features *a, *b;
    fk_ball_vec3 place[2][FK_SMALL_VERTICES]; /* vertices from the anchor of their piece */
    fk_trace *trace;
    bool touching;   /* on some axis the intervals share one point only */
    fk_normal found; /* the last axis; if it separates, it points from a to b */
    fk_pair pair;
} sat_search;

/* The projection interval of a piece on an axis, from its anchor. */
typedef struct axis_interval {
    fk_ball least, greatest;
} axis_interval;

static axis_interval project_vertices(const fk_ball_vec3 *place, uint32_t count, const fk_ball_vec3 *axis)
{
    fk_ball first = fk_ball_vec3_dot(*axis, place[0]);
    axis_interval s = {first, first};
    for (uint32_t i = 1; i < count; i++) {
        fk_ball value = fk_ball_vec3_dot(*axis, place[i]);
        s.least.mid = value.mid < s.least.mid ? value.mid : s.least.mid;
        s.least.rad = value.rad > s.least.rad ? value.rad : s.least.rad;
        s.greatest.mid = value.mid > s.greatest.mid ? value.mid : s.greatest.mid;
    }
    s.greatest.rad = s.least.rad;
    return s;
}

/* The exact signs of the gaps, b beyond a and a beyond b, where balls are unsure. An axis of zero, from parallel edges,
 * shows nothing: it counts as if the intervals overlapped. */
static void decide_signs(fk_pair *pair, fk_normal *axis, int *ahead, int *behind)
{
    uint32_t mark = pair->arena.used;
    bool zero = fk_normal_is_zero(pair, axis);
    if (*ahead == FK_UNSURE)
        *ahead = zero ? -1 : -fk_normal_side(pair, axis, fk_normal_max_support(pair, axis));
    if (*behind == FK_UNSURE)
        *behind = zero ? -1 : fk_normal_side(pair, axis, fk_normal_min_support(pair, axis));
    pair->arena.used = mark;
}

/* ---- Trace --------------------------------------------------------------------------------------------- */

static fk_vec3 rounded_vertex(const fk_piece *piece, uint32_t vertex)
{
    fk_vec3 term[FK_TERM_MAX];
    uint32_t count = fk_piece_vertex_terms(piece, vertex, term);
    fk_vec3 sum = term[0];
    for (uint32_t k = 1; k < count; k++)
        sum = fk_vec3_add(sum, term[k]);
    return sum;
}

static void add_trace_vertex(fk_trace_step *step, const fk_piece *piece, uint32_t vertex)
{
    step->point[step->count++] = rounded_vertex(piece, vertex);
}

/* Adds the features that an axis is made of; the vertex pairs that the functions below set tell which. */
static void trace_features(fk_trace_step *step, const fk_pair *pair, const fk_normal *axis)
{
    const fk_piece *a = pair->a.piece, *b = pair->b.piece;
    const fk_vertex_pair *p = axis->pair;
    bool of_a = p[0].a != p[1].a;
    step->level = FK_AXIS_COORDINATE;
    if (axis->span == FK_SPAN_AXIS)
        return;
    if (axis->span == FK_SPAN_PLANE && of_a && p[0].b != p[2].b) {
        step->level = FK_AXIS_EDGES;
        add_trace_vertex(step, a, p[0].a);
        add_trace_vertex(step, a, p[1].a);
        add_trace_vertex(step, b, p[0].b);
        add_trace_vertex(step, b, p[2].b);
        return;
    }
    bool is_face = axis->span == FK_SPAN_PLANE;
    step->level = is_face ? (of_a ? FK_AXIS_FACE_A : FK_AXIS_FACE_B) : of_a ? FK_AXIS_EDGE_A : FK_AXIS_EDGE_B;
    for (uint32_t k = 0; k < (is_face ? 3u : 2u); k++)
        add_trace_vertex(step, of_a ? a : b, of_a ? p[k].a : p[k].b);
}

static void trace_axis(sat_search *s, const fk_normal *axis, double gap, int sign)
{
    fk_trace_step *step = fk_trace_next(s->trace);
    if (step == NULL)
        return;
    step->kind = FK_STEP_AXIS;
    step->vector = fk_vec3_make(axis->ball.x.mid, axis->ball.y.mid, axis->ball.z.mid);
    step->lo = gap / s->pair.scale;
    step->hi = sign;
    trace_features(step, &s->pair, axis);
}

/* Projects both pieces; true when the intervals do not meet. */
static bool axis_separates(sat_search *s, fk_normal axis)
{
    fk_pair *pair = &s->pair;
    axis.sign = axis.axis_sign = 1;
    fk_normal_prepare(pair, &axis);
    axis_interval a = project_vertices(s->place[0], pair->a.count, &axis.ball);
    axis_interval b = project_vertices(s->place[1], pair->b.count, &axis.ball);
    fk_ball shift = fk_ball_vec3_dot(axis.ball, pair->shift);
    fk_ball gap_ahead = fk_ball_sub(fk_ball_sub(b.least, a.greatest), shift);
    fk_ball gap_behind = fk_ball_add(fk_ball_sub(a.least, b.greatest), shift);
    int ahead = fk_ball_sign(gap_ahead), behind = fk_ball_sign(gap_behind);
    if (ahead == FK_UNSURE || behind == FK_UNSURE)
        decide_signs(pair, &axis, &ahead, &behind);
    if (s->trace != NULL)
        trace_axis(s, &axis, gap_ahead.mid > gap_behind.mid ? gap_ahead.mid : gap_behind.mid,
                   ahead > behind ? ahead : behind);
    s->touching = s->touching || ahead == 0 || behind == 0;
    s->found = axis;
    s->found.sign = behind > 0 ? -1 : 1;
    return ahead > 0 || behind > 0;
}

/* ---- All axes ------------------------------------------------------------------------------------------ */

static bool facets_separate(sat_search *s, const sat_features *f, bool of_a)
{
    for (uint32_t i = 0; i < f->facet_count; i++) {
        fk_normal axis = {.span = FK_SPAN_PLANE};
        for (uint32_t k = 0; k < 3; k++)
            axis.pair[k] = of_a ? (fk_vertex_pair){f->facet[i][k], 0} : (fk_vertex_pair){0, f->facet[i][k]};
        if (axis_separates(s, axis))
            return true;
    }
    return false;
}

static bool edge_products_separate(sat_search *s)
{
    for (uint32_t i = 0; i < s->a->edge_count; i++)
        for (uint32_t j = 0; j < s->b->edge_count; j++) {
            const uint8_t *e = s->a->edge[i], *f = s->b->edge[j];
            fk_normal axis = {.span = FK_SPAN_PLANE, .pair = {{e[0], f[0]}, {e[1], f[0]}, {e[0], f[1]}}};
            if (axis_separates(s, axis))
                return true;
        }
    return false;
}

static bool edges_with_coordinates_separate(sat_search *s, const sat_features *f, bool of_a)
{
    for (uint32_t i = 0; i < f->edge_count; i++)
        for (int k = 0; k < 3; k++) {
            fk_normal axis = {.span = FK_SPAN_EDGE, .axis = k};
            for (int end = 0; end < 2; end++)
                axis.pair[end] =
                    of_a ? (fk_vertex_pair){f->edge[i][end], 0} : (fk_vertex_pair){0, f->edge[i][end]};
            if (axis_separates(s, axis))
                return true;
        }
    return false;
}

static bool coordinates_separate(sat_search *s)
{
    for (int k = 0; k < 3; k++)
        if (axis_separates(s, (fk_normal){.span = FK_SPAN_AXIS, .axis = k}))
            return true;
    return false;
}

static bool some_axis_separates(sat_search *s)
{
    if (facets_separate(s, s->a, true) || facets_separate(s, s->b, false) || edge_products_separate(s))
        return true;
    if (s->a->solid || s->b->solid)
        return false;
    return edges_with_coordinates_separate(s, s->a, true) ||
           edges_with_coordinates_separate(s, s->b, false) || coordinates_separate(s);
}

/* ---- Answer -------------------------------------------------------------------------------------------- */

/* Writes the axis as a certificate. Facet normals and products of edges are given exactly by three vertex pairs, other axes
 * by a rounded vector. */
static void fill_axis_certificate(sat_search *s, fk_certificate *certificate)
{
    fk_pair *pair = &s->pair;
    certificate->verdict = FK_APART;
    if (s->found.span == FK_SPAN_PLANE) {
        certificate->pair_count = 3;
        for (int k = 0; k < 3; k++)
            certificate->pair[k] = s->found.pair[k];
        return;
    }
    fk_normal_prepare(pair, &s->found);
    certificate->direction.form = FK_DIRECTION_VECTOR;
    certificate->direction.vector = fk_exact_vec3_unit(&pair->arena, fk_normal_exact(pair, &s->found));
}

static void place_vertices(const fk_pair_piece *side, double scale, fk_ball_vec3 *place)
{
    fk_vec3 term[FK_TERM_MAX + 1];
    fk_piece_vertex_terms(side->piece, 0, term);
    fk_vec3 anchor = term[0];
    for (uint32_t i = 0; i < side->count; i++) {
        uint32_t count = fk_piece_vertex_terms(side->piece, i, term);
        fk_ball_vec3 first = fk_ball_vec3_from(fk_vec3_scale(term[0], scale));
        first = fk_ball_vec3_sub(first, fk_ball_vec3_from(fk_vec3_scale(anchor, scale)));
        place[i] = count == 1 ? first : fk_ball_vec3_add(first, sum_ball_terms(term + 1, count - 1, scale));
    }
}

FK_OWN_FRAME static void decide_by_axes(const fk_pair_query *query, const sat_features *a,
                                        const sat_features *b, fk_answer *out)
{
    sat_search s;
    fk_pair_init(&s.pair, query->a, query->b);
    s.a = a;
    s.b = b;
    s.trace = query->trace;
    s.touching = false;
    place_vertices(&s.pair.a, s.pair.scale, s.place[0]);
    place_vertices(&s.pair.b, s.pair.scale, s.place[1]);
    bool apart = some_axis_separates(&s);
    if (s.pair.arena.full)
        return;
    out->verdict = apart ? FK_APART : s.touching ? FK_TOUCHING : FK_OVERLAPPING;
    if (apart && query->want & FK_PART_CERTIFICATE)
        fill_axis_certificate(&s, &out->certificate);
}

void fk_answer_sat(const fk_pair_query *query, fk_answer *out)
{
    sat_features a, b;
    if (!list_features(query->a, &a) || !list_features(query->b, &b))
        return;
    decide_by_axes(query, &a, &b, out);
    /* A rounded axis may no longer separate; the verdict stands without it. */
    if (out->certificate.direction.form == FK_DIRECTION_VECTOR &&
        !fk_verify(query->a, query->b, &out->certificate))
        out->certificate = (fk_certificate){.verdict = FK_UNDECIDED};
}
