/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers bv: the benchmark of simple bounding volumes in Grulich's thesis (2016), section 7.2, and what its section 3.1
 * says about them.
 *
 * Two objects pass each other, see passing_objects.h; in each position, the volumes of both are placed and tested. The truth is the exact
 * verdict on the convex hulls of both, placed point by point; a volume that misses a pair which meets is trouble, but for the
 * box that the thesis prints. */

#include "papers/passing_objects.h"

#include <math.h>
#include <string.h>

/* How the time grows with the number of points: the exponent, of what is built, and of what is recomputed. */
typedef enum bv_grown {
    BV_BUILD_SPHERE,
    BV_BUILD_AABB,
    BV_BUILD_OBB_QUICK,
    BV_BUILD_OBB,
    BV_PLACE_AABB,
    BV_PLACE_AABB_TIGHT,
    BV_GROWN
} bv_grown;

typedef struct bv {
    study *s;
    bool is_quick;
    pass_sequence *way;
    pass_row row[PASS_PAIRS][PASS_KINDS], exact[PASS_PAIRS];
    /* Random oriented boxes: how many are apart; of them those that an axis of two edges alone tells. */
    struct {
        uint32_t pairs, apart, by_edges;
    } axes;
    double exponent[BV_GROWN];
} bv;

enum { BV_SIZES = 4, BV_ROUNDS = 3, BV_FIRST = 2000, BV_FACTOR = 4 };

static const struct grown_facts {
    const char *name;
    pass_volume_kind kind;
    int places; /* that are measured together; 0: it is built */
} grown[BV_GROWN] = {
    [BV_BUILD_SPHERE] = {"build sphere", PASS_SPHERE, 0},
    [BV_BUILD_AABB] = {"build AABB", PASS_AABB, 0},
    [BV_BUILD_OBB_QUICK] = {"build OBB, approximate", PASS_OBB_QUICK, 0},
    [BV_BUILD_OBB] = {"build OBB, best of many", PASS_OBB, 0},
    [BV_PLACE_AABB] = {"recompute AABB", PASS_AABB, 500},
    [BV_PLACE_AABB_TIGHT] = {"recompute AABB, all points", PASS_AABB_TIGHT, 10},
};

/* Seconds, the least of some rounds. */
static double time_update(const bv *b, const struct grown_facts *facts, const pass_body *body)
{
    double best = INFINITY;
    pass_volume volume, *placed = b->way->placed[0];
    pass_volume_build(b->way->context, facts->kind, body, &volume);
    for (int round = 0; round < BV_ROUNDS; round++) {
        double begin = fk_clock_seconds();
        if (facts->places == 0)
            pass_volume_build(b->way->context, facts->kind, body, &volume);
        for (int i = 0; i < facts->places; i++)
            pass_volume_place(facts->kind, &volume, body, &b->way->pose[0][i], &placed[i]);
        best = fmin(best, (fk_clock_seconds() - begin) / fmax(facts->places, 1));
    }
    return best;
}

static void measure_update_size(const bv *b, double points, double us[BV_GROWN])
{
    pass_object ball = pass_objects[1][0];
    pass_body body;
    ball.triangles = (uint32_t)(2 * points - 4);
    pass_body_make(b->way->context, &ball, pass_radius(1), &body);
    for (int g = 0; g < BV_GROWN; g++)
        us[g] = 1e6 * time_update(b, &grown[g], &body);
    pass_body_end(b->way->context, &body);
}

static void plot_updates(const bv *b, const double points[BV_SIZES], double us[BV_GROWN][BV_SIZES])
{
    plot_series series[BV_GROWN];
    for (int g = 0; g < BV_GROWN; g++)
        series[g] = (plot_series){grown[g].name, BV_SIZES, points, us[g], .is_ours = true};
    study_draw(b->s, "growth", .title = "Time to build and to recompute a volume", .x_title = "points",
               .y_title = "time, µs", .x_log = true, .y_log = true, .series = series, .count = BV_GROWN);
}

/* Time against the number of points, at four sizes: a table and a plot. */
static void bv_growth(bv *b)
{
    double points[BV_SIZES], us[BV_GROWN][BV_SIZES], row[BV_GROWN];
    study_table(b->s, "growth", "A bumpy ball of more and more points",
                "points\n"
                "build, µs: sphere|build_sphere_us|st; AABB|build_aabb_us|st; OBB, "
                "approximate|build_obb_quick_us|st; OBB, best of many|build_obb_us|st\n"
                "recompute, µs: AABB|recompute_aabb_us|st; AABB, all points|recompute_aabb_tight_us|st");
    for (int i = 0; i < BV_SIZES; i++) {
        points[i] = BV_FIRST * pow(BV_FACTOR, i);
        measure_update_size(b, points[i], row);
        study_number(b->s, points[i]);
        for (int g = 0; g < BV_GROWN; g++) {
            us[g][i] = row[g];
            study_number(b->s, row[g]);
        }
    }
    for (int g = 0; g < BV_GROWN; g++)
        b->exponent[g] = round(100 * growth_exponent(points, us[g], BV_SIZES)) / 100 + 0.0; /* never -0.00 */
    if (study_has_files(b->s))
        plot_updates(b, points, us);
}

enum { SIMPLE = PASS_AABB + 1 }; /* sphere, OBB and AABB, the volumes of the thesis */

/* The mean of both pairs. */
static double mean_test_ns(const bv *b, pass_volume_kind k)
{
    return 1e3 * (b->row[0][k].test_us + b->row[1][k].test_us) / 2;
}

static double mean_place_ns(const bv *b, pass_volume_kind k)
{
    return 1e3 * (b->row[0][k].recompute_us + b->row[1][k].recompute_us) / 2;
}

/* ---- Differences --------------------------------------------------------------------------------------- */

/* One sentence on each difference between our numbers and those of the thesis. */
static void bv_explain_differences(const bv *b)
{
    const pass_row *one = b->row[0], *two = b->row[1];
    const pass_row *sphere = &pass_printed[0][PASS_SPHERE];
    study_paragraph(
        b->s,
        "The objects of the thesis are not published. Ours have as many triangles, and such sizes that "
        "their balls meet as often as there. Oriented boxes meet in %.2f and %.2f %% of the positions, "
        "against %.2f and %.2f %%: other shapes.",
        one[PASS_OBB].positives, two[PASS_OBB].positives, pass_printed[0][PASS_OBB].positives,
        pass_printed[1][PASS_OBB].positives);
    study_paragraph(
        b->s,
        "Boxes along the axes meet in %.2f and %.2f %%, against %.2f and %.2f %%: ours are made of the "
        "box before it was turned, which fits worse the more it turns; made of all points, they meet "
        "in %.2f and %.2f %%.",
        one[PASS_AABB].positives, two[PASS_AABB].positives, pass_printed[0][PASS_AABB].positives,
        pass_printed[1][PASS_AABB].positives, one[PASS_AABB_TIGHT].positives, two[PASS_AABB_TIGHT].positives);
    study_paragraph(
        b->s,
        "Totals of the thesis hold the drawing of each position: %d tests of %.2f µs are %.0f of its "
        "%.0f ms for spheres. Ours hold placing and testing alone.",
        PASS_POSITIONS, sphere->test_us, PASS_POSITIONS * sphere->test_us / 1e3, sphere->total_ms);
    study_paragraph(
        b->s, "Bytes are those of doubles here; those of the thesis fit no type of number (see the claims).");
    if (!b->is_quick)
        study_paragraph(
            b->s,
            "A test of spheres is %.0f times as quick as in the thesis, one of oriented boxes %.0f "
            "times, one of boxes along the axes %.0f times: another machine, and many tests between "
            "two looks at the clock instead of a profiler's look at each.",
            1e3 * sphere->test_us / mean_test_ns(b, PASS_SPHERE),
            1e3 * pass_printed[0][PASS_OBB].test_us / mean_test_ns(b, PASS_OBB),
            1e3 * pass_printed[0][PASS_AABB].test_us / mean_test_ns(b, PASS_AABB));
}

/* ---- As first test ------------------------------------------------------------------------------------- */

/* Of a position, in microseconds: both volumes are placed and tested; where they meet, the hulls are, too. */
static double position_cost(const bv *b, int pair, pass_volume_kind k)
{
    const pass_row *row = &b->row[pair][k], *exact = &b->exact[pair];
    return 2 * row->recompute_us + row->test_us +
           row->positives / 100 * (2 * exact->recompute_us + exact->test_us);
}

static double cost_without(const bv *b, int pair)
{
    return 2 * b->exact[pair].recompute_us + b->exact[pair].test_us;
}

/* What a position costs with each volume as first test, before the exact one on hulls: a table. */
static void bv_first_test(const bv *b)
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
            study_number(b->s, k < PASS_KINDS ? position_cost(b, pair, (pass_volume_kind)k)
                                              : cost_without(b, pair));
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

static void claim_volume_times(const bv *b)
{
    double ns[SIMPLE], low = INFINITY, high = 0, printed[PASS_PAIRS];
    for (int k = 0; k < SIMPLE; k++) {
        ns[k] = mean_test_ns(b, (pass_volume_kind)k);
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

static void claim_update_cost(const bv *b)
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
            if (position_cost(b, pair, (pass_volume_kind)k) <
                position_cost(b, pair, (pass_volume_kind)best[pair]))
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
        pass_kinds[best[0]].name, position_cost(b, 0, (pass_volume_kind)best[0]),
        position_cost(b, 0, PASS_SPHERE), cost_without(b, 0), pass_kinds[best[1]].name,
        position_cost(b, 1, (pass_volume_kind)best[1]), position_cost(b, 1, PASS_SPHERE), cost_without(b, 1));
}

/* Whether an exponent is 1 or 0, as far as four sizes tell. */
static bool is_close_to(double exponent, double expected)
{
    return fabs(exponent - expected) < 0.25;
}

static void claim_growth(const bv *b)
{
    const double *e = b->exponent;
    bool holds = is_close_to(e[BV_BUILD_SPHERE], 1) && is_close_to(e[BV_BUILD_AABB], 1) &&
                 is_close_to(e[BV_BUILD_OBB_QUICK], 1);
    study_claim(b->s, "Spheres, AABBs and approximate OBBs are created in O(n) (summaries of 3.1)",
                study_if(holds),
                "The time grows with the number of points to the power of %.2f, %.2f and %.2f; of the best "
                "OBB of many orientations, to that of %.2f. (It holds from 0.75 to 1.25.)",
                e[BV_BUILD_SPHERE], e[BV_BUILD_AABB], e[BV_BUILD_OBB_QUICK], e[BV_BUILD_OBB]);
    holds = is_close_to(e[BV_PLACE_AABB], 0) && is_close_to(e[BV_PLACE_AABB_TIGHT], 1);
    study_claim(b->s, "An AABB is updated in O(1), or accurately in O(n) (summary of 3.1.2)", study_if(holds),
                "The time grows with the number of points to the power of %.2f, or %.2f. (It holds within "
                "0.25 of 0 and 1.)",
                e[BV_PLACE_AABB], e[BV_PLACE_AABB_TIGHT]);
}

static void bv_claims(const bv *b)
{
    claim_fit(b);
    claim_obb(b);
    claim_memory(b);
    claim_update(b);
    claim_printed_update(b);
    claim_axes(b);
    if (b->is_quick)
        return;
    claim_volume_times(b);
    claim_update_cost(b);
    claim_first_test(b);
    claim_growth(b);
}

static void report_volumes(const bv *b, int pair)
{
    static const char *const names[PASS_PAIRS] = {"o1-o2", "o3-o4"};
    const pass_object *o = pass_objects[pair];
    char title[160];
    snprintf(title, sizeof title, "O%d %s, %u triangles; O%d %s, %u triangles; %d positions", 2 * pair + 1,
             o[0].name, o[0].triangles, 2 * pair + 2, o[1].name, o[1].triangles, b->way->count);
    study_table(b->s, names[pair], title,
                "volume||w\n"
                "total, ms: Farkas|farkas_total_ms|1t; thesis|thesis_total_ms\n"
                "a test, µs: Farkas|farkas_test_us|4t; thesis|thesis_test_us|2\n"
                "positives, %: Farkas|farkas_positives_percent|2; thesis|thesis_positives_percent|2\n"
                "missed|farkas_missed\n"
                "bytes: Farkas|farkas_bytes; thesis|thesis_bytes\n"
                "to recompute, µs: Farkas|farkas_recompute_us|3t; thesis|thesis_recompute_us|2");
    for (int k = 0; k < PASS_KINDS; k++)
        pass_put_row(b->s, pass_kinds[k].name, &b->row[pair][k], &pass_printed[pair][k], true);
    pass_put_row(b->s, "hulls, exact", &b->exact[pair], NULL, true);
}

/* ---- Both pairs ---------------------------------------------------------------------------------------- */

/* A box somewhere in a cube, with half sides of 0.2 to 1, turned. */
static fk_obb random_box(fk_random *random)
{
    fk_vec3 half = papers_draw_between(random, 0.2, 1);
    fk_obb box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {half.x, half.y, half.z}};
    fk_vec3 at = papers_draw_between(random, -1, 1), turn = papers_draw_between(random, -3, 3);
    fk_pose pose = fk_pose_from_rpy(at, turn);
    return fk_obb_place(&box, &pose);
}

static double radius_squared(const fk_obb *box)
{
    return box->half[0] * box->half[0] + box->half[1] * box->half[1] + box->half[2] * box->half[2];
}

/* Of random boxes that are apart though their balls meet: how many the axes of the faces alone do not tell. The objects would not
 * do here, as both turn alike. */
static void count_axes(bv *b, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    b->axes.pairs = (uint32_t)b->way->count;
    for (uint32_t done = 0; done < b->axes.pairs;) {
        fk_obb one = random_box(&random), two = random_box(&random);
        fk_vec3 way = fk_vec3_sub(one.center, two.center);
        double reach = sqrt(radius_squared(&one)) + sqrt(radius_squared(&two));
        if (fk_vec3_dot(way, way) > reach * reach)
            continue;
        done++;
        if (fk_obb_meets(&one, &two))
            continue;
        fk_piece p = fk_obb_piece(&one), q = fk_obb_piece(&two);
        fk_pair_query query = {&p, &q, FK_METHOD_SAT6, 0, NULL};
        fk_answer answer;
        b->axes.apart++;
        b->axes.by_edges += fk_pair_answer(&query, &answer) != FK_OK || answer.verdict != FK_APART;
    }
}

static bool run_volume_pair(bv *b, int pair)
{
    pass_sequence_load(b->way, pair);
    b->exact[pair] = pass_find_truth(b->way);
    for (int k = 0; k < PASS_KINDS; k++) {
        pass_row *row = &b->row[pair][k];
        *row = pass_test_volumes(b->way, (pass_volume_kind)k);
        if (row->missed > 0 && k != PASS_AABB_PRINTED)
            return papers_trouble("%s misses %u positions of %s; this is a bug in farkas", pass_kinds[k].name,
                                  row->missed, pass_pairs[pair]);
    }
    return true;
}

/* Bars: how often each volume meets, ours and the thesis'. */
static void plot_volume_positives(const bv *b)
{
    static const pass_volume_kind shown[] = {PASS_SPHERE,     PASS_OBB,     PASS_AABB,    PASS_OBB_QUICK,
                                             PASS_AABB_TIGHT, PASS_KDOP_14, PASS_KDOP_18, PASS_KDOP_26};
    enum { BV_SHOWN = sizeof shown / sizeof shown[0], BV_BARS = BV_SHOWN + 1 };
    const char *label[BV_BARS];
    double y[2 * PASS_PAIRS][BV_BARS];
    plot_series series[2 * PASS_PAIRS];
    static const char *const names[2 * PASS_PAIRS] = {"O1, O2: Farkas", "O1, O2: thesis", "O3, O4: Farkas",
                                                      "O3, O4: thesis"};
    for (int i = 0; i < BV_BARS; i++) {
        label[i] = i < BV_SHOWN ? pass_kinds[shown[i]].name : "hulls";
        for (int pair = 0; pair < PASS_PAIRS; pair++) {
            double theirs = i < BV_SHOWN ? pass_printed[pair][shown[i]].positives : 0;
            y[2 * pair][i] = i < BV_SHOWN ? b->row[pair][shown[i]].positives : b->exact[pair].positives;
            y[2 * pair + 1][i] = theirs > 0 ? theirs : (double)NAN;
        }
    }
    for (int k = 0; k < 2 * PASS_PAIRS; k++)
        series[k] =
            (plot_series){names[k], BV_BARS, .y = y[k], .is_ours = k % 2 == 0, .is_printed = k % 2 == 1};
    study_draw(b->s, "positives", .title = "How often volumes meet while two objects pass",
               .y_title = "positives, % of positions", .series = series, .count = 2 * PASS_PAIRS,
               .label = label, .labels = BV_BARS);
}

/* The time of a test against the rate of positives: better volumes are on the left, quicker ones below. */
static void plot_tests(const bv *b)
{
    static const pass_volume_kind shown[] = {PASS_SPHERE, PASS_OBB, PASS_AABB, PASS_KDOP_14, PASS_KDOP_26};
    enum { BV_SHOWN = sizeof shown / sizeof shown[0], SERIES = BV_SHOWN + 3 };
    double x[SERIES][PASS_PAIRS], y[SERIES][PASS_PAIRS];
    char name[SERIES][32];
    plot_series series[SERIES];
    for (int k = 0; k < SERIES; k++) {
        bool is_ours = k < BV_SHOWN;
        pass_volume_kind kind = shown[is_ours ? k : k - BV_SHOWN];
        snprintf(name[k], sizeof name[k], "%s%s", pass_kinds[kind].name, is_ours ? "" : ", thesis");
        for (int pair = 0; pair < PASS_PAIRS; pair++) {
            const pass_row *row = is_ours ? &b->row[pair][kind] : &pass_printed[pair][kind];
            x[k][pair] = row->positives;
            y[k][pair] = row->test_us;
        }
        series[k] =
            (plot_series){name[k],         PASS_PAIRS, x[k], y[k], .is_ours = is_ours, .is_printed = !is_ours,
                          .is_cloud = true}; /* two pairs, with nothing between them */
    }
    study_draw(b->s, "tests", .title = "Cost of a test, and how often it says yes",
               .x_title = "positives, % of positions; of each volume, O3, O4 left and O1, O2 right",
               .y_title = "a test, µs", .y_log = true, .series = series, .count = SERIES);
}

static void report_all(const bv *b)
{
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        report_volumes(b, pair);
    bv_explain_differences(b);
    if (!b->is_quick)
        bv_first_test(b);
    if (study_has_files(b->s)) {
        plot_volume_positives(b);
        if (!b->is_quick)
            plot_tests(b);
        for (int pair = 0; pair < PASS_PAIRS && !b->is_quick; pair++)
            pass_pictures(b->s, b->way->context, pair);
    }
}

bool papers_bv(const papers_lab *lab)
{
    bv b = {.s = lab->s, .is_quick = lab->quick, .way = pass_sequence_begin(lab)};
    bool good = run_volume_pair(&b, 0) && run_volume_pair(&b, 1);
    if (good) {
        count_axes(&b, lab->seed);
        report_all(&b);
        if (!b.is_quick)
            bv_growth(&b);
        bv_claims(&b);
    }
    pass_sequence_end(b.way);
    return good;
}
