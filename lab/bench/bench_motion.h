/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas bench motion` share. */

#ifndef FARKAS_LAB_BENCH_BENCH_MOTION_H
#define FARKAS_LAB_BENCH_BENCH_MOTION_H

#include "bench/bench.h"
#include "peers/motion_participant.h"

/* ---- bench_motion.c: the benchmark --------------------------------------------------------------------- */

/* argv[0] is the verb, and argv[1] is `motion`. Returns an exit status. */
int bench_motion_verb(int argc, char **argv);

/* ---- bench_motion_run.c: Farkas as a participant ------------------------------------------------------- */

/* argv[0] is passed over; see motion_participant.h. */
int bench_motion_run(int argc, char **argv);
/* ---- bench_motion_scene.c: meshes that move, and the truth --------------------------------------------- */

typedef enum motion_kind {
    MOTION_WORKCELL, /* the sample workcell, step by step along its motion: contacts, or what is too close */
    MOTION_ARM,      /* its arm alone, in random places */
    MOTION_FIRST,    /* two knots that come from far and turn: when they first meet */
    MOTION_NEAR      /* the same two, shortly before that: how far apart they are */
} motion_kind;

typedef struct motion_plan {
    const char *name;
    motion_kind kind;
    const char *work;
    const char *question, *what; /* the same in words, and of what */
    uint32_t triangles;          /* of a mesh, about */
    uint32_t steps;              /* of two knots, twice the motions */
} motion_plan;

/* All scenes, in the order of the page, ended by a name that is NULL. */
extern const motion_plan motion_plans[];

typedef struct motion_scene {
    motion_plan plan;
    motion_input input; /* what the file holds */
    size_t questions;
    /* The truth of each question: how many pairs meet, and which; whether any does; the first time that they
     * surely meet, or 2, with the time until which they surely do not; the distance. */
    double *value, *low;
    uint32_t *set;
} motion_scene;

/* Makes a scene; `folder` is for the files of the workcell. False after a message. What was made is to be freed in
 * any case. */
bool motion_scene_make(fk_context *context, const motion_plan *plan, uint64_t seed, const char *folder,
                       motion_scene *out);
void motion_scene_free(motion_scene *scene);
/* The file that participants read; false after a message. */
bool motion_scene_write(const motion_scene *scene, const char *path);

/* ---- bench_motion_play.c: participants at work --------------------------------------------------------- */

/* One method of one participant on one scene. */
typedef struct motion_result {
    char scene[24], work[16], method[48], library[64];
    const char *question, *what;
    uint64_t triangles, questions, hits;
    uint64_t size;       /* triangles of a mesh, about */
    bench_time us;       /* a question */
    uint64_t wrong;      /* answers; of first times, also those more than 1e-3 of the way late or early */
    uint64_t missed;     /* of them: it said that nothing meets */
    uint32_t hash;       /* of the answers; 0 for times and distances */
    const char *trouble; /* why there is no answer; else NULL */
    bool is_ours;
} motion_result;

typedef struct motion_results {
    motion_result *row;
    size_t count;
    uint64_t rounds; /* 0: times say nothing */
} motion_results;

typedef struct motion_stage {
    bench_stage base;
    unsigned limit; /* seconds of a turn */
} motion_stage;

/* Lets every participant play the scene, which is in the file, round by round in turn, and adds the results. False
 * after a message. */
bool motion_play_scene(const motion_stage *stage, const motion_scene *scene, char *path,
                       motion_results *results);

/* ---- bench_motion_report.c: results --------------------------------------------------------------------- */

/* Print the rows from `first` on. */
void motion_print_table(const motion_results *results, size_t first);
void motion_print_json(const motion_results *results, size_t first);

/* Writes them as records of the section "motion". False after a message. */
bool motion_write_records(const motion_results *results, const char *folder);

#endif
