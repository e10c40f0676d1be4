// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// ODE: boxes in a hash space, with a callback that is told the pairs.

#include "peers/ode_geoms.h"
#include "peers/world_participant.h"

#include <vector>

namespace {

struct Boxes {
    dSpaceID space;
    std::vector<dGeomID> geoms;
};

void *create(const world_head *head)
{
    Boxes *boxes = new Boxes;
    boxes->space = dHashSpaceCreate(nullptr);
    boxes->geoms.resize(head->bodies);
    return boxes;
}

void put(Boxes *boxes, uint32_t i, const fk_aabb_float &box, bool isFirst)
{
    double size[3], middle[3];
    for (int k = 0; k < 3; k++) {
        size[k] = double(box.max[k]) - box.min[k];
        middle[k] = (double(box.min[k]) + box.max[k]) / 2;
    }
    if (isFirst) {
        boxes->geoms[i] = dCreateBox(boxes->space, size[0], size[1], size[2]);
        dGeomSetData(boxes->geoms[i], reinterpret_cast<void *>(size_t(i)));
    }
    dGeomSetPosition(boxes->geoms[i], middle[0], middle[1], middle[2]);
}

struct Report {
    const world_frame *frame;
    world_pairs *out;
};

void report(void *user, dGeomID a, dGeomID b)
{
    Report *to = static_cast<Report *>(user);
    uint32_t i = static_cast<uint32_t>(reinterpret_cast<size_t>(dGeomGetData(a)));
    uint32_t k = static_cast<uint32_t>(reinterpret_cast<size_t>(dGeomGetData(b)));
    if (world_boxes_meet(&to->frame->box[i], &to->frame->box[k]))
        world_report(to->out, i, k);
}

void step(void *data, const world_frame *frame, world_pairs *out)
{
    Boxes *boxes = static_cast<Boxes *>(data);
    for (uint32_t i = 0; i < frame->set_count; i++)
        put(boxes, frame->set[i], frame->box[frame->set[i]], frame->step == 0);
    Report to = {frame, out};
    dSpaceCollide(boxes->space, &to, report);
}

void release(void *data)
{
    Boxes *boxes = static_cast<Boxes *>(data);
    dSpaceDestroy(boxes->space);
    delete boxes;
}

// ---- Rays --------------------------------------------------------------------------------------------------

struct World {
    dSpaceID space;
    dGeomID ray;
    const bench_place *place;
};

struct First {
    dReal depth;
    double body;
};

void *createWorld(const bench_set *set)
{
    World *world = new World{dHashSpaceCreate(nullptr), dCreateRay(nullptr, 1), set->place};
    for (size_t i = 0; i < set->frame; i++) {
        dGeomID geom = makeGeom(&set->pair[i].b);
        moveGeom(geom, set->place[i].b);
        dGeomSetData(geom, reinterpret_cast<void *>(i));
        dSpaceAdd(world->space, geom);
    }
    return world;
}

// The depth of a contact with a ray is the distance from its origin.
void testRay(void *user, dGeomID a, dGeomID b)
{
    First *first = static_cast<First *>(user);
    dContactGeom contact;
    if (dCollide(a, b, 1, &contact, sizeof contact) == 0 || contact.depth >= first->depth)
        return;
    dGeomID body = dGeomGetClass(a) == dRayClass ? b : a;
    *first = {contact.depth, static_cast<double>(reinterpret_cast<size_t>(dGeomGetData(body)))};
}

void queryRay(void *data, size_t query, bench_answer *out)
{
    const World *world = static_cast<const World *>(data);
    First first = {dInfinity, -1};
    setRay(world->ray, world->place[query].a.translation, world->place[query].motion);
    dSpaceCollide2(world->ray, reinterpret_cast<dGeomID>(world->space), &first, testRay);
    out->value = first.body;
}

void releaseWorld(void *data)
{
    World *world = static_cast<World *>(data);
    dSpaceDestroy(world->space);
    delete world;
}

// It has no cones, and no rays on convex geometries with a pose.
bool knowsBody(fk_kind kind)
{
    return bench_is_round(kind) || kind == FK_KIND_BOX || kind == FK_KIND_CYLINDER;
}

} // namespace

int main(int argc, char **argv)
{
    static const world_method methods[] = {{"ODE hash", create, step, nullptr, release, false, 30000}};
    static const world_ray_method ray = {"ODE hash", knowsBody, createWorld, queryRay, releaseWorld};
    static const world_library library = {"ODE " PEER_VERSION, methods, 1, &ray};
    dInitODE2(0);
    return world_participant_main(argc, argv, &library);
}
