/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is asked of a world, against the same question to each of its bodies. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "oracle/oracle.h"
#include "pieces.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "world_check.h"

/* ---- Questions ----------------------------------------------------------------------------------------- */

typedef struct question {
    const fk_world_filter *filter;
    fk_placed_collider placed;
    fk_vec3 origin, direction;
    double end;
} question;

static bool is_asked(const model *m, const fk_world_filter *f, uint32_t i)
{
    const fk_body_options *o = &m->body[i].options;
    if (m->body[i].id.generation == 0)
        return false;
    return f == NULL || (!same_id(f->except, m->body[i].id) && (f->group & o->mask) != 0 &&
                         (o->group & f->mask) != 0 && (f->parent != o->parent || o->parent == 0));
}

static fk_collider_hit ask_hit(const model *m, const question *q, uint32_t i, double end, bool is_ray)
{
    fk_placed_collider body = model_placed(m, i);
    fk_collider_hit hit;
    fk_status status = is_ray ? fk_collider_ray(context, &body, q->origin, q->direction, end, &hit)
                              : fk_collider_cast(context, &q->placed, q->direction, end, &body, &hit);
    assert_int_equal(status, FK_OK);
    return hit;
}

/* The first of all bodies, asked one by one. Returns how many are undecided that may come before it. */
static uint32_t first_of_all(const model *m, const question *q, bool is_ray, fk_world_hit *out)
{
    uint32_t undecided = 0;
    bool is_undecided[MODEL_MOST] = {false};
    double end = q->end;
    *out = (fk_world_hit){.body = {0, 0}};
    for (uint32_t i = 0; i < MODEL_MOST; i++) {
        if (!is_asked(m, q->filter, i))
            continue;
        fk_collider_hit hit = ask_hit(m, q, i, q->end, is_ray);
        is_undecided[i] = hit.result == FK_CAST_UNDECIDED;
        if (hit.result != FK_CAST_HIT || (out->body.generation != 0 && hit.time.hi >= out->hit.time.hi))
            continue;
        *out = (fk_world_hit){m->body[i].id, hit};
        end = hit.time.hi < end ? hit.time.hi : end;
    }
    for (uint32_t i = 0; i < MODEL_MOST; i++)
        undecided += is_undecided[i] && ask_hit(m, q, i, end, is_ray).result != FK_CAST_MISS;
    return undecided;
}

static void assert_same_hit(const fk_collider_hit *a, const fk_collider_hit *b)
{
    assert_true(a->time.lo == b->time.lo && a->time.hi == b->time.hi);
    assert_true(a->part == b->part && a->moving == b->moving);
    assert_true(same_vector(a->point, b->point) && same_vector(a->normal, b->normal));
}

/* Returns whether something was hit. */
static bool check_hit(const model *m, const question *q, bool is_ray)
{
    fk_world_hit hit, truth;
    uint32_t undecided = 77, most = first_of_all(m, q, is_ray, &truth);
    fk_status status =
        is_ray ? fk_world_ray(m->world, q->filter, q->origin, q->direction, q->end, &hit, &undecided)
               : fk_world_cast(m->world, q->filter, &q->placed, q->direction, q->end, &hit, &undecided);
    assert_int_equal(status, FK_OK);
    assert_true(same_id(hit.body, truth.body));
    assert_int_equal(undecided, most);
    if (hit.body.generation == 0) {
        assert_int_equal(hit.hit.result, FK_CAST_MISS);
        return false;
    }
    assert_int_equal(hit.hit.result, FK_CAST_HIT);
    assert_same_hit(&hit.hit, &truth.hit);
    return true;
}

typedef struct found {
    const model *m;
    size_t count;
    fk_verdict verdict[MODEL_MOST];
    fk_world_near near[MODEL_MOST];
    size_t most; /* the visit is ended when so many are found; 0: never */
} found;

static bool find_overlap(void *user, fk_body_id body, fk_verdict verdict)
{
    found *f = user;
    assert_true(same_id(body, f->m->body[body.index].id));
    assert_int_equal(f->verdict[body.index], FK_APART);
    f->verdict[body.index] = verdict;
    return ++f->count != f->most;
}

static void check_overlap(const model *m, const question *q)
{
    found *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->m = m;
    for (int i = 0; i < MODEL_MOST; i++)
        f->verdict[i] = FK_APART;
    assert_int_equal(fk_world_overlap(m->world, q->filter, &q->placed, find_overlap, f), FK_OK);
    for (uint32_t i = 0; i < MODEL_MOST; i++) {
        fk_verdict truth = FK_APART;
        fk_placed_collider body = model_placed(m, i);
        if (is_asked(m, q->filter, i))
            assert_int_equal(fk_collider_verdict(context, &q->placed, &body, NULL, &truth), FK_OK);
        assert_int_equal(f->verdict[i], truth);
    }
    free(f);
}

static bool find_near(void *user, const fk_world_near *near)
{
    found *f = user;
    assert_true(same_id(near->body, f->m->body[near->body.index].id));
    assert_int_equal(f->near[near->body.index].body.generation, 0);
    f->near[near->body.index] = *near;
    return ++f->count != f->most;
}

static fk_collider_distance distance_to(const model *m, const question *q, uint32_t i, double limit)
{
    fk_placed_collider body = model_placed(m, i);
    fk_collider_distance d;
    assert_int_equal(fk_collider_measure(context, &q->placed, &body, limit, &d), FK_OK);
    return d;
}

static void assert_same_distance(const fk_collider_distance *a, const fk_collider_distance *b)
{
    assert_true(a->distance.lo == b->distance.lo && a->distance.hi == b->distance.hi);
    assert_true(a->part_a == b->part_a && a->part_b == b->part_b);
    assert_true(same_vector(a->point_a, b->point_a) && same_vector(a->point_b, b->point_b));
}

/* Those that are certainly near are found, and none that are not. */
static void check_near(const model *m, const question *q)
{
    found *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->m = m;
    assert_int_equal(fk_world_clearance(m->world, q->filter, &q->placed, q->end, find_near, f), FK_OK);
    fk_world_near nearest, truth = {.distance.distance.hi = INFINITY};
    for (uint32_t i = 0; i < MODEL_MOST; i++) {
        bool is_found = f->near[i].body.generation != 0;
        if (!is_asked(m, q->filter, i)) {
            assert_false(is_found);
            continue;
        }
        fk_collider_distance d = distance_to(m, q, i, INFINITY);
        assert_true(d.distance.hi > q->end || is_found);
        assert_true(d.distance.lo <= q->end || !is_found);
        if (is_found) {
            fk_collider_distance within = distance_to(m, q, i, q->end);
            assert_same_distance(&f->near[i].distance, &within);
        }
        if (d.distance.lo <= q->end && d.distance.hi < truth.distance.distance.hi)
            truth = (fk_world_near){m->body[i].id, d};
    }
    assert_int_equal(fk_world_nearest(m->world, q->filter, &q->placed, q->end, &nearest), FK_OK);
    assert_true(same_id(nearest.body, truth.body) || truth.distance.distance.hi > q->end);
    if (nearest.body.generation != 0)
        assert_same_distance(&nearest.distance, &truth.distance);
    free(f);
}

static double draw_double(model *m)
{
    return fk_random_between(&m->random, -m->range, m->range);
}

static question draw_question(model *m, fk_world_filter *filter)
{
    static const double end[6] = {0, 0.5, 1, 4, 100, INFINITY};
    question q = {.end = end[draw_int(m, 6)]};
    *filter = (fk_world_filter){1, ~0u, (uint32_t)draw_int(m, 3), draw_body(m)};
    q.filter = draw_int(m, 2) == 0 ? filter : NULL;
    q.placed.collider = all->collider[draw_int(m, SHAPE_COUNT)];
    q.placed.pose = draw_pose(m);
    q.origin = draw_pose(m).translation;
    bool is_lattice = draw_int(m, 2) == 0;
    q.direction = is_lattice ? fk_vec3_make(draw_int(m, 3) - 1, draw_int(m, 3) - 1, draw_int(m, 3) - 1)
                             : fk_vec3_make(draw_double(m), draw_double(m), draw_double(m));
    if (fk_vec3_dot(q.direction, q.direction) == 0)
        q.direction.x = 1;
    return q;
}

static void run_questions(fk_broad_kind kind, int rounds)
{
    fk_world_options options = fk_world_options_default();
    options.broad.kind = kind;
    model *m = model_make(context, &options, 20 + (uint64_t)kind);
    int hits = 0;
    for (int i = 0; i < 30; i++)
        model_add(m, draw_shape(m));
    for (int i = 0; i < rounds; i++) {
        for (int k = 0; k < 10; k++)
            model_change(m);
        /* With boxes that the structure does not know yet, or without. */
        if (i % 3 == 0)
            assert_int_equal(fk_world_update(m->world), FK_OK);
        for (int k = 0; k < 4; k++) {
            fk_world_filter filter;
            question q = draw_question(m, &filter);
            hits += check_hit(m, &q, true);
            if (fk_collider_kind_of(q.placed.collider) == FK_COLLIDER_PIECES)
                hits += check_hit(m, &q, false);
            check_overlap(m, &q);
            check_near(m, &q);
        }
    }
    assert_true(hits > rounds);
    model_end(m);
}

static void test_every_structure(void **state)
{
    (void)state;
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++)
        run_questions((fk_broad_kind)kind, 60 / SHARE);
}

/* ---- All structures together --------------------------------------------------------------------------- */

/* Bodies that are met at about the same time, and at about the same distance: in a ring, all alike, or not; or in a
 * wall, along which much is grazed. */
static fk_pose draw_place(model *m, int mode, int i, int count)
{
    double turn = i * (6.283185307179586 / count);
    fk_vec3 ring = {5 * cos(turn), 5 * sin(turn), 0}, wall = {5, i % 6 * 0.5, i / 6 * 0.5};
    if (mode == 0)
        return fk_pose_from_rpy(ring, fk_vec3_make(0, 0, turn));
    fk_pose pose = draw_pose(m);
    pose.translation = mode == 1 ? ring : wall;
    return pose;
}

static void fill_places(model *m, int mode)
{
    enum { COUNT = 30 };
    static const int shape[] = {SHAPE_BOX,  SHAPE_SPHERE,   SHAPE_CAPSULE, SHAPE_FEW,
                                SHAPE_MESH, SHAPE_CYLINDER, SHAPE_CELLS,   SHAPE_HULL};
    int one = shape[draw_int(m, 8)];
    for (int i = 0; i < COUNT; i++) {
        int any = shape[draw_int(m, 8)], kind = mode == 0 ? one : any;
        fk_body_options body = fk_body_options_default(all->collider[kind]);
        body.pose = draw_place(m, mode, i, COUNT);
        fk_body_id id;
        assert_int_equal(fk_world_add(m->world, &body, &id), FK_OK);
        model_put(m, kind, &body, id);
    }
}

static question draw_near_middle(model *m)
{
    static const int shape[] = {SHAPE_BOX,      SHAPE_SPHERE, SHAPE_CAPSULE,
                                SHAPE_CYLINDER, SHAPE_FEW,    SHAPE_POINT};
    static const double end[] = {INFINITY, 3.5, 4, 4.5, 8};
    question q = {.end = end[draw_int(m, 5)], .direction = {1, 0, 0}};
    q.placed.collider = all->collider[shape[draw_int(m, 6)]];
    q.placed.pose = draw_pose(m);
    q.placed.pose.translation = fk_vec3_make(0, 0.25 * draw_int(m, 3), 0.25 * draw_int(m, 3));
    q.origin = q.placed.pose.translation;
    if (draw_int(m, 2) == 0)
        q.direction = fk_vec3_make(draw_double(m), draw_double(m), 0.1);
    return q;
}

/* Each structure gives what its bodies say one by one. As these are the same in all, so are the answers. */
static void test_near_ties(void **state)
{
    (void)state;
    int hits = 0;
    for (int round = 0; round < 24 / SHARE; round++)
        for (int kind = 0; kind < FK_BROAD_COUNT; kind++) {
            fk_world_options options = fk_world_options_default();
            options.broad.kind = (fk_broad_kind)kind;
            model *m = model_make(context, &options, 50 + (uint64_t)round);
            fill_places(m, round % 3);
            if (round % 2 == 0)
                assert_int_equal(fk_world_update(m->world), FK_OK);
            for (int k = 0; k < 3; k++) {
                question q = draw_near_middle(m);
                hits += check_hit(m, &q, true) + check_hit(m, &q, false);
                check_near(m, &q);
            }
            model_end(m);
        }
    assert_true(hits > 0);
}

/* Two bodies in every structure, in both orders. `first` is hit at a time, by a ray or a moving collider. */
static void check_two(const fk_placed_collider body[2], const question *q, bool is_ray, double time)
{
    for (int i = 0; i < 2 * FK_BROAD_COUNT; i++) {
        fk_world_options options = fk_world_options_default();
        options.broad.kind = (fk_broad_kind)(i / 2);
        model *m = model_make(context, &options, 1);
        for (int k = 0; k < 2; k++) {
            const fk_placed_collider *placed = &body[k ^ (i & 1)];
            fk_body_options o = fk_body_options_default(placed->collider);
            o.pose = placed->pose;
            fk_body_id id;
            assert_int_equal(fk_world_add(m->world, &o, &id), FK_OK);
            model_put(m, SHAPE_BOX, &o, id);
        }
        assert_true(check_hit(m, q, is_ray));
        fk_world_hit hit;
        uint32_t undecided = 77;
        fk_status status =
            is_ray ? fk_world_ray(m->world, NULL, q->origin, q->direction, q->end, &hit, &undecided)
                   : fk_world_cast(m->world, NULL, &q->placed, q->direction, q->end, &hit, &undecided);
        assert_int_equal(status, FK_OK);
        assert_true(hit.body.index == (uint32_t)(i & 1) && undecided == 0);
        assert_true(hit.hit.time.lo <= time && hit.hit.time.hi >= time);
        model_end(m);
    }
}

/* What is met first has parts that are grazed later, by which time another body is met, too. */
static void test_grazed_later(void **state)
{
    (void)state;
    fk_piece piece[2] = {fk_piece_box(fk_vec3_make(4, -1, -1), fk_vec3_make(0.1, 0, 0), fk_vec3_make(0, 2, 0),
                                      fk_vec3_make(0, 0, 2)),
                         fk_piece_sphere(fk_vec3_make(9.5, 6, 0), 6)};
    fk_collider *both = NULL, *ball = NULL;
    fk_piece wide = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    assert_int_equal(fk_collider_of_pieces(context, piece, 2, &both), FK_OK);
    assert_int_equal(fk_collider_of_pieces(context, &wide, 1, &ball), FK_OK);
    fk_placed_collider body[2] = {{both, fk_pose_identity()}, {all->collider[SHAPE_BOX], fk_pose_identity()}};
    body[1].pose.translation.x = 4.7;
    question q = {.placed = {ball, fk_pose_identity()}, .direction = {1, 0, 0}, .end = INFINITY};
    check_two(body, &q, true, 4);
    /* A ball and the cube of a mesh, which is as wide. */
    body[0] = (fk_placed_collider){all->collider[SHAPE_MESH], fk_pose_identity()};
    body[0].pose.translation.x = 6;
    body[1].pose.translation.x = 5.7;
    check_two(body, &q, false, 4);
    q.end = 10;
    check_two(body, &q, false, 4);
    fk_collider_free(context, both);
    fk_collider_free(context, ball);
}

/* ---- Special cases ------------------------------------------------------------------------------------- */

/* Of many bodies that are equally near, the first. */
static void test_ties(void **state)
{
    (void)state;
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++) {
        fk_world_options options = fk_world_options_default();
        options.broad.kind = (fk_broad_kind)kind;
        model *m = model_make(context, &options, 1);
        fk_body_options body = fk_body_options_default(all->collider[SHAPE_BOX]);
        body.pose.translation.x = 10;
        fk_body_id id;
        for (int i = 0; i < 100; i++) {
            assert_int_equal(fk_world_add(m->world, &body, &id), FK_OK);
            model_put(m, SHAPE_BOX, &body, id);
        }
        for (int i = 0; i < 30; i++) {
            assert_int_equal(fk_world_remove(m->world, m->body[i].id), FK_OK);
            model_forget(m, (uint32_t)i);
        }
        question q = {.placed = model_placed(m, 50), .direction = {1, 0, 0}, .end = INFINITY};
        q.placed.pose.translation.x = -5;
        assert_true(check_hit(m, &q, true));
        assert_true(check_hit(m, &q, false));
        check_near(m, &q);
        fk_world_near near;
        assert_int_equal(fk_world_nearest(m->world, NULL, &q.placed, 14, &near), FK_OK);
        assert_int_equal(near.body.index, 30);
        assert_int_equal(fk_world_nearest(m->world, NULL, &q.placed, 13.5, &near), FK_OK);
        assert_int_equal(near.body.generation, 0);
        model_end(m);
    }
}

static bool change_all(void *user, fk_body_id body, fk_verdict verdict)
{
    (void)verdict;
    model *m = user;
    fk_pose pose = fk_pose_identity();
    fk_body_options options = fk_body_options_default(all->collider[SHAPE_BOX]);
    fk_body_id id;
    const fk_world_step_result *result;
    assert_int_equal(fk_world_remove(m->world, body), FK_ERROR_BUSY);
    assert_int_equal(fk_world_move(m->world, body, &pose), FK_ERROR_BUSY);
    assert_int_equal(fk_world_add(m->world, &options, &id), FK_ERROR_BUSY);
    assert_int_equal(fk_world_ignore(m->world, body, body, true), FK_ERROR_BUSY);
    assert_int_equal(fk_world_set_filter(m->world, body, 1, 1, 1), FK_ERROR_BUSY);
    assert_int_equal(fk_world_set_user(m->world, body, 1), FK_ERROR_BUSY);
    assert_int_equal(fk_world_reserve(m->world, 1000), FK_ERROR_BUSY);
    assert_int_equal(fk_world_update(m->world), FK_ERROR_BUSY);
    assert_int_equal(fk_world_step(m->world, NULL, &result), FK_ERROR_BUSY);
    assert_int_equal(fk_world_get(m->world, body, &options), FK_OK);
    m->met_count++;
    return m->met_count < 3;
}

static bool change_near(void *user, const fk_world_near *near)
{
    return change_all(user, near->body, FK_TOUCHING);
}

/* Inside of a visitor nothing can be changed; what is asked can be. A visit can be ended. */
static void test_busy(void **state)
{
    (void)state;
    model *m = model_make(context, NULL, 1);
    m->range = 1;
    for (int i = 0; i < 10; i++)
        model_add(m, SHAPE_BIG);
    fk_placed_collider placed = model_placed(m, 0);
    assert_int_equal(fk_world_overlap(m->world, NULL, &placed, change_all, m), FK_OK);
    assert_int_equal(m->met_count, 3);
    m->met_count = 0;
    assert_int_equal(fk_world_clearance(m->world, NULL, &placed, 1, change_near, m), FK_OK);
    assert_int_equal(m->met_count, 3);
    m->met_count = 0;
    assert_int_equal(fk_world_body_count(m->world), 10);
    assert_int_equal(fk_world_remove(m->world, m->body[0].id), FK_OK);
    model_end(m);
}

static void test_refusals(void **state)
{
    (void)state;
    model *m = model_make(context, NULL, 1);
    fk_vec3 zero = {0, 0, 0}, right = {1, 0, 0}, bad = {NAN, 0, 0};
    fk_placed_collider box = {all->collider[SHAPE_BOX], fk_pose_identity()}, mesh = box, lost = box,
                       scaled = box;
    mesh.collider = all->collider[SHAPE_MESH];
    lost.pose.translation.x = INFINITY;
    scaled.pose.rotation[1][1] = 0.001;
    fk_world_hit hit = {{5, 5}, {.part = 5}};
    fk_world_near near = {{5, 5}, {.part_a = 5}};
    for (int round = 0; round < 2; round++) {
        assert_int_equal(fk_world_ray(m->world, NULL, zero, zero, 1, &hit, NULL), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_ray(m->world, NULL, zero, right, -1, &hit, NULL), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_ray(m->world, NULL, zero, right, NAN, &hit, NULL), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_ray(m->world, NULL, zero, bad, 1, &hit, NULL), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_world_ray(m->world, NULL, bad, right, 1, &hit, NULL), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_world_cast(m->world, NULL, &box, right, -1, &hit, NULL), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_cast(m->world, NULL, &mesh, right, 1, &hit, NULL), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_cast(m->world, NULL, &box, bad, 1, &hit, NULL), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_world_cast(m->world, NULL, &lost, right, 1, &hit, NULL), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_world_overlap(m->world, NULL, &lost, change_all, m), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_world_overlap(m->world, NULL, &scaled, change_all, m), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_cast(m->world, NULL, &scaled, right, 1, &hit, NULL), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_nearest(m->world, NULL, &scaled, 1, &near), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_nearest(m->world, NULL, &box, NAN, &near), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_world_nearest(m->world, NULL, &lost, 1, &near), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_world_clearance(m->world, NULL, &box, -1, change_near, m), FK_ERROR_ARGUMENT);
        assert_true(hit.body.index == 5 && hit.hit.part == 5 && near.distance.part_a == 5);
        model_add(m, SHAPE_BOX);
    }
    /* Where there is nothing, nothing is hit. */
    assert_int_equal(fk_world_remove(m->world, m->body[0].id), FK_OK);
    assert_int_equal(fk_world_remove(m->world, m->body[1].id), FK_OK);
    assert_int_equal(fk_world_ray(m->world, NULL, zero, right, INFINITY, &hit, NULL), FK_OK);
    assert_int_equal(hit.body.generation, 0);
    assert_int_equal(fk_world_nearest(m->world, NULL, &box, INFINITY, &near), FK_OK);
    assert_int_equal(near.body.generation, 0);
    model_end(m);
}

/* Every allocation of every question fails once; outputs are left alone, and then the answer is right. */
static void test_scarce(void **state)
{
    (void)state;
    memory left = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&left);
    model *m = model_make(scarce, NULL, 30);
    size_t failures = 0;
    for (int i = 0; i < 3 * SHAPE_COUNT; i++)
        model_add(m, i % SHAPE_COUNT);
    for (int round = 0; round < 60 / SHARE; round++) {
        fk_world_filter filter;
        question q = draw_question(m, &filter);
        bool is_cast = fk_collider_kind_of(q.placed.collider) == FK_COLLIDER_PIECES;
        size_t used = left.used;
        for (int what = 0; what < 5; what++) {
            fk_status status = FK_ERROR_MEMORY;
            for (size_t k = 0; status != FK_OK; k++) {
                fk_world_hit hit = {{5, 5}, {.part = 5}};
                fk_world_near near = {{5, 5}, {.part_a = 5}};
                found *f = calloc(1, sizeof *f);
                assert_non_null(f);
                f->m = m;
                for (int i = 0; i < MODEL_MOST; i++)
                    f->verdict[i] = FK_APART;
                left.fail_at = k;
                status = what == 0
                             ? fk_world_ray(m->world, q.filter, q.origin, q.direction, q.end, &hit, NULL)
                         : what == 1 && is_cast
                             ? fk_world_cast(m->world, q.filter, &q.placed, q.direction, q.end, &hit, NULL)
                         : what == 2 ? fk_world_overlap(m->world, q.filter, &q.placed, find_overlap, f)
                         : what == 3 ? fk_world_nearest(m->world, q.filter, &q.placed, q.end, &near)
                                     : fk_world_clearance(m->world, q.filter, &q.placed, q.end, find_near, f);
                left.fail_at = SIZE_MAX;
                assert_int_equal(left.used, used);
                assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
                if (status == FK_ERROR_MEMORY) {
                    assert_true(hit.body.index == 5 && near.body.index == 5);
                    failures++;
                }
                free(f);
            }
        }
        check_hit(m, &q, true);
        check_overlap(m, &q);
        check_near(m, &q);
    }
    assert_true(failures > 0);
    model_end(m);
    fk_context_destroy(scarce);
    assert_int_equal(left.used, 0);
}

/* Far away, and in numbers that no float has. */
static void test_far_away(void **state)
{
    (void)state;
    static const double place[] = {0, 1e-300, 1, 1e10, 1e37, 1e39, 1e200, 1e308, -1e308};
    fk_world_options options = fk_world_options_default();
    options.origin = fk_vec3_make(3, 1e9, -1);
    model *m = model_make(context, &options, 1);
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        fk_body_options body = fk_body_options_default(all->collider[SHAPE_BOX]);
        body.pose.translation.x = place[i];
        fk_body_id id;
        assert_int_equal(fk_world_add(m->world, &body, &id), FK_OK);
        model_put(m, SHAPE_BOX, &body, id);
    }
    for (size_t i = 0; i < sizeof place / sizeof *place; i++)
        for (int way = -1; way <= 1; way += 2) {
            question q = {.placed = {all->collider[SHAPE_BOX], fk_pose_identity()}, .end = INFINITY};
            q.placed.pose.translation.x = 0.9 * place[i];
            q.origin.x = 0.9 * place[i];
            q.direction.x = way * 1e300;
            check_hit(m, &q, true);
            check_hit(m, &q, false);
            check_overlap(m, &q);
            q.direction.x = way * 1e-300;
            check_hit(m, &q, true);
            q.end = 1e20;
            check_near(m, &q);
        }
    model_end(m);
}

/* ---- A grid of balls ----------------------------------------------------------------------------------- */

enum { GRID = 5, BALLS = GRID * GRID * GRID };

/* Where a ray first meets a ball: its times as the oracle knows them. */
static bool ball_times(fk_vec3 center, const fk_world_ray_query *ray, struct oracle_ray_times *times)
{
    double number[4] = {center.x, center.y, center.z, 1},
           from[3] = {ray->origin.x, ray->origin.y, ray->origin.z},
           along[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    struct oracle_piece ball = {ORACLE_SPHERE, number, 4};
    assert_true(oracle_ray(&ball, from, along, times));
    return times->count > 0 && oracle_time_compare(&times->part[0][1], 0) >= 0;
}

/* Balls of radius 1 that touch their neighbours, and rays between whole points, many of which graze: first, any and all hits. */
static void test_rays_on_a_grid(void **state)
{
    (void)state;
    fk_piece piece = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    fk_collider *ball;
    fk_world *world;
    fk_random random = fk_random_make(3);
    unsigned grazes = 0, hits = 0;
    assert_int_equal(fk_collider_of_pieces(context, &piece, 1, &ball), FK_OK);
    assert_int_equal(fk_world_create(context, NULL, &world), FK_OK);
    fk_vec3 center[BALLS];
    for (int i = 0; i < BALLS; i++) {
        center[i] = fk_vec3_make(2 * (i % GRID), 2 * (i / GRID % GRID), 2 * (i / GRID / GRID));
        fk_body_options options = fk_body_options_default(ball);
        fk_body_id id;
        options.pose.translation = center[i];
        assert_int_equal(fk_world_add(world, &options, &id), FK_OK);
    }
    for (int turn = 0; turn < 1500 / SHARE; turn++) {
        fk_world_ray_query ray = {whole_vector(&random, 12), whole_vector(&random, 3), INFINITY};
        struct oracle_ray_times times;
        fk_world_hit first, in_order[BALLS];
        size_t total, met = 0;
        uint32_t undecided;
        bool any, is_met[BALLS];
        if (ray.direction.x == 0 && ray.direction.y == 0 && ray.direction.z == 0)
            continue;
        oracle_ray_init(&times);
        assert_int_equal(fk_world_ray(world, NULL, ray.origin, ray.direction, ray.end, &first, &undecided),
                         FK_OK);
        assert_int_equal(fk_world_ray_any(world, NULL, &ray, &any), FK_OK);
        assert_int_equal(fk_world_ray_all(world, NULL, &ray, in_order, BALLS, &total), FK_OK);
        for (int i = 0; i < BALLS; i++) {
            is_met[i] = ball_times(center[i], &ray, &times);
            met += is_met[i];
        }
        assert_int_equal(total, met);
        assert_true(any == (met > 0) && undecided == 0 && (first.body.generation != 0) == any);
        hits += any;
        for (size_t i = 0; i < total; i++) {
            const fk_interval time = in_order[i].hit.time;
            assert_true(is_met[in_order[i].body.index] &&
                        ball_times(center[in_order[i].body.index], &ray, &times));
            const struct oracle_time *enter = &times.part[0][0];
            assert_true(time.lo == 0 ? oracle_time_compare(enter, 0) <= 0
                                     : oracle_time_compare(enter, time.lo) >= 0 &&
                                           oracle_time_compare(enter, time.hi) <= 0);
            assert_true(time.lo == time.hi || nextafter(time.lo, time.hi) == time.hi);
            assert_true(i == 0 || in_order[i - 1].hit.time.lo < time.lo ||
                        (in_order[i - 1].hit.time.lo == time.lo &&
                         in_order[i - 1].body.index < in_order[i].body.index));
            grazes += oracle_time_compare(&times.part[0][1], time.lo) == 0;
        }
        if (any)
            assert_memory_equal(&first, &in_order[0], sizeof first);
        size_t again;
        fk_world_hit two[2];
        assert_int_equal(fk_world_ray_all(world, NULL, &ray, two, 2, &again), FK_OK);
        assert_true(again == total && (total < 2 || two[1].body.index == in_order[1].body.index));
        oracle_ray_clear(&times);
    }
    print_message("%u rays hit, %u grazes\n", hits, grazes);
    assert_true(hits > 10 && grazes > 5);
    fk_world_destroy(world);
    fk_collider_free(context, ball);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_structure),
        cmocka_unit_test(test_near_ties),
        cmocka_unit_test(test_grazed_later),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_busy),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_scarce),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_rays_on_a_grid),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
