/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of a section: its bars, and what is drawn and tabled of its records. Each section is one
 * constant of this kind, in bench_SECTION_layout.c; bench_page.c makes the page of all. There are no numbers of a run in it. */

#ifndef FARKAS_LAB_BENCH_BENCH_LAYOUT_H
#define FARKAS_LAB_BENCH_BENCH_LAYOUT_H

#include "bench/bench_record.h"

/* Records by their fields. Words separated by '|' are several: of scenes the slowest counts, and all must have been measured; of
 * works and of those who did it the fastest that was measured. A scene that ends with '*' is all that begin so. A size of 0 is
 * any; where several sizes are there, the largest. Sections that a layout knows are their own: a pick is among the records of
 * one section. */
typedef struct bench_pick {
    const char *work, *scene;
    double size;
    const char *by;
} bench_pick;

typedef enum bench_sense {
    BENCH_AT_MOST,      /* ours, or ours / theirs, is to be no more than the limit */
    BENCH_AT_LEAST,     /* theirs / ours is to be no less than the limit: so many times faster */
    BENCH_GROWS_AT_MOST /* the exponent of growth of ours over its sizes is to be no more than the limit */
} bench_sense;

typedef struct bench_bar {
    const char *name; /* a phrase that ends without a stop */
    bench_pick ours;
    bench_pick theirs; /* work NULL: the limit is in the unit of ours */
    bench_sense sense;
    double limit, goal;  /* goal 0: none */
    const char *closing; /* where it is not met: what costs the time, and what would close it */
} bench_bar;

/* What a table or a plot shows. */
typedef enum bench_shape {
    BENCH_SERIES, /* a plot and a table: a line for each who, over sizes, with the exponent of growth fitted to it */
    BENCH_CROSS,   /* a table: scenes down, who across; with the wrong answers beside each number */
    BENCH_WRONG,   /* the same of wrong answers alone, without rows in which there are none */
    BENCH_BARS,    /* a plot of bars and a table: who down; one scene */
    BENCH_FAMILIES /* a table of Farkas alone: scenes are "KIND, FAMILY": families down, kinds across */
} bench_shape;

typedef struct bench_view {
    bench_shape shape;
    const char *name;    /* of the plot's file: SECTION-NAME.svg */
    const char *title;   /* "Do two meshes meet, near contact?" */
    const char *work;    /* several with '|', where their numbers belong into one table */
    const char *scene;   /* several with '|'; NULL: all that have this work */
    const char *x_title; /* of a series: "triangles of each mesh" */
    const char *note;    /* a sentence below it, or NULL */
} bench_view;

typedef struct bench_layout {
    const char *section, *title;
    const char *intro; /* paragraphs in Markdown: what is asked, what is counted, what is wrong */
    const bench_bar *bar;
    size_t bars;
    const bench_view *view;
    size_t views;
} bench_layout;

/* In the order of the page, ended by NULL. */
extern const bench_layout *const bench_layouts[];

extern const bench_layout bench_pairs_layout, bench_mesh_layout, bench_trees_layout, bench_rules_layout,
    bench_cells_layout, bench_world_layout, bench_motion_layout, bench_embed_layout;

#endif
