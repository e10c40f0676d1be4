/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a program gets that takes part in `farkas papers aabb-tree`:
 *
 *     PROGRAM SECONDS FILE
 *
 * It builds the tree of a mesh and asks it about probes, each kind and function for so many seconds, and prints
 *
 *     {"library":"CGAL 5.5.1","build_ms":7.2,"bytes":1000000}
 *     {"kind":0,"function":0,"per_second":180000,"hits":3578}
 *
 * the second line for each kind and function, when there are probes; hits are the triangles, or the probes that meet one. The file has
 * numbers as they are in memory: a probe_head, then points, triangles and probes, which are no boxes. */

#ifndef FARKAS_LAB_PEERS_PROBE_INPUT_H
#define FARKAS_LAB_PEERS_PROBE_INPUT_H

#include "farkas/farkas.h"

typedef struct probe_head {
    char magic[8];
    uint32_t vertices, triangles, probes;
} probe_head;

#define PROBE_MAGIC "FKPROBE"

typedef enum probe_function { PROBE_ANY, PROBE_COUNT, PROBE_ALL, PROBE_FUNCTIONS } probe_function;

#endif
