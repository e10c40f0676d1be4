/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A mesh and pieces, made step by step, for the tests of the cover check. Include after cmocka.h. */

#ifndef FARKAS_TEST_COVER_SCENE_H
#define FARKAS_TEST_COVER_SCENE_H

#include <string.h>

#include "base/vec3.h"
#include "farkas/split.h"
#include "split/cover.h"

/* ---- Scenes -------------------------------------------------------------------------------------------- */

#define MOST_POINTS    4000
#define MOST_TRIANGLES 4000
#define MOST_PIECES    256

/* Triangles as they come, welded when the mesh is made, and pieces. */
typedef struct scene {
    fk_vec3 point[MOST_POINTS];
    uint32_t point_count;
    fk_triangle triangle[MOST_TRIANGLES];
    uint32_t triangle_count;
    fk_mesh *mesh;
    fk_hull *piece[MOST_PIECES];
    uint32_t piece_count;
} scene;

static fk_context *context;
static scene now;

static inline int setup(void **state)
{
    (void)state;
    return fk_context_create(NULL, &context) == FK_OK ? 0 : -1;
}

static inline int teardown(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return 0;
}

static inline fk_vec3 at(double x, double y, double z)
{
    return fk_vec3_make(x, y, z);
}

static inline void drop_pieces(void)
{
    for (uint32_t i = 0; i < now.piece_count; i++)
        fk_hull_free(context, now.piece[i]);
    now.piece_count = 0;
}

static inline void drop_last(void)
{
    fk_hull_free(context, now.piece[--now.piece_count]);
}

static inline void clear(void)
{
    drop_pieces();
    fk_mesh_free(context, now.mesh);
    now.mesh = NULL;
    now.point_count = now.triangle_count = 0;
}

static inline void add_triangle(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    assert_true(now.point_count + 3 <= MOST_POINTS && now.triangle_count < MOST_TRIANGLES);
    uint32_t n = now.point_count;
    now.point[n] = a;
    now.point[n + 1] = b;
    now.point[n + 2] = c;
    now.triangle[now.triangle_count++] = (fk_triangle){{n, n + 1, n + 2}};
    now.point_count += 3;
}

static inline void add_quad(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    add_triangle(a, b, c);
    add_triangle(a, c, d);
}

static inline fk_vec3 box_corner(fk_vec3 low, fk_vec3 high, int i)
{
    return at(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
}

/* The sides of a box, or of an inverted one. */
static inline void add_box(fk_vec3 low, fk_vec3 high, bool inverted)
{
    static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int s = 0; s < 6; s++) {
        fk_vec3 c[4];
        for (int k = 0; k < 4; k++)
            c[inverted ? 3 - k : k] = box_corner(low, high, side[s][k]);
        add_quad(c[0], c[1], c[2], c[3]);
    }
}

static inline void add_tetra(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 d)
{
    fk_vec3 n = fk_vec3_cross(fk_vec3_sub(b, a), fk_vec3_sub(c, a));
    if (fk_vec3_dot(n, fk_vec3_sub(d, a)) > 0) {
        fk_vec3 other = b;
        b = c;
        c = other;
    }
    add_triangle(a, b, c);
    add_triangle(a, d, b);
    add_triangle(b, d, c);
    add_triangle(c, d, a);
}

static inline void add_piece(const fk_vec3 *point, size_t count)
{
    assert_true(now.piece_count < MOST_PIECES);
    assert_int_equal(fk_hull_build(context, point, count, &now.piece[now.piece_count]), FK_OK);
    now.piece_count++;
}

static inline void add_box_piece(fk_vec3 low, fk_vec3 high)
{
    fk_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = box_corner(low, high, i);
    add_piece(corner, 8);
}

static inline void make_mesh(void)
{
    fk_mesh_input input = {now.point, now.point_count, now.triangle, now.triangle_count,
                           fk_mesh_options_default()};
    fk_mesh_free(context, now.mesh);
    now.mesh = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &now.mesh), FK_OK);
}

static inline fk_cover check(void)
{
    fk_cover cover;
    if (now.mesh == NULL)
        make_mesh();
    assert_int_equal(fk_cover_check(context, now.mesh, now.piece, now.piece_count, &cover), FK_OK);
    /* What is said is consistent. */
    if (!cover.covers_surface) {
        assert_true(cover.covers_inside);
        assert_true(cover.triangle < now.mesh->triangle_count);
    } else if (!cover.covers_inside) {
        if (cover.piece == FK_NONE)
            assert_true(cover.triangle < now.mesh->triangle_count);
        else {
            assert_true(cover.piece < now.piece_count && cover.triangle == FK_NONE);
            assert_true(cover.face < now.piece[cover.piece]->face_count);
        }
    } else
        assert_true(cover.triangle == FK_NONE && cover.piece == FK_NONE && cover.face == FK_NONE &&
                    cover.point.x == 0 && cover.point.y == 0 && cover.point.z == 0);
    return cover;
}

static inline bool is_covered(void)
{
    fk_cover cover = check();
    return cover.covers_surface && cover.covers_inside;
}

static inline bool is_hollow(void)
{
    fk_cover cover = check();
    return cover.covers_surface && !cover.covers_inside;
}

static inline bool sticks_out(void)
{
    return !check().covers_surface;
}

static inline bool is_between(fk_vec3 p, fk_vec3 low, fk_vec3 high)
{
    return p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x <= high.x && p.y <= high.y && p.z <= high.z;
}

#endif
