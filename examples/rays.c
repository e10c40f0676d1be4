/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rays: a fan of them from a lamp into a world of a floor, a crate and a ball. What does each hit first, where, and how is the
 * surface turned there? */

#include <farkas/farkas.h>
#include <stdio.h>
#include <stdlib.h>

static void check(fk_status status)
{
    if (status == FK_OK)
        return;
    fprintf(stderr, "rays: %s\n", fk_status_text(status));
    exit(1);
}

int main(void)
{
    static const char *const name[3] = {"floor", "crate", "ball"};
    const fk_vec3 x = {2, 0, 0}, y = {0, 2, 0}, z = {0, 0, 2}, lamp = {0, 0, 4};
    fk_piece piece[3] = {fk_piece_half_space(fk_vec3_make(0, 0, 1), 0),
                         fk_piece_box(fk_vec3_make(2, -1, 0), x, y, z),
                         fk_piece_sphere(fk_vec3_make(-3, 0, 1), 1)};
    fk_context *context;
    fk_world *world;
    fk_collider *collider[3];
    check(fk_context_create(NULL, &context));
    check(fk_world_create(context, NULL, &world));
    for (int i = 0; i < 3; i++) {
        fk_body_id id;
        check(fk_collider_of_pieces(context, &piece[i], 1, &collider[i]));
        fk_body_options options = fk_body_options_default(collider[i]);
        options.user = (uint64_t)i;
        check(fk_world_add(world, &options, &id));
    }

    for (int i = 0; i < 7; i++) {
        fk_vec3 direction = {(i - 3) * 0.4, 0, i < 6 ? -1 : 1};
        fk_world_hit hit;
        check(fk_world_ray(world, NULL, lamp, direction, 100, &hit, NULL));
        printf("along (%4g 0 %2g): ", direction.x, direction.z);
        fk_body_options found = {0};
        if (hit.body.generation == 0) { /* no body: a zero id */
            printf("nothing\n");
            continue;
        }
        check(fk_world_get(world, hit.body, &found));
        fk_vec3 p = hit.hit.point, n = hit.hit.normal;
        printf("%s at (%.3f %.3f %.3f), normal (%.3f %.3f %.3f)\n", name[found.user], p.x, p.y + 0.0,
               p.z + 0.0, n.x + 0.0, n.y + 0.0, n.z + 0.0);
    }
    fk_world_destroy(world);
    for (int i = 0; i < 3; i++)
        fk_collider_free(context, collider[i]);
    fk_context_destroy(context);
    return 0;
}
