/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers arm: tables, plots and pictures, and which claims of the thesis hold. */

#include "papers/papers_arm.h"
#include "study/study.h"

#include <math.h>

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

static double known(double value)
{
    return value > 0 ? value : (double)NAN;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* Shares are those of the three phases of the thesis. */
static void put_phases(study *s, const arm *a)
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
        study_numbers(s, a->ms[p], known(phases[p].thesis), is_loop ? 1e3 * a->ms[p] / a->steps : (double)NAN,
                      is_loop ? known(1e3 * phases[p].thesis / ARM_STEPS) : (double)NAN,
                      is_printed ? 100 * a->ms[p] / ours : (double)NAN,
                      known(100 * phases[p].thesis / theirs));
        study_words(s, "%s", phases[p].what);
    }
}

static void put_pairs(study *s, const arm *a)
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

static void put_growth(study *s, const arm_growth *growth)
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
    study_say(s,
              "With the number of triangles, loading grows to the power of %.2f, placing to that of %.2f, "
              "tests by GJK to %.2f, by the exact verdict to %.2f, of the meshes themselves to %.2f.",
              growth->exponent[ARM_MODEL], growth->exponent[ARM_RECOMPUTE],
              growth->exponent[ARM_TEST + ARM_GJK], growth->exponent[ARM_TEST + ARM_EXACT],
              growth->exponent[ARM_TEST + ARM_MESH]);
}

static void say_differences(study *s, const arm *a, bool is_quick)
{
    study_say(s, "The arm of the thesis is not published, nor are its ways: ours is that of 'farkas gen mesh "
                 "arm' without its base, swaying.");
    study_say(s,
              "Shares are of the three phases that the thesis lists without drawing; drawing and events take "
              "%.0f %% of its run of %.1f s, and there is none here.",
              100 * printed_drawing / printed_total, printed_total / 1e3);
    if (!is_quick)
        study_say(s,
                  "Loading takes %.0f %% of the thesis' time, as there is no file to be read, a test %.1f "
                  "%%; placing takes %.0f %%, as each point of each hull is placed here, and nothing says "
                  "how many points the hulls of the thesis have: ours have %u.",
                  100 * a->ms[ARM_MODEL] / phases[ARM_MODEL].thesis,
                  100 * a->ms[ARM_TEST] / phases[ARM_TEST].thesis,
                  100 * a->ms[ARM_RECOMPUTE] / phases[ARM_RECOMPUTE].thesis, a->vertices);
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

/* Stacked bars: what share each phase has, by method. */
static void plot_shares(study *s, const arm *a)
{
    static const char *const label[] = {"thesis", "Farkas, gjk", "Farkas, exact", "Farkas, meshes",
                                        "Farkas, gjk alone"};
    static const char *const names[] = {"load", "recompute", "test"};
    enum { BARS = sizeof label / sizeof label[0], PARTS = 3 };
    double y[PARTS][BARS];
    plot_series series[PARTS];
    for (int i = 0; i < BARS; i++) {
        double sum = 0;
        for (int p = 0; p < PARTS; p++) {
            y[p][i] = i == 0 ? phases[p].thesis : a->ms[p == ARM_TEST ? ARM_TEST + i - 1 : p];
            sum += y[p][i];
        }
        for (int p = 0; p < PARTS; p++)
            y[p][i] *= 100 / sum;
    }
    for (int p = 0; p < PARTS; p++)
        series[p] = (plot_series){.name = names[p], .count = BARS, .y = y[p], .is_ours = true};
    study_draw(s, "shares", .title = "An arm among cubes: where the time goes", .y_title = "share, %",
               .series = series, .count = PARTS, .label = label, .labels = BARS, .is_stacked = true);
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
        series[p - 1] = (plot_series){.name = names[p],
                                      .count = ARM_SIZES,
                                      .x = growth->triangles,
                                      .y = growth->us[p],
                                      .is_ours = true};
    study_draw(s, "growth", .title = "A step of the arm: time by the size of its meshes",
               .x_title = "triangles of the arm", .y_title = "a step, µs", .x_log = true, .y_log = true,
               .series = series, .count = ARM_PHASES - 1);
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

static fk_check_rule ask(void *user, uint32_t a, uint32_t b)
{
    (void)user;
    return (fk_check_rule){.is_tested = arm_is_asked(a, b)};
}

static void draw(study *s, arm *a, const char *name, const char *text, int step)
{
    fk_check_part part[ARM_BODIES];
    study_scene scene = {part, ARM_BODIES, .is_checked = true, .select = ask, .layers = FK_LAYER_LEGEND};
    arm_place(a, step);
    for (int i = 0; i < ARM_BODIES; i++)
        part[i] = (fk_check_part){
            .name = i < ARM_LINKS ? "link" : "cube", .mesh = a->body[i].mesh, .pose = a->body[i].pose};
    study_view(s, a->context, name, text, &scene);
}

/* The first step in which some meet, or none do. */
static int find_step(const arm *a, bool meets)
{
    int step = 0;
    while (step + 1 < a->steps && ((a->met[ARM_MESH][step] & 0xffff) > 0) != meets)
        step++;
    return step;
}

void arm_show(study *s, arm *a, const arm_growth *growth)
{
    put_phases(s, a);
    put_pairs(s, a);
    say_differences(s, a, growth == NULL);
    if (growth != NULL)
        put_growth(s, growth);
    if (growth == NULL || !study_has_files(s))
        return;
    plot_shares(s, a);
    plot_growth(s, growth);
    draw(s, a, "clear", "The arm among the cubes, clear of them", find_step(a, false));
    draw(s, a, "clash", "The same when it meets one, which is red", find_step(a, true));
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

static void say_colours(study *s, const arm *a)
{
    uint64_t both = a->red[ARM_EXACT] + a->green[ARM_EXACT];
    study_say(s,
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
    study_claim(s,
                "\"The resulting program can be used in real time applications\" (6); \"only 7.33% of CPU "
                "performance, assigned for the application, was used for testing the objects\" (8)",
                study_if(share < 0.1),
                "A step takes %.2f µs to recompute and %.2f µs to test, %.2f %% of the time between two "
                "pictures at 60 a second; in the thesis %.1f and %.1f µs. (It holds below 10 %% of it.) The "
                "share of the thesis is of a run that draws, which there is none of here.",
                place, test, 100 * share, 1e3 * phases[ARM_RECOMPUTE].thesis / ARM_STEPS,
                1e3 * phases[ARM_TEST].thesis / ARM_STEPS);
}

static void claim_test_most(study *s, const arm *a)
{
    study_claim(s, "By its table, testing takes far longer than recomputing (7.6)",
                study_if(a->ms[ARM_TEST] > 2 * a->ms[ARM_RECOMPUTE]),
                "By GJK testing takes %.2f times as long as recomputing, by the exact verdict %.2f times, "
                "with the meshes themselves %.2f times; in the thesis %.0f times.",
                a->ms[ARM_TEST] / a->ms[ARM_RECOMPUTE], a->ms[ARM_TEST + ARM_EXACT] / a->ms[ARM_RECOMPUTE],
                a->ms[ARM_TEST + ARM_MESH] / a->ms[ARM_RECOMPUTE],
                phases[ARM_TEST].thesis / phases[ARM_RECOMPUTE].thesis);
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

void arm_claims(study *s, const arm *a, const arm_growth *growth)
{
    claim_green(s, a);
    say_colours(s, a);
    if (growth == NULL)
        return;
    claim_real_time(s, a);
    claim_test_most(s, a);
    claim_phases(s, a);
}
