/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The relation of two pieces: contract cases with touching from inside; and all kinds of pieces with an interior in all
 * others, where points on the boundary of the inner piece and the distance from the outer one, in long doubles, tell the
 * truth. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "farkas/pair.h"
#include "farkas/tree.h"
#include "fpu_modes.h"
#include "pieces.h"
#include "sanitized.h"
#include "shape/support.h"
#include "small_stack.h"

static fk_relation swapped(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

static fk_relation relation_both_ways(const fk_piece *a, const fk_piece *b)
{
    fk_relation relation = fk_pair_relation(a, b);
    assert_int_equal(fk_pair_relation(b, a), swapped(relation));
    return relation;
}

#define assert_relation(a, b, wanted)                                                                        \
    assert_string_equal(fk_relation_name(relation_both_ways(&(a), &(b))), fk_relation_name(wanted))

/* ---- Contract cases ------------------------------------------------------------------------------------ */

static fk_piece upright(fk_kind kind, double x, double z, double height, double radius)
{
    fk_vec3 base = v(x, 0, z), top = v(x, 0, z + height);
    return kind == FK_KIND_CONE       ? fk_piece_cone(base, top, radius)
           : kind == FK_KIND_CYLINDER ? fk_piece_cylinder(base, top, radius)
                                      : fk_piece_capsule(base, top, radius);
}

static void cylinders_in_cylinders(void **state)
{
    (void)state;
    fk_piece outer = upright(FK_KIND_CYLINDER, 0, 0, 10, 3);
    fk_piece coaxial = upright(FK_KIND_CYLINDER, 0, 2, 4, 2), beside = upright(FK_KIND_CYLINDER, 1, 2, 4, 1);
    assert_relation(coaxial, outer, FK_RELATION_A_IN_B);
    assert_relation(beside, outer, FK_RELATION_A_IN_B);
    fk_piece on_side = upright(FK_KIND_CYLINDER, 2, 2, 4, 1), on_base = upright(FK_KIND_CYLINDER, 0, 0, 4, 3);
    assert_relation(on_side, outer, FK_RELATION_A_IN_B);
    assert_relation(on_base, outer, FK_RELATION_A_IN_B);
    fk_piece through_side = upright(FK_KIND_CYLINDER, 2, 2, 4, nextafter(1, 2));
    assert_relation(through_side, outer, FK_RELATION_HARD);
    fk_piece through_base = upright(FK_KIND_CYLINDER, 0, -0x1p-40, 4, 3);
    assert_relation(through_base, outer, FK_RELATION_HARD);
    fk_piece turned = fk_piece_cylinder(v(0, 0, 10), v(0, 0, 0), 3);
    assert_relation(turned, outer, FK_RELATION_DUPLICATE);
    assert_relation(outer, outer, FK_RELATION_DUPLICATE);
    fk_piece tilted = fk_piece_cylinder(v(-1, 0, 3), v(1, 0.5, 7), 1);
    assert_relation(tilted, outer, FK_RELATION_A_IN_B);
    fk_piece across = fk_piece_cylinder(v(-2, 0, 5), v(2, 0, 5), 1);
    assert_relation(across, outer, FK_RELATION_A_IN_B);
    fk_piece too_long = fk_piece_cylinder(v(-3, 0, 5), v(3, 0, 5), 0.01);
    assert_relation(too_long, outer, FK_RELATION_HARD);
    fk_piece far_away = fk_piece_cylinder(v(9, 0, 0), v(9, 0, 5), 1),
             stacked = upright(FK_KIND_CYLINDER, 0, 10, 1, 3);
    assert_relation(far_away, outer, FK_RELATION_APART);
    assert_true(fk_pair_relation(&stacked, &outer) == FK_RELATION_CONTACT ||
                fk_pair_relation(&stacked, &outer) == FK_RELATION_UNDECIDED);
}

static void cones(void **state)
{
    (void)state;
    fk_piece outer = upright(FK_KIND_CONE, 0, 0, 8, 4);
    fk_piece similar = upright(FK_KIND_CONE, 0, 1, 6, 3), on_side = upright(FK_KIND_CONE, 0, 2, 6, 3);
    assert_relation(similar, outer, FK_RELATION_A_IN_B);
    assert_relation(on_side, outer, FK_RELATION_A_IN_B);
    fk_piece higher = upright(FK_KIND_CONE, 0, 2, 6.5, 3);
    assert_relation(higher, outer, FK_RELATION_HARD);
    fk_piece cylinder = upright(FK_KIND_CYLINDER, 0, 0, 4, 2),
             thick = upright(FK_KIND_CYLINDER, 0, 0, 4, 2.01);
    assert_relation(cylinder, outer, FK_RELATION_A_IN_B);
    assert_relation(thick, outer, FK_RELATION_HARD);
    fk_piece around = upright(FK_KIND_CYLINDER, 0, 0, 8, 4);
    assert_relation(outer, around, FK_RELATION_A_IN_B);
    fk_piece ball = fk_piece_sphere(v(0, 0, 2), 1.5), large = fk_piece_sphere(v(0, 0, 2), 2.1);
    assert_relation(ball, outer, FK_RELATION_A_IN_B);
    assert_relation(large, outer, FK_RELATION_HARD);
    fk_piece tilted = fk_piece_cone(v(0.5, 0, 1), v(-0.5, 0, 4), 1);
    assert_relation(tilted, outer, FK_RELATION_A_IN_B);
}

static void balls_and_capsules(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), 5), on_wall = fk_piece_sphere(v(0, 3, 0), 2);
    fk_piece beyond = fk_piece_sphere(v(0, 3, 0), nextafter(2, 3));
    assert_relation(on_wall, ball, FK_RELATION_A_IN_B);
    assert_relation(beyond, ball, FK_RELATION_HARD);
    fk_piece capsule = fk_piece_capsule(v(0, 0, -3), v(0, 0, 3), 2),
             thin = fk_piece_capsule(v(0, 0, -3), v(1, 0, 3), 1);
    assert_relation(capsule, ball, FK_RELATION_A_IN_B);
    assert_relation(thin, capsule, FK_RELATION_A_IN_B);
    fk_piece turned = fk_piece_capsule(v(0, 0, 3), v(0, 0, -3), 2);
    assert_relation(turned, capsule, FK_RELATION_DUPLICATE);
    fk_piece rod = fk_piece_cylinder(v(0, 0, -4), v(0, 0, 4), 1),
             core = fk_piece_cylinder(v(0, 0, -3), v(0, 0, 3), 2);
    assert_relation(rod, capsule, FK_RELATION_A_IN_B);
    assert_relation(core, capsule, FK_RELATION_A_IN_B);
    fk_piece longer = fk_piece_cylinder(v(0, 0, -5), v(0, 0, 5), 1);
    assert_relation(longer, capsule, FK_RELATION_HARD);
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, -5), v(0, 0, 5), 2);
    assert_relation(capsule, cylinder, FK_RELATION_A_IN_B);
    fk_piece egg = fk_piece_ellipsoid(v(0, 0, 0), v(5, 0, 0), v(0, 4, 0), v(0, 0, 3));
    assert_relation(egg, ball, FK_RELATION_A_IN_B);
    fk_piece longer_egg = fk_piece_ellipsoid(v(0, 0, 0), v(5.001, 0, 0), v(0, 4, 0), v(0, 0, 3));
    assert_relation(longer_egg, ball, FK_RELATION_HARD);
    /* Beyond the sphere by one unit in the last place. */
    fk_piece hardly_longer = fk_piece_ellipsoid(v(0, 0, 0), v(nextafter(5, 6), 0, 0), v(0, 4, 0), v(0, 0, 3));
    assert_int_not_equal(relation_both_ways(&hardly_longer, &ball), FK_RELATION_A_IN_B);
    fk_piece same_ball = fk_piece_ellipsoid(v(0, 0, 0), v(5, 0, 0), v(0, 5, 0), v(0, 0, -5));
    assert_relation(same_ball, ball, FK_RELATION_DUPLICATE);
}

static void polyhedra_and_half_spaces(void **state)
{
    (void)state;
    fk_piece box = cube(-4, -4, -4, 8), inside = upright(FK_KIND_CYLINDER, 1, -4, 8, 3);
    assert_relation(inside, box, FK_RELATION_A_IN_B);
    fk_piece egg = fk_piece_ellipsoid(v(0, 0, 0), v(4, 0, 0), v(0, 2, 0), v(0, 0, 4));
    assert_relation(egg, box, FK_RELATION_A_IN_B);
    fk_piece moved = fk_piece_ellipsoid(v(0x1p-40, 0, 0), v(4, 0, 0), v(0, 2, 0), v(0, 0, 4));
    assert_relation(moved, box, FK_RELATION_HARD);
    fk_piece drum = upright(FK_KIND_CYLINDER, 0, -5, 10, 5), crate = cube(-3, -3, -5, 6);
    assert_relation(crate, drum, FK_RELATION_A_IN_B);
    fk_piece touching = fk_piece_box(v(-3, -4, -5), v(6, 0, 0), v(0, 8, 0), v(0, 0, 10));
    assert_relation(touching, drum, FK_RELATION_A_IN_B);
    fk_vec3 corner[8];
    for (uint32_t i = 0; i < 8; i++)
        corner[i] = fk_piece_vertex_at(&box, i);
    fk_piece hull = fk_piece_hull(corner, 8);
    assert_relation(hull, box, FK_RELATION_DUPLICATE);
    assert_relation(inside, hull, FK_RELATION_A_IN_B);
    assert_relation(moved, hull, FK_RELATION_HARD);
    fk_piece half = fk_piece_half_space(v(0, 0, 2), 8), lower = fk_piece_half_space(v(0, 0, 1), 3);
    assert_relation(box, half, FK_RELATION_A_IN_B);
    assert_relation(inside, half, FK_RELATION_A_IN_B);
    assert_relation(inside, lower, FK_RELATION_HARD);
    assert_relation(lower, half, FK_RELATION_A_IN_B);
    fk_piece same = fk_piece_half_space(v(0, 0, 1), 4), oblique = fk_piece_half_space(v(0, 1, 1), 4);
    assert_relation(same, half, FK_RELATION_DUPLICATE);
    assert_relation(oblique, half, FK_RELATION_HARD);
    fk_piece permuted = fk_piece_box(v(4, 4, 4), v(0, -8, 0), v(0, 0, -8), v(-8, 0, 0));
    assert_relation(permuted, box, FK_RELATION_DUPLICATE);
}

/* A flat piece in the surface of another one is a subset of it. */
static void flat_pieces(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 4), point = fk_piece_point(v(4, 1, 1)),
             plate = fk_piece_triangle(v(0, 1, 1), v(0, 3, 1), v(0, 1, 3));
    assert_relation(point, box, FK_RELATION_A_IN_B);
    assert_relation(plate, box, FK_RELATION_A_IN_B);
    fk_piece across = fk_piece_triangle(v(-1, 1, 1), v(5, 3, 1), v(0, 1, 3)),
             beside = fk_piece_triangle(v(4, 1, 1), v(4, 9, 1), v(4, 1, 3));
    assert_relation(across, box, FK_RELATION_HARD);
    assert_relation(beside, box, FK_RELATION_CONTACT);
    fk_piece sheet = fk_piece_box(v(0, 0, 0), v(0, 4, 0), v(0, 0, 4), v(0, 0, 0));
    assert_relation(plate, sheet, FK_RELATION_A_IN_B);
    fk_piece pin = fk_piece_capsule(v(1, 1, 1), v(3, 3, 3), 0), ball = fk_piece_sphere(v(2, 2, 2), 2);
    assert_relation(pin, ball, FK_RELATION_A_IN_B);
    fk_piece disc = fk_piece_ellipsoid(v(2, 2, 2), v(1, 0, 0), v(0, 1, 0), v(0, 0, 0));
    assert_relation(disc, box, FK_RELATION_A_IN_B);
    fk_piece bad = fk_piece_sphere(v(0, 0, 0), -1);
    assert_relation(bad, box, FK_RELATION_UNDECIDED);
}

/* ---- The truth: distance from a piece, in long doubles ------------------------------------------------- */

typedef struct long_vec3 {
    long double x, y, z;
} long_vec3;

static long_vec3 widened(fk_vec3 p)
{
    return (long_vec3){p.x, p.y, p.z};
}

static long_vec3 plus(long_vec3 a, long double s, long_vec3 b)
{
    return (long_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static long double dot(long_vec3 a, long_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static long_vec3 cross(long_vec3 a, long_vec3 b)
{
    return (long_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double length(long_vec3 a)
{
    return sqrtl(dot(a, a));
}

/* A polyhedron as its faces: planes through three vertices with all others on one side. */
#define MOST_FACES 220

typedef struct face_list {
    uint32_t count;
    long_vec3 normal[MOST_FACES], at[MOST_FACES];
} face_list;

/* For up to 12 vertices. */
static void list_faces(const fk_piece *piece, face_list *out)
{
    long_vec3 p[12];
    uint32_t count = fk_piece_vertex_count(piece);
    out->count = 0;
    for (uint32_t i = 0; i < count; i++)
        p[i] = widened(fk_piece_vertex_at(piece, i));
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t t = 0; t < i * i; t++) {
            uint32_t j = t / i, k = t % i;
            long_vec3 n = cross(plus(p[j], -1, p[i]), plus(p[k], -1, p[i]));
            long double size = length(n), highest = -HUGE_VALL;
            for (uint32_t m = 0; m < count && size > 0; m++)
                highest = fmaxl(highest, dot(n, plus(p[m], -1, p[i])) / size);
            if (size > 0 && highest < 1e-12L && out->count < MOST_FACES) {
                out->normal[out->count] = plus((long_vec3){0, 0, 0}, 1 / size, n);
                out->at[out->count++] = p[i];
            }
        }
}

static long double beyond_faces(const face_list *faces, long_vec3 x)
{
    long double most = -HUGE_VALL;
    for (uint32_t i = 0; i < faces->count; i++)
        most = fmaxl(most, dot(faces->normal[i], plus(x, -1, faces->at[i])));
    return most;
}

/* How far x is outside the piece: positive outside, negative inside; of the size of a distance. */
static long double outside(const fk_piece *piece, const face_list *faces, long_vec3 x)
{
    const fk_capsule *c = &piece->as.capsule;
    if (piece->kind == FK_KIND_HALF_SPACE)
        return (dot(widened(piece->as.half.normal), x) - (long double)piece->as.half.offset) /
               length(widened(piece->as.half.normal));
    if (piece->kind == FK_KIND_SPHERE)
        return length(plus(x, -1, widened(piece->as.sphere.center))) - (long double)piece->as.sphere.radius;
    if (piece->kind == FK_KIND_ELLIPSOID) {
        long_vec3 e[3], z = plus(x, -1, widened(piece->as.ellipsoid.origin)), s;
        long double shortest = HUGE_VALL;
        for (int k = 0; k < 3; k++) {
            e[k] = widened(piece->as.ellipsoid.edge[k]);
            shortest = fminl(shortest, length(e[k]));
        }
        long double volume = dot(e[0], cross(e[1], e[2]));
        s = (long_vec3){dot(z, cross(e[1], e[2])) / volume, dot(z, cross(e[2], e[0])) / volume,
                        dot(z, cross(e[0], e[1])) / volume};
        return (length(s) - 1) * shortest;
    }
    if (piece->kind < FK_KIND_SPHERE || piece->kind == FK_KIND_HULL)
        return beyond_faces(faces, x);
    long_vec3 u = plus(widened(c->end[1]), -1, widened(c->end[0])), z = plus(x, -1, widened(c->end[0]));
    long double height = length(u), along = dot(z, u) / height, across = length(cross(z, u)) / height;
    if (piece->kind == FK_KIND_CAPSULE) {
        long double nearest = fminl(fmaxl(along, 0), height);
        return length(plus(z, -nearest / height, u)) - (long double)c->radius;
    }
    long double ends = fmaxl(-along, along - height), radius = c->radius;
    if (piece->kind == FK_KIND_CYLINDER)
        return fmaxl(ends, across - radius);
    long double side = ((across - radius) * height + radius * along) / hypotl(radius, height);
    return fmaxl(ends, side);
}

/* ---- Points on the boundary of a piece ----------------------------------------------------------------- */

#define AROUND 96

/* The greatest distance of the boundary points of `inner` from `outer`. */
static long double farthest_outside(const fk_piece *outer, const fk_piece *inner)
{
    face_list faces;
    if (outer->kind < FK_KIND_SPHERE || outer->kind == FK_KIND_HULL)
        list_faces(outer, &faces);
    long double most = -HUGE_VALL;
    long_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, e[3], u, side;
    if (inner->kind < FK_KIND_SPHERE || inner->kind == FK_KIND_HULL) {
        for (uint32_t i = 0; i < fk_piece_vertex_count(inner); i++)
            most = fmaxl(most, outside(outer, &faces, widened(fk_piece_vertex_at(inner, i))));
        return most;
    }
    bool is_ball = inner->kind == FK_KIND_SPHERE || inner->kind == FK_KIND_CAPSULE;
    if (is_ball || inner->kind == FK_KIND_ELLIPSOID) {
        long double radius =
            inner->kind == FK_KIND_SPHERE ? inner->as.sphere.radius : inner->as.capsule.radius;
        for (int k = 0; k < 3; k++)
            e[k] =
                is_ball ? plus((long_vec3){0, 0, 0}, radius, unit[k]) : widened(inner->as.ellipsoid.edge[k]);
        for (int end = 0; end < (inner->kind == FK_KIND_CAPSULE ? 2 : 1); end++)
            for (int i = 0; i < AROUND * AROUND / 2; i++) {
                long double t = 2 * acosl(-1.0L) * (i % AROUND) / AROUND,
                            q = acosl(-1.0L) * (i / AROUND) * 2 / AROUND;
                long_vec3 x = widened(inner->kind == FK_KIND_CAPSULE  ? inner->as.capsule.end[end]
                                      : inner->kind == FK_KIND_SPHERE ? inner->as.sphere.center
                                                                      : inner->as.ellipsoid.origin);
                x = plus(plus(plus(x, cosl(t) * sinl(q), e[0]), sinl(t) * sinl(q), e[1]), cosl(q), e[2]);
                most = fmaxl(most, outside(outer, &faces, x));
            }
        return most;
    }
    const fk_capsule *c = &inner->as.capsule;
    u = plus(widened(c->end[1]), -1, widened(c->end[0]));
    side = cross(u, fabsl(u.x) < fabsl(u.y) ? unit[0] : unit[1]);
    e[0] = plus((long_vec3){0, 0, 0}, c->radius / length(side), side);
    side = cross(u, side);
    e[1] = plus((long_vec3){0, 0, 0}, c->radius / length(side), side);
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < 16 * AROUND; i++) {
            long double t = 2 * acosl(-1.0L) * i / (16 * AROUND),
                        share = end == 1 && inner->kind == FK_KIND_CONE ? 0 : 1;
            long_vec3 x = plus(widened(c->end[end]), share * cosl(t), e[0]);
            most = fmaxl(most, outside(outer, &faces, plus(x, share * sinl(t), e[1])));
        }
    return most;
}

/* ---- Random pieces ------------------------------------------------------------------------------------- */

static fk_vec3 vector_between(fk_random *random, double bound)
{
    double x = fk_random_between(random, -bound, bound), y = fk_random_between(random, -bound, bound);
    return v(x, y, fk_random_between(random, -bound, bound));
}

static const fk_kind kinds[] = {FK_KIND_BOX,      FK_KIND_TETRA,      FK_KIND_SPHERE,
                                FK_KIND_CAPSULE,  FK_KIND_HALF_SPACE, FK_KIND_HULL,
                                FK_KIND_CYLINDER, FK_KIND_CONE,       FK_KIND_ELLIPSOID};

/* A piece of about the given size around a place; `point` has room for a hull. */
static fk_piece random_piece(fk_random *random, fk_kind kind, fk_vec3 at, double size, fk_vec3 point[12])
{
    fk_vec3 u = vector_between(random, size), w = vector_between(random, size),
            t = vector_between(random, size);
    double radius = fk_random_between(random, 0.2, 1) * size;
    fk_vec3 middle = fk_vec3_scale(fk_vec3_add(fk_vec3_add(u, w), t), 0.5);
    switch (kind) {
    case FK_KIND_BOX:
        return fk_piece_box(fk_vec3_sub(at, middle), u, w, t);
    case FK_KIND_TETRA:
        return fk_piece_tetra(fk_vec3_sub(at, fk_vec3_scale(middle, 0.5)), u, w, t);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(at, radius);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(fk_vec3_sub(at, u), fk_vec3_add(at, u), radius);
    case FK_KIND_HALF_SPACE:
        return fk_piece_half_space(u, fk_vec3_dot(u, at) + size * fk_random_between(random, -1, 1));
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(fk_vec3_sub(at, u), fk_vec3_add(at, u), radius);
    case FK_KIND_CONE:
        return fk_piece_cone(fk_vec3_sub(at, fk_vec3_scale(u, 0.5)), fk_vec3_add(at, u), radius);
    case FK_KIND_ELLIPSOID:
        return fk_piece_ellipsoid(at, u, w, t);
    default:
        for (int i = 0; i < 12; i++)
            point[i] = fk_vec3_add(at, vector_between(random, size));
        return fk_piece_hull(point, 12);
    }
}

/* Counts of what was found for one pair of kinds. */
typedef struct tally {
    int inside, crossing, undecided;
} tally;

/* Compares the relation with the truth. The size of both is about 1; what is within the spacing of the points is open. */
static void check_random_pair(const fk_piece *a, const fk_piece *b, tally *count)
{
    long double a_out = a->kind == FK_KIND_HALF_SPACE ? 1 : farthest_outside(b, a);
    long double b_out = b->kind == FK_KIND_HALF_SPACE ? 1 : farthest_outside(a, b);
    fk_relation relation = relation_both_ways(a, b);
    bool is_a_in_b = relation == FK_RELATION_A_IN_B || relation == FK_RELATION_DUPLICATE;
    bool is_b_in_a = relation == FK_RELATION_B_IN_A || relation == FK_RELATION_DUPLICATE;
    assert_false(is_a_in_b && a_out > 1e-12L);
    assert_false(is_b_in_a && b_out > 1e-12L);
    assert_false(relation == FK_RELATION_HARD && (a_out < -0.01L || b_out < -0.01L));
    count->inside += is_a_in_b || is_b_in_a;
    count->crossing += relation == FK_RELATION_HARD;
    bool is_clear = (a_out < -0.01L || a_out > 1e-6L) && (b_out < -0.01L || b_out > 1e-6L);
    count->undecided += relation == FK_RELATION_UNDECIDED && is_clear;
}

/* The piece times a power of two, which is exact. A half-space keeps its normal. */
static fk_piece scaled(const fk_piece *piece, double by, fk_vec3 point[12])
{
    fk_piece result = *piece;
    if (piece->kind == FK_KIND_HALF_SPACE) {
        result.as.half.offset *= by;
        return result;
    }
    if (piece->kind == FK_KIND_HULL) {
        for (uint32_t i = 0; i < piece->as.hull.count; i++)
            point[i] = fk_vec3_scale(piece->as.hull.point[i], by);
        return fk_piece_hull(point, piece->as.hull.count);
    }
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < count; i++)
        number[i] *= by;
    return fk_piece_from_numbers(piece->kind, number);
}

/* At any scale that leaves the numbers exact, the relation is the same. */
static void check_scaled_pair(const fk_piece *a, const fk_piece *b, double by)
{
    fk_vec3 room[2][12];
    fk_piece c = scaled(a, by, room[0]), d = scaled(b, by, room[1]);
    assert_int_equal(fk_pair_relation(&c, &d), fk_pair_relation(a, b));
}

/* All kinds in all kinds, at several sizes and places. What is clear in the truth is decided. */
static void random_pairs(void **state)
{
    (void)state;
    int rounds = SANITIZED ? 6 : 24;
    fk_random random = fk_random_make(27);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            tally count = {0, 0, 0};
            for (int round = 0; round < rounds; round++) {
                fk_vec3 room[2][12];
                double size = round % 3 == 0 ? 1 : round % 3 == 1 ? 0.3 : 0.1;
                fk_vec3 center = round % 2 ? vector_between(&random, 0.3) : v(0, 0, 0);
                fk_piece a = random_piece(&random, kinds[i], center, size, room[0]);
                fk_piece b = random_piece(&random, kinds[k], v(0, 0, 0), 1, room[1]);
                check_random_pair(&a, &b, &count);
                check_scaled_pair(&a, &b, round % 2 ? 0x1p-150 : 0x1p150);
            }
            if (count.undecided > 0)
                fail_msg("kinds %d and %d: %d undecided", (int)kinds[i], (int)kinds[k], count.undecided);
        }
}

/* Proofs hold in every state of the floating-point unit. */
static void other_rounding(void **state)
{
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        cones(state);
        balls_and_capsules(state);
        polyhedra_and_half_spaces(state);
    }
}

/* The last points of a hull that lies in the unit ball and has many faces. */
static fk_vec3 ball_point[200];

static bool ask_many_faces(void)
{
    fk_piece hull = fk_piece_hull(ball_point, 200), ball = fk_piece_sphere(v(0, 0, 0), 0.5);
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, -0.5), v(0.1, 0, 0.5), 0.5);
    return fk_pair_relation(&ball, &hull) == FK_RELATION_A_IN_B &&
           fk_pair_relation(&hull, &cylinder) == FK_RELATION_B_IN_A;
}

static void stack_is_bounded(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (int i = 0; i < 200; i++) {
        fk_vec3 p = vector_between(&random, 1);
        ball_point[i] = fk_vec3_scale(p, 1 / sqrt(fk_vec3_dot(p, p)));
    }
    assert_on_small_stack(ask_many_faces, 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cylinders_in_cylinders),
        cmocka_unit_test(cones),
        cmocka_unit_test(balls_and_capsules),
        cmocka_unit_test(polyhedra_and_half_spaces),
        cmocka_unit_test(flat_pieces),
        cmocka_unit_test(random_pairs),
        cmocka_unit_test_teardown(other_rounding, fpu_usual),
        cmocka_unit_test(stack_is_bounded),
    };
    return cmocka_run_group_tests_name("pair relation", tests, NULL, NULL);
}
