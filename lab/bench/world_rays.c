/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scenes of `farkas bench world` with rays: which of 500 bodies at rest does a ray meet first? The bodies are in a cube; rays begin
 * outside, pass a random point of it and end behind it. Truth is fk_piece_ray on each body that a ray comes near to. */

#include "bench/bench.h"
#include "bench/pairs_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RAY_BODIES = 500, RAYS = 2000, QUICK_RAYS = 100 };

/* Half of the cube; the distance of the origins of rays from its centre; the radius of a ball around any shape. */
#define CUBE        20
#define FAR         50
#define BODY_RADIUS 2.7

static const fk_kind mixed_kinds[] = {FK_KIND_SPHERE,   FK_KIND_BOX,  FK_KIND_CAPSULE,
                                      FK_KIND_CYLINDER, FK_KIND_CONE, FK_KIND_HULL};
enum { MIXED_KINDS = sizeof mixed_kinds / sizeof mixed_kinds[0], RAY_HULL_POINTS = 32 };

const char *const world_ray_scenes[] = {"ray-balls", "ray-mixed", NULL};
static const char *const scene_words[] = {"balls", "mixed"};

/* Rays and bodies as a scene of pairs: of the bodies, only the first `bodies` exist. */
typedef struct ray_scene {
    pairs_scene pairs;
    uint32_t bodies;
    double *truth; /* the first body, or -1 */
} ray_scene;

/* ---- Scene --------------------------------------------------------------------------------------------- */

static bool comes_near(const bench_place *ray, fk_vec3 center)
{
    fk_vec3 to = fk_vec3_sub(center, ray->a.translation), across = fk_vec3_cross(to, ray->motion);
    double length = sqrt(fk_vec3_dot(ray->motion, ray->motion));
    return sqrt(fk_vec3_dot(across, across)) <= BODY_RADIUS * length;
}

static double first_body(const ray_scene *s, size_t ray)
{
    const bench_place *place = s->pairs.place;
    double first = -1, time = INFINITY;
    for (uint32_t i = 0; i < s->bodies; i++) {
        fk_piece piece = fk_piece_place(&s->pairs.pair[i].b, &place[i].b, NULL);
        fk_cast cast;
        if (!comes_near(&place[ray], place[i].b.translation))
            continue;
        bench_check_status(fk_piece_ray(place[ray].a.translation, place[ray].motion, &piece, &cast));
        if (cast.result != FK_CAST_HIT || cast.enter.hi >= time)
            continue;
        time = cast.enter.hi;
        first = i;
    }
    return first;
}

static fk_vec3 draw_in_cube(fk_random *random)
{
    double x = fk_random_between(random, -CUBE, CUBE), y = fk_random_between(random, -CUBE, CUBE);
    return fk_vec3_make(x, y, fk_random_between(random, -CUBE, CUBE));
}

static fk_vec3 with_length(fk_vec3 v, double length)
{
    return fk_vec3_scale(v, length / sqrt(fk_vec3_dot(v, v)));
}

static void draw_ray(fk_random *random, bench_place *out)
{
    double from[3];
    bench_draw_in_ball(random, 3, from);
    out->a = fk_pose_identity();
    out->a.translation = with_length(fk_vec3_make(from[0], from[1], from[2]), FAR);
    out->motion = with_length(fk_vec3_sub(draw_in_cube(random), out->a.translation), 2 * FAR);
}

static void make_ray_scene(ray_scene *s, bool is_mixed, bool quick, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    size_t rays = quick ? QUICK_RAYS : RAYS;
    *s = (ray_scene){.pairs = {.family = "hit", .kinds = "mixed", .count = rays}};
    s->bodies = quick ? QUICK_RAYS : RAY_BODIES;
    s->truth = bench_allocate(rays, sizeof *s->truth);
    s->pairs.pair = bench_allocate(rays, sizeof *s->pairs.pair);
    s->pairs.place = bench_allocate(rays, sizeof *s->pairs.place);
    for (size_t i = 0; i < rays; i++) {
        bench_pair *pair = &s->pairs.pair[i];
        fk_kind kind = is_mixed ? mixed_kinds[i % MIXED_KINDS] : FK_KIND_SPHERE;
        pair->a = pair->b = fk_piece_point(fk_vec3_make(0, 0, 0));
        if (i < s->bodies)
            pair->b = pairs_draw_shape(&random, kind, RAY_HULL_POINTS);
        draw_ray(&random, &s->pairs.place[i]);
        s->pairs.place[i].b = pairs_draw_pose(&random, draw_in_cube(&random));
    }
    for (size_t i = 0; i < rays; i++) {
        s->truth[i] = first_body(s, i);
        s->pairs.hits += s->truth[i] >= 0;
    }
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

bool world_rays_check(const json_t *line, const bench_task *task, bench_row *row)
{
    const ray_scene *s = task->scene;
    const json_t *values = json_object_get(line, "values");
    size_t wrong = 0, undecided = 0;
    uint32_t hash = BENCH_HASH;
    if (json_array_size(values) != s->pairs.count)
        return false;
    for (size_t i = 0; i < s->pairs.count; i++) {
        double value = json_number_value(json_array_get(values, i));
        undecided += value == -2;
        wrong += value != -2 && value != s->truth[i];
        hash = bench_hash(hash, (uint32_t)(int)value);
    }
    row_set(row, "wrong", (double)wrong);
    row_set(row, "undecided", (double)undecided);
    row_set(row, "bad", (double)wrong);
    row_set(row, "hash", hash);
    return true;
}

void world_rays_record(const bench_row *row, bench_records *records)
{
    bench_record *ray = row_add_time(records, row, "ray", "ns", "ns", 1);
    ray->answers = (uint32_t)row_get(row, "hash");
    snprintf(ray->wrong, sizeof ray->wrong, "%s", row_text(row, "words"));
    if (row_text(row, "words")[0] != '\0')
        return;
    if (row_get(row, "wrong") > 0)
        snprintf(ray->wrong, sizeof ray->wrong, "%.0f wrong", row_get(row, "wrong"));
    row_add(records, row, "ray, undecided", "%", 100 * row_get(row, "undecided") / row_get(row, "rays"));
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static bool run_ray_scene(bench_run *run, size_t i)
{
    ray_scene scene;
    char bodies[16], *path = bench_join(run->participants.folder, "input");
    make_ray_scene(&scene, i > 0, run->options->quick, run->options->seed);
    bench_task task = {.scene = &scene, .work = "ray", .prefix = "rays-", .argument = {bodies, path}};
    snprintf(bodies, sizeof bodies, "%u", (unsigned)scene.bodies);
    row_set_text(&task.base, "scene", "%s", world_ray_scenes[i]);
    row_set_text(&task.base, "what", "%s", scene_words[i]);
    row_set(&task.base, "size", scene.bodies);
    row_set(&task.base, "rays", (double)scene.pairs.count);
    row_set(&task.base, "hits", (double)scene.pairs.hits);
    bool good =
        pairs_scene_write(&scene.pairs, PAIRS_ALL, scene.pairs.count, path) && bench_run_task(run, &task);
    remove(path);
    free(path);
    pairs_scene_free(&scene.pairs);
    free(scene.truth);
    return good;
}

bool world_rays_run(bench_run *run)
{
    const char *only = run->options->scene;
    bool good = true;
    for (size_t i = 0; good && world_ray_scenes[i] != NULL; i++)
        if (only == NULL || strcmp(only, world_ray_scenes[i]) == 0)
            good = run_ray_scene(run, i);
    return good;
}
