/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact axis-aligned box of the intersection of two polyhedra, from a list of points that are in both and among
 * which are all vertices of the intersection.
 *
 * Let x be a vertex of the intersection, F the face of a with x in its relative interior (of dimension 0 to 3; a
 * itself is one), and G that of b. If F and G had a common direction, x could move both ways along it within both.
 * So the dimensions of F and G add up to 3 at most, and x is one of:
 *   a vertex of one that lies in the other;
 *   the point at which two edges cross that are not parallel;
 *   the point at which an edge crosses a two-dimensional face to which it is not parallel. The face is covered by
 *     triangles of its vertices that are not degenerate.
 * All pairs and triples of vertices are taken for edges and triangles, but for a box those of one face only (the edges
 * and faces of a flat box are unions of images of edges and faces of the cube). What is too many does no harm, since
 * each point that is found is in both. A degenerate edge or triangle is left out: it is not among the above.
 *
 * With a half-space, the points are the vertices in it and those at which an edge crosses its plane: a vertex of the
 * intersection is a vertex, or in the relative interior of an edge and on the plane, which does not contain the edge.
 *
 * Weak inputs: the time grows with the fifth power of the points of hulls. */

#include "body.h"

/* A point is position / bottom with bottom > 0, in integers. */
struct search {
    bool found;
    struct fraction low[3], high[3];
    struct vec position, u, v, w, cross, normal;
    mpz_t bottom, s, t, height[ORACLE_HULL_POINTS];
};

static void search_init(struct search *search)
{
    search->found = false;
    for (int k = 0; k < 3; k++) {
        oracle_fraction_init(&search->low[k]);
        oracle_fraction_init(&search->high[k]);
    }
    struct vec *all[] = {&search->position, &search->u,     &search->v,
                         &search->w,        &search->cross, &search->normal};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        oracle_vec_init(all[i]);
    mpz_inits(search->bottom, search->s, search->t, (mpz_ptr)NULL);
    for (size_t i = 0; i < ORACLE_HULL_POINTS; i++)
        mpz_init(search->height[i]);
}

static void search_clear(struct search *search)
{
    for (int k = 0; k < 3; k++) {
        oracle_fraction_clear(&search->low[k]);
        oracle_fraction_clear(&search->high[k]);
    }
    struct vec *all[] = {&search->position, &search->u,     &search->v,
                         &search->w,        &search->cross, &search->normal};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        oracle_vec_clear(all[i]);
    mpz_clears(search->bottom, search->s, search->t, (mpz_ptr)NULL);
    for (size_t i = 0; i < ORACLE_HULL_POINTS; i++)
        mpz_clear(search->height[i]);
}

/* Takes note of the point position / bottom. */
static void note_point(struct search *search)
{
    for (int k = 0; k < 3; k++) {
        mpz_srcptr x = search->position.c[k];
        if (!search->found || oracle_fraction_compare(x, search->bottom, &search->low[k]) < 0)
            oracle_fraction_set(&search->low[k], x, search->bottom);
        if (!search->found || oracle_fraction_compare(x, search->bottom, &search->high[k]) > 0)
            oracle_fraction_set(&search->high[k], x, search->bottom);
    }
    search->found = true;
}

static void note_vertex(struct search *search, const struct vec *vertex)
{
    for (int k = 0; k < 3; k++)
        mpz_set(search->position.c[k], vertex->c[k]);
    mpz_set_ui(search->bottom, 1);
    note_point(search);
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static void note_vertices(struct search *search, const struct body *from, const struct body *in)
{
    static struct body point; /* static for its size; its vertex is only lent to it */
    point.kind = ORACLE_POINT;
    point.vertices = 1;
    point.edges = 0;
    for (size_t i = 0; i < from->vertices; i++) {
        point.vertex[0] = from->vertex[i];
        if (oracle_position(in, &point) != OUTSIDE)
            note_vertex(search, &from->vertex[i]);
    }
}

/* ---- Two edges ----------------------------------------------------------------------------------------- */

/* The lines p0 + s u and q0 + t v cross when w = q0 - p0 is in the plane of u and v; then, with c = u x v,
 * s = (w x v).c / c.c and t = (w x u).c / c.c. */
static void note_crossing(struct search *search, const struct vec *p0, const struct vec *p1,
                          const struct vec *q0, const struct vec *q1)
{
    oracle_vec_sub(&search->u, p1, p0);
    oracle_vec_sub(&search->v, q1, q0);
    oracle_vec_sub(&search->w, q0, p0);
    oracle_vec_cross(&search->cross, &search->u, &search->v);
    oracle_vec_dot(search->s, &search->w, &search->cross);
    if (oracle_vec_is_zero(&search->cross) || mpz_sgn(search->s) != 0)
        return;

    oracle_vec_dot(search->bottom, &search->cross, &search->cross);
    oracle_vec_cross(&search->normal, &search->w, &search->v);
    oracle_vec_dot(search->s, &search->normal, &search->cross);
    oracle_vec_cross(&search->normal, &search->w, &search->u);
    oracle_vec_dot(search->t, &search->normal, &search->cross);
    if (mpz_sgn(search->s) < 0 || mpz_cmp(search->s, search->bottom) > 0 || mpz_sgn(search->t) < 0 ||
        mpz_cmp(search->t, search->bottom) > 0)
        return;
    for (int k = 0; k < 3; k++) {
        mpz_mul(search->position.c[k], p0->c[k], search->bottom);
        mpz_addmul(search->position.c[k], search->u.c[k], search->s);
    }
    note_point(search);
}

static void note_crossings(struct search *search, const struct body *a, const struct body *b)
{
    for (size_t i = 0; i < a->vertices; i++)
        for (size_t j = i + 1; j < a->vertices; j++)
            for (size_t k = 0; k < b->vertices && oracle_in_one_face(a, i, j, j); k++)
                for (size_t l = k + 1; l < b->vertices; l++)
                    if (oracle_in_one_face(b, k, l, l))
                        note_crossing(search, &a->vertex[i], &a->vertex[j], &b->vertex[k], &b->vertex[l]);
}

/* ---- An edge and a plane ------------------------------------------------------------------------------- */

/* With the heights h0 and h1 of p0 and p1 above a plane, the edge crosses it at (h0 p1 - h1 p0) / (h0 - h1). False
 * when it does not, or is parallel to it. */
static bool cross_plane(struct search *search, const struct body *body, size_t i, size_t j)
{
    mpz_srcptr h0 = search->height[i], h1 = search->height[j];
    if (mpz_sgn(h0) * mpz_sgn(h1) > 0 || mpz_cmp(h0, h1) == 0)
        return false;
    for (int k = 0; k < 3; k++) {
        mpz_mul(search->position.c[k], h0, body->vertex[j].c[k]);
        mpz_submul(search->position.c[k], h1, body->vertex[i].c[k]);
    }
    mpz_sub(search->bottom, h0, h1);
    if (mpz_sgn(search->bottom) > 0)
        return true;
    mpz_neg(search->bottom, search->bottom);
    for (int k = 0; k < 3; k++)
        mpz_neg(search->position.c[k], search->position.c[k]);
    return true;
}

/* True when the point, seen along the normal of a triangle, is on the inner side of its side from q to r. */
static bool inside_side(struct search *search, const struct vec *q, const struct vec *r)
{
    oracle_vec_sub(&search->u, r, q);
    for (int k = 0; k < 3; k++) {
        mpz_set(search->v.c[k], search->position.c[k]);
        mpz_submul(search->v.c[k], search->bottom, q->c[k]);
    }
    oracle_vec_cross(&search->cross, &search->u, &search->v);
    oracle_vec_dot(search->t, &search->cross, &search->normal);
    return mpz_sgn(search->t) >= 0;
}

/* The points at which edges of a body cross a triangle. */
static void note_triangle(struct search *search, const struct body *body, const struct vec *q,
                          const struct vec *r, const struct vec *s)
{
    oracle_vec_sub(&search->u, r, q);
    oracle_vec_sub(&search->v, s, q);
    oracle_vec_cross(&search->normal, &search->u, &search->v);
    if (oracle_vec_is_zero(&search->normal))
        return;
    for (size_t i = 0; i < body->vertices; i++) {
        oracle_vec_sub(&search->w, &body->vertex[i], q);
        oracle_vec_dot(search->height[i], &search->normal, &search->w);
    }
    for (size_t i = 0; i < body->vertices; i++)
        for (size_t j = i + 1; j < body->vertices; j++)
            if (oracle_in_one_face(body, i, j, j) && cross_plane(search, body, i, j) &&
                inside_side(search, q, r) && inside_side(search, r, s) && inside_side(search, s, q))
                note_point(search);
}

static void note_triangles(struct search *search, const struct body *edges, const struct body *body)
{
    const struct vec *vertex = body->vertex;
    for (size_t i = 0; i < body->vertices; i++)
        for (size_t j = i + 1; j < body->vertices; j++)
            for (size_t k = j + 1; k < body->vertices; k++)
                if (oracle_in_one_face(body, i, j, k))
                    note_triangle(search, edges, &vertex[i], &vertex[j], &vertex[k]);
}

/* ---- A half-space -------------------------------------------------------------------------------------- */

/* In the integers n' = K n, p' = K p, c' = K c with K = 2^shift, the height of p is n'.p' - K c'. */
static void note_half(struct search *search, const struct body *body, const struct body *half, long shift)
{
    mpz_mul_2exp(search->t, half->offset, (mp_bitcnt_t)shift);
    for (size_t i = 0; i < body->vertices; i++) {
        oracle_vec_dot(search->height[i], &half->normal, &body->vertex[i]);
        mpz_sub(search->height[i], search->height[i], search->t);
        if (mpz_sgn(search->height[i]) <= 0)
            note_vertex(search, &body->vertex[i]);
    }
    for (size_t i = 0; i < body->vertices; i++)
        for (size_t j = i + 1; j < body->vertices; j++)
            if (cross_plane(search, body, i, j))
                note_point(search);
}

/* ---- The question -------------------------------------------------------------------------------------- */

static void note_pair(struct search *search, const struct pair *pair)
{
    const struct body *a = &pair->a, *b = &pair->b;
    if (a->kind == ORACLE_HALF || b->kind == ORACLE_HALF) {
        bool half_a = a->kind == ORACLE_HALF;
        note_half(search, half_a ? b : a, half_a ? a : b, pair->shift);
        return;
    }
    note_vertices(search, a, b);
    note_vertices(search, b, a);
    note_crossings(search, a, b);
    note_triangles(search, a, b);
    note_triangles(search, b, a);
}

bool oracle_box(const struct oracle_piece *a, const struct oracle_piece *b, mpq_t low[3], mpq_t high[3])
{
    bool flat_a = oracle_is_polyhedron(a), flat_b = oracle_is_polyhedron(b);
    if (!(flat_a && flat_b) && !(flat_a && b->kind == ORACLE_HALF) && !(flat_b && a->kind == ORACLE_HALF))
        return false;
    const struct pair *pair = oracle_load(a, b, NULL, 0);
    if (pair == NULL)
        return false;

    struct search search;
    search_init(&search);
    note_pair(&search, pair);
    for (int k = 0; k < 3 && search.found; k++) {
        oracle_set_quotient(low[k], search.low[k].top, search.low[k].bottom, pair->shift);
        oracle_set_quotient(high[k], search.high[k].top, search.high[k].bottom, pair->shift);
    }
    search_clear(&search);
    return search.found;
}
