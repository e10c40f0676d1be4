/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Workcells of scenes: two robots, parts that they hold, parts that move by keys, and obstacles. States are those of the checker
 * of the same parts, placed by a motion of the scene's own frames; and so on problems of MotionBenchMaker (mbm_scenes.h), whose reference
 * states must come out, too. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/vec3.h"
#include "farkas/farkas.h"
#include "mbm_scenes.h"
#include "sanitized.h"
#include "scene_check.h"

enum { CHUNK = 200 };

static fk_context *context;

/* How many random states: FARKAS_STATES, as of `make campaign`. */
static size_t count_states(size_t usual)
{
    const char *wanted = getenv("FARKAS_STATES");
    return (wanted != NULL ? strtoull(wanted, NULL, 10) : usual) / SHARE;
}

/* ---- What it should be --------------------------------------------------------------------------------- */

static bool is_of_robot(const fk_scene *scene, uint32_t frame)
{
    for (; frame != FK_NONE; frame = scene->frame[frame].parent)
        for (uint32_t i = 0; i < scene->robot_count; i++)
            if (frame >= scene->robot[i].first_frame &&
                frame < scene->robot[i].first_frame + scene->robot[i].robot->link_count)
                return true;
    return false;
}

/* The rule of a pair that counts; others are not tested. */
static fk_check_rule select_counting(void *user, uint32_t a, uint32_t b)
{
    const fk_parts *parts = user;
    const fk_scene_part *part = parts->scene->part;
    fk_check_rule rule = fk_scene_rule(parts->scene, a, b);
    bool moves = is_of_robot(parts->scene, part[a].frame) || is_of_robot(parts->scene, part[b].frame);
    bool counts = rule.is_tested && rule.ignored == NULL && moves && part[a].frame != part[b].frame;
    return (fk_check_rule){.is_tested = counts};
}

typedef struct truth {
    const fk_parts *parts;
    fk_checker *checker;
    fk_pose *pose;
} truth;

static truth truth_make(const fk_parts *parts)
{
    fk_check_options options = fk_check_options_default();
    truth t = {.parts = parts, .pose = calloc(parts->count, sizeof *t.pose)};
    options.select = select_counting;
    options.user = (void *)(uintptr_t)parts;
    assert_non_null(t.pose);
    assert_int_equal(fk_checker_create(context, parts->part, parts->count, &options, &t.checker), FK_OK);
    return t;
}

static void truth_free(truth *t)
{
    fk_checker_free(context, t->checker);
    free(t->pose);
}

/* The state at a configuration: by a motion of the frames of the scene. */
static uint8_t true_state(const truth *t, const double *value)
{
    const fk_scene *scene = t->parts->scene;
    const double zero = 0;
    fk_track track[4];
    fk_motion *motion = NULL;
    bool clashes;
    assert_true(scene->robot_count <= 4);
    for (uint32_t i = 0; i < scene->robot_count; i++) {
        track[i] = (fk_track){scene->robot[i].robot->variable_count, 1, &zero, value};
        value += track[i].variable_count;
    }
    assert_int_equal(
        fk_motion_create(context, scene->frame, scene->frame_count, track, scene->robot_count, &motion),
        FK_OK);
    for (uint32_t i = 0; i < t->parts->count; i++) {
        const fk_sweep_part *moving = &t->parts->moving[i];
        t->pose[i] = moving->part.pose;
        if (moving->frame != FK_NONE) {
            fk_pose frame = fk_motion_pose(motion, moving->frame, t->parts->time);
            t->pose[i] = fk_pose_multiply(&frame, &moving->part.pose);
        }
    }
    fk_motion_free(context, motion);
    assert_int_equal(fk_checker_clashes(t->checker, t->pose, &clashes), FK_OK);
    return clashes ? FK_WORKCELL_COLLIDES : FK_WORKCELL_FREE;
}

static void draw_values(fk_random *random, const fk_scene_workcell *w, double *value)
{
    for (uint32_t k = 0; k < w->joint_count; k++)
        value[k] = fk_random_between(random, fk_larger(w->limit[k].lo, -4), fk_smaller(w->limit[k].hi, 4));
}

/* Returns how many of the states collide. */
static size_t compare_states(const truth *t, const fk_scene_workcell *w, fk_random *random, size_t count)
{
    double *value = calloc(count * w->joint_count, sizeof *value);
    uint8_t *state = calloc(count, 1);
    size_t collide = 0;
    assert_true(value != NULL && state != NULL);
    for (size_t i = 0; i < count; i++)
        draw_values(random, w, value + i * w->joint_count);
    fk_workcell_query query = {.value = value, .joint_count = w->joint_count, .count = count};
    assert_int_equal(fk_workcell_states(w->cell, &query, state, NULL), FK_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(state[i], true_state(t, value + i * w->joint_count));
        collide += state[i] == FK_WORKCELL_COLLIDES;
    }
    free(value);
    free(state);
    return collide;
}

/* ---- Two robots ---------------------------------------------------------------------------------------- */

#define ARM "\"urdf\": \"arm.urdf\", \"srdf\": \"arm.srdf\""
#define TWO_ARMS                                                                                             \
    "{\"farkas\": 1, \"units\": \"mm\", \"parts\": [\n"                                                      \
    "{\"name\": \"floor\", \"shape\": {\"box\": {\"size\": [3000, 3000, 100]}}, \"pose\": {\"xyz\": [0, 0, " \
    "-60]}},\n"                                                                                              \
    "{\"name\": \"post\", \"shape\": {\"cylinder\": {\"radius\": 60, \"length\": 900}}, \"pose\": "          \
    "{\"xyz\": [300, 350, 450]}},\n"                                                                         \
    "{\"name\": \"tetra\", \"mesh\": \"tetra.off\", \"scale\": 300, \"pose\": {\"xyz\": [300, -500, "        \
    "300]}},\n"                                                                                              \
    "{\"name\": \"other\", \"mesh\": \"tetra.off\", \"scale\": 300, \"pose\": {\"xyz\": [310, -490, "        \
    "300]}},\n"                                                                                              \
    "{\"name\": \"slide\", \"shape\": {\"box\": {\"size\": [100, 100, 100]}},\n"                             \
    " \"motion\": {\"keys\": [{\"t\": 0, \"xyz\": [9000, 0, 500]}, {\"t\": 1, \"xyz\": [-8400, 0, 500], "    \
    "\"rpy_deg\": [0, 0, 90]}]}},\n"                                                                         \
    "{\"name\": \"cup\", \"shape\": {\"capsule\": {\"radius\": 20, \"length\": 200}}, \"attached_to\": "     \
    "\"left/hand\",\n"                                                                                       \
    " \"pose\": {\"xyz\": [0, 0, 135]}},\n"                                                                  \
    "{\"name\": \"blade\", \"shape\": {\"box\": {\"size\": [30, 30, 200]}}, \"attached_to\": "               \
    "\"right/hand\",\n"                                                                                      \
    " \"motion\": {\"keys\": [{\"t\": 0, \"xyz\": [0, 0, 200]}, {\"t\": 1, \"xyz\": [0, 0, 400]}]}},\n"      \
    "{\"name\": \"far\", \"shape\": {\"sphere\": {\"radius\": 50}}, \"pose\": {\"xyz\": [600, 600, "         \
    "600]}}],\n"                                                                                             \
    "\"robots\": [{\"name\": \"left\", " ARM "},\n"                                                          \
    " {\"name\": \"right\", " ARM ", \"joints\": {\"elbow\": 1, \"left_slide\": 0.03}, \"pose\": {\"xyz\": " \
    "[600, 0, 0], \"rpy_deg\": [0, 0, 180]}}],\n"                                                            \
    "\"tests\": [{\"between\": [\"all\", \"all\"]}, {\"between\": [\"left\", \"post\"], \"clearance\": 5, "  \
    "\"allow_contact\": true},\n"                                                                            \
    " {\"between\": [\"far\", \"post\"]}],\n"                                                                \
    "\"ignore\": [{\"between\": [\"cup\", \"left/*_finger\"], \"reason\": \"it is held\"},\n"                \
    " {\"between\": [\"floor\", \"*/base\"], \"reason\": \"it stands there\"}]}"

static fk_status load_two(fk_context *from, fk_scene **scene, fk_parts **parts)
{
    shelf s = {0};
    fk_scene_options options = fk_scene_options_default();
    fk_scene_text text = {TWO_ARMS, strlen(TWO_ARMS), "examples/scene"};
    fk_scene_report report;
    options.load_mesh = shelf_load;
    options.user = &s;
    fk_status status = fk_scene_parse(from, &text, &options, &report, scene);
    if (status != FK_OK)
        print_message("%s\n", report.message);
    if (status == FK_OK)
        status = fk_parts_create(from, *scene, parts);
    if (status == FK_OK)
        fk_parts_move(*parts, 0.5);
    return status;
}

static void check_counts(const fk_parts *parts, const fk_scene_workcell *w)
{
    const fk_scene *scene = parts->scene;
    uint64_t ignored = 0, counting = 0, untested = 0;
    for (uint32_t a = 0; a < parts->count; a++)
        for (uint32_t b = a + 1; b < parts->count; b++) {
            fk_check_rule rule = fk_scene_rule(scene, a, b);
            ignored += rule.ignored != NULL;
            untested += rule.ignored == NULL && !rule.is_tested;
            counting += select_counting((void *)(uintptr_t)parts, a, b).is_tested;
        }
    assert_int_equal(w->ignored_count, ignored);
    assert_int_equal(w->pair_count, counting);
    assert_int_equal(w->pair_count + w->ignored_count + w->resting_count + w->joined_count + untested,
                     (uint64_t)parts->count * (parts->count - 1) / 2);
}

static void test_two_robots(void **state)
{
    (void)state;
    fk_scene *scene = NULL;
    fk_parts *parts = NULL;
    fk_scene_workcell *w = NULL;
    fk_random random = fk_random_make(11);
    fk_moving body;
    assert_int_equal(load_two(context, &scene, &parts), FK_OK);
    assert_int_equal(fk_scene_workcell_create(context, parts, NULL, &w), FK_OK);
    assert_int_equal(w->joint_count, 8);
    assert_int_equal(parts->joint_count, 8);
    assert_int_equal(fk_workcell_joint_count(w->cell), 8);
    assert_string_equal(parts->joint[5], "right/shoulder");
    assert_true(w->home[6] == 1 && w->home[7] == 30 && w->home[3] == 0);
    assert_true(w->limit[7].lo == 0 && w->limit[7].hi == 50 && w->limit[2].lo == -2.8);
    check_counts(parts, w);
    assert_true(w->resting_count == 15 && w->joined_count == 1); /* six obstacles; the cup and the hand */
    assert_true(w->contact_count == 0 && w->clearance_count == 7);
    for (uint32_t i = 0; i < parts->count; i++) {
        fk_body_id id = fk_workcell_next(w->cell, i);
        assert_int_equal(id.index, i);
        assert_int_equal(fk_workcell_get(w->cell, id, &body), FK_OK);
        assert_int_equal(body.frame, scene->part[i].frame);
    }
    truth t = truth_make(parts);
    size_t count = 0, collide = 0;
    for (size_t most = count_states(4000); count < most; count += CHUNK)
        collide += compare_states(&t, w, &random, CHUNK);
    print_message("%zu states, %zu collide\n", count, collide);
    assert_true(collide > count / 8 && collide < count - count / 8);
    truth_free(&t);
    fk_scene_workcell_free(context, w);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

/* Whether the two arms at home, with the slide between them, are free, by rules of a caller. */
static uint8_t state_at_home(const fk_parts *parts, const fk_scene_rules *rules, uint64_t *pairs)
{
    fk_scene_workcell *w = NULL;
    uint8_t state;
    assert_int_equal(fk_scene_workcell_create(context, parts, rules, &w), FK_OK);
    fk_workcell_query query = {.value = w->home, .joint_count = w->joint_count, .count = 1};
    assert_int_equal(fk_workcell_states(w->cell, &query, &state, NULL), FK_OK);
    *pairs = w->pair_count;
    fk_scene_workcell_free(context, w);
    return state;
}

/* Only what is asked for; parts that the caller places; and other times of what moves by keys. */
static void test_rules(void **state)
{
    (void)state;
    fk_scene *scene = NULL;
    fk_parts *parts = NULL;
    uint8_t in_a[64] = {0}, in_b[64] = {0};
    uint64_t pairs;
    assert_int_equal(load_two(context, &scene, &parts), FK_OK);
    uint32_t far = fk_scene_find_part(scene, "far"), hand = fk_scene_find_part(scene, "right/hand"),
             slide = fk_scene_find_part(scene, "slide");
    assert_true(far != FK_NONE && hand != FK_NONE && slide != FK_NONE);
    in_a[hand] = in_b[far] = in_b[slide] = 1;
    fk_scene_pairs between = {in_a, in_b, NULL}, ignore = {in_a, in_b, "because"};
    fk_scene_rules rules = {.scene = scene, .between_count = 1, .between = &between};
    fk_pose at = parts->part[hand].pose;
    assert_int_equal(state_at_home(parts, &rules, &pairs), FK_WORKCELL_FREE);
    assert_int_equal(pairs, 2);
    fk_parts_place(parts, far, &at);
    assert_int_equal(state_at_home(parts, &rules, &pairs), FK_WORKCELL_COLLIDES);
    rules = (fk_scene_rules){
        .scene = scene, .between_count = 1, .between = &between, .ignore_count = 1, .ignore = &ignore};
    assert_int_equal(state_at_home(parts, &rules, &pairs), FK_WORKCELL_FREE);
    assert_int_equal(pairs, 0);
    in_b[far] = 0; /* the slide comes by */
    rules = (fk_scene_rules){.scene = scene, .between_count = 1, .between = &between};
    at = fk_pose_inverse(&parts->part[slide].pose);
    at = fk_pose_multiply(&at, &parts->part[hand].pose);
    fk_parts_place(parts, slide, &at);
    assert_int_equal(state_at_home(parts, &rules, &pairs), FK_WORKCELL_COLLIDES);
    fk_parts_move(parts, 0.6);
    assert_int_equal(state_at_home(parts, &rules, &pairs), FK_WORKCELL_FREE);
    assert_int_equal(pairs, 1);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

/* Obstacles alone: no joints, no pairs; an obstacle against another counts once it is disallowed, in frames of their own. */
static void test_no_robot(void **state)
{
    (void)state;
    shelf s = {0};
    fk_parts *parts = NULL;
    fk_scene_workcell *w = NULL;
    fk_scene *scene = shelf_good(
        context,
        "{\"farkas\": 1, \"units\": \"m\", \"parts\": [{\"name\": \"a\", \"mesh\": \"tetra.off\"}, "
        "{\"name\": \"b\", \"mesh\": \"tetra.off\", \"motion\": {\"keys\": [{\"t\": 0}]}}]}",
        &s);
    uint8_t answer;
    assert_int_equal(fk_parts_create(context, scene, &parts), FK_OK);
    assert_int_equal(fk_scene_workcell_create(context, parts, NULL, &w), FK_OK);
    assert_true(w->joint_count == 0 && w->pair_count == 0 && w->resting_count == 1);
    fk_workcell_query query = {.value = w->home, .joint_count = 0, .count = 1};
    assert_int_equal(fk_workcell_states(w->cell, &query, &answer, NULL), FK_OK);
    assert_int_equal(answer, FK_WORKCELL_FREE);
    assert_int_equal(
        fk_workcell_disallow(w->cell, fk_workcell_next(w->cell, 0), fk_workcell_next(w->cell, 1)), FK_OK);
    assert_int_equal(fk_workcell_states(w->cell, &query, &answer, NULL), FK_OK);
    assert_int_equal(answer, FK_WORKCELL_COLLIDES);
    fk_scene_workcell_free(context, w);
    fk_scene_workcell_free(context, NULL);
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static fk_status make_and_free(fk_context *scarce, const void *user, void *out)
{
    fk_scene_workcell *w = NULL;
    fk_status status = fk_scene_workcell_create(scarce, user, NULL, &w);
    if (status == FK_OK)
        *(uint64_t *)out = w->pair_count;
    fk_scene_workcell_free(scarce, w);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    fk_scene *scene = NULL;
    fk_parts *parts = NULL;
    assert_int_equal(load_two(context, &scene, &parts), FK_OK);
    memory_ask(make_and_free, parts, sizeof(uint64_t));
    fk_parts_free(context, parts);
    fk_scene_free(context, scene);
}

/* ---- Robots of MotionBenchMaker ------------------------------------------------------------------------ */

enum { LINES = 210 }; /* of the reference */

static void compare_robot(const char *name)
{
    char line[8000];
    robot_run run = {.folder = find_robots(name), .name = name};
    fk_random random = fk_random_make(5);
    fk_scene_workcell *w = NULL;
    truth t = {NULL, NULL, NULL};
    size_t states = 0, collide = 0, more = 0, each = (count_states(20000) + LINES - 1) / LINES;
    FILE *file = open_states(&run);
    while (fgets(line, sizeof line, file) != NULL) {
        char *column[COLUMNS];
        assert_int_equal(split(line, column), run.columns);
        if (strcmp(run.loaded, column[SCENE_COLUMN]) != 0) {
            fk_scene_workcell_free(context, w);
            truth_free(&t);
            load_scene(&run, column[SCENE_COLUMN]);
            assert_int_equal(fk_scene_workcell_create(context, run.parts, NULL, &w), FK_OK);
            t = truth_make(run.parts);
        }
        double *value = read_values(&run, run.scene, column);
        uint8_t answer, is_free = strcmp(column[ANSWER_COLUMN], "free") == 0;
        fk_workcell_query query = {.value = value, .joint_count = w->joint_count, .count = 1};
        assert_int_equal(fk_workcell_states(w->cell, &query, &answer, NULL), FK_OK);
        assert_int_equal(answer, is_free ? FK_WORKCELL_FREE : FK_WORKCELL_COLLIDES);
        states++;
        collide += !is_free;
        more += compare_states(&t, w, &random, each);
        free(value);
    }
    print_message("%s: %zu states of the reference, %zu collide; of %zu random ones %zu\n", name, states,
                  collide, states * each, more);
    fk_scene_workcell_free(context, w);
    truth_free(&t);
    forget_scene(&run);
    fk_context_destroy(run.context);
    fclose(file);
    assert_true(states > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_robots),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_no_robot),
        cmocka_unit_test(test_memory),
        ROBOT_TESTS,
    };
    if (fk_context_create(NULL, &context) != FK_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
