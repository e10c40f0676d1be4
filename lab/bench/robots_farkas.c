/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench robots`: a state is the values of the joints, so forward kinematics is timed, too: by a
 * checker, and by a workcell, one state after the other or all states of a scene in one call; by the filter of the workcell alone;
 * and by its outer balls alone, as a checker of spheres would do: the price of exactness. Edges and distances are those of a
 * workcell. A pair is the verdict on two colliders, without a cache. */

#include "base/bits.h"
#include "bench/robots_scene.h"
#include "workcell/workcell.h"

#include <math.h>
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
    c->tested = robots_list_tested(c->input, scene);
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

/* ---- Workcells ----------------------------------------------------------------------------------------- */

typedef struct robots_workcell {
    const robots_input *input;
    fk_context *context;
    robots_colliders colliders;
    fk_interval *limit; /* of each variable: the values that there are */
    fk_workcell *cell;
    double *gradient;
    /* Of the scene: */
    const robots_scene *scene;
    uint32_t bodies;
    bool *tested;   /* for each two bodies */
    fk_body_id *id; /* of each body: obstacles, then links */
    uint8_t *state; /* of all states */
    int *filtered;
} robots_workcell;

static void widen_limits(robots_workcell *w, const double *value, uint32_t rows)
{
    uint32_t count = w->input->head.variables;
    for (size_t i = 0; i < (size_t)rows * count; i++) {
        fk_interval *limit = &w->limit[i % count];
        limit->lo = fmin(limit->lo, value[i]);
        limit->hi = fmax(limit->hi, value[i]);
    }
}

/* Adds bodies of a scene. */
static void add_bodies(robots_workcell *w, const robots_scene *scene, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        const robots_body *from = robots_find_body(w->input, scene, i);
        fk_moving body = {robots_find_collider(&w->colliders, scene, i), from->frame, from->pose};
        bench_check_status(fk_workcell_add(w->cell, &body, &w->id[i]));
    }
}

/* A workcell of the links alone: scenes come and go. */
static void *create_workcell(const robots_input *input)
{
    const robots_head *head = &input->head;
    const robots_scene none = {.obstacles = 0};
    robots_workcell *w = bench_allocate(1, sizeof *w);
    w->input = input;
    bench_check_status(fk_context_create(NULL, &w->context));
    w->colliders = robots_colliders_build(w->context, input);
    w->limit = bench_allocate(head->variables, sizeof *w->limit);
    for (uint32_t k = 0; k < head->variables; k++)
        w->limit[k] = (fk_interval){(double)INFINITY, -(double)INFINITY};
    widen_limits(w, input->value, head->states);
    widen_limits(w, input->end, head->ends);
    fk_workcell_setup setup = {.frame = input->frame,
                               .frame_count = head->frames,
                               .robot_count = 1,
                               .joint_count = &head->variables,
                               .limit = w->limit};
    bench_check_status(fk_workcell_create(w->context, &setup, &w->cell));
    w->gradient = bench_allocate(head->variables, sizeof *w->gradient);
    w->id = bench_allocate(head->links, sizeof *w->id);
    add_bodies(w, &none, 0, head->links);
    return w;
}

static void release_workcell(void *data)
{
    robots_workcell *w = data;
    fk_workcell_destroy(w->cell);
    robots_colliders_free(&w->colliders);
    fk_context_destroy(w->context);
    free(w->limit);
    free(w->tested);
    free(w->id);
    free(w->state);
    free(w->filtered);
    free(w->gradient);
    free(w);
}

static void allow_pairs(robots_workcell *w)
{
    for (uint32_t a = 0; a < w->bodies; a++)
        for (uint32_t b = a + 1; b < w->bodies; b++)
            bench_check_status(w->tested[(size_t)a * w->bodies + b]
                                   ? fk_workcell_disallow(w->cell, w->id[a], w->id[b])
                                   : fk_workcell_allow(w->cell, w->id[a], w->id[b]));
}

static void enter_workcell(void *data, const robots_scene *scene)
{
    robots_workcell *w = data;
    uint32_t links = w->input->head.links, before = w->bodies > 0 ? w->bodies - links : 0;
    fk_body_id *id = bench_allocate(scene->obstacles + links, sizeof *id);
    for (uint32_t i = 0; i < before; i++)
        bench_check_status(fk_workcell_remove(w->cell, w->id[i]));
    memcpy(id + scene->obstacles, w->id + before, links * sizeof *id);
    free(w->id);
    w->id = id;
    w->scene = scene;
    w->bodies = scene->obstacles + links;
    add_bodies(w, scene, 0, scene->obstacles);
    free(w->tested);
    w->tested = robots_list_tested(w->input, scene);
    allow_pairs(w);
    w->state = bench_resize(w->state, scene->states, sizeof *w->state);
    w->filtered = bench_resize(w->filtered, scene->states, sizeof *w->filtered);
}

static void find_states(robots_workcell *w, size_t first, size_t count)
{
    const robots_head *head = &w->input->head;
    fk_workcell_query query = {
        .value = w->input->value + first * head->variables, .joint_count = head->variables, .count = count};
    bench_check_status(fk_workcell_states(w->cell, &query, w->state, NULL));
}

static void test_workcell(void *data, size_t query, bench_answer *out)
{
    robots_workcell *w = data;
    find_states(w, query, 1);
    out->value = w->state[0] != FK_WORKCELL_FREE;
}

/* The first query of a pass computes all answers: the time of a pass is right. */
static void test_batch(void *data, size_t query, bench_answer *out)
{
    robots_workcell *w = data;
    if (query == w->scene->first_state)
        find_states(w, query, w->scene->states);
    out->value = w->state[query - w->scene->first_state] != FK_WORKCELL_FREE;
}

/* ---- The filter alone ---------------------------------------------------------------------------------- */

/* The state of a lane, of the tests in a list; -1 where the filter does not know. */
typedef int lane_filter(fk_workcell_scratch *s, uint32_t lane, uint32_t *list, uint32_t count);

static int filter_lane(fk_workcell_scratch *s, uint32_t lane, uint32_t *list, uint32_t count)
{
    uint32_t left = 0, unknown = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fk_filter_pair *pair = &s->pair[list[i]];
        fk_decision meets = pair->is_known ? fk_filter_test_quickly(&s->block, pair, lane) : FK_UNKNOWN;
        if (meets == FK_YES)
            return 1;
        if (meets == FK_UNKNOWN)
            list[left++] = list[i];
    }
    for (uint32_t i = 0; i < left; i++) {
        const fk_filter_pair *pair = &s->pair[list[i]];
        fk_filter_witness witness;
        fk_decision meets =
            pair->is_known ? fk_filter_test_slowly(&s->block, pair, lane, &witness) : FK_UNKNOWN;
        if (meets == FK_YES)
            return 1;
        unknown += meets == FK_UNKNOWN;
    }
    return unknown > 0 ? -1 : 0;
}

/* What a checker of spheres would say: they meet, rightly or not. */
static int filter_lane_by_balls(fk_workcell_scratch *s, uint32_t lane, uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const fk_filter_pair *pair = &s->pair[list[i]];
        if (!pair->is_known || fk_filter_test_outer(&s->block, pair, lane) != FK_NO)
            return -1;
    }
    return 0;
}

/* As many states as the filter has lanes. */
static void filter_states(robots_workcell *w, fk_workcell_scratch *s, lane_filter *filter, size_t first,
                          uint32_t count)
{
    uint32_t joints = w->input->head.variables, listed[FK_FILTER_LANES] = {0};
    int *state = w->filtered + (first - w->scene->first_state);
    uint32_t far = fk_filter_survey(&s->block, w->input->value + first * joints, joints, count);
    for (uint32_t i = 0; i < s->test_count; i++)
        for (uint32_t near = s->block.survivors[i]; near != 0; near &= near - 1) {
            uint32_t lane = fk_lowest_bit(near);
            s->list[(size_t)lane * s->test_count + listed[lane]++] = i;
        }
    for (uint32_t i = 0; i < count; i++) {
        memset(s->block.has, 0, s->body_count * sizeof *s->block.has);
        state[i] = far >> i & 1 ? -1 : filter(s, i, s->list + (size_t)i * s->test_count, listed[i]);
    }
}

static void filter_scene(robots_workcell *w, size_t query, lane_filter *filter, bench_answer *out)
{
    const robots_scene *scene = w->scene;
    if (query == scene->first_state) {
        fk_workcell_scratch *s;
        uint32_t lanes = fk_filter_lanes();
        bench_check_status(fk_workcell_scratch_take(w->cell, &s));
        s->block.clearance = fk_filter_clearance(0);
        for (uint32_t i = 0; i < scene->states; i += lanes)
            filter_states(w, s, filter, query + i, scene->states - i < lanes ? scene->states - i : lanes);
        fk_workcell_scratch_give(w->cell, s);
    }
    out->value = w->filtered[query - scene->first_state];
}

static void test_filter(void *data, size_t query, bench_answer *out)
{
    filter_scene(data, query, filter_lane, out);
}

static void test_outer_balls(void *data, size_t query, bench_answer *out)
{
    filter_scene(data, query, filter_lane_by_balls, out);
}

/* ---- Edges and distances ------------------------------------------------------------------------------- */

static void test_edge(void *data, size_t query, bench_answer *out)
{
    robots_workcell *w = data;
    uint32_t variables = w->input->head.variables;
    fk_workcell_edge edge;
    fk_workcell_edge_query edges = {.from = w->input->value + query * variables,
                                    .to = w->input->end + query * variables,
                                    .joint_count = variables,
                                    .count = 1};
    bench_check_status(fk_workcell_edges(w->cell, &edges, &edge));
    out->value = edge.state != FK_WORKCELL_FREE;
}

static void find_distance(robots_workcell *w, size_t query, double *gradient, bench_answer *out)
{
    uint32_t variables = w->input->head.variables;
    fk_workcell_distance found;
    fk_workcell_distance_query distances = {.value = w->input->value + query * variables,
                                            .joint_count = variables,
                                            .count = 1,
                                            .limit = (double)INFINITY};
    bench_check_status(fk_workcell_distances(w->cell, &distances, &found, gradient));
    out->value = found.distance.hi;
}

static void test_distance(void *data, size_t query, bench_answer *out)
{
    find_distance(data, query, NULL, out);
}

static void test_gradient(void *data, size_t query, bench_answer *out)
{
    robots_workcell *w = data;
    find_distance(w, query, w->gradient, out);
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
        {"state", "Farkas, workcell", create_workcell, enter_workcell, test_workcell, release_workcell},
        {"state", "Farkas, workcell, batch", create_workcell, enter_workcell, test_batch, release_workcell},
        {"state", "Farkas, filter alone", create_workcell, enter_workcell, test_filter, release_workcell},
        {"state", "Farkas, outer balls alone", create_workcell, enter_workcell, test_outer_balls,
         release_workcell},
        {"edge", "Farkas, workcell", create_workcell, enter_workcell, test_edge, release_workcell},
        {"distance", "Farkas, workcell", create_workcell, enter_workcell, test_distance, release_workcell},
        {"distance", "Farkas, with gradient", create_workcell, enter_workcell, test_gradient,
         release_workcell},
        {"pair", "Farkas", create_pair, enter_pair, test_pair, release_pair}};
    char name[64];
    snprintf(name, sizeof name, "Farkas %s", fk_version());
    robots_library library = {name, methods, sizeof methods / sizeof methods[0]};
    return robots_participant_main(argc, argv, &library);
}
