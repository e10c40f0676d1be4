/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Contacts: the patches of two surfaces that face each other, and the points where they press on each other.
 *
 * All in doubles and none of it proved. Points are relative to a base near both pieces, so that they keep their
 * precision far from the origin. */

#ifndef FARKAS_PAIR_CONTACT_H
#define FARKAS_PAIR_CONTACT_H

#include "farkas/pair.h"
#include "shape/hull.h"

/* The contact of two valid pieces that meet, as fk_pair_contact gives it. verdict is theirs; or FK_UNDECIDED when that
 * is not known: it is asked for where it matters. */
void fk_contact_known(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_contact *out);

/* The normal of a contact of two valid pieces that meet, from a to b, in doubles: of length 1 up to
 * rounding, and such that b comes free along it after the depth, up to about 1e-8 of the size. False where doubles are
 * not sure to be good enough, and for pieces that the quick ways do not know. */
bool fk_contact_normal(const fk_piece *a, const fk_piece *b, fk_vec3 *n);

/* ---- Features: half of an id ---- */

enum { FK_FEATURE_VERTEX = 1, FK_FEATURE_EDGE = 2, FK_FEATURE_FACE = 3 };

/* A feature as 32 bits. A face that is no list of vertices, as that of a half-space, has the number 0. */
uint32_t fk_feature_id(uint32_t tag, uint32_t index);
/* The edge between two vertices, in either order. */
uint32_t fk_feature_edge_id(uint32_t i, uint32_t k);

/* ---- Patches (contact_patch.c) ---- */

#define FK_PATCH_POINTS 32

/* A part of a surface: a vertex, an edge, or a flat face, counterclockwise seen from outside. */
typedef struct fk_contact_patch {
    uint32_t count; /* 1, 2 or more points; 0: there is none */
    fk_vec3 point[FK_PATCH_POINTS];
    uint32_t id[FK_PATCH_POINTS]; /* the numbers of these vertices */
    uint32_t face;                /* the number of the face */
    fk_vec3 normal;               /* of a face: outward, length 1 */
} fk_contact_patch;

/* A walk over the faces of a piece, whatever they are made of. */
typedef struct fk_piece_faces {
    const fk_piece *piece;
    fk_vec3 base;     /* points are relative to it */
    bool is_prepared; /* what follows is filled in when it is first needed */
    uint32_t count;
    int turn; /* 1, or -1 where the lists of a cell are clockwise */
    bool is_box;
    const uint8_t *list; /* the vertices of all faces, for kinds that have a table; or NULL */
    const fk_hull *large;
    fk_small_hull small;
} fk_piece_faces;

void fk_piece_faces_init(fk_piece_faces *faces, const fk_piece *piece, fk_vec3 base);

/* The face whose normal is closest to n, of length 1, and how close: their product; count 0 and -1 when a piece has no
 * faces, or is a large hull without hints. n points out of the piece. Only faces around what reaches farthest count. */
double fk_patch_find_face(fk_piece_faces *faces, fk_vec3 n, fk_contact_patch *out);

/* What reaches farthest along n: an edge that rises against the plane across n by no more than the slope, else a
 * vertex. */
void fk_patch_find_edge(fk_piece_faces *faces, fk_vec3 n, double slope, fk_contact_patch *out);

/* The core of a sphere or capsule, a point or a segment as a patch. False for other pieces. */
bool fk_patch_core(const fk_piece *piece, fk_vec3 base, fk_contact_patch *out);

/* ---- Points (contact_clip.c) ---- */

#define FK_MANIFOLD_POINTS (2 * FK_PATCH_POINTS)

/* Where two patches meet; the ids are those of (reference, incident). */
typedef struct fk_manifold_point {
    fk_vec3 point; /* halfway between the surfaces */
    double depth;
    uint32_t feature[2];
} fk_manifold_point;

typedef struct fk_manifold {
    uint32_t count;
    fk_manifold_point point[FK_MANIFOLD_POINTS];
} fk_manifold;

/* The part of an incident patch that lies over a face and not more than slack outside of it. n has length 1 and
 * points from the face to the incident piece. A face of no points is a plane without end through *at. */
void fk_clip_to_face(const fk_contact_patch *face, const fk_vec3 *at, const fk_contact_patch *incident,
                     fk_vec3 n, double slack, fk_manifold *out);

/* The nearest points of two patches of one or two points; two of them where edges are parallel. */
void fk_clip_edges(const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n, double slack,
                   fk_manifold *out);

/* The shortest way from one such patch to another. */
fk_vec3 fk_patch_shortest_vector(const fk_contact_patch *a, const fk_contact_patch *b);

/* Keeps up to FK_CONTACT_POINTS: one of the deepest, one far from it, and two that span a large area with them. */
void fk_manifold_reduce(fk_manifold *clip, fk_vec3 n, double slack);

#endif
