/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the cover check on cases whose truth is known by construction: cubes in parts, shells, cavities, flat pieces, what lies
 * between all doubles, the ends of the double range. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cover_scene.h"
#include "split/cover.h"

/* ---- Cubes --------------------------------------------------------------------------------------------- */

static void cube_in_halves(void **state)
{
    (void)state;
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_box_piece(at(0, 0, 0), at(0.3, 1, 1));
    add_box_piece(at(0.3, 0, 0), at(1, 1, 1));
    assert_true(is_covered());
    /* A slit of one unit in the last place: it opens at the surface. */
    drop_pieces();
    add_box_piece(at(0, 0, 0), at(0.3, 1, 1));
    add_box_piece(at(nextafter(0.3, 1), 0, 0), at(1, 1, 1));
    fk_cover cover = check();
    assert_false(cover.covers_surface);
    assert_true(cover.point.x >= 0.3 && cover.point.x <= nextafter(0.3, 1));
    /* One that does not: a slab covers what is at the surface. */
    double thin[6] = {0, 0.125, 0.875, 1};
    add_box_piece(at(0, 0, 0), at(1, thin[1], 1));
    add_box_piece(at(0, thin[2], 0), at(1, 1, 1));
    add_box_piece(at(0, 0, 0), at(1, 1, thin[1]));
    add_box_piece(at(0, 0, thin[2]), at(1, 1, 1));
    cover = check();
    assert_true(cover.covers_surface && !cover.covers_inside);
    assert_true(is_between(cover.point, at(0.3, thin[1], thin[1]), at(nextafter(0.3, 1), thin[2], thin[2])));
    assert_true(cover.piece < 2);
    add_box_piece(at(0.25, 0.1, 0.1), at(0.35, 0.9, 0.9));
    assert_true(is_covered());
}

static void cube_in_pyramids(void **state)
{
    (void)state;
    static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    for (int left_out = 6; left_out >= 0; left_out--) {
        drop_pieces();
        for (int s = 0; s < 6; s++) {
            fk_vec3 corner[5] = {at(0.4, 0.3, 0.7)};
            for (int k = 0; k < 4; k++)
                corner[k + 1] = box_corner(at(0, 0, 0), at(1, 1, 1), side[s][k]);
            if (s != left_out)
                add_piece(corner, 5);
        }
        assert_int_equal(is_covered(), left_out == 6);
        assert_int_equal(sticks_out(), left_out != 6);
    }
    /* The apexes do not meet: a gap around the centre of tiny size, closed off from the surface. */
    for (int shift = 3; shift < 50; shift += 9) {
        drop_pieces();
        double gap = ldexp(1.0, -shift);
        for (int s = 0; s < 6; s++) {
            fk_vec3 corner[8];
            for (int k = 0; k < 4; k++) {
                corner[k] = box_corner(at(0, 0, 0), at(1, 1, 1), side[s][k]);
                corner[k + 4] = box_corner(at(0.5 - gap, 0.5 - gap, 0.5 - gap),
                                           at(0.5 + gap, 0.5 + gap, 0.5 + gap), side[s][k]);
            }
            add_piece(corner, 8);
        }
        fk_cover cover = check();
        assert_true(cover.covers_surface && !cover.covers_inside);
        assert_true(is_between(cover.point, at(0.5 - gap, 0.5 - gap, 0.5 - gap),
                               at(0.5 + gap, 0.5 + gap, 0.5 + gap)));
    }
}

static void cube_in_octants(void **state)
{
    (void)state;
    clear();
    add_box(at(-1, -1, -1), at(1, 1, 1), false);
    for (int left_out = 8; left_out >= 0; left_out--) {
        drop_pieces();
        for (int i = 0; i < 8; i++) {
            fk_vec3 far = at(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            if (i != left_out)
                add_box_piece(at(fmin(far.x, 0), fmin(far.y, 0), fmin(far.z, 0)),
                              at(fmax(far.x, 0), fmax(far.y, 0), fmax(far.z, 0)));
        }
        assert_int_equal(is_covered(), left_out == 8);
    }
    /* The cube itself, a larger one, and a smaller one. */
    drop_pieces();
    add_box_piece(at(-1, -1, -1), at(1, 1, 1));
    assert_true(is_covered());
    drop_pieces();
    add_box_piece(at(-2, -3, -4), at(5, 6, 7));
    assert_true(is_covered());
    drop_pieces();
    add_box_piece(at(-1, -1, -1), at(1, 1, nextafter(1, 0)));
    assert_true(sticks_out());
    drop_pieces();
    assert_true(sticks_out());
}

/* Wherever the check begins, it finds what is open, and nothing else. */
static void beginnings(void **state)
{
    (void)state;
    clear();
    add_box(at(0, 0, 0), at(3, 3, 3), false);
    for (int left_out = 0; left_out < 28; left_out += left_out == 0 ? 13 : 14) {
        drop_pieces();
        for (int i = 0; i < 27; i++) {
            fk_vec3 low = at(i % 3, i / 3 % 3, i / 9);
            if (i != left_out)
                add_box_piece(low, at(low.x + 1, low.y + 1, low.z + 1));
        }
        fk_cover cover = check();
        for (uint32_t i = 0; i <= now.piece_count; i++) {
            fk_cover found,
                hint = {.triangle = i < 12 ? i : FK_NONE, .piece = i < now.piece_count ? i : FK_NONE};
            assert_int_equal(
                fk_cover_check_from(context, now.mesh, now.piece, now.piece_count, &hint, &found), FK_OK);
            assert_int_equal(found.covers_surface, cover.covers_surface);
            assert_int_equal(found.covers_inside, cover.covers_inside);
            assert_int_equal(found.triangle == FK_NONE, cover.triangle == FK_NONE);
            assert_int_equal(found.piece == FK_NONE, cover.piece == FK_NONE);
            assert_true(left_out > 0 || is_between(found.point, at(0, 0, 0), at(1, 1, 1)));
            assert_true(left_out != 13 || is_between(found.point, at(1, 1, 1), at(2, 2, 2)));
        }
        assert_int_equal(cover.covers_surface, left_out != 0);
        assert_int_equal(cover.covers_inside, left_out != 13);
    }
}

static void add_slabs(double thick)
{
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end < 2; end++) {
            fk_vec3 low = at(0, 0, 0), high = at(1, 1, 1);
            *fk_vec3_at(end ? &low : &high, axis) = end ? 1 - thick : thick;
            add_box_piece(low, high);
        }
}

static void shells(void **state)
{
    (void)state;
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_slabs(0.25);
    fk_cover cover = check();
    assert_true(cover.covers_surface && !cover.covers_inside);
    assert_true(is_between(cover.point, at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75)));
    /* With what is within; with a part of it; twice. */
    add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
    assert_true(is_covered());
    add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
    assert_true(is_covered());
    fk_cover without;
    assert_int_equal(fk_cover_check_without(context, now.mesh, now.piece, now.piece_count, 6, &without),
                     FK_OK);
    assert_true(without.covers_surface && without.covers_inside);
    assert_int_equal(fk_cover_check_without(context, now.mesh, now.piece, now.piece_count - 1, 6, &without),
                     FK_OK);
    assert_true(without.covers_surface && !without.covers_inside);
    drop_pieces();
    add_slabs(0);
    assert_true(is_hollow());
    add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
    assert_true(is_hollow());
    add_box_piece(at(0, 0, 0), at(1, 1, 1));
    assert_true(is_covered());
    drop_pieces();
    add_slabs(0.5);
    assert_true(is_covered());
}

static void cavities(void **state)
{
    (void)state;
    /* A cavity needs no cover; a second shell that is not inverted does. */
    for (int inverted = 0; inverted < 2; inverted++) {
        clear();
        add_box(at(0, 0, 0), at(1, 1, 1), false);
        add_box(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75), inverted);
        add_slabs(0.25);
        assert_int_equal(is_covered(), inverted);
        drop_pieces();
        add_slabs(0.2);
        assert_true(sticks_out());
        drop_pieces();
        add_slabs(0.375);
        assert_int_equal(is_covered(), inverted);
        add_box_piece(at(0.25, 0.25, 0.25), at(0.75, 0.75, 0.75));
        assert_true(is_covered());
    }
    /* A solid within the cavity. */
    add_box(at(0.375, 0.375, 0.375), at(0.625, 0.625, 0.625), false);
    drop_pieces();
    make_mesh();
    add_slabs(0.25);
    assert_true(sticks_out());
    add_box_piece(at(0.375, 0.375, 0.375), at(0.625, 0.625, 0.625));
    assert_true(is_covered());
    /* Inside out: the winding number is -1, which is not 0. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), true);
    add_slabs(0.25);
    assert_true(is_hollow());
    add_slabs(0.5);
    assert_true(is_covered());
    /* Two that cancel: there is no inside. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), true);
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_slabs(0.25);
    assert_true(is_covered());
    drop_pieces();
    add_slabs(0);
    assert_true(is_covered());
}

/* ---- Surfaces and flat pieces -------------------------------------------------------------------------- */

static void surfaces(void **state)
{
    (void)state;
    /* An open box has no inside. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    now.triangle_count--;
    add_slabs(0.25);
    assert_true(is_covered());
    drop_pieces();
    add_slabs(0);
    assert_true(is_covered());
    drop_last();
    assert_true(sticks_out());
    /* One triangle, in flat pieces and in solids, which touch it with a face, or with an edge. */
    clear();
    fk_vec3 a = at(0, 0, 0), b = at(4, 0, 2), c = at(0, 4, 6), middle = at(2, 2, 4), up = at(0, 0, 9),
            down = at(1, 1, -9);
    add_triangle(a, b, c);
    add_piece((fk_vec3[]){a, b, middle}, 3);
    assert_true(sticks_out());
    add_piece((fk_vec3[]){a, c, middle}, 3);
    assert_true(is_covered());
    drop_last();
    add_piece((fk_vec3[]){a, c, middle, up}, 4);
    assert_true(is_covered());
    drop_pieces();
    add_piece((fk_vec3[]){a, c, middle, up}, 4);
    add_piece((fk_vec3[]){a, b, middle, down}, 4);
    assert_true(is_covered());
    drop_pieces();
    add_piece((fk_vec3[]){a, b, up}, 3);
    add_piece((fk_vec3[]){b, c, up, down}, 4);
    add_piece((fk_vec3[]){a, c, down}, 3);
    assert_true(sticks_out());
    drop_pieces();
    add_piece((fk_vec3[]){a, b}, 2);
    add_piece((fk_vec3[]){b}, 1);
    assert_true(sticks_out());
    /* No triangle at all. */
    clear();
    make_mesh();
    assert_true(is_covered());
}

static void fins(void **state)
{
    (void)state;
    /* A triangle and its opposite: closed, without an inside; flat pieces do. */
    fk_vec3 a = at(0, 0, 0), b = at(4, 0, 2), c = at(0, 4, 6), d = at(1, 1, 9);
    clear();
    add_triangle(a, b, c);
    add_triangle(a, c, b);
    add_piece((fk_vec3[]){a, b, c}, 3);
    assert_true(is_covered());
    /* A tetrahedron with flat pieces as sides, and a fin. */
    clear();
    add_tetra(a, b, c, d);
    add_triangle(a, b, at(7, 7, 7));
    add_triangle(b, a, at(7, 7, 7));
    add_piece((fk_vec3[]){a, b, at(7, 7, 7)}, 3);
    add_piece((fk_vec3[]){a, b, c}, 3);
    add_piece((fk_vec3[]){d, b, c}, 3);
    add_piece((fk_vec3[]){a, d, c}, 3);
    add_piece((fk_vec3[]){a, b, d}, 3);
    fk_cover cover = check();
    assert_true(cover.covers_surface && !cover.covers_inside && cover.piece == FK_NONE);
    add_piece((fk_vec3[]){a, b, c, d}, 4);
    assert_true(is_covered());
}

static void thin_triangles(void **state)
{
    (void)state;
    /* Triangles that are segments, or points. */
    clear();
    add_triangle(at(0, 0, 0), at(3, 6, 9), at(1, 2, 3));
    add_piece((fk_vec3[]){at(-1, 0, 0), at(1, 0, 0), at(0, 5, 0), at(2, 4, 6)}, 4);
    fk_cover cover = check();
    assert_false(cover.covers_surface);
    assert_true(fabs(cover.point.x - 2) < 1e-12 && fabs(cover.point.z - 6) < 1e-12);
    add_piece((fk_vec3[]){at(1.5, 3, 4.5), at(5, 10, 15)}, 2);
    assert_true(is_covered());
    drop_last();
    add_piece((fk_vec3[]){at(2, 4, 6), at(4, 8, 12)}, 2);
    assert_true(is_covered());
    drop_last();
    add_piece((fk_vec3[]){at(2, 4, nextafter(6, 9)), at(4, 8, 12)}, 2);
    assert_true(sticks_out());
    drop_last();
    add_piece((fk_vec3[]){at(0, 0, 0), at(4, 8, 12), at(7, 7, 7)}, 3);
    assert_true(is_covered());
    drop_last();
    add_piece((fk_vec3[]){at(2.5, 5, 7.5), at(4, 8, 12), at(7, 7, 7), at(-7, 0, 1)}, 4);
    assert_true(sticks_out());
    add_piece((fk_vec3[]){at(2, 4, 6), at(7, 8, 12), at(2.5, 5, 7.5)}, 3);
    assert_true(is_covered());
    /* It leaves a box through the first of two sides. */
    for (int axis = 0; axis < 2; axis++) {
        drop_pieces();
        add_box_piece(at(-1, -1, -1), axis == 0 ? at(1.5, 5, 12) : at(5, 3, 8));
        add_box_piece(at(1.75, 3.5, 5.25), at(9, 9, 9));
        cover = check();
        assert_true(!cover.covers_surface && fabs(cover.point.x - 1.5) < 1e-12);
    }
    clear();
    add_triangle(at(1, 2, 3), at(1, 2, 3), at(1, 2, 3));
    assert_true(sticks_out());
    add_piece((fk_vec3[]){at(1, 2, 4)}, 1);
    assert_true(sticks_out());
    add_piece((fk_vec3[]){at(1, 2, 3)}, 1);
    assert_true(is_covered());
    drop_pieces();
    add_piece((fk_vec3[]){at(0, 0, 0), at(3, 6, 9)}, 2);
    assert_true(is_covered());
    /* A cube with such triangles along an edge stays a solid. */
    clear();
    add_box(at(0, 0, 0), at(1, 1, 1), false);
    add_triangle(at(0, 0, 0), at(1, 0, 0), at(0.25, 0, 0));
    add_triangle(at(1, 0, 0), at(0, 0, 0), at(0.25, 0, 0));
    add_triangle(at(0, 0, 0), at(0, 0, 0), at(0, 0, 0));
    add_slabs(0.25);
    assert_true(is_hollow());
    add_slabs(0.5);
    assert_true(is_covered());
}

/* ---- Places between all doubles ------------------------------------------------------------------------ */

/* A prism along z over a triangle that is counterclockwise from above. */
static void prism_corners(const fk_vec3 base[3], double height, fk_vec3 out[6])
{
    for (int k = 0; k < 3; k++) {
        out[k] = base[k];
        out[k + 3] = at(base[k].x, base[k].y, height);
    }
}

static void add_prism(const fk_vec3 corner[6])
{
    add_triangle(corner[0], corner[2], corner[1]);
    add_triangle(corner[3], corner[4], corner[5]);
    for (int k = 0; k < 3; k++)
        add_quad(corner[k], corner[(k + 1) % 3], corner[(k + 1) % 3 + 3], corner[k + 3]);
}

/* Numbers of Fibonacci, f and g and f + g, make the triangle (0, 0), (g, f), (f + g, g) have the area 1/2, and its angle at the
 * origin is so small that no double lies inside: there are fractions between f / g and g / (f + g), but none with 53 bits. What is
 * left out there is found all the same. */
static void wedges(void **state)
{
    (void)state;
    for (int length = 77; length >= 9; length -= 4) {
        double f = 1, g = 1;
        for (int i = 2; i < length; i++) {
            double sum = f + g;
            f = g;
            g = sum;
        }
        fk_vec3 o = at(0, 0, 0), p = at(g, f, 0), q = at(f + g, g, 0), r = at(f + g, 0, 0), corner[6];
        for (int size = 0; size < 3; size++) {
            double height = size == 0 ? 1 : size == 1 ? g : ldexp(g, -100);
            clear();
            prism_corners((fk_vec3[]){o, r, q}, height, corner);
            add_prism(corner);
            prism_corners((fk_vec3[]){o, r, p}, height, corner);
            add_piece(corner, 6);
            prism_corners((fk_vec3[]){p, r, q}, height, corner);
            add_piece(corner, 6);
            assert_true(sticks_out());
            /* Flat pieces around what is left out. */
            prism_corners((fk_vec3[]){o, p, q}, height, corner);
            add_piece(corner, 3);
            add_piece(corner + 3, 3);
            assert_true(sticks_out());
            add_piece((fk_vec3[]){corner[0], corner[2], corner[3], corner[5]}, 4);
            assert_true(is_hollow());
            add_piece(corner, 5);
            assert_true(is_hollow());
            add_piece(corner, 6);
            assert_true(is_covered());
        }
    }
}

/* The same wedge above a slab, on whose upper face it is the fragment that is left. Beside it, tetrahedra whose planes go through
 * the wedge, as the pieces that they are. With open, the wedge is no part of the mesh. */
static void make_wedge_on_slab(fk_random *random, double f, double g, bool open)
{
    double height = g, top = 2 * g;
    fk_vec3 o = at(0, 0, 0), p = at(g, f, 0), q = at(f + g, g, 0), r = at(f + g, 0, 0), corner[6];
    fk_vec3 low[3][3] = {{o, r, q}, {o, r, p}, {p, r, q}}, left_out[3] = {o, p, q};
    clear();
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3 && i > 0; k++)
            low[i][k].z = left_out[k].z = height;
        prism_corners(low[i], i == 0 ? height : top, corner);
        add_piece(corner, 6);
        if (open || i == 0)
            add_prism(corner);
    }
    for (int i = 0; i < 8; i++) {
        fk_vec3 c[4];
        for (int k = 0; k < 4; k++)
            c[k] = at((1.7 + fk_random_unit(random) * 3) * g, (0.38 + fk_random_unit(random) * 0.06) * g,
                      fk_random_unit(random) * top);
        add_tetra(c[0], c[1], c[2], c[3]);
        add_piece(c, 4);
    }
    if (open)
        return;
    fk_vec3 upper[3] = {at(0, 0, height), at(r.x, r.y, height), at(q.x, q.y, height)};
    prism_corners(upper, top, corner);
    add_prism(corner);
    prism_corners(left_out, top, corner);
    add_piece(corner + 3, 3);
    add_piece((fk_vec3[]){corner[0], corner[2], corner[3], corner[5]}, 4);
}

static void wedges_on_slabs(void **state)
{
    (void)state;
    fk_random random = fk_random_make(37);
    for (int round = 0; round < 40; round++) {
        double f = 1, g = 1;
        for (int i = 2; i < 77 - round / 2 * 2; i++) {
            double sum = f + g;
            f = g;
            g = sum;
        }
        make_wedge_on_slab(&random, f, g, true);
        assert_true(is_covered());
        make_wedge_on_slab(&random, f, g, false);
        fk_cover cover = check();
        assert_true(cover.covers_surface && !cover.covers_inside && cover.piece == 0);
        fk_vec3 corner[6], left_out[3] = {at(0, 0, g), at(g, f, g), at(f + g, g, g)};
        prism_corners(left_out, 2 * g, corner);
        add_piece(corner, 6);
        assert_true(is_covered());
    }
}

/* Coordinates all over the double range: the longest integers. */
static void extremes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(29);
    for (int round = 0; round < 12; round++) {
        fk_vec3 c[4], inner[4];
        for (int k = 0; k < 4; k++) {
            c[k] = at(k == 1 ? 0x1p1000 : 0, k == 2 ? 0x1p1000 : 0, k == 3 ? 0x1p1000 : 0);
            for (int j = 0; j < 3; j++)
                *fk_vec3_at(&c[k], j) += ldexp(fk_random_unit(&random), -1000);
        }
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 3; j++)
                *fk_vec3_at(&inner[k], j) =
                    ldexp(0.25 + fk_random_unit(&random) / 8, 998 - (int)fk_random_below(&random, 1900));
        clear();
        add_tetra(c[0], c[1], c[2], c[3]);
        for (int k = 0; k < 4; k++) {
            fk_vec3 p[4];
            memcpy(p, c, sizeof p);
            p[k] = inner[0];
            add_piece(p, 4);
        }
        assert_true(is_covered());
        fk_cover cover;
        assert_int_equal(fk_cover_check_without(context, now.mesh, now.piece, now.piece_count, 1, &cover),
                         FK_OK);
        assert_false(cover.covers_surface && cover.covers_inside);
        /* Pieces that overlap, about a hull within that nothing covers, or that one does. */
        drop_pieces();
        for (int k = 0; k < 4; k++) {
            fk_vec3 p[6];
            int n = 0;
            for (int j = 0; j < 4; j++)
                if (j != k)
                    p[n++] = c[j];
            for (int j = 0; j < 4; j++)
                if (j != k)
                    p[n++] = inner[j];
            add_piece(p, 6);
        }
        bool before = is_covered();
        add_piece(inner, 4);
        fk_cover after = check();
        assert_true(after.covers_surface && (after.covers_inside || !before));
        add_piece(c, 4);
        assert_true(is_covered());
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cube_in_halves),  cmocka_unit_test(cube_in_pyramids),
        cmocka_unit_test(cube_in_octants), cmocka_unit_test(beginnings),
        cmocka_unit_test(shells),          cmocka_unit_test(cavities),
        cmocka_unit_test(surfaces),        cmocka_unit_test(fins),
        cmocka_unit_test(thin_triangles),  cmocka_unit_test(wedges),
        cmocka_unit_test(wedges_on_slabs), cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
