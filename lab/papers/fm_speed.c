/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-speed: the times of SearchCollisions in P. Baillehache's paper (2013), section 6.2.2, on
 * this machine: as printed, made right, and by the search of Farkas. The paper shows its times as figures alone; what is
 * compared is what it says about them. */

#include "cli.h"
#include "papers/cells_speed.h"
#include "peers/participant.h"
#include "papers/papers.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPEED_SIZES = 4, SPEED_OBJECTS = 60, SPEED_MOST_HIT = 60 };

typedef struct speed_row {
    cells_row cells; /* first, as cells_compare sorts */
    uint32_t near;   /* objects whose boxes, the first level, meet that of this one */
    /* Of a complete list, by the printed search with row (a) set right: pairs that overlap, but are lost; that only
     * touch, and are none by its convention; that are made up. */
    size_t row_lost, row_touching, row_made_up;
} speed_row;

/* Tori of one size, by the number of hits. */
typedef struct speed_set {
    uint32_t tori, nodes, count;
    speed_row row[SPEED_OBJECTS];
} speed_set;

/* The sets: 100 tori of more and more nodes, all hits and first ones; first hits among more and more tori of 201 nodes, in cubes that
 * grow with them, and in one and the same cube. */
typedef enum speed_kind { COMPLETE, SPEED_FIRST, SPREAD, CROWD, SPEED_KINDS } speed_kind;

typedef struct speed_results {
    bool quick;
    uint32_t least; /* how many objects of a number of hits make a mean */
    speed_set set[SPEED_KINDS][SPEED_SIZES];
} speed_results;

/* 100 tori in a cube of this half side: one hits about ten others. */
#define HALF_CUBE 3.0

enum { SPEED_TURNS = 3, SPEED_LEAST_OBJECTS = 2 };

typedef struct speed_plan {
    uint32_t tori, segments, objects;
} speed_plan;

static const speed_plan by_size[SPEED_SIZES] = {{100, 6, 8}, {100, 10, 8}, {100, 20, 8}, {100, 40, 8}},
                        by_count[SPEED_SIZES] = {{100, 10, 60},
                                                 {300, 10, 60},
                                                 {1000, 10, 50},
                                                 {3000, 10, 40}},
                        by_crowd[SPEED_SIZES] = {{100, 10, 30}, {300, 10, 20}, {1000, 10, 10}, {3000, 10, 6}},
                        quick_size[SPEED_SIZES] = {{8, 4, 2}, {8, 6, 2}, {8, 8, 2}, {8, 10, 2}},
                        quick_count[SPEED_SIZES] = {{8, 4, 6}, {16, 4, 6}, {24, 4, 6}, {32, 4, 6}};

/* ---- Sets ---------------------------------------------------------------------------------------------- */

/* How many others have a box that meets that of the object. */
static uint32_t count_near(tori_world *w, uint32_t object)
{
    fk_search_question question = fk_search_question_default();
    question.object = object;
    return (uint32_t)tori_search_run(w->flat_search, &question, 1)->pair_count;
}

static void compare_right_row(tori_world *w, uint32_t object, speed_row *out)
{
    tori_answer ours = {0}, row = {0};
    tori_search(w, TORI_READY, object, false, &ours);
    tori_search(w, TORI_ROW, object, false, &row);
    out->row_lost = tori_lost_overlaps(w, object, &ours, &row);
    out->row_touching = tori_missing(&ours, &row, false) - out->row_lost;
    out->row_made_up = tori_missing(&row, &ours, false);
    tori_answer_end(&ours);
    tori_answer_end(&row);
}

/* All objects of a set. */
static bool run_speed_set(tori_world *w, const speed_plan *p, bool first, int turns, speed_set *out)
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
        if (!first)
            compare_right_row(w, object, row);
        cli_progress(i, "searches");
    }
    qsort(out->row, out->count, sizeof *out->row, cells_compare);
    return true;
}

/* A world of tori; `is_crowd`: in the cube of 100, however many there are. */
static bool run_world(const papers_lab *lab, const speed_plan *p, bool is_crowd, speed_set *complete,
                      speed_set *first)
{
    bool quick = lab->quick;
    double half = (quick ? 1.5 : 1) * HALF_CUBE;
    torus *t =
        tori_draw_all(lab->seed, p->tori, is_crowd ? half / cbrt(p->tori / (quick ? 8.0 : 100.0)) : half);
    tori_world w;
    tori_world_make(&w, lab->context, t, p->tori, p->segments);
    /* A complete list takes the printed search up to a second, and so does a crowd: one turn is enough. */
    int turns = quick ? 0 : is_crowd ? 1 : SPEED_TURNS;
    bool good = (complete == NULL || run_speed_set(&w, p, false, quick ? 0 : 1, complete)) &&
                run_speed_set(&w, p, true, turns, first);
    tori_world_end(&w);
    free(t);
    return good;
}

/* False after a message; an answer of Farkas that is not that of the others is trouble, too. */
static bool measure_speed(const papers_lab *lab, speed_results *out)
{
    bool good = true, quick = lab->quick;
    out->quick = quick;
    out->least = quick ? 1 : SPEED_LEAST_OBJECTS;
    for (int i = 0; i < SPEED_SIZES && good; i++)
        good = run_world(lab, quick ? &quick_size[i] : &by_size[i], false, &out->set[COMPLETE][i],
                         &out->set[SPEED_FIRST][i]) &&
               run_world(lab, quick ? &quick_count[i] : &by_count[i], false, NULL, &out->set[SPREAD][i]) &&
               run_world(lab, quick ? &quick_count[i] : &by_crowd[i], true, NULL, &out->set[CROWD][i]);
    cli_progress_end();
    return good;
}

/* The mean time of a set, in seconds, or of the tori hit where the way is below 0; that of the objects that hit so many others, NAN where there are too few. */
static double mean_time(const speed_set *set, int way)
{
    double sum = 0;
    for (uint32_t i = 0; i < set->count; i++)
        sum += way < 0 ? set->row[i].cells.tori_hit : set->row[i].cells.seconds[way];
    return sum / set->count;
}

static double mean_at(const speed_set *set, uint32_t hits, tori_search_kind way, uint32_t least)
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
static double mean_of_equal_hits(const speed_set set[SPEED_SIZES], int which, tori_search_kind way,
                                 uint32_t least)
{
    double sum = 0, all = 0;
    for (uint32_t hits = 0; hits < SPEED_MOST_HIT; hits++) {
        double one = 0;
        for (int i = 0; i < SPEED_SIZES; i++)
            one += mean_at(&set[i], hits, way, least);
        if (isnan(one))
            continue;
        sum += mean_at(&set[which], hits, way, least);
        all++;
    }
    return sum / all;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* The columns of all ways, in milliseconds. */
#define WAYS(group, key)                                                                                     \
    group ", ms: printed|" key "_printed_ms|st; right|" key "_right_ms|st; Farkas, two levels|" key          \
          "_two_ms|st; Farkas, more levels|" key "_ready_ms|st\n"

static void report_searches(study *s, const char *name, const char *title, const speed_set set[SPEED_SIZES])
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

/* The time of each size, and its exponent of growth. */
typedef struct mean_series {
    double x[SPEED_SIZES], seconds[SPEED_SIZES], ms[SPEED_SIZES], exponent;
} mean_series;

static mean_series make_mean_series(const speed_results *r, speed_kind which, tori_search_kind way)
{
    const speed_set *set = r->set[which];
    mean_series out;
    for (int k = 0; k < SPEED_SIZES; k++) {
        out.x[k] = which < SPREAD ? set[k].nodes : set[k].tori;
        out.seconds[k] =
            which == SPREAD ? mean_of_equal_hits(set, k, way, r->least) : mean_time(&set[k], (int)way);
        out.ms[k] = 1e3 * out.seconds[k];
    }
    out.exponent = growth_exponent(out.x, out.ms, SPEED_SIZES);
    return out;
}

/* A row of means for each size, and one of exponents. */
static void report_mean_growth(study *s, const speed_results *r, speed_kind first)
{
    for (int k = 0; k <= SPEED_SIZES; k++) {
        if (k == SPEED_SIZES)
            study_words(s, "grows with the power");
        else
            study_words(s, "%u", first == COMPLETE ? r->set[COMPLETE][k].nodes : r->set[SPREAD][k].tori);
        for (int which = (int)first; which < (int)first + 2; which++) {
            if (first == SPREAD)
                study_number(s, k == SPEED_SIZES ? (double)NAN : mean_time(&r->set[which][k], -1));
            for (int way = 0; way < TORI_WAYS; way++) {
                mean_series one = make_mean_series(r, (speed_kind)which, (tori_search_kind)way);
                study_number(s, k == SPEED_SIZES ? one.exponent : one.ms[k]);
            }
        }
    }
}

static void report_tables(study *s, const speed_results *r)
{
    char title[160];
    snprintf(title, sizeof title, "Complete list: one of %u tori against all others",
             r->set[COMPLETE][0].tori);
    report_searches(s, "complete", title, r->set[COMPLETE]);
    snprintf(title, sizeof title, "First hit of each object: one of %u tori against all others",
             r->set[SPEED_FIRST][0].tori);
    report_searches(s, "first", title, r->set[SPEED_FIRST]);
    study_table(s, "nodes", "Means of these, and how they grow with the nodes of each torus",
                "nodes||w\n" WAYS("complete list", "complete") WAYS("first hits", "first"));
    report_mean_growth(s, r, COMPLETE);
    snprintf(title, sizeof title, "First hit of each object, among more and more tori of %u nodes",
             r->set[SPREAD][0].nodes);
    study_table(s, "tori", title,
                "tori||w\ncube that grows: tori hit|spread_hit|1\n" WAYS(
                    "at equal hits", "spread") "one cube: tori hit|crowd_hit|1\n" WAYS("one cube", "crowd"));
    report_mean_growth(s, r, SPREAD);
    study_paragraph(
        s, "\"Right\" is the printed search with method `fm` and without its mistakes. Farkas has the "
           "same two levels; for first hits the one torus gets more levels within the measured time. "
           "Or all trees have more levels already. Every answer of Farkas is that of the search made "
           "right. In the last table, tori are as dense in cubes that grow with their number, and "
           "searches that hit as many others are compared, as the paper does; in one cube, which "
           "always has the size of that for the fewest, each torus hits more and more of them.");
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

enum { SPEED_POINTS = SPEED_OBJECTS, SPEED_LINES = 2 * SPEED_SIZES + 1 };

/* The lines of one plot. */
typedef struct speed_lines {
    size_t count;
    plot_series series[SPEED_LINES];
    char name[SPEED_LINES][48];
    double x[SPEED_LINES][SPEED_POINTS], y[SPEED_LINES][SPEED_POINTS];
} speed_lines;

__attribute__((format(printf, 3, 4))) static plot_series *add_speed_line(speed_lines *l, bool is_ours,
                                                                         const char *format, ...)
{
    size_t at = l->count++;
    va_list list;
    va_start(list, format);
    vsnprintf(l->name[at], sizeof l->name[at], format, list);
    va_end(list);
    l->series[at] = (plot_series){.name = l->name[at], .x = l->x[at], .y = l->y[at], .is_ours = is_ours};
    return &l->series[at];
}

static void add_point(speed_lines *l, double x, double y)
{
    size_t at = l->count - 1, i = l->series[at].count++;
    l->x[at][i] = x;
    l->y[at][i] = y;
}

/* Time over hits as printed, and by Farkas on the same levels: of each search; or the mean for each number of tori hit. */
static void add_hits(speed_lines *l, const speed_results *r, speed_kind which)
{
    static const tori_search_kind ways[2] = {TORI_PRINTED, TORI_TWO};
    for (int i = 0; i < 2 * SPEED_SIZES; i++) {
        const speed_set *set = &r->set[which][i % SPEED_SIZES];
        tori_search_kind way = ways[i / SPEED_SIZES];
        const char *name = way == TORI_TWO ? "Farkas" : "printed";
        if (which == SPREAD)
            add_speed_line(l, way == TORI_TWO, "%s, %u tori", name, set->tori);
        else /* several hit as many tori first */
            add_speed_line(l, way == TORI_TWO, "%s, %u nodes", name, set->nodes)->is_cloud =
                which == SPEED_FIRST;
        for (uint32_t k = 0; k < set->count && which != SPREAD; k++)
            add_point(l, set->row[k].cells.hits, set->row[k].cells.seconds[way]);
        for (uint32_t hits = 0; hits < SPEED_MOST_HIT && which == SPREAD; hits++) {
            double mean = mean_at(set, hits, way, r->least);
            if (!isnan(mean))
                add_point(l, hits, mean);
        }
    }
}

/* The mean of each size; over the number of tori not by the search made right. */
static void add_sizes(speed_lines *l, const speed_results *r, speed_kind which, const char *where)
{
    static const char *const names[TORI_WAYS] = {"printed", "printed, made right", "Farkas, two levels",
                                                 "Farkas, more levels"};
    for (int way = 0; way < TORI_WAYS; way++) {
        mean_series one = make_mean_series(r, which, (tori_search_kind)way);
        if (which >= SPREAD && way == TORI_RIGHT)
            continue;
        add_speed_line(l, way >= TORI_TWO, "%s%s", names[way], where);
        for (int k = 0; k < SPEED_SIZES; k++)
            add_point(l, one.x[k], one.seconds[k]);
    }
}

/* With the limit of the paper, as wide as what is there already. */
static void draw_speed_plot(study *s, const char *name, const char *title, const char *x_title, bool x_log,
                            speed_lines *l)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < l->count; k++)
        for (size_t i = 0; i < l->series[k].count; i++)
            if (!isnan(l->y[k][i])) {
                low = fmin(low, l->x[k][i]);
                high = fmax(high, l->x[k][i]);
            }
    add_speed_line(l, false, "limit of the paper")->is_printed = true;
    add_point(l, low, CELLS_REAL_TIME);
    add_point(l, high, CELLS_REAL_TIME);
    study_draw(s, name, .title = title, .x_title = x_title, .y_title = "time of one search, s",
               .x_log = x_log, .y_log = true, .series = l->series, .count = l->count);
    *l = (speed_lines){0};
}

static void plot_speeds(study *s, const speed_results *r)
{
    static speed_lines l;
    add_hits(&l, r, COMPLETE);
    draw_speed_plot(s, "complete",
                    "Complete list: one of 100 tori against all others (the paper's first figure)",
                    "pairs of nodes that meet", true, &l);
    add_hits(&l, r, SPEED_FIRST);
    draw_speed_plot(s, "first",
                    "First hit of each object: one of 100 tori against all others (second figure)",
                    "tori that are hit", false, &l);
    add_hits(&l, r, SPREAD);
    draw_speed_plot(s, "objects",
                    "First hit of each object, among more and more tori of 201 nodes (third figure)",
                    "tori that are hit", false, &l);
    add_sizes(&l, r, COMPLETE, "");
    draw_speed_plot(s, "complete-nodes", "Complete list: how the time grows with the nodes of each torus",
                    "nodes of each torus", true, &l);
    add_sizes(&l, r, SPEED_FIRST, "");
    draw_speed_plot(s, "first-nodes",
                    "First hit of each object: how the time grows with the nodes of each torus",
                    "nodes of each torus", true, &l);
    add_sizes(&l, r, SPREAD, "");
    add_sizes(&l, r, CROWD, ", one cube");
    draw_speed_plot(
        s, "growth",
        "First hit of each object: how the time grows with the number of tori, at equal hits or in one cube",
        "tori", true, &l);
}

/* ---- Claims without a clock ---------------------------------------------------------------------------- */

static void claim_searches_accurate(study *s, const speed_results *r)
{
    double hits[2] = {0}, lost[2] = {0}, made_up[2] = {0};
    size_t row_lost = 0, row_touching = 0, row_made_up = 0;
    for (int k = 0; k < 2 * SPEED_SIZES; k++) {
        int which = k / SPEED_SIZES;
        const speed_set *set = &r->set[which][k % SPEED_SIZES];
        for (uint32_t i = 0; i < set->count; i++) {
            hits[which] += set->row[i].cells.hits;
            lost[which] += set->row[i].cells.lost;
            made_up[which] += set->row[i].cells.made_up;
            row_lost += set->row[i].row_lost;
            row_touching += set->row[i].row_touching;
            row_made_up += set->row[i].row_made_up;
        }
    }
    study_claim(
        s, "\"gives accurate results\" (section 7), of SearchCollisions",
        study_if_part(lost[0] + made_up[0] + lost[1] + made_up[1] == 0, row_lost + row_made_up == 0),
        "As printed, it loses %.0f of %.0f pairs of nodes that meet (%.0f %%), and makes up %.0f; of "
        "%.0f tori that are hit it loses %.0f, and makes up %.0f. The misprint in row (a) is to blame "
        "for these: with that row set right it loses %zu that overlap and makes up %zu; %zu that only "
        "touch do not collide by its convention.",
        lost[0], hits[0], 100 * lost[0] / hits[0], made_up[0], hits[1], lost[1], made_up[1], row_lost,
        row_made_up, row_touching);
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
    const speed_set *few = &r->set[SPREAD][0], *many = &r->set[SPREAD][SPEED_SIZES - 1];
    double near[2], share = clear_share(few, &near[0]), last = clear_share(many, &near[1]);
    study_claim(
        s,
        "\"non-colliding objects are almost always detected in just one step of SearchCollisions\" (6.2.2)",
        study_if_part(share >= 0.9, share >= 0.5),
        "Of the tori that are not hit, the boxes of %.1f %% are clear of that of the searched one among %u "
        "tori, and of %.1f %% among %u. The boxes of %.1f and %.1f tori, beside %.1f and %.1f that are hit, "
        "meet where the tori do not; these are compared node by node. (It holds from 90 %% on.)",
        100 * share, few->tori, 100 * last, many->tori, near[0], near[1], mean_time(few, -1),
        mean_time(many, -1));
}

/* ---- Claims about times -------------------------------------------------------------------------------- */

/* How many searches take longer than the limit, of how many; and the longest. */
typedef struct limit_excess {
    unsigned count, all;
    double longest;
} limit_excess;

static limit_excess over_limit(const speed_set set[SPEED_SIZES], tori_search_kind way)
{
    limit_excess out = {0};
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
    limit_excess print = over_limit(r->set[COMPLETE], TORI_PRINTED),
                 ours = over_limit(r->set[COMPLETE], TORI_TWO);
    study_claim(s,
                "\"the execution time is almost immediately over the real time limit\" of 0.04 s (6.2.2, "
                "complete list)",
                study_if_part(2 * print.count > print.all, print.count > 0),
                "As printed, %u of %u searches take longer, the longest %.2f s; by Farkas on the same two "
                "levels %u, the longest %.4f s.",
                print.count, print.all, print.longest, ours.count, ours.longest);
    print = over_limit(r->set[SPEED_FIRST], TORI_PRINTED);
    ours = over_limit(r->set[SPEED_FIRST], TORI_TWO);
    study_claim(
        s, "\"the execution time is below the time limit\" (6.2.2, first hit of each object)",
        study_if_part(print.count == 0, 2 * print.count < print.all),
        "As printed, %u of %u searches take longer, the longest %.3f s; by Farkas %u, the longest %.5f s.",
        print.count, print.all, print.longest, ours.count, ours.longest);
}

static void claim_game(study *s, const speed_results *r)
{
    const speed_set *set = &r->set[SPEED_FIRST][1];
    double print = set->tori * mean_time(set, TORI_PRINTED), ours = set->tori * mean_time(set, TORI_TWO),
           ready = set->tori * mean_time(set, TORI_READY);
    study_claim(s, "\"fast enough to be used in a real time application such as a video game\" (section 7)",
                study_if_part(print <= CELLS_REAL_TIME, mean_time(set, TORI_PRINTED) <= CELLS_REAL_TIME),
                "One torus of %u nodes against %u others takes %.3f s in the mean, as printed; that is what "
                "the paper measures. Where all of them move, the printed search needs %.3f s for each "
                "picture, and Farkas %.4f s, or %.4f s with trees that have more levels already.",
                set->nodes, set->tori - 1, mean_time(set, TORI_PRINTED), print, ours, ready);
}

static void claim_nodes(study *s, const speed_results *r)
{
    mean_series print = make_mean_series(r, SPEED_FIRST, TORI_PRINTED),
                ours = make_mean_series(r, SPEED_FIRST, TORI_TWO),
                ready = make_mean_series(r, SPEED_FIRST, TORI_READY),
                all = make_mean_series(r, COMPLETE, TORI_PRINTED);
    study_claim(s, "\"increases slowly with the number of primitives\" (6.2.2, first hits)",
                study_if_part(print.exponent < 0.5, print.exponent < 1),
                "It grows with the power %.2f of the number of nodes as printed, %.2f by Farkas, and %.2f "
                "with trees that have more levels already; that of the complete list with %.2f as printed. "
                "(Slowly: below 0.5; in part: below 1.)",
                print.exponent, ours.exponent, ready.exponent, all.exponent);
}

/* The most of a set divided by the least; with `near`, of searches that hit about as many. */
static double widest_ratio(const speed_set *set, tori_search_kind way, bool near)
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

/* The mean of the half with the most hits, divided by that of the other; way < 0: of the hits themselves. */
static double half_ratio(const speed_set *set, int way)
{
    double sum[2] = {0, 0};
    for (uint32_t i = 0; i < 2 * (set->count / 2); i++) {
        const cells_row *row = &set->row[i % 2 == 0 ? i / 2 : set->count - 1 - i / 2].cells;
        sum[i % 2] += way < 0 ? row->hits : row->seconds[way];
    }
    return sum[1] / (way < 0 ? fmax(sum[0], 1) : sum[0]);
}

static void claim_hits(study *s, const speed_results *r)
{
    const speed_set *set = &r->set[SPREAD][0];
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
                set->tori, set->nodes, set->count, half_ratio(set, -1), ratio, together,
                half_ratio(set, TORI_TWO));
    const speed_set *large = &r->set[SPEED_FIRST][SPEED_SIZES - 1], *small = &r->set[SPEED_FIRST][1];
    double wide = widest_ratio(large, TORI_PRINTED, true);
    study_claim(
        s, "\"can be very different while the numbers of collisions are similar\" (6.2.2, many primitives)",
        study_if(wide >= 2),
        "Of searches among tori of %u nodes whose numbers of hits differ by one at most, one takes %.1f "
        "times as long as another as printed, and %.1f times by Farkas.",
        large->nodes, wide, widest_ratio(large, TORI_TWO, true));
    double few = widest_ratio(small, TORI_PRINTED, false), many = widest_ratio(large, TORI_PRINTED, false);
    study_claim(
        s,
        "\"fairly stable, which we can verify on the graphic in case of 201 primitives per torus\" (6.2.2)",
        study_if_part(few < 2, 2 * few < many),
        "As printed, the longest of %u searches takes %.1f times as long as the shortest among tori of %u "
        "nodes, and %.1f times among those of %u.",
        small->count, few, small->nodes, many, large->nodes);
}

/* The time for ten times as many tori: of 1000 beside 100. */
static double tenfold_ratio(const mean_series *one)
{
    return one->ms[2] / one->ms[0];
}

/* Both claims are about "a given number of collisions": they are judged on searches that hit as many. The one cube stands beside
 * them, where more tori also mean more collisions. */
static void claim_objects(study *s, const speed_results *r)
{
    mean_series print = make_mean_series(r, SPREAD, TORI_PRINTED),
                two = make_mean_series(r, SPREAD, TORI_TWO), ready = make_mean_series(r, SPREAD, TORI_READY);
    mean_series crowd = make_mean_series(r, CROWD, TORI_PRINTED), ours = make_mean_series(r, CROWD, TORI_TWO);
    double last = log(print.ms[3] / print.ms[2]) / log(print.x[3] / print.x[2]);
    study_claim(
        s, "\"Multiply the number of objects by 10 only multiply the average execution time by 2\" (6.2.2)",
        study_if(tenfold_ratio(&print) <= 2),
        "%.0f tori beside %.0f, at equal numbers of hits, of which the paper says it: %.1f times the time as "
        "printed, %.1f by Farkas, %.1f with trees that have more levels already. In one cube, where ten "
        "times as many tori are ten times as dense and one hits ten times as many, it is %.0f times as "
        "printed, %.0f by Farkas.",
        print.x[2], print.x[0], tenfold_ratio(&print), tenfold_ratio(&two), tenfold_ratio(&ready),
        tenfold_ratio(&crowd), tenfold_ratio(&ours));
    study_claim(s, "\"The number of objects seems to have almost no effect on the execution time\" (6.2.2)",
                study_if_part(print.exponent < 0.25, print.exponent < 0.5),
                "\"For a given number of collisions\", as the paper says: at equal numbers of hits the time "
                "grows with the power %.2f of the number of tori as printed, and from %.0f to %.0f tori with "
                "%.2f. By Farkas it is %.2f, with more levels %.2f. (Almost none: below 0.25; in part: below "
                "0.5.) In one cube a torus hits %.0f of %.0f tori, and %.0f of %.0f: the time grows with the "
                "hits, by the power %.2f as printed, %.2f by Farkas.",
                print.exponent, print.x[2], print.x[3], last, two.exponent, ready.exponent,
                mean_time(&r->set[CROWD][0], -1), crowd.x[0], mean_time(&r->set[CROWD][3], -1), crowd.x[3],
                crowd.exponent, ours.exponent);
}

static void report_claims(study *s, const speed_results *r)
{
    study_paragraph(
        s,
        "One torus is searched against all others, which are at random places, of random sizes and turned in "
        "any way. The paper measured on an Intel Core i3-2120 with g++ 4.6, and shows its times as figures "
        "without numbers; its tori are not published. So what is compared is what it says about them.");
    report_tables(s, r);
    if (study_has_files(s) && !r->quick)
        plot_speeds(s, r);
    claim_searches_accurate(s, r);
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
    speed_results *r = bench_allocate(1, sizeof *r);
    bool good = measure_speed(lab, r);
    if (good)
        report_claims(lab->s, r);
    free(r);
    return good;
}
