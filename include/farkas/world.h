/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* World: many moving bodies. Which of them meet now, which have met or parted since the last step, and what a
 * ray hits.
 *
 * A step has the three phases of J. Grulich's thesis (2016): boxes that meet (broad phase), bounding volumes
 * that meet (mid phase), the exact verdict (narrow phase). The verdicts are those of fk_collider_verdict, for
 * every structure, kind of volume and number of threads; for undecided ones see fk_collider_cache. */

#ifndef FARKAS_WORLD_H
#define FARKAS_WORLD_H

#include "farkas/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Worlds -------------------------------------------------------------------------------------------- */

/* The bounding volumes of the mid phase. The default was measured to be fastest: no volume where a verdict is
 * as fast as a test of volumes, oriented boxes otherwise. */
typedef enum fk_mid_kind { FK_MID_DEFAULT, FK_MID_NONE, FK_MID_SPHERE, FK_MID_AABB, FK_MID_OBB } fk_mid_kind;

typedef struct fk_world_options {
    fk_broad_options broad;
    fk_mid_kind mid;
    /* The boxes of the broad phase are floats relative to this point. Bodies farther away from it than a
     * million times their size still get exact answers, but more slowly. */
    fk_vec3 origin;
    /* The workers of a step; NULL: the calling thread alone. The results are the same. The caller keeps them
     * alive. */
    const fk_workers *workers;
} fk_world_options;

/* Returns the default broad and mid phase, origin 0, and no workers. */
FK_API fk_world_options fk_world_options_default(void);

/* Worlds are independent of each other: different threads may use different worlds. Several threads may use
 * one world at once if all their calls take a const world. */
typedef struct fk_world fk_world;

/* Creates an empty world. options may be NULL. FK_ERROR_ARGUMENT for an unknown kind of volume, and as
 * fk_broad_create; FK_ERROR_NOT_FINITE for the origin; FK_ERROR_MEMORY. *out is then unchanged. */
FK_API fk_status fk_world_create(fk_context *context, const fk_world_options *options, fk_world **out);
/* Frees a world, but not the colliders, which belong to the caller; NULL is allowed. */
FK_API void fk_world_destroy(fk_world *world);

/* Makes room for `bodies` bodies, so that adding them does not allocate. FK_ERROR_MEMORY: nothing has
 * changed; FK_ERROR_BUSY from inside a visitor. */
FK_API fk_status fk_world_reserve(fk_world *world, uint32_t bodies);

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* The id of a body. The id of a removed body never finds another one: calls return FK_ERROR_STALE. (Ids
 * repeat only after 2^32 - 1 bodies at one index.) A zeroed id is no body. */
typedef struct fk_body_id {
    uint32_t index, generation;
} fk_body_id;

typedef struct fk_body_options {
    const fk_collider *collider; /* the caller keeps it alive as long as the body */
    fk_pose pose;
    /* Two bodies are tested if the group of each shares a bit with the mask of the other, their parents
     * differ or are 0, and the pair is not ignored. */
    uint32_t group, mask, parent;
    uint64_t user; /* for the caller */
} fk_body_options;

/* Returns the identity pose, group 1, a full mask, no parent, and user 0. */
FK_API fk_body_options fk_body_options_default(const fk_collider *collider);

/* All calls below that change a world return FK_ERROR_BUSY from inside one of its visitors, and
 * FK_ERROR_STALE for a body that does not exist. A call that fails changes nothing. */

/* Adds a body; *out becomes its id. FK_ERROR_ARGUMENT without a collider; FK_ERROR_NOT_FINITE and
 * FK_ERROR_PIECE as fk_collider_box; FK_ERROR_MEMORY. */
FK_API fk_status fk_world_add(fk_world *world, const fk_body_options *options, fk_body_id *out);
/* Removes a body. Its pairs end in the next step. */
FK_API fk_status fk_world_remove(fk_world *world, fk_body_id id);
/* Moves a body. Never allocates. FK_ERROR_NOT_FINITE, FK_ERROR_PIECE: the body keeps its pose. */
FK_API fk_status fk_world_move(fk_world *world, fk_body_id id, const fk_pose *pose);
FK_API fk_status fk_world_set_filter(fk_world *world, fk_body_id id, uint32_t group, uint32_t mask,
                                     uint32_t parent);
FK_API fk_status fk_world_set_user(fk_world *world, fk_body_id id, uint64_t user);
/* Sets whether the pair of two bodies is ignored, that is, not tested. FK_ERROR_ARGUMENT for a body and
 * itself; FK_ERROR_MEMORY. */
FK_API fk_status fk_world_ignore(fk_world *world, fk_body_id a, fk_body_id b, bool is_ignored);

/* Returns the current options of a body. */
FK_API fk_status fk_world_get(const fk_world *world, fk_body_id id, fk_body_options *out);
FK_API uint32_t fk_world_body_count(const fk_world *world);
/* Returns the first body whose index is at least `index`; a zeroed id if there is none. Calling it again with
 * the index plus 1 lists all bodies by index. */
FK_API fk_body_id fk_world_next(const fk_world *world, uint32_t index);

/* ---- Steps --------------------------------------------------------------------------------------------- */

typedef enum fk_pair_event {
    FK_PAIR_BEGIN, /* they meet now, but did not before */
    FK_PAIR_STAY,  /* they met before and still do */
    FK_PAIR_END /* they met before and do not now; also if one was removed, or the pair is no longer tested */
} fk_pair_event;

/* Two bodies that meet, or met before. a.index < b.index. If a body was removed and its index reused, the ids
 * are those of the bodies that met. */
typedef struct fk_world_pair {
    fk_body_id a, b;
    fk_pair_event event;
    fk_verdict verdict;                    /* touching or overlapping; apart for FK_PAIR_END */
    uint32_t contact_begin, contact_count; /* in the list of contacts; 0 if contacts were not requested */
    size_t contact_total; /* pairs of parts in contact, including those beyond max_contacts */
} fk_world_pair;

/* The work of a step. */
typedef struct fk_world_work {
    uint32_t bodies, moved; /* all bodies; those added or moved since the last step */
    uint64_t broad_pairs;   /* pairs of boxes that meet */
    uint64_t filtered;      /* of these, excluded by filters */
    uint64_t rested;        /* of the rest, neither body had moved: no test */
    uint64_t mid_tests, mid_passed;
    uint64_t narrow_tests; /* verdicts computed */
    uint64_t warm;         /* of these, settled by the cache of the last verdict */
    double seconds[4];     /* broad, mid, narrow, contacts */
} fk_world_work;

typedef struct fk_step_options {
    bool wants_contacts;
    uint32_t max_contacts; /* limit of pairs of parts for each pair of bodies */
} fk_step_options;

/* Returns no contacts, and a limit of 16 once wants_contacts is set. */
FK_API fk_step_options fk_step_options_default(void);

/* Pairs are sorted by a.index, then b.index; ends of removed bodies come before other pairs with the same
 * indices. Valid until the next call that is not const. */
typedef struct fk_world_step_result {
    size_t pair_count;
    const fk_world_pair *pair;
    size_t contact_count;
    const fk_collider_contact *contact;
    /* Pairs that were tested but not decided: see fk_verdict. They count as apart, so their event is an end;
     * if they met before, the end is also among the pairs. */
    size_t undecided_count;
    const fk_world_pair *undecided;
    fk_world_work work;
} fk_world_step_result;

/* Finds out which bodies meet now. options may be NULL. On success *out is the result. FK_ERROR_MEMORY: *out
 * is unchanged and nothing is lost; the next step reports all changes since the last successful one. */
FK_API fk_status fk_world_step(fk_world *world, const fk_step_options *options,
                               const fk_world_step_result **out);

/* Updates the broad phase, so that the queries below are fast; a step does so too. Queries are correct
 * without it. FK_ERROR_MEMORY: they stay correct. */
FK_API fk_status fk_world_update(fk_world *world);

/* ---- Queries ------------------------------------------------------------------------------------------- */

/* All queries are about the bodies as they are now, and several threads may run them at once. The answers do
 * not depend on the structure of the broad phase: the first or nearest body is the one whose interval of time
 * or distance ends first, and of equal ones the one with the lowest index. The collider of a query may give
 * FK_ERROR_NOT_FINITE and FK_ERROR_PIECE as fk_collider_box. FK_ERROR_MEMORY is possible if a collider is a
 * mesh, a tree of cells or many pieces. Outputs are unchanged if a call fails; a visitor may have been called
 * before. */

/* Selects the bodies of a query, as if it were a body with this group, mask and parent. NULL: all bodies. */
typedef struct fk_world_filter {
    uint32_t group, mask, parent;
    fk_body_id except; /* excludes this body; zero: none */
} fk_world_filter;

typedef struct fk_world_hit {
    fk_body_id body; /* zero: no hit */
    fk_collider_hit hit;
} fk_world_hit;

/* Finds the first body that a ray meets, up to `end`: as fk_collider_ray. An undecided body counts as a miss;
 * *undecided, unless NULL, becomes the number of undecided bodies that could have been first. */
FK_API fk_status fk_world_ray(const fk_world *world, const fk_world_filter *filter, fk_vec3 origin,
                              fk_vec3 direction, double end, fk_world_hit *out, uint32_t *undecided);

/* Finds the first body that a moving collider made of pieces meets: as fk_collider_cast. *undecided as
 * above. */
FK_API fk_status fk_world_cast(const fk_world *world, const fk_world_filter *filter,
                               const fk_placed_collider *moving, fk_vec3 velocity, double end,
                               fk_world_hit *out, uint32_t *undecided);

/* Called for each body found; returning false ends the visit. The world may not be changed meanwhile:
 * FK_ERROR_BUSY. */
typedef bool fk_world_visitor(void *user, fk_body_id body, fk_verdict verdict);

/* Visits all bodies that touch or overlap a collider, or for which this is undecided, in no particular
 * order. */
FK_API fk_status fk_world_overlap(const fk_world *world, const fk_world_filter *filter,
                                  const fk_placed_collider *a, fk_world_visitor *visitor, void *user);

typedef struct fk_world_near {
    fk_body_id body; /* zero: none */
    fk_collider_distance distance;
} fk_world_near;

/* Finds the body nearest to a collider, of those whose distance is at most `limit`, which may be infinite.
 * FK_ERROR_ARGUMENT, here and below, if the limit is negative or NaN. */
FK_API fk_status fk_world_nearest(const fk_world *world, const fk_world_filter *filter,
                                  const fk_placed_collider *a, double limit, fk_world_near *out);

typedef bool fk_world_near_visitor(void *user, const fk_world_near *near);

/* Visits all bodies whose distance to a collider may be at most `limit`, with their distances, in no
 * particular order. */
FK_API fk_status fk_world_clearance(const fk_world *world, const fk_world_filter *filter,
                                    const fk_placed_collider *a, double limit, fk_world_near_visitor *visitor,
                                    void *user);

/* ---- Drawing, checks, memory --------------------------------------------------------------------------- */

enum {
    FK_DRAW_COLLIDERS = 1, /* edges of pieces, triangles and leaves; circles of round pieces */
    FK_DRAW_BOXES = 2,     /* boxes of bodies in the broad phase */
    FK_DRAW_CONTACTS = 4,  /* of the last step: normals at their points, as long as the depth */
    FK_DRAW_ALL = 7
};

/* Called for each line; `what` is the FK_DRAW_... flag that it belongs to. */
typedef void fk_draw_line(void *user, unsigned what, fk_body_id body, fk_vec3 from, fk_vec3 to);

/* Draws lines, body by body. A half-space is drawn within the box around all bounded bodies; infinite boxes
 * are not drawn. */
FK_API void fk_world_draw(const fk_world *world, unsigned what, fk_draw_line *line, void *user);

/* For tests: returns whether the world satisfies its invariants. Builds with assert() check this in every
 * step. */
FK_API bool fk_world_is_sound(const fk_world *world);

/* Returns the bytes allocated, without colliders; *of_bodies, unless NULL, becomes the share of the bodies,
 * without the data of pairs. */
FK_API size_t fk_world_bytes(const fk_world *world, size_t *of_bodies);

#ifdef __cplusplus
}
#endif

#endif
