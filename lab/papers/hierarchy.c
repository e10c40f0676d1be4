/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers hierarchy: what a hierarchy saves, by the algorithm of R. Murrieta-Cid's slides "Collision
 * detection: hierarchical algorithms" (2021).
 *
 * The slides print no numbers. Here COLLIDE (balls, equal counts, depth first, the larger volume descends) is
 * run beside the test of all pairs of triangles, on two knots of a growing number of triangles, in four
 * places: apart, near each other, touching in one vertex, and deep in each other. Both end with the first
 * pair that meets, and must agree. */

#include "papers/hierarchy.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

const char *const knot_places[KNOT_PLACES] = {"apart", "near", "touching", "deep"};
static const uint32_t sizes[] = {100, 240, 960, 3840, 15360, 61440};
enum { COLLIDE_SIZES = sizeof sizes / sizeof sizes[0], COLLIDE_QUICK_SIZES = 3 };

/* All pairs are tested up to so many triangles. */
#define MOST_FOR_ALL 4000

/* Seconds that are measured, at least. */
#define LONG_ENOUGH 0.01

/* ---- Two knots ----------------------------------------------------------------------------------------- */

static double round_coordinate(double x)
{
    return ldexp(floor(ldexp(x, 30) + 0.5), -30);
}

static fk_vec3 turn_vector(fk_vec3 p)
{
    return fk_vec3_make(p.y, p.z, p.x);
}

/* The vertex that lies farthest along x, or along -x when turned. */
static fk_vec3 farthest_vertex(const fk_mesh *mesh, bool is_turned)
{
    fk_vec3 best = {0, 0, 0};
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        fk_vec3 p = is_turned ? turn_vector(mesh->point[i]) : mesh->point[i];
        if (i == 0 || (is_turned ? p.x < best.x : p.x > best.x))
            best = p;
    }
    return best;
}

static void set_places(hierarchy_knots *k)
{
    fk_vec3 touch = fk_vec3_sub(farthest_vertex(&k->mesh, false), farthest_vertex(&k->mesh, true));
    fk_pose pose = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, touch};
    const double moved[KNOT_PLACES] = {3, 0x1p-10, 0, -0.25};
    for (int i = 0; i < KNOT_PLACES; i++) {
        k->pose[i] = pose;
        k->pose[i].translation.x += moved[i];
    }
}

void hierarchy_knots_make(hierarchy_knots *k, uint32_t triangles)
{
    fk_hierarchy_rules rules = fk_hierarchy_rules_collide();
    k->model = papers_generate(k->context, "trefoil", triangles, 1);
    k->mesh = k->model->part[0];
    fk_vec3 *point = bench_allocate(k->mesh.vertex_count, sizeof *point);
    for (uint32_t i = 0; i < k->mesh.vertex_count; i++) {
        fk_vec3 p = k->mesh.point[i];
        point[i] = fk_vec3_make(round_coordinate(p.x), round_coordinate(p.y), round_coordinate(p.z));
    }
    k->mesh.point = point;
    set_places(k);
    double begin = bench_used_seconds();
    papers_check(fk_hierarchy_build(k->context, &k->mesh, &rules, &k->tree));
    k->build_ms = 1e3 * (bench_used_seconds() - begin);
}

void hierarchy_knots_end(hierarchy_knots *k)
{
    free((void *)k->mesh.point);
    fk_hierarchy_free(k->context, k->tree);
    fk_model_free(k->context, k->model);
}

/* ---- Measuring ----------------------------------------------------------------------------------------- */

/* The numbers of a place over all sizes. */
typedef struct place_curve {
    double n[COLLIDE_SIZES]; /* triangles */
    bool meets[COLLIDE_SIZES];
    double visited[COLLIDE_SIZES], tests[COLLIDE_SIZES]; /* of COLLIDE: pairs of nodes, pairs of triangles */
    double us[COLLIDE_SIZES];
    double pairs[COLLIDE_SIZES],
        pair_us[COLLIDE_SIZES]; /* of all pairs, those tested; NAN when they were not */
} place_curve;

static void placed_corners(const fk_mesh *mesh, const fk_pose *pose, uint32_t triangle, fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply(pose, mesh->point[mesh->triangle[triangle].corner[k]]);
}

static bool test_all_triangles(const fk_mesh *mesh, const fk_pose *a, const fk_pose *b, double *tests)
{
    *tests = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        fk_vec3 p[3], q[3];
        placed_corners(mesh, a, i, p);
        for (uint32_t j = 0; j < mesh->triangle_count; j++) {
            placed_corners(mesh, b, j, q);
            ++*tests;
            if (fk_triangles_meet(p, q))
                return true;
        }
    }
    return false;
}

/* False after a message. */
static bool measure_place(const hierarchy_knots *k, int place, bool is_timed, place_curve *out, int i)
{
    fk_placed_hierarchy a = {k->tree, &k->mesh, fk_pose_identity()}, b = {k->tree, &k->mesh, k->pose[place]};
    fk_search_rules rules = fk_search_rules_collide();
    fk_search_found found;
    uint64_t rounds = 0;
    double begin = bench_used_seconds(), seconds = 0;
    for (; rounds == 0 || (is_timed && seconds < LONG_ENOUGH); rounds++) {
        papers_check(fk_hierarchy_search(k->context, &a, &b, &rules, &found));
        fk_search_found_end(k->context, &found);
        /* A look at the clock may take longer than a search, so it is only taken after 1, 2, 4, ... of them. */
        if ((rounds & (rounds + 1)) == 0)
            seconds = bench_used_seconds() - begin;
    }
    bool truth = place >= KNOT_TOUCHING;
    out->n[i] = k->mesh.triangle_count;
    out->meets[i] = found.meets;
    out->visited[i] = (double)found.volume_tests;
    out->tests[i] = (double)found.triangle_tests;
    out->us[i] = 1e6 * seconds / (double)rounds;
    out->pairs[i] = out->pair_us[i] = NAN;
    if (k->mesh.triangle_count <= MOST_FOR_ALL) {
        begin = bench_used_seconds();
        truth = test_all_triangles(&k->mesh, &a.pose, &b.pose, &out->pairs[i]);
        out->pair_us[i] = 1e6 * (bench_used_seconds() - begin);
    }
    if (found.meets != truth || truth != (place >= KNOT_TOUCHING))
        return papers_trouble("knots of %u triangles, %s: COLLIDE says %s, all pairs say %s",
                              k->mesh.triangle_count, knot_places[place], found.meets ? "yes" : "no",
                              truth ? "yes" : "no");
    return true;
}

static void report_collide(study *s, const place_curve c[KNOT_PLACES], int count)
{
    study_table(s, "collide", "COLLIDE on two knots, beside the test of all pairs of triangles",
                "triangles; place||w; meets||w\n"
                "COLLIDE: nodes|collide_nodes; triangles|collide_triangles; µs|collide_us|st\n"
                "all pairs: triangles|all_pairs_triangles; µs|all_pairs_us|st\n"
                "times faster|faster|st");
    for (int i = 0; i < count; i++)
        for (int place = 0; place < KNOT_PLACES; place++) {
            const place_curve *of = &c[place];
            study_number(s, of->n[i]);
            study_words(s, "%s", knot_places[place]);
            study_words(s, "%s", of->meets[i] ? "yes" : "no");
            study_numbers(s, of->visited[i], of->tests[i], of->us[i], of->pairs[i], of->pair_us[i],
                          of->pair_us[i] / of->us[i]);
        }
    study_paragraph(
        s, "Nodes are the pairs of balls that are tested, triangles the pairs of triangles, until the "
           "first pair that meets. Near is a thousandth of a knot apart; touching knots have one "
           "vertex in common. The slides print no numbers: knots, places and all pairs are ours.");
}

static void report_collide_growth(study *s, const place_curve c[KNOT_PLACES], int count)
{
    size_t n = (size_t)count;
    study_table(s, "growth", "Growth with the triangles: the exponent e of n^e that fits best",
                "place||w\n"
                "COLLIDE: nodes|collide_nodes_exponent|2; triangles|collide_triangles_exponent|2; "
                "time|collide_us_exponent|2t\n"
                "all pairs: triangles|all_pairs_triangles_exponent|2; time|all_pairs_us_exponent|2t");
    for (int place = 0; place < KNOT_PLACES; place++) {
        const place_curve *of = &c[place];
        study_words(s, "%s", knot_places[place]);
        study_numbers(s, growth_exponent(of->n, of->visited, n), growth_exponent(of->n, of->tests, n),
                      growth_exponent(of->n, of->us, n), growth_exponent(of->n, of->pairs, n),
                      growth_exponent(of->n, of->pair_us, n));
    }
}

/* ---- Plots and pictures -------------------------------------------------------------------------------- */

enum { NODES, TESTS, TIMES, PLOTS };
enum { COLLIDE_LINES = 2 * KNOT_PLACES - 1 };

static const double *curve_values(const place_curve *c, int what, bool all_pairs)
{
    if (what == TIMES)
        return all_pairs ? c->pair_us : c->us;
    return all_pairs ? c->pairs : what == NODES ? c->visited : c->tests;
}

/* Each place by COLLIDE, and by all pairs, which take the same for knots that are apart and for near ones. */
static void plot_places(study *s, const place_curve c[KNOT_PLACES], int count, int what)
{
    static const char *const names[PLOTS] = {"nodes", "tests", "time"};
    static const char *const titles[PLOTS] = {"Pairs of nodes that COLLIDE visits; all pairs of triangles",
                                              "Pairs of triangles that are tested",
                                              "Time of COLLIDE, and of testing all pairs of triangles"};
    plot_series line[COLLIDE_LINES];
    char text[COLLIDE_LINES][40];
    for (int i = 0; i < COLLIDE_LINES; i++) {
        bool all_pairs = i >= KNOT_PLACES;
        int place = all_pairs ? i - KNOT_PLACES + KNOT_NEAR : i;
        snprintf(text[i], sizeof text[i], "%s, %s", all_pairs ? "all pairs" : "COLLIDE", knot_places[place]);
        line[i] = (plot_series){text[i], (size_t)count, c[place].n, curve_values(&c[place], what, all_pairs),
                                .is_ours = !all_pairs};
    }
    study_draw(s, names[what], .title = titles[what], .x_title = "triangles of each knot",
               .y_title = what == TIMES ? "time, µs" : "tests", .x_log = true, .y_log = true, .series = line,
               .count = COLLIDE_LINES);
}

static void draw_places(study *s, fk_context *context)
{
    static const char *const texts[KNOT_PLACES] = {"Apart", "Near", "Touching", "Deep"};
    hierarchy_knots k = {.context = context};
    hierarchy_knots_make(&k, 15360);
    for (int place = KNOT_NEAR; place < KNOT_PLACES; place += KNOT_DEEP - KNOT_NEAR) {
        fk_check_part part[] = {{"a", &k.mesh, NULL, fk_pose_identity()},
                                {"b", &k.mesh, NULL, k.pose[place]}};
        study_scene scene = {.part = part, .count = 2};
        study_view(s, context, knot_places[place], texts[place], &scene);
    }
    fk_check_part knot = {"a", &k.mesh, NULL, fk_pose_identity()};
    for (uint32_t level = 3; level <= 6; level += 3) {
        char name[16], text[80];
        snprintf(name, sizeof name, "balls-%u", level);
        snprintf(text, sizeof text, "A knot, and the %u balls of its tree that are %u levels below the root",
                 1u << level, level);
        study_scene scene = {.part = &knot, .count = 1, .layers = FK_LAYER_SPHERES, .tree_level = level};
        study_view(s, context, name, text, &scene);
    }
    hierarchy_knots_end(&k);
}

/* ---- The experiment ------------------------------------------------------------------------------------ */

static void claim_pruned(study *s, const place_curve c[KNOT_PLACES], int count)
{
    const place_curve *near = &c[KNOT_NEAR];
    int last = count - 1;
    double all = near->n[last] * near->n[last], made = near->visited[last] + near->tests[last];
    double exponent = growth_exponent(near->n, near->visited, (size_t)count);
    study_claim(
        s,
        "\"If the volumes associated with the vertices do not intersect then they are pruned of the trees\"",
        study_if(made < all && exponent < 1),
        "Near knots of %.0f triangles take %.0f tests of balls and %.0f of triangles, of %.3g pairs of "
        "triangles; the tests of balls grow as n^%.2f, all pairs as n^2.",
        near->n[last], near->visited[last], near->tests[last], all, exponent);
}

/* Where both meet, all pairs may be lucky. */
static void explain_speed(study *s, const place_curve c[KNOT_PLACES], int count)
{
    int faster = 0, asked = 0;
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < count; i++)
        for (int place = 0; place < KNOT_PLACES; place++)
            if (c[place].pairs[i] > 0) {
                double times = c[place].pair_us[i] / c[place].us[i];
                asked++;
                faster += times > 1;
                least = fmin(least, times);
                most = fmax(most, times);
            }
    study_paragraph(
        s, "COLLIDE is faster than all pairs in %d of %d places and sizes, %.3g to %.3g times%s", faster,
        asked, least, most,
        faster == asked ? "." : "; where it is not, all pairs come upon one that collides after few tests.");
}

static bool measure_places(const papers_lab *lab, place_curve c[KNOT_PLACES], int count)
{
    hierarchy_knots k = {.context = lab->context};
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        hierarchy_knots_make(&k, sizes[i]);
        for (int place = 0; place < KNOT_PLACES && good; place++)
            good = measure_place(&k, place, !lab->quick, &c[place], i);
        hierarchy_knots_end(&k);
    }
    return good;
}

static void report_places(const papers_lab *lab, const place_curve c[KNOT_PLACES], int count)
{
    bool has_files = study_has_files(lab->s) && !lab->quick;
    if (has_files)
        draw_places(lab->s, lab->context);
    report_collide(lab->s, c, count);
    report_collide_growth(lab->s, c, count);
    for (int what = 0; what < PLOTS && has_files; what++)
        plot_places(lab->s, c, count, what);
    claim_pruned(lab->s, c, count);
    if (!lab->quick)
        explain_speed(lab->s, c, count);
}

bool papers_hierarchy(const papers_lab *lab)
{
    place_curve c[KNOT_PLACES];
    int count = lab->quick ? COLLIDE_QUICK_SIZES : COLLIDE_SIZES;
    if (!measure_places(lab, c, count))
        return false;
    report_places(lab, c, count);
    hierarchy_report_trees(lab, sizes, count);
    hierarchy_report_rules(lab);
    return hierarchy_report_printed(lab);
}
