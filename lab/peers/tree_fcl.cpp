// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// FCL: collide and distance on BVHModel, with oriented boxes alone and together with rectangles swept by spheres. Contacts are
// asked for without their places.

#include "peers/tree_participant.h"

#include <fcl/fcl.h>
#include <limits>
#include <memory>
#include <vector>

namespace {

typedef fcl::Transform3<double> Transform;

template <typename Volume> struct Tree {
    std::vector<fcl::Vector3<double>> points;
    std::vector<fcl::Triangle> triangles;
    std::vector<Transform, Eigen::aligned_allocator<Transform>> poses;
    std::unique_ptr<fcl::BVHModel<Volume>> model;
};

template <typename Volume> void *prepare(const tree_input *input)
{
    Tree<Volume> *tree = new Tree<Volume>;
    for (uint32_t i = 0; i < input->head.vertices; i++)
        tree->points.emplace_back(input->point[i].x, input->point[i].y, input->point[i].z);
    for (uint32_t i = 0; i < input->head.triangles; i++) {
        const uint32_t *corner = input->triangle[i].corner;
        tree->triangles.emplace_back(corner[0], corner[1], corner[2]);
    }
    for (uint32_t i = 0; i < input->head.poses; i++) {
        const fk_pose &pose = input->pose[i];
        Transform placed = Transform::Identity();
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < 3; column++)
                placed.linear()(row, column) = pose.rotation[row][column];
        placed.translation() << pose.translation.x, pose.translation.y, pose.translation.z;
        tree->poses.push_back(placed);
    }
    return tree;
}

template <typename Volume> bool build(void *data)
{
    Tree<Volume> *tree = static_cast<Tree<Volume> *>(data);
    tree->model.reset(new fcl::BVHModel<Volume>);
    tree->model->beginModel(static_cast<int>(tree->triangles.size()), static_cast<int>(tree->points.size()));
    tree->model->addSubModel(tree->points, tree->triangles);
    return tree->model->endModel() == fcl::BVH_OK;
}

template <typename Volume> void release(void *data)
{
    delete static_cast<Tree<Volume> *>(data);
}

template <typename Volume> void collide(void *data, size_t query, size_t most, bench_answer *out)
{
    Tree<Volume> *tree = static_cast<Tree<Volume> *>(data);
    fcl::CollisionRequest<double> request(most, false);
    fcl::CollisionResult<double> result;
    fcl::collide(tree->model.get(), Transform::Identity(), tree->model.get(), tree->poses[query], request,
                 result);
    out->value = static_cast<double>(result.numContacts());
    out->set = 0;
    for (size_t i = 0; most > 1 && i < result.numContacts(); i++) {
        const fcl::Contact<double> &contact = result.getContact(i);
        out->set += bench_mix(static_cast<uint32_t>(contact.b1), static_cast<uint32_t>(contact.b2));
    }
}

template <typename Volume> void meet(void *data, size_t query, bench_answer *out)
{
    collide<Volume>(data, query, 1, out);
}

template <typename Volume> void pairs(void *data, size_t query, bench_answer *out)
{
    collide<Volume>(data, query, std::numeric_limits<int>::max(), out);
}

template <typename Volume> void distance(void *data, size_t query, bench_answer *out)
{
    Tree<Volume> *tree = static_cast<Tree<Volume> *>(data);
    fcl::DistanceRequest<double> request(true);
    fcl::DistanceResult<double> result;
    fcl::distance(tree->model.get(), Transform::Identity(), tree->model.get(), tree->poses[query], request,
                  result);
    out->value = result.min_distance;
}

typedef fcl::OBB<double> Box;
typedef fcl::OBBRSS<double> BoxAndSwept;

const tree_sort boxes = {"FCL OBB", prepare<Box>, build<Box>, nullptr, release<Box>, false};
const tree_sort both = {"FCL OBBRSS", prepare<BoxAndSwept>, build<BoxAndSwept>,
                        nullptr,      release<BoxAndSwept>, false};

} // namespace

int main(int argc, char **argv)
{
    static const tree_sort *const sorts[] = {&boxes, &both};
    static const tree_method methods[] = {
        {"meet", "FCL OBB", &boxes, meet<Box>},
        {"meet", "FCL OBBRSS", &both, meet<BoxAndSwept>},
        {"pairs", "FCL OBB", &boxes, pairs<Box>},
        {"pairs", "FCL OBBRSS", &both, pairs<BoxAndSwept>},
        {"distance", "FCL OBBRSS", &both, distance<BoxAndSwept>},
    };
    static const tree_library library = {"FCL " PEER_VERSION, sorts, 2, methods, 5};
    return tree_participant_main(argc, argv, &library);
}
