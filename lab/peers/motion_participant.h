/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench motion`: PROGRAM WORK MILLISECONDS FILE (see participant.h), about meshes and where they are.
 *
 *     step      which of the pairs meet, in each step
 *     close     which of the pairs are closer than a level, in each step
 *     valid     does any of the pairs meet, in each step: 1 or 0
 *     first     two bodies go from the place of an even step to that of the next: when do they first meet, from 0 to 1; 2: never
 *     distance  how far apart are two bodies, in each even step
 *
 * Times are those of a step, of the processor, so that other programs do not count. Values are the answers, or how many pairs; sets
 * tell which, in any order.
 *
 * The file has numbers as they are in memory: a motion_head, meshes, points, triangles, the mesh of each body, pairs, and poses, step
 * by step. Points and triangles are those of all meshes, one after the other; corners count from the first point of the mesh. Between two
 * poses a position goes straight, and a rotation along the shortest arc. */

#ifndef FARKAS_LAB_PEERS_MOTION_PARTICIPANT_H
#define FARKAS_LAB_PEERS_MOTION_PARTICIPANT_H

#include "peers/participant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct motion_head {
    char magic[8];
    uint32_t meshes, points, triangles, bodies, pairs, steps;
    double level;
} motion_head;

#define MOTION_MAGIC "FKMOVES"

typedef struct motion_mesh {
    uint32_t first_point, points, first_triangle, triangles;
} motion_mesh;

/* A pose in a form that can be interpolated. */
typedef struct motion_place {
    fk_vec3 xyz;
    double quat_xyzw[4];
} motion_place;

typedef struct motion_input {
    motion_head head;
    const motion_mesh *mesh;
    const fk_vec3 *point;
    const fk_triangle *triangle;
    const uint32_t *body; /* its mesh */
    const fk_index_pair *pair;
    const motion_place *place; /* of body k in step i: i * bodies + k */
} motion_input;

typedef struct motion_method {
    const char *work, *name;
    /* Not timed. */
    void *(*create)(const motion_input *input);
    /* Timed. */
    bench_query_function *query;
    void (*release)(void *data);
} motion_method;

typedef struct motion_library {
    const char *name; /* with its version */
    const motion_method *method;
    size_t count;
} motion_library;

/* The main() of a participant; ignores argv[0]. Returns an exit status. */
int motion_participant_main(int argc, char **argv, const motion_library *library);

#ifdef __cplusplus
}
#endif

#endif
