/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The inside of a search: objects, the scopes that contain them, and the pairs of objects that may meet.
 *
 * A scope is a group or the world. The world is scope 0, group g is scope g + 1, so every scope but the world
 * is in an earlier one. The boxes of objects are stored in the order of the scopes that directly contain
 * them, with an array for each coordinate, so a query about one object reads nothing else of objects that are
 * far away. */

#ifndef FARKAS_CELLS_SEARCH_H
#define FARKAS_CELLS_SEARCH_H

#include "cells/cells.h"
#include "farkas/cells.h"

#define FK_SCOPE_WORLD 0u

typedef struct fk_search_scope {
    uint32_t parent;       /* FK_NONE for the world */
    uint32_t first_child;  /* head of the list of scopes in it; FK_NONE if empty */
    uint32_t next;         /* in the list of its parent; FK_NONE for the last */
    uint32_t begin, count; /* the boxes of the objects directly in it */
    uint32_t total;        /* objects in it, at all depths */
    uint32_t holder;       /* the innermost scope with a volume that is or contains this one; FK_NONE */
    bool tests_members;
    bool is_stale;          /* an object in it has moved, so its box and those around it are outdated */
    fk_cells_volume volume; /* of kind FK_KIND_NONE if there is none */
    /* Objects whose placed roots are in the volume may have leaves that stick out of it, by at most this. */
    double margin;
    fk_cells_volume grown; /* the volume, grown by this margin */
    fk_aabb box;           /* around everything in it; unused for the world */
} fk_search_scope;

/* Two objects whose boxes meet, and the traversal of their trees. */
typedef struct fk_object_pair {
    uint32_t a, b;
    bool has_begun;
    fk_status status; /* of the last call */
    fk_cells_traversal traversal;
    fk_cell_work work_before; /* that of the traversal before this call, if any hit is asked for */
} fk_object_pair;

struct fk_search {
    fk_context *context;
    size_t bytes; /* of the block that contains all arrays up to the question */
    uint32_t object_count, scope_count;
    fk_placed_cells *placed;
    fk_search_scope *scope;
    double *low[3], *high[3]; /* the boxes, by place */
    uint32_t *place_of;       /* by object */
    uint32_t *object_at;      /* by place */
    uint32_t *scope_of;       /* by object: the scope that directly contains it */
    bool has_stale;

    bool is_asked;
    fk_search_question question;
    size_t candidate_count, candidate_capacity, pair_capacity;
    fk_object_pair *candidate; /* pairs that are not proved clear, sorted */
    fk_search_pair *pair;      /* the result for each of them */
    fk_cell_work work;         /* for the volumes of groups, and for pairs proved clear */
    fk_search_result result;
    size_t open_capacity, key_capacity;
    fk_search_open *open; /* of all pairs */
    uint64_t *key;        /* for sorting */
};

/* Links the scopes, counts their objects, which must have been assigned, and stores the boxes. */
void fk_scopes_fill(fk_search *search);

/* Grows the volume of a scope by a margin. */
void fk_scope_grow(fk_search_scope *scope, double margin);

/* Updates the scopes after an object has moved. */
void fk_scopes_move(fk_search *search, uint32_t object);

/* Refits the boxes of scopes in which an object has moved. */
void fk_scopes_refit(fk_search *search);

/* Count the pairs of the question, and list those whose boxes meet, as sorted keys. FK_ERROR_MEMORY. */
fk_status fk_search_candidates_of_one(fk_search *search, size_t *count);
fk_status fk_search_candidates_of_all(fk_search *search, size_t *count);

/* Ends the traversals of the last question. */
void fk_search_clear(fk_search *search);

#endif
