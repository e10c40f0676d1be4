/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Narrow phase: do two convex pieces meet? */

#ifndef FARKAS_NARROW_H
#define FARKAS_NARROW_H

#include "farkas/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* apart, touching or overlapping, exactly, for every pair of valid pieces; the same for (a, b) and (b, a).
 * FK_UNDECIDED only when a piece is not valid (fk_piece_check). Never allocates, never fails. Like the
 * other calls here it needs about 80 KiB of stack, for exact integers. */
FK_API fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b);

typedef enum fk_method { FK_METHOD_EXACT, FK_METHOD_COUNT } fk_method;

/* The name of a method on the command line. */
FK_API const char *fk_method_name(fk_method method);

/* Parts of an answer: what is wanted, and what was filled. */
enum {
    FK_PART_CERTIFICATE = 1, /* certificate */
    FK_PART_POINT = 2,       /* point: touching and overlapping */
    FK_PART_PLANE = 4,       /* plane and gap: apart and touching */
    FK_PART_ALL = 7
};

typedef struct fk_pair_query {
    const fk_piece *a, *b;
    fk_method method;
    unsigned want; /* FK_PART_... */
} fk_pair_query;

/* Two pieces, method exact, all parts. */
FK_API fk_pair_query fk_pair_query_default(const fk_piece *a, const fk_piece *b);

/* Memory that a method may ask for; no method of this version does, so it may be NULL. */
typedef struct fk_scratch {
    void *memory;
    size_t size;
} fk_scratch;

/* An answer. filled tells which parts hold something; the rest is zero.
 *   point   a common point of both pieces, each coordinate rounded to a double.
 *   plane   a separating plane halfway between the pieces. Its normal points from a to b and has length 1 up
 *           to rounding, never more; it is the direction of the certificate, rounded.
 *   gap     a lower bound of the distance of a and b: their separation along that normal, rounded down, and
 *           not below 0. Infinite when it exceeds the double range. */
typedef struct fk_answer {
    fk_verdict verdict;
    fk_method method;
    unsigned filled;
    fk_certificate certificate;
    fk_vec3 point;
    fk_plane plane;
    double gap;
} fk_answer;

/* Answers a query. FK_OK; or FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, FK_ERROR_METHOD with *out left alone. Never
 * allocates. */
FK_API fk_status fk_pair_answer(const fk_pair_query *query, fk_scratch *scratch, fk_answer *out);

#ifdef __cplusplus
}
#endif

#endif
