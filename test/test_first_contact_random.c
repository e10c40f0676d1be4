/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of colliders that move, over random motions: bodies of all kinds on keys, blades that spin, needles, arms,
 * long levers, solids in solids. Contacts that are missed, or that are not there, are looked for at very many times. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "first_contact_check.h"
#include "sanitized.h"

/* What was seen, so that no family is without contact, or without gaps; of brackets of the beginning of contact, how many there are, and
 * how many are wide. */
typedef struct tally {
    int clear, meets, undecided, brackets, wide;
} tally;

static void count_answer(tally *t, const fk_motion_answer *answer)
{
    t->clear += answer->stretch_count == 0;
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        t->meets += answer->stretch[i].kind == FK_STRETCH_MEETS;
        t->undecided += answer->stretch[i].kind == FK_STRETCH_UNDECIDED;
    }
}

static void any_options(fk_random *random, stage *s)
{
    s->options.wants_closest = fk_random_below(random, 4) == 0;
    s->options.closest_ratio = s->options.wants_closest && fk_random_below(random, 2) ? 0x1p-7 : 0;
    s->options.wants_all = fk_random_below(random, 4) != 0;
    s->options.max_tests = 0;
    if (fk_random_below(random, 4) == 0)
        s->options.level = fk_random_between(random, 0, 0.3);
    if (fk_random_below(random, 2) == 0)
        s->options.tolerance = 1e-3;
    s->options.resolution = fk_random_below(random, 2) ? 1e-3 : 1e-2;
}

/* How far a point of a body, which is at `at` in the world at a time, is from there at another time, seen from the other body. */
static double way_between(const stage *s, fk_vec3 at, double now, double then)
{
    fk_pose pose[2][2];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            pose[i][k] = s->on[i] == FK_NONE ? fk_pose_identity()
                                             : fk_motion_pose(s->motion, s->on[i], k == 0 ? now : then);
    fk_vec3 local = fk_pose_rotate_back(&pose[0][0], fk_vec3_sub(at, pose[0][0].translation));
    fk_vec3 moved = fk_pose_apply(&pose[0][1], local);
    fk_vec3 before = fk_pose_rotate_back(&pose[1][0], fk_vec3_sub(at, pose[1][0].translation));
    fk_vec3 after = fk_pose_rotate_back(&pose[1][1], fk_vec3_sub(moved, pose[1][1].translation));
    return fk_vec3_length(fk_vec3_sub(after, before));
}

/* The bracket of the beginning of contact, seen from where they meet: between its times they move by about the tolerance. */
static void measure_bracket(tally *t, const stage *s, const fk_motion_answer *answer)
{
    const fk_stretch *first = answer->stretch;
    if (answer->stretch_count == 0 || first->kind != FK_STRETCH_MEETS || first->is_exact ||
        first->enter.lo == first->enter.hi)
        return;
    stage once = *s;
    once.options.from = once.options.to = first->enter.hi;
    once.options.wants_closest = true;
    fk_motion_answer *then = stage_ask(&once);
    t->brackets++;
    t->wide += way_between(s, then->point_a, first->enter.hi, first->enter.lo) > 2.5 * s->options.tolerance;
    stage_answer_free(then);
}

/* ---- Families ------------------------------------------------------------------------------------------ */

/* Two or three keys. */
static void any_keys(fk_random *random, stage *s, double reach, bool turns)
{
    int count = 2 + (int)fk_random_below(random, 2);
    stage_frame(s, FK_NONE, FK_FRAME_KEYS);
    for (int i = 0; i < count; i++) {
        double quat[4];
        fk_vec3 place = any_place(random, reach);
        any_quat(random, quat);
        stage_key(s, (double)i / (count - 1), place, turns ? quat : NULL);
    }
}

static void bodies_on_keys(fk_random *random, stage *s)
{
    for (int i = 0; i < 2; i++) {
        s->body[i] = any_body(random, fk_random_below(random, BODY_KINDS));
        if (i == 0 || fk_random_below(random, 2)) {
            any_keys(random, s, 3, true);
            s->on[i] = last_frame(s);
        }
    }
}

static body any_blade(fk_random *random)
{
    double wide = fk_random_between(random, 0.01, 0.3), thin = fk_random_between(random, 0.001, 0.1);
    fk_piece piece = fk_piece_box(v(-1, -wide / 2, -thin / 2), v(2, 0, 0), v(0, wide, 0), v(0, 0, thin));
    return body_of_pieces(&piece, 1);
}

/* Around two axes that are near each other, several turns, in any sense. */
static void spinning_blades(fk_random *random, stage *s)
{
    for (int i = 0; i < 2; i++) {
        s->body[i] = any_blade(random);
        fk_frame *f = stage_joint(s, FK_NONE, FK_FRAME_REVOLUTE, fk_random_between(random, -3, 3),
                                  fk_random_between(random, -15, 15));
        f->origin = fk_pose_from_rpy(v(i * fk_random_between(random, 0, 2.2), 0, i * between(random, 0.3)),
                                     any_place(random, i * 0.2));
        s->on[i] = last_frame(s);
    }
}

static body any_needle(fk_random *random)
{
    fk_vec3 half = {1, 0, 0};
    fk_piece piece = fk_random_below(random, 2) ? fk_piece_segment(fk_vec3_negate(half), half)
                                                : fk_piece_capsule(fk_vec3_negate(half), half,
                                                                   fk_random_between(random, 1e-4, 1e-2));
    return body_of_pieces(&piece, 1);
}

static void needles(fk_random *random, stage *s)
{
    for (int i = 0; i < 2; i++) {
        s->body[i] = any_needle(random);
        any_keys(random, s, 0.6, true);
        s->on[i] = last_frame(s);
    }
}

/* A link of an arm: longer than wide. */
static body any_link(fk_random *random)
{
    if (fk_random_below(random, 8) == 0)
        return any_body(random, 3 + fk_random_below(random, 3));
    double wide = fk_random_between(random, 0.05, 0.2);
    fk_piece piece = fk_random_below(random, 2) ? fk_piece_capsule(v(0, 0, 0), v(0, 0, 0.8), wide)
                                                : fk_piece_box(v(-wide, -wide, 0), v(2 * wide, 0, 0),
                                                               v(0, 2 * wide, 0), v(0, 0, 0.8));
    return body_of_pieces(&piece, 1);
}

/* Two to seven joints; against what rests, or two links of the same arm. */
static void arms(fk_random *random, stage *s)
{
    int count = 2 + (int)fk_random_below(random, 6);
    for (int i = 0; i < count; i++) {
        bool slides = fk_random_below(random, 6) == 0;
        double from = fk_random_between(random, -2, 2), far = slides ? 0.3 : 3;
        fk_frame *f =
            stage_joint(s, i == 0 ? FK_NONE : (uint32_t)i - 1,
                        slides ? FK_FRAME_PRISMATIC : FK_FRAME_REVOLUTE, from, from + between(random, far));
        f->axis = any_place(random, 1);
        f->origin = fk_pose_from_rpy(v(0, 0, i == 0 ? 0 : 1), any_place(random, 0.5));
    }
    s->body[0] = any_link(random);
    s->on[0] = last_frame(s);
    s->body[1] = any_link(random);
    if (count > 2 && fk_random_below(random, 2))
        s->on[1] = (uint32_t)fk_random_below(random, (uint64_t)count - 2);
    else
        s->body[1].pose = any_pose(random, 2);
}

static void long_levers(fk_random *random, stage *s)
{
    fk_piece piece = cube(-0.5, -0.5, -0.5, 1);
    double far = fk_random_between(random, 5, 100);
    s->body[0] = body_of_pieces(&piece, 1);
    s->body[1] =
        fk_random_below(random, 2) ? any_body(random, fk_random_below(random, 4)) : any_blade(random);
    s->body[0].pose.translation = v(far, 0, 0);
    stage_joint(s, FK_NONE, FK_FRAME_REVOLUTE, fk_random_between(random, -3, 0),
                fk_random_between(random, 0, 3));
    s->on[0] = last_frame(s);
    s->body[1].pose = any_pose(random, 1);
    s->body[1].pose.translation.x += far;
}

/* Into a solid, out of it, within it. */
static void solids(fk_random *random, stage *s)
{
    soup *in = soup_make();
    soup_add_box(in, -2, -2, -2, 2, 2, 2);
    if (fk_random_below(random, 2)) { /* a room in it */
        uint32_t first = in->count;
        soup_add_box(in, -1.2, -1.2, -1.2, 1.2, 1.2, 1.2);
        soup_turn(in, first);
    }
    s->body[0] = body_of_mesh(soup_mesh(context, in), true);
    free(in);
    s->body[1] = any_body(random, fk_random_below(random, 4) == 0 ? 3 : 0);
    s->body[1].pose = fk_pose_identity();
    any_keys(random, s, fk_random_below(random, 2) ? 0.4 : 3.5, true);
    s->on[1] = last_frame(s);
    if (fk_random_below(random, 2)) {
        stage_joint(s, FK_NONE, FK_FRAME_REVOLUTE, 0, between(random, 7));
        s->on[0] = last_frame(s);
    }
}

static void straight(fk_random *random, stage *s)
{
    for (int i = 0; i < 2; i++) {
        s->body[i] = any_body(random, fk_random_below(random, BODY_KINDS));
        s->body[i].pose = any_pose(random, 0.5);
        any_keys(random, s, 3, false);
        s->on[i] = last_frame(s);
    }
}

/* ---- All of them --------------------------------------------------------------------------------------- */

typedef void make_stage(fk_random *random, stage *s);

static void run(make_stage *make, uint64_t seed, int count, int samples)
{
    tally t = {0};
    for (int i = 0; i < count; i++) {
        fk_random random = fk_random_make(1000 * seed + (uint64_t)i);
        stage s;
        stage_begin(&s);
        make(&random, &s);
        stage_end(&s);
        any_options(&random, &s);
        fk_motion_answer *answer = stage_check(&s, samples);
        count_answer(&t, answer);
        measure_bracket(&t, &s, answer);
        stage_answer_free(answer);
        stage_free(&s);
    }
    assert_true(SANITIZED || (t.clear > 0 && t.meets > 0));
    assert_int_equal(t.undecided, 0);
    assert_true(SANITIZED || t.brackets >= 100);
    assert_true(t.wide <= t.brackets / 40); /* of the blades, some graze */
}

/* A factor for the numbers of motions, which are 10,500 in all: the argument of the program. */
static int times = 1;

#define FAMILY(name, seed, count, samples)                                                                   \
    static void test_##name(void **state)                                                                    \
    {                                                                                                        \
        (void)state;                                                                                         \
        run(name, seed, (count)*times / SHARE, samples);                                                     \
    }

FAMILY(bodies_on_keys, 1, 840, 60)
FAMILY(spinning_blades, 2, 2100, 300)
FAMILY(needles, 3, 2100, 150)
FAMILY(arms, 4, 2100, 150)
FAMILY(long_levers, 5, 1120, 150)
FAMILY(solids, 6, 1120, 150)
FAMILY(straight, 7, 1120, 60)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies_on_keys), cmocka_unit_test(test_spinning_blades),
        cmocka_unit_test(test_needles),        cmocka_unit_test(test_arms),
        cmocka_unit_test(test_long_levers),    cmocka_unit_test(test_solids),
        cmocka_unit_test(test_straight),
    };
    if (argc > 1)
        times = atoi(argv[1]);
    return cmocka_run_group_tests(tests, make_context, end_context);
}
