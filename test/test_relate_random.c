/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How two meshes lie to each other: random tetrahedra with corners on a small lattice, so that they touch in every way, against the oracle
 * for convex pieces. Alone and in pairs that overlap; as solids and as surfaces; flat ones; at any scale; in every state of the
 * floating-point unit. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "ask_oracle.h"
#include "farkas/tree.h"
#include "fpu_modes.h"
#include "mesh_shapes.h"
#include "sanitized.h"

static fk_context *context;

/* ---- Tetrahedra ---------------------------------------------------------------------------------------- */

typedef struct tetra {
    fk_vec3 corner[4]; /* whole numbers */
    fk_vec3 place[4];  /* scaled */
} tetra;

typedef struct shape {
    tetra part[2];
    uint32_t count;
    fk_mesh *mesh;
    fk_tree *tree;
    fk_placed_mesh placed;
} shape;

static double side_of(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    return fk_vec3_dot(fk_vec3_cross(fk_vec3_sub(*b, *a), fk_vec3_sub(*c, *a)), fk_vec3_sub(*d, *a));
}

static tetra random_tetra(fk_random *random, uint64_t side, double scale, fk_vec3 shift)
{
    tetra t;
    for (int i = 0; i < 4; i++) {
        double x = (double)fk_random_below(random, side), y = (double)fk_random_below(random, side);
        t.corner[i] = fk_vec3_make(x + shift.x, y + shift.y, (double)fk_random_below(random, side) + shift.z);
    }
    /* All the same way around: where two shells of opposite ways overlap, they are hollow. */
    if (side_of(&t.corner[0], &t.corner[1], &t.corner[2], &t.corner[3]) < 0) {
        fk_vec3 swap = t.corner[0];
        t.corner[0] = t.corner[1];
        t.corner[1] = swap;
    }
    for (int i = 0; i < 4; i++)
        t.place[i] = fk_vec3_scale(t.corner[i], scale);
    return t;
}

static void make_shape(shape *s, soup *room, bool is_inverted)
{
    static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    room->count = 0;
    for (uint32_t i = 0; i < s->count; i++)
        for (int k = 0; k < 4; k++) {
            const fk_vec3 *p = s->part[i].place;
            soup_add(room, p[face[k][0]], p[face[k][1]], p[face[k][2]]);
        }
    if (is_inverted)
        soup_turn(room, 0);
    s->mesh = soup_mesh(context, room);
    assert_int_equal(fk_tree_build(context, s->mesh, NULL, &s->tree), FK_OK);
    s->placed = (fk_placed_mesh){s->mesh, s->tree, fk_pose_identity(), true};
}

static void free_shape(shape *s)
{
    fk_tree_free(context, s->tree);
    fk_mesh_free(context, s->mesh);
}

/* ---- What is true -------------------------------------------------------------------------------------- */

static bool is_full(const tetra *t)
{
    return side_of(&t->corner[0], &t->corner[1], &t->corner[2], &t->corner[3]) != 0;
}

static fk_piece hull_of(const tetra *t)
{
    fk_piece piece = fk_piece_hull(t->place, 4);
    return piece;
}

/* Whether a tetrahedron has a point, given in whole numbers divided by `under`: as the oracle says of the point itself. */
static bool has_point(const tetra *t, fk_vec3 point, double under)
{
    fk_vec3 corner[4];
    for (int i = 0; i < 4; i++)
        corner[i] = fk_vec3_scale(t->corner[i], under);
    fk_piece hull = fk_piece_hull(corner, 4), p = fk_piece_point(point);
    return ask_oracle(&hull, &p) != FK_APART;
}

static bool has_all(const tetra *t, const shape *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        for (int k = 0; k < 4; k++)
            if (!has_point(t, s->part[i].corner[k], 1))
                return false;
    return true;
}

/* Whether a lies in b: 1 or 0, or -1 when it is not known, for b of two parts that hold it only together. Means of corners are
 * tried. */
static int is_in(const shape *a, const shape *b, fk_random *random)
{
    if (b->count == 1)
        return has_all(&b->part[0], a);
    for (uint32_t i = 0; i < a->count; i++) {
        shape alone = *a;
        alone.part[0] = a->part[i];
        alone.count = 1;
        if (has_all(&b->part[0], &alone) || has_all(&b->part[1], &alone))
            continue;
        for (int tries = 0; tries < 20; tries++) {
            fk_vec3 sum = {0, 0, 0};
            for (int k = 0; k < 8; k++)
                sum = fk_vec3_add(sum, a->part[i].corner[fk_random_below(random, 4)]);
            if (!has_point(&b->part[0], sum, 8) && !has_point(&b->part[1], sum, 8))
                return 0;
        }
        return -1;
    }
    return 1;
}

/* ---- Solids -------------------------------------------------------------------------------------------- */

static void check_solids(const shape *a, const shape *b, fk_random *random, fk_relation_result *out)
{
    bool meets = false, is_hard = false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            fk_piece p = hull_of(&a->part[i]), q = hull_of(&b->part[k]);
            fk_verdict verdict = ask_oracle(&p, &q);
            meets |= verdict != FK_APART;
            is_hard |= verdict == FK_OVERLAPPING && is_full(&a->part[i]) && is_full(&b->part[k]);
        }
    bool says_in = out->relation == FK_RELATION_A_IN_B || out->relation == FK_RELATION_DUPLICATE;
    bool says_has = out->relation == FK_RELATION_B_IN_A || out->relation == FK_RELATION_DUPLICATE;
    int in = is_in(a, b, random), has = is_in(b, a, random);
    if (in >= 0)
        assert_int_equal(says_in, in);
    if (has >= 0)
        assert_int_equal(says_has, has);
    if (!says_in && !says_has)
        assert_int_equal(out->relation, is_hard ? FK_RELATION_HARD
                                        : meets ? FK_RELATION_CONTACT
                                                : FK_RELATION_APART);
    assert_int_equal(out->relation != FK_RELATION_APART, meets);
}

/* For two convex ones, the box is that of the pieces. */
static void check_box(const shape *a, const shape *b, const fk_relation_result *out)
{
    fk_aabb whole = fk_aabb_empty();
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            fk_piece p = hull_of(&a->part[i]), q = hull_of(&b->part[k]);
            fk_aabb box;
            if (fk_pair_box(&p, &q, &box) != FK_OK || box.min.x > box.max.x)
                continue;
            whole = fk_aabb_include(fk_aabb_include(whole, box.min), box.max);
        }
    for (int k = 0; k < 3; k++) {
        assert_true(fk_vec3_get(whole.min, k) == fk_vec3_get(out->box.min, k));
        assert_true(fk_vec3_get(whole.max, k) == fk_vec3_get(out->box.max, k));
    }
}

/* ---- Surfaces ------------------------------------------------------------------------------------------ */

static fk_piece triangle_of(const shape *s, uint32_t t)
{
    const uint32_t *index = s->mesh->triangle[t].corner;
    const fk_vec3 *p = s->mesh->point;
    return fk_piece_triangle(p[index[0]], p[index[1]], p[index[2]]);
}

/* The first as a surface. */
static void check_surface(const shape *a, const shape *b, fk_relation relation)
{
    bool meets = false, is_hard = false;
    for (uint32_t t = 0; t < a->mesh->triangle_count; t++)
        for (uint32_t k = 0; k < b->count; k++) {
            fk_piece p = triangle_of(a, t), q = hull_of(&b->part[k]);
            fk_verdict verdict = ask_oracle(&p, &q);
            meets |= verdict != FK_APART;
            is_hard |= verdict == FK_OVERLAPPING && is_full(&b->part[k]);
        }
    assert_int_equal(relation != FK_RELATION_APART, meets);
    if (b->count == 1)
        assert_int_equal(relation == FK_RELATION_A_IN_B || relation == FK_RELATION_DUPLICATE,
                         has_all(&b->part[0], a));
    if (relation <= FK_RELATION_HARD && meets)
        assert_int_equal(relation == FK_RELATION_HARD, is_hard);
    if (is_full(&b->part[0]))
        assert_true(relation != FK_RELATION_B_IN_A && relation != FK_RELATION_DUPLICATE);
}

static void check_surfaces(const shape *a, const shape *b, fk_relation relation)
{
    bool meets = false, is_hard = false;
    for (uint32_t t = 0; t < a->mesh->triangle_count; t++)
        for (uint32_t u = 0; u < b->mesh->triangle_count; u++) {
            fk_piece p = triangle_of(a, t), q = triangle_of(b, u);
            fk_verdict verdict = ask_oracle(&p, &q);
            meets |= verdict != FK_APART;
            is_hard |= verdict == FK_OVERLAPPING;
        }
    assert_int_equal(relation != FK_RELATION_APART, meets);
    if (is_hard)
        assert_true(relation >= FK_RELATION_HARD);
}

/* ---- All ----------------------------------------------------------------------------------------------- */

static fk_relation exchanged(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

static fk_relation_result *relate(const shape *a, const shape *b, int mode)
{
    fk_relation_result *out = NULL, *back = NULL;
    fpu_set(mode);
    fk_status there = fk_placed_relate(context, &a->placed, &b->placed, &out);
    fk_status again = fk_placed_relate(context, &b->placed, &a->placed, &back);
    fpu_set(0);
    assert_int_equal(there, FK_OK);
    assert_int_equal(again, FK_OK);
    assert_int_equal(back->relation, exchanged(out->relation));
    assert_memory_equal(&back->box, &out->box, sizeof out->box);
    assert_memory_equal(&back->point, &out->point, sizeof out->point);
    fk_relation_result_free(context, back);
    return out;
}

static void try_shapes(shape *a, shape *b, fk_random *random, int mode)
{
    fk_relation_result *out = relate(a, b, mode);
    check_solids(a, b, random, out);
    if (out->relation != FK_RELATION_APART)
        check_box(a, b, out);
    fk_relation_result_free(context, out);
    a->placed.is_solid = false;
    out = relate(a, b, mode);
    check_surface(a, b, out->relation);
    fk_relation_result_free(context, out);
    b->placed.is_solid = false;
    out = relate(a, b, mode);
    check_surfaces(a, b, out->relation);
    fk_relation_result_free(context, out);
}

static void try_seed(uint64_t seed, soup *room)
{
    static const double scale[] = {1, 0x1p-1073, 0x1p-40, 0x1p1020, 1 + 0x1p-50};
    fk_random random = fk_random_make(seed);
    uint64_t side = 2 + fk_random_below(&random, 4), size = fk_random_below(&random, 20);
    double unit = scale[size < 4 ? size + 1 : 0];
    fk_vec3 shift = fk_vec3_make(0, 0, 0);
    if (size > 15)
        shift = fk_vec3_make(1000, 1000, 1000);
    shape a, b;
    a.count = 1 + (fk_random_below(&random, 3) == 0);
    b.count = 1 + (fk_random_below(&random, 3) == 0);
    for (uint32_t i = 0; i < a.count; i++)
        a.part[i] = random_tetra(&random, side, unit, shift);
    for (uint32_t i = 0; i < b.count; i++)
        b.part[i] = random_tetra(&random, side, unit, shift);
    if (fk_random_below(&random, 10) == 0)
        b.part[0] = a.part[0];
    make_shape(&a, room, fk_random_below(&random, 4) == 0);
    make_shape(&b, room, fk_random_below(&random, 4) == 0);
    int mode = fk_random_below(&random, 3) == 0 ? (int)fk_random_below(&random, FPU_MODES) : 0;
    /* Without denormals, such places would be 0 as soon as they are placed. */
    try_shapes(&a, &b, &random, unit < 0x1p-1000 ? mode & 3 : mode);
    free_shape(&a);
    free_shape(&b);
}

static void tetrahedra(void **state)
{
    (void)state;
    context = usual_context();
    soup *room = soup_make();
    for (uint64_t seed = 0; seed < 1500 / SHARE; seed++)
        try_seed(seed, room);
    free(room);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(tetrahedra, fpu_usual)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
