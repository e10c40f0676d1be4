/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Edges and distances of the robots of MotionBenchMaker: straight lines from start to goal as fk_sweep_run finds them, random short
 * edges whose states are all free, distances as fk_collider_measure finds them pair by pair. The folder is that of FARKAS_MBM_DATA.
 * Usage: test_robot_edges [EDGES [STATES]]: so many free edges of each robot, with so many states each; from 100 edges on in all
 * scenes, else in some. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "farkas/farkas.h"
#include "workcell_check.h"

#include "context_fixture.h"

static unsigned long edge_count = 14, state_count = 500;

#define MOST_JOINTS 16

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* The first contact, by a sweep of all pairs; infinite if there is none. */
static fk_interval swept_contact(const robot_cell *c, const double *from, const double *to)
{
    static const double time[2] = {0, 1};
    double value[2 * MOST_JOINTS];
    fk_interval first = {INFINITY, INFINITY};
    memcpy(value, from, c->joint_count * sizeof *value);
    memcpy(value + c->joint_count, to, c->joint_count * sizeof *value);
    fk_track track = {c->joint_count, 2, time, value};
    fk_motion *motion = NULL;
    fk_sweep *sweep = NULL;
    fk_sweep_options options = fk_sweep_options_default();
    options.select = robot_rule;
    options.user = c->scene;
    options.wants_closest = false;
    options.stops_at_clash = true;
    assert_int_equal(fk_motion_create(c->context, c->scene->frame, c->scene->frame_count, &track, 1, &motion),
                     FK_OK);
    assert_int_equal(fk_sweep_run(c->context, motion, c->parts->moving, c->parts->count, &options, &sweep),
                     FK_OK);
    for (size_t i = 0; i < sweep->pair_count; i++)
        if (sweep->pair[i].contact_count > 0 && sweep->pair[i].contact[0].enter.lo < first.lo)
            first = sweep->pair[i].contact[0].enter;
    fk_sweep_free(c->context, sweep);
    fk_motion_free(c->context, motion);
    return first;
}

static fk_workcell_edge edge_between(const robot_cell *c, const double *from, const double *to)
{
    fk_workcell_edge_query query = {.from = from, .to = to, .joint_count = c->joint_count, .count = 1};
    fk_workcell_edge e;
    assert_int_equal(fk_workcell_edges(c->cell, &query, &e), FK_OK);
    return e;
}

/* The brackets of both have a common time, up to rounding. */
static void compare_line(const robot_cell *c, const double *from, const double *to)
{
    fk_workcell_edge e = edge_between(c, from, to);
    fk_interval swept = swept_contact(c, from, to);
    assert_int_equal(e.state, isfinite(swept.lo) ? FK_WORKCELL_COLLIDES : FK_WORKCELL_FREE);
    if (e.state == FK_WORKCELL_COLLIDES)
        assert_true(e.contact.lo <= swept.hi + 1e-9 && swept.lo <= e.contact.hi + 1e-9);
}

/* ---- Short edges and distances ------------------------------------------------------------------------- */

static uint8_t state_of(const robot_cell *c, const double *value)
{
    fk_workcell_query query = {value, c->joint_count, 1, 0, NULL, NULL};
    uint8_t state;
    assert_int_equal(fk_workcell_states(c->cell, &query, &state, NULL), FK_OK);
    return state;
}

/* An edge of 0.1 to 1 rad from a free state. */
static void random_edge(const robot_cell *c, fk_random *random, double *from, double *to)
{
    double length = fk_random_between(random, 0.1, 1), square = 0;
    do
        random_values(c, random, c->joint_count, from);
    while (state_of(c, from) != FK_WORKCELL_FREE);
    for (uint32_t i = 0; i < c->joint_count; i++) {
        to[i] = fk_random_between(random, -1, 1);
        square += to[i] * to[i];
    }
    for (uint32_t i = 0; i < c->joint_count; i++)
        to[i] = fmin(fmax(from[i] + to[i] * length / sqrt(square), c->limit[i].lo), c->limit[i].hi);
}

static void sample_edge(const robot_cell *c, const double *from, const double *to, double end)
{
    double *value = calloc(state_count * c->joint_count, sizeof *value);
    uint8_t *state = calloc(state_count, 1);
    for (size_t i = 0; i < state_count; i++) {
        double s = end * (double)i / (double)(state_count - 1);
        for (uint32_t k = 0; k < c->joint_count; k++) {
            double x = s < 1 ? from[k] + s * (to[k] - from[k]) : to[k];
            value[i * c->joint_count + k] = fmin(fmax(x, c->limit[k].lo), c->limit[k].hi);
        }
    }
    fk_workcell_query query = {value, c->joint_count, state_count, 0, NULL, NULL};
    assert_int_equal(fk_workcell_states(c->cell, &query, state, NULL), FK_OK);
    for (size_t i = 0; i < state_count; i++)
        assert_int_equal(state[i], FK_WORKCELL_FREE);
    free(state);
    free(value);
}

/* Returns how many edges are free. */
static size_t compare_edges(const robot_cell *c, fk_random *random, size_t count)
{
    double from[MOST_JOINTS], to[MOST_JOINTS];
    size_t found = 0;
    while (found < count) {
        random_edge(c, random, from, to);
        fk_workcell_edge e = edge_between(c, from, to);
        if (e.valid >= 0)
            sample_edge(c, from, to, e.valid);
        found += e.state == FK_WORKCELL_FREE;
    }
    return found;
}

static double least_distance(const robot_cell *c, const double *value)
{
    const double time = 0;
    fk_track track = {c->joint_count, 1, &time, value};
    fk_motion *motion = NULL;
    fk_placed_collider *placed = calloc(c->parts->count, sizeof *placed);
    double least = INFINITY;
    assert_int_equal(fk_motion_create(c->context, c->scene->frame, c->scene->frame_count, &track, 1, &motion),
                     FK_OK);
    for (uint32_t i = 0; i < c->parts->count; i++) {
        const fk_sweep_part *part = &c->parts->moving[i];
        fk_pose frame = fk_motion_pose(motion, part->frame, 0);
        placed[i] = (fk_placed_collider){c->collider[i], fk_pose_multiply(&frame, &part->part.pose)};
    }
    for (uint32_t a = 0; a < c->parts->count; a++)
        for (uint32_t b = a + 1; b < c->parts->count; b++) {
            fk_collider_distance d;
            if (robot_ignores(c->scene, a, b) || c->parts->moving[a].frame == c->parts->moving[b].frame)
                continue;
            assert_int_equal(fk_collider_measure(c->context, &placed[a], &placed[b], least, &d), FK_OK);
            least = fmin(least, d.distance.hi);
        }
    fk_motion_free(c->context, motion);
    free(placed);
    return least;
}

static void compare_distances(const robot_cell *c, fk_random *random, int count)
{
    double value[MOST_JOINTS], gradient[MOST_JOINTS];
    fk_workcell_distance_query query = {value, c->joint_count, 1, INFINITY, NULL, NULL};
    fk_workcell_distance d;
    for (int i = 0; i < count; i++) {
        random_values(c, random, c->joint_count, value);
        assert_int_equal(fk_workcell_distances(c->cell, &query, &d, gradient), FK_OK);
        assert_true(fabs(d.distance.hi - least_distance(c, value)) < 1e-12);
        assert_int_equal(d.distance.hi == 0, state_of(c, value) == FK_WORKCELL_COLLIDES);
    }
}

/* ---- Robots -------------------------------------------------------------------------------------------- */

/* Sets the values that a row of states.tsv lists, in the order of its header. */
static void read_values(const robot_cell *c, char *header, char *row, double *value)
{
    const fk_robot *robot = c->scene->robot[0].robot;
    char *name = header, *number = row;
    memcpy(value, c->value, c->joint_count * sizeof *value);
    while (name != NULL && number != NULL) {
        char *next_name = strpbrk(name, "\t\r\n"), *next_number = strpbrk(number, "\t\r\n");
        size_t length = next_name != NULL ? (size_t)(next_name - name) : strlen(name);
        for (uint32_t i = 0; i < c->joint_count; i++) {
            const char *joint = robot->joint[robot->variable[i]].name;
            if (strlen(joint) == length && memcmp(joint, name, length) == 0)
                value[i] = fmin(fmax(strtod(number, NULL), c->limit[i].lo), c->limit[i].hi);
        }
        name = next_name != NULL ? next_name + 1 : NULL;
        number = next_number != NULL ? next_number + 1 : NULL;
    }
}

static size_t compare_scene(const char *folder, const char *robot, char *header, char *start, char *goal,
                            fk_random *random, size_t edges)
{
    double from[MOST_JOINTS], to[MOST_JOINTS];
    char scene[200];
    snprintf(scene, sizeof scene, "%.*s", (int)strcspn(goal, "\t"), goal);
    robot_cell c = robot_cell_load(context, folder, robot, scene);
    assert_true(c.joint_count <= MOST_JOINTS);
    read_values(&c, header, start, from);
    read_values(&c, header, goal, to);
    compare_line(&c, from, to);
    size_t found = compare_edges(&c, random, edges);
    compare_distances(&c, random, 3);
    robot_cell_free(&c);
    return found;
}

static void compare_robot(const char *robot)
{
    const char *folder = getenv("FARKAS_MBM_DATA");
    char path[2000], header[4000], line[4000], start[4000] = "";
    fk_random random = fk_random_make(31);
    bool is_whole = edge_count >= 100;
    size_t lines = 0, free_edges = 0, share = (edge_count + (is_whole ? 69 : 6)) / (is_whole ? 70 : 7);
    if (folder == NULL) {
        print_message("FARKAS_MBM_DATA is not set: nothing is tested\n");
        skip();
    }
    snprintf(path, sizeof path, "%s/%s/states.tsv", folder, robot);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(header, sizeof header, file));
    while (fgets(line, sizeof line, file) != NULL) {
        if (strstr(line, "\tstart\t") != NULL)
            memcpy(start, line, sizeof start);
        if (strstr(line, "\tgoal\t") == NULL || (!is_whole && strstr(line, "_0001\t") == NULL))
            continue;
        free_edges += compare_scene(folder, robot, header, start, line, &random, share);
        lines++;
    }
    fclose(file);
    print_message("%s: %zu lines, %zu free edges with %lu states each\n", robot, lines, free_edges,
                  state_count);
    assert_true(lines >= 7);
}

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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_panda), cmocka_unit_test(test_ur5)};
    edge_count = argc > 1 ? strtoul(argv[1], NULL, 10) : edge_count;
    state_count = argc > 2 ? strtoul(argv[2], NULL, 10) : state_count;
    return cmocka_run_group_tests(tests, make_context, end_context);
}
