/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Hierarchies of the papers, built: volumes hold what they are of, exactly; rules stop where they say; strategies find the best cut, and
 * merging the cheapest pair; orders that make trees deep, and sets of nested triangles; scarce memory. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "fpu_modes.h"
#include "hierarchy_check.h"
#include "oracle/oracle.h"
#include "sanitized.h"
#include "scarce_memory.h"

static fk_hierarchy *build(fk_context *context, const fk_mesh *mesh, fk_hierarchy_rules rules)
{
    fk_hierarchy *tree = NULL;
    assert_int_equal(fk_hierarchy_build(context, mesh, &rules, &tree), FK_OK);
    return tree;
}

/* ---- Invariants ---------------------------------------------------------------------------------------- */

static bool holds(const fk_hierarchy *t, uint32_t node, fk_vec3 p)
{
    fk_volume v;
    fk_volume_load(t->volume, t->number + node * fk_volume_numbers(t->volume), &v);
    switch (t->volume) {
    case FK_VOLUME_SPHERE:
        return fk_sphere_contains(&v.sphere, p);
    case FK_VOLUME_AABB:
        return fk_aabb_contains(&v.aabb, p);
    case FK_VOLUME_OBB:
        return fk_obb_contains(&v.obb, p);
    default:
        return fk_kdop_contains(&v.kdop, p);
    }
}

/* The depth of every node; children come after their parents, and their triangles are those of the parent. */
static uint32_t *check_nodes(const fk_hierarchy *t, const fk_mesh *mesh)
{
    uint32_t *depth = calloc(t->node_count + 1, sizeof *depth), deepest = 0;
    assert_non_null(depth);
    assert_int_equal(t->node_count == 0, mesh->triangle_count == 0);
    for (uint32_t i = 0; i < t->node_count; i++) {
        const fk_hierarchy_node *n = &t->node[i];
        assert_true(n->count > 0 && n->first + n->count <= t->triangle_count);
        deepest = depth[i] > deepest ? depth[i] : deepest;
        if (n->right == 0)
            continue;
        assert_true(n->right > i + 1 && n->right < t->node_count);
        const fk_hierarchy_node *left = &t->node[i + 1], *right = &t->node[n->right];
        assert_int_equal(left->first, n->first);
        assert_int_equal(right->first, n->first + left->count);
        assert_int_equal(n->count, left->count + right->count);
        depth[i + 1] = depth[n->right] = depth[i] + 1;
    }
    assert_int_equal(t->depth, deepest);
    return depth;
}

static void check_stops(const fk_hierarchy *t, const fk_hierarchy_rules *rules, const uint32_t *depth)
{
    for (uint32_t i = 0; i < t->node_count; i++) {
        bool is_leaf = t->node[i].right == 0;
        if (rules->max_depth > 0)
            assert_true(depth[i] <= rules->max_depth);
        else if (rules->min_volume == 0 && is_leaf)
            assert_true(t->node[i].count <= rules->leaf_count);
        if (!is_leaf && !rules->cut)
            assert_true(t->node[i].count > rules->leaf_count);
        if (rules->min_volume > 0 && t->volume == FK_VOLUME_AABB && t->size[0] > 0 && !rules->cut)
            assert_true(is_leaf
                            ? t->node[i].count == 1 || t->size[i] <= rules->min_volume * t->size[0] * 1.001
                            : t->size[i] > rules->min_volume * t->size[0] * 0.999);
    }
}

/* Whether some leaf with the triangle holds a point of it, and so do all nodes above. */
static bool is_held(const fk_hierarchy *t, uint32_t triangle, fk_vec3 p)
{
    uint32_t stack[200], count = 1;
    stack[0] = 0;
    while (count > 0) {
        uint32_t i = stack[--count];
        const fk_hierarchy_node *n = &t->node[i];
        if (!holds(t, i, p))
            continue;
        for (uint32_t k = 0; k < n->count && n->right == 0; k++)
            if (t->triangle[n->first + k] == triangle)
                return true;
        if (n->right > 0) {
            assert_true(count + 2 <= 200);
            stack[count++] = i + 1;
            stack[count++] = n->right;
        }
    }
    return false;
}

/* Corners, and points between: with whole coordinates and weights in sixteenths these are doubles. */
static void check_points(const fk_hierarchy *t, const fk_mesh *mesh, fk_random *random)
{
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 6; k++) {
            const uint32_t *c = mesh->triangle[i].corner;
            double u = k < 3 ? (k == 1) : (double)fk_random_below(random, 17) / 16;
            double v = k < 3 ? (k == 2) : (1 - u) * (double)fk_random_below(random, 17) / 16;
            fk_vec3 p = fk_vec3_add(
                fk_vec3_scale(mesh->point[c[0]], 1 - u - v),
                fk_vec3_add(fk_vec3_scale(mesh->point[c[1]], u), fk_vec3_scale(mesh->point[c[2]], v)));
            assert_true(is_held(t, i, p));
        }
}

static void check_triangles(const fk_hierarchy *t, const fk_mesh *mesh)
{
    uint32_t *uses = calloc(mesh->triangle_count + 1, sizeof *uses);
    assert_non_null(uses);
    for (uint32_t i = 0; i < t->node_count; i++)
        for (uint32_t k = 0; k < t->node[i].count && t->node[i].right == 0; k++) {
            uint32_t own = t->triangle[t->node[i].first + k];
            uses[own]++;
            for (uint32_t j = 0; j < k; j++)
                assert_true(t->triangle[t->node[i].first + j] != own);
        }
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        assert_true(t->has_cuts ? uses[i] > 0 : uses[i] == 1);
    assert_true(t->triangle_count <= 3 * mesh->triangle_count);
    free(uses);
}

static void volumes_hold_their_triangles(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    size_t cuts = 0;
    for (int kind = 0; kind < MESH_KINDS; kind++)
        for (int number = kind % 2; number < RULES_BUILDS; number += SANITIZED ? 11 : 2) {
            fk_context *context = usual_context();
            fk_mesh *mesh = mesh_of_kind(context, kind, (uint64_t)kind + 50);
            fk_hierarchy_rules rules = rules_of_build(number);
            fpu_set(number % FPU_MODES);
            fk_hierarchy *t = build(context, mesh, rules);
            fpu_set(0);
            uint32_t *depth = check_nodes(t, mesh);
            assert_int_equal(t->volume, rules.volume);
            check_stops(t, &rules, depth);
            check_triangles(t, mesh);
            check_points(t, mesh, &random);
            cuts += t->has_cuts;
            free(depth);
            fk_hierarchy_free(context, t);
            fk_mesh_free(context, mesh);
            fk_context_destroy(context);
        }
    assert_true(cuts > (SANITIZED ? 4 : 20));
}

/* ---- Cuts ---------------------------------------------------------------------------------------------- */

/* Whether a leaf that has the triangle holds a point with rational coordinates. The volumes are boxes. */
static bool is_held_exactly(const fk_hierarchy *t, uint32_t triangle, mpq_t p[3])
{
    mpq_t end;
    bool held = false;
    mpq_init(end);
    for (uint32_t i = 0; i < t->node_count && !held; i++) {
        const fk_hierarchy_node *n = &t->node[i];
        if (n->right > 0 || n->count != 1 || t->triangle[n->first] != triangle)
            continue;
        held = true;
        for (int k = 0; k < 3; k++) {
            mpq_set_d(end, t->number[6 * i + (uint32_t)k]);
            held = held && mpq_cmp(end, p[k]) <= 0;
            mpq_set_d(end, t->number[6 * i + 3 + (uint32_t)k]);
            held = held && mpq_cmp(p[k], end) <= 0;
        }
    }
    mpq_clear(end);
    return held;
}

/* Where a coordinate is `at` on the line of u and v, which are on both sides. */
static void cross_exactly(fk_vec3 u, fk_vec3 v, double at, mpq_t out[3])
{
    mpq_t t, x, y;
    mpq_inits(t, x, y, (mpq_ptr)NULL);
    mpq_set_d(t, at);
    mpq_set_d(x, u.x);
    mpq_set_d(y, v.x);
    mpq_sub(t, t, x);
    mpq_sub(y, y, x);
    mpq_div(t, t, y);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(x, fk_vec3_get(u, k));
        mpq_set_d(y, fk_vec3_get(v, k));
        mpq_sub(y, y, x);
        mpq_mul(y, y, t);
        mpq_add(out[k], x, y);
    }
    mpq_clears(t, x, y, (mpq_ptr)NULL);
}

/* Small triangles on both sides of x = 0, and a long one through it, the last. */
static fk_mesh *long_triangle(fk_context *context, fk_random *random, fk_vec3 corner[3])
{
    soup *s = soup_make();
    for (int i = 0; i < 20; i++) {
        double x = (i % 2 == 0 ? -1 : 1) * (4.0 + i / 2);
        soup_add(s, fk_vec3_make(x - 0.25, 0, 0), fk_vec3_make(x + 0.25, 0.25, 0),
                 fk_vec3_make(x, 0.25, 0.5));
    }
    for (int k = 0; k < 3; k++)
        corner[k] = fk_vec3_make((k == 0 ? -1 : 1) * fk_random_between(random, 7, 9),
                                 fk_random_between(random, -5, 5), fk_random_between(random, -5, 5));
    soup_add(s, corner[0], corner[1], corner[2]);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* The sides of a cut do not overlap, and no point of the triangle is lost between them, exactly. */
static void cuts_divide(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(8);
    mpq_t p[3];
    mpq_inits(p[0], p[1], p[2], (mpq_ptr)NULL);
    for (int round = 0; round < 400; round++) {
        fk_vec3 corner[3];
        fk_mesh *mesh = long_triangle(context, &random, corner);
        fk_hierarchy_rules rules = fk_hierarchy_rules_default();
        rules.cut = true;
        rules.strategy = FK_EQUAL_COUNT;
        fpu_set(round % FPU_MODES);
        fk_hierarchy *t = build(context, mesh, rules);
        fpu_set(0);
        /* 10 of 21 are on the left: the plane is halfway from the last of them to the long one. */
        double least = t->number[6 * t->node[0].right], most = t->number[6 * 1 + 3];
        assert_true(t->has_cuts && most - least < 1e-12 && most >= least);
        for (int k = 1; k < 3; k++) {
            cross_exactly(corner[0], corner[k], 0.5 * (least + most), p);
            assert_true(is_held_exactly(t, 20, p));
        }
        fk_hierarchy_free(context, t);
        fk_mesh_free(context, mesh);
    }
    mpq_clears(p[0], p[1], p[2], (mpq_ptr)NULL);
    fk_context_destroy(context);
}

/* ---- Strategies ---------------------------------------------------------------------------------------- */

static fk_aabb box_of(const fk_mesh *mesh, const uint32_t *triangle, uint32_t count)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            box = fk_aabb_include(box, mesh->point[mesh->triangle[triangle[i]].corner[k]]);
    return box;
}

static double volume_of(fk_aabb box)
{
    fk_vec3 d = fk_vec3_sub(box.max, box.min);
    return d.x < 0 || d.y < 0 || d.z < 0 ? 0 : d.x * d.y * d.z;
}

static double area_of(fk_aabb box)
{
    fk_vec3 d = fk_vec3_sub(box.max, box.min);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

static double gap_along(fk_aabb a, fk_aabb b, int axis)
{
    return fmax(fk_vec3_get(b.min, axis) - fk_vec3_get(a.max, axis),
                fk_vec3_get(a.min, axis) - fk_vec3_get(b.max, axis));
}

/* What a strategy wants to be small, of two sets. */
static double badness(const fk_mesh *mesh, fk_hierarchy_strategy strategy, const uint32_t *triangle,
                      uint32_t left, int axis)
{
    uint32_t right = mesh->triangle_count - left;
    fk_aabb a = box_of(mesh, triangle, left), b = box_of(mesh, triangle + left, right);
    fk_aabb common = {{fmax(a.min.x, b.min.x), fmax(a.min.y, b.min.y), fmax(a.min.z, b.min.z)},
                      {fmin(a.max.x, b.max.x), fmin(a.max.y, b.max.y), fmin(a.max.z, b.max.z)}};
    switch (strategy) {
    case FK_SMALLEST_SUM:
        return volume_of(a) + volume_of(b);
    case FK_SMALLEST_LARGEST:
        return fmax(volume_of(a), volume_of(b));
    case FK_SMALLEST_OVERLAP:
        return volume_of(common);
    case FK_SMALLEST_SUM_OVERLAP:
        return volume_of(a) + volume_of(b) + volume_of(common);
    case FK_LARGEST_SEPARATION:
        return axis >= 0 ? -gap_along(a, b, axis)
                         : -fmax(gap_along(a, b, 0), fmax(gap_along(a, b, 1), gap_along(a, b, 2)));
    case FK_EQUAL_COUNT:
        return fabs((double)left - (double)right);
    default:
        return area_of(a) * left + area_of(b) * right;
    }
}

static void sort_along(const fk_mesh *mesh, uint32_t *triangle, int axis)
{
    for (uint32_t i = 1; i < mesh->triangle_count; i++)
        for (uint32_t j = i; j > 0; j--) {
            double sum[2] = {0, 0};
            for (int k = 0; k < 3; k++) {
                sum[0] += fk_vec3_get(mesh->point[mesh->triangle[triangle[j - 1]].corner[k]], axis);
                sum[1] += fk_vec3_get(mesh->point[mesh->triangle[triangle[j]].corner[k]], axis);
            }
            if (sum[0] <= sum[1])
                break;
            uint32_t swap = triangle[j];
            triangle[j] = triangle[j - 1];
            triangle[j - 1] = swap;
        }
}

/* The root is split as well as any cut along an axis splits it, but for a little that thickness of flat boxes may cost. */
static void strategies_find_the_best_cut(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(4);
    for (int round = 0; round < 40; round++)
        for (int strategy = 0; strategy < FK_HIERARCHY_STRATEGIES; strategy++) {
            soup *s = soup_make();
            for (uint32_t i = 0; i < 14; i++) {
                fk_vec3 at = {fk_random_unit(&random) * 9, fk_random_unit(&random) * 5,
                              fk_random_unit(&random) * 3};
                soup_add(s, at, fk_vec3_add(at, fk_vec3_make(fk_random_unit(&random), 0.2, 0.1)),
                         fk_vec3_add(at, fk_vec3_make(0.1, fk_random_unit(&random), 0.4)));
            }
            fk_mesh *mesh = soup_mesh(context, s);
            fk_hierarchy_rules rules = fk_hierarchy_rules_default();
            rules.strategy = (fk_hierarchy_strategy)strategy;
            fk_hierarchy *t = build(context, mesh, rules);
            double best = INFINITY, found = badness(mesh, rules.strategy, t->triangle, t->node[1].count, -1);
            uint32_t order[14];
            for (uint32_t i = 0; i < 14; i++)
                order[i] = i;
            for (int axis = 0; axis < 3; axis++) {
                sort_along(mesh, order, axis);
                for (uint32_t left = 1; left < 14; left++)
                    best = fmin(best, badness(mesh, rules.strategy, order, left, axis));
            }
            assert_true(found <= best + 0.01 * fabs(best) + 0.01);
            fk_hierarchy_free(context, t);
            fk_mesh_free(context, mesh);
            free(s);
        }
    fk_context_destroy(context);
}

/* ---- Merging ------------------------------------------------------------------------------------------- */

/* The sum of the areas of all sets of more than one triangle, if the cheapest of all pairs is merged each time. */
static double cheapest_merges(const fk_mesh *mesh)
{
    fk_aabb box[16];
    uint32_t count = mesh->triangle_count;
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        box[i] = box_of(mesh, &i, 1);
    while (count > 1) {
        uint32_t first = 0, second = 1;
        double least = INFINITY;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = i + 1; j < count; j++) {
                double area = area_of(fk_aabb_merge(&box[i], &box[j]));
                if (area < least) {
                    least = area;
                    first = i;
                    second = j;
                }
            }
        box[first] = fk_aabb_merge(&box[first], &box[second]);
        box[second] = box[--count];
        sum += least;
    }
    return sum;
}

static void merging_takes_the_cheapest_pair(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(9);
    for (int round = 0; round < 100; round++) {
        soup *s = soup_make();
        for (int i = 0; i < 16; i++) {
            fk_vec3 at = {fk_random_unit(&random), fk_random_unit(&random), fk_random_unit(&random)};
            soup_add(s, at, fk_vec3_add(at, fk_vec3_make(0.1, 0.2, 0.1)),
                     fk_vec3_add(at, fk_vec3_make(0, 0.1, 0.1)));
        }
        fk_mesh *mesh = soup_mesh(context, s);
        fk_hierarchy_rules rules = fk_hierarchy_rules_default();
        rules.way = FK_BOTTOM_UP;
        fk_hierarchy *t = build(context, mesh, rules);
        double sum = 0;
        for (uint32_t i = 0; i < t->node_count; i++)
            if (t->node[i].right > 0)
                sum += area_of(box_of(mesh, t->triangle + t->node[i].first, t->node[i].count));
        assert_true(fabs(sum - cheapest_merges(mesh)) < 1e-4);
        fk_hierarchy_free(context, t);
        fk_mesh_free(context, mesh);
        free(s);
    }
    fk_context_destroy(context);
}

/* ---- Orders and sets that make trees deep -------------------------------------------------------------- */

/* Triangles side by side in one row; or all around one centre, each larger than the last. */
static fk_mesh row_mesh(uint32_t count, bool is_nested, fk_vec3 **point, fk_triangle **triangle)
{
    *point = malloc(3 * (size_t)count * sizeof **point);
    *triangle = malloc(count * sizeof **triangle);
    assert_true(*point != NULL && *triangle != NULL);
    for (uint32_t i = 0; i < count; i++) {
        double r = is_nested ? 1.0 + i : 1, x = is_nested ? 0 : i;
        (*point)[3 * i] = fk_vec3_make(x - 0.25 * r, -r, 0);
        (*point)[3 * i + 1] = fk_vec3_make(x + 0.5 * r, 0, r);
        (*point)[3 * i + 2] = fk_vec3_make(x - 0.25 * r, r, 0);
        (*triangle)[i] = (fk_triangle){{3 * i, 3 * i + 1, 3 * i + 2}};
    }
    fk_mesh mesh = {3 * count, count, *point, *triangle, "", 0};
    return mesh;
}

/* Asks for the triangles of a row that a small one meets. */
static void check_row(fk_context *context, const fk_mesh *mesh, const fk_hierarchy *t, double at)
{
    fk_vec3 corner[3] = {{at - 0.3, 0, 0.1}, {at + 0.9, 0.1, 0.1}, {at, 0.2, 0.1}};
    fk_triangle only = {{0, 1, 2}};
    fk_mesh one = {3, 1, corner, &only, "", 0};
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    rules.volume = t->volume;
    fk_hierarchy *small = build(context, &one, rules);
    fk_placed_hierarchy a = {t, mesh, fk_pose_identity()}, b = {small, &one, fk_pose_identity()};
    truth expected = truth_of(mesh, &a.pose, &one, &b.pose);
    assert_true(expected.count > 0);
    fk_search_rules how = {FK_DEPTH_FIRST, FK_DESCEND_LARGER, true};
    fk_search_found found = demand_truth(context, &a, &b, &how, &expected);
    fk_search_found_end(context, &found);
    free(expected.pair);
    fk_hierarchy_free(context, small);
}

static double log_2(double x)
{
    double whole = 0;
    for (; x >= 2; x /= 2)
        whole++;
    return whole + x - 1;
}

static void insertion_in_order(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int is_balanced = 0; is_balanced < 2; is_balanced++) {
        uint32_t count = is_balanced ? (SANITIZED ? 50000 : 500000) : (SANITIZED ? 1000 : 4000);
        fk_vec3 *point;
        fk_triangle *triangle;
        fk_mesh mesh = row_mesh(count, false, &point, &triangle);
        fk_hierarchy_rules rules = fk_hierarchy_rules_default();
        rules.way = FK_INSERTION;
        rules.balance = is_balanced;
        fk_hierarchy *t = build(context, &mesh, rules);
        if (is_balanced)
            assert_true(t->depth <= 1.45 * log_2(count) + 1);
        else
            assert_true(t->depth > count / 2);
        assert_int_equal(t->node_count, 2 * count - 1);
        check_row(context, &mesh, t, count / 3);
        fk_hierarchy_free(context, t);
        free(point);
        free(triangle);
    }
    fk_context_destroy(context);
}

/* Every way, every volume: deep trees merge volumes, and merging is no longer quadratic where only one pair is the best. */
static void nested_triangles(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int volume = 0; volume < FK_VOLUME_KINDS; volume++)
        for (int way = 0; way < FK_HIERARCHY_WAYS; way++) {
            uint32_t count = way == FK_BOTTOM_UP && volume == FK_VOLUME_AABB && !SANITIZED ? 20000 : 1500;
            fk_vec3 *point;
            fk_triangle *triangle;
            fk_mesh mesh = row_mesh(count, true, &point, &triangle);
            fk_hierarchy_rules rules = fk_hierarchy_rules_default();
            rules.volume = (fk_volume_kind)volume;
            rules.way = (fk_hierarchy_way)way;
            rules.balance = false;
            fk_hierarchy *t = build(context, &mesh, rules);
            free(check_nodes(t, &mesh));
            for (uint32_t i = 0; i < t->node_count; i += 37)
                for (uint32_t k = 0; k < t->node[i].count; k += 11)
                    assert_true(
                        holds(t, i, point[triangle[t->triangle[t->node[i].first + k]].corner[k % 3]]));
            check_row(context, &mesh, t, 0);
            fk_hierarchy_free(context, t);
            free(point);
            free(triangle);
        }
    fk_context_destroy(context);
}

/* ---- Refusals ------------------------------------------------------------------------------------------ */

static void scarce_memory(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int number = 0; number < RULES_WAYS; number++)
        for (int kind = 0; kind < MESH_KINDS; kind++) {
            fk_mesh *mesh = mesh_of_kind(context, kind, 3);
            fk_hierarchy_rules rules = rules_of_build(number);
            memory m = {0, SIZE_MAX};
            fk_context *scarce = memory_context(&m);
            size_t own = m.used, failures = 0;
            for (size_t k = 0;; k++) {
                fk_hierarchy *t = NULL;
                m.fail_at = k;
                fk_status status = fk_hierarchy_build(scarce, mesh, &rules, &t);
                m.fail_at = SIZE_MAX;
                if (status == FK_OK) {
                    assert_int_equal(m.used - own, t->bytes);
                    fk_hierarchy_free(scarce, t);
                    break;
                }
                assert_int_equal(status, FK_ERROR_MEMORY);
                assert_null(t);
                assert_int_equal(m.used, own);
                failures++;
            }
            assert_int_equal(m.used, own);
            assert_true(failures >= 4);
            fk_context_destroy(scarce);
            fk_mesh_free(context, mesh);
        }
    fk_context_destroy(context);
}

static void rules_that_are_none(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_mesh *mesh = mesh_of_kind(context, MESH_BOX, 1);
    const fk_hierarchy_rules good = fk_hierarchy_rules_default();
    fk_hierarchy_rules bad[6] = {good, good, good, good, good, good};
    bad[0].volume = FK_VOLUME_KINDS;
    bad[1].way = FK_HIERARCHY_WAYS;
    bad[2].strategy = FK_HIERARCHY_STRATEGIES;
    bad[3].leaf_count = 0;
    bad[4].min_volume = -1;
    bad[5].min_volume = NAN;
    fk_hierarchy *t = NULL;
    for (int i = 0; i < 6; i++)
        assert_int_equal(fk_hierarchy_build(context, mesh, &bad[i], &t), FK_ERROR_ARGUMENT);
    fk_mesh huge = *mesh;
    huge.triangle_count = (uint32_t)1 << 28;
    assert_int_equal(fk_hierarchy_build(context, &huge, &good, &t), FK_ERROR_ARGUMENT);
    assert_null(t);
    assert_int_equal(fk_hierarchy_build(context, mesh, NULL, &t), FK_OK);
    assert_int_equal(t->volume, FK_VOLUME_AABB);
    fk_hierarchy_free(context, t);
    fk_hierarchy_free(context, NULL);
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(fk_volume_kind_name(FK_VOLUME_KDOP_26), "26-dop");
    assert_string_equal(fk_hierarchy_way_name(FK_INSERTION), "insertion");
    assert_string_equal(fk_hierarchy_strategy_name(FK_SMALLEST_AREA), "area");
    assert_string_equal(fk_search_order_name(FK_BEST_FIRST), "best");
    assert_string_equal(fk_hierarchy_strategy_name(FK_SMALLEST_SUM_OVERLAP), "sum+overlap");
    assert_string_equal(fk_search_descent_name(FK_DESCEND_BOTH), "both");
    assert_string_equal(fk_search_descent_name(FK_DESCEND_SIMILAR), "similar");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(volumes_hold_their_triangles, fpu_usual),
        cmocka_unit_test_teardown(cuts_divide, fpu_usual),
        cmocka_unit_test(strategies_find_the_best_cut),
        cmocka_unit_test(merging_takes_the_cheapest_pair),
        cmocka_unit_test(insertion_in_order),
        cmocka_unit_test(nested_triangles),
        cmocka_unit_test(scarce_memory),
        cmocka_unit_test(rules_that_are_none),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
