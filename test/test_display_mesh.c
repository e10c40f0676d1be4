/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces as triangles: closed solids with their outsides out, corners on the surface, contents that approach the true ones,
 * flat pieces with both their sides, and what cannot be shown. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "mesh_shapes.h"
#include "pieces.h"
#include "scarce_memory.h"

#define PI 3.14159265358979323846

static fk_context *context;

static fk_mesh *facets(const fk_piece *piece, uint32_t segments)
{
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_piece_mesh(context, piece, segments, &mesh), FK_OK);
    return mesh;
}

/* The volume of what must be one closed shell without a defect, counterclockwise seen from outside. */
static double sound_volume(const fk_mesh *mesh)
{
    fk_mesh_facts *facts = NULL;
    assert_int_equal(fk_mesh_inspect(context, mesh, &facts), FK_OK);
    double volume = facts->volume;
    assert_true(facts->is_solid);
    assert_false(facts->is_inside_out);
    assert_int_equal(facts->component_count, 1);
    assert_int_equal(facts->euler, 2);
    assert_int_equal(facts->defect_count, 0);
    fk_mesh_facts_free(context, facts);
    return volume;
}

/* How far a point is from the surface of a round piece, and how large that is. */
static double off_surface(const fk_piece *piece, fk_vec3 p)
{
    const fk_capsule *c = &piece->as.capsule;
    fk_vec3 axis = fk_vec3_sub(c->end[1], c->end[0]), from = fk_vec3_sub(p, c->end[0]);
    double length = sqrt(fk_vec3_dot(axis, axis)), along = fk_vec3_dot(from, axis) / length;
    double across = sqrt(fmax(0, fk_vec3_dot(from, from) - along * along));
    fk_vec3 other = fk_vec3_sub(p, c->end[1]);
    switch (piece->kind) {
    case FK_KIND_SPHERE:
        from = fk_vec3_sub(p, piece->as.sphere.center);
        return fabs(sqrt(fk_vec3_dot(from, from)) - piece->as.sphere.radius);
    case FK_KIND_CAPSULE:
        if (along < 0)
            return fabs(sqrt(fk_vec3_dot(from, from)) - c->radius);
        return fabs((along > length ? sqrt(fk_vec3_dot(other, other)) : across) - c->radius);
    case FK_KIND_CYLINDER: /* a cap, or the mantle between them */
        return fmin(fmin(fabs(along), fabs(along - length)), fabs(across - c->radius)) +
               fmax(0, across - c->radius) + fmax(0, along - length) + fmax(0, -along);
    case FK_KIND_CONE:
        return fmin(fabs(along), fabs(across - c->radius * (1 - along / length))) +
               fmax(0, across - c->radius);
    default: /* an ellipsoid with edges along the axes */
        from = fk_vec3_sub(p, piece->as.ellipsoid.origin);
        across = 0;
        for (int k = 0; k < 3; k++) {
            double x = fk_vec3_dot(from, piece->as.ellipsoid.edge[k]) /
                       fk_vec3_dot(piece->as.ellipsoid.edge[k], piece->as.ellipsoid.edge[k]);
            across += x * x;
        }
        return fabs(sqrt(across) - 1);
    }
}

static void test_round(void **state)
{
    (void)state;
    fk_vec3 a = v(1, 2, 3), b = v(4, 6, 3), center = v(10, -20, 30);
    const struct {
        fk_piece piece;
        double volume;
    } list[] = {
        {fk_piece_sphere(center, 2), 4 * PI / 3 * 8},
        {fk_piece_capsule(a, b, 2), 4 * PI / 3 * 8 + PI * 4 * 5},
        {fk_piece_cylinder(a, b, 2), PI * 4 * 5},
        {fk_piece_cone(a, b, 2), PI * 4 * 5 / 3},
        {fk_piece_ellipsoid(center, v(1, 0, 0), v(0, 2, 0), v(0, 0, 3)), 4 * PI / 3 * 6},
        {fk_piece_ellipsoid(center, v(0, 2, 0), v(1, 0, 0), v(0, 0, 3)), 4 * PI / 3 * 6},
        {fk_piece_capsule(center, center, 2), 4 * PI / 3 * 8},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        double last = 0;
        for (uint32_t segments = 3; segments <= 768; segments *= 4) {
            fk_mesh *mesh = facets(&list[i].piece, segments);
            double volume = sound_volume(mesh);
            /* Inside, and nearer each time. */
            assert_true(volume > last && volume < list[i].volume);
            if (segments >= 48)
                assert_true(list[i].volume - volume < 40 / (double)(segments * segments) * list[i].volume);
            last = volume;
            fk_piece ball = list[i].piece;
            if (i == 6)
                ball = fk_piece_sphere(center, 2);
            for (uint32_t k = 0; k < mesh->vertex_count; k++)
                assert_true(off_surface(&ball, mesh->point[k]) < 1e-13 * 64);
            fk_mesh_free(context, mesh);
        }
    }
}

/* Every triangle has all corners of the mesh on its inner side. */
static void assert_outward(const fk_mesh *mesh)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        fk_vec3 o = mesh->point[c[0]];
        fk_vec3 n = fk_vec3_cross(fk_vec3_sub(mesh->point[c[1]], o), fk_vec3_sub(mesh->point[c[2]], o));
        for (uint32_t i = 0; i < mesh->vertex_count; i++)
            assert_true(fk_vec3_dot(n, fk_vec3_sub(mesh->point[i], o)) <= 0);
    }
}

static void test_polyhedra(void **state)
{
    (void)state;
    fk_vec3 o = v(5, 5, 5), x = v(2, 0, 0), y = v(0, 3, 0), z = v(0, 0, 4);
    fk_vec3 cloud[9];
    for (unsigned i = 0; i < 8; i++)
        cloud[i] = v(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    cloud[8] = v(0, 0, 0);
    const struct {
        fk_piece piece;
        uint32_t vertices, triangles;
        double volume;
    } list[] = {
        {fk_piece_box(o, x, y, z), 8, 12, 24},
        {fk_piece_box(o, y, x, z), 8, 12, 24},
        {fk_piece_tetra(o, x, y, z), 4, 4, 4},
        {fk_piece_tetra(o, y, x, z), 4, 4, 4},
        {fk_piece_box(o, x, v(1, 3, 0), v(-1, 2, 4)), 8, 12, 24},
        {fk_piece_hull(cloud, 9), 8, 12, 8},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        fk_mesh *mesh = facets(&list[i].piece, 3);
        assert_int_equal(mesh->vertex_count, list[i].vertices);
        assert_int_equal(mesh->triangle_count, list[i].triangles);
        assert_true(fabs(sound_volume(mesh) - list[i].volume) < 1e-12);
        assert_outward(mesh);
        fk_mesh_free(context, mesh);
    }
}

/* Flat pieces have both sides, and those on a line one triangle there and back. */
static void test_flat(void **state)
{
    (void)state;
    fk_vec3 o = v(1, 1, 1), x = v(2, 0, 0), y = v(0, 3, 0), none = v(0, 0, 0);
    fk_vec3 square[5] = {v(0, 0, 0), v(1, 0, 0), v(1, 1, 0), v(0, 1, 0), v(0.5, 0.5, 0)};
    const struct {
        fk_piece piece;
        uint32_t triangles;
    } list[] = {
        {fk_piece_triangle(o, x, y), 2},
        {fk_piece_box(o, x, y, none), 4},
        {fk_piece_tetra(o, x, y, none), 2},
        {fk_piece_hull(square, 5), 4},
        {fk_piece_segment(o, x), 1},
        {fk_piece_box(o, x, none, none), 1},
        {fk_piece_capsule(o, x, 0), 1},
        {fk_piece_cylinder(o, x, 0), 1},
        {fk_piece_cone(o, x, 0), 1},
        {fk_piece_ellipsoid(o, x, y, none), 48},
        {fk_piece_ellipsoid(o, x, none, none), 48},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        fk_mesh *mesh = facets(&list[i].piece, 8);
        fk_mesh_facts *facts = NULL;
        assert_int_equal(mesh->triangle_count, list[i].triangles);
        assert_int_equal(fk_mesh_inspect(context, mesh, &facts), FK_OK);
        assert_true(facts->volume == 0);
        assert_int_equal(facts->defect_total[FK_DEFECT_OPEN_EDGE], 0);
        fk_mesh_facts_free(context, facts);
        fk_mesh_free(context, mesh);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    fk_vec3 o = v(1, 2, 3), none = v(0, 0, 0);
    const struct {
        fk_piece piece;
        uint32_t segments;
        fk_status status;
    } list[] = {
        {fk_piece_point(o), 8, FK_ERROR_ARGUMENT},
        {fk_piece_half_space(v(0, 0, 1), 0), 8, FK_ERROR_ARGUMENT},
        {fk_piece_sphere(o, 0), 8, FK_ERROR_ARGUMENT},
        {fk_piece_segment(o, o), 8, FK_ERROR_ARGUMENT},
        {fk_piece_box(o, none, none, none), 8, FK_ERROR_ARGUMENT},
        {fk_piece_capsule(o, o, 0), 8, FK_ERROR_ARGUMENT},
        {fk_piece_ellipsoid(o, none, none, none), 8, FK_ERROR_ARGUMENT},
        {fk_piece_hull(&o, 1), 8, FK_ERROR_ARGUMENT},
        {fk_piece_sphere(o, 1), 2, FK_ERROR_ARGUMENT},
        {fk_piece_sphere(o, 1), 4097, FK_ERROR_ARGUMENT},
        {fk_piece_sphere(o, -1), 8, FK_ERROR_PIECE},
        {fk_piece_cone(o, o, 1), 8, FK_ERROR_PIECE},
        {fk_piece_sphere(o, (double)INFINITY), 8, FK_ERROR_NOT_FINITE},
        {fk_piece_sphere(v(1.7e308, 0, 0), 1e308), 8, FK_ERROR_NOT_FINITE},
        {fk_piece_box(v(1.7e308, 0, 0), v(1e308, 0, 0), none, none), 8, FK_ERROR_NOT_FINITE},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        fk_mesh *mesh = (fk_mesh *)context; /* any address: it is left alone */
        assert_int_equal(fk_piece_mesh(context, &list[i].piece, list[i].segments, &mesh), list[i].status);
        assert_ptr_equal(mesh, context);
    }
}

/* Large and small ones. */
static void test_sizes(void **state)
{
    (void)state;
    for (int power = -300; power <= 300; power += 100) {
        double r = ldexp(1, power);
        fk_piece capsule = fk_piece_capsule(v(r, 0, 0), v(-r, r, 2 * r), r);
        fk_mesh *mesh = facets(&capsule, 16);
        assert_int_equal(mesh->vertex_count, 16 * 8 + 2);
        sound_volume(mesh);
        fk_mesh_free(context, mesh);
    }
    fk_piece most = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 1), 1);
    fk_mesh *mesh = facets(&most, 4096);
    assert_true(fabs(sound_volume(mesh) - PI) < 1e-5);
    fk_mesh_free(context, mesh);
}

static fk_status ask(fk_context *scarce, const void *user, void *out)
{
    fk_mesh *mesh;
    fk_status status = fk_piece_mesh(scarce, user, 8, &mesh);
    if (status == FK_OK) {
        *(uint32_t *)out = mesh->triangle_count;
        fk_mesh_free(scarce, mesh);
    }
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    fk_vec3 o = v(0, 0, 0), x = v(1, 0, 0), y = v(0, 1, 0), z = v(0, 0, 1);
    fk_piece list[] = {fk_piece_box(o, x, y, z), fk_piece_segment(o, x), fk_piece_capsule(o, x, 1),
                       fk_piece_sphere(o, 1)};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        memory_ask(ask, &list[i], sizeof(uint32_t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round),    cmocka_unit_test(test_polyhedra), cmocka_unit_test(test_flat),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_sizes),     cmocka_unit_test(test_memory),
    };
    context = usual_context();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
