/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas bench world` share. */

#ifndef FARKAS_LAB_BENCH_BENCH_WORLD_H
#define FARKAS_LAB_BENCH_BENCH_WORLD_H

#include "bench/bench.h"
#include "peers/world_participant.h"

/* ---- bench_world.c: the benchmark ---------------------------------------------------------------------- */

/* argv[0] is the verb, and argv[1] is `world`. Returns an exit status. */
int bench_world_verb(int argc, char **argv);

/* ---- bench_world_run.c: Farkas as a participant -------------------------------------------------------- */

/* argv[0] is passed over; see world_participant.h. */
int bench_world_run(int argc, char **argv);

/* ---- bench_world_scene.c: boxes that move, and the truth ----------------------------------------------- */

typedef enum world_kind {
    WORLD_MOVING, /* boxes with sides from 0.5 to 1.5 in a cube; each meets two others, on average */
    WORLD_REST,   /* the same, but nothing moves */
    WORLD_AGAIN,  /* nor here, but all boxes are set in each step */
    WORLD_FEW,    /* one in a hundred moves */
    WORLD_PLACE,  /* all in one place: nearly all meet */
    WORLD_HUGE,   /* and one that is nearly as large as the cube */
    WORLD_LINE,   /* in a row */
    WORLD_MIXED   /* sizes from 1e-3 to 1e3 */
} world_kind;

typedef struct world_plan {
    const char *name, *what;
    world_kind kind;
    uint32_t bodies, steps;
} world_plan;

/* All scenes, in the order of the page, ended by a name that is NULL. */
extern const world_plan world_plans[];

typedef struct world_scene {
    world_plan plan;
    world_head head;
    world_body *body;
    /* The truth: pairs of each step. */
    size_t *pairs;
    uint32_t *sets;
} world_scene;

/* Makes a scene, and checks its truth by looking at all pairs where they are few; false after a message. What was
 * made is to be freed in any case. */
bool world_scene_make(const world_plan *plan, uint64_t seed, world_scene *out);
void world_scene_free(world_scene *scene);
/* The file that participants read; false after a message. */
bool world_scene_write(const world_scene *scene, const char *path);

/* ---- bench_world_play.c: participants at work ---------------------------------------------------------- */

typedef enum world_time { WORLD_MEAN, WORLD_MEDIAN, WORLD_SLOWEST, WORLD_FIRST, WORLD_TIMES } world_time;

/* One method of one participant on one scene. */
typedef struct world_result {
    char scene[24], method[48], library[64];
    const char *what;       /* of which scenes of several sizes are one: "moving" */
    uint32_t bodies, steps; /* steps that it has made */
    double pairs;           /* a step, on average, in truth */
    /* ns of a step, but for the first: the mean, as what is put off to a later step is to be paid for; the median;
     * the slowest; and of the first. Each is the median over rounds. */
    double ns[WORLD_TIMES];
    uint64_t bytes;
    uint32_t wrong;      /* steps with other pairs than there are */
    uint32_t hash;       /* of the pairs of all steps that it has made */
    const char *trouble; /* why there is no answer; else NULL */
    bool is_ours;
} world_result;

typedef struct world_results {
    world_result *row;
    size_t count;
    uint64_t rounds; /* 0: times say nothing */
} world_results;

typedef struct world_stage {
    bench_stage base; /* time in seconds */
    unsigned limit;   /* seconds of a turn */
} world_stage;

/* Lets every participant play the scene, which is in the file, round by round in turn, and adds the results. False
 * after a message. */
bool world_play_scene(const world_stage *stage, const world_scene *scene, char *path, world_results *results);

/* ---- bench_world_shapes.c: shapes on a ground, with contacts -------------------------------------------- */

typedef struct world_shapes_row {
    const char *scene, *by;
    uint32_t bodies, pairs, contacts; /* the last two in the last step */
    double microseconds;              /* a step, the mean of those after the first */
    bool is_timed;                    /* not in a quick run */
    uint32_t hash;                    /* of the pairs of all steps */
} world_shapes_row;

typedef struct world_shapes {
    world_shapes_row row[32];
    size_t count;
} world_shapes;

/* Adds the rows: three for each scene and size, one after the other, with one hash. */
void world_shapes_run(bool quick, world_shapes *out);

/* ---- bench_world_report.c: results ---------------------------------------------------------------------- */

/* Print the rows from `first` on. */
void world_print_table(const world_results *results, size_t first);
void world_print_json(const world_results *results, size_t first);
void world_print_shapes(const world_shapes *shapes, bool as_json);

/* Writes them as records of the section "world". False after a message. */
bool world_write_records(const world_results *results, const world_shapes *shapes, const char *folder);

#endif
