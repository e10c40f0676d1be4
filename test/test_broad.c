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
        check_pairs(broad, &m, workers);
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
        run_scene(kind, (scene)which, MOST_BOXES, SANITIZED ? 2 : 8, NULL);
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
    OF_KIND(test_scenes),
    OF_KIND(test_many),
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
