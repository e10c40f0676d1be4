/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The table of generated meshes, and the search for the detail that gives about the requested number of
 * triangles. */

#include "gen/generate.h"

#include <string.h>

#include "base/bits.h"
#include "gen/generate_make.h"

static const struct kind {
    const char *name, *summary;
    fk_make_function *make;
    uint32_t triangles; /* by default */
    double size;
    bool is_solid;
} kinds[] = {
    {"box", "cube; size is its edge", fk_make_box, 12, 1, true},
    {"sphere", "divided icosahedron, even all over; size is the radius", fk_make_sphere, 1280, 1, true},
    {"torus", "ring; size is the radius of its middle circle, 0.375 of it that of the tube", fk_make_torus,
     1600, 1, true},
    {"trefoil", "tube around the (2,3) torus knot; size is its outer diameter", fk_make_trefoil, 14400, 1,
     true},
    {"cylinder", "as high as wide; size is the radius", fk_make_cylinder, 384, 1, true},
    {"cone", "as high as wide; size is the radius", fk_make_cone, 384, 1, true},
    {"star", "flat star with five rays; size is its outer radius", fk_make_star, 160, 1, true},
    {"gear", "toothed wheel with a bore; size is its outer radius", fk_make_gear, 512, 1, true},
    {"bracket", "two plates at a right angle; size is their length", fk_make_bracket, 28, 1, true},
    {"open-box", "cube without its upper face, a surface; size is its edge", fk_make_open_box, 10, 1, false},
    {"nut", "hexagonal, with a round thread; size is the diameter of the thread", fk_make_nut, 2000, 10,
     true},
    {"bolt", "with hexagonal head and a round thread; size is its diameter", fk_make_bolt, 8000, 10, true},
    {"nut-and-bolt", "two parts: the nut on the bolt, the threads a hundredth of size apart in radius",
     fk_make_nut_and_bolt, 10000, 10, true},
    {"peg-and-hole", "two parts: a round peg that fills its hole in a block exactly; size is its diameter",
     fk_make_peg_in_hole, 1000, 10, true},
    {"arm", "eight links of a robot, each in its own frame; size is about the reach, in mm by default",
     fk_make_arm, 8000, 1000, true},
    {"torus-cells", "tetrahedra, each a part, that cover the ring of kind torus", fk_make_torus_cells, 3200,
     1, true},
};

enum { MESH_KIND_COUNT = sizeof kinds / sizeof kinds[0] };

/* 2^28 */
#define TRIANGLES_MOST 268435456u

size_t fk_generate_count(void)
{
    return MESH_KIND_COUNT;
}

const char *fk_generate_name(size_t kind)
{
    return kinds[kind].name;
}

const char *fk_generate_summary(size_t kind)
{
    return kinds[kind].summary;
}

bool fk_generate_is_solid(size_t kind)
{
    return kinds[kind].is_solid;
}

size_t fk_generate_find(const char *name)
{
    size_t kind = 0;
    size_t length = strlen(name);
    while (kind < MESH_KIND_COUNT &&
           (strlen(kinds[kind].name) != length || memcmp(kinds[kind].name, name, length) != 0))
        kind++;
    return kind;
}

static uint64_t count_kind_triangles(size_t kind, uint32_t detail)
{
    fk_maker counter = {.scale = 1, .status = FK_OK};
    kinds[kind].make(&counter, detail);
    return counter.triangles;
}

/* Returns the detail whose number of triangles is nearest. More detail never means fewer triangles. */
static uint32_t find_detail(size_t kind, uint64_t triangles)
{
    uint32_t high = 1;
    while (count_kind_triangles(kind, high) < triangles)
        high *= 2;
    uint32_t low = high / 2; /* too few, or 0 */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (count_kind_triangles(kind, middle) < triangles)
            low = middle;
        else
            high = middle;
    }
    if (low == 0)
        return high;
    return triangles - count_kind_triangles(kind, low) < count_kind_triangles(kind, high) - triangles ? low
                                                                                                      : high;
}

static bool is_good_size(double size)
{
    return fk_is_finite(size) && size >= 0x1p-900 && size <= 0x1p900;
}

fk_status fk_generate(fk_context *context, size_t kind, const fk_generate_options *options, fk_model **out)
{
    double size = options->size == 0 ? kinds[kind].size : options->size;
    uint32_t triangles = options->triangles == 0 ? kinds[kind].triangles : options->triangles;
    if (!is_good_size(size) || triangles > TRIANGLES_MOST)
        return FK_ERROR_ARGUMENT;
    fk_mesh_options exact = fk_mesh_options_default();
    fk_builder builder;
    fk_builder_init(&builder, context, &exact, false);
    fk_maker maker = {.builder = &builder, .scale = size, .status = FK_OK};
    kinds[kind].make(&maker, find_detail(kind, triangles));
    if (maker.status == FK_OK)
        maker.status = fk_builder_finish(&builder, NULL, out);
    fk_builder_end(&builder);
    return maker.status;
}
