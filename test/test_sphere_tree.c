/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sphere trees: they are balanced, list each triangle once and contain it. COLLIDE: its answer is that of all pairs of
 * triangles, and its visits follow the rules of the slides. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "placed_meshes.h"
#include "scarce_memory.h"

static fk_placed_sphere_tree with_spheres(fk_mesh *mesh, fk_pose pose)
{
    fk_sphere_tree *tree = NULL;
    assert_int_equal(fk_sphere_tree_build(context, mesh, &tree), FK_OK);
    return (fk_placed_sphere_tree){mesh, tree, pose};
}

static void drop_spheres(fk_placed_sphere_tree *a)
{
    fk_sphere_tree_free(context, (fk_sphere_tree *)a->tree);
    fk_mesh_free(context, (fk_mesh *)a->mesh);
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* Returns the number of nodes from this one on. */
static uint32_t check_node(const fk_placed_sphere_tree *a, uint32_t node, uint32_t first, uint32_t level,
                           uint32_t *deepest)
{
    const fk_sphere_node *n = &a->tree->node[node];
    assert_true(node < a->tree->node_count && n->first == first && n->count > 0);
    for (uint32_t i = 0; i < n->count; i++)
        for (int k = 0; k < 3; k++)
            assert_true(fk_sphere_contains(
                &n->sphere, a->mesh->point[a->mesh->triangle[a->tree->triangle[first + i]].corner[k]]));
    *deepest = level > *deepest ? level : *deepest;
    if (n->count == 1) {
        assert_int_equal(n->right, 0);
        return 1;
    }
    uint32_t half = n->count / 2, nodes = check_node(a, node + 1, first, level + 1, deepest);
    assert_int_equal(a->tree->node[node + 1].count, half);
    assert_int_equal(n->right, node + 1 + nodes);
    assert_int_equal(a->tree->node[n->right].count, n->count - half);
    return 1 + nodes + check_node(a, n->right, first + half, level + 1, deepest);
}

static void check_tree(const fk_placed_sphere_tree *a)
{
    uint32_t n = a->mesh->triangle_count, deepest = 0, depth = 0;
    uint8_t *seen = calloc(n + 1, 1);
    assert_non_null(seen);
    assert_int_equal(a->tree->triangle_count, n);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(seen[a->tree->triangle[i]]++, 0);
    free(seen);
    assert_int_equal(a->tree->node_count, n > 0 ? check_node(a, 0, 0, 0, &deepest) : 0);
    while (1u << depth < n)
        depth++;
    assert_int_equal(a->tree->depth, deepest);
    assert_int_equal(deepest, depth);
}

static void test_trees(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (uint32_t count = 0; count < 70; count++) {
        fk_placed_sphere_tree a = with_spheres(any_soup(&random, count, 1), fk_pose_identity());
        check_tree(&a);
        drop_spheres(&a);
    }
    fk_placed_sphere_tree knot = with_spheres(generated("trefoil", 2000), fk_pose_identity());
    check_tree(&knot);
    /* Halves of a long object are smaller than the whole by far: the split is across its length. */
    soup *s = soup_make();
    for (int i = 0; i < 64; i++)
        soup_add_box(s, (i * 37) % 64, 0, 0, (i * 37) % 64 + 1, 1, 1);
    fk_placed_sphere_tree rod = with_spheres(soup_mesh(context, s), fk_pose_identity());
    free(s);
    assert_true(rod.tree->node[1].sphere.radius < 0.52 * rod.tree->node[0].sphere.radius);
    assert_true(rod.tree->node[rod.tree->node[0].right].sphere.radius <
                0.52 * rod.tree->node[0].sphere.radius);
    drop_spheres(&rod);
    drop_spheres(&knot);
}

/* ---- COLLIDE ------------------------------------------------------------------------------------------- */

/* The oracle: all pairs of triangles. */
static bool any_pair_meets(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b)
{
    for (uint32_t i = 0; i < a->mesh->triangle_count; i++)
        for (uint32_t j = 0; j < b->mesh->triangle_count; j++) {
            fk_vec3 p[3], q[3];
            for (int k = 0; k < 3; k++) {
                p[k] = fk_pose_apply(&a->pose, a->mesh->point[a->mesh->triangle[i].corner[k]]);
                q[k] = fk_pose_apply(&b->pose, b->mesh->point[b->mesh->triangle[j].corner[k]]);
            }
            if (fk_triangles_meet(p, q))
                return true;
        }
    return false;
}

static bool has_children(const fk_placed_sphere_tree *a, uint32_t node)
{
    return a->tree->node[node].right > 0;
}

/* Whether the nodes of `to` are those of `from` with one node replaced by its left or right child; which one by the rules. */
static bool is_descent(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b,
                       const fk_collide_visit *from, const fk_collide_visit *to, bool is_right)
{
    const fk_sphere_node *p = &a->tree->node[from->a], *q = &b->tree->node[from->b];
    bool is_a = p->right > 0 && (q->right == 0 || p->sphere.radius > q->sphere.radius);
    uint32_t child = is_right ? (is_a ? p->right : q->right) : (is_a ? from->a : from->b) + 1;
    return is_a ? to->a == child && to->b == from->b : to->b == child && to->a == from->a;
}

/* Checks the visits from `at` on, which belong to one call of COLLIDE; returns the place after them. */
static uint32_t check_visits(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b,
                             const fk_collide_trace *trace, uint32_t at, bool *meets)
{
    const fk_collide_visit *v = &trace->visit[at++];
    fk_sphere p = fk_sphere_place(&a->tree->node[v->a].sphere, &a->pose);
    fk_sphere q = fk_sphere_place(&b->tree->node[v->b].sphere, &b->pose);
    assert_int_equal(v->spheres_meet, fk_sphere_meets(&p, &q));
    bool are_leaves = !has_children(a, v->a) && !has_children(b, v->b);
    assert_true(!v->triangles_meet || (are_leaves && v->spheres_meet));
    *meets = v->triangles_meet;
    for (int k = 0; k < 2 && v->spheres_meet && !are_leaves && !*meets; k++) {
        assert_true(at < trace->count);
        assert_true(is_descent(a, b, v, &trace->visit[at], k == 1));
        assert_int_equal(trace->visit[at].level, v->level + 1);
        at = check_visits(a, b, trace, at, meets);
    }
    return at;
}

static bool check_collide(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b)
{
    fk_collide_trace trace = {NULL, 0, 7};
    bool meets = fk_placed_collide(a, b, &trace), said = false;
    assert_int_equal(meets, fk_placed_collide(a, b, NULL));
    assert_int_equal(meets, any_pair_meets(a, b));
    uint32_t count = trace.count;
    trace = (fk_collide_trace){calloc(count + 1, sizeof *trace.visit), count, 0};
    assert_non_null(trace.visit);
    assert_int_equal(meets, fk_placed_collide(a, b, &trace));
    assert_int_equal(trace.count, count);
    if (count > 0)
        assert_int_equal(check_visits(a, b, &trace, 0, &said), count);
    assert_int_equal(said, meets);
    free(trace.visit);
    return meets;
}

static void test_collide(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    int meet = 0, apart = 0;
    for (int i = 0; i < 300; i++) {
        uint32_t n = (uint32_t)fk_random_below(&random, 60), m = (uint32_t)fk_random_below(&random, 90);
        fk_placed_sphere_tree a = with_spheres(any_soup(&random, n, 1), any_pose(&random, 0.3));
        fk_placed_sphere_tree b = with_spheres(any_soup(&random, m, 0.4), any_pose(&random, 0.4));
        bool meets = check_collide(&a, &b);
        assert_int_equal(meets, check_collide(&b, &a));
        meet += meets;
        apart += !meets;
        drop_spheres(&a);
        drop_spheres(&b);
    }
    assert_true(meet > 50 && apart > 50);
}

/* Touching is meeting: boxes with a common face, edge or corner, and a gap of one unit in the last place. */
static void test_touching(void **state)
{
    (void)state;
    soup *s = soup_make();
    soup_add_box(s, 0, 0, 0, 1, 1, 1);
    fk_placed_sphere_tree a = with_spheres(soup_mesh(context, s), fk_pose_identity());
    fk_placed_sphere_tree b = a;
    for (int i = 1; i < 8; i++) {
        b.pose.translation = fk_vec3_make(i & 1, i >> 1 & 1, i >> 2);
        assert_true(check_collide(&a, &b) && check_collide(&b, &a));
        double *first = i & 1 ? &b.pose.translation.x : i & 2 ? &b.pose.translation.y : &b.pose.translation.z;
        *first += 0x1p-52;
        assert_false(check_collide(&a, &b) || check_collide(&b, &a));
    }
    drop_spheres(&a);
    free(s);
}

static fk_status build_scarce(fk_context *scarce, const void *user, void *out)
{
    fk_sphere_tree *tree;
    fk_status status = fk_sphere_tree_build(scarce, user, &tree);
    if (status == FK_OK)
        fk_sphere_tree_free(scarce, tree);
    (void)out;
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    fk_mesh *mesh = generated("trefoil", 100);
    memory_ask(build_scarce, mesh, 1);
    fk_mesh_free(context, mesh);
    fk_sphere_tree_free(context, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_trees), cmocka_unit_test(test_collide),
                                       cmocka_unit_test(test_touching), cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
