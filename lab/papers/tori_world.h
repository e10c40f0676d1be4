/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many tori, and the search of one of them against all others in several ways, on the same cells: as printed,
 * as printed but right, by Farkas, and by testing all pairs of leaves. All answers have the same form, so
 * that they can be compared. */

#ifndef FARKAS_LAB_PAPERS_TORI_WORLD_H
#define FARKAS_LAB_PAPERS_TORI_WORLD_H

#include "farkas/farkas.h"
#include "printed/search_paper.h"
#include "papers/tori.h"

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

/* Makes a world of tori. False after a message; it is to be ended in any case. */
bool tori_world_make(tori_world *w, fk_context *context, const torus *t, uint32_t count, uint32_t segments);
void tori_world_end(tori_world *w);

/* `count` random tori, as dense as 100 of them in a cube of this half side; to be freed. NULL after a
 * message. */
torus *tori_draw_all(uint64_t seed, uint32_t count, double half_cube);

/* The tree of nodes of an input, with at most so many children to a node (0: as it is). False after a
 * message. */
bool tori_tree_make(fk_context *context, const fk_cell_input *input, uint32_t count, uint32_t children,
                    fk_cell_tree **out);
/* A search over trees that are in the world already. False after a message. */
bool tori_search_make(fk_context *context, fk_cell_tree *const *tree, uint32_t count, fk_search **out);
/* The same for any objects and groups. */
bool tori_search_create(fk_context *context, const fk_search_group *group, uint32_t group_count,
                        const fk_search_object *object, uint32_t count, fk_search **out);
/* Asks and searches; NULL after a message. */
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

typedef enum tori_way {
    TORI_PRINTED,
    TORI_RIGHT, /* as printed, made right */
    /* Farkas, with the two levels of the input; for a first hit the one object gets more levels, within the
     * measured time. */
    TORI_TWO,
    TORI_READY, /* Farkas, with trees that have more levels already */
    TORI_ALL    /* all pairs of leaves; not for first hits */
} tori_way;

#define TORI_WAYS (TORI_READY + 1) /* without all pairs */

/* Searches one object against all others. An answer begins as zeros, may be used again, and is to be ended.
 * False after a message. */
bool tori_search(tori_world *w, tori_way way, uint32_t object, bool first, tori_answer *answer);
void tori_answer_end(tori_answer *answer);

/* What a search has found, by the numbers of nodes in the input less `offset`. Takes the place of what was
 * there. */
bool tori_answer_take(tori_answer *answer, const fk_search_result *result, fk_cell_tree *const *tree,
                      uint32_t offset);

/* FNV of the hits, or of the objects alone. */
uint32_t tori_hash(const tori_answer *answer, bool first);

/* How many hits, or objects, are in `a` and not in `b`. */
size_t tori_missing(const tori_answer *a, const tori_answer *b, bool first);

#endif
