/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Is this the convex hull of those points? Checked with GMP integers, from the definition: it shares no code with
 * the library. */

#ifndef FARKAS_TEST_HULL_CHECK_H
#define FARKAS_TEST_HULL_CHECK_H

#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "farkas/shape.h"

/* Points as integers: sums of doubles, all divided by one power of two. */
typedef struct check_points {
    uint32_t count;
    mpz_t (*at)[3];
    mpz_t edge[3][3], normal[3], value, term;
} check_points;

/* What is claimed to be their hull. Indices are those of the points. */
typedef struct check_hull {
    uint32_t dimension;
    uint32_t vertex_count;
    const uint32_t *vertex;
    uint32_t face_count;
    const uint32_t *face_begin, *face_vertex;
} check_hull;

/* mantissa * 2^exponent with an odd or zero mantissa. */
static inline void check_take_apart(double x, long *mantissa, int *exponent)
{
    *mantissa = (long)ldexp(frexp(x, exponent), 53);
    *exponent -= 53;
    while (*mantissa != 0 && *mantissa % 2 == 0) {
        *mantissa /= 2;
        ++*exponent;
    }
}

static inline double check_component(fk_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* Makes room for points, whose terms are added afterwards. */
static inline void check_points_init(check_points *c, uint32_t count)
{
    c->count = count;
    c->at = malloc((count + 1) * sizeof *c->at);
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            mpz_init(c->at[i][k]);
    for (int i = 0; i < 3; i++) {
        mpz_init(c->normal[i]);
        for (int k = 0; k < 3; k++)
            mpz_init(c->edge[i][k]);
    }
    mpz_init(c->value);
    mpz_init(c->term);
}

/* The least exponent of the numbers of v, and of an earlier one. */
static inline int check_least_exponent(fk_vec3 v, int least)
{
    for (int k = 0; k < 3; k++) {
        long mantissa;
        int exponent;
        check_take_apart(check_component(v, k), &mantissa, &exponent);
        if (mantissa != 0 && exponent < least)
            least = exponent;
    }
    return least;
}

static inline void check_points_add(check_points *c, uint32_t point, fk_vec3 v, int least)
{
    for (int k = 0; k < 3; k++) {
        long mantissa;
        int exponent;
        check_take_apart(check_component(v, k), &mantissa, &exponent);
        if (mantissa == 0)
            continue;
        mpz_set_si(c->value, mantissa);
        mpz_mul_2exp(c->value, c->value, (mp_bitcnt_t)(exponent - least));
        mpz_add(c->at[point][k], c->at[point][k], c->value);
    }
}

static inline void check_points_clear(check_points *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (int k = 0; k < 3; k++)
            mpz_clear(c->at[i][k]);
    free(c->at);
    for (int i = 0; i < 3; i++) {
        mpz_clear(c->normal[i]);
        for (int k = 0; k < 3; k++)
            mpz_clear(c->edge[i][k]);
    }
    mpz_clear(c->value);
    mpz_clear(c->term);
}

static inline void check_points_from(check_points *c, const fk_vec3 *point, uint32_t count)
{
    int least = 2000;
    for (uint32_t i = 0; i < count; i++)
        least = check_least_exponent(point[i], least);
    check_points_init(c, count);
    for (uint32_t i = 0; i < count; i++)
        check_points_add(c, i, point[i], least);
}

static inline void check_edge(check_points *c, int slot, uint32_t from, uint32_t to)
{
    for (int k = 0; k < 3; k++)
        mpz_sub(c->edge[slot][k], c->at[to][k], c->at[from][k]);
}

/* The cross product of edges 0 and 1. */
static inline void check_cross(check_points *c, mpz_t out[3])
{
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        mpz_mul(out[k], c->edge[0][l], c->edge[1][m]);
        mpz_submul(out[k], c->edge[0][m], c->edge[1][l]);
    }
}

static inline int check_dot_sign(check_points *c, mpz_t u[3], mpz_t v[3])
{
    mpz_mul(c->value, u[0], v[0]);
    mpz_addmul(c->value, u[1], v[1]);
    mpz_addmul(c->value, u[2], v[2]);
    return mpz_sgn(c->value);
}

/* Sets the normal to that of three points; false when they are on a line. */
static inline bool check_plane(check_points *c, uint32_t x, uint32_t y, uint32_t z)
{
    check_edge(c, 0, x, y);
    check_edge(c, 1, x, z);
    check_cross(c, c->normal);
    return mpz_sgn(c->normal[0]) != 0 || mpz_sgn(c->normal[1]) != 0 || mpz_sgn(c->normal[2]) != 0;
}

/* The side of point d of the plane with the normal just set, through point x. */
static inline int check_side(check_points *c, uint32_t x, uint32_t d)
{
    check_edge(c, 2, x, d);
    return check_dot_sign(c, c->normal, c->edge[2]);
}

/* The turn from x over y to d, seen against the normal just set. */
static inline int check_turn(check_points *c, uint32_t x, uint32_t y, uint32_t d)
{
    mpz_t cross[3];
    for (int k = 0; k < 3; k++)
        mpz_init(cross[k]);
    check_edge(c, 0, x, y);
    check_edge(c, 1, x, d);
    check_cross(c, cross);
    int sign = check_dot_sign(c, c->normal, cross);
    for (int k = 0; k < 3; k++)
        mpz_clear(cross[k]);
    return sign;
}

#define CHECK(condition, ...)                                                                                \
    do                                                                                                       \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, __VA_ARGS__);                                                                    \
            fprintf(stderr, " (%s)\n", #condition);                                                          \
            return false;                                                                                    \
        }                                                                                                    \
    while (0)

/* A facet: strictly convex, counterclockwise, starting with its lowest corner, no point outside its plane (or, for
 * a polygon, none beside it), and nobody else's corner on its plane unless the polygon is flat. */
static inline bool check_facet(check_points *c, const check_hull *h, uint32_t face)
{
    const uint32_t *v = h->face_vertex + h->face_begin[face];
    uint32_t count = h->face_begin[face + 1] - h->face_begin[face];
    CHECK(count >= 3, "face %u has %u corners", face, count);
    CHECK(check_plane(c, v[0], v[1], v[2]), "face %u starts on a line", face);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(v[i] >= v[0], "face %u does not start with its lowest corner", face);
        CHECK(check_side(c, v[0], v[i]) == 0, "face %u is not flat", face);
        for (uint32_t k = 0; k < count; k++)
            if (k != i && k != (i + 1) % count)
                CHECK(check_turn(c, v[i], v[(i + 1) % count], v[k]) > 0, "face %u is not convex", face);
    }
    uint32_t on = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        int side = check_side(c, v[0], i);
        CHECK(side <= 0, "point %u is outside face %u", i, face);
        if (h->dimension == 2) {
            CHECK(side == 0, "point %u is not on the plane of the polygon", i);
            for (uint32_t k = 0; k < count; k++)
                CHECK(check_turn(c, v[k], v[(k + 1) % count], i) >= 0, "point %u is beside face %u", i, face);
        }
    }
    for (uint32_t i = 0; i < h->vertex_count; i++)
        on += check_side(c, v[0], h->vertex[i]) == 0;
    CHECK(on == count, "face %u has %u corners, but %u vertices are on its plane", face, count, on);
    return true;
}

typedef struct check_pair {
    uint32_t from, to;
} check_pair;

static inline int check_compare(const void *a, const void *b)
{
    const check_pair *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

/* Every directed edge once, with its twin; and Euler's formula. */
static inline bool check_edges(const check_hull *h)
{
    uint32_t count = h->face_begin[h->face_count], filled = 0;
    check_pair *edge = malloc((count + 1) * sizeof *edge);
    for (uint32_t f = 0; f < h->face_count; f++) {
        uint32_t begin = h->face_begin[f], size = h->face_begin[f + 1] - begin;
        for (uint32_t i = 0; i < size; i++) {
            edge[filled].from = h->face_vertex[begin + i];
            edge[filled++].to = h->face_vertex[begin + (i + 1) % size];
        }
    }
    qsort(edge, count, sizeof *edge, check_compare);
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        check_pair twin = {edge[i].to, edge[i].from};
        good = (i == 0 || check_compare(&edge[i - 1], &edge[i]) < 0) &&
               bsearch(&twin, edge, count, sizeof *edge, check_compare) != NULL;
    }
    free(edge);
    CHECK(good, "an edge does not have two faces");
    CHECK(h->vertex_count + h->face_count == count / 2 + 2, "Euler: %u vertices, %u faces, %u edges",
          h->vertex_count, h->face_count, count / 2);
    return true;
}

/* Whether point d is on the segment from x to y, ends included. */
static inline bool check_between(check_points *c, uint32_t x, uint32_t y, uint32_t d)
{
    if (check_plane(c, x, y, d))
        return false;
    check_edge(c, 0, d, x);
    check_edge(c, 1, d, y);
    return check_dot_sign(c, c->edge[0], c->edge[1]) <= 0;
}

/* True when h is the hull of the points: closed surface of facets that no point is outside of, and its vertices are
 * the corners of facets. */
static inline bool check_hull_of(check_points *c, const check_hull *h)
{
    for (uint32_t i = 1; i < h->vertex_count; i++)
        CHECK(h->vertex[i - 1] < h->vertex[i], "vertices are not ascending");
    if (h->dimension < 2) {
        uint32_t first = h->vertex[0], last = h->vertex[h->vertex_count - 1];
        CHECK(h->vertex_count == h->dimension + 1 && h->face_count == 0, "no segment or point");
        for (uint32_t i = 0; i < c->count; i++)
            CHECK(check_between(c, first, last, i), "point %u is not on the segment", i);
        check_edge(c, 0, first, last);
        CHECK((check_dot_sign(c, c->edge[0], c->edge[0]) != 0) == (h->dimension == 1), "dimension");
        return true;
    }
    CHECK(h->dimension == 3 || h->face_count == 2, "a polygon has two faces");
    bool *seen = calloc(c->count, sizeof *seen);
    for (uint32_t i = 0; i < h->face_begin[h->face_count]; i++)
        seen[h->face_vertex[i]] = true;
    uint32_t corners = 0;
    bool listed = true;
    for (uint32_t i = 0; i < c->count; i++)
        corners += seen[i];
    for (uint32_t i = 0; i < h->vertex_count; i++)
        listed = listed && seen[h->vertex[i]];
    free(seen);
    CHECK(listed && corners == h->vertex_count, "the vertices are not the corners of the faces");
    for (uint32_t f = 0; f < h->face_count; f++)
        if (!check_facet(c, h, f))
            return false;
    return check_edges(h);
}

#endif
