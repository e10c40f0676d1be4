/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Hierarchies of the papers, searched: whatever the rules, the answers are those of all pairs of triangles; in all states of the
 * floating-point unit, at all sizes; COLLIDE visits what the recursion visits; trees a million deep. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "fpu_modes.h"
#include "hierarchy_check.h"
#include "sanitized.h"
#include "scarce_memory.h"

/* ---- All rules ----------------------------------------------------------------------------------------- */

typedef struct scene {
    fk_context *context;
    fk_mesh *mesh[2];
    fk_pose pose[2];
    truth truth, turned; /* of (a, b), of (b, a) */
} scene;

static void scene_ask(scene *s)
{
    free(s->truth.pair);
    free(s->turned.pair);
    s->truth = truth_of(s->mesh[0], &s->pose[0], s->mesh[1], &s->pose[1]);
    s->turned = truth_of(s->mesh[1], &s->pose[1], s->mesh[0], &s->pose[0]);
}

static void scene_start(scene *s, int kind_a, int kind_b, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    fk_random random = fk_random_make(seed);
    s->context = usual_context();
    s->mesh[0] = mesh_of_kind(s->context, kind_a, seed);
    s->mesh[1] = mesh_of_kind(s->context, kind_b, seed + 1);
    for (int k = 0; k < 2; k++)
        s->pose[k] = seed % 5 == 0 ? fk_pose_identity() : pose_by_chance(&random);
    scene_ask(s);
}

static void scene_end(scene *s)
{
    free(s->truth.pair);
    free(s->turned.pair);
    fk_mesh_free(s->context, s->mesh[0]);
    fk_mesh_free(s->context, s->mesh[1]);
    fk_context_destroy(s->context);
}

/* One set of rules for building, all or one for searching, in both orders. */
static void check_scene(const scene *s, int build, int search)
{
    fk_hierarchy_rules rules = rules_of_build(build);
    fk_hierarchy *tree[2];
    for (int k = 0; k < 2; k++)
        assert_int_equal(fk_hierarchy_build(s->context, s->mesh[k], &rules, &tree[k]), FK_OK);
    fk_placed_hierarchy a = {tree[0], s->mesh[0], s->pose[0]}, b = {tree[1], s->mesh[1], s->pose[1]};
    for (int i = 0; i < RULES_SEARCHES; i++) {
        fk_search_rules how = rules_of_search(i);
        if (search >= 0 && i != search)
            continue;
        fk_search_found found = demand_truth(s->context, &a, &b, &how, &s->truth);
        fk_search_found_end(s->context, &found);
        found = demand_truth(s->context, &b, &a, &how, &s->turned);
        fk_search_found_end(s->context, &found);
    }
    for (int k = 0; k < 2; k++)
        fk_hierarchy_free(s->context, tree[k]);
}

static void every_combination(void **state)
{
    (void)state;
    for (int round = 0; round < (SANITIZED ? 1 : 2); round++) {
        scene s;
        scene_start(&s, round == 0 ? MESH_SOUP : MESH_LATTICE, MESH_BOX, 10);
        s.pose[1] = fk_pose_from_rpy(fk_vec3_make(1, 0.5, -0.5), fk_vec3_make(0.1, 0.2, 0.3 * round));
        scene_ask(&s);
        assert_true(s.truth.count > 0);
        for (int build = 0; build < RULES_BUILDS; build += SANITIZED ? 5 : 2 * round + 1)
            check_scene(&s, build, -1);
        scene_end(&s);
    }
}

static void every_mesh(void **state)
{
    (void)state;
    size_t hits = 0, misses = 0;
    uint64_t seed = 100;
    fk_random random = fk_random_make(7);
    for (int round = 0; round < (SANITIZED ? 1 : 2); round++)
        for (int a = 0; a < MESH_KINDS; a++)
            for (int b = 0; b < MESH_KINDS; b++) {
                scene s;
                scene_start(&s, a, b, seed++);
                for (int i = 0; i < 40; i++)
                    check_scene(&s, (int)fk_random_below(&random, RULES_BUILDS),
                                (int)fk_random_below(&random, RULES_SEARCHES));
                hits += s.truth.count > 0;
                misses += s.truth.count == 0;
                scene_end(&s);
            }
    assert_true(hits >= 10 && misses >= 10);
}

/* Two cubes that share a face, and two that are apart by the last bit. */
static void touching(void **state)
{
    (void)state;
    for (int is_apart = 0; is_apart < 2; is_apart++) {
        scene s;
        scene_start(&s, MESH_BOX, MESH_BOX, 5);
        s.pose[1] = fk_pose_identity();
        s.pose[1].translation.x = is_apart ? 1 + 0x1p-52 : 1;
        scene_ask(&s);
        assert_int_equal(s.truth.count == 0, is_apart);
        for (int build = 0; build < RULES_BUILDS; build++)
            check_scene(&s, build, is_apart ? 0 : build % RULES_SEARCHES);
        scene_end(&s);
    }
}

/* Cuts lie between doubles: long triangles side by side, which are asked about needles through them. */
static void nothing_is_lost_by_cuts(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(3);
    soup *fan = soup_make(), *needle = soup_make();
    for (int i = 0; i < 60; i++)
        soup_add(fan, fk_vec3_make(1.1 * i, 0.1, 0.3), fk_vec3_make(1.1 * i + 3.3, 1.7, 0.01 * i),
                 fk_vec3_make(1.1 * i + 1.3, 7.7, 0.3 * (i % 7)));
    fk_mesh *a = soup_mesh(context, fan);
    fk_pose pose = fk_pose_from_rpy(fk_vec3_make(1e3, 2e3, -1e4), fk_vec3_make(0.3, 0.4, 0.5));
    /* Each needle is some units in the last place long, at a point of a placed triangle. */
    for (int i = 0; i < 2000; i++) {
        fk_vec3 p[3];
        placed_corners(a, &pose, (uint32_t)fk_random_below(&random, a->triangle_count), p);
        double u = fk_random_unit(&random), v = fk_random_unit(&random) * (1 - u);
        fk_vec3 q = fk_vec3_add(fk_vec3_scale(p[0], 1 - u - v),
                                fk_vec3_add(fk_vec3_scale(p[1], u), fk_vec3_scale(p[2], v)));
        soup_add(needle, q, fk_vec3_make(q.x, q.y, q.z - 1e-11), fk_vec3_make(q.x, q.y, q.z + 1e-11));
    }
    fk_mesh *b = soup_mesh(context, needle);
    fk_pose still = fk_pose_identity();
    truth t = truth_of(a, &pose, b, &still);
    assert_true(t.count > 1000);
    for (int volume = 0; volume < FK_VOLUME_KINDS; volume++) {
        fk_hierarchy_rules rules = fk_hierarchy_rules_default();
        fk_hierarchy *tree[2];
        rules.volume = (fk_volume_kind)volume;
        rules.cut = true;
        assert_int_equal(fk_hierarchy_build(context, a, &rules, &tree[0]), FK_OK);
        assert_int_equal(fk_hierarchy_build(context, b, &rules, &tree[1]), FK_OK);
        assert_true(tree[0]->has_cuts && tree[0]->triangle_count > a->triangle_count);
        fk_placed_hierarchy p = {tree[0], a, pose}, q = {tree[1], b, still};
        fk_search_rules how = {FK_DEPTH_FIRST, FK_DESCEND_LARGER, true};
        fk_search_found found = demand_truth(context, &p, &q, &how, &t);
        fk_search_found_end(context, &found);
        fk_hierarchy_free(context, tree[0]);
        fk_hierarchy_free(context, tree[1]);
    }
    free(t.pair);
    fk_mesh_free(context, a);
    fk_mesh_free(context, b);
    free(fan);
    free(needle);
    fk_context_destroy(context);
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static void all_modes(void **state)
{
    (void)state;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        scene s;
        scene_start(&s, MESH_SOUP, MESH_LATTICE, 10 + (uint64_t)mode % 7);
        fpu_set(mode);
        scene_ask(&s);
        for (int build = mode % 5; build < RULES_BUILDS; build += 5)
            check_scene(&s, build, build % RULES_SEARCHES);
        fpu_set(0);
        scene_end(&s);
    }
}

/* Whole meshes times a power of two, and moved far away. */
static void all_sizes(void **state)
{
    (void)state;
    static const int power[] = {1019, 900, 400, -400, -900, -1060, -1074};
    for (size_t i = 0; i < sizeof power / sizeof power[0]; i++)
        for (int mode = 0; mode <= FPU_NO_DENORMALS; mode += FPU_NO_DENORMALS) {
            scene s;
            scene_start(&s, MESH_SOUP, MESH_SOUP, 30 + i);
            for (int k = 0; k < 2; k++) {
                fk_vec3 *point = (fk_vec3 *)s.mesh[k]->point;
                for (uint32_t v = 0; v < s.mesh[k]->vertex_count; v++)
                    point[v] = fk_vec3_make(ldexp(point[v].x, power[i]), ldexp(point[v].y, power[i]),
                                            ldexp(point[v].z, power[i]));
                s.pose[k] = fk_pose_identity();
            }
            s.pose[1].translation.x = ldexp(3, power[i]);
            fpu_set(mode);
            scene_ask(&s);
            for (int build = (int)i; build < RULES_BUILDS; build += 23)
                check_scene(&s, build, build % RULES_SEARCHES);
            fpu_set(0);
            scene_end(&s);
        }
}

/* ---- COLLIDE ------------------------------------------------------------------------------------------- */

/* The recursion of the slides, with the way out where the larger volume is a leaf. */
static bool collide(const fk_placed_hierarchy *a, uint32_t i, const fk_placed_hierarchy *b, uint32_t j,
                    uint64_t *visits)
{
    const fk_hierarchy *s = a->hierarchy, *t = b->hierarchy;
    fk_volume p, q, placed_p, placed_q;
    ++*visits;
    fk_volume_load(s->volume, s->number + i * fk_volume_numbers(s->volume), &p);
    fk_volume_load(t->volume, t->number + j * fk_volume_numbers(t->volume), &q);
    fk_volume_place(s->volume, &p, &a->pose, &placed_p);
    fk_volume_place(t->volume, &q, &b->pose, &placed_q);
    if (!fk_volumes_meet(s->volume, &placed_p, &placed_q))
        return false;
    if (s->node[i].right == 0 && t->node[j].right == 0) {
        fk_vec3 u[3], v[3];
        placed_corners(a->mesh, &a->pose, s->triangle[s->node[i].first], u);
        placed_corners(b->mesh, &b->pose, t->triangle[t->node[j].first], v);
        return fk_triangles_meet(u, v);
    }
    bool first = fk_sphere_volume(&q.sphere) < fk_sphere_volume(&p.sphere);
    if (s->node[i].right == 0 || (!first && t->node[j].right > 0))
        return collide(a, i, b, j + 1, visits) || collide(a, i, b, t->node[j].right, visits);
    return collide(a, i + 1, b, j, visits) || collide(a, s->node[i].right, b, j, visits);
}

static void collide_of_the_slides(void **state)
{
    (void)state;
    fk_hierarchy_rules rules = fk_hierarchy_rules_collide();
    fk_search_rules how = fk_search_rules_collide();
    assert_int_equal(rules.volume, FK_VOLUME_SPHERE);
    assert_int_equal(rules.strategy, FK_EQUAL_COUNT);
    for (uint64_t seed = 200; seed < 260; seed++) {
        scene s;
        scene_start(&s, MESH_LATTICE, MESH_SOUP, seed);
        fk_hierarchy *tree[2];
        for (int k = 0; k < 2; k++) {
            assert_int_equal(fk_hierarchy_build(s.context, s.mesh[k], &rules, &tree[k]), FK_OK);
            uint32_t most = 0;
            while ((uint64_t)1 << most < s.mesh[k]->triangle_count)
                most++;
            assert_int_equal(tree[k]->depth, most);
        }
        fk_placed_hierarchy a = {tree[0], s.mesh[0], s.pose[0]}, b = {tree[1], s.mesh[1], s.pose[1]};
        fk_search_found found = demand_truth(s.context, &a, &b, &how, &s.truth);
        uint64_t visits = 0;
        assert_int_equal(collide(&a, 0, &b, 0, &visits), found.meets);
        assert_int_equal(visits, found.volume_tests);
        fk_search_found_end(s.context, &found);
        fk_hierarchy_free(s.context, tree[0]);
        fk_hierarchy_free(s.context, tree[1]);
        scene_end(&s);
    }
}

/* Orders visit in their orders, and rules of descent open what they say: seen by the first pair that is found and the counts. */
static void orders_differ(void **state)
{
    (void)state;
    uint64_t tests[FK_SEARCH_ORDERS][FK_SEARCH_DESCENTS] = {{0}}, waiting[FK_SEARCH_ORDERS] = {0};
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    for (uint64_t seed = 300; seed < 400; seed++) {
        scene s;
        scene_start(&s, MESH_LATTICE, MESH_LATTICE, seed);
        fk_hierarchy *tree[2];
        for (int k = 0; k < 2; k++)
            assert_int_equal(fk_hierarchy_build(s.context, s.mesh[k], &rules, &tree[k]), FK_OK);
        fk_placed_hierarchy a = {tree[0], s.mesh[0], s.pose[0]}, b = {tree[1], s.mesh[1], s.pose[1]};
        for (int i = 0; i < RULES_SEARCHES / 2; i++) {
            fk_search_rules how = rules_of_search(i);
            fk_search_found found = demand_truth(s.context, &a, &b, &how, &s.truth);
            tests[how.order][how.descent] += found.volume_tests;
            waiting[how.order] += found.most_waiting;
            fk_search_found_end(s.context, &found);
        }
        fk_hierarchy_free(s.context, tree[0]);
        fk_hierarchy_free(s.context, tree[1]);
        scene_end(&s);
    }
    for (int d = 0; d < FK_SEARCH_DESCENTS; d++) {
        assert_true(tests[FK_DEPTH_FIRST][d] < tests[FK_BREADTH_FIRST][d]);
        assert_true(tests[FK_BEST_FIRST][d] < tests[FK_DEPTH_FIRST][d]);
    }
    for (int o = 0; o < FK_SEARCH_ORDERS; o++)
        assert_true(tests[o][FK_DESCEND_LARGER] != tests[o][FK_DESCEND_A] &&
                    tests[o][FK_DESCEND_BOTH] != tests[o][FK_DESCEND_A] &&
                    tests[o][FK_DESCEND_SIMILAR] != tests[o][FK_DESCEND_BOTH] &&
                    tests[o][FK_DESCEND_SIMILAR] != tests[o][FK_DESCEND_LARGER]);
    assert_true(waiting[FK_DEPTH_FIRST] < waiting[FK_BREADTH_FIRST]);
}

/* ---- Deep trees ---------------------------------------------------------------------------------------- */

/* A tree with one leaf beside each of its nodes, all in boxes that hold everything, made by hand. */
static fk_hierarchy caterpillar(uint32_t leaves, fk_hierarchy_node *node, double *number, uint32_t *triangle)
{
    for (uint32_t i = 0; i < leaves; i++)
        triangle[i] = i;
    for (uint32_t i = 0; i < 2 * leaves - 1; i++) {
        for (int k = 0; k < 6; k++)
            number[6 * i + (uint32_t)k] = k < 3 ? -1 : 2;
        bool is_leaf = i % 2 == 1 || i + 1 == 2 * leaves - 1;
        node[i] = (fk_hierarchy_node){i / 2, is_leaf ? 1 : leaves - i / 2, is_leaf ? 0 : i + 2};
    }
    fk_hierarchy tree = {.volume = FK_VOLUME_AABB, .node_count = 2 * leaves - 1, .triangle_count = leaves};
    tree.node = node;
    tree.number = number;
    tree.triangle = triangle;
    return tree;
}

static void a_million_deep(void **state)
{
    (void)state;
    enum { LEAVES = SANITIZED ? 100000 : 1000000 };
    fk_hierarchy_node *node = malloc(2 * LEAVES * sizeof *node);
    double *number = malloc((size_t)12 * LEAVES * sizeof *number), *size = calloc(2 * LEAVES, sizeof *size);
    uint32_t *list = malloc(LEAVES * sizeof *list);
    fk_triangle *triangle = malloc(LEAVES * sizeof *triangle);
    assert_true(node != NULL && number != NULL && size != NULL && list != NULL && triangle != NULL);
    fk_vec3 point[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, -1}, {0.25, 0.25, 1}, {0.3, 0.25, 1}};
    for (uint32_t i = 0; i < LEAVES; i++)
        triangle[i] = (fk_triangle){{0, 1, i + 1 == LEAVES ? 2 : 0}};
    fk_mesh many = {3, LEAVES, point, triangle, "", 0};
    fk_triangle through = {{0, 1, 2}};
    fk_mesh one = {3, 1, point + 3, &through, "", 0};
    fk_hierarchy deep = caterpillar(LEAVES, node, number, list);
    deep.size = size;
    fk_context *context = usual_context();
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    fk_hierarchy *small = NULL;
    assert_int_equal(fk_hierarchy_build(context, &one, &rules, &small), FK_OK);
    fk_placed_hierarchy a = {&deep, &many, fk_pose_identity()}, b = {small, &one, fk_pose_identity()};
    fk_index_pair last = {LEAVES - 1, 0};
    truth t = {1, &last};
    for (int i = 0; i < RULES_SEARCHES; i++) {
        fk_search_rules how = rules_of_search(i);
        if (how.descent != FK_DESCEND_LARGER || how.all)
            continue;
        fk_search_found found = demand_truth(context, &a, &b, &how, &t);
        assert_int_equal(found.triangle_tests, LEAVES);
        fk_search_found_end(context, &found);
    }
    fk_hierarchy_free(context, small);
    fk_context_destroy(context);
    free(node);
    free(number);
    free(size);
    free(list);
    free(triangle);
}

/* ---- Refusals ------------------------------------------------------------------------------------------ */

static void scarce_memory(void **state)
{
    (void)state;
    for (int i = 0; i < RULES_SEARCHES; i++) {
        scene s;
        scene_start(&s, MESH_LATTICE, MESH_SOUP, 16);
        fk_hierarchy_rules rules = rules_of_build(FK_HIERARCHY_STRATEGIES + 1);
        fk_search_rules how = rules_of_search(i);
        fk_hierarchy *tree[2];
        for (int k = 0; k < 2; k++)
            assert_int_equal(fk_hierarchy_build(s.context, s.mesh[k], &rules, &tree[k]), FK_OK);
        fk_placed_hierarchy a = {tree[0], s.mesh[0], s.pose[0]}, b = {tree[1], s.mesh[1], s.pose[1]};
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t own = m.used, failures = 0;
        for (size_t k = 0;; k++) {
            fk_search_found found = {.count = 77};
            m.fail_at = k;
            fk_status status = fk_hierarchy_search(scarce, &a, &b, &how, &found);
            m.fail_at = SIZE_MAX;
            if (status == FK_OK) {
                fk_search_found_end(scarce, &found);
                break;
            }
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_int_equal(found.count, 77);
            assert_int_equal(m.used, own);
            failures++;
        }
        assert_int_equal(m.used, own);
        assert_true(failures >= (how.all && s.truth.count > 0 ? 5 : 2));
        fk_context_destroy(scarce);
        fk_hierarchy_free(s.context, tree[0]);
        fk_hierarchy_free(s.context, tree[1]);
        scene_end(&s);
    }
}

static void volumes_of_two_kinds(void **state)
{
    (void)state;
    scene s;
    scene_start(&s, MESH_BOX, MESH_BOX, 1);
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    fk_search_rules how = fk_search_rules_collide();
    fk_hierarchy *tree[2];
    for (int k = 0; k < 2; k++) {
        rules.volume = k == 0 ? FK_VOLUME_OBB : FK_VOLUME_KDOP_14;
        assert_int_equal(fk_hierarchy_build(s.context, s.mesh[k], &rules, &tree[k]), FK_OK);
    }
    fk_placed_hierarchy a = {tree[0], s.mesh[0], s.pose[0]}, b = {tree[1], s.mesh[1], s.pose[1]};
    fk_search_found found;
    assert_int_equal(fk_hierarchy_search(s.context, &a, &b, &how, &found), FK_ERROR_ARGUMENT);
    fk_hierarchy_free(s.context, tree[0]);
    fk_hierarchy_free(s.context, tree[1]);
    scene_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination),
        cmocka_unit_test(every_mesh),
        cmocka_unit_test(touching),
        cmocka_unit_test(nothing_is_lost_by_cuts),
        cmocka_unit_test_teardown(all_modes, fpu_usual),
        cmocka_unit_test_teardown(all_sizes, fpu_usual),
        cmocka_unit_test(collide_of_the_slides),
        cmocka_unit_test(orders_differ),
        cmocka_unit_test(a_million_deep),
        cmocka_unit_test(scarce_memory),
        cmocka_unit_test(volumes_of_two_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
