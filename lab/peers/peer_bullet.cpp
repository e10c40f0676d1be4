// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Bullet in double precision: the box-box detector, the GJK+EPA pair detector that its worlds use for all other convex
// shapes, and btGjkEpaSolver2::Distance, which knows no margins. A contact of depth zero or more is a hit; the detectors are told that
// contacts farther than that are not wanted. Rays, casts and contacts are those of its worlds, without a broad phase.

#include "peers/bullet_bodies.h"

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

// ---- Questions ---------------------------------------------------------------------------------------------

template <typename Detector>
static uint8_t detect(Detector &detector, const Body &a, const Body &b, btScalar reach)
{
    typename Detector::ClosestPointInput input;
    input.m_transformA = a.pose;
    input.m_transformB = b.pose;
    input.m_maximumDistanceSquared = reach;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found.m_hasResult && found.m_distance <= 0 ? BENCH_MEETS : BENCH_APART;
}

static uint8_t askBoxes(const Body &a, const Body &b)
{
    btBoxBoxDetector detector(static_cast<const btBoxShape *>(a.shape),
                              static_cast<const btBoxShape *>(b.shape));
    return detect(detector, a, b, 0);
}

// Shapes without their margins that are farther apart than these do not meet.
static uint8_t askGjk(const Body &a, const Body &b)
{
    static btVoronoiSimplexSolver simplex;
    static btGjkEpaPenetrationDepthSolver epa;
    btGjkPairDetector detector(a.shape, b.shape, &simplex, &epa);
    btScalar margin = a.margin + b.margin;
    return detect(detector, a, b, margin * margin);
}

static uint8_t askDistance(const Body &a, const Body &b)
{
    btGjkEpaSolver2::sResults found;
    btVector3 guess = b.pose.getOrigin() - a.pose.getOrigin();
    bool apart = btGjkEpaSolver2::Distance(a.shape, a.pose, b.shape, b.pose, guess, found);
    return apart && found.distance > 0 ? BENCH_APART : BENCH_MEETS;
}

// ---- Rays, casts and contacts ------------------------------------------------------------------------------

// An object of a world. The dispatcher chooses an algorithm for a pair.
struct Object {
    btCollisionObject *object;
};

static Object makeObject(const fk_piece *piece)
{
    Object out = {new btCollisionObject};
    Body body = makeBody(piece);
    out.object->setCollisionShape(body.shape);
    out.object->setWorldTransform(body.pose);
    return out;
}

// A hull has the faces with which a contact has more than one point.
static Object makeSolid(const fk_piece *piece)
{
    Object out = makeObject(piece);
    if (piece->kind == FK_KIND_HULL)
        static_cast<btConvexHullShape *>(out.object->getCollisionShape())->initializePolyhedralFeatures();
    return out;
}

static void moveObject(Object &object, const fk_pose &pose)
{
    Body body = {nullptr, object.object->getWorldTransform(), 0};
    moveBody(body, pose);
    object.object->setWorldTransform(body.pose);
}

static uint8_t askRay(const bench_throw_data<Object> &ray)
{
    btVector3 from = vector(ray.begin), to = from + vector(ray.motion);
    btTransform begin(btQuaternion::getIdentity(), from), end(btQuaternion::getIdentity(), to);
    btCollisionWorld::ClosestRayResultCallback found(from, to);
    btCollisionObject *object = ray.b.object;
    btCollisionWorld::rayTestSingle(begin, end, object, object->getCollisionShape(),
                                    object->getWorldTransform(), found);
    return found.hasHit() ? BENCH_MEETS : BENCH_APART;
}

static uint8_t askCast(const bench_throw_data<Object> &cast)
{
    const btConvexShape *shape = static_cast<const btConvexShape *>(cast.a.object->getCollisionShape());
    btTransform begin = cast.a.object->getWorldTransform(), end = begin;
    end.setOrigin(begin.getOrigin() + vector(cast.motion));
    btCollisionWorld::ClosestConvexResultCallback found(begin.getOrigin(), end.getOrigin());
    btCollisionObject *object = cast.b.object;
    btCollisionWorld::objectQuerySingle(shape, begin, end, object, object->getCollisionShape(),
                                        object->getWorldTransform(), found, 0);
    return found.hasHit() ? BENCH_MEETS : BENCH_APART;
}

// The manifold of a new pair, from the algorithm of a world to its points.
static uint8_t askContact(const Object &a, const Object &b)
{
    static btDefaultCollisionConfiguration configuration;
    static btCollisionDispatcher dispatcher(&configuration);
    static const btDispatcherInfo info;
    btCollisionObjectWrapper of_a(nullptr, a.object->getCollisionShape(), a.object,
                                  a.object->getWorldTransform(), -1, -1);
    btCollisionObjectWrapper of_b(nullptr, b.object->getCollisionShape(), b.object,
                                  b.object->getWorldTransform(), -1, -1);
    btCollisionAlgorithm *algorithm =
        dispatcher.findAlgorithm(&of_a, &of_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    btManifoldResult result(&of_a, &of_b);
    algorithm->processCollision(&of_a, &of_b, info, &result);
    const btPersistentManifold *found = result.getPersistentManifold();
    bool meets = false;
    for (int i = 0; found != nullptr && i < found->getNumContacts(); i++)
        meets = meets || found->getContactPoint(i).getDistance() <= 0;
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    return meets ? BENCH_MEETS : BENCH_APART;
}

static bool knowsPolyhedra(fk_kind a, fk_kind b)
{
    return bench_is_polyhedron(a) && bench_is_polyhedron(b);
}

int main(int argc, char **argv)
{
    constexpr auto prepare = bench_prepare<Body, makeBody>;
    constexpr auto posed = bench_prepare_placed<Body, makeBody, moveBody>;
    constexpr auto throws = bench_prepare_throws<Object, makeObject, moveObject>;
    static const bench_method methods[] = {
        {"Bullet box-box", "verdict", bench_knows_boxes, prepare, bench_answer_pairs<Body, askBoxes>, nullptr,
         nullptr},
        {"Bullet GJK+EPA", "verdict", bench_knows_all, prepare, bench_answer_pairs<Body, askGjk>, nullptr,
         nullptr},
        {"Bullet GjkEpa2", "distance", knowsPolyhedra, prepare, bench_answer_pairs<Body, askDistance>,
         nullptr, nullptr},
        {"Bullet box-box", "posed", bench_knows_boxes, posed, bench_answer_pairs<Body, askBoxes>, nullptr,
         nullptr},
        {"Bullet GJK+EPA", "posed", knowsBodies, posed, bench_answer_pairs<Body, askGjk>, nullptr, nullptr},
        {"Bullet", "ray", knowsBodies, throws, bench_answer_throws<Object, askRay>, nullptr, nullptr},
        {"Bullet", "cast", knowsBodies, throws, bench_answer_throws<Object, askCast>, nullptr, nullptr},
        {"Bullet", "contact", knowsBodies, bench_prepare_placed<Object, makeSolid, moveObject>,
         bench_answer_pairs<Object, askContact>, nullptr, nullptr},
    };
    static const bench_library library = {"Bullet " PEER_VERSION " double", true, methods, 8};
    return bench_main(argc, argv, &library);
}
