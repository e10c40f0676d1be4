/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Contacts: points, depths and ids of the usual pairs of a simulation, ids that stay over a slow slide, both orders,
 * every kind and family. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/vec3.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/contact/contact.h"
#include "pair/pair.h"
#include "pieces.h"
#include "gen/family.h"
#include "shape/support.h"
#include "shape/vertices.h"

#define SEED 12

static bool near(fk_vec3 x, fk_vec3 y, double slack)
{
    fk_vec3 d = fk_vec3_sub(x, y);
    return sqrt(fk_vec3_dot(d, d)) <= slack;
}

static bool same_contact(const fk_contact *x, const fk_contact *y)
{
    bool same = x->count == y->count && same_vector(x->normal, y->normal) && x->depth == y->depth;
    for (uint32_t i = 0; same && i < x->count; i++)
        same = same_vector(x->point[i].point, y->point[i].point) && x->point[i].depth == y->point[i].depth &&
               x->point[i].feature == y->point[i].feature;
    return same;
}

static bool quick_normal(const fk_piece *a, const fk_piece *b, fk_vec3 *n)
{
    fk_contact_normal normal;
    bool found = fk_contact_find_normal(a, b, &normal);
    *n = normal.n;
    return found;
}

/* What holds for every contact, and the same in the other order with features turned around. */
static fk_contact contact_of(const fk_piece *a, const fk_piece *b)
{
    fk_contact ab, again, ba;
    assert_int_equal(fk_pair_contact(a, b, &ab), FK_OK);
    assert_int_equal(fk_pair_contact(a, b, &again), FK_OK);
    assert_true(same_contact(&ab, &again));
    assert_int_equal(fk_pair_contact(b, a, &ba), FK_OK);
    assert_true(ab.count <= FK_CONTACT_POINTS && ab.count == ba.count);
    double deepest = 0;
    for (uint32_t i = 0; i < ab.count; i++) {
        const fk_contact_point *p = &ab.point[i], *q = &ba.point[i];
        assert_true(fk_vec3_is_finite(p->point) && p->depth >= 0);
        deepest = fmax(deepest, p->depth);
        for (uint32_t k = 0; k < i; k++)
            assert_true(p->feature != ab.point[k].feature);
        if (fk_piece_order(a, b) != 0) {
            assert_true(same_vector(p->point, q->point) && p->depth == q->depth);
            assert_true(p->feature == (q->feature << 32 | q->feature >> 32));
        }
    }
    assert_true(ab.depth == deepest);
    if (fk_piece_order(a, b) != 0)
        assert_true(same_vector(ab.normal, fk_vec3_negate(ba.normal)));
    return ab;
}

/* So many points, all this deep, along a normal. */
static fk_contact assert_contact(const fk_piece *a, const fk_piece *b, uint32_t count, double depth,
                                 fk_vec3 normal)
{
    fk_contact c = contact_of(a, b);
    assert_int_equal(c.count, count);
    assert_true(near(c.normal, normal, 1e-9));
    for (uint32_t i = 0; i < count; i++)
        assert_true(fabs(c.point[i].depth - depth) < 1e-12);
    return c;
}

static bool has_point(const fk_contact *c, fk_vec3 point)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (near(c->point[i].point, point, 1e-9))
            return true;
    return false;
}

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

static void test_stacked_boxes(void **state)
{
    (void)state;
    fk_piece table = fk_piece_box(v(-2, -2, -1), v(4, 0, 0), v(0, 4, 0), v(0, 0, 1));
    fk_piece box = cube(-0.5, -0.5, -0.125, 1);
    fk_contact c = assert_contact(&table, &box, 4, 0.125, v(0, 0, 1));
    for (int k = 0; k < 4; k++) /* halfway between both faces */
        assert_true(has_point(&c, v(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, -0.0625)));
    fk_piece resting = cube(-0.5, -0.5, 0, 1);
    assert_contact(&table, &resting, 4, 0, v(0, 0, 1));
    fk_piece above = cube(-0.5, -0.5, 0.0625, 1);
    assert_int_equal(contact_of(&table, &above).count, 0);
    /* The same box twice, one upon the other: corners on corners. */
    fk_piece low = cube(0, 0, 0, 1), high = cube(0, 0, 0.875, 1);
    assert_contact(&low, &high, 4, 0.125, v(0, 0, 1));
    /* The corner of a table, and a table that is smaller than what lies on it. */
    fk_piece corner = cube(1.5, 1.5, -0.125, 1);
    c = assert_contact(&table, &corner, 4, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(2, 2, -0.0625)) && has_point(&c, v(1.5, 2, -0.0625)));
    fk_piece plate = fk_piece_box(v(-9, -9, -0.125), v(18, 0, 0), v(0, 18, 0), v(0, 0, 9));
    c = assert_contact(&table, &plate, 4, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(-2, 2, -0.0625)));
}

/* Features are named by the pieces, whichever of them has the face that the other is clipped to, and edges in any
 * direction; the faces of a mirrored box look outward, too. */
static void test_names(void **state)
{
    (void)state;
    fk_piece table = fk_piece_box(v(-2, -2, -1), v(4, 0, 0), v(0, 4, 0), v(0, 0, 1));
    fk_piece corner = fk_piece_tetra(v(0.25, 0.25, -0.125), v(1, 0, 1), v(-1, 1, 1), v(-1, -1, 1));
    fk_contact c = assert_contact(&corner, &table, 1, 0.125, v(0, 0, -1));
    assert_int_equal(c.point[0].feature >> 60, FK_FEATURE_VERTEX);
    assert_int_equal(c.point[0].feature >> 28 & 15, FK_FEATURE_FACE);
    assert_int_equal(fk_feature_edge_id(3, 5), fk_feature_edge_id(5, 3));
    fk_piece mirrored = fk_piece_box(v(-2, -2, -1), v(0, 4, 0), v(4, 0, 0), v(0, 0, 1));
    fk_piece box = cube(1.5, 1.5, -0.125, 1);
    c = assert_contact(&mirrored, &box, 4, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(2, 2, -0.0625)) && has_point(&c, v(1.5, 2, -0.0625)));
}

/* Two squares, one turned by 45 degrees: an octagon, of which four corners stay. */
static void test_octagon(void **state)
{
    (void)state;
    fk_piece low = cube(-1, -1, -2, 2);
    double s = 1.25;
    fk_piece high = fk_piece_box(v(0, -s, -0.125), v(s, s, 0), v(-s, s, 0), v(0, 0, 1));
    fk_contact c = assert_contact(&low, &high, 4, 0.125, v(0, 0, 1));
    for (uint32_t i = 0; i < 4; i++)
        assert_true(fabs(fabs(c.point[i].point.x) - 1) < 1e-9 || fabs(fabs(c.point[i].point.y) - 1) < 1e-9);
}

static void test_tilted_box(void **state)
{
    (void)state;
    fk_piece table = fk_piece_box(v(-2, -2, -1), v(4, 0, 0), v(0, 4, 0), v(0, 0, 1));
    /* On one edge: two points of the same depth; on a corner: one. */
    fk_piece edge = fk_piece_box(v(0, -0.5, -0.125), v(1, 0, 1), v(0, 1, 0), v(-1, 0, 1));
    fk_contact c = assert_contact(&table, &edge, 2, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(0, 0.5, -0.0625)) && has_point(&c, v(0, -0.5, -0.0625)));
    fk_piece corner = fk_piece_tetra(v(0.25, 0.25, -0.125), v(1, 0, 1), v(-1, 1, 1), v(-1, -1, 1));
    c = assert_contact(&table, &corner, 1, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(0.25, 0.25, -0.0625)));
}

static void test_crossing_edges(void **state)
{
    (void)state;
    /* Roofs: the ridge of one along x, that of the other, upside down, along y. */
    fk_piece low = fk_piece_tetra(v(-2, 0, 0), v(4, 0, 0), v(2, 1, -4), v(2, -1, -4));
    fk_piece high = fk_piece_tetra(v(0, -2, -0.125), v(0, 4, 0), v(1, 2, 4), v(-1, 2, 4));
    fk_contact c = assert_contact(&low, &high, 1, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(0, 0, -0.0625)));
    /* The same that only touch. */
    fk_piece touching = fk_piece_tetra(v(0, -2, 0), v(0, 4, 0), v(1, 2, 4), v(-1, 2, 4));
    c = contact_of(&low, &touching);
    assert_true(c.count == 1 && has_point(&c, v(0, 0, 0)));
    /* Ridge on ridge, parallel: the two ends of what they share. */
    fk_piece along = fk_piece_tetra(v(-1, 0, 0), v(4, 0, 0), v(2, 1, 4), v(2, -1, 4));
    c = contact_of(&low, &along);
    assert_int_equal(c.count, 2);
    assert_true(has_point(&c, v(-1, 0, 0)) && has_point(&c, v(2, 0, 0)));
}

static void test_flat_pieces(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    fk_piece leaf = fk_piece_triangle(v(0.25, 0.25, 0.875), v(0.75, 0.25, 0.875), v(0.5, 0.75, 0.875));
    assert_contact(&box, &leaf, 3, 0.125, v(0, 0, 1));
    fk_piece rod = fk_piece_segment(v(-1, 0.5, 0.875), v(3, 0.5, 0.875));
    fk_contact c = assert_contact(&box, &rod, 2, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(0, 0.5, 0.9375)) && has_point(&c, v(1, 0.5, 0.9375)));
    fk_piece dot = fk_piece_point(v(0.5, 0.5, 0.875));
    assert_contact(&box, &dot, 1, 0.125, v(0, 0, 1));
    fk_piece other = fk_piece_triangle(v(0.25, 0.25, 0.875), v(0.75, 0.25, 0.875), v(0.5, 0.75, 1));
    c = contact_of(&leaf, &other);
    assert_true(c.count >= 1 && c.depth == 0);
    c = contact_of(&dot, &dot);
    assert_true(c.count == 1 && c.depth == 0);
}

static void test_hulls(void **state)
{
    (void)state;
    fk_piece table = fk_piece_box(v(-2, -2, -1), v(4, 0, 0), v(0, 4, 0), v(0, 0, 1));
    fk_vec3 corner[8], ring[64];
    for (int i = 0; i < 8; i++)
        corner[i] = v(i & 1, i & 2 ? 1 : 0, (i & 4 ? 1 : 0) - 0.125);
    fk_piece small = fk_piece_hull(corner, 8);
    assert_contact(&table, &small, 4, 0.125, v(0, 0, 1));
    /* A drum of 32 sides: one point without its hull, four with it. */
    for (int i = 0; i < 64; i++)
        ring[i] =
            v(fk_cos(i % 32 * 0.19634954084936207), fk_sin(i % 32 * 0.19634954084936207), i / 32 - 0.125);
    fk_piece drum = fk_piece_hull(ring, 64);
    fk_contact c = contact_of(&table, &drum);
    assert_true(c.count == 1 && fabs(c.depth - 0.125) < 1e-12);
    uint32_t begin[35], list[64 + 128];
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t next = (i + 1) % 32, side[4] = {i, next, 32 + next, 32 + i};
        begin[i] = 4 * i;
        memcpy(list + begin[i], side, sizeof side);
        list[128 + i] = 31 - i;
        list[160 + i] = 32 + i;
    }
    begin[32] = 128;
    begin[33] = 160;
    begin[34] = 192;
    fk_hull hull = {3, 64, ring, NULL, 34, begin, list, NULL, NULL, NULL, NULL, NULL, 0};
    drum.as.hull.hint = &hull;
    assert_contact(&table, &drum, 4, 0.125, v(0, 0, 1));
}

/* ---- Round pieces and half-spaces ---------------------------------------------------------------------- */

static void test_spheres(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 2), ball = fk_piece_sphere(v(1, 0.5, 2.75), 1);
    fk_contact c = assert_contact(&box, &ball, 1, 0.25, v(0, 0, 1));
    assert_true(has_point(&c, v(1, 0.5, 1.875)));
    fk_piece other = fk_piece_sphere(v(1, 0.5, 4.5), 1);
    c = assert_contact(&ball, &other, 1, 0.25, v(0, 0, 1));
    assert_true(has_point(&c, v(1, 0.5, 3.625)));
    fk_piece touching = fk_piece_sphere(v(1, 0.5, 4.75), 1);
    assert_contact(&ball, &touching, 1, 0, v(0, 0, 1));
    /* Over an edge, and over a corner. */
    fk_piece edge = fk_piece_sphere(v(1, 2.6, 2.8), 1.25);
    c = assert_contact(&box, &edge, 1, 0.25, v(0, 0.6, 0.8));
    assert_true(has_point(&c, v(1, 2 - 0.125 * 0.6, 2 - 0.125 * 0.8)));
    fk_piece corner = fk_piece_sphere(v(4, 4, 3), 3.25);
    c = assert_contact(&box, &corner, 1, 0.25, v(2.0 / 3, 2.0 / 3, 1.0 / 3));
}

static void test_capsules(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 2), lying = fk_piece_capsule(v(0.5, 1, 2.25), v(1.5, 1, 2.25), 0.5);
    fk_contact c = assert_contact(&box, &lying, 2, 0.25, v(0, 0, 1));
    assert_true(has_point(&c, v(0.5, 1, 1.875)) && has_point(&c, v(1.5, 1, 1.875)));
    fk_piece over = fk_piece_capsule(v(-5, 1, 2.25), v(1.5, 1, 2.25), 0.5);
    c = assert_contact(&box, &over, 2, 0.25, v(0, 0, 1));
    assert_true(has_point(&c, v(0, 1, 1.875)));
    fk_piece standing = fk_piece_capsule(v(1, 1, 2.25), v(1, 1, 5), 0.5);
    assert_contact(&box, &standing, 1, 0.25, v(0, 0, 1));
    fk_piece beside = fk_piece_capsule(v(0, 1, 3), v(9, 1, 3), 0.5);
    c = assert_contact(&lying, &beside, 2, 0.25, v(0, 0, 1));
    assert_true(has_point(&c, v(0.5, 1, 2.625)) && has_point(&c, v(1.5, 1, 2.625)));
    fk_piece across = fk_piece_capsule(v(1, -5, 3), v(1, 5, 3), 0.5);
    c = assert_contact(&lying, &across, 1, 0.25, v(0, 0, 1));
    assert_true(has_point(&c, v(1, 1, 2.625)));
    /* Flush along an edge of the box. */
    fk_piece edge = fk_piece_capsule(v(0.5, 2.3, 2.4), v(1.5, 2.3, 2.4), 0.75);
    assert_contact(&box, &edge, 2, 0.25, v(0, 0.6, 0.8));
}

static void test_smooth_pieces(void **state)
{
    (void)state;
    fk_piece box = cube(-2, -2, -4, 4);
    fk_piece can = fk_piece_cylinder(v(0, 0, -0.125), v(0, 0, 3), 1);
    fk_contact c = assert_contact(&box, &can, 4, 0.125, v(0, 0, 1));
    for (uint32_t i = 0; i < 4; i++)
        assert_true(fabs(hypot(c.point[i].point.x, c.point[i].point.y) - 1) < 1e-9);
    fk_piece lying = fk_piece_cylinder(v(-1, 0, 0.875), v(1, 0, 0.875), 1);
    c = assert_contact(&box, &lying, 2, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(-1, 0, -0.0625)) && has_point(&c, v(1, 0, -0.0625)));
    fk_piece cone = fk_piece_cone(v(0, 0, -0.125), v(0, 0, 3), 1);
    assert_contact(&box, &cone, 4, 0.125, v(0, 0, 1));
    fk_piece tip = fk_piece_cone(v(0, 0, 3), v(0, 0, -0.125), 1);
    c = assert_contact(&box, &tip, 1, 0.125, v(0, 0, 1));
    /* A corner over the cap, at any angle, also outside of the octagon that stands for its rim. */
    fk_piece table = fk_piece_cylinder(v(0, 0, -3), v(0, 0, 0), 1);
    for (int i = 0; i < 16; i++) {
        fk_vec3 at = v(0.97 * fk_cos(0.4 * i), 0.97 * fk_sin(0.4 * i), -0.0078125);
        fk_piece corner = fk_piece_tetra(at, v(1, 0, 1), v(-1, 1, 1), v(-1, -1, 1));
        c = contact_of(&table, &corner);
        assert_true(near(c.normal, v(0, 0, 1), 1e-9) && fabs(c.depth - 0.0078125) < 1e-12);
        assert_true(has_point(&c, v(at.x, at.y, -0.00390625)));
        assert_int_equal(c.point[0].feature >> 60, FK_FEATURE_FACE);
    }
    fk_piece egg = fk_piece_ellipsoid(v(0, 0, 0.875), v(2, 0, 0), v(0, 1, 0), v(0, 0, 1));
    c = assert_contact(&box, &egg, 1, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(0, 0, -0.0625)));
}

static void test_half_spaces(void **state)
{
    (void)state;
    fk_piece floor = fk_piece_half_space(v(0, 0, 3), 3); /* z <= 1 */
    fk_piece box = cube(5, 6, 0.875, 2);
    fk_contact c = assert_contact(&floor, &box, 4, 0.125, v(0, 0, 1));
    assert_true(has_point(&c, v(5, 6, 0.9375)) && has_point(&c, v(7, 8, 0.9375)));
    fk_piece ball = fk_piece_sphere(v(5, 6, 1.875), 1);
    assert_contact(&floor, &ball, 1, 0.125, v(0, 0, 1));
    fk_piece rod = fk_piece_capsule(v(5, 6, 1.875), v(9, 6, 1.875), 1);
    assert_contact(&floor, &rod, 2, 0.125, v(0, 0, 1));
    fk_piece can = fk_piece_cylinder(v(5, 6, 0.875), v(5, 6, 5), 1);
    assert_contact(&floor, &can, 4, 0.125, v(0, 0, 1));
    fk_piece resting = cube(5, 6, 1, 2);
    assert_contact(&floor, &resting, 4, 0, v(0, 0, 1));
    fk_piece wall = fk_piece_half_space(v(1, 0, 0), 0);
    c = contact_of(&floor, &wall);
    assert_int_equal(c.count, 1); /* deep without end */
}

/* ---- A slow slide -------------------------------------------------------------------------------------- */

static bool has_feature(const fk_contact *c, uint64_t feature)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->point[i].feature == feature)
            return true;
    return false;
}

/* Slides a box over the edge of a table in small moves, and returns in how many of them an id changed. noise lifts and
 * tilts it a little from move to move. */
static int changes_of_slide(double yaw, double noise, uint32_t expected_count)
{
    fk_piece table = fk_piece_box(v(-2, -2, -1), v(4, 0, 0), v(0, 4, 0), v(0, 0, 1));
    fk_piece box = cube(-0.5, -0.5, 0, 1);
    fk_random random = fk_random_make(SEED);
    fk_contact last = {0};
    int changes = 0;
    for (int step = 0; step < 1000; step++) {
        double roll = noise * fk_random_between(&random, -1, 1);
        double pitch = noise * fk_random_between(&random, -1, 1);
        double lift = -0.01 + noise * fk_random_between(&random, -1, 1);
        fk_pose pose = fk_pose_from_rpy(v(0.5 + step * 0.0013987, 0.1, lift), v(roll, pitch, yaw));
        fk_piece placed = fk_piece_place(&box, &pose, NULL);
        fk_contact c = contact_of(&table, &placed);
        assert_int_equal(c.count, expected_count);
        bool changed = false;
        for (uint32_t i = 0; i < c.count && step > 0; i++)
            changed = changed || !has_feature(&last, c.point[i].feature);
        changes += changed;
        last = c;
    }
    return changes;
}

static void test_slide(void **state)
{
    (void)state;
    static const double noise[] = {0, 1e-12, 1e-9, 1e-6, 1e-3};
    for (int k = 0; k < 5; k++) {
        /* The front of the box passes the edge of the table, and nothing else happens. */
        assert_int_equal(changes_of_slide(0, noise[k], 4), 1);
        /* Turned: corner after corner passes; of five points that lie on the table for a while, four are kept. */
        assert_int_equal(changes_of_slide(0.3, noise[k], 4), 2);
        assert_int_equal(changes_of_slide(1, noise[k], 4), 3);
    }
}

/* ---- The quick way and the proved one ------------------------------------------------------------------ */

static long double long_dot(fk_vec3 x, fk_vec3 y)
{
    return (long double)x.x * y.x + (long double)x.y * y.y + (long double)x.z * y.z;
}

static long double long_height(fk_vec3 n, fk_vec3 point, fk_vec3 base)
{
    return n.x * ((long double)point.x - base.x) + n.y * ((long double)point.y - base.y) +
           n.z * ((long double)point.z - base.z);
}

/* The same of a cylinder, cone or ellipsoid. */
static long double smooth_reach_of(const fk_piece *piece, fk_vec3 base, fk_vec3 n, long double *size)
{
    const fk_capsule *c = &piece->as.capsule;
    if (piece->kind == FK_KIND_ELLIPSOID) {
        const fk_vec3 *e = piece->as.ellipsoid.edge;
        long double x = long_dot(e[0], n), y = long_dot(e[1], n), z = long_dot(e[2], n);
        *size = fmaxl(*size, sqrtl(long_dot(e[0], e[0]) + long_dot(e[1], e[1]) + long_dot(e[2], e[2])));
        return long_height(n, piece->as.ellipsoid.origin, base) + sqrtl(x * x + y * y + z * z);
    }
    fk_vec3 axis = fk_vec3_sub(c->end[1], c->end[0]);
    long double along = long_dot(axis, n), square = long_dot(axis, axis);
    long double x = (long double)n.y * axis.z - (long double)n.z * axis.y;
    long double y = (long double)n.z * axis.x - (long double)n.x * axis.z;
    long double z = (long double)n.x * axis.y - (long double)n.y * axis.x;
    long double rim = c->radius * sqrtl((x * x + y * y + z * z) / square);
    long double first = long_height(n, c->end[0], base), last = first + along;
    *size = fmaxl(*size, fmaxl(sqrtl(square), c->radius));
    return fmaxl(first + rim, piece->kind == FK_KIND_CONE ? last : last + rim);
}

/* How far a piece reaches along n, seen from a base; and the largest coordinate of what was looked at. */
static long double reach_of(const fk_piece *piece, fk_vec3 base, fk_vec3 n, long double *size)
{
    long double most = -HUGE_VAL;
    if (fk_piece_is_smooth(piece))
        return smooth_reach_of(piece, base, n, size);
    for (uint32_t i = 0; i < fk_piece_vertex_count(piece); i++) {
        fk_vec3 term[FK_TERM_MAX];
        uint32_t count = fk_piece_vertex_terms(piece, i, term);
        long double height = 0;
        for (int axis = 0; axis < 3; axis++) {
            long double x = -(long double)fk_vec3_get(base, axis);
            for (uint32_t k = 0; k < count; k++)
                x += fk_vec3_get(term[k], axis);
            *size = fmaxl(*size, fabsl(x));
            height += x * fk_vec3_get(n, axis);
        }
        most = fmaxl(most, height);
    }
    *size = fmaxl(*size, fk_piece_radius(piece));
    return most + fk_piece_radius(piece);
}

static fk_vec3 first_vertex(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL ? fk_points_at(&piece->as.hull, 0) : piece->as.point;
}

/* Along the quick normal, pieces that meet come free after their depth, up to `slack` of the size. True when there is
 * one. */
static bool assert_normal(const fk_piece *a, const fk_piece *b, double slack)
{
    fk_vec3 n;
    fk_depth depth;
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict == FK_APART || verdict == FK_UNDECIDED || !quick_normal(a, b, &n))
        return false;
    assert_int_equal(fk_pair_depth(a, b, &depth), FK_OK);
    fk_vec3 base = first_vertex(a);
    long double size = 0, height = reach_of(a, base, n, &size);
    height += reach_of(b, base, fk_vec3_negate(n), &size);
    assert_true(fabs(fk_vec3_dot(n, n) - 1) < 1e-14);
    assert_true(height <= depth.depth.hi + slack * size);
    assert_true(height >= depth.depth.lo - 1e-12L * size);
    fk_contact c = contact_of(a, b);
    /* A face that is tilted by 1.4e-3 against the normal may carry the contact. */
    assert_true(c.count > 0 && c.depth <= depth.depth.hi + 3e-3 * (double)size);
    return true;
}

/* Up to 1e-6 where smooth pieces have exits of almost the same length all around. */
static void test_quick_normals(void **state)
{
    (void)state;
    static const fk_kind kind[] = {FK_KIND_POINT,    FK_KIND_SEGMENT, FK_KIND_TRIANGLE, FK_KIND_TETRA,
                                   FK_KIND_BOX,      FK_KIND_SPHERE,  FK_KIND_CAPSULE,  FK_KIND_HULL,
                                   FK_KIND_CYLINDER, FK_KIND_CONE,    FK_KIND_ELLIPSOID};
    for (size_t family = 0; family < fk_family_count(); family++) {
        int met = 0, found = 0;
        for (uint64_t index = 0; index < 121 * 8; index++) {
            fk_family_pair pair;
            fk_family_make(family, kind[index % 11], kind[index / 11 % 11], SEED, index, &pair);
            bool is_smooth = fk_piece_is_smooth(&pair.a) || fk_piece_is_smooth(&pair.b);
            fk_verdict verdict = fk_pair_verdict(&pair.a, &pair.b);
            met += verdict == FK_OVERLAPPING || verdict == FK_TOUCHING;
            found += assert_normal(&pair.a, &pair.b, is_smooth ? 2e-6 : 2e-8);
        }
        if (family == fk_family_find("random") || family == fk_family_find("gap-1e-6"))
            assert_true(met > 100 && found > 0.95 * met);
    }
}

/* Numbers times a power of two. */
static fk_piece scaled(const fk_piece *piece, double scale)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < count; i++)
        number[i] *= scale;
    return fk_piece_from_numbers(piece->kind, number);
}

static fk_vec3 random_vector(fk_random *random, double most)
{
    double x = fk_random_between(random, -most, most), y = fk_random_between(random, -most, most);
    return v(x, y, fk_random_between(random, -most, most));
}

/* Pairs as in a simulation: anywhere, deep in each other, with faces nearly parallel. Every one that meets has a quick normal
 * when it is wanted, but for some smooth ones around nearly the same axis. */
static void assert_placed(const fk_piece *a, const fk_piece *b, double scale, double far, bool is_wanted)
{
    fk_random random = fk_random_make(SEED);
    bool is_smooth = fk_piece_is_smooth(a) || fk_piece_is_smooth(b);
    int met = 0, found = 0;
    for (int i = 0; i < 60; i++) {
        fk_piece placed[2];
        for (int k = 0; k < 2; k++) {
            fk_vec3 turn = random_vector(&random, i % 3 == 0 ? 1e-9 : 3);
            fk_vec3 way = random_vector(&random, i % 4 == 0 ? 1e-2 : 0.6);
            fk_pose pose = fk_pose_from_rpy(v(way.x + far, way.y - far, way.z), turn);
            placed[k] = fk_piece_place(k == 0 ? a : b, &pose, NULL);
            placed[k] = scaled(&placed[k], scale);
        }
        if (fk_pair_verdict(&placed[0], &placed[1]) == FK_APART)
            continue;
        bool is_found = assert_normal(&placed[0], &placed[1], is_smooth ? 2e-6 : 1e-9);
        assert_true(is_smooth || is_found == is_wanted);
        found += is_found;
        contact_of(&placed[0], &placed[1]);
        met++;
    }
    assert_true(met > 10 && (found > 0.6 * met || !is_wanted));
}

static void test_placed_pairs(void **state)
{
    (void)state;
    static const double scale[] = {1, 0x1p-80, 0x1p80, 0x1p-500, 0x1p500};
    const fk_piece piece[] = {cube(-0.5, -0.5, -0.5, 1),
                              fk_piece_box(v(-0.5, -0.5, 0), v(1, 0, 0.25), v(0.5, -1, 0), v(0, 0, 0.125)),
                              fk_piece_sphere(v(0, 0, 0), 0.5),
                              fk_piece_capsule(v(0, 0, -0.5), v(0, 0, 0.5), 0.25),
                              fk_piece_tetra(v(-0.5, -0.5, -0.5), v(1, 0, 0), v(0, 1, 0), v(0, 0, 2)),
                              fk_piece_triangle(v(-1, -1, 0), v(1, -1, 0), v(0, 1, 0)),
                              fk_piece_cylinder(v(0, 0, -0.5), v(0, 0, 0.5), 0.5),
                              fk_piece_cone(v(0, 0, -0.5), v(0, 0, 0.75), 0.5)};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k <= i && (i != 5 || k != 5); k++)
            for (int s = 0; s < (i < 6 ? 5 : 3); s++) {
                assert_placed(&piece[i], &piece[k], scale[s], 0, s < 3);
                if (s == 0)
                    assert_placed(&piece[i], &piece[k], 1, 0x1p30, true);
            }
}

/* ---- Posed hulls, and the levels of instructions ------------------------------------------------------- */

/* A hull on a ball, with its hints; the caller frees it. */
static fk_hull *ball_hull(fk_context *context, uint64_t seed, uint32_t count)
{
    fk_vec3 point[300];
    fk_hull *hull;
    fk_random random = fk_random_make(seed);
    for (uint32_t i = 0; i < count; i++)
        point[i] = fk_vec3_unit(random_vector(&random, 1));
    assert_int_equal(fk_hull_build(context, point, count, &hull), FK_OK);
    return hull;
}

/* A posed hull has the same contacts as its placed points, also with hints of another hull, and on every level. */
static void test_posed_hulls(void **state)
{
    (void)state;
    static const char *const levels[] = {"plain", "vector", "avx2", "avx512"};
    static const uint32_t counts[] = {4, 20, 128, 300};
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    fk_random random = fk_random_make(SEED);
    for (int i = 0; i < 200; i++) {
        fk_hull *hull = ball_hull(context, (uint64_t)i, counts[i % 4]),
                *wrong = ball_hull(context, 999, counts[i % 4]);
        fk_vec3 room[300];
        fk_pose pose = fk_pose_from_rpy(random_vector(&random, 0.9), random_vector(&random, 3));
        fk_piece local = fk_hull_piece(hull), posed = fk_piece_place(&local, &pose, NULL);
        fk_piece placed = fk_piece_place(&local, &pose, room);
        fk_piece other[] = {cube(-0.5, -0.5, -0.5, 1), fk_piece_cylinder(v(0, 0, -1), v(0, 0, 1), 0.5),
                            fk_piece_sphere(v(0, 0, 0), 0.5), local};
        fk_contact first, again;
        const fk_piece *b = &other[i / 4 % 4];
        const char *asked = getenv("FARKAS_CPU");
        for (int level = 0; level < 4; level++) {
            assert_int_equal(setenv("FARKAS_CPU", levels[level], 1), 0);
            fk_cpu_find();
            assert_int_equal(fk_pair_contact(&placed, b, level == 0 ? &first : &again), FK_OK);
            assert_true(level == 0 || memcmp(&first, &again, sizeof first) == 0);
            assert_int_equal(fk_pair_contact(&posed, b, &again), FK_OK);
            assert_memory_equal(&first, &again, sizeof first);
        }
        if (asked != NULL)
            setenv("FARKAS_CPU", asked, 1);
        else
            unsetenv("FARKAS_CPU");
        fk_cpu_find();
        if (wrong->vertex_count == hull->vertex_count) {
            placed.as.hull.hint = wrong;
            if (fk_pair_verdict(&placed, b) != FK_APART)
                assert_normal(&placed, b, 2e-6);
        }
        fk_hull_free(context, hull);
        fk_hull_free(context, wrong);
    }
    fk_context_destroy(context);
}

/* The same bytes on every level, for all kinds. */
static void test_levels(void **state)
{
    (void)state;
    static const char *const levels[] = {"plain", "vector", "avx2", "avx512"};
    const char *asked = getenv("FARKAS_CPU");
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t index = 0; index < 144; index++) {
            fk_family_pair pair;
            fk_contact contact[4];
            fk_family_make(family, (fk_kind)(1 + index % 12), (fk_kind)(1 + index / 12), SEED, index, &pair);
            for (int level = 0; level < 4; level++) {
                assert_int_equal(setenv("FARKAS_CPU", levels[level], 1), 0);
                fk_cpu_find();
                assert_int_equal(fk_pair_contact(&pair.a, &pair.b, &contact[level]), FK_OK);
                assert_memory_equal(&contact[0], &contact[level], sizeof contact[0]);
            }
        }
    if (asked != NULL)
        setenv("FARKAS_CPU", asked, 1);
    else
        unsetenv("FARKAS_CPU");
    fk_cpu_find();
}

/* Against a half-space: the depth is the proved one. */
static void test_quick_half_spaces(void **state)
{
    (void)state;
    static const fk_kind kind[] = {FK_KIND_TRIANGLE, FK_KIND_BOX, FK_KIND_SPHERE, FK_KIND_CAPSULE,
                                   FK_KIND_HULL};
    size_t family = fk_family_find("random");
    for (uint64_t index = 0; index < 2000; index++) {
        fk_family_pair pair;
        fk_depth depth;
        fk_vec3 n;
        fk_family_make(family, kind[index % 5], FK_KIND_HALF_SPACE, SEED, index, &pair);
        fk_contact c = contact_of(&pair.a, &pair.b);
        assert_int_equal(fk_pair_depth(&pair.a, &pair.b, &depth), FK_OK);
        if (c.count == 0)
            continue;
        assert_true(quick_normal(&pair.a, &pair.b, &n));
        assert_true(near(n, depth.direction, 1e-14));
        assert_true(fabs(c.depth - depth.depth.hi) <= 1e-12 * 100);
    }
    /* A can that touches a floor, or nearly so: the verdict tells whether there is a contact. */
    fk_piece floor = fk_piece_half_space(v(0, 0, 1), 0);
    for (int i = -20; i <= 20; i++) {
        fk_piece can = fk_piece_cylinder(v(0, 0, i * 0x1p-53 + 0.6), v(1.2, 0, 1.5 + i * 0x1p-53), 1);
        assert_int_equal(contact_of(&floor, &can).count > 0, fk_pair_verdict(&floor, &can) != FK_APART);
    }
    assert_false(quick_normal(&(fk_piece){.kind = FK_KIND_HALF_SPACE, .as.half = {{1, 0, 0}, 0}},
                              &(fk_piece){.kind = FK_KIND_HALF_SPACE, .as.half = {{0, 1, 0}, 0}},
                              &(fk_vec3){0}));
}

/* Spheres and capsules whose distance is the sum of their radii up to a few roundings: the verdict tells whether there is a
 * contact. The whole family is moved far away, too. */
static void test_nearly_touching_rounds(void **state)
{
    (void)state;
    fk_random random = fk_random_make(SEED);
    int met = 0, apart = 0;
    for (int i = 0; i < 4000; i++) {
        fk_vec3 far = fk_vec3_scale(random_vector(&random, 1), i % 3 == 0 ? 1e6 : 0);
        fk_vec3 p = fk_vec3_add(far, random_vector(&random, 1)), way = random_vector(&random, 2);
        fk_vec3 axis = fk_vec3_cross(way, random_vector(&random, 1));
        double length = sqrt(fk_vec3_dot(way, way)) * (1 + (i % 41 - 20) * 0x1p-54);
        double share = fk_random_between(&random, 0.1, 0.9);
        fk_vec3 q = fk_vec3_add(p, way);
        fk_piece a = fk_piece_sphere(p, share * length);
        fk_piece b = i % 2 == 0 ? fk_piece_sphere(q, length - share * length)
                                : fk_piece_capsule(fk_vec3_sub(q, axis), fk_vec3_add(q, axis),
                                                   length - share * length);
        bool meets = fk_pair_verdict(&a, &b) != FK_APART;
        assert_int_equal(contact_of(&a, &b).count > 0, meets);
        met += meets;
        apart += !meets;
    }
    assert_true(met > 500 && apart > 500);
}

/* Where several ways are equally short, the first face wins, and edges that span the normal of a face do not. */
static void test_ties(void **state)
{
    (void)state;
    fk_piece low = cube(0, 0, 0, 1), high = cube(0.5, 0.5, 0.5, 1);
    fk_contact c = contact_of(&low, &high);
    assert_true(c.count == 4 && fabs(c.depth - 0.5) < 1e-12);
    fk_vec3 n;
    assert_true(quick_normal(&low, &high, &n));
    assert_true(same_vector(n, v(0, 0, 1)));
    /* Cores that cross, cores that touch, and one centre: an end of the search for a direction. */
    fk_piece rod = fk_piece_capsule(v(-1, 0, 0), v(1, 0, 0), 0.5),
             across = fk_piece_capsule(v(0, -1, 0), v(0, 1, 0), 0.25);
    assert_true(quick_normal(&rod, &across, &n));
    assert_true(near(n, v(0, 0, 1), 1e-15) || near(n, v(0, 0, -1), 1e-15));
    assert_true(fabs(contact_of(&rod, &across).depth - 0.75) < 1e-12);
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), 1), inner = fk_piece_sphere(v(0, 0, 0), 0.25);
    assert_false(quick_normal(&ball, &inner, &n));
    assert_true(fabs(contact_of(&ball, &inner).depth - 1.25) < 1e-12);
}

/* ---- Everything ---------------------------------------------------------------------------------------- */

static void test_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t index = 0; index < 200; index++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, SEED, index, &pair);
            fk_contact c = contact_of(&pair.a, &pair.b);
            fk_verdict verdict = fk_pair_verdict(&pair.a, &pair.b);
            if (verdict == FK_APART)
                assert_int_equal(c.count, 0);
            else if (verdict != FK_UNDECIDED)
                assert_true(c.count > 0);
        }
}

/* Points lie near both pieces, and no deeper than the pieces are. */
static void test_points_of_random_pairs(void **state)
{
    (void)state;
    size_t family = fk_family_find("random");
    for (uint64_t index = 0; index < 2000; index++) {
        fk_family_pair pair;
        fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, SEED, index, &pair);
        fk_contact c = contact_of(&pair.a, &pair.b);
        fk_depth d;
        assert_int_equal(fk_pair_depth(&pair.a, &pair.b, &d), FK_OK);
        if (!(d.depth.hi < HUGE_VAL))
            continue;
        assert_true(c.depth <= d.depth.hi + 1e-6);
        for (uint32_t i = 0; i < c.count; i++) {
            fk_piece ball = fk_piece_sphere(c.point[i].point, 0.5 * c.point[i].depth + 1e-6);
            assert_true(fk_pair_verdict(&pair.a, &ball) != FK_APART || c.count == 1);
            assert_true(fk_pair_verdict(&pair.b, &ball) != FK_APART || c.count == 1);
        }
    }
}

static void test_modes(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t index = 0; index < 5; index++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, SEED + 1, index, &pair);
            for (int mode = 0; mode < FPU_MODES; mode++) {
                fk_contact c;
                fpu_set(mode);
                fk_status status = fk_pair_contact(&pair.a, &pair.b, &c);
                fpu_set(0);
                assert_int_equal(status, FK_OK);
                fk_verdict verdict = fk_pair_verdict(&pair.a, &pair.b);
                assert_int_equal(c.count > 0, verdict != FK_APART);
                for (uint32_t i = 0; i < c.count; i++)
                    assert_true(fk_vec3_is_finite(c.point[i].point) && c.point[i].depth >= 0);
            }
        }
}

static void test_bad_pieces(void **state)
{
    (void)state;
    fk_contact c;
    fk_piece good = cube(0, 0, 0, 1), bad = cube(0, 0, 0, NAN), none = fk_piece_hull(NULL, 0);
    memset(&c, 7, sizeof c);
    fk_contact before = c;
    assert_int_equal(fk_pair_contact(&good, &bad, &c), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_pair_contact(&none, &good, &c), FK_ERROR_PIECE);
    assert_memory_equal(&c, &before, sizeof c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stacked_boxes),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_octagon),
        cmocka_unit_test(test_tilted_box),
        cmocka_unit_test(test_crossing_edges),
        cmocka_unit_test(test_flat_pieces),
        cmocka_unit_test(test_hulls),
        cmocka_unit_test(test_spheres),
        cmocka_unit_test(test_capsules),
        cmocka_unit_test(test_smooth_pieces),
        cmocka_unit_test(test_half_spaces),
        cmocka_unit_test(test_slide),
        cmocka_unit_test(test_quick_normals),
        cmocka_unit_test(test_placed_pairs),
        cmocka_unit_test(test_posed_hulls),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_quick_half_spaces),
        cmocka_unit_test(test_nearly_touching_rounds),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_points_of_random_pairs),
        cmocka_unit_test_teardown(test_modes, fpu_usual),
        cmocka_unit_test(test_bad_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
