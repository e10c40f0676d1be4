/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Supports, the walk, and the methods gjk and cw: they never contradict the exact verdict, in both orders and in every
 * state of the floating-point unit, and are rarely undecided. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/measure/measure.h"
#include "method/method.h"
#include "pieces.h"
#include "gen/family.h"
#include "shape/vertices.h"

static fk_vec3 random_vector(fk_random *random, double most)
{
    double x = fk_random_between(random, -most, most), y = fk_random_between(random, -most, most);
    return v(x, y, fk_random_between(random, -most, most));
}

/* ---- Supports ------------------------------------------------------------------------------------------ */

#define HULL_POINTS 20

/* One piece of every bounded kind; hulls use the given points. */
static fk_piece random_piece(fk_random *random, fk_kind kind, fk_vec3 *point)
{
    fk_vec3 c = random_vector(random, 2), u = random_vector(random, 1), w = random_vector(random, 1),
            z = random_vector(random, 1);
    double radius = fk_random_between(random, 0.1, 1);
    switch (kind) {
    case FK_KIND_SEGMENT:
        return fk_piece_segment(c, fk_vec3_add(c, u));
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(c, fk_vec3_add(c, u), fk_vec3_add(c, w));
    case FK_KIND_TETRA:
        return fk_piece_tetra(c, u, w, z);
    case FK_KIND_BOX:
        return fk_piece_box(c, u, w, z);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(c, radius);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(c, fk_vec3_add(c, u), radius);
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(c, fk_vec3_add(c, u), radius);
    case FK_KIND_CONE:
        return fk_piece_cone(c, fk_vec3_add(c, u), radius);
    case FK_KIND_ELLIPSOID:
        return fk_piece_ellipsoid(c, u, w, z);
    case FK_KIND_HULL:
        for (int i = 0; i < HULL_POINTS; i++)
            point[i] = fk_vec3_add(c, random_vector(random, 1));
        return fk_piece_hull(point, HULL_POINTS);
    default:
        return fk_piece_point(c);
    }
}

/* A random point of a piece without its radius, from its definition. */
static fk_vec3 random_member(fk_random *random, const fk_piece *piece)
{
    double s = fk_random_unit(random), t = fk_random_unit(random), r = fk_random_unit(random);
    const fk_cell *cell = &piece->as.cell;
    fk_vec3 at = cell->origin, spin = fk_vec3_unit(random_vector(random, 1));
    switch (piece->kind) {
    case FK_KIND_BOX:
        return fk_vec3_add(fk_vec3_add(at, fk_vec3_scale(cell->edge[0], s)),
                           fk_vec3_add(fk_vec3_scale(cell->edge[1], t), fk_vec3_scale(cell->edge[2], r)));
    case FK_KIND_ELLIPSOID:
        return fk_vec3_add(
            fk_vec3_add(at, fk_vec3_scale(cell->edge[0], spin.x)),
            fk_vec3_add(fk_vec3_scale(cell->edge[1], spin.y), fk_vec3_scale(cell->edge[2], spin.z)));
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE: {
        fk_vec3 axis = fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0]);
        fk_vec3 out = fk_vec3_unit(fk_vec3_cross(axis, spin));
        double radius = piece->as.capsule.radius * (piece->kind == FK_KIND_CONE ? 1 - s : 1);
        return fk_vec3_add(fk_vec3_add(piece->as.capsule.end[0], fk_vec3_scale(axis, s)),
                           fk_vec3_scale(out, radius));
    }
    case FK_KIND_HULL:
        return piece->as.hull.point[fk_random_below(random, piece->as.hull.count)];
    case FK_KIND_TRIANGLE:
        return piece->as.triangle[fk_random_below(random, 3)];
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        return piece->as.segment[fk_random_below(random, 2)];
    case FK_KIND_TETRA:
        return s < 0.25 ? at : fk_vec3_add(at, cell->edge[fk_random_below(random, 3)]);
    default:
        return piece->as.point;
    }
}

/* No point of the piece lies beyond the support, the support is in the piece, and the bounds hold it all. */
static void test_supports(void **state)
{
    (void)state;
    static fk_vec3 point[HULL_POINTS];
    fk_random random = fk_random_make(1);
    for (int round = 0; round < 600; round++) {
        fk_kind kind = (fk_kind)(1 + round % (FK_KIND_COUNT - 1));
        if (kind == FK_KIND_HALF_SPACE)
            continue;
        fk_piece piece = random_piece(&random, kind, point), probe = fk_piece_point(v(0, 0, 0));
        fk_support_bodies bodies;
        fk_support_bodies_init(&bodies, &piece, &probe);
        fk_vec3 n = fk_vec3_unit(random_vector(&random, 1));
        if (round % 7 == 0)
            n = v(0, 0, round % 2 ? 1 : -1);
        fk_support_point found = fk_support_find(&bodies.a, n);
        fk_vec3 place = fk_support_to_world(&bodies.a, found.point);
        for (int i = 0; i < 100; i++)
            assert_true(fk_vec3_dot(n, random_member(&random, &piece)) <= fk_vec3_dot(n, place) + 1e-14);
        probe = fk_piece_point(place);
        fk_distance d;
        assert_int_equal(fk_pair_distance(&probe, &piece, NULL, &d), FK_OK);
        assert_true(d.distance.hi <= 1e-13);
        fk_interval reach = fk_bound_support(&bodies.a, n);
        double along = fk_vec3_dot(n, found.point) / bodies.a.scale;
        assert_true(reach.lo <= along && along <= reach.hi && reach.hi - reach.lo < 1e-12);
        if (fk_piece_vertex_count(&piece) > 0) {
            fk_vec3 vertex = fk_support_vertex(&bodies.a, found.vertex);
            assert_true(memcmp(&vertex, &found.point, sizeof vertex) == 0);
        }
        /* With its radius; shrunk, it keeps inside. */
        bodies.a.whole = true;
        double whole = fk_vec3_dot(n, fk_support_find(&bodies.a, n).point);
        double radius = fk_piece_radius(&piece) * bodies.a.scale;
        assert_true(fabs(whole - fk_vec3_dot(n, found.point) - radius) < 1e-14);
        fk_support_shrink(&bodies.a, 0.75);
        assert_true(fk_vec3_dot(n, fk_support_find(&bodies.a, n).point) <= whole + 1e-15);
    }
}

/* ---- Climbing ------------------------------------------------------------------------------------------ */

#define RINGS  9
#define SPOKES 12
#define GLOBE  (RINGS * SPOKES + 2)

/* A globe of rings, with its edges as hints. */
typedef struct globe {
    fk_vec3 point[GLOBE];
    uint32_t begin[GLOBE + 1], neighbor[GLOBE * SPOKES];
    fk_hull hull;
} globe;

static void add_neighbor(globe *g, uint32_t *count, uint32_t other)
{
    g->neighbor[(*count)++] = other;
}

static void make_globe(globe *g)
{
    uint32_t count = 0;
    memset(g, 0, sizeof *g);
    for (uint32_t i = 0; i < RINGS; i++)
        for (uint32_t k = 0; k < SPOKES; k++) {
            double up = 3.14159265358979 * (i + 1.0) / (RINGS + 1.0), turn = 6.28318530717959 * k / SPOKES;
            g->point[i * SPOKES + k] = v(sin(up) * cos(turn), sin(up) * sin(turn), cos(up));
        }
    g->point[GLOBE - 2] = v(0, 0, 1);
    g->point[GLOBE - 1] = v(0, 0, -1);
    for (uint32_t i = 0; i < RINGS; i++)
        for (uint32_t k = 0; k < SPOKES; k++) {
            g->begin[i * SPOKES + k] = count;
            add_neighbor(g, &count, i * SPOKES + (k + 1) % SPOKES);
            add_neighbor(g, &count, i * SPOKES + (k + SPOKES - 1) % SPOKES);
            add_neighbor(g, &count, i > 0 ? (i - 1) * SPOKES + k : GLOBE - 2);
            add_neighbor(g, &count, i + 1 < RINGS ? (i + 1) * SPOKES + k : GLOBE - 1);
        }
    for (uint32_t pole = 0; pole < 2; pole++) {
        g->begin[GLOBE - 2 + pole] = count;
        for (uint32_t k = 0; k < SPOKES; k++)
            add_neighbor(g, &count, (pole == 0 ? 0u : RINGS - 1u) * SPOKES + k);
    }
    g->begin[GLOBE] = count;
    g->hull.dimension = 3;
    g->hull.vertex_count = GLOBE;
    g->hull.point = g->point;
    g->hull.neighbor_begin = g->begin;
    g->hull.neighbor = g->neighbor;
}

static void test_climbing(void **state)
{
    (void)state;
    static globe g;
    make_globe(&g);
    fk_piece scanned = fk_piece_hull(g.point, GLOBE), climbed = scanned, probe = fk_piece_point(v(3, 0, 0));
    climbed.as.hull.hint = &g.hull;
    fk_support_bodies with, without;
    fk_support_bodies_init(&with, &climbed, &probe);
    fk_support_bodies_init(&without, &scanned, &probe);
    assert_true(with.a.climbs && !without.a.climbs);
    fk_random random = fk_random_make(2);
    for (int i = 0; i < 2000; i++) {
        fk_vec3 n = fk_vec3_unit(random_vector(&random, 1));
        double climb = fk_vec3_dot(n, fk_support_find(&with.a, n).point);
        assert_true(fabs(climb - fk_vec3_dot(n, fk_support_find(&without.a, n).point)) < 1e-15);
    }
    /* Hints that lead nowhere: no vertex has neighbours. The answers stay right. */
    uint32_t nothing[GLOBE + 1] = {0};
    g.hull.neighbor_begin = nothing;
    fk_piece near = fk_piece_sphere(v(-1.3, 0.1, 0.2), 0.2);
    for (int m = 0; m < 2; m++) {
        fk_pair_query query = fk_pair_query_default(&climbed, &near);
        fk_answer answer;
        query.method = m == 0 ? FK_METHOD_GJK : FK_METHOD_CW;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_int_equal(answer.verdict, fk_pair_verdict(&climbed, &near));
    }
    fk_distance plain, misled;
    fk_pair_distance(&scanned, &near, NULL, &plain);
    fk_pair_distance(&climbed, &near, NULL, &misled);
    assert_true(misled.distance.lo <= plain.distance.hi && plain.distance.lo <= misled.distance.hi);
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

static void move(fk_piece *piece, fk_vec3 way)
{
    fk_pose pose = fk_pose_identity();
    pose.translation = way;
    static fk_vec3 point[HULL_POINTS];
    if (piece->kind == FK_KIND_HULL) {
        memcpy(point, piece->as.hull.point, sizeof point);
        piece->as.hull.point = point;
    }
    *piece = fk_piece_place(piece, &pose, point);
}

/* The bounds of the walk meet, whatever the shapes, down to gaps of 1e-13 of the size. */
static void test_convergence(void **state)
{
    (void)state;
    static fk_vec3 point[2][HULL_POINTS];
    static const double gaps[] = {1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-13};
    fk_random random = fk_random_make(3);
    for (size_t g = 0; g < 6; g++) {
        long total = 0, wide = 0;
        uint32_t most = 0;
        double sum = 0;
        for (int round = 0; round < 1100; round++) {
            fk_kind kind_a = (fk_kind)(1 + round % 12), kind_b = (fk_kind)(1 + round / 12 % 12);
            if (kind_a == FK_KIND_HALF_SPACE || kind_b == FK_KIND_HALF_SPACE)
                continue;
            fk_piece a = random_piece(&random, kind_a, point[0]), b = random_piece(&random, kind_b, point[1]);
            move(&b, v(7, 3, 4));
            fk_support_bodies bodies;
            fk_gjk_result walk;
            fk_gjk_options options = fk_gjk_options_default();
            for (int i = 0; i < 3; i++) {
                fk_support_bodies_init(&bodies, &a, &b);
                fk_gjk_distance(&bodies, &options, &walk);
                if (i < 2)
                    move(&b, fk_vec3_scale(walk.direction, walk.lower / bodies.a.scale - gaps[g]));
            }
            total++;
            sum += walk.steps;
            most = walk.steps > most ? walk.steps : most;
            wide += walk.upper - walk.lower > 1e-13 * bodies.size;
            assert_true(walk.end != FK_GJK_LIMIT && walk.end != FK_GJK_INSIDE);
        }
        print_message(
            "gap %g: %.1f steps, %u at most; bounds farther apart than 1e-13 of the size: %ld of %ld\n",
            gaps[g], sum / (double)total, most, wide, total);
        assert_true(wide * 200 <= total && most < 200);
    }
}

static void test_steps_are_bounded(void **state)
{
    (void)state;
    fk_piece a = fk_piece_ellipsoid(v(0, 0, 0), v(1, 0, 0), v(0, 2, 0), v(0, 0, 3));
    fk_piece b = fk_piece_cone(v(3, 3, 3), v(2, 2, 3), 1);
    fk_support_bodies bodies;
    fk_gjk_result walk;
    fk_gjk_options options = fk_gjk_options_default();
    fk_support_bodies_init(&bodies, &a, &b);
    options.max_steps = 3;
    fk_gjk_distance(&bodies, &options, &walk);
    assert_int_equal(walk.end, FK_GJK_LIMIT);
    assert_true(walk.steps == 3 && walk.upper > walk.lower);
}

/* ---- The methods --------------------------------------------------------------------------------------- */

static const fk_method methods[2] = {FK_METHOD_GJK, FK_METHOD_CW};

static fk_verdict ask(const fk_piece *a, const fk_piece *b, fk_method method, unsigned want)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_answer answer;
    query.method = method;
    query.want = want;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    if (answer.filled & FK_PART_CERTIFICATE)
        assert_true(fk_verify(a, b, &answer.certificate));
    return answer.verdict;
}

/* All families and kinds: no contradiction; undecided is 0 for random pairs that do not touch, and below 0.1% for gaps
 * down to 1e-9. */
static void test_all_families(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        long near = 0, undecided = 0, total = 0, all = 0;
        for (size_t f = 0; f < fk_family_count(); f++) {
            const char *name = fk_family_name(f);
            bool random = strcmp(name, "random") == 0, clear = false;
            for (int digit = 3; digit <= 9; digit++) {
                char gap[16] = "gap-1e-0";
                gap[7] = (char)('0' + digit);
                clear = clear || strcmp(name, gap) == 0;
            }
            for (int kinds = 0; kinds < 12 * 12; kinds++)
                for (uint64_t i = 0; i < (random || clear ? 6u : 2u); i++) {
                    fk_kind kind_a = (fk_kind)(1 + kinds / 12), kind_b = (fk_kind)(1 + kinds % 12);
                    if (kind_a == FK_KIND_HALF_SPACE || kind_b == FK_KIND_HALF_SPACE)
                        continue;
                    fk_family_pair pair;
                    fk_family_make(f, kind_a, kind_b, 17, i, &pair);
                    fk_verdict truth = fk_pair_verdict(&pair.a, &pair.b);
                    fk_verdict said = ask(&pair.a, &pair.b, methods[m], i % 2 ? FK_PART_ALL : 0);
                    assert_true(said == FK_UNDECIDED || said == truth || truth == FK_UNDECIDED);
                    total++;
                    all += said == FK_UNDECIDED;
                    if (random && truth != FK_TOUCHING)
                        assert_int_equal(said, truth);
                    near += clear;
                    undecided += clear && said == FK_UNDECIDED;
                }
        }
        print_message("%s: undecided %ld of %ld at gaps from 1e-3 to 1e-9, %ld of %ld in all families\n",
                      fk_method_name(methods[m]), undecided, near, all, total);
        assert_true(undecided * 1000 <= near);
    }
}

/* Both orders say the same or nothing, in all states of the unit. */
static void test_floating_point_modes(void **state)
{
    (void)state;
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (size_t f = 0; f < fk_family_count(); f++)
            for (uint64_t i = 0; i < 6; i++) {
                fk_family_pair pair;
                uint64_t k = i + (uint64_t)mode;
                fk_kind kind_a = (fk_kind)(1 + k % 7), kind_b = (fk_kind)(1 + (k / 2 + f) % 7);
                fk_family_make(f, i == 5 ? FK_KIND_HULL : kind_a, kind_b, 19, i, &pair);
                fk_verdict truth = fk_pair_verdict(&pair.a, &pair.b);
                for (int m = 0; m < 2; m++) {
                    fpu_set(mode);
                    fk_verdict one = ask(&pair.a, &pair.b, methods[m], 0);
                    fk_verdict two = ask(&pair.b, &pair.a, methods[m], FK_PART_ALL);
                    fpu_set(0);
                    assert_true(one == truth || one == FK_UNDECIDED);
                    assert_true(two == truth || two == FK_UNDECIDED);
                }
            }
}

/* Planes separate, gaps are below the distance, points are common. */
static void test_parts(void **state)
{
    (void)state;
    static fk_vec3 point[2][HULL_POINTS];
    fk_random random = fk_random_make(4);
    for (int round = 0; round < 500; round++) {
        fk_kind kind_a = (fk_kind)(1 + round % 12), kind_b = (fk_kind)(1 + round / 12 % 12);
        if (kind_a == FK_KIND_HALF_SPACE || kind_b == FK_KIND_HALF_SPACE)
            continue;
        fk_piece a = random_piece(&random, kind_a, point[0]), b = random_piece(&random, kind_b, point[1]);
        fk_pair_query query = fk_pair_query_default(&a, &b);
        fk_answer answer;
        fk_distance distance;
        query.method = methods[round % 2];
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_int_equal(fk_pair_distance(&a, &b, NULL, &distance), FK_OK);
        if (answer.verdict == FK_APART) {
            assert_true(answer.filled & FK_PART_PLANE);
            assert_true(answer.gap > 0 && answer.gap <= distance.distance.hi);
            fk_piece below = fk_piece_half_space(answer.plane.normal, answer.plane.offset);
            fk_piece above = fk_piece_half_space(fk_vec3_negate(answer.plane.normal), -answer.plane.offset);
            assert_int_equal(fk_pair_verdict(&b, &below), FK_APART);
            assert_int_equal(fk_pair_verdict(&a, &above), FK_APART);
        } else if (answer.filled & FK_PART_POINT) {
            fk_piece common = fk_piece_point(answer.point);
            fk_pair_distance(&common, &a, NULL, &distance);
            assert_true(distance.distance.hi < 1e-13);
            fk_pair_distance(&common, &b, NULL, &distance);
            assert_true(distance.distance.hi < 1e-13);
        }
    }
}

static fk_vec3 corner_of(const fk_piece *box, uint32_t corner)
{
    fk_vec3 at = box->as.cell.origin;
    for (uint32_t k = 0; k < 3; k++)
        if (corner >> k & 1)
            at = fk_vec3_add(at, box->as.cell.edge[k]);
    return at;
}

/* No difference of corners lies farther along the direction than that which was found, and that is the pair's. */
static void check_support(const fk_piece *a, const fk_piece *b, const fk_trace_step *step)
{
    fk_vec3 found = fk_vec3_sub(step->on_a, step->on_b),
            named = fk_vec3_sub(corner_of(a, step->pair.a), corner_of(b, step->pair.b)),
            error = fk_vec3_sub(found, named);
    assert_true(fk_vec3_dot(error, error) < 1e-24);
    for (uint32_t i = 0; i < 64; i++) {
        fk_vec3 d = fk_vec3_sub(corner_of(a, i % 8), corner_of(b, i / 8));
        assert_true(fk_vec3_dot(d, step->vector) <= fk_vec3_dot(found, step->vector) + 1e-12);
    }
}

static void test_trace(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1);
    fk_piece b = fk_piece_box(v(1.5, 0.2, 0.3), v(1, 0.3, 0), v(-0.2, 1, 0.1), v(0, 0, 1));
    for (int m = 0; m < 2; m++) {
        fk_trace_step step[8];
        fk_trace trace = {step, 8, 0};
        fk_pair_query query = fk_pair_query_default(&a, &b);
        fk_answer answer;
        query.method = methods[m];
        query.trace = &trace;
        move(&b, v(m == 0 ? -0.45 : 0, 0, 0));
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_true(trace.count > 0);
        for (uint32_t i = 0; i < trace.count && i < 8; i++) {
            assert_true(step[i].kind == FK_STEP_SIMPLEX || (m == 1 && step[i].kind == FK_STEP_VECTOR));
            assert_true(step[i].count <= 4 && (step[i].lo >= 0 || step[i].kind == FK_STEP_VECTOR));
            assert_int_equal(step[i].count == 0, i == 0 || step[i].kind == FK_STEP_VECTOR);
            assert_true(fabs(fk_vec3_dot(step[i].vector, step[i].vector) - 1) < 1e-12);
            check_support(&a, &b, &step[i]);
        }
        trace.capacity = 0;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    }
}

/* What ERRATA says of the print: as printed, a = b divides by zero. */
static void test_cw_on_common_vertices(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(1, 1, 1, 1), same = cube(0, 0, 0, 1);
    assert_int_equal(ask(&a, &b, FK_METHOD_CW, FK_PART_ALL), FK_TOUCHING);
    assert_int_equal(ask(&a, &same, FK_METHOD_CW, FK_PART_ALL), FK_OVERLAPPING);
    assert_int_equal(ask(&a, &same, FK_METHOD_GJK, FK_PART_ALL), FK_OVERLAPPING);
    fk_piece p = fk_piece_point(v(1, 2, 3));
    assert_int_equal(ask(&p, &p, FK_METHOD_CW, FK_PART_ALL), FK_TOUCHING);
}

/* ---- Around the origin --------------------------------------------------------------------------------- */

static void test_surround(void **state)
{
    (void)state;
    /* A square plate through a cube: the origin of a - b is inside, in the middle of faces of simplices. */
    fk_piece plate = fk_piece_box(v(-1, -1, 0), v(2, 0, 0), v(0, 2, 0), v(0, 0, 0)),
             box = cube(-0.5, -0.5, -0.5, 1);
    fk_support_bodies bodies;
    fk_support_bodies_init(&bodies, &plate, &box);
    fk_overlap_set set;
    set.count = 1;
    set.point[0] = fk_gjk_support(&bodies, v(1, 0, 0));
    assert_true(fk_overlap_set_grow(&bodies, &set));
    assert_true(set.count >= 4 && set.count <= FK_CERTIFICATE_PAIRS);
    assert_true(fk_bound_surrounds(&bodies, set.point, set.count));
    fk_piece away = cube(5, 0, 0, 1);
    fk_support_bodies_init(&bodies, &plate, &away);
    set.count = 1;
    set.point[0] = fk_gjk_support(&bodies, v(1, 0, 0));
    assert_false(fk_overlap_set_grow(&bodies, &set));
}

/* Points do not surround the origin when it lies on one of their planes up to rounding, or behind one. */
static void test_surround_is_strict(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1), other = cube(0, 0, 0, 1);
    fk_support_bodies bodies;
    fk_support_bodies_init(&bodies, &box, &other);
    fk_random random = fk_random_make(31);
    for (int i = 0; i < 200; i++) {
        fk_gjk_point p[4];
        memset(p, 0, sizeof p);
        for (int k = 0; k < 4; k++)
            p[k].d = random_vector(&random, bodies.size / 8);
        fk_vec3 sum = fk_vec3_add(p[0].d, p[1].d);
        double volume = fk_vec3_dot(fk_vec3_cross(p[0].d, p[1].d), p[3].d);
        p[2].d = fk_vec3_negate(sum);
        assert_false(fk_bound_surrounds(&bodies, p, 4));
        p[2].d = fk_vec3_negate(fk_vec3_sub(sum, p[3].d));
        assert_false(fk_bound_surrounds(&bodies, p, 4));
        p[2].d = fk_vec3_negate(fk_vec3_add(sum, p[3].d));
        assert_true(fk_bound_surrounds(&bodies, p, 4) || fabs(volume) < 1e-9);
    }
}

/* What a set of pairs is taken for: nothing when they do not surround the origin, and no certificate when they do but
 * are more than a certificate of round pieces may have. */
static void test_claims(void **state)
{
    (void)state;
    fk_vec3 point[5] = {v(1, 0, -1), v(-1, 1, -1), v(-1, -1.25, -1), v(0.25, 0, 1), v(-0.25, 0.5, 1)};
    fk_piece hull = fk_piece_hull(point, 5), ball = fk_piece_sphere(v(0, 0, 0), 0.125),
             away = cube(9, 0, 0, 1);
    const fk_piece *other[2] = {&ball, &away};
    for (int i = 0; i < 2; i++) {
        fk_pair_query query = fk_pair_query_default(&hull, other[i]);
        fk_answer answer;
        fk_support_bodies bodies;
        fk_overlap_set set = {.count = 5};
        memset(&answer, 0, sizeof answer);
        fk_support_bodies_init(&bodies, &hull, other[i]);
        for (uint32_t k = 0; k < 5; k++)
            set.point[k] = fk_gjk_support(&bodies, fk_vec3_negate(point[k]));
        fk_certificate_overlap(&query, &bodies, &set, &answer);
        assert_int_equal(answer.verdict, i == 0 ? FK_OVERLAPPING : FK_UNDECIDED);
        assert_int_equal(answer.certificate.verdict, FK_UNDECIDED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_supports),
        cmocka_unit_test(test_climbing),
        cmocka_unit_test(test_convergence),
        cmocka_unit_test(test_steps_are_bounded),
        cmocka_unit_test(test_all_families),
        cmocka_unit_test_teardown(test_floating_point_modes, fpu_usual),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_trace),
        cmocka_unit_test(test_cw_on_common_vertices),
        cmocka_unit_test(test_surround),
        cmocka_unit_test(test_surround_is_strict),
        cmocka_unit_test(test_claims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
