/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Small meshes for tests: triangles by the places of their corners, welded when a mesh is made of them. */

#ifndef FARKAS_TEST_MESH_SHAPES_H
#define FARKAS_TEST_MESH_SHAPES_H

#include <stdlib.h>
#include <string.h>

#include "farkas/mesh.h"

#define SOUP_MOST 20000

/* Corners, three for each triangle. */
typedef struct soup {
    uint32_t count;
    fk_vec3 corner[3 * SOUP_MOST];
} soup;

static inline soup *soup_make(void)
{
    soup *s = malloc(sizeof *s);
    assert_non_null(s);
    s->count = 0;
    return s;
}

static inline void soup_add(soup *s, fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    assert_true(s->count < SOUP_MOST);
    fk_vec3 *corner = s->corner + 3 * s->count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

/* A square or another quadrilateral, counterclockwise. */
static inline void soup_add_quad(soup *s, fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    soup_add(s, a, b, c);
    soup_add(s, a, c, d);
}

/* Side `way` (-1 or 1) of a box along an axis, seen from outside. */
static inline void soup_add_face(soup *s, const double low[3], const double high[3], int axis, int way)
{
    double p[4][3];
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int i = 0; i < 4; i++) {
        p[i][axis] = way > 0 ? high[axis] : low[axis];
        p[i][u] = i == 1 || i == 2 ? high[u] : low[u];
        p[i][v] = i >= 2 ? high[v] : low[v];
    }
    fk_vec3 q[4];
    for (int i = 0; i < 4; i++)
        q[i] = fk_vec3_make(p[i][0], p[i][1], p[i][2]);
    if (way > 0)
        soup_add_quad(s, q[0], q[1], q[2], q[3]);
    else
        soup_add_quad(s, q[0], q[3], q[2], q[1]);
}

static inline void soup_add_box(soup *s, double x0, double y0, double z0, double x1, double y1, double z1)
{
    const double low[3] = {x0, y0, z0}, high[3] = {x1, y1, z1};
    for (int axis = 0; axis < 3; axis++) {
        soup_add_face(s, low, high, axis, -1);
        soup_add_face(s, low, high, axis, 1);
    }
}

/* Turns triangles from `first` on over. */
static inline void soup_turn(soup *s, uint32_t first)
{
    for (uint32_t t = first; t < s->count; t++) {
        fk_vec3 swap = s->corner[3 * t + 1];
        s->corner[3 * t + 1] = s->corner[3 * t + 2];
        s->corner[3 * t + 2] = swap;
    }
}

/* The surface of cells of a lattice of n^3, bit x + n y + n n z of `full`; its inside has winding number 1. Where cells meet
 * in an edge only, four triangles or more share it. */
static inline void soup_add_cells(soup *s, const uint8_t *full, int n)
{
    for (int i = 0; i < n * n * n; i++) {
        const int at[3] = {i % n, i / n % n, i / n / n}, step[3] = {1, n, n * n};
        const double low[3] = {at[0], at[1], at[2]}, high[3] = {at[0] + 1, at[1] + 1, at[2] + 1};
        for (int axis = 0; axis < 3 && full[i]; axis++) {
            if (at[axis] == 0 || !full[i - step[axis]])
                soup_add_face(s, low, high, axis, -1);
            if (at[axis] == n - 1 || !full[i + step[axis]])
                soup_add_face(s, low, high, axis, 1);
        }
    }
}

/* Fills a lattice by chance; returns how many cells are full. */
static inline int fill_cells(fk_random *random, uint8_t *full, int n)
{
    int count = 0;
    for (int i = 0; i < n * n * n; i++) {
        full[i] = fk_random_below(random, 2) == 0;
        count += full[i];
    }
    return count;
}

/* Moves every corner: x becomes scale x + shift along each axis. */
static inline void soup_move(soup *s, fk_vec3 scale, fk_vec3 shift)
{
    for (uint32_t i = 0; i < 3 * s->count; i++) {
        fk_vec3 p = s->corner[i];
        s->corner[i] =
            fk_vec3_make(p.x * scale.x + shift.x, p.y * scale.y + shift.y, p.z * scale.z + shift.z);
    }
}

/* Triangles in another order, each beginning with another corner. */
static inline void soup_shuffle(soup *s, fk_random *random)
{
    for (uint32_t t = s->count; t > 1; t--) {
        uint32_t other = (uint32_t)fk_random_below(random, t), turn = (uint32_t)fk_random_below(random, 3);
        fk_vec3 a[3], b[3];
        memcpy(a, s->corner + 3 * other, sizeof a);
        memcpy(b, s->corner + 3 * (t - 1), sizeof b);
        memcpy(s->corner + 3 * other, b, sizeof b);
        for (uint32_t k = 0; k < 3; k++)
            s->corner[3 * (t - 1) + k] = a[(k + turn) % 3];
    }
}

static inline fk_mesh *soup_mesh(fk_context *context, const soup *s)
{
    fk_triangle *triangle = malloc((s->count + 1) * sizeof *triangle);
    assert_non_null(triangle);
    for (uint32_t t = 0; t < s->count; t++)
        for (uint32_t k = 0; k < 3; k++)
            triangle[t].corner[k] = 3 * t + k;
    fk_mesh_input input = {s->corner, 3 * s->count, triangle, s->count, fk_mesh_options_default()};
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_OK);
    free(triangle);
    return mesh;
}

static inline fk_context *usual_context(void)
{
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    return context;
}

#endif
