/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* World: many moving bodies. Which of them meet now, which began to meet or separated since the last step, and what
 * a ray hits.
 *
 * A step has the three phases of J. Grulich's thesis (2016): boxes that meet (broad phase), bounding volumes that
 * meet (mid phase), the exact verdict (narrow phase). Every structure, kind of volume and number of threads gives the
 * verdicts of fk_collider_verdict; for undecided verdicts see fk_collider_cache. */

#ifndef FARKAS_WORLD_H
#define FARKAS_WORLD_H

#include "farkas/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Worlds -------------------------------------------------------------------------------------------- */

/* The bounding volumes of the mid phase. The default is the fastest by measurement: no volume if a verdict is as fast
 * as a test of volumes, else oriented boxes. */
typedef enum fk_mid_kind { FK_MID_DEFAULT, FK_MID_NONE, FK_MID_SPHERE, FK_MID_AABB, FK_MID_OBB } fk_mid_kind;

typedef struct fk_world_options {
    fk_broad_options broad;
    fk_mid_kind mid;
    /* The boxes of the broad phase are floats relative to this point. Answers on bodies that are farther away from it
     * than a million times their size are still exact, but slower. */
    fk_vec3 origin;
    /* The threads of a step; NULL means the calling thread alone. The results are the same. The caller must keep the
     * workers as long as the world. */
    const fk_workers *workers;
} fk_world_options;

/* Returns options with the default broad and mid phase, origin 0, and no workers. */
FK_API fk_world_options fk_world_options_default(void);

/* Worlds are independent of each other: different threads may use different worlds at once. Several threads may use
 * the same world at once if all their calls take a const world. */
typedef struct fk_world fk_world;

/* Creates an empty world. options may be NULL for the defaults. FK_ERROR_ARGUMENT if the kind of volume is unknown,
 * and as fk_broad_create; FK_ERROR_NOT_FINITE if the origin is not finite; FK_ERROR_MEMORY. After an error *out is
 * unchanged. */
FK_API fk_status fk_world_create(fk_context *context, const fk_world_options *options, fk_world **out);
/* Frees a world. The colliders belong to the caller and stay. NULL is allowed. */
FK_API void fk_world_destroy(fk_world *world);

/* Makes room for `bodies` bodies, so that fk_world_add does not allocate for them. FK_ERROR_MEMORY; FK_ERROR_BUSY from
 * inside a visitor. After an error the world is unchanged. */
FK_API fk_status fk_world_reserve(fk_world *world, uint32_t bodies);

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* The id of a body. The id of a removed body never means another body: calls with it return FK_ERROR_STALE. (Ids
 * repeat only after 2^32 - 1 bodies at one index.) A zeroed id means no body. */
typedef struct fk_body_id {
    uint32_t index, generation;
} fk_body_id;

typedef struct fk_body_options {
    const fk_collider *collider; /* the caller must keep it as long as the body */
    fk_pose pose;
    /* The world tests two bodies if the group of each shares a bit with the mask of the other, their parents differ or
     * are 0, and the pair is not ignored. */
    uint32_t group, mask, parent;
    uint64_t user; /* for the caller */
} fk_body_options;

/* Returns options for a body with this collider: identity pose, group 1, a full mask, no parent, and user 0. */
FK_API fk_body_options fk_body_options_default(const fk_collider *collider);

/* All calls below that change a world return FK_ERROR_BUSY if one of its visitors calls them, and FK_ERROR_STALE if the
 * body does not exist. A call that fails changes nothing. */

/* Adds a body; *out becomes its id. FK_ERROR_ARGUMENT if there is no collider, or if the pose is not rigid
 * (fk_pose_check); FK_ERROR_NOT_FINITE and FK_ERROR_PIECE as fk_collider_box; FK_ERROR_MEMORY. */
FK_API fk_status fk_world_add(fk_world *world, const fk_body_options *options, fk_body_id *out);
/* Removes a body. The next step reports the end of its pairs. */
FK_API fk_status fk_world_remove(fk_world *world, fk_body_id id);
/* Sets the pose of a body. FK_ERROR_ARGUMENT if it is not rigid; FK_ERROR_NOT_FINITE and FK_ERROR_PIECE as
 * fk_collider_box. Never allocates. */
FK_API fk_status fk_world_move(fk_world *world, fk_body_id id, const fk_pose *pose);
FK_API fk_status fk_world_set_filter(fk_world *world, fk_body_id id, uint32_t group, uint32_t mask,
                                     uint32_t parent);
FK_API fk_status fk_world_set_user(fk_world *world, fk_body_id id, uint64_t user);
/* Sets whether the world ignores a pair of bodies, that is, does not test it. FK_ERROR_ARGUMENT if both are the same
 * body; FK_ERROR_MEMORY. */
FK_API fk_status fk_world_ignore(fk_world *world, fk_body_id a, fk_body_id b, bool is_ignored);

/* Writes the current options of a body into *out. */
FK_API fk_status fk_world_get(const fk_world *world, fk_body_id id, fk_body_options *out);
FK_API uint32_t fk_world_body_count(const fk_world *world);
/* Returns the first body whose index is at least `index`; a zeroed id if there is none. To list all bodies, begin with
 * 0, and continue with the index of the last body plus 1. */
FK_API fk_body_id fk_world_next(const fk_world *world, uint32_t index);

/* ---- Steps --------------------------------------------------------------------------------------------- */

typedef enum fk_pair_event {
    FK_PAIR_BEGIN, /* they meet now, but did not before */
    FK_PAIR_STAY,  /* they met before and still do */
    FK_PAIR_END    /* they met before, and do not now, or one was removed, or the pair is no longer tested */
} fk_pair_event;

/* Two bodies that meet, or met before. a.index < b.index. If a body was removed and a new one has its index, the ids
 * are those of the bodies that met. */
typedef struct fk_world_pair {
    fk_body_id a, b;
    fk_pair_event event;
    fk_verdict verdict; /* touching or overlapping; apart for FK_PAIR_END; FK_UNDECIDED in `undecided` */
    uint32_t contact_begin, contact_count; /* its range in the list of contacts; 0 if not requested */
    size_t contact_total; /* pairs of parts in contact, including those beyond max_contacts */
} fk_world_pair;

/* The work of a step. */
typedef struct fk_world_work {
    uint32_t bodies, moved; /* all bodies; those added or moved since the last step */
    uint64_t broad_pairs;   /* pairs of boxes that meet */
    uint64_t filtered;      /* of these, pairs that filters exclude */
    uint64_t rested;        /* of the others, pairs without a test, because neither body had moved */
    uint64_t mid_tests, mid_passed;
    uint64_t narrow_tests; /* verdicts computed */
    uint64_t warm;         /* of these, verdicts that the cache of the last verdict decided */
    double seconds[4];     /* broad, mid, narrow, contacts */
} fk_world_work;

typedef struct fk_step_options {
    bool wants_contacts;
    uint32_t max_contacts; /* for each pair of bodies, the most pairs of parts to list */
} fk_step_options;

/* Returns options without contacts, and max_contacts 16, which matters if you set wants_contacts. */
FK_API fk_step_options fk_step_options_default(void);

/* The result of a step, valid until the next call that takes a world that is not const. Pairs are sorted by a.index,
 * then b.index; ends of removed bodies come before other pairs with the same indices. */
typedef struct fk_world_step_result {
    size_t pair_count;
    const fk_world_pair *pair;
    size_t contact_count;
    const fk_collider_contact *contact;
    /* Pairs whose verdict is undecided. They count as apart, so their event is FK_PAIR_END. If they met before, `pair`
     * has their end, too. */
    size_t undecided_count;
    const fk_world_pair *undecided;
    fk_world_work work;
} fk_world_step_result;

/* Finds all pairs of bodies that meet now, and those that ended since the last step. options may be NULL for the
 * defaults. *out becomes the result, which the world owns. After FK_ERROR_MEMORY *out is unchanged, and nothing is
 * lost: the next step reports all changes since the last successful one. */
FK_API fk_status fk_world_step(fk_world *world, const fk_step_options *options,
                               const fk_world_step_result **out);

/* Updates the broad phase, so that the queries below are fast; a step does so, too. Queries are correct without it, and
 * also after FK_ERROR_MEMORY. */
FK_API fk_status fk_world_update(fk_world *world);

/* ---- Queries ------------------------------------------------------------------------------------------- */

/* For all queries: they use the current poses of the bodies, and several threads may run them at once. The answers do
 * not depend on the structure of the broad phase: the first or nearest body is the one whose interval of time or
 * distance has the lowest upper end (for rays, the lowest ends); of equal ones, the one with the lowest index. A query
 * with a collider can return FK_ERROR_NOT_FINITE and FK_ERROR_PIECE, as fk_collider_box, and FK_ERROR_ARGUMENT if its
 * pose is not rigid (fk_pose_check). A query can return FK_ERROR_MEMORY if a collider is a mesh, a tree of cells or
 * many pieces. After an error the outputs are unchanged, but the query may already have called the visitor. */

/* Selects the bodies of a query, as if the query were a body with this group, mask and parent. NULL selects all. */
typedef struct fk_world_filter {
    uint32_t group, mask, parent;
    fk_body_id except; /* excludes this body; zero: none */
} fk_world_filter;

typedef struct fk_world_hit {
    fk_body_id body; /* zero: no hit */
    fk_collider_hit hit;
} fk_world_hit;

/* Finds the first body that a ray meets, up to `end`, as fk_collider_ray, with the same errors. Rays are never
 * undecided: if undecided is not NULL, *undecided becomes 0. */
FK_API fk_status fk_world_ray(const fk_world *world, const fk_world_filter *filter, fk_vec3 origin,
                              fk_vec3 direction, double end, fk_world_hit *out, uint32_t *undecided);

/* The ray origin + t * direction, 0 <= t <= end. */
typedef struct fk_world_ray_query {
    fk_vec3 origin, direction;
    double end; /* may be infinite */
} fk_world_ray_query;

/* fk_world_ray_any finds whether a ray meets any body; it ends at the first one that it finds. fk_world_ray_all finds
 * all bodies that a ray meets, sorted by the time of the first contact, then by index. It writes the first `capacity` of
 * them; *total becomes the number of all. Errors as fk_world_ray, but after one the array may have any contents. */
FK_API fk_status fk_world_ray_any(const fk_world *world, const fk_world_filter *filter,
                                  const fk_world_ray_query *ray, bool *out);
FK_API fk_status fk_world_ray_all(const fk_world *world, const fk_world_filter *filter,
                                  const fk_world_ray_query *ray, fk_world_hit *hit, size_t capacity,
                                  size_t *total);

/* Finds the first body that a moving collider made of pieces meets, as fk_collider_cast. An undecided body counts as a
 * miss. If undecided is not NULL, *undecided becomes the number of undecided bodies that could have been first. */
FK_API fk_status fk_world_cast(const fk_world *world, const fk_world_filter *filter,
                               const fk_placed_collider *moving, fk_vec3 velocity, double end,
                               fk_world_hit *out, uint32_t *undecided);

/* A query calls this for each body that it finds. Return false to end the query. A visitor must not change the world:
 * such calls return FK_ERROR_BUSY. */
typedef bool fk_world_visitor(void *user, fk_body_id body, fk_verdict verdict);

/* Visits all bodies whose verdict with a collider is touching, overlapping or undecided, in no particular order. */
FK_API fk_status fk_world_overlap(const fk_world *world, const fk_world_filter *filter,
                                  const fk_placed_collider *a, fk_world_visitor *visitor, void *user);

typedef struct fk_world_near {
    fk_body_id body; /* zero: none */
    fk_collider_distance distance;
} fk_world_near;

/* Finds the nearest body to a collider whose distance is at most `limit`, which may be infinite. FK_ERROR_ARGUMENT,
 * here and for fk_world_clearance, if the limit is negative or NaN. */
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

/* Draws lines, body by body. Draws a half-space within the box around all bounded bodies, and no infinite boxes. */
FK_API void fk_world_draw(const fk_world *world, unsigned what, fk_draw_line *line, void *user);

/* Returns whether the world satisfies its invariants, for tests. Builds with assert() check this in every step. */
FK_API bool fk_world_is_sound(const fk_world *world);

/* Returns the bytes that the world has allocated, without colliders. If of_bodies is not NULL, *of_bodies becomes the
 * part of these for bodies, without the data of pairs. */
FK_API size_t fk_world_bytes(const fk_world *world, size_t *of_bodies);

#ifdef __cplusplus
}
#endif

#endif
