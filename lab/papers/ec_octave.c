/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tests of Bai et al. 2015 in an interpreter: GNU Octave, where it is installed, runs lab/printed/boxes.m on cases of the
 * experiments. The paper measures Matlab, and its SAT takes as long for boxes that meet as for others (0.36 ms), so it computes all
 * axes. What the interpreter answers must be what the same tests in C answer; its times are compared with each other alone. */

#include "papers/ec.h"
#include "bench/program.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OCTAVE_ROUNDS = 2 };

static const struct octave_facts {
    const char *test, *name;
    int plain; /* the same in C */
} tests[EC_OCTAVE_TESTS] = {
    [EC_OCTAVE_SAT_CROSS] = {"sat_cross", "sat, all axes, cross()", EC_PLAIN_SAT},
    [EC_OCTAVE_SAT_INLINE] = {"sat_inline", "sat, all axes, products written out", EC_PLAIN_SAT},
    [EC_OCTAVE_SAT_MATRIX] = {"sat_matrix", "sat, all axes, in whole matrices", EC_PLAIN_SAT},
    [EC_OCTAVE_SAT_EARLY] = {"sat_early", "sat, early exit, products written out", EC_PLAIN_SAT},
    [EC_OCTAVE_SAT6] = {"sat6", "sat6, all axes", EC_PLAIN_SAT6},
    [EC_OCTAVE_SAT5] = {"sat5", "sat5, all axes, products written out", EC_PLAIN_SAT5},
    [EC_OCTAVE_EC_PAPER] = {"ec_paper", "ec-paper", EC_PLAIN_EC_PAPER},
    [EC_OCTAVE_EC] = {"ec", "ec", EC_PLAIN_EC},
};

/* ---- Cases --------------------------------------------------------------------------------------------- */

void ec_octave_add(ec_octave *o, ec_part part, const ec_box *placed, int steps, const fk_obb *rest)
{
    size_t size = o->size + 1 + (size_t)(steps + 1) * sizeof *rest / sizeof(double);
    o->input = bench_resize(o->input, size, sizeof *o->input);
    o->part = bench_resize(o->part, o->count + 1, sizeof *o->part);
    o->input[o->size] = steps;
    memcpy(o->input + o->size + 1, rest, sizeof *rest);
    for (int i = 0; i < steps; i++)
        memcpy((char *)(o->input + o->size + 1) + (size_t)(i + 1) * sizeof *rest, &placed[i].obb,
               sizeof *rest);
    o->size = size;
    o->part[o->count++] = part;
}

void ec_octave_add_pairs(ec_octave *o, ec_part part, const ec_pairs *pairs, size_t count)
{
    for (size_t i = 0; i < count && i < pairs->count; i++)
        ec_octave_add(o, part, &pairs->pair[i].a, 1, &pairs->pair[i].b.obb);
}

void ec_octave_end(ec_octave *o)
{
    free(o->input);
    free(o->part);
    *o = (ec_octave){0};
}

/* ---- Running ------------------------------------------------------------------------------------------- */

/* In which step the same test in C says that the boxes of a case meet; `case_at` is where it begins. */
static int find_plain_step(const double *case_at, boxes_plain_test *meets)
{
    const fk_obb *box = (const fk_obb *)(case_at + 1);
    int step = 0;
    while (step < (int)case_at[0] && !meets(&box[step + 1], &box[0]))
        step++;
    return step;
}

/* Compares the steps of a test with those in C, and adds its times to the means. */
static bool read_test(const json_t *line, ec_octave *o, int test)
{
    const json_t *steps = json_object_get(line, "step"), *seconds = json_object_get(line, "seconds");
    const double *case_at = o->input;
    double sum[EC_PARTS] = {0};
    size_t cases[EC_PARTS] = {0};
    if (json_array_size(steps) != o->count)
        return false;
    for (size_t i = 0; i < o->count; i++) {
        ec_part part = o->part[i];
        int step = find_plain_step(case_at, ec_methods[tests[test].plain].plain);
        o->differ += step != json_integer_value(json_array_get(steps, i));
        o->steps[part][test] += step < (int)case_at[0] ? step + 1 : step;
        sum[part] += json_number_value(json_array_get(seconds, i));
        cases[part]++;
        case_at += 1 + (size_t)(case_at[0] + 1) * sizeof(fk_obb) / sizeof(double);
    }
    for (int part = 0; part < EC_PARTS; part++)
        o->mean[part][test] =
            seconds == NULL || cases[part] == 0 ? (double)NAN : sum[part] / (double)cases[part];
    return true;
}

static bool read_octave_line(const json_t *line, void *user)
{
    ec_octave *o = user;
    const char *test = json_string_value(json_object_get(line, "test")),
               *version = json_string_value(json_object_get(line, "octave"));
    if (test == NULL || version == NULL)
        return false;
    snprintf(o->version, sizeof o->version, "%s", version);
    for (int i = 0; i < EC_OCTAVE_TESTS; i++)
        if (strcmp(test, tests[i].test) == 0)
            return read_test(line, o, i);
    return false;
}

static bool write_file(const char *path, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");
    if (stream == NULL)
        return false;
    bool good = fwrite(bytes, 1, size, stream) == size;
    return fclose(stream) == 0 && good;
}

static bool has_octave(void)
{
    bench_text printed = {NULL, 0, 0};
    bool found = bench_program_run((char *[]){"octave-cli", "--version", NULL}, NULL, &printed);
    free(printed.bytes);
    return found;
}

/* In a folder of its own. False when the interpreter fails. */
static bool run_script(ec_octave *o, const char *rounds)
{
    char folder[4096];
    if (!bench_folder_create(folder, sizeof folder))
        return false;
    char *script = bench_join(folder, "boxes.m"), *input = bench_join(folder, "input");
    char *const argv[] = {"octave-cli", "--norc", "--no-history", "--quiet",
                          script,       input,    (char *)rounds, NULL};
    bench_text printed = {NULL, 0, 0};
    bool good = write_file(script, papers_boxes_octave_text, papers_boxes_octave_size) &&
                write_file(input, o->input, o->size * sizeof *o->input) &&
                bench_program_run(argv, NULL, &printed) &&
                bench_text_each_line(&printed, read_octave_line, o);
    free(printed.bytes);
    unlink(script);
    unlink(input);
    rmdir(folder);
    free(script);
    free(input);
    return good;
}

bool ec_octave_run(const papers_lab *lab, ec_octave *o)
{
    char rounds[16];
    for (int part = 0; part < EC_PARTS; part++)
        for (int test = 0; test < EC_OCTAVE_TESTS; test++)
            o->mean[part][test] = NAN;
    if (!has_octave())
        return true;
    snprintf(rounds, sizeof rounds, "%d", lab->quick ? 0 : OCTAVE_ROUNDS);
    if (!run_script(o, rounds))
        return papers_trouble("octave-cli fails on lab/printed/boxes.m");
    if (o->differ > 0)
        return papers_trouble("Octave answers %u times otherwise than the same test in C", o->differ);
    o->is_there = true;
    return true;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

double ec_octave_speed(const ec_octave *o, ec_part part, int test, int other)
{
    return o->mean[part][other] / o->mean[part][test];
}

double ec_octave_step_speed(const ec_octave *o, ec_part part)
{
    return ec_octave_speed(o, part, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_CROSS) *
           o->steps[part][EC_OCTAVE_EC_PAPER] / o->steps[part][EC_OCTAVE_SAT_CROSS];
}

static const char *const what_boxes_do[EC_PARTS] = {"meet", "do not meet", "turn", "move"};

void ec_octave_report(const papers_lab *lab, const ec_octave *o, ec_part first, ec_part last)
{
    study *s = lab->s;
    if (o->is_there)
        study_paragraph(
            s,
            "The paper measures an interpreter, Matlab R2010b. GNU Octave %s runs the tests, written "
            "for it (lab/printed/boxes.m), on %zu of the cases: each of the %d answers as the same "
            "one in C does, in every case.",
            o->version, o->count, EC_OCTAVE_TESTS);
    else
        study_paragraph(s, "SKIPPED: the same tests in an interpreter, as the paper measures one (Matlab "
                           "R2010b): GNU Octave (octave-cli) is not installed here.");
    if (lab->quick)
        return;
    study_table(s, "octave", "In an interpreter, GNU Octave: the mean time of a case",
                "test||w; boxes||w\n"
                "Octave: ms||st; speed of ec-paper|ec_paper_speed|2t");
    for (int test = 0; test < EC_OCTAVE_TESTS; test++)
        for (int part = (int)first; part <= (int)last; part++) {
            study_words(s, "%s", tests[test].name);
            study_words(s, "%s", what_boxes_do[part]);
            study_numbers(s, 1e3 * o->mean[part][test],
                          ec_octave_speed(o, (ec_part)part, EC_OCTAVE_EC_PAPER, test));
        }
}

study_outcome ec_octave_judge(const ec_octave *o, study_outcome compiled, double speed, double least)
{
    return compiled == STUDY_HOLDS_NOT && o->is_there && speed >= least ? STUDY_HOLDS_IN_PART : compiled;
}

void ec_octave_tell(const ec_octave *o, ec_part part, double least, char *out, size_t capacity)
{
    double all = ec_octave_speed(o, part, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_CROSS),
           step = ec_octave_step_speed(o, part);
    snprintf(out, capacity, "In an interpreter it was not measured here, for want of Octave.");
    if (!o->is_there)
        return;
    snprintf(
        out, capacity,
        "In Octave, on boxes that %s, the printed test is %.2f times as fast as SAT that computes all "
        "axes by cross(), %.2f times with the products written out, %.2f times in whole matrices and "
        "%.2f times with early exit; a step of it %.2f times as by cross(): %s.",
        what_boxes_do[part], all, ec_octave_speed(o, part, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_INLINE),
        ec_octave_speed(o, part, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_MATRIX),
        ec_octave_speed(o, part, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_EARLY), step,
        all >= least ? "reproduced in an interpreter against SAT without early exit; not in compiled code"
        : step >= least
            ? "reproduced of a step, in an interpreter against SAT without early exit; not in compiled code"
            : "reproduced neither in an interpreter nor in compiled code");
}
