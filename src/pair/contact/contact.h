/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Contact manifolds: reference and incident patches, and the points where they touch.
 *
 * All in doubles, nothing proved. Points are relative to a base near both pieces, so that they keep their precision far from the
 * origin. */

#ifndef FARKAS_PAIR_CONTACT_H
#define FARKAS_PAIR_CONTACT_H

#include "farkas/pair.h"
#include "shape/hull.h"

/* fk_pair_contact for two valid pieces that meet, with a known verdict. FK_UNDECIDED when it is unknown: it is then computed
 * where it matters. */
void fk_contact_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_contact *out);

/* The contact normal of two pieces. */
typedef struct fk_contact_normal {
    fk_vec3 n; /* from a to b, of length 1 up to rounding */
    /* support vertices of hulls, of a along n and of b against it, or FK_SUPPORT_UNKNOWN */
    uint32_t support[2];
    fk_verdict verdict; /* where it was proved on the way, else FK_UNDECIDED */
} fk_contact_normal;

#define FK_SUPPORT_UNKNOWN UINT32_MAX

/* The contact normal of two valid pieces, in doubles: if they meet, b separates along it after the depth, up to about 1e-8 of the
 * size; up to 1e-6 where smooth pieces have exits of almost the same length all around. Returns false where doubles may not be good
 * enough. */
bool fk_contact_find_normal(const fk_piece *a, const fk_piece *b, fk_contact_normal *out);

/* ---- Feature ids: each is half of a contact point's id ---- */

enum { FK_FEATURE_VERTEX = 1, FK_FEATURE_EDGE = 2, FK_FEATURE_FACE = 3 };

/* The id of a feature in 32 bits. A face without a list of vertices, such as that of a half-space, has the number 0. */
uint32_t fk_feature_id(uint32_t tag, uint32_t index);
/* The id of the edge between two vertices, in either order. */
uint32_t fk_feature_edge_id(uint32_t i, uint32_t k);

/* ---- Patches (contact_patch.c) ---- */

#define FK_PATCH_POINTS 32

/* A vertex, an edge or a flat face of a surface; a face is counterclockwise seen from outside. */
typedef struct fk_contact_patch {
    uint32_t count; /* 0: no patch; 1: vertex; 2: edge; more: face */
    fk_vec3 point[FK_PATCH_POINTS];
    uint32_t id[FK_PATCH_POINTS]; /* vertex numbers */
    uint32_t face;                /* the number of the face */
    fk_vec3 normal;               /* of a face: outward unit normal */
} fk_contact_patch;

/* The faces of a piece, whatever its representation. */
typedef struct fk_piece_faces {
    const fk_piece *piece;
    fk_vec3 base;     /* points are relative to it */
    fk_vec3 n;        /* a unit vector out of the piece */
    uint32_t support; /* the support vertex along n, or FK_SUPPORT_UNKNOWN */
    bool is_prepared; /* the fields below are filled on first use */
    uint32_t count;
    int turn;            /* 1, or -1 where the lists of a cell are clockwise */
    const uint8_t *list; /* the vertices of all faces, for kinds that have a table; or NULL */
    const fk_hull *large;
    fk_small_hull small;
} fk_piece_faces;

void fk_piece_faces_init(fk_piece_faces *faces, const fk_piece *piece, fk_vec3 base, fk_vec3 n,
                         uint32_t support);

/* Finds the face whose normal is closest to n, and returns the product of both. Only faces at the support vertex count, and below 1
 * slope leaves out those whose slope against the plane across n is surely more. Count 0 and -1 when the piece has no
 * faces, or is a large hull without hints. */
double fk_patch_find_face(fk_piece_faces *faces, double slope, fk_contact_patch *out);

/* Finds the support feature along n: an edge whose slope against the plane across n is at most `slope`, else a vertex. */
void fk_patch_find_edge(fk_piece_faces *faces, double slope, fk_contact_patch *out);

/* The core of a sphere, capsule, point or segment as a patch, also of a cylinder or cone without radius. Returns false for other
 * pieces. */
bool fk_patch_core(const fk_piece *piece, fk_vec3 base, fk_contact_patch *out);
/* Keeps its support feature, as fk_patch_find_edge, and moves it out by the radius. */
void fk_patch_core_support(fk_contact_patch *patch, fk_vec3 n, double radius, double slope);

/* ---- Points (contact_clip.c) ---- */

#define FK_MANIFOLD_POINTS (2 * FK_PATCH_POINTS)

/* A point where two patches meet; the feature ids are in the order (reference, incident). */
typedef struct fk_manifold_point {
    fk_vec3 point; /* halfway between the surfaces */
    double depth;
    uint32_t feature[2];
} fk_manifold_point;

typedef struct fk_manifold {
    uint32_t count;
    fk_manifold_point point[FK_MANIFOLD_POINTS];
} fk_manifold;

/* Clips an incident patch to a reference face; keeps points that are not more than slack outside of it. n is the unit vector from
 * the face to the incident piece. A face of no points is the whole plane through *at. */
void fk_clip_to_face(const fk_contact_patch *face, const fk_vec3 *at, const fk_contact_patch *incident,
                     fk_vec3 n, double slack, fk_manifold *out);

/* The nearest points of two patches of one or two points; two contact points where edges are parallel. */
void fk_clip_edges(const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n, double slack,
                   fk_manifold *out);

/* The shortest vector from one such patch to another, between the points with the parameters `part`. */
fk_vec3 fk_patch_shortest_vector(const fk_contact_patch *a, const fk_contact_patch *b, double part[2]);

/* fk_clip_edges for two cores with their radii, where `part` is known. Returns false when both are edges and nearly parallel. */
bool fk_clip_cores(const fk_contact_patch *a, const fk_contact_patch *b, fk_vec3 n, const double part[2],
                   const double radius[2], fk_manifold *out);

/* ---- Boxes (contact_boxes.c) ---- */

typedef struct fk_box_face {
    uint32_t axis, side;     /* it is across this edge, and has its vertices with (1) or without it (0) */
    uint32_t first, bit[2];  /* its least vertex; what the next edge and the one after it add */
    fk_vec3 center, edge[2]; /* half of the next edge and of the one after it */
    fk_vec3 normal;          /* outward unit normal */
    double product;          /* of n and the normal */
} fk_box_face;

static inline uint32_t fk_box_face_number(const fk_box_face *face)
{
    return 2 * (2 - face->axis) + face->side;
}

/* As fk_patch_find_face and fk_patch_find_edge. Return false when the box has no volume. */
bool fk_box_find_face(const fk_cell *cell, fk_vec3 base, fk_vec3 n, fk_box_face *out);
bool fk_box_find_edge(const fk_cell *cell, fk_vec3 base, fk_vec3 n, double slope, fk_contact_patch *out);
void fk_box_face_patch(const fk_box_face *face, fk_contact_patch *out);

/* Adds the points of fk_clip_to_face to an empty manifold. The slack is in units of the size; returns the slack. */
double fk_clip_box_faces(const fk_box_face *face, const fk_box_face *incident, fk_vec3 n, double slack,
                         fk_manifold *out);

/* ---- Reduction (contact_clip.c) ---- */

/* Reduces a manifold to FK_CONTACT_POINTS: one of the deepest, one far from it, and two that span a large area with them. */
void fk_manifold_reduce(fk_manifold *clip, fk_vec3 n, double slack);

#endif
