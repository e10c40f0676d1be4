/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Verdicts on colliders. One cube as a box, a hull, compounds, trees of cells and meshes has to answer the
 * same in all its forms, against all forms of another one and against other shapes, in all places where
 * nothing is rounded. Compounds and trees are held against all pairs of their parts, meshes against their
 * relations. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "collider_forms.h"
#include "farkas/farkas.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "body/body.h"

static fk_verdict verdict_of(fk_placed_collider a, fk_placed_collider b, fk_collider_cache *cache)
{
    fk_verdict verdict = FK_UNDECIDED;
    assert_int_equal(fk_collider_verdict(context, &a, &b, cache, &verdict), FK_OK);
    return verdict;
}

/* Cold and warm, and both orders. */
static void assert_verdict(fk_placed_collider a, fk_placed_collider b, fk_collider_cache *cache,
                           fk_verdict expected)
{
    fk_collider_cache other;
    memcpy(&other, cache, sizeof other);
    assert_int_equal(verdict_of(a, b, NULL), expected);
    assert_int_equal(verdict_of(b, a, NULL), expected);
    assert_int_equal(verdict_of(a, b, cache), expected);
    assert_int_equal(verdict_of(a, b, cache), expected);
    assert_int_equal(verdict_of(b, a, &other), expected);
}

/* ---- Cubes --------------------------------------------------------------------------------------------- */

static fk_verdict verdict_on_cubes(double half_a, const fk_pose *at_a, double half_b, const fk_pose *at_b)
{
    fk_piece a = cube(-half_a, -half_a, -half_a, 2 * half_a), b = cube(-half_b, -half_b, -half_b, 2 * half_b);
    a = fk_piece_place(&a, at_a, NULL);
    b = fk_piece_place(&b, at_b, NULL);
    return fk_pair_verdict(&a, &b);
}

/* Some pairs of forms in one place; caches stay from place to place. */
static void try_forms(fk_random *random, const cube_forms *f, const cube_forms *g, const fk_pose *at_a,
                      const fk_pose *at_b, fk_collider_cache cache[FORM_COUNT][FORM_COUNT])
{
    fk_verdict expected = verdict_on_cubes(f->half, at_a, g->half, at_b);
    for (int k = 0; k < 6; k++) {
        int i = (int)fk_random_below(random, FORM_COUNT), j = (int)fk_random_below(random, FORM_COUNT);
        fk_placed_collider a = {f->collider[i], *at_a}, b = {g->collider[j], *at_b};
        assert_verdict(a, b, &cache[i][j], expected);
    }
}

/* Steps of half a unit make most pairs touch, in faces, edges and corners, or lie in each other. */
static void test_cubes_on_a_grid(void **state)
{
    (void)state;
    static fk_collider_cache cache[FORM_COUNT][FORM_COUNT];
    memset(cache, 0, sizeof cache);
    fk_random random = fk_random_make(71);
    cube_forms f = forms_make(1), g = forms_make(0.5), h = forms_make(2);
    const cube_forms *other[3] = {&f, &g, &h};
    for (int i = 0; i < 700 / SHARE; i++) {
        fk_pose at_a = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 3), 0.5));
        fk_pose at_b = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 5), 0.5));
        try_forms(&random, &f, other[i % 3], &at_a, &at_b, cache);
    }
    forms_free(&f);
    forms_free(&g);
    forms_free(&h);
}

/* Any places: no two of them touch. Small steps, so that caches are of use. */
static void test_cubes_anywhere(void **state)
{
    (void)state;
    static fk_collider_cache cache[FORM_COUNT][FORM_COUNT];
    memset(cache, 0, sizeof cache);
    fk_random random = fk_random_make(72);
    cube_forms f = forms_make(1), g = forms_make(0.375);
    fk_vec3 place = v(2, 1, 0), turn = v(0, 0, 0);
    for (int i = 0; i < 500 / SHARE; i++) {
        place = fk_vec3_add(fk_vec3_scale(place, 0.98), any_place(&random, 0.3));
        turn = fk_vec3_add(turn, any_place(&random, 0.2));
        fk_pose at_a = fk_pose_from_rpy(any_place(&random, 0.1), v(0.1, 0.2, 0.3));
        fk_pose at_b = fk_pose_from_rpy(place, turn);
        try_forms(&random, &f, i % 2 ? &f : &g, &at_a, &at_b, cache);
    }
    forms_free(&f);
    forms_free(&g);
}

/* ---- Other shapes -------------------------------------------------------------------------------------- */

static fk_piece any_solid(fk_random *random)
{
    fk_vec3 p = fk_vec3_scale(whole_vector(random, 4), 0.5), q = fk_vec3_scale(whole_vector(random, 4), 0.5);
    double r = 0.5 * (1 + (double)fk_random_below(random, 4));
    if (same_vector(p, q))
        q.x += 1;
    switch (fk_random_below(random, 6)) {
    case 0:
        return fk_piece_sphere(p, r);
    case 1:
        return fk_piece_capsule(p, q, r);
    case 2:
        return fk_piece_cylinder(p, q, r);
    case 3:
        return fk_piece_cone(p, q, r);
    case 4:
        return fk_piece_ellipsoid(p, v(r, 0, 0), v(0, 1, 0.5), v(0, 0, 0.25));
    default:
        return fk_piece_half_space(v(1 - (double)fk_random_below(random, 3), 2, 1), r - 1);
    }
}

/* Round, smooth and endless ones against all forms. */
static void test_solids_and_cubes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(73);
    cube_forms f = forms_make(1);
    fk_collider_cache cache;
    memset(&cache, 0, sizeof cache);
    uint32_t known = 0;
    for (int i = 0; i < 200 / SHARE; i++) {
        fk_piece solid = any_solid(&random), box = cube(-1, -1, -1, 2);
        fk_pose at = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 4), 0.5));
        fk_piece placed = fk_piece_place(&box, &at, NULL);
        fk_verdict expected = fk_pair_verdict(&solid, &placed);
        fk_collider *one = of_pieces(&solid, 1);
        fk_placed_collider a = {one, fk_pose_identity()};
        for (int k = 0; k < FORM_COUNT; k++) {
            fk_placed_collider b = {f.collider[k], at};
            fk_verdict found = verdict_of(a, b, NULL);
            assert_int_equal(verdict_of(b, a, &cache), found);
            assert_int_equal(verdict_of(a, b, &cache), found);
            /* Where a smooth piece touches, parts are not all decided. */
            if (expected == FK_APART || expected == FK_OVERLAPPING)
                assert_true(found == expected || found == FK_UNDECIDED);
            if (solid.kind == FK_KIND_SPHERE || solid.kind == FK_KIND_CAPSULE ||
                solid.kind == FK_KIND_HALF_SPACE)
                assert_int_equal(found, expected);
            known += found != FK_UNDECIDED;
        }
        fk_collider_free(context, one);
    }
    assert_true(known > 150u / SHARE * FORM_COUNT);
    forms_free(&f);
}

static fk_piece any_flat(fk_random *random, fk_vec3 point[8])
{
    for (int i = 0; i < 8; i++)
        point[i] = fk_vec3_scale(whole_vector(random, 6), 0.5);
    switch (fk_random_below(random, 6)) {
    case 0:
        return fk_piece_point(point[0]);
    case 1:
        return fk_piece_segment(point[0], point[1]);
    case 2:
        return fk_piece_triangle(point[0], point[1], point[2]);
    case 3:
        return fk_piece_box(point[0], point[1], point[2], v(0, 0, 0));
    case 4:
        return fk_piece_tetra(point[0], point[1], point[2], fk_vec3_add(point[1], point[2]));
    default:
        for (int i = 0; i < 8; i++)
            point[i].z = point[0].z;
        return fk_piece_hull(point, 8);
    }
}

/* Flat ones, as pieces; a triangle as a mesh, too. Parts of unions would only touch them on their common
 * faces. */
static void test_flat_pieces_and_cubes(void **state)
{
    (void)state;
    static const int forms[] = {FORM_BOX, FORM_HULL, FORM_MESH, FORM_FINE};
    fk_random random = fk_random_make(74);
    cube_forms f = forms_make(1);
    fk_collider_cache cache;
    memset(&cache, 0, sizeof cache);
    for (int i = 0; i < 1500 / SHARE; i++) {
        fk_vec3 point[8];
        fk_piece flat = any_flat(&random, point), box = cube(-1, -1, -1, 2);
        fk_pose at = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 2), 0.5));
        fk_piece placed = fk_piece_place(&box, &at, NULL);
        fk_verdict expected = fk_pair_verdict(&flat, &placed);
        fk_collider *one = of_pieces(&flat, 1);
        fk_placed_collider a = {one, fk_pose_identity()};
        for (int k = 0; k < 4; k++) {
            fk_placed_collider b = {f.collider[forms[k]], at};
            assert_verdict(a, b, &cache, expected);
        }
        fk_collider_free(context, one);
        if (flat.kind == FK_KIND_TRIANGLE) {
            soup *s = soup_make();
            soup_add(s, point[0], point[1], point[2]);
            fk_mesh *mesh = soup_mesh(context, s);
            fk_collider *surface = of_mesh(mesh);
            a.collider = surface;
            for (int k = 0; k < 4; k++) {
                fk_placed_collider b = {f.collider[forms[k]], at};
                assert_verdict(a, b, &cache, expected);
            }
            fk_collider_free(context, surface);
            fk_mesh_free(context, mesh);
            free(s);
        }
    }
    forms_free(&f);
}

/* ---- Unions against all pairs of parts ----------------------------------------------------------------- */

static fk_piece any_part(fk_random *random, fk_vec3 point[16])
{
    fk_vec3 p = whole_vector(random, 9);
    if (fk_random_below(random, 100) == 0)
        return fk_piece_half_space(v(0, 0, 1), -40);
    switch (fk_random_below(random, 7)) {
    case 0:
        return whole_hull(random, point);
    case 1:
        return fk_piece_sphere(p, 1.5);
    case 2:
        return fk_piece_capsule(p, fk_vec3_add(p, v(1, 2, 0)), 0.5);
    case 3:
        return fk_piece_triangle(p, fk_vec3_add(p, v(2, 0, 1)), fk_vec3_add(p, v(0, 2, 1)));
    case 4:
        return fk_piece_tetra(p, v(1, 0, 0), v(0, 2, 0), v(0, 1, 1));
    default:
        return cube(p.x, p.y, p.z, 1);
    }
}

static fk_collider *any_compound(fk_random *random, uint32_t count)
{
    fk_piece piece[40];
    static fk_vec3 point[40][16];
    for (uint32_t i = 0; i < count; i++)
        piece[i] = any_part(random, point[i]);
    return of_pieces(piece, count);
}

/* The parts of a collider in its place: pieces or leaves. */
static uint32_t parts_of(const fk_placed_collider *a, fk_piece *out, uint32_t *number)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->collider->part_count; i++) {
        number[count] = i;
        if (a->collider->kind == FK_COLLIDER_PIECES) {
            const fk_piece *p = &a->collider->piece[i];
            fk_vec3 *point = p->kind == FK_KIND_HULL ? malloc(p->as.hull.count * sizeof *point) : NULL;
            out[count++] = fk_piece_place(p, &a->pose, point);
        } else if (a->collider->cells->node[i].child_count == 0) {
            const fk_cell_node *n = &a->collider->cells->node[i];
            fk_piece p = {.kind = n->kind, .as.cell = n->cell};
            out[count++] = fk_piece_place(&p, &a->pose, NULL);
        }
    }
    return count;
}

static void drop_parts(fk_piece *part, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (part[i].kind == FK_KIND_HULL)
            free((void *)(uintptr_t)part[i].as.hull.point);
}

#define PARTS 2000

static fk_verdict most_of_parts(const fk_placed_collider *a, const fk_placed_collider *b, size_t *meeting)
{
    static fk_piece p[PARTS], q[PARTS];
    static uint32_t number[PARTS];
    uint32_t count_a = parts_of(a, p, number), count_b = parts_of(b, q, number);
    fk_verdict most = FK_APART;
    *meeting = 0;
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t j = 0; j < count_b; j++) {
            fk_verdict verdict = fk_pair_verdict(&p[i], &q[j]);
            assert_int_not_equal(verdict, FK_UNDECIDED);
            most = verdict > most ? verdict : most;
            *meeting += verdict != FK_APART;
        }
    drop_parts(p, count_a);
    drop_parts(q, count_b);
    return most;
}

static void assert_parts(fk_placed_collider a, fk_placed_collider b, fk_collider_cache *cache)
{
    size_t meeting, total, back;
    fk_verdict expected = most_of_parts(&a, &b, &meeting);
    assert_verdict(a, b, cache, expected);
    fk_collider_contact contact[4];
    assert_int_equal(fk_collider_contacts(context, &a, &b, contact, 4, &total), FK_OK);
    assert_int_equal(fk_collider_contacts(context, &b, &a, NULL, 0, &back), FK_OK);
    assert_int_equal(total, meeting);
    assert_int_equal(back, meeting);
    for (size_t i = 0; i < 4 && i < total; i++) {
        assert_true(contact[i].contact.count > 0);
        if (i > 0)
            assert_true(
                contact[i - 1].part_a < contact[i].part_a ||
                (contact[i - 1].part_a == contact[i].part_a && contact[i - 1].part_b < contact[i].part_b));
    }
}

static void test_compounds_and_their_parts(void **state)
{
    (void)state;
    fk_random random = fk_random_make(75);
    fk_collider_cache cache;
    memset(&cache, 0, sizeof cache);
    uint32_t seen[4] = {0};
    for (int i = 0; i < 200 / SHARE; i++) {
        uint32_t n = 1 + (uint32_t)fk_random_below(&random, 3),
                 m = 1 + (uint32_t)fk_random_below(&random, 40);
        fk_collider *a = any_compound(&random, n), *b = any_compound(&random, m);
        for (int k = 0; k < 4; k++) {
            fk_vec3 place = whole_vector(&random, 12);
            place.z += 20;
            fk_placed_collider p = {a, quarter_turn(&random, place)},
                               q = {b, quarter_turn(&random, v(0, 0, 20))};
            if (k % 2)
                p.pose = any_pose(&random, 12);
            assert_parts(p, q, &cache);
            seen[verdict_of(p, q, NULL)]++;
        }
        fk_collider_free(context, a);
        fk_collider_free(context, b);
    }
    assert_true(seen[FK_APART] > 10 / SHARE && seen[FK_TOUCHING] > 10 / SHARE &&
                seen[FK_OVERLAPPING] > 10 / SHARE);
}

static void test_trees_and_their_leaves(void **state)
{
    (void)state;
    fk_random random = fk_random_make(76);
    fk_collider_cache cache[2];
    memset(cache, 0, sizeof cache);
    fk_mesh *torus = generated("torus", 160);
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_surface(context, torus, &tree), FK_OK);
    cube_forms f = forms_make(0.5);
    fk_collider *ring = of_cells(tree), *parts = any_compound(&random, 12);
    for (int i = 0; i < 80 / SHARE; i++) {
        fk_placed_collider a = {ring, any_pose(&random, 1.2)},
                           b = {f.collider[FORM_BLOCKS], any_pose(&random, 0.5)};
        assert_parts(a, b, &cache[0]);
        b = (fk_placed_collider){parts, any_pose(&random, 6)};
        assert_parts(a, b, &cache[1]);
    }
    fk_collider_free(context, ring);
    fk_collider_free(context, parts);
    forms_free(&f);
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, torus);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* Solids are overlapping where their relation is hard or more; what is contained as a surface may only
 * touch. */
static void assert_relation(fk_placed_collider a, fk_placed_collider b, fk_collider_cache *cache)
{
    fk_placed_mesh m = fk_mesh_shape_place(&a.collider->mesh, &a.pose),
                   n = fk_mesh_shape_place(&b.collider->mesh, &b.pose);
    fk_relation_result *related = NULL;
    assert_int_equal(fk_placed_relate(context, &m, &n, &related), FK_OK);
    fk_verdict found = verdict_of(a, b, NULL);
    if (related->relation > FK_RELATION_HARD && !(m.is_solid && n.is_solid))
        assert_true(found == FK_TOUCHING || found == FK_OVERLAPPING);
    else
        assert_int_equal(found, related->relation >= FK_RELATION_HARD      ? FK_OVERLAPPING
                                : related->relation == FK_RELATION_CONTACT ? FK_TOUCHING
                                                                           : FK_APART);
    assert_verdict(a, b, cache, found);
    size_t total;
    assert_int_equal(fk_collider_contacts(context, &a, &b, NULL, 0, &total), FK_OK);
    assert_int_equal(total, related->pair_count);
    fk_relation_result_free(context, related);
}

static void test_meshes_and_their_relations(void **state)
{
    (void)state;
    static const char *const name[] = {"torus", "star", "bracket", "open-box", "sphere"};
    fk_random random = fk_random_make(77);
    fk_mesh *mesh[5];
    fk_collider *made[5];
    fk_collider_cache cache[5][5];
    memset(cache, 0, sizeof cache);
    for (int i = 0; i < 5; i++) {
        mesh[i] = generated(name[i], 200);
        made[i] = of_mesh(mesh[i]);
    }
    for (int i = 0; i < 300 / SHARE; i++) {
        int k = (int)fk_random_below(&random, 5), m = (int)fk_random_below(&random, 5);
        fk_placed_collider a = {made[k], any_pose(&random, 0.8)}, b = {made[m], any_pose(&random, 0.8)};
        if (i % 3 == 0) {
            a.pose = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 2), 0.5));
            b.pose = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 2), 0.5));
        }
        assert_relation(a, b, &cache[k][m]);
    }
    for (int i = 0; i < 5; i++) {
        fk_collider_free(context, made[i]);
        fk_mesh_free(context, mesh[i]);
    }
}

/* Two components, one of which is inside another solid without meeting it, and a cavity around a third. */
static void test_shells(void **state)
{
    (void)state;
    fk_collider_cache cache;
    memset(&cache, 0, sizeof cache);
    soup *two = soup_make(), *hollow = soup_make();
    soup_add_box(two, 0, 0, 0, 1, 1, 1);
    soup_add_box(two, 20, 0, 0, 21, 1, 1);
    soup_add_box(hollow, -9, -9, -9, 9, 9, 9);
    uint32_t first = hollow->count;
    soup_add_box(hollow, -4, -4, -4, 4, 4, 4);
    soup_turn(hollow, first);
    fk_mesh *mesh[2] = {soup_mesh(context, two), soup_mesh(context, hollow)};
    fk_collider *pair = of_mesh(mesh[0]), *wall = of_mesh(mesh[1]);
    fk_piece ball = fk_piece_sphere(v(0.5, 0.5, 0.5), 0.5), point = fk_piece_point(v(0.5, 0.5, 0.5));
    fk_collider *round = of_pieces(&ball, 1), *dot = of_pieces(&point, 1);
    fk_placed_collider a = {pair, fk_pose_identity()}, b = {wall, fk_pose_identity()};
    static const struct {
        double x;
        fk_verdict all, first;
    } at[] = {{0, FK_APART, FK_APART},         {-26, FK_OVERLAPPING, FK_APART},
              {-15, FK_OVERLAPPING, FK_APART}, {6, FK_OVERLAPPING, FK_OVERLAPPING},
              {9, FK_TOUCHING, FK_TOUCHING},   {3, FK_TOUCHING, FK_TOUCHING},
              {-20, FK_APART, FK_APART},       {10, FK_APART, FK_APART}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        a.pose.translation.x = at[i].x;
        assert_verdict(a, b, &cache, at[i].all);
        fk_placed_collider r = {round, a.pose};
        assert_verdict(r, b, &cache, at[i].first);
        r.collider = dot;
        assert_verdict(r, b, &cache, at[i].first == FK_TOUCHING ? FK_APART : at[i].first);
    }
    fk_collider_free(context, pair);
    fk_collider_free(context, wall);
    fk_collider_free(context, round);
    fk_collider_free(context, dot);
    fk_mesh_free(context, mesh[0]);
    fk_mesh_free(context, mesh[1]);
    free(two);
    free(hollow);
}

/* ---- Caches -------------------------------------------------------------------------------------------- */

static void test_any_cache(void **state)
{
    (void)state;
    fk_random random = fk_random_make(78);
    cube_forms f = forms_make(1);
    for (int i = 0; i < 1500 / SHARE; i++) {
        fk_collider_cache cache;
        uint64_t word[sizeof cache / 8 + 1];
        for (size_t k = 0; k < sizeof word / 8; k++)
            word[k] = fk_random_u64(&random) >> (fk_random_below(&random, 3) * 30);
        memcpy(&cache, word, sizeof cache);
        if (i % 2) {
            cache.pieces.verdict = i % 4 == 1 ? FK_APART : FK_OVERLAPPING;
            cache.pieces.is_known = 1;
            cache.pieces.direction = any_place(&random, 1);
            cache.pieces.inside = any_place(&random, 2);
            cache.part_a = (uint32_t)fk_random_below(&random, 20);
            cache.part_b = (uint32_t)fk_random_below(&random, 20);
        }
        int k = (int)fk_random_below(&random, FORM_COUNT), m = (int)fk_random_below(&random, FORM_COUNT);
        fk_pose at_a = quarter_turn(&random, v(0, 0, 0));
        fk_pose at_b = quarter_turn(&random, fk_vec3_scale(whole_vector(&random, 5), 0.5));
        fk_placed_collider a = {f.collider[k], at_a}, b = {f.collider[m], at_b};
        assert_int_equal(verdict_of(a, b, &cache), verdict_on_cubes(1, &at_a, 1, &at_b));
    }
    forms_free(&f);
}

/* Pairs that move a little are settled by what was kept. */
static void test_warm_pairs(void **state)
{
    (void)state;
    cube_forms f = forms_make(1);
    fk_piece round = fk_piece_cylinder(v(0, 0, -1), v(0, 0, 1), 1);
    fk_collider *cylinder = of_pieces(&round, 1);
    for (int i = 0; i <= FORM_COUNT; i++)
        for (int j = 0; j <= FORM_COUNT; j++) {
            fk_collider_cache cache;
            uint32_t warm[2] = {0, 0};
            memset(&cache, 0, sizeof cache);
            for (int step = 0; step < 20; step++) {
                bool is_far = step < 10, is_warm;
                fk_placed_collider a = {i == FORM_COUNT ? cylinder : f.collider[i], fk_pose_identity()};
                fk_placed_collider b = {
                    j == FORM_COUNT ? cylinder : f.collider[j],
                    fk_pose_from_rpy(v(is_far ? 2.9 : 0.9, 0.4, 0.3), v(0.01 * step, 0.3, 0.2))};
                fk_prepared_pair pair;
                fk_verdict verdict;
                assert_int_equal(fk_prepared_pair_make(context, &a, &b, &pair), FK_OK);
                assert_int_equal(fk_prepared_verdict(context, &pair.a, &pair.b, &cache, &verdict, &is_warm),
                                 FK_OK);
                assert_int_equal(verdict, is_far ? FK_APART : FK_OVERLAPPING);
                fk_prepared_pair_free(context, &pair);
                warm[is_far ? 0 : 1] += is_warm;
            }
            /* Trees that are apart at their roots are asked again: that is quicker. */
            bool is_dear = is_mesh_form(i) != is_mesh_form(j) || (i <= FORM_HULL && j <= FORM_HULL) ||
                           (i == FORM_COUNT && j == FORM_COUNT);
            bool is_quick = (i == FORM_TREE || i == FORM_BLOCKS) && (j == FORM_TREE || j == FORM_BLOCKS);
            assert_true(!is_dear || warm[0] >= 7);
            assert_true(!is_quick || warm[0] == 0);
            assert_true(warm[1] >= 4);
        }
    fk_collider_free(context, cylinder);
    forms_free(&f);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void test_scarce_memory(void **state)
{
    (void)state;
    cube_forms f = forms_make(1);
    fk_piece flat = fk_piece_triangle(v(-3, 0, 1), v(3, 0, 1), v(0, 3, 1));
    fk_collider *surface = of_pieces(&flat, 1);
    for (int i = 0; i <= FORM_COUNT; i++)
        for (int j = 0; j < FORM_COUNT; j++) {
            fk_placed_collider a = {i == FORM_COUNT ? surface : f.collider[i], fk_pose_identity()};
            fk_placed_collider b = {f.collider[j], fk_pose_identity()};
            b.pose.translation = v(2, 0.5, 0);
            fk_verdict expected = verdict_of(a, b, NULL);
            fk_status status = FK_ERROR_MEMORY;
            for (size_t k = 0; status == FK_ERROR_MEMORY; k++) {
                memory m = {.fail_at = SIZE_MAX};
                fk_context *scarce = memory_context(&m);
                size_t before = m.used, total = 77;
                fk_verdict verdict = FK_UNDECIDED;
                m.fail_at = k;
                status = fk_collider_verdict(scarce, &a, &b, NULL, &verdict);
                assert_int_equal(verdict, status == FK_OK ? expected : FK_UNDECIDED);
                m.fail_at = k;
                fk_status listed = fk_collider_contacts(scarce, &a, &b, NULL, 0, &total);
                assert_true(listed == FK_OK || total == 77);
                assert_int_equal(m.used, before);
                fk_context_destroy(scarce);
            }
        }
    fk_collider_free(context, surface);
    forms_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cubes_on_a_grid),
        cmocka_unit_test(test_cubes_anywhere),
        cmocka_unit_test(test_solids_and_cubes),
        cmocka_unit_test(test_flat_pieces_and_cubes),
        cmocka_unit_test(test_compounds_and_their_parts),
        cmocka_unit_test(test_trees_and_their_leaves),
        cmocka_unit_test(test_meshes_and_their_relations),
        cmocka_unit_test(test_shells),
        cmocka_unit_test(test_any_cache),
        cmocka_unit_test(test_warm_pairs),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
