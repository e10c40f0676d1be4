/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two colliders of which one goes straight, without rotation: exactly when their parts meet. */

#ifndef FARKAS_MOTION_MOTION_SLIDE_H
#define FARKAS_MOTION_MOTION_SLIDE_H

#include "body/collider.h"

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

#endif
