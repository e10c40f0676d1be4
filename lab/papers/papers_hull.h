/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas papers hull` measures, and how it is told. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_HULL_H
#define FARKAS_LAB_PAPERS_PAPERS_HULL_H

#include "papers/papers.h"

enum { HULL_OBJECTS = 9, HULL_MODELS = 8, HULL_KINDS = 4, HULL_SIZES = 4, HULL_ROUNDS = 5 };

/* A row of the thesis' table, and the object of ours beside it. */
typedef struct hull_object {
    uint32_t vertices, hull_vertices; /* as printed */
    double milliseconds, saving;
    /* A kind of `farkas gen mesh`, and about how many triangles make as many vertices, of them as many on the hull; the first
     * part, where there are several. NULL: random points on a sphere. */
    const char *kind;
    uint32_t triangles;
} hull_object;

extern const hull_object hull_objects[HULL_OBJECTS];

/* What a hull is, and took. */
typedef struct hull_measured {
    uint32_t points, vertices;
    double milliseconds; /* the median of some builds */
    double saving;       /* in percent, as the thesis counts it: of vertices */
    double bytes_saving; /* in percent: the block of the hull against the mesh, or the points */
} hull_measured;

/* Random points. */
typedef struct hull_kind {
    const char *name;
    fk_vec3 (*draw)(fk_random *random);
    bool is_round; /* all points are vertices */
} hull_kind;

extern const hull_kind hull_kinds[HULL_KINDS];
enum { HULL_SPHERE = 0, HULL_CUBE = 2 };

typedef struct hull_results {
    hull_measured object[HULL_OBJECTS], of[HULL_KINDS][HULL_SIZES];
} hull_results;

/* Tables, plots, differences and claims. */
void hull_tell(const papers_settings *settings, study *s, const hull_results *results);

/* One hull against convex pieces. False after a message. */
bool hull_split(const papers_settings *settings, study *s, fk_context *context);

#endif
