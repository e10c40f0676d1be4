/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers gjk, the second part: ten small boxes move around and through a figure, 20000 steps: oriented boxes first, GJK
 * where these meet. The figure is one hull, or decomposed into 21 pieces. The thesis shows neither figure nor ways: here it is a
 * knot, and the boxes go on closed curves, turning, of such a size that they meet the hull about as often as there. What the
 * mesh itself says, inside included, is the truth: a piece or hull that misses it is trouble, and so are methods that differ. */

#include "papers/gjk.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

enum {
    BOXES = 10,
    PIECES = 21,
    FIGURE_TRIANGLES = 2400,
    FIGURE_QUICK_TRIANGLES = 240,
    ROUND = 16,
    FIGURE_TURNS = 3
};

/* Boxes have this half size, and sweep a larger one of this, by whole numbers of turns along each axis. */
#define HALF 0.04
#define WAY  0.577

const char *const gjk_stand_ins[STAND_INS] = {"hull", "pieces", "mesh"};

const gjk_figure_row gjk_printed_figure[STAND_INS] = {
    [AS_HULL] = {26595, 3.4, 3289, 7.8, 0, 0, 0}, [AS_PIECES] = {29250, 8.39, 1678, 4.9, 0, 0, 0}};

typedef struct figure_body {
    fk_piece piece;
    fk_obb box;
} figure_body;

typedef struct walking_figure {
    fk_context *context;
    bool is_quick;
    fk_model *model;
    const fk_mesh *mesh;
    fk_hull *hull;
    fk_split *split;
    fk_collider *collider;
    figure_body start; /* a box, about the origin */
    fk_collider *box;
    figure_body *part[STAND_INS]; /* of a mesh one, whose piece is not used */
    uint32_t parts[STAND_INS];
    double load[STAND_INS], split_seconds;
    int steps;
    /* For each step and box: who meets it, as bits, by method and stand-in. */
    uint8_t (*meets)[STAND_INS];
} walking_figure;

/* ---- Loading --------------------------------------------------------------------------------------------- */

static void add_figure_body(walking_figure *f, gjk_stand_in s, const fk_hull *hull)
{
    figure_body *to = &f->part[s][f->parts[s]++];
    to->piece = fk_hull_piece(hull);
    papers_check(fk_obb_build(f->context, to->piece.as.hull.point, to->piece.as.hull.count, &to->box));
}

static void load_hull(walking_figure *f)
{
    f->part[AS_HULL] = bench_allocate(1, sizeof(figure_body));
    papers_check(fk_hull_build(f->context, f->mesh->point, f->mesh->vertex_count, &f->hull));
    add_figure_body(f, AS_HULL, f->hull);
}

/* The thesis loads pieces that another program has made before, and makes their hulls: so they are made again, too. */
static void load_pieces(walking_figure *f)
{
    f->part[AS_PIECES] = bench_allocate(f->split->piece_count, sizeof(figure_body));
    for (uint32_t i = 0; i < f->split->piece_count; i++) {
        const fk_hull *piece = f->split->piece[i];
        fk_hull *again;
        papers_check(fk_hull_build(f->context, piece->point, piece->vertex_count, &again));
        fk_hull_free(f->context, again);
        add_figure_body(f, AS_PIECES, piece);
    }
}

static void load_figure_mesh(walking_figure *f)
{
    f->parts[AS_MESH] = 1;
    f->part[AS_MESH] = bench_allocate(1, sizeof(figure_body));
    papers_check(fk_collider_of_mesh(f->context, f->mesh, NULL, &f->collider));
    papers_check(fk_obb_build(f->context, f->mesh->point, f->mesh->vertex_count, &f->part[AS_MESH]->box));
}

static void load_figure(walking_figure *f)
{
    static void (*const load[STAND_INS])(walking_figure *) = {load_hull, load_pieces, load_figure_mesh};
    fk_split_options options = fk_split_options_default();
    options.max_pieces = PIECES;
    f->model =
        papers_generate(f->context, "trefoil", f->is_quick ? FIGURE_QUICK_TRIANGLES : FIGURE_TRIANGLES, 0);
    f->mesh = &f->model->part[0];
    double begin = bench_used_seconds();
    papers_check(fk_split_build(f->context, f->mesh, &options, &f->split));
    f->split_seconds = bench_used_seconds() - begin;
    for (int s = 0; s < STAND_INS; s++) {
        begin = bench_used_seconds();
        load[s](f);
        f->load[s] = bench_used_seconds() - begin;
    }
    f->meets = bench_allocate((size_t)f->steps * BOXES, sizeof *f->meets);
    f->start.box = (fk_obb){{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {HALF, HALF, HALF}};
    f->start.piece = fk_obb_piece(&f->start.box);
    papers_check(fk_collider_of_pieces(f->context, &f->start.piece, 1, &f->box));
}

static void free_figure(walking_figure *f)
{
    free(f->meets);
    for (int s = 0; s < STAND_INS; s++)
        free(f->part[s]);
    fk_collider_free(f->context, f->collider);
    fk_collider_free(f->context, f->box);
    fk_split_free(f->context, f->split);
    fk_hull_free(f->context, f->hull);
    fk_model_free(f->context, f->model);
}

static double mesh_volume(fk_context *context, const fk_mesh *mesh)
{
    fk_mesh_facts *facts;
    papers_check(fk_mesh_inspect(context, mesh, &facts));
    double content = facts->volume;
    fk_mesh_facts_free(context, facts);
    return content;
}

static double piece_volume(fk_context *context, const fk_piece *piece)
{
    fk_mesh *mesh;
    papers_check(fk_piece_mesh(context, piece, ROUND, &mesh));
    double content = mesh_volume(context, mesh);
    fk_mesh_free(context, mesh);
    return content;
}

/* ---- Steps ----------------------------------------------------------------------------------------------- */

static fk_pose place_box(const walking_figure *f, int step, int box)
{
    static const double two_pi = 6.28318530717958647692;
    double t = two_pi * step / f->steps, angle[3];
    fk_vec3 turned;
    for (int k = 0; k < 3; k++)
        angle[k] = (2 + (box * 3 + k * 5) % 7) * t + box + 2 * k;
    turned = fk_vec3_make(angle[0] / 2, angle[1] / 3, angle[2]);
    return fk_pose_from_rpy(
        fk_vec3_make(WAY * fk_sin(angle[0]), WAY * fk_sin(angle[1]), WAY * fk_sin(angle[2])), turned);
}

/* Whether the mesh meets a box. */
static bool mesh_meets(walking_figure *f, const fk_pose *pose, fk_collider_cache *cache)
{
    fk_placed_collider mesh = {f->collider, fk_pose_identity()}, box = {f->box, *pose};
    fk_verdict verdict;
    papers_check(fk_collider_verdict(f->context, &mesh, &box, cache, &verdict));
    return verdict != FK_APART;
}

/* A box, and what is kept of it and the parts. */
typedef struct figure_mover {
    fk_pose pose;
    figure_body at;
    fk_pair_cache *cache; /* for each part */
    fk_collider_cache mesh;
} figure_mover;

/* Against the parts of a stand-in, until the first that it meets. */
static bool test_box(walking_figure *f, gjk_stand_in s, gjk_method m, figure_mover *box, gjk_figure_row *work)
{
    for (uint32_t i = 0; i < f->parts[s]; i++) {
        const figure_body *to = &f->part[s][i];
        work->obb_tests++;
        if (!fk_obb_meets(&to->box, &box->at.box))
            continue;
        work->narrow++;
        if (s == AS_MESH ? mesh_meets(f, &box->pose, &box->mesh)
                         : gjk_meets(m, &to->piece, &box->at.piece, &box->cache[i]))
            return true;
    }
    return false;
}

static void test_boxes(walking_figure *f, gjk_stand_in s, gjk_method m, int step, figure_mover box[BOXES],
                       gjk_figure_row *work)
{
    bool any = false;
    for (int k = 0; k < BOXES; k++) {
        bool meets = test_box(f, s, m, &box[k], work);
        f->meets[(size_t)step * BOXES + (size_t)k][s] |= (uint8_t)(meets << m);
        work->positives += meets;
        any = any || meets;
    }
    work->any += any;
}

/* The boxes move a few times; of each step the least time counts, so that a pause of the processor does not. */
static gjk_figure_row measure_figure(walking_figure *f, gjk_stand_in s, gjk_method m)
{
    figure_mover box[BOXES] = {0};
    gjk_figure_row work;
    double total = 0, tests = 0, count = (double)f->steps * BOXES;
    double(*least)[2] = bench_allocate((size_t)f->steps, sizeof *least);
    for (int k = 0; k < BOXES; k++)
        box[k].cache = bench_allocate(f->parts[s], sizeof *box[k].cache);
    for (int turn = 0; turn < FIGURE_TURNS; turn++) {
        work = (gjk_figure_row){0};
        for (int i = 0; i < f->steps; i++) {
            double begin = fk_clock_seconds();
            for (int k = 0; k < BOXES; k++) {
                box[k].pose = place_box(f, i, k);
                box[k].at.box = fk_obb_place(&f->start.box, &box[k].pose);
                box[k].at.piece = fk_piece_place(&f->start.piece, &box[k].pose, NULL);
            }
            double middle = fk_clock_seconds();
            test_boxes(f, s, m, i, box, &work);
            double end = fk_clock_seconds();
            least[i][0] = turn > 0 ? fmin(least[i][0], end - begin) : end - begin;
            least[i][1] = turn > 0 ? fmin(least[i][1], end - middle) : end - middle;
        }
    }
    for (int i = 0; i < f->steps; i++) {
        total += least[i][0];
        tests += least[i][1];
    }
    for (int k = 0; k < BOXES; k++)
        free(box[k].cache);
    free(least);
    return (gjk_figure_row){.total_ms = total * 1e3,
                            .test_us = tests * 1e6 / count,
                            .load_ms = f->load[s] * 1e3,
                            .positives = 100 * work.positives / count,
                            .any = 100 * work.any / f->steps,
                            .obb_tests = work.obb_tests / count,
                            .narrow = work.narrow / count};
}

/* Methods agree, and both the hull and the pieces hold the mesh. (Pieces that fill its inside may stick out of the hull: their
 * corners are rounded outward.) False after a message. */
static bool check_figure(const walking_figure *f)
{
    for (size_t i = 0; i < (size_t)f->steps * BOXES; i++) {
        const uint8_t *meets = f->meets[i];
        int box = (int)(i % BOXES), step = (int)(i / BOXES);
        for (int s = AS_HULL; s <= AS_PIECES; s++) {
            bool is_one = meets[s] == 0 || meets[s] == (1 << FIGURE_METHODS) - 1;
            if (is_one && (meets[AS_MESH] == 0 || meets[s] != 0))
                continue;
            return papers_trouble(is_one ? "%s without the figure: box %d in step %d; this is a bug in farkas"
                                         : "methods differ on %s: box %d in step %d; this is a bug in farkas",
                                  gjk_stand_ins[s], box, step);
        }
    }
    return true;
}

/* ---- Table and plots ------------------------------------------------------------------------------------- */

static void report_stand_in(study *s, gjk_stand_in as, gjk_method m, const gjk_figure_row *ours)
{
    static const gjk_figure_row none;
    const gjk_figure_row *theirs = m == BY_GJK ? &gjk_printed_figure[as] : &none;
    study_words(s, "%s", gjk_stand_ins[as]);
    study_words(s, "%s", gjk_methods[m]);
    pass_both(s, ours->total_ms, theirs->total_ms);
    pass_both(s, ours->test_us, theirs->test_us);
    pass_both(s, ours->load_ms, theirs->load_ms);
    pass_both(s, ours->positives, theirs->positives);
    study_numbers(s, ours->any, ours->obb_tests, ours->narrow);
}

static bool is_asked(int s, int m)
{
    return s != AS_MESH || m == BY_EXACT;
}

static void report_figure(const gjk *g, const walking_figure *f)
{
    char title[160];
    snprintf(title, sizeof title,
             "Ten boxes and a knot of %u triangles, as one hull, as %u pieces, and as it is; %d steps",
             f->mesh->triangle_count, f->parts[AS_PIECES], f->steps);
    study_table(g->s, "figure", title,
                "the figure|figure|w; by||w\n"
                "total, ms: Farkas|farkas_total_ms|1t; thesis|thesis_total_ms\n"
                "a test, µs: Farkas|farkas_test_us|3t; thesis|thesis_test_us|2\n"
                "to load, ms: Farkas|farkas_load_ms|2t; thesis|thesis_load_ms\n"
                "positives, %: Farkas|farkas_positives_percent|2; thesis|thesis_positives_percent|2\n"
                "steps, %|farkas_any_percent|2\n"
                "tests of a box: OBB|farkas_obb_tests|2; narrow|farkas_narrow_tests|3");
    for (int s = 0; s < STAND_INS; s++)
        for (int m = 0; m < FIGURE_METHODS; m++)
            if (is_asked(s, m))
                report_stand_in(g->s, (gjk_stand_in)s, (gjk_method)m, &g->figure.row[s][m]);
}

static double number_or_unknown(double value)
{
    return value > 0 ? value : (double)NAN;
}

static void plot_figure_positives(const gjk *g)
{
    double ours[STAND_INS], theirs[STAND_INS];
    for (int s = 0; s < STAND_INS; s++) {
        ours[s] = g->figure.row[s][BY_EXACT].positives;
        theirs[s] = number_or_unknown(gjk_printed_figure[s].positives);
    }
    plot_series series[] = {{"Farkas", STAND_INS, .y = ours, .is_ours = true},
                            {"thesis", STAND_INS, .y = theirs, .is_printed = true}};
    study_draw(g->s, "figure-positives", .title = "How often a box meets the figure",
               .y_title = "positives, % of tests", .series = series, .count = 2, .label = gjk_stand_ins,
               .labels = STAND_INS);
}

static void plot_figure_times(const gjk *g)
{
    double y[FIGURE_METHODS + 1][STAND_INS];
    plot_series series[FIGURE_METHODS + 1];
    for (int m = 0; m <= FIGURE_METHODS; m++) {
        bool is_printed = m == FIGURE_METHODS;
        for (int s = 0; s < STAND_INS; s++)
            y[m][s] = number_or_unknown(is_printed       ? gjk_printed_figure[s].test_us
                                        : is_asked(s, m) ? g->figure.row[s][m].test_us
                                                         : 0);
        series[m] = (plot_series){.name = is_printed ? "gjk, thesis" : gjk_methods[m],
                                  .count = STAND_INS,
                                  .y = y[m],
                                  .is_ours = !is_printed,
                                  .is_printed = is_printed};
    }
    study_draw(g->s, "figure-times", .title = "A box against the figure: oriented boxes, then a method",
               .y_title = "a test, µs", .y_log = true, .series = series, .count = FIGURE_METHODS + 1,
               .label = gjk_stand_ins, .labels = STAND_INS);
}

/* ---- Pictures -------------------------------------------------------------------------------------------- */

/* How many boxes meet a stand-in. */
static int count_boxes(const walking_figure *f, int step, gjk_stand_in s)
{
    int count = 0;
    for (int k = 0; k < BOXES; k++)
        count += f->meets[(size_t)step * BOXES + (size_t)k][s] != 0;
    return count;
}

/* The step in which the hull and the mesh differ most; of those the first in which some box meets the mesh. */
static int find_widest_step(const walking_figure *f)
{
    int best = 0, most = -1;
    for (int i = 0; i < f->steps; i++) {
        int mesh = count_boxes(f, i, AS_MESH), value = 2 * (count_boxes(f, i, AS_HULL) - mesh) + (mesh > 0);
        if (value > most) {
            best = i;
            most = value;
        }
    }
    return best;
}

/* Boxes come after the bodies of the figure; only pairs of a body and a box are tested. */
static fk_check_rule select_box_pair(void *user, uint32_t a, uint32_t b)
{
    const uint32_t *parts = user;
    return (fk_check_rule){.is_tested = a < *parts && b >= *parts};
}

static void draw_figure(const gjk *g, walking_figure *f, gjk_stand_in s, int step)
{
    static const char *const as[STAND_INS] = {"one hull", "pieces", "a mesh"};
    fk_check_part *shown = bench_allocate(f->parts[s] + BOXES, sizeof *shown);
    study_scene scene = {.part = shown,
                         .count = f->parts[s] + BOXES,
                         .is_checked = true,
                         .select = select_box_pair,
                         .user = &f->parts[s],
                         .layers = FK_LAYER_LEGEND};
    char text[160];
    for (uint32_t i = 0; i < f->parts[s]; i++)
        shown[i] = (fk_check_part){.name = gjk_stand_ins[s],
                                   .mesh = s == AS_MESH ? f->mesh : NULL,
                                   .piece = &f->part[s][i].piece,
                                   .pose = fk_pose_identity()};
    for (int k = 0; k < BOXES; k++)
        shown[f->parts[s] + (uint32_t)k] =
            (fk_check_part){.name = "box", .piece = &f->start.piece, .pose = place_box(f, step, k)};
    snprintf(text, sizeof text, "The knot as %s among ten boxes, of which %d meet it", as[s],
             count_boxes(f, step, s));
    study_view(g->s, g->context, gjk_stand_ins[s], text, &scene);
    free(shown);
}

/* ---- Run ------------------------------------------------------------------------------------------------- */

static bool run_figure(gjk *g, walking_figure *f)
{
    load_figure(f);
    for (int s = 0; s < STAND_INS; s++) {
        g->figure.parts[s] = f->parts[s];
        for (int m = 0; m < FIGURE_METHODS; m++)
            if (is_asked(s, m))
                g->figure.row[s][m] = measure_figure(f, (gjk_stand_in)s, (gjk_method)m);
    }
    g->figure.split_seconds = f->split_seconds;
    g->figure.content[AS_HULL] = piece_volume(f->context, &f->part[AS_HULL]->piece);
    for (uint32_t i = 0; i < f->parts[AS_PIECES]; i++)
        g->figure.content[AS_PIECES] += piece_volume(f->context, &f->part[AS_PIECES][i].piece);
    g->figure.content[AS_MESH] = mesh_volume(f->context, f->mesh);
    return check_figure(f);
}

static void show_figure(const gjk *g, walking_figure *f)
{
    report_figure(g, f);
    gjk_explain_figure_differences(g);
    if (!study_has_files(g->s))
        return;
    plot_figure_positives(g);
    if (g->lab->quick)
        return;
    plot_figure_times(g);
    for (int s = 0, step = find_widest_step(f); s < STAND_INS; s++)
        draw_figure(g, f, (gjk_stand_in)s, step);
}

bool gjk_figure(gjk *g)
{
    bool quick = g->lab->quick;
    walking_figure f = {.context = g->context,
                        .is_quick = quick,
                        .steps = quick ? PASS_POSITIONS / PASS_QUICK : PASS_POSITIONS};
    bool good = run_figure(g, &f);
    if (good)
        show_figure(g, &f);
    free_figure(&f);
    return good;
}
