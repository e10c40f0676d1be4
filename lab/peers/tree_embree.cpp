// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Embree: rtcOccluded1 on a static scene of one mesh in floats, of medium quality as is usual; fast, and robust, which avoids
// holes between triangles. A segment is a ray that ends at 1.

#include "peers/tree_participant.h"

#include <atomic>
#include <embree3/rtcore.h>
#include <vector>

namespace {

struct Tree {
    const tree_input *input;
    RTCSceneFlags flags;
    std::vector<float> points; // one more at the end, as Embree reads 16 bytes
    std::vector<RTCRay> rays;
    RTCDevice device;
    RTCScene scene = nullptr;
    std::atomic<size_t> bytes{0};
};

bool count(void *user, ssize_t bytes, bool)
{
    static_cast<Tree *>(user)->bytes += static_cast<size_t>(bytes);
    return true;
}

RTCRay rayOf(const tree_segment &segment)
{
    RTCRay ray = {};
    ray.org_x = static_cast<float>(segment.from.x);
    ray.org_y = static_cast<float>(segment.from.y);
    ray.org_z = static_cast<float>(segment.from.z);
    ray.dir_x = static_cast<float>(segment.to.x - segment.from.x);
    ray.dir_y = static_cast<float>(segment.to.y - segment.from.y);
    ray.dir_z = static_cast<float>(segment.to.z - segment.from.z);
    ray.tfar = 1;
    ray.mask = ~0u;
    return ray;
}

Tree *makeTree(const tree_input *input, const char *settings, RTCSceneFlags flags)
{
    Tree *tree = new Tree;
    tree->input = input;
    tree->flags = flags;
    for (uint32_t i = 0; i < input->head.vertices; i++) {
        tree->points.push_back(static_cast<float>(input->point[i].x));
        tree->points.push_back(static_cast<float>(input->point[i].y));
        tree->points.push_back(static_cast<float>(input->point[i].z));
    }
    tree->points.push_back(0);
    for (uint32_t i = 0; i < input->head.segments; i++)
        tree->rays.push_back(rayOf(input->segment[i]));
    tree->device = rtcNewDevice(settings);
    rtcSetDeviceMemoryMonitorFunction(tree->device, count, tree);
    return tree;
}

void *prepareFast(const tree_input *input)
{
    return makeTree(input, "threads=1", RTC_SCENE_FLAG_NONE);
}

void *prepareRobust(const tree_input *input)
{
    return makeTree(input, "threads=1", RTC_SCENE_FLAG_ROBUST);
}

void *prepareTwo(const tree_input *input)
{
    return makeTree(input, "threads=2", RTC_SCENE_FLAG_ROBUST);
}

bool build(void *data)
{
    Tree *tree = static_cast<Tree *>(data);
    const tree_head &head = tree->input->head;
    RTCGeometry mesh = rtcNewGeometry(tree->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, tree->points.data(), 0,
                               3 * sizeof(float), head.vertices);
    rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, tree->input->triangle, 0,
                               sizeof(fk_triangle), head.triangles);
    rtcCommitGeometry(mesh);
    tree->scene = rtcNewScene(tree->device);
    rtcSetSceneFlags(tree->scene, tree->flags);
    rtcAttachGeometry(tree->scene, mesh);
    rtcReleaseGeometry(mesh);
    rtcCommitScene(tree->scene);
    return rtcGetDeviceError(tree->device) == RTC_ERROR_NONE;
}

size_t bytes(void *data)
{
    return static_cast<Tree *>(data)->bytes;
}

void release(void *data)
{
    Tree *tree = static_cast<Tree *>(data);
    if (tree->scene != nullptr)
        rtcReleaseScene(tree->scene);
    rtcReleaseDevice(tree->device);
    delete tree;
}

void testSegment(void *data, size_t query, bench_answer *out)
{
    Tree *tree = static_cast<Tree *>(data);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay ray = tree->rays[query];
    rtcOccluded1(tree->scene, &context, &ray);
    out->value = ray.tfar < 0;
}

const tree_sort fast = {"Embree", prepareFast, build, bytes, release, false};
const tree_sort robust = {"Embree robust", prepareRobust, build, bytes, release, false};
const tree_sort two = {"Embree robust 2 threads", prepareTwo, build, bytes, release, true};

} // namespace

int main(int argc, char **argv)
{
    static const tree_sort *const sorts[] = {&fast, &robust, &two};
    static const tree_method methods[] = {
        {"segment", "Embree", &fast, testSegment},
        {"segment", "Embree robust", &robust, testSegment},
    };
    static const tree_library library = {"Embree " RTC_VERSION_STRING, sorts, 3, methods, 2};
    return tree_participant_main(argc, argv, &library);
}
