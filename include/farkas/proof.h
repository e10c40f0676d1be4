/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proofs: certificates for the verdict on two pieces, and the verifier that checks them exactly.
 *
 * A certificate is a short list of vertex pairs and at most one direction. For the pair (i, j), d = p - q is
 * the exact difference of vertex i of a and vertex j of b; for a sphere or capsule these are the vertices of
 * its core, and R is the sum of both radii. */

#ifndef FARKAS_PROOF_H
#define FARKAS_PROOF_H

#include "farkas/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Vertex a of the first piece with vertex b of the second. */
typedef struct fk_vertex_pair {
    uint32_t a, b;
} fk_vertex_pair;

typedef enum fk_direction_form {
    FK_DIRECTION_NONE = 0,
    FK_DIRECTION_VECTOR, /* three doubles */
    FK_DIRECTION_FACET,  /* sign * (d2 - d1) x (d3 - d1): three pairs */
    FK_DIRECTION_EDGE,   /* sign * (d2 - d1) x axis: two pairs; a - b is a segment */
    FK_DIRECTION_AXIS    /* sign * axis; a - b is a point */
} fk_direction_form;

typedef struct fk_direction {
    fk_direction_form form;
    int32_t sign;           /* 1 or -1: facet, edge, axis */
    int32_t axis;           /* 0, 1 or 2: edge, axis */
    fk_vertex_pair pair[3]; /* facet: 3; edge: 2 */
    fk_vec3 vector;         /* vector */
} fk_direction;

/* How a certificate gives a point. */
typedef enum fk_point_form {
    FK_POINT_NONE = 0,
    FK_POINT_VECTOR, /* three doubles */
    FK_POINT_WEIGHTS /* the mean of the vertices that the pairs name, with weights */
} fk_point_form;

#define FK_CERTIFICATE_PAIRS 6

/* Weights are whole numbers from 1 to this, so that a double holds them. */
#define FK_WEIGHT_MAX (UINT64_C(1) << 53)

/* What is proved, and by what. For polyhedra (R = 0):
 *   apart        a vector n with n.d < 0 for every vertex difference d (n points from a to b); or no direction
 *                and 1 to 3 affinely independent pairs; the point of their span nearest to the origin, as a
 *                vector, has a positive product with every d.
 *   touching     1 to 3 affinely independent pairs with the origin in the relative interior of their hull, and a
 *                direction other than zero with n.d <= 0 for every d.
 *   overlapping  4 to 6 pairs with the origin in the interior of their hull.
 * For R > 0 and every verdict: 1 to 3 pairs whose hull holds the foot of the origin on their span, and no d
 * nearer to the origin along it: this is the exact distance of the cores, compared with R. Or, for cores that
 * meet: 4 pairs with the origin in the interior of their hull.
 * For a half-space: one pair with the vertex of the other piece that reaches deepest; the half-space's own
 * index is 0. For two half-spaces: nothing.
 * For a cylinder, cone or ellipsoid (with the index 0 wherever one is asked for):
 *   apart        a vector n that the first piece reaches strictly less far along than the second begins; how far
 *                a smooth piece reaches is a square root, compared exactly by squaring.
 *   overlapping  a point strictly inside each smooth piece and in the other one. Against a piece with vertices and
 *                no radius: 1 to 4 pairs that name its vertices, and their positive weights: the point is their
 *                weighted mean. Else no pairs, and the point as three doubles.
 *   touching     has no proof, except against a half-space. There every verdict needs no data. */
typedef struct fk_certificate {
    fk_verdict verdict;
    uint32_t pair_count;
    fk_vertex_pair pair[FK_CERTIFICATE_PAIRS];
    fk_direction direction;
    fk_point_form point_form; /* of smooth pieces that overlap */
    fk_vec3 point;
    uint64_t weight[FK_CERTIFICATE_PAIRS]; /* of the pairs */
} fk_certificate;

/* True when the certificate proves its verdict for a and b, exactly. False for everything else:
 * wrong indices, an undecided verdict, pieces that are not valid. Any bytes are a safe argument. Needs about 70
 * KiB of stack. */
FK_API bool fk_verify(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

#ifdef __cplusplus
}
#endif

#endif
