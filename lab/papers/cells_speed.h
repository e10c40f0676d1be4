/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How fast the search of trees of cells is, beside the printed one, as section 6.2.2 of P. Baillehache's paper (2013)
 * measures it: for `farkas bench cells`, and one object at a time for `farkas papers fm-speed`. */

#ifndef FARKAS_LAB_PAPERS_CELLS_SPEED_H
#define FARKAS_LAB_PAPERS_CELLS_SPEED_H

#include "papers/tori.h"

/* The limit of the paper: 25 pictures a second. */
#define CELLS_REAL_TIME 0.04

/* One torus against all others. Of several objects, numbers and times are means. Times are NAN where nothing
 * is timed. */
typedef struct cells_row {
    uint32_t tori, nodes;
    bool first;       /* the first hit of each object, not all */
    uint32_t objects; /* how many were searched */
    double hits;      /* pairs of nodes, or objects where only the first is asked for */
    uint32_t tori_hit;
    double lost, made_up; /* by the printed search */
    double seconds[TORI_WAYS], pair_tests[TORI_WAYS];
    uint32_t hash; /* of all answers */
} cells_row;

/* By hits, for qsort. */
int cells_compare(const void *a, const void *b);

enum { CELLS_ROWS = 256 };

typedef struct cells_results {
    bool quick;
    size_t count, many; /* rows; those of the last figure begin at `many` */
    cells_row row[CELLS_ROWS];
    double bytes; /* of trees, a node: the most */
} cells_results;

/* Measures; with `quick` few tori and no clock. False after a message; an answer of Farkas that is not that of the others
 * is trouble, too. */
bool cells_speed_run(bool quick, cells_results *out);

/* The same for one object of a world: by all ways in turns, of whose times each gets its median; 0 turns: nothing is timed.
 * With `all_pairs` the answers are compared with the test of all pairs of leaves, too. */
bool cells_speed_object(tori_world *w, uint32_t object, bool first, int turns, bool all_pairs,
                        cells_row *out);

/* The mean over the objects of a set, with the sum of what the print has lost and made up, and the number of objects; of 0 objects when
 * there is no such set. */
cells_row cells_set_mean(const cells_results *results, uint32_t nodes, bool first);

/* The mean over objects of sets of so many tori that hit as many others, over those numbers of hits that all such sets have. */
cells_row cells_equal_hits(const cells_results *results, uint32_t tori);

void cells_print_table(const cells_results *results);
void cells_print_json(const cells_results *results);

#endif
