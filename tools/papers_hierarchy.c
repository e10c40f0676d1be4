/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hierarchy: what a hierarchy saves, by the algorithm of R. Murrieta-Cid's slides "Collision
 * detection: hierarchical algorithms" (2021).
 *
 * The slides print no numbers. Here COLLIDE (balls, equal counts, depth first, the larger volume descends) is
 * run beside the test of all pairs of triangles, on two knots of a growing number of triangles, in four
 * places: apart, near each other, touching in one vertex, and deep in each other. Both end with the first
 * pair that meets, and must agree.
 *
 * Vertices are rounded to multiples of 2^-30, and the second knot is turned by exchanging its axes: so its
 * places are exact, and the one where both touch is one where they do. */

#include "papers.h"
#include "certificate_json.h"

#include <math.h>
#include <stdlib.h>

#include "mesh/generate.h"
#include "tree/hierarchy.h"

enum { PLACES = 4 };

static const char *const places[PLACES] = {"apart", "near", "touching", "deep"};
static const uint32_t sizes[] = {240, 960, 3840, 15360, 61440};
enum { SIZES = sizeof sizes / sizeof sizes[0], QUICK_SIZES = 2 };

/* All pairs are tested up to so many triangles. */
#define MOST_FOR_ALL 4000

/* Seconds that are measured, at least. */
#define LONG_ENOUGH 0.01

/* ---- Two knots ----------------------------------------------------------------------------------------- */

typedef struct knots {
    fk_context *context;
    fk_model *model;
    fk_mesh mesh; /* of rounded vertices */
    fk_hierarchy *tree;
    double build_ms;
    fk_pose pose[PLACES]; /* of the second */
} knots;

static double rounded(double x)
{
    return ldexp(floor(ldexp(x, 30) + 0.5), -30);
}

static fk_vec3 turned(fk_vec3 p)
{
    return fk_vec3_make(p.y, p.z, p.x);
}

/* The vertex that lies farthest along x, or along -x when turned. */
static fk_vec3 farthest(const fk_mesh *mesh, bool is_turned)
{
    fk_vec3 best = {0, 0, 0};
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fk_vec3 p = is_turned ? turned(mesh->point[i]) : mesh->point[i];
        if (i == 0 || (is_turned ? p.x < best.x : p.x > best.x))
            best = p;
    }
    return best;
}

static void set_places(knots *k)
{
    fk_vec3 touch = fk_vec3_sub(farthest(&k->mesh, false), farthest(&k->mesh, true));
    fk_pose pose = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, touch};
    const double moved[PLACES] = {3, 0x1p-10, 0, -0.25};
    for (int i = 0; i < PLACES; i++) {
        k->pose[i] = pose;
        k->pose[i].translation.x += moved[i];
    }
}

/* False after a message. What was made is to be ended in any case. */
static bool knots_make(knots *k, uint32_t triangles)
{
    fk_generate_options options = {triangles, 1};
    fk_status status = fk_generate(k->context, fk_generate_find("trefoil"), &options, &k->model);
    fk_vec3 *point = NULL;
    if (status == FK_OK) {
        k->mesh = k->model->part[0];
        point = malloc(k->mesh.vertex_count * sizeof *point);
        status = point != NULL ? FK_OK : FK_ERROR_MEMORY;
    }
    if (status == FK_OK) {
        for (uint32_t i = 0; i < k->mesh.vertex_count; i++) {
            fk_vec3 p = k->mesh.point[i];
            point[i] = fk_vec3_make(rounded(p.x), rounded(p.y), rounded(p.z));
        }
        k->mesh.point = point;
        set_places(k);
        fk_hierarchy_rules rules = fk_hierarchy_rules_collide();
        double begin = fk_clock_seconds();
        status = fk_hierarchy_build(k->context, &k->mesh, &rules, &k->tree);
        k->build_ms = 1e3 * (fk_clock_seconds() - begin);
    }
    if (status != FK_OK)
        cli_trouble("knot of %u triangles: %s", triangles, fk_status_text(status));
    return status == FK_OK;
}

static void knots_end(knots *k)
{
    if (k->model != NULL && k->mesh.point != k->model->part[0].point)
        free((void *)k->mesh.point);
    fk_hierarchy_free(k->context, k->tree);
    fk_model_free(k->context, k->model);
    k->tree = NULL;
    k->model = NULL;
}

/* ---- Measuring ----------------------------------------------------------------------------------------- */

typedef struct row {
    uint32_t triangles;
    const char *place;
    bool meets;
    double build_ms;
    uint64_t visited, tests; /* of COLLIDE: pairs of nodes, pairs of triangles */
    double microseconds;
    uint64_t pairs; /* of all pairs, those tested; 0 when they were not */
    double pair_microseconds;
} row;

static void corners_of(const fk_mesh *mesh, const fk_pose *pose, uint32_t triangle, fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply(pose, mesh->point[mesh->triangle[triangle].corner[k]]);
}

static bool test_all(const fk_mesh *mesh, const fk_pose *a, const fk_pose *b, uint64_t *tests)
{
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        fk_vec3 p[3], q[3];
        corners_of(mesh, a, i, p);
        for (uint32_t j = 0; j < mesh->triangle_count; j++) {
            corners_of(mesh, b, j, q);
            ++*tests;
            if (fk_triangles_meet(p, q))
                return true;
        }
    }
    return false;
}

/* CLI_TROUBLE after a message. */
static int measure(const knots *k, int place, row *out)
{
    fk_placed_hierarchy a = {k->tree, &k->mesh, fk_pose_identity()}, b = {k->tree, &k->mesh, k->pose[place]};
    fk_search_rules rules = fk_search_rules_collide();
    fk_search_found found;
    uint64_t rounds = 0;
    double begin = fk_clock_seconds(), seconds = 0;
    for (; rounds == 0 || seconds < LONG_ENOUGH; rounds++) {
        if (fk_hierarchy_search(k->context, &a, &b, &rules, &found) != FK_OK)
            return cli_trouble("out of memory");
        fk_search_found_end(k->context, &found);
        seconds = fk_clock_seconds() - begin;
    }
    *out = (row){k->mesh.triangle_count,
                 places[place],
                 found.meets,
                 k->build_ms,
                 found.volume_tests,
                 found.triangle_tests,
                 1e6 * seconds / (double)rounds,
                 0,
                 0};
    bool truth = place >= 2;
    if (k->mesh.triangle_count <= MOST_FOR_ALL) {
        begin = fk_clock_seconds();
        truth = test_all(&k->mesh, &a.pose, &b.pose, &out->pairs);
        out->pair_microseconds = 1e6 * (fk_clock_seconds() - begin);
    }
    if (found.meets != truth || truth != (place >= 2))
        return cli_trouble("knots of %u triangles, %s: COLLIDE says %s, all pairs say %s", out->triangles,
                           out->place, found.meets ? "yes" : "no", truth ? "yes" : "no");
    return CLI_OK;
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

static void print_head(void)
{
    cli_print("%9s  %-8s  %5s  %34s  %23s\n", "", "", "", "COLLIDE", "all pairs");
    cli_print("%9s  %-8s  %5s  %10s  %10s  %10s  %10s  %11s  %9s\n", "triangles", "place", "meets", "nodes",
              "triangles", "us", "triangles", "us", "faster");
}

static void print_row(const row *r)
{
    cli_print("%9u  %-8s  %5s  %10llu  %10llu  %10.1f", r->triangles, r->place, r->meets ? "yes" : "no",
              (unsigned long long)r->visited, (unsigned long long)r->tests, r->microseconds);
    if (r->pairs == 0)
        cli_print("  %10s  %11s  %9s\n", "-", "-", "-");
    else
        cli_print("  %10llu  %11.1f  %9.1f\n", (unsigned long long)r->pairs, r->pair_microseconds,
                  r->pair_microseconds / r->microseconds);
}

static void print_json(const row *r)
{
    json_text line = {0};
    json_put(&line, "{\"triangles\":");
    json_put_whole(&line, r->triangles);
    json_put(&line, ",\"place\":\"");
    json_put(&line, r->place);
    json_put(&line, r->meets ? "\",\"meets\":true" : "\",\"meets\":false");
    json_put(&line, ",\"build_ms\":");
    json_put_number(&line, r->build_ms);
    json_put(&line, ",\"collide\":{\"nodes\":");
    json_put_whole(&line, r->visited);
    json_put(&line, ",\"triangles\":");
    json_put_whole(&line, r->tests);
    json_put(&line, ",\"us\":");
    json_put_number(&line, r->microseconds);
    json_put(&line, r->pairs > 0 ? "},\"all_pairs\":{\"triangles\":" : "},\"all_pairs\":null");
    if (r->pairs > 0) {
        json_put_whole(&line, r->pairs);
        json_put(&line, ",\"us\":");
        json_put_number(&line, r->pair_microseconds);
        json_put(&line, "}");
    }
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

static void print_foot(void)
{
    cli_print("\n"
              "Two knots; nodes are the pairs of balls that are tested, triangles the pairs of triangles, "
              "until the first\n"
              "pair that meets. Four times the triangles are sixteen times the work for all pairs where "
              "none meets, while\n"
              "COLLIDE tests about twice as many nodes where the knots are near, and a single one where they "
              "are far apart.\n");
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

static int run_size(knots *k, uint32_t triangles, const papers_settings *settings)
{
    if (!knots_make(k, triangles))
        return CLI_TROUBLE;
    for (int place = 0; place < PLACES; place++) {
        row r = {0};
        if (measure(k, place, &r) != CLI_OK)
            return CLI_TROUBLE;
        if (settings->json)
            print_json(&r);
        else
            print_row(&r);
    }
    cli_flush();
    return CLI_OK;
}

int papers_hierarchy(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov != NULL)
        return cli_trouble("--pov is not for hierarchy; see 'farkas papers --help'");
    knots k = {.context = cli_context_create()};
    int status = k.context != NULL ? CLI_OK : CLI_TROUBLE;
    if (!settings->json && status == CLI_OK)
        print_head();
    for (int i = 0; i < (settings->quick ? QUICK_SIZES : SIZES) && status == CLI_OK; i++) {
        status = run_size(&k, sizes[i], settings);
        knots_end(&k);
    }
    if (!settings->json && status == CLI_OK)
        print_foot();
    if (k.context != NULL)
        fk_context_destroy(k.context);
    return status;
}
