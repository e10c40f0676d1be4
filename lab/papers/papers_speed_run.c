/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The measurements of `farkas papers fm-speed`: see papers_speed.h.
 *
 * The paper has 100 tori of 201, 401 and 801 nodes, and 100, 300 and 1000 of 201; a fourth size of each lets growth be
 * fitted. It does not say whether more tori have more space. So both are measured: in cubes that grow with the number of
 * tori, which keeps them as dense and the hits about as many; and in the cube of 100, where a torus hits more and more. */

#include "papers/papers_speed.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 100 tori in a cube of this half side: one hits about ten others. */
#define HALF_CUBE 3.0

enum { TURNS = 3, LEAST_OBJECTS = 2 };

typedef struct plan {
    uint32_t tori, segments, objects;
} plan;

static const plan by_size[SPEED_SIZES] = {{100, 6, 8}, {100, 10, 8}, {100, 20, 8}, {100, 40, 8}},
                  by_count[SPEED_SIZES] = {{100, 10, 60}, {300, 10, 60}, {1000, 10, 50}, {3000, 10, 40}},
                  by_crowd[SPEED_SIZES] = {{100, 10, 30}, {300, 10, 20}, {1000, 10, 10}, {3000, 10, 6}},
                  quick_size[SPEED_SIZES] = {{8, 4, 2}, {8, 6, 2}, {8, 8, 2}, {8, 10, 2}},
                  quick_count[SPEED_SIZES] = {{8, 4, 6}, {16, 4, 6}, {24, 4, 6}, {32, 4, 6}};

/* ---- Sets ---------------------------------------------------------------------------------------------- */

static int by_hits(const void *a, const void *b)
{
    const cells_row *x = &((const speed_row *)a)->cells, *y = &((const speed_row *)b)->cells;
    if (x->hits != y->hits)
        return x->hits < y->hits ? -1 : 1;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* How many others have a box that meets that of the object. */
static bool count_near(tori_world *w, uint32_t object, uint32_t *out)
{
    fk_search_question question = fk_search_question_default();
    question.object = object;
    const fk_search_result *result = tori_search_run(w->flat_search, &question, 1);
    *out = result != NULL ? (uint32_t)result->pair_count : 0;
    return result != NULL;
}

/* All objects of a set. */
static bool run_set(tori_world *w, const plan *p, bool first, int turns, speed_set *out)
{
    out->tori = w->count;
    out->nodes = w->nodes;
    for (uint32_t i = 0; i < p->objects; i++) {
        uint32_t object = (uint32_t)((uint64_t)i * p->tori / p->objects);
        speed_row *row = &out->row[out->count++];
        bool all_pairs = !first && i == 0 && p->segments < 20;
        if (!cells_speed_object(w, object, first, turns, all_pairs, &row->cells) ||
            !count_near(w, object, &row->near))
            return false;
        cli_progress(i, "searches");
    }
    qsort(out->row, out->count, sizeof *out->row, by_hits);
    return true;
}

/* A world of tori; `is_crowd`: in the cube of 100, however many there are. */
static bool run_world(fk_context *context, uint64_t seed, const plan *p, bool is_crowd, bool quick,
                      speed_set *complete, speed_set *first)
{
    double half = (quick ? 1.5 : 1) * HALF_CUBE;
    torus *t = tori_draw_all(seed, p->tori, is_crowd ? half / cbrt(p->tori / (quick ? 8.0 : 100.0)) : half);
    tori_world w;
    if (t == NULL)
        return false;
    bool good = tori_world_make(&w, context, t, p->tori, p->segments);
    /* A complete list takes the printed search up to a second, and so does a crowd: one turn is enough. */
    good = good && (complete == NULL || run_set(&w, p, false, quick ? 0 : 1, complete));
    good = good && run_set(&w, p, true, quick ? 0 : is_crowd ? 1 : TURNS, first);
    tori_world_end(&w);
    free(t);
    return good;
}

bool papers_speed_measure(uint64_t seed, bool quick, speed_results *out)
{
    fk_context *context = cli_context_create();
    bool good = context != NULL;
    memset(out, 0, sizeof *out);
    out->quick = quick;
    for (int i = 0; i < SPEED_SIZES && good; i++)
        good = run_world(context, seed, quick ? &quick_size[i] : &by_size[i], false, quick, &out->complete[i],
                         &out->first[i]) &&
               run_world(context, seed, quick ? &quick_count[i] : &by_count[i], false, quick, NULL,
                         &out->spread[i]) &&
               run_world(context, seed, quick ? &quick_count[i] : &by_crowd[i], true, quick, NULL,
                         &out->crowd[i]);
    cli_progress_end();
    if (context != NULL)
        fk_context_destroy(context);
    return good;
}

/* ---- Means --------------------------------------------------------------------------------------------- */

double speed_mean(const speed_set *set, tori_way way)
{
    double sum = 0;
    for (uint32_t i = 0; i < set->count; i++)
        sum += set->row[i].cells.seconds[way];
    return sum / set->count;
}

double speed_mean_at(const speed_set *set, uint32_t hits, tori_way way, uint32_t least)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        if (set->row[i].cells.tori_hit == hits) {
            sum += set->row[i].cells.seconds[way];
            count++;
        }
    return count >= least ? sum / count : (double)NAN;
}

double speed_equal_hits(const speed_set set[SPEED_SIZES], int which, tori_way way, uint32_t least)
{
    double sum = 0, all = 0;
    for (uint32_t hits = 0; hits < SPEED_MOST_HIT; hits++) {
        double one = 0;
        for (int i = 0; i < SPEED_SIZES; i++)
            one += speed_mean_at(&set[i], hits, way, least);
        if (isnan(one))
            continue;
        sum += speed_mean_at(&set[which], hits, way, least);
        all++;
    }
    return sum / all;
}

uint32_t speed_least(const speed_results *r)
{
    return r->quick ? 1 : LEAST_OBJECTS;
}
