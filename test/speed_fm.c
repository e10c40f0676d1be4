/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How fast fm is against fm-paper, on random cells, in one program: both methods take turns over the same pairs, with
 * the verdict alone and with the box of the intersection. Medians in nanoseconds for one pair.
 *
 *     speed_fm [FAMILY]      (in a Release build)
 */

#include <stdio.h>
#include <stdlib.h>

#include "farkas/farkas.h"
#include "shape/family.h"

#define PAIRS 4000
#define TURNS 101

static fk_family_pair pairs[PAIRS];

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double time_of(fk_method method, unsigned want, unsigned long *hash)
{
    double start = fk_clock_seconds();
    for (int i = 0; i < PAIRS; i++) {
        fk_pair_query query = {&pairs[i].a, &pairs[i].b, method, want, NULL};
        fk_answer answer;
        if (fk_pair_answer(&query, NULL, &answer) == FK_OK)
            *hash = *hash * 31 + (unsigned long)answer.verdict;
    }
    return (fk_clock_seconds() - start) / PAIRS * 1e9;
}

static void measure(const char *name)
{
    static double time[4][TURNS];
    unsigned long hash = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        time[0][turn] = time_of(FK_METHOD_FM_PAPER, 0, &hash);
        time[1][turn] = time_of(FK_METHOD_FM, 0, &hash);
        time[2][turn] = time_of(FK_METHOD_FM_PAPER, FK_PART_BOX, &hash);
        time[3][turn] = time_of(FK_METHOD_FM, FK_PART_BOX, &hash);
    }
    double median[4];
    for (int i = 0; i < 4; i++) {
        qsort(time[i], TURNS, sizeof time[i][0], compare);
        median[i] = time[i][TURNS / 2];
    }
    printf("%-12s verdict: fm-paper %6.0f fm %6.0f, %5.2f times;  with box: fm-paper %6.0f fm %6.0f, %5.2f "
           "times  "
           "(%016lx)\n",
           name, median[0], median[1], median[0] / median[1], median[2], median[3], median[2] / median[3],
           hash);
}

int main(int argc, char **argv)
{
    static const fk_kind kind[2] = {FK_KIND_BOX, FK_KIND_TETRA};
    static const char *const name[5] = {"box-box", "tetra-box", "box-tetra", "tetra-tetra", "all"};
    size_t family = fk_family_find(argc > 1 ? argv[1] : "random");
    if (family == fk_family_count()) {
        fprintf(stderr, "speed_fm: no such family\n");
        return 2;
    }
    for (int c = 0; c < 5; c++) {
        for (int i = 0; i < PAIRS; i++) {
            int kinds = c < 4 ? c : i & 3;
            fk_family_make(family, kind[kinds & 1], kind[kinds >> 1], 3, (uint64_t)i, &pairs[i]);
        }
        measure(name[c]);
    }
    return 0;
}
