/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sweeps of random scenes: what is said is compared with very many moments of them. Boxes around motions, the first clash, and
 * the same for any number of workers. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "sanitized.h"
#include "sweep_scene.h"
#include "check/check.h"

/* ---- Random scenes ------------------------------------------------------------------------------------- */

static uint32_t below(fk_random *random, uint32_t bound)
{
    return (uint32_t)fk_random_below(random, bound);
}

static fk_vec3 any_vector(fk_random *random, double size)
{
    double x = fk_random_between(random, -size, size), y = fk_random_between(random, -size, size);
    return fk_vec3_make(x, y, fk_random_between(random, -size, size));
}

/* Parts on frames, some of which are on others, some in the world. */
static void random_scene(scene *s, fk_random *random, const fk_mesh *const mesh[2])
{
    scene_begin(s);
    for (int f = 0; f < 4; f++) {
        uint32_t parent = f > 0 && fk_random_below(random, 2) ? below(random, (uint32_t)f) : FK_NONE;
        add_frame(s, parent);
        uint32_t keys = 1 + below(random, 4);
        for (uint32_t k = 0; k < keys; k++) {
            fk_vec3 at = any_vector(random, 4);
            fk_key *key = add_key(s, 0.5 * k, at.x, at.y, at.z);
            for (int i = 0; i < 4 && f % 2; i++)
                key->quat_xyzw[i] = fk_random_between(random, -1, 1) + 0.01;
        }
    }
    for (int i = 0; i < 7; i++) {
        uint32_t frame = below(random, 5);
        frame = frame < 4 ? frame : FK_NONE;
        fk_sweep_part *part = i < 3   ? add_part(s, frame, mesh[i % 2])
                              : i < 5 ? add_piece(s, frame, box_piece(-0.5, -0.5, -0.5, 0.5, 0.5, 1.5))
                                      : add_piece(s, frame, fk_piece_sphere(fk_vec3_make(0, 0, 0), 0.5));
        part->part.pose.translation = any_vector(random, 3);
    }
    scene_end(s);
}

static fk_collider *collider_of(const fk_sweep_part *part)
{
    fk_collider *collider = NULL;
    fk_status status = part->part.mesh != NULL
                           ? fk_collider_of_mesh(context, part->part.mesh, NULL, &collider)
                           : fk_collider_of_pieces(context, part->part.piece, 1, &collider);
    assert_int_equal(status, FK_OK);
    return collider;
}

static fk_placed_collider place(const scene *s, const fk_collider *collider, uint32_t part, double time)
{
    fk_pose frame = fk_motion_pose(s->motion, s->part[part].frame, time);
    fk_placed_collider placed = {collider, fk_pose_multiply(&frame, &s->part[part].part.pose)};
    return placed;
}

static bool is_in_some(const fk_stretch *stretch, uint32_t count, double time)
{
    for (uint32_t i = 0; i < count; i++)
        if (time >= stretch[i].enter.lo - 1e-9 && time <= stretch[i].leave.hi + 1e-9)
            return true;
    return false;
}

static const fk_sweep_pair *find_pair(const fk_sweep *sweep, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < sweep->pair_count; i++)
        if (sweep->pair[i].a == a && sweep->pair[i].b == b)
            return &sweep->pair[i];
    return NULL;
}

/* At many times: what meets is in a contact, what is too close is in a stretch below, and nothing is closer than the
 * closest approach. A pair that is not listed is clear. */
static void compare_with_samples(const scene *s, const fk_sweep *sweep, fk_collider *const *collider)
{
    static const fk_sweep_pair none = {.kind = FK_CLASH_CLEAR};
    double clearance = s->options.rule.clearance;
    for (uint32_t a = 0; a < s->part_count; a++)
        for (uint32_t b = a + 1; b < s->part_count; b++) {
            const fk_sweep_pair *pair = find_pair(sweep, a, b);
            pair = pair != NULL ? pair : &none;
            for (int i = 0; i <= 40; i++) {
                double time = sweep->from + (sweep->to - sweep->from) * i / 40;
                fk_placed_collider p = place(s, collider[a], a, time), q = place(s, collider[b], b, time);
                fk_collider_distance d;
                assert_int_equal(fk_collider_measure(context, &p, &q, HUGE_VAL, &d), FK_OK);
                if (d.distance.hi == 0)
                    assert_true(is_in_some(pair->contact, pair->contact_count, time));
                if (d.distance.hi < clearance - 1e-9)
                    assert_true(is_in_some(pair->below, pair->below_count, time));
                if (pair->has_closest)
                    assert_true(pair->closest.lo <= d.distance.hi + 1e-9);
            }
        }
}

/* The first clash of all pairs. */
static const fk_sweep_pair *first_of(const fk_sweep *sweep, const fk_check_rule *rule)
{
    const fk_sweep_pair *first = NULL;
    for (size_t i = 0; i < sweep->pair_count; i++) {
        const fk_sweep_pair *pair = &sweep->pair[i];
        if (pair->is_clash &&
            (first == NULL || fk_sweep_first_clash_time(pair, rule) < fk_sweep_first_clash_time(first, rule)))
            first = pair;
    }
    return first;
}

static void compare_first(scene *s, const fk_sweep *sweep)
{
    s->options.stops_at_clash = true;
    fk_sweep *stopped = run(s);
    s->options.stops_at_clash = false;
    const fk_sweep_pair *first = first_of(sweep, &s->options.rule);
    const fk_sweep_pair *found = first_of(stopped, &s->options.rule);
    assert_int_equal(first == NULL, found == NULL);
    assert_int_equal(stopped->clashes, first != NULL);
    if (first != NULL) {
        /* Brackets that overlap have no order. */
        double time = fk_sweep_first_clash_time(found, &s->options.rule);
        assert_true(fabs(time - fk_sweep_first_clash_time(first, &s->options.rule)) < 1e-3);
        const fk_sweep_pair *same = find_pair(sweep, found->a, found->b);
        assert_true(same->kind == found->kind && same->contact_count == found->contact_count);
        assert_true(same->below_count == found->below_count);
    }
    fk_sweep_free(context, stopped);
}

static void test_random(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    fk_mesh *fork = fork_mesh(), *cube = box_mesh(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5);
    const fk_mesh *const mesh[2] = {fork, cube};
    uint64_t clear = 0, clash = 0;
    for (int round = 0; round < (SANITIZED ? 2 : 12); round++) {
        scene s;
        fk_collider *collider[MOST];
        random_scene(&s, &random, mesh);
        s.options.rule.clearance = round % 2 ? 0.25 : 0;
        s.options.tolerance = 1e-3;
        for (uint32_t i = 0; i < s.part_count; i++)
            collider[i] = collider_of(&s.part[i]);
        s.options.wants_closest = false;
        fk_sweep *near = run(&s);
        s.options.wants_closest = true;
        fk_sweep *all = run(&s);
        assert_true(all->omitted == 0 && all->pair_count == all->tested && near->clashes == all->clashes);
        for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
            assert_int_equal(near->count[kind], all->count[kind]);
        for (size_t i = 0; i < near->pair_count; i++)
            assert_true(near->pair[i].kind != FK_CLASH_CLEAR);
        compare_with_samples(&s, all, collider);
        compare_with_samples(&s, near, collider);
        compare_first(&s, all);
        clear += all->count[FK_CLASH_CLEAR];
        clash += all->clashes;
        fk_sweep_free(context, near);
        fk_sweep_free(context, all);
        for (uint32_t i = 0; i < s.part_count; i++)
            fk_collider_free(context, collider[i]);
        scene_free(&s);
    }
    assert_true(clear > 0 && clash > 0);
    fk_mesh_free(context, fork);
    fk_mesh_free(context, cube);
}

/* Boxes around motions hold the parts at all times. */
static void test_boxes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    fk_mesh *fork = fork_mesh(), *cube = box_mesh(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5);
    const fk_mesh *const mesh[2] = {fork, cube};
    for (int round = 0; round < 50 / SHARE; round++) {
        scene s;
        random_scene(&s, &random, mesh);
        fk_interval span = fk_motion_span(s.motion);
        fk_sweep_bodies bodies = {context, s.motion, s.part, s.part_count, .from = span.lo, .to = span.hi};
        fk_aabb box[MOST];
        assert_int_equal(fk_sweep_bodies_build(&bodies, NULL), FK_OK);
        assert_int_equal(fk_sweep_find_slices(&bodies, 1, box), FK_OK);
        for (uint32_t i = 0; i < s.part_count; i++)
            for (int k = 0; k <= 50; k++) {
                double time = span.lo + (span.hi - span.lo) * k / 50;
                fk_pose frame = fk_motion_pose(s.motion, s.part[i].frame, time);
                fk_pose pose = fk_pose_multiply(&frame, &s.part[i].part.pose);
                fk_vec3 corner = any_vector(&random, 0.5);
                if (s.part[i].part.mesh != NULL)
                    corner =
                        s.part[i]
                            .part.mesh->point[fk_random_below(&random, s.part[i].part.mesh->vertex_count)];
                else if (s.part[i].part.piece->kind == FK_KIND_SPHERE)
                    corner = fk_vec3_make(fk_random_below(&random, 2) ? 0.5 : -0.5, 0, 0);
                assert_true(fk_aabb_contains(&box[i], fk_pose_apply(&pose, corner)));
            }
        fk_sweep_bodies_free(&bodies);
        scene_free(&s);
    }
    fk_mesh_free(context, fork);
    fk_mesh_free(context, cube);
}

/* Two parts are not as near as the clearance before the time that their oriented boxes say: those of meshes, and those of outlines. */
static void test_first_near(void **state)
{
    (void)state;
    enum { SLICES = 3, SAMPLES = 40 };
    const double clearance = 0.2;
    fk_random random = fk_random_make(3);
    fk_mesh *fork = fork_mesh(), *cube = box_mesh(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5);
    const fk_mesh *const mesh[2] = {fork, cube};
    size_t never = 0, later = 0, below = 0;
    for (int round = 0; round < 60 / SHARE || (round < 60 && (never == 0 || later == 0 || below == 0));
         round++) {
        scene s;
        random_scene(&s, &random, mesh);
        fk_interval span = fk_motion_span(s.motion);
        fk_sweep_bodies full = {context, s.motion, s.part, s.part_count, .from = span.lo, .to = span.hi},
                        bodies = full;
        fk_aabb slice[MOST * SLICES];
        bodies.has_outlines = round % 2 == 0;
        assert_int_equal(fk_sweep_bodies_build(&full, NULL), FK_OK);
        assert_int_equal(fk_sweep_bodies_build(&bodies, NULL), FK_OK);
        assert_int_equal(fk_sweep_find_slices(&bodies, SLICES, slice), FK_OK);
        for (uint32_t a = 0; a < s.part_count; a++)
            for (uint32_t b = a + 1; b < s.part_count; b++) {
                double first = fk_sweep_first_near(&bodies, slice, SLICES, a, b, clearance);
                never += !(first < HUGE_VAL);
                later += first < HUGE_VAL && first > span.lo;
                for (int k = 0; k <= SAMPLES; k++) {
                    double time = span.lo + (span.hi - span.lo) * k / SAMPLES;
                    fk_collider_distance d;
                    fk_placed_collider placed[2];
                    for (int i = 0; i < 2; i++) {
                        const fk_moving *moving = &full.moving[i == 0 ? a : b];
                        fk_pose frame = fk_motion_pose(s.motion, moving->frame, time);
                        placed[i] =
                            (fk_placed_collider){moving->collider, fk_pose_multiply(&frame, &moving->pose)};
                    }
                    if (!(time < first))
                        continue;
                    assert_int_equal(fk_collider_measure(context, &placed[0], &placed[1], HUGE_VAL, &d),
                                     FK_OK);
                    assert_true(d.distance.hi > clearance);
                    below += d.distance.hi < 2 * clearance;
                }
            }
        fk_sweep_bodies_free(&bodies);
        fk_sweep_bodies_free(&full);
        scene_free(&s);
    }
    assert_true(never > 0 && later > 0 && below > 0);
    fk_mesh_free(context, fork);
    fk_mesh_free(context, cube);
}

/* Boxes are not much too large where nothing turns: what slides along x grows along x alone. */
static void test_tight_boxes(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, -10, 10), box_piece(-1, -1, -1, 1, 1, 1));
    add_piece(&s, FK_NONE, box_piece(-1, -1, -1, 1, 1, 1));
    scene_end(&s);
    fk_sweep_bodies bodies = {context, s.motion, s.part, s.part_count, .from = 0, .to = 1};
    fk_aabb box[2];
    assert_int_equal(fk_sweep_bodies_build(&bodies, NULL), FK_OK);
    assert_int_equal(fk_sweep_find_slices(&bodies, 1, box), FK_OK);
    assert_true(box[0].min.x <= -11 && box[0].min.x > -11.001 && box[0].max.x >= 11 && box[0].max.x < 11.001);
    assert_true(box[0].min.y <= -1 && box[0].min.y > -1.001 && box[0].max.z < 1.001);
    assert_true(box[1].min.x <= -1 && box[1].min.x > -1.001);
    fk_sweep_bodies_free(&bodies);
    scene_free(&s);
}

/* ---- The first clash ----------------------------------------------------------------------------------- */

/* Pairs of the first part alone. */
static fk_check_rule choose_first(void *user, uint32_t a, uint32_t b)
{
    (void)user;
    (void)b;
    return (fk_check_rule){.is_tested = a == 0};
}

static fk_check_rule choose_near(void *user, uint32_t a, uint32_t b)
{
    (void)user;
    (void)b;
    return (fk_check_rule){.is_tested = a == 0, .clearance = 0.5, .allow_contact = true};
}

/* Contact is allowed. A rail is too close from the beginning, and touches in the end: it does not clash, though a clash in
 * between is known when it is looked at. */
static void test_first_and_contact(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, 0, 9), box_piece(-1, -1, -1, 1, 1, 1));
    for (int i = 0; i < 16; i++)
        add_piece(&s, FK_NONE, box_piece(4, -3, -1, 5, -1.25, 1));
    const fk_vec3 rail[8] = {{-1, 1.375, -1}, {-1, 1.375, 1}, {10, 1, -1}, {10, 1, 1},
                             {-1, 3, -1},     {-1, 3, 1},     {10, 3, -1}, {10, 3, 1}};
    add_piece(&s, FK_NONE, fk_piece_hull(rail, 8));
    scene_end(&s);
    s.options.select = choose_near;
    s.options.wants_closest = false;
    fk_sweep *sweep = run(&s);
    assert_true(sweep->pair_count == 17 && sweep->clashes == 16);
    assert_true(sweep->pair[16].kind == FK_CLASH_CONTACT && !sweep->pair[16].is_clash);
    fk_sweep_free(context, sweep);
    s.options.stops_at_clash = true;
    sweep = run(&s);
    assert_true(only_pair(sweep)->b == 1 && only_pair(sweep)->kind == FK_CLASH_CLEARANCE);
    fk_sweep_free(context, sweep);
    scene_free(&s);
}

/* Many posts on a way: the first one is found, wherever it is in the list, and so for equal times. */
static void test_first(void **state)
{
    (void)state;
    for (uint32_t nearest = 1; nearest < 10; nearest++) {
        scene s;
        scene_begin(&s);
        add_piece(&s, slider(&s, 0, 100), box_piece(-1, -1, -1, 1, 1, 1));
        for (uint32_t i = 1; i < 10; i++)
            add_piece(&s, FK_NONE, box_piece(-1, -1, -1, 1, 1, 1))->part.pose.translation.x =
                i == nearest || i == 9 ? 12 : 20 + 3 * i;
        scene_end(&s);
        s.options.stops_at_clash = true;
        s.options.select = choose_first;
        fk_sweep *sweep = run(&s);
        const fk_sweep_pair *pair = only_pair(sweep);
        assert_true(pair->a == 0 && pair->b == nearest && sweep->clashes == 1);
        assert_time(pair->contact->enter, 0.1, 1e-9);
        assert_time(pair->contact->leave, 0.14, 1e-9);
        fk_sweep_free(context, sweep);
        scene_free(&s);
    }
    /* Contact is allowed: what comes too close before it touches does not clash; what only comes too close does. */
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, 0, 9), box_piece(-1, -1, -1, 1, 1, 1));
    add_piece(&s, FK_NONE, box_piece(10, -1, -1, 11, 1, 1));
    add_piece(&s, FK_NONE, box_piece(8, 1.25, -1, 9, 2, 1));
    scene_end(&s);
    s.options.stops_at_clash = s.options.rule.allow_contact = true;
    s.options.rule.clearance = 0.5;
    fk_sweep *sweep = run(&s);
    const fk_sweep_pair *pair = only_pair(sweep);
    assert_true(pair->b == 2 && pair->kind == FK_CLASH_CLEARANCE && sweep->count[FK_CLASH_CLEARANCE] == 1);
    fk_sweep_free(context, sweep);
    scene_free(&s);
}

/* Boxes that slide at many speeds on twelve tracks: the first clash is that of the whole sweep, or there is none. */
static void test_first_of_many(void **state)
{
    (void)state;
    fk_random random = fk_random_make(31);
    uint32_t clashes = 0;
    for (int round = 0; round < 200; round++) {
        scene s;
        scene_begin(&s);
        for (uint32_t i = 0; i < 8; i++) {
            double from = (double)fk_random_below(&random, 40), to = (double)fk_random_below(&random, 40);
            add_piece(&s, i % 2 == 0 ? slider(&s, from, to) : FK_NONE, box_piece(-1, -1, -1, 1, 1, 1))
                ->part.pose.translation =
                fk_vec3_make(i % 2 == 0 ? 0 : (double)fk_random_below(&random, 400) / 10,
                             4 * (double)fk_random_below(&random, 12), 0);
        }
        scene_end(&s);
        fk_sweep *all = run(&s);
        const fk_sweep_pair *first = NULL;
        for (size_t i = 0; i < all->pair_count; i++)
            if (all->pair[i].is_clash &&
                (first == NULL || all->pair[i].contact->enter.hi < first->contact->enter.hi))
                first = &all->pair[i];
        s.options.stops_at_clash = true;
        fk_sweep *sweep = run(&s);
        assert_int_equal(sweep->clashes, first != NULL);
        assert_int_equal(sweep->tested, all->tested);
        if (first != NULL) {
            const fk_sweep_pair *pair = only_pair(sweep);
            assert_true(pair->a == first->a && pair->b == first->b && pair->kind == first->kind);
            assert_memory_equal(&pair->contact->enter, &first->contact->enter, sizeof pair->contact->enter);
        } else {
            assert_int_equal(sweep->count[FK_CLASH_CLEAR], sweep->tested);
        }
        clashes += first != NULL;
        fk_sweep_free(context, sweep);
        fk_sweep_free(context, all);
        scene_free(&s);
    }
    assert_true(clashes > 50 && clashes < 195);
}

/* Ramps whose boxes meet the slider long before they do, and at the time at which they do, a post: that has the lower number. */
static void test_first_of_ties(void **state)
{
    (void)state;
    const fk_vec3 ramp[6] = {{11, 1, -1}, {11, 1, 1}, {13, 1, -1}, {13, 1, 1}, {1.5, 9, -1}, {1.5, 9, 1}};
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, 0, 16), box_piece(-1, -1, -1, 1, 1, 1));
    add_piece(&s, FK_NONE, box_piece(11, -1, -1, 12, 0.5, 1));
    for (int i = 0; i < 6; i++)
        add_piece(&s, FK_NONE, fk_piece_hull(ramp, 6));
    scene_end(&s);
    s.options.stops_at_clash = true;
    s.options.select = choose_first;
    fk_sweep *sweep = run(&s);
    assert_true(only_pair(sweep)->b == 1 && only_pair(sweep)->contact->enter.hi == 0.625);
    fk_sweep_free(context, sweep);
    scene_free(&s);
}

/* ---- Workers ------------------------------------------------------------------------------------------- */

/* Tasks in the wrong order. */
static void backward(void *user, uint32_t count, fk_task_function *task, void *data)
{
    (void)user;
    while (count-- > 0)
        task(data, count);
}

static void test_workers(void **state)
{
    (void)state;
    static written one, other;
    fk_random random = fk_random_make(3);
    fk_mesh *fork = fork_mesh(), *cube = box_mesh(-0.5, -0.5, -0.5, 0.5, 0.5, 0.5);
    const fk_mesh *const mesh[2] = {fork, cube};
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    for (int round = 0; round < (SANITIZED ? 2 : 4); round++) {
        scene s;
        random_scene(&s, &random, mesh);
        s.options.rule.clearance = 0.25;
        s.options.tolerance = 0.01;
        s.options.stops_at_clash = round % 2;
        write_sweep(&s, &one);
        fk_workers workers = {NULL, 4, backward};
        s.options.workers = &workers;
        write_sweep(&s, &other);
        assert_string_equal(one.text, other.text);
        s.options.workers = fk_pool_workers(pool);
        write_sweep(&s, &other);
        assert_string_equal(one.text, other.text);
        scene_free(&s);
    }
    fk_pool_destroy(pool);
    fk_mesh_free(context, fork);
    fk_mesh_free(context, cube);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_first_near),
        cmocka_unit_test(test_tight_boxes),
        cmocka_unit_test(test_first_and_contact),
        cmocka_unit_test(test_first),
        cmocka_unit_test(test_first_of_many),
        cmocka_unit_test(test_first_of_ties),
        cmocka_unit_test(test_workers),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
