/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rays against pieces. A ray is a moving point, and its times are exact, rounded down and up. Doubles decide almost all rays
 * (ray_filter.c), integers the others (ray_exact.c). Points, segments, hulls and flat cells are left to the linear program of
 * casts (cast.c). Rays against meshes are in tree/ray_traverse.c. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/vec3.h"

/* The point minus an anchor. */
static void set_from(fk_target *target, fk_vec3 origin, fk_vec3 anchor)
{
    target->from[0] = origin;
    target->from[1] = fk_vec3_negate(anchor);
    target->from_count = 2;
}

static void set_edge(fk_target *target, int k, fk_vec3 from, fk_vec3 to)
{
    target->edge[k][0] = to;
    target->edge[k][1] = fk_vec3_negate(from);
    target->edge_count[k] = 2;
    target->edges = (uint8_t)(k + 1);
}

static void set_cell(fk_target *target, fk_vec3 origin, const fk_cell *cell)
{
    set_from(target, origin, cell->origin);
    for (int k = 0; k < 3; k++) {
        target->edge[k][0] = cell->edge[k];
        target->edge_count[k] = 1;
    }
    target->edges = 3;
}

bool fk_target_of_piece(const fk_piece *piece, fk_vec3 origin, fk_target *out)
{
    static const fk_target_kind kind[FK_KIND_COUNT] = {
        [FK_KIND_TRIANGLE] = FK_TARGET_TRIANGLE,
        [FK_KIND_TETRA] = FK_TARGET_TETRA,
        [FK_KIND_BOX] = FK_TARGET_BOX,
        [FK_KIND_SPHERE] = FK_TARGET_BALL,
        [FK_KIND_CAPSULE] = FK_TARGET_CAPSULE,
        [FK_KIND_HALF_SPACE] = FK_TARGET_HALF_SPACE,
        [FK_KIND_CYLINDER] = FK_TARGET_TUBE,
        [FK_KIND_CONE] = FK_TARGET_CONE,
        [FK_KIND_ELLIPSOID] = FK_TARGET_ELLIPSOID,
    };
    const fk_capsule *capsule = &piece->as.capsule;
    if ((unsigned)piece->kind >= FK_KIND_COUNT)
        return false;
    out->kind = kind[piece->kind];
    out->radius[0] = out->radius[1] = out->offset = 0;
    out->edges = 0;
    switch (piece->kind) {
    case FK_KIND_SPHERE:
        set_from(out, origin, piece->as.sphere.center);
        out->radius[0] = piece->as.sphere.radius;
        return true;
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        if (fk_sign_of(capsule->radius) == 0)
            return false;
        /* fall through */
    case FK_KIND_CAPSULE:
        set_from(out, origin, capsule->end[piece->kind == FK_KIND_CONE]);
        set_edge(out, 0, capsule->end[0], capsule->end[1]);
        out->radius[0] = capsule->radius;
        return true;
    case FK_KIND_TETRA:
    case FK_KIND_BOX:
        set_cell(out, origin, &piece->as.cell);
        return true;
    case FK_KIND_ELLIPSOID:
        set_cell(out, origin, &piece->as.ellipsoid);
        return true;
    case FK_KIND_TRIANGLE:
        set_from(out, origin, piece->as.triangle[0]);
        set_edge(out, 0, piece->as.triangle[0], piece->as.triangle[1]);
        set_edge(out, 1, piece->as.triangle[0], piece->as.triangle[2]);
        return true;
    case FK_KIND_HALF_SPACE:
        out->from[0] = origin;
        out->edge[0][0] = piece->as.half.normal;
        out->from_count = out->edge_count[0] = out->edges = 1;
        out->offset = piece->as.half.offset;
        return true;
    default:
        return false;
    }
}

/* The linear program, for a direction that is not zero. */
FK_OWN_FRAME static void cast_point(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, fk_cast *out)
{
    fk_piece point = fk_piece_point(origin);
    fk_displacement displacement;
    fk_contact_times always;
    fk_displacement_from(direction, &displacement);
    fk_displacement_cast(&point, &displacement, piece, INFINITY, &always, out);
}

/* For what doubles do not decide, and for pieces that are not valid. */
FK_OWN_FRAME static fk_status cast_ray_exactly(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece,
                                               fk_cast *out)
{
    fk_status status = fk_piece_check(piece);
    if (status == FK_OK && !(fk_vec3_is_finite(origin) && fk_vec3_is_finite(direction)))
        status = FK_ERROR_NOT_FINITE;
    if (status != FK_OK)
        return status;
    fk_target target;
    fk_contact_times times;
    if (fk_target_of_piece(piece, origin, &target) &&
        fk_target_solve(&target, &direction, 1, &times) != FK_CAST_UNDECIDED)
        fk_contact_times_clip(&times, INFINITY, false, out);
    else
        cast_point(origin, direction, piece, out);
    return FK_OK;
}

fk_status fk_piece_ray(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, fk_cast *out)
{
    fk_target target;
    fk_contact_times times;
    fk_cast_result result = FK_CAST_UNDECIDED;
    /* What the filter decides is valid: its numbers are finite, and axes and normals are not zero. */
    if (piece->kind == FK_KIND_SPHERE)
        result = fk_sphere_ray_filter(origin, direction, &piece->as.sphere, &times);
    else if (piece->kind == FK_KIND_BOX)
        result = fk_box_ray_filter(origin, direction, &piece->as.cell, true, &times);
    else if (fk_target_of_piece(piece, origin, &target) && target.radius[0] >= 0)
        result = fk_target_filter(&target, direction, true, &times);
    else if (piece->kind == FK_KIND_HULL && fk_piece_check(piece) == FK_OK)
        result = fk_hull_ray_filter(&piece->as.hull, origin, direction, &times);
    if (result == FK_CAST_UNDECIDED)
        return cast_ray_exactly(origin, direction, piece, out);
    *out = (fk_cast){.result = result};
    if (result == FK_CAST_HIT) {
        out->enter = times.first;
        out->leave = times.last;
    }
    return FK_OK;
}
