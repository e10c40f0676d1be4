/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The sweep of many parts: kinds, times, rules, the first clash, boxes around motions, reports; the same for any number of
 * workers. What is said of random scenes is compared with very many moments of them, and with fk_motion_ask. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "farkas/report.h"
#include "mesh_shapes.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "world/sweep.h"

#define MOST 16

/* ---- Scenes -------------------------------------------------------------------------------------------- */

static fk_context *context;

/* Parts on frames with keys. */
typedef struct scene {
    uint32_t frame_count, part_count;
    fk_frame frame[MOST];
    fk_key key[MOST][4];
    fk_sweep_part part[MOST];
    fk_piece piece[MOST];
    fk_motion *motion;
    fk_sweep_options options;
} scene;

static void scene_begin(scene *s)
{
    memset(s, 0, sizeof *s);
    s->options = fk_sweep_options_default();
}

static void scene_end(scene *s)
{
    assert_int_equal(fk_motion_create(context, s->frame, s->frame_count, NULL, 0, &s->motion), FK_OK);
}

static uint32_t add_frame(scene *s, uint32_t parent)
{
    fk_frame *f = &s->frame[s->frame_count];
    *f = (fk_frame){.parent = parent, .origin = fk_pose_identity(), .kind = FK_FRAME_KEYS};
    f->key = s->key[s->frame_count];
    return s->frame_count++;
}

/* A key of the last frame. */
static fk_key *add_key(scene *s, double time, double x, double y, double z)
{
    fk_frame *f = &s->frame[s->frame_count - 1];
    fk_key *key = &s->key[s->frame_count - 1][f->key_count++];
    *key = (fk_key){time, {x, y, z}, {0, 0, 0, 1}};
    return key;
}

static void turn_key(fk_key *key, double angle)
{
    key->quat_xyzw[2] = sin(angle / 2);
    key->quat_xyzw[3] = cos(angle / 2);
}

/* A frame that goes along x, from time 0 to 1. */
static uint32_t slider(scene *s, double from, double to)
{
    uint32_t frame = add_frame(s, FK_NONE);
    add_key(s, 0, from, 0, 0);
    add_key(s, 1, to, 0, 0);
    return frame;
}

static fk_sweep_part *add_part(scene *s, uint32_t frame, const fk_mesh *mesh)
{
    static const char *const name[MOST] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    fk_sweep_part *part = &s->part[s->part_count];
    *part = (fk_sweep_part){{name[s->part_count], mesh, NULL, fk_pose_identity()}, frame};
    s->part_count++;
    return part;
}

static fk_sweep_part *add_piece(scene *s, uint32_t frame, fk_piece piece)
{
    fk_sweep_part *part = add_part(s, frame, NULL);
    s->piece[s->part_count - 1] = piece;
    part->part.piece = &s->piece[s->part_count - 1];
    return part;
}

static fk_piece box_piece(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return fk_piece_box(fk_vec3_make(x0, y0, z0), fk_vec3_make(x1 - x0, 0, 0), fk_vec3_make(0, y1 - y0, 0),
                        fk_vec3_make(0, 0, z1 - z0));
}

static fk_mesh *box_mesh(double x0, double y0, double z0, double x1, double y1, double z1)
{
    soup *s = soup_make();
    soup_add_box(s, x0, y0, z0, x1, y1, z1);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* A U: a block of 3 x 1 x 3 with a slot of 1 x 1 x 2 from above. */
static fk_mesh *fork_mesh(void)
{
    const uint8_t full[27] = {[0] = 1, [1] = 1, [2] = 1, [9] = 1, [11] = 1, [18] = 1, [20] = 1};
    soup *s = soup_make();
    soup_add_cells(s, full, 3);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static fk_sweep *run(const scene *s)
{
    fk_sweep *sweep = NULL;
    assert_int_equal(fk_sweep_run(context, s->motion, s->part, s->part_count, &s->options, &sweep), FK_OK);
    return sweep;
}

static void scene_free(scene *s)
{
    fk_motion_free(context, s->motion);
    s->motion = NULL;
}

/* The only pair; its lists are those of the sweep. */
static const fk_sweep_pair *only_pair(const fk_sweep *sweep)
{
    assert_int_equal(sweep->pair_count, 1);
    return &sweep->pair[0];
}

static void assert_time(fk_interval time, double truth, double within)
{
    if (!(time.lo <= truth + within && time.hi >= truth - within && time.hi - time.lo <= within))
        fail_msg("%.17g to %.17g is not %.17g", time.lo, time.hi, truth);
}

static void exchange_parts(scene *s)
{
    fk_sweep_part part = s->part[0];
    s->part[0] = s->part[1];
    s->part[1] = part;
}

/* ---- Times --------------------------------------------------------------------------------------------- */

/* A box that goes through a cone: the same in both orders. */
static void test_box_through_cone(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, -10, 10), box_piece(-1, -1, 0, 1, 1, 2));
    add_piece(&s, FK_NONE, fk_piece_cone(fk_vec3_make(0, 0, -2), fk_vec3_make(0, 0, 2), 2));
    scene_end(&s);
    for (int order = 0; order < 2; order++) {
        fk_sweep *sweep = run(&s);
        const fk_sweep_pair *pair = only_pair(sweep);
        assert_int_equal(pair->kind, FK_CLASH_HARD);
        assert_true(pair->is_clash && !pair->is_still && pair->contact_count == 1);
        assert_time(pair->contact->enter, 0.4, 1e-9);
        assert_time(pair->contact->leave, 0.6, 1e-9);
        assert_true(pair->contact->overlaps && pair->contact->kind == FK_STRETCH_MEETS);
        assert_true(pair->has_closest && pair->closest.hi == 0);
        assert_true(sweep->clashes == 1 && sweep->count[FK_CLASH_HARD] == 1 && sweep->tested == 1);
        assert_true(sweep->from == 0 && sweep->to == 1);
        fk_sweep_free(context, sweep);
        exchange_parts(&s);
    }
    scene_free(&s);
}

/* A ball against a box of 500 m, in mm; also when the box turns, far away from its axis. */
static void test_ball_and_long_box(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        scene s;
        scene_begin(&s);
        add_piece(&s, slider(&s, -1000, 0), fk_piece_sphere(fk_vec3_make(0, 0, 0), 25));
        uint32_t frame = add_frame(&s, FK_NONE);
        add_key(&s, 0, 0, 0, 0);
        turn_key(add_key(&s, 1, 0, 0, 0), turns ? 1e-7 : 0);
        add_piece(&s, frame, box_piece(-100, -250000, -100, 100, 250000, 100));
        s.options.tolerance = turns ? 0.001 : 0;
        scene_end(&s);
        fk_sweep *sweep = run(&s);
        const fk_sweep_pair *pair = only_pair(sweep);
        assert_int_equal(pair->kind, FK_CLASH_HARD);
        /* 0.01 mm on a way of 1 m. */
        assert_time(pair->contact->enter, 0.875, 0.01 / 1000);
        assert_true(pair->contact->leave.lo == 1);
        fk_sweep_free(context, sweep);
        scene_free(&s);
    }
}

/* A peg goes into a slot, without contact, and touches its bottom. */
static void test_peg_in_hole(void **state)
{
    (void)state;
    fk_mesh *fork = fork_mesh(), *peg = box_mesh(1.25, 0.25, 0, 1.75, 0.75, 4);
    for (int deep = 0; deep < 2; deep++) {
        scene s;
        scene_begin(&s);
        add_part(&s, FK_NONE, fork);
        uint32_t frame = add_frame(&s, FK_NONE);
        add_key(&s, 0, 0, 0, 5);
        add_key(&s, 2, 0, 0, deep ? 0.75 : 1);
        add_part(&s, frame, peg);
        scene_end(&s);
        fk_sweep *sweep = run(&s);
        const fk_sweep_pair *pair = only_pair(sweep);
        assert_int_equal(pair->kind, deep ? FK_CLASH_HARD : FK_CLASH_CONTACT);
        assert_int_equal(pair->contact_count, 1);
        assert_time(pair->contact->enter, deep ? 8 / 4.25 : 2, 1e-9);
        fk_sweep_free(context, sweep);
        /* Until shortly before it is clear, and how close it comes is known. */
        s.options.to = 1.5;
        sweep = run(&s);
        pair = only_pair(sweep);
        assert_int_equal(pair->kind, FK_CLASH_CLEAR);
        assert_int_equal(pair->contact_count, 0);
        assert_true(pair->has_closest && pair->closest.lo <= 0.25 && pair->closest.hi >= 0.25);
        assert_true(pair->closest.hi - pair->closest.lo <= pair->tolerance * 1.01);
        fk_sweep_free(context, sweep);
        scene_free(&s);
    }
    fk_mesh_free(context, fork);
    fk_mesh_free(context, peg);
}

/* What begins in contact and goes away, and what goes and comes back. */
static void test_several_contacts(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    uint32_t frame = add_frame(&s, FK_NONE);
    add_key(&s, 0, 1, 0, 0);
    add_key(&s, 1, 3, 0, 0);
    add_key(&s, 2, 1, 0, 0);
    add_key(&s, 3, 0.5, 0, 0);
    add_piece(&s, frame, box_piece(0, 0, 0, 1, 1, 1));
    add_piece(&s, FK_NONE, box_piece(0, 0, 0, 1, 1, 1));
    scene_end(&s);
    fk_sweep *sweep = run(&s);
    const fk_sweep_pair *pair = only_pair(sweep);
    assert_int_equal(pair->kind, FK_CLASH_HARD);
    assert_int_equal(pair->contact_count, 2);
    assert_true(pair->contact[0].enter.lo == 0 && pair->contact[0].enter.hi == 0);
    assert_time(pair->contact[0].leave, 0, 1e-12);
    assert_false(pair->contact[0].overlaps);
    assert_time(pair->contact[1].enter, 2, 1e-12);
    assert_time(pair->contact[1].leave, 3, 1e-12);
    assert_true(pair->contact[1].overlaps);
    assert_true(fk_sweep_moment(pair) == 0);
    fk_sweep_free(context, sweep);
    /* Contact that is allowed at the beginning does not clash; what comes later does. */
    s.options.rule.allow_contact = true;
    s.options.to = 2;
    sweep = run(&s);
    assert_int_equal(only_pair(sweep)->kind, FK_CLASH_CONTACT);
    assert_true(sweep->clashes == 0 && !only_pair(sweep)->is_clash);
    fk_sweep_free(context, sweep);
    s.options.to = NAN;
    sweep = run(&s);
    assert_true(sweep->clashes == 1 && only_pair(sweep)->kind == FK_CLASH_HARD);
    fk_sweep_free(context, sweep);
    scene_free(&s);
}

/* ---- What does not move against each other ------------------------------------------------------------- */

static void test_still(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    uint32_t frame = add_frame(&s, FK_NONE);
    add_key(&s, 0, 0.1, 0.2, 0.3);
    turn_key(add_key(&s, 2, 7, 0.2, 0.3), 2);
    uint32_t fixed = add_frame(&s, frame);
    add_key(&s, 0, 0.5, 0, 0);
    add_key(&s, 1, 0.5, 0, 0);
    fk_mesh *cube = box_mesh(0, 0, 0, 1, 1, 1), *inner = box_mesh(0.25, 0.25, 0.25, 0.5, 0.5, 0.5);
    add_part(&s, frame, cube);                                /* a */
    add_part(&s, frame, cube);                                /* b: the same as a */
    add_part(&s, frame, inner);                               /* c: in both */
    add_part(&s, fixed, cube)->part.pose.translation.x = 0.5; /* d: touches a and b */
    add_piece(&s, fixed, box_piece(1, 0, 0, 2, 1, 1));        /* e: 0.5 away from a, and from b; in d half */
    scene_end(&s);
    s.options.rule.clearance = 0.75;
    static const fk_clash want[10] = {
        FK_CLASH_DUPLICATE, FK_CLASH_CONTAINED, FK_CLASH_CONTACT,   FK_CLASH_CLEARANCE, FK_CLASH_CONTAINED,
        FK_CLASH_CONTACT,   FK_CLASH_CLEARANCE, FK_CLASH_CLEARANCE, FK_CLASH_CLEAR,     FK_CLASH_HARD};
    fk_sweep *sweep = run(&s);
    assert_int_equal(sweep->pair_count, 10);
    for (int i = 0; i < 10; i++) {
        const fk_sweep_pair *pair = &sweep->pair[i];
        assert_true(pair->is_still && pair->has_closest);
        assert_int_equal(pair->kind, want[i]);
        bool meets = want[i] >= FK_CLASH_CONTACT;
        assert_int_equal(pair->contact_count, meets);
        assert_int_equal(pair->below_count, want[i] != FK_CLASH_CLEAR);
        if (meets)
            assert_true(pair->contact->enter.hi == 0 && pair->contact->leave.lo == 2 &&
                        pair->contact->overlaps == (want[i] >= FK_CLASH_HARD));
    }
    /* Points are in the world. */
    const fk_sweep_pair *gap = &sweep->pair[3];
    assert_true(gap->closest.lo <= 0.5 && gap->closest.hi >= 0.5);
    assert_true(fabs(gap->point_a.x - 1.1) < 1e-12 && fabs(gap->point_b.x - 1.6) < 1e-12);
    fk_sweep_free(context, sweep);
    /* At one moment nothing moves. */
    s.part[4].frame = FK_NONE;
    s.part[4].part.pose.translation = fk_vec3_make(0, 0, 0);
    s.options.from = s.options.to = 0;
    sweep = run(&s);
    for (size_t i = 0; i < sweep->pair_count; i++)
        assert_true(sweep->pair[i].is_still);
    assert_int_equal(sweep->pair[3].kind, FK_CLASH_HARD);
    fk_sweep_free(context, sweep);
    /* Later it does. */
    s.options.to = 2;
    sweep = run(&s);
    assert_true(!sweep->pair[3].is_still && sweep->pair[0].is_still);
    fk_sweep_free(context, sweep);
    fk_mesh_free(context, cube);
    fk_mesh_free(context, inner);
    scene_free(&s);
}

/* Parts that have no triangles are far from all. */
static void test_empty(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    soup *nothing = soup_make();
    fk_mesh *empty = soup_mesh(context, nothing);
    free(nothing);
    add_part(&s, slider(&s, 0, 1), empty);
    add_piece(&s, FK_NONE, fk_piece_sphere(fk_vec3_make(0, 0, 0), 1));
    scene_end(&s);
    for (int all = 0; all < 2; all++) {
        s.options.wants_closest = all;
        fk_sweep *sweep = run(&s);
        assert_true(sweep->count[FK_CLASH_CLEAR] == 1 && sweep->omitted == (all ? 0 : 1));
        if (all)
            assert_true(only_pair(sweep)->closest.lo == HUGE_VAL && isnan(fk_sweep_moment(only_pair(sweep))));
        fk_sweep_free(context, sweep);
    }
    fk_mesh_free(context, empty);
    scene_free(&s);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* A ball that passes a box at a distance of 3. */
static void passing(scene *s)
{
    scene_begin(s);
    fk_sweep_part *ball = add_piece(s, slider(s, -20, 20), fk_piece_sphere(fk_vec3_make(0, 0, 0), 1));
    ball->part.pose.translation.y = 5;
    add_piece(s, FK_NONE, box_piece(-1, -1, -1, 1, 1, 1));
    scene_end(s);
}

static void test_clearance(void **state)
{
    (void)state;
    scene s;
    passing(&s);
    for (int order = 0; order < 2; order++) {
        s.options.wants_closest = false;
        s.options.rule.clearance = 4;
        fk_sweep *sweep = run(&s);
        const fk_sweep_pair *pair = only_pair(sweep);
        assert_int_equal(pair->kind, FK_CLASH_CLEARANCE);
        assert_true(pair->is_clash && pair->contact_count == 0 && pair->below_count == 1);
        /* At |x| = 1 + sqrt(25 - 16) = 4 the ball is 4 away from the corner. */
        assert_time(pair->below->enter, 16.0 / 40, 1e-5);
        assert_time(pair->below->leave, 24.0 / 40, 1e-5);
        assert_true(pair->has_closest && pair->closest.lo <= 3 && pair->closest.hi >= 3);
        assert_true(pair->closest.hi - pair->closest.lo <= 2 * pair->tolerance);
        assert_true(fabs(pair->closest_time - 0.5) < 0.03);
        fk_sweep_free(context, sweep);
        /* What is never closer is clear, and not in the list. */
        s.options.rule.clearance = 2.875;
        sweep = run(&s);
        assert_true(sweep->pair_count == 0 && sweep->omitted == 1 && sweep->count[FK_CLASH_CLEAR] == 1);
        fk_sweep_free(context, sweep);
        /* As close as asked: not known. */
        s.options.rule.clearance = 3;
        sweep = run(&s);
        pair = only_pair(sweep);
        assert_true(pair->kind == FK_CLASH_UNDECIDED || pair->kind == FK_CLASH_CLEAR);
        assert_false(pair->is_clash);
        fk_sweep_free(context, sweep);
        exchange_parts(&s);
    }
    scene_free(&s);
}

static fk_check_rule choose(void *user, uint32_t a, uint32_t b)
{
    (void)user;
    fk_check_rule rule = {.is_tested = a == 0, .clearance = b, .ignore_overlap = 100};
    if (b == 2)
        rule.ignored = "bolted";
    return rule;
}

static void test_selection(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, -10, 10), box_piece(-1, -1, -1, 1, 1, 1));
    for (int i = 0; i < 3; i++)
        add_piece(&s, FK_NONE, box_piece(-1, -1, -1, 1, 1, 1))->part.pose.translation.y = i == 2 ? 4 : 0;
    scene_end(&s);
    s.options.select = choose;
    fk_sweep *sweep = run(&s);
    assert_true(sweep->tested == 2 && sweep->pair_count == 2 && sweep->ignored_count == 2);
    assert_true(sweep->ignored[0].a == 0 && sweep->ignored[0].b == 2 && sweep->ignored[1].a == 1);
    assert_string_equal(sweep->ignored[0].reason, "bolted");
    /* Overlaps count, whatever the rule says about their depth. */
    assert_true(sweep->pair[0].b == 1 && sweep->pair[0].kind == FK_CLASH_HARD && sweep->pair[0].is_clash);
    assert_true(sweep->pair[1].b == 3 && sweep->pair[1].kind == FK_CLASH_CLEARANCE);
    assert_true(sweep->pair[1].clearance == 3);
    fk_sweep_free(context, sweep);
    scene_free(&s);
}

/* A budget that is used up leaves things undecided, and claims nothing. */
static void test_budget(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    uint32_t frame = add_frame(&s, FK_NONE);
    add_key(&s, 0, 0, 0, 0);
    turn_key(add_key(&s, 1, 0, 0, 0), 2);
    add_piece(&s, frame, box_piece(-10, -1, -1, 10, 1, 1));
    add_piece(&s, FK_NONE, fk_piece_sphere(fk_vec3_make(0, 8, 0), 2));
    scene_end(&s);
    for (int allow = 0; allow < 2; allow++) {
        s.options.max_tests = 1;
        s.options.rule.allow_contact = allow;
        fk_sweep *sweep = run(&s);
        assert_int_equal(only_pair(sweep)->kind, FK_CLASH_UNDECIDED);
        assert_true(sweep->clashes == 0 && only_pair(sweep)->contact_count > 0);
        assert_int_equal(only_pair(sweep)->contact->kind, FK_STRETCH_UNDECIDED);
        fk_sweep_free(context, sweep);
        s.options.max_tests = 100000;
        sweep = run(&s);
        assert_int_equal(only_pair(sweep)->kind, FK_CLASH_HARD);
        fk_sweep_free(context, sweep);
    }
    scene_free(&s);
}

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
            (first == NULL || fk_sweep_pair_time(pair, rule) < fk_sweep_pair_time(first, rule)))
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
        double time = fk_sweep_pair_time(found, &s->options.rule);
        assert_true(fabs(time - fk_sweep_pair_time(first, &s->options.rule)) < 1e-3);
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
    assert_true(clear > 10 && clash > 10);
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
        assert_int_equal(fk_sweep_boxes(&bodies, box), FK_OK);
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
    assert_int_equal(fk_sweep_boxes(&bodies, box), FK_OK);
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

/* ---- Reports and workers ------------------------------------------------------------------------------- */

typedef struct written {
    size_t length;
    char text[1 << 16];
} written;

static bool write_text(void *user, const char *bytes, size_t count)
{
    written *w = user;
    if (w->length + count >= sizeof w->text)
        return false;
    memcpy(w->text + w->length, bytes, count);
    w->length += count;
    w->text[w->length] = '\0';
    return true;
}

static double value_at(void *user, uint32_t joint, double time)
{
    (void)user;
    return joint + time;
}

static void write_sweep(const scene *s, written *out)
{
    static const char *const name[2] = {"base", "tip"};
    fk_sweep *sweep = run(s);
    fk_sweep_report report = {.sweep = sweep,
                              .part = s->part,
                              .part_count = s->part_count,
                              .units = "mm",
                              .tolerance = s->options.tolerance,
                              .joint_count = 2,
                              .joint = name,
                              .joint_value = value_at};
    out->length = 0;
    assert_int_equal(fk_sweep_write_json(&report, write_text, out), FK_OK);
    assert_int_equal(fk_sweep_write_csv(&report, write_text, out), FK_OK);
    assert_int_equal(fk_sweep_write_junit(&report, write_text, out), FK_OK);
    fk_sweep_free(context, sweep);
}

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

static void test_reports(void **state)
{
    (void)state;
    static written out;
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, -10, 6), box_piece(-1, -1, -1, 1, 1, 1));
    add_piece(&s, FK_NONE, box_piece(-1, -1, -1, 1, 1, 1));
    scene_end(&s);
    write_sweep(&s, &out);
    assert_non_null(strstr(out.text, "{\"farkas\":1,\"units\":\"mm\",\n"
                                     "\"sweep\":{\"from\":0,\"to\":1,\"unit\":\"s\",\"tolerance\":null},\n"
                                     "\"parts\":[\n{\"name\":\"a\",\"shape\":\"box\"},\n"));
    assert_non_null(strstr(out.text,
                           "\"contacts\":[{\"kind\":\"meets\",\"enter\":{\"lo\":0.5,\"hi\":0.5},\"leave\":"
                           "{\"lo\":0.75,\"hi\":0.75},\"exact\":true,\"overlaps\":true}]"));
    assert_non_null(strstr(out.text, "\"joints\":{\"base\":0.5,\"tip\":1.5}}"));
    assert_non_null(strstr(out.text, "\na,b,hard,1,1,0.5,0.5,0.75,0.75,0,0,,,,,0,0,"));
    assert_non_null(strstr(out.text, "<failure type=\"hard\" message=\"hard, at t = 0.5 s\"/>"));
    assert_non_null(strstr(out.text, "\"summary\":{\"parts\":2,\"pairs\":1,\"clashes\":1,"));
    scene_free(&s);
}

/* ---- What is wrong ------------------------------------------------------------------------------------- */

static void assert_wrong(const scene *s, fk_status want)
{
    fk_sweep *sweep = (fk_sweep *)(void *)&context;
    fk_status status = fk_sweep_run(context, s->motion, s->part, s->part_count, &s->options, &sweep);
    assert_int_equal(status, want);
    assert_ptr_equal(sweep, &context);
}

static void test_bad_input(void **state)
{
    (void)state;
    scene s;
    passing(&s);
    fk_sweep_options good = s.options;
    s.options.from = 2;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.options.from = -HUGE_VAL;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.options = good;
    s.options.tolerance = -1;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.options.tolerance = NAN;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.options = good;
    s.options.resolution = -1;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.options = good;
    s.options.max_seconds = -1;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.options = good;
    s.options.rule.clearance = -1;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.options = good;
    s.part[0].part.pose.translation.x = HUGE_VAL;
    assert_wrong(&s, FK_ERROR_NOT_FINITE);
    s.part[0].part.pose.translation.x = 0;
    s.piece[1] = fk_piece_point(fk_vec3_make(0, 0, 0));
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    scene_free(&s);
    fk_sweep_free(context, NULL);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    fk_mesh *cube = box_mesh(0, 0, 0, 2, 2, 2);
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    scene s;
    scene_begin(&s);
    uint32_t frame = slider(&s, -10, 10);
    add_part(&s, frame, cube);
    add_part(&s, FK_NONE, cube);
    const fk_vec3 corner[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    add_piece(&s, frame, fk_piece_hull(corner, 4));
    add_piece(&s, FK_NONE, fk_piece_sphere(fk_vec3_make(0, 4, 0), 1));
    scene_end(&s);
    s.options.tolerance = s.options.resolution = 0.5;
    s.options.max_tests = 50;
    for (int mode = 0; mode < 3; mode++) {
        s.options.rule.clearance = mode == 0 ? 2.25 : 0;
        s.options.wants_closest = mode == 1;
        s.options.stops_at_clash = mode == 2;
        size_t used = m.used, k = 0;
        for (;; k++) {
            fk_sweep *sweep = NULL;
            m.fail_at = k;
            fk_status status = fk_sweep_run(scarce, s.motion, s.part, s.part_count, &s.options, &sweep);
            m.fail_at = SIZE_MAX;
            if (status == FK_OK) {
                assert_int_equal(sweep->tested, 6);
                fk_sweep_free(scarce, sweep);
                break;
            }
            assert_int_equal(status, FK_ERROR_MEMORY);
            assert_null(sweep);
            assert_int_equal(m.used, used);
        }
        assert_true(k > 20);
        assert_int_equal(m.used, used);
    }
    scene_free(&s);
    fk_context_destroy(scarce);
    fk_mesh_free(context, cube);
}

static int begin(void **state)
{
    (void)state;
    context = usual_context();
    return 0;
}

static int end(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_through_cone),
        cmocka_unit_test(test_ball_and_long_box),
        cmocka_unit_test(test_peg_in_hole),
        cmocka_unit_test(test_several_contacts),
        cmocka_unit_test(test_still),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_clearance),
        cmocka_unit_test(test_selection),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_tight_boxes),
        cmocka_unit_test(test_first),
        cmocka_unit_test(test_workers),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
