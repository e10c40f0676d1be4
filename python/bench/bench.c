/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The calls of the library that python/bench/bench.py measures the package beside, without Python. It prints the seconds that the
 * fastest of some rounds took, for one call.
 *
 *     python_bench pairs FILE COUNT    FILE holds 24 columns of COUNT doubles, as the two arrays (4, 3, COUNT)
 *     python_bench distance < PAIR     a pair of shapes as text */

#include "farkas/farkas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 30
#define CALLS  20000

static fk_cells make_cells(const double *column, size_t count)
{
    fk_cells cells = {.kind = FK_KIND_BOX, .count = count};
    for (size_t k = 0; k < 3; k++) {
        cells.origin[k] = column + k * count;
        for (size_t edge = 0; edge < 3; edge++)
            cells.edge[edge][k] = column + (3 + 3 * edge + k) * count;
    }
    return cells;
}

static int time_pairs(const char *path, size_t count)
{
    double *column = malloc(24 * count * sizeof *column), best = 1e9;
    uint8_t *verdict = malloc(count);
    FILE *file = fopen(path, "rb");
    if (!column || !verdict || !file || fread(column, sizeof *column, 24 * count, file) != 24 * count)
        return 1;
    fclose(file);
    fk_cells a = make_cells(column, count), b = make_cells(column + 12 * count, count);
    for (int round = 0; round < ROUNDS; round++) {
        double begin = fk_clock_seconds();
        if (fk_cells_verdict(&a, &b, NULL, count, verdict) != FK_OK)
            return 1;
        double taken = fk_clock_seconds() - begin;
        best = taken < best ? taken : best;
    }
    printf("%.9f\n", best);
    free(column);
    free(verdict);
    return 0;
}

static size_t read_input(void *user, char *buffer, size_t capacity)
{
    return fread(buffer, 1, capacity, user);
}

static int time_distance(void)
{
    fk_pair_reader reader;
    fk_piece a, b;
    fk_distance found;
    double best = 1e9, sum = 0;
    fk_pair_reader_init(&reader, NULL, read_input, stdin);
    if (fk_pair_reader_next(&reader, &a, &b) != FK_OK)
        return 1;
    for (int round = 0; round < ROUNDS; round++) {
        double begin = fk_clock_seconds();
        for (int i = 0; i < CALLS; i++) {
            fk_pair_distance(&a, &b, NULL, &found);
            sum += found.distance.lo;
        }
        double taken = (fk_clock_seconds() - begin) / CALLS;
        best = taken < best ? taken : best;
    }
    printf("%.12f %g\n", best, sum / ROUNDS / CALLS);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "pairs") == 0)
        return time_pairs(argv[2], (size_t)strtoull(argv[3], NULL, 10));
    return argc == 2 && strcmp(argv[1], "distance") == 0 ? time_distance() : 2;
}
