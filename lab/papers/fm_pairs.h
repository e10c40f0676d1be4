/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of `farkas papers fm-pairs`, the test of two cells in P. Baillehache's paper "Collision detection for 3D objects
 * based on the Fourier-Motzkin elimination method" (2013), sections 4, 5.3, 6.1.1 and 6.2.1: its 64 cases, random pairs, the
 * box of what two cells have in common, the time of one test, scenes and pictures. */

#ifndef FARKAS_LAB_PAPERS_FM_PAIRS_H
#define FARKAS_LAB_PAPERS_FM_PAIRS_H

#include "papers/papers.h"

enum { FM_CASES = 64, FM_COMBINATIONS = 4 };

/* Box and box, box and tetrahedron, tetrahedron and box, two tetrahedra. */
extern const char *const fm_combination_name[FM_COMBINATIONS];

typedef struct fm_case {
    unsigned number;
    int combination;
    fk_verdict truth;
    char how[160]; /* how it is made, which is why the truth is known */
    fk_piece a, b;
} fm_case;

typedef struct fm_pair {
    fk_piece a, b;
} fm_pair;

/* Whole numbers: edges from -6 to 6, origins from -9 to 9. */
fm_pair fm_random_pair(fk_random *random, int combination);

/* The times of one test beside the paper's (fm_times.c). */
void fm_times_report(const papers_lab *lab, const fm_case *cases);

/* A scene for POV-Ray. False after a message. */
bool fm_scene_write(const fm_case *c, const char *folder);

/* A picture of each case, or of every `step`th, where this program can draw. */
void fm_pictures_draw(const papers_lab *lab, const fm_case *cases, size_t step);

/* Pictures of two tori and their hits from two sides, NAME-corner and NAME-top. */
struct tori_world;
struct tori_answer;
void fm_tori_pictures_draw(const papers_lab *lab, const char *name, const char *text,
                           const struct tori_world *w, const struct tori_answer *answer);

#endif
