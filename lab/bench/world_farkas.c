/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench world`: every structure of the broad phase; the default one by two
 * threads; and the whole world, where each box is a body with a collider of its own, and each pair has an exact
 * verdict. */

#include "bench/program.h"
#include "bench/bench.h"
#include "peers/world_participant.h"

#include <stdlib.h>
#include <string.h>

/* ---- Broad phases -------------------------------------------------------------------------------------- */

typedef struct broad_boxes {
    fk_context *context;
    fk_pool *pool; /* or NULL */
    fk_broad *broad;
} broad_boxes;

static void *create_broad(const world_head *head, fk_broad_kind kind, uint32_t threads)
{
    broad_boxes *b = bench_allocate(1, sizeof *b);
    fk_broad_options options = fk_broad_options_default();
    options.kind = kind;
    bench_check_status(fk_context_create(NULL, &b->context));
    if (threads > 1)
        bench_check_status(fk_pool_create(b->context, threads, &b->pool));
    bench_check_status(fk_broad_create(b->context, &options, &b->broad));
    bench_check_status(fk_broad_reserve(b->broad, head->bodies));
    return b;
}

static void *create_broad_parallel(const world_head *head)
{
    return create_broad(head, fk_broad_options_default().kind, 2);
}

static void step_broad(void *data, const world_frame *frame, world_pairs *out)
{
    broad_boxes *b = data;
    const fk_index_pair *pair;
    size_t count;
    for (uint32_t i = 0; i < frame->set_count; i++)
        bench_check_status(fk_broad_set(b->broad, frame->set[i], &frame->box[frame->set[i]]));
    bench_check_status(
        fk_broad_pairs(b->broad, b->pool != NULL ? fk_pool_workers(b->pool) : NULL, &pair, &count));
    world_report_all(out, pair, count);
}

static size_t broad_bytes(void *data)
{
    size_t of_boxes;
    fk_broad_bytes(((broad_boxes *)data)->broad, &of_boxes);
    return of_boxes;
}

static void release_broad(void *data)
{
    broad_boxes *b = data;
    fk_broad_destroy(b->broad);
    if (b->pool != NULL)
        fk_pool_destroy(b->pool);
    fk_context_destroy(b->context);
    free(b);
}

/* ---- World --------------------------------------------------------------------------------------------- */

typedef struct world_bodies {
    fk_context *context;
    fk_world *world;
    uint32_t count;
    fk_collider **collider;
    fk_body_id *id;
} world_bodies;

static void *create_box_world(const world_head *head)
{
    world_bodies *b = bench_allocate(1, sizeof *b);
    b->count = head->bodies;
    b->collider = bench_allocate(head->bodies, sizeof *b->collider);
    b->id = bench_allocate(head->bodies, sizeof *b->id);
    bench_check_status(fk_context_create(NULL, &b->context));
    bench_check_status(fk_world_create(b->context, NULL, &b->world));
    bench_check_status(fk_world_reserve(b->world, head->bodies));
    return b;
}

/* The box from the origin on; its pose is where its lowest corner is, so that no number is rounded. */
static void add_box_body(world_bodies *b, uint32_t i, const fk_aabb_float *box, const fk_pose *pose)
{
    fk_vec3 edge[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    edge[0].x = (double)(box->max[0] - box->min[0]);
    edge[1].y = (double)(box->max[1] - box->min[1]);
    edge[2].z = (double)(box->max[2] - box->min[2]);
    fk_piece piece = fk_piece_box(fk_vec3_make(0, 0, 0), edge[0], edge[1], edge[2]);
    bench_check_status(fk_collider_of_pieces(b->context, &piece, 1, &b->collider[i]));
    fk_body_options options = fk_body_options_default(b->collider[i]);
    options.pose = *pose;
    bench_check_status(fk_world_add(b->world, &options, &b->id[i]));
}

static void step_world(void *data, const world_frame *frame, world_pairs *out)
{
    world_bodies *b = data;
    fk_pose pose = fk_pose_identity();
    for (uint32_t k = 0; k < frame->set_count; k++) {
        uint32_t i = frame->set[k];
        const float *low = frame->box[i].min;
        pose.translation = fk_vec3_make((double)low[0], (double)low[1], (double)low[2]);
        if (frame->step == 0)
            add_box_body(b, i, &frame->box[i], &pose);
        else
            bench_check_status(fk_world_move(b->world, b->id[i], &pose));
    }
    const fk_world_step_result *result;
    bench_check_status(fk_world_step(b->world, NULL, &result));
    for (size_t k = 0; k < result->pair_count; k++)
        if (result->pair[k].event != FK_PAIR_END)
            world_report(out, result->pair[k].a.index, result->pair[k].b.index);
}

static size_t world_bytes(void *data)
{
    size_t of_bodies;
    fk_world_bytes(((world_bodies *)data)->world, &of_bodies);
    return of_bodies;
}

static void release_world(void *data)
{
    world_bodies *b = data;
    fk_world_destroy(b->world);
    for (uint32_t i = 0; i < b->count; i++)
        fk_collider_free(b->context, b->collider[i]);
    fk_context_destroy(b->context);
    free(b->collider);
    free(b->id);
    free(b);
}

/* ---- Rays ---------------------------------------------------------------------------------------------- */

typedef struct ray_world {
    world_bodies *bodies;
    const bench_place *place;
} ray_world;

static void *create_ray_world(const bench_set *set)
{
    ray_world *out = bench_allocate(1, sizeof *out);
    world_head head = {.bodies = (uint32_t)set->frame};
    world_bodies *b = out->bodies = create_box_world(&head);
    out->place = set->place;
    for (size_t i = 0; i < set->frame; i++) {
        bench_check_status(fk_collider_of_pieces(b->context, &set->pair[i].b, 1, &b->collider[i]));
        fk_body_options options = fk_body_options_default(b->collider[i]);
        options.pose = set->place[i].b;
        bench_check_status(fk_world_add(b->world, &options, &b->id[i]));
    }
    bench_check_status(fk_world_update(b->world));
    return out;
}

static void query_ray(void *data, size_t query, bench_answer *out)
{
    const ray_world *w = data;
    const bench_place *ray = &w->place[query];
    fk_world_hit hit;
    uint32_t undecided;
    bench_check_status(
        fk_world_ray(w->bodies->world, NULL, ray->a.translation, ray->motion, 1, &hit, &undecided));
    out->value = undecided > 0 ? -2 : hit.body.generation == 0 ? -1 : (double)hit.body.index;
}

static void release_ray_world(void *data)
{
    ray_world *w = data;
    release_world(w->bodies);
    free(w);
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

/* All against all takes too long beyond this. */
#define MOST_OF_BRUTE 2000

#define NAME(kind, word)                                                                                     \
    static void *create_##kind(const world_head *head)                                                       \
    {                                                                                                        \
        return create_broad(head, kind, 1);                                                                  \
    }
FK_BROAD_LIST(NAME)
#undef NAME

#define METHOD(kind, word)                                                                                   \
    {"Farkas " word,                                                                                         \
     create_##kind,                                                                                          \
     step_broad,                                                                                             \
     broad_bytes,                                                                                            \
     release_broad,                                                                                          \
     false,                                                                                                  \
     kind == FK_BROAD_BRUTE ? MOST_OF_BRUTE : 0},
static const world_method methods[] = {
    FK_BROAD_LIST(METHOD){"Farkas 2 threads", create_broad_parallel, step_broad, broad_bytes, release_broad,
                          true, 0},
    {"Farkas world", create_box_world, step_world, world_bytes, release_world, false, 0}};
#undef METHOD

int bench_run_world(int argc, char **argv)
{
    char name[64];
    snprintf(name, sizeof name, "Farkas %s", fk_version());
    static const world_ray_method ray = {"Farkas world", NULL, create_ray_world, query_ray,
                                         release_ray_world};
    world_library library = {name, methods, sizeof methods / sizeof methods[0], &ray};
    return world_participant_main(argc, argv, &library);
}
