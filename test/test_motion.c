/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motions: what is refused, times, poses at keys, rotations between keys of all lengths and near each other, and ways
 * without rotation that are exact. The bound has its own test. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "double_bits.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "motion_truth.h"
#include "scarce_memory.h"
#include "motion/motion.h"

#include "context_fixture.h"

static fk_vec3 at(double x, double y, double z)
{
    return fk_vec3_make(x, y, z);
}

/* ---- A motion of all kinds ----------------------------------------------------------------------------- */

/* 0 turns; 1 slides in it; 2 is keyed, in 1; 3 is fixed to 0; 4 has keys in the world. */
typedef struct scene {
    fk_key key[3], lone[1];
    double time[3], value[6];
    fk_track track;
    fk_frame frame[5];
} scene;

static void make_scene(scene *s)
{
    memset(s, 0, sizeof *s);
    s->key[0] = (fk_key){1, {0.1, 0.2, 0.3}, {0.1, 0.2, 0.3, 0.4}};
    s->key[1] = (fk_key){1.5, {1, 2, 3}, {0.4, -0.2, 0.3, 0.1}};
    s->key[2] = (fk_key){4, {-1, 2, 0.7}, {1, 0, 0, 1e-3}};
    s->lone[0] = (fk_key){-7, {5, 6, 7}, {0, 0, 0, 9}};
    const double time[3] = {0, 2, 3}, value[6] = {0.5, 1, 1.5, -1, 0.25, 4};
    memcpy(s->time, time, sizeof time);
    memcpy(s->value, value, sizeof value);
    s->track = (fk_track){2, 3, s->time, s->value};
    for (int i = 0; i < 5; i++)
        s->frame[i] = (fk_frame){.parent = (uint32_t)(i - 1),
                                 .origin = fk_pose_from_rpy(at(i, 1, 2), at(0.1 * i, 0.2, 0.3)),
                                 .axis = {1, 2, 3},
                                 .factor = 1};
    s->frame[0].parent = s->frame[4].parent = FK_NONE;
    s->frame[3].parent = 0;
    s->frame[0].kind = FK_FRAME_REVOLUTE;
    s->frame[1].kind = FK_FRAME_PRISMATIC;
    s->frame[1].variable = 1;
    s->frame[2].kind = s->frame[4].kind = FK_FRAME_KEYS;
    s->frame[2].key = s->key;
    s->frame[2].key_count = 3;
    s->frame[4].key = s->lone;
    s->frame[4].key_count = 1;
}

static fk_motion *make(const fk_frame *frame, uint32_t count, const fk_track *track)
{
    fk_motion *motion = NULL;
    assert_int_equal(fk_motion_create(context, frame, count, track, track != NULL, &motion), FK_OK);
    return motion;
}

/* ---- What is refused ----------------------------------------------------------------------------------- */

static scene good;

static fk_status status_of(const scene *s)
{
    fk_motion *untouched = (fk_motion *)&good, *out = untouched;
    fk_status status = fk_motion_create(context, s->frame, 5, &s->track, 1, &out);
    if (status != FK_OK)
        assert_ptr_equal(out, untouched);
    else
        fk_motion_free(context, out);
    return status;
}

#define REFUSED(change, status)                                                                              \
    do {                                                                                                     \
        scene s;                                                                                             \
        make_scene(&s);                                                                                      \
        change;                                                                                              \
        assert_int_equal(status_of(&s), status);                                                             \
    } while (0)

static void refused(void **state)
{
    (void)state;
    REFUSED((void)0, FK_OK);
    REFUSED(s.frame[1].parent = 1, FK_ERROR_ARGUMENT);
    REFUSED(s.frame[1].parent = 2, FK_ERROR_ARGUMENT);
    REFUSED(s.frame[0].parent = 0, FK_ERROR_ARGUMENT);
    REFUSED(s.frame[1].axis = at(0, -0.0, 0), FK_ERROR_ARGUMENT);
    REFUSED(s.frame[0].axis = at(0, 5e-324, 0), FK_OK);
    REFUSED(s.frame[0].axis.y = NAN, FK_ERROR_NOT_FINITE);
    REFUSED(s.frame[3].axis = at(0, NAN, 0), FK_OK);
    REFUSED(s.frame[0].factor = INFINITY, FK_ERROR_NOT_FINITE);
    REFUSED(s.frame[1].offset = NAN, FK_ERROR_NOT_FINITE);
    REFUSED(s.frame[1].variable = 2, FK_ERROR_ARGUMENT);
    REFUSED(s.frame[1].track = 1, FK_ERROR_ARGUMENT);
    REFUSED((s.frame[1].track = 1, s.frame[1].variable = FK_NONE), FK_OK);
    REFUSED(s.frame[1].kind = (fk_frame_kind)4, FK_ERROR_ARGUMENT);
    REFUSED(s.frame[2].origin.translation.z = INFINITY, FK_ERROR_NOT_FINITE);
    REFUSED(s.frame[2].origin.rotation[1][2] = NAN, FK_ERROR_NOT_FINITE);
    REFUSED(s.frame[3].origin.rotation[1][2] += 1e-4, FK_ERROR_ARGUMENT);
    REFUSED(s.frame[3].origin.rotation[1][2] += 3e-7, FK_OK);
    REFUSED((s.frame[3].origin = fk_pose_identity(), s.frame[3].origin.rotation[2][2] = -1),
            FK_ERROR_ARGUMENT);
    REFUSED(s.frame[2].key_count = 0, FK_ERROR_ARGUMENT);
    REFUSED(s.key[1].time = 1, FK_ERROR_ARGUMENT);
    REFUSED(s.key[2].time = NAN, FK_ERROR_NOT_FINITE);
    REFUSED(s.key[2].xyz.x = NAN, FK_ERROR_NOT_FINITE);
    REFUSED(s.key[2].quat_xyzw[3] = INFINITY, FK_ERROR_NOT_FINITE);
    REFUSED(memset(s.key[0].quat_xyzw, 0, sizeof s.key[0].quat_xyzw), FK_ERROR_ARGUMENT);
    REFUSED(s.time[2] = 2, FK_ERROR_ARGUMENT);
    REFUSED(s.time[0] = -INFINITY, FK_ERROR_NOT_FINITE);
    REFUSED(s.value[3] = NAN, FK_ERROR_NOT_FINITE);
    REFUSED(s.track.time_count = 0, FK_ERROR_ARGUMENT);
    fk_motion_free(context, NULL);
}

static fk_status create(fk_context *scarce, const void *user, void *out)
{
    const scene *s = user;
    fk_motion *motion;
    fk_status status = fk_motion_create(scarce, s->frame, 5, &s->track, 1, &motion);
    if (status == FK_OK) {
        *(fk_interval *)out = fk_motion_span(motion);
        fk_motion_free(scarce, motion);
    }
    return status;
}

static void memory_fails(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    memory_ask(create, &s, sizeof(fk_interval));
}

/* ---- Times and ancestors ------------------------------------------------------------------------------- */

static void times(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    fk_motion *motion = make(s.frame, 5, &s.track);
    /* What was given is copied. */
    memset(&s, 0xff, sizeof s);
    assert_true(fk_motion_has_frame(motion, 4) && fk_motion_has_frame(motion, FK_NONE));
    assert_false(fk_motion_has_frame(motion, 5));
    assert_true(fk_motion_span(motion).lo == -7 && fk_motion_span(motion).hi == 4);
    const double all[] = {0, 1, 1.5, 2, 3, 4}, of_track[] = {0, 2, 3}, of_keys[] = {1, 1.5, 4};
    double t = -100;
    for (int i = 0; i < 6; i++) {
        t = fk_motion_next_time(motion, FK_NONE, 2, t);
        assert_true(t == all[i]);
    }
    assert_true(isinf(fk_motion_next_time(motion, FK_NONE, 2, t)));
    t = -100;
    for (int i = 0; i < 3; i++) {
        t = fk_motion_next_time(motion, FK_NONE, 3, t);
        assert_true(t == of_track[i]);
    }
    t = -100;
    for (int i = 0; i < 3; i++) {
        t = fk_motion_next_time(motion, 1, 2, t);
        assert_true(t == of_keys[i]);
    }
    assert_true(isinf(fk_motion_next_time(motion, 0, 3, -100)));
    assert_true(isinf(fk_motion_next_time(motion, FK_NONE, FK_NONE, -100)));
    const uint32_t common[6][6] = {{0, 0, 0, 0, FK_NONE, FK_NONE},
                                   {0, 1, 1, 0, FK_NONE, FK_NONE},
                                   {0, 1, 2, 0, FK_NONE, FK_NONE},
                                   {0, 0, 0, 3, FK_NONE, FK_NONE},
                                   {FK_NONE, FK_NONE, FK_NONE, FK_NONE, 4, FK_NONE},
                                   {FK_NONE, FK_NONE, FK_NONE, FK_NONE, FK_NONE, FK_NONE}};
    for (uint32_t a = 0; a < 6; a++)
        for (uint32_t b = 0; b < 6; b++)
            assert_int_equal(fk_motion_common_frame(motion, a < 5 ? a : FK_NONE, b < 5 ? b : FK_NONE),
                             common[a][b]);
    fk_motion_free(context, motion);
    motion = make(NULL, 0, NULL);
    assert_true(fk_motion_span(motion).lo == 0 && fk_motion_span(motion).hi == 0);
    fk_motion_free(context, motion);
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

static void assert_same_pose(const fk_pose *a, const fk_pose *b)
{
    for (int i = 0; i < 9; i++)
        assert_true(a->rotation[i / 3][i % 3] == b->rotation[i / 3][i % 3]);
    assert_true(a->translation.x == b->translation.x && a->translation.y == b->translation.y &&
                a->translation.z == b->translation.z);
}

/* At the time of a key the pose is that of the key, and so it is for the bound; before and after all, it rests. */
static void poses_of_keys(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    s.frame[2].parent = FK_NONE;
    fk_motion *motion = make(s.frame, 5, &s.track);
    for (int i = 0; i < 3; i++) {
        fk_pose key, own = fk_pose_from_rpy(at(1, 2, 3), at(3, 2, 1));
        assert_int_equal(fk_pose_from_quat_xyzw(s.key[i].xyz, s.key[i].quat_xyzw, &key), FK_OK);
        fk_pose expected = fk_pose_multiply(&s.frame[2].origin, &key);
        fk_pose found = fk_motion_pose(motion, 2, s.key[i].time);
        assert_same_pose(&found, &expected);
        if (i != 1) {
            found = fk_motion_pose(motion, 2, s.key[i].time + 1000 * (i - 1));
            assert_same_pose(&found, &expected);
        }
        fk_motion_body body = {2, own, {0, 0, 0}, 1};
        fk_motion_bound sway;
        fk_motion_bound_find(motion, FK_NONE, &body, s.key[i].time, s.key[i].time, &sway);
        expected = fk_pose_multiply(&expected, &own);
        assert_same_pose(&sway.pose, &expected);
        assert_true(sway.is_shift);
        fk_vec3 way[4];
        assert_true(
            fk_motion_find_translation(motion, FK_NONE, &body, s.key[i].time, s.key[i].time, &found, way));
        assert_same_pose(&found, &expected);
    }
    fk_pose found = fk_motion_pose(motion, FK_NONE, 1), identity = fk_pose_identity();
    assert_same_pose(&found, &identity);
    fk_motion_free(context, motion);
}

/* Poses in all states of the processor against long doubles. */
static void poses_between(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    fk_motion *motion = make(s.frame, 5, &s.track);
    for (double time = -1; time < 6; time += 0.0625)
        for (uint32_t frame = 0; frame < 5; frame++)
            for (int mode = 0; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_pose pose = fk_motion_pose(motion, frame, time);
                fpu_set(0);
                real3 home = {{1, -2, 3}}, found = real_place(&pose, home);
                real3 real = real_motion(s.frame, &s.track, FK_NONE, frame, time, home);
                assert_true(real_length(real_sub(real, found)) < 2e-14L);
            }
    fk_motion_free(context, motion);
}

/* ---- Rotations between keys ---------------------------------------------------------------------------- */

static fk_motion_bound sway_between(const double p[4], const double q[4], double from, double to)
{
    fk_key key[2] = {{.time = 0}, {.time = 1}};
    memcpy(key[0].quat_xyzw, p, sizeof key[0].quat_xyzw);
    memcpy(key[1].quat_xyzw, q, sizeof key[1].quat_xyzw);
    fk_frame f = {
        .parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_KEYS, .key_count = 2, .key = key};
    fk_motion *motion = make(&f, 1, NULL);
    fk_motion_body body = {0, fk_pose_identity(), {0, 0, 0}, 1};
    fk_motion_bound sway;
    fk_motion_bound_find(motion, FK_NONE, &body, from, to, &sway);
    fk_motion_free(context, motion);
    return sway;
}

/* q times a factor, and its opposite. */
static fk_motion_bound sway_scaled(const double p[4], const double q[4], double factor)
{
    const double scaled[4] = {q[0] * factor, q[1] * factor, q[2] * factor, q[3] * factor};
    return sway_between(p, scaled, 0, 1);
}

static void equal_rotations(void **state)
{
    (void)state;
    const double p[4] = {0.1, -0.7, 1e-290, 0.3}, large[4] = {1e300, 1e299, -1.7e308, 3},
                 small[4] = {5e-324, 0, 1e-310, -2e-308};
    const double factor[] = {1, -1, 0.5, 2, -0x1p-30};
    for (int i = 0; i < 5; i++) {
        fk_motion_bound sway = sway_scaled(p, p, factor[i]);
        assert_true(sway.is_shift && sway.turn.x == 0 && sway.rest0 < 1e-13);
        sway = sway_scaled(large, large, i == 3 ? 1 : factor[i]);
        assert_true(sway.is_shift);
        sway = sway_scaled(small, small, i == 2 || i == 4 ? 0x1p900 : factor[i]);
        assert_true(sway.is_shift);
    }
    /* The last bit, and what is far below the others. */
    const double next[4] = {0.1, nextafter(-0.7, 0), 1e-290, 0.3}, dust[4] = {0.1, -0.7, 2e-290, 0.3};
    assert_false(sway_between(p, next, 0, 1).is_shift);
    assert_false(sway_between(p, dust, 0, 1).is_shift);
    const double mixed[4] = {0.1, 0.7, 1e-290, 0.3}, other[4] = {0.2, -0.7, 1e-290, 0.3},
                 lacks[4] = {0.1, -0.7, 0, 0.3};
    assert_false(sway_between(p, mixed, 0, 1).is_shift);
    assert_false(sway_between(p, other, 0, 1).is_shift);
    assert_false(sway_between(p, lacks, 0, 1).is_shift);
    assert_true(sway_between(p, lacks, 0, 1).rest0 < 1e-13);
}

/* Angles from tiny ones to nearly a half turn are right up to a few units in the last place. */
static void small_and_large_angles(void **state)
{
    (void)state;
    const double one[4] = {0, 0, 0, 1};
    for (double tangent = 1e-25; tangent < 1e26; tangent *= 7) {
        const double q[4] = {0, 0, tangent, 1}, factor[] = {1, -1, 3e-270, -7e270};
        for (int i = 0; i < 4; i++) {
            fk_motion_bound sway = sway_scaled(one, q, factor[i]);
            assert_true(sway.turn.x == 0 && sway.turn.y == 0);
            assert_true(fabs(sway.turn.z / atan(tangent) - 1) < 4e-15);
            assert_true(sway.whole1 <= fmin(2.5, 1.0001 * sway.turn.z) + 1e-13);
        }
    }
    /* Two that are close to each other, in general place: the angle is that of their difference. */
    const double p[4] = {0.5, -0.5, 0.5, 0.5};
    for (double step = 0x1p-52; step < 1e-3; step *= 8) {
        const double q[4] = {0.5 + step, -0.5, 0.5, 0.5 - step};
        fk_motion_bound sway = sway_between(p, q, 0, 1);
        double angle = atan(sqrt(2) * step), found = sqrt(fk_vec3_dot(sway.turn, sway.turn));
        assert_true(fabs(found / angle - 1) < 1e-14 + step * step);
    }
}

/* The same where products of components are no doubles. */
static void close_rotations(void **state)
{
    (void)state;
    const double p[4] = {0.1, -0.7, 0.33, 0.3};
    for (double step = 1e-10; step < 1e-3; step *= 10) {
        const double q[4] = {0.1 + step, -0.7, 0.33 - step, 0.3};
        real3 v = {{q[0] - (long double)p[0], 0, q[2] - (long double)p[2]}}, w = {{p[0], p[1], p[2]}};
        /* With d = q - p, the vector of q p^-1 is p3 d - d3 p - d x p. */
        real3 across = real_cross(v, w), turn;
        long double square = 0;
        for (int i = 0; i < 3; i++)
            turn.x[i] = p[3] * v.x[i] - across.x[i];
        for (int i = 0; i < 4; i++)
            square += (long double)p[i] * q[i];
        long double angle = atan2l(real_length(turn), square);
        real3 found = real_from(sway_between(p, q, 0, 1).turn);
        assert_true(fabsl(real_length(found) / angle - 1) < 1e-14L);
    }
}

/* Opposite rotations: the arc is that of the quaternions as they are given; the nearest to that go the shorter
 * way, however little shorter it is. */
static void half_turns(void **state)
{
    (void)state;
    const double one[4] = {0, 0, 0, 1}, up[4] = {0, 0, 2, 0}, down[4] = {0, 0, -3, 0};
    assert_true(sway_between(one, up, 0, 1).turn.z > 1.57);
    assert_true(sway_between(one, down, 0, 1).turn.z < -1.57);
    for (int shift = -1000; shift < -10; shift += 27) {
        double little = ldexp(1, shift);
        const double p[4] = {1, little, 1, 0}, q[4] = {1, 1, -1, 0}, less[4] = {1, -little, 1, 0};
        fk_vec3 turn = sway_scaled(p, q, 1).turn, other = sway_scaled(p, q, -1).turn;
        fk_vec3 back = sway_scaled(less, q, 1).turn;
        assert_true(fk_vec3_dot(turn, other) > 2 && fk_vec3_dot(turn, turn) < 2.48);
        /* On the other side of the right angle the shorter way is the other one. */
        assert_true(fk_vec3_dot(turn, back) < -2);
    }
}

/* ---- Ways without rotation ----------------------------------------------------------------------------- */

typedef struct slide {
    fk_key key[3];
    double time[2], value[4];
    fk_track track;
    fk_frame frame[4];
    fk_motion_body body;
} slide;

/* A table that turns, by keys or by a value; a slide on it; a frame with keys, and a fixed one at the tip. */
static void make_slide(slide *s)
{
    memset(s, 0, sizeof *s);
    s->key[0] = (fk_key){0, {0.1, 0.2, 0.3}, {0.1, 0.2, 0.3, 0.4}};
    s->key[1] = (fk_key){2, {1.7, 1e-30, -0.3}, {-0.2, -0.4, -0.6, -0.8}};
    s->key[2] = (fk_key){3, {1.7, 1e-30, -0.3}, {1, 0, 0, 0}};
    s->time[1] = 2;
    s->value[0] = 0.1;
    s->value[2] = 0.7;
    s->track = (fk_track){2, 2, s->time, s->value};
    for (int i = 0; i < 4; i++)
        s->frame[i] =
            (fk_frame){.parent = (uint32_t)(i - 1), .origin = fk_pose_identity(), .axis = {0, -2, 0}};
    s->frame[0].parent = FK_NONE;
    s->frame[0].origin = fk_pose_from_rpy_deg(at(0.3, 0.7, 0), at(90, 0, 180));
    s->frame[0].kind = FK_FRAME_REVOLUTE;
    s->frame[0].variable = FK_NONE;
    s->frame[1].kind = FK_FRAME_PRISMATIC;
    s->frame[1].factor = -0.5;
    s->frame[1].offset = 0.3;
    s->frame[2].kind = FK_FRAME_KEYS;
    s->frame[2].key = s->key;
    s->frame[2].key_count = 3;
    s->frame[3].origin = fk_pose_from_rpy(at(1, 2, 3), at(3, 2, 1));
    s->body = (fk_motion_body){3, fk_pose_from_rpy(at(2, 1, 3), at(1, 2, 1)), {0, 0, 0}, 1};
}

/* Whether it slides; then the way is right up to the rounding of a sum, and so is the place at the end. */
static bool slides(const slide *s, uint32_t base, double from, double to, fk_vec3 way[4])
{
    fk_motion *motion = make(s->frame, 4, &s->track);
    fk_pose pose, untouched;
    memset(&pose, 0x5a, sizeof pose);
    untouched = pose;
    bool is_sliding = fk_motion_find_translation(motion, base, &s->body, from, to, &pose, way);
    fk_motion_free(context, motion);
    if (!is_sliding) {
        assert_memory_equal(&pose, &untouched, sizeof pose);
        return false;
    }
    real3 home = {{1, 2, 3}}, body = real_place(&s->body.pose, home), moved = real_place(&pose, home);
    real3 begin = real_motion(s->frame, &s->track, base, s->body.frame, from, body),
          end = real_motion(s->frame, &s->track, base, s->body.frame, to, body);
    assert_true(real_length(real_sub(begin, moved)) < 1e-14L);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            moved.x[k] += fk_vec3_get(way[i], k);
    assert_true(real_length(real_sub(end, moved)) < 1e-14L);
    return true;
}

static void assert_vector(fk_vec3 v, double x, double y, double z)
{
    assert_true(v.x == x && v.y == y && v.z == z);
}

static void exact_ways(void **state)
{
    (void)state;
    slide s;
    fk_vec3 way[4];
    make_slide(&s);
    /* The origin of the table takes (x, y, z) to (-x, z, y). */
    assert_true(slides(&s, FK_NONE, 0, 2, way));
    assert_vector(way[0], -1.7, -0.3, 1e-30);
    assert_vector(way[1], 0.1, -0.3, -0.2);
    assert_vector(way[2], 0, 0, 0.35);
    assert_vector(way[3], 0, 0, -0.05);
    /* Relative to the slide, only the keys move; relative to the table, without its origin. */
    assert_true(slides(&s, 1, 0, 2, way));
    assert_vector(way[0], 1.7, 1e-30, -0.3);
    assert_vector(way[1], -0.1, -0.2, -0.3);
    assert_vector(way[2], 0, 0, 0);
    /* Cut by a power of two it is exact, by others not. */
    assert_true(slides(&s, FK_NONE, 0.5, 1, way));
    assert_vector(way[0], -1.7 / 4, -0.3 / 4, 1e-30 / 4);
    assert_false(slides(&s, FK_NONE, 0.5, 1.25, way));
    assert_false(slides(&s, FK_NONE, 0.1, 0.6, way));
    /* At rest: before all, after all, and between keys that are equal. */
    assert_true(slides(&s, FK_NONE, -3, -1.1, way) && slides(&s, FK_NONE, 3.3, 5, way));
    for (int i = 0; i < 4; i++)
        assert_vector(way[i], 0, 0, 0);
    assert_true(slides(&s, FK_NONE, 0.3, 0.3, way));
    assert_false(slides(&s, FK_NONE, 2, 3, way));
    assert_true(slides(&s, 2, 2, 3, way));
}

static void other_ways(void **state)
{
    (void)state;
    slide s;
    fk_vec3 way[4];
    make_slide(&s);
    s.frame[0].offset = 1;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    assert_true(slides(&s, 0, 0, 2, way));
    make_slide(&s);
    s.frame[0].variable = 1;
    s.frame[0].factor = 3;
    assert_true(slides(&s, FK_NONE, 0, 2, way));
    s.value[1] = s.value[3] = 0.1;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    s.frame[0].factor = 0;
    assert_true(slides(&s, FK_NONE, 0, 2, way));
    s.value[3] = 0.2;
    assert_true(slides(&s, FK_NONE, 0, 2, way));
    s.frame[0].factor = 1e-300;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    make_slide(&s);
    s.frame[1].axis = at(1, 1, 0);
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    s.value[2] = s.value[0];
    assert_true(slides(&s, FK_NONE, 0, 2, way));
    make_slide(&s);
    s.frame[1].factor = 0.3;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    make_slide(&s);
    s.frame[1].factor = 0x1p-1000;
    s.value[0] = 0x1.8p-60;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    make_slide(&s);
    s.frame[0].origin = fk_pose_from_rpy(at(0, 0, 0), at(0.1, 0, 0));
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    make_slide(&s);
    s.frame[1].origin.rotation[0][1] = 1e-200;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    /* Three that go are too many. */
    make_slide(&s);
    s.frame[3] = s.frame[1];
    s.frame[3].parent = 2;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    /* Ways go through keys that exchange axes only. */
    s.frame[1].kind = FK_FRAME_FIXED;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    for (int i = 0; i < 2; i++)
        memcpy(s.key[i].quat_xyzw, (double[4]){1e200, 0, 0, 1e200}, sizeof s.key[i].quat_xyzw);
    assert_true(slides(&s, FK_NONE, 0, 2, way));
    s.key[0].quat_xyzw[1] = s.key[1].quat_xyzw[1] = 1e200;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
    s.key[0].quat_xyzw[1] = s.key[1].quat_xyzw[1] = 1e-200;
    assert_false(slides(&s, FK_NONE, 0, 2, way));
}

/* A frame that rests at 0, goes, and rests at 5: what is fixed to it rests when it does, and always against it. */
static void what_rests(void **state)
{
    (void)state;
    fk_key key[4] = {{0, {0, 0, 0}, {0, 0, 0, 1}},
                     {1, {0, 0, 0}, {0, 0, 0, 1}},
                     {2, {5, 0, 0}, {0, 0, 0, 1}},
                     {3, {5, 0, 0}, {0, 0, 0, 1}}};
    static const struct {
        double from, to, x; /* of its place; NaN: it moves */
    } cases[] = {{0, 1, 7},    {0, 2, NAN},  {1, 2, NAN}, {1.5, 1.75, NAN}, {2, 3, 12}, {2, 9, 12},
                 {2.5, 9, 12}, {-3, 0.5, 7}, {0, 9, NAN}, {-9, 9, NAN},     {4, 4, 12}};
    fk_frame frame = {.parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_KEYS};
    fk_motion_body body = {0, fk_pose_identity(), {0, 0, 0}, 1};
    frame.key = key;
    frame.key_count = 4;
    body.pose.translation = at(7, 0, 0);
    fk_motion *motion = make(&frame, 1, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fk_pose pose;
        bool rests = fk_motion_rests(motion, FK_NONE, &body, cases[i].from, cases[i].to, &pose);
        assert_int_equal(rests, !isnan(cases[i].x));
        assert_true(!rests || pose.translation.x == cases[i].x);
        assert_true(fk_motion_rests(motion, 0, &body, cases[i].from, cases[i].to, &pose));
        assert_same_pose(&pose, &body.pose);
    }
    fk_motion_free(context, motion);
}

int main(void)
{
    make_scene(&good);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(times),
        cmocka_unit_test(poses_of_keys),
        cmocka_unit_test_teardown(poses_between, fpu_usual),
        cmocka_unit_test(equal_rotations),
        cmocka_unit_test(small_and_large_angles),
        cmocka_unit_test(close_rotations),
        cmocka_unit_test(half_turns),
        cmocka_unit_test(exact_ways),
        cmocka_unit_test(other_ways),
        cmocka_unit_test(what_rests),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
