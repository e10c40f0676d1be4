// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// ODE: dBoxTouchesBox, which only tells whether two boxes meet, and dCollide on geometries that were made and placed
// before, for one contact (without CONTACTS_UNIMPORTANT, with which it misses one hit in ten). With poses, each query sets the places first. A
// ray is a geometry, too; a contact has up to four points.

#include "peers/ode_geoms.h"

// ---- dBoxTouchesBox ----------------------------------------------------------------------------------------

struct Box {
    dVector3 center;
    dMatrix3 rotation;
    dVector3 side;
};

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

// A geometry that could not be made, as it is flat, leaves its pair undecided.
static uint8_t askGeoms(const dGeomID &a, const dGeomID &b)
{
    dContactGeom contact;
    if (a == nullptr || b == nullptr)
        return BENCH_UNDECIDED;
    return dCollide(a, b, 1, &contact, sizeof contact) > 0 ? BENCH_MEETS : BENCH_APART;
}

// ---- Shapes with poses -------------------------------------------------------------------------------------

static void moveBox(Box &box, const fk_pose &pose)
{
    fk_vec3 center = fk_pose_apply(&pose, fk_vec3_make(box.center[0], box.center[1], box.center[2]));
    dMatrix3 local;
    for (int i = 0; i < 12; i++)
        local[i] = box.rotation[i];
    for (int row = 0; row < 3; row++) {
        box.center[row] = fk_vec3_get(center, row);
        for (int i = 0; i < 3; i++) {
            box.rotation[4 * row + i] = 0;
            for (int k = 0; k < 3; k++)
                box.rotation[4 * row + i] += pose.rotation[row][k] * local[4 * k + i];
        }
    }
}

struct Posed {
    dGeomID geom;
    Place place;
};

static Posed makePosed(const fk_piece *piece)
{
    return {makeGeom(piece), {}};
}

static void movePosed(Posed &posed, const fk_pose &pose)
{
    if (posed.geom != nullptr)
        posed.place = placeOf(posed.geom, pose);
}

static uint8_t askPosed(const Posed &a, const Posed &b)
{
    if (a.geom == nullptr || b.geom == nullptr)
        return BENCH_UNDECIDED;
    setPlace(a.geom, a.place);
    setPlace(b.geom, b.place);
    return askGeoms(a.geom, b.geom);
}

static uint8_t askContact(const dGeomID &a, const dGeomID &b)
{
    dContactGeom contact[4];
    if (a == nullptr || b == nullptr)
        return BENCH_UNDECIDED;
    return dCollide(a, b, 4, contact, sizeof contact[0]) > 0 ? BENCH_MEETS : BENCH_APART;
}

static uint8_t askRay(const bench_throw_data<dGeomID> &cast)
{
    static dGeomID ray = dCreateRay(nullptr, 1);
    setRay(ray, cast.begin, cast.motion);
    return askGeoms(ray, cast.b);
}

// One-triangle meshes crash it.
static bool knowsGeoms(fk_kind a, fk_kind b)
{
    return bench_knows_all(a, b) && a != FK_KIND_TRIANGLE && b != FK_KIND_TRIANGLE;
}

// dCollide leaves the pose of a convex geometry out of its test of rays.
static bool knowsRays(fk_kind a, fk_kind b)
{
    return a == FK_KIND_POINT && (bench_is_round(b) || b == FK_KIND_BOX || b == FK_KIND_CYLINDER);
}

static bool knowsContacts(fk_kind a, fk_kind b)
{
    return (knowsRays(FK_KIND_POINT, a) || a == FK_KIND_HULL) &&
           (knowsRays(FK_KIND_POINT, b) || b == FK_KIND_HULL);
}

int main(int argc, char **argv)
{
    static const bench_method methods[] = {
        {"ODE touch", "verdict", bench_knows_boxes, bench_prepare<Box, makeBox>,
         bench_answer_pairs<Box, askBoxes>, nullptr, nullptr},
        {"ODE collide", "verdict", knowsGeoms, bench_prepare<dGeomID, makeGeom>,
         bench_answer_pairs<dGeomID, askGeoms>, nullptr, nullptr},
        {"ODE touch", "posed", bench_knows_boxes, bench_prepare_placed<Box, makeBox, moveBox>,
         bench_answer_pairs<Box, askBoxes>, nullptr, nullptr},
        {"ODE collide", "posed", knowsGeoms, bench_prepare_placed<Posed, makePosed, movePosed>,
         bench_answer_pairs<Posed, askPosed>, nullptr, nullptr},
        {"ODE", "contact", knowsContacts, bench_prepare_placed<dGeomID, makeGeom, moveGeom>,
         bench_answer_pairs<dGeomID, askContact>, nullptr, nullptr},
        {"ODE", "ray", knowsRays, bench_prepare_throws<dGeomID, makeGeom, moveGeom>,
         bench_answer_throws<dGeomID, askRay>, nullptr, nullptr},
    };
    static const bench_library library = {"ODE " PEER_VERSION, true, methods, 6};
    dInitODE2(0);
    return bench_main(argc, argv, &library);
}
