/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers arm: the practical example of Grulich's thesis (2016), section 7.6. A robot arm of seven objects moves among cubes
 * that turn about points near them, 20000 steps: oriented boxes first, GJK on the convex hulls where these meet. Who passes the
 * first test alone is green, a warning; who passes both is red. The table says what share of the time each phase takes.
 *
 * The thesis shows neither arm nor ways. Here it is the arm of `farkas gen mesh arm` without its base: the first object stands in
 * the world, each of the others in the frame of the one before. Pairs are those of an object and a cube, and of objects that no
 * joint connects. Beside the hulls the meshes themselves are asked, inside included: a hull that misses them is trouble, and so
 * are methods that differ. */

#include "bench/program.h"
#include "papers/papers.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ARM_STEPS = 20000, ARM_LINKS = FK_ARM_JOINTS, ARM_CUBES = 6, ARM_BODIES = ARM_LINKS + ARM_CUBES };
#define ARM_CUBE 0.1 /* the side of a cube; the arm is about 1 high */

typedef struct arm_body {
    const fk_mesh *mesh;
    fk_hull *hull;
    fk_obb box;
    fk_collider *collider;
    /* In its place. */
    fk_pose pose;
    fk_piece piece;
    fk_obb placed;
    fk_vec3 *room; /* for the points of the hull */
} arm_body;

/* The methods for a pair whose oriented boxes meet; the last one tests all pairs, without boxes. */
typedef enum arm_method { ARM_GJK, ARM_EXACT, ARM_MESH, ARM_ALONE, ARM_METHODS } arm_method;

/* What is measured: loading, placing, and tests by each method. */
typedef enum arm_phase { ARM_MODEL, ARM_RECOMPUTE, ARM_TEST, ARM_PHASES = ARM_TEST + ARM_METHODS } arm_phase;

/* An arm among cubes on its way. */
typedef struct arm {
    fk_context *context;
    fk_model *links, *cube;
    arm_body body[ARM_BODIES];
    int steps;
    uint32_t triangles, vertices; /* of the links; of their hulls */
    double ms[ARM_PHASES];
    uint64_t red[ARM_METHODS], green[ARM_METHODS], pairs;
    /* Who met in each step: the sum of (pair + 1) * (pair + 1), which tells two sets apart well enough, and how many. */
    uint64_t *met[ARM_METHODS];
    bool *near; /* by step: some pair is green */
    /* Of pairs whose oriented boxes meet, and whose hulls do not: how far apart these are. */
    double green_sum, green_most;
} arm;

/* Larger arms, for a table of growth. */
enum { ARM_SIZES = 4 };
typedef struct arm_growth {
    double triangles[ARM_SIZES], us[ARM_PHASES][ARM_SIZES], exponent[ARM_PHASES];
} arm_growth;

#define TURN 6.28318530717958647692 /* 2 pi */

enum {
    QUICK = 40,
    ARM_TURNS = 5,
    ARM_TRIANGLES = 8000,
    ARM_QUICK_TRIANGLES = 800,
    /* Arms with more triangles make fewer steps. */
    GROWTH_FIRST = 2000,
    GROWTH_FACTOR = 4,
    GROWTH_STEPS = 2000
};

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static void make_body(arm *a, const fk_mesh *mesh, arm_body *out)
{
    out->mesh = mesh;
    papers_check(fk_hull_build(a->context, mesh->point, mesh->vertex_count, &out->hull));
    papers_check(fk_obb_build(a->context, mesh->point, mesh->vertex_count, &out->box));
    out->room = bench_allocate(mesh->vertex_count, sizeof *out->room);
}

/* What the thesis calls Model: the mesh, its volume and its hull. Trees are not part of it. */
static void load_models(arm *a, uint32_t triangles)
{
    a->links = papers_generate(a->context, "arm", triangles, 1);
    a->cube = papers_generate(a->context, "box", 12, ARM_CUBE);
    for (int i = 0; i < ARM_BODIES; i++)
        make_body(a, i < ARM_LINKS ? &a->links->part[i + 1] : &a->cube->part[0], &a->body[i]);
    for (int i = 0; i < ARM_LINKS; i++) {
        a->triangles += a->body[i].mesh->triangle_count;
        a->vertices += a->body[i].hull->vertex_count;
    }
}

static void build_arm_trees(arm *a)
{
    for (int i = 0; i < ARM_BODIES; i++)
        papers_check(fk_collider_of_mesh(a->context, a->body[i].mesh, NULL, &a->body[i].collider));
    for (int m = 0; m < ARM_METHODS; m++)
        a->met[m] = bench_allocate((size_t)a->steps, sizeof *a->met[m]);
    a->near = bench_allocate((size_t)a->steps, sizeof *a->near);
}

static void arm_free(arm *a)
{
    for (int i = 0; i < ARM_BODIES; i++) {
        fk_collider_free(a->context, a->body[i].collider);
        fk_hull_free(a->context, a->body[i].hull);
        free(a->body[i].room);
    }
    for (int m = 0; m < ARM_METHODS; m++)
        free(a->met[m]);
    free(a->near);
    fk_model_free(a->context, a->links);
    fk_model_free(a->context, a->cube);
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

/* The arm sways, each joint with its own period; the first link stands where it does on the base. */
static void place_links(arm *a, double t)
{
    static const double middle[ARM_LINKS] = {0, 0.5, 1.1, 0, 0.3, 0, 0.025},
                        swing[ARM_LINKS] = {1.5, 0.6, 0.7, 1.5, 0.9, 2, 0.025};
    fk_pose at = fk_pose_identity();
    for (int i = 0; i < ARM_LINKS; i++) {
        const fk_arm_joint *joint = &fk_arm_joint_table[i];
        double value = middle[i] + swing[i] * fk_sin((i + 2) * t + i);
        fk_pose step = fk_pose_identity();
        if (!joint->slides)
            step = fk_pose_from_rpy(step.translation, fk_vec3_scale(joint->axis, value));
        step.translation = fk_vec3_add(joint->offset, fk_vec3_scale(joint->axis, joint->slides ? value : 0));
        at = fk_pose_multiply(&at, &step);
        a->body[i].pose = at;
    }
}

/* Cubes go around points that lie on a circle about the arm. */
static void place_cubes(arm *a, double t)
{
    for (int i = 0; i < ARM_CUBES; i++) {
        double where = TURN * i / ARM_CUBES, turn = (3 + i % 3) * t + i;
        fk_vec3 center = fk_vec3_make(0.38 * fk_cos(where), 0.38 * fk_sin(where), 0.35 + 0.1 * (i % 3));
        fk_vec3 off = fk_vec3_make(0.12 * fk_cos(turn), 0.12 * fk_sin(turn), 0);
        a->body[ARM_LINKS + i].pose =
            fk_pose_from_rpy(fk_vec3_add(center, off), fk_vec3_make(0, turn / 2, turn));
    }
}

/* Places the arm and the cubes as they are in a step. */
static void arm_place(arm *a, int step)
{
    double t = TURN * step / a->steps;
    place_links(a, t);
    place_cubes(a, t);
    for (int i = 0; i < ARM_BODIES; i++) {
        arm_body *b = &a->body[i];
        fk_piece home = fk_hull_piece(b->hull);
        b->piece = fk_piece_place(&home, &b->pose, b->room);
        b->placed = fk_obb_place(&b->box, &b->pose);
    }
}

/* Whether a pair of bodies is tested: not two cubes, and not two links that a joint connects. */
static bool arm_is_tested_pair(uint32_t a, uint32_t b)
{
    return a < ARM_LINKS && (b >= ARM_LINKS || b > a + 1);
}

static bool bodies_meet(arm *a, arm_method m, const arm_body *p, const arm_body *q)
{
    fk_placed_collider one = {p->collider, p->pose}, other = {q->collider, q->pose};
    fk_pair_query query = {&p->piece, &q->piece, FK_METHOD_GJK, 0, NULL};
    fk_answer answer;
    fk_verdict verdict;
    switch (m) {
    case ARM_EXACT:
        return fk_pair_verdict(&p->piece, &q->piece) != FK_APART;
    case ARM_MESH:
        papers_check(fk_collider_verdict(a->context, &one, &other, NULL, &verdict));
        return verdict != FK_APART;
    default:
        return fk_pair_answer(&query, &answer) != FK_OK || answer.verdict != FK_APART;
    }
}

static void test_step(arm *a, arm_method m, int step)
{
    for (uint32_t i = 0; i < ARM_LINKS; i++)
        for (uint32_t k = i + 1; k < ARM_BODIES; k++) {
            const arm_body *p = &a->body[i], *q = &a->body[k];
            uint64_t number = (uint64_t)(i * ARM_BODIES + k + 1);
            if (!arm_is_tested_pair(i, k))
                continue;
            a->pairs += m == ARM_GJK;
            if (m != ARM_ALONE && !fk_obb_meets(&p->placed, &q->placed))
                continue;
            bool is_red = bodies_meet(a, m, p, q);
            a->red[m] += is_red;
            a->green[m] += !is_red && m != ARM_ALONE;
            a->near[step] |= !is_red && m == ARM_MESH;
            a->met[m][step] += is_red ? number * number << 16 | 1 : 0;
        }
}

/* How far apart green pairs are; in the same steps again, without a clock. */
static void measure_green(arm *a)
{
    for (int step = 0; step < a->steps; step++) {
        arm_place(a, step);
        for (uint32_t i = 0; i < ARM_LINKS; i++)
            for (uint32_t k = i + 1; k < ARM_BODIES; k++) {
                const arm_body *p = &a->body[i], *q = &a->body[k];
                fk_distance far;
                if (!arm_is_tested_pair(i, k) || !fk_obb_meets(&p->placed, &q->placed))
                    continue;
                papers_check(fk_pair_distance(&p->piece, &q->piece, NULL, &far));
                a->green_sum += far.distance.hi;
                a->green_most = fmax(a->green_most, far.distance.hi);
            }
    }
}

static void forget_counts(arm *a)
{
    a->pairs = 0;
    for (int m = 0; m < ARM_METHODS; m++) {
        a->red[m] = a->green[m] = 0;
        memset(a->met[m], 0, (size_t)a->steps * sizeof *a->met[m]);
    }
    memset(a->near, 0, (size_t)a->steps * sizeof *a->near);
}

/* The arm moves a few times; of each step the least time of a phase counts, so that a pause of the processor does not. */
static void measure_steps(arm *a)
{
    double *least = bench_allocate((size_t)a->steps * ARM_PHASES, sizeof *least);
    for (int turn = 0; turn < ARM_TURNS; turn++) {
        forget_counts(a);
        for (int i = 0; i < a->steps; i++) {
            double *of = least + (size_t)i * ARM_PHASES, at = fk_clock_seconds();
            arm_place(a, i);
            for (int p = ARM_RECOMPUTE; p < ARM_PHASES; p++) {
                if (p > ARM_RECOMPUTE)
                    test_step(a, (arm_method)(p - ARM_TEST), i);
                double now = fk_clock_seconds();
                of[p] = turn > 0 ? fmin(of[p], now - at) : now - at;
                at = now;
            }
        }
    }
    for (int i = 0; i < a->steps; i++)
        for (int p = ARM_RECOMPUTE; p < ARM_PHASES; p++)
            a->ms[p] += 1e3 * least[(size_t)i * ARM_PHASES + (size_t)p];
    free(least);
}

/* The numbers of the thesis' table, in ms of its run of 20000 steps; its percentages are of this total. */
static const double printed_total = 17685 / 0.924, printed_drawing = 7823 + 3741;

static const struct phase_facts {
    const char *name, *what;
    double thesis; /* ms; 0: it has none */
} phases[ARM_PHASES] = {
    [ARM_MODEL] = {"Model", "loads: hulls and oriented boxes", 353},
    [ARM_RECOMPUTE] = {"recomputeTestingData", "places them, in all steps", 74},
    [ARM_TEST + ARM_GJK] = {"test", "oriented boxes, then GJK, in all steps", 1405},
    [ARM_TEST + ARM_EXACT] = {"test, exact", "the same with the exact verdict", 0},
    [ARM_TEST + ARM_MESH] = {"test, meshes", "the same with the meshes themselves", 0},
    [ARM_TEST + ARM_ALONE] = {"test, GJK alone", "GJK on all pairs, without oriented boxes", 0},
};

static const char *const methods[ARM_METHODS] = {"gjk", "exact", "mesh", "gjk alone"};

static double positive_or_unknown(double value)
{
    return value > 0 ? value : (double)NAN;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* Shares are those of the three phases of the thesis. */
static void report_phases(study *s, const arm *a)
{
    char title[160];
    double ours = 0, theirs = 0;
    for (int p = ARM_MODEL; p <= ARM_TEST; p++) {
        ours += a->ms[p];
        theirs += phases[p].thesis;
    }
    snprintf(title, sizeof title, "An arm of %d objects, %u triangles, and %d cubes; %d steps", ARM_LINKS,
             a->triangles, ARM_CUBES, a->steps);
    study_table(s, "phases", title,
                "function||w\n"
                "all steps, ms: Farkas|farkas_ms|2t; thesis|thesis_ms\n"
                "a step, µs: Farkas|farkas_step_us|2t; thesis|thesis_step_us|2\n"
                "share, %: Farkas|farkas_share_percent|1t; thesis|thesis_share_percent|1\n"
                "what it does|what|w");
    for (int p = 0; p < ARM_PHASES; p++) {
        bool is_loop = p != ARM_MODEL, is_printed = phases[p].thesis > 0;
        study_words(s, "%s", phases[p].name);
        study_numbers(s, a->ms[p], positive_or_unknown(phases[p].thesis),
                      is_loop ? 1e3 * a->ms[p] / a->steps : (double)NAN,
                      is_loop ? positive_or_unknown(1e3 * phases[p].thesis / ARM_STEPS) : (double)NAN,
                      is_printed ? 100 * a->ms[p] / ours : (double)NAN,
                      positive_or_unknown(100 * phases[p].thesis / theirs));
        study_words(s, "%s", phases[p].what);
    }
}

static void report_pairs(study *s, const arm *a)
{
    double all = (double)a->pairs;
    study_table(s, "pairs", "Red: they meet; green: only their oriented boxes do; grey: not even these",
                "by||w; pairs; red; green\n"
                "share, %: red|red_percent|3; green|green_percent|3; grey|grey_percent|3");
    for (int m = 0; m < ARM_ALONE; m++) {
        double red = (double)a->red[m], green = (double)a->green[m];
        study_words(s, "%s", methods[m]);
        study_numbers(s, all, red, green, 100 * red / all, 100 * green / all,
                      100 * (all - red - green) / all);
    }
}

static void report_arm_growth(study *s, const arm_growth *growth)
{
    study_table(s, "growth", "Arms of more and more triangles",
                "triangles; load, ms|load_ms|2t\n"
                "a step, µs: recompute|recompute_us|2t; gjk|gjk_us|2t; exact|exact_us|2t; meshes|mesh_us|2t; "
                "gjk alone|gjk_alone_us|2t");
    for (int i = 0; i < ARM_SIZES; i++) {
        study_number(s, growth->triangles[i]);
        for (int p = 0; p < ARM_PHASES; p++)
            study_number(s, growth->us[p][i] / (p == ARM_MODEL ? 1e3 : 1));
    }
    study_paragraph(
        s,
        "With the number of triangles, loading grows to the power of %.2f, placing to that of %.2f, "
        "tests by GJK to %.2f, by the exact verdict to %.2f, of the meshes themselves to %.2f.",
        growth->exponent[ARM_MODEL], growth->exponent[ARM_RECOMPUTE], growth->exponent[ARM_TEST + ARM_GJK],
        growth->exponent[ARM_TEST + ARM_EXACT], growth->exponent[ARM_TEST + ARM_MESH]);
}

static void explain_arm_differences(study *s, const arm *a, bool is_quick)
{
    study_paragraph(
        s, "The arm of the thesis is not published, nor are its ways: ours is that of 'farkas gen mesh "
           "arm' without its base, swaying.");
    study_paragraph(
        s,
        "Shares are of the three phases that the thesis lists without drawing; drawing and events take "
        "%.0f %% of its run of %.1f s, and there is none here.",
        100 * printed_drawing / printed_total, printed_total / 1e3);
    if (!is_quick)
        study_paragraph(
            s,
            "Loading takes %.0f %% of the thesis' time, as there is no file to be read, a test %.1f "
            "%%; placing takes %.0f %%, as each point of each hull is placed here, and nothing says "
            "how many points the hulls of the thesis have: ours have %u.",
            100 * a->ms[ARM_MODEL] / phases[ARM_MODEL].thesis,
            100 * a->ms[ARM_TEST] / phases[ARM_TEST].thesis,
            100 * a->ms[ARM_RECOMPUTE] / phases[ARM_RECOMPUTE].thesis, a->vertices);
}

/* Stacked bars: what share each phase has, by method. */
static void plot_shares(study *s, const arm *a)
{
    static const char *const label[] = {"thesis", "Farkas, gjk", "Farkas, exact", "Farkas, meshes",
                                        "Farkas, gjk alone"};
    static const char *const names[] = {"load", "recompute", "test"};
    enum { ARM_BARS = sizeof label / sizeof label[0], PARTS = 3 };
    double y[PARTS][ARM_BARS];
    plot_series series[PARTS];
    for (int i = 0; i < ARM_BARS; i++) {
        double sum = 0;
        for (int p = 0; p < PARTS; p++) {
            y[p][i] = i == 0 ? phases[p].thesis : a->ms[p == ARM_TEST ? ARM_TEST + i - 1 : p];
            sum += y[p][i];
        }
        for (int p = 0; p < PARTS; p++)
            y[p][i] *= 100 / sum;
    }
    for (int p = 0; p < PARTS; p++)
        series[p] = (plot_series){names[p], ARM_BARS, .y = y[p], .is_ours = true};
    study_draw(s, "shares", .title = "An arm among cubes: where the time goes", .y_title = "share, %",
               .series = series, .count = PARTS, .label = label, .labels = ARM_BARS, .is_stacked = true);
}

static void plot_growth(study *s, const arm_growth *growth)
{
    static const char *const names[ARM_PHASES] = {[ARM_RECOMPUTE] = "recompute",
                                                  [ARM_TEST + ARM_GJK] = "test, gjk",
                                                  [ARM_TEST + ARM_EXACT] = "test, exact",
                                                  [ARM_TEST + ARM_MESH] = "test, meshes",
                                                  [ARM_TEST + ARM_ALONE] = "test, gjk alone"};
    plot_series series[ARM_PHASES - 1];
    for (int p = ARM_RECOMPUTE; p < ARM_PHASES; p++)
        series[p - 1] = (plot_series){names[p], ARM_SIZES, growth->triangles, growth->us[p], .is_ours = true};
    study_draw(s, "growth", .title = "A step of the arm: time by the size of its meshes",
               .x_title = "triangles of the arm", .y_title = "a step, µs", .x_log = true, .y_log = true,
               .series = series, .count = ARM_PHASES - 1);
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

/* Where oriented boxes meet, a clearance makes those that do not meet amber; they are closer than it (see claim_green). */
static fk_check_rule select_arm_pair(void *user, uint32_t a, uint32_t b)
{
    const arm_body *body = ((const arm *)user)->body;
    bool near = fk_obb_meets(&body[a].placed, &body[b].placed);
    return (fk_check_rule){.is_tested = arm_is_tested_pair(a, b), .clearance = near ? ARM_CUBE : 0};
}

static void draw_step(study *s, arm *a, const char *name, const char *text, int step)
{
    fk_check_part part[ARM_BODIES];
    study_scene scene = {part,
                         ARM_BODIES,
                         .is_checked = true,
                         .select = select_arm_pair,
                         .user = a,
                         .layers = FK_LAYER_LEGEND};
    arm_place(a, step);
    for (int i = 0; i < ARM_BODIES; i++)
        part[i] = (fk_check_part){
            .name = i < ARM_LINKS ? "link" : "cube", .mesh = a->body[i].mesh, .pose = a->body[i].pose};
    study_view(s, a->context, name, text, &scene);
}

/* The first step in which meshes meet, or only oriented boxes do, or not even these. */
typedef enum arm_colour { ARM_GREY, ARM_GREEN, ARM_RED } arm_colour;

static int find_arm_step(const arm *a, arm_colour colour)
{
    int step = 0;
    while (step + 1 < a->steps && (a->met[ARM_MESH][step] > 0 ? ARM_RED
                                   : a->near[step]            ? ARM_GREEN
                                                              : ARM_GREY) != colour)
        step++;
    return step;
}

/* Tables, sentences, plots and pictures; growth is NULL in a quick run. */
static void arm_show(study *s, arm *a, const arm_growth *growth)
{
    report_phases(s, a);
    report_pairs(s, a);
    explain_arm_differences(s, a, growth == NULL);
    if (growth != NULL)
        report_arm_growth(s, growth);
    if (growth == NULL || !study_has_files(s))
        return;
    plot_shares(s, a);
    plot_growth(s, growth);
    draw_step(s, a, "clear", "The arm among the cubes, clear of them", find_arm_step(a, ARM_GREY));
    draw_step(s, a, "near", "The same when only boxes meet, which are amber here and green in the thesis",
              find_arm_step(a, ARM_GREEN));
    draw_step(s, a, "clash", "The same when it meets one, which is red", find_arm_step(a, ARM_RED));
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

static void claim_green(study *s, const arm *a)
{
    double mean = a->green_sum / (double)a->green[ARM_EXACT];
    study_claim(s, "\"These objects don't collide, but are really close\" (7.6, green)",
                study_if(a->green_most < ARM_CUBE / 2),
                "Green pairs are apart by %.4f in the mean and %.4f at most, where a cube has a side of "
                "%.1f. (Close: by less than half of that.)",
                mean, a->green_most, ARM_CUBE);
}

static void explain_colours(study *s, const arm *a)
{
    uint64_t both = a->red[ARM_EXACT] + a->green[ARM_EXACT];
    study_paragraph(
        s,
        "Of %llu pairs whose OBBs meet, %.1f %% do not meet; GJK, the exact verdict and the meshes "
        "colour %llu, %llu and %llu red.",
        (unsigned long long)both, 100 * (double)a->green[ARM_EXACT] / (double)both,
        (unsigned long long)a->red[ARM_GJK], (unsigned long long)a->red[ARM_EXACT],
        (unsigned long long)a->red[ARM_MESH]);
}

static void claim_real_time(study *s, const arm *a)
{
    double place = 1e3 * a->ms[ARM_RECOMPUTE] / a->steps, test = 1e3 * a->ms[ARM_TEST] / a->steps,
           share = (place + test) / (1e6 / 60);
    study_claim(s, "\"The resulting program can be used in real time applications\" (6)",
                study_if(share < 0.1),
                "A step takes %.2f µs to recompute and %.2f µs to test, %.2f %% of the time between two "
                "pictures at 60 a second; in the thesis %.1f and %.1f µs. (It holds below 10 %% of it.)",
                place, test, 100 * share, 1e3 * phases[ARM_RECOMPUTE].thesis / ARM_STEPS,
                1e3 * phases[ARM_TEST].thesis / ARM_STEPS);
    study_paragraph(
        s,
        "\"Only 7.33%% of CPU performance, assigned for the application, was used for testing the objects\" "
        "(8) is not judged: it is a share of a run that draws each step and processes events, and this run "
        "does neither. The window of Farkas tests in other threads and waits for the next of 60 pictures a "
        "second, so it has no such share.");
}

/* The table compares hulls that are not ours, so this is no claim that could be judged here. */
static void explain_test_most(study *s, const arm *a)
{
    study_paragraph(
        s,
        "In the table of the thesis testing takes %.0f times as long as recomputing (7.6). Here it takes "
        "%.2f times as long by GJK, %.2f times by the exact verdict, %.2f times with the meshes "
        "themselves.",
        phases[ARM_TEST].thesis / phases[ARM_RECOMPUTE].thesis, a->ms[ARM_TEST] / a->ms[ARM_RECOMPUTE],
        a->ms[ARM_TEST + ARM_EXACT] / a->ms[ARM_RECOMPUTE],
        a->ms[ARM_TEST + ARM_MESH] / a->ms[ARM_RECOMPUTE]);
}

static void claim_phases(study *s, const arm *a)
{
    double with = a->ms[ARM_TEST], without = a->ms[ARM_TEST + ARM_ALONE];
    study_claim(
        s, "\"Each part can be easily skipped, but the performance of such algorithm will be lower\" (7.1)",
        study_if(without > with),
        "Without OBBs, GJK on all pairs takes %.0f times as long: %.2f µs a step instead of %.2f µs.",
        without / with, 1e3 * without / a->steps, 1e3 * with / a->steps);
}

static void arm_claims(study *s, const arm *a, const arm_growth *growth)
{
    claim_green(s, a);
    explain_colours(s, a);
    if (growth == NULL)
        return;
    claim_real_time(s, a);
    explain_test_most(s, a);
    claim_phases(s, a);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

/* GJK and the exact verdict see the same pairs, with and without boxes; a mesh is in its hull, so that it meets no more often.
 * False after a message. */
static bool check_methods(const arm *a)
{
    for (int i = 0; i < a->steps; i++) {
        bool same = a->met[ARM_GJK][i] == a->met[ARM_EXACT][i] && a->met[ARM_GJK][i] == a->met[ARM_ALONE][i];
        if (same && (a->met[ARM_MESH][i] & 0xffff) <= (a->met[ARM_EXACT][i] & 0xffff))
            continue;
        return papers_trouble(same ? "meshes meet without their hulls in step %d; this is a bug in farkas"
                                   : "gjk and exact differ in step %d; this is a bug in farkas",
                              i);
    }
    return true;
}

/* Runs an arm of about so many triangles. False after a message; to be freed in any case. */
static bool arm_run(fk_context *context, uint32_t triangles, int steps, arm *a)
{
    *a = (arm){.context = context, .steps = steps};
    double begin = bench_used_seconds();
    load_models(a, triangles);
    a->ms[ARM_MODEL] = 1e3 * (bench_used_seconds() - begin);
    build_arm_trees(a);
    measure_steps(a);
    measure_green(a);
    return check_methods(a);
}

/* Arms of more and more triangles: what a step takes. False after a message. */
static bool measure_growth(fk_context *context, arm_growth *out)
{
    bool good = true;
    for (int i = 0; i < ARM_SIZES && good; i++) {
        arm a;
        good = arm_run(context, (uint32_t)(GROWTH_FIRST * pow(GROWTH_FACTOR, i)), GROWTH_STEPS, &a);
        out->triangles[i] = a.triangles;
        for (int p = 0; p < ARM_PHASES && good; p++)
            out->us[p][i] = 1e3 * a.ms[p] / (p == ARM_MODEL ? 1 : a.steps);
        arm_free(&a);
    }
    for (int p = 0; p < ARM_PHASES && good; p++)
        out->exponent[p] = growth_exponent(out->triangles, out->us[p], ARM_SIZES);
    return good;
}

bool papers_arm(const papers_lab *lab)
{
    arm a;
    arm_growth growth;
    bool good = lab->quick ? arm_run(lab->context, ARM_QUICK_TRIANGLES, ARM_STEPS / QUICK, &a)
                           : arm_run(lab->context, ARM_TRIANGLES, ARM_STEPS, &a) &&
                                 measure_growth(lab->context, &growth);
    if (good) {
        arm_show(lab->s, &a, lab->quick ? NULL : &growth);
        arm_claims(lab->s, &a, lab->quick ? NULL : &growth);
    }
    arm_free(&a);
    return good;
}
