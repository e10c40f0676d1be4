/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Worlds: steps against all pairs, whatever the structure, the volumes, and what happens in between; without
 * memory; bodies that are gone. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "world_check.h"

static fk_world_options options_of(fk_broad_kind kind, fk_mid_kind mid)
{
    fk_world_options options = fk_world_options_default();
    options.broad.kind = kind;
    options.mid = mid;
    return options;
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

static void run_steps(fk_world_options options, int steps, uint64_t seed)
{
    model *m = model_make(context, &options, seed);
    fk_step_options step = fk_step_options_default();
    for (int i = 0; i < steps; i++) {
        for (int k = draw_int(m, 2) * draw_int(m, 20); k > 0; k--)
            model_change(m);
        step.wants_contacts = draw_int(m, 8) == 0 ? !step.wants_contacts : step.wants_contacts;
        static const uint32_t max[3] = {16, 3, 40};
        step.max_contacts = max[draw_int(m, 10) % 3 * (draw_int(m, 8) == 0)];
        model_step(m, &step);
    }
    assert_true(fk_world_is_sound(m->world));
    model_end(m);
}

static void test_every_structure(void **state)
{
    (void)state;
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++)
        run_steps(options_of((fk_broad_kind)kind, FK_MID_DEFAULT), 300 / SHARE, 1 + (uint64_t)kind);
}

static void test_every_volume(void **state)
{
    (void)state;
    for (int mid = 0; mid <= FK_MID_OBB; mid++)
        run_steps(options_of(FK_BROAD_PACKS, (fk_mid_kind)mid), 300 / SHARE, 100 + (uint64_t)mid);
}

/* Far from where the floats are fine, every step is still right. */
static void test_far_away(void **state)
{
    (void)state;
    fk_world_options options = fk_world_options_default();
    options.origin = fk_vec3_make(1e9, -1e12, 0);
    run_steps(options, 100 / SHARE, 7);
}

/* In every state of the floating-point unit. */
static void test_modes(void **state)
{
    (void)state;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        run_steps(options_of((fk_broad_kind)(mode % FK_BROAD_COUNT), FK_MID_DEFAULT), 40 / SHARE, 60);
    }
    fpu_set(0);
}

/* All in one place; a line; a crowd. */
static void test_worst_cases(void **state)
{
    (void)state;
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++)
        for (int scene = 0; scene < 3; scene++) {
            fk_world_options options = options_of((fk_broad_kind)kind, FK_MID_DEFAULT);
            model *m = model_make(context, &options, 5);
            m->shape_limit = SHAPE_POINT;
            for (int i = 0; i < 60; i++)
                model_add(m, scene == 0 ? SHAPE_BOX : draw_shape(m));
            for (uint32_t step = 0; step < 6; step++) {
                for (uint32_t i = 0; i < 60; i++) {
                    fk_vec3 place = {scene == 1 ? 0.75 * i + step : step, scene == 2 ? (i * step) % 7 : 0, 0};
                    m->body[i].options.pose = fk_pose_from_rpy(place, fk_vec3_make(0, 0, 0));
                    assert_int_equal(fk_world_move(m->world, m->body[i].id, &m->body[i].options.pose), FK_OK);
                }
                model_step(m, NULL);
            }
            model_end(m);
        }
}

/* ---- Rest ---------------------------------------------------------------------------------------------- */

static void test_rest(void **state)
{
    (void)state;
    model *m = model_make(context, NULL, 3);
    for (int i = 0; i < 40; i++)
        model_add(m, draw_shape(m));
    fk_step_options options = {true, 16};
    model_step(m, &options);
    const fk_world_step_result *result;
    for (int i = 0; i < 3; i++) {
        /* Moving to the same place is none. */
        fk_body_id id = draw_body(m);
        assert_int_equal(fk_world_move(m->world, id, &m->body[id.index].options.pose), FK_OK);
        assert_int_equal(fk_world_step(m->world, &options, &result), FK_OK);
        model_check(m, result, &options);
        assert_int_equal(result->work.moved, 0);
        assert_int_equal(result->work.narrow_tests, 0);
        assert_int_equal(result->work.rested, result->work.broad_pairs - result->work.filtered);
        assert_true(result->pair_count > 0);
    }
    /* One moves: pairs of others rest, and keep their contacts. */
    fk_body_id id = draw_body(m);
    m->body[id.index].options.pose = draw_pose(m);
    assert_int_equal(fk_world_move(m->world, id, &m->body[id.index].options.pose), FK_OK);
    assert_int_equal(fk_world_step(m->world, &options, &result), FK_OK);
    assert_int_equal(result->work.moved, 1);
    assert_true(result->work.rested > 0 && result->work.narrow_tests < result->work.rested);
    model_check(m, result, &options);
    /* A removal ends what is there; with others wanted, contacts are made anew. */
    assert_int_equal(fk_world_remove(m->world, id), FK_OK);
    model_forget(m, id.index);
    model_step(m, NULL);
    model_step(m, NULL);
    options.max_contacts = 1;
    model_step(m, &options);
    model_step(m, &options);
    options.max_contacts = 0;
    assert_int_equal(fk_world_step(m->world, &options, &result), FK_OK);
    assert_int_equal(result->contact_count, 0);
    assert_true(result->pair_count > 0 && result->pair[0].contact_total > 0);
    model_end(m);
}

/* A warm verdict is the same as a cold one, and most are warm where little moves. */
static void test_warm(void **state)
{
    (void)state;
    model *m = model_make(context, NULL, 4);
    m->most = 100;
    for (int i = 0; i < 100; i++)
        model_add(m, SHAPE_HULL);
    uint64_t tests = 0, warm = 0;
    for (int step = 0; step < 40 / (SANITIZED ? 4 : 1); step++) {
        for (uint32_t i = 0; i < 100; i++) {
            fk_pose *pose = &m->body[i].options.pose;
            pose->translation.x += 0.01 * (i % 7);
            assert_int_equal(fk_world_move(m->world, m->body[i].id, pose), FK_OK);
        }
        const fk_world_step_result *result;
        assert_int_equal(fk_world_step(m->world, NULL, &result), FK_OK);
        model_check(m, result, NULL);
        tests += result->work.narrow_tests;
        warm += result->work.warm;
    }
    assert_true(tests > 0 && warm * 2 > tests);
    model_end(m);
}

/* ---- What is wrong ------------------------------------------------------------------------------------- */

static void test_no_bodies(void **state)
{
    (void)state;
    fk_world *world;
    const fk_world_step_result *result;
    assert_int_equal(fk_world_create(context, NULL, &world), FK_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fk_world_step(world, NULL, &result), FK_OK);
        assert_int_equal(result->pair_count + result->contact_count + result->undecided_count, 0);
    }
    assert_int_equal(fk_world_body_count(world), 0);
    assert_int_equal(fk_world_next(world, 0).generation, 0);
    assert_int_equal(fk_world_update(world), FK_OK);
    assert_true(fk_world_is_sound(world));
    fk_world_destroy(world);
    fk_world_destroy(NULL);
}

static void test_refusals(void **state)
{
    (void)state;
    fk_world_options options = fk_world_options_default();
    fk_world *world = NULL;
    options.mid = (fk_mid_kind)9;
    assert_int_equal(fk_world_create(context, &options, &world), FK_ERROR_ARGUMENT);
    options = options_of((fk_broad_kind)FK_BROAD_COUNT, FK_MID_NONE);
    assert_int_equal(fk_world_create(context, &options, &world), FK_ERROR_ARGUMENT);
    options = fk_world_options_default();
    options.origin.y = NAN;
    assert_int_equal(fk_world_create(context, &options, &world), FK_ERROR_NOT_FINITE);
    assert_null(world);
    assert_int_equal(fk_world_create(context, NULL, &world), FK_OK);
    fk_body_options body = fk_body_options_default(NULL);
    fk_body_id id = {77, 77}, none = {0, 0}, other;
    assert_int_equal(fk_world_add(world, &body, &id), FK_ERROR_ARGUMENT);
    body = fk_body_options_default(all->collider[SHAPE_BOX]);
    body.pose.rotation[1][2] = NAN;
    assert_int_equal(fk_world_add(world, &body, &id), FK_ERROR_NOT_FINITE);
    body.pose = fk_pose_identity();
    body.pose.translation.x = INFINITY;
    assert_int_equal(fk_world_add(world, &body, &id), FK_ERROR_NOT_FINITE);
    assert_true(id.index == 77 && id.generation == 77 && fk_world_body_count(world) == 0);
    assert_int_equal(fk_world_remove(world, none), FK_ERROR_STALE);
    body.pose = fk_pose_identity();
    assert_int_equal(fk_world_add(world, &body, &id), FK_OK);
    assert_int_equal(fk_world_add(world, &body, &other), FK_OK);
    /* A pose that is not finite changes nothing. */
    fk_pose bad = fk_pose_identity();
    bad.translation.z = NAN;
    assert_int_equal(fk_world_move(world, id, &bad), FK_ERROR_NOT_FINITE);
    bad = fk_pose_identity();
    bad.rotation[0][0] = INFINITY;
    assert_int_equal(fk_world_move(world, id, &bad), FK_ERROR_NOT_FINITE);
    /* Neither does one that scales, mirrors or is singular. */
    for (int i = 0; i < 3; i++) {
        static const double scale[] = {0.001, -1, 0};
        bad = fk_pose_identity();
        for (int k = 0; k < 3; k++)
            bad.rotation[k][k] = scale[i];
        assert_int_equal(fk_world_move(world, id, &bad), FK_ERROR_ARGUMENT);
        fk_body_options scaled = body;
        scaled.pose = bad;
        assert_int_equal(fk_world_add(world, &scaled, &other), FK_ERROR_ARGUMENT);
    }
    fk_body_options got;
    assert_int_equal(fk_world_get(world, id, &got), FK_OK);
    assert_memory_equal(&got.pose, &body.pose, sizeof got.pose);
    assert_int_equal(fk_world_ignore(world, id, id, true), FK_ERROR_ARGUMENT);
    assert_true(fk_world_is_sound(world));
    fk_world_destroy(world);
}

/* Finite numbers of any size. */
static void test_huge(void **state)
{
    (void)state;
    model *m = model_make(context, NULL, 1);
    static const double place[] = {0, 1e-300, 1, 1e10, 1e37, 1e39, 1e200, 1e308, -1e308};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        for (int k = 0; k < 2; k++) {
            fk_body_options options = fk_body_options_default(all->collider[SHAPE_SPHERE]);
            options.pose.translation = fk_vec3_make(place[i], k == 0 ? 0 : place[i] / 2, 0);
            fk_body_id id;
            assert_int_equal(fk_world_add(m->world, &options, &id), FK_OK);
            model_put(m, SHAPE_SPHERE, &options, id);
        }
    fk_step_options options = {true, 2};
    model_step(m, &options);
    model_step(m, &options);
    model_end(m);
}

static void test_stale(void **state)
{
    (void)state;
    fk_world *world;
    assert_int_equal(fk_world_create(context, NULL, &world), FK_OK);
    fk_body_options body = fk_body_options_default(all->collider[SHAPE_BOX]), got;
    body.user = 17;
    fk_body_id a, b, c;
    assert_int_equal(fk_world_add(world, &body, &a), FK_OK);
    assert_int_equal(fk_world_add(world, &body, &b), FK_OK);
    const fk_world_step_result *result;
    assert_int_equal(fk_world_step(world, NULL, &result), FK_OK);
    assert_int_equal(result->pair_count, 1);
    assert_int_equal(fk_world_ignore(world, a, b, true), FK_OK);
    assert_int_equal(fk_world_remove(world, a), FK_OK);
    assert_int_equal(fk_world_add(world, &body, &c), FK_OK);
    assert_int_equal(c.index, a.index);
    assert_true(c.generation != a.generation);
    fk_pose pose = fk_pose_identity();
    assert_int_equal(fk_world_move(world, a, &pose), FK_ERROR_STALE);
    assert_int_equal(fk_world_set_filter(world, a, 1, 1, 1), FK_ERROR_STALE);
    assert_int_equal(fk_world_set_user(world, a, 1), FK_ERROR_STALE);
    assert_int_equal(fk_world_ignore(world, b, a, true), FK_ERROR_STALE);
    assert_int_equal(fk_world_get(world, a, &got), FK_ERROR_STALE);
    assert_int_equal(fk_world_remove(world, a), FK_ERROR_STALE);
    /* The end of the old one, and then the begin of the new one at its index, which is not ignored. */
    assert_int_equal(fk_world_step(world, NULL, &result), FK_OK);
    assert_int_equal(result->pair_count, 2);
    assert_true(same_id(result->pair[0].a, a) && result->pair[0].event == FK_PAIR_END);
    assert_true(same_id(result->pair[1].a, c) && result->pair[1].event == FK_PAIR_BEGIN);
    assert_int_equal(fk_world_set_user(world, c, 18), FK_OK);
    assert_int_equal(fk_world_get(world, c, &got), FK_OK);
    assert_int_equal(got.user, 18);
    assert_true(same_id(fk_world_next(world, 0), c) && same_id(fk_world_next(world, 1), b));
    assert_int_equal(fk_world_next(world, 2).generation, 0);
    fk_world_destroy(world);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Every allocation fails once, in adds, ignores and steps. Nothing is lost, and what works tells all. */
static void run_scarce(fk_broad_kind kind, bool wants_contacts)
{
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    size_t base = m.used;
    fk_world_options options = options_of(kind, FK_MID_DEFAULT);
    model *w = NULL;
    fk_world *world = NULL;
    for (size_t k = 0; world == NULL; k++) {
        m.fail_at = k;
        fk_status status = fk_world_create(scarce, &options, &world);
        assert_int_equal(status, world == NULL ? FK_ERROR_MEMORY : FK_OK);
        assert_true(world != NULL || m.used == base);
    }
    w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->world = world;
    w->random = fk_random_make(9);
    w->range = 4;
    w->shape_limit = SHAPE_COUNT;
    fk_step_options step = {wants_contacts, 40};
    for (int i = 0; i < 40; i++) {
        int shape = i % SHAPE_COUNT;
        fk_body_options body = draw_options(w, shape);
        fk_body_id id;
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status != FK_OK; k++) {
            m.fail_at = k;
            status = fk_world_add(world, &body, &id);
            assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
            assert_int_equal(fk_world_body_count(world), w->live + (status == FK_OK));
        }
        model_put(w, shape, &body, id);
        fk_body_id other = draw_body(w);
        status = other.index == id.index ? FK_OK : FK_ERROR_MEMORY;
        for (size_t k = 0; status != FK_OK && i % 3 == 0; k++) {
            m.fail_at = k;
            status = fk_world_ignore(world, id, other, true);
            w->is_ignored[id.index][other.index] = w->is_ignored[other.index][id.index] = true;
        }
        /* Moving needs no memory. */
        m.fail_at = 0;
        w->body[other.index].options.pose = draw_pose(w);
        assert_int_equal(fk_world_move(world, other, &w->body[other.index].options.pose), FK_OK);
        if (i % 4 == 3) {
            other = draw_body(w);
            assert_int_equal(fk_world_remove(world, other), FK_OK);
            model_forget(w, other.index);
        }
        const fk_world_step_result *result = NULL;
        for (size_t k = 0; result == NULL; k++) {
            m.fail_at = k;
            status = fk_world_step(world, &step, &result);
            assert_int_equal(status, result == NULL ? FK_ERROR_MEMORY : FK_OK);
            m.fail_at = SIZE_MAX;
            assert_true(fk_world_is_sound(world));
        }
        model_check(w, result, &step);
    }
    size_t of_bodies;
    assert_int_equal(fk_world_bytes(world, &of_bodies), m.used - base);
    assert_true(of_bodies < m.used);
    m.fail_at = 0;
    assert_int_equal(fk_world_reserve(world, 100000), FK_ERROR_MEMORY);
    model_end(w);
    assert_int_equal(m.used, base);
    m.fail_at = SIZE_MAX;
    fk_context_destroy(scarce);
    assert_int_equal(m.used, 0);
}

static void test_scarce(void **state)
{
    (void)state;
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++)
        run_scarce((fk_broad_kind)kind, kind % 2 == 0);
}

/* Bodies come, move and go, a million times, and their memory does not grow. */
static void test_no_growth(void **state)
{
    (void)state;
    memory m = {0, SIZE_MAX};
    fk_context *counted = memory_context(&m);
    model *w = model_make(counted, NULL, 8);
    w->most = 200;
    w->range = 12;
    w->shape_limit = SHAPE_FEW;
    for (int i = 0; i < 200; i++)
        model_add(w, draw_shape(w));
    size_t before = 0, count = 1000000 / (SANITIZED ? 50 : 1);
    const fk_world_step_result *result;
    for (size_t i = 0; i < count; i++) {
        model_change(w);
        if (i % 400 == 0)
            assert_int_equal(fk_world_step(w->world, NULL, &result), FK_OK);
        if (i == count / 10)
            before = m.used;
    }
    assert_true(m.used <= 2 * before);
    assert_true(fk_world_is_sound(w->world));
    fk_world_step(w->world, NULL, &result);
    w->met_count = 0;
    static fk_world_pair event[MODEL_PAIRS];
    size_t undecided, meeting = model_expect(w, event, &undecided, false), told = 0;
    for (size_t i = 0; i < result->pair_count; i++)
        told += result->pair[i].event != FK_PAIR_END;
    assert_int_equal(told, meeting);
    model_end(w);
    fk_context_destroy(counted);
    assert_int_equal(m.used, 0);
}

/* Where there is room for bodies, adding them takes no memory. */
static void test_reserve(void **state)
{
    (void)state;
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    fk_world *world;
    assert_int_equal(fk_world_create(scarce, NULL, &world), FK_OK);
    assert_int_equal(fk_world_reserve(world, 100), FK_OK);
    assert_int_equal(fk_world_reserve(world, 120), FK_OK);
    m.fail_at = 0;
    fk_body_options body = fk_body_options_default(all->collider[SHAPE_BOX]);
    fk_body_id id;
    for (int i = 0; i < 120; i++)
        assert_int_equal(fk_world_add(world, &body, &id), FK_OK);
    fk_world_destroy(world);
    fk_context_destroy(scarce);
    assert_int_equal(m.used, 0);
}

/* What bodies take, when there is room for them. */
static void test_bytes(void **state)
{
    (void)state;
    fk_world *world;
    assert_int_equal(fk_world_create(context, NULL, &world), FK_OK);
    uint32_t count = 10000;
    assert_int_equal(fk_world_reserve(world, count), FK_OK);
    fk_body_options body = fk_body_options_default(all->collider[SHAPE_BOX]);
    fk_body_id id;
    for (uint32_t i = 0; i < count; i++) {
        body.pose.translation = fk_vec3_make(i % 22 * 3.0, i / 22 % 22 * 3.0, i / 484 * 3.0);
        assert_int_equal(fk_world_add(world, &body, &id), FK_OK);
    }
    const fk_world_step_result *result;
    assert_int_equal(fk_world_step(world, NULL, &result), FK_OK);
    size_t of_bodies;
    assert_true(fk_world_bytes(world, &of_bodies) >= of_bodies);
    print_message("%.1f bytes a body\n", (double)of_bodies / count);
    assert_true(of_bodies <= 200 * (size_t)count);
    fk_world_destroy(world);
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

typedef struct lines {
    model *m;
    unsigned seen;
    size_t of_body[MODEL_MOST];
} lines;

static void count_line(void *user, unsigned what, fk_body_id body, fk_vec3 from, fk_vec3 to)
{
    lines *l = user;
    assert_true(fk_vec3_is_finite(from) && fk_vec3_is_finite(to));
    l->seen |= what;
    if (what == FK_DRAW_COLLIDERS)
        l->of_body[body.index]++;
    assert_int_equal(fk_world_remove(l->m->world, body), FK_ERROR_BUSY);
}

static void test_lines(void **state)
{
    (void)state;
    model *m = model_make(context, NULL, 6);
    m->range = 3;
    for (int i = 0; i < SHAPE_COUNT; i++)
        model_add(m, i);
    fk_step_options step = {true, 16};
    model_step(m, &step);
    lines l = {.m = m};
    fk_world_draw(m->world, FK_DRAW_ALL, count_line, &l);
    assert_int_equal(l.seen, FK_DRAW_ALL);
    assert_int_equal(l.of_body[SHAPE_BOX], 12);
    assert_int_equal(l.of_body[SHAPE_TETRA], 6);
    assert_int_equal(l.of_body[SHAPE_SPHERE], 72);
    assert_int_equal(l.of_body[SHAPE_TRIANGLE], 3);
    assert_int_equal(l.of_body[SHAPE_MANY], 12 * SHAPE_MOST_PIECES);
    assert_int_equal(l.of_body[SHAPE_MESH], 72);
    assert_int_equal(l.of_body[SHAPE_CELLS], 18);
    assert_in_range(l.of_body[SHAPE_HULL], 7, 15);
    assert_in_range(l.of_body[SHAPE_HALF], 0, 6);
    l.seen = 0;
    fk_world_draw(m->world, FK_DRAW_BOXES, count_line, &l);
    assert_int_equal(l.seen, FK_DRAW_BOXES);
    model_end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_structure),
        cmocka_unit_test(test_every_volume),
        cmocka_unit_test_teardown(test_modes, fpu_usual),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_worst_cases),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_warm),
        cmocka_unit_test(test_no_bodies),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_stale),
        cmocka_unit_test(test_scarce),
        cmocka_unit_test(test_no_growth),
        cmocka_unit_test(test_reserve),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
