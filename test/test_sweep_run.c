/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The sweep of many parts: kinds, times, rules, reports, what is wrong. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "scarce_memory.h"
#include "sweep_scene.h"

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
        assert_true(pair->closest.hi - pair->closest.lo <=
                    fmax(pair->tolerance, FK_SWEEP_CLOSEST_RATIO * pair->closest.hi) * 1.01);
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
    s.options.rule.ignore_overlap = 100; /* that is not looked at */
    static const fk_clash want[10] = {
        FK_CLASH_DUPLICATE, FK_CLASH_CONTAINED, FK_CLASH_CONTACT,   FK_CLASH_CLEARANCE, FK_CLASH_CONTAINED,
        FK_CLASH_CONTACT,   FK_CLASH_CLEARANCE, FK_CLASH_CLEARANCE, FK_CLASH_CLEAR,     FK_CLASH_HARD};
    fk_sweep *sweep = run(&s);
    assert_int_equal(sweep->pair_count, 10);
    for (int i = 0; i < 10; i++) {
        const fk_sweep_pair *pair = &sweep->pair[i];
        assert_true(pair->is_still && pair->has_closest);
        assert_int_equal(pair->kind, want[i]);
        assert_int_equal(pair->is_clash, want[i] != FK_CLASH_CLEAR);
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

/* Contact that is allowed does not hide what is undecided: a ball on an arm grazes a wall, and goes on. */
static void test_budget_and_contact(void **state)
{
    (void)state;
    scene s;
    scene_begin(&s);
    uint32_t frame = add_frame(&s, FK_NONE);
    add_key(&s, 0, 0, 0, 0);
    turn_key(add_key(&s, 1, 0, 0, 0), 3);
    add_piece(&s, frame, fk_piece_sphere(fk_vec3_make(5, 0, 0), 1));
    add_piece(&s, FK_NONE, box_piece(-20, 6, -1, 20, 7, 1));
    scene_end(&s);
    s.options.rule.allow_contact = true;
    s.options.wants_closest = false;
    s.options.tolerance = 1e-7;
    int both = 0;
    for (uint64_t tests = 1; tests < 4000; tests += 1 + tests / 8) {
        s.options.max_tests = tests;
        fk_sweep *sweep = run(&s);
        const fk_sweep_pair *pair = only_pair(sweep);
        bool is_open = false, touches = false;
        for (uint32_t i = 0; i < pair->contact_count; i++) {
            is_open = is_open || pair->contact[i].kind == FK_STRETCH_UNDECIDED;
            touches = touches || pair->contact[i].kind != FK_STRETCH_UNDECIDED;
        }
        assert_int_equal(pair->kind, is_open ? FK_CLASH_UNDECIDED : FK_CLASH_CONTACT);
        both += is_open && touches;
        fk_sweep_free(context, sweep);
    }
    assert_true(both > 0);
    scene_free(&s);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

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
    /* There and back, without meeting in between. */
    scene_begin(&s);
    uint32_t frame = add_frame(&s, FK_NONE);
    add_key(&s, 0, 1, 0, 0);
    add_key(&s, 1, 4, 0, 0);
    add_key(&s, 2, 1, 0, 0);
    add_piece(&s, frame, box_piece(-1, -1, -1, 1, 1, 1));
    add_piece(&s, FK_NONE, box_piece(-1, -1, -1, 1, 1, 1));
    scene_end(&s);
    write_sweep(&s, &out);
    assert_non_null(strstr(out.text, "\"overlaps\":true},{\"kind\":\"meets\",\"enter\":{\"lo\":1.6"));
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

/* A box that goes by another one, and touches it at the end; a part that is ignored. */
static void test_distances(void **state)
{
    (void)state;
    static written w;
    scene s;
    scene_begin(&s);
    add_piece(&s, slider(&s, -3, -1), box_piece(0, 0, 0, 1, 1, 1));
    add_piece(&s, FK_NONE, box_piece(0, 0, 0, 1, 1, 1));
    scene_end(&s);
    s.part[0].part.name = "a, \"b\"";
    s.part[1].part.name = "c";
    fk_sweep_distances what = {context, s.motion, s.part, s.part_count, 3, s.options};
    what.options.from = 0;
    what.options.to = 1;
    assert_int_equal(fk_sweep_write_distances(&what, write_text, &w), FK_OK);
    assert_memory_equal(w.text, "t,a,b,lo,hi,least\n0,\"a, \"\"b\"\"\",c,1.99999", 40);
    assert_non_null(strstr(w.text, "\n1,\"a, \"\"b\"\"\",c,0,0,0\n"));
    memset(&w, 0, sizeof w);
    assert_int_equal(fk_json_write_string("caf\xe9 \"\n", write_text, &w), FK_OK);
    assert_string_equal(w.text, "\"caf\\ufffd \\\"\\u000a\"");
    scene_free(&s);
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
    s.part[0].frame = 1;
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    s.part[0].frame = 0;
    s.part[0].part.pose.translation.x = HUGE_VAL;
    assert_wrong(&s, FK_ERROR_NOT_FINITE);
    s.part[0].part.pose.translation.x = 0;
    s.piece[1] = fk_piece_point(fk_vec3_make(0, 0, 0));
    assert_wrong(&s, FK_ERROR_ARGUMENT);
    scene_free(&s);
    fk_sweep_free(context, NULL);
}

/* A check of the parts as they are, which fills the cache, too. */
static void check_all(const scene *s, fk_check_cache *kept)
{
    fk_check_part part[4];
    fk_check_options options = fk_check_options_default();
    fk_check *check;
    for (uint32_t i = 0; i < s->part_count; i++)
        part[i] = s->part[i].part;
    options.kept = kept;
    assert_int_equal(fk_check_run(context, part, s->part_count, &options, &check), FK_OK);
    fk_check_free(context, check);
}

/* Shapes that are kept: the same bytes, with a cache that other parts, a check and runs of the sweep have filled. */
static void test_kept_shapes(void **state)
{
    (void)state;
    static written without, with;
    fk_mesh *fork = fork_mesh(), *peg = box_mesh(1.25, 0.25, 0, 1.75, 0.75, 4),
            *far = box_mesh(50, 50, 50, 51, 51, 51);
    fk_check_cache *kept;
    assert_int_equal(fk_check_cache_create(context, &kept), FK_OK);
    for (int round = 0; round < 4; round++) {
        scene s;
        scene_begin(&s);
        uint32_t frame = add_frame(&s, FK_NONE);
        add_key(&s, 0, 0, 0, 5);
        turn_key(add_key(&s, 2, 0.5, 0, 0.75), 0.1);
        add_part(&s, round % 2 == 0 ? FK_NONE : frame, fork);
        add_piece(&s, FK_NONE, box_piece(5, 0, 0, 6, 1, 1));
        add_part(&s, round % 2 == 0 ? frame : FK_NONE, peg);
        if (round % 2 == 1)
            add_part(&s, FK_NONE, far);
        scene_end(&s);
        for (int is_whole = 0; is_whole < 2; is_whole++) {
            s.options.stops_at_clash = is_whole == 0; /* which completes only what it needs */
            s.options.kept = NULL;
            write_sweep(&s, &without);
            s.options.kept = kept;
            write_sweep(&s, &with);
            assert_string_equal(with.text, without.text);
            check_all(&s, kept);
        }
        scene_free(&s);
    }
    fk_check_cache_free(context, kept);
    fk_mesh_free(context, far);
    fk_mesh_free(context, fork);
    fk_mesh_free(context, peg);
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
        cmocka_unit_test(test_budget_and_contact),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_kept_shapes),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
