// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Bullet in double precision: the box-box detector, the GJK+EPA pair detector that its worlds use for all other convex
// shapes, and btGjkEpaSolver2::Distance, which knows no margins. Margins are zero, but for round shapes, of which they
// are the radius. A contact of depth zero or more is a hit; the detectors are told that contacts farther than that are
// not wanted.

#include "peers/shapes.h"

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

struct Body {
    btConvexShape *shape;
    btTransform pose;
    btScalar margin;
};

static btVector3 vector(fk_vec3 v)
{
    return btVector3(v.x, v.y, v.z);
}

// ---- Bodies ------------------------------------------------------------------------------------------------

static Body makeBox(const fk_piece *piece)
{
    bench_box box = bench_make_box(piece);
    Body out = {nullptr, btTransform::getIdentity(), 0};
    btMatrix3x3 rotation;
    for (int row = 0; row < 3; row++)
        rotation[row].setValue(box.axis[0][row], box.axis[1][row], box.axis[2][row]);
    out.shape = new btBoxShape(btVector3(box.half[0], box.half[1], box.half[2]));
    out.pose.setBasis(rotation);
    out.pose.setOrigin(btVector3(box.center[0], box.center[1], box.center[2]));
    out.shape->setMargin(0);
    return out;
}

// The axis of a capsule is its z.
static Body makeCapsule(const fk_capsule &capsule, fk_vec3 middle)
{
    Body out = {nullptr, btTransform::getIdentity(), 0};
    btVector3 axis = vector(fk_vec3_sub(capsule.end[1], capsule.end[0]));
    out.shape =
        new btCapsuleShapeZ(capsule.radius, axis.length()); // before shortestArc..., which normalises it
    btVector3 z(0, 0, 1);
    out.pose.setRotation(shortestArcQuatNormalize2(z, axis));
    out.pose.setOrigin(vector(middle));
    return out;
}

static Body makePoints(const fk_piece *piece, fk_vec3 middle)
{
    Body out = {nullptr, btTransform::getIdentity(), 0};
    size_t count;
    fk_vec3 *point = bench_vertices(piece, &count);
    if (piece->kind == FK_KIND_TRIANGLE) {
        out.shape = new btTriangleShape(vector(point[0]), vector(point[1]), vector(point[2]));
    } else {
        btConvexHullShape *hull = new btConvexHullShape;
        for (size_t i = 0; i < count; i++)
            hull->addPoint(vector(fk_vec3_sub(point[i], middle)), false);
        hull->recalcLocalAabb();
        out.shape = hull;
        out.pose.setOrigin(vector(middle));
    }
    out.shape->setMargin(0);
    return out;
}

static Body placeBody(const fk_piece *piece)
{
    fk_vec3 middle = bench_middle(piece);
    if (piece->kind == FK_KIND_BOX)
        return makeBox(piece);
    if (piece->kind == FK_KIND_CAPSULE)
        return makeCapsule(piece->as.capsule, middle);
    if (piece->kind == FK_KIND_SPHERE) {
        Body out = {new btSphereShape(piece->as.sphere.radius), btTransform::getIdentity(), 0};
        out.pose.setOrigin(vector(middle));
        return out;
    }
    return makePoints(piece, middle);
}

static Body makeBody(const fk_piece *piece)
{
    Body out = placeBody(piece);
    out.margin = out.shape->getMargin();
    return out;
}

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

static bool knowsPolyhedra(fk_kind a, fk_kind b)
{
    return bench_is_polyhedron(a) && bench_is_polyhedron(b);
}

int main(int argc, char **argv)
{
    constexpr auto prepare = bench_prepare<Body, makeBody>;
    static const bench_method methods[] = {
        {"Bullet box-box", "verdict", bench_knows_boxes, prepare, bench_answer_pairs<Body, askBoxes>, nullptr,
         nullptr},
        {"Bullet GJK+EPA", "verdict", bench_knows_all, prepare, bench_answer_pairs<Body, askGjk>, nullptr,
         nullptr},
        {"Bullet GjkEpa2", "distance", knowsPolyhedra, prepare, bench_answer_pairs<Body, askDistance>,
         nullptr, nullptr},
    };
    static const bench_library library = {"Bullet " PEER_VERSION " double", true, methods, 3};
    return bench_main(argc, argv, &library);
}
