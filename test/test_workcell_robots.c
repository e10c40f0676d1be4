/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Workcells of the robots and scenes of MotionBenchMaker: the states of another program (test_robot_states.c says more), and random
 * states, which are those of an fk_checker. FARKAS_MBM_DATA names the folder of the files; without it the test is skipped. Another
 * number of random states of each robot:
 *
 *     FARKAS_MBM_DATA=DIR FARKAS_MBM_STATES=1000000 build/test/test_workcell_robots */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "farkas/farkas.h"
#include "sanitized.h"
#include "workcell_check.h"

static uint8_t one_state(const robot_cell *c, const double *value)
{
    uint8_t state = FK_WORKCELL_UNDECIDED;
    fk_workcell_query query = {value, c->joint_count, 1, 0, NULL, NULL};
    assert_int_equal(fk_workcell_states(c->cell, &query, &state, NULL), FK_OK);
    return state;
}

/* Random states in the scene at hand; returns how many are wrong. */
static int compare_random(const robot_cell *c, fk_random *random, uint32_t joints, int count)
{
    double *value = calloc((size_t)count * c->joint_count, sizeof *value);
    uint8_t *state = calloc((size_t)count, 1);
    int wrong = 0;
    for (int i = 0; i < count; i++)
        random_values(c, random, joints, value + (size_t)i * c->joint_count);
    fk_workcell_query query = {value, c->joint_count, (size_t)count, 0, NULL, NULL};
    assert_int_equal(fk_workcell_states(c->cell, &query, state, NULL), FK_OK);
    for (int i = 0; i < count; i++)
        wrong += state[i] != (robot_collides(c, value + (size_t)i * c->joint_count) ? FK_WORKCELL_COLLIDES
                                                                                    : FK_WORKCELL_FREE);
    free(value);
    free(state);
    return wrong;
}

static void compare_robot(const char *name)
{
    char line[8000], loaded[200] = "";
    const char *asked = getenv("FARKAS_MBM_STATES");
    int total = asked != NULL ? atoi(asked) : 20000 / LEVEL_SHARE, wrong = 0, states = 0, random_states = 0;
    robot_run run = {.folder = find_robots(name), .name = name};
    robot_cell c = {.context = NULL};
    fk_random random = fk_random_make(5);
    FILE *file = open_states(&run);
    while (fgets(line, sizeof line, file) != NULL) {
        char *column[COLUMNS];
        assert_int_equal(split(line, column), run.columns);
        if (strcmp(loaded, column[SCENE_COLUMN]) != 0) {
            robot_cell_free(&c);
            c = robot_cell_load(&run, column[SCENE_COLUMN]);
            snprintf(loaded, sizeof loaded, "%s", column[SCENE_COLUMN]);
            wrong += compare_random(&c, &random, run.joints, (total + 69) / 70);
            random_states += (total + 69) / 70;
        }
        double *value = read_values(&run, c.scene, column);
        bool is_free = strcmp(column[ANSWER_COLUMN], "free") == 0;
        wrong += one_state(&c, value) != (is_free ? FK_WORKCELL_FREE : FK_WORKCELL_COLLIDES);
        states++;
        free(value);
    }
    print_message("%s: %d states and %d random ones; %d differences\n", name, states, random_states, wrong);
    robot_cell_free(&c);
    fk_context_destroy(run.context);
    fclose(file);
    assert_true(states > 0);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {ROBOT_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
