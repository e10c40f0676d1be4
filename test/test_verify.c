/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier: one right certificate of each form is accepted, and every near miss of it is refused. The
 * certificates are written by hand, so that nothing here depends on the solver. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "farkas/proof.h"
#include "fpu_modes.h"
#include "pieces.h"

static fk_certificate certificate(fk_verdict verdict, uint32_t count, const fk_vertex_pair *pair)
{
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = verdict;
    c.pair_count = count;
    if (count > 0)
        memcpy(c.pair, pair, count * sizeof *pair);
    return c;
}

static fk_certificate with_vector(fk_certificate c, double x, double y, double z)
{
    c.direction.form = FK_DIRECTION_VECTOR;
    c.direction.vector = fk_vec3_make(x, y, z);
    return c;
}

static fk_certificate with_pairs(fk_certificate c, fk_direction_form form, uint32_t count,
                                 const fk_vertex_pair *pair, int sign)
{
    c.direction.form = form;
    c.direction.sign = sign;
    if (count > 0)
        memcpy(c.direction.pair, pair, count * sizeof *pair);
    return c;
}

/* The verifier's answer, which must be the same in every state of the floating-point unit. */
static bool holds(const fk_piece *a, const fk_piece *b, fk_certificate c)
{
    bool first = fk_verify(a, b, &c);
    for (int mode = 1; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        bool again = fk_verify(a, b, &c);
        fpu_set(0);
        assert_int_equal(first, again);
    }
    return first;
}

/* The same evidence must not prove another verdict. */
static void assert_proves_only_its_verdict(const fk_piece *a, const fk_piece *b, fk_certificate c)
{
    fk_verdict right = c.verdict;
    for (int verdict = -1; verdict <= 4; verdict++) {
        c.verdict = (fk_verdict)verdict;
        assert_int_equal(holds(a, b, c), c.verdict == right);
    }
}

/* ---- apart --------------------------------------------------------------------------------------------- */

static void test_apart_by_vector(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(2, 0, 0, 1);
    fk_certificate c = certificate(FK_APART, 0, NULL);
    assert_true(holds(&a, &b, with_vector(c, 1, 0, 0)));
    assert_true(holds(&a, &b, with_vector(c, 0x1p-1074, 0, 0)));
    assert_true(holds(&a, &b, with_vector(c, DBL_MAX, DBL_MAX / 4, 0)));
    assert_proves_only_its_verdict(&a, &b, with_vector(c, 1, 0, 0));
    assert_false(holds(&a, &b, with_vector(c, -1, 0, 0)));
    assert_false(holds(&a, &b, with_vector(c, 0, 0, 0)));
    assert_false(holds(&a, &b, with_vector(c, 1, 1, 0)));
    assert_true(holds(&a, &b, with_vector(c, 1, nextafter(1, 0), 0)));
    assert_false(holds(&a, &b, with_vector(c, NAN, 0, 0)));
    assert_false(holds(&a, &b, with_vector(c, INFINITY, 0, 0)));
    fk_certificate mixed = with_vector(c, 1, 0, 0);
    mixed.pair_count = 1;
    assert_false(holds(&a, &b, mixed));
    /* A plane that only touches does not separate. */
    fk_piece touching = cube(1, 0, 0, 1), nearly = cube(nextafter(1, 2), 0, 0, 1);
    assert_false(holds(&a, &touching, with_vector(c, 1, 0, 0)));
    assert_true(holds(&a, &nearly, with_vector(c, 1, 0, 0)));
}

static void test_apart_by_pairs(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), corner = cube(2, 2, 2, 1), edge = cube(2, 2, -1, 3),
             face = cube(2, -1, -1, 3);
    fk_vertex_pair point[] = {{7, 0}};
    assert_true(holds(&a, &corner, certificate(FK_APART, 1, point)));
    assert_proves_only_its_verdict(&a, &corner, certificate(FK_APART, 1, point));
    fk_vertex_pair other_point[] = {{0, 7}}; /* another difference, also along the diagonal */
    assert_true(holds(&a, &corner, certificate(FK_APART, 1, other_point)));
    fk_vertex_pair not_nearest[] = {{1, 6}};
    assert_false(holds(&a, &face, certificate(FK_APART, 1, not_nearest)));
    fk_vertex_pair line[] = {{3, 0}, {7, 0}};
    assert_true(holds(&a, &edge, certificate(FK_APART, 2, line)));
    fk_vertex_pair same[] = {{3, 0}, {3, 0}};
    assert_false(holds(&a, &edge, certificate(FK_APART, 2, same)));
    fk_vertex_pair plane[] = {{1, 0}, {3, 0}, {5, 0}};
    assert_true(holds(&a, &face, certificate(FK_APART, 3, plane)));
    fk_vertex_pair flat[] = {{1, 0}, {3, 0}, {3, 0}};
    assert_false(holds(&a, &face, certificate(FK_APART, 3, flat)));
    fk_vertex_pair side[] = {{0, 0}, {1, 0}, {4, 0}}; /* a plane that holds y fixed does not separate */
    assert_false(holds(&a, &face, certificate(FK_APART, 3, side)));
    /* Only touching: the direction of this difference has a zero product with others. */
    fk_piece flush = cube(1, 0, 0, 1);
    fk_vertex_pair along[] = {{0, 1}};
    assert_false(holds(&a, &flush, certificate(FK_APART, 1, along)));
    fk_vertex_pair outside[] = {{8, 0}};
    assert_false(holds(&a, &corner, certificate(FK_APART, 1, outside)));
    outside[0].a = 7;
    outside[0].b = 0xffffffffu;
    assert_false(holds(&a, &corner, certificate(FK_APART, 1, outside)));
    assert_false(holds(&a, &corner, certificate(FK_APART, 0, NULL)));
    fk_certificate many = certificate(FK_APART, 3, plane);
    many.pair_count = 4;
    assert_false(holds(&a, &face, many));
    many.pair_count = 0xffffffffu;
    assert_false(holds(&a, &face, many));
}

/* ---- touching ------------------------------------------------------------------------------------------ */

static void test_touching(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(1, 0, 0, 1);
    fk_vertex_pair meet[] = {{1, 0}};
    fk_vertex_pair facet[] = {{1, 0}, {3, 0}, {5, 0}};
    fk_certificate c = certificate(FK_TOUCHING, 1, meet);
    fk_certificate right = with_pairs(c, FK_DIRECTION_FACET, 3, facet, 1);
    assert_true(holds(&a, &b, right));
    assert_proves_only_its_verdict(&a, &b, right);
    assert_true(holds(&a, &b, with_vector(c, 1, 0, 0)));
    assert_false(holds(&a, &b, with_vector(c, -1, 0, 0)));
    assert_false(holds(&a, &b, with_vector(c, 0, 0, 0)));
    assert_false(holds(&a, &b, with_vector(c, 1, 0x1p-1074, 0)));
    assert_false(holds(&a, &b, with_vector(c, NAN, 0, 0)));
    assert_false(holds(&a, &b, with_pairs(c, FK_DIRECTION_FACET, 3, facet, -1)));
    assert_false(holds(&a, &b, with_pairs(c, FK_DIRECTION_FACET, 3, facet, 0)));
    assert_false(holds(&a, &b, with_pairs(c, FK_DIRECTION_FACET, 3, facet, 2)));
    assert_false(holds(&a, &b, with_pairs(c, FK_DIRECTION_NONE, 0, NULL, 1)));
    assert_false(holds(&a, &b, with_pairs(c, (fk_direction_form)9, 0, NULL, 1)));
    fk_vertex_pair flat[] = {{1, 0}, {3, 0}, {1, 0}};
    assert_false(holds(&a, &b, with_pairs(c, FK_DIRECTION_FACET, 3, flat, 1)));
    fk_vertex_pair beyond[] = {{1, 0}, {3, 0}, {5, 8}};
    assert_false(holds(&a, &b, with_pairs(c, FK_DIRECTION_FACET, 3, beyond, 1)));
    fk_vertex_pair no_meet[] = {{1, 1}};
    fk_certificate apart_pair =
        with_pairs(certificate(FK_TOUCHING, 1, no_meet), FK_DIRECTION_FACET, 3, facet, 1);
    assert_false(holds(&a, &b, apart_pair));
    /* The bits of 8 that count are those of vertex 0, which does meet. */
    fk_vertex_pair no_vertex[] = {{1, 8}};
    assert_false(holds(&a, &b, with_vector(certificate(FK_TOUCHING, 1, no_vertex), 1, 0, 0)));
    /* Cubes that are one step apart, or overlap by one, do not touch. */
    fk_piece apart = cube(nextafter(1, 2), 0, 0, 1), overlapping = cube(nextafter(1, 0), 0, 0, 1);
    assert_false(holds(&a, &apart, right));
    assert_false(holds(&a, &overlapping, right));
}

static void test_meeting_simplices(void **state)
{
    (void)state;
    fk_certificate c;
    /* A segment against a point on it: the differences are two opposite vectors. */
    fk_piece segment = fk_piece_segment(fk_vec3_make(-1, 0, 0), fk_vec3_make(2, 0, 0));
    fk_piece point = fk_piece_point(fk_vec3_make(0, 0, 0));
    fk_vertex_pair two[] = {{0, 0}, {1, 0}};
    c = with_vector(certificate(FK_TOUCHING, 2, two), 0, 0, 1);
    assert_true(holds(&segment, &point, c));
    fk_vertex_pair twice[] = {{0, 0}, {0, 0}};
    assert_false(holds(&segment, &point, with_vector(certificate(FK_TOUCHING, 2, twice), 0, 0, 1)));
    fk_piece off = fk_piece_point(fk_vec3_make(0, 0, 0x1p-1074)), end = fk_piece_point(fk_vec3_make(2, 0, 0));
    assert_false(holds(&segment, &off, c));
    assert_false(holds(&segment, &end, c)); /* the end is not in the relative interior */
    fk_piece beyond = fk_piece_point(fk_vec3_make(3, 0, 0));
    assert_false(holds(&segment, &beyond, c));
    /* A triangle against a point in it. */
    fk_piece triangle =
        fk_piece_triangle(fk_vec3_make(-1, -1, 0), fk_vec3_make(3, -1, 0), fk_vec3_make(-1, 3, 0));
    fk_vertex_pair three[] = {{0, 0}, {1, 0}, {2, 0}}, reversed[] = {{2, 0}, {1, 0}, {0, 0}};
    c = with_vector(certificate(FK_TOUCHING, 3, three), 0, 0, -1);
    assert_true(holds(&triangle, &point, c));
    assert_true(holds(&triangle, &point, with_vector(certificate(FK_TOUCHING, 3, reversed), 0, 0, 1)));
    assert_true(holds(&triangle, &point,
                      with_pairs(certificate(FK_TOUCHING, 3, three), FK_DIRECTION_FACET, 3, three, 1)));
    assert_false(holds(&triangle, &off, c));
    assert_false(holds(&triangle, &off, with_vector(c, 0, 0, 1))); /* a direction, but nothing meets */
    fk_piece on_edge = fk_piece_point(fk_vec3_make(1, 1, 0)), outside = fk_piece_point(fk_vec3_make(2, 2, 0));
    fk_piece past = fk_piece_point(fk_vec3_make(-2, 0, 0)), below = fk_piece_point(fk_vec3_make(0, -2, 0));
    assert_false(holds(&triangle, &on_edge, c));
    assert_false(holds(&triangle, &outside, c));
    assert_false(holds(&triangle, &past, c));
    assert_false(holds(&triangle, &below, c));
    fk_vertex_pair degenerate[] = {{0, 0}, {1, 0}, {1, 0}};
    assert_false(holds(&triangle, &point, with_vector(certificate(FK_TOUCHING, 3, degenerate), 0, 0, 1)));
}

static void test_touching_when_flat(void **state)
{
    (void)state;
    /* a - b is a segment: an edge and an axis. */
    fk_piece a = fk_piece_segment(fk_vec3_make(0, 0, 0), fk_vec3_make(2, 0, 0));
    fk_piece b = fk_piece_segment(fk_vec3_make(1, 0, 0), fk_vec3_make(3, 0, 0));
    fk_vertex_pair meet[] = {{0, 0}, {1, 0}}, edge[] = {{0, 0}, {1, 0}};
    fk_certificate c = with_pairs(certificate(FK_TOUCHING, 2, meet), FK_DIRECTION_EDGE, 2, edge, 1);
    c.direction.axis = 1;
    assert_true(holds(&a, &b, c));
    assert_proves_only_its_verdict(&a, &b, c);
    c.direction.sign = -1;
    assert_true(holds(&a, &b, c));
    c.direction.axis = 0; /* parallel: a zero direction */
    assert_false(holds(&a, &b, c));
    c.direction.axis = 3;
    assert_false(holds(&a, &b, c));
    c.direction.axis = -1;
    assert_false(holds(&a, &b, c));
    /* a - b is a point: an axis. */
    fk_piece p = fk_piece_point(fk_vec3_make(1, 2, 3)), q = p;
    fk_vertex_pair zero[] = {{0, 0}};
    c = with_pairs(certificate(FK_TOUCHING, 1, zero), FK_DIRECTION_AXIS, 0, NULL, 1);
    assert_true(holds(&p, &q, c));
    c.direction.axis = 2;
    c.direction.sign = -1;
    assert_true(holds(&p, &q, c));
    c.direction.axis = 3;
    assert_false(holds(&p, &q, c));
    c.direction.axis = 0;
    c.direction.sign = 0;
    assert_false(holds(&p, &q, c));
    /* An axis proves nothing for segments that extend along it. */
    c = with_pairs(certificate(FK_TOUCHING, 2, meet), FK_DIRECTION_AXIS, 0, NULL, 1);
    assert_false(holds(&a, &b, c));
}

/* ---- overlapping --------------------------------------------------------------------------------------- */

static void test_overlapping(void **state)
{
    (void)state;
    fk_piece a = cube(-1, -1, -1, 2), b = fk_piece_point(fk_vec3_make(0, 0, 0));
    fk_vertex_pair four[] = {{0, 0}, {3, 0}, {5, 0}, {6, 0}}; /* a regular tetrahedron of corners */
    fk_certificate c = certificate(FK_OVERLAPPING, 4, four);
    assert_true(holds(&a, &b, c));
    assert_proves_only_its_verdict(&a, &b, c);
    fk_vertex_pair swapped[] = {{6, 0}, {0, 0}, {5, 0}, {3, 0}};
    assert_true(holds(&a, &b, certificate(FK_OVERLAPPING, 4, swapped)));
    assert_false(holds(&a, &b, certificate(FK_OVERLAPPING, 3, four)));
    assert_false(holds(&a, &b, with_vector(c, 1, 0, 0)));
    fk_vertex_pair face[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    assert_false(holds(&a, &b, certificate(FK_OVERLAPPING, 4, face)));
    fk_vertex_pair diagonal[] = {{0, 0}, {7, 0}, {1, 0}, {6, 0}}; /* a plane through the origin */
    assert_false(holds(&a, &b, certificate(FK_OVERLAPPING, 4, diagonal)));
    fk_vertex_pair one_sided[] = {{0, 0}, {7, 0}, {1, 0}, {6, 0}, {2, 0}};
    assert_false(holds(&a, &b, certificate(FK_OVERLAPPING, 5, one_sided)));
    fk_vertex_pair six[] = {{0, 0}, {7, 0}, {1, 0}, {6, 0}, {2, 0}, {5, 0}};
    assert_true(holds(&a, &b, certificate(FK_OVERLAPPING, 6, six)));
    fk_vertex_pair line[] = {{0, 0}, {7, 0}, {0, 0}, {7, 0}};
    assert_false(holds(&a, &b, certificate(FK_OVERLAPPING, 4, line)));
    c.pair_count = 7;
    assert_false(holds(&a, &b, c));
    c.pair_count = 4;
    c.pair[3].a = 8;
    assert_false(holds(&a, &b, c));
    /* The point on the surface of that tetrahedron: no longer inside. */
    fk_piece small = fk_piece_tetra(fk_vec3_make(0, 0, 0), fk_vec3_make(1, 0, 0), fk_vec3_make(0, 1, 0),
                                    fk_vec3_make(0, 0, 1));
    fk_vertex_pair all[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    fk_piece on = fk_piece_point(fk_vec3_make(0.25, 0.25, 0.5)),
             in = fk_piece_point(fk_vec3_make(0.25, 0.25, nextafter(0.5, 0)));
    fk_piece out = fk_piece_point(fk_vec3_make(0.25, 0.25, nextafter(0.5, 1)));
    c = certificate(FK_OVERLAPPING, 4, all);
    assert_true(holds(&small, &in, c));
    assert_false(holds(&small, &on, c));
    assert_false(holds(&small, &out, c));
}

/* ---- round shapes -------------------------------------------------------------------------------------- */

static void test_round(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    struct {
        fk_piece sphere;
        fk_verdict verdict;
        uint32_t count;
        fk_vertex_pair pair[3];
    } cases[] = {
        {fk_piece_sphere(fk_vec3_make(4, 5, 1), 5), FK_TOUCHING, 1, {{7, 0}}},
        {fk_piece_sphere(fk_vec3_make(4, 5, 1), nextafter(5, 6)), FK_OVERLAPPING, 1, {{7, 0}}},
        {fk_piece_sphere(fk_vec3_make(4, 5, 1), nextafter(5, 4)), FK_APART, 1, {{7, 0}}},
        {fk_piece_sphere(fk_vec3_make(4, 5, 0.5), 5), FK_TOUCHING, 2, {{3, 0}, {7, 0}}},
        {fk_piece_sphere(fk_vec3_make(3, 0.25, 0.25), 2), FK_TOUCHING, 3, {{1, 0}, {3, 0}, {5, 0}}},
        {fk_piece_sphere(fk_vec3_make(3, 0.25, 0.25), 1.5), FK_APART, 3, {{1, 0}, {3, 0}, {5, 0}}},
        {fk_piece_sphere(fk_vec3_make(0, 0, 0), 1), FK_OVERLAPPING, 1, {{0, 0}}},
        {fk_piece_sphere(fk_vec3_make(1, 0.25, 0.25), 1), FK_OVERLAPPING, 3, {{1, 0}, {3, 0}, {5, 0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fk_certificate c = certificate(cases[i].verdict, cases[i].count, cases[i].pair);
        assert_true(holds(&box, &cases[i].sphere, c));
        assert_proves_only_its_verdict(&box, &cases[i].sphere, c);
        assert_false(holds(&box, &cases[i].sphere, with_vector(c, 1, 0, 0)));
        c.pair_count = 0;
        assert_false(holds(&box, &cases[i].sphere, c));
    }
    /* A vertex that is not the nearest feature would claim too large a distance. */
    fk_piece sphere = fk_piece_sphere(fk_vec3_make(4, 5, 0.5), 5);
    fk_vertex_pair vertex[] = {{7, 0}}, far_edge[] = {{1, 0}, {3, 0}}, same[] = {{3, 0}, {3, 0}};
    fk_vertex_pair outside[] = {{1, 0}, {5, 0}, {4, 0}};
    assert_false(holds(&box, &sphere, certificate(FK_APART, 1, vertex)));
    assert_false(holds(&box, &sphere, certificate(FK_APART, 2, far_edge)));
    assert_false(holds(&box, &sphere, certificate(FK_APART, 2, same)));
    assert_false(holds(&box, &sphere, certificate(FK_APART, 3, outside)));
    /* A span whose foot lies outside the pairs' hull claims too small a distance. */
    fk_piece above = fk_piece_sphere(fk_vec3_make(5, 0.5, 4), 4.5);
    fk_vertex_pair face[] = {{1, 0}, {3, 0}, {5, 0}}, edge[] = {{1, 0}, {5, 0}};
    assert_false(holds(&box, &above, certificate(FK_OVERLAPPING, 3, face)));
    assert_false(holds(&box, &above, certificate(FK_OVERLAPPING, 2, edge)));
    fk_piece segment = fk_piece_segment(fk_vec3_make(1, -2, 0), fk_vec3_make(1, -1, 0));
    fk_piece triangle =
        fk_piece_triangle(fk_vec3_make(1, -1, 1), fk_vec3_make(3, 0, 1), fk_vec3_make(1, 1, 1));
    fk_piece ball_at_origin = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1.2);
    fk_vertex_pair two[] = {{0, 0}, {1, 0}}, three[] = {{0, 0}, {1, 0}, {2, 0}};
    for (uint32_t turn = 0; turn < 3; turn++) {
        fk_vertex_pair turned[] = {three[turn], three[(turn + 1) % 3], three[(turn + 2) % 3]};
        fk_vertex_pair edge_turned[] = {two[turn % 2], two[1 - turn % 2]};
        assert_false(holds(&segment, &ball_at_origin, certificate(FK_OVERLAPPING, 2, edge_turned)));
        assert_false(holds(&triangle, &ball_at_origin, certificate(FK_OVERLAPPING, 3, turned)));
    }
    fk_vertex_pair no_vertex[] = {{8, 0}}, no_center[] = {{7, 1}}, far_vertex[] = {{0xffffffffu, 0}};
    assert_false(holds(&box, &sphere, certificate(FK_APART, 1, no_vertex)));
    assert_false(holds(&box, &sphere, certificate(FK_APART, 1, no_center)));
    assert_false(holds(&box, &sphere, certificate(FK_APART, 1, far_vertex)));
    /* Cores that meet inside: four pairs. */
    fk_piece inner = fk_piece_sphere(fk_vec3_make(0.5, 0.5, 0.5), 0.125);
    fk_vertex_pair four[] = {{0, 0}, {3, 0}, {5, 0}, {6, 0}}, face4[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    fk_certificate c = certificate(FK_OVERLAPPING, 4, four);
    assert_true(holds(&box, &inner, c));
    assert_proves_only_its_verdict(&box, &inner, c);
    assert_false(holds(&box, &inner, certificate(FK_OVERLAPPING, 4, face4)));
    /* Both radii count. */
    fk_piece capsule = fk_piece_capsule(fk_vec3_make(0, 0, 0), fk_vec3_make(10, 0, 0), 1);
    fk_piece ball = fk_piece_sphere(fk_vec3_make(5, 3, 0), 2);
    fk_vertex_pair line[] = {{0, 0}, {1, 0}};
    assert_true(holds(&capsule, &ball, certificate(FK_TOUCHING, 2, line)));
    assert_false(holds(&capsule, &ball, certificate(FK_APART, 2, line)));
}

/* ---- half-spaces --------------------------------------------------------------------------------------- */

static void test_half_space(void **state)
{
    (void)state;
    fk_piece floor_plane = fk_piece_half_space(fk_vec3_make(0, 0, 2), 0);
    fk_piece above = cube(0, 0, 1, 1), on = cube(0, 0, 0, 1), in = cube(0, 0, -0.5, 1);
    fk_vertex_pair first[] = {{0, 0}}, top[] = {{4, 0}}, third[] = {{0, 3}}, half_index[] = {{0, 1}};
    assert_true(holds(&above, &floor_plane, certificate(FK_APART, 1, first)));
    assert_true(holds(&on, &floor_plane, certificate(FK_TOUCHING, 1, first)));
    assert_true(holds(&in, &floor_plane, certificate(FK_OVERLAPPING, 1, first)));
    assert_proves_only_its_verdict(&on, &floor_plane, certificate(FK_TOUCHING, 1, first));
    assert_false(holds(&in, &floor_plane, certificate(FK_APART, 1, top)));
    assert_true(holds(&floor_plane, &on, certificate(FK_TOUCHING, 1, third)));
    assert_false(holds(&on, &floor_plane, certificate(FK_TOUCHING, 1, half_index)));
    assert_false(holds(&on, &floor_plane, certificate(FK_TOUCHING, 0, NULL)));
    assert_false(holds(&on, &floor_plane, with_vector(certificate(FK_TOUCHING, 1, first), 0, 0, -1)));
    fk_vertex_pair none[] = {{8, 0}};
    assert_false(holds(&on, &floor_plane, certificate(FK_TOUCHING, 1, none)));
    fk_piece slope = fk_piece_half_space(fk_vec3_make(3, 4, 0), 0);
    fk_piece sphere = fk_piece_sphere(fk_vec3_make(6, 8, 0), 10),
             less = fk_piece_sphere(fk_vec3_make(6, 8, 0), nextafter(10, 9));
    assert_true(holds(&sphere, &slope, certificate(FK_TOUCHING, 1, first)));
    assert_true(holds(&less, &slope, certificate(FK_APART, 1, first)));
    assert_proves_only_its_verdict(&less, &slope, certificate(FK_APART, 1, first));
}

static void test_two_half_spaces(void **state)
{
    (void)state;
    fk_piece a = fk_piece_half_space(fk_vec3_make(1, 2, -3), 5);
    struct {
        fk_piece b;
        fk_verdict verdict;
    } cases[] = {
        {fk_piece_half_space(fk_vec3_make(-2, -4, 6), -10), FK_TOUCHING},
        {fk_piece_half_space(fk_vec3_make(-2, -4, 6), nextafter(-10, -11)), FK_APART},
        {fk_piece_half_space(fk_vec3_make(-2, -4, 6), nextafter(-10, 0)), FK_OVERLAPPING},
        {fk_piece_half_space(fk_vec3_make(2, 4, -6), -10), FK_OVERLAPPING},
        {fk_piece_half_space(fk_vec3_make(-2, -4, nextafter(6, 7)), -100), FK_OVERLAPPING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_proves_only_its_verdict(&a, &cases[i].b, certificate(cases[i].verdict, 0, NULL));
        assert_proves_only_its_verdict(&cases[i].b, &a, certificate(cases[i].verdict, 0, NULL));
    }
    fk_vertex_pair pair[] = {{0, 0}};
    assert_false(holds(&a, &cases[0].b, certificate(FK_TOUCHING, 1, pair)));
    assert_false(holds(&a, &cases[0].b, with_vector(certificate(FK_TOUCHING, 0, NULL), 1, 2, -3)));
}

/* ---- pieces that are not valid ------------------------------------------------------------------------- */

static void test_invalid_pieces(void **state)
{
    (void)state;
    fk_certificate c = with_vector(certificate(FK_APART, 0, NULL), 1, 0, 0);
    fk_piece a = cube(0, 0, 0, 1);
    fk_piece bad[] = {cube(NAN, 0, 0, 1),
                      cube(5, 0, INFINITY, 1),
                      fk_piece_sphere(fk_vec3_make(5, 0, 0), -1),
                      fk_piece_sphere(fk_vec3_make(5, 0, 0), -0x1p-1074),
                      fk_piece_half_space(fk_vec3_make(0, 0, 0), 1),
                      fk_piece_point(fk_vec3_make(0, 0, 0))};
    bad[5].kind = (fk_kind)77;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(holds(&a, &bad[i], c));
        assert_false(holds(&bad[i], &a, c));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_apart_by_vector, fpu_usual),
        cmocka_unit_test_teardown(test_apart_by_pairs, fpu_usual),
        cmocka_unit_test_teardown(test_touching, fpu_usual),
        cmocka_unit_test_teardown(test_meeting_simplices, fpu_usual),
        cmocka_unit_test_teardown(test_touching_when_flat, fpu_usual),
        cmocka_unit_test_teardown(test_overlapping, fpu_usual),
        cmocka_unit_test_teardown(test_round, fpu_usual),
        cmocka_unit_test_teardown(test_half_space, fpu_usual),
        cmocka_unit_test_teardown(test_two_half_spaces, fpu_usual),
        cmocka_unit_test_teardown(test_invalid_pieces, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
