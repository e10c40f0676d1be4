/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces: making, checking and placing them. */

#include "farkas/shape.h"
#include "base/exact.h"
#include "shape/vertices.h"

#include <string.h>

/* All bytes of a piece are set, so that equal pieces are equal bytes. */
static fk_piece blank(fk_kind kind)
{
    fk_piece piece;
    memset(&piece, 0, sizeof piece);
    piece.kind = kind;
    return piece;
}

fk_piece fk_piece_point(fk_vec3 p)
{
    fk_piece piece = blank(FK_KIND_POINT);
    piece.as.point = p;
    return piece;
}

fk_piece fk_piece_segment(fk_vec3 a, fk_vec3 b)
{
    fk_piece piece = blank(FK_KIND_SEGMENT);
    piece.as.segment[0] = a;
    piece.as.segment[1] = b;
    return piece;
}

fk_piece fk_piece_triangle(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    fk_piece piece = blank(FK_KIND_TRIANGLE);
    piece.as.triangle[0] = a;
    piece.as.triangle[1] = b;
    piece.as.triangle[2] = c;
    return piece;
}

static fk_piece cell(fk_kind kind, fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w)
{
    fk_piece piece = blank(kind);
    piece.as.cell.origin = origin;
    piece.as.cell.edge[0] = u;
    piece.as.cell.edge[1] = v;
    piece.as.cell.edge[2] = w;
    return piece;
}

fk_piece fk_piece_tetra(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w)
{
    return cell(FK_KIND_TETRA, origin, u, v, w);
}

fk_piece fk_piece_box(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w)
{
    return cell(FK_KIND_BOX, origin, u, v, w);
}

fk_piece fk_piece_sphere(fk_vec3 center, double radius)
{
    fk_piece piece = blank(FK_KIND_SPHERE);
    piece.as.sphere.center = center;
    piece.as.sphere.radius = radius;
    return piece;
}

fk_piece fk_piece_capsule(fk_vec3 a, fk_vec3 b, double radius)
{
    fk_piece piece = blank(FK_KIND_CAPSULE);
    piece.as.capsule.end[0] = a;
    piece.as.capsule.end[1] = b;
    piece.as.capsule.radius = radius;
    return piece;
}

fk_piece fk_piece_half_space(fk_vec3 normal, double offset)
{
    fk_piece piece = blank(FK_KIND_HALF_SPACE);
    piece.as.half.normal = normal;
    piece.as.half.offset = offset;
    return piece;
}

/* How many points or vectors a kind starts with in memory. */
static uint32_t vector_count(fk_kind kind)
{
    switch (kind) {
    case FK_KIND_POINT:
    case FK_KIND_SPHERE:
    case FK_KIND_HALF_SPACE:
        return 1;
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        return 2;
    case FK_KIND_TRIANGLE:
        return 3;
    case FK_KIND_TETRA:
    case FK_KIND_BOX:
        return 4;
    default:
        return 0;
    }
}

static fk_vec3 vector_at(const fk_piece *piece, uint32_t i)
{
    switch (piece->kind) {
    case FK_KIND_SEGMENT:
        return piece->as.segment[i];
    case FK_KIND_CAPSULE:
        return piece->as.capsule.end[i];
    case FK_KIND_TRIANGLE:
        return piece->as.triangle[i];
    case FK_KIND_TETRA:
    case FK_KIND_BOX:
        return i == 0 ? piece->as.cell.origin : piece->as.cell.edge[i - 1];
    case FK_KIND_SPHERE:
        return piece->as.sphere.center;
    case FK_KIND_HALF_SPACE:
        return piece->as.half.normal;
    default:
        return piece->as.point;
    }
}

fk_status fk_piece_check(const fk_piece *piece)
{
    uint32_t count = vector_count(piece->kind);
    if (count == 0)
        return FK_ERROR_PIECE;
    for (uint32_t i = 0; i < count; i++)
        if (!fk_vec3_is_finite(vector_at(piece, i)))
            return FK_ERROR_NOT_FINITE;
    double number = piece->kind == FK_KIND_HALF_SPACE ? piece->as.half.offset : fk_piece_radius(piece);
    if (!fk_vec3_is_finite(fk_vec3_make(number, 0, 0)))
        return FK_ERROR_NOT_FINITE;
    if (piece->kind == FK_KIND_HALF_SPACE) {
        fk_vec3 n = piece->as.half.normal;
        return fk_sign_of(n.x) == 0 && fk_sign_of(n.y) == 0 && fk_sign_of(n.z) == 0 ? FK_ERROR_PIECE : FK_OK;
    }
    return fk_sign_of(number) < 0 ? FK_ERROR_PIECE : FK_OK;
}

fk_piece fk_piece_place(const fk_piece *piece, const fk_pose *pose)
{
    fk_piece placed = *piece;
    switch (piece->kind) {
    case FK_KIND_POINT:
        placed.as.point = fk_pose_apply(pose, piece->as.point);
        break;
    case FK_KIND_SEGMENT:
        for (int i = 0; i < 2; i++)
            placed.as.segment[i] = fk_pose_apply(pose, piece->as.segment[i]);
        break;
    case FK_KIND_TRIANGLE:
        for (int i = 0; i < 3; i++)
            placed.as.triangle[i] = fk_pose_apply(pose, piece->as.triangle[i]);
        break;
    case FK_KIND_TETRA:
    case FK_KIND_BOX:
        placed.as.cell.origin = fk_pose_apply(pose, piece->as.cell.origin);
        for (int i = 0; i < 3; i++)
            placed.as.cell.edge[i] = fk_pose_rotate(pose, piece->as.cell.edge[i]);
        break;
    case FK_KIND_SPHERE:
        placed.as.sphere.center = fk_pose_apply(pose, piece->as.sphere.center);
        break;
    case FK_KIND_CAPSULE:
        for (int i = 0; i < 2; i++)
            placed.as.capsule.end[i] = fk_pose_apply(pose, piece->as.capsule.end[i]);
        break;
    case FK_KIND_HALF_SPACE:
        placed.as.half.normal = fk_pose_rotate(pose, piece->as.half.normal);
        placed.as.half.offset = piece->as.half.offset + fk_vec3_dot(placed.as.half.normal, pose->translation);
        break;
    default:
        break;
    }
    return placed;
}
