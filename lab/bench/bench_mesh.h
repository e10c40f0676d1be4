/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas bench mesh` share. */

#ifndef FARKAS_LAB_BENCH_BENCH_MESH_H
#define FARKAS_LAB_BENCH_BENCH_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- bench_mesh.c: the benchmark ----------------------------------------------------------------------- */

/* argv[0] is the verb, and argv[1] may be `mesh`. Returns an exit status. */
int bench_mesh_verb(int argc, char **argv);

/* ---- bench_mesh_run.c: Farkas as a participant --------------------------------------------------------- */

/* argv[0] is passed over; see mesh_participant.h. */
int bench_mesh_run(int argc, char **argv);

/* ---- bench_mesh_scene.c: files to work on -------------------------------------------------------------- */

typedef struct mesh_scene {
    const char *name;
    const char *what;        /* of which scenes of several sizes are one: "on a sphere" */
    const char *const *work; /* ended by NULL */
    uint64_t items;          /* triangles or points */
    uint64_t size;           /* about as many: a round number */
    uint64_t expected;       /* what comes out of load and of hulls on a sphere: all of them; else 0 */
    double volume;           /* of a solid that is split */
} mesh_scene;

/* How many scenes there are; scene `index` written to a file in a folder. With `quick`, small ones. False after a message. */
size_t mesh_scene_count(void);
const char *mesh_scene_name(size_t index);
/* Whether it is one of a quick run. */
bool mesh_scene_is_quick(size_t index);
bool mesh_scene_make(size_t index, bool quick, const char *path, mesh_scene *out);

/* ---- bench_mesh_report.c: results ---------------------------------------------------------------------- */

/* One method of one participant on one scene. */
typedef struct mesh_result {
    char scene[32], what[32], work[16], method[48], library[64];
    double seconds, low, high; /* median over rounds, smallest and largest */
    uint64_t items, size, count, bytes;
    uint64_t most_bytes; /* that the whole program ever had; 0: not told */
    double volume, solid_volume;
    bool is_right; /* the count is the expected one, or that is not known */
} mesh_result;

typedef struct mesh_results {
    mesh_result *row;
    size_t count;
    uint64_t rounds; /* 0: times say nothing */
} mesh_results;

void mesh_print_table(const mesh_results *results, size_t first);
void mesh_print_csv(const mesh_results *results, size_t first);
void mesh_print_json(const mesh_results *results, size_t first);
/* Writes them as records of the section "mesh". False after a message. */
bool mesh_write_records(const mesh_results *results, const char *folder);

#endif
