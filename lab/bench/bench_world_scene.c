/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scenes of `farkas bench world`: boxes at random places, how far they go in a step, and the truth.
 *
 * All numbers are multiples of a power of two, and less than 2^23 times that: so floats hold them and their
 * sums exactly. Truth is what a plain grid finds, without the library; for few boxes it is compared with a look
 * at all pairs. */

#include "bench/bench_world.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const world_plan world_plans[] = {
    {"moving-1k", "moving", WORLD_MOVING, 1000, 100},
    {"moving-10k", "moving", WORLD_MOVING, 10000, 100},
    {"moving-30k", "moving", WORLD_MOVING, 30000, 100},
    {"moving-100k", "moving", WORLD_MOVING, 100000, 100},
    {"rest-10k", "at rest", WORLD_REST, 10000, 40},
    {"again-10k", "at rest, set again", WORLD_AGAIN, 10000, 40},
    {"few-10k", "one in a hundred moves", WORLD_FEW, 10000, 40},
    {"place-1k", "all in one place", WORLD_PLACE, 1500, 20},
    {"huge-10k", "one huge box", WORLD_HUGE, 10000, 20},
    {"line-10k", "in a row", WORLD_LINE, 10000, 20},
    {"mixed-10k", "mixed sizes", WORLD_MIXED, 10000, 20},
    {NULL, NULL, WORLD_MOVING, 0, 0},
};

/* All pairs are looked at up to so many boxes. */
#define MOST_BODIES_OF_CHECK 1500

/* How far a box goes in a step, at most, as a part of its size. */
#define SPEED 0.05

/* ---- Boxes --------------------------------------------------------------------------------------------- */

typedef struct maker {
    world_scene *scene;
    fk_random random;
    double unit; /* of which all numbers are multiples */
} maker;

static float round_down(const maker *m, double value)
{
    return (float)(floor(value / m->unit) * m->unit);
}

/* Along every axis, on average: two boxes meet when their places are nearer than the mean of their sizes. So each
 * meets 8 * bodies / side^3 others. */
static void choose_walls(maker *m)
{
    world_scene *s = m->scene;
    double n = (double)s->plan.bodies, side = cbrt(4 * n) + 1, wall[3] = {side, side, side}, largest = 0;
    if (s->plan.kind == WORLD_PLACE)
        wall[0] = wall[1] = wall[2] = 1.75;
    if (s->plan.kind == WORLD_LINE) {
        wall[0] = n;
        wall[1] = wall[2] = 1.75;
    }
    if (s->plan.kind == WORLD_MIXED) /* the mean of the cube of the sum of two sizes is 6.4e7 */
        wall[0] = wall[1] = wall[2] = cbrt(3.2e7 * n) + 1000;
    for (int k = 0; k < 3; k++)
        largest = fmax(largest, wall[k]);
    m->unit = exp2(ceil(log2(largest)) - 23);
    for (int k = 0; k < 3; k++)
        s->head.wall[k] = round_down(m, wall[k]);
}

/* Sides of a box; of mixed sizes, with the same chance between any two powers of ten. */
static double draw_side(maker *m, uint32_t i, double size, int axis)
{
    if (m->scene->plan.kind == WORLD_HUGE && i == 0)
        return 0.9 * (double)m->scene->head.wall[axis];
    if (m->scene->plan.kind == WORLD_MIXED)
        return size;
    return fk_random_between(&m->random, 0.5, 1.5);
}

static bool is_moving(const world_plan *plan, uint32_t i)
{
    return plan->kind == WORLD_FEW ? i % 100 == 0 : plan->kind != WORLD_REST && plan->kind != WORLD_AGAIN;
}

static world_body draw_body(maker *m, uint32_t i)
{
    world_body body;
    double size = pow(10, fk_random_between(&m->random, -3, 3));
    for (int k = 0; k < 3; k++) {
        double side = fmax(draw_side(m, i, size, k), m->unit);
        body.size[k] = round_down(m, side);
        body.low[k] =
            round_down(m, fk_random_between(&m->random, 0, (double)(m->scene->head.wall[k] - body.size[k])));
        body.velocity[k] = round_down(m, fk_random_between(&m->random, -SPEED, SPEED) * (double)body.size[k]);
        if (!is_moving(&m->scene->plan, i))
            body.velocity[k] = 0;
    }
    return body;
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

static void all_pairs(const world_frame *frame, world_pairs *out)
{
    for (uint32_t i = 0; i < frame->count; i++)
        for (uint32_t k = i + 1; k < frame->count; k++)
            if (world_boxes_meet(&frame->box[i], &frame->box[k]))
                world_report(out, i, k);
}

/* False when it is not what a look at all pairs finds. */
static bool find_truth(world_scene *s)
{
    bool good = true;
    world_play play;
    world_grid grid = {0};
    world_pairs found = {0}, all = {0};
    world_play_begin(&play, &s->head, s->body);
    for (uint32_t i = 0; good && i < s->head.steps; i++) {
        found.count = all.count = 0;
        world_grid_pairs(&grid, play.frame.box, play.frame.count, &found);
        s->pairs[i] = found.count;
        s->sets[i] = world_set_of(found.pair, found.count);
        if (s->head.bodies <= MOST_BODIES_OF_CHECK) {
            all_pairs(&play.frame, &all);
            good = all.count == found.count && world_set_of(all.pair, all.count) == s->sets[i];
        }
        world_play_next(&play);
    }
    world_play_end(&play);
    world_grid_free(&grid);
    free(found.pair);
    free(all.pair);
    return good;
}

/* ---- Scene --------------------------------------------------------------------------------------------- */

bool world_scene_make(const world_plan *plan, uint64_t seed, world_scene *out)
{
    memset(out, 0, sizeof *out);
    out->plan = *plan;
    out->head = (world_head){WORLD_MAGIC, plan->bodies, plan->steps, {0}, plan->kind == WORLD_AGAIN};
    out->body = bench_allocate(plan->bodies, sizeof *out->body);
    out->pairs = bench_allocate(plan->steps, sizeof *out->pairs);
    out->sets = bench_allocate(plan->steps, sizeof *out->sets);
    maker m = {.scene = out, .random = fk_random_make(seed)};
    choose_walls(&m);
    for (uint32_t i = 0; i < plan->bodies; i++)
        out->body[i] = draw_body(&m, i);
    if (find_truth(out))
        return true;
    cli_trouble("scene %s: the plain grid is wrong; this is a bug in the benchmark", plan->name);
    return false;
}

void world_scene_free(world_scene *s)
{
    free(s->body);
    free(s->pairs);
    free(s->sets);
}

bool world_scene_write(const world_scene *s, const char *path)
{
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    fwrite(&s->head, sizeof s->head, 1, file.stream);
    fwrite(s->body, sizeof *s->body, s->head.bodies, file.stream);
    return cli_file_commit(&file);
}
