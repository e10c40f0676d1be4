/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas papers gjk` share: gjk.c runs the first part, has larger hulls, and judges; gjk_figure.c runs the second. */

#ifndef FARKAS_LAB_PAPERS_GJK_H
#define FARKAS_LAB_PAPERS_GJK_H

#include "papers/passing_objects.h"

/* The methods; only the first part computes distances. */
typedef enum gjk_method { BY_GJK, BY_EXACT, BY_WARM, BY_DISTANCE, GJK_METHODS } gjk_method;
enum { FIGURE_METHODS = BY_DISTANCE };
extern const char *const gjk_methods[GJK_METHODS];

bool gjk_meets(gjk_method m, const fk_piece *a, const fk_piece *b, fk_pair_cache *cache);

/* The stand-ins for the figure. */
typedef enum gjk_stand_in { AS_HULL, AS_PIECES, AS_MESH, STAND_INS } gjk_stand_in;
extern const char *const gjk_stand_ins[STAND_INS];

typedef struct gjk_figure_row {
    double total_ms, test_us, load_ms, positives;
    double any;               /* rate of steps in which some box meets; 0 of the thesis */
    double obb_tests, narrow; /* a box */
} gjk_figure_row;

extern const gjk_figure_row gjk_printed_figure[STAND_INS];

/* How hulls of more points are tested: by the GJK iteration alone, by the GJK method of Farkas, by the exact verdict. */
typedef enum gjk_grown {
    GROWN_CLIMB,
    GROWN_EDGES,
    GROWN_ALL,
    GROWN_GJK,
    GROWN_EXACT,
    GROWN_PLACE,
    GJK_GROWN
} gjk_grown;

typedef struct gjk {
    const papers_lab *lab;
    study *s; /* of it */
    fk_context *context;
    int positions;
    pass_row row[PASS_PAIRS][GJK_METHODS];
    pass_row volume[PASS_PAIRS][PASS_AABB + 1];
    struct {
        gjk_figure_row row[STAND_INS][FIGURE_METHODS];
        uint32_t parts[STAND_INS];
        double content[STAND_INS]; /* volume; of pieces, the sum */
        double split_seconds;
    } figure;
    struct {
        double points;                                     /* of the largest hull */
        double exponent[GJK_GROWN], largest_us[GJK_GROWN]; /* largest: on it */
    } growth;
} gjk;

/* The second part: its tables, plots and pictures. False after a message. */
bool gjk_figure(gjk *g);

/* One sentence on each difference between its numbers and those of the thesis. */
void gjk_explain_figure_differences(const gjk *g);

#endif
