/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A ground of triangles, made of arrays; bodies of several shapes in it, their contacts, and a ray that picks one. */

#include <farkas/farkas.h>
#include <stdio.h>
#include <stdlib.h>

static void check(fk_status status)
{
    if (status != FK_OK)
        exit(1);
}

int main(void)
{
    /* A valley along y. Corners are counterclockwise, seen from above. */
    const fk_vec3 corner[6] = {{-4, -4, 2}, {0, -4, 0}, {4, -4, 2}, {-4, 4, 2}, {0, 4, 0}, {4, 4, 2}};
    const fk_triangle triangle[4] = {{{0, 1, 4}}, {{0, 4, 3}}, {{1, 2, 5}}, {{1, 5, 4}}};
    const fk_mesh_input input = {corner, 6, triangle, 4, fk_mesh_options_default()};
    const fk_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, a = {1, 1, 3}, b = {1, 2, 3};
    fk_context *context;
    fk_world *world;
    fk_mesh *mesh;
    check(fk_context_create(NULL, &context));
    check(fk_world_create(context, NULL, &world));
    check(fk_mesh_build(context, &input, NULL, &mesh));
    fk_piece piece[3] = {fk_piece_box(fk_vec3_make(-2, -2, 0.75), x, y, z),
                         fk_piece_sphere(fk_vec3_make(3, -1, 1.875), 0.5), fk_piece_capsule(a, b, 0.25)};
    fk_collider *collider[4]; /* ground, crate, ball, capsule */
    for (uint32_t i = 0; i < 4; i++) {
        check(i == 0 ? fk_collider_of_mesh(context, mesh, NULL, &collider[0])
                     : fk_collider_of_pieces(context, &piece[i - 1], 1, &collider[i]));
        fk_body_id id;
        const fk_body_options options = fk_body_options_default(collider[i]);
        check(fk_world_add(world, &options, &id));
    }
    const fk_step_options wanted = {.wants_contacts = true, .max_contacts = 16};
    const fk_world_step_result *now;
    check(fk_world_step(world, &wanted, &now));
    for (size_t i = 0; i < now->pair_count; i++)
        for (uint32_t k = 0; k < now->pair[i].contact_count; k++) {
            const fk_collider_contact *c = &now->contact[now->pair[i].contact_begin + k];
            printf("body %u meets triangle %u: points %u, depth %.3f, normal (%.2f %.2f %.2f)\n",
                   now->pair[i].b.index, c->part_a, c->contact.count, c->contact.depth, c->contact.normal.x,
                   c->contact.normal.y + 0.0, c->contact.normal.z);
        }
    fk_world_hit hit;
    check(fk_world_ray(world, NULL, fk_vec3_make(1, 1.5, 9), fk_vec3_make(0, 0, -1), 100, &hit, NULL));
    printf("the ray hits body %u at z = %g\n", hit.body.index, hit.hit.point.z);
    fk_world_destroy(world);
    for (int i = 0; i < 4; i++)
        fk_collider_free(context, collider[i]);
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
    return 0;
}
