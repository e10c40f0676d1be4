/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two bodies that move, and a check of what is said of them: very many times are looked at, and those at which they
 * are closest are looked at more closely. That proves nothing, but it finds what is wrong. */

#ifndef FARKAS_TEST_MOVING_CHECK_H
#define FARKAS_TEST_MOVING_CHECK_H

#include <stdio.h>

#include "colliders.h"
#include "farkas/motion.h"

#define FRAMES_MOST 10

/* Frames, with keys and a track of their own, and a body on two of them. */
typedef struct stage {
    uint32_t frame_count;
    fk_frame frame[FRAMES_MOST];
    fk_key key[FRAMES_MOST][4];
    double time[8], value[8 * FRAMES_MOST];
    fk_track track;
    fk_motion *motion;
    body body[2];
    uint32_t on[2]; /* frames; FK_NONE: the world */
    fk_motion_options options;
} stage;

static inline void stage_begin(stage *s)
{
    memset(s, 0, sizeof *s);
    s->on[0] = s->on[1] = FK_NONE;
}

static inline fk_frame *stage_frame(stage *s, uint32_t parent, fk_frame_kind kind)
{
    assert_true(s->frame_count < FRAMES_MOST);
    fk_frame *f = &s->frame[s->frame_count];
    *f = (fk_frame){
        .parent = parent, .origin = fk_pose_identity(), .kind = kind, .axis = {0, 0, 1}, .variable = FK_NONE};
    f->key = s->key[s->frame_count++];
    return f;
}

static inline uint32_t last_frame(const stage *s)
{
    return s->frame_count - 1;
}

static inline void stage_key(stage *s, double time, fk_vec3 xyz, const double quat[4])
{
    fk_frame *f = &s->frame[s->frame_count - 1];
    fk_key *key = &s->key[s->frame_count - 1][f->key_count++];
    *key = (fk_key){time, xyz, {0, 0, 0, 1}};
    if (quat != NULL)
        memcpy(key->quat_xyzw, quat, sizeof key->quat_xyzw);
}

static inline void any_quat(fk_random *random, double out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = fk_random_between(random, -1, 1) + (i == 3 ? 1e-3 : 0);
}

/* A joint whose value goes from one number to another, from time 0 to 1: variables are those of frames. */
static inline fk_frame *stage_joint(stage *s, uint32_t parent, fk_frame_kind kind, double from, double to)
{
    fk_frame *f = stage_frame(s, parent, kind);
    f->variable = last_frame(s);
    f->factor = 1;
    s->value[last_frame(s)] = from;
    s->value[FRAMES_MOST + last_frame(s)] = to;
    if (s->track.time_count == 0) {
        s->time[0] = 0;
        s->time[1] = 1;
        s->track = (fk_track){FRAMES_MOST, 2, s->time, s->value};
    }
    return f;
}

/* The motion, and usual options. */
static inline void stage_end(stage *s)
{
    fk_status status = fk_motion_create(context, s->frame, s->frame_count, &s->track,
                                        s->track.time_count > 0 ? 1 : 0, &s->motion);
    assert_int_equal(status, FK_OK);
    fk_moving a = {s->body[0].collider, s->on[0], s->body[0].pose};
    fk_moving b = {s->body[1].collider, s->on[1], s->body[1].pose};
    s->options = fk_motion_options_default(s->motion, &a, &b);
}

static inline void stage_free(stage *s)
{
    fk_motion_free(context, s->motion);
    body_end(&s->body[0]);
    body_end(&s->body[1]);
}

static inline fk_moving stage_moving(const stage *s, int which)
{
    fk_moving out = {s->body[which].collider, s->on[which], s->body[which].pose};
    return out;
}

static inline fk_motion_answer *stage_ask(const stage *s)
{
    fk_moving a = stage_moving(s, 0), b = stage_moving(s, 1);
    fk_motion_answer *answer = NULL;
    assert_int_equal(fk_motion_contacts(context, s->motion, &a, &b, &s->options, &answer), FK_OK);
    return answer;
}

static inline void stage_answer_free(fk_motion_answer *answer)
{
    fk_motion_answer_free(context, answer);
}

/* ---- At a time ----------------------------------------------------------------------------------------- */

static inline fk_placed_collider stage_place(const stage *s, int which, double time)
{
    fk_pose frame = fk_motion_pose(s->motion, s->on[which], time);
    fk_placed_collider out = {s->body[which].collider, fk_pose_multiply(&frame, &s->body[which].pose)};
    return out;
}

static inline fk_interval stage_distance(const stage *s, double time)
{
    fk_placed_collider a = stage_place(s, 0, time), b = stage_place(s, 1, time);
    fk_collider_distance d;
    assert_int_equal(fk_collider_measure(context, &a, &b, INFINITY, &d), FK_OK);
    return d.distance;
}

/* About what places, as they are rounded, are wrong by. */
static inline double stage_rounding(const stage *s)
{
    double size = 1e-13;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k <= 4; k++) {
            fk_interval *o = &(fk_interval){s->options.from, s->options.to};
            fk_placed_collider p = stage_place(s, i, o->lo + (o->hi - o->lo) * k / 4);
            fk_sphere ball = fk_collider_sphere(&p);
            double radius = ball.radius < 1e300 ? ball.radius : 10;
            size = fmax(size, 1e-13 * (length(ball.center) + radius));
        }
    return 4 * size;
}

/* ---- What is checked ----------------------------------------------------------------------------------- */

/* Whether a time is in a stretch, up to `slack`. */
static inline bool is_in(const fk_stretch *s, double time, double slack)
{
    return time >= s->enter.lo - slack && time <= s->leave.hi + slack;
}

static inline const fk_stretch *stretch_at(const fk_motion_answer *answer, double time, double slack)
{
    for (uint32_t i = 0; i < answer->stretch_count; i++)
        if (is_in(&answer->stretch[i], time, slack))
            return &answer->stretch[i];
    return NULL;
}

#define CHECK(s, holds)                                                                                      \
    do {                                                                                                     \
        if (!(holds)) {                                                                                      \
            stage_print(s, answer);                                                                          \
            fail_msg("%s", #holds);                                                                          \
        }                                                                                                    \
    } while (0)

static inline void stage_print(const stage *s, const fk_motion_answer *answer)
{
    print_message("from %.17g to %.17g level %g tolerance %g tests %llu closest %.17g to %.17g at %.17g\n",
                  s->options.from, s->options.to, s->options.level, s->options.tolerance,
                  (unsigned long long)answer->tests, answer->closest.lo, answer->closest.hi,
                  answer->closest_time);
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        const fk_stretch *t = &answer->stretch[i];
        print_message("  kind %d enter %.17g %.17g leave %.17g %.17g exact %d overlaps %d\n", (int)t->kind,
                      t->enter.lo, t->enter.hi, t->leave.lo, t->leave.hi, t->is_exact, t->overlaps);
    }
}

/* Stretches are in order, and at their ends what they say. */
static inline void check_stretches(const stage *s, const fk_motion_answer *answer, double rounding)
{
    const fk_motion_options *o = &s->options;
    double end = o->from;
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        const fk_stretch *t = &answer->stretch[i];
        CHECK(s, t->enter.lo >= end && t->enter.lo <= t->enter.hi);
        CHECK(s, t->leave.lo <= t->leave.hi && t->enter.lo <= t->leave.lo && t->enter.hi <= t->leave.hi);
        CHECK(s, t->leave.hi <= o->to);
        CHECK(s, !t->overlaps || t->kind == FK_STRETCH_MEETS);
        end = t->leave.hi;
        double most = o->level + rounding + (t->kind == FK_STRETCH_NEAR ? o->tolerance : 0);
        if (t->kind == FK_STRETCH_UNDECIDED)
            continue;
        CHECK(s, stage_distance(s, t->enter.hi).lo <= most);
        CHECK(s, stage_distance(s, t->leave.lo).lo <= most);
    }
}

/* Looks more closely at where a moment that is said to be clear is closest. */
static inline void look_for_contact(const stage *s, const fk_motion_answer *answer, double time, double width)
{
    double at = stage_distance(s, time).hi;
    for (int i = 0; i < 40; i++) {
        width *= 0.7;
        for (int k = -1; k <= 1; k += 2) {
            double other = fmin(fmax(time + k * width, s->options.from), s->options.to);
            double d = stage_distance(s, other).hi;
            if (stretch_at(answer, other, 1e-9 * (s->options.to - s->options.from)) == NULL && d < at) {
                at = d;
                time = other;
            }
        }
    }
    CHECK(s, at > s->options.level);
}

/* Many times: those within the level are in stretches, and what lies long outside of it is not. */
static inline void check_samples(const stage *s, const fk_motion_answer *answer, int count, double rounding)
{
    const fk_motion_options *o = &s->options;
    double span = o->to - o->from, slack = 1e-9 * span, least = INFINITY, least_time = 0, nearest = INFINITY;
    double gap_begin = NAN;
    for (int i = 0; i <= count; i++) {
        double time = i == count ? o->to : o->from + span * i / count;
        fk_interval d = stage_distance(s, time);
        const fk_stretch *in = stretch_at(answer, time, slack);
        nearest = fmin(nearest, d.hi);
        CHECK(s, in != NULL || d.lo > o->level);
        if (in == NULL && d.hi < least) {
            least = d.hi;
            least_time = time;
        }
        /* A gap that is longer than the resolution. */
        bool is_far = in != NULL && in->kind != FK_STRETCH_UNDECIDED && d.lo > o->level + 2 * o->tolerance &&
                      (o->wants_all || time < in->enter.lo);
        if (!is_far)
            gap_begin = NAN;
        else if (!(gap_begin <= time))
            gap_begin = time;
        CHECK(s, !is_far || time - gap_begin <= 2 * o->resolution);
        if (o->wants_closest)
            CHECK(s, answer->closest.lo <= d.hi + rounding);
    }
    if (isfinite(least))
        look_for_contact(s, answer, least_time, span / count);
    if (o->wants_closest) {
        CHECK(s, answer->closest.lo <= answer->closest.hi && answer->closest.lo >= 0);
        CHECK(s, stage_distance(s, answer->closest_time).lo <= answer->closest.hi + rounding);
        if (o->max_tests == 0) {
            double width = fmax(o->tolerance, o->closest_ratio * answer->closest.hi);
            CHECK(s, answer->closest.hi <= nearest + width + rounding);
            CHECK(s, answer->closest.hi - answer->closest.lo <= width);
        }
    }
}

/* The same answer for (b, a), with points exchanged. */
static inline void check_order(const stage *s, const fk_motion_answer *answer)
{
    fk_moving a = stage_moving(s, 0), b = stage_moving(s, 1);
    fk_motion_answer *other = NULL;
    assert_int_equal(fk_motion_contacts(context, s->motion, &b, &a, &s->options, &other), FK_OK);
    CHECK(s, other->stretch_count == answer->stretch_count && other->tests == answer->tests);
    if (other->stretch_count > 0)
        CHECK(s, memcmp(other->stretch, answer->stretch, other->stretch_count * sizeof *other->stretch) == 0);
    CHECK(s, memcmp(&other->closest, &answer->closest, sizeof other->closest) == 0);
    CHECK(s, memcmp(&other->closest_time, &answer->closest_time, sizeof other->closest_time) == 0);
    CHECK(s, same_vector(other->point_a, answer->point_b) && same_vector(other->point_b, answer->point_a));
    stage_answer_free(other);
}

static inline fk_motion_answer *stage_check(const stage *s, int samples)
{
    fk_motion_answer *answer = stage_ask(s);
    double rounding = stage_rounding(s);
    check_stretches(s, answer, rounding);
    check_samples(s, answer, samples, rounding);
    check_order(s, answer);
    return answer;
}

#endif
