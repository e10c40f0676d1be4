/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cancelling: every call that accepts a flag ends at any poll, with its own status, leaves nothing behind, and what it
 * returns of a result is right. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "farkas/farkas.h"
#include "gen/generate.h"
#include "sanitized.h"

static fk_context *context;

/* ---- A flag that is set at a certain poll -------------------------------------------------------------- */

typedef struct countdown {
    fk_cancel flag;
    _Atomic size_t polls;
    size_t at; /* the poll that sets it; 0: none */
} countdown;

static void count_poll(void *user)
{
    countdown *c = user;
    if (atomic_fetch_add(&c->polls, 1) + 1 == c->at)
        fk_cancel_set(&c->flag);
}

static void begin_countdown(countdown *c, size_t at)
{
    memset(c, 0, sizeof *c);
    c->flag.poll = count_poll;
    c->flag.user = c;
    c->at = at;
}

typedef struct counted {
    _Atomic size_t used;
} counted;

static void *allocate(void *user, size_t bytes)
{
    atomic_fetch_add(&((counted *)user)->used, bytes);
    return malloc(bytes);
}

static void release(void *user, void *block, size_t bytes)
{
    atomic_fetch_sub(&((counted *)user)->used, bytes);
    free(block);
}

static fk_context *counted_context(counted *memory, const fk_cancel *cancel)
{
    fk_context_options options = fk_context_options_default();
    options.allocator = (fk_allocator){memory, allocate, release};
    options.cancel = cancel;
    fk_context *made;
    assert_int_equal(fk_context_create(&options, &made), FK_OK);
    return made;
}

/* A call with a context and a flag, one of which is NULL, as each call that accepts flags in its options is asked by
 * both ways. It frees what it gets. */
typedef fk_status cancellable(fk_context *asked, const fk_cancel *cancel, const void *user);

/* Cancels at the first poll, the second, and so on, in growing steps, until the call works. */
static void cancel_everywhere(cancellable *call, const void *user, bool in_context)
{
    size_t cancelled = 0;
    fk_status status = FK_ERROR_CANCELLED;
    for (size_t at = 1; status != FK_OK; at += 1 + at / (SANITIZED ? 1 : 2)) {
        countdown c;
        counted memory = {0};
        begin_countdown(&c, at);
        fk_context *own = counted_context(&memory, in_context ? &c.flag : NULL);
        size_t base = memory.used;
        status = call(own, in_context ? NULL : &c.flag, user);
        assert_int_equal(memory.used, base);
        if (status != FK_OK) {
            assert_int_equal(status, FK_ERROR_CANCELLED);
            assert_true(fk_cancel_is_set(&c.flag));
            cancelled++;
        }
        fk_context_destroy(own);
    }
    assert_true(cancelled > 3);
}

/* ---- The flag ------------------------------------------------------------------------------------------ */

static void test_flag(void **state)
{
    (void)state;
    fk_cancel flag = {0};
    assert_false(fk_cancel_is_set(&flag));
    fk_cancel_set(&flag);
    fk_cancel_set(&flag);
    assert_true(fk_cancel_is_set(&flag));
    assert_string_equal(fk_status_name(FK_ERROR_CANCELLED), "FK_ERROR_CANCELLED");
    assert_string_equal(fk_status_text(FK_ERROR_CANCELLED), "cancelled");
    /* The flag of a context does not refuse memory to others. */
    fk_context_options options = fk_context_options_default();
    assert_null(options.cancel);
    options.cancel = &flag;
    fk_context *own;
    assert_int_equal(fk_context_create(&options, &own), FK_OK);
    void *block = fk_allocate(own, 10);
    assert_non_null(block);
    fk_release(own, block, 10);
    fk_context_destroy(own);
}

/* ---- Hulls, trees, decompositions ---------------------------------------------------------------------- */

typedef struct cloud {
    const fk_vec3 *point;
    size_t count;
} cloud;

static fk_status build_hull_of(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    (void)cancel;
    const cloud *c = user;
    fk_hull *hull = NULL;
    fk_status status = fk_hull_build(asked, c->point, c->count, &hull);
    assert_true((status == FK_OK) == (hull != NULL));
    fk_hull_free(asked, hull);
    return status;
}

/* Points on a sphere, in a cube, on a grid, on a circle. */
static void fill_cloud(fk_vec3 *point, size_t count, int kind)
{
    fk_random random = fk_random_make(1);
    for (size_t i = 0; i < count; i++) {
        double x = fk_random_between(&random, -1, 1), y = fk_random_between(&random, -1, 1),
               z = fk_random_between(&random, -1, 1), length = sqrt(x * x + y * y + z * z);
        double angle = 6.28 * (double)i / (double)count;
        point[i] = kind == 0   ? fk_vec3_make(x / length, y / length, z / length)
                   : kind == 1 ? fk_vec3_make(x, y, z)
                   : kind == 2 ? fk_vec3_make((double)(i % 10), (double)(i / 10 % 10), (double)(i / 100))
                               : fk_vec3_make(cos(angle), sin(angle), 0);
    }
}

static void test_hull(void **state)
{
    (void)state;
    fk_vec3 point[2000];
    const cloud c = {point, sizeof point / sizeof *point};
    for (int kind = 0; kind < 4; kind++) {
        fill_cloud(point, c.count, kind);
        cancel_everywhere(build_hull_of, &c, true);
    }
}

static fk_mesh *make_mesh(const char *kind, uint32_t triangles, double size)
{
    fk_generate_options options = {.triangles = triangles, .size = size};
    fk_model *model;
    fk_mesh *mesh;
    assert_int_equal(fk_generate(context, fk_generate_find(kind), &options, &model), FK_OK);
    assert_int_equal(fk_mesh_join(context, model->part, model->part_count, &mesh), FK_OK);
    fk_model_free(context, model);
    return mesh;
}

static fk_status build_tree_of(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    (void)cancel;
    fk_tree *tree = NULL;
    fk_status status = fk_tree_build(asked, user, NULL, &tree);
    assert_true((status == FK_OK) == (tree != NULL));
    fk_tree_free(asked, tree);
    return status;
}

static fk_status split_mesh(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    fk_split_options options = fk_split_options_default();
    options.cancel = cancel;
    fk_split *split = NULL;
    fk_cover cover;
    fk_status status = fk_split_build(asked, user, &options, &split);
    assert_true((status == FK_OK) == (split != NULL));
    if (status == FK_OK)
        status = fk_split_trim(asked, user, split);
    if (status == FK_OK)
        status = fk_cover_check(asked, user, split->piece, split->piece_count, &cover);
    if (status == FK_OK)
        assert_true(cover.covers_surface && cover.covers_inside);
    fk_split_free(asked, split);
    return status;
}

static void test_split(void **state)
{
    (void)state;
    fk_mesh *mesh = make_mesh("bracket", 100, 1);
    cancel_everywhere(build_tree_of, mesh, true);
    cancel_everywhere(split_mesh, mesh, true);
    cancel_everywhere(split_mesh, mesh, false);
    fk_mesh_free(context, mesh);
}

/* ---- Searches ------------------------------------------------------------------------------------------ */

static fk_status search_cells(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    const fk_cell_tree *tree = user;
    fk_search_object object[3];
    for (int i = 0; i < 3; i++)
        object[i] =
            (fk_search_object){.name = "", .tree = tree, .pose = fk_pose_identity(), .group = FK_NONE};
    object[1].pose.translation.x = 0.25;
    object[2].pose.translation.y = 0.5;
    fk_search *search;
    assert_int_equal(fk_search_create(asked, NULL, 0, object, 3, NULL, &search), FK_OK);
    fk_search_question question = fk_search_question_default();
    question.cancel = cancel;
    fk_status status = fk_search_begin(search, &question);
    assert_true((status == FK_OK) == (fk_search_result_of(search) != NULL));
    if (status == FK_OK)
        status = fk_search_run(search, NULL);
    const fk_search_result *result = fk_search_result_of(search);
    if (result != NULL) {
        assert_true(result->is_complete == (status == FK_OK));
        assert_int_equal(result->clear + result->colliding + result->open, 3);
    }
    fk_search_destroy(asked, search);
    return status;
}

static void test_search(void **state)
{
    (void)state;
    fk_mesh *mesh = make_mesh("torus", 60, 1);
    fk_cell_tree *tree;
    assert_int_equal(fk_cell_tree_of_surface(context, mesh, &tree), FK_OK);
    cancel_everywhere(search_cells, tree, true);
    cancel_everywhere(search_cells, tree, false);
    fk_cell_tree_free(context, tree);
    fk_mesh_free(context, mesh);
}

/* ---- Checks and sweeps --------------------------------------------------------------------------------- */

#define PARTS 5

typedef struct parts {
    fk_check_part part[PARTS];
    fk_piece piece;
    fk_mesh *mesh[2];
    const fk_workers *workers;
    const fk_check *whole; /* what a check that is not cancelled returns */
    fk_motion *motion;
    fk_sweep_part moving[PARTS];
    const fk_sweep *whole_sweep;
} parts;

/* Meshes in a row, which overlap, are apart, or inside one another; and a ball. */
static void make_parts(parts *p)
{
    memset(p, 0, sizeof *p);
    p->mesh[0] = make_mesh("torus", 100, 1);
    p->mesh[1] = make_mesh("sphere", 20, 0.3);
    p->piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), 0.5);
    for (int i = 0; i < PARTS; i++) {
        p->part[i] = (fk_check_part){"part", p->mesh[i % 2], NULL, fk_pose_identity()};
        p->part[i].pose.translation = fk_vec3_make(0.75 * i, 0.125 * i, 0);
        if (i == 3) {
            p->part[i].mesh = NULL;
            p->part[i].piece = &p->piece;
        }
        p->moving[i] = (fk_sweep_part){p->part[i], i % 2 == 0 ? 0 : FK_NONE};
    }
    static const fk_key key[2] = {{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {1, 0, 0}, {0, 0, 0.5, 1}}};
    const fk_frame frame = {
        .parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_KEYS, .key_count = 2, .key = key};
    assert_int_equal(fk_motion_create(context, &frame, 1, NULL, 0, &p->motion), FK_OK);
}

static void free_parts(parts *p)
{
    fk_motion_free(context, p->motion);
    fk_mesh_free(context, p->mesh[0]);
    fk_mesh_free(context, p->mesh[1]);
}

/* The finished pairs are the first ones of the whole result. */
static void compare_checks(const fk_check *check, const fk_check *whole, fk_status status)
{
    uint64_t finished = 0;
    assert_int_equal(check->is_incomplete, status == FK_ERROR_CANCELLED);
    assert_true(check->tested == whole->tested || (check->is_incomplete && check->tested == 0));
    assert_true(check->largest == FK_NONE && check->smallest == FK_NONE);
    assert_true(check->pair_count <= whole->pair_count);
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        finished += check->count[kind];
    assert_int_equal(finished, check->pair_count + check->omitted);
    if (status == FK_OK)
        assert_int_equal(finished, check->tested);
    for (size_t i = 0; i < check->pair_count; i++) {
        fk_check_pair a = check->pair[i], b = whole->pair[i];
        assert_int_equal(a.triangle_count, b.triangle_count);
        assert_memory_equal(a.triangle, b.triangle, a.triangle_count * sizeof *a.triangle);
        assert_true(a.a == b.a && a.b == b.b && a.kind == b.kind && a.is_clash == b.is_clash);
        assert_memory_equal(&a.distance, &b.distance, sizeof a.distance);
        assert_true(a.has_depth == b.has_depth && a.has_volume == b.has_volume);
        assert_memory_equal(&a.volume, &b.volume, sizeof a.volume);
    }
}

static fk_status check_parts(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    const parts *p = user;
    fk_check_options options = fk_check_options_default();
    options.cancel = cancel;
    options.workers = p->workers;
    options.wants_volume = true;
    options.rule.clearance = 0.25;
    fk_check *check = NULL;
    fk_status status = fk_check_run(asked, p->part, PARTS, &options, &check);
    assert_non_null(check);
    compare_checks(check, p->whole != NULL ? p->whole : check, status);
    fk_check_free(asked, check);
    return status;
}

static const fk_check *check_whole(const parts *p)
{
    fk_check_options options = fk_check_options_default();
    options.wants_volume = true;
    options.rule.clearance = 0.25;
    fk_check *check;
    assert_int_equal(fk_check_run(context, p->part, PARTS, &options, &check), FK_OK);
    return check;
}

static fk_status sweep_parts(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    const parts *p = user;
    fk_sweep_options options = fk_sweep_options_default();
    options.cancel = cancel;
    options.workers = p->workers;
    options.max_tests = 2000;
    fk_sweep *sweep = NULL;
    fk_status status = fk_sweep_run(asked, p->motion, p->moving, PARTS, &options, &sweep);
    assert_non_null(sweep);
    assert_int_equal(sweep->is_incomplete, status == FK_ERROR_CANCELLED);
    for (size_t i = 0; p->whole_sweep != NULL && i < sweep->pair_count; i++) {
        const fk_sweep_pair *a = &sweep->pair[i], *b = &p->whole_sweep->pair[i];
        assert_true(a->a == b->a && a->b == b->b && a->kind == b->kind && a->is_clash == b->is_clash);
        assert_int_equal(a->contact_count, b->contact_count);
        assert_memory_equal(&a->closest, &b->closest, sizeof a->closest);
    }
    fk_sweep_free(asked, sweep);
    return status;
}

static const fk_sweep *sweep_whole(const parts *p)
{
    fk_sweep_options options = fk_sweep_options_default();
    options.max_tests = 2000;
    fk_sweep *sweep;
    assert_int_equal(fk_sweep_run(context, p->motion, p->moving, PARTS, &options, &sweep), FK_OK);
    return sweep;
}

static void test_check_and_sweep(void **state)
{
    (void)state;
    parts p;
    make_parts(&p);
    p.whole = check_whole(&p);
    p.whole_sweep = sweep_whole(&p);
    assert_false(p.whole->is_incomplete || p.whole_sweep->is_incomplete);
    cancel_everywhere(check_parts, &p, true);
    cancel_everywhere(check_parts, &p, false);
    cancel_everywhere(sweep_parts, &p, false);
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    p.workers = fk_pool_workers(pool);
    cancel_everywhere(check_parts, &p, false);
    cancel_everywhere(sweep_parts, &p, false);
    fk_pool_destroy(pool);
    fk_sweep_free(context, (fk_sweep *)(uintptr_t)p.whole_sweep);
    fk_check_free(context, (fk_check *)(uintptr_t)p.whole);
    free_parts(&p);
}

/* A flag that is set already: nothing is done, and the result is empty. */
static void test_set_before(void **state)
{
    (void)state;
    parts p;
    make_parts(&p);
    fk_cancel flag = {0};
    fk_cancel_set(&flag);
    assert_int_equal(check_parts(context, &flag, &p), FK_ERROR_CANCELLED);
    assert_int_equal(sweep_parts(context, &flag, &p), FK_ERROR_CANCELLED);
    assert_int_equal(split_mesh(context, &flag, p.mesh[0]), FK_ERROR_CANCELLED);
    /* Other errors stay what they are. */
    fk_check_options options = fk_check_options_default();
    options.cancel = &(fk_cancel){0};
    options.rule.clearance = -1;
    fk_check *check = NULL;
    assert_int_equal(fk_check_run(context, p.part, PARTS, &options, &check), FK_ERROR_ARGUMENT);
    assert_null(check);
    free_parts(&p);
}

/* ---- Large inputs, cancelled by another thread --------------------------------------------------------- */

static void *set_soon(void *user)
{
    const struct timespec wait = {0, 20 * 1000 * 1000};
    nanosleep(&wait, NULL);
    fk_cancel_set(user);
    return NULL;
}

/* Calls without an own flag are given one in their context. */
static void cancel_soon(cancellable *call, const void *user)
{
    fk_cancel flag = {0};
    counted memory = {0};
    fk_context *own = counted_context(&memory, &flag);
    size_t base = memory.used;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, set_soon, &flag), 0);
    assert_int_equal(call(own, &flag, user), FK_ERROR_CANCELLED);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(memory.used, base);
    fk_context_destroy(own);
}

static fk_status check_large(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    const fk_mesh *mesh = user;
    fk_check_part part[2] = {{"a", mesh, NULL, fk_pose_identity()}, {"b", mesh, NULL, fk_pose_identity()}};
    part[1].pose.translation.x = 0.5;
    fk_check_options options = fk_check_options_default();
    options.cancel = cancel;
    options.wants_volume = true;
    fk_check *check = NULL;
    fk_status status = fk_check_run(asked, part, 2, &options, &check);
    assert_true(check != NULL && check->is_incomplete && check->pair_count == 0);
    fk_check_free(asked, check);
    return status;
}

static fk_status sweep_large(fk_context *asked, const fk_cancel *cancel, const void *user)
{
    const parts *p = user;
    fk_sweep_options options = fk_sweep_options_default();
    options.cancel = cancel;
    options.max_tests = 0;
    options.tolerance = 1e-9;
    options.resolution = 1e-9;
    fk_sweep *sweep = NULL;
    fk_status status = fk_sweep_run(asked, p->motion, p->moving, 2, &options, &sweep);
    assert_true(sweep != NULL && sweep->is_incomplete);
    fk_sweep_free(asked, sweep);
    return status;
}

static void test_large(void **state)
{
    (void)state;
    const uint32_t triangles = SANITIZED ? 100000 : 1000000;
    size_t count = triangles / 2;
    fk_vec3 *point = malloc(count * sizeof *point);
    assert_non_null(point);
    fill_cloud(point, count, 0);
    cancel_soon(build_hull_of, &(cloud){point, count});
    free(point);
    fk_mesh *mesh = make_mesh("torus", triangles, 1);
    cancel_soon(check_large, mesh);
    cancel_soon(split_mesh, mesh);
    parts p;
    make_parts(&p);
    p.moving[0].part.mesh = p.moving[1].part.mesh = mesh;
    cancel_soon(sweep_large, &p);
    free_parts(&p);
    fk_mesh_free(context, mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flag),
        cmocka_unit_test(test_hull),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_check_and_sweep),
        cmocka_unit_test(test_set_before),
        cmocka_unit_test(test_large),
    };
    if (fk_context_create(NULL, &context) != FK_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
