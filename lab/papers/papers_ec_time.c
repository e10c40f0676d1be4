/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How long a method takes for a case of Bai et al. 2015, and how often it is wrong.
 *
 * A single test takes some ten nanoseconds, about as long as a look at the clock. So each case is repeated until it takes
 * LEAST_SECONDS, and of ROUNDS such loops the best counts: what other programs disturb is no property of the method. A loop
 * over one and the same case is kinder than life, as the processor learns all its branches; so there is also the time of a
 * pass over all cases, one after the other. Boxes are placed beforehand, in the form that each method takes. */

#include "papers/papers_ec.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 5 };

#define LEAST_SECONDS 2e-6

/* So that no answer is left out because nobody needs it. */
static volatile unsigned met;

double ec_time(ec_work *work, const ec_method *m, const void *data)
{
    double best = INFINITY;
    unsigned repeats = 1;
    for (int i = 0; i < ROUNDS; i++) {
        double begin = fk_clock_seconds();
        work(m, data, repeats);
        double seconds = fk_clock_seconds() - begin;
        if (seconds < LEAST_SECONDS && repeats < 1u << 20) {
            repeats *= 2;
            i = -1;
            best = INFINITY;
        } else {
            best = fmin(best, seconds / repeats);
        }
    }
    return best;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* A loop that calls nothing but the test itself, when that is a plain one. */
static void test_pair(const ec_method *m, const void *data, unsigned repeats)
{
    const ec_pair *p = data;
    unsigned hits = 0;
    if (m->plain != NULL)
        for (unsigned i = 0; i < repeats; i++)
            hits += m->plain(&p->a.obb, &p->b.obb);
    else
        for (unsigned i = 0; i < repeats; i++)
            hits += ec_says_meet(m, &p->a, &p->b);
    met = hits;
}

static void test_all(const ec_method *m, const ec_pairs *pairs)
{
    unsigned hits = 0;
    if (m->plain != NULL)
        for (size_t i = 0; i < pairs->count; i++)
            hits += m->plain(&pairs->pair[i].a.obb, &pairs->pair[i].b.obb);
    else
        for (size_t i = 0; i < pairs->count; i++)
            hits += ec_says_meet(m, &pairs->pair[i].a, &pairs->pair[i].b);
    met = hits;
}

double ec_time_in_turn(const ec_method *m, const ec_pairs *pairs)
{
    double best = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        /* A pass is long enough for other programs to come between, whose time does not count here. */
        double begin = bench_used_seconds();
        test_all(m, pairs);
        best = fmin(best, bench_used_seconds() - begin);
    }
    return best / (double)pairs->count;
}

ec_result ec_measure_pairs(const ec_method *m, const ec_pairs *pairs, bool do_meet, bool has_clock)
{
    ec_result r = {NULL, NAN, (unsigned)pairs->count, 0, 0};
    for (size_t i = 0; i < pairs->count; i++) {
        bool meets = ec_says_meet(m, &pairs->pair[i].a, &pairs->pair[i].b);
        r.hits += meets && !do_meet;
        r.missed += !meets && do_meet;
    }
    if (!has_clock)
        return r;
    r.time = bench_allocate(pairs->count, sizeof *r.time);
    for (size_t i = 0; i < pairs->count; i++)
        r.time[i] = ec_time(test_pair, m, &pairs->pair[i]);
    r.turn = ec_time_in_turn(m, pairs);
    return r;
}

bool ec_is_sound(const ec_method *m, const ec_result *r)
{
    if ((r->hits == 0 || m->errs_high) && (r->missed == 0 || m->errs_low))
        return true;
    cli_trouble("%s is wrong on %u of %u cases; this is a bug in farkas", m->name, r->hits + r->missed,
                r->asked);
    return false;
}

void ec_results_free(ec_result *r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(r[i].time);
}

/* ---- Statistics ---------------------------------------------------------------------------------------- */

ec_summary ec_summarize(const ec_result *r)
{
    ec_summary out = {NAN, NAN, NAN, NAN};
    if (r->time == NULL)
        return out;
    double sum = 0, squares = 0;
    out.most = out.least = r->time[0];
    for (size_t i = 0; i < r->asked; i++) {
        out.most = fmax(out.most, r->time[i]);
        out.least = fmin(out.least, r->time[i]);
        sum += r->time[i];
    }
    out.mean = sum / r->asked;
    for (size_t i = 0; i < r->asked; i++)
        squares += (r->time[i] - out.mean) * (r->time[i] - out.mean);
    out.deviation = sqrt(squares / r->asked);
    return out;
}

double ec_speed(const ec_result *r, const ec_result *other)
{
    return ec_summarize(other).mean / ec_summarize(r).mean;
}

double ec_speed_in_turn(const ec_result *r, const ec_result *other)
{
    return other->turn / r->turn;
}
