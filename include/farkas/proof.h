/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proofs: certificates for the verdict on two pieces, and the verifier that checks them exactly.
 *
 * A certificate is a short list of vertex pairs and at most one direction or point. The pair (i, j) means d = p - q, the
 * exact difference of vertex i of a and vertex j of b. For a sphere or capsule these are the vertices of its core; R is the
 * sum of both radii. */

#ifndef FARKAS_PROOF_H
#define FARKAS_PROOF_H

#include "farkas/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Vertex a of the first piece and vertex b of the second. */
typedef struct fk_vertex_pair {
    uint32_t a, b;
} fk_vertex_pair;

typedef enum fk_direction_form {
    FK_DIRECTION_NONE = 0,
    FK_DIRECTION_VECTOR, /* three doubles */
    FK_DIRECTION_FACET,  /* sign * (d2 - d1) x (d3 - d1), by three pairs */
    FK_DIRECTION_EDGE,   /* sign * (d2 - d1) x axis, by two pairs, where a - b is a segment */
    FK_DIRECTION_AXIS    /* sign * axis, where a - b is a point */
} fk_direction_form;

typedef struct fk_direction {
    fk_direction_form form;
    int32_t sign;           /* of a facet, edge or axis: 1 or -1 */
    int32_t axis;           /* of an edge or axis: 0, 1 or 2 */
    fk_vertex_pair pair[3]; /* of a facet: 3; of an edge: 2 */
    fk_vec3 vector;         /* of the form vector */
} fk_direction;

/* How a certificate gives a point. */
typedef enum fk_point_form {
    FK_POINT_NONE = 0,
    FK_POINT_VECTOR, /* three doubles */
    FK_POINT_WEIGHTS /* the weighted mean of the vertices that the pairs name */
} fk_point_form;

#define FK_CERTIFICATE_PAIRS 6

/* Weights are integers from 1 to this, which doubles represent exactly. */
#define FK_WEIGHT_MAX (UINT64_C(1) << 53)

/* A verdict and its proof.
 *
 * Polyhedra (R = 0):
 *   apart        a vector n with n.d < 0 for every vertex difference d (n points from a to b); or no direction and 1 to 3
 *                affinely independent pairs: the vector to the point of their affine span nearest to the origin has a
 *                positive product with every d.
 *   touching     1 to 3 affinely independent pairs with the origin in the relative interior of their hull, and a
 *                direction n other than zero with n.d <= 0 for every d.
 *   overlapping  4 to 6 pairs with the origin in the interior of their hull.
 * Spheres and capsules (R > 0), every verdict: 1 to 3 affinely independent pairs. The projection of the origin on their
 * affine span lies in their hull, and no d is nearer to the origin along its direction: so its distance is that of the cores,
 * which is compared with R. Or, for cores that meet: 4 pairs with the origin in the interior of their hull.
 * A half-space: one pair, with the deepest vertex of the other piece; the index of the half-space is 0. Two half-spaces: no
 * data.
 * Cylinders, cones and ellipsoids, whose index in a pair is 0:
 *   apart        a vector n along which the first piece ends strictly before the second begins. The support value of a
 *                smooth piece has a square root, which is compared exactly by squaring.
 *   overlapping  a point strictly inside each smooth piece and in the other one. Against a piece with vertices and no
 *                radius: 1 to 4 pairs that name its vertices, and positive weights; the point is the weighted mean. Else no
 *                pairs, and the point as three doubles.
 *   touching     has no proof, except against a half-space.
 *   Against a half-space no verdict needs data.
 * A point in any other proof is refused. */
typedef struct fk_certificate {
    fk_verdict verdict;
    uint32_t pair_count;
    fk_vertex_pair pair[FK_CERTIFICATE_PAIRS];
    fk_direction direction;
    fk_point_form point_form; /* for smooth pieces that overlap */
    fk_vec3 point;
    uint64_t weight[FK_CERTIFICATE_PAIRS]; /* of the pairs */
} fk_certificate;

/* Returns whether the certificate proves its verdict for a and b, exactly. False in all other cases: also for wrong indices,
 * an undecided verdict and pieces that are not valid. A certificate of any bytes is safe. Needs about 70 KiB of stack. */
FK_API bool fk_verify(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

#ifdef __cplusplus
}
#endif

#endif
