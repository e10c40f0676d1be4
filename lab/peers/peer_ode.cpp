// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// ODE: dBoxTouchesBox, which only tells whether two boxes meet, and dCollide on geometries that were made and placed
// before, for one contact (without CONTACTS_UNIMPORTANT, with which it misses one hit in ten). Polyhedra are dCreateConvex with the faces of their hull.

#include "peers/shapes.h"

#include <cmath>
#include <ode/ode.h>

// ---- dBoxTouchesBox ----------------------------------------------------------------------------------------

struct Box {
    dVector3 center;
    dMatrix3 rotation;
    dVector3 side;
};

// The axes are the columns of the rotation; rows have four numbers.
static void setRotation(const bench_box &box, dMatrix3 out)
{
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < 3; i++)
            out[4 * row + i] = box.axis[i][row];
        out[4 * row + 3] = 0;
    }
}

static Box makeBox(const fk_piece *piece)
{
    Box out = {};
    bench_box box = bench_make_box(piece);
    for (int i = 0; i < 3; i++) {
        out.center[i] = box.center[i];
        out.side[i] = 2 * box.half[i];
    }
    setRotation(box, out.rotation);
    return out;
}

static uint8_t askBoxes(const Box &a, const Box &b)
{
    return dBoxTouchesBox(a.center, a.rotation, a.side, b.center, b.rotation, b.side) ? BENCH_MEETS
                                                                                      : BENCH_APART;
}

// ---- dCollide ----------------------------------------------------------------------------------------------

static dGeomID makeConvex(const fk_piece *piece)
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

// The axis of a capsule is its z.
static dGeomID makeCapsule(const fk_capsule &capsule, fk_vec3 middle)
{
    fk_vec3 axis = fk_vec3_sub(capsule.end[1], capsule.end[0]);
    double length = std::sqrt(fk_vec3_dot(axis, axis));
    dGeomID geom = dCreateCapsule(nullptr, capsule.radius, length);
    dMatrix3 rotation;
    dRFromZAxis(rotation, axis.x, axis.y, axis.z);
    dGeomSetPosition(geom, middle.x, middle.y, middle.z);
    dGeomSetRotation(geom, rotation);
    return geom;
}

static dGeomID makeGeom(const fk_piece *piece)
{
    fk_vec3 middle = bench_middle(piece);
    if (piece->kind == FK_KIND_CAPSULE)
        return makeCapsule(piece->as.capsule, middle);
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

// A geometry that could not be made, as it is flat, leaves its pair undecided.
static uint8_t askGeoms(const dGeomID &a, const dGeomID &b)
{
    dContactGeom contact;
    if (a == nullptr || b == nullptr)
        return BENCH_UNDECIDED;
    return dCollide(a, b, 1, &contact, sizeof contact) > 0 ? BENCH_MEETS : BENCH_APART;
}

// One-triangle meshes crash it.
static bool knowsGeoms(fk_kind a, fk_kind b)
{
    return bench_knows_all(a, b) && a != FK_KIND_TRIANGLE && b != FK_KIND_TRIANGLE;
}

int main(int argc, char **argv)
{
    static const bench_method methods[] = {
        {"ODE touch", "verdict", bench_knows_boxes, bench_prepare<Box, makeBox>,
         bench_answer_pairs<Box, askBoxes>, nullptr, nullptr},
        {"ODE collide", "verdict", knowsGeoms, bench_prepare<dGeomID, makeGeom>,
         bench_answer_pairs<dGeomID, askGeoms>, nullptr, nullptr},
    };
    static const bench_library library = {"ODE " PEER_VERSION, true, methods, 2};
    dInitODE2(0);
    return bench_main(argc, argv, &library);
}
