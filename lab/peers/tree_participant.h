/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench trees`: PROGRAM WORK MILLISECONDS FILE (see participant.h).
 *
 *     build     the tree alone
 *     meet      does the mesh, as it is, meet itself in each pose: 1 or 0
 *     pairs     all pairs of triangles that meet, in each pose: how many, and in sets which
 *     distance  how far apart, in each pose in which they are
 *     segment   does each segment meet the mesh: 1 or 0
 *
 * Times ns are a question, or a triangle where the tree is built; ns_hits and ns_misses those of questions whose answer is yes or no; of
 * the processor, so that other programs do not count, but by the clock where several threads build. "bytes" is what building left
 * allocated.
 *
 * The file has numbers as they are in memory: a tree_head, then points, triangles, poses, segments (two points each), and a byte
 * for each pose and each segment: 1 where the answer is yes. */

#ifndef FARKAS_LAB_PEERS_TREE_PARTICIPANT_H
#define FARKAS_LAB_PEERS_TREE_PARTICIPANT_H

#include "peers/participant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tree_head {
    char magic[8];
    uint32_t vertices, triangles, poses, segments;
} tree_head;

#define TREE_MAGIC "FKTREES"

typedef struct tree_segment {
    fk_vec3 from, to;
} tree_segment;

typedef struct tree_input {
    tree_head head;
    const fk_vec3 *point;
    const fk_triangle *triangle;
    const fk_pose *pose;
    const tree_segment *segment;
    const uint8_t *pose_hits, *segment_hits;
} tree_input;

/* One kind of tree of a library. */
typedef struct tree_sort {
    const char *name;
    /* Not timed: converts the mesh into the form of the library. */
    void *(*prepare)(const tree_input *input);
    /* Timed. */
    bool (*build)(void *data);
    /* The bytes of the tree; NULL: the growth of allocated memory counts. */
    size_t (*bytes)(void *data);
    void (*release)(void *data);
    bool is_parallel; /* built by several threads */
} tree_sort;

typedef struct tree_method {
    const char *work, *name;
    const tree_sort *sort;
    /* Timed: answers one query, a pose or a segment by its number. */
    bench_query_function *query;
} tree_method;

typedef struct tree_library {
    const char *name; /* with its version */
    const tree_sort *const *sort;
    size_t sorts;
    const tree_method *method;
    size_t methods;
} tree_library;

/* The main() of a participant; ignores argv[0]. Returns an exit status. */
int tree_participant_main(int argc, char **argv, const tree_library *library);

#ifdef __cplusplus
}
#endif

#endif
