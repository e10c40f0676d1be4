// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Bullet, in doubles: the algorithm for two GImpact shapes, without margin, where contacts that are apart do not count; segments
// against btBvhTriangleMeshShape, with compressed boxes as is usual.

#include "peers/tree_participant.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletCollisionCommon.h>
#include <memory>
#include <vector>

namespace {

struct Mesh {
    const tree_input *input;
    std::vector<btScalar> points;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> triangles;
};

void prepareMesh(const tree_input *input, Mesh *out)
{
    out->input = input;
    for (uint32_t i = 0; i < input->head.vertices; i++)
        for (int k = 0; k < 3; k++)
            out->points.push_back(fk_vec3_get(input->point[i], k));
    for (uint32_t i = 0; i < input->head.triangles; i++)
        for (uint32_t corner : input->triangle[i].corner)
            out->indices.push_back(static_cast<int>(corner));
    out->triangles.reset(new btTriangleIndexVertexArray(
        static_cast<int>(input->head.triangles), out->indices.data(), 3 * sizeof(int),
        static_cast<int>(input->head.vertices), out->points.data(), 3 * sizeof(btScalar)));
}

// ---- Two meshes --------------------------------------------------------------------------------------------

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btCollisionObject a, b;
};

struct Pair {
    Mesh mesh;
    std::unique_ptr<btGImpactMeshShape> shape;
    std::unique_ptr<World> world;
};

void *preparePair(const tree_input *input)
{
    Pair *pair = new Pair;
    prepareMesh(input, &pair->mesh);
    pair->world.reset(new World);
    btGImpactCollisionAlgorithm::registerAlgorithm(&pair->world->dispatcher);
    return pair;
}

bool buildPair(void *data)
{
    Pair *pair = static_cast<Pair *>(data);
    pair->shape.reset(new btGImpactMeshShape(pair->mesh.triangles.get()));
    pair->shape->setMargin(0);
    pair->shape->updateBound();
    pair->world->a.setCollisionShape(pair->shape.get());
    pair->world->b.setCollisionShape(pair->shape.get());
    return true;
}

void releasePair(void *data)
{
    delete static_cast<Pair *>(data);
}

struct Contacts : btManifoldResult {
    bool meets = false;
    Contacts(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b) : btManifoldResult(a, b)
    {
    }
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar distance) override
    {
        meets = meets || distance <= 0;
    }
};

void meet(void *data, size_t query, bench_answer *out)
{
    Pair *pair = static_cast<Pair *>(data);
    const fk_pose &pose = pair->mesh.input->pose[query];
    const double(*r)[3] = pose.rotation;
    btMatrix3x3 turn(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]);
    btVector3 shift(pose.translation.x, pose.translation.y, pose.translation.z);
    pair->world->b.setWorldTransform(btTransform(turn, shift));
    World *world = pair->world.get();
    btCollisionObjectWrapper a(nullptr, pair->shape.get(), &world->a, world->a.getWorldTransform(), -1, -1);
    btCollisionObjectWrapper b(nullptr, pair->shape.get(), &world->b, world->b.getWorldTransform(), -1, -1);
    Contacts contacts(&a, &b);
    btDispatcherInfo info;
    btCollisionAlgorithm *algorithm =
        world->dispatcher.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    algorithm->processCollision(&a, &b, info, &contacts);
    algorithm->~btCollisionAlgorithm();
    world->dispatcher.freeCollisionAlgorithm(algorithm);
    out->value = contacts.meets;
}

// ---- Segments ----------------------------------------------------------------------------------------------

struct Segments {
    Mesh mesh;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
};

void *prepareSegments(const tree_input *input)
{
    Segments *segments = new Segments;
    prepareMesh(input, &segments->mesh);
    return segments;
}

bool buildSegments(void *data)
{
    Segments *segments = static_cast<Segments *>(data);
    segments->shape.reset(new btBvhTriangleMeshShape(segments->mesh.triangles.get(), true));
    return true;
}

void releaseSegments(void *data)
{
    delete static_cast<Segments *>(data);
}

struct Hits : btTriangleRaycastCallback {
    bool meets = false;
    Hits(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to)
    {
    }
    btScalar reportHit(const btVector3 &, btScalar, int, int) override
    {
        meets = true;
        return 0;
    }
};

void testSegment(void *data, size_t query, bench_answer *out)
{
    Segments *segments = static_cast<Segments *>(data);
    const tree_segment &segment = segments->mesh.input->segment[query];
    btVector3 from(segment.from.x, segment.from.y, segment.from.z);
    btVector3 to(segment.to.x, segment.to.y, segment.to.z);
    Hits hits(from, to);
    segments->shape->performRaycast(&hits, from, to);
    out->value = hits.meets;
}

const tree_sort gimpact = {"Bullet GImpact", preparePair, buildPair, nullptr, releasePair, false};
const tree_sort bvh = {"Bullet BVH", prepareSegments, buildSegments, nullptr, releaseSegments, false};

} // namespace

int main(int argc, char **argv)
{
    static const tree_sort *const sorts[] = {&gimpact, &bvh};
    static const tree_method methods[] = {
        {"meet", "Bullet GImpact", &gimpact, meet},
        {"segment", "Bullet BVH", &bvh, testSegment},
    };
    static const tree_library library = {"Bullet " PEER_VERSION " double", sorts, 2, methods, 2};
    return tree_participant_main(argc, argv, &library);
}
