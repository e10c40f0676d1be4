/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders for tests: bodies of all kinds, the same cube in many forms, and their parts one by one. */

#ifndef FARKAS_TEST_COLLIDERS_H
#define FARKAS_TEST_COLLIDERS_H

#include <math.h>

#include "farkas/body.h"
#include "pieces.h"
#include "placed_meshes.h"

/* A collider in its place, with what it is made of. */
typedef struct body {
    fk_collider *collider;
    fk_mesh *mesh;
    fk_tree *tree; /* its own, for winding numbers */
    bool is_solid;
    fk_cell_tree *cells;
    uint32_t piece_count;
    fk_piece *piece;
    fk_pose pose;
} body;

static inline double length(fk_vec3 x)
{
    return sqrt(fk_vec3_dot(x, x));
}

static inline bool have_common(fk_interval a, fk_interval b)
{
    return a.lo <= b.hi && b.lo <= a.hi;
}

static inline fk_placed_collider in_place(const body *b)
{
    fk_placed_collider out = {b->collider, b->pose};
    return out;
}

static inline body body_of_pieces(const fk_piece *piece, uint32_t count)
{
    body b = {.piece_count = count, .pose = fk_pose_identity()};
    b.piece = malloc(count * sizeof *piece);
    assert_non_null(b.piece);
    memcpy(b.piece, piece, count * sizeof *piece);
    assert_int_equal(fk_collider_of_pieces(context, piece, count, &b.collider), FK_OK);
    return b;
}

/* Takes the mesh over. */
static inline body body_of_mesh(fk_mesh *mesh, bool is_solid)
{
    body b = {.mesh = mesh, .is_solid = is_solid, .pose = fk_pose_identity()};
    assert_int_equal(fk_tree_build(context, mesh, NULL, &b.tree), FK_OK);
    assert_int_equal(fk_collider_of_mesh(context, mesh, NULL, &b.collider), FK_OK);
    return b;
}

/* Takes the tree over. */
static inline body body_of_cells(fk_cell_tree *cells)
{
    body b = {.cells = cells, .pose = fk_pose_identity()};
    assert_int_equal(fk_collider_of_cells(context, cells, &b.collider), FK_OK);
    return b;
}

static inline void body_end(body *b)
{
    fk_collider_free(context, b->collider);
    fk_tree_free(context, b->tree);
    fk_mesh_free(context, b->mesh);
    fk_cell_tree_free(context, b->cells);
    free(b->piece);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

#define PARTS_MOST  512
#define POINTS_MOST 4096

/* The parts of a body in their places, by number. */
typedef struct parts {
    uint32_t count, point_count;
    fk_piece piece[PARTS_MOST];
    uint32_t number[PARTS_MOST];
    fk_vec3 point[POINTS_MOST];
} parts;

static inline void parts_add(parts *p, const fk_piece *piece, uint32_t number, const fk_pose *pose)
{
    assert_true(p->count < PARTS_MOST);
    uint32_t points = piece->kind == FK_KIND_HULL ? piece->as.hull.count : 0;
    assert_true(p->point_count + points <= POINTS_MOST);
    p->piece[p->count] = fk_piece_place(piece, pose, p->point + p->point_count);
    p->number[p->count++] = number;
    p->point_count += points;
}

static inline parts *parts_of(const body *b)
{
    parts *p = malloc(sizeof *p);
    assert_non_null(p);
    p->count = p->point_count = 0;
    for (uint32_t i = 0; i < b->piece_count; i++)
        parts_add(p, &b->piece[i], i, &b->pose);
    for (uint32_t t = 0; b->mesh != NULL && t < b->mesh->triangle_count; t++) {
        const uint32_t *corner = b->mesh->triangle[t].corner;
        const fk_vec3 *point = b->mesh->point;
        fk_piece piece = fk_piece_triangle(point[corner[0]], point[corner[1]], point[corner[2]]);
        parts_add(p, &piece, t, &b->pose);
    }
    for (uint32_t i = 0; b->cells != NULL && i < b->cells->node_count; i++) {
        const fk_cell_node *n = &b->cells->node[i];
        fk_piece piece = {.kind = n->kind, .as.cell = n->cell};
        if (n->child_count == 0)
            parts_add(p, &piece, i, &b->pose);
    }
    return p;
}

/* A point of a piece that is bounded. */
static inline fk_vec3 point_of(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL ? fk_piece_vertex_at(piece, 0) : piece->as.point;
}

/* Whether a point is inside a body that is a solid mesh. */
static inline bool is_within(const body *b, fk_vec3 point)
{
    fk_placed_mesh mesh = {b->mesh, b->tree, b->pose, b->is_solid};
    int64_t winding;
    return b->is_solid && fk_placed_winding(&mesh, point, &winding) && winding != 0;
}

/* ---- The same cube in many forms ----------------------------------------------------------------------- */

/* A cube from -1 to 1. */
#define CUBE_FORMS 9

static inline body cube_of_boxes(int n)
{
    fk_piece piece[64];
    double side = 2.0 / n;
    for (int i = 0; i < n * n * n; i++)
        piece[i] = cube(i % n * side - 1, i / n % n * side - 1, i / n / n * side - 1, side);
    return body_of_pieces(piece, (uint32_t)(n * n * n));
}

/* Six tetrahedra around a diagonal. */
static inline void cube_in_six(fk_piece piece[6])
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int i = 0; i < 6; i++) {
        fk_vec3 corner[4] = {{0, 0, 0}};
        for (int k = 0; k < 3; k++)
            corner[k + 1] = fk_vec3_add(
                corner[k], v(order[i][k] == 0 ? 2 : 0, order[i][k] == 1 ? 2 : 0, order[i][k] == 2 ? 2 : 0));
        piece[i] = fk_piece_tetra(v(-1, -1, -1), corner[1], corner[2], corner[3]);
    }
}

/* A root, and pieces below it. */
static inline body cube_of_leaves(const fk_piece *leaf, uint32_t count)
{
    fk_cell_input input[65] = {{.cell = cube(-1, -1, -1, 2).as.cell, .kind = FK_KIND_BOX, .parent = FK_NONE}};
    for (uint32_t i = 0; i < count; i++)
        input[i + 1] = (fk_cell_input){leaf[i].as.cell, leaf[i].kind, 0};
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_nodes(context, input, count + 1, 4, NULL, &tree), FK_OK);
    return body_of_cells(tree);
}

static inline body cube_of_triangles(int n)
{
    uint8_t full[64];
    soup *s = soup_make();
    memset(full, 1, sizeof full);
    soup_add_cells(s, full, n);
    soup_move(s, v(2.0 / n, 2.0 / n, 2.0 / n), v(-1, -1, -1));
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return body_of_mesh(mesh, true);
}

static inline body cube_form(int form)
{
    fk_piece piece[64];
    fk_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = v(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    switch (form) {
    case 0:
        return cube_of_boxes(1);
    case 1:
        piece[0] = fk_piece_hull(corner, 8);
        body b = body_of_pieces(piece, 1);
        /* As the corners are not kept. */
        b.piece[0] = cube(-1, -1, -1, 2);
        return b;
    case 2:
        cube_in_six(piece);
        return body_of_pieces(piece, 6);
    case 3:
        return cube_of_boxes(4);
    case 4:
        cube_in_six(piece);
        return cube_of_leaves(piece, 6);
    case 5:
        for (int i = 0; i < 64; i++)
            piece[i] = cube(i % 4 * 0.5 - 1, i / 4 % 4 * 0.5 - 1, i / 16 * 0.5 - 1, 0.5);
        return cube_of_leaves(piece, 64);
    case 6:
        return cube_of_triangles(1);
    case 7:
        return cube_of_triangles(2);
    default:
        return cube_of_boxes(2);
    }
}

/* ---- Bodies of all kinds ------------------------------------------------------------------------------- */

#define HULL_POINTS 7

/* A piece of any kind but half-spaces, about in the cube from -1 to 1; points are for a hull. */
static inline fk_piece any_piece(fk_random *random, fk_vec3 point[HULL_POINTS])
{
    fk_vec3 p = any_place(random, 1), e[3];
    for (int k = 0; k < 3; k++)
        e[k] = any_place(random, 0.4);
    double r = fk_random_between(random, 0.05, 0.3);
    switch (fk_random_below(random, 12)) {
    case 0:
        return fk_piece_point(p);
    case 1:
        return fk_piece_segment(p, fk_vec3_add(p, e[0]));
    case 2:
        return fk_piece_triangle(p, fk_vec3_add(p, e[0]), fk_vec3_add(p, e[1]));
    case 3:
        return fk_piece_tetra(p, e[0], e[1], e[2]);
    case 4:
        return fk_piece_sphere(p, r);
    case 5:
        return fk_piece_capsule(p, fk_vec3_add(p, e[0]), r);
    case 6:
        return fk_piece_cylinder(p, fk_vec3_add(p, e[0]), r);
    case 7:
        return fk_piece_cone(p, fk_vec3_add(p, e[0]), r);
    case 8:
        return fk_piece_ellipsoid(p, e[0], e[1], e[2]);
    case 9:
        for (int k = 0; k < HULL_POINTS; k++)
            point[k] = fk_vec3_add(p, any_place(random, 0.4));
        return fk_piece_hull(point, HULL_POINTS);
    case 10: /* flat */
        return fk_piece_box(p, e[0], e[1], fk_vec3_add(e[0], e[1]));
    default:
        return fk_piece_box(p, e[0], e[1], e[2]);
    }
}

/* Hulls are kept by the collider; its pieces have the points of that one. */
static inline body any_compound(fk_random *random, uint32_t count, bool has_half)
{
    static fk_vec3 point[2][64][HULL_POINTS];
    static int turn;
    fk_piece piece[64];
    turn = 1 - turn; /* two at a time */
    for (uint32_t i = 0; i < count; i++)
        piece[i] = any_piece(random, point[turn][i]);
    if (has_half)
        piece[count / 2] = fk_piece_half_space(any_place(random, 1), -1.5);
    return body_of_pieces(piece, count);
}

static inline fk_mesh *any_lattice(fk_random *random)
{
    uint8_t full[8];
    soup *s = soup_make();
    while (fill_cells(random, full, 2) == 0)
        continue;
    soup_add_cells(s, full, 2);
    soup_move(s, v(1, 1, 1), v(-1, -1, -1));
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static inline body any_cells(fk_random *random)
{
    fk_mesh *mesh = any_lattice(random);
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
    fk_mesh_free(context, mesh);
    return body_of_cells(tree);
}

#define BODY_KINDS 6

/* About in the cube from -1 to 1. */
static inline body any_body(fk_random *random, uint64_t kind)
{
    switch (kind) {
    case 0:
        return any_compound(random, 1, false);
    case 1:
        return any_compound(random, 2 + (uint32_t)fk_random_below(random, 7),
                            fk_random_below(random, 4) == 0);
    case 2:
        return any_compound(random, 9 + (uint32_t)fk_random_below(random, 30), false);
    case 3:
        return body_of_mesh(any_lattice(random), true);
    case 4:
        return body_of_mesh(any_soup(random, 40, 1), false);
    default:
        return any_cells(random);
    }
}

#endif
