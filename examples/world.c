/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A world of bodies that move: a ball falls on a floor, and rolls against a crate. Each step tells what has begun to meet, what
 * still does, and what has parted. */

#include <farkas/farkas.h>
#include <stdio.h>
#include <stdlib.h>

static void check(fk_status status)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "world: %s\n", fk_status_text(status));
    exit(1);
}

int main(void)
{
    static const char *const word[] = {"begins to meet", "still meets", "has left"};
    const fk_vec3 way[] = {{0, 0, 3}, {0, 0, 0.5}, {3.5, 0, 0.5}}, x = {2, 0, 0}, y = {0, 2, 0},
                  z = {0, 0, 2};
    fk_context *context;
    fk_world *world;
    check(fk_context_create(NULL, &context));
    check(fk_world_create(context, NULL, &world));

    /* Colliders are made once, and shared by as many bodies as you like. */
    fk_piece piece[3] = {fk_piece_half_space(fk_vec3_make(0, 0, 1), 0),
                         fk_piece_box(fk_vec3_make(4, -1, 0), x, y, z),
                         fk_piece_sphere(fk_vec3_make(0, 0, 0), 0.5)};
    fk_collider *collider[3];
    fk_body_id body[3];
    for (int i = 0; i < 3; i++) {
        check(fk_collider_of_pieces(context, &piece[i], 1, &collider[i]));
        fk_body_options options = fk_body_options_default(collider[i]);
        check(fk_world_add(world, &options, &body[i]));
    }
    check(fk_world_ignore(world, body[0], body[1], true)); /* the crate stands on the floor */

    for (int i = 0; i < 3; i++) {
        fk_pose pose = fk_pose_identity();
        pose.translation = way[i];
        check(fk_world_move(world, body[2], &pose));
        const fk_world_step_result *now;
        check(fk_world_step(world, NULL, &now));
        printf("ball at (%g %g %g)\n", way[i].x, way[i].y, way[i].z);
        for (size_t k = 0; k < now->pair_count; k++)
            printf("  %s the %s, %s\n", word[now->pair[k].event],
                   now->pair[k].a.index == body[0].index ? "floor" : "crate",
                   fk_verdict_name(now->pair[k].verdict));
    }
    fk_world_destroy(world);
    for (int i = 0; i < 3; i++)
        fk_collider_free(context, collider[i]);
    fk_context_destroy(context);
    return 0;
}
