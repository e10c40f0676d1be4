/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The frame of the participants of `farkas bench`: a method that hangs on some pairs and crashes on others must lose
 * those alone; methods for other work or other kinds stay silent; passes are timed. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "peers/participant.h"

/* Pairs of points; the first coordinate of a says what the method does. */
static const char input[] = "point 0 0 0 point 0 0 0\n"
                            "point 9 0 0 point 0 0 0\n"
                            "point 1 0 0 point 0 0 0\n"
                            "point 8 0 0 point 0 0 0\n"
                            "point 9 0 0 point 0 0 0\n"
                            "point 0 0 0 point 0 0 0\n";

static void *take(const bench_set *set)
{
    assert_int_equal(set->count, 6);
    return (void *)(uintptr_t)set->pair;
}

static volatile int for_ever = 1;

static void ask_fake(void *data, size_t begin, size_t end, uint8_t *answer)
{
    const bench_pair *pair = data;
    for (size_t i = begin; i < end; i++) {
        double what = pair[i].a.as.point.x;
        while (what == 9 && for_ever)
            continue;
        if (what == 8)
            raise(SIGSEGV);
        answer[i] = what == 0 ? BENCH_MEETS : BENCH_APART;
    }
}

static bool knows(fk_kind a, fk_kind b)
{
    return a == FK_KIND_POINT && b == FK_KIND_POINT;
}

static bool knows_boxes(fk_kind a, fk_kind b)
{
    return a == FK_KIND_BOX && b == FK_KIND_BOX;
}

/* What the fake prints for the work, read from a file that stands in for standard output. */
static void run(const char *work, const char *time, char *out, size_t capacity)
{
    static const bench_method methods[] = {
        {"fake", "verdict", knows, take, ask_fake, NULL, NULL},
        {"boxes", "verdict", knows_boxes, take, ask_fake, NULL, NULL},
        {"far", "distance", knows_boxes, take, ask_fake, NULL, NULL},
    };
    static const bench_library library = {"Fake 1", true, methods, 3};
    char pairs[] = "participant-XXXXXX", printed[] = "participant-XXXXXX";
    int file = mkstemp(pairs), output = mkstemp(printed), kept = dup(STDOUT_FILENO);
    assert_true(file >= 0 && output >= 0 && kept >= 0);
    assert_int_equal(write(file, input, sizeof input - 1), sizeof input - 1);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    char *argv[] = {"fake", (char *)(uintptr_t)work, (char *)(uintptr_t)time, "0", pairs, NULL};
    int status = bench_main(5, argv, &library);
    dup2(kept, STDOUT_FILENO);
    ssize_t length = pread(output, out, capacity - 1, 0);
    close(file);
    close(output);
    close(kept);
    unlink(pairs);
    unlink(printed);
    assert_int_equal(status, 0);
    assert_true(length >= 0);
    out[length] = '\0';
}

static void loses_only_what_hangs_or_crashes(void **state)
{
    char text[4096];
    (void)state;
    run("verdict", "0", text, sizeof text);
    assert_string_equal(text, "{\"method\":\"fake\",\"library\":\"Fake 1\",\"ns\":[],"
                              "\"answers\":\"291892\"}\n");
}

static void prints_times(void **state)
{
    char text[4096];
    (void)state;
    run("verdict", "1", text, sizeof text);
    assert_non_null(strstr(text, "\"answers\":\"291892\"}\n"));
    char *ns = strstr(text, "\"ns\":[");
    assert_non_null(ns);
    assert_true(strtod(ns + 6, NULL) > 0);
}

static void stays_silent(void **state)
{
    char text[4096];
    (void)state;
    run("distance", "0", text, sizeof text);
    assert_string_equal(text, "");
    run("magic", "0", text, sizeof text);
    assert_string_equal(text, "");
}

/* A pair with poses and a motion: the second line has the columns of the rotations, a quarter turn around z for a. */
static void reads_poses_and_motions(void **state)
{
    static const char text[] = "point 0 0 0  sphere 0 0 0 1\n"
                               "tetra 1 2 3 0 1 0 -1 0 0 0 0 1  tetra 4 5 6 1 0 0 0 1 0 0 0 1\n"
                               "point 7 8 9  point 0 0 0\n";
    char path[] = "participant-XXXXXX";
    int file = mkstemp(path);
    bench_pair_file read = {0};
    (void)state;
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    assert_true(bench_pairs_read(path, "ray", &read));
    unlink(path);
    assert_int_equal(read.count, 1);
    assert_int_equal(read.pair[0].b.kind, FK_KIND_SPHERE);
    fk_vec3 placed = fk_pose_apply(&read.place[0].a, fk_vec3_make(1, 0, 0));
    assert_true(placed.x == 1 && placed.y == 3 && placed.z == 3);
    assert_true(read.place[0].b.translation.z == 6 && read.place[0].motion.y == 8);
    bench_pairs_free(&read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loses_only_what_hangs_or_crashes),
        cmocka_unit_test(prints_times),
        cmocka_unit_test(stays_silent),
        cmocka_unit_test(reads_poses_and_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
