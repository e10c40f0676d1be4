/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* World: many bodies that move. Which of them meet now, which have met or parted since the last step, and
 * what is in the way of a ray.
 *
 * A step has the three phases of J. Grulich's thesis (2016): boxes that meet (broad), bounding volumes that
 * meet (mid), the exact verdict (narrow). The verdicts are those of fk_collider_verdict, whatever the
 * structure, the volumes and the number of threads are; where that is undecided, see fk_collider_cache. */

#ifndef FARKAS_WORLD_H
#define FARKAS_WORLD_H

#include "farkas/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Worlds -------------------------------------------------------------------------------------------- */

/* Bounding volumes of the mid phase. The default is what was measured to be fastest: none where the verdict
 * is as fast as a test of volumes, oriented boxes for the rest. */
typedef enum fk_mid_kind { FK_MID_DEFAULT, FK_MID_NONE, FK_MID_SPHERE, FK_MID_AABB, FK_MID_OBB } fk_mid_kind;

typedef struct fk_world_options {
    fk_broad_options broad;
    fk_mid_kind mid;
    /* The boxes of the broad phase are floats, relative to this place. Bodies that are more than a million
     * times their size away from it still get the right answers, but more slowly. */
    fk_vec3 origin;
    /* Who works in a step; NULL: the calling thread alone. The results are the same. Kept by the caller. */
    const fk_workers *workers;
} fk_world_options;

/* The default of the broad phase and of the mid phase, about 0, by the caller alone. */
FK_API fk_world_options fk_world_options_default(void);

/* Worlds have nothing in common: any number of them may be used at once, each by one thread; by several,
 * as long as they only make calls that take a const world. */
typedef struct fk_world fk_world;

/* options may be NULL. FK_ERROR_ARGUMENT for a kind of volume that there is not, and as fk_broad_create;
 * FK_ERROR_NOT_FINITE for the origin; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_world_create(fk_context *context, const fk_world_options *options, fk_world **out);
/* Takes NULL. Colliders are the caller's. */
FK_API void fk_world_destroy(fk_world *world);

/* Makes room for so many bodies at once, so that adding them does not allocate. FK_ERROR_MEMORY: all is as
 * it was; FK_ERROR_BUSY from inside a visitor. */
FK_API fk_status fk_world_reserve(fk_world *world, uint32_t bodies);

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* A body of a world. The id of one that was removed finds no other body: calls give FK_ERROR_STALE. (Only
 * after 2^32 - 1 bodies at one index do ids come again.) A zeroed id is that of no body. */
typedef struct fk_body_id {
    uint32_t index, generation;
} fk_body_id;

typedef struct fk_body_options {
    const fk_collider *collider; /* kept by the caller as long as there is the body */
    fk_pose pose;
    /* Two bodies are tested when the group of each has a bit in common with the mask of the other, their
     * parents differ or are 0, and they are not ignored. */
    uint32_t group, mask, parent;
    uint64_t user; /* the caller's own */
} fk_body_options;

/* Identity, group 1, all bits of the mask, no parent, user 0. */
FK_API fk_body_options fk_body_options_default(const fk_collider *collider);

/* All calls below that change a world: FK_ERROR_BUSY from inside one of its visitors; FK_ERROR_STALE for a
 * body that is not there. Nothing has changed where a call fails. */

/* Puts a body into the world. FK_ERROR_ARGUMENT without a collider, FK_ERROR_NOT_FINITE and FK_ERROR_PIECE as
 * fk_collider_box gives them, FK_ERROR_MEMORY. */
FK_API fk_status fk_world_add(fk_world *world, const fk_body_options *options, fk_body_id *out);
/* Its pairs end in the next step. */
FK_API fk_status fk_world_remove(fk_world *world, fk_body_id id);
/* Never allocates. FK_ERROR_NOT_FINITE, FK_ERROR_PIECE: it stays where it was. */
FK_API fk_status fk_world_move(fk_world *world, fk_body_id id, const fk_pose *pose);
FK_API fk_status fk_world_set_filter(fk_world *world, fk_body_id id, uint32_t group, uint32_t mask,
                                     uint32_t parent);
FK_API fk_status fk_world_set_user(fk_world *world, fk_body_id id, uint64_t user);
/* Whether two bodies are not tested against each other. FK_ERROR_ARGUMENT for a body and itself,
 * FK_ERROR_MEMORY. */
FK_API fk_status fk_world_ignore(fk_world *world, fk_body_id a, fk_body_id b, bool is_ignored);

/* What was given. */
FK_API fk_status fk_world_get(const fk_world *world, fk_body_id id, fk_body_options *out);
FK_API uint32_t fk_world_body_count(const fk_world *world);
/* The first body whose index is not below `index`; a zeroed id when there is none. With out.index + 1 it goes
 * on to the next: all bodies, by index. */
FK_API fk_body_id fk_world_next(const fk_world *world, uint32_t index);

/* ---- Steps --------------------------------------------------------------------------------------------- */

typedef enum fk_pair_event {
    FK_PAIR_BEGIN, /* they meet now, and did not */
    FK_PAIR_STAY,  /* they did, and do */
    FK_PAIR_END    /* they did, and do not; also where one was removed, or they are no longer tested */
} fk_pair_event;

/* Two bodies that meet, or did. a.index < b.index, but where one was removed and its index is used again, the
 * ids are those of the bodies that met. */
typedef struct fk_world_pair {
    fk_body_id a, b;
    fk_pair_event event;
    fk_verdict verdict;                    /* touching or overlapping; of an end, apart */
    uint32_t contact_begin, contact_count; /* in the list of contacts; 0 where none were asked for */
    size_t contact_total;                  /* pairs of parts in contact, those beyond max_contacts, too */
} fk_world_pair;

/* What a step took. */
typedef struct fk_world_work {
    uint32_t bodies, moved; /* that there are; that came or moved since the last step */
    uint64_t broad_pairs;   /* boxes that meet */
    uint64_t filtered;      /* of them not to be tested */
    uint64_t rested;        /* of the rest, neither had moved: nothing to be done */
    uint64_t mid_tests, mid_passed;
    uint64_t narrow_tests; /* verdicts */
    uint64_t warm;         /* of them settled by what was kept of the last one */
    double seconds[4];     /* broad, mid, narrow, contacts */
} fk_world_work;

typedef struct fk_step_options {
    bool wants_contacts;
    uint32_t max_contacts; /* at most so many pairs of parts for a pair of bodies */
} fk_step_options;

/* No contacts; at most 16, once wants_contacts is set. */
FK_API fk_step_options fk_step_options_default(void);

/* Sorted by a.index, then b.index; ends of bodies that are gone come before other pairs with the same
 * indices. Valid until the next call that is not const. */
typedef struct fk_world_step_result {
    size_t pair_count;
    const fk_world_pair *pair;
    size_t contact_count;
    const fk_collider_contact *contact;
    /* Tested, and not decided: see fk_verdict. They count as apart, so their event is an end; and if they met
     * before, it is among the pairs, too. */
    size_t undecided_count;
    const fk_world_pair *undecided;
    fk_world_work work;
} fk_world_step_result;

/* Which bodies meet now. options may be NULL. FK_ERROR_MEMORY: *out is left alone, nothing is lost; the next
 * step tells what happened since the last one that worked. */
FK_API fk_status fk_world_step(fk_world *world, const fk_step_options *options,
                               const fk_world_step_result **out);

/* Brings the broad phase up to date, so that what is asked below is fast; a step does it, too. What is
 * asked is right without it. FK_ERROR_MEMORY: it still is. */
FK_API fk_status fk_world_update(fk_world *world);

/* ---- Questions ----------------------------------------------------------------------------------------- */

/* All are about the bodies as they are now, and may be asked by many threads at once. The result does not
 * depend on the structure: first, or nearest, is the body whose interval of time or distance ends first,
 * and of those the one with the lowest index. A collider that asks gets FK_ERROR_NOT_FINITE and
 * FK_ERROR_PIECE as fk_collider_box gives them. FK_ERROR_MEMORY is possible where a collider is a mesh, a
 * tree of cells or many pieces. The output is left alone where a call fails; a visitor may have been
 * called before. */

/* Which bodies are asked about: as if by a body with this group, mask and parent. NULL: all. */
typedef struct fk_world_filter {
    uint32_t group, mask, parent;
    fk_body_id except; /* not this one; zero: none */
} fk_world_filter;

typedef struct fk_world_hit {
    fk_body_id body; /* zero: nothing was hit */
    fk_collider_hit hit;
} fk_world_hit;

/* The first body that a ray meets, up to `end`: as fk_collider_ray. A body for which that is undecided counts
 * as not met; *undecided, which may be NULL, becomes how many there were that could have been the first. */
FK_API fk_status fk_world_ray(const fk_world *world, const fk_world_filter *filter, fk_vec3 origin,
                              fk_vec3 direction, double end, fk_world_hit *out, uint32_t *undecided);

/* The first body that a moving collider, made of pieces, meets: as fk_collider_cast. */
FK_API fk_status fk_world_cast(const fk_world *world, const fk_world_filter *filter,
                               const fk_placed_collider *moving, fk_vec3 velocity, double end,
                               fk_world_hit *out, uint32_t *undecided);

/* Gets a body; false ends the visit. The world may not be changed meanwhile: FK_ERROR_BUSY. */
typedef bool fk_world_visitor(void *user, fk_body_id body, fk_verdict verdict);

/* All bodies that touch or overlap a collider, or for which that is undecided; in no particular order. */
FK_API fk_status fk_world_overlap(const fk_world *world, const fk_world_filter *filter,
                                  const fk_placed_collider *a, fk_world_visitor *visitor, void *user);

typedef struct fk_world_near {
    fk_body_id body; /* zero: none */
    fk_collider_distance distance;
} fk_world_near;

/* The body nearest to a collider, of those not further away than limit, which may be infinite.
 * FK_ERROR_ARGUMENT, here and below, for a limit that is negative or NaN. */
FK_API fk_status fk_world_nearest(const fk_world *world, const fk_world_filter *filter,
                                  const fk_placed_collider *a, double limit, fk_world_near *out);

typedef bool fk_world_near_visitor(void *user, const fk_world_near *near);

/* All bodies whose distance to a collider may be at most `limit`, with their distances. In no particular
 * order. */
FK_API fk_status fk_world_clearance(const fk_world *world, const fk_world_filter *filter,
                                    const fk_placed_collider *a, double limit, fk_world_near_visitor *visitor,
                                    void *user);

/* ---- Looking at it ------------------------------------------------------------------------------------- */

enum {
    FK_DRAW_COLLIDERS = 1, /* edges of pieces, of triangles, of leaves; circles of round ones */
    FK_DRAW_BOXES = 2,     /* of bodies, in the broad phase */
    FK_DRAW_CONTACTS = 4,  /* of the last step: normals, from the point, of length depth */
    FK_DRAW_ALL = 7
};

/* One line; `what` is the FK_DRAW_... that it belongs to. */
typedef void fk_draw_line(void *user, unsigned what, fk_body_id body, fk_vec3 from, fk_vec3 to);

/* Lines, body by body. A half-space is drawn within the box around all bodies that have an end; boxes without
 * an end are not drawn. */
FK_API void fk_world_draw(const fk_world *world, unsigned what, fk_draw_line *line, void *user);

/* Whether all structures of the world hold to their rules, for tests; in builds with assert() it is looked
 * at in every step. */
FK_API bool fk_world_is_sound(const fk_world *world);

/* What it has allocated, without colliders; and of that, what bodies take, without what is kept of pairs.
 * of_bodies may be NULL. */
FK_API size_t fk_world_bytes(const fk_world *world, size_t *of_bodies);

#ifdef __cplusplus
}
#endif

#endif
