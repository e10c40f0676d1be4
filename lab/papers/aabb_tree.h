/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The measurements of `farkas papers aabb-tree`, and their report. */

#ifndef FARKAS_LAB_PAPERS_AABB_TREE_H
#define FARKAS_LAB_PAPERS_AABB_TREE_H

#include "papers/papers.h"
#include "peers/probe_input.h"

enum { AABB_KINDS = 4, AABB_QUERIES = 1000, AABB_SIZES = 8 };

extern const char *const aabb_kind_names[AABB_KINDS];
extern const char *const aabb_function_names[PROBE_FUNCTIONS];

/* ---- What the thesis prints ---------------------------------------------------------------------------- */

typedef struct aabb_size {
    uint32_t triangles;
    double build_ms, megabytes; /* NAN: it does not say */
    bool has_queries;
} aabb_size;

/* Its queries a second are of this many triangles. */
enum { AABB_THESIS_QUERIES = 14400 };
extern const double aabb_thesis_rates[PROBE_FUNCTIONS][AABB_KINDS];

/* ---- What was measured --------------------------------------------------------------------------------- */

typedef struct aabb_rate {
    double per_second;
    uint64_t hits;
} aabb_rate;

/* By us, or by a peer. */
typedef struct aabb_results {
    char library[64]; /* "" when there are none; all numbers are NAN then */
    double build_ms, refit_ms, bytes;
    aabb_rate of[PROBE_FUNCTIONS][AABB_KINDS];
} aabb_results;

/* Of one size. */
typedef struct aabb_measured {
    const aabb_size *row;
    uint32_t triangles;
    aabb_results ours;
    aabb_results turned; /* ours of the knot in another place, with the tree as it was: rates alone */
    aabb_results cgal;
} aabb_measured;

/* Tables, plots, differences and claims. */
void aabb_report(const papers_lab *lab, const aabb_measured *m, size_t count);

/* ---- Section 3.2 --------------------------------------------------------------------------------------- */

/* Rules of descent and of splitting and sizes of leaves, of trees of boxes along the axes. */
void aabb_rules(const papers_lab *lab);

/* The dynamic tree of moving objects (3.2.1). False after a message. */
bool aabb_moving(const papers_lab *lab);

#endif
