/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hull: the table of section 7.4 in Grulich's thesis, "Collision detection in 3D space", 2016: how many
 * vertices the convex hull of an object has, how long it takes to build, and how much memory it saves.
 *
 * The thesis measures eight models, which are not published, and as the ninth 5000 random points on a sphere, the worst
 * case of quickhull: nothing is inside. That one is made again here, by a generator of our own; the other eight rows are
 * printed as they stand in the thesis, and objects of ours follow. Memory is saved as the thesis counts it: one less the
 * ratio of vertices. Times are medians of some builds, each with all that fk_hull_build makes: faces, neighbours and
 * shortcuts too. */

#include "papers.h"
#include "certificate_json.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 5, MOST_POINTS = 50000 };

/* ---- Objects ------------------------------------------------------------------------------------------- */

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

typedef struct numbers {
    uint32_t vertices; /* of the hull; 0 when nothing is known */
    double milliseconds;
    double saving; /* in percent */
} numbers;

typedef struct object {
    const char *name;
    uint32_t points;
    fk_vec3 (*draw)(fk_random *random); /* NULL when it is not to be had */
    bool is_round;                      /* all points are vertices */
    numbers paper;
} object;

static const object objects[] = {
    {"1", 6423, NULL, false, {690, 39, 89.25735638}},
    {"2", 12928, NULL, false, {506, 29, 96.08601485}},
    {"3", 5801, NULL, false, {294, 11, 94.93190829}},
    {"4", 8370, NULL, false, {348, 15, 95.84229391}},
    {"5", 1027, NULL, false, {232, 5, 77.40993184}},
    {"6", 6302, NULL, false, {580, 35, 90.79657252}},
    {"7", 2466, NULL, false, {264, 7, 89.29440389}},
    {"8", 732, NULL, false, {202, 8, 72.40437158}},
    {"9 (on a sphere)", 5000, draw_on_sphere, true, {5000, 2135, 0}},
    {"on a sphere", 50000, draw_on_sphere, true, {0, 0, 0}},
    {"in a ball", 5000, draw_in_ball, false, {0, 0, 0}},
    {"in a ball", 50000, draw_in_ball, false, {0, 0, 0}},
    {"in a cube", 5000, draw_in_cube, false, {0, 0, 0}},
    {"in a cube", 50000, draw_in_cube, false, {0, 0, 0}},
    {"on a torus", 5000, draw_on_torus, false, {0, 0, 0}},
    {"on a torus", 50000, draw_on_torus, false, {0, 0, 0}},
};

enum { OBJECTS = sizeof objects / sizeof objects[0] };

/* ---- Measuring ----------------------------------------------------------------------------------------- */

static double median(double *value)
{
    for (int i = 1; i < ROUNDS; i++)
        for (int k = i; k > 0 && value[k - 1] > value[k]; k--) {
            double swap = value[k];
            value[k] = value[k - 1];
            value[k - 1] = swap;
        }
    return value[ROUNDS / 2];
}

/* False after a message. */
static bool measure(fk_context *context, const object *o, fk_vec3 *point, numbers *out)
{
    double milliseconds[ROUNDS];
    fk_random random = fk_random_make(1);
    for (uint32_t i = 0; i < o->points; i++)
        point[i] = o->draw(&random);
    for (int i = 0; i < ROUNDS; i++) {
        fk_hull *hull;
        double begin = fk_clock_seconds();
        fk_status status = fk_hull_build(context, point, o->points, &hull);
        milliseconds[i] = 1e3 * (fk_clock_seconds() - begin);
        if (status != FK_OK) {
            cli_trouble("hull of %u points %s: %s", o->points, o->name, fk_status_text(status));
            return false;
        }
        out->vertices = hull->vertex_count;
        fk_hull_free(context, hull);
    }
    out->milliseconds = median(milliseconds);
    out->saving = 100 * (1 - out->vertices / (double)o->points);
    if (o->is_round && out->vertices != o->points)
        cli_trouble("of %u points %s only %u are vertices", o->points, o->name, out->vertices);
    return !o->is_round || out->vertices == o->points;
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

static void print_head(void)
{
    cli_print("%-15s  %8s  %28s  %28s\n", "", "", "thesis", "farkas");
    cli_print("%-15s  %8s", "object", "vertices");
    for (int i = 0; i < 2; i++)
        cli_print("  %8s  %8s  %8s", "hull", "ms", "saving %");
    cli_print("\n");
}

static void print_numbers(const numbers *n, int digits)
{
    if (n->vertices == 0)
        cli_print("  %8s  %8s  %8s", "-", "-", "-");
    else
        cli_print("  %8u  %8.*f  %8.2f", n->vertices, digits, n->milliseconds, n->saving);
}

static void print_row(const object *o, const numbers *ours)
{
    cli_print("%-15s  %8u", o->name, o->points);
    print_numbers(&o->paper, 0);
    print_numbers(ours, 2);
    cli_print("\n");
}

static void print_foot(void)
{
    cli_print("\n"
              "thesis: J. Grulich, Collision detection in 3D space, 2016, section 7.4, on an Intel Core "
              "i3-3110M at\n"
              "2.40 GHz. Its models 1 to 8 are not published, so they cannot be built here; 9 and those "
              "below it are\n"
              "random points. farkas: the median of %d builds, with faces, neighbours and shortcuts.\n",
              (int)ROUNDS);
}

static void put_numbers(json_text *line, const char *name, const numbers *n)
{
    json_put(line, ",\"");
    json_put(line, name);
    json_put(line, "\":");
    if (n->vertices == 0) {
        json_put(line, "null");
        return;
    }
    json_put(line, "{\"hull_vertices\":");
    json_put_whole(line, n->vertices);
    json_put(line, ",\"milliseconds\":");
    json_put_number(line, n->milliseconds);
    json_put(line, ",\"saving\":");
    json_put_number(line, n->saving);
    json_put(line, "}");
}

static void print_json(const object *o, const numbers *ours)
{
    json_text line = {0};
    json_put(&line, "{\"object\":\"");
    json_put(&line, o->name);
    json_put(&line, "\",\"vertices\":");
    json_put_whole(&line, o->points);
    put_numbers(&line, "thesis", &o->paper);
    put_numbers(&line, "farkas", ours);
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

static bool run_objects(const papers_settings *settings, fk_context *context, fk_vec3 *point)
{
    for (int i = 0; i < OBJECTS; i++) {
        const object *o = &objects[i];
        numbers ours = {0, 0, 0};
        if (o->draw != NULL && !measure(context, o, point, &ours))
            return false;
        if (settings->json)
            print_json(o, &ours);
        else
            print_row(o, &ours);
    }
    return true;
}

int papers_hull(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov != NULL)
        return cli_trouble("--pov is not for hull; see 'farkas papers --help'");
    double begin = fk_clock_seconds();
    fk_context *context = cli_context_create();
    fk_vec3 *point = context == NULL ? NULL : malloc(MOST_POINTS * sizeof *point);
    if (context != NULL && point == NULL)
        cli_trouble("no memory for %d points", (int)MOST_POINTS);
    if (point != NULL && !settings->json)
        print_head();
    bool good = point != NULL && run_objects(settings, context, point);
    if (good && !settings->json)
        print_foot();
    cli_flush();
    free(point);
    fk_context_destroy(context);
    if (good && cli_is_verbose())
        cli_note("%d objects; %.3f s", (int)OBJECTS, fk_clock_seconds() - begin);
    return good ? CLI_OK : CLI_TROUBLE;
}
