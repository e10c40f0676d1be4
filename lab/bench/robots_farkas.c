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
    const robots_scene *scene;
    uint32_t parts;       /* of the scene */
    fk_check_part *part;  /* of the scene */
    bool *tested;         /* for each two parts */
    fk_check_cache *kept; /* of the meshes */
} robots_cell;

static void *create_robot(const robots_input *input)
{
    robots_cell *c = bench_allocate(1, sizeof *c);
    c->input = input;
    c->mesh = bench_allocate(input->head.meshes, sizeof *c->mesh);
    for (uint32_t i = 0; i < input->head.meshes; i++)
        c->mesh[i] = robots_make_mesh(input, i);
    bench_check_status(fk_context_create(NULL, &c->context));
    bench_check_status(fk_check_cache_create(c->context, &c->kept));
    return c;
}

static void release_robot(void *data)
{
    robots_cell *c = data;
    fk_check_cache_free(c->context, c->kept);
    fk_context_destroy(c->context);
    free(c->mesh);
    free(c->part);
    free(c->tested);
    free(c);
}

static void enter_scene(void *data, const robots_scene *scene)
{
    robots_cell *c = data;
    c->scene = scene;
    c->parts = scene->obstacles + c->input->head.links;
    c->part = bench_resize(c->part, c->parts, sizeof *c->part);
    for (uint32_t i = 0; i < c->parts; i++) {
        const robots_body *body = robots_find_body(c->input, scene, i);
        c->part[i] = (fk_check_part){.name = "",
                                     .mesh = body->mesh != FK_NONE ? &c->mesh[body->mesh] : NULL,
                                     .piece = &body->piece,
                                     .pose = body->pose};
    }
    free(c->tested);
    c->tested = bench_allocate((size_t)c->parts * c->parts, sizeof *c->tested);
    for (uint32_t i = 0; i < scene->pairs; i++) {
        fk_index_pair pair = c->input->pair[scene->first_pair + i];
        c->tested[(size_t)pair.a * c->parts + pair.b] = true;
    }
}

static fk_check_rule select_tested(void *user, uint32_t a, uint32_t b)
{
    const robots_cell *c = user;
    return (fk_check_rule){.is_tested = c->tested[(size_t)a * c->parts + b]};
}

/* Places the links of a state by its values. */
static void place_links(robots_cell *c, size_t state)
{
    const robots_head *head = &c->input->head;
    const double time = 0;
    fk_track track = {head->variables, 1, &time, c->input->value + state * head->variables};
    fk_motion *motion;
    bench_check_status(fk_motion_create(c->context, c->input->frame, head->frames, &track, 1, &motion));
    for (uint32_t i = 0; i < head->links; i++) {
        fk_pose frame = fk_motion_pose(motion, c->input->link[i].frame, time);
        c->part[c->scene->obstacles + i].pose = fk_pose_multiply(&frame, &c->input->link[i].pose);
    }
    fk_motion_free(c->context, motion);
}

static bool find_clash(robots_cell *c)
{
    fk_check_options options = fk_check_options_default();
    fk_check *check;
    options.select = select_tested;
    options.user = c;
    options.kept = c->kept;
    options.wants_distance = options.wants_depth = false;
    options.stops_at_clash = true;
    options.max_triangles = 0;
    bench_check_status(fk_check_run(c->context, c->part, c->parts, &options, &check));
    bool found = check->clashes > 0;
    fk_check_free(c->context, check);
    return found;
}

static void test_state(void *data, size_t query, bench_answer *out)
{
    place_links(data, query);
    out->value = find_clash(data);
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
