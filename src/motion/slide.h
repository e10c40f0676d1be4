/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two colliders of which one goes straight: all times at which parts meet, exactly. */

#ifndef FARKAS_MOTION_SLIDE_H
#define FARKAS_MOTION_SLIDE_H

#include "body/body.h"
#include "pair/cast/cast.h"

/* ---- motion slide ----------------------------------------------------------------------------------------- */

/* Two colliders of which one goes straight, without rotation: exactly when their parts meet. */

/* Parts meet from `enter` to `leave`, in units of the way, which is gone from 0 to 1: the ends are exact times
 * rounded down and up, or proved brackets for round and smooth parts. */
typedef struct fk_slide_stretch {
    fk_interval enter, leave;
    bool is_exact;  /* both ends are */
    bool overlaps;  /* at some time in it parts surely overlap, as pieces; exact for up to 16 corners each */
    bool is_unsure; /* of round and smooth parts that pass within 1e-12 of the size: they may meet, or not */
    fk_vec3 point;  /* near which they first meet, rounded, as the first part is at that time */
} fk_slide_stretch;

/* In order; no two have a common time as far as their brackets tell. */
typedef struct fk_slide {
    size_t count;
    fk_slide_stretch *stretch;
    size_t capacity;
    uint64_t tests; /* pairs of parts that were cast */
} fk_slide;

/* Collider a goes by s * (the exact sum of way[0] to way[7]), 0 <= s <= 1, and b rests. Poses are finite. The
 * insides of solid meshes do not count: only their surfaces do. FK_ERROR_MEMORY: nothing is left. */
fk_status fk_slide_find(fk_context *context, const fk_placed_collider *a, const fk_vec3 way[8],
                        const fk_placed_collider *b, fk_slide *out);
void fk_slide_free(fk_context *context, fk_slide *slide);

/* ---- motion slide parts ----------------------------------------------------------------------------------- */

/* What the files about straight ways share: bounds in floating point of when two parts meet, and the stretches
 * that are found. */

/* ---- Bounds: motion_slide_bound.c ---------------------------------------------------------------------- */

typedef struct fk_slide_way {
    fk_way exact;
    fk_vec3 rough;    /* its rounded sum */
    double size;      /* the largest coordinate of it */
    bool has_no_size; /* it is too small or too large for floating point, or zero: bounds say nothing */
    bool rests[3];    /* it surely does not move along an axis */
} fk_slide_way;

void fk_slide_way_make(const fk_vec3 term[8], fk_slide_way *out);

/* Cuts `times`, from 0 to 1 at most, to those at which the boxes, the first of which moves, may meet; false when they
 * never do. */
bool fk_slide_cut_boxes(const fk_slide_way *way, const fk_aabb *a, const fk_aabb *b, fk_interval *times);

/* Whether two pieces can only touch, as they do not move along an axis and are on different sides there; exactly, by
 * their corners. False for pieces whose corners are not given. `misses` becomes whether they do not even touch. */
bool fk_slide_only_touch(const fk_slide_way *way, const fk_piece *a, const fk_piece *b, bool *misses);

/* The same as for boxes for two pieces: tight, up to rounding, for points, segments, triangles, boxes and tetrahedra. Others cut
 * nothing. */
bool fk_slide_cut_pieces(const fk_slide_way *way, const fk_piece *a, const fk_piece *b, fk_interval *times);

/* ---- Stretches: motion_slide_list.c -------------------------------------------------------------------- */

/* What is known of a stretch on the way. While it is unsure, it may not be one at all, and enter.hi and leave.lo are
 * infinite: so that what is sure counts alone where both come together. */
typedef struct fk_slide_span {
    fk_slide_stretch stretch;
    bool enter_is_exact, leave_is_exact;
    fk_side_node a, b; /* which meet first */
} fk_slide_span;

typedef struct fk_slide_list {
    fk_context *context;
    size_t count, capacity;
    fk_slide_span *span;
} fk_slide_list;

/* Adds a stretch, and makes one of it and of all that it has common times with, as far as brackets tell. Returns it,
 * or NULL when there is no memory. */
fk_slide_span *fk_slide_add(fk_slide_list *list, const fk_slide_span *span);

/* The stretch that surely holds all of these times, or NULL. */
fk_slide_span *fk_slide_holding(const fk_slide_list *list, fk_interval times);

#endif
