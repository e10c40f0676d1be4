/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Objects of a JSON text that have arrays of others of their kind, as deep as there are: a walk in the order
 * of the text, an object before those in it. */

#ifndef FARKAS_SCENE_NEST_H
#define FARKAS_SCENE_NEST_H

#include "scene/read/value.h"

/* Where a walk is; and the way there, which its values are part of. */
typedef struct fk_nest_level {
    struct fk_nest_level *above, *below; /* `below` is kept for the next time */
    fk_value object;
    uint32_t number;    /* of the object, from 0 */
    fk_value inner;     /* the array of objects in it, once it is entered */
    size_t next, count; /* of these */
    bool is_entered;
} fk_nest_level;

typedef struct fk_nest {
    fk_reader *r;
    const char *key;  /* of the arrays */
    const char *what; /* is in them, for messages */
    fk_nest_level *at;
    uint32_t count; /* objects so far */
} fk_nest;

/* Begins with an object, number 0. False when there is no memory. Levels live in the store. */
bool fk_nest_begin(fk_nest *nest, fk_reader *r, const fk_value *object, const char *key, const char *what);

/* Goes to the next object, into those of this one first, which the caller has seen to be an object. False at
 * the end; and, with the reader's status, when this has something under the key that is no array, or when
 * there is no memory. */
bool fk_nest_next(fk_nest *nest);

/* The same, on to the object of this number, which comes after the one where the walk is, or is that one. */
bool fk_nest_find(fk_nest *nest, uint32_t number);

#endif
