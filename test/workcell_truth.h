/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Workcells of random robots among random obstacles, and what they should say. Include cmocka.h first. */

#ifndef FARKAS_TEST_WORKCELL_TRUTH_H
#define FARKAS_TEST_WORKCELL_TRUTH_H

#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "collider_kinds.h"
#include "farkas/farkas.h"
#include "scarce_memory.h"

#define FRAMES  7
#define BODIES  12
#define SHAPES  (FORMS + 5)
#define JOINTS  (2 * FRAMES)
#define CONFIGS 40

/* ---- Workcells ----------------------------------------------------------------------------------------- */

typedef struct shapes {
    colliders forms;
    fk_collider *made[SHAPES];
} shapes;

static inline shapes shapes_make(fk_random *random)
{
    fk_piece half = fk_piece_half_space(v(0, 0, 1), -1), ball = fk_piece_sphere(v(0, 0, 0), 0.25),
             rod = fk_piece_capsule(v(0, 0, -1), v(0, 0, 2), 0.25), tiny = cube(-0.125, -0.125, -0.125, 0.25),
             can = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 0.5);
    shapes s = {.forms = colliders_make(random)};
    memcpy(s.made, s.forms.made, sizeof s.forms.made);
    s.made[FORMS] = of_pieces(&half, 1);
    s.made[FORMS + 1] = of_pieces(&ball, 1);
    s.made[FORMS + 2] = of_pieces(&rod, 1);
    s.made[FORMS + 3] = of_pieces(&tiny, 1);
    s.made[FORMS + 4] = of_pieces(&can, 1);
    return s;
}

static inline void shapes_free(shapes *s)
{
    for (int i = FORMS; i < SHAPES; i++)
        fk_collider_free(context, s->made[i]);
    colliders_free(&s->forms);
}

/* What a workcell should be; bodies without collider do not exist. */
typedef struct truth {
    fk_frame frame[FRAMES];
    uint32_t robots, joints[2], joint_count, body_count;
    fk_interval limit[JOINTS];
    fk_moving body[BODIES];
    fk_body_id id[BODIES];
    bool allowed[BODIES][BODIES];
    bool is_exact; /* on a grid: bodies touch */
} truth;

static inline fk_pose some_pose(fk_random *random, bool is_exact, double reach)
{
    fk_pose pose = any_pose(random, reach);
    while (is_exact &&
           (pose = quarter_turn(random, whole_vector(random, (int)reach)), fk_pose_check(&pose) != FK_OK))
        ; /* some mirror */
    return pose;
}

static inline fk_frame some_frame(fk_random *random, truth *t, uint32_t index, uint32_t robot)
{
    fk_frame f = {.parent = index == 0 || fk_random_below(random, 4) == 0
                                ? FK_NONE
                                : (uint32_t)fk_random_below(random, index),
                  .origin = some_pose(random, t->is_exact, 3),
                  .kind = (fk_frame_kind)fk_random_below(random, 3),
                  .axis = t->is_exact ? v(0, 0, 1) : any_place(random, 2),
                  .track = robot,
                  .variable = FK_NONE,
                  .factor = 1};
    if (f.kind == FK_FRAME_FIXED)
        return f;
    f.variable = t->joints[robot] > 0 && fk_random_below(random, 8) == 0 ? 0 : t->joints[robot]++;
    if (!t->is_exact && fk_random_below(random, 4) == 0) {
        f.factor = -0.5;
        f.offset = fk_random_between(random, -1, 1);
    }
    return f;
}

static inline fk_moving some_body(fk_random *random, const truth *t, const shapes *s)
{
    bool is_free = fk_random_below(random, 2) == 0;
    uint32_t shape = (uint32_t)fk_random_below(random, t->is_exact ? FORM_COUNT : SHAPES);
    fk_moving body = {s->made[shape], is_free ? FK_NONE : (uint32_t)fk_random_below(random, FRAMES),
                      some_pose(random, t->is_exact, is_free ? 6 : 1)};
    return body;
}

static inline bool ignores_pair(void *user, uint32_t a, uint32_t b)
{
    const truth *t = user;
    return t->allowed[a][b];
}

static inline fk_workcell_setup setup_of(truth *t)
{
    fk_workcell_setup setup = {.frame = t->frame,
                               .frame_count = FRAMES,
                               .robot_count = t->robots,
                               .joint_count = t->joints,
                               .limit = t->limit,
                               .body = t->body,
                               .body_count = t->body_count,
                               .ignores = ignores_pair,
                               .user = t};
    return setup;
}

/* The robot of a frame only grows at its end, so that parents may be of the other one. */
static inline fk_workcell *some_workcell(fk_random *random, const shapes *s, truth *t)
{
    memset(t, 0, sizeof *t);
    t->is_exact = fk_random_below(random, 3) == 0;
    t->robots = 1 + (uint32_t)fk_random_below(random, 2);
    for (uint32_t i = 0; i < FRAMES; i++)
        t->frame[i] = some_frame(random, t, i, t->robots == 2 && i >= FRAMES / 2);
    t->joint_count = t->joints[0] + t->joints[1];
    for (uint32_t i = 0; i < t->joint_count; i++)
        t->limit[i] =
            fk_random_below(random, 4) == 0 ? (fk_interval){-INFINITY, INFINITY} : (fk_interval){-4, 4};
    t->body_count = 3 + (uint32_t)fk_random_below(random, BODIES - 5);
    for (uint32_t i = 0; i < t->body_count; i++) {
        t->body[i] = some_body(random, t, s);
        t->id[i] = (fk_body_id){i, 1};
        for (uint32_t b = i + 1; b < t->body_count; b++)
            t->allowed[i][b] = fk_random_below(random, 3) == 0;
    }
    fk_workcell *cell = NULL;
    fk_workcell_setup setup = setup_of(t);
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    assert_int_equal(fk_workcell_joint_count(cell), t->joint_count);
    return cell;
}

static inline void some_values(fk_random *random, const truth *t, double *value)
{
    for (uint32_t i = 0; i < t->joint_count; i++) {
        value[i] = t->is_exact ? (double)fk_random_below(random, 5) - 2 : fk_random_between(random, -4, 4);
        if (!t->is_exact && !isfinite(t->limit[i].hi) && fk_random_below(random, 16) == 0)
            value[i] = fk_random_between(random, -1e12, 1e12);
    }
    if (t->is_exact) /* turns are not, so most are left out */
        for (uint32_t i = 0; i < FRAMES; i++)
            if (t->frame[i].kind == FK_FRAME_REVOLUTE && fk_random_below(random, 8) > 0)
                value[t->frame[i].variable + (t->frame[i].track > 0 ? t->joints[0] : 0)] = 0;
}

/* ---- The truth ----------------------------------------------------------------------------------------- */

static inline void place_bodies(const truth *t, const double *value, fk_placed_collider placed[BODIES])
{
    double time = 0;
    fk_track track[2] = {{t->joints[0], 1, &time, value}, {t->joints[1], 1, &time, value + t->joints[0]}};
    fk_motion *motion = NULL;
    assert_int_equal(fk_motion_create(context, t->frame, FRAMES, track, t->robots, &motion), FK_OK);
    for (uint32_t i = 0; i < t->body_count; i++) {
        fk_pose pose = fk_motion_pose(motion, t->body[i].frame, 0);
        placed[i] = (fk_placed_collider){t->body[i].collider, t->body[i].pose};
        if (t->body[i].frame != FK_NONE)
            placed[i].pose = fk_pose_multiply(&pose, &t->body[i].pose);
    }
    fk_motion_free(context, motion);
}

/* The state, and the first pair of bodies that collides or may. */
static inline uint8_t true_state(const truth *t, const double *value, double clearance, uint32_t pair[2])
{
    fk_placed_collider placed[BODIES];
    uint8_t state = FK_WORKCELL_FREE;
    place_bodies(t, value, placed);
    for (uint32_t a = 0; a < t->body_count; a++)
        for (uint32_t b = a + 1; b < t->body_count; b++) {
            fk_decision meets = FK_NO;
            if (t->body[a].collider == NULL || t->body[b].collider == NULL || t->allowed[a][b] ||
                t->body[a].frame == t->body[b].frame)
                continue;
            fk_status status = clearance > 0
                                   ? fk_collider_closer(context, &placed[a], &placed[b], clearance, &meets)
                                   : fk_collider_meets(context, &placed[a], &placed[b], NULL, &meets);
            assert_int_equal(status, FK_OK);
            if (meets == FK_NO || (meets == FK_UNKNOWN && state == FK_WORKCELL_UNDECIDED))
                continue;
            state = meets == FK_YES ? FK_WORKCELL_COLLIDES : FK_WORKCELL_UNDECIDED;
            pair[0] = a;
            pair[1] = b;
            if (meets == FK_YES)
                return state;
        }
    return state;
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* A question to a workcell whose answer has a known size. */
typedef fk_status workcell_question(const fk_workcell *cell, const void *user, void *out);

/* Asks new workcells with no memory, then with one allocation that succeeds, and so on, until the call works: as memory_ask, but
 * there is memory to make each one. */
static inline void workcell_memory_ask(truth *t, workcell_question *ask, const void *user, size_t size)
{
    unsigned char *out = malloc(size);
    fk_status status = FK_ERROR_MEMORY;
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    fk_workcell_setup setup = setup_of(t);
    fk_workcell *first = NULL, *cell = NULL;
    size_t base = m.used;
    assert_int_equal(fk_workcell_create(scarce, &setup, &first), FK_OK);
    for (size_t k = 0; status != FK_OK; k++) {
        m.fail_at = SIZE_MAX;
        assert_int_equal(fk_workcell_copy(first, &cell), FK_OK);
        memset(out, 0x5a, size);
        m.fail_at = k;
        status = ask(cell, user, out);
        if (status != FK_OK)
            assert_int_equal(status, FK_ERROR_MEMORY);
        for (size_t i = 0; status != FK_OK && i < size; i++)
            assert_int_equal(out[i], 0x5a);
        fk_workcell_destroy(cell);
    }
    fk_workcell_destroy(first);
    assert_int_equal(m.used, base);
    fk_context_destroy(scarce);
    free(out);
}

/* ---- Levels of instructions ---------------------------------------------------------------------------- */

static const char *const levels[4] = {"plain", "vector", "avx2", "avx512"};

static inline void set_level(const char *name)
{
    if (name != NULL)
        setenv("FARKAS_CPU", name, 1);
    else
        unsetenv("FARKAS_CPU");
    fk_cpu_find();
}

#endif
