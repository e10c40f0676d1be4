/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the walk of two colliders during a stretch of time: what it says of the stretch is held against the parts
 * one by one at many moments of the motion; both orders, all kinds of bodies, sizes from tiny to huge, states of the
 * floating-point unit, memory that runs out. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/vec3.h"
#include "colliders.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "world/motion_walk.h"

/* ---- Motions ------------------------------------------------------------------------------------------- */

/* At the time t, a place p of the body is at pivot + t way + turned by t angle around the axis (pose p - pivot). */
typedef struct screw {
    fk_pose pose;
    fk_vec3 pivot, way, axis; /* the axis has length 1 */
    double angle;
    fk_vec3 home; /* about the middle of the body */
} screw;

static fk_pose pose_at(const screw *m, double t)
{
    double c = fk_cos(t * m->angle), s = fk_sin(t * m->angle), k[3] = {m->axis.x, m->axis.y, m->axis.z};
    double cross[3][3] = {{0, -k[2], k[1]}, {k[2], 0, -k[0]}, {-k[1], k[0], 0}};
    fk_pose turn;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            turn.rotation[i][j] = (i == j ? c : 0) + (1 - c) * k[i] * k[j] + s * cross[i][j];
    turn.translation = v(0, 0, 0);
    fk_pose moved = m->pose;
    moved.translation = fk_vec3_sub(moved.translation, m->pivot);
    moved = fk_pose_multiply(&turn, &moved);
    moved.translation = fk_vec3_add(fk_vec3_add(moved.translation, m->pivot), fk_vec3_scale(m->way, t));
    return moved;
}

static double size_of(const screw *m)
{
    return fk_vec3_largest(m->pose.translation) + fk_vec3_largest(m->pivot) + fk_vec3_largest(m->way) +
           10 * fk_vec3_largest(
                    fk_vec3_make(m->pose.rotation[0][0], m->pose.rotation[0][1], m->pose.rotation[0][2]));
}

/* A rotation by x moves a point y by x turned, up to x^2 / 2 |y|. */
static fk_sway sway_of(const screw *m, double from, double to, double radius)
{
    double middle = 0.5 * (from + to), half = 0.5 * (to - from), x = fabs(half * m->angle);
    fk_sway s;
    memset(&s, 0, sizeof s);
    s.pose = pose_at(m, middle);
    s.center = fk_pose_apply(&s.pose, m->home);
    fk_vec3 arm = fk_vec3_sub(s.center, fk_vec3_add(m->pivot, fk_vec3_scale(m->way, middle)));
    s.turn = fk_vec3_scale(m->axis, half * m->angle);
    s.shift = fk_vec3_add(fk_vec3_scale(m->way, half), fk_vec3_cross(s.turn, arm));
    double round = 1e-13 * (size_of(m) + radius) + 1e-300;
    s.rest1 = 0.5 * x * x * (1 + 1e-9) + 1e-13;
    s.rest0 = s.rest1 * length(arm) + round;
    s.whole1 = x * (1 + 1e-9) + 1e-13;
    s.whole0 = length(s.shift) * (1 + 1e-9) + s.rest0;
    s.is_shift = m->angle == 0;
    return s;
}

static screw any_screw(fk_random *random, double far, double angle)
{
    screw m = {.pose = any_pose(random, far), .pivot = any_place(random, far)};
    m.way = any_place(random, fk_random_below(random, 3) == 0 ? 0 : far);
    m.axis = fk_vec3_unit(any_place(random, 1));
    m.angle = fk_random_below(random, 4) == 0 ? 0 : fk_random_between(random, -angle, angle);
    m.home = any_place(random, 0.3);
    return m;
}

/* ---- All parts at many moments ------------------------------------------------------------------------- */

#define MOMENTS 9

static void look_at_moment(body *a, body *b, double slack, double *least, double *most)
{
    parts *p = parts_of(a), *q = parts_of(b);
    *least = *most = INFINITY;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < q->count; k++) {
            fk_distance d;
            if (fk_pair_distance(&p->piece[i], &q->piece[k], NULL, &d) != FK_OK)
                continue;
            *least = fmin(*least, d.distance.lo);
            *most = fmin(*most, d.distance.hi);
        }
    *most += slack;
    for (uint32_t k = 0; k < q->count && q->piece[k].kind != FK_KIND_HALF_SPACE; k++)
        if (is_within(a, point_of(&q->piece[k])))
            *least = 0;
    for (uint32_t i = 0; i < p->count && p->piece[i].kind != FK_KIND_HALF_SPACE; i++)
        if (is_within(b, point_of(&p->piece[i])))
            *least = 0;
    free(p);
    free(q);
}

typedef struct scene {
    body a, b;
    screw of_a, of_b;
    double level, slack;
    fk_walk *walk;
} scene;

/* What a look says of a stretch holds at all its moments. */
static void check_found(scene *s, double from, double to, const fk_walk_found *found, double before)
{
    for (int i = 0; i < MOMENTS; i++) {
        double t = from + (to - from) * i / (MOMENTS - 1), least, most;
        s->a.pose = pose_at(&s->of_a, t);
        s->b.pose = pose_at(&s->of_b, t);
        look_at_moment(&s->a, &s->b, s->slack, &least, &most);
        assert_true(fmin(found->least, before) <= most);
        if (found->state == FK_WALK_BEYOND)
            assert_true(most > s->level);
        if (found->state == FK_WALK_WITHIN)
            assert_true(least <= s->level + s->slack);
        if (i == MOMENTS / 2 && found->distance < INFINITY)
            assert_true(found->distance + s->slack >= least || least == 0);
    }
}

typedef struct counts {
    int beyond, within, open, looks;
} counts;

/* Cuts a stretch in two until something is known, or it was cut often enough. */
static void halve(scene *s, double from, double to, const fk_walk_front *in, double before, int depth,
                  counts *n)
{
    fk_sway a = sway_of(&s->of_a, from, to, 2), b = sway_of(&s->of_b, from, to, 2);
    fk_walk_front out;
    fk_walk_found found;
    assert_int_equal(fk_walk_look(s->walk, &a, &b, s->level, true, in, &out, &found), FK_OK);
    n->looks++;
    assert_int_equal(found.state == FK_WALK_BEYOND, out.count == 0);
    assert_true(found.least >= 0);
    if (depth < 4 || found.state != FK_WALK_OPEN)
        check_found(s, from, to, &found, before);
    if (found.state == FK_WALK_BEYOND) {
        n->beyond++;
    } else if (found.state == FK_WALK_WITHIN) {
        n->within++;
    } else if (depth == 0) {
        n->open++;
    } else {
        double middle = 0.5 * (from + to);
        before = fmin(before, s->level);
        halve(s, from, middle, &out, before, depth - 1, n);
        halve(s, middle, to, &out, before, depth - 1, n);
    }
    fk_walk_drop(s->walk, &out);
}

static void run(scene *s, int depth, counts *n)
{
    fk_walk_front front;
    assert_int_equal(fk_walk_create(context, s->a.collider, s->b.collider, &s->walk), FK_OK);
    assert_int_equal(fk_walk_start(s->walk, &front), FK_OK);
    halve(s, 0, 1, &front, INFINITY, depth, n);
    fk_walk_free(s->walk);
}

static void bodies_of_all_kinds(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    counts n = {0, 0, 0, 0};
    for (uint64_t kind = 0; kind < BODY_KINDS * BODY_KINDS; kind++)
        for (int i = 0; i < 8 / (SANITIZED ? 4 : 1); i++) {
            scene s = {.a = any_body(&random, kind / BODY_KINDS), .b = any_body(&random, kind % BODY_KINDS)};
            s.of_a = any_screw(&random, 1 + i % 3, i % 2 ? 2 : 0.3);
            s.of_b = any_screw(&random, 1 + i % 3, i % 2 ? 2 : 0.3);
            s.level = i % 3 == 0 ? fk_random_between(&random, 0, 0.5) : 0;
            s.slack = 1e-11;
            run(&s, 6, &n);
            body_end(&s.a);
            body_end(&s.b);
        }
    printf("looks %d beyond %d within %d open %d\n", n.looks, n.beyond, n.within, n.open);
    assert_true(n.beyond > 200 && n.within > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bodies_of_all_kinds)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
