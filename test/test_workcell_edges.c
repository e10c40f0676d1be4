/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Edges of random workcells: all states of a free edge are free, by fk_collider_meets and fk_collider_closer; the state at the end
 * of a bracket collides; brackets agree with fk_motion_contacts, pair by pair; on all levels of instructions and numbers of threads.
 * Then edges that touch, single states, bad input, and memory that runs out. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "motion/motion.h"
#include "sanitized.h"
#include "workcell/edges.h"
#include "workcell_truth.h"

#define EDGES   12
#define SAMPLES 24
#define MOST    100000 /* tests of a pair */

/* ---- Edges --------------------------------------------------------------------------------------------- */

static double limited(const truth *t, uint32_t joint, double value)
{
    return fmin(fmax(value, t->limit[joint].lo), t->limit[joint].hi);
}

/* From a state that is free, if one is found soon: long, short, along one joint, or of one state. */
static void some_edge(fk_random *random, const truth *t, double *from, double *to)
{
    uint32_t pair[2], kind = (uint32_t)fk_random_below(random, 8),
                      only = t->joint_count > 0 ? (uint32_t)fk_random_below(random, t->joint_count) : 0;
    for (int i = 0; i < 6; i++) {
        some_values(random, t, from);
        if (true_state(t, from, 0, pair) == FK_WORKCELL_FREE)
            break;
    }
    some_values(random, t, to);
    for (uint32_t i = 0; i < t->joint_count; i++) {
        if (kind == 0 || ((kind == 1 || kind == 2) && i != only))
            to[i] = from[i];
        else if (kind > 3 && !t->is_exact)
            to[i] = limited(t, i, from[i] + (to[i] - from[i]) * (kind > 5 ? 0.02 : 0.1));
        /* Not millions of turns. */
        to[i] = fmin(fmax(to[i], from[i] - 6), from[i] + 6);
    }
}

static void state_at(const truth *t, const double *from, const double *to, double s, double *out)
{
    for (uint32_t i = 0; i < t->joint_count; i++)
        out[i] = s < 1 ? limited(t, i, from[i] + s * (to[i] - from[i])) : to[i];
}

/* Whether one pair collides. */
static bool pair_collides(const truth *t, const double *value, double clearance, uint32_t a, uint32_t b)
{
    truth one = *t;
    uint32_t pair[2];
    for (uint32_t i = 0; i < BODIES; i++)
        for (uint32_t k = i + 1; k < BODIES; k++)
            one.allowed[i][k] = i != a || k != b;
    return true_state(&one, value, clearance, pair) == FK_WORKCELL_COLLIDES;
}

/* ---- The engine, pair by pair -------------------------------------------------------------------------- */

/* For all pairs together: when the first one comes within a level, proved from below, and surely does. */
static fk_interval first_contact(const truth *t, const double *from, const double *to, double level)
{
    static const double time[2] = {0, 1};
    double value[4 * JOINTS], *row = value;
    uint32_t n = t->joints[0], m = t->joints[1];
    memcpy(row, from, n * sizeof *row);
    memcpy(row + n, to, n * sizeof *row);
    row += 2 * (size_t)n;
    memcpy(row, from + n, m * sizeof *row);
    memcpy(row + m, to + n, m * sizeof *row);
    fk_track track[2] = {{n, 2, time, value}, {m, 2, time, row}};
    fk_motion *motion = NULL;
    fk_interval first = {INFINITY, INFINITY};
    assert_int_equal(fk_motion_create(context, t->frame, FRAMES, track, t->robots, &motion), FK_OK);
    for (uint32_t a = 0; a < t->body_count; a++)
        for (uint32_t b = a + 1; b < t->body_count; b++) {
            if (t->allowed[a][b] || t->body[a].frame == t->body[b].frame)
                continue;
            fk_motion_options options = fk_motion_options_default(motion, &t->body[a], &t->body[b]);
            fk_motion_answer *answer = NULL;
            options.level = level;
            options.wants_all = false;
            options.max_tests = MOST;
            assert_int_equal(fk_motion_contacts(context, motion, &t->body[a], &t->body[b], &options, &answer),
                             FK_OK);
            for (uint32_t i = 0; i < answer->stretch_count; i++) {
                const fk_stretch *s = &answer->stretch[i];
                first.lo = fmin(first.lo, s->enter.lo);
                if (s->kind == FK_STRETCH_MEETS)
                    first.hi = fmin(first.hi, s->enter.hi);
            }
            fk_motion_answer_free(context, answer);
        }
    fk_motion_free(context, motion);
    return first;
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

typedef struct tally {
    size_t edges, free, collide, undecided, narrow;
} tally;

static void check_result(const truth *t, const fk_workcell_edge *e)
{
    fk_workcell_edge clear = *e;
    assert_true(e->contact.lo >= 0 && e->contact.lo <= e->contact.hi && e->contact.hi <= 1);
    assert_true(e->valid == (e->contact.lo > 0 ? e->contact.lo : -1));
    if (e->state == FK_WORKCELL_FREE) {
        memset(&clear.pair, 0, sizeof clear.pair);
        assert_true(e->contact.lo == 1);
        assert_memory_equal(&clear, e, sizeof clear);
    } else {
        assert_true(e->pair.a.index < e->pair.b.index && e->pair.b.index < t->body_count);
        assert_int_equal(e->pair.a.generation, t->id[e->pair.a.index].generation);
    }
}

static void compare_edge(const truth *t, const double *from, const double *to, double clearance,
                         const fk_workcell_edge *e, tally *n)
{
    double value[JOINTS];
    uint32_t pair[2];
    check_result(t, e);
    for (int i = 0; i < SAMPLES && e->valid >= 0; i++) {
        double s = e->valid * i / (SAMPLES - 1);
        state_at(t, from, to, s, value);
        assert_int_equal(true_state(t, value, clearance, pair), FK_WORKCELL_FREE);
    }
    if (e->state == FK_WORKCELL_COLLIDES) {
        state_at(t, from, to, e->contact.hi, value);
        assert_true(pair_collides(t, value, clearance, e->pair.a.index, e->pair.b.index));
    }
    fk_interval sure = first_contact(t, from, to, clearance),
                wide = first_contact(t, from, to, clearance + 1e-4);
    assert_true(e->contact.lo <= sure.hi && (e->state != FK_WORKCELL_FREE || sure.hi > 1));
    if (e->state == FK_WORKCELL_COLLIDES)
        assert_true(wide.lo <= e->contact.hi);
    if (wide.lo > 1)
        assert_int_equal(e->state, FK_WORKCELL_FREE);
    n->edges++;
    n->free += e->state == FK_WORKCELL_FREE;
    n->collide += e->state == FK_WORKCELL_COLLIDES;
    n->undecided += e->state == FK_WORKCELL_UNDECIDED;
    n->narrow += e->contact.hi - e->contact.lo < 1e-4;
}

/* Single calls, a batch, and a batch with threads. */
static void compare_edges(const truth *t, const fk_workcell *cell, fk_random *random, double clearance,
                          const fk_workers *workers, tally *n)
{
    double from[EDGES * JOINTS], to[EDGES * JOINTS];
    fk_workcell_edge got[EDGES], again[EDGES], one;
    for (uint32_t i = 0; i < EDGES; i++)
        some_edge(random, t, from + i * t->joint_count, to + i * t->joint_count);
    fk_workcell_edge_query query = {.from = from,
                                    .to = to,
                                    .joint_count = t->joint_count,
                                    .count = EDGES,
                                    .clearance = clearance,
                                    .max_tests = MOST};
    assert_int_equal(fk_workcell_edges(cell, &query, got), FK_OK);
    query.workers = workers;
    assert_int_equal(fk_workcell_edges(cell, &query, again), FK_OK);
    assert_memory_equal(again, got, sizeof got);
    query.count = 1;
    for (uint32_t i = 0; i < EDGES; i++) {
        query.from = from + i * t->joint_count;
        query.to = to + i * t->joint_count;
        assert_int_equal(fk_workcell_edges(cell, &query, &one), FK_OK);
        assert_memory_equal(&one, &got[i], sizeof one);
        compare_edge(t, query.from, query.to, clearance, &got[i], n);
    }
}

static void test_random_edges(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    shapes s = shapes_make(&random);
    fk_pool *pool = NULL;
    tally n = {0, 0, 0, 0, 0};
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    for (int i = 0, count = 60 / LEVEL_SHARE; i < count; i++) {
        truth t;
        fk_workcell *cell = some_workcell(&random, &s, &t);
        double clearance = i % 4 != 1 ? 0 : t.is_exact ? 1 : fk_random_between(&random, 0, 0.5);
        compare_edges(&t, cell, &random, clearance, fk_pool_workers(pool), &n);
        fk_workcell_destroy(cell);
    }
    print_message("%zu edges: %zu free, %zu collide, %zu undecided\n", n.edges, n.free, n.collide,
                  n.undecided);
    assert_true(n.free > n.edges / 8 && n.collide > n.edges / 8 && n.undecided < n.edges / 16);
    assert_true(n.narrow > n.edges / 2);
    fk_pool_destroy(pool);
    shapes_free(&s);
}

/* The same bytes on all levels. */
static void test_levels(void **state)
{
    (void)state;
    fk_random random = fk_random_make(12);
    shapes s = shapes_make(&random);
    const char *asked = getenv("FARKAS_CPU");
    for (int i = 0; i < (SANITIZED ? 4 : 20) && asked == NULL; i++) {
        truth t;
        fk_workcell *cell = some_workcell(&random, &s, &t);
        double from[EDGES * JOINTS], to[EDGES * JOINTS];
        fk_workcell_edge got[4][EDGES];
        for (uint32_t k = 0; k < EDGES; k++)
            some_edge(&random, &t, from + k * t.joint_count, to + k * t.joint_count);
        fk_workcell_edge_query query = {.from = from, .to = to, .joint_count = t.joint_count, .count = EDGES};
        for (int k = 0; k < 4; k++) {
            set_level(levels[k]);
            assert_int_equal(fk_workcell_edges(cell, &query, got[k]), FK_OK);
            assert_memory_equal(got[k], got[0], sizeof got[0]);
        }
        set_level(asked);
        fk_workcell_destroy(cell);
    }
    shapes_free(&s);
}

/* ---- Rounding ------------------------------------------------------------------------------------------ */

static double placed_apart(const fk_moving *body, const fk_pose frame[2])
{
    fk_vec3 center = body->collider->sphere.center, to = fk_vec3_make(body->collider->sphere.radius, 0, 0),
            point[2];
    for (int i = 0; i < 2; i++) {
        fk_pose pose = fk_pose_multiply(&frame[i], &body->pose);
        point[i] = fk_pose_apply(&pose, fk_vec3_add(center, to));
    }
    return fk_vec3_length(fk_vec3_sub(point[1], point[0]));
}

/* Values that differ by as much as rounding may change them move no point by more than the bound; and the bound is not thousands
 * of times more than they do. */
static void test_rounding(void **state)
{
    (void)state;
    fk_random random = fk_random_make(15);
    shapes s = shapes_make(&random);
    double tightest = INFINITY;
    for (int i = 0; i < 400 / SHARE; i++) {
        truth t;
        fk_workcell_destroy(some_workcell(&random, &s, &t));
        double row[2 * JOINTS], near[2][JOINTS], time[2] = {0, 1}, far = i % 2 == 0 ? 1 : 1e6;
        uint32_t n = t.joint_count;
        for (uint32_t k = 0; k < n; k++) {
            row[k] = far * fk_random_between(&random, -4, 4);
            row[n + k] = far * fk_random_between(&random, -4, 4);
            double x = row[k] + 0.25 * (row[n + k] - row[k]),
                   off = 0x1p-50 * (fabs(row[k]) + fabs(row[n + k]));
            near[0][k] = x - off;
            near[1][k] = x + off;
        }
        fk_frame frame[FRAMES];
        memcpy(frame, t.frame, sizeof frame);
        for (uint32_t k = 0; k < FRAMES; k++) { /* one robot */
            frame[k].variable += frame[k].track == 1 && frame[k].variable != FK_NONE ? t.joints[0] : 0;
            frame[k].track = 0;
        }
        fk_track track = {n, 2, time, row}, one[2] = {{n, 1, time, near[0]}, {n, 1, time, near[1]}};
        fk_motion *motion = NULL, *at[2] = {NULL, NULL};
        assert_int_equal(fk_motion_create(context, frame, FRAMES, &track, 1, &motion), FK_OK);
        for (int k = 0; k < 2; k++)
            assert_int_equal(fk_motion_create(context, frame, FRAMES, &one[k], 1, &at[k]), FK_OK);
        for (uint32_t k = 0; k < t.body_count; k++) {
            const fk_moving *body = &t.body[k];
            if (body->frame == FK_NONE || !isfinite(body->collider->sphere.radius))
                continue;
            fk_motion_body b = {body->frame, body->pose, body->collider->sphere.center,
                                body->collider->sphere.radius};
            fk_motion_rounding r;
            fk_pose pose[2] = {fk_motion_pose(at[0], body->frame, 0), fk_motion_pose(at[1], body->frame, 0)};
            fk_motion_rounding_find(motion, &b, 0.25, &r);
            double most = r.error0 + r.error1 * b.radius, apart = placed_apart(body, pose);
            assert_true(apart <= 2 * most);
            if (apart > 0)
                tightest = fmin(tightest, most / apart);
        }
        fk_motion_free(context, motion);
        fk_motion_free(context, at[0]);
        fk_motion_free(context, at[1]);
    }
    print_message("the bound is %.1f times what was seen\n", tightest);
    assert_true(tightest < 8);
    shapes_free(&s);
}

/* ---- Chords -------------------------------------------------------------------------------------------- */

/* The difference of the centers of both roots, as the filter takes it. */
static fk_vec3 root_difference(const fk_edge *edge, uint32_t pair, int slot)
{
    const fk_workcell_test *test = &edge->scratch->test[pair];
    const fk_edge_slot *s = &edge->slot[slot];
    fk_vec3 apart = fk_vec3_sub(s->body[test->b].root, s->body[test->a].root);
    return edge->pair[pair].turns ? fk_pose_rotate_back(&s->frame[edge->pair[pair].base], apart) : apart;
}

static fk_vec3 weighted(const fk_vec3 at[3], double p, double q, double r)
{
    return fk_vec3_add(fk_vec3_add(fk_vec3_scale(at[0], p), fk_vec3_scale(at[1], q)),
                       fk_vec3_scale(at[2], r));
}

/* How far from a bound a point is, as a share; bounds that rounding may exceed do not count. */
static double share_of(double off, double bound)
{
    assert_true(off <= bound + 1e-9);
    return bound > 1e-6 ? off / bound : 0;
}

/* How far the differences of an edge are from their chord in the middle, and from a parabola at a quarter, as a share of the bounds; at
 * most. */
static void find_shares(fk_edge *edge, fk_random *random, double most[2])
{
    double from = fk_random_between(random, 0, 0.8), to = fk_random_between(random, from + 0.05, 1),
           length = to - from;
    for (int k = 0; k < 3; k++)
        fk_edge_slot_set(edge, from + 0.5 * k * length, &edge->slot[k]);
    fk_edge_slot_set(edge, from + 0.25 * length, &edge->slot[3]);
    for (uint32_t i = 0; i < edge->scratch->test_count; i++) {
        const fk_workcell_test *test = &edge->scratch->test[i];
        if (!edge->pair[i].moves || edge->body[test->a].shape != FK_EDGE_BALLS ||
            edge->body[test->b].shape != FK_EDGE_BALLS)
            continue;
        const fk_vec3 at[3] = {root_difference(edge, i, 0), root_difference(edge, i, 1),
                               root_difference(edge, i, 2)},
                      quarter = root_difference(edge, i, 3);
        double bend = edge->pair[i].bend * length * length,
               twist = edge->pair[i].twist * length * length * length,
               turn = 0.125 * fk_vec3_length(weighted(at, 1, -2, 1));
        most[0] = fmax(most[0], share_of(fk_vec3_length(weighted(at, 0.5, -1, 0.5)), bend));
        most[1] =
            fmax(most[1],
                 share_of(fk_vec3_length(fk_vec3_sub(quarter, weighted(at, 0.375, 0.75, -0.125))), twist));
        share_of(fk_vec3_length(fk_vec3_sub(quarter, weighted(at, 0.5, 0.5, 0))),
                 fmin(bend / 4, turn + twist));
    }
}

static void test_chords(void **state)
{
    (void)state;
    fk_random random = fk_random_make(16);
    shapes s = shapes_make(&random);
    double most[2] = {0, 0};
    for (int i = 0; i < 300 / SHARE; i++) {
        truth t;
        fk_workcell *cell = some_workcell(&random, &s, &t);
        fk_workcell_scratch *scratch = NULL;
        fk_edge edge;
        double from[JOINTS], to[JOINTS];
        assert_int_equal(fk_workcell_scratch_take(cell, &scratch), FK_OK);
        assert_int_equal(fk_edge_make(context, cell, scratch, &edge), FK_OK);
        for (int k = 0; k < 20; k++) {
            for (uint32_t j = 0; j < t.joint_count; j++) {
                from[j] = fk_random_between(&random, -2, 2);
                to[j] = from[j] + (k % 2 == 0 ? 0.25 : fk_random_between(&random, -1, 1));
            }
            edge.clearance = edge.tolerance = 0;
            fk_edge_set(&edge, from, to);
            find_shares(&edge, &random, most);
        }
        fk_edge_end(&edge);
        fk_workcell_scratch_give(cell, scratch);
        fk_workcell_destroy(cell);
    }
    print_message("differences leave chords by up to %.2f of the bound, parabolas %.2f\n", most[0], most[1]);
    assert_true(most[0] > 0.5 && most[1] > 0.5);
    shapes_free(&s);
}

/* ---- Edges that touch ---------------------------------------------------------------------------------- */

/* An arm that moves a box along x, and a box that it touches at 1 and at 3. */
static fk_workcell *sliding_box(const fk_collider *box)
{
    static const fk_interval limit = {-8, 8};
    static const uint32_t joints = 1;
    fk_frame frame = {.parent = FK_NONE,
                      .origin = fk_pose_identity(),
                      .kind = FK_FRAME_PRISMATIC,
                      .axis = v(1, 0, 0),
                      .factor = 1};
    fk_pose there = fk_pose_identity();
    there.translation = v(2, 0, 0);
    fk_moving body[2] = {{box, 0, fk_pose_identity()}, {box, FK_NONE, there}};
    fk_workcell_setup setup = {&frame, 1, 1, &joints, &limit, body, 2, NULL, NULL};
    fk_workcell *cell = NULL;
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    return cell;
}

static fk_workcell_edge edge_of(const fk_workcell *cell, double from, double to, double clearance)
{
    fk_workcell_edge_query query = {
        .from = &from, .to = &to, .joint_count = 1, .count = 1, .clearance = clearance};
    fk_workcell_edge e;
    memset(&e, 0x5a, sizeof e);
    assert_int_equal(fk_workcell_edges(cell, &query, &e), FK_OK);
    return e;
}

static void expect(const fk_workcell_edge *e, fk_workcell_state state, double lo, double hi)
{
    assert_int_equal(e->state, state);
    assert_true(fabs(e->contact.lo - lo) < 1e-5 && fabs(e->contact.hi - hi) < 1e-5);
    assert_true(e->contact.lo <= lo && e->contact.hi >= hi);
}

static void test_touching_edges(void **state)
{
    (void)state;
    fk_piece piece = cube(-0.5, -0.5, -0.5, 1);
    fk_collider *box = of_pieces(&piece, 1);
    fk_workcell *cell = sliding_box(box);
    fk_workcell_edge e = edge_of(cell, 0, 0.9, 0);
    expect(&e, FK_WORKCELL_FREE, 1, 1);
    e = edge_of(cell, 0, 1, 0);
    expect(&e, FK_WORKCELL_COLLIDES, 1, 1);
    assert_true(e.valid < 1 && e.pair.a.index == 0 && e.pair.b.index == 1);
    e = edge_of(cell, 0, 4, 0);
    expect(&e, FK_WORKCELL_COLLIDES, 0.25, 0.25);
    e = edge_of(cell, 4, 0, 0);
    expect(&e, FK_WORKCELL_COLLIDES, 0.25, 0.25);
    e = edge_of(cell, 1, 0, 0);
    expect(&e, FK_WORKCELL_COLLIDES, 0, 0);
    assert_true(e.valid == -1 && e.contact.hi == 0);
    e = edge_of(cell, 2, 2, 0); /* single states */
    assert_true(e.state == FK_WORKCELL_COLLIDES && e.contact.hi == 0 && e.valid == -1);
    e = edge_of(cell, 1, 1, 0);
    assert_true(e.state == FK_WORKCELL_COLLIDES && e.contact.hi == 0 && e.valid == -1);
    e = edge_of(cell, 1 - 0x1p-53, 1 - 0x1p-53, 0);
    assert_true(e.state == FK_WORKCELL_FREE && e.valid == 1);
    /* All states are free, but by less than rounding may be. */
    e = edge_of(cell, 0, 1 - 0x1p-53, 0);
    assert_int_equal(e.state, FK_WORKCELL_UNDECIDED);
    assert_true(e.valid > 0.999 && e.valid < 1);
    e = edge_of(cell, 0, 1 - 0x1p-30, 0);
    assert_int_equal(e.state, FK_WORKCELL_FREE);
    e = edge_of(cell, 0, 0.9, 0.25);
    expect(&e, FK_WORKCELL_COLLIDES, 0.75 / 0.9, 0.75 / 0.9);
    e = edge_of(cell, 0, 0.7, 0.25);
    assert_int_equal(e.state, FK_WORKCELL_FREE);
    e = edge_of(cell, 0.75, 0.75, 0.25); /* not less */
    assert_int_equal(e.state, FK_WORKCELL_FREE);
    fk_workcell_destroy(cell);
    fk_collider_free(context, box);
}

/* A box on a slide, and the half-space behind x = 2. */
static void test_half_space(void **state)
{
    (void)state;
    fk_piece piece = cube(-0.5, -0.5, -0.5, 1), half = fk_piece_half_space(v(-4, 0, 0), -8);
    fk_collider *box = of_pieces(&piece, 1), *wall = of_pieces(&half, 1);
    fk_workcell *cell = sliding_box(box);
    fk_moving body = {wall, FK_NONE, fk_pose_identity()};
    fk_body_id id;
    assert_int_equal(fk_workcell_remove(cell, fk_workcell_next(cell, 1)), FK_OK);
    assert_int_equal(fk_workcell_add(cell, &body, &id), FK_OK);
    fk_workcell_edge e = edge_of(cell, 0, 3, 0);
    expect(&e, FK_WORKCELL_COLLIDES, 0.5, 0.5);
    e = edge_of(cell, 0, 2, 0);
    expect(&e, FK_WORKCELL_COLLIDES, 0.75, 0.75);
    e = edge_of(cell, -3, 1.49, 0);
    expect(&e, FK_WORKCELL_FREE, 1, 1);
    fk_workcell_destroy(cell);
    fk_collider_free(context, box);
    fk_collider_free(context, wall);
}

/* A ball on an arm passes a box, touching it at a right angle or missing it by so much, and meets another one behind it. */
static fk_workcell *grazing_arm(const fk_collider *ball, const fk_collider *boxes, bool is_swapped)
{
    static const fk_interval limit = {-4, 4};
    static const uint32_t joints = 1;
    fk_frame frame = {.parent = FK_NONE,
                      .origin = fk_pose_identity(),
                      .kind = FK_FRAME_REVOLUTE,
                      .axis = v(0, 0, 1),
                      .factor = 1};
    fk_pose there = fk_pose_identity();
    there.translation = v(3, 0, 0);
    fk_moving arm = {ball, 0, there}, rest = {boxes, FK_NONE, fk_pose_identity()};
    fk_moving body[2] = {is_swapped ? rest : arm, is_swapped ? arm : rest};
    fk_workcell_setup setup = {&frame, 1, 1, &joints, &limit, body, 2, NULL, NULL};
    fk_workcell *cell = NULL;
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    return cell;
}

/* Begins of edges: the exact touch may be at a state, or between two. */
static void test_grazes(void **state)
{
    static const double miss[] = {0, 1e-13, 1e-9, 1e-6, 1e-3}, begin[] = {0, 0.1, 0.3, 1};
    (void)state;
    fk_piece sphere = fk_piece_sphere(v(0, 0, 0), 1);
    fk_collider *ball = of_pieces(&sphere, 1);
    const double right = acos(0),
                 sure = 2 * right - asin(0.5); /* meets the second box with its center at y = 1.5 */
    for (int i = 0; i < 5 * 4 * 2; i++) {
        double above = miss[i / 8], from = begin[i / 2 % 4];
        fk_piece piece[2] = {cube(-0.5, 4 + above, -0.5, 1), cube(-3.5, -0.5, -0.5, 1)};
        fk_collider *boxes = of_pieces(piece, 2);
        fk_workcell *cell = grazing_arm(ball, boxes, i % 2 == 1);
        fk_workcell_edge e = edge_of(cell, from, 3.5, 0);
        double graze = (right - from) / (3.5 - from), contact = (sure - from) / (3.5 - from);
        assert_int_equal(e.state, FK_WORKCELL_COLLIDES);
        assert_true(e.valid > graze - 1e-3 && e.contact.hi < contact + 1e-3);
        if (above >= 1e-9) /* decided to be no contact */
            expect(&e, FK_WORKCELL_COLLIDES, contact, contact);
        else
            assert_true(e.contact.lo <= graze || e.contact.lo > contact - 1e-4);
        e = edge_of(cell, from, 2, 0); /* the graze alone */
        assert_true(above < 1e-9 || e.state == FK_WORKCELL_FREE);
        assert_true(above > 0 || e.state != FK_WORKCELL_FREE);
        fk_workcell_destroy(cell);
        fk_collider_free(context, boxes);
    }
    fk_collider_free(context, ball);
}

/* A ball swings past a box beyond its arc, which is nearest where the arc is farthest from a chord of half the edge: 0.228, and 0.220 of
 * it is that of a parabola. */
static void test_swings(void **state)
{
    static const double gap[] = {-0.15, -0.004, 0.004};
    const double eighth = acos(0) / 4;
    (void)state;
    fk_piece sphere = fk_piece_sphere(v(0, 0, 0), 0.1);
    fk_collider *ball = of_pieces(&sphere, 1);
    for (int i = 0; i < 3 * 2; i++) {
        fk_piece piece = cube(3.1 + gap[i / 2], -0.05, -0.05, 0.1);
        fk_collider *box = of_pieces(&piece, 1);
        fk_workcell *cell = grazing_arm(ball, box, i % 2 == 1);
        fk_workcell_edge e = edge_of(cell, -eighth, 3 * eighth, 0);
        assert_int_equal(e.state, gap[i / 2] < 0 ? FK_WORKCELL_COLLIDES : FK_WORKCELL_FREE);
        fk_workcell_destroy(cell);
        fk_collider_free(context, box);
    }
    fk_collider_free(context, ball);
}

static void test_bad_edges(void **state)
{
    (void)state;
    fk_piece piece = cube(-0.5, -0.5, -0.5, 1);
    fk_collider *box = of_pieces(&piece, 1);
    fk_workcell *cell = sliding_box(box);
    double from[2] = {0, 0}, to[2] = {0.5, 4};
    fk_workcell_edge e[2], kept[2];
    fk_workcell_edge_query query = {.from = from, .to = to, .joint_count = 1, .count = 2}, bad = query;
    fk_cancel cancel = {1, NULL, NULL};
    memset(kept, 0x5a, sizeof kept);
    memcpy(e, kept, sizeof e);
    bad.joint_count = 2;
    assert_int_equal(fk_workcell_edges(cell, &bad, e), FK_ERROR_ARGUMENT);
    bad = query;
    bad.clearance = -1;
    assert_int_equal(fk_workcell_edges(cell, &bad, e), FK_ERROR_ARGUMENT);
    bad.clearance = INFINITY;
    assert_int_equal(fk_workcell_edges(cell, &bad, e), FK_ERROR_NOT_FINITE);
    bad = query;
    bad.tolerance = NAN;
    assert_int_equal(fk_workcell_edges(cell, &bad, e), FK_ERROR_ARGUMENT);
    bad = query;
    bad.cancel = &cancel;
    assert_int_equal(fk_workcell_edges(cell, &bad, e), FK_ERROR_CANCELLED);
    to[1] = 8.5;
    assert_int_equal(fk_workcell_edges(cell, &query, e), FK_ERROR_ARGUMENT);
    to[1] = NAN;
    assert_int_equal(fk_workcell_edges(cell, &query, e), FK_ERROR_NOT_FINITE);
    to[1] = 4;
    from[1] = -INFINITY;
    assert_int_equal(fk_workcell_edges(cell, &query, e), FK_ERROR_NOT_FINITE);
    assert_memory_equal(e, kept, sizeof e);
    from[1] = 0;
    query.count = 0;
    assert_int_equal(fk_workcell_edges(cell, &query, e), FK_OK);
    assert_memory_equal(e, kept, sizeof e);
    query.count = 2;
    query.max_tests = 1;
    assert_int_equal(fk_workcell_edges(cell, &query, e), FK_OK);
    assert_true(e[1].state != FK_WORKCELL_FREE);
    fk_workcell_destroy(cell);
    fk_collider_free(context, box);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

typedef struct memory_case {
    uint32_t joints;
    const double *from, *to;
} memory_case;

static fk_status ask_edges(const fk_workcell *cell, const void *user, void *out)
{
    const memory_case *m = user;
    fk_workcell_edge_query query = {.from = m->from, .to = m->to, .joint_count = m->joints, .count = EDGES};
    return fk_workcell_edges(cell, &query, out);
}

static void test_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(14);
    shapes s = shapes_make(&random);
    for (int i = 0; i < (SANITIZED ? 1 : 3); i++) {
        truth t;
        double from[EDGES * JOINTS], to[EDGES * JOINTS];
        fk_workcell_destroy(some_workcell(&random, &s, &t));
        for (uint32_t k = 0; k < EDGES; k++)
            some_edge(&random, &t, from + k * t.joint_count, to + k * t.joint_count);
        memory_case m = {t.joint_count, from, to};
        workcell_memory_ask(&t, ask_edges, &m, EDGES * sizeof(fk_workcell_edge));
    }
    shapes_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_edges), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_rounding),     cmocka_unit_test(test_chords),
        cmocka_unit_test(test_half_space),   cmocka_unit_test(test_touching_edges),
        cmocka_unit_test(test_grazes),       cmocka_unit_test(test_swings),
        cmocka_unit_test(test_bad_edges),    cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
