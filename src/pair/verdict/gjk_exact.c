/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact GJK: apart, touching or overlapping for every pair of pieces with vertices, with its certificate.
 *
 * Source: the distance algorithm of Gilbert, Johnson and Keerthi (1988) with exact signs in place of
 * tolerances. In exact arithmetic each step brings the simplex strictly nearer to the origin, so no simplex
 * comes twice and the iteration ends by itself; flat, needle and zero-size pieces are no special case.
 *
 * Two searches decide:
 *   1. Toward the origin. It ends outside (apart), or with the origin in the relative interior of a simplex.
 *   2. Around the origin. If a direction n has n.d <= 0 for all d, the pieces touch; if none has, they overlap. Such an n
 *      is perpendicular to the simplex that contains the origin, so each dimension of that simplex takes one dimension
 *      from the search: a tetrahedron leaves nothing to search, a triangle two signs, a segment a turn around it, and a
 *      single vertex difference of zero leaves the cone that M spans.
 *
 * Every loop makes strict progress over finitely many vertex differences; MAX_STEPS only guards against a
 * mistake in this file, and ends in `undecided`. */

#include "pair/verdict/verdict.h"

#include <string.h>

#define MAX_STEPS 100000

typedef enum gjk_goal {
    GOAL_SEPARATE, /* stop at any direction that separates */
    GOAL_NEAREST,  /* stop at the nearest point of M */
    GOAL_CONE      /* stop at a direction n with n.d >= 0 for all d */
} gjk_goal;

typedef enum gjk_outcome { OUTCOME_OUTSIDE, OUTCOME_INSIDE, OUTCOME_NONE } gjk_outcome;

typedef struct exact_simplex {
    fk_vertex_pair pair[4];
    uint32_t count;
} exact_simplex;

fk_normal fk_simplex_normal(fk_pair *pair, const fk_vertex_pair *s, uint32_t count)
{
    static const fk_normal_span span[3] = {FK_SPAN_POINT, FK_SPAN_LINE, FK_SPAN_PLANE};
    fk_normal n = {.span = span[count - 1], .sign = 1};
    memcpy(n.pair, s, count * sizeof *s);
    if (count == 3)
        n.sign = fk_sign_plane_height(pair, s[0], s[1], s[2]);
    fk_normal_prepare(pair, &n);
    return n;
}

static fk_normal axis_direction(fk_pair *pair, int axis, int sign)
{
    fk_normal n = {.span = FK_SPAN_AXIS, .sign = 1, .axis = axis, .axis_sign = sign};
    fk_normal_prepare(pair, &n);
    return n;
}

static fk_normal plane_direction(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y)
{
    fk_normal n = {.span = FK_SPAN_PLANE, .sign = 1, .pair = {w, x, y}};
    fk_normal_prepare(pair, &n);
    return n;
}

/* ---- Search 1: toward the origin ----------------------------------------------------------------------- */

/* Whether the edge from w to o[i] has the nearest point to the origin in its interior, and no other of the `others`
 * vertices o is nearer along the direction to that point. */
static bool edge_is_nearest(fk_pair *pair, fk_vertex_pair w, const fk_vertex_pair *o, uint32_t others,
                            uint32_t i)
{
    if (fk_sign_point_gain(pair, w, o[i]) >= 0 || fk_sign_point_gain(pair, o[i], w) >= 0)
        return false;
    for (uint32_t k = 0; k < others; k++)
        if (k != i && fk_sign_line_gain(pair, w, o[i], o[k]) < 0)
            return false;
    return true;
}

/* The same for the triangle w, x, y of a tetrahedron whose fourth vertex is z. */
static bool triangle_is_nearest(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y,
                                fk_vertex_pair z)
{
    if (fk_sign_plane_weight(pair, w, x, y) <= 0 || fk_sign_plane_weight(pair, x, y, w) <= 0 ||
        fk_sign_plane_weight(pair, y, w, x) <= 0)
        return false;
    return fk_sign_plane_height(pair, w, x, y) * fk_sign_plane_gain(pair, w, x, y, z) >= 0;
}

/* Reduces a simplex to the face that has the nearest point to the origin in its relative interior. The newest vertex, the
 * last one, belongs to that face, since the others alone come no nearer. Faces are tried from small to large; when none
 * fits, the nearest point is inside the simplex. */
static void reduce_simplex(fk_pair *pair, exact_simplex *s)
{
    uint32_t others = s->count - 1;
    fk_vertex_pair w = s->pair[others], o[3] = {s->pair[0], s->pair[1], s->pair[2]};
    bool vertex_is_nearest = true;
    for (uint32_t i = 0; i < others; i++)
        vertex_is_nearest = vertex_is_nearest && fk_sign_point_gain(pair, w, o[i]) >= 0;
    if (vertex_is_nearest) {
        *s = (exact_simplex){{w}, 1};
        return;
    }
    for (uint32_t i = 0; i < others; i++)
        if (edge_is_nearest(pair, w, o, others, i)) {
            *s = (exact_simplex){{o[i], w}, 2};
            return;
        }
    if (others < 3)
        return;
    for (uint32_t i = 0; i < 3; i++)
        if (triangle_is_nearest(pair, w, o[(i + 1) % 3], o[(i + 2) % 3], o[i])) {
            *s = (exact_simplex){{o[(i + 1) % 3], o[(i + 2) % 3], w}, 3};
            return;
        }
}

/* Whether direction n reaches the goal; w is the vertex difference with the least n.d. */
static bool reaches_goal(fk_pair *pair, fk_normal *n, fk_vertex_pair w, fk_vertex_pair first, gjk_goal aim)
{
    if (aim == GOAL_NEAREST)
        return fk_normal_compare(pair, n, w, first) >= 0;
    int side = fk_normal_side(pair, n, w);
    return aim == GOAL_SEPARATE ? side > 0 : side >= 0;
}

/* Moves a simplex toward the origin until the goal is reached (outside) or the simplex contains the origin (inside). */
static gjk_outcome move_to_origin(fk_pair *pair, exact_simplex *s, gjk_goal aim)
{
    for (int step = 0; step < MAX_STEPS && !pair->arena.full; step++) {
        if (s->count == (pair->projects ? 3 : 4))
            return OUTCOME_INSIDE;
        uint32_t mark = pair->arena.used;
        fk_normal n = fk_simplex_normal(pair, s->pair, s->count);
        if (n.sign == 0 || fk_normal_is_zero(pair, &n))
            return OUTCOME_INSIDE;
        fk_vertex_pair w = fk_normal_min_support(pair, &n);
        if (reaches_goal(pair, &n, w, s->pair[0], aim))
            return OUTCOME_OUTSIDE;
        pair->arena.used = mark;
        s->pair[s->count++] = w;
        reduce_simplex(pair, s);
    }
    return OUTCOME_NONE;
}

/* ---- Writing certificates ------------------------------------------------------------------------------ */

static void write_certificate(fk_certificate *c, fk_verdict verdict, const exact_simplex *s)
{
    c->verdict = verdict;
    c->pair_count = s->count;
    memcpy(c->pair, s->pair, s->count * sizeof s->pair[0]);
}

static void add_certificate_pair(fk_certificate *c, fk_vertex_pair d)
{
    c->pair[c->pair_count++] = d;
}

static void write_touching(fk_certificate *c, const exact_simplex *s, fk_direction_form form,
                           const fk_normal *n)
{
    write_certificate(c, FK_TOUCHING, s);
    c->direction.form = form;
    c->direction.sign = n->sign;
    if (form != FK_DIRECTION_FACET)
        c->direction.axis = n->axis;
    uint32_t count = form == FK_DIRECTION_FACET ? 3 : form == FK_DIRECTION_EDGE ? 2 : 0;
    memcpy(c->direction.pair, n->pair, count * sizeof n->pair[0]);
}

/* ---- Search 2: around the origin ----------------------------------------------------------------------- */

/* The origin lies inside a triangle: tests both sides of its plane. */
static void classify_in_triangle(fk_pair *pair, const exact_simplex *s, fk_certificate *c)
{
    fk_normal n = plane_direction(pair, s->pair[0], s->pair[1], s->pair[2]);
    fk_vertex_pair above = fk_normal_max_support(pair, &n), below = fk_normal_min_support(pair, &n);
    if (fk_normal_side(pair, &n, above) <= 0) {
        write_touching(c, s, FK_DIRECTION_FACET, &n);
        return;
    }
    if (fk_normal_side(pair, &n, below) >= 0) {
        n.sign = -1;
        write_touching(c, s, FK_DIRECTION_FACET, &n);
        return;
    }
    write_certificate(c, FK_OVERLAPPING, s);
    add_certificate_pair(c, above);
    add_certificate_pair(c, below);
}

/* Finds a vertex difference off the line through e0 and e1, which contains the origin. False when M lies on that line; n is
 * then a direction perpendicular to it. */
static bool find_off_line(fk_pair *pair, fk_vertex_pair e0, fk_vertex_pair e1, fk_normal *n,
                          fk_vertex_pair *found)
{
    fk_normal across = {.span = FK_SPAN_EDGE};
    uint32_t mark = pair->arena.used;
    for (int axis = 0; axis < 3; axis++) {
        pair->arena.used = mark;
        *n = (fk_normal){.span = FK_SPAN_EDGE, .sign = 1, .pair = {e0, e1}, .axis = axis, .axis_sign = 1};
        fk_normal_prepare(pair, n);
        if (fk_normal_is_zero(pair, n))
            continue;
        across = *n;
        *found = fk_normal_max_support(pair, n);
        if (fk_normal_side(pair, n, *found) > 0)
            return true;
        *found = fk_normal_min_support(pair, n);
        if (fk_normal_side(pair, n, *found) < 0)
            return true;
    }
    *n = across;
    return false;
}

/* The line through e0 and e1 and the simplex s contain the origin. Projected along that line, M is a polygon: is the origin
 * inside it? A wedge goes from `right` counterclockwise to `left`. Each step moves `left` to the vertex farthest beyond it,
 * until nothing lies beyond (touching) or the wedge spans half a turn or more. */
static void classify_on_line(fk_pair *pair, const exact_simplex *s, fk_vertex_pair e0, fk_vertex_pair e1,
                             fk_certificate *c)
{
    fk_normal n;
    fk_vertex_pair right;
    uint32_t mark = pair->arena.used;
    if (!find_off_line(pair, e0, e1, &n, &right)) {
        write_touching(c, s, FK_DIRECTION_EDGE, &n);
        return;
    }
    fk_vertex_pair left = right;
    for (int step = 0; step < MAX_STEPS && !pair->arena.full; step++) {
        pair->arena.used = mark;
        n = plane_direction(pair, e0, e1, left);
        fk_vertex_pair next = fk_normal_max_support(pair, &n);
        if (fk_normal_side(pair, &n, next) <= 0) {
            write_touching(c, s, FK_DIRECTION_FACET, &n);
            return;
        }
        n = plane_direction(pair, e0, e1, next);
        int turn = fk_normal_side(pair, &n, right);
        if (turn < 0) {
            left = next;
            continue;
        }
        /* next lies opposite to right (0) or beyond. right, left and next enclose the origin; when next is opposite,
         * only together with a vertex on the far side. */
        fk_vertex_pair beyond = next;
        if (turn == 0) {
            beyond = fk_normal_max_support(pair, &n);
            if (fk_normal_side(pair, &n, beyond) <= 0) {
                write_touching(c, s, FK_DIRECTION_FACET, &n);
                return;
            }
        }
        write_certificate(c, FK_OVERLAPPING, s);
        add_certificate_pair(c, right);
        add_certificate_pair(c, left);
        add_certificate_pair(c, next);
        if (turn == 0)
            add_certificate_pair(c, beyond);
        return;
    }
}

/* Finds a vertex difference that is not zero; false when there is none. */
static bool find_nonzero(fk_pair *pair, fk_vertex_pair *found)
{
    for (int axis = 0; axis < 3; axis++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            fk_normal n = axis_direction(pair, axis, sign);
            *found = fk_normal_max_support(pair, &n);
            if (fk_normal_side(pair, &n, *found) > 0)
                return true;
        }
    return false;
}

/* Given n.d <= 0 for all d, finds a vertex difference other than zero on the boundary of the cone that M spans from
 * the origin: tilts n toward an axis until some d stops it. False when no axis works: then M lies on a line. */
static bool find_cone_edge(fk_pair *pair, fk_normal *n, fk_vertex_pair *edge)
{
    fk_normal_exact(pair, n);
    uint32_t mark = pair->arena.used;
    for (int i = 0; i < 6; i++) {
        pair->arena.used = mark;
        fk_normal axis = axis_direction(pair, i / 2, i % 2 == 0 ? 1 : -1);
        *edge = fk_normal_max_support(pair, &axis);
        if (fk_normal_side(pair, &axis, *edge) <= 0)
            continue;
        for (int step = 0; step < MAX_STEPS && !pair->arena.full; step++) {
            pair->arena.used = mark;
            fk_normal turned = {.span = FK_SPAN_TILT, .sign = 1, .pair = {*edge}, .base = n};
            turned.axis = axis.axis;
            turned.axis_sign = axis.axis_sign;
            fk_normal_prepare(pair, &turned);
            if (fk_normal_is_zero(pair, &turned))
                break; /* n is parallel to this axis */
            fk_vertex_pair next = fk_normal_max_support(pair, &turned);
            if (fk_normal_side(pair, &turned, next) <= 0)
                return true;
            *edge = next;
        }
    }
    return false;
}

static void classify_origin(fk_pair *pair, const exact_simplex *s, bool prove, fk_certificate *c);

/* The vertex difference s is zero itself. A search over the others toward the origin ends inside a larger simplex, or at a
 * direction that all of M lies behind. */
static void classify_at_vertex(fk_pair *pair, const exact_simplex *s, bool prove, fk_certificate *c)
{
    fk_vertex_pair start;
    if (!find_nonzero(pair, &start)) {
        fk_normal n = axis_direction(pair, 0, 1);
        write_touching(c, s, FK_DIRECTION_AXIS, &n);
        return;
    }
    exact_simplex larger = {{start}, 1};
    gjk_outcome end = move_to_origin(pair, &larger, GOAL_CONE);
    pair->arena.used = 0;
    if (end == OUTCOME_INSIDE) {
        classify_origin(pair, &larger, prove, c);
        return;
    }
    if (end == OUTCOME_NONE)
        return;
    if (!prove) {
        write_certificate(c, FK_TOUCHING, s);
        return;
    }
    fk_normal n = fk_simplex_normal(pair, larger.pair, larger.count);
    n.sign = -n.sign;
    fk_normal_prepare(pair, &n);
    fk_vertex_pair edge;
    if (!find_cone_edge(pair, &n, &edge))
        edge = start;
    pair->arena.used = 0;
    classify_on_line(pair, s, s->pair[0], edge, c);
}

/* The origin lies in the relative interior of s: decides whether it lies on the boundary of M or inside. */
static void classify_origin(fk_pair *pair, const exact_simplex *s, bool prove, fk_certificate *c)
{
    switch (s->count) {
    case 4:
        write_certificate(c, FK_OVERLAPPING, s);
        return;
    case 3:
        classify_in_triangle(pair, s, c);
        return;
    case 2:
        classify_on_line(pair, s, s->pair[0], s->pair[1], c);
        return;
    default:
        classify_at_vertex(pair, s, prove, c);
    }
}

/* ---- Verdict and certificate --------------------------------------------------------------------------- */

/* s gives the distance of the cores: compares it with the sum of the radii. */
static void compare_radii(fk_pair *pair, const exact_simplex *s, gjk_outcome end, fk_certificate *c)
{
    int excess = end == OUTCOME_INSIDE ? -1 : fk_sign_excess(pair, s->pair, s->count);
    write_certificate(c, excess > 0 ? FK_APART : excess == 0 ? FK_TOUCHING : FK_OVERLAPPING, s);
}

void fk_gjk_exact(fk_pair *pair, bool prove, fk_gjk_solution *out)
{
    exact_simplex s = {{{0, 0}}, 1};
    memset(out, 0, sizeof *out);
    bool round = fk_any_round(pair->a.piece, pair->b.piece);
    gjk_outcome end = move_to_origin(pair, &s, prove || round ? GOAL_NEAREST : GOAL_SEPARATE);
    pair->arena.used = 0;
    if (end != OUTCOME_NONE && round)
        compare_radii(pair, &s, end, &out->certificate);
    else if (end == OUTCOME_OUTSIDE)
        write_certificate(&out->certificate, FK_APART, &s);
    else if (end == OUTCOME_INSIDE)
        classify_origin(pair, &s, prove, &out->certificate);
    pair->arena.used = 0;
    if (pair->arena.full)
        out->certificate.verdict = FK_UNDECIDED;
    memcpy(out->simplex, s.pair, sizeof out->simplex);
    out->count = s.count;
}
