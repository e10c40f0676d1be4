/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hull: the table of section 7.4 in Grulich's thesis, "Collision detection in 3D space", 2016: how many
 * vertices the convex hull of an object has, how long it takes to build, and how much memory it saves.
 *
 * The thesis measures eight models, which are not published, and as the ninth 5000 random points on a sphere, the worst
 * case of quickhull: nothing is inside. That one is made again here, by a generator of our own. Beside each of the eight stands
 * a mesh of ours with about as many vertices, of which about as many are on the hull. Random points of four kinds follow, in
 * four sizes each. Memory is saved as the thesis counts it: one less the ratio of vertices. Times are medians of some builds,
 * each with all that fk_hull_build makes: faces, neighbours and shortcuts too. */

#include "papers/hull.h"
#include "bench/program.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

enum { HULL_OBJECTS = 9, MODELS = 8, HULL_SIZES = 4, HULL_ROUNDS = 5 };

/* ---- Objects ------------------------------------------------------------------------------------------- */

/* What some hulls are, and took. */
typedef struct hull_series {
    double points[HULL_OBJECTS], vertices[HULL_OBJECTS];
    double ms[HULL_OBJECTS];           /* the median of some builds */
    double saving[HULL_OBJECTS];       /* in percent, as the thesis counts it: of vertices */
    double bytes_saving[HULL_OBJECTS]; /* in percent: the block of the hull against the mesh, or the points */
} hull_series;

/* The table of the thesis: models 1 to 8, then the sphere. */
static const hull_series thesis = {
    .points = {6423, 12928, 5801, 8370, 1027, 6302, 2466, 732, 5000},
    .vertices = {690, 506, 294, 348, 232, 580, 264, 202, 5000},
    .ms = {39, 29, 11, 15, 5, 35, 7, 8, 2135},
    .saving = {89.25735638, 96.08601485, 94.93190829, 95.84229391, 77.40993184, 90.79657252, 89.29440389,
               72.40437158, 0},
};

/* The object of ours beside each: a kind of `farkas gen mesh`, and about how many triangles make as many vertices, of them as many on
 * the hull; the first part, where there are several. NULL: random points on a sphere. */
static const struct hull_object {
    const char *kind;
    uint32_t triangles;
} objects[HULL_OBJECTS] = {{"trefoil", 12916}, {"cylinder", 26348}, {"cylinder", 11933},
                           {"gear", 16709},    {"trefoil", 2399},   {"cone", 13175},
                           {"cone", 4798},     {"arm", 16060},      {NULL, 0}};

static fk_vec3 draw_in_cube(fk_random *random)
{
    return papers_draw_between(random, -1, 1);
}

static fk_vec3 draw_in_ball(fk_random *random)
{
    fk_vec3 p = draw_in_cube(random);
    while (fk_vec3_dot(p, p) > 1)
        p = draw_in_cube(random);
    return p;
}

/* Uniform in both angles, with radii 1 and 0.3. */
static fk_vec3 draw_on_torus(fk_random *random)
{
    double around = fk_random_between(random, -3.141592653589793, 3.141592653589793);
    double tube = fk_random_between(random, -3.141592653589793, 3.141592653589793);
    double radius = 1 + 0.3 * fk_cos(tube);
    return fk_vec3_make(radius * fk_cos(around), radius * fk_sin(around), 0.3 * fk_sin(tube));
}

const hull_kind hull_kinds[HULL_KINDS] = {
    {"on a sphere", papers_draw_direction, true},
    {"in a ball", draw_in_ball, false},
    {"in a cube", draw_in_cube, false},
    {"on a torus", draw_on_torus, false},
};

void hull_draw_points(const hull_kind *kind, fk_random *random, uint32_t count, thesis_point *out)
{
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p =
            fk_vec3_scale(kind->draw(random), 0x1.8p17); /* below 2^18, as no coordinate exceeds 1.3 */
        out[i] = (thesis_point){{(int32_t)floor(p.x), (int32_t)floor(p.y), (int32_t)floor(p.z)}};
    }
}

static const uint32_t sizes[HULL_SIZES] = {1000, 5000, 25000, 125000};
static const uint32_t quick_sizes[HULL_SIZES] = {250, 500, 1000, 2000};

/* ---- Measuring ----------------------------------------------------------------------------------------- */

/* Row i. `bytes` is what the hull stands for. */
static void measure_hull(fk_context *context, const fk_vec3 *point, uint32_t count, double bytes,
                         hull_series *out, int i)
{
    double ms[HULL_ROUNDS];
    for (int round = 0; round < HULL_ROUNDS; round++) {
        fk_hull *hull;
        double begin = bench_used_seconds();
        papers_check(fk_hull_build(context, point, count, &hull));
        ms[round] = 1e3 * (bench_used_seconds() - begin);
        out->points[i] = count;
        out->vertices[i] = hull->vertex_count;
        out->saving[i] = 100 * (1 - out->vertices[i] / count);
        out->bytes_saving[i] = 100 * (1 - (double)hull->bytes / bytes);
        fk_hull_free(context, hull);
    }
    out->ms[i] = bench_median(ms, HULL_ROUNDS);
}

/* False after a message. */
static bool measure_points(const papers_lab *lab, const hull_kind *kind, uint32_t count, hull_series *out,
                           int i)
{
    fk_random random = fk_random_make(lab->seed);
    fk_vec3 *point = bench_allocate(count, sizeof *point);
    for (uint32_t k = 0; k < count; k++)
        point[k] = kind->draw(&random);
    measure_hull(lab->context, point, count, (double)count * sizeof *point, out, i);
    free(point);
    if (kind->is_round && out->vertices[i] != count)
        return papers_trouble("of %u points %s only %.0f are vertices", count, kind->name, out->vertices[i]);
    return true;
}

static bool measure_object(const papers_lab *lab, hull_series *out, int i)
{
    if (objects[i].kind == NULL)
        return measure_points(lab, &hull_kinds[HULL_ON_SPHERE], (uint32_t)thesis.points[i], out, i);
    fk_model *model = papers_generate(lab->context, objects[i].kind, objects[i].triangles, 0);
    const fk_mesh *mesh = &model->part[0];
    double bytes = (double)mesh->vertex_count * sizeof *mesh->point +
                   (double)mesh->triangle_count * sizeof *mesh->triangle;
    measure_hull(lab->context, mesh->point, mesh->vertex_count, bytes, out, i);
    fk_model_free(lab->context, model);
    return true;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void report_objects(study *s, const hull_series *m)
{
    study_table(s, "objects", "Hulls of objects",
                "object\n"
                "thesis: vertices|thesis_vertices; of the hull|thesis_hull_vertices; ms|thesis_ms; saving, "
                "%|thesis_saving_percent|2\n"
                "Farkas, an object of ours: which|farkas_object|w; vertices|farkas_vertices; of the "
                "hull|farkas_hull_vertices; ms|farkas_ms|st; saving, %|farkas_saving_percent|2; of bytes, "
                "%|farkas_bytes_saving_percent|2");
    for (int i = 0; i < HULL_OBJECTS; i++) {
        study_numbers(s, i + 1, thesis.points[i], thesis.vertices[i], thesis.ms[i], thesis.saving[i]);
        study_words(s, "%s", objects[i].kind != NULL ? objects[i].kind : "points on a sphere");
        study_numbers(s, m->points[i], m->vertices[i], m->ms[i], m->saving[i], m->bytes_saving[i]);
    }
    study_paragraph(
        s, "The models 1 to 8 of the thesis are not published. Beside each stands a mesh of ours "
           "(`farkas gen mesh`; of the arm its first link) with about as many vertices, of them about "
           "as many on the hull; 9 is the same in both: random points on a sphere. The machine of the "
           "thesis is an Intel Core i3-3110M at 2.40 GHz.");
    study_paragraph(s,
                    "Saving is that of vertices, as the thesis counts it. Of bytes it is another number: our "
                    "hull keeps faces, neighbours and shortcuts with its vertices, in one block, and is set "
                    "against the vertices and triangles of the mesh, of 9 against the points alone.");
}

static void report_points(study *s, const hull_series of[HULL_KINDS])
{
    study_table(
        s, "points", "Hulls of random points",
        "points|kind|w; number|points; of the hull|hull_vertices; ms||st; saving, %|saving_percent|2");
    for (int k = 0; k < HULL_KINDS; k++)
        for (int i = 0; i < HULL_SIZES; i++) {
            study_words(s, "%s", hull_kinds[k].name);
            study_numbers(s, of[k].points[i], of[k].vertices[i], of[k].ms[i], of[k].saving[i]);
        }
    study_table(s, "growth", "Growth with the number of points: the exponent e of n^e that fits best",
                "points|kind|w\n"
                "exponent: hull's vertices|vertices_exponent|2; time|ms_exponent|2t");
    for (int k = 0; k < HULL_KINDS; k++) {
        study_words(s, "%s", hull_kinds[k].name);
        study_numbers(s, growth_exponent(of[k].points, of[k].vertices, HULL_SIZES),
                      growth_exponent(of[k].points, of[k].ms, HULL_SIZES));
    }
}

static void plot_hulls(study *s, const hull_series *ours, const hull_series of[HULL_KINDS])
{
    plot_series line[HULL_KINDS + 2];
    for (int k = 0; k < HULL_KINDS; k++)
        line[k] = (plot_series){hull_kinds[k].name, HULL_SIZES, of[k].points, of[k].ms, .is_ours = true};
    line[HULL_KINDS] = (plot_series){"thesis, on a sphere",  1,
                                     &thesis.points[MODELS], &thesis.ms[MODELS],
                                     .is_printed = true,     .is_cloud = true};
    line[HULL_KINDS + 1] = (plot_series){"thesis, models",   MODELS,          thesis.points, thesis.ms,
                                         .is_printed = true, .is_cloud = true};
    study_draw(s, "points", .title = "Time of a hull over points", .x_title = "points", .y_title = "time, ms",
               .x_log = true, .y_log = true, .series = line, .count = HULL_KINDS + 2);
    const plot_series cloud[] = {
        {"Farkas", HULL_OBJECTS, ours->vertices, ours->ms, .is_ours = true, .is_cloud = true},
        {"thesis", HULL_OBJECTS, thesis.vertices, thesis.ms, .is_printed = true, .is_cloud = true},
    };
    study_draw(s, "objects", .title = "Time of a hull over its vertices, objects 1 to 9",
               .x_title = "vertices of the hull", .y_title = "time, ms", .x_log = true, .y_log = true,
               .series = cloud, .count = 2);
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

static void explain_hull_times(study *s, const hull_series *ours)
{
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < MODELS; i++) {
        least = fmin(least, thesis.ms[i] / ours->ms[i]);
        most = fmax(most, thesis.ms[i] / ours->ms[i]);
    }
    study_paragraph(
        s,
        "The thesis takes %.3g to %.3g times our time for objects 1 to 8, on an older machine and on "
        "other objects; for the sphere %.3g times, where it says that its algorithm needs O(n^2). Of "
        "ours cylinders and cones take longest: many of their points lie in one plane or nearly so, "
        "and where they lie is found by exact arithmetic.",
        least, most, thesis.ms[MODELS] / ours->ms[MODELS]);
}

static void claim_correlation(const papers_lab *lab, const hull_series *ours)
{
    double printed = growth_correlation(thesis.points, thesis.saving, MODELS);
    double saving = growth_correlation(ours->points, ours->saving, MODELS);
    study_claim(lab->s,
                "\"Only low correlation between original number of vertices and computational time or memory "
                "savings\" (7.4): memory",
                study_if(fabs(saving) < 0.5 && fabs(printed) < 0.5),
                "Over objects 1 to 8 the coefficient is %.2f for the printed numbers themselves and %.2f for "
                "ours. (Low: below 0.5.)",
                printed, saving);
    if (lab->quick)
        return;
    double by_points = growth_correlation(ours->points, ours->ms, MODELS);
    double worst = fmax(fabs(by_points), fabs(growth_correlation(thesis.points, thesis.ms, MODELS)));
    study_claim(lab->s,
                "\"Only low correlation between original number of vertices and computational time or memory "
                "savings\" (7.4): time",
                study_if_part(worst < 0.5, worst < 0.8),
                "Over objects 1 to 8 the time goes with the vertices by %.2f, with those of the hull by "
                "%.2f; the printed times by %.2f and %.2f. Eight objects are few. (Low: below 0.5 for both, "
                "in part below 0.8.)",
                by_points, growth_correlation(ours->vertices, ours->ms, MODELS),
                growth_correlation(thesis.points, thesis.ms, MODELS),
                growth_correlation(thesis.vertices, thesis.ms, MODELS));
}

static void claim_round(const papers_lab *lab, const hull_series *sphere, const hull_series *cube)
{
    int fewer = 0, slower = 0;
    double ratio = 0;
    for (int i = 0; i < HULL_SIZES; i++) {
        fewer += sphere->saving[i] < cube->saving[i];
        slower += sphere->ms[i] > cube->ms[i];
        ratio = sphere->ms[i] / cube->ms[i];
    }
    const char *claim = "\"objects with dominant spherical shape will have worse statistics than, for "
                        "example, cubic shaped ones\" (7.4)";
    const int last = HULL_SIZES - 1;
    if (lab->quick)
        study_claim(lab->s, claim, study_if(fewer == HULL_SIZES),
                    "Of %.0f points on a sphere %.0f%% are saved, of as many in a cube %.2f%%.",
                    sphere->points[last], sphere->saving[last], cube->saving[last]);
    else
        study_claim(lab->s, claim,
                    fewer == HULL_SIZES && slower == HULL_SIZES ? STUDY_HOLDS : STUDY_HOLDS_IN_PART,
                    "Of %.0f points on a sphere %.0f%% are saved, of as many in a cube %.2f%%; and they take "
                    "%.1f times as long.",
                    sphere->points[last], sphere->saving[last], cube->saving[last], ratio);
}

static void claim_ordinary(study *s, const hull_series *ours)
{
    double share = HUGE_VAL, most = 0;
    for (int i = 0; i < MODELS; i++) {
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

bool papers_hull(const papers_lab *lab)
{
    hull_series ours, of[HULL_KINDS];
    study *s = lab->s;
    for (int i = 0; i < HULL_OBJECTS; i++)
        if (!measure_object(lab, &ours, i))
            return false;
    for (int i = 0; i < HULL_KINDS * HULL_SIZES; i++) {
        int size = i % HULL_SIZES, k = i / HULL_SIZES;
        if (!measure_points(lab, &hull_kinds[k], lab->quick ? quick_sizes[size] : sizes[size], &of[k], size))
            return false;
    }
    report_objects(s, &ours);
    if (!lab->quick)
        explain_hull_times(s, &ours);
    report_points(s, of);
    if (study_has_files(s) && !lab->quick)
        plot_hulls(s, &ours, of);
    claim_correlation(lab, &ours);
    claim_round(lab, &of[HULL_ON_SPHERE], &of[HULL_IN_CUBE]);
    if (!lab->quick)
        claim_ordinary(s, &ours);
    hull_report_printed(lab);
    hull_report_split(lab);
    return true;
}
