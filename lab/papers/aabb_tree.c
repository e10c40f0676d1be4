/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers aabb-tree: the tables of section 7.3 in Grulich's thesis, "Collision detection in 3D space",
 * 2016: how long it takes to build a tree over a knot, how much memory it needs, and how many queries it
 * answers in a second.
 *
 * The thesis has its numbers from the manual of CGAL (Alliez, Tayeb, Wormser, "3D Fast Intersection and
 * Distance Computation"), which asks the knot of 14,400 triangles: segments and lines through two random
 * points in the box around it, rays from such a point in a random direction, planes through one with a random
 * normal. do_intersect is fk_placed_probe_any, number_of_intersected_primitives fk_placed_probe_count, all_intersections
 * fk_placed_probe_all, which names the triangles, while CGAL computes what is met, too. The knot itself is not
 * published; ours is a tube around a trefoil. We ask four sizes.
 *
 * All numbers of a query are multiples of 2^-20, so that CGAL, which keeps a ray as two points, rounds none
 * of them: when its program (lab/peers/probe_cgal.cpp) is there, both must find the same. So must the knot that is
 * turned, with its queries, by exchanging the axes, which rounds nothing; its tree stays as it is. */

#include "papers/aabb_tree.h"
#include "bench/program.h"
#include "hierarchy/hierarchy.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const aabb_kind_names[AABB_KINDS] = {"segment", "ray", "line", "plane"};
const char *const aabb_function_names[PROBE_FUNCTIONS] = {"any", "count", "all"};

/* ---- What the thesis prints ---------------------------------------------------------------------------- */

static const aabb_size sizes[AABB_SIZES] = {
    {14400, 156, NAN, true},      {18400, NAN, 1.1, false},      {57600, 328, NAN, true},
    {102400, NAN, 6.33, false},   {230400, 1141, NAN, true},     {921600, 4813, NAN, true},
    {1022400, NAN, 59.56, false}, {1822400, NAN, 108.34, false},
};

static const aabb_size quick_sizes[] = {
    {1440, NAN, NAN, true}, {2400, NAN, NAN, false}, {3600, NAN, NAN, false}, {7200, NAN, NAN, false}};

enum { AABB_QUICK_SIZES = sizeof quick_sizes / sizeof quick_sizes[0] };

const double aabb_thesis_rates[PROBE_FUNCTIONS][AABB_KINDS] = {
    {187868, 185649, 206096, 377969},
    {64389, 52943, 54559, 7906},
    {46507, 38471, 36374, 2644},
};

/* ---- The knot and its queries -------------------------------------------------------------------------- */

typedef struct aabb_knot {
    fk_context *context;
    fk_model *model;
    const fk_mesh *mesh;
    fk_tree *tree;
    fk_probe probe[AABB_KINDS * AABB_QUERIES], turned[AABB_KINDS * AABB_QUERIES];
    uint32_t probes;
    double seconds; /* for each kind and function; 0: no clock */
} aabb_knot;

/* A random number in an interval, a multiple of 2^-20. */
static double draw_multiple(fk_random *random, double low, double high)
{
    return floor(fk_random_between(random, low, high) * 0x1p20) * 0x1p-20;
}

static fk_vec3 draw_in(fk_random *random, fk_vec3 low, fk_vec3 high)
{
    double x = draw_multiple(random, low.x, high.x), y = draw_multiple(random, low.y, high.y);
    return fk_vec3_make(x, y, draw_multiple(random, low.z, high.z));
}

static fk_vec3 draw_probe_direction(fk_random *random)
{
    fk_vec3 v;
    do
        v = draw_in(random, fk_vec3_make(-1, -1, -1), fk_vec3_make(1, 1, 1));
    while (!(fk_vec3_dot(v, v) > 0.01 && fk_vec3_dot(v, v) <= 1));
    return v;
}

/* What the pose `turned` below does to a point. */
static fk_vec3 turn_point(fk_vec3 p)
{
    return fk_vec3_make(p.y, p.z, p.x);
}

static void draw_probes(aabb_knot *k, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    fk_aabb box = fk_aabb_empty();
    for (uint32_t v = 0; v < k->mesh->vertex_count; v++)
        box = fk_aabb_include(box, k->mesh->point[v]);
    for (uint32_t i = 0; i < AABB_KINDS * AABB_QUERIES; i++) {
        fk_probe *p = &k->probe[i];
        *p = (fk_probe){(fk_probe_kind)(i % AABB_KINDS), draw_in(&random, box.min, box.max), {0, 0, 0}, 0};
        fk_vec3 other = draw_in(&random, box.min, box.max);
        p->to = p->kind == FK_PROBE_SEGMENT ? other
                : p->kind == FK_PROBE_LINE  ? fk_vec3_sub(other, p->from)
                                            : draw_probe_direction(&random);
        if (p->kind == FK_PROBE_PLANE)
            p->offset = fk_vec3_dot(p->to, p->from);
        k->turned[i] = *p;
        k->turned[i].from = turn_point(p->from);
        k->turned[i].to = turn_point(p->to);
    }
}

/* ---- Farkas -------------------------------------------------------------------------------------------- */

static const fk_pose turned = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {0, 0, 0}};

static uint32_t count_primitives(aabb_knot *k, const fk_placed_mesh *placed, const fk_probe *probe,
                                 int function)
{
    uint32_t answer;
    fk_index_list *list;
    if (function == PROBE_ANY) {
        papers_check(fk_placed_probe_any(placed, probe, &answer));
        return answer != FK_NONE;
    }
    if (function == PROBE_COUNT) {
        papers_check(fk_placed_probe_count(placed, probe, &answer));
        return answer;
    }
    papers_check(fk_placed_probe_all(k->context, placed, probe, &list));
    answer = (uint32_t)list->count;
    fk_index_list_free(k->context, list);
    return answer;
}

/* All queries of a kind, again and again; what they meet is added up. */
static void measure_rate(aabb_knot *k, const fk_placed_mesh *placed, const fk_probe *probe, int function,
                         aabb_rate *out)
{
    double begin = bench_used_seconds(), time;
    uint64_t asked = 0;
    do {
        out->hits = 0;
        for (uint32_t i = 0; i < k->probes; i += AABB_KINDS)
            out->hits += count_primitives(k, placed, &probe[i], function);
        asked += k->probes / AABB_KINDS;
        time = bench_used_seconds() - begin;
    } while (time < k->seconds);
    out->per_second = (double)asked / time;
}

/* Of each query: something is met when some are, and all are as many as there are. */
static bool functions_agree(aabb_knot *k, const fk_placed_mesh *placed)
{
    for (uint32_t i = 0; i < k->probes; i++) {
        uint32_t answer[PROBE_FUNCTIONS];
        for (int f = 0; f < PROBE_FUNCTIONS; f++)
            answer[f] = count_primitives(k, placed, &k->probe[i], f);
        if (answer[PROBE_ANY] != (answer[PROBE_COUNT] > 0) || answer[PROBE_ALL] != answer[PROBE_COUNT])
            return papers_trouble("query %u: any %u, count %u, all %u", i, answer[0], answer[1], answer[2]);
    }
    return true;
}

static void measure_queries(aabb_knot *k, const fk_pose *pose, const fk_probe *probe, aabb_results *out)
{
    fk_placed_mesh placed = {k->mesh, k->tree, *pose, true};
    for (int function = 0; function < PROBE_FUNCTIONS && k->probes > 0; function++)
        for (int kind = 0; kind < AABB_KINDS; kind++)
            measure_rate(k, &placed, probe + kind, function, &out->of[function][kind]);
}

/* The quickest of some, as other programs may take their turn. */
static void measure_building(aabb_knot *k, aabb_results *out)
{
    out->build_ms = out->refit_ms = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        fk_tree_free(k->context, k->tree);
        double begin = bench_used_seconds();
        papers_check(fk_tree_build(k->context, k->mesh, NULL, &k->tree));
        double built = bench_used_seconds();
        papers_check(fk_tree_refit(k->tree, k->mesh));
        out->build_ms = fmin(out->build_ms, 1e3 * (built - begin));
        out->refit_ms = fmin(out->refit_ms, 1e3 * (bench_used_seconds() - built));
    }
    out->bytes = (double)k->tree->bytes;
}

/* ---- CGAL ---------------------------------------------------------------------------------------------- */

static bool read_peer_line(const json_t *line, void *user)
{
    aabb_results *out = user;
    const json_t *library = json_object_get(line, "library");
    if (library != NULL) {
        snprintf(out->library, sizeof out->library, "%s", json_string_value(library));
        out->build_ms = json_number_value(json_object_get(line, "build_ms"));
        out->bytes = json_number_value(json_object_get(line, "bytes"));
        return true;
    }
    json_int_t kind = json_integer_value(json_object_get(line, "kind"));
    json_int_t function = json_integer_value(json_object_get(line, "function"));
    if (kind < 0 || kind >= AABB_KINDS || function < 0 || function >= PROBE_FUNCTIONS)
        return false;
    aabb_rate *r = &out->of[function][kind];
    r->per_second = json_number_value(json_object_get(line, "per_second"));
    r->hits = (uint64_t)json_integer_value(json_object_get(line, "hits"));
    return true;
}

static bool write_input(const aabb_knot *k, const char *path)
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
static void measure_peer(const aabb_knot *k, char *program, aabb_results *out)
{
    char folder[4096], seconds[32];
    if (!bench_folder_create(folder, sizeof folder))
        return;
    char *path = bench_join(folder, "input");
    bench_text printed = {NULL, 0, 0};
    snprintf(seconds, sizeof seconds, "%g", fmax(k->seconds, 0.001));
    char *const argv[] = {program, seconds, path, NULL};
    if (!write_input(k, path) || !bench_program_run(argv, NULL, &printed) ||
        !bench_text_each_line(&printed, read_peer_line, out)) {
        out->library[0] = '\0';
        cli_note("%s failed; its numbers are left out", program);
    }
    free(printed.bytes);
    unlink(path);
    rmdir(folder);
    free(path);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

/* Whether others found the same. */
static bool results_agree(const aabb_results *ours, const aabb_results *theirs, const char *who)
{
    for (int f = 0; f < PROBE_FUNCTIONS; f++)
        for (int kind = 0; kind < AABB_KINDS; kind++) {
            uint64_t we = ours->of[f][kind].hits, they = theirs->of[f][kind].hits;
            if (we != they)
                return papers_trouble("%s, %s: %llu hits, but %s has %llu", aabb_function_names[f],
                                      aabb_kind_names[kind], (unsigned long long)we, who,
                                      (unsigned long long)they);
        }
    return true;
}

static void forget_times(aabb_results *r)
{
    *r = (aabb_results){.build_ms = NAN, .refit_ms = NAN, .bytes = NAN};
    for (int i = 0; i < PROBE_FUNCTIONS * AABB_KINDS; i++)
        r->of[i / AABB_KINDS][i % AABB_KINDS].per_second = NAN;
}

static bool measure_knot_size(aabb_knot *k, char *peer, aabb_measured *out)
{
    fk_pose still = fk_pose_identity();
    fk_placed_mesh placed = {k->mesh, NULL, still, true};
    forget_times(&out->ours);
    forget_times(&out->turned);
    forget_times(&out->cgal);
    measure_building(k, &out->ours);
    measure_queries(k, &still, k->probe, &out->ours);
    measure_queries(k, &turned, k->turned, &out->turned);
    if (!results_agree(&out->ours, &out->turned, "the turned knot"))
        return false;
    placed.tree = k->tree;
    if (!functions_agree(k, &placed))
        return false;
    if (peer != NULL)
        measure_peer(k, peer, &out->cgal);
    if (out->cgal.library[0])
        return results_agree(&out->ours, &out->cgal, out->cgal.library);
    forget_times(&out->cgal); /* what there is of it */
    return true;
}

static bool run_size(const papers_lab *lab, aabb_knot *k, const aabb_size *row, char *peer,
                     aabb_measured *out)
{
    k->model = papers_generate(k->context, "trefoil", row->triangles, 2);
    k->mesh = &k->model->part[0];
    k->probes = row->has_queries ? AABB_KINDS * AABB_QUERIES : 0;
    k->seconds = lab->quick ? 0 : 0.05;
    draw_probes(k, lab->seed);
    out->row = row;
    out->triangles = k->mesh->triangle_count;
    bool good = measure_knot_size(k, peer, out);
    fk_tree_free(k->context, k->tree);
    fk_model_free(k->context, k->model);
    k->tree = NULL;
    return good;
}

/* The boxes along the axes that are two levels below the root of a binary tree, as that of the thesis is: those of fk_tree are
 * turned, eight to a node, and a tangle in a picture. */
static void show_tree(study *s, fk_context *context, const fk_mesh *mesh)
{
    enum { NODES = 7, FIRST_BOX = 3, BOXES = 4 };
    fk_hierarchy_rules rules = fk_hierarchy_rules_default();
    fk_hierarchy *tree;
    fk_mesh *below[BOXES];
    fk_check_part part[BOXES] = {{0}};
    uint32_t node[NODES] = {0};
    papers_check(fk_hierarchy_build(context, mesh, &rules, &tree));
    for (int i = 1; i < NODES; i++)
        node[i] = i % 2 == 1 ? node[i / 2] + 1 : tree->node[node[i / 2 - 1]].right;
    for (int i = 0; i < BOXES; i++) {
        const fk_hierarchy_node *n = &tree->node[node[FIRST_BOX + i]];
        fk_triangle *triangle = bench_allocate(n->count, sizeof *triangle);
        for (uint32_t k = 0; k < n->count; k++)
            triangle[k] = mesh->triangle[tree->triangle[n->first + k]];
        fk_mesh_input input = {mesh->point, mesh->vertex_count, triangle, n->count,
                               fk_mesh_options_default()};
        papers_check(fk_mesh_build(context, &input, NULL, &below[i]));
        free(triangle);
        part[i] = (fk_check_part){.name = "part", .mesh = below[i], .pose = fk_pose_identity()};
    }
    study_scene scene = {.part = part, .count = BOXES, .layers = FK_LAYER_AABB};
    study_view(s, context, "tree", "Boxes two levels below the root of a binary tree", &scene);
    for (int i = 0; i < BOXES; i++)
        fk_mesh_free(context, below[i]);
    fk_hierarchy_free(context, tree);
}

/* The knot of figure 7.2. */
static void show_knot(study *s, fk_context *context)
{
    fk_model *model = papers_generate(context, "trefoil", AABB_THESIS_QUERIES, 2);
    fk_check_part part = {.name = "knot", .mesh = &model->part[0], .pose = fk_pose_identity()};
    study_scene scene = {.part = &part, .count = 1};
    study_view(s, context, "knot", "The knot, of 14,400 triangles", &scene);
    show_tree(s, context, &model->part[0]);
    fk_model_free(context, model);
}

static bool run_sizes(const papers_lab *lab, aabb_knot *k)
{
    const aabb_size *row = lab->quick ? quick_sizes : sizes;
    size_t count = lab->quick ? AABB_QUICK_SIZES : AABB_SIZES;
    aabb_measured all[AABB_SIZES];
    bench_peers peers;
    if (!bench_peers_find(NULL, "probe-peers", &peers))
        return false;
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = run_size(lab, k, &row[i], peers.count > 0 ? peers.path[0] : NULL, &all[i]);
    for (size_t i = 0; i < peers.count; i++)
        free(peers.path[i]);
    free(peers.path);
    if (good) {
        if (study_has_files(lab->s) && !lab->quick)
            show_knot(lab->s, k->context);
        aabb_report(lab, all, count);
    }
    return good;
}

bool papers_aabb_tree(const papers_lab *lab)
{
    aabb_knot *k = bench_allocate(1, sizeof *k);
    k->context = lab->context;
    bool good = run_sizes(lab, k);
    if (good)
        aabb_rules(lab);
    free(k);
    return good && aabb_moving(lab);
}
