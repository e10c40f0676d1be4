/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders of all kinds in places of all kinds, and their parts one by one. Include cmocka.h first. */

#ifndef FARKAS_TEST_COLLIDER_KINDS_H
#define FARKAS_TEST_COLLIDER_KINDS_H

#include "collider_forms.h"
#include "fpu_modes.h"
#include "body/body.h"

#define FORMS (FORM_COUNT + 6)

typedef struct colliders {
    cube_forms cubes;
    fk_mesh *torus, *plane;
    fk_cell_tree *tree;
    fk_collider *made[FORMS];
} colliders;

/* A field of which all heights are nearly the same, and as exact in floats: far fewer than all triangles are looked
 * at, and boxes end where these do. */
static inline fk_mesh *flat_field(fk_random *random)
{
    soup *s = soup_make();
    for (int i = 0; i < 100; i++) {
        fk_vec3 p = v(i % 10, (double)(i / 10), 0x1p-20 * (double)fk_random_below(random, 64));
        soup_add(s, p, v(p.x + 1, p.y, p.z), v(p.x, p.y + 1, p.z));
    }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static inline colliders colliders_make(fk_random *random)
{
    fk_vec3 point[4] = {{1, 2, 3}, {0.1, 0.2, 0.7}, {-1, 0.3, 0}, {0, 0, -1}};
    fk_piece mixed[6] = {fk_piece_sphere(v(1, 0, 0), 0.7),
                         fk_piece_capsule(v(0, 0, 0), v(0.1, 0.2, 3), 0.3),
                         fk_piece_hull(point, 4),
                         fk_piece_tetra(v(0, 0, 0), v(-1, 0.1, 0), v(0, -1, 0.1), v(0.3, 0.3, -2)),
                         fk_piece_segment(v(-2, 0.1, 0), v(1, 1, 1)),
                         fk_piece_triangle(v(-2, 0.1, 0), v(1, 1, 1), v(0, -2, 0.3))};
    fk_piece smooth[3] = {fk_piece_cylinder(v(1, 0, 0), v(0.1, 0.2, 0.9), 0.7),
                          fk_piece_cone(v(0, 0, 0), v(0.1, 0.2, 3), 0.3),
                          fk_piece_ellipsoid(v(0, -1, 0), v(1, 0.1, 0), v(0, 0.5, 0.2), v(0.1, 0.2, 2))};
    colliders c = {.cubes = forms_make(1), .torus = generated("torus", 2000), .plane = flat_field(random)};
    assert_int_equal(fk_cell_tree_of_surface(context, c.torus, &c.tree), FK_OK);
    memcpy(c.made, c.cubes.collider, sizeof c.cubes.collider);
    c.made[FORM_COUNT] = of_mesh(c.torus);
    c.made[FORM_COUNT + 1] = of_cells(c.tree);
    c.made[FORM_COUNT + 2] = of_mesh(c.plane);
    c.made[FORM_COUNT + 3] = of_pieces(mixed, 6);
    c.made[FORM_COUNT + 4] = of_pieces(smooth, 3);
    c.made[FORM_COUNT + 5] = of_pieces(mixed, 1);
    return c;
}

static inline void colliders_free(colliders *c)
{
    for (int i = FORM_COUNT; i < FORMS; i++)
        fk_collider_free(context, c->made[i]);
    fk_cell_tree_free(context, c->tree);
    fk_mesh_free(context, c->torus);
    fk_mesh_free(context, c->plane);
    forms_free(&c->cubes);
}

/* Near and far, small and large; rotations, or not quite, or not at all. */
static inline fk_pose any_place_of(fk_random *random)
{
    static const double far[] = {0, 3, 3, 1e7, 1e15, 1e-300, 1e300};
    static const double scale[] = {1, 1, 1, 1 - 1e-7, 1e-300, 1e290, 1e-308};
    fk_pose pose = any_pose(random, far[fk_random_below(random, 7)]);
    double by = scale[fk_random_below(random, 7)];
    if (fk_random_below(random, 6) == 0)
        pose.rotation[0][1] += fk_random_below(random, 2) ? 1e-7 : 0.5;
    if (fk_random_below(random, 6) == 0)
        pose = quarter_turn(random, pose.translation);
    for (int i = 0; i < 9; i++)
        pose.rotation[i / 3][i % 3] *= by;
    return pose;
}

typedef void part_check(void *user, const fk_piece *part);

/* All parts of a collider as they are in a state of the floating-point unit; what is checked is in the usual one. */
static inline void each_part(const fk_prepared_collider *a, int mode, part_check *check, void *user)
{
    for (uint32_t i = 0; i < a->collider->part_count; i++) {
        fk_piece part;
        fk_vec3 point[64];
        fpu_set(mode);
        if (a->collider->kind == FK_COLLIDER_PIECES) {
            part = a->piece[i];
            if (part.kind == FK_KIND_HULL) { /* posed: its points depend on the mode */
                assert_true(part.as.hull.count <= 64);
                part = fk_piece_place(&a->collider->piece[i], &a->pose, point);
            }
        } else if (a->collider->kind == FK_COLLIDER_CELLS) {
            const fk_cell_node *n = &a->collider->cells->node[i];
            part = (fk_piece){.kind = n->kind, .as.cell = n->cell};
            part = fk_piece_place(&part, &a->pose, NULL);
            if (n->child_count > 0)
                continue;
        } else {
            const fk_mesh *mesh = a->collider->mesh.mesh;
            const uint32_t *c = mesh->triangle[i].corner;
            part = fk_piece_triangle(fk_pose_apply(&a->pose, mesh->point[c[0]]),
                                     fk_pose_apply(&a->pose, mesh->point[c[1]]),
                                     fk_pose_apply(&a->pose, mesh->point[c[2]]));
        }
        fpu_set(0);
        check(user, &part);
    }
    fpu_set(0);
}

#endif
