/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots among obstacles, against another program: which pairs meet at the start, the goal and the middle of motion-planning problems
 * of MotionBenchMaker. A check finds the pairs, a checker whether there are any. The files are not part of this tree: the environment
 * variable FARKAS_MBM_DATA names their folder, which has a folder for each robot, with NAME.urdf, NAME.srdf, states.tsv and the
 * scenes; without it the test is skipped.
 *
 *     FARKAS_MBM_DATA=DIR build/test/test_robot_states
 *
 * The other program compares surfaces, triangle by triangle, and has prisms of 48 sides inside of cylinders: it does not see a part
 * inside another one, and may miss a cylinder that is barely met. No state depends on that, so all pairs must be the same. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/scene.h"

/* ---- States -------------------------------------------------------------------------------------------- */

enum { SCENE_COLUMN, STATE_COLUMN, ANSWER_COLUMN, CLEARANCE_COLUMN, PAIRS_COLUMN, FIRST_JOINT, COLUMNS = 32 };

static int split(char *line, char *column[COLUMNS])
{
    int count = 0;
    for (char *at = line; count < COLUMNS && at != NULL; count++) {
        column[count] = at;
        at = strpbrk(at, "\t\r\n");
        if (at != NULL)
            *at++ = '\0';
    }
    return count;
}

typedef struct robot_run {
    const char *folder, *name; /* of all robots, and of this one */
    fk_context *context;
    char loaded[200]; /* the name of the scene */
    fk_scene *scene;
    fk_parts *parts;
    fk_check_cache *kept;
    fk_checker *checker;
    char head[4000], *joint[COLUMNS]; /* the first line, and its columns */
    int columns;
    int states, collide, pairs;
} robot_run;

/* Pairs with a shape of the robot, without those that the scene and the SRDF file ignore. */
static fk_check_rule select_pair(void *user, uint32_t a, uint32_t b)
{
    const fk_scene *scene = user;
    const fk_scene_robot *r = &scene->robot[0];
    fk_check_rule rule = fk_scene_rule(scene, a, b);
    bool is_of_robot = a - r->first_part < r->robot->shape_count || b - r->first_part < r->robot->shape_count;
    rule.is_tested = rule.is_tested && is_of_robot;
    return rule;
}

static fk_check_options check_options(const robot_run *run)
{
    fk_check_options options = fk_check_options_default();
    options.select = select_pair;
    options.user = run->scene;
    options.kept = run->kept;
    options.wants_distance = options.wants_depth = false;
    options.max_triangles = 0;
    return options;
}

static void forget_scene(robot_run *run)
{
    fk_checker_free(run->context, run->checker);
    fk_check_cache_free(run->context, run->kept);
    fk_parts_free(run->context, run->parts);
    fk_scene_free(run->context, run->scene);
    run->checker = NULL;
    run->kept = NULL;
    run->parts = NULL;
    run->scene = NULL;
}

static void load_scene(robot_run *run, const char *name)
{
    char path[3][2000];
    fk_scene_options options = fk_scene_options_default();
    fk_scene_report report;
    snprintf(path[0], sizeof path[0], "%s/%s/scenes/%s.json", run->folder, run->name, name);
    snprintf(path[1], sizeof path[1], "%s/%s/%s.urdf", run->folder, run->name, run->name);
    snprintf(path[2], sizeof path[2], "%s/%s/%s.srdf", run->folder, run->name, run->name);
    options.urdf = path[1];
    options.srdf = path[2];
    forget_scene(run);
    fk_status status = fk_scene_load(run->context, path[0], &options, &report, &run->scene);
    if (status != FK_OK)
        print_message("%s: %s\n", path[0], report.message);
    assert_int_equal(status, FK_OK);
    assert_int_equal(fk_parts_create(run->context, run->scene, &run->parts), FK_OK);
    assert_int_equal(fk_check_cache_create(run->context, &run->kept), FK_OK);
    fk_check_options rules = check_options(run);
    assert_int_equal(
        fk_checker_create(run->context, run->parts->part, run->parts->count, &rules, &run->checker), FK_OK);
    snprintf(run->loaded, sizeof run->loaded, "%s", name);
}

/* Places copies of all parts, the robot with the values of a line. Joints without a column stay where they are. */
static fk_check_part *place_parts(const robot_run *run, char *const column[COLUMNS])
{
    const fk_scene_robot *r = &run->scene->robot[0];
    uint32_t variables = r->robot->variable_count;
    double time = 0, *value = calloc(variables, sizeof *value);
    fk_check_part *part = calloc(run->parts->count, sizeof *part);
    fk_motion *motion = NULL;
    assert_non_null(value);
    assert_non_null(part);
    memcpy(value, run->scene->track[r->track].value, variables * sizeof *value);
    for (int i = FIRST_JOINT; i < run->columns && run->joint[i][0] != '\0'; i++) {
        uint32_t variable = 0;
        while (variable < variables &&
               strcmp(run->joint[i], r->robot->joint[r->robot->variable[variable]].name) != 0)
            variable++;
        assert_true(variable < variables);
        value[variable] = strtod(column[i], NULL);
    }
    fk_track track = {variables, 1, &time, value};
    assert_int_equal(run->scene->track_count, 1);
    assert_int_equal(
        fk_motion_create(run->context, run->scene->frame, run->scene->frame_count, &track, 1, &motion),
        FK_OK);
    for (uint32_t i = 0; i < run->parts->count; i++) {
        fk_pose frame = fk_motion_pose(motion, run->parts->moving[i].frame, 0);
        part[i] = run->parts->part[i];
        part[i].pose = fk_pose_multiply(&frame, &run->parts->moving[i].part.pose);
    }
    fk_motion_free(run->context, motion);
    free(value);
    return part;
}

/* ---- Comparison ---------------------------------------------------------------------------------------- */

/* Removes "A+B" or "B+A" from a list that ';' separates; false if it is not there. */
static bool take_pair(char *list, const char *a, const char *b)
{
    for (char *at = list; *at != '\0';) {
        size_t length = strcspn(at, ";"), first = strlen(a), second = strlen(b);
        char *next = at + length + (at[length] == ';');
        if (length == first + second + 1 &&
            ((strncmp(at, a, first) == 0 && at[first] == '+' && strncmp(at + first + 1, b, second) == 0) ||
             (strncmp(at, b, second) == 0 && at[second] == '+' && strncmp(at + second + 1, a, first) == 0))) {
            memmove(at, next, strlen(next) + 1);
            return true;
        }
        at = next;
    }
    return false;
}

/* Whether anything collides, by the checker of the scene. */
static bool find_collision(const robot_run *run, const fk_check_part *part)
{
    fk_pose *pose = calloc(run->parts->count, sizeof *pose);
    bool found = false;
    assert_non_null(pose);
    for (uint32_t i = 0; i < run->parts->count; i++)
        pose[i] = part[i].pose;
    assert_int_equal(fk_checker_clashes(run->checker, pose, &found), FK_OK);
    free(pose);
    return found;
}

/* Returns the number of differences. */
static int compare_state(robot_run *run, char *column[COLUMNS])
{
    fk_check_part *part = place_parts(run, column);
    fk_check_options options = check_options(run);
    fk_check *check = NULL;
    bool is_free = strcmp(column[ANSWER_COLUMN], "free") == 0;
    char *pairs = column[PAIRS_COLUMN];
    int wrong = 0;
    assert_int_equal(fk_check_run(run->context, part, run->parts->count, &options, &check), FK_OK);
    for (size_t i = 0; i < check->pair_count; i++) {
        const fk_check_pair *pair = &check->pair[i];
        const char *a = part[pair->a].name, *b = part[pair->b].name;
        if ((!pair->is_clash && pair->kind != FK_CLASH_UNDECIDED) || take_pair(pairs, a, b))
            continue;
        print_message("%s %s: %s x %s is %s, not free\n", column[SCENE_COLUMN], column[STATE_COLUMN], a, b,
                      fk_clash_word(pair->kind));
        wrong++;
    }
    if (pairs[0] != '\0') {
        print_message("%s %s: free, not %s\n", column[SCENE_COLUMN], column[STATE_COLUMN], pairs);
        wrong++;
    }
    wrong += is_free != (check->clashes == 0);
    wrong += is_free == find_collision(run, part);
    run->states++;
    run->collide += !is_free;
    run->pairs += (int)check->clashes;
    fk_check_free(run->context, check);
    free(part);
    return wrong;
}

static void compare_robot(const char *folder, const char *name)
{
    char path[2000], line[8000];
    robot_run run = {.folder = folder, .name = name};
    int wrong = 0;
    snprintf(path, sizeof path, "%s/%s/states.tsv", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        print_message("%s cannot be read\n", path);
    assert_non_null(file);
    assert_int_equal(fk_context_create(NULL, &run.context), FK_OK);
    assert_non_null(fgets(run.head, sizeof run.head, file));
    run.columns = split(run.head, run.joint);
    while (fgets(line, sizeof line, file) != NULL) {
        char *column[COLUMNS];
        assert_int_equal(split(line, column), run.columns);
        if (strcmp(run.loaded, column[SCENE_COLUMN]) != 0)
            load_scene(&run, column[SCENE_COLUMN]);
        wrong += compare_state(&run, column);
    }
    print_message("%s: %d states, %d of them collide, %d pairs; %d differences\n", name, run.states,
                  run.collide, run.pairs, wrong);
    forget_scene(&run);
    fk_context_destroy(run.context);
    fclose(file);
    assert_true(run.states > 0);
    assert_int_equal(wrong, 0);
}

static void compare_named(const char *name)
{
    const char *folder = getenv("FARKAS_MBM_DATA");
    if (folder == NULL) {
        print_message("skipped: FARKAS_MBM_DATA does not name a folder with %s\n", name);
        skip();
    }
    compare_robot(folder, name);
}

static void test_panda(void **state)
{
    (void)state;
    compare_named("panda");
}

static void test_ur5(void **state)
{
    (void)state;
    compare_named("ur5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_panda), cmocka_unit_test(test_ur5)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
