/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One cube in many forms, as colliders: for tests that ask the same of all of them. */

#ifndef FARKAS_TEST_COLLIDER_FORMS_H
#define FARKAS_TEST_COLLIDER_FORMS_H

#include "farkas/body.h"
#include "pieces.h"
#include "placed_meshes.h"

typedef enum form {
    FORM_BOX,
    FORM_HULL,
    FORM_TETRAS, /* a compound of six */
    FORM_BOXES,  /* a compound of 64 */
    FORM_TREE,   /* of six tetrahedra */
    FORM_BLOCKS, /* a tree of 8 boxes of 8 */
    FORM_MESH,   /* of 12 triangles */
    FORM_FINE,   /* of 48 */
    FORM_COUNT
} form;

/* From -half to half. */
typedef struct cube_forms {
    double half;
    fk_collider *collider[FORM_COUNT];
    fk_mesh *mesh[2];
    fk_cell_tree *tree[2];
} cube_forms;

static inline void six_tetras(double h, fk_piece out[6])
{
    static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 6; i++) {
        double edge[3][3] = {{0}};
        for (int k = 0; k < 3; k++) /* one axis, two, all three */
            for (int j = 0; j <= k; j++)
                edge[k][order[i][j]] = 2 * h;
        out[i] = fk_piece_tetra(v(-h, -h, -h), v(edge[0][0], edge[0][1], edge[0][2]),
                                v(edge[1][0], edge[1][1], edge[1][2]), v(edge[2][0], edge[2][1], edge[2][2]));
    }
}

/* n boxes along each side. */
static inline void many_boxes(double h, int n, fk_piece *out)
{
    double side = 2 * h / n;
    for (int i = 0; i < n * n * n; i++)
        out[i] = cube(-h + side * (i % n), -h + side * (i / n % n), -h + side * (i / n / n), side);
}

static inline fk_mesh *cube_mesh(double h, int n)
{
    soup *s = soup_make();
    uint8_t full[64];
    memset(full, 1, sizeof full);
    soup_add_cells(s, full, n);
    soup_move(s, v(2 * h / n, 2 * h / n, 2 * h / n), v(-h, -h, -h));
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static inline fk_cell_tree *tetra_tree(double h)
{
    fk_piece tetra[6], root = cube(-h, -h, -h, 2 * h);
    fk_cell_input input[7] = {{root.as.cell, FK_KIND_BOX, FK_NONE}};
    fk_cell_tree *tree = NULL;
    six_tetras(h, tetra);
    for (int i = 0; i < 6; i++)
        input[i + 1] = (fk_cell_input){tetra[i].as.cell, FK_KIND_TETRA, 0};
    assert_int_equal(fk_cell_tree_of_nodes(context, input, 7, 0, NULL, &tree), FK_OK);
    return tree;
}

static inline fk_cell_tree *block_tree(double h)
{
    fk_piece large[8], small[64], root = cube(-h, -h, -h, 2 * h);
    fk_cell_input input[73] = {{root.as.cell, FK_KIND_BOX, FK_NONE}};
    fk_cell_tree *tree = NULL;
    many_boxes(h, 2, large);
    many_boxes(h, 4, small);
    for (uint32_t i = 0; i < 8; i++)
        input[i + 1] = (fk_cell_input){large[i].as.cell, FK_KIND_BOX, 0};
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t parent = (i % 4) / 2 + 2 * (i / 4 % 4 / 2) + 4 * (i / 16 / 2);
        input[i + 9] = (fk_cell_input){small[i].as.cell, FK_KIND_BOX, 1 + parent};
    }
    assert_int_equal(fk_cell_tree_of_nodes(context, input, 73, 0, NULL, &tree), FK_OK);
    return tree;
}

static inline fk_collider *of_pieces(const fk_piece *piece, uint32_t count)
{
    fk_collider *made = NULL;
    assert_int_equal(fk_collider_of_pieces(context, piece, count, &made), FK_OK);
    return made;
}

static inline fk_collider *of_mesh(const fk_mesh *mesh)
{
    fk_collider *made = NULL;
    assert_int_equal(fk_collider_of_mesh(context, mesh, NULL, &made), FK_OK);
    return made;
}

static inline fk_collider *of_cells(const fk_cell_tree *tree)
{
    fk_collider *made = NULL;
    assert_int_equal(fk_collider_of_cells(context, tree, &made), FK_OK);
    return made;
}

static inline cube_forms forms_make(double h)
{
    cube_forms f = {.half = h};
    fk_piece box = cube(-h, -h, -h, 2 * h), tetra[6], small[64];
    fk_vec3 corner[9] = {{0, 0, 0}}; /* one is inside */
    for (int i = 0; i < 8; i++)
        corner[i] = v(i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h);
    fk_piece hull = fk_piece_hull(corner, 9);
    six_tetras(h, tetra);
    many_boxes(h, 4, small);
    f.mesh[0] = cube_mesh(h, 1);
    f.mesh[1] = cube_mesh(h, 2);
    f.tree[0] = tetra_tree(h);
    f.tree[1] = block_tree(h);
    f.collider[FORM_BOX] = of_pieces(&box, 1);
    f.collider[FORM_HULL] = of_pieces(&hull, 1);
    f.collider[FORM_TETRAS] = of_pieces(tetra, 6);
    f.collider[FORM_BOXES] = of_pieces(small, 64);
    f.collider[FORM_TREE] = of_cells(f.tree[0]);
    f.collider[FORM_BLOCKS] = of_cells(f.tree[1]);
    f.collider[FORM_MESH] = of_mesh(f.mesh[0]);
    f.collider[FORM_FINE] = of_mesh(f.mesh[1]);
    return f;
}

static inline void forms_free(cube_forms *f)
{
    for (int i = 0; i < FORM_COUNT; i++)
        fk_collider_free(context, f->collider[i]);
    for (int i = 0; i < 2; i++) {
        fk_mesh_free(context, f->mesh[i]);
        fk_cell_tree_free(context, f->tree[i]);
    }
}

static inline bool is_mesh_form(int i)
{
    return i == FORM_MESH || i == FORM_FINE;
}

#endif
