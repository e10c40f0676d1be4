/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench robots`: a state is the values of the joints, so forward kinematics is timed, too; a pair is
 * the verdict on two colliders, without a cache. */

#include "bench/bench.h"
#include "peers/robots_participant.h"

#include <stdlib.h>
#include <string.h>

/* ---- States -------------------------------------------------------------------------------------------- */

typedef struct robots_cell {
    const robots_input *input;
    fk_context *context;
    fk_mesh *mesh;
    fk_motion *motion;
    fk_pose *frame; /* of the robot, in a state */
    /* Of the scene: */
    const robots_scene *scene;
    uint32_t parts;
    bool *tested; /* for each two parts */
    fk_pose *pose;
    fk_checker *checker;
} robots_cell;

static void *create_robot(const robots_input *input)
{
    const robots_head *head = &input->head;
    const double time = 0;
    fk_track track = {head->variables, 1, &time, input->value};
    robots_cell *c = bench_allocate(1, sizeof *c);
    c->input = input;
    c->mesh = bench_allocate(head->meshes, sizeof *c->mesh);
    for (uint32_t i = 0; i < head->meshes; i++)
        c->mesh[i] = robots_make_mesh(input, i);
    c->frame = bench_allocate(head->frames, sizeof *c->frame);
    bench_check_status(fk_context_create(NULL, &c->context));
    bench_check_status(fk_motion_create(c->context, input->frame, head->frames, &track, 1, &c->motion));
    return c;
}

static void release_robot(void *data)
{
    robots_cell *c = data;
    fk_checker_free(c->context, c->checker);
    fk_motion_free(c->context, c->motion);
    fk_context_destroy(c->context);
    free(c->mesh);
    free(c->frame);
    free(c->tested);
    free(c->pose);
    free(c);
}

static fk_check_rule select_tested(void *user, uint32_t a, uint32_t b)
{
    const robots_cell *c = user;
    return (fk_check_rule){.is_tested = c->tested[(size_t)a * c->parts + b]};
}

static void enter_scene(void *data, const robots_scene *scene)
{
    robots_cell *c = data;
    fk_check_options options = fk_check_options_default();
    c->scene = scene;
    c->parts = scene->obstacles + c->input->head.links;
    c->pose = bench_resize(c->pose, c->parts, sizeof *c->pose);
    free(c->tested);
    c->tested = bench_allocate((size_t)c->parts * c->parts, sizeof *c->tested);
    for (uint32_t i = 0; i < scene->pairs; i++) {
        fk_index_pair pair = c->input->pair[scene->first_pair + i];
        c->tested[(size_t)pair.a * c->parts + pair.b] = true;
    }
    fk_check_part *part = bench_allocate(c->parts, sizeof *part);
    for (uint32_t i = 0; i < c->parts; i++) {
        const robots_body *body = robots_find_body(c->input, scene, i);
        part[i] = (fk_check_part){.name = "",
                                  .mesh = body->mesh != FK_NONE ? &c->mesh[body->mesh] : NULL,
                                  .piece = &body->piece,
                                  .pose = body->pose};
        c->pose[i] = body->pose;
    }
    options.select = select_tested;
    options.user = c;
    fk_checker_free(c->context, c->checker);
    bench_check_status(fk_checker_create(c->context, part, c->parts, &options, &c->checker));
    free(part);
}

static void test_state(void *data, size_t query, bench_answer *out)
{
    robots_cell *c = data;
    const robots_input *in = c->input;
    fk_pose *link = c->pose + c->scene->obstacles;
    bool clashes;
    bench_check_status(fk_motion_set_values(c->motion, 0, in->value + query * in->head.variables));
    fk_motion_poses(c->motion, 0, c->frame);
    for (uint32_t i = 0; i < in->head.links; i++)
        link[i] = fk_pose_multiply(&c->frame[in->link[i].frame], &in->link[i].pose);
    bench_check_status(fk_checker_clashes(c->checker, c->pose, &clashes));
    out->value = clashes;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

typedef struct robots_pair {
    const robots_input *input;
    fk_context *context;
    fk_mesh mesh[2];
    fk_placed_collider at[2]; /* the obstacle and the link */
} robots_pair;

static void *create_pair(const robots_input *input)
{
    robots_pair *p = bench_allocate(1, sizeof *p);
    p->input = input;
    bench_check_status(fk_context_create(NULL, &p->context));
    for (uint32_t i = 0; i < 2; i++) {
        const robots_body *body = robots_find_body(input, &input->scene[0], i);
        fk_collider *collider;
        if (body->mesh != FK_NONE) {
            p->mesh[i] = robots_make_mesh(input, body->mesh);
            bench_check_status(fk_collider_of_mesh(p->context, &p->mesh[i], NULL, &collider));
        } else
            bench_check_status(fk_collider_of_pieces(p->context, &body->piece, 1, &collider));
        p->at[i] = (fk_placed_collider){collider, body->pose};
    }
    return p;
}

static void enter_pair(void *data, const robots_scene *scene)
{
    (void)data;
    (void)scene;
}

static void test_pair(void *data, size_t query, bench_answer *out)
{
    robots_pair *p = data;
    fk_verdict verdict;
    p->at[1].pose = p->input->pose[query];
    bench_check_status(fk_collider_verdict(p->context, &p->at[0], &p->at[1], NULL, &verdict));
    out->value = verdict != FK_APART;
}

static void release_pair(void *data)
{
    robots_pair *p = data;
    for (int i = 0; i < 2; i++)
        fk_collider_free(p->context, (fk_collider *)(uintptr_t)p->at[i].collider);
    fk_context_destroy(p->context);
    free(p);
}

int bench_run_robots(int argc, char **argv)
{
    static const robots_method methods[] = {
        {"state", "Farkas", create_robot, enter_scene, test_state, release_robot},
        {"pair", "Farkas", create_pair, enter_pair, test_pair, release_pair}};
    char name[64];
    snprintf(name, sizeof name, "Farkas %s", fk_version());
    robots_library library = {name, methods, sizeof methods / sizeof methods[0]};
    return robots_participant_main(argc, argv, &library);
}
