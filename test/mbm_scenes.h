/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motion-planning problems of MotionBenchMaker: robots among obstacles, with states. The files are not part of this tree: the
 * environment variable FARKAS_MBM_DATA names their folder, which has a folder for each robot, with NAME.urdf, NAME.srdf, states.tsv
 * and the scenes; without it tests are skipped. */

#ifndef FARKAS_TEST_MBM_SCENES_H
#define FARKAS_TEST_MBM_SCENES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/scene.h"

/* ---- States -------------------------------------------------------------------------------------------- */

enum { SCENE_COLUMN, STATE_COLUMN, ANSWER_COLUMN, CLEARANCE_COLUMN, PAIRS_COLUMN, FIRST_JOINT, COLUMNS = 32 };

static inline int split(char *line, char *column[COLUMNS])
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
    uint32_t joints; /* that it names */
} robot_run;

/* Pairs with a shape of the robot, without those that the scene and the SRDF file ignore. */
static inline fk_check_rule select_pair(void *user, uint32_t a, uint32_t b)
{
    const fk_scene *scene = user;
    const fk_scene_robot *r = &scene->robot[0];
    fk_check_rule rule = fk_scene_rule(scene, a, b);
    bool is_of_robot = a - r->first_part < r->robot->shape_count || b - r->first_part < r->robot->shape_count;
    rule.is_tested = rule.is_tested && is_of_robot;
    return rule;
}

static inline fk_check_options check_options(const robot_run *run)
{
    fk_check_options options = fk_check_options_default();
    options.select = select_pair;
    options.user = run->scene;
    options.kept = run->kept;
    options.wants_distance = options.wants_depth = false;
    options.max_triangles = 0;
    return options;
}

static inline void forget_scene(robot_run *run)
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

static inline fk_scene *load_robot_scene(const robot_run *run, const char *name)
{
    char path[3][2000];
    fk_scene_options options = fk_scene_options_default();
    fk_scene_report report;
    fk_scene *scene = NULL;
    snprintf(path[0], sizeof path[0], "%s/%s/scenes/%s.json", run->folder, run->name, name);
    snprintf(path[1], sizeof path[1], "%s/%s/%s.urdf", run->folder, run->name, run->name);
    snprintf(path[2], sizeof path[2], "%s/%s/%s.srdf", run->folder, run->name, run->name);
    options.urdf = path[1];
    options.srdf = path[2];
    fk_status status = fk_scene_load(run->context, path[0], &options, &report, &scene);
    if (status != FK_OK)
        print_message("%s: %s\n", path[0], report.message);
    assert_int_equal(status, FK_OK);
    assert_int_equal(scene->track_count, 1);
    return scene;
}

static inline void load_scene(robot_run *run, const char *name)
{
    forget_scene(run);
    run->scene = load_robot_scene(run, name);
    assert_int_equal(fk_parts_create(run->context, run->scene, &run->parts), FK_OK);
    assert_int_equal(fk_check_cache_create(run->context, &run->kept), FK_OK);
    fk_check_options rules = check_options(run);
    assert_int_equal(
        fk_checker_create(run->context, run->parts->part, run->parts->count, &rules, &run->checker), FK_OK);
    snprintf(run->loaded, sizeof run->loaded, "%s", name);
}

/* Sets the values of the robot's variables to those of a line; the others stay where they are. Free them. */
static inline double *read_values(const robot_run *run, const fk_scene *scene, char *const column[COLUMNS])
{
    const fk_scene_robot *r = &scene->robot[0];
    uint32_t variables = r->robot->variable_count;
    double *value = calloc(variables, sizeof *value);
    assert_non_null(value);
    memcpy(value, scene->track[r->track].value, variables * sizeof *value);
    for (uint32_t i = FIRST_JOINT; i < FIRST_JOINT + run->joints; i++) {
        uint32_t variable = 0;
        while (variable < variables &&
               strcmp(run->joint[i], r->robot->joint[r->robot->variable[variable]].name) != 0)
            variable++;
        assert_true(variable < variables);
        value[variable] = strtod(column[i], NULL);
    }
    return value;
}

/* Opens states.tsv, and reads the names of its columns. */
static inline FILE *open_states(robot_run *run)
{
    char path[2000];
    snprintf(path, sizeof path, "%s/%s/states.tsv", run->folder, run->name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        print_message("%s cannot be read\n", path);
    assert_non_null(file);
    assert_int_equal(fk_context_create(NULL, &run->context), FK_OK);
    assert_non_null(fgets(run->head, sizeof run->head, file));
    run->columns = split(run->head, run->joint);
    for (int i = FIRST_JOINT; i < run->columns && run->joint[i][0] != '\0'; i++)
        run->joints++;
    return file;
}

/* The folder of all robots; skips the test without it. */
static inline const char *find_robots(const char *name)
{
    const char *folder = getenv("FARKAS_MBM_DATA");
    if (folder == NULL) {
        print_message("skipped: FARKAS_MBM_DATA does not name a folder with %s\n", name);
        skip();
    }
    return folder;
}

/* ---- Robots -------------------------------------------------------------------------------------------- */

/* The test of a robot, which each file defines. */
static void compare_robot(const char *name);

static void test_panda(void **state)
{
    (void)state;
    compare_robot("panda");
}

static void test_ur5(void **state)
{
    (void)state;
    compare_robot("ur5");
}

#define ROBOT_TESTS cmocka_unit_test(test_panda), cmocka_unit_test(test_ur5)

#endif
