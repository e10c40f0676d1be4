/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers aabb-tree: the tables of section 7.3 in Grulich's thesis, "Collision detection in 3D space",
 * 2016: how long it takes to build a tree over a knot, how much memory it needs, and how many queries it
 * answers in a second.
 *
 * The thesis has its numbers from the manual of CGAL (Alliez, Tayeb, Wormser, "3D Fast Intersection and
 * Distance Computation"), which asks the knot of 14,400 triangles: segments and lines through two random
 * points in the box around it, rays from such a point in a random direction, planes through one with a random
 * normal. do_intersect is fk_placed_any, number_of_intersected_primitives fk_placed_count, all_intersections
 * fk_placed_all, which names the triangles, while CGAL computes what is met, too. The knot itself is not
 * published; ours is a tube around a trefoil. We ask all sizes.
 *
 * All numbers of a query are multiples of 2^-20, so that CGAL, which keeps a ray as two points, rounds none
 * of them: when its program (bench/probe_cgal.cpp) is there, both must find the same. */

#include "papers.h"
#include "bench_program.h"
#include "certificate_json.h"
#include "mesh/generate.h"
#include "probe_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KINDS = 4, QUERIES = 1000 };

static const char *const kind_names[KINDS] = {"segment", "ray", "line", "plane"};
static const char *const function_names[PROBE_FUNCTIONS] = {"any", "count", "all"};

/* ---- What the thesis prints ---------------------------------------------------------------------------- */

typedef struct size_row {
    uint32_t triangles;
    double build_ms, megabytes; /* 0: it does not say */
    bool has_queries;
} size_row;

static const size_row sizes[] = {
    {14400, 156, 0, true},   {18400, 0, 1.1, false},  {57600, 328, 0, true},      {102400, 0, 6.33, false},
    {230400, 1141, 0, true}, {921600, 4813, 0, true}, {1022400, 0, 59.56, false}, {1822400, 0, 108.34, false},
};

static const size_row quick_sizes[] = {{1440, 0, 0, true}, {3600, 0, 0, false}};

/* Queries a second, of this many triangles. */
enum { THESIS_QUERIES = 14400 };
static const double thesis[PROBE_FUNCTIONS][KINDS] = {
    {187868, 185649, 206096, 377969},
    {64389, 52943, 54559, 7906},
    {46507, 38471, 36374, 2644},
};

/* ---- The knot and its queries -------------------------------------------------------------------------- */

typedef struct knot {
    fk_context *context;
    fk_model *model;
    const fk_mesh *mesh;
    fk_tree *tree;
    fk_probe probe[KINDS * QUERIES];
    uint32_t probes;
    double seconds; /* for each kind and function */
} knot;

/* What was measured, by us or a peer. */
typedef struct rate {
    double per_second;
    uint64_t hits;
} rate;

typedef struct results {
    char library[64]; /* "" when there are none */
    double build_ms, bytes;
    rate of[PROBE_FUNCTIONS][KINDS];
} results;

/* Of one size: ours and CGAL's. */
typedef struct measured {
    uint32_t triangles;
    results ours, cgal;
} measured;

enum { SIZES = sizeof sizes / sizeof sizes[0], QUICK_SIZES = sizeof quick_sizes / sizeof quick_sizes[0] };

/* A random number in an interval, a multiple of 2^-20. */
static double draw(fk_random *random, double low, double high)
{
    return floor(fk_random_between(random, low, high) * 0x1p20) * 0x1p-20;
}

static fk_vec3 draw_in(fk_random *random, fk_vec3 low, fk_vec3 high)
{
    double x = draw(random, low.x, high.x), y = draw(random, low.y, high.y);
    return fk_vec3_make(x, y, draw(random, low.z, high.z));
}

static fk_vec3 draw_direction(fk_random *random)
{
    fk_vec3 v;
    do
        v = draw_in(random, fk_vec3_make(-1, -1, -1), fk_vec3_make(1, 1, 1));
    while (!(fk_vec3_dot(v, v) > 0.01 && fk_vec3_dot(v, v) <= 1));
    return v;
}

static void draw_probes(knot *k)
{
    fk_random random = fk_random_make(1);
    fk_aabb box = fk_aabb_empty();
    for (uint32_t v = 0; v < k->mesh->vertex_count; v++)
        box = fk_aabb_include(box, k->mesh->point[v]);
    for (uint32_t i = 0; i < KINDS * QUERIES; i++) {
        fk_probe *p = &k->probe[i];
        *p = (fk_probe){(fk_probe_kind)(i % KINDS), draw_in(&random, box.min, box.max), {0, 0, 0}, 0};
        fk_vec3 other = draw_in(&random, box.min, box.max);
        p->to = p->kind == FK_PROBE_SEGMENT ? other
                : p->kind == FK_PROBE_LINE  ? fk_vec3_sub(other, p->from)
                                            : draw_direction(&random);
        if (p->kind == FK_PROBE_PLANE)
            p->offset = fk_vec3_dot(p->to, p->from);
    }
}

/* ---- Farkas -------------------------------------------------------------------------------------------- */

/* False after a message. */
static bool ask(knot *k, const fk_placed_mesh *placed, const fk_probe *probe, int function, uint64_t *hits)
{
    uint32_t answer = 0;
    fk_index_list *list;
    fk_status status;
    if (function == PROBE_ANY) {
        status = fk_placed_any(placed, probe, &answer);
        answer = answer != FK_NONE;
    } else if (function == PROBE_COUNT) {
        status = fk_placed_count(placed, probe, &answer);
    } else if ((status = fk_placed_all(k->context, placed, probe, &list)) == FK_OK) {
        answer = (uint32_t)list->count;
        fk_index_list_free(k->context, list);
    }
    if (status != FK_OK)
        cli_trouble("%s of a %s: %s", function_names[function], kind_names[probe->kind],
                    fk_status_text(status));
    *hits += answer;
    return status == FK_OK;
}

static bool measure(knot *k, int kind, int function, rate *out)
{
    fk_placed_mesh placed = {k->mesh, k->tree, fk_pose_identity(), true};
    double begin = fk_clock_seconds(), time;
    uint64_t asked = 0;
    do {
        out->hits = 0;
        for (uint32_t i = (uint32_t)kind; i < k->probes; i += KINDS, asked++)
            if (!ask(k, &placed, &k->probe[i], function, &out->hits))
                return false;
        time = fk_clock_seconds() - begin;
    } while (time < k->seconds);
    out->per_second = (double)asked / time;
    return true;
}

static bool measure_farkas(knot *k, results *out)
{
    snprintf(out->library, sizeof out->library, "Farkas");
    out->build_ms = HUGE_VAL;
    for (int i = 0; i < 3; i++) { /* the quickest, as other programs may take their turn */
        fk_tree_free(k->context, k->tree);
        k->tree = NULL;
        double begin = fk_clock_seconds();
        fk_status status = fk_tree_build(k->context, k->mesh, NULL, &k->tree);
        if (status != FK_OK) {
            cli_trouble("tree of %u triangles: %s", k->mesh->triangle_count, fk_status_text(status));
            return false;
        }
        out->build_ms = fmin(out->build_ms, 1e3 * (fk_clock_seconds() - begin));
    }
    out->bytes = (double)k->tree->bytes;
    for (int function = 0; function < PROBE_FUNCTIONS && k->probes > 0; function++)
        for (int kind = 0; kind < KINDS; kind++)
            if (!measure(k, kind, function, &out->of[function][kind]))
                return false;
    return true;
}

/* ---- CGAL ---------------------------------------------------------------------------------------------- */

static bool take_line(const json_t *line, void *user)
{
    results *out = user;
    const json_t *library = json_object_get(line, "library");
    if (library != NULL) {
        snprintf(out->library, sizeof out->library, "%s", json_string_value(library));
        out->build_ms = json_number_value(json_object_get(line, "build_ms"));
        out->bytes = json_number_value(json_object_get(line, "bytes"));
        return true;
    }
    json_int_t kind = json_integer_value(json_object_get(line, "kind"));
    json_int_t function = json_integer_value(json_object_get(line, "function"));
    if (kind < 0 || kind >= KINDS || function < 0 || function >= PROBE_FUNCTIONS)
        return false;
    rate *r = &out->of[function][kind];
    r->per_second = json_number_value(json_object_get(line, "per_second"));
    r->hits = (uint64_t)json_integer_value(json_object_get(line, "hits"));
    return true;
}

static bool write_input(const knot *k, const char *path)
{
    probe_head head = {PROBE_MAGIC, k->mesh->vertex_count, k->mesh->triangle_count, k->probes};
    FILE *stream = fopen(path, "wb");
    if (stream == NULL)
        return false;
    bool good =
        fwrite(&head, sizeof head, 1, stream) == 1 &&
        fwrite(k->mesh->point, sizeof *k->mesh->point, head.vertices, stream) == head.vertices &&
        fwrite(k->mesh->triangle, sizeof *k->mesh->triangle, head.triangles, stream) == head.triangles &&
        fwrite(k->probe, sizeof *k->probe, k->probes, stream) == k->probes;
    return fclose(stream) == 0 && good;
}

/* Runs a peer on the same knot; out->library stays empty when it fails. */
static void measure_peer(const knot *k, char *program, results *out)
{
    char folder[4096], seconds[32];
    if (!bench_folder_create(folder, sizeof folder))
        return;
    char *path = bench_join(folder, "input");
    bench_text printed = {NULL, 0, 0};
    snprintf(seconds, sizeof seconds, "%g", k->seconds);
    char *const argv[] = {program, seconds, path, NULL};
    if (!write_input(k, path) || !bench_program_run(argv, NULL, &printed) ||
        !bench_text_take(&printed, take_line, out)) {
        out->library[0] = '\0';
        cli_note("%s failed; its numbers are left out", program);
    }
    free(printed.bytes);
    unlink(path);
    rmdir(folder);
    free(path);
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

static void put_or_null(json_text *line, const char *name, double value)
{
    json_put(line, ",\"");
    json_put(line, name);
    json_put(line, "\":");
    if (value > 0)
        json_put_number(line, value);
    else
        json_put(line, "null");
}

static void print_size_json(const size_row *row, const measured *m)
{
    json_text line = {0};
    json_put(&line, "{\"triangles\":");
    json_put_whole(&line, m->triangles);
    put_or_null(&line, "build_ms", m->ours.build_ms);
    put_or_null(&line, "megabytes", m->ours.bytes / 1e6);
    put_or_null(&line, "thesis_build_ms", row->build_ms);
    put_or_null(&line, "thesis_megabytes", row->megabytes);
    put_or_null(&line, "cgal_build_ms", m->cgal.build_ms);
    put_or_null(&line, "cgal_megabytes", m->cgal.bytes / 1e6);
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

static void print_query_json(const size_row *row, const measured *m, int function, int kind)
{
    json_text line = {0};
    json_put(&line, "{\"triangles\":");
    json_put_whole(&line, m->triangles);
    json_put(&line, ",\"function\":\"");
    json_put(&line, function_names[function]);
    json_put(&line, "\",\"query\":\"");
    json_put(&line, kind_names[kind]);
    json_put(&line, "\",\"hits\":");
    json_put_whole(&line, m->ours.of[function][kind].hits);
    put_or_null(&line, "per_second", m->ours.of[function][kind].per_second);
    put_or_null(&line, "thesis", row->triangles == THESIS_QUERIES ? thesis[function][kind] : 0);
    put_or_null(&line, "cgal", m->cgal.of[function][kind].per_second);
    json_put(&line, "}\n");
    cli_write(line.text, line.length);
}

static void print_or_dash(double value, int digits)
{
    if (value > 0)
        cli_print("  %9.*f", digits, value);
    else
        cli_print("  %9s", "-");
}

static void print_size(const size_row *row, const measured *m)
{
    cli_print("%9u", m->triangles);
    print_or_dash(row->build_ms, 0);
    print_or_dash(m->cgal.build_ms, 1);
    print_or_dash(m->ours.build_ms, 1);
    print_or_dash(row->megabytes, 2);
    print_or_dash(m->cgal.bytes / 1e6, 2);
    print_or_dash(m->ours.bytes / 1e6, 2);
    cli_print("\n");
}

static void print_query(const size_row *row, const measured *m, int function, int kind)
{
    if (function + kind == 0)
        cli_print("\n%9s  %-8s  %-7s  %9s  %9s  %9s  %9s\n", "triangles", "function", "query", "thesis",
                  "cgal", "farkas", "hits");
    cli_print("%9u  %-8s  %-7s", m->triangles, function_names[function], kind_names[kind]);
    print_or_dash(row->triangles == THESIS_QUERIES ? thesis[function][kind] : 0, 0);
    print_or_dash(m->cgal.of[function][kind].per_second, 0);
    print_or_dash(m->ours.of[function][kind].per_second, 0);
    cli_print("  %9llu\n", (unsigned long long)m->ours.of[function][kind].hits);
}

static void print_queries(const size_row *row, const measured *m, bool json)
{
    for (int function = 0; function < PROBE_FUNCTIONS; function++)
        for (int kind = 0; kind < KINDS; kind++)
            (json ? print_query_json : print_query)(row, m, function, kind);
}

static void print_head(void)
{
    cli_print("%9s  %31s  %31s\n", "", "milliseconds to build", "megabytes");
    cli_print("%9s", "triangles");
    for (int i = 0; i < 2; i++)
        cli_print("  %9s  %9s  %9s", "thesis", "cgal", "farkas");
    cli_print("\n");
}

static void print_foot(const char *library)
{
    cli_print(
        "\n"
        "thesis: J. Grulich, Collision detection in 3D space, 2016, section 7.3, which has its numbers "
        "from the manual of\n"
        "CGAL: of another machine, and another knot. cgal: %s\n"
        "Queries are counts a second, %d of each kind: does it meet the mesh, how many triangles, which "
        "ones; for the last,\n"
        "CGAL also computes the intersections. hits are what the queries met, all together.\n",
        library[0] ? library : "was not measured; 'make bench' builds its program.", (int)QUERIES);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

/* Whether two libraries found the same. */
static bool agree(const results *ours, const results *cgal)
{
    for (int i = 0; i < PROBE_FUNCTIONS * KINDS; i++) {
        uint64_t we = ours->of[i / KINDS][i % KINDS].hits, they = cgal->of[i / KINDS][i % KINDS].hits;
        if (we != they) {
            cli_trouble("%s, %s: %llu hits, but %s has %llu", function_names[i / KINDS],
                        kind_names[i % KINDS], (unsigned long long)we, cgal->library,
                        (unsigned long long)they);
            return false;
        }
    }
    return true;
}

static bool run_size(const papers_settings *settings, knot *k, const size_row *row, char *peer, measured *out)
{
    fk_generate_options options = {row->triangles, 2};
    fk_status status = fk_generate(k->context, fk_generate_find("trefoil"), &options, &k->model);
    if (status != FK_OK) {
        cli_trouble("knot of %u triangles: %s", row->triangles, fk_status_text(status));
        return false;
    }
    *out = (measured){.triangles = 0};
    k->mesh = &k->model->part[0];
    k->probes = row->has_queries ? KINDS * QUERIES : 0;
    k->seconds = settings->quick ? 0.001 : 0.1;
    draw_probes(k);
    out->triangles = k->mesh->triangle_count;
    bool good = measure_farkas(k, &out->ours);
    if (good && peer != NULL)
        measure_peer(k, peer, &out->cgal);
    if (!out->cgal.library[0]) /* or what there is of it */
        out->cgal = (results){.build_ms = 0};
    else
        good = good && agree(&out->ours, &out->cgal);
    fk_tree_free(k->context, k->tree);
    fk_model_free(k->context, k->model);
    k->tree = NULL;
    return good;
}

static bool run_sizes(const papers_settings *settings, knot *k)
{
    const size_row *row = settings->quick ? quick_sizes : sizes;
    int count = settings->quick ? QUICK_SIZES : SIZES;
    measured all[SIZES];
    bench_peers peers;
    if (!bench_peers_find(NULL, "probe-peers", &peers))
        return false;
    if (!settings->json)
        print_head();
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        good = run_size(settings, k, &row[i], peers.count > 0 ? peers.path[0] : NULL, &all[i]);
        if (good)
            (settings->json ? print_size_json : print_size)(&row[i], &all[i]);
        cli_flush();
    }
    for (int i = 0; i < count && good; i++)
        if (row[i].has_queries)
            print_queries(&row[i], &all[i], settings->json);
    if (good && !settings->json)
        print_foot(all[0].cgal.library);
    for (size_t i = 0; i < peers.count; i++)
        free(peers.path[i]);
    free(peers.path);
    return good;
}

int papers_aabb_tree(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov != NULL)
        return cli_trouble("--pov is not for aabb-tree; see 'farkas papers --help'");
    double begin = fk_clock_seconds();
    knot *k = calloc(1, sizeof *k);
    fk_context *context = cli_context_create();
    bool good = false;
    if (k == NULL)
        cli_trouble("out of memory");
    if (k != NULL && context != NULL) {
        k->context = context;
        good = run_sizes(settings, k);
    }
    cli_flush();
    fk_context_destroy(context);
    free(k);
    if (good && cli_is_verbose())
        cli_note("%.3f s", fk_clock_seconds() - begin);
    return good ? CLI_OK : CLI_TROUBLE;
}
