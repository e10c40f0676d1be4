/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots in their scenes, for `farkas bench robots` and the lines of `farkas bench motion`: what a folder has, the input of participants,
 * and the truth of states. */

#ifndef FARKAS_LAB_BENCH_ROBOTS_SCENE_H
#define FARKAS_LAB_BENCH_ROBOTS_SCENE_H

#include "bench/bench.h"
#include "farkas/scene.h"
#include "peers/robots_participant.h"

/* A robot in all its scenes. */
typedef struct robots_plan {
    char name[64];
    char *folder;      /* or NULL */
    char *urdf, *srdf; /* or NULL: the first robot of the scene */
    char **scene;
    size_t scenes;
} robots_plan;

typedef struct robots_maker {
    fk_context *context;
    const bench_options *options;
    fk_random random;
    robots_input input;
    bool *meets; /* the truth of each state */
    fk_unit unit;
    bool wants_ends;   /* each state gets the end of a short edge */
    fk_random of_ends; /* for these */
    /* Sets the values of a state of the scene that is added; false after a message. */
    bool (*draw)(struct robots_maker *maker, const fk_robot *robot, uint32_t state, double *value);
    void *user; /* for `draw` */
} robots_maker;

/* Adds a scene with states. False after a message. */
bool robots_add_scene(robots_maker *m, const robots_plan *plan, const char *path, uint32_t states);
/* The poses of the links at a time. */
void robots_place_links(const robots_input *in, const fk_motion *motion, double time, fk_pose *out);
void robots_maker_free(robots_maker *m);

/* Colliders of all bodies. */
typedef struct robots_colliders {
    fk_context *context;
    const robots_input *input;
    fk_mesh *mesh;
    fk_collider **of_mesh, **link, **obstacle; /* of pieces, the last two */
} robots_colliders;

robots_colliders robots_colliders_build(fk_context *context, const robots_input *in);
void robots_colliders_free(robots_colliders *c);
/* A body of a scene; with the links at these poses. */
const fk_collider *robots_find_collider(const robots_colliders *c, const robots_scene *scene, uint32_t body);
fk_placed_collider robots_place_body(const robots_colliders *c, const robots_scene *scene, uint32_t body,
                                     const fk_pose *link);
/* Whether any pair meets, with the links at these poses: the verdict on each pair alone, without caches. */
bool robots_find_meets(const robots_colliders *c, const robots_scene *scene, const fk_pose *link);

/* ---- Questions ----------------------------------------------------------------------------------------- */

/* What a row is about. */
typedef struct robots_case {
    const char *scene, *work;
    const char *question, *what; /* in words */
    /* The expected answer of each state. What is 1 must be, and of edges that are 0 some may be 1: those that meet between samples. */
    const double *want;
    double tolerance; /* of distances */
    uint32_t states;
} robots_case;

/* Runs a task whose first argument is the file with an input. False after a message. */
bool robots_run_task(bench_run *run, bench_task *task, const robots_input *in);
/* Times an input. False after a message. */
bool robots_run_case(bench_run *run, const robots_case *about, const robots_input *in);

/* Some states of an input, which has all other lists. A state that is alone in its scene is left out: what a participant keeps from one
 * query for the next would be the answer. */
typedef struct robots_selection {
    robots_input input;
    uint32_t *from; /* of each state: its number before */
} robots_selection;
robots_selection robots_select(const robots_input *in, const bool *is_wanted);
void robots_selection_free(robots_selection *selection);

/* Edges from some states, and distances of some free ones: robots_edges.c. */
bool robots_run_edges(bench_run *run, const robots_maker *m, const char *name);
bool robots_run_distances(bench_run *run, const robots_maker *m, const char *name);

/* Calls a function for each robot of the folder of --data. False after a message. */
typedef bool robots_run_function(bench_run *run, fk_context *context, const robots_plan *plan, bool is_first);
bool robots_run_data(bench_run *run, fk_context *context, robots_run_function *function);

/* Reads the values of a state, "start" or "goal", of a scene: DIR/ROBOT/states.tsv has a line of names, "scene", "state" and joints among
 * them, then values. What it does not have is 0. False after a message. */
bool robots_read_state(const char *path, const char *scene_name, const char *state, const fk_robot *robot,
                       double *out);
/* The name of a file without its folder and ".json". */
void robots_copy_scene_name(const char *path, char *out, size_t size);

/* Removes a folder of our own. */
void robots_folder_remove(const char *folder);

#endif
