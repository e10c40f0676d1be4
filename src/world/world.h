/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The inside of a world: bodies by index, the pairs of the last step, and the working data of a step.
 *
 *   world.c               worlds, bodies, filters, and the invariants
 *   world_step.c          a step: matches pairs with those of the last step, makes events
 *   world_narrow_phase.c  bounding volumes, verdicts and contacts of a step
 *   world_query.c         rays, casts, overlaps, distances
 *   world_draw.c          lines */

#ifndef FARKAS_WORLD_WORLD_H
#define FARKAS_WORLD_WORLD_H

#include <stdatomic.h>

#include "body/body.h"
#include "farkas/world.h"

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* The `group` of a free entry is the index of the next free one. */
typedef struct fk_world_body {
    fk_pose pose;
    const fk_collider *collider;
    uint64_t user;
    uint32_t group, mask, parent;
    uint32_t generation; /* of the present or next body at this index; never 0 */
} fk_world_body;

/* Flags of a body, stored apart from it because every pair reads them. "Since": since the last successful
 * step. */
enum {
    FK_BODY_LIVE = 1,
    FK_BODY_MOVED = 2,  /* since; also set for a new body */
    FK_BODY_NEW = 4,    /* added since */
    FK_BODY_FILTER = 8, /* its filter has changed since */
    FK_BODY_IGNORES = 16,
    FK_BODY_SIMPLE = 32, /* a single piece, whose verdicts take some ten nanoseconds */
    FK_BODY_LASTING = FK_BODY_LIVE | FK_BODY_IGNORES | FK_BODY_SIMPLE
};

/* The ignored pairs: a hash set, and for each body in it a ring of its pairs, which is followed when the body
 * is removed. The ring of body i begins at the entry of the pair (i, i). */
typedef struct fk_ignored_pair {
    uint32_t a, b;    /* a <= b */
    uint32_t next[2]; /* in the rings of a and b */
    uint32_t back[2];
    uint32_t chain; /* the next entry in the same bucket, or the next free one */
} fk_ignored_pair;

typedef struct fk_ignored_set {
    fk_ignored_pair *entry;
    size_t entry_capacity;
    uint32_t *bucket; /* a power of two many, or none */
    size_t bucket_count;
    uint32_t entry_count, used, first_free; /* entries allocated, entries in use */
} fk_ignored_set;

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* A candidate pair: two bodies whose boxes meet. Sorted by a, then b. */
typedef struct fk_kept_pair {
    uint32_t a, b; /* a < b */
    uint32_t generation_a, generation_b;
    uint32_t slot; /* FK_NONE: a filter excludes the pair */
    uint8_t verdict;
    uint8_t before; /* its verdict in the last step; apart if there was none */
    bool is_rested; /* neither body has changed, so the verdict still holds */
} fk_kept_pair;

/* Data kept for a tested pair as long as its boxes meet. */
typedef struct fk_pair_slot {
    fk_collider_cache cache;
    /* Of the last step with contacts. */
    uint32_t contact_begin, contact_count;
    size_t contact_total;
} fk_pair_slot;

/* A body that takes part in a step. */
typedef struct fk_active_body {
    uint32_t body;
    bool wants_volume, wants_ready, wants_piece;
    size_t room; /* begin of its storage, in units */
} fk_active_body;

typedef union fk_world_volume {
    fk_sphere sphere;
    fk_aabb box;
    fk_obb obb;
} fk_world_volume;

typedef struct fk_storage_unit {
    _Alignas(16) unsigned char byte[16];
} fk_storage_unit;

/* The contacts of a pair that meets. */
typedef struct fk_contact_job {
    uint32_t pair;         /* index in next */
    bool is_known;         /* copied from the last step */
    uint32_t room;         /* capacity of its temporary storage */
    uint32_t begin, count; /* in the list of this step */
    size_t room_begin;
    size_t total;
} fk_contact_job;

/* Arrays that grow and never shrink. */
#define FK_WORLD_BODY_ARRAYS(X)                                                                              \
    X(fk_world_body, body)                                                                                   \
    X(uint8_t, flag)                                                                                         \
    X(uint32_t, active_of) /* index in active; FK_NONE between steps */

#define FK_WORLD_STEP_ARRAYS(X)                                                                              \
    X(fk_kept_pair, kept) /* pairs of the last successful step */                                            \
    X(fk_kept_pair, next) /* pairs of the current step */                                                    \
    X(fk_kept_pair, gone) /* pairs of kept that are not in next, in order */                                 \
    X(fk_pair_slot, slot)                                                                                    \
    X(uint32_t, free_slot) /* room for all slots */                                                          \
    X(uint32_t, work)      /* indices in next of the pairs to test */                                        \
    X(fk_active_body, active)                                                                                \
    X(fk_world_volume, volume)     /* of active bodies */                                                    \
    X(fk_prepared_collider, ready) /* of active bodies */                                                    \
    X(fk_piece, piece)             /* of simple active bodies, placed */                                     \
    X(fk_storage_unit, room)                                                                                 \
    X(fk_contact_job, job)                                                                                   \
    X(fk_collider_contact, contact_room)                                                                     \
    X(fk_collider_contact, contact)      /* of the last successful step */                                   \
    X(fk_collider_contact, contact_next) /* of the current step */                                           \
    X(fk_world_pair, event)                                                                                  \
    X(fk_world_pair, undecided)

struct fk_world {
    fk_context *context;
    fk_world_options options;
    fk_broad *broad;
    /* The number of running calls with visitors. It is reached by a pointer, so that calls with a const world
     * can change it. */
    _Atomic uint32_t *busy;
    _Atomic uint32_t busy_count;
#define FK_WORLD_ARRAY(type, name)                                                                           \
    type *name;                                                                                              \
    size_t name##_capacity;
    FK_WORLD_BODY_ARRAYS(FK_WORLD_ARRAY)
    FK_WORLD_STEP_ARRAYS(FK_WORLD_ARRAY)
#undef FK_WORLD_ARRAY
    uint32_t index_count; /* all indices used so far are below this */
    uint32_t live_count, moved_count, first_free;
    bool has_changed; /* since the last successful step */
    fk_ignored_set ignored;
    size_t kept_count, next_count, gone_count;
    uint32_t slot_count, free_count, work_count, active_count, job_count;
    bool is_current;       /* the result is that of the last step */
    bool is_settled;       /* the result contains no begin and no end */
    uint32_t max_contacts; /* contacts are known, up to so many for a pair; 0: not known */
    fk_world_step_result result;
};

/* Makes room in an array of a world and keeps its first `used` items. False without memory. */
#define FK_WORLD_RESERVE(world, name, used, wanted)                                                          \
    fk_grow((world)->context, &(world)->name, sizeof *(world)->name, used, &(world)->name##_capacity, wanted)

static inline bool fk_world_is_busy(const fk_world *world)
{
    return atomic_load_explicit(world->busy, memory_order_relaxed) > 0;
}

/* Marks the begin and the end of a call with a visitor. */
static inline void fk_world_visit_begin(const fk_world *world)
{
    atomic_fetch_add_explicit(world->busy, 1, memory_order_relaxed);
}

static inline void fk_world_visit_end(const fk_world *world)
{
    atomic_fetch_sub_explicit(world->busy, 1, memory_order_relaxed);
}

static inline bool fk_body_is_live(const fk_world *world, uint32_t index)
{
    return index < world->index_count && (world->flag[index] & FK_BODY_LIVE) != 0;
}

static inline fk_body_id fk_world_body_id(const fk_world *world, uint32_t index)
{
    fk_body_id id = {index, world->body[index].generation};
    return id;
}

static inline fk_placed_collider fk_world_placed_body(const fk_world *world, uint32_t index)
{
    fk_placed_collider placed = {world->body[index].collider, world->body[index].pose};
    return placed;
}

static inline bool fk_verdict_meets(fk_verdict verdict)
{
    return verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
}

/* Returns whether two groups, masks and parents allow a test. */
static inline bool fk_filters_pass(uint32_t group_a, uint32_t mask_a, uint32_t parent_a, uint32_t group_b,
                                   uint32_t mask_b, uint32_t parent_b)
{
    return (group_a & mask_b) != 0 && (group_b & mask_a) != 0 && (parent_a != parent_b || parent_a == 0);
}

/* Returns whether two bodies are tested against each other. */
bool fk_world_should_test(const fk_world *world, uint32_t a, uint32_t b);

/* ---- Phases of a step ---------------------------------------------------------------------------------- */

/* On FK_ERROR_MEMORY the world is as before the step, except for next, gone, work, active and job, which the
 * next step rebuilds. */

/* Computes the verdicts of all pairs in work. With wants_contacts, also prepares bodies for contacts. *time
 * is a clock reading, before and then after the call. */
fk_status fk_world_find_verdicts(fk_world *world, bool wants_contacts, double *time, fk_world_work *work);

/* Then makes the jobs, with their contacts in contact_next. *count becomes the number of contacts. */
fk_status fk_world_find_contacts(fk_world *world, uint32_t max, uint32_t *count);

#endif
