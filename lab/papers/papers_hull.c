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

#include "papers/papers_hull.h"
#include "bench/bench_program.h"
#include "gen/generate.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

/* ---- Objects ------------------------------------------------------------------------------------------- */

const hull_object hull_objects[HULL_OBJECTS] = {
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

const hull_kind hull_kinds[HULL_KINDS] = {
    {"on a sphere", draw_on_sphere, true},
    {"in a ball", draw_in_ball, false},
    {"in a cube", draw_in_cube, false},
    {"on a torus", draw_on_torus, false},
};

static const uint32_t sizes[HULL_SIZES] = {1000, 5000, 25000, 125000};
static const uint32_t quick_sizes[HULL_SIZES] = {250, 500, 1000, 2000};

/* ---- Measuring ----------------------------------------------------------------------------------------- */

/* False after a message. `bytes` is what the hull stands for. */
static bool measure(fk_context *context, const fk_vec3 *point, uint32_t count, double bytes,
                    hull_measured *out)
{
    double milliseconds[HULL_ROUNDS];
    for (int i = 0; i < HULL_ROUNDS; i++) {
        fk_hull *hull;
        double begin = bench_used_seconds();
        fk_status status = fk_hull_build(context, point, count, &hull);
        milliseconds[i] = 1e3 * (bench_used_seconds() - begin);
        if (status != FK_OK) {
            cli_trouble("hull of %u points: %s", count, fk_status_text(status));
            return false;
        }
        out->points = count;
        out->vertices = hull->vertex_count;
        out->saving = 100 * (1 - out->vertices / (double)count);
        out->bytes_saving = 100 * (1 - (double)hull->bytes / bytes);
        fk_hull_free(context, hull);
    }
    out->milliseconds = bench_median(milliseconds, HULL_ROUNDS);
    return true;
}

static bool measure_points(fk_context *context, uint64_t seed, const hull_kind *kind, uint32_t count,
                           hull_measured *out)
{
    fk_random random = fk_random_make(seed);
    fk_vec3 *point = malloc(count * sizeof *point);
    if (point == NULL)
        return cli_no_memory();
    for (uint32_t i = 0; i < count; i++)
        point[i] = kind->draw(&random);
    bool good = measure(context, point, count, (double)count * sizeof *point, out);
    free(point);
    if (good && kind->is_round && out->vertices != count) {
        cli_trouble("of %u points %s only %u are vertices", count, kind->name, out->vertices);
        return false;
    }
    return good;
}

static bool measure_object(fk_context *context, uint64_t seed, const hull_object *o, hull_measured *out)
{
    if (o->kind == NULL)
        return measure_points(context, seed, &hull_kinds[HULL_SPHERE], o->vertices, out);
    fk_generate_options options = {o->triangles, 0};
    fk_model *model;
    fk_status status = fk_generate(context, fk_generate_find(o->kind), &options, &model);
    if (status != FK_OK) {
        cli_trouble("%s of %u triangles: %s", o->kind, o->triangles, fk_status_text(status));
        return false;
    }
    const fk_mesh *mesh = &model->part[0];
    double bytes = (double)mesh->vertex_count * sizeof *mesh->point +
                   (double)mesh->triangle_count * sizeof *mesh->triangle;
    bool good = measure(context, mesh->point, mesh->vertex_count, bytes, out);
    fk_model_free(context, model);
    return good;
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

static bool measure_all(const papers_settings *settings, fk_context *context, hull_results *out)
{
    for (int i = 0; i < HULL_OBJECTS; i++)
        if (!measure_object(context, settings->seed, &hull_objects[i], &out->object[i]))
            return false;
    for (int k = 0; k < HULL_KINDS; k++)
        for (int i = 0; i < HULL_SIZES; i++)
            if (!measure_points(context, settings->seed, &hull_kinds[k],
                                settings->quick ? quick_sizes[i] : sizes[i], &out->of[k][i]))
                return false;
    return true;
}

int papers_hull(const papers_settings *settings, study *s)
{
    hull_results results;
    fk_context *context = cli_context_create();
    bool good = context != NULL && measure_all(settings, context, &results);
    if (good) {
        hull_tell(settings, s, &results);
        good = hull_split(settings, s, context);
    }
    fk_context_destroy(context);
    return good ? CLI_OK : CLI_TROUBLE;
}
