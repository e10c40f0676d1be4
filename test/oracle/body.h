/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of the oracle share, and no one else includes: pieces in integers, and the axes to test.
 *
 * All numbers of a question are multiplied by one common power of two, 2^shift, that makes them integers. */

#ifndef ORACLE_BODY_H
#define ORACLE_BODY_H

#include "oracle.h"

#define EDGES_MAX (ORACLE_HULL_POINTS * (ORACLE_HULL_POINTS - 1) / 2)

/* ---- Numbers (number.c) -------------------------------------------------------------------------------- */

bool oracle_is_finite(double value);
bool oracle_all_finite(const double *value, size_t count);
int oracle_sign(double value);

/* The least shift that makes every number an integer, or `shift` if that is more. */
long oracle_shift_for(const double *number, size_t count, long shift);

/* out = value * 2^shift, which is known to be an integer. */
void oracle_set_scaled(mpz_t out, double value, long shift);

void oracle_set_double(mpq_t out, double value);

/* out = top / (bottom * 2^shift), bottom not 0. */
void oracle_set_quotient(mpq_t out, const mpz_t top, const mpz_t bottom, long shift);

/* A fraction that need not be in lowest terms; bottom > 0. */
struct fraction {
    mpz_t top, bottom;
};

void oracle_fraction_init(struct fraction *f);
void oracle_fraction_clear(struct fraction *f);

/* The sign of top / bottom - f, for bottom > 0. */
int oracle_fraction_compare(const mpz_t top, const mpz_t bottom, const struct fraction *f);
void oracle_fraction_set(struct fraction *f, const mpz_t top, const mpz_t bottom);

/* ---- Integer vectors (number.c) ------------------------------------------------------------------------ */

struct vec {
    mpz_t c[3];
};

void oracle_vec_init(struct vec *v);
void oracle_vec_clear(struct vec *v);
void oracle_vec_set_scaled(struct vec *out, const double number[3], long shift);
void oracle_vec_add(struct vec *out, const struct vec *a, const struct vec *b);
void oracle_vec_sub(struct vec *out, const struct vec *a, const struct vec *b);
bool oracle_vec_is_zero(const struct vec *a);
void oracle_vec_dot(mpz_t out, const struct vec *a, const struct vec *b);
void oracle_vec_cross(struct vec *out, const struct vec *a, const struct vec *b); /* out is not a or b */

/* ---- Bodies (body.c) ----------------------------------------------------------------------------------- */

/* A piece in integers: the core's vertices and edge directions, and the radius; or a half-space. */
struct body {
    enum oracle_kind kind;
    size_t vertices, edges;
    struct vec vertex[ORACLE_HULL_POINTS];
    struct vec edge[EDGES_MAX];
    mpz_t radius;
    struct vec normal;
    mpz_t offset;
};

struct pair {
    long shift;
    struct body a, b;
};

bool oracle_is_polyhedron(const struct oracle_piece *piece);

/* Both pieces in integers, with room for the further numbers of a question; NULL when a piece is not valid or
 * is a cylinder, cone or ellipsoid. The shift is not negative when one is a half-space. The pair is the same
 * object each time, to save the allocations. */
struct pair *oracle_load(const struct oracle_piece *a, const struct oracle_piece *b, const double *more,
                         size_t more_count);

/* True when the vertices belong to one face: for a box, when all have or all lack some edge; else always. */
bool oracle_in_one_face(const struct body *body, size_t i, size_t j, size_t k);

/* The interval of n.x over a core. */
void oracle_project(const struct body *body, const struct vec *axis, mpz_t low, mpz_t high);

/* The interval of n.(p - q) over p of a and q of b. */
void oracle_interval(const struct body *a, const struct body *b, const struct vec *axis, mpz_t low,
                     mpz_t high);

/* Calls visit for a complete list of axes, none of them zero, until it returns false; returns false then. */
typedef bool oracle_visit(void *user, const struct vec *axis);
bool oracle_each_axis(const struct body *a, const struct body *b, oracle_visit *visit, void *user);

/* ---- Answers about bodies ------------------------------------------------------------------------------ */

/* The verdict of a loaded pair, and of two cores with vertices (oracle.c). */
int oracle_pair_verdict(const struct pair *pair);
int oracle_core_verdict(const struct body *a, const struct body *b);

/* The squared distance of two cores with vertices that are known not to meet (distance.c). */
void oracle_core_distance(const struct body *a, const struct body *b, struct fraction *squared);

/* Of a pair with a half-space: false when no move parts the cores. Else the sign of the gap between the
 * cores, negative when they overlap, and its square (distance.c). */
bool oracle_half_gap(const struct pair *pair, int *sign, mpq_t squared);

void oracle_sum_of_radii(const struct pair *pair, mpq_t radii); /* distance.c; radii may be NULL */

/* Where the first vertex of `point` is, seen from the core of `body` (contains.c). */
enum position { OUTSIDE, ON_BORDER, IN_RELATIVE_INTERIOR, IN_INTERIOR };
enum position oracle_position(const struct body *body, const struct body *point);

#endif
