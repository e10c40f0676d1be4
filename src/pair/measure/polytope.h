/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A convex polytope that grows vertex by vertex: the hull of points given as doubles, exactly, of a fixed size, for
 * searches that keep it on the stack. */

#ifndef FARKAS_PAIR_POLYTOPE_H
#define FARKAS_PAIR_POLYTOPE_H

#include "farkas/base.h"

#define FK_POLYTOPE_VERTICES 448
#define FK_POLYTOPE_FACETS   (2 * FK_POLYTOPE_VERTICES - 4)

/* A triangle, counterclockwise seen from outside. neighbor[k] shares the edge from vertex[k] to vertex[k + 1]. */
typedef struct fk_facet {
    uint16_t vertex[3], neighbor[3];
    uint16_t stamp;
    uint16_t flag; /* the caller's; 0 for a new facet */
    double value;  /* the caller's; an infinity for slots without facet, 0 for a new one */
} fk_facet;

typedef struct fk_polytope {
    uint32_t vertex_count;
    uint32_t facet_count;                    /* slots in use, those without facet included */
    uint32_t fresh_count;                    /* facets that the last call has made */
    uint16_t fresh[FK_POLYTOPE_VERTICES];    /* which slots they are in */
    uint16_t list[FK_POLYTOPE_FACETS];       /* facets that a new vertex sees */
    uint16_t start_of[FK_POLYTOPE_VERTICES]; /* the new facet whose first vertex this is */
    uint32_t free_count;                     /* slots without facet */
    uint16_t free_slot;                      /* the first of them; the next ones follow by neighbor[0] */
    uint16_t stamp;
    fk_facet facet[FK_POLYTOPE_FACETS];
    fk_vec3 vertex[FK_POLYTOPE_VERTICES];
} fk_polytope;

/* A tetrahedron; false when its vertices lie in one plane. Here and below, coordinates are 0 or have a size between
 * 2^-200 and 2^200. */
bool fk_polytope_init(fk_polytope *p, const fk_vec3 vertex[4]);

/* The side of a facet's plane on which a point lies: 1 outside, 0 in the plane, -1 inside. Exact. */
int fk_polytope_side(const fk_polytope *p, uint32_t facet, fk_vec3 point);

/* Adds a point that lies outside of a facet: what it sees is replaced by facets that end in it. False, with the
 * polytope left alone, when there is no room. */
bool fk_polytope_add(fk_polytope *p, uint32_t facet, fk_vec3 point);

/* The normal of a facet to the outside, of length 1 up to rounding: its direction is as good as doubles can be. */
fk_vec3 fk_polytope_normal(const fk_polytope *p, uint32_t facet);

#endif
