/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of a check, made ready; one pair of them; and what check and sweep share: which pairs are asked for. */

#ifndef FARKAS_CHECK_CHECK_H
#define FARKAS_CHECK_CHECK_H

#include "farkas/check.h"
#include "body/mesh_shape.h"

/* A mesh of one or more parts. */
typedef struct fk_check_shape {
    fk_mesh_shape shape;
    bool needs_hull, has_hull; /* has_hull: it was looked for */
    fk_hull *hull;             /* of a convex mesh, else NULL */
    fk_status status;
} fk_check_shape;

/* A part in its place. */
typedef struct fk_check_body {
    fk_check_shape *shape; /* NULL for a piece */
    fk_placed_mesh mesh;
    fk_piece piece;
    fk_vec3 *point; /* of a placed hull */
    size_t point_bytes;
    fk_aabb box;
    double size; /* the diagonal of the box, up to rounding */
} fk_check_body;

/* The shapes of the last run. */
struct fk_check_kept {
    uint32_t count, room;
    fk_check_shape *shape;
};

typedef struct fk_check_bodies {
    fk_context *context;
    const fk_workers *workers;
    fk_check_kept *kept; /* or NULL */
    uint32_t count, shape_count;
    fk_check_body *body;
    fk_check_shape *shape;
} fk_check_bodies;

/* Builds trees for all meshes and places all parts. Context, workers and kept are given. On an error nothing is left. */
fk_status fk_check_bodies_build(fk_check_bodies *bodies, const fk_check_part *part, uint32_t count);
/* What may be kept is. */
void fk_check_bodies_free(fk_check_bodies *bodies);

/* Places one part. The body has its shape, or NULL for a piece, and is zero else; it is to be emptied, also after an
 * error: FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, FK_ERROR_ARGUMENT for a piece without interior, FK_ERROR_MEMORY. */
fk_status fk_check_body_place(fk_context *context, const fk_check_part *part, fk_check_body *body);
void fk_check_body_empty(fk_context *context, fk_check_body *body);

/* Of each part, whether it is a mesh that is not a solid; NULL without memory. Release it with count bytes. */
bool *fk_check_list_surfaces(const fk_check_bodies *bodies);

/* The parts that differ most in size, if that is by more than parts of one unit should; else FK_NONE twice. Those
 * without extent are passed over. */
void fk_check_compare_sizes(const fk_check_bodies *bodies, uint32_t *largest, uint32_t *smallest);

/* Looks for the hulls of the shapes that need one. */
fk_status fk_check_find_hulls(fk_check_bodies *bodies);

/* ---- Which pairs --------------------------------------------------------------------------------------- */

/* What is asked, and of which pairs. */
typedef struct fk_check_asked {
    fk_context *context;
    fk_check_select *select; /* or NULL: as `rule` says */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;
    uint32_t part_count;
    /* What fk_check_asked_find finds: how many pairs are tested, the largest clearance, and what is ignored, also
     * after an error to be released. */
    uint64_t tested;
    double reach;
    fk_check_ignored *ignored;
    size_t ignored_count, ignored_capacity;
    bool is_done; /* no more pairs are wanted */
} fk_check_asked;

/* FK_ERROR_ARGUMENT for a rule that is not valid; FK_ERROR_MEMORY. */
fk_status fk_check_asked_find(fk_check_asked *asked);

/* Takes a pair that is tested; a failure ends it. */
typedef fk_status fk_check_take(void *taker, uint32_t a, uint32_t b, const fk_check_rule *rule);

/* Gives the pairs that are tested, sorted, until is_done: all, or those whose boxes are not further apart than the
 * largest clearance. FK_ERROR_MEMORY. */
fk_status fk_check_visit(const fk_check_asked *asked, const fk_aabb *box, fk_check_take *take, void *taker);

/* Whether a kind is what the rule looks for. */
bool fk_check_is_clash(const fk_check_rule *rule, fk_clash kind);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* A pair at work. */
typedef struct fk_check_work {
    fk_check_rule rule;
    fk_check_pair pair;
    fk_related *related; /* of an overlap whose depth or volume is still to be found, or NULL */
    fk_status status;
} fk_check_work;

/* How two bodies lie to each other, and how far apart they are: all of work->pair but depth and volume. */
void fk_check_relate(fk_context *context, const fk_check_bodies *bodies, const fk_check_options *options,
                     fk_check_work *work);

/* Depth and volume, if they are wanted, of a pair that overlaps; takes work->related away. */
void fk_check_measure(fk_context *context, const fk_check_bodies *bodies, const fk_check_options *options,
                      fk_check_work *work);

/* Two convex pieces with interiors: which relation they have. */
fk_relation fk_check_relate_pieces(const fk_piece *a, const fk_piece *b);

/* Whether two bodies that are apart, of which the second is a piece, are closer than a limit: exactly, for
 * spheres, capsules, boxes and hulls whose numbers allow it. *is_known becomes false where they do not.
 * FK_ERROR_MEMORY. */
fk_status fk_check_closer(fk_context *context, const fk_check_body *a, const fk_check_body *b, double limit,
                          bool *is_known, bool *is_closer);

#endif
