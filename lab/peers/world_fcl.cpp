// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// FCL: DynamicAABBTreeCollisionManager and the same in an array, with a callback that is told every pair of boxes that meet.

#include "peers/world_participant.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree_array.h>
#include <fcl/fcl.h>
#include <memory>
#include <vector>

namespace {

typedef fcl::CollisionObject<double> Object;

template <typename Manager> struct Boxes {
    Manager manager;
    std::vector<std::unique_ptr<Object>> objects;
    std::vector<Object *> changed;
};

template <typename Manager> void *create(const world_head *head)
{
    Boxes<Manager> *boxes = new Boxes<Manager>;
    boxes->objects.resize(head->bodies);
    return boxes;
}

fcl::Vector3<double> middleOf(const fk_aabb_float &box)
{
    fcl::Vector3<double> middle;
    for (int k = 0; k < 3; k++)
        middle[k] = (double(box.min[k]) + double(box.max[k])) / 2;
    return middle;
}

template <typename Manager> void start(Boxes<Manager> *boxes, const world_frame *frame)
{
    for (uint32_t i = 0; i < frame->count; i++) {
        const fk_aabb_float &box = frame->box[i];
        auto shape = std::make_shared<fcl::Box<double>>(double(box.max[0]) - box.min[0],
                                                        double(box.max[1]) - box.min[1],
                                                        double(box.max[2]) - box.min[2]);
        fcl::Transform3<double> pose = fcl::Transform3<double>::Identity();
        pose.translation() = middleOf(box);
        boxes->objects[i].reset(new Object(shape, pose));
        boxes->objects[i]->setUserData(reinterpret_cast<void *>(size_t(i)));
        boxes->changed.push_back(boxes->objects[i].get());
    }
    boxes->manager.registerObjects(boxes->changed);
    boxes->manager.setup();
}

// One call for all where all have moved, as that is faster.
template <typename Manager> void update(Boxes<Manager> *boxes, const world_frame *frame)
{
    boxes->changed.clear();
    for (uint32_t i = 0; i < frame->set_count; i++) {
        Object *object = boxes->objects[frame->set[i]].get();
        object->setTranslation(middleOf(frame->box[frame->set[i]]));
        object->computeAABB();
        boxes->changed.push_back(object);
    }
    if (frame->set_count == frame->count)
        boxes->manager.update();
    else if (frame->set_count > 0)
        boxes->manager.update(boxes->changed);
}

bool report(Object *a, Object *b, void *user)
{
    world_report(static_cast<world_pairs *>(user),
                 static_cast<uint32_t>(reinterpret_cast<size_t>(a->getUserData())),
                 static_cast<uint32_t>(reinterpret_cast<size_t>(b->getUserData())));
    return false;
}

template <typename Manager> void step(void *data, const world_frame *frame, world_pairs *out)
{
    Boxes<Manager> *boxes = static_cast<Boxes<Manager> *>(data);
    if (frame->step == 0)
        start(boxes, frame);
    else
        update(boxes, frame);
    boxes->manager.collide(out, report);
}

template <typename Manager> void release(void *data)
{
    delete static_cast<Boxes<Manager> *>(data);
}

typedef fcl::DynamicAABBTreeCollisionManager<double> Tree;
typedef fcl::DynamicAABBTreeCollisionManager_Array<double> Array;

} // namespace

int main(int argc, char **argv)
{
    static const world_method methods[] = {
        {"FCL tree", create<Tree>, step<Tree>, nullptr, release<Tree>, false, 0},
        {"FCL tree, array", create<Array>, step<Array>, nullptr, release<Array>, false, 0},
    };
    static const world_library library = {"FCL " PEER_VERSION, methods, 2, nullptr};
    return world_participant_main(argc, argv, &library);
}
