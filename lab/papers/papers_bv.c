/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers bv: the benchmark of simple bounding volumes in Grulich's thesis (2016), section 7.2, and what its section 3.1
 * says about them.
 *
 * Two objects pass each other, see papers_pass.h; in each position, the volumes of both are placed and tested. The truth is the exact
 * verdict on the convex hulls of both, placed point by point; a volume that misses a pair which meets is trouble, but for the
 * box that the thesis prints. */

#include "papers/papers_bv.h"

#include <math.h>
#include <string.h>

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void put_row(study *s, const char *name, const pass_row *ours, const pass_row *theirs)
{
    study_words(s, "%s", name);
    pass_both(s, ours->total_ms, theirs->total_ms);
    pass_both(s, ours->test_us, theirs->test_us);
    pass_both(s, ours->positives, theirs->positives);
    study_number(s, ours->missed);
    pass_both(s, (double)ours->bytes, (double)theirs->bytes);
    pass_both(s, ours->recompute_us, theirs->recompute_us);
}

static void put_table(const bv *b, int pair)
{
    static const char *const names[PASS_PAIRS] = {"o1-o2", "o3-o4"};
    const pass_object *o = pass_objects[pair];
    const pass_row none = {0};
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
        put_row(b->s, pass_kinds[k].name, &b->row[pair][k], &pass_printed[pair][k]);
    put_row(b->s, "hulls, exact", &b->exact[pair], &none);
}

/* ---- Both pairs ---------------------------------------------------------------------------------------- */

static fk_vec3 random_vector(fk_random *random, double low, double high)
{
    double x = fk_random_between(random, low, high), y = fk_random_between(random, low, high);
    return fk_vec3_make(x, y, fk_random_between(random, low, high));
}

/* A box somewhere in a cube, with half sides of 0.2 to 1, turned. */
static fk_obb random_box(fk_random *random)
{
    fk_vec3 half = random_vector(random, 0.2, 1);
    fk_obb box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {half.x, half.y, half.z}};
    fk_vec3 at = random_vector(random, -1, 1), turn = random_vector(random, -3, 3);
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

static bool run_pair(bv *b, int pair)
{
    if (!pass_way_load(b->way, pair))
        return false;
    b->exact[pair] = pass_way_truth(b->way);
    for (int k = 0; k < PASS_KINDS; k++) {
        pass_row *row = &b->row[pair][k];
        if (!pass_way_volume(b->way, (pass_kind)k, row))
            return false;
        if (row->missed > 0 && k != PASS_AABB_PRINTED) {
            cli_trouble("%s misses %u positions of %s; this is a bug in farkas", pass_kinds[k].name,
                        row->missed, pass_pairs[pair]);
            return false;
        }
    }
    return true;
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

/* Bars: how often each volume meets, ours and the thesis'. */
static void plot_positives(const bv *b)
{
    static const pass_kind shown[] = {PASS_SPHERE,     PASS_OBB,     PASS_AABB,    PASS_OBB_QUICK,
                                      PASS_AABB_TIGHT, PASS_KDOP_14, PASS_KDOP_18, PASS_KDOP_26};
    enum { SHOWN = sizeof shown / sizeof shown[0], BARS = SHOWN + 1 };
    const char *label[BARS];
    double y[2 * PASS_PAIRS][BARS];
    plot_series series[2 * PASS_PAIRS];
    static const char *const names[2 * PASS_PAIRS] = {"O1, O2: Farkas", "O1, O2: thesis", "O3, O4: Farkas",
                                                      "O3, O4: thesis"};
    for (int i = 0; i < BARS; i++) {
        label[i] = i < SHOWN ? pass_kinds[shown[i]].name : "hulls";
        for (int pair = 0; pair < PASS_PAIRS; pair++) {
            double theirs = i < SHOWN ? pass_printed[pair][shown[i]].positives : 0;
            y[2 * pair][i] = i < SHOWN ? b->row[pair][shown[i]].positives : b->exact[pair].positives;
            y[2 * pair + 1][i] = theirs > 0 ? theirs : (double)NAN;
        }
    }
    for (int k = 0; k < 2 * PASS_PAIRS; k++)
        series[k] = (plot_series){
            .name = names[k], .count = BARS, .y = y[k], .is_ours = k % 2 == 0, .is_printed = k % 2 == 1};
    study_draw(b->s, "positives", .title = "How often volumes meet while two objects pass",
               .y_title = "positives, % of positions", .series = series, .count = 2 * PASS_PAIRS,
               .label = label, .labels = BARS);
}

/* The time of a test against the rate of positives: better volumes are on the left, quicker ones below. */
static void plot_tests(const bv *b)
{
    static const pass_kind shown[] = {PASS_SPHERE, PASS_OBB, PASS_AABB, PASS_KDOP_14, PASS_KDOP_26};
    enum { SHOWN = sizeof shown / sizeof shown[0], SERIES = SHOWN + 3 };
    double x[SERIES][PASS_PAIRS], y[SERIES][PASS_PAIRS];
    char name[SERIES][32];
    plot_series series[SERIES];
    for (int k = 0; k < SERIES; k++) {
        bool is_ours = k < SHOWN;
        pass_kind kind = shown[is_ours ? k : k - SHOWN];
        snprintf(name[k], sizeof name[k], "%s%s", pass_kinds[kind].name, is_ours ? "" : ", thesis");
        for (int pair = 0; pair < PASS_PAIRS; pair++) {
            const pass_row *row = is_ours ? &b->row[pair][kind] : &pass_printed[pair][kind];
            x[k][pair] = row->positives;
            y[k][pair] = row->test_us;
        }
        series[k] = (plot_series){.name = name[k],
                                  .count = PASS_PAIRS,
                                  .x = x[k],
                                  .y = y[k],
                                  .is_ours = is_ours,
                                  .is_printed = !is_ours};
    }
    study_draw(b->s, "tests", .title = "Cost of a test, and how often it says yes, on both pairs",
               .x_title = "positives, % of positions", .y_title = "a test, µs", .y_log = true,
               .series = series, .count = SERIES);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static void show(const bv *b)
{
    for (int pair = 0; pair < PASS_PAIRS; pair++)
        put_table(b, pair);
    bv_say_differences(b);
    if (!b->is_quick)
        bv_first_test(b);
    if (study_has_files(b->s)) {
        plot_positives(b);
        if (!b->is_quick)
            plot_tests(b);
        for (int pair = 0; pair < PASS_PAIRS && !b->is_quick; pair++)
            pass_pictures(b->s, b->way->context, pair);
    }
}

int papers_bv(const papers_settings *settings, study *s)
{
    fk_context *context = cli_context_create();
    if (context == NULL)
        return CLI_TROUBLE;
    bv b = {.s = s, .is_quick = settings->quick, .way = pass_way_begin(context, settings)};
    bool good = run_pair(&b, 0) && run_pair(&b, 1);
    if (good) {
        count_axes(&b, settings->seed);
        show(&b);
        good = b.is_quick || bv_growth(&b);
    }
    if (good)
        bv_claims(&b);
    pass_way_end(b.way);
    fk_context_destroy(context);
    return good ? CLI_OK : CLI_TROUBLE;
}
