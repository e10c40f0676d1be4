/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of convex shapes with their truth. */

#ifndef FARKAS_LAB_BENCH_PAIRS_SCENE_H
#define FARKAS_LAB_BENCH_PAIRS_SCENE_H

#include "peers/participant.h"

typedef struct pairs_scene {
    const char *family, *kinds;
    size_t count, frame; /* frame is count, but for scenes that move */
    size_t hits;
    bench_pair *pair;
    bench_place *place;  /* NULL: pieces are in their places */
    uint8_t *truth;      /* fk_verdict */
    bool is_judged_only; /* peers answer once, without a clock */
} pairs_scene;

/* The names of kinds and of families, each list ended by NULL. Families of `farkas gen` that are not in this list are
 * good too. */
extern const char *const pairs_kinds[];
extern const char *const pairs_families[];

/* "box": two boxes; "box,tetra"; "hull-32": of 32 points; "ray,box": a point whose motion is a ray. */
typedef struct pairs_kind {
    fk_kind a, b;
    uint32_t points; /* of a hull */
} pairs_kind;

/* pairs_placed.c: lines of a pair of this family, as bench_lines_of_pair; those of families whose pieces are in their places have one.
 * pairs_placed_draw draws shapes, poses, motions and truth. */
int pairs_family_lines(const char *family);
bool pairs_placed_draw(pairs_scene *scene, const pairs_kind *kind, uint64_t seed);
/* Draw a shape around the origin whose numbers are floats, with half-axes of 0.5 to 1.5, and along z if it has an axis; the caller frees the
 * points of a hull. And a rotation. */
fk_piece pairs_draw_shape(fk_random *random, fk_kind kind, uint32_t points);
fk_pose pairs_draw_pose(fk_random *random, fk_vec3 translation);

/* The verdict of a certificate that fk_verify has accepted, or FK_UNDECIDED. */
fk_verdict pairs_prove_verdict(const fk_piece *a, const fk_piece *b);

/* Makes `count` pairs by seed; boxes are rectangular, since peers know no others. Truth is the verdict of a certificate
 * that fk_verify has accepted. False after a message. */
bool pairs_scene_make(pairs_scene *scene, const char *family, const char *kinds, size_t count, uint64_t seed);
void pairs_scene_free(pairs_scene *scene);

/* The pairs of a scene that go into a file. */
typedef enum pairs_subset { PAIRS_ALL, PAIRS_HITS, PAIRS_MISSES, PAIRS_PARTS } pairs_subset;
/* At most `most` pairs. False after a message. */
bool pairs_scene_write(const pairs_scene *scene, pairs_subset part, size_t most, const char *path);

#endif
