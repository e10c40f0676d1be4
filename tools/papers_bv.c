/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers bv: the benchmark of simple bounding volumes in Grulich's thesis (2016), section 7.2.
 *
 * Two objects pass each other, see papers_pass.h; in each position, the volumes of both are placed and tested. The truth is the exact
 * verdict on the convex hulls of both, placed point by point; a volume that misses a pair which meets is trouble. */

#include "papers_pass.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 5 };

/* ---- The run ------------------------------------------------------------------------------------------- */

typedef struct run {
    fk_context *context;
    int pair;
    pass_body body[2];
    fk_pose pose_a[PASS_POSITIONS], pose_b[PASS_POSITIONS];
    bool truth[PASS_POSITIONS];
    pass_volume placed_a[PASS_POSITIONS], placed_b[PASS_POSITIONS];
} run;

static void set_poses(run *r)
{
    for (int i = 0; i < PASS_POSITIONS; i++)
        pass_place(i, &r->pose_a[i], &r->pose_b[i]);
}

/* The verdict on the hulls, in each position. */
static pass_row find_truth(run *r)
{
    fk_piece a = fk_hull_piece(r->body[0].hull), b = fk_hull_piece(r->body[1].hull);
    pass_row out = {0, 0, 0, 0, 0};
    double places = 0, tests = 0;
    for (int i = 0; i < PASS_POSITIONS; i++) {
        double start = fk_clock_seconds();
        fk_piece p = fk_piece_place(&a, &r->pose_a[i], r->body[0].room);
        fk_piece q = fk_piece_place(&b, &r->pose_b[i], r->body[1].room);
        double middle = fk_clock_seconds();
        r->truth[i] = fk_pair_verdict(&p, &q) != FK_APART;
        tests += fk_clock_seconds() - middle;
        places += middle - start;
        out.positives += r->truth[i];
    }
    out.positives *= 100.0 / PASS_POSITIONS;
    out.total_ms = (places + tests) * 1e3;
    out.test_us = tests * 1e6 / PASS_POSITIONS;
    out.recompute_us = places * 1e6 / (2 * PASS_POSITIONS);
    return out;
}

/* Places and tests once; times in seconds. */
typedef struct times {
    double place, test;
    unsigned positives;
} times;

static times go(run *r, pass_kind k, const pass_volume *a, const pass_volume *b)
{
    times t = {fk_clock_seconds(), 0, 0};
    for (int i = 0; i < PASS_POSITIONS; i++) {
        pass_volume_place(k, a, &r->body[0], &r->pose_a[i], &r->placed_a[i]);
        pass_volume_place(k, b, &r->body[1], &r->pose_b[i], &r->placed_b[i]);
    }
    double middle = fk_clock_seconds();
    for (int i = 0; i < PASS_POSITIONS; i++)
        t.positives += pass_volumes_meet(k, &r->placed_a[i], &r->placed_b[i]);
    t.test = fk_clock_seconds() - middle;
    t.place = middle - t.place;
    return t;
}

/* The quickest of some rounds, as other programs may take their turn. CLI_TROUBLE after a message. */
static int measure(run *r, pass_kind k, pass_row *out)
{
    pass_volume a, b;
    if (pass_volume_build(r->context, k, &r->body[0], &a) != FK_OK ||
        pass_volume_build(r->context, k, &r->body[1], &b) != FK_OK)
        return cli_trouble("no %s could be built", pass_kinds[k].name);
    times best = go(r, k, &a, &b);
    for (int round = 1; round < (k == PASS_AABB_TIGHT ? 1 : ROUNDS); round++) {
        times t = go(r, k, &a, &b);
        best.place = fmin(best.place, t.place);
        best.test = fmin(best.test, t.test);
    }
    for (int i = 0; i < PASS_POSITIONS; i++)
        if (r->truth[i] && !pass_volumes_meet(k, &r->placed_a[i], &r->placed_b[i]))
            return cli_trouble("%s misses position %d of pair %d", pass_kinds[k].name, i + 1, r->pair + 1);
    out->total_ms = (best.place + best.test) * 1e3;
    out->test_us = best.test * 1e6 / PASS_POSITIONS;
    out->positives = 100.0 * best.positives / PASS_POSITIONS;
    out->recompute_us = best.place * 1e6 / (2 * PASS_POSITIONS);
    out->bytes = pass_kinds[k].bytes;
    return CLI_OK;
}

/* ---- Both pairs ---------------------------------------------------------------------------------------- */

static int run_pair(run *r, const papers_settings *settings)
{
    pass_row exact = find_truth(r);
    if (!settings->json)
        pass_print_head("volume", r->pair, PASS_POSITIONS);
    for (int k = 0; k < PASS_KINDS; k++) {
        pass_row ours;
        if (measure(r, (pass_kind)k, &ours) != CLI_OK)
            return CLI_TROUBLE;
        pass_print(settings, r->pair, "volume", pass_kinds[k].name, &ours, &pass_printed[r->pair][k]);
    }
    const pass_row none = {0, 0, 0, 0, 0};
    pass_print(settings, r->pair, "volume", "exact", &exact, &none);
    return CLI_OK;
}

static int run_pairs(run *r, const papers_settings *settings)
{
    int status = CLI_OK;
    set_poses(r);
    for (r->pair = 0; r->pair < PASS_PAIRS && status == CLI_OK; r->pair++) {
        bool made = pass_bodies_make(r->context, r->pair, r->body);
        status = made ? run_pair(r, settings) : CLI_TROUBLE;
        pass_bodies_end(r->context, r->body);
    }
    return status;
}

int papers_bv(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov)
        return cli_trouble("bv has no scenes; --pov is for fm-pairs");
    run *r = malloc(sizeof *r);
    fk_context *context = cli_context_create();
    int status = CLI_TROUBLE;
    if (r == NULL)
        cli_trouble("out of memory");
    if (r != NULL && context != NULL) {
        r->context = context;
        status = run_pairs(r, settings);
    }
    if (status == CLI_OK && !settings->json)
        cli_print(
            "\nThe objects of the thesis are not published: these are others with as many triangles, of such "
            "sizes that\ntheir balls meet as often as there. Times of the thesis are of its machine. "
            "aabb-tight is "
            "made of all points in\neach position; exact is the verdict on the convex hulls, whose points "
            "are "
            "placed each time.\n");
    if (context != NULL)
        fk_context_destroy(context);
    free(r);
    return status;
}
