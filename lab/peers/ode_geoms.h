// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Pieces as geometries of ODE. Polyhedra are dCreateConvex with the faces of their hull. ODE has no cones and no ellipsoids.

#ifndef FARKAS_LAB_PEERS_ODE_GEOMS_H
#define FARKAS_LAB_PEERS_ODE_GEOMS_H

#include "peers/shapes.h"

#include <cmath>
#include <ode/ode.h>

// The axes are the columns of the rotation; rows have four numbers.
inline void setRotation(const bench_box &box, dMatrix3 out)
{
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < 3; i++)
            out[4 * row + i] = box.axis[i][row];
        out[4 * row + 3] = 0;
    }
}

inline dGeomID makeConvex(const fk_piece *piece)
{
    const fk_hull *hull = bench_make_hull(piece);
    if (hull == nullptr)
        return nullptr;
    fk_vec3 middle = bench_middle(piece);
    dReal *plane = static_cast<dReal *>(bench_allocate(4 * hull->face_count, sizeof *plane));
    dReal *point = static_cast<dReal *>(bench_allocate(3 * hull->vertex_count, sizeof *point));
    unsigned *polygon = static_cast<unsigned *>(
        bench_allocate(hull->face_count + hull->face_begin[hull->face_count], sizeof *polygon));
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            point[3 * i + k] = fk_vec3_get(fk_vec3_sub(hull->point[i], middle), k);
    unsigned *next = polygon;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *v = &hull->face_vertex[hull->face_begin[f]];
        uint32_t count = hull->face_begin[f + 1] - hull->face_begin[f];
        fk_vec3 at = fk_vec3_sub(hull->point[v[0]], middle);
        fk_vec3 n = fk_vec3_cross(fk_vec3_sub(hull->point[v[1]], hull->point[v[0]]),
                                  fk_vec3_sub(hull->point[v[2]], hull->point[v[0]]));
        n = fk_vec3_scale(n, 1 / std::sqrt(fk_vec3_dot(n, n)));
        plane[4 * f] = n.x;
        plane[4 * f + 1] = n.y;
        plane[4 * f + 2] = n.z;
        plane[4 * f + 3] = fk_vec3_dot(n, at);
        *next++ = count;
        for (uint32_t i = 0; i < count; i++)
            *next++ = v[i];
    }
    dGeomID geom = dCreateConvex(nullptr, plane, hull->face_count, point, hull->vertex_count, polygon);
    dGeomSetPosition(geom, middle.x, middle.y, middle.z);
    return geom;
}

// The axis of capsules and cylinders is their z.
inline dGeomID makeRound(const fk_piece *piece, fk_vec3 middle)
{
    const fk_capsule &capsule = piece->as.capsule;
    fk_vec3 axis = fk_vec3_sub(capsule.end[1], capsule.end[0]);
    double length = std::sqrt(fk_vec3_dot(axis, axis));
    dGeomID geom = piece->kind == FK_KIND_CAPSULE ? dCreateCapsule(nullptr, capsule.radius, length)
                                                  : dCreateCylinder(nullptr, capsule.radius, length);
    dMatrix3 rotation;
    dRFromZAxis(rotation, axis.x, axis.y, axis.z);
    dGeomSetPosition(geom, middle.x, middle.y, middle.z);
    dGeomSetRotation(geom, rotation);
    return geom;
}

inline dGeomID makeGeom(const fk_piece *piece)
{
    fk_vec3 middle = bench_middle(piece);
    if (piece->kind == FK_KIND_POINT)
        return nullptr; // of a ray
    if (piece->kind == FK_KIND_CAPSULE || piece->kind == FK_KIND_CYLINDER)
        return makeRound(piece, middle);
    if (piece->kind == FK_KIND_SPHERE) {
        dGeomID geom = dCreateSphere(nullptr, piece->as.sphere.radius);
        dGeomSetPosition(geom, middle.x, middle.y, middle.z);
        return geom;
    }
    if (piece->kind == FK_KIND_BOX) {
        bench_box box = bench_make_box(piece);
        dMatrix3 rotation;
        setRotation(box, rotation);
        dGeomID geom = dCreateBox(nullptr, 2 * box.half[0], 2 * box.half[1], 2 * box.half[2]);
        dGeomSetPosition(geom, box.center[0], box.center[1], box.center[2]);
        dGeomSetRotation(geom, rotation);
        return geom;
    }
    return makeConvex(piece);
}

// A place, as ODE takes it.
struct Place {
    dVector3 position;
    dMatrix3 rotation;
};

// That of a geometry which was made in local coordinates.
inline Place placeOf(dGeomID geom, const fk_pose &pose)
{
    Place out = {};
    const dReal *at = dGeomGetPosition(geom), *turn = dGeomGetRotation(geom);
    fk_vec3 position = fk_pose_apply(&pose, fk_vec3_make(at[0], at[1], at[2]));
    for (int row = 0; row < 3; row++) {
        out.position[row] = fk_vec3_get(position, row);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                out.rotation[4 * row + i] += pose.rotation[row][k] * turn[4 * k + i];
    }
    return out;
}

inline void setPlace(dGeomID geom, const Place &place)
{
    dGeomSetPosition(geom, place.position[0], place.position[1], place.position[2]);
    dGeomSetRotation(geom, place.rotation);
}

inline void moveGeom(dGeomID &geom, const fk_pose &pose)
{
    if (geom != nullptr)
        setPlace(geom, placeOf(geom, pose));
}

inline void setRay(dGeomID ray, fk_vec3 begin, fk_vec3 motion)
{
    dGeomRaySetLength(ray, std::sqrt(fk_vec3_dot(motion, motion)));
    dGeomRaySet(ray, begin.x, begin.y, begin.z, motion.x, motion.y, motion.z);
}

#endif
