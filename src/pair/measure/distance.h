/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The ways to the distance of two pieces that doubles alone do not go. distance.c chooses among them. */

#ifndef FARKAS_PAIR_DISTANCE_H
#define FARKAS_PAIR_DISTANCE_H

#include "farkas/pair.h"

/* Exactly, for two pieces with vertices, spheres and capsules among them (distance_exact.c). Fills *out when they are
 * apart, the interval with the distance rounded down and up; the verdict tells. FK_UNDECIDED when the arena was full. */
fk_verdict fk_distance_exact(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* The sign of the distance of two such pieces minus a limit that is finite and not negative, exactly. */
int fk_distance_compare(const fk_piece *a, const fk_piece *b, double limit);

/* For two pieces of which one or both are half-spaces (distance_half.c): exactly, but for smooth pieces. */
void fk_distance_half(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* 0 to 0, and a common point of two pieces that meet, as method exact finds it. */
void fk_distance_meet(const fk_piece *a, const fk_piece *b, fk_distance *out);

#endif
