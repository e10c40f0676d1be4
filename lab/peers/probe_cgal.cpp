// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// CGAL's AABB tree, with exact predicates, beside us in `farkas papers aabb-tree`; see probe_input.h.

#include "peers/participant.h"
#include "peers/probe_input.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <vector>

namespace {

typedef CGAL::Exact_predicates_inexact_constructions_kernel Kernel;
typedef std::vector<Kernel::Triangle_3> Triangles;
typedef CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator> Primitive;
typedef CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>> Tree;

struct Input {
    probe_head head;
    std::vector<fk_vec3> point;
    std::vector<fk_triangle> triangle;
    std::vector<fk_probe> probe;
};

template <class T> bool readBlock(std::FILE *stream, uint32_t count, std::vector<T> &out)
{
    out.resize(count);
    return count == 0 || std::fread(out.data(), sizeof(T), count, stream) == count;
}

bool readInput(const char *path, Input &out)
{
    std::FILE *stream = std::fopen(path, "rb");
    if (stream == nullptr)
        return false;
    bool good = std::fread(&out.head, sizeof out.head, 1, stream) == 1 &&
                std::memcmp(out.head.magic, PROBE_MAGIC, sizeof out.head.magic) == 0 &&
                readBlock(stream, out.head.vertices, out.point) &&
                readBlock(stream, out.head.triangles, out.triangle) &&
                readBlock(stream, out.head.probes, out.probe);
    std::fclose(stream);
    return good;
}

Kernel::Point_3 pointOf(const fk_vec3 &p)
{
    return Kernel::Point_3(p.x, p.y, p.z);
}

template <class Query> size_t countHits(const Tree &tree, const Query &query, int function)
{
    if (function == PROBE_ANY)
        return tree.do_intersect(query);
    if (function == PROBE_COUNT)
        return tree.number_of_intersected_primitives(query);
    std::vector<typename Tree::template Intersection_and_primitive_id<Query>::Type> all;
    tree.all_intersections(query, std::back_inserter(all));
    return all.size();
}

size_t countProbeHits(const Tree &tree, const fk_probe &p, int function)
{
    Kernel::Vector_3 way(p.to.x, p.to.y, p.to.z);
    switch (p.kind) {
    case FK_PROBE_SEGMENT:
        return countHits(tree, Kernel::Segment_3(pointOf(p.from), pointOf(p.to)), function);
    case FK_PROBE_RAY:
        return countHits(tree, Kernel::Ray_3(pointOf(p.from), way), function);
    case FK_PROBE_LINE:
        return countHits(tree, Kernel::Line_3(pointOf(p.from), way), function);
    default:
        return countHits(tree, Kernel::Plane_3(p.to.x, p.to.y, p.to.z, -p.offset), function);
    }
}

void measure(const Tree &tree, const Input &input, double seconds, int kind, int function)
{
    size_t sum = 0, asked = 0;
    double begin = fk_clock_seconds(), time;
    do {
        sum = 0;
        for (const fk_probe &p : input.probe)
            if (p.kind == kind) {
                sum += countProbeHits(tree, p, function);
                asked++;
            }
        time = fk_clock_seconds() - begin;
    } while (time < seconds);
    std::printf("{\"kind\":%d,\"function\":%d,\"per_second\":%.0f,\"hits\":%zu}\n", kind, function,
                static_cast<double>(asked) / time, sum);
}

} // namespace

int main(int argc, char **argv)
{
    Input input;
    if (argc != 3 || !readInput(argv[2], input))
        return 2;
    Triangles triangles;
    for (const fk_triangle &t : input.triangle)
        triangles.emplace_back(pointOf(input.point[t.corner[0]]), pointOf(input.point[t.corner[1]]),
                               pointOf(input.point[t.corner[2]]));
    size_t before = bench_allocated_bytes();
    double begin = fk_clock_seconds();
    Tree tree(triangles.cbegin(), triangles.cend());
    tree.build();
    std::printf("{\"library\":\"CGAL %s\",\"build_ms\":%.3f,\"bytes\":%zu}\n", PEER_VERSION,
                1e3 * (fk_clock_seconds() - begin), bench_allocated_bytes() - before);
    for (int kind = FK_PROBE_SEGMENT; kind <= FK_PROBE_PLANE && !input.probe.empty(); kind++)
        for (int function = 0; function < PROBE_FUNCTIONS; function++)
            measure(tree, input, std::atof(argv[1]), kind, function);
    return 0;
}
