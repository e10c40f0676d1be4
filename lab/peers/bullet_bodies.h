// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Pieces as shapes of Bullet with their poses. Margins are zero, but for round shapes, of which they are the radius. Bullet has no
// ellipsoids.

#ifndef FARKAS_LAB_PEERS_BULLET_BODIES_H
#define FARKAS_LAB_PEERS_BULLET_BODIES_H

#include "peers/shapes.h"

#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <btBulletCollisionCommon.h>

struct Body {
    btConvexShape *shape;
    btTransform pose;
    btScalar margin;
};

inline btVector3 vector(fk_vec3 v)
{
    return btVector3(v.x, v.y, v.z);
}

inline Body makeBox(const fk_piece *piece)
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

// Capsules, cylinders and cones, whose axis is z.
inline Body makeRound(const fk_piece *piece, fk_vec3 middle)
{
    const fk_capsule &capsule = piece->as.capsule;
    Body out = {nullptr, btTransform::getIdentity(), 0};
    btVector3 axis = vector(fk_vec3_sub(capsule.end[1], capsule.end[0])), z(0, 0, 1);
    btScalar length = axis.length(); // before shortestArc..., which normalises it
    if (piece->kind == FK_KIND_CAPSULE)
        out.shape = new btCapsuleShapeZ(capsule.radius, length);
    else if (piece->kind == FK_KIND_CONE)
        out.shape = new btConeShapeZ(capsule.radius, length);
    else
        out.shape = new btCylinderShapeZ(btVector3(capsule.radius, capsule.radius, length / 2));
    if (piece->kind != FK_KIND_CAPSULE)
        out.shape->setMargin(0);
    out.pose.setRotation(shortestArcQuatNormalize2(z, axis));
    out.pose.setOrigin(vector(middle));
    return out;
}

inline Body makePoints(const fk_piece *piece, fk_vec3 middle)
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

inline Body placeBody(const fk_piece *piece)
{
    fk_vec3 middle = bench_middle(piece);
    if (piece->kind == FK_KIND_BOX)
        return makeBox(piece);
    if (bench_has_axis(piece->kind))
        return makeRound(piece, middle);
    if (piece->kind == FK_KIND_SPHERE || piece->kind == FK_KIND_POINT) {
        btScalar radius = piece->kind == FK_KIND_SPHERE ? piece->as.sphere.radius : 0;
        Body out = {new btSphereShape(radius), btTransform::getIdentity(), 0};
        out.pose.setOrigin(vector(middle));
        return out;
    }
    return makePoints(piece, middle);
}

inline Body makeBody(const fk_piece *piece)
{
    Body out = placeBody(piece);
    out.margin = out.shape->getMargin();
    return out;
}

inline void moveBody(Body &body, const fk_pose &pose)
{
    btMatrix3x3 rotation;
    for (int row = 0; row < 3; row++)
        rotation[row].setValue(pose.rotation[row][0], pose.rotation[row][1], pose.rotation[row][2]);
    body.pose = btTransform(rotation, vector(pose.translation)) * body.pose;
}

inline bool knowsBodies(fk_kind a, fk_kind b)
{
    return a != FK_KIND_ELLIPSOID && b != FK_KIND_ELLIPSOID;
}

#endif
