/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench robots`: PROGRAM WORK MILLISECONDS FILE (see participant.h), about a robot among obstacles.
 *
 *     state     does any of the pairs of the scene meet, in each state: 1 or 0
 *     pair      the same of a single pair, without a robot around it
 *     edge      the same on the straight line from each state to its end, both included
 *     distance  the least distance of all pairs of the scene in each state
 *
 * Times are those of a state, of the processor, over the states of all scenes. A scene is prepared before its states are timed.
 *
 * The file has numbers as they are in memory: a robots_head, meshes, points, triangles, frames, limits, links, obstacles, scenes, pairs, values,
 * poses and ends. Frames have no keys, pieces are no hulls. */

#ifndef FARKAS_LAB_PEERS_ROBOTS_PARTICIPANT_H
#define FARKAS_LAB_PEERS_ROBOTS_PARTICIPANT_H

#include "peers/motion_participant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct robots_head {
    char magic[8];
    uint32_t meshes, points, triangles, frames, variables, links, obstacles, scenes, pairs, states,
        ends; /* that of the states, or 0 */
} robots_head;

#define ROBOTS_MAGIC "FKROBOT"

/* A link, or an obstacle, which does not move. */
typedef struct robots_body {
    uint32_t mesh;  /* FK_NONE: a piece */
    uint32_t frame; /* FK_NONE: the world */
    fk_piece piece;
    fk_pose pose; /* in the frame */
} robots_body;

/* Bodies of a scene are its obstacles, then all links. */
typedef struct robots_scene {
    uint32_t first_obstacle, obstacles, first_pair, pairs, first_state, states;
} robots_scene;

typedef struct robots_input {
    robots_head head;
    motion_mesh *mesh;
    fk_vec3 *point;
    fk_triangle *triangle;
    fk_frame *frame;
    fk_interval *limit; /* of each variable; may be infinite */
    robots_body *link, *obstacle;
    robots_scene *scene;
    fk_index_pair *pair; /* bodies of the scene */
    double *value;       /* of variable k in state i: i * variables + k */
    fk_pose *pose;       /* of link k in state i, in the world: i * links + k */
    double *end;         /* the values at the end of an edge from state i */
} robots_input;

/* Reads or writes a file; false if that fails. The caller frees the input in any case. */
bool robots_input_read(const char *path, robots_input *out);
bool robots_input_write(const robots_input *input, FILE *stream);
void robots_input_free(robots_input *input);

/* The body of a scene by its number; the mesh of a body, which refers to the input. */
const robots_body *robots_find_body(const robots_input *input, const robots_scene *scene, uint32_t body);
fk_mesh robots_make_mesh(const robots_input *input, uint32_t mesh);
/* Whether a scene has a pair, for each two bodies: a * bodies + b. Free it. */
bool *robots_list_tested(const robots_input *input, const robots_scene *scene);

typedef struct robots_method {
    const char *work, *name;
    /* Not timed; `enter` prepares a scene, after which only its states are queried. */
    void *(*create)(const robots_input *input);
    void (*enter)(void *data, const robots_scene *scene);
    /* Timed: a state, counted over all scenes. */
    bench_query_function *query;
    void (*release)(void *data);
} robots_method;

typedef struct robots_library {
    const char *name; /* with its version */
    const robots_method *method;
    size_t count;
} robots_library;

/* The main() of a participant; ignores argv[0]. Returns an exit status. */
int robots_participant_main(int argc, char **argv, const robots_library *library);

#ifdef __cplusplus
}
#endif

#endif
