/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas papers aabb-tree` has measured, told: tables beside those of the thesis, plots, how all of it grows, why
 * numbers differ, and which claims of section 7.3 hold. */

#include "papers/aabb_tree.h"

#include <math.h>
#include <string.h>

/* ---- Building and memory ------------------------------------------------------------------------------- */

/* What CGAL's numbers are depends on whether it is there, so they are no part of the answers: timed, all of them. */
static void report_sizes(study *s, const aabb_measured *m, size_t count)
{
    study_table(s, "building", "Building a tree, and its memory",
                "triangles: thesis|thesis_triangles; here|triangles\n"
                "build, ms: thesis|thesis_build_ms; CGAL|cgal_build_ms|st; Farkas|farkas_build_ms|st\n"
                "refit, ms: Farkas|farkas_refit_ms|st\n"
                "memory, MB: thesis|thesis_megabytes|2; CGAL|cgal_megabytes|2t; Farkas|farkas_megabytes|2");
    for (size_t i = 0; i < count; i++) {
        study_numbers(s, m[i].row->triangles, m[i].triangles, m[i].row->build_ms, m[i].cgal.build_ms,
                      m[i].ours.build_ms, m[i].ours.refit_ms, m[i].row->megabytes, m[i].cgal.bytes / 1e6,
                      m[i].ours.bytes / 1e6);
    }
}

/* ---- Series over triangles ----------------------------------------------------------------------------- */

/* One number of each size. */
typedef struct size_series {
    double thesis[AABB_SIZES], cgal[AABB_SIZES], ours[AABB_SIZES];
} size_series;

typedef struct all_series {
    size_t count;
    double triangles[AABB_SIZES], printed[AABB_SIZES]; /* of our knot; of that of the thesis */
    size_series build, refit, memory, of[PROBE_FUNCTIONS][AABB_KINDS];
} all_series;

static void collect_series(const aabb_measured *m, size_t count, all_series *out)
{
    out->count = count;
    for (size_t i = 0; i < count; i++) {
        out->triangles[i] = m[i].triangles;
        out->printed[i] = m[i].row->triangles;
        out->build.thesis[i] = m[i].row->build_ms;
        out->build.cgal[i] = m[i].cgal.build_ms;
        out->build.ours[i] = m[i].ours.build_ms;
        out->refit.thesis[i] = out->refit.cgal[i] = NAN;
        out->refit.ours[i] = m[i].ours.refit_ms;
        out->memory.thesis[i] = m[i].row->megabytes;
        out->memory.cgal[i] = m[i].cgal.bytes / 1e6;
        out->memory.ours[i] = m[i].ours.bytes / 1e6;
        for (int f = 0; f < PROBE_FUNCTIONS; f++)
            for (int k = 0; k < AABB_KINDS; k++) {
                size_series *of = &out->of[f][k];
                of->thesis[i] =
                    m[i].row->triangles == AABB_THESIS_QUERIES ? aabb_thesis_rates[f][k] : (double)NAN;
                of->cgal[i] = m[i].cgal.of[f][k].per_second;
                of->ours[i] = m[i].ours.of[f][k].per_second;
            }
    }
}

static void report_exponents(study *s, const all_series *all, const size_series *of, const char *what)
{
    study_words(s, "%s", what);
    study_numbers(s, growth_exponent(all->printed, of->thesis, all->count),
                  growth_exponent(all->triangles, of->cgal, all->count),
                  growth_exponent(all->triangles, of->ours, all->count));
}

static void report_tree_growth(study *s, const all_series *all)
{
    study_table(s, "growth", "Growth with the triangles: the exponent e of n^e that fits best",
                "what grows|what|w\n"
                "exponent: thesis|thesis_exponent|2; CGAL|cgal_exponent|2t; Farkas|farkas_exponent|2t");
    report_exponents(s, all, &all->build, "time to build");
    report_exponents(s, all, &all->refit, "time to refit");
    report_exponents(s, all, &all->memory, "memory");
    for (int f = 0; f < PROBE_FUNCTIONS; f++)
        for (int k = 0; k < AABB_KINDS; k++) {
            char what[64];
            snprintf(what, sizeof what, "queries a second, %s of a %s", aabb_function_names[f],
                     aabb_kind_names[k]);
            report_exponents(s, all, &all->of[f][k], what);
        }
}

static void report_queries(study *s, const aabb_measured *m, size_t count)
{
    study_table(s, "queries", "Queries: does it meet the mesh (any), how many triangles (count), which (all)",
                "triangles; function||w; query||w; hits\n"
                "queries a second: thesis|thesis_per_second; CGAL|cgal_per_second|0t; "
                "Farkas|farkas_per_second|0t; Farkas, turned|farkas_turned_per_second|0t\n"
                "Farkas / CGAL|farkas_over_cgal|1t");
    for (size_t i = 0; i < count; i++)
        for (int f = 0; f < PROBE_FUNCTIONS && m[i].row->has_queries; f++)
            for (int k = 0; k < AABB_KINDS; k++) {
                double ours = m[i].ours.of[f][k].per_second, cgal = m[i].cgal.of[f][k].per_second;
                study_number(s, m[i].triangles);
                study_words(s, "%s", aabb_function_names[f]);
                study_words(s, "%s", aabb_kind_names[k]);
                study_numbers(s, (double)m[i].ours.of[f][k].hits,
                              m[i].row->triangles == AABB_THESIS_QUERIES ? aabb_thesis_rates[f][k]
                                                                         : (double)NAN,
                              cgal, ours, m[i].turned.of[f][k].per_second, ours / cgal);
            }
    study_paragraph(
        s,
        "%d queries of each kind, the same for all; hits are what they met, all together. For `all` "
        "CGAL also computes the intersections, while we name the triangles.",
        (int)AABB_QUERIES);
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

/* The points of a line that are known: others would tear it. */
typedef struct known_points {
    double x[AABB_SIZES], y[AABB_SIZES];
    size_t count;
} known_points;

static plot_series make_size_series(known_points *room, const char *name, const double *x, const double *y,
                                    size_t count)
{
    room->count = 0;
    for (size_t i = 0; i < count; i++)
        if (y[i] > 0) {
            room->x[room->count] = x[i];
            room->y[room->count++] = y[i];
        }
    plot_series line = {name, room->count, .x = room->x, .y = room->y};
    return line;
}

static void plot_over_triangles(study *s, const char *name, const char *title, const char *y_title,
                                const all_series *all, const size_series *of)
{
    known_points room[3];
    plot_series line[] = {
        make_size_series(&room[0], "Farkas", all->triangles, of->ours, all->count),
        make_size_series(&room[1], "CGAL here", all->triangles, of->cgal, all->count),
        make_size_series(&room[2], "thesis", all->printed, of->thesis, all->count),
    };
    line[0].is_ours = true;
    line[2].is_printed = true;
    study_draw(s, name, title, "triangles", y_title, true, true, line, 3, NULL, 0, false);
}

/* The bars of the size that the thesis asks. */
static void plot_queries(study *s, const all_series *all)
{
    enum { REPORT_BARS = PROBE_FUNCTIONS * AABB_KINDS };
    double thesis[REPORT_BARS], cgal[REPORT_BARS], ours[REPORT_BARS];
    char text[REPORT_BARS][24];
    const char *label[REPORT_BARS];
    for (int i = 0; i < REPORT_BARS; i++) {
        int f = i / AABB_KINDS, k = i % AABB_KINDS;
        thesis[i] = all->of[f][k].thesis[0];
        cgal[i] = all->of[f][k].cgal[0];
        ours[i] = all->of[f][k].ours[0];
        snprintf(text[i], sizeof text[i], "%s, %s", aabb_function_names[f], aabb_kind_names[k]);
        label[i] = text[i];
    }
    const plot_series bar[] = {
        {"Farkas", REPORT_BARS, .y = ours, .is_ours = true},
        {"CGAL here", REPORT_BARS, .y = cgal},
        {"thesis", REPORT_BARS, .y = thesis, .is_printed = true},
    };
    study_draw(s, "queries", "Queries a second, 14,400 triangles", NULL, "queries a second", false, true, bar,
               3, label, REPORT_BARS, false);
}

/* Of one function: a line for each kind, ours and CGAL's. */
static void plot_function(study *s, const all_series *all, int f)
{
    plot_series line[2 * AABB_KINDS];
    known_points room[2 * AABB_KINDS];
    char text[2 * AABB_KINDS][40], title[64];
    for (int i = 0; i < 2 * AABB_KINDS; i++) {
        const size_series *of = &all->of[f][i % AABB_KINDS];
        bool is_ours = i < AABB_KINDS;
        snprintf(text[i], sizeof text[i], "%s, %s", is_ours ? "Farkas" : "CGAL here",
                 aabb_kind_names[i % AABB_KINDS]);
        line[i] =
            make_size_series(&room[i], text[i], all->triangles, is_ours ? of->ours : of->cgal, all->count);
        line[i].is_ours = is_ours;
    }
    snprintf(title, sizeof title, "Queries a second: %s", aabb_function_names[f]);
    study_draw(s, aabb_function_names[f], title, "triangles", "queries a second", true, true, line,
               2 * AABB_KINDS, NULL, 0, false);
}

static void plot_tree_sizes(study *s, const all_series *all)
{
    plot_over_triangles(s, "build", "Building a tree", "time, ms", all, &all->build);
    plot_over_triangles(s, "memory", "Memory of a tree", "memory, MB", all, &all->memory);
    plot_queries(s, all);
    for (int f = 0; f < PROBE_FUNCTIONS; f++)
        plot_function(s, all, f);
}

/* ---- Why numbers differ -------------------------------------------------------------------------------- */

/* The least and the most of a over b, where both are known; {inf, -inf} where they never are. */
typedef struct ratio_range {
    double least, most;
} ratio_range;

static ratio_range range_over(const double *a, const double *b, size_t count)
{
    ratio_range r = {HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < count; i++)
        if (a[i] > 0 && b[i] > 0) {
            r.least = fmin(r.least, a[i] / b[i]);
            r.most = fmax(r.most, a[i] / b[i]);
        }
    return r;
}

static ratio_range range_join(ratio_range a, ratio_range b)
{
    ratio_range r = {fmin(a.least, b.least), fmax(a.most, b.most)};
    return r;
}

static bool range_is_known(ratio_range r)
{
    return r.least <= r.most;
}

static void explain_building(study *s, const all_series *all, const char *library)
{
    ratio_range printed = range_over(all->build.thesis, all->build.ours, all->count);
    ratio_range here = range_over(all->build.thesis, all->build.cgal, all->count);
    study_paragraph(
        s,
        "Time to build: what the thesis prints is %.3g to %.3g times ours. It has its numbers from "
        "CGAL's manual, so they are of another machine, an older CGAL and another knot; ours has as "
        "many triangles as its formula can have.",
        printed.least, printed.most);
    if (range_is_known(here))
        study_paragraph(
            s,
            "%s on this machine and our knot shows how much is due to that: it takes 1/%.3g to 1/%.3g "
            "of the printed time. The printed times grow as n^%.2f only, those of CGAL here as n^%.2f, "
            "ours as n^%.2f.",
            library, here.most, here.least, growth_exponent(all->printed, all->build.thesis, all->count),
            growth_exponent(all->triangles, all->build.cgal, all->count),
            growth_exponent(all->triangles, all->build.ours, all->count));
}

/* Bytes for each triangle, of the largest size that is known. */
static double bytes_each(const double *megabytes, const double *triangles, size_t count)
{
    double each = NAN;
    for (size_t i = 0; i < count; i++)
        if (megabytes[i] > 0)
            each = 1e6 * megabytes[i] / triangles[i];
    return each;
}

static void explain_memory(const papers_lab *lab, const all_series *all)
{
    double ours = bytes_each(all->memory.ours, all->triangles, all->count);
    double printed = bytes_each(all->memory.thesis, all->printed, all->count);
    double cgal = bytes_each(all->memory.cgal, all->triangles, all->count);
    if (lab->quick) {
        study_paragraph(lab->s,
                        "Memory: %.1f bytes for each triangle of the largest knot, growing as n^%.2f.", ours,
                        growth_exponent(all->triangles, all->memory.ours, all->count));
        return;
    }
    study_paragraph(
        lab->s,
        "Memory of the largest knot: %.1f bytes for each triangle here, %.1f as printed. Ours has "
        "eight children to a node, each with a box along the axes and one that is turned, in floats; "
        "the mesh is not in it.",
        ours, printed);
    if (cgal > 0)
        study_paragraph(
            lab->s,
            "CGAL here takes %.1f bytes for each triangle: what its allocator gives to the tree, of "
            "another version than the one of the manual.",
            cgal);
}

static void explain_queries(study *s, const all_series *all)
{
    ratio_range printed = {HUGE_VAL, -HUGE_VAL}, here = printed, machine = printed;
    for (int i = 0; i < PROBE_FUNCTIONS * AABB_KINDS; i++) {
        const size_series *of = &all->of[i / AABB_KINDS][i % AABB_KINDS];
        printed = range_join(printed, range_over(of->ours, of->thesis, all->count));
        here = range_join(here, range_over(of->ours, of->cgal, all->count));
        machine = range_join(machine, range_over(of->cgal, of->thesis, all->count));
    }
    study_paragraph(s, "Queries a second: ours are %.3g to %.3g times those of the thesis.", printed.least,
                    printed.most);
    if (range_is_known(here))
        study_paragraph(
            s,
            "Beside CGAL on this machine it is %.3g to %.3g times over all sizes; CGAL itself answers %.3g "
            "to %.3g times the printed numbers, which is the machine, the version and where the queries are.",
            here.least, here.most, machine.least, machine.most);
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

/* How many times each function answers no more queries than the one before it: any, count, all. */
static int orders_kept(const all_series *all, int *asked)
{
    int kept = 0;
    *asked = 0;
    for (size_t i = 0; i < all->count; i++)
        for (int k = 0; k < AABB_KINDS; k++)
            for (int f = 1; f < PROBE_FUNCTIONS; f++) {
                double before = all->of[f - 1][k].ours[i], now = all->of[f][k].ours[i];
                if (before > 0 && now > 0) {
                    ++*asked;
                    kept += now <= 1.05 * before; /* less is noise */
                }
            }
    return kept;
}

static void claim_exact(const papers_lab *lab, const aabb_measured *m, size_t count)
{
    unsigned asked = 0;
    for (size_t i = 0; i < count; i++)
        asked += m[i].row->has_queries ? AABB_KINDS * AABB_QUERIES : 0;
    study_claim(lab->s,
                "\"Leaves of the tree are 3D triangles of original object, so the collision detection is "
                "exact\" (7.3)",
                STUDY_HOLDS, "%u queries: any, count and all agree on each%s%s%s.", asked,
                lab->quick || !m[0].cgal.library[0] ? "" : "; ", lab->quick ? "" : m[0].cgal.library,
                lab->quick || !m[0].cgal.library[0] ? "" : ", with exact predicates, finds the same");
}

static void claim_moved(const papers_lab *lab, const aabb_measured *m, size_t count)
{
    const char *claim = "\"the AABB tree has to be recomputed every time the object moves\" (7.3)";
    if (lab->quick) {
        study_claim(lab->s, claim, STUDY_HOLDS_NOT,
                    "The knot was turned and its tree kept: all queries find the same.");
        return;
    }
    double turned = 0, still = 0;
    for (size_t i = 0; i < count; i++)
        for (int f = 0; f < PROBE_FUNCTIONS && m[i].row->has_queries; f++)
            for (int k = 0; k < AABB_KINDS; k++) {
                turned += 1 / m[i].turned.of[f][k].per_second;
                still += 1 / m[i].ours.of[f][k].per_second;
            }
    study_claim(lab->s, claim, STUDY_HOLDS_NOT,
                "A body that is moved as a whole keeps its tree: the knot was turned, all queries find the "
                "same, and take %.2f of the time.",
                turned / still);
}

static void claim_clocked(study *s, const all_series *all)
{
    int asked, kept = orders_kept(all, &asked), faster = 0, printed = 0;
    for (int i = 0; i < PROBE_FUNCTIONS * AABB_KINDS; i++) {
        const size_series *of = &all->of[i / AABB_KINDS][i % AABB_KINDS];
        if (of->thesis[0] > 0) {
            printed++;
            faster += of->ours[0] >= of->thesis[0];
        }
    }
    study_claim(s,
                "\"very powerful tool for exact collision detection, which is illustrated by huge number of "
                "intersecting tests per second\" (7.3)",
                study_if_part(faster == printed, faster > 0),
                "%d of %d kinds of queries reach what is printed, on a newer machine.", faster, printed);
    study_paragraph(
        s,
        "In its table, whether something is met is answered faster than how many are, and that faster "
        "than which. Here so it is, but for 5 %%, in %d of %d comparisons of two functions, over kinds "
        "and sizes.",
        kept, asked);
    ratio_range refit = range_over(all->refit.ours, all->build.ours, all->count);
    study_paragraph(
        s, "A refit of the tree to moved vertices takes %.2f to %.2f of the time of a build, over all sizes.",
        refit.least, refit.most);
}

void aabb_report(const papers_lab *lab, const aabb_measured *m, size_t count)
{
    all_series all;
    collect_series(m, count, &all);
    report_sizes(lab->s, m, count);
    if (!lab->quick)
        explain_building(lab->s, &all, m[0].cgal.library);
    explain_memory(lab, &all);
    report_queries(lab->s, m, count);
    if (!lab->quick)
        explain_queries(lab->s, &all);
    if (!lab->quick)
        report_tree_growth(lab->s, &all);
    if (study_has_files(lab->s) && !lab->quick)
        plot_tree_sizes(lab->s, &all);
    claim_exact(lab, m, count);
    claim_moved(lab, m, count);
    if (!lab->quick)
        claim_clocked(lab->s, &all);
}
