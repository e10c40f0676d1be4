/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The walk of Gilbert, Johnson and Keerthi in floating point: toward the point of M = a - b that is nearest to the
 * origin, over simplices of support points. Fast, robust, and proving nothing: who makes a claim from its end checks
 * it (pair/measure/bounds.h, fk_verify).
 *
 * All numbers are those of the bodies: scaled by their power of two. */

#ifndef FARKAS_PAIR_GJK_WALK_H
#define FARKAS_PAIR_GJK_WALK_H

#include "farkas/pair.h"
#include "shape/support.h"

/* No walk takes more steps. Polyhedra need 2 to 15, smooth shapes 10 to 60 on average and up to 85 near contact. */
#define FK_WALK_STEPS 1000

/* A point of M: the difference of a support point of a and one of b. */
typedef struct fk_walk_point {
    fk_vec3 a, b;        /* offsets from the anchors */
    fk_vec3 d;           /* a - b plus the way between the anchors */
    fk_vertex_pair pair; /* vertices, for pieces that have them */
} fk_walk_point;

typedef enum fk_walk_end {
    FK_WALK_LIMIT = 0, /* out of steps */
    FK_WALK_NEAREST,   /* the bounds have met, up to rounding, or no step in doubles brings them closer */
    FK_WALK_APART,     /* lower has passed what was enough */
    FK_WALK_INSIDE,    /* four points hold the origin, clear of rounding */
    FK_WALK_ZERO       /* one to three points hold the origin up to rounding */
} fk_walk_end;

typedef struct fk_walk {
    fk_walk_end end;
    uint32_t steps; /* supports asked for */
    /* The simplex with the least distance to the origin that was seen, and its nearest point: no weight is
     * negative, and they sum to 1 up to rounding. */
    uint32_t count;
    fk_walk_point point[4];
    double weight[4];
    fk_vec3 nearest;
    /* The distance of the origin to M lies between these, up to rounding. lower is the greatest n.d that all of M keeps
     * along the unit vector direction, from b to a; negative when no direction separates; -infinity when none was
     * tried. */
    double upper, lower;
    fk_vec3 direction;
} fk_walk;

typedef struct fk_walk_options {
    fk_vec3 start;      /* first direction, from b to a; zero: from anchor to anchor */
    uint32_t max_steps; /* at most FK_WALK_STEPS */
    double enough;      /* stop when lower exceeds this */
    fk_trace *trace;    /* or NULL: FK_STEP_SIMPLEX */
} fk_walk_options;

/* No start, all steps, the nearest point, no trace. */
fk_walk_options fk_walk_options_default(void);

void fk_walk_run(fk_bodies *bodies, const fk_walk_options *options, fk_walk *out);

/* A walk that ended at a simplex of 1 to 4 pairs of vertices, sorted by index: its nearest point, upper and direction;
 * lower is not known. False when the nearest point lies not inside it. Four pairs are to be around the origin. */
bool fk_walk_from_pairs(const fk_bodies *bodies, const fk_vertex_pair *pair, uint32_t count, fk_walk *out);

/* The point of M that lies least far along n (for the unit vector n or any other). */
fk_walk_point fk_walk_least(fk_bodies *bodies, fk_vec3 n);

/* The nearest point of the simplex as a point of a and one of b, of their cores for round pieces, in the world. */
void fk_walk_witness(const fk_bodies *bodies, const fk_walk *walk, fk_vec3 *point_a, fk_vec3 *point_b);

/* How far these two are apart by the weights, scaled: rounding, for a simplex that holds the origin, unless it is thin. */
double fk_walk_residual(const fk_walk *walk);

/* Sorts the points of a simplex of vertices by index and makes weights, nearest point, upper, direction and lower anew:
 * the same numbers for the same simplex, whatever the way to it. */
void fk_walk_settle(fk_bodies *bodies, fk_walk *walk);

#endif
