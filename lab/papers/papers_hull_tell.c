/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas papers hull` has measured, told: the table of the thesis with ours beside it, random points, plots, how time
 * grows, why numbers differ, and which claims hold. */

#include "study/growth.h"
#include "papers/papers_hull.h"

#include <math.h>

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void tell_objects(study *s, const hull_results *r)
{
    study_table(s, "objects", "Hulls of objects",
                "object\n"
                "thesis: vertices|thesis_vertices; of the hull|thesis_hull_vertices; ms|thesis_ms; saving, "
                "%|thesis_saving_percent|2\n"
                "Farkas, an object of ours: which|farkas_object|w; vertices|farkas_vertices; of the "
                "hull|farkas_hull_vertices; ms|farkas_ms|st; saving, %|farkas_saving_percent|2; of bytes, "
                "%|farkas_bytes_saving_percent|2");
    for (int i = 0; i < HULL_OBJECTS; i++) {
        const hull_object *o = &hull_objects[i];
        const hull_measured *m = &r->object[i];
        study_numbers(s, i + 1, o->vertices, o->hull_vertices, o->milliseconds, o->saving);
        study_words(s, "%s", o->kind != NULL ? o->kind : "points on a sphere");
        study_numbers(s, m->points, m->vertices, m->milliseconds, m->saving, m->bytes_saving);
    }
    study_say(s, "The models 1 to 8 of the thesis are not published. Beside each stands a mesh of ours "
                 "(`farkas gen mesh`; of the arm its first link) with about as many vertices, of them about "
                 "as many on the hull; 9 is the same in both: random points on a sphere. The machine of the "
                 "thesis is an Intel Core i3-3110M at 2.40 GHz.");
    study_say(s, "Saving is that of vertices, as the thesis counts it. Of bytes it is another number: our "
                 "hull keeps faces, neighbours and shortcuts with its vertices, in one block, and is set "
                 "against the vertices and triangles of the mesh, of 9 against the points alone.");
}

static void tell_points(study *s, const hull_results *r)
{
    study_table(
        s, "points", "Hulls of random points",
        "points|kind|w; number|points; of the hull|hull_vertices; ms||st; saving, %|saving_percent|2");
    for (int k = 0; k < HULL_KINDS; k++)
        for (int i = 0; i < HULL_SIZES; i++) {
            const hull_measured *m = &r->of[k][i];
            study_words(s, "%s", hull_kinds[k].name);
            study_numbers(s, m->points, m->vertices, m->milliseconds, m->saving);
        }
}

/* ---- Growth -------------------------------------------------------------------------------------------- */

/* The numbers of a kind over its sizes. */
typedef struct curve {
    double points[HULL_SIZES], vertices[HULL_SIZES], ms[HULL_SIZES];
} curve;

static curve curve_of(const hull_results *r, int kind)
{
    curve c;
    for (int i = 0; i < HULL_SIZES; i++) {
        c.points[i] = r->of[kind][i].points;
        c.vertices[i] = r->of[kind][i].vertices;
        c.ms[i] = r->of[kind][i].milliseconds;
    }
    return c;
}

static void tell_growth(study *s, const hull_results *r)
{
    study_table(s, "growth", "Growth with the number of points: the exponent e of n^e that fits best",
                "points|kind|w\n"
                "exponent: hull's vertices|vertices_exponent|2; time|ms_exponent|2t");
    for (int k = 0; k < HULL_KINDS; k++) {
        curve c = curve_of(r, k);
        study_words(s, "%s", hull_kinds[k].name);
        study_numbers(s, growth_exponent(c.points, c.vertices, HULL_SIZES),
                      growth_exponent(c.points, c.ms, HULL_SIZES));
    }
}

/* ---- Models as columns --------------------------------------------------------------------------------- */

/* Of the thesis' table and of ours, models 1 to 8, then the sphere. */
typedef struct columns {
    double vertices[HULL_OBJECTS], hull[HULL_OBJECTS], ms[HULL_OBJECTS], saving[HULL_OBJECTS];
} columns;

static columns columns_of_thesis(void)
{
    columns c;
    for (int i = 0; i < HULL_OBJECTS; i++) {
        const hull_object *o = &hull_objects[i];
        c.vertices[i] = o->vertices;
        c.hull[i] = o->hull_vertices;
        c.ms[i] = o->milliseconds;
        c.saving[i] = o->saving;
    }
    return c;
}

static columns columns_of_ours(const hull_results *r)
{
    columns c;
    for (int i = 0; i < HULL_OBJECTS; i++) {
        const hull_measured *m = &r->object[i];
        c.vertices[i] = m->points;
        c.hull[i] = m->vertices;
        c.ms[i] = m->milliseconds;
        c.saving[i] = m->saving;
    }
    return c;
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

static void plot_points(study *s, const hull_results *r, const columns *thesis)
{
    curve c[HULL_KINDS];
    plot_series line[HULL_KINDS + 2];
    for (int k = 0; k < HULL_KINDS; k++) {
        c[k] = curve_of(r, k);
        line[k] = (plot_series){
            .name = hull_kinds[k].name, .count = HULL_SIZES, .x = c[k].points, .y = c[k].ms, .is_ours = true};
    }
    line[HULL_KINDS] = (plot_series){.name = "thesis, on a sphere",
                                     .count = 1,
                                     .x = &thesis->vertices[HULL_MODELS],
                                     .y = &thesis->ms[HULL_MODELS],
                                     .is_printed = true,
                                     .is_cloud = true};
    line[HULL_KINDS + 1] = (plot_series){.name = "thesis, models",
                                         .count = HULL_MODELS,
                                         .x = thesis->vertices,
                                         .y = thesis->ms,
                                         .is_printed = true,
                                         .is_cloud = true};
    study_draw(s, "points", .title = "Time of a hull over points", .x_title = "points", .y_title = "time, ms",
               .x_log = true, .y_log = true, .series = line, .count = HULL_KINDS + 2);
}

static void plot_models(study *s, const columns *thesis, const columns *ours)
{
    const plot_series cloud[] = {
        {.name = "Farkas",
         .count = HULL_OBJECTS,
         .x = ours->hull,
         .y = ours->ms,
         .is_ours = true,
         .is_cloud = true},
        {.name = "thesis",
         .count = HULL_OBJECTS,
         .x = thesis->hull,
         .y = thesis->ms,
         .is_printed = true,
         .is_cloud = true},
    };
    study_draw(s, "objects", .title = "Time of a hull over its vertices, objects 1 to 9",
               .x_title = "vertices of the hull", .y_title = "time, ms", .x_log = true, .y_log = true,
               .series = cloud, .count = 2);
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

static void say_times(study *s, const columns *thesis, const columns *ours)
{
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < HULL_MODELS; i++) {
        least = fmin(least, thesis->ms[i] / ours->ms[i]);
        most = fmax(most, thesis->ms[i] / ours->ms[i]);
    }
    study_say(s,
              "The thesis takes %.3g to %.3g times our time for objects 1 to 8, on an older machine and on "
              "other objects; for the sphere %.3g times, where it says that its algorithm needs O(n^2). Of "
              "ours cylinders and cones take longest: many of their points lie in one plane or nearly so, "
              "and where they lie is found by exact arithmetic.",
              least, most, thesis->ms[HULL_MODELS] / ours->ms[HULL_MODELS]);
}

static void claim_square(study *s, const hull_results *r)
{
    curve c = curve_of(r, HULL_SPHERE);
    double exponent = growth_exponent(c.points, c.ms, HULL_SIZES);
    study_claim(s, "\"It becomes O(n^2) only if all object's vertices lie on their convex hull\" (8)",
                study_if_part(exponent > 1.75, exponent > 1.5),
                "%.0f to %.0f random points on a sphere, all of them on the hull, take a time that grows as "
                "n^%.2f here, by another algorithm than that of the thesis.",
                c.points[0], c.points[HULL_SIZES - 1], exponent);
}

static void claim_correlation(study *s, const papers_settings *settings, const columns *thesis,
                              const columns *ours)
{
    double printed = growth_correlation(thesis->vertices, thesis->saving, HULL_MODELS);
    double saving = growth_correlation(ours->vertices, ours->saving, HULL_MODELS);
    study_claim(s,
                "\"Only low correlation between original number of vertices and computational time or memory "
                "savings\" (7.4): memory",
                study_if(fabs(saving) < 0.5 && fabs(printed) < 0.5),
                "Over objects 1 to 8 the coefficient is %.2f for the printed numbers themselves and %.2f for "
                "ours. (Low: below 0.5.)",
                printed, saving);
    if (settings->quick)
        return;
    double by_points = growth_correlation(ours->vertices, ours->ms, HULL_MODELS);
    double worst = fmax(fabs(by_points), fabs(growth_correlation(thesis->vertices, thesis->ms, HULL_MODELS)));
    study_claim(s,
                "\"Only low correlation between original number of vertices and computational time or memory "
                "savings\" (7.4): time",
                study_if_part(worst < 0.5, worst < 0.8),
                "Over objects 1 to 8 the time goes with the vertices by %.2f, with those of the hull by "
                "%.2f; the printed times by %.2f and %.2f. Eight objects are few. (Low: below 0.5 for both, "
                "in part below 0.8.)",
                by_points, growth_correlation(ours->hull, ours->ms, HULL_MODELS),
                growth_correlation(thesis->vertices, thesis->ms, HULL_MODELS),
                growth_correlation(thesis->hull, thesis->ms, HULL_MODELS));
}

static void claim_round(study *s, const papers_settings *settings, const hull_results *r)
{
    int fewer = 0, slower = 0;
    double ratio = 0;
    for (int i = 0; i < HULL_SIZES; i++) {
        fewer += r->of[HULL_SPHERE][i].saving < r->of[HULL_CUBE][i].saving;
        slower += r->of[HULL_SPHERE][i].milliseconds > r->of[HULL_CUBE][i].milliseconds;
        ratio = r->of[HULL_SPHERE][i].milliseconds / r->of[HULL_CUBE][i].milliseconds;
    }
    const char *claim = "\"objects with dominant spherical shape will have worse statistics than, for "
                        "example, cubic shaped ones\" (7.4)";
    const hull_measured *sphere = &r->of[HULL_SPHERE][HULL_SIZES - 1],
                        *cube = &r->of[HULL_CUBE][HULL_SIZES - 1];
    if (settings->quick)
        study_claim(s, claim, study_if(fewer == HULL_SIZES),
                    "Of %u points on a sphere %.0f%% are saved, of as many in a cube %.2f%%.", sphere->points,
                    sphere->saving, cube->saving);
    else
        study_claim(s, claim, fewer == HULL_SIZES && slower == HULL_SIZES ? STUDY_HOLDS : STUDY_HOLDS_IN_PART,
                    "Of %u points on a sphere %.0f%% are saved, of as many in a cube %.2f%%; and they take "
                    "%.1f times as long.",
                    sphere->points, sphere->saving, cube->saving, ratio);
}

static void claim_ordinary(study *s, const columns *ours)
{
    double share = HUGE_VAL, most = 0;
    for (int i = 0; i < HULL_MODELS; i++) {
        share = fmin(share, 100 - ours->saving[i]);
        most = fmax(most, ours->ms[i]);
    }
    study_claim(s,
                "\"the share of vertices lying on the convex hull can only be about 4% and the build time is "
                "measured in units of milliseconds\" (8)",
                share < 5 && most < 10 ? STUDY_HOLDS : STUDY_HOLDS_IN_PART,
                "The least share of our objects 1 to 8 is %.1f%%, the longest time %.1f ms. (It holds below "
                "5%% and 10 ms.)",
                share, most);
}

void hull_tell(const papers_settings *settings, study *s, const hull_results *results)
{
    columns thesis = columns_of_thesis(), ours = columns_of_ours(results);
    tell_objects(s, results);
    if (!settings->quick)
        say_times(s, &thesis, &ours);
    tell_points(s, results);
    tell_growth(s, results);
    if (study_has_files(s) && !settings->quick) {
        plot_points(s, results, &thesis);
        plot_models(s, &thesis, &ours);
    }
    if (!settings->quick)
        claim_square(s, results);
    claim_correlation(s, settings, &thesis, &ours);
    claim_round(s, settings, results);
    if (!settings->quick)
        claim_ordinary(s, &ours);
}
