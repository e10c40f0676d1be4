/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of trees over triangles: their structure, boxes that hold what is in them in rational numbers, the same bytes for any
 * workers, new boxes for vertices that moved, meshes of all sizes and none. */

#include <gmp.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fpu_modes.h"
#include "oracle.h"
#include "placed_meshes.h"
#include "scarce_memory.h"
#include "tree/tree.h"

/* ---- Boxes in rational numbers ------------------------------------------------------------------------- */

/* The places of all vertices in tree units. */
typedef mpq_t place[3];

static place *places_of(const fk_tree *tree, const fk_mesh *mesh)
{
    place *out = malloc((mesh->vertex_count + 1) * sizeof *out);
    assert_non_null(out);
    mpq_t unit, origin;
    mpq_inits(unit, origin, (mpq_ptr)NULL);
    mpq_set_d(unit, tree->unit);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            mpq_init(out[v][i]);
            mpq_set_d(out[v][i], fk_vec3_get(mesh->point[v], i));
            mpq_set_d(origin, fk_vec3_get(tree->origin, i));
            mpq_sub(out[v][i], out[v][i], origin);
            mpq_div(out[v][i], out[v][i], unit);
        }
    mpq_clears(unit, origin, (mpq_ptr)NULL);
    return out;
}

static void drop_places(place *p, uint32_t count)
{
    for (uint32_t v = 0; v < count; v++)
        mpq_clears(p[v][0], p[v][1], p[v][2], (mpq_ptr)NULL);
    free(p);
}

static void assert_between(const mpq_t x, double low, double high)
{
    mpq_t bound;
    mpq_init(bound);
    mpq_set_d(bound, low);
    assert_true(mpq_cmp(x, bound) >= 0);
    mpq_set_d(bound, high);
    assert_true(mpq_cmp(x, bound) <= 0);
    mpq_clear(bound);
}

/* A column of turned boxes in rational numbers: rows of |q|^2 R, and |q|^2. */
typedef struct rational_box {
    mpq_t r[3][3], squared, origin[3], low[3], high[3];
} rational_box;

static void begin_box(rational_box *b, const fk_tree_obb *t, uint32_t c)
{
    mpq_t q[4], two, x;
    mpq_inits(q[0], q[1], q[2], q[3], two, x, b->squared, (mpq_ptr)NULL);
    mpq_set_d(two, 2);
    for (int i = 0; i < 4; i++) {
        mpq_set_d(q[i], (double)t->turn[i][c]);
        mpq_mul(x, q[i], q[i]);
        mpq_add(b->squared, b->squared, x);
    }
    assert_between(b->squared, 1 - 0x1p-19, 1 + 0x1p-19);
    /* |q|^2 R = (w^2 - v.v) 1 + 2 v v' + 2 w [v]: the diagonal is |q|^2 - 2 (v.v - v_i^2). */
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            mpq_t *r = &b->r[i][k];
            mpq_init(*r);
            if (i == k) {
                for (int l = 0; l < 3; l++)
                    if (l != i) {
                        mpq_mul(x, q[l], q[l]);
                        mpq_sub(*r, *r, x);
                    }
            } else {
                mpq_mul(*r, q[i], q[k]);
                mpq_mul(x, q[3], q[3 - i - k]);
                if ((i + 1) % 3 == k)
                    mpq_sub(*r, *r, x);
                else
                    mpq_add(*r, *r, x);
            }
            mpq_mul(*r, *r, two);
            if (i == k)
                mpq_add(*r, *r, b->squared);
        }
    for (int i = 0; i < 3; i++) {
        mpq_inits(b->origin[i], b->low[i], b->high[i], (mpq_ptr)NULL);
        mpq_set_d(b->origin[i], (double)t->origin[i]);
        mpq_set_d(b->low[i], (double)t->center[i][c]);
        mpq_set_d(x, (double)t->half[i][c]);
        mpq_add(b->high[i], b->low[i], x);
        mpq_sub(b->low[i], b->low[i], x);
        mpq_mul(b->low[i], b->low[i], b->squared);
        mpq_mul(b->high[i], b->high[i], b->squared);
    }
    mpq_clears(q[0], q[1], q[2], q[3], two, x, (mpq_ptr)NULL);
}

static void drop_box(rational_box *b)
{
    for (int i = 0; i < 3; i++) {
        mpq_clears(b->origin[i], b->low[i], b->high[i], (mpq_ptr)NULL);
        mpq_clears(b->r[i][0], b->r[i][1], b->r[i][2], (mpq_ptr)NULL);
    }
    mpq_clear(b->squared);
}

static void assert_holds(const rational_box *b, place p)
{
    mpq_t sum, term;
    mpq_inits(sum, term, (mpq_ptr)NULL);
    for (int i = 0; i < 3; i++) {
        mpq_set_ui(sum, 0, 1);
        for (int k = 0; k < 3; k++) {
            mpq_sub(term, p[k], b->origin[k]);
            mpq_mul(term, term, b->r[i][k]);
            mpq_add(sum, sum, term);
        }
        assert_true(mpq_cmp(sum, b->low[i]) >= 0 && mpq_cmp(sum, b->high[i]) <= 0);
    }
    mpq_clears(sum, term, (mpq_ptr)NULL);
}

/* ---- Structure ----------------------------------------------------------------------------------------- */

typedef struct checking {
    const fk_tree *tree;
    const fk_mesh *mesh;
    place *place;
    uint8_t *seen_node, *seen_triangle;
    bool with_boxes;
} checking;

/* The triangles below a child. */
static uint32_t below(const checking *c, uint32_t node, uint32_t column, uint32_t *list)
{
    uint32_t stack[4096][2], height = 0, count = 0;
    stack[height][0] = node;
    stack[height++][1] = column;
    while (height > 0) {
        height--;
        const fk_tree_node *n = c->tree->node + stack[height][0];
        uint32_t i = stack[height][1], child = n->child[i];
        for (uint32_t k = 0; k < n->count[i]; k++)
            list[count++] = c->tree->triangle[child + k];
        for (uint32_t k = 0; n->count[i] == 0 && k < c->tree->node[child].used; k++) {
            assert_true(height < 4096);
            stack[height][0] = child;
            stack[height++][1] = k;
        }
    }
    return count;
}

static void check_child(const checking *c, uint32_t node, uint32_t column, uint32_t *list)
{
    const fk_tree_node *n = c->tree->node + node;
    const fk_tree_obb *t = c->tree->turned + node;
    rational_box box;
    begin_box(&box, t, column);
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += fabs((double)t->center[i][column]) + (double)t->half[i][column];
    assert_true(sum <= (double)t->size);
    uint32_t count = below(c, node, column, list);
    for (uint32_t k = 0; k < count; k++)
        for (int l = 0; l < 3; l++) {
            mpq_t *p = c->place[c->mesh->triangle[list[k]].corner[l]];
            for (int i = 0; i < 3; i++)
                assert_between(p[i], (double)n->min[i][column], (double)n->max[i][column]);
            assert_holds(&box, p);
        }
    drop_box(&box);
}

/* Children come after their parents, and so the depth of a node is known before those of its children. */
static void check_tree(const fk_tree *tree, const fk_mesh *mesh, bool with_boxes)
{
    uint32_t n = mesh->triangle_count, *list = malloc((n + 1) * sizeof *list);
    uint8_t *depth = calloc(tree->node_count, 1), *seen = calloc(n + 1, 1);
    assert_true(list != NULL && depth != NULL && seen != NULL);
    checking c = {tree, mesh, with_boxes ? places_of(tree, mesh) : NULL, depth, seen, with_boxes};
    assert_int_equal(tree->triangle_count, n);
    depth[0] = 1;
    uint32_t found = 0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_tree_node *node = tree->node + i;
        assert_in_range(depth[i], 1, FK_TREE_DEPTH);
        assert_true(node->used <= FK_TREE_WIDTH && (node->used > 1 || tree->node_count == 1));
        for (uint32_t k = 0; k < node->used; k++) {
            if (node->count[k] == 0) {
                assert_true(node->child[k] > i && node->child[k] < tree->node_count);
                assert_int_equal(depth[node->child[k]], 0);
                depth[node->child[k]] = (uint8_t)(depth[i] + 1);
            }
            assert_true(node->count[k] <= FK_TREE_LEAF_MOST);
            for (uint32_t l = 0; l < node->count[k]; l++) {
                uint32_t triangle = tree->triangle[node->child[k] + l];
                assert_true(triangle < n && !seen[triangle]);
                seen[triangle] = 1;
                found++;
            }
            if (with_boxes)
                check_child(&c, i, k, list);
        }
    }
    assert_int_equal(found, n);
    if (with_boxes) {
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            for (int i = 0; i < 3; i++)
                assert_between(c.place[v][i], tree->unit < 0x1p1022 ? -1 : -4, tree->unit < 0x1p1022 ? 1 : 4);
        drop_places(c.place, mesh->vertex_count);
    }
    free(list);
    free(depth);
    free(seen);
}

static fk_tree *tree_of(const fk_mesh *mesh, const fk_workers *workers)
{
    fk_tree_options options = fk_tree_options_default();
    fk_tree *tree = NULL;
    options.workers = workers;
    assert_int_equal(fk_tree_build(context, mesh, &options, &tree), FK_OK);
    return tree;
}

static fk_mesh *soup_around(fk_random *random, uint32_t count, double size, fk_vec3 at)
{
    soup *s = soup_make();
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 a = fk_vec3_add(any_place(random, size), at), b, c;
        double reach = ldexp(size, -(int)fk_random_below(random, 20));
        b = fk_vec3_add(a, any_place(random, reach));
        c = fk_vec3_add(a, any_place(random, reach));
        soup_add(s, a, fk_random_below(random, 8) ? b : a, fk_random_below(random, 8) ? c : b);
    }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static void structure(void **state)
{
    (void)state;
    static const char *const name[] = {"trefoil", "torus", "sphere", "arm"};
    for (int m = 0; m < 4; m++)
        for (uint32_t count = 20; count < 3000; count *= 5) {
            fk_mesh *mesh = generated(name[m], count);
            fk_tree *tree = tree_of(mesh, NULL);
            check_tree(tree, mesh, count < 1000);
            fk_tree_free(context, tree);
            fk_mesh_free(context, mesh);
        }
}

static void sizes_and_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    static const double size[] = {1, 0x1p-1074, 1e-310, 1e-300, 1e-290, 1e-20, 1e20, 1e307, 1.7e308};
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (int i = 0; i < 9; i++) {
            fk_vec3 at = any_place(&random, i == 0 ? 1e9 : i == 5 ? 1e-8 : 0);
            fk_mesh *mesh = soup_around(&random, 40, i == 8 ? 8e307 : size[i], at);
            fpu_set(mode);
            fk_tree *tree = tree_of(mesh, NULL);
            fpu_set(0);
            check_tree(tree, mesh, true);
            fk_tree_free(context, tree);
            fk_mesh_free(context, mesh);
        }
}

/* The ends of the range of doubles, in one mesh. */
static void widest(void **state)
{
    (void)state;
    soup *s = soup_make();
    double most = 0x1.fffffffffffffp1023;
    for (int i = 0; i < 20; i++)
        soup_add(s, fk_vec3_make(-most, i, 0), fk_vec3_make(most, most, i), fk_vec3_make(i, -most, -most));
    fk_mesh *mesh = soup_mesh(context, s);
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        fk_tree *tree = tree_of(mesh, NULL);
        fpu_set(0);
        check_tree(tree, mesh, true);
        fk_tree_free(context, tree);
    }
    fk_mesh_free(context, mesh);
    free(s);
}

/* None, one, and many in one place: trees that are not deep. */
static void few_and_equal(void **state)
{
    (void)state;
    for (uint32_t count = 0; count < 40; count++) {
        soup *s = soup_make();
        for (uint32_t i = 0; i < count; i++)
            soup_add(s, fk_vec3_make(1, 2, 3), fk_vec3_make(1, 2, count % 3), fk_vec3_make(count % 2, 2, 3));
        fk_mesh *mesh = soup_mesh(context, s);
        fk_tree *tree = tree_of(mesh, NULL);
        check_tree(tree, mesh, true);
        fk_tree_free(context, tree);
        fk_mesh_free(context, mesh);
        free(s);
    }
    /* Sizes that halve, so that every cut takes off one. */
    soup *s = soup_make();
    for (int i = 0; i < 1000; i++) {
        double x = ldexp(1, -i);
        soup_add(s, fk_vec3_make(x, 0, 0), fk_vec3_make(x, x, 0), fk_vec3_make(x, 0, x));
    }
    for (int i = 0; i < SOUP_MOST - 1000; i++)
        soup_add(s, fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 0x1p-900));
    fk_mesh *mesh = soup_mesh(context, s);
    fk_tree *tree = tree_of(mesh, NULL);
    check_tree(tree, mesh, false);
    fk_tree_free(context, tree);
    fk_mesh_free(context, mesh);
    free(s);
}

/* ---- Workers ------------------------------------------------------------------------------------------- */

/* Tasks in an order of their own. */
static void run_shuffled(void *user, uint32_t task_count, fk_task_function *task, void *data)
{
    fk_random *random = user;
    uint32_t *order = malloc(task_count * sizeof *order);
    assert_non_null(order);
    for (uint32_t i = 0; i < task_count; i++) {
        uint32_t at = (uint32_t)fk_random_below(random, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (uint32_t i = 0; i < task_count; i++)
        task(data, order[i]);
    free(order);
}

typedef struct thread_work {
    uint32_t first, step, count;
    fk_task_function *task;
    void *data;
} thread_work;

static void *run_some(void *user)
{
    thread_work *w = user;
    for (uint32_t i = w->first; i < w->count; i += w->step)
        w->task(w->data, i);
    return NULL;
}

static void run_threads(void *user, uint32_t task_count, fk_task_function *task, void *data)
{
    (void)user;
    pthread_t thread[3];
    thread_work work[3];
    for (uint32_t i = 0; i < 3; i++) {
        work[i] = (thread_work){i, 3, task_count, task, data};
        assert_int_equal(pthread_create(thread + i, NULL, run_some, work + i), 0);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
}

static void assert_same_tree(const fk_tree *a, const fk_tree *b)
{
    assert_int_equal(a->bytes, b->bytes);
    assert_int_equal(a->node_count, b->node_count);
    assert_memory_equal(a->node, b->node, a->node_count * sizeof *a->node);
    assert_memory_equal(a->turned, b->turned, a->node_count * sizeof *a->turned);
    assert_memory_equal(a->triangle, b->triangle, a->triangle_count * sizeof *a->triangle);
}

static void workers(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (uint32_t count = 1000; count < 200000; count *= 6) {
        fk_mesh *mesh = generated("trefoil", count);
        fk_tree *alone = tree_of(mesh, NULL);
        check_tree(alone, mesh, false);
        for (int i = 0; i < 2; i++) {
            fk_workers some = {&random, 3, i == 0 ? run_shuffled : run_threads};
            fk_tree *tree = tree_of(mesh, &some);
            assert_same_tree(alone, tree);
            fk_tree_free(context, tree);
        }
        fk_tree_free(context, alone);
        fk_mesh_free(context, mesh);
    }
}

/* ---- Refit --------------------------------------------------------------------------------------------- */

static void refit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    fk_mesh *mesh = generated("trefoil", 300);
    fk_tree *tree = tree_of(mesh, NULL), *fresh = tree_of(mesh, NULL);
    assert_int_equal(fk_tree_refit(tree, mesh), FK_OK);
    assert_same_tree(tree, fresh);
    fk_vec3 *moved = malloc(mesh->vertex_count * sizeof *moved);
    assert_non_null(moved);
    for (int i = 0; i < 8; i++) {
        fk_pose pose = fk_pose_from_rpy(any_place(&random, 100), any_place(&random, 3));
        double size = ldexp(1, 3 * i - 12);
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            moved[v] = fk_vec3_add(fk_vec3_scale(fk_pose_apply(&pose, mesh->point[v]), size),
                                   any_place(&random, size * i * 0.1));
        fk_mesh other = *mesh;
        other.point = moved;
        assert_int_equal(fk_tree_refit(tree, &other), FK_OK);
        check_tree(tree, &other, i % 3 == 0);
    }
    fk_mesh fewer = *mesh;
    fewer.triangle_count--;
    memcpy(fresh, tree, sizeof *tree);
    assert_int_equal(fk_tree_refit(tree, &fewer), FK_ERROR_ARGUMENT);
    assert_memory_equal(fresh, tree, sizeof *tree);
    free(moved);
    fk_tree_free(context, tree);
    fk_tree_free(context, fresh);
    fk_mesh_free(context, mesh);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void memory_runs_out(void **state)
{
    (void)state;
    fk_mesh *mesh = generated("torus", 5000);
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    size_t used = m.used;
    fk_tree *tree = NULL;
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        m.fail_at = k;
        status = fk_tree_build(scarce, mesh, NULL, &tree);
        assert_int_equal(status == FK_OK, tree != NULL);
        assert_int_equal(m.used, tree == NULL ? used : used + tree->bytes);
        assert_true(k < 50);
    }
    assert_true(tree->bytes <= (size_t)64 * mesh->triangle_count);
    fk_tree_free(scarce, tree);
    assert_int_equal(m.used, used);
    fk_tree_free(scarce, NULL);
    fk_context_destroy(scarce);
    fk_mesh_free(context, mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structure),
        cmocka_unit_test_teardown(sizes_and_modes, fpu_usual),
        cmocka_unit_test_teardown(widest, fpu_usual),
        cmocka_unit_test(few_and_equal),
        cmocka_unit_test(workers),
        cmocka_unit_test(refit),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
