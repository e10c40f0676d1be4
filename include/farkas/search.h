/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Search: which leaves of many trees of cells meet? SearchCollisions of P. Baillehache's paper (2013),
 * right for trees of any depths, complete, and with a budget. */

#ifndef FARKAS_SEARCH_H
#define FARKAS_SEARCH_H

#include "farkas/cells.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Objects and groups -------------------------------------------------------------------------------- */

/* A tree in its place; trees may be shared, and are kept by the caller. They hold to the rules, as those that
 * the functions of cells.h make, or fk_cell_tree_check accepts. Leaves are what fk_piece_place makes of the
 * cells, and answers are exact for these doubles; as these depend on how the processor rounds, that has to be
 * the same in all calls with a search. */
typedef struct fk_search_object {
    const char *name; /* for reports; or NULL */
    const fk_cell_tree *tree;
    fk_pose pose;
    uint32_t group; /* FK_NONE: directly in the world */
} fk_search_object;

/* Objects, or groups, that are in one place, as a room. A group that the search does not get into costs
 * one test. */
typedef struct fk_search_group {
    const char *name; /* or NULL */
    uint32_t parent;  /* the group that it is in, which comes before it; FK_NONE: the world */
    /* Whether its members are tested against each other: two objects whose smallest common group says no are
     * not. (The world says yes.) */
    bool tests_members;
    /* A volume in the world that holds the roots of all objects in it, in their places, and the volumes of
     * all groups in it; or FK_KIND_NONE: a box around them, which moves with them. */
    fk_kind kind;
    fk_cell cell;
} fk_search_group;

/* ---- Searching ----------------------------------------------------------------------------------------- */

typedef struct fk_search fk_search;

/* What was wrong: FK_NONE where it is not about one. */
typedef struct fk_search_report {
    uint32_t object, group;
    char message[256]; /* with the remedy; names of more than 48 bytes are left out */
} fk_search_report;

/* Readies a search; what it is given is copied, but for trees and names. FK_ERROR_ARGUMENT: a group that
 * is in one that does not come before it, an object in a group that is not there or without a tree, a
 * volume that is neither box nor tetrahedron, an object or a group that is not in the volume of its group.
 * FK_ERROR_NOT_FINITE: a pose, a volume, or what a pose makes of a root, is not finite, or 2^1000 or
 * beyond. Both with a report, which may be NULL; its message is "" otherwise. FK_ERROR_MEMORY. *out is
 * left alone then. */
FK_API fk_status fk_search_create(fk_context *context, const fk_search_group *group, uint32_t group_count,
                                  const fk_search_object *object, uint32_t object_count,
                                  fk_search_report *report, fk_search **out);
FK_API void fk_search_destroy(fk_context *context, fk_search *search);

/* Moves an object; its tree stays as it is. Ends the question that was asked. Does not allocate, and takes
 * no longer for many objects. FK_ERROR_ARGUMENT: no such object, or it leaves the volume of its group;
 * FK_ERROR_NOT_FINITE, as above; nothing has changed then. */
FK_API fk_status fk_search_move(fk_search *search, uint32_t object, const fk_pose *pose);

typedef struct fk_search_question {
    uint32_t object;   /* this one against all others; FK_NONE: all against all */
    bool stops_at_hit; /* only the first hit of each pair of objects: which meet at all */
    bool wants_boxes;  /* of hits */
    /* Who searches in fk_search_run; NULL: the calling thread alone. The results are the same, unless the
     * time is limited. Kept by the caller as long as the question is asked. */
    const fk_workers *workers;
} fk_search_question;

/* All against all, complete, with boxes, by the caller alone. */
FK_API fk_search_question fk_search_question_default(void);

/* When to stop before the end: whatever comes first. 0 is no limit. */
typedef struct fk_search_budget {
    /* Looks at so many levels of the trees only: 1 is the roots alone. Levels that were added to a tree
     * count, too. */
    uint32_t levels;
    /* From the call; stops soon after: what is found by then depends on the machine. What is open is listed
     * afterwards, and nodes with very many children are opened in one step: both take their time. */
    double seconds;
    uint64_t tests; /* stops after so many tests of pairs of nodes, in this call, for each pair of objects */
} fk_search_budget;

/* Asks a question, which forgets the one before. Trees are not searched yet: pairs of objects whose boxes
 * meet are open, others are clear. FK_ERROR_ARGUMENT: no such object; the question before stays.
 * FK_ERROR_MEMORY: no question is asked. */
FK_API fk_status fk_search_ask(fk_search *search, const fk_search_question *question);

/* Searches on from where the last call has stopped, until nothing is open or the budget, which may be
 * NULL, is used up. FK_OK in both cases; is_complete of the result tells which. However short the
 * time, each call gets further. Needs about 200 KiB of stack.
 * FK_ERROR_ARGUMENT: nothing was asked, or a budget that is negative or NaN. FK_ERROR_MEMORY: what is not
 * searched stays open, and what was found stays; call again. */
FK_API fk_status fk_search_run(fk_search *search, const fk_search_budget *budget);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Two nodes below which it is not known yet what meets. */
typedef struct fk_search_open {
    uint32_t node_a, node_b;
} fk_search_open;

/* Two objects: proved colliding where there is a hit, else open. Those that are proved clear are not listed,
 * only counted. */
typedef struct fk_search_pair {
    uint32_t a, b;    /* a is the object of the question; of all against all, a < b */
    size_t hit_count; /* sorted by node_a, then node_b */
    const fk_cell_hit *hit;
    size_t open_count; /* 0: the hits are all there are, or the one that was asked for. Sorted */
    const fk_search_open *open;
    fk_aabb box; /* around the boxes of the hits */
} fk_search_pair;

typedef struct fk_search_result {
    uint64_t pair_total; /* pairs of objects that were asked about */
    uint64_t ignored;    /* pairs in groups whose members are not tested, and so not asked about */
    uint64_t clear, colliding, open; /* how many of the total are proved clear, proved colliding, open */
    /* Nothing is left to search: no pair is open, and none that is colliding may have more hits. */
    bool is_complete;
    uint64_t hit_total;
    fk_cell_work work; /* in trees, and of roots with volumes of groups */
    size_t pair_count; /* those that are colliding or open; sorted by a, then b */
    const fk_search_pair *pair;
} fk_search_result;

/* What is known so far; NULL when no question is asked. Valid until the next call with this search. */
FK_API const fk_search_result *fk_search_result_of(const fk_search *search);

#ifdef __cplusplus
}
#endif

#endif
