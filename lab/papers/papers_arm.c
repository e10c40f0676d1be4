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

#include "papers/papers_arm.h"
#include "bench/bench_program.h"
#include "study/growth.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

#define TURN 6.28318530717958647692 /* 2 pi */

enum {
    QUICK = 40,
    TRIANGLES = 8000,
    QUICK_TRIANGLES = 800,
    /* More triangles are looked at in fewer steps. */
    GROWTH_FIRST = 2000,
    GROWTH_FACTOR = 4,
    GROWTH_STEPS = 2000
};

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static void make_body(arm *a, const fk_mesh *mesh, arm_body *out)
{
    out->mesh = mesh;
    a->status = fk_hull_build(a->context, mesh->point, mesh->vertex_count, &out->hull);
    if (a->status == FK_OK)
        a->status = fk_obb_build(a->context, mesh->point, mesh->vertex_count, &out->box);
    if (a->status == FK_OK)
        out->room = bench_allocate(mesh->vertex_count, sizeof *out->room);
}

/* What the thesis calls Model: the mesh, its volume and its hull. Trees are not part of it. */
static bool load(arm *a, uint32_t triangles)
{
    fk_generate_options links = {.triangles = triangles, .size = 1},
                        cube = {.triangles = 12, .size = ARM_CUBE};
    a->status = fk_generate(a->context, fk_generate_find("arm"), &links, &a->links);
    if (a->status == FK_OK)
        a->status = fk_generate(a->context, fk_generate_find("box"), &cube, &a->cube);
    for (int i = 0; a->status == FK_OK && i < ARM_BODIES; i++)
        make_body(a, i < ARM_LINKS ? &a->links->part[i + 1] : &a->cube->part[0], &a->body[i]);
    for (int i = 0; a->status == FK_OK && i < ARM_LINKS; i++) {
        a->triangles += a->body[i].mesh->triangle_count;
        a->vertices += a->body[i].hull->vertex_count;
    }
    return a->status == FK_OK;
}

static bool build_trees(arm *a)
{
    for (int i = 0; a->status == FK_OK && i < ARM_BODIES; i++)
        a->status = fk_collider_of_mesh(a->context, a->body[i].mesh, NULL, &a->body[i].collider);
    for (int m = 0; m < ARM_METHODS; m++)
        a->met[m] = bench_allocate((size_t)a->steps, sizeof *a->met[m]);
    return a->status == FK_OK;
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

void arm_place(arm *a, int step)
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

bool arm_is_asked(uint32_t a, uint32_t b)
{
    return a < ARM_LINKS && (b >= ARM_LINKS || b > a + 1);
}

static bool meets(arm *a, arm_method m, const arm_body *p, const arm_body *q)
{
    fk_placed_collider one = {p->collider, p->pose}, other = {q->collider, q->pose};
    fk_pair_query query = {&p->piece, &q->piece, FK_METHOD_GJK, 0, NULL};
    fk_answer answer;
    fk_verdict verdict = FK_UNDECIDED;
    fk_status status;
    switch (m) {
    case ARM_EXACT:
        return fk_pair_verdict(&p->piece, &q->piece) != FK_APART;
    case ARM_MESH:
        status = fk_collider_verdict(a->context, &one, &other, NULL, &verdict);
        if (status != FK_OK)
            a->status = status;
        return verdict != FK_APART;
    default:
        return fk_pair_answer(&query, &answer) != FK_OK || answer.verdict != FK_APART;
    }
}

static void test(arm *a, arm_method m, int step)
{
    for (uint32_t i = 0; i < ARM_LINKS; i++)
        for (uint32_t k = i + 1; k < ARM_BODIES; k++) {
            const arm_body *p = &a->body[i], *q = &a->body[k];
            uint64_t number = (uint64_t)(i * ARM_BODIES + k + 1);
            if (!arm_is_asked(i, k))
                continue;
            a->pairs += m == ARM_GJK;
            if (m != ARM_ALONE && !fk_obb_meets(&p->placed, &q->placed))
                continue;
            bool is_red = meets(a, m, p, q);
            a->red[m] += is_red;
            a->green[m] += !is_red && m != ARM_ALONE;
            a->met[m][step] += is_red ? number * number << 16 | 1 : 0;
        }
}

/* How far apart green pairs are; in the same steps again, without a clock. */
static void measure_green(arm *a)
{
    for (int step = 0; step < a->steps && a->status == FK_OK; step++) {
        arm_place(a, step);
        for (uint32_t i = 0; i < ARM_LINKS; i++)
            for (uint32_t k = i + 1; k < ARM_BODIES; k++) {
                const arm_body *p = &a->body[i], *q = &a->body[k];
                fk_distance far;
                if (!arm_is_asked(i, k) || !fk_obb_meets(&p->placed, &q->placed))
                    continue;
                if (fk_pair_distance(&p->piece, &q->piece, NULL, &far) != FK_OK)
                    a->status = FK_ERROR_PIECE;
                else {
                    a->green_sum += far.distance.hi;
                    a->green_most = fmax(a->green_most, far.distance.hi);
                }
            }
    }
}

static void measure(arm *a)
{
    for (int i = 0; i < a->steps; i++) {
        double at = fk_clock_seconds();
        arm_place(a, i);
        double now = fk_clock_seconds();
        a->ms[ARM_RECOMPUTE] += 1e3 * (now - at);
        for (int m = 0; m < ARM_METHODS; m++) {
            at = now;
            test(a, (arm_method)m, i);
            now = fk_clock_seconds();
            a->ms[ARM_TEST + m] += 1e3 * (now - at);
        }
    }
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

/* GJK and the exact verdict see the same pairs, with and without boxes; a mesh is in its hull, so that it meets no more often.
 * False after a message. */
static bool judge(const arm *a)
{
    if (a->status != FK_OK) {
        cli_trouble("%s", fk_status_text(a->status));
        return false;
    }
    for (int i = 0; i < a->steps; i++) {
        bool same = a->met[ARM_GJK][i] == a->met[ARM_EXACT][i] && a->met[ARM_GJK][i] == a->met[ARM_ALONE][i];
        if (same && (a->met[ARM_MESH][i] & 0xffff) <= (a->met[ARM_EXACT][i] & 0xffff))
            continue;
        cli_trouble(same ? "meshes meet without their hulls in step %d; this is a bug in farkas"
                         : "gjk and exact differ in step %d; this is a bug in farkas",
                    i);
        return false;
    }
    return true;
}

/* Runs an arm of about so many triangles. False after a message; to be freed in any case. */
static bool arm_run(fk_context *context, uint32_t triangles, int steps, arm *a)
{
    *a = (arm){.context = context, .steps = steps};
    double begin = bench_used_seconds();
    bool good = load(a, triangles);
    a->ms[ARM_MODEL] = 1e3 * (bench_used_seconds() - begin);
    if (good && build_trees(a)) {
        measure(a);
        measure_green(a);
    }
    return judge(a);
}

/* Arms of more and more triangles: what a step takes. False after a message. */
static bool grow(fk_context *context, arm_growth *out)
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

int papers_arm(const papers_settings *settings, study *s)
{
    fk_context *context = cli_context_create();
    if (context == NULL)
        return CLI_TROUBLE;
    arm a;
    arm_growth growth;
    bool good = settings->quick ? arm_run(context, QUICK_TRIANGLES, ARM_STEPS / QUICK, &a)
                                : arm_run(context, TRIANGLES, ARM_STEPS, &a) && grow(context, &growth);
    if (good) {
        arm_show(s, &a, settings->quick ? NULL : &growth);
        arm_claims(s, &a, settings->quick ? NULL : &growth);
    }
    arm_free(&a);
    fk_context_destroy(context);
    return good ? CLI_OK : CLI_TROUBLE;
}
