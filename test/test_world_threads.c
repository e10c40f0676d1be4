/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Worlds and threads: the same results whoever works; many questions at once; many worlds at once. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "sanitized.h"
#include "world_check.h"

/* ---- A scene that is the same each time ---------------------------------------------------------------- */

#define BODIES 150
#define STEPS  (SANITIZED ? 5 : 10)

static fk_pose scene_pose(fk_random *random)
{
    fk_vec3 place = fk_vec3_make(fk_random_between(random, -8, 8), fk_random_between(random, -8, 8),
                                 fk_random_between(random, -8, 8));
    return fk_pose_from_rpy(place, fk_vec3_make(fk_random_unit(random) * 6, fk_random_unit(random) * 6, 0));
}

static fk_status scene_add(fk_world *world, fk_random *random, fk_body_id *out)
{
    fk_body_options options = fk_body_options_default(
        all->collider[fk_random_below(random, 40) == 0 ? SHAPE_MESH + fk_random_below(random, 2)
                                                       : fk_random_below(random, SHAPE_BIG)]);
    options.pose = scene_pose(random);
    return fk_world_add(world, &options, out);
}

/* FNV-1a. */
static void hash_bytes(uint64_t *hash, const void *data, size_t count)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < count; i++)
        *hash = (*hash ^ byte[i]) * 1099511628211u;
}

static void hash_result(uint64_t *hash, const fk_world_step_result *result)
{
    hash_bytes(hash, result->pair, result->pair_count * sizeof *result->pair);
    hash_bytes(hash, result->undecided, result->undecided_count * sizeof *result->undecided);
    hash_bytes(hash, &result->work, offsetof(fk_world_work, seconds));
    for (size_t i = 0; i < result->contact_count; i++) {
        const fk_collider_contact *c = &result->contact[i];
        hash_bytes(hash, &c->part_a, sizeof c->part_a);
        hash_bytes(hash, &c->part_b, sizeof c->part_b);
        hash_bytes(hash, &c->contact.normal, sizeof c->contact.normal);
        hash_bytes(hash, c->contact.point, c->contact.count * sizeof *c->contact.point);
    }
}

/* Runs it; 0 when something did not work. */
static uint64_t run_scene(const fk_world_options *options, uint64_t seed)
{
    fk_world *world;
    fk_random random = fk_random_make(seed);
    fk_body_id id[BODIES];
    uint64_t hash = 14695981039346656037u;
    size_t pairs = 0;
    bool is_well = fk_world_create(context, options, &world) == FK_OK;
    for (int i = 0; i < BODIES && is_well; i++)
        is_well = scene_add(world, &random, &id[i]) == FK_OK;
    for (int step = 0; step < STEPS && is_well; step++) {
        const fk_world_step_result *result = NULL;
        fk_step_options orders = {step % 4 != 0, 4};
        is_well = fk_world_step(world, &orders, &result) == FK_OK;
        if (is_well) {
            hash_result(&hash, result);
            pairs += result->pair_count;
        }
        for (int i = step % 3; i < BODIES && is_well && step % 5 != 4; i += 3) {
            fk_pose pose = scene_pose(&random);
            is_well = fk_world_move(world, id[i], &pose) == FK_OK;
            if (i % 10 == 0 && is_well)
                is_well =
                    fk_world_remove(world, id[i]) == FK_OK && scene_add(world, &random, &id[i]) == FK_OK;
        }
    }
    fk_world_destroy(world);
    return is_well && pairs > 0 ? hash : 0;
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

static void test_workers(void **state)
{
    (void)state;
    static const uint32_t threads[4] = {1, 2, 3, 8};
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++) {
        fk_world_options options = fk_world_options_default();
        options.broad.kind = (fk_broad_kind)kind;
        options.mid = kind % 2 == 0 ? FK_MID_DEFAULT : FK_MID_SPHERE;
        uint64_t alone = run_scene(&options, 1);
        assert_true(alone != 0);
        for (int i = 0; i < 4; i++) {
            if (SANITIZED && i != kind % 4)
                continue;
            fk_pool *pool;
            assert_int_equal(fk_pool_create(context, threads[i], &pool), FK_OK);
            options.workers = fk_pool_workers(pool);
            assert_true(run_scene(&options, 1) == alone);
            fk_pool_destroy(pool);
        }
    }
}

typedef struct scenes {
    uint64_t hash[8];
} scenes;

static void run_one(void *data, uint32_t index)
{
    fk_world_options options = fk_world_options_default();
    options.broad.kind = (fk_broad_kind)(index % FK_BROAD_COUNT);
    ((scenes *)data)->hash[index] = run_scene(&options, index);
}

static void test_worlds(void **state)
{
    (void)state;
    scenes alone, together;
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 4, &pool), FK_OK);
    const fk_workers *workers = fk_pool_workers(pool);
    workers->run(workers->user, 8, run_one, &together);
    for (uint32_t i = 0; i < 8; i++) {
        run_one(&alone, i);
        assert_true(alone.hash[i] != 0 && alone.hash[i] == together.hash[i]);
    }
    fk_pool_destroy(pool);
}

/* ---- Questions ----------------------------------------------------------------------------------------- */

#define QUESTIONS 64u

typedef struct answer {
    fk_status status[5];
    fk_world_hit ray, cast;
    fk_world_near nearest;
    uint64_t overlaps, nears; /* sums over bodies, as their order may differ */
} answer;

typedef struct asking {
    const fk_world *world;
    answer answer[QUESTIONS];
} asking;

static bool add_overlap(void *user, fk_body_id body, fk_verdict verdict)
{
    ((answer *)user)->overlaps += (uint64_t)verdict << body.index % 32;
    return true;
}

static bool add_near(void *user, const fk_world_near *near)
{
    ((answer *)user)->nears += near->body.index * (uint64_t)(near->distance.distance.hi * 1e6 + 1);
    return true;
}

static void ask_all(void *data, uint32_t index)
{
    asking *a = data;
    answer *out = &a->answer[index];
    fk_random random = fk_random_make(index);
    fk_placed_collider placed = {all->collider[index % SHAPE_BIG], scene_pose(&random)};
    fk_vec3 way = scene_pose(&random).translation;
    memset(out, 0, sizeof *out);
    out->status[0] = fk_world_ray(a->world, NULL, placed.pose.translation, way, 10, &out->ray, NULL);
    out->status[1] = fk_world_cast(a->world, NULL, &placed, way, 10, &out->cast, NULL);
    out->status[2] = fk_world_nearest(a->world, NULL, &placed, 10, &out->nearest);
    out->status[3] = fk_world_overlap(a->world, NULL, &placed, add_overlap, out);
    out->status[4] = fk_world_clearance(a->world, NULL, &placed, 1, add_near, out);
}

static void ask_world(const fk_world *world, const fk_workers *workers)
{
    asking *together = calloc(1, sizeof *together), *alone = calloc(1, sizeof *alone);
    assert_true(together != NULL && alone != NULL);
    together->world = alone->world = world;
    workers->run(workers->user, QUESTIONS, ask_all, together);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        ask_all(alone, i);
        const answer *p = &alone->answer[i], *q = &together->answer[i];
        for (int k = 0; k < 5; k++)
            assert_true(p->status[k] == FK_OK && q->status[k] == FK_OK);
        assert_true(same_id(p->ray.body, q->ray.body) && p->ray.hit.time.hi == q->ray.hit.time.hi);
        assert_true(same_id(p->cast.body, q->cast.body) && p->cast.hit.time.hi == q->cast.hit.time.hi);
        assert_true(same_id(p->nearest.body, q->nearest.body));
        assert_true(p->overlaps == q->overlaps && p->nears == q->nears);
    }
    free(together);
    free(alone);
}

static void test_questions(void **state)
{
    (void)state;
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 4, &pool), FK_OK);
    for (int kind = 0; kind < FK_BROAD_COUNT; kind++) {
        fk_world_options options = fk_world_options_default();
        options.broad.kind = (fk_broad_kind)kind;
        fk_world *world;
        fk_random random = fk_random_make(3);
        fk_body_id id;
        assert_int_equal(fk_world_create(context, &options, &world), FK_OK);
        for (int i = 0; i < 100; i++)
            assert_int_equal(scene_add(world, &random, &id), FK_OK);
        ask_world(world, fk_pool_workers(pool)); /* the structure does not know them yet */
        assert_int_equal(fk_world_update(world), FK_OK);
        ask_world(world, fk_pool_workers(pool));
        fk_world_destroy(world);
    }
    fk_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_workers),
        cmocka_unit_test(test_worlds),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
