/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check of a moment and a sweep, for motions that graze: where they differ, the placed sets are within rho of touching, twice
 * that for exact slides (docs/numerics.md, "A check and a sweep"). The sets are convex pieces, so their depth and distance are known
 * to the last bits. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "first_contact_check.h"
#include "motion/first_contact.h"
#include "sanitized.h"

enum { SLIDE, TURN, CHAIN, MOTIONS };

typedef struct moment {
    fk_verdict verdict;
    double gap; /* not negative; or minus the depth */
    fk_vec3 normal;
} moment;

/* Pieces as a check of the moment places them. */
static moment check_moment(const stage *s, double time)
{
    moment out = {0};
    fk_placed_collider placed[2];
    fk_piece piece[2];
    fk_distance distance;
    fk_depth depth;
    for (int i = 0; i < 2; i++) {
        placed[i] = stage_place(s, i, time);
        piece[i] = fk_piece_place(&s->body[i].piece[0], &placed[i].pose, NULL);
    }
    assert_int_equal(fk_collider_verdict(context, &placed[0], &placed[1], NULL, &out.verdict), FK_OK);
    assert_int_equal(fk_pair_distance(&piece[0], &piece[1], NULL, &distance), FK_OK);
    assert_int_equal(fk_pair_depth(&piece[0], &piece[1], &depth), FK_OK);
    out.gap = out.verdict == FK_OVERLAPPING ? -depth.depth.lo : distance.distance.lo;
    out.normal =
        out.verdict == FK_OVERLAPPING ? depth.direction : fk_vec3_sub(distance.point_b, distance.point_a);
    return out;
}

/* By how much the placed sets may be off. */
static double rho_at(const stage *s, double time)
{
    double rho = 0;
    for (int i = 0; i < 2; i++) {
        const fk_sphere *ball = &s->body[i].collider->sphere;
        fk_motion_body moved = {s->on[i], s->body[i].pose, ball->center, ball->radius};
        fk_motion_bound bound;
        fk_motion_bound_find(s->motion, FK_NONE, &moved, time, time, &bound);
        rho += bound.whole0 + bound.whole1 * ball->radius;
    }
    return rho;
}

/* About when they are nearest. */
static double nearest_time(const stage *s)
{
    double best = 0, step = 1.0 / 32;
    for (int i = 1; i <= 32; i++)
        if (check_moment(s, i * step).gap < check_moment(s, best).gap)
            best = i * step;
    for (; step > 1e-10; step *= 0.6)
        for (int k = -1; k <= 1; k += 2) {
            double time = fmin(fmax(best + k * step, 0), 1);
            if (check_moment(s, time).gap < check_moment(s, best).gap)
                best = time;
        }
    return best;
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

static fk_piece some_piece(fk_random *random)
{
    fk_vec3 point[HULL_POINTS];
    for (;;) {
        fk_piece piece = any_piece(random, point);
        if (piece.kind == FK_KIND_TETRA || piece.kind == FK_KIND_BOX || piece.kind == FK_KIND_SPHERE ||
            piece.kind == FK_KIND_CAPSULE)
            return piece;
    }
}

static void make_motion(stage *s, int motion, double far, fk_random *random)
{
    stage_begin(s);
    fk_vec3 shift = any_place(random, far);
    if (motion == SLIDE) {
        stage_frame(s, FK_NONE, FK_FRAME_KEYS);
        stage_key(s, 0, any_place(random, 0.1), NULL);
        stage_key(s, 1, any_place(random, 3), NULL);
    } else {
        fk_frame *f = stage_joint(s, FK_NONE, FK_FRAME_REVOLUTE, fk_random_between(random, -1, 0),
                                  fk_random_between(random, 0, 1));
        f->origin = any_pose(random, 1);
        f->axis = any_place(random, 1);
        f->origin.translation = fk_vec3_add(f->origin.translation, shift);
    }
    if (motion == CHAIN) {
        fk_frame *f = stage_joint(s, last_frame(s), FK_FRAME_PRISMATIC, 0, fk_random_between(random, -1, 1));
        f->origin = any_pose(random, 1);
        f->axis = any_place(random, 1);
    }
    s->on[0] = last_frame(s);
    for (int i = 0; i < 2; i++) {
        fk_piece piece = some_piece(random);
        s->body[i] = body_of_pieces(&piece, 1);
        s->body[i].pose = any_pose(random, 1);
        if (i == 1 || motion == SLIDE)
            s->body[i].pose.translation = fk_vec3_add(s->body[i].pose.translation, shift);
    }
    stage_end(s);
}

/* Shifts the resting body until both are so far apart when they are nearest. */
static double make_graze(stage *s, double in_rho)
{
    double time = 0;
    for (int i = 0; i < 4; i++) {
        time = nearest_time(s);
        moment m = check_moment(s, time);
        double size = length(m.normal), by = in_rho * rho_at(s, time) - m.gap;
        if (size > 0)
            s->body[1].pose.translation =
                fk_vec3_add(s->body[1].pose.translation, fk_vec3_scale(m.normal, by / size));
    }
    return time;
}

/* ---- Comparison ---------------------------------------------------------------------------------------- */

typedef struct tally {
    int moments, sure, differ;
    double most; /* of rho that a difference takes */
} tally;

/* -1: surely apart at that time; 1: surely in contact; 0: not known. */
static int swept_state(const fk_motion_answer *answer, double time, bool is_slide)
{
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        const fk_stretch *x = &answer->stretch[i];
        if (time < x->enter.lo || time > x->leave.hi)
            continue;
        bool is_sure = time == x->enter.hi || time == x->leave.lo ||
                       (is_slide && x->enter.hi <= time && time <= x->leave.lo);
        return x->kind == FK_STRETCH_MEETS && is_sure ? 1 : 0;
    }
    return -1;
}

static void compare_moment(const stage *s, const fk_motion_answer *answer, double time, bool is_slide,
                           tally *t)
{
    if (!(time >= 0 && time <= 1))
        return;
    moment m = check_moment(s, time);
    int swept = swept_state(answer, time, is_slide);
    bool meets = m.verdict != FK_APART;
    t->moments++;
    t->sure += swept != 0;
    if (swept == 0 || (swept > 0) == meets)
        return;
    double part = fabs(m.gap) / rho_at(s, time);
    t->differ++;
    t->most = fmax(t->most, part);
    if (!(part <= (is_slide ? 2 : 1)))
        print_message("at %.17g: the sweep says %d, the check %d with %g, rho %g\n", time, swept, m.verdict,
                      m.gap, rho_at(s, time));
    assert_true(part <= (is_slide ? 2 : 1));
}

/* Compares them at the ends of stretches, around the nearest time, and at others. */
static void compare_motion(stage *s, bool is_slide, double nearest, fk_random *random, tally *t)
{
    s->options.tolerance = 16 * rho_at(s, nearest);
    s->options.max_tests = 100000;
    fk_motion_answer *answer = stage_ask(s);
    for (uint32_t i = 0; i < answer->stretch_count; i++) {
        const fk_stretch *x = &answer->stretch[i];
        const double end[4] = {x->enter.lo, x->enter.hi, x->leave.lo, x->leave.hi};
        for (int k = 0; k < 4; k++)
            for (int way = -1; way <= 1; way++)
                compare_moment(s, answer,
                               way == 0 ? end[k] : nextafter(end[k], way < 0 ? -INFINITY : INFINITY),
                               is_slide, t);
    }
    for (int i = 0; i < 12; i++) {
        double by = pow(10, fk_random_between(random, -16, 0)) * (i % 2 ? 1 : -1);
        compare_moment(s, answer, nearest + (i < 2 ? 0 : by), is_slide, t);
    }
    stage_answer_free(answer);
}

static tally compare_motions(int motion)
{
    static const double part[] = {0, 1e-3, -1e-3, 0.02, -0.02, 0.2, -0.2, 1, -1, 40, -40};
    fk_random random = fk_random_make(100 + (uint64_t)motion);
    tally t = {0};
    for (int i = 0; i < 330 / SHARE; i++) {
        stage s;
        make_motion(&s, motion, i % 3 == 0 ? 0 : i % 3 == 1 ? 10 : 1e4, &random);
        double nearest = make_graze(&s, part[i % 11]);
        compare_motion(&s, motion == SLIDE, nearest, &random, &t);
        stage_free(&s);
    }
    print_message("%d moments, %d of them sure; %d differ, by %.3f of rho at most\n", t.moments, t.sure,
                  t.differ, t.most);
    assert_true(5 * t.sure > t.moments);
    return t;
}

/* A slide begins at a rounded pose, so the check of a later moment differs at the ends of contact. */
static void slides(void **state)
{
    (void)state;
    tally t = compare_motions(SLIDE);
    assert_true(t.differ > 100 / SHARE && t.most > 1e-3);
}

static void turns(void **state)
{
    (void)state;
    compare_motions(TURN);
}

static void chains(void **state)
{
    (void)state;
    compare_motions(CHAIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slides), cmocka_unit_test(turns),
                                       cmocka_unit_test(chains)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
