/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers gjk: the benchmark of GJK in Grulich's thesis (2016), section 7.5, in two parts, and what its section 4.3 says
 * about the search of extreme points.
 *
 * Two objects pass each other, see papers_pass.h: only the narrow phase, on their convex hulls, whose points are placed in each position.
 * The second part is that of papers_gjk_figure.c. In both, the methods must agree in all places. */

#include "papers/papers_gjk.h"

#include <math.h>

/* ---- Methods ------------------------------------------------------------------------------------------- */

const char *const gjk_methods[GJK_METHODS] = {"gjk", "exact", "exact warm", "distance"};

bool gjk_meets(gjk_method m, const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    fk_pair_query query = {a, b, FK_METHOD_GJK, 0, NULL};
    fk_answer answer;
    fk_distance distance;
    switch (m) {
    case BY_EXACT:
        return fk_pair_verdict(a, b) != FK_APART;
    case BY_WARM:
        return fk_pair_verdict_warm(a, b, cache) != FK_APART;
    case BY_DISTANCE:
        return fk_pair_distance(a, b, NULL, &distance) != FK_OK || distance.distance.hi == 0;
    default:
        return fk_pair_answer(&query, &answer) != FK_OK || answer.verdict != FK_APART;
    }
}

/* ---- Two objects that pass each other ------------------------------------------------------------------- */

/* False after a message: the method differs from the exact verdict. */
static bool measure_method(pass_way *way, gjk_method m, pass_row *out)
{
    fk_piece a = fk_hull_piece(way->body[0].hull), b = fk_hull_piece(way->body[1].hull);
    fk_pair_cache cache = {0};
    double places = 0, tests = 0;
    *out = (pass_row){0};
    for (int i = 0; i < way->count; i++) {
        double start = fk_clock_seconds();
        fk_piece placed_a = fk_piece_place(&a, &way->pose[0][i], way->body[0].room);
        fk_piece placed_b = fk_piece_place(&b, &way->pose[1][i], way->body[1].room);
        double middle = fk_clock_seconds();
        bool meets = gjk_meets(m, &placed_a, &placed_b, &cache);
        tests += fk_clock_seconds() - middle;
        places += middle - start;
        out->meets += meets;
        if (meets != way->truth[i]) {
            cli_trouble("%s and exact differ in position %d of %s; this is a bug in farkas", gjk_methods[m],
                        i + 1, pass_pairs[way->pair]);
            return false;
        }
    }
    out->total_ms = (places + tests) * 1e3;
    out->test_us = tests * 1e6 / way->count;
    out->positives = 100.0 * out->meets / way->count;
    out->recompute_us = places * 1e6 / (2 * way->count);
    return true;
}

static bool run_pair(gjk *g, pass_way *way, int pair)
{
    if (!pass_way_load(way, pair))
        return false;
    pass_way_truth(way);
    for (int m = 0; m < GJK_METHODS; m++)
        if (!measure_method(way, (gjk_method)m, &g->row[pair][m]))
            return false;
    for (int k = PASS_SPHERE; k <= PASS_AABB; k++)
        if (!pass_way_volume(way, (pass_kind)k, &g->volume[pair][k]))
            return false;
    return true;
}

/* ---- Tables and plots ----------------------------------------------------------------------------------- */

static void put_row(study *s, const char *name, const pass_row *ours, const pass_row *theirs)
{
    study_words(s, "%s", name);
    pass_both(s, ours->total_ms, theirs->total_ms);
    pass_both(s, ours->test_us, theirs->test_us);
    pass_both(s, ours->positives, theirs->positives);
    pass_both(s, ours->recompute_us, theirs->recompute_us);
}

static void put_table(const gjk *g, int pair)
{
    static const char *const names[PASS_PAIRS] = {"o1-o2", "o3-o4"};
    const pass_object *o = pass_objects[pair];
    const pass_row none = {0};
    char title[160];
    snprintf(title, sizeof title, "Hulls of O%d %s and O%d %s; %d positions; below, volumes around them",
             2 * pair + 1, o[0].name, 2 * pair + 2, o[1].name, g->positions);
    study_table(g->s, names[pair], title,
                "by||w\n"
                "total, ms: Farkas|farkas_total_ms|1t; thesis|thesis_total_ms\n"
                "a test, µs: Farkas|farkas_test_us|3t; thesis|thesis_test_us|2\n"
                "positives, %: Farkas|farkas_positives_percent|2; thesis|thesis_positives_percent|2\n"
                "to recompute, µs: Farkas|farkas_recompute_us|3t; thesis|thesis_recompute_us|2");
    for (int m = 0; m < GJK_METHODS; m++)
        put_row(g->s, gjk_methods[m], &g->row[pair][m], m == BY_GJK ? &pass_printed_gjk[pair] : &none);
    for (int k = PASS_SPHERE; k <= PASS_AABB; k++)
        put_row(g->s, pass_kinds[k].name, &g->volume[pair][k], &pass_printed[pair][k]);
}

/* Bars: what a position costs, both hulls placed and tested. */
static void plot_times(const gjk *g)
{
    enum { BARS = PASS_PAIRS * (GJK_METHODS + 1) };
    char text[BARS][32];
    const char *label[BARS];
    double test[BARS], place[BARS];
    int count = 0;
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        for (int m = -1; m < GJK_METHODS; m++, count++) {
            const pass_row *row = m < 0 ? &pass_printed_gjk[pair] : &g->row[pair][m];
            snprintf(text[count], sizeof text[count], "%s %s", m < 0 ? "thesis" : gjk_methods[m],
                     pair == 0 ? "O1 O2" : "O3 O4");
            label[count] = text[count];
            test[count] = row->test_us;
            place[count] = 2 * row->recompute_us;
        }
    plot_series series[] = {{.name = "recompute both hulls", .count = BARS, .y = place, .is_ours = true},
                            {.name = "test", .count = BARS, .y = test, .is_ours = true}};
    study_draw(g->s, "times", .title = "Two hulls in a position: time by method", .y_title = "time, µs",
               .series = series, .count = 2, .label = label, .labels = BARS, .is_stacked = true);
}

/* ---- Run ------------------------------------------------------------------------------------------------ */

static bool run_pairs(gjk *g)
{
    pass_way *way = pass_way_begin(g->context, g->settings);
    g->positions = way->count;
    bool good = run_pair(g, way, 0) && run_pair(g, way, 1);
    pass_way_end(way);
    if (!good)
        return false;
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        put_table(g, pair);
    gjk_say_differences(g);
    if (study_has_files(g->s) && !g->settings->quick)
        plot_times(g);
    return true;
}

int papers_gjk(const papers_settings *settings, study *s)
{
    gjk g = {.s = s, .settings = settings, .context = cli_context_create()};
    if (g.context == NULL)
        return CLI_TROUBLE;
    bool good = run_pairs(&g) && gjk_figure(&g) && (settings->quick || gjk_growth(&g));
    if (good)
        gjk_claims(&g);
    fk_context_destroy(g.context);
    return good ? CLI_OK : CLI_TROUBLE;
}
