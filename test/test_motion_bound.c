/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The bound on how bodies move, against where their points really are: random chains of all kinds of frames, long
 * levers, spins, short stretches, frames that are not quite rigid, in all states of the processor; and that the bound
 * is not much larger than it has to be. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "farkas/farkas.h"
#include "base/vec3.h"
#include "fpu_modes.h"
#include "motion_truth.h"
#include "sanitized.h"
#include "motion/motion.h"

enum { MOST_FRAMES = 12, VARIABLES = 4, ROWS = 5, KEYS = 4 };

typedef struct chain {
    fk_frame frame[MOST_FRAMES];
    fk_key key[MOST_FRAMES][KEYS];
    double time[ROWS], value[ROWS * VARIABLES];
    fk_track track;
    uint32_t count;
    fk_motion_body body;
    double size; /* of levers */
} chain;

static fk_random dice;

static double between(double low, double high)
{
    return low + (high - low) * fk_random_unit(&dice);
}

static uint32_t below(uint32_t bound)
{
    return (uint32_t)fk_random_below(&dice, bound);
}

static fk_vec3 some_vector(double size)
{
    return fk_vec3_make(between(-size, size), between(-size, size), between(-size, size));
}

static fk_pose some_pose(double size, double skew)
{
    fk_pose pose = fk_pose_from_rpy(some_vector(size), some_vector(3));
    if (below(4) == 0)
        pose = fk_pose_identity();
    if (below(4) == 0)
        pose.translation = some_vector(size);
    for (int i = 0; i < 9; i++)
        pose.rotation[i / 3][i % 3] += between(-skew, skew);
    return pose;
}

static void some_keys(fk_key *key, double size, double spin)
{
    static const double lengths[] = {1, 1e300, 1e-300, 3, 1e-310};
    double time = between(-2, 0);
    double quat[4] = {between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
    for (int i = 0; i < KEYS; i++) {
        double length = lengths[below(5)];
        key[i].time = time;
        time += between(0.01, 3);
        key[i].xyz = some_vector(size);
        for (int k = 0; k < 4; k++)
            key[i].quat_xyzw[k] = quat[k] * length;
        uint32_t how = below(4);
        double step = how == 0 ? 0 : how == 1 ? 1e-9 : spin;
        for (int k = 0; k < 4; k++)
            quat[k] = (below(16) == 0 ? -1 : 1) * quat[k] + between(-step, step);
    }
}

static void make_chain(chain *c, uint32_t count)
{
    static const double sizes[] = {1, 1e3, 1e-3, 1};
    static const double spins[] = {1, 1e-3, 20, 1e-7};
    double spin = spins[below(4)], skew = below(3) == 0 ? 1e-7 : below(2) ? 0 : 1e-12;
    memset(c, 0, sizeof *c);
    c->size = sizes[below(4)];
    c->count = count;
    double time = between(-3, 0);
    for (int i = 0; i < ROWS; i++) {
        c->time[i] = time;
        time += between(0.01, 3);
    }
    for (int i = 0; i < ROWS * VARIABLES; i++)
        c->value[i] = i >= VARIABLES && below(5) == 0 ? c->value[i - VARIABLES] : between(-spin, spin);
    c->track = (fk_track){VARIABLES, ROWS, c->time, c->value};
    for (uint32_t i = 0; i < count; i++) {
        fk_frame *f = &c->frame[i];
        f->parent = i > 0 ? i - 1 : FK_NONE;
        f->origin = some_pose(c->size, skew);
        f->kind = (fk_frame_kind)below(4);
        if (below(2) == 0)
            f->kind = FK_FRAME_REVOLUTE;
        f->axis = below(3) == 0 ? fk_vec3_make(0, 0, -7) : some_vector(below(4) == 0 ? 1e-300 : 1);
        f->variable = below(6) == 0 ? FK_NONE : below(VARIABLES);
        f->factor = below(3) == 0 ? -1 : below(3) == 0 ? between(-2, 2) : 1;
        f->offset = below(2) ? 0 : between(-2, 2);
        some_keys(c->key[i], c->size, spin < 1 ? spin : 1);
        f->key = c->key[i];
        f->key_count = 1 + below(KEYS);
    }
    c->body.frame = count > 0 ? count - 1 : FK_NONE;
    c->body.pose = some_pose(c->size, skew);
    c->body.center = some_vector(c->size);
    c->body.radius = c->size * between(0, 2);
}

/* By how much of its bounds a point moves. */
typedef struct use {
    double whole, rest;
} use;

static double of_bound(long double length, double bound0, double bound1, long double far)
{
    return (double)(length / ((long double)bound0 + (long double)bound1 * far));
}

static use use_of(const chain *c, uint32_t base, const fk_motion_bound *sway, fk_vec3 home, fk_vec3 placed,
                  long double at, long double s)
{
    real3 real =
        real_motion(c->frame, &c->track, base, c->body.frame, at, real_place(&c->body.pose, real_from(home)));
    real3 x = real_from(placed), arm = real_sub(x, real_from(sway->center)), moved = real_sub(real, x),
          rest = moved;
    real3 turned = real_cross(real_from(sway->turn), arm), shift = real_from(sway->shift);
    for (int i = 0; i < 3; i++)
        rest.x[i] -= s * (shift.x[i] + turned.x[i]);
    long double far = real_length(arm);
    use found = {of_bound(real_length(moved), sway->whole0, sway->whole1, far),
                 of_bound(real_length(rest), sway->rest0, sway->rest1, far)};
    return found;
}

/* The most of the bounds that is used by points at many times of a stretch, in a state of the processor. */
static use try_stretch(const chain *c, const fk_motion *motion, uint32_t base, double from, double to,
                       int mode)
{
    fk_motion_bound sway;
    use most = {0, 0};
    fpu_set(mode);
    fk_motion_bound_find(motion, base, &c->body, from, to, &sway);
    fpu_set(0);
    assert_true(sway.whole0 < 1e9 && sway.rest0 < 1e12);
    long double middle = ((long double)from + to) / 2, half = ((long double)to - from) / 2;
    for (int k = 0; k < 6; k++) {
        fk_vec3 home = fk_vec3_add(c->body.center, some_vector(k == 0 ? 0 : k == 1 ? 1e3 : c->body.radius));
        fpu_set(mode);
        fk_vec3 placed = fk_pose_apply(&sway.pose, home);
        fpu_set(0);
        for (int i = 0; i < 5; i++) {
            long double s = i == 0 ? -1 : i == 1 ? 1 : i == 2 ? 0 : between(-1, 1);
            use found = use_of(c, base, &sway, home, placed, middle + s * half, s);
            most.whole = fmax(most.whole, found.whole);
            most.rest = fmax(most.rest, found.rest);
            if (!(found.whole <= 1 && found.rest <= 1)) {
                print_message("chain of %u, size %g, from %.17g to %.17g, mode %d: whole %g rest %g\n",
                              c->count, c->size, from, to, mode, found.whole, found.rest);
                assert_true(false);
            }
        }
    }
    return most;
}

static fk_motion *make(fk_context *context, const chain *c)
{
    fk_motion *motion = NULL;
    assert_int_equal(fk_motion_create(context, c->frame, c->count, &c->track, 1, &motion), FK_OK);
    return motion;
}

static void random_chains(void **state)
{
    (void)state;
    static chain c;
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    dice = fk_random_make(1);
    use most = {0, 0};
    for (int round = 0; round < 6000 / SHARE; round++) {
        int mode = below(2) ? 0 : (int)below(FPU_MODES);
        make_chain(&c, below(MOST_FRAMES + 1));
        fpu_set(mode);
        fk_motion *motion = make(context, &c);
        fpu_set(0);
        uint32_t base = c.count > 0 && below(3) == 0 ? below(c.count) : FK_NONE;
        for (int k = 0; k < 4; k++) {
            double from = between(-4, 8), to = fk_motion_next_time(motion, base, c.body.frame, from);
            to = to > 1e9 ? from + 1 : to;
            uint32_t how = below(4);
            if (how > 0)
                to = from + (to - from) * (how == 1 ? 1e-9 : how == 2 ? 1e-3 : between(0, 1));
            if (below(8) == 0)
                to = from;
            use found = try_stretch(&c, motion, base, from, to, mode);
            most.whole = fmax(most.whole, found.whole);
            most.rest = fmax(most.rest, found.rest);
        }
        fk_motion_free(context, motion);
    }
    print_message("used of the bounds: whole %.3f, rest %.3f\n", most.whole, most.rest);
    assert_true(most.whole > 0.9 && most.rest > 0.5);
    fk_context_destroy(context);
}

/* Values and places that are near zero in the middle, between large ones: what is rounded is not small. */
static void large_to_large(void **state)
{
    (void)state;
    static chain c;
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    dice = fk_random_make(2);
    for (int round = 0; round < 4000 / SHARE; round++) {
        make_chain(&c, 1);
        c.frame[0].kind = round % 2 ? FK_FRAME_REVOLUTE : FK_FRAME_KEYS;
        c.frame[0].key_count = 2;
        c.frame[0].variable = 0;
        c.frame[0].factor = 1;
        c.frame[0].offset = 0;
        c.frame[0].origin = c.body.pose = fk_pose_identity();
        c.key[0][0].xyz = some_vector(1e7);
        c.key[0][1].xyz = fk_vec3_scale(c.key[0][0].xyz, -between(0.999, 1));
        c.value[0] = between(-1e6, 1e6);
        c.value[VARIABLES] = -c.value[0] * between(0.999, 1);
        double first = round % 2 ? c.time[0] : c.key[0][0].time,
               last = round % 2 ? c.time[1] : c.key[0][1].time;
        double middle = first + (last - first) * between(0.4999, 0.5001);
        int mode = (int)below(FPU_MODES);
        fk_motion *motion = make(context, &c);
        try_stretch(&c, motion, FK_NONE, middle, middle, mode);
        fk_motion_free(context, motion);
    }
    fk_context_destroy(context);
}

/* ---- Not larger than it has to be ----------------------------------------------------------------------- */

/* An arm of seven joints with links of length 1. */
static void make_arm(chain *c)
{
    memset(c, 0, sizeof *c);
    c->count = 7;
    c->size = 1;
    c->time[1] = 1;
    for (int i = 0; i < VARIABLES; i++) {
        c->value[i] = 0.3 * i - 0.4;
        c->value[VARIABLES + i] = 0.5 - 0.2 * i;
    }
    c->track = (fk_track){VARIABLES, 2, c->time, c->value};
    for (uint32_t i = 0; i < c->count; i++) {
        c->frame[i] =
            (fk_frame){.parent = i > 0 ? i - 1 : FK_NONE,
                       .origin = fk_pose_from_rpy(fk_vec3_make(0, 0, 1), fk_vec3_make(0.1, 0.2 * i, 0)),
                       .kind = FK_FRAME_REVOLUTE,
                       .axis = fk_vec3_make(i % 2, 1, 0),
                       .variable = i % VARIABLES,
                       .factor = 1};
    }
    c->body = (fk_motion_body){6, fk_pose_identity(), {0, 0, 0.5}, 0.5};
}

static fk_motion_bound sway_of(const chain *c, double from, double to)
{
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    fk_motion *motion = make(context, c);
    fk_motion_bound sway;
    fk_motion_bound_find(motion, FK_NONE, &c->body, from, to, &sway);
    fk_motion_free(context, motion);
    fk_context_destroy(context);
    return sway;
}

/* With half the stretch the rest is a quarter, and at last it is rounding: some 1e-13 of the arm. */
static void rest_shrinks(void **state)
{
    (void)state;
    static chain c;
    make_arm(&c);
    fk_motion_bound last = sway_of(&c, 0, 1), still = sway_of(&c, 0.5, 0.5);
    double floor0 = still.rest0, floor1 = still.rest1;
    assert_true(still.is_shift && floor0 < 2e-12 && floor1 < 2e-12);
    assert_true(still.whole0 == still.rest0 && still.whole1 == still.rest1);
    assert_true(still.shift.x == 0 && still.turn.x == 0 && still.turn.y == 0 && still.turn.z == 0);
    for (double width = 0.5; width > 1e-12; width /= 2) {
        fk_motion_bound sway = sway_of(&c, 0.5 - width / 2, 0.5 + width / 2);
        assert_true(sway.rest0 - floor0 < 0.27 * last.rest0 + 0.1 * floor0 || width == 0.5);
        assert_true(sway.rest1 - floor1 < 0.27 * last.rest1 + 0.1 * floor1 || width == 0.5);
        assert_true(sway.whole0 - floor0 < 0.51 * last.whole0);
        assert_false(sway.is_shift);
        last = sway;
    }
    assert_true(last.rest0 < 1.1 * floor0);
}

/* One joint: the points that move most move by nearly the bound, for small turns and for large ones. */
static void single_joint(void **state)
{
    (void)state;
    static chain c;
    for (double turn = 1e-6; turn < 100; turn *= 3) {
        make_arm(&c);
        c.count = 1;
        c.body.frame = 0;
        c.frame[0].axis = fk_vec3_make(0, 0, 3);
        c.value[0] = 1;
        c.value[VARIABLES] = 1 + 2 * turn;
        c.body.center = fk_vec3_make(10, 0, 5);
        fk_motion_bound sway = sway_of(&c, 0, 1);
        double chord = 2 * sin(fmin(turn, 3.14159) / 2), bound = sway.whole0 + sway.whole1 * 0.5;
        assert_true(bound >= 10.5 * chord && bound < 10.5 * chord * 1.5);
        double second = sway.rest0 + sway.rest1 * 0.5;
        assert_true(second >= 10.5 * turn * turn / 2 && second < 10.5 * turn * turn / 2 * 1.0001 + 1e-12);
    }
}

/* A joint that slides outward behind one that turns by half a turn: a point gets as far as the bound says. What the joints
 * behind do is not turned once more. */
static void half_turn(void **state)
{
    (void)state;
    static chain c;
    const double pi = 3.14159265358979, far = 3, way = 5;
    make_arm(&c);
    c.count = 2;
    c.body.frame = 1;
    c.frame[0].origin = c.frame[1].origin = fk_pose_identity();
    c.frame[0].axis = fk_vec3_make(0, 0, 1);
    c.frame[1].kind = FK_FRAME_PRISMATIC;
    c.frame[1].axis = fk_vec3_make(1, 0, 0);
    c.value[0] = -pi;
    c.value[VARIABLES] = pi;
    c.value[1] = -way;
    c.value[VARIABLES + 1] = way;
    c.body.center = fk_vec3_make(far, 0, 0);
    fk_motion_bound sway = sway_of(&c, 0, 1);
    assert_true(sway.whole0 >= (way + 2 * far) * (1 - 1e-9) && sway.whole0 < (way + 2 * far) * (1 + 1e-6));
    double rest = pi * (pi * far / 2 + way);
    assert_true(sway.rest0 >= rest * (1 - 1e-9) && sway.rest0 < rest * (1 + 1e-6));
}

/* Three joints of large turns, whose axes and places are any: the points get about as far as the bounds say, and never
 * further. */
static void large_turns(void **state)
{
    (void)state;
    static chain c;
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    dice = fk_random_make(3);
    use most = {0, 0};
    for (int round = 0; round < 4000 / SHARE; round++) {
        make_chain(&c, 2 + below(2));
        for (uint32_t i = 0; i < c.count; i++) {
            fk_frame *f = &c.frame[i];
            f->kind = below(4) == 0 ? FK_FRAME_PRISMATIC : FK_FRAME_REVOLUTE;
            f->axis = below(2) ? fk_vec3_make(0, 0, 1) : some_vector(1);
            f->origin = fk_pose_identity();
            f->origin.translation = some_vector(below(2) ? c.size : 0);
            f->variable = i;
            f->factor = 1;
            c.value[i] = -between(0, 4);
            c.value[VARIABLES + i] = between(0, 4);
        }
        c.body.pose = fk_pose_identity();
        fk_motion *motion = make(context, &c);
        use found = try_stretch(&c, motion, FK_NONE, c.time[0], c.time[1], 0);
        most.whole = fmax(most.whole, found.whole);
        most.rest = fmax(most.rest, found.rest);
        fk_motion_free(context, motion);
    }
    print_message("used of the bounds: whole %.3f, rest %.3f\n", most.whole, most.rest);
    assert_true(SANITIZED || (most.whole > 0.9 && most.rest > 0.5));
    fk_context_destroy(context);
}

/* Two joints that turn against each other around the same axis: nothing moves, to first order. */
static void opposite_joints(void **state)
{
    (void)state;
    static chain c;
    make_arm(&c);
    c.count = 2;
    c.body.frame = 1;
    c.frame[0].origin = c.frame[1].origin = fk_pose_identity();
    c.frame[1].axis = c.frame[0].axis;
    c.frame[1].variable = c.frame[0].variable;
    c.frame[1].factor = -1;
    c.body.center = fk_vec3_make(1, 2, 3);
    fk_motion_bound sway = sway_of(&c, 0.5, 0.5 + 1e-4);
    assert_true(fk_vec3_dot(sway.turn, sway.turn) < 1e-30 && fk_vec3_dot(sway.shift, sway.shift) < 1e-30);
    assert_true(sway.whole0 < 1e-7 && sway.whole1 < 1e-7);
    assert_false(sway.is_shift);
}

/* ---- Hill climbing -------------------------------------------------------------------------------------- */

/* Chains as numbers: a climb changes some of them, and keeps what comes nearer to the bound. Joints that cancel come in pairs: the
 * second one turns back what the first one turns, around about the same axis, up to `apart`. */
enum { CLIMB_JOINTS = 6, JOINT_NUMBERS = 11, BODY_NUMBERS = 7 };

typedef struct climb {
    uint32_t joints;
    fk_frame_kind kind[CLIMB_JOINTS];
    bool cancels;
    double apart, gap;  /* of the axes of a pair: as directions, and as places */
    double least, most; /* half of an angle */
    double number[CLIMB_JOINTS * JOINT_NUMBERS + BODY_NUMBERS];
} climb;

static fk_vec3 vector_at(const double *number)
{
    return fk_vec3_make(number[0], number[1], number[2]);
}

static double span_of(const climb *c, double number)
{
    return c->least * pow(c->most / c->least, 0.5 + 0.5 * sin(2 * number));
}

static void quat_about(fk_vec3 axis, double angle, double out[4])
{
    double unit = sin(angle / 2) / sqrt(fk_vec3_dot(axis, axis));
    out[0] = axis.x * unit;
    out[1] = axis.y * unit;
    out[2] = axis.z * unit;
    out[3] = cos(angle / 2);
}

static void climb_chain(const climb *from, chain *c)
{
    memset(c, 0, sizeof *c);
    c->count = from->joints;
    c->time[1] = 1;
    c->value[0] = -1;
    c->value[VARIABLES] = 1;
    c->track = (fk_track){VARIABLES, 2, c->time, c->value};
    for (uint32_t i = 0; i < c->count; i++) {
        const double *own = from->number + i * JOINT_NUMBERS, *before = own - JOINT_NUMBERS;
        fk_frame *f = &c->frame[i];
        bool is_second = from->cancels && i % 2 == 1;
        fk_vec3 place = vector_at(own + 3), axis = vector_at(own);
        *f = (fk_frame){
            .parent = i > 0 ? i - 1 : FK_NONE, .kind = from->kind[i], .variable = 0, .key_count = 2};
        f->origin = fk_pose_from_rpy(place, vector_at(own + 6));
        f->factor = span_of(from, own[9]);
        if (is_second) {
            axis = fk_vec3_add(fk_vec3_unit(c->frame[i - 1].axis), fk_vec3_scale(axis, 0.25 * from->apart));
            f->origin = fk_pose_identity();
            f->origin.translation = fk_vec3_scale(place, 0.25 * from->gap);
            f->factor = -span_of(from, before[9]) * (1 + 0.5 * from->apart * sin(own[9]));
        }
        f->axis = axis;
        f->offset = own[10];
        quat_about(axis, f->offset - f->factor, c->key[i][0].quat_xyzw);
        quat_about(axis, f->offset + f->factor, c->key[i][1].quat_xyzw);
        c->key[i][1].time = 1;
        c->key[i][1].xyz = fk_vec3_scale(place, is_second ? -1 : 0.5);
        f->key = c->key[i];
    }
    const double *body = from->number + CLIMB_JOINTS * JOINT_NUMBERS;
    c->body = (fk_motion_body){c->count - 1, fk_pose_identity(), vector_at(body), 1};
}

/* Rests, or wholes, over the bound at the ends of the interval and between. */
static double climb_height(fk_context *context, const climb *from, bool of_rest)
{
    static chain c;
    const double *body = from->number + CLIMB_JOINTS * JOINT_NUMBERS;
    fk_motion_bound bound;
    double most = 0;
    climb_chain(from, &c);
    fk_motion *motion = make(context, &c);
    fk_motion_bound_find(motion, FK_NONE, &c.body, 0, 1, &bound);
    fk_motion_free(context, motion);
    fk_vec3 home = fk_vec3_add(c.body.center, vector_at(body + 3));
    fk_vec3 placed = fk_pose_apply(&bound.pose, home);
    for (int i = 0; i < 3; i++) {
        long double s = i == 0 ? -1 : i == 1 ? 1 : sinl(body[6]);
        use found = use_of(&c, FK_NONE, &bound, home, placed, 0.5L + 0.5L * s, s);
        if (!(found.whole <= 1 && found.rest <= 1)) {
            print_message("%u joints, apart %g, gap %g: whole %.9g rest %.9g at %Lg\n", from->joints,
                          from->apart, from->gap, found.whole, found.rest, s);
            assert_true(false);
        }
        most = fmax(most, of_rest ? found.rest : found.whole);
    }
    return most;
}

static double climb_from(fk_context *context, climb *at, bool of_rest, int steps)
{
    const int numbers = CLIMB_JOINTS * JOINT_NUMBERS + BODY_NUMBERS;
    double height = climb_height(context, at, of_rest), size = 0.5;
    for (int i = 0; i < steps; i++) {
        climb next = *at;
        for (uint32_t k = 1 + below(4); k > 0; k--) {
            uint32_t which = below((uint32_t)numbers);
            if (below(3) == 0)
                which = (uint32_t)numbers - 1 - below(BODY_NUMBERS);
            next.number[which] = fmax(-4, fmin(4, next.number[which] + between(-size, size)));
        }
        double reached = climb_height(context, &next, of_rest);
        size = reached > height ? fmin(1, 1.5 * size) : size < 1e-4 ? 0.5 : 0.985 * size;
        if (reached > height) {
            height = reached;
            *at = next;
        }
    }
    return height;
}

static void start_climb(climb *c, uint32_t joints, bool cancels)
{
    static const double parts[] = {0, 1e-4, 0.02, 0.3};
    *c = (climb){.joints = joints, .cancels = cancels, .least = cancels ? 0.3 : 1e-3, .most = 1.5};
    c->apart = parts[below(4)];
    c->gap = parts[below(4)];
    for (uint32_t i = 0; i < CLIMB_JOINTS; i++)
        c->kind[i] = below(6) > 0 ? FK_FRAME_REVOLUTE : below(2) ? FK_FRAME_PRISMATIC : FK_FRAME_KEYS;
    for (uint32_t i = 0; i < CLIMB_JOINTS && cancels; i += 2)
        c->kind[i + 1] = c->kind[i]; /* whatever it is, it is undone */
    for (int i = 0; i < CLIMB_JOINTS * JOINT_NUMBERS + BODY_NUMBERS; i++)
        c->number[i] = between(-1.5, 1.5);
}

/* The highest that climbs get, from several starts; none may get beyond the bound. */
static double climb_most(fk_context *context, uint32_t joints, bool cancels, bool of_rest)
{
    double most = 0;
    for (int round = 0; round < (SANITIZED ? 2 : 12); round++) {
        climb c;
        start_climb(&c, joints, cancels);
        most = fmax(most, climb_from(context, &c, of_rest, SANITIZED ? 100 : 1500));
    }
    return most;
}

static void climbs(void **state)
{
    (void)state;
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    dice = fk_random_make(4);
    for (uint32_t joints = 1; joints <= CLIMB_JOINTS; joints++)
        for (int cancels = 0; cancels < 2 && joints > (uint32_t)cancels; cancels++) {
            double whole = climb_most(context, joints, cancels, false);
            double rest = climb_most(context, joints, cancels, true);
            print_message("%u joints%s: whole %.3f, rest %.3f of the bounds\n", joints,
                          cancels ? " that cancel" : "", whole, rest);
            assert_true(SANITIZED || (whole > 0.8 && rest > (cancels ? 0.7 : 0.95)));
        }
    fk_context_destroy(context);
}

/* ---- What is not bounded -------------------------------------------------------------------------------- */

static void assert_unbounded(const chain *c, double from, double to)
{
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        fk_motion_bound sway = sway_of(c, from, to);
        fpu_set(0);
        assert_true(isinf(sway.whole0) && isinf(sway.whole1) && isinf(sway.rest0) && isinf(sway.rest1));
        assert_true(fk_vec3_is_finite(sway.shift) && fk_vec3_is_finite(sway.turn));
    }
}

static void beyond_bounds(void **state)
{
    (void)state;
    static chain c;
    /* Values whose rounding is whole turns, and those whose difference is no double. */
    static const double values[] = {1e17, 1e308, -1.7e308};
    for (int i = 0; i < 3; i++) {
        make_arm(&c);
        c.value[0] = values[i];
        c.value[VARIABLES] = -values[i];
        assert_unbounded(&c, 0.1, 0.7);
    }
    make_arm(&c);
    c.frame[2].origin.translation.x = 1e300;
    assert_unbounded(&c, 0.1, 0.7);
    /* Steps of time that the processor may take for zero, or that overflow. */
    make_arm(&c);
    c.time[1] = 1e-310;
    c.time[0] = 0;
    assert_unbounded(&c, 0, 1e-311);
    c.time[0] = -1.7e308;
    c.time[1] = 1.7e308;
    assert_unbounded(&c, 0, 1);
    make_arm(&c);
    c.body.center.y = INFINITY;
    assert_unbounded(&c, 0, 1);
    make_arm(&c);
    c.body.pose.rotation[1][1] = NAN;
    assert_unbounded(&c, 0.25, 0.25);
    /* A frame that rests is bounded whatever the times are. */
    make_arm(&c);
    for (int i = 0; i < VARIABLES; i++)
        c.value[i] = c.value[VARIABLES + i];
    c.time[1] = 1e-310;
    fk_motion_bound sway = sway_of(&c, 0, 1e-311);
    assert_true(sway.is_shift && sway.whole0 < 1e-11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(random_chains, fpu_usual),
        cmocka_unit_test_teardown(large_to_large, fpu_usual),
        cmocka_unit_test(rest_shrinks),
        cmocka_unit_test(single_joint),
        cmocka_unit_test(half_turn),
        cmocka_unit_test_teardown(large_turns, fpu_usual),
        cmocka_unit_test(opposite_joints),
        cmocka_unit_test(climbs),
        cmocka_unit_test_teardown(beyond_bounds, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
