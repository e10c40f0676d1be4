/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers gjk: the benchmark of GJK in Grulich's thesis (2016), section 7.5, in two parts.
 *
 * Two objects pass each other, see papers_pass.h: only the narrow phase, on their convex hulls, whose points are placed in each position.
 *
 * Then ten small boxes move around and through a figure, 20000 steps: oriented boxes first, GJK where these meet. The figure is one
 * hull, or decomposed into 21 pieces. The thesis shows neither figure nor ways: here it is a knot, and the boxes go on closed curves,
 * turning, of such a size that they meet the hull about as often as there. What the mesh itself says, inside included, is the truth:
 * a piece or hull that misses it is trouble.
 *
 * In both parts, the methods must agree in all places. */

#include "papers_pass.h"
#include "certificate_json.h"
#include "mesh/generate.h"
#include "participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK = 40, BOXES = 10, PIECES = 21, TRIANGLES = 2400 };

/* ---- Methods ------------------------------------------------------------------------------------------- */

typedef enum method { GJK, EXACT, WARM, METHODS } method;

static const char *const names[METHODS] = {[GJK] = "gjk", [EXACT] = "exact", [WARM] = "exact warm"};

static fk_verdict ask(method m, const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    if (m == EXACT)
        return fk_pair_verdict(a, b);
    if (m == WARM)
        return fk_pair_verdict_warm(a, b, cache);
    fk_pair_query query = {a, b, FK_METHOD_GJK, 0, NULL};
    fk_answer answer;
    return fk_pair_answer(&query, NULL, &answer) == FK_OK ? answer.verdict : FK_UNDECIDED;
}

/* ---- Two objects that pass each other ------------------------------------------------------------------- */

static const pass_row printed[PASS_PAIRS] = {{20238, 18.05, 14.27, 32.2, 0}, {25296, 19.65, 18.45, 33.95, 0}};

typedef struct passing {
    fk_context *context;
    int pair, step; /* every so many positions */
    pass_body body[2];
    bool meets[METHODS][PASS_POSITIONS];
} passing;

static pass_row measure_method(passing *p, method m)
{
    fk_piece a = fk_hull_piece(p->body[0].hull), b = fk_hull_piece(p->body[1].hull);
    fk_pair_cache cache = {0};
    double places = 0, tests = 0;
    unsigned positives = 0, count = 0;
    for (int i = 0; i < PASS_POSITIONS; i += p->step, count++) {
        fk_pose pose[2];
        pass_place(i, &pose[0], &pose[1]);
        double start = fk_clock_seconds();
        fk_piece placed_a = fk_piece_place(&a, &pose[0], p->body[0].room);
        fk_piece placed_b = fk_piece_place(&b, &pose[1], p->body[1].room);
        double middle = fk_clock_seconds();
        p->meets[m][i] = ask(m, &placed_a, &placed_b, &cache) != FK_APART;
        tests += fk_clock_seconds() - middle;
        places += middle - start;
        positives += p->meets[m][i];
    }
    return (pass_row){(places + tests) * 1e3, tests * 1e6 / count, 100.0 * positives / count,
                      places * 1e6 / (2 * count), 0};
}

/* How often the volumes meet; their times are told by `farkas papers bv`. */
static bool find_rate(const passing *p, pass_kind k, pass_row *out)
{
    pass_volume whole[2], placed[2];
    unsigned positives = 0, count = 0;
    for (int side = 0; side < 2; side++)
        if (pass_volume_build(p->context, k, &p->body[side], &whole[side]) != FK_OK) {
            cli_trouble("no %s could be built", pass_kinds[k].name);
            return false;
        }
    for (int i = 0; i < PASS_POSITIONS; i += p->step, count++) {
        fk_pose pose[2];
        pass_place(i, &pose[0], &pose[1]);
        for (int side = 0; side < 2; side++)
            pass_volume_place(k, &whole[side], &p->body[side], &pose[side], &placed[side]);
        positives += pass_volumes_meet(k, &placed[0], &placed[1]);
    }
    *out = (pass_row){.positives = 100.0 * positives / count};
    return true;
}

static int run_passing(passing *p, const papers_settings *settings)
{
    const pass_row none = {0};
    if (!settings->json)
        pass_print_head("by", p->pair, PASS_POSITIONS / p->step);
    for (int m = 0; m < METHODS; m++) {
        pass_row row = measure_method(p, (method)m);
        if (memcmp(p->meets[m], p->meets[GJK], sizeof p->meets[m]) != 0)
            return cli_trouble("%s and gjk differ on pair %d; this is a bug in farkas", names[m],
                               p->pair + 1);
        pass_print(settings, p->pair, "by", names[m], &row, m == GJK ? &printed[p->pair] : &none);
    }
    for (int k = PASS_SPHERE; k <= PASS_AABB; k++) {
        pass_row row, theirs = {.positives = pass_printed[p->pair][k].positives};
        if (!find_rate(p, (pass_kind)k, &row))
            return CLI_TROUBLE;
        pass_print(settings, p->pair, "by", pass_kinds[k].name, &row, &theirs);
    }
    return CLI_OK;
}

static int run_pairs(fk_context *context, const papers_settings *settings)
{
    passing *p = bench_allocate(1, sizeof *p);
    int status = CLI_OK;
    for (int pair = 0; pair < PASS_PAIRS && status == CLI_OK; pair++) {
        p->context = context;
        p->pair = pair;
        p->step = settings->quick ? QUICK : 1;
        status = pass_bodies_make(context, pair, p->body) ? run_passing(p, settings) : CLI_TROUBLE;
        pass_bodies_end(context, p->body);
    }
    free(p);
    return status;
}

/* ---- A figure and ten boxes ----------------------------------------------------------------------------- */

/* Boxes have this half size, and sweep a larger one of this, by whole numbers of turns along each axis. */
#define HALF 0.04
#define WAY  0.577

/* What stands for the figure. */
typedef enum stand_in { HULL, SPLIT, MESH, STAND_INS } stand_in;

static const char *const stand_ins[STAND_INS] = {"hull", "pieces", "mesh"};

typedef struct part {
    fk_piece piece;
    fk_obb box;
} part;

typedef struct figure {
    fk_context *context;
    const papers_settings *settings;
    fk_model *model;
    const fk_mesh *mesh;
    fk_hull *hull;
    fk_split *split;
    fk_collider *collider;
    part start; /* a box, about the origin */
    fk_collider *box;
    part *part[STAND_INS]; /* of a mesh one, whose piece is not used */
    uint32_t parts[STAND_INS];
    double load[STAND_INS]; /* seconds */
    int steps;
    bool is_out_of_memory;
    /* For each step and box: who meets it, as bits, by method and stand-in. */
    uint8_t (*meets)[STAND_INS];
} figure;

typedef struct figure_row {
    double total_ms, test_us, load_ms, positives;
    double any;               /* rate of steps in which some box meets; 0 of the thesis */
    double obb_tests, narrow; /* a box */
} figure_row;

static const figure_row printed_figure[STAND_INS] = {
    [HULL] = {26595, 3.4, 3289, 7.8, 0, 0, 0}, [SPLIT] = {29250, 8.39, 1678, 4.9, 0, 0, 0}};

static bool add_part(figure *f, stand_in s, const fk_hull *hull)
{
    part *to = &f->part[s][f->parts[s]++];
    to->piece = fk_hull_piece(hull);
    return fk_obb_build(f->context, to->piece.as.hull.point, to->piece.as.hull.count, &to->box) == FK_OK;
}

static bool load_hull(figure *f)
{
    f->part[HULL] = bench_allocate(1, sizeof(part));
    return fk_hull_build(f->context, f->mesh->point, f->mesh->vertex_count, &f->hull) == FK_OK &&
           add_part(f, HULL, f->hull);
}

static bool load_pieces(figure *f)
{
    fk_split_options options = fk_split_options_default();
    options.max_pieces = PIECES;
    if (fk_split_build(f->context, f->mesh, &options, &f->split) != FK_OK)
        return false;
    f->part[SPLIT] = bench_allocate(f->split->piece_count, sizeof(part));
    for (uint32_t i = 0; i < f->split->piece_count; i++)
        if (!add_part(f, SPLIT, f->split->piece[i]))
            return false;
    return true;
}

static bool load_mesh(figure *f)
{
    f->parts[MESH] = 1;
    f->part[MESH] = bench_allocate(1, sizeof(part));
    return fk_collider_of_mesh(f->context, f->mesh, NULL, &f->collider) == FK_OK &&
           fk_obb_build(f->context, f->mesh->point, f->mesh->vertex_count, &f->part[MESH]->box) == FK_OK;
}

static bool make_box(figure *f)
{
    f->start.box = (fk_obb){{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {HALF, HALF, HALF}};
    f->start.piece = fk_obb_piece(&f->start.box);
    return fk_collider_of_pieces(f->context, &f->start.piece, 1, &f->box) == FK_OK;
}

static bool load_figure(figure *f)
{
    static bool (*const load[STAND_INS])(figure *) = {load_hull, load_pieces, load_mesh};
    fk_generate_options options = {.triangles = f->settings->quick ? TRIANGLES / 10 : TRIANGLES};
    if (fk_generate(f->context, fk_generate_find("trefoil"), &options, &f->model) != FK_OK)
        return false;
    f->mesh = &f->model->part[0];
    for (int s = 0; s < STAND_INS; s++) {
        double begin = fk_clock_seconds();
        if (!load[s](f))
            return false;
        f->load[s] = fk_clock_seconds() - begin;
    }
    f->meets = bench_allocate((size_t)f->steps * BOXES, sizeof *f->meets);
    return make_box(f);
}

static void free_figure(figure *f)
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

static fk_pose place_box(const figure *f, int step, int box)
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

/* What the mesh says of a box. */
static bool mesh_meets(figure *f, const fk_pose *pose, fk_collider_cache *cache)
{
    fk_placed_collider mesh = {f->collider, fk_pose_identity()}, box = {f->box, *pose};
    fk_verdict verdict = FK_UNDECIDED;
    if (fk_collider_verdict(f->context, &mesh, &box, cache, &verdict) != FK_OK)
        f->is_out_of_memory = true;
    return verdict != FK_APART;
}

/* A box, and what is kept of it and the parts. */
typedef struct mover {
    fk_pose pose;
    part at;
    fk_pair_cache *cache; /* for each part */
    fk_collider_cache mesh;
} mover;

/* Against the parts of a stand-in, until the first that it meets. */
static bool test_box(figure *f, stand_in s, method m, mover *box, figure_row *work)
{
    for (uint32_t i = 0; i < f->parts[s]; i++) {
        const part *to = &f->part[s][i];
        work->obb_tests++;
        if (!fk_obb_meets(&to->box, &box->at.box))
            continue;
        work->narrow++;
        if (s == MESH ? mesh_meets(f, &box->pose, &box->mesh)
                      : ask(m, &to->piece, &box->at.piece, &box->cache[i]) != FK_APART)
            return true;
    }
    return false;
}

static void test_boxes(figure *f, stand_in s, method m, int step, mover box[BOXES], figure_row *work)
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

static figure_row measure_figure(figure *f, stand_in s, method m)
{
    mover box[BOXES] = {0};
    figure_row work = {0};
    double total = 0, tests = 0, count = (double)f->steps * BOXES;
    for (int k = 0; k < BOXES; k++)
        box[k].cache = bench_allocate(f->parts[s], sizeof *box[k].cache);
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
        tests += end - middle;
        total += end - begin;
    }
    for (int k = 0; k < BOXES; k++)
        free(box[k].cache);
    return (figure_row){.total_ms = total * 1e3,
                        .test_us = tests * 1e6 / count,
                        .load_ms = f->load[s] * 1e3,
                        .positives = 100 * work.positives / count,
                        .any = 100 * work.any / f->steps,
                        .obb_tests = work.obb_tests / count,
                        .narrow = work.narrow / count};
}

/* ---- Output --------------------------------------------------------------------------------------------- */

static void print_figure_json(const figure *f, stand_in s, const char *name, const figure_row *ours)
{
    const figure_row *theirs = &printed_figure[s];
    json_text line = {0};
    json_put(&line, "{\"figure\":\"");
    json_put(&line, stand_ins[s]);
    json_put(&line, "\",\"by\":\"");
    json_put(&line, name);
    json_put(&line, "\"");
    json_put_key(&line, "parts", f->parts[s]);
    json_put_key(&line, "total_ms", ours->total_ms);
    json_put_key(&line, "test_us", ours->test_us);
    json_put_key(&line, "load_ms", ours->load_ms);
    json_put_key(&line, "positives_percent", ours->positives);
    json_put_key(&line, "any_percent", ours->any);
    json_put_key(&line, "obb_tests", ours->obb_tests);
    json_put_key(&line, "narrow_tests", ours->narrow);
    if (theirs->total_ms > 0 && strcmp(name, "gjk") == 0) {
        json_put(&line, ",\"thesis\":{\"total_ms\":");
        json_put_number(&line, theirs->total_ms);
        json_put_key(&line, "test_us", theirs->test_us);
        json_put_key(&line, "load_ms", theirs->load_ms);
        json_put_key(&line, "positives_percent", theirs->positives);
        json_put(&line, "}}\n");
    } else
        json_put(&line, ",\"thesis\":null}\n");
    cli_write(line.text, line.length);
}

static void print_figure_head(const figure *f)
{
    cli_print("\nten boxes and a knot, %u triangles, as one hull, as %u pieces, and as it is; %d steps\n",
              (unsigned)f->mesh->triangle_count, (unsigned)f->parts[SPLIT], f->steps);
    cli_print("%-18s  %18s  %18s  %18s  %18s  %9s  %9s\n", "", "total ms", "test us", "load ms",
              "positives %", "obb", "narrow");
    cli_print("%-18s", "by");
    for (int i = 0; i < 4; i++)
        cli_print("  %9s %8s", "farkas", "thesis");
    cli_print("  %9s  %9s\n", "tests", "tests");
}

static void print_figure(stand_in s, const char *name, const figure_row *ours)
{
    bool has_thesis = printed_figure[s].total_ms > 0 && strcmp(name, "gjk") == 0;
    figure_row theirs = has_thesis ? printed_figure[s] : (figure_row){0};
    char text[32];
    snprintf(text, sizeof text, "%s, %s", stand_ins[s], name);
    cli_print("%-18s", text);
    pass_print_both("%.1f", ours->total_ms, theirs.total_ms);
    pass_print_both("%.3f", ours->test_us, theirs.test_us);
    pass_print_both("%.2f", ours->load_ms, theirs.load_ms);
    pass_print_both("%.2f", ours->positives, theirs.positives);
    cli_print("  %9.2f  %9.3f\n", ours->obb_tests, ours->narrow);
}

/* ---- Run ------------------------------------------------------------------------------------------------ */

/* Methods agree, and both the hull and the pieces hold the mesh. (Pieces that fill its inside may stick out of the hull: their
 * corners are rounded outward.) */
static int check_figure(const figure *f)
{
    for (size_t i = 0; i < (size_t)f->steps * BOXES; i++) {
        const uint8_t *meets = f->meets[i];
        for (int s = HULL; s <= SPLIT; s++)
            if (meets[s] != 0 && meets[s] != (1 << METHODS) - 1)
                return cli_trouble("methods differ on box %d in step %d, %s; this is a bug in farkas",
                                   (int)(i % BOXES), (int)(i / BOXES), stand_ins[s]);
        for (int s = HULL; s <= SPLIT; s++)
            if (meets[MESH] != 0 && meets[s] == 0)
                return cli_trouble("%s without the figure: box %d in step %d; this is a bug in farkas",
                                   stand_ins[s], (int)(i % BOXES), (int)(i / BOXES));
    }
    return CLI_OK;
}

static int run_figure(fk_context *context, const papers_settings *settings)
{
    figure f = {.context = context, .settings = settings, .steps = PASS_POSITIONS};
    if (settings->quick)
        f.steps /= QUICK;
    if (!load_figure(&f)) {
        free_figure(&f);
        return cli_trouble("out of memory");
    }
    if (!settings->json)
        print_figure_head(&f);
    for (int s = 0; s < STAND_INS; s++)
        for (int m = 0; m < METHODS; m++) {
            if (s == MESH && m != EXACT)
                continue;
            figure_row row = measure_figure(&f, (stand_in)s, (method)m);
            if (settings->json)
                print_figure_json(&f, (stand_in)s, names[m], &row);
            else
                print_figure((stand_in)s, names[m], &row);
        }
    int status = f.is_out_of_memory ? cli_trouble("out of memory") : check_figure(&f);
    free_figure(&f);
    return status;
}

static void print_notes(void)
{
    cli_print("\nThe objects of the thesis are not published: these are others. Its hulls of O3 and O4 meet "
              "in 18.45 %% of "
              "the\npositions, but the oriented boxes around them only in 15.09 %%: one of the two is wrong. "
              "Times of the "
              "thesis are of its\nmachine. Tests are for each of ten boxes in each step; those of oriented "
              "boxes and of the "
              "narrow phase are means.\n");
}

int papers_gjk(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov)
        return cli_trouble("--pov is not for gjk; see 'farkas papers --help'");
    fk_context *context = cli_context_create();
    if (context == NULL)
        return CLI_TROUBLE;
    int status = run_pairs(context, settings);
    if (status == CLI_OK)
        status = run_figure(context, settings);
    if (status == CLI_OK && !settings->json)
        print_notes();
    fk_context_destroy(context);
    return status;
}
