/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tori as trees of cells of two levels, as in section 6.1.2 of P. Baillehache's paper (2013): one box, and
 * below it tetrahedra that surround the torus. */

#ifndef FARKAS_LAB_PAPERS_TORI_H
#define FARKAS_LAB_PAPERS_TORI_H

#include "farkas/farkas.h"
#include "printed/search_paper.h"

typedef struct torus {
    fk_pose pose;        /* of its middle; the axis is z */
    double major, minor; /* the radii: of the ring, and of the tube */
} torus;

/* A segment of the ring has so many tetrahedra; 10, 20 or 40 segments make the 200, 400 and 800 of the
 * paper. */
#define TORI_TETRAHEDRA 20

/* How many nodes a torus of so many segments has. */
uint32_t tori_node_count(uint32_t segments);

/* The nodes of a torus in the world, the box first. The number of segments is even, and at least 4.
 * Coordinates are multiples of 2^-40 and tetrahedra share their corners exactly, so that there is no gap
 * between them; numbers are to be below 1000, and radii above 0.001. Every point of the torus is in some
 * tetrahedron. */
void tori_nodes(const torus *t, uint32_t segments, fk_cell_input *out);

/* A random torus, its middle in a cube around the origin, with a ring of 0.5 to 1.5 in radius and a tube of a
 * quarter of it, turned in any way. */
torus tori_draw(fk_random *random, double half_cube);

/* ---- Other trees of the same torus ---------------------------------------------------------------------- */

/* The cells that hold a part of the ring. */
typedef enum tori_holder {
    TORI_ALONG_AXES, /* boxes along the axes of the world */
    TORI_ALONG_RING, /* boxes along the ring */
    TORI_TETRAHEDRA_AROUND
} tori_holder;

/* The nodes of a torus with levels along the ring: the root, arcs of at most five segments, segments,
 * hexahedra, tetrahedra. All but the last are of one kind. Leaves come last, in the order of tori_nodes.
 * `out` has room for tori_ring_node_count. */
uint32_t tori_ring_node_count(uint32_t segments);
void tori_ring_nodes(const torus *t, uint32_t segments, tori_holder holder, fk_cell_input *out);

/* Two levels, with a box along the axes around each tetrahedron; with as many nodes as tori_nodes. */
void tori_box_nodes(const torus *t, uint32_t segments, fk_cell_input *out);

/* Two levels, with a box along the ring around each hexahedron, so around five tetrahedra. At most 64
 * segments. */
uint32_t tori_block_node_count(uint32_t segments);
void tori_block_nodes(const torus *t, uint32_t segments, fk_cell_input *out);

/* ---- Many tori, and the search of one of them against all others, in several ways, on the same cells ----- */

typedef struct tori_world {
    fk_context *context;
    uint32_t count;                  /* objects */
    uint32_t nodes;                  /* of each, in the input */
    fk_cell_input *input;            /* those of one after those of the other */
    paper_node *paper;               /* the same */
    paper_node root;                 /* of the whole world */
    fk_cell_tree **flat;             /* as in the input, so with two levels */
    fk_cell_tree **tree;             /* with levels added */
    fk_search *flat_search, *search; /* over both */
} tori_world;

/* A world of tori, to be ended. */
void tori_world_make(tori_world *w, fk_context *context, const torus *t, uint32_t count, uint32_t segments);
void tori_world_end(tori_world *w);

/* `count` random tori, as dense as 100 of them in a cube of this half side; to be freed. */
torus *tori_draw_all(uint64_t seed, uint32_t count, double half_cube);

/* The tree of nodes of an input, with at most so many children to a node (0: as it is). */
fk_cell_tree *tori_tree_make(fk_context *context, const fk_cell_input *input, uint32_t count,
                             uint32_t children);
/* The result of a search for a question; levels 0: all. */
const fk_search_result *tori_search_run(fk_search *search, const fk_search_question *question,
                                        uint32_t levels);

/* Two leaves that meet, by their numbers in the input. */
typedef struct tori_hit {
    uint32_t object, node_m, node_p;
    fk_aabb box;
} tori_hit;

typedef struct tori_answer {
    size_t count, capacity;
    tori_hit *hit;    /* sorted by object, then by the nodes; of a first hit only the object says something */
    uint32_t objects; /* that are met */
    uint64_t quick_tests, pair_tests;
    double seconds;
} tori_answer;

typedef enum tori_search_kind {
    TORI_PRINTED,
    TORI_RIGHT, /* as printed, made right */
    /* Farkas, with the two levels of the input; for a first hit the one object gets more levels, within the
     * measured time. */
    TORI_TWO,
    TORI_READY, /* Farkas, with trees that have more levels already */
    TORI_ALL,   /* all pairs of leaves; not for first hits */
    TORI_ROW    /* as printed, with row (a) of the test of two cells set right */
} tori_search_kind;

#define TORI_WAYS (TORI_READY + 1) /* without all pairs */

/* Searches one object against all others. An answer begins as zeros, may be used again, and is to be ended. */
void tori_search(tori_world *w, tori_search_kind way, uint32_t object, bool first, tori_answer *answer);
void tori_answer_end(tori_answer *answer);

/* What a search has found, by the numbers of nodes in the input less `offset`. Takes the place of what was
 * there. */
void tori_answer_add(tori_answer *answer, const fk_search_result *result, fk_cell_tree *const *tree,
                     uint32_t offset);

/* FNV of the hits, or of the objects alone. */
uint32_t tori_hash(const tori_answer *answer, bool first);

/* How many hits, or objects, are in `a` and not in `b`. */
size_t tori_missing(const tori_answer *a, const tori_answer *b, bool first);

/* How many hits of an object are in `truth`, not in `found`, and no mere contacts. */
size_t tori_lost_overlaps(const tori_world *w, uint32_t object, const tori_answer *truth,
                          const tori_answer *found);

#endif
