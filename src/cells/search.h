/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of a search: objects, the rooms that they are in, and the pairs of them that may meet.
 *
 * A room is a group, or the world, which is room 0; group g is room g + 1. So every room but the world is in
 * one that comes before it. The boxes of objects lie in the order of the rooms that they are directly in,
 * each coordinate in a row of its own: what is asked about one object reads nothing else of those that are
 * far away. */

#ifndef FARKAS_CELLS_SEARCH_H
#define FARKAS_CELLS_SEARCH_H

#include "cells/cells.h"
#include "farkas/cells.h"

#define FK_SCOPE_WORLD 0u

typedef struct fk_search_scope {
    uint32_t parent;       /* FK_NONE: this is the world */
    uint32_t first_child;  /* the rooms in it are a list that begins here; FK_NONE: there is none */
    uint32_t next;         /* of the list that it is in itself; FK_NONE: it is the last */
    uint32_t begin, count; /* places of the boxes of objects that are directly in it */
    uint32_t total;        /* how many objects are in it and in the rooms in it */
    uint32_t holder;       /* the smallest room with a volume which it is or is in; FK_NONE */
    bool tests_members;
    bool is_stale;          /* something in it has moved; so its box, and those around it, are not known */
    fk_cells_volume volume; /* FK_KIND_NONE: there is none */
    /* What is in the volume in its place, as a root, may have leaves that stick out of it a little: not by
     * more than this. */
    double margin;
    fk_cells_volume grown; /* the volume, and so much around it */
    fk_aabb box;           /* around all in it; of the world it is not used */
} fk_search_scope;

/* Two objects whose boxes meet, and how far the search of their trees has come. */
typedef struct fk_object_pair {
    uint32_t a, b;
    bool has_begun;
    fk_status status; /* of the last call */
    fk_cells_walk traversal;
} fk_object_pair;

struct fk_search {
    fk_context *context;
    size_t bytes; /* of the block, which all arrays up to the question are in */
    uint32_t object_count, scope_count;
    fk_placed_cells *placed;
    fk_search_scope *scope;
    double *low[3], *high[3]; /* of boxes, by place */
    uint32_t *place_of;       /* of each object */
    uint32_t *object_at;      /* of each place */
    uint32_t *scope_of;       /* of each object: the one that it is directly in */
    bool has_stale;

    bool is_asked;
    fk_search_question question;
    size_t candidate_count, candidate_capacity, pair_capacity;
    fk_object_pair *candidate; /* those that are not proved clear; sorted */
    fk_search_pair *pair;      /* what is said about each of them */
    fk_cell_work work;         /* with volumes of groups, and for those that were proved clear */
    fk_search_result result;
    size_t open_capacity, key_capacity;
    fk_search_open *open; /* of all pairs */
    uint64_t *key;        /* room for sorting */
};

/* Links rooms and counts what is in them, once objects are in their rooms; and puts boxes into their
 * places. */
void fk_scopes_fill(fk_search *search);

/* The volume of a room holds all that sticks out of it by no more than this. */
void fk_scope_grow(fk_search_scope *scope, double margin);

/* An object has a new place in the world. */
void fk_scopes_move(fk_search *search, uint32_t object);

/* Boxes of rooms in which something has moved. */
void fk_scopes_refit(fk_search *search);

/* What is asked about, and the pairs of it whose boxes meet, in order, as keys; both from the rooms.
 * FK_ERROR_MEMORY. */
fk_status fk_search_candidates_of_one(fk_search *search, size_t *count);
fk_status fk_search_candidates_of_all(fk_search *search, size_t *count);

/* Ends the walks of the last question. */
void fk_search_clear(fk_search *search);

#endif
