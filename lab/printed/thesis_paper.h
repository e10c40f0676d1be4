/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Algorithms of Grulich's thesis as printed, with their mistakes, and made right: 2 (the smallest sphere), 8 (a grid), 11 (an
 * octree), 12 (a hull), 13 (separating axes) and 15 (Chung-Wang). Algorithm 4 is in papers/passing_objects.c, algorithm 7 in
 * collide_paper.h.
 *
 * Source: J. Grulich, "Collision detection in 3D space" (2016). Above each function its lines stand beside what the code does.
 * Coordinates are integers wherever an answer depends on them, so the algorithms are judged and not their rounding. What a print
 * leaves open is read in the way that makes it work best. Lists have no place for errors: without memory the program ends. */

#ifndef FARKAS_LAB_PRINTED_THESIS_PAPER_H
#define FARKAS_LAB_PRINTED_THESIS_PAPER_H

#include "farkas/shape.h"

/* What a test of two objects returns. NO_END: it runs forever, or as long as somebody waits. */
typedef enum thesis_answer { THESIS_FALSE, THESIS_TRUE, THESIS_NO_END } thesis_answer;

/* ---- Two convex objects: thesis_pairs.c ---------------------------------------------------------------- */

/* A box (parallelepiped) or tetrahedron: its vertices, normals of its facets, and edges. */
typedef struct thesis_body {
    int points, facets, edges;
    fk_vec3 point[8], normal[4], edge[6];
} thesis_body;

void thesis_body_make(const fk_piece *cell, thesis_body *out);

/* Which axes are tested, and what they are taken to prove. */
typedef enum thesis_axes {
    THESIS_SAT_PRINTED, /* algorithm 13: the first facet stays in s */
    THESIS_SAT_A,       /* algorithm 13, each facet of a once */
    THESIS_SAT_FACES,   /* the facets of both */
    THESIS_SAT_ALL,     /* and the products of their edges: right */
    THESIS_SAT_SOME,    /* all of these, but overlap on some axis is a collision (3.1.3) */
    THESIS_AXES
} thesis_axes;

thesis_answer thesis_sat(const thesis_body *a, const thesis_body *b, thesis_axes axes);

/* Algorithm 15, from the vector s on, at most so many steps; `is_right`: line 6 compares with b * s. */
thesis_answer thesis_chung_wang(const thesis_body *a, const thesis_body *b, fk_vec3 s, int steps,
                                bool is_right);

/* ---- Many objects: thesis_space.c ---------------------------------------------------------------------- */

/* A ball for algorithm 11; a box of side 2 r for algorithm 8. */
typedef struct thesis_ball {
    int32_t center[3], r;
} thesis_ball;

typedef struct thesis_work {
    uint64_t tests, found; /* pairs tested, and those of them that meet */
    uint32_t most_cells;   /* algorithm 8: cells that one object looks at, at most */
} thesis_work;

/* Algorithm 8 in 2 or 3 dimensions, on boxes of one size with minimal corners in [0, world): cells of side `cell`, which is not
 * smaller than a box. `is_right`: also the neighbours that lie lower along one axis and higher along another. */
thesis_work thesis_grid(const thesis_ball *box, uint32_t count, int dimensions, int32_t cell, int32_t world,
                        bool is_right);

/* Algorithms 9 to 11 on balls in a cube around the origin with the half width 2^hw. `is_right`: ancestors are removed. */
thesis_work thesis_octree(const thesis_ball *ball, uint32_t count, int hw, int depth, bool is_right);

/* Whether two balls, or two boxes in so many dimensions, meet; and how many pairs do. */
bool thesis_balls_meet(const thesis_ball *a, const thesis_ball *b);
bool thesis_boxes_meet(const thesis_ball *a, const thesis_ball *b, int dimensions);

/* Algorithm 2. `is_right`: the point is removed before line 6. False where the recursion passes a depth of `limit`. */
bool thesis_minimal_sphere(const fk_vec3 *point, int count, bool is_right, int limit, fk_random *random,
                           fk_sphere *out);

/* ---- A convex hull: thesis_hull.c ---------------------------------------------------------------------- */

/* Coordinates up to 2^18, so that all determinants fit. Weak inputs: four points of a plane. */
typedef struct thesis_point {
    int32_t at[3];
} thesis_point;

typedef enum thesis_assignment { THESIS_RANDOM, THESIS_FIRST, THESIS_FARTHEST } thesis_assignment;

typedef struct thesis_hull_rules {
    bool is_right;                /* the points of all faces that the eye sees are assigned again */
    bool starts_large;            /* else with four random points */
    thesis_assignment assignment; /* of a point that sees several faces */
} thesis_hull_rules;

typedef struct thesis_hull {
    uint64_t plane_tests; /* of a point and the plane of a face */
    uint32_t vertices, faces;
    uint32_t lost; /* points that lie outside of it: 0 if it is right */
} thesis_hull;

/* Four points at least, which have a volume. */
thesis_hull thesis_hull_run(const thesis_point *point, uint32_t count, const thesis_hull_rules *rules,
                            fk_random *random);

#endif
