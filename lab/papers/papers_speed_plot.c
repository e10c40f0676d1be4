/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The plots of `farkas papers fm-speed`: the three figures of section 6.2.2, with the search of Farkas beside the printed
 * one, and how times grow. */

#include "papers/papers_speed.h"

#include <math.h>
#include <stdio.h>

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

void papers_speed_plot(study *s, const speed_results *r)
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
