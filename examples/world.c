/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A world of bodies that move: a ball falls on a floor, rolls against a crate, and is taken away. Each step tells what
 * has begun to meet and what has parted; then a ray asks what is below, and a ball what is near. */

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

static fk_pose at(double x, double y, double z)
{
    return fk_pose_from_rpy(fk_vec3_make(x, y, z), fk_vec3_make(0, 0, 0));
}

static const char *const name[3] = {"floor", "crate", "ball"};

/* The name of a body, which may be gone. */
static const char *name_of(fk_body_id id, const fk_body_id body[3])
{
    int i = 0;
    while (i < 2 && (id.index != body[i].index || id.generation != body[i].generation))
        i++;
    return name[i];
}

/* One step, and its events. */
static void step(fk_world *world, const char *when, const fk_body_id body[3])
{
    fk_step_options options = fk_step_options_default();
    options.wants_contacts = true;
    const fk_world_step_result *now;
    check(fk_world_step(world, &options, &now));
    printf("%s:\n", when);
    for (size_t i = 0; i < now->pair_count; i++) {
        const fk_world_pair *p = &now->pair[i];
        static const char *const word[] = {"begins to meet", "still meets", "has left"};
        printf("  %s %s %s, %s", name_of(p->b, body), word[p->event], name_of(p->a, body),
               fk_verdict_name(p->verdict));
        if (p->contact_count > 0)
            printf(", %g deep", now->contact[p->contact_begin].contact.depth);
        printf("\n");
    }
}

int main(void)
{
    fk_context *context;
    fk_world *world;
    check(fk_context_create(NULL, &context));
    check(fk_world_create(context, NULL, &world));

    /* Colliders are made once, and shared by as many bodies as you like. */
    fk_piece piece[3] = {fk_piece_half_space(fk_vec3_make(0, 0, 1), 0),
                         fk_piece_box(fk_vec3_make(-1, -1, 0), fk_vec3_make(2, 0, 0), fk_vec3_make(0, 2, 0),
                                      fk_vec3_make(0, 0, 2)),
                         fk_piece_sphere(fk_vec3_make(0, 0, 0), 0.5)};
    fk_collider *collider[3];
    fk_body_id body[3];
    for (int i = 0; i < 3; i++) {
        check(fk_collider_of_pieces(context, &piece[i], 1, &collider[i]));
        fk_body_options options = fk_body_options_default(collider[i]);
        options.pose = i == 1 ? at(5, 0, 0) : at(0, 0, i == 2 ? 3 : 0);
        options.user = (uint64_t)i;
        check(fk_world_add(world, &options, &body[i]));
    }
    check(fk_world_ignore(world, body[0], body[1], true)); /* the crate stands on the floor */

    step(world, "in the air", body);
    fk_pose pose = at(0, 0, 0.5);
    check(fk_world_move(world, body[2], &pose));
    step(world, "on the floor, exactly", body);
    pose = at(3.75, 0, 0.5);
    check(fk_world_move(world, body[2], &pose));
    step(world, "against the crate", body);

    /* What is below (5, 0, 10)? */
    fk_world_hit hit;
    check(fk_world_ray(world, NULL, fk_vec3_make(5, 0, 10), fk_vec3_make(0, 0, -1), 100, &hit, NULL));
    fk_body_options found;
    check(fk_world_get(world, hit.body, &found));
    printf("a ray from above hits the %s at z = %g\n", name[found.user], hit.hit.point.z);

    /* What is near a ball up there, other than the floor? */
    fk_placed_collider ball = {collider[2], at(5, 0, 4)};
    fk_world_filter filter = {.group = 1, .mask = ~0u, .except = body[0]};
    fk_world_near near;
    check(fk_world_nearest(world, &filter, &ball, 10, &near));
    check(fk_world_get(world, near.body, &found));
    printf("the %s is %g away\n", name[found.user], near.distance.distance.lo);

    check(fk_world_remove(world, body[2]));
    step(world, "without the ball", body);
    printf("and its id: %s\n", fk_status_text(fk_world_move(world, body[2], &pose)));

    fk_world_destroy(world);
    for (int i = 0; i < 3; i++)
        fk_collider_free(context, collider[i]);
    fk_context_destroy(context);
    return 0;
}
