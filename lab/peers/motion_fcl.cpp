// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// FCL, as motion planners use it: DynamicAABBTreeCollisionManager over bodies with BVHModel, whose callback asks collide for the
// pairs that matter, and continuousCollide for two bodies, with its default options and with conservative advancement.

#include "peers/motion_participant.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/fcl.h>
#include <memory>
#include <vector>

namespace {

typedef fcl::OBBRSS<double> Volume;
typedef fcl::BVHModel<Volume> Model;
typedef fcl::CollisionObject<double> Object;
typedef fcl::Transform3<double> Transform;

struct Cell {
    const motion_input *input;
    std::vector<std::shared_ptr<Model>> models;
    std::vector<std::unique_ptr<Object>> objects;
    std::vector<Transform, Eigen::aligned_allocator<Transform>> poses; // of all steps
    std::vector<std::vector<bool>> tested;
    fcl::DynamicAABBTreeCollisionManager<double> manager;
    bool stopsAtFirst;
    bench_answer *answer;
};

std::shared_ptr<Model> modelOf(const motion_input *input, const motion_mesh &mesh)
{
    std::vector<fcl::Vector3<double>> points;
    std::vector<fcl::Triangle> triangles;
    for (uint32_t i = 0; i < mesh.points; i++) {
        const fk_vec3 &p = input->point[mesh.first_point + i];
        points.emplace_back(p.x, p.y, p.z);
    }
    for (uint32_t i = 0; i < mesh.triangles; i++) {
        const uint32_t *corner = input->triangle[mesh.first_triangle + i].corner;
        triangles.emplace_back(corner[0], corner[1], corner[2]);
    }
    auto model = std::make_shared<Model>();
    model->beginModel(static_cast<int>(mesh.triangles), static_cast<int>(mesh.points));
    model->addSubModel(points, triangles);
    model->endModel();
    return model;
}

Transform poseOf(const motion_place &at)
{
    const double *q = at.quat_xyzw;
    Transform pose = Transform::Identity();
    pose.linear() = fcl::Quaternion<double>(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix();
    pose.translation() << at.xyz.x, at.xyz.y, at.xyz.z;
    return pose;
}

const Transform &poseIn(const Cell *cell, size_t step, size_t body)
{
    return cell->poses[step * cell->input->head.bodies + body];
}

void *create(const motion_input *input, bool stopsAtFirst)
{
    Cell *cell = new Cell;
    const motion_head &head = input->head;
    cell->input = input;
    cell->stopsAtFirst = stopsAtFirst;
    for (size_t i = 0; i < size_t(head.steps) * head.bodies; i++)
        cell->poses.push_back(poseOf(input->place[i]));
    for (uint32_t i = 0; i < head.meshes; i++)
        cell->models.push_back(modelOf(input, input->mesh[i]));
    cell->tested.assign(head.bodies, std::vector<bool>(head.bodies, false));
    for (uint32_t i = 0; i < head.pairs; i++)
        cell->tested[input->pair[i].a][input->pair[i].b] = cell->tested[input->pair[i].b][input->pair[i].a] =
            true;
    for (uint32_t i = 0; i < head.bodies; i++) {
        cell->objects.emplace_back(new Object(cell->models[input->body[i]], poseIn(cell, 0, i)));
        cell->objects[i]->setUserData(reinterpret_cast<void *>(size_t(i)));
        cell->manager.registerObject(cell->objects[i].get());
    }
    cell->manager.setup();
    return cell;
}

void *createStep(const motion_input *input)
{
    return create(input, false);
}

void *createValid(const motion_input *input)
{
    return create(input, true);
}

void release(void *data)
{
    delete static_cast<Cell *>(data);
}

bool testPair(Object *a, Object *b, void *data)
{
    Cell *cell = static_cast<Cell *>(data);
    size_t i = reinterpret_cast<size_t>(a->getUserData()), k = reinterpret_cast<size_t>(b->getUserData());
    if (!cell->tested[i][k])
        return false;
    fcl::CollisionRequest<double> request(1, false);
    fcl::CollisionResult<double> result;
    if (fcl::collide(a, b, request, result) == 0)
        return false;
    cell->answer->value += 1;
    cell->answer->set +=
        bench_mix(static_cast<uint32_t>(std::min(i, k)), static_cast<uint32_t>(std::max(i, k)));
    return cell->stopsAtFirst;
}

void step(void *data, size_t query, bench_answer *out)
{
    Cell *cell = static_cast<Cell *>(data);
    out->value = 0;
    out->set = 0;
    cell->answer = out;
    for (size_t i = 0; i < cell->objects.size(); i++) {
        cell->objects[i]->setTransform(poseIn(cell, query, i));
        cell->objects[i]->computeAABB();
    }
    cell->manager.update();
    cell->manager.collide(cell, testPair);
}

// There is no question for a clearance: boxes first, then the distance of each pair.
void close(void *data, size_t query, bench_answer *out)
{
    Cell *cell = static_cast<Cell *>(data);
    const motion_input *input = cell->input;
    double level = input->head.level;
    out->value = 0;
    out->set = 0;
    for (size_t i = 0; i < cell->objects.size(); i++) {
        cell->objects[i]->setTransform(poseIn(cell, query, i));
        cell->objects[i]->computeAABB();
    }
    for (uint32_t i = 0; i < input->head.pairs; i++) {
        Object *a = cell->objects[input->pair[i].a].get(), *b = cell->objects[input->pair[i].b].get();
        if (a->getAABB().distance(b->getAABB()) >= level)
            continue;
        fcl::DistanceRequest<double> request;
        fcl::DistanceResult<double> result;
        fcl::distance(a, b, request, result);
        if (result.min_distance >= level)
            continue;
        out->value += 1;
        out->set += bench_mix(input->pair[i].a, input->pair[i].b);
    }
}

void continuous(void *data, size_t query, fcl::CCDSolverType solver, bench_answer *out)
{
    Cell *cell = static_cast<Cell *>(data);
    fcl::ContinuousCollisionRequest<double> request;
    fcl::ContinuousCollisionResult<double> result;
    request.ccd_motion_type = fcl::CCDM_LINEAR;
    request.ccd_solver_type = solver;
    if (solver == fcl::CCDC_CONSERVATIVE_ADVANCEMENT) {
        request.num_max_iterations = 1000;
        request.toc_err = 1e-6;
    }
    const motion_input *input = cell->input;
    fcl::continuousCollide<double>(cell->models[input->body[0]].get(), poseIn(cell, query, 0),
                                   poseIn(cell, query + 1, 0), cell->models[input->body[1]].get(),
                                   poseIn(cell, query, 1), poseIn(cell, query + 1, 1), request, result);
    out->value = result.is_collide ? result.time_of_contact : 2;
}

void firstDefault(void *data, size_t query, bench_answer *out)
{
    continuous(data, query, fcl::CCDC_NAIVE, out);
}

void firstAdvancement(void *data, size_t query, bench_answer *out)
{
    continuous(data, query, fcl::CCDC_CONSERVATIVE_ADVANCEMENT, out);
}

void distance(void *data, size_t query, bench_answer *out)
{
    Cell *cell = static_cast<Cell *>(data);
    const motion_input *input = cell->input;
    fcl::DistanceRequest<double> request(true);
    fcl::DistanceResult<double> result;
    fcl::distance<double>(cell->models[input->body[0]].get(), poseIn(cell, query, 0),
                          cell->models[input->body[1]].get(), poseIn(cell, query, 1), request, result);
    out->value = result.min_distance;
}

} // namespace

int main(int argc, char **argv)
{
    static const motion_method methods[] = {
        {"step", "FCL", createStep, step, release},
        {"close", "FCL", createStep, close, release},
        {"valid", "FCL", createValid, step, release},
        {"first", "FCL by default", createStep, firstDefault, release},
        {"first", "FCL conservative advancement", createStep, firstAdvancement, release},
        {"distance", "FCL", createStep, distance, release},
    };
    static const motion_library library = {"FCL " PEER_VERSION, methods, 6};
    return motion_participant_main(argc, argv, &library);
}
