/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What rays and casts of colliders share: the first of many pairs of parts that meet. */

#ifndef FARKAS_BODY_COLLIDER_CAST_H
#define FARKAS_BODY_COLLIDER_CAST_H

#include "body/collider_side.h"

typedef struct fk_caster {
    fk_vec3 velocity;
    double end;
    bool has_hit;
    fk_interval time; /* of the first hit */
    fk_interval own; /* that of the pair that is kept: one that is not proved to hit later than another one */
    fk_side_pair pair; /* a moves */
    /* Parts that may meet, which is not known: the first time at which one of them may. */
    bool is_unsure;
    double unsure_time;
    uint32_t unsure_part, unsure_moving;
    fk_status status;
} fk_caster;

/* For a finite velocity, and an end that is not negative. */
void fk_caster_init(fk_caster *caster, fk_vec3 velocity, double end);
fk_status fk_caster_run(fk_context *context, fk_caster *caster, const fk_side *moving, const fk_side *rests);
/* All but the place. */
void fk_caster_tell(const fk_caster *caster, fk_collider_hit *out);

/* What begins inside a solid. */
fk_collider_hit fk_cast_inside(uint32_t moving, fk_vec3 point);

/* About the normal of a piece that rests, where one that has come to it meets it; 0 where it is not known. */
fk_vec3 fk_cast_normal(const fk_piece *moved, const fk_piece *rests, fk_vec3 velocity);

/* The normal that points against the velocity: this one or its opposite. */
fk_vec3 fk_cast_facing(fk_vec3 normal, fk_vec3 velocity);

#endif
