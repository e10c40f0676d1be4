/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Balls of a collider: collider_balls_grid.c measures a grid of cubes around it, collider_balls_choose.c chooses balls that
 * cover targets, collider_balls_improve.c needs fewer of them, collider_balls_proof.c proves what they are, and
 * collider_balls.c does one after the other. */

#ifndef FARKAS_BODY_COLLIDER_BALLS_H
#define FARKAS_BODY_COLLIDER_BALLS_H

#include "body/body.h"
#include "shape/bound.h"
#include "tree/point_distance.h"

/* A grid of cubes around a placed collider, which is called the set. The side of a cube is a power of two, and corners
 * are multiples of it below 2^48 sides. So corners, centers, those of cubes cut in halves eight times, and differences
 * of two of them inside the grid are exact doubles. */
typedef struct fk_ball_grid {
    fk_context *context;
    const fk_placed_collider *placed;
    fk_prepared_collider set;
    fk_placed_collider point; /* a point, placed where the set is measured */
    fk_point_tree *tree;      /* of the triangles of a mesh, or NULL */
    void *room;               /* for both prepared colliders */
    size_t room_bytes, point_room;
    double side;
    int64_t first[3]; /* the least corner, in sides */
    uint32_t count[3], total;
    double *reach;    /* of the center of each cube; NaN where it was not measured */
    uint8_t *meets;   /* the cube may meet the set */
    fk_vec3 *nearest; /* where it does: a point of the set near the center, rounded */
    bool has_pockets; /* they are filled: reach counts from them, too */
    bool is_surface;  /* whose pockets count as filled: see fk_collider_balls */
} fk_ball_grid;

/* What is known about a point c. */
typedef struct fk_ball_reach {
    /* Proved: each point of a ball around c with radius r >= reach is within r - reach of the set or of its pockets.
     * So it is the depth of c in the set, or less than the negative distance outside. */
    double reach;
    double apart; /* no point of the set is nearer to c; 0 inside */
    fk_vec3 nearest;
} fk_ball_reach;

/* Half the diagonal of a cube, rounded up. */
static inline double fk_cube_radius(double side)
{
    return side * 0x1.bb67ae8584cabp-1;
}

fk_vec3 fk_ball_grid_center(const fk_ball_grid *grid, uint32_t cube);

/* Measures the set at a point. FK_ERROR_MEMORY. */
fk_status fk_ball_grid_measure(const fk_ball_grid *grid, fk_vec3 at, fk_ball_reach *out);

/* Measures the center of a cube, unless it was measured. */
fk_status fk_ball_grid_measure_cube(fk_ball_grid *grid, uint32_t cube);

/* Whether a cube is one of those with even numbers, which suffice where neighbours hardly differ. */
bool fk_ball_grid_is_even(const fk_ball_grid *grid, uint32_t cube);

/* Makes the grid for balls that may go beyond the set by `excess` > 0. `box` is that of the collider, and finite. Frees
 * what it has made after an error. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT if it would need too many cubes. */
fk_status fk_ball_grid_build(fk_context *context, const fk_placed_collider *placed, const fk_aabb *box,
                             double excess, fk_ball_grid *out);
void fk_ball_grid_free(fk_ball_grid *grid);

/* ---- Cover --------------------------------------------------------------------------------------------- */

/* Balls that each cube of a cover remembers. */
#define FK_COVER_NEAR 4

typedef struct fk_cover_ball {
    fk_vec3 center;
    double radius;
    double reach, excess; /* of the center, and of the ball, where they are proved; else NaN */
    double shrunk;        /* the radius that its cubes need */
    uint32_t own;         /* cubes that are in no other ball */
    uint32_t moved,
        tried; /* when it was moved, and when it was tried to do without it: see fk_ball_cover.clock */
} fk_cover_ball;

/* A cube of the grid, a block of them, or a part of one. */
typedef struct fk_cover_cube {
    fk_vec3 center;
    double half;
    uint32_t in[FK_COVER_NEAR]; /* balls that contain it; FK_NONE ends their list */
} fk_cover_cube;

/* A point that a ball has to contain with something to spare. */
typedef struct fk_cover_target {
    fk_vec3 point;
    double spare;
    uint32_t cube, weight;
} fk_cover_target;

typedef struct fk_cover_candidate {
    uint64_t gain;
    uint32_t cube;
} fk_cover_candidate;

typedef struct fk_ball_cover {
    fk_context *context;
    fk_ball_grid *grid;
    double excess;  /* of outer balls; 0 for inner ones */
    size_t most;    /* more balls are not wanted */
    uint32_t clock; /* counts changes of balls */
    fk_cover_ball *ball;
    size_t ball_count, ball_room;
    fk_cover_target *target;
    size_t target_count, target_room;
    uint32_t *first; /* of the targets of each cube; total + 1 */
    uint16_t *times; /* how many balls contain each target */
    size_t times_room;
    uint64_t *sum; /* weights of the targets, summed over all cubes before one along each axis */
    fk_cover_candidate *heap;
    size_t heap_count, heap_room;
    /* Points farther from the set than the excess, which no outer ball should contain, and their tree. */
    fk_corners *avoided;
    size_t avoided_count, avoided_room;
    fk_point_tree *avoided_tree;
    double *radius; /* of the outer ball around each cube's center; NaN: not known */
    fk_cover_cube *leaf;
    size_t leaf_count, leaf_room;
    uint32_t *list; /* scratch */
    size_t list_room;
} fk_ball_cover;

static inline double fk_squared_distance(fk_vec3 p, fk_vec3 q)
{
    fk_vec3 d = fk_vec3_sub(p, q);
    return fk_vec3_dot(d, d);
}

/* What a ball goes beyond the set at most, from the reach of its center. */
static inline double fk_excess_of_reach(double radius, double reach)
{
    return fk_add_upward(fk_double_beside(radius - reach, 1), FK_BOUND_TINY);
}

/* An upper bound of the distance from a point to the farthest corner of a cube. Differences are rounded, or exact, and squares
 * are in range; the root of their sum is off by less than 6 u. */
static inline double fk_far_corner_distance(fk_vec3 p, fk_vec3 center, double half)
{
    fk_vec3 d = fk_vec3_sub(center, p);
    d = fk_vec3_make(fabs(d.x) + half, fabs(d.y) + half, fabs(d.z) + half);
    return fk_vec3_length(d) * (1 + 0x1p-48);
}

bool fk_cover_add_ball(fk_ball_cover *c, fk_vec3 center, double radius);
bool fk_cover_add_target(fk_ball_cover *c, const fk_cover_target *target);

/* Appends the targets in a ball that at most `most` balls contain to the list, after the first `count`; returns their new
 * number, or SIZE_MAX without memory. */
size_t fk_cover_list_targets(fk_ball_cover *c, const fk_cover_ball *ball, uint16_t most, size_t count);

/* Adds `by`, 1 or -1, to the times of all targets in a ball. */
void fk_cover_count_ball(fk_ball_cover *c, const fk_cover_ball *ball, int by);

/* Sorts the targets by their cubes, and counts how many balls contain each. */
bool fk_cover_index_targets(fk_ball_cover *c);

/* Chooses balls greedily, until all targets are in one or `most` are there. FK_ERROR_MEMORY. */
fk_status fk_cover_choose(fk_ball_cover *c, size_t most);

/* Points beyond the excess, for an outer cover: one for a point near them, or many. FK_ERROR_MEMORY. */
fk_status fk_cover_avoid(fk_ball_cover *c, fk_vec3 point);
fk_status fk_cover_list_avoided(fk_ball_cover *c);
fk_status fk_cover_index_avoided(fk_ball_cover *c);

/* Moves balls so that some are not needed. FK_ERROR_MEMORY. */
fk_status fk_cover_improve(fk_ball_cover *c);

/* Moves balls so that they contain targets that are in none, where that is possible. FK_ERROR_MEMORY. */
fk_status fk_cover_repair(fk_ball_cover *c);

/* Proves the excess of each ball, or adds avoided points, or shrinks it until its excess is proved. *is_proved: for all.
 * FK_ERROR_MEMORY. */
fk_status fk_cover_prove_excess(fk_ball_cover *c, bool shrinks, bool *is_proved);

/* Proves that the balls contain the set, or adds targets; the last time, adds balls. Lists cubes that cover the set, each in a
 * ball. FK_ERROR_MEMORY. */
fk_status fk_cover_prove(fk_ball_cover *c, double spare, bool is_last);

#endif
