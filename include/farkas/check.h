/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Check: many parts at once. Which of them collide, contain each other, or are too close. */

#ifndef FARKAS_CHECK_H
#define FARKAS_CHECK_H

#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kinds --------------------------------------------------------------------------------------------- */

/* How two parts lie to each other, with the words of reports; of those that hold, the last in this list.
 *   clear      none of the others
 *   clearance  closer than asked
 *   contact    the closed sets meet; also an overlap that is not deeper than is ignored
 *   hard       the interiors meet
 *   contained  one is a subset of the other; so it is when it touches it from inside
 *   duplicate  both are the same set */
#define FK_CLASH_LIST(X)                                                                                     \
    X(FK_CLASH_UNDECIDED, "undecided")                                                                       \
    X(FK_CLASH_CLEAR, "clear")                                                                               \
    X(FK_CLASH_CLEARANCE, "clearance")                                                                       \
    X(FK_CLASH_CONTACT, "contact")                                                                           \
    X(FK_CLASH_HARD, "hard")                                                                                 \
    X(FK_CLASH_CONTAINED, "contained")                                                                       \
    X(FK_CLASH_DUPLICATE, "duplicate")

typedef enum fk_clash {
#define FK_CLASH_ENUM(name, word) name,
    FK_CLASH_LIST(FK_CLASH_ENUM)
#undef FK_CLASH_ENUM
        FK_CLASH_COUNT
} fk_clash;

/* The word of a kind; "undecided" for what is not in the list. */
FK_API const char *fk_clash_word(fk_clash kind);

/* ---- Input --------------------------------------------------------------------------------------------- */

/* A mesh, or a convex piece with an interior, in its place. Parts may share meshes. */
typedef struct fk_check_part {
    const char *name;      /* for reports */
    const fk_mesh *mesh;   /* or NULL */
    const fk_piece *piece; /* used when there is no mesh */
    fk_pose pose;
} fk_check_part;

/* What is asked of a pair. */
typedef struct fk_check_rule {
    bool is_tested;
    const char *ignored;   /* a pair that is not tested, and why; or NULL */
    double clearance;      /* finite, not negative */
    double ignore_overlap; /* an overlap that is not deeper is contact, and no clash; finite, not negative */
    bool allow_contact;    /* contact is no clash */
} fk_check_rule;

/* Gives the rule for parts a < b. Called from one thread. */
typedef fk_check_rule fk_check_select(void *user, uint32_t a, uint32_t b);

/* Called from time to time by the calling thread: so many of `total` pairs are done. */
typedef void fk_check_progress(void *user, uint64_t done, uint64_t total);

/* What was made of meshes, kept from one run to the next, so that the same parts in other places are checked sooner. What was
 * found is the same. Its meshes stay what they are until it is freed; for one run at a time. */
typedef struct fk_check_kept fk_check_kept;
/* FK_ERROR_MEMORY. */
FK_API fk_status fk_check_kept_create(fk_context *context, fk_check_kept **out);
/* With the context of its runs. Takes NULL. */
FK_API void fk_check_kept_free(fk_context *context, fk_check_kept *kept);

typedef struct fk_check_options {
    fk_check_select *select; /* NULL: all pairs, as `rule` says */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;                  /* of both functions */
    const fk_workers *workers;   /* or NULL; the results are the same */
    fk_check_kept *kept;         /* or NULL: nothing is kept */
    bool wants_distance;         /* lists clear pairs, too, with their distances */
    bool wants_depth;            /* of overlaps; taken where an overlap may be ignored, in any case */
    bool wants_volume;           /* of overlaps of solids */
    bool stops_at_clash;         /* only the first clash, by the order of pairs, is wanted */
    uint32_t max_triangles;      /* at most so many pairs of triangles are listed for a pair of parts */
} fk_check_options;

/* All pairs, clearance 0, with distances and depths, 100 pairs of triangles. */
FK_API fk_check_options fk_check_options_default(void);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* A pair of parts, a < b. */
typedef struct fk_check_pair {
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;    /* it is what was looked for: a clash that its rule does not allow */
    bool has_surface; /* a part is a surface: what it encloses was not looked at */
    bool a_is_inner;  /* contained: a lies in b; else b in a */
    double clearance; /* of its rule */
    /* 0 to 0 where they meet; infinite where a part is empty. */
    fk_interval distance;
    bool has_points;          /* the next two are there */
    fk_vec3 point_a, point_b; /* nearest points; where the parts meet, a common point */
    fk_aabb box;              /* of what they have in common; empty where they do not meet */
    bool has_depth;
    fk_placed_depth depth;
    bool has_volume;
    fk_interval volume;
    uint64_t triangle_total;       /* pairs of triangles that meet, of equal ones the first; of a piece, 0 */
    uint32_t triangle_count;       /* that are listed */
    const fk_index_pair *triangle; /* sorted */
} fk_check_pair;

typedef struct fk_check_ignored {
    uint32_t a, b;
    const char *reason; /* as select gave it */
} fk_check_ignored;

/* Sorted by a, then b. */
typedef struct fk_check {
    uint64_t tested;                /* pairs */
    uint64_t omitted;               /* of them clear, and not in the list: their distances were not wanted */
    uint64_t count[FK_CLASH_COUNT]; /* tested pairs of each kind, those that are not in the list too */
    uint64_t clashes;
    /* More than half of the overlaps whose depth is known, and three at least, are not deeper than a
     * thousandth of the smaller part: parts that were meant to touch, it seems. Then the largest depth of
     * those. */
    double shallow_depth;
    /* The largest part is more than 500 times as large as the smallest one: units that do not agree, it
     * seems. These two, or FK_NONE. */
    uint32_t largest, smallest;
    uint32_t part_count;
    const bool *is_surface; /* of each part: it is a mesh that is not a solid */
    size_t pair_count;
    const fk_check_pair *pair;
    size_t ignored_count;
    const fk_check_ignored *ignored;
    /* Not for reading: what is to be released. */
    size_t pair_capacity, ignored_capacity;
} fk_check;

/* Checks all pairs of parts that are selected. Where the boxes of two parts are further apart than their
 * clearance they are clear, and nothing more is done, unless distances are wanted. FK_ERROR_ARGUMENT for a
 * rule that is not valid, or for a piece without interior; FK_ERROR_PIECE, FK_ERROR_NOT_FINITE for a pose or a
 * placed point, FK_ERROR_MEMORY; *out is left alone then. */
FK_API fk_status fk_check_run(fk_context *context, const fk_check_part *part, uint32_t part_count,
                              const fk_check_options *options, fk_check **out);
FK_API void fk_check_free(fk_context *context, fk_check *check);

#ifdef __cplusplus
}
#endif

#endif
