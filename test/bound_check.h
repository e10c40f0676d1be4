/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether bounding volumes hold points, exactly: by the definitions in farkas/shape.h and integers alone. Points are exact
 * numbers, so that they may be images that no double is. */

#ifndef FARKAS_TEST_BOUND_CHECK_H
#define FARKAS_TEST_BOUND_CHECK_H

#include <math.h>

#include "exact/exact.h"
#include "farkas/farkas.h"

#define assert_near(a, b, most) assert_true(fabs((a) - (b)) <= (most))

/* ---- Points -------------------------------------------------------------------------------------------- */

/* rotation * p + translation without rounding. */
static inline fk_exact_vec3 check_image(fk_arena *arena, const fk_pose *pose, fk_vec3 p)
{
    fk_exact_vec3 x = fk_exact_vec3_from(arena, p);
    fk_exact out[3];
    for (int i = 0; i < 3; i++) {
        const double *r = pose->rotation[i];
        fk_exact_vec3 row = fk_exact_vec3_from(arena, fk_vec3_make(r[0], r[1], r[2]));
        out[i] = fk_exact_add(arena, fk_exact_vec3_dot(arena, row, x),
                              fk_exact_from(arena, fk_vec3_get(pose->translation, i)));
    }
    fk_exact_vec3 image = {out[0], out[1], out[2]};
    return image;
}

/* Whether a <= x, for a double that may be infinite. */
static inline bool check_at_least(fk_arena *arena, fk_exact x, double a)
{
    return a == -INFINITY || (a != INFINITY && fk_exact_compare(x, fk_exact_from(arena, a)) >= 0);
}

static inline bool check_at_most(fk_arena *arena, fk_exact x, double a)
{
    return a == INFINITY || (a != -INFINITY && fk_exact_compare(x, fk_exact_from(arena, a)) <= 0);
}

static inline fk_exact check_size(fk_exact x)
{
    return x.sign < 0 ? fk_exact_negate(x) : x;
}

/* ---- Volumes ------------------------------------------------------------------------------------------- */

static inline bool check_in_sphere(fk_arena *arena, const fk_sphere *s, fk_exact_vec3 p)
{
    if (s->radius == INFINITY)
        return true;
    fk_exact_vec3 d = fk_exact_vec3_sub(arena, p, fk_exact_vec3_from(arena, s->center));
    fk_exact r = fk_exact_from(arena, s->radius);
    return r.sign >= 0 && fk_exact_compare(fk_exact_vec3_dot(arena, d, d), fk_exact_mul(arena, r, r)) <= 0;
}

static inline bool check_in_aabb(fk_arena *arena, const fk_aabb *b, fk_exact_vec3 p)
{
    for (int k = 0; k < 3; k++)
        if (!check_at_least(arena, fk_exact_vec3_get(p, k), fk_vec3_get(b->min, k)) ||
            !check_at_most(arena, fk_exact_vec3_get(p, k), fk_vec3_get(b->max, k)))
            return false;
    return true;
}

static inline fk_exact check_along(fk_arena *arena, fk_vec3 direction, fk_exact_vec3 p)
{
    return fk_exact_vec3_dot(arena, fk_exact_vec3_from(arena, direction), p);
}

static inline bool check_in_kdop(fk_arena *arena, const fk_kdop *dop, fk_exact_vec3 p)
{
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        fk_exact value = check_along(arena, fk_kdop_direction(dop->k, i), p);
        if (!check_at_least(arena, value, dop->lo[i]) || !check_at_most(arena, value, dop->hi[i]))
            return false;
    }
    return true;
}

/* By Cramer's rule: |det(p - center, v, w)| <= half |det(u, v, w)| for each axis u and the others. */
static inline bool check_in_obb(fk_arena *arena, const fk_obb *box, fk_exact_vec3 p)
{
    fk_exact_vec3 d = fk_exact_vec3_sub(arena, p, fk_exact_vec3_from(arena, box->center)), axis[3];
    for (int k = 0; k < 3; k++)
        axis[k] = fk_exact_vec3_from(arena, box->axis[k]);
    fk_exact det = fk_exact_vec3_dot(arena, axis[0], fk_exact_vec3_cross(arena, axis[1], axis[2]));
    for (int k = 0; k < 3; k++) {
        if (box->half[k] == INFINITY)
            continue;
        fk_exact_vec3 n = fk_exact_vec3_cross(arena, axis[(k + 1) % 3], axis[(k + 2) % 3]);
        fk_exact end = fk_exact_mul(arena, check_size(det), fk_exact_from(arena, box->half[k]));
        if (fk_exact_compare(check_size(fk_exact_vec3_dot(arena, n, d)), end) > 0)
            return false;
    }
    return det.sign != 0;
}

/* ---- All at once --------------------------------------------------------------------------------------- */

/* The volumes of one set of points. */
typedef struct volumes {
    fk_sphere sphere;
    fk_aabb aabb;
    fk_obb quick, tight;
    fk_kdop dop[3];
} volumes;

static const uint32_t dop_sizes[3] = {14, 18, 26};

static inline volumes volumes_build(fk_context *context, const fk_vec3 *point, size_t count)
{
    volumes v;
    assert_int_equal(fk_sphere_build(point, count, &v.sphere), FK_OK);
    assert_int_equal(fk_aabb_build(point, count, &v.aabb), FK_OK);
    assert_int_equal(fk_obb_build_quick(point, count, &v.quick), FK_OK);
    assert_int_equal(fk_obb_build(context, point, count, &v.tight), FK_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(fk_kdop_build(point, count, dop_sizes[i], &v.dop[i]), FK_OK);
    return v;
}

static inline volumes volumes_place(const volumes *v, const fk_pose *pose)
{
    volumes placed = {
        fk_sphere_place(&v->sphere, pose),
        fk_aabb_place(&v->aabb, pose),
        fk_obb_place(&v->quick, pose),
        fk_obb_place(&v->tight, pose),
        {fk_kdop_place(&v->dop[0], pose), fk_kdop_place(&v->dop[1], pose), fk_kdop_place(&v->dop[2], pose)}};
    return placed;
}

static inline volumes volumes_merge(const volumes *a, const volumes *b)
{
    volumes both = {fk_sphere_merge(&a->sphere, &b->sphere),
                    fk_aabb_merge(&a->aabb, &b->aabb),
                    fk_obb_merge(&a->quick, &b->quick),
                    fk_obb_merge(&a->tight, &b->tight),
                    {fk_kdop_merge(&a->dop[0], &b->dop[0]), fk_kdop_merge(&a->dop[1], &b->dop[1]),
                     fk_kdop_merge(&a->dop[2], &b->dop[2])}};
    return both;
}

static inline void check_holds(const volumes *v, fk_exact_vec3 p, fk_arena *arena)
{
    assert_true(check_in_sphere(arena, &v->sphere, p));
    assert_true(check_in_aabb(arena, &v->aabb, p));
    assert_true(check_in_obb(arena, &v->quick, p));
    assert_true(check_in_obb(arena, &v->tight, p));
    for (int i = 0; i < 3; i++)
        assert_true(check_in_kdop(arena, &v->dop[i], p));
    assert_false(arena->full);
}

static inline void check_holds_point(const volumes *v, fk_vec3 p)
{
    fk_arena arena;
    fk_arena_init(&arena);
    check_holds(v, fk_exact_vec3_from(&arena, p), &arena);
}

/* The exact image of a point. */
static inline void check_holds_image(const volumes *v, const fk_pose *pose, fk_vec3 p)
{
    fk_arena arena;
    fk_arena_init(&arena);
    check_holds(v, check_image(&arena, pose, p), &arena);
}

/* All kinds of volumes meet, in both orders. */
static inline void check_meet(const volumes *a, const volumes *b)
{
    assert_true(fk_sphere_meets(&a->sphere, &b->sphere) && fk_sphere_meets(&b->sphere, &a->sphere));
    assert_true(fk_aabb_meets(a->aabb, b->aabb) && fk_aabb_meets(b->aabb, a->aabb));
    assert_true(fk_obb_meets(&a->quick, &b->quick) && fk_obb_meets(&b->quick, &a->quick));
    assert_true(fk_obb_meets(&a->tight, &b->tight) && fk_obb_meets(&b->tight, &a->tight));
    assert_true(fk_obb_meets(&a->quick, &b->tight) && fk_obb_meets(&b->tight, &a->quick));
    for (int i = 0; i < 3; i++)
        assert_true(fk_kdop_meets(&a->dop[i], &b->dop[i]) && fk_kdop_meets(&b->dop[i], &a->dop[i]));
}

#endif
