/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a broad phase must answer: all pairs of boxes, one by one, and how far away boxes are, in long doubles.
 * Shares no code with the library. */

#ifndef FARKAS_TEST_BROAD_CHECK_H
#define FARKAS_TEST_BROAD_CHECK_H

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/broad.h"

#define MOST_BOXES 1000

/* The boxes that there should be. */
typedef struct model {
    uint32_t count; /* numbers are below this */
    bool has[MOST_BOXES];
    fk_aabb_float box[MOST_BOXES];
} model;

static inline bool model_meets(const fk_aabb_float *a, const fk_aabb_float *b)
{
    for (int i = 0; i < 3; i++)
        if (a->min[i] > b->max[i] || b->min[i] > a->max[i])
            return false;
    return true;
}

static inline long double model_gap(const fk_aabb_float *a, const fk_aabb_float *b, int axis)
{
    long double above = (long double)b->min[axis] - a->max[axis];
    long double below = (long double)a->min[axis] - b->max[axis];
    long double gap = above > below ? above : below;
    return gap > 0 ? gap : 0;
}

static inline long double model_distance(const fk_aabb_float *a, const fk_aabb_float *b)
{
    long double x = model_gap(a, b, 0), y = model_gap(a, b, 1), z = model_gap(a, b, 2);
    return sqrtl(x * x + y * y + z * z);
}

/* When a box that moves meets another; infinite for never. With slack, boxes that are missed by so little are
 * met. */
static inline long double model_time(const fk_aabb_float *a, fk_vec3 velocity, const fk_aabb_float *b,
                                     long double slack)
{
    const double v[3] = {velocity.x, velocity.y, velocity.z};
    long double enter = 0, leave = INFINITY;
    for (int i = 0; i < 3; i++) {
        long double above = (long double)b->min[i] - a->max[i], below = (long double)a->min[i] - b->max[i];
        if (v[i] == 0 && (above > 0 || below > 0))
            return INFINITY;
        if (v[i] == 0)
            continue;
        long double first = (v[i] > 0 ? above : below) / fabsl((long double)v[i]);
        long double last = -(v[i] > 0 ? below : above) / fabsl((long double)v[i]);
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter * (1 - slack) <= leave ? enter * (1 - slack) : INFINITY;
}

/* How far a box is by the question; with slack, at least. */
static inline long double model_answer(const fk_broad_probe *probe, const fk_aabb_float *box,
                                       long double slack)
{
    if (probe->question == FK_BROAD_NEAR)
        return model_distance(&probe->box, box) * (1 - slack);
    if (probe->question == FK_BROAD_MOVES)
        return model_time(&probe->box, probe->velocity, box, slack);
    return model_meets(&probe->box, box) ? 0 : INFINITY;
}

static inline void check_pairs(fk_broad *broad, const model *m, const fk_workers *workers)
{
    const fk_index_pair *pair = NULL;
    size_t count = 0, next = 0;
    assert_int_equal(fk_broad_pairs(broad, workers, &pair, &count), FK_OK);
    for (uint32_t a = 0; a < m->count; a++)
        for (uint32_t b = a + 1; m->has[a] && b < m->count; b++) {
            if (!m->has[b] || !model_meets(&m->box[a], &m->box[b]))
                continue;
            if (next >= count || pair[next].a != a || pair[next].b != b)
                fail_msg("pair %u %u is not number %zu", a, b, next);
            next++;
        }
    assert_int_equal(next, count);
    assert_true(fk_broad_is_sound(broad));
}

/* What a visitor has seen. */
typedef struct sight {
    const model *m;
    const fk_broad_probe *probe;
    uint8_t seen[MOST_BOXES];
    uint32_t count;
    uint32_t most;   /* ends after so many; 0: never */
    bool is_nearest; /* makes the limit that of the nearest */
    double limit;
} sight;

static inline double sight_visitor(void *user, uint32_t id, double limit)
{
    sight *s = user;
    assert_true(id < s->m->count && s->m->has[id] && s->seen[id] == 0);
    assert_true(limit == s->limit || (limit >= DBL_MAX && s->limit >= DBL_MAX));
    assert_true(s->most == 0 || s->count < s->most);
    s->seen[id] = 1;
    s->count++;
    /* Others than those that are asked for come only by rounding. */
    long double least = model_answer(s->probe, &s->m->box[id], 0x1p-40L);
    assert_true(least <= limit || (s->probe->question == FK_BROAD_NEAR && limit >= DBL_MAX));
    if (s->most > 0 && s->count == s->most)
        return -1;
    /* A double that is not below it. */
    double above = nextafter((double)model_answer(s->probe, &s->m->box[id], 0), INFINITY);
    if (s->is_nearest && above < limit)
        s->limit = above;
    return s->limit < limit ? s->limit : limit;
}

/* Each box that is asked for is seen. As they are, or the nearest only, or until three are seen. */
static inline void check_visit(const fk_broad *broad, const model *m, const fk_broad_probe *probe, int way)
{
    static sight s;
    memset(&s, 0, sizeof s);
    s.m = m;
    s.probe = probe;
    s.limit = probe->limit;
    s.is_nearest = way == 1;
    s.most = way == 2 ? 3 : 0;
    fk_broad_visit(broad, probe, sight_visitor, &s);
    if (s.most > 0 && s.count == s.most)
        return;
    for (uint32_t id = 0; id < m->count; id++) {
        if (!m->has[id] || s.seen[id])
            continue;
        long double answer = model_answer(probe, &m->box[id], 0);
        bool is_never = answer > DBL_MAX && probe->question != FK_BROAD_NEAR;
        assert_true(is_never || answer > s.limit);
    }
}

/* Probes at boxes, and at the edge of them. */
static inline void check_visits(const fk_broad *broad, const model *m, fk_random *random,
                                const fk_aabb_float *near)
{
    for (int question = 0; question <= FK_BROAD_MOVES; question++) {
        fk_broad_probe probe = {.question = (fk_broad_question)question, .box = *near, .limit = INFINITY};
        double size = fk_random_below(random, 2) ? 1 : 1e3;
        if (question == FK_BROAD_MOVES)
            for (int i = 0; i < 3; i++) {
                double v = fk_random_between(random, -size, size);
                v = fk_random_below(random, 3) == 0 ? 0 : fk_random_below(random, 3) == 0 ? floor(v * 4) : v;
                *(i == 0 ? &probe.velocity.x : i == 1 ? &probe.velocity.y : &probe.velocity.z) = v;
            }
        check_visit(broad, m, &probe, (int)fk_random_below(random, 3));
        if (m->count == 0)
            continue;
        /* The limit at which one of them is reached, and just less. */
        uint32_t id = (uint32_t)fk_random_below(random, m->count);
        long double answer = m->has[id] ? model_answer(&probe, &m->box[id], 0) : 0.5L;
        if (answer <= DBL_MAX) {
            double limit = (double)answer;
            probe.limit = limit < answer ? nextafter(limit, INFINITY) : limit;
            check_visit(broad, m, &probe, (int)fk_random_below(random, 3));
            probe.limit = probe.limit > 0 ? nextafter(probe.limit, 0) : 0;
            check_visit(broad, m, &probe, (int)fk_random_below(random, 3));
        }
    }
}

#endif
