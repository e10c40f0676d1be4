/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Slow, exact and independent answers to the questions that the library answers about two convex pieces: are
 * they apart, touching or overlapping; how far apart, how deep, where do they meet, and when does one meet
 * the other on its way? It shares no code, header or type with the library.
 *
 * A function that returns bool returns false, with the outputs untouched, when a piece is not valid, its kind
 * is not among those that the function names, or there is nothing to answer (no meeting, say). The caller has
 * initialised every mpq_t. Not for use by several threads at once. */

#ifndef ORACLE_H
#define ORACLE_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* The kinds, with their numbers in the order of the pair stream:
 *   point    x y z                              seg      two points
 *   tri      three points                       tetra    a corner and the three edges that leave it
 *   box      a corner and three edges           sphere   centre and radius
 *   capsule  two points and radius              half     normal n and offset c: the points with n.x <= c
 *   hull     any number of points, from 1 to ORACLE_HULL_POINTS
 *   cylinder the centres of its two ends and radius
 *   cone     the centre of its base, its apex and radius
 *   ellipsoid  centre and three vectors at any angles, zero or dependent ones too: the image of the unit ball
 *
 * Below, polyhedra are point, seg, tri, tetra, box and hull. The core of a sphere is its centre, that of a
 * capsule its segment, and a polyhedron or half-space is its own core, with radius 0. */
enum oracle_kind {
    ORACLE_POINT = 1,
    ORACLE_SEG,
    ORACLE_TRI,
    ORACLE_TETRA,
    ORACLE_BOX,
    ORACLE_SPHERE,
    ORACLE_CAPSULE,
    ORACLE_HALF,
    ORACLE_HULL,
    ORACLE_CYLINDER,
    ORACLE_CONE,
    ORACLE_ELLIPSOID
};

/* The number of axes to test grows with the fourth power of a hull's points. */
#define ORACLE_HULL_POINTS 32

struct oracle_piece {
    enum oracle_kind kind;
    const double *number;
    size_t count; /* of numbers */
};

/* False for an unknown kind, the wrong count of numbers, a number that is not finite, a negative radius, a
 * zero normal, or a cylinder or cone of positive radius whose two points are equal: it has no direction. */
bool oracle_is_valid(const struct oracle_piece *piece);

/* ---- Verdict ------------------------------------------------------------------------------------------- */

enum { ORACLE_INVALID = 0, ORACLE_APART = 1, ORACLE_TOUCHING = 2, ORACLE_OVERLAPPING = 3 };

/* The verdict; ORACLE_INVALID when a piece is not valid, or is a cylinder, cone or ellipsoid. */
int oracle_verdict(const struct oracle_piece *a, const struct oracle_piece *b);

/* The verdict for a moved by time * velocity, and b. Also ORACLE_INVALID when the velocity is not finite. */
int oracle_verdict_moved(const struct oracle_piece *a, const struct oracle_piece *b, const double velocity[3],
                         const mpq_t time);

/* ---- Distance and depth -------------------------------------------------------------------------------- */

/* The squared distance of the cores, 0 when they meet, and the sum of the radii (NULL: not wanted). The
 * distance of the pieces is sqrt(squared) - radii, or 0 if that is less. All kinds but the last three. */
bool oracle_distance(const struct oracle_piece *a, const struct oracle_piece *b, mpq_t squared, mpq_t radii);

/* For cores that meet, the squared depth of the cores: the square of the least length of a move of a that
 * takes it out of the interior of b; 0 when they touch. And the sum of the radii (NULL: not wanted). The
 * depth of the pieces is sqrt(squared) + radii. (For cores apart whose pieces overlap the depth is
 * radii - sqrt(distance).) No answer when the cores are apart, or for half-spaces that no move parts.
 * All kinds but the last three. */
bool oracle_depth(const struct oracle_piece *a, const struct oracle_piece *b, mpq_t squared, mpq_t radii);

/* ---- Box of the intersection --------------------------------------------------------------------------- */

/* The smallest axis-aligned box of the intersection; no answer when that is empty. Two polyhedra, or one
 * polyhedron and a half-space. */
bool oracle_box(const struct oracle_piece *a, const struct oracle_piece *b, mpq_t low[3], mpq_t high[3]);

/* ---- Casts --------------------------------------------------------------------------------------------- */

/* The interval of all times t in [0, last] at which a moved by t * velocity meets b; no answer when there are
 * none, or when last or the velocity is not finite or last is negative. Polyhedra and half-spaces. */
bool oracle_cast(const struct oracle_piece *a, const struct oracle_piece *b, const double velocity[3],
                 double last, mpq_t enter, mpq_t leave);

/* The same where the velocity is the exact sum of some vectors, three numbers each. */
bool oracle_cast_sum(const struct oracle_piece *a, const struct oracle_piece *b, const double *term,
                     size_t count, double last, mpq_t enter, mpq_t leave);

/* ---- Rays ---------------------------------------------------------------------------------------------- */

enum oracle_time_form {
    ORACLE_NEVER_ENDS, /* infinite: the last time if is_greater, else the first */
    ORACLE_RATIONAL,   /* c */
    ORACLE_ROOT        /* the greater or the lesser root of a t^2 + 2 b t + c */
};

struct oracle_time {
    enum oracle_time_form form;
    bool is_greater;
    mpq_t a, b, c;
};

/* The times at which a ray is in a piece, from -infinity to infinity: the union of up to three intervals, which is an interval; empty for
 * none. The first and the last time of each. */
struct oracle_ray_times {
    int count;
    struct oracle_time part[3][2];
};

void oracle_ray_init(struct oracle_ray_times *times);
void oracle_ray_clear(struct oracle_ray_times *times);

/* All kinds but polyhedra, which oracle_cast knows. */
bool oracle_ray(const struct oracle_piece *piece, const double origin[3], const double direction[3],
                struct oracle_ray_times *times);

/* The sign of a time minus a finite double. */
int oracle_time_compare(const struct oracle_time *time, double x);

/* ---- Points and planes, for all kinds ------------------------------------------------------------------ */

/* What part of a piece a point is asked to be in. A flat piece has no interior; its relative interior is the
 * interior within its plane or line, and that of a single point is the point. */
enum oracle_part { ORACLE_CLOSED, ORACLE_RELATIVE, ORACLE_INTERIOR };

/* True when the piece is valid and the point is in that part of it. */
bool oracle_contains(const struct oracle_piece *piece, const mpq_t point[3], enum oracle_part part);

/* 1 when n.p < n.q for all p of a and q of b; -1 when n.p > n.q for all; 0 when neither, when n is zero or
 * not finite, and when a piece is not valid. What is separated is strictly so: a gap is between them. */
int oracle_smooth_separated(const struct oracle_piece *a, const struct oracle_piece *b, const double n[3]);

/* ---- Comparing with doubles ---------------------------------------------------------------------------- */

/* The sign of value - x. x may be infinite; it must not be NaN, here and below. */
int oracle_compare(const mpq_t value, double x);

/* The sign of sqrt(squared) - x, for squared >= 0. */
int oracle_compare_square(const mpq_t squared, double x);

/* The sign of sqrt(squared) + offset - x, for squared >= 0: a depth has the sum of the radii as its offset, a
 * distance the same negated. */
int oracle_compare_root(const mpq_t squared, const mpq_t offset, double x);

#endif
