/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench mesh`: PROGRAM WORK MILLISECONDS FILE (see participant.h).
 *
 *     load   FILE is a binary STL file, which is read: triangles
 *     large  the same, and how much memory that takes
 *     weld   FILE is the same; timed is what makes equal vertices one: vertices
 *     hull   FILE has points, three doubles each: vertices of their convex hull
 *     split  FILE is a binary STL file, of a solid: convex pieces that stand for it
 *
 * "count" is what came out; "bytes" is what that takes in memory, "most_bytes" the most that the program ever had, and "volume" the
 * sum of the volumes of pieces; 0 where not told. */

#ifndef FARKAS_LAB_PEERS_MESH_PARTICIPANT_H
#define FARKAS_LAB_PEERS_MESH_PARTICIPANT_H

#include "peers/participant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mesh_outcome {
    double seconds; /* of the work alone */
    uint64_t count, bytes, most_bytes;
    double volume;
} mesh_outcome;

typedef struct mesh_method {
    const char *work, *name;
    bool (*run)(const char *path, mesh_outcome *out);
} mesh_method;

/* The main() of a participant; the list ends with zeros. Returns an exit status. */
int mesh_participant_main(int argc, char **argv, const char *library, const mesh_method *method);

/* Reads the points of a file of doubles, allocated. NULL on failure. */
double *mesh_points_read(const char *path, size_t *count);

/* Builds the convex hull of `count` points, given as consecutive coordinates. Writes the seconds of the build alone, without converting
 * the points and without freeing. Returns the number of vertices of the hull, or 0 when the library fails. */
typedef size_t mesh_hull_function(const double *xyz, size_t count, double *seconds);
/* The main() of a participant that builds hulls alone. */
int mesh_hull_main(int argc, char **argv, const char *library, const char *name, mesh_hull_function *hull);

#ifdef __cplusplus
}
#endif

#endif
