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
    uint8_t *truth;      /* fk_verdict */
    bool is_judged_only; /* peers answer once, without a clock */
} pairs_scene;

/* The names of kinds and of families, each list ended by NULL. Families of `farkas gen` that are not in this list are
 * good too. */
extern const char *const pairs_kinds[];
extern const char *const pairs_families[];

/* Makes `count` pairs by seed; boxes are rectangular, since peers know no others. Truth is the verdict of a certificate
 * that fk_verify has accepted. False after a message. */
bool pairs_scene_make(pairs_scene *scene, const char *family, const char *kinds, size_t count, uint64_t seed);
void pairs_scene_free(pairs_scene *scene);

/* The pairs of a scene that go into a file. */
typedef enum pairs_subset { PAIRS_ALL, PAIRS_HITS, PAIRS_MISSES, PAIRS_PARTS } pairs_subset;
/* At most `most` pairs. False after a message. */
bool pairs_scene_write(const pairs_scene *scene, pairs_subset part, size_t most, const char *path);

#endif
