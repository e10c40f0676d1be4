/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What can be asked about two pieces that are apart: a foot, the convex hull of some points, comes down on a table. How far away
 * is it, and when does it arrive? Distances and times are intervals that contain the truth: take the end that is safe for you.
 * contact.c goes on from here. */

#include <farkas/farkas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Every call that can fail returns a status; results are only written when it is FK_OK. */
static void check(fk_status status)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "queries: %s\n", fk_status_text(status));
    exit(1);
}

int main(void)
{
    const fk_vec3 cloud[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0},
                             {-1, 0, 2},  {1, 0, 2},  {0, 0, 1}};
    fk_context *context;
    fk_hull *hull;
    check(fk_context_create(NULL, &context)); /* malloc and free; of what follows only the hull allocates */
    check(fk_hull_build(context, cloud, sizeof cloud / sizeof cloud[0], &hull));
    printf("hull: %u corners and %u faces\n", hull->vertex_count, hull->face_count);

    /* A piece is a plain value. That of a hull refers to the hull, and once placed to the pose, too. */
    const fk_vec3 size[3] = {{8, 0, 0}, {0, 8, 0}, {0, 0, 1}};
    fk_piece foot = fk_hull_piece(hull),
             table = fk_piece_box(fk_vec3_make(-4, -4, -1), size[0], size[1], size[2]);
    fk_pose pose = fk_pose_identity();
    pose.translation.z = 1.5;
    fk_piece placed = fk_piece_place(&foot, &pose, NULL);
    fk_distance near;
    fk_cast cast;
    check(fk_pair_distance(&placed, &table, NULL, &near));
    printf("%s, at least %g away, nearest at (%g %g %g)\n", fk_verdict_name(fk_pair_verdict(&placed, &table)),
           near.distance.lo, near.point_b.x, near.point_b.y, near.point_b.z);
    check(fk_pair_cast(&placed, fk_vec3_make(0, 0, -1), &table, INFINITY, &cast));
    if (cast.result == FK_CAST_HIT)
        printf("moving down by 1 per second it arrives after %g s, and is through after %g s\n",
               cast.enter.lo, cast.leave.hi);

    fk_hull_free(context, hull);
    fk_context_destroy(context);
    return 0;
}
