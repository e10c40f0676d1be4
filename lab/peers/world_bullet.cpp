// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Bullet: btDbvtBroadphase, as its worlds use it, and btAxisSweep3. Both keep pairs of boxes that are a little larger; those that do
// not meet are left out when pairs are reported.

#include "peers/bullet_bodies.h"
#include "peers/world_participant.h"

#include <memory>
#include <vector>

namespace {

struct Boxes {
    std::unique_ptr<btBroadphaseInterface> broadphase;
    std::vector<btBroadphaseProxy *> proxies;
};

void *createDbvt(const world_head *head)
{
    Boxes *boxes = new Boxes;
    boxes->broadphase.reset(new btDbvtBroadphase);
    boxes->proxies.resize(head->bodies);
    return boxes;
}

void *createSweep(const world_head *head)
{
    Boxes *boxes = new Boxes;
    btVector3 wall(head->wall[0], head->wall[1], head->wall[2]);
    boxes->broadphase.reset(new bt32BitAxisSweep3(btVector3(0, 0, 0), wall, head->bodies + 1));
    boxes->proxies.resize(head->bodies);
    return boxes;
}

void put(Boxes *boxes, uint32_t i, const fk_aabb_float &box, bool isFirst)
{
    btVector3 low(box.min[0], box.min[1], box.min[2]), high(box.max[0], box.max[1], box.max[2]);
    if (isFirst)
        boxes->proxies[i] = boxes->broadphase->createProxy(
            low, high, BOX_SHAPE_PROXYTYPE, reinterpret_cast<void *>(size_t(i)),
            btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter, nullptr);
    else
        boxes->broadphase->setAabb(boxes->proxies[i], low, high, nullptr);
}

uint32_t numberOf(const btBroadphaseProxy *proxy)
{
    return static_cast<uint32_t>(reinterpret_cast<size_t>(proxy->m_clientObject));
}

void step(void *data, const world_frame *frame, world_pairs *out)
{
    Boxes *boxes = static_cast<Boxes *>(data);
    for (uint32_t i = 0; i < frame->set_count; i++)
        put(boxes, frame->set[i], frame->box[frame->set[i]], frame->step == 0);
    boxes->broadphase->calculateOverlappingPairs(nullptr);
    btBroadphasePairArray &pairs = boxes->broadphase->getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); i++) {
        uint32_t a = numberOf(pairs[i].m_pProxy0), b = numberOf(pairs[i].m_pProxy1);
        if (world_boxes_meet(&frame->box[a], &frame->box[b]))
            world_report(out, a, b);
    }
}

void release(void *data)
{
    Boxes *boxes = static_cast<Boxes *>(data);
    for (btBroadphaseProxy *proxy : boxes->proxies)
        if (proxy != nullptr)
            boxes->broadphase->destroyProxy(proxy, nullptr);
    delete boxes;
}

// ---- Rays --------------------------------------------------------------------------------------------------

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    const bench_place *place;
};

void *createWorld(const bench_set *set)
{
    World *world = new World;
    world->place = set->place;
    for (size_t i = 0; i < set->frame; i++) {
        Body body = makeBody(&set->pair[i].b);
        moveBody(body, set->place[i].b);
        btCollisionObject *object = new btCollisionObject;
        object->setCollisionShape(body.shape);
        object->setWorldTransform(body.pose);
        object->setUserIndex(static_cast<int>(i));
        world->world.addCollisionObject(object);
    }
    return world;
}

void queryRay(void *data, size_t query, bench_answer *out)
{
    const World *world = static_cast<const World *>(data);
    btVector3 from = vector(world->place[query].a.translation),
              to = from + vector(world->place[query].motion);
    btCollisionWorld::ClosestRayResultCallback found(from, to);
    world->world.rayTest(from, to, found);
    out->value = found.hasHit() ? found.m_collisionObject->getUserIndex() : -1;
}

void releaseWorld(void *data)
{
    delete static_cast<World *>(data);
}

bool knowsBody(fk_kind kind)
{
    return kind != FK_KIND_ELLIPSOID;
}

} // namespace

int main(int argc, char **argv)
{
    static const world_method methods[] = {
        {"Bullet Dbvt", createDbvt, step, nullptr, release, false, 0},
        {"Bullet AxisSweep3", createSweep, step, nullptr, release, false, 10000},
    };
    static const world_ray_method ray = {"Bullet Dbvt", knowsBody, createWorld, queryRay, releaseWorld};
    static const world_library library = {"Bullet " PEER_VERSION " double", methods, 2, &ray};
    return world_participant_main(argc, argv, &library);
}
