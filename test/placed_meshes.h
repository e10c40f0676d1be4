/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes in places, for tests of trees. */

#ifndef FARKAS_TEST_PLACED_MESHES_H
#define FARKAS_TEST_PLACED_MESHES_H

#include <math.h>

#include "farkas/tree.h"
#include "gen/generate.h"
#include "mesh_shapes.h"

/* Of all tests of a file: make_context and end_context are for the group. */
static fk_context *context;

static inline int make_context(void **state)
{
    (void)state;
    context = usual_context();
    return 0;
}

static inline int end_context(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return 0;
}

static inline fk_placed_mesh placed(const fk_mesh *mesh, fk_pose pose)
{
    fk_placed_mesh out = {.mesh = mesh, .pose = pose};
    fk_tree *tree = NULL;
    assert_int_equal(fk_tree_build(context, mesh, NULL, &tree), FK_OK);
    out.tree = tree;
    return out;
}

static inline fk_placed_mesh at_rest(const fk_mesh *mesh, bool is_solid)
{
    fk_placed_mesh out = placed(mesh, fk_pose_identity());
    out.is_solid = is_solid;
    return out;
}

static inline void drop(fk_placed_mesh *a)
{
    fk_tree_free(context, (fk_tree *)a->tree);
    fk_mesh_free(context, (fk_mesh *)a->mesh);
}

/* The first part of what a generator makes. */
static inline fk_mesh *generated(const char *name, uint32_t triangles)
{
    fk_generate_options options = {.triangles = triangles};
    fk_model *model = NULL;
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_generate(context, fk_generate_find(name), &options, &model), FK_OK);
    assert_int_equal(fk_mesh_join(context, model->part, 1, &mesh), FK_OK);
    fk_model_free(context, model);
    return mesh;
}

/* Between -size and size, which may be 0. */
static inline double between(fk_random *random, double size)
{
    return size > 0 ? (2 * fk_random_unit(random) - 1) * size : 0;
}

static inline fk_vec3 any_place(fk_random *random, double size)
{
    double x = between(random, size), y = between(random, size);
    return fk_vec3_make(x, y, between(random, size));
}

/* Triangles of all sizes, needles, segments and points among them. */
static inline fk_mesh *any_soup(fk_random *random, uint32_t count, double size)
{
    soup *s = soup_make();
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 a = any_place(random, size), b, c;
        double reach = ldexp(size, -(int)fk_random_below(random, 6));
        b = fk_vec3_add(a, any_place(random, reach));
        c = fk_vec3_add(a, any_place(random, reach));
        switch (fk_random_below(random, 8)) {
        case 0:
            c = b;
            break;
        case 1:
            b = c = a;
            break;
        case 2:
            c = fk_vec3_add(a, fk_vec3_scale(fk_vec3_sub(b, a), 0.5));
            break;
        default:
            break;
        }
        soup_add(s, a, b, c);
    }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static inline fk_pose any_pose(fk_random *random, double reach)
{
    fk_vec3 place = any_place(random, reach);
    return fk_pose_from_rpy(place, any_place(random, 3.2));
}

/* One of the 24 turns of a cube, exact. */
static inline fk_pose quarter_turn(fk_random *random, fk_vec3 place)
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    fk_pose pose = {.translation = place};
    const int *o = order[fk_random_below(random, 6)];
    for (int i = 0; i < 3; i++)
        pose.rotation[i][o[i]] = fk_random_below(random, 2) ? 1 : -1;
    return pose;
}

#endif
