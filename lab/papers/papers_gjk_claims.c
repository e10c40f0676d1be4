/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers gjk: what differs from the thesis, and which of its claims hold. */

#include "papers/papers_gjk.h"

#include <math.h>

/* ---- Differences --------------------------------------------------------------------------------------- */

void gjk_say_differences(const gjk *g)
{
    const pass_row *printed = pass_printed_gjk;
    study_say(g->s,
              "The objects are those of the experiment bv, which are not those of the thesis: so hulls meet "
              "in %.2f and %.2f %% of the positions here, and in %.2f and %.2f %% there, of which the second "
              "cannot be right (see the claims).",
              g->row[0][BY_GJK].positives, g->row[1][BY_GJK].positives, printed[0].positives,
              printed[1].positives);
    study_say(g->s,
              "Totals of the thesis hold the drawing: tests and recomputation of both objects are %.0f and "
              "%.0f of its %.0f and %.0f ms.",
              PASS_POSITIONS * (printed[0].test_us + 2 * printed[0].recompute_us) / 1e3,
              PASS_POSITIONS * (printed[1].test_us + 2 * printed[1].recompute_us) / 1e3, printed[0].total_ms,
              printed[1].total_ms);
    if (!g->settings->quick)
        study_say(g->s,
                  "A test by GJK takes %.0f and %.0f %% of the time that the thesis prints, to place the "
                  "points of a hull %.0f and %.0f %%: another machine, and other hulls.",
                  100 * g->row[0][BY_GJK].test_us / printed[0].test_us,
                  100 * g->row[1][BY_GJK].test_us / printed[1].test_us,
                  100 * g->row[0][BY_GJK].recompute_us / printed[0].recompute_us,
                  100 * g->row[1][BY_GJK].recompute_us / printed[1].recompute_us);
}

void gjk_say_figure_differences(const gjk *g)
{
    const gjk_figure_row(*row)[FIGURE_METHODS] = g->figure.row;
    study_say(g->s,
              "The figure of the thesis is a model of a game, which we may not pass on, and the ways of its "
              "boxes are not told: ours is a knot, and the ways are such that the rates come near.");
    if (g->settings->quick)
        return;
    study_say(g->s,
              "Here, too, the totals of the thesis hold the drawing, and its times to load the reading of "
              "files. A test of a box takes %.0f %% of its time with the hull, %.0f %% with the pieces.",
              100 * row[AS_HULL][BY_GJK].test_us / gjk_printed_figure[AS_HULL].test_us,
              100 * row[AS_PIECES][BY_GJK].test_us / gjk_printed_figure[AS_PIECES].test_us);
    study_say(g->s, "Neither counts the decomposition itself, which took %.1f s here.",
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

/* Hulls lie in their oriented boxes, whatever the objects are. */
static void claim_contradiction(const gjk *g)
{
    double hulls = pass_printed_gjk[1].positives, boxes = pass_printed[1][PASS_OBB].positives;
    study_claim(
        g->s, "By its table, the hulls of O3 and O4 meet in 18.45 % of the positions (7.5)",
        study_if(hulls <= boxes),
        "By the thesis, the oriented boxes around them meet in %.2f %% (7.2); but where hulls meet, so do "
        "the boxes around them: one of the two numbers is wrong. Here the boxes meet in %.2f %%, the hulls "
        "in %.2f %%, and of the %u positions in which hulls meet, the boxes are apart in %u.",
        boxes, g->volume[1][PASS_OBB].positives, g->row[1][BY_GJK].positives, g->row[1][BY_GJK].meets,
        g->volume[1][PASS_OBB].missed);
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

static void claim_recompute(const gjk *g)
{
    const pass_row *one = &g->row[0][BY_GJK], *two = &g->row[1][BY_GJK];
    int one_hull = (one->recompute_us > one->test_us) + (two->recompute_us > two->test_us);
    int both = (2 * one->recompute_us > one->test_us) + (2 * two->recompute_us > two->test_us);
    study_claim(g->s, "By its table, recomputing takes longer than testing (7.5)",
                study_if_part(one_hull == 2, both > 0),
                "Both hulls are placed in %.2f and %.2f µs; GJK takes %.2f and %.2f µs, the exact verdict "
                "%.2f and %.2f µs. Whether the thesis means one hull or both, it does not say; of one it is "
                "half. (It holds where one takes longer than GJK.)",
                2 * one->recompute_us, 2 * two->recompute_us, one->test_us, two->test_us,
                g->row[0][BY_EXACT].test_us, g->row[1][BY_EXACT].test_us);
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

/* ---- Claims on hulls of more vertices ------------------------------------------------------------------ */

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

static void say_sure(const gjk *g)
{
    const double *e = g->growth.exponent, *us = g->growth.largest_us;
    study_say(g->s,
              "To be sure of its answer, what Farkas calls gjk looks at all points, so it grows to the power "
              "of %.2f; the exact verdict to that of %.2f. Placing the points grows to the power of %.2f: on "
              "hulls of %.0f vertices it takes %.1f µs, the exact verdict %.1f µs.",
              e[GROWN_GJK], e[GROWN_EXACT], e[GROWN_PLACE], g->growth.points, us[GROWN_PLACE],
              us[GROWN_EXACT]);
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

static void say_space(const gjk *g)
{
    const double *content = g->figure.content;
    double hull = content[AS_HULL] / content[AS_MESH], pieces = content[AS_PIECES] / content[AS_MESH];
    study_say(g->s, "The hull has %.2f times the volume of the figure, the pieces together %.2f times.", hull,
              pieces);
}

static void say_first_phase(const gjk *g)
{
    double hull = g->figure.row[AS_HULL][BY_GJK].narrow, pieces = g->figure.row[AS_PIECES][BY_GJK].narrow;
    study_say(g->s,
              "Behind OBBs, GJK is launched for %.1f %% of the boxes against the hull, and %.1f times per "
              "hundred boxes against the pieces.",
              100 * hull, 100 * pieces);
}

static void claim_more_tests(const gjk *g)
{
    const gjk_figure_row *hull = &g->figure.row[AS_HULL][BY_GJK], *pieces = &g->figure.row[AS_PIECES][BY_GJK];
    const char *claim =
        "\"computational time and number of pairwise tests increase\" with decomposed parts (7.4)";
    if (g->settings->quick)
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

static void claim_loading(const gjk *g)
{
    double hull = g->figure.row[AS_HULL][BY_GJK].load_ms, pieces = g->figure.row[AS_PIECES][BY_GJK].load_ms;
    study_claim(g->s, "By its table, the decomposed model is loaded in half the time (7.5)",
                study_if(pieces < hull),
                "Hulls and OBBs of the pieces are built in %.2f ms, those of the whole in %.2f ms; in the "
                "thesis loading takes %.0f and %.0f ms.",
                pieces, hull, gjk_printed_figure[AS_PIECES].load_ms, gjk_printed_figure[AS_HULL].load_ms);
}

void gjk_claims(const gjk *g)
{
    bool quick = g->settings->quick;
    if (!quick)
        say_sure(g);
    claim_accuracy(g);
    claim_contradiction(g);
    claim_agreement(g);
    if (!quick) {
        claim_expense(g);
        claim_recompute(g);
        claim_distance(g);
        claim_climbing(g);
    }
    claim_precision(g);
    say_space(g);
    say_first_phase(g);
    claim_more_tests(g);
    if (!quick)
        claim_loading(g);
}
