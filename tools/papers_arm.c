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

#include "certificate_json.h"
#include "mesh/generate.h"
#include "papers.h"
#include "participant.h"

#include <stdlib.h>
#include <string.h>

#define TURN 6.28318530717958647692 /* 2 pi */

enum {
    STEPS = 20000,
    QUICK = 40,
    LINKS = FK_ARM_JOINTS,
    CUBES = 6,
    BODIES = LINKS + CUBES,
    TRIANGLES = 8000
};

/* ---- Bodies -------------------------------------------------------------------------------------------- */

typedef struct body {
    const fk_mesh *mesh;
    fk_hull *hull;
    fk_obb box;
    fk_collider *collider;
    /* In its place. */
    fk_pose pose;
    fk_piece piece;
    fk_obb placed;
    fk_vec3 *room; /* for the points of the hull */
} body;

/* Who looks at a pair whose oriented boxes meet. */
typedef enum method { GJK, EXACT, MESH, METHODS } method;

static const char *const names[METHODS] = {"gjk", "exact", "mesh"};

typedef struct arm {
    fk_context *context;
    fk_model *links, *cube;
    body body[BODIES];
    int steps;
    fk_status status;
    uint64_t red[METHODS], green[METHODS], pairs;
    /* Who met in each step: the sum of (pair + 1) * (pair + 1), which tells two sets apart well enough, and how many. */
    uint64_t *met[METHODS];
} arm;

static void make_body(arm *a, const fk_mesh *mesh, body *out)
{
    out->mesh = mesh;
    a->status = fk_hull_build(a->context, mesh->point, mesh->vertex_count, &out->hull);
    if (a->status == FK_OK)
        a->status = fk_obb_build(a->context, mesh->point, mesh->vertex_count, &out->box);
    if (a->status == FK_OK)
        out->room = bench_allocate(mesh->vertex_count, sizeof *out->room);
}

/* What the thesis calls Model: the mesh, its volume and its hull. Trees are not part of it. */
static bool load(arm *a, const papers_settings *settings)
{
    fk_generate_options links = {.triangles = settings->quick ? TRIANGLES / 10 : TRIANGLES, .size = 1},
                        cube = {.triangles = 12, .size = 0.1};
    a->status = fk_generate(a->context, fk_generate_find("arm"), &links, &a->links);
    if (a->status == FK_OK)
        a->status = fk_generate(a->context, fk_generate_find("box"), &cube, &a->cube);
    for (int i = 0; a->status == FK_OK && i < BODIES; i++)
        make_body(a, i < LINKS ? &a->links->part[i + 1] : &a->cube->part[0], &a->body[i]);
    return a->status == FK_OK;
}

static bool build_trees(arm *a)
{
    for (int i = 0; a->status == FK_OK && i < BODIES; i++)
        a->status = fk_collider_of_mesh(a->context, a->body[i].mesh, NULL, &a->body[i].collider);
    for (int m = 0; m < METHODS; m++)
        a->met[m] = bench_allocate((size_t)a->steps, sizeof *a->met[m]);
    return a->status == FK_OK;
}

static void free_arm(arm *a)
{
    for (int i = 0; i < BODIES; i++) {
        fk_collider_free(a->context, a->body[i].collider);
        fk_hull_free(a->context, a->body[i].hull);
        free(a->body[i].room);
    }
    for (int m = 0; m < METHODS; m++)
        free(a->met[m]);
    fk_model_free(a->context, a->links);
    fk_model_free(a->context, a->cube);
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

/* The arm sways, each joint with its own period; the first link stands where it does on the base. */
static void place_links(arm *a, double t)
{
    static const double middle[LINKS] = {0, 0.5, 1.1, 0, 0.3, 0, 0.025},
                        swing[LINKS] = {1.5, 0.6, 0.7, 1.5, 0.9, 2, 0.025};
    fk_pose at = fk_pose_identity();
    for (int i = 0; i < LINKS; i++) {
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
    for (int i = 0; i < CUBES; i++) {
        double where = TURN * i / CUBES, turn = (3 + i % 3) * t + i;
        fk_vec3 center = fk_vec3_make(0.38 * fk_cos(where), 0.38 * fk_sin(where), 0.35 + 0.1 * (i % 3));
        fk_vec3 off = fk_vec3_make(0.12 * fk_cos(turn), 0.12 * fk_sin(turn), 0);
        a->body[LINKS + i].pose = fk_pose_from_rpy(fk_vec3_add(center, off), fk_vec3_make(0, turn / 2, turn));
    }
}

static void recompute(arm *a, int step)
{
    double t = TURN * step / a->steps;
    place_links(a, t);
    place_cubes(a, t);
    for (int i = 0; i < BODIES; i++) {
        body *b = &a->body[i];
        fk_piece home = fk_hull_piece(b->hull);
        b->piece = fk_piece_place(&home, &b->pose, b->room);
        b->placed = fk_obb_place(&b->box, &b->pose);
    }
}

static bool meets(arm *a, method m, const body *p, const body *q)
{
    if (m == EXACT)
        return fk_pair_verdict(&p->piece, &q->piece) != FK_APART;
    if (m == GJK) {
        fk_pair_query query = {&p->piece, &q->piece, FK_METHOD_GJK, 0, NULL};
        fk_answer answer;
        return fk_pair_answer(&query, NULL, &answer) != FK_OK || answer.verdict != FK_APART;
    }
    fk_placed_collider one = {p->collider, p->pose}, other = {q->collider, q->pose};
    fk_verdict verdict = FK_UNDECIDED;
    fk_status status = fk_collider_verdict(a->context, &one, &other, NULL, &verdict);
    if (status != FK_OK)
        a->status = status;
    return verdict != FK_APART;
}

static void test(arm *a, method m, int step)
{
    for (int i = 0; i < LINKS; i++)
        for (int k = i + 2 < LINKS ? i + 2 : LINKS; k < BODIES; k++) {
            const body *p = &a->body[i], *q = &a->body[k];
            uint64_t number = (uint64_t)(i * BODIES + k + 1);
            a->pairs += m == GJK;
            if (!fk_obb_meets(&p->placed, &q->placed))
                continue;
            bool is_red = meets(a, m, p, q);
            a->red[m] += is_red;
            a->green[m] += !is_red;
            a->met[m][step] += is_red ? number * number << 16 | 1 : 0;
        }
}

/* ---- Table --------------------------------------------------------------------------------------------- */

typedef enum phase { MODEL, RECOMPUTE, TEST_GJK, TEST_EXACT, TEST_MESH, PHASES } phase;

static const struct phase_facts {
    const char *name, *what;
    double thesis; /* ms; 0: it has none */
} phases[PHASES] = {
    {"Model", "loads: hulls and oriented boxes", 353},
    {"recomputeTestingData", "places them, in all steps", 74},
    {"test", "oriented boxes, then GJK, in all steps", 1405},
    {"test, exact", "the same with the exact verdict", 0},
    {"test, meshes", "the same with the meshes themselves", 0},
};

static void print_json(const arm *a, const double ms[PHASES])
{
    json_text line = {0};
    for (int p = 0; p < PHASES; p++) {
        json_put(&line, "{\"function\":\"");
        json_put(&line, phases[p].name);
        json_put(&line, "\",\"ms\":");
        json_put_number(&line, ms[p]);
        json_put(&line, ",\"thesis_ms\":");
        phases[p].thesis > 0 ? json_put_number(&line, phases[p].thesis) : json_put(&line, "null");
        if (p >= TEST_GJK) {
            json_put(&line, ",\"pairs\":");
            json_put_whole(&line, a->pairs);
            json_put(&line, ",\"red\":");
            json_put_whole(&line, a->red[p - TEST_GJK]);
            json_put(&line, ",\"green\":");
            json_put_whole(&line, a->green[p - TEST_GJK]);
        }
        json_put(&line, "}\n");
    }
    cli_write(line.text, line.length);
}

static void print_table(const arm *a, const double ms[PHASES])
{
    double ours = 0, theirs = 0;
    for (int p = MODEL; p <= TEST_GJK; p++) {
        ours += ms[p];
        theirs += phases[p].thesis;
    }
    cli_print("a robot arm of %d objects and %d cubes, %d steps\n", LINKS, CUBES, a->steps);
    cli_print("%-22s  %18s  %18s  %18s\n", "", "ms", "us a step", "share %");
    cli_print("%-22s", "function");
    for (int i = 0; i < 3; i++)
        cli_print("  %9s %8s", "farkas", "thesis");
    cli_print("\n");
    for (int p = 0; p < PHASES; p++) {
        bool is_loop = p != MODEL, is_printed = phases[p].thesis > 0;
        char text[5][24] = {"-", "-", "-", "-", "-"};
        if (is_printed) {
            snprintf(text[0], sizeof text[0], "%.0f", phases[p].thesis);
            snprintf(text[3], sizeof text[3], "%.1f", 100 * ms[p] / ours);
            snprintf(text[4], sizeof text[4], "%.1f", 100 * phases[p].thesis / theirs);
        }
        if (is_loop)
            snprintf(text[1], sizeof text[1], "%.2f", 1e3 * ms[p] / a->steps);
        if (is_loop && is_printed)
            snprintf(text[2], sizeof text[2], "%.2f", 1e3 * phases[p].thesis / STEPS);
        cli_print("%-22s  %9.2f %8s  %9s %8s  %9s %8s  %s\n", phases[p].name, ms[p], text[0], text[1],
                  text[2], text[3], text[4], phases[p].what);
    }
    cli_print("\n%-8s  %9s  %9s  %9s\n", "pairs %", "red", "green", "grey");
    for (int m = 0; m < METHODS; m++) {
        double all = (double)a->pairs;
        cli_print("%-8s  %9.3f  %9.3f  %9.3f\n", names[m], 100 * (double)a->red[m] / all,
                  100 * (double)a->green[m] / all, 100 - 100 * (double)(a->red[m] + a->green[m]) / all);
    }
    cli_print("\nred: they meet; green: only their oriented boxes do; grey: not even these. Shares are of "
              "the three phases\n"
              "that the thesis lists without drawing; its times are of its machine, and its arm is not "
              "published.\n");
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static void measure(arm *a, double ms[PHASES])
{
    for (int i = 0; i < a->steps; i++) {
        double at = fk_clock_seconds();
        recompute(a, i);
        double now = fk_clock_seconds();
        ms[RECOMPUTE] += 1e3 * (now - at);
        for (int m = 0; m < METHODS; m++) {
            at = now;
            test(a, (method)m, i);
            now = fk_clock_seconds();
            ms[TEST_GJK + m] += 1e3 * (now - at);
        }
    }
}

/* GJK and the exact verdict see the same pairs; a mesh is in its hull, so that it meets no more often. */
static int judge(const arm *a)
{
    if (a->status != FK_OK)
        return cli_trouble("%s", fk_status_text(a->status));
    for (int i = 0; i < a->steps; i++) {
        if (a->met[GJK][i] != a->met[EXACT][i])
            return cli_trouble("gjk and exact differ in step %d; this is a bug in farkas", i);
        if ((a->met[MESH][i] & 0xffff) > (a->met[EXACT][i] & 0xffff))
            return cli_trouble("meshes meet without their hulls in step %d; this is a bug in farkas", i);
    }
    return CLI_OK;
}

int papers_arm(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov)
        return cli_trouble("--pov is not for arm; see 'farkas papers --help'");
    arm a = {.steps = settings->quick ? STEPS / QUICK : STEPS, .context = cli_context_create()};
    if (a.context == NULL)
        return CLI_TROUBLE;
    double ms[PHASES] = {0}, begin = fk_clock_seconds();
    bool good = load(&a, settings);
    ms[MODEL] = 1e3 * (fk_clock_seconds() - begin);
    if (good && build_trees(&a))
        measure(&a, ms);
    int status = judge(&a);
    if (status == CLI_OK && settings->json)
        print_json(&a, ms);
    else if (status == CLI_OK)
        print_table(&a, ms);
    free_arm(&a);
    fk_context_destroy(a.context);
    return status;
}
