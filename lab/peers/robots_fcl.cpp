// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// FCL in `farkas bench robots`; the poses of the links are given. Edges are sampled as planners do, at steps of 1 %, from the begin to the
// first hit, with the poses of fk_motion_poses; samples that are free prove nothing about what is between them.

#include "peers/fcl_robot.h"

namespace {

void query(void *data, size_t state, bench_answer *out)
{
    Cell *cell = static_cast<Cell *>(data);
    size_t links = cell->links.size();
    for (size_t i = 0; i < links; i++)
        place(cell->bodies[cell->scene->obstacles + i], cell->poses[state * links + i]);
    out->value = collides(cell);
}

void queryEdge(void *data, size_t edge, bench_answer *out)
{
    const int steps = 100;
    Cell *cell = static_cast<Cell *>(data);
    const robots_input *in = cell->input;
    const size_t count = in->head.variables;
    const double *from = in->value + edge * count, *to = in->end + edge * count;
    std::vector<double> value(count);
    out->value = 0;
    for (int i = 0; i <= steps && out->value == 0; i++) {
        for (size_t k = 0; k < count; k++)
            value[k] = from[k] + (to[k] - from[k]) * i / steps;
        out->value = collidesAt(cell, value.data());
    }
}

// A lower bound of the distance: that of the axis-aligned boxes.
double boxDistance(const Body &a, const Body &b)
{
    Vector gap = (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(Vector::Zero());
    return gap.norm();
}

// Pairs in the order of the distances of their boxes, up to the least distance so far.
void queryDistance(void *data, size_t state, bench_answer *out)
{
    Cell *cell = static_cast<Cell *>(data);
    const robots_scene *scene = cell->scene;
    size_t links = cell->links.size();
    for (size_t i = 0; i < links; i++)
        place(cell->bodies[scene->obstacles + i], cell->poses[state * links + i]);
    const fk_index_pair *pair = cell->input->pair + scene->first_pair;
    cell->order.clear();
    for (uint32_t i = 0; i < scene->pairs; i++)
        cell->order.emplace_back(boxDistance(cell->bodies[pair[i].a], cell->bodies[pair[i].b]), i);
    std::sort(cell->order.begin(), cell->order.end());
    out->value = INFINITY;
    for (const auto &next : cell->order) {
        if (next.first >= out->value)
            break;
        const Body &a = cell->bodies[pair[next.second].a], &b = cell->bodies[pair[next.second].b];
        fcl::DistanceRequest<double> request;
        fcl::DistanceResult<double> result;
        double found = fcl::distance(a.shape.get(), a.place, b.shape.get(), b.place, request, result);
        out->value = std::min(out->value, found);
    }
}

} // namespace

int main(int argc, char **argv)
{
    static const robots_method methods[] = {
        {"state", "FCL", create, enter, query, release},
        {"pair", "FCL", create, enter, query, release},
        {"edge", "FCL, 1 % steps", createMoving, enter, queryEdge, release},
        {"distance", "FCL", create, enter, queryDistance, release},
    };
    static const robots_library library = {"FCL " PEER_VERSION, methods, 4};
    return robots_participant_main(argc, argv, &library);
}
