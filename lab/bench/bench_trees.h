/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas bench trees` share. */

#ifndef FARKAS_LAB_BENCH_BENCH_TREES_H
#define FARKAS_LAB_BENCH_BENCH_TREES_H

#include "bench/bench.h"

/* The works, in the order of the page, ended by NULL; see tree_participant.h. */
extern const char *const trees_works[];
enum { TREES_WORKS = 5 };

/* ---- bench_trees.c: the benchmark ---------------------------------------------------------------------- */

/* argv[0] is the verb, and argv[1] is `trees`. Returns an exit status. */
int bench_trees_verb(int argc, char **argv);

/* ---- bench_trees_run.c: Farkas as a participant -------------------------------------------------------- */

/* argv[0] is passed over; see tree_participant.h. */
int bench_trees_run(int argc, char **argv);

/* ---- bench_trees_scene.c: meshes, questions and the truth ---------------------------------------------- */

typedef struct trees_plan {
    char name[48];
    char what[32];      /* of which scenes of several sizes are one: "near contact" */
    const char *path;   /* of a file with a mesh; NULL: a knot */
    uint32_t triangles; /* of the knot */
    uint32_t poses;     /* half of them meet */
    uint32_t segments;  /* as many */
    double nearness;    /* how near contact poses are, as a part of the size */
    uint64_t seed;
} trees_plan;

/* A mesh, and what it is asked. */
typedef struct trees_scene {
    trees_plan plan;
    fk_context *context;
    fk_model *model;
    const fk_mesh *mesh;
    fk_vec3 middle;
    double size; /* the diagonal of its box */
    uint32_t poses, segments;
    fk_pose *pose;
    fk_probe *segment;
    /* The truth: what meets; the pairs of each pose, and their hash; the distance of those poses that do not
     * meet, in their order. */
    uint8_t *pose_hits, *segment_hits;
    double *pair_count;
    uint32_t *pair_set;
    fk_interval *gap;
    uint32_t misses;
} trees_scene;

/* Makes a scene, and checks its truth by looking at all triangles where they are few; false after a message.
 * What was made is to be freed in any case. */
bool trees_scene_make(const trees_plan *plan, trees_scene *out);
void trees_scene_free(trees_scene *scene);
/* The file that participants read; false after a message. */
bool trees_scene_write(const trees_scene *scene, const char *path);

/* ---- bench_trees_play.c: participants at work ---------------------------------------------------------- */

/* One method of one participant on one scene. */
typedef struct trees_result {
    char scene[48], what[32], work[16], method[48], library[64];
    uint64_t triangles, questions;
    uint64_t size;               /* triangles of the knot that was asked for, or of the file */
    bench_time ns[BENCH_PARTS];  /* a question; of build, a triangle */
    uint64_t bytes;              /* of the tree */
    uint64_t false_hits, missed; /* said to meet, or not; of pairs: too many in a pose, or too few */
    uint64_t wrong;              /* all answers that are */
    double error;                /* of distances: the largest, as a part of the size */
    uint64_t pairs;              /* all that were found */
    uint32_t hash;               /* of the answers; 0 for distances */
    const char *trouble;         /* why there is no answer; else NULL */
    bool is_ours;
} trees_result;

typedef struct trees_results {
    trees_result *row;
    size_t count;
    uint64_t rounds; /* 0: times say nothing */
} trees_results;

typedef struct trees_stage {
    bench_stage base;
    unsigned limit; /* seconds of a turn */
    /* For each participant and work: it ran out of time. */
    bool (*is_slow)[TREES_WORKS];
} trees_stage;

/* Lets every participant that knows it do the work on the scene, which is in the file, round by round in
 * turn, and adds the results. False after a message. */
bool trees_play(const trees_stage *stage, const trees_scene *scene, size_t work, char *path,
                trees_results *results);

/* ---- bench_trees_report.c: results ---------------------------------------------------------------------- */

/* Print the rows from `first` on; CSV has a head before row 0. */
void trees_print_table(const trees_results *results, size_t first);
void trees_print_csv(const trees_results *results, size_t first);
void trees_print_json(const trees_results *results, size_t first);

/* Writes them as records of the section "trees". False after a message. */
bool trees_write_records(const trees_results *results, const char *folder);

#endif
