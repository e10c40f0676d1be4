/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What can be asked about two pieces besides the verdict. A foot, the convex hull of some points, comes down on a
 * table: how far away is it, when does it arrive, and when it has sunk in, how deep, where, and at which points does
 * it press?
 *
 * Distance, depth and times are intervals that contain the truth; a program that must be safe takes the end that
 * suits it, as here the lower one of a distance. Only the hull allocates. */

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

static void print_vector(const char *before, fk_vec3 v)
{
    printf("%s(%g %g %g)", before, v.x + 0.0, v.y + 0.0, v.z + 0.0); /* + 0.0: no -0 */
}

/* How far apart, and when do they meet? */
static void before_contact(const fk_piece *foot, const fk_piece *table)
{
    /* Give the same cache for the next pose: the search starts where this one ended. NULL is fine, too. */
    fk_distance_cache cache = {0};
    fk_distance near;
    check(fk_pair_distance(foot, table, &cache, &near));
    printf("%s, at least %g away", fk_verdict_name(fk_pair_verdict(foot, table)), near.distance.lo);
    print_vector(", nearest at ", near.point_b);

    fk_cast cast;
    check(fk_pair_cast(foot, fk_vec3_make(0, 0, -1), table, INFINITY, &cast));
    if (cast.result == FK_CAST_HIT)
        printf("\nmoving down by 1 per second it arrives after %g s, and is through after %g s\n",
               cast.enter.lo, cast.leave.hi);
}

/* How deep, which way out, what do they share, and where do they press on each other? */
static void in_contact(const fk_piece *foot, const fk_piece *table)
{
    fk_depth depth;
    check(fk_pair_depth(foot, table, &depth));
    printf("%s, %g deep", fk_verdict_name(fk_pair_verdict(foot, table)), depth.depth.hi);
    print_vector("; the table would have to move along ", depth.direction);

    fk_aabb box;
    check(fk_pair_box(foot, table, &box));
    print_vector("\nwhat they share lies in the box ", box.min);
    print_vector(" to ", box.max);

    fk_contact contact;
    check(fk_pair_contact(foot, table, &contact));
    print_vector("\ncontact with normal ", contact.normal);
    printf(", %u points\n", contact.count);
    for (uint32_t i = 0; i < contact.count; i++) {
        /* The id stays the same from step to step, so a solver finds its last impulse again. */
        const fk_contact_point *p = &contact.point[i];
        print_vector("    ", p->point);
        printf(" depth %g id %016llx\n", p->depth, (unsigned long long)p->feature);
    }
}

int main(void)
{
    fk_context *context;
    check(fk_context_create(NULL, &context)); /* malloc and free */

    /* Any points: inner ones, doubles and flat clouds are fine. */
    const fk_vec3 cloud[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0},  {-1, 1, 0}, {-1, 0, 2},
                             {1, 0, 2},   {0, 0, 1},  {1, -1, 0}, {0, 0, 0}};
    fk_hull *hull;
    check(fk_hull_build(context, cloud, sizeof cloud / sizeof cloud[0], &hull));
    printf("hull: %u corners and %u faces\n", hull->vertex_count, hull->face_count);

    /* A piece is a plain value. That of a hull points into the hull, and once placed into room of the caller's. */
    fk_piece foot = fk_hull_piece(hull);
    fk_piece table = fk_piece_box(fk_vec3_make(-4, -4, -1), fk_vec3_make(8, 0, 0), fk_vec3_make(0, 8, 0),
                                  fk_vec3_make(0, 0, 1));
    fk_vec3 *room = fk_allocate(context, hull->vertex_count * sizeof *room);
    if (room == NULL)
        check(FK_ERROR_MEMORY);

    fk_vec3 no_turn = {0, 0, 0};
    fk_pose above = fk_pose_from_rpy(fk_vec3_make(0, 0, 1.5), no_turn);
    fk_piece placed = fk_piece_place(&foot, &above, room);
    before_contact(&placed, &table);

    fk_pose sunk = fk_pose_from_rpy(fk_vec3_make(0, 0, -0.25), no_turn);
    placed = fk_piece_place(&foot, &sunk, room);
    in_contact(&placed, &table);

    fk_release(context, room, hull->vertex_count * sizeof *room);
    fk_hull_free(context, hull);
    fk_context_destroy(context);
    return 0;
}
