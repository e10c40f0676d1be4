/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers bv: how the time to build and to recompute volumes grows with the number of points, on the bumpy ball. */

#include "study/growth.h"
#include "papers/papers_bv.h"

#include <math.h>

enum { SIZES = 4, ROUNDS = 3, FIRST = 2000, FACTOR = 4 };

static const struct grown_facts {
    const char *name;
    pass_kind kind;
    int places; /* that are measured together; 0: it is built */
} grown[BV_GROWN] = {
    [BV_BUILD_SPHERE] = {"build sphere", PASS_SPHERE, 0},
    [BV_BUILD_AABB] = {"build AABB", PASS_AABB, 0},
    [BV_BUILD_OBB_QUICK] = {"build OBB, approximate", PASS_OBB_QUICK, 0},
    [BV_BUILD_OBB] = {"build OBB, best of many", PASS_OBB, 0},
    [BV_PLACE_AABB] = {"recompute AABB", PASS_AABB, 500},
    [BV_PLACE_AABB_TIGHT] = {"recompute AABB, all points", PASS_AABB_TIGHT, 10},
};

/* Seconds, the least of some rounds; negative: there is no memory. */
static double measure(const bv *b, const struct grown_facts *facts, const pass_body *body)
{
    double best = INFINITY;
    pass_volume volume, *placed = b->way->placed[0];
    if (pass_volume_build(b->way->context, facts->kind, body, &volume) != FK_OK)
        return -1;
    for (int round = 0; round < ROUNDS; round++) {
        double begin = fk_clock_seconds();
        if (facts->places == 0 && pass_volume_build(b->way->context, facts->kind, body, &volume) != FK_OK)
            return -1;
        for (int i = 0; i < facts->places; i++)
            pass_volume_place(facts->kind, &volume, body, &b->way->pose[0][i], &placed[i]);
        best = fmin(best, (fk_clock_seconds() - begin) / fmax(facts->places, 1));
    }
    return best;
}

static bool measure_size(const bv *b, double points, double us[BV_GROWN])
{
    pass_object ball = pass_objects[1][0];
    pass_body body;
    ball.triangles = (uint32_t)(2 * points - 4);
    bool good = pass_body_make(b->way->context, &ball, pass_radius(1), &body);
    for (int g = 0; g < BV_GROWN && good; g++) {
        us[g] = 1e6 * measure(b, &grown[g], &body);
        if (us[g] < 0)
            good = cli_no_memory();
    }
    pass_body_end(b->way->context, &body);
    return good;
}

static void draw(const bv *b, const double points[SIZES], double us[BV_GROWN][SIZES])
{
    plot_series series[BV_GROWN];
    for (int g = 0; g < BV_GROWN; g++)
        series[g] =
            (plot_series){.name = grown[g].name, .count = SIZES, .x = points, .y = us[g], .is_ours = true};
    study_draw(b->s, "growth", .title = "Time to build and to recompute a volume", .x_title = "points",
               .y_title = "time, µs", .x_log = true, .y_log = true, .series = series, .count = BV_GROWN);
}

bool bv_growth(bv *b)
{
    double points[SIZES], us[BV_GROWN][SIZES], row[BV_GROWN];
    study_table(b->s, "growth", "A bumpy ball of more and more points",
                "points\n"
                "build, µs: sphere|build_sphere_us|st; AABB|build_aabb_us|st; OBB, "
                "approximate|build_obb_quick_us|st; OBB, best of many|build_obb_us|st\n"
                "recompute, µs: AABB|recompute_aabb_us|st; AABB, all points|recompute_aabb_tight_us|st");
    for (int i = 0; i < SIZES; i++) {
        points[i] = FIRST * pow(FACTOR, i);
        if (!measure_size(b, points[i], row))
            return false;
        study_number(b->s, points[i]);
        for (int g = 0; g < BV_GROWN; g++) {
            us[g][i] = row[g];
            study_number(b->s, row[g]);
        }
    }
    for (int g = 0; g < BV_GROWN; g++)
        b->exponent[g] = round(100 * growth_exponent(points, us[g], SIZES)) / 100 + 0.0; /* never -0.00 */
    if (study_has_files(b->s))
        draw(b, points, us);
    return true;
}
