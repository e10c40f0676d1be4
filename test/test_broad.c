/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes that move: every structure against all boxes one by one, over many steps of many scenes.
 *
 *     test_broad [WORD]    only the structure with that word */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "broad_check.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"

static fk_context *context;
static model m;

/* ---- Scenes -------------------------------------------------------------------------------------------- */

typedef enum scene {
    SCENE_SPREAD,  /* boxes of one size, some of which meet */
    SCENE_CROWDED, /* most of them meet */
    SCENE_PLACE,   /* all in one place, many equal */
    SCENE_HUGE,    /* one that holds all */
    SCENE_LINE,    /* along an axis */
    SCENE_MIXED,   /* sizes from 1e-6 to 1e6 */
    SCENE_ENDLESS, /* some with infinite sides */
    SCENE_FLAT,    /* points, lines and rectangles */
    SCENE_BRICKS,  /* whole numbers: faces touch */
    SCENE_FAR,     /* far from the origin: few floats are there */
    SCENE_EXTREME, /* sides of all sizes that floats have */
    SCENE_TILT,    /* along a diagonal */
    SCENES
} scene;

static float draw_float(fk_random *random, double low, double high)
{
    return (float)fk_random_between(random, low, high);
}

/* A power of ten between two, with a sign. */
static float draw_power(fk_random *random, double low, double high)
{
    return (float)((fk_random_below(random, 2) ? 1 : -1) * pow(10, fk_random_between(random, low, high)));
}

static float draw_center(fk_random *random, scene kind, int axis)
{
    switch (kind) {
    case SCENE_CROWDED:
        return draw_float(random, -2, 2);
    case SCENE_PLACE:
        return (float)fk_random_below(random, 2) / 4;
    case SCENE_LINE:
        return axis == 1 ? draw_float(random, -200, 200) : draw_float(random, -0.1, 0.1);
    case SCENE_MIXED:
        return draw_power(random, -6, 6);
    case SCENE_FLAT:
        return (float)fk_random_below(random, 9);
    case SCENE_BRICKS:
        return (float)fk_random_below(random, 16) - 8;
    case SCENE_FAR:
        return 3e7f + draw_float(random, -40, 40);
    case SCENE_EXTREME:
        return draw_power(random, -38, 38.5);
    default:
        return draw_float(random, -10, 10);
    }
}

static float draw_size(fk_random *random, scene kind)
{
    switch (kind) {
    case SCENE_MIXED:
        return fabsf(draw_power(random, -6, 6));
    case SCENE_FLAT:
        return fk_random_below(random, 2) ? 0 : draw_float(random, 0, 3);
    case SCENE_BRICKS:
        return (float)fk_random_below(random, 3);
    case SCENE_FAR:
        return (float)fk_random_below(random, 3) * 4;
    case SCENE_EXTREME:
        return fabsf(draw_power(random, -38, 38));
    default:
        return draw_float(random, 0, 1);
    }
}

static fk_aabb_float draw_box(fk_random *random, scene kind, uint32_t id)
{
    fk_aabb_float box;
    float along = draw_float(random, -30, 30);
    for (int i = 0; i < 3; i++) {
        float center = draw_center(random, kind, i) * (kind == SCENE_TILT ? 0.05f : 1);
        if (kind == SCENE_TILT)
            center += along;
        box.min[i] = center;
        box.max[i] = center + draw_size(random, kind);
        if (kind == SCENE_HUGE && id == 3) {
            box.min[i] = -1e4f;
            box.max[i] = 1e4f;
        }
        if (kind == SCENE_ENDLESS && fk_random_below(random, 12) == 0)
            box.max[i] = INFINITY;
        if (kind == SCENE_ENDLESS && fk_random_below(random, 12) == 0)
            box.min[i] = -INFINITY;
    }
    if (kind == SCENE_ENDLESS && fk_random_below(random, 60) == 0)
        box.max[0] = box.min[0] = fk_random_below(random, 2) ? INFINITY : -INFINITY;
    return box;
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

static void set_box(fk_broad *broad, uint32_t id, const fk_aabb_float *box)
{
    assert_int_equal(fk_broad_set(broad, id, box), FK_OK);
    while (m.count <= id)
        m.has[m.count++] = false;
    m.has[id] = true;
    m.box[id] = *box;
}

static void remove_box(fk_broad *broad, uint32_t id)
{
    fk_broad_remove(broad, id);
    if (id < m.count)
        m.has[id] = false;
}

/* Moves it a little, or somewhere else. */
static void move_box(fk_broad *broad, fk_random *random, scene kind, uint32_t id)
{
    fk_aabb_float box = id < m.count && m.has[id] ? m.box[id] : draw_box(random, kind, id);
    if (fk_random_below(random, 4) == 0) {
        box = draw_box(random, kind, id);
    } else {
        for (int i = 0; i < 3; i++) {
            float way = kind == SCENE_BRICKS ? (float)fk_random_below(random, 3) - 1
                                             : (box.max[i] - box.min[i]) * draw_float(random, -0.3, 0.3);
            if (way == way && fabsf(way) <= FLT_MAX && box.max[i] + way <= FLT_MAX) {
                box.min[i] += way;
                box.max[i] += way;
            }
        }
    }
    set_box(broad, id, &box);
}

/* Changes some boxes: `share` of them in a thousand, each of which may go instead, or come. */
static void change_boxes(fk_broad *broad, fk_random *random, scene kind, uint32_t count, uint32_t share)
{
    for (uint32_t id = 0; id < count; id++) {
        if (fk_random_below(random, 1000) >= share)
            continue;
        if (fk_random_below(random, 8) == 0)
            remove_box(broad, id);
        else
            move_box(broad, random, kind, id);
        if (fk_random_below(random, 20) == 0) /* there and back */
            remove_box(broad, id);
    }
}

static fk_broad *make_broad(fk_context *of, int kind)
{
    fk_broad_options options = fk_broad_options_default();
    options.kind = (fk_broad_kind)kind;
    fk_broad *broad = NULL;
    assert_int_equal(fk_broad_create(of, &options, &broad), FK_OK);
    m.count = 0;
    return broad;
}

/* Where nothing has changed, the list is the same, and is there at once. */
static void check_again(fk_broad *broad, const fk_workers *workers)
{
    const fk_index_pair *before, *after;
    size_t count, again;
    assert_int_equal(fk_broad_pairs(broad, workers, &before, &count), FK_OK);
    if (m.count > 0 && m.has[0])
        set_box(broad, 0, &m.box[0]);
    assert_int_equal(fk_broad_pairs(broad, workers, &after, &again), FK_OK);
    assert_ptr_equal(before, after);
    assert_int_equal(count, again);
}

/* Scenes of some sizes, in which all, half, few or none move. */
static void run_scene(int kind, scene which, uint32_t count, int steps, const fk_workers *workers)
{
    static const uint32_t share[] = {1000, 500, 30, 10, 0, 100, 3};
    fk_random random = fk_random_make(17 * (uint64_t)which + count);
    fk_broad *broad = make_broad(context, kind);
    if (count > 50)
        assert_int_equal(fk_broad_reserve(broad, count), FK_OK);
    uint32_t apart = count % 3 + 1; /* not every number has a box */
    for (uint32_t i = 0; i * apart < count; i++) {
        fk_aabb_float box = draw_box(&random, which, i);
        set_box(broad, i * apart, &box);
    }
    for (int step = 0; step < steps; step++) {
        fk_aabb_float probe = draw_box(&random, which, 0);
        if (step % 3 != 1)
            check_visits(broad, &m, &random, &probe);
        if (step % 5 == 3) {
            assert_int_equal(fk_broad_update(broad, workers), FK_OK);
            check_visits(broad, &m, &random, &probe);
            change_boxes(broad, &random, which, count, 20);
        }
        check_pairs(broad, &m, workers);
        check_again(broad, workers);
        change_boxes(broad, &random, which, count, share[step % 7]);
    }
    fk_broad_destroy(broad);
}

static void test_scenes(void **state)
{
    int kind = *(const int *)*state;
    static const uint32_t count[] = {0, 1, 2, 9, 40, 130, 300};
    for (int which = 0; which < SCENES; which++)
        for (size_t i = 0; i < sizeof count / sizeof *count; i++)
            run_scene(kind, (scene)which, count[i], SANITIZED ? 8 : 22, NULL);
}

static void test_many(void **state)
{
    int kind = *(const int *)*state;
    for (int which = 0; which < SCENES; which++)
        run_scene(kind, (scene)which, MOST_BOXES, SANITIZED ? 1 : 3, NULL);
}

/* Few boxes, whose numbers are far apart. */
static void test_sparse(void **state)
{
    fk_broad *broad = make_broad(context, *(const int *)*state);
    fk_random random = fk_random_make(4);
    fk_aabb_float box[60];
    const uint32_t apart = 5003; /* so that the last needs 19 bits */
    for (int step = 0; step < 3; step++) {
        for (uint32_t i = 60; i-- > 0;) {
            box[i] = draw_box(&random, SCENE_CROWDED, i);
            assert_int_equal(fk_broad_set(broad, i * apart, &box[i]), FK_OK);
        }
        const fk_index_pair *pair;
        size_t count, next = 0;
        assert_int_equal(fk_broad_pairs(broad, NULL, &pair, &count), FK_OK);
        for (uint32_t a = 0; a < 60; a++)
            for (uint32_t b = a + 1; b < 60; b++)
                if (model_meets(&box[a], &box[b])) {
                    assert_true(next < count && pair[next].a == a * apart && pair[next].b == b * apart);
                    next++;
                }
        assert_int_equal(next, count);
    }
    fk_broad_destroy(broad);
}

/* ---- Workers ------------------------------------------------------------------------------------------- */

/* Tasks in an order that no caller would expect. User may be memory that has run out: it is there again when
 * they are done, so that nothing but the tasks themselves can tell. */
static void run_backward(void *user, uint32_t task_count, fk_task_function *task, void *data)
{
    memory *scarce = user;
    for (uint32_t i = task_count; i-- > 0;)
        task(data, i);
    if (scarce != NULL && scarce->fail_at == 0)
        scarce->fail_at = SIZE_MAX;
}

static void test_workers(void **state)
{
    int kind = *(const int *)*state;
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 2, &pool), FK_OK);
    const fk_workers two = {NULL, 2, run_backward}, five = {NULL, 5, run_backward}, one = {NULL, 1, NULL};
    const fk_workers *const workers[] = {fk_pool_workers(pool), &two, &five, &one};
    for (int i = 0; i < 4; i++) {
        run_scene(kind, SCENE_CROWDED, 600, 4, workers[i]);
        run_scene(kind, SCENE_MIXED, MOST_BOXES, SANITIZED ? 1 : 3, workers[i]);
    }
    fk_pool_destroy(pool);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Does something that may fail, but then again with memory. */
static bool try_pairs(fk_broad *broad, memory *scarce, fk_random *random, scene which,
                      const fk_workers *workers)
{
    const fk_index_pair *pair = NULL;
    size_t count = 7;
    fk_status status = fk_broad_pairs(broad, workers, &pair, &count);
    if (status == FK_OK)
        return true;
    assert_int_equal(status, FK_ERROR_MEMORY);
    assert_true(pair == NULL && count == 7);
    fk_aabb_float probe = draw_box(random, which, 0);
    check_visits(broad, &m, random, &probe);
    scarce->fail_at = 0;
    move_box(broad, random, which, 2);
    remove_box(broad, 5);
    check_visits(broad, &m, random, &probe);
    return false;
}

#define SCARCE_BOXES 600

/* The k-th allocation fails, and all after it, until something says so. True when there were not so many. */
static bool run_scarce(int kind, memory *scarce, fk_context *of, size_t k, const fk_workers *workers)
{
    const scene which = SCENE_SPREAD;
    fk_random random = fk_random_make(k);
    fk_broad_options options = fk_broad_options_default();
    options.kind = (fk_broad_kind)kind;
    fk_broad *broad = NULL;
    scarce->fail_at = k;
    fk_status status = fk_broad_create(of, &options, &broad);
    if (status != FK_OK) {
        assert_true(status == FK_ERROR_MEMORY && broad == NULL);
        return false;
    }
    m.count = 0;
    for (uint32_t id = 0; id < SCARCE_BOXES; id++) {
        fk_aabb_float box = draw_box(&random, which, id);
        status = fk_broad_set(broad, id, &box);
        if (status != FK_OK) {
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_true(fk_broad_is_sound(broad));
            scarce->fail_at = SIZE_MAX;
        }
        set_box(broad, id, &box);
    }
    bool is_new = true;
    for (int step = 0; step < 4; step++) {
        if (!try_pairs(broad, scarce, &random, which, workers))
            scarce->fail_at = SIZE_MAX;
        /* Once it has failed, the list is looked at. */
        if (scarce->fail_at > SIZE_MAX / 2 && is_new) {
            check_pairs(broad, &m, workers);
            is_new = false;
        }
        change_boxes(broad, &random, which, SCARCE_BOXES, step == 1 ? 1000 : 10);
        if (scarce->fail_at > SIZE_MAX / 2)
            set_box(broad, SCARCE_BOXES + 50 * (uint32_t)step, &(fk_aabb_float){{0, 0, 0}, {1, 1, 1}});
    }
    fk_broad_destroy(broad);
    return scarce->fail_at < SIZE_MAX / 2;
}

static void test_memory(void **state)
{
    int kind = *(const int *)*state;
    memory scarce = {0, SIZE_MAX};
    const fk_workers five = {&scarce, 5, run_backward};
    fk_context *of = memory_context(&scarce);
    size_t used = scarce.used;
    for (int way = 0; way < 2; way++) {
        size_t k = 0;
        while (!run_scarce(kind, &scarce, of, k, way ? &five : NULL)) {
            assert_int_equal(scarce.used, used);
            k++;
        }
        assert_int_equal(scarce.used, used);
        assert_true(k > 4);
        scarce.fail_at = SIZE_MAX;
    }
    fk_context_destroy(of);
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

#define CHURN_BOXES 400

/* Boxes come, move and go for long; memory does not grow, and what is said of it is true. */
static void test_churn(void **state)
{
    int kind = *(const int *)*state;
    memory counted = {0, SIZE_MAX};
    fk_context *of = memory_context(&counted);
    size_t used = counted.used, early = 0;
    fk_broad *broad = make_broad(of, kind);
    fk_random random = fk_random_make(8);
    uint32_t changes = 1000000 / (SHARE * SHARE);
    for (uint32_t i = 0; i < changes; i++) {
        uint32_t id = (uint32_t)fk_random_below(&random, CHURN_BOXES);
        if (fk_random_below(&random, 4) == 0)
            remove_box(broad, id);
        else if (fk_random_below(&random, 4) == 0 || id >= m.count || !m.has[id])
            set_box(broad, id, &(fk_aabb_float[]){draw_box(&random, SCENE_SPREAD, id)}[0]);
        else
            move_box(broad, &random, SCENE_SPREAD, id);
        if (i % 300 == 0)
            assert_int_equal(fk_broad_update(broad, NULL), FK_OK);
        if (i % (changes / 50) == 0)
            check_pairs(broad, &m, NULL);
        if (i == changes / 4)
            early = counted.used;
    }
    size_t of_boxes, bytes = fk_broad_bytes(broad, &of_boxes);
    assert_int_equal(bytes, counted.used - used);
    assert_true(of_boxes <= bytes && of_boxes >= CHURN_BOXES * sizeof(fk_aabb_float));
    assert_true(counted.used <= early + early / 2);
    for (uint32_t id = 0; id < m.count; id++)
        remove_box(broad, id);
    check_pairs(broad, &m, NULL);
    fk_broad_destroy(broad);
    assert_int_equal(counted.used, used);
    fk_context_destroy(of);
}

/* ---- States of the floating-point unit ----------------------------------------------------------------- */

static double note(void *user, uint32_t id, double limit)
{
    ((uint8_t *)user)[id]++;
    return limit;
}

/* Everything is done in one state, and looked at in the usual one. */
static void run_mode(int kind, int mode, scene which)
{
    fk_random random = fk_random_make((uint64_t)which);
    fk_broad *broad = make_broad(context, kind);
    const fk_index_pair *pair;
    size_t count;
    for (int step = 0; step < 4; step++) {
        change_boxes(broad, &random, which, 90, step == 0 ? 1000 : step == 1 ? 30 : 500);
        fk_broad_probe probe = {.question = FK_BROAD_MOVES,
                                .box = draw_box(&random, which, 0),
                                .velocity = {1, -0.3, 0.1 * step},
                                .limit = 5};
        probe.question = (fk_broad_question)(step % 3);
        uint8_t seen[90] = {0};
        fpu_set(mode);
        fk_status status = fk_broad_pairs(broad, NULL, &pair, &count);
        fk_broad_visit(broad, &probe, note, seen);
        fpu_set(0);
        assert_int_equal(status, FK_OK);
        check_pairs(broad, &m, NULL);
        for (uint32_t id = 0; id < m.count; id++) {
            bool is_in = m.has[id] && model_answer(&probe, &m.box[id], 0) <= probe.limit;
            bool is_out = !m.has[id] || !(model_answer(&probe, &m.box[id], 0x1p-40L) <= probe.limit);
            assert_true(is_in ? seen[id] == 1 : is_out ? seen[id] == 0 : seen[id] <= 1);
        }
    }
    fk_broad_destroy(broad);
}

static void test_modes(void **state)
{
    int kind = *(const int *)*state;
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (int which = 0; which < SCENES; which++)
            run_mode(kind, mode, (scene)which);
}

/* ---- Arguments ----------------------------------------------------------------------------------------- */

static void test_arguments(void **state)
{
    fk_broad_options options = fk_broad_options_default();
    assert_int_equal(options.kind, FK_BROAD_PACKS);
    options.kind = (fk_broad_kind) * (const int *)*state;
    fk_broad *broad = NULL;
    fk_broad_options bad[8];
    for (int i = 0; i < 8; i++)
        bad[i] = options;
    bad[0].kind = FK_BROAD_COUNT;
    bad[1].kind = (fk_broad_kind)-1;
    bad[2].grid = (fk_grid_rule)2;
    bad[3].fat = -1;
    bad[4].fat = NAN;
    bad[5].ahead = INFINITY;
    bad[6].ahead = -0.5f;
    bad[7].depth = 21;
    for (int i = 0; i < 8; i++)
        assert_int_equal(fk_broad_create(context, &bad[i], &broad), FK_ERROR_ARGUMENT);
    assert_null(broad);
    assert_string_equal(fk_broad_word(FK_BROAD_COUNT), "");
    assert_string_equal(fk_broad_word((fk_broad_kind)-1), "");
    fk_broad_destroy(NULL);
    options.fat = 0;
    options.ahead = 0;
    options.depth = 0;
    options.grid = FK_GRID_COUNT;
    assert_int_equal(fk_broad_create(context, &options, &broad), FK_OK);
    fk_broad_destroy(broad);
}

/* What is set is there; what is not a box is not. */
static void test_boxes(void **state)
{
    fk_broad *broad = make_broad(context, *(const int *)*state);
    const fk_aabb_float unit = {{0, 0, 0}, {1, 1, 1}}, none = {{0, 2, 0}, {1, 1, 1}};
    fk_aabb_float bad = {{0, 0, 0}, {1, NAN, 1}}, box;
    check_pairs(broad, &m, NULL);
    fk_broad_remove(broad, 7);
    assert_int_equal(fk_broad_set(broad, UINT32_MAX, &none), FK_OK);
    assert_int_equal(fk_broad_set(broad, UINT32_MAX, &unit), FK_ERROR_MEMORY);
    assert_int_equal(fk_broad_set(broad, 0, &bad), FK_ERROR_NOT_FINITE);
    set_box(broad, 4, &unit);
    set_box(broad, 2, &unit);
    assert_int_equal(fk_broad_set(broad, 4, &bad), FK_ERROR_NOT_FINITE);
    box = fk_broad_box(broad, 4);
    assert_memory_equal(&box, &unit, sizeof box);
    check_pairs(broad, &m, NULL);
    assert_int_equal(fk_broad_set(broad, 4, &none), FK_OK);
    m.has[4] = false;
    for (uint32_t id = 3; id < 100; id += 96) {
        box = fk_broad_box(broad, id);
        assert_true(box.min[0] > box.max[0]);
    }
    check_pairs(broad, &m, NULL);
    /* A probe that is empty finds nothing, not even what is everywhere. */
    set_box(broad, 0, &(fk_aabb_float){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}});
    uint8_t seen[8] = {0}, nothing[8] = {0};
    for (int i = 0; i < 3; i++) {
        fk_broad_probe probe = {(fk_broad_question)i, none, {1, 1, 1}, 1};
        fk_broad_visit(broad, &probe, note, seen);
        probe.box = bad;
        fk_broad_visit(broad, &probe, note, seen);
        fk_broad_update(broad, NULL);
    }
    assert_memory_equal(seen, nothing, sizeof seen);
    check_pairs(broad, &m, NULL);
    fk_broad_destroy(broad);
}

/* Sides that are denormal move outward, and answers are the same whatever the processor takes them for. */
static void test_small(void **state)
{
    const float tiny = 0x1p-140f;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fk_broad *broad = make_broad(context, *(const int *)*state);
        const fk_aabb_float box[] = {{{tiny, -tiny, -0.0f}, {2 * tiny, tiny, -tiny}},
                                     {{tiny, -tiny, -2 * tiny}, {2 * tiny, -0.0f, -tiny}},
                                     {{-1, -1, -1}, {0, 0, 0}},
                                     {{-1, -1, -1}, {-FLT_MIN, 0, 0}},
                                     {{3 * tiny, 0, 0}, {1, 1, 1}}};
        const fk_aabb_float settled = {{0, -FLT_MIN, -FLT_MIN}, {FLT_MIN, 0, 0}};
        const fk_index_pair right[] = {{1, 2}, {1, 4}, {2, 3}, {2, 4}};
        const fk_index_pair *pair;
        size_t count;
        fpu_set(mode);
        for (uint32_t id = 0; id < 5; id++)
            fk_broad_set(broad, id, &box[id]);
        fk_status status = fk_broad_pairs(broad, NULL, &pair, &count);
        fpu_set(0);
        fk_aabb_float is = fk_broad_box(broad, 1);
        assert_int_equal(status, FK_OK);
        assert_memory_equal(&is, &settled, sizeof is);
        assert_int_equal(count, 4);
        assert_memory_equal(pair, right, sizeof right);
        fk_broad_destroy(broad);
    }
}

/* ---- Main ---------------------------------------------------------------------------------------------- */

typedef struct test_of_kind {
    const char *name;
    CMUnitTestFunction function;
} test_of_kind;

#define OF_KIND(function)                                                                                    \
    {                                                                                                        \
#function, function                                                                                  \
    }

static const test_of_kind test_list[] = {
    OF_KIND(test_scenes), OF_KIND(test_many),  OF_KIND(test_sparse), OF_KIND(test_workers),
    OF_KIND(test_memory), OF_KIND(test_churn), OF_KIND(test_modes),  OF_KIND(test_arguments),
    OF_KIND(test_boxes),  OF_KIND(test_small),
};

#define TESTS (sizeof test_list / sizeof *test_list)

int main(int argc, char **argv)
{
    static char name[FK_BROAD_COUNT][TESTS][64];
    static int kinds[FK_BROAD_COUNT];
    struct CMUnitTest tests[FK_BROAD_COUNT * TESTS];
    size_t count = 0;
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++) {
        const char *word = fk_broad_word((fk_broad_kind)kind);
        kinds[kind] = kind;
        for (size_t i = 0; i < TESTS && (argc < 2 || strcmp(argv[1], word) == 0); i++) {
            snprintf(name[kind][i], sizeof name[kind][i], "%s of %s", test_list[i].name, word);
            tests[count++] =
                (struct CMUnitTest){name[kind][i], test_list[i].function, NULL, fpu_usual, &kinds[kind]};
        }
    }
    fk_context_create(NULL, &context);
    int failed = _cmocka_run_group_tests("broad", tests, count, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
