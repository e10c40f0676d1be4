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

#include "bench/bench_program.h"
#include "papers/papers.h"
#include "peers/participant.h"
#include "study/growth.h"

#include <math.h>
#include <stdlib.h>

enum { HULL_OBJECTS = 9, HULL_MODELS = 8, HULL_KINDS = 4, HULL_SIZES = 4, HULL_ROUNDS = 5 };

/* A row of the thesis' table, and the object of ours beside it. */
typedef struct hull_object {
    uint32_t vertices, hull_vertices; /* as printed */
    double milliseconds, saving;
    /* A kind of `farkas gen mesh`, and about how many triangles make as many vertices, of them as many on the hull; the first
     * part, where there are several. NULL: random points on a sphere. */
    const char *kind;
    uint32_t triangles;
} hull_object;

/* What a hull is, and took. */
typedef struct hull_measured {
    uint32_t points, vertices;
    double milliseconds; /* the median of some builds */
    double saving;       /* in percent, as the thesis counts it: of vertices */
    double bytes_saving; /* in percent: the block of the hull against the mesh, or the points */
} hull_measured;

/* Random points. */
typedef struct hull_kind {
    const char *name;
    fk_vec3 (*draw)(fk_random *random);
    bool is_round; /* all points are vertices */
} hull_kind;

enum { HULL_SPHERE = 0, HULL_CUBE = 2 };

typedef struct hull_results {
    hull_measured object[HULL_OBJECTS], of[HULL_KINDS][HULL_SIZES];
} hull_results;

/* ---- Objects ------------------------------------------------------------------------------------------- */

static const hull_object hull_objects[HULL_OBJECTS] = {
    {6423, 690, 39, 89.25735638, "trefoil", 12916},
    {12928, 506, 29, 96.08601485, "cylinder", 26348},
    {5801, 294, 11, 94.93190829, "cylinder", 11933},
    {8370, 348, 15, 95.84229391, "gear", 16709},
    {1027, 232, 5, 77.40993184, "trefoil", 2399},
    {6302, 580, 35, 90.79657252, "cone", 13175},
    {2466, 264, 7, 89.29440389, "cone", 4798},
    {732, 202, 8, 72.40437158, "arm", 16060},
    {5000, 5000, 2135, 0, NULL, 0},
};

static fk_vec3 draw_in_cube(fk_random *random)
{
    double x = fk_random_between(random, -1, 1), y = fk_random_between(random, -1, 1);
    return fk_vec3_make(x, y, fk_random_between(random, -1, 1));
}

static fk_vec3 draw_in_ball(fk_random *random)
{
    fk_vec3 p = draw_in_cube(random);
    while (fk_vec3_dot(p, p) > 1)
        p = draw_in_cube(random);
    return p;
}

static fk_vec3 draw_on_sphere(fk_random *random)
{
    fk_vec3 p = draw_in_ball(random);
    while (fk_vec3_dot(p, p) < 0.01)
        p = draw_in_ball(random);
    return fk_vec3_scale(p, 1 / sqrt(fk_vec3_dot(p, p)));
}

/* Uniform in both angles, with radii 1 and 0.3. */
static fk_vec3 draw_on_torus(fk_random *random)
{
    double around = fk_random_between(random, -3.141592653589793, 3.141592653589793);
    double tube = fk_random_between(random, -3.141592653589793, 3.141592653589793);
    double radius = 1 + 0.3 * fk_cos(tube);
    return fk_vec3_make(radius * fk_cos(around), radius * fk_sin(around), 0.3 * fk_sin(tube));
}

static const hull_kind hull_kinds[HULL_KINDS] = {
    {"on a sphere", draw_on_sphere, true},
    {"in a ball", draw_in_ball, false},
    {"in a cube", draw_in_cube, false},
    {"on a torus", draw_on_torus, false},
};

static const uint32_t sizes[HULL_SIZES] = {1000, 5000, 25000, 125000};
static const uint32_t quick_sizes[HULL_SIZES] = {250, 500, 1000, 2000};

/* ---- Measuring ----------------------------------------------------------------------------------------- */

/* `bytes` is what the hull stands for. */
static void measure(fk_context *context, const fk_vec3 *point, uint32_t count, double bytes,
                    hull_measured *out)
{
    double milliseconds[HULL_ROUNDS];
    for (int i = 0; i < HULL_ROUNDS; i++) {
        fk_hull *hull;
        double begin = bench_used_seconds();
        papers_need(fk_hull_build(context, point, count, &hull));
        milliseconds[i] = 1e3 * (bench_used_seconds() - begin);
        out->points = count;
        out->vertices = hull->vertex_count;
        out->saving = 100 * (1 - out->vertices / (double)count);
        out->bytes_saving = 100 * (1 - (double)hull->bytes / bytes);
        fk_hull_free(context, hull);
    }
    out->milliseconds = bench_median(milliseconds, HULL_ROUNDS);
}

/* False after a message. */
static bool measure_points(const papers_lab *lab, const hull_kind *kind, uint32_t count, hull_measured *out)
{
    fk_random random = fk_random_make(lab->seed);
    fk_vec3 *point = bench_allocate(count, sizeof *point);
    for (uint32_t i = 0; i < count; i++)
        point[i] = kind->draw(&random);
    measure(lab->context, point, count, (double)count * sizeof *point, out);
    free(point);
    if (kind->is_round && out->vertices != count)
        return papers_trouble("of %u points %s only %u are vertices", count, kind->name, out->vertices);
    return true;
}

static bool measure_object(const papers_lab *lab, const hull_object *o, hull_measured *out)
{
    if (o->kind == NULL)
        return measure_points(lab, &hull_kinds[HULL_SPHERE], o->vertices, out);
    fk_model *model = papers_generate(lab->context, o->kind, o->triangles, 0);
    const fk_mesh *mesh = &model->part[0];
    double bytes = (double)mesh->vertex_count * sizeof *mesh->point +
                   (double)mesh->triangle_count * sizeof *mesh->triangle;
    measure(lab->context, mesh->point, mesh->vertex_count, bytes, out);
    fk_model_free(lab->context, model);
    return true;
}

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

static void claim_correlation(const papers_lab *lab, const columns *thesis, const columns *ours)
{
    double printed = growth_correlation(thesis->vertices, thesis->saving, HULL_MODELS);
    double saving = growth_correlation(ours->vertices, ours->saving, HULL_MODELS);
    study_claim(lab->s,
                "\"Only low correlation between original number of vertices and computational time or memory "
                "savings\" (7.4): memory",
                study_if(fabs(saving) < 0.5 && fabs(printed) < 0.5),
                "Over objects 1 to 8 the coefficient is %.2f for the printed numbers themselves and %.2f for "
                "ours. (Low: below 0.5.)",
                printed, saving);
    if (lab->quick)
        return;
    double by_points = growth_correlation(ours->vertices, ours->ms, HULL_MODELS);
    double worst = fmax(fabs(by_points), fabs(growth_correlation(thesis->vertices, thesis->ms, HULL_MODELS)));
    study_claim(lab->s,
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

static void claim_round(const papers_lab *lab, const hull_results *r)
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
    if (lab->quick)
        study_claim(lab->s, claim, study_if(fewer == HULL_SIZES),
                    "Of %u points on a sphere %.0f%% are saved, of as many in a cube %.2f%%.", sphere->points,
                    sphere->saving, cube->saving);
    else
        study_claim(lab->s, claim,
                    fewer == HULL_SIZES && slower == HULL_SIZES ? STUDY_HOLDS : STUDY_HOLDS_IN_PART,
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

/* Tables, plots, differences and claims. */
static void hull_tell(const papers_lab *lab, const hull_results *results)
{
    columns thesis = columns_of_thesis(), ours = columns_of_ours(results);
    tell_objects(lab->s, results);
    if (!lab->quick)
        say_times(lab->s, &thesis, &ours);
    tell_points(lab->s, results);
    tell_growth(lab->s, results);
    if (study_has_files(lab->s) && !lab->quick) {
        plot_points(lab->s, results, &thesis);
        plot_models(lab->s, &thesis, &ours);
    }
    if (!lab->quick)
        claim_square(lab->s, results);
    claim_correlation(lab, &thesis, &ours);
    claim_round(lab, results);
    if (!lab->quick)
        claim_ordinary(lab->s, &ours);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

static bool measure_all(const papers_lab *lab, hull_results *out)
{
    for (int i = 0; i < HULL_OBJECTS; i++)
        if (!measure_object(lab, &hull_objects[i], &out->object[i]))
            return false;
    for (int k = 0; k < HULL_KINDS; k++)
        for (int i = 0; i < HULL_SIZES; i++)
            if (!measure_points(lab, &hull_kinds[k], lab->quick ? quick_sizes[i] : sizes[i], &out->of[k][i]))
                return false;
    return true;
}

bool papers_hull(const papers_lab *lab)
{
    hull_results results;
    if (!measure_all(lab, &results))
        return false;
    hull_tell(lab, &results);
    papers_hull_split(lab);
    return true;
}
