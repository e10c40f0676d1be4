/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The grid on which balls of a collider are found: collider_balls_grid.c measures it, collider_balls.c covers it. */

#ifndef FARKAS_BODY_COLLIDER_BALLS_H
#define FARKAS_BODY_COLLIDER_BALLS_H

#include "body/body.h"
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

/* Measures the set at a point; does not fill pockets. FK_ERROR_MEMORY. */
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

#endif
