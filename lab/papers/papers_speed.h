/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas papers fm-speed` measures: one torus against all others, in sets of four sizes each. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_SPEED_H
#define FARKAS_LAB_PAPERS_PAPERS_SPEED_H

#include "papers/cells_speed.h"
#include "study/study.h"

enum { SPEED_SIZES = 4, SPEED_OBJECTS = 60, SPEED_MOST_HIT = 60 };

typedef struct speed_row {
    cells_row cells;
    uint32_t near; /* objects whose boxes, the first level, meet that of this one */
} speed_row;

/* Tori of one size, by the number of hits. */
typedef struct speed_set {
    uint32_t tori, nodes, count;
    speed_row row[SPEED_OBJECTS];
} speed_set;

typedef struct speed_results {
    bool quick;
    /* 100 tori, of more and more nodes. */
    speed_set complete[SPEED_SIZES], first[SPEED_SIZES];
    /* First hits among more and more tori of 201 nodes: in cubes that grow with them, and in one and the same cube. */
    speed_set spread[SPEED_SIZES], crowd[SPEED_SIZES];
} speed_results;

/* Measures; with `quick` few tori and no clock. False after a message; an answer of Farkas that is not that of the others
 * is trouble, too. */
bool papers_speed_measure(uint64_t seed, bool quick, speed_results *out);

/* The mean time of a set, in seconds; that of the objects that hit so many others, NAN where there are too few. */
double speed_mean(const speed_set *set, tori_way way);
double speed_mean_at(const speed_set *set, uint32_t hits, tori_way way, uint32_t least);
/* The same over those numbers of hits that all four sets have, each counting the same. */
double speed_equal_hits(const speed_set set[SPEED_SIZES], int which, tori_way way, uint32_t least);
/* How many objects of a number of hits make a mean. */
uint32_t speed_least(const speed_results *r);

/* Gives the plots to the study. */
void papers_speed_plot(study *s, const speed_results *r);

#endif
