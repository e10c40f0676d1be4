/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-speed: the times of SearchCollisions in P. Baillehache's paper (2013), section 6.2.2, on
 * this machine: as printed, made right, and by the search of Farkas. The paper shows its times as figures alone; what is
 * compared is what it says about them. */

#include "cli.h"
#include "papers/cells_speed.h"
#include "peers/participant.h"
#include "papers/papers.h"
#include "study/growth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPEED_SIZES = 4, SPEED_OBJECTS = 60, SPEED_MOST_HIT = 60 };

typedef struct speed_row {
    cells_row cells;
    uint32_t near; /* objects whose boxes, the first level, meet that of this one */
} speed_row;

/* Tori of one size, by the number of hits. */
typedef struct speed_set {
    uint32_t tori, nodes, count;
    speed_row row[SPEED_OBJECTS];
} speed_set;

typedef struct speed_results {
    bool quick;
    /* 100 tori, of more and more nodes. */
    speed_set complete[SPEED_SIZES], first[SPEED_SIZES];
    /* First hits among more and more tori of 201 nodes: in cubes that grow with them, and in one and the same cube. */
    speed_set spread[SPEED_SIZES], crowd[SPEED_SIZES];
} speed_results;

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
static uint32_t count_near(tori_world *w, uint32_t object)
{
    fk_search_question question = fk_search_question_default();
    question.object = object;
    return (uint32_t)tori_search_run(w->flat_search, &question, 1)->pair_count;
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
        if (!cells_speed_object(w, object, first, turns, all_pairs, &row->cells))
            return false;
        row->near = count_near(w, object);
        cli_progress(i, "searches");
    }
    qsort(out->row, out->count, sizeof *out->row, by_hits);
    return true;
}

/* A world of tori; `is_crowd`: in the cube of 100, however many there are. */
static bool run_world(const papers_lab *lab, const plan *p, bool is_crowd, speed_set *complete,
                      speed_set *first)
{
    bool quick = lab->quick;
    double half = (quick ? 1.5 : 1) * HALF_CUBE;
    torus *t =
        tori_draw_all(lab->seed, p->tori, is_crowd ? half / cbrt(p->tori / (quick ? 8.0 : 100.0)) : half);
    tori_world w;
    tori_world_make(&w, lab->context, t, p->tori, p->segments);
    /* A complete list takes the printed search up to a second, and so does a crowd: one turn is enough. */
    bool good =
        (complete == NULL || run_set(&w, p, false, quick ? 0 : 1, complete)) && run_set(&w, p, true,
                                                                                        quick      ? 0
                                                                                        : is_crowd ? 1
                                                                                                   : TURNS,
                                                                                        first);
    tori_world_end(&w);
    free(t);
    return good;
}

/* Measures; with `quick` few tori and no clock. False after a message; an answer of Farkas that is not that of the others
 * is trouble, too. */
static bool measure(const papers_lab *lab, speed_results *out)
{
    bool good = true, quick = lab->quick;
    out->quick = quick;
    for (int i = 0; i < SPEED_SIZES && good; i++)
        good =
            run_world(lab, quick ? &quick_size[i] : &by_size[i], false, &out->complete[i], &out->first[i]) &&
            run_world(lab, quick ? &quick_count[i] : &by_count[i], false, NULL, &out->spread[i]) &&
            run_world(lab, quick ? &quick_count[i] : &by_crowd[i], true, NULL, &out->crowd[i]);
    cli_progress_end();
    return good;
}

/* ---- Means --------------------------------------------------------------------------------------------- */

/* The mean time of a set, in seconds; that of the objects that hit so many others, NAN where there are too few. */
static double speed_mean(const speed_set *set, tori_way way)
{
    double sum = 0;
    for (uint32_t i = 0; i < set->count; i++)
        sum += set->row[i].cells.seconds[way];
    return sum / set->count;
}

static double speed_mean_at(const speed_set *set, uint32_t hits, tori_way way, uint32_t least)
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

/* The same over those numbers of hits that all four sets have, each counting the same. */
static double speed_equal_hits(const speed_set set[SPEED_SIZES], int which, tori_way way, uint32_t least)
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

/* How many objects of a number of hits make a mean. */
static uint32_t speed_least(const speed_results *r)
{
    return r->quick ? 1 : LEAST_OBJECTS;
}

enum { POINTS = SPEED_OBJECTS, LINES = 2 * SPEED_SIZES + 1 };

/* The lines of one plot. */
typedef struct lines {
    size_t count;
    plot_series series[LINES];
    char name[LINES][48];
    double x[LINES][POINTS], y[LINES][POINTS];
} lines;

static plot_series *add_line(lines *l, bool is_ours)
{
    plot_series *s = &l->series[l->count];
    *s = (plot_series){
        .name = l->name[l->count], .x = l->x[l->count], .y = l->y[l->count], .is_ours = is_ours};
    l->count++;
    return s;
}

static void add_point(lines *l, double x, double y)
{
    size_t at = l->count - 1, i = l->series[at].count++;
    l->x[at][i] = x;
    l->y[at][i] = y;
}

/* The limit of the paper, as wide as what is there already. */
static void add_limit(lines *l)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < l->count; k++)
        for (size_t i = 0; i < l->series[k].count; i++)
            if (!isnan(l->y[k][i])) {
                low = fmin(low, l->x[k][i]);
                high = fmax(high, l->x[k][i]);
            }
    add_line(l, false)->is_printed = true;
    snprintf(l->name[l->count - 1], sizeof l->name[0], "limit of the paper");
    add_point(l, low, CELLS_REAL_TIME);
    add_point(l, high, CELLS_REAL_TIME);
}

/* Time over hits, of each search; as printed, and by Farkas on the same levels. */
static void add_searches(lines *l, const speed_set set[SPEED_SIZES], bool is_cloud)
{
    static const tori_way ways[2] = {TORI_PRINTED, TORI_TWO};
    for (int way = 0; way < 2; way++)
        for (int k = 0; k < SPEED_SIZES; k++) {
            add_line(l, way == 1)->is_cloud = is_cloud;
            snprintf(l->name[l->count - 1], sizeof l->name[0], "%s, %u nodes",
                     way == 0 ? "printed" : "Farkas", set[k].nodes);
            for (uint32_t i = 0; i < set[k].count; i++)
                add_point(l, set[k].row[i].cells.hits, set[k].row[i].cells.seconds[ways[way]]);
        }
}

/* The mean for each number of tori hit. */
static void add_by_hits(lines *l, const speed_set set[SPEED_SIZES], uint32_t least)
{
    static const tori_way ways[2] = {TORI_PRINTED, TORI_TWO};
    for (int way = 0; way < 2; way++)
        for (int k = 0; k < SPEED_SIZES; k++) {
            add_line(l, way == 1);
            snprintf(l->name[l->count - 1], sizeof l->name[0], "%s, %u tori", way == 0 ? "printed" : "Farkas",
                     set[k].tori);
            for (uint32_t hits = 0; hits < SPEED_MOST_HIT; hits++) {
                double mean = speed_mean_at(&set[k], hits, ways[way], least);
                if (!isnan(mean))
                    add_point(l, hits, mean);
            }
        }
}

static const char *const way_names[TORI_WAYS] = {"printed", "printed, made right", "Farkas, two levels",
                                                 "Farkas, more levels"};

/* The mean of each size. */
static void add_sizes(lines *l, const speed_set set[SPEED_SIZES])
{
    for (int way = 0; way < TORI_WAYS; way++) {
        add_line(l, way >= TORI_TWO);
        snprintf(l->name[l->count - 1], sizeof l->name[0], "%s", way_names[way]);
        for (int k = 0; k < SPEED_SIZES; k++)
            add_point(l, set[k].nodes, speed_mean(&set[k], (tori_way)way));
    }
}

/* Over the number of tori: at equal hits in cubes that grow, and in one cube. */
static void add_growth(lines *l, const speed_results *r)
{
    for (int crowd = 0; crowd < 2; crowd++)
        for (int way = 0; way < TORI_WAYS; way += way == 0 ? 2 : 1) {
            add_line(l, way >= TORI_TWO);
            snprintf(l->name[l->count - 1], sizeof l->name[0], "%s%s", way_names[way],
                     crowd ? ", one cube" : "");
            for (int k = 0; k < SPEED_SIZES; k++)
                add_point(l, r->spread[k].tori,
                          crowd ? speed_mean(&r->crowd[k], (tori_way)way)
                                : speed_equal_hits(r->spread, k, (tori_way)way, speed_least(r)));
        }
}

static void draw(study *s, const char *name, const char *title, const char *x_title, bool x_log, lines *l)
{
    add_limit(l);
    study_draw(s, name, .title = title, .x_title = x_title, .y_title = "time of one search, s",
               .x_log = x_log, .y_log = true, .series = l->series, .count = l->count);
    *l = (lines){0};
}

/* Gives the plots to the study. */
static void papers_speed_plot(study *s, const speed_results *r)
{
    static lines l;
    l = (lines){0};
    add_searches(&l, r->complete, false);
    draw(s, "complete", "Complete list: one of 100 tori against all others (the paper's first figure)",
         "pairs of nodes that meet", true, &l);
    add_searches(&l, r->first, true); /* several hit as many tori */
    draw(s, "first", "First hit of each object: one of 100 tori against all others (second figure)",
         "tori that are hit", false, &l);
    add_by_hits(&l, r->spread, speed_least(r));
    draw(s, "objects", "First hit of each object, among more and more tori of 201 nodes (third figure)",
         "tori that are hit", false, &l);
    add_sizes(&l, r->complete);
    draw(s, "complete-nodes", "Complete list: how the time grows with the nodes of each torus",
         "nodes of each torus", true, &l);
    add_sizes(&l, r->first);
    draw(s, "first-nodes", "First hit of each object: how the time grows with the nodes of each torus",
         "nodes of each torus", true, &l);
    add_growth(&l, r);
    draw(s, "growth",
         "First hit of each object: how the time grows with the number of tori, at equal hits or in one cube",
         "tori", true, &l);
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* The columns of all ways, in milliseconds. */
#define WAYS(group, key)                                                                                     \
    group ", ms: printed|" key "_printed_ms|st; right|" key "_right_ms|st; Farkas, two levels|" key          \
          "_two_ms|st; Farkas, more levels|" key "_ready_ms|st\n"

static void tell_searches(study *s, const char *name, const char *title, const speed_set set[SPEED_SIZES])
{
    study_table(
        s, name, title,
        "nodes; tori hit|tori_hit; hits\n" WAYS(
            "one search", "search") "printed / Farkas: two levels|times_two|1t; more levels|times_ready|1t\n"
                                    "by the print: lost; made up|made_up\n"
                                    "hash||w");
    for (int k = 0; k < SPEED_SIZES; k++)
        for (uint32_t i = 0; i < set[k].count; i++) {
            const cells_row *row = &set[k].row[i].cells;
            study_numbers(s, row->nodes, row->tori_hit, row->hits);
            for (int way = 0; way < TORI_WAYS; way++)
                study_number(s, 1e3 * row->seconds[way]);
            study_numbers(s, row->seconds[TORI_PRINTED] / row->seconds[TORI_TWO],
                          row->seconds[TORI_PRINTED] / row->seconds[TORI_READY], row->lost, row->made_up);
            study_words(s, "%08x", row->hash);
        }
}

/* ---- Growth -------------------------------------------------------------------------------------------- */

/* Milliseconds of each size, and their exponent of growth. */
typedef struct series {
    double x[SPEED_SIZES], ms[SPEED_SIZES], exponent;
} series;

typedef enum kind { COMPLETE, FIRST, SPREAD, CROWD, KINDS } kind;

static series series_of(const speed_results *r, kind which, tori_way way)
{
    const speed_set *set[KINDS] = {r->complete, r->first, r->spread, r->crowd};
    series out;
    for (int k = 0; k < SPEED_SIZES; k++) {
        out.x[k] = which < SPREAD ? set[which][k].nodes : set[which][k].tori;
        out.ms[k] = 1e3 * (which == SPREAD ? speed_equal_hits(set[which], k, way, speed_least(r))
                                           : speed_mean(&set[which][k], way));
    }
    out.exponent = growth_exponent(out.x, out.ms, SPEED_SIZES);
    return out;
}

static double mean_hit(const speed_set *set)
{
    double sum = 0;
    for (uint32_t i = 0; i < set->count; i++)
        sum += set->row[i].cells.tori_hit;
    return sum / set->count;
}

/* A row of means for each size, and one of exponents. */
static void tell_growth(study *s, const speed_results *r, kind first)
{
    for (int k = 0; k <= SPEED_SIZES; k++) {
        if (k == SPEED_SIZES)
            study_words(s, "grows with the power");
        else
            study_words(s, "%u", first == COMPLETE ? r->complete[k].nodes : r->spread[k].tori);
        for (int which = (int)first; which < (int)first + 2; which++) {
            if (first == SPREAD)
                study_number(s, k == SPEED_SIZES ? (double)NAN
                                                 : mean_hit(which == SPREAD ? &r->spread[k] : &r->crowd[k]));
            for (int way = 0; way < TORI_WAYS; way++) {
                series one = series_of(r, (kind)which, (tori_way)way);
                study_number(s, k == SPEED_SIZES ? one.exponent : one.ms[k]);
            }
        }
    }
}

static void tell_tables(study *s, const speed_results *r)
{
    char title[160];
    snprintf(title, sizeof title, "Complete list: one of %u tori against all others", r->complete[0].tori);
    tell_searches(s, "complete", title, r->complete);
    snprintf(title, sizeof title, "First hit of each object: one of %u tori against all others",
             r->first[0].tori);
    tell_searches(s, "first", title, r->first);
    study_table(s, "nodes", "Means of these, and how they grow with the nodes of each torus",
                "nodes||w\n" WAYS("complete list", "complete") WAYS("first hits", "first"));
    tell_growth(s, r, COMPLETE);
    snprintf(title, sizeof title, "First hit of each object, among more and more tori of %u nodes",
             r->spread[0].nodes);
    study_table(s, "tori", title,
                "tori||w\ncube that grows: tori hit|spread_hit|1\n" WAYS(
                    "at equal hits", "spread") "one cube: tori hit|crowd_hit|1\n" WAYS("one cube", "crowd"));
    tell_growth(s, r, SPREAD);
    study_say(s, "\"Right\" is the printed search with method `fm` and without its mistakes. Farkas has the "
                 "same two levels; for first hits the one torus gets more levels within the measured time. "
                 "Or all trees have more levels already. Every answer of Farkas is that of the search made "
                 "right. In the last table, tori are as dense in cubes that grow with their number, and "
                 "searches that hit as many others are compared, as the paper does; in one cube, which "
                 "always has the size of that for the fewest, each torus hits more and more of them.");
}

/* ---- Claims without a clock ---------------------------------------------------------------------------- */

static void claim_accurate(study *s, const speed_results *r)
{
    cells_row all = {0}, first = {0};
    for (int k = 0; k < SPEED_SIZES; k++)
        for (uint32_t i = 0; i < r->complete[k].count; i++) {
            const cells_row *row[2] = {&r->complete[k].row[i].cells, &r->first[k].row[i].cells};
            cells_row *sum[2] = {&all, &first};
            for (int which = 0; which < 2; which++) {
                sum[which]->hits += row[which]->hits;
                sum[which]->lost += row[which]->lost;
                sum[which]->made_up += row[which]->made_up;
            }
        }
    study_claim(s, "\"gives accurate results\" (section 7), of SearchCollisions",
                study_if(all.lost + all.made_up + first.lost + first.made_up == 0),
                "As printed, it loses %.0f of %.0f pairs of nodes that meet (%.0f %%), and makes up %.0f; of "
                "%.0f tori that are hit it loses %.0f, and makes up %.0f.",
                all.lost, all.hits, 100 * all.lost / all.hits, all.made_up, first.hits, first.lost,
                first.made_up);
}

/* The share of the tori that are not hit whose boxes are clear. */
static double clear_share(const speed_set *set, double *near)
{
    double clear = 0, met = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        const speed_row *row = &set->row[i];
        clear += row->cells.tori - 1.0 - row->cells.tori_hit;
        met += (double)row->near - row->cells.tori_hit;
    }
    *near = met / set->count;
    return 1 - met / clear;
}

static void claim_one_step(study *s, const speed_results *r)
{
    const speed_set *few = &r->spread[0], *many = &r->spread[SPEED_SIZES - 1];
    double near[2], share = clear_share(few, &near[0]), last = clear_share(many, &near[1]);
    study_claim(
        s,
        "\"non-colliding objects are almost always detected in just one step of SearchCollisions\" (6.2.2)",
        study_if_part(share >= 0.9, share >= 0.5),
        "Of the tori that are not hit, the boxes of %.1f %% are clear of that of the searched one among %u "
        "tori, and of %.1f %% among %u. The boxes of %.1f and %.1f tori, beside %.1f and %.1f that are hit, "
        "meet where the tori do not; these are compared node by node. (It holds from 90 %% on.)",
        100 * share, few->tori, 100 * last, many->tori, near[0], near[1], mean_hit(few), mean_hit(many));
}

/* ---- Claims about times -------------------------------------------------------------------------------- */

/* How many searches take longer than the limit, of how many; and the longest. */
typedef struct over {
    unsigned count, all;
    double longest;
} over;

static over over_limit(const speed_set set[SPEED_SIZES], tori_way way)
{
    over out = {0};
    for (int k = 0; k < SPEED_SIZES; k++)
        for (uint32_t i = 0; i < set[k].count; i++) {
            double seconds = set[k].row[i].cells.seconds[way];
            out.count += seconds > CELLS_REAL_TIME ? 1u : 0u;
            out.all++;
            out.longest = fmax(out.longest, seconds);
        }
    return out;
}

static void claim_limit(study *s, const speed_results *r)
{
    over print = over_limit(r->complete, TORI_PRINTED), ours = over_limit(r->complete, TORI_TWO);
    study_claim(s,
                "\"the execution time is almost immediately over the real time limit\" of 0.04 s (6.2.2, "
                "complete list)",
                study_if_part(2 * print.count > print.all, print.count > 0),
                "As printed, %u of %u searches take longer, the longest %.2f s; by Farkas on the same two "
                "levels %u, the longest %.4f s.",
                print.count, print.all, print.longest, ours.count, ours.longest);
    print = over_limit(r->first, TORI_PRINTED);
    ours = over_limit(r->first, TORI_TWO);
    study_claim(
        s, "\"the execution time is below the time limit\" (6.2.2, first hit of each object)",
        study_if_part(print.count == 0, 2 * print.count < print.all),
        "As printed, %u of %u searches take longer, the longest %.3f s; by Farkas %u, the longest %.5f s.",
        print.count, print.all, print.longest, ours.count, ours.longest);
}

static void claim_game(study *s, const speed_results *r)
{
    const speed_set *set = &r->first[1];
    double print = set->tori * speed_mean(set, TORI_PRINTED), ours = set->tori * speed_mean(set, TORI_TWO),
           ready = set->tori * speed_mean(set, TORI_READY);
    study_claim(s, "\"fast enough to be used in a real time application such as a video game\" (section 7)",
                study_if_part(print <= CELLS_REAL_TIME, speed_mean(set, TORI_PRINTED) <= CELLS_REAL_TIME),
                "One torus of %u nodes against %u others takes %.3f s in the mean, as printed; that is what "
                "the paper measures. Where all of them move, the printed search needs %.3f s for each "
                "picture, and Farkas %.4f s, or %.4f s with trees that have more levels already.",
                set->nodes, set->tori - 1, speed_mean(set, TORI_PRINTED), print, ours, ready);
}

static void claim_nodes(study *s, const speed_results *r)
{
    series print = series_of(r, FIRST, TORI_PRINTED), ours = series_of(r, FIRST, TORI_TWO),
           ready = series_of(r, FIRST, TORI_READY), all = series_of(r, COMPLETE, TORI_PRINTED);
    study_claim(s, "\"increases slowly with the number of primitives\" (6.2.2, first hits)",
                study_if_part(print.exponent < 0.5, print.exponent < 1),
                "It grows with the power %.2f of the number of nodes as printed, %.2f by Farkas, and %.2f "
                "with trees that have more levels already; that of the complete list with %.2f as printed. "
                "(Slowly: below 0.5; in part: below 1.)",
                print.exponent, ours.exponent, ready.exponent, all.exponent);
}

/* The most of a set divided by the least; with `near`, of searches that hit about as many. */
static double widest(const speed_set *set, tori_way way, bool near)
{
    double most = 1;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t k = 0; k < set->count; k++) {
            const cells_row *a = &set->row[i].cells, *b = &set->row[k].cells;
            if (!near || fabs(a->hits - b->hits) <= 1)
                most = fmax(most, a->seconds[way] / b->seconds[way]);
        }
    return most;
}

/* The mean of the half with the most hits, divided by that of the other. */
static double half_ratio(const speed_set *set, tori_way way)
{
    double sum[2] = {0, 0};
    for (uint32_t i = 0; i < set->count / 2; i++) {
        sum[0] += set->row[i].cells.seconds[way];
        sum[1] += set->row[set->count - 1 - i].cells.seconds[way];
    }
    return sum[1] / sum[0];
}

/* The same of the hits themselves. */
static double half_hits(const speed_set *set)
{
    double sum[2] = {0, 0};
    for (uint32_t i = 0; i < set->count / 2; i++) {
        sum[0] += set->row[i].cells.hits;
        sum[1] += set->row[set->count - 1 - i].cells.hits;
    }
    return sum[1] / fmax(sum[0], 1);
}

static void claim_hits(study *s, const speed_results *r)
{
    const speed_set *set = &r->spread[0];
    double hits[SPEED_OBJECTS], time[SPEED_OBJECTS];
    for (uint32_t i = 0; i < set->count; i++) {
        hits[i] = set->row[i].cells.hits;
        time[i] = set->row[i].cells.seconds[TORI_PRINTED];
    }
    double ratio = half_ratio(set, TORI_PRINTED), together = growth_correlation(hits, time, set->count);
    study_claim(s, "\"the execution time doesn't vary much with the number of collisions\" (6.2.2)",
                study_if_part(ratio < 1.5, ratio < 3),
                "Among %u tori of %u nodes, the half of %u searches that hits most hits %.1f times as many, "
                "and takes %.1f times as long as the other one as printed (correlation of hits and time "
                "%.2f), and %.1f times by Farkas.",
                set->tori, set->nodes, set->count, half_hits(set), ratio, together,
                half_ratio(set, TORI_TWO));
    const speed_set *large = &r->first[SPEED_SIZES - 1], *small = &r->first[1];
    double wide = widest(large, TORI_PRINTED, true);
    study_claim(
        s, "\"can be very different while the numbers of collisions are similar\" (6.2.2, many primitives)",
        study_if(wide >= 2),
        "Of searches among tori of %u nodes whose numbers of hits differ by one at most, one takes %.1f "
        "times as long as another as printed, and %.1f times by Farkas.",
        large->nodes, wide, widest(large, TORI_TWO, true));
    double few = widest(small, TORI_PRINTED, false), many = widest(large, TORI_PRINTED, false);
    study_claim(
        s,
        "\"fairly stable, which we can verify on the graphic in case of 201 primitives per torus\" (6.2.2)",
        study_if_part(few < 2, 2 * few < many),
        "As printed, the longest of %u searches takes %.1f times as long as the shortest among tori of %u "
        "nodes, and %.1f times among those of %u.",
        small->count, few, small->nodes, many, large->nodes);
}

/* The time for ten times as many tori: of 1000 beside 100. */
static double tenfold(const series *one)
{
    return one->ms[2] / one->ms[0];
}

/* Tori that are as dense, and tori in one cube: in part, where only one of them stays below. */
static study_holds judge_both(double spread, double crowd, double most)
{
    return study_if_part(spread <= most && crowd <= most, spread <= most || crowd <= most);
}

static void claim_objects(study *s, const speed_results *r)
{
    series print = series_of(r, SPREAD, TORI_PRINTED), two = series_of(r, SPREAD, TORI_TWO),
           ready = series_of(r, SPREAD, TORI_READY);
    series crowd = series_of(r, CROWD, TORI_PRINTED), ours = series_of(r, CROWD, TORI_TWO);
    double last = log(print.ms[3] / print.ms[2]) / log(print.x[3] / print.x[2]);
    study_claim(
        s, "\"Multiply the number of objects by 10 only multiply the average execution time by 2\" (6.2.2)",
        judge_both(tenfold(&print), tenfold(&crowd), 2),
        "%.0f tori beside %.0f, as dense and at equal hits: %.1f times the time as printed, %.1f by Farkas, "
        "%.1f with trees that have more levels already. In one cube, where they are ten times as dense: %.0f "
        "times as printed, %.0f by Farkas.",
        print.x[2], print.x[0], tenfold(&print), tenfold(&two), tenfold(&ready), tenfold(&crowd),
        tenfold(&ours));
    study_claim(s, "\"The number of objects seems to have almost no effect on the execution time\" (6.2.2)",
                judge_both(print.exponent, crowd.exponent, 0.25),
                "As dense and at equal hits, the time grows with the power %.2f of the number of tori as "
                "printed, and from %.0f to %.0f tori with %.2f. By Farkas it is %.2f, with more levels %.2f. "
                "In one cube a torus hits %.0f of %.0f tori, and %.0f of %.0f: the power is %.2f as printed, "
                "%.2f by Farkas. (Almost none: below 0.25.) The paper says it of searches with the same "
                "number of collisions, and does not tell its room.",
                print.exponent, print.x[2], print.x[3], last, two.exponent, ready.exponent,
                mean_hit(&r->crowd[0]), crowd.x[0], mean_hit(&r->crowd[3]), crowd.x[3], crowd.exponent,
                ours.exponent);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

static void tell(study *s, const speed_results *r)
{
    study_say(
        s,
        "One torus is searched against all others, which are at random places, of random sizes and turned in "
        "any way. The paper measured on an Intel Core i3-2120 with g++ 4.6, and shows its times as figures "
        "without numbers; its tori are not published. So what is compared is what it says about them.");
    tell_tables(s, r);
    if (study_has_files(s) && !r->quick)
        papers_speed_plot(s, r);
    claim_accurate(s, r);
    claim_one_step(s, r);
    if (r->quick)
        return;
    claim_limit(s, r);
    claim_game(s, r);
    claim_nodes(s, r);
    claim_hits(s, r);
    claim_objects(s, r);
}

bool papers_fm_speed(const papers_lab *lab)
{
    speed_results *results = bench_allocate(1, sizeof *results);
    bool good = measure(lab, results);
    if (good)
        tell(lab->s, results);
    free(results);
    return good;
}
