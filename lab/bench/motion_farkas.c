/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench motion`: steps of a world; tests of pairs until two meet; the proved first contact of two
 * bodies; and their distance. */

#include "bench/motion_lines.h"
#include "peers/motion_participant.h"
#include "bench/program.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Bodies -------------------------------------------------------------------------------------------- */

typedef struct motion_cell {
    const motion_input *input;
    fk_context *context;
    fk_mesh *mesh;
    fk_collider **collider; /* of each mesh */
    fk_world *world;
    fk_body_id *id;
    /* Where bodies are, and balls around them; what is kept of each pair. */
    fk_pose *pose; /* of body k in step i: i * bodies + k */
    fk_placed_collider *at;
    fk_sphere *ball;
    fk_collider_cache *cache;
} motion_cell;

static const fk_pose *body_pose(const motion_cell *c, size_t step, size_t body)
{
    return &c->pose[step * c->input->head.bodies + body];
}

static void *create_cell(const motion_input *input)
{
    const motion_head *head = &input->head;
    motion_cell *c = bench_allocate(1, sizeof *c);
    c->input = input;
    c->mesh = bench_allocate(head->meshes, sizeof *c->mesh);
    c->collider = bench_allocate(head->meshes, sizeof *c->collider);
    c->at = bench_allocate(head->bodies, sizeof *c->at);
    c->ball = bench_allocate(head->bodies, sizeof *c->ball);
    size_t places = (size_t)head->steps * head->bodies;
    c->pose = bench_allocate(places, sizeof *c->pose);
    for (size_t i = 0; i < places; i++)
        bench_check_status(
            fk_pose_from_quat_xyzw(input->place[i].xyz, input->place[i].quat_xyzw, &c->pose[i]));
    c->cache = bench_allocate(head->pairs, sizeof *c->cache);
    bench_check_status(fk_context_create(NULL, &c->context));
    for (uint32_t i = 0; i < head->meshes; i++) {
        const motion_mesh *m = &input->mesh[i];
        c->mesh[i] = (fk_mesh){
            m->points, m->triangles, input->point + m->first_point, input->triangle + m->first_triangle, "",
            0};
        bench_check_status(fk_collider_of_mesh(c->context, &c->mesh[i], NULL, &c->collider[i]));
    }
    for (uint32_t i = 0; i < head->bodies; i++)
        c->at[i] = (fk_placed_collider){c->collider[input->body[i]], *body_pose(c, 0, i)};
    return c;
}

static void release_cell(void *data)
{
    motion_cell *c = data;
    fk_world_destroy(c->world);
    for (uint32_t i = 0; i < c->input->head.meshes; i++)
        fk_collider_free(c->context, c->collider[i]);
    fk_context_destroy(c->context);
    free(c->mesh);
    free(c->collider);
    free(c->id);
    free(c->pose);
    free(c->at);
    free(c->ball);
    free(c->cache);
    free(c);
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

static bool is_tested(const motion_input *input, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < input->head.pairs; i++)
        if (input->pair[i].a == a && input->pair[i].b == b)
            return true;
    return false;
}

static void *create_cell_world(const motion_input *input)
{
    motion_cell *c = create_cell(input);
    uint32_t count = input->head.bodies;
    c->id = bench_allocate(count, sizeof *c->id);
    bench_check_status(fk_world_create(c->context, NULL, &c->world));
    for (uint32_t i = 0; i < count; i++) {
        fk_body_options options = fk_body_options_default(c->at[i].collider);
        options.pose = c->at[i].pose;
        bench_check_status(fk_world_add(c->world, &options, &c->id[i]));
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            if (!is_tested(input, i, k))
                bench_check_status(fk_world_ignore(c->world, c->id[i], c->id[k], true));
    return c;
}

static void list_step_pairs(void *data, size_t query, bench_answer *out)
{
    motion_cell *c = data;
    const fk_world_step_result *result;
    *out = (bench_answer){0, 0};
    for (uint32_t i = 0; i < c->input->head.bodies; i++)
        bench_check_status(fk_world_move(c->world, c->id[i], body_pose(c, query, i)));
    bench_check_status(fk_world_step(c->world, NULL, &result));
    for (size_t i = 0; i < result->pair_count; i++)
        if (result->pair[i].event != FK_PAIR_END) {
            out->value++;
            out->set += bench_mix(result->pair[i].a.index, result->pair[i].b.index);
        }
}

static void test_validity(void *data, size_t query, bench_answer *out)
{
    motion_cell *c = data;
    const motion_head *head = &c->input->head;
    out->value = 0;
    for (uint32_t i = 0; i < head->bodies; i++) {
        c->at[i].pose = *body_pose(c, query, i);
        c->ball[i] = fk_collider_sphere(&c->at[i]);
    }
    for (uint32_t i = 0; i < head->pairs && out->value == 0; i++) {
        fk_index_pair p = c->input->pair[i];
        fk_verdict verdict = FK_APART;
        if (!fk_sphere_meets(&c->ball[p.a], &c->ball[p.b]))
            continue;
        fk_obb box_a = fk_collider_obb(&c->at[p.a]), box_b = fk_collider_obb(&c->at[p.b]);
        if (fk_obb_meets(&box_a, &box_b))
            bench_check_status(
                fk_collider_verdict(c->context, &c->at[p.a], &c->at[p.b], &c->cache[i], &verdict));
        out->value = verdict != FK_APART;
    }
}

/* Tests bounding spheres first, then computes the distance of each pair up to the clearance. */
static void list_close_pairs(void *data, size_t query, bench_answer *out)
{
    motion_cell *c = data;
    const motion_head *head = &c->input->head;
    *out = (bench_answer){0, 0};
    for (uint32_t i = 0; i < head->bodies; i++) {
        c->at[i].pose = *body_pose(c, query, i);
        c->ball[i] = fk_collider_sphere(&c->at[i]);
        c->ball[i].radius += head->level;
    }
    for (uint32_t i = 0; i < head->pairs; i++) {
        fk_index_pair p = c->input->pair[i];
        fk_collider_distance distance;
        if (!fk_sphere_meets(&c->ball[p.a], &c->ball[p.b]))
            continue;
        bench_check_status(fk_collider_measure(c->context, &c->at[p.a], &c->at[p.b], head->level, &distance));
        if (!(distance.distance.lo < head->level))
            continue;
        out->value++;
        out->set += bench_mix(p.a, p.b);
    }
}

/* ---- Two bodies ---------------------------------------------------------------------------------------- */

fk_status bench_motion_between(fk_context *context, const motion_place *from, const motion_place *to,
                               fk_collider *const collider[2], fk_moving body[2], fk_motion **out)
{
    fk_key key[2][2];
    fk_frame frame[2];
    for (uint32_t i = 0; i < 2; i++) {
        for (int end = 0; end < 2; end++) {
            const motion_place *place = end == 0 ? &from[i] : &to[i];
            key[i][end] = (fk_key){.time = end, .xyz = place->xyz};
            memcpy(key[i][end].quat_xyzw, place->quat_xyzw, sizeof place->quat_xyzw);
        }
        frame[i] = (fk_frame){.parent = FK_NONE,
                              .origin = fk_pose_identity(),
                              .kind = FK_FRAME_KEYS,
                              .key_count = 2,
                              .key = key[i]};
        body[i] = (fk_moving){collider[i], i, fk_pose_identity()};
    }
    return fk_motion_create(context, frame, 2, NULL, 0, out);
}

static void find_first_contact(void *data, size_t query, bench_answer *out)
{
    motion_cell *c = data;
    const motion_place *from = &c->input->place[query * c->input->head.bodies];
    fk_collider *const collider[] = {c->collider[c->input->body[0]], c->collider[c->input->body[1]]};
    fk_moving body[2];
    fk_motion *motion;
    fk_motion_answer *answer;
    bench_check_status(
        bench_motion_between(c->context, from, from + c->input->head.bodies, collider, body, &motion));
    fk_motion_options options = fk_motion_options_default(motion, &body[0], &body[1]);
    options.wants_all = false;
    bench_check_status(fk_motion_contacts(c->context, motion, &body[0], &body[1], &options, &answer));
    out->value = answer->stretch_count > 0 ? answer->stretch[0].enter.hi : 2;
    fk_motion_answer_free(c->context, answer);
    fk_motion_free(c->context, motion);
}

static void measure_body_distance(void *data, size_t query, bench_answer *out)
{
    motion_cell *c = data;
    fk_collider_distance distance;
    for (uint32_t i = 0; i < 2; i++)
        c->at[i].pose = *body_pose(c, query, i);
    bench_check_status(fk_collider_measure(c->context, &c->at[0], &c->at[1], INFINITY, &distance));
    out->value = distance.distance.hi;
}

int bench_run_motion(int argc, char **argv)
{
    static const motion_method methods[] = {
        {"step", "Farkas", create_cell_world, list_step_pairs, release_cell},
        {"close", "Farkas", create_cell, list_close_pairs, release_cell},
        {"valid", "Farkas", create_cell, test_validity, release_cell},
        {"first", "Farkas", create_cell, find_first_contact, release_cell},
        {"distance", "Farkas", create_cell, measure_body_distance, release_cell}};
    char name[64];
    if (argc > 1 && motion_lines_know(argv[1]))
        return motion_lines_participate(argc, argv);
    snprintf(name, sizeof name, "Farkas %s", fk_version());
    motion_library library = {name, methods, sizeof methods / sizeof methods[0]};
    return motion_participant_main(argc, argv, &library);
}
