/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of `farkas papers fm-pairs`, the test of two cells in P. Baillehache's paper "Collision detection for 3D objects
 * based on the Fourier-Motzkin elimination method" (2013), sections 4, 5.3, 6.1.1 and 6.2.1: its 64 cases, random pairs, the
 * box of what two cells have in common, the time of one test, scenes and pictures. */

#ifndef FARKAS_LAB_PAPERS_FM_PAIRS_H
#define FARKAS_LAB_PAPERS_FM_PAIRS_H

#include "papers/papers.h"

/* ---- Cases (fm_cases.c) -------------------------------------------------------------------------------- */

enum { FM_CASES = 64, FM_COMBINATIONS = 4 };

/* Box and box, box and tetrahedron, tetrahedron and box, two tetrahedra. */
extern const char *const fm_combination_name[FM_COMBINATIONS];
extern const fk_kind fm_combination_kind[FM_COMBINATIONS][2];

typedef struct fm_case {
    unsigned number;
    int combination;
    fk_verdict truth;
    char how[160]; /* how it is made, which is why the truth is known */
    fk_piece a, b;
} fm_case;

/* The cases of lab/printed/fm_pairs.txt. False after a message. */
bool fm_cases_read(fm_case out[FM_CASES]);

/* ---- Random pairs (fm_random.c) ------------------------------------------------------------------------ */

typedef struct fm_pair {
    fk_piece a, b;
} fm_pair;

/* Whole numbers: edges from -6 to 6, origins from -9 to 9. */
fm_pair fm_random_pair(fk_random *random, int combination);

/* What the printed test makes of random pairs of a combination. */
typedef struct fm_random_tally {
    unsigned pairs, overlapping, touching, apart;
    unsigned flat;           /* not decided: the first cell is flat, and the print divides by zero */
    unsigned missed;         /* overlapping, and said to be apart */
    unsigned touching_wrong; /* touching, and said to be apart */
    unsigned false_hits;     /* apart, and said to collide */
    unsigned fm_wrong;       /* by method fm, verdict or box: never */
    /* Of overlapping pairs that it finds: its box by volume, over the tight one; sorted. */
    unsigned boxes, cut; /* cut: some of what they have in common is outside of its box */
    double *ratio;       /* `boxes` of them */
} fm_random_tally;

/* False after a message. To be ended in any case. */
bool fm_random_run(uint64_t seed, int combination, unsigned pairs, fm_random_tally *out);
void fm_random_end(fm_random_tally *tally);

/* ---- Time (fm_clock.c) --------------------------------------------------------------------------------- */

/* Who is asked: the printed test on volumes that are made ready, as the paper keeps them, and methods of Farkas. */
typedef enum fm_way {
    FM_WAY_FM,
    FM_WAY_EXACT,
    FM_WAY_PAPER,
    FM_WAY_FM_BOX,
    FM_WAY_EXACT_BOX,
    FM_WAYS
} fm_way;

extern const char *const fm_way_name[FM_WAYS];

/* The paper's repetitions; they are done in rounds, of which the median counts. */
enum { FM_REPETITIONS = 10000, FM_ROUNDS = 5 };

/* Pairs that are asked about one after the other. */
typedef struct fm_questions {
    const fm_pair *pair;
    unsigned count;
    unsigned repetitions; /* of all of them, in each of FM_ROUNDS rounds, */
    double seconds;       /* but no more when a round has taken so long */
} fm_questions;

/* Microseconds for one test, without the loop around it. False after a message. */
bool fm_clock_run(const fm_questions *questions, double us[FM_WAYS]);

/* The times of one test beside the paper's (fm_times.c). False after a message. */
bool fm_times_tell(const papers_settings *settings, const fm_case *cases, study *s);

/* ---- Scenes and pictures (fm_scene.c, fm_picture.c) ---------------------------------------------------- */

/* A scene for POV-Ray. False after a message. */
bool fm_scene_write(const fm_case *c, const char *folder);

/* A picture of each case, or of every `step`th, where this program can draw. */
void fm_pictures_draw(const fm_case *cases, size_t step, study *s);

#endif
