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

#include <cmocka.h>

#include "farkas/farkas.h"
#include "workcell_check.h"

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

/* The values that a row of states.tsv lists, within the limits. Free them. */
static double *read_limited(const robot_run *run, const robot_cell *c, char *const column[COLUMNS])
{
    double *value = read_values(run, c->scene, column);
    for (uint32_t i = 0; i < c->joint_count; i++)
        value[i] = fmin(fmax(value[i], c->limit[i].lo), c->limit[i].hi);
    return value;
}

static size_t compare_scene(const robot_run *run, char *const start[COLUMNS], char *const goal[COLUMNS],
                            fk_random *random, size_t edges)
{
    robot_cell c = robot_cell_load(run, goal[SCENE_COLUMN]);
    assert_true(c.joint_count <= MOST_JOINTS);
    double *from = read_limited(run, &c, start), *to = read_limited(run, &c, goal);
    compare_line(&c, from, to);
    size_t found = compare_edges(&c, random, edges);
    compare_distances(&c, random, 3);
    free(from);
    free(to);
    robot_cell_free(&c);
    return found;
}

static void compare_robot(const char *name)
{
    char line[2][8000], *column[2][COLUMNS];
    robot_run run = {.folder = find_robots(name), .name = name};
    fk_random random = fk_random_make(31);
    bool is_whole = edge_count >= 100, has_start = false;
    size_t lines = 0, free_edges = 0, share = (edge_count + (is_whole ? 69 : 6)) / (is_whole ? 70 : 7);
    FILE *file = open_states(&run);
    while (fgets(line[has_start], sizeof line[0], file) != NULL) {
        assert_int_equal(split(line[has_start], column[has_start]), run.columns);
        const char *state = column[has_start][STATE_COLUMN], *scene = column[has_start][SCENE_COLUMN];
        bool is_goal = strcmp(state, "goal") == 0;
        if (is_goal && (is_whole || strstr(scene, "_0001") != NULL)) {
            free_edges += compare_scene(&run, column[0], column[1], &random, share);
            lines++;
        }
        has_start = strcmp(state, "start") == 0 || (has_start && !is_goal);
    }
    fclose(file);
    fk_context_destroy(run.context);
    print_message("%s: %zu lines, %zu free edges with %lu states each\n", name, lines, free_edges,
                  state_count);
    assert_true(lines >= 7);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {ROBOT_TESTS};
    edge_count = argc > 1 ? strtoul(argv[1], NULL, 10) : edge_count;
    state_count = argc > 2 ? strtoul(argv[2], NULL, 10) : state_count;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
