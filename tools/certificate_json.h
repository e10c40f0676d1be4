/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Answers and certificates as JSON: what `farkas pairs --json` and the Python package write.
 *
 *   {"kind":"apart","n":[x,y,z]}                                   a direction of three doubles
 *   {"kind":"apart","pairs":[[i,j],...]}                           the hull's nearest point is the direction
 *   {"kind":"touching","pairs":[...],"n":[x,y,z]}                  or instead of n:
 *                                     "facet":[[i,j],[i,j],[i,j]],"sign":1
 *                                     "edge":[[i,j],[i,j]],"axis":0,"sign":1
 *                                     "axis":0,"sign":1
 *   {"kind":"overlapping","pairs":[...]}
 *   {"kind":"overlapping","pairs":[...],"weights":[w,...]}         smooth shapes: a point by weights on vertices
 *   {"kind":"overlapping","x":[x,y,z]}                             smooth shapes: a point as three doubles
 *
 * Round shapes and half-spaces have pairs only, two half-spaces none. farkas/proof.h explains what each form proves. */

#ifndef FARKAS_TOOLS_CERTIFICATE_JSON_H
#define FARKAS_TOOLS_CERTIFICATE_JSON_H

#include "farkas/method.h"

#include <jansson.h>

/* Text under construction. An answer with its proof takes less than 1200 bytes. */
typedef struct json_text {
    size_t length;
    char text[2048];
} json_text;

void json_put(json_text *out, const char *text);
void json_put_whole(json_text *out, uint64_t value);

/* Writes the keys and values of an answer, from "verdict" to "method", without braces. */
void json_put_answer(json_text *out, const fk_answer *answer);

#define CERTIFICATE_WHY_SIZE 160

/* Reads a proof. Returns false, with the reason in why, unless it has exactly one of the forms above. fk_verify decides
 * whether it proves anything. Decode numbers as reals (JSON_DECODE_INT_AS_REAL): a direction may contain whole numbers
 * beyond 64 bits. */
bool json_get_certificate(const json_t *proof, fk_certificate *out, char why[CERTIFICATE_WHY_SIZE]);

/* Reads a whole number from 0 to limit, at most 2^53. */
bool json_get_whole(const json_t *json, double limit, uint64_t *out);

/* Returns FK_UNDECIDED for every word but "apart", "touching" and "overlapping". */
fk_verdict json_get_verdict(const json_t *json);

#endif
