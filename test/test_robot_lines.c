/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sweeps of robots among obstacles, against strict sampling: the straight lines from the start to the goal of motion-planning problems
 * of MotionBenchMaker (mbm_scenes.h). At each sample all parts are placed by the formulas of motion_truth.h in long doubles, and
 * rounded once; then the exact check says which pairs meet. No contact may be missed, none be false, and at the upper end of each
 * bracket the pair must meet.
 *
 *     FARKAS_MBM_DATA=DIR build/test/test_robot_lines [samples of each line, 20 by default [lines of each robot, all by default]]
 *
 * A check and a sweep may differ where the sets are within rho of touching (docs/numerics.md): SLACK is far above rho here, and far
 * below the tolerance of a sweep. A gap that is shorter than the resolution may count as contact. */

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mbm_scenes.h"
#include "motion_truth.h"

#define SLACK      1e-12
#define RESOLUTION 0x1p-12 /* that of a sweep from 0 to 1 */

static int sample_count = 20, line_count = 1000000;

typedef struct line_counts {
    long lines, samples, pairs, stretches, contacts, undecided, wrong;
} line_counts;

/* A line of the robot, and its sweep. */
typedef struct robot_line {
    const robot_run *run;
    fk_track track;
    fk_sweep *sweep;
    line_counts *counts;
} robot_line;

/* The pose of a part at a time: the places of its origin and of unit steps from there. */
static fk_pose true_pose(const robot_line *line, uint32_t part, double time)
{
    const fk_sweep_part *moving = &line->run->parts->moving[part];
    real3 at[4];
    for (int k = 0; k < 4; k++) {
        real3 x = {{k == 1, k == 2, k == 3}};
        at[k] = real_motion(line->run->scene->frame, &line->track, FK_NONE, moving->frame, time,
                            real_place(&moving->part.pose, x));
    }
    fk_pose out = {
        .translation = {(double)at[0].x[0], (double)at[0].x[1], (double)at[0].x[2]},
    };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out.rotation[i][k] = (double)(at[k + 1].x[i] - at[0].x[i]);
    return out;
}

static fk_check_rule select_one(void *user, uint32_t a, uint32_t b)
{
    const fk_sweep_pair *pair = user;
    fk_check_rule rule = {.is_tested = pair->a == a && pair->b == b};
    return rule;
}

/* The check at a time; with a pair, of that one alone, and with distances. */
static fk_check *check_at(const robot_line *line, double time, const fk_sweep_pair *pair)
{
    const robot_run *run = line->run;
    fk_check_options options = check_options(run);
    fk_check_part *part = calloc(run->parts->count, sizeof *part);
    fk_check *check = NULL;
    assert_non_null(part);
    for (uint32_t i = 0; i < run->parts->count; i++) {
        part[i] = run->parts->part[i];
        if (pair == NULL || i == pair->a || i == pair->b)
            part[i].pose = true_pose(line, i, time);
    }
    fk_sweep_pair one = pair != NULL ? *pair : (fk_sweep_pair){0};
    if (pair != NULL) {
        options.select = select_one;
        options.user = &one;
        options.wants_distance = true;
    }
    assert_int_equal(fk_check_run(run->context, part, run->parts->count, &options, &check), FK_OK);
    free(part);
    return check;
}

/* The distance of a pair at a time; negative if they meet more than barely. */
static double distance_at(const robot_line *line, double time, const fk_sweep_pair *pair)
{
    fk_check *check = check_at(line, time, pair);
    assert_int_equal(check->pair_count, 1);
    double out = check->pair[0].kind >= FK_CLASH_CONTACT ? -1 : check->pair[0].distance.lo;
    fk_check_free(line->run->context, check);
    return out;
}

static void complain(const robot_line *line, const fk_sweep_pair *pair, double time, const char *what)
{
    const fk_check_part *part = line->run->parts->part;
    print_message("%s %s: %s x %s at %.17g: %s\n", line->run->name, line->run->loaded, part[pair->a].name,
                  part[pair->b].name, time, what);
    line->counts->wrong++;
}

static const fk_sweep_pair *find_swept(const fk_sweep *sweep, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < sweep->pair_count; i++)
        if (sweep->pair[i].a == a && sweep->pair[i].b == b)
            return &sweep->pair[i];
    return NULL;
}

static const fk_stretch *stretch_at(const fk_sweep_pair *pair, double time)
{
    for (uint32_t i = 0; i < pair->contact_count; i++)
        if (pair->contact[i].enter.lo <= time && time <= pair->contact[i].leave.hi)
            return &pair->contact[i];
    return NULL;
}

/* Whether the pair is apart at a time, and soon before and after it. */
static bool is_apart_around(const robot_line *line, const fk_sweep_pair *pair, double time)
{
    for (int k = -1; k <= 1; k++)
        if (distance_at(line, fmin(fmax(time + k * RESOLUTION, 0), 1), pair) <= SLACK)
            return false;
    return true;
}

/* Compares all pairs at a time with their stretches. */
static void compare_sample(const robot_line *line, double time)
{
    fk_check *check = check_at(line, time, NULL);
    bool *meets = calloc(line->sweep->pair_count + 1, sizeof *meets);
    assert_non_null(meets);
    line->counts->samples++;
    for (size_t i = 0; i < check->pair_count; i++) {
        const fk_check_pair *pair = &check->pair[i];
        if (pair->kind < FK_CLASH_CONTACT)
            continue;
        const fk_sweep_pair *swept = find_swept(line->sweep, pair->a, pair->b);
        line->counts->contacts++;
        if (swept == NULL)
            complain(line, pair, time, "is not in the sweep");
        else if (!swept->is_still && stretch_at(swept, time) == NULL)
            complain(line, swept, time, "a contact is missed");
        if (swept != NULL)
            meets[swept - line->sweep->pair] = true;
    }
    for (size_t i = 0; i < line->sweep->pair_count; i++) {
        const fk_sweep_pair *pair = &line->sweep->pair[i];
        const fk_stretch *s = stretch_at(pair, time);
        if (meets[i] || s == NULL || s->kind != FK_STRETCH_MEETS || time < s->enter.hi || time > s->leave.lo)
            continue;
        if (is_apart_around(line, pair, time))
            complain(line, pair, time, "a contact is false");
    }
    free(meets);
    fk_check_free(line->run->context, check);
}

/* The sure times of contact, and the bracket of the closest approach. */
static void check_brackets(const robot_line *line)
{
    for (size_t i = 0; i < line->sweep->pair_count; i++) {
        const fk_sweep_pair *pair = &line->sweep->pair[i];
        line->counts->pairs++;
        for (uint32_t k = 0; k < pair->contact_count; k++) {
            const fk_stretch *s = &pair->contact[k];
            line->counts->stretches++;
            line->counts->undecided += s->kind == FK_STRETCH_UNDECIDED;
            if (s->kind == FK_STRETCH_MEETS && distance_at(line, s->enter.hi, pair) > SLACK)
                complain(line, pair, s->enter.hi, "is apart at the upper end of its bracket");
            if (s->kind == FK_STRETCH_MEETS && distance_at(line, s->leave.lo, pair) > SLACK)
                complain(line, pair, s->leave.lo, "is apart at the lower end of its bracket");
        }
        if (pair->has_closest && pair->closest.hi > 0 && isfinite(pair->closest.hi) &&
            distance_at(line, pair->closest_time, pair) > pair->closest.hi + SLACK)
            complain(line, pair, pair->closest_time, "is farther than its closest approach");
    }
}

static void compare_line(robot_run *run, char *const from[COLUMNS], char *const to[COLUMNS],
                         line_counts *counts)
{
    uint32_t variables = run->scene->robot[0].robot->variable_count;
    const double time[2] = {0, 1};
    double *first = read_values(run, run->scene, from), *last = read_values(run, run->scene, to);
    double *value = calloc(2 * variables, sizeof *value);
    robot_line line = {run, {variables, 2, time, value}, NULL, counts};
    fk_sweep_options options = fk_sweep_options_default();
    fk_motion *motion = NULL;
    assert_non_null(value);
    memcpy(value, first, variables * sizeof *value);
    memcpy(value + variables, last, variables * sizeof *value);
    assert_int_equal(
        fk_motion_create(run->context, run->scene->frame, run->scene->frame_count, &line.track, 1, &motion),
        FK_OK);
    options.select = select_pair;
    options.user = run->scene;
    options.kept = run->kept;
    assert_int_equal(
        fk_sweep_run(run->context, motion, run->parts->moving, run->parts->count, &options, &line.sweep),
        FK_OK);
    counts->lines++;
    for (int i = 0; i < sample_count; i++)
        compare_sample(&line, sample_count > 1 ? (double)i / (sample_count - 1) : 0);
    check_brackets(&line);
    fk_sweep_free(run->context, line.sweep);
    fk_motion_free(run->context, motion);
    free(value);
    free(last);
    free(first);
}

/* The goal of a scene follows its start in the file. */
static void compare_robot(const char *name)
{
    char line[2][8000], *column[2][COLUMNS];
    robot_run run = {.folder = find_robots(name), .name = name};
    line_counts counts = {0};
    bool has_start = false;
    FILE *file = open_states(&run);
    while (counts.lines < line_count && fgets(line[has_start], sizeof line[0], file) != NULL) {
        assert_int_equal(split(line[has_start], column[has_start]), run.columns);
        const char *state = column[has_start][STATE_COLUMN];
        if (strcmp(state, "start") == 0)
            has_start = true;
        if (strcmp(state, "start") == 0 || strcmp(state, "goal") != 0)
            continue;
        assert_true(has_start);
        assert_string_equal(column[0][SCENE_COLUMN], column[1][SCENE_COLUMN]);
        load_scene(&run, column[0][SCENE_COLUMN]);
        compare_line(&run, column[0], column[1], &counts);
        has_start = false;
    }
    print_message(
        "%s: %ld lines, %ld samples, %ld contacts of pairs in them; %ld pairs, %ld stretches, %ld of them "
        "undecided; %ld wrong\n",
        name, counts.lines, counts.samples, counts.contacts, counts.pairs, counts.stretches, counts.undecided,
        counts.wrong);
    forget_scene(&run);
    fk_context_destroy(run.context);
    fclose(file);
    assert_true(counts.lines > 0 && counts.contacts > 0 && counts.stretches > 0);
    assert_int_equal(counts.wrong, 0);
    assert_int_equal(counts.undecided, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {ROBOT_TESTS};
    sample_count = argc > 1 ? atoi(argv[1]) : sample_count;
    line_count = argc > 2 ? atoi(argv[2]) : line_count;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
