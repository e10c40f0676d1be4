/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers gjk: the benchmark of GJK in Grulich's thesis (2016), section 7.5, in two parts, and what its section 4.3 says
 * about the search of extreme points.
 *
 * Two objects pass each other, see passing_objects.h: only the narrow phase, on their convex hulls, whose points are placed in each position.
 * The second part is that of gjk_figure.c. In both, the methods must agree in all places. */

#include "pair/measure/measure.h"
#include "papers/gjk.h"

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

enum { GJK_SIZES = 4, GJK_ROUNDS = 5, GJK_FIRST = 250, GJK_FACTOR = 4, POSITIONS = 200 };

static const char *const names[GJK_GROWN] = {
    [GROWN_CLIMB] = "walk of GJK, with artificial edges",
    [GROWN_EDGES] = "walk of GJK, climbing along edges",
    [GROWN_ALL] = "walk of GJK, all vertices",
    [GROWN_GJK] = "gjk, sure",
    [GROWN_EXACT] = "exact",
    [GROWN_PLACE] = "recompute both hulls",
};

/* Whether the walk ends before it has found a direction that separates. */
static bool walk_meets(fk_support_bodies *bodies)
{
    fk_gjk_options options = fk_gjk_options_default();
    fk_gjk_result walk;
    options.enough = 0;
    fk_gjk_distance(bodies, &options, &walk);
    return walk.end != FK_GJK_APART;
}

static bool test_grown(gjk_grown way, fk_support_bodies *bodies, const fk_piece piece[2])
{
    if (way < GROWN_GJK)
        return walk_meets(bodies);
    return gjk_meets(way == GROWN_EXACT ? BY_EXACT : BY_GJK, &piece[0], &piece[1], NULL);
}

/* The least seconds of each position over some rounds, as other programs may take their turn. */
typedef struct least_seconds {
    double test[GROWN_PLACE][POSITIONS], place[POSITIONS];
} least_seconds;

/* One round of all positions; how many meet. */
static uint32_t run_positions(const pass_body body[2], gjk_grown way, least_seconds *seconds)
{
    fk_hull bare = *body[0].hull;
    fk_piece home = fk_hull_piece(body[0].hull);
    uint32_t count = 0;
    bare.shortcut_begin = bare.shortcut = NULL;
    if (way == GROWN_EDGES)
        home.as.hull.hint = &bare;
    else if (way == GROWN_ALL)
        home.as.hull.hint = NULL;
    for (int i = 0; i < POSITIONS; i++) {
        fk_pose pose[2];
        fk_piece piece[2];
        fk_support_bodies bodies;
        pass_place(i * (PASS_POSITIONS / POSITIONS), &pose[0], &pose[1]);
        double start = fk_clock_seconds();
        for (int side = 0; side < 2; side++)
            piece[side] = fk_piece_place(&home, &pose[side], body[side].room);
        seconds->place[i] = fmin(seconds->place[i], fk_clock_seconds() - start);
        fk_support_bodies_init(&bodies, &piece[0], &piece[1]);
        start = fk_clock_seconds();
        count += test_grown(way, &bodies, piece);
        seconds->test[way][i] = fmin(seconds->test[way][i], fk_clock_seconds() - start);
    }
    return count;
}

/* All rounds and ways. False after a message: they differ. */
static bool run_rounds(const pass_body body[2], least_seconds *seconds)
{
    uint32_t count[GROWN_PLACE];
    for (int round = 0; round < GJK_ROUNDS; round++)
        for (int w = 0; w < GROWN_PLACE; w++) {
            count[w] = run_positions(body, (gjk_grown)w, seconds);
            if (count[w] != count[0])
                return papers_trouble("%s differs on hulls of %u vertices; this is a bug in farkas", names[w],
                                      body[0].count);
        }
    return true;
}

/* What a position takes in the mean. False after a message. */
static bool measure_hull_size(const gjk *g, double points, double us[GJK_GROWN])
{
    pass_object box = pass_objects[1][1];
    pass_body body[2];
    least_seconds seconds;
    box.triangles = (uint32_t)(2 * points - 4);
    for (int side = 0; side < 2; side++)
        pass_body_make(g->context, &box, pass_radius(0), &body[side]);
    for (int w = 0; w < GJK_GROWN; w++)
        for (int i = 0; i < POSITIONS; i++)
            *(w == GROWN_PLACE ? &seconds.place[i] : &seconds.test[w][i]) = INFINITY;
    bool good = run_rounds(body, &seconds);
    for (int w = 0; w < GJK_GROWN; w++) {
        us[w] = 0;
        for (int i = 0; i < POSITIONS; i++)
            us[w] += 1e6 / POSITIONS * (w == GROWN_PLACE ? seconds.place[i] : seconds.test[w][i]);
    }
    for (int side = 0; side < 2; side++)
        pass_body_end(g->context, &body[side]);
    return good;
}

static void plot_hull_growth(const gjk *g, const double points[GJK_SIZES], double us[GJK_GROWN][GJK_SIZES])
{
    plot_series series[GJK_GROWN];
    for (int w = 0; w < GJK_GROWN; w++)
        series[w] = (plot_series){names[w], GJK_SIZES, points, us[w], .is_ours = true};
    study_draw(g->s, "growth", .title = "Two hulls: time by their size", .x_title = "vertices of a hull",
               .y_title = "time, µs", .x_log = true, .y_log = true, .series = series, .count = GJK_GROWN);
}

static bool gjk_growth(gjk *g)
{
    double points[GJK_SIZES], us[GJK_GROWN][GJK_SIZES], row[GJK_GROWN];
    study_table(
        g->s, "growth", "Two rounded boxes of more and more vertices; the time of a position",
        "vertices\n"
        "walk of GJK, µs: artificial edges|walk_us|2t; edges|walk_edges_us|2t; all vertices|walk_all_us|2t\n"
        "sure, µs: gjk|gjk_us|2t; exact|exact_us|2t\n"
        "recompute, µs|recompute_us|2t");
    for (int i = 0; i < GJK_SIZES; i++) {
        points[i] = GJK_FIRST * pow(GJK_FACTOR, i);
        if (!measure_hull_size(g, points[i], row))
            return false;
        study_number(g->s, points[i]);
        for (int w = 0; w < GJK_GROWN; w++) {
            us[w][i] = g->growth.largest_us[w] = row[w];
            study_number(g->s, row[w]);
        }
    }
    g->growth.points = points[GJK_SIZES - 1];
    for (int w = 0; w < GJK_GROWN; w++)
        g->growth.exponent[w] = growth_exponent(points, us[w], GJK_SIZES);
    if (study_has_files(g->s))
        plot_hull_growth(g, points, us);
    return true;
}

static void gjk_explain_differences(const gjk *g)
{
    const pass_row *printed = pass_printed_gjk;
    study_paragraph(
        g->s,
        "The objects are those of the experiment bv, which are not those of the thesis: so hulls meet "
        "in %.2f and %.2f %% of the positions here, and in %.2f and %.2f %% there, of which the second "
        "cannot be right (see below).",
        g->row[0][BY_GJK].positives, g->row[1][BY_GJK].positives, printed[0].positives, printed[1].positives);
    study_paragraph(
        g->s,
        "Totals of the thesis hold the drawing: tests and recomputation of both objects are %.0f and "
        "%.0f of its %.0f and %.0f ms.",
        PASS_POSITIONS * (printed[0].test_us + 2 * printed[0].recompute_us) / 1e3,
        PASS_POSITIONS * (printed[1].test_us + 2 * printed[1].recompute_us) / 1e3, printed[0].total_ms,
        printed[1].total_ms);
    if (!g->lab->quick)
        study_paragraph(
            g->s,
            "A test by GJK takes %.0f and %.0f %% of the time that the thesis prints, to place the "
            "points of a hull %.0f and %.0f %%: another machine, and other hulls.",
            100 * g->row[0][BY_GJK].test_us / printed[0].test_us,
            100 * g->row[1][BY_GJK].test_us / printed[1].test_us,
            100 * g->row[0][BY_GJK].recompute_us / printed[0].recompute_us,
            100 * g->row[1][BY_GJK].recompute_us / printed[1].recompute_us);
}

void gjk_explain_figure_differences(const gjk *g)
{
    const gjk_figure_row(*row)[FIGURE_METHODS] = g->figure.row;
    study_paragraph(
        g->s, "The figure of the thesis is a model of a game, which we may not pass on, and the ways of its "
              "boxes are not told: ours is a knot, and the ways are such that the rates come near.");
    if (g->lab->quick)
        return;
    study_paragraph(
        g->s,
        "Here, too, the totals of the thesis hold the drawing, and its times to load the reading of "
        "files. A test of a box takes %.0f %% of its time with the hull, %.0f %% with the pieces.",
        100 * row[AS_HULL][BY_GJK].test_us / gjk_printed_figure[AS_HULL].test_us,
        100 * row[AS_PIECES][BY_GJK].test_us / gjk_printed_figure[AS_PIECES].test_us);
    study_paragraph(g->s, "Neither counts the decomposition itself, which took %.1f s here.",
                    g->figure.split_seconds);
}

/* ---- Claims on two objects that pass ------------------------------------------------------------------- */

static void claim_accuracy(const gjk *g)
{
    bool holds = true;
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        for (int k = PASS_SPHERE; k <= PASS_AABB; k++)
            holds = holds && g->row[pair][BY_GJK].positives < g->volume[pair][k].positives;
    study_claim(g->s,
                "\"The rate of returned positives is lower then while using simple bounding volume so the "
                "test is more accurate\" (7.5)",
                study_if(holds),
                "Hulls meet in %.2f and %.2f %% of the positions, the next best, OBBs, in %.2f and %.2f %%.",
                g->row[0][BY_GJK].positives, g->row[1][BY_GJK].positives, g->volume[0][PASS_OBB].positives,
                g->volume[1][PASS_OBB].positives);
}

/* Hulls lie in their oriented boxes, whatever the objects are: a finding about the thesis' own numbers, no claim of it. */
static void explain_contradiction(const gjk *g)
{
    study_paragraph(
        g->s,
        "The tables of the thesis contradict each other: the hulls of O3 and O4 meet in %.2f %% of the "
        "positions (7.5), the oriented boxes around them in %.2f %% (7.2). But where hulls meet, so do the "
        "boxes around them, so one of the two numbers is wrong. Here the boxes meet in %.2f %%, the hulls in "
        "%.2f %%, and of the %u positions in which hulls meet, the boxes are apart in %u.",
        pass_printed_gjk[1].positives, pass_printed[1][PASS_OBB].positives, g->volume[1][PASS_OBB].positives,
        g->row[1][BY_GJK].positives, g->row[1][BY_GJK].meets, g->volume[1][PASS_OBB].missed);
}

static void claim_agreement(const gjk *g)
{
    study_claim(g->s, "GJK tells whether two hulls intersect (4.3)", STUDY_HOLDS,
                "In all %d positions, and in all %d tests of boxes and the figure's hulls, it says what the "
                "exact verdict says.",
                PASS_PAIRS * g->positions, 10 * g->positions);
}

static void claim_expense(const gjk *g)
{
    double ratio[PASS_PAIRS], exact[PASS_PAIRS], printed[PASS_PAIRS];
    for (int pair = 0; pair < PASS_PAIRS; pair++) {
        ratio[pair] = g->row[pair][BY_GJK].test_us / g->volume[pair][PASS_OBB].test_us;
        exact[pair] = g->row[pair][BY_EXACT].test_us / g->volume[pair][PASS_OBB].test_us;
        printed[pair] = pass_printed_gjk[pair].test_us / pass_printed[pair][PASS_OBB].test_us;
    }
    study_claim(g->s, "\"The test is the most accurate, but also the most expensive\" (8)",
                study_if(ratio[0] > 1 && ratio[1] > 1),
                "A test by GJK takes %.0f and %.0f times as long as one of OBBs, by the exact verdict %.0f "
                "and %.0f times; in the thesis GJK takes %.1f and %.1f times as long.",
                ratio[0], ratio[1], exact[0], exact[1], printed[0], printed[1]);
}

/* The table compares hulls that are not ours, so this is no claim that could be judged here. */
static void explain_hull_update(const gjk *g)
{
    const pass_row *one = &g->row[0][BY_GJK], *two = &g->row[1][BY_GJK];
    study_paragraph(
        g->s,
        "In the table of the thesis recomputing takes longer than testing (7.5). Here both hulls are "
        "placed in %.2f and %.2f µs; GJK takes %.2f and %.2f µs, the exact verdict %.2f and %.2f µs.",
        2 * one->recompute_us, 2 * two->recompute_us, one->test_us, two->test_us, g->row[0][BY_EXACT].test_us,
        g->row[1][BY_EXACT].test_us);
}

static void claim_distance(const gjk *g)
{
    double yes = g->row[0][BY_EXACT].test_us + g->row[1][BY_EXACT].test_us,
           far = g->row[0][BY_DISTANCE].test_us + g->row[1][BY_DISTANCE].test_us;
    study_claim(
        g->s,
        "\"it's not necessary to compute exact distance between objects, which is the most expensive "
        "operation\" (6)",
        study_if(yes < far),
        "The exact verdict takes %.2f µs in the mean of both pairs, GJK %.2f µs, the distance %.2f µs.",
        yes / 2, (g->row[0][BY_GJK].test_us + g->row[1][BY_GJK].test_us) / 2, far / 2);
}

static void claim_climbing(const gjk *g)
{
    const double *e = g->growth.exponent, *us = g->growth.largest_us;
    study_claim(g->s,
                "\"Time complexity is O(n), linear, which is unsuitable for real-time operations\", of all "
                "vertices, against \"simple hill climbing\" (4.3)",
                study_if(e[GROWN_ALL] > e[GROWN_CLIMB] + 0.25 && us[GROWN_CLIMB] < us[GROWN_ALL]),
                "The walk of GJK grows with the vertices to the power of %.2f with all of them, of %.2f with "
                "climbing; on hulls of %.0f vertices it takes %.1f and %.1f µs.",
                e[GROWN_ALL], e[GROWN_CLIMB], g->growth.points, us[GROWN_ALL], us[GROWN_CLIMB]);
    study_claim(g->s, "\"convergence to resulting vertex will be much faster\" with artificial edges (4.3)",
                study_if_part(us[GROWN_CLIMB] < 0.67 * us[GROWN_EDGES], us[GROWN_CLIMB] < us[GROWN_EDGES]),
                "On hulls of %.0f vertices the walk takes %.1f µs with them and %.1f µs along the edges "
                "alone; it grows to the power of %.2f and %.2f.",
                g->growth.points, us[GROWN_CLIMB], us[GROWN_EDGES], e[GROWN_CLIMB], e[GROWN_EDGES]);
}

static void explain_certainty(const gjk *g)
{
    const double *e = g->growth.exponent, *us = g->growth.largest_us;
    study_paragraph(
        g->s,
        "To be sure of its answer, what Farkas calls gjk looks at all points, so it grows to the power "
        "of %.2f; the exact verdict to that of %.2f. Placing the points grows to the power of %.2f: on "
        "hulls of %.0f vertices it takes %.1f µs, the exact verdict %.1f µs.",
        e[GROWN_GJK], e[GROWN_EXACT], e[GROWN_PLACE], g->growth.points, us[GROWN_PLACE], us[GROWN_EXACT]);
}

/* ---- Claims on the figure ------------------------------------------------------------------------------ */

static void claim_precision(const gjk *g)
{
    double hull = g->figure.row[AS_HULL][BY_EXACT].positives,
           pieces = g->figure.row[AS_PIECES][BY_EXACT].positives,
           mesh = g->figure.row[AS_MESH][BY_EXACT].positives;
    study_claim(
        g->s, "\"The precision difference is significant\" (7.4, of one hull and of decomposed parts)",
        study_if(hull - mesh > 2 * (pieces - mesh)),
        "Of the boxes that meet the hull, %.1f %% do not meet the figure itself; of those that meet its %u "
        "pieces, %.1f %%. In the thesis the rate falls from %.1f to %.1f %%, here from %.2f to %.2f %%, and "
        "the truth is %.2f %%.",
        100 * (hull - mesh) / hull, g->figure.parts[AS_PIECES], 100 * (pieces - mesh) / pieces,
        gjk_printed_figure[AS_HULL].positives, gjk_printed_figure[AS_PIECES].positives, hull, pieces, mesh);
}

static void explain_space(const gjk *g)
{
    const double *content = g->figure.content;
    double hull = content[AS_HULL] / content[AS_MESH], pieces = content[AS_PIECES] / content[AS_MESH];
    study_paragraph(g->s, "The hull has %.2f times the volume of the figure, the pieces together %.2f times.",
                    hull, pieces);
}

static void explain_first_phase(const gjk *g)
{
    double hull = g->figure.row[AS_HULL][BY_GJK].narrow, pieces = g->figure.row[AS_PIECES][BY_GJK].narrow;
    study_paragraph(
        g->s,
        "Behind OBBs, GJK is launched for %.1f %% of the boxes against the hull, and %.1f times per "
        "hundred boxes against the pieces.",
        100 * hull, 100 * pieces);
}

static void claim_more_tests(const gjk *g)
{
    const gjk_figure_row *hull = &g->figure.row[AS_HULL][BY_GJK], *pieces = &g->figure.row[AS_PIECES][BY_GJK];
    const char *claim =
        "\"computational time and number of pairwise tests increase\" with decomposed parts (7.4)";
    if (g->lab->quick)
        study_claim(g->s, claim, study_if(pieces->obb_tests > hull->obb_tests),
                    "A box takes %.2f tests of OBBs instead of %.2f, and %.3f of hulls instead of %.3f.",
                    pieces->obb_tests, hull->obb_tests, pieces->narrow, hull->narrow);
    else
        study_claim(
            g->s, claim, study_if(pieces->obb_tests > hull->obb_tests && pieces->test_us > hull->test_us),
            "A box takes %.2f tests of OBBs instead of %.2f, but %.3f of hulls instead of %.3f, as fewer are "
            "hit; that is %.2f times the time of one hull, in the thesis %.2f times. The mesh itself takes "
            "%.2f times.",
            pieces->obb_tests, hull->obb_tests, pieces->narrow, hull->narrow, pieces->test_us / hull->test_us,
            gjk_printed_figure[AS_PIECES].test_us / gjk_printed_figure[AS_HULL].test_us,
            g->figure.row[AS_MESH][BY_EXACT].test_us / hull->test_us);
}

static void explain_loading(const gjk *g)
{
    double hull = g->figure.row[AS_HULL][BY_GJK].load_ms, pieces = g->figure.row[AS_PIECES][BY_GJK].load_ms;
    study_paragraph(
        g->s,
        "In the table of the thesis the decomposed model is loaded in %.0f ms, the whole one in %.0f ms "
        "(7.5), files included. Here hulls and OBBs of the pieces are built in %.2f ms, those of the "
        "whole in %.2f ms.",
        gjk_printed_figure[AS_PIECES].load_ms, gjk_printed_figure[AS_HULL].load_ms, pieces, hull);
}

static void gjk_claims(const gjk *g)
{
    bool quick = g->lab->quick;
    if (!quick)
        explain_certainty(g);
    claim_accuracy(g);
    explain_contradiction(g);
    claim_agreement(g);
    if (!quick) {
        claim_expense(g);
        explain_hull_update(g);
        claim_distance(g);
        claim_climbing(g);
    }
    claim_precision(g);
    explain_space(g);
    explain_first_phase(g);
    claim_more_tests(g);
    if (!quick)
        explain_loading(g);
}

/* ---- Two objects that pass each other ------------------------------------------------------------------- */

typedef struct hull_test {
    gjk_method method;
    fk_pair_cache cache;
} hull_test;

static bool test_hulls(const fk_piece *a, const fk_piece *b, void *user)
{
    hull_test *of = user;
    return gjk_meets(of->method, a, b, &of->cache);
}

/* False after a message: the method differs from the exact verdict. */
static bool measure_method(pass_sequence *way, gjk_method m, pass_row *out)
{
    static bool met[PASS_POSITIONS];
    hull_test user = {m, {0}};
    *out = pass_test_hulls(way, test_hulls, &user, met);
    for (int i = 0; i < way->count; i++)
        if (met[i] != way->truth[i])
            return papers_trouble("%s and exact differ in position %d of %s; this is a bug in farkas",
                                  gjk_methods[m], i + 1, pass_pairs[way->pair]);
    return true;
}

static bool run_hull_pair(gjk *g, pass_sequence *way, int pair)
{
    pass_sequence_load(way, pair);
    pass_find_truth(way);
    for (int m = 0; m < GJK_METHODS; m++)
        if (!measure_method(way, (gjk_method)m, &g->row[pair][m]))
            return false;
    for (int k = PASS_SPHERE; k <= PASS_AABB; k++)
        g->volume[pair][k] = pass_test_volumes(way, (pass_volume_kind)k);
    return true;
}

/* ---- Tables and plots ----------------------------------------------------------------------------------- */

static void report_hulls(const gjk *g, int pair)
{
    static const char *const table[PASS_PAIRS] = {"o1-o2", "o3-o4"};
    const pass_object *o = pass_objects[pair];
    char title[160];
    snprintf(title, sizeof title, "Hulls of O%d %s and O%d %s; %d positions; below, volumes around them",
             2 * pair + 1, o[0].name, 2 * pair + 2, o[1].name, g->positions);
    study_table(g->s, table[pair], title,
                "by||w\n"
                "total, ms: Farkas|farkas_total_ms|1t; thesis|thesis_total_ms\n"
                "a test, µs: Farkas|farkas_test_us|3t; thesis|thesis_test_us|2\n"
                "positives, %: Farkas|farkas_positives_percent|2; thesis|thesis_positives_percent|2\n"
                "to recompute, µs: Farkas|farkas_recompute_us|3t; thesis|thesis_recompute_us|2");
    for (int m = 0; m < GJK_METHODS; m++)
        pass_put_row(g->s, gjk_methods[m], &g->row[pair][m], m == BY_GJK ? &pass_printed_gjk[pair] : NULL,
                     false);
    for (int k = PASS_SPHERE; k <= PASS_AABB; k++)
        pass_put_row(g->s, pass_kinds[k].name, &g->volume[pair][k], &pass_printed[pair][k], false);
}

/* Bars: what a position costs, both hulls placed and tested. */
static void plot_hull_times(const gjk *g)
{
    enum { GJK_BARS = PASS_PAIRS * (GJK_METHODS + 1) };
    char text[GJK_BARS][32];
    const char *label[GJK_BARS];
    double test[GJK_BARS], place[GJK_BARS];
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
    plot_series series[] = {{"recompute both hulls", GJK_BARS, .y = place, .is_ours = true},
                            {"test", GJK_BARS, .y = test, .is_ours = true}};
    study_draw(g->s, "times", .title = "Two hulls in a position: time by method", .y_title = "time, µs",
               .series = series, .count = 2, .label = label, .labels = GJK_BARS, .is_stacked = true);
}

static bool run_pairs(gjk *g)
{
    pass_sequence *way = pass_sequence_begin(g->lab);
    g->positions = way->count;
    bool good = run_hull_pair(g, way, 0) && run_hull_pair(g, way, 1);
    pass_sequence_end(way);
    if (!good)
        return false;
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        report_hulls(g, pair);
    gjk_explain_differences(g);
    if (study_has_files(g->s) && !g->lab->quick)
        plot_hull_times(g);
    return true;
}

bool papers_gjk(const papers_lab *lab)
{
    gjk g = {.lab = lab, .s = lab->s, .context = lab->context};
    bool good = run_pairs(&g) && gjk_figure(&g) && (lab->quick || gjk_growth(&g));
    if (good)
        gjk_claims(&g);
    return good;
}
