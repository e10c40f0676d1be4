/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots among obstacles, against another program: which pairs meet at the start, the goal and the middle of motion-planning problems
 * of MotionBenchMaker (mbm_scenes.h). A check finds the pairs, a checker whether there are any.
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

#include "mbm_scenes.h"

/* Places copies of all parts, the robot with the values of a line. */
static fk_check_part *place_parts(const robot_run *run, char *const column[COLUMNS])
{
    uint32_t variables = run->scene->robot[0].robot->variable_count;
    double time = 0, *value = read_values(run, run->scene, column);
    fk_check_part *part = calloc(run->parts->count, sizeof *part);
    fk_motion *motion = NULL;
    assert_non_null(part);
    fk_track track = {variables, 1, &time, value};
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

typedef struct state_counts {
    int states, collide, pairs;
} state_counts;

/* Returns the number of differences. */
static int compare_state(robot_run *run, char *column[COLUMNS], state_counts *counts)
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
    counts->states++;
    counts->collide += !is_free;
    counts->pairs += (int)check->clashes;
    fk_check_free(run->context, check);
    free(part);
    return wrong;
}

static void compare_robot(const char *name)
{
    char line[8000];
    robot_run run = {.folder = find_robots(name), .name = name};
    state_counts counts = {0, 0, 0};
    int wrong = 0;
    FILE *file = open_states(&run);
    while (fgets(line, sizeof line, file) != NULL) {
        char *column[COLUMNS];
        assert_int_equal(split(line, column), run.columns);
        if (strcmp(run.loaded, column[SCENE_COLUMN]) != 0)
            load_scene(&run, column[SCENE_COLUMN]);
        wrong += compare_state(&run, column, &counts);
    }
    print_message("%s: %d states, %d of them collide, %d pairs; %d differences\n", name, counts.states,
                  counts.collide, counts.pairs, wrong);
    forget_scene(&run);
    fk_context_destroy(run.context);
    fclose(file);
    assert_true(counts.states > 0);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {ROBOT_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
