/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Visits of a mesh by a piece: no triangle that may meet the piece is left out, at any scale, for poses that are no
 * rotations, too; and where most triangles are far away, most are not visited. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "pieces.h"
#include "placed_meshes.h"
#include "sanitized.h"
#include "shape/bound.h"
#include "body/body.h"
#include "tree/tree.h"

#define POINTS 8

typedef struct visits {
    uint32_t count;
    uint8_t seen[SOUP_MOST];
} visits;

static bool note_triangle(void *user, uint32_t triangle)
{
    visits *v = user;
    v->count++;
    v->seen[triangle] = 1;
    return true;
}

/* A piece of any kind around a place, of a size; long and thin ones among them. */
static fk_piece piece_at(fk_random *random, fk_vec3 place, double size, fk_kind kind, fk_vec3 point[POINTS])
{
    fk_vec3 e[3];
    double thin = ldexp(size, -(int)fk_random_below(random, 12)), turned;
    fk_pose turn = any_pose(random, 0);
    bool is_right = fk_random_below(random, 3) > 0;
    for (int k = 0; k < 3; k++) {
        turned = k == 0 ? size : thin;
        e[k] = is_right
                   ? fk_vec3_scale(v(turn.rotation[0][k], turn.rotation[1][k], turn.rotation[2][k]), turned)
                   : any_place(random, turned);
    }
    switch (kind) {
    case FK_KIND_POINT:
        return fk_piece_point(place);
    case FK_KIND_SEGMENT:
        return fk_piece_segment(place, fk_vec3_add(place, e[0]));
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(place, fk_vec3_add(place, e[0]), fk_vec3_add(place, e[1]));
    case FK_KIND_TETRA:
        return fk_piece_tetra(place, e[0], e[1], e[2]);
    case FK_KIND_BOX:
        return fk_piece_box(place, e[0], e[1], e[2]);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(place, thin);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(place, fk_vec3_add(place, e[0]), thin);
    case FK_KIND_HALF_SPACE:
        return fk_piece_half_space(v(turn.rotation[0][0], turn.rotation[1][0], turn.rotation[2][0]),
                                   place.x * turn.rotation[0][0] + place.y * turn.rotation[1][0] +
                                       place.z * turn.rotation[2][0]);
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(place, fk_vec3_add(place, e[0]), thin);
    case FK_KIND_CONE:
        return fk_piece_cone(place, fk_vec3_add(place, e[0]), thin);
    case FK_KIND_ELLIPSOID:
        return fk_piece_ellipsoid(place, e[0], e[1], e[2]);
    default:
        for (int k = 0; k < POINTS; k++)
            point[k] = fk_vec3_add(place, fk_vec3_add(fk_vec3_scale(e[k % 3], fk_random_unit(random)),
                                                      fk_vec3_scale(e[(k + 1) % 3], fk_random_unit(random))));
        return fk_piece_hull(point, POINTS);
    }
}

/* Rotations, some scaled or sheared; matrices that make flat what they place. */
static fk_pose some_pose(fk_random *random, double size)
{
    static const double far[] = {0, 1, 1, 1e3, 1e7, 1e14};
    fk_pose pose = any_pose(random, size * far[fk_random_below(random, 6)]);
    if (fk_random_below(random, 8) == 0)
        pose = quarter_turn(random, pose.translation);
    switch (fk_random_below(random, 8)) {
    case 0:
        pose.rotation[0][1] +=
            fk_random_between(random, -1, 1) * pow(10, -(double)fk_random_below(random, 12));
        break;
    case 1:
        for (int i = 0; i < 9; i++)
            pose.rotation[i / 3][i % 3] *= fk_random_between(random, 0.5, 2);
        break;
    case 2:
        for (int i = 0; i < 3; i++)
            pose.rotation[i][2] *= ldexp(1, -(int)fk_random_below(random, 60));
        break;
    default:
        break;
    }
    return pose;
}

/* Fans of thin triangles, a flat field, needles, or anything. */
static fk_mesh *some_mesh(fk_random *random, double size)
{
    uint32_t count = 1 + (uint32_t)fk_random_below(random, fk_random_below(random, 4) == 0 ? 400 : 60);
    soup *s = soup_make();
    switch (fk_random_below(random, 4)) {
    case 0:
        for (uint32_t i = 0; i < count; i++)
            soup_add(s, v(i * size, 0, 0), v((i + 1) * size, size * 1e-3, 0), v(i * size, size, size * 1e-7));
        soup_move(s, v(1.0 / count, 1, 1), v(0, 0, 0));
        break;
    case 1:
        soup_add_box(s, -size, -size, -size, size, size, size);
        break;
    default:
        free(s);
        return any_soup(random, count, size);
    }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* A point on a placed triangle, or near it. */
static fk_vec3 near_triangle(fk_random *random, const fk_placed_mesh *a, uint32_t triangle, double size)
{
    fk_vec3 p[3], sum = {0, 0, 0};
    double w[3], all = 0;
    fk_placed_triangle(a, triangle, p);
    for (int k = 0; k < 3; k++)
        all += w[k] = fk_random_unit(random) + 1e-3;
    for (int k = 0; k < 3; k++)
        sum = fk_vec3_add(sum, fk_vec3_scale(p[k], w[k] / all));
    return fk_random_below(random, 2) ? sum : fk_vec3_add(sum, any_place(random, size));
}

/* Returns how many triangles meet the piece. */
static uint32_t compare_visit(const fk_placed_mesh *a, const fk_piece *piece, visits *seen)
{
    uint32_t meeting = 0;
    fk_aabb box = fk_piece_aabb(piece);
    memset(seen, 0, sizeof *seen);
    fk_placed_visit_piece(a, piece, &box, note_triangle, seen);
    for (uint32_t t = 0; t < a->mesh->triangle_count; t++) {
        fk_piece triangle = fk_placed_triangle_piece(a, t);
        bool may_meet = fk_pair_verdict(&triangle, piece) != FK_APART;
        meeting += may_meet;
        assert_true(seen->seen[t] || !may_meet);
    }
    return meeting;
}

static bool is_finite_mesh(const fk_placed_mesh *a)
{
    fk_aabb box;
    return fk_aabb_build_placed(a->mesh->point, a->mesh->vertex_count, &a->pose, &box) == FK_OK &&
           fk_aabb_is_finite(&box);
}

static void no_triangle_is_left_out(void **state)
{
    (void)state;
    static visits seen;
    fk_random random = fk_random_make(31), *r = &random;
    uint64_t meeting = 0, all = 0;
    for (int i = 0; i < 12000 / LEVEL_SHARE; i++) {
        double exponent = i % 2 ? 0 : fk_random_between(r, -150, 150);
        double size = pow(10, exponent), piece_size;
        fk_placed_mesh a = placed(some_mesh(r, size), some_pose(r, size));
        for (int k = 0; k < 12 && is_finite_mesh(&a); k++) {
            fk_vec3 point[POINTS];
            piece_size = size * pow(10, fk_random_between(r, -12, fk_random_below(r, 8) == 0 ? 60 : 2));
            fk_vec3 place =
                near_triangle(r, &a, (uint32_t)fk_random_below(r, a.mesh->triangle_count), piece_size);
            fk_piece piece =
                piece_at(r, place, piece_size, (fk_kind)(1 + (i + k) % (FK_KIND_COUNT - 1)), point);
            if (fk_piece_check(&piece) != FK_OK)
                continue;
            meeting += compare_visit(&a, &piece, &seen);
            all += a.mesh->triangle_count;
        }
        drop(&a);
    }
    assert_true(meeting > all / 100);
}

/* A box turned by 45 degrees in a field of small triangles has about half of the area of its own box. */
static void far_triangles_are_left_out(void **state)
{
    (void)state;
    static visits seen;
    soup *s = soup_make();
    for (int i = 0; i < 64 * 64; i++)
        soup_add(s, v(i % 64, i / 64, 0), v(i % 64 + 0.5, i / 64, 0), v(i % 64, i / 64 + 0.5, 0));
    fk_placed_mesh a = placed(soup_mesh(context, s), fk_pose_identity());
    free(s);
    fk_piece bar = fk_piece_box(v(1, 0, -1), v(60, 60, 0), v(-1, 1, 0), v(0, 0, 2));
    fk_piece rod = fk_piece_capsule(v(0, 0, 0), v(62, 62, 0), 0.5);
    assert_true(compare_visit(&a, &bar, &seen) >= 64);
    assert_true(seen.count < 1024);
    assert_true(compare_visit(&a, &rod, &seen) >= 64);
    assert_true(seen.count < 1024);
    drop(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_triangle_is_left_out),
                                       cmocka_unit_test(far_triangles_are_left_out)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
