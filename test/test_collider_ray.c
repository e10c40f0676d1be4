/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of rays and casts against colliders: the same cube in all forms, all parts one by one, along faces and
 * edges, from the inside, ends, long ways. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "colliders.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"

static fk_collider_hit ray(const body *a, fk_vec3 origin, fk_vec3 direction, double end)
{
    fk_placed_collider p = in_place(a);
    fk_collider_hit out;
    assert_int_equal(fk_collider_ray(context, &p, origin, direction, end, &out), FK_OK);
    assert_int_equal(out.moving, 0);
    return out;
}

static fk_collider_hit cast(const body *a, fk_vec3 velocity, double end, const body *b)
{
    fk_placed_collider p = in_place(a), q = in_place(b);
    fk_collider_hit out;
    assert_int_equal(fk_collider_cast(context, &p, velocity, end, &q, &out), FK_OK);
    return out;
}

/* What is true of all hits. */
static void assert_sound(const fk_collider_hit *hit, fk_vec3 velocity, double end)
{
    double size = length(hit->normal);
    if (hit->result != FK_CAST_HIT) {
        assert_true(size == 0);
        return;
    }
    assert_true(hit->time.lo >= 0 && hit->time.lo <= hit->time.hi && hit->time.lo <= end);
    assert_true(size == 0 || fabs(size - 1) < 1e-9);
    assert_true(fk_vec3_dot(hit->normal, velocity) <= 0);
    if (hit->time.hi == 0)
        assert_true(size == 0);
}

/* ---- Cubes --------------------------------------------------------------------------------------------- */

/* A ray and the cube in all forms, turned in the same way. */
static void ray_and_cubes(const body *form, fk_vec3 origin, fk_vec3 direction, double end)
{
    fk_piece point = fk_piece_point(origin), box = cube(-1, -1, -1, 2);
    fk_piece placed_box = fk_piece_place(&box, &form[0].pose, NULL);
    fk_cast truth;
    assert_int_equal(fk_pair_cast(&point, direction, &placed_box, end, &truth), FK_OK);
    bool is_inside = fk_pair_verdict(&point, &placed_box) == FK_OVERLAPPING;
    for (int f = 0; f < CUBE_FORMS; f++) {
        fk_collider_hit hit = ray(&form[f], origin, direction, end);
        assert_int_equal(hit.result, truth.result);
        assert_sound(&hit, direction, end);
        if (hit.result == FK_CAST_MISS)
            continue;
        assert_true(have_common(hit.time, truth.enter));
        assert_true(hit.time.hi - hit.time.lo <= 1e-12 * hit.time.hi);
        fk_vec3 at = fk_vec3_add(origin, fk_vec3_scale(direction, truth.enter.lo));
        assert_true(length(fk_vec3_sub(hit.point, at)) < 1e-9);
        assert_int_equal(hit.part == FK_NONE, is_inside && form[f].mesh != NULL);
        /* Through the middle of a face: its normal. */
        fk_vec3 from = fk_vec3_sub(at, form[f].pose.translation);
        double off[3] = {fabs(from.x), fabs(from.y), fabs(from.z)};
        for (int k = 0; k < 3 && truth.enter.lo > 0; k++)
            if (off[(k + 1) % 3] < 0.999 && off[(k + 2) % 3] < 0.999 && (form[f].mesh != NULL || f < 2))
                assert_true(fabs(fabs(fk_vec3_get(hit.normal, k)) - 1) < 1e-6);
    }
}

static void rays_and_cubes(void **state)
{
    (void)state;
    static const double end[] = {INFINITY, 0, 1, 1.5, 2, 7};
    fk_random random = fk_random_make(1);
    body form[CUBE_FORMS];
    for (int f = 0; f < CUBE_FORMS; f++)
        form[f] = cube_form(f);
    for (int round = 0; round < 600 / SHARE; round++) {
        fk_pose pose = quarter_turn(&random, whole_vector(&random, 3));
        for (int f = 0; f < CUBE_FORMS; f++)
            form[f].pose = pose;
        fk_vec3 origin = whole_vector(&random, 5), direction = whole_vector(&random, 3);
        if (round % 3 == 0) /* at the middle, a face, an edge or a corner */
            direction = fk_vec3_sub(fk_vec3_add(pose.translation, whole_vector(&random, 1)), origin);
        if (round % 5 == 0)
            direction = fk_vec3_scale(direction, 0.1);
        if (length(direction) > 0)
            ray_and_cubes(form, origin, direction, end[fk_random_below(&random, 6)]);
    }
    for (int f = 0; f < CUBE_FORMS; f++)
        body_end(&form[f]);
}

/* The end is the very time, or the next number before it. */
static void ends_at_the_surface(void **state)
{
    (void)state;
    body form[CUBE_FORMS];
    for (int f = 0; f < CUBE_FORMS; f++)
        form[f] = cube_form(f);
    for (int i = 1; i < 40; i++) {
        fk_vec3 origin = v(-1 - i / 3.0, i / 64.0, 0.25), direction = v(i / 7.0, 0, 0);
        double time = (-1 - origin.x) / direction.x;
        ray_and_cubes(form, origin, direction, time);
        ray_and_cubes(form, origin, direction, nextafter(time, 0));
        ray_and_cubes(form, origin, direction, nextafter(time, 9));
    }
    for (int f = 0; f < CUBE_FORMS; f++)
        body_end(&form[f]);
}

/* From a cavity, and from its wall. */
static void rays_from_inside(void **state)
{
    (void)state;
    soup *s = soup_make();
    soup_add_box(s, -4, -4, -4, 4, 4, 4);
    uint32_t first = s->count;
    soup_add_box(s, -3, -3, -3, 3, 3, 3);
    soup_turn(s, first);
    body a = body_of_mesh(soup_mesh(context, s), true), b = cube_form(0);
    fk_collider_hit hit = ray(&a, v(0, 0.5, 0), v(2, 0, 0), INFINITY);
    assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 1.5 && hit.time.hi >= 1.5 && hit.part >= 12);
    assert_true(same_vector(hit.normal, v(-1, 0, 0)));
    hit = ray(&a, v(0, 0.5, 0), v(2, 0, 0), 1.25);
    assert_int_equal(hit.result, FK_CAST_MISS);
    hit = ray(&a, v(3.5, 0.5, 0), v(2, 0, 0), 0);
    assert_true(hit.result == FK_CAST_HIT && hit.time.hi == 0 && hit.part == FK_NONE);
    assert_true(same_vector(hit.point, v(3.5, 0.5, 0)));
    /* A cube from the cavity, and a small one in the wall, which stays there. */
    hit = cast(&b, v(0, 0, -1), INFINITY, &a);
    assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 2 && hit.time.hi >= 2 && hit.part >= 12);
    assert_true(fabs(hit.normal.z - 1) < 1e-9 && fabs(hit.point.z + 3) < 1e-9);
    for (int k = 0; k < 3; k++)
        b.pose.rotation[k][k] = 0.125;
    b.pose.translation = v(0, 3.5, 0);
    hit = cast(&b, v(0, 0, 1), 0.5, &a);
    assert_true(hit.result == FK_CAST_HIT && hit.time.hi == 0 && hit.part == FK_NONE && hit.moving == 0);
    hit = cast(&b, v(0, 0, 0), 0, &a);
    assert_true(hit.result == FK_CAST_HIT && hit.time.hi == 0 && hit.part == FK_NONE);
    /* A surface has no inside. */
    soup_add(s, v(20, 0, 0), v(21, 0, 0), v(20, 1, 0));
    body c = body_of_mesh(soup_mesh(context, s), false);
    free(s);
    hit = cast(&b, v(0, 0, 1), 0.5, &c);
    assert_int_equal(hit.result, FK_CAST_MISS);
    hit = ray(&c, v(3.5, 0.5, 0), v(2, 0, 0), 8);
    assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 0.25 && hit.time.hi >= 0.25);
    body_end(&a);
    body_end(&b);
    body_end(&c);
}

/* Moving cubes: all forms against all forms. */
static void cast_cubes(void **state)
{
    (void)state;
    static const int moving[] = {0, 1, 2, 3, 8};
    static const double end[] = {INFINITY, 0, 1, 4};
    fk_random random = fk_random_make(2);
    fk_piece box = cube(-1, -1, -1, 2);
    for (size_t m = 0; m < sizeof moving / sizeof *moving; m++)
        for (int f = 0; f < CUBE_FORMS; f++) {
            body a = cube_form(moving[m]), b = cube_form(f);
            for (int round = 0; round < 30 / SHARE + 1; round++) {
                a.pose = quarter_turn(&random, whole_vector(&random, 6));
                b.pose = quarter_turn(&random, whole_vector(&random, 2));
                fk_vec3 velocity = whole_vector(&random, 2);
                double last = end[fk_random_below(&random, 4)];
                if (round % 2 == 0)
                    velocity = fk_vec3_scale(fk_vec3_sub(b.pose.translation, a.pose.translation), 0.3);
                fk_piece p = fk_piece_place(&box, &a.pose, NULL), q = fk_piece_place(&box, &b.pose, NULL);
                fk_cast truth;
                assert_int_equal(fk_pair_cast(&p, velocity, &q, last, &truth), FK_OK);
                fk_collider_hit hit = cast(&a, velocity, last, &b);
                assert_int_equal(hit.result, truth.result);
                assert_sound(&hit, velocity, last);
                if (hit.result == FK_CAST_HIT)
                    assert_true(have_common(hit.time, truth.enter));
            }
            body_end(&a);
            body_end(&b);
        }
}

/* ---- Part by part -------------------------------------------------------------------------------------- */

typedef struct first {
    bool has_hit;
    fk_interval time;
    bool is_unsure; /* parts may meet before, which is not known */
} first;

/* Whether parts may meet until the first time, or the end, and it is not known whether they do. */
static bool has_unsure(const parts *p, fk_vec3 velocity, double end, const parts *q, double until)
{
    bool is_unsure = false;
    for (uint32_t i = 0; i < p->count * q->count && !is_unsure; i++) {
        const fk_piece *a = &p->piece[i / q->count], *b = &q->piece[i % q->count];
        fk_cast c;
        assert_int_equal(fk_pair_cast(a, velocity, b, fmin(end, until), &c), FK_OK);
        is_unsure = c.result == FK_CAST_UNDECIDED;
    }
    return is_unsure;
}

/* The first time of parts that move by a velocity against all others. */
static first brute(const parts *p, fk_vec3 velocity, double end, const body *b, const parts *q)
{
    first out = {false, {INFINITY, INFINITY}, false};
    for (uint32_t i = 0; i < p->count; i++) {
        for (uint32_t k = 0; k < q->count; k++) {
            fk_cast c;
            assert_int_equal(fk_pair_cast(&p->piece[i], velocity, &q->piece[k], end, &c), FK_OK);
            out.is_unsure |= c.result == FK_CAST_UNDECIDED;
            if (c.result != FK_CAST_HIT)
                continue;
            out.has_hit = true;
            out.time.lo = fmin(out.time.lo, c.enter.lo);
            out.time.hi = fmin(out.time.hi, c.enter.hi);
        }
        if (p->piece[i].kind != FK_KIND_HALF_SPACE && is_within(b, point_of(&p->piece[i])))
            out = (first){true, {0, 0}, false};
    }
    out.is_unsure = out.is_unsure && has_unsure(p, velocity, end, q, out.time.hi);
    return out;
}

static void assert_as_brute(const first *truth, const fk_collider_hit *hit)
{
    if (hit->result == FK_CAST_UNDECIDED) {
        assert_true(truth->is_unsure);
        return;
    }
    assert_true((hit->result == FK_CAST_HIT) == truth->has_hit);
    if (truth->has_hit) {
        assert_true(have_common(hit->time, truth->time));
        assert_true(hit->time.hi - hit->time.lo <= 1e-9 * (1 + hit->time.hi));
    }
}

static void rays_part_by_part(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    uint32_t hits = 0, count = 0;
    for (int round = 0; round < 40 / SHARE + 1; round++)
        for (uint64_t f = 0; f < BODY_KINDS; f++) {
            body b = any_body(&random, f);
            b.pose = any_pose(&random, 1);
            parts *q = parts_of(&b);
            for (int i = 0; i < 10; i++) {
                parts point = {.count = 1};
                fk_vec3 origin = any_place(&random, 4), to = any_place(&random, 1.5);
                point.piece[0] = fk_piece_point(origin);
                if (i == 0) /* at a point of a part */
                    to = fk_vec3_sub(point_of(&q->piece[0]), b.pose.translation);
                if (i == 1 && q->piece[0].kind != FK_KIND_HALF_SPACE)
                    point.piece[0].as.point = origin = point_of(&q->piece[0]);
                fk_vec3 way = fk_vec3_sub(fk_vec3_add(to, b.pose.translation), origin);
                double end = i % 3 == 0 ? INFINITY : fk_random_between(&random, 0, 2);
                first truth = brute(&point, way, end, &b, q);
                fk_collider_hit hit = ray(&b, origin, way, end);
                assert_as_brute(&truth, &hit);
                assert_sound(&hit, way, end);
                hits += hit.result == FK_CAST_HIT;
                count++;
                if (hit.result == FK_CAST_HIT && hit.time.hi < 1e3) {
                    fk_vec3 at = fk_vec3_add(origin, fk_vec3_scale(way, hit.time.lo));
                    assert_true(length(fk_vec3_sub(hit.point, at)) < 1e-6);
                }
            }
            free(q);
            body_end(&b);
        }
    assert_true(hits > count / 4 && hits < count);
}

static void casts_part_by_part(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    for (int round = 0; round < 12 / SHARE + 1; round++)
        for (uint64_t f = 0; f < 3; f++)
            for (uint64_t g = 0; g < BODY_KINDS; g++) {
                body a = any_body(&random, f), b = any_body(&random, g);
                a.pose = any_pose(&random, 6);
                b.pose = any_pose(&random, 2);
                parts *p = parts_of(&a), *q = parts_of(&b);
                fk_vec3 to = fk_vec3_add(b.pose.translation, any_place(&random, 2));
                fk_vec3 way = fk_vec3_sub(to, a.pose.translation);
                double end = round % 3 == 0 ? INFINITY : fk_random_between(&random, 0, 2);
                first truth = brute(p, way, end, &b, q);
                fk_collider_hit hit = cast(&a, way, end, &b);
                assert_as_brute(&truth, &hit);
                assert_sound(&hit, way, end);
                free(p);
                free(q);
                body_end(&a);
                body_end(&b);
            }
}

/* ---- Special cases ------------------------------------------------------------------------------------- */

/* Normals of pieces. */
static void normals(void **state)
{
    (void)state;
    fk_vec3 corner[4] = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
    fk_piece piece[] = {
        fk_piece_sphere(v(0, 0, 0), 2),
        fk_piece_capsule(v(0, 0, -3), v(0, 0, 3), 2),
        fk_piece_cylinder(v(0, 0, -3), v(0, 0, 3), 2),
        fk_piece_ellipsoid(v(0, 0, 0), v(2, 0, 0), v(0, 3, 0), v(0, 0, 4)),
        fk_piece_box(v(-2, -1, -1), v(4, 0, 0), v(0, 2, 0), v(0, 0, 2)),
        fk_piece_half_space(v(-3, 0, 0), 6),
        fk_piece_triangle(v(-2, -1, -1), v(-2, 2, 0), v(-2, 0, 2)),
        fk_piece_tetra(v(-2, -1, -1), v(0, 3, 0), v(0, 0, 3), v(3, 0, 0)),
        fk_piece_tetra(v(2, -1, -1), v(-4, 0, 0), v(-4, 3, 0), v(-4, 0, 3)),
        fk_piece_cone(v(-2, 0, 0), v(3, 0, 0), 1),
    };
    for (size_t i = 0; i < sizeof piece / sizeof *piece; i++) {
        body a = body_of_pieces(&piece[i], 1);
        fk_collider_hit hit = ray(&a, v(-8, 0, 0), v(3, 0, 0), INFINITY);
        assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 2 && hit.time.hi >= 2 && hit.part == 0);
        assert_true(length(fk_vec3_sub(hit.normal, v(-1, 0, 0))) < 1e-6);
        assert_true(length(fk_vec3_sub(hit.point, v(-2, 0, 0))) < 1e-9);
        /* The same for a small ball. */
        fk_piece ball = fk_piece_sphere(v(-8, 0, 0), 0.5);
        body b = body_of_pieces(&ball, 1);
        hit = cast(&b, v(2, 0, 0), INFINITY, &a);
        assert_true(hit.result == FK_CAST_HIT && fabs(hit.time.lo - 2.75) < 1e-9);
        assert_true(length(fk_vec3_sub(hit.normal, v(-1, 0, 0))) < 1e-4);
        assert_true(length(fk_vec3_sub(hit.point, v(-2, 0, 0))) < 1e-4);
        body_end(&a);
        body_end(&b);
    }
    fk_piece hull = fk_piece_hull(corner, 4);
    body a = body_of_pieces(&hull, 1);
    fk_collider_hit hit = ray(&a, v(5, 5, 5), v(-1, -1, -1), INFINITY);
    assert_true(hit.result == FK_CAST_HIT && fabs(hit.time.lo - 4) < 1e-12);
    assert_true(fabs(hit.normal.x - sqrt(1 / 3.0)) < 1e-6 && fabs(hit.normal.z - sqrt(1 / 3.0)) < 1e-6);
    body_end(&a);
}

/* Through many bodies, from either end: the first part is met. */
static void long_ways(void **state)
{
    (void)state;
    enum { COUNT = 64 };
    fk_piece piece[COUNT];
    fk_cell_input input[COUNT + 1] = {
        {fk_piece_box(v(0, -1, -1), v(1000, 0, 0), v(0, 2, 0), v(0, 0, 2)).as.cell, FK_KIND_BOX, FK_NONE}};
    soup *s = soup_make();
    for (int i = 0; i < COUNT; i++) {
        int at = i * 29 % COUNT;
        piece[i] = fk_piece_box(v(10 * at, -1, -1), v(2, 0, 0), v(0, 2, 0), v(0, 0, 2));
        input[i + 1] = (fk_cell_input){piece[i].as.cell, FK_KIND_BOX, 0};
        soup_add_box(s, 10 * at, -1, -1, 10 * at + 2, 1, 1);
    }
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_nodes(context, input, COUNT + 1, 4, NULL, &tree), FK_OK);
    body form[3] = {body_of_pieces(piece, COUNT), body_of_cells(tree),
                    body_of_mesh(soup_mesh(context, s), true)};
    free(s);
    fk_piece small = cube(-0.25, -0.25, -0.25, 0.5);
    body a = body_of_pieces(&small, 1);
    for (int f = 0; f < 3; f++)
        for (int i = 0; i < COUNT; i++) {
            a.pose.translation = v(10 * i + 5, 0.25, 0);
            fk_vec3 from = a.pose.translation;
            for (int way = -1; way <= 1; way += 2) {
                bool is_last = way > 0 && i == COUNT - 1;
                fk_collider_hit hit = ray(&form[f], from, v(way, 0, 0), INFINITY);
                double time = way > 0 ? 5 : 3;
                assert_int_equal(hit.result, is_last ? FK_CAST_MISS : FK_CAST_HIT);
                if (!is_last)
                    assert_true(hit.time.lo <= time && hit.time.hi >= time);
                if (!is_last && f == 0)
                    assert_int_equal((int)hit.part * 29 % COUNT, i + (way > 0));
                hit = cast(&a, v(way, 0, 0), 1e300, &form[f]);
                assert_int_equal(hit.result, is_last ? FK_CAST_MISS : FK_CAST_HIT);
                if (!is_last)
                    assert_true(hit.time.lo <= time - 0.25 && hit.time.hi >= time - 0.25);
                hit = cast(&a, v(way, 0, 0), 2.5, &form[f]);
                assert_int_equal(hit.result, FK_CAST_MISS);
            }
        }
    body_end(&a);
    for (int f = 0; f < 3; f++)
        body_end(&form[f]);
}

/* Of parts that are met at once the lowest. */
static void lowest_parts(void **state)
{
    (void)state;
    fk_piece piece[20];
    for (int i = 0; i < 20; i++)
        piece[i] = cube(5, (i * 7 % 20) - 10, 0, 1);
    body a = body_of_pieces(piece, 20), b = cube_form(0);
    fk_collider_hit hit = ray(&a, v(0, piece[13].as.cell.origin.y, 0.5), v(1, 0, 0), INFINITY);
    uint32_t below = 0;
    while (piece[below].as.cell.origin.y != piece[13].as.cell.origin.y - 1)
        below++;
    assert_int_equal(hit.part, below < 13 ? below : 13);
    b.pose.translation = v(0, 0, 0);
    hit = cast(&b, v(1, 0, 0), INFINITY, &a);
    assert_true(hit.time.lo <= 4 && hit.time.hi >= 4);
    uint32_t lowest = 0;
    while (fabs(piece[lowest].as.cell.origin.y + 0.5) > 1.5)
        lowest++;
    assert_int_equal(hit.part, lowest);
    body_end(&a);
    body_end(&b);
}

static void half_spaces(void **state)
{
    (void)state;
    fk_piece half = fk_piece_half_space(v(0, 0, 1), -3);
    body ground = body_of_pieces(&half, 1);
    fk_collider_hit hit = ray(&ground, v(1, 2, 3), v(0, 1, -2), INFINITY);
    assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 3 && hit.time.hi >= 3);
    assert_true(same_vector(hit.normal, v(0, 0, 1)));
    assert_int_equal(ray(&ground, v(1, 2, 3), v(0, 1, 0), INFINITY).result, FK_CAST_MISS);
    assert_int_equal(ray(&ground, v(1, 2, -3), v(0, 1, 0), 0).result, FK_CAST_HIT);
    for (int f = 0; f < CUBE_FORMS; f++) {
        body b = cube_form(f);
        /* The ground rises. */
        hit = cast(&ground, v(0, 0, 0.5), INFINITY, &b);
        assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 4 && hit.time.hi >= 4);
        assert_int_equal(cast(&ground, v(0, 1, -0.5), INFINITY, &b).result, FK_CAST_MISS);
        if (b.piece != NULL) {
            hit = cast(&b, v(3, 0, -0.5), INFINITY, &ground);
            assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 4 && hit.time.hi >= 4);
        }
        body_end(&b);
    }
    body_end(&ground);
}

static void statuses(void **state)
{
    (void)state;
    body a = cube_form(0), b = cube_form(4), c = cube_form(6);
    fk_placed_collider place[3] = {in_place(&a), in_place(&b), in_place(&c)};
    fk_collider_hit out, before;
    memset(&out, 0x5a, sizeof out);
    before = out;
    for (int i = 0; i < 3; i++) {
        const fk_placed_collider *p = &place[i];
        fk_vec3 zero = v(0, 0, -0.0), x = v(1, 0, 0), nan = v(NAN, 0, 0), endless = v(0, INFINITY, 0);
        assert_int_equal(fk_collider_ray(context, p, zero, zero, 1, &out), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_collider_ray(context, p, zero, x, -1, &out), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_collider_ray(context, p, zero, x, NAN, &out), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_collider_ray(context, p, nan, x, 1, &out), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_collider_ray(context, p, zero, endless, 1, &out), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_collider_cast(context, &place[0], x, -1, p, &out), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_collider_cast(context, &place[0], x, NAN, p, &out), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_collider_cast(context, &place[0], nan, 1, p, &out), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_collider_cast(context, &place[1], x, 1, p, &out), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_collider_cast(context, &place[2], x, 1, p, &out), FK_ERROR_ARGUMENT);
    }
    assert_memory_equal(&out, &before, sizeof out);
    body_end(&a);
    body_end(&b);
    body_end(&c);
}

/* Powers of two, also of the velocity alone. */
static void all_sizes(void **state)
{
    (void)state;
    static const int power[] = {-1060, -1000, -500, 500, 980};
    for (size_t i = 0; i < sizeof power / sizeof *power; i++)
        for (int f = 0; f < CUBE_FORMS; f++) {
            double size = ldexp(1, power[i]);
            body a = cube_form(0), b = cube_form(f);
            for (int k = 0; k < 3; k++)
                a.pose.rotation[k][k] = b.pose.rotation[k][k] = size;
            a.pose.translation = v(0, 5 * size, 5 * size);
            fk_collider_hit hit = cast(&a, v(0, -size, -size), INFINITY, &b);
            assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 3 && hit.time.hi >= 3);
            hit = ray(&b, a.pose.translation, v(0, -size, -size), INFINITY);
            assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= 4 && hit.time.hi >= 4);
            hit = cast(&a, v(0, size, -size), INFINITY, &b);
            assert_int_equal(hit.result, FK_CAST_MISS);
            body_end(&a);
            body_end(&b);
            /* At home. */
            a = cube_form(0);
            b = cube_form(f);
            a.pose.translation = v(0, 5, 5);
            double time = ldexp(3, -power[i]);
            hit = cast(&a, v(0, -size, -size), INFINITY, &b);
            assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= time && hit.time.hi >= time);
            hit = ray(&b, v(0, 4, 4), v(0, -size, -size), INFINITY);
            assert_true(hit.result == FK_CAST_HIT && hit.time.lo <= time && hit.time.hi >= time);
            body_end(&a);
            body_end(&b);
        }
}

static void states_of_the_unit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (int round = 0; round < 40 / SHARE + 1; round++) {
        body a = cube_form((int)fk_random_below(&random, 4)), b = cube_form((int)fk_random_below(&random, 9));
        a.pose.translation = whole_vector(&random, 6);
        fk_vec3 way = fk_vec3_sub(whole_vector(&random, 1), a.pose.translation);
        if (length(way) == 0)
            way = v(1, 0, 0);
        fk_collider_hit usual = cast(&a, way, INFINITY, &b);
        fk_collider_hit thin = ray(&b, a.pose.translation, way, 1);
        for (int mode = 1; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_collider_hit hit = cast(&a, way, INFINITY, &b);
            fk_collider_hit other = ray(&b, a.pose.translation, way, 1);
            fpu_set(0);
            assert_int_equal(hit.result, usual.result);
            assert_int_equal(other.result, thin.result);
            assert_true(have_common(hit.time, usual.time) && have_common(other.time, thin.time));
        }
        body_end(&a);
        body_end(&b);
    }
}

static fk_status ask_cast(fk_context *scarce, const void *user, void *out)
{
    const fk_placed_collider *pair = user;
    return fk_collider_cast(scarce, &pair[0], fk_vec3_negate(pair[0].pose.translation), INFINITY, &pair[1],
                            out);
}

static fk_status ask_ray(fk_context *scarce, const void *user, void *out)
{
    const fk_placed_collider *pair = user;
    fk_vec3 origin = pair[0].pose.translation;
    return fk_collider_ray(scarce, &pair[1], origin, fk_vec3_negate(origin), INFINITY, out);
}

static void scarce_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    for (uint64_t f = 0; f < 3; f++)
        for (uint64_t g = 0; g < 2 * BODY_KINDS; g++) {
            body a = any_body(&random, f), b = any_body(&random, g / 2);
            a.pose.translation = v(0.3, 4, 5);
            fk_placed_collider pair[2] = {in_place(&a), in_place(&b)};
            memory_ask(g % 2 == 0 ? ask_cast : ask_ray, pair, sizeof(fk_collider_hit));
            body_end(&a);
            body_end(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_and_cubes),
        cmocka_unit_test(ends_at_the_surface),
        cmocka_unit_test(rays_from_inside),
        cmocka_unit_test(cast_cubes),
        cmocka_unit_test(rays_part_by_part),
        cmocka_unit_test(casts_part_by_part),
        cmocka_unit_test(normals),
        cmocka_unit_test(long_ways),
        cmocka_unit_test(lowest_parts),
        cmocka_unit_test(half_spaces),
        cmocka_unit_test(statuses),
        cmocka_unit_test(all_sizes),
        cmocka_unit_test_teardown(states_of_the_unit, fpu_usual),
        cmocka_unit_test(scarce_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
