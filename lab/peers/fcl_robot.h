// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// FCL as fast as a planner can call it for a robot among obstacles: meshes are BVHModel<OBBRSS>, pieces are FCL's own shapes. For each
// pair the axis-aligned boxes are tested first, then the oriented ones, then collide for one contact; the first hit ends the state.

#ifndef FARKAS_LAB_PEERS_FCL_ROBOT_H
#define FARKAS_LAB_PEERS_FCL_ROBOT_H

#include "peers/robots_participant.h"
#include "peers/shapes.h"

#include <algorithm>
#include <cmath>
#include <fcl/fcl.h>
#include <memory>
#include <vector>

namespace {

typedef fcl::BVHModel<fcl::OBBRSS<double>> Model;
typedef fcl::CollisionGeometry<double> Geometry;
typedef fcl::OBB<double> Box;
typedef fcl::Transform3<double> Transform;
typedef fcl::Vector3<double> Vector;

struct Body {
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    std::shared_ptr<Geometry> shape;
    Transform local; // of the shape in its body
    Box box;         // of the shape
    // In the world:
    Transform place;
    Box obb;
    Vector min, max;
};

typedef std::vector<Body, Eigen::aligned_allocator<Body>> Bodies;

// Places links by the values of the joints, as fk_motion does.
struct Mover {
    fk_context *context = nullptr;
    fk_motion *motion = nullptr;
    std::vector<fk_pose> frames;

    Mover() = default;
    Mover(const Mover &) = delete;
    ~Mover()
    {
        fk_motion_free(context, motion);
        fk_context_destroy(context);
    }
};

struct Cell {
    std::unique_ptr<Mover> mover; // of createMoving
    const robots_input *input;
    std::vector<std::shared_ptr<Model>> models;
    Bodies links;
    Bodies bodies; // of the scene: obstacles, then links
    std::vector<Transform, Eigen::aligned_allocator<Transform>> poses;
    const robots_scene *scene;
    std::vector<std::pair<double, uint32_t>> order; // of pairs
};

Vector vectorOf(const fk_vec3 &v)
{
    return Vector(v.x, v.y, v.z);
}

Transform poseOf(const fk_pose &from)
{
    Transform pose = Transform::Identity();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            pose.linear()(i, k) = from.rotation[i][k];
    pose.translation() = vectorOf(from.translation);
    return pose;
}

std::shared_ptr<Model> modelOf(const fk_mesh &mesh)
{
    std::vector<Vector> points;
    std::vector<fcl::Triangle> triangles;
    for (uint32_t i = 0; i < mesh.vertex_count; i++)
        points.push_back(vectorOf(mesh.point[i]));
    for (uint32_t i = 0; i < mesh.triangle_count; i++) {
        const uint32_t *corner = mesh.triangle[i].corner;
        triangles.emplace_back(corner[0], corner[1], corner[2]);
    }
    auto model = std::make_shared<Model>();
    model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    model->addSubModel(points, triangles);
    model->endModel();
    return model;
}

template <typename Shape> void setShape(Body &body, const Shape &shape)
{
    fcl::computeBV(shape, Transform::Identity(), body.box);
    body.shape = std::make_shared<Shape>(shape);
}

// False for a piece that is none of these.
bool setPiece(Body &body, const fk_piece &piece)
{
    if (piece.kind == FK_KIND_BOX) {
        bench_box box = bench_make_box(&piece);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                body.local.linear()(k, i) = box.axis[i][k];
        body.local.translation() = Vector(box.center[0], box.center[1], box.center[2]);
        setShape(body, fcl::Box<double>(2 * box.half[0], 2 * box.half[1], 2 * box.half[2]));
        return true;
    }
    if (piece.kind == FK_KIND_SPHERE) {
        body.local.translation() = vectorOf(piece.as.sphere.center);
        setShape(body, fcl::Sphere<double>(piece.as.sphere.radius));
        return true;
    }
    if (piece.kind != FK_KIND_CYLINDER && piece.kind != FK_KIND_CAPSULE)
        return false;
    Vector from = vectorOf(piece.as.capsule.end[0]), axis = vectorOf(piece.as.capsule.end[1]) - from;
    body.local.linear() = fcl::Quaternion<double>::FromTwoVectors(Vector::UnitZ(), axis).toRotationMatrix();
    body.local.translation() = from + axis / 2;
    if (piece.kind == FK_KIND_CYLINDER)
        setShape(body, fcl::Cylinder<double>(piece.as.capsule.radius, axis.norm()));
    else
        setShape(body, fcl::Capsule<double>(piece.as.capsule.radius, axis.norm()));
    return true;
}

void place(Body &body, const Transform &pose)
{
    body.place = pose * body.local;
    body.obb.axis = body.place.linear() * body.box.axis;
    body.obb.To = body.place * body.box.To;
    Vector half = body.obb.axis.cwiseAbs() * body.box.extent;
    body.min = body.obb.To - half;
    body.max = body.obb.To + half;
}

bool makeBody(const Cell *cell, const robots_body &from, Body &out)
{
    out.local = Transform::Identity();
    if (from.mesh != FK_NONE) {
        out.shape = cell->models[from.mesh];
        out.box = cell->models[from.mesh]->getBV(0).bv.obb;
    } else if (!setPiece(out, from.piece))
        return false;
    out.obb.extent = out.box.extent;
    return true;
}

void *create(const robots_input *input)
{
    std::unique_ptr<Cell> cell(new Cell);
    const robots_head &head = input->head;
    cell->input = input;
    for (uint32_t i = 0; i < head.meshes; i++)
        cell->models.push_back(modelOf(robots_make_mesh(input, i)));
    cell->links.resize(head.links);
    for (uint32_t i = 0; i < head.links; i++)
        if (!makeBody(cell.get(), input->link[i], cell->links[i]))
            return nullptr;
    Body body;
    for (uint32_t i = 0; i < head.obstacles; i++)
        if (!makeBody(cell.get(), input->obstacle[i], body))
            return nullptr;
    for (size_t i = 0; i < size_t(head.states) * head.links; i++)
        cell->poses.push_back(poseOf(input->pose[i]));
    return cell.release();
}

void enter(void *data, const robots_scene *scene)
{
    Cell *cell = static_cast<Cell *>(data);
    cell->scene = scene;
    cell->bodies.assign(scene->obstacles, Body());
    for (uint32_t i = 0; i < scene->obstacles; i++) {
        const robots_body &from = cell->input->obstacle[scene->first_obstacle + i];
        makeBody(cell, from, cell->bodies[i]);
        place(cell->bodies[i], poseOf(from.pose));
    }
    cell->bodies.insert(cell->bodies.end(), cell->links.begin(), cell->links.end());
}

bool boxesMeet(const Body &a, const Body &b)
{
    return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all() &&
           a.obb.overlap(b.obb);
}

// Whether a pair of the scene meets, where the bodies are placed.
bool collides(const Cell *cell)
{
    const robots_scene *scene = cell->scene;
    const fk_index_pair *pair = cell->input->pair + scene->first_pair;
    for (uint32_t i = 0; i < scene->pairs; i++) {
        const Body &a = cell->bodies[pair[i].a], &b = cell->bodies[pair[i].b];
        if (!boxesMeet(a, b))
            continue;
        fcl::CollisionRequest<double> request(1, false);
        fcl::CollisionResult<double> result;
        if (fcl::collide(a.shape.get(), a.place, b.shape.get(), b.place, request, result) > 0)
            return true;
    }
    return false;
}

void release(void *data)
{
    delete static_cast<Cell *>(data);
}

void *createMoving(const robots_input *input)
{
    const double time = 0;
    std::unique_ptr<Cell> cell(static_cast<Cell *>(create(input)));
    std::unique_ptr<Mover> mover(new Mover);
    fk_track track = {input->head.variables, 1, &time, input->value};
    mover->frames.resize(input->head.frames);
    if (cell == nullptr || fk_context_create(nullptr, &mover->context) != FK_OK ||
        fk_motion_create(mover->context, input->frame, input->head.frames, &track, 1, &mover->motion) !=
            FK_OK)
        return nullptr;
    cell->mover = std::move(mover);
    return cell.release();
}

// Whether a pair meets at these values, of which there are as many as joints, and finite ones.
bool collidesAt(Cell *cell, const double *value)
{
    Mover &mover = *cell->mover;
    fk_motion_set_values(mover.motion, 0, value);
    fk_motion_poses(mover.motion, 0, mover.frames.data());
    for (size_t i = 0; i < cell->links.size(); i++) {
        const robots_body &link = cell->input->link[i];
        fk_pose pose = fk_pose_multiply(&mover.frames[link.frame], &link.pose);
        place(cell->bodies[cell->scene->obstacles + i], poseOf(pose));
    }
    return collides(cell);
}

} // namespace

#endif
