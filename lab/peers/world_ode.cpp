// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// ODE: boxes in a hash space, with a callback that is told the pairs.

#include "peers/world_participant.h"

#include <ode/ode.h>
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

} // namespace

int main(int argc, char **argv)
{
    static const world_method methods[] = {{"ODE hash", create, step, nullptr, release, false, 30000}};
    static const world_library library = {"ODE " PEER_VERSION, methods, 1};
    dInitODE2(0);
    return world_participant_main(argc, argv, &library);
}
