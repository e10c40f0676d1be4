/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A batch: many pairs of boxes in one call, exact as single ones, and several times as fast. Coordinates are a structure of
 * arrays, so that they stay where a program has them. */

#include <farkas/farkas.h>
#include <stdio.h>

enum { SIDE = 20, COUNT = SIDE * SIDE * SIDE };

static double origin[3][COUNT], shifted[3][COUNT], edge[3][3][COUNT];
static uint8_t verdict[COUNT];

int main(void)
{
    /* Boxes with edges of 1, 1 and 0.5, one on each whole point; and the same, each moved by so much of its number. */
    for (int i = 0; i < COUNT; i++) {
        const int place[3] = {i % SIDE, i / SIDE % SIDE, i / (SIDE * SIDE)};
        for (int k = 0; k < 3; k++) {
            origin[k][i] = place[k];
            shifted[k][i] = place[k] + (k == 2 ? place[k] * 0.0625 : 0);
            edge[k][k][i] = k == 2 ? 0.5 : 1;
        }
    }
    fk_cells a = {.kind = FK_KIND_BOX, .count = COUNT}, b = a;
    for (int k = 0; k < 3; k++) {
        a.origin[k] = origin[k];
        b.origin[k] = shifted[k];
        for (int c = 0; c < 3; c++)
            a.edge[k][c] = b.edge[k][c] = edge[k][c];
    }
    /* Without a list of pairs, box i of a against box i of b. */
    fk_status status = fk_cells_verdict(&a, &b, NULL, COUNT, verdict);
    if (status != FK_OK) {
        fprintf(stderr, "batch: %s\n", fk_status_text(status));
        return 1;
    }
    unsigned count[4] = {0};
    for (int i = 0; i < COUNT; i++)
        count[verdict[i]]++;
    for (int v = FK_APART; v <= FK_OVERLAPPING; v++)
        printf("%-12s %u\n", fk_verdict_name((fk_verdict)v), count[v]);
    return count[FK_UNDECIDED] == 0 ? 0 : 1;
}
