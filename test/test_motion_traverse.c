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

#include <cmocka.h>

#include "base/vec3.h"
#include "colliders.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "motion/traverse.h"

/* ---- Motions ------------------------------------------------------------------------------------------- */

/* At the time t, a place p of the body is at pivot + t way + turned by t angle around the axis (pose p - pivot). */
typedef struct screw {
    fk_pose pose;
    fk_vec3 pivot, way, axis; /* the axis has length 1 */
    double angle;
    fk_vec3 home;  /* about the middle of the body */
    double radius; /* no point is further from it */
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
           m->radius;
}

/* A rotation by x moves a point y by x turned, up to x^2 / 2 |y|. */
static fk_motion_bound sway_of(const screw *m, double from, double to)
{
    double middle = 0.5 * (from + to), half = 0.5 * (to - from), x = fabs(half * m->angle);
    fk_motion_bound s;
    memset(&s, 0, sizeof s);
    s.pose = pose_at(m, middle);
    s.center = fk_pose_apply(&s.pose, m->home);
    fk_vec3 arm = fk_vec3_sub(s.center, fk_vec3_add(m->pivot, fk_vec3_scale(m->way, middle)));
    s.turn = fk_vec3_scale(m->axis, half * m->angle);
    s.shift = fk_vec3_add(fk_vec3_scale(m->way, half), fk_vec3_cross(s.turn, arm));
    double round = 1e-13 * size_of(m) + DBL_MIN;
    s.rest1 = 0.5 * x * x * (1 + 1e-9) + 1e-13;
    s.rest0 = s.rest1 * length(arm) + round;
    s.whole1 = x * (1 + 1e-9) + 1e-13;
    s.whole0 = length(s.shift) * (1 + 1e-9) + s.rest0;
    s.is_shift = m->angle == 0;
    return s;
}

static screw any_screw(fk_random *random, double far, double angle)
{
    screw m = {.pose = any_pose(random, far), .pivot = any_place(random, far), .radius = 4};
    m.way = fk_random_below(random, 3) == 0 ? v(0, 0, 0) : any_place(random, far);
    m.axis = fk_vec3_unit(any_place(random, 1));
    m.angle = fk_random_below(random, 4) == 0 ? 0 : angle * fk_random_between(random, -1, 1);
    m.home = any_place(random, 0.3);
    return m;
}

/* ---- All parts at many moments ------------------------------------------------------------------------- */

#define MOMENTS 33

typedef struct scene {
    body a, b;
    screw of_a, of_b;
    double level, slack;
    fk_within_proof proof;
    bool is_fine; /* meshes with many triangles: moments by their trees */
    int mode;     /* of the floating-point unit, while it is looked */
    double
        least[MOMENTS];   /* at each moment: the distance of all parts, 0 where something is inside a solid */
    double most[MOMENTS]; /* that of parts, from above, and what poses are rounded by */
    fk_traversal *walk, *back; /* back: (b, a) */
} scene;

static void measure_parts(scene *s, double *least, double *most)
{
    parts *p = parts_of(&s->a), *q = parts_of(&s->b);
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < q->count; k++) {
            fk_distance d;
            assert_int_equal(fk_pair_distance(&p->piece[i], &q->piece[k], NULL, &d), FK_OK);
            *least = fmin(*least, d.distance.lo);
            *most = fmin(*most, d.distance.hi);
        }
    for (uint32_t k = 0; k < q->count; k++)
        if (q->piece[k].kind != FK_KIND_HALF_SPACE && is_within(&s->a, point_of(&q->piece[k])))
            *least = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->piece[i].kind != FK_KIND_HALF_SPACE && is_within(&s->b, point_of(&p->piece[i])))
            *least = 0;
    free(p);
    free(q);
}

static void measure_moments(scene *s)
{
    for (int i = 0; i < MOMENTS; i++) {
        double least = INFINITY, most = INFINITY, t = (double)i / (MOMENTS - 1);
        s->a.pose = pose_at(&s->of_a, t);
        s->b.pose = pose_at(&s->of_b, t);
        if (s->is_fine) {
            fk_placed_mesh p = {s->a.mesh, s->a.tree, s->a.pose, true},
                           q = {s->b.mesh, s->b.tree, s->b.pose, true};
            fk_mesh_distance gap;
            fk_placed_distance(&p, &q, &gap);
            least = gap.distance.lo;
            most = gap.distance.hi;
        } else {
            measure_parts(s, &least, &most);
        }
        s->least[i] = least;
        s->most[i] = most + s->slack;
    }
}

/* The distance of two parts, which are found by their numbers. */
static double part_distance(scene *s, double t, const fk_traversal_result *found)
{
    s->a.pose = pose_at(&s->of_a, t);
    s->b.pose = pose_at(&s->of_b, t);
    parts *p = parts_of(&s->a), *q = parts_of(&s->b);
    uint32_t i = 0, k = 0;
    fk_distance d;
    while (p->number[i] != found->part_a)
        i++;
    while (q->number[k] != found->part_b)
        k++;
    assert_true(i < p->count && k < q->count);
    assert_int_equal(fk_pair_distance(&p->piece[i], &q->piece[k], NULL, &d), FK_OK);
    free(p);
    free(q);
    return d.distance.hi;
}

/* What a look says of a stretch holds at all its moments; `before`: what is known of pairs that were settled earlier. */
static void check_found(scene *s, double from, double to, const fk_traversal_result *found, double before)
{
    for (int i = 0; i < MOMENTS; i++) {
        double t = (double)i / (MOMENTS - 1);
        if (t < from || t > to)
            continue;
        assert_true(fmin(found->least, before) <= s->most[i]);
        if (found->state == FK_TRAVERSAL_BEYOND)
            assert_true(s->most[i] > s->level);
        if (found->state == FK_TRAVERSAL_WITHIN)
            assert_true(s->least[i] <= s->level + s->slack);
        if (t == 0.5 * (from + to))
            assert_true(found->distance + s->slack >= s->least[i]);
    }
}

/* ---- Cutting stretches in two -------------------------------------------------------------------------- */

typedef struct counts {
    int beyond, within, open, looks;
} counts;

typedef struct fronts {
    fk_traversal_front a, b;
} fronts;

/* Both orders; the other one is the same, exchanged. */
static fk_traversal_result look_both_ways(scene *s, double from, double to, const fronts *in, fronts *out)
{
    fk_motion_bound a = sway_of(&s->of_a, from, to), b = sway_of(&s->of_b, from, to);
    fk_traversal_result found, back;
    fpu_set(s->mode);
    fk_status status = fk_traversal_test(s->walk, &a, &b, s->level, s->proof, &in->a, &out->a, &found);
    fk_status other = fk_traversal_test(s->back, &b, &a, s->level, s->proof, &in->b, &out->b, &back);
    if (status == FK_OK && other == FK_OK) {
        fk_traversal_find_points(s->walk, &found);
        fk_traversal_find_points(s->back, &back);
    }
    fpu_set(0);
    assert_int_equal(status, FK_OK);
    assert_int_equal(other, FK_OK);
    assert_int_equal(out->a.count, out->b.count);
    assert_int_equal(found.state, back.state);
    assert_memory_equal(&found.least, &back.least, 2 * sizeof found.least);
    assert_int_equal(found.part_a, back.part_b);
    assert_int_equal(found.part_b, back.part_a);
    assert_memory_equal(&found.point_a, &back.point_b, sizeof found.point_a);
    assert_memory_equal(&found.point_b, &back.point_a, sizeof found.point_a);
    return found;
}

/* Cuts a stretch in two until something is known, or it was cut often enough. */
static void halve(scene *s, double from, double to, const fronts *in, double before, int depth, counts *n)
{
    fronts out;
    fk_traversal_result found = look_both_ways(s, from, to, in, &out);
    n->looks++;
    assert_int_equal(found.state == FK_TRAVERSAL_BEYOND, out.a.count == 0);
    assert_true(found.least >= 0);
    assert_true(found.state != FK_TRAVERSAL_OPEN || found.distance < INFINITY);
    check_found(s, from, to, &found, before);
    if (found.distance < INFINITY && !s->is_fine && n->looks % 16 == 0)
        assert_true(fabs(part_distance(s, 0.5 * (from + to), &found) - found.distance) <= s->slack);
    if (found.state == FK_TRAVERSAL_BEYOND) {
        n->beyond++;
    } else if (found.state == FK_TRAVERSAL_WITHIN) {
        n->within++;
    } else if (depth == 0) {
        n->open++;
    } else {
        double middle = 0.5 * (from + to);
        before = fmin(before, s->level);
        halve(s, from, middle, &out, before, depth - 1, n);
        halve(s, middle, to, &out, before, depth - 1, n);
    }
    fk_traversal_drop(s->walk, &out.a);
    fk_traversal_drop(s->back, &out.b);
}

/* And takes the bodies away. */
static void run(scene *s, int depth, counts *n)
{
    fronts front;
    measure_moments(s);
    assert_int_equal(fk_traversal_create(context, s->a.collider, s->b.collider, &s->walk), FK_OK);
    assert_int_equal(fk_traversal_create(context, s->b.collider, s->a.collider, &s->back), FK_OK);
    assert_int_equal(fk_traversal_start(s->walk, &front.a), FK_OK);
    assert_int_equal(fk_traversal_start(s->back, &front.b), FK_OK);
    halve(s, 0, 1, &front, INFINITY, depth, n);
    assert_int_equal(s->walk->tests, s->back->tests);
    fk_traversal_free(s->walk);
    fk_traversal_free(s->back);
    body_end(&s->a);
    body_end(&s->b);
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static void bodies_of_all_kinds(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    counts n = {0, 0, 0, 0};
    for (uint64_t kind = 0; kind < BODY_KINDS * BODY_KINDS; kind++)
        for (int i = 0; i < (SANITIZED ? 1 : 4); i++) {
            scene s = {.a = any_body(&random, kind / BODY_KINDS), .b = any_body(&random, kind % BODY_KINDS)};
            s.of_a = any_screw(&random, 1 + i, i % 2 ? 2 : 0.3);
            s.of_b = any_screw(&random, 1 + i, i % 2 ? 2 : 0.3);
            s.level = i % 3 == 0 ? fk_random_between(&random, 0, 0.5) : 0;
            s.proof = i % 2 == 0 ? FK_WITHIN_INSIDE : FK_WITHIN_SURFACES;
            s.slack = 1e-11;
            run(&s, 7, &n);
        }
    assert_true(SHARE * n.beyond > 200 && SHARE * n.within > 300);
}

/* Half-spaces, alone and among others, at rest or moving. */
static void half_spaces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    counts n = {0, 0, 0, 0};
    for (int i = 0; i < 24; i++) {
        fk_piece piece[3] = {
            fk_piece_half_space(any_place(&random, 1), fk_random_between(&random, -1, 1)),
            fk_piece_half_space(any_place(&random, 100), fk_random_between(&random, -99, -50)),
            fk_piece_sphere(any_place(&random, 1), 0.25)};
        scene s = {.a = body_of_pieces(piece, 1 + (uint32_t)i % 3),
                   .b = any_body(&random, (uint64_t)i % BODY_KINDS)};
        s.of_a = any_screw(&random, 3, i % 2 ? 0.5 : 0);
        if (i % 4 == 0)
            s.of_a.way = v(0, 0, 0);
        s.of_b = any_screw(&random, 3, 0.5);
        s.level = i % 3 == 0 ? 0.25 : 0;
        s.proof = i % 2 == 0 ? FK_WITHIN_INSIDE : FK_WITHIN_SURFACES;
        s.slack = 1e-11;
        run(&s, 8, &n);
    }
    /* One that turns around a place on it, far from what it hits when it has turned by 1/10. */
    fk_piece half = fk_piece_half_space(v(1, 0, 0), 0), ball = fk_piece_sphere(v(1, 10, 0), 0.01);
    screw rests = {.pose = fk_pose_identity(), .axis = v(0, 0, 1), .radius = 20}, turns = rests;
    turns.angle = -0.4;
    scene s = {body_of_pieces(&half, 1), body_of_pieces(&ball, 1),   .of_a = turns, .of_b = rests,
               .slack = 1e-11,           .proof = FK_WITHIN_SURFACES};
    run(&s, 8, &n);
    assert_true(n.beyond > 20 && n.within > 20);
}

/* A triangle pokes deep into the top of a solid, close to its side, and leaves it there: one of its corners stays behind
 * the triangle that it meets, but not inside. Far from the side it does. */
static void out_by_the_side(void **state)
{
    (void)state;
    for (int is_far = 0; is_far < 2; is_far++) {
        counts n = {0, 0, 0, 0};
        soup *in = soup_make(), *spike = soup_make();
        double side = is_far ? 0.5 : 0.02;
        soup_add_box(in, 0, 0, 0, 1, 1, 1);
        soup_add(spike, v(side, 0.45, 1.5), v(side, 0.65, 1.5), v(side, 0.55, 0.625));
        screw goes = {.pose = fk_pose_identity(), .way = v(-0.4, 0, 0), .axis = v(0, 0, 1), .radius = 2};
        screw rests = {.pose = fk_pose_identity(), .axis = v(0, 0, 1), .radius = 2};
        goes.pose.translation = v(0.2, 0, 0);
        scene s = {.a = body_of_mesh(soup_mesh(context, spike), false),
                   .b = body_of_mesh(soup_mesh(context, in), true),
                   .of_a = goes,
                   .of_b = rests,
                   .slack = 1e-11,
                   .proof = FK_WITHIN_SURFACES};
        run(&s, 6, &n);
        assert_true(is_far ? n.looks == 1 && n.within == 1 : n.within > 2 && n.beyond > 2);
        free(in);
        free(spike);
    }
}

/* A rod that turns around its middle: only what is far from there moves. It meets a ball at the end, outside of where it goes to
 * first order. */
static void end_of_a_rod(void **state)
{
    (void)state;
    counts n = {0, 0, 0, 0};
    double c = fk_cos(0.5), s = fk_sin(0.5);
    soup *rod = soup_make();
    soup_add(rod, v(-4 * c, 4 * s, -0.01), v(4 * c, -4 * s, -0.01), v(4 * c, -4 * s, 0.02));
    screw turns = {.pose = fk_pose_identity(), .axis = v(0, 0, 1), .angle = 1, .radius = 4};
    screw rests = {.pose = fk_pose_identity(), .axis = v(0, 0, 1), .radius = 4};
    fk_piece ball = fk_piece_sphere(v(3.5 * c, 3.5 * s, 0), 0.01);
    scene turned = {.a = body_of_mesh(soup_mesh(context, rod), false),
                    .b = body_of_pieces(&ball, 1),
                    .of_a = turns,
                    .of_b = rests,
                    .slack = 1e-11,
                    .proof = FK_WITHIN_SURFACES};
    run(&turned, 6, &n);
    assert_true(n.looks > 1 && n.beyond > 2);
    free(rod);
}

/* A body like itself: which one comes first is told by places alone. */
static void twins(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    counts n = {0, 0, 0, 0};
    for (int form = 0; form < CUBE_FORMS; form++) {
        if (form == 1) /* its parts are those of a box */
            continue;
        scene s = {.a = cube_form(form), .b = cube_form(form), .slack = 1e-11, .proof = FK_WITHIN_SURFACES};
        s.of_a = any_screw(&random, 3, 1);
        s.of_b = any_screw(&random, 3, 1);
        run(&s, 7, &n);
    }
    assert_true(n.beyond > 20);
}

/* Meshes of many triangles, whose moments are measured by their trees. */
static void fine_meshes(void **state)
{
    (void)state;
    static const char *const name[] = {"torus", "gear", "sphere"};
    fk_random random = fk_random_make(4);
    counts n = {0, 0, 0, 0};
    for (int i = 0; i < (SANITIZED ? 3 : 9); i++) {
        scene s = {.a = body_of_mesh(generated(name[i % 3], 1500), true),
                   .b = body_of_mesh(generated(name[i / 3], 1000), true),
                   .is_fine = true,
                   .slack = 1e-11,
                   .proof = FK_WITHIN_SURFACES};
        s.of_a = any_screw(&random, 1.5, 1);
        s.of_b = any_screw(&random, 1.5, 1);
        s.level = i % 2 ? 0.01 : 0;
        s.proof = i % 4 == 0 ? FK_WITHIN_INSIDE : FK_WITHIN_SURFACES;
        run(&s, 8, &n);
    }
    assert_true(SHARE * n.beyond > 20 && SHARE * n.within > 5);
}

/* The same at all sizes, as blades and needles. */
static void all_sizes(void **state)
{
    (void)state;
    /* Of the first and the last nothing is known, and nothing is said. */
    static const double size[] = {1e-290, 1e-140, 1e-60, 1e-5, 1, 1e5, 1e85, 1e250};
    fk_random random = fk_random_make(5);
    counts n = {0, 0, 0, 0};
    for (int i = 0; i < 8 * (SANITIZED ? 3 : 12); i++) {
        double x = size[i % 8], thin = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-6 : 0;
        scene s = {.slack = 1e-11 * x, .proof = FK_WITHIN_INSIDE};
        soup *made = soup_make();
        soup_add_box(made, -x, -x, -x * thin, x, x, x * thin);
        fk_piece piece[2] = {fk_piece_box(v(-x, 0, 0), v(2 * x, 0, 0), v(0, x * thin, 0), v(0, 0, x * thin)),
                             fk_piece_cylinder(v(0, x, 0), v(0, x, 1e-3 * x), 0.5 * x)};
        s.a = body_of_mesh(soup_mesh(context, made), thin > 0);
        s.b = body_of_pieces(piece, 2);
        free(made);
        s.of_a = any_screw(&random, 1, 0.7);
        s.of_b = any_screw(&random, 1, 0.7);
        screw *both[2] = {&s.of_a, &s.of_b};
        for (int k = 0; k < 2; k++) {
            both[k]->pose.translation = fk_vec3_scale(any_place(&random, 2.5), x);
            both[k]->pivot = fk_vec3_scale(both[k]->pivot, x);
            both[k]->way = fk_vec3_scale(both[k]->way, x);
            both[k]->home = fk_vec3_scale(both[k]->home, x);
            both[k]->radius *= x;
        }
        run(&s, 7, &n);
    }
    assert_true(SHARE * n.beyond > 100);
}

static void states_of_the_unit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    counts n = {0, 0, 0, 0};
    for (int mode = 1; mode < FPU_MODES; mode++) {
        scene s = {.a = any_body(&random, (uint64_t)mode % BODY_KINDS),
                   .b = any_body(&random, (uint64_t)(mode / 3) % BODY_KINDS),
                   .mode = mode,
                   .slack = 1e-11,
                   .proof = FK_WITHIN_INSIDE};
        s.of_a = any_screw(&random, 2, 1);
        s.of_b = any_screw(&random, 2, 1);
        /* Rounding up and down are not the same, mirrored. */
        run(&s, 6, &n);
    }
    assert_true(n.beyond > 20 && n.within > 20);
}

/* Thousands of boxes on a grid that pass thousands of others: few of them are looked at. */
static void large_compounds(void **state)
{
    (void)state;
    enum { SIDE = 48 };
    static fk_piece piece[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        piece[i] = cube(i % SIDE, (double)(i / SIDE), 0, 0.5);
    body a = body_of_pieces(piece, SIDE * SIDE);
    screw rests = {.pose = fk_pose_identity(), .axis = v(0, 0, 1), .home = v(24, 24, 0), .radius = 40},
          moves = rests;
    moves.pose.translation = v(0.25, 0.25, 3);
    moves.pivot = v(24, 24, 3);
    moves.axis = v(1, 0, 0);
    moves.angle = 0.2;
    fk_traversal *walk;
    fk_traversal_front front;
    fk_traversal_result found;
    assert_int_equal(fk_traversal_create(context, a.collider, a.collider, &walk), FK_OK);
    double t = 0, step = 1.0 / 16; /* the ends meet at an angle of about 0.1 */
    for (int i = 0; i < 64 && step > 1e-7; i++) {
        fk_motion_bound p = sway_of(&rests, t, t + step), q = sway_of(&moves, t, t + step);
        assert_int_equal(fk_traversal_start(walk, &front), FK_OK);
        assert_int_equal(fk_traversal_test(walk, &p, &q, 0, FK_WITHIN_SURFACES, &front, &front, &found),
                         FK_OK);
        t += found.state == FK_TRAVERSAL_BEYOND ? step : 0;
        step *= found.state == FK_TRAVERSAL_BEYOND ? 1 : 0.5;
    }
    /* 23.75 sin(angle) = 2.5 cos(angle) is about where the lower edge of the last row is as high as the others are. */
    assert_true(t * 0.2 > 0.09 && t * 0.2 < 0.12);
    assert_true(walk->tests < 20000);
    fk_traversal_free(walk);
    body_end(&a);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* A look fails when there is no memory, and works when there is some again. */
static void scarce_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    for (uint64_t kind = 0; kind < BODY_KINDS; kind++) {
        body a = any_body(&random, kind), b = any_body(&random, (kind + 2) % BODY_KINDS);
        screw x = any_screw(&random, 0.5, 1), y = any_screw(&random, 0.5, 1);
        fk_motion_bound p = sway_of(&x, 0, 1e-3), q = sway_of(&y, 0, 1e-3);
        fk_traversal_result usual = {.least = -1};
        fk_traversal_front first, second;
        for (size_t k = 0; k < 1000; k++) {
            memory m = {0, 1};
            fk_context *scarce = memory_context(&m);
            size_t base = m.used;
            fk_traversal *walk = NULL;
            m.fail_at = k;
            fk_status status = fk_traversal_create(scarce, a.collider, b.collider, &walk);
            bool is_made = status == FK_OK, is_enough = false;
            if (is_made) {
                status = fk_traversal_start(walk, &first);
                fk_traversal_result found = {.least = -1};
                if (status == FK_OK)
                    status = fk_traversal_test(walk, &p, &q, 0, FK_WITHIN_NONE, &first, &second, &found);
                is_enough = status == FK_OK;
                m.fail_at = SIZE_MAX;
                if (!is_enough) {
                    assert_true(found.least == -1);
                    assert_int_equal(fk_traversal_start(walk, &first), FK_OK);
                    assert_int_equal(
                        fk_traversal_test(walk, &p, &q, 0, FK_WITHIN_NONE, &first, &second, &found), FK_OK);
                }
                fk_traversal_find_points(walk, &found);
                if (usual.least < 0)
                    usual = found;
                assert_true(found.state == usual.state && found.least == usual.least);
                assert_true(found.distance == usual.distance && found.part_a == usual.part_a);
                fk_traversal_free(walk);
            }
            if (!is_enough)
                assert_int_equal(status, FK_ERROR_MEMORY);
            if (!is_made)
                assert_null(walk);
            assert_int_equal(m.used, base);
            fk_context_destroy(scarce);
            if (is_enough)
                break;
        }
        body_end(&a);
        body_end(&b);
    }
    fk_traversal_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_of_all_kinds),
        cmocka_unit_test(half_spaces),
        cmocka_unit_test(out_by_the_side),
        cmocka_unit_test(end_of_a_rod),
        cmocka_unit_test(twins),
        cmocka_unit_test(fine_meshes),
        cmocka_unit_test(all_sizes),
        cmocka_unit_test_teardown(states_of_the_unit, fpu_usual),
        cmocka_unit_test(large_compounds),
        cmocka_unit_test(scarce_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
