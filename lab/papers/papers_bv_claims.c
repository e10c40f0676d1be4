/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers bv: what differs from the thesis, what a first test is worth, and which of its claims hold. */

#include "papers/papers_bv.h"

#include <math.h>

enum { SIMPLE = PASS_AABB + 1 }; /* sphere, OBB and AABB, the volumes of the thesis */

/* The mean of both pairs. */
static double mean_test_ns(const bv *b, pass_kind k)
{
    return 1e3 * (b->row[0][k].test_us + b->row[1][k].test_us) / 2;
}

static double mean_place_ns(const bv *b, pass_kind k)
{
    return 1e3 * (b->row[0][k].recompute_us + b->row[1][k].recompute_us) / 2;
}

/* ---- Differences --------------------------------------------------------------------------------------- */

void bv_say_differences(const bv *b)
{
    const pass_row *one = b->row[0], *two = b->row[1];
    const pass_row *sphere = &pass_printed[0][PASS_SPHERE];
    study_say(b->s,
              "The objects of the thesis are not published. Ours have as many triangles, and such sizes that "
              "their balls meet as often as there. Oriented boxes meet in %.2f and %.2f %% of the positions, "
              "against %.2f and %.2f %%: other shapes.",
              one[PASS_OBB].positives, two[PASS_OBB].positives, pass_printed[0][PASS_OBB].positives,
              pass_printed[1][PASS_OBB].positives);
    study_say(b->s,
              "Boxes along the axes meet in %.2f and %.2f %%, against %.2f and %.2f %%: ours are made of the "
              "box before it was turned, which fits worse the more it turns; made of all points, they meet "
              "in %.2f and %.2f %%.",
              one[PASS_AABB].positives, two[PASS_AABB].positives, pass_printed[0][PASS_AABB].positives,
              pass_printed[1][PASS_AABB].positives, one[PASS_AABB_TIGHT].positives,
              two[PASS_AABB_TIGHT].positives);
    study_say(b->s,
              "Totals of the thesis hold the drawing of each position: %d tests of %.2f µs are %.0f of its "
              "%.0f ms for spheres. Ours hold placing and testing alone.",
              PASS_POSITIONS, sphere->test_us, PASS_POSITIONS * sphere->test_us / 1e3, sphere->total_ms);
    study_say(b->s,
              "Bytes are those of doubles here; those of the thesis fit no type of number (see the claims).");
    if (!b->is_quick)
        study_say(b->s,
                  "A test of spheres is %.0f times as quick as in the thesis, one of oriented boxes %.0f "
                  "times, one of boxes along the axes %.0f times: another machine, and many tests between "
                  "two looks at the clock instead of a profiler's look at each.",
                  1e3 * sphere->test_us / mean_test_ns(b, PASS_SPHERE),
                  1e3 * pass_printed[0][PASS_OBB].test_us / mean_test_ns(b, PASS_OBB),
                  1e3 * pass_printed[0][PASS_AABB].test_us / mean_test_ns(b, PASS_AABB));
}

/* ---- As first test ------------------------------------------------------------------------------------- */

/* Of a position, in microseconds: both volumes are placed and tested; where they meet, the hulls are, too. */
static double cost(const bv *b, int pair, pass_kind k)
{
    const pass_row *row = &b->row[pair][k], *exact = &b->exact[pair];
    return 2 * row->recompute_us + row->test_us +
           row->positives / 100 * (2 * exact->recompute_us + exact->test_us);
}

static double cost_without(const bv *b, int pair)
{
    return 2 * b->exact[pair].recompute_us + b->exact[pair].test_us;
}

void bv_first_test(const bv *b)
{
    study_table(b->s, "first-test",
                "Each volume as first test: where it meets, hulls are placed and tested exactly",
                "first test|volume|w\n"
                "a position, µs: O1, O2|o1_o2_us|3t; O3, O4|o3_o4_us|3t");
    for (int k = 0; k <= PASS_KINDS; k++) {
        if (k == PASS_AABB_PRINTED)
            continue;
        study_words(b->s, "%s", k < PASS_KINDS ? pass_kinds[k].name : "none");
        for (int pair = 0; pair < PASS_PAIRS; pair++)
            study_number(b->s, k < PASS_KINDS ? cost(b, pair, (pass_kind)k) : cost_without(b, pair));
    }
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

static void claim_fit(const bv *b)
{
    bool holds = true;
    for (int pair = 0; pair < PASS_PAIRS; pair++) {
        const pass_row *row = b->row[pair];
        holds = holds && row[PASS_OBB].positives < row[PASS_SPHERE].positives &&
                row[PASS_OBB].positives < row[PASS_AABB].positives;
    }
    study_claim(b->s,
                "\"The oriented bounding box test returns the lowest rate of positives while both pairs are "
                "tested\" (7.2)",
                study_if(holds),
                "OBBs meet in %.2f and %.2f %% of the positions, spheres in %.2f and %.2f %%, AABBs in %.2f "
                "and %.2f %%; the hulls in %.2f and %.2f %%.",
                b->row[0][PASS_OBB].positives, b->row[1][PASS_OBB].positives,
                b->row[0][PASS_SPHERE].positives, b->row[1][PASS_SPHERE].positives,
                b->row[0][PASS_AABB].positives, b->row[1][PASS_AABB].positives, b->exact[0].positives,
                b->exact[1].positives);
}

/* How many pairs the approximate one fits as well on, but for a tenth. */
static void claim_obb(const bv *b)
{
    int good = 0;
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        good += b->row[pair][PASS_OBB_QUICK].positives < 1.1 * b->row[pair][PASS_OBB].positives;
    study_claim(b->s,
                "\"Simpler algorithms provide approximate solution of finding best-fitting OBB\" (3.1.3)",
                study_if_part(good == PASS_PAIRS, good > 0),
                "Such boxes meet in %.2f and %.2f %% of the positions, the best of many orientations in %.2f "
                "and %.2f %%. (It holds on a pair where that is at most a tenth more.)",
                b->row[0][PASS_OBB_QUICK].positives, b->row[1][PASS_OBB_QUICK].positives,
                b->row[0][PASS_OBB].positives, b->row[1][PASS_OBB].positives);
}

static void claim_memory(const bv *b)
{
    static const double numbers[SIMPLE] = {[PASS_SPHERE] = 4, [PASS_OBB] = 15, [PASS_AABB] = 6};
    bool holds = true;
    double each[SIMPLE];
    for (int k = 0; k < SIMPLE; k++) {
        holds = holds && (double)pass_kinds[k].bytes == numbers[k] * sizeof(double);
        each[k] = (double)pass_printed[0][k].bytes / numbers[k];
    }
    study_claim(b->s, "A sphere takes 4 numbers, an AABB 6, an OBB 15 (summaries of 3.1)", study_if(holds),
                "Here they take %zu, %zu and %zu bytes, so many doubles; what the thesis measures, %zu, %zu "
                "and %zu bytes, would be numbers of %.1f, %.1f and %.1f bytes each.",
                pass_kinds[PASS_SPHERE].bytes, pass_kinds[PASS_AABB].bytes, pass_kinds[PASS_OBB].bytes,
                pass_printed[0][PASS_SPHERE].bytes, pass_printed[0][PASS_AABB].bytes,
                pass_printed[0][PASS_OBB].bytes, each[PASS_SPHERE], each[PASS_AABB], each[PASS_OBB]);
}

static void claim_update(const bv *b)
{
    const char *claim = "\"Such simplification make the intersection test less accurate, but faster\" "
                        "(3.1.2, an AABB made of the turned one)";
    const pass_row *one = b->row[0], *two = b->row[1];
    bool fits = one[PASS_AABB].positives > one[PASS_AABB_TIGHT].positives &&
                two[PASS_AABB].positives > two[PASS_AABB_TIGHT].positives;
    double near = mean_place_ns(b, PASS_AABB), tight = mean_place_ns(b, PASS_AABB_TIGHT);
    if (b->is_quick)
        study_claim(b->s, claim, study_if(fits),
                    "It meets in %.2f and %.2f %% of the positions, against %.2f and %.2f %%.",
                    one[PASS_AABB].positives, two[PASS_AABB].positives, one[PASS_AABB_TIGHT].positives,
                    two[PASS_AABB_TIGHT].positives);
    else
        study_claim(b->s, claim, study_if(fits && near < tight),
                    "It meets in %.2f and %.2f %% of the positions, against %.2f and %.2f %%, and is made in "
                    "%.0f ns, against %.0f ns.",
                    one[PASS_AABB].positives, two[PASS_AABB].positives, one[PASS_AABB_TIGHT].positives,
                    two[PASS_AABB_TIGHT].positives, near, tight);
}

static void claim_printed_update(const bv *b)
{
    uint32_t missed = b->row[0][PASS_AABB_PRINTED].missed + b->row[1][PASS_AABB_PRINTED].missed,
             meets = b->exact[0].meets + b->exact[1].meets;
    study_claim(b->s, "Algorithm 4 makes an AABB around the turned one (3.1.2)",
                missed > 0 ? STUDY_HOLDS_NOT : STUDY_HOLDS,
                "As printed, without the absolute values of the rotation, it misses %u of the %u positions "
                "in which the hulls meet; with them, as here, none.",
                missed, meets);
}

static void claim_axes(const bv *b)
{
    double share = 100.0 * b->axes.by_edges / b->axes.apart;
    study_claim(b->s, "\"other nine tests determine only 15% of non-intersecting cases\" (3.1.3, of 15 axes)",
                study_if(share <= 15),
                "Of %u random pairs of boxes whose balls meet, %u are apart; %.1f %% of these are told by "
                "the axes of two edges alone.",
                b->axes.pairs, b->axes.apart, share);
}

/* ---- Claims on time ------------------------------------------------------------------------------------ */

static void claim_times(const bv *b)
{
    double ns[SIMPLE], low = INFINITY, high = 0, printed[PASS_PAIRS];
    for (int k = 0; k < SIMPLE; k++) {
        ns[k] = mean_test_ns(b, (pass_kind)k);
        low = fmin(low, ns[k]);
        high = fmax(high, ns[k]);
    }
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        printed[pair] = pass_printed[pair][PASS_OBB].test_us / pass_printed[pair][PASS_AABB].test_us;
    study_claim(b->s,
                "\"The sphere and axis-aligned bounding box have quick tests\"; that of the OBB \"itself is "
                "more expensive\" (7.2)",
                study_if(ns[PASS_SPHERE] < ns[PASS_OBB] && ns[PASS_AABB] < ns[PASS_OBB]),
                "A test of spheres takes %.1f ns, of AABBs %.1f ns, of OBBs %.1f ns.", ns[PASS_SPHERE],
                ns[PASS_AABB], ns[PASS_OBB]);
    study_claim(
        b->s,
        "\"the duration of the test is almost same for all bounding volumes (units of microseconds)\" (8)",
        study_if(high < 1.5 * low),
        "The slowest of the three takes %.1f times as long as the quickest, in the thesis, by a profiler, "
        "%.2f and %.2f times. None takes more than %.0f ns. (Almost the same: less than 1.5 times.)",
        high / low, printed[0], printed[1], ceil(high));
}

static void claim_recompute(const bv *b)
{
    double sphere = mean_place_ns(b, PASS_SPHERE), obb = mean_place_ns(b, PASS_OBB),
           aabb = mean_place_ns(b, PASS_AABB);
    study_claim(b->s,
                "\"The recomputation time is mentioned only in AABB test table, because only in this case "
                "the time is significant\" (7.2)",
                study_if(aabb > 2 * fmax(sphere, obb)),
                "An AABB is recomputed in %.0f ns, a sphere in %.0f ns, an OBB in %.0f ns. (It holds from "
                "twice those on.)",
                aabb, sphere, obb);
}

static void claim_first_test(const bv *b)
{
    int best[PASS_PAIRS];
    for (int pair = 0; pair < PASS_PAIRS; pair++) {
        best[pair] = PASS_SPHERE;
        for (int k = 0; k < SIMPLE; k++)
            if (cost(b, pair, (pass_kind)k) < cost(b, pair, (pass_kind)best[pair]))
                best[pair] = k;
    }
    bool holds = best[0] == PASS_OBB && best[1] == PASS_OBB;
    study_claim(
        b->s,
        "\"when they are used as first test before more expensive one [...], then the accuracy is the main "
        "parameter\" (7.2)",
        study_if(holds),
        "Before the exact test of the hulls, the best of the three is %s on O1 and O2 (%.2f µs a position; "
        "spheres %.2f, without a first test %.2f) and %s on O3 and O4 (%.2f µs; spheres %.2f, without %.2f).",
        pass_kinds[best[0]].name, cost(b, 0, (pass_kind)best[0]), cost(b, 0, PASS_SPHERE), cost_without(b, 0),
        pass_kinds[best[1]].name, cost(b, 1, (pass_kind)best[1]), cost(b, 1, PASS_SPHERE),
        cost_without(b, 1));
}

/* Whether an exponent is 1 or 0, as far as four sizes tell. */
static bool is_near(double exponent, double expected)
{
    return fabs(exponent - expected) < 0.25;
}

static void claim_growth(const bv *b)
{
    const double *e = b->exponent;
    bool holds =
        is_near(e[BV_BUILD_SPHERE], 1) && is_near(e[BV_BUILD_AABB], 1) && is_near(e[BV_BUILD_OBB_QUICK], 1);
    study_claim(b->s, "Spheres, AABBs and approximate OBBs are created in O(n) (summaries of 3.1)",
                study_if(holds),
                "The time grows with the number of points to the power of %.2f, %.2f and %.2f; of the best "
                "OBB of many orientations, to that of %.2f. (It holds from 0.75 to 1.25.)",
                e[BV_BUILD_SPHERE], e[BV_BUILD_AABB], e[BV_BUILD_OBB_QUICK], e[BV_BUILD_OBB]);
    holds = is_near(e[BV_PLACE_AABB], 0) && is_near(e[BV_PLACE_AABB_TIGHT], 1);
    study_claim(b->s, "An AABB is updated in O(1), or accurately in O(n) (summary of 3.1.2)", study_if(holds),
                "The time grows with the number of points to the power of %.2f, or %.2f. (It holds within "
                "0.25 of 0 and 1.)",
                e[BV_PLACE_AABB], e[BV_PLACE_AABB_TIGHT]);
}

void bv_claims(const bv *b)
{
    claim_fit(b);
    claim_obb(b);
    claim_memory(b);
    claim_update(b);
    claim_printed_update(b);
    claim_axes(b);
    if (b->is_quick)
        return;
    claim_times(b);
    claim_recompute(b);
    claim_first_test(b);
    claim_growth(b);
}
