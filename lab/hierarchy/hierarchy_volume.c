/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One interface to the bounding volumes: see hierarchy_volume.h. In a tree a volume is a row of doubles, as
 * short as it can be: a ball takes 4, a box 6, an oriented box 15, a k-DOP k.
 *
 * Oriented boxes are those of Grulich's quick way, which needs no hull. */

#include "hierarchy/hierarchy_volume.h"

#include <string.h>

#include "shape/bound.h"

static const uint32_t sides[FK_VOLUME_KINDS] = {
    [FK_VOLUME_KDOP_14] = 14, [FK_VOLUME_KDOP_18] = 18, [FK_VOLUME_KDOP_26] = 26};

const char *fk_volume_kind_name(fk_volume_kind kind)
{
    static const char *const name[FK_VOLUME_KINDS] = {"sphere", "aabb", "obb", "14-dop", "18-dop", "26-dop"};
    return name[kind];
}

size_t fk_volume_numbers(fk_volume_kind kind)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        return sizeof(fk_sphere) / sizeof(double);
    case FK_VOLUME_AABB:
        return sizeof(fk_aabb) / sizeof(double);
    case FK_VOLUME_OBB:
        return sizeof(fk_obb) / sizeof(double);
    default:
        return sides[kind];
    }
}

void fk_volume_save(fk_volume_kind kind, const fk_volume *volume, double *number)
{
    size_t half = sides[kind] / 2;
    if (half == 0) {
        memcpy(number, volume, fk_volume_numbers(kind) * sizeof *number);
        return;
    }
    memcpy(number, volume->kdop.lo, half * sizeof *number);
    memcpy(number + half, volume->kdop.hi, half * sizeof *number);
}

void fk_volume_load(fk_volume_kind kind, const double *number, fk_volume *out)
{
    size_t half = sides[kind] / 2;
    if (half == 0) {
        memcpy(out, number, fk_volume_numbers(kind) * sizeof *number);
        return;
    }
    memset(&out->kdop, 0, sizeof out->kdop);
    out->kdop.k = sides[kind];
    memcpy(out->kdop.lo, number, half * sizeof *number);
    memcpy(out->kdop.hi, number + half, half * sizeof *number);
}

void fk_volume_build(fk_volume_kind kind, const fk_vec3 *point, size_t count, fk_volume *out)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        fk_sphere_build(point, count, &out->sphere);
        break;
    case FK_VOLUME_AABB:
        fk_aabb_build(point, count, &out->aabb);
        break;
    case FK_VOLUME_OBB:
        fk_obb_build_quick(point, count, &out->obb);
        break;
    default:
        fk_kdop_build(point, count, sides[kind], &out->kdop);
        break;
    }
}

void fk_volume_merge(fk_volume_kind kind, const fk_volume *a, const fk_volume *b, fk_volume *out)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        out->sphere = fk_sphere_merge(&a->sphere, &b->sphere);
        break;
    case FK_VOLUME_AABB:
        out->aabb = fk_aabb_merge(&a->aabb, &b->aabb);
        break;
    case FK_VOLUME_OBB:
        out->obb = fk_obb_merge(&a->obb, &b->obb);
        break;
    default:
        out->kdop = fk_kdop_merge(&a->kdop, &b->kdop);
        break;
    }
}

void fk_volume_place(fk_volume_kind kind, const fk_volume *volume, const fk_pose *pose, fk_volume *out)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        out->sphere = fk_sphere_place(&volume->sphere, pose);
        break;
    case FK_VOLUME_AABB:
        out->aabb = fk_aabb_place(&volume->aabb, pose);
        break;
    case FK_VOLUME_OBB:
        out->obb = fk_obb_place(&volume->obb, pose);
        break;
    default:
        out->kdop = fk_kdop_place(&volume->kdop, pose);
        break;
    }
}

bool fk_volumes_meet(fk_volume_kind kind, const fk_volume *a, const fk_volume *b)
{
    switch (kind) {
    case FK_VOLUME_SPHERE:
        return fk_sphere_meets(&a->sphere, &b->sphere);
    case FK_VOLUME_AABB:
        return fk_aabb_meets(a->aabb, b->aabb);
    case FK_VOLUME_OBB:
        return fk_obb_meets(&a->obb, &b->obb);
    default:
        return fk_kdop_meets(&a->kdop, &b->kdop);
    }
}

/* The box around a k-DOP, or the box itself. */
static fk_aabb box_of(fk_volume_kind kind, const fk_volume *volume)
{
    const double *lo = volume->kdop.lo, *hi = volume->kdop.hi;
    if (kind == FK_VOLUME_AABB)
        return volume->aabb;
    return (fk_aabb){fk_vec3_make(lo[0], lo[1], lo[2]), fk_vec3_make(hi[0], hi[1], hi[2])};
}

double fk_volume_content(fk_volume_kind kind, const fk_volume *volume)
{
    if (kind == FK_VOLUME_SPHERE)
        return fk_sphere_volume(&volume->sphere);
    if (kind == FK_VOLUME_OBB)
        return fk_obb_volume(&volume->obb);
    fk_aabb box = box_of(kind, volume);
    return fk_aabb_volume(&box);
}

fk_vec3 fk_volume_center(fk_volume_kind kind, const fk_volume *volume)
{
    if (kind == FK_VOLUME_SPHERE)
        return volume->sphere.center;
    if (kind == FK_VOLUME_OBB)
        return volume->obb.center;
    fk_aabb box = box_of(kind, volume);
    return fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
}

/* What is added is at most sqrt(3) more long. Along the axes of an oriented box, which have length 1 and
 * right angles up to 2^-20, it is hardly longer; a direction of a k-DOP has at most three components of size
 * 1. */
void fk_volume_grow(fk_volume_kind kind, fk_volume *volume, double more)
{
    double length = 2 * more + FK_OUTER_TINY;
    switch (kind) {
    case FK_VOLUME_SPHERE:
        volume->sphere.radius = fk_outer_size(fk_outer_above(volume->sphere.radius, length));
        break;
    case FK_VOLUME_AABB:
        for (int k = 0; k < 3; k++) {
            double *low = fk_vec3_at(&volume->aabb.min, k), *high = fk_vec3_at(&volume->aabb.max, k);
            *low = fk_outer_below(*low, length);
            *high = fk_outer_above(*high, length);
        }
        break;
    case FK_VOLUME_OBB:
        for (int k = 0; k < 3; k++)
            volume->obb.half[k] = fk_outer_size(fk_outer_above(volume->obb.half[k], length));
        break;
    default:
        for (uint32_t i = 0; i < volume->kdop.k / 2; i++) {
            volume->kdop.lo[i] = fk_outer_below(volume->kdop.lo[i], 2 * length);
            volume->kdop.hi[i] = fk_outer_above(volume->kdop.hi[i], 2 * length);
        }
        break;
    }
}
