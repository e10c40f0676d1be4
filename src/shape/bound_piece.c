/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Oriented boxes around single pieces, along the axes that the pieces have themselves.
 *
 * Weak inputs: hulls and tetrahedra, which get their axis-aligned boxes; and pieces so short that a difference of their
 * ends may be read as zero: they are treated as spheres. */

#include "base/vec3.h"
#include "shape/bound.h"
#include "shape/vertices.h"

/* ---- Enclosing points ---------------------------------------------------------------------------------- */

/* Axes shorter than this have no reliable direction. */
#define SHORT 0x1p-900

static bool has_long_axis(const fk_piece *piece)
{
    return fk_vec3_largest(fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0])) > SHORT;
}

static uint32_t box_corners_around(fk_vec3 center, const fk_vec3 half[3], fk_vec3 out[FK_ENCLOSING_MAX])
{
    for (int i = 0; i < FK_ENCLOSING_MAX; i++) {
        out[i] = center;
        for (int k = 0; k < 3; k++)
            out[i] = fk_vec3_add(out[i], fk_vec3_scale(half[k], i >> k & 1 ? 1.0 : -1.0));
    }
    return FK_ENCLOSING_MAX;
}

/* The corners of a box around a capsule, a cylinder or a cone. */
static uint32_t axis_corners(const fk_piece *piece, fk_vec3 out[FK_ENCLOSING_MAX])
{
    fk_vec3 p = piece->as.capsule.end[0], q = piece->as.capsule.end[1];
    double r = piece->as.capsule.radius;
    fk_obb_axes frame = fk_obb_axes_make(fk_vec3_sub(q, p), fk_vec3_make(0, 0, 0));
    fk_vec3 u = fk_vec3_scale(frame.axis[1], r), v = fk_vec3_scale(frame.axis[2], r);
    fk_vec3 more = fk_vec3_scale(frame.axis[0], piece->kind == FK_KIND_CAPSULE ? r : 0);
    for (int i = 0; i < FK_ENCLOSING_MAX; i++) {
        bool is_far = (i & 4) != 0;
        out[i] = is_far ? fk_vec3_add(q, more) : fk_vec3_sub(p, more);
        if (is_far && piece->kind == FK_KIND_CONE)
            continue;
        out[i] = i & 1 ? fk_vec3_add(out[i], u) : fk_vec3_sub(out[i], u);
        out[i] = i & 2 ? fk_vec3_add(out[i], v) : fk_vec3_sub(out[i], v);
    }
    return FK_ENCLOSING_MAX;
}

uint32_t fk_piece_enclosing_points(const fk_piece *piece, fk_vec3 out[FK_ENCLOSING_MAX])
{
    bool has_axis =
        piece->kind == FK_KIND_CAPSULE || piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE;
    double r = has_axis ? piece->as.capsule.radius + SHORT : piece->as.sphere.radius;
    const fk_vec3 cube[3] = {{r, 0, 0}, {0, r, 0}, {0, 0, r}};
    if (has_axis && !has_long_axis(piece))
        return box_corners_around(piece->as.capsule.end[0], cube, out);
    switch (piece->kind) {
    case FK_KIND_SPHERE:
        return box_corners_around(piece->as.sphere.center, cube, out);
    case FK_KIND_ELLIPSOID:
        return box_corners_around(piece->as.ellipsoid.origin, piece->as.ellipsoid.edge, out);
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return axis_corners(piece, out);
    default:
        break;
    }
    uint32_t count = fk_piece_vertex_count(piece);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 term[FK_TERM_MAX];
        uint32_t terms = fk_piece_vertex_terms(piece, i, term);
        out[i] = term[0];
        for (uint32_t k = 1; k < terms; k++)
            out[i] = fk_vec3_add(out[i], term[k]);
    }
    return count;
}

/* ---- Boxes along the axes of a piece ------------------------------------------------------------------- */

bool fk_piece_obb_axes(const fk_piece *piece, fk_obb_axes *axes)
{
    const fk_vec3 *edge = piece->as.cell.edge;
    if (piece->kind == FK_KIND_SPHERE) {
        *axes = fk_obb_axes_aligned();
        return true;
    }
    if (piece->kind == FK_KIND_CAPSULE || piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE) {
        fk_vec3 along = fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0]);
        *axes = fk_obb_axes_make(along, fk_vec3_make(0, 0, 0));
        return has_long_axis(piece);
    }
    if (piece->kind != FK_KIND_BOX)
        return false;
    for (int i = 0; i < 3; i++) {
        fk_vec3 u = edge[i], v = edge[(i + 1) % 3];
        if (!(fabs(fk_vec3_dot(u, v)) <= 0x1p-40 * fk_vec3_largest(u) * fk_vec3_largest(v)))
            return false;
    }
    *axes = fk_obb_axes_make(edge[0], edge[1]);
    return true;
}

fk_obb fk_piece_obb(const fk_piece *piece)
{
    fk_aabb box = fk_piece_aabb(piece);
    fk_obb out = fk_obb_from_aabb(&box);
    fk_vec3 point[FK_ENCLOSING_MAX];
    fk_obb_axes axes;
    if (!fk_piece_obb_axes(piece, &axes) ||
        fk_obb_build_along(point, fk_piece_enclosing_points(piece, point), &axes, &out) != FK_OK)
        return out;
    /* The points are rounded a few times. */
    double far = fk_vec3_largest(out.center) + out.half[0] + out.half[1] + out.half[2];
    for (int k = 0; k < 3; k++)
        out.half[k] = fk_add_upward(out.half[k], 0x1p-46 * far + FK_BOUND_TINY);
    return out;
}
